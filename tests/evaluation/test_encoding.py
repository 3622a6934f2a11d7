"""What the networks are told of a position."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from tests.core.positions import BLUE, GREEN, RED, YELLOW, A, B, after, codes, drafting, position, rest_of_deck, table
from tests.core.walks import Walk, examples, seeds, walks
from uno_duo.core import COLOURS, Colour, DraftView, Face, GameState, Keep, Phase, PlayView, Rules, cards, view_for
from uno_duo.evaluation.encoding import FEATURES, SEEN_FEATURES, encode, encode_seen, sight_of
from uno_duo.evaluation.worlds import Worlds

ON_TURN, OTHER = 0, 1
GROUPS: Final[dict[str, tuple[int, ...]]] = {
    "of face": (2, 4, 13, 2),
    "wilds": (2, 8),
    "draw fours": (2, 4),
    "of colour": (2, 4, 8),
    "dumps": (2, 4, 8),
    "same elsewhere": (2, 3),
    "matches": (2, 4),
    "size": (2, 23),
    "load": (2, 15),
    "symbol": (15,),
    "drawn": (15,),
    "colour of drawn": (4,),
    "phase": (6,),
    "bill": (5,),
    "may dump": (1,),
    "is bluff": (1,),
    "asks on turn": (1,),
}
"""The questions in their order; where a shape begins with 2, those about the seat on turn come first."""
OF_UNSEEN: Final[dict[str, tuple[int, ...]]] = {
    "unseen of face": (4, 13, 2),
    "unseen wilds": (8,),
    "unseen draw fours": (4,),
    "unseen of colour": (4, 9),
    "share that matches": (10,),
}
"""Those about what a seat sees that come after them; there its own hand comes first, and then what it knows."""


def encoded(states: Sequence[GameState]) -> NDArray[np.float32]:
    """Positions as the seat on turn asks about them."""
    return encode(states, [0 if state.turn is None else state.turn for state in states])


def asked(state: GameState) -> dict[str, NDArray[np.float32]]:
    """The answers about a position, group by group."""
    (row,) = encoded([state])
    assert len(row) == FEATURES
    return grouped(row, GROUPS)


def asked_of_seen(state: GameState, seat: int = A) -> dict[str, NDArray[np.float32]]:
    """The answers about what a seat sees of a position."""
    (row,) = encode_seen([sight_of(state, seat)])
    assert len(row) == SEEN_FEATURES
    return grouped(row, GROUPS | OF_UNSEEN)


def grouped(row: NDArray[np.float32], groups: dict[str, tuple[int, ...]]) -> dict[str, NDArray[np.float32]]:
    found, begin = {}, 0
    for name, shape in groups.items():
        end = begin + int(np.prod(shape))
        found[name] = row[begin:end].reshape(shape)
        begin = end
    assert begin == len(row)
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
    rows = encoded(states)
    assert rows.shape == (len(states), FEATURES)
    assert rows.dtype == np.float32
    assert set(np.unique(rows)) <= {0, 1}
    for row, state in zip(rows, states, strict=True):
        assert (encoded([state]) == row).all(), "a position is encoded alike beside others"


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

    changed: dict[str, Any] = {
        "hands": tuple(tuple(sorted(pile(hand))) for hand in state.hands),
        "known": tuple(tuple(sorted(pile(hand))) for hand in state.known),
        "draw": pile(state.draw),
        "discard": pile(state.discard),
        "drawn": None if state.drawn is None else face(state.drawn),
        "colour": names[state.colour],
    }
    if accused := state.accused:
        then = {
            "colour": names[accused.colour],
            "under": face(accused.under),
            "known": tuple(sorted(pile(accused.known))),
        }
        changed["accused"] = accused.model_copy(update=then)
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
    assert (encoded(states) == encoded([renamed(state, names) for state in states])).all()


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
        assert (encoded([state.model_copy(update=other)]) == encoded([state])).all(), other


def test_it_is_told_from_the_side_of_the_seat_on_turn() -> None:
    mine = position("R1 Y1 Y2 G7 W", "B1 B2 B4 RR", "R5")
    other = position("B1 B2 B4 RR", "R1 Y1 Y2 G7 W", "R5", turn=B)
    assert (encoded([mine]) == encoded([other])).all()
    assert (encoded([mine]) != encoded([mine.model_copy(update={"turn": B})])).any()


def test_it_is_told_whether_the_seat_that_asks_is_on_turn() -> None:
    states = [position("R1 Y1", "B1", "R5", turn=seat) for seat in (A, B)]
    for asking in (A, B):
        rows = encode(states, [asking, asking])
        assert [grouped(row, GROUPS)["asks on turn"].tolist() for row in rows] == [[asking == A], [asking == B]]
        assert (rows[:, :-1] == encoded(states)[:, :-1]).all(), "and nothing else"


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
    assert counts(found["size"]) == [21, 1], "28 are at least 24, and not 30"
    assert counts(found["load"]) == [13, 0], "210 is at least 160, and not 220"


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


# What a seat sees


@given(walks(), seeds)
@examples(15)
def test_hidden_cards_make_no_difference_to_what_is_seen(walk: Walk, seed: int) -> None:
    for state in of_duo(walk):
        for seat in (A, B):
            view = view_for(state, seat)
            assert isinstance(view, DraftView | PlayView)
            (world,) = Worlds(view).sample(1, Random(seed))
            is_bluff = state.is_bluff != (state.phase is Phase.CHALLENGE and state.turn == seat)
            other = state.with_hidden(world.hands, world.draw, world.drawn or state.drawn, is_bluff)
            assert sight_of(other, seat) == sight_of(state, seat)


def test_what_is_seen_is_encoded_alike_beside_others() -> None:
    states = [position("R1 Y1", "B1 B2 Y1"), drafting("R1 R2"), position("R1", "B1 W", "B7", turn=B)]
    sights = [sight_of(state, seat) for state, seat in zip(states, (A, B, B), strict=True)]
    rows = encode_seen(sights)
    assert rows.shape == (3, SEEN_FEATURES)
    assert rows.dtype == np.float32
    assert set(np.unique(rows)) <= {0, 1}
    for row, sight in zip(rows, sights, strict=True):
        assert (encode_seen([sight]) == row).all()


def test_the_own_hand_is_told_and_of_the_other_what_is_known() -> None:
    state = position("R1 R1 R9 W", "B1 B2 R7 W4", "R5", known=("R9", "B2 W4"))
    found = asked_of_seen(state)
    assert [which(place) for place in found["of face"][ON_TURN, 0].T] == [[1, 9], [1]]
    assert [which(place) for place in found["of face"][OTHER, 1].T] == [[2], []]
    assert counts(found["draw fours"]) == [0, 1]
    assert counts(found["of colour"][OTHER]) == [0, 1, 0, 0], "R7 is hidden"
    assert counts(found["size"]) == [4, 4], "but how many cards there are is not"
    found = asked_of_seen(state, B)
    assert [which(place) for place in found["of face"][ON_TURN, 0].T] == [[7], []]
    assert [which(place) for place in found["of face"][OTHER, 0].T] == [[9], []]


def test_the_cards_that_are_hidden_are_counted_wherever_they_lie() -> None:
    hidden = cards("G2 B8 R7 R7 W W4")
    gone = codes(rest_of_deck(cards("R1 W G1 Y9 Y0 R5"), hidden))
    state = table("R1 W", "G1 G2 B8", discard=f"{gone} R5", draw="R7 R7 W W4 Y9 Y0", known=("", "G1"), known_draw=2)
    found = asked_of_seen(state)
    red, green, yellow, blue = found["unseen of face"]
    assert [which(place) for place in red.T] == [[7], [7]]
    assert which(green[:, 0]) == [2], "G1 is known to be in the other hand"
    assert which(blue[:, 0]) == [8]
    assert not yellow.any(), "the end of the draw pile is known"
    assert which(found["unseen wilds"]) == which(found["unseen draw fours"]) == [0]
    assert which(found["share that matches"]) == list(range(10)), "R7, R7, W and W4 of six"
    assert counts(found["unseen of colour"]) == [0, 0, 0, 0], "less than three each"


def test_a_card_looked_at_in_the_draft_is_hidden_from_the_other_alone() -> None:
    state = after(drafting("R1 R2 B3 R4 G5 R6"), Keep(seat=A))
    mine, other = asked_of_seen(state, B), asked_of_seen(state, A)
    assert which(mine["drawn"]) == [3]
    assert which(other["drawn"]) == []
    three = sum(int(found["unseen of face"][:, 3].sum()) for found in (mine, other))
    assert three == 7 + 8, "the blue 3 is one of the eight"
    assert which(mine["asks on turn"]) == [0]
    assert which(other["asks on turn"]) == []


def test_a_card_drawn_is_hidden_from_the_other_and_that_it_is_thought_about_too() -> None:
    state = position("R7 B7 B1", "G1", "R5", phase=Phase.DRAWN, drawn=Face.R7)
    mine, other = asked_of_seen(state), asked_of_seen(state, B)
    assert (which(mine["phase"]), which(mine["drawn"])) == ([3], [7])
    assert (which(other["phase"]), which(other["drawn"])) == ([2], [])


def test_only_who_played_a_wild_draw_four_knows_of_a_bluff() -> None:
    given_now: dict[str, Any] = {"phase": Phase.CHALLENGE, "colour": BLUE, "colour_before": YELLOW}
    state = position("R1", "B1", "R5 W4", is_bluff=True, **given_now)
    assert not asked_of_seen(state, A)["is bluff"].any(), "it answers"
    assert asked_of_seen(state, B)["is bluff"].all()


def test_both_know_that_a_reverse_may_be_completed() -> None:
    state = position("R1", "B1", "RR", may_dump=True)
    assert all(asked_of_seen(state, seat)["may dump"].all() for seat in (A, B))
