"""The review of a match: every decision judged by what its seat knew, and what luck had to do with the result."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from uno_duo.coach.advice import Advice
from uno_duo.coach.advising import advised_by, judging
from uno_duo.coach.kinds import Kind, kind_of
from uno_duo.coach.luck import Luck
from uno_duo.coach.marks import Mark, mark_of
from uno_duo.core import DraftView, Phase, PlayView, SeatMove, Shuffle, view_for
from uno_duo.evaluation.evaluate import evaluate_fully
from uno_duo.evaluation.trained import is_trained_on
from uno_duo.record import Replay
from uno_duo.settings import Settings

EVALUATIONS: Final = 2_000
"""How many evaluations a decision takes by the networks."""
PLAYOUTS: Final = 200
"""How many rounds are played out for one where no network was trained."""


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True, ser_json_inf_nan="constants")


class ReviewedDecision(_Told):
    """A decision, judged by what its seat knew.

    Attributes:
        n: How many moves had been made before it.
        round: The round, from 1.
        seat: The seat.
        move: What it did.
        kind: What kind of decision it was.
        loss: How many points it gave away against the best move, on the average.
        error: The standard error of that.
        mark: What it is called for that; None where the loss is little, or not beyond doubt.
        advice: What every move was worth.
    """

    n: int
    round: int
    seat: int
    move: Annotated[SeatMove, Field(discriminator="type")]
    kind: Kind
    loss: float
    error: float
    mark: Mark | None
    advice: Advice


class ReviewedRound(_Told):
    """How a round came to what it came to, for seat 0 of two.

    Attributes:
        round: The round, from 1.
        points: The points of the round: the other seat's minus those of seat 0.
        luck: How many of them the cards gave that nobody could know; None where no network tells it.
    """

    round: int
    points: int
    luck: float | None


class SeatReview(_Told):
    """How a seat has decided.

    Attributes:
        decisions: How many decisions it had in which there was something to choose.
        marks: How many of them are called what.
        loss: How many points it gave away in all.
        by_kind: For each kind how many decisions, how many marked, and the points given away.
    """

    decisions: int
    marks: dict[Mark, int]
    loss: float
    by_kind: dict[Kind, tuple[int, int, float]]

    @property
    def loss_a_decision(self) -> float:
        """How many points it gave away in a decision, on the average."""
        return self.loss / self.decisions if self.decisions else 0.0


class Review(_Told):
    """A match, reviewed.

    Attributes:
        decisions: Every decision in which there was something to choose, in their order.
        rounds: The rounds that have ended; none but for two seats.
        seats: How each seat has decided.
    """

    decisions: tuple[ReviewedDecision, ...]
    rounds: tuple[ReviewedRound, ...]
    seats: tuple[SeatReview, ...]

    @property
    def points(self) -> int:
        """The points of the rounds that ended: the other seat's minus those of seat 0."""
        return sum(reviewed.points for reviewed in self.rounds)

    @property
    def luck(self) -> float | None:
        """How many of these the cards gave that nobody could know; None where no network tells it."""
        if any(reviewed.luck is None for reviewed in self.rounds):
            return None
        return sum(reviewed.luck or 0.0 for reviewed in self.rounds)

    def loss_in_rounds(self, seat: int) -> float:
        """How many points a seat gave away in the rounds that ended."""
        ended = {reviewed.round for reviewed in self.rounds}
        return sum(decision.loss for decision in self.decisions if decision.seat == seat and decision.round in ended)

    def hidden_cards(self, seat: int) -> float | None:
        """What is left of a seat's points when luck and what was given away are taken out, over all rounds that ended.

        Decisions that were right by the view and wrong by the cards, or the reverse; its mean over many matches is 0.
        """
        if self.luck is None:
            return None
        by_seat_0 = self.points - self.luck + self.loss_in_rounds(0) - self.loss_in_rounds(1)
        return by_seat_0 if seat == 0 else -by_seat_0


def review(replay: Replay, settings: Settings, seed: int = 0, tell: Callable[[int], object] = lambda _: None) -> Review:
    """Reviews a match.

    Args:
        replay: The match.
        settings: From how many points on a decision is called what.
        seed: What chance comes from.
        tell: Called with how many moves are done, each time.
    """
    moves, states = replay.moves, replay.states
    rules = states[0].rules
    is_judged = is_trained_on(rules)
    luck = Luck(0, Random(f"{seed}/luck")) if is_judged else None
    decisions: list[ReviewedDecision] = []
    lucks = defaultdict[int, float](float)
    n = 0
    while n < len(moves):
        tell(n)
        before, count = states[n], _count_of(replay, n)
        move, after = moves[n], states[n + count]
        if not isinstance(move, Shuffle) and before.phase is not Phase.CUT:
            view = view_for(before, move.seat)
            if isinstance(view, DraftView | PlayView) and len(view.legal) > 1:
                decisions.append(_decision(view, move, n, settings, Random(f"{seed}/{n}")))
        if luck is not None and after.round and before.phase is not Phase.CUT:
            lucks[after.round] += luck.of(before, moves[n : n + count], after)
        n += count
    rounds = tuple(
        ReviewedRound(round=number, points=result.points[1] - result.points[0], luck=lucks[number] if luck else None)
        for number, result in enumerate(replay.state.rounds, start=1)
        if rules.seats == 2
    )
    seats = tuple(_seat(decisions, seat) for seat in range(rules.seats))
    return Review(decisions=tuple(decisions), rounds=rounds, seats=seats)


def _count_of(replay: Replay, n: int) -> int:
    """How many moves belong together: one, and the shuffles that it waits for."""
    count = 1
    while n + count < replay.n and replay.states[n + count].due is not None:
        count += 1
    return count


def _decision(
    view: DraftView | PlayView, move: SeatMove, n: int, settings: Settings, generator: Random
) -> ReviewedDecision:
    """Judges a decision by what its seat knew."""
    judge, budget = judging(view.rules, generator, EVALUATIONS, PLAYOUTS)
    advice = advised_by(evaluate_fully(view, generator, budget, judge), view, is_last=True)
    played = next(advised for advised in advice.moves if advised.move == move)
    return ReviewedDecision(
        n=n,
        round=view.round,
        seat=move.seat,
        move=move,
        kind=kind_of(view, move, advice.moves[0].move),
        loss=played.behind,
        error=played.error,
        mark=mark_of(played, settings),
        advice=advice,
    )


def _seat(decisions: Sequence[ReviewedDecision], seat: int) -> SeatReview:
    own = [decision for decision in decisions if decision.seat == seat]
    by_kind = {
        kind: (
            sum(decision.kind == kind for decision in own),
            sum(decision.kind == kind and decision.mark is not None for decision in own),
            sum(decision.loss for decision in own if decision.kind == kind),
        )
        for kind in dict.fromkeys(decision.kind for decision in own)
    }
    return SeatReview(
        decisions=len(own),
        marks=dict(Counter(decision.mark for decision in own if decision.mark is not None)),
        loss=sum(decision.loss for decision in own),
        by_kind=by_kind,
    )
