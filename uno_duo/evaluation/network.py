"""The network: it judges a position that is known in full by what such positions came to in self-play."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from os import PathLike
from typing import IO, Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from uno_duo.core import CallOut, GameState, View, reduce
from uno_duo.evaluation.encoding import encode
from uno_duo.evaluation.outcomes import worth_of_end, worths_of_classes

WEIGHTS: Final = "network.npz"
"""The file beside this one with the weights."""


class Network:
    """Layers of weights, with a rectifier between two of them and a softmax at the end."""

    def __init__(self, layers: Iterable[tuple[NDArray[np.floating], NDArray[np.floating]]]) -> None:
        """Takes the weights and the offsets of each layer."""
        self._layers = [(weights.astype(np.float32), offsets.astype(np.float32)) for weights, offsets in layers]

    @classmethod
    def load(cls, file: str | PathLike[str] | IO[bytes]) -> "Network":
        """The network of a file.

        Raises:
            OSError: The file cannot be read.
            ValueError: It holds no network.
        """
        try:
            with np.load(file, allow_pickle=False) as data:
                count = max(1, len(data.files) // 2)
                return cls([(data[f"weights_{layer}"], data[f"offsets_{layer}"]) for layer in range(count)])
        except (BadZipFile, EOFError, LookupError, TypeError) as wrong:
            raise ValueError(f"this is no network: {wrong}") from wrong

    def save(self, file: str | PathLike[str] | IO[bytes]) -> None:
        """Writes the network as a file, at half precision: that is enough, and half the size."""
        arrays: dict[str, Any] = {}
        for number, (weights, offsets) in enumerate(self._layers):
            arrays[f"weights_{number}"], arrays[f"offsets_{number}"] = weights.astype(np.float16), offsets
        np.savez_compressed(file, **arrays)

    def outcomes(self, states: Sequence[GameState]) -> NDArray[np.float32]:
        """How likely the round ends in each class, for the seat on turn in each of some positions of two seats.

        Returns:
            A row for each position, with a column for each class.
        """
        return self.outcomes_of(encode(states))

    def outcomes_of(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The same of positions that are encoded."""
        found = inputs
        *hidden, (weights, offsets) = self._layers
        for inner, inner_offsets in hidden:
            found = np.maximum(found @ inner + inner_offsets, 0)
        found = found @ weights + offsets
        likely: NDArray[np.float32] = np.exp(found - found.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        return likely


@lru_cache(maxsize=1)
def shipped_network() -> Network:
    """The network of the package."""
    with (files("uno_duo.evaluation") / WEIGHTS).open("rb") as file:
        return Network.load(file)


def judged(
    network: Network, worlds: Sequence[GameState], seats: Sequence[int], worths: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What each of some worlds is worth to a seat by the network.

    Args:
        network: What judges those in which the round goes on.
        worlds: Positions of two seats, of which a round has ended or a seat is on turn.
        seats: The seat for each world.
        worths: What each class is worth: a row for each.

    Returns:
        A row for each world, with a column for the points, the round and the match.
    """
    found = np.empty((len(worlds), worths.shape[1]))
    going_on, places, is_other = list[GameState](), list[int](), list[bool]()
    for place, (world, seat) in enumerate(zip(worlds, seats, strict=True)):
        state = _with_uno_settled(world)
        turn = state.__dict__["turn"]  # a read from a model takes four times as long
        if turn is None:
            found[place] = worth_of_end(state, seat)
        else:
            going_on.append(state)
            places.append(place)
            is_other.append(turn != seat)
    if going_on:
        likely = network.outcomes(going_on)
        likely[is_other] = likely[is_other, ::-1]
        found[places] = likely @ worths
    return found


def _with_uno_settled(state: GameState) -> GameState:
    """The position after a seat that has forgotten UNO was called out, as every sound player does."""
    forgetful = state.__dict__["uno_open"]
    return state if forgetful is None else reduce(state, CallOut(seat=1 - forgetful))


class NetworkJudge:
    """Judges worlds by the network, for the rules that it was trained on."""

    batch: Final = 1_000

    def __init__(self, network: Network) -> None:
        self._network = network

    def judge(self, view: View, worlds: Sequence[GameState]) -> NDArray[np.float64]:
        """What each of some worlds, which a move has led to, is worth to the seat of the view before the move."""
        worths = worths_of_classes(view.rules, view.scores, view.seat)
        return judged(self._network, worlds, [view.seat] * len(worlds), worths)
