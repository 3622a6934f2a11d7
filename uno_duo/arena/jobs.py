"""A match of bots as a job: what is played, what came of it, and the function that any worker process runs."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from uno_duo.arena.playing import LIMIT, play_out
from uno_duo.bots.base import Bot
from uno_duo.bots.levels import bot_for
from uno_duo.core import Rules
from uno_duo.core.events import KnockedOut, RoundEnded
from uno_duo.match import Match
from uno_duo.record import Header, Player


@dataclass(frozen=True, slots=True)
class Job:
    """A match to be played.

    Attributes:
        index: Its number among the matches, from 0.
        rules: What is played by.
        players: The bot of each seat.
        seed: What its shuffles and the bots' chance come from.
        created: The date for its record's header.
        seconds: How long a bot that is a program may take for an answer; None for as long as it likes.
        limit: How many moves it may have.
        keeps_record: Whether the lines of its record are asked for.
    """

    index: int
    rules: Rules
    players: tuple[Player, ...]
    seed: int
    created: str
    seconds: float | None = None
    limit: int = LIMIT
    keeps_record: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a match.

    Attributes:
        index: The match's number.
        winner: The seat that won by the rules; None where the match was ended otherwise.
        forfeit: The seat that lost by a fault of its bot.
        fault: What that bot did wrong.
        points: What each seat has scored.
        rounds: How many rounds each seat has ended that was not knocked out before.
        all_rounds: How many rounds ended.
        moves: How many moves were made.
        lines: The record, where it was asked for.
    """

    index: int
    winner: int | None
    forfeit: int | None
    fault: str | None
    points: tuple[int, ...]
    rounds: tuple[int, ...]
    all_rounds: int
    moves: int
    lines: tuple[str, ...] = ()


def play_job(job: Job) -> Outcome:
    """Plays a match.

    Raises:
        UnknownBot: There is no bot of that name.
        CommandError: There is no such program.
    """
    names = tuple(str(player.bot) for player in job.players)
    header = Header(rules=job.rules, seats=names, players=job.players, seed=job.seed, created=job.created)
    lines: list[str] = []
    match = Match(header, write=lines.append if job.keeps_record else None)
    with bots_of(job.players, job.seconds) as bots:
        ended = play_out(match, bots, job.limit)
    results = match.state.rounds
    return Outcome(
        index=job.index,
        winner=match.state.winner,
        forfeit=ended.end.seat if ended else None,
        fault=ended.fault if ended else None,
        points=tuple(sum(result.points[seat] for result in results) for seat in range(job.rules.seats)),
        rounds=tuple(_rounds_in(match)),
        all_rounds=len(results),
        moves=match.n,
        lines=tuple(lines),
    )


@contextmanager
def bots_of(players: Iterable[Player], seconds: float | None = None) -> Iterator[Sequence[Bot]]:
    """The bots that play, which are closed at the end where they have something to close.

    Args:
        players: Who plays.
        seconds: How long a bot that is a program may take for an answer; None for as long as it likes.

    Raises:
        UnknownBot: There is no bot of such a name.
        CommandError: There is no such program.
    """
    with ExitStack() as stack:
        bots = []
        for player in players:
            bot = bot_for(player, seconds)
            stack.callback(getattr(bot, "close", _nothing))
            bots.append(bot)
        yield bots


def _nothing() -> None:
    """Closes a bot that has nothing to close."""


def _rounds_in(match: Match) -> list[int]:
    """How many rounds each seat has ended that was not knocked out before."""
    ended = [len(match.state.rounds)] * match.state.rules.seats
    if match.state.out:
        rounds = 0
        for event in match.events(0):
            if isinstance(event, RoundEnded):
                rounds += 1
            elif isinstance(event, KnockedOut):
                ended[event.seat] = rounds
    return ended
