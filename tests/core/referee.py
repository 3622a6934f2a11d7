"""A second opinion on what is legal: RULES.md and RECORD.md word for word, one move at a time, in no haste."""

from tests.core.positions import DUO
from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    Cut,
    Draw,
    Dump,
    Face,
    GameState,
    Hand,
    Keep,
    Move,
    NameColour,
    Pass,
    Phase,
    Play,
    Reject,
    SayUno,
    Shuffle,
    Symbol,
    Take,
    full_deck,
)

SEATS = DUO.seats


def allows(state: GameState, move: Move) -> bool:
    """Whether the rules allow a move in a position."""
    if isinstance(move, Shuffle):
        return state.phase is Phase.SHUFFLE and sorted(move.order) == list(full_deck(state.rules))
    if state.phase in (Phase.SHUFFLE, Phase.MATCH_OVER):
        return False
    if isinstance(move, SayUno):  # whose turn it is does not matter
        return move.seat == state.uno_open
    if isinstance(move, CallOut):
        return state.uno_open is not None and move.seat == 1 - state.uno_open
    if move.seat != state.turn:
        return False
    match move:
        case Cut():
            taken = [cut.place for cut in state.cuts]
            return state.phase is Phase.CUT and move.place < len(state.draw) and move.place not in taken
        case Keep() | Reject():
            return state.phase is Phase.DRAFT
        case NameColour():
            return state.phase is Phase.NAME_COLOUR
        case Draw():
            return state.phase is Phase.TURN
        case Pass():
            return state.phase is Phase.DRAWN
        case Take():
            return state.phase is Phase.BILL
        case Accept() | Challenge():
            return state.phase is Phase.CHALLENGE
        case Play():
            return allows_play(state, move)
        case Dump():
            return allows_dump(state, move)


def allows_play(state: GameState, move: Play) -> bool:
    """Sections 4, 6, 7 and 9."""
    hand, card, top = list(state.hands[move.seat]), move.card, state.discard[-1] if state.discard else None
    if card not in hand or top is None or state.phase not in (Phase.TURN, Phase.DRAWN, Phase.BILL):
        return False
    if state.phase is Phase.BILL and card.symbol is not Symbol.DRAW_TWO:
        return False
    if state.phase is Phase.DRAWN and card is not state.drawn:
        return False
    if state.phase is not Phase.BILL:
        has_same_symbol = top.colour is not None and card.symbol is top.symbol
        if not (card.colour is None or card.colour is state.colour or has_same_symbol):
            return False
    if (card.colour is None) != (move.colour is not None):
        return False
    hand.remove(card)
    if move.dump is not None:
        if card.symbol is not Symbol.REVERSE or move.dump.colour is not card.colour or move.dump not in hand:
            return False
        hand = [other for other in hand if other.colour is not card.colour]
    return not move.uno or len(hand) == 1


def allows_dump(state: GameState, move: Dump) -> bool:
    """Sections 3 and 7."""
    hand = state.hands[move.seat]
    if state.phase is not Phase.TURN or not state.may_dump or not is_of_colour_on_top(state, move.last, hand):
        return False
    return not move.uno or sum(card.colour is not state.colour for card in hand) == 1


def is_of_colour_on_top(state: GameState, last: Face, hand: Hand) -> bool:
    """Whether a card that is held completes the Reverse that lies on top."""
    top = state.discard[-1]
    return top.symbol is Symbol.REVERSE and last.colour is top.colour and last in hand
