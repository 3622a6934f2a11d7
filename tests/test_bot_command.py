"""The command `bot`: our own levels as programs."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.core.positions import A, position
from tests.test_cli import NEEDS_INTERRUPT, PROGRAM, Done, assert_fails, environment, run
from uno_duo.bots.base import reply_of
from uno_duo.bots.levels import LEVELS, bot_named
from uno_duo.bots.lines import answer_line, question_line
from uno_duo.core import PlayView, view_for

STATE: Final = position("R1 R9 Y7 R+2 G3 W", "Y1 Y2 Y3", known=("", "Y1 Y2 Y3"))
VIEW: Final = view_for(STATE, A)
LINE: Final = question_line(VIEW, VIEW.legal, 7)


def answered(monkeypatch: pytest.MonkeyPatch, lines: bytes, *arguments: str) -> Done:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    return run("bot", *arguments)


@pytest.mark.parametrize(
    "level", [pytest.param(level, marks=[pytest.mark.slow] * (level == "master")) for level in LEVELS]
)
def test_each_line_is_answered_as_the_level_answers(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chances = (7, 8, 9)
    lines = b"".join(question_line(VIEW, VIEW.legal, chance) for chance in chances)
    moves = [reply_of(bot_named(level), VIEW, VIEW.legal, Random(chance)) for chance in chances]
    expected = "".join(answer_line(move).decode() for move in moves)
    assert answered(monkeypatch, lines, level) == (0, expected, "")


def test_without_random_it_has_chance_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    done = answered(monkeypatch, question_line(VIEW, VIEW.legal) * 40, "random")
    assert len(set(done.stdout.splitlines())) > 1


def test_nothing_asked_is_nothing_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(monkeypatch, b"", "easy") == (0, "", "")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"hello\n", "it is not JSON"),
        (b"\n", "there is nothing on it"),
        (b"{}\n", "seat is missing"),
        (LINE[:-9], "it is not JSON"),
    ],
)
def test_a_line_that_cannot_be_read_ends_it_with_its_number(
    line: bytes, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = answered(monkeypatch, LINE, "normal").stdout
    done = answered(monkeypatch, LINE + line + LINE, "normal")
    assert_fails(done, 1, f"line 2: {reason}", out=before)


def test_a_view_on_which_a_bot_stumbles_ends_it_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = json.loads(LINE)
    fields["draw_size"] += len(fields["discard"])
    fields["discard"] = []
    done = answered(monkeypatch, json.dumps(fields).encode(), "normal")
    assert_fails(done, 1, "line 1: the bot fails: IndexError('tuple index out of range')")


def test_what_is_said_of_a_line_stays_short_and_on_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = json.loads(LINE)
    done = answered(monkeypatch, json.dumps({**fields, "round": -1}).encode(), "hard")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    long = {**fields["legal"][0], "type": "x" * 200_000}
    done = answered(monkeypatch, json.dumps({**fields, "legal": [long]}).encode(), "hard")
    assert done.returncode == 1
    assert len(done.stderr) < 250


def test_where_the_input_is_closed_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run("bot", "easy") == (0, "", "")


def test_a_forgetful_bot_does_not_use_what_a_person_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    class Showing:
        def choose(self, view: PlayView, *_: object) -> object:
            raise RuntimeError(view.known)

    monkeypatch.setattr("uno_duo.bots.normal.NormalBot", Showing)
    assert "Y1" in answered(monkeypatch, LINE, "normal").stderr
    assert "Y1" not in answered(monkeypatch, LINE, "normal", "--memory", "human").stderr


@pytest.mark.parametrize("memory", ["full", "human"])
def test_it_says_why_where_it_weighs_its_moves(memory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done = answered(monkeypatch, LINE, "hard", "--why", "--memory", memory)
    best, *others = done.stderr.splitlines()
    assert (done.returncode, len(others)) == (0, 4)
    told = re.fullmatch(r" *([+-]\d+\.\d) points, ± \d+\.\d; round \d+\.\d%, match (.+)%; \d+ worlds: (.+)", best)
    assert told is not None
    assert json.loads(told[3]) == json.loads(done.stdout)
    assert all(float(told[2]) >= float(line.partition("match ")[2].partition("%")[0]) for line in others[:1])


def test_a_bot_that_does_not_weigh_its_moves_cannot_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    done = answered(monkeypatch, LINE, "normal", "--why")
    assert_fails(done, 2, "normal does not weigh its moves, so that it cannot say why")


def test_an_unknown_level_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    done = answered(monkeypatch, LINE, "god")
    assert_fails(done, 2, f"there is no bot 'god'; there are {', '.join(LEVELS)}")


@NEEDS_INTERRUPT
def test_each_answer_is_given_before_the_next_question_and_ctrl_c_ends_it_silently() -> None:
    with subprocess.Popen(
        [*PROGRAM, "bot", "easy"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for _ in range(3):
            process.stdin.write(LINE)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["seat"] == A
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read() == b""


def test_a_reader_that_is_gone_ends_it_silently(tmp_path: Path) -> None:
    questions = tmp_path / "questions"
    questions.write_bytes(LINE * 20)
    reader, writer = os.pipe()
    os.close(reader)
    with questions.open("rb") as stdin:
        done = subprocess.run(
            [*PROGRAM, "bot", "easy"],
            stdin=stdin,
            stdout=writer,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")
