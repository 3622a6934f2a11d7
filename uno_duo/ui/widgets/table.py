"""The table: the other seat, the piles, the colour in force and what is due."""

from textual.reactive import var

from uno_duo.core import PlayView
from uno_duo.language import _, ngettext
from uno_duo.ui.widgets.canvas import Canvas, Drawn, fitted
from uno_duo.ui.widgets.card import BACK_WIDTH, TABLE_WIDTH, draw_back, draw_backs, draw_table_card, style_name
from uno_duo.wording import colour_name

_FULL_HEIGHT = 7


class Table(Drawn):
    """What lies on the table and is known to everybody."""

    view: var[PlayView | None] = var[PlayView | None](None)
    other_name: var[str] = var("")

    def watch_view(self) -> None:
        """Shows the new position."""
        self.redraw()

    def watch_other_name(self) -> None:
        """Shows the new name."""
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draws the cards as such where there is room, and in words where there is not."""
        if self.view is None:
            return
        if canvas.height >= _FULL_HEIGHT:
            self._paint_cards(canvas, self.view)
        else:
            self._paint_words(canvas, self.view)

    def _paint_cards(self, canvas: Canvas, view: PlayView) -> None:
        dim, strong = self.style_of("part--dim"), self.style_of("part--strong")
        cards = self._other_hand(view)
        name = fitted(self.other_name, max(8, canvas.width // 4), self.glyphs.more)
        x = canvas.put(1, 0, name, strong) + 2
        x = draw_backs(canvas, self, x, 0, view.hand_sizes[1 - view.seat], canvas.width - len(cards) - 3)
        canvas.put(x + 1, 0, cards, strong)
        top = max(2, (canvas.height - 5) // 2)
        if view.draw_size:
            draw_back(canvas, self, 5, top)
        canvas.put_middle(5, 5 + BACK_WIDTH, top + 5, str(view.draw_size), strong)
        left = 5 + BACK_WIDTH + 3
        draw_table_card(canvas, self, left, top, view.discard[-1], view.colour)
        canvas.put_middle(left, left + TABLE_WIDTH, top + 5, _("discard"), dim)
        right = left + TABLE_WIDTH + 3
        canvas.put(right, top + 1, self._colour(view), self.style_of(style_name(view.colour)))
        canvas.put(right, top + 2, _("in force") if view.colour else "", dim)
        due = self._due(view)
        canvas.put(right, top + 4, due, self.style_of("part--warning") if view.bill else dim)

    def _paint_words(self, canvas: Canvas, view: PlayView) -> None:
        strong = self.style_of("part--strong")
        deck = _("deck {count}").format(count=view.draw_size)
        canvas.put_right(canvas.width - 1, 0, deck)
        cards = self._other_hand(view)
        name = fitted(self.other_name, canvas.width - len(deck) - len(cards) - 5, self.glyphs.more)
        x = canvas.put(1, 0, name, strong)
        canvas.put(x + 1, 0, cards, strong)
        top = view.discard[-1]
        x = canvas.put(1, 1, _("top "))
        x = canvas.put(x, 1, f" {top.code} ", self.style_of(style_name(top.colour or view.colour)))
        x = canvas.put(x + 2, 1, self._colour(view), self.style_of(style_name(view.colour)))
        due = self._due(view)
        canvas.put_right(canvas.width - 1, 1, due, self.style_of("part--warning") if view.bill else None)

    def _other_hand(self, view: PlayView) -> str:
        count = view.hand_sizes[1 - view.seat]
        return ngettext("{count} card", "{count} cards", count).format(count=count)

    @staticmethod
    def _colour(view: PlayView) -> str:
        if view.colour is None:
            return _("no colour yet")
        return f" {colour_name(view.colour).upper()} ({view.colour.letter}) "

    @staticmethod
    def _due(view: PlayView) -> str:
        if not view.bill:
            return _("nothing due")
        return ngettext("{count} card due", "{count} cards due", view.bill).format(count=view.bill)
