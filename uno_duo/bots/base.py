"""What a bot is: two questions that a seat is asked."""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from uno_duo.core import SeatMove, View


class Bot(Protocol):
    """A player of a seat, which gets its view, its legal moves and a generator, and nothing else.

    A bot keeps nothing between its decisions, and its only chance is `generator.random()`: so the same
    match gone on with meets the same bot (RECORD.md, *The header*).
    """

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn.

        Args:
            view: What the seat may know.
            moves: What it may do, of which it chooses one; there is at least one.
            generator: Chance, for this decision alone.
        """

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        """Answers an UNO question: whether to say UNO late, or to call out a seat that has not said it.

        Args:
            view: What the seat may know.
            move: The `SayUno` or `CallOut` that it may make or decline.
            generator: Chance, for this decision alone.
        """
