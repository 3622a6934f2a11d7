"""Bots that are programs, and bots that fail: the screens wait for nobody, and the person decides what happens."""

import os
from pathlib import Path
from typing import Any, Final

import pytest

from tests.bots.programs import EXAMPLE, FIRST, command_of, program, program_that_fails_once
from tests.core.positions import A, B, after, drafting, lay, picks, position
from tests.ui.table import Table, finished, header, opened, saved, seated
from uno_duo.core import CallOut, Draw, GameState, Play, SayUno
from uno_duo.record import Header, Memory
from uno_duo.store import Store
from uno_duo.ui import thinking
from uno_duo.ui.screens.play import PlayScreen

TURN: Final = position("R1 R9 Y7 G3 W W4", "Y1 Y2 Y3", ahead="B8 B9")
OTHERS_TURN: Final = position("R1 R2 R3 R4", "R6 Y2 G9", turn=B)
FORGOTTEN: Final = after(position("R1 R2", "Y1 Y2 Y3", ahead="G8 G9"), lay(A, "R1"))
NO_ANSWER: Final = "time.sleep(3600)"


class Held:
    """A program that answers with its first move as soon as it may, and the number of its process."""

    def __init__(self, folder: Path) -> None:
        self.pid_file, self.flag = folder / "pid", folder / "may answer"

    @property
    def command(self) -> str:
        return program(
            f"[time.sleep(0.002) for _ in iter(lambda: os.path.exists({str(self.flag)!r}), True)]; {FIRST}",
            f"open({str(self.pid_file)!r}, 'w').write(str(os.getpid()) + '.')",
        )

    def let_answer(self) -> None:
        self.flag.touch()

    @property
    def has_begun(self) -> bool:
        return self.pid_file.exists() and self.pid_file.read_text().endswith(".")

    @property
    def is_running(self) -> bool:
        try:
            os.kill(int(self.pid_file.read_text().strip(".")), 0)
        except ProcessLookupError:
            return False
        return True


@pytest.fixture
def held(tmp_path: Path) -> Held:
    return Held(tmp_path)


def against(command: str, **named: Any) -> Header:
    """The header of a match against a program."""
    return header(command=command, **named)


def at_table(command: str, state: GameState = OTHERS_TURN, **named: Any) -> Any:
    """Opens the program in a position, with a program at the other seat."""
    return opened(against(command), state=state, bot=None, **named)


# A program that plays


async def test_a_match_is_played_against_a_program() -> None:
    async with opened(against(command_of(EXAMPLE)), bot=None) as table:
        for key in ("enter", "enter", *"kxkkxkk", *["enter", "d", "p"] * 4):
            await table.until(lambda: is_asked(table), "asked")
            await table.press("enter" if table.top in ("Question", "ShownHand") else key)
        assert any(isinstance(move, Play) and move.seat == B for move in table.moves)
    assert saved()[0]["players"][1] == {"bot": "command", "command": command_of(EXAMPLE)}


def is_asked(table: Table) -> bool:
    """Whether it is the person that is waited for."""
    session = table.app.session
    return session is None or (session._asking is None and session._timer is None)


async def test_a_level_that_searches_makes_the_same_moves_in_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = ("enter", "enter", *"kxkkxkk", *["enter", "d", "p"] * 4)
    made = []
    for searching in ((), ("normal",)):
        monkeypatch.setattr(thinking, "SEARCHING", searching)
        async with opened(header(), bot=None) as table:
            for key in keys:
                await table.until(lambda: is_asked(table), "asked")
                await table.press("enter" if table.top in ("Question", "ShownHand") else key)
            await table.until(lambda: is_asked(table), "asked")
            made.append(table.moves)
            assert table.app.session is not None
            assert len(table.app.session._bots._programs) == len(searching)
    assert made[0] == made[1]
    assert len(made[0]) > 25


@pytest.mark.parametrize("memory", ["full", "human"])
async def test_a_program_is_told_what_it_remembers(memory: Memory, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    command = program(f"open({str(seen)!r}, 'w').write(str(json.loads(line)['known'])); {FIRST}")
    state = position("R1 R2", "Y1 R6", turn=B, known=("R1", ""))
    async with opened(against(command, memory=memory), state=state, bot=None) as table:
        await table.until(lambda: table.moves, "moved")
    assert seen.read_text() == ("[['R1'], []]" if memory == "full" else "[[], []]")


# Thinking


async def test_it_is_told_that_a_bot_thinks_and_keys_are_answered(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_duo.ui.session.THINKING_SHOWS_AFTER", 0.01)
    async with at_table(held.command) as table:
        await table.until_seen("Command thinks")
        await table.press("right", "right")
        assert table.screen(PlayScreen).selected == 2
        await table.press("enter", "d", "p")
        assert table.moves == []
        for key in ("s", "question_mark", "pageup"):
            await table.press(key)
            assert table.top != "PlayScreen"
            await table.press("escape")
        table.sees("Command thinks")
        held.let_answer()
        await table.until(lambda: table.moves, "moved")
        table.sees_none("Command thinks")
        assert table.moves == [lay(B, "R6")]


async def test_a_bot_that_thinks_for_a_moment_is_told_to_be_on_turn(held: Held) -> None:
    async with at_table(held.command) as table:
        await table.until(lambda: held.has_begun)
        table.sees("Command is on turn")
        held.let_answer()
        await table.until(lambda: table.moves, "moved")


async def test_it_is_told_in_the_draft_that_a_bot_thinks(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_duo.ui.session.THINKING_SHOWS_AFTER", 0.01)
    state = after(drafting("R1 R2 R3 R4 R5 R6 R7 R8"), *picks("krk"))
    async with at_table(held.command, state) as table:
        await table.until_seen("Command thinks")
        await table.press("k", "x", "enter")
        held.let_answer()
        await table.until(lambda: table.moves, "moved")
        table.sees("Keep or reject?")


async def test_what_was_decided_under_a_page_is_done_when_it_is_closed(held: Held) -> None:
    async with at_table(held.command) as table:
        await table.until(lambda: held.has_begun)
        await table.press("s")
        held.let_answer()
        await table.until(lambda: is_asked(table), "answered")
        assert table.moves == []
        await table.press("escape")
        assert table.moves == [lay(B, "R6")]


async def test_a_pause_counts_what_was_thought(held: Held) -> None:
    async with at_table(held.command, is_paced=True) as table:
        await table.until(lambda: held.has_begun)
        assert not table.is_waiting
        held.let_answer()
        await table.until(lambda: table.is_waiting, "waiting")
        assert table.moves == []
        await table.end_pause()
        assert table.moves == [lay(B, "R6")]


# Stopping a search


@pytest.mark.parametrize("keys", ["escape", "q g", "q y", "ctrl+c", "s ctrl+c", "question_mark ctrl+c"])
async def test_leaving_ends_the_search_at_once(keys: str, held: Held) -> None:
    async with at_table(held.command) as table:
        await table.until(lambda: held.has_begun)
        assert held.is_running
        await table.press(*keys.split())
        if table.app.is_running:
            await table.until(lambda: not held.is_running, "ended")
    assert not held.is_running


async def test_a_program_that_waits_is_ended_with_the_match(held: Held) -> None:
    held.let_answer()
    async with at_table(held.command) as table:
        await table.until(lambda: table.moves, "moved")
        assert held.is_running
        await table.press("escape")
        await table.until(lambda: not held.is_running, "ended")


async def test_what_the_person_does_meanwhile_ends_the_search_and_another_one_begins(held: Held) -> None:
    async with at_table(held.command, FORGOTTEN) as table:
        await table.until(lambda: held.has_begun)
        first, pid = table.app.session._asking, held.pid_file.read_text()
        await table.press("u")
        assert table.moves == [SayUno(seat=A)]
        await table.until(lambda: held.pid_file.read_text() not in ("", pid), "asked again")
        table.app.session._hear(first, thinking.Thought((CallOut(seat=B),)))  # too late
        assert table.moves == [SayUno(seat=A)]
        held.let_answer()
        await table.until(lambda: len(table.moves) > 1, "moved")
        assert not isinstance(table.moves[1], CallOut)


async def test_a_match_that_was_left_while_a_bot_thought_is_gone_on_with(held: Held) -> None:
    async with opened(against(held.command), bot=None) as table:
        await table.press("enter")  # the person has cut, and the bot is about to
        await table.until(lambda: held.has_begun)
        await table.press("escape")
        assert table.screens == ["MenuScreen"]
        held.let_answer()
        await table.press("enter")
        await table.until(lambda: len(table.moves) > 2, "moved")
        assert table.moves[2].seat == B


async def test_a_match_whose_program_is_gone_stays_and_it_is_told(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    async with opened(against(str(script)), bot=None) as table:
        await table.press("escape")
        script.unlink()
        await table.press("enter")
        assert table.screens == ["MenuScreen"]
        table.sees("there is no program")
        assert Store().unfinished() is not None


# Failing


async def test_a_program_that_dies_is_asked_once_more(tmp_path: Path) -> None:
    async with at_table(program_that_fails_once(tmp_path / "flag")) as table:
        await table.until(lambda: table.moves, "moved")
        assert table.moves == [lay(B, "R6")]
        table.sees_none("fails")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("sys.exit(3)", "it has left with code 3"),
        ("sys.exit('no card')", "it has left with code 1: no card"),
        ("print('hello', flush=True)", "'hello' is no answer: it is not JSON"),
        ('print(\'{"type": "pass", "seat": 1}\', flush=True)', '\'{"type": "pass", "seat": 1}\' is no answer'),
        ("sys.stdout.write('{\"ty'); sys.exit()", "it has left with code 0 in the middle of its answer"),
        ("sys.stdout.write('x' * 3_000_000)", "its answer does not end"),
        ("sys.stderr.write('\\x1b[2J' * 10_000); sys.exit(3)", "it has left with code 3: \ufffd[2J"),
    ],
)
async def test_of_a_program_that_fails_again_one_line_is_told_and_the_person_is_waited_for(
    answer: str, reason: str
) -> None:
    async with at_table(program(answer)) as table:
        await table.until_seen("Command fails: ")
        table.sees(f"Command fails: {reason}", "Enter Ask again")
        assert sum("fails" in line for line in table.lines) == 1
        await table.press("1", "d", "p", "right")
        assert table.moves == []
        await table.press("escape")
        assert table.screens == ["MenuScreen"]
        table.sees("Continue")
    assert [line.get("type") for line in saved()] == [None]


async def test_a_program_that_hangs_is_waited_for_as_long_as_was_said() -> None:
    async with at_table(program(NO_ANSWER), bot_time=0.1) as table:
        await table.until_seen("Command fails: no answer in 0.1 s")


async def test_enter_asks_a_bot_that_has_failed_again(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    for state, size in ((OTHERS_TURN, (80, 24)), (OTHERS_TURN, (40, 12)), (position("R1", "R6", turn=B), (80, 24))):
        async with at_table(
            program(f"os.path.exists({str(flag)!r}) or sys.exit(3); {FIRST}"), state, size=size
        ) as table:
            await table.until_seen("Command fails: ")
            await table.press("enter")
            table.sees_none("fails")
            await table.until_seen("Command fails: ")
            table.sees("Ask again")
            flag.touch()
            await table.press("enter")
            await table.until(lambda: table.moves, "moved")
            flag.unlink()


async def test_a_failure_in_the_draft_is_told_there() -> None:
    state = after(drafting("R1 R2 R3 R4 R5 R6 R7 R8"), *picks("krk"))
    for size in ((80, 24), (40, 12)):
        async with at_table(program("sys.exit(3)"), state, size=size) as table:
            await table.until_seen("Command fails: it has left with")
            table.sees("Enter Ask again")
            await table.press("k", "x")
            assert table.moves == []
            await table.press("enter")
            table.sees_none("fails")
            await table.until_seen("Command fails: it has left with")


async def test_a_failure_is_asked_about_again_when_the_match_is_gone_on_with(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    command = program(f"os.path.exists({str(flag)!r}) or sys.exit(3); {FIRST}")
    async with opened(against(command), bot=None) as table:
        await table.press("enter")
        await table.until_seen("Command fails: ")
        await table.press("ctrl+c")
    flag.touch()
    async with opened(bot=None) as table:
        await table.press("enter")
        await table.until(lambda: len(table.moves) > 2, "moved")


async def test_a_bot_in_this_process_that_fails_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise IndexError

    async with seated(TURN) as table:
        with monkeypatch.context() as failing:
            failing.setattr(table.bot, "choose", fail)
            await table.press("d", "p")
            table.sees("Normal fails: IndexError", "Enter Ask again")
            await table.press("enter")
            table.sees("Normal fails: IndexError")
            assert table.moves == [Draw(seat=A)]
        await table.press("enter")
        assert table.moves[-1].seat == B
        table.sees_none("fails")
    assert finished() == []


async def test_a_failure_waits_under_a_page() -> None:
    async with at_table(program("sys.exit(3)")) as table:
        await table.press("s")
        await table.until(lambda: is_asked(table), "answered")
        table.sees_none("fails")
        await table.press("escape")
        table.sees("Command fails: it has left with code 3", "Enter Ask again")
