"""Events, faces and refusals in plain words: for the log, the replay and the plain mode.

A name is anybody's text: it only ever fills a placeholder, and is never read as a format or as markup.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from pydantic import ValidationError

from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    Colour,
    Cut,
    Draw,
    Dump,
    Event,
    Face,
    IllegalMove,
    Keep,
    NameColour,
    Pass,
    Play,
    Reason,
    Reject,
    Rules,
    SayUno,
    SeatMove,
    Symbol,
    Take,
)
from uno_duo.core.events import (
    CalledOut,
    Challenged,
    ColourNamed,
    CutShown,
    CutTied,
    DrawnFor,
    Drew,
    FirstDecided,
    KeptDrawnCard,
    KnockedOut,
    MatchEnded,
    Picked,
    PileRanOut,
    PileShuffled,
    PileTurned,
    Played,
    RoundBegan,
    RoundEnded,
    SaidUno,
    TurnedUp,
)
from uno_duo.core.ruleset import RuleConflict
from uno_duo.language import _, ngettext

_DUO: Final = Rules.duo()

OTHER_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jo")
"""What the other seats are called where several bots play."""


def colour_name(colour: Colour) -> str:
    """A colour as a word."""
    match colour:
        case Colour.RED:
            return _("red")
        case Colour.YELLOW:
            return _("yellow")
        case Colour.GREEN:
            return _("green")
        case Colour.BLUE:
            return _("blue")
    assert_never(colour)


def symbol_name(symbol: Symbol) -> str:
    """A symbol as the cards are called by it: ``7``, ``Reverse``, ``Wild Draw 4``."""
    match symbol:
        case Symbol.SKIP:
            return _("Skip")
        case Symbol.REVERSE:
            return _("Reverse")
        case Symbol.DRAW_TWO:
            return _("Draw 2")
        case Symbol.WILD:
            return _("Wild")
        case Symbol.WILD_DRAW_FOUR:
            return _("Wild Draw 4")
    return symbol.code


def face_name(face: Face) -> str:
    """A card by its full name: ``red 7``, ``green Reverse``, ``Wild Draw 4``."""
    symbol = symbol_name(face.symbol)
    return _("{colour} {symbol}").format(colour=colour_name(face.colour), symbol=symbol) if face.colour else symbol


def move_name(move: SeatMove) -> str:
    """A move in a few words: ``R7``, ``W4, green``, ``draw``; a dump by the Reverse and the card that ends on top."""
    match move:
        case Cut(place=place):
            return _("cut at {place}").format(place=place)
        case Keep():
            return _("keep")
        case Reject():
            return _("reject")
        case NameColour(colour=colour):
            return colour_name(colour)
        case Play(card=card, colour=colour, dump=dump):
            name = card.code
            if colour is not None:
                name = _("{card}, {colour}").format(card=card.code, colour=colour_name(colour))
            elif dump is not None:
                name = _("{card} dump, {dump}").format(card=card.code, dump=dump.code)
            return _("{move}, UNO").format(move=name) if move.uno else name
        case Dump(last=last):
            name = _("{card} ends the dump").format(card=last.code)
            return _("{move}, UNO").format(move=name) if move.uno else name
        case Draw():
            return _("draw")
        case Pass():
            return _("keep it")
        case Take():
            return _("take cards")
        case Accept():
            return _("accept")
        case Challenge():
            return _("challenge")
        case SayUno():
            return _("say UNO")
        case CallOut():
            return _("call out")
    assert_never(move)


def plain(text: str) -> str:
    """Anybody's text, such as a name out of a file, without the characters that a terminal would act on."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def brief(text: str, longest: int) -> str:
    """Anybody's text as `plain` makes it, and no longer than some characters."""
    text = plain(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def why_illegal(error: IllegalMove) -> str:
    """Why a move was refused, as a clause without a full stop."""
    move = error.move
    match error.reason:
        case Reason.MATCH_OVER:
            return _("the match is over")
        case Reason.SHUFFLE_DUE:
            return _("a shuffle is due first")
        case Reason.NO_SHUFFLE_DUE:
            return _("no shuffle is due")
        case Reason.WRONG_CARDS:
            return _("these are not exactly the cards that must be shuffled")
        case Reason.NO_SUCH_SEAT:
            return _("there is no seat {seat}").format(seat=_seat_of(error))
        case Reason.KNOCKED_OUT:
            return _("seat {seat} is out").format(seat=_seat_of(error))
        case Reason.NOT_ON_TURN:
            return _("seat {seat} is not on turn").format(seat=_seat_of(error))
        case Reason.NOT_ASKED:
            return _("{move!r} is not possible now").format(move=move.type)
        case Reason.NO_SUCH_PLACE:
            return _("the deck has no such place")
        case Reason.PLACE_TAKEN:
            return _("that place was cut before")
        case Reason.NOT_IN_HAND:
            return _("that card is not in the hand")
        case Reason.NO_MATCH:
            return _("that card matches neither the colour nor the symbol")
        case Reason.ONLY_DRAW_TWO:
            return _("only a Draw 2 answers a Draw 2")
        case Reason.ONLY_DRAWN_CARD:
            return _("only the card just drawn may be played")
        case Reason.DRAWN_CARD_DUE:
            return _("the card just drawn must be played")
        case Reason.ONLY_WITHOUT_MATCH:
            return _("a Wild Draw 4 may not be played beside a card that matches")
        case Reason.COLOUR_MISSING:
            return _("a wild card needs a colour")
        case Reason.COLOUR_NOT_DUE:
            return _("a colour is named with a wild card only")
        case Reason.CANNOT_DUMP:
            return _("no dump can end on that card")
        case Reason.NOTHING_TO_COMPLETE:
            return _("there is no Reverse to complete")
        case Reason.UNO_NOT_DUE:
            return _("UNO is said only where one card is left")
        case Reason.NO_UNO_OPEN:
            return _("no UNO was forgotten")
        case Reason.UNO_OF_ANOTHER:
            return _("it was another seat that forgot UNO")
        case Reason.OWN_UNO:
            return _("a seat cannot call itself out")
    assert_never(error.reason)


def _seat_of(error: IllegalMove) -> int:
    assert isinstance(error.move, SeatMove)
    return error.move.seat


def why_invalid(error: ValidationError, under: tuple[str, ...] = ()) -> str:
    """The first thing that is wrong with what somebody wrote, as a clause; fields are named from below `under`."""
    fault = error.errors(include_url=False)[0]
    field = ".".join(str(part) for part in fault["loc"][len(under) :])
    context = fault.get("ctx", {})
    match fault["type"]:
        case "json_invalid":
            return _("it is not JSON")
        case "union_tag_invalid":
            return _("there is no move {kind!r}").format(kind=context["tag"])
        case "value_error" if not field:
            return str(context["error"])
        case "value_error":
            return _("{field}: {reason}").format(field=field, reason=context["error"])
        case "missing":
            return _("{field} is missing").format(field=field)
        case "int_type" | "int_parsing" | "int_parsing_size" | "int_from_float":
            return _("{field} must be a whole number").format(field=field)
        case "bool_type" | "bool_parsing":
            return _("{field} must be true or false").format(field=field)
        case "string_type":
            return _("{field} must be a text").format(field=field)
        case "tuple_type":
            return _("{field} must be a list").format(field=field)
        case "model_type":
            return _("{field} must be an object").format(field=field)
        case "enum" | "literal_error":
            return _("{field} must be {expected}").format(field=field, expected=context["expected"])
        case "float_type" | "float_parsing" | "finite_number":
            return _("{field} must be a number").format(field=field)
        case "greater_than":
            return _("{field} must be more than {limit:g}").format(field=field, limit=context["gt"])
        case "greater_than_equal":
            return _("{field} must be at least {limit}").format(field=field, limit=context["ge"])
        case "less_than_equal":
            return _("{field} must be at most {limit}").format(field=field, limit=context["le"])
        case RuleConflict.DRAFT_OF_MANY:
            return _("a draft is for two seats; for more the hands must be dealt")
        case RuleConflict.DRAWING_PAST_KEPT:
            return _("who draws until a card can be played must play it, and may not keep it")
        case RuleConflict.NOTHING_TO_STACK:
            return _("a Draw 2 that draws no cards cannot be answered with another")
        case RuleConflict.TOO_FEW_CARDS:
            return _("the hands leave too few cards in the deck")
    return _("{field} is not as it must be").format(field=field)


def tell(event: Event, names: Sequence[str], reader: int | None = None, rules: Rules = _DUO) -> str:
    """What happened, as one short line.

    Args:
        event: What happened.
        names: The name of each seat.
        reader: The seat that is spoken to as "you"; None speaks of each by its name.
        rules: What is played by.
    """
    match event:
        case Played():
            return _played(event, names, reader, rules)
        case Drew():
            return _drew(event, names, reader)
        case Picked():
            return _picked(event, names, reader)
        case CutShown(seat=seat, card=card):
            if card.is_number:
                you, other = _("You cut {card}"), _("{name} cuts {card}")
            else:
                you, other = _("You cut {card}: no number, again"), _("{name} cuts {card}: no number, again")
            return (you if seat == reader else other).format(name=names[seat], card=card.code)
        case CutTied():
            return _("Equal numbers: cut again")
        case FirstDecided(seat=seat):
            you, other = _("You are Player 1"), _("{name} is Player 1")
            if rules.opening == "deal":
                you, other = _("You deal"), _("{name} deals")
            return (you if seat == reader else other).format(name=names[seat])
        case RoundBegan(round=number, first=first):
            you, other = _("Round {round}: you draft first"), _("Round {round}: {name} drafts first")
            if rules.opening == "deal":
                you, other = _("Round {round}: you deal"), _("Round {round}: {name} deals")
            return (you if first == reader else other).format(name=names[first], round=number)
        case TurnedUp(card=card, buried=buried):
            told = _("{buried} is buried, {card} is turned up") if buried else _("{card} is turned up")
            return told.format(card=card.code, buried=" ".join(each.code for each in buried))
        case ColourNamed(seat=seat, colour=colour):
            you, other = _("You name {colour}"), _("{name} names {colour}")
            return (you if seat == reader else other).format(name=names[seat], colour=colour_name(colour))
        case KeptDrawnCard(seat=seat):
            you, other = _("You keep the drawn card"), _("{name} keeps the drawn card")
            return (you if seat == reader else other).format(name=names[seat])
        case Challenged():
            return _challenged(event, names, reader)
        case SaidUno(seat=seat):
            you, other = _("You say UNO"), _("{name} says UNO")
            return (you if seat == reader else other).format(name=names[seat])
        case CalledOut(seat=seat, by=by):
            if by == reader:
                told = _("You call {accused} out: UNO forgotten")
            elif seat == reader:
                told = _("{name} calls you out: UNO forgotten")
            else:
                told = _("{name} calls {accused} out: UNO forgotten")
            return told.format(name=names[by], accused=names[seat])
        case PileTurned(count=count):
            told = ngettext("{count} discarded card is turned over", "{count} discarded cards are turned over", count)
            return told.format(count=count)
        case PileRanOut():
            return _("The draw pile is empty")
        case PileShuffled(count=count):
            told = ngettext("{count} discarded card is shuffled", "{count} discarded cards are shuffled", count)
            return told.format(count=count)
        case KnockedOut(seat=seat):
            you, other = _("You are out"), _("{name} is out")
            return (you if seat == reader else other).format(name=names[seat])
        case RoundEnded(round=number, result=result):
            if result.went_out is None:
                return _("Round {round} is blocked: nobody can draw").format(round=number)
            you, other = _("You go out: round {round} is over"), _("{name} goes out: round {round} is over")
            return (you if result.went_out == reader else other).format(name=names[result.went_out], round=number)
        case MatchEnded(winner=winner):
            you, other = _("You win the match"), _("{name} wins the match")
            return (you if winner == reader else other).format(name=names[winner])
    assert_never(event)


def _played(event: Played, names: Sequence[str], reader: int | None, rules: Rules) -> str:
    top, count, is_you = event.laid[-1], len(event.laid), event.seat == reader
    colour = event.colour or top.colour
    if event.is_dump:
        you = ngettext("You dump one card, {card}", "You dump {count} {colour} cards, {card} on top", count)
        other = ngettext("{name} dumps one card, {card}", "{name} dumps {count} {colour} cards, {card} on top", count)
    elif event.colour:
        you, other = _("You play {card}, name {colour}"), _("{name} plays {card}, names {colour}")
    elif event.bill > rules.draw_two:
        you, other = _("You answer {card}: {bill} due"), _("{name} answers {card}: {bill} due")
    elif event.is_turning:
        you, other = _("You play {card}: play turns"), _("{name} plays {card}: play turns")
    else:
        you, other = _("You play {card}"), _("{name} plays {card}")
    told = (you if is_you else other).format(
        name=names[event.seat],
        card=top.code,
        count=count,
        colour=colour_name(colour) if colour else "",
        bill=event.bill,
    )
    return _("{told}, UNO!").format(told=told) if event.says_uno else told


def _drew(event: Drew, names: Sequence[str], reader: int | None) -> str:
    count, is_you = event.count, event.seat == reader
    if not count:
        you, other = _("You find no card to draw"), _("{name} finds no card to draw")
    elif event.reason is DrawnFor.TURN and event.cards:
        you, other = _("You draw {cards}"), _("{name} draws {cards}")
    elif event.reason is DrawnFor.TURN and count == 1:
        you, other = _("You draw a card"), _("{name} draws a card")
    elif event.cards and event.reason is DrawnFor.BILL:
        you = ngettext("You take {count} card: {cards}", "You take {count} cards: {cards}", count)
        other = ngettext("{name} takes {count} card: {cards}", "{name} takes {count} cards: {cards}", count)
    elif event.reason is DrawnFor.BILL:
        you = ngettext("You take {count} card", "You take {count} cards", count)
        other = ngettext("{name} takes {count} card", "{name} takes {count} cards", count)
    elif event.cards:
        you = ngettext("You draw {count} card: {cards}", "You draw {count} cards: {cards}", count)
        other = ngettext("{name} draws {count} card: {cards}", "{name} draws {count} cards: {cards}", count)
    else:
        you = ngettext("You draw {count} card", "You draw {count} cards", count)
        other = ngettext("{name} draws {count} card", "{name} draws {count} cards", count)
    return (you if is_you else other).format(
        name=names[event.seat], count=count, cards=" ".join(card.code for card in event.cards)
    )


def _picked(event: Picked, names: Sequence[str], reader: int | None) -> str:
    if event.is_kept and event.taken is not None:
        you, other = (
            _("You keep {taken}, {discarded} is discarded"),
            _("{name} keeps {taken}, {discarded} is discarded"),
        )
    elif event.is_kept:
        you, other = _("You keep a card, {discarded} is discarded"), _("{name} keeps a card, {discarded} is discarded")
    elif event.taken is not None:
        you, other = _("You reject {discarded} and take {taken}"), _("{name} rejects {discarded} and takes {taken}")
    else:
        you, other = _("You reject {discarded}"), _("{name} rejects {discarded}")
    return (you if event.seat == reader else other).format(
        name=names[event.seat],
        taken=event.taken.code if event.taken is not None else "",
        discarded=event.discarded.code,
    )


def _challenged(event: Challenged, names: Sequence[str], reader: int | None) -> str:
    if event.seat == reader:
        guilty, innocent = _("You challenge: {accused} is guilty"), _("You challenge: {accused} is innocent")
    elif event.accused == reader:
        guilty, innocent = _("{name} challenges: you are guilty"), _("{name} challenges: you are innocent")
    else:
        guilty, innocent = _("{name} challenges: {accused} is guilty"), _("{name} challenges: {accused} is innocent")
    return (guilty if event.is_guilty else innocent).format(name=names[event.seat], accused=names[event.accused])
