"""The reducer: the only place where a match changes, and the only one that knows what is legal.

Each phase asks for some kinds of moves, and for each kind one function lists those that are legal now
(`_OPTIONS`). `legal_moves` joins these lists and `reduce` accepts nothing else, so that what is legal is
written down once. The sections named are those of RULES.md.
"""

from bisect import insort
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
    of_colour,
    of_symbol,
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
from uno_duo.core.state import GameState, Hand, Phase, Pile, RoundResult

Changes = dict[str, Any]
"""The fields of a state that a move changes, with their new values."""
Fields = dict[str, Any]
"""All fields of a state, to be read only.

What stands in every move's way reads them here, `state.__dict__`, four times as fast as from the state itself,
where each read passes pydantic's `__getattr__`: together a fifth of the time of a move.
"""


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
    fields: Fields = state.__dict__
    seat: int | None = fields["turn"]
    if seat is None:
        return ()
    others = _all_but_plays(fields, seat)
    if fields["phase"] not in _PLAYING:
        return others
    hand, playable = fields["hands"][seat], _playable(fields)
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
    fields: Fields = state.__dict__
    seat: int | None = fields["turn"]
    # type() and not isinstance(), which costs a model as much as copying a state
    if type(move) is Play:
        is_legal = seat is not None and _is_legal_play(fields, seat, move)
    elif type(move) is Cut:
        is_legal = move.seat == seat and move.place in _places_to_cut(fields)
    elif type(move) is Shuffle:
        is_legal = state.phase is Phase.SHUFFLE and is_full_deck(move.order, state.rules)
    else:
        is_legal = seat is not None and move in _all_but_plays(fields, seat)
    if not is_legal:
        raise IllegalMove(move, _reason(state, move))
    return _STEPS[type(move)](state, move)


# What is legal

# A member that is read through its class takes as long as the rest of a test, and these stand in every move's way.
_CUT: Final = Phase.CUT
_TURN: Final = Phase.TURN
_PLAYING: Final = frozenset((_TURN, Phase.DRAWN, Phase.BILL))

_REVERSES: Final = of_symbol(Symbol.REVERSE)
_DRAW_TWOS: Final = of_symbol(Symbol.DRAW_TWO)
_WILDS: Final = of_symbol(Symbol.WILD) | of_symbol(Symbol.WILD_DRAW_FOUR)


def _matched_by(colour: Colour | None, top: Face) -> frozenset[Face]:
    """The coloured faces that match the colour in force or the symbol on top, which a wild card has not (section 4)."""
    same_colour = of_colour(colour) if colour else frozenset[Face]()
    return same_colour if top.is_wild else same_colour | of_symbol(top.symbol)


_MATCHING: Final = {(colour, top): _matched_by(colour, top) for colour in (None, *COLOURS) for top in Face}
_PLAYABLE_ON: Final = {on: faces | _WILDS for on, faces in _MATCHING.items()}
_ALONE: Final = {face: frozenset((face,)) for face in Face}


def _playable(fields: Fields) -> frozenset[Face]:
    """The faces that the seat on turn may play now, if it holds them (sections 4 and 6)."""
    if fields["bill"]:
        return _DRAW_TWOS
    if fields["drawn"] is not None:
        return _ALONE[fields["drawn"]]
    return _PLAYABLE_ON[fields["colour"], fields["discard"][-1]]


def _is_legal_play(fields: Fields, seat: int, move: Play) -> bool:
    """Whether a play is one of those that `legal_moves` lists for the seat on turn."""
    card, hand = move.card, fields["hands"][seat]
    if fields["phase"] not in _PLAYING or card not in hand or card not in _playable(fields):
        return False
    ways = plays(seat, len(hand) == 2)[card] if move.dump is None else _dumping_plays(seat, hand, card)
    return move in ways


def _dumping_plays(seat: int, hand: Hand, card: Face) -> tuple[Play, ...]:
    """Every way to play a card of a hand with a dump, which only a Reverse has (section 7)."""
    if card not in _REVERSES:
        return ()
    rest = _without(hand, card)
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
    return (*_without(_of_colour(hand, last.colour), last), last)


def _all_but_plays(fields: Fields, seat: int) -> tuple[Move, ...]:
    """The legal moves that play no card from the hand by itself, nor shuffle."""
    phase: Phase = fields["phase"]
    moves = _always(phase, seat)
    if fields["may_dump"]:
        moves += _dumps(seat, fields["hands"][seat], fields["colour"])
    if fields["uno_open"] is not None:
        moves += _about_uno(fields["uno_open"], len(fields["hands"]))
    elif phase is _CUT:
        at = cuts(seat, len(fields["draw"]))
        moves += tuple([at[place] for place in _places_to_cut(fields)])
    return moves


def _places_to_cut(fields: Fields) -> Sequence[int]:
    """The places of the deck that may be cut now: those that were not cut before (section 1)."""
    if fields["phase"] is not _CUT:
        return ()
    taken = {done.place for done in fields["cuts"]}
    return [place for place in range(len(fields["draw"])) if place not in taken]


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


def _reason(state: GameState, move: Move) -> Reason:
    if state.phase is Phase.MATCH_OVER:
        return Reason.MATCH_OVER
    if isinstance(move, Shuffle):
        return Reason.WRONG_CARDS if state.phase is Phase.SHUFFLE else Reason.NO_SHUFFLE_DUE
    if state.phase is Phase.SHUFFLE:
        return Reason.SHUFFLE_DUE
    if move.seat >= state.rules.seats:
        return Reason.NO_SUCH_SEAT
    match move:
        case SayUno() | CallOut() if state.uno_open is None:
            return Reason.NO_UNO_OPEN
        case SayUno():
            return Reason.UNO_OF_ANOTHER
        case CallOut():
            return Reason.OWN_UNO
    is_asked = {
        Cut: state.phase is Phase.CUT,
        NameColour: state.phase is Phase.NAME_COLOUR,
        Play: state.phase in _PLAYING,
        Dump: state.phase is Phase.TURN,
    }
    if not is_asked.get(type(move), type(move) in _ASKED.get(state.phase, ())):
        return Reason.NOT_ASKED
    if move.seat != state.turn:
        return Reason.NOT_ON_TURN
    match move:
        case Cut(place=place):
            return Reason.PLACE_TAKEN if place < len(state.draw) else Reason.NO_SUCH_PLACE
        case Play():
            return _reason_against_play(state, move)
        case Dump() if not state.may_dump:
            return Reason.NOTHING_TO_COMPLETE
        case Dump(last=last) if last not in _of_colour(state.hands[move.seat], state.colour):
            return Reason.CANNOT_DUMP
    return Reason.UNO_NOT_DUE


def _reason_against_play(state: GameState, move: Play) -> Reason:
    card, hand = move.card, state.hands[move.seat]
    if card not in hand:
        return Reason.NOT_IN_HAND
    if card not in _playable(state.__dict__):
        reasons = {Phase.BILL: Reason.ONLY_DRAW_TWO, Phase.DRAWN: Reason.ONLY_DRAWN_CARD}
        return reasons.get(state.phase, Reason.NO_MATCH)
    if card.is_wild and move.colour is None:
        return Reason.COLOUR_MISSING
    if move.colour is not None and not card.is_wild:
        return Reason.COLOUR_NOT_DUE
    if move.dump is not None:
        is_reverse = card.symbol is Symbol.REVERSE
        if not is_reverse or move.dump not in _of_colour(_without(hand, card), card.colour):
            return Reason.CANNOT_DUMP
    return Reason.UNO_NOT_DUE


# What a move does


def _on_turn(state: GameState) -> int:
    assert state.turn is not None
    return state.turn


def _next(state: GameState, seat: int) -> int:
    """The seat that plays after another, as play runs."""
    fields: Fields = state.__dict__
    direction: int = fields["direction"]
    return (seat + direction) % len(fields["hands"])


def _second(state: GameState) -> int:
    """Player 2: the seat that starts, and that the turned-up card acts on (section 3)."""
    assert state.first is not None
    return _next(state, state.first)


def _without(hand: Hand, card: Face) -> Hand:
    left = list(hand)
    left.remove(card)
    return tuple(left)


def _with_cards(hand: Hand, cards: Pile) -> Hand:
    held = list(hand)
    for card in cards:
        insort(held, card)
    return tuple(held)


def _at(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)


def _drawing(state: GameState, seat: int, count: int) -> tuple[Changes, Pile]:
    """What changes as some cards go from the draw pile to a hand, as many as there are, and the cards (section 5)."""
    fields: Fields = state.__dict__
    draw: Pile = fields["draw"]
    discard: Pile = fields["discard"]
    known_draw: int = fields["known_draw"]
    hands, known = fields["hands"], fields["known"]
    cards, left = draw[:count], draw[count:]
    shown = cards[len(draw) - known_draw :]  # those from the known end
    if len(cards) < count:
        turned, discard = discard[:-1], discard[-1:]
        missing = count - len(cards)
        more, left = turned[:missing], turned[missing:]
        cards, shown, known_draw = cards + more, shown + more, len(left)
    elif known_draw > len(left):
        known_draw = len(left)
    changes: Changes = {
        "draw": left,
        "discard": discard,
        "known_draw": known_draw,
        "hands": _at(hands, seat, _with_cards(hands[seat], cards)),
    }
    if shown:
        changes["known"] = _at(known, seat, _with_cards(known[seat], shown))
    if cards:
        changes["passes"] = 0
    return changes, cards


def _shuffle(state: GameState, move: Shuffle) -> GameState:
    """The deck is cut while nobody is Player 1, and drafted from afterwards (sections 1 and 2)."""
    nothing: tuple[Hand, ...] = ((),) * state.rules.seats
    changes: Changes = {
        "hands": nothing,
        "draw": move.order,
        "discard": (),
        "known": nothing,
        "known_draw": 0,
        "colour": None,
        "cuts": (),
        "picks": (),
        "passes": 0,
    }
    if state.first is None:
        return state._with({**changes, "phase": Phase.CUT, "turn": 0})
    first = _next(state, state.first) if state.round else state.first
    return state._with(
        {
            **changes,
            "phase": Phase.DRAFT,
            "round": state.round + 1,
            "first": first,
            "turn": first,
            "drawn": move.order[0],
        }
    )


def _cut(state: GameState, move: Cut) -> GameState:
    """The highest number is Player 1; cards without a number do not count, ties cut again (section 1)."""
    cuts = (*state.cuts, move)
    contenders = list(range(state.rules.seats))
    numbers: dict[int, Symbol] = {}
    for done in cuts:
        symbol = state.draw[done.place].symbol
        if symbol.is_number:
            numbers[done.seat] = symbol
        if len(numbers) == len(contenders):
            highest = max(numbers.values())
            contenders = [seat for seat in contenders if numbers[seat] == highest]
            numbers = {}
    if len(contenders) == 1:
        return state._with({"cuts": cuts, "phase": Phase.SHUFFLE, "first": contenders[0], "turn": None})
    if len(cuts) == len(state.draw):
        return state._with({"cuts": cuts, "phase": Phase.SHUFFLE, "turn": None})
    turn = next(seat for seat in contenders if seat not in numbers)
    return state._with({"cuts": cuts, "turn": turn})


def _pick(state: GameState, move: Keep | Reject) -> GameState:
    """Of the two cards on top the seat has one, and the other is discarded (section 2)."""
    fields: Fields = state.__dict__
    seat, draw, hands = move.seat, fields["draw"], fields["hands"]
    if type(move) is Keep:
        taken, discarded = draw[:2]
    else:
        discarded, taken = draw[:2]
    picks = (*fields["picks"], move)
    picked = state._with(
        {
            "hands": _at(hands, seat, _with_cards(hands[seat], (taken,))),
            "draw": draw[2:],
            "discard": (*fields["discard"], discarded),
            "picks": picks,
            "turn": _next(state, seat),
            "drawn": draw[2],
        }
    )
    return picked if len(picks) < len(hands) * state.rules.hand_size else _turn_up(picked)


def _turn_up(state: GameState) -> GameState:
    """The draft's discards go under the draw pile, and its top acts on Player 2 (sections 2 and 3)."""
    second = _second(state)
    top, *rest = state.draw + state.discard
    turned = state._with(
        {
            "phase": Phase.TURN,
            "turn": second,
            "draw": tuple(rest),
            "discard": (top,),
            "known_draw": min(len(state.discard), len(rest)),
            "colour": top.colour,
            "drawn": None,
        }
    )
    match top.symbol:
        case Symbol.DRAW_TWO:
            drawing, _ = _drawing(turned, second, state.rules.draw_two)
            return turned._with({**drawing, "turn": state.first})
        case Symbol.SKIP:
            return turned._with({"turn": state.first})
        case Symbol.REVERSE:
            return turned._with({"may_dump": bool(_of_colour(turned.hands[second], top.colour))})
        case Symbol.WILD:
            return turned._with({"phase": Phase.NAME_COLOUR, "turn": state.first})
        case Symbol.WILD_DRAW_FOUR:
            drawing, _ = _drawing(turned, second, state.rules.draw_four)
            return turned._with({**drawing, "phase": Phase.NAME_COLOUR, "turn": state.first})
    return turned


def _name_colour(state: GameState, move: NameColour) -> GameState:
    is_plain = state.discard[-1].symbol is Symbol.WILD
    turn = _second(state) if is_plain else state.first
    return state._with({"phase": Phase.TURN, "colour": move.colour, "turn": turn})


def _play(state: GameState, move: Play) -> GameState:
    seat, card, last = move.seat, move.card, move.dump
    if last is None:
        return _lay(state, seat, (card,), move.colour, move.uno)
    rest = _without(state.hands[seat], card)
    return _lay(state, seat, (card, *_dumped(rest, last)), None, move.uno, is_dump=True)


def _dump(state: GameState, move: Dump) -> GameState:
    return _lay(state, move.seat, _dumped(state.hands[move.seat], move.last), None, move.uno, is_dump=True)


def _lay(
    state: GameState, seat: int, laid: Pile, named: Colour | None, says_uno: bool, is_dump: bool = False
) -> GameState:
    """Cards go from a hand to the discard pile, one on another, and the top one acts (sections 4 to 8)."""
    fields: Fields = state.__dict__
    hands, known = fields["hands"], fields["known"]
    hand, shown = hands[seat], known[seat]
    for card in laid:
        hand = _without(hand, card)
        if card in shown:
            shown = _without(shown, card)
    top, opponent = laid[-1], _next(state, seat)
    changes: Changes = {
        "phase": _TURN,
        "turn": opponent,
        "hands": _at(hands, seat, hand),
        "discard": fields["discard"] + laid,
        "colour": top.colour or named,
        "bill": 0,
        "drawn": None,
        "may_dump": False,
        "uno_open": seat if len(hand) == 1 and not says_uno else None,
        "passes": 0,
    }
    if shown is not known[seat]:
        changes["known"] = _at(known, seat, shown)
    if not top.is_number:
        changes |= _effect(state, opponent, top, hand, is_dump)
    played = state._with(changes)
    return played if hand else _go_out(played, seat, laid)


def _effect(state: GameState, opponent: int, top: Face, hand: Hand, is_dump: bool) -> Changes:
    """What a card that is no number does as it is laid from a hand, of which `hand` is left."""
    match top.symbol:
        case Symbol.DRAW_TWO:
            return {"phase": Phase.BILL, "bill": state.bill + state.rules.draw_two}
        case Symbol.SKIP:
            return {"turn": _next(state, opponent)}
        case Symbol.REVERSE if is_dump:
            return {"may_dump": bool(_of_colour(state.hands[opponent], top.colour))}
        case Symbol.WILD_DRAW_FOUR:
            matching = _MATCHING[state.colour, state.discard[-1]]
            return {
                "phase": Phase.CHALLENGE,
                "colour_before": state.colour,
                "is_bluff": not matching.isdisjoint(hand),
            }
    return {}


def _go_out(state: GameState, seat: int, laid: Pile) -> GameState:
    """A hand is empty: the opponent draws for the last card, and the round ends (section 10)."""
    due = state.rules.draw_four if state.phase is Phase.CHALLENGE else state.bill
    if not due or not state.rules.final_draw:
        return _end_round(state, seat, laid, 0)
    changes, cards = _drawing(state, _on_turn(state), due)
    return _end_round(state._with(changes), seat, laid, len(cards))


def _draw(state: GameState, move: Draw) -> GameState:
    """One card; the turn ends unless it can be played (section 4), and the round if nobody can draw (section 5)."""
    seat = move.seat
    changes, cards = _drawing(state, seat, 1)
    changes["may_dump"], changes["uno_open"] = False, None
    if cards and cards[0] in _playable(state.__dict__):
        changes["phase"], changes["drawn"] = Phase.DRAWN, cards[0]
        return state._with(changes)
    changes["turn"] = _next(state, seat)
    if cards:
        return state._with(changes)
    passes = changes["passes"] = state.passes + 1
    after = state._with(changes)
    return after if passes < len(after.hands) else _end_round(after, None, (), 0)


def _pass(state: GameState, move: Pass) -> GameState:
    return state._with({"phase": Phase.TURN, "turn": _next(state, move.seat), "drawn": None})


def _take(state: GameState, move: Take) -> GameState:
    """The bill is drawn, and that was the turn (section 6)."""
    changes, _ = _drawing(state, move.seat, state.bill)
    return state._with(
        {
            **changes,
            "phase": Phase.TURN,
            "turn": _next(state, move.seat),
            "bill": 0,
            "uno_open": None,
        }
    )


def _after_draw_four(state: GameState, victim: int, count: int, turn: int) -> GameState:
    changes, _ = _drawing(state, victim, count)
    return state._with(
        {
            **changes,
            "phase": Phase.TURN,
            "turn": turn,
            "uno_open": None,
            "colour_before": None,
            "is_bluff": False,
        }
    )


def _accept(state: GameState, move: Accept) -> GameState:
    """The Wild Draw 4 is drawn for, and its player goes on (section 8)."""
    return _after_draw_four(state, move.seat, state.rules.draw_four, _next(state, move.seat))


def _challenge(state: GameState, move: Challenge) -> GameState:
    """The hand is shown; one of the two draws, and the other plays (section 8)."""
    challenger = move.seat
    accused = _next(state, challenger)
    shown = state._with({"known": _at(state.known, accused, state.hands[accused])})
    if state.is_bluff:
        return _after_draw_four(shown, accused, state.rules.draw_four, challenger)
    return _after_draw_four(shown, challenger, state.rules.lost_challenge, accused)


def _say_uno_late(state: GameState, _move: SayUno) -> GameState:
    return state._with({"uno_open": None})


def _call_out(state: GameState, _move: CallOut) -> GameState:
    """The forgetful seat draws; whose turn it is does not change (section 9)."""
    assert state.uno_open is not None
    changes, _ = _drawing(state, state.uno_open, state.rules.forgotten_uno)
    return state._with({**changes, "uno_open": None})


def _end_round(state: GameState, went_out: int | None, laid: Pile, drawn: int) -> GameState:
    """Each seat scores what is left in its hand, and the match may be over (section 10)."""
    points = tuple(hand_points(hand, state.rules) for hand in state.hands)
    scores = tuple(before + scored for before, scored in zip(state.scores, points, strict=True))
    assert state.first is not None
    result = RoundResult(first=state.first, went_out=went_out, laid=laid, drawn=drawn, points=points)
    out, winner = _standing(state.rules, scores, state.out)
    return state._with(
        {
            "phase": Phase.SHUFFLE if winner is None else Phase.MATCH_OVER,
            "turn": None,
            "bill": 0,
            "drawn": None,
            "may_dump": False,
            "uno_open": None,
            "colour_before": None,
            "is_bluff": False,
            "scores": scores,
            "out": out,
            "winner": winner,
            "rounds": (*state.rounds, result),
        }
    )


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


_STEPS: Final[Mapping[type[Any], Callable[[GameState, Any], GameState]]] = {
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
