"""The bot called easy: it plays like a beginner."""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from uno_duo.core import Accept, CallOut, Challenge, Dump, Keep, NameColour, Phase, Play, Reject, SeatMove, View
from uno_duo.core.views import DraftView, PlayView
from uno_duo.dealer import pick

# How often it does something, in a hundred times that it could.
FORGETS_UNO: Final = 30
MISSES_CALL_OUT: Final = 40
CHALLENGES: Final = 10
DUMPS: Final = 50
TAKES_BILL: Final = 20
KEEPS_DRAWN_CARD: Final = 10


class EasyBot:
    """Plays mostly sensible cards, but overlooks a good deal and plans nothing."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn."""
        if isinstance(view, PlayView):
            return _play(view, moves, generator)
        if isinstance(view, DraftView) and view.phase is Phase.DRAFT:
            return _only(moves, Keep if _likes_drawn(view) else Reject)[0]
        return pick(moves, generator)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:  # noqa: ARG002
        """Answers an UNO question: what it forgot to say it does not remember a moment later."""
        return isinstance(move, CallOut) and not _happens(MISSES_CALL_OUT, generator)


_Wanted = TypeVar("_Wanted", bound=SeatMove)
_Naming = TypeVar("_Naming", Play, NameColour)


def _happens(percent: int, generator: Random) -> bool:
    return generator.random() * 100 < percent


def _only(moves: Sequence[SeatMove], kind: type[_Wanted]) -> list[_Wanted]:
    return [move for move in moves if isinstance(move, kind)]


def _likes_drawn(view: DraftView) -> bool:
    """Whether a beginner keeps the card that it looks at: any but a number of a colour that it does not hold."""
    card = view.drawn
    return card is not None and (not card.is_number or any(card.colour is held.colour for held in view.hand))


def _play(view: PlayView, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
    if view.phase is Phase.CHALLENGE:
        return _only(moves, Challenge if _happens(CHALLENGES, generator) else Accept)[0]
    if view.phase is Phase.NAME_COLOUR:
        return pick(_of_held_colours(view, _only(moves, NameColour)), generator)
    # A play with UNO stands beside the same one without it.
    silent = [move for move in moves if isinstance(move, Play | Dump) and not move.uno]
    others = [move for move in moves if not isinstance(move, Play | Dump)]
    if not silent or (others and _happens(_PLAYS_NOTHING[view.phase], generator)):
        return others[0]
    wanted = _card_to_play(view, silent, generator)
    aloud = wanted.model_copy(update={"uno": True})
    return aloud if aloud in moves and not _happens(FORGETS_UNO, generator) else wanted


_PLAYS_NOTHING: Final = {Phase.TURN: 0, Phase.BILL: TAKES_BILL, Phase.DRAWN: KEEPS_DRAWN_CARD}


def _card_to_play(view: PlayView, plays: Sequence[Play | Dump], generator: Random) -> Play | Dump:
    """One of some plays: wild cards only where there is nothing else, and dumps where it thinks of them."""
    dumps = [move for move in plays if isinstance(move, Dump) or move.dump is not None]
    if dumps and _happens(DUMPS, generator):
        return pick(dumps, generator)
    single = [move for move in plays if isinstance(move, Play) and move.dump is None]
    coloured = [move for move in single if not move.card.is_wild]
    return pick(coloured or _of_held_colours(view, single), generator)


def _of_held_colours(view: PlayView, moves: Sequence[_Naming]) -> Sequence[_Naming]:
    """Those of some moves that name a colour in the hand; all of them if it holds none."""
    held = {card.colour for card in view.hand if card.colour is not None}
    return [move for move in moves if move.colour in held] or moves
