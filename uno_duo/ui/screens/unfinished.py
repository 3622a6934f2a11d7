"""The list of unfinished matches, where there are several."""

from collections.abc import Sequence
from pathlib import Path

from textual.app import ComposeResult
from textual.events import Click
from textual.message import Message
from textual.reactive import var

from uno_duo.language import _
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.messages import MatchPicked
from uno_duo.ui.screens.base import GameScreen
from uno_duo.ui.widgets.canvas import Canvas, Drawn, fitted
from uno_duo.ui.widgets.line import Rule, Title


class MatchList(Drawn):
    """The matches, a line each; it scrolls with the chosen one."""

    class Clicked(Message):
        """A match was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    selected: var[int] = var(0)

    def __init__(self, lines: Sequence[str]) -> None:
        """Makes the list.

        Args:
            lines: What each match is told by.
        """
        super().__init__()
        self.texts = lines

    def watch_selected(self) -> None:
        """Shows the chosen match."""
        self.redraw()

    @property
    def _first(self) -> int:
        room = max(1, self.size.height)
        return max(0, min(self.selected - room // 2, len(self.texts) - room))

    def paint(self, canvas: Canvas) -> None:
        """Draws the matches that fit around the chosen one."""
        for y, text in enumerate(self.texts[self._first : self._first + canvas.height]):
            is_chosen = self._first + y == self.selected
            sign = self.glyphs.asked if is_chosen else " "
            style = self.style_of("part--strong" if is_chosen else "part--dim")
            canvas.put(1, y, fitted(f"{sign} {text}", canvas.width - 1, self.glyphs.more), style)

    def on_click(self, event: Click) -> None:
        """Tells which match was clicked."""
        if self._first + event.y < len(self.texts):
            self.post_message(self.Clicked(self._first + event.y))


class UnfinishedScreen(GameScreen):
    """The unfinished matches, the one played last first."""

    PLACE = Place.LIST
    BINDINGS = bindings(Place.LIST)

    def __init__(self, matches: Sequence[tuple[Path, str]]) -> None:
        """Makes the list.

        Args:
            matches: The file of each match, and what it is told by.
        """
        super().__init__("unfinished")
        self._matches = matches

    def compose_body(self) -> ComposeResult:
        """The title over the list."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        yield MatchList([text for _path, text in self._matches])

    def begin(self) -> None:
        """Shows the title."""
        super().begin()
        self.query_one(Title).left = _("UNO Duo {dot} unfinished matches").format(dot=glyphs_of(self.app).dot)

    def action_move(self, step: int) -> None:
        """Chooses another match."""
        matches = self.query_one(MatchList)
        matches.selected = (matches.selected + step) % len(self._matches)

    def on_match_list_clicked(self, message: MatchList.Clicked) -> None:
        """Goes on with a match that was clicked."""
        self.query_one(MatchList).selected = message.index
        self.action_choose()

    def action_choose(self) -> None:
        """Goes on with the chosen match."""
        self.post_message(MatchPicked(self._matches[self.query_one(MatchList).selected][0]))

    def action_back(self) -> None:
        """Closes the list."""
        self.close()
