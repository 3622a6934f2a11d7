"""The bot called normal: a sound game by rules of thumb.

It weighs each of its moves in hundredths of a turn: what the hand left still costs it, what the move does to
the others, and who plays next. Whole numbers only, so that it decides alike on every platform.
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
    Pile,
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
from uno_duo.core.moves import saying_uno
from uno_duo.core.views import DraftView, PlayView
from uno_duo.dealer import pick
from uno_duo.evaluation.bluffs import BLUFFS

TURN: Final = 100
"""A turn: the unit of all weights."""

NUMBER: Final = 100
"""What it costs to get rid of a number."""
REVERSE: Final = 95
"""The same of a Reverse."""
WILD: Final = 10
"""The same of a wild card."""

# Of several others only one suffers.
SKIPPING: Final = 85
"""What a card saves of that by skipping another seat."""
EACH_CARD_TO_DRAW: Final = 40
"""What it saves for each card that another seat draws for it."""

OWN_CARD: Final = 75
"""What it costs to draw an unknown card."""
OTHERS_CARD: Final = 75
"""What a card is worth that the only other seat draws."""

# A dump that can be played on the colour in force is more likely to come.
DUMP_HERE: Final = 35
"""What share of their cost the cards of the colour in force keep beside its Reverse, in hundredths."""
DUMP_ELSEWHERE: Final = 55
"""The same of the cards of another colour."""

STUCK: Final = {"one": 45, "until_playable": 75}
"""What it costs to hold no card of the colour in force, by what is drawn then."""
STUCK_BUT_WILD: Final = 10
"""The same with a wild card in the hand."""
EACH_COLOUR: Final = 12
"""What each colour in the hand costs: it has to come up."""

GOING_OUT: Final = 1200
"""What it is worth to end the round."""
OTHER_NEAR_OUT: Final = {1: 700, 2: 120, 3: 40}
"""What a turn of another seat costs more where it can play, by the size of its hand."""
LATER: Final = 80
"""What share of its threat another seat keeps while a further one plays before it, in hundredths."""
POINT: Final = 16
"""What a point in the hand costs, divided by the size of the smallest other hand."""

CHALLENGES: Final = 750
"""How often another seat is taken to challenge, of `CERTAIN`."""

LOOKAHEAD: Final = 2
"""How many turns of its own in a row it thinks through."""
LARGE_HAND: Final = 12
"""From so many cards on it thinks through one only: they can be played in too many orders."""


class NormalBot:
    """Plays the move that it holds worth most, says UNO, and calls out whoever does not."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn."""
        if isinstance(view, PlayView):
            sensible = saying_uno(moves)
            return max(sensible, key=_Round(view).worth) if len(sensible) > 1 else sensible[0]
        if isinstance(view, DraftView) and view.phase is Phase.DRAFT:
            wanted = Keep if _improves_hand(view) else Reject
            return next(move for move in moves if isinstance(move, wanted))
        return pick(moves, generator)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:  # noqa: ARG002
        """Answers an UNO question: yes."""
        return True


def _improves_hand(view: DraftView) -> bool:
    """Whether the card looked at makes the hand at least as good as an unseen one does on the average."""
    assert view.drawn is not None
    costs = _Costs(view.rules, others=1, other_size=view.rules.hand_size)
    unseen = [(face, count) for face, count in zip(Face, Odds.of(view).unseen, strict=True) if count]
    total = sum(costs.added(view.hand, face) * count for face, count in unseen)
    return costs.added(view.hand, view.drawn) * sum(count for _, count in unseen) <= total


def _mixed(chance: int, likely: int, otherwise: int) -> int:
    """The average of two worths, of which the first comes with a chance of `CERTAIN`."""
    return (chance * likely + (CERTAIN - chance) * otherwise) // CERTAIN


class _Costs:
    """What hands cost that are still to be played."""

    def __init__(self, rules: Rules, others: int, other_size: int) -> None:
        self._cards = _card_costs(rules, others, other_size)
        self._stuck = STUCK[rules.drawing]
        self._dumps = rules.reverse == "dump"
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
            cost += STUCK_BUT_WILD if has_wild else self._stuck
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
            if self._dumps and others and len(others) < len(cards):
                last = min(self._cards[card] for card in others)
                cost = min(cost, last + (cost - last) * share // 100)
            self._groups[key] = EACH_COLOUR + cost
        return self._groups[key]


_colour_of = attrgetter("colour")


@cache
def _card_costs(rules: Rules, others: int, other_size: int) -> tuple[int, ...]:
    """What each face costs in a hand, beside some other seats of which the smallest hand has so many cards."""
    # Of several hands one is soon small.
    turns_left = max(1, other_size) * min(others, 2)
    return tuple(_card_cost(face, rules, others) + POINT * points(face, rules) // turns_left for face in Face)


def _card_cost(card: Face, rules: Rules, others: int) -> int:
    match card.symbol:
        case Symbol.REVERSE if rules.reverse == "dump" or (rules.reverse == "turn" and others > 1):
            return REVERSE
        case Symbol.SKIP | Symbol.REVERSE:
            return NUMBER - SKIPPING // others
        case Symbol.WILD:
            return WILD
        case Symbol.DRAW_TWO:
            return NUMBER - (SKIPPING + EACH_CARD_TO_DRAW * rules.draw_two) // others
        case Symbol.WILD_DRAW_FOUR:
            return WILD - EACH_CARD_TO_DRAW * rules.draw_four // others
    return NUMBER


class _Spot(NamedTuple):
    """What a few turns of its own may lead to.

    Attributes:
        hand: Its hand.
        top: What is to be matched.
        given: How many cards others will have drawn.
        turns: How many turns in a row it still thinks through.
    """

    hand: Hand
    top: Top
    given: int
    turns: int


class _Round:
    """A round as a seat sees it, and what its moves are worth there.

    The other seats are counted on from its own, as play runs: the next one is 1, and after the last of them it
    is on turn itself again. A card that turns the direction leads to -1, from where play runs back.
    """

    def __init__(self, view: PlayView) -> None:
        self._view = view
        self._rules = view.rules
        self._others = Odds.of_others(view)
        self._costs = _Costs(view.rules, len(self._others), min(other.size for other in self._others))
        self._worths: dict[_Spot, int] = {}
        self._threats: dict[tuple[int, Top, int], int] = {}
        turns = LOOKAHEAD if len(view.hand) < LARGE_HAND else 1
        self._spot = spot = _Spot(view.hand, Top(view.colour, view.discard[-1].symbol), given=0, turns=turns)
        # Nobody knows what will lie there when they play: it may as well be what lies there now.
        self._later = [self._threat(place, spot) * LATER // 100 for place in range(1, len(self._others) + 1)]

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
                return self._turn_of(1, spot) - OWN_CARD * view.bill
            case Accept():
                return self._turn_of(1, spot) - OWN_CARD * rules.draw_four
            case Challenge():
                innocent = self._turn_of(1, spot) - OWN_CARD * rules.lost_challenge
                guilty = self._own_turn(spot._replace(given=rules.draw_four))
                return _mixed(self._chance_of_bluff(), guilty, innocent)
            case NameColour():
                named = spot._replace(top=Top(move.colour, spot.top.symbol))
                return self._turn_of(1 if spot.top.symbol is Symbol.WILD else 2, named)
        return self._turn_of(1, spot)

    def _chance_of_bluff(self) -> int:
        """How likely the Wild Draw 4 just played lay beside a match: the likelier it was to have one, the more so."""
        accused = self._view.accused
        assert accused is not None
        then = self._others[-1].with_hand(accused.known, accused.hand_size)
        has_match = then.held(self._view.matches_before)
        bluff, honest = has_match * BLUFFS, (CERTAIN - has_match) * CERTAIN
        return CERTAIN * bluff // (bluff + honest)

    def _playable_on(self, top: Top) -> frozenset[Face]:
        return matching(*top, self._rules.symbols_match) | WILDS

    def _turn_of(self, number: int, spot: _Spot) -> int:
        """The worth of a spot where the seat of a number is on turn, which may be its own."""
        place = number % (len(self._others) + 1)
        if not place:
            return self._own_turn(spot)
        later = self._later[place:] if number > 0 else self._later[: place - 1]
        threat = self._threat(place, spot) + sum(later)
        return self._share(OTHERS_CARD * spot.given) - self._costs.of(spot.hand, spot.top.colour) - threat

    def _own_turn(self, spot: _Spot) -> int:
        """The worth of being on turn."""
        if not spot.turns:
            return self._turn_of(1, spot) + TURN
        if spot not in self._worths:
            after = spot._replace(turns=spot.turns - 1)
            self._worths[spot] = max((self._drawing(after), *self._plays(after)))
        return self._worths[spot]

    def _threat(self, place: int, spot: _Spot) -> int:
        """What a turn of another seat costs, the more so the sooner it can play its last card."""
        given = self._given_to(spot)
        key = place, spot.top, given
        if key not in self._threats:
            other = self._others[place - 1]
            worst = self._share(TURN) + OTHER_NEAR_OUT.get(other.size + given, 0)
            self._threats[key] = worst * other.held(self._playable_on(spot.top), given) // CERTAIN
        return self._threats[key]

    def _share(self, worth: int) -> int:
        """What it is worth that happens to one of the other seats."""
        return worth // len(self._others)

    def _given_to(self, spot: _Spot) -> int:
        """How many of the cards given the seat on turn has drawn: beside several others, one that was skipped has."""
        return spot.given if len(self._others) == 1 else 0

    def _plays(self, spot: _Spot) -> Iterator[int]:
        """The worth of each way to play a card."""
        for card in dict.fromkeys(spot.hand):
            if self._can_play(spot, card):
                yield from self._ways(spot, card)

    def _can_play(self, spot: _Spot, card: Face) -> bool:
        """Whether a card of its hand can be played."""
        if card is Face.WILD_DRAW_FOUR and self._rules.wild_draw_four == "restricted":
            return not self._has_match(spot.hand, spot.top)
        return card in self._playable_on(spot.top)

    def _has_match(self, hand: Hand, top: Top) -> bool:
        return not matching(*top, self._rules.symbols_match).isdisjoint(hand)

    def _ways(self, spot: _Spot, card: Face) -> Iterator[int]:
        """The worth of each way to play one card."""
        rest = without(spot.hand, card)
        if card.colour is not None:
            yield self._playing(spot, card, card.colour)
            if card.symbol is Symbol.REVERSE and self._rules.reverse == "dump":
                for last in dict.fromkeys(rest):
                    if last.colour is card.colour:
                        yield self._dumping(spot, rest, last)
        else:
            held = dict.fromkeys(other.colour for other in rest if other.colour)
            for colour in held or COLOURS[:1]:
                yield self._playing(spot, card, colour)

    def _drawing(self, spot: _Spot) -> int:
        """The worth of drawing, after which a card can be played at once where it is known what comes."""
        draws_on, coming = self._rules.drawing == "until_playable", () if spot.given else _known_to_come(self._view)
        if not coming:
            return self._turn_of(1, spot) - OWN_CARD * (self._cards_until_playable(spot.top) if draws_on else 1)
        for card in coming if draws_on else coming[:1]:
            spot = spot._replace(hand=with_cards(spot.hand, (card,)))
            if self._can_play(spot, card):
                playing = max(self._ways(spot, card))
                return max(playing, self._turn_of(1, spot)) if self._rules.keep_drawn else playing
        return self._turn_of(1, spot)

    def _cards_until_playable(self, top: Top) -> int:
        """How many cards are drawn on the average before one that can be played."""
        unseen = self._others[0].unseen
        playable = sum(unseen[face] for face in self._playable_on(top))
        return (sum(unseen) - playable) // (playable + 1)

    def _playing(self, spot: _Spot, card: Face, colour: Colour | None, bill: int = 0) -> int:
        """The worth of playing a card, on a bill or not."""
        rules = self._rules
        after = spot._replace(hand=without(spot.hand, card), top=Top(colour, card.symbol))
        match card.symbol:
            case Symbol.DRAW_TWO if rules.stacking:
                return self._billing(after, bill + rules.draw_two)
            case Symbol.DRAW_TWO:
                return self._given(after, rules.draw_two)
            case Symbol.WILD_DRAW_FOUR if rules.wild_draw_four == "challenge":
                return self._challenged(after, is_bluff=self._has_match(after.hand, spot.top))
            case Symbol.WILD_DRAW_FOUR:
                return self._given(after, rules.draw_four)
        return self._ending_on(after)

    def _dumping(self, spot: _Spot, hand: Hand, last: Face) -> int:
        """The worth of a dump from a hand, the Reverse not counted, with a card on top."""
        rest = tuple(card for card in hand if card.colour is not last.colour)
        worth = self._playing(spot._replace(hand=with_cards(rest, (last,))), last, last.colour)
        if last.symbol is Symbol.REVERSE and rest and last.colour:
            worth -= TURN * self._others[0].expected(of_colour(last.colour)) // CERTAIN
        return worth

    def _ending_on(self, spot: _Spot) -> int:
        """The worth of having laid a card that makes nobody draw."""
        if not spot.hand:
            return self._going_out(spot, 0)
        if spot.top.symbol is Symbol.SKIP:
            return self._turn_of(2, spot)
        if spot.top.symbol is Symbol.REVERSE and self._rules.reverse != "dump":
            return self._turn_of(2 if self._rules.reverse == "skip" or len(self._others) == 1 else -1, spot)
        return self._turn_of(1, spot)

    def _challenged(self, spot: _Spot, *, is_bluff: bool) -> int:
        """The worth of having played a Wild Draw 4 that may be challenged."""
        rules = self._rules
        accepted = self._given(spot, rules.draw_four)
        if not spot.hand:
            return accepted
        if is_bluff:
            challenged = self._turn_of(1, spot) - OWN_CARD * rules.draw_four
        else:
            challenged = accepted + self._share(OTHERS_CARD * (rules.lost_challenge - rules.draw_four))
        return _mixed(CHALLENGES, challenged, accepted)

    def _billing(self, spot: _Spot, bill: int, number: int = 1) -> int:
        """The worth of having played a Draw 2 that makes a bill for a seat, which answers it where it can."""
        taken = self._given(spot, bill, number)
        if not spot.hand:
            return taken
        other, given = self._others[number - 1], self._given_to(spot)
        chance = other.held(_DRAW_TWOS, given)
        if not chance:
            return taken
        answered = spot._replace(top=Top(None, Symbol.DRAW_TWO), given=spot.given - 1)
        more, is_own = bill + self._rules.draw_two, number == len(self._others)
        if other.size + given <= 1:
            passed_on = -OTHER_NEAR_OUT[1] - self._costs.of(spot.hand, None) - (OWN_CARD * more if is_own else 0)
        else:
            passed_on = self._facing(answered, more) if is_own else self._billing(answered, more, number + 1)
        return _mixed(chance, passed_on, taken)

    def _facing(self, spot: _Spot, bill: int) -> int:
        """The worth of facing a bill."""
        taking = self._turn_of(1, spot) - OWN_CARD * bill
        answers = (
            self._playing(spot, card, card.colour, bill) for card in dict.fromkeys(spot.hand) if card in _DRAW_TWOS
        )
        return max((taking, *answers))

    def _given(self, spot: _Spot, count: int, number: int = 1) -> int:
        """The worth of having made a seat draw some cards, which loses its turn by it, or of having gone out."""
        if not spot.hand:
            return self._going_out(spot, count if self._rules.final_draw else 0)
        return self._turn_of(number + 1, spot._replace(given=spot.given + count))

    def _going_out(self, spot: _Spot, drawn: int) -> int:
        """The worth of having gone out, another seat drawing some cards for the last one; sooner is surer."""
        return GOING_OUT + self._share(OTHERS_CARD * (spot.given + drawn)) + spot.turns


_DRAW_TWOS: Final = of_symbol(Symbol.DRAW_TWO)


def _known_to_come(view: PlayView) -> Pile:
    """The cards that will be drawn next, where the seat knows them; it does so once a pile was turned over."""
    if view.draw_size > len(view.draw):
        return ()
    if view.draw or view.rules.recycling == "shuffled":
        return view.draw
    return view.discard[:-1]
