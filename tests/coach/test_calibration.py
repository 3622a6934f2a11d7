"""What the coach says holds: a small, seeded version of `tests.benchmarks.calibration`."""

import pytest

from tests.benchmarks.calibration import Bin, Outcome, binned, outcome_of, positions, stays_best
from uno_duo.coach.calibration import calibrated, too_much


def test_what_is_called_best_beyond_doubt_stays_best() -> None:
    """The issue: in at least 97 of 100."""
    found = [stays_best(position.view, number, 2_000) for number, position in enumerate(positions(40, 3))]
    told = [stays for stays in found if stays is not None]
    assert len(told) > 25
    assert sum(told) >= 0.97 * len(told)


def test_the_chances_shown_are_those_that_happen() -> None:
    """The issue: in ten bins, within three standard errors."""
    outcomes = [outcome_of(position, number) for number, position in enumerate(positions(60, 4))]
    bins = binned(outcomes)
    assert sum(each.count for each in bins) == 60
    for each in bins:
        assert abs(each.happened - each.shown) < 3 * each.error, each
    promised = sum(outcome.points - too_much(outcome.chance) for outcome in outcomes) / len(outcomes)
    assert promised == pytest.approx(sum(outcome.points_won for outcome in outcomes) / len(outcomes), abs=25)


def test_what_is_certain_stays_so_and_the_order_too() -> None:
    assert (calibrated(0.0), calibrated(1.0)) == (0.0, 1.0)
    assert too_much(0.0) == too_much(1.0) == 0.0
    steps = [calibrated(step / 100) for step in range(101)]
    assert steps == sorted(steps)
    assert all(shown < step / 100 for step, shown in enumerate(steps) if 20 < step < 100)


def test_bins_tell_what_was_shown_and_what_happened() -> None:
    outcomes = [Outcome(0.0, 1.0, 10, True), Outcome(0.0, 1.0, -5, False), Outcome(0.0, 0.0, -5, False)]
    low, high = binned(outcomes)
    assert (low.count, low.shown, low.happened) == (1, 0.0, 0.0)
    assert (high.count, high.shown, high.happened) == (2, 1.0, 0.5)
    assert Bin(100, 0.5, 0.6).error == pytest.approx(0.05)
