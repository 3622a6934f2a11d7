"""Recorded matches to test with."""

import random
from functools import cache

from uno_duo.core import Play, Rules
from uno_duo.match import Match
from uno_duo.record import Header, Player

NAMES = ("You", "Expert")


def header(seed: int | None = 7, target: int = 200, names: tuple[str, ...] = NAMES) -> Header:
    """A header as a match against a bot has it."""
    return Header(
        rules=Rules(target=target),
        seats=names,
        players=(Player(), Player(bot="normal")),
        seed=seed,
        created="2026-11-29T12:00:00Z",
    )


def play_on(match: Match, chance: random.Random, most: int = 100_000) -> None:
    """Goes on with a match at random, mostly playing where that is possible, for some moves or to its end."""
    while not match.is_over and match.n < most:
        decision = match.decision
        if decision is None:
            match.shuffle()
        elif decision.is_uno_question and chance.random() < 0.5:
            match.decline()
        else:
            plays = [move for move in decision.moves if isinstance(move, Play)]
            moves = plays if plays and chance.random() < 0.9 else decision.moves
            match.play(chance.choice(moves))


@cache
def recorded(seed: int = 7, most: int = 100_000, target: int = 200) -> tuple[str, ...]:
    """The lines of a match played at random, for some moves or to its end."""
    lines: list[str] = []
    play_on(Match(header(seed, target), write=lines.append), random.Random(seed), most)
    return tuple(lines)


def as_bytes(lines: tuple[str, ...] | list[str]) -> list[bytes]:
    """Lines as they are read from a file."""
    return [line.encode() for line in lines]
