"""The command `simulate`: what it prints, how it is interrupted, and what it refuses."""

import json
import os
import pty
import re
import resource
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

from tests.bots.programs import FIRST, program
from tests.test_cli import (
    LEVELS_THERE_ARE,
    NEEDS_INTERRUPT,
    PROGRAM,
    ROOT,
    Done,
    assert_fails,
    environment,
    run,
    run_alone,
)
from uno_duo.arena.crews import MOST_WORKERS
from uno_duo.arena.names import shortened
from uno_duo.core import Rules
from uno_duo.house_rules import rules_as_toml


def test_simulate_prints_a_table() -> None:
    done = run("simulate", "--matches", "3", "--bots", "random,easy", "--seed", "7")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Matches: 3, seed 7"
    assert [line.split()[0] for line in lines[2:5]] == ["bot", "random", "easy"]
    assert len({len(line) for line in lines[2:5]}) == 1
    assert "moves a second" in lines[-1]


def test_the_same_seed_prints_the_same_but_the_timing() -> None:
    def printed(*arguments: str) -> Any:
        done = run("simulate", "--matches", "2", "--bots", "easy,random", "--json", *arguments)
        result = json.loads(done.stdout)
        del result["timing"]
        return result

    assert printed("--seed", "7") == printed("--seed", "7") != printed("--seed", "8")
    assert printed()["seed"] != printed()["seed"]


def test_simulate_writes_records_that_replay_reads(tmp_path: Path) -> None:
    arguments = ("simulate", "--matches", "2", "--bots", "random,easy", "--seed", "7", "--records", tmp_path / "new")
    assert run(*arguments).returncode == 0
    files = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in files] == ["0001.jsonl", "0002.jsonl"]
    for file in files:
        assert json.loads(file.read_bytes().split(b"\n")[0])["seats"] == ["random", "easy"]
        assert run("replay", file).returncode == 0
    assert_fails(run(*arguments), 2, f"{files[0]}: File exists")


def test_records_need_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("simulate", "--matches", "1", "--bots", "random,random", "--records", tmp_path / "file")
    assert done.returncode == 2
    assert done.stderr.startswith(f"uno-duo: {tmp_path / 'file'}: ")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--bots", ""), f"there is no bot ''; {LEVELS_THERE_ARE}"),
        (("--bots", "easy,easy,easy"), "--bots: one bot for all or one for each of 2 seats is needed, not 3"),
        (("--bots", "easy,genius"), f"there is no bot 'genius'; {LEVELS_THERE_ARE}"),
        (("--bots", "genius"), f"there is no bot 'genius'; {LEVELS_THERE_ARE}"),
        (("--bots", "easy,"), f"there is no bot ''; {LEVELS_THERE_ARE}"),
        (
            ("--rules", "classic", "--seats", "4", "--bots", "easy,easy"),
            "--bots: one bot for all or one for each of 4 seats is needed, not 2",
        ),
        (
            ("--rules", "classic", "--bots", "easy,easy,genius"),
            f"there is no bot 'genius'; {LEVELS_THERE_ARE}",
        ),
        (("--rules", "classic", "--bots", "easy," * 10 + "easy"), "seats must be at most 10"),
        (("--rules", "klassic"), "there are no rules 'klassic'; there are duo, classic, house, or a file"),
        (("--seats", "3"), "a draft is for two seats; for more the hands must be dealt"),
        (("--seats", "1"), "seats must be at least 2"),
        (("--target", "0"), "target must be at least 1"),
        (("--paired",), "each deal is played from 2 seats: 1 matches are no multiple of that"),
        (("--round-robin", "--bots", "easy"), "a round robin needs two bots or more"),
        (("--round-robin", "--rules", "classic", "--seats", "3"), "a round robin is for two seats, not 3"),
        (("--bots", "command,easy"), "--bots names command 1 times, and --bot-command is given 0 times"),
        (("--bot-command", "x"), "--bots names command 0 times, and --bot-command is given 1 times"),
        (("--bots", "command", "--bot-command", "no-such-program"), "there is no program no-such-program"),
        (("--memory", "elephant"), "--memory: there is no 'elephant'; there are full, human"),
        (("--memory", "full,human,full"), "--memory: one for all or one for each of 2 bots is needed, not 3"),
        (
            ("--workers", "2", "--scheduler", "x:1"),
            "--workers is for this machine, and --scheduler for a cluster: only one can be",
        ),
        (
            ("--scheduler", "tls://x:1\x1b[31m"),
            "tls://x:1\N{REPLACEMENT CHARACTER}[31m: "
            "a scheduler is at HOST:PORT or tcp://HOST:PORT, with a port from 1 to 65535",
        ),
    ],
)
def test_what_cannot_be_simulated_is_refused(tmp_path: Path, arguments: tuple[str, ...], reason: str) -> None:
    assert_fails(run("simulate", "--matches", "1", "--records", tmp_path / "new", *arguments), 2, reason)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("workers", [0, MOST_WORKERS + 1, 2**31 - 1, 2**63])
def test_workers_have_a_limit(workers: int) -> None:
    done = run("simulate", "--matches", "1", "--workers", str(workers))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Invalid value for '--workers'" in done.stderr


def headers(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(file.read_bytes().split(b"\n")[0]) for file in sorted(folder.iterdir())]


@pytest.mark.parametrize(
    ("arguments", "bots"), [((), ["normal", "easy"]), (("--bots", "random"), ["random", "random"])]
)
def test_simulate_has_a_bot_for_each_seat(tmp_path: Path, arguments: tuple[str, ...], bots: list[str]) -> None:
    done = run("simulate", "--matches", "1", "--target", "1", "--records", tmp_path / "new", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    (header,) = headers(tmp_path / "new")
    assert header["seats"] == bots
    assert header["rules"] == Rules(target=1).model_dump()


def test_simulate_plays_by_a_file(tmp_path: Path) -> None:
    rules = Rules(hand_size=3, stacking=False, target=40)
    (tmp_path / "mine.toml").write_text(rules_as_toml(rules))
    arguments = ("--matches", "1", "--bots", "random", "--records", tmp_path / "new")
    assert run("simulate", "--rules", tmp_path / "mine.toml", *arguments).returncode == 0
    (header,) = headers(tmp_path / "new")
    assert header["rules"] == rules.model_dump()


def test_equal_bots_are_told_apart_by_their_seats() -> None:
    done = run("simulate", "--matches", "1", "--bots", "random", "--target", "1", "--seed", "7")
    lines = done.stdout.splitlines()[2:5]
    assert [line[:12].strip() for line in lines] == ["bot", "random (0)", "random (1)"]
    assert len({len(line) for line in lines}) == 1


def test_a_progress_bar_is_drawn_on_a_terminal_alone() -> None:
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "simulate", "--matches", "2", "--bots", "random,random", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=True, env=environment(TERM="xterm"))
    os.close(theirs)
    drawn = os.read(ours, 100_000)
    os.close(ours)
    assert b"Matches" in drawn
    assert b"2/2" in drawn
    json.loads(done.stdout)


def result(*arguments: str | Path) -> Any:
    """What is printed as JSON, without the timing."""
    done = run("simulate", "--seed", "7", "--target", "60", "--json", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    del found["timing"]
    return found


# Pairs and round robins


def test_pairs_are_summed_up_for_each_bot() -> None:
    found = result("--matches", "4", "--bots", "easy,random", "--paired")
    assert (found["bots"], found["matches"], found["planned"], found["is_paired"]) == (["easy", "random"], 4, 4, True)
    assert sum(found["wins"]) == 4
    told = run("simulate", "--matches", "4", "--bots", "easy,random", "--paired").stdout
    assert "easy less random: " in told


def test_a_round_robin_is_printed_from_strong_to_weak() -> None:
    arguments = ("--matches", "10", "--bots", "random,normal,easy", "--round-robin")
    found = result(*arguments)
    assert [pairing["bots"] for pairing in found["pairings"]] == [
        ["random", "normal"],
        ["random", "easy"],
        ["normal", "easy"],
    ]
    done = run("simulate", "--seed", "7", "--target", "60", *arguments)
    lines = done.stdout.splitlines()
    assert lines[0] == "Matches: 30, seed 7"
    assert [line.split()[0] for line in lines[2:6]] == ["bot", "normal", "easy", "random"]
    assert [line.split()[-1] for line in lines[2:6]] == ["random", "100.0%", "100.0%", "-"]
    assert len({len(line) for line in lines[2:6]}) == 1


def test_levels_that_search_are_told_not_to_know_other_rules() -> None:
    about = "Hard, expert, master know UNO Duo; by other rules they play much as normal.\n"
    for rules, told in (("classic", about), ("duo", "")):
        done = run("simulate", "--matches", "1", "--bots", "hard,random", "--rules", rules, "--target", "40")
        assert (done.returncode, done.stderr) == (0, told)


def test_in_classic_uno_a_round_robin_is_for_two(tmp_path: Path) -> None:
    arguments = ("--rules", "classic", "--matches", "2", "--bots", "random,easy,normal", "--round-robin")
    assert result(*arguments, "--records", tmp_path / "new")["matches"] == 6
    assert {header["rules"]["seats"] for header in headers(tmp_path / "new")} == {2}


def test_any_number_of_workers_prints_the_same() -> None:
    arguments = ("--matches", "4", "--bots", "easy,random", "--paired")
    assert result(*arguments) == result(*arguments, "--workers", "2")


# What is said of the bots


def test_memory_is_for_all_or_for_each(tmp_path: Path) -> None:
    def memories(*arguments: str) -> list[str]:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        result("--matches", "1", "--bots", "easy,random", "--records", folder, *arguments)
        return [player.get("memory", "full") for player in headers(folder)[0]["players"]]

    assert memories() == ["full", "full"]
    assert memories("--memory", "human") == ["human", "human"]
    assert memories("--memory", "full, human") == ["full", "human"]
    assert memories("--bots", "easy", "--memory", "human,full") == ["human", "full"]


def test_bots_that_differ_in_their_memory_are_told_apart() -> None:
    done = run("simulate", "--matches", "1", "--bots", "random,random", "--memory", "full,human")
    names = [line.partition("  ")[0] for line in done.stdout.splitlines()[2:5]]
    assert names == ["bot", "random", "random, memory human"]


def test_a_program_plays_where_command_stands() -> None:
    found = result("--matches", "2", "--bots", "command,easy", "--bot-command", program(), "--paired")
    assert found["players"] == [{"bot": "command", "command": program()}, {"bot": "easy"}]
    assert (sum(found["wins"]), found["forfeits"]) == (2, [0, 0])


def test_each_program_has_its_place(tmp_path: Path) -> None:
    one, two = program(), program("print(json.dumps(json.loads(line)['legal'][-1]), flush=True)")
    arguments = ("--matches", "1", "--bots", "command,command", "--bot-command", one, "--bot-command", two)
    result(*arguments, "--records", tmp_path / "new")
    assert [player["command"] for player in headers(tmp_path / "new")[0]["players"]] == [one, two]


@pytest.mark.parametrize(
    ("answer", "fault", "workers"),
    [
        ("print('what?', flush=True)", "'what?' is no answer: it is not JSON", "1"),
        ("time.sleep(60)", "no answer in 0.5 s", "1"),
        ("sys.exit(3)", "it has left with code 3", "1"),
        ("sys.exit(3)", "it has left with code 3", "2"),
    ],
)
def test_a_program_that_fails_loses_and_the_others_go_on(answer: str, fault: str, workers: str) -> None:
    arguments = ("--bots", "easy,command", "--bot-command", program(answer), "--bot-time", "0.5", "--workers", workers)
    done = run("simulate", "--matches", "2", "--json", *arguments)
    assert done.returncode == 0
    assert sorted(done.stderr.splitlines()) == [f"Match {n}: seat 1 (command) forfeits: {fault}" for n in (1, 2)]
    found = json.loads(done.stdout)
    assert (found["wins"], found["forfeits"]) == ([2, 0], [0, 2])


@pytest.mark.parametrize("more", [(), ("--round-robin",)])
def test_of_several_programs_the_one_that_fails_is_told(more: tuple[str, ...]) -> None:
    good, bad = program(), program("sys.exit(3)")
    arguments = ("--bots", "command,command", "--bot-command", good, "--bot-command", bad, "--matches", "2")
    done = run("simulate", "--json", *arguments, *more)
    assert done.returncode == 0
    seats = (1, 0) if more else (1, 1)
    assert done.stderr.splitlines() == [
        f"Match {number}: seat {seat} ({shortened(bad, 40)}) forfeits: it has left with code 3"
        for number, seat in enumerate(seats, start=1)
    ]


def test_faults_are_counted_in_the_table() -> None:
    told = run("simulate", "--matches", "2", "--bots", "easy,command", "--bot-command", program("sys.exit()")).stdout
    assert told.splitlines()[-2].startswith("Lost by a fault of ")
    assert told.splitlines()[-2].endswith(": 2")


def no_large_files() -> None:
    """Lets this process write no file that is as long as a record."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_record_that_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path, workers: str) -> None:
    arguments = ("--matches", "1", "--bots", "random", "--records", tmp_path / "new", "--workers", workers)
    done = run_alone("simulate", *arguments, preexec_fn=no_large_files)
    assert_fails(done, 1, f"{tmp_path / 'new' / '0001.jsonl'}: File too large")
    assert list((tmp_path / "new").iterdir()) == []


def test_a_record_that_cannot_be_written_ends_the_match_that_is_played(tmp_path: Path) -> None:
    begun, asleep = tmp_path / "begun", tmp_path / "asleep"
    second = program(
        f"open({str(asleep)!r}, 'w').write(str(os.getpid())) and time.sleep(600) if is_second else {FIRST}",
        f"is_second = os.path.exists({str(begun)!r}); open({str(begun)!r}, 'w').close()",
    )
    arguments = ("--matches", "2", "--records", tmp_path / "new", *ASLEEP, second)
    done = run_alone("simulate", *arguments, preexec_fn=no_large_files)
    assert_fails(done, 1, f"{tmp_path / 'new' / '0001.jsonl'}: File too large")
    assert not is_written(asleep) or is_gone(int(asleep.read_text()))


# Ctrl+C


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    """A long run of the command, in a group of its own as a terminal would have it."""
    command = [*PROGRAM, "simulate", "--matches", "9999", "--bots", "random", *map(str, arguments)]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
        start_new_session=True,
    )


def interrupted(
    process: subprocess.Popen[str], is_time: Callable[[], bool], ending: signal.Signals = signal.SIGINT
) -> Done:
    """How it ends where Ctrl+C is pressed at some time, or another signal comes to every process of the group."""
    with process:
        try:
            while not is_time():
                assert process.poll() is None
                time.sleep(0.05)
            os.killpg(process.pid, ending)
            out, error = process.communicate(timeout=20)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return Done(process.returncode, out, error)


@NEEDS_INTERRUPT
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_prints_what_is_known_so_far(tmp_path: Path, workers: str) -> None:
    process = started("--records", tmp_path / "x", "--seed", "7", "--json", "--workers", workers)
    done = interrupted(process, (tmp_path / "x" / "0003.jsonl").exists)
    assert (done.returncode, done.stderr) == (130, "")
    found = json.loads(done.stdout)
    assert 2 <= found["matches"] == sum(found["wins"]) == len(list((tmp_path / "x").iterdir()))
    assert found["planned"] == 9999


@NEEDS_INTERRUPT
@pytest.mark.parametrize(("workers", "after"), [pytest.param("1", 0, marks=pytest.mark.slow), ("2", 0), ("2", 0.2)])
def test_ctrl_c_is_quiet_while_the_workers_start(tmp_path: Path, after: float, workers: str) -> None:
    folder = tmp_path / "x"

    def is_time() -> bool:
        if folder.exists():
            time.sleep(after)
        return folder.exists()

    done = interrupted(started("--workers", workers, "--records", folder), is_time)
    assert (done.returncode, done.stderr) == (130, "")
    assert re.match("Matches: [0-9]+ of 9999", done.stdout)


@NEEDS_INTERRUPT
@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_ctrl_c_ends_programs_that_do_not_answer(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "pid"
    done = interrupted(started_with_program_asleep(file, workers), lambda: is_written(file))
    assert (done.returncode, done.stderr) == (130, "")
    assert done.stdout.startswith("Matches: 0 of 9999")
    assert is_gone(int(file.read_text()))


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["SIGTERM", pytest.param("SIGHUP", marks=pytest.mark.slow)])
def test_whatever_ends_it_ends_the_programs_too(tmp_path: Path, name: str, workers: str) -> None:
    file, ending = tmp_path / "pid", getattr(signal, name)
    if signal.getsignal(ending) is signal.SIG_IGN:
        pytest.skip(f"{name} is ignored here")
    done = interrupted(started_with_program_asleep(file, workers), lambda: is_written(file), ending)
    assert (done.returncode, done.stdout) == (128 + ending, "")
    assert workers != "1" or done.stderr == ""  # with more, Python itself may complain that nobody cleaned up
    assert is_gone(int(file.read_text()))


@pytest.mark.skipif(not Path("/proc").exists(), reason="this system does not list processes there")
def test_workers_end_their_programs_where_another_worker_is_killed(tmp_path: Path) -> None:
    """Those of the killed worker it leaves alone: nobody can know them any more."""
    asleep = program("time.sleep(600)", f"open({str(tmp_path)!r} + f'/{{os.getppid()}}', 'w').write(str(os.getpid()))")
    process = started(*ASLEEP, asleep, "--workers", "2")
    first: list[Path] = []

    def is_time() -> bool:
        files = [file for file in tmp_path.iterdir() if is_written(file)]
        if len(files) == 2 and not first:
            first.extend(files)
            os.kill(int(files[0].name), signal.SIGKILL)
        return len(files) > 2

    try:
        interrupted(process, is_time, signal.SIGTERM)
        assert is_gone(int(first[1].read_text()))
    finally:
        for file in first[:1]:
            os.kill(int(file.read_text()), signal.SIGKILL)


def started_with_program_asleep(file: Path, workers: str) -> subprocess.Popen[str]:
    """Matches of a program that writes who it is to a file, and answers nothing."""
    asleep = program(f"open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(600)")
    return started(*ASLEEP, asleep, "--workers", workers)


ASLEEP: Final = ("--bots", "command,easy", "--bot-time", "600", "--bot-command")


def is_written(file: Path) -> bool:
    return file.exists() and bool(file.read_text())


def is_gone(pid: int) -> bool:
    """Whether a process is gone, or will be as soon as somebody asks for it."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


# A cluster


def test_without_the_extra_there_is_no_cluster(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError")
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = run_alone("simulate", "--matches", "1", "--scheduler", "localhost:8786", env={"PYTHONPATH": path})
    assert_fails(done, 1, "a scheduler needs the extra cluster: pip install 'uno-duo[cluster]'")


@NEEDS_INTERRUPT
def test_ctrl_c_ends_the_wait_for_a_scheduler() -> None:
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        done = interrupted(started("--scheduler", address), lambda: bool(select.select([server], [], [], 0)[0]))
    assert (done.returncode, done.stderr) == (130, "")
    assert done.stdout.startswith("Matches: 0 of 9999")
