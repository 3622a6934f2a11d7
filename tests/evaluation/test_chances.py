"""The chance to win a match by the scores."""

from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.core.positions import position, table
from tests.core.walks import classic_with
from uno_duo.core import GameState, Rules
from uno_duo.evaluation.chances import (
    MatchChances,
    chance_to_win,
    match_chances,
    measured_costs,
    points_beside,
    save_chances,
)

COSTS: Final = np.array([1.0, 2.0, 0.0, 4.0, 1.0])
"""Rounds that cost 0, 1, 3 or 4 points: small enough to work with by hand."""


def slowly(costs: NDArray[np.float64], target: int, own: int, other: int) -> float:
    """The chance by its definition."""
    likely = costs / costs.sum()

    @cache
    def chance(own: int, other: int) -> float:
        if own >= target or other >= target:
            return float(own < target)
        found = 0.0
        for points, share in enumerate(likely):
            if points:
                found += share / 2 * (chance(own + points, other) + chance(own, other + points))
        return float(found / (1 - likely[0]))

    return chance(own, other)


@pytest.mark.parametrize("target", [1, 2, 3, 7, 12])
def test_it_is_what_its_definition_says(target: int) -> None:
    chances = MatchChances.worked_out(COSTS, target)
    assert chances.table.shape == (target + 1, target + 1)
    for own in range(target):
        for other in range(target):
            assert chances.of(own, other) == pytest.approx(slowly(COSTS, target, own, other))


def test_it_is_what_matches_come_to() -> None:
    chance, target, wins, matches = Random(1), 12, 0, 20_000
    for _ in range(matches):
        scores = [7, 3]
        while max(scores) < target:
            scores[chance.random() < 0.5] += chance.choices(range(len(COSTS)), COSTS.tolist())[0]
        wins += scores[0] < target
    assert MatchChances.worked_out(COSTS, target).of(7, 3) == pytest.approx(wins / matches, abs=0.015)


def test_a_match_that_is_over_is_decided() -> None:
    chances = MatchChances.worked_out(COSTS, 10)
    assert [chances.of(own, other) for own, other in ((10, 3), (3, 10), (14, 0), (0, 14), (10, 10))] == [
        0,
        1,
        0,
        1,
        0.5,
    ]


@pytest.mark.parametrize("target", [0.4, 5, 40, 99.5, 200, 277.8, 299.2, 300, 313, 1000, 55_555.6, 100_000])
def test_for_any_target_it_is_fair_and_fewer_points_are_better(target: float) -> None:
    began = perf_counter()
    chances = MatchChances.worked_out(measured_costs(), target)
    assert perf_counter() - began < 3, "a target is worked out in no time"
    assert len(chances.table) <= 301
    assert chances.of(target, 0) == pytest.approx(0)
    assert chances.of(0, target) == pytest.approx(1)
    scores = np.linspace(0, target, 23)
    found = np.array([[chances.of(own, other) for other in scores] for own in scores])
    assert found + found.T == pytest.approx(1)
    assert (np.diff(found, axis=0) <= 1e-9).all()
    assert (np.diff(found, axis=1) >= -1e-9).all()
    assert found.min() >= 0


def test_between_two_steps_it_is_in_between() -> None:
    chances = MatchChances.worked_out(COSTS, 10)
    low, high = chances.of(6, 2), chances.of(5, 2)
    assert chances.of(5.25, 2) == pytest.approx(high * 0.75 + low * 0.25)


def test_a_coarse_table_says_about_the_same_as_a_fine_one() -> None:
    exact = MatchChances.worked_out(measured_costs(), 300)
    coarse = MatchChances.worked_out(measured_costs(), 301)
    assert coarse.step > 1
    for own, other in ((0, 0), (100, 50), (10, 250), (290, 280)):
        assert coarse.of(own, other) == pytest.approx(exact.of(own, other), abs=0.01)


@pytest.mark.parametrize("target", [277.8, 500, 1000])
def test_a_point_before_the_end_a_match_is_not_half_over(target: float) -> None:
    chances = MatchChances.worked_out(measured_costs(), target)
    last = target - 1
    assert chances.of(last, last) == pytest.approx(0.5)
    assert chances.of(last, last - 5) == pytest.approx(0.5, abs=0.03)
    assert chances.of(last, last - 50) == pytest.approx(chances.of(last - 3, last - 53), abs=0.03)


def test_the_chances_after_a_round_are_a_row_for_either_loser() -> None:
    chances = MatchChances.worked_out(COSTS, 10)
    lost, won = chances.after(4, 6, np.arange(5.0))
    assert lost == pytest.approx([chances.of(4 + points, 6) for points in range(5)])
    assert won == pytest.approx([chances.of(4, 6 + points) for points in range(5)])
    assert won[4] == 1


# What is shipped


def test_the_shipped_table_is_worked_out_from_the_shipped_costs() -> None:
    worked_out = MatchChances.worked_out(measured_costs(), Rules.duo().target)
    assert match_chances(Rules.duo()).table == pytest.approx(worked_out.table, abs=1e-6)
    assert match_chances(Rules.duo()).step == worked_out.step == 1


def test_the_shipped_costs_are_those_of_rounds() -> None:
    costs = measured_costs()
    assert costs.sum() > 1_000
    mean = float(costs @ np.arange(len(costs)) / costs.sum())
    assert 10 < mean < 150


def test_what_is_measured_is_saved_with_its_table(tmp_path: Path) -> None:
    save_chances(tmp_path / "chances.npz", np.bincount([3, 3, 10, 40]))
    with np.load(tmp_path / "chances.npz", allow_pickle=False) as data:
        assert set(data.files) == {"costs", "table"}
        assert data["costs"].sum() == 4
        worked_out = MatchChances.worked_out(data["costs"].astype(float), 200)
        assert data["table"] == pytest.approx(worked_out.table, abs=1e-6)


# By the rules


def test_where_cards_count_more_rounds_cost_more() -> None:
    assert points_beside(Rules.duo()) == 1
    assert points_beside(Rules.classic()) == pytest.approx(1.8)
    assert points_beside(Rules(target=500)) == 1
    classic, duo = match_chances(Rules.classic()), match_chances(Rules(target=round(500 / 1.8)))
    assert classic.of(100 / 1.8, 50 / 1.8) == pytest.approx(duo.of(100 / 1.8, 50 / 1.8), abs=0.01)


def test_another_target_has_chances_of_its_own() -> None:
    usual, long = match_chances(Rules.duo()), match_chances(Rules(target=2000))
    assert usual.of(190, 0) < long.of(190, 0) - 0.05


@pytest.mark.parametrize("scores", [(0, 0), (150, 20), (199, 199), (10, 120)])
def test_two_seats_share_the_chance(scores: tuple[int, int]) -> None:
    state = position("R1", "B1", scores=scores)
    mine, other = (chance_to_win(state, seat) for seat in range(2))
    assert mine + other == pytest.approx(1)
    assert mine == pytest.approx(match_chances(Rules.duo()).of(*scores))


def test_a_match_that_is_won_is_won() -> None:
    state = position("R1", "B1", scores=(210, 20), winner=1)
    assert [chance_to_win(state, seat) for seat in range(2)] == [0, 1]


def test_equal_scores_beyond_the_target_are_as_good_as_any() -> None:
    state = position("R1", "B1", scores=(204, 204))
    assert chance_to_win(state, 0) == 0.5


def seats_with(scores: tuple[int, ...], rules: Rules, out: tuple[int, ...] = ()) -> GameState:
    hands = ["" if seat in out else f"R{seat + 1} B{seat + 1}" for seat in range(rules.seats)]
    return table(*hands, rules=rules, scores=scores, out=out)


@pytest.mark.parametrize("seats", [3, 4, 10])
def test_equal_seats_have_equal_chances(seats: int) -> None:
    hands = [f"{colour}{number}" for number in range(1, 4) for colour in "RYGB"][:seats]
    state = table(*hands, discard="R9", scores=(77,) * seats)
    chances = [chance_to_win(state, seat) for seat in range(seats)]
    assert chances == pytest.approx([1 / seats] * seats)


def test_of_several_seats_the_one_with_fewer_points_is_ahead() -> None:
    state = seats_with((100, 200, 300, 450), Rules.classic(4))
    chances = [chance_to_win(state, seat) for seat in range(4)]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1, abs=0.1)


def test_who_is_knocked_out_has_no_chance_and_takes_none() -> None:
    rules = classic_with(4, knock_out=True)
    state = seats_with((100, 510, 600, 100), rules, out=(1, 2))
    assert [chance_to_win(state, seat) for seat in range(4)] == pytest.approx([0.5, 0, 0, 0.5])
    three = seats_with((100, 510, 200, 300), rules, out=(1,))
    assert chance_to_win(three, 0) > chance_to_win(three, 2) > chance_to_win(three, 3) > 0
