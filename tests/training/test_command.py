"""A small run of what learns the networks."""

import json
from pathlib import Path
from typing import Final

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="the extra `train` brings it")

from uno_duo.evaluation.chances import DATA
from uno_duo.evaluation.network import WEIGHTS, Networks
from uno_duo.training import command
from uno_duo.training.command import PROVENANCE, Course, run, ship

SMALL: Final = Course(rounds=3, evaluations=6, pairs=2, seed=5)

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PART", 1)


def test_generations_follow_one_another_and_are_shipped(tmp_path: Path) -> None:
    known = run(tmp_path / "kept", 2, SMALL, workers=1)
    assert [each["generation"] for each in known] == [1, 2]
    assert all(each["positions"] > 3 * 15 for each in known)  # a round has 14 picks and more than one turn
    package = tmp_path / "package"
    package.mkdir()
    ship(tmp_path / "kept", package, known, SMALL)
    Networks.load(package / WEIGHTS)
    with np.load(package / DATA, allow_pickle=False) as data:
        assert data["costs"].sum() == 3
        assert data["table"][0, 0] == pytest.approx(0.5)
    told = json.loads((package / PROVENANCE).read_text(encoding="utf-8"))
    assert (told["seed"], told["generations"]) == (5, known)


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


def test_the_same_seed_gives_the_same_networks(tmp_path: Path) -> None:
    weights = []
    for folder in ("once", "again"):
        run(tmp_path / folder, 1, SMALL, workers=1)
        with np.load(tmp_path / folder / "generation-1" / WEIGHTS, allow_pickle=False) as data:
            weights.append([data[name] for name in data.files])
    for one, other in zip(*weights, strict=True):
        assert np.array_equal(one, other)
