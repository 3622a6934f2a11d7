"""Drawing by lines: a grid of cells, and the widget that shows one."""

from typing import ClassVar

from rich.cells import cell_len, get_character_cell_size, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from uno_duo.ui.glyphs import Glyphs, glyphs_of


def fitted(text: str, width: int, more: str) -> str:
    """A text cut to a width in cells, ending in `more` where something was cut."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - cell_len(more))) + more if width > 0 else ""


class Canvas:
    """A grid of cells, each with a character and a style; a wide character takes two.

    What is put outside the grid is left out.
    """

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width = width
        self.height = height
        self._style = style
        self._cells = [[(" ", style)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style | None = None) -> int:
        """Puts a text at a cell and returns the cell behind it."""
        style = self._style if style is None else style
        for character in text:
            size = get_character_cell_size(character)
            if size and 0 <= y < self.height and 0 <= x <= self.width - size:
                self._cells[y][x] = (character, style)
                if size == 2:
                    self._cells[y][x + 1] = ("", style)
            x += size
        return x

    def put_right(self, right: int, y: int, text: str, style: Style | None = None) -> None:
        """Puts a text so that it ends before a cell."""
        self.put(right - cell_len(text), y, text, style)

    def put_middle(self, left: int, right: int, y: int, text: str, style: Style | None = None) -> None:
        """Puts a text into the middle between two cells."""
        self.put(left + max(0, (right - left - cell_len(text)) // 2), y, text, style)

    def rule(self, y: int, line: str, style: Style | None = None) -> None:
        """Draws a line across."""
        self.put(0, y, line * self.width, style)

    def strips(self) -> list[Strip]:
        """The grid as Textual shows it: a strip a line, cells of one style together."""
        return [self._strip(row) for row in self._cells]

    def _strip(self, row: list[tuple[str, Style]]) -> Strip:
        segments: list[Segment] = []
        text, current = "", self._style
        for character, style in row:
            if style is not current and style != current:
                if text:
                    segments.append(Segment(text, current))
                text, current = "", style
            text += character
        segments.append(Segment(text, current))
        return Strip(segments, self.width)


class Drawn(Widget):
    """A widget that is drawn on a canvas, anew when what it shows or its size has changed."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"part--accent", "part--dim", "part--strong", "part--warning"}

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id, classes=classes)
        self._strips: list[Strip] = []
        self._drawn_size = Size(0, 0)

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with."""
        return glyphs_of(self.app)

    def paint(self, canvas: Canvas) -> None:
        """Draws the widget; called with an empty canvas of its size."""
        raise NotImplementedError

    def redraw(self, *regions: Region) -> None:
        """Has the widget drawn again; with regions, only these of it are sent to the terminal."""
        self._drawn_size = Size(0, 0)
        self.refresh(*regions)

    def notify_style_update(self) -> None:
        """Draws again in the styles that have changed."""
        super().notify_style_update()
        self._drawn_size = Size(0, 0)

    def render_line(self, y: int) -> Strip:
        """The line that Textual asks for."""
        if self._drawn_size != self.size:
            canvas = Canvas(self.size.width, self.size.height, self.rich_style)
            self.paint(canvas)
            self._strips = canvas.strips()
            self._drawn_size = self.size
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.rich_style)

    def style_of(self, name: str) -> Style:
        """The style of a part, as the stylesheet has it."""
        return self.get_component_rich_style(name)


class DrawnWithCards(Drawn):
    """A widget with cards among what is drawn; the others need not have the styles of cards worked out."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "card--red",
        "card--yellow",
        "card--green",
        "card--blue",
        "card--wild",
        "card--back",
    }
