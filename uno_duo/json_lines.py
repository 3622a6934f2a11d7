"""JSON Lines: how entries and moves are written on a line, and read from one that anybody may have written."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, NoReturn, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from uno_duo.core import Dump, Play
from uno_duo.language import _
from uno_duo.wording import why_invalid

_LONGEST_LINE: Final = 1 << 20

_Read = TypeVar("_Read")
_Model = TypeVar("_Model", bound=BaseModel)


class LineError(ValueError):
    """A line that cannot be read; its text says why, as a clause."""


def fields_of(entry: BaseModel) -> dict[str, Any]:
    """What is written of a move or another entry: its type first, and neither null nor false."""
    given = entry.model_dump(mode="json")
    fields = {"type": given["type"], **given}
    return {name: value for name, value in fields.items() if value is not None and value is not False}


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, one after another; an endless one comes in pieces, which are no JSON."""
    return iter(lambda: file.readline(_LONGEST_LINE), b"")


def json_of(line: bytes) -> Any:
    """What a line says.

    Raises:
        LineError: It is empty, not UTF-8 or not JSON, or a field stands twice in an object.
    """
    if not line.strip():
        raise LineError(_("there is nothing on it"))
    try:
        return json.loads(line.decode(), object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise LineError(_("it is not UTF-8")) from None
    except _TwiceError as error:
        raise LineError(_("the field {name!r} stands there twice").format(name=error.args[0])) from None
    except (ValueError, RecursionError):
        raise LineError(_("it is not JSON")) from None


def entry_of(line: bytes, kinds: TypeAdapter[_Read]) -> _Read:
    """The entry that a line is; fields that it does not have are ignored.

    Args:
        line: The line.
        kinds: What it may be, told apart by `type`.

    Raises:
        LineError: It is none of them.
    """
    found = json_of(line)
    kind = found.get("type") if isinstance(found, dict) else None
    if not isinstance(kind, str):
        raise LineError(_("it is no move"))
    try:
        entry = kinds.validate_json(line)
    except ValidationError as error:
        raise LineError(why_invalid(error, under=(kind,))) from None
    if found.get("uno") and not isinstance(entry, Play | Dump):
        raise LineError(_("UNO is said with a play only"))
    return entry


def model_of(line: bytes, kind: type[_Model]) -> _Model:
    """What a line of a program of ours says.

    Args:
        line: The line.
        kind: What it is to be.

    Raises:
        LineError: It is none.
    """
    try:
        return kind.model_validate_json(line)
    except ValidationError:
        raise LineError(_("it is no {kind}").format(kind=kind.__name__)) from None


class _TwiceError(Exception):
    """A field that stands twice in an object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _TwiceError(name)
        found[name] = value
    return found


def _no_number(constant: str) -> NoReturn:
    """Refuses NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(constant)
