"""No word of the coach's tells what the player may not know (RULES.md, section 11; KNOWN_FAULTS, 24).

The hidden cards lie anew, and every text must be the same. Luck, hidden cards and results, told after the round, are
exempt.
"""

import random
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from tests.core.positions import A
from tests.core.test_views import hidden_anew
from tests.matches import recorded
from tests.ui.coach import FakeCoach
from tests.ui.phases import PHASES
from tests.ui.table import header, opened
from uno_duo.coach import advising, analysis
from uno_duo.coach.advice import Advice
from uno_duo.coach.advising import advise
from uno_duo.coach.analysis import analysed_move
from uno_duo.core import Cut, DraftView, GameState, PlayView, SeatMove, View, reduce, view_for
from uno_duo.record import Replay, read_record
from uno_duo.ui.reviewing import turns_of

ASKED: Final = ("draft", "turn", "wild on top", "drawn", "bill", "challenge", "name colour", "reverse", "forgotten")


@pytest.fixture(autouse=True)
def _true_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach itself, thinking briefly."""

    def say(view: View) -> Advice:
        assert isinstance(view, DraftView | PlayView)
        *_before, last = advise(view, Random(1))
        return last

    monkeypatch.setattr(advising, "EVALUATIONS", 300)
    monkeypatch.setattr(analysis, "EVALUATIONS", 60)
    FakeCoach.say = staticmethod(say)


def otherwise(state: GameState, chance: random.Random) -> GameState:
    """The same as far as the player can tell, but with other hidden cards if there are any."""
    other = hidden_anew(state, A, chance)
    assert view_for(other, A) == view_for(state, A)
    return other


async def told_in(state: GameState) -> list[list[str]]:
    """Every screen that the coach shows in a position: the hint at each move, the memory aid, and the tutor's words."""
    settings = {"memory_aid": True, "tutor": "all", "inaccuracy": 0.01}
    told = []
    async with opened(
        header(is_practice=True, rules=state.rules), state=state, is_paced=True, settings=settings
    ) as table:
        await table.press("i")
        for _ in view_for(state, A).legal:
            told.append(table.lines)
            await table.press("down")
        await table.press("escape", "m")
        told.append(table.lines)
        await table.press("escape")
        for keys in ("enter", "escape d", "escape k", "escape x", "escape c", "escape a"):
            await table.press(*keys.split())
            told.append(table.lines)
            if table.moves:  # what comes of a move may show a card
                break
    return told if not table.moves else told[:-1]


@pytest.mark.parametrize("phase", ASKED)
async def test_the_hint_the_tutor_and_the_memory_aid_tell_nothing_hidden(phase: str) -> None:
    state, chance = PHASES[phase], random.Random(7)
    told = await told_in(state)
    assert len(told) > len(view_for(state, A).legal)
    assert any("best" in line for line in told[0])
    for _ in range(3):
        other = otherwise(state, chance)
        assert other != state
        assert await told_in(other) == told


def hidden_at(replay: Replay, n: int, chance: random.Random) -> Replay:
    """A match that may just as well have been, as far as the player knew when it made a move."""
    other = replay.copy()
    other.states[n] = otherwise(replay.states[n], chance)
    other.states[n + 1] = reduce(other.states[n], replay.moves[n])
    return other


def decided(replay: Replay) -> Iterator[int]:
    """Where the player had something to decide."""
    for n, (state, move) in enumerate(zip(replay.states, replay.moves, strict=False)):
        is_own = isinstance(move, SeatMove) and not isinstance(move, Cut) and move.seat == A
        if is_own and len(view_for(state, A).legal) > 1:
            yield n


def test_the_review_of_a_decision_tells_nothing_hidden() -> None:
    found, chance = read_record([line.encode() for line in recorded(seed=7)]), random.Random(3)
    compared = 0
    for n in list(decided(found.replay))[::6]:
        other = hidden_at(found.replay, n, chance)
        one, two = (
            next(turn for turn in turns_of(replay, A, ("You", "Ada"), found.header.rules) if turn.n == n)
            for replay in (found.replay, other)
        )
        assert one == two
        assert analysed_move(other, n).decision == analysed_move(found.replay, n).decision
        compared += other.states[n] != found.replay.states[n]
    assert compared > 10
