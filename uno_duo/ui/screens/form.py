"""What the forms have in common: lines that are chosen and changed by arrows, and the chosen one explained."""

from typing import Final

from textual.app import ComposeResult
from textual.reactive import var

from uno_duo.ui.screens.base import FULL_HEIGHT, FULL_WIDTH, GameScreen
from uno_duo.ui.widgets.form import FormAbout, FormLine, FormLines
from uno_duo.ui.widgets.line import Rule, Title

_ABOUT_WIDE: Final = 2
_ABOUT_NARROW: Final = 3


def as_sentence(reason: str) -> str:
    """A reason that is told as a clause, as a sentence of its own."""
    return f"{reason[:1].upper()}{reason[1:]}."


class FormScreen(GameScreen):
    """A form."""

    row: var[int] = var(0)

    def compose_body(self) -> ComposeResult:
        """The title, the lines, what stands below them, and what the chosen one is about."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        yield FormLines()
        yield from self.compose_more()
        yield FormAbout()

    def compose_more(self) -> ComposeResult:
        """What stands between the lines and the explanation."""
        yield from ()

    @property
    def lines(self) -> tuple[FormLine, ...]:
        """The lines as they are now."""
        raise NotImplementedError

    @property
    def rows(self) -> int:
        """How many lines can be chosen."""
        return len(self.lines)

    @property
    def about(self) -> str:
        """What the chosen line is about."""
        raise NotImplementedError

    @property
    def fault(self) -> str:
        """What is wrong, as a sentence; empty where nothing is."""
        return ""

    def begin(self) -> None:
        """Shows the form."""
        super().begin()
        self.show()

    def show(self) -> None:
        """Brings everything up to date with what is chosen."""
        if not self.is_ready:
            return
        lines, about = self.query_one(FormLines), self.query_one(FormAbout)
        lines.lines, lines.row = self.lines, self.row
        about.text, about.fault = self.about, self.fault
        self._share_room()
        self.show_keys()

    def fit(self) -> None:
        """Shares a new size between the lines and what they are about."""
        super().fit()
        self._share_room()

    def _share_room(self) -> None:
        """Gives the lines what is left by the rest, so that the explanation is always to be seen."""
        width, height = self.app.size
        about = self.query_one(FormAbout)
        least = _ABOUT_WIDE if width >= FULL_WIDTH else _ABOUT_NARROW
        about.styles.height = needed = max(least, about.height_in(width))
        around = 2 if height < FULL_HEIGHT else 4  # title and keys, and else a rule and an empty line
        room = height - around - needed - len(list(self.query(".below")))
        self.query_one(FormLines).styles.max_height = max(1, room)

    def watch_row(self) -> None:
        """Shows the chosen line."""
        self.show()

    def on_form_lines_clicked(self, message: FormLines.Clicked) -> None:
        """Chooses a line that was clicked, and changes the value of one that was chosen before."""
        was_chosen = message.row == self.row
        self.row = message.row
        opens = self.lines[self.row].opens
        if was_chosen or opens:
            self.action_change(1 if opens else message.step)

    def action_line(self, step: int) -> None:
        """Chooses another line."""
        self.row = (self.row + step) % self.rows

    def action_end(self, place: int) -> None:
        """Chooses the first line or the last."""
        self.row = place % self.rows

    def action_change(self, step: int) -> None:
        """Chooses another value."""
        raise NotImplementedError
