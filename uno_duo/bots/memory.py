"""Bots that remember no more than a person would."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from uno_duo.bots.base import Bot, ReasoningBot
from uno_duo.core import PlayView, SeatMove, View

if TYPE_CHECKING:  # bots that do not search do without NumPy
    from uno_duo.evaluation.evaluate import Evaluation

_View = TypeVar("_View", bound=View)


def forgetful(bot: Bot) -> Bot:
    """A bot without the draft's discards, the piles that were turned over and the hands that were shown."""
    return ForgetfulReasoningBot(bot) if isinstance(bot, ReasoningBot) else ForgetfulBot(bot)


class ForgetfulBot:
    """A bot that is told each view as a person would remember it."""

    def __init__(self, bot: Bot) -> None:
        """Takes the bot that is to forget."""
        self._bot = bot

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn."""
        return self._bot.choose(as_remembered(view), moves, generator)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        """Answers an UNO question."""
        return self._bot.wants(as_remembered(view), move, generator)


class ForgetfulReasoningBot(ForgetfulBot):
    """One that says why it makes a move."""

    def __init__(self, bot: ReasoningBot) -> None:
        """Takes the bot that is to forget."""
        super().__init__(bot)
        self._reasoning: Final = bot

    def reasoned_choice(
        self, view: View, moves: Sequence[SeatMove], generator: Random
    ) -> "tuple[SeatMove, Evaluation | None]":
        """Decides for the seat on turn, and tells what the moves are worth."""
        return self._reasoning.reasoned_choice(as_remembered(view), moves, generator)


def as_remembered(view: _View) -> _View:
    """A view without what only a perfect memory knows.

    In the draft the discards still lie open. What the others know of the seat's own hand it can see any time.
    """
    if not isinstance(view, PlayView):
        return view
    known = tuple(hand if seat == view.seat else () for seat, hand in enumerate(view.known))
    accused = view.accused
    if accused is not None and accused.seat != view.seat:
        accused = accused.model_copy(update={"known": ()})
    return view.model_copy(update={"draw": (), "known": known, "accused": accused})
