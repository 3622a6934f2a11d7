"""A chart of points over the turns of a round."""

from collections.abc import Sequence
from typing import Final

from textual.reactive import var

from uno_duo.language import _
from uno_duo.ui.glyphs import BAR_STEPS
from uno_duo.ui.widgets.canvas import Canvas, Drawn

_MARGIN: Final = 5  # cells for the greatest and the least points


class PointsChart(Drawn):
    """A column for each turn, up from the line of no points or down from it.

    Attributes:
        values: The points of each turn; None where they are not known, or not to be seen.
        place: The turn that is shown beside the chart.
    """

    values: var[Sequence[float | None]] = var[Sequence[float | None]](())
    place: var[int] = var(0)

    def watch_values(self) -> None:
        """Shows the new points."""
        self.redraw()

    def watch_place(self) -> None:
        """Shows which turn is looked at."""
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draws what it tells, and the columns, of which those that do not fit are left out at the beginning."""
        dim, accent = self.style_of("part--dim"), self.style_of("part--accent")
        canvas.put(_MARGIN, 0, _("points expected"), dim)
        room = canvas.width - _MARGIN
        first = max(0, min(self.place - room // 2, len(self.values) - room))
        shown = self.values[first : first + room]
        known = [value for value in shown if value is not None]
        high, low = max([0.0, *known]), min([0.0, *known])
        rows = canvas.height - 1
        if rows < 2 or high == low:
            return
        up = min(rows - (low < 0), max(round(rows * high / (high - low)), int(high > 0)))
        unit = max(high / up if up else 0.0, -low / (rows - up) if rows > up else 0.0)
        canvas.put_right(_MARGIN - 1, 1, f"{high:+.0f}" if high else "0", dim)
        canvas.put_right(_MARGIN - 1, rows, f"{low:+.0f}" if low else "0", dim)
        for x, value in enumerate(shown, start=_MARGIN):
            is_here = first + x - _MARGIN == self.place
            style = accent if is_here else None
            if value is not None:
                self._column(canvas, x, up, round(abs(value) / unit * BAR_STEPS), is_up=value >= 0, is_here=is_here)
            elif is_here:
                canvas.put(x, min(up, rows - 1) + 1, "?", style)

    def _column(self, canvas: Canvas, x: int, up: int, steps: int, *, is_up: bool, is_here: bool) -> None:
        """Draws so many eighths of a cell, from the line under `up` rows on."""
        style = self.style_of("part--accent" if is_here else "part--dim" if is_up else "part--warning")
        full, part = divmod(steps, BAR_STEPS)
        for row in range(full + bool(part)):
            size = BAR_STEPS if row < full else part
            y = up - row if is_up else up + 1 + row
            canvas.put(x, y, *self.glyphs.column_of(size, style, is_hanging=not is_up))
