"""RULES.md, *Classic UNO*: the piles run out, the last card, the score, the match, and who is knocked out."""

from typing import Any

import pytest

from tests.core.positions import (
    BLUE,
    RED,
    A,
    B,
    C,
    D,
    E,
    after,
    codes,
    dealing,
    gains,
    lay,
    refusal,
    reshuffle,
    table,
)
from uno_duo.core import (
    CallOut,
    Colour,
    Draw,
    Face,
    GameState,
    Move,
    Phase,
    PlayView,
    Reason,
    Rules,
    SayUno,
    Shuffle,
    cards,
    cards_to_shuffle,
    full_deck,
    legal_moves,
    view_for,
)

THREE = Rules.classic(3)

# The piles run out


def test_when_the_draw_pile_is_empty_the_discard_pile_but_its_top_is_shuffled() -> None:
    start = table("G1 G2", "G3 G4", "B1", discard="Y1 RS B9 R5", draw="")
    state = after(start, Draw(seat=A))
    assert (state.phase, state.turn, legal_moves(state)) == (Phase.SHUFFLE, None, ())
    assert not state.round_has_ended
    assert sorted(cards_to_shuffle(state)) == sorted(cards("Y1 RS B9"))
    done = reshuffle(state, "B9 Y1 RS")
    assert gains(start, done) == ["RS Y1 B9", "", ""], "drawn in the order of the shuffle, until the Skip"
    assert (codes(done.draw), codes(done.discard), done.turn, done.phase) == ("", "R5", A, Phase.DRAWN)
    assert legal_moves(done) == (lay(A, "RS"),)


def test_even_one_card_under_the_top_is_shuffled() -> None:
    start = table("G1 G2", "G3 G4", "B1", discard="R9 R5", draw="")
    state = after(start, Draw(seat=A))
    assert (state.phase, cards_to_shuffle(state)) == (Phase.SHUFFLE, cards("R9"))
    done = reshuffle(state)
    assert (gains(start, done), codes(done.discard), done.drawn) == (["R9", "", ""], "R5", Face.R9)


def test_it_is_drawn_from_in_the_order_of_the_shuffle() -> None:
    start = table("G1 G2", "G3 G4", "B1", discard="Y1 RS B9 R5", draw="")
    for order, won, left in (("RS B9 Y1", "RS", "B9 Y1"), ("Y1 RS B9", "RS Y1", "B9")):
        done = reshuffle(after(start, Draw(seat=A)), order)
        assert (gains(start, done)[A], codes(done.draw)) == (won, left)


@pytest.mark.parametrize(
    "order", ["", "Y1 RS", "Y1 RS B9 R5", "Y1 RS B8", "Y1 RS B9 B9", "Y1 Y1 RS", "W RS B9", "R5 RS B9"]
)
def test_a_shuffle_of_other_cards_is_refused(order: str) -> None:
    state = after(table("G1 G2", "G3 G4", discard="Y1 RS B9 R5", draw=""), Draw(seat=A))
    assert refusal(state, Shuffle(order=cards(order))) is Reason.WRONG_CARDS


def test_the_whole_deck_is_no_order_in_the_middle_of_a_round() -> None:
    state = after(table("G1 G2", "G3 G4", discard="Y1 RS B9 R5", draw=""), Draw(seat=A))
    assert refusal(state, Shuffle(order=full_deck(Rules.classic(2)))) is Reason.WRONG_CARDS


def test_nobody_moves_while_a_shuffle_is_due() -> None:
    state = after(table("G1 R2", "R3 G4", "R6", discard="Y1 RS B9 R5", draw=""), Draw(seat=A))
    for seat in (A, B, C):
        for move in (Draw(seat=seat), SayUno(seat=seat), CallOut(seat=seat), lay(seat, "R2"), lay(seat, "R3")):
            assert refusal(state, move) is Reason.SHUFFLE_DUE


def test_nothing_is_shuffled_before_a_card_must_be_drawn() -> None:
    """The draw pile may be empty: what was drawn last could be played."""
    state = after(table("G1 G2", "G3 G4", "B1", discard="Y1 R5", draw="Y2 R7"), Draw(seat=A))
    assert (state.phase, codes(state.draw), codes(state.discard)) == (Phase.DRAWN, "", "Y1 R5")
    exact = after(table("R+2 G2", "G3 G4", "B1", discard="Y1 R5", draw="Y2 R7"), lay(A, "R+2"))
    assert (exact.phase, exact.turn, codes(exact.discard)) == (Phase.TURN, C, "Y1 R5 R+2")


def test_nobody_knows_the_order_of_what_was_shuffled_or_a_card_drawn_from_it() -> None:
    start = table("G1 G2", "G3 G4", "B1", discard="Y1 Y2 RS B9 R5", draw="", known=("G1", "", "B1"))
    done = reshuffle(after(start, Draw(seat=A)), "B9 RS Y1 Y2")
    assert (done.known_draw, [codes(hand) for hand in done.known]) == (0, ["G1", "", "B1"])
    view = view_for(done, B)
    assert isinstance(view, PlayView)
    assert (view.draw, view.draw_size, view.hand_sizes) == ((), 2, (4, 2, 1))


def test_a_draw_until_a_card_can_be_played_goes_on_after_the_shuffle() -> None:
    start = table("G1 G2", "G3 G4", "B1", discard="Y1 Y2 RS B9 R5", draw="Y3 B3")
    state = after(start, Draw(seat=A))
    assert gains(start, state) == ["Y3 B3", "", ""]
    done = reshuffle(state, "Y2 B9 RS Y1")
    assert gains(start, done) == ["RS Y2 Y3 B3 B9", "", ""]
    assert (done.turn, done.phase, codes(done.draw)) == (A, Phase.DRAWN, "Y1")


def test_if_the_shuffled_pile_too_runs_out_the_turn_ends() -> None:
    start = table("G1 G2", "G3 G4", "B1", discard="Y1 Y2 B9 R5", draw="Y3")
    done = reshuffle(after(start, Draw(seat=A)))
    assert gains(start, done) == ["Y1 Y2 Y3 B9", "", ""]
    assert (done.turn, done.phase, done.drawn, codes(done.discard)) == (B, Phase.TURN, None, "R5")
    assert done.passes == 0, "it has drawn, so that it was no pass"


def test_a_wild_draw_4_that_may_not_be_played_is_drawn_past_after_a_shuffle_too() -> None:
    start = table("R1 G2", "G3 G4", "B1", discard="W4 Y1 RS R5", draw="Y3")
    done = reshuffle(after(start, Draw(seat=A)), "W4 Y1 RS")
    assert gains(start, done) == ["RS Y1 Y3 W4", "", ""]


@pytest.mark.parametrize(("direction", "victim", "turn"), [(1, B, C), (-1, C, B)])
def test_a_draw_2_goes_on_after_the_shuffle_and_then_the_seat_after_it_plays(
    direction: int, victim: int, turn: int
) -> None:
    start = table("R+2 R1 R2", "G3 G4", "B1 B2", discard="Y1 Y2 R5", draw="Y3", direction=direction)
    state = after(start, lay(A, "R+2"))
    assert (state.phase, state.turn) == (Phase.SHUFFLE, None)
    assert gains(start, state)[victim] == "Y3"
    done = reshuffle(state, "R5 Y1 Y2")
    assert gains(start, done) == ["", "R5 Y3" if victim == B else "", "R5 Y3" if victim == C else ""]
    assert (done.turn, done.phase, done.direction, done.colour) == (turn, Phase.TURN, direction, RED)
    assert (codes(done.draw), codes(done.discard)) == ("Y1 Y2", "R+2")


def test_a_wild_draw_4_goes_on_after_the_shuffle() -> None:
    start = table("W4 Y6 Y7", "G3 G4", "B1", discard="Y1 Y2 R5", draw="Y3 Y4")
    state = after(start, lay(A, "W4", BLUE))
    assert (state.phase, gains(start, state)) == (Phase.SHUFFLE, ["", "Y3 Y4", ""])
    done = reshuffle(state, "R5 Y1 Y2")
    assert gains(start, done) == ["", "R5 Y1 Y3 Y4", ""]
    assert (done.turn, done.colour, codes(done.draw)) == (C, BLUE, "Y2")


def test_cards_for_a_call_out_go_on_after_the_shuffle_and_the_turn_stays() -> None:
    start = table("B1", "R3 G4", "B2 B3", discard="Y1 Y2 R9 R5", draw="Y3", uno_open=A, turn=B)
    state = after(start, CallOut(seat=C))
    assert (state.phase, state.turn, state.uno_open) == (Phase.SHUFFLE, None, None)
    done = reshuffle(state, "R9 Y1 Y2")
    assert gains(start, done) == ["R9 Y1 Y2 Y3", "", ""]
    assert (done.turn, done.phase, done.uno_open) == (B, Phase.TURN, None)
    assert lay(B, "R3", uno=True) in legal_moves(done)


def test_what_the_shuffled_pile_cannot_give_is_forgiven() -> None:
    start = table("W4 Y6 Y7", "G3 G4", "B1", discard="Y1 R5", draw="Y3")
    done = reshuffle(after(start, lay(A, "W4", BLUE)))
    assert gains(start, done) == ["", "R5 Y1 Y3", ""]
    assert (done.turn, done.phase, codes(done.discard), done.draw) == (C, Phase.TURN, "W4", ())


def test_where_there_is_nothing_to_shuffle_none_is_due() -> None:
    start = table("G1 G2", "G3 G4", "B1", discard="R5", draw="Y3")
    state = after(start, Draw(seat=A))
    assert (gains(start, state), state.phase, state.turn) == (["Y3", "", ""], Phase.TURN, B)
    passed = after(state, Draw(seat=B))
    assert (gains(state, passed), passed.phase, passed.turn) == (["", "", ""], Phase.TURN, C)


# A last card that draws


@pytest.mark.parametrize(("card", "colour", "drawn"), [("R+2", None, "Y1 B2"), ("W4", BLUE, "Y1 B2 B3 B4")])
@pytest.mark.parametrize(("direction", "victim"), [(1, B), (-1, C)])
def test_for_a_last_card_the_next_seat_draws_and_the_cards_count(
    card: str, colour: Colour | None, drawn: str, direction: int, victim: int
) -> None:
    start = table(card, "G3", "G4", ahead="Y1 B2 B3 B4", direction=direction)
    over = after(start, lay(A, card, colour))
    assert over.round_has_ended
    assert gains(start, over) == [drawn if seat == victim else "" for seat in (A, B, C)]
    owed = sum(int(code[1]) for code in drawn.split())
    points = tuple(own + (owed if seat == victim else 0) for seat, own in enumerate((0, 3, 4)))
    result = over.rounds[-1]
    assert (result.went_out, result.points) == (A, points)
    assert (result.drawn, result.drawn_by) == (len(drawn.split()), victim)
    assert over.scores == points


@pytest.mark.parametrize(("card", "colour"), [("R1", None), ("RS", None), ("RR", None), ("W", BLUE)])
def test_no_other_last_card_draws(card: str, colour: Colour | None) -> None:
    over = after(table(card, "G3", "G4"), lay(A, card, colour))
    result = over.rounds[-1]
    assert (result.points, result.drawn, result.drawn_by) == ((0, 3, 4), 0, None)


def test_a_last_reverse_ends_the_round_at_once_and_turns_nothing() -> None:
    over = after(table("RR", "G3", "G4"), lay(A, "RR"))
    assert (over.round_has_ended, over.direction) == (True, 1)


@pytest.mark.parametrize(("card", "colour", "drawn"), [("R+2", None, 2), ("W4", BLUE, 4)])
def test_the_round_ends_only_after_the_shuffle_that_its_last_draw_needs(
    card: str, colour: Colour | None, drawn: int
) -> None:
    start = table(card, "G3", "G4", discard="Y6 Y7 Y8 R5", draw="Y1", scores=(1, 2, 3))
    state = after(start, lay(A, card, colour))
    assert (state.phase, state.round_has_ended, state.rounds, state.scores) == (Phase.SHUFFLE, False, (), (1, 2, 3))
    assert (gains(start, state), state.uno_open) == (["", "Y1", ""], None)
    assert sorted(cards_to_shuffle(state)) == sorted(cards("Y6 Y7 Y8 R5"))
    over = reshuffle(state, "Y7 Y8 Y6 R5")
    assert over.round_has_ended
    new = cards("Y1 Y7 Y8 Y6 R5")[:drawn]
    assert gains(start, over) == ["", codes(sorted(new)), ""]
    result = over.rounds[-1]
    points = (0, 3 + sum(card.symbol for card in new), 4)
    assert (result.went_out, codes(result.laid), result.drawn, result.points) == (A, card, drawn, points)
    assert over.scores == (1, 2 + points[1], 7)
    assert refusal(over, Shuffle(order=full_deck(THREE))) is None, "the next round"


def test_a_last_draw_that_even_the_shuffled_pile_cannot_give_ends_the_round() -> None:
    start = table("W4", "G3", "G4", discard="Y6 R5", draw="")
    over = reshuffle(after(start, lay(A, "W4", BLUE)))
    assert (over.round_has_ended, over.rounds[-1].drawn, over.rounds[-1].points) == (True, 2, (0, 14, 4))


# The score


def test_every_seat_scores_its_own_hand() -> None:
    left = ("R9 G+2", "BS YR", "W", "W4 B0")
    over = after(table("R1", *left, scores=(100, 0, 3, 40, 50), turn=A), lay(A, "R1"))
    assert over.rounds[-1].points == (0, 29, 40, 50, 50)
    assert over.scores == (100, 29, 43, 90, 100)


def test_a_blocked_round_scores_every_hand() -> None:
    start = table("G1 W", "G3 G4", "BS", draw="")
    over = after(start, Draw(seat=A), Draw(seat=B), Draw(seat=C))
    assert over.round_has_ended
    assert (over.rounds[-1].went_out, over.rounds[-1].points, over.rounds[-1].laid) == (None, (51, 7, 20), ())


@pytest.mark.parametrize(("seats", "out", "passes"), [(3, (), 3), (4, (), 4), (4, (C,), 3), (4, (B, D), 2)])
def test_a_round_is_blocked_by_as_many_passes_as_seats_are_still_in(
    seats: int, out: tuple[int, ...], passes: int
) -> None:
    hands = ["" if seat in out else hand for seat, hand in enumerate(("G1 G2", "Y1 Y2", "B1 B2", "B3 B4")[:seats])]
    state = table(*hands, draw="", out=out)
    for _ in range(passes):
        assert not state.round_has_ended
        assert state.turn is not None
        state = after(state, Draw(seat=state.turn))
    assert state.round_has_ended
    assert state.rounds[-1].went_out is None


# The match


def ended(scores: tuple[int, ...], *left: str, **rules: Any) -> GameState:
    """The position after A went out and the others were left with some cards; who is out has no cards."""
    values = {**Rules.classic(len(scores)).model_dump(), **rules}
    out = values.pop("out", ())
    state = table("R1", *left, rules=Rules.model_validate(values), scores=scores, out=out)
    return after(state, lay(A, "R1"))


def test_the_match_lasts_until_a_seat_has_500() -> None:
    on = ended((100, 490, 300), "G9", "B1")
    assert (on.scores, on.phase, on.winner) == ((100, 499, 301), Phase.SHUFFLE, None)
    over = ended((100, 491, 300), "G9", "B1")
    assert (over.scores, over.phase, over.winner, over.turn) == ((100, 500, 301), Phase.MATCH_OVER, A, None)
    assert legal_moves(over) == ()
    assert refusal(over, Shuffle(order=full_deck(THREE))) is Reason.MATCH_OVER


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((300, 480, 200), C), ((300, 100, 480), B), ((0, 480, 480), A), ((499, 480, 480), A), ((480, 479, 440), A)],
)
def test_the_lowest_score_wins(scores: tuple[int, ...], winner: int) -> None:
    """B and C have 50 more each."""
    over = ended(scores, "W", "W4")
    assert (over.phase, over.winner, over.out) == (Phase.MATCH_OVER, winner, ())


def test_equal_lowest_scores_play_another_round_all_of_them() -> None:
    on = ended((300, 250, 460), "W", "W4")
    assert (on.scores, on.phase, on.winner, on.out) == ((300, 300, 510), Phase.SHUFFLE, None, ())
    state = after(on, dealing("R5", dealer=A, rules=THREE))
    assert [len(hand) for hand in state.hands] == [7, 7, 7]
    over = ended((300, 300, 510), "R2", "")
    assert (over.scores, over.winner, over.phase) == ((300, 302, 510), A, Phase.MATCH_OVER)


def test_equal_scores_above_the_lowest_do_not_matter() -> None:
    assert ended((300, 450, 450), "W", "W").winner == A


def test_the_target_is_a_number_of_the_rules() -> None:
    assert ended((0, 0, 190), "R1", "R9", target=200).winner is None
    assert ended((0, 0, 191), "R1", "R9", target=200).winner == A
    assert ended((400, 0, 600), "R1", "R9", target=1000).winner is None


# Knock-out


def test_every_seat_at_or_over_the_target_leaves_after_a_round() -> None:
    on = ended((100, 450, 449, 480), "W", "W", "B1", knock_out=True)
    assert (on.scores, on.out) == ((100, 500, 499, 481), (B,))
    assert (on.phase, on.winner) == (Phase.SHUFFLE, None)
    two = ended((100, 450, 449, 480), "W", "R9", "YS", knock_out=True)
    assert (two.scores, two.out, two.winner) == ((100, 500, 458, 500), (B, D), None)


def test_nobody_leaves_without_the_house_rule() -> None:
    assert ended((100, 450, 449, 480), "W", "W", "B1").out == ()


def test_the_last_one_left_wins() -> None:
    over = ended((499, 450, 480), "W", "W", knock_out=True)
    assert (over.winner, over.out, over.phase) == (A, (B, C), Phase.MATCH_OVER)
    later = ended((499, 500, 480), "", "W", knock_out=True, out=(B,))
    assert (later.winner, later.out, later.scores) == (A, (B, C), (499, 500, 530))


def test_two_that_are_left_play_on_whoever_has_fewer() -> None:
    on = ended((0, 400, 480), "W", "W", knock_out=True)
    assert (on.winner, on.out) == (None, (C,))


def blocked(scores: tuple[int, ...], *hands: str, out: tuple[int, ...] = ()) -> GameState:
    """The position after a round in which nobody could draw or play, by the rules with a knock-out."""
    rules = Rules.model_validate({**Rules.classic(len(hands)).model_dump(), "knock_out": True})
    state = table(*hands, draw="", rules=rules, scores=scores, out=out)
    while not state.round_has_ended:
        assert state.turn is not None
        state = after(state, Draw(seat=state.turn))
    return state


def test_if_none_is_left_the_lowest_of_those_that_were_still_in_wins() -> None:
    over = blocked((490, 480, 495), "W", "W4", "GS")
    assert (over.scores, over.winner, over.out) == ((540, 530, 515), C, (A, B))
    later = blocked((490, 505, 460, 495), "W", "", "W4", "GS", out=(B,))
    assert (later.scores, later.winner, later.out) == ((540, 505, 510, 515), C, (B, A, D)), "B left before"


def test_of_several_equal_ones_these_play_another_round() -> None:
    on = blocked((490, 480, 480, 495), "W", "W4", "W4", "YS GS")
    assert (on.scores, on.winner, on.phase) == ((540, 530, 530, 535), None, Phase.SHUFFLE)
    assert set(on.out) == {A, D}
    state = after(on, Shuffle(order=full_deck(on.rules)))
    assert [len(hand) for hand in state.hands] == [0, 7, 7, 0]
    rules = Rules.model_validate({**Rules.classic(4).model_dump(), "knock_out": True})
    two = table("", "R1", "G9", "", rules=rules, scores=(540, 530, 530, 535), out=(A, D), turn=B)
    over = after(two, lay(B, "R1"))
    assert (over.scores, over.winner, set(over.out)) == ((540, 530, 539, 535), B, {A, C, D})


def test_who_is_out_neither_deals_nor_is_dealt_to() -> None:
    on = ended((100, 450, 100, 100), "W", "B1", "B2", knock_out=True)
    assert on.out == (B,)
    on = on.model_copy(update={"first": A})
    deck = full_deck(on.rules)[9:] + full_deck(on.rules)[:9]
    state = after(on, Shuffle(order=deck))
    assert state.first == C, "the deal passes from A over B"
    assert state.turn == D
    assert state.hands == (tuple(sorted(deck[1:21:3])), (), tuple(sorted(deck[2:21:3])), tuple(sorted(deck[0:21:3])))
    assert state.discard == deck[21:22]


@pytest.mark.parametrize(
    ("turned", "turn", "direction", "sizes"),
    [
        ("R5", E, 1, [7, 7, 0, 0, 7]),
        ("RS", A, 1, [7, 7, 0, 0, 7]),
        ("R+2", A, 1, [7, 7, 0, 0, 9]),
        ("RR", A, -1, [7, 7, 0, 0, 7]),
    ],
)
def test_the_turned_up_card_acts_on_those_still_in(turned: str, turn: int, direction: int, sizes: list[int]) -> None:
    """C and D of five are out, and B deals: left of it sits the fifth seat, and left of that one A."""
    on = ended((100, 100, 450, 450, 100), "B1", "W", "W", "B2", knock_out=True)
    assert on.out == (C, D)
    deck = list(full_deck(on.rules))
    place = deck.index(Face.of(turned))
    deck[21], deck[place] = deck[place], deck[21]
    state = after(on.model_copy(update={"first": A}), Shuffle(order=tuple(deck)))
    assert (state.first, codes(state.discard)) == (B, turned)
    assert (state.turn, state.direction, [len(hand) for hand in state.hands]) == (turn, direction, sizes)


def test_with_two_still_in_a_turned_up_reverse_acts_as_a_skip() -> None:
    on = ended((100, 100, 450, 450, 490), "B1", "W", "W", "W", knock_out=True)
    assert on.out == (C, D, E)
    deck = list(full_deck(on.rules))
    place = deck.index(Face.RED_REVERSE)
    deck[14], deck[place] = deck[place], deck[14]
    state = after(on.model_copy(update={"first": A}), Shuffle(order=tuple(deck)))
    assert (state.first, codes(state.discard)) == (B, "RR")
    assert (state.turn, state.direction) == (B, 1)


def test_play_passes_over_who_is_out() -> None:
    start = table("R1 R2 R3", "", "R4 R6 R7", "B1 B2", out=(B,))
    assert after(start, lay(A, "R1")).turn == C
    right = table("R1 R2 R3", "", "R4 R6 R7", "", "B1 B2", out=(B, D), direction=-1)
    state = after(right, lay(A, "R1"))
    assert state.turn == 4
    back = after(table("R1 R2 R3", "", "R4 R6 R7", "B1 B2", out=(B,), direction=-1, turn=C), lay(C, "R4"))
    assert back.turn == A


@pytest.mark.parametrize(
    ("card", "colour", "turn", "won"),
    [
        ("RS", None, D, ["", "", "", ""]),
        ("R+2", None, D, ["", "", "Y1 B2", ""]),
        ("W4", BLUE, D, ["", "", "Y1 B2 B3 B4", ""]),
    ],
)
def test_what_the_next_seat_suffers_strikes_the_next_one_still_in(
    card: str, colour: Colour | None, turn: int, won: list[str]
) -> None:
    start = table(f"{card} G8 G9", "", "G1 G2", "G3 G4", out=(B,), ahead="Y1 B2 B3 B4")
    state = after(start, lay(A, card, colour))
    assert (state.turn, gains(start, state)) == (turn, won)
    last = table(card, "", "G1 G2", "G3 G4", out=(B,), ahead="Y1 B2 B3 B4")
    assert gains(last, after(last, lay(A, card, colour))) == won


@pytest.mark.parametrize(
    "move", [Draw(seat=B), lay(B, "R1"), CallOut(seat=B), SayUno(seat=B)], ids=lambda move: move.type
)
def test_who_is_out_does_nothing(move: Move) -> None:
    state = after(table("R1 B1", "", "R4 R6", "B2", out=(B,)), lay(A, "R1"))
    assert (state.uno_open, state.turn) == (A, C)
    assert refusal(state, move) is Reason.KNOCKED_OUT
    assert all(other.seat != B for other in legal_moves(state) if not isinstance(other, Shuffle))


def test_who_is_out_scores_nothing_more() -> None:
    on = ended((100, 510, 100, 100), "", "B1", "B2", knock_out=True, out=(B,))
    assert (on.scores, on.rounds[-1].points, on.out) == ((100, 510, 101, 102), (0, 0, 1, 2), (B,))
