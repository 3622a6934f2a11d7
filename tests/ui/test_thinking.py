"""What bots decide, what of it is seen at once, and that the time they take tells nothing of a drawn card."""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final, cast

import pytest

from tests.core.positions import B, C, lay, position, table
from tests.ui.table import header, opened
from uno_duo.bots.process import ProgramError
from uno_duo.core import CallOut, Draw, GameState, Pass, Rules, SayUno, SeatMove, View
from uno_duo.dealer import chance_for
from uno_duo.match import Match
from uno_duo.ui import thinking
from uno_duo.ui.thinking import BotFailure, Bots, Thought

DEALT: Final = Rules(seats=3, opening="deal")
UNPLAYABLE: Final = position("R1 R2", "Y1 Y2 G6", ahead="B8 B9", turn=B)
PLAYABLE: Final = position("R1 R2", "Y1 Y2 G6", ahead="R8 B9", turn=B)


class Clock:
    """The time, as the thinking of the bots reads it."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(thinking, "monotonic", made)
    return made


class Fake:
    """A program that takes its time, and answers as it was told to."""

    def __init__(self, clock: Clock, answers: Sequence[tuple[float, SeatMove | Exception | None]]) -> None:
        self.clock = clock
        self.answers = iter(answers)
        self.asked: list[tuple[View, tuple[SeatMove, ...], int | None]] = []
        self.is_ended = False

    async def ask(self, view: View, moves: tuple[SeatMove, ...], chance: int | None) -> SeatMove | None:
        self.asked.append((view, moves, chance))
        seconds, answer = next(self.answers)
        self.clock.now += seconds
        if isinstance(answer, Exception):
            raise answer
        assert answer is None or answer in moves
        return answer

    def end(self) -> None:
        self.is_ended = True


def match_in(state: GameState, command: str | None = "python") -> Match:
    match = Match(header(rules=state.rules, command=command))
    match._replay.states[:] = [state]
    return match


def bots_of(match: Match, **programs: Fake) -> Bots:
    """The bots of a match; the programs by their seats, as `b` and `c`."""
    bots = Bots(match.header)
    for name, fake in programs.items():
        seat = "abc".index(name)
        bots._programs[seat], bots._times[seat] = cast(Any, fake), deque(maxlen=20)
    return bots


async def thought_of(state: GameState, clock: Clock, *answers: tuple[float, SeatMove | Exception | None]) -> Thought:
    match = match_in(state)
    before = (match.n, match.state, match.revision)
    thought = await bots_of(match, b=Fake(clock, answers)).think(match)
    assert (match.n, match.state, match.revision) == before
    return thought


async def test_a_move_is_decided_alone(clock: Clock) -> None:
    assert await thought_of(PLAYABLE, clock, (2.0, Draw(seat=B)), (0.0, lay(B, "R8"))) == Thought(
        (Draw(seat=B),), then=lay(B, "R8"), least=3.0
    )
    state = position("R1 R2", "R3 Y2 G6", turn=B)
    assert await thought_of(state, clock, (2.0, lay(B, "R3"))) == Thought((lay(B, "R3"),))


async def test_a_drawn_card_that_is_kept_is_seen_like_one_that_cannot_be_played(clock: Clock) -> None:
    state = position("R1 R2", "R1 Y1 G6", ahead="R8", turn=B)  # it may play, so that it has something to think about
    kept = await thought_of(state, clock, (2.0, Draw(seat=B)), (0.5, Pass(seat=B)))
    state = position("R1 R2", "R1 Y1 G6", ahead="B8", turn=B)
    drawn = await thought_of(state, clock, (2.0, Draw(seat=B)))
    assert kept == Thought((Draw(seat=B), Pass(seat=B)), least=4.0)
    assert drawn == Thought((Draw(seat=B),), least=4.0)


async def test_a_draw_takes_as_long_as_the_bot_has_thought_at_most(clock: Clock) -> None:
    match = match_in(UNPLAYABLE)
    fake = Fake(clock, [(0.1, Draw(seat=B))] * 9)
    bots = bots_of(match, b=fake)
    assert (await bots.think(match)).least == pytest.approx(0.1 + 1.0)  # nothing is known of it
    bots._times[B].extend((0.2, 3.0, 0.3))
    assert (await bots.think(match)).least == pytest.approx(0.1 + 3.0)
    bots._times[B].extend([0.2] * 20)
    assert (await bots.think(match)).least == pytest.approx(0.1 + 0.2)


async def test_where_a_drawn_card_must_be_played_there_is_nothing_to_hide(clock: Clock) -> None:
    rules = Rules.classic(2)
    state = position("R1 R2", "Y1 Y2 G6", ahead="B8 R8", turn=B, rules=rules)
    assert await thought_of(state, clock, (1.0, Draw(seat=B))) == Thought((Draw(seat=B),))


async def test_a_draw_that_a_shuffle_interrupts_is_thought_through(clock: Clock) -> None:
    rules = Rules(recycling="shuffled")
    state = position("R1 R2", "Y1 Y2 G6", "R3 R4 R7 R5", draw="", turn=B, rules=rules)
    match = match_in(state)
    fake = Fake(clock, [(1.0, Draw(seat=B)), (1.0, Pass(seat=B))])
    assert (await bots_of(match, b=fake).think(match)).answers == (Draw(seat=B), Pass(seat=B))
    assert [chance for _view, _moves, chance in fake.asked] == [None, None]


FORGETTING: Final = position("R1 R2", "R6 Y2", turn=B)


@pytest.mark.parametrize("answer", [SayUno(seat=B), None])
async def test_a_bot_has_said_uno_or_not_before_its_play_is_seen(answer: SeatMove | None, clock: Clock) -> None:
    assert await thought_of(FORGETTING, clock, (1.0, lay(B, "R6")), (1.0, answer)) == Thought((lay(B, "R6"), answer))


async def test_bots_that_are_asked_before_the_person_have_answered_before_the_play_is_seen(clock: Clock) -> None:
    state = table("R1 R2", "R6 Y2", "Y3 Y4", rules=DEALT, turn=B, discard="R5")
    match = match_in(state)
    b, c = Fake(clock, [(1.0, lay(B, "R6")), (1.0, None)]), Fake(clock, [(1.0, CallOut(seat=C))])
    thought = await bots_of(match, b=b, c=c).think(match)
    assert thought.answers == (lay(B, "R6"), None, CallOut(seat=C))


async def test_bots_that_are_asked_after_the_person_are_not_asked_with_the_play(clock: Clock) -> None:
    state = table("R1 R2", "Y3 Y4", "R6 Y2", rules=DEALT, turn=C, discard="R5")
    match = match_in(state)
    c = Fake(clock, [(1.0, lay(C, "R6")), (1.0, None)])
    assert (await bots_of(match, b=Fake(clock, []), c=c).think(match)).answers == (lay(C, "R6"), None)


async def test_bots_of_both_kinds_are_asked_in_turn(clock: Clock) -> None:
    state = table("R1 R2", "R6 Y2", "Y3 Y4", rules=DEALT, turn=B, discard="R5")
    match = match_in(state, command=None)
    bots = bots_of(match, c=Fake(clock, [(1.0, CallOut(seat=C))]))
    bots._bots[B] = cast(Any, Silent())
    assert bots.at_once(match) is None
    assert (await bots.think(match)).answers == (lay(B, "R6"), None, CallOut(seat=C))


class Silent:
    """A bot in this process that plays its first card and never says UNO."""

    def choose(self, _view: View, moves: Sequence[SeatMove], _generator: object) -> SeatMove:
        return moves[0]

    def wants(self, *_: object) -> bool:
        return False


def test_bots_in_this_process_decide_at_once() -> None:
    match = match_in(position("R1 R2", "R6 Y2 Y3", turn=B), command=None)
    bots = bots_of(match)
    bots._bots[B] = cast(Any, Silent())
    assert bots.at_once(match) == Thought((lay(B, "R6"),))


async def test_a_program_is_given_the_chance_of_the_book_if_it_is_ours(clock: Clock) -> None:
    for command, chances in (("python", [None]), (None, [chance_for(7, B, 0, is_uno_question=False)])):
        match = match_in(UNPLAYABLE, command)
        fake = Fake(clock, [(0.0, Draw(seat=B))])
        await bots_of(match, b=fake).think(match)
        assert [chance for _view, _moves, chance in fake.asked] == chances


async def test_a_program_that_fails_is_asked_twice(clock: Clock) -> None:
    thought = await thought_of(UNPLAYABLE, clock, (1.0, ProgramError("it has left")), (1.0, Draw(seat=B)))
    assert thought.answers == (Draw(seat=B),)
    with pytest.raises(BotFailure, match="it is gone") as failed:
        await thought_of(UNPLAYABLE, clock, (1.0, ProgramError("it has left")), (1.0, ProgramError("it is gone")))
    assert failed.value.seat == B


def test_ending_ends_every_program(clock: Clock) -> None:
    fake = Fake(clock, [])
    bots_of(match_in(UNPLAYABLE), b=fake).end()
    assert fake.is_ended


async def test_a_match_that_the_program_starts_with_tells_what_the_form_would() -> None:
    about = "Hard, expert, master know UNO Duo;"
    async with opened(header(rules=Rules.classic(2), bot="hard")) as table:
        table.sees(about)
    for told in (header(bot="hard"), header(rules=Rules.classic(2), bot="normal")):
        async with opened(told) as table:
            table.sees_none(about)
