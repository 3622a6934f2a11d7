"""Who plays the matches: a thread of this process, other processes here, or a cluster; each as an executor."""

import asyncio
import logging
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from types import ModuleType
from typing import Any, Final, NoReturn, TypeVar

from uno_duo.arena.playing import fault_of
from uno_duo.bots.process import end_all
from uno_duo.language import _
from uno_duo.wording import brief

_Result = TypeVar("_Result")
MOST_WORKERS: Final = 61 if sys.platform == "win32" else 1000
"""How many workers one machine can have: so many that Windows can wait for, and elsewhere more than have a core."""
_ROOM_ON_CLUSTER: Final = 1000  # what it has at hand is its own affair, and may change at any time
_ADDRESS: Final = re.compile(r"(?:tcp://)?(?:[\w.-]+|\[[\w:.%]+\]):(?P<port>[0-9]{1,5})")
_LONGEST_ADDRESS: Final = 60
_LAST_PORT: Final = 0xFFFF
_PATIENCE: Final = 10  # seconds until a scheduler has to have answered
GLANCE: Final = 0.1
"""Seconds between two looks at whether to stop."""


class CrewError(Exception):
    """There is nobody to play; the text says why, as a clause."""


class AddressError(ValueError):
    """An address at which no scheduler can be; the text says why, as a clause."""


@dataclass(frozen=True)
class Crew:
    """Who plays the matches.

    Attributes:
        begin: Opens what runs the jobs, and ends it, whatever it is doing, at the exit; raises CrewError. It is told
            how to know whether to stop, and gives None where it has stopped before anybody was there. One that has
            broken is replaced by beginning again.
        room: How many jobs to give it at a time.
    """

    begin: Callable[[Callable[[], bool]], AbstractContextManager[Executor | None]]
    room: int


def crew_of(workers: int) -> Crew:
    """So many workers on this machine; one of them is a thread of this process, which needs no start."""
    if workers == 1:
        return Crew(_thread, room=2)
    # They start as they get their jobs, so that there is nothing to stop before.
    return Crew(lambda _is_stopped: processes(workers), room=2 * workers)


def crew_at(address: str) -> Crew:
    """The workers of a Dask cluster with its scheduler at an address.

    Raises:
        AddressError: It is neither HOST:PORT nor tcp://HOST:PORT. Dask knows other ways to connect, but most of them
            need settings that nobody can give here.
    """
    read = _ADDRESS.fullmatch(address)
    if read is None or not 0 < int(read["port"]) <= _LAST_PORT:
        reason = _("{address}: a scheduler is at HOST:PORT or tcp://HOST:PORT, with a port from 1 to {last}")
        raise AddressError(reason.format(address=brief(address, _LONGEST_ADDRESS), last=_LAST_PORT))
    return Crew(partial(_cluster, address), room=_ROOM_ON_CLUSTER)


@contextmanager
def _thread(is_stopped: Callable[[], bool]) -> Iterator[Executor]:
    """A thread, so that this one has its hands free; what it plays when it must end it plays to the end."""
    del is_stopped  # it is there at once
    executor = ThreadPoolExecutor(1, initializer=_ignore_interrupts)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """A pool of processes that end when this one closes their lifeline, or has ended in whatever way."""
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with theirs, _Pool(count, mp_context=context, initializer=_begin, initargs=(theirs,)) as executor, ours:
        yield executor


class _Pool(ProcessPoolExecutor):
    """A pool whose processes start without what they could stumble over."""

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        """Submits a job, for which a process may be started."""
        with _without_main(), _without_interrupts():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _without_main() -> Iterator[None]:
    """Hides the main module, which new processes would import: they do without it, and it may be `<stdin>`."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Holds Ctrl+C back, from new processes for good: it would hit them before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(lifeline: Connection) -> None:
    """Begins the work of a process."""
    _ignore_interrupts()
    for name in ("SIGTERM", "SIGHUP"):  # by the first of them the pool ends the others where one was killed
        ending = getattr(signal, name, None)
        if ending is not None and signal.getsignal(ending) is not signal.SIG_IGN:  # else somebody wants it ignored
            signal.signal(ending, lambda *_signal: _leave())
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _ignore_interrupts() -> None:
    """Leaves Ctrl+C to whoever gave the jobs."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    else:
        with suppress(ValueError):  # in a thread there is nothing to ignore
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    _leave()


def _leave() -> NoReturn:
    """Ends this process, and the programs that play in it."""
    end_all()
    os._exit(0)


@contextmanager
def _cluster(address: str, is_stopped: Callable[[], bool]) -> Iterator[Executor | None]:
    """What gives jobs to a cluster; a thread asks for it, so that this one can be stopped."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise CrewError(_("a scheduler needs the extra cluster: pip install 'uno-duo[cluster]'")) from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it would say comes as an error, too
    asked = _asked(partial(_client_at, address, distributed))
    while not wait((asked,), GLANCE).done and not is_stopped():
        pass
    if not asked.done():
        asked.add_done_callback(_close)
        yield None
        return
    with asked.result() as client:  # as it closes, the cluster drops what nobody waits for any more
        yield client.get_executor(pure=False)


def _client_at(address: str, distributed: ModuleType) -> Any:
    """A client of the scheduler at an address, if there is one.

    Raises:
        CrewError: There is none.
    """
    try:
        if not asyncio.run(_is_scheduler_at(address, distributed)):
            raise ValueError(_("something else answers there"))
        return distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except Exception as error:  # what answers may be anything
        is_late = isinstance(error, TimeoutError)
        reason = _("no answer in {seconds:g} s").format(seconds=_PATIENCE) if is_late else fault_of(error)
        told = _("no scheduler at {address}: {reason}")
        raise CrewError(told.format(address=brief(address, _LONGEST_ADDRESS), reason=reason)) from None


async def _is_scheduler_at(address: str, distributed: ModuleType) -> bool:
    """Whether a scheduler is what answers at an address; a client would wait without end for what is none."""
    async with asyncio.timeout(_PATIENCE), distributed.rpc(address) as there:
        return "workers" in await there.identity()


def _asked(ask: Callable[[], _Result]) -> Future[_Result]:
    """What will be the answer to a question, asked by a thread that holds nobody up, not even as the process ends."""
    answer: Future[_Result] = Future()

    def wait_for_it() -> None:
        try:
            answer.set_result(ask())
        except Exception as error:
            answer.set_exception(error)

    Thread(target=wait_for_it, daemon=True).start()
    return answer


def _close(asked: Future[Any]) -> None:
    """Closes a client that comes when nobody waits for it any more."""
    if asked.exception() is None:
        asked.result().close()
