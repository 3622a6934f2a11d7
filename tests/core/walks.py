"""Random legal play, for the properties that must hold in every position."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from uno_duo.core import GameState, Move, Phase, Rules, Shuffle, full_deck, legal_moves, new_match, reduce


class Step(NamedTuple):
    """One move of a match, with the positions around it."""

    before: GameState
    move: Move
    after: GameState


# How much a kind of move is liked beside the others. A hoarder empties the piles, so that they are turned and
# rounds are blocked; a dumper completes Reverses; who is bold challenges and calls out.
STYLES: Final[dict[str, dict[str, int]]] = {
    "any": {},
    "eager": {"play": 50, "dump": 50},
    "hoarder": {"draw": 50, "take": 20, "pass": 50, "challenge": 20, "keep": 5},
    "dumper": {"play": 20, "dump": 200, "say_uno": 5},
    "bold": {"challenge": 50, "call_out": 50, "play": 20},
}

RULES: Final = (
    Rules.duo(),
    Rules(target=40),
    Rules(hand_size=2, target=60),
    Rules(hand_size=20, extra_wilds=0),
    Rules(extra_wilds=20, draw_two=5, draw_four=9, forgotten_uno=20, lost_challenge=20),
    Rules(final_draw=False, target=1, knock_out=True),
)


def shuffled(rng: random.Random, rules: Rules) -> Shuffle:
    """A random shuffle, after which every other time a card is turned up that does something."""
    deck = full_deck(rules)
    order = rng.sample(deck, len(deck))
    turned_up = 4 * rules.hand_size
    if rng.random() < 0.5:
        special = rng.choice([place for place, card in enumerate(order) if not card.is_number])
        order[turned_up], order[special] = order[special], order[turned_up]
    return Shuffle(order=tuple(order))


def chosen(rng: random.Random, state: GameState, style: str) -> Move:
    """A random legal move, or a random shuffle where one is due."""
    if state.phase is Phase.SHUFFLE:
        return shuffled(rng, state.rules)
    moves = legal_moves(state)
    return rng.choices(moves, [STYLES[style].get(move.type, 1) for move in moves])[0]


@dataclass(frozen=True)
class Walk:
    """A match from its beginning, or the first moves of it: small to print, and the same whenever it is played."""

    rules: Rules
    style: str
    seed: int
    most: int

    def __iter__(self) -> Iterator[Step]:
        rng, state = random.Random(self.seed), new_match(self.rules)
        for _ in range(self.most):
            if state.phase is Phase.MATCH_OVER:
                return
            move = chosen(rng, state, self.style)
            step = Step(state, move, reduce(state, move))
            yield step
            state = step.after

    def states(self) -> list[GameState]:
        """Every position that was met, but the first."""
        return [step.after for step in self]


def examples(count: int) -> settings:
    """How many matches a property is tried on."""
    return settings(max_examples=count, deadline=None)


seeds = st.integers(0, 2**32)
"""Seeds of random generators; `st.randoms` would have hypothesis think about every number."""


def walks(most: int = 400) -> st.SearchStrategy[Walk]:
    """Matches played at random in some style by some rules, up to a number of moves."""
    return st.builds(Walk, st.sampled_from(RULES), st.sampled_from(sorted(STYLES)), seeds, st.integers(1, most))
