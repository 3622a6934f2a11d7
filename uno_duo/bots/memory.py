"""Bots that remember no more than a person would."""

from collections.abc import Callable, Sequence
from functools import wraps
from random import Random
from typing import Any, TypeVar

from uno_duo.bots.base import Bot
from uno_duo.core import PlayView, SeatMove, View

_Any = TypeVar("_Any")


class ForgetfulBot:
    """A bot without the draft's discards, the piles that were turned over and the hands that were shown.

    Whatever else the bot can be asked passes the same way: each view in a question is told as a person would
    remember it.
    """

    def __init__(self, bot: Bot) -> None:
        """Takes the bot that is to forget."""
        self._bot = bot

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn."""
        return self._bot.choose(as_remembered(view), moves, generator)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        """Answers an UNO question."""
        return self._bot.wants(as_remembered(view), move, generator)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # also what is asked for before there is a bot, as a copy does
            raise AttributeError(name)
        found = getattr(self._bot, name)
        return _told_less(found) if callable(found) else found


def as_remembered(view: _Any) -> _Any:
    """A view without what only a perfect memory knows; anything else as it is.

    In the draft the discards still lie open. What the others know of the seat's own hand it can see any time.
    """
    if not isinstance(view, PlayView):
        return view
    known = tuple(hand if seat == view.seat else () for seat, hand in enumerate(view.known))
    return view.model_copy(update={"draw": (), "known": known})


def _told_less(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def told(*args: Any, **named: Any) -> Any:
        return method(*map(as_remembered, args), **{name: as_remembered(given) for name, given in named.items()})

    return told
