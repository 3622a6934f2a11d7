"""The archive: everything goes to another machine and comes back, once, and what is wrong with it is told."""

import json
import os
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.test_cli import assert_fails, run
from tests.test_database import decided, drawn, mistake
from tests.test_history import keep, lines_of
from uno_duo.database import Database
from uno_duo.store import Store


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of two matches, a decision, some luck, a drill and an answer to it."""
    for seed in (1, 2):
        keep(f"m{seed}", lines_of(seed, day=seed))
    database = Database(Store().database)
    database.keep("a", 1, decided(3))
    database.keep("a", 1, drawn(5, 1.5))
    database.add_drill("a", 3, mistake())
    (kept,) = database.due_drills(datetime.now(UTC))
    database.answer(kept, datetime.now(UTC), is_right=True)
    database.close()
    file = tmp_path / "all.zip"
    done = run("export", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2 matches exported.\n", "")
    return file


@pytest.fixture
def elsewhere(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another machine, after the archive was made on the first."""
    assert archive.exists()
    home = tmp_path / "elsewhere"
    monkeypatch.setenv("UNO_DUO_HOME", str(home))
    return home


def tables() -> dict[str, object]:
    database = Database(Store().database)
    found = database.tables()
    database.close()
    return {name: sorted(rows) for name, rows in found.items()}


def records() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Store().records()}


def changed(archive: Path, changes: dict[str, bytes | None]) -> Path:
    """An archive like another one, with some entries that are others, or None to leave one out."""
    file = archive.with_name("changed.zip")
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(file, "w") as new:
        for entry in old.namelist():
            if entry not in changes:
                new.writestr(entry, old.read(entry))
        for entry, content in changes.items():
            if content is not None:
                new.writestr(entry, content)
    return file


def test_everything_comes_back_and_only_once(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = records(), tables(), run("stats", "--json").stdout
    monkeypatch.setenv("UNO_DUO_HOME", str(tmp_path / "elsewhere"))
    assert run("import", archive).stdout == "2 matches imported, 0 were there already.\n"
    assert (records(), tables(), run("stats", "--json").stdout) == before
    for _ in range(2):
        done = run("import", archive)
        assert (done.returncode, done.stdout, done.stderr) == (0, "0 matches imported, 2 were there already.\n", "")
        assert (records(), tables()) == before[:2]


def test_what_is_known_here_stays(archive: Path) -> None:
    database = Database(Store().database)
    database.keep("a", 1, decided(3, luck=9.0))
    database.close()
    before = tables()
    assert run("import", archive).returncode == 0
    assert tables() == before


@pytest.mark.usefixtures("elsewhere")
def test_another_record_of_the_same_name_is_kept_beside(archive: Path) -> None:
    keep("m1", lines_of(7))
    assert run("import", archive).stdout == "2 matches imported, 0 were there already.\n"
    assert set(records()) == {"m1.jsonl", "m1-2.jsonl", "m2.jsonl"}


@pytest.mark.usefixtures("elsewhere")
def test_every_record_is_checked_and_what_is_left_out_is_told(archive: Path) -> None:
    whole = "".join(lines_of(5)).encode()
    file = changed(
        archive,
        {
            "records/m1.jsonl": whole + b"oops\n",
            "records/begun.jsonl": whole[: whole.rstrip().rfind(b"\n") + 1],
            "records/../../evil.jsonl": whole,
            "records/deeper/one.jsonl": whole,
            "/records/one.jsonl": whole,
            "records/one.txt": whole,
            "records/\x1b[31m.jsonl": b"",
        },
    )
    done = run("import", file)
    assert (done.returncode, done.stdout) == (1, "1 match imported, 0 were there already.\n")
    assert set(records()) == {"m2.jsonl"}
    told = done.stderr.splitlines()
    assert len(told) == 7
    assert all(line.startswith("left out: ") for line in told)
    assert "left out: records/begun.jsonl: the match is not over" in told
    assert any(line.startswith("left out: records/m1.jsonl: line ") for line in told)
    assert "\x1b" not in done.stderr
    assert not list(Store().database.parent.parent.rglob("evil*"))


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    ("history", "reason"),
    [
        (None, "history.json: it is missing"),
        (b"oops", "history.json: it is not JSON"),
        (b'{"format": "uno-duo-history", "version": 2, "tables": {}}', "history.json: version must be 1"),
        (b'{"tables": {"chess": []}}', "history.json: there is no table chess"),
        (b'{"tables": {"drills": [["a", 1]]}}', "history.json: the rows of drills do not fit"),
        (b'{"tables": {"drills": [[1, "x", "a", "b", "c", "d"]]}}', "history.json: the rows of drills do not fit"),
        (b'{"tables": {"lucks": [["nowhere", 1, 1, 1.0]]}}', "history.json: the rows of lucks do not fit"),
    ],
)
def test_a_history_that_does_not_fit_is_left_out_and_told(archive: Path, history: bytes | None, reason: str) -> None:
    done = run("import", changed(archive, {"history.json": history}))
    assert (done.returncode, done.stdout) == (1, "2 matches imported, 0 were there already.\n")
    assert done.stderr == f"left out: {reason}\n"


@pytest.mark.usefixtures("elsewhere")
def test_a_damaged_archive_is_told(archive: Path, tmp_path: Path) -> None:
    other, missing = tmp_path / "other.zip", tmp_path / "missing.zip"
    other.write_bytes(b"no archive")
    assert_fails(run("import", other), 1, f"{other}: it is no archive")
    assert_fails(run("import", missing), 1, f"{missing}: No such file or directory")
    content = bytearray(archive.read_bytes())
    begin = content.find(b"records/m1.jsonl") + 40
    content[begin : begin + 200] = b"\xff" * 200
    other.write_bytes(content)
    done = run("import", other)
    assert done.returncode == 1
    assert "left out: records/m1.jsonl: it is damaged" in done.stderr
    assert set(records()) == {"m2.jsonl"}


def test_an_archive_that_is_there_or_cannot_be_made_is_told_and_nothing_is_lost(archive: Path, tmp_path: Path) -> None:
    before = archive.read_bytes()
    assert_fails(run("export", archive), 1, f"{archive}: it exists already")
    assert archive.read_bytes() == before
    nowhere = tmp_path / "nowhere" / "all.zip"
    assert_fails(run("export", nowhere), 1, f"{nowhere}: No such file or directory")


def test_a_full_disk_leaves_no_record_behind(archive: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, content: bytes) -> int:
        del content
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    done = run("import", archive)
    assert_fails(done, 1, f"{archive}: No space left on device")
    assert os.listdir(elsewhere / "records") == []  # noqa: PTH208


def test_the_archive_holds_records_and_one_json_file(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        assert set(opened.namelist()) == {"history.json", "records/m1.jsonl", "records/m2.jsonl"}
        history = json.loads(opened.read("history.json"))
    assert history["format"] == "uno-duo-history"
    assert set(history["tables"]) == {"matches", "decisions", "lucks", "drills", "answers"}
