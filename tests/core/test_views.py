"""RULES.md, section 11, and DESIGN.md, *Knowledge*: a view holds what its seat may know, and nothing beyond."""

import random
from collections import Counter
from itertools import chain, islice
from typing import Any

import pytest
from hypothesis import given

from tests.core.positions import (
    BLUE,
    DUO,
    GREEN,
    RED,
    A,
    B,
    C,
    D,
    after,
    codes,
    cut_by,
    dealt,
    drafting,
    lay,
    picks,
    position,
    reshuffle,
    table,
)
from tests.core.positions import turned_up as turn_up
from tests.core.referee import can_follow
from tests.core.walks import Walk, examples, seeds, walks
from uno_duo.core import (
    CallOut,
    Challenge,
    Cut,
    DraftView,
    Draw,
    Face,
    GameState,
    Keep,
    Pass,
    Phase,
    PlayView,
    Reject,
    Rules,
    ScoreView,
    Shuffle,
    full_deck,
    legal_moves,
    new_match,
    score_view,
    seat_after,
    view_for,
)

# Which view a phase is shown by


def test_the_cut_and_the_draft_are_a_draft_view() -> None:
    for state in (new_match(DUO), after(new_match(DUO), Shuffle(order=full_deck(DUO))), cut_by(A), drafting("")):
        assert type(view_for(state, A)) is type(view_for(state, B)) is DraftView


def test_a_round_is_a_play_view_and_its_end_a_score_view() -> None:
    for state in (turn_up("R5"), turn_up("W"), position("R1 R2", "Y1 Y2")):
        assert type(view_for(state, A)) is type(view_for(state, B)) is PlayView
    over = after(position("R1", "Y1 Y2"), lay(A, "R1"))
    assert type(view_for(over, B)) is ScoreView


@pytest.mark.parametrize("seat", [2, 7, -1, -2])
def test_there_is_no_view_for_a_seat_that_does_not_exist(seat: int) -> None:
    for state in (cut_by(A), drafting(""), position("R1 R2", "Y1 Y2"), after(position("R1", "Y1"), lay(A, "R1"))):
        with pytest.raises(IndexError):
            view_for(state, seat)
        with pytest.raises(IndexError):
            score_view(state, seat)


# What it tells


def test_the_cards_cut_are_shown_to_both() -> None:
    for seat in (A, B):
        view = view_for(cut_by(B), seat)
        assert isinstance(view, DraftView)
        assert [(cut.seat, cut.place, cut.card.code) for cut in view.cuts] == [(A, 0, "R0"), (B, 1, "R1")]


def test_only_the_picking_seat_sees_the_card_looked_at() -> None:
    state = after(drafting("R1 R2 R3 R4 R6"), Keep(seat=A), Reject(seat=B))
    one, other = view_for(state, A), view_for(state, B)
    assert isinstance(one, DraftView)
    assert isinstance(other, DraftView)
    assert (one.drawn, other.drawn) == (Face.R6, None)
    assert (codes(one.hand), codes(other.hand)) == ("R1", "R4")
    assert codes(one.discard) == codes(other.discard) == "R2 R3"
    assert one.picks == other.picks == (Keep(seat=A), Reject(seat=B))
    assert one.hand_sizes == (1, 1)
    assert one.draw_size == 108
    assert other.legal == ()


def test_a_play_view_tells_what_a_seat_may_know() -> None:
    state = position(
        "R1 R2", "Y1 Y2 Y3", "B5 R5", draw="G1 G2 G3", known_draw=2, known=("R2", "Y3"), scores=(30, 40), turn=B
    )
    view = view_for(state, A)
    assert isinstance(view, PlayView)
    assert (view.seat, view.rules, view.phase, view.round, view.first, view.turn) == (A, DUO, Phase.TURN, 1, B, B)
    assert (view.scores, view.out, view.legal, view.direction) == ((30, 40), (), (), 1)
    assert (codes(view.hand), view.hand_sizes) == ("R1 R2", (2, 3))
    assert [codes(hand) for hand in view.known] == ["R2", "Y3"]
    assert (codes(view.draw), view.draw_size, codes(view.discard)) == ("G2 G3", 3, "B5 R5")
    assert (view.colour, view.bill, view.drawn, view.uno_open, view.accused) == (RED, 0, None, None, None)


def test_nothing_of_the_draw_pile_is_shown_where_nothing_of_it_is_known() -> None:
    view = view_for(position("R1 R2", "Y1 Y2"), A)
    assert isinstance(view, PlayView)
    assert view.draw == ()
    assert view.draw_size == 112 - 5


def test_a_view_lists_the_moves_of_its_own_seat() -> None:
    state = after(position("R1 B1", "R2 R3"), lay(A, "R1"))
    for seat in (A, B):
        own = tuple(move for move in legal_moves(state) if not isinstance(move, Shuffle) and move.seat == seat)
        assert view_for(state, seat).legal == own
    assert CallOut(seat=B) in view_for(state, B).legal


def test_a_drawn_card_is_shown_as_a_turn_to_the_other() -> None:
    state = after(position("R1 R2", "Y1 Y2", ahead="R3"), Draw(seat=A))
    own, other = view_for(state, A), view_for(state, B)
    assert isinstance(own, PlayView)
    assert isinstance(other, PlayView)
    assert (own.phase, own.drawn, own.turn) == (Phase.DRAWN, Face.R3, A)
    assert (other.phase, other.drawn, other.turn, other.legal) == (Phase.TURN, None, A, ())
    assert score_view(state, A).phase is Phase.DRAWN
    assert score_view(state, B).phase is Phase.TURN


def test_whether_a_kept_card_could_have_been_played_is_not_told() -> None:
    """It is one move more, but not one that the other can count."""
    playable = after(position("R1 R2", "Y1 Y2", draw="R3 G1"), Draw(seat=A), Pass(seat=A))
    unplayable = after(position("R1 R2", "Y1 Y2", draw="B3 G1"), Draw(seat=A))
    assert view_for(playable, B) == view_for(unplayable, B)


def test_whether_the_other_can_complete_a_reverse_is_not_told() -> None:
    can = position("R1 R2", "Y1 Y2", "RR", may_dump=True)
    cannot = position("B1 B2", "Y1 Y2", "RR", may_dump=False)
    own, other = view_for(can, A), view_for(can, B)
    assert isinstance(own, PlayView)
    assert own.may_dump
    assert other == view_for(cannot, B)


def test_a_challenge_shows_the_hand_and_no_word_of_guilt_before() -> None:
    asked = after(position("W4 R1 G2", "Y1 R3"), lay(A, "W4", BLUE))
    honest = after(position("W4 B1 G2", "Y1 R3"), lay(A, "W4", BLUE))
    view = view_for(asked, B)
    assert view == view_for(honest, B)
    assert isinstance(view, PlayView)
    assert (view.colour, view.known) == (BLUE, ((), ()))
    assert view.accused is not None
    assert view.accused.colour is RED
    shown = view_for(after(asked, Challenge(seat=B)), B)
    assert isinstance(shown, PlayView)
    assert codes(shown.known[A]) == "R1 G2"


def test_every_hand_is_shown_once_the_round_has_ended_and_not_before() -> None:
    running = position("R1", "Y1 Y2")
    assert score_view(running, A).hands == ()
    over = after(running, lay(A, "R1"))
    for seat in (A, B):
        view = view_for(over, seat)
        assert isinstance(view, ScoreView)
        assert view == score_view(over, seat)
        assert [codes(hand) for hand in view.hands] == ["", "Y1 Y2"]
        assert (view.scores, view.rounds, view.winner) == ((0, 3), over.rounds, None)
    drafted = after(over, Shuffle(order=full_deck(DUO)))
    assert score_view(drafted, A).hands == ()


def test_the_winner_is_on_the_scoreboard() -> None:
    over = after(position("R1", "Y9", scores=(0, 195)), lay(A, "R1"))
    assert score_view(over, B).winner == A
    assert score_view(over, B).phase is Phase.MATCH_OVER


def test_the_drafts_discards_are_known_to_both() -> None:
    state = after(drafting(""), *picks("k" * 14))
    for seat in (A, B):
        view = view_for(state, seat)
        assert isinstance(view, PlayView)
        assert view.draw == state.draw[-14:]


# What it does not tell


def hidden_anew(state: GameState, seat: int, rng: random.Random) -> GameState:
    """A position that may just as well be the true one as far as a seat can tell.

    Its hidden cards lie anew: those of all other hands that are not known, and the part of the draw pile that is not.
    """
    others = [other for other in range(state.rules.seats) if other != seat]
    open_hands = state.hands if state.round_has_ended else state.known
    hidden = {other: list((Counter(state.hands[other]) - Counter(open_hands[other])).elements()) for other in others}
    open_places = {cut.place for cut in state.cuts} if not state.round else set()
    if state.phase is Phase.DRAFT and state.turn == seat:
        open_places.add(0)
    unknown = range(len(state.draw) - state.known_draw)
    places = [place for place in unknown if place not in open_places]
    turn, drawn = state.turn, state.drawn
    hides_drawn = state.phase is Phase.DRAWN and turn in others and drawn in hidden[turn]
    if hides_drawn and turn is not None and drawn is not None:
        hidden[turn].remove(drawn)  # another card in its place must be one that can be played, too

    cards = [card for hand in hidden.values() for card in hand] + [state.draw[place] for place in places]
    rng.shuffle(cards)
    left = iter(cards)
    anew = {other: list(islice(left, len(hand))) for other, hand in hidden.items()}
    pile = list(left)
    if hides_drawn and turn is not None and drawn is not None:
        like = [place for place, card in enumerate(pile) if can_follow(state, card, tuple(anew[turn]))]
        if like:
            place = rng.choice(like)
            pile[place], drawn = drawn, pile[place]
        anew[turn].append(drawn)
    draw = list(state.draw)
    for place, card in zip(places, pile, strict=True):
        draw[place] = card
    if state.phase is Phase.DRAFT:
        drawn = draw[0]
    hands = tuple(
        state.hands[other] if other == seat else tuple(sorted((*open_hands[other], *anew[other])))
        for other in range(state.rules.seats)
    )
    return GameState.model_validate(
        {**dict(state), "hands": hands, "draw": tuple(draw), "drawn": drawn, **hints_anew(state, seat, rng)}
    )


def hints_anew(state: GameState, seat: int, rng: random.Random) -> dict[str, Any]:
    """What follows from hidden hands is hidden with them: of the seat on turn, or of one that is accused."""
    due = state.due
    turn, phase = (state.turn, state.phase) if due is None else (due.turn, due.phase)
    hints: dict[str, Any] = {}
    if turn not in (seat, None) and phase is Phase.TURN:
        if due is None:
            hints["may_dump"] = rng.random() < 0.5
        else:
            hints["due"] = due.model_copy(update={"may_dump": rng.random() < 0.5})
    if phase is Phase.CHALLENGE and turn is not None:
        accused = seat_after(turn, state.rules.seats, -state.direction, state.out)
        if accused != seat:
            hints["is_bluff"] = rng.random() < 0.5
    return hints


def some_seats(state: GameState, rng: random.Random, most: int = 3) -> list[int]:
    """Up to three seats of a match, so that ten seats do not take long."""
    return rng.sample(range(state.rules.seats), min(most, state.rules.seats))


@given(walks(), seeds)
@examples(20)
def test_a_view_is_the_same_however_the_hidden_cards_lie(walk: Walk, seed: int) -> None:
    rng = random.Random(seed)
    states = walk.states()
    for state in (*states[::-12], *[state for state in states if state.due is not None][:2]):
        for seat in some_seats(state, rng):
            anew = hidden_anew(state, seat, rng)
            assert view_for(anew, seat) == view_for(state, seat)
            assert score_view(anew, seat) == score_view(state, seat)


def test_hiding_anew_moves_cards_in_every_phase() -> None:
    """Otherwise the property above would say little."""
    rng = random.Random(3)
    states = {
        "cut": after(new_match(DUO), Shuffle(order=full_deck(DUO)), Cut(seat=A, place=5)),
        "draft": after(drafting(""), *picks("kkkk")),
        "turn": turn_up("R5"),
        "drawn": after(turn_up("R5", ahead="R4"), Draw(seat=B)),
        "bill": after(position("R+2 R1 R2", "Y1 Y2"), lay(A, "R+2")),
        "challenge": after(position("W4 R1 R2", "Y1 Y2"), lay(A, "W4", GREEN)),
        "name_colour": turn_up("W"),
    }
    for phase, state in states.items():
        assert state.phase == phase
        for seat in (A, B):
            anew = hidden_anew(state, seat, rng)
            assert anew.draw != state.draw
            assert anew.hands[seat] == state.hands[seat]
            assert state.phase is Phase.CUT or anew.hands[1 - seat] != state.hands[1 - seat]


def test_hiding_anew_moves_the_cards_of_all_other_seats() -> None:
    rng = random.Random(3)
    known = ("R1", "Y1", "", "B1 B2")
    state = table("R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3", known=known)
    for seat in range(4):
        anew = hidden_anew(state, seat, rng)
        for other in range(4):
            assert (anew.hands[other] == state.hands[other]) == (other == seat)
            assert not Counter(state.known[other]) - Counter(anew.hands[other])
        assert sorted((*anew.draw, *chain(*anew.hands))) == sorted((*state.draw, *chain(*state.hands)))


# With more seats, and where a shuffle interrupts a draw


def test_a_play_view_of_four_seats() -> None:
    state = table("R1 R2", "Y1 Y2 Y3", "", "B1", direction=-1, out=(C,), turn=B, uno_open=D, scores=(1, 2, 600, 4))
    for seat in range(4):
        view = view_for(state, seat)
        assert isinstance(view, PlayView)
        assert (view.direction, view.hand_sizes, view.out, view.turn, view.uno_open) == (-1, (2, 3, 0, 1), (C,), B, D)
        assert view.hand == state.hands[seat]
        assert view.scores == (1, 2, 600, 4)
        assert {move.type for move in view.legal} == [{"call_out"}, {"draw", "call_out"}, set(), {"say_uno"}][seat]


def test_there_is_a_view_for_every_seat_and_for_no_other() -> None:
    state = table("R1 R2", "Y1", "B1")
    for seat in (3, -1):
        with pytest.raises(IndexError):
            view_for(state, seat)
    assert view_for(state, C).seat == C


def test_what_is_dealt_is_seen_by_its_seat_alone() -> None:
    state = dealt("R5", rules=Rules.classic(3))
    for seat in (A, B, C):
        view = view_for(state, seat)
        assert isinstance(view, PlayView)
        assert (view.hand, view.hand_sizes, view.draw, view.known) == (state.hands[seat], (7, 7, 7), (), ((), (), ()))


def test_a_drawn_card_that_must_be_played_is_a_turn_to_the_others() -> None:
    state = after(table("G1 G2", "Y1", "B1", ahead="Y2 R3"), Draw(seat=A))
    for seat in (B, C):
        view = view_for(state, seat)
        assert isinstance(view, PlayView)
        assert (view.phase, view.drawn, view.hand_sizes, view.legal) == (Phase.TURN, None, (4, 1, 1), ())


def test_an_interrupted_draw_tells_how_many_were_drawn_and_no_more() -> None:
    """Neither what is still to come of the draw, nor what it was of: only the sizes, which all see."""
    start = table("G1 G2", "Y1", "B1", discard="Y6 Y7 R5", draw="Y2 B3")
    state = after(start, Draw(seat=A))
    other = after(table("G1 G2", "Y1", "B1", discard="Y6 Y7 R5", draw="B3 Y3"), Draw(seat=A))
    assert state.due is not None
    for seat in (B, C):
        view = view_for(state, seat)
        assert isinstance(view, PlayView)
        assert (view.phase, view.turn, view.bill, view.legal) == (Phase.SHUFFLE, None, 0, ())
        assert (view.hand_sizes, view.draw_size, view.draw) == ((4, 1, 1), 0, ())
        assert view == view_for(other, seat)
        assert "due" not in type(view).model_fields
    assert view_for(state, A) != view_for(other, A)


def test_an_interrupted_last_draw_shows_no_hand_before_the_round_has_ended() -> None:
    state = after(table("R+2", "Y1", "B1", discard="Y6 Y7 R5", draw=""), lay(A, "R+2"))
    assert state.phase is Phase.SHUFFLE
    for seat in (A, B, C):
        view = view_for(state, seat)
        assert isinstance(view, PlayView)
        assert view.hand == state.hands[seat]
        assert score_view(state, seat).hands == ()
        done = view_for(reshuffle(state), seat)
        assert isinstance(done, ScoreView)
        assert len(done.hands[B]) == 3


def test_after_the_shuffle_in_a_round_the_order_is_shown_to_nobody() -> None:
    state = reshuffle(after(table("R+2 R1", "Y1", "B1", discard="Y6 Y7 Y8 Y9 R5", draw="B9"), lay(A, "R+2")))
    for seat in (A, B, C):
        view = view_for(state, seat)
        assert isinstance(view, PlayView)
        assert (view.draw, view.draw_size) == ((), 4)


def test_a_challenge_tells_of_guilt_to_no_seat_before() -> None:
    rules = Rules(seats=3, opening="deal")
    guilty, honest = (table(f"W4 {hand} G2", "Y1", "Y2", rules=rules) for hand in ("R1", "B1"))
    for seat in (B, C):
        views = [view_for(after(state, lay(A, "W4", BLUE)), seat) for state in (guilty, honest)]
        assert views[0] == views[1]


@given(walks())
@examples(20)
def test_a_view_holds_its_own_seats_cards_and_moves_in_every_phase(walk: Walk) -> None:
    for number, state in enumerate(walk.states()):
        for seat in (number % walk.rules.seats, (number + 1) % walk.rules.seats):
            view = view_for(state, seat)
            assert view.seat == seat
            assert all(move.seat == seat for move in view.legal)
            if not isinstance(view, ScoreView):
                assert view.hand == state.hands[seat]
                assert view.hand_sizes == tuple(len(hand) for hand in state.hands)


@given(walks())
@examples(15)
def test_a_view_is_read_back_from_its_json(walk: Walk) -> None:
    """Its JSON is what a bot that is a program reads (DESIGN.md, *Knowledge*)."""
    for number, state in enumerate(walk.states()[::-9]):
        view = view_for(state, number % walk.rules.seats)
        assert type(view).model_validate_json(view.model_dump_json()) == view


def test_a_view_holds_no_count_of_moves_no_seed_and_no_deck() -> None:
    for model in (DraftView, PlayView, ScoreView):
        assert not set(model.model_fields) & {"n", "seed", "deck", "passes", "is_bluff"}
