"""Fitting the networks to samples."""

from dataclasses import fields, replace
from math import log
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="the extra `train` brings it")

from tests.core.positions import A, position
from uno_duo.evaluation.encoding import FEATURES, SEEN_FEATURES, encode, encode_seen, sight_of
from uno_duo.evaluation.network import Network
from uno_duo.evaluation.outcomes import CLASSES
from uno_duo.training.learn import TRUST, asking, judgements, learn, log_loss, targets, unpacked
from uno_duo.training.selfplay import Samples

LOW, HIGH = 5, 30


def samples(count: int = 2_000, seed: int = 1) -> Samples:
    """Rounds of one position, of which the first ten questions tell the class.

    Of what a seat sees they tell it too, and the next ten the seat.
    """
    generator = np.random.default_rng(seed)
    inputs = generator.random((count, FEATURES)) < 0.2
    inputs[:, 1:10] = inputs[:, :1]
    classes = np.where(inputs[:, 0], HIGH, LOW)
    views = generator.random((count, 2, SEEN_FEATURES)) < 0.2
    views[:, :, :10] = inputs[:, np.newaxis, :1]
    views[:, :, 10:20] = [[False], [True]]
    return Samples(
        inputs=np.packbits(np.repeat(inputs[:, np.newaxis], 2, axis=1), axis=2),
        views=np.packbits(views, axis=2),
        seats=np.zeros(count, np.uint8),
        classes=classes.astype(np.uint8),
        at_random=np.zeros(count, np.bool_),
        lengths=np.ones(count, np.uint16),
        learning=np.ones((count, 2), np.bool_),
        costs=np.zeros(count, np.uint16),
    )


def test_they_learn_what_tells_the_classes_apart() -> None:
    held_back = samples(seed=3)
    networks = learn([samples(5_000), samples(5_000, seed=2)], seed=1, hidden=(64,))
    assert log_loss(networks.worlds, held_back) < 0.5 * log(CLASSES)
    is_high = held_back.classes == HIGH
    high = networks.worlds.outcomes_of(unpacked(held_back.inputs[:, 0], FEATURES).toarray())[:, HIGH]
    assert high[is_high].mean() > 2 * high[~is_high].mean()
    for side, wanted in enumerate((HIGH, CLASSES - 1 - HIGH)):  # the other seat loses what this one wins
        seen = networks.views.outcomes_of(unpacked(held_back.views[:, side], SEEN_FEATURES).toarray())[:, wanted]
        assert seen[is_high].mean() > 2 * seen[~is_high].mean()


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
        learning=np.array([[True, False]]),
    )


def targets_of(played: Samples, judge: Any = None) -> Any:
    """What is learned of positions, as the seat that learns asks about them."""
    return targets(played, asking(played, np.random.default_rng(1)), judge)


def judged_by(network: Network, played: Samples) -> Any:
    """What a network makes of positions, as the seat on turn asks about them."""
    return judgements(played, np.zeros(len(played.classes), np.intp), network)


def likely(**of_class: float) -> list[float]:
    """How likely each class is, those not named not at all."""
    return [of_class.get(f"c{number}", 0.0) for number in range(CLASSES)]


def test_what_followed_tells_the_more_the_sooner_it_came() -> None:
    found = targets_of(a_round([0, 0, 0], [False] * 3), Told())
    assert found[2].tolist() == likely(c34=1)
    assert found[1].tolist() == pytest.approx(likely(c2=1 - TRUST, c34=TRUST))
    assert found[0].tolist() == pytest.approx(likely(c1=1 - TRUST, c2=TRUST * (1 - TRUST), c34=TRUST**2))


def test_what_the_other_seat_has_before_it_is_turned_round() -> None:
    found = targets_of(a_round([0, 1], [False] * 2), Told())
    assert found[1].tolist() == likely(c5=1)
    assert found[0].tolist() == pytest.approx(likely(c38=1 - TRUST, c34=TRUST))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_followed_a_move_at_random_tells_nothing(place: int) -> None:
    found = targets_of(a_round([0, 0, 0], [number == place for number in range(3)]), Told())
    assert found[place].tolist() == likely(**{f"c{place}": 1})
    assert all(found[before, -1 - LOW] == 0 for before in range(place))
    assert all(found[after, -1 - LOW] > 0 for after in range(place + 1, 3))


def test_rounds_end_each_for_itself() -> None:
    one, other = a_round([0, 1, 0], [False] * 3), a_round([1, 0], [False] * 2)
    both = Samples(*(np.concatenate((getattr(one, at.name), getattr(other, at.name))) for at in fields(Samples)))
    found = targets_of(both, Told())
    assert (found[:3] == targets_of(one, Told())).all()
    assert found[4].tolist() == likely(c34=1)


def test_the_seat_that_learns_asks() -> None:
    for learning in ([True, False], [False, True]):
        played = replace(a_round([0, 1, 1], [False] * 3), learning=np.array([learning]))
        for seed in range(5):
            found = asking(played, np.random.default_rng(seed))
            assert found.tolist() == ([0, 1, 1] if learning[0] else [1, 0, 0])


def test_where_both_learn_either_asks_for_a_whole_round() -> None:
    played = replace(a_round([0, 1, 1], [False] * 3), learning=np.array([[True, True]]))
    found = {tuple(asking(played, np.random.default_rng(seed)).tolist()) for seed in range(20)}
    assert found == {(0, 1, 1), (1, 0, 0)}


def test_it_is_learned_as_the_seat_asks_that_learns() -> None:
    """What is told to the other seat alone tells nothing."""
    rows = samples(8_000)
    inputs = np.unpackbits(rows.inputs, axis=2, count=FEATURES)
    inputs[:, 0, :10] = 0
    played = replace(rows, inputs=np.packbits(inputs, axis=2), learning=np.tile([False, True], (8_000, 1)))
    network = learn([played], seed=1, hidden=(64,)).worlds
    assert log_loss(network, played) < log_loss(network, replace(played, learning=~played.learning)) - 0.3


def test_without_a_judge_the_ends_alone_tell() -> None:
    found = targets_of(a_round([0, 1], [False, True]))
    assert found.tolist() == [likely(c34=1), likely(c5=1)]


def test_they_go_on_from_the_networks_before() -> None:
    """Where all moves were made at random nothing follows but what these held likely."""
    before = learn([samples()], seed=1, hidden=(16,))
    played = replace(samples(seed=4), at_random=np.ones(2_000, np.bool_), classes=np.full(2_000, 20, np.uint8))
    again, anew = learn([played], 1, before), learn([played], 1, hidden=(16,))
    held_likely = judged_by(before.worlds, played)
    assert judged_by(again.worlds, played) == pytest.approx(held_likely, abs=0.1)
    assert judged_by(anew.worlds, played) != pytest.approx(held_likely, abs=0.1)
    assert [len(offsets) for _, offsets in again.worlds.layers] == [16, CLASSES]


def test_what_they_learn_judges_positions() -> None:
    networks, state = learn([samples(100)], seed=1), position("R1", "B1")
    assert networks.worlds.outcomes_of(encode([state], [A])).shape == (1, CLASSES)
    assert networks.views.outcomes_of(encode_seen([sight_of(state, A)])).shape == (1, CLASSES)


def test_the_same_seed_gives_the_same_networks() -> None:
    played = samples(20, seed=9)
    one, again, other = (learn([samples(500)], seed, hidden=(8,)) for seed in (1, 1, 2))
    assert (judged_by(one.worlds, played) == judged_by(again.worlds, played)).all()
    assert (judged_by(one.worlds, played) != judged_by(other.worlds, played)).any()
    for mine, kept, changed in zip(one.views.layers, again.views.layers, other.views.layers, strict=True):
        assert (mine[0] == kept[0]).all()
        assert (mine[0] != changed[0]).any()


def test_packed_inputs_are_unpacked() -> None:
    rows = unpacked(samples(50).inputs[:, 0], FEATURES)
    assert rows.shape == (50, FEATURES)
    assert rows.dtype == np.float32
    assert (np.packbits(rows.toarray().astype(bool), axis=1) == samples(50).inputs[:, 0]).all()
