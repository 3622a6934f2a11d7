"""RULES.md, sections 4 to 7: the turn, the piles, the volley, Skip and Reverse."""

import pytest

from tests.core.positions import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    A,
    B,
    after,
    codes,
    complete,
    lay,
    playable,
    position,
    refusal,
)
from uno_duo.core import (
    COLOURS,
    Accept,
    CallOut,
    Challenge,
    Colour,
    Draw,
    Pass,
    Phase,
    Play,
    Reason,
    Rules,
    SayUno,
    Take,
    cards,
    legal_moves,
)

# 4. A turn


@pytest.mark.parametrize(
    ("top", "colour", "hand", "can"),
    [
        ("R5", RED, "R1 R9 Y5 Y6 RS G+2 W W4", "R1 R9 RS Y5 W W4"),
        ("YS", YELLOW, "RS YR Y3 B+2 GS G1", "RS Y3 YR GS"),
        ("G+2", GREEN, "R+2 GR BS B2 G2", "R+2 G2 GR"),
        ("BR", BLUE, "RR YS B1 G+2", "RR B1"),
        ("R0", RED, "Y0 Y1 B0", "Y0 B0"),
        ("W", GREEN, "R1 G1 GS YS W W4", "G1 GS W W4"),
        ("W4", BLUE, "R1 B1 Y4 W W4", "B1 W W4"),
        ("R5", RED, "Y1 G2 BS", ""),
    ],
)
def test_a_card_matches_by_colour_or_symbol_or_is_wild(top: str, colour: Colour, hand: str, can: str) -> None:
    state = position(hand, "R2 R3", top, colour=colour)
    assert playable(state) == can
    for card in cards(hand):
        if not card.is_wild and card.code not in can.split():
            assert refusal(state, lay(A, card.code)) is Reason.NO_MATCH


def test_the_colour_named_is_the_colour_in_force() -> None:
    """KNOWN_FAULTS.md, 2: the colour named was ignored by the next legality check."""
    for colour in COLOURS:
        start = position("W R1 R2", "R3 Y3 G3 B3", "R5")
        state = after(start, lay(A, "W", colour))
        assert (state.colour, state.turn, state.phase) == (colour, B, Phase.TURN)
        assert playable(state) == f"{colour.letter}3"
        assert codes(state.discard) == "R5 W"


@pytest.mark.parametrize("card", ["W", "W4"])
def test_a_wild_card_is_never_played_without_a_colour(card: str) -> None:
    """KNOWN_FAULTS.md, 4."""
    assert refusal(position(f"{card} R1 R2", "Y1 Y2", "R5"), lay(A, card)) is Reason.COLOUR_MISSING
    drawn = after(position("B1 B2", "Y1 Y2", "R5", ahead=card), Draw(seat=A))
    assert refusal(drawn, lay(A, card)) is Reason.COLOUR_MISSING


def test_only_a_wild_card_names_a_colour() -> None:
    state = position("R1 R2 R3", "Y1 Y2", "R5")
    assert refusal(state, lay(A, "R1", RED)) is Reason.COLOUR_NOT_DUE
    assert refusal(state, lay(A, "R1", BLUE)) is Reason.COLOUR_NOT_DUE


def test_a_play_lays_the_card_and_the_turn_passes() -> None:
    state = after(position("R1 R1 G2", "Y1 Y2", "R5"), lay(A, "R1"))
    assert (codes(state.hands[A]), codes(state.discard), state.turn) == ("R1 G2", "R5 R1", B)
    other = after(position("G5 R1 G2", "Y1 Y2", "R5"), lay(A, "G5"))
    assert other.colour is GREEN


def test_a_card_must_be_in_the_hand() -> None:
    state = position("R1 G2", "R3 Y2", "R5")
    assert refusal(state, lay(A, "R3")) is Reason.NOT_IN_HAND
    assert refusal(state, lay(A, "W", RED)) is Reason.NOT_IN_HAND


def test_only_the_seat_on_turn_moves() -> None:
    state = position("R1 R3 G2", "R3 Y2 Y3", "R5")
    assert refusal(state, lay(B, "R3")) is Reason.NOT_ON_TURN
    assert refusal(state, Draw(seat=B)) is Reason.NOT_ON_TURN
    assert refusal(state, Draw(seat=2)) is Reason.NO_SUCH_SEAT
    assert refusal(state, lay(7, "R1")) is Reason.NO_SUCH_SEAT


def test_a_seat_may_draw_although_it_could_play_and_is_never_made_to_play() -> None:
    assert Draw(seat=A) in legal_moves(position("R1 R2 W", "Y1 Y2", "R5"))
    assert legal_moves(position("G1 G2", "Y1 Y2", "R5")) == (Draw(seat=A),)


def test_a_drawn_card_that_cannot_be_played_ends_the_turn() -> None:
    state = after(position("R1 R2", "Y1 Y2", "R5", ahead="G3"), Draw(seat=A))
    assert (codes(state.hands[A]), state.turn, state.phase, state.drawn) == ("R1 R2 G3", B, Phase.TURN, None)


def test_of_a_playable_drawn_card_that_card_only_may_be_played_or_kept() -> None:
    state = after(position("R1 R2 W", "Y1 Y2", "R5", ahead="G5"), Draw(seat=A))
    assert (state.phase, state.turn, state.drawn) == (Phase.DRAWN, A, cards("G5")[0])
    assert set(legal_moves(state)) == {lay(A, "G5"), Pass(seat=A)}
    assert refusal(state, lay(A, "R1")) is Reason.ONLY_DRAWN_CARD
    assert refusal(state, lay(A, "W", RED)) is Reason.ONLY_DRAWN_CARD
    kept = after(state, Pass(seat=A))
    assert (codes(kept.hands[A]), kept.turn, kept.phase, kept.drawn) == ("R1 R2 G5 W", B, Phase.TURN, None)
    played = after(state, lay(A, "G5"))
    assert (codes(played.hands[A]), played.turn, played.colour, played.drawn) == ("R1 R2 W", B, GREEN, None)


@pytest.mark.parametrize(
    ("card", "colour", "phase", "turn"),
    [
        ("RS", None, Phase.TURN, A),
        ("R+2", None, Phase.BILL, B),
        ("W4", BLUE, Phase.CHALLENGE, B),
        ("W", BLUE, Phase.TURN, B),
        ("RR", None, Phase.TURN, B),
    ],
)
def test_a_drawn_card_has_its_full_effect(card: str, colour: Colour | None, phase: Phase, turn: int) -> None:
    drawn = after(position("R1 R2 Y3", "Y1 Y2", "R5", ahead=card), Draw(seat=A))
    state = after(drawn, lay(A, card, colour))
    assert (state.phase, state.turn) == (phase, turn)


def test_a_drawn_card_like_one_held_may_be_played() -> None:
    drawn = after(position("R1 Y3", "Y1 Y2", "R5", ahead="R1"), Draw(seat=A))
    assert set(legal_moves(drawn)) == {lay(A, "R1"), Pass(seat=A)}
    assert codes(after(drawn, lay(A, "R1")).hands[A]) == "R1 Y3"


def test_a_seat_draws_once_in_a_turn() -> None:
    """KNOWN_FAULTS.md, 11."""
    drawn = after(position("R1 R2", "Y1 Y2", "R5", ahead="R3 R4"), Draw(seat=A))
    assert refusal(drawn, Draw(seat=A)) is Reason.NOT_ASKED
    ended = after(drawn, Pass(seat=A))
    assert refusal(ended, Draw(seat=A)) is Reason.NOT_ON_TURN
    unplayable = after(position("R1 R2", "Y1 Y2", "R5", ahead="G3"), Draw(seat=A))
    assert refusal(unplayable, Draw(seat=A)) is Reason.NOT_ON_TURN


def test_what_is_not_asked_is_refused() -> None:
    state = position("R1 R2", "Y1 Y2", "R5")
    for move in (Pass(seat=A), Take(seat=A), Accept(seat=A), Challenge(seat=A)):
        assert refusal(state, move) is Reason.NOT_ASKED
    assert refusal(state, complete(A, "R1")) is Reason.NOTHING_TO_COMPLETE
    assert refusal(state, SayUno(seat=A)) is Reason.NO_UNO_OPEN
    assert refusal(state, CallOut(seat=A)) is Reason.NO_UNO_OPEN


# 5. The piles run out


def test_the_pile_is_turned_only_when_a_card_must_be_drawn() -> None:
    empty = after(position("R1 R2", "Y1 Y2", "G1 G2 R5", draw="B3"), Draw(seat=A))
    assert (empty.draw, codes(empty.discard)) == ((), "G1 G2 R5")
    turned = after(empty, Draw(seat=B))
    assert (codes(turned.hands[B]), codes(turned.draw), codes(turned.discard)) == ("Y1 Y2 G1", "G2", "R5")


def test_a_draw_goes_on_from_the_turned_pile() -> None:
    bill = position("Y1 Y2", "R1", "G1 G2 G3 W R+2", draw="B3 B4", phase=Phase.BILL, bill=4)
    state = after(bill, Take(seat=A))
    assert codes(state.hands[A]) == "Y1 Y2 G1 G2 B3 B4"
    assert (codes(state.draw), codes(state.discard)) == ("G3 W", "R+2")


def test_a_wild_card_that_goes_back_has_no_colour() -> None:
    state = position("Y1 Y2", "G1 R3", "W B9", draw="")
    drawn = after(state, Draw(seat=A))
    assert drawn.drawn is cards("W")[0]
    assert {move.colour for move in legal_moves(drawn) if isinstance(move, Play)} == set(COLOURS)


def test_the_order_of_a_turned_pile_is_known() -> None:
    state = position("Y1 Y2", "Y3 Y5", "R1 G2 B3 Y4", draw="", known_draw=0)
    drawn = after(state, Draw(seat=A))
    assert drawn.known_draw == len(drawn.draw) == 2
    assert codes(drawn.known[A]) == "R1"


def test_what_the_piles_cannot_give_is_forgiven() -> None:
    bill = position("Y1 Y2", "R1", "R+2", draw="B3", phase=Phase.BILL, bill=4)
    state = after(bill, Take(seat=A))
    assert (codes(state.hands[A]), state.bill, state.turn, state.phase) == ("Y1 Y2 B3", 0, B, Phase.TURN)


def test_a_draw_without_a_card_is_a_pass() -> None:
    state = after(position("Y1 Y2", "G1 G2", "R5", draw=""), Draw(seat=A))
    assert (codes(state.hands[A]), state.turn, state.phase, state.drawn) == ("Y1 Y2", B, Phase.TURN, None)
    assert not state.round_has_ended


def test_a_round_is_blocked_by_as_many_passes_as_there_are_seats() -> None:
    """KNOWN_FAULTS.md, 9: a round went on for ever with both piles empty."""
    state = after(position("Y1 Y2 W", "G1 G2", "R5", draw=""), Draw(seat=A), Draw(seat=B))
    assert state.round_has_ended
    assert state.scores == state.rounds[-1].points == (18, 3)
    assert state.rounds[-1].went_out is None
    assert state.rounds[-1].laid == ()


def test_a_card_played_or_drawn_between_interrupts_the_passes() -> None:
    state = after(position("Y1 Y2 R1 R2", "G1 G2 W B7", "R5", draw=""), Draw(seat=A), lay(B, "W", RED))
    assert state.passes == 0
    state = after(state, Draw(seat=A))
    assert not state.round_has_ended
    assert codes(state.hands[A]) == "R1 R2 R5 Y1 Y2", "the top of the discard pile was covered and is drawn"
    state = after(state, Pass(seat=A), Draw(seat=B))
    assert not state.round_has_ended
    assert after(state, Draw(seat=A)).round_has_ended


def test_an_empty_take_neither_counts_nor_interrupts() -> None:
    one_pass = position("Y1 Y2", "G1 G2", "R+2", draw="", phase=Phase.BILL, bill=2, passes=1)
    state = after(one_pass, Take(seat=A))
    assert not state.round_has_ended
    assert after(state, Draw(seat=B)).round_has_ended


# 6. Draw 2 and the volley


def test_a_draw_2_puts_two_on_the_bill_of_the_other() -> None:
    state = after(position("R+2 R1 R2", "Y1 Y2 B+2 G+2 W W4 R3", "R5"), lay(A, "R+2"))
    assert (state.turn, state.phase, state.bill) == (B, Phase.BILL, 2)
    assert set(legal_moves(state)) == {lay(B, "B+2"), lay(B, "G+2"), Take(seat=B)}
    for move in (lay(B, "R3"), lay(B, "W", RED), lay(B, "W4", RED)):
        assert refusal(state, move) is Reason.ONLY_DRAW_TWO
    for other in (Draw(seat=B), Pass(seat=B), Accept(seat=B), Challenge(seat=B)):
        assert refusal(state, other) is Reason.NOT_ASKED


def test_an_answer_may_have_any_colour_and_passes_the_bill_back() -> None:
    state = after(position("R+2 R1 R2", "Y1 Y2 B+2", "R5"), lay(A, "R+2"), lay(B, "B+2"))
    assert (state.turn, state.phase, state.bill, state.colour) == (A, Phase.BILL, 4, BLUE)


def test_a_volley_of_all_eight() -> None:
    state = position("R+2 R+2 Y+2 Y+2 R1", "G+2 G+2 B+2 B+2 R2", "R5")
    for count, code in enumerate(("R+2", "G+2", "Y+2", "B+2", "Y+2", "G+2", "R+2")):
        state = after(state, lay(count % 2, code))
        assert state.bill == 2 * (count + 1)
    state = after(state, lay(B, "B+2", uno=True))
    assert (state.bill, state.turn, legal_moves(state)) == (16, A, (Take(seat=A),))
    taken = after(state, Take(seat=A))
    assert (len(taken.hands[A]), taken.turn, taken.bill) == (17, B, 0)


def test_taking_was_the_turn_and_may_be_chosen_although_one_could_answer() -> None:
    """KNOWN_FAULTS.md, 10, for a bill."""
    start = position("R+2 R1 R2", "Y1 R7 B+2", "R5", ahead="R3 R4")
    state = after(start, lay(A, "R+2"), Take(seat=B))
    assert codes(state.hands[B]) == "R3 R4 R7 Y1 B+2"
    assert (state.turn, state.phase, state.bill) == (A, Phase.TURN, 0)
    assert refusal(state, lay(B, "R7")) is Reason.NOT_ON_TURN
    assert codes(state.discard) == "R5 R+2"
    assert playable(state) == "R1 R2"


def test_the_size_of_a_draw_2_is_a_number_of_the_rules() -> None:
    start = position("R+2 R1 R2", "Y1 R7 B+2", "R5", rules=Rules(draw_two=3))
    assert after(start, lay(A, "R+2"), lay(B, "B+2")).bill == 6


# 7. Skip and Reverse


def test_after_a_skip_its_player_takes_another_turn() -> None:
    state = after(position("RS RS R1", "R2 R3", "R5"), lay(A, "RS"))
    assert (state.turn, state.phase) == (A, Phase.TURN)
    state = after(state, lay(A, "RS", uno=True))
    assert state.turn == A
    assert after(state, lay(A, "R1")).round_has_ended


def test_a_reverse_without_a_dump_passes_the_turn_and_does_no_more() -> None:
    """KNOWN_FAULTS.md, 1: with two players a Reverse must be able to do something, and that is the dump."""
    state = after(position("RR R1 R2 B3", "R4 R6", "R5"), lay(A, "RR"))
    assert (state.turn, state.phase, state.may_dump, state.direction) == (B, Phase.TURN, False, 1)
    assert codes(state.hands[A]) == "R1 R2 B3"
    assert refusal(state, complete(B, "R4")) is Reason.NOTHING_TO_COMPLETE


def test_a_dump_lays_all_cards_of_the_colour_never_some() -> None:
    state = position("YR Y1 Y9 Y9 YS Y+2 G3 G4 W", "R4 R6", "Y5")
    plays = {move.dump: move for move in legal_moves(state) if isinstance(move, Play) and move.dump is not None}
    assert codes(sorted(plays)) == "Y1 Y9 YS Y+2"
    for last, move in plays.items():
        done = after(state, move)
        assert codes(done.hands[A]) == "G3 G4 W"
        assert done.discard[-1] is last
        assert len(done.discard) == 1 + 6


def test_in_a_dump_the_reverse_lies_lowest_then_the_rest_in_hand_order_then_the_last() -> None:
    state = after(position("YR Y1 Y9 Y9 YS YR G3 G4", "R4 R6", "Y5"), lay(A, "YR", dump="Y9"))
    assert codes(state.discard) == "Y5 YR Y1 Y9 YS YR Y9"


def test_a_reverse_played_by_symbol_dumps_its_own_colour() -> None:
    state = after(position("BR B1 R1 R2", "R4 R6", "RR"), lay(A, "BR", dump="B1"))
    assert (codes(state.hands[A]), codes(state.discard), state.colour) == ("R1 R2", "RR BR B1", BLUE)


@pytest.mark.parametrize("card", ["G2", "RR", "W"])
def test_a_dump_ends_on_another_card_of_the_colour_that_is_held(card: str) -> None:
    state = position("RR R1 G2 W", "R4 R6", "R5")
    assert refusal(state, lay(A, "RR", dump=card)) is Reason.CANNOT_DUMP
    assert refusal(state, lay(A, "RR", dump="R7")) is Reason.CANNOT_DUMP


def test_only_a_reverse_dumps() -> None:
    state = position("RS R1 R2 G2 W", "R4 R6", "R5")
    for card in ("RS", "R1"):
        assert refusal(state, lay(A, card, dump="R2")) is Reason.CANNOT_DUMP
    assert refusal(state, lay(A, "W", RED, dump="R2")) is Reason.CANNOT_DUMP


def test_a_dump_of_nothing_is_not_offered() -> None:
    state = position("RR G2 W", "R4 R6", "R5")
    assert {move for move in legal_moves(state) if isinstance(move, Play) and move.card.code == "RR"} == {lay(A, "RR")}


@pytest.mark.parametrize(
    ("last", "turn", "phase", "bill", "may_dump"),
    [
        ("R9", B, Phase.TURN, 0, False),
        ("R+2", B, Phase.BILL, 2, False),
        ("RS", A, Phase.TURN, 0, False),
        ("RR", B, Phase.TURN, 0, True),
    ],
)
def test_only_the_card_that_ends_on_top_of_a_dump_acts(
    last: str, turn: int, phase: Phase, bill: int, may_dump: bool
) -> None:
    start = position("RR RR R9 R+2 RS B1 B2", "R4 R6 Y1", "R5")
    state = after(start, lay(A, "RR", dump=last))
    assert (state.turn, state.phase, state.bill, state.may_dump) == (turn, phase, bill, may_dump)
    assert state.colour is RED


def test_a_reverse_that_ended_a_dump_is_completed_before_a_draw_only() -> None:
    start = position("RR RR R9 B1 B2", "R4 R6 Y1 Y2", "R5", ahead="R7")
    state = after(start, lay(A, "RR", dump="RR"))
    assert {complete(B, "R4"), complete(B, "R6"), lay(B, "R4"), Draw(seat=B)} <= set(legal_moves(state))
    done = after(state, complete(B, "R4"))
    assert (codes(done.hands[B]), codes(done.discard[-2:]), done.turn) == ("Y1 Y2", "R6 R4", A)
    drawn = after(state, Draw(seat=B))
    assert not drawn.may_dump
    assert refusal(drawn, complete(B, "R4")) is Reason.NOT_ASKED


def test_a_drawn_reverse_may_dump_as_well() -> None:
    drawn = after(position("R1 R2 B1 B2", "Y1 Y2", "R5", ahead="RR"), Draw(seat=A))
    assert set(legal_moves(drawn)) == {
        lay(A, "RR"),
        lay(A, "RR", dump="R1"),
        lay(A, "RR", dump="R2"),
        Pass(seat=A),
    }
    done = after(drawn, lay(A, "RR", dump="R1"))
    assert (codes(done.hands[A]), codes(done.discard)) == ("B1 B2", "R5 RR R2 R1")


def test_a_reverse_played_normally_on_a_completable_one_ends_that_chance() -> None:
    start = position("RR RR R9 B1 B2", "RR YR R6 Y1 Y2", "R5", rules=Rules(extra_wilds=0), draw="G1 G2")
    state = after(start, lay(A, "RR", dump="RR"), lay(B, "YR"))
    assert (state.turn, state.may_dump) == (A, False)


def test_equal_cards_are_listed_once() -> None:
    moves = legal_moves(position("R1 R1 W W W4 W4", "Y1 Y2", "R5"))
    assert len(moves) == len(set(moves)) == 1 + 4 + 4 + 1
