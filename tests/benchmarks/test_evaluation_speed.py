"""How fast moves are judged, beside rounds of rlcard's UNO in the same run, and how long a level and the coach think.

    pip install -e '.[bench]'
    OPENBLAS_NUM_THREADS=1 pytest -m benchmark --dist=no tests/benchmarks/test_evaluation_speed.py -s

An evaluation is a move judged in a world: sampling, reducer, encoding and network are all in it. The decisions come
from matches of `greedy`, every phase of a round among them. Nothing is asserted of the time, which is the machine's.
"""

import random
import statistics
import time
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from tests.benchmarks.test_rules_speed import Rlcard
from uno_duo.bots.base import reply_of
from uno_duo.bots.levels import bot_named
from uno_duo.bots.searching import SearchingBot
from uno_duo.coach.advising import advise
from uno_duo.core import DraftView, PlayView, SeatMove
from uno_duo.core.moves import saying_uno
from uno_duo.match import Match
from uno_duo.record import Header, Player

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

BUDGET: Final = 600
TURNS: Final = 15  # how often the two take turns on the clock
DECISIONS: Final = 60

pytestmark = pytest.mark.benchmark

Asked = tuple[DraftView | PlayView, list[SeatMove]]


@cache
def decisions() -> list[Asked]:
    """Some decisions that have more than one sensible answer."""
    greedy, found = bot_named("greedy"), list[Asked]()
    for seed in range(4):
        match = Match(Header(seats=("A", "B"), players=(Player(bot="greedy"),) * 2, seed=seed))
        while not match.is_over:
            decision = match.decision
            if decision is None:
                match.shuffle()
                continue
            view, moves = match.view(decision.seat), saying_uno(decision.moves)
            if isinstance(view, DraftView | PlayView) and match.state.round and len(moves) > 1:
                found.append((view, moves))
            answer = reply_of(greedy, view, decision.moves, Random(seed))
            if answer is None:
                match.decline()
            else:
                match.play(answer)
    return random.Random(1).sample(found, DECISIONS)


def judge_all(bot: SearchingBot) -> int:
    """Judges the moves of all decisions; how many evaluations these were."""
    reasons = (bot.reasoned_choice(view, moves, Random(1))[1] for view, moves in decisions())
    return sum(evaluation.done for evaluation in reasons if evaluation)


def test_evaluations_a_second_beside_rlcard(benchmark: "BenchmarkFixture") -> None:
    pytest.importorskip("rlcard", reason="the extra `bench` brings it")
    bot, theirs = SearchingBot(BUDGET), Rlcard(seed=1)
    ours_at: list[float] = []
    theirs_at: list[float] = []

    def both() -> None:
        start = time.perf_counter()
        count = judge_all(bot)
        ours_at.append((time.perf_counter() - start) / count)
        theirs_at.append(theirs.seconds() / len(theirs.games))

    benchmark.pedantic(both, rounds=TURNS, warmup_rounds=1)  # type: ignore[no-untyped-call]
    ratio = statistics.median(their / our for our, their in zip(ours_at, theirs_at, strict=True))
    ours, rounds = 1 / statistics.median(ours_at), 1 / statistics.median(theirs_at)
    benchmark.extra_info |= {"evaluations a second": ours, "rlcard rounds a second": rounds, "ratio": ratio}
    print(f"\n{ours:,.0f} evaluations a second, rlcard {rounds:,.0f} rounds a second: {ratio:.1f} times")  # noqa: T201


@pytest.mark.parametrize("level", ["greedy", "normal", "hard", "expert", "master"])
def test_time_of_a_decision(benchmark: "BenchmarkFixture", level: str) -> None:
    bot, taken = bot_named(level), list[float]()

    def decide_all() -> None:
        for view, moves in decisions():
            start = time.perf_counter()
            bot.choose(view, moves, Random(1))
            taken.append(time.perf_counter() - start)

    benchmark.pedantic(decide_all, rounds=2, warmup_rounds=1)  # type: ignore[no-untyped-call]
    median, slowest = statistics.median(taken), max(taken)
    benchmark.extra_info |= {"median in ms": median * 1000, "slowest in ms": slowest * 1000}
    print(f"\n{level}: {median * 1000:.2f} ms in the median, {slowest * 1000:.1f} ms at most")  # noqa: T201


def test_time_until_a_hint_is_settled(benchmark: "BenchmarkFixture") -> None:
    """The coach's own time; that of its process, which is started with the match, and of the screen come on top."""
    settled: list[float] = []

    def advise_all() -> None:
        for view, _moves in decisions():
            start = time.perf_counter()
            next(advice for advice in advise(view, Random(1)) if advice.is_settled)
            settled.append(time.perf_counter() - start)

    benchmark.pedantic(advise_all, rounds=2, warmup_rounds=1)  # type: ignore[no-untyped-call]
    median, slow = statistics.median(settled), statistics.quantiles(settled, n=10)[-1]
    benchmark.extra_info |= {"median in ms": median * 1000, "nine of ten in ms": slow * 1000}
    print(f"\na hint: settled in {median * 1000:.0f} ms in the median, nine of ten in {slow * 1000:.0f} ms")  # noqa: T201
