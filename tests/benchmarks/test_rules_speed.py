"""How fast the rules are, beside rlcard's UNO in the same run.

    pip install -e '.[bench]' && pytest -m benchmark --dist=no tests/benchmarks/test_rules_speed.py -s

Both play at random, and draw only when nothing can be played. The play is chosen beforehand and then played again
for the clock, so that the clock sees the rules alone: ours list the legal moves and make one, rlcard's `env.step`
makes an action and observes. Nothing is asserted of the time, which is the machine's; the ratio is printed and
stands in the benchmark's `extra_info`.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import pytest

from uno_duo.core import Draw, Move, Phase, Rules, Shuffle, full_deck, legal_moves, new_match, reduce

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

STEPS: Final = 3_000
TURNS: Final = 30  # how often the two take turns on the clock, since a machine is never quiet for long
DRAW: Final = 60  # rlcard's number for drawing

pytestmark = pytest.mark.benchmark


def match(rng: random.Random) -> list[Move]:
    """The moves of a random match."""
    state, moves = new_match(Rules.duo()), list[Move]()
    deck = full_deck(state.rules)
    while state.phase is not Phase.MATCH_OVER:
        if state.phase is Phase.SHUFFLE:
            move: Move = Shuffle(order=tuple(rng.sample(deck, len(deck))))
        else:
            legal = legal_moves(state)
            move = rng.choice([move for move in legal if not isinstance(move, Draw)] or legal)
        moves.append(move)
        state = reduce(state, move)
    return moves


def play_matches(matches: list[list[Move]]) -> None:
    """Plays matches again, with the legal moves of every position."""
    rules = Rules.duo()
    for moves in matches:
        state = new_match(rules)
        for move in moves:
            legal_moves(state)
            state = reduce(state, move)


def our_steps(seed: int) -> tuple[list[list[Move]], int]:
    """Whole matches of together at least so many moves, and how many these are."""
    rng, matches, count = random.Random(seed), list[list[Move]](), 0
    while count < STEPS:
        matches.append(match(rng))
        count += len(matches[-1])
    return matches, count


class Rlcard:
    """rlcard's UNO for two, played at random."""

    def __init__(self, seed: int) -> None:
        import rlcard

        self.make: Callable[[], Any] = lambda: rlcard.make("uno", config={"seed": seed})
        self.games: list[list[int]] = []
        self.count = 0
        rng, env = random.Random(seed), self.make()
        while self.count < STEPS:
            state, _ = env.reset()
            actions: list[int] = []
            while not env.is_over():
                legal = list(state["legal_actions"])
                actions.append(rng.choice([action for action in legal if action != DRAW] or legal))
                state, _ = env.step(actions[-1])
            self.games.append(actions)
            self.count += len(actions)

    def seconds(self) -> float:
        """How long the steps of all games take, without what deals them."""
        env, spent = self.make(), 0.0
        for actions in self.games:
            env.reset()
            start = time.perf_counter()
            for action in actions:
                env.step(action)
            spent += time.perf_counter() - start
            assert env.is_over(), "the same seed deals the same game"
        return spent


def test_moves_a_second(benchmark: "BenchmarkFixture") -> None:
    matches, count = our_steps(seed=1)
    benchmark.pedantic(play_matches, args=(matches,), rounds=10, warmup_rounds=2)  # type: ignore[no-untyped-call]
    benchmark.extra_info["moves"] = count


def test_moves_a_second_beside_rlcard(benchmark: "BenchmarkFixture") -> None:
    pytest.importorskip("rlcard", reason="the extra `bench` brings it")
    matches, count = our_steps(seed=1)
    theirs = Rlcard(seed=1)
    ours_at: list[float] = []
    theirs_at: list[float] = []

    def both() -> None:
        start = time.perf_counter()
        play_matches(matches)
        ours_at.append((time.perf_counter() - start) / count)
        theirs_at.append(theirs.seconds() / theirs.count)

    benchmark.pedantic(both, rounds=TURNS, warmup_rounds=1)  # type: ignore[no-untyped-call]
    ratio = statistics.median(their / our for our, their in zip(ours_at, theirs_at, strict=True))
    ours, rlcards = 1 / statistics.median(ours_at), 1 / statistics.median(theirs_at)
    benchmark.extra_info |= {"moves a second": ours, "rlcard steps a second": rlcards, "ratio": ratio}
    print(f"\n{ours:,.0f} moves a second, rlcard {rlcards:,.0f} steps a second: {ratio:.2f} times")  # noqa: T201
