"""The rule set: every number and option of the game as one frozen model."""

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field

_Cards = Annotated[int, Field(ge=1, le=20)]
_Points = Annotated[int, Field(ge=0, le=1000)]


class Rules(BaseModel):
    """What a game is played by; the defaults are UNO Duo's (RULES.md).

    A rule set is a value: the reducer reads these fields and never asks for a variant's name.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    seats: Annotated[int, Field(ge=2, le=2)] = 2
    """How many seats play."""
    target: Annotated[int, Field(ge=1, le=100_000)] = 200
    """The points at which a match ends."""
    knock_out: bool = False
    """Whether every seat at or over the target leaves, and the last one left wins."""
    hand_size: Annotated[int, Field(ge=2, le=20)] = 7
    """How many cards each seat drafts."""
    extra_wilds: Annotated[int, Field(ge=0, le=20)] = 4
    """How many Wilds there are beyond the four of a deck of 108 cards."""
    draw_two: _Cards = 2
    """How many cards a Draw 2 puts on the bill."""
    draw_four: _Cards = 4
    """How many cards a Wild Draw 4 makes its victim draw, and a guilty player of one."""
    lost_challenge: _Cards = 6
    """How many cards a challenger draws when the Wild Draw 4 was played honestly."""
    forgotten_uno: _Cards = 2
    """How many cards a seat draws that is called out."""
    final_draw: bool = True
    """Whether a last card that draws is drawn for before the round is scored."""
    action_points: _Points = 10
    """The points of a Draw 2, a Skip or a Reverse."""
    wild_points: _Points = 15
    """The points of a Wild."""
    wild_draw_four_points: _Points = 20
    """The points of a Wild Draw 4."""

    @classmethod
    def duo(cls) -> Self:
        """The rules of UNO Duo."""
        return cls()
