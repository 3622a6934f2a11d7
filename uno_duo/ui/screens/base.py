"""What every screen has: the sizes it adapts to, the line of keys, and the commands that are there anywhere."""

from collections.abc import Iterable
from typing import ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.geometry import Size
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Static

from uno_duo.language import _
from uno_duo.ui.glyphs import is_ascii
from uno_duo.ui.keys import Command, Place, commands
from uno_duo.ui.messages import HelpWanted, QuitWanted, ScreenResumed
from uno_duo.ui.widgets.line import KeyLine

LEAST_WIDTH: Final = 40
"""Fewer columns than this show no screen."""
LEAST_HEIGHT: Final = 12
"""Fewer lines show none."""
FULL_WIDTH: Final = 70
"""From so many columns on a screen is drawn in full, not for a small terminal."""
FULL_HEIGHT: Final = 22
"""From so many lines on."""

_Result = TypeVar("_Result")


def is_too_small(size: Size) -> bool:
    """Whether a window cannot show the screens."""
    return size.width < LEAST_WIDTH or size.height < LEAST_HEIGHT


class FittedScreen(Screen[_Result]):
    """A screen or dialog that adapts to the window, and has the commands that are there anywhere.

    Its classes tell how large the window is: `-narrow` and `-low` below the size that the screens are made for,
    `-tiny` where they cannot be shown. Textual's own breakpoints come a frame late, and not to screens that lie
    under another one.
    """

    def on_mount(self) -> None:
        """Adapts before anything is drawn."""
        if self._is_there:
            self.fit()
            self.begin()

    def on_resize(self) -> None:
        """Adapts to the window's new size."""
        if self._is_there:
            self.fit()

    def on_screen_resume(self) -> None:
        """Adapts to a size that the window got while another screen lay over this one."""
        if self._is_there:
            self.fit()
            self.resume()

    @property
    def _is_there(self) -> bool:
        """Whether it has its widgets: one that is closed at once, or with the program, may never have been composed."""
        return bool(self.children) and self in self.app.screen_stack

    def on_key(self, event: Key) -> None:
        """Leaves with q where the window is too small for anything else; the match is saved."""
        if self.is_too_small and event.key == "q":
            event.stop()
            self.action_leave()

    def begin(self) -> None:
        """Fills the screen for the first time. Textual calls the handlers of all bases, so they hand on to this."""

    def resume(self) -> None:
        """Goes on where the screen is on top again."""

    @property
    def is_too_small(self) -> bool:
        """Whether the window cannot show the screen."""
        return is_too_small(self.app.size)

    def fit(self) -> None:
        """Brings the classes up to date with the window."""
        width, height = self.app.size
        self.set_class(width < FULL_WIDTH, "-narrow")
        self.set_class(height < FULL_HEIGHT, "-low")
        self.set_class(self.is_too_small, "-tiny")
        self.set_class(is_ascii(self.app), "-ascii")

    def close(self, result: _Result | None = None) -> None:
        """Closes the screen with a result.

        Not where it cannot be read, nor where a key before has done so: two may be pressed at once.
        """
        if self.is_current and not self.is_too_small:
            self.dismiss(result)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's
        """Lets no command through in too small a window."""
        return not self.is_too_small

    def action_help(self) -> None:
        """Asks for the rules and the keys."""
        self.post_message(HelpWanted())

    def action_leave(self) -> None:
        """Leaves the program at once."""
        self.app.exit()


class GameScreen(FittedScreen[None]):
    """A screen of the game, with the line of keys; its commands are those of its place in the list of keys."""

    PLACE: ClassVar[Place]
    problem: var[str] = var("")
    """What the player should know about the program, such as that nothing is saved."""

    def __init__(self, classes: str) -> None:
        """Makes the screen.

        Args:
            classes: Its classes in the stylesheet, beside that of all screens of the game.
        """
        super().__init__(classes=f"game {classes}")
        self.is_ready = False  # from its mount event on, unlike Textual's `is_mounted`

    def compose(self) -> ComposeResult:
        """The screen's own widgets, the line of keys, and the notice that the window is too small."""
        with Vertical(classes="body"):
            yield from self.compose_body()
        yield KeyLine(classes="keys")
        yield Static(classes="too-small", markup=False)

    def compose_body(self) -> ComposeResult:
        """The widgets between the first line and the line of keys."""
        yield from ()

    def begin(self) -> None:
        """Shows the keys that act."""
        self.is_ready = True
        self.show_keys()

    def resume(self) -> None:
        """Shows the keys that act now, and lets the match go on."""
        self.show_keys()
        self.post_message(ScreenResumed())

    def fit(self) -> None:
        """Says which size is needed where the window is too small."""
        super().fit()
        width, height = self.app.size
        text = _("{least_width}x{least_height} is needed, and this window is {width}x{height}. q quits.")
        needed = text.format(least_width=LEAST_WIDTH, least_height=LEAST_HEIGHT, width=width, height=height)
        self.query_one(".too-small", Static).update(needed)
        if self.is_too_small:
            self.set_focus(None)

    def own_commands(self) -> Iterable[Command]:
        """The commands of the screen that act now, in the order of the list."""
        return (command for command in commands(self.PLACE) if self.is_enabled(command.action))

    def show_keys(self) -> None:
        """Brings the line of keys up to date."""
        if self.is_ready:
            shown = tuple(command for command in self.own_commands() if command.name)
            self.query_one(KeyLine).commands = shown

    def is_enabled(self, action: str) -> bool:
        """Whether a command does something now."""
        del action
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Lets through only commands that do something now."""
        return self.is_ready and super().check_action(action, parameters) and self.is_enabled(action)

    def on_key_line_pressed(self, message: KeyLine.Pressed) -> None:
        """Does a command that was clicked."""
        message.stop()
        self.call_later(self.run_action, message.command.action)

    def action_quit(self) -> None:
        """Asks for the way out of the program."""
        self.post_message(QuitWanted())
