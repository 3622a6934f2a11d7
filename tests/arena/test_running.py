"""Running jobs: few at a time, lost ones again, and when to stop."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from typing import Any

import pytest

from uno_duo.arena import running
from uno_duo.arena.crews import Crew, CrewError, crew_of
from uno_duo.arena.jobs import Job, Outcome
from uno_duo.arena.running import TRIES, outcomes_of
from uno_duo.core import Rules


def jobs(count: int) -> list[Job]:
    return [Job(index, Rules.duo(), (), index, "2026-11-29T12:00:00Z") for index in range(count)]


def outcome_of(job: Job) -> Outcome:
    return Outcome(job.index, 0, None, None, (0, 0), (0, 0), 0, 0)


@pytest.fixture(autouse=True)
def _play_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "play_job", outcome_of)


class Fake(Executor):
    """Answers each job as a function says."""

    def __init__(self, answer: Callable[[Job], Future[Outcome]]) -> None:
        self._answer = answer

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        assert (fn, kwargs) == (outcome_of, {})
        return self._answer(*args)


def failing(error_for: Callable[[Job], Exception | None]) -> Fake:
    """Plays each job at once, but for those that a function has an error for."""

    def answer(job: Job) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        error = error_for(job)
        if error is None:
            future.set_result(outcome_of(job))
        else:
            future.set_exception(error)
        return future

    return Fake(answer)


class Crews:
    """A crew that notes how often it was begun."""

    def __init__(self, make: Callable[[], Executor | None], room: int = 3) -> None:
        self._make = make
        self.begun = self.ended = 0
        self.crew = Crew(self._begin, room)

    @contextmanager
    def _begin(self, _is_stopped: Callable[[], bool]) -> Iterator[Executor | None]:
        self.begun += 1
        try:
            yield self._make()
        finally:
            self.ended += 1


def played(outcomes: Iterator[Outcome]) -> list[int]:
    return sorted(outcome.index for outcome in outcomes)


def test_each_job_is_played_once() -> None:
    assert played(outcomes_of(jobs(20), crew_of(1))) == list(range(20))
    assert played(outcomes_of([], crew_of(1))) == []


def test_no_more_jobs_are_taken_than_there_is_room_for() -> None:
    taken = 0

    def counted() -> Iterator[Job]:
        nonlocal taken
        for job in jobs(20):
            taken += 1
            yield job

    crews = Crews(lambda: failing(lambda _job: None), room=3)
    done = 0
    for _outcome in outcomes_of(counted(), crews.crew):
        done += 1
        assert taken - done < 3
    assert done == 20


def test_a_job_that_gets_lost_is_given_again() -> None:
    losses: Counter[int] = Counter()

    def error_for(job: Job) -> Exception | None:
        losses[job.index] += 1
        return CancelledError() if losses[job.index] < TRIES and job.index % 2 else None

    crews = Crews(lambda: failing(error_for))
    assert played(outcomes_of(jobs(9), crews.crew)) == list(range(9))
    assert (crews.begun, crews.ended) == (1, 1)


def test_a_job_that_gets_lost_again_and_again_is_told() -> None:
    crews = Crews(lambda: failing(lambda job: OSError("nobody is there") if job.index == 4 else None))
    done = []
    with pytest.raises(CrewError, match=r"^match 5 could not be played, in 3 attempts: nobody is there$"):
        done += [outcome.index for outcome in outcomes_of(jobs(9), crews.crew)]
    assert crews.ended == 1


def test_a_crew_that_breaks_is_replaced_and_plays_what_is_left() -> None:
    tried: Counter[int] = Counter()

    def error_for(job: Job) -> Exception | None:
        tried[job.index] += 1
        return BrokenExecutor("killed") if job.index in (0, 5) and tried[job.index] == 1 else None

    crews = Crews(lambda: failing(error_for))
    assert set(played(outcomes_of(jobs(9), crews.crew))) == set(range(9))
    assert (crews.begun, crews.ended) == (3, 3)


def test_a_crew_that_breaks_whenever_it_begins_is_given_up() -> None:
    crews = Crews(lambda: failing(lambda _job: BrokenExecutor("killed")))
    with pytest.raises(CrewError, match="killed"):
        played(outcomes_of(jobs(9), crews.crew))
    assert crews.begun == TRIES


def test_what_cannot_be_given_is_lost() -> None:
    def refuse(_job: Job) -> Future[Outcome]:
        raise RuntimeError("it is closed")

    with pytest.raises(CrewError, match="it is closed"):
        played(outcomes_of(jobs(2), Crews(lambda: Fake(refuse)).crew))


def test_it_stops_when_it_is_told_to() -> None:
    done: list[int] = []
    crews = Crews(lambda: failing(lambda _job: None))
    done.extend(o.index for o in outcomes_of(jobs(100), crews.crew, is_stopped=lambda: len(done) >= 5))
    assert 5 <= len(done) < 9
    assert crews.ended == 1


def test_it_stops_though_nothing_comes_back() -> None:
    looks: list[bool] = []

    def is_stopped() -> bool:
        looks.append(len(looks) > 2)
        return looks[-1]

    assert played(outcomes_of(jobs(9), Crews(lambda: Fake(lambda _job: Future())).crew, is_stopped)) == []


def test_it_stops_where_nobody_was_there_before() -> None:
    crews = Crews(lambda: None)
    assert played(outcomes_of(jobs(9), crews.crew)) == []
    assert (crews.begun, crews.ended) == (1, 1)


def test_whoever_looks_no_further_ends_the_crew() -> None:
    crews = Crews(lambda: failing(lambda _job: None))
    outcomes = outcomes_of(jobs(9), crews.crew)
    next(outcomes)
    del outcomes
    assert crews.ended == 1
