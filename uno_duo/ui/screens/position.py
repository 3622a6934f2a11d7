"""What the review and the drills have in common: a position as a player saw it, and its moves."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal

from uno_duo.coach.advice import Advice, Advised
from uno_duo.coach.reasons import reason
from uno_duo.core import DraftView, PlayView, SeatMove
from uno_duo.language import _
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.keys import Command
from uno_duo.ui.screens.base import GameScreen
from uno_duo.ui.screens.dialogs import CardCodes
from uno_duo.ui.widgets.advice import AdviceTable
from uno_duo.ui.widgets.draft import DraftTable
from uno_duo.ui.widgets.hand import Hand
from uno_duo.ui.widgets.line import About, Prompt, Rule, Title
from uno_duo.ui.widgets.table import Table

_UNKNOWN: Final = {"worlds": 0, "points": 0.0, "behind": 0.0, "error": 0.0, "round_chance": 0.0}


class PositionScreen(GameScreen):
    """A position, of whose moves one can be chosen; what they are worth is shown, or hidden until one was tried."""

    def __init__(self, classes: str) -> None:
        """Makes the screen.

        Args:
            classes: Its classes in the stylesheet, beside those of all such screens.
        """
        super().__init__(f"position {classes}")
        self._moves: tuple[Advised, ...] = ()
        self._chosen = 0

    def compose_body(self) -> ComposeResult:
        """The table over the hand, over what is asked and the moves."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        yield Table(classes="board")
        yield DraftTable(classes="board")
        yield About(classes="about happened")
        yield Title(classes="hand-title")
        yield Hand(classes="hand")
        yield CardCodes((), classes="codes")
        yield Prompt(classes="prompt")
        with Horizontal(classes="answers"):
            yield AdviceTable()
            yield from self.compose_beside()
        yield About(classes="about why")

    def compose_beside(self) -> ComposeResult:
        """What stands beside the moves."""
        yield from ()

    @property
    def is_hidden(self) -> bool:
        """Whether a move may be tried before what they are worth is shown."""
        raise NotImplementedError

    def show_position(self, view: DraftView | PlayView, names: Sequence[str], lines: Sequence[str] = ()) -> None:
        """Shows a position.

        Args:
            view: What the player knows.
            names: The seats' names.
            lines: What has happened before, in plain words.
        """
        table, draft = self.query_one(Table), self.query_one(DraftTable)
        table.display, draft.display = isinstance(view, PlayView), isinstance(view, DraftView)
        if isinstance(view, PlayView):
            table.names, table.view = tuple(names), view
        else:
            draft.names, draft.view = tuple(names), view
        self.query_one(".happened", About).text = ". ".join(lines)
        self.query_one(".hand-title", Title).left = _("Your hand: {count}").format(count=len(view.hand))
        self.query_one(Hand).cards = self.query_one(CardCodes).hand = view.hand

    def show_moves(
        self,
        view: DraftView | PlayView,
        advice: Advice | None,
        names: Sequence[str],
        sentence: str,
        played: SeatMove | None = None,
    ) -> None:
        """Shows the moves, and what is said of them.

        Args:
            view: What the player knows.
            advice: What they are worth; None where that is not known, or not to be shown.
            names: The seats' names.
            sentence: What is said.
            played: The move that was made, where one was.
        """
        hidden = tuple(Advised(move=move, **_UNKNOWN) for move in view.legal)
        self._moves = hidden if advice is None else advice.moves
        self._chosen = min(self._chosen, len(self._moves) - 1)
        table, prompt = self.query_one(AdviceTable), self.query_one(Prompt)
        table.advice, table.selected, table.played = Advice(moves=self._moves), self._chosen, played
        table.is_hidden = advice is None
        prompt.is_asking, prompt.sentence = self.is_hidden, sentence
        told = "" if advice is None else reason(view, self._moves[self._chosen].move, names)
        self.query_one(".why", About).text = told
        self.show_keys()

    def show_worths(self) -> None:
        """Shows the moves anew."""
        raise NotImplementedError

    def error_of(self, advised: Advised) -> str:
        """How exactly it is known how far a move is behind."""
        return f"{glyphs_of(self.app).plus_minus}{advised.shown_error:.1f}"

    def own_commands(self) -> Iterable[Command]:
        """The commands that act now, by the names that fit."""
        for command in super().own_commands():
            is_next = command.action == "choose" and not self.is_hidden
            yield replace(command, name=_("Next")) if is_next else command

    def action_move(self, step: int) -> None:
        """Chooses the move above or below."""
        if self._moves:
            self._chosen = (self._chosen + step) % len(self._moves)
            self.show_worths()

    def on_advice_table_clicked(self, message: AdviceTable.Clicked) -> None:
        """Chooses a move, or tries it where it was chosen before."""
        if message.index == self._chosen and self.is_hidden:
            self.action_choose()
        else:
            self._chosen = message.index
            self.show_worths()

    def action_choose(self) -> None:
        """Tries the chosen move, or goes on."""
        raise NotImplementedError

    def action_back(self) -> None:
        """Closes the screen."""
        self.close()
