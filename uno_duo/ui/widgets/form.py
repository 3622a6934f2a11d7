"""Forms: lines with a value each, of which one is chosen, and what the chosen one is about."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message
from textual.reactive import var

from uno_duo.ui.widgets.canvas import Canvas, Drawn, fitted
from uno_duo.ui.widgets.text import wrapped

_MARK_AT: Final = 19
VALUE_AT: Final = 21
"""The cell where the values begin."""
_NOTE_AT: Final = 46


@dataclass(frozen=True)
class FormLine:
    """A line of a form.

    Attributes:
        label: What it is called.
        value: What is chosen, in a word or two.
        can_change: Whether the arrows change the value.
        opens: Whether it opens another form instead.
        is_marked: Whether it has the mark of what differs.
        is_at_fault: Whether its value makes no sense beside the others.
        note: What is said behind the value, where there is room.
    """

    label: str
    value: str
    can_change: bool = True
    opens: bool = False
    is_marked: bool = False
    is_at_fault: bool = False
    note: str = ""


class FormLines(Drawn):
    """The lines; where they do not all fit they scroll with the chosen one."""

    class Clicked(Message):
        """A line was clicked."""

        def __init__(self, row: int, step: int) -> None:
            super().__init__()
            self.row = row
            self.step = step
            """The step of the value that was clicked at."""

    lines: var[tuple[FormLine, ...]] = var(())
    row: var[int] = var(0)

    def __init__(self) -> None:
        """Makes the widget."""
        super().__init__()
        self._first = 0

    def watch_lines(self, before: tuple[FormLine, ...], after: tuple[FormLine, ...]) -> None:
        """Shows the new lines."""
        if len(before) != len(after):
            self.refresh(layout=True)
        self.redraw()

    def watch_row(self) -> None:
        """Shows the chosen line."""
        self.redraw()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:  # noqa: ARG002 - Textual's
        """As many lines as there are."""
        return len(self.lines)

    def paint(self, canvas: Canvas) -> None:
        """Draws the lines that fit, and at the edge where they are among all."""
        count, room = len(self.lines), canvas.height
        margin = 1 if room > 2 else 0  # the next line can be seen before it is chosen
        self._first = min(max(self._first, self.row - room + 1 + margin), self.row - margin)
        self._first = max(0, min(self._first, count - room))
        for y, line in enumerate(self.lines[self._first : self._first + room]):
            self._paint_line(canvas, y, line, is_chosen=self._first + y == self.row)
        if count > room > 0:
            size = max(1, room * room // count)
            top = (room - size) * self._first // (count - room)
            for y in range(room):
                sign = self.glyphs.raised[5] if top <= y < top + size else self.glyphs.side
                canvas.put(canvas.width - 1, y, sign, self.style_of("part--dim"))

    def _paint_line(self, canvas: Canvas, y: int, line: FormLine, *, is_chosen: bool) -> None:
        left, right = tuple(self.glyphs.arrows)
        room = canvas.width - 1
        style = self.style_of("part--strong" if is_chosen else "part--dim")
        if is_chosen:
            canvas.put(1, y, self.glyphs.asked, self.style_of("part--accent"))
        canvas.put(3, y, line.label, style)
        if line.is_at_fault:
            canvas.put(_MARK_AT, y, "!", self.style_of("part--warning"))
        elif line.is_marked:
            canvas.put(_MARK_AT, y, self.glyphs.playable, self.style_of("part--accent"))
        before = f"{left} " if is_chosen and line.can_change else "  "
        behind = f" {right}" if line.opens or (is_chosen and line.can_change) else ""
        value = fitted(line.value, room - VALUE_AT - len(before) - len(behind), self.glyphs.more)
        x = canvas.put(VALUE_AT, y, f"{before}{value}{behind}", style)
        if line.note and max(x + 2, _NOTE_AT) + cell_len(line.note) <= room:
            canvas.put(max(x + 2, _NOTE_AT), y, line.note, self.style_of("part--dim"))

    def on_click(self, event: Click) -> None:
        """Tells which line was clicked, and at which of the arrows."""
        row = self._first + event.y
        if row < len(self.lines):
            self.post_message(self.Clicked(row, -1 if event.x < VALUE_AT + 2 else 1))


class FormAbout(Drawn):
    """What is wrong, and what the chosen line is about."""

    text: var[str] = var("")
    fault: var[str] = var("")

    def watch_text(self) -> None:
        """Shows the new text."""
        self.redraw()

    def watch_fault(self) -> None:
        """Shows what is wrong."""
        self.redraw()

    def height_in(self, width: int) -> int:
        """How many lines it takes in a width."""
        return len(self._wrapped(width))

    def _wrapped(self, width: int) -> list[tuple[str, str]]:
        room = max(1, width - 2)
        fault = [(line, "part--warning") for line in wrapped(self.fault, room)] if self.fault else []
        return fault + [(line, "part--dim") for line in wrapped(self.text, room)]

    def paint(self, canvas: Canvas) -> None:
        """Draws both."""
        for y, (line, style) in enumerate(self._wrapped(canvas.width)):
            canvas.put(1, y, line, self.style_of(style))
