"""Random legal play, for the properties that must hold in every position."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from uno_duo.core import (
    COLOURS,
    Dump,
    GameState,
    Move,
    Phase,
    Play,
    Rules,
    Shuffle,
    Symbol,
    cards_to_shuffle,
    full_deck,
    legal_moves,
    new_match,
    reduce,
)


class Step(NamedTuple):
    """One move of a match, with the positions around it."""

    before: GameState
    move: Move
    after: GameState


# How much a kind of move is liked beside the others. A hoarder empties the piles, so that they are turned and
# rounds are blocked; a dumper completes Reverses; who is bold challenges and calls out. Who is peaceful says UNO and
# makes nobody draw unless it must, so that rounds are short however much a card makes the others draw.
STYLES: Final[dict[str, dict[str, int]]] = {
    "any": {},
    "eager": {"play": 50, "dump": 50},
    "hoarder": {"draw": 50, "take": 20, "pass": 50, "challenge": 20, "keep": 5},
    "dumper": {"play": 20, "dump": 200, "say_uno": 5},
    "bold": {"challenge": 50, "call_out": 50, "play": 20},
    "peaceful": {"play": 100, "dump": 100, "attack": 1, "uno": 10_000},
}


def classic_with(seats: int, **values: Any) -> Rules:
    """Classic UNO with some other values."""
    return Rules.model_validate({**Rules.classic(seats).model_dump(), **values})


RULES: Final = (
    Rules.duo(),
    Rules(target=40),
    Rules(hand_size=2, target=60),
    Rules(hand_size=20, extra_wilds=0),
    Rules(extra_wilds=20, draw_two=5, draw_four=9, forgotten_uno=20, lost_challenge=20),
    Rules(final_draw=False, target=1, knock_out=True),
    Rules.classic(2),
    Rules.classic(3),
    Rules.classic(4),
    Rules.classic(10),
    classic_with(4, target=100, knock_out=True),
    classic_with(3, hand_size=5, draw_two=20, draw_four=9, forgotten_uno=9),
    classic_with(4, reverse="skip", wild_draw_four="free", stacking=True, drawing="one", hand_size=12),
    Rules(seats=3, opening="deal", recycling="shuffled", hand_size=3, draw_two=5, draw_four=9, lost_challenge=20),
    Rules(recycling="shuffled", bury_wilds=True, hand_size=20, symbols_match=False, wild_draw_four="restricted"),
    Rules(seats=5, opening="deal", stacking=False, drawing="until_playable", keep_drawn=False, knock_out=True),
)


def shuffled(rng: random.Random, state: GameState) -> Shuffle:
    """A random shuffle, after which every other time a card is turned up that does something."""
    due, rules = cards_to_shuffle(state), state.rules
    order = rng.sample(due, len(due))
    if state.due is None and rng.random() < 0.5:
        hands = 2 * rules.seats if rules.opening == "draft" else rules.seats - len(state.out)
        special = rng.choice([place for place, card in enumerate(order) if not card.is_number])
        turned_up = hands * rules.hand_size
        order[turned_up], order[special] = order[special], order[turned_up]
    return Shuffle(order=tuple(order))


def chosen(rng: random.Random, state: GameState, style: str) -> Move:
    """A random legal move, or a random shuffle where one is due."""
    if state.phase is Phase.SHUFFLE:
        return shuffled(rng, state)
    moves, liked = legal_moves(state), STYLES[style]
    return rng.choices(moves, [liked.get(kind(move), liked.get(move.type, 1)) for move in moves])[0]


def kind(move: Move) -> str:
    """What a move is, where styles tell it from others of its type."""
    if isinstance(move, Play | Dump) and move.uno:
        return "uno"
    if isinstance(move, Play) and move.card.symbol in (Symbol.DRAW_TWO, Symbol.WILD_DRAW_FOUR):
        return "attack"
    return move.type


LONGEST_DRAW: Final = 5
"""How many cards the short draw pile has at most; one card at least is left to lie face up."""


def late_in_a_round(rng: random.Random, rules: Rules) -> GameState:
    """A random position with a short draw pile, in which mostly the hands are small, so that much is about to end."""
    deck = rng.sample(full_deck(rules), len(full_deck(rules)))
    most = rng.choice((3, 3, 3, (len(deck) - LONGEST_DRAW - 1) // rules.seats))
    cards = iter(deck)
    hands = tuple(tuple(sorted(islice(cards, rng.randint(1, most)))) for _ in range(rules.seats))
    draw, discard = tuple(islice(cards, rng.randint(0, LONGEST_DRAW))), tuple(cards)
    given = {
        "phase": Phase.TURN,
        "round": 1,
        "first": rng.randrange(rules.seats),
        "turn": rng.randrange(rules.seats),
        "direction": rng.choice((1, -1)) if rules.reverse == "turn" and rules.seats > 2 else 1,
        "colour": discard[-1].colour or rng.choice(COLOURS),
    }
    piles = {"hands": hands, "draw": draw, "discard": discard}
    return GameState.model_validate({**dict(new_match(rules)), **given, **piles})


@dataclass(frozen=True)
class Walk:
    """A match, or the first moves of it: small to print, and the same whenever it is played.

    Attributes:
        rules: What is played by.
        style: How the moves are chosen.
        seed: Whence all chance comes.
        most: After how many moves it ends at the latest.
        is_late: Whether it begins late in a round, and not before the first shuffle.
    """

    rules: Rules
    style: str
    seed: int
    most: int
    is_late: bool = False

    def __iter__(self) -> Iterator[Step]:
        rng = random.Random(self.seed)
        state = late_in_a_round(rng, self.rules) if self.is_late else new_match(self.rules)
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
    rules, styles = st.sampled_from(RULES), st.sampled_from(sorted(STYLES))
    return st.builds(Walk, rules, styles, seeds, st.integers(1, most), st.booleans())
