"""Fitting a network to samples."""

from dataclasses import fields, replace
from math import log
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="the extra `train` brings it")

from tests.core.positions import position
from uno_duo.evaluation.encoding import FEATURES
from uno_duo.evaluation.outcomes import CLASSES
from uno_duo.training.learn import TRUST, learn, log_loss, targets, unpacked
from uno_duo.training.selfplay import Samples

LOW, HIGH = 5, 30


def samples(count: int = 2_000, seed: int = 1) -> Samples:
    """Positions of which the first ten questions tell the class."""
    inputs = np.random.default_rng(seed).random((count, FEATURES)) < 0.2
    inputs[:, 1:10] = inputs[:, :1]
    classes = np.where(inputs[:, 0], HIGH, LOW)
    return Samples(
        inputs=np.packbits(inputs, axis=1),
        seats=np.zeros(count, np.uint8),
        classes=classes.astype(np.uint8),
        at_random=np.zeros(count, np.bool_),
        lengths=np.array([count], np.uint16),
        costs=np.zeros(1, np.uint16),
    )


def test_it_learns_what_tells_the_classes_apart() -> None:
    network, held_back = learn([samples(), samples(seed=2)], seed=1, hidden=(64,)), samples(seed=3)
    assert log_loss(network, held_back) < 0.5 * log(CLASSES)
    high = network.outcomes_of(unpacked(held_back.inputs).toarray())[:, HIGH]
    assert high[held_back.classes == HIGH].mean() > 2 * high[held_back.classes == LOW].mean()


class Told:
    """A judge that holds one class certain, another for each position."""

    def outcomes_of(self, inputs: Any) -> Any:
        return np.eye(CLASSES, dtype=np.float32)[: len(inputs)]


def a_round(seats: list[int], at_random: list[bool]) -> Samples:
    """Positions of a round that the first seat wins."""
    return replace(
        samples(len(seats)),
        seats=np.array(seats, np.uint8),
        classes=np.array([LOW if seat else CLASSES - 1 - LOW for seat in seats], np.uint8),
        at_random=np.array(at_random),
        lengths=np.array([len(seats)], np.uint16),
    )


def likely(**of_class: float) -> list[float]:
    """How likely each class is, those not named not at all."""
    return [of_class.get(f"c{number}", 0.0) for number in range(CLASSES)]


def test_what_followed_tells_the_more_the_sooner_it_came() -> None:
    found = targets(a_round([0, 0, 0], [False] * 3), Told())  # type: ignore[arg-type]
    assert found[2].tolist() == likely(c34=1)
    assert found[1].tolist() == pytest.approx(likely(c2=1 - TRUST, c34=TRUST))
    assert found[0].tolist() == pytest.approx(likely(c1=1 - TRUST, c2=TRUST * (1 - TRUST), c34=TRUST**2))


def test_what_the_other_seat_has_before_it_is_turned_round() -> None:
    found = targets(a_round([0, 1], [False] * 2), Told())  # type: ignore[arg-type]
    assert found[1].tolist() == likely(c5=1)
    assert found[0].tolist() == pytest.approx(likely(c38=1 - TRUST, c34=TRUST))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_followed_a_move_at_random_tells_nothing(place: int) -> None:
    found = targets(a_round([0, 0, 0], [number == place for number in range(3)]), Told())  # type: ignore[arg-type]
    assert found[place].tolist() == likely(**{f"c{place}": 1})
    assert all(found[before, -1 - LOW] == 0 for before in range(place))
    assert all(found[after, -1 - LOW] > 0 for after in range(place + 1, 3))


def test_rounds_end_each_for_itself() -> None:
    one, other = a_round([0, 1, 0], [False] * 3), a_round([1, 0], [False] * 2)
    both = Samples(*(np.concatenate((getattr(one, at.name), getattr(other, at.name))) for at in fields(Samples)))
    found, judge = targets(both, Told()), Told()  # type: ignore[arg-type]
    assert (found[:3] == targets(one, judge)).all()  # type: ignore[arg-type]
    assert found[4].tolist() == likely(c34=1)


def test_it_learns_what_the_judge_holds_likely() -> None:
    class Surely(Told):
        def outcomes_of(self, inputs: Any) -> Any:
            return np.tile(np.eye(CLASSES, dtype=np.float32)[20], (len(inputs), 1))

    played = replace(samples(), at_random=np.ones(2_000, np.bool_))
    network = learn([played], 1, Surely(), hidden=(16,))  # type: ignore[arg-type]
    assert network.outcomes_of(unpacked(played.inputs).toarray()).mean(axis=0).argmax() == 20


def test_what_it_learns_judges_positions() -> None:
    network = learn([samples(100)], seed=1)
    assert network.outcomes([position("R1", "B1")]).shape == (1, CLASSES)


def test_the_same_seed_gives_the_same_network() -> None:
    inputs = unpacked(samples(20, seed=9).inputs).toarray()
    one, again, other = (learn([samples(500)], seed, hidden=(8,)).outcomes_of(inputs) for seed in (1, 1, 2))
    assert (one == again).all()
    assert (one != other).any()


def test_packed_inputs_are_unpacked() -> None:
    rows = unpacked(samples(50).inputs)
    assert rows.shape == (50, FEATURES)
    assert rows.dtype == np.float32
    assert (np.packbits(rows.toarray().astype(bool), axis=1) == samples(50).inputs).all()
