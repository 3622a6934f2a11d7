"""The review of a match: what its analysis says of every decision, and what luck had to do with the result."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from uno_duo.coach.advice import Advice, Advised
from uno_duo.coach.kinds import Kind
from uno_duo.coach.marks import Mark, mark_of
from uno_duo.core import SeatMove
from uno_duo.evaluation.trained import is_trained_on
from uno_duo.record import Replay
from uno_duo.settings import Settings

ANALYSIS: Final = 2
"""The version of the analysis, which grows where the same match would be judged in another way."""


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True, ser_json_inf_nan="constants")


class AnalysedDecision(_Told):
    """A decision, judged by what its seat knew.

    Attributes:
        n: How many moves had been made before it.
        round: The round, from 1.
        seat: The seat.
        move: What it did.
        kind: What kind of decision it was.
        loss: How many points it gave away against the best move, on the average; 0 where none beyond doubt.
        error: The standard error of that.
        advice: What every move was worth.
    """

    n: int
    round: int
    seat: int
    move: Annotated[SeatMove, Field(discriminator="type")]
    kind: Kind
    loss: float
    error: float
    advice: Advice

    @property
    def played(self) -> Advised:
        """What its move was worth."""
        return self.advice.of(self.move)


class AnalysedMove(_Told):
    """What the analysis says of a move, together with the shuffles that it had to wait for.

    Attributes:
        n: How many moves had been made before it.
        count: How many moves these are.
        round: The round that they led to, from 1; 0 before the first.
        luck: How many points the cards gave seat 0 that nobody could know.
        decision: What it decided; None where there was nothing to choose.
    """

    n: int
    count: int
    round: int
    luck: float
    decision: AnalysedDecision | None


class ReviewedDecision(AnalysedDecision):
    """A decision with what it is called.

    Attributes:
        mark: What it is called for what it gave away; None where that is little, or not beyond doubt.
    """

    mark: Mark | None


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


def review_of(replay: Replay, analysed: Sequence[AnalysedMove], settings: Settings) -> Review:
    """The review of a match, as far as it is analysed.

    Args:
        replay: The match.
        analysed: What the analysis says of its moves.
        settings: From how many points on a decision is called what.
    """
    rules = replay.state.rules
    decisions = tuple(reviewed_decision(move.decision, settings) for move in analysed if move.decision is not None)
    lucks = defaultdict[int, float](float)
    for move in analysed:
        lucks[move.round] += move.luck
    rounds = tuple(
        ReviewedRound(
            round=number,
            points=result.points[1] - result.points[0],
            luck=lucks[number] if is_trained_on(rules) else None,
        )
        for number, result in enumerate(replay.state.rounds, start=1)
        if rules.seats == 2
    )
    seats = tuple(_seat(decisions, seat) for seat in range(rules.seats))
    return Review(decisions=decisions, rounds=rounds, seats=seats)


def reviewed_decision(decision: AnalysedDecision, settings: Settings) -> ReviewedDecision:
    """A decision with what it is called.

    Args:
        decision: The decision.
        settings: From how many points on it is called what.
    """
    fields = {name: getattr(decision, name) for name in AnalysedDecision.model_fields}
    return ReviewedDecision(**fields, mark=mark_of(decision.played, settings))


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
