"""The line protocol, in which a bot is any program: a view on a line, and the move that answers it on another.

The line is the view's own JSON, in which `legal` holds exactly the moves that may answer it; `null` declines an UNO
question.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from uno_duo.bots.base import is_about_uno
from uno_duo.core import DraftView, Phase, PlayView, SeatMove, View, full_deck
from uno_duo.json_lines import LineError, entry_of, fields_of, json_of
from uno_duo.language import _
from uno_duo.wording import brief, why_invalid

_MOVES: Final[TypeAdapter[SeatMove]] = TypeAdapter(Annotated[SeatMove, Field(discriminator="type")])
_LONGEST_QUOTE: Final = 40


@dataclass(frozen=True)
class Question:
    """What a bot is asked.

    Attributes:
        view: What its seat may know; `legal` holds the moves that it may answer with.
        chance: What its generator comes from, RECORD.md's x; None for a program that has chance of its own.
    """

    view: View
    chance: int | None = None


class _Chance(BaseModel):
    """What stands beside the view on the line of a bot of ours."""

    model_config = ConfigDict(strict=True)

    random: Annotated[int, Field(ge=0)] | None = None


def question_line(view: View, moves: Sequence[SeatMove], chance: int | None = None) -> bytes:
    """The line that asks a bot.

    Args:
        view: What its seat may know.
        moves: What it may answer with.
        chance: What its generator comes from; None where it has chance of its own.
    """
    fields = view.model_dump(mode="json", exclude={"legal"})
    if chance is not None:
        fields["random"] = chance
    fields["legal"] = [fields_of(move) for move in moves]
    return json.dumps(fields).encode() + b"\n"


def question_of(line: bytes) -> Question:
    """What a line asks.

    Raises:
        LineError: It is no view of a seat that is asked something.
    """
    found = json_of(line)
    if not isinstance(found, dict):
        raise LineError(_("it is no view"))
    kind = DraftView if found.get("phase") in (Phase.CUT, Phase.DRAFT) else PlayView
    try:
        view = kind.model_validate_json(line)
        chance = _Chance.model_validate_json(line).random
    except ValidationError as error:
        raise LineError(why_invalid(error)) from None
    _check(view)
    return Question(view, chance)


def _check(view: DraftView | PlayView) -> None:
    """Refuses a view that does not hang together, on which a bot would stumble."""
    seats = view.rules.seats
    per_seat: dict[str, Sequence[object]] = {"scores": view.scores, "hand_sizes": view.hand_sizes}
    named: dict[str, Sequence[int | None]] = {
        "seat": (view.seat,),
        "first": (view.first,),
        "turn": (view.turn,),
        "out": view.out,
    }
    if isinstance(view, PlayView):
        per_seat["known"] = view.known
        named["uno_open"] = (view.uno_open,)
        if view.accused is not None:
            named["accused"] = (view.accused.seat,)
        elif view.phase is Phase.CHALLENGE:
            raise LineError(_("accused must tell of the Wild Draw 4 that is answered"))
    for field, values in per_seat.items():
        if len(values) != seats:
            raise LineError(_("{field} must have one for each of {seats} seats").format(field=field, seats=seats))
    for field, numbers in named.items():
        for number in numbers:
            if number is not None and not 0 <= number < seats:
                raise LineError(_("{field}: there is no seat {seat}").format(field=field, seat=number))
    if min(view.draw_size, *view.hand_sizes) < 0:
        raise LineError(_("there are no fewer than 0 cards anywhere"))
    if view.draw_size + sum(view.hand_sizes) + len(view.discard) != len(full_deck(view.rules)):
        raise LineError(_("hand_sizes, draw_size and discard must make the whole deck"))
    if view.hand_sizes[view.seat] != len(view.hand):
        raise LineError(_("hand_sizes must tell the size of the hand"))
    if not view.legal:
        raise LineError(_("legal must hold a move"))
    if any(move.seat != view.seat for move in view.legal):
        raise LineError(_("legal must hold moves of seat {seat} alone").format(seat=view.seat))


def answer_line(move: SeatMove | None) -> bytes:
    """The line of a bot's answer; None declines an UNO question."""
    return json.dumps(None if move is None else fields_of(move)).encode() + b"\n"


def answer_of(line: bytes, moves: Sequence[SeatMove]) -> SeatMove | None:
    """What a line answers to a question.

    Args:
        line: The line.
        moves: What may be answered.

    Returns:
        One of the moves, or None where an UNO question is declined.

    Raises:
        LineError: It is no such answer; the text quotes it.
    """
    try:
        if json_of(line) is None:
            if not is_about_uno(moves):
                raise LineError(_("only an UNO question can be declined"))
            return None
        move = entry_of(line, _MOVES)
        if move not in moves:
            raise LineError(_("it is none of the legal moves"))
    except LineError as error:
        raise LineError(_("{answer} is no answer: {reason}").format(answer=_quoted(line), reason=error)) from None
    return move


def _quoted(line: bytes) -> str:
    """The beginning of what anybody's program has said, as it can be shown."""
    return repr(brief(line[: 8 * _LONGEST_QUOTE].decode(errors="replace").strip(), _LONGEST_QUOTE))
