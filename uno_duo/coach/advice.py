"""Advice: what each legal move is worth to a player, with how far that is to be trusted."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from uno_duo.core import SeatMove

DOUBT: Final = 2.0
"""By how many standard errors a move must be behind the best one to be called worse."""
_LEAST: Final = 0.05  # points: a smaller difference is not to be seen where tenths are shown
ENOUGH: Final = 20
"""In how many worlds a move must have been judged before its error can be relied on."""
SETTLED: Final = 0.5
"""The standard error, in points, from which on the difference of the two best moves is told well enough."""


class Advised(BaseModel):
    """What a move is worth, as far as it is known.

    Attributes:
        move: The move.
        worlds: How many worlds it was judged in.
        points: The points of the round on the average, the other's minus the player's own.
        behind: How many points it is behind the best move, which is best for the match: late in one a move may be
            worth more points than that.
        error: The standard error of that; 0 for the best move itself, infinite where it is not known.
        round_chance: The chance to win the round, from 0 to 1.
    """

    model_config = ConfigDict(frozen=True, ser_json_inf_nan="constants")

    move: Annotated[SeatMove, Field(discriminator="type")]
    worlds: int
    points: float
    behind: float
    error: float
    round_chance: float

    @property
    def is_known(self) -> bool:
        """Whether enough is known of it to say how far it is behind."""
        return self.worlds >= ENOUGH

    @property
    def is_equal(self) -> bool:
        """Whether it cannot be told apart from the best move; the best one itself is equal too."""
        return abs(self.behind) <= max(DOUBT * self.error, _LEAST)

    @property
    def is_right(self) -> bool:
        """Whether it is not worse than the best one beyond doubt."""
        return self.is_equal or self.behind < 0


class Advice(BaseModel):
    """What all legal moves are worth, as far as it is known.

    Attributes:
        moves: The moves, the best one first.
        is_last: Whether there will be none better.
    """

    model_config = ConfigDict(frozen=True)

    moves: tuple[Advised, ...]
    is_last: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether the best move and the second are told apart as well as they will be, or well enough."""
        second = self.moves[1] if len(self.moves) > 1 else None
        return self.is_last or (second is not None and second.is_known and second.error < SETTLED)
