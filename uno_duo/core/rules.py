"""The reducer: the only place where a match changes.

What is legal stands in `uno_duo.core.legality`. The move is made in a copy of the state's fields, `new`, which
becomes the next state. The sections named are those of RULES.md.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from uno_duo.core.cards import Colour, Face, Symbol, hand_points, with_cards, without
from uno_duo.core.legality import IllegalMove, is_legal, matched, of_colour_in, playable, reason_against
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
from uno_duo.core.ruleset import Rules
from uno_duo.core.state import Accused, DueDraw, Fields, GameState, Hand, Phase, Pile, RoundResult, seat_after


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
        accused=None,
        passes=0,
        is_bluff=False,
        due=None,
        rounds=(),
    )


def reduce(state: GameState, move: Move) -> GameState:
    """The position after a move.

    Raises:
        IllegalMove: The rules do not allow the move here.
    """
    now: Fields = state.__dict__  # type: ignore[assignment]
    if not is_legal(now, move):
        raise IllegalMove(move, reason_against(now, move))
    new = now.copy()
    _STEPS[type(move)](new, move)
    return GameState._of(new)


# A member that is read through its class takes as long as the rest of a test, and this one stands in every move's way.
_TURN: Final = Phase.TURN


def _next(now: Fields, seat: int) -> int:
    """The seat that plays after another, as play runs."""
    if now["out"]:
        return seat_after(seat, len(now["hands"]), now["direction"], now["out"])
    return (seat + now["direction"]) % len(now["hands"])


def _second(now: Fields) -> int:
    """Player 2, or the seat left of the dealer: it starts, and the turned-up card acts on it (section 3)."""
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
    if len(cards) < count and new["rules"].recycling == "turned":
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


def _must_shuffle(now: Fields) -> bool:
    """Whether a draw that wants more cards must wait for a shuffle (Classic UNO, *piles run out*)."""
    return now["rules"].recycling == "shuffled" and len(now["discard"]) > 1


def _wait_for_shuffle(
    new: Fields, seat: int, left: int | None, drawn: int, went_out: int | None = None, laid: Pile = ()
) -> None:
    """A draw is interrupted, and with it whatever comes after it."""
    assert new["turn"] is not None
    new["due"] = DueDraw(
        seat=seat,
        left=left,
        drawn=drawn,
        went_out=went_out,
        laid=laid,
        phase=new["phase"],
        turn=new["turn"],
        bill=new["bill"],
        may_dump=new["may_dump"],
    )
    new["phase"], new["turn"], new["bill"], new["may_dump"] = Phase.SHUFFLE, None, 0, False


def _draw_owed(
    new: Fields, seat: int, count: int, drawn: int = 0, went_out: int | None = None, laid: Pile = ()
) -> None:
    """A seat draws what it owes; where another seat has gone out, the round ends with it (section 10).

    Args:
        new: The fields, as they are to be after the draw.
        seat: The seat that draws.
        count: How many cards it has still to draw.
        drawn: How many it has drawn before a shuffle.
        went_out: The seat that went out, None where the round goes on.
        laid: The cards that it laid last.
    """
    got = len(_draw_cards(new, seat, count))
    if got < count and _must_shuffle(new):
        _wait_for_shuffle(new, seat, count - got, drawn + got, went_out, laid)
    elif went_out is not None:
        _end_round(new, went_out, laid, drawn + got, seat)


def _shuffle(new: Fields, move: Shuffle) -> None:
    """A draw goes on, or the deck is cut while nobody is Player 1, or a round begins (sections 1, 2 and 5)."""
    due = new["due"]
    if due is not None:
        new["draw"], new["discard"], new["due"] = move.order, new["discard"][-1:], None
        new["phase"], new["turn"], new["bill"], new["may_dump"] = due.phase, due.turn, due.bill, due.may_dump
        if due.left is None:
            _draw(new, Draw(seat=due.seat))
        else:
            _draw_owed(new, due.seat, due.left, due.drawn, due.went_out, due.laid)
        return
    new["hands"] = new["known"] = ((),) * new["rules"].seats
    new["draw"] = move.order
    new["discard"] = new["cuts"] = new["picks"] = ()
    new["known_draw"] = new["passes"] = 0
    new["colour"] = None
    new["direction"] = 1
    if new["first"] is None:
        new["phase"], new["turn"] = Phase.CUT, 0
    else:
        _begin_round(new, new["first"])


def _begin_round(new: Fields, first: int) -> None:
    """The hands are drafted, or dealt one card at a time from the left of the dealer on (Classic UNO, *deal*)."""
    rules, deck = new["rules"], new["draw"]
    if new["round"]:
        first = _next(new, first)
    new["first"], new["round"] = first, new["round"] + 1
    if rules.opening == "draft":
        new["phase"], new["turn"], new["drawn"] = Phase.DRAFT, first, deck[0]
        return
    new["hands"] = dealt_hands(deck, rules, first, new["out"])
    new["draw"] = deck[sum(map(len, new["hands"])) :]
    _turn_up(new)


def dealt_hands(deck: Pile, rules: Rules, dealer: int, out: tuple[int, ...] = ()) -> tuple[Hand, ...]:
    """The hand of each seat from a shuffled deck, dealt to those still in (Classic UNO, *deal*)."""
    playing = [seat for seat in range(rules.seats) if seat not in out]
    first = playing.index(seat_after(dealer, rules.seats, out=out))
    hands: list[Hand] = [()] * rules.seats
    for place, seat in enumerate(playing[first:] + playing[:first]):
        hands[seat] = tuple(sorted(deck[place : len(playing) * rules.hand_size : len(playing)]))
    return tuple(hands)


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
    """The draft's discards go under the draw pile, and its top acts on the seat that starts (sections 2 and 3)."""
    first, second, rules = new["first"], _second(new), new["rules"]
    pile, known = new["draw"] + new["discard"], len(new["discard"])
    while rules.bury_wilds and pile[0].is_wild:
        rest = pile[1:]
        middle = len(rest) // 2
        pile, known = (*rest[:middle], pile[0], *rest[middle:]), min(known, len(rest) - middle)
    top = pile[0]
    new["draw"], new["discard"], new["known_draw"], new["drawn"] = pile[1:], (top,), known, None
    new["phase"], new["turn"], new["colour"] = Phase.TURN, second, top.colour
    match top.symbol:
        case Symbol.DRAW_TWO:
            _draw_cards(new, second, rules.draw_two)
            new["turn"] = _next(new, second)
        case Symbol.SKIP:
            new["turn"] = _next(new, second)
        case Symbol.REVERSE if rules.reverse == "dump":
            new["may_dump"] = bool(of_colour_in(new["hands"][second], top.colour))
        case Symbol.REVERSE:
            assert first is not None
            new["turn"] = _after_reverse(new, first, second)
        case Symbol.WILD:
            new["phase"], new["turn"] = Phase.NAME_COLOUR, first
        case Symbol.WILD_DRAW_FOUR:
            _draw_cards(new, second, rules.draw_four)
            new["phase"], new["turn"] = Phase.NAME_COLOUR, first


def _after_reverse(new: Fields, seat: int, skipped: int) -> int:
    """The seat that plays after a Reverse that turns the direction, or skips the next seat (Classic UNO, *Reverse*).

    Args:
        new: The fields, of which the direction may be turned.
        seat: The seat that laid the Reverse, or the dealer where it was turned up.
        skipped: The next seat, which it skips unless it turns the direction.
    """
    if new["rules"].reverse == "skip" or len(new["hands"]) - len(new["out"]) == 2:
        return _next(new, skipped)
    new["direction"] = -new["direction"]
    return _next(new, seat)


def _name_colour(new: Fields, move: NameColour) -> None:
    """It is named, and the seat plays whose turn the turned-up card has not taken (section 3)."""
    second = _second(new)
    is_plain = new["discard"][-1].symbol is Symbol.WILD
    new["phase"], new["colour"] = Phase.TURN, move.colour
    new["turn"] = second if is_plain else _next(new, second)


def laid_by(hand: Hand, card: Face | None, last: Face | None) -> Pile:
    """The cards that a move lays from a hand on the discard pile, the top one last (section 7).

    Args:
        hand: The hand before the move.
        card: The card that is played; None where a Reverse is completed.
        last: The card that a dump ends on, below which the others lie in hand order; None without a dump.
    """
    played = () if card is None else (card,)
    if last is None:
        return played
    rest = hand if card is None else without(hand, card)
    return (*played, *without(of_colour_in(rest, last.colour), last), last)


def _play(new: Fields, move: Play) -> None:
    seat, card, last = move.seat, move.card, move.dump
    laid = (card,) if last is None else laid_by(new["hands"][seat], card, last)
    _lay(new, seat, laid, move.colour, move.uno, last is not None)


def _dump(new: Fields, move: Dump) -> None:
    _lay(new, move.seat, laid_by(new["hands"][move.seat], None, move.last), None, move.uno, True)


def _lay(new: Fields, seat: int, laid: Pile, named: Colour | None, says_uno: bool, is_dump: bool) -> None:
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
    at_once = 0 if top.is_number else _act(new, seat, top, is_dump)
    new["discard"] += laid
    new["colour"] = top.colour or named
    if not hand:
        _go_out(new, seat, laid, at_once)
    elif at_once:
        _draw_owed(new, _next(new, seat), at_once)


def _act(new: Fields, seat: int, top: Face, is_dump: bool) -> int:
    """What a card that is no number does as a seat lays it on the discard pile, beside passing the turn.

    Returns:
        How many cards the next seat draws for it at once, which is its turn.
    """
    rules, second = new["rules"], new["turn"]
    assert second is not None
    match top.symbol:
        case Symbol.DRAW_TWO if rules.stacking:
            new["phase"] = Phase.BILL
            new["bill"] += rules.draw_two
        case Symbol.DRAW_TWO:
            new["turn"] = _next(new, second)
            return rules.draw_two
        case Symbol.SKIP:
            new["turn"] = _next(new, second)
        case Symbol.REVERSE if rules.reverse == "dump":
            new["may_dump"] = is_dump and bool(of_colour_in(new["hands"][second], top.colour))
        case Symbol.REVERSE if new["hands"][seat]:  # a last card does nothing but draw
            new["turn"] = _after_reverse(new, seat, second)
        case Symbol.WILD_DRAW_FOUR if rules.wild_draw_four == "challenge":
            new["phase"] = Phase.CHALLENGE
            hand = new["hands"][seat]
            new["accused"] = Accused(
                seat=seat,
                colour=new["colour"],
                under=new["discard"][-1],
                hand_size=len(hand),
                known=new["known"][seat],
            )
            new["is_bluff"] = not matched(new).isdisjoint(hand)
        case Symbol.WILD_DRAW_FOUR:
            new["turn"] = _next(new, second)
            return rules.draw_four
    return 0


def _go_out(new: Fields, seat: int, laid: Pile, at_once: int) -> None:
    """A hand is empty: the next seat draws for the last card, and the round ends (section 10)."""
    rules = new["rules"]
    due = rules.draw_four if new["phase"] is Phase.CHALLENGE else new["bill"] + at_once
    _draw_owed(new, _next(new, seat), due if rules.final_draw else 0, went_out=seat, laid=laid)


def _draw(new: Fields, move: Draw) -> None:
    """A card, or as many as it takes; the turn ends unless the last can be played (section 4).

    The round ends where no seat in turn can draw (section 5). After a shuffle there is always a card to draw.
    """
    seat, drawn = move.seat, 0
    new["may_dump"] = False
    new["uno_open"] = None
    while cards := _draw_cards(new, seat, 1):
        if cards[0] in playable(new):
            new["phase"], new["drawn"] = Phase.DRAWN, cards[0]
            return
        drawn += 1
        if new["rules"].drawing == "one":
            break
    if not cards and _must_shuffle(new):
        _wait_for_shuffle(new, seat, None, drawn)
        return
    new["turn"] = _next(new, seat)
    if not drawn:
        new["passes"] += 1
        if new["passes"] == len(new["hands"]) - len(new["out"]):
            _end_round(new)


def _pass(new: Fields, move: Pass) -> None:
    new["phase"], new["turn"], new["drawn"] = Phase.TURN, _next(new, move.seat), None


def _take(new: Fields, move: Take) -> None:
    """The bill is drawn, and that was the turn (section 6)."""
    bill = new["bill"]
    new["phase"], new["turn"] = Phase.TURN, _next(new, move.seat)
    new["bill"], new["uno_open"] = 0, None
    _draw_owed(new, move.seat, bill)


def _accept(new: Fields, move: Accept) -> None:
    """The Wild Draw 4 is drawn for, and that was the turn (section 8)."""
    _after_draw_four(new, move.seat, new["rules"].draw_four, turn=_next(new, move.seat))


def _challenge(new: Fields, move: Challenge) -> None:
    """The hand is shown; the guilty seat draws and the challenger plays, or this draws instead (section 8)."""
    challenger, rules = move.seat, new["rules"]
    assert new["accused"] is not None
    accused = new["accused"].seat
    new["known"] = _at(new["known"], accused, new["hands"][accused])
    if new["is_bluff"]:
        _after_draw_four(new, accused, rules.draw_four, turn=challenger)
    else:
        _after_draw_four(new, challenger, rules.lost_challenge, turn=_next(new, challenger))


def _after_draw_four(new: Fields, victim: int, count: int, turn: int) -> None:
    new["phase"], new["turn"], new["uno_open"] = Phase.TURN, turn, None
    new["accused"], new["is_bluff"] = None, False
    _draw_owed(new, victim, count)


def _say_uno_late(new: Fields, _move: SayUno) -> None:
    new["uno_open"] = None


def _call_out(new: Fields, _move: CallOut) -> None:
    """The forgetful seat draws; whose turn it is does not change (section 9)."""
    forgetful = new["uno_open"]
    assert forgetful is not None
    new["uno_open"] = None
    _draw_owed(new, forgetful, new["rules"].forgotten_uno)


def _end_round(
    new: Fields, went_out: int | None = None, laid: Pile = (), drawn: int = 0, victim: int | None = None
) -> None:
    """Each seat scores what is left in its hand, and the match may be over (section 10)."""
    rules, first = new["rules"], new["first"]
    assert first is not None
    points = tuple(hand_points(hand, rules) for hand in new["hands"])
    new["scores"] = tuple(before + scored for before, scored in zip(new["scores"], points, strict=True))
    drawn_by = victim if drawn else None
    new["rounds"] += (
        RoundResult(first=first, went_out=went_out, laid=laid, drawn=drawn, drawn_by=drawn_by, points=points),
    )
    new["out"], new["winner"] = _standing(rules, new["scores"], new["out"])
    new["phase"] = Phase.SHUFFLE if new["winner"] is None else Phase.MATCH_OVER
    new["turn"] = new["drawn"] = new["uno_open"] = new["accused"] = None
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
