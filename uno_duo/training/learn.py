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

HIDDEN: Final = (128, 32)
"""How many hidden units each layer has."""
RATES: Final = (1e-3, 1e-3, 1e-3, 3e-4, 1e-4)
"""The learning rate of each pass over the samples: the last passes settle what the first have found."""
_BATCH: Final = 500
_CHUNK: Final = 200_000  # so many rows are unpacked at once


def learn(samples: Sequence[Samples], seed: int, hidden: tuple[int, ...] = HIDDEN) -> Network:
    """Fits a network to samples.

    Args:
        samples: The samples of one generation or several.
        seed: What the first weights and the order of the samples come from.
        hidden: How many hidden units each layer has.
    """
    inputs = np.concatenate([part.inputs for part in samples])
    classes = np.concatenate([part.classes for part in samples])
    model = MLPClassifier(hidden, batch_size=min(_BATCH, len(classes)), random_state=seed)
    order = np.random.default_rng(seed)
    for rate in RATES:
        places = order.permutation(len(classes))
        for begin in range(0, len(places), _CHUNK):
            chunk = places[begin : begin + _CHUNK]
            if begin:
                model._optimizer.learning_rate_init = rate  # partial_fit has no other way to change it
            model.partial_fit(unpacked(inputs[chunk]), classes[chunk], classes=np.arange(CLASSES))
    return Network(zip(model.coefs_, model.intercepts_, strict=True))


def unpacked(inputs: NDArray[np.uint8]) -> csr_matrix:
    """Packed inputs as sparse rows."""
    return csr_matrix(np.unpackbits(inputs, axis=1, count=FEATURES)).astype(np.float32)


def log_loss(network: Network, samples: Samples) -> float:
    """The mean surprise of a network at samples, in nats."""
    likely = network.outcomes_of(np.unpackbits(samples.inputs, axis=1, count=FEATURES).astype(np.float32))
    return float(-np.log(likely[np.arange(len(likely)), samples.classes] + 1e-12).mean())
