"""The table: the other seats, the piles, the colour in force and what is due."""

from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from textual.reactive import var

from uno_duo.core import PlayView
from uno_duo.language import _, ngettext
from uno_duo.ui.prompts import seat_next_to
from uno_duo.ui.widgets.canvas import Canvas, DrawnWithCards, fitted
from uno_duo.ui.widgets.card import BACK_WIDTH, TABLE_WIDTH, draw_back, draw_backs, draw_table_card, style_name
from uno_duo.wording import colour_name

LEAST_CELL = 8
"""The cells that a seat needs among others: its mark, four of its name, and its number of cards."""
_FULL_HEIGHT = 7
_CARD_HEIGHT = 5
_CELL = 15
_ROOMY_CELL = 12
_COUNT_WIDTH = 4
_HAND = 7  # the cards that a hand has at first, as a rule


@dataclass(frozen=True)
class _Seat:
    """What is told of another seat.

    Attributes:
        name: Its name.
        mark: Whether it is on turn or next, or which way play runs past it.
        mark_style: The part of the stylesheet for the mark.
        style: The one for its name.
        count: How many cards it has; None where it is out.
        is_open: Whether it may be called out.
    """

    name: str
    mark: str
    mark_style: str
    style: str
    count: int | None
    is_open: bool

    @property
    def cards(self) -> str:
        """Its number of cards, or that it is out."""
        return _("out") if self.count is None else str(self.count)

    @property
    def cards_style(self) -> str:
        """The part of the stylesheet for it."""
        if self.count is None:
            return "part--dim"
        return "part--warning" if self.count == 1 else "part--strong"

    def sign(self, *, is_long: bool) -> str:
        """What is said of a single card, in a word or in a sign: that it is one, or that UNO was forgotten."""
        if self.count != 1:
            return ""
        if is_long:
            return _(" UNO?") if self.is_open else _(" UNO")
        return "?" if self.is_open else "!"


class Table(DrawnWithCards):
    """What lies on the table and is known to everybody."""

    view: var[PlayView | None] = var[PlayView | None](None)
    names: var[tuple[str, ...]] = var(("", ""))

    def watch_view(self) -> None:
        """Shows the new position."""
        self.redraw()

    def watch_names(self) -> None:
        """Shows the new names."""
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draws the cards as such where there is room, and in words where there is not."""
        view = self.view
        if view is None or len(self.names) != view.rules.seats:
            return
        has_room = canvas.height >= _FULL_HEIGHT
        if view.rules.seats == 2:
            self._paint_cards(canvas, view) if has_room else self._paint_words(canvas, view)
        elif has_room:
            self._paint_cards_of_many(canvas, view)
        else:
            self._paint_words_of_many(canvas, view)

    # Two seats

    def _paint_cards(self, canvas: Canvas, view: PlayView) -> None:
        strong = self.style_of("part--strong")
        cards = self._other_hand(view)
        name = fitted(self.names[1 - view.seat], max(8, canvas.width // 4), self.glyphs.more)
        x = canvas.put(1, 0, name, strong) + 2
        x = draw_backs(canvas, self, x, 0, view.hand_sizes[1 - view.seat], canvas.width - len(cards) - 3)
        canvas.put(x + 1, 0, cards, strong)
        self._paint_piles(canvas, view, max(2, (canvas.height - _CARD_HEIGHT) // 2), _CARD_HEIGHT)

    def _paint_words(self, canvas: Canvas, view: PlayView) -> None:
        strong = self.style_of("part--strong")
        deck = _("deck {count}").format(count=view.draw_size)
        canvas.put_right(canvas.width - 1, 0, deck)
        cards = self._other_hand(view)
        name = fitted(self.names[1 - view.seat], canvas.width - len(deck) - len(cards) - 5, self.glyphs.more)
        x = canvas.put(1, 0, name, strong)
        canvas.put(x + 1, 0, cards, strong)
        self._paint_top(canvas, view, 1)
        due = self._due(view)
        canvas.put_right(canvas.width - 1, 1, due, self.style_of("part--warning") if view.bill else None)

    def _other_hand(self, view: PlayView) -> str:
        count = view.hand_sizes[1 - view.seat]
        return ngettext("{count} card", "{count} cards", count).format(count=count)

    # More seats

    def _seats(self, view: PlayView) -> list[_Seat]:
        """The other seats, beginning left of the view's own."""
        count = view.rules.seats
        way = 0 if view.direction > 0 else 1
        following = None if view.turn is None else seat_next_to(view, view.turn)
        seats: list[_Seat] = []
        for seat in ((view.seat + step) % count for step in range(1, count)):
            mark, mark_style, style = self.glyphs.running[way], "part--dim", ""
            if seat in view.out:
                mark, style = " ", "part--dim"
            elif seat == view.turn:
                mark, mark_style, style = self.glyphs.on_turn[way], "part--accent", "part--accent"
            elif seat == following:
                mark, mark_style = self.glyphs.following[way], "part--accent"
            cards = None if seat in view.out else view.hand_sizes[seat]
            seats.append(_Seat(self.names[seat], mark, mark_style, style, cards, seat == view.uno_open))
        return seats

    def _paint_cards_of_many(self, canvas: Canvas, view: PlayView) -> None:
        seats = self._seats(view)
        rows = -(-len(seats) // max(1, canvas.width // _CELL))
        per_row = -(-len(seats) // rows)
        room = canvas.height - _CARD_HEIGHT - 1  # for a pile with its count under it
        tall = 2 if 2 * rows <= room else 1
        step = tall + 1 if (tall + 1) * rows <= room and tall == 2 else tall
        cell = canvas.width // per_row
        name_width = max(cell_len(seat.name) for seat in seats)
        for place, seat in enumerate(seats):
            row, column = divmod(place, per_row)
            paint = self._paint_seat if tall == 2 else self._paint_seat_in_line
            paint(canvas, 1 + column * cell, row * step, seat, cell - 1, name_width)
        top = min(rows * step, canvas.height - _FULL_HEIGHT + 3)
        spare = canvas.height - top - _CARD_HEIGHT - 1
        self._paint_piles(canvas, view, top + max(0, spare // 2), min(_CARD_HEIGHT, canvas.height - top))

    def _paint_seat(self, canvas: Canvas, x: int, y: int, seat: _Seat, width: int, name_width: int) -> None:
        """Draws a seat in two lines: its name over its cards."""
        del name_width
        canvas.put(x, y, seat.mark, self.style_of(seat.mark_style))
        canvas.put(x + 2, y, fitted(seat.name, width - 3, self.glyphs.more), self._style(seat.style))
        end = canvas.put(x + 2, y + 1, f"{seat.cards:>2} ", self.style_of(seat.cards_style))
        if seat.count is not None:
            sign = seat.sign(is_long=True)
            fits = max(0, x + width - 1 - end - cell_len(sign))
            end = canvas.put(end, y + 1, self.glyphs.thin_back * min(seat.count, fits), self.style_of("card--back"))
            canvas.put(end, y + 1, sign, self.style_of("part--warning"))

    def _paint_seat_in_line(self, canvas: Canvas, x: int, y: int, seat: _Seat, width: int, name_width: int) -> None:
        """Draws a seat in one line: its name, its number of cards, and these as well where there is room."""
        gap = 2 if width >= _ROOMY_CELL else 1
        is_long = width >= gap + name_width + _COUNT_WIDTH + cell_len(_(" UNO?"))
        sign = seat.sign(is_long=is_long)
        end = x + min(width, gap + name_width + _COUNT_WIDTH)  # of the number, and of a short sign
        tail = seat.cards if is_long else seat.cards + sign
        name = fitted(seat.name, end - x - gap - cell_len(tail) - 1, self.glyphs.more)
        canvas.put(x, y, seat.mark, self.style_of(seat.mark_style))
        canvas.put(x + gap, y, name, self._style(seat.style))
        canvas.put_right(end, y, tail, self.style_of(seat.cards_style))
        if is_long:
            canvas.put(end, y, sign, self.style_of("part--warning"))
        fits = x + width - end - 2
        if seat.count is not None and fits >= _HAND and not sign:
            canvas.put(end + 1, y, self.glyphs.thin_back * min(seat.count, fits), self.style_of("card--back"))

    def _paint_words_of_many(self, canvas: Canvas, view: PlayView) -> None:
        end = self._paint_top(canvas, view, 0)
        deck = _("deck {count}").format(count=view.draw_size)
        canvas.put_right(canvas.width - 1, 0, deck)
        if view.bill:
            due = self._due(view)
            room = canvas.width - end - cell_len(deck) - 3
            due = due if cell_len(due) <= room else _("{count} due").format(count=view.bill)
            canvas.put(end + 1, 0, due, self.style_of("part--warning"))
        seats = self._seats(view)
        rows = most = max(1, canvas.height - 1)
        for fewer in range(1, most):
            if canvas.width // -(-len(seats) // fewer) >= _ROOMY_CELL:
                rows = fewer
                break
        per_row = -(-len(seats) // rows)
        cell = canvas.width // per_row
        name_width = max(cell_len(seat.name) for seat in seats)
        for place, seat in enumerate(seats):
            row, column = divmod(place, per_row)
            self._paint_seat_in_line(canvas, column * cell, 1 + row, seat, cell, name_width)

    def _style(self, name: str) -> Style | None:
        return self.style_of(name) if name else None

    # The piles

    def _paint_piles(self, canvas: Canvas, view: PlayView, top: int, height: int) -> None:
        """Draws the piles, with the deck's count under it or, where no line is left, on it; and what is in force."""
        dim, strong = self.style_of("part--dim"), self.style_of("part--strong")
        if view.draw_size:
            draw_back(canvas, self, 5, top, height)
        count = str(view.draw_size)
        left = 5 + BACK_WIDTH + 3
        draw_table_card(canvas, self, left, top, view.discard[-1], view.colour, height)
        if top + height < canvas.height:
            canvas.put_middle(5, 5 + BACK_WIDTH, top + height, count, strong)
            canvas.put_middle(left, left + TABLE_WIDTH, top + height, _("discard"), dim)
        else:
            canvas.put_middle(5, 5 + BACK_WIDTH, top + height // 2, f" {count} ", strong)
        right = left + TABLE_WIDTH + 3
        canvas.put(right, top + 1, self._colour(view), self.style_of(style_name(view.colour)))
        canvas.put(right, top + 2, _("in force") if view.colour else "", dim)
        due = self._due(view)
        canvas.put(right, top + height - 1, due, self.style_of("part--warning") if view.bill else dim)

    def _paint_top(self, canvas: Canvas, view: PlayView, y: int) -> int:
        """Tells the top card and the colour in force in a line, and returns the cell behind them."""
        top = view.discard[-1]
        x = canvas.put(1, y, _("top "))
        x = canvas.put(x, y, f" {top.code} ", self.style_of(style_name(top.colour or view.colour)))
        return canvas.put(x + 2, y, self._colour(view), self.style_of(style_name(view.colour)))

    @staticmethod
    def _colour(view: PlayView) -> str:
        if view.colour is None:
            return _("no colour yet")
        return f" {colour_name(view.colour).upper()} ({view.colour.letter}) "

    @staticmethod
    def _due(view: PlayView) -> str:
        if not view.bill:
            return _("nothing due") if view.rules.stacking else ""
        return ngettext("{count} card due", "{count} cards due", view.bill).format(count=view.bill)
