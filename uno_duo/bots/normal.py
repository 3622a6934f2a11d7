"""The bot called normal: a sound game by rules of thumb.

It weighs each of its moves in hundredths of a turn: what the hand left still costs it, what the move does to
the other seat, and who plays next. Whole numbers only, so that it decides alike on every platform.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter
from random import Random
from typing import Final, NamedTuple

from uno_duo.bots.odds import CERTAIN, Odds, Top
from uno_duo.core import (
    COLOURS,
    Accept,
    Challenge,
    Colour,
    Draw,
    Dump,
    Face,
    Hand,
    Keep,
    NameColour,
    Phase,
    Play,
    Reject,
    Rules,
    SeatMove,
    Symbol,
    Take,
    View,
    points,
)
from uno_duo.core.cards import WILDS, matching, of_colour, of_symbol, with_cards, without
from uno_duo.core.views import DraftView, PlayView
from uno_duo.dealer import pick

TURN: Final = 100
"""A turn: the unit of all weights."""

# What it costs to get rid of a card. A Skip is followed by another turn; what makes the other seat draw is
# worth more than it costs.
NUMBER: Final = 100
SKIP: Final = 15
REVERSE: Final = 95
WILD: Final = 10
DRAWING: Final = 15
EACH_CARD_TO_DRAW: Final = -40

OWN_CARD: Final = 75
"""What it costs to draw an unknown card."""
OTHERS_CARD: Final = 75
"""What a card is worth that the other seat draws."""

# What share of their cost the cards of a colour keep beside its Reverse, in hundredths: a dump that can be
# played on the colour in force is more likely to come.
DUMP_HERE: Final = 35
DUMP_ELSEWHERE: Final = 55

STUCK: Final = 45
"""What it costs to hold no card of the colour in force."""
STUCK_BUT_WILD: Final = 10
"""The same with a wild card in the hand."""
EACH_COLOUR: Final = 12
"""What each colour in the hand costs: it has to come up."""

GOING_OUT: Final = 1200
"""What it is worth to end the round."""
OTHER_NEAR_OUT: Final = {1: 700, 2: 120, 3: 40}
"""What a turn of the other seat costs more where it can play, by the size of its hand."""
POINT: Final = 16
"""What a point in the hand costs, divided by the size of the other hand."""

CHALLENGES: Final = 750
"""How often the other seat is taken to challenge, of `CERTAIN`."""
BLUFFS: Final = 150
"""How often the other seat is taken to play a Wild Draw 4 beside a match, of `CERTAIN`."""

LOOKAHEAD: Final = 2
"""How many turns of its own in a row it thinks through."""
LARGE_HAND: Final = 12
"""From so many cards on it thinks through one only: they can be played in too many orders."""


class NormalBot:
    """Plays the move that it holds worth most, says UNO, and calls out whoever does not."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn."""
        if isinstance(view, PlayView):
            return max(_saying_uno(moves), key=_Round(view).worth)
        if isinstance(view, DraftView) and view.phase is Phase.DRAFT:
            wanted = Keep if _improves_hand(view) else Reject
            return next(move for move in moves if isinstance(move, wanted))
        return pick(moves, generator)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:  # noqa: ARG002
        """Answers an UNO question: yes."""
        return True


def _saying_uno(moves: Sequence[SeatMove]) -> list[SeatMove]:
    """The moves without those that forget UNO, each of which stands beside the same one that says it."""
    silent = [move.model_copy(update={"uno": False}) for move in moves if isinstance(move, Play | Dump) and move.uno]
    return [move for move in moves if move not in silent]


def _improves_hand(view: DraftView) -> bool:
    """Whether the card looked at makes the hand at least as good as an unseen one does on the average."""
    assert view.drawn is not None
    costs = _Costs(view.rules, view.rules.hand_size)
    unseen = [(face, count) for face, count in zip(Face, Odds.of(view).unseen, strict=True) if count]
    total = sum(costs.added(view.hand, face) * count for face, count in unseen)
    return costs.added(view.hand, view.drawn) * sum(count for _, count in unseen) <= total


def _mixed(chance: int, likely: int, otherwise: int) -> int:
    """The average of two worths, of which the first comes with a chance of `CERTAIN`."""
    return (chance * likely + (CERTAIN - chance) * otherwise) // CERTAIN


class _Costs:
    """What hands cost that are still to be played."""

    def __init__(self, rules: Rules, other_size: int) -> None:
        self._cards = _card_costs(rules, other_size)
        self._hands: dict[tuple[Hand, Colour | None], int] = {}
        self._groups: dict[tuple[Hand, int], int] = {}

    def of(self, hand: Hand, colour: Colour | None) -> int:
        """The cost of a hand with a colour in force, None where that is unknown."""
        key = hand, colour
        if key not in self._hands:
            self._hands[key] = self._of_hand(hand, colour)
        return self._hands[key]

    def _of_hand(self, hand: Hand, colour: Colour | None) -> int:
        cost, is_stuck, has_wild = 0, colour is not None, False
        for own, group in groupby(hand, key=_colour_of):
            cards = tuple(group)
            if own is None:
                has_wild = True
                cost += sum(self._cards[card] for card in cards)
            else:
                is_stuck = is_stuck and own is not colour
                cost += self._of_group(cards, DUMP_HERE if own is colour else DUMP_ELSEWHERE)
        if is_stuck:
            cost += STUCK_BUT_WILD if has_wild else STUCK
        return cost

    def added(self, hand: Hand, card: Face) -> int:
        """What a card adds to the cost of a hand while no colour is in force."""
        if card.is_wild:
            return self._cards[card]
        group = tuple(held for held in hand if held.colour is card.colour)
        return self._of_group(with_cards(group, (card,)), DUMP_ELSEWHERE) - self._of_group(group, DUMP_ELSEWHERE)

    def _of_group(self, cards: Hand, share: int) -> int:
        """The cost of a hand's cards of one colour, of which a dump may keep a share."""
        if not cards:
            return 0
        key = cards, share
        if key not in self._groups:
            cost = sum(self._cards[card] for card in cards)
            # A Reverse may take all of them along in the turn that the last of them takes.
            others = [card for card in cards if card.symbol is not Symbol.REVERSE]
            if others and len(others) < len(cards):
                last = min(self._cards[card] for card in others)
                cost = min(cost, last + (cost - last) * share // 100)
            self._groups[key] = EACH_COLOUR + cost
        return self._groups[key]


_colour_of = attrgetter("colour")


@cache
def _card_costs(rules: Rules, other_size: int) -> tuple[int, ...]:
    """What each face costs in a hand while the other hand has so many cards."""
    return tuple(_card_cost(face, rules) + POINT * points(face, rules) // max(1, other_size) for face in Face)


def _card_cost(card: Face, rules: Rules) -> int:
    match card.symbol:
        case Symbol.SKIP:
            return SKIP
        case Symbol.REVERSE:
            return REVERSE
        case Symbol.WILD:
            return WILD
        case Symbol.DRAW_TWO:
            return DRAWING + EACH_CARD_TO_DRAW * rules.draw_two
        case Symbol.WILD_DRAW_FOUR:
            return DRAWING + EACH_CARD_TO_DRAW * rules.draw_four
    return NUMBER


class _Spot(NamedTuple):
    """What a few turns of its own may lead to.

    Attributes:
        hand: Its hand.
        top: What is to be matched.
        given: How many cards the other seat will have drawn.
        turns: How many turns in a row it still thinks through.
    """

    hand: Hand
    top: Top
    given: int
    turns: int


class _Round:
    """A round as a seat sees it, and what its moves are worth there."""

    def __init__(self, view: PlayView) -> None:
        self._view = view
        self._rules = view.rules
        self._odds = Odds.of(view)
        self._other_size = len(self._odds.known) + self._odds.hidden
        self._costs = _Costs(view.rules, self._other_size)
        self._worths: dict[_Spot, int] = {}
        turns = LOOKAHEAD if len(view.hand) < LARGE_HAND else 1
        self._spot = _Spot(view.hand, Top(view.colour, view.discard[-1].symbol), given=0, turns=turns)

    def worth(self, move: SeatMove) -> int:
        """What a legal move of the seat is worth."""
        view, rules, spot = self._view, self._rules, self._spot
        match move:
            case Play(dump=Face() as last):
                return self._dumping(spot, without(spot.hand, move.card), last)
            case Play():
                return self._playing(spot, move.card, move.card.colour or move.colour, view.bill)
            case Dump():
                return self._dumping(spot, spot.hand, move.last)
            case Draw():
                return self._drawing(spot)
            case Take():
                return self._others_turn(spot) - OWN_CARD * view.bill
            case Accept():
                return self._others_turn(spot) - OWN_CARD * rules.draw_four
            case Challenge():
                innocent = self._others_turn(spot) - OWN_CARD * rules.lost_challenge
                guilty = self._own_turn(spot._replace(given=rules.draw_four))
                return _mixed(self._chance_of_bluff(), guilty, innocent)
            case NameColour():
                named = spot._replace(top=Top(move.colour, spot.top.symbol))
                is_plain = spot.top.symbol is Symbol.WILD
                return self._others_turn(named) if is_plain else self._own_turn(named)
        return self._others_turn(spot)

    def _chance_of_bluff(self) -> int:
        """How likely the Wild Draw 4 just played lay beside a match: the likelier it was to have one, the more so."""
        # The card under it may have gone back to the draw pile, where it is the last one, for a call-out.
        under = (*self._view.draw, *self._view.discard)[-2:][0]
        has_match = self._odds.held(matching(self._view.colour_before, under.symbol, self._rules.symbols_match))
        bluff, honest = has_match * BLUFFS, (CERTAIN - has_match) * CERTAIN
        return CERTAIN * bluff // (bluff + honest)

    def _playable_on(self, top: Top) -> frozenset[Face]:
        return matching(*top, self._rules.symbols_match) | WILDS

    def _own_turn(self, spot: _Spot) -> int:
        """The worth of being on turn."""
        if not spot.turns:
            return self._others_turn(spot) + TURN
        if spot not in self._worths:
            after = spot._replace(turns=spot.turns - 1)
            self._worths[spot] = max((self._drawing(after), *self._plays(after)))
        return self._worths[spot]

    def _others_turn(self, spot: _Spot) -> int:
        """The worth of a spot where the other seat is on turn."""
        size = self._other_size + spot.given
        threat = TURN + OTHER_NEAR_OUT.get(size, 0)
        can_play = self._odds.held(self._playable_on(spot.top), spot.given)
        return OTHERS_CARD * spot.given - self._costs.of(spot.hand, spot.top.colour) - threat * can_play // CERTAIN

    def _plays(self, spot: _Spot) -> Iterator[int]:
        """The worth of each way to play a card."""
        for card in dict.fromkeys(spot.hand):
            if card in self._playable_on(spot.top):
                yield from self._ways(spot, card)

    def _ways(self, spot: _Spot, card: Face) -> Iterator[int]:
        """The worth of each way to play one card."""
        rest = without(spot.hand, card)
        if card.colour is not None:
            yield self._playing(spot, card, card.colour)
            if card.symbol is Symbol.REVERSE:
                for last in dict.fromkeys(rest):
                    if last.colour is card.colour:
                        yield self._dumping(spot, rest, last)
        else:
            held = dict.fromkeys(other.colour for other in rest if other.colour)
            for colour in held or COLOURS[:1]:
                yield self._playing(spot, card, colour)

    def _drawing(self, spot: _Spot) -> int:
        """The worth of drawing a card, which can be played at once where it is known what comes."""
        card = None if spot.given else _next_card(self._view)
        if card is None:
            return self._others_turn(spot) - OWN_CARD
        drawn = spot._replace(hand=with_cards(spot.hand, (card,)))
        keeping = self._others_turn(drawn)
        return max((keeping, *self._ways(drawn, card))) if card in self._playable_on(spot.top) else keeping

    def _playing(self, spot: _Spot, card: Face, colour: Colour | None, bill: int = 0) -> int:
        """The worth of playing a card, on a bill or not."""
        after = spot._replace(hand=without(spot.hand, card), top=Top(colour, card.symbol))
        match card.symbol:
            case Symbol.DRAW_TWO:
                return self._billing(after, bill + self._rules.draw_two)
            case Symbol.WILD_DRAW_FOUR:
                return self._drawing_four(
                    after, is_bluff=not matching(*spot.top, self._rules.symbols_match).isdisjoint(after.hand)
                )
        return self._ending_on(after)

    def _dumping(self, spot: _Spot, hand: Hand, last: Face) -> int:
        """The worth of a dump from a hand, the Reverse not counted, with a card on top."""
        rest = tuple(card for card in hand if card.colour is not last.colour)
        after = spot._replace(hand=rest, top=Top(last.colour, last.symbol))
        if last.symbol is Symbol.DRAW_TWO:
            return self._billing(after, self._rules.draw_two)
        worth = self._ending_on(after)
        if last.symbol is Symbol.REVERSE and rest and last.colour:
            worth -= TURN * self._odds.expected(of_colour(last.colour)) // CERTAIN
        return worth

    def _ending_on(self, spot: _Spot) -> int:
        """The worth of having laid a card that makes nobody draw."""
        if not spot.hand:
            return self._going_out(spot, 0)
        return self._own_turn(spot) if spot.top.symbol is Symbol.SKIP else self._others_turn(spot)

    def _drawing_four(self, spot: _Spot, *, is_bluff: bool) -> int:
        """The worth of having played a Wild Draw 4."""
        rules = self._rules
        accepted = self._given(spot, rules.draw_four)
        if not spot.hand:
            return accepted
        if is_bluff:
            challenged = self._others_turn(spot) - OWN_CARD * rules.draw_four
        else:
            challenged = accepted + OTHERS_CARD * (rules.lost_challenge - rules.draw_four)
        return _mixed(CHALLENGES, challenged, accepted)

    def _billing(self, spot: _Spot, bill: int) -> int:
        """The worth of having played a Draw 2 that makes a bill, which the other seat answers where it can."""
        taken = self._given(spot, bill)
        if not spot.hand:
            return taken
        answered = spot._replace(top=Top(None, Symbol.DRAW_TWO), given=spot.given - 1)
        return _mixed(
            self._odds.held(_DRAW_TWOS, spot.given), self._facing(answered, bill + self._rules.draw_two), taken
        )

    def _facing(self, spot: _Spot, bill: int) -> int:
        """The worth of facing a bill."""
        if self._other_size + spot.given <= 0:
            return -OTHER_NEAR_OUT[1] - self._costs.of(spot.hand, None) - OWN_CARD * bill
        taking = self._others_turn(spot) - OWN_CARD * bill
        answers = (
            self._playing(spot, card, card.colour, bill) for card in dict.fromkeys(spot.hand) if card in _DRAW_TWOS
        )
        return max((taking, *answers))

    def _given(self, spot: _Spot, count: int) -> int:
        """The worth of being on turn after the other seat has drawn some cards, or of having gone out."""
        if not spot.hand:
            return self._going_out(spot, count if self._rules.final_draw else 0)
        return self._own_turn(spot._replace(given=spot.given + count))

    def _going_out(self, spot: _Spot, drawn: int) -> int:
        """The worth of having gone out, the other seat drawing some cards for the last one; sooner is surer."""
        return GOING_OUT + OTHERS_CARD * (spot.given + drawn) + spot.turns


_DRAW_TWOS: Final = of_symbol(Symbol.DRAW_TWO)


def _next_card(view: PlayView) -> Face | None:
    """The card that will be drawn next, where the seat knows it; it does so once a pile was turned over."""
    if view.draw_size == len(view.draw):
        pile = view.draw or view.discard[:-1]
        return pile[0] if pile else None
    return None
