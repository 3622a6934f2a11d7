"""What the commands share: options, and how a fault is told."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

from uno_duo.house_rules import RulesError, RulesFileError
from uno_duo.json_lines import LineError, read_lines
from uno_duo.language import _
from uno_duo.record import Header, Recorded, RecordError, read_record
from uno_duo.terminal import DATA, USAGE, fail, reason_of
from uno_duo.wording import brief, plain

Ascii = Annotated[bool, typer.Option("--ascii", help=_("Draw the screens with ASCII alone."))]
"""The option `--ascii`."""
RulesName = Annotated[
    str | None,
    typer.Option(
        metavar="duo|classic|house|FILE",
        help=_("What is played by: a game, your own house rules, or a TOML file."),
        show_default="duo",
    ),
]
"""The option `--rules`; None where it is not given."""
_OF_RULES: Final = _("of the rules")
Seats = Annotated[int | None, typer.Option(metavar="N", help=_("How many play, 2 to 10."), show_default=_OF_RULES)]
"""The option `--seats`; None where it is not given."""
Target = Annotated[
    int | None,
    typer.Option(metavar="N", help=_("The points at which a match ends."), show_default=_OF_RULES),
]
"""The option `--target`; None where it is not given."""
_LONGEST: Final = 200  # in characters: what is said of a line that may quote it


def refuse(error: RulesError) -> NoReturn:
    """Leaves because of rules; a file is data, all else was said by the person."""
    fail(str(error), DATA if isinstance(error, RulesFileError) else USAGE)


def shown(path: object) -> str:
    """A path or another text of the person, as a terminal can show it."""
    return plain(str(path))


@contextmanager
def progress(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """A bar with the time that remains, where the errors go to a terminal, as what is called after so many steps."""
    if not sys.stderr.isatty():
        yield lambda _steps: None
        return
    with typer.progressbar(length=length, label=label, file=sys.stderr, show_pos=True) as bar:
        yield bar.update


class UnreadableError(Exception):
    """A file that the system does not let us read; apart from output that it does not let us write."""


def lines_of(file: Path) -> Iterator[bytes]:
    """The lines of a record, one after another.

    Raises:
        UnreadableError: The file cannot be read; the text says why.
    """
    try:
        with file.open("rb") as stream:
            yield from read_lines(stream)
    except OSError as error:
        raise UnreadableError(reason_of(error)) from None


def record_in(file: Path) -> Recorded:
    """A record as far as it can be read; leaves where it has no header."""
    try:
        return read_record(lines_of(file))
    except (RecordError, UnreadableError) as error:
        fail(_("{file}: {reason}").format(file=shown(file), reason=error), DATA)


def names_in(header: Header) -> tuple[tuple[str, ...], int | None]:
    """What the seats are called, each by another name, and which one is "you"."""
    names = tuple(plain(name) for name in header.seats)
    if len(set(names)) < len(names):
        return tuple(_("{name} ({seat})").format(name=name, seat=seat) for seat, name in enumerate(names)), None
    return names, names.index(_("You")) if _("You") in names else None


def title_of(header: Header, names: Sequence[str]) -> str:
    """The first line of what is told of a match."""
    return _("Match of {names}, to {target} points").format(names=", ".join(names), target=header.rules.target)


def answer_each_line(who: str, answer: Callable[[bytes], str]) -> None:
    """Answers each line of the standard input with a line as it comes, until there are no more.

    Args:
        who: Who answers, for the line that tells of a question that cannot be answered.
        answer: What is answered to a line; it raises `LineError` where that asks nothing.
    """
    # Where the input is closed there is none.
    for number, line in enumerate(read_lines(sys.stdin.buffer) if sys.stdin else (), start=1):
        with _failing_at(number, who):
            told = answer(line)
        sys.stdout.write(told + "\n")
        sys.stdout.flush()


@contextmanager
def _failing_at(number: int, who: str) -> Iterator[None]:
    """Leaves with a line where a question cannot be answered that was read from a line of some number."""
    try:
        yield
    except LineError as error:
        fail(_("line {line}: {reason}").format(line=number, reason=brief(str(error), _LONGEST)), DATA)
    except Exception as error:  # a view that cannot be, in a way that the protocol has not noticed
        reason = brief(" ".join(repr(error).split()), _LONGEST)
        fail(_("line {line}: {who} fails: {reason}").format(line=number, who=who, reason=reason), DATA)


def tell(line: str) -> None:
    """Prints a line beside the results, over a progress bar that may stand there."""
    sys.stderr.write(("\r\x1b[K" if sys.stderr.isatty() else "") + line + "\n")
    sys.stderr.flush()
