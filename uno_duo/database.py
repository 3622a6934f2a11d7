"""What is worked out of the records, and what is drilled, in one SQLite file beside them."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from uno_duo.coach.drill import Drill
from uno_duo.coach.kinds import Kind
from uno_duo.coach.review import AnalysedDecision, AnalysedMove
from uno_duo.coach.schedule import after_answer, new_card
from uno_duo.language import _
from uno_duo.played import PlayedMatch, PlayedRound
from uno_duo.wording import plain

_PATIENCE: Final = 5.0  # seconds that another program may keep the file locked
_MIGRATIONS: Final[Sequence[Sequence[str]]] = (
    (
        """
        CREATE TABLE matches (
            id TEXT PRIMARY KEY,         -- the SHA-256 of its record
            version INTEGER NOT NULL,    -- of the analysis
            analysed INTEGER NOT NULL    -- how many of its moves are
        ) STRICT
        """,
        """
        CREATE TABLE decisions (
            match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
            n INTEGER NOT NULL,          -- how many moves were made before
            round INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            kind TEXT NOT NULL,
            loss REAL NOT NULL,          -- in points
            decision TEXT NOT NULL,      -- all that is known of it, as JSON
            PRIMARY KEY (match, n)
        ) STRICT
        """,
        """
        CREATE TABLE lucks (
            match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
            n INTEGER NOT NULL,
            round INTEGER NOT NULL,
            luck REAL NOT NULL,          -- in points, of seat 0
            PRIMARY KEY (match, n)
        ) STRICT
        """,
    ),
    (
        """
        CREATE TABLE drills (
            match TEXT NOT NULL,         -- in which the player made the mistake
            n INTEGER NOT NULL,          -- how many moves were made before
            drill TEXT NOT NULL,         -- the position, as JSON
            kind TEXT NOT NULL,
            due TEXT NOT NULL,           -- when it comes again, in UTC as ISO 8601
            card TEXT NOT NULL,          -- how well it is known, as the scheduler has it
            PRIMARY KEY (match, n)
        ) STRICT
        """,
        """
        CREATE TABLE answers (
            match TEXT NOT NULL,
            n INTEGER NOT NULL,
            given TEXT NOT NULL,         -- when
            is_right INTEGER NOT NULL
        ) STRICT
        """,
    ),
    (
        """
        CREATE TABLE played (
            id TEXT PRIMARY KEY,         -- the SHA-256 of its record
            record TEXT NOT NULL,        -- the name of that
            created TEXT NOT NULL,       -- when it began, in UTC as ISO 8601
            game TEXT NOT NULL,
            bots TEXT NOT NULL,          -- at the other seats, with commas between them
            is_practice INTEGER NOT NULL,
            seat INTEGER NOT NULL,       -- the player's
            result TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE rounds (
            match TEXT NOT NULL REFERENCES played ON DELETE CASCADE,
            number INTEGER NOT NULL,
            points REAL NOT NULL,        -- of the others on the average, less the player's own
            is_won INTEGER NOT NULL,
            PRIMARY KEY (match, number)
        ) STRICT
        """,
    ),
)
"""What makes each version of the file out of the one before."""


_COLUMNS: Final = {"matches": 3, "decisions": 7, "lucks": 4, "drills": 6, "answers": 4}
"""The tables that go to another machine, each after those that it refers to, with their numbers of columns."""

Rows = list[tuple[str | int | float, ...]]
"""Rows of a table."""


class DatabaseError(Exception):
    """The file cannot be used; the text says why, as a line that names it."""


class Database:
    """The file, opened.

    Attributes:
        notice: What the person should know: that an unreadable file was set aside; empty as a rule.
    """

    def __init__(self, path: Path) -> None:
        """Opens the file, makes it where there is none, and brings an older one up to date.

        Raises:
            DatabaseError: It cannot be used, or a newer program has made it.
        """
        self.notice = ""
        self._path = path
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._connection = self._opened()
            except sqlite3.OperationalError:  # the system refuses it; it may be sound
                raise
            except sqlite3.DatabaseError:
                self.notice = self._set_aside()
                self._connection = self._opened()

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            with _transaction(connection):
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                if version > len(_MIGRATIONS):
                    told = _("a newer version of this program has made it ({version}, known here: {known})")
                    raise DatabaseError(f"{self._path}: {told.format(version=version, known=len(_MIGRATIONS))}")
                if version < 0:
                    raise sqlite3.DatabaseError("its version makes no sense")
                for migration in _MIGRATIONS[version:]:
                    for statement in migration:
                        connection.execute(statement)
                if version < len(_MIGRATIONS):
                    connection.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _set_aside(self) -> str:
        """Gives an unreadable file another name, and says so."""
        names = (f"{self._path.stem}-unreadable-{number}{self._path.suffix}" for number in count(1))
        aside = next(path for name in names if not (path := self._path.with_name(name)).exists())
        self._path.rename(aside)
        for suffix in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                self._path.with_name(self._path.name + suffix).rename(aside.with_name(aside.name + suffix))
        return _("{path}: it cannot be read, and is now {aside}").format(path=self._path, aside=aside.name)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tells what goes wrong as an error of our own."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            told = f"{self._path}: {getattr(error, 'strerror', None) or error}"
            if type(error) is sqlite3.DatabaseError and hasattr(self, "_connection"):  # it is damaged
                self.close()
                with suppress(OSError):
                    told = self._set_aside()
            raise DatabaseError(told) from None

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def analysed(self, match: str, version: int) -> tuple[list[AnalysedMove], int]:
        """What is known of a match by a version of the analysis: of its moves, and how many of them are analysed.

        Moves of which there is nothing to tell are left out.

        Raises:
            DatabaseError: The file cannot be read.
        """
        with self._told():
            row = self._connection.execute(
                "SELECT analysed FROM matches WHERE id = ? AND version = ?", (match, version)
            ).fetchone()
            if row is None:
                return [], 0
            lucks = self._connection.execute("SELECT n, round, luck FROM lucks WHERE match = ?", (match,))
            luck_at = {n: (number, luck) for n, number, luck in lucks}
            texts = dict(self._connection.execute("SELECT n, decision FROM decisions WHERE match = ?", (match,)))
        try:
            decision_at = {n: AnalysedDecision.model_validate_json(text) for n, text in texts.items()}
        except ValidationError:  # something else has written there
            return [], 0
        moves = []
        for n in sorted({*luck_at, *decision_at}):
            decision = decision_at.get(n)
            number, luck = luck_at.get(n, (decision.round if decision else 0, 0.0))
            moves.append(AnalysedMove(n=n, count=1, round=number, luck=luck, decision=decision))
        return moves, row[0]

    def keep(self, match: str, version: int, move: AnalysedMove) -> None:
        """Keeps what a version of the analysis says of a move; what another one has said of its match is dropped.

        Raises:
            DatabaseError: The file cannot be written.
        """
        with self._told(), _transaction(self._connection) as connection:
            connection.execute("DELETE FROM matches WHERE id = ? AND version != ?", (match, version))
            connection.execute(
                "INSERT INTO matches VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET analysed = max(analysed, excluded.analysed)",
                (match, version, move.n + move.count),
            )
            if move.luck:
                connection.execute(
                    "INSERT OR REPLACE INTO lucks VALUES (?, ?, ?, ?)", (match, move.n, move.round, move.luck)
                )
            if (decision := move.decision) is not None:
                fields = (match, decision.n, decision.round, decision.seat, decision.kind, decision.loss)
                connection.execute(
                    "INSERT OR REPLACE INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (*fields, decision.model_dump_json()),
                )

    def add_drill(self, match: str, n: int, drill: Drill) -> None:
        """Adds a mistake as a drill, which is due at once; one that is there already is left as it is.

        Raises:
            DatabaseError: The file cannot be written.
        """
        with self._told(), _transaction(self._connection) as connection:
            connection.execute(
                "INSERT OR IGNORE INTO drills VALUES (?, ?, ?, ?, ?, ?)",
                (match, n, drill.model_dump_json(), drill.kind, _moment(datetime.now(UTC)), new_card()),
            )

    def due_drills(self, now: datetime, kind: Kind | None = None) -> list["KeptDrill"]:
        """The drills that are due, the one that has been due longest first.

        Args:
            now: The present moment.
            kind: What kind of decision they are to be; None for any.

        Raises:
            DatabaseError: The file cannot be read.
        """
        with self._told():
            rows = self._connection.execute(
                "SELECT match, n, drill, card FROM drills WHERE due <= ? AND (kind = ? OR ? IS NULL) ORDER BY due",
                (_moment(now), kind, kind),
            ).fetchall()
        found = []
        for match, n, text, card in rows:
            with suppress(ValidationError):  # something else has written there
                found.append(KeptDrill(match, n, Drill.model_validate_json(text), card))
        return found

    def answer(self, kept: "KeptDrill", now: datetime, *, is_right: bool) -> "KeptDrill":
        """Keeps an answer to a drill, and when that comes again.

        Returns:
            The drill as it is kept now.

        Raises:
            DatabaseError: The file cannot be written.
        """
        card, due = after_answer(kept.card, is_right=is_right, now=now)
        with self._told(), _transaction(self._connection) as connection:
            connection.execute(
                "UPDATE drills SET due = ?, card = ? WHERE match = ? AND n = ?",
                (_moment(due), card, kept.match, kept.n),
            )
            connection.execute(
                "INSERT INTO answers VALUES (?, ?, ?, ?)", (kept.match, kept.n, _moment(now), int(is_right))
            )
        return replace(kept, card=card)

    # What was played

    def counted(self) -> set[str]:
        """The names of the records that are counted.

        Raises:
            DatabaseError: The file cannot be read.
        """
        with self._told():
            return {name for (name,) in self._connection.execute("SELECT record FROM played")}

    def count(self, match: PlayedMatch) -> None:
        """Counts a match; one that is counted already stays as it is.

        Raises:
            DatabaseError: The file cannot be written.
        """
        with self._told(), _transaction(self._connection) as connection:
            columns = (match.id, match.record, match.created, match.game, ",".join(match.bots))
            connection.execute(
                "INSERT OR IGNORE INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*columns, int(match.is_practice), match.seat, match.result),
            )
            connection.executemany(
                "INSERT OR IGNORE INTO rounds VALUES (?, ?, ?, ?)",
                [(match.id, number, ended.points, int(ended.is_won)) for number, ended in enumerate(match.rounds, 1)],
            )

    def drop_counted(self, records: Iterable[str] | None = None) -> None:
        """Counts some records no more, or all.

        Raises:
            DatabaseError: The file cannot be written.
        """
        with self._told(), _transaction(self._connection) as connection:
            if records is None:
                connection.execute("DELETE FROM played")
            else:
                connection.executemany("DELETE FROM played WHERE record = ?", [(record,) for record in records])

    def matches(self) -> list[PlayedMatch]:
        """The matches that are counted, in the order in which they began.

        Raises:
            DatabaseError: The file cannot be read.
        """
        rounds = defaultdict[str, list[PlayedRound]](list)
        with self._told():
            for match, points, is_won in self._connection.execute(
                "SELECT match, points, is_won FROM rounds ORDER BY match, number"
            ):
                rounds[match].append(PlayedRound(points=points, is_won=bool(is_won)))
            rows = self._connection.execute("SELECT * FROM played ORDER BY created, id").fetchall()
        return [
            PlayedMatch(
                id=match,
                record=record,
                created=created,
                game=game,
                bots=tuple(bots.split(",")),
                is_practice=bool(is_practice),
                seat=seat,
                result=result,
                rounds=tuple(rounds[match]),
            )
            for match, record, created, game, bots, is_practice, seat, result in rows
        ]

    def losses(self, match: str, seat: int) -> list[tuple[Kind, float]]:
        """The decisions of a seat in a match that are analysed: their kinds, and the points given away.

        Raises:
            DatabaseError: The file cannot be read.
        """
        with self._told():
            return self._connection.execute(
                "SELECT kind, loss FROM decisions WHERE match = ? AND seat = ? ORDER BY n", (match, seat)
            ).fetchall()

    def luck(self, match: str) -> float:
        """The points that the cards gave seat 0 in a match, as far as it is analysed.

        Raises:
            DatabaseError: The file cannot be read.
        """
        with self._told():
            (luck,) = self._connection.execute("SELECT total(luck) FROM lucks WHERE match = ?", (match,)).fetchone()
        return float(luck)

    # To another machine and back

    def tables(self) -> dict[str, Rows]:
        """The rows of each table but what is counted of the records, which another machine counts itself.

        Raises:
            DatabaseError: The file cannot be read.
        """
        with self._told():
            selected = {name: f"SELECT * FROM {name}" for name in _COLUMNS}  # noqa: S608 - names of our own
            return {name: self._connection.execute(query).fetchall() for name, query in selected.items()}

    def add_tables(self, tables: Mapping[str, Rows]) -> list[str]:
        """Adds the rows that are not there yet; what is known here of a match or a drill stays as it is.

        Returns:
            What was left out, a clause each.

        Raises:
            DatabaseError: The file cannot be written.
        """
        left_out = [_("there is no table {name}").format(name=plain(name)) for name in tables.keys() - _COLUMNS.keys()]
        with self._told():
            for name, columns in _COLUMNS.items():
                try:
                    with _transaction(self._connection) as connection:
                        _add_rows(connection, name, columns, tables.get(name, ()))
                except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
                    left_out.append(_("the rows of {name} do not fit").format(name=name))
        return left_out


@dataclass(frozen=True)
class KeptDrill:
    """A mistake that comes back as a drill.

    Attributes:
        match: What its match is known by.
        n: How many moves had been made before it.
        drill: The position.
        card: How well it is known, as the scheduler has it.
    """

    match: str
    n: int
    drill: Drill
    card: str


def _moment(time: datetime) -> str:
    """A moment as it is kept: in UTC, so that its order is that of the texts."""
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%S}"


def _add_rows(connection: sqlite3.Connection, table: str, columns: int, rows: Iterable[Sequence[object]]) -> None:
    places = ", ".join(["?"] * columns)
    # An answer has no key by which it would be known.
    new = f"SELECT * FROM (VALUES ({places})) EXCEPT SELECT * FROM {table}"  # noqa: S608 - a name of our own
    connection.executemany(f"INSERT OR IGNORE INTO {table} {new}", map(tuple, rows))


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All that is done in it, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
    except BaseException:
        with suppress(sqlite3.Error):  # it may have been undone by the fault itself
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
