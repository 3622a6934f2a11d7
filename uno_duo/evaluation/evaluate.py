"""What each legal move is worth: the same worlds for every move, and ever more of them for those that may be best.

In each world a move is judged twice: by the world as it is, and by what the seat will see of it. Both count: the first
knows the cards exactly, though in worlds that are uniform and not as likely as they would be among good players; the
second has learned what hands these hold, though not so exactly. The second comes out much alike in every world, so that
where these are few it counts more; and it counts the less, the more of the other hand the seat knows.

Worlds are all equally likely but for one thing: where a Wild Draw 4 waits for its answer, those in which it was a bluff
count the less, as seldom as players are taken to bluff.

All errors here are those of the sampling: how far off a mean is for there being no more worlds. How far off the
judge itself is they do not tell.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt
from random import Random
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from uno_duo.core import GameState, Phase, SeatMove, View, reduce
from uno_duo.core.views import DraftView, PlayView
from uno_duo.evaluation.bluffs import BLUFFS
from uno_duo.evaluation.outcomes import MATCH, POINTS, ROUND
from uno_duo.evaluation.worlds import Worlds

PRIOR: Final = 6
"""By as many worlds more what a seat will see after a move weighs in what the move is worth."""
_FEW: Final = 2  # see `_error`


class Judgement(NamedTuple):
    """What some worlds are worth.

    Attributes:
        in_full: By the world as it is: a row for each, with the columns `POINTS`, `ROUND` and `MATCH` of
            `uno_duo.evaluation.outcomes`.
        as_seen: The same by what the seat sees of the world.
    """

    in_full: NDArray[np.float64]
    as_seen: NDArray[np.float64]

    def split(self, at: int | NDArray[np.intp]) -> "list[Judgement]":
        """Its parts: so many alike, or those that begin at some rows."""
        return [Judgement(*part) for part in zip(*(np.split(rows, at) for rows in self), strict=True)]


class Judge(Protocol):
    """What judges worlds."""

    @property
    def batch(self) -> int:
        """How many worlds it takes at once at most, which is soon done: an evaluation can be left in between."""

    def judge(self, view: View, worlds: Sequence[GameState]) -> Judgement:
        """What each of some worlds, which a move has led to, is worth to the seat of the view before the move."""


@dataclass(frozen=True)
class MoveWorth:
    """What a move is worth, as far as the worlds looked at tell; in each of them by both judgements together.

    Attributes:
        move: The move.
        worlds: How many worlds it was judged in.
        points: The points of the round on the average, the other's minus the seat's own.
        error: The standard error of that for want of worlds, in points; infinite for a single world.
        behind: How many points it is behind the best move, in the worlds that both were judged in.
        error_behind: The standard error of that; 0 for the best move itself, infinite for a single world.
        round_chance: The chance to win the round, from 0 to 1.
        match_chance: The chance to win the match, from 0 to 1.
        chance_behind: How much of that it is behind the best move, in the worlds that both were judged in.
        error_chance_behind: The standard error of that; 0 for the best move itself, infinite for a single world.
    """

    move: SeatMove
    worlds: int
    points: float
    error: float
    behind: float
    error_behind: float
    round_chance: float
    match_chance: float
    chance_behind: float
    error_chance_behind: float


@dataclass(frozen=True)
class Evaluation:
    """What all moves are worth, so far.

    Attributes:
        moves: What each legal move is worth, the best one first.
        done: How many evaluations were made: a move judged in a world.
        budget: How many will be made at most.
    """

    moves: tuple[MoveWorth, ...]
    done: int
    budget: int

    @property
    def best(self) -> SeatMove:
        """The best move."""
        return self.moves[0].move


def evaluate(
    view: DraftView | PlayView,
    generator: Random,
    budget: int,
    judge: Judge,
    moves: Sequence[SeatMove] | None = None,
) -> Iterator[Evaluation]:
    """Judges the moves of a seat, each time better than before; it can be left at any moment.

    Args:
        view: What the seat knows.
        generator: Chance, for the worlds.
        budget: How many evaluations to make; each move gets at least one.
        judge: What judges the worlds.
        moves: The moves to compare; by default all that are legal.

    Raises:
        ValueError: There is nothing to decide, or only where to cut, which is chance.
    """
    comparison = _begun(view, generator, budget, judge, moves)
    for _ in _steps(comparison, view, judge):
        yield comparison.evaluation()


def evaluate_fully(
    view: DraftView | PlayView,
    generator: Random,
    budget: int,
    judge: Judge,
    moves: Sequence[SeatMove] | None = None,
) -> Evaluation:
    """Judges the moves of a seat with the whole budget: the last of what `evaluate` gives for the same arguments."""
    comparison = _begun(view, generator, budget, judge, moves)
    for _ in _steps(comparison, view, judge):
        pass
    return comparison.evaluation()


def _begun(
    view: DraftView | PlayView, generator: Random, budget: int, judge: Judge, moves: Sequence[SeatMove] | None
) -> "Comparison":
    return Comparison(view, generator, budget, view.legal if moves is None else moves, judge.batch)


def _steps(comparison: "Comparison", view: View, judge: Judge) -> Iterator[None]:
    """Has the worlds of a comparison judged, step by step."""
    while worlds := comparison.ask():
        comparison.tell(judge.judge(view, worlds))
        yield


class Comparison:
    """The moves of one decision, compared by sequential halving (Karnin, Koren and Somekh 2013).

    The budget is divided by the number of halvings. In each of them the moves that are left share their part
    alike, in the same worlds; then the better half goes on. It asks for worlds to be judged, so that whoever plays
    many rounds at once can have those of all rounds judged together.

    Attributes:
        seat: The seat that decides.
    """

    def __init__(
        self,
        view: DraftView | PlayView,
        generator: Random,
        budget: int,
        moves: Sequence[SeatMove],
        batch: int,
    ) -> None:
        """Takes a decision.

        Args:
            view: What the seat knows.
            generator: Chance, for the worlds.
            budget: How many evaluations to make; each move gets at least one.
            moves: The moves to compare.
            batch: How many worlds to ask for at once at most.

        Raises:
            ValueError: There is nothing to decide, or only where to cut, which is chance.
        """
        if not moves or view.phase is Phase.CUT:
            raise ValueError("there is nothing to decide")
        self.seat = view.seat
        self._batch = batch
        self._moves = tuple(moves)
        self._worlds = Worlds(view)
        self._generator = generator
        self._budget = max(budget, len(moves))
        self._done = 0
        self._asked = 0
        self._shuffle_of = np.zeros(0, dtype=np.intp)
        self._weights = np.zeros(0)  # of each world, in the order in which they were asked for
        self._judged: list[list[Judgement]] = [[] for _ in moves]
        self._left = list(range(len(moves)))
        self._halvings = max(1, ceil(log2(len(moves))))
        self._due = self._share()

    def ask(self) -> list[GameState]:
        """The worlds to be judged next, which each move that is left has led to; none once all is done."""
        if not self._due:
            return []
        count = min(self._due, max(1, self._batch // len(self._left)))
        self._asked = count
        worlds = list(self._worlds.sample(count, self._generator))
        weights = [BLUFFS / 1_000 if world.is_bluff else 1.0 for world in worlds]
        self._weights = np.append(self._weights, weights)
        begin = self._shuffle_of[-1] + 1 if len(self._shuffle_of) else 0
        self._shuffle_of = np.append(self._shuffle_of, begin + np.arange(count) // self._worlds.of_a_shuffle)
        return [reduce(world, self._moves[place]) for place in self._left for world in worlds]

    def tell(self, judgement: Judgement) -> None:
        """Takes what the worlds asked for are worth."""
        for place, part in zip(self._left, judgement.split(len(self._left)), strict=True):
            self._judged[place].append(part)
        self._done += len(judgement.in_full)
        self._due -= self._asked
        if not self._due and self._halvings > 1:
            self._halvings -= 1
            self._left = self._ranked(self._left)[: ceil(len(self._left) / 2)]
            self._due = self._share()

    def _share(self) -> int:
        """How many worlds each of the moves that are left gets before the next halving."""
        unused, moves = self._budget - self._done, len(self._left)
        return max(1, unused // (self._halvings * moves)) if unused >= moves else 0

    def _ranked(self, places: Sequence[int]) -> list[int]:
        """Some moves, the best one first; by the chance to win the match, and where that is equal by the points."""
        means = {place: self._mean(self._values(place)) for place in places}
        return sorted(places, key=lambda place: (-means[place][MATCH], -means[place][POINTS], place))

    def _values(self, place: int, most: int | None = None) -> NDArray[np.float64]:
        """What a move was worth in each world that it was judged in, or in the first of them."""
        in_full, as_seen = (np.concatenate(parts)[:most] for parts in zip(*self._judged[place], strict=True))
        count = len(in_full)
        weight = self._worlds.hidden_share * (count + PRIOR)
        values: NDArray[np.float64] = (count * in_full + weight * as_seen) / (count + weight)
        return values

    def _mean(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The means of the columns of values in the first worlds."""
        means: NDArray[np.float64] = np.average(values, axis=0, weights=self._weights[: len(values)])
        return means

    @property
    def best(self) -> SeatMove:
        """The best move so far."""
        return self._moves[self._ranked(self._left)[0]]

    def evaluation(self) -> Evaluation:
        """What is known so far."""
        left = self._ranked(self._left)
        ranked = left + self._ranked([place for place in range(len(self._moves)) if place not in left])
        worths = (self._worth(place, ranked[0]) for place in ranked)
        return Evaluation(tuple(worths), self._done, self._budget)

    def _worth(self, place: int, best: int) -> MoveWorth:
        """What a move is worth, and beside the best move in the same worlds."""
        values, is_best = self._values(place), place == best
        mean = self._mean(values)
        behind = self._values(best, len(values)) - values
        mean_behind = self._mean(behind)
        return MoveWorth(
            move=self._moves[place],
            worlds=len(values),
            points=float(mean[POINTS]),
            error=self._error(values[:, POINTS]),
            behind=float(mean_behind[POINTS]),
            error_behind=0.0 if is_best else self._error(behind[:, POINTS]),
            round_chance=float(mean[ROUND]),
            match_chance=float(mean[MATCH]),
            chance_behind=float(mean_behind[MATCH]),
            error_chance_behind=0.0 if is_best else self._error(behind[:, MATCH]),
        )

    def _error(self, values: NDArray[np.float64]) -> float:
        """The standard error of the mean of the values in the first worlds; infinite where there is but one.

        The worlds of a shuffle hold different hands, so that their mean is nearer to the truth than that of as many
        independent ones. What is independent are the shuffles, and their sums tell the error (Cochran, Sampling
        Techniques, 3rd edition, chapter 9A). Few of these tell little of it; so it is the mean of that and of what
        it would be if the worlds were independent, which counts as much as `_FEW` shuffles.
        """
        count = len(values)
        if count < 2:
            return float("inf")
        weights = self._weights[:count] / self._weights[:count].mean()
        spread = weights * (values - np.average(values, weights=weights))
        sums = np.bincount(self._shuffle_of[:count], spread)
        free = len(sums) - 1
        by_worlds = spread @ spread / (count - 1)
        by_shuffles = sums @ sums / count * len(sums) / free if free else 0.0
        return sqrt((free * by_shuffles + _FEW * by_worlds) / (free + _FEW) / count)
