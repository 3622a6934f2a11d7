"""Learning: a network is fitted to what the positions of self-play came to."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.neural_network import MLPClassifier

from uno_duo.evaluation.encoding import FEATURES
from uno_duo.evaluation.network import Network
from uno_duo.evaluation.outcomes import CLASSES
from uno_duo.training.selfplay import Samples

HIDDEN: Final = (256, 64)
"""How many hidden units each layer has."""
RATES: Final = (1e-3, 1e-3, 1e-3, 3e-4, 1e-4)
"""The learning rate of each pass over the samples: the last passes settle what the first have found."""
TRUST: Final = 0.9
"""How much of a position's target comes from what lies further on, and not from the next position's judgement."""
_BATCH: Final = 500
_CHUNK: Final = 200_000  # so many rows are learned from at once
_JUDGED: Final = 20_000  # so many are judged at once
_SURE: Final = np.iinfo(np.uint16).max


def learn(
    samples: Sequence[Samples], seed: int, judge: Network | None = None, hidden: tuple[int, ...] = HIDDEN
) -> Network:
    """Fits a network to samples.

    Each pass learns other classes, drawn from what `targets` holds likely: the learner knows no chances, and over
    the passes these come to the same.

    Args:
        samples: The samples of one generation or several.
        seed: What the first weights, the order of the samples and the classes come from.
        judge: What judges the positions on the way to the end of a round; None for the ends alone.
        hidden: How many hidden units each layer has.
    """
    inputs = np.concatenate([part.inputs for part in samples])
    classes = np.concatenate([part.classes for part in samples])
    likely = None if judge is None else np.concatenate([_summed_up(targets(part, judge)) for part in samples])
    model = MLPClassifier(hidden, batch_size=min(_BATCH, len(classes)), random_state=seed)
    generator = np.random.default_rng(seed)
    for rate in RATES:
        places = generator.permutation(len(classes))
        for begin in range(0, len(places), _CHUNK):
            chunk = places[begin : begin + _CHUNK]
            learned = classes[chunk] if likely is None else _drawn(likely[chunk], generator)
            if hasattr(model, "_optimizer"):
                model._optimizer.learning_rate_init = rate  # partial_fit has no other way to change it
            model.partial_fit(unpacked(inputs[chunk]), learned, classes=np.arange(CLASSES))
    return Network(zip(model.coefs_, model.intercepts_, strict=True))


def targets(samples: Samples, judge: Network) -> NDArray[np.float32]:
    """How likely each class is for each position, by what followed and by a network (TD(λ), Sutton 1988).

    How a round ends tells little of a position long before it. So the positions that follow count too, as a network
    judges them, the sooner the more. What followed a move at random tells nothing at all: there the network's own
    judgement stands.

    Returns:
        A row for each position, with a column for each class.
    """
    parts = (samples.inputs[begin : begin + _JUDGED] for begin in range(0, len(samples.inputs), _JUDGED))
    judged = np.concatenate([judge.outcomes_of(_rows(part)) for part in parts])
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


def _summed_up(likely: NDArray[np.float32]) -> NDArray[np.uint16]:
    """How likely each class or one before it is, in whole steps, for each position."""
    sums = likely.cumsum(axis=1)
    summed_up: NDArray[np.uint16] = (sums / sums[:, -1:] * _SURE).astype(np.uint16)
    return summed_up


def _drawn(likely: NDArray[np.uint16], generator: np.random.Generator) -> NDArray[np.intp]:
    """A class for each position, as likely as it is there."""
    drawn: NDArray[np.intp] = (likely <= generator.integers(_SURE, size=(len(likely), 1), dtype=np.uint16)).sum(axis=1)
    return drawn


def unpacked(inputs: NDArray[np.uint8]) -> csr_matrix:
    """Packed inputs as sparse rows."""
    return csr_matrix(_bits(inputs)).astype(np.float32)


def _rows(inputs: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Packed inputs as the network takes them."""
    return _bits(inputs).astype(np.float32)


def _bits(inputs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.unpackbits(inputs, axis=1, count=FEATURES)


def log_loss(network: Network, samples: Samples) -> float:
    """The mean surprise of a network at samples, in nats."""
    likely = network.outcomes_of(_rows(samples.inputs))
    return float(-np.log(likely[np.arange(len(likely)), samples.classes] + 1e-12).mean())
