"""Pages of text: the rules and the keys, and all events of a round."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

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

if TYPE_CHECKING:  # the rules are read in the menu too, before the models are loaded
    from uno_duo.core import Rules

_IN_PARAGRAPH: Final = re.compile(r"(?<!\n)\n(?![\n#|-]) *")
_TABLE_EDGE: Final = re.compile(r"\|( --- \|)+")
_TEXTS: Final = Path(__file__).parent.parent


class Page(GameScreen):
    """A text that is scrolled, and closed with Esc.

    Attributes:
        NAME: What it is about.
    """

    PLACE = Place.PAGE
    BINDINGS = bindings(Place.PAGE)
    NAME: ClassVar[str] = ""

    def __init__(self) -> None:
        super().__init__("page")

    def compose_body(self) -> ComposeResult:
        """The title over the text."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        with VerticalScroll(can_focus=False):
            yield from self.compose_text()

    def compose_text(self) -> ComposeResult:
        """The text."""
        yield from ()

    def begin(self) -> None:
        """Shows what it is about."""
        super().begin()
        self.query_one(Title).left = _("UNO Duo {dot} {page}").format(dot=glyphs_of(self.app).dot, page=self.NAME)

    def is_enabled(self, action: str) -> bool:
        """A single page has no other one."""
        return action != "other_page"

    def action_scroll(self, step: int) -> None:
        """Scrolls the text by lines, or by pages for tens."""
        scroll = self.query_one(VerticalScroll)
        lines = step if abs(step) < 10 else (step // abs(step)) * max(1, scroll.size.height - 1)
        scroll.scroll_relative(y=lines, animate=False)

    def action_back(self) -> None:
        """Closes the page."""
        self.close()


@dataclass(frozen=True)
class HelpText:
    """A text of the help.

    Attributes:
        name: What it is about.
        text: Gives it as Markdown.
    """

    name: str
    text: Callable[[], str]


class HelpPage(Page):
    """The rules, and behind Tab the keys: in a match those it is played by, else those of both games."""

    NAME = _("rules and keys")

    def __init__(self, rules: "Rules | None" = None, *, begins_with_keys: bool = False) -> None:
        """Makes the page.

        Args:
            rules: What the match is played by; None where none is being played.
            begins_with_keys: Whether the keys are shown first.
        """
        super().__init__()
        self._pages = help_of(rules)
        self._shown = len(self._pages) - 1 if begins_with_keys else 0

    def compose_text(self) -> ComposeResult:
        """One text, which is one of the pages.

        Rich's Markdown is a single widget here; Textual's makes one of each paragraph, and takes ten times as long.
        """
        yield Static(classes="text")

    def begin(self) -> None:
        """Shows the page that was asked for."""
        super().begin()
        self.query_one(Title).short = _("Rules and keys")
        self._show()

    def _show(self) -> None:
        page = self._pages[self._shown]
        title = _("{page}  {number}/{count}")
        self.query_one(Title).right = title.format(page=page.name, number=self._shown + 1, count=len(self._pages))
        text = page.text()
        shown = Text("\n".join(_plain_lines(text))) if is_ascii(self.app) else Markdown(text)
        self.query_one(".text", Static).update(shown)
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def is_enabled(self, action: str) -> bool:  # noqa: ARG002 - every command acts
        """Whether a command does something now."""
        return True

    def action_help(self) -> None:
        """Closes the page with the key that opened it."""
        self.close()

    def action_other_page(self) -> None:
        """Goes to the next page, and from the last to the first."""
        self._shown = (self._shown + 1) % len(self._pages)
        self._show()


class LinesPage(Page):
    """Lines of plain text, which may come, and change, while the page is open."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Makes the page.

        Args:
            lines: What is told at first.
        """
        super().__init__()
        self._lines = lines

    def compose_text(self) -> ComposeResult:
        """The lines."""
        yield Static(markup=False, classes="lines")

    def begin(self) -> None:
        """Shows the lines."""
        super().begin()
        self.show_lines()

    def tell(self, lines: Sequence[str]) -> None:
        """Shows other lines."""
        self._lines = lines
        if self.is_ready:
            self.show_lines()

    def show_lines(self) -> None:
        """Brings the page up to date with the lines."""
        self.query_one(".lines", Static).update("\n".join(self._lines))


class SummaryPage(LinesPage):
    """The summary of a review."""

    NAME = _("summary")
    BESIDE: Final = 3
    """How many cells of a window a line does not have: the margins, and the bar that scrolls."""


class ExpertPage(LinesPage):
    """What the expert would have done with the player's cards."""

    NAME = _("the expert with your cards")


class EventsPage(LinesPage):
    """All events of the round, the last at the bottom."""

    NAME = _("what has happened")

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


def _duo(changes: str = "") -> HelpText:
    return HelpText(_("UNO Duo"), lambda: _text_of("rules.md", changes))


def _classic(changes: str = "") -> HelpText:
    return HelpText(_("Classic UNO"), lambda: _text_of("classic.md", changes))


def _text_of(file: str, changes: str) -> str:
    """The rules of a game, with what is different in a match below their title."""
    title, _blank, rest = (_TEXTS / file).read_text(encoding="utf-8").partition("\n\n")
    return "\n\n".join(part for part in (title, changes, rest) if part)


def help_of(rules: "Rules | None") -> list[HelpText]:
    """The pages of the help: the rules of a match, or of both games where none is played, and the keys.

    Of a match with rules of its own, what is different stands before the game that they are nearest to.
    """
    keys = HelpText(_("Keys"), keys_page)
    return [*(_rules_of(rules) if rules else (_duo(), _classic())), keys]


def _rules_of(rules: "Rules") -> list[HelpText]:
    from uno_duo.core import Rules  # noqa: PLC0415 - loaded where there is a match
    from uno_duo.house_rules import differing, game_name, value_name  # noqa: PLC0415 - as above

    games = {_duo: Rules.duo(), _classic: Rules.classic(rules.seats)}
    changed = {page: differing(rules, game) for page, game in games.items()}
    near, other = sorted(games, key=lambda page: len(changed[page]))
    name, game = near().name, games[near]
    parts: list[str] = []
    if changed[near]:
        rows = [(_("rule"), _("here"), name), ("---",) * 3]
        for rule in changed[near]:
            here, there = (value_name(rule.field, getattr(played, rule.field)) for played in (rules, game))
            rows.append((rule.label, here, there))
        parts = ["\n".join(f"| {' | '.join(row)} |" for row in rows)]
    if game_name(rules) == name:
        return [near("\n\n".join((_("In this match:"), *parts)) if parts else "")]
    told_by_value = ("seats", "target")
    meanings = [f"- **{r.label}**: {r.explanation}" for r in changed[near] if r.field not in told_by_value]
    told = _("This match is played like **{game}**, but for these rules. Tab leads to the rules of both games.")
    house = ["# " + _("House rules"), told.format(game=name), *parts, "\n".join(meanings)]
    return [HelpText(_("House rules"), lambda: "\n\n".join(house)), near(), other()]


def _plain_lines(text: str) -> Iterator[str]:
    """A text in Markdown without what Rich draws beyond ASCII: its bullets, rules and tables."""
    rows: list[list[str]] = []
    for line in [*_IN_PARAGRAPH.sub(" ", text.replace("**", "")).split("\n"), ""]:
        if line.startswith("|"):
            if not _TABLE_EDGE.fullmatch(line):
                rows.append([cell.strip() for cell in line.strip("|").split("|")])
            continue
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        rows.clear()
        yield line
