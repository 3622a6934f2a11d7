"""One match of bots."""

from collections.abc import Sequence
from random import Random

import pytest

from tests.arena.bots import Idle, Saying
from uno_duo.arena import ask, play_out
from uno_duo.arena.playing import LIMIT
from uno_duo.bots.base import IllegalAnswer
from uno_duo.bots.levels import LEVELS, SEARCHING, bot_named
from uno_duo.bots.uniform import UniformBot
from uno_duo.core import CallOut, Draw, Keep, Rules, SayUno, SeatMove, View, view_for
from uno_duo.dealer import generator_for
from uno_duo.match import Match
from uno_duo.record import End, Header, Replay, read_header, read_steps

SHORT = Rules(target=60)


def match_of(seed: int | None = 7, rules: Rules = SHORT, lines: list[str] | None = None) -> Match:
    return Match(Header(rules=rules, seats=("a", "b"), seed=seed), write=None if lines is None else lines.append)


class Asked(UniformBot):
    """A bot that notes what it is given."""

    def __init__(self) -> None:
        self.given: list[tuple[View, tuple[SeatMove, ...], object]] = []

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        self.given.append((view, tuple(moves), generator.getstate()))
        return super().choose(view, moves, generator)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        self.given.append((view, (move,), generator.getstate()))
        return super().wants(view, move, generator)


# Asking


def test_a_bot_gets_its_view_its_moves_and_its_generator() -> None:
    match, bots = match_of(), (Asked(), Asked())
    asked = [0, 0]
    while not match.is_over:
        decision = match.decision
        if decision is None:
            match.shuffle()
            continue
        seat = decision.seat
        asked[seat] += 1
        answer = ask(bots[seat], match, decision)
        view, moves, generator = bots[seat].given[-1]
        expected = generator_for(7, seat, match.n, is_uno_question=decision.is_uno_question)
        assert view == view_for(match.state, seat)
        assert moves == decision.moves
        assert generator == expected.getstate()
        assert not any(isinstance(move, SayUno | CallOut) for move in moves) or decision.is_uno_question
        if answer is None:
            match.decline()
        else:
            match.play(answer)
    assert [len(bot.given) for bot in bots] == asked


@pytest.mark.parametrize("answer", [Draw(seat=0), Keep(seat=1), SayUno(seat=0), CallOut(seat=0), None, "keep"])
def test_an_answer_that_was_not_asked_for_is_refused(answer: object) -> None:
    match = match_of()
    while match.state.round == 0:
        decision = match.decision
        if decision is None:
            match.shuffle()
        else:
            match.play(decision.moves[0])
    decision = match.decision
    assert decision is not None
    answer = Keep(seat=1 - decision.seat) if isinstance(answer, Keep) else answer
    n = match.n
    with pytest.raises(IllegalAnswer) as refused:
        ask(Saying(answer), match, decision)
    assert (refused.value.seat, refused.value.answer) == (decision.seat, answer)
    assert match.n == n


def test_bots_need_a_seed() -> None:
    replay = Replay(SHORT)
    match = Match(Header(rules=SHORT, seats=("a", "b"), seed=None), replay)
    with pytest.raises(ValueError, match="no seed"):
        play_out(match, (UniformBot(), UniformBot()))
    assert not match.is_over


# One match


def test_a_match_of_bots_ends_with_a_winner() -> None:
    match = match_of()
    assert play_out(match, (UniformBot(), UniformBot())) is None
    assert match.state.winner is not None


@pytest.mark.parametrize(
    ("name", "limit"), [*((name, LIMIT) for name in LEVELS if name not in SEARCHING), ("hard", 30)]
)
def test_the_same_seed_gives_the_same_match(name: str, limit: int) -> None:
    records: list[list[str]] = [[], [], []]
    for seed, lines in zip((7, 7, 8), records, strict=True):
        play_out(match_of(seed=seed, lines=lines), (bot_named(name), bot_named("normal")), limit)
    assert records[0] == records[1] != records[2]


def test_a_match_gone_on_with_is_the_same_match() -> None:
    bots, lines = (bot_named("easy"), bot_named("normal")), list[str]()
    play_out(match_of(lines=lines), bots)
    for stop in range(1, len(lines), 25):
        begun = [line.encode() for line in lines[:stop]]
        replay, again = Replay(SHORT), list[str]()
        header = read_header(begun)
        list(read_steps(header, begun[1:], replay))
        play_out(Match(header, replay, again.append), bots)
        assert lines[:stop] + again == lines


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (None, "None was not asked for"),
        ("draw", "'draw' was not asked for"),
        (ValueError("lost\nin \x1b[31mred"), "lost\N{REPLACEMENT CHARACTER}in \N{REPLACEMENT CHARACTER}[31mred"),
        (ValueError("x" * 1000), "x" * 199 + "…"),
        (ZeroDivisionError(), "ZeroDivisionError"),
    ],
)
def test_a_bot_that_cheats_or_fails_forfeits(answer: object, fault: str) -> None:
    lines: list[str] = []
    match = match_of(lines=lines)
    ended = play_out(match, (UniformBot(), Saying(answer)))
    assert ended is not None
    assert (ended.end.reason, ended.end.seat, ended.fault) == ("forfeit", 1, fault)
    assert match.is_over
    assert match.state.winner is None
    assert '"forfeit"' in lines[-1]


def test_a_match_without_end_is_stopped() -> None:
    lines: list[str] = []
    match = match_of(rules=Rules(target=100_000), lines=lines)
    ended = play_out(match, (UniformBot(), UniformBot()), limit=100)
    assert ended == (End(reason="stopped"), None)
    assert (match.n, match.is_over) == (100, True)
    assert len(lines) == 1 + 100 + 1


def test_bots_that_never_play_a_card_come_to_an_end() -> None:
    match = match_of()
    assert play_out(match, (Idle(), Idle())) is None
    assert all(result.went_out is None for result in match.state.rounds)


def test_a_match_that_ends_with_the_last_move_allowed_is_not_stopped() -> None:
    whole = match_of()
    play_out(whole, (UniformBot(), UniformBot()))
    match = match_of()
    assert play_out(match, (UniformBot(), UniformBot()), limit=whole.n) is None
    match = match_of()
    ended = play_out(match, (UniformBot(), UniformBot()), limit=whole.n - 1)
    assert ended == (End(reason="stopped"), None)
