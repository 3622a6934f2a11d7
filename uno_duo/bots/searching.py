"""The bots that search: hard, expert and master, told apart by how many evaluations they make for a decision."""

from collections.abc import Sequence
from random import Random
from typing import Final

from uno_duo.bots.normal import NormalBot
from uno_duo.core import DraftView, Phase, PlayView, SeatMove, View
from uno_duo.core.moves import saying_uno
from uno_duo.dealer import pick
from uno_duo.evaluation.evaluate import Evaluation, Judge, evaluate
from uno_duo.evaluation.network import NetworkJudge, is_trained_on, shipped_network
from uno_duo.evaluation.playouts import PlayoutJudge

PLAYOUT: Final = 100
"""How many evaluations by the network a round played out costs instead."""
SURE: Final = 2
"""By how many standard errors a move must be ahead of the one that `normal` makes where rounds are played out."""


class SearchingBot:
    """Judges its moves in worlds that agree with what it knows, and plays the one most likely to win the match."""

    def __init__(self, evaluations: int) -> None:
        """Takes how many evaluations it makes for a decision: a move judged in a world."""
        self._evaluations = evaluations

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
        evaluation = self.weigh(view, sensible, generator)
        if is_trained_on(view.rules):
            return evaluation.best, evaluation
        return _surely_better(evaluation, _ROLLING_OUT.choose(view, sensible, generator)), evaluation

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:  # noqa: ARG002
        """Answers an UNO question: yes."""
        return True

    def weigh(self, view: DraftView | PlayView, moves: Sequence[SeatMove], generator: Random) -> Evaluation:
        """What some moves are worth to it."""
        if is_trained_on(view.rules):
            judge: Judge = NetworkJudge(shipped_network())
            budget = self._evaluations
        else:
            judge, budget = PlayoutJudge(_ROLLING_OUT, generator), self._evaluations // PLAYOUT
        *_, last = evaluate(view, generator, budget, judge, moves)
        return last


_ROLLING_OUT: Final = NormalBot()


def _surely_better(evaluation: Evaluation, sound: SeatMove) -> SeatMove:
    """The best move, if it is ahead of a sound one by more than the few worlds may deceive."""
    found = next(worth for worth in evaluation.moves if worth.move == sound)
    return evaluation.best if found.behind > SURE * found.error_behind else sound
