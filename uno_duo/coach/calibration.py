"""What the networks promise, brought in line with what comes of it where `hard` plays for both.

They promise too much: they have learned last from rounds against `greedy`; the best of several moves is the one that
looks too good; and the other hand is better than a random one, for its seat has chosen what to keep. By how much it is
too much depends on what is asked and on how many cards are held. `python -m tests.benchmarks.calibration` measures the
numbers below, and how far they hold.
"""

from dataclasses import dataclass
from math import exp, log
from typing import Final

from uno_duo.core import DraftView, Phase, PlayView


@dataclass(frozen=True)
class Calibration:
    """How promises are brought in line in some phases of the game.

    Attributes:
        offset: What the logarithm of the odds to win a round is moved by (Platt 1999).
        slope: What it is multiplied by before.
        each_card: What it is moved by for each card in the hand.
        points: How many points too many are promised, for each unit of the variance of who wins the round.
        points_each_card: How many more of these for each card in the hand.
    """

    offset: float
    slope: float
    each_card: float
    points: float
    points_each_card: float

    def chance(self, promised: float, cards: int) -> float:
        """The chance to win a round, as it turns out, of one that is promised; what is certain stays so.

        Args:
            promised: The chance, from 0 to 1.
            cards: How many cards are held.
        """
        if not 0 < promised < 1:
            return promised
        return 1 / (1 + exp(-(self.offset + self.each_card * cards + self.slope * log(promised / (1 - promised)))))

    def excess(self, promised: float, cards: int) -> float:
        """How many points too many are promised for a move.

        Args:
            promised: The promised chance to win the round, from 0 to 1.
            cards: How many cards are held.
        """
        return (self.points + self.points_each_card * cards) * promised * (1 - promised)


DRAFT: Final = Calibration(offset=-0.26, slope=1.11, each_card=-0.05, points=30, points_each_card=4)
"""Of the draft."""
CHALLENGE: Final = Calibration(offset=-0.17, slope=1.44, each_card=-0.26, points=31, points_each_card=31)
"""Where a Wild Draw 4 waits for its answer: whoever has played it holds a better hand than the worlds make out."""
TURN: Final = Calibration(offset=-0.31, slope=0.83, each_card=-0.03, points=12, points_each_card=8)
"""Of everything else."""


def calibration_of(view: DraftView | PlayView) -> Calibration:
    """What is promised to a seat that decides is brought in line by this."""
    if isinstance(view, DraftView):
        return DRAFT
    return CHALLENGE if view.phase is Phase.CHALLENGE else TURN
