"""The bots that search: hard, expert and master, told apart by how many evaluations they make for a decision."""

from collections.abc import Sequence
from random import Random
from typing import Final

from uno_duo.bots.normal import NormalBot
from uno_duo.core import DraftView, Phase, PlayView, SeatMove, View
from uno_duo.core.moves import saying_uno
from uno_duo.dealer import pick
from uno_duo.evaluation.evaluate import Evaluation, evaluate_fully
from uno_duo.evaluation.network import NetworkJudge, shipped_networks
from uno_duo.evaluation.playouts import PlayoutJudge
from uno_duo.evaluation.trained import is_trained_on

PLAYOUT: Final = 100
"""How many evaluations by the networks a round played out costs instead."""
FEWEST: Final = 20
"""Fewer rounds played out than this tell too little: a level that has no more plays as `normal`."""
SURE: Final = 2
"""By how many standard errors a move must be ahead of the one that `normal` makes where rounds are played out."""


class SearchingBot:
    """Judges its moves in worlds that agree with what it knows, and plays the one most likely to win the match."""

    def __init__(self, evaluations: int, *, by_sight: bool = True) -> None:
        """Takes how it judges.

        Args:
            evaluations: How many evaluations it makes for a decision: a move judged in a world.
            by_sight: Whether it judges also by what it will see of a world, or by the world alone.
        """
        self._evaluations = evaluations
        self._by_sight = by_sight

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn."""
        return self.reasoned_choice(view, moves, generator)[0]

    def reasoned_choice(
        self, view: View, moves: Sequence[SeatMove], generator: Random
    ) -> tuple[SeatMove, Evaluation | None]:
        """Decides for the seat on turn, and tells why: what its moves are worth to it; None where it did not search."""
        if not isinstance(view, DraftView | PlayView) or view.phase is Phase.CUT:
            return pick(moves, generator), None
        sensible = saying_uno(moves)
        if len(sensible) == 1:
            return sensible[0], None
        if is_trained_on(view.rules):
            judge = NetworkJudge(shipped_networks(), by_sight=self._by_sight)
            evaluation = evaluate_fully(view, generator, self._evaluations, judge, sensible)
            return evaluation.best, evaluation
        return _played_out(view, sensible, generator, self._evaluations // PLAYOUT)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:  # noqa: ARG002
        """Answers an UNO question: yes."""
        return True


_ROLLING_OUT: Final = NormalBot()


def _played_out(
    view: DraftView | PlayView, moves: Sequence[SeatMove], generator: Random, playouts: int
) -> tuple[SeatMove, Evaluation | None]:
    """Decides where no network was trained: as `normal` does, unless another move is better beyond doubt.

    Half of the rounds played out find the move that may be better, the other half compare the two, so that the
    luck which made it look best counts no more.
    """
    sound = _ROLLING_OUT.choose(view, moves, generator)
    if playouts < FEWEST:
        return sound, None
    judge = PlayoutJudge(_ROLLING_OUT, generator)
    found = evaluate_fully(view, generator, playouts // 2, judge, moves)
    if found.best == sound:
        return sound, found
    compared = evaluate_fully(view, generator, playouts // 2, judge, (sound, found.best))
    behind = compared.moves[-1]
    is_better = behind.move == sound and behind.chance_behind > SURE * behind.error_chance_behind
    return found.best if is_better else sound, compared
