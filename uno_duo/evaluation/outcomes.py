"""How a round may end for a seat, as classes that the network tells apart, and what it is worth.

A round is worth its signed points: the other seat's minus its own. The classes are ranges of these, first the
rounds lost, from the dearest on, then the rounds won, from the cheapest on; so the same round seen from the other
seat has the class as far from the other end.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uno_duo.core import GameState, Rules
from uno_duo.core.cards import hand_points
from uno_duo.evaluation.chances import MatchChances, chance_to_win, match_chances, measured_costs

_LEAST: Final = np.array((0, 4, 8, 11, 14, 17, 20, 23, 26, 30, 34, 38, 43, 48, 54, 61, 70, 82, 100, 130))
_SIDE: Final = len(_LEAST)
CLASSES: Final = 2 * _SIDE
"""How many classes there are."""

POINTS, ROUND, MATCH = range(3)
"""The columns of a worth: the points of the round, the chance to win it, and the chance to win the match."""


def class_of(state: GameState, seat: int) -> int:
    """The class of a round that has ended, for one of two seats."""
    points, is_won = _result(state, seat)
    place = int(np.searchsorted(_LEAST, abs(points), side="right")) - 1
    return _SIDE + place if is_won else _SIDE - 1 - place


def worth_of_end(state: GameState, seat: int) -> tuple[float, float, float]:
    """What a round is worth to a seat that has ended."""
    points, is_won = _result(state, seat)
    return points, float(is_won), chance_to_win(state, seat)


def worth_of_hands(state: GameState, seat: int) -> tuple[float, float, float]:
    """What a round is worth to a seat that nobody can end: the hands as they are, and the totals as before."""
    points = _between([hand_points(hand, state.rules) for hand in state.hands], state, seat, went_out=None)
    return points, float(points > 0), chance_to_win(state, seat)


def _result(state: GameState, seat: int) -> tuple[float, bool]:
    """The points of a round that has ended, and whether a seat has won it: a blocked one by having fewer points."""
    result = state.rounds[-1]
    points = _between(result.points, state, seat, result.went_out)
    return points, points > 0 if result.went_out is None else result.went_out == seat


def _between(points: Sequence[int], state: GameState, seat: int, went_out: int | None) -> float:
    """The points of the other seats that have played, on the average, minus those of a seat."""
    # Whoever this round has knocked out still holds its cards; who was out before has none.
    others = [points[other] for other, hand in enumerate(state.hands) if other != seat and (hand or other == went_out)]
    return sum(others) / len(others) - points[seat]


@lru_cache(maxsize=64)
def worths_of_classes(rules: Rules, scores: tuple[int, int], seat: int) -> NDArray[np.float64]:
    """What each class is worth to one of two seats, by the totals before the round.

    Returns:
        A row for each class, with a column for the points, the round and the match.
    """
    return worths_from(measured_costs(), match_chances(rules), scores[seat], scores[1 - seat])


def worths_from(measured: NDArray[np.float64], chances: MatchChances, own: int, other: int) -> NDArray[np.float64]:
    """What each class is worth to one of two seats.

    Args:
        measured: How often a round was seen to cost its loser 0, 1, 2 … points.
        chances: The chances to win the match.
        own: The seat's total before the round.
        other: The other's.

    Returns:
        A row for each class, with a column for the points, the round and the match.
    """
    costs = np.zeros(max(len(measured), int(_LEAST[-1]) + 1))
    costs[: len(measured)] = measured
    points = np.arange(len(costs), dtype=np.float64)
    classes = np.searchsorted(_LEAST, points, side="right") - 1
    shares = np.zeros((_SIDE, len(costs)))
    # Of a class that was never measured its least points are as likely as any.
    shares[classes, np.arange(len(costs))] = costs + 1e-9
    shares /= shares.sum(axis=1, keepdims=True)
    lost, won = chances.after(own, other, points)
    mean = shares @ points
    losing = np.stack((-mean, np.zeros(_SIDE), shares @ lost), axis=1)
    winning = np.stack((mean, np.ones(_SIDE), shares @ won), axis=1)
    return np.concatenate((losing[::-1], winning))
