"""The bots by their names."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final

from uno_duo.bots.base import Bot
from uno_duo.core import Rules
from uno_duo.evaluation.trained import is_trained_on
from uno_duo.language import _
from uno_duo.record import Memory, Player

# From weak to strong. Named and not imported: a menu lists the bots without loading them.
_BOTS: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "random": ("uno_duo.bots.uniform", "UniformBot", {}),
    "easy": ("uno_duo.bots.easy", "EasyBot", {}),
    "greedy": ("uno_duo.bots.greedy", "GreedyBot", {}),
    "normal": ("uno_duo.bots.normal", "NormalBot", {}),
    "hard": ("uno_duo.bots.searching", "SearchingBot", {"evaluations": 60, "by_sight": False}),
    "expert": ("uno_duo.bots.searching", "SearchingBot", {"evaluations": 600}),
    "master": ("uno_duo.bots.searching", "SearchingBot", {"evaluations": 8_000}),
}

LEVELS: Final = tuple(_BOTS)
"""The names of all bots, from weak to strong."""
SEARCHING: Final = frozenset({"hard", "expert", "master"})
"""Those that search, which takes them a while."""
COMMAND: Final = "command"
"""What a bot is called that is a program of its own."""


_ABOUT_SEARCHING: Final = _("{levels} know UNO Duo; by other rules they play much as normal.").format(
    levels=", ".join(level for level in LEVELS if level in SEARCHING).capitalize()
)


class UnknownBot(ValueError):
    """There is no bot of this name.

    Attributes:
        name: The name asked for.
    """

    def __init__(self, name: str) -> None:
        super().__init__(_("there is no bot {name!r}; there are {levels}").format(name=name, levels=", ".join(LEVELS)))
        self.name = name


def bot_named(name: str, memory: Memory = "full") -> Bot:
    """The bot of a level.

    Args:
        name: The level.
        memory: What the bot remembers: everything, or what a person would.

    Raises:
        UnknownBot: There is no such level.
    """
    if name not in _BOTS:
        raise UnknownBot(name)
    module, kind, arguments = _BOTS[name]
    return _remembering(getattr(import_module(module), kind)(**arguments), memory)


def bot_for(player: Player, seconds: float | None = None) -> Bot:
    """The bot that a record says of a player.

    Args:
        player: The player; no person.
        seconds: How long a program may think about a move; None for as long as it likes.

    Raises:
        UnknownBot: There is no such bot, or a program has no command line, or a person plays.
    """
    if player.bot == COMMAND and player.command is not None:
        program: Bot = import_module("uno_duo.bots.process").ProgramBot(player.command, seconds)
        return _remembering(program, player.memory)
    return bot_named(player.bot or "", player.memory)


def about_searching(names: Iterable[str | None], rules: Rules) -> str | None:
    """What is to be said of bots that search, by rules that they have not learned; None where there is nothing."""
    return None if SEARCHING.isdisjoint(names) or is_trained_on(rules) else _ABOUT_SEARCHING


def _remembering(bot: Bot, memory: Memory) -> Bot:
    if memory == "full":
        return bot
    forgetful: Bot = import_module("uno_duo.bots.memory").forgetful(bot)
    return forgetful
