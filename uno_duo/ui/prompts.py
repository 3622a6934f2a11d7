"""What is asked of the player, and what the chosen card would do, in plain sentences."""

from collections.abc import Container, Sequence

from rich.cells import cell_len

from uno_duo.core import Colour, Face, Phase, Play, PlayView, Symbol, seat_after
from uno_duo.language import _, ngettext
from uno_duo.wording import colour_name, face_name, symbol_name


def seat_next_to(view: PlayView, seat: int) -> int:
    """The seat that plays after another one, where nothing skips it."""
    return seat_after(seat, view.rules.seats, view.direction, view.out)


def asked(view: PlayView, names: Sequence[str]) -> str:
    """What is asked in a position, as one sentence from the side of the view's seat."""
    if view.turn != view.seat:
        return _waiting(view, names)
    match view.phase:
        case Phase.NAME_COLOUR:
            return _("Name the colour of the turned-up card")
        case Phase.BILL:
            return ngettext(
                "Answer the Draw 2 or take {count} card", "Answer the Draw 2 or take {count} cards", view.bill
            ).format(count=view.bill)
        case Phase.CHALLENGE:
            assert view.accused is not None
            return _("{other} laid a Wild Draw 4").format(other=names[view.accused.seat])
        case Phase.DRAWN if view.drawn is not None:
            drew = _("You drew {card}") if view.rules.keep_drawn else _("You drew {card} and must play it")
            return drew.format(card=view.drawn.code)
    if view.may_dump:
        return _("Complete the Reverse, play or draw")
    if view.rules.drawing == "until_playable":
        return _("Your turn: play {matching}, or draw until you can").format(matching=_matching(view))
    return _("Your turn: play {matching}, or draw").format(matching=_matching(view))


def thinking(seat: int, names: Sequence[str]) -> str:
    """That a seat thinks about what it does."""
    return _("{other} thinks").format(other=names[seat])


def _waiting(view: PlayView, names: Sequence[str]) -> str:
    if view.turn is None:
        return _("The discard pile is shuffled")
    other = names[view.turn]
    match view.phase:
        case Phase.NAME_COLOUR:
            return _("{other} names a colour").format(other=other)
        case Phase.BILL:
            return ngettext(
                "{other} answers or takes {count} card", "{other} answers or takes {count} cards", view.bill
            ).format(other=other, count=view.bill)
        case Phase.CHALLENGE:
            return _("{other} accepts or challenges").format(other=other)
    following = seat_next_to(view, view.turn)
    if view.rules.seats == 2 or view.seat in view.out:
        told = _("{other} is on turn")
    elif following == view.seat:
        told = _("{other} is on turn, you are next")
    else:
        told = _("{other} is on turn, {following} is next")
    return told.format(other=other, following=names[following])


def _matching(view: PlayView) -> str:
    """What matches, in words: the colour in force, the symbol on top, and wild cards."""
    if view.colour is None:
        return _("any card")
    colour, top = colour_name(view.colour), view.discard[-1]
    # Beside a card that matches, a restricted Wild Draw 4 is none of the wild cards that can be played.
    is_wild_draw_four_held_back = view.rules.wild_draw_four == "restricted" and any(
        isinstance(move, Play) and not move.card.is_wild for move in view.legal
    )
    wild = _("a Wild") if is_wild_draw_four_held_back else _("a wild card")
    if top.is_number:
        return _("{colour}, {number} or {wild}").format(colour=colour, number=top.symbol.value, wild=wild)
    if top.is_wild or not view.rules.symbols_match:
        return _("{colour} or {wild}").format(colour=colour, wild=wild)
    return _("{colour}, a {symbol} or {wild}").format(colour=colour, symbol=symbol_name(top.symbol), wild=wild)


def about_card(view: PlayView, face: Face, names: Sequence[str]) -> str:
    """What playing a card would do, or why it cannot be played, in one sentence."""
    name = face_name(face)
    name = name[0].upper() + name[1:]
    if view.turn != view.seat:
        return _("{card}.").format(card=name)
    if not any(getattr(move, "card", None) is face for move in view.legal):
        return _("{card}. {why}").format(card=name, why=_why_not(view, face))
    return _("{card}. {effect}").format(card=name, effect=_effect(view, face, names))


def _why_not(view: PlayView, face: Face) -> str:
    match view.phase:
        case Phase.BILL:
            return _("Only a Draw 2 answers a Draw 2.")
        case Phase.DRAWN:
            return _("Only the card just drawn may be played.")
        case Phase.CHALLENGE | Phase.NAME_COLOUR:
            return _("First give your answer.")
    if face.is_wild:
        return _("Not while you hold a card that matches.")
    if face.symbol is view.discard[-1].symbol:
        return _("It matches by its colour only.")
    return _("It does not match.")


def _effect(view: PlayView, face: Face, names: Sequence[str]) -> str:
    rules = view.rules
    following = seat_next_to(view, view.seat)
    is_duel = rules.seats - len(view.out) == 2
    other, small_other = names[following], names[following]
    if rules.seats == 2:
        other, small_other = _("The other"), _("the other")
    then = names[seat_next_to(view, following)]
    if len(view.hand) == 1:
        return _last(view, face, small_other)
    skips = (_("You play again at once.") if is_duel else _("{other} is skipped, {then} is next.")).format(
        other=other, then=then
    )
    match face.symbol:
        case Symbol.DRAW_TWO if rules.stacking:
            due = view.bill + rules.draw_two
            owes = ngettext("{other} owes {count} card.", "{other} owes {count} cards.", due)
            return owes.format(other=other, count=due)
        case Symbol.DRAW_TWO if rules.draw_two:
            count = rules.draw_two
            if is_duel:
                told = ngettext(
                    "{other} draws {count} card, and you play again.",
                    "{other} draws {count} cards, and you play again.",
                    count,
                )
            else:
                told = _("{other} draws {count} and is skipped, {then} is next.")
            return told.format(other=other, count=count, then=then)
        case Symbol.DRAW_TWO | Symbol.SKIP:
            return skips
        case Symbol.REVERSE if rules.reverse == "dump":
            return _reverse(view, face.colour)
        case Symbol.REVERSE if rules.reverse == "skip" or is_duel:
            return skips
        case Symbol.REVERSE:
            left, right = _("Play turns to the left, {then} is next."), _("Play turns to the right, {then} is next.")
            before = seat_after(view.seat, rules.seats, -view.direction, view.out)
            return (left if view.direction < 0 else right).format(then=names[before])
        case Symbol.WILD:
            return _("You name the colour.")
        case Symbol.WILD_DRAW_FOUR:
            if rules.wild_draw_four == "challenge":
                told = _("You name the colour; {other} draws {count} or challenges.")
            elif is_duel:
                told = _("You name the colour; {other} draws {count}, and you play again.")
            else:
                told = _("You name the colour; {other} draws {count} and is skipped.")
            return told.format(other=small_other, count=rules.draw_four)
    return _("{other} plays on it.").format(other=other)


def _last(view: PlayView, face: Face, other: str) -> str:
    """What the last card does, with which the round ends."""
    rules, count = view.rules, 0
    if face.symbol is Symbol.DRAW_TWO:
        count = view.bill + rules.draw_two
    elif face.symbol is Symbol.WILD_DRAW_FOUR:
        count = rules.draw_four
    if not (count and rules.final_draw):
        return _("You go out.")
    return ngettext(
        "You go out, and {other} draws {count} card.", "You go out, and {other} draws {count} cards.", count
    ).format(other=other, count=count)


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
    accused = view.accused
    assert accused is not None
    known = view.known[accused.seat]
    cards = view.hand_sizes[accused.seat]
    under = _("On {under}, ").format(under=accused.under.code)
    before = colour_name(accused.colour) if accused.colour else ""
    text = ngettext(
        "{under}{colour} in force; {count} card left{known}. A lost challenge: you draw {lost}.",
        "{under}{colour} in force; {count} cards left{known}. A lost challenge: you draw {lost}.",
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
