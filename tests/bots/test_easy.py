"""A beginner: greedy, but for the decisions at random and the UNO that it forgets."""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

import pytest

from tests.core.positions import RED, complete, lay, position, table, turned_up
from uno_duo.arena import play_out
from uno_duo.bots.easy import AT_RANDOM, FORGETS_UNO, EasyBot
from uno_duo.bots.greedy import GreedyBot
from uno_duo.core import (
    CallOut,
    Face,
    GameState,
    Keep,
    Phase,
    Play,
    Reject,
    SayUno,
    SeatMove,
    cards,
    legal_moves,
    view_for,
)
from uno_duo.match import Match
from uno_duo.record import Header

TIMES: Final = 7000


class Scripted(Random):
    """A generator that gives some numbers, one after another, and has no other chance."""

    def __init__(self, *numbers: float) -> None:
        super().__init__()
        self._numbers = list(numbers)

    def random(self) -> float:
        return self._numbers.pop(0)

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError(f"{k} random bits are asked for")

    @property
    def is_used_up(self) -> bool:
        return not self._numbers


def moves_in(state: GameState) -> list[SeatMove]:
    return [m for m in legal_moves(state) if isinstance(m, SeatMove) and not isinstance(m, SayUno | CallOut)]


def choices(state: GameState, times: int = TIMES) -> Counter[SeatMove]:
    """What the bot chooses in a position, many times."""
    seat, generator, moves = state.turn, Random(1), moves_in(state)
    assert seat is not None
    view, bot = view_for(state, seat), EasyBot()
    return Counter(bot.choose(view, moves, generator) for _ in range(times))


def choice(state: GameState, *numbers: float) -> SeatMove:
    """What the bot chooses by some chance, which it uses up."""
    assert state.turn is not None
    generator = Scripted(*numbers)
    chosen = EasyBot().choose(view_for(state, state.turn), moves_in(state), generator)
    assert generator.is_used_up
    return chosen


def is_share(count: int, share: float, of: int = TIMES) -> bool:
    """Whether a count is a share of so many, but for chance."""
    return abs(count - share * of) < 4 * sqrt(of * share * (1 - share))


@pytest.mark.parametrize(
    "state",
    [
        position("RR R1 R3 B4 B6 W", "B1 B2"),
        position("W B1 G2 G3", "R1 R2", "R5 Y5"),
        position("B1 G2", "R1", "W", phase=Phase.NAME_COLOUR),
        position("R+2 G+2 B3", "R3 R4", "B+2", phase=Phase.BILL, bill=2),
        position("R1 R2 B3", "R3 R4", phase=Phase.DRAWN, drawn=cards("R1")[0]),
        position("B1 B2", "R3 R4", "R5 W4", phase=Phase.CHALLENGE, colour=RED, colour_before=RED),
        position("B1 B2", "", "", ahead="B9", phase=Phase.DRAFT, drawn=Face.B9, colour=None, first=0),
        table("W4 B1 B2 B3", "R3 R4"),
    ],
)
def test_one_decision_in_seven_is_made_at_random(state: GameState) -> None:
    assert state.turn is not None
    moves, found = moves_in(state), choices(state)
    greedy = GreedyBot().choose(view_for(state, state.turn), moves, Random(1))
    assert set(found) == set(moves)
    for move in moves:
        share = 1 / 7 / len(moves)
        assert is_share(found[move], 6 / 7 + share if move == greedy else share)


def test_a_random_decision_takes_each_legal_move_by_one_number() -> None:
    state = position("R1 R2 B3 G5", "B1 B2", "R5")
    moves = moves_in(state)
    for index, move in enumerate(moves):
        assert choice(state, AT_RANDOM - 0.001, (index + 0.5) / len(moves)) == move
    assert choice(state, AT_RANDOM) == lay(0, "G5")


@pytest.mark.parametrize(
    ("state", "aloud"),
    [
        (position("R1 B7", "B1 B2 B3"), lay(0, "R1", uno=True)),
        (position("RR R7 B7", "B1 B2 B3"), lay(0, "RR", dump="R7", uno=True)),
        (position("R7 B7", "B1 B2 B3", "RR", may_dump=True), complete(0, "R7", uno=True)),
    ],
)
def test_it_forgets_uno_in_three_plays_of_ten(state: GameState, aloud: SeatMove) -> None:
    silent = aloud.model_copy(update={"uno": False})
    assert choice(state, 0.9, FORGETS_UNO - 0.001) == silent
    assert choice(state, 0.9, FORGETS_UNO) == aloud
    found = choices(state)
    plays = found[silent] + found[aloud]
    assert is_share(found[silent], 0.3, plays)
    index = moves_in(state).index(silent)
    at_random = (0.0, (index + 0.5) / len(moves_in(state)))
    assert choice(state, *at_random, 0.9) == aloud, "a play at random is no other"
    assert choice(state, *at_random, 0.1) == silent


def test_what_it_forgot_to_say_it_does_not_remember_a_moment_later() -> None:
    view = view_for(position("R1", "B1 B2", uno_open=0), 0)
    assert not any(EasyBot().wants(view, SayUno(seat=0), Random(seed)) for seed in range(20))


def test_it_calls_out_as_greedy_does() -> None:
    view = view_for(table("R1 R2", "B1 B2", "G1", uno_open=2), 0)
    assert all(EasyBot().wants(view, CallOut(seat=0), Random(seed)) for seed in range(20))


def test_it_forgets_uno_and_is_called_out_in_whole_matches() -> None:
    said: list[bool] = []

    class Listening(EasyBot):
        def choose(self, view: object, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
            move = super().choose(view, moves, generator)  # type: ignore[arg-type]
            if isinstance(move, Play) and (move.uno or move.model_copy(update={"uno": True}) in moves):
                said.append(move.uno)
            return move

    for seed in range(12):
        assert play_out(Match(Header(seats=("easy", "easy"), seed=seed)), (Listening(), Listening())) is None
    assert len(said) > 150
    assert is_share(said.count(False), 0.3, len(said))


def test_it_drafts_as_greedy_does_but_for_chance() -> None:
    def pick(looked_at: str) -> SeatMove:
        drawn = cards(looked_at)[0]
        state = position("B1 B2", "", "", ahead=looked_at, phase=Phase.DRAFT, drawn=drawn, colour=None, first=0)
        return choice(state, 0.9)

    assert pick("B9") == Keep(seat=0)
    assert pick("R9") == Reject(seat=0)
    assert choice(turned_up("R5", two="R9 R1"), 0.9) == lay(1, "R9")
