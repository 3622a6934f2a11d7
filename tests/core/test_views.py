"""RULES.md, section 11, and DESIGN.md, *Knowledge*: a view holds what its seat may know, and nothing beyond."""

import random
from collections import Counter

import pytest
from hypothesis import given

from tests.core.positions import BLUE, DUO, GREEN, RED, A, B, after, codes, cut_by, drafting, lay, picks, position
from tests.core.positions import turned_up as turn_up
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
    ScoreView,
    Shuffle,
    full_deck,
    legal_moves,
    new_match,
    score_view,
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
    assert (view.colour, view.bill, view.drawn, view.uno_open, view.colour_before) == (RED, 0, None, None, None)


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
    assert (view.colour, view.colour_before, view.known) == (BLUE, RED, ((), ()))
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
    """A position that may just as well be the true one as far as a seat can tell: its hidden cards lie anew."""
    other = 1 - seat
    open_hand = state.hands[other] if state.round_has_ended else state.known[other]
    hidden_hand = list((Counter(state.hands[other]) - Counter(open_hand)).elements())
    open_places = {cut.place for cut in state.cuts} if not state.round else set()
    if state.phase is Phase.DRAFT and state.turn == seat:
        open_places.add(0)
    unknown = range(len(state.draw) - state.known_draw)
    places = [place for place in unknown if place not in open_places]
    drawn = state.drawn
    hides_drawn = state.phase is Phase.DRAWN and state.turn == other and drawn in hidden_hand
    if hides_drawn and drawn is not None:
        hidden_hand.remove(drawn)  # another card in its place must be one that can be played, too

    cards = hidden_hand + [state.draw[place] for place in places]
    rng.shuffle(cards)
    hand, pile = cards[: len(hidden_hand)], cards[len(hidden_hand) :]
    if hides_drawn and drawn is not None:
        like = [place for place, card in enumerate(pile) if can_follow(state, card)]
        if like:
            place = rng.choice(like)
            pile[place], drawn = drawn, pile[place]
        hand.append(drawn)
    draw = list(state.draw)
    for place, card in zip(places, pile, strict=True):
        draw[place] = card
    if state.phase is Phase.DRAFT:
        drawn = draw[0]
    hands = tuple(
        tuple(sorted((*open_hand, *hand))) if held_by == other else state.hands[held_by] for held_by in (0, 1)
    )
    # What follows from the hidden hand of the seat on turn, or of an accused one, is hidden with it.
    hints = {"may_dump": rng.random() < 0.5} if state.turn == other and state.phase is Phase.TURN else {}
    if state.phase is Phase.CHALLENGE and state.turn == seat:
        hints["is_bluff"] = rng.random() < 0.5
    anew = {"hands": hands, "draw": tuple(draw), "drawn": drawn, **hints}
    return GameState.model_validate({**dict(state), **anew})


def can_follow(state: GameState, card: Face) -> bool:
    top = state.discard[-1]
    same_symbol = top.colour is not None and card.symbol is top.symbol
    return card.colour is None or card.colour is state.colour or same_symbol


@given(walks(), seeds)
@examples(60)
def test_a_view_is_the_same_however_the_hidden_cards_lie(walk: Walk, seed: int) -> None:
    rng = random.Random(seed)
    for state in walk.states()[::-12]:
        for seat in (A, B):
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


@given(walks())
@examples(40)
def test_a_view_holds_its_own_seats_cards_and_moves_in_every_phase(walk: Walk) -> None:
    for state in walk.states():
        for seat in (A, B):
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
    for state in walk.states()[::-9]:
        view = view_for(state, A)
        assert type(view).model_validate_json(view.model_dump_json()) == view


def test_a_view_holds_no_count_of_moves_no_seed_and_no_deck() -> None:
    for model in (DraftView, PlayView, ScoreView):
        assert not set(model.model_fields) & {"n", "seed", "deck", "passes", "is_bluff"}
