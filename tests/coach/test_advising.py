"""Advice: what it tells of each move, how it gets better, and that it comes from the player's view alone."""

import io
import json
import sys
from random import Random
from typing import Final

import pytest

from tests.core.positions import BLUE, A, B, drafting, lay, position, table, turned_up
from tests.test_cli import Done, assert_fails, run
from uno_duo.bots.lines import Question, question_line
from uno_duo.coach import advising
from uno_duo.coach.advice import DOUBT, ENOUGH, SETTLED, Advice, Advised
from uno_duo.coach.advising import Advising, advise
from uno_duo.coach.marks import mark_of
from uno_duo.core import CallOut, DraftView, Draw, GameState, Keep, PlayView, Reject, Rules, SeatMove, view_for
from uno_duo.settings import Settings

WIN: Final = position("R1", "B1 B2 B3 W4 W4 W4", known=("", "B1 B2 B3 W4 W4 W4"))
MANY: Final = position("R1 R2 R9 RR B7 W", "B1 B2 B3")
CLASSIC: Final = table("R1 R2 R9 B5 W", "B1 B2 B3", "G1 G2", "Y1 Y2 Y3 Y4")


def view_of(state: GameState, seat: int = A) -> DraftView | PlayView:
    view = view_for(state, seat)
    assert isinstance(view, DraftView | PlayView)
    return view


def all_advice(state: GameState, seed: int = 1) -> list[Advice]:
    return list(advise(view_of(state), Random(seed)))


@pytest.fixture
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "EVALUATIONS", 2_500)
    monkeypatch.setattr(advising, "PLAYOUTS", 40)


def advised(move: SeatMove, behind: float = 0.0, error: float = 0.0, worlds: int = 100) -> Advised:
    return Advised(move=move, worlds=worlds, points=0.0, behind=behind, error=error, round_chance=0.5)


@pytest.mark.usefixtures("_brief")
def test_every_legal_move_is_told_the_best_one_first() -> None:
    for state in (MANY, drafting("R1 R2 R3"), position("R1 R9 Y2", "B1", uno_open=B)):
        last = all_advice(state)[-1]
        assert {each.move for each in last.moves} == set(view_of(state).legal)
        assert last.moves[0].behind == last.moves[0].error == 0
        assert all(each.behind >= 0 for each in last.moves)
        assert all(0 <= each.round_chance <= 1 for each in last.moves)


@pytest.mark.usefixtures("_brief")
def test_the_card_that_goes_out_is_best_and_certain() -> None:
    best, *others = all_advice(WIN)[-1].moves
    assert best.move == lay(A, "R1")
    assert best.round_chance == 1
    assert best.points == 66
    assert all(not other.is_equal for other in others)


@pytest.mark.usefixtures("_brief")
def test_a_forgotten_uno_is_called_out() -> None:
    best = all_advice(position("R1 G9 Y9 B7 B8 W W W4 W4", "B1", uno_open=B))[-1].moves[0]
    assert best.move == CallOut(seat=A)


def test_it_gets_better_until_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "EVALUATIONS", 6_000)
    *before, last = all_advice(MANY)
    assert before
    assert not any(advice.is_last for advice in before)
    assert last.is_last
    assert last.is_settled
    assert last.moves[1].error < SETTLED


def test_the_same_generator_gives_the_same_advice(_brief: None) -> None:
    assert all_advice(MANY, 3) == all_advice(MANY, 3) != all_advice(MANY, 4)


def test_where_to_cut_is_chance_and_needs_no_advice() -> None:
    cut = view_of(turned_up("R5")).model_copy(update={"legal": ()})
    with pytest.raises(ValueError, match="nothing to decide"):
        next(advise(cut, Random(1)))


@pytest.mark.usefixtures("_brief")
def test_by_other_rules_rounds_are_played_out() -> None:
    last = all_advice(CLASSIC)[-1]
    assert {each.move for each in last.moves} == set(view_of(CLASSIC).legal)
    assert any(each.error > 1 for each in last.moves), "few rounds tell little"
    assert all(0 < each.round_chance < 1 for each in last.moves), "nor do they make certain (KNOWN_FAULTS, 23)"


@pytest.mark.usefixtures("_brief")
@pytest.mark.parametrize("rules", [Rules.duo(), Rules.duo().model_copy(update={"target": 100})])
def test_hidden_cards_change_no_advice(rules: Rules) -> None:
    """RULES.md, section 11: what lies in the other hand and in the unknown pile may lie the other way round."""
    one = position("R1 R2 R9 RR B7 W", "B1 B2 B3", ahead="Y4 Y5 Y6", rules=rules)
    two = position("R1 R2 R9 RR B7 W", "Y4 Y5 Y6", ahead="B1 B2 B3", rules=rules)
    assert one != two
    assert all_advice(one) == all_advice(two)


# What is told of it


def test_a_move_is_worse_only_beyond_doubt() -> None:
    move = Draw(seat=A)
    assert advised(move).is_equal
    assert advised(move, 1.0, 1.0 / DOUBT).is_equal
    assert not advised(move, 1.0, 0.9 / DOUBT).is_equal
    assert advised(move, 5.0, float("inf")).is_equal
    assert advised(move, 0.04, 0.001).is_equal, "no difference is to be seen"
    assert not advised(move, -1.0, 0.1).is_equal
    assert advised(move, -1.0, 0.1).is_right


def test_a_move_that_wins_the_match_less_often_is_neither_equal_nor_right() -> None:
    move = advised(Draw(seat=A))
    assert move.is_equal
    assert move.is_right
    worse = move.model_copy(update={"match_behind": 0.05, "match_error": 0.01})
    for behind in (0.0, -4.0):
        told = worse.model_copy(update={"behind": behind})
        assert (told.is_equal, told.is_right, told.costs_match_alone) == (False, False, True)
    both = worse.model_copy(update={"behind": 4.0})
    assert (both.is_right, both.costs_match_alone) == (False, False)
    for behind, error in ((0.05, 0.03), (0.004, 0.0)):
        doubtful = move.model_copy(update={"match_behind": behind, "match_error": error})
        assert doubtful.is_right, "there is doubt, or nobody would notice"


def test_an_error_is_never_told_more_exactly_than_it_is() -> None:
    for error, shown in ((0.011, 0.1), (0.1, 0.1), (0.11, 0.2), (0.0, 0.0)):
        assert advised(Draw(seat=A), 1.0, error).shown_error == pytest.approx(shown)


def test_of_a_move_in_few_worlds_nothing_is_said() -> None:
    lost = advised(Draw(seat=A), 30.0, 1.0)
    assert mark_of(lost, Settings()) == "blunder"
    assert mark_of(lost.model_copy(update={"worlds": ENOUGH - 1}), Settings()) is None
    assert mark_of(lost.model_copy(update={"worlds": ENOUGH}), Settings()) == "blunder"
    second = advised(Draw(seat=A), 3.0, 0.1, worlds=ENOUGH - 1)
    assert not Advice(moves=(advised(lay(A, "R1")), second)).is_settled


@pytest.mark.usefixtures("_brief")
def test_it_is_told_in_how_many_worlds_each_move_was_judged() -> None:
    best, *others = all_advice(MANY)[-1].moves
    assert best.worlds >= max(other.worlds for other in others) > 0


@pytest.mark.parametrize(
    ("errors", "is_last", "is_settled"),
    [
        ((0.0, SETTLED - 0.1), False, True),
        ((0.0, SETTLED), False, False),
        ((0.0, SETTLED, 0.1), False, False),
        ((0.0, SETTLED), True, True),
        ((0.0,), False, False),
        ((0.0,), True, True),
    ],
)
def test_it_is_settled_where_the_two_best_are_told_apart(
    errors: tuple[float, ...], is_last: bool, is_settled: bool
) -> None:
    moves = tuple(advised(Draw(seat=A), 1.0, error) for error in errors)
    assert Advice(moves=moves, is_last=is_last).is_settled is is_settled


def test_it_is_written_and_read_again() -> None:
    advice = Advice(moves=(advised(lay(A, "W", BLUE)), advised(Keep(seat=A), 2.0, float("inf"))), is_last=True)
    assert Advice.model_validate_json(advice.model_dump_json()) == advice


# As a program


@pytest.mark.usefixtures("_brief")
def test_the_same_question_again_gets_better_advice_and_another_one_begins_anew() -> None:
    many, draft = Question(view_of(MANY), 1), Question(view_of(drafting("R1 R2")), 1)
    expected = all_advice(MANY)
    coach = Advising()
    assert [coach.answer(many) for _ in expected] == expected
    assert coach.answer(many) == expected[-1], "there is none better"
    assert {each.move for each in coach.answer(draft).moves} == {Keep(seat=A), Reject(seat=A)}
    assert coach.answer(many) == expected[0]


def answered(monkeypatch: pytest.MonkeyPatch, lines: bytes) -> Done:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    return run("advise")


@pytest.mark.usefixtures("_brief")
def test_each_line_is_answered_by_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(MANY)
    done = answered(monkeypatch, question_line(view, view.legal, 1) * 2)
    assert done.returncode == 0
    first, second = (Advice.model_validate_json(line) for line in done.stdout.splitlines())
    assert [first, second] == all_advice(MANY)[:2]


def test_a_line_that_asks_nothing_is_refused_with_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert_fails(answered(monkeypatch, b"hello\n"), 1, "line 1: it is not JSON")
    view = view_of(MANY)
    cut = {**json.loads(question_line(view, view.legal)), "phase": "shuffle"}
    done = answered(monkeypatch, json.dumps(cut).encode() + b"\n")
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr
