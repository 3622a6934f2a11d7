"""Chance: the seeded shuffles and the bots' generators (RECORD.md, *The header*)."""

import secrets
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from uno_duo.core import Face, GameState, Pile, Shuffle, cards_to_shuffle

_Option = TypeVar("_Option")


def new_seed() -> int:
    """A seed that nobody can foresee."""
    return secrets.randbits(32)


def seed_of_match(seed: int, index: int) -> int:
    """The seed of one of many matches that are played by one seed; `index` counts from 0."""
    return Random(f"{seed}/match/{index}").getrandbits(32)


def shuffled(cards: Iterable[Face], seed: int, k: int) -> Pile:
    """The k-th shuffle, from 0, of a match by its seed: the cards as they will be drawn."""
    order = sorted(cards)
    generator = Random(f"{seed}/shuffle/{k}")
    for last in range(len(order) - 1, 0, -1):
        other = int(generator.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def due_shuffle(state: GameState, seed: int, k: int) -> Shuffle:
    """The shuffle that is due in a position, as the k-th of its match."""
    return Shuffle(order=shuffled(cards_to_shuffle(state), seed, k))


def chance_for(seed: int, seat: int, n: int, *, is_uno_question: bool) -> int:
    """What the generator of a bot's decision in the position after n moves comes from."""
    kind = "uno" if is_uno_question else "bot"
    return Random(f"{seed}/{kind}/{seat}/{n}").getrandbits(64)


def generator_for(seed: int, seat: int, n: int, *, is_uno_question: bool) -> Random:
    """The generator of a bot's decision in the position after n moves."""
    return Random(chance_for(seed, seat, n, is_uno_question=is_uno_question))


def mixed(cards: Iterable[Face], generator: Random) -> Pile:
    """Some cards in an order by chance, which is the same on every Python; that of `random.shuffle` may not be."""
    return tuple(sorted(cards, key=lambda _: generator.random()))


def pick(options: Sequence[_Option], generator: Random) -> _Option:
    """One of some options, each equally likely, and the same on every Python."""
    return options[int(generator.random() * len(options))]
