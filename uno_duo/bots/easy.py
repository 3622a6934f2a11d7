"""The bot called easy: greedy with its mind elsewhere, as a beginner's often is."""

from collections.abc import Sequence
from random import Random
from typing import Final

from uno_duo.bots.greedy import GreedyBot
from uno_duo.core import CallOut, Dump, Play, SeatMove, View
from uno_duo.dealer import pick

AT_RANDOM: Final = 1 / 7
"""Which share of its decisions it makes at random."""
FORGETS_UNO: Final = 3 / 10
"""In which share of the plays that leave one card it forgets to say UNO."""


class EasyBot:
    """Plays as greedy does, but makes some decisions at random, and does not always think of saying UNO."""

    def __init__(self) -> None:
        self._attentive = GreedyBot()

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn."""
        if generator.random() < AT_RANDOM:
            move = pick(moves, generator)
        else:
            move = self._attentive.choose(view, moves, generator)
        if isinstance(move, Play | Dump):
            # A play that leaves one card stands beside the same one that says UNO, whichever was chosen.
            silent, aloud = (move.model_copy(update={"uno": uno}) for uno in (False, True))
            if aloud in moves:
                return silent if generator.random() < FORGETS_UNO else aloud
        return move

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        """Answers an UNO question: what it forgot to say it does not remember a moment later."""
        return isinstance(move, CallOut) and self._attentive.wants(view, move, generator)
