"""The examples at the end of RULES.md, each written from that page."""

import pytest

from tests.core.positions import (
    BLUE,
    DUO,
    GREEN,
    RED,
    A,
    B,
    after,
    codes,
    complete,
    dealt,
    drafting,
    lay,
    picks,
    position,
    refusal,
    turned_up,
)
from uno_duo.core import (
    COLOURS,
    Accept,
    CallOut,
    Challenge,
    Draw,
    Keep,
    NameColour,
    Pass,
    Phase,
    Play,
    Reason,
    Reject,
    Rules,
    SayUno,
    Take,
    cards,
    events_for,
    hand_points,
    legal_moves,
    view_for,
)
from uno_duo.core.events import DrawnFor, Drew


def test_example_1_the_draft() -> None:
    start = drafting("R1 R2 R3 R4")
    kept = after(start, Keep(seat=A))
    assert codes(kept.hands[A]) == "R1"
    assert codes(kept.discard) == "R2"
    rejected = after(kept, Reject(seat=B))
    assert codes(rejected.hands[B]) == "R4"
    assert codes(rejected.discard) == "R2 R3"
    done = after(rejected, *picks("k" * 12))
    assert codes(done.draw[-14:]).startswith("R2 R3 ")


def test_example_2_a_volley() -> None:
    start = position("R+2 B+2 B3 B4", "G+2 Y1 Y2", "R5")
    bill = after(start, lay(A, "R+2"), lay(B, "G+2"), lay(A, "B+2"))
    assert (bill.turn, bill.bill, bill.phase) == (B, 6, Phase.BILL)
    assert legal_moves(bill) == (Take(seat=B),)
    taken = after(bill, Take(seat=B))
    assert len(taken.hands[B]) == 2 + 6
    assert (taken.turn, taken.bill, taken.phase, taken.colour) == (A, 0, Phase.TURN, BLUE)
    assert lay(A, "B3", uno=True) in legal_moves(taken)


@pytest.mark.parametrize("move", [lay(A, "R7"), lay(A, "W", RED), lay(A, "W4", RED)])
def test_example_3_only_a_draw_2_answers_a_bill(move: Play) -> None:
    bill = position("R7 W W4 R3", "Y1 Y2", "R+2", phase=Phase.BILL, bill=2)
    assert refusal(bill, move) is Reason.ONLY_DRAW_TWO


def test_example_4_a_dump_to_one_card() -> None:
    start = position("RR R1 R9 B4", "Y1 Y2", "R5")
    said = after(start, lay(A, "RR", dump="R9", uno=True))
    assert codes(said.hands[A]) == "B4"
    assert codes(said.discard) == "R5 RR R1 R9"
    assert (said.turn, said.phase, said.uno_open) == (B, Phase.TURN, None)
    silent = after(start, lay(A, "RR", dump="R9"))
    assert silent.uno_open == A


def test_example_5_a_dump_goes_out() -> None:
    over = after(position("RR R1 RS", "Y1 Y2", "R5"), lay(A, "RR", dump="RS"))
    assert over.round_has_ended
    assert over.hands[A] == ()
    assert (over.rounds[-1].went_out, over.rounds[-1].points) == (A, (0, 3))


def test_example_6_a_dump_that_ends_on_draw_2() -> None:
    bill = after(position("RR R1 R+2 B4 B6", "G+2 Y2", "R5"), lay(A, "RR", dump="R+2"))
    assert codes(bill.hands[A]) == "B4 B6"
    assert (bill.turn, bill.phase, bill.bill) == (B, Phase.BILL, 2)
    assert lay(B, "G+2", uno=True) in legal_moves(bill)


def test_example_7_a_dump_that_ends_on_a_reverse() -> None:
    start = position("RR RR R1 B4", "R2 R3 R7 Y2 Y3", "R5")
    turn = after(start, lay(A, "RR", dump="RR"))
    assert codes(turn.hands[A]) == "B4"
    assert turn.uno_open == A
    assert codes(turn.discard) == "R5 RR R1 RR"
    assert turn.may_dump
    dumped = after(turn, complete(B, "R3"))
    assert codes(dumped.hands[B]) == "Y2 Y3"
    assert codes(dumped.discard) == "R5 RR R1 RR R2 R7 R3"
    assert codes(after(turn, lay(B, "R2")).hands[B]) == "R3 R7 Y2 Y3"
    without_red = after(position("RR RR R1 B4", "Y2 Y3 W", "R5"), lay(A, "RR", dump="RR"))
    assert not without_red.may_dump
    assert refusal(without_red, complete(B, "R3")) is Reason.NOTHING_TO_COMPLETE


def test_example_8_a_guilty_wild_draw_4() -> None:
    start = position("G5 W4", "Y1 Y2 B3", "R5")
    shown = after(start, lay(A, "W4", BLUE, uno=True), Challenge(seat=B))
    assert len(shown.hands[A]) == 5
    assert len(shown.hands[B]) == 3
    assert (shown.turn, shown.phase, shown.colour) == (B, Phase.TURN, BLUE)
    assert lay(B, "B3") in legal_moves(shown)
    assert refusal(shown, lay(B, "Y1")) is Reason.NO_MATCH


def test_example_9_an_innocent_wild_draw_4() -> None:
    start = position("W W4 G7", "Y1 Y2 B3", "R5")
    shown = after(start, lay(A, "W4", GREEN), Challenge(seat=B))
    assert len(shown.hands[B]) == 3 + 6
    assert len(shown.hands[A]) == 2
    assert (shown.turn, shown.phase) == (A, Phase.TURN)


def test_example_10_only_the_colour_counts_on_a_wild() -> None:
    start = position("R3 W4", "Y1 Y2 B3", "W", colour=GREEN)
    shown = after(start, lay(A, "W4", RED, uno=True), Challenge(seat=B))
    assert len(shown.hands[B]) == 3 + 6


def test_example_11_a_last_draw_2_is_drawn_for() -> None:
    out = after(position("G+2", "Y1 Y2", "G5", ahead="B9 R9"), lay(A, "G+2"))
    assert codes(out.hands[B]) == "R9 Y1 Y2 B9"
    assert out.rounds[-1].points == (0, 21)
    answered = position("G+2", "Y1", "R+2 B+2", ahead="R1 R2 R3 R4 R6 R7", phase=Phase.BILL, bill=4)
    assert len(after(answered, lay(A, "G+2")).hands[B]) == 1 + 6


def test_example_12_a_turned_up_wild_draw_4() -> None:
    naming = turned_up("W4", one="G3")
    assert len(naming.hands[B]) == 11
    assert legal_moves(naming) == tuple(NameColour(seat=A, colour=colour) for colour in COLOURS)
    named = after(naming, NameColour(seat=A, colour=GREEN))
    assert (named.turn, named.phase, named.colour) == (A, Phase.TURN, GREEN)
    assert lay(A, "G3") in legal_moves(named)


def test_example_13_a_turned_up_reverse_and_seven_of_its_colour() -> None:
    reds = "R1 R2 R3 R4 R6 R7"
    number = after(turned_up("RR", two=f"{reds} R8"), complete(B, "R8"))
    assert number.round_has_ended
    assert (len(number.hands[A]), number.hands[B]) == (7, ())
    draw_2 = after(turned_up("RR", two=f"{reds} R+2"), complete(B, "R+2"))
    assert draw_2.round_has_ended
    assert (len(draw_2.hands[A]), draw_2.hands[B]) == (9, ())


def test_example_14_too_late_to_call_out() -> None:
    silent = after(position("R1 B1", "R2 R3 R4", "R5"), lay(A, "R1"))
    assert CallOut(seat=B) in legal_moves(silent)
    played = after(silent, lay(B, "R2"))
    assert refusal(played, CallOut(seat=B)) is Reason.NO_UNO_OPEN


def test_example_15_the_points_of_a_hand() -> None:
    left = cards("R9 G+2 BS YR W W4")
    assert hand_points(left, DUO) == 9 + 10 + 10 + 10 + 15 + 20 == 74
    assert hand_points(left, Rules.classic()) == 9 + 60 + 100 == 169


def test_example_16_the_discard_pile_is_turned_not_shuffled() -> None:
    state = position("Y1 Y2", "Y3 Y5", "R1 G2 B3 Y4", draw="")
    drawn = []
    for seat in (A, B, A):
        before = state.hands[seat]
        state = after(state, Draw(seat=seat))
        drawn += [card.code for card in state.hands[seat] if card not in before]
        state = after(state, Pass(seat=seat)) if state.phase is Phase.DRAWN else state
        assert codes(state.discard) == "Y4"
    assert drawn == ["R1", "G2", "B3"]


def test_example_17_called_out_while_the_forgetful_seat_is_on_turn() -> None:
    skipped = after(position("BS B1", "R2 R3 R4", "B5"), lay(A, "BS"))
    assert (skipped.turn, skipped.uno_open) == (A, A)
    assert {CallOut(seat=B), SayUno(seat=A)} <= set(legal_moves(skipped))
    called = after(skipped, CallOut(seat=B))
    assert (len(called.hands[A]), called.turn) == (3, A)
    drawn = after(skipped, Draw(seat=A))
    assert refusal(drawn, CallOut(seat=B)) is Reason.NO_UNO_OPEN


def test_example_18_a_round_is_blocked() -> None:
    """The last Draw 2 lies alone: A has played it, B faces the bill, and there is not one card to draw."""
    bill = position("Y1 Y2", "G1 G2", "R+2", draw="", turn=B, phase=Phase.BILL, bill=2)
    taken = after(bill, Take(seat=B))
    assert (len(taken.hands[B]), taken.turn, taken.round_has_ended) == (2, A, False)
    once = after(taken, Draw(seat=A))
    assert (len(once.hands[A]), once.turn, once.round_has_ended) == (2, B, False)
    twice = after(once, Draw(seat=B))
    assert twice.round_has_ended
    assert (twice.rounds[-1].went_out, twice.rounds[-1].points) == (None, (3, 3))


def test_example_19_a_drawn_wild() -> None:
    start = position("Y1 Y2", "G1 G2", "R5", turn=B, ahead="W")
    drawn = after(start, Draw(seat=B))
    plays = {lay(B, "W", colour) for colour in COLOURS}
    assert set(legal_moves(drawn)) == plays | {Pass(seat=B)}
    kept = after(drawn, Pass(seat=B))
    assert (codes(kept.hands[B]), kept.turn) == ("G1 G2 W", A)
    seen = events_for(start, Draw(seat=B), drawn, A) + events_for(drawn, Pass(seat=B), kept, A)
    assert seen == (Drew(seat=B, count=1, cards=(), reason=DrawnFor.TURN),)
    unplayable = position("Y1 Y2", "G1 G2", "R5", turn=B, ahead="B9")
    ended = after(unplayable, Draw(seat=B))
    assert events_for(unplayable, Draw(seat=B), ended, A) == seen
    assert view_for(kept, A) == view_for(ended, A)


def test_example_20_two_seats_of_classic_uno() -> None:
    """Turned up R5 the seat left of the dealer starts; with RR the dealer does, with RS too."""
    for turned, turn in (("R5", B), ("RR", A), ("RS", A)):
        state = dealt(turned, dealer=A, rules=Rules.classic(2))
        assert (codes(state.discard), state.turn, state.direction) == (turned, turn, 1)


def test_a_wild_draw_4_is_accepted() -> None:
    taken = after(position("G5 W4", "Y1 Y2 B3", "R5"), lay(A, "W4", BLUE, uno=True), Accept(seat=B))
    assert (len(taken.hands[A]), len(taken.hands[B]), taken.turn) == (1, 7, A)
