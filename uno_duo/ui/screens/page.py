"""Pages of text: the rules and the keys, and all events of a round."""

import re
from pathlib import Path
from typing import ClassVar, Final

from rich.markdown import Markdown
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from uno_duo.language import _
from uno_duo.ui.glyphs import glyphs_of, is_ascii
from uno_duo.ui.keys import PLACE_NAMES, Place, bindings, commands
from uno_duo.ui.screens.base import GameScreen
from uno_duo.ui.widgets.line import Rule, Title

_IN_PARAGRAPH: Final = re.compile(r"(?<!\n)\n(?![\n#|-]) *")
_RULES: Final = Path(__file__).parent.parent / "rules.md"


class _Page(GameScreen):
    """A text that is scrolled, and closed with Esc."""

    PLACE = Place.PAGE
    BINDINGS = bindings(Place.PAGE)
    NAME: ClassVar[str] = ""

    def __init__(self) -> None:
        super().__init__("page")

    def compose_body(self) -> ComposeResult:
        yield Title(classes="title")
        yield Rule(classes="rule")
        with VerticalScroll(can_focus=False):
            yield from self.compose_text()

    def compose_text(self) -> ComposeResult:
        """The text."""
        yield from ()

    def begin(self) -> None:
        super().begin()
        self.query_one(Title).left = _("UNO Duo {dot} {page}").format(dot=glyphs_of(self.app).dot, page=self.NAME)

    def is_enabled(self, action: str) -> bool:
        return action != "other_page"

    def action_scroll(self, step: int) -> None:
        """Scrolls the text by lines, or by pages for tens."""
        scroll = self.query_one(VerticalScroll)
        lines = step if abs(step) < 10 else (step // abs(step)) * max(1, scroll.size.height - 1)
        scroll.scroll_relative(y=lines, animate=False)

    def action_back(self) -> None:
        """Closes the page."""
        self.close()


class HelpPage(_Page):
    """The rules, and behind Tab the keys."""

    NAME = _("rules and keys")

    def __init__(self, *, begins_with_keys: bool = False) -> None:
        """Makes the page.

        Args:
            begins_with_keys: Whether the keys are shown first.
        """
        super().__init__()
        self._shows_keys = begins_with_keys

    def compose_text(self) -> ComposeResult:
        """One text, which is one of the two pages.

        Rich's Markdown is a single widget here; Textual's makes one of each paragraph, and takes ten times as long.
        """
        yield Static(classes="text")

    def begin(self) -> None:
        """Shows the page that was asked for."""
        super().begin()
        self._show()

    def _show(self) -> None:
        text = keys_page() if self._shows_keys else _RULES.read_text(encoding="utf-8")
        plain = Text(_IN_PARAGRAPH.sub(" ", text.replace("**", "")))  # Rich's Markdown draws bullets and rules
        self.query_one(".text", Static).update(plain if is_ascii(self.app) else Markdown(text))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def is_enabled(self, action: str) -> bool:  # noqa: ARG002 - every command acts
        """Whether a command does something now."""
        return True

    def action_help(self) -> None:
        """Closes the page with the key that opened it."""
        self.close()

    def action_other_page(self) -> None:
        """Goes to the other of the two pages."""
        self._shows_keys = not self._shows_keys
        self._show()


class EventsPage(_Page):
    """All events of the round, the last at the bottom."""

    NAME = _("what has happened")

    def __init__(self, lines: tuple[str, ...]) -> None:
        """Makes the page.

        Args:
            lines: The events in plain words.
        """
        super().__init__()
        self._lines = lines

    def compose_text(self) -> ComposeResult:
        """The events, a line each."""
        yield Static("\n".join(self._lines), markup=False)

    def begin(self) -> None:
        """Begins at the end."""
        super().begin()
        self.call_after_refresh(self.query_one(VerticalScroll).scroll_end, animate=False)


def keys_page() -> str:
    """All commands with their keys as Markdown, a table for each place."""
    parts = ["# " + _("Keys"), _("Ctrl+C leaves at once from anywhere; the match is saved. The mouse works too.")]
    for place in Place:
        parts.append(f"## {PLACE_NAMES[place]}")
        rows = [f"| {command.label} | {command.explanation} |" for command in commands(place)]
        parts.append("\n".join(["| | |", "| --- | --- |", *rows]))
    return "\n\n".join(parts)
