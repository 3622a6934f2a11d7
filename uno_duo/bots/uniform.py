"""The bot called random: any legal move is as good as another."""

from collections.abc import Sequence
from random import Random

from uno_duo.core import SeatMove, View
from uno_duo.dealer import pick


class UniformBot:
    """Chooses each legal move of its seat equally often, and declining an UNO question is one more."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:  # noqa: ARG002
        """Decides for the seat on turn."""
        return pick(moves, generator)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:  # noqa: ARG002
        """Answers an UNO question."""
        return pick((True, False), generator)
