"""Playing a plan: many matches of bots, their records, and what is known so far."""

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from uno_duo.arena.crews import Crew, crew_of
from uno_duo.arena.jobs import Outcome
from uno_duo.arena.plans import Plan
from uno_duo.arena.playing import LIMIT
from uno_duo.arena.results import Standings, Summary
from uno_duo.arena.running import outcomes_of
from uno_duo.arena.summaries import summary_of
from uno_duo.core import Rules
from uno_duo.match import now_in_utc
from uno_duo.record import Player


class Simulation:
    """Many matches of bots, and what came of them so far."""

    def __init__(self, plan: Plan, records: Path | None = None) -> None:
        """Prepares the matches.

        Args:
            plan: What is played.
            records: A folder for the record of each match, which is made where it is missing.

        Raises:
            FileExistsError: One of the records exists already.
            OSError: The folder cannot be made.
        """
        self._plan = replace(plan, keeps_records=records is not None)
        self._paths = _new_paths(records, plan.total) if records else []
        self._outcomes: list[Outcome] = []
        self._seconds = 0.0

    def run(
        self,
        crew: Crew,
        on_outcome: Callable[[Outcome], None] = lambda _outcome: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Has the matches played.

        Args:
            crew: Who plays.
            on_outcome: Called with what came of each match.
            is_stopped: Whether to stop; looked at all the time.

        Raises:
            CrewError: There is nobody to play, or a match could not be played.
            OSError: A record cannot be written.
        """
        began = perf_counter()
        try:
            for outcome in outcomes_of(self._plan.jobs(), crew, is_stopped):
                if self._paths:
                    self._write(outcome)
                self._outcomes.append(replace(outcome, lines=()))
                on_outcome(outcome)
        finally:
            self._seconds += perf_counter() - began

    def _write(self, outcome: Outcome) -> None:
        """Writes a record, all of it or none: half of one would be in the way of the next try."""
        path = self._paths[outcome.index]
        file = path.open("x", encoding="utf-8", newline="\n")
        try:
            with file:
                file.writelines(outcome.lines)
        except OSError as error:
            with suppress(OSError):
                path.unlink()
            raise OSError(error.errno, error.strerror, str(path)) from None  # it does not name the file by itself

    def summary(self) -> Summary | Standings:
        """What is known so far."""
        return summary_of(self._plan, self._outcomes, self._seconds)


def _new_paths(folder: Path, matches: int) -> list[Path]:
    """The records' files, of which none exists yet, in a folder that does."""
    width = max(4, len(str(matches)))
    paths = [folder / f"{number:0{width}}.jsonl" for number in range(1, matches + 1)]
    for path in paths:
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    folder.mkdir(parents=True, exist_ok=True)
    return paths


def simulate(
    bots: Sequence[str], matches: int, seed: int, rules: Rules | None = None, *, limit: int = LIMIT
) -> Summary:
    """Lets bots play matches against each other, the first at seat 0.

    Args:
        bots: The name of the bot of each seat.
        matches: How many matches to play; at least one.
        seed: What the seed of each match comes from.
        rules: What is played by; UNO Duo by default.
        limit: How many moves a match may have.

    Raises:
        CrewError: There is no bot of such a name.
        ValueError: There is no match to play, or not a bot for each seat.
    """
    players = tuple(Player(bot=name) for name in bots)
    plan = Plan(rules or Rules.duo(), players, matches, seed, now_in_utc(), limit=limit)
    simulation = Simulation(plan)
    simulation.run(crew_of(1))
    summary = simulation.summary()
    assert isinstance(summary, Summary)
    return summary
