"""The analysis of a match, move by move: every decision judged by what its seat knew, and the luck in what has come."""

from collections.abc import Collection, Iterator
from random import Random
from typing import Final

from uno_duo.coach.advising import advised_by, judging
from uno_duo.coach.kinds import kind_of
from uno_duo.coach.luck import Luck
from uno_duo.coach.review import AnalysedDecision, AnalysedMove
from uno_duo.core import DraftView, GameState, Phase, PlayView, SeatMove, view_for
from uno_duo.evaluation.evaluate import evaluate_fully
from uno_duo.evaluation.trained import is_trained_on
from uno_duo.record import Replay

EVALUATIONS: Final = 2_000
"""How many evaluations a decision takes by the networks."""
PLAYOUTS: Final = 200
"""How many rounds are played out for one where no network was trained."""


def analysed_moves(
    replay: Replay, persons: Collection[int] = (), begin: int = 0, seed: int = 0
) -> Iterator[AnalysedMove]:
    """Analyses the moves of a match, one after another.

    Args:
        replay: The match.
        persons: The seats of persons.
        begin: How many moves stand before the first one.
        seed: What chance comes from.
    """
    while begin < replay.n:
        analysed = analysed_move(replay, begin, persons, seed)
        yield analysed
        begin += analysed.count


def analysed_move(replay: Replay, n: int, persons: Collection[int] = (), seed: int = 0) -> AnalysedMove:
    """Analyses a move of a match, together with the shuffles that it had to wait for.

    Args:
        replay: The match.
        n: How many moves stand before it.
        persons: The seats of persons. Where no network was trained a decision takes long; there only theirs are
            judged, or all if there are none.
        seed: What chance comes from.

    Raises:
        IndexError: There is no such move.
    """
    before, move, count = replay.states[n], replay.moves[n], _count_of(replay, n)
    after = replay.states[n + count]
    luck, decision = 0.0, None
    if before.phase is not Phase.CUT:
        is_judged = is_trained_on(before.rules) or not persons
        if isinstance(move, SeatMove) and (is_judged or move.seat in persons):
            decision = _decision(before, move, n, Random(f"{seed}/{n}"))
        if after.round and is_trained_on(before.rules):
            luck = Luck(0, Random(f"{seed}/luck/{n}")).of(before, replay.moves[n : n + count], after)
    return AnalysedMove(n=n, count=count, round=after.round, luck=luck, decision=decision)


def _count_of(replay: Replay, n: int) -> int:
    """How many moves belong together: one, and the shuffles that it waits for."""
    count = 1
    while n + count < replay.n and replay.states[n + count].due is not None:
        count += 1
    return count


def _decision(before: GameState, move: SeatMove, n: int, generator: Random) -> AnalysedDecision | None:
    """Judges a decision by what its seat knew; None where there was nothing to choose."""
    view = view_for(before, move.seat)
    if not isinstance(view, DraftView | PlayView) or len(view.legal) < 2:
        return None
    judge, budget = judging(view.rules, generator, EVALUATIONS, PLAYOUTS)
    advice = advised_by(evaluate_fully(view, generator, budget, judge), view, is_last=True)
    played = advice.of(move)
    return AnalysedDecision(
        n=n,
        round=view.round,
        seat=move.seat,
        move=move,
        kind=kind_of(view, move, advice.moves[0].move),
        loss=0.0 if played.is_equal else max(0.0, played.behind),
        error=played.error,
        advice=advice,
    )
