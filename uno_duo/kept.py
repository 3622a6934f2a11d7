"""The analysis of one match, as the database keeps it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from uno_duo.coach.drill import mistake_in
from uno_duo.coach.review import ANALYSIS, AnalysedMove
from uno_duo.database import Database, DatabaseError
from uno_duo.record import Recorded, persons_in
from uno_duo.settings import Settings


class Kept:
    """The analysis of one match in the database; where that cannot be used it is told once, and nothing is kept."""

    def __init__(self, path: Path, match: str, tell: Callable[[str], object]) -> None:
        """Opens the database.

        Args:
            path: Its file.
            match: What the match is known by.
            tell: Takes what the person should know, a line each.
        """
        self._match = match
        self._tell = tell
        self._database: Database | None = None
        with self._telling():
            self._database = Database(path)
            if self._database.notice:
                tell(self._database.notice)

    def moves(self) -> tuple[list[AnalysedMove], int]:
        """What is known of the match's moves, and how many of them are analysed."""
        with self._telling():
            if self._database is not None:
                return self._database.analysed(self._match, ANALYSIS)
        return [], 0

    def keep(self, move: AnalysedMove) -> None:
        """Keeps what is known of a move."""
        with self._telling():
            if self._database is not None:
                self._database.keep(self._match, ANALYSIS, move)

    def add_mistakes(self, found: Recorded, moves: Iterable[AnalysedMove], settings: Settings) -> None:
        """Adds the mistakes of the person in the match as drills; those that are there stay as they are.

        Args:
            found: The match.
            moves: Some of its moves, analysed.
            settings: From how many points on a decision is a mistake.
        """
        persons = persons_in(found.header)[:1]
        drills = [(move.n, mistake_in(found.replay, move, seat, settings)) for move in moves for seat in persons]
        with self._telling():
            for n, drill in drills:
                if self._database is not None and drill is not None:
                    self._database.add_drill(self._match, n, drill)

    def close(self) -> None:
        """Closes the database."""
        if self._database is not None:
            self._database.close()
            self._database = None

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except DatabaseError as error:
            self.close()
            self._tell(str(error))
