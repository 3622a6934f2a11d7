"""What the network is told of a position."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from tests.core.positions import BLUE, GREEN, RED, YELLOW, A, B, after, codes, drafting, position
from tests.core.walks import Walk, examples, seeds, walks
from uno_duo.core import COLOURS, Colour, Face, GameState, Keep, Phase, Rules, cards
from uno_duo.evaluation.encoding import FEATURES, encode

ON_TURN, OTHER = 0, 1
GROUPS: Final[dict[str, tuple[int, ...]]] = {
    "of face": (2, 4, 13, 2),
    "wilds": (2, 8),
    "draw fours": (2, 4),
    "of colour": (2, 4, 8),
    "dumps": (2, 4, 8),
    "same elsewhere": (2, 3),
    "matches": (2, 4),
    "size": (2, 20),
    "load": (2, 12),
    "symbol": (15,),
    "drawn": (15,),
    "colour of drawn": (4,),
    "phase": (6,),
    "bill": (5,),
    "may dump": (1,),
    "is bluff": (1,),
}
"""The questions in their order; where a shape begins with 2, those about the seat on turn come first."""


def asked(state: GameState) -> dict[str, NDArray[np.float32]]:
    """The answers about a position, group by group."""
    (row,) = encode([state])
    found, begin = {}, 0
    for name, shape in GROUPS.items():
        end = begin + int(np.prod(shape))
        found[name] = row[begin:end].reshape(shape)
        begin = end
    assert begin == FEATURES == len(row)
    return found


def counts(answers: NDArray[np.float32]) -> list[int]:
    """What is counted by questions 'at least 1', 'at least 2' …, which must be answered in that order."""
    assert (np.diff(answers, axis=-1) <= 0).all()
    found: list[int] = answers.sum(axis=-1).astype(int).tolist()
    return found


def which(answers: NDArray[np.float32]) -> list[int]:
    """The questions that are answered with yes."""
    return [int(place) for place in np.flatnonzero(answers)]


def of_duo(walk: Walk) -> Iterator[GameState]:
    """The positions that the network may be asked about."""
    rules = Rules.duo()
    steps = Walk(rules, walk.style, walk.seed, 150, walk.is_late).states()
    yield from (state for state in steps if state.turn is not None and state.phase is not Phase.CUT)


@given(walks())
@examples(15)
def test_a_position_is_a_row_of_zeros_and_ones(walk: Walk) -> None:
    states = list(of_duo(walk))
    if not states:
        return
    rows = encode(states)
    assert rows.shape == (len(states), FEATURES)
    assert rows.dtype == np.float32
    assert set(np.unique(rows)) <= {0, 1}
    for row, state in zip(rows, states, strict=True):
        assert (encode([state]) == row).all(), "a position is encoded alike beside others"


# What it does not depend on


def renamed(state: GameState, names: dict[Colour | None, Colour | None]) -> GameState:
    """A position in which the colours have other names."""

    def face(card: Face) -> Face:
        if card.colour is None:
            return card
        place = COLOURS.index(names[card.colour] or card.colour)
        return Face(place * 13 + card.symbol)

    def pile(of: tuple[Face, ...]) -> tuple[Face, ...]:
        return tuple(map(face, of))

    changed = {
        "hands": tuple(tuple(sorted(pile(hand))) for hand in state.hands),
        "known": tuple(tuple(sorted(pile(hand))) for hand in state.known),
        "draw": pile(state.draw),
        "discard": pile(state.discard),
        "drawn": None if state.drawn is None else face(state.drawn),
        "colour": names[state.colour],
        "colour_before": names[state.colour_before],
    }
    return state.model_copy(update=changed)


def has_ties(state: GameState) -> bool:
    """Whether two colours that are not in force are held as often by both seats: these keep their order."""
    held = [
        tuple(sum(card.colour is colour for card in hand) for hand in state.hands)
        for colour in COLOURS
        if colour is not state.colour
    ]
    return len(set(held)) < len(held)


@given(walks(), seeds)
@examples(15)
def test_the_names_of_colours_make_no_difference(walk: Walk, seed: int) -> None:
    states = [state for state in of_duo(walk) if not has_ties(state)]
    if not states:
        return
    shuffled = Random(seed).sample(COLOURS, len(COLOURS))
    names: dict[Colour | None, Colour | None] = {None: None, **dict(zip(COLOURS, shuffled, strict=True))}
    assert (encode(states) == encode([renamed(state, names) for state in states])).all()


@pytest.mark.parametrize("order", list(permutations(COLOURS)), ids=str)
def test_the_colour_in_force_comes_first_and_then_the_one_held_most(order: tuple[Colour, ...]) -> None:
    names: dict[Colour | None, Colour | None] = {None: None, **dict(zip(COLOURS, order, strict=True))}
    state = position("R1 Y1 Y2 G1 G2 G3 B7", "B1 B2 Y1", "R5")
    found = asked(renamed(state, names))
    assert counts(found["of colour"][ON_TURN]) == [1, 3, 2, 1]
    assert counts(found["of colour"][OTHER]) == [0, 0, 1, 2]


def test_where_the_seat_on_turn_holds_as_many_the_other_hand_decides() -> None:
    found = asked(position("R1 Y1 B7", "B1 B2 Y1", "R5"))
    assert counts(found["of colour"][OTHER]) == [0, 2, 1, 0]


def test_what_the_seats_know_and_the_scores_make_no_difference() -> None:
    state = position("R1 Y1 B7", "B1 B2 Y1", "R5")
    others: list[dict[str, Any]] = [
        {"scores": (120, 30)},
        {"round": 5, "first": A},
        {"known": (cards("R1"), cards("B1 B2")), "known_draw": 4},
        {"draw": state.draw[::-1]},
        {"discard": (*cards("G7 G8"), *state.discard)},
        {"rules": Rules(target=500)},
        {"passes": 1},
    ]
    for other in others:
        assert (encode([state.model_copy(update=other)]) == encode([state])).all(), other


def test_it_is_told_from_the_side_of_the_seat_on_turn() -> None:
    mine = position("R1 Y1 Y2 G7 W", "B1 B2 B4 RR", "R5")
    other = position("B1 B2 B4 RR", "R1 Y1 Y2 G7 W", "R5", turn=B)
    assert (encode([mine]) == encode([other])).all()
    assert (encode([mine]) != encode([mine.model_copy(update={"turn": B})])).any()


# What each question means


def test_hands_are_told_face_by_face() -> None:
    found = asked(position("R1 R1 R9 B+2 W W W4", "BS BR", "R5"))["of face"]
    assert [which(place) for place in found[ON_TURN, 0].T] == [[1, 9], [1]], "at least one, and two"
    assert [which(place) for place in found[ON_TURN, 1].T] == [[12], []], "blue is held most beside"
    assert [which(place) for place in found[OTHER, 1].T] == [[10, 11], []]
    assert not found[OTHER, 0].any()


def test_wild_cards_are_counted() -> None:
    found = asked(position("W W W W4", "W4 W4 R1", "R5"))
    assert counts(found["wilds"]) == [3, 0]
    assert counts(found["draw fours"]) == [1, 2]


def test_colours_are_counted_and_what_a_dump_would_take() -> None:
    found = asked(position("RR R1 R2 B7 B8", "BR RR G1", "R5"))
    assert [counts(there) for there in found["of colour"]] == [[3, 2, 0, 0], [1, 1, 1, 0]]
    assert [counts(there) for there in found["dumps"]] == [[2, 0, 0, 0], [0, 0, 0, 0]]


def test_the_symbol_on_top_is_looked_for_in_other_colours() -> None:
    found = asked(position("R5 G5 G5 B5 B7 W", "Y5 R7", "R5"))
    assert counts(found["same elsewhere"]) == [3, 1]
    assert counts(found["matches"]) == [4, 2], "R5, the three others, and a Wild: at least four"
    found = asked(position("G7 B7", "RS GS W4", "YS"))
    assert counts(found["same elsewhere"]) == [0, 2]
    assert counts(found["matches"]) == [0, 3]


def test_a_wild_card_on_top_has_no_symbol_to_match() -> None:
    found = asked(position("R1 W", "B1 B2 W4", "W", colour=BLUE))
    assert counts(found["same elsewhere"]) == [0, 0]
    assert counts(found["matches"]) == [1, 3]
    assert which(found["symbol"]) == [13]


def test_hands_are_told_by_their_size_and_load() -> None:
    found = asked(position("R1 R2 R3", "W W4 B9", "R5"))
    assert counts(found["size"]) == [3, 3]
    assert counts(found["load"]) == [1, 7], "6 is at least 5; 44 at least 40"
    many = codes(face for face in Face if face.is_number and face.colour in (YELLOW, BLUE)) + " W W W W W W W W"
    found = asked(position(many, "R0", "G5"))
    assert counts(found["size"]) == [20, 1]
    assert counts(found["load"]) == [12, 0]


@pytest.mark.parametrize(("top", "symbol"), [("R0", 0), ("G9", 9), ("BS", 10), ("YR", 11), ("R+2", 12), ("W4", 14)])
def test_the_symbol_on_top_is_told(top: str, symbol: int) -> None:
    assert which(asked(position("R1", "B1", top, colour=RED))["symbol"]) == [symbol]


def test_the_card_drawn_is_told() -> None:
    state = position("R7 B7 B1", "G1", "R5", phase=Phase.DRAWN, drawn=Face.R7)
    found = asked(state)
    assert which(found["drawn"]) == [7]
    assert which(found["colour of drawn"]) == [0]
    found = asked(state.model_copy(update={"drawn": Face.B7}))
    assert which(found["colour of drawn"]) == [1]
    found = asked(state.model_copy(update={"drawn": Face.WILD}))
    assert (which(found["drawn"]), which(found["colour of drawn"])) == ([13], [])
    found = asked(position("R7", "G1", "R5"))
    assert (which(found["drawn"]), which(found["colour of drawn"])) == ([], [])


def test_the_card_looked_at_in_the_draft_is_told_and_no_top_card() -> None:
    state = after(drafting("R1 R2 B3 R4 G5 R6"), Keep(seat=A))
    found = asked(state)
    assert which(found["phase"]) == [0]
    assert which(found["drawn"]) == [3]
    assert which(found["symbol"]) == []
    assert counts(found["size"]) == [0, 1]
    assert counts(found["matches"]) == [0, 0]


@pytest.mark.parametrize(
    ("fields", "phase"),
    [
        ({"phase": Phase.NAME_COLOUR, "colour": None, "first": A}, 1),
        ({"phase": Phase.TURN, "colour": GREEN}, 2),
        ({"phase": Phase.CHALLENGE, "colour": BLUE, "colour_before": YELLOW}, 5),
    ],
    ids=["name colour", "turn", "challenge"],
)
def test_the_phase_is_told(fields: dict[str, Any], phase: int) -> None:
    assert which(asked(position("R1", "B1", "R5 W4", **fields))["phase"]) == [phase]


def test_a_bill_is_told() -> None:
    state = position("R+2", "B1", "B+2", phase=Phase.BILL, bill=6)
    assert which(asked(state)["phase"]) == [4]
    assert which(asked(state)["bill"]) == [0, 1, 2], "at least 2, 4 and 6"
    assert not asked(position("R1", "B1"))["bill"].any()


def test_whether_a_reverse_may_be_completed_is_told() -> None:
    assert asked(position("R1", "B1", "RR", may_dump=True))["may dump"].all()
    assert not asked(position("R1", "B1", "RR"))["may dump"].any()


@pytest.mark.parametrize("is_bluff", [False, True])
def test_whether_a_wild_draw_four_was_a_bluff_is_told(is_bluff: bool) -> None:
    given_now: dict[str, Any] = {"phase": Phase.CHALLENGE, "colour": BLUE, "colour_before": YELLOW}
    state = position("R1", "B1", "R5 W4", is_bluff=is_bluff, **given_now)
    assert asked(state)["is bluff"].all() == is_bluff


@given(walks())
@examples(10)
def test_hands_can_be_read_back(walk: Walk) -> None:
    for state in of_duo(walk):
        assert state.turn is not None
        found = asked(state)
        for place, seat in ((ON_TURN, state.turn), (OTHER, 1 - state.turn)):
            held = Counter(card.symbol for card in state.hands[seat] if card.colour is not None)
            told = Counter(np.repeat(range(13), found["of face"][place].sum(axis=(0, 2)).astype(int)).tolist())
            assert told == held
