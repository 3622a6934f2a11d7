"""What outlives a run: matches in progress, and the records of those that are over.

This knows files and lines and nothing of what they say, so that the menu can ask it before any model is loaded.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from platformdirs import user_data_path, user_state_path

from uno_duo.language import _

_NAME: Final = "uno-duo"
_SUFFIX: Final = ".jsonl"


class _Appended:
    """A file to which lines are appended; what the disk refuses waits for the next line.

    The file is opened for each line: that takes a fraction of a millisecond, leaves nothing to be closed or
    flushed, and shows at once that it was moved away.

    Attributes:
        path: Where it is; None as long as it could not be made.
        problem: Why not all lines are in it, None if they are.
    """

    def __init__(self, make: Callable[[], Path], size: int = 0, is_torn: bool = False) -> None:
        """Takes what gives the file's path, the bytes of whole lines in it, and whether a half one follows."""
        self.path: Path | None = None
        self.problem: str | None = None
        self._make = make
        self._size = size
        self._is_torn = is_torn
        self._waiting = b""

    def write(self, line: str = "") -> None:
        """Appends a line, and those that wait, or tells the problem."""
        self._waiting += line.encode()
        try:
            self.path = self.path or self._make()
            if self._waiting:
                self._append(self.path)
            self.problem = None
        except OSError as error:
            self.problem = error.strerror or str(error)

    def _append(self, path: Path) -> None:
        with path.open("r+b", buffering=0) as file:
            if self._is_torn:
                file.truncate(self._size)
            if file.seek(0, os.SEEK_END) != self._size:
                raise OSError(_("another program has written to it"))
            self._is_torn = True
            try:
                left = memoryview(self._waiting)
                while left:
                    left = left[file.write(left) :]
            except OSError:
                with suppress(OSError):
                    file.truncate(self._size)
                    self._is_torn = False
                raise
        self._size += len(self._waiting)
        self._is_torn = False
        self._waiting = b""


class Saving:
    """A match that is being saved, line by line; a disk that refuses never stops it."""

    def __init__(self, match: _Appended, record: Path | None, records: Path) -> None:
        """Takes the match's file, a second one for the same lines, and where the first one goes in the end."""
        self._match = match
        self._files = [match] if record is None else [match, _Appended(lambda: record)]
        self._records = records
        for file in self._files:
            file.write()

    @property
    def path(self) -> Path | None:
        """The file of the match in progress; None as long as it could not be made."""
        return self._match.path

    @property
    def problem(self) -> str | None:
        """Why the match is not wholly on disk, as a clause for the person; None if it is."""
        return next((file.problem for file in self._files if file.problem), None)

    def write(self, line: str) -> None:
        """Appends a line of the record and hands it to the system at once.

        What cannot be written is told in `problem`, kept, and tried again with the next line.
        """
        for file in self._files:
            file.write(line)

    def finish(self) -> Path | None:
        """Puts the record of a match that is over among the others.

        Returns:
            Where it is now; None if it had to stay with the matches in progress, as `problem` tells.
        """
        self.write("")
        if self._match.path is None or self._match.problem:
            return None
        try:
            finished = _made(self._records, self._match.path.stem)
            try:
                shutil.move(self._match.path, finished)
            except OSError:
                with suppress(OSError):
                    finished.unlink()
                raise
        except OSError as error:
            self._match.problem = error.strerror or str(error)
            return None
        self._match.path = finished
        return finished


class Store:
    """Where matches are kept: those in progress and the records of the others."""

    def __init__(self, root: Path | None = None) -> None:
        """Takes a folder for everything; by default `UNO_DUO_HOME`, or where the system keeps a user's data."""
        if root is None and (home := os.environ.get("UNO_DUO_HOME")):
            root = Path(os.path.expanduser(home))  # noqa: PTH111 - pathlib's raises where there is no such user
        self._unfinished = (root or user_state_path(_NAME, appauthor=False)) / "unfinished"
        data = root or user_data_path(_NAME, appauthor=False)
        self._records = data / "records"
        self.database: Final = data / "history.sqlite"
        """Where what is worked out of the records is kept."""

    def unfinished(self) -> Path | None:
        """The match in progress that was played last, if there is one."""
        return next(iter(self.all_unfinished()), None)

    def all_unfinished(self) -> tuple[Path, ...]:
        """Every match in progress, the one that was played last first."""
        return _matches_in(self._unfinished)

    def records(self) -> tuple[Path, ...]:
        """The records of the matches that are over, the one that was played last first."""
        return _matches_in(self._records)

    @property
    def has_records(self) -> bool:
        """Whether any match is over; the menu asks, and need not have them all looked at."""
        return any(_entries_in(self._records))

    def is_own(self, path: Path) -> bool:
        """Whether a file is one of the records."""
        try:
            return path.resolve().parent == self._records.resolve()
        except OSError:
            return False

    def add_record(self, name: str, content: bytes) -> Path:
        """Puts a record among the others.

        Args:
            name: What it is called, or that with a number where there is another one.
            content: What it holds.

        Raises:
            OSError: It cannot be written; then none is left behind.
        """
        path = _made(self._records, name)
        try:
            path.write_bytes(content)
        except OSError:
            with suppress(OSError):
                path.unlink()
            raise
        return path

    def begin(self, created: str, record: Path | None = None) -> Saving:
        """Begins to save a new match.

        Args:
            created: When the match began, which names its file.
            record: A second file for the same lines, which must not exist.

        Raises:
            OSError: The second file exists or cannot be made. Whatever else fails is told by the saving itself.
        """
        if record is not None:
            record.touch(exist_ok=False)
        name = "".join(character for character in created if character.isascii() and character.isalnum())
        return Saving(_Appended(lambda: _made(self._unfinished, name)), record, self._records)

    def resume(self, path: Path) -> Saving:
        """Goes on saving a match in progress; a half line at its end is dropped with the first new one.

        Raises:
            OSError: It cannot be read.
        """
        content = path.read_bytes()
        size = content.rfind(b"\n") + 1
        return Saving(_Appended(lambda: path, size, is_torn=size < len(content)), None, self._records)

    def lines(self, path: Path) -> list[bytes]:
        """The whole lines of a match in progress; a half one at its end was never finished and is left out.

        Raises:
            OSError: It cannot be read.
        """
        return path.read_bytes().split(b"\n")[:-1]


def _made(folder: Path, name: str) -> Path:
    """A new empty file in a folder, which is made too; its name is the one given or that with a number."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = folder / f"{name}{f'-{number}' if number > 1 else ''}{_SUFFIX}"
        with suppress(FileExistsError):
            path.touch(exist_ok=False)
            return path
    raise AssertionError


def _matches_in(folder: Path) -> tuple[Path, ...]:
    """The matches in a folder, the one that was played last first."""
    return tuple(folder / name for _time, name in sorted(_entries_in(folder), reverse=True))


def _entries_in(folder: Path) -> Iterator[tuple[int, str]]:
    """When each match in a folder was played last, in nanoseconds, and the name of its file."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                status = entry.stat()
                if entry.name.endswith(_SUFFIX) and entry.is_file() and status.st_size:
                    yield status.st_mtime_ns, entry.name
