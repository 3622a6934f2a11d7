"""The ratings, against known cases."""

from itertools import combinations
from math import log10

import pytest

from uno_duo.arena.elo import Score, ratings


def score(first: float, second: float) -> Score:
    """Independent matches."""
    return Score(first, second, first + second)


def test_three_wins_in_four_are_191_points() -> None:
    strong, weak = ratings(2, {(0, 1): score(750, 250)})
    assert strong.elo - weak.elo == pytest.approx(400 * log10(3))
    assert strong.elo + weak.elo == pytest.approx(0)


def test_the_interval_comes_from_the_information() -> None:
    # By hand: the error of the difference in log odds is 1 / sqrt(1000 * 0.75 * 0.25), and half of it is each one's.
    strong, weak = ratings(2, {(0, 1): score(750, 250)})
    half = 1.959964 * 400 / 2.302585 / (1000 * 0.75 * 0.25) ** 0.5 / 2
    for rating in (strong, weak):
        assert (rating.interval.low, rating.interval.high) == pytest.approx((rating.elo - half, rating.elo + half))


def test_matches_that_are_worth_less_tell_less() -> None:
    (full, _other), (quarter, _another) = (ratings(2, {(0, 1): Score(75, 25, worth)}) for worth in (100, 25))
    assert quarter.elo == full.elo
    assert quarter.interval.high - quarter.elo == pytest.approx(2 * (full.interval.high - full.elo))


def test_the_ratings_are_those_that_the_results_were_made_with() -> None:
    true = (300, 120, 0, -50, -370)
    scores = {
        (first, second): score(10_000 * chance, 10_000 * (1 - chance))
        for first, second in combinations(range(5), 2)
        for chance in (1 / (1 + 10 ** ((true[second] - true[first]) / 400)),)
    }
    found = ratings(5, scores)
    assert [rating.elo for rating in found] == pytest.approx(true)
    assert all(rating.interval.low < rating.elo < rating.interval.high for rating in found)


def test_the_ratings_fit_as_many_wins_as_there_were() -> None:
    """What makes results likeliest: everybody wins as often as the ratings let expect."""
    scores = {(0, 1): score(30, 20), (0, 2): score(12, 28), (1, 2): score(41, 9)}
    found = [rating.elo for rating in ratings(3, scores)]
    for bot in range(3):
        won = expected = 0.0
        for (first, second), result in scores.items():
            if bot in (first, second):
                mine, other = (first, second) if bot == first else (second, first)
                won += result.first if bot == first else result.second
                expected += (result.first + result.second) / (1 + 10 ** ((found[other] - found[mine]) / 400))
        assert expected == pytest.approx(won)


def test_a_bot_that_wins_all_has_a_finite_rating() -> None:
    # Half a win is given to both: 100.5 of 101.
    best, other = ratings(2, {(0, 1): Score(100, 0, 50)})
    assert best.elo - other.elo == pytest.approx(400 * log10(201))
    assert best.elo < best.interval.high < 2000
    assert best.interval.low > other.interval.high


def test_more_matches_won_without_a_loss_are_worth_more() -> None:
    gaps = [ratings(2, {(0, 1): score(matches, 0)})[0].elo for matches in (10, 100, 1000)]
    assert gaps == sorted(gaps)


def test_groups_that_never_met_in_a_win_are_rated_too() -> None:
    """One group has won every match against the other, and nobody wins all."""
    scores = {pair: score(5, 5) for pair in ((0, 1), (2, 3))} | {pair: score(9, 0) for pair in ((0, 2), (1, 3))}
    found = [rating.elo for rating in ratings(4, scores)]
    assert found[0] == pytest.approx(found[1])
    assert found[1] > found[2] == pytest.approx(found[3])


def test_without_matches_all_are_equal_and_nothing_is_known() -> None:
    found = ratings(3, {})
    assert [rating.elo for rating in found] == pytest.approx([0, 0, 0])
    assert all(rating.interval.high > 200 for rating in found)
