"""The reducer: the only place where a match changes, and the only one that knows what is legal.

What is legal is written down once: `legal_moves` lists what `_playable`, `_dumping_plays` and `_all_but_plays`
give, and `reduce` asks the same three about the one move that it is given. The move is then made in a copy of
the state's fields, `new`, which becomes the next state. The sections named are those of RULES.md.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Final

from uno_duo.core.cards import (
    COLOURS,
    Colour,
    Face,
    Symbol,
    hand_points,
    is_full_deck,
    matching,
    of_symbol,
    playable_on,
    with_cards,
    without,
)
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
    cuts,
    dumping_plays,
    dumps,
    name_colours,
    plays,
)
from uno_duo.core.ruleset import Rules
from uno_duo.core.state import Fields, GameState, Hand, Phase, Pile, RoundResult


class Reason(StrEnum):
    """Why a move is illegal, as a code; `uno_duo.wording` has the sentences."""

    MATCH_OVER = "match_over"
    SHUFFLE_DUE = "shuffle_due"
    NO_SHUFFLE_DUE = "no_shuffle_due"
    WRONG_CARDS = "wrong_cards"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_ON_TURN = "not_on_turn"
    NOT_ASKED = "not_asked"
    NO_SUCH_PLACE = "no_such_place"
    PLACE_TAKEN = "place_taken"
    NOT_IN_HAND = "not_in_hand"
    NO_MATCH = "no_match"
    ONLY_DRAW_TWO = "only_draw_two"
    ONLY_DRAWN_CARD = "only_drawn_card"
    COLOUR_MISSING = "colour_missing"
    COLOUR_NOT_DUE = "colour_not_due"
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


def new_match(rules: Rules) -> GameState:
    """The position before anything was done: the first shuffle is due."""
    nothing: tuple[Hand, ...] = ((),) * rules.seats
    return GameState(
        rules=rules,
        phase=Phase.SHUFFLE,
        round=0,
        first=None,
        turn=None,
        direction=1,
        hands=nothing,
        draw=(),
        discard=(),
        known=nothing,
        known_draw=0,
        colour=None,
        bill=0,
        drawn=None,
        may_dump=False,
        uno_open=None,
        scores=(0,) * rules.seats,
        winner=None,
        out=(),
        cuts=(),
        picks=(),
        colour_before=None,
        passes=0,
        is_bluff=False,
        rounds=(),
    )


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
    hand, playable = now["hands"][seat], _playable(now)
    ways = plays(seat, len(hand) == 2)
    moves: list[Move] = []
    previous = None
    for card in hand:
        if card in playable and card is not previous:
            previous = card
            moves += ways[card]
            if card in _REVERSES:
                moves += _dumping_plays(seat, hand, card)
    return (*moves, *others)


def reduce(state: GameState, move: Move) -> GameState:
    """The position after a move.

    Raises:
        IllegalMove: The rules do not allow the move here.
    """
    now: Fields = state.__dict__  # type: ignore[assignment]
    seat, kind = now["turn"], type(move)
    # type() and not isinstance(), which costs a model as much as copying a state
    if type(move) is Play:
        is_legal = seat is not None and _is_legal_play(now, seat, move)
    elif type(move) is Cut:
        is_legal = move.seat == seat and move.place in _places_to_cut(now)
    elif type(move) is Shuffle:
        is_legal = now["phase"] is Phase.SHUFFLE and is_full_deck(move.order, now["rules"])
    else:
        is_legal = seat is not None and move in _all_but_plays(now, seat)
    if not is_legal:
        raise IllegalMove(move, _reason(now, move))
    new = now.copy()
    _STEPS[kind](new, move)
    return GameState._of(new)


# What is legal

# A member that is read through its class takes as long as the rest of a test, and these stand in every move's way.
_CUT: Final = Phase.CUT
_TURN: Final = Phase.TURN
_PLAYING: Final = frozenset((_TURN, Phase.DRAWN, Phase.BILL))

_REVERSES: Final = of_symbol(Symbol.REVERSE)
_DRAW_TWOS: Final = of_symbol(Symbol.DRAW_TWO)

_PLAYABLE_ON: Final = {(at, top): playable_on(at, top.symbol) for at in (None, *COLOURS) for top in Face}
_ALONE: Final = {face: frozenset((face,)) for face in Face}


def _playable(now: Fields) -> frozenset[Face]:
    """The faces that the seat on turn may play now, if it holds them (sections 4 and 6)."""
    if now["bill"]:
        return _DRAW_TWOS
    drawn = now["drawn"]
    if drawn is not None:
        return _ALONE[drawn]
    return _PLAYABLE_ON[now["colour"], now["discard"][-1]]


def _is_legal_play(now: Fields, seat: int, move: Play) -> bool:
    """Whether a play is one of those that `legal_moves` lists for the seat on turn."""
    card, hand = move.card, now["hands"][seat]
    if now["phase"] not in _PLAYING or card not in hand or card not in _playable(now):
        return False
    ways = plays(seat, len(hand) == 2)[card] if move.dump is None else _dumping_plays(seat, hand, card)
    return move in ways


def _dumping_plays(seat: int, hand: Hand, card: Face) -> tuple[Play, ...]:
    """Every way to play a card of a hand with a dump, which only a Reverse has (section 7)."""
    if card not in _REVERSES:
        return ()
    rest = without(hand, card)
    same = _of_colour(rest, card.colour)
    ways: tuple[Play, ...] = ()
    for last in dict.fromkeys(same):
        ways += dumping_plays(seat, card, last, len(rest) - len(same) == 1)
    return ways


def _of_colour(hand: Hand, colour: Colour | None) -> Hand:
    """The cards of a hand that a dump of a colour lays, which may end on any of them; wild cards have none."""
    return tuple([card for card in hand if card.colour is colour]) if colour else ()


def _dumped(hand: Hand, last: Face) -> Pile:
    """All cards of a hand that have the colour of `last`, which ends on top, the others in hand order (section 7)."""
    return (*without(_of_colour(hand, last.colour), last), last)


def _all_but_plays(now: Fields, seat: int) -> tuple[Move, ...]:
    """The legal moves that play no card from the hand by itself, nor shuffle."""
    phase = now["phase"]
    moves = _always(phase, seat)
    if now["may_dump"]:
        moves += _dumps(seat, now["hands"][seat], now["colour"])
    forgetful = now["uno_open"]
    if forgetful is not None:
        moves += _about_uno(forgetful, len(now["hands"]))
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


@cache
def _always(phase: Phase, seat: int) -> tuple[Move, ...]:
    """The moves that the seat on turn has in every position of a phase."""
    if phase is Phase.NAME_COLOUR:
        return name_colours(seat)
    return tuple(kind(seat=seat) for kind in _ASKED.get(phase, ()))


_ASKED: Final[Mapping[Phase, tuple[type[Any], ...]]] = {
    Phase.DRAFT: (Keep, Reject),
    Phase.TURN: (Draw,),
    Phase.DRAWN: (Pass,),
    Phase.BILL: (Take,),
    Phase.CHALLENGE: (Accept, Challenge),
}


def _dumps(seat: int, hand: Hand, colour: Colour | None) -> tuple[Move, ...]:
    """Every way to complete a Reverse of a colour (sections 3 and 7)."""
    same = _of_colour(hand, colour)
    ways: tuple[Move, ...] = ()
    for last in dict.fromkeys(same):
        ways += dumps(seat, last, len(hand) - len(same) == 1)
    return ways


@cache
def _about_uno(forgetful: int, seats: int) -> tuple[Move, ...]:
    """The moves while a seat has forgotten UNO (section 9)."""
    return SayUno(seat=forgetful), *(CallOut(seat=seat) for seat in range(seats) if seat != forgetful)


# Why a move is illegal, told once it is known that it is


def _reason(now: Fields, move: Move) -> Reason:
    if now["phase"] is Phase.MATCH_OVER:
        return Reason.MATCH_OVER
    if isinstance(move, Shuffle):
        return Reason.WRONG_CARDS if now["phase"] is Phase.SHUFFLE else Reason.NO_SHUFFLE_DUE
    if now["phase"] is Phase.SHUFFLE:
        return Reason.SHUFFLE_DUE
    if move.seat >= len(now["hands"]):
        return Reason.NO_SUCH_SEAT
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
        case Dump() if not now["may_dump"]:
            return Reason.NOTHING_TO_COMPLETE
        case Dump(last=last) if last not in _of_colour(now["hands"][move.seat], now["colour"]):
            return Reason.CANNOT_DUMP
    return Reason.UNO_NOT_DUE


def _reason_against_play(now: Fields, move: Play) -> Reason:
    card, hand = move.card, now["hands"][move.seat]
    if card not in hand:
        return Reason.NOT_IN_HAND
    if card not in _playable(now):
        reasons = {Phase.BILL: Reason.ONLY_DRAW_TWO, Phase.DRAWN: Reason.ONLY_DRAWN_CARD}
        return reasons.get(now["phase"], Reason.NO_MATCH)
    if card.is_wild and move.colour is None:
        return Reason.COLOUR_MISSING
    if move.colour is not None and not card.is_wild:
        return Reason.COLOUR_NOT_DUE
    if move.dump is not None:
        is_reverse = card.symbol is Symbol.REVERSE
        if not is_reverse or move.dump not in _of_colour(without(hand, card), card.colour):
            return Reason.CANNOT_DUMP
    return Reason.UNO_NOT_DUE


# What a move does, in the fields of the next state


def _next(now: Fields, seat: int) -> int:
    """The seat that plays after another, as play runs."""
    return (seat + now["direction"]) % len(now["hands"])


def _second(now: Fields) -> int:
    """Player 2: the seat that starts, and that the turned-up card acts on (section 3)."""
    assert now["first"] is not None
    return _next(now, now["first"])


def _at(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)


def _draw_cards(new: Fields, seat: int, count: int) -> Pile:
    """Some cards go from the draw pile to a hand, as many as there are; these are given back (section 5)."""
    draw, hands = new["draw"], new["hands"]
    cards, left = draw[:count], draw[count:]
    shown = cards[len(draw) - new["known_draw"] :]  # those from the known end
    if len(cards) < count:
        discard, missing = new["discard"], count - len(cards)
        turned, new["discard"] = discard[:-1], discard[-1:]
        more, left = turned[:missing], turned[missing:]
        cards, shown, new["known_draw"] = cards + more, shown + more, len(left)
    elif shown:
        new["known_draw"] = len(left)
    new["draw"] = left
    new["hands"] = _at(hands, seat, with_cards(hands[seat], cards))
    if shown:
        new["known"] = _at(new["known"], seat, with_cards(new["known"][seat], shown))
    if cards:
        new["passes"] = 0
    return cards


def _shuffle(new: Fields, move: Shuffle) -> None:
    """The deck is cut while nobody is Player 1, and drafted from afterwards (sections 1 and 2)."""
    new["hands"] = new["known"] = ((),) * new["rules"].seats
    new["draw"] = move.order
    new["discard"] = new["cuts"] = new["picks"] = ()
    new["known_draw"] = new["passes"] = 0
    new["colour"] = None
    first = new["first"]
    if first is None:
        new["phase"], new["turn"] = Phase.CUT, 0
        return
    if new["round"]:
        first = _next(new, first)
    new["phase"], new["round"] = Phase.DRAFT, new["round"] + 1
    new["first"] = new["turn"] = first
    new["drawn"] = move.order[0]


def _cut(new: Fields, move: Cut) -> None:
    """The highest number is Player 1; cards without a number do not count, ties cut again (section 1)."""
    draw, done = new["draw"], (*new["cuts"], move)
    contenders = list(range(new["rules"].seats))
    numbers: dict[int, Symbol] = {}
    for each in done:
        symbol = draw[each.place].symbol
        if symbol.is_number:
            numbers[each.seat] = symbol
        if len(numbers) == len(contenders):
            highest = max(numbers.values())
            contenders = [seat for seat in contenders if numbers[seat] == highest]
            numbers = {}
    new["cuts"] = done
    if len(contenders) == 1:
        new["phase"], new["first"], new["turn"] = Phase.SHUFFLE, contenders[0], None
    elif len(done) == len(draw):
        new["phase"], new["turn"] = Phase.SHUFFLE, None
    else:
        new["turn"] = next(seat for seat in contenders if seat not in numbers)


def _pick(new: Fields, move: Keep | Reject) -> None:
    """Of the two cards on top the seat has one, and the other is discarded (section 2)."""
    seat, draw, hands = move.seat, new["draw"], new["hands"]
    looked_at, other = draw[:2]
    taken, discarded = (looked_at, other) if type(move) is Keep else (other, looked_at)
    new["hands"] = _at(hands, seat, with_cards(hands[seat], (taken,)))
    new["draw"] = draw[2:]
    new["discard"] += (discarded,)
    new["picks"] += (move,)
    new["turn"] = _next(new, seat)
    new["drawn"] = draw[2]
    if len(new["picks"]) == len(hands) * new["rules"].hand_size:
        _turn_up(new)


def _turn_up(new: Fields) -> None:
    """The draft's discards go under the draw pile, and its top acts on Player 2 (sections 2 and 3)."""
    first, second, rules = new["first"], _second(new), new["rules"]
    pile, top = new["draw"][1:] + new["discard"], new["draw"][0]
    new["known_draw"] = len(new["discard"])
    new["draw"], new["discard"], new["drawn"] = pile, (top,), None
    new["phase"], new["turn"], new["colour"] = Phase.TURN, second, top.colour
    match top.symbol:
        case Symbol.DRAW_TWO:
            _draw_cards(new, second, rules.draw_two)
            new["turn"] = first
        case Symbol.SKIP:
            new["turn"] = first
        case Symbol.REVERSE:
            new["may_dump"] = bool(_of_colour(new["hands"][second], top.colour))
        case Symbol.WILD:
            new["phase"], new["turn"] = Phase.NAME_COLOUR, first
        case Symbol.WILD_DRAW_FOUR:
            _draw_cards(new, second, rules.draw_four)
            new["phase"], new["turn"] = Phase.NAME_COLOUR, first


def _name_colour(new: Fields, move: NameColour) -> None:
    """Player 1 names it, and plays too if Player 2 has drawn for the card (section 3)."""
    is_plain = new["discard"][-1].symbol is Symbol.WILD
    new["phase"], new["colour"] = Phase.TURN, move.colour
    new["turn"] = _second(new) if is_plain else new["first"]


def _play(new: Fields, move: Play) -> None:
    seat, card, last = move.seat, move.card, move.dump
    if last is None:
        _lay(new, seat, (card,), move.colour, move.uno)
    else:
        rest = without(new["hands"][seat], card)
        _lay(new, seat, (card, *_dumped(rest, last)), None, move.uno, is_dump=True)


def _dump(new: Fields, move: Dump) -> None:
    _lay(new, move.seat, _dumped(new["hands"][move.seat], move.last), None, move.uno, is_dump=True)


def _lay(new: Fields, seat: int, laid: Pile, named: Colour | None, says_uno: bool, is_dump: bool = False) -> None:
    """Cards go from a hand to the discard pile, one on another, and the top one acts (sections 4 to 8)."""
    hands, known = new["hands"], new["known"]
    hand, shown = hands[seat], known[seat]
    for card in laid:
        hand = without(hand, card)
        if card in shown:
            shown = without(shown, card)
            new["known"] = _at(known, seat, shown)
    top = laid[-1]
    new["hands"] = _at(hands, seat, hand)
    new["phase"] = _TURN
    new["turn"] = _next(new, seat)
    new["drawn"] = None
    new["may_dump"] = False
    new["uno_open"] = seat if len(hand) == 1 and not says_uno else None
    new["passes"] = 0
    if not top.is_number:
        _act(new, seat, top, is_dump)
    new["discard"] += laid
    new["colour"] = top.colour or named
    if not hand:
        _go_out(new, seat, laid)


def _act(new: Fields, seat: int, top: Face, is_dump: bool) -> None:
    """What a card that is no number does as a seat lays it on the discard pile, beside passing the turn."""
    match top.symbol:
        case Symbol.DRAW_TWO:
            new["phase"] = Phase.BILL
            new["bill"] += new["rules"].draw_two
        case Symbol.SKIP:
            new["turn"] = _next(new, _next(new, seat))
        case Symbol.REVERSE if is_dump:
            new["may_dump"] = bool(_of_colour(new["hands"][_next(new, seat)], top.colour))
        case Symbol.WILD_DRAW_FOUR:
            matched = matching(new["colour"], new["discard"][-1].symbol)
            new["phase"] = Phase.CHALLENGE
            new["colour_before"] = new["colour"]
            new["is_bluff"] = not matched.isdisjoint(new["hands"][seat])


def _go_out(new: Fields, seat: int, laid: Pile) -> None:
    """A hand is empty: the opponent draws for the last card, and the round ends (section 10)."""
    rules = new["rules"]
    due = rules.draw_four if new["phase"] is Phase.CHALLENGE else new["bill"]
    drawn = _draw_cards(new, _next(new, seat), due) if due and rules.final_draw else ()
    _end_round(new, seat, laid, len(drawn))


def _draw(new: Fields, move: Draw) -> None:
    """One card; the turn ends unless it can be played (section 4), and the round if nobody can draw (section 5)."""
    seat = move.seat
    cards = _draw_cards(new, seat, 1)
    new["may_dump"] = False
    new["uno_open"] = None
    if cards and cards[0] in _playable(new):
        new["phase"], new["drawn"] = Phase.DRAWN, cards[0]
        return
    new["turn"] = _next(new, seat)
    if not cards:
        new["passes"] += 1
        if new["passes"] == len(new["hands"]):
            _end_round(new, None, (), 0)


def _pass(new: Fields, move: Pass) -> None:
    new["phase"], new["turn"], new["drawn"] = Phase.TURN, _next(new, move.seat), None


def _take(new: Fields, move: Take) -> None:
    """The bill is drawn, and that was the turn (section 6)."""
    _draw_cards(new, move.seat, new["bill"])
    new["phase"], new["turn"] = Phase.TURN, _next(new, move.seat)
    new["bill"], new["uno_open"] = 0, None


def _accept(new: Fields, move: Accept) -> None:
    """The Wild Draw 4 is drawn for, and its player goes on (section 8)."""
    _after_draw_four(new, move.seat, new["rules"].draw_four, turn=_next(new, move.seat))


def _challenge(new: Fields, move: Challenge) -> None:
    """The hand is shown; one of the two draws, and the other plays (section 8)."""
    challenger, rules = move.seat, new["rules"]
    accused = _next(new, challenger)
    new["known"] = _at(new["known"], accused, new["hands"][accused])
    if new["is_bluff"]:
        _after_draw_four(new, accused, rules.draw_four, turn=challenger)
    else:
        _after_draw_four(new, challenger, rules.lost_challenge, turn=accused)


def _after_draw_four(new: Fields, victim: int, count: int, turn: int) -> None:
    _draw_cards(new, victim, count)
    new["phase"], new["turn"], new["uno_open"] = Phase.TURN, turn, None
    new["colour_before"], new["is_bluff"] = None, False


def _say_uno_late(new: Fields, _move: SayUno) -> None:
    new["uno_open"] = None


def _call_out(new: Fields, _move: CallOut) -> None:
    """The forgetful seat draws; whose turn it is does not change (section 9)."""
    assert new["uno_open"] is not None
    _draw_cards(new, new["uno_open"], new["rules"].forgotten_uno)
    new["uno_open"] = None


def _end_round(new: Fields, went_out: int | None, laid: Pile, drawn: int) -> None:
    """Each seat scores what is left in its hand, and the match may be over (section 10)."""
    rules, first = new["rules"], new["first"]
    assert first is not None
    points = tuple(hand_points(hand, rules) for hand in new["hands"])
    new["scores"] = tuple(before + scored for before, scored in zip(new["scores"], points, strict=True))
    new["rounds"] += (RoundResult(first=first, went_out=went_out, laid=laid, drawn=drawn, points=points),)
    new["out"], new["winner"] = _standing(rules, new["scores"], new["out"])
    new["phase"] = Phase.SHUFFLE if new["winner"] is None else Phase.MATCH_OVER
    new["turn"] = new["drawn"] = new["uno_open"] = new["colour_before"] = None
    new["may_dump"] = new["is_bluff"] = False
    new["bill"] = 0


def _standing(rules: Rules, scores: tuple[int, ...], out: tuple[int, ...]) -> tuple[tuple[int, ...], int | None]:
    """The seats knocked out, and the winner once there is one."""
    playing = [seat for seat in range(rules.seats) if seat not in out]
    below = [seat for seat in playing if scores[seat] < rules.target]
    if below == playing:
        return out, None
    lowest = min(scores[seat] for seat in playing)
    contenders = below if rules.knock_out and below else [seat for seat in playing if scores[seat] == lowest]
    if rules.knock_out:
        out += tuple(seat for seat in playing if seat not in contenders)
    return out, contenders[0] if len(contenders) == 1 else None


_STEPS: Final[Mapping[type[Any], Callable[[Fields, Any], None]]] = {
    Shuffle: _shuffle,
    Cut: _cut,
    Keep: _pick,
    Reject: _pick,
    NameColour: _name_colour,
    Play: _play,
    Dump: _dump,
    Draw: _draw,
    Pass: _pass,
    Take: _take,
    Accept: _accept,
    Challenge: _challenge,
    SayUno: _say_uno_late,
    CallOut: _call_out,
}
