"""The moves: everything that can happen in a match, chance too (RECORD.md, *The moves*).

Moves are immutable, so those that the rules list again and again are made once: `PLAYS` and what is cached here.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from uno_duo.core.cards import Colour, Face
from uno_duo.core.ruleset import MOST_SEATS


class _Move(BaseModel):  # noqa: PLW1641 - pydantic gives frozen models their hash
    model_config = ConfigDict(frozen=True, strict=True)

    def __eq__(self, other: object) -> bool:
        """Compares kinds and fields: pydantic does it three times slower, and moves are compared often."""
        return type(self) is type(other) and self.__dict__ == other.__dict__


class Shuffle(_Move):
    """All cards that are due to be shuffled, the next one to be drawn first."""

    type: Literal["shuffle"] = "shuffle"
    order: tuple[Face, ...]


class _SeatMove(_Move):
    seat: Annotated[int, Field(ge=0)]


class Cut(_SeatMove):
    """Showing the card at a place, counted from 0, of the shuffled deck (RULES.md, section 1)."""

    type: Literal["cut"] = "cut"
    place: Annotated[int, Field(ge=0)]


class Keep(_SeatMove):
    """Keeping the card looked at in the draft (section 2)."""

    type: Literal["keep"] = "keep"


class Reject(_SeatMove):
    """Rejecting the card looked at in the draft, and taking the next one unseen (section 2)."""

    type: Literal["reject"] = "reject"


class NameColour(_SeatMove):
    """Naming the colour of a turned-up wild card (section 3)."""

    type: Literal["name_colour"] = "name_colour"
    colour: Colour


class Play(_SeatMove):
    """Playing a card: in a turn, a drawn one, or in answer to a bill (sections 4 and 6).

    Attributes:
        card: The card played.
        colour: The colour named, on wild cards and on no others.
        dump: The card that ends on top, where a Reverse dumps its colour (section 7).
        uno: Whether UNO is said with the play; only where it leaves exactly one card.
    """

    type: Literal["play"] = "play"
    card: Face
    colour: Colour | None = None
    dump: Face | None = None
    uno: bool = False


class Dump(_SeatMove):
    """Completing a Reverse: all cards of its colour, with `last` on top (sections 3 and 7)."""

    type: Literal["dump"] = "dump"
    last: Face
    uno: bool = False


class Draw(_SeatMove):
    """Drawing a card in place of playing one (section 4)."""

    type: Literal["draw"] = "draw"


class Pass(_SeatMove):
    """Keeping a drawn card that could be played (section 4)."""

    type: Literal["pass"] = "pass"


class Take(_SeatMove):
    """Drawing the whole bill (section 6)."""

    type: Literal["take"] = "take"


class Accept(_SeatMove):
    """Drawing for a Wild Draw 4 (section 8)."""

    type: Literal["accept"] = "accept"


class Challenge(_SeatMove):
    """Asking to see whether a Wild Draw 4 was played honestly (section 8)."""

    type: Literal["challenge"] = "challenge"


class SayUno(_SeatMove):
    """Saying UNO after the play (section 9)."""

    type: Literal["say_uno"] = "say_uno"


class CallOut(_SeatMove):
    """Calling out the seat that has forgotten UNO (section 9)."""

    type: Literal["call_out"] = "call_out"


SeatMove = Cut | Keep | Reject | NameColour | Play | Dump | Draw | Pass | Take | Accept | Challenge | SayUno | CallOut
"""A move that a seat makes: every one but the shuffle."""

Move = Annotated[Shuffle | SeatMove, Field(discriminator="type")]
"""Any move, told apart by its `type`."""


@cache
def cuts(seat: int, size: int) -> tuple[Cut, ...]:
    """A seat's cut at each place of a deck of some size."""
    return tuple(Cut(seat=seat, place=place) for place in range(size))


def saying_uno(moves: Sequence[SeatMove]) -> list[SeatMove]:
    """Some moves without those that forget UNO, each of which stands beside the same one that says it."""
    silent = [move.model_copy(update={"uno": False}) for move in moves if isinstance(move, Play | Dump) and move.uno]
    return [move for move in moves if move not in silent]


def name_colours(seat: int) -> tuple[NameColour, ...]:
    """A move for each colour that the seat may name."""
    return tuple(NameColour(seat=seat, colour=colour) for colour in Colour)


@cache
def dumping_plays(seat: int, reverse: Face, last: Face, leaves_one: bool) -> tuple[Play, ...]:
    """Every way to play a Reverse with a dump that ends on `last`."""
    return tuple(Play(seat=seat, card=reverse, dump=last, uno=uno) for uno in _saying(leaves_one))


@cache
def dumps(seat: int, last: Face, leaves_one: bool) -> tuple[Dump, ...]:
    """Every way to complete a Reverse with a dump that ends on `last`."""
    return tuple(Dump(seat=seat, last=last, uno=uno) for uno in _saying(leaves_one))


def _saying(leaves_one: bool) -> tuple[bool, ...]:
    return (False, True) if leaves_one else (False,)


PLAYS: Final = tuple(
    tuple(
        tuple(
            tuple(
                Play(seat=seat, card=card, colour=colour, uno=uno)
                for colour in (tuple(Colour) if card.is_wild else (None,))
                for uno in _saying(leaves_one)
            )
            for card in Face
        )
        for leaves_one in (False, True)
    )
    for seat in range(MOST_SEATS)
)
"""By seat, by whether a card is left, and by face: every way to play it without a dump, in each colour if wild."""
