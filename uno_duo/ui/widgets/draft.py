"""The table of the cut and of the draft."""

from rich.cells import cell_len
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.reactive import var

from uno_duo.core import DraftView, Face, Keep, Phase, seat_after
from uno_duo.language import _, ngettext
from uno_duo.ui.widgets.canvas import Canvas, DrawnWithCards, fitted
from uno_duo.ui.widgets.card import (
    BACK_WIDTH,
    CODE_STEP,
    TABLE_WIDTH,
    draw_back,
    draw_backs,
    draw_code,
    draw_table_card,
)

_FULL_HEIGHT = 9
_WIDE = 70
_GAP = 2


class CutTable(DrawnWithCards):
    """The deck that is cut, spread in rows, and the cards that were shown."""

    class PlaceClicked(Message):
        """A place of the deck was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    view: var[DraftView | None] = var[DraftView | None](None)
    names: var[tuple[str, ...]] = var(("", ""))
    place: var[int] = var(0)

    def watch_view(self) -> None:
        """Shows the new position."""
        self.redraw()

    def watch_names(self) -> None:
        """Shows the new names."""
        self.redraw()

    def watch_place(self) -> None:
        """Shows the chosen place."""
        self.redraw()

    @property
    def per_row(self) -> int:
        """How many places a row of the deck has."""
        size = self.view.draw_size if self.view else 0
        room = max(1, self.size.width - (4 if self.size.width >= _WIDE else 2))
        rows = -(-size // room)
        return max(1, -(-size // max(1, rows)))

    @property
    def row_height(self) -> int:
        """How many lines a row of the deck takes: with its mark above it, or in its place where room is scarce."""
        if self.view is None or self.size.height < _FULL_HEIGHT:
            return 1
        rows, lines = -(-self.view.draw_size // self.per_row), -(-self.view.rules.seats // 4)
        return 2 if 2 * rows + 1 + lines <= self.size.height else 1

    def paint(self, canvas: Canvas) -> None:
        """Draws the deck over the cards shown."""
        view = self.view
        if view is None:
            return
        left = (canvas.width - self.per_row) // 2
        shown = {cut.place for cut in view.cuts}
        for place in range(view.draw_size):
            row, column = divmod(place, self.per_row)
            sign = self.glyphs.none if place in shown else self.glyphs.back
            style = self.style_of("part--dim" if place in shown else "card--back")
            canvas.put(left + column, row * self.row_height + self.row_height - 1, sign, style)
        if view.phase is Phase.CUT:
            row, column = divmod(self.place, self.per_row)
            canvas.put(left + column, row * self.row_height, self.glyphs.selected, self.style_of("part--accent"))
        rows = -(-view.draw_size // self.per_row)
        self._paint_shown(canvas, view, rows * self.row_height + (1 if self.row_height > 1 else 0))

    def _paint_shown(self, canvas: Canvas, view: DraftView, y: int) -> None:
        """Draws the last card that each seat has cut, beside the cards cut before."""
        seats = view.rules.seats
        cell = (canvas.width - _GAP) // seats
        if cell >= TABLE_WIDTH + _GAP and (seats == 2 or canvas.height - y >= 7):
            for column in range(seats):
                seat = (view.seat + column) % seats
                x = _GAP + column * (canvas.width // 2 if seats == 2 else cell)
                self._paint_cut(canvas, view, seat, x, y, cell - _GAP)
        else:
            self._paint_lines(canvas, view, y)

    def _paint_cut(self, canvas: Canvas, view: DraftView, seat: int, x: int, y: int, room: int) -> None:
        """Draws what a seat has cut as a card, or as a code where the height is scarce."""
        cards = self._cards_of(view, seat)
        in_boxes = canvas.height - y >= 6
        name = fitted(self.names[seat], room - (0 if in_boxes else CODE_STEP), self.glyphs.more)
        behind = canvas.put(x, y, name, self._name_style(view, seat))
        if in_boxes and cards:
            draw_table_card(canvas, self, x, y + 1, cards[-1], None)
        elif cards:
            draw_code(canvas, self, behind, y, cards[-1], is_raised=False)
        if len(cards) > 1:
            text = _("before: {codes}").format(codes=" ".join(card.code for card in cards[:-1]))
            left, line = x, y + 1
            if in_boxes:
                is_beside = room >= TABLE_WIDTH + 16
                left, line = (x + TABLE_WIDTH + 2, y + 3) if is_beside else (x, y + 6)
            canvas.put(left, line, fitted(text, room - (left - x), self.glyphs.more), self.style_of("part--dim"))

    def _paint_lines(self, canvas: Canvas, view: DraftView, y: int) -> None:
        """Writes what each of many seats has cut, in as many columns as the height asks for."""
        seats = view.rules.seats
        lines = max(1, min(canvas.height - y, -(-seats // 2)))
        cell = (canvas.width - 1) // -(-seats // lines)
        room = min(max(map(cell_len, self.names)), cell - CODE_STEP - 1, 12)
        dim, more = self.style_of("part--dim"), self.glyphs.more
        for place in range(seats):
            seat = (view.seat + place) % seats
            column, line = divmod(place, lines)
            x, cards = 1 + column * cell, self._cards_of(view, seat)
            canvas.put(x, y + line, fitted(self.names[seat], room, more), self._name_style(view, seat))
            if cards:
                draw_code(canvas, self, x + room, y + line, cards[-1], is_raised=False)
            left = x + room + CODE_STEP + _GAP
            if len(cards) > 1 and x + cell - left > 12:
                text = _("before: {codes}").format(codes=" ".join(card.code for card in cards[:-1]))
                canvas.put(left, y + line, fitted(text, x + cell - left - 1, more), dim)

    @staticmethod
    def _cards_of(view: DraftView, seat: int) -> list[Face]:
        return [cut.card for cut in view.cuts if cut.seat == seat]

    def _name_style(self, view: DraftView, seat: int) -> Style:
        """Of a seat that cuts, or that has won the cut, more so than of others."""
        return self.style_of("part--accent" if seat in (view.turn, view.first) else "part--strong")

    def on_click(self, event: Click) -> None:
        """Tells which place was clicked."""
        if self.view is None:
            return
        column = event.x - (self.size.width - self.per_row) // 2
        place = event.y // self.row_height * self.per_row + column
        if 0 <= column < self.per_row and 0 <= place < self.view.draw_size:
            self.post_message(self.PlaceClicked(place))


class DraftTable(DrawnWithCards):
    """The card looked at, the deck, the discards, and what the other has picked as far as it may be seen."""

    view: var[DraftView | None] = var[DraftView | None](None)
    names: var[tuple[str, ...]] = var(("", ""))

    def watch_view(self) -> None:
        """Shows the new position."""
        self.redraw()

    def watch_names(self) -> None:
        """Shows the new names."""
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draws cards where there is room, and words where there is not."""
        view = self.view
        if view is None:
            return
        strong, dim = self.style_of("part--strong"), self.style_of("part--dim")
        other = _other(view)
        about = self._about_other(view)
        x = canvas.put(1, 0, fitted(self.names[other], max(8, canvas.width - len(about) - 4), self.glyphs.more), strong)
        if canvas.height >= _FULL_HEIGHT:
            x = draw_backs(canvas, self, x + 2, 0, view.hand_sizes[other], canvas.width - len(about) - 3)
        canvas.put(x + 2, 0, about, dim)
        if canvas.height >= _FULL_HEIGHT:
            self._paint_cards(canvas, view)
        else:
            self._paint_words(canvas, view)

    def _about_other(self, view: DraftView) -> str:
        other = _other(view)
        rejected = sum(pick.seat == other and not isinstance(pick, Keep) for pick in view.picks)
        cards = ngettext("{count} card", "{count} cards", view.hand_sizes[other]).format(count=view.hand_sizes[other])
        return _("{cards}; it rejected {count}").format(cards=cards, count=rejected)

    def _head(self, view: DraftView) -> str:
        if view.turn != view.seat:
            return _("{name} picks").format(name=self.names[_other(view)])
        pick, picks = view.hand_sizes[view.seat] + 1, view.rules.hand_size
        return _("Pick {pick} of {picks}: you look at").format(pick=pick, picks=picks)

    def _paint_cards(self, canvas: Canvas, view: DraftView) -> None:
        left, top = 8, 3
        height = min(7, canvas.height - top)
        canvas.put(left, 2, self._head(view), self.style_of("part--accent"))
        if view.drawn is not None:
            draw_table_card(canvas, self, left + 4, top, view.drawn, None, height)
        deck = left + 4 + TABLE_WIDTH + 10
        draw_back(canvas, self, deck, top)
        canvas.put_middle(deck, deck + BACK_WIDTH, top + 5, str(view.draw_size), self.style_of("part--strong"))
        pile = deck + BACK_WIDTH + 2
        if view.discard:
            draw_table_card(canvas, self, pile, top, view.discard[-1], None)
        text = pile + TABLE_WIDTH + 2
        canvas.put(text, top + 1, _("discards: {count}").format(count=len(view.discard)))
        if view.discard:
            codes = " ".join(face.code for face in view.discard[:-4:-1])
            canvas.put(text, top + 2, _("last: {codes}").format(codes=codes), self.style_of("part--dim"))

    def _paint_words(self, canvas: Canvas, view: DraftView) -> None:
        x = canvas.put(1, 1, self._head(view), self.style_of("part--accent"))
        if view.drawn is not None:
            draw_code(canvas, self, x, 1, view.drawn, is_raised=True)
        codes = " ".join(face.code for face in view.discard[:-4:-1])
        text = _("deck {deck}, discards {count}: {codes}").format(
            deck=view.draw_size, count=len(view.discard), codes=codes
        )
        canvas.put(1, 2, fitted(text, canvas.width - 2, self.glyphs.more), self.style_of("part--dim"))


def _other(view: DraftView) -> int:
    """The seat that drafts beside one's own; a draft is for two."""
    return seat_after(view.seat, view.rules.seats)
