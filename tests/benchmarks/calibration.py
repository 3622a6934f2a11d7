"""How far what the coach says holds: what is called best, and the chances to win a round.

    OPENBLAS_NUM_THREADS=1 python -m tests.benchmarks.calibration [POSITIONS]

prints it for 1,000 positions from matches of `hard`, or as many as are asked for, and the numbers of
`uno_duo.coach.calibration` as these positions would have them.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import mean
from typing import Final

import numpy as np

from uno_duo.arena import ask
from uno_duo.bots.base import Bot
from uno_duo.bots.levels import bot_named
from uno_duo.coach.advice import DOUBT
from uno_duo.coach.calibration import CHALLENGE, DRAFT, TURN, Calibration, calibration_of
from uno_duo.core import DraftView, PlayView
from uno_duo.evaluation.evaluate import Evaluation, evaluate_fully
from uno_duo.evaluation.network import NetworkJudge, shipped_networks
from uno_duo.match import Match
from uno_duo.record import Header, Player

FEW: Final = 400
MANY: Final = 8_000
BINS: Final = 10


@dataclass(frozen=True)
class Position:
    """A position with a choice: what its seat knows, and the match as far as that."""

    match: Match
    view: DraftView | PlayView


@dataclass(frozen=True)
class Outcome:
    """What the networks promised for the best move, by what that is brought in line, and what came of it."""

    calibration: Calibration
    cards: int
    points: float
    chance: float
    points_won: int
    is_won: bool

    @property
    def shown_chance(self) -> float:
        """The chance that is shown."""
        return self.calibration.chance(self.chance, self.cards)

    @property
    def shown_points(self) -> float:
        """The points that are shown."""
        return self.points - self.calibration.excess(self.chance, self.cards)


@dataclass(frozen=True)
class Bin:
    """Positions whose best move was given a chance to win the round in some range."""

    count: int
    shown: float
    happened: float

    @property
    def error(self) -> float:
        """The standard error of what happens if what is shown is right."""
        return sqrt(max(self.shown * (1 - self.shown), 1 / (4 * self.count)) / self.count)


def positions(count: int, seed: int) -> Iterator[Position]:
    """One position of every seventh decision or so, from matches of `hard` against itself."""
    hard, chance, number = bot_named("hard"), Random(seed), 0
    while count:
        number += 1
        match = Match(Header(seats=("A", "B"), players=(Player(bot="hard"),) * 2, seed=seed * 1_000 + number))
        while count and not match.is_over:
            decision = match.decision
            if decision is None:
                match.shuffle()
                continue
            view = match.view(decision.seat)
            is_choice = isinstance(view, DraftView | PlayView) and match.state.round and len(decision.moves) > 1
            if is_choice and chance.random() < 1 / 7:
                assert isinstance(view, DraftView | PlayView)
                yield Position(match.ahead(), view)
                count -= 1
            match.answer(ask(hard, match, decision))


def evaluated(view: DraftView | PlayView, evaluations: int, seed: int) -> Evaluation:
    """What the moves of a view are worth by so many evaluations."""
    return evaluate_fully(view, Random(seed), evaluations, NetworkJudge(shipped_networks()))


def stays_best(view: DraftView | PlayView, seed: int, many: int = MANY) -> bool | None:
    """Whether the move called best by few evaluations is best by many; None where it was not beyond doubt."""
    few = evaluated(view, FEW, seed)
    second = few.moves[1]
    if abs(second.behind) <= DOUBT * second.error_behind:
        return None
    return evaluated(view, many, seed + 1).best == few.best


def outcome_of(position: Position, seed: int) -> Outcome:
    """What comes of the best move where `hard` plays the round out for both."""
    evaluation, match, hard = evaluated(position.view, FEW, seed), position.match.ahead(), bot_named("hard")
    best, number, seat = evaluation.moves[0], match.state.round, position.view.seat
    match.play(best.move)
    _play_out(match, hard, number)
    result = match.state.rounds[number - 1]
    points = result.points[1 - seat] - result.points[seat]
    is_won = points > 0 if result.went_out is None else result.went_out == seat
    calibration, cards = calibration_of(position.view), len(position.view.hand)
    return Outcome(calibration, cards, best.points, best.round_chance, points, is_won)


def _play_out(match: Match, bot: Bot, number: int) -> None:
    while len(match.state.rounds) < number:
        decision = match.decision
        if decision is None:
            match.shuffle()
        else:
            match.answer(ask(bot, match, decision))


def binned(outcomes: Sequence[Outcome]) -> list[Bin]:
    """The chances shown beside what happened, by tenths of what was shown; empty ones are left out."""
    found = []
    shown = [(outcome.shown_chance, outcome.is_won) for outcome in outcomes]
    for number in range(BINS):
        inside = [pair for pair in shown if min(BINS - 1, int(pair[0] * BINS)) == number]
        if inside:
            count = len(inside)
            found.append(Bin(count, sum(p for p, _ in inside) / count, sum(won for _, won in inside) / count))
    return found


def fitted(outcomes: Sequence[Outcome]) -> Calibration:
    """The numbers that would fit best: by least squares for the points, else likeliest."""
    chance = np.clip([outcome.chance for outcome in outcomes], 0.005, 0.995)
    cards = np.array([outcome.cards for outcome in outcomes], dtype=float)
    won = np.array([outcome.is_won for outcome in outcomes], dtype=float)
    inputs = np.stack([np.ones_like(chance), np.log(chance / (1 - chance)), cards], axis=1)
    weights = np.zeros(3)
    for _ in range(50):
        told = 1 / (1 + np.exp(-inputs @ weights))
        weights += np.linalg.solve((inputs.T * (told * (1 - told))) @ inputs, inputs.T @ (won - told))
    variance = chance * (1 - chance)
    excess = np.array([outcome.points - outcome.points_won for outcome in outcomes])
    points, *_rest = np.linalg.lstsq(np.stack([variance, variance * cards], axis=1), excess, rcond=None)
    return Calibration(*map(float, (*weights, *points)))


def by_phase(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    """The outcomes of each group of phases that are brought in line alike, with what the group is called."""
    for name, calibration in (("draft", DRAFT), ("turn", TURN), ("challenge", CHALLENGE)):
        yield name, [outcome for outcome in outcomes if outcome.calibration is calibration]


def told(count: int) -> Iterator[str]:
    """All of it, line by line."""
    sure, outcomes = [0, 0], []
    for number, position in enumerate(positions(count, 1)):
        stays = stays_best(position.view, number)
        if stays is not None:
            sure[stays] += 1
        outcomes.append(outcome_of(position, number))
    yield f"{count} positions; called best beyond doubt by {FEW} evaluations: {sum(sure)}"
    yield f"best by {MANY} too: {sure[1]} ({sure[1] / max(1, sum(sure)):.1%})"
    yield "shown   happened   error   positions"
    for each in binned(outcomes):
        off = (each.happened - each.shown) / each.error
        yield f"{each.shown:>5.1%}   {each.happened:>8.1%}   {each.error:>5.1%}   {each.count:>9}   {off:+.1f} errors"
    for name, inside in by_phase(outcomes):
        shown, won = mean(each.shown_chance for each in inside), mean(each.is_won for each in inside)
        points, got = mean(each.shown_points for each in inside), mean(each.points_won for each in inside)
        yield f"{name}: {shown:.1%} shown, {won:.1%} won; {points:+.1f} points shown, {got:+.1f} got; {fitted(inside)}"


if __name__ == "__main__":
    sys.stdout.writelines(line + "\n" for line in told(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000))
