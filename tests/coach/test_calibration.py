"""What the coach says holds: a small, seeded version of `tests.benchmarks.calibration`."""

from statistics import mean

import pytest

from tests.benchmarks.calibration import FEW, Bin, Outcome, binned, evaluated, outcome_of, positions, stays_best
from uno_duo.coach.advising import advised_by
from uno_duo.coach.calibration import CHALLENGE, DRAFT, TURN, Calibration
from uno_duo.core import DraftView, Phase
from uno_duo.match import Match
from uno_duo.record import Header


def test_what_is_called_best_beyond_doubt_stays_best() -> None:
    """The issue: in at least 97 of 100."""
    found = [stays_best(position.view, number, 1_500) for number, position in enumerate(positions(30, 3))]
    told = [stays for stays in found if stays is not None]
    assert len(told) > 18
    assert sum(told) >= 0.97 * len(told)


def test_the_chances_shown_are_those_that_happen() -> None:
    """The issue: in ten bins, within three standard errors."""
    outcomes = [outcome_of(position, number) for number, position in enumerate(positions(60, 4))]
    bins = binned(outcomes)
    assert sum(each.count for each in bins) == 60
    for each in bins:
        assert abs(each.happened - each.shown) < 3 * each.error, each
    promised = mean(outcome.shown_points for outcome in outcomes)
    assert promised == pytest.approx(mean(outcome.points_won for outcome in outcomes), abs=25)


def test_before_the_first_pick_neither_seat_is_told_that_it_wins_or_loses() -> None:
    """What one seat wins the other loses, and neither has a card yet."""
    told = []
    for seed in range(100):
        match = Match(Header(seats=("A", "B"), seed=seed))
        while match.state.phase is not Phase.DRAFT:
            decision = match.decision
            if decision is None:
                match.shuffle()
            else:
                match.play(decision.moves[seed % len(decision.moves)])
        view = match.view(match.state.turn or 0)
        assert isinstance(view, DraftView)
        told.append(advised_by(evaluated(view, FEW, seed), view).moves[0])
    assert mean(each.round_chance for each in told) == pytest.approx(0.5, abs=0.03)
    assert mean(each.points for each in told) == pytest.approx(0, abs=4)


@pytest.mark.parametrize("calibration", [DRAFT, TURN, CHALLENGE])
def test_what_is_certain_stays_so_and_the_order_too(calibration: Calibration) -> None:
    for cards in (0, 3, 30):
        assert (calibration.chance(0.0, cards), calibration.chance(1.0, cards)) == (0.0, 1.0)
        assert calibration.excess(0.0, cards) == calibration.excess(1.0, cards) == 0.0
        steps = [calibration.chance(step / 100, cards) for step in range(101)]
        assert steps == sorted(steps)


def test_bins_tell_what_was_shown_and_what_happened() -> None:
    seen = ((1.0, True), (1.0, False), (0.0, False))
    outcomes = [Outcome(TURN, 5, 0.0, chance, 10, is_won) for chance, is_won in seen]
    low, high = binned(outcomes)
    assert (low.count, low.shown, low.happened) == (1, 0.0, 0.0)
    assert (high.count, high.shown, high.happened) == (2, 1.0, 0.5)
    assert Bin(100, 0.5, 0.6).error == pytest.approx(0.05)
