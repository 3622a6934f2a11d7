"""The chance to win a match by the scores, worked out from how many points rounds cost (RULES.md, section 10)."""

from functools import lru_cache
from importlib.resources import files
from math import ceil
from os import PathLike
from typing import IO, Final

import numpy as np
from numpy.typing import NDArray

from uno_duo.core import GameState, Rules, full_deck
from uno_duo.core.cards import hand_points

_CELLS: Final = 300  # a table has no more of them on a side; scores between two of them are interpolated
_ROUNDING: Final = 1e-6  # in cells, of which a point has more
DATA: Final = "match_chances.npz"
"""The file beside this one with what was measured."""


class MatchChances:
    """The chance to win a match between two equal players, for any two scores.

    Attributes:
        table: The chance for the own score (row) and the other's (column) in steps; 0 and 1 where it is decided.
        step: How many points a step has.
    """

    def __init__(self, table: NDArray[np.float64], step: float) -> None:
        self.table = table
        self.step = step

    @classmethod
    def worked_out(cls, costs: NDArray[np.float64], target: float) -> "MatchChances":
        """The chances by dynamic programming.

        Either seat wins the next round as often, and the other scores what rounds were measured to cost; so each
        chance follows from those with higher scores, up to those where the match is over.

        Args:
            costs: How often a round was seen to cost its loser 0, 1, 2 … points.
            target: The points at which a match ends.
        """
        size = min(_CELLS, ceil(target))
        step = target / size
        return cls(_worked_out(_in_steps(costs, step), size), step)

    def of(self, own: float, other: float) -> float:
        """The chance of a seat with one score against a seat with another."""
        return float(self.after(own, other, np.zeros(1))[0, 0])

    def after(self, own: float, other: float, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """The chances after a round.

        Args:
            own: The seat's score before it.
            other: The other's.
            points: What the round costs, for each case.

        Returns:
            A row where the seat loses that, and a row where the other does; a column for each case.
        """
        return np.stack((self._at(own + points, other + 0 * points), self._at(own + 0 * points, other + points)))

    def _at(self, own: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
        last = len(self.table) - 1
        rows, columns = (self._places(scores) for scores in (own, other))
        row, column = np.minimum(rows.astype(int), last - 1), np.minimum(columns.astype(int), last - 1)
        down, right = rows - row, columns - column
        found: NDArray[np.float64] = (1 - down) * (
            (1 - right) * self.table[row, column] + right * self.table[row, column + 1]
        ) + down * ((1 - right) * self.table[row + 1, column] + right * self.table[row + 1, column + 1])
        return found

    def _places(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where scores lie in the table: at its end where the match is over, else before it, however near."""
        last = len(self.table) - 1
        places = scores / self.step
        return np.where(places > last - _ROUNDING, last, np.minimum(places, last - 1))


def _in_steps(costs: NDArray[np.float64], step: float) -> NDArray[np.float64]:
    """How likely a round costs 0, 1, 2 … steps; what lies between two goes to both, so that the mean stays."""
    places = np.arange(len(costs)) / step
    below = places.astype(int)
    shares = places - below
    likely = np.zeros(below[-1] + 2)
    np.add.at(likely, below, costs * (1 - shares))
    np.add.at(likely, below + 1, costs * shares)
    likely /= likely.sum()
    return likely


def _worked_out(costs: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """The table for a target of some steps; its last row and column are those of a match that is over."""
    # How likely the next round that costs something takes a seat from one score to another, and not the other seat.
    after_round = np.zeros((size + 1, size + 1))
    for score in range(size):
        costly = costs[1 : size - score]
        after_round[score, score + 1 : score + 1 + len(costly)] = costly
        after_round[score, size] += costs[size - score :].sum()
    after_round /= 2 * (1 - costs[0])
    # A row is what it is where the seat loses the round, from the rows below, and `after_round @ row` where the other
    # does: an equation that is solved alike for every row.
    solved = np.linalg.inv(np.eye(size + 1) - after_round)
    table = np.zeros((size + 1, size + 1))
    table[size, size] = 0.5
    for own in range(size - 1, -1, -1):
        lost = after_round[own] @ table
        lost[size] = 1.0  # the other has the points that end the match
        table[own] = solved @ lost
    return table.round(12)  # the last digits of an inverse are not the same on every machine


@lru_cache(maxsize=1)
def _shipped() -> dict[str, NDArray[np.float64]]:
    """What was measured with the shipped network, and worked out from it (`python -m uno_duo.training`)."""
    with (files("uno_duo.evaluation") / DATA).open("rb") as file:
        return _read(file)


def measured_costs() -> NDArray[np.float64]:
    """How often a round of UNO Duo was seen to cost its loser 0, 1, 2 … points."""
    return _shipped()["costs"]


def costs_in(file: str | PathLike[str]) -> NDArray[np.float64]:
    """How often a round cost its loser 0, 1, 2 … points, by a file that `save_chances` has written."""
    return _read(file)["costs"]


def _read(file: str | PathLike[str] | IO[bytes]) -> dict[str, NDArray[np.float64]]:
    """All that `save_chances` has written."""
    with np.load(file, allow_pickle=False) as data:
        return {name: data[name].astype(np.float64) for name in data.files}


def save_chances(file: str | PathLike[str], costs: NDArray[np.integer]) -> None:
    """Writes what was measured, with the table for UNO Duo worked out from it."""
    table = MatchChances.worked_out(costs.astype(np.float64), Rules.duo().target).table
    np.savez_compressed(file, costs=costs.astype(np.uint32), table=table.astype(np.float32))


@lru_cache(maxsize=8)
def match_chances(rules: Rules) -> MatchChances:
    """The chances by a rule set.

    By other rules than those of UNO Duo a round is taken to cost as much more as the cards of the deck count more.
    """
    target = rules.target / points_beside(rules)
    if target == Rules.duo().target:
        return MatchChances(_shipped()["table"], 1.0)
    return MatchChances.worked_out(measured_costs(), target)


@lru_cache(maxsize=8)
def points_beside(rules: Rules) -> float:
    """How many times the points of UNO Duo the cards of a deck count."""
    duo = Rules.duo()
    return hand_points(full_deck(rules), rules) / hand_points(full_deck(duo), duo)


def chance_to_win(state: GameState, seat: int) -> float:
    """The chance of a seat to win the match, from the totals that a round has ended with.

    Against several others it is taken from the chances against each, as if they were independent.
    """
    if state.winner is not None:
        return float(state.winner == seat)
    if seat in state.out:
        return 0.0
    chances, scale = match_chances(state.rules), points_beside(state.rules)
    own, odds = state.scores[seat] / scale, 1.0
    for other, score in enumerate(state.scores):
        if other != seat and other not in state.out:
            chance = chances.of(own, score / scale)
            if not chance:
                return 0.0
            odds += (1 - chance) / chance
    return 1 / odds
