"""A list of matches, of which one is picked: the unfinished ones, or those that are over."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from textual.app import ComposeResult
from textual.events import Click
from textual.message import Message
from textual.reactive import var

from uno_duo.language import _
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.screens.base import GameScreen
from uno_duo.ui.widgets.canvas import Canvas, Drawn, fitted
from uno_duo.ui.widgets.line import Rule, Title


class MatchList(Drawn):
    """The matches, a line each; it scrolls with the chosen one."""

    class Clicked(Message):
        """A match was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    selected: var[int] = var(0)

    def __init__(self, paths: Sequence[Path], about: Callable[[Path], str]) -> None:
        """Makes the list.

        Args:
            paths: The file of each match.
            about: Tells a match in a line; asked only of those that are to be seen.
        """
        super().__init__()
        self._paths = paths
        self._about = cache(about)

    def watch_selected(self) -> None:
        """Shows the chosen match."""
        self.redraw()

    @property
    def _first(self) -> int:
        room = max(1, self.size.height)
        return max(0, min(self.selected - room // 2, len(self._paths) - room))

    def paint(self, canvas: Canvas) -> None:
        """Draws the matches that fit around the chosen one."""
        for y, path in enumerate(self._paths[self._first : self._first + canvas.height]):
            is_chosen = self._first + y == self.selected
            sign = self.glyphs.asked if is_chosen else " "
            style = self.style_of("part--strong" if is_chosen else "part--dim")
            canvas.put(1, y, fitted(f"{sign} {self._about(path)}", canvas.width - 1, self.glyphs.more), style)

    def on_click(self, event: Click) -> None:
        """Tells which match was clicked."""
        if self._first + event.y < len(self._paths):
            self.post_message(self.Clicked(self._first + event.y))


class MatchesScreen(GameScreen):
    """Some matches, the one played last first."""

    PLACE = Place.LIST
    BINDINGS = bindings(Place.LIST)

    def __init__(
        self, name: str, paths: Sequence[Path], about: Callable[[Path], str], picked: Callable[[Path], Message]
    ) -> None:
        """Makes the list.

        Args:
            name: What the matches are called.
            paths: The file of each match.
            about: Tells a match in a line.
            picked: What is said of one that was picked.
        """
        super().__init__("matches")
        self._name_of_all = name
        self._paths = paths
        self._about = about
        self._picked = picked

    def compose_body(self) -> ComposeResult:
        """The title over the list."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        yield MatchList(self._paths, self._about)

    def begin(self) -> None:
        """Shows the title."""
        super().begin()
        dot = glyphs_of(self.app).dot
        self.query_one(Title).left = _("UNO Duo {dot} {matches}").format(dot=dot, matches=self._name_of_all)

    def action_move(self, step: int) -> None:
        """Chooses another match."""
        matches = self.query_one(MatchList)
        matches.selected = (matches.selected + step) % len(self._paths)

    def on_match_list_clicked(self, message: MatchList.Clicked) -> None:
        """Picks a match that was clicked."""
        self.query_one(MatchList).selected = message.index
        self.action_choose()

    def action_choose(self) -> None:
        """Picks the chosen match."""
        self.post_message(self._picked(self._paths[self.query_one(MatchList).selected]))

    def action_back(self) -> None:
        """Closes the list."""
        self.close()
