"""The draft screen: the cut, then the picks, as one seat may see them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import var

from uno_duo.core import Cut, DraftView, Keep, Phase, Reject, hand_points, seat_after
from uno_duo.language import _, ngettext
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.keys import Command, Place, bindings
from uno_duo.ui.messages import GoOn, MoveChosen
from uno_duo.ui.prompts import score_line, thinking
from uno_duo.ui.screens.match import MatchScreen
from uno_duo.ui.widgets.draft import CutTable, DraftTable
from uno_duo.ui.widgets.hand import Hand
from uno_duo.ui.widgets.line import About, Choice, Prompt, Rule, Title
from uno_duo.wording import colour_name


class DraftScreen(MatchScreen[DraftView]):
    """The cut and the draft; it shows a view, and says which move the player has chosen."""

    PLACE = Place.DRAFT
    BINDINGS = bindings(Place.DRAFT)

    place: var[int] = var(0)
    chosen: var[int] = var(0)

    def __init__(self) -> None:
        """Makes the screen; its view comes later."""
        super().__init__("draft")

    def compose_body(self) -> ComposeResult:
        """The title, what lies on the table, what is asked, and the hand."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        with Vertical(classes="middle"):
            yield CutTable(classes="table cut")
            yield DraftTable(classes="table picks")
        yield About(classes="about")
        yield Prompt(classes="prompt")
        yield Rule(classes="rule above-hand")
        yield Title(classes="hand-title")
        yield Hand(classes="hand")

    def fit(self) -> None:
        """Shows as many scores as the window has room for."""
        super().fit()
        if self.is_ready:
            self.show_titles()
            self.show_lines()

    def watch_place(self) -> None:
        """Shows the chosen place."""
        if self.is_ready:
            self.query_one(CutTable).place = self.place

    def watch_chosen(self) -> None:
        """Shows the chosen answer."""
        if self.is_ready:
            self.show_prompt()

    def show_view(self, before: DraftView | None) -> None:  # noqa: ARG002 - it is all shown anew
        """Shows the position."""
        view = self.view
        if view is None:
            return
        is_draft = view.phase is Phase.DRAFT
        cut, picks = self.query_one(CutTable), self.query_one(DraftTable)
        cut.display, picks.display = not is_draft, is_draft
        if is_draft:
            picks.names, picks.view = self.names, view
            self.chosen = 0
        else:
            cut.names, cut.view = self.names, view
            self.place = self._free_place(self.place, 1)
        hand = self.query_one(Hand)
        hand.cards = view.hand
        hand.display = self.query_one(".hand-title").display = is_draft
        self.show_titles()
        self.show_prompt()
        self.show_lines()
        self.show_keys()

    def show_titles(self) -> None:
        """Shows where the match is, the scores, and what is in the hand."""
        view = self.view
        if view is None:
            return
        title = self.query_one(".title", Title)
        dot = glyphs_of(self.app).dot
        is_draft = view.phase is Phase.DRAFT
        here = _("draft") if is_draft else _("the cut")
        left = _("{game} {dot} round {round} {dot} {here}").format(
            game=self.game_of(view.rules), dot=dot, round=max(1, view.round), here=here
        )
        title.left = self.problem or left
        title.short = self.problem or _("R{round}").format(round=max(1, view.round))
        beside = cell_len(title.short if self.has_class("-narrow") else title.left) + 4
        title.right = score_line(self.names, view.scores, view.rules.target, self.app.size.width - beside)
        hand = self.query_one(".hand-title", Title)
        hand.left = _("Your hand: {count}").format(count=len(view.hand)) if is_draft else ""
        hand.right = about_hand(view, dot) if is_draft else ""

    def show_lines(self) -> None:
        """Shows the last event, or what Keep and Reject do."""
        view = self.view
        if view is None:
            return
        last = self.lines[-1] if self.lines else ""
        if view.phase is Phase.DRAFT:
            text = last
            if view.turn == view.seat:
                text = _(
                    "Keep it, and the next card goes face up on the discards, or reject it, and you must take "
                    "the next one unseen."
                )
        elif view.phase is Phase.CUT:
            rules = [_("The higher number is Player 1, who drafts first."), _("A card without a number is cut again.")]
            if view.rules.opening == "deal":
                rules[0] = _("The highest number deals.")
            if last:
                rules = [f"{last}.", *rules[: 1 if self.has_class("-narrow") else 2]]
            text = " ".join(rules)
        else:
            text = ". ".join(self.lines[-2:])
        self.query_one(About).text = text

    def show_prompt(self) -> None:
        """Shows what is asked, or who is waited for."""
        view = self.view
        if view is None:
            return
        prompt = self.query_one(Prompt)
        prompt.is_asking = bool(self.told) or view.turn in (view.seat, None)
        prompt.choices = self.choices
        prompt.selected = self.chosen if self.choices and not self.told else None
        prompt.sentence = self.told or self._sentence(view)

    def _sentence(self, view: DraftView) -> str:
        """What is asked, or who is waited for."""
        if self.thinks is not None:
            return thinking(self.thinks, self.names)
        is_asked, other = view.turn == view.seat, "" if view.turn is None else self.names[view.turn]
        match view.phase:
            case Phase.DRAFT:
                return _("Keep or reject?") if is_asked else _("{other} picks").format(other=other)
            case Phase.CUT:
                return _("Choose a place in the deck, and cut") if is_asked else _("{other} cuts").format(other=other)
        return beginning(view, self.names)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The answers that are asked for."""
        view = self.view
        if view is None:
            return ()
        if self.told:
            return (Choice("Enter", self.about_told),)
        if view.phase is Phase.DRAFT:
            is_asked = view.turn == view.seat
            return (Choice("k", _("Keep")), Choice("x", _("Reject"))) if is_asked else ()
        text = _("Shuffle and deal") if view.rules.opening == "deal" else _("Shuffle and draft")
        return (Choice("Enter", text),) if view.phase is Phase.SHUFFLE else ()

    def _free_place(self, place: int, step: int) -> int:
        """The first place from one on that was not cut yet."""
        view = self.view
        if view is None or not view.draw_size:
            return 0
        gone = {cut.place for cut in view.cuts}
        places = ((place + step * far) % view.draw_size for far in range(view.draw_size))
        return next((free for free in places if free not in gone), 0)

    def is_enabled(self, action: str) -> bool:
        """Whether a command does something in this position."""
        view = self.view
        is_asked = view is not None and view.turn == view.seat
        match action.partition("(")[0]:
            case "keep" | "reject":
                return is_asked and view is not None and view.phase is Phase.DRAFT
            case "choose":
                return is_asked or bool(self.told) or (view is not None and view.phase is Phase.SHUFFLE)
        return super().is_enabled(action)

    def own_commands(self) -> Iterable[Command]:
        """The commands that act now, by the names that fit what is told."""
        for command in super().own_commands():
            yield replace(command, name=self.about_told) if self.told and command.action == "choose" else command

    def action_move(self, step: int) -> None:
        """Chooses the next place or answer on one side."""
        view = self.view
        if view is None:
            return
        if view.phase is Phase.CUT:
            self.place = self._free_place(self.place + step, step)
        elif self.choices:
            self.chosen = (self.chosen + step) % len(self.choices)

    def action_line(self, step: int) -> None:
        """Chooses the place a row above or below."""
        if self.view is not None and self.view.phase is Phase.CUT:
            target = self.place + step * self.query_one(CutTable).per_row
            if 0 <= target < self.view.draw_size:
                self.place = self._free_place(target, step)

    def action_end(self, place: int) -> None:
        """Chooses the first or the last place."""
        if self.view is not None and self.view.phase is Phase.CUT:
            self.place = self._free_place(place, 1 if place == 0 else -1)

    def on_cut_table_place_clicked(self, message: CutTable.PlaceClicked) -> None:
        """Chooses a place, or cuts there where it was chosen before."""
        if self.place == message.place:
            self.action_choose()
        elif self.view is not None and message.place not in {cut.place for cut in self.view.cuts}:
            self.place = message.place

    def on_prompt_chosen(self, message: Prompt.Chosen) -> None:
        """Gives an answer that was clicked."""
        self.chosen = message.index
        self.action_choose()

    def action_choose(self) -> None:
        """Cuts at the chosen place, gives the chosen answer, or goes on."""
        view = self.view
        if view is None:
            return
        if self.told or view.phase is Phase.SHUFFLE:
            self.post_message(GoOn(self.revision))
        elif view.turn == view.seat and view.phase is Phase.CUT:
            self.post_message(MoveChosen(Cut(seat=view.seat, place=self.place), self.revision))
        elif view.turn == view.seat:
            self.action_keep() if self.chosen == 0 else self.action_reject()

    def action_keep(self) -> None:
        """Keeps the card looked at."""
        if self.view is not None and self.is_enabled("keep"):
            self.post_message(MoveChosen(Keep(seat=self.view.seat), self.revision))

    def action_reject(self) -> None:
        """Rejects the card looked at."""
        if self.view is not None and self.is_enabled("reject"):
            self.post_message(MoveChosen(Reject(seat=self.view.seat), self.revision))


def beginning(view: DraftView, names: tuple[str, ...]) -> str:
    """What the cut has decided, and who plays first."""
    if view.first is None:
        return ""
    second = seat_after(view.first, view.rules.seats)
    if view.rules.opening == "deal":
        text = _("{first} deals, {second} begins")
        if view.first == view.seat:
            text = _("You deal, {second} begins")
        elif second == view.seat:
            text = _("{first} deals, you begin")
    elif view.first == view.seat:
        text = _("You draft first, {second} plays first")
    else:
        text = _("{first} drafts first, you play first")
    return text.format(first=names[view.first], second=names[second])


def about_hand(view: DraftView, dot: str) -> str:
    """How many cards of each colour the hand holds, and its points."""
    counts = Counter(colour_name(card.colour) if card.colour else _("wild") for card in view.hand)
    parts = [f"{name} {count}" for name, count in counts.items()]
    points = hand_points(view.hand, view.rules)
    parts.append(ngettext("{points} point", "{points} points", points).format(points=points))
    return f" {dot} ".join(parts)
