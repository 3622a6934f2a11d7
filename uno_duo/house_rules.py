"""House rules: each rule in words, rule sets by name and as TOML files, and the player's own."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from uno_duo.core.ruleset import RuleConflict, Rules
from uno_duo.language import _
from uno_duo.settings import Settings, config_folder, read_toml
from uno_duo.wording import plain, why_invalid

NAMES: Final = ("duo", "classic", "house")
"""The rule sets that have a name; `house` is the player's own."""

Value = bool | int | str
"""What a rule can be."""


class RulesError(ValueError):
    """Rules that cannot be, or are not there; the text says why, as a clause without a full stop.

    Attributes:
        fields: The rules that are at fault, as far as they are known.
    """

    def __init__(self, reason: str, fields: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.fields = fields


class RulesFileError(RulesError):
    """A file that holds no rules; the text is one line that names it."""


@dataclass(frozen=True)
class HouseRule:
    """A rule as a person is asked for it.

    Attributes:
        field: Its name in `Rules`.
        label: What it is called, in at most 16 characters.
        explanation: What it means.
        values: What is offered for it; more may be possible.
    """

    field: str
    label: str
    explanation: str
    values: tuple[Value, ...]


_NO_YES: Final = (False, True)
_POINTS: Final = (0, 5, 10, 15, 20, 25, 30, 40, 50, 100)

HOUSE_RULES: Final = (
    HouseRule("seats", _("Seats"), _("How many play, you among them."), tuple(range(2, 11))),
    HouseRule(
        "target",
        _("Target"),
        _("A match ends when somebody has so many points after a round. The fewest points win."),
        (50, 100, 150, 200, 250, 300, 400, 500, 750, 1000),
    ),
    HouseRule(
        "knock_out",
        _("Knock-out"),
        _("On: whoever reaches the target leaves, the others play on, and the last one left wins."),
        _NO_YES,
    ),
    HouseRule(
        "opening",
        _("Opening"),
        _("Draft: two players pick their hands card by card. Deal: the hands are dealt."),
        ("draft", "deal"),
    ),
    HouseRule("hand_size", _("Cards a hand"), _("How many cards a hand has at first."), tuple(range(2, 21))),
    HouseRule(
        "extra_wilds", _("Extra Wilds"), _("How many Wilds the deck has beyond the usual four."), tuple(range(13))
    ),
    HouseRule(
        "bury_wilds",
        _("Wild turned up"),
        _("What a wild card does that is turned up at the start: it acts, or goes back into the pile."),
        _NO_YES,
    ),
    HouseRule(
        "symbols_match",
        _("Like on like"),
        _("Whether Draw 2 goes on Draw 2 of any colour, Skip on Skip and Reverse on Reverse."),
        _NO_YES,
    ),
    HouseRule(
        "drawing",
        _("Drawing"),
        _("What a player draws who lays no card: one card, or as many as it takes until one can be played."),
        ("one", "until_playable"),
    ),
    HouseRule(
        "keep_drawn",
        _("Drawn card"),
        _("Whether a drawn card that can be played must be played, or may be kept."),
        _NO_YES,
    ),
    HouseRule(
        "reverse",
        _("Reverse"),
        _("Dump: it may take all cards of its colour along. Turn: it turns the direction. Skip: it skips."),
        ("dump", "turn", "skip"),
    ),
    HouseRule(
        "draw_two",
        _("Draw 2 draws"),
        _("How many cards a Draw 2 makes the next player draw. With none it only skips."),
        tuple(range(11)),
    ),
    HouseRule(
        "stacking",
        _("Draw 2 volley"),
        _("On: a Draw 2 can be answered with a Draw 2, and whoever has none draws for all of them."),
        _NO_YES,
    ),
    HouseRule(
        "wild_draw_four",
        _("Wild Draw 4"),
        _("Challenge: it can be a bluff, and be challenged. Restricted: only if nothing else fits. Free: always."),
        ("challenge", "restricted", "free"),
    ),
    HouseRule(
        "draw_four",
        _("Draw 4 draws"),
        _("How many cards a Wild Draw 4 makes the next player draw, or its own if caught bluffing."),
        tuple(range(1, 13)),
    ),
    HouseRule(
        "lost_challenge",
        _("Lost challenge"),
        _("How many cards a player draws who challenges a Wild Draw 4 that was no bluff."),
        tuple(range(1, 13)),
    ),
    HouseRule(
        "forgotten_uno",
        _("Forgotten UNO"),
        _("How many cards a player draws who is called out for a forgotten UNO."),
        tuple(range(11)),
    ),
    HouseRule(
        "final_draw",
        _("Last card draws"),
        _("On: a last card that is a Draw 2 or a Wild Draw 4 is still drawn for before the points are counted."),
        _NO_YES,
    ),
    HouseRule(
        "recycling",
        _("Discard pile"),
        _("When the draw pile is empty, the discard pile is turned over as it lies, or shuffled."),
        ("turned", "shuffled"),
    ),
    HouseRule("action_points", _("Action points"), _("What a Draw 2, Skip or Reverse left in a hand costs."), _POINTS),
    HouseRule("wild_points", _("Wild points"), _("What a Wild left in a hand costs."), _POINTS),
    HouseRule("wild_draw_four_points", _("Draw 4 points"), _("What a Wild Draw 4 left in a hand costs."), _POINTS),
)
"""Every rule that a house can change, in the order in which a person is shown them."""

_VALUE_NAMES: Final[Mapping[str, Mapping[Value, str]]] = {
    "opening": {"draft": _("draft"), "deal": _("deal")},
    "bury_wilds": {False: _("acts"), True: _("goes back")},
    "symbols_match": {False: _("not allowed"), True: _("allowed")},
    "drawing": {"one": _("one card"), "until_playable": _("until playable")},
    "keep_drawn": {False: _("must be played"), True: _("may be kept")},
    "reverse": {"dump": _("dump"), "turn": _("turn"), "skip": _("skip")},
    "wild_draw_four": {"challenge": _("challenge"), "restricted": _("restricted"), "free": _("free")},
    "recycling": {"turned": _("turned over"), "shuffled": _("shuffled")},
}

_CONFLICTING: Final[Mapping[str, tuple[str, ...]]] = {
    RuleConflict.DRAFT_OF_MANY: ("opening", "seats"),
    RuleConflict.DRAWING_PAST_KEPT: ("drawing", "keep_drawn"),
    RuleConflict.NOTHING_TO_STACK: ("stacking", "draw_two"),
    RuleConflict.TOO_FEW_CARDS: ("seats", "hand_size"),
}


def value_name(field: str, value: Value) -> str:
    """A rule's value in a word or two: ``until playable``, ``on``, ``7``.

    Args:
        field: The rule's name in `Rules`.
        value: A value that it can have.
    """
    names = _VALUE_NAMES.get(field, {})
    if value in names:
        return names[value]
    if isinstance(value, bool):
        return _("on") if value else _("off")
    return str(value) if value else _("none")


def game_name(rules: Rules) -> str:
    """What a game by these rules is called: UNO Duo, Classic UNO or House rules."""
    if {rule.field for rule in differing(rules, Rules.duo())} <= {"target"}:
        return _("UNO Duo")
    if {rule.field for rule in differing(rules, Rules.classic(rules.seats))} <= {"target", "knock_out"}:
        return _("Classic UNO")
    return _("House rules")


def differing(rules: Rules, others: Rules) -> tuple[HouseRule, ...]:
    """The rules in which two rule sets differ, in the order in which a person is shown them."""
    return tuple(rule for rule in HOUSE_RULES if getattr(rules, rule.field) != getattr(others, rule.field))


def rules_with(rules: Rules, **changes: Value | None) -> Rules:
    """Rules with other values; None leaves a value as it is.

    Raises:
        RulesError: A value cannot be, or the values make no sense together.
    """
    return _checked({**rules.model_dump(), **{field: value for field, value in changes.items() if value is not None}})


def _checked(values: Mapping[str, object]) -> Rules:
    try:
        return Rules.model_validate(values)
    except ValidationError as error:
        fault = error.errors()[0]
        fields = _CONFLICTING.get(fault["type"]) or tuple(str(part) for part in fault["loc"][:1])
        raise RulesError(why_invalid(error), fields) from None


def rules_named(name: str, *, seats: int | None = None, target: int | None = None) -> Rules:
    """The rules of a name.

    Args:
        name: `duo`, `classic`, `house` for the player's own, or a TOML file.
        seats: How many play; by default as many as the rules say, and two for classic UNO.
        target: The points at which a match ends; by default as the rules say.

    Raises:
        RulesFileError: The file holds no rules.
        RulesError: There are no such rules, or not for so many seats.
    """
    return rules_with(_named(name), seats=seats, target=target)


def _named(name: str) -> Rules:
    match name:
        case "duo":
            return Rules.duo()
        case "classic":
            return Rules.classic()
        case "house":
            rules, problems = saved_house_rules()
            if problems:
                raise RulesFileError(problems[0])
            if rules is None:
                raise RulesError(_("there are no house rules yet: {path} is missing").format(path=_own_file()))
            return rules
    path = os.path.expanduser(name)  # noqa: PTH111 - pathlib's raises where there is no such user
    if not (os.path.lexists(path) or path.endswith(".toml") or os.path.dirname(path)):  # noqa: PTH120
        names = ", ".join(NAMES)
        raise RulesError(_("there are no rules {name!r}; there are {names}, or a file").format(name=name, names=names))
    return read_rules(Path(path))


def rules_for(settings: Settings) -> Rules:
    """The rules that a person has set; in classic UNO the bots tell how many play, if nothing else does.

    Raises:
        RulesFileError: The file holds no rules.
        RulesError: There are no such rules, or not for so many seats.
    """
    seats = settings.seats
    if seats is None and settings.rules == "classic" and settings.bots:
        seats = 1 + len(settings.bots)
    return rules_named(settings.rules, seats=seats, target=settings.target)


# Rules as a file


def rules_as_toml(rules: Rules) -> str:
    """Rules as a TOML file, with every rule explained."""
    import tomlkit  # noqa: PLC0415 - most commands do without it

    schema = Rules.model_json_schema()["properties"]
    document = tomlkit.document()
    document.add(tomlkit.comment(_("Rules for uno-duo: change what you like, then uno-duo play --rules FILE.")))
    document.add(tomlkit.comment(_("A rule that is left out is as in UNO Duo.")))
    for rule in HOUSE_RULES:
        document.add(tomlkit.nl())
        document.add(tomlkit.comment(rule.explanation))
        document.add(tomlkit.comment(_("Possible: {values}").format(values=_possible(rule.field, schema[rule.field]))))
        document.add(rule.field, getattr(rules, rule.field))
    return tomlkit.dumps(document)


def _possible(field: str, schema: Mapping[str, Any]) -> str:
    """The values that a rule can have, as they stand in a file."""
    if schema["type"] == "integer":
        return _("{least} to {most}").format(least=schema["minimum"], most=schema["maximum"])
    if schema["type"] == "boolean":
        return f"false ({value_name(field, False)}), true ({value_name(field, True)})"
    return ", ".join(f'"{value}"' for value in schema["enum"])


def read_rules(path: Path) -> Rules:
    """The rules in a TOML file; a rule that is not in it has UNO Duo's value.

    Raises:
        RulesFileError: It cannot be read, is no TOML, or holds what no rules are.
    """
    try:
        return _checked(_table_in(path))
    except RulesError as error:
        reason = str(error)
        if len(error.fields) > 1:  # a sentence about one names it
            reason = _("{fields}: {reason}").format(fields=", ".join(error.fields), reason=reason)
        raise RulesFileError(_("{path}: {reason}").format(path=plain(str(path)), reason=reason), error.fields) from None


def _table_in(path: Path) -> dict[str, object]:
    try:
        table = read_toml(path)
    except OSError as error:
        raise RulesError(error.strerror or str(error)) from None
    except ValueError as error:
        raise RulesError(str(error)) from None
    for key in table:
        if key not in Rules.model_fields:
            raise RulesError(_("there is no rule {key}").format(key=plain(key)), (key,))
    return table


# The player's own


def saved_house_rules() -> tuple[Rules | None, tuple[str, ...]]:
    """The player's own rules, and a line for what is wrong with them; None where they are missing or wrong."""
    path = _own_file()
    if not os.path.lexists(path):
        return None, ()
    try:
        return read_rules(path), ()
    except RulesFileError as error:
        return None, (str(error),)


def save_house_rules(rules: Rules) -> tuple[str, ...]:
    """Keeps rules as the player's own, and gives back a line for what prevented that."""
    path = _own_file()
    new = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(rules_as_toml(rules), encoding="utf-8", newline="\n")
        new.replace(path)  # whole or not at all
    except OSError as error:
        return (_("{path}: {reason}").format(path=path, reason=error.strerror or error),)
    return ()


def _own_file() -> Path:
    return config_folder() / "house-rules.toml"
