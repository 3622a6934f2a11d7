"""Fitting a network to samples."""

from math import log

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="the extra `train` brings it")

from tests.core.positions import position
from uno_duo.evaluation.encoding import FEATURES
from uno_duo.evaluation.outcomes import CLASSES
from uno_duo.training.learn import learn, log_loss, unpacked
from uno_duo.training.selfplay import Samples

LOW, HIGH = 5, 30


def samples(count: int = 2_000, seed: int = 1) -> Samples:
    """Positions of which the first ten questions tell the class."""
    inputs = np.random.default_rng(seed).random((count, FEATURES)) < 0.2
    inputs[:, 1:10] = inputs[:, :1]
    classes = np.where(inputs[:, 0], HIGH, LOW)
    return Samples(np.packbits(inputs, axis=1), classes.astype(np.uint8), np.zeros(1, np.uint16))


def test_it_learns_what_tells_the_classes_apart() -> None:
    network, held_back = learn([samples(), samples(seed=2)], seed=1, hidden=(64,)), samples(seed=3)
    assert log_loss(network, held_back) < 0.5 * log(CLASSES)
    high = network.outcomes_of(unpacked(held_back.inputs).toarray())[:, HIGH]
    assert high[held_back.classes == HIGH].mean() > 2 * high[held_back.classes == LOW].mean()


def test_what_it_learns_judges_positions() -> None:
    network = learn([samples(100)], seed=1)
    assert network.outcomes([position("R1", "B1")]).shape == (1, CLASSES)


def test_the_same_seed_gives_the_same_network() -> None:
    inputs = unpacked(samples(20, seed=9).inputs).toarray()
    one, again, other = (learn([samples(500)], seed, (8,)).outcomes_of(inputs) for seed in (1, 1, 2))
    assert (one == again).all()
    assert (one != other).any()


def test_packed_inputs_are_unpacked() -> None:
    rows = unpacked(samples(50).inputs)
    assert rows.shape == (50, FEATURES)
    assert rows.dtype == np.float32
    assert (np.packbits(rows.toarray().astype(bool), axis=1) == samples(50).inputs).all()
