"""The classes of a round's end, and what these are worth."""

import numpy as np
import pytest
from hypothesis import given

from tests.core.positions import A, B, C, D, after, lay, position, table
from tests.core.walks import Walk, classic_with, examples, walks
from uno_duo.core import Draw, GameState, Phase, Rules
from uno_duo.evaluation import outcomes
from uno_duo.evaluation.chances import match_chances, measured_costs
from uno_duo.evaluation.outcomes import (
    CLASSES,
    MATCH,
    POINTS,
    ROUND,
    class_of,
    worth_of_end,
    worth_of_hands,
    worths_of_classes,
)


def won_by_a(left: str, rules: Rules | None = None) -> GameState:
    """A round that A has won, where B had these cards left."""
    return after(position("R9", left, rules=rules or Rules.duo()), lay(A, "R9"))


HANDS = ("R0", "B1", "B4", "B9 B2", "B9 Y9 G9 W", "W4 W4 W4 W W W Y9 B9 G9 W4")


@pytest.mark.parametrize("left", HANDS)
def test_a_round_seen_from_the_other_seat_has_the_mirrored_class(left: str) -> None:
    state = won_by_a(left)
    assert class_of(state, A) == CLASSES - 1 - class_of(state, B)
    assert class_of(state, A) >= CLASSES // 2 > class_of(state, B)


def test_a_dearer_round_lies_further_out() -> None:
    classes = [class_of(won_by_a(left), A) for left in HANDS]
    assert classes == sorted(classes)
    assert classes[0] == CLASSES // 2
    assert classes[-1] == CLASSES - 1


def blocked(a: str, b: str) -> GameState:
    """A round in which nobody could draw."""
    return after(position(a, b, draw=""), Draw(seat=A), Draw(seat=B))


def test_a_blocked_round_is_won_by_the_seat_with_fewer_points() -> None:
    state = blocked("B1 B2", "Y9 G9")
    assert state.rounds[-1].went_out is None
    assert class_of(state, A) == CLASSES - 1 - class_of(state, B) > CLASSES // 2
    assert worth_of_end(state, A)[:2] == (15, 1)
    assert worth_of_end(state, B)[:2] == (-15, 0)


def test_a_blocked_round_of_equal_points_is_worth_nothing_to_either() -> None:
    state = blocked("B1 B2", "Y3")
    assert worth_of_end(state, A)[:2] == worth_of_end(state, B)[:2] == (0, 0)


def test_an_end_is_worth_its_points_the_round_and_the_match() -> None:
    state = won_by_a("B9 W")
    points, round_chance, match_chance = worth_of_end(state, A)
    assert (points, round_chance) == (24, 1)
    assert match_chance == pytest.approx(match_chances(Rules.duo()).of(0, 24))
    assert worth_of_end(state, B) == pytest.approx((-24, 0, 1 - match_chance))


def test_the_round_that_ends_the_match_decides_it() -> None:
    state = after(position("R9", "B9 W", scores=(199, 180)), lay(A, "R9"))
    assert state.phase is Phase.MATCH_OVER
    assert worth_of_end(state, A) == (24, 1, 1)
    assert worth_of_end(state, B) == (-24, 0, 0)


def test_with_several_seats_the_points_of_the_others_are_averaged() -> None:
    state = after(table("R9", "B1", "B2 B3", "W"), lay(A, "R9"))
    assert state.rounds[-1].points == (0, 1, 5, 50)
    assert worth_of_end(state, A)[:2] == pytest.approx((56 / 3, 1))
    assert worth_of_end(state, D)[:2] == pytest.approx((6 / 3 - 50, 0))


def test_who_is_knocked_out_by_the_round_has_played_in_it() -> None:
    rules = classic_with(3, knock_out=True)
    state = after(table("R9", "B1", "W", rules=rules, scores=(0, 0, 480)), lay(A, "R9"))
    assert state.out == (C,)
    assert worth_of_end(state, A)[:2] == pytest.approx((51 / 2, 1))
    assert worth_of_end(state, B)[:2] == pytest.approx((50 / 2 - 1, 0))
    assert worth_of_end(state, C) == pytest.approx((1 / 2 - 50, 0, 0))


def test_who_was_knocked_out_before_has_not() -> None:
    rules = classic_with(4, knock_out=True)
    state = after(table("R9", "B1", "", "W", rules=rules, scores=(0, 0, 510, 480), out=(C,)), lay(A, "R9"))
    assert state.out == (C, D)
    assert worth_of_end(state, A)[:2] == pytest.approx((51 / 2, 1))


def test_the_last_two_of_a_knock_out_end_it() -> None:
    state = after(position("R9", "W", rules=Rules(knock_out=True), scores=(0, 190)), lay(A, "R9"))
    assert state.winner == A
    assert worth_of_end(state, A) == (15, 1, 1)
    assert worth_of_end(state, B) == (-15, 0, 0)


def test_a_round_that_nobody_can_end_is_worth_its_hands() -> None:
    state = position("R9 R1", "B1 W", scores=(30, 10))
    points, round_chance, match_chance = worth_of_hands(state, A)
    assert (points, round_chance) == (6, 1)
    assert match_chance == pytest.approx(match_chances(Rules.duo()).of(30, 10))
    assert worth_of_hands(state, B)[:2] == (-6, 0)
    out = table("R1", "", "B3", "W", rules=classic_with(4, knock_out=True), scores=(0, 510, 0, 0), out=(B,))
    assert worth_of_hands(out, A)[0] == pytest.approx(53 / 2 - 1)


@given(walks())
@examples(20)
def test_every_end_has_its_worth(walk: Walk) -> None:
    rules = walk.rules
    for state in (state for state in walk.states() if state.round_has_ended):
        worths = [worth_of_end(state, seat) for seat in range(rules.seats)]
        assert all(0 <= chance <= 1 for _, _, chance in worths)
        went_out = state.rounds[-1].went_out
        if went_out is not None:
            assert [is_won for _, is_won, _ in worths] == [float(seat == went_out) for seat in range(rules.seats)]
            assert worths[went_out][0] >= 0
        if rules.seats == 2:
            assert sum(points for points, _, _ in worths) == 0
            assert sum(chance for _, _, chance in worths) == pytest.approx(1)


# The worths of the classes


def test_each_class_has_its_worth_from_the_dearest_loss_to_the_dearest_win() -> None:
    worths = worths_of_classes(Rules.duo(), (0, 0), A)
    assert worths.shape == (CLASSES, 3)
    assert (np.diff(worths[:, POINTS]) > 0).all()
    assert (np.diff(worths[:, MATCH]) >= 0).all()
    assert worths[:, ROUND].tolist() == [0] * (CLASSES // 2) + [1] * (CLASSES // 2)


def test_level_scores_are_alike_from_both_seats() -> None:
    worths = worths_of_classes(Rules.duo(), (0, 0), A)
    assert worths[:, POINTS] == pytest.approx(-worths[::-1, POINTS])
    assert worths[:, MATCH] == pytest.approx(1 - worths[::-1, MATCH], abs=1e-6)


def test_the_seats_see_the_same_match() -> None:
    mine, other = (worths_of_classes(Rules.duo(), (150, 40), seat) for seat in (A, B))
    assert mine[:, POINTS] == pytest.approx(other[:, POINTS])
    assert mine[:, MATCH] == pytest.approx(1 - other[::-1, MATCH], abs=1e-6)
    assert mine[:, MATCH].mean() < other[:, MATCH].mean()


def test_a_class_is_worth_what_its_rounds_are_on_the_average() -> None:
    costs = measured_costs()
    worths = worths_of_classes(Rules.duo(), (0, 0), A)
    by_class: dict[int, list[int]] = {}
    for points in range(len(costs)):
        state = won_by_a("B0")
        result = state.rounds[-1].model_copy(update={"points": (0, points)})
        by_class.setdefault(class_of(state.model_copy(update={"rounds": (result,)}), A), []).append(points)
    for place, there in by_class.items():
        if seen := sum(costs[points] for points in there):
            expected = sum(costs[points] * points for points in there) / seen
            assert worths[place, POINTS] == pytest.approx(expected, abs=0.01)


def test_a_round_that_surely_ends_the_match_is_worth_all_of_it() -> None:
    worths = worths_of_classes(Rules.duo(), (199, 199), A)
    assert worths[: CLASSES // 2 - 1, MATCH] == pytest.approx(0)
    assert worths[CLASSES // 2 + 1 :, MATCH] == pytest.approx(1)


def test_dear_rounds_that_were_never_measured_have_a_worth_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "measured_costs", lambda: np.bincount([3, 9, 40]).astype(float))
    worths = worths_of_classes.__wrapped__(Rules.duo(), (0, 0), A)
    assert np.isfinite(worths).all()
    assert (np.diff(worths[:, POINTS]) > 0).all()
    assert worths[-1, POINTS] >= 130
