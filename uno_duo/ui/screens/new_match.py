"""Setting up a match: the game, who plays, the target, the name, how UNO is said, and the pace."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, get_args

from pydantic import ValidationError
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from uno_duo.bots.levels import LEVELS, about_searching
from uno_duo.core import Rules
from uno_duo.house_rules import Value
from uno_duo.language import _, ngettext
from uno_duo.record import UnoCall
from uno_duo.settings import LONGEST_NAME, Pace, Settings, Tutor
from uno_duo.ui.glyphs import glyphs_of, is_ascii
from uno_duo.ui.keys import Command, Place, bindings
from uno_duo.ui.messages import HelpWanted, MatchSetUp
from uno_duo.ui.screens.form import FormScreen, as_sentence
from uno_duo.ui.screens.house_rules import HouseRulesScreen
from uno_duo.ui.set_up import MIXED, Game, NamesOf, SetUp, differences, stepped
from uno_duo.ui.widgets.form import FormLine, FormLines
from uno_duo.ui.widgets.line import Title
from uno_duo.wording import why_invalid

_GAMES: Final[dict[Game, str]] = {"duo": _("UNO Duo"), "classic": _("Classic UNO"), "house": _("House rules")}
_ABOUT_GAMES: Final[dict[Game, str]] = {
    "duo": _("Two players draft their hands, answer a Draw 2 with a Draw 2, and may bluff."),
    "classic": _("2 to 10 players. Who cannot play draws until a card can be played."),
    "house": _("Rules of your own; the next line shows and changes them."),
}
_NAMES_OF: Final = {
    "hand": _("by hand (u)"),
    "ask": _("the game asks"),
    "auto": _("said for you"),
    "slow": _("slow"),
    "normal": _("normal"),
    "fast": _("fast"),
    "instant": _("instant"),
}
_TUTORS: Final[dict[Tutor, str]] = {
    "off": _("stops nothing"),
    "blunders": _("stops blunders"),
    "mistakes": _("stops mistakes"),
    "all": _("stops inaccuracies"),
}
_LEVELS: Final = ", ".join(LEVELS)
_ABOUT_LEVELS: Final = _("From weak to strong: {levels}.").format(levels=_LEVELS)
_ABOUT_MIXED: Final = _("How the others play, from weak to strong: {levels}; mixed: each in a way of its own.").format(
    levels=_LEVELS
)
_VALUES: Final[dict[str, tuple[Value, ...]]] = {"uno": get_args(UnoCall), "pace": get_args(Pace)}
_HELP: Final[dict[str, tuple[Value, ...]]] = {"tutor": get_args(Tutor), "memory_aid": (False, True)}
_BOT: Final = "bot "


class NewMatchScreen(FormScreen):
    """A form; Enter starts the match that it describes."""

    PLACE = Place.FORM
    BINDINGS = bindings(Place.FORM)
    AUTO_FOCUS = ""

    def __init__(self, chosen: SetUp, names_of: NamesOf, *, is_practice: bool = False) -> None:
        """Makes the form.

        Args:
            chosen: What it begins with.
            names_of: Gives what the seats of a match will be called.
            is_practice: Whether the person may undo and be helped in the match.
        """
        super().__init__("form new-match")
        self._is_practice = is_practice
        self.chosen = chosen
        self._names_of = names_of
        self._name_fault = ""

    def compose_more(self) -> ComposeResult:
        """The name, which is typed."""
        with Horizontal(classes="name-row below"):
            yield Static(classes="name-label", markup=False)
            name = self.chosen.settings.name
            yield Input(name, max_length=LONGEST_NAME, compact=True, select_on_focus=False)

    def begin(self) -> None:
        """Shows what is chosen."""
        title = _("UNO Duo {dot} practice") if self._is_practice else _("UNO Duo {dot} new match")
        self.query_one(Title).left = title.format(dot=glyphs_of(self.app).dot)
        super().begin()

    @property
    def _keys(self) -> tuple[str, ...]:
        """What each line is about: a setting, a bot with its number, or the name."""
        chosen = self.chosen
        house = ("rules",) if chosen.game == "house" else ()
        bots = range(chosen.rules.seats - 1) if chosen.level == MIXED else range(0)
        return (
            "game",
            *house,
            "seats",
            "level",
            *(f"{_BOT}{index}" for index in bots),
            "target",
            *self._values,
            "name",
        )

    @property
    def _values(self) -> dict[str, tuple[Value, ...]]:
        """The settings that have nothing to do with the rules, with their values; some are for practice alone."""
        return _VALUES | _HELP if self._is_practice else _VALUES

    @property
    def _key(self) -> str:
        return self._keys[self.row]

    @property
    def rows(self) -> int:
        """How many lines can be chosen, the name among them."""
        return len(self._keys)

    @property
    def lines(self) -> tuple[FormLine, ...]:
        """The lines above the name."""
        chosen, rules = self.chosen, self.chosen.rules
        names = self._names_of(chosen.chosen.model_copy(update={"name": self._typed}), rules)
        lines = {
            "game": FormLine(_("Game"), _GAMES[chosen.game]),
            "rules": FormLine(self._rules_label, _told_differences(rules), can_change=False, opens=True),
            "seats": FormLine(_("Seats"), str(rules.seats), can_change=len(chosen.seats_allowed) > 1),
            "level": FormLine(ngettext("Bot", "Bots", rules.seats - 1), chosen.level),
            "target": FormLine(_("Target"), str(rules.target)),
            "uno": FormLine(_("UNO"), _NAMES_OF[chosen.settings.uno]),
            "pace": FormLine(_("Pace"), _NAMES_OF[chosen.settings.pace]),
            "tutor": FormLine(_("Tutor"), _TUTORS[chosen.settings.tutor]),
            "memory_aid": FormLine(_("Memory aid"), _("on (m)") if chosen.settings.memory_aid else _("off")),
        }
        for index, name in enumerate(names[1:]):
            lines[f"{_BOT}{index}"] = FormLine(f"  {name}", chosen.bots[index])
        return tuple(lines[key] for key in self._keys[:-1])

    @property
    def _typed(self) -> str:
        return self.query_one(Input).value

    @property
    def _rules_label(self) -> str:
        return _("House rules {more}").format(more="..." if is_ascii(self.app) else "…")

    @property
    def about(self) -> str:
        """What the chosen line is about."""
        chosen, rules = self.chosen, self.chosen.rules
        are_two = rules.seats == 2
        match self._key:
            case "game":
                return _ABOUT_GAMES[chosen.game]
            case "rules":
                return _("Enter opens the form of the house rules, which explains each of them.")
            case "seats" if chosen.game == "duo":
                return _("UNO Duo is a game for two.")
            case "seats" if chosen.is_draft:
                return _("A draft is for two. Where the house rules have the hands dealt, more can play.")
            case "seats":
                return _("How many play, you among them.")
            case "level" if about := about_searching(chosen.playing, rules):
                return about
            case "level" if are_two:
                return _ABOUT_LEVELS
            case "level":
                return _ABOUT_MIXED
            case "target" if rules.knock_out and not are_two:
                return _("Whoever has so many points after a round is out, and the last one left wins.")
            case "target" if are_two:
                return _("Whoever has so many points after a round has lost the match.")
            case "target":
                return _("The match ends when somebody has so many points after a round. The fewest points win.")
            case "uno":
                return _("How you say UNO. By hand you can forget it.")
            case "pace":
                return ngettext("How fast the bot acts.", "How fast the bots act.", rules.seats - 1)
            case "tutor":
                return _("What the coach stops before it is played. Hints are there in any case.")
            case "memory_aid":
                return _("Whether the cards not yet seen can be looked at.")
            case "name":
                return ngettext("What the other calls you.", "What the others call you.", rules.seats - 1)
        return _ABOUT_LEVELS

    @property
    def fault(self) -> str:
        """What is wrong with the name, or with the file of the house rules."""
        if self._key == "name":
            return self._name_fault
        return self.chosen.fault if self.chosen.game == "house" and self._key in ("game", "rules") else ""

    def watch_row(self) -> None:
        """Shows the chosen line, and lets the name be typed where it is that."""
        super().watch_row()
        if self.is_ready:
            self._name_fault = ""
            self.set_focus(self.query_one(Input) if self._key == "name" else None)

    def show(self) -> None:
        """Brings everything up to date, the label of the name too."""
        super().show()
        is_chosen = self._key == "name"
        label = self.query_one(".name-label", Static)
        label.update(f"{glyphs_of(self.app).asked if is_chosen else ' '} " + _("Your name"))
        label.set_class(is_chosen, "-chosen")

    def on_descendant_focus(self) -> None:
        """A click on the name chooses its line."""
        self.row = self.rows - 1

    def on_input_changed(self) -> None:
        """A bot gives way whose name the person takes."""
        self._name_fault = ""
        self.show()

    def own_commands(self) -> Iterable[Command]:
        """The commands that act now; Enter opens the house rules where they are chosen."""
        for command in super().own_commands():
            opens = command.action == "choose" and self._key == "rules"
            yield replace(command, name=_("Open")) if opens else command

    def is_enabled(self, action: str) -> bool:
        """Whether a command does something now."""
        if action.startswith("change"):
            line = next(iter(self.query_one(FormLines).lines[self.row :]), None)  # the name is none of them
            return line is not None and (line.can_change or line.opens)
        return True

    def action_change(self, step: int) -> None:
        """Chooses another value, or opens the house rules."""
        chosen, key = self.chosen, self._key
        match key:
            case "game":
                self.chosen = chosen.with_game(step)
            case "rules" if step > 0:
                self._open_house_rules()
            case "seats":
                self.chosen = chosen.with_seats(step)
            case "level":
                self.chosen = chosen.with_level(step)
            case "target":
                self.chosen = chosen.with_target(step)
            case _ if key in self._values:
                value = stepped(self._values[key], getattr(chosen.settings, key), step)
                self.chosen = chosen.with_setting(key, value)
            case _ if key.startswith(_BOT):
                self.chosen = chosen.with_bot(int(key.removeprefix(_BOT)), step)
        self.show()

    def _open_house_rules(self) -> None:
        if self.is_current:
            chosen = self.chosen
            seats = chosen.rules.seats if chosen.seats is None else chosen.seats
            self.app.push_screen(HouseRulesScreen(chosen.house, seats, self._take))

    def _take(self, house: Rules) -> None:
        self.chosen = self.chosen.with_house(house)
        self.show()

    def on_input_submitted(self) -> None:
        """Enter in the name starts the match too."""
        self.action_choose()

    def action_choose(self) -> None:
        """Starts the match, if the name can be one; on their line it opens the house rules."""
        if self._key == "rules":
            self._open_house_rules()
            return
        try:
            settings = Settings.model_validate({**self.chosen.chosen.model_dump(), "name": self._typed})
        except ValidationError as error:
            self.row = self.rows - 1
            self._name_fault = as_sentence(why_invalid(error))
            self.show()
            return
        keeps_rules = self.chosen.keeps_rules
        self.post_message(
            MatchSetUp(settings, self.chosen.rules, keeps_rules=keeps_rules, is_practice=self._is_practice)
        )

    def action_help(self) -> None:
        """Asks for the rules of the game that is chosen."""
        self.post_message(HelpWanted(self.chosen.rules))

    def action_back(self) -> None:
        """Closes the form."""
        self.close()


def _told_differences(rules: Rules) -> str:
    """How far rules are from those of UNO Duo, in a few words."""
    count = len(differences(rules, Rules.duo()))
    if not count:
        return _("as UNO Duo")
    if not differences(rules, Rules.classic(rules.seats)):
        return _("as classic UNO")
    return ngettext("{count} change", "{count} changes", count).format(count=count)
