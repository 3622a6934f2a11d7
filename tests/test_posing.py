"""Fresh positions to drill: of the kind that is asked for, and such that the choice matters."""

import io
import json
import sys
from random import Random

import pytest

from tests.test_cli import Done, assert_fails, run
from uno_duo import posing
from uno_duo.coach.drill import Drill
from uno_duo.coach.kinds import Kind, kind_of
from uno_duo.core import Rules
from uno_duo.posing import GAP, posed


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posing, "_GLANCE", 60)
    monkeypatch.setattr(posing, "_LOOK", 300)


def check(drill: Drill) -> None:
    best, second, *others = drill.advice.moves
    assert min(each.behind for each in (second, *others)) > GAP
    assert kind_of(drill.view, second.move, best.move) == drill.kind
    assert {each.move for each in drill.advice.moves} == set(drill.view.legal)
    assert drill.view.rules == Rules.duo()
    assert Drill.model_validate_json(drill.model_dump_json()) == drill


@pytest.mark.parametrize("kind", ["draft", "card", "volley", "draw or play"])
def test_a_position_is_of_the_kind_and_its_best_move_far_ahead(kind: Kind) -> None:
    """The issue: a gap over 5 points."""
    for seed in range(2):
        drill = posed(kind, Random(seed))
        assert drill.kind == kind
        check(drill)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["colour", "dump", "challenge", "bluff", "uno"])
def test_a_rarer_kind_is_found_too(kind: Kind) -> None:
    drill = posed(kind, Random(1))
    assert drill.kind == kind
    check(drill)


def test_the_same_chance_poses_the_same_and_another_one_does_not() -> None:
    assert posed("draft", Random(1)) == posed("draft", Random(1)) != posed("draft", Random(2))


def answered(monkeypatch: pytest.MonkeyPatch, line: bytes) -> Done:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    return run("pose")


def test_the_program_answers_a_line_with_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    done = answered(monkeypatch, json.dumps({"kind": "draft", "chance": 1}).encode() + b"\n")
    assert done.returncode == 0
    assert Drill.model_validate_json(done.stdout) == posed("draft", Random(1))


@pytest.mark.parametrize(
    "line", [b"x\n", b"{}\n", b'{"kind": "chess", "chance": 1}\n', b'{"kind": null, "chance": -1}\n']
)
def test_a_line_that_asks_nothing_is_refused(monkeypatch: pytest.MonkeyPatch, line: bytes) -> None:
    done = answered(monkeypatch, line + b"\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("uno-duo: line 1: ")
    assert len(done.stderr.splitlines()) == 1


def test_the_program_that_analyses_refuses_what_is_no_move(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    record = tmp_path_factory.mktemp("records") / "one.jsonl"
    record.write_text('{"format": "uno-duo-record", "version": 1, "seats": ["A", "B"]}\n', encoding="utf-8")
    for line in (b"0\n", b"-1\n", b"true\n", b"x\n"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
        done = run("analyse", record)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("uno-duo: line 1: ")
    assert_fails(run("analyse", record.with_name("none")), 1, f"{record.with_name('none')}: No such file or directory")
