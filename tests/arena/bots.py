"""Bots that behave as no player would, for tests of the arena."""

from collections.abc import Sequence
from random import Random

from uno_duo.bots.uniform import UniformBot
from uno_duo.core import SeatMove, View


class Saying(UniformBot):
    """A bot that gives one answer, whatever it is asked, once the cut is over."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        if view.round == 0:
            return super().choose(view, moves, generator)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]  # that is the point


class Idle(UniformBot):
    """A bot that never plays a card."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        idle = [move for move in moves if move.type not in ("play", "dump")]
        return super().choose(view, idle, generator)


class Eager(UniformBot):
    """A bot that plays a card wherever it can."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        return super().choose(view, [move for move in moves if move.type == "play"] or moves, generator)
