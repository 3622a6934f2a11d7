"""The moves of a decision with what they are worth, a line each, the best one first."""

from typing import Final

from textual.events import Click
from textual.message import Message
from textual.reactive import var

from uno_duo.coach.advice import Advice, Advised
from uno_duo.core import Dump, Face, Play, SeatMove
from uno_duo.language import _
from uno_duo.ui.glyphs import BAR_STEPS
from uno_duo.ui.widgets.canvas import Canvas, DrawnWithCards, fitted
from uno_duo.ui.widgets.card import style_name
from uno_duo.wording import move_name

_POINTS: Final = 7
_BEHIND: Final = 12
_CHANCE: Final = 5
_BAR: Final = 4
_LEAST_NAME: Final = 16
_LONGEST_NAME: Final = 26
_BLUNDER: Final = 10.0  # points


class AdviceTable(DrawnWithCards):
    """The moves that fit, among them the chosen one.

    Attributes:
        advice: The moves, in the order in which they are shown, with what they are worth.
        selected: Which of them is chosen.
        played: The move that was made, where one was.
        is_hidden: Whether only the moves are shown.
    """

    class Clicked(Message):
        """A line was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    advice: var[Advice | None] = var[Advice | None](None)
    selected: var[int] = var(0)
    played: var[SeatMove | None] = var[SeatMove | None](None)
    is_hidden: var[bool] = var(False)

    def watch_advice(self) -> None:
        """Shows the new advice."""
        self.redraw()

    def watch_selected(self) -> None:
        """Shows the chosen move."""
        self.redraw()

    def watch_played(self) -> None:
        """Shows which one was made."""
        self.redraw()

    def watch_is_hidden(self) -> None:
        """Shows what the moves are worth, or does so no more."""
        self.redraw()

    @property
    def _first(self) -> int:
        """The first of the moves that are shown."""
        count = len(self.advice.moves) if self.advice else 0
        rows = max(1, self.size.height - 1)
        return max(0, min(self.selected - rows // 2, count - rows))

    def paint(self, canvas: Canvas) -> None:
        """Draws what the columns are, and the moves."""
        dim = self.style_of("part--dim")
        columns = self._columns(canvas.width)
        for right, name in zip(columns, (_("points"), _("behind"), _("wins")), strict=True):
            canvas.put_right(right, 0, "" if self.is_hidden else name, dim)
        moves = self.advice.moves if self.advice else ()
        shown = moves[self._first :][: canvas.height - 1]
        for y, advised in enumerate(shown, start=1):
            self._draw(canvas, y, self._first + y - 1, advised, columns)

    @staticmethod
    def _columns(width: int) -> tuple[int, int, int]:
        """Where the columns of numbers end; names have what is left, once there is room for a bar."""
        room = width - _POINTS - _BEHIND - _CHANCE
        if room >= _LEAST_NAME + _BAR + 1:
            room = min(_LONGEST_NAME, room - _BAR - 1)
        points = max(2, room) + _POINTS
        return points, points + _BEHIND, points + _BEHIND + _CHANCE

    def _draw(self, canvas: Canvas, y: int, place: int, advised: Advised, columns: tuple[int, int, int]) -> None:
        points, behind, chance = columns
        is_chosen = place == self.selected
        accent, dim = self.style_of("part--accent"), self.style_of("part--dim")
        warning = self.style_of("part--warning")
        is_equal, is_known = advised.is_equal, advised.is_known
        style = dim if not is_known else accent if is_equal else warning if advised.behind >= _BLUNDER else dim
        canvas.put(0, y, self.glyphs.asked if is_chosen else " ", accent)
        room = canvas.width if self.is_hidden else points - _POINTS
        sign = f" {self.glyphs.playable}" if advised.move == self.played else ""
        name = fitted(move_name(advised.move), room - 2 - len(sign), self.glyphs.more)
        card = _card_of(advised.move)
        code = card.code if card is not None else ""
        x = canvas.put(2, y, code, self.style_of(style_name(card.colour))) if card is not None else 2
        x = canvas.put(x, y, name[len(code) :], self.style_of("part--strong") if is_chosen else None)
        canvas.put(x, y, sign, accent)
        if self.is_hidden:
            return
        if not is_known:
            for right in columns:
                canvas.put_right(right, y, "?", style)
            return
        canvas.put_right(points, y, f"{advised.points:+.1f}", style)
        canvas.put_right(behind, y, self._behind(advised) if place else _("best"), style)
        canvas.put_right(chance, y, chance_told(advised.round_chance), style)
        if canvas.width >= chance + 1 + _BAR:
            canvas.put(chance + 1, y, self.glyphs.bar_of(round(advised.round_chance * _BAR * BAR_STEPS)), style)

    def _behind(self, advised: Advised) -> str:
        """How far a move is behind the best one, and how exactly that is known: never more exactly than it is."""
        error = f"{self.glyphs.plus_minus}{advised.shown_error:.1f}"
        return f"{_('equal') if advised.is_equal else f'{-advised.behind:+.1f}'} {error}"

    def on_click(self, event: Click) -> None:
        """Tells which line was clicked."""
        index = self._first + event.y - 1
        if event.y > 0 and self.advice is not None and index < len(self.advice.moves):
            self.post_message(self.Clicked(index))


def chance_told(chance: float) -> str:
    """A chance in percent; only what is certain is called 0 or 100."""
    percent = f"{chance:.0%}"
    if percent == "0%" and chance > 0:
        return "<1%"
    return ">99%" if percent == "100%" and chance < 1 else percent


def _card_of(move: SeatMove) -> Face | None:
    """The card that the name of a move begins with."""
    if isinstance(move, Play):
        return move.card
    return move.last if isinstance(move, Dump) else None
