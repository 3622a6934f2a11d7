"""What every command needs of the terminal: leaving it quietly, and starting the screens on it."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from uno_duo.language import _

if TYPE_CHECKING:  # the menu must not wait for the models
    from pathlib import Path

    from uno_duo.coach.kinds import Kind
    from uno_duo.record import Header
    from uno_duo.settings import Settings

USAGE, DATA = 2, 1  # exit codes
_BY_SIGNAL = 128  # as a shell tells them
_INTERRUPTED, _BROKEN_PIPE = _BY_SIGNAL + 2, _BY_SIGNAL + 13


def fail(reason: str, code: int) -> NoReturn:
    """Leaves with a line that says why."""
    with suppress(OSError):
        sys.stdout.flush()  # what stood before the fault comes first
    with suppress(OSError):
        sys.stderr.write(_("uno-duo: {reason}").format(reason=reason) + "\n")
        sys.stderr.flush()
    raise SystemExit(code)


def reason_of(error: OSError) -> str:
    """Why the system refused something, as a clause."""
    return error.strerror or str(error)


@contextmanager
def quietly() -> Iterator[None]:
    """Ends without a traceback where the output cannot be written, nobody reads it any more, or on Ctrl+C."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        _drop_output()
        raise SystemExit(_INTERRUPTED) from None
    except BrokenPipeError:
        _drop_output()
        raise SystemExit(_BROKEN_PIPE) from None
    except OSError as error:
        _drop_output()
        fail(_("the output cannot be written: {reason}").format(reason=reason_of(error)), DATA)


@contextmanager
def leaving_at_once(clean_up: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Lets Ctrl+C, and whatever else asks a process to end, end a command at once, and not by an exception.

    An exception could get lost: pydantic ignores one that comes while it looks at an object's class.

    Args:
        clean_up: What is done before.
    """

    def leave(signal_number: int, _frame: object) -> NoReturn:
        clean_up()
        _leave(signal_number)

    with ExitStack() as stack:
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                stack.enter_context(_at(getattr(signal, name), leave))
        yield


@contextmanager
def noting_interrupt() -> Iterator[Callable[[], bool]]:
    """Tells a command whether Ctrl+C was pressed, so that it comes to an end; pressed again it does what it did before.

    The command's last step is `leave_interrupted`.
    """
    is_interrupted = False
    before = signal.getsignal(signal.SIGINT)

    def note(signal_number: int, frame: FrameType | None) -> None:
        nonlocal is_interrupted
        if is_interrupted and callable(before):
            before(signal_number, frame)
        is_interrupted = True

    with _at(signal.SIGINT, note):
        yield lambda: is_interrupted


def leave_interrupted() -> NoReturn:
    """Leaves a command that Ctrl+C has ended, whatever else is going on in this process."""
    sys.stdout.flush()
    os._exit(_INTERRUPTED)


@contextmanager
def _at(signal_number: signal.Signals, act: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = signal.getsignal(signal_number)
    if before is not signal.SIG_IGN:  # somebody wants it ignored
        signal.signal(signal_number, act)
    try:
        yield
    finally:
        signal.signal(signal_number, before)


def _leave(signal_number: int) -> NoReturn:
    with suppress(OSError):
        if os.isatty(2):
            os.write(2, b"\x1b[?25h\n")  # a progress bar has hidden the cursor
    os._exit(_BY_SIGNAL + signal_number)


def _drop_output() -> None:
    """Lets what is left in the buffer go nowhere, or the interpreter would complain as it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def make_writable() -> None:
    """Makes any text printable, whatever the terminal's encoding, and a closed stream no fault."""
    if sys.stdout is None or sys.stderr is None:
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - kept to the end
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def start_screens(
    *,
    settings: "Settings | None" = None,
    new_match: "Header | None" = None,
    record: "Path | None" = None,
    drill: "tuple[Kind | None, int] | None" = None,
    problems: Sequence[str] = (),
    is_ascii: bool = False,
) -> NoReturn:
    """Opens the game, on a terminal: its menu, or straight a new match or drills."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # Textual draws on the last of them
    if not all(stream and stream.isatty() for stream in streams):
        fail(_("the game needs a terminal; see uno-duo --help for what runs without one"), USAGE)
    from uno_duo.ui.app import run  # noqa: PLC0415 - the other commands do without it

    raise SystemExit(
        run(
            settings=settings,
            new_match=new_match,
            record=record,
            drill=drill,
            problems=problems,
            is_ascii=is_ascii,
        )
    )
