from collections.abc import Sequence
from itertools import chain, combinations
from random import Random

import pytest

from tests.core.positions import RED, after, position, reshuffle, table, turned_up
from uno_duo.bots.odds import CERTAIN, Odds
from uno_duo.core import Draw, Face, GameState, Rules, SeatMove, cards, legal_moves, new_match, reduce, view_for
from uno_duo.core.cards import of_colour
from uno_duo.core.views import DraftView, PlayView
from uno_duo.dealer import due_shuffle, pick


def odds_of(a: str, b: str, known: str = "") -> Odds:
    view = view_for(position(a, b, known=("", known)), 0)
    assert isinstance(view, PlayView)
    return Odds.of(view)


def unknown(state: GameState, seat: int, odds: Sequence[Odds]) -> list[Face]:
    """The cards that a seat cannot see: those of the draw pile without its known end, and of the other hands."""
    others = [hand for other, hand in enumerate(state.hands) if other != seat]
    hidden = [*state.draw[: len(state.draw) - state.known_draw], *chain(*others)]
    for card in chain(*(other.known for other in odds)):
        hidden.remove(card)
    return hidden


@pytest.mark.parametrize(
    "rules",
    [
        Rules(target=20),
        Rules(target=20, recycling="shuffled"),
        Rules.classic(2).model_copy(update={"hand_size": 20}),
        Rules.classic(4).model_copy(update={"target": 100, "knock_out": True, "wild_draw_four": "challenge"}),
        Rules.classic(4).model_copy(update={"hand_size": 20, "recycling": "turned", "drawing": "one"}),
    ],
    ids=("duo", "shuffled", "classic", "many", "turned"),
)
def test_every_card_is_seen_or_in_one_of_the_hidden_places(rules: Rules) -> None:
    seed = 1
    generator, state, shuffles = Random(seed), new_match(rules), 0
    for _ in range(500):
        if state.winner is not None:
            break
        if state.turn is None:
            state, shuffles = reduce(state, due_shuffle(state, seed, shuffles)), shuffles + 1
            continue
        for seat in set(range(rules.seats)) - set(state.out):
            view = view_for(state, seat)
            if isinstance(view, PlayView):
                others = Odds.of_others(view)
                assert sum(odds.size for odds in others) == sum(view.hand_sizes) - view.hand_sizes[seat]
                hidden = unknown(state, seat, others)
                for odds in others:
                    assert all(hidden.count(face) == odds.unseen[face] for face in Face)
            elif isinstance(view, DraftView) and view.drawn is not None:
                odds = Odds.of(view)
                assert sum(odds.unseen) == view.draw_size - 1 + odds.hidden
        moves = [move for move in legal_moves(state) if isinstance(move, SeatMove)]
        state = reduce(state, pick(moves, generator))
    assert state.round


def sizes_of_others(direction: int, out: tuple[int, ...]) -> list[int]:
    hands = ["" if seat in out else " ".join(["R1", "R2", "R3", "R4", "R6"][: seat + 1]) for seat in range(5)]
    rules = Rules.classic(5).model_copy(update={"extra_wilds": 0})
    view = view_for(table(*hands, rules=rules, turn=2, direction=direction, out=out, draw="B1"), 2)
    assert isinstance(view, PlayView)
    others = Odds.of_others(view)
    assert Odds.of(view) == others[0]
    return [other.size for other in others]


def test_the_others_come_in_the_order_in_which_they_play() -> None:
    assert sizes_of_others(1, ()) == [4, 5, 1, 2]
    assert sizes_of_others(-1, ()) == [2, 1, 5, 4]
    assert sizes_of_others(1, (3, 0)) == [5, 2]
    assert sizes_of_others(-1, (3, 1)) == [1, 5]
    assert sizes_of_others(1, (2, 3)) == [5, 1, 2], "a seat that is out may look on"


def test_cards_that_were_shuffled_back_are_unseen_again() -> None:
    before = table("G1 G2", "R1 R2", discard="B3 B3 R5", draw="")
    after_it = reshuffle(after(before, Draw(seat=0)))
    seen, unseen = view_for(before, 0), view_for(after_it, 1)
    assert isinstance(seen, PlayView)
    assert isinstance(unseen, PlayView)
    assert Odds.of(seen).unseen[Face.B3] == 0
    assert Odds.of(unseen).unseen[Face.B3] == 2


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
