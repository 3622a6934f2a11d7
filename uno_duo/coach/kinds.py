"""What kind of decision one is: what the player had to get right."""

from typing import Final, Literal

from uno_duo.core import (
    CallOut,
    DraftView,
    Draw,
    Dump,
    Pass,
    Phase,
    Play,
    PlayView,
    SayUno,
    SeatMove,
    Symbol,
)
from uno_duo.language import _

Kind = Literal["draft", "card", "colour", "dump", "volley", "draw or play", "challenge", "bluff", "uno"]
"""What is decided."""
KIND_NAMES: Final[dict[Kind, str]] = {
    "draft": _("draft"),
    "card": _("card"),
    "colour": _("colour"),
    "dump": _("dump"),
    "volley": _("volley"),
    "draw or play": _("draw or play"),
    "challenge": _("challenge"),
    "bluff": _("bluff"),
    "uno": _("UNO"),
}
"""What each kind is called."""
KIND_WORDS: Final[dict[Kind, str]] = {kind: kind.replace(" ", "-") for kind in KIND_NAMES}
"""Each as a word of a command line."""
_BY_PHASE: Final[dict[Phase, Kind]] = {
    Phase.CHALLENGE: "challenge",
    Phase.BILL: "volley",
    Phase.NAME_COLOUR: "colour",
}


def kind_of(view: DraftView | PlayView, move: SeatMove, best: SeatMove) -> Kind:
    """What kind of decision it was: where it was not the best one, by what that would have done otherwise.

    Args:
        view: What the seat knew.
        move: What it did.
        best: What would have been best.
    """
    if isinstance(view, DraftView):
        return "draft"
    both = (move, best)
    if any(isinstance(each, SayUno | CallOut) for each in both) or _is_about_uno(move, best):
        return "uno"
    if view.phase in _BY_PHASE:
        return _BY_PHASE[view.phase]
    if any(_is_bluff(view, each) for each in both):
        return "bluff"
    if any(isinstance(each, Draw | Pass) for each in both):
        return "draw or play"
    if any(isinstance(each, Dump) or (isinstance(each, Play) and each.dump is not None) for each in both):
        return "dump"
    if isinstance(move, Play) and isinstance(best, Play) and move.card is best.card and move.colour is not best.colour:
        return "colour"
    return "card"


def _is_about_uno(move: SeatMove, best: SeatMove) -> bool:
    """Whether two plays differ in nothing but whether UNO is said."""
    are_plays = isinstance(move, Play | Dump) and isinstance(best, Play | Dump)
    return are_plays and move != best and move.model_copy(update={"uno": True}) == best.model_copy(update={"uno": True})


def can_be_challenged(view: PlayView, move: SeatMove) -> bool:
    """Whether a move is a Wild Draw 4 that the next seat may challenge."""
    is_four = isinstance(move, Play) and move.card.symbol is Symbol.WILD_DRAW_FOUR
    return is_four and view.rules.wild_draw_four == "challenge"


def _is_bluff(view: PlayView, move: SeatMove) -> bool:
    """Whether a move is a Wild Draw 4 beside a card that matches, where that can be challenged."""
    return can_be_challenged(view, move) and any(card in view.matches for card in view.hand)
