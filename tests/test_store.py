"""What outlives a run: saved line by line, whatever the disk does."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from uno_duo.store import Saving, Store

CREATED = "2026-11-29T12:00:00Z"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "home")


def begun(store: Store, *lines: str, record: Path | None = None) -> Saving:
    saving = store.begin(CREATED, record)
    for line in lines:
        saving.write(line)
    return saving


def path_of(saving: Saving) -> Path:
    assert saving.path is not None
    return saving.path


class Disk:
    """A disk that takes so many bytes more, and then is full; as much of a write as fits is written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room: int | None = None
        self.can_cut = True
        disk, real = self, io.FileIO.write

        class File(io.FileIO):
            def write(self, data: Any) -> int:
                if disk.room is None:
                    return real(self, data)
                if not disk.room:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                written = real(self, bytes(data)[: disk.room])
                disk.room -= written
                return written

            def truncate(self, size: int | None = None) -> int:
                if not disk.can_cut:
                    raise OSError(errno.EIO, os.strerror(errno.EIO))
                return super().truncate(size)

        def opened(path: Path, mode: str, buffering: int = 0) -> File:  # noqa: ARG001 - as Path.open has it
            return File(path, mode)

        monkeypatch.setattr(Path, "open", opened)


def test_each_line_is_on_disk_at_once(store: Store, tmp_path: Path) -> None:
    saving = store.begin(CREATED)
    assert saving.path == tmp_path / "home" / "unfinished" / "20261129T120000Z.jsonl"
    for number in range(1, 4):
        saving.write(f"line {number} ü\u2028\n")
        assert path_of(saving).read_text(encoding="utf-8").count("\n") == number
    assert saving.problem is None


def test_nothing_is_unfinished_at_first(store: Store) -> None:
    assert store.unfinished() is None
    assert store.all_unfinished() == ()


def test_the_match_played_last_comes_first(store: Store) -> None:
    first, second = begun(store, "a\n"), begun(store, "b\n")
    assert first.path != second.path
    os.utime(path_of(first), ns=(1, 1))
    assert store.all_unfinished() == (second.path, first.path)
    os.utime(path_of(second), ns=(0, 0))
    assert store.unfinished() == first.path


def test_what_is_no_match_is_not_offered(store: Store) -> None:
    folder = path_of(begun(store)).parent  # begun, but nothing was written
    (folder / "notes.txt").write_text("x")
    (folder / "folder.jsonl").mkdir()
    (folder / "gone.jsonl").symlink_to(folder / "nowhere")
    assert store.unfinished() is None


def test_a_file_is_never_overwritten(store: Store) -> None:
    savings = [begun(store, f"{number}\n") for number in range(4)]
    assert len({saving.path for saving in savings}) == 4
    assert [path_of(saving).read_text() for saving in savings] == ["0\n", "1\n", "2\n", "3\n"]


@pytest.mark.parametrize("created", ["", "../../etc", "a/b", "\x00", "x" * 300])
def test_no_date_leads_out_of_the_folder(store: Store, created: str) -> None:
    saving = store.begin(created)
    saving.write("a\n")
    assert saving.problem or path_of(saving).parent.name == "unfinished"


def test_a_match_is_gone_on_with(store: Store) -> None:
    path = path_of(begun(store, "a\n", "b\n"))
    assert store.lines(path) == [b"a", b"b"]
    saving = store.resume(path)
    assert saving.path == path
    saving.write("c\n")
    assert path.read_bytes() == b"a\nb\nc\n"


@pytest.mark.parametrize("half", [b"x", b'{"type": "dr', b"\xff"])
def test_a_half_line_at_the_end_is_dropped(store: Store, half: bytes) -> None:
    path = path_of(begun(store, "a\n"))
    path.write_bytes(b"a\n" + half)
    assert store.lines(path) == [b"a"]
    store.resume(path).write("b\n")
    assert path.read_bytes() == b"a\nb\n"


def test_a_file_of_half_a_line_has_no_lines(store: Store) -> None:
    path = path_of(begun(store))
    path.write_bytes(b'{"format"')
    assert store.lines(path) == []
    store.resume(path).write("a\n")
    assert path.read_bytes() == b"a\n"


def test_lines_end_at_a_line_feed_alone(store: Store) -> None:
    path = path_of(begun(store, "a\u2028b\r\x0b\x85c\n", "d\n"))
    assert len(store.lines(path)) == 2


def test_a_finished_match_goes_among_the_records(store: Store, tmp_path: Path) -> None:
    savings = [begun(store, f"{number}\n") for number in range(2)]
    first = savings[0].finish()
    again = begun(store, "again\n").finish()  # has the name that the first one had
    assert first == tmp_path / "home" / "records" / "20261129T120000Z.jsonl"
    assert first is not None
    assert again is not None
    assert first != again
    assert (first.read_text(), again.read_text()) == ("0\n", "again\n")
    assert store.all_unfinished() == (savings[1].path,)
    assert savings[0].path == first


def test_a_second_file_takes_the_same_lines(store: Store, tmp_path: Path) -> None:
    record = tmp_path / "mine.jsonl"
    saving = begun(store, "a\n", "b\n", record=record)
    assert record.read_text() == path_of(saving).read_text() == "a\nb\n"
    saving.finish()
    assert record.read_text() == "a\nb\n"


def test_a_second_file_that_exists_is_refused(store: Store, tmp_path: Path) -> None:
    record = tmp_path / "mine.jsonl"
    record.write_text("precious")
    with pytest.raises(FileExistsError):
        store.begin(CREATED, record)
    with pytest.raises(FileNotFoundError):
        store.begin(CREATED, tmp_path / "nowhere" / "mine.jsonl")
    assert record.read_text() == "precious"
    assert store.all_unfinished() == ()


@pytest.mark.parametrize("room", range(12))
def test_a_full_disk_loses_nothing_once_there_is_room(store: Store, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    saving = begun(store, "first\n")
    path = path_of(saving)
    with monkeypatch.context() as patch:
        disk = Disk(patch)
        disk.room = room
        saving.write("second\n")
        assert (saving.problem is None) == (room >= 7)
        saving.write("third\n")
        assert saving.problem == os.strerror(errno.ENOSPC)
        on_disk = path.read_bytes()
        assert on_disk in (b"first\n", b"first\nsecond\n")  # never a half line
        disk.room = None
        saving.write("fourth\n")
    assert saving.problem is None
    assert path.read_text() == "first\nsecond\nthird\nfourth\n"


def test_a_disk_that_cannot_even_cut_leaves_no_half_line_in_the_middle(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    saving = begun(store, "first\n")
    path = path_of(saving)
    with monkeypatch.context() as patch:
        disk = Disk(patch)
        disk.room, disk.can_cut = 3, False
        saving.write("second\n")
        assert saving.problem
    assert path.read_bytes() == b"first\nsec"
    assert store.lines(path) == [b"first"]
    saving.write("third\n")
    assert path.read_text() == "first\nsecond\nthird\n"


def test_a_match_that_is_not_wholly_on_disk_stays_unfinished(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    saving = begun(store, "first\n")
    with monkeypatch.context() as patch:
        Disk(patch).room = 0
        saving.write("last\n")
        assert saving.finish() is None
        assert saving.problem
    assert saving.finish() is not None
    assert path_of(saving).read_text() == "first\nlast\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_the_device_that_is_always_full(store: Store) -> None:
    saving = begun(store)
    path_of(saving).unlink()
    path_of(saving).symlink_to("/dev/full")
    saving.write("b\n")
    assert saving.problem == os.strerror(errno.ENOSPC)
    assert saving.finish() is None


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is one of POSIX")
def test_a_real_limit_of_the_system(tmp_path: Path) -> None:
    script = """
import resource, signal, sys
from pathlib import Path
from uno_duo.store import Store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
saving = Store(Path(sys.argv[1])).begin("x")
resource.setrlimit(resource.RLIMIT_FSIZE, (10, resource.RLIM_INFINITY))
saving.write("12345\\n"); assert not saving.problem
saving.write("12345\\n"); assert saving.problem
assert saving.path.read_text() == "12345\\n"
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
saving.write("12345\\n"); assert not saving.problem
assert saving.path.read_text() == "12345\\n" * 3
"""
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True)


def test_a_home_that_cannot_be_is_told_and_the_match_goes_on(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file where the folder should be")
    store = Store(home)
    assert store.unfinished() is None
    saving = begun(store, "a\n")
    assert saving.path is None
    assert saving.problem
    assert saving.finish() is None
    home.unlink()
    saving.write("b\n")
    assert saving.problem is None
    assert path_of(saving).read_text() == "a\nb\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_home_that_is_read_only_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        saving = begun(Store(tmp_path), "a\n")
        assert saving.problem
    finally:
        tmp_path.chmod(0o700)


def test_a_file_that_was_moved_away_is_told(store: Store) -> None:
    saving = begun(store, "a\n")
    path_of(saving).unlink()
    saving.write("b\n")
    assert saving.problem == os.strerror(errno.ENOENT)


def test_a_file_that_another_program_writes_to_is_left_alone(store: Store) -> None:
    saving = begun(store, "a\n")
    other = store.resume(path_of(saving))
    other.write("b\n")
    saving.write("c\n")
    assert saving.problem == "another program has written to it"
    assert path_of(saving).read_text() == "a\nb\n"


def test_what_cannot_be_read_is_an_error(store: Store, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        store.lines(tmp_path / "nowhere")
    with pytest.raises(OSError, match="nowhere"):
        store.resume(tmp_path / "nowhere")


def test_the_folder_of_a_record_that_cannot_be_made_is_told(store: Store, tmp_path: Path) -> None:
    saving = begun(store, "a\n")
    (tmp_path / "home" / "records").write_text("in the way")
    assert saving.finish() is None
    assert saving.problem
    assert store.unfinished() == saving.path


def test_the_environment_names_the_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNO_DUO_HOME", str(tmp_path / "mine"))
    assert path_of(begun(Store(), "a\n")).is_relative_to(tmp_path / "mine")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="each system has places of its own")
def test_the_system_says_where_data_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("UNO_DUO_HOME", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    saving = begun(Store(), "a\n")
    assert path_of(saving).parent == tmp_path / "state" / "uno-duo" / "unfinished"
    saving.finish()
    assert path_of(saving).parent == tmp_path / "data" / "uno-duo" / "records"


def test_the_store_loads_no_models() -> None:
    script = (
        "import sys, uno_duo.store; sys.exit(any(n in sys.modules for n in ('pydantic', 'uno_duo.core', 'textual')))"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
