"""The networks: they judge a position by what such positions came to in the rounds that they were learned from.

One judges a position that is known in full. The other judges what a seat sees of it, and so what such positions come
to on the average: less exactly, but by the luck of no world.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from os import PathLike
from typing import IO, Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from uno_duo.core import CallOut, GameState, View, reduce
from uno_duo.evaluation.encoding import encode, encode_seen, sight_of
from uno_duo.evaluation.evaluate import Judgement
from uno_duo.evaluation.outcomes import worth_of_end, worths_of_classes

WEIGHTS: Final = "network.npz"
"""The file beside this one with the weights of both."""


class Network:
    """Layers of weights, with a rectifier between two of them and a softmax at the end.

    Attributes:
        layers: The weights and the offsets of each layer.
    """

    def __init__(self, layers: Iterable[tuple[NDArray[np.floating], NDArray[np.floating]]]) -> None:
        """Takes the weights and the offsets of each layer."""
        self.layers: Final = [(weights.astype(np.float32), offsets.astype(np.float32)) for weights, offsets in layers]

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]], name: str) -> "Network":
        """The network of a name among the arrays of a file.

        Raises:
            KeyError: There is none.
        """
        count = max(1, sum(key.startswith(f"{name}_weights_") for key in arrays))
        return cls([(arrays[f"{name}_weights_{layer}"], arrays[f"{name}_offsets_{layer}"]) for layer in range(count)])

    def arrays(self, name: str) -> dict[str, NDArray[Any]]:
        """Its arrays for a file, at half precision: that is enough, and half the size."""
        return {
            f"{name}_{kind}_{layer}": part.astype(np.float16) if kind == "weights" else part
            for layer, parts in enumerate(self.layers)
            for kind, part in zip(("weights", "offsets"), parts, strict=True)
        }

    def outcomes_of(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """How likely the round ends in each class, for some encoded positions.

        Returns:
            A row for each position, with a column for each class.
        """
        found = inputs
        *hidden, (weights, offsets) = self.layers
        for inner, inner_offsets in hidden:
            found = np.maximum(found @ inner + inner_offsets, 0)
        found = found @ weights + offsets
        likely: NDArray[np.float32] = np.exp(found - found.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        return likely


@dataclass(frozen=True)
class Networks:
    """Both networks.

    Attributes:
        worlds: Judges positions that are known in full, for the seat on turn.
        views: Judges what a seat sees of a position, for that seat.
    """

    worlds: Network
    views: Network

    @classmethod
    def load(cls, file: str | PathLike[str] | IO[bytes]) -> "Networks":
        """The networks of a file.

        Raises:
            OSError: The file cannot be read.
            ValueError: It holds no networks.
        """
        try:
            with np.load(file, allow_pickle=False) as data:
                return cls(Network.of(data, "worlds"), Network.of(data, "views"))
        except (BadZipFile, EOFError, LookupError, TypeError) as wrong:
            raise ValueError(f"these are no networks: {wrong}") from wrong

    def save(self, file: str | PathLike[str] | IO[bytes]) -> None:
        """Writes the networks as a file."""
        arrays: dict[str, Any] = self.worlds.arrays("worlds") | self.views.arrays("views")
        np.savez_compressed(file, **arrays)


@lru_cache(maxsize=1)
def shipped_networks() -> Networks:
    """The networks of the package."""
    with (files("uno_duo.evaluation") / WEIGHTS).open("rb") as file:
        return Networks.load(file)


def judged(
    networks: Networks,
    worlds: Sequence[GameState],
    seats: Sequence[int],
    worths: NDArray[np.float64],
    *,
    by_sight: bool = True,
) -> Judgement:
    """What each of some worlds is worth to a seat by the networks.

    Args:
        networks: What judges those in which the round goes on.
        worlds: Positions of two seats, of which a round has ended or a seat is on turn.
        seats: The seat for each world.
        worths: What each class is worth: a row for each.
        by_sight: Whether they are judged also by what the seats see; if not, both judgements are that in full.

    Returns:
        A row for each world, with a column for the points, the round and the match.
    """
    in_full = np.empty((len(worlds), worths.shape[1]))
    going_on, places, for_whom, is_other = list[GameState](), list[int](), list[int](), list[bool]()
    for place, (world, seat) in enumerate(zip(worlds, seats, strict=True)):
        state = _with_uno_settled(world)
        turn = state.__dict__["turn"]  # a read from a model takes four times as long
        if turn is None:
            in_full[place] = worth_of_end(state, seat)
        else:
            going_on.append(state)
            places.append(place)
            for_whom.append(seat)
            is_other.append(turn != seat)
    if going_on:
        likely = networks.worlds.outcomes_of(encode(going_on, for_whom))
        likely[is_other] = likely[is_other, ::-1]
        in_full[places] = likely @ worths
    as_seen = in_full.copy()
    if going_on and by_sight:
        as_seen[places] = _worths_seen(networks.views, going_on, for_whom, worths)
    return Judgement(in_full, as_seen)


def _worths_seen(
    network: Network, states: Sequence[GameState], seats: Sequence[int], worths: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What positions in which the round goes on are worth to a seat each, by what it sees of them."""
    sights = [sight_of(state, seat) for state, seat in zip(states, seats, strict=True)]
    # Where a move shows the seat nothing new, it sees the same in every world.
    seen = {sight: number for number, sight in enumerate(dict.fromkeys(sights))}
    of_sights: NDArray[np.float64] = network.outcomes_of(encode_seen(list(seen))) @ worths
    return of_sights[[seen[sight] for sight in sights]]


def _with_uno_settled(state: GameState) -> GameState:
    """The position after a seat that has forgotten UNO was called out, as every sound player does."""
    forgetful = state.__dict__["uno_open"]
    return state if forgetful is None else reduce(state, CallOut(seat=1 - forgetful))


class NetworkJudge:
    """Judges worlds by the networks, for the rules that they were trained on."""

    batch: Final = 1_000

    def __init__(self, networks: Networks, *, by_sight: bool = True) -> None:
        """Takes the networks, and whether worlds are judged also by what the seat sees of them."""
        self._networks = networks
        self._by_sight = by_sight

    def judge(self, view: View, worlds: Sequence[GameState]) -> Judgement:
        """What each of some worlds, which a move has led to, is worth to the seat of the view before the move."""
        worths = worths_of_classes(view.rules, view.scores, view.seat)
        seats = [view.seat] * len(worlds)
        return judged(self._networks, worlds, seats, worths, by_sight=self._by_sight)
