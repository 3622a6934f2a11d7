"""Setting up a match: the bot, the target, the name, how UNO is said, and the pace."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, get_args

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.reactive import var
from textual.widgets import Input, Static

from uno_duo.bots.levels import LEVELS
from uno_duo.language import _
from uno_duo.record import UnoCall
from uno_duo.settings import Pace, Settings, SettingsError, settings_from
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.messages import MatchSetUp
from uno_duo.ui.screens.base import GameScreen
from uno_duo.ui.widgets.canvas import Canvas, Drawn
from uno_duo.ui.widgets.line import Rule, Title

_TARGETS: Final = (50, 100, 150, 200, 250, 300, 400, 500, 1000)
_NAMES_OF: Final = {
    "hand": _("by hand (u)"),
    "ask": _("the game asks"),
    "auto": _("said for you"),
    "slow": _("slow"),
    "normal": _("normal"),
    "fast": _("fast"),
    "instant": _("instant"),
}


@dataclass(frozen=True)
class _Field:
    """A setting that is chosen from some values."""

    name: str
    label: str
    values: Sequence[object]
    explanation: str


_FIELDS: Final = (
    _Field("bot", _("Bot"), LEVELS, _("easy plays like a beginner, normal soundly, random anything.")),
    _Field("target", _("Target"), _TARGETS, _("Whoever has so many points after a round has lost the match.")),
    _Field("uno", _("UNO"), get_args(UnoCall), _("How you say UNO. By hand you can forget it.")),
    _Field("pace", _("Pace"), get_args(Pace), _("How fast the bot acts.")),
)
_NAME_ROW: Final = len(_FIELDS)


class FormValues(Drawn):
    """The lines of the form that are chosen from values."""

    settings: var[Settings | None] = var[Settings | None](None)
    row: var[int] = var(0)

    def watch_settings(self) -> None:
        """Shows the values."""
        self.redraw()

    def watch_row(self) -> None:
        """Shows the chosen line."""
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draws a line for each setting."""
        if self.settings is None:
            return
        left, right = tuple(self.glyphs.arrows)
        for y, field in enumerate(_FIELDS):
            is_chosen = y == self.row
            style = self.style_of("part--strong" if is_chosen else "part--dim")
            value = getattr(self.settings, field.name)
            text = _NAMES_OF.get(value, value) if field.name != "bot" else value
            canvas.put(1, y, f"{self.glyphs.asked if is_chosen else ' '} {field.label}", style)
            canvas.put(14, y, f"{left} {text} {right}" if is_chosen else f"  {text}", style)


class NewMatchScreen(GameScreen):
    """A form; Enter starts the match that it describes."""

    PLACE = Place.FORM
    BINDINGS = bindings(Place.FORM)
    AUTO_FOCUS = ""

    settings: var[Settings | None] = var[Settings | None](None)
    row: var[int] = var(0)

    def __init__(self, settings: Settings) -> None:
        """Makes the form.

        Args:
            settings: What it begins with.
        """
        super().__init__("new-match")
        self._first_settings = settings

    def compose_body(self) -> ComposeResult:
        """The values, the name, and what the chosen line is about."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        with Vertical(classes="form"):
            yield FormValues()
            with Horizontal(classes="name-row"):
                yield Static(_("Your name"), classes="name-label", markup=False)
                yield Input(self._first_settings.name, max_length=20, compact=True, select_on_focus=False)
            yield Static(classes="about", markup=False)

    def begin(self) -> None:
        """Shows the settings."""
        super().begin()
        self.query_one(Title).left = _("UNO Duo {dot} new match").format(dot=glyphs_of(self.app).dot)
        self.settings = self._first_settings
        self._show_about()

    def watch_settings(self) -> None:
        """Shows the values."""
        if self.is_ready:
            self.query_one(FormValues).settings = self.settings

    def watch_row(self) -> None:
        """Shows the chosen line, and lets the name be typed where it is that."""
        if not self.is_ready:
            return
        self.query_one(FormValues).row = self.row
        self.set_focus(self.query_one(Input) if self.row == _NAME_ROW else None)
        self.query_one(".name-label", Static).set_class(self.row == _NAME_ROW, "-chosen")
        self._show_about()
        self.show_keys()

    def _show_about(self, problem: str = "") -> None:
        text = _("What the other calls you.") if self.row == _NAME_ROW else _FIELDS[self.row].explanation
        self.query_one(".about", Static).update(problem or text)

    def on_descendant_focus(self) -> None:
        """A click on the name chooses its line."""
        self.row = _NAME_ROW

    def action_line(self, step: int) -> None:
        """Chooses another line."""
        self.row = (self.row + step) % (_NAME_ROW + 1)

    def action_change(self, step: int) -> None:
        """Chooses another value."""
        if self.row == _NAME_ROW or self.settings is None:
            return
        field = _FIELDS[self.row]
        values = list(field.values)
        value = getattr(self.settings, field.name)
        place = values.index(value) if value in values else 0
        self.settings = self.settings.model_copy(update={field.name: values[(place + step) % len(values)]})

    def on_input_submitted(self) -> None:
        """Enter in the name starts the match too."""
        self.action_choose()

    def action_choose(self) -> None:
        """Starts the match, if the name can be one."""
        if self.settings is None:
            return
        try:
            settings = settings_from({**self.settings.model_dump(), "name": self.query_one(Input).value})
        except SettingsError as error:
            self.row = _NAME_ROW
            self._show_about(str(error))
            return
        self.post_message(MatchSetUp(settings))

    def action_back(self) -> None:
        """Closes the form."""
        self.close()
