"""The menu; it stands before the models and the bots are loaded."""

from textual.app import ComposeResult
from textual.events import Click
from textual.message import Message
from textual.reactive import var

from uno_duo.language import _
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.messages import (
    ContinueWanted,
    DrillsWanted,
    HelpWanted,
    NewMatchWanted,
    QuitWanted,
    RecordsWanted,
    StatisticsWanted,
)
from uno_duo.ui.screens.base import GameScreen
from uno_duo.ui.widgets.canvas import Canvas, Drawn
from uno_duo.ui.widgets.line import Rule, Title

_TITLE = (
    "█ █ █▖█ ▞▀▖   █▀▖ █ █ ▞▀▖",
    "█ █ █▝█ ▌ ▐   █ ▌ █ █ ▌ ▐",
    "▝▀▘ ▀ ▀ ▝▀▘   ▀▀  ▝▀▘ ▝▀▘",
)


class MenuList(Drawn):
    """The menu's lines, of which one is chosen."""

    class Clicked(Message):
        """A line was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    items: var[tuple[str, ...]] = var(())
    selected: var[int] = var(0)

    def watch_items(self) -> None:
        """Shows the new lines."""
        self.redraw()

    def watch_selected(self) -> None:
        """Shows the chosen line."""
        self.redraw()

    def _layout(self) -> tuple[int, int, int]:
        """The cell and the line where the list begins, and the line where the name stands."""
        width = max((len(item) for item in self.items), default=0) + 6
        tall = self.size.height >= len(self.items) + len(_TITLE) + 4
        top = (self.size.height - len(self.items)) // 2 + (3 if tall else 0)
        return (self.size.width - width) // 2, top, max(1, top - len(_TITLE) - 3) if tall else -1

    def paint(self, canvas: Canvas) -> None:
        """Draws the name of the game over the lines."""
        left, top, title = self._layout()
        if title >= 0:
            name = _TITLE if self.glyphs.line == "─" else ("U N O   D U O",)
            for y, line in enumerate(name):
                canvas.put_middle(0, canvas.width, title + y, line, self.style_of("part--accent"))
        for index, item in enumerate(self.items):
            is_chosen = index == self.selected
            sign = self.glyphs.asked if is_chosen else " "
            style = self.style_of("part--strong" if is_chosen else "part--dim")
            canvas.put(left, top + index, f"{sign} {item}", style)

    def on_click(self, event: Click) -> None:
        """Tells which line was clicked."""
        index = event.y - self._layout()[1]
        if 0 <= index < len(self.items):
            self.post_message(self.Clicked(index))


class MenuScreen(GameScreen):
    """The menu, with the unfinished match first where there is one."""

    PLACE = Place.MENU
    BINDINGS = bindings(Place.MENU)

    def __init__(self) -> None:
        """Makes the screen."""
        super().__init__("menu")
        self._can_continue = self._can_review = False

    def compose_body(self) -> ComposeResult:
        """The title over the list."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        yield MenuList()

    def begin(self) -> None:
        """Shows the lines."""
        super().begin()
        self.query_one(Title).left = self.problem or "UNO Duo"
        self._show()

    def show_entries(self, *, can_continue: bool, can_review: bool) -> None:
        """Shows the entries anew, with the first of them chosen."""
        self._can_continue, self._can_review = can_continue, can_review
        if self.is_ready:
            self._show()

    def watch_problem(self) -> None:
        """Shows the problem in the title."""
        if self.is_ready:
            self.query_one(Title).left = self.problem or "UNO Duo"

    def _entries(self) -> list[tuple[str, Message]]:
        entries: list[tuple[str, Message, bool]] = [
            (_("Continue"), ContinueWanted(), self._can_continue),
            (_("New match"), NewMatchWanted(), True),
            (_("Practice"), NewMatchWanted(is_practice=True), True),
            (_("Drill"), DrillsWanted(), True),
            (_("Review"), RecordsWanted(), self._can_review),
            (_("Statistics"), StatisticsWanted(), self._can_review),
            (_("Rules"), HelpWanted(), True),
            (_("Keys"), HelpWanted(begins_with_keys=True), True),
            (_("Quit"), QuitWanted(), True),
        ]
        return [(name, message) for name, message, is_there in entries if is_there]

    def _show(self) -> None:
        lines = self.query_one(MenuList)
        lines.items = tuple(name for name, _message in self._entries())
        lines.selected = 0

    def is_enabled(self, action: str) -> bool:
        """There is no step back from the menu."""
        return action != "back"

    def action_move(self, step: int) -> None:
        """Chooses another line."""
        lines = self.query_one(MenuList)
        lines.selected = (lines.selected + step) % len(lines.items)

    def on_menu_list_clicked(self, message: MenuList.Clicked) -> None:
        """Does a line that was clicked."""
        self.query_one(MenuList).selected = message.index
        self.action_choose()

    def action_choose(self) -> None:
        """Does the chosen line."""
        self.post_message(self._entries()[self.query_one(MenuList).selected][1])
