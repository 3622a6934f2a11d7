"""Worlds agree with all that a view tells, and are uniform over the rest."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import islice, permutations
from math import comb, factorial, sqrt
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given

from tests.core.positions import (
    BLUE,
    GREEN,
    RED,
    A,
    B,
    C,
    after,
    codes,
    cutting,
    drafting,
    lay,
    position,
    rest_of_deck,
    sorted_hand,
    table,
)
from tests.core.walks import RULES, Walk, examples, walks
from uno_duo.bots.memory import as_remembered
from uno_duo.core import (
    CallOut,
    Challenge,
    Cut,
    DraftView,
    Draw,
    Face,
    GameState,
    Keep,
    Phase,
    PlayView,
    Reject,
    Rules,
    cards,
    full_deck,
    new_match,
    view_for,
)
from uno_duo.core.cards import are_same, matching
from uno_duo.evaluation.worlds import Worlds


def view_of(state: GameState, seat: int) -> DraftView | PlayView:
    view = view_for(state, seat)
    assert isinstance(view, DraftView | PlayView)
    return view


def sampled(state: GameState, seat: int, count: int = 1, seed: int = 1) -> list[GameState]:
    return list(Worlds(view_of(state, seat)).sample(count, Random(seed)))


# Agreement


def is_decided_in(state: GameState) -> bool:
    return state.phase is not Phase.SHUFFLE and not state.round_has_ended


def assert_agrees(world: GameState, state: GameState, seat: int) -> None:
    """What every world of a position must be."""
    assert view_for(world, seat) == view_for(state, seat)
    assert GameState.model_validate(world.model_dump()) == world
    assert GameState.model_validate_json(world.model_dump_json()) == world
    assert are_same((*(card for hand in world.hands for card in hand), *world.draw, *world.discard), deck_of(state))
    assert all(list(hand) == sorted(hand) for hand in world.hands)
    assert all(isinstance(card, Face) for hand in (*world.hands, world.draw) for card in hand)
    if world.phase is Phase.CHALLENGE:
        assert world.is_bluff in may_be_bluffs(world, seat)
    else:
        assert not world.is_bluff
    if world.phase is Phase.DRAFT:
        assert world.drawn == world.draw[0]


def deck_of(state: GameState) -> tuple[Face, ...]:
    return full_deck(state.rules) if state.round or state.phase is Phase.CUT else ()


def may_be_bluffs(state: GameState, seat: int) -> set[bool]:
    """Whether the hand from which a Wild Draw 4 was played may have matched, as far as a seat knows, and may not."""
    accused = state.accused
    assert accused is not None
    could = matching(accused.colour, accused.under.symbol, state.rules.symbols_match)
    if any(card in could for card in accused.known):
        return {True}
    if seat == accused.seat:
        return {any(card in could for card in state.hands[seat])}
    others = Counter(state.hands[accused.seat]) - Counter(state.known[accused.seat])
    matches = sum(others[card] for card in could)
    hidden = accused.hand_size - len(accused.known)
    found = {True} if min(hidden, matches) else set()
    return found | {False} if others.total() - matches >= hidden else found


@given(walks())
@examples(15)
def test_a_world_agrees_with_the_view_of_every_seat(walk: Walk) -> None:
    chance = Random(walk.seed)
    states = [state for state in walk.states() if is_decided_in(state)]
    for state in chance.sample(states, min(8, len(states))):
        for seat in range(state.rules.seats):
            for world in sampled(state, seat, 5, walk.seed):
                assert_agrees(world, state, seat)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_position_of_a_match_has_its_worlds(rules: Rules) -> None:
    chance = Random(3)
    for state in filter(is_decided_in, Walk(rules, "bold", 3, 150).states()):
        seat = chance.randrange(rules.seats)
        assert_agrees(sampled(state, seat)[0], state, seat)


PHASES: Final = {
    "cut": after(cutting("R3 R3 R5 R6"), Cut(seat=A, place=0)),
    "draft": after(drafting("R1 R2 R3 R4 R5 R6"), Keep(seat=A), Reject(seat=B)),
    "name colour": position("R1 R2", "B1 B2", "W", phase=Phase.NAME_COLOUR, first=A, colour=None),
    "turn": position("R1 R2", "B1 B2 B3", "G1 R5"),
    "drawn": position("R1 R2 B7", "B1 B2", "R5", phase=Phase.DRAWN, drawn=Face.R2),
    "reverse to complete": position("R1 R2 B7", "B1 B2", "RR", may_dump=True),
    "bill": position("R1 R+2", "B1 B2", "B+2", phase=Phase.BILL, bill=4),
    "challenge": position("R1 R2", "B1 B2", "R5 W4", phase=Phase.CHALLENGE, colour=BLUE, colour_before=RED),
    "UNO forgotten": position("R1 R2", "B1", uno_open=B),
    "known cards": position("R1 R2", "B1 B2 G4", known=("R1", "B1 G4"), known_draw=20),
    "nothing to draw": position("R1 R2", "B1 B2", codes((*rest_of_deck(cards("R1 R2 B1 B2 R5")), Face.R5)), draw=""),
    "three seats": table("R1 R2", "B1", "G1 G2 G3", known=("", "B1", "G2"), known_draw=3),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", [A, B])
def test_each_kind_of_position_has_its_worlds(phase: str, seat: int) -> None:
    for world in sampled(PHASES[phase], seat, 40):
        assert_agrees(world, PHASES[phase], seat)


@given(walks(200))
@examples(20)
def test_what_a_person_remembers_is_agreed_with_too(walk: Walk) -> None:
    states = [state for state in walk.states() if is_decided_in(state)]
    for state in states[-3:]:
        for seat in range(state.rules.seats):
            view = as_remembered(view_of(state, seat))
            for world in Worlds(view).sample(3, Random(walk.seed)):
                assert view_for(world, seat) == view


def test_whoever_bluffed_in_the_real_position_did_so_in_the_worlds_that_show_all() -> None:
    for held, guilty in (("R1 B2 B3", True), ("B1 B2 B3", False), ("G5 B2 W", True), ("W W4 B2", False)):
        given_now: dict[str, Any] = {"phase": Phase.CHALLENGE, "colour": BLUE, "colour_before": RED, "is_bluff": guilty}
        state = position("Y1 Y2", held, "R5 W4", known=("", held), **given_now)
        assert {world.is_bluff for world in sampled(state, A, 20)} == {guilty}


def test_a_hand_that_is_not_known_may_have_bluffed_or_not() -> None:
    state = position("Y1 Y2", "R1 B2", "R5 W4", phase=Phase.CHALLENGE, colour=BLUE, colour_before=RED, is_bluff=True)
    worlds = sampled(state, A, 200)
    assert 20 < sum(world.is_bluff for world in worlds) < 180
    for world in worlds:
        told = after(world, Challenge(seat=A))
        assert (told.turn == A) == world.is_bluff
        assert len(told.hands[B]) == (6 if world.is_bluff else 2)


def test_a_bluff_is_judged_by_the_card_below_also_once_that_is_turned_over() -> None:
    """For a call-out the discard pile was turned over; the card that lay below the top one is drawn last."""
    pile = codes((*rest_of_deck(cards("Y1 Y2 G5 B4 R5 W4")), Face.of("R5")))
    given_now: dict[str, Any] = {"phase": Phase.CHALLENGE, "colour": GREEN, "colour_before": RED, "is_bluff": True}
    state = position("Y1 Y2", "G5 B4", "W4", draw=pile, known=("", "G5 B4"), known_draw=5, **given_now)
    assert {world.is_bluff for world in sampled(state, A, 10)} == {True}, "the green 5 matched the red 5"
    state = position(
        "Y1 Y2", "G6 B4", "W4", draw=pile.replace("G6", "G5", 1), known=("", "G6 B4"), known_draw=5, **given_now
    )
    assert {world.is_bluff for world in sampled(state, A, 10)} == {False}


@pytest.mark.parametrize("known_draw", [0, 107])
def test_what_is_drawn_after_the_play_makes_nobody_a_bluffer(known_draw: int) -> None:
    """KNOWN_FAULTS.md, 5."""
    start = position("Y1 Y2", "W4 B1", "R5", turn=B, ahead="R1 R2")
    assert len(start.draw) == 107
    forgotten = after(start.model_copy(update={"known_draw": known_draw}), lay(B, "W4", BLUE))
    shares = []
    for state in (forgotten, after(forgotten, CallOut(seat=A))):
        worlds = sampled(state, A, 2_000)
        shares.append(sum(world.is_bluff for world in worlds) / len(worlds))
    assert shares[1] == pytest.approx(shares[0], abs=0.05)
    assert shares[0] == 0 if known_draw else 0.1 < shares[0] < 0.5


def test_each_hidden_card_of_a_hand_that_has_drawn_was_as_likely_drawn() -> None:
    start = position("Y1 Y2", "W4 B1 B2", "R5", turn=B, known=("", "B2"))
    called = after(after(start, lay(B, "W4", BLUE)).model_copy(update={"uno_open": B}), CallOut(seat=A))
    assert len(called.hands[B]) == 4
    view = view_of(called, A)
    assert isinstance(view, PlayView)
    matches = view.matches_before
    worlds = sampled(called, A, 6_000)
    of_one = [world for world in worlds if sum(card in matches for card in world.hands[B]) == 1]
    assert sum(world.is_bluff for world in of_one) / len(of_one) == pytest.approx(1 / 3, abs=0.05)


@pytest.mark.parametrize("rules", [Rules.duo(), Rules.classic(3)], ids=["duo", "classic"])
def test_while_a_shuffle_is_due_there_are_none(rules: Rules) -> None:
    with pytest.raises(ValueError, match="shuffle"):
        Worlds(view_of(new_match(rules), A))


def test_while_a_shuffle_interrupts_a_draw_there_are_none() -> None:
    state = after(table("R1 R2", "B1 B2", discard="G1 G2 R5", draw="B9"), Draw(seat=A))
    assert state.due is not None
    with pytest.raises(ValueError, match="shuffle"):
        Worlds(view_of(state, A))


def test_what_the_draft_has_shown_stays_where_it_is() -> None:
    state = drafting("R1 R2 R3 R4 R5 R6 R7 R8")
    assert {world.draw[0] for world in sampled(state, A, 50)} == {Face.R1}
    assert len({world.draw[0] for world in sampled(state, B, 50)}) > 10
    state = after(state, Keep(seat=A), Reject(seat=B))
    for world in sampled(state, A, 50):
        assert world.hands[A] == (Face.R1,)
        assert world.discard == (Face.R2, Face.R3)
        assert world.draw[0] is Face.R5
    assert len({world.hands[B] for world in sampled(state, A, 50)}) > 10


def test_what_was_cut_lies_where_it_was() -> None:
    state = after(cutting("R3 R4 R3 R4 R5"), Cut(seat=A, place=1), Cut(seat=B, place=3))
    assert state.phase is Phase.CUT
    for world in sampled(state, A, 30):
        assert world.draw[1] is world.draw[3] is Face.R4
    assert len({world.draw[0] for world in sampled(state, A, 30)}) > 5


# The same again, and not the same


def test_the_same_generator_gives_the_same_worlds() -> None:
    state = position("R1 R2", "B1 B2 B3")
    assert sampled(state, A, 20, seed=4) == sampled(state, A, 20, seed=4)
    assert sampled(state, A, 20, seed=4) != sampled(state, A, 20, seed=5)


def test_going_on_gives_other_worlds() -> None:
    worlds, generator = Worlds(view_of(position("R1 R2", "B1 B2 B3"), A)), Random(1)
    first, second = (list(worlds.sample(10, generator)) for _ in range(2))
    assert not any(world in first for world in second)
    assert list(worlds.sample(0, generator)) == []


def test_the_hidden_cards_of_the_position_itself_make_no_difference() -> None:
    state, view = position("R1 R2", "B1 B2 B3"), view_of(position("R1 R2", "B1 B2 B3"), A)
    other = next(Worlds(view).sample(1, Random(9)))
    assert other.hands[B] != state.hands[B]
    assert sampled(other, A, 20) == sampled(state, A, 20)


# Uniformity


def chi_squared_is_fair(found: Iterable[Hashable], cases: int, draws: int) -> bool:
    """Whether so many cases, all of them equally likely, came up about equally often."""
    counts = Counter(found)
    assert counts.total() == draws
    assert len(counts) <= cases, "there are more cases than there should be"
    expected = draws / cases
    assert expected >= 20
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    statistic += (cases - len(counts)) * expected
    freedom = cases - 1
    # Wilson and Hilferty: its cube root is about normal; 4 standard deviations are passed once in 30,000 times.
    spread = sqrt(2 / (9 * freedom))
    root: float = (statistic / freedom) ** (1 / 3)
    return root < 1 - spread**2 + 4 * spread


DRAWS: Final = 2_000


def each_place(
    state: GameState, seat: int, together: int, seen: Callable[[GameState], Hashable]
) -> list[list[Hashable]]:
    """What is seen in worlds that were sampled some at a time, by their places among these.

    Those that were sampled together need not be independent; those at one place are.
    """
    worlds, generator = Worlds(view_of(state, seat)), Random(7)
    rows = [[seen(world) for world in worlds.sample(together, generator)] for _ in range(DRAWS)]
    return [[row[place] for row in rows] for place in range(together)]


def all_but(hands: str, pile: str, known_end: str = "", top: str = "R5") -> str:
    """The cards that lie face up below the top card, so that beside these no others are left: a small case."""
    gone = rest_of_deck(cards(hands), cards(pile), cards(known_end), cards(top))
    return codes((*gone, *cards(top)))


def small(a: str, b: str, draw: str, known_end: str = "", known: tuple[str, str] = ("", "")) -> GameState:
    """A position of which all but a few cards lie face up."""
    discard = all_but(f"{a} {b}", draw, known_end)
    end = len(cards(known_end))
    return position(a, b, discard, draw=f"{draw} {known_end}", known=known, known_draw=end)


@pytest.mark.parametrize("together", [1, 2, 5])
def test_the_other_hand_and_the_pile_are_uniform_together(together: int) -> None:
    state = small("R1", "G1 G2", "B1 B2 Y3")
    for found in each_place(state, A, together, lambda world: (world.hands[B], world.draw)):
        assert chi_squared_is_fair(found, factorial(5) // 2, DRAWS)


@pytest.mark.parametrize("together", [1, 3])
def test_copies_of_a_face_are_told_from_one_another(together: int) -> None:
    """Among G1 G1 B2 B2 a hand of both G1 is a quarter as likely as one of each."""
    state = small("R1", "G1 G1", "B2 B2")
    for found in each_place(state, A, together, lambda world: codes(world.hands[B])):
        counts = Counter(found)
        assert set(counts) == {"G1 G1", "G1 B2", "B2 B2"}
        assert abs(counts["G1 B2"] / DRAWS - 4 / 6) < 0.04
        assert abs(counts["G1 G1"] / DRAWS - 1 / 6) < 0.04


@pytest.mark.parametrize("together", [1, 4])
def test_where_the_other_hand_is_known_the_pile_is_uniform(together: int) -> None:
    state = small("R1", "G1 G2", "B1 B2 Y3 Y4", known=("", "G1 G2"))
    for found in each_place(state, A, together, lambda world: world.draw):
        assert chi_squared_is_fair(found, factorial(4), DRAWS)
        assert set(found) == set(permutations(cards("B1 B2 Y3 Y4")))


@pytest.mark.parametrize("together", [1, 2])
def test_known_cards_and_a_known_end_stay_and_the_rest_is_uniform(together: int) -> None:
    state = small("R1", "G1 G2 G3", "B1 B2", known_end="Y8 Y9", known=("R1", "G3"))
    for found in each_place(state, A, together, lambda world: (world.hands[B], world.draw)):
        assert chi_squared_is_fair(found, factorial(4) // 2, DRAWS)
    for world in sampled(state, A, 50):
        assert Face.G3 in world.hands[B]
        assert world.draw[-2:] == cards("Y8 Y9")


@pytest.mark.parametrize("together", [1, 2, 3])
def test_three_hands_are_uniform(together: int) -> None:
    discard = all_but("R1 G1 B1 B2", "Y1")
    state = table("R1", "G1", "B1 B2", discard=discard, draw="Y1", rules=Rules.classic(3))
    for found in each_place(state, A, together, lambda world: (world.hands[B:], world.draw)):
        assert chi_squared_is_fair(found, factorial(4) // 2, DRAWS)
    for found in each_place(state, C, together, lambda world: (world.hands[:C], world.draw)):
        assert chi_squared_is_fair(found, factorial(3), DRAWS)


@pytest.mark.parametrize("together", [1, 9])
def test_in_a_whole_deck_every_card_is_as_likely_in_the_other_hand(together: int) -> None:
    state = position("R1 R2", "B1 B2 B3 B4 B5 B6 B7")
    unseen = rest_of_deck(cards("R1 R2 R5"))
    (*_, found) = each_place(state, A, together, lambda world: world.hands[B])
    counts = Counter(card for hand in found if isinstance(hand, tuple) for card in hand)
    for face, copies in Counter(unseen).items():
        expected = DRAWS * 7 * copies / len(unseen)
        assert abs(counts[face] - expected) < 5 * sqrt(expected), face


@pytest.mark.parametrize("together", [1, 6])
def test_with_a_card_looked_at_in_the_draft_the_next_one_is_uniform(together: int) -> None:
    state = after(drafting("R1 R2 R3 R4 R5"), Keep(seat=A), Keep(seat=B))
    unseen = Counter(rest_of_deck(cards("R1 R2 R4 R5")))
    (*_, seen) = each_place(state, A, together, lambda world: (world.draw[1], world.hands[B][0]))
    for position_of in (0, 1):
        counts = Counter(pair[position_of] for pair in seen if isinstance(pair, tuple))
        for face, copies in unseen.items():
            expected = DRAWS * copies / unseen.total()
            assert abs(counts[face] - expected) < 5 * sqrt(expected), face


def test_of_worlds_sampled_together_no_hand_is_seen_twice_before_it_must() -> None:
    state = small("R1", "G1 G2", "B1 B2 Y3 Y4")
    for _ in range(20):
        hands = [world.hands[B] for world in sampled(state, A, 3)]
        assert are_same(tuple(card for hand in hands for card in hand), sorted_hand("G1 G2 B1 B2 Y3 Y4"))
    assert comb(6, 2) == len({world.hands[B] for world in sampled(state, A, 400)})


# Positions with other cards where a seat cannot see them


@given(walks(150))
@examples(20)
def test_other_hidden_cards_make_a_state_equal_to_a_validated_one(walk: Walk) -> None:
    for state in islice(filter(is_decided_in, reversed(walk.states())), 3):
        for seat in range(state.rules.seats):
            world = sampled(state, seat)[0]
            made = state.with_hidden(world.hands, world.draw, world.drawn, world.is_bluff)
            given_now: dict[str, Any] = {
                "hands": world.hands,
                "draw": world.draw,
                "drawn": world.drawn,
                "is_bluff": world.is_bluff,
            }
            assert made == GameState.model_validate({**dict(state), **given_now})
            assert made.model_fields_set == set(GameState.model_fields)
            assert hash(made) == hash(GameState.model_validate(made.model_dump()))
            assert state.with_hidden(state.hands, state.draw, state.drawn, state.is_bluff) == state


def test_the_position_that_it_is_made_of_stays() -> None:
    state = position("R1 R2", "B1 B2")
    before = state.model_dump_json()
    made = state.with_hidden((cards("R1 R2"), cards("G1 G2")), state.draw, None, is_bluff=False)
    assert state.model_dump_json() == before
    assert codes(made.hands[B]) == "G1 G2"
