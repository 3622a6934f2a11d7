"""How strong bots are that have played each other: Elo by the model of Bradley and Terry.

By the model a bot of rating r beats one of rating s with the chance 1 / (1 + 10^((s - r) / 400)). The ratings are
those that make what happened likeliest; their mean is 0.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from uno_duo.arena.intervals import Interval, Z

if TYPE_CHECKING:  # few commands need it, and it takes a while to load
    from numpy.typing import NDArray

_SCALE: Final = 400 / log(10)  # Elo in one unit of the log odds
_STEPS: Final = 200  # far more than are needed
_EXACT: Final = 1e-10
_LONGEST_STEP: Final = 1.0  # in log odds; Newton's step from afar may lead far astray


class Score(NamedTuple):
    """What two bots have won against each other.

    Attributes:
        first: How many matches the first has won.
        second: How many the second has won.
        worth: How many independent matches these are worth (`intervals.worth`).
    """

    first: float
    second: float
    worth: float


@dataclass(frozen=True)
class Rating:
    """How strong a bot is.

    Attributes:
        elo: Its rating; the mean of all is 0.
        interval: The 95 % interval of that.
    """

    elo: float
    interval: Interval


def ratings(bots: int, scores: Mapping[tuple[int, int], Score]) -> tuple[Rating, ...]:
    """The ratings of bots that have played each other.

    Ratings of maximum likelihood are finite where no group of bots has won every match against the others (Ford,
    Solution of a ranking problem from binary comparisons, 1957). Where one has, half a win more is given to both
    sides of each two, which every rating survives; matches in their thousands it hardly touches.

    The intervals come from the information matrix, in which each match counts as much as it is worth.

    Args:
        bots: How many there are.
        scores: What each two have won, by their numbers, the lower one first.
    """
    import numpy as np  # noqa: PLC0415 - see above

    wins = np.zeros((bots, bots))
    worths = np.zeros((bots, bots))
    for (first, second), score in scores.items():
        wins[first, second], wins[second, first] = score.first, score.second
        worths[first, second] = worths[second, first] = score.worth
    if not _is_finite(wins):
        half = 0.5 * (1 - np.eye(bots))
        wins, worths = wins + half, worths + 2 * half
    played = wins + wins.T
    strengths = np.zeros(bots)
    for _step in range(_STEPS):
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        inverse = np.linalg.pinv(_laplacian(played * chances * chances.T), hermitian=True)
        step = inverse @ (wins - played * chances).sum(axis=1)
        longest = np.abs(step).max()
        strengths += step * min(1.0, _LONGEST_STEP / max(longest, _EXACT))
        if longest < _EXACT:
            break
    weights = np.divide(played, worths, out=np.zeros_like(played), where=worths > 0)
    covariance = inverse @ _laplacian(weights * played * chances * chances.T) @ inverse
    halves = Z * _SCALE * np.sqrt(covariance.diagonal())
    return tuple(
        Rating(float(elo), Interval(float(elo - half), float(elo + half)))
        for elo, half in zip(_SCALE * strengths, halves, strict=True)
    )


def _laplacian(links: "NDArray[Any]") -> "NDArray[Any]":
    """The matrix of a sum of links between two, each times the square of their difference."""
    matrix = -links
    matrix[range(len(links)), range(len(links))] += links.sum(axis=1)
    return matrix


def _is_finite(wins: "NDArray[Any]") -> bool:
    """Whether everybody has won against everybody, at least by others that they have won against."""
    reached = wins > 0
    for middle in range(len(reached)):
        reached |= reached[:, middle, None] & reached[None, middle]
    return bool(reached.all())
