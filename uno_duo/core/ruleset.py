"""The rule set: every number and option of the game as one frozen model."""

from enum import StrEnum
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

MOST_SEATS: Final = 10
"""How many can play at most (RULES.md, *Classic UNO*)."""
_LEAST_CARDS: Final = 108  # the deck without extra Wilds, and its wild cards
_LEAST_WILDS: Final = 8

_Cards = Annotated[int, Field(ge=1, le=20)]
_CardsOrNone = Annotated[int, Field(ge=0, le=20)]
_Points = Annotated[int, Field(ge=0, le=1000)]


class RuleConflict(StrEnum):
    """Why values that are each possible make no rule set together, as a code; `uno_duo.wording` has the sentences."""

    DRAFT_OF_MANY = "draft_of_many"
    DRAWING_PAST_KEPT = "drawing_past_kept"
    NOTHING_TO_STACK = "nothing_to_stack"
    TOO_FEW_CARDS = "too_few_cards"


class Rules(BaseModel):
    """What a game is played by; the defaults are UNO Duo's (RULES.md).

    A rule set is a value: the reducer reads these fields and never asks for a variant's name. Values that make no
    sense together are refused, with a `RuleConflict` as the error's type.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    seats: Annotated[int, Field(ge=2, le=MOST_SEATS)] = 2
    """How many seats play."""
    target: Annotated[int, Field(ge=1, le=100_000)] = 200
    """The points at which a match ends."""
    knock_out: bool = False
    """Whether every seat at or over the target leaves, and the last one left wins."""
    opening: Literal["draft", "deal"] = "draft"
    """How the hands come about: drafted by two seats (section 2), or dealt (Classic UNO, *deal*)."""
    hand_size: Annotated[int, Field(ge=2, le=20)] = 7
    """How many cards each seat drafts or is dealt."""
    extra_wilds: _CardsOrNone = 4
    """How many Wilds there are beyond the four of a deck of 108 cards."""
    bury_wilds: bool = False
    """Whether a turned-up wild card goes back into the pile and another card is turned up."""
    symbols_match: bool = True
    """Whether a Draw 2, Skip or Reverse matches its like of another colour, as numbers always do."""
    drawing: Literal["one", "until_playable"] = "one"
    """What a seat draws that does not play: one card, or until one can be played."""
    keep_drawn: bool = True
    """Whether a drawn card that can be played may be kept."""
    reverse: Literal["dump", "turn", "skip"] = "dump"
    """What a Reverse does: it may take its colour along (section 7), turns the direction, or skips the next seat."""
    draw_two: _CardsOrNone = 2
    """How many cards a Draw 2 makes the next seat draw; with none it only skips it."""
    stacking: bool = True
    """Whether a Draw 2 may be answered with a Draw 2 (section 6); else it is drawn for at once."""
    draw_four: _Cards = 4
    """How many cards a Wild Draw 4 makes its victim draw, and a guilty player of one."""
    wild_draw_four: Literal["challenge", "restricted", "free"] = "challenge"
    """What holds a Wild Draw 4 in check: a challenge (section 8), that it needs a hand without a match, or nothing."""
    lost_challenge: _Cards = 6
    """How many cards a challenger draws when the Wild Draw 4 was played honestly."""
    forgotten_uno: _CardsOrNone = 2
    """How many cards a seat draws that is called out."""
    final_draw: bool = True
    """Whether a last card that draws is drawn for before the round is scored."""
    recycling: Literal["turned", "shuffled"] = "turned"
    """Whether the discard pile is turned over as it lies to be drawn from again, or shuffled."""
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

    @classmethod
    def classic(cls, seats: int = 2) -> Self:
        """The rules of classic UNO for some seats, 2 to 10 (RULES.md, *Classic UNO*).

        Raises:
            pydantic.ValidationError: There are not so many seats.
        """
        return cls(
            seats=seats,
            target=500,
            opening="deal",
            bury_wilds=True,
            symbols_match=False,
            drawing="until_playable",
            keep_drawn=False,
            reverse="turn",
            stacking=False,
            wild_draw_four="restricted",
            forgotten_uno=4,
            recycling="shuffled",
            action_points=20,
            wild_points=50,
            wild_draw_four_points=50,
        )

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.opening == "draft" and self.seats != 2:
            raise PydanticCustomError(RuleConflict.DRAFT_OF_MANY.value, "a draft is for two seats")
        if self.drawing == "until_playable" and self.keep_drawn:
            raise PydanticCustomError(RuleConflict.DRAWING_PAST_KEPT.value, "a card drawn for must be played")
        if self.stacking and not self.draw_two:
            raise PydanticCustomError(RuleConflict.NOTHING_TO_STACK.value, "a Draw 2 that draws nothing has no answer")
        left = _LEAST_CARDS + self.extra_wilds - self.seats * self.hand_size
        # Half the pile goes over a buried wild card, so that with so few of them another card comes up at last.
        if left <= (2 * (_LEAST_WILDS + self.extra_wilds) if self.bury_wilds else 0):
            raise PydanticCustomError(RuleConflict.TOO_FEW_CARDS.value, "the hands leave too few cards")
        return self
