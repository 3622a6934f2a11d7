"""Short ways to write positions and moves, in the notation of RULES.md."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Final

from uno_duo.core import (
    Accused,
    Colour,
    Cut,
    Dump,
    Face,
    GameState,
    Hand,
    IllegalMove,
    Keep,
    Move,
    Phase,
    Play,
    Reason,
    Reject,
    Rules,
    Shuffle,
    cards,
    cards_to_shuffle,
    full_deck,
    legal_moves,
    new_match,
    reduce,
    seat_after,
)

A, B, C, D, E = range(5)
RED, YELLOW, GREEN, BLUE = Colour
DUO: Final = Rules.duo()


def codes(faces: Iterable[Face]) -> str:
    """Cards as RULES.md writes them."""
    return " ".join(face.code for face in faces)


def sorted_hand(written: str) -> Hand:
    """A hand, in hand order, however it is written."""
    return tuple(sorted(cards(written)))


def rest_of_deck(*gone: Iterable[Face], rules: Rules = DUO) -> tuple[Face, ...]:
    """The deck without some cards, always shuffled in the same way."""
    left = Counter(full_deck(rules))
    for pile in gone:
        left.subtract(pile)
    assert not -left, "there are not so many of a card"
    rest = sorted(left.elements())
    random.Random("rest").shuffle(rest)
    return tuple(rest)


def table(
    *hands: str,
    discard: str = "R5",
    ahead: str = "",
    draw: str | None = None,
    known: Sequence[str] = (),
    rules: Rules | None = None,
    colour_before: Colour | None = None,
    **fields: Any,
) -> GameState:
    """A position in which A is on turn, in a round that the last seat has dealt, unless said otherwise.

    Args:
        hands: The hand of each seat.
        discard: The discard pile, its top last.
        ahead: The cards that are drawn next, where the rest of the deck lies under them.
        draw: The whole draw pile.
        known: The known cards of each hand.
        rules: What is played by: classic UNO unless said otherwise.
        colour_before: The colour that was in force before a Wild Draw 4 that waits for its answer.
        fields: Any other field of the state.
    """
    rules = rules or Rules.classic(len(hands))
    held, pile, next_cards = [sorted_hand(hand) for hand in hands], cards(discard), cards(ahead)
    whole = cards(draw) if draw is not None else next_cards + rest_of_deck(*held, pile, next_cards, rules=rules)
    first, colour = len(hands) - 1, pile[-1].colour if pile else None
    standard = {"phase": Phase.TURN, "round": 1, "first": first, "turn": A, "colour": colour}
    shown = [sorted_hand(hand) for hand in known or [""] * len(hands)]
    given = {"rules": rules, "hands": tuple(held), "draw": whole, "discard": pile, "known": tuple(shown)}
    state = GameState.model_validate({**dict(new_match(rules)), **given, **standard, **fields})
    if state.phase is not Phase.CHALLENGE:
        return state
    assert state.turn is not None
    seat = seat_after(state.turn, rules.seats, -state.direction, state.out)
    under = (*state.draw, *state.discard)[-2]  # of a pile that was turned over it is the last card
    hand_size, known_then = len(state.hands[seat]), state.known[seat]
    accused = Accused(seat=seat, colour=colour_before, under=under, hand_size=hand_size, known=known_then)
    return state.model_copy(update={"accused": accused})


def position(
    a: str,
    b: str,
    discard: str = "R5",
    *,
    ahead: str = "",
    draw: str | None = None,
    known: tuple[str, str] = ("", ""),
    rules: Rules = DUO,
    **fields: Any,
) -> GameState:
    """A position of UNO Duo in which A is on turn, in a round of which B is Player 1, unless said otherwise.

    Args:
        a: The hand of seat 0.
        b: The hand of seat 1.
        discard: The discard pile, its top last.
        ahead: The cards that are drawn next, where the rest of the deck lies under them.
        draw: The whole draw pile.
        known: The known cards of each hand.
        rules: What is played by.
        fields: Any other field of the state.
    """
    return table(a, b, discard=discard, ahead=ahead, draw=draw, known=known, rules=rules, **fields)


def cutting(deck: str, rules: Rules = DUO) -> GameState:
    """The cut of a deck of which the first cards are given."""
    top = cards(deck)
    return after(new_match(rules), Shuffle(order=top + rest_of_deck(top, rules=rules)))


def cut_by(winner: int, rules: Rules = DUO) -> GameState:
    """The position after a cut that a seat has won: the shuffle of the first round is due."""
    others = iter(range(rules.seats))  # a deck in hand order begins with R0 R1 R1 R2 R2 R3 R3 R4 R4
    highest = 2 * rules.seats - 3
    cuts = [Cut(seat=seat, place=highest if seat == winner else next(others)) for seat in range(rules.seats)]
    return after(new_match(rules), Shuffle(order=full_deck(rules)), *cuts)


def dealing(pile: str, *hands: str, dealer: int | None = None, rules: Rules) -> Shuffle:
    """A shuffle for a round that is dealt.

    Args:
        pile: The cards that follow the hands, the one that is turned up first.
        hands: What each seat is dealt first, the rest is any other cards.
        dealer: Who deals: the last seat unless said otherwise.
        rules: What is played by.
    """
    dealer = rules.seats - 1 if dealer is None else dealer
    given = [cards(hand) for hand in (*hands, *[""] * (rules.seats - len(hands)))]
    others = iter(rest_of_deck(*given, cards(pile), rules=rules))
    dealt = [[*hand, *islice(others, rules.hand_size - len(hand))] for hand in given]
    from_left = dealt[dealer + 1 :] + dealt[: dealer + 1]
    order = [hand[place] for place in range(rules.hand_size) for hand in from_left]
    return Shuffle(order=(*order, *cards(pile), *others))


def dealt(pile: str, *hands: str, dealer: int | None = None, rules: Rules) -> GameState:
    """The position after the deal of the first round, from a deck as `dealing` makes it."""
    winner = rules.seats - 1 if dealer is None else dealer
    return after(cut_by(winner, rules), dealing(pile, *hands, dealer=dealer, rules=rules))


def drafting(deck: str, first: int = A, rules: Rules = DUO) -> GameState:
    """The beginning of a draft from a deck of which the first cards are given."""
    top = cards(deck)
    return after(cut_by(first, rules), Shuffle(order=top + rest_of_deck(top, rules=rules)))


def turned_up(card: str, one: str = "", two: str = "", ahead: str = "", rules: Rules = DUO) -> GameState:
    """The position after a draft in which all was kept and a card was turned up; seat 0 is Player 1.

    Args:
        card: The card turned up.
        one: What Player 1 has picked first, the rest is any other cards.
        two: What Player 2 has picked first.
        ahead: The cards that are drawn next.
        rules: What is played by.
    """
    given = cards(" ".join((card, one, two, ahead)))
    others = iter(rest_of_deck(given, rules=rules))
    ones, twos = iter(cards(one)), iter(cards(two))
    deck: list[Face] = []
    for _ in range(rules.hand_size):
        deck += (next(ones, None) or next(others), next(others), next(twos, None) or next(others), next(others))
    order = (*deck, *cards(card), *cards(ahead), *others)
    state = after(cut_by(A, rules), Shuffle(order=order))
    return after(state, *(Keep(seat=pick % 2) for pick in range(2 * rules.hand_size)))


def lay(seat: int, card: str, colour: Colour | None = None, dump: str | None = None, uno: bool = False) -> Play:
    """The play of a card, written as its code."""
    return Play(seat=seat, card=Face.of(card), colour=colour, dump=Face.of(dump) if dump else None, uno=uno)


def complete(seat: int, last: str, uno: bool = False) -> Dump:
    """The completion of a Reverse with a dump that ends on a card, written as its code."""
    return Dump(seat=seat, last=Face.of(last), uno=uno)


def after(state: GameState, *moves: Move) -> GameState:
    """The position after some moves."""
    for move in moves:
        state = reduce(state, move)
    return state


def refusal(state: GameState, move: Move) -> Reason | None:
    """Why a move is refused, None where it is accepted."""
    before = state.model_dump_json()
    try:
        reduce(state, move)
    except IllegalMove as refused:
        assert refused.move is move
        assert state.model_dump_json() == before, "a refused move has changed the position"
        assert move not in legal_moves(state)
        return refused.reason
    return None


def reshuffle(state: GameState, order: str | None = None) -> GameState:
    """The position after the shuffle that is due, in the order in which the cards lie unless said otherwise."""
    return after(state, Shuffle(order=cards(order) if order is not None else cards_to_shuffle(state)))


def gains(before: GameState, state: GameState) -> list[str]:
    """The cards that each hand has won, in hand order."""
    hands = zip(before.hands, state.hands, strict=True)
    return [codes(sorted((Counter(new) - Counter(old)).elements())) for old, new in hands]


def playable(state: GameState) -> str:
    """The cards that can be played, in hand order."""
    faces = {move.card for move in legal_moves(state) if isinstance(move, Play)}
    return codes(sorted(faces))


def picks(kept: str, first: int = A) -> list[Keep | Reject]:
    """The picks of a draft, one letter each: `k` for keep and `r` for reject."""
    return [(Keep if letter == "k" else Reject)(seat=(first + pick) % 2) for pick, letter in enumerate(kept)]
