"""The last events in plain words."""

from textual.reactive import var

from uno_duo.ui.widgets.canvas import Canvas, Drawn
from uno_duo.ui.widgets.text import wrapped


class EventLog(Drawn):
    """The events that fit, the newest last; the older ones fade."""

    lines: var[tuple[str, ...]] = var(())

    def watch_lines(self) -> None:
        """Shows the new events."""
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draws the events from the newest upwards, each over as many lines as it takes."""
        rows: list[tuple[str, str]] = []
        for age, text in enumerate(reversed(self.lines)):
            parts = wrapped(text, canvas.width - 1, indent=1)
            if len(rows) + len(parts) > canvas.height:
                break
            rows += ((part, "part--dim" if age else "part--strong") for part in reversed(parts))
        for y, (part, style) in enumerate(reversed(rows)):
            canvas.put(1, y, part, self.style_of(style))
