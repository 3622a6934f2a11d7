"""The scoreboard: how the last round ended, all rounds, and both totals against the target."""

from collections.abc import Callable

from rich.cells import cell_len
from textual.geometry import Size
from textual.reactive import var

from uno_duo.core import Hand, RoundResult, ScoreView, hand_points, points
from uno_duo.language import _, ngettext
from uno_duo.ui.widgets.canvas import Canvas, Drawn, fitted
from uno_duo.ui.widgets.card import CODE_STEP, HAND_HEIGHT, HAND_WIDTH, draw_code, draw_hand_card
from uno_duo.ui.widgets.text import wrapped

_Row = Callable[[Canvas, int], None]
_MARGIN = 3
_WIDE = 70
_BAR_STEPS = 8


class Scores(Drawn):
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
        if self.view is None:
            return []
        rows = self._rows_for(self.view, width, is_roomy=width >= _WIDE)
        return rows if len(rows) <= self._room else self._rows_for(self.view, width, is_roomy=False)

    def _rows_for(self, view: ScoreView, width: int, *, is_roomy: bool) -> list[_Row]:
        gap: list[_Row] = [_nothing] if is_roomy else []
        rows = [*gap, *self._texts(self._winner(view), width, "part--accent")]
        if view.hands and view.rounds:
            rows += [*self._ending(view, width, is_roomy=is_roomy), *gap]
        rows += [*self._table(view, width), *gap, *self._bars(view, width), *gap]
        return [*rows, *self._texts(self._what_next(view), width, "part--accent")]

    # How the round ended

    def _ending(self, view: ScoreView, width: int, *, is_roomy: bool) -> list[_Row]:
        rows = self._texts(ending(view, self.names), width, "part--strong")
        for seat, hand in enumerate(view.hands):
            if not hand:
                continue
            whose = [] if view.rounds[-1].went_out is not None else self._texts(self.names[seat], width, "part--dim")
            rows += whose
            count = len(hand)
            total = hand_points(hand, view.rules)
            terms = " + ".join(str(points(card, view.rules)) for card in hand)
            text = ngettext("= {total} point", "= {total} points", total).format(total=total)
            in_boxes = is_roomy and count * HAND_WIDTH + 2 * _MARGIN + len(terms) + len(text) + 3 <= width

            def draw_boxes(canvas: Canvas, y: int, cards: Hand = hand, sum_: str = f"{terms} {text}") -> None:
                for index, card in enumerate(cards):
                    draw_hand_card(canvas, self, _MARGIN + index * HAND_WIDTH, y, card, is_raised=False)
                canvas.put(_MARGIN + len(cards) * HAND_WIDTH + 3, y + 1, sum_)

            if in_boxes:
                rows += [draw_boxes, *[_nothing] * (HAND_HEIGHT - 1)]
                continue
            per_row = max(1, (width - _MARGIN) // CODE_STEP)
            for start in range(0, count, per_row):

                def draw_codes(canvas: Canvas, y: int, cards: Hand = hand[start : start + per_row]) -> None:
                    for index, card in enumerate(cards):
                        draw_code(canvas, self, _MARGIN - 1 + index * CODE_STEP, y, card, is_raised=False)

                rows.append(draw_codes)
            rows += self._texts(f"{terms} {text}" if len(terms) < width else text, width, "")
        return rows

    # All rounds

    def _table(self, view: ScoreView, width: int) -> list[_Row]:
        is_wide = width >= _WIDE
        columns = (_MARGIN, 11, 28, 42) if is_wide else (1, 4, 4, 13)
        rights = (width - 16, width - 5) if is_wide else (width - 10, width - 1)
        room = (15, 12, rights[0] - 6 - 42) if is_wide else (0, 8, rights[0] - 6 - 13)
        dim, more = "part--dim", self.glyphs.more

        def line(cells: tuple[str, str, str, str], scores: tuple[str, str], style: str) -> _Row:
            def draw(canvas: Canvas, y: int) -> None:
                paint = self.style_of(style) if style else None
                canvas.put_right(columns[0] + 3, y, cells[0], paint) if is_wide else canvas.put(1, y, cells[0], paint)
                for x, text, cut_to in zip(columns[1:], cells[1:], room, strict=True):
                    canvas.put(x, y, fitted(text, cut_to, more), paint)
                for right, text in zip(rights, scores, strict=True):
                    canvas.put_right(right, y, text, paint)

            return draw

        names = tuple(fitted(name, 10 if is_wide else 7, more) for name in self.names)
        head = (_("round"), _("drafted first"), _("went out"), _("with")) if is_wide else ("", "", _("out"), _("with"))
        rows = [line(head, (names[0], names[1]), dim)]
        for number, result in enumerate(view.rounds, start=1):
            out = _("nobody") if result.went_out is None else self.names[result.went_out]
            cells = (str(number), self.names[result.first], out, laid_with(result))
            scored = [str(score) if score else self.glyphs.none for score in result.points]
            rows.append(line(cells, (scored[0], scored[1]), ""))
        if not view.rounds:
            rows += self._texts(_("No round has ended yet."), width, dim)
        rows.append(line((_("total"), "", "", ""), (str(view.scores[0]), str(view.scores[1])), "part--strong"))
        return rows

    # The totals

    def _bars(self, view: ScoreView, width: int) -> list[_Row]:
        label = min(12, max(cell_len(name) for name in self.names)) + 2
        left = _MARGIN + label
        room = max(8, min(60, width - left - 8))
        reach = max(view.rules.target, *view.scores)
        rows: list[_Row] = []
        for name, score in zip(self.names, view.scores, strict=True):

            def draw(canvas: Canvas, y: int, name: str = name, score: int = score) -> None:
                canvas.put(_MARGIN, y, fitted(name, label - 2, self.glyphs.more))
                x = canvas.put(left, y, self._bar(score, reach, room), self.style_of("part--accent"))
                canvas.put(max(x, left + room) + 2, y, str(score), self.style_of("part--strong"))

            rows.append(draw)

        def scale(canvas: Canvas, y: int) -> None:
            for part in range(5):
                value = view.rules.target * part // 4
                canvas.put(left + round(room * value / reach), y, str(value), self.style_of("part--dim"))

        return [*rows, scale] if width >= _WIDE else rows

    def _bar(self, score: int, reach: int, room: int) -> str:
        full, part = divmod(score * room * _BAR_STEPS // reach, _BAR_STEPS)
        sign, *eighths = tuple(self.glyphs.bar)
        return sign * full + (eighths[part - 1] if part and eighths else "")

    def _winner(self, view: ScoreView) -> str:
        if view.winner is None:
            return ""
        text = _("You have won the match!") if view.winner == view.seat else _("{name} has won the match.")
        return text.format(name=self.names[view.winner])

    def _what_next(self, view: ScoreView) -> str:
        if view.winner is not None or not view.hands or view.first is None:
            return ""
        if view.first == view.seat:
            text = _("Next: round {round}. {other} drafts first, you play first.")
        else:
            text = _("Next: round {round}. You draft first, {other} plays first.")
        return text.format(round=view.round + 1, other=self.names[1 - view.seat])

    def _texts(self, text: str, width: int, style: str) -> list[_Row]:
        rows: list[_Row] = []
        for part in wrapped(text, width - 2) if text else ():

            def draw(canvas: Canvas, y: int, part: str = part) -> None:
                canvas.put(1, y, part, self.style_of(style) if style else None)

            rows.append(draw)
        return rows


def _nothing(canvas: Canvas, y: int) -> None:
    del canvas, y


def laid_with(result: RoundResult) -> str:
    """What a round was ended with: a card, or a dump."""
    if not result.laid:
        return _("blocked")
    if len(result.laid) > 1:
        return _("dump of {count}").format(count=len(result.laid))
    return result.laid[0].code


def ending(view: ScoreView, names: tuple[str, ...]) -> str:
    """How the last round ended, as a sentence or two."""
    result = view.rounds[-1]
    if result.went_out is None:
        return _("Round {round} was blocked: nobody could draw. Left in the hands:").format(round=view.round)
    winner, loser = result.went_out, 1 - result.went_out
    is_own = winner == view.seat
    text = _("Round {round}: you went out with {card}.") if is_own else _("Round {round}: {name} went out with {card}.")
    text = text.format(round=view.round, name=names[winner], card=laid_with(result))
    if result.drawn:
        drew = _(" {name} drew {count} and is left with") if is_own else _(" You drew {count} and are left with")
        return text + drew.format(name=names[loser], count=result.drawn)
    left = _(" {name} is left with") if is_own else _(" You are left with")
    return text + left.format(name=names[loser])
