"""All that a player has: the records and what was worked out of them, as one file that another machine can take in."""

import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from uno_duo.database import Database, Rows
from uno_duo.language import _
from uno_duo.record import read_record
from uno_duo.store import Store
from uno_duo.wording import plain, why_invalid

_HISTORY: Final = "history.json"
_RECORDS: Final = "records"
_LONGEST: Final = 64 << 20  # in bytes, unpacked; far beyond what a record or a history needs


class ArchiveError(Exception):
    """A file that cannot be written, or is no archive; its text says why, as a clause."""


class _History(BaseModel):
    """What the archive holds beside the records."""

    model_config = ConfigDict(strict=True)

    format: Literal["uno-duo-history"] = "uno-duo-history"
    version: Literal[1] = 1
    tables: dict[str, Rows]


@dataclass(frozen=True)
class Imported:
    """What came of an import.

    Attributes:
        added: How many records were new.
        known: How many were there already.
    """

    added: int
    known: int


def export_all(store: Store, file: Path) -> int:
    """Writes an archive of everything, which must not exist.

    Args:
        store: Where it all is.
        file: The archive.

    Returns:
        How many records it holds.

    Raises:
        ArchiveError: It exists, or cannot be written.
        DatabaseError: The database cannot be read.
    """
    database = Database(store.database)
    history = _History(tables=database.tables())
    database.close()
    records = store.records()
    try:
        with file.open("xb") as stream:
            try:
                with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
                    archive.writestr(_HISTORY, history.model_dump_json())
                    for record in records:
                        archive.writestr(f"{_RECORDS}/{record.name}", record.read_bytes())
            except BaseException:
                file.unlink()
                raise
    except FileExistsError:
        raise ArchiveError(_("it exists already")) from None
    except OSError as error:
        raise ArchiveError(error.strerror or str(error)) from None
    return len(records)


def import_all(store: Store, file: Path, tell: Callable[[str], object]) -> Imported:
    """Takes in what an archive holds and is not there yet; the same archive again changes nothing.

    Args:
        store: Where it goes.
        file: The archive.
        tell: Takes a line for each thing that is left out.

    Raises:
        ArchiveError: It is no archive, or cannot be read, or a record cannot be written.
        DatabaseError: The database cannot be written.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            added, known = _take_records(store, archive, tell)
            _take_history(store, archive, tell)
    except zipfile.BadZipFile:
        raise ArchiveError(_("it is no archive")) from None
    except OSError as error:
        raise ArchiveError(error.strerror or str(error)) from None
    return Imported(added, known)


def _take_records(store: Store, archive: zipfile.ZipFile, tell: Callable[[str], object]) -> tuple[int, int]:
    there = set[str]()
    for path in store.records():
        with suppress(OSError):
            there.add(sha256(path.read_bytes()).hexdigest())
    added = known = 0
    for entry in archive.infolist():
        if entry.filename == _HISTORY or entry.is_dir():
            continue
        name = PurePosixPath(entry.filename)
        try:
            if name.parent != PurePosixPath(_RECORDS) or name.suffix != ".jsonl":
                raise ValueError(_("it is no record"))
            content = _content(archive, entry)
            if (digest := sha256(content).hexdigest()) in there:
                known += 1
                continue
            _check(content)
        except ValueError as error:
            tell(f"{plain(entry.filename)}: {error}")
            continue
        store.add_record(name.stem, content)
        there.add(digest)
        added += 1
    return added, known


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """What an entry holds.

    Raises:
        ValueError: It is damaged, or too long.
    """
    try:
        with archive.open(entry) as stream:
            content = stream.read(_LONGEST + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise ValueError(_("it is damaged")) from None
    if len(content) > _LONGEST:
        raise ValueError(_("it is too long"))
    return content


def _check(content: bytes) -> None:
    """Refuses what is no whole record of a match that is over.

    Raises:
        ValueError: It is none.
    """
    found = read_record(iter(content.splitlines(keepends=True)))
    if found.error is not None:
        raise found.error
    if not found.replay.is_over:
        raise ValueError(_("the match is not over"))


def _take_history(store: Store, archive: zipfile.ZipFile, tell: Callable[[str], object]) -> None:
    try:
        history = _History.model_validate_json(_content(archive, archive.getinfo(_HISTORY)))
    except KeyError:
        tell(_("{file}: it is missing").format(file=_HISTORY))
    except ValidationError as error:
        tell(f"{_HISTORY}: {why_invalid(error)}")
    except ValueError as error:
        tell(f"{_HISTORY}: {error}")
    else:
        database = Database(store.database)
        left_out = database.add_tables(history.tables)
        database.close()
        for reason in left_out:
            tell(f"{_HISTORY}: {reason}")
