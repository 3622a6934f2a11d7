"""Running many jobs: a few given at a time, lost ones given again, the outcomes as they come."""

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice
from typing import Final

from uno_duo.arena.crews import GLANCE, Crew, CrewError
from uno_duo.arena.jobs import Job, Outcome, play_job
from uno_duo.arena.playing import fault_of
from uno_duo.language import _

TRIES: Final = 3
"""How often a job is given to a crew before it counts as one that cannot be played."""


def outcomes_of(jobs: Iterable[Job], crew: Crew, is_stopped: Callable[[], bool] = lambda: False) -> Iterator[Outcome]:
    """Has jobs played, and gives their outcomes in the order in which they come.

    Args:
        jobs: What to play; it is looked at no further than the crew has room.
        crew: Who plays.
        is_stopped: Whether to stop; looked at all the time.

    Raises:
        CrewError: There is nobody to play, or a job could not be played.
    """
    agenda = _Agenda(jobs)
    is_broken = True
    while is_broken and not is_stopped():
        with crew.begin(is_stopped) as executor:
            if executor is None:
                return
            is_broken = yield from _until_broken(agenda, executor, crew.room, is_stopped)


class _Agenda:
    """The jobs that are still to be given to somebody, the lost ones first."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)
        self._lost: deque[Job] = deque()
        self._losses: Counter[int] = Counter()

    def __iter__(self) -> Iterator[Job]:
        return self

    def __next__(self) -> Job:
        return self._lost.popleft() if self._lost else next(self._jobs)

    def give_back(self, job: Job, error: Exception) -> None:
        """Takes a job back that was lost by an error.

        Raises:
            CrewError: It was lost too often.
        """
        self._losses[job.index] += 1
        if self._losses[job.index] >= TRIES:
            reason = _("match {number} could not be played, in {times} attempts: {reason}")
            raise CrewError(reason.format(number=job.index + 1, times=TRIES, reason=fault_of(error)))
        self._lost.append(job)


def _until_broken(
    agenda: _Agenda, executor: Executor, room: int, is_stopped: Callable[[], bool]
) -> Generator[Outcome, None, bool]:
    """Has jobs played as long as that is possible; returns whether the executor has broken."""
    given: dict[Future[Outcome], Job] = {}
    broken: BrokenExecutor | None = None
    while broken is None and not is_stopped():
        for job in islice(agenda, room - len(given)):
            given[_submitted(executor, job)] = job
        if not given:
            break
        for future in wait(given, GLANCE, FIRST_COMPLETED).done:
            job = given.pop(future)
            try:
                outcome = future.result()
            except Exception as error:
                broken = error if isinstance(error, BrokenExecutor) else broken
                agenda.give_back(job, error)
            else:
                yield outcome
    if broken is not None:  # then what is under way is lost too
        for job in given.values():
            agenda.give_back(job, broken)
    return broken is not None


def _submitted(executor: Executor, job: Job) -> Future[Outcome]:
    """The future of a job; one that could not be given to the executor is as lost as one that was lost there."""
    try:
        return executor.submit(play_job, job)
    except Exception as error:
        future: Future[Outcome] = Future()
        future.set_exception(error)
        return future
