"""The intervals, against values worked out elsewhere."""

import random

import pytest

from uno_duo.arena.intervals import Part, mean_interval, ratio, share_interval, worth


def matches(wins: int, played: int) -> list[Part]:
    """Deals of one match each."""
    return [(int(match < wins), 1) for match in range(played)]


def pairs(*wins: int) -> list[Part]:
    """Deals of two matches each."""
    return [(won, 2) for won in wins]


# The share of matches won


@pytest.mark.parametrize(
    ("wins", "played", "low", "high"),
    [  # as R's binom::binom.wilson and statsmodels' proportion_confint(method="wilson") give them
        (8, 10, 0.4901625, 0.9433178),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (50, 100, 0.4038315, 0.5961685),
        (1, 2, 0.0945312, 0.9054688),
    ],
)
def test_of_single_matches_the_interval_is_wilsons(wins: int, played: int, low: float, high: float) -> None:
    parts = matches(wins, played)
    assert ratio(parts) == wins / played
    assert worth(parts) == pytest.approx(played)
    interval = share_interval(parts)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=2e-6)


def test_of_no_matches_nothing_is_known() -> None:
    for parts in ([], [(0, 0)]):
        assert ratio(parts) is None
        assert worth(parts) == 0
        assert (share_interval(parts).low, share_interval(parts).high) == (0.0, 1.0)


def test_pairs_of_independent_matches_are_worth_as_many_matches() -> None:
    """A quarter of them won twice, a quarter never: the variance of independent matches."""
    assert worth(pairs(*[0, 1, 1, 2] * 1000)) == pytest.approx(8000, rel=0.001)


def test_pairs_whose_matches_are_alike_are_worth_one_match_each() -> None:
    assert worth(pairs(*[0, 2] * 1000)) == pytest.approx(2000)


def test_pairs_in_which_luck_cancels_out_are_worth_more() -> None:
    mostly_shared = pairs(*[1] * 80, *[0] * 8, *[2] * 12)
    # By hand: the share is 0.52, the variance of a pair's mean 0.0496, of a match 0.2496, and two pairs more as
    # dispersed as matches: 100 * 102 / (100 * 0.0496 / 0.2496 + 2).
    assert worth(mostly_shared) == pytest.approx(466.354, abs=0.001)
    interval = share_interval(mostly_shared)
    assert (interval.low, interval.high) == pytest.approx((0.474679, 0.564995), abs=1e-6)


@pytest.mark.parametrize(("parts", "low", "high"), [(pairs(2), 0.2065, 1.0), (pairs(0), 0.0, 0.7935)])
def test_one_pair_tells_a_little(parts: list[Part], low: float, high: float) -> None:
    interval = share_interval(parts)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=0.0001)


def test_pairs_that_were_all_shared_out_do_not_tell_all() -> None:
    assert share_interval(pairs(1)).low < 0.11
    few, many = share_interval(pairs(*[1] * 10)), share_interval(pairs(*[1] * 1000))
    assert 0.3 < few.low < 0.45 < many.low < 0.4999
    assert few.low + few.high == pytest.approx(1)


def test_the_order_of_the_deals_changes_not_a_bit() -> None:
    chance = random.Random(7)
    parts = [(chance.randrange(50), chance.randrange(1, 9)) for _deal in range(200)]
    other = sorted(parts)
    assert mean_interval(parts) == mean_interval(other)
    shares = [(won, played) for won, played in ((part[0] % 3, 2) for part in parts)]
    assert share_interval(shares) == share_interval(sorted(shares))


@pytest.mark.parametrize("chances", [(0.25, 0.5, 0.25), (0.05, 0.9, 0.05), (0.45, 0.1, 0.45), (0.01, 0.18, 0.81)])
@pytest.mark.parametrize("deals", [5, 30, 200])
def test_the_interval_holds_the_truth_about_as_often_as_it_says(chances: tuple[float, ...], deals: int) -> None:
    chance, truth, held = random.Random(7), chances[1] / 2 + chances[2], 0
    for _trial in range(400):
        interval = share_interval(pairs(*chance.choices((0, 1, 2), chances, k=deals)))
        held += interval.low <= truth <= interval.high
    assert held >= 365  # 95 % are 380, and by chance 9 fewer in one of 40 runs; see `worth` for few deals


# A mean, such as the points a round


def test_a_mean_has_students_interval() -> None:
    # Deals of one round: the plain t interval of 2, 4, 4, 6; R's t.test gives 1.401519 to 6.598481.
    interval = mean_interval([(2, 1), (4, 1), (4, 1), (6, 1)])
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((1.401519, 6.598481), abs=0.01)


def test_a_ratio_of_sums_is_linearized() -> None:
    # By hand: 60 points in 10 rounds; what is left over of 6 a round: 2, -3, 1; so the variance is
    # (4 + 9 + 1) / 100 * 3 / 2, its root 0.458258, and t for two degrees of freedom 4.302653.
    interval = mean_interval([(20, 3), (15, 3), (25, 4)])
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((6 - 1.971724, 6 + 1.971724), abs=1e-5)


@pytest.mark.parametrize(
    ("deals", "t"), [(2, 12.7062), (3, 4.3027), (4, 3.1824), (6, 2.5706), (11, 2.2281), (31, 2.0423), (1001, 1.9623)]
)
def test_students_t_is_that_of_the_tables(deals: int, t: float) -> None:
    parts = [(1, 1), (-1, 1), *[(0, 1)] * (deals - 2)]
    interval = mean_interval(parts)
    assert interval is not None
    error = (2 / deals / (deals - 1)) ** 0.5
    assert interval.high / error == pytest.approx(t, abs=0.004)


def test_one_deal_tells_nothing_of_how_far_a_mean_is_off() -> None:
    assert mean_interval([(5, 2)]) is None
    assert mean_interval([(5, 2), (0, 0)]) is None
    assert mean_interval([]) is None


def test_a_mean_may_be_known_not_to_be_less() -> None:
    interval = mean_interval([(0, 1), (10, 1)], least=0.0)
    assert interval is not None
    assert interval.low == 0
