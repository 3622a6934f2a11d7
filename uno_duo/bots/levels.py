"""The bots by their names."""

from importlib import import_module
from typing import Final

from uno_duo.bots.base import Bot
from uno_duo.language import _

# Named and not imported: a menu lists the bots without loading them.
_CLASSES: Final = {
    "easy": ("uno_duo.bots.easy", "EasyBot"),
    "normal": ("uno_duo.bots.normal", "NormalBot"),
    "random": ("uno_duo.bots.uniform", "UniformBot"),
}

LEVELS: Final = tuple(_CLASSES)
"""The names of all bots."""


class UnknownBot(ValueError):
    """There is no bot of this name.

    Attributes:
        name: The name asked for.
    """

    def __init__(self, name: str) -> None:
        super().__init__(_("there is no bot {name!r}; there are {levels}").format(name=name, levels=", ".join(LEVELS)))
        self.name = name


def bot_named(name: str) -> Bot:
    """The bot of a name.

    Raises:
        UnknownBot: There is none.
    """
    if name not in _CLASSES:
        raise UnknownBot(name)
    module, kind = _CLASSES[name]
    bot: Bot = getattr(import_module(module), kind)()
    return bot
