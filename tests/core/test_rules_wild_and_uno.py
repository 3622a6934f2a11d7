"""RULES.md, sections 8 and 9: Wild, Wild Draw 4, the challenge, and UNO."""

import pytest

from tests.core.positions import BLUE, GREEN, RED, A, B, after, codes, lay, position, refusal
from uno_duo.core import (
    COLOURS,
    Accept,
    Accused,
    CallOut,
    Challenge,
    Colour,
    Draw,
    Face,
    GameState,
    Move,
    Pass,
    Phase,
    PlayView,
    Reason,
    Rules,
    SayUno,
    Take,
    cards,
    legal_moves,
    view_for,
)

# 8. Wild, Wild Draw 4 and the challenge


@pytest.mark.parametrize("colour", COLOURS)
def test_a_wild_may_name_any_colour_the_present_one_too(colour: Colour) -> None:
    state = after(position("W R1 R2", "Y1 Y2", "R5"), lay(A, "W", colour))
    assert (state.colour, state.turn, state.phase) == (colour, B, Phase.TURN)


def test_a_wild_draw_4_may_be_played_honestly_or_not_in_any_colour() -> None:
    for hand in ("W4 R1 R2", "W4 G1 G2"):
        plays = {move for move in legal_moves(position(hand, "Y1 Y2", "R5")) if move.type == "play"}
        assert {lay(A, "W4", colour) for colour in COLOURS} <= plays


def test_a_wild_draw_4_asks_the_opponent_to_accept_or_challenge() -> None:
    state = after(position("W4 R1 R2", "Y1 R3 W", "R5"), lay(A, "W4", BLUE))
    assert (state.phase, state.turn, state.colour, state.bill) == (Phase.CHALLENGE, B, BLUE, 0)
    assert legal_moves(state) == (Accept(seat=B), Challenge(seat=B))
    for move in (lay(B, "W", RED), lay(B, "R3"), Draw(seat=B), Take(seat=B), Pass(seat=B)):
        assert refusal(state, move) is Reason.NOT_ASKED
    assert refusal(state, Accept(seat=A)) is Reason.NOT_ON_TURN
    assert refusal(state, Challenge(seat=A)) is Reason.NOT_ON_TURN


def test_accepting_draws_four_and_the_player_takes_another_turn() -> None:
    """KNOWN_FAULTS.md, 10: who accepts does not play in that turn."""
    start = position("W4 R1 R2 B3", "Y1 B2 W", "R5", ahead="B4 B6 B7 B8")
    state = after(start, lay(A, "W4", BLUE), Accept(seat=B))
    assert codes(state.hands[B]) == "Y1 B2 B4 B6 B7 B8 W"
    assert (state.turn, state.phase, state.colour) == (A, Phase.TURN, BLUE)
    assert refusal(state, lay(B, "B2")) is Reason.NOT_ON_TURN
    assert lay(A, "B3") in legal_moves(state)
    assert state.known == ((), ()), "nothing was shown"


def test_a_guilty_player_draws_four_and_loses_the_extra_turn() -> None:
    start = position("W4 R1 B2", "Y1 B2 W", "R5", ahead="B4 B6 B7 B8")
    state = after(start, lay(A, "W4", BLUE), Challenge(seat=B))
    assert codes(state.hands[A]) == "R1 B2 B4 B6 B7 B8"
    assert codes(state.hands[B]) == "Y1 B2 W"
    assert (state.turn, state.phase, state.colour) == (B, Phase.TURN, BLUE)


def test_against_an_innocent_player_the_challenger_draws_six() -> None:
    """KNOWN_FAULTS.md, 10: who loses a challenge does not play in that turn."""
    start = position("W4 G1 B2", "Y1 B3 W", "R5", ahead="B4 B6 B7 B8 B9 B0")
    state = after(start, lay(A, "W4", BLUE), Challenge(seat=B))
    assert codes(state.hands[B]) == "Y1 B0 B3 B4 B6 B7 B8 B9 W"
    assert codes(state.hands[A]) == "G1 B2"
    assert (state.turn, state.phase, state.colour) == (A, Phase.TURN, BLUE)
    assert refusal(state, lay(B, "B3")) is Reason.NOT_ON_TURN


@pytest.mark.parametrize(
    ("hand", "discard", "colour", "is_guilty"),
    [
        ("R1 Y2", "R5", RED, True),
        ("G5 Y2", "R5", RED, True),
        ("RS Y2", "R5", RED, True),
        ("GS Y2", "RS", RED, True),
        ("B+2 Y2", "R+2", RED, True),
        ("YR Y2", "RR", RED, True),
        ("G1 Y2", "R5", RED, False),
        ("W W", "R5", RED, False),
        ("W4 G1", "R5", RED, False),
        ("G3 Y2", "W", GREEN, True),
        ("R3 Y2", "W", GREEN, False),
        ("R4 W", "W4", BLUE, False),
        ("R3 W", "W", GREEN, False),
        ("R4 W4", "W4", BLUE, False),
    ],
)
def test_guilty_is_who_held_a_card_of_the_colour_or_the_symbol(
    hand: str, discard: str, colour: Colour, is_guilty: bool
) -> None:
    start = position(f"W4 {hand}", "Y1 B3", discard, colour=colour)
    for named in COLOURS:
        state = after(start, lay(A, "W4", named), Challenge(seat=B))
        assert [len(hand) for hand in state.hands] == ([6, 2] if is_guilty else [2, 8])


def test_the_colour_named_does_not_count_against_its_player() -> None:
    state = after(position("W4 B1 B2", "Y1 B3", "R5"), lay(A, "W4", BLUE), Challenge(seat=B))
    assert len(state.hands[B]) == 8


def test_it_is_judged_by_the_hand_at_the_moment_of_the_play() -> None:
    """KNOWN_FAULTS.md, 5: an honest one was judged a bluff by a hand that had changed before the challenge."""
    start = position("W4 G1", "Y1 B3", "R5", ahead="R1 R2")
    called = after(start, lay(A, "W4", BLUE), CallOut(seat=B))
    assert (codes(called.hands[A]), called.phase, called.turn) == ("R1 R2 G1", Phase.CHALLENGE, B)
    state = after(called, Challenge(seat=B))
    assert len(state.hands[B]) == 8
    assert codes(state.known[A]) == "R1 R2 G1", "shown is the whole hand as it is then"


def test_a_guilty_one_is_not_made_honest_by_a_turned_pile() -> None:
    start = position("W4 R1", "Y1 B3", "G2 G3 R5", draw="")
    called = after(start, lay(A, "W4", BLUE), CallOut(seat=B))
    assert codes(called.hands[A]) == "R1 G2 G3"
    assert codes(called.draw + called.discard) == "R5 W4"
    state = after(called, Challenge(seat=B))
    assert state.turn == B, "guilty"
    assert codes(state.hands[A]) == "R1 R5 G2 G3"


def test_everybody_knows_how_things_stood_when_it_was_played() -> None:
    """Whatever comes after: here even the card that lay under it is drawn for the call-out."""
    start = position("W4 G1", "Y1 B3", "R5", known=("G1", ""), draw="B9")
    called = after(start, lay(A, "W4", BLUE), CallOut(seat=B))
    assert codes(called.hands[A]) == "R5 G1 B9"
    assert (codes(called.draw), codes(called.discard)) == ("", "W4")
    then = Accused(seat=A, colour=RED, under=Face.of("R5"), hand_size=1, known=cards("G1"))
    for seat in (A, B):
        view = view_for(called, seat)
        assert isinstance(view, PlayView)
        assert view.accused == then
        assert set(cards("R9 G5")) <= view.matches_before
        assert Face.of("G6") not in view.matches_before


def test_a_drawn_wild_draw_4_is_judged_in_the_same_way() -> None:
    for hand, is_guilty in (("R1 Y1 Y2", True), ("G1 Y1 Y2", False)):
        drawn = after(position(hand, "Y3 B3", "R5", ahead="W4"), Draw(seat=A))
        state = after(drawn, lay(A, "W4", BLUE), Challenge(seat=B))
        assert [len(held) for held in state.hands] == ([7, 2] if is_guilty else [3, 8])


def test_the_hand_shown_is_known_until_its_cards_are_played() -> None:
    start = position("W4 R1 R1 G2", "Y1 R3", "R5")
    state = after(start, lay(A, "W4", RED), Challenge(seat=B))
    assert codes(state.known[A]) == "R1 R1 G2"
    played = after(state, lay(B, "R3", uno=True), lay(A, "R1"))
    assert codes(played.known[A]) == "R1 G2"


def test_the_challenge_forgets_nothing_that_was_known_and_nothing_of_it_stays() -> None:
    start = position("W4 G1 G2 G3", "Y1 R3", "R5", known=("G2", "Y1"))
    state = after(start, lay(A, "W4", RED), Challenge(seat=B))
    assert [codes(hand) for hand in state.known] == ["G1 G2 G3", "Y1"]
    assert (state.accused, state.is_bluff) == (None, False)


def test_the_numbers_of_the_challenge_are_those_of_the_rules() -> None:
    rules = Rules(draw_four=3, lost_challenge=7)
    honest = after(position("W4 G1 G2", "Y1 R3", "R5", rules=rules), lay(A, "W4", RED))
    guilty = after(position("W4 R1 R2", "Y1 R3", "R5", rules=rules), lay(A, "W4", RED))
    assert len(after(honest, Accept(seat=B)).hands[B]) == 2 + 3
    assert len(after(honest, Challenge(seat=B)).hands[B]) == 2 + 7
    assert len(after(guilty, Challenge(seat=B)).hands[A]) == 2 + 3


def test_a_wild_draw_4_that_the_piles_cannot_pay_goes_on() -> None:
    start = position("W4 G1 G2", "Y1 R3", "R5", draw="B1")
    state = after(start, lay(A, "W4", RED), Accept(seat=B))
    assert codes(state.hands[B]) == "R3 R5 Y1 B1"
    assert (codes(state.discard), state.turn) == ("W4", A)


# 9. Saying UNO


def silent() -> GameState:
    """A has played to one card and said nothing; B is on turn."""
    return after(position("R1 B1", "R2 R3 G4", "R5", ahead="Y7 Y8 Y9"), lay(A, "R1"))


def test_uno_is_due_exactly_where_a_play_leaves_one_card() -> None:
    for hand, is_due in (("R1", False), ("R1 B1", True), ("R1 B1 B2", False)):
        state = position(hand, "R2 R3", "R5")
        assert (lay(A, "R1", uno=True) in legal_moves(state)) == is_due
        assert lay(A, "R1") in legal_moves(state), "forgetting is possible"
        if not is_due:
            assert refusal(state, lay(A, "R1", uno=True)) is Reason.UNO_NOT_DUE


def test_uno_is_due_for_a_wild_an_answer_and_a_drawn_card_too() -> None:
    assert lay(A, "W", RED, uno=True) in legal_moves(position("W B1", "R2 R3", "R5"))
    assert lay(A, "Y+2", uno=True) in legal_moves(position("Y+2 B1", "R2", "R+2", phase=Phase.BILL, bill=2))
    drawn = after(position("B1", "R2 R3", "R5", ahead="R9"), Draw(seat=A))
    assert lay(A, "R9", uno=True) in legal_moves(drawn)
    assert after(drawn, lay(A, "R9")).uno_open == A


def test_a_dump_is_one_play() -> None:
    leaves_one = position("RR R1 R2 B1", "R3 R4", "R5")
    assert lay(A, "RR", dump="R1", uno=True) in legal_moves(leaves_one)
    assert after(leaves_one, lay(A, "RR", dump="R1")).uno_open == A
    assert refusal(leaves_one, lay(A, "RR", uno=True)) is Reason.UNO_NOT_DUE, "the Reverse alone leaves three"
    leaves_none = position("RR R1", "R3 R4", "R5")
    assert refusal(leaves_none, lay(A, "RR", dump="R1", uno=True)) is Reason.UNO_NOT_DUE
    assert lay(A, "RR", uno=True) in legal_moves(leaves_none), "the Reverse alone leaves one"
    assert after(leaves_none, lay(A, "RR", dump="R1")).round_has_ended


def test_uno_that_was_said_cannot_be_called_out() -> None:
    state = after(position("R1 B1", "R2 R3", "R5"), lay(A, "R1", uno=True))
    assert state.uno_open is None
    assert refusal(state, CallOut(seat=B)) is Reason.NO_UNO_OPEN
    assert refusal(state, SayUno(seat=A)) is Reason.NO_UNO_OPEN


def test_uno_said_late_counts_until_the_opponent_is_first() -> None:
    """KNOWN_FAULTS.md, 15: the order of the moves decides, and nothing else."""
    said = after(silent(), SayUno(seat=A))
    assert (said.uno_open, said.turn, len(said.hands[A])) == (None, B, 1)
    assert refusal(said, CallOut(seat=B)) is Reason.NO_UNO_OPEN
    called = after(silent(), CallOut(seat=B))
    assert refusal(called, SayUno(seat=A)) is Reason.NO_UNO_OPEN


def test_who_is_called_out_draws_two_and_the_turn_stays() -> None:
    called = after(silent(), CallOut(seat=B))
    assert codes(called.hands[A]) == "Y7 Y8 B1"
    assert (called.turn, called.phase, called.uno_open) == (B, Phase.TURN, None)


def test_a_forgotten_uno_is_called_out_once() -> None:
    """KNOWN_FAULTS.md, 14."""
    called = after(silent(), CallOut(seat=B))
    assert refusal(called, CallOut(seat=B)) is Reason.NO_UNO_OPEN


def test_a_call_out_closes_it_even_where_no_card_can_be_given() -> None:
    forgotten = position("B1", "R2 R3", "R1", draw="", turn=B, uno_open=A)
    called = after(forgotten, CallOut(seat=B))
    assert (codes(called.hands[A]), called.uno_open) == ("B1", None)
    assert refusal(called, CallOut(seat=B)) is Reason.NO_UNO_OPEN


def test_only_the_forgetful_seat_says_it_and_only_another_calls_it_out() -> None:
    assert refusal(silent(), SayUno(seat=B)) is Reason.UNO_OF_ANOTHER
    assert refusal(silent(), CallOut(seat=A)) is Reason.OWN_UNO
    assert refusal(silent(), CallOut(seat=2)) is Reason.NO_SUCH_SEAT


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (silent(), lay(B, "R2")),
        (silent(), Draw(seat=B)),
        (position("B1", "RR R2 R3", "R5", turn=B, uno_open=A), lay(B, "RR", dump="R2", uno=False)),
        (position("B1", "R1 R2", "R+2", turn=B, uno_open=A, phase=Phase.BILL, bill=2), Take(seat=B)),
        (position("B1", "R1 R2", "R5 W4", turn=B, uno_open=A, phase=Phase.CHALLENGE, colour=RED), Accept(seat=B)),
        (position("B1", "R1 R2", "R5 W4", turn=B, uno_open=A, phase=Phase.CHALLENGE, colour=RED), Challenge(seat=B)),
    ],
)
def test_the_chance_ends_with_the_next_move_of_any_seat(state: GameState, move: Move) -> None:
    """KNOWN_FAULTS.md, 13: it is these moves that close it, each of them."""
    assert state.uno_open == A
    assert after(state, move).uno_open is None


def test_a_completed_reverse_ends_the_chance() -> None:
    from tests.core.positions import complete

    state = after(position("RR RR B1", "R2 R3 G4", "R5"), lay(A, "RR", dump="RR"))
    assert state.uno_open == A
    assert after(state, complete(B, "R2", uno=True)).uno_open is None


def test_while_the_chance_lasts_there_is_one_move_more_for_each() -> None:
    """The forgetful seat has that one move off turn, the other seat has it beside its turn (section 9)."""
    own = {move for move in legal_moves(silent()) if move.type != "shuffle" and move.seat == A}
    assert own == {SayUno(seat=A)}
    assert {CallOut(seat=B), Draw(seat=B), lay(B, "R2")} <= set(legal_moves(silent()))


def test_cards_drawn_for_a_call_out_count_as_drawn() -> None:
    """They interrupt the passes that block a round (section 5)."""
    state = position("B1", "R2 R3", "G1 Y5", draw="", turn=B, uno_open=A, passes=1)
    called = after(state, CallOut(seat=B))
    assert codes(called.hands[A]) == "G1 B1"
    assert not after(called, Draw(seat=B)).round_has_ended


def test_a_call_out_changes_neither_a_bill_nor_a_challenge() -> None:
    bill = after(position("R+2 B1", "R2 R3", "R5"), lay(A, "R+2"), CallOut(seat=B))
    assert (bill.phase, bill.bill, bill.turn, len(bill.hands[A])) == (Phase.BILL, 2, B, 3)
    asked = after(position("W4 B1", "R2 R3", "R5"), lay(A, "W4", RED), SayUno(seat=A))
    assert (asked.phase, asked.turn) == (Phase.CHALLENGE, B)
    assert asked.accused is not None
    assert asked.accused.colour is RED


def test_one_card_by_other_ways_than_a_play_asks_for_nothing() -> None:
    state = after(position("B1 B2", "R2", "R5", turn=B, ahead="G1"), Draw(seat=B))
    assert state.uno_open is None
    started = position("B1", "R2", "R5")
    assert refusal(started, CallOut(seat=B)) is Reason.NO_UNO_OPEN


def test_the_price_of_a_forgotten_uno_is_a_number_of_the_rules() -> None:
    state = after(position("R1 B1", "R2 R3", "R5", rules=Rules(forgotten_uno=4)), lay(A, "R1"), CallOut(seat=B))
    assert len(state.hands[A]) == 5


def test_a_known_card_drawn_for_a_call_out_is_known() -> None:
    state = position("B1", "R2 R3", "R1", draw="G1 G2 G3", known_draw=2, turn=B, uno_open=A)
    called = after(state, CallOut(seat=B))
    assert [codes(hand) for hand in called.known] == ["G2", ""]
    assert (called.known_draw, called.draw) == (1, cards("G3"))
