"""Learning: the networks are fitted to what the positions of rounds came to."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.neural_network import MLPRegressor

from uno_duo.evaluation.encoding import FEATURES, SEEN_FEATURES
from uno_duo.evaluation.network import Network, Networks
from uno_duo.evaluation.outcomes import CLASSES
from uno_duo.training.selfplay import Samples

HIDDEN: Final = (128, 32)
"""How many hidden units each layer of a network has."""
RATES: Final = (1e-3, 1e-3, 3e-4, 3e-4, 1e-4)
"""The learning rate of each pass over the samples: the last passes settle what the first have found."""
TRUST: Final = 0.7
"""How much of a position's target comes from what lies further on, and not from the next position's judgement."""
_BATCH: Final = 500
_CHUNK: Final = 100_000  # so many rows are learned from at once
_JUDGED: Final = 20_000  # so many are judged at once


def learn(
    samples: Sequence[Samples], seed: int, before: Networks | None = None, hidden: tuple[int, ...] = HIDDEN
) -> Networks:
    """Fits the networks to samples.

    Args:
        samples: The samples of one generation or several.
        seed: What the first weights and the order of the samples come from.
        before: The networks to begin with; None to begin anew.
        hidden: How many hidden units each layer has where it begins anew.
    """
    of_worlds = _Learner(FEATURES, hidden, seed, None if before is None else before.worlds)
    of_views = _Learner(SEEN_FEATURES, hidden, seed, None if before is None else before.views)
    # Each pass learns by what the one before has made of the network.
    worlds = _learned(
        of_worlds,
        samples,
        [part.inputs for part in samples],
        lambda part, sides: targets(part, sides, of_worlds.network if of_worlds.has_begun else None),
    )
    views = _learned(
        of_views, samples, [part.views for part in samples], lambda part, sides: _as_asked(part, sides, worlds)
    )
    return Networks(worlds, views)


class _Learner:
    """A network that learns how likely each class is, by the cross entropy."""

    def __init__(self, features: int, hidden: tuple[int, ...], seed: int, before: Network | None) -> None:
        self.generator: Final = np.random.default_rng(seed)
        self._features = features
        if before is not None:
            hidden = tuple(len(offsets) for _, offsets in before.layers[:-1])
        self._model = MLPRegressor(hidden_layer_sizes=hidden, batch_size=1, random_state=seed)
        self._model.partial_fit(csr_matrix((1, features), dtype=np.float32), np.zeros((1, CLASSES), np.float32))
        # The classifier takes certain classes alone. With a softmax the gradient of the regressor is the one of the
        # cross entropy, whatever is likely.
        self._model.out_activation_ = "softmax"
        self.has_begun = before is not None
        for layer, (weights, offsets) in enumerate([] if before is None else before.layers):
            self._model.coefs_[layer][:] = weights
            self._model.intercepts_[layer][:] = offsets

    @property
    def network(self) -> Network:
        """What it has learned so far."""
        return Network(zip(self._model.coefs_, self._model.intercepts_, strict=True))

    def fit(self, packed: NDArray[np.uint8], likely: NDArray[np.float32], rate: float) -> None:
        """Learns from packed rows and from how likely each class is for each of them."""
        self._model.set_params(batch_size=min(_BATCH, len(likely)))
        self._model._optimizer.learning_rate_init = rate  # partial_fit has no other way to change it
        self._model.partial_fit(unpacked(packed, self._features), likely)
        self.has_begun = True


def _learned(
    learner: _Learner,
    samples: Sequence[Samples],
    packed: Sequence[NDArray[np.uint8]],
    likely_of: Callable[[Samples, NDArray[np.intp]], NDArray[np.float32]],
) -> Network:
    """The network after all passes over some samples.

    Args:
        learner: What learns.
        samples: The samples.
        packed: What it learns from, for each of these: the rows for either side.
        likely_of: How likely each class is for each position of samples, where these sides ask.
    """
    rows = np.concatenate(packed)
    for rate in RATES:
        sides = [asking(part, learner.generator) for part in samples]
        likely = np.concatenate(list(map(likely_of, samples, sides)))
        all_sides = np.concatenate(sides)
        for chunk in _chunks(len(rows), learner.generator):
            learner.fit(rows[chunk, all_sides[chunk]], likely[chunk], rate)
    return learner.network


def _as_asked(samples: Samples, sides: NDArray[np.intp], worlds: Network) -> NDArray[np.float32]:
    """What a network makes of positions, for the seat that asks."""
    likely = judgements(samples, sides, worlds)
    is_other = sides == 1
    likely[is_other] = likely[is_other, ::-1]
    return likely


def asking(samples: Samples, generator: np.random.Generator) -> NDArray[np.intp]:
    """Who asks about each position: 0 for the seat on turn, 1 for the other.

    It is the same seat for a whole round, one that whoever learns has played; where that is both of them either.
    """
    seats = np.where(
        samples.learning.all(axis=1), generator.integers(2, size=len(samples.lengths)), samples.learning[:, 1]
    )
    found: NDArray[np.intp] = (samples.seats != np.repeat(seats, samples.lengths)).astype(np.intp)
    return found


def _chunks(count: int, generator: np.random.Generator) -> Iterator[NDArray[np.intp]]:
    """The places of some rows in a random order, chunk after chunk."""
    places = generator.permutation(count)
    return (places[begin : begin + _CHUNK] for begin in range(0, count, _CHUNK))


def targets(samples: Samples, sides: NDArray[np.intp], judge: Network | None) -> NDArray[np.float32]:
    """How likely each class is for the seat on turn of each position, by what followed and by a network.

    This is TD(λ) (Sutton 1988).

    How a round ends tells little of a position long before it. So the positions that follow count too, as a network
    judges them, the sooner the more. What followed a move at random tells nothing at all: there the network's own
    judgement stands.

    Args:
        samples: The positions.
        sides: Who asks about each.
        judge: What judges the positions on the way to the end of a round; None for the ends alone.

    Returns:
        A row for each position, with a column for each class.
    """
    if judge is None:
        return np.eye(CLASSES, dtype=np.float32)[samples.classes]
    judged = judgements(samples, sides, judge)
    found = judged.copy()
    ends = np.cumsum(samples.lengths, dtype=np.intp) - 1
    known = ends[~samples.at_random[ends]]
    found[known] = 0
    found[known, samples.classes[known]] = 1
    for back in range(1, int(samples.lengths.max())):
        places = ends[samples.lengths > back] - back
        places = places[~samples.at_random[places]]
        following = TRUST * found[places + 1] + (1 - TRUST) * judged[places + 1]
        is_other = samples.seats[places] != samples.seats[places + 1]
        following[is_other] = following[is_other, ::-1]
        found[places] = following
    return found


def judgements(samples: Samples, sides: NDArray[np.intp], judge: Network) -> NDArray[np.float32]:
    """How likely each class is for the seat on turn of each position, by a network: a row for each.

    Args:
        samples: The positions.
        sides: Who asks about each.
        judge: The network.
    """
    inputs = samples.inputs[np.arange(len(sides)), sides]
    parts = (inputs[begin : begin + _JUDGED] for begin in range(0, len(inputs), _JUDGED))
    return np.concatenate([judge.outcomes_of(unpacked(part, FEATURES).toarray()) for part in parts])


def unpacked(inputs: NDArray[np.uint8], features: int) -> csr_matrix:
    """Packed inputs as sparse rows."""
    return csr_matrix(np.unpackbits(inputs, axis=1, count=features)).astype(np.float32)


def log_loss(network: Network, samples: Samples) -> float:
    """The mean surprise of a network at how the rounds of samples ended, in nats."""
    likely = judgements(samples, asking(samples, np.random.default_rng(0)), network)
    return float(-np.log(likely[np.arange(len(likely)), samples.classes] + 1e-12).mean())
