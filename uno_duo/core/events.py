"""The events: what a seat saw happen in a move. Their words are in `uno_duo.wording`."""

from enum import StrEnum

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
    """The draft is over, and a card was turned up to start the discard pile."""

    card: Face


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
    """

    seat: int
    laid: Pile
    colour: Colour | None
    bill: int
    says_uno: bool
    is_dump: bool


class DrawnFor(StrEnum):
    """Why cards were drawn."""

    TURN = "turn"
    BILL = "bill"
    WILD_DRAW_FOUR = "wild_draw_four"
    CHALLENGE = "challenge"
    CALLED_OUT = "called_out"
    TURNED_UP = "turned_up"
    LAST_CARD = "last_card"


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


class RoundEnded(_Event):
    """A round is over."""

    round: int
    result: RoundResult


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
    | RoundEnded
    | MatchEnded
)
"""Anything that a seat can see happen."""


def events_for(before: GameState, move: Move, after: GameState, seat: int) -> tuple[Event, ...]:
    """What a seat saw happen as a move led from one position to the next, in order."""
    events: list[Event] = list(_done(before, move, after, seat))
    if before.phase is Phase.DRAFT and after.phase is not Phase.DRAFT:
        events.append(TurnedUp(card=after.discard[-1]))
    if before.phase not in (Phase.SHUFFLE, Phase.CUT):
        events += _drawing(before, move, after, seat)
    if len(after.rounds) > len(before.rounds):
        events.append(RoundEnded(round=after.round, result=after.rounds[-1]))
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
            is_dump = isinstance(move, Dump) or move.dump is not None
            laid = laid_by(before, move, after)
            colour = None if isinstance(move, Dump) else move.colour
            return (
                Played(seat=move.seat, laid=laid, colour=colour, bill=after.bill, says_uno=move.uno, is_dump=is_dump),
            )
        case Pass():
            return (KeptDrawnCard(seat=move.seat),) if seat == move.seat else ()
        case Challenge():
            accused = (move.seat - before.direction) % before.rules.seats
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


def laid_by(before: GameState, move: Move, after: GameState) -> Pile:
    """The cards that a move laid on the discard pile, the top one last; none if it plays no card."""
    if not isinstance(move, Play | Dump):
        return ()
    if len(after.rounds) > len(before.rounds):  # the draw for a last card may have turned the pile
        return after.rounds[-1].laid
    count = len(before.hands[move.seat]) - len(after.hands[move.seat])
    return after.discard[-count:]


def _drawing(before: GameState, move: Move, after: GameState, seat: int) -> list[Event]:
    events: list[Event] = []
    laid = laid_by(before, move, after)
    turned = len(before.discard) + len(laid) - len(after.discard)
    if turned > 0 and before.phase is not Phase.DRAFT:
        events.append(PileTurned(count=turned))
    for other, new in enumerate(after.hands):
        own = before.hands[other]
        asked_to = False
        if not isinstance(move, Shuffle) and move.seat == other:
            asked_to = isinstance(move, Draw | Take)
            own = _left(own, laid)
            if isinstance(move, Keep | Reject):
                own += (_of_pick(before, move)[0],)
        count = len(new) - len(own)
        if count or asked_to:
            cards = tuple(sorted(_left(new, own))) if other == seat else ()
            events.append(Drew(seat=other, count=count, cards=cards, reason=_reason(move)))
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


def _reason(move: Move) -> DrawnFor:
    match move:
        case Take():
            return DrawnFor.BILL
        case Accept():
            return DrawnFor.WILD_DRAW_FOUR
        case Challenge():
            return DrawnFor.CHALLENGE
        case CallOut():
            return DrawnFor.CALLED_OUT
        case Keep() | Reject():
            return DrawnFor.TURNED_UP
        case Play() | Dump():
            return DrawnFor.LAST_CARD
    return DrawnFor.TURN
