"""What is chosen for a new match: the game, who plays, and how; what of it goes together, and what it comes to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, get_args

from uno_duo.bots.levels import LEVELS
from uno_duo.core import Rules
from uno_duo.core.ruleset import MOST_SEATS
from uno_duo.house_rules import HOUSE_RULES, RulesError, Value, differing, rules_with
from uno_duo.settings import Settings

Game = Literal["duo", "classic", "house"]
"""What is played: one of the two games, or by one's own house rules."""
GAMES: Final[tuple[Game, ...]] = get_args(Game)
"""All of them, in the order in which they are offered."""
MIXED: Final = "mixed"
"""What is chosen for the bots where each is of a kind of its own."""
SHARED: Final = frozenset(("seats", "target"))
"""The rules that are chosen for every game, and so are no part of what a house changes."""
_OFFERED: Final = {rule.field: rule.values for rule in HOUSE_RULES}

NamesOf = Callable[[Settings, Rules], Sequence[str]]
"""Gives what the seats of a match will be called."""


def values_of(field: str, *more: Value) -> tuple[Value, ...]:
    """The values that are offered for a rule, with others that it has or had: numbers in their order."""
    offered = _OFFERED[field]
    found = [*offered, *dict.fromkeys(value for value in more if value not in offered)]
    return tuple(sorted(found, key=lambda value: value if isinstance(value, int) else 0))


def stepped(values: Sequence[Value], value: Value, step: int) -> Value:
    """The value some steps on, around the end."""
    place = values.index(value) if value in values else -1 if step > 0 else 0
    return values[(place + step) % len(values)]


def differences(rules: Rules, others: Rules) -> tuple[str, ...]:
    """The house rules in which two rule sets differ."""
    return tuple(rule.field for rule in differing(rules, others) if rule.field not in SHARED)


@dataclass(frozen=True)
class SetUp:
    """What is chosen for a new match.

    Attributes:
        settings: What the person has set, with the bot, the pace and the saying of UNO as they are chosen.
        game: The game.
        house: The house rules, which are played by if they are the game.
        seats: How many shall play where the game allows it; None for as many as the game says.
        target: The points at which the match ends; None for as many as the game says.
        is_mixed: Whether each bot is of a kind of its own.
        bots: The kind of each bot then, for as many as can ever play.
        source: What the settings call the house rules: a file, or `house` for the person's own.
        fault: What is wrong with the file of the person's own, as long as nothing takes their place.
    """

    settings: Settings
    game: Game
    house: Rules
    seats: int | None
    target: int | None
    is_mixed: bool
    bots: tuple[str, ...]
    source: str = "house"
    fault: str = ""

    @classmethod
    def of(cls, settings: Settings, rules: Rules | None, own: Rules | None = None, fault: str = "") -> "SetUp":
        """What a person has set.

        Args:
            settings: The settings.
            rules: The rules that they lead to; None where they lead to none.
            own: The person's own house rules, if there are any.
            fault: What is wrong with the file of these.
        """
        if settings.rules in ("duo", "classic"):
            game: Game = "classic" if rules is not None and settings.rules == "classic" else "duo"
        else:
            game = "house" if rules is not None or settings.rules == "house" else "duo"
        house = (rules if game == "house" else None) or own or Rules.duo()
        played = rules or (house if game == "house" else Rules.duo())
        own_values = _base(game, house)
        level = settings.bot if settings.bot in LEVELS else "normal"
        named = tuple(bot if bot in LEVELS else level for bot in settings.bots)
        is_mixed = len(set(named)) > 1
        level = named[0] if named and not is_mixed else level
        return cls(
            settings=settings.model_copy(update={"bot": level}),
            game=game,
            house=house,
            seats=played.seats if played.seats != own_values.seats else None,
            target=played.target if played.target != own_values.target else None,
            is_mixed=is_mixed,
            bots=(*named, *[level] * MOST_SEATS)[: MOST_SEATS - 1] if is_mixed else (level,) * (MOST_SEATS - 1),
            source=settings.rules if game == "house" else "house",
            fault=fault,
        )

    @property
    def _own(self) -> Rules:
        """The rules of the game, as it comes."""
        return _base(self.game, self.house)

    @cached_property
    def rules(self) -> Rules:
        """What the match will be played by."""
        wanted = self._own.seats if self.seats is None else self.seats
        seats = max(seats for seats in self.seats_allowed if seats <= wanted)
        return rules_with(self._own, seats=seats, target=self.target)

    @cached_property
    def seats_allowed(self) -> tuple[int, ...]:
        """How many can play the game."""
        return tuple(seats for seats in range(2, MOST_SEATS + 1) if _can_be_played(self._own, seats))

    @property
    def level(self) -> str:
        """What is chosen for the bots: a kind, or that they are mixed; of mixed ones, the first plays against one."""
        if self.is_mixed:
            return MIXED if self.rules.seats > 2 else self.bots[0]
        return self.settings.bot

    @property
    def playing(self) -> tuple[str, ...]:
        """The kinds of bots that will play, a seat each."""
        others = self.rules.seats - 1
        return self.bots[:others] if self.level == MIXED else (self.level,) * others

    @property
    def is_draft(self) -> bool:
        """Whether the hands are drafted."""
        return self._own.opening == "draft"

    def with_game(self, step: int) -> "SetUp":
        """Another game, with the target of its own unless another one was chosen."""
        return replace(self, game=GAMES[(GAMES.index(self.game) + step) % len(GAMES)])

    def with_seats(self, step: int) -> "SetUp":
        """More or fewer seats."""
        seats = stepped(self.seats_allowed, self.rules.seats, step)
        return replace(self, seats=int(seats))

    def with_target(self, step: int) -> "SetUp":
        """A higher or lower target."""
        target = int(stepped(values_of("target", self.rules.target, self._own.target), self.rules.target, step))
        return replace(self, target=None if target == self._own.target else target)

    def with_level(self, step: int) -> "SetUp":
        """Other bots, all of a kind or mixed."""
        level = str(stepped((*LEVELS, MIXED) if self.rules.seats > 2 else LEVELS, self.level, step))
        if level == MIXED:
            return replace(self, is_mixed=True)
        return replace(self, is_mixed=False, settings=self.settings.model_copy(update={"bot": level}))

    def with_bot(self, index: int, step: int) -> "SetUp":
        """Another kind of bot at one of the other seats."""
        bots = list(self.bots)
        bots[index] = str(stepped(LEVELS, bots[index], step))
        return replace(self, bots=tuple(bots))

    def with_setting(self, field: str, value: object) -> "SetUp":
        """Another value for a setting that has nothing to do with the rules."""
        return replace(self, settings=self.settings.model_copy(update={field: value}))

    def with_house(self, house: Rules) -> "SetUp":
        """Other house rules; as many play as before, if these allow it."""
        if house == self.house:
            return self
        seats = self.rules.seats if self.seats is None else self.seats
        return replace(self, house=house, seats=seats, source="house", fault="")

    @property
    def keeps_rules(self) -> bool:
        """Whether the rules are to be kept as the person's own; other files, and damaged ones, are left alone."""
        return self.game == "house" and self.source == "house" and not self.fault

    @property
    def chosen(self) -> Settings:
        """The settings that lead to this match."""
        rules = self.rules
        told: dict[str, object] = {"seats": rules.seats, "target": self.target}
        if self.keeps_rules:  # they say it themselves
            told = {"seats": None, "target": None}
        elif self.game == "house":
            told["target"] = rules.target
        told["rules"] = self.source if self.game == "house" else self.game
        told["bots"] = self.playing if self.level == MIXED else ()
        told["bot"] = self.settings.bot if self.level == MIXED else self.level
        return self.settings.model_copy(update=told)


def _base(game: Game, house: Rules) -> Rules:
    match game:
        case "duo":
            return Rules.duo()
        case "classic":
            return Rules.classic()
    return house


def _can_be_played(rules: Rules, seats: int) -> bool:
    try:
        rules_with(rules, seats=seats)
    except RulesError:
        return False
    return True
