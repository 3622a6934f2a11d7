"""The scoreboard: after each round, at the end, and in between when asked for."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.reactive import var

from uno_duo.core import ScoreView
from uno_duo.language import _
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.messages import GoOn, ReviewWanted
from uno_duo.ui.screens.match import MatchScreen
from uno_duo.ui.widgets.line import Rule, Title
from uno_duo.ui.widgets.scores import Scores


class ScoreScreen(MatchScreen[ScoreView]):
    """The scoreboard; `is_peek` tells that a round goes on behind it."""

    PLACE = Place.SCORES
    BINDINGS = bindings(Place.SCORES)

    is_peek: var[bool] = var(False)

    def __init__(self) -> None:
        """Makes the screen; its view comes later."""
        super().__init__("scoreboard")

    def compose_body(self) -> ComposeResult:
        """The title over the scores."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        with VerticalScroll(can_focus=False):
            yield Scores()

    def show_view(self, before: ScoreView | None) -> None:  # noqa: ARG002 - it is all shown anew
        """Shows the scores."""
        scores = self.query_one(Scores)
        scores.names, scores.view = self.names, self.view
        self.show_titles()
        self.show_keys()

    def show_titles(self) -> None:
        """Shows what the match is played to."""
        if self.view is None:
            return
        title = self.query_one(Title)
        rules = self.view.rules
        title.left = self.problem or _("{game} {dot} scores").format(
            game=self.game_of(rules), dot=glyphs_of(self.app).dot
        )
        title.short = self.problem or _("Scores")
        text = _("{target} loses") if rules.seats == 2 else _("{target} ends the match")
        if rules.knock_out:
            text = _("out at {target}")
        title.right = text.format(target=rules.target)

    def is_enabled(self, action: str) -> bool:
        """A peek is only closed; after a round there is nothing to close."""
        if action == "choose":
            return not self.is_peek
        return self.is_peek if action == "scores" else super().is_enabled(action)

    def action_choose(self) -> None:
        """Goes on to the next round, or to another match."""
        self.post_message(GoOn(self.revision))

    def action_review(self) -> None:
        """Asks for the review of the match."""
        self.post_message(ReviewWanted())

    def action_scores(self) -> None:
        """Closes a peek."""
        self.close()

    def action_back(self) -> None:
        """Closes a peek, or asks for the menu."""
        if self.is_peek:
            self.close()
        else:
            super().action_back()

    def action_scroll(self, step: int) -> None:
        """Scrolls the scores, by no more than what is to be seen of them."""
        scores = self.query_one(VerticalScroll)
        most = max(1, scores.size.height - 1)
        scores.scroll_relative(y=max(-most, min(step, most)), animate=False)
