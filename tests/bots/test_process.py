"""A program as a bot: that it plays, and what is said of one that does not."""

import asyncio
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.bots.programs import EXAMPLE, FIRST, command_of, program
from tests.core.positions import A, B, after, lay, position
from uno_duo.arena import play_out
from uno_duo.bots.process import CommandError, Program, ProgramBot, ProgramError, all_gone, arguments_of, end_all
from uno_duo.core import CallOut, DraftView, Draw, PlayView, Rules, SeatMove, view_for
from uno_duo.match import Match
from uno_duo.record import Header

VIEW: Final = view_for(position("R1 R9 Y7 W", "Y1 Y2 Y3"), A)
SILENT: Final = "time.sleep(3600)"


@contextmanager
def bot_of(command: str, seconds: float | None = 20.0) -> Iterator[ProgramBot]:
    bot = ProgramBot(command, seconds)
    yield bot
    bot.close()


def asked(bot: ProgramBot) -> SeatMove:
    return bot.choose(VIEW, VIEW.legal, Random(7))


def fault_of(command: str, seconds: float | None = 20.0) -> str:
    """What is wrong with a program's first answer."""
    with bot_of(command, seconds) as bot, pytest.raises(ProgramError) as failed:
        asked(bot)
    return str(failed.value)


@pytest.mark.parametrize("rules", [Rules(target=30), Rules.classic(3).model_copy(update={"target": 30})])
def test_the_example_plays_by_any_rules(rules: Rules) -> None:
    with bot_of(command_of(EXAMPLE)) as bot:
        for seed in range(3):
            match = Match(Header(rules=rules, seats=("a",) * rules.seats, seed=seed))
            assert play_out(match, [bot] * rules.seats) is None
            assert match.state.winner is not None


def test_the_example_is_short_and_needs_nothing_and_stands_in_the_readme() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    readme = (EXAMPLE.parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"```python\n{text}```\n" in readme
    assert text.count("\n") < 40
    imports = [line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))]
    assert imports == ["json", "sys", "collections"]


def test_an_uno_question_is_answered_by_its_move_or_by_null() -> None:
    view = view_for(after(position("R1 R2 R3", "R4 R5", turn=B), lay(B, "R4")), A)
    call_out = CallOut(seat=A)
    for answer, wanted in ((FIRST, True), ("print('null', flush=True)", False)):
        with bot_of(program(answer)) as bot:
            assert bot.wants(view, call_out, Random(7)) is wanted


def test_one_process_answers_until_it_is_closed(tmp_path: Path) -> None:
    pids, left = tmp_path / "pids", tmp_path / "left"
    before = f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')"
    with bot_of(program(before=before)) as bot:
        assert not pids.exists()
        for _ in range(3):
            assert asked(bot) in VIEW.legal
        (pid,) = map(int, pids.read_text().split())
        assert is_running(pid)
    assert not is_running(pid)
    assert not left.exists()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (command_of("-c", "pass"), "it has left with code 0"),
        (command_of("-c", "import sys; sys.exit(3)"), "it has left with code 3"),
        (command_of("-c", "import os; os.abort()"), "it was ended by signal 6"),
        (program("raise IndexError('no card')"), "it has left with code 1: IndexError: no card"),
        (program("sys.stdout.write('{\"type\"'); sys.exit()"), "it has left with code 0 in the middle of its answer"),
        (program("print('hello', flush=True)"), "'hello' is no answer: it is not JSON"),
        (program("print(flush=True)"), "'' is no answer: there is nothing on it"),
        (program("print('null', flush=True)"), "'null' is no answer: only an UNO question can be declined"),
        (
            program("print(json.dumps({'type': 'take', 'seat': 0}), flush=True)"),
            '\'{"type": "take", "seat": 0}\' is no answer: it is none of the legal moves',
        ),
        (program("sys.stdout.write('x' * 5_000_000)"), "its answer does not end"),
        (program("print('x' * 50_000, flush=True)"), f"'{'x' * 39}…' is no answer: it is not JSON"),
        (program("os.close(1); sys.stderr.close(); os.close(2); sys.exit(0)"), "it has left with code 0"),
    ],
)
def test_what_is_wrong_with_a_program_is_told_in_one_line(command: str, reason: str) -> None:
    assert fault_of(command) == reason


def test_a_program_that_is_too_late_is_waited_for_no_longer() -> None:
    for slow in (SILENT, "sys.stdout.write('{'); sys.stdout.flush(); time.sleep(3600)"):
        assert fault_of(program(slow), 0.2) == "no answer in 0.2 s"


def test_a_program_that_closes_its_output_and_stays_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_duo.bots.process._PATIENCE", 0.05)
    assert fault_of(program(f"os.close(1); {SILENT}")) == "it has closed its output"


def test_a_program_that_leaves_is_not_waited_for_where_others_hold_its_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uno_duo.bots.process._PATIENCE", 0.05)
    pids = tmp_path / "pids"
    left_behind = command_of("-c", f"import os, time; open({str(pids)!r}, 'w').write(str(os.getpid())); time.sleep(60)")
    start = f"import shlex, subprocess; subprocess.Popen(shlex.split({left_behind!r}), start_new_session=True)"
    try:
        assert fault_of(program(f"{start}; sys.exit(3)")) == "it has left with code 3"
    finally:
        while not (pids.exists() and pids.read_text()):
            time.sleep(0.01)
        os.kill(int(pids.read_text()), signal.SIGKILL)


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_bytes(b"\x7fELF")
    script.chmod(0o755)
    assert fault_of(str(script)).startswith("it cannot be started: ")


def test_a_long_complaint_is_cut_and_no_terminal_acts_on_it() -> None:
    said = fault_of(program("sys.exit('first\\n\\x1b[2J' + 'x' * 3_000_000)"))
    assert said.startswith("it has left with code 1: xxx")
    assert len(said) == 200
    assert fault_of(program("sys.exit('first\\n\\x1b[2Jlast')")) == "it has left with code 1: \ufffd[2Jlast"


def test_a_program_may_complain_as_much_as_it_likes() -> None:
    with bot_of(program(f"sys.stderr.write('x' * 1_000_000); {FIRST}")) as bot:
        assert [asked(bot) for _ in range(3)] == [VIEW.legal[0]] * 3


def test_a_program_that_says_more_than_it_is_asked_is_stopped() -> None:
    faults = {  # as soon as it is heard, or where it is taken for the next answer
        "it says more than it is asked",
        "'' is no answer: there is nothing on it",
        "its answer does not end",
    }
    for more in ("print(flush=True)", "print('x' * 200_000, flush=True)"):
        with bot_of(program(f"{FIRST}; {more}")) as bot, pytest.raises(ProgramError) as failed:
            for _ in range(2):
                asked(bot)
        assert str(failed.value) in faults


def test_a_program_that_has_failed_is_started_again() -> None:
    with bot_of(program(f"count and sys.exit(1); {FIRST}")) as bot:
        for _ in range(3):
            assert asked(bot) == VIEW.legal[0]
            with pytest.raises(ProgramError):
                asked(bot)


def test_a_program_that_is_not_answered_for_is_ended_with_all_that_it_has_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    children = (
        f"import subprocess; child = subprocess.Popen([sys.executable, '-c', 'import time; {SILENT}']); "
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}\\n')"
    )

    async def cancel() -> None:
        asking = Program(arguments_of(program(SILENT, children)))
        question = asyncio.create_task(asking.ask(VIEW, VIEW.legal))
        while not (pids.exists() and pids.read_text().endswith("\n")):
            await asyncio.sleep(0.01)
        began = time.perf_counter()
        question.cancel()
        with pytest.raises(asyncio.CancelledError):
            await question
        await all_gone()
        assert time.perf_counter() - began < 1

    asyncio.run(cancel())
    assert_gone(pids)
    pids.unlink()
    with bot_of(program("sys.exit(1)", children)) as bot, pytest.raises(ProgramError):
        asked(bot)
    assert_gone(pids)


def assert_gone(pids: Path) -> None:
    """Checks that processes go; the last of an orphan is up to the system."""
    patience = time.perf_counter() + 10
    while any(is_running(pid) and not is_zombie(pid) for pid in map(int, pids.read_text().split())):
        assert time.perf_counter() < patience
        time.sleep(0.01)


def is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def test_asking_may_be_stopped_at_any_time() -> None:
    async def stop() -> None:
        asking = Program(arguments_of(command_of(EXAMPLE)))
        for delay in (0, 0, 0.001, 0.002, 0.005, 0.02, 0.05):
            question = asyncio.create_task(asking.ask(VIEW, VIEW.legal))
            await asyncio.sleep(delay)
            question.cancel()
            await asyncio.wait((question,))
        assert await asking.ask(VIEW, VIEW.legal) in VIEW.legal
        asking.end()
        asking.end()
        await all_gone()

    asyncio.run(stop())


@pytest.mark.parametrize("steps", [0, 1, 2, 4, 9])
def test_a_question_that_is_stopped_takes_nothing_with_it(steps: int) -> None:
    """However far its process has been started, the next question has one of its own."""

    async def stop() -> None:
        asking = Program(arguments_of(command_of(EXAMPLE)))
        question = asyncio.create_task(asking.ask(VIEW, VIEW.legal))
        for _ in range(steps):
            await asyncio.sleep(0)
        question.cancel()
        assert await asking.ask(VIEW, VIEW.legal) in VIEW.legal
        await asyncio.wait((question,))
        asking.end()
        await all_gone()

    asyncio.run(stop())


def test_every_program_can_be_ended_by_whoever_leaves_at_once() -> None:
    with bot_of(program()) as bot:
        asked(bot)
        end_all()
        with pytest.raises(ProgramError) as failed:
            asked(bot)
        assert str(failed.value) == "it was ended by signal 9"


def test_our_own_levels_are_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise ImportError")

    async def ask() -> SeatMove | None:
        asking = Program.of_ours("bot", "normal")
        answer = await asking.ask(VIEW, VIEW.legal, 7)
        asking.end()
        await all_gone()
        return answer

    assert asyncio.run(ask()) in VIEW.legal


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "the command of the bot is empty"),
        ("   ", "the command of the bot is empty"),
        ('""', "the command of the bot is empty"),
        ("no-such-program --fast", "there is no program no-such-program"),
        ("/no/such/program", "there is no program /no/such/program"),
        ("python 'mybot.py", "python 'mybot.py: No closing quotation"),
        ("python bot\udce9.py", "python bot\ufffd.py: it is not UTF-8"),
    ],
)
def test_a_command_line_that_starts_nothing_is_refused(command: str, reason: str) -> None:
    with pytest.raises(CommandError) as refused:
        ProgramBot(command)
    assert str(refused.value) == reason


def test_no_shell_reads_the_command_line() -> None:
    assert arguments_of("python 'my bot.py' --name \"$HOME\" '*'") == ["python", "my bot.py", "--name", "$HOME", "*"]


def test_a_program_is_shown_what_its_seat_may_know(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    with bot_of(program(f"open({str(seen)!r}, 'w').write(line); {FIRST}")) as bot:
        assert asked(bot) != Draw(seat=A)
    assert json.loads(seen.read_text()).keys() == PlayView.model_fields.keys()


def test_every_field_of_the_line_stands_in_the_readme() -> None:
    readme = (EXAMPLE.parents[2] / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## A program as a bot")[2].partition("\n## ")[0]
    fields = {*DraftView.model_fields, *PlayView.model_fields, "random"}
    assert fields <= set(re.findall(r"`([a-z_]+)`", section))
