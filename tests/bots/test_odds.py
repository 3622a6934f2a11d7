from itertools import combinations
from random import Random

import pytest

from tests.core.positions import RED, position, turned_up
from uno_duo.bots.odds import CERTAIN, Odds
from uno_duo.core import Face, Rules, SeatMove, cards, legal_moves, new_match, reduce, view_for
from uno_duo.core.cards import of_colour
from uno_duo.core.views import DraftView, PlayView
from uno_duo.dealer import due_shuffle, pick


def odds_of(a: str, b: str, known: str = "") -> Odds:
    view = view_for(position(a, b, known=("", known)), 0)
    assert isinstance(view, PlayView)
    return Odds.of(view)


@pytest.mark.parametrize("seed", range(3))
def test_every_card_is_seen_or_in_one_of_the_hidden_places(seed: int) -> None:
    generator = Random(seed)
    rules = Rules(target=20)
    state, shuffles = new_match(rules), 0
    while state.winner is None:
        if state.turn is None:
            state, shuffles = reduce(state, due_shuffle(state, seed, shuffles)), shuffles + 1
            continue
        for seat in range(2):
            view = view_for(state, seat)
            if isinstance(view, PlayView):
                odds = Odds.of(view)
                assert min(odds.unseen) >= 0
                assert sum(odds.unseen) == view.draw_size - len(view.draw) + odds.hidden
                hidden = [*state.draw[: len(state.draw) - state.known_draw], *state.hands[1 - seat]]
                for card in odds.known:
                    hidden.remove(card)
                assert all(hidden.count(face) == odds.unseen[face] for face in Face)
            elif isinstance(view, DraftView) and view.drawn is not None:
                odds = Odds.of(view)
                assert sum(odds.unseen) == view.draw_size - 1 + odds.hidden
        moves = [move for move in legal_moves(state) if isinstance(move, SeatMove)]
        state = reduce(state, pick(moves, generator))


def test_a_known_card_makes_it_certain() -> None:
    odds = odds_of("R1 R2", "G3 B4 B5", known="G3")
    assert odds.held(frozenset(cards("G3"))) == CERTAIN
    assert odds.held(frozenset(cards("Y3"))) < CERTAIN
    assert odds.expected(frozenset(cards("G3 G0"))) > CERTAIN


def test_a_card_that_was_seen_elsewhere_is_not_held() -> None:
    odds = odds_of("R0 R2", "G3 B4")
    assert odds.held(frozenset(cards("R0"))) == 0
    assert odds.expected(frozenset(cards("R0"))) == 0


def test_a_hand_that_must_hold_all_that_is_left_is_certain() -> None:
    odds = Odds(unseen=tuple(int(face in cards("Y1 Y2")) for face in Face), known=(), hidden=2)
    assert odds.held(frozenset(cards("Y1"))) == odds.expected(frozenset(cards("Y1"))) == CERTAIN


def test_chances_agree_with_counting_every_hand() -> None:
    odds = Odds(unseen=tuple(2 if face < 3 else 0 for face in Face), known=(), hidden=2)
    deck = cards("R0 R0 R1 R1 R2 R2")
    hands = list(combinations(deck, 2))
    with_a_zero = sum(Face.R0 in hand for hand in hands)
    zeros = sum(hand.count(Face.R0) for hand in hands)
    assert odds.held(frozenset(cards("R0"))) == pytest.approx(CERTAIN * with_a_zero / len(hands), abs=1)
    assert odds.expected(frozenset(cards("R0"))) == pytest.approx(CERTAIN * zeros / len(hands), abs=1)


def test_more_cards_make_it_likelier_up_to_all_that_are_left() -> None:
    odds = odds_of("R1 R2", "G3 B4 B5")
    chances = [odds.held(of_colour(RED), more) for more in (-5, 0, 1, 5, 50, 500)]
    assert chances[0] == 0
    assert chances == sorted(chances)
    assert chances[-1] == CERTAIN


def test_nothing_unseen_is_no_fault() -> None:
    odds = Odds(unseen=(0,) * len(Face), known=(), hidden=0)
    assert odds.held(of_colour(RED)) == odds.expected(of_colour(RED)) == 0


def test_what_a_draft_has_shown_is_seen() -> None:
    view = view_for(turned_up("R5", ahead="R6"), 1)
    assert isinstance(view, PlayView)
    assert sum(Odds.of(view).unseen) == 84 - 1 + 7
