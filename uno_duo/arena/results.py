"""What came of many matches, in numbers: what `simulate --json` prints."""

from pydantic import BaseModel, ConfigDict

from uno_duo.arena.elo import Rating
from uno_duo.arena.intervals import Interval
from uno_duo.record import Player


class _Counted(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class WinShare(_Counted):
    """Which share of its matches a bot has won, with its 95 % interval.

    A match that was stopped counts for nobody; one that a bot has lost by its fault is lost, and won by the other
    one where two play.

    Attributes:
        share: From 0 to 1; None where no match counts.
        low: The interval's lower end.
        high: The interval's upper end.
    """

    share: float | None
    low: float
    high: float


class Mean(_Counted):
    """A mean, with its 95 % interval; None where one deal alone tells nothing of it."""

    mean: float
    interval: Interval | None


class Timing(_Counted):
    """How long the matches took: the part of a summary that differs from run to run."""

    seconds: float
    moves_a_second: float


class Result(_Counted):
    """What came of the matches of the same bots.

    Attributes:
        bots: The names of the bots; in matches on whose deals the seats were not changed, seat 0 first.
        players: All that is set of the bots.
        matches: How many were played.
        wins: How many each bot has won, by the rules or, where two play, by a fault of the other.
        win_shares: What share of its matches each bot has won.
        unfinished: How many were stopped after too many moves.
        forfeits: How many each bot has lost by a fault of its own.
        points_a_round: What each bot scored in a round that it was still in, on the average; None where no round
            has ended.
        points_intervals: The 95 % intervals of the same; None where one deal alone tells nothing of it.
        points_difference: Where two play and a round has ended, what the first bot scored more in a round
            than the second.
        rounds_a_match: How many rounds a match had, on the average; None where none was played.
        moves_a_match: How many moves a match had, on the average; None where none was played.
    """

    bots: tuple[str, ...]
    players: tuple[Player, ...]
    matches: int
    wins: tuple[int, ...]
    win_shares: tuple[WinShare, ...]
    unfinished: int
    forfeits: tuple[int, ...]
    points_a_round: tuple[float, ...] | None
    points_intervals: tuple[Interval, ...] | None
    points_difference: Mean | None
    rounds_a_match: float | None
    moves_a_match: float | None


class Summary(Result):
    """What came of many matches of the same bots.

    Attributes:
        seed: The seed that the seeds of the matches come from.
        planned: How many were to be played; more than `matches` where somebody has stopped it.
        is_paired: Whether each deal was played from all seats.
        timing: How long it took.
    """

    seed: int
    planned: int
    is_paired: bool
    timing: Timing


class Pairing(Result):
    """What came of the matches of two bots of a round robin.

    Attributes:
        places: Which of the bots they are, by their places from 0.
    """

    places: tuple[int, int]


class Standings(_Counted):
    """What came of a round robin.

    Attributes:
        bots: The names of the bots.
        players: All that is set of them.
        ratings: How strong each is; None where no match of it counts.
        seed: The seed that the seeds of the matches come from.
        matches: How many were played in all.
        planned: How many were to be played; more than `matches` where somebody has stopped it.
        pairings: What came of the matches of each two.
        timing: How long it took.
    """

    bots: tuple[str, ...]
    players: tuple[Player, ...]
    ratings: tuple[Rating | None, ...]
    seed: int
    matches: int
    planned: int
    pairings: tuple[Pairing, ...]
    timing: Timing
