"""What the networks promise, brought in line with what comes of it where `hard` plays for both.

They promise too much: they have learned last from rounds against `greedy`, and the best of several moves is the one
that looks too good. `python -m tests.benchmarks.calibration` measures the numbers below, and how far they hold.
"""

from math import exp, log
from typing import Final

OFFSET: Final = -0.54
"""What the logarithm of the odds to win a round is moved by (Platt 1999)."""
SLOPE: Final = 0.92
"""By what it is multiplied before."""
POINTS: Final = 66.0
"""How many points too many are promised, for each unit of the variance of who wins the round."""


def calibrated(chance: float) -> float:
    """The chance to win a round, as it turns out, of one that the networks tell; what is certain stays so."""
    if not 0 < chance < 1:
        return chance
    return 1 / (1 + exp(-(OFFSET + SLOPE * log(chance / (1 - chance)))))


def too_much(chance: float) -> float:
    """How many points too many the networks promise for a move with a chance to win the round, as they tell it."""
    return POINTS * chance * (1 - chance)
