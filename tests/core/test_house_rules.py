"""RULES.md, *House rules, where the two games mix*: other values of the rule set, and those that are refused."""

import random
from itertools import chain
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

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
    dealt,
    gains,
    lay,
    playable,
    position,
    refusal,
    reshuffle,
    table,
    turned_up,
)
from tests.core.walks import chosen, classic_with, seeds
from uno_duo.core import (
    COLOURS,
    Accept,
    CallOut,
    Challenge,
    Draw,
    Face,
    GameState,
    NameColour,
    Pass,
    Phase,
    PlayView,
    Reason,
    RuleConflict,
    Rules,
    Shuffle,
    Symbol,
    Take,
    cards,
    full_deck,
    hand_points,
    legal_moves,
    new_match,
    reduce,
    view_for,
)


def duo_of(seats: int, **values: Any) -> Rules:
    """UNO Duo as more than two can play it: dealt, all else as it is unless said otherwise."""
    return Rules.model_validate({"seats": seats, "opening": "deal", **values})


THREE, FOUR = duo_of(3), duo_of(4)

# Draw 2 and the volley among three and more


def test_the_bill_goes_round() -> None:
    start = table("R+2 R1 R2", "G+2 Y1 Y2", "Y+2 B1 B2", rules=THREE)
    bill = after(start, lay(A, "R+2"))
    assert (bill.turn, bill.bill, bill.phase) == (B, 2, Phase.BILL)
    bill = after(bill, lay(B, "G+2"))
    assert (bill.turn, bill.bill) == (C, 4)
    bill = after(bill, lay(C, "Y+2"))
    assert (bill.turn, bill.bill, legal_moves(bill)) == (A, 6, (Take(seat=A),))
    taken = after(bill, Take(seat=A))
    assert [len(hand) for hand in taken.hands] == [2 + 6, 2, 2]
    assert (taken.turn, taken.bill, taken.phase, taken.colour) == (B, 0, Phase.TURN, YELLOW)


def test_who_takes_the_bill_loses_its_turn_and_the_seat_after_it_plays() -> None:
    start = table("R+2 R1 R2", "G+2 Y1 Y2", "B1 B2", rules=THREE)
    taken = after(start, lay(A, "R+2"), Take(seat=B))
    assert (taken.turn, taken.phase, len(taken.hands[B])) == (C, Phase.TURN, 5)
    assert refusal(taken, lay(B, "G+2")) is Reason.NOT_ON_TURN


def test_nobody_but_the_next_seat_answers() -> None:
    bill = after(table("R+2 R1 R2", "G+2 Y1 Y2", "Y+2 B1", rules=THREE), lay(A, "R+2"))
    assert refusal(bill, lay(C, "Y+2")) is Reason.NOT_ON_TURN
    assert refusal(bill, Take(seat=C)) is Reason.NOT_ON_TURN


def test_a_last_answer_of_a_volley_among_three_is_drawn_for_by_the_next_seat() -> None:
    start = table("R+2 R1", "G+2", "Y+2 B1", rules=THREE)
    over = after(start, lay(A, "R+2", uno=True), lay(B, "G+2"))
    assert over.round_has_ended
    assert [len(hand) for hand in over.hands] == [1, 0, 2 + 4]
    assert over.rounds[-1].drawn == 4


def test_a_bill_that_the_pile_cannot_pay_waits_for_the_shuffle_where_it_is_shuffled() -> None:
    rules = duo_of(3, recycling="shuffled")
    start = table("R+2 R1 R2", "Y1 Y2", "B1 B2", discard="G1 G2 R5", draw="G3", rules=rules)
    due = after(start, lay(A, "R+2"), Take(seat=B))
    assert (due.phase, due.turn, due.bill) == (Phase.SHUFFLE, None, 0)
    done = reshuffle(due, "R5 G1 G2")
    assert gains(start, done) == ["", "R5 G3", ""]
    assert (done.turn, done.phase, done.bill) == (C, Phase.TURN, 0)


def test_a_call_out_in_the_middle_of_a_bill_gives_the_bill_back_after_the_shuffle() -> None:
    rules = duo_of(3, recycling="shuffled")
    start = table("R+2 B1", "Y1 Y2", "B2 B3", discard="G1 G2 R5", draw="G3", rules=rules)
    due = after(start, lay(A, "R+2"), CallOut(seat=C))
    assert (due.phase, due.bill) == (Phase.SHUFFLE, 0)
    done = reshuffle(due, "R5 G1 G2")
    assert gains(start, done) == ["R5 G3", "", ""]
    assert (done.turn, done.phase, done.bill) == (B, Phase.BILL, 2)


def test_without_stacking_a_draw_2_is_drawn_for_at_once_whatever_else_holds() -> None:
    rules = duo_of(3, stacking=False, draw_two=3)
    start = table("R+2 R1 R2", "R+2 Y1", "B1 B2", ahead="Y3 B6 B7", rules=rules)
    state = after(start, lay(A, "R+2"))
    assert (state.turn, state.bill, gains(start, state)) == (C, 0, ["", "Y3 B6 B7", ""])


def test_a_draw_2_that_draws_nothing_only_skips() -> None:
    rules = classic_with(3, draw_two=0)
    start = table("R+2 R1 R2", "Y1", "B1 B2", rules=rules)
    state = after(start, lay(A, "R+2"))
    assert (state.turn, state.phase, gains(start, state)) == (C, Phase.TURN, ["", "", ""])
    empty = table("R+2 R1 R2", "Y1", "B1 B2", discard="G1 R5", draw="", rules=rules)
    assert after(empty, lay(A, "R+2")).phase is Phase.TURN, "nothing is to be drawn, and nothing to be shuffled"
    turned = dealt("R+2", rules=rules)
    assert (turned.turn, [len(hand) for hand in turned.hands]) == (B, [7, 7, 7])


# The challenge among three and more


def asked(hand: str = "W4 R1 Y2", rules: Rules = THREE, **fields: Any) -> GameState:
    """A has played a Wild Draw 4 on R5, guilty unless its hand is another one."""
    hands = (hand, "B1 B2 R3", "G1 G2", *["Y4 Y6"] * (rules.seats - 3))
    start = table(*hands, ahead="B3 B4 B6 B7 B8 B9", rules=rules, **fields)
    return after(start, lay(A, "W4", BLUE))


def test_only_the_next_seat_is_asked() -> None:
    state = asked()
    assert (state.phase, state.turn) == (Phase.CHALLENGE, B)
    assert legal_moves(state) == (Accept(seat=B), Challenge(seat=B))
    for move in (Accept(seat=C), Challenge(seat=C)):
        assert refusal(state, move) is Reason.NOT_ON_TURN
    assert asked(rules=FOUR, direction=-1).turn == D


@pytest.mark.parametrize(("direction", "victim", "turn"), [(1, B, C), (-1, D, C)])
def test_who_accepts_draws_and_the_seat_after_it_plays(direction: int, victim: int, turn: int) -> None:
    start = asked(rules=FOUR, direction=direction)
    state = after(start, Accept(seat=victim))
    assert gains(start, state) == ["B3 B4 B6 B7" if seat == victim else "" for seat in range(4)]
    assert (state.turn, state.phase, state.colour, state.accused) == (turn, Phase.TURN, BLUE, None)
    assert state.known == ((),) * 4


@pytest.mark.parametrize(("direction", "victim", "turn"), [(1, B, C), (-1, D, C)])
def test_who_loses_a_challenge_draws_six_and_the_seat_after_it_plays(direction: int, victim: int, turn: int) -> None:
    start = asked("W4 Y1 Y2", rules=FOUR, direction=direction)
    state = after(start, Challenge(seat=victim))
    assert gains(start, state) == ["B3 B4 B6 B7 B8 B9" if seat == victim else "" for seat in range(4)]
    assert (state.turn, state.phase, state.colour) == (turn, Phase.TURN, BLUE)


@pytest.mark.parametrize(("direction", "challenger"), [(1, B), (-1, D)])
def test_a_guilty_challenge_leaves_the_turn_with_the_challenger(direction: int, challenger: int) -> None:
    start = asked(rules=FOUR, direction=direction)
    state = after(start, Challenge(seat=challenger))
    assert gains(start, state) == ["B3 B4 B6 B7", "", "", ""]
    assert (state.turn, state.phase, state.colour, state.is_bluff) == (challenger, Phase.TURN, BLUE, False)


@pytest.mark.parametrize("hand", ["W4 R1 Y2", "W4 Y1 Y2"])
def test_a_hand_shown_in_a_challenge_is_shown_to_all(hand: str) -> None:
    state = asked(hand)
    shown = after(state, Challenge(seat=B))
    assert [codes(known) for known in shown.known] == [hand.removeprefix("W4 "), "", ""]
    for seat in (B, C):
        view = view_for(shown, seat)
        assert isinstance(view, PlayView)
        assert codes(view.known[A]) == hand.removeprefix("W4 ")


def test_the_seat_accused_is_the_one_before_of_those_still_in() -> None:
    start = table("", "W4 R1 Y2", "", "B1 B2", rules=FOUR, turn=B, out=(A, C))
    state = after(start, lay(B, "W4", BLUE), Challenge(seat=D))
    assert (len(state.hands[B]), len(state.hands[D]), state.turn) == (6, 2, D)
    assert codes(state.known[B])[:2] == "R1"


@pytest.mark.parametrize("move", [Accept(seat=B), Challenge(seat=B)])
def test_what_is_drawn_for_a_wild_draw_4_goes_on_after_a_shuffle(move: Accept | Challenge) -> None:
    rules = duo_of(3, recycling="shuffled")
    start = table("W4 Y1 Y2", "B1 B2", "G1 G2", discard="R1 R2 R3 R4 R6 R7 R5", draw="G3 G4", rules=rules)
    due = after(start, lay(A, "W4", BLUE), move)
    assert (due.phase, gains(start, due)) == (Phase.SHUFFLE, ["", "G3 G4", ""])
    done = reshuffle(due, "R7 R6 R5 R4 R3 R2 R1")
    count = 4 if isinstance(move, Accept) else 6
    assert len(done.hands[B]) == 2 + count
    assert (done.turn, done.phase, done.colour) == (C, Phase.TURN, BLUE)


def test_a_call_out_before_the_challenge_does_not_lose_it_to_a_shuffle() -> None:
    rules = duo_of(3, recycling="shuffled")
    start = table("W4 R1", "B1 B2", "G1 G2", discard="Y1 Y2 Y3 R2 R3 R5", draw="", rules=rules)
    due = after(start, lay(A, "W4", BLUE), CallOut(seat=C))
    assert (due.phase, due.turn) == (Phase.SHUFFLE, None)
    state = reshuffle(due)
    assert (state.phase, state.turn, len(state.hands[A])) == (Phase.CHALLENGE, B, 3)
    assert state.accused is not None
    assert (state.accused.seat, state.accused.colour) == (A, RED)
    judged = after(state, Challenge(seat=B))
    assert (judged.turn, len(judged.hands[B])) == (B, 2), "guilty by the hand at the moment of the play"


# Wild Draw 4


@pytest.mark.parametrize("hand", ["R1 Y2", "G5 Y2", "Y1 Y2"])
def test_a_free_wild_draw_4_is_played_whatever_is_held_and_drawn_for_at_once(hand: str) -> None:
    rules = classic_with(3, wild_draw_four="free")
    start = table(f"W4 {hand}", "B1", "G1", ahead="B3 B4 B6 B7", rules=rules)
    assert {lay(A, "W4", colour) for colour in COLOURS} <= set(legal_moves(start))
    state = after(start, lay(A, "W4", GREEN))
    assert gains(start, state) == ["", "B3 B4 B6 B7", ""]
    assert (state.turn, state.phase, state.colour, state.accused) == (C, Phase.TURN, GREEN, None)
    assert refusal(state, Challenge(seat=B)) is Reason.NOT_ASKED


def test_a_free_wild_draw_4_is_played_when_it_is_drawn() -> None:
    rules = classic_with(3, wild_draw_four="free")
    drawn = after(table("R1 Y2", "B1", "G1", ahead="W4", rules=rules), Draw(seat=A))
    assert drawn.drawn is Face.WILD_DRAW_FOUR


def test_a_restricted_wild_draw_4_that_is_the_one_card_drawn_ends_the_turn() -> None:
    rules = duo_of(3, wild_draw_four="restricted")
    start = table("R1 Y2", "B1", "G1", ahead="W4", rules=rules)
    state = after(start, Draw(seat=A))
    assert (state.turn, state.phase, codes(state.hands[A])) == (B, Phase.TURN, "R1 Y2 W4")
    honest = after(table("G1 Y2", "B1", "G2", ahead="W4", rules=rules), Draw(seat=A))
    assert (honest.turn, honest.phase) == (A, Phase.DRAWN)


def test_the_size_of_a_wild_draw_4_that_is_drawn_for_at_once_is_a_number_of_the_rules() -> None:
    rules = classic_with(3, draw_four=7)
    start = table("W4 Y2 Y3", "B1", "G1", rules=rules)
    assert len(after(start, lay(A, "W4", RED)).hands[B]) == 1 + 7
    assert len(after(table("W4", "B1", "G1", rules=rules), lay(A, "W4", RED)).hands[B]) == 1 + 7


def test_a_last_wild_draw_4_draws_as_many_in_every_way_of_playing_it() -> None:
    for check in ("challenge", "restricted", "free"):
        rules = duo_of(3, draw_four=7, wild_draw_four=check)
        over = after(table("W4", "B1", "G1", rules=rules), lay(A, "W4", RED))
        assert (over.round_has_ended, over.rounds[-1].drawn, len(over.hands[B])) == (True, 7, 1 + 7)


# The dump among three


def test_a_dump_that_ends_on_draw_2_without_stacking_is_drawn_for_at_once() -> None:
    rules = duo_of(3, stacking=False)
    start = table("RR R1 R+2 B4 B6", "G+2 Y2", "G1 G2", ahead="Y3 Y4", rules=rules)
    state = after(start, lay(A, "RR", dump="R+2"))
    assert gains(start, state) == ["", "Y3 Y4", ""]
    assert (state.turn, state.phase, state.bill, codes(state.discard)) == (C, Phase.TURN, 0, "R5 RR R1 R+2")
    last = table("RR R1 R+2", "G+2 Y2", "G1 G2", ahead="Y3 Y4", rules=rules)
    over = after(last, lay(A, "RR", dump="R+2"))
    assert (over.round_has_ended, over.rounds[-1].drawn, gains(last, over)[B]) == (True, 2, "Y3 Y4")


def test_a_last_dump_on_draw_2_waits_for_a_shuffle_and_is_told_whole() -> None:
    rules = duo_of(3, recycling="shuffled")
    start = table("RR R1 R+2", "Y2", "G1", discard="B1 R5", draw="", rules=rules)
    due = after(start, lay(A, "RR", dump="R+2"))
    assert (due.phase, due.round_has_ended, due.bill) == (Phase.SHUFFLE, False, 0)
    over = reshuffle(due, "R1 RR R5 B1")
    result = over.rounds[-1]
    assert (gains(start, over)[B], result.drawn, codes(result.laid)) == ("R1 RR", 2, "RR R1 R+2")
    assert (over.bill, over.turn, over.round_has_ended) == (0, None, True)


@pytest.mark.parametrize(
    ("last", "turn", "phase", "bill", "may_dump"),
    [
        ("R9", B, Phase.TURN, 0, False),
        ("RS", C, Phase.TURN, 0, False),
        ("R+2", B, Phase.BILL, 2, False),
        ("RR", B, Phase.TURN, 0, True),
    ],
)
def test_the_card_that_ends_a_dump_acts_on_the_next_seat(
    last: str, turn: int, phase: Phase, bill: int, may_dump: bool
) -> None:
    start = table("RR RR R9 R+2 RS B1 B2", "R4 R6 Y1", "R7 Y2", rules=THREE)
    state = after(start, lay(A, "RR", dump=last))
    assert (state.turn, state.phase, state.bill, state.may_dump) == (turn, phase, bill, may_dump)
    assert state.direction == 1


def test_a_dump_that_ends_on_a_reverse_is_completed_by_the_next_seat_alone() -> None:
    start = table("RR RR R9 B1 B2", "R4 R6 Y1", "R7 Y2", rules=THREE)
    state = after(start, lay(A, "RR", dump="RR"))
    assert {complete(B, "R4", uno=True), complete(B, "R6"), Draw(seat=B)} <= set(legal_moves(state))
    assert refusal(state, complete(C, "R7")) is Reason.NOT_ON_TURN
    done = after(state, complete(B, "R6", uno=True))
    assert (codes(done.hands[B]), codes(done.discard[-2:]), done.turn, done.may_dump) == ("Y1", "R4 R6", C, False)
    declined = after(state, lay(B, "R4"))
    assert refusal(declined, complete(C, "R7")) is Reason.NOTHING_TO_COMPLETE


def test_a_reverse_without_a_dump_turns_nothing() -> None:
    state = after(table("RR R1 R2", "Y1", "B1", rules=THREE), lay(A, "RR"))
    assert (state.turn, state.direction, state.may_dump) == (B, 1, False)


def test_a_skip_skips_the_next_seat() -> None:
    assert after(table("RS R1 R2", "Y1", "B1", rules=THREE), lay(A, "RS")).turn == C


def test_the_chance_to_complete_a_reverse_outlasts_a_shuffle() -> None:
    rules = duo_of(3, recycling="shuffled")
    start = table("RR RR B1", "R4 R6 Y1", "R7 Y2", discard="G1 R5", draw="", rules=rules)
    due = after(start, lay(A, "RR", dump="RR"), CallOut(seat=C))
    assert (due.phase, due.may_dump, due.turn) == (Phase.SHUFFLE, False, None)
    done = reshuffle(due)
    assert (done.turn, done.may_dump) == (B, True)
    assert complete(B, "R4", uno=True) in legal_moves(done)


# What a Reverse does


@pytest.mark.parametrize(("seats", "turn"), [(2, A), (3, C), (4, C)])
def test_a_reverse_may_be_a_skip_with_any_number_of_seats(seats: int, turn: int) -> None:
    rules = classic_with(seats, reverse="skip")
    state = after(table("RR R1 R2", *["G1 G2", "G3 G4", "Y3 Y4"][: seats - 1], rules=rules), lay(A, "RR"))
    assert (state.turn, state.direction) == (turn, 1)
    turned = dealt("RR", rules=rules)
    assert (turned.turn, turned.direction, turned.may_dump) == (B, 1, False)


@pytest.mark.parametrize("reverse", ["turn", "skip"])
def test_only_a_reverse_that_dumps_lays_more_than_itself(reverse: str) -> None:
    rules = duo_of(3, reverse=reverse)
    state = table("RR R1 R2", "R3 R4", "R6 R7", rules=rules)
    assert refusal(state, lay(A, "RR", dump="R1")) is Reason.CANNOT_DUMP
    turned = dealt("RR", "R1", "R2", "R3", rules=rules)
    assert not turned.may_dump
    assert not [move for move in legal_moves(turned) if move.type == "dump"]


# What matches


def test_symbols_may_match_or_not_beside_a_volley() -> None:
    """On a bill any Draw 2 answers; on a turn it needs the colour."""
    rules = duo_of(3, symbols_match=False)
    start = table("R+2 G+2 R1", "Y+2 Y1 Y2", "B1 B2", rules=rules)
    bill = after(start, lay(A, "R+2"))
    assert legal_moves(bill) == (lay(B, "Y+2"), Take(seat=B))
    answered = after(bill, lay(B, "Y+2"))
    assert (answered.turn, answered.bill, answered.colour) == (C, 4, YELLOW)
    turn = after(answered, Take(seat=C))
    assert (turn.turn, playable(turn)) == (A, "")
    assert refusal(turn, lay(A, "G+2")) is Reason.NO_MATCH


@pytest.mark.parametrize(("hand", "is_guilty"), [("YS Y2", False), ("R1 Y2", True)])
def test_where_symbols_do_not_match_a_like_action_card_is_no_bluff(hand: str, is_guilty: bool) -> None:
    """It could not have been played instead."""
    rules = duo_of(3, symbols_match=False)
    start = table(f"W4 {hand}", "B1", "G1", discard="RS", rules=rules)
    state = after(start, lay(A, "W4", GREEN), Challenge(seat=B))
    assert [len(held) for held in state.hands] == ([6, 1, 1] if is_guilty else [2, 7, 1])


def test_symbols_may_match_in_classic_uno() -> None:
    rules = classic_with(3, symbols_match=True)
    assert playable(table("YS GS R+2 B1", "Y1", "G1", discard="RS", rules=rules)) == "R+2 YS GS"
    drawn = after(table("B1 B2", "Y1", "G1", discard="RS", ahead="Y2 YS", rules=rules), Draw(seat=A))
    assert codes(drawn.hands[A]) == "Y2 YS B1 B2"


# Drawing


def test_one_card_may_be_drawn_that_must_be_played() -> None:
    rules = classic_with(3, drawing="one")
    start = table("R1 G2", "Y1", "G1", ahead="R7", rules=rules)
    drawn = after(start, Draw(seat=A))
    assert legal_moves(drawn) == (lay(A, "R7"),)
    assert refusal(drawn, Pass(seat=A)) is Reason.DRAWN_CARD_DUE
    other = table("R1 G2", "Y1", "G1", ahead="B9 R7", rules=rules)
    ended = after(other, Draw(seat=A))
    assert (gains(other, ended)[A], ended.turn, ended.phase) == ("B9", B, Phase.TURN)


def test_one_card_may_be_drawn_and_kept_in_classic_uno() -> None:
    rules = classic_with(3, drawing="one", keep_drawn=True)
    drawn = after(table("R1 G2", "Y1", "G1", ahead="R7", rules=rules), Draw(seat=A))
    assert set(legal_moves(drawn)) == {lay(A, "R7"), Pass(seat=A)}
    kept = after(drawn, Pass(seat=A))
    assert (kept.turn, codes(kept.hands[A])) == (B, "R1 R7 G2")


def test_one_card_drawn_after_a_shuffle_ends_the_turn_as_ever() -> None:
    rules = classic_with(3, drawing="one", keep_drawn=True)
    start = table("R1 G2", "Y1", "G1", discard="B1 R9 R5", draw="", rules=rules)
    due = after(start, Draw(seat=A))
    ended = reshuffle(due, "B1 R9")
    assert (gains(start, ended)[A], ended.turn, codes(ended.draw)) == ("B1", B, "R9")
    drawn = reshuffle(due, "R9 B1")
    assert (drawn.turn, drawn.phase, drawn.drawn) == (A, Phase.DRAWN, Face.R9)


def test_it_is_drawn_until_a_card_can_be_played_from_a_pile_that_is_turned() -> None:
    rules = duo_of(3, drawing="until_playable", keep_drawn=False)
    start = table("G1 G2", "Y9", "G3", discard="Y1 B1 R9 B2 R5", draw="Y2", rules=rules)
    drawn = after(start, Draw(seat=A))
    assert (gains(start, drawn)[A], codes(drawn.draw), codes(drawn.discard)) == ("R9 Y1 Y2 B1", "B2", "R5")
    assert (drawn.known_draw, codes(drawn.known[A])) == (1, "R9 Y1 B1"), "but not what was drawn before"
    assert legal_moves(drawn) == (lay(A, "R9"),)


def test_a_drawn_reverse_that_must_be_played_may_dump() -> None:
    rules = duo_of(3, keep_drawn=False)
    drawn = after(table("R1 B2 B3", "Y9", "G3", ahead="RR", rules=rules), Draw(seat=A))
    assert set(legal_moves(drawn)) == {lay(A, "RR"), lay(A, "RR", dump="R1")}


# UNO, the last card, the score


def test_a_call_out_that_costs_nothing_closes_the_chance_all_the_same() -> None:
    rules = classic_with(3, forgotten_uno=0)
    state = after(table("R1 B1", "R2 R3", "G1", discard="G2 R5", draw="", rules=rules), lay(A, "R1"))
    called = after(state, CallOut(seat=C))
    assert (called.phase, called.turn, called.uno_open, len(called.hands[A])) == (Phase.TURN, B, None, 1)


def test_without_a_last_draw_the_round_is_over_at_once() -> None:
    rules = classic_with(3, final_draw=False)
    for card, colour in (("R+2", None), ("W4", GREEN)):
        start = table(card, "Y1", "G1", discard="G2 R5", draw="", rules=rules)
        over = after(start, lay(A, card, colour))
        assert (over.round_has_ended, over.rounds[-1].drawn, over.rounds[-1].points) == (True, 0, (0, 1, 1))


def test_knock_out_is_for_uno_duo_too() -> None:
    over = after(position("R1", "R9", rules=Rules(knock_out=True), scores=(10, 195)), lay(A, "R1"))
    assert (over.winner, over.out) == (A, (B,))


def test_the_points_are_numbers_of_the_rules() -> None:
    rules = duo_of(3, action_points=1, wild_points=200, wild_draw_four_points=1000)
    assert hand_points(cards("R9 G+2 BS YR W W4"), rules) == 9 + 3 + 200 + 1000


# The turned-up card among three


@pytest.mark.parametrize("dealer", [A, B, C])
def test_a_turned_up_wild_that_is_not_buried_is_named_by_the_dealer_and_the_first_seat_plays(dealer: int) -> None:
    state = dealt("W", dealer=dealer, rules=THREE)
    first = (dealer + 1) % 3
    assert (state.phase, state.turn, state.colour) == (Phase.NAME_COLOUR, dealer, None)
    assert legal_moves(state) == tuple(NameColour(seat=dealer, colour=colour) for colour in COLOURS)
    assert refusal(state, NameColour(seat=first, colour=RED)) is Reason.NOT_ON_TURN
    named = after(state, NameColour(seat=dealer, colour=GREEN))
    assert (named.turn, named.phase, named.colour) == (first, Phase.TURN, GREEN)
    assert {len(hand) for hand in named.hands} == {7}


@pytest.mark.parametrize("dealer", [A, B, C])
def test_for_a_turned_up_wild_draw_4_the_first_seat_draws_and_the_seat_after_it_plays(dealer: int) -> None:
    state = dealt("W4", dealer=dealer, rules=THREE)
    first = (dealer + 1) % 3
    assert (state.phase, state.turn) == (Phase.NAME_COLOUR, dealer)
    assert [len(hand) for hand in state.hands] == [11 if seat == first else 7 for seat in range(3)]
    named = after(state, NameColour(seat=dealer, colour=GREEN))
    assert (named.turn, named.phase, named.colour) == ((dealer + 2) % 3, Phase.TURN, GREEN)
    for move in (Accept(seat=named.turn or 0), Challenge(seat=named.turn or 0)):
        assert refusal(named, move) is Reason.NOT_ASKED


def test_a_turned_up_reverse_is_completed_by_the_first_seat_of_three() -> None:
    state = dealt("GR", "G1 G9", "G2", "G3", rules=THREE)
    assert (state.turn, state.direction, state.may_dump) == (A, 1, True)
    assert complete(A, "G9") in legal_moves(state)
    assert refusal(state, complete(B, "G2")) is Reason.NOT_ON_TURN


def test_a_wild_card_may_be_buried_after_a_draft() -> None:
    """98 cards are left, 97 beside the wild, and the last fourteen are known: it goes before the card 48."""
    rules = Rules(bury_wilds=True)
    plain = turned_up("W", ahead="R5 Y1 Y2")
    state = turned_up("W", ahead="R5 Y1 Y2", rules=rules)
    assert (codes(state.discard), state.turn, state.phase) == ("R5", B, Phase.TURN)
    assert state.known_draw == 14
    assert state.draw == (*plain.draw[1:48], *cards("W"), *plain.draw[48:])


def test_of_a_wild_buried_into_the_known_part_only_what_lies_below_it_stays_known() -> None:
    """Twenty picks each leave 32 cards over the 40 discards: 71 beside the wild, which goes before the card 35."""
    plain, state = (turned_up("W", rules=Rules(hand_size=20, bury_wilds=buried)) for buried in (False, True))
    assert (len(plain.draw), plain.known_draw) == (71, 40)
    assert not plain.draw[0].is_wild
    assert state.discard == plain.draw[:1]
    assert state.draw == (*plain.draw[1:35], *cards("W"), *plain.draw[35:])
    assert state.known_draw == 71 - 35
    view = view_for(state, A)
    assert isinstance(view, PlayView)
    assert view.draw == plain.draw[35:]


# The piles run out after a draft


def test_nobody_knows_the_end_of_the_pile_any_more_once_it_was_shuffled() -> None:
    rules = Rules(recycling="shuffled")
    assert turned_up("R5", rules=rules).known_draw == 14
    start = position("R1 R2", "Y1 Y2", "G7 G8 G9 R9 R5", draw="G1 G2", known_draw=2, rules=rules)
    known = after(start, Draw(seat=A))
    assert ([codes(hand) for hand in known.known], known.known_draw) == (["G1", ""], 1)
    known = after(known, Draw(seat=B))
    assert ([codes(hand) for hand in known.known], known.known_draw, known.draw) == (["G1", "G2"], 0, ())
    due = after(known, Draw(seat=A))
    assert (due.phase, due.known_draw) == (Phase.SHUFFLE, 0)
    done = reshuffle(due, "G8 R9 G9 G7")
    assert ([codes(hand) for hand in done.known], done.known_draw) == (["G1", "G2"], 0)
    assert gains(due, done) == ["G8", ""]


def test_a_bill_drawn_across_the_shuffle_is_known_up_to_it() -> None:
    rules = Rules(recycling="shuffled")
    on_bill: dict[str, Any] = {"draw": "G1 G2", "known_draw": 1, "phase": Phase.BILL, "bill": 4}
    start = position("R1 R2", "Y1 Y2", "G7 G8 G9 R+2", rules=rules, **on_bill)
    done = reshuffle(after(start, Take(seat=A)), "G9 G8 G7")
    assert gains(start, done) == ["G1 G2 G8 G9", ""]
    assert ([codes(hand) for hand in done.known], done.known_draw, codes(done.draw)) == (["G2", ""], 0, "G7")


# What is refused


def conflict(**values: Any) -> str | None:
    """Why values make no rule set, None where they do."""
    try:
        Rules.model_validate(values)
    except ValidationError as error:
        assert error.error_count() == 1
        return error.errors()[0]["type"]
    return None


@pytest.mark.parametrize("seats", range(3, 11))
def test_a_draft_is_for_two(seats: int) -> None:
    assert conflict(seats=seats) == RuleConflict.DRAFT_OF_MANY
    assert conflict(seats=seats, opening="deal") is None
    assert conflict(seats=2, opening="draft") is None


def test_keeping_a_drawn_card_together_with_drawing_until_one_can_be_played_is_refused() -> None:
    assert conflict(drawing="until_playable", keep_drawn=True) == RuleConflict.DRAWING_PAST_KEPT
    assert conflict(drawing="until_playable") == RuleConflict.DRAWING_PAST_KEPT
    assert conflict(drawing="until_playable", keep_drawn=False) is None
    assert conflict(drawing="one", keep_drawn=False) is None


def test_a_draw_2_of_nothing_cannot_be_answered() -> None:
    assert conflict(draw_two=0) == RuleConflict.NOTHING_TO_STACK
    assert conflict(draw_two=0, stacking=False) is None
    assert conflict(draw_two=1) is None


@pytest.mark.parametrize(
    ("seats", "hand_size", "extra_wilds", "fits"),
    [(10, 11, 3, True), (10, 11, 2, False), (9, 12, 1, True), (9, 12, 0, False), (6, 20, 13, True), (6, 20, 12, False)],
)
def test_one_card_must_be_left_to_be_turned_up(seats: int, hand_size: int, extra_wilds: int, fits: bool) -> None:
    """A deck has 108 cards and the extra Wilds."""
    values = {"seats": seats, "hand_size": hand_size, "extra_wilds": extra_wilds, "opening": "deal"}
    assert conflict(**values) == (None if fits else RuleConflict.TOO_FEW_CARDS)
    if fits:
        rules = Rules(seats=seats, hand_size=hand_size, extra_wilds=extra_wilds, opening="deal")
        state = after(cut_by(A, rules), Shuffle(order=full_deck(rules)))
        assert ([len(hand) for hand in state.hands], len(state.draw)) == ([hand_size] * seats, 0)


@pytest.mark.parametrize(
    ("seats", "hand_size", "extra_wilds", "fits"),
    [(10, 9, 1, True), (10, 9, 2, False), (10, 8, 4, True), (10, 9, 4, False), (2, 20, 20, True), (4, 20, 11, True)],
)
def test_where_wild_cards_are_buried_more_must_be_left_than_twice_as_many_as_there_are(
    seats: int, hand_size: int, extra_wilds: int, fits: bool
) -> None:
    values = {"seats": seats, "hand_size": hand_size, "extra_wilds": extra_wilds, "opening": "deal"}
    assert conflict(**values, bury_wilds=True) == (None if fits else RuleConflict.TOO_FEW_CARDS)
    assert conflict(**values, bury_wilds=False) is None


def test_each_round_may_be_blocked_before_its_first_card() -> None:
    """Passes of the round before count no more."""
    rules = Rules(seats=10, hand_size=11, extra_wilds=3, opening="deal", target=100_000)
    deck = tuple(reversed(full_deck(rules)))  # its last card is a number, which is turned up
    state = cut_by(A, rules)
    for number in (1, 2):
        state = after(state, Shuffle(order=deck))
        for _ in range(10):
            assert (state.round, state.round_has_ended) == (number, False)
            assert state.turn is not None
            state = after(state, Draw(seat=state.turn))
        assert state.round_has_ended


def test_where_it_just_fits_another_card_comes_up_even_under_all_the_wilds() -> None:
    rules = Rules(seats=10, hand_size=9, extra_wilds=1, opening="deal", bury_wilds=True)
    deck = full_deck(rules)
    numbers, wilds = [card for card in deck if not card.is_wild], [card for card in deck if card.is_wild]
    state = after(cut_by(9, rules), Shuffle(order=(*numbers[:90], *wilds, *numbers[90:])))
    assert state.discard == (numbers[90],)
    assert sorted(state.draw) == sorted((*wilds, *numbers[91:]))


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [
        ("seats", 2, 10),
        ("target", 1, 100_000),
        ("hand_size", 2, 20),
        ("extra_wilds", 0, 20),
        ("draw_two", 0, 20),
        ("draw_four", 1, 20),
        ("lost_challenge", 1, 20),
        ("forgotten_uno", 0, 20),
        ("action_points", 0, 1000),
        ("wild_points", 0, 1000),
        ("wild_draw_four_points", 0, 1000),
    ],
)
def test_a_number_out_of_its_range_is_refused(field: str, least: int, most: int) -> None:
    others: dict[str, Any] = {"opening": "deal", "stacking": False}
    assert conflict(**{**others, field: least}) is None
    assert conflict(**{**others, field: most}) is None
    assert conflict(**{**others, field: least - 1}) == "greater_than_equal"
    assert conflict(**{**others, field: most + 1}) == "less_than_equal"


@pytest.mark.parametrize("field", ["opening", "drawing", "reverse", "wild_draw_four", "recycling"])
def test_a_choice_that_there_is_not_is_refused(field: str) -> None:
    assert conflict(**{field: "other"}) == "literal_error"


@pytest.mark.parametrize("seats", [1, 11])
def test_classic_uno_is_for_2_to_10(seats: int) -> None:
    with pytest.raises(ValidationError):
        Rules.classic(seats)


# Every combination that is accepted can be played to the end

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "seats": st.integers(2, 10),
    "target": st.integers(1, 60),  # small, so that a match is a few rounds
    "knock_out": st.booleans(),
    "opening": st.sampled_from(["deal", "draft"]),
    "hand_size": st.integers(2, 20),
    "extra_wilds": st.integers(0, 20),
    "bury_wilds": st.booleans(),
    "symbols_match": st.booleans(),
    "drawing": st.sampled_from(["one", "until_playable"]),
    "keep_drawn": st.booleans(),
    "reverse": st.sampled_from(["dump", "turn", "skip"]),
    "draw_two": st.integers(0, 20),
    "stacking": st.booleans(),
    "draw_four": st.integers(1, 20),
    "wild_draw_four": st.sampled_from(["challenge", "restricted", "free"]),
    "lost_challenge": st.integers(1, 20),
    "forgotten_uno": st.integers(0, 20),
    "final_draw": st.booleans(),
    "recycling": st.sampled_from(["turned", "shuffled"]),
    "action_points": st.integers(0, 1000),
    "wild_points": st.integers(0, 1000),
    "wild_draw_four_points": st.integers(0, 1000),
}


def accepted(values: dict[str, Any]) -> Rules | None:
    """The rule set with these values, None where they are refused."""
    try:
        return Rules.model_validate(values)
    except ValidationError:
        return None


rule_sets = st.fixed_dictionaries(VALUES).map(accepted).filter(lambda rules: rules is not None)


def test_the_rule_sets_that_are_drawn_differ_in_every_field() -> None:
    assert VALUES.keys() == Rules.model_fields.keys()


def played_out(rules: Rules, seed: int, wild_moves: int = 200, most: int = 100_000) -> GameState:
    """The last position of a match that begins in any way and is then played peacefully.

    Random attackers can keep a round going for very long where a card makes the next seat draw twenty; peaceful play
    took 3,000 moves at most in 5,000 matches, and 1,000 on average by the longest rules that were found.
    """
    rng, state = random.Random(seed), new_match(rules)
    earlier, looked = state, 0
    for count in range(most):
        if state.phase is Phase.MATCH_OVER:
            break
        if count > looked + 500 and state.phase is Phase.TURN:
            if is_going_round(earlier, state):
                break
            earlier, looked = state, count
        state = reduce(state, chosen(rng, state, "any" if count < wild_moves else "peaceful"))
    return state


def is_going_round(earlier: GameState, state: GameState) -> bool:
    """Whether the same seats draw and lay for ever what skips the others, as they must: no other card is in the piles.

    RULES.md does not say yet how such a round ends, in which nobody passes and no hand changes.
    """
    skipping = (Symbol.SKIP, Symbol.REVERSE, *([] if state.rules.draw_two else [Symbol.DRAW_TWO]))
    only_skips = all(card.symbol in skipping for card in (*state.draw, *state.discard))
    return only_skips and not state.rules.keep_drawn and state.hands == earlier.hands


@given(rule_sets, seeds)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_every_rule_set_that_is_accepted_can_be_played_to_the_end(rules: Rules, seed: int) -> None:
    over = played_out(rules, seed)
    if over.phase is not Phase.MATCH_OVER:
        assert is_going_round(over, over)
        return
    assert sorted((*over.draw, *over.discard, *chain(*over.hands))) == list(full_deck(rules))
    assert over.scores == tuple(map(sum, zip(*(done.points for done in over.rounds), strict=True)))
    assert max(over.scores) >= rules.target
    assert over.winner is not None
    if rules.knock_out:
        assert sorted((over.winner, *over.out)) == list(range(rules.seats))
    else:
        assert over.out == ()
        assert over.scores.count(min(over.scores)) == 1
        assert over.scores[over.winner] == min(over.scores)
