"""Who plays: this process, others, and what happens when one is killed."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.arena.test_simulation import deterministic, plan_of
from uno_duo.arena.crews import AddressError, CrewError, crew_at, crew_of
from uno_duo.arena.jobs import Outcome
from uno_duo.arena.running import TRIES
from uno_duo.arena.simulation import Simulation

ROOT = Path(__file__).parent.parent.parent


def kill_one() -> None:
    """Kills a worker, if there is one."""
    for worker in multiprocessing.active_children()[:1]:
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()


def test_a_worker_that_is_killed_loses_no_match() -> None:
    plan = plan_of("easy", "random", matches=12)
    alone, together = Simulation(plan), Simulation(plan)
    alone.run(crew_of(1))
    killed: list[int] = []

    def kill_the_first(outcome: Outcome) -> None:
        if not killed:
            kill_one()
            killed.append(outcome.index)

    together.run(crew_of(2), kill_the_first)
    assert deterministic(alone.summary()) == deterministic(together.summary())
    assert not multiprocessing.active_children()


def test_workers_that_are_killed_again_and_again_are_told() -> None:
    simulation = Simulation(plan_of("easy", "random", matches=2000))

    def kill_and_go_on() -> bool:
        kill_one()
        return False

    with pytest.raises(CrewError, match=f"match .* could not be played, in {TRIES} attempts: "):
        simulation.run(crew_of(2), is_stopped=kill_and_go_on)
    assert not multiprocessing.active_children()


def test_workers_end_at_once_when_it_stops() -> None:
    simulation = Simulation(plan_of("normal", "normal", matches=2000))
    done: list[Outcome] = []
    simulation.run(crew_of(2), done.append, is_stopped=lambda: bool(done))
    assert done
    assert not multiprocessing.active_children()


SCRIPT = """
from uno_duo.arena.crews import crew_of
from uno_duo.arena.plans import Plan
from uno_duo.arena.simulation import Simulation
from uno_duo.core import Rules
from uno_duo.record import Player

simulation = Simulation(Plan(Rules(target=1), (Player(bot="random"),) * 2, 3, 7, "2026-11-29T12:00:00Z"))
simulation.run(crew_of(2))
print(simulation.summary().matches)
"""


@pytest.mark.parametrize("how", ["file", *(pytest.param(how, marks=pytest.mark.slow) for how in ("argument", "input"))])
def test_the_main_module_need_not_be_one_that_can_be_imported(tmp_path: Path, how: str) -> None:
    """Not even a script that runs all it has whenever it is imported."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    arguments = {"argument": ["-c", SCRIPT], "input": ["-"], "file": [str(script)]}[how]
    done = subprocess.run(
        [sys.executable, *arguments],
        input=SCRIPT,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("3\n", "", 0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not list processes there")
def test_workers_end_with_whoever_started_them() -> None:
    script = SCRIPT.replace("3, 7", "100_000, 7").replace("target=1", "target=200")
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL) as process:
        while len(workers := children_of(process.pid)) < 3:  # one of them keeps track of semaphores
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(1)
        process.kill()
    deadline = time.monotonic() + 5
    while any(is_running(worker) for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def stat_of(process: int) -> list[str]:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def children_of(parent: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int(stat_of(int(folder.name))[1]) == parent:
                found.append(int(folder.name))
        except OSError:  # it has just left
            continue
    return found


def is_running(process: int) -> bool:
    try:
        return stat_of(process)[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    "address", ["localhost:8786", "tcp://localhost:8786", "tcp://10.0.0.1:1", "my_host.example:65535", "[::1]:8786"]
)
def test_a_scheduler_is_at_a_port_of_a_host(address: str) -> None:
    crew_at(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nonsense",
        "localhost",
        ":8786",
        "localhost:x",
        "localhost:0",
        "localhost:65536",
        "localhost:" + "9" * 5000,
        "localhost:8786/path",
        "::1:8786",
        "tls://localhost:8786",
        "ws://localhost:8786",
        "inproc://localhost:8786",
        "foo://localhost:8786",
        "tcp://tcp://localhost:8786",
    ],
)
def test_what_is_no_address_of_a_scheduler_is_told(address: str) -> None:
    with pytest.raises(AddressError, match=r": a scheduler is at HOST:PORT or tcp://HOST:PORT, with a port from 1 to"):
        crew_at(address)


def test_what_is_no_address_is_told_as_a_terminal_can_show_it() -> None:
    with pytest.raises(AddressError, match=r"^\N{REPLACEMENT CHARACTER}\[31mlocalhost:1: "):
        crew_at("\x1b[31mlocalhost:1")
