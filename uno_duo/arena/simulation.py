"""Many matches of bots, and what came of them."""

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Final

from pydantic import BaseModel, ConfigDict

from uno_duo.arena.playing import LIMIT, Ended, play_out
from uno_duo.bots.levels import bot_named
from uno_duo.core import Rules
from uno_duo.core.events import KnockedOut, RoundEnded
from uno_duo.dealer import seed_of_match
from uno_duo.language import _
from uno_duo.match import Match, now_in_utc
from uno_duo.record import Header, Player

_Z: Final = 1.959964  # the normal distribution holds 95 % within so many deviations


class _Counted(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class WinShare(_Counted):
    """Which share of the finished matches a bot has won, with its 95 % interval.

    Attributes:
        share: From 0 to 1; None where no match was finished.
        low: The interval's lower end.
        high: The interval's upper end.
    """

    share: float | None
    low: float
    high: float


class Timing(_Counted):
    """How long the matches took: the part of a summary that differs from run to run."""

    seconds: float
    moves_a_second: float


class Summary(_Counted):
    """What came of many matches.

    Attributes:
        bots: The bot of each seat.
        seed: The seed that the seeds of the matches come from.
        matches: How many were begun.
        wins: How many each seat has won by the rules.
        win_shares: What share of those that were won by the rules each seat has won.
        unfinished: How many were stopped after too many moves.
        forfeits: How many each seat has lost by a fault of its bot; they count as nobody's wins.
        points_a_round: What each seat scored in a round that it was still in, on the average; None where no round
            has ended.
        rounds_a_match: How many rounds a match had, on the average.
        moves_a_match: How many moves a match had, on the average.
        timing: How long it took.
    """

    bots: tuple[str, ...]
    seed: int
    matches: int
    wins: tuple[int, ...]
    win_shares: tuple[WinShare, ...]
    unfinished: int
    forfeits: tuple[int, ...]
    points_a_round: tuple[float, ...] | None
    rounds_a_match: float
    moves_a_match: float
    timing: Timing


def win_share(wins: int, finished: int) -> WinShare:
    """The share of some matches that were won, with Wilson's interval: it holds for few matches and for 100 % too."""
    if not finished:
        return WinShare(share=None, low=0.0, high=1.0)
    share = wins / finished
    spread = _Z * _Z / finished
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / finished + spread / finished / 4) / (1 + spread)
    return WinShare(share=share, low=max(0.0, middle - half), high=min(1.0, middle + half))


def simulate(
    names: Sequence[str],
    matches: int,
    seed: int,
    rules: Rules | None = None,
    *,
    on_match: Callable[[Match], None] = lambda _: None,
    records: Path | None = None,
    created: str | None = None,
    limit: int = LIMIT,
) -> Summary:
    """Lets bots play many matches, the first bot at seat 0.

    Args:
        names: The bot of each seat.
        matches: How many matches to play; at least one.
        seed: What the seed of each match comes from.
        rules: What is played by; UNO Duo by default.
        on_match: Called with each match that is over.
        records: A folder for the record of each match, which is made where it is missing.
        created: The date for the records' headers; now by default.
        limit: How many moves a match may have.

    Raises:
        UnknownBot: A bot of that name does not exist; nothing was played.
        FileExistsError: One of the records exists already; nothing was played.
        ValueError: There is no match to play, or not a bot for each seat.
        OSError: A record cannot be written.
    """
    rules = Rules.duo() if rules is None else rules
    bots = [bot_named(name) for name in names]
    if len(bots) != rules.seats:
        raise ValueError(_("{count} bots for {seats} seats").format(count=len(bots), seats=rules.seats))
    if matches < 1:
        raise ValueError(_("there is no match to play"))
    paths = _paths(records, matches) if records else []
    created = created or now_in_utc()
    tally = _Tally(rules.seats)
    began = perf_counter()
    for index in range(matches):
        header = Header(
            rules=rules,
            seats=tuple(names),
            players=tuple(Player(bot=name) for name in names),
            seed=seed_of_match(seed, index),
            created=created,
        )
        with _record(paths[index] if paths else None) as write:
            match = Match(header, write=write)
            ended = play_out(match, bots, limit)
        tally.add(match, ended)
        on_match(match)
    return tally.summary(tuple(names), seed, perf_counter() - began)


def _paths(folder: Path, matches: int) -> list[Path]:
    """The records' files, of which none exists yet, in a folder that does."""
    width = max(4, len(str(matches)))
    paths = [folder / f"{number:0{width}}.jsonl" for number in range(1, matches + 1)]
    for path in paths:
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    folder.mkdir(parents=True, exist_ok=True)
    return paths


@contextmanager
def _record(path: Path | None) -> Iterator[Callable[[str], None]]:
    """What takes the lines of a new record, if one is kept."""
    if path is None:
        yield lambda _: None
        return
    with path.open("x", encoding="utf-8", newline="\n") as file:

        def write(line: str) -> None:
            file.write(line)

        yield write


class _Tally:
    """The counts of the matches played so far."""

    def __init__(self, seats: int) -> None:
        self._wins = [0] * seats
        self._forfeits = [0] * seats
        self._points = [0] * seats
        self._rounds_in = [0] * seats
        self._unfinished = self._matches = self._rounds = self._moves = 0

    def add(self, match: Match, ended: Ended | None) -> None:
        """Counts a match that is over."""
        self._matches += 1
        self._moves += match.n
        self._rounds += len(match.state.rounds)
        for result in match.state.rounds:
            for seat, points in enumerate(result.points):
                self._points[seat] += points
        for seat, rounds in enumerate(_rounds_in(match)):
            self._rounds_in[seat] += rounds
        if match.state.winner is not None:
            self._wins[match.state.winner] += 1
        elif ended is not None and ended.end.seat is not None:
            self._forfeits[ended.end.seat] += 1
        else:
            self._unfinished += 1

    def summary(self, bots: tuple[str, ...], seed: int, seconds: float) -> Summary:
        """What came of them."""
        finished = sum(self._wins)
        played = zip(self._points, self._rounds_in, strict=True)
        return Summary(
            bots=bots,
            seed=seed,
            matches=self._matches,
            wins=tuple(self._wins),
            win_shares=tuple(win_share(wins, finished) for wins in self._wins),
            unfinished=self._unfinished,
            forfeits=tuple(self._forfeits),
            points_a_round=tuple(points / rounds for points, rounds in played) if self._rounds else None,
            rounds_a_match=self._rounds / self._matches,
            moves_a_match=self._moves / self._matches,
            timing=Timing(seconds=seconds, moves_a_second=self._moves / seconds),
        )


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
