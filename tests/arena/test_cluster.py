"""Matches on a Dask cluster."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from tests.arena.test_simulation import deterministic, plan_of
from uno_duo.arena import crews
from uno_duo.arena.crews import CrewError, crew_at, crew_of
from uno_duo.arena.jobs import Outcome
from uno_duo.arena.simulation import Simulation

distributed = pytest.importorskip("distributed")


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A cluster of two processes."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster


@pytest.mark.slow
def test_a_cluster_gives_the_same(cluster: Any, tmp_path: Path) -> None:
    plan = plan_of("easy", "random", matches=10, is_paired=True)
    here, there = (Simulation(plan, tmp_path / name) for name in ("here", "there"))
    here.run(crew_of(1))
    there.run(crew_at(cluster.scheduler_address))
    assert deterministic(here.summary()) == deterministic(there.summary())
    for path in (tmp_path / "here").iterdir():
        assert path.read_bytes() == (tmp_path / "there" / path.name).read_bytes()


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_no_match(cluster: Any) -> None:
    plan = plan_of("easy", "random", matches=60)
    here, there = Simulation(plan), Simulation(plan)
    killed: list[int] = []

    def kill_one(_outcome: Outcome) -> None:
        if not killed:
            killed.append(cluster.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    here.run(crew_of(1))
    there.run(crew_at(cluster.scheduler_address), kill_one)
    assert killed
    assert deterministic(here.summary()) == deterministic(there.summary())


@pytest.mark.slow
def test_matches_on_a_cluster_can_be_stopped(cluster: Any) -> None:
    simulation = Simulation(plan_of("normal", "normal", matches=2000))
    done: list[Outcome] = []
    simulation.run(crew_at(cluster.scheduler_address), done.append, is_stopped=lambda: len(done) >= 3)
    assert 3 <= simulation.summary().matches < 1000


@pytest.mark.slow
def test_a_scheduler_that_is_lost_is_told_once(
    cluster: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(crews, "_PATIENCE", 1)
    simulation = Simulation(plan_of("normal", "normal", matches=2000))
    with pytest.raises(CrewError, match=r"match \d+ could not be played, in 3 attempts: "):
        simulation.run(crew_at(cluster.scheduler_address), lambda _outcome: cluster.close())
    assert simulation.summary().matches
    assert not [record for record in caplog.records if record.name == "distributed.client"]


# Where there is no scheduler


def begin(address: str, is_stopped: Callable[[], bool] = lambda: False) -> Executor | None:
    with crew_at(address).begin(is_stopped) as executor:
        return executor


@pytest.fixture
def silence() -> Iterator[str]:
    """An address where somebody listens, and answers nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


def test_what_is_no_scheduler_and_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch, silence: str) -> None:
    monkeypatch.setattr(crews, "_PATIENCE", 0.5)
    with pytest.raises(CrewError, match=rf"^no scheduler at {silence}: no answer in 0.5 s$"):
        begin(silence)


def test_where_nobody_listens_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "_PATIENCE", 0.5)
    with pytest.raises(CrewError, match=r"^no scheduler at localhost:1: no answer in 0.5 s$"):
        begin("localhost:1")


@pytest.mark.slow
def test_what_answers_but_is_no_scheduler_is_told(cluster: Any) -> None:
    address = cluster.workers[0].worker_address
    with pytest.raises(CrewError, match=rf"^no scheduler at {address}: something else answers there$"):
        begin(address)


def test_nobody_waits_for_a_scheduler_when_it_stops(monkeypatch: pytest.MonkeyPatch, silence: str) -> None:
    monkeypatch.setattr(crews, "_PATIENCE", 2)
    began = time.monotonic()
    assert begin(silence, is_stopped=lambda: True) is None
    assert time.monotonic() - began < 1


def test_a_client_that_comes_when_nobody_waits_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, may_come, closed = Event(), Event(), Event()

    class There:
        async def __aenter__(self) -> "There":
            return self

        async def __aexit__(self, *_error: object) -> None:
            pass

        async def identity(self) -> dict[str, object]:
            return {"workers": {}}

    class Client:
        def __init__(self, _address: str, **_options: object) -> None:
            asked.set()
            assert may_come.wait(10)

        def close(self) -> None:
            closed.set()

    fake = SimpleNamespace(Client=Client, rpc=lambda _address: There())
    monkeypatch.setattr(crews, "import_module", lambda _name: fake)
    assert begin("localhost:1", asked.is_set) is None
    assert not closed.is_set()
    may_come.set()
    assert closed.wait(10)
