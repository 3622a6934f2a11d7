"""RULES.md, *Classic UNO*: the dealer, the deal, the turned-up card, the turn, and UNO."""

import itertools

import pytest

from tests.core.positions import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    A,
    B,
    C,
    D,
    after,
    codes,
    complete,
    cut_by,
    cutting,
    dealing,
    dealt,
    gains,
    lay,
    playable,
    refusal,
    reshuffle,
    table,
)
from uno_duo.core import (
    COLOURS,
    Accept,
    CallOut,
    Challenge,
    Colour,
    Cut,
    Draw,
    GameState,
    Keep,
    NameColour,
    Pass,
    Phase,
    Reason,
    Rules,
    SayUno,
    Shuffle,
    Take,
    cards,
    full_deck,
    legal_moves,
    new_match,
)

TWO, THREE, FOUR = (Rules.classic(seats) for seats in (2, 3, 4))
IDLE = "G1 G2 G3", "G4 G6 G7", "G8 G9 Y9", "Y3 Y4 Y6", "Y7 Y8 Y9", "B4 B6 B7", "B8 B9 B9", "G1 G2 G3", "G4 G6 G7"
"""Hands for nine seats that only stand by, without red and without a card that does something."""
PLAIN = IDLE[0]


def cut_in_order(deck: str, seats: int) -> tuple[list[int], GameState]:
    """Who cut, one after another, as the first cards of a deck are cut as they lie; and the position then."""
    state, turns = cutting(deck, Rules.classic(seats)), list[int]()
    for place in range(len(deck.split())):
        assert state.phase is Phase.CUT
        assert state.turn is not None
        turns.append(state.turn)
        state = after(state, Cut(seat=state.turn, place=place))
    return turns, state


# Who deals


def test_the_numbers_of_the_game() -> None:
    for seats in range(2, 11):
        rules = Rules.classic(seats)
        assert (rules.seats, rules.target, rules.hand_size, rules.extra_wilds) == (seats, 500, 7, 4)
        assert len(full_deck(rules)) == 112


@pytest.mark.parametrize(("deck", "dealer"), [("R9 Y8 G7", A), ("R1 Y8 G0", B), ("R1 Y1 G2", C)])
def test_each_seat_cuts_in_turn_and_the_highest_number_deals(deck: str, dealer: int) -> None:
    turns, state = cut_in_order(deck, 3)
    assert turns == [A, B, C]
    assert (state.first, state.phase, state.turn, state.round) == (dealer, Phase.SHUFFLE, None, 0)


def test_ten_seats_cut_for_the_deal() -> None:
    turns, state = cut_in_order("R0 R1 R2 R3 R4 R5 R6 R9 R8 R7", 10)
    assert turns == list(range(10))
    assert state.first == 7


@pytest.mark.parametrize("card", ["RS", "GR", "B+2", "W", "W4"])
def test_a_card_without_a_number_is_cut_again_at_once_by_that_seat(card: str) -> None:
    turns, state = cut_in_order(f"R3 {card} {card} Y9 G4", 3)
    assert turns == [A, B, B, B, C]
    assert state.first == B


def test_those_who_tie_for_the_highest_cut_again_among_themselves_in_the_same_order() -> None:
    turns, state = cut_in_order("R2 Y9 G3 B9 R4 Y5", 4)
    assert turns == [A, B, C, D, B, D]
    assert state.first == D


def test_a_tie_below_the_highest_is_no_tie() -> None:
    turns, state = cut_in_order("R2 Y2 G3", 3)
    assert turns == [A, B, C]
    assert state.first == C


def test_who_was_lower_stays_out_of_it_whatever_is_cut_after_a_tie() -> None:
    turns, state = cut_in_order("R9 Y8 G9 B1 R0", 3)
    assert turns == [A, B, C, A, C]
    assert state.first == A


def test_a_second_tie_is_cut_among_fewer_and_a_card_without_a_number_again_at_once() -> None:
    turns, state = cut_in_order("R7 Y7 G7 B1 R5 YS Y5 B2 W G3", 3)
    assert turns == [A, B, C, A, B, C, C, B, C, C]
    assert state.first == C


def test_a_place_is_cut_once() -> None:
    state = after(cutting("R9 Y9 G1", THREE), *(Cut(seat=seat, place=seat) for seat in (A, B, C)))
    assert (state.turn, refusal(state, Cut(seat=A, place=1))) == (A, Reason.PLACE_TAKEN)
    assert refusal(state, Cut(seat=C, place=5)) is Reason.NOT_ON_TURN


def over(dealer: int, seats: int, number: int = 1) -> GameState:
    """A round that A has ended, dealt by some seat."""
    return after(table("R1", *["G1"] * (seats - 1), round=number, first=dealer), lay(A, "R1"))


@pytest.mark.parametrize(("dealer", "after_it"), [(A, B), (B, C), (C, A)])
def test_the_deal_passes_to_the_left_from_round_to_round(dealer: int, after_it: int) -> None:
    state = over(dealer, 3, 4)
    assert (state.first, state.round) == (dealer, 4)
    state = after(state, dealing("R5", rules=THREE))
    assert (state.first, state.round) == (after_it, 5)
    assert state.turn == (after_it + 1) % 3


# The deal


def test_seven_cards_are_dealt_one_at_a_time_beginning_left_of_the_dealer() -> None:
    deck = full_deck(THREE)[5:] + full_deck(THREE)[:5]
    state = after(cut_by(B, THREE), Shuffle(order=deck))
    assert (state.first, state.round) == (B, 1)
    assert state.hands[C] == tuple(sorted(deck[0:21:3]))
    assert state.hands[A] == tuple(sorted(deck[1:21:3]))
    assert state.hands[B] == tuple(sorted(deck[2:21:3]))
    assert state.discard == deck[21:22]
    assert state.draw == deck[22:]


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_seat_is_dealt_seven(seats: int) -> None:
    state = dealt("R5", rules=Rules.classic(seats))
    assert [len(hand) for hand in state.hands] == [7] * seats
    assert len(state.draw) == 112 - 7 * seats - 1
    assert state.known_draw == 0
    assert state.known == ((),) * seats


def test_there_is_no_draft() -> None:
    state = dealt("R5", rules=TWO)
    assert (state.phase, state.picks) == (Phase.TURN, ())
    assert refusal(state, Keep(seat=A)) is Reason.NOT_ASKED


def test_the_deck_is_shuffled_whole_for_each_round() -> None:
    deck = full_deck(THREE)
    for state in (new_match(THREE), cut_by(A, THREE), over(A, 3)):
        assert refusal(state, Shuffle(order=deck)) is None
        assert refusal(state, Shuffle(order=deck[1:])) is Reason.WRONG_CARDS


# The turned-up card


@pytest.mark.parametrize("seats", [2, 3, 4, 10])
def test_on_a_number_the_seat_left_of_the_dealer_starts_and_play_runs_to_the_left(seats: int) -> None:
    reds = ["R1", "R2", "R3", "R4", "R6", "R7", "R8", "R9", "R1", "R2"]
    for dealer in range(seats):
        rules = Rules.classic(seats)
        state = dealt("R5", *reds[:seats], dealer=dealer, rules=rules)
        for turn in range(dealer + 1, dealer + 1 + seats):
            assert (state.turn, state.direction, state.phase) == (turn % seats, 1, Phase.TURN)
            state = after(state, lay(turn % seats, reds[turn % seats]))


@pytest.mark.parametrize("wild", ["W", "W4"])
@pytest.mark.parametrize(("seats", "middle"), [(2, 48), (3, 45), (4, 41), (10, 20)])
def test_a_wild_card_goes_into_the_middle_of_the_pile_and_the_next_card_is_turned(
    wild: str, seats: int, middle: int
) -> None:
    """Of 112 cards there are 98, 91, 84 and 42 after the deal, so that 97, 90, 83 and 41 are left beside the wild."""
    rules = Rules.classic(seats)
    shuffle = dealing(f"{wild} R5", rules=rules)
    state = after(cut_by(seats - 1, rules), shuffle)
    rest = shuffle.order[7 * seats + 1 :]
    assert state.discard == cards("R5")
    assert state.draw == (*rest[1:middle], *cards(wild), *rest[middle:])
    assert (state.phase, state.turn, state.colour, state.known_draw) == (Phase.TURN, A, RED, 0)
    assert [len(hand) for hand in state.hands] == [7] * seats, "nobody draws for it"
    assert refusal(state, NameColour(seat=A, colour=RED)) is Reason.NOT_ASKED


def test_several_wild_cards_are_buried_one_after_another() -> None:
    """The first goes before what is then card 48 of 97; it is in place 47 of the 97 that the second is put among."""
    shuffle = dealing("W W4 R5 Y1 Y2", rules=TWO)
    state = after(cut_by(B, TWO), shuffle)
    pile = shuffle.order[14:]
    assert pile[:3] == cards("W W4 R5")
    assert state.discard == pile[2:3]
    assert state.draw == (*pile[3:49], *cards("W W4"), *pile[49:])


def test_after_a_buried_wild_the_next_card_acts_as_ever() -> None:
    state = dealt("W R+2 Y1 Y2", rules=THREE)
    assert (codes(state.discard), state.turn, [len(hand) for hand in state.hands]) == ("R+2", B, [9, 7, 7])


@pytest.mark.parametrize(("seats", "dealer", "turn"), [(3, A, C), (3, C, B), (4, A, D), (4, D, C), (10, A, 9)])
def test_a_turned_up_reverse_lets_play_run_to_the_right_from_the_right_of_the_dealer(
    seats: int, dealer: int, turn: int
) -> None:
    state = dealt("RR", dealer=dealer, rules=Rules.classic(seats))
    assert (state.turn, state.direction, state.phase, state.may_dump) == (turn, -1, Phase.TURN, False)


@pytest.mark.parametrize("dealer", [A, B])
def test_with_two_seats_a_turned_up_reverse_acts_as_a_skip(dealer: int) -> None:
    state = dealt("RR", dealer=dealer, rules=TWO)
    assert (state.turn, state.direction) == (dealer, 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 10])
def test_a_turned_up_skip_skips_the_first_seat(seats: int) -> None:
    for dealer in range(seats):
        state = dealt("RS", dealer=dealer, rules=Rules.classic(seats))
        assert (state.turn, state.direction) == ((dealer + 2) % seats, 1)
        assert {len(hand) for hand in state.hands} == {7}


@pytest.mark.parametrize("seats", [2, 3, 4, 10])
def test_for_a_turned_up_draw_2_the_first_seat_draws_two_and_is_skipped(seats: int) -> None:
    for dealer in range(seats):
        first = (dealer + 1) % seats
        state = dealt("R+2 Y1 B2", dealer=dealer, rules=Rules.classic(seats))
        assert (state.turn, state.phase, state.bill) == ((dealer + 2) % seats, Phase.TURN, 0)
        assert [len(hand) for hand in state.hands] == [9 if seat == first else 7 for seat in range(seats)]
        assert {*cards("Y1 B2")} <= {*state.hands[first]}


def test_a_turned_up_draw_2_is_not_answered() -> None:
    state = dealt("R+2 Y1 B2", "R+2 G+2", rules=TWO)
    assert state.turn == B
    assert refusal(state, lay(A, "R+2")) is Reason.NOT_ON_TURN
    assert refusal(state, Take(seat=A)) is Reason.NOT_ASKED


def test_each_round_begins_with_play_to_the_left() -> None:
    state = after(table("R1", *IDLE[:2], direction=-1, first=A), lay(A, "R1"))
    assert state.round_has_ended
    state = after(state, dealing("R5", rules=THREE))
    assert (state.direction, state.first, state.turn) == (1, B, C)


# What matches


@pytest.mark.parametrize(
    ("top", "colour", "hand", "can"),
    [
        ("R5", RED, "R1 RS RR R+2 Y5 G5 Y6 YS W", "R1 RS RR R+2 Y5 G5 W"),
        ("RS", RED, "R1 YS GS BS RR", "R1 RR"),
        ("GR", GREEN, "G1 YR RR BR GS", "G1 GS"),
        ("B+2", BLUE, "B1 Y+2 R+2 G+2 B+2", "B1 B+2"),
        ("W", YELLOW, "Y1 YS R1 GR B+2 W", "Y1 YS W"),
        ("W4", BLUE, "B0 G0 YS W", "B0 W"),
        ("Y0", YELLOW, "R0 G0 R1 GS", "R0 G0"),
        ("R5", RED, "Y1 YS GR B+2", ""),
    ],
)
def test_numbers_match_numbers_and_action_cards_match_by_colour_only(
    top: str, colour: Colour, hand: str, can: str
) -> None:
    state = table(hand, PLAIN, discard=top, colour=colour)
    assert playable(state) == can
    for card in cards(hand):
        if not card.is_wild and card.code not in can.split():
            assert refusal(state, lay(A, card.code)) is Reason.NO_MATCH


def test_a_wild_may_always_be_played_in_any_colour() -> None:
    for top, hand in itertools.product(("R5", "GS", "W"), ("R1 G1 W", "Y1 B2 W")):
        state = table(hand, PLAIN, discard=top, colour=RED)
        for colour in COLOURS:
            done = after(state, lay(A, "W", colour))
            assert (done.colour, done.turn, done.phase) == (colour, B, Phase.TURN)
        assert refusal(state, lay(A, "W")) is Reason.COLOUR_MISSING


# Drawing


def test_a_seat_draws_until_a_card_can_be_played_in_one_move() -> None:
    state = after(table("G1 G2", PLAIN, "B1", ahead="Y1 BS G+2 B5 R8"), Draw(seat=A))
    assert codes(state.hands[A]) == "Y1 G1 G2 G+2 B5 BS"
    assert codes(state.draw[:1]) == "R8"
    assert (state.phase, state.turn, state.drawn) == (Phase.DRAWN, A, cards("B5")[0])


def test_the_card_drawn_must_be_played() -> None:
    state = after(table("G1 G2", PLAIN, ahead="Y1 R7"), Draw(seat=A))
    assert legal_moves(state) == (lay(A, "R7"),)
    assert refusal(state, Pass(seat=A)) is Reason.DRAWN_CARD_DUE
    assert refusal(state, Draw(seat=A)) is Reason.NOT_ASKED
    done = after(state, lay(A, "R7"))
    assert (codes(done.hands[A]), done.turn, done.drawn) == ("Y1 G1 G2", B, None)


def test_a_card_that_was_held_before_may_not_be_played_after_the_draw() -> None:
    """It may draw although it could play; then it is one of those that *will not* play."""
    start = table("R1 W G2", PLAIN, ahead="Y1 R7")
    assert Draw(seat=A) in legal_moves(start)
    state = after(start, Draw(seat=A))
    assert legal_moves(state) == (lay(A, "R7"),)
    for move in (lay(A, "R1"), lay(A, "W", RED)):
        assert refusal(state, move) is Reason.ONLY_DRAWN_CARD


def test_a_drawn_card_is_played_with_its_full_effect() -> None:
    start = table("G1 G2", *IDLE[1:3], ahead="Y1 R+2 B1 B2")
    state = after(start, Draw(seat=A), lay(A, "R+2"))
    assert (state.turn, [len(hand) for hand in state.hands]) == (C, [3, 5, 3])
    drawn = after(table("G1 G2", *IDLE[1:3], ahead="Y1 W"), Draw(seat=A))
    assert set(legal_moves(drawn)) == {lay(A, "W", colour) for colour in COLOURS}


def test_drawing_goes_past_action_cards_of_the_symbol_on_top() -> None:
    state = after(table("G1 G2", PLAIN, discard="RS", ahead="YS BS R3"), Draw(seat=A))
    assert codes(state.hands[A]) == "R3 YS G1 G2 BS"


def test_a_drawn_wild_draw_4_must_be_played_where_nothing_held_matches() -> None:
    drawn = after(table("G1 W", PLAIN, ahead="Y1 W4"), Draw(seat=A))
    assert set(legal_moves(drawn)) == {lay(A, "W4", colour) for colour in COLOURS}


def test_past_a_drawn_wild_draw_4_that_may_not_be_played_the_seat_draws_on() -> None:
    state = after(table("R1 G1", PLAIN, ahead="Y1 W4 W4 Y5 R3"), Draw(seat=A))
    assert codes(state.hands[A]) == "R1 Y1 Y5 G1 W4 W4"
    assert legal_moves(state) == (lay(A, "Y5"),)
    number = after(table("G5 G1", PLAIN, ahead="W4 Y1 R3"), Draw(seat=A))
    assert codes(number.hands[A]) == "R3 Y1 G1 G5 W4"


def test_if_the_piles_run_out_before_a_card_can_be_played_the_turn_ends() -> None:
    state = after(table("G1 G2", PLAIN, "B1", draw="Y1 Y2"), Draw(seat=A))
    assert codes(state.hands[A]) == "Y1 Y2 G1 G2"
    assert (state.turn, state.phase, state.drawn, state.passes) == (B, Phase.TURN, None, 0)


# Reverse and Skip


@pytest.mark.parametrize("seats", [3, 4, 10])
def test_a_reverse_changes_the_direction_and_another_changes_it_back(seats: int) -> None:
    start = table("RR R1 R2", *IDLE[: seats - 2], "YR RR B1")
    state = after(start, lay(A, "RR"))
    assert (state.direction, state.turn, state.phase, state.may_dump) == (-1, seats - 1, Phase.TURN, False)
    back = after(state, lay(seats - 1, "RR"))
    assert (back.direction, back.turn) == (1, A)


def test_play_runs_to_the_right_until_it_is_turned_again() -> None:
    state = table("R1 R2 R3", "Y1 Y2 Y3", "B1 B2 B3", "G1 G2 G3", direction=-1)
    for seat, card in ((A, "R1"), (D, "G1"), (C, "B1"), (B, "Y1")):
        assert state.turn == seat
        state = after(state, lay(seat, card))
    assert (state.turn, state.direction) == (A, -1)


def test_with_two_seats_a_reverse_acts_as_a_skip_and_the_direction_stays() -> None:
    state = after(table("RR R1 R2", PLAIN), lay(A, "RR"))
    assert (state.turn, state.direction, state.phase) == (A, 1, Phase.TURN)


def test_with_two_seats_still_in_a_reverse_acts_as_a_skip() -> None:
    state = after(table("RR R1 R2", "", PLAIN, out=(B,)), lay(A, "RR"))
    assert (state.turn, state.direction) == (A, 1)
    four = after(table("RR R1 R2", "", *IDLE[:2], out=(B,)), lay(A, "RR"))
    assert (four.turn, four.direction) == (D, -1)


def test_a_reverse_does_not_dump() -> None:
    state = table("RR R1 R2 G1", PLAIN)
    assert refusal(state, lay(A, "RR", dump="R1")) is Reason.CANNOT_DUMP
    assert refusal(dealt("RR", PLAIN, rules=THREE), complete(B, "R1")) is Reason.NOTHING_TO_COMPLETE


@pytest.mark.parametrize(
    ("seats", "direction", "turn"), [(2, 1, A), (3, 1, C), (4, 1, C), (3, -1, B), (4, -1, C), (10, -1, 8)]
)
def test_a_skip_skips_the_next_seat(seats: int, direction: int, turn: int) -> None:
    state = after(table("RS R1 R2", *IDLE[: seats - 1], direction=direction), lay(A, "RS"))
    assert (state.turn, state.direction, state.phase) == (turn, direction, Phase.TURN)


# Draw 2


@pytest.mark.parametrize(
    ("seats", "direction", "victim", "turn"),
    [(2, 1, B, A), (3, 1, B, C), (4, 1, B, C), (3, -1, C, B), (4, -1, D, C)],
)
def test_for_a_draw_2_the_next_seat_draws_two_as_part_of_the_play_and_is_skipped(
    seats: int, direction: int, victim: int, turn: int
) -> None:
    start = table("R+2 R1 R2", *IDLE[: seats - 1], direction=direction, ahead="Y1 B2 B3")
    state = after(start, lay(A, "R+2"))
    assert (state.turn, state.phase, state.bill, state.colour) == (turn, Phase.TURN, 0, RED)
    assert gains(start, state) == ["Y1 B2" if seat == victim else "" for seat in range(seats)]


def test_there_is_no_volley() -> None:
    state = after(table("R+2 R1 R2", "R+2 G+2", "Y+2 Y1"), lay(A, "R+2"))
    for seat in (A, B, C):
        assert refusal(state, Take(seat=seat)) is Reason.NOT_ASKED
    assert refusal(state, lay(B, "G+2")) is Reason.NOT_ON_TURN
    assert len(state.hands[B]) == 2 + 2
    assert (state.turn, state.bill, playable(state)) == (C, 0, "")


# Wild Draw 4


@pytest.mark.parametrize(
    ("hand", "top", "colour", "may"),
    [
        ("G1 Y2", "R5", RED, True),
        ("R1 Y2", "R5", RED, False),
        ("RS Y2", "R5", RED, False),
        ("G5 Y2", "R5", RED, False),
        ("GS Y2", "RS", RED, True),
        ("YR B+2", "RR", RED, True),
        ("Y+2 G1", "R+2", RED, True),
        ("W W", "R5", RED, True),
        ("W4 G1", "R5", RED, True),
        ("R1 W", "R5", RED, False),
        ("R3 Y2", "W", GREEN, True),
        ("G3 Y2", "W", GREEN, False),
        ("R3 W", "W4", BLUE, True),
        ("B0 W4", "W4", BLUE, False),
    ],
)
def test_a_wild_draw_4_may_be_played_only_without_a_card_of_the_colour_or_the_number(
    hand: str, top: str, colour: Colour, may: bool
) -> None:
    state = table(f"W4 {hand}", "R9", "Y9", discard=top, colour=colour)
    for named in COLOURS:
        move = lay(A, "W4", named)
        assert refusal(state, move) is (None if may else Reason.ONLY_WITHOUT_MATCH)
        assert (move in legal_moves(state)) == may


@pytest.mark.parametrize(
    ("seats", "direction", "victim", "turn"), [(2, 1, B, A), (3, 1, B, C), (4, 1, B, C), (3, -1, C, B), (4, -1, D, C)]
)
def test_for_a_wild_draw_4_the_next_seat_draws_four_as_part_of_the_play_and_is_skipped(
    seats: int, direction: int, victim: int, turn: int
) -> None:
    start = table("W4 Y1 Y2", *IDLE[: seats - 1], direction=direction, ahead="B1 B2 B3 B4")
    state = after(start, lay(A, "W4", GREEN))
    assert (state.turn, state.phase, state.colour, state.bill) == (turn, Phase.TURN, GREEN, 0)
    assert gains(start, state) == ["B1 B2 B3 B4" if seat == victim else "" for seat in range(seats)]


def test_a_wild_draw_4_is_not_challenged() -> None:
    state = after(table("W4 Y1 Y2", *IDLE[:2]), lay(A, "W4", GREEN))
    for seat in (A, B, C):
        for move in (Accept(seat=seat), Challenge(seat=seat)):
            assert refusal(state, move) is Reason.NOT_ASKED
    assert state.known == ((), (), ()), "no hand is shown"
    assert (state.accused, state.is_bluff) == (None, False)


# UNO


def silent() -> GameState:
    """A has played to one card and said nothing; B is on turn."""
    return after(table("R1 B1", "R2 R3 G4", *IDLE[:2], ahead="Y6 Y7 Y8 Y9 B9"), lay(A, "R1"))


@pytest.mark.parametrize("caller", [B, C, D])
def test_any_other_seat_may_call_out_and_the_forgetful_seat_draws_four(caller: int) -> None:
    assert CallOut(seat=caller) in legal_moves(silent())
    called = after(silent(), CallOut(seat=caller))
    assert codes(called.hands[A]) == "Y6 Y7 Y8 Y9 B1"
    assert [len(hand) for hand in called.hands[1:]] == [3, 3, 3]
    assert (called.turn, called.phase, called.uno_open) == (B, Phase.TURN, None), "whose turn it is does not change"


@pytest.mark.parametrize("caller", [B, C, D])
def test_a_forgotten_uno_is_called_out_once_by_one_of_them(caller: int) -> None:
    called = after(silent(), CallOut(seat=caller))
    for seat in (A, B, C, D):
        assert refusal(called, CallOut(seat=seat)) is Reason.NO_UNO_OPEN


def test_nobody_calls_out_itself_or_what_was_said() -> None:
    assert refusal(silent(), CallOut(seat=A)) is Reason.OWN_UNO
    said = after(table("R1 B1", *IDLE[:2]), lay(A, "R1", uno=True))
    for seat in (A, B, C):
        assert refusal(said, CallOut(seat=seat)) is Reason.NO_UNO_OPEN


def test_uno_said_late_counts() -> None:
    for seat in (B, C, D):
        assert refusal(silent(), SayUno(seat=seat)) is Reason.UNO_OF_ANOTHER
    said = after(silent(), SayUno(seat=A))
    assert (said.uno_open, said.turn, len(said.hands[A])) == (None, B, 1)
    for seat in (B, C, D):
        assert refusal(said, CallOut(seat=seat)) is Reason.NO_UNO_OPEN


@pytest.mark.parametrize("move", [lay(B, "R2"), Draw(seat=B)])
def test_the_next_move_of_the_seat_on_turn_closes_it_for_all(move: object) -> None:
    done = after(silent(), move)  # type: ignore[arg-type]
    for seat in (B, C, D):
        assert refusal(done, CallOut(seat=seat)) is Reason.NO_UNO_OPEN


@pytest.mark.parametrize(("card", "colour", "hand"), [("R+2", None, "B1"), ("W4", BLUE, "G9")])
def test_cards_drawn_for_a_play_do_not_close_it(card: str, colour: Colour | None, hand: str) -> None:
    state = after(table(f"{card} {hand}", PLAIN, "R1 R2", "Y1 Y2"), lay(A, card, colour))
    assert (state.uno_open, state.turn) == (A, C)
    assert {SayUno(seat=A), *(CallOut(seat=seat) for seat in (B, C, D))} <= set(legal_moves(state))
    assert len(after(state, CallOut(seat=B)).hands[A]) == 1 + 4


def test_a_seat_that_is_on_turn_again_may_still_be_called_out() -> None:
    for card in ("RS", "RR", "R+2"):
        state = after(table(f"{card} B1", PLAIN), lay(A, card))
        assert (state.turn, state.uno_open) == (A, A)
        assert {SayUno(seat=A), CallOut(seat=B), Draw(seat=A)} <= set(legal_moves(state))


def test_who_is_knocked_out_calls_out_nothing() -> None:
    state = after(table("R1 B1", PLAIN, "", "Y1 Y2", out=(C,)), lay(A, "R1"))
    assert refusal(state, CallOut(seat=C)) is Reason.KNOCKED_OUT
    assert {move.seat for move in legal_moves(state) if isinstance(move, CallOut)} == {B, D}


def test_while_a_shuffle_is_due_a_forgotten_uno_stays_open_and_nobody_moves() -> None:
    state = after(table("R+2 B1", PLAIN, "R1 R2", discard="Y5 Y6 R5", draw="B3"), lay(A, "R+2"))
    assert (state.phase, state.turn, state.uno_open) == (Phase.SHUFFLE, None, A)
    assert legal_moves(state) == ()
    for seat in (A, B, C):
        for move in (SayUno(seat=seat), CallOut(seat=seat), Draw(seat=seat), lay(seat, "R1")):
            assert refusal(state, move) is Reason.SHUFFLE_DUE
    done = reshuffle(state)
    assert (done.phase, done.turn, done.uno_open) == (Phase.TURN, C, A)
    assert CallOut(seat=B) in legal_moves(done)
