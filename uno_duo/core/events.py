"""The events: what a seat saw happen in a move. Their words are in `uno_duo.wording`."""

from enum import StrEnum
from itertools import takewhile

from pydantic import BaseModel, ConfigDict

from uno_duo.core.cards import Colour, Face
from uno_duo.core.moves import (
    Accept,
    CallOut,
    Challenge,
    Cut,
    Draw,
    Dump,
    Keep,
    Move,
    NameColour,
    Pass,
    Play,
    Reject,
    SayUno,
    Shuffle,
    Take,
)
from uno_duo.core.rules import dealt_hands, laid_by
from uno_duo.core.state import GameState, Hand, Phase, Pile, RoundResult


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class CutShown(_Event):
    """A seat has cut; a card without a number does not count."""

    seat: int
    card: Face


class CutTied(_Event):
    """The highest numbers cut were equal, so they are cut again."""


class FirstDecided(_Event):
    """The cut has decided who is Player 1."""

    seat: int


class RoundBegan(_Event):
    """The deck was shuffled for a round."""

    round: int
    first: int


class Picked(_Event):
    """A pick of the draft; `taken` is None where it is not to be seen."""

    seat: int
    is_kept: bool
    taken: Face | None
    discarded: Face


class TurnedUp(_Event):
    """The hands are there, and a card was turned up to start the discard pile, after wild ones that were buried."""

    card: Face
    buried: Pile = ()


class ColourNamed(_Event):
    """A seat named the colour of the turned-up card."""

    seat: int
    colour: Colour


class Played(_Event):
    """Cards were laid, the top one last.

    Attributes:
        colour: The colour named, with a wild card.
        bill: What the opponent owes after it, 0 for nothing.
        says_uno: Whether UNO was said with it.
        is_dump: Whether it was a dump, of which the Reverse may have lain there before.
        is_turning: Whether play runs in the other direction after it.
    """

    seat: int
    laid: Pile
    colour: Colour | None
    bill: int
    says_uno: bool
    is_dump: bool
    is_turning: bool = False


class DrawnFor(StrEnum):
    """Why cards were drawn; `PLAYED` is for a card that is drawn for at once, `GOING_ON` after a shuffle."""

    TURN = "turn"
    BILL = "bill"
    WILD_DRAW_FOUR = "wild_draw_four"
    PLAYED = "played"
    CHALLENGE = "challenge"
    CALLED_OUT = "called_out"
    TURNED_UP = "turned_up"
    LAST_CARD = "last_card"
    GOING_ON = "going_on"


class Drew(_Event):
    """A seat drew cards; `cards` is empty where they are not to be seen."""

    seat: int
    count: int
    cards: Hand
    reason: DrawnFor


class KeptDrawnCard(_Event):
    """A seat kept a drawn card that it could have played; only itself knows of it."""

    seat: int


class Challenged(_Event):
    """A Wild Draw 4 was challenged, and its player's hand was shown."""

    seat: int
    accused: int
    hand: Hand
    is_guilty: bool


class SaidUno(_Event):
    """A seat said UNO after its play."""

    seat: int


class CalledOut(_Event):
    """A seat was called out for a forgotten UNO."""

    seat: int
    by: int


class PileTurned(_Event):
    """The discard pile but its top was turned over and is the draw pile now."""

    count: int


class PileRanOut(_Event):
    """The draw pile is empty in the middle of a draw, which waits for the discard pile to be shuffled."""


class PileShuffled(_Event):
    """The discard pile but its top was shuffled and is the draw pile now; the draw that it interrupted goes on."""

    count: int


class RoundEnded(_Event):
    """A round is over."""

    round: int
    result: RoundResult


class KnockedOut(_Event):
    """A seat has reached the target and leaves."""

    seat: int


class MatchEnded(_Event):
    """The match is over."""

    winner: int


Event = (
    CutShown
    | CutTied
    | FirstDecided
    | RoundBegan
    | Picked
    | TurnedUp
    | ColourNamed
    | Played
    | Drew
    | KeptDrawnCard
    | Challenged
    | SaidUno
    | CalledOut
    | PileTurned
    | PileRanOut
    | PileShuffled
    | RoundEnded
    | KnockedOut
    | MatchEnded
)
"""Anything that a seat can see happen."""


def events_for(before: GameState, move: Move, after: GameState, seat: int) -> tuple[Event, ...]:
    """What a seat saw happen as a move led from one position to the next, in order."""
    events: list[Event] = list(_done(before, move, after, seat))
    is_in_round = before.phase not in (Phase.SHUFFLE, Phase.CUT) or before.due is not None
    if is_in_round or after.phase not in (Phase.SHUFFLE, Phase.CUT, Phase.DRAFT):
        events += _turning_up(before, move, after)
        events += _drawing(before, move, after, seat)
    if len(after.rounds) > len(before.rounds):
        events.append(RoundEnded(round=after.round, result=after.rounds[-1]))
    events += (KnockedOut(seat=gone) for gone in after.out[len(before.out) :])
    if after.winner is not None:
        events.append(MatchEnded(winner=after.winner))
    return tuple(events)


def _done(before: GameState, move: Move, after: GameState, seat: int) -> tuple[Event, ...]:
    match move:
        case Cut():
            return _cut(before, move, after)
        case Keep() | Reject():
            taken, discarded = _of_pick(before, move)
            seen = taken if seat == move.seat else None
            return (Picked(seat=move.seat, is_kept=isinstance(move, Keep), taken=seen, discarded=discarded),)
        case NameColour():
            return (ColourNamed(seat=move.seat, colour=move.colour),)
        case Play() | Dump():
            return (
                Played(
                    seat=move.seat,
                    laid=_laid(before, move),
                    colour=None if isinstance(move, Dump) else move.colour,
                    bill=after.bill,
                    says_uno=move.uno,
                    is_dump=isinstance(move, Dump) or move.dump is not None,
                    is_turning=after.direction != before.direction,
                ),
            )
        case Pass():
            return (KeptDrawnCard(seat=move.seat),) if seat == move.seat else ()
        case Challenge():
            assert before.accused is not None
            accused = before.accused.seat
            return (Challenged(seat=move.seat, accused=accused, hand=before.hands[accused], is_guilty=before.is_bluff),)
        case SayUno():
            return (SaidUno(seat=move.seat),)
        case CallOut():
            assert before.uno_open is not None
            return (CalledOut(seat=before.uno_open, by=move.seat),)
    if after.round > before.round and after.first is not None:
        return (RoundBegan(round=after.round, first=after.first),)
    return ()


def _cut(before: GameState, move: Cut, after: GameState) -> tuple[Event, ...]:
    card = before.draw[move.place]
    shown = CutShown(seat=move.seat, card=card)
    if after.first is not None:
        return shown, FirstDecided(seat=after.first)
    is_tie = card.is_number and (after.turn is None or after.turn <= move.seat)
    return (shown, CutTied()) if is_tie else (shown,)


def _turning_up(before: GameState, move: Move, after: GameState) -> tuple[TurnedUp, ...]:
    """The card that was turned up, once the hands are drafted or dealt."""
    if before.phase is Phase.DRAFT and after.phase is not Phase.DRAFT:
        pile = before.draw[2:]
    elif isinstance(move, Shuffle) and before.due is None:
        pile = move.order[sum(map(len, _dealt(move, after))) :]
    else:
        return ()
    buried = tuple(takewhile(lambda card: card.is_wild, pile)) if after.rules.bury_wilds else ()
    return (TurnedUp(card=after.discard[-1], buried=buried),)


def _dealt(move: Shuffle, after: GameState) -> tuple[Hand, ...]:
    assert after.first is not None
    return dealt_hands(move.order, after.rules, after.first, after.out)


def _laid(before: GameState, move: Move) -> Pile:
    match move:
        case Play():
            return laid_by(before.hands[move.seat], move.card, move.dump)
        case Dump():
            return laid_by(before.hands[move.seat], None, move.last)
    return ()


def _drawing(before: GameState, move: Move, after: GameState, seat: int) -> list[Event]:
    events: list[Event] = []
    laid = _laid(before, move)
    is_deal = isinstance(move, Shuffle) and before.due is None
    recycled = len(before.discard) + len(laid) - len(after.discard)
    if recycled > 0 and before.phase is not Phase.DRAFT and not is_deal:
        events.append(PileTurned(count=recycled) if before.due is None else PileShuffled(count=recycled))
    for other, new in enumerate(after.hands):
        own = _dealt(move, after)[other] if isinstance(move, Shuffle) and is_deal else before.hands[other]
        asked_to = False
        if not isinstance(move, Shuffle) and move.seat == other:
            asked_to = isinstance(move, Draw | Take | Accept) and after.due is None
            own = _left(own, laid)
            if isinstance(move, Keep | Reject):
                own += (_of_pick(before, move)[0],)
        count = len(new) - len(own)
        if count or asked_to:
            cards = tuple(sorted(_left(new, own))) if other == seat else ()
            events.append(Drew(seat=other, count=count, cards=cards, reason=_reason(before, move, after)))
    if after.due is not None:
        events.append(PileRanOut())
    return events


def _of_pick(before: GameState, move: Keep | Reject) -> tuple[Face, Face]:
    """The card that a pick takes, and the one that it discards."""
    looked_at, other = before.draw[:2]
    return (looked_at, other) if isinstance(move, Keep) else (other, looked_at)


def _left(cards: Pile, gone: Pile) -> Pile:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _reason(before: GameState, move: Move, after: GameState) -> DrawnFor:
    match move:
        case Take():
            return DrawnFor.BILL
        case Accept():
            return DrawnFor.WILD_DRAW_FOUR
        case Challenge():
            return DrawnFor.CHALLENGE
        case CallOut():
            return DrawnFor.CALLED_OUT
        case Play() | Dump():
            return DrawnFor.PLAYED if after.hands[move.seat] else DrawnFor.LAST_CARD
    if isinstance(move, Draw) or (before.due is not None and before.due.left is None):
        return DrawnFor.TURN
    return DrawnFor.GOING_ON if before.due is not None else DrawnFor.TURNED_UP
