"""A second opinion on what is legal and who is next: RULES.md and RECORD.md word for word, in no haste."""

from collections import Counter

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
    Rules,
    SayUno,
    SeatMove,
    Shuffle,
    Symbol,
    Take,
    full_deck,
)


def allows(state: GameState, move: Move) -> bool:
    """Whether the rules allow a move in a position."""
    if isinstance(move, Shuffle):
        return state.phase is Phase.SHUFFLE and Counter(move.order) == Counter(due_cards(state))
    if state.phase in (Phase.SHUFFLE, Phase.MATCH_OVER) or move.seat not in seats_in(state):
        return False
    if isinstance(move, SayUno):  # whose turn it is does not matter
        return move.seat == state.uno_open
    if isinstance(move, CallOut):
        return state.uno_open is not None and move.seat != state.uno_open
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
            return state.phase is Phase.DRAWN and state.rules.keep_drawn
        case Take():
            return state.phase is Phase.BILL
        case Accept() | Challenge():
            return state.phase is Phase.CHALLENGE
        case Play():
            return allows_play(state, move)
        case Dump():
            return allows_dump(state, move)


def due_cards(state: GameState) -> Hand:
    """The cards that are shuffled: the whole deck, or in the middle of a round the discard pile but its top."""
    return full_deck(state.rules) if state.due is None else state.discard[:-1]


def seats_in(state: GameState) -> list[int]:
    """The seats that were not knocked out."""
    return [seat for seat in range(state.rules.seats) if seat not in state.out]


def matches(state: GameState, card: Face) -> bool:
    """Whether a card that is not wild matches the colour in force, or the top by its number or symbol."""
    top = state.discard[-1]
    if card.colour is None:
        return False
    if card.colour is state.colour:
        return True
    if top.colour is None or card.symbol is not top.symbol:
        return False
    return card.symbol <= Symbol.NINE or state.rules.symbols_match


def can_follow(state: GameState, card: Face, hand: Hand) -> bool:
    """Whether a card may be played on a normal turn by a seat that holds a hand."""
    if card.symbol is Symbol.WILD_DRAW_FOUR and state.rules.wild_draw_four == "restricted":
        return not any(matches(state, held) for held in hand)
    return card.colour is None or matches(state, card)


def allows_play(state: GameState, move: Play) -> bool:
    """Sections 4, 6, 7 and 9, and the rows of classic UNO."""
    hand, card = list(state.hands[move.seat]), move.card
    if card not in hand:
        return False
    if state.phase is Phase.BILL:
        if card.symbol is not Symbol.DRAW_TWO:
            return False
    elif state.phase is Phase.DRAWN:
        if card is not state.drawn:
            return False
    elif state.phase is not Phase.TURN or not can_follow(state, card, tuple(hand)):
        return False
    if (card.colour is None) != (move.colour is not None):
        return False
    hand.remove(card)
    if move.dump is not None:
        if state.rules.reverse != "dump" or card.symbol is not Symbol.REVERSE:
            return False
        if move.dump.colour is not card.colour or move.dump not in hand:
            return False
        hand = [other for other in hand if other.colour is not card.colour]
    return not move.uno or len(hand) == 1


def allows_dump(state: GameState, move: Dump) -> bool:
    """Sections 3 and 7."""
    hand, top = state.hands[move.seat], state.discard[-1] if state.discard else None
    if state.phase is not Phase.TURN or not state.may_dump or top is None or top.symbol is not Symbol.REVERSE:
        return False
    if move.last not in hand or move.last.colour is not top.colour:
        return False
    return not move.uno or sum(card.colour is not top.colour for card in hand) == 1


def next_turn(before: GameState, move: SeatMove) -> tuple[int, int]:
    """The seat that plays after a turn, and the direction, unless the round ends with it.

    Only for moves that a seat on turn makes in a round, and after which it has no more to decide.
    """
    circle = seats_in(before)
    direction, rules = before.direction, before.rules
    how_far = 1
    match move:
        case Play() | Dump():
            top = move.last if isinstance(move, Dump) else move.dump or move.card
            if top.symbol is Symbol.REVERSE and rules.reverse == "turn" and len(circle) > 2:
                direction = -direction
            elif is_skipping(rules, top):
                how_far = 2
        case Challenge() if before.is_bluff:
            how_far = 0
    return circle[(circle.index(move.seat) + how_far * direction) % len(circle)], direction


def is_skipping(rules: Rules, top: Face) -> bool:
    """Whether the card that ends on top takes the next seat's turn at once."""
    return {
        Symbol.SKIP: True,
        Symbol.REVERSE: rules.reverse != "dump",
        Symbol.DRAW_TWO: not rules.stacking,
        Symbol.WILD_DRAW_FOUR: rules.wild_draw_four != "challenge",
    }.get(top.symbol, False)
