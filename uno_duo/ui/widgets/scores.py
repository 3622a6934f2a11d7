"""The scoreboard: how the last round ended, all rounds, and every total against the target."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size
from textual.reactive import var

from uno_duo.core import Hand, RoundResult, ScoreView, hand_points, points, seat_after
from uno_duo.language import _, ngettext
from uno_duo.ui.glyphs import BAR_STEPS
from uno_duo.ui.widgets.canvas import Canvas, DrawnWithCards, fitted
from uno_duo.ui.widgets.card import CODE_STEP, HAND_HEIGHT, HAND_WIDTH, draw_code, draw_hand_card
from uno_duo.ui.widgets.text import wrapped

_Row = Callable[[Canvas, int], None]
_MARGIN: Final = 3
_WIDE: Final = 70
_LEAST_BAR: Final = 18  # as long as what is written in the place of one
_MOST_BAR: Final = 60
_LEAST_COLUMN: Final = 5  # a gap and four digits


class Scores(DrawnWithCards):
    """The scoreboard's body; it is as tall as what it tells, and takes less room where there is little."""

    view: var[ScoreView | None] = var[ScoreView | None](None)
    names: var[tuple[str, ...]] = var(("", ""))

    def __init__(self) -> None:
        """Makes the widget; the view comes later."""
        super().__init__()
        self._room = 0

    def watch_view(self) -> None:
        """Shows the new scores, which may take another number of lines."""
        self.redraw()
        self.refresh(layout=True)

    def watch_names(self) -> None:
        """Shows the new names."""
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's
        """As many lines as the rows take."""
        self._room = container.height
        return len(self._rows(width))

    def paint(self, canvas: Canvas) -> None:
        """Draws the rows."""
        for y, row in enumerate(self._rows(canvas.width)):
            row(canvas, y)

    def _rows(self, width: int) -> list[_Row]:
        """The parts, with cards as such and gaps between as far as there is room."""
        view = self.view
        if view is None:
            return []
        parts = self._parts(view, width, in_boxes=width >= _WIDE)
        if sum(map(len, parts)) + len(parts) - 1 > self._room:
            parts = self._parts(view, width, in_boxes=False)
        spare = self._room - sum(map(len, parts))
        rows: list[_Row] = [_nothing] if spare >= len(parts) else []
        for index, part in enumerate(parts):
            rows += [_nothing, *part] if 0 < index <= spare else part
        return rows

    def _parts(self, view: ScoreView, width: int, *, in_boxes: bool) -> list[list[_Row]]:
        parts = [[*self._texts(self._winner(view), width, "part--accent"), *self._ending(view, width, in_boxes)]]
        table = self._table(view, width)
        if view.rules.seats == 2:
            parts += [table, self._bars(view, width)]
        elif width >= _WIDE:
            parts += [self._standings(view, width), table]
        else:
            parts += [self._short_standings(view, width), self._hands(view, width), table]
        parts.append(self._texts(what_next(view, self.names), width, "part--accent"))
        return [part for part in parts if part]

    # How the round ended

    def _winner(self, view: ScoreView) -> str:
        if view.winner is None:
            return ""
        text = _("You have won the match!") if view.winner == view.seat else _("{name} has won the match.")
        return text.format(name=self.names[view.winner])

    def _ending(self, view: ScoreView, width: int, in_boxes: bool) -> list[_Row]:
        """How it ended, with the cards left where one hand is, or both are."""
        if not view.hands or not view.rounds:
            return []
        rows = self._texts(ending(view, self.names), width, "part--strong")
        left = hands_left(view)
        if len(left) == 1 or view.rules.seats == 2:
            for seat in left:
                rows += self._texts(self.names[seat], width, "part--dim") if len(left) > 1 else []
                rows += self._left_hand(view, view.hands[seat], width, in_boxes)
        return rows + self._texts(leaving(view, self.names), width, "part--warning")

    def _left_hand(self, view: ScoreView, hand: Hand, width: int, in_boxes: bool) -> list[_Row]:
        count = len(hand)
        total = hand_points(hand, view.rules)
        terms = " + ".join(str(points(card, view.rules)) for card in hand)
        text = ngettext("= {total} point", "= {total} points", total).format(total=total)

        def draw_boxes(canvas: Canvas, y: int) -> None:
            for index, card in enumerate(hand):
                draw_hand_card(canvas, self, _MARGIN + index * HAND_WIDTH, y, card, is_raised=False)
            canvas.put(_MARGIN + count * HAND_WIDTH + 3, y + 1, f"{terms} {text}")

        if in_boxes and count * HAND_WIDTH + 2 * _MARGIN + len(terms) + len(text) + 3 <= width:
            return [draw_boxes, *[_nothing] * (HAND_HEIGHT - 1)]
        rows = self._codes(hand, _MARGIN - 1, max(1, (width - _MARGIN) // CODE_STEP))
        return rows + self._texts(f"{terms} {text}" if len(terms) < width else text, width, "")

    def _codes(self, hand: Hand, x: int, per_row: int) -> list[_Row]:
        """Cards as codes from a cell on, in as many lines as it takes."""
        rows: list[_Row] = []
        for start in range(0, len(hand), per_row):

            def draw(canvas: Canvas, y: int, cards: Hand = hand[start : start + per_row]) -> None:
                for index, card in enumerate(cards):
                    draw_code(canvas, self, x + index * CODE_STEP, y, card, is_raised=False)

            rows.append(draw)
        return rows

    # All rounds

    def _table(self, view: ScoreView, width: int) -> list[_Row]:
        """A line a round, with a column a seat, or for the person alone where not all have room."""
        columns = _Columns.of(width, view.rules.seats)
        seats = range(view.rules.seats)
        if columns is None:
            columns, seats = _Columns.of(width, 1), range(view.seat, view.seat + 1)
        if columns is None:
            return []
        table, more, dim = columns, self.glyphs.more, self.style_of("part--dim")

        def line(cells: Sequence[str], scores: Sequence[tuple[str, Style | None]], style: Style | None) -> _Row:
            def draw(canvas: Canvas, y: int) -> None:
                canvas.put(max(1, table.round - cell_len(cells[0])), y, cells[0], style)
                for (x, room), text in zip(table.texts, cells[1:], strict=True):
                    canvas.put(x, y, fitted(text, room, more), style)
                for right, (text, own) in zip(table.rights, scores, strict=True):
                    canvas.put_right(right, y, fitted(text, table.width - 1, more), own)

            return draw

        heads = (
            _("round"),
            _("dealt") if view.rules.opening == "deal" else _("drafted first"),
            _("went out"),
            _("with"),
        )
        if not table.is_loose:
            heads = ("", heads[1] if view.rules.opening == "deal" else _("first"), _("out"), heads[3])
        rows = [line(heads, [(self.names[seat], dim) for seat in seats], dim)]
        gone = {seat: left_in(view, seat) for seat in view.out}
        for number, result in enumerate(view.rounds, start=1):
            out = _("nobody") if result.went_out is None else self.names[result.went_out]
            scored = [
                "" if number > gone.get(seat, number) else str(result.points[seat] or self.glyphs.none)
                for seat in seats
            ]
            cells = (str(number), self.names[result.first], out, laid_with(result))
            rows.append(line(cells, [(text, None) for text in scored], None))
        if not view.rounds:
            rows += self._texts(_("No round has ended yet."), width, "part--dim")
        strong = self.style_of("part--strong")
        totals = [(str(view.scores[seat]), dim if seat in view.out else strong) for seat in seats]
        return [*rows, line((_("total"), "", "", ""), totals, strong)]

    # The totals

    def _bars(self, view: ScoreView, width: int) -> list[_Row]:
        label = min(12, max(cell_len(name) for name in self.names)) + 2
        left = _MARGIN + label
        room = max(8, min(_MOST_BAR, width - left - 8))
        rows: list[_Row] = []
        for name, score in zip(self.names, view.scores, strict=True):

            def draw(canvas: Canvas, y: int, name: str = name, score: int = score) -> None:
                canvas.put(_MARGIN, y, fitted(name, label - 2, self.glyphs.more))
                x = canvas.put(left, y, self._bar(view, score, room), self.style_of("part--accent"))
                canvas.put(max(x, left + room) + 2, y, str(score), self.style_of("part--strong"))

            rows.append(draw)
        return [*rows, self._scale(view, left, room)] if width >= _WIDE else rows

    def _bar(self, view: ScoreView, score: int, room: int) -> str:
        return self.glyphs.bar_of(score * room * BAR_STEPS // _reach(view))

    def _scale(self, view: ScoreView, left: int, room: int) -> _Row:
        steps = 4 if room >= 28 else 2

        def draw(canvas: Canvas, y: int) -> None:
            for step in range(steps + 1):
                value = view.rules.target * step // steps
                canvas.put(left + round(room * value / _reach(view)), y, str(value), self.style_of("part--dim"))

        return draw

    # More than two seats: a line each

    def _standings(self, view: ScoreView, width: int) -> list[_Row]:
        """For each seat what it is left with, its points of the round, and its total as a bar."""
        has_hands = len(hands_left(view)) > 1
        label = min(12, max(cell_len(name) for name in self.names))
        left, total = _MARGIN + label + 1, width - _MARGIN
        room = total - 10 - left
        cells, per_row = 0, 1
        title = _("left in the hand") if has_hands else ""
        if view.hands:
            room -= 9
            cells = max(cell_len(title), cell_len(_("went out"))) + 2
        if has_hands:
            most = max(map(len, view.hands))
            per_row = max(1, min(most, (room - max(_LEAST_BAR, room // 3)) // CODE_STEP))
            cells = max(cells, per_row * CODE_STEP)
        bar = min(_MOST_BAR, room - cells)
        scored = left + cells + 7
        bars = scored + 2 if view.hands else left + 1
        dim, more = self.style_of("part--dim"), self.glyphs.more
        scale = self._scale(view, bars, bar)

        def head(canvas: Canvas, y: int) -> None:
            scale(canvas, y)
            canvas.put(left + 1, y, title, dim)
            canvas.put_right(scored, y, _("points") if view.hands else "", dim)
            canvas.put_right(total, y, _("total"), dim)

        rows: list[_Row] = [head]
        for seat, name in enumerate(self.names):
            styles = self._styles(view, seat)
            hand = view.hands[seat] if has_hands else ()
            codes = self._codes(hand, left, per_row) or [_nothing]

            def draw(
                canvas: Canvas,
                y: int,
                seat: int = seat,
                name: str = name,
                styles: _Styles = styles,
                code: _Row = codes[0],
            ) -> None:
                code(canvas, y)
                canvas.put(_MARGIN, y, fitted(name, label, more), styles.name)
                canvas.put(left + 1, y, self._deed(view, seat), dim)
                canvas.put_right(scored, y, self._scored(view, seat), styles.text)
                self._put_bar(canvas, bars, y, view, seat, bar)
                canvas.put_right(total, y, str(view.scores[seat]), styles.total)

            rows += [draw, *codes[1:]]
        return rows

    def _short_standings(self, view: ScoreView, width: int) -> list[_Row]:
        """For each seat its points of the round, its total and a bar, or since when it is out."""
        label = min(6, max(cell_len(name) for name in self.names))
        scored = 1 + label + (6 if view.hands else 0)
        total = scored + 6
        left = total + 1
        dim, more = self.style_of("part--dim"), self.glyphs.more

        def head(canvas: Canvas, y: int) -> None:
            canvas.put_right(scored, y, _("points") if view.hands else "", dim)
            canvas.put_right(total, y, _("total"), dim)

        rows: list[_Row] = [head]
        for seat, name in enumerate(self.names):

            def draw(canvas: Canvas, y: int, seat: int = seat, name: str = name) -> None:
                styles = self._styles(view, seat)
                canvas.put(1, y, fitted(name, label, more), styles.name)
                canvas.put_right(scored, y, self._scored(view, seat), styles.text)
                canvas.put_right(total, y, str(view.scores[seat]), styles.total)
                self._put_bar(canvas, left, y, view, seat, width - left - 1)

            rows.append(draw)
        return rows

    def _hands(self, view: ScoreView, width: int) -> list[_Row]:
        """What each of several seats is left with."""
        left = hands_left(view)
        if len(left) < 2:
            return []
        label = min(6, max(cell_len(name) for name in self.names))
        rows = self._texts(_("Left in the hands:"), width, "part--dim")
        for seat in left:
            first, *more = self._codes(view.hands[seat], 1 + label, max(1, (width - label - 1) // CODE_STEP))

            def draw(canvas: Canvas, y: int, seat: int = seat, codes: _Row = first) -> None:
                canvas.put(1, y, fitted(self.names[seat], label, self.glyphs.more), self._styles(view, seat).name)
                codes(canvas, y)

            rows += [draw, *more]
        return rows

    def _put_bar(self, canvas: Canvas, x: int, y: int, view: ScoreView, seat: int, room: int) -> None:
        """Draws a seat's bar, or writes since when it is out."""
        if seat not in view.out:
            canvas.put(x, y, self._bar(view, view.scores[seat], room), self.style_of("part--accent"))
            return
        number = left_in(view, seat)
        text = _("out since round {round}").format(round=number) if number else _("out")
        canvas.put(x, y, fitted(text, room, self.glyphs.more), self.style_of("part--dim"))

    @staticmethod
    def _deed(view: ScoreView, seat: int) -> str:
        """What is said in place of cards of the seat that has none left."""
        return _("went out") if view.hands and not view.hands[seat] and seat not in view.out else ""

    def _scored(self, view: ScoreView, seat: int) -> str:
        """A seat's points of the round that has ended, if it played it."""
        if not view.hands or not view.rounds or (seat in view.out and left_in(view, seat) < len(view.rounds)):
            return ""
        return str(view.rounds[-1].points[seat] or self.glyphs.none)

    def _styles(self, view: ScoreView, seat: int) -> "_Styles":
        dim, strong = self.style_of("part--dim"), self.style_of("part--strong")
        if seat in view.out:
            return _Styles(dim, dim, dim)
        return _Styles(strong if seat == view.seat else None, None, strong)

    def _texts(self, text: str, width: int, style: str) -> list[_Row]:
        rows: list[_Row] = []
        for part in wrapped(text, width - 2) if text else ():

            def draw(canvas: Canvas, y: int, part: str = part) -> None:
                canvas.put(1, y, part, self.style_of(style) if style else None)

            rows.append(draw)
        return rows


@dataclass(frozen=True)
class _Styles:
    """How a seat's line is drawn: dim all along for one that is out."""

    name: Style | None
    text: Style | None
    total: Style | None


@dataclass(frozen=True)
class _Columns:
    """Where the columns of the table are.

    Attributes:
        round: Where the number of the round ends.
        texts: The first cell and the room of who was first, who went out, and with what.
        rights: Where each seat's points end.
        width: The width of a seat's column.
        is_loose: Whether there is room for long heads.
    """

    round: int
    texts: tuple[tuple[int, int], ...]
    rights: tuple[int, ...]
    width: int
    is_loose: bool

    @classmethod
    def of(cls, width: int, seats: int) -> "_Columns | None":
        """The columns for some seats; None where they do not fit."""
        column = min(11 if seats <= 2 else 9, (width - (28 if width >= _WIDE else 23)) // seats)
        if column < _LEAST_COLUMN:
            return None
        edge = 5 if width - seats * column >= 50 else 1
        rights = tuple(width - edge - column * after for after in reversed(range(seats)))
        room = rights[0] - column
        is_loose = room >= 40
        start, gap = (9, 3) if is_loose else (4, 1)
        if room < 27:
            name = min(8, room - start - gap - 8)
            texts = ((0, 0), (start, name), (start + name + gap, room - start - name - gap))
        else:
            name = min(14, (room - start - 2 * gap - 9) // 2)
            second = start + name + gap
            texts = ((start, name), (second, name), (second + name + gap, room - second - name - gap))
        return cls(start - gap, texts, rights, column, is_loose)


def _nothing(canvas: Canvas, y: int) -> None:
    del canvas, y


def _reach(view: ScoreView) -> int:
    """What the longest bar stands for."""
    return max(view.rules.target, *(score for seat, score in enumerate(view.scores) if seat not in view.out))


def hands_left(view: ScoreView) -> list[int]:
    """The seats that have cards left at the end of a round."""
    return [seat for seat, hand in enumerate(view.hands) if hand]


def left_in(view: ScoreView, seat: int) -> int:
    """The round after which a seat was knocked out, which was the last to bring it points; 0 if that is not known."""
    return max((number for number, result in enumerate(view.rounds, start=1) if result.points[seat]), default=0)


def laid_with(result: RoundResult) -> str:
    """What a round was ended with: a card, or a dump."""
    if not result.laid:
        return _("blocked")
    if len(result.laid) > 1:
        return _("dump of {count}").format(count=len(result.laid))
    return result.laid[0].code


def ending(view: ScoreView, names: tuple[str, ...]) -> str:
    """How the last round ended, as a sentence or two."""
    result, left = view.rounds[-1], hands_left(view)
    if result.went_out is None:
        if view.rules.seats > 2:
            return _("Round {round} was blocked: nobody could draw.").format(round=view.round)
        return _("Round {round} was blocked: nobody could draw. Left in the hands:").format(round=view.round)
    is_own = result.went_out == view.seat
    text = _("Round {round}: you went out with {card}.") if is_own else _("Round {round}: {name} went out with {card}.")
    text = text.format(round=view.round, name=names[result.went_out], card=laid_with(result))
    if len(left) == 1:
        is_own = left[0] == view.seat
        if result.drawn:
            more = _(" You drew {count} and are left with") if is_own else _(" {name} drew {count} and is left with")
        else:
            more = _(" You are left with") if is_own else _(" {name} is left with")
        return text + more.format(name=names[left[0]], count=result.drawn)
    if result.drawn_by is not None:
        is_own = result.drawn_by == view.seat
        more = (
            ngettext(" You drew {count} card for it.", " You drew {count} cards for it.", result.drawn)
            if is_own
            else ngettext(" {name} drew {count} card for it.", " {name} drew {count} cards for it.", result.drawn)
        )
        text += more.format(name=names[result.drawn_by], count=result.drawn)
    return text


def leaving(view: ScoreView, names: tuple[str, ...]) -> str:
    """Who was knocked out by the last round, if anybody."""
    gone = [seat for seat in view.out if left_in(view, seat) == len(view.rounds)]
    if gone == [view.seat]:
        return _("You are out.")
    if len(gone) < 2:
        return _("{name} is out.").format(name=names[gone[0]]) if gone else ""
    *others, last = [_("You"), *(names[seat] for seat in gone if seat != view.seat)][view.seat not in gone :]
    return _("{names} and {last} are out.").format(names=", ".join(others), last=last)


def what_next(view: ScoreView, names: tuple[str, ...]) -> str:
    """What the next round begins with; nothing while one runs, or where there is none."""
    if view.winner is not None or not view.hands or view.first is None:
        return ""
    seats = view.rules.seats
    first = seat_after(view.first, seats, out=view.out)
    second = seat_after(first, seats, out=view.out)
    if view.rules.opening == "deal":
        text = _("Next: round {round}. {first} deals, {second} begins.")
        if first == view.seat:
            text = _("Next: round {round}. You deal, {second} begins.")
        elif second == view.seat:
            text = _("Next: round {round}. {first} deals, you begin.")
    elif first == view.seat:
        text = _("Next: round {round}. You draft first, {second} plays first.")
    else:
        text = _("Next: round {round}. {first} drafts first, you play first.")
    return text.format(round=view.round + 1, first=names[first], second=names[second])
