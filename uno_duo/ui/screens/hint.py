"""The hint of a practice match: what every legal move is worth, which sharpens while it is open."""

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click
from textual.reactive import var
from textual.screen import ModalScreen

from uno_duo.coach.advice import Advice, Advised
from uno_duo.coach.reasons import reason
from uno_duo.core import DraftView, PlayView, SeatMove
from uno_duo.evaluation.trained import is_trained_on
from uno_duo.language import _
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.screens.base import FULL_HEIGHT, FittedScreen
from uno_duo.ui.widgets.advice import AdviceTable
from uno_duo.ui.widgets.line import About, Title

_BESIDE: Final = 18  # lines of a full window that are not the moves'
_BESIDE_LOW: Final = 8  # those of a low one
_LEAST_ROWS: Final = 3


class HintScreen(FittedScreen[SeatMove | None], ModalScreen[SeatMove | None]):
    """The hint, over the middle of the screen; it results in the move that is to be played, or in None.

    Attributes:
        advice: What the moves are worth, as far as it is known.
        failure: Why there is no advice, as a clause.
    """

    BINDINGS = bindings(Place.HINT)

    advice: var[Advice | None] = var[Advice | None](None)
    failure: var[str] = var("")

    def __init__(self, view: DraftView | PlayView, names: Sequence[str]) -> None:
        """Makes the hint.

        Args:
            view: What the player may know.
            names: The seats' names.
        """
        super().__init__(classes="dialog hint")
        self._view = view
        self._names = names
        self._chosen: SeatMove | None = None  # the best one, whichever that becomes
        self._is_ready = False

    def compose(self) -> ComposeResult:
        """The moves between a title and why the chosen one is as good as it is."""
        with Vertical(classes="box"):
            yield Title()
            yield AdviceTable()
            yield About(classes="why")
            yield About(classes="foot")

    def begin(self) -> None:
        """Shows what is known."""
        self._is_ready = True
        self._show()

    def fit(self) -> None:
        """Gives the moves the lines that there are."""
        super().fit()
        height = self.app.size.height
        most = max(_LEAST_ROWS, height - (_BESIDE if height >= FULL_HEIGHT else _BESIDE_LOW))
        self.query_one(AdviceTable).styles.height = 1 + min(most, len(self._view.legal))

    def watch_advice(self) -> None:
        """Shows the new advice."""
        if self._is_ready:
            self._show()

    def watch_failure(self) -> None:
        """Shows that there is no advice."""
        if self._is_ready:
            self._show()

    @property
    def _selected(self) -> int:
        moves = [advised.move for advised in self.advice.moves] if self.advice else []
        return moves.index(self._chosen) if self._chosen in moves else 0

    def _show(self) -> None:
        advice = self.advice
        title, table = self.query_one(Title), self.query_one(AdviceTable)
        title.left, title.right = _("Hint"), self._progress
        table.advice, table.selected = advice, self._selected
        told = ""
        if self.failure:
            told = _("The coach fails: {reason}").format(reason=self.failure)
        elif advice is not None:
            told = self._about(advice.moves[self._selected])
        self.query_one(".why", About).text = told
        self.query_one(".foot", About).text = _("Enter plays it, Esc closes")

    def _about(self, advised: Advised) -> str:
        """Why a move is as good as it is, where there is something to say."""
        if advised.is_known and advised.costs_match_alone:
            return _("No fewer points than the best move, but a smaller chance to win the match.")
        return reason(self._view, advised.move, self._names)

    @property
    def _progress(self) -> str:
        """How far the coach has come."""
        if self.failure:
            return ""
        if self.advice is None:
            return _("thinks")
        told = _("settled") if self.advice.is_settled else _("thinks")
        if not is_trained_on(self._view.rules):
            told = _("rounds played out: {told}").format(told=told)
        return told

    def action_move(self, step: int) -> None:
        """Chooses the next move above or below."""
        if self.advice is not None:
            moves = self.advice.moves
            self._chosen = moves[(self._selected + step) % len(moves)].move
            self._show()

    def on_advice_table_clicked(self, message: AdviceTable.Clicked) -> None:
        """Chooses a move, or plays it where it was chosen before."""
        assert self.advice is not None
        if message.index == self._selected:
            self.action_choose()
        else:
            self._chosen = self.advice.moves[message.index].move
            self._show()

    def on_click(self, event: Click) -> None:
        """Closes at a click beside it."""
        if event.widget is self:
            self.close()

    def action_choose(self) -> None:
        """Plays the chosen move; as long as little is known the best one is none to be played unseen."""
        if self.advice is not None and (self._chosen is not None or self.advice.moves[0].is_known):
            self.close(self.advice.moves[self._selected].move)

    def action_hint(self) -> None:
        """Closes the hint with the key that opened it."""
        self.close()

    def action_back(self) -> None:
        """Closes the hint."""
        self.close()
