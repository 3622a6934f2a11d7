"""A match that is over, as the statistics count it: who played, who won, and each round."""

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from uno_duo.core import RoundResult
from uno_duo.house_rules import game_name
from uno_duo.record import Recorded, persons_in

Result = Literal["won", "lost", "stopped"]
"""How a match ended for the player."""
_PERSON: Final = "a person"


class PlayedRound(BaseModel):
    """A round that has ended.

    Attributes:
        points: The points of the other seats on the average, minus the player's own.
        is_won: Whether the player has won it.
    """

    model_config = ConfigDict(frozen=True)

    points: float
    is_won: bool


class PlayedMatch(BaseModel):
    """A match that is over.

    Attributes:
        id: What it is known by.
        record: The name of its record.
        created: When it began, in UTC as ISO 8601; empty where that is not known.
        game: What the game is called.
        bots: Who sat at the other seats.
        is_practice: Whether the player was helped.
        seat: The player's seat.
        result: How it ended.
        rounds: Its rounds.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    record: str
    created: str
    game: str
    bots: tuple[str, ...]
    is_practice: bool
    seat: int
    result: Result
    rounds: tuple[PlayedRound, ...]


def played_match(found: Recorded, record: str) -> PlayedMatch | None:
    """A match as it is counted; None of one that is not over, or that no person has played.

    Args:
        found: What its record says.
        record: The record's name.
    """
    header, state, end = found.header, found.replay.state, found.replay.end
    persons = persons_in(header)
    if not (found.replay.is_over and persons):
        return None
    seat = persons[0]
    result: Result = "stopped"
    if state.winner is not None:
        result = "won" if state.winner == seat else "lost"
    elif end is not None and end.seat is not None and end.reason != "stopped":
        result = "lost" if end.seat == seat else "won"
    return PlayedMatch(
        id=found.digest,
        record=record,
        created=header.created or "",
        game=game_name(header.rules),
        bots=tuple(player.bot or _PERSON for other, player in enumerate(header.players) if other != seat),
        is_practice=header.options.practice,
        seat=seat,
        result=result,
        rounds=tuple(played_round(ended, seat) for ended in state.rounds),
    )


def played_round(ended: RoundResult, seat: int) -> PlayedRound:
    """A round as it is counted for a seat."""
    others = [points for other, points in enumerate(ended.points) if other != seat]
    points = sum(others) / len(others) - ended.points[seat]
    is_won = points > 0 if ended.went_out is None else ended.went_out == seat
    return PlayedRound(points=points, is_won=is_won)
