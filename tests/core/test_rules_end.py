"""RULES.md, sections 10 and 11: the end of a round, the score, the match; and what becomes known."""

import pytest

from tests.core.positions import BLUE, DUO, RED, A, B, after, codes, complete, lay, position, refusal
from uno_duo.core import (
    CallOut,
    Colour,
    Draw,
    GameState,
    Pass,
    Phase,
    Reason,
    Rules,
    SayUno,
    Shuffle,
    Take,
    full_deck,
    legal_moves,
)

DECK = Shuffle(order=full_deck(DUO))


@pytest.mark.parametrize(
    ("card", "colour", "drawn"), [("R1", None, 0), ("RS", None, 0), ("RR", None, 0), ("R+2", None, 2), ("W", BLUE, 0)]
)
def test_a_round_ends_at_once_when_a_hand_is_empty(card: str, colour: Colour | None, drawn: int) -> None:
    """KNOWN_FAULTS.md, 7 and 8: a last Wild ended nothing, a last Draw 2 ended the round before it was drawn for."""
    over = after(position(card, "Y1 Y2", "R5", ahead="Y3 Y4 Y6 Y7"), lay(A, card, colour))
    assert over.round_has_ended
    assert over.phase is Phase.SHUFFLE
    assert (over.hands[A], len(over.hands[B])) == ((), 2 + drawn)
    result = over.rounds[-1]
    assert (result.went_out, codes(result.laid), result.drawn, result.first) == (A, card, drawn, B)


def test_a_last_wild_draw_4_is_drawn_for_and_cannot_be_challenged() -> None:
    from uno_duo.core import Challenge

    over = after(position("W4", "Y1 Y2", "R5", ahead="Y3 Y4 Y6 Y7"), lay(A, "W4", BLUE))
    assert over.round_has_ended
    assert codes(over.hands[B]) == "Y1 Y2 Y3 Y4 Y6 Y7"
    assert (over.rounds[-1].points, over.rounds[-1].drawn) == ((0, 23), 4)
    assert refusal(over, Challenge(seat=B)) is Reason.SHUFFLE_DUE
    assert over.colour is BLUE


def test_a_last_draw_2_cannot_be_answered() -> None:
    over = after(position("R+2", "Y+2 Y2", "R5", ahead="Y3 Y4"), lay(A, "R+2"))
    assert over.round_has_ended
    assert refusal(over, lay(B, "Y+2", uno=True)) is Reason.SHUFFLE_DUE
    assert over.rounds[-1].points == (0, 10 + 2 + 3 + 4)


def test_a_last_draw_2_of_a_volley_or_a_dump_is_drawn_for() -> None:
    volley = after(position("R+2", "Y1", "Y+2", phase=Phase.BILL, bill=6), lay(A, "R+2"))
    assert (len(volley.hands[B]), volley.rounds[-1].drawn) == (1 + 8, 8)
    dump = after(position("RR R1 R+2", "Y1", "R5"), lay(A, "RR", dump="R+2"))
    assert (len(dump.hands[B]), dump.rounds[-1].drawn) == (1 + 2, 2)
    assert codes(dump.rounds[-1].laid) == "RR R1 R+2"
    other = after(position("RR R1 R+2", "Y1", "R5"), lay(A, "RR", dump="R1"))
    assert (len(other.hands[B]), other.rounds[-1].drawn) == (1, 0), "cards in the middle do not act"


def test_the_last_card_is_drawn_for_as_far_as_the_piles_go() -> None:
    over = after(position("W4", "Y1 Y2", "R5", draw="B1"), lay(A, "W4", BLUE))
    assert codes(over.hands[B]) == "R5 Y1 Y2 B1"
    assert over.rounds[-1].drawn == 2


@pytest.mark.parametrize(("card", "colour"), [("R+2", None), ("W4", BLUE)])
def test_the_last_draw_is_a_number_of_the_rules(card: str, colour: Colour | None) -> None:
    over = after(position(card, "Y1 Y2", "R5", rules=Rules(final_draw=False)), lay(A, card, colour))
    assert over.round_has_ended
    assert (len(over.hands[B]), over.rounds[-1].drawn, over.rounds[-1].points) == (2, 0, (0, 3))


def test_who_went_out_scores_nothing_and_the_other_its_own_cards() -> None:
    """KNOWN_FAULTS.md, 12: the winner scored its own cards, or the score went negative."""
    over = after(position("R1", "R9 G+2 BS YR W W4", "R5", scores=(50, 20)), lay(A, "R1"))
    assert over.rounds[-1].points == (0, 74)
    assert over.scores == (50, 94)
    second = after(position("R9 W", "R1", "R5", turn=B, scores=(50, 20)), lay(B, "R1"))
    assert second.scores == (74, 20)


def test_scores_are_totals_before_the_round_while_it_runs() -> None:
    state = after(position("R1 R2", "R3 R4", "R5", scores=(50, 20)), lay(A, "R1", uno=True))
    assert state.scores == (50, 20)


def test_what_stays_and_what_is_cleared_when_a_round_has_ended() -> None:
    start = position("R+2", "Y1 Y2", "R5", draw="G1 G2 G3", known_draw=3, known=("", "Y1"), uno_open=B)
    over = after(start, lay(A, "R+2"))
    assert (over.turn, over.drawn, over.uno_open, over.bill, over.may_dump) == (None, None, None, 0, False)
    assert [codes(hand) for hand in over.hands] == ["", "Y1 Y2 G1 G2"]
    assert [codes(hand) for hand in over.known] == ["", "Y1 G1 G2"]
    assert (codes(over.draw), over.known_draw, codes(over.discard), over.colour) == ("G3", 1, "R5 R+2", RED)
    assert legal_moves(over) == ()
    for move in (Draw(seat=B), Take(seat=B), SayUno(seat=A), CallOut(seat=B), lay(B, "Y1")):
        assert refusal(over, move) is Reason.SHUFFLE_DUE


def test_player_1_alternates_from_round_to_round() -> None:
    for number, first in ((1, A), (2, B), (3, A)):
        state = after(position("R1", "R2", "R5", first=first, round=number), lay(A, "R1"))
        assert (state.round, state.first) == (number, first), "until the shuffle"
        state = after(state, DECK)
        other = 1 - first
        assert (state.round, state.first, state.turn, state.phase) == (number + 1, other, other, Phase.DRAFT)
        assert state.hands == state.known == ((), ())
        assert (state.discard, state.known_draw, state.colour, state.picks) == ((), 0, None, ())


def test_a_new_round_takes_exactly_the_whole_deck_again() -> None:
    over = after(position("R1", "R2", "R5"), lay(A, "R1"))
    assert refusal(over, Shuffle(order=full_deck(DUO)[1:])) is Reason.WRONG_CARDS
    assert refusal(over, DECK) is None


# The match


def ended(scores: tuple[int, int], left: str, rules: Rules = DUO) -> GameState:
    """The position after A went out and B was left with some cards."""
    return after(position("R1", left, "R5", scores=scores, rules=rules), lay(A, "R1"))


def test_the_match_ends_at_the_target_and_the_lower_score_wins() -> None:
    over = ended((199, 191), "R9")
    assert (over.phase, over.scores, over.winner, over.turn) == (Phase.MATCH_OVER, (199, 200), A, None)
    assert legal_moves(over) == ()
    assert refusal(over, DECK) is Reason.MATCH_OVER
    assert refusal(over, Draw(seat=A)) is Reason.MATCH_OVER


def test_the_match_goes_on_below_the_target() -> None:
    on = ended((199, 190), "R9")
    assert (on.phase, on.winner) == (Phase.SHUFFLE, None)


def test_the_seat_that_reaches_the_target_has_lost_also_by_its_own_last_cards() -> None:
    over = after(position("R9", "R1", "R5", turn=B, scores=(195, 100)), lay(B, "R1"))
    assert (over.scores, over.winner) == ((204, 100), B)


def test_both_over_the_target_after_a_blocked_round_the_lower_wins() -> None:
    blocked = position("Y9 W", "G9", "R5", draw="", scores=(180, 193))
    over = after(blocked, Draw(seat=A), Draw(seat=B))
    assert (over.scores, over.winner) == ((204, 202), B)


def test_equal_scores_over_the_target_play_another_round() -> None:
    blocked = position("Y9 W", "G9", "R5", draw="", scores=(180, 195))
    on = after(blocked, Draw(seat=A), Draw(seat=B))
    assert (on.scores, on.winner, on.phase) == ((204, 204), None, Phase.SHUFFLE)
    assert refusal(on, DECK) is None


def test_the_target_is_a_number_of_the_rules() -> None:
    assert ended((0, 0), "R9", Rules(target=9)).winner == A
    assert ended((0, 0), "R8", Rules(target=9)).winner is None


def test_every_round_is_remembered() -> None:
    state = ended((0, 0), "R9")
    state = after(state, DECK)
    assert len(state.rounds) == 1
    assert [sum(points) for points in zip(*(done.points for done in state.rounds), strict=True)] == [0, 9]


# 11. What becomes known


def test_a_card_drawn_from_the_known_end_is_known_and_no_other() -> None:
    start = position("R1 R2", "Y1 Y2", "R5", draw="G1 G2", known_draw=1)
    unknown = after(start, Draw(seat=A))
    assert unknown.known == ((), ())
    known = after(unknown, Draw(seat=B))
    assert [codes(hand) for hand in known.known] == ["", "G2"]
    assert known.known_draw == 0


def test_of_known_and_unknown_copies_the_known_one_is_played() -> None:
    start = position("R1 R1 R2", "Y1 Y2", "R5", known=("R1", ""))
    assert [codes(hand) for hand in after(start, lay(A, "R1")).known] == ["", ""]
    other = position("R1 R1 R2", "Y1 Y2", "R5", known=("R1 R1", ""))
    assert [codes(hand) for hand in after(other, lay(A, "R1")).known] == ["R1", ""]


def test_a_dump_plays_known_cards_too() -> None:
    start = position("RR R1 R2 B1 B2", "Y1 Y2", "R5", known=("R2 B1 RR", ""))
    assert [codes(hand) for hand in after(start, lay(A, "RR", dump="R1")).known] == ["B1", ""]
    turned = position("R1 R2 B1 B2", "Y1 Y2", "RR", known=("R2 B1", ""), may_dump=True)
    assert [codes(hand) for hand in after(turned, complete(A, "R1")).known] == ["B1", ""]


def test_cards_drawn_from_a_turned_pile_are_known() -> None:
    start = position("R1 R2 R3", "Y1 Y2 Y3", "R5", draw="", known=("R1", ""))
    state = after(start, lay(A, "R1"), Draw(seat=B), Pass(seat=B))
    assert [codes(hand) for hand in state.known] == ["", "R5"]
    state = after(state, lay(A, "R2", uno=True), Draw(seat=B))
    assert [codes(hand) for hand in state.known] == ["", "R1 R5"]


def test_cards_appear_in_a_hand_only_by_drawing() -> None:
    """KNOWN_FAULTS.md, 6."""
    state = after(position("R1 R2 R3", "R4 R6 R7", "R5"), lay(A, "R1"))
    assert (codes(state.hands[A]), codes(state.hands[B])) == ("R2 R3", "R4 R6 R7")
