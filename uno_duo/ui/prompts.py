"""What is asked of the player, and what the chosen card would do, in plain sentences."""

from collections.abc import Container

from rich.cells import cell_len

from uno_duo.core import Colour, Face, Phase, PlayView, Symbol
from uno_duo.language import _, ngettext
from uno_duo.wording import colour_name, face_name, symbol_name


def asked(view: PlayView, other: str) -> str:
    """What is asked in a position, as one sentence from the side of the view's seat."""
    if view.turn != view.seat:
        return _waiting(view, other)
    match view.phase:
        case Phase.NAME_COLOUR:
            return _("Name the colour of the turned-up card")
        case Phase.BILL:
            return ngettext(
                "Answer the Draw 2 or take {count} card", "Answer the Draw 2 or take {count} cards", view.bill
            ).format(count=view.bill)
        case Phase.CHALLENGE:
            return _("{other} laid a Wild Draw 4").format(other=other)
        case Phase.DRAWN if view.drawn is not None:
            return _("You drew {card}").format(card=view.drawn.code)
    if view.may_dump:
        return _("Complete the Reverse, play or draw")
    return _("Your turn: play {matching}, or draw").format(matching=_matching(view))


def _waiting(view: PlayView, other: str) -> str:
    match view.phase:
        case Phase.NAME_COLOUR:
            return _("{other} names a colour").format(other=other)
        case Phase.BILL:
            return ngettext(
                "{other} answers or takes {count} card", "{other} answers or takes {count} cards", view.bill
            ).format(other=other, count=view.bill)
        case Phase.CHALLENGE:
            return _("{other} accepts or challenges").format(other=other)
    return _("{other} is on turn").format(other=other)


def _matching(view: PlayView) -> str:
    """What matches, in words: the colour in force, the symbol on top, and wild cards."""
    if view.colour is None:
        return _("any card")
    colour, top = colour_name(view.colour), view.discard[-1]
    if top.is_wild:
        return _("{colour} or a wild card").format(colour=colour)
    if top.is_number:
        return _("{colour}, {number} or a wild card").format(colour=colour, number=top.symbol.value)
    return _("{colour}, a {symbol} or a wild card").format(colour=colour, symbol=symbol_name(top.symbol))


def about_card(view: PlayView, face: Face) -> str:
    """What playing a card would do, or why it cannot be played, in one sentence."""
    name = face_name(face)
    name = name[0].upper() + name[1:]
    if view.turn != view.seat:
        return _("{card}.").format(card=name)
    if not any(getattr(move, "card", None) is face for move in view.legal):
        return _("{card}. {why}").format(card=name, why=_why_not(view))
    return _("{card}. {effect}").format(card=name, effect=_effect(view, face))


def _why_not(view: PlayView) -> str:
    match view.phase:
        case Phase.BILL:
            return _("Only a Draw 2 answers a Draw 2.")
        case Phase.DRAWN:
            return _("Only the card just drawn may be played.")
        case Phase.CHALLENGE | Phase.NAME_COLOUR:
            return _("First give your answer.")
    return _("It does not match.")


def _effect(view: PlayView, face: Face) -> str:
    match face.symbol:
        case Symbol.DRAW_TWO:
            due = view.bill + view.rules.draw_two
            return ngettext("The other owes {count} card.", "The other owes {count} cards.", due).format(count=due)
        case Symbol.SKIP:
            return _("You play again at once.")
        case Symbol.REVERSE:
            return _reverse(view, face.colour)
        case Symbol.WILD:
            return _("You name the colour.")
        case Symbol.WILD_DRAW_FOUR:
            count = view.rules.draw_four
            return _("You name the colour; the other draws {count} or challenges.").format(count=count)
    return _("The other plays on it.")


def _reverse(view: PlayView, colour: Colour | None) -> str:
    others = sum(card.colour is colour for card in view.hand) - 1
    if not others or colour is None:
        return _("Alone it does nothing more.")
    return ngettext(
        "Lay it alone, or with the other {colour} card (a dump).",
        "Lay it alone, or with all {count} other {colour} cards (a dump).",
        others,
    ).format(count=others, colour=colour_name(colour))


def about_challenge(view: PlayView) -> str:
    """What is known to somebody who may challenge a Wild Draw 4."""
    known = view.known[1 - view.seat]
    cards = view.hand_sizes[1 - view.seat]
    under = view.discard[-2].code if len(view.discard) > 1 else ""
    before = colour_name(view.colour_before) if view.colour_before else ""
    text = ngettext(
        "On {under}, {colour} in force; {count} card left{known}. A lost challenge: you draw {lost}.",
        "On {under}, {colour} in force; {count} cards left{known}. A lost challenge: you draw {lost}.",
        cards,
    )
    seen = f" ({' '.join(card.code for card in known)})" if known else ""
    return text.format(under=under, colour=before, count=cards, known=seen, lost=view.rules.lost_challenge)


def score_line(
    names: tuple[str, ...],
    scores: tuple[int, ...],
    target: int,
    width: int | None = None,
    *,
    seat: int = 0,
    out: Container[int] = (),
) -> str:
    """The totals against the target; of more than two seats one's own, and those of the others as far as they fit.

    Args:
        names: The seats' names.
        scores: The seats' totals.
        target: What is played to.
        width: How many cells there are for more than two seats; None for as many as it takes.
        seat: The seat whose own total comes first, whether it fits or not.
        out: The seats knocked out, which are left away.
    """
    seats = len(names)
    parts = [f"{name} {score}" for name, score in zip(names, scores, strict=True)]
    if seats > 2:
        after = [(seat + step) % seats for step in range(1, seats)]
        parts = [parts[seat], *(parts[other] for other in after if other not in out)]
    for shown in range(len(parts), 0, -1):
        more = [_("{count} more").format(count=len(parts) - shown)] if shown < len(parts) else []
        line = f"{'  '.join(parts[:shown] + more)} / {target}"
        if width is None or seats == 2 or cell_len(line) <= width:
            return line
    return f"{parts[0]} / {target}"
