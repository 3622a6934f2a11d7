"""The bot called greedy: the yardstick of the others, simple and never changed."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from uno_duo.core import (
    COLOURS,
    Challenge,
    Colour,
    Dump,
    Face,
    Hand,
    Keep,
    NameColour,
    Phase,
    Play,
    Reject,
    SeatMove,
    Symbol,
    View,
    points,
)
from uno_duo.core.cards import of_colour, without
from uno_duo.core.views import DraftView, PlayView
from uno_duo.dealer import pick

_WANTED_IN_DRAFT: Final = 2
"""Of so many cards of a colour on it keeps another one."""
_AMONG_EQUALS: Final = {Symbol.DRAW_TWO: 0, Symbol.REVERSE: 1}
"""In which order it plays cards of equal points; the rest comes after these."""
_TO_END_ON: Final = {Symbol.DRAW_TWO: 0, Symbol.SKIP: 1, Symbol.REVERSE: 2}
"""What it ends a dump on; numbers come after these."""


class GreedyBot:
    """Sheds as many points as it can in each turn, and plans nothing.

    - Draft: it keeps a wild card, an action card, or a card of a colour of which it holds two or more.
    - Colour: the one that it holds most of, ties in hand order.
    - Turn: it completes a Reverse if it may; else it plays the matching coloured card of most points (equal: Draw 2,
      then Reverse, then the rest in hand order), a Reverse with a dump wherever there is one to lay, ending on
      Draw 2, else Skip, else Reverse, else the highest number; else a Wild, else a Wild Draw 4; else it draws.
    - It plays a drawn card if it can, answers a bill if it can, never challenges, always says UNO and calls out.
    """

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn."""
        if isinstance(view, PlayView):
            return _turn(view, moves)
        if isinstance(view, DraftView) and view.phase is Phase.DRAFT:
            wanted = Keep if _keeps(view) else Reject
            return next(move for move in moves if isinstance(move, wanted))
        return pick(moves, generator)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:  # noqa: ARG002
        """Answers an UNO question: yes."""
        return True


def _keeps(view: DraftView) -> bool:
    assert view.drawn is not None
    held = sum(card.colour is view.drawn.colour for card in view.hand)
    return not view.drawn.is_number or held >= _WANTED_IN_DRAFT


def _turn(view: PlayView, moves: Sequence[SeatMove]) -> SeatMove:
    if completing := [move for move in moves if isinstance(move, Dump)]:
        return min(completing, key=lambda move: (_rank_to_end_on(move.last), not move.uno))
    if playing := [move for move in moves if isinstance(move, Play)]:
        card = min({move.card for move in playing}, key=lambda card: _rank(view, card))
        return _way_to_play(view, [move for move in playing if move.card is card])
    if naming := [move for move in moves if isinstance(move, NameColour)]:
        wanted = _colour(view.hand)
        return next(move for move in naming if move.colour is wanted)
    return next(move for move in moves if not isinstance(move, Challenge))


def _rank(view: PlayView, card: Face) -> tuple[bool, int, int, Face]:
    """How early a card is played, the lowest first; wild cards last, whatever they count."""
    if card.is_wild:
        return True, 0, 0, card
    return False, -points(card, view.rules), _AMONG_EQUALS.get(card.symbol, len(_AMONG_EQUALS)), card


def _way_to_play(view: PlayView, ways: Iterable[Play]) -> Play:
    """How it plays a card: with a dump if it has one, in the colour that it wants, and saying UNO."""
    return min(ways, key=lambda way: (_rank_of_dump(way), way.colour is not _colour_after(view, way), not way.uno))


def _rank_of_dump(way: Play) -> int:
    return len(Symbol) if way.dump is None else _rank_to_end_on(way.dump)


def _rank_to_end_on(card: Face) -> int:
    return _TO_END_ON.get(card.symbol, len(_TO_END_ON) + Symbol.NINE - card.symbol)


def _colour_after(view: PlayView, way: Play) -> Colour | None:
    return _colour(without(view.hand, way.card)) if way.card.is_wild else None


def _colour(hand: Hand) -> Colour:
    """The colour that a hand holds most of."""
    return max(COLOURS, key=lambda colour: sum(card in of_colour(colour) for card in hand))
