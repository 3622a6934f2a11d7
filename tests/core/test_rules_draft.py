"""RULES.md, sections 1 to 3: the cut, the draft, the card turned up; RECORD.md's lines on them."""

import pytest

from tests.core.positions import (
    BLUE,
    DUO,
    GREEN,
    A,
    B,
    after,
    codes,
    complete,
    cut_by,
    cutting,
    drafting,
    lay,
    picks,
    refusal,
    turned_up,
)
from uno_duo.core import (
    COLOURS,
    Cut,
    Draw,
    Keep,
    NameColour,
    Phase,
    Reason,
    Reject,
    Rules,
    Shuffle,
    full_deck,
    legal_moves,
    new_match,
    reduce,
)

# Before anything


def test_a_new_match_waits_for_its_shuffle() -> None:
    state = new_match(DUO)
    assert (state.phase, state.round, state.first, state.turn) == (Phase.SHUFFLE, 0, None, None)
    assert (state.draw, state.discard, state.hands, state.scores) == ((), (), ((), ()), (0, 0))
    assert (state.direction, state.winner, state.out) == (1, None, ())
    assert legal_moves(state) == ()
    assert refusal(state, Cut(seat=A, place=0)) is Reason.SHUFFLE_DUE


def test_a_shuffle_takes_exactly_the_whole_deck() -> None:
    state, deck = new_match(DUO), full_deck(DUO)
    assert refusal(state, Shuffle(order=tuple(reversed(deck)))) is None
    for wrong in (deck[:-1], (*deck, deck[0]), (deck[1], *deck[1:]), (), full_deck(Rules(extra_wilds=0))):
        assert refusal(state, Shuffle(order=wrong)) is Reason.WRONG_CARDS


def test_a_shuffle_is_refused_where_none_is_due() -> None:
    deck = full_deck(DUO)
    assert refusal(cutting(""), Shuffle(order=deck)) is Reason.NO_SHUFFLE_DUE
    assert refusal(drafting(""), Shuffle(order=deck)) is Reason.NO_SHUFFLE_DUE


# 1. Who is Player 1


def test_seat_0_cuts_first_and_any_place_of_the_deck() -> None:
    state = cutting("R1 R2")
    assert (state.phase, state.turn, state.round) == (Phase.CUT, A, 0)
    assert set(legal_moves(state)) == {Cut(seat=A, place=place) for place in range(112)}
    assert refusal(state, Cut(seat=B, place=0)) is Reason.NOT_ON_TURN
    assert refusal(state, Cut(seat=A, place=112)) is Reason.NO_SUCH_PLACE
    assert refusal(state, Keep(seat=A)) is Reason.NOT_ASKED


@pytest.mark.parametrize(("deck", "first"), [("R9 Y8", A), ("R0 B1", B), ("G7 R0", A)])
def test_the_higher_number_is_player_1(deck: str, first: int) -> None:
    state = after(cutting(deck), Cut(seat=A, place=0), Cut(seat=B, place=1))
    assert (state.first, state.phase, state.turn, state.round) == (first, Phase.SHUFFLE, None, 0)


@pytest.mark.parametrize("card", ["RS", "GR", "B+2", "W", "W4"])
def test_a_card_without_a_number_is_cut_again_at_once_by_that_seat(card: str) -> None:
    state = after(cutting(f"{card} R5 {card} Y6"), Cut(seat=A, place=0))
    assert (state.phase, state.turn) == (Phase.CUT, A)
    state = after(state, Cut(seat=A, place=1), Cut(seat=B, place=2))
    assert (state.phase, state.turn) == (Phase.CUT, B)
    assert after(state, Cut(seat=B, place=3)).first == B


def test_equal_numbers_are_both_cut_again() -> None:
    state = after(cutting("R5 Y5 G2 B1"), Cut(seat=A, place=0), Cut(seat=B, place=1))
    assert (state.phase, state.turn, state.first) == (Phase.CUT, A, None)
    assert after(state, Cut(seat=A, place=2), Cut(seat=B, place=3)).first == A


def test_a_place_that_was_cut_is_not_offered_again_while_the_cut_lasts() -> None:
    state = after(cutting("R5 Y5 G2 B1"), Cut(seat=A, place=0), Cut(seat=B, place=1))
    assert {move.place for move in legal_moves(state) if isinstance(move, Cut)} == set(range(2, 112))
    assert refusal(state, Cut(seat=A, place=0)) is Reason.PLACE_TAKEN
    assert refusal(state, Cut(seat=A, place=1)) is Reason.PLACE_TAKEN


def test_the_deck_is_shuffled_anew_should_the_places_run_out() -> None:
    """The cards without a number are cut first and then pairs of equal numbers: nobody is ever ahead."""
    deck = full_deck(DUO)
    numbers = sorted((card for card in deck if card.is_number), key=lambda card: card.symbol)
    others = tuple(card for card in deck if not card.is_number)
    state = after(new_match(DUO), Shuffle(order=(*others, *numbers)))
    for place in range(len(deck)):
        assert (state.phase, state.first) == (Phase.CUT, None)
        assert state.turn is not None
        state = after(state, Cut(seat=state.turn, place=place))
    assert (state.phase, state.first, state.round, state.turn) == (Phase.SHUFFLE, None, 0, None)
    again = after(state, Shuffle(order=deck))
    assert (again.phase, again.turn) == (Phase.CUT, A)
    assert len(legal_moves(again)) == 112


def test_the_deck_stays_there_until_it_is_shuffled_for_the_round() -> None:
    state = cut_by(A)
    assert state.draw == full_deck(DUO)
    assert refusal(state, Keep(seat=A)) is Reason.SHUFFLE_DUE
    begun = after(state, Shuffle(order=tuple(reversed(state.draw))))
    assert (begun.phase, begun.round, begun.first, begun.turn) == (Phase.DRAFT, 1, A, A)


# 2. The draft


def test_the_seats_pick_in_turn_player_1_first() -> None:
    state = drafting("", first=B)
    turns: list[int] = []
    while state.phase is Phase.DRAFT and len(turns) < 14:
        assert state.turn is not None
        assert legal_moves(state) == (Keep(seat=state.turn), Reject(seat=state.turn))
        assert refusal(state, Keep(seat=1 - state.turn)) is Reason.NOT_ON_TURN
        assert refusal(state, Draw(seat=state.turn)) is Reason.NOT_ASKED
        turns.append(state.turn)
        state = after(state, Keep(seat=state.turn))
    assert turns == [B, A] * 7
    assert state.phase is not Phase.DRAFT


def test_the_card_looked_at_is_the_next_of_the_deck_and_still_in_it() -> None:
    state = drafting("R1 R2 R3 R4 R6")
    for kind in (Keep, Reject, Keep):
        assert state.drawn is state.draw[0]
        assert state.turn is not None
        state = after(state, kind(seat=state.turn))
    assert state.drawn is state.draw[0]


def test_keep_takes_the_card_looked_at_and_discards_the_next() -> None:
    state = after(drafting("R9 R2 Y1 Y2 R1 R3"), Keep(seat=A), Keep(seat=B), Keep(seat=A))
    assert [codes(hand) for hand in state.hands] == ["R1 R9", "Y1"]
    assert codes(state.discard) == "R2 Y2 R3"


def test_reject_discards_the_card_looked_at_and_takes_the_next_whatever_it_is() -> None:
    state = after(drafting("R9 R2 Y1 W4 R1 R3"), Reject(seat=A), Reject(seat=B), Reject(seat=A))
    assert [codes(hand) for hand in state.hands] == ["R2 R3", "W4"]
    assert codes(state.discard) == "R9 Y1 R1"


def test_after_fourteen_picks_each_hand_has_seven_and_the_discards_lie_under_98_cards() -> None:
    start = drafting("")
    last = after(start, *picks("krkkrrkrrkkrk"))
    assert (len(last.hands[A]), len(last.hands[B]), len(last.discard), len(last.draw)) == (7, 6, 13, 86)
    done = after(last, Reject(seat=B))
    pile = (*done.draw, *done.discard)
    assert len(done.hands[A]) == 7
    assert len(pile) + sum(len(hand) for hand in done.hands) == 112


def test_the_discards_are_drawn_last_the_first_one_discarded_first() -> None:
    state = drafting("R1 R2 R3 R4 R6 R7 R8 R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 G1 G2 G3 G4 G5 G6 G7 G8 G9 B1 B2 B3 B4")
    done = after(state, *picks("krkrkrkrkrkrkr"))
    assert codes(done.draw[-14:]) == "R2 R3 R7 R8 Y2 Y3 Y6 Y7 G1 G2 G5 G6 G9 B1"
    assert done.draw[:-14] == state.draw[29:], "nothing is shuffled"
    assert codes(done.discard) == "B3"


def test_the_order_of_the_discards_is_known_to_both() -> None:
    assert drafting("").known_draw == 0
    done = turned_up("R5")
    assert done.known_draw == 14
    assert done.known == ((), ())


def test_the_size_of_the_hands_is_a_number_of_the_rules() -> None:
    done = turned_up("R5", rules=Rules(hand_size=5))
    assert [len(hand) for hand in done.hands] == [5, 5]
    assert (len(done.draw), done.known_draw) == (112 - 10 - 1, 10)


# 3. The turned-up card


def test_a_number_is_a_normal_turn_of_player_2() -> None:
    state = turned_up("R5", two="R1 Y2 Y3 Y4 Y6 Y7 Y8")
    assert (state.phase, state.turn, state.first) == (Phase.TURN, B, A)
    assert (codes(state.discard), state.colour, state.bill, state.drawn) == ("R5", COLOURS[0], 0, None)
    assert set(legal_moves(state)) == {Draw(seat=B), lay(B, "R1")}
    assert len(state.draw) == 97


def test_player_2_starts_whichever_seat_it_is() -> None:
    state = after(drafting("", first=B), *picks("k" * 14, first=B))
    assert state.first == B
    assert state.discard[-1].is_number
    assert state.turn == A


def test_a_draw_2_must_be_drawn_by_player_2_and_was_its_turn() -> None:
    state = turned_up("R+2", two="R+2 Y+2", ahead="Y1 B9")
    assert (state.phase, state.turn, state.bill) == (Phase.TURN, A, 0)
    assert len(state.hands[B]) == 9
    assert not set(legal_moves(state)) & {lay(B, "R+2"), lay(B, "Y+2")}, "no volley"
    assert Draw(seat=A) in legal_moves(state)


def test_a_skip_makes_player_1_play_first() -> None:
    state = turned_up("YS")
    assert (state.phase, state.turn, len(state.hands[B])) == (Phase.TURN, A, 7)


def test_a_reverse_may_be_completed_by_player_2_in_its_first_turn() -> None:
    state = turned_up("GR", two="G1 G9 GS B1 B2 R1 W", one="G2")
    assert (state.phase, state.turn, state.may_dump) == (Phase.TURN, B, True)
    dumps = {complete(B, last) for last in ("G1", "G9", "GS")}
    assert {move for move in legal_moves(state) if move.type == "dump"} == dumps
    done = after(state, complete(B, "G1"))
    assert codes(done.hands[B]) == "R1 B1 B2 W", "wild cards are never part of a dump"
    assert codes(done.discard) == "GR G9 GS G1"
    assert (done.turn, done.colour, done.may_dump) == (A, GREEN, False)


def test_a_normal_turn_may_be_taken_on_a_turned_up_reverse() -> None:
    state = turned_up("GR", two="G1 G9 R1 B1 B2 YR W", ahead="B9")
    for move in (lay(B, "G1"), lay(B, "YR"), lay(B, "W", BLUE), Draw(seat=B)):
        done = after(state, move)
        assert (done.turn, done.may_dump) == (A, False)
        assert refusal(done, complete(A, "G2")) is Reason.NOTHING_TO_COMPLETE


def test_a_turned_up_reverse_cannot_be_completed_after_a_draw() -> None:
    state = after(turned_up("GR", two="G1 G9 R1 B1 B2 Y3 Y4", ahead="G5"), Draw(seat=B))
    assert (state.phase, state.may_dump) == (Phase.DRAWN, False)
    assert refusal(state, complete(B, "G1")) is Reason.NOT_ASKED


def test_there_is_nothing_to_complete_without_a_card_of_the_colour() -> None:
    state = turned_up("GR", two="R1 B1 B2 Y3 Y4 W W4")
    assert (state.turn, state.may_dump) == (B, False)
    assert refusal(state, complete(B, "G1")) is Reason.NOTHING_TO_COMPLETE
    assert refusal(turned_up("G5", two="G1"), complete(B, "G1")) is Reason.NOTHING_TO_COMPLETE


@pytest.mark.parametrize("last", ["R1", "G2", "W"])
def test_a_completion_ends_on_a_card_of_that_colour_from_the_hand(last: str) -> None:
    state = turned_up("GR", two="G1 G9 R1 B1 B2 Y3 W")
    assert refusal(state, complete(B, last)) is Reason.CANNOT_DUMP


@pytest.mark.parametrize(
    ("last", "turn", "phase", "bill"), [("G+2", A, Phase.BILL, 2), ("GS", B, Phase.TURN, 0), ("G9", A, Phase.TURN, 0)]
)
def test_the_top_of_a_completion_acts_as_in_a_dump(last: str, turn: int, phase: Phase, bill: int) -> None:
    state = after(turned_up("GR", two="G+2 G9 GS B1 B2 R1 Y3", one="R+2"), complete(B, last))
    assert (state.turn, state.phase, state.bill) == (turn, phase, bill)
    assert (lay(A, "R+2") in legal_moves(state)) == (phase is Phase.BILL), "a player played it, so it may be answered"


def test_a_completion_that_ends_on_a_reverse_may_be_completed_in_turn() -> None:
    state = after(turned_up("GR", two="GR G9 B1 B2 R1 Y3 Y4", one="G2"), complete(B, "GR"))
    assert (state.turn, state.may_dump) == (A, True)
    assert complete(A, "G2") in legal_moves(state)


def test_uno_is_asked_for_by_a_completion_that_leaves_one_card() -> None:
    state = turned_up("GR", two="G1 G2 G3 G4 G5 G6 B1")
    assert after(state, complete(B, "G6")).uno_open == B
    assert after(state, complete(B, "G6", uno=True)).uno_open is None
    two_left = turned_up("GR", two="G1 G2 G3 G4 G5 R1 B1")
    assert refusal(two_left, complete(B, "G5", uno=True)) is Reason.UNO_NOT_DUE


def test_player_1_names_the_colour_of_a_wild_and_player_2_plays() -> None:
    state = turned_up("W", two="B1")
    assert (state.phase, state.turn, state.colour) == (Phase.NAME_COLOUR, A, None)
    assert [len(hand) for hand in state.hands] == [7, 7]
    assert set(legal_moves(state)) == {NameColour(seat=A, colour=colour) for colour in COLOURS}
    named = reduce(state, NameColour(seat=A, colour=BLUE))
    assert (named.phase, named.turn, named.colour) == (Phase.TURN, B, BLUE)
    assert lay(B, "B1") in legal_moves(named)


def test_nobody_challenges_a_turned_up_wild_draw_4() -> None:
    from uno_duo.core import Accept, Challenge

    state = turned_up("W4")
    assert (state.phase, state.turn, [len(hand) for hand in state.hands]) == (Phase.NAME_COLOUR, A, [7, 11])
    for move in (Accept(seat=B), Challenge(seat=B)):
        assert refusal(state, move) is Reason.NOT_ASKED
        assert refusal(reduce(state, NameColour(seat=A, colour=BLUE)), move) is Reason.NOT_ASKED


@pytest.mark.parametrize("card", ["W", "W4"])
def test_nothing_else_can_be_done_while_a_colour_is_owed(card: str) -> None:
    """KNOWN_FAULTS.md, 3."""
    from uno_duo.core import Pass, Take

    state = turned_up(card, one="R1")
    for seat in (A, B):
        for move in (Draw(seat=seat), Pass(seat=seat), Take(seat=seat), lay(seat, "R1")):
            assert refusal(state, move) is Reason.NOT_ASKED
    assert refusal(state, NameColour(seat=B, colour=BLUE)) is Reason.NOT_ON_TURN


def test_the_numbers_of_the_turned_up_card_are_those_of_the_rules() -> None:
    rules = Rules(draw_two=3, draw_four=5)
    assert len(turned_up("R+2", rules=rules).hands[B]) == 10
    assert len(turned_up("W4", rules=rules).hands[B]) == 12
