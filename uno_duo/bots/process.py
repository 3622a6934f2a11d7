"""A bot that is a program of its own: a process that reads a question on a line and answers it on another."""

import asyncio
import os
import shlex
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, TypeVar, cast

from uno_duo.bots.lines import answer_of, question_line
from uno_duo.core import SeatMove, View
from uno_duo.cores import ONE_CORE
from uno_duo.json_lines import LineError
from uno_duo.language import _
from uno_duo.wording import brief

_LONGEST_ANSWER: Final = 1 << 16  # in bytes, of which a move takes less than a hundred
_LONGEST_REASON: Final = 200
_COMPLAINT: Final = 2000  # in bytes: so much is kept of what a program says on its standard error
_PATIENCE: Final = 2.0  # seconds that a process may take to be gone
_LAST_WORDS: Final = 0.5  # seconds until all is heard that a process had said before it left
_OUTPUT, _ERRORS = 1, 2

_Answer = TypeVar("_Answer")


class ProgramError(Exception):
    """A program that plays has not answered as it should; its text says why, as a clause."""

    def __init__(self, reason: str) -> None:
        super().__init__(brief(reason, _LONGEST_REASON))  # it may quote the program


async def asked_twice(ask: Callable[[], Awaitable[_Answer]]) -> _Answer:
    """Asks a program, and if it fails once more, which goes to a new process.

    Raises:
        ProgramError: It has failed again.
    """
    with suppress(ProgramError):  # what has ended it may have nothing to do with the question
        return await ask()
    return await ask()


class CommandError(ValueError):
    """A command line that starts no program; its text is one line that says why."""


def arguments_of(command: str) -> list[str]:
    """The program that a command line names, and its arguments; no shell reads them.

    Raises:
        CommandError: It cannot be read, or there is no such program.
    """
    try:
        arguments = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise CommandError(_("{command}: {reason}").format(command=brief(command, 60), reason=error)) from None
    try:
        command.encode()
    except UnicodeEncodeError:
        raise CommandError(_("{command}: it is not UTF-8").format(command=brief(command, 60))) from None
    if not arguments or not arguments[0]:
        raise CommandError(_("the command of the bot is empty"))
    if shutil.which(arguments[0]) is None:
        raise CommandError(_("there is no program {name}").format(name=brief(arguments[0], 60)))
    return arguments


class Program:
    """A program that plays a seat; its process is started when it is first asked.

    When it fails, or whoever waits for it is cancelled, its process ends at once, and the next question goes to a
    new one.
    """

    def __init__(
        self, arguments: Sequence[str], seconds: float | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        """Describes the program.

        Args:
            arguments: The program, and its arguments.
            seconds: How long it may take for an answer, its start included; None for as long as it likes.
            environment: Its environment, by default ours.
        """
        self._arguments = tuple(arguments)
        self._seconds = seconds
        self._environment = environment
        self._idle: _Talk | None = None
        self._asked: set[_Talk] = set()

    @classmethod
    def of_ours(cls, *command: str) -> "Program":
        """One of our own commands as a program, on one core."""
        # It finds what this process has found, wherever we stand, and looks nowhere else (-P).
        path = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)
        environment = {**ONE_CORE, **os.environ, "PYTHONPATH": path}
        return cls((sys.executable, "-P", "-m", "uno_duo", *command), environment=environment)

    async def ask(self, view: View, moves: Sequence[SeatMove], chance: int | None = None) -> SeatMove | None:
        """Asks the program.

        Args:
            view: What its seat may know.
            moves: What it may answer with: the one move of an UNO question, or the moves of a turn.
            chance: What its generator comes from; None for a program that is none of ours.

        Returns:
            One of the moves, or None where it declines an UNO question.

        Raises:
            ProgramError: It cannot be started, or does not answer as it should.
        """
        return await self.answer_to(question_line(view, moves, chance), partial(answer_of, moves=moves))

    async def answer_to(self, line: bytes, read: Callable[[bytes], _Answer]) -> _Answer:
        """Says a line to the program, and waits for the one that answers it.

        Args:
            line: What is said, with the line's end.
            read: What the answer says; it raises `LineError` where that is nothing.

        Raises:
            ProgramError: It cannot be started, or does not answer as it should.
        """
        try:
            async with asyncio.timeout(self._seconds):
                async with self._process() as talk:
                    return read(await talk.answer_to(line))
        except LineError as error:
            raise ProgramError(str(error)) from None
        except TimeoutError:
            raise ProgramError(_("no answer in {seconds:g} s").format(seconds=self._seconds)) from None
        except OSError as error:
            raise ProgramError(_("it cannot be started: {reason}").format(reason=error.strerror)) from None

    @asynccontextmanager
    async def _process(self) -> AsyncIterator["_Talk"]:
        """A process for one question; it ends unless that is answered, and then serves the next one.

        A question that was cancelled hears of it later. Until then its process is its own: the next one starts another.
        """
        talk, self._idle = self._idle, None
        if talk is None:
            talk = await self._start()
        self._asked.add(talk)
        try:
            yield talk
        except BaseException:
            talk.end()
            raise
        finally:
            self._asked.remove(talk)
        if self._idle is None:
            self._idle = talk
        else:
            talk.end()

    async def _start(self) -> "_Talk":
        _transport, talk = await asyncio.get_running_loop().subprocess_exec(
            _Talk,
            *self._arguments,
            env=self._environment,
            start_new_session=True,  # a group to be ended as a whole, and one that Ctrl+C and the terminal do not reach
        )
        return talk

    def end(self) -> None:
        """Ends the process at once, if there is one; `all_gone` waits until it is gone."""
        for talk in (*self._asked, *([self._idle] if self._idle else [])):
            talk.end()
        self._idle = None


class ProgramBot:
    """A program as a bot, for whoever waits for its answers."""

    def __init__(self, command: str, seconds: float | None = None) -> None:
        """Describes the program.

        Args:
            command: The command line that starts it.
            seconds: How long it may take for an answer, its start included; None for as long as it likes.

        Raises:
            CommandError: There is no such program.
        """
        self._program = Program(arguments_of(command), seconds)
        self._runner = asyncio.Runner()

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn.

        Raises:
            ProgramError: The program does not answer as it should.
        """
        del generator  # it has chance of its own
        return cast(SeatMove, self._ask(view, moves))

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        """Answers an UNO question.

        Raises:
            ProgramError: The program does not answer as it should.
        """
        del generator
        return self._ask(view, (move,)) is not None

    def _ask(self, view: View, moves: Sequence[SeatMove]) -> SeatMove | None:
        return self._runner.run(self._program.ask(view, moves))

    def close(self) -> None:
        """Ends the program; the bot cannot be asked any more."""
        self._program.end()
        self._runner.run(all_gone())
        self._runner.close()


def end_all() -> None:
    """Ends every program, for a process that leaves without cleaning up."""
    for talk in tuple(_talks):
        talk.kill()


async def all_gone() -> None:
    """Waits until each program of this event loop that was ended is gone."""
    loop = asyncio.get_running_loop()
    waiting = [talk.gone for talk in _talks if talk.is_ended and talk.gone.get_loop() is loop]
    if waiting:
        await asyncio.wait(waiting, timeout=_PATIENCE)


class _Talk(asyncio.SubprocessProtocol):
    """What is said between us and a process.

    Attributes:
        gone: Done when the process has left and all that it said was heard.
        is_ended: Whether it was told to leave.
    """

    def __init__(self) -> None:
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_ended = False
        self._answer: asyncio.Future[bytes | None] | None = None
        self._heard = b""
        self._complaint = b""
        self._is_mute = False  # it has closed its output

    async def answer_to(self, line: bytes) -> bytes:
        """Says a line, and waits for the line that answers it."""
        if self._heard:
            raise ProgramError(_("it says more than it is asked"))
        self._answer = asyncio.get_running_loop().create_future()
        cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0)).write(line)
        self._listen()
        answer = await self._answer
        if answer is None:
            await asyncio.wait((self.gone,), timeout=_PATIENCE)
            raise ProgramError(self._how_it_ended)
        return answer

    def _listen(self) -> None:
        """Takes the first line that was heard as the answer, if one is waited for."""
        if self._answer is None or self._answer.done():
            if len(self._heard) > _LONGEST_ANSWER:
                self.end()
            return
        line, end, rest = self._heard.partition(b"\n")
        if end:
            self._heard = rest
            self._answer.set_result(line)
        elif len(self._heard) > _LONGEST_ANSWER:
            self._answer.set_exception(ProgramError(_("its answer does not end")))
        elif self._is_mute:
            self._answer.set_result(None)

    @property
    def _how_it_ended(self) -> str:
        code = self._transport.get_returncode()
        if code is None:
            reason = _("it has closed its output")
        elif code < 0:
            reason = _("it was ended by signal {number}").format(number=-code)
        else:
            reason = _("it has left with code {code}").format(code=code)
        if self._heard:
            reason = _("{reason} in the middle of its answer").format(reason=reason)
        complaint = self._complaint.decode(errors="replace").strip().rpartition("\n")[2]
        return _("{reason}: {complaint}").format(reason=reason, complaint=complaint) if complaint else reason

    def end(self) -> None:
        """Ends the process and what it has started, and listens no more."""
        if not self.is_ended:
            self.is_ended = True
            self.kill()
            for pipe in range(3):
                transport = self._transport.get_pipe_transport(pipe)
                if transport is not None:
                    transport.close()

    def kill(self) -> None:
        """Ends the process and what it has started."""
        if self._transport.get_returncode() is None:  # else its number may be that of another process by now
            self._kill_group()

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError, PermissionError):  # it leaves, or has left, by itself
            if os.name == "posix":
                os.killpg(self._transport.get_pid(), signal.SIGKILL)
            else:
                self._transport.kill()

    # What the event loop tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)
        _talks.add(self)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _ERRORS:
            self._complaint = (self._complaint + data)[-_COMPLAINT:]
        else:
            self._heard += data
            self._listen()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        del exc
        if fd == _OUTPUT:
            self._hear_no_more()

    def _hear_no_more(self) -> None:
        self._is_mute = True
        self._listen()

    def process_exited(self) -> None:
        self._kill_group()  # what it has started goes with it
        # Whatever has left its group may hold its output open for good.
        asyncio.get_running_loop().call_later(_LAST_WORDS, self._hear_no_more)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._transport.close()
        _talks.discard(self)
        self.gone.set_result(None)


_talks: Final[set[_Talk]] = set()
