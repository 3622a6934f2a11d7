"""Luck: what the cards have given and taken that nobody could know, told after the round from the full positions."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import numpy as np

from uno_duo.core import GameState, IllegalMove, Move, Phase, Shuffle, cards_to_shuffle, reduce
from uno_duo.dealer import mixed
from uno_duo.evaluation.network import judged, shipped_networks
from uno_duo.evaluation.outcomes import POINTS, worths_of_classes

SAMPLES: Final = 60
"""How many other orders of the unknown cards what has come is compared with."""


class Luck:
    """Tells the luck of one of two seats at each chance of a match by the rules that the networks know.

    A chance is a move at which cards come that no seat knew: what they are worth to the seat by the full position,
    less what others would have been worth on the average in their place (in poker and backgammon, the luck part of
    AIVAT; Burch, Schmid, Moravčík, Morrill and Bowling 2018).
    """

    def __init__(self, seat: int, generator: Random) -> None:
        """Takes the seat, and chance."""
        self._seat = seat
        self._generator = generator

    def of(self, before: GameState, moves: Sequence[Move], after: GameState) -> float:
        """The luck in what a move has brought, in points; 0 where it brought no unknown card.

        Args:
            before: The position before it.
            moves: The move, and the shuffles that it had to wait for.
            after: The position after them.
        """
        if not isinstance(moves[0], Shuffle) and after.draw == before.draw and after.drawn == before.drawn:
            return 0.0
        others = list(self._otherwise(before, moves))
        if not others:
            return 0.0
        worths = worths_of_classes(before.rules, before.scores, self._seat)
        states = [after, *others]
        points = judged(shipped_networks(), states, [self._seat] * len(states), worths, by_sight=False).in_full
        return float(points[0, POINTS] - np.mean(points[1:, POINTS]))

    def _otherwise(self, before: GameState, moves: Sequence[Move]) -> Iterator[GameState]:
        """What else the move might have led to."""
        for _ in range(SAMPLES):
            try:
                yield self._led_to(before, moves)
            except IllegalMove:  # with other cards another shuffle would have been due
                continue

    def _led_to(self, before: GameState, moves: Sequence[Move]) -> GameState:
        first = moves[0]
        if isinstance(first, Shuffle):
            return reduce(before, Shuffle(order=mixed(first.order, self._generator)))
        state = reduce(self._reordered(before), first)
        while state.due is not None:
            state = reduce(state, Shuffle(order=mixed(cards_to_shuffle(state), self._generator)))
        return state

    def _reordered(self, state: GameState) -> GameState:
        """The position with the cards of the draw pile that nobody knows in another order."""
        seen = 1 if state.phase is Phase.DRAFT else 0  # the seat that picks looks at the first
        end = len(state.draw) - state.known_draw
        draw = (*state.draw[:seen], *mixed(state.draw[seen:end], self._generator), *state.draw[end:])
        return state.model_copy(update={"draw": draw})
