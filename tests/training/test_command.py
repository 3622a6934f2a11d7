"""A small run of what learns the networks."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

pytest.importorskip("sklearn", reason="the extra `train` brings it")

from uno_duo.evaluation.chances import DATA
from uno_duo.evaluation.network import WEIGHTS, Networks
from uno_duo.training import command
from uno_duo.training.command import ITSELF, PROVENANCE, Course, run, ship
from uno_duo.training.learn import learn
from uno_duo.training.selfplay import Samples

SMALL: Final = Course(against=("greedy",), rounds=3, evaluations=6, pairs=2, seed=5)

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PART", 1)


def _app() -> typer.Typer:
    app = typer.Typer()
    app.command()(command._train)
    return app


def test_generations_follow_one_another_and_are_shipped(tmp_path: Path) -> None:
    known = run(tmp_path / "kept", 2, SMALL, workers=1)
    assert [each["generation"] for each in known] == [1, 2]
    assert all(each["positions"] > 3 * 15 for each in known)  # a round has 14 picks and more than one turn
    package = tmp_path / "package"
    package.mkdir()
    ship(tmp_path / "kept", package, known)
    Networks.load(package / WEIGHTS)
    with np.load(package / DATA, allow_pickle=False) as data:
        assert data["costs"].sum() == 3
        assert data["table"][0, 0] == pytest.approx(0.5)
    told = json.loads((package / PROVENANCE).read_text(encoding="utf-8"))
    assert told["generations"] == known
    assert (known[1]["seed"], known[1]["against"]) == (5, ["greedy"])
    assert set(known[0]["points_a_round_ahead"]) == {"normal", "greedy"}
    assert set(known[1]["points_a_round_ahead"]) == {"the one before", "greedy"}


def test_what_is_there_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = run(tmp_path, 1, SMALL, workers=1)
    (lost,) = tmp_path.glob("generation-1/samples-001.npz")
    before = lost.read_bytes()
    lost.unlink()
    (tmp_path / "generation-1" / PROVENANCE).unlink()
    made: list[Path] = []
    make = command.make

    def counted(job: command.Job) -> None:
        made.append(job.file)
        make(job)

    monkeypatch.setattr(command, "make", counted)
    again = run(tmp_path, 1, SMALL, workers=1)
    assert made == [lost]
    assert lost.read_bytes() == before
    assert [{**each, "seconds": 0} for each in again] == [{**each, "seconds": 0} for each in known]


def test_a_generation_may_be_learned_in_another_way_than_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned_from: list[int] = []

    def counted(samples: Sequence[Samples], seed: int, before: Networks | None) -> Networks:
        learned_from.append(len(samples))
        return learn(samples, seed, before)

    monkeypatch.setattr(command, "learn", counted)
    run(tmp_path, 1, SMALL, workers=1)
    met_itself = SMALL._replace(against=(ITSELF, "normal"))
    known = run(tmp_path, 3, met_itself, workers=1)
    assert [each["against"] for each in known] == [["greedy"], [ITSELF, "normal"], [ITSELF, "normal"]]
    assert learned_from == [2, 2, 5], "the last samples are held back, and only rounds against the same ones are lent"
    (samples,) = map(Samples.load, tmp_path.glob("generation-2/samples-000.npz"))
    assert samples.learning.all(), "the first round is against itself"


def test_a_generation_is_gone_on_with_as_it_was_begun(tmp_path: Path) -> None:
    run(tmp_path, 1, SMALL, workers=1)
    begun = tmp_path / "generation-1"
    (begun / PROVENANCE).unlink()
    samples = sorted(begun.glob("samples-*"))
    result = CliRunner().invoke(_app(), [str(tmp_path), "--against", "normal,greedy", "--rounds", "9"])
    assert result.exit_code == 1
    assert "was begun with --against greedy --rounds 3 --evaluations 6 --pairs 2 --seed 5" in result.output
    assert sorted(begun.glob("samples-*")) == samples
    assert run(tmp_path, 1, SMALL, workers=1)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (PROVENANCE, b"{"),
        (PROVENANCE, b"[]"),
        (PROVENANCE, b"{}"),
        ("samples-000.npz", b"garbage"),
        (WEIGHTS, b""),
        (DATA, b"PK"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, content: bytes) -> None:
    run(tmp_path, 1, SMALL, workers=1)
    (tmp_path / "generation-1" / name).write_bytes(content)
    asked = ["--rounds", "3", "--evaluations", "6", "--pairs", "2", "--seed", "5", "--generations", "2"]
    result = CliRunner().invoke(_app(), [str(tmp_path), *asked])
    assert result.exit_code == 1
    assert f"generation-1/{name} cannot be read" in result.output.splitlines()[-1]


@pytest.mark.parametrize(
    "options",
    [("--seed", "-1"), ("--seed", str(2**32)), ("--into", "no/such/folder"), ("--workers", "99999999999")],
)
def test_what_cannot_be_is_refused_before_anything_is_played(tmp_path: Path, options: tuple[str, str]) -> None:
    result = CliRunner().invoke(_app(), [str(tmp_path / "kept"), *options])
    assert result.exit_code == 2
    assert not (tmp_path / "kept").exists()


def test_several_processes_play_the_same_rounds(tmp_path: Path) -> None:
    for folder, workers in (("one", 1), ("two", 2)):
        run(tmp_path / folder, 1, SMALL, workers)
    for file in (tmp_path / "one").rglob("samples-*"):
        one, two = (Samples.load(tmp_path / folder / "generation-1" / file.name) for folder in ("one", "two"))
        assert np.array_equal(one.inputs, two.inputs)


@pytest.mark.parametrize("names", ["nobody", "greedy,", "greedy;normal"])
def test_whom_there_is_not_nobody_plays_against(names: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(_app(), [str(tmp_path / "kept"), "--against", names])
    assert result.exit_code == 2
    assert "there is no bot" in result.output
    assert ITSELF in result.output
    assert not (tmp_path / "kept").exists()


def test_the_same_seed_gives_the_same_networks(tmp_path: Path) -> None:
    weights = []
    for folder in ("once", "again"):
        run(tmp_path / folder, 1, SMALL, workers=1)
        with np.load(tmp_path / folder / "generation-1" / WEIGHTS, allow_pickle=False) as data:
            weights.append([data[name] for name in data.files])
    for one, other in zip(*weights, strict=True):
        assert np.array_equal(one, other)
