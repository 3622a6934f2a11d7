"""What is legal, and why something is not.

It is written down once: `legal_moves` lists what `playable`, `_dumping_plays` and `_all_but_plays` give, and
`is_legal` asks the same three about one move. The sections named are those of RULES.md.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Final

from uno_duo.core.cards import (
    COLOURS,
    WILDS,
    Colour,
    Face,
    Symbol,
    are_same,
    full_deck,
    matching,
    of_symbol,
    without,
)
from uno_duo.core.moves import (
    PLAYS,
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
    cuts,
    dumping_plays,
    dumps,
    name_colours,
)
from uno_duo.core.ruleset import MOST_SEATS
from uno_duo.core.state import Fields, GameState, Hand, Phase, Pile


class Reason(StrEnum):
    """Why a move is illegal, as a code; `uno_duo.wording` has the sentences."""

    MATCH_OVER = "match_over"
    SHUFFLE_DUE = "shuffle_due"
    NO_SHUFFLE_DUE = "no_shuffle_due"
    WRONG_CARDS = "wrong_cards"
    NO_SUCH_SEAT = "no_such_seat"
    KNOCKED_OUT = "knocked_out"
    NOT_ON_TURN = "not_on_turn"
    NOT_ASKED = "not_asked"
    NO_SUCH_PLACE = "no_such_place"
    PLACE_TAKEN = "place_taken"
    NOT_IN_HAND = "not_in_hand"
    NO_MATCH = "no_match"
    ONLY_DRAW_TWO = "only_draw_two"
    ONLY_DRAWN_CARD = "only_drawn_card"
    DRAWN_CARD_DUE = "drawn_card_due"
    COLOUR_MISSING = "colour_missing"
    COLOUR_NOT_DUE = "colour_not_due"
    ONLY_WITHOUT_MATCH = "only_without_match"
    CANNOT_DUMP = "cannot_dump"
    NOTHING_TO_COMPLETE = "nothing_to_complete"
    UNO_NOT_DUE = "uno_not_due"
    NO_UNO_OPEN = "no_uno_open"
    UNO_OF_ANOTHER = "uno_of_another"
    OWN_UNO = "own_uno"


class IllegalMove(ValueError):
    """A move that the rules refuse; the state stays as it was.

    Attributes:
        move: The move refused.
        reason: Why.
    """

    def __init__(self, move: Move, reason: Reason) -> None:
        super().__init__(f"{move.type}: {reason}")
        self.move = move
        self.reason = reason


def legal_moves(state: GameState) -> tuple[Move, ...]:
    """Every legal move of every seat, in an order that depends on the position alone.

    Shuffles are left out, since there are too many; one is due exactly in `Phase.SHUFFLE`.
    """
    now: Fields = state.__dict__  # type: ignore[assignment]
    seat = now["turn"]
    if seat is None:
        return ()
    others = _all_but_plays(now, seat)
    if now["phase"] not in _PLAYING:
        return others
    hand, faces = now["hands"][seat], playable(now)
    ways = PLAYS[seat][len(hand) == 2]
    moves: list[Move] = []
    previous = None
    for card in hand:
        if card in faces and card is not previous:
            previous = card
            moves += ways[card]
            if card in _REVERSES:
                moves += _dumping_plays(now, seat, card)
    return (*moves, *others)


def cards_to_shuffle(state: GameState) -> Pile:
    """The cards that are due to be shuffled, in `Phase.SHUFFLE`: all, or the discard pile but its top (section 5)."""
    now: Fields = state.__dict__  # type: ignore[assignment]
    return _to_shuffle(now)


def is_legal(now: Fields, move: Move) -> bool:
    """Whether the rules allow a move in a position, of which the fields are given."""
    seat = now["turn"]
    # type() and not isinstance(), which costs a model as much as copying a state
    if type(move) is Play:
        if seat is None or now["phase"] not in _PLAYING:
            return False
        card, hand = move.card, now["hands"][seat]
        if card not in hand or card not in playable(now):
            return False
        return move in (PLAYS[seat][len(hand) == 2][card] if move.dump is None else _dumping_plays(now, seat, card))
    if type(move) is Cut:
        return move.seat == seat and move.place in _places_to_cut(now)
    if type(move) is Shuffle:
        return now["phase"] is Phase.SHUFFLE and are_same(move.order, _to_shuffle(now))
    return seat is not None and move in _all_but_plays(now, seat)


# A member that is read through its class takes as long as the rest of a test, and these stand in every move's way.
_CUT: Final = Phase.CUT
_DRAWN: Final = Phase.DRAWN
_PLAYING: Final = frozenset((Phase.TURN, _DRAWN, Phase.BILL))

_REVERSES: Final = of_symbol(Symbol.REVERSE)
_DRAW_TWOS: Final = of_symbol(Symbol.DRAW_TWO)

_WILD_DRAW_FOUR: Final = of_symbol(Symbol.WILD_DRAW_FOUR)

# For each value of `symbols_match` and each colour in force what can be played on each face, beside the wild cards.
_MATCHING: Final = {
    symbols_match: {
        colour: tuple(matching(colour, top.symbol, symbols_match) for top in Face) for colour in (None, *COLOURS)
    }
    for symbols_match in (False, True)
}
_PLAYABLE_ON: Final = {
    symbols_match: {colour: tuple(faces | WILDS for faces in on) for colour, on in by_colour.items()}
    for symbols_match, by_colour in _MATCHING.items()
}
_ALONE: Final = {face: frozenset((face,)) for face in Face}


def matched(now: Fields) -> frozenset[Face]:
    """The coloured faces that match what lies there (section 8)."""
    return _MATCHING[now["rules"].symbols_match][now["colour"]][now["discard"][-1]]


def playable(now: Fields) -> frozenset[Face]:
    """The faces that the seat on turn may play now, if it holds them (sections 4 and 6)."""
    if now["bill"]:
        return _DRAW_TWOS
    drawn = now["drawn"]
    if drawn is not None:
        return _ALONE[drawn]
    rules = now["rules"]
    faces = _PLAYABLE_ON[rules.symbols_match][now["colour"]][now["discard"][-1]]
    return faces - _WILD_DRAW_FOUR if rules.wild_draw_four == "restricted" and _has_match(now) else faces


def _has_match(now: Fields) -> bool:
    """Whether the seat on turn holds a card beside the wild ones that could be played (Classic UNO, *Wild Draw 4*)."""
    return now["turn"] is not None and not matched(now).isdisjoint(now["hands"][now["turn"]])


def _dumping_plays(now: Fields, seat: int, card: Face) -> tuple[Play, ...]:
    """Every way to play a card of a hand with a dump, which only a Reverse has (section 7)."""
    if card not in _REVERSES or now["rules"].reverse != "dump":
        return ()
    rest = without(now["hands"][seat], card)
    same = of_colour_in(rest, card.colour)
    ways: tuple[Play, ...] = ()
    for last in dict.fromkeys(same):
        ways += dumping_plays(seat, card, last, len(rest) - len(same) == 1)
    return ways


def of_colour_in(hand: Hand, colour: Colour | None) -> Hand:
    """The cards of a hand that a dump of a colour lays, which may end on any of them; wild cards have none."""
    return tuple([card for card in hand if card.colour is colour]) if colour else ()


def _all_but_plays(now: Fields, seat: int) -> tuple[Move, ...]:
    """The legal moves that play no card from the hand by itself, nor shuffle."""
    phase = now["phase"]
    moves = _ALWAYS[phase][seat] if phase is not _DRAWN or now["rules"].keep_drawn else ()
    if now["may_dump"]:
        moves += _dumps(seat, now["hands"][seat], now["colour"])
    forgetful = now["uno_open"]
    if forgetful is not None:
        moves += _about_uno(forgetful, len(now["hands"]), now["out"])
    elif phase is _CUT:
        at = cuts(seat, len(now["draw"]))
        moves += tuple([at[place] for place in _places_to_cut(now)])
    return moves


def _places_to_cut(now: Fields) -> Sequence[int]:
    """The places of the deck that may be cut now: those that were not cut before (section 1)."""
    if now["phase"] is not _CUT:
        return ()
    taken = {done.place for done in now["cuts"]}
    return [place for place in range(len(now["draw"])) if place not in taken]


_ASKED: Final[Mapping[Phase, tuple[type[Any], ...]]] = {
    Phase.DRAFT: (Keep, Reject),
    Phase.TURN: (Draw,),
    Phase.DRAWN: (Pass,),
    Phase.BILL: (Take,),
    Phase.CHALLENGE: (Accept, Challenge),
}
# For each phase and seat the moves that it has there on turn in every position, where it may keep a drawn card.
_ALWAYS: Final[Mapping[Phase, tuple[tuple[Move, ...], ...]]] = {
    phase: tuple(
        name_colours(seat) if phase is Phase.NAME_COLOUR else tuple(kind(seat=seat) for kind in _ASKED.get(phase, ()))
        for seat in range(MOST_SEATS)
    )
    for phase in Phase
}


def _dumps(seat: int, hand: Hand, colour: Colour | None) -> tuple[Move, ...]:
    """Every way to complete a Reverse of a colour (sections 3 and 7)."""
    same = of_colour_in(hand, colour)
    ways: tuple[Move, ...] = ()
    for last in dict.fromkeys(same):
        ways += dumps(seat, last, len(hand) - len(same) == 1)
    return ways


def _to_shuffle(now: Fields) -> Pile:
    return full_deck(now["rules"]) if now["due"] is None else now["discard"][:-1]


@cache
def _about_uno(forgetful: int, seats: int, out: tuple[int, ...]) -> tuple[Move, ...]:
    """The moves while a seat has forgotten UNO: any other may call it out (section 9)."""
    others = (seat for seat in range(seats) if seat != forgetful and seat not in out)
    return SayUno(seat=forgetful), *(CallOut(seat=seat) for seat in others)


def reason_against(now: Fields, move: Move) -> Reason:
    """Why a move is illegal that is known to be."""
    if now["phase"] is Phase.MATCH_OVER:
        return Reason.MATCH_OVER
    if isinstance(move, Shuffle):
        return Reason.WRONG_CARDS if now["phase"] is Phase.SHUFFLE else Reason.NO_SHUFFLE_DUE
    if now["phase"] is Phase.SHUFFLE:
        return Reason.SHUFFLE_DUE
    if move.seat >= len(now["hands"]):
        return Reason.NO_SUCH_SEAT
    if move.seat in now["out"]:
        return Reason.KNOCKED_OUT
    match move:
        case SayUno() | CallOut() if now["uno_open"] is None:
            return Reason.NO_UNO_OPEN
        case SayUno():
            return Reason.UNO_OF_ANOTHER
        case CallOut():
            return Reason.OWN_UNO
    is_asked = {
        Cut: now["phase"] is Phase.CUT,
        NameColour: now["phase"] is Phase.NAME_COLOUR,
        Play: now["phase"] in _PLAYING,
        Dump: now["phase"] is Phase.TURN,
    }
    if not is_asked.get(type(move), type(move) in _ASKED.get(now["phase"], ())):
        return Reason.NOT_ASKED
    if move.seat != now["turn"]:
        return Reason.NOT_ON_TURN
    match move:
        case Cut(place=place):
            return Reason.PLACE_TAKEN if place < len(now["draw"]) else Reason.NO_SUCH_PLACE
        case Play():
            return _reason_against_play(now, move)
        case Pass():
            return Reason.DRAWN_CARD_DUE
        case Dump() if not now["may_dump"]:
            return Reason.NOTHING_TO_COMPLETE
        case Dump(last=last) if last not in of_colour_in(now["hands"][move.seat], now["colour"]):
            return Reason.CANNOT_DUMP
    return Reason.UNO_NOT_DUE


def _reason_against_play(now: Fields, move: Play) -> Reason:
    card, hand = move.card, now["hands"][move.seat]
    if card not in hand:
        return Reason.NOT_IN_HAND
    if card not in playable(now):
        reasons = {Phase.BILL: Reason.ONLY_DRAW_TWO, Phase.DRAWN: Reason.ONLY_DRAWN_CARD}
        return reasons.get(now["phase"], Reason.ONLY_WITHOUT_MATCH if card in _WILD_DRAW_FOUR else Reason.NO_MATCH)
    if card.is_wild and move.colour is None:
        return Reason.COLOUR_MISSING
    if move.colour is not None and not card.is_wild:
        return Reason.COLOUR_NOT_DUE
    if move.dump is not None and move.dump not in {way.dump for way in _dumping_plays(now, move.seat, card)}:
        return Reason.CANNOT_DUMP
    return Reason.UNO_NOT_DUE
