"""Why a move may be good or bad, in a plain sentence: only what is true by the player's own view."""

from collections.abc import Callable, Sequence
from typing import Final

from uno_duo.coach.kinds import can_be_challenged
from uno_duo.core import (
    CallOut,
    Challenge,
    Colour,
    DraftView,
    Draw,
    Dump,
    Hand,
    Keep,
    NameColour,
    Phase,
    Pile,
    Play,
    PlayView,
    SeatMove,
    Symbol,
    Take,
    points,
    seat_after,
)
from uno_duo.core.cards import matching, without
from uno_duo.core.legality import of_colour_in
from uno_duo.core.rules import laid_by
from uno_duo.language import _, ngettext
from uno_duo.wording import colour_name, face_name

_DEAR: Final = 10  # points
_SMALL: Final = 2  # cards
_PLAYED_ON: Final = (Symbol.REVERSE, Symbol.WILD)  # beside the numbers, what the next seat plays on by matching it


def reason(view: DraftView | PlayView, move: SeatMove, names: Sequence[str]) -> str:
    """A sentence about a legal move, from the side of the view's seat; empty where none is to be said.

    Args:
        view: What the seat knows.
        move: The move.
        names: What the seats are called.
    """
    if isinstance(view, DraftView):
        return _about_pick(view, move)
    return next((told for find in _REASONS if (told := find(view, move, names))), "")


def _about_pick(view: DraftView, move: SeatMove) -> str:
    colour = view.drawn.colour if view.drawn is not None else None
    if not isinstance(move, Keep) or colour is None:
        return ""
    count = sum(card.colour is colour for card in view.hand)
    told = ngettext("You hold {count} {colour} card.", "You hold {count} {colour} cards.", count)
    return told.format(count=count, colour=colour_name(colour))


def _laid(view: PlayView, move: SeatMove) -> Pile:
    """The cards that a move lays, the last one on top."""
    if isinstance(move, Dump):
        return laid_by(view.hand, None, move.last)
    return laid_by(view.hand, move.card, move.dump) if isinstance(move, Play) else ()


def _left(view: PlayView, move: SeatMove) -> Hand:
    """What a move leaves in the hand."""
    left = view.hand
    for card in _laid(view, move):
        left = without(left, card)
    return left


def _going_out(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    del names
    return _("It goes out.") if _laid(view, move) and not _left(view, move) else ""


def _silence(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    del names
    rules, count = view.rules, view.rules.forgotten_uno
    is_silent = isinstance(move, Play | Dump) and not move.uno and len(_left(view, move)) == 1
    before = max(rules.draw_two, rules.draw_four, rules.lost_challenge)  # what another seat may draw first
    if not (is_silent and count and _laid(view, move) and _can_be_drawn(view, before + count)):
        return ""
    told = ngettext(
        "Without UNO: called out, you draw {count} card.", "Without UNO: called out, you draw {count} cards.", count
    )
    return told.format(count=count)


def _can_be_drawn(view: PlayView, count: int) -> bool:
    """Whether the piles have so many cards (RULES.md, section 5)."""
    return view.draw_size + len(view.discard) - 1 >= count


def _calling_out(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    count = view.rules.forgotten_uno
    if not isinstance(move, CallOut) or view.uno_open is None or not _can_be_drawn(view, count):
        return ""
    told = ngettext("{other} draws {count} card.", "{other} draws {count} cards.", count)
    return told.format(other=names[view.uno_open], count=count)


def _dumping(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    del names
    count = len(_laid(view, move))
    return _("It lays {count} cards at once.").format(count=count) if count > 1 else ""


def _bluff(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    if not can_be_challenged(view, move) or view.colour is None:
        return ""
    count = sum(card in view.matches for card in view.hand)
    if not count:
        return _("It is honest: nothing else of yours matches.")
    told = ngettext(
        "A bluff: {count} card of yours matches, and {other} may challenge.",
        "A bluff: {count} cards of yours match, and {other} may challenge.",
        count,
    )
    return told.format(count=count, other=names[_next(view)])


def _next(view: PlayView) -> int:
    return seat_after(view.seat, view.rules.seats, view.direction, view.out)


def _challenging(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    if not isinstance(move, Challenge) or view.accused is None:
        return ""
    accused, known = names[view.accused.seat], view.known[view.accused.seat]
    held = [card for card in view.accused.known if card in view.matches_before]
    if held:
        return _("{other} was seen to hold {card}.").format(other=accused, card=face_name(held[0]))
    if known and len(known) == view.hand_sizes[view.accused.seat]:
        return _("All of the hand of {other} is known, and none of it matched.").format(other=accused)
    count = view.rules.lost_challenge
    if not _can_be_drawn(view, count):
        return ""
    told = ngettext("If it was honest, you draw {count} card.", "If it was honest, you draw {count} cards.", count)
    return told.format(count=count)


def _answering(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    if view.phase is not Phase.BILL:
        return ""
    if isinstance(move, Play):
        owed = view.bill + view.rules.draw_two
        told = ngettext("{other} owes {count} card then.", "{other} owes {count} cards then.", owed)
        return told.format(other=names[_next(view)], count=owed)
    could = any(isinstance(other, Play) for other in view.legal)
    return _saving(view.hand) if isinstance(move, Take) and could else ""


def _saving(left: Hand) -> str:
    count = sum(card.symbol is Symbol.DRAW_TWO for card in left)
    return ngettext("It saves the Draw 2.", "It saves {count} Draw 2s.", count).format(count=count)


def _known_not_to_match(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    laid, other = _laid(view, move), _next(view)
    known = view.known[other]
    if not (laid and known and (laid[-1].is_number or laid[-1].symbol in _PLAYED_ON)):
        return ""
    colour = laid[-1].colour or (move.colour if isinstance(move, Play) else None)
    matches = matching(colour, laid[-1].symbol, view.rules.symbols_match)
    if any(card in matches or card.is_wild for card in known):
        return ""
    if len(known) == view.hand_sizes[other]:
        return _("{other} holds nothing that matches it.").format(other=names[other])
    shown = " ".join(card.code for card in known)
    return _("{other} was seen to hold {cards}: none matches it.").format(other=names[other], cards=shown)


def _keeping_dump(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    del names
    laid, left = _laid(view, move), _left(view, move)
    if view.rules.reverse != "dump" or not laid:
        return ""
    best = max((_dump_of(left, colour) for colour in Colour), key=lambda found: found[0])
    before = max(_dump_of(view.hand, colour)[0] for colour in Colour)
    if best[0] > 1 and best[0] == before:
        return _("It keeps a dump of {count} {colour} cards.").format(count=best[0], colour=colour_name(best[1]))
    if before > max(1, best[0]):
        return _("It takes a card from a dump of {count}.").format(count=before)
    return ""


def _dump_of(hand: Hand, colour: Colour) -> tuple[int, Colour]:
    """How many cards of a colour a Reverse among them can lay; 0 without one."""
    cards = of_colour_in(hand, colour)
    return (len(cards) if any(card.symbol is Symbol.REVERSE for card in cards) else 0), colour


def _saving_draw_two(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    del names
    could = any(isinstance(other, Play) and other.card.symbol is Symbol.DRAW_TWO for other in view.legal)
    is_other = bool(_laid(view, move)) and all(card.symbol is not Symbol.DRAW_TWO for card in _laid(view, move))
    return _saving(_left(view, move)) if could and is_other and view.rules.stacking else ""


def _shedding(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    shed = sum(points(card, view.rules) for card in _laid(view, move))
    other = _next(view)
    count = view.hand_sizes[other]
    if shed < _DEAR or count > _SMALL:
        return ""
    told = ngettext(
        "It rids you of {points} points while {other} has {count} card.",
        "It rids you of {points} points while {other} has {count} cards.",
        count,
    )
    return told.format(points=shed, other=names[other], count=count)


def _naming(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    del names
    colour = move.colour if isinstance(move, Play | NameColour) else None
    if colour is None:
        return ""
    count = sum(card.colour is colour for card in _left(view, move))
    told = ngettext("You hold {count} {colour} card.", "You hold {count} {colour} cards.", count)
    return told.format(count=count, colour=colour_name(colour))


def _drawing(view: PlayView, move: SeatMove, names: Sequence[str]) -> str:
    del names
    playable = {other.card for other in view.legal if isinstance(other, Play)}
    count = sum(card in playable for card in view.hand)
    if not (isinstance(move, Draw) and count):
        return ""
    told = ngettext(
        "It keeps the card that could be played.", "It keeps all {count} cards that could be played.", count
    )
    return told.format(count=count)


_REASONS: Final[tuple[Callable[[PlayView, SeatMove, Sequence[str]], str], ...]] = (
    _going_out,
    _silence,
    _calling_out,
    _dumping,
    _bluff,
    _challenging,
    _answering,
    _known_not_to_match,
    _shedding,
    _keeping_dump,
    _saving_draw_two,
    _naming,
    _drawing,
)
