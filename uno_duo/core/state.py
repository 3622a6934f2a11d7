"""The state of a match: one frozen model, from which everything else follows."""

from collections.abc import Container
from enum import StrEnum
from typing import Annotated, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from uno_duo.core.cards import Colour, Face
from uno_duo.core.moves import Cut, Keep, Reject
from uno_duo.core.ruleset import Rules

Hand = tuple[Face, ...]
"""Cards in hand order."""
Pile = tuple[Face, ...]
"""Cards as they lie: a draw pile with the next card first, a discard pile with its top last."""
_Seat = Annotated[int, Field(ge=0)]


class Phase(StrEnum):
    """Whose decision comes next, and of what kind (RECORD.md, *The position after each line*)."""

    SHUFFLE = "shuffle"
    CUT = "cut"
    DRAFT = "draft"
    NAME_COLOUR = "name_colour"
    TURN = "turn"
    DRAWN = "drawn"
    BILL = "bill"
    CHALLENGE = "challenge"
    MATCH_OVER = "match_over"


class RoundResult(BaseModel):
    """How a round ended (RULES.md, section 10).

    Attributes:
        first: The seat that was Player 1.
        went_out: The seat whose hand is empty, None where the round was blocked.
        laid: The cards laid last, the top one last: one card, or all of a dump; empty where blocked.
        drawn: How many cards were drawn for the last card.
        drawn_by: The seat that drew them, None where nobody did.
        points: What each seat scored.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    first: _Seat
    went_out: _Seat | None
    laid: Pile
    drawn: Annotated[int, Field(ge=0)]
    drawn_by: _Seat | None = None
    points: tuple[int, ...]


class Accused(BaseModel):
    """The seat whose Wild Draw 4 may be challenged, at the moment of the play (RULES.md, section 8).

    Attributes:
        seat: The seat.
        colour: The colour that was in force, None where there was none.
        under: The card that the Wild Draw 4 was laid on.
        hand_size: How many cards the seat had left.
        known: Those of them that the others knew.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    seat: _Seat
    colour: Colour | None
    under: Face
    hand_size: Annotated[int, Field(ge=0)]
    known: Hand


class DueDraw(BaseModel):
    """A draw that waits for the discard pile to be shuffled (RULES.md, Classic UNO, *piles run out*).

    Attributes:
        seat: The seat that draws.
        left: How many cards it has still to draw; None in a turn, where what comes decides.
        drawn: How many it has drawn before the shuffle.
        went_out: The seat that went out, where the round ends with this draw.
        laid: The cards that it laid last.
        phase: The phase that the draw is made in.
        turn: The seat that will be on turn, unless the draw itself decides.
        bill: What that seat owes.
        may_dump: Whether it may complete a Reverse.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    seat: _Seat
    left: Annotated[int, Field(ge=1)] | None
    drawn: Annotated[int, Field(ge=0)]
    went_out: _Seat | None
    laid: Pile
    phase: Phase
    turn: _Seat
    bill: Annotated[int, Field(ge=0)]
    may_dump: bool


class GameState(BaseModel):
    """A position of a match. The fields that RECORD.md prints have its names and meaning.

    Attributes:
        rules: What is played by.
        cuts: The cuts since the deck was last shuffled for it.
        picks: The picks of this round's draft; pick k put card k on the draft's discards.
        accused: In `challenge`: who has played the Wild Draw 4, and how things stood then.
        passes: How many draws without a card have followed one another (RULES.md, section 5).
        is_bluff: In `challenge`: whether the Wild Draw 4 was played beside a card that matched (section 8).
        due: In `shuffle` in the middle of a round: the draw that goes on after it.
        rounds: The results of the rounds that have ended.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    rules: Rules
    phase: Phase
    round: Annotated[int, Field(ge=0)]
    first: _Seat | None
    turn: _Seat | None
    direction: int
    hands: tuple[Hand, ...]
    draw: Pile
    discard: Pile
    known: tuple[Hand, ...]
    known_draw: Annotated[int, Field(ge=0)]
    colour: Colour | None
    bill: Annotated[int, Field(ge=0)]
    drawn: Face | None
    may_dump: bool
    uno_open: _Seat | None
    scores: tuple[int, ...]
    winner: _Seat | None
    out: tuple[_Seat, ...]
    cuts: tuple[Cut, ...]
    picks: tuple[Annotated[Keep | Reject, Field(discriminator="type")], ...]
    accused: Accused | None
    passes: Annotated[int, Field(ge=0)]
    is_bluff: bool
    due: DueDraw | None
    rounds: tuple[RoundResult, ...]

    @property
    def round_has_ended(self) -> bool:
        """Whether the hands of the round that ended last still lie on the table."""
        is_between = self.phase is Phase.SHUFFLE and self.round > 0 and self.due is None
        return self.phase is Phase.MATCH_OVER or is_between

    def with_hidden(self, hands: tuple[Hand, ...], draw: Pile, drawn: Face | None, is_bluff: bool) -> "GameState":
        """The same position with other cards where a seat cannot see them, not validated again.

        Whoever makes worlds of what a seat does not know makes many, alike in all that is not hidden.

        Args:
            hands: The hands, in hand order and as large as what else is told of them asks.
            draw: The draw pile, which holds the rest of the deck.
            drawn: The card just drawn or looked at, which lies where it did.
            is_bluff: Whether the Wild Draw 4 that waits for an answer was played beside a match.
        """
        fields: Fields = self.__dict__.copy()  # type: ignore[assignment]
        fields["hands"], fields["draw"], fields["drawn"], fields["is_bluff"] = hands, draw, drawn, is_bluff
        return GameState._of(fields)

    @staticmethod
    def _of(fields: "Fields") -> "GameState":
        """The state with these fields, not validated again.

        That is safe for the reducer and `with_hidden` alone: they copy the fields of a valid state and change them
        by the rules, and the tests hold every state that they make against a validated one. Nobody else has the
        dict, and the state has no private attributes; the set of fields given is one for all, and nobody changes it.
        """
        state = _new(GameState)
        _set_fields(state, fields)
        _set_fields_set(state, _ALL_FIELDS)
        _set_extra(state, None)
        _set_private(state, None)
        return state


class Fields(TypedDict):
    """The fields of a `GameState` by name, as the rules read and change them.

    A read from a dict takes a quarter of the time of one from a model, which passes pydantic's `__getattr__`.
    """

    rules: Rules
    phase: Phase
    round: int
    first: int | None
    turn: int | None
    direction: int
    hands: tuple[Hand, ...]
    draw: Pile
    discard: Pile
    known: tuple[Hand, ...]
    known_draw: int
    colour: Colour | None
    bill: int
    drawn: Face | None
    may_dump: bool
    uno_open: int | None
    scores: tuple[int, ...]
    winner: int | None
    out: tuple[int, ...]
    cuts: tuple[Cut, ...]
    picks: tuple[Keep | Reject, ...]
    accused: Accused | None
    passes: int
    is_bluff: bool
    due: DueDraw | None
    rounds: tuple[RoundResult, ...]


def seat_after(seat: int, seats: int, direction: int = 1, out: Container[int] = ()) -> int:
    """The seat next to another in a direction, of those still in (RULES.md, Classic UNO, *left*).

    Args:
        seat: A seat, which may be out itself.
        seats: How many seats there were at the beginning.
        direction: 1 to the left, -1 to the right.
        out: The seats knocked out.
    """
    seat = (seat + direction) % seats
    while seat in out:
        seat = (seat + direction) % seats
    return seat


_ALL_FIELDS = set(GameState.model_fields)
# A model's slots, bound once: looking them up for each state would take as long as all the rest.
_new = object.__new__
_set_fields, _set_fields_set, _set_extra, _set_private = (
    BaseModel.__dict__[slot].__set__
    for slot in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)
