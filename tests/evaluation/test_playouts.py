"""Worlds judged by how a bot plays their rounds out."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given

from tests.core.positions import A, B, C, after, lay, position, table
from tests.core.walks import RULES, Walk, examples, walks
from uno_duo.bots.normal import NormalBot
from uno_duo.bots.uniform import UniformBot
from uno_duo.core import (
    DraftView,
    Draw,
    GameState,
    Pass,
    Phase,
    PlayView,
    Rules,
    SeatMove,
    View,
    view_for,
)
from uno_duo.evaluation.evaluate import evaluate
from uno_duo.evaluation.outcomes import MATCH, POINTS, ROUND, worth_of_end, worth_of_hands
from uno_duo.evaluation.playouts import PlayoutJudge


def judged(states: list[GameState], seat: int = A, bot: Any = None, seed: int = 1) -> Any:
    judge = PlayoutJudge(bot or NormalBot(), Random(seed))
    worths, as_seen = judge.judge(view_for(states[0], seat), states)
    assert as_seen is worths, "nothing more is told by what a seat sees"
    return worths


class Asked(NormalBot):
    """It keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[View] = []

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        self.views.append(view)
        assert {type(move).__name__ for move in moves}.isdisjoint({"SayUno", "CallOut", "Shuffle"})
        assert set(moves) == set(view.legal)
        return super().choose(view, moves, generator)


class Hoarder:
    """It plays nothing that it may keep."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:  # noqa: ARG002
        return next((move for move in moves if isinstance(move, Draw | Pass)), moves[0])


def test_a_round_that_has_ended_is_counted() -> None:
    state = after(position("R9", "B9 W"), lay(A, "R9"))
    assert tuple(judged([state], A)[0]) == worth_of_end(state, A)
    assert tuple(judged([state], B)[0]) == worth_of_end(state, B)


def test_a_round_is_played_to_its_end_by_what_each_seat_may_know() -> None:
    bot = Asked()
    state = position("R9", "R1 B3 B4")
    (worth,) = judged([state], A, bot)
    assert tuple(worth[:2]) == (8, 1), "A goes out at once"
    assert [view.seat for view in bot.views] == [A]
    judged([position("R9 G3 Y7 W", "R1 B3 B4 Y9")], A, bot)
    assert {view.seat for view in bot.views} == {A, B}
    assert all(isinstance(view, PlayView) and view.seat == view.turn for view in bot.views)


def test_every_world_has_its_row() -> None:
    states = [position("R9", "B9 W"), position("B9 W", "R9", turn=B), position("R9 B7", "B9 W G1")]
    worths = judged(states, A)
    assert worths.shape == (3, 3)
    assert worths[0].tolist()[:2] == [24, 1]
    assert worths[1].tolist()[:2] == [-24, 0]
    assert judged(states, B)[:, POINTS].tolist()[:2] == [-24, 24]


def test_who_forgets_uno_is_called_out_by_the_next_seat() -> None:
    """B plays blue in its turn in any case; A has three cards by then, unless it has said UNO."""
    start = position("R8 B9", "B1 B2 G4 G6 Y2")
    silent, said = after(start, lay(A, "R8")), after(start, lay(A, "R8", uno=True))
    bot = Asked()
    judged([silent], A, bot)
    assert isinstance(first := bot.views[0], PlayView)
    assert first.hand_sizes == (3, 5)
    bot = Asked()
    judged([said], A, bot)
    assert isinstance(first := bot.views[0], PlayView)
    assert first.hand_sizes == (1, 5)


def test_in_which_order_play_runs_decides_who_calls_out() -> None:
    state = table("R1 R2", "B1", "G1 G2", direction=-1, uno_open=B, turn=C)
    bot = Asked()
    judged([state], A, bot)
    assert isinstance(first := bot.views[0], PlayView)
    assert (first.uno_open, first.hand_sizes) == (None, (2, 5, 2))


def test_the_same_generator_plays_alike() -> None:
    states = [position("R9 G3 Y7 W B2 B3 B4", "R1 B3 B4 Y9 G1 G2 G9")] * 5
    one, two = judged(states, A, UniformBot()), judged(states, A, UniformBot())
    assert (one == two).all()
    assert (one != judged(states, A, UniformBot(), seed=2)).any()
    assert len({tuple(row) for row in one}) > 1, "each is played by itself"


SEATS: Final = {f"{seats} seats": Rules.classic(seats) for seats in (2, 3, 4, 7, 10)}
OTHERS: Final = {str(number): rules for number, rules in enumerate(RULES)}


@pytest.mark.parametrize("rules", [*SEATS.values(), *RULES], ids=[*SEATS, *OTHERS])
def test_rounds_of_any_rules_are_played_out(rules: Rules) -> None:
    states = [state for state in Walk(rules, "peaceful", 5, 60).states() if state.turn is not None]
    states = [state for state in states if state.phase not in (Phase.CUT, Phase.SHUFFLE)]
    for seat in range(rules.seats):
        worths = judged(states[-1:], seat)
        assert np.isfinite(worths).all()
        assert set(worths[:, ROUND]) <= {0, 1}
        assert ((worths[:, MATCH] >= 0) & (worths[:, MATCH] <= 1)).all()


def test_a_shuffle_that_interrupts_a_draw_is_made() -> None:
    state = after(table("R1 R2", "B1 B2", discard="G1 G2 G3 R5", draw="B9"), Draw(seat=A))
    assert state.due is not None
    assert np.isfinite(judged([state])).all()


def test_a_round_in_which_nobody_plays_is_blocked_at_last() -> None:
    state = position("R1 R2", "B1 B2 B3")
    mine, other = (judged([state], seat, Hoarder())[0] for seat in (A, B))
    assert mine[POINTS] == -other[POINTS]
    assert mine[ROUND] == (mine[POINTS] > 0)


def test_a_round_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_duo.evaluation.playouts._LIMIT", 3)
    state = position("R9 R8 R7 R6 R4", "B9 W G1 G2 Y1", scores=(10, 20))
    ended = after(state, lay(A, "R9"))
    bot = Asked()
    worth = judged([state], A, bot)[0]
    assert len(bot.views) == 3
    assert np.isfinite(worth).all()
    assert worth[MATCH] == pytest.approx(worth_of_hands(ended, A)[MATCH])


@given(walks(120))
@examples(8)
def test_moves_are_evaluated_by_playing_out(walk: Walk) -> None:
    for state in reversed(walk.states()):
        if state.turn is None or state.phase is Phase.CUT:
            continue
        view = view_for(state, state.turn)
        assert isinstance(view, DraftView | PlayView)
        *_, last = evaluate(view, Random(1), 4, PlayoutJudge(NormalBot(), Random(2)))
        assert {worth.move for worth in last.moves} == set(view.legal)
        return


def test_going_out_beats_everything_by_playing_out_too() -> None:
    view = view_for(table("R9", "B1 B2 B3", "G1 G2 G3", "Y1 Y2"), A)
    assert isinstance(view, PlayView)
    *_, last = evaluate(view, Random(1), 20, PlayoutJudge(NormalBot(), Random(2)))
    assert last.best == lay(A, "R9")
    assert last.moves[0].round_chance == 1
    assert len(last.moves) == 2


def test_an_evaluation_by_playing_out_can_be_left_soon() -> None:
    state = table("R1 R2 R3 R9", "B1 B2 B3", "G1 G2 G3", "Y1 Y2")
    view = view_for(state, A)
    assert isinstance(view, PlayView)
    first = next(evaluate(view, Random(1), 400, PlayoutJudge(NormalBot(), Random(2))))
    assert len(view.legal) <= first.done <= 20
