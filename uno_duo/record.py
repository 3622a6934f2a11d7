"""The record of a match: its lines, and the positions that they lead to (RECORD.md)."""

import json
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    model_serializer,
    model_validator,
)

from uno_duo.core import (
    GameState,
    IllegalMove,
    Move,
    Rules,
    SeatMove,
    Shuffle,
    legal_moves,
    new_match,
    reduce,
)
from uno_duo.json_lines import LineError, entry_of, fields_of, json_of
from uno_duo.language import _
from uno_duo.wording import brief, why_illegal, why_invalid

FORMAT: Final = "uno-duo-record"
"""What the first line of a record says that it is."""
VERSION: Final = 1
"""Of what version it is."""
UnoCall = Literal["hand", "ask", "auto"]
"""How a person says UNO: by hand, asked each time, or said for them."""
Memory = Literal["full", "human"]
"""What a bot remembers: all that it saw, or what a person would."""
_LONGEST_REASON: Final = 200


class RecordError(ValueError):
    """A line of a record that cannot be read or done.

    Attributes:
        line: The line's number, from 1.
        reason: What is wrong with it, as a sentence without a full stop.
    """

    def __init__(self, line: int, reason: str) -> None:
        reason = brief(reason, _LONGEST_REASON)  # it may quote the line, which is anybody's text
        super().__init__(_("line {line}: {reason}").format(line=line, reason=reason))
        self.line = line
        self.reason = reason


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class Player(_Line):
    """Who plays a seat: a bot by its name, or a person.

    Attributes:
        bot: The name of the bot, ``command`` for anybody's program; None for a person.
        memory: What the bot remembers: everything, or what a person would.
        command: The command line that starts the program, where the bot is one.
    """

    bot: str | None = None
    memory: Memory = "full"
    command: str | None = None

    @model_serializer(mode="wrap")
    def _briefly(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Only what is so of few players needs saying of them."""
        fields: dict[str, Any] = serialize(self)
        defaults = type(self).model_fields
        return {name: fields[name] for name in fields if name == "bot" or fields[name] != defaults[name].default}


class Options(_Line):
    """What a match needs to be gone on with, beside its players.

    Attributes:
        uno: How the person says UNO.
        practice: Whether the person plays to learn, and so may undo and be helped.
    """

    uno: UnoCall = "hand"
    practice: bool = False


class Header(_Line):
    """The first line of a record.

    Attributes:
        seats: The name of each seat.
        players: Who plays each seat.
        seed: What the shuffles and the bots' generators come from; None in a record of another program.
        created: When the match began, in UTC as ISO 8601.
    """

    format: Literal["uno-duo-record"] = FORMAT
    version: Literal[1] = VERSION
    rules: Rules = Rules.duo()
    seats: tuple[str, ...]
    players: tuple[Player, ...] = ()
    options: Options = Options()
    seed: int | None = None
    created: str | None = None

    @model_validator(mode="after")
    def _has_every_seat(self) -> "Header":
        seats = self.rules.seats
        if len(self.seats) != seats:
            raise ValueError(_("there must be {seats} seats, not {count}").format(seats=seats, count=len(self.seats)))
        if self.players and len(self.players) != seats:
            count = len(self.players)
            raise ValueError(_("there must be {seats} players, not {count}").format(seats=seats, count=count))
        return self


def persons_in(header: Header) -> list[int]:
    """The seats that persons play."""
    return [seat for seat, player in enumerate(header.players) if player.bot is None]


def reviewed_seat(header: Header) -> int:
    """The seat from whose side a match is looked at again: the first person's, or the first where there is none."""
    return next(iter(persons_in(header)), 0)


class Undo(_Line):
    """Back to the position after move `to`; what follows goes on from there."""

    type: Literal["undo"] = "undo"
    to: Annotated[int, Field(ge=0)]


class End(_Line):
    """The last line of a match that ended without a winner by the rules."""

    type: Literal["end"] = "end"
    reason: Literal["given_up", "forfeit", "stopped"]
    seat: Annotated[int, Field(ge=0)] | None = None


Entry = Shuffle | SeatMove | Undo | End
"""What a line after the header says."""
_ENTRIES: Final[TypeAdapter[Entry]] = TypeAdapter(Annotated[Entry, Field(discriminator="type")])


class Replay:
    """A match as far as it has come: the positions that its moves have led through.

    Attributes:
        moves: The moves that hold, without those undone.
        states: The positions: before the first move, and after each.
        undone: The moves that were undone and can be done again, the next one last.
        end: How the match was ended, None where it was not, or where the rules ended it.
    """

    def __init__(self, rules: Rules) -> None:
        self.moves: list[Move] = []
        self.states: list[GameState] = [new_match(rules)]
        self.undone: list[Move] = []
        self.end: End | None = None

    @property
    def state(self) -> GameState:
        """The position that holds now."""
        return self.states[-1]

    @property
    def n(self) -> int:
        """How many moves led to it."""
        return len(self.moves)

    @property
    def shuffles(self) -> int:
        """How many of them were shuffles."""
        return sum(isinstance(move, Shuffle) for move in self.moves)

    @property
    def is_over(self) -> bool:
        """Whether no more moves can be made."""
        return self.end is not None or self.state.winner is not None

    def copy(self) -> "Replay":
        """The same match so far, which can go on in another way."""
        other = copy(self)
        other.moves, other.states, other.undone = self.moves[:], self.states[:], self.undone[:]
        return other

    def do(self, entry: Entry) -> None:
        """Does what a line says.

        Raises:
            IllegalMove: The rules do not allow the move here; nothing is changed.
            ValueError: The line does not fit here; nothing is changed.
        """
        if self.end is not None:
            raise ValueError(_("the match was ended before"))
        match entry:
            case Undo(to=to):
                if to > self.n:
                    raise ValueError(_("there is no move {to} to go back to").format(to=to))
                self.undone += reversed(self.moves[to:])
                del self.moves[to:], self.states[to + 1 :]
            case End(seat=seat):
                if self.state.winner is not None:
                    raise ValueError(_("the match has a winner"))
                if seat is not None and seat >= self.state.rules.seats:
                    raise ValueError(_("there is no seat {seat}").format(seat=seat))
                self.end = entry
            case _:
                state = reduce(self.state, entry)
                self.moves.append(entry)
                self.states.append(state)
                if self.undone and self.undone.pop() != entry:
                    self.undone.clear()


@dataclass(frozen=True)
class Step:
    """A line of a record that was read, and what it led to.

    Attributes:
        line: The line's number, from 1.
        entry: What it says; None for the header.
        before: The position before it.
        after: The position after it.
        n: How many moves hold after it.
    """

    line: int
    entry: Entry | None
    before: GameState
    after: GameState
    n: int


def read_header(lines: Iterable[bytes]) -> Header:
    """The header of a record, of which the first line is taken.

    Raises:
        RecordError: The line is missing, or is no header that this program can read.
    """
    first = next(iter(lines), b"")
    if not first:
        raise RecordError(1, _("the record is empty"))
    try:
        found = json_of(first)
    except LineError as error:
        raise RecordError(1, str(error)) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise RecordError(1, _("this is no record of a match"))
    version = found.get("version")
    if type(version) is not int:  # true and 1.0 are equal to 1
        raise RecordError(1, _("the record's version must be a whole number"))
    if version != VERSION:
        raise RecordError(1, _("version {version} of the record is unknown here").format(version=version))
    try:
        return Header.model_validate_json(first)
    except ValidationError as error:
        raise RecordError(1, why_invalid(error)) from None


def read_steps(header: Header, lines: Iterable[bytes], replay: Replay | None = None) -> Iterator[Step]:
    """The steps of a record, from the lines after its header.

    The first step is the header's own, with the position before any move.

    Args:
        header: The record's header.
        lines: Its other lines.
        replay: What the lines are done to, if the caller wants to go on with it.

    Raises:
        RecordError: As a line comes that is no move, or no legal one; the steps before it hold.
    """
    replay = Replay(header.rules) if replay is None else replay
    yield Step(1, None, replay.state, replay.state, 0)
    for number, line in enumerate(lines, start=2):
        before = replay.state
        entry = _entry_of(line, number)
        try:
            replay.do(entry)
        except IllegalMove as error:
            raise RecordError(number, why_illegal(error)) from None
        except ValueError as error:
            raise RecordError(number, str(error)) from None
        yield Step(number, entry, before, replay.state, replay.n)


@dataclass(frozen=True)
class Recorded:
    """A match as far as its record could be read.

    Attributes:
        header: The record's header.
        replay: The match.
        lines: How many lines could be done, the header among them.
        digest: What it is known by: the SHA-256 of these.
        error: What is wrong with the next line; None where all could be done.
    """

    header: Header
    replay: Replay
    lines: int
    digest: str
    error: RecordError | None


def read_record(lines: Iterable[bytes]) -> Recorded:
    """Reads a record; what stands before a damaged line is kept.

    Raises:
        RecordError: It has no header that this program can read.
    """
    rest = iter(lines)
    line = next(rest, b"")
    header = read_header([line])
    replay, done, digest, error = Replay(header.rules), 0, sha256(), None

    def noted(read: bytes) -> bytes:
        nonlocal line
        line = read
        return read

    try:
        for step in read_steps(header, map(noted, rest), replay):
            done = step.line
            digest.update(line.rstrip(b"\n") + b"\n")
    except RecordError as found:
        error = found
    return Recorded(header, replay, done, digest.hexdigest(), error)


def as_line(entry: Header | Entry) -> str:
    """An entry or a header as the record has it, with its line's end; null and false are left out of entries."""
    fields = entry.model_dump(mode="json") if isinstance(entry, Header) else fields_of(entry)
    return json.dumps(fields, ensure_ascii=False) + "\n"


_POSITION: Final = {
    *("phase", "round", "first", "turn", "direction", "hands", "draw", "discard", "known", "known_draw"),
    *("colour", "bill", "drawn", "may_dump", "uno_open", "scores", "winner", "out"),
}


def position(state: GameState, n: int) -> dict[str, Any]:
    """A position after n moves, as `replay --json` prints it (RECORD.md, *The position after each line*)."""
    legal = [fields_of(move) for move in legal_moves(state)]
    return {"n": n, **state.model_dump(mode="json", include=_POSITION), "legal": legal}


def _entry_of(line: bytes, number: int) -> Entry:
    try:
        return entry_of(line, _ENTRIES)
    except LineError as error:
        raise RecordError(number, str(error)) from None
