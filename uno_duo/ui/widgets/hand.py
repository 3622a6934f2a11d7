"""The hand: every card, which can be played, and which is chosen."""

from collections.abc import Callable
from dataclasses import dataclass

from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.reactive import var

from uno_duo.core import Face
from uno_duo.ui.widgets.canvas import Canvas, DrawnWithCards
from uno_duo.ui.widgets.card import (
    CODE_STEP,
    HAND_HEIGHT,
    HAND_WIDTH,
    SLICE_STEP,
    draw_code,
    draw_hand_card,
    draw_slice,
)

_MARGIN = 1


@dataclass(frozen=True)
class Arrangement:
    """How the cards of a hand are laid out.

    Attributes:
        step: How many cells each card stands behind the one before.
        per_row: How many cards stand in a row.
        row_height: How many lines a row takes, with its marks.
        draw: Draws a card at a cell.
    """

    step: int
    per_row: int
    row_height: int
    draw: Callable[..., None]

    @property
    def is_codes(self) -> bool:
        """Whether the cards are drawn as codes."""
        return self.draw is draw_code


def arrange(count: int, width: int, height: int) -> Arrangement:
    """Boxes while they fit, then boxes that overlap, then rows of codes.

    Args:
        count: How many cards there are.
        width: The cells of a line.
        height: The lines that there are, marks included.
    """
    room = width - 2 * _MARGIN
    if height >= HAND_HEIGHT + 2:
        if count * HAND_WIDTH <= room:
            return Arrangement(HAND_WIDTH, max(1, count), HAND_HEIGHT + 2, draw_hand_card)
        if (count - 1) * SLICE_STEP + HAND_WIDTH <= room:
            return Arrangement(SLICE_STEP, count, HAND_HEIGHT + 2, draw_slice)
    return Arrangement(CODE_STEP, max(1, (width - 2) // CODE_STEP), 2, draw_code)


class Hand(DrawnWithCards):
    """The cards of a hand in hand order, with one chosen; in a window that is too small it scrolls by rows."""

    class CardClicked(Message):
        """A card was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    cards: var[tuple[Face, ...]] = var(())
    playable: var[frozenset[Face]] = var(frozenset[Face]())
    selected: var[int | None] = var[int | None](None)

    @property
    def arrangement(self) -> Arrangement:
        """How the cards lie now."""
        return arrange(len(self.cards), self.size.width, self.size.height)

    @property
    def _first_row(self) -> int:
        """The first row shown, such that the chosen card is among those that are."""
        laid = self.arrangement
        shown = max(1, self.size.height // laid.row_height)
        rows = -(-len(self.cards) // laid.per_row)
        chosen = (self.selected or 0) // laid.per_row
        return max(0, min(chosen - shown // 2, rows - shown))

    def watch_cards(self) -> None:
        """Shows the cards."""
        self.redraw()

    def watch_playable(self) -> None:
        """Shows which can be played."""
        self.redraw()

    def watch_selected(self, before: int | None, after: int | None) -> None:
        """Shows which is chosen, and sends no more of the hand than that."""
        laid = self.arrangement
        if self._first_row or len(self.cards) > laid.per_row * max(1, self.size.height // laid.row_height):
            self.redraw()
            return
        width = HAND_WIDTH if not laid.is_codes else CODE_STEP + 1
        self.redraw(
            *(
                Region(*self._place(index), width, laid.row_height).intersection(self.size.region)
                for index in (before, after)
                if index is not None and index < len(self.cards)
            )
        )

    def _place(self, index: int) -> tuple[int, int]:
        """The cell where a card's marks begin, above it."""
        laid = self.arrangement
        row, column = divmod(index, laid.per_row)
        margin = _MARGIN if not laid.is_codes else 0
        return margin + column * laid.step, (row - self._first_row) * laid.row_height

    def paint(self, canvas: Canvas) -> None:
        """Draws the cards that fit, with the marks above and below them."""
        laid = self.arrangement
        glyphs = self.glyphs
        mark = self.style_of("part--accent")
        chosen_last = sorted(enumerate(self.cards), key=lambda card: card[0] == self.selected and laid.is_codes)
        for index, face in chosen_last:
            x, y = self._place(index)
            if not 0 <= y < canvas.height:
                continue
            is_last = index == len(self.cards) - 1
            is_chosen = index == self.selected
            draw = draw_hand_card if laid.draw is draw_slice and is_last else laid.draw
            draw(canvas, self, x, y if laid.is_codes else y + 1, face, is_raised=is_chosen)
            middle = x + 2 if laid.is_codes or laid.draw is draw_slice else x + HAND_WIDTH // 2 - 1
            if is_chosen and not laid.is_codes:
                canvas.put(middle, y, glyphs.selected, mark)
            if face in self.playable:
                canvas.put(middle, y + laid.row_height - 1, glyphs.playable, mark)

    def index_at(self, x: int, y: int) -> int | None:
        """The card that is drawn at a cell."""
        laid = self.arrangement
        margin = _MARGIN if not laid.is_codes else 0
        column = (x - margin) // laid.step
        if laid.draw is draw_slice:
            column = min(column, len(self.cards) - 1)
        index = (self._first_row + y // laid.row_height) * laid.per_row + column
        is_inside = x >= margin and 0 <= column < laid.per_row and 0 <= index < len(self.cards)
        return index if is_inside else None

    def on_click(self, event: Click) -> None:
        """Tells which card was clicked."""
        index = self.index_at(event.x, event.y)
        if index is not None:
            self.post_message(self.CardClicked(index))
