"""Advice: what each legal move is worth to a player, with how far that is to be trusted."""

from math import ceil
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from uno_duo.core import SeatMove

DOUBT: Final = 2.0
"""By how many standard errors a move must be behind the best one to be called worse."""
_LEAST: Final = 0.05  # points: a smaller difference is not to be seen where tenths are shown
_LEAST_CHANCE: Final = 0.005  # of the match: nobody would notice less
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
        match_behind: How much less likely it is to win the match than the best move.
        match_error: The standard error of that, as above.
    """

    model_config = ConfigDict(frozen=True, ser_json_inf_nan="constants")

    move: Annotated[SeatMove, Field(discriminator="type")]
    worlds: int
    points: float
    behind: float
    error: float
    round_chance: float
    match_behind: float = 0.0
    match_error: float = 0.0

    @property
    def is_known(self) -> bool:
        """Whether enough is known of it to say how far it is behind."""
        return self.worlds >= ENOUGH

    @property
    def is_equal(self) -> bool:
        """Whether it cannot be told apart from the best move; the best one itself is equal too."""
        return abs(self.behind) <= self._margin and not self.is_worse_for_match

    @property
    def _margin(self) -> float:
        """How many points it may be behind without being worse beyond doubt."""
        return max(DOUBT * self.error, _LEAST)

    @property
    def is_worse_for_match(self) -> bool:
        """Whether it is less likely to win the match than the best move, beyond doubt."""
        return self.match_behind > max(DOUBT * self.match_error, _LEAST_CHANCE)

    @property
    def costs_match_alone(self) -> bool:
        """Whether it is worse than the best move for the match alone, and not in points."""
        return self.is_worse_for_match and self.behind <= self._margin

    @property
    def shown_error(self) -> float:
        """The standard error in tenths, rounded up: it is never told more exactly than it is."""
        return ceil(self.error * 10) / 10

    @property
    def is_right(self) -> bool:
        """Whether it is not worse than the best one beyond doubt, in points or for the match."""
        return not self.is_worse_for_match and self.behind <= self._margin


class Advice(BaseModel):
    """What all legal moves are worth, as far as it is known.

    Attributes:
        moves: The moves, the best one first.
        is_last: Whether there will be none better.
    """

    model_config = ConfigDict(frozen=True)

    moves: tuple[Advised, ...]
    is_last: bool = False

    def of(self, move: SeatMove) -> Advised:
        """What one of the moves is worth."""
        return next(advised for advised in self.moves if advised.move == move)

    @property
    def is_settled(self) -> bool:
        """Whether the best move and the second are told apart as well as they will be, or well enough."""
        second = self.moves[1] if len(self.moves) > 1 else None
        return self.is_last or (second is not None and second.is_known and second.error < SETTLED)
