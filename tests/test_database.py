"""The database: it keeps what it is told, survives what happens to files, and loses nothing that it cannot read."""

import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import uno_duo.database
from tests.core.positions import A, lay, position
from uno_duo.coach.advice import Advice, Advised
from uno_duo.coach.drill import Drill
from uno_duo.coach.kinds import Kind
from uno_duo.coach.review import AnalysedDecision, AnalysedMove
from uno_duo.core import Draw, PlayView, view_for
from uno_duo.database import Database, DatabaseError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "history.sqlite"


def decided(n: int, luck: float = 0.0) -> AnalysedMove:
    """A move that gave points away, and what the cards gave with it."""
    best = Advised(move=lay(A, "R1"), worlds=50, points=3.0, behind=0.0, error=0.0, round_chance=0.6)
    played = Advised(move=Draw(seat=A), worlds=1, points=1.0, behind=2.0, error=float("inf"), round_chance=0.5)
    decision = AnalysedDecision(
        n=n, round=1, seat=A, move=played.move, kind="card", loss=2.0, error=0.4, advice=Advice(moves=(best, played))
    )
    return AnalysedMove(n=n, count=1, round=1, luck=luck, decision=decision)


def drawn(n: int, luck: float) -> AnalysedMove:
    return AnalysedMove(n=n, count=1, round=2, luck=luck, decision=None)


def damage(path: Path) -> bytes:
    path.parent.mkdir()
    content = b"This was never a database." * 200
    path.write_bytes(content)
    return content


def test_what_is_kept_is_there_again(path: Path) -> None:
    moves = [decided(3), drawn(5, -1.5), decided(8, 0.25)]
    database = Database(path)
    for move in moves:
        database.keep("a", 1, move)
    assert database.analysed("a", 1) == (moves, 9)
    database.close()
    again = Database(path)
    assert (again.notice, again.analysed("a", 1)) == ("", (moves, 9))
    assert again.analysed("b", 1) == ([], 0)


def test_moves_of_which_there_is_nothing_to_tell_count_all_the_same(path: Path) -> None:
    database = Database(path)
    database.keep("a", 1, AnalysedMove(n=0, count=2, round=0, luck=0.0, decision=None))
    assert database.analysed("a", 1) == ([], 2)


def test_the_same_move_again_takes_the_place_of_what_was_kept(path: Path) -> None:
    database = Database(path)
    for move in (decided(3, 1.0), drawn(4, 2.0), decided(3, 5.0)):
        database.keep("a", 1, move)
    assert database.analysed("a", 1) == ([decided(3, 5.0), drawn(4, 2.0)], 5)


def test_another_version_of_the_analysis_begins_anew(path: Path) -> None:
    database = Database(path)
    database.keep("a", 1, decided(3))
    database.keep("b", 1, decided(4))
    assert database.analysed("a", 2) == ([], 0)
    database.keep("a", 2, drawn(0, 1.0))
    assert database.analysed("a", 2) == ([drawn(0, 1.0)], 1)
    assert database.analysed("b", 1) == ([decided(4)], 5)


def test_two_programs_may_have_it_open_at_once(path: Path) -> None:
    one, two = Database(path), Database(path)
    one.keep("a", 1, decided(3))
    two.keep("a", 1, decided(4))
    assert one.analysed("a", 1) == two.analysed("a", 1) == ([decided(3), decided(4)], 5)


def test_a_newer_file_is_refused_by_name_and_left_alone(path: Path) -> None:
    Database(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    with pytest.raises(DatabaseError) as caught:
        Database(path)
    assert str(caught.value).startswith(f"{path}: a newer version of this program has made it (99, known here: ")
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA user_version").fetchone() == (99,)
    assert raw.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    raw.close()


def test_an_unreadable_file_is_set_aside_and_never_overwritten(path: Path) -> None:
    content = damage(path)
    (path.parent / "history-unreadable-1.sqlite").write_bytes(b"an older one")
    database = Database(path)
    assert database.notice == f"{path}: it cannot be read, and is now history-unreadable-2.sqlite"
    assert (path.parent / "history-unreadable-1.sqlite").read_bytes() == b"an older one"
    assert (path.parent / "history-unreadable-2.sqlite").read_bytes() == content
    database.keep("a", 1, decided(3))
    assert Database(path).analysed("a", 1) == ([decided(3)], 4)


def test_a_file_that_becomes_unreadable_is_told(path: Path) -> None:
    database = Database(path)
    for n in range(200):
        database.keep("a", 1, decided(n))
    database.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    damaged = Database(path)
    with pytest.raises(DatabaseError, match=r"history\.sqlite: it cannot be read, and is now history-unreadable-1"):
        damaged.analysed("a", 1)
    assert (path.parent / "history-unreadable-1.sqlite").read_bytes() == content
    again = Database(path)
    again.keep("a", 1, decided(3))
    assert again.analysed("a", 1) == ([decided(3)], 4)


def test_a_damaged_file_that_cannot_be_renamed_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied", path, None, target)

    monkeypatch.setattr(Path, "rename", refuse)
    damage(path)
    with pytest.raises(DatabaseError, match=r"history\.sqlite: Permission denied"):
        Database(path)
    path.unlink()
    database = Database(path)
    database._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 40_960)
    with pytest.raises(DatabaseError, match=r"history\.sqlite: "):
        Database(path).matches()


def test_a_version_that_makes_no_sense_is_set_aside(path: Path) -> None:
    Database(path).close()
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version = -1")
    raw.close()
    database = Database(path)
    assert "history-unreadable-1.sqlite" in database.notice
    database.keep("a", 1, decided(3))


def test_a_file_that_another_program_locks_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_duo.database._PATIENCE", 0.01)
    database = Database(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(DatabaseError, match=r"history\.sqlite: database is locked"):
        database.keep("a", 1, decided(3))
    other.execute("ROLLBACK")
    database.keep("a", 1, decided(3))
    other.close()


def test_a_full_disk_is_told_and_nothing_is_lost(path: Path) -> None:
    database = Database(path)
    database.keep("a", 1, decided(3))
    (pages,) = database._connection.execute("PRAGMA page_count").fetchone()
    database._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DatabaseError, match=r"history\.sqlite: database or disk is full"):
        for n in range(4, 400):
            database.keep("a", 1, decided(n))
    kept, count = database.analysed("a", 1)
    assert kept[0] == decided(3)
    assert count == kept[-1].n + 1, "a move is kept wholly or not at all"


@pytest.mark.parametrize("is_file", [True, False])
def test_where_it_cannot_be_made_it_is_told(path: Path, is_file: bool) -> None:
    if is_file:
        path.parent.write_text("a file where the folder should be")
    else:
        path.mkdir(parents=True)
    with pytest.raises(DatabaseError, match=r"history\.sqlite: "):
        Database(path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only here")
def test_a_read_only_folder_is_told(path: Path) -> None:
    path.parent.mkdir()
    path.parent.chmod(0o500)
    with pytest.raises(DatabaseError, match=r"history\.sqlite: "):
        Database(path)


def test_a_decision_that_cannot_be_read_is_analysed_again(path: Path) -> None:
    database = Database(path)
    database.keep("a", 1, decided(3))
    database._connection.execute("UPDATE decisions SET decision = '{}'")
    assert database.analysed("a", 1) == ([], 0)
    database.keep("a", 1, decided(3))
    assert database.analysed("a", 1) == ([decided(3)], 4)


# Drills

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def mistake(kind: Kind = "card") -> Drill:
    view = view_for(position("R1 R2", "B1 B2"), A)
    assert isinstance(view, PlayView)
    decision = decided(3).decision
    assert decision is not None
    return Drill(kind=kind, view=view, advice=decision.advice)


def later(time: timedelta) -> datetime:
    return datetime.now(UTC) + time


def test_a_mistake_is_due_at_once_and_after_a_right_answer_later(path: Path) -> None:
    database = Database(path)
    assert database.due_drills(later(timedelta())) == []
    database.add_drill("a", 3, mistake())
    (kept,) = database.due_drills(later(timedelta()))
    assert (kept.match, kept.n, kept.drill) == ("a", 3, mistake())
    database.answer(kept, NOW, is_right=True)
    assert database.due_drills(NOW) == []
    (again,) = database.due_drills(NOW + timedelta(days=1))
    assert again.card != kept.card


def test_the_one_that_has_been_due_longest_comes_first(path: Path) -> None:
    database = Database(path)
    for n in range(3):
        database.add_drill("a", n, mistake())
    first, second, third = database.due_drills(later(timedelta()))
    for place, kept in enumerate((second, third, first)):
        database.answer(kept, NOW + timedelta(minutes=place), is_right=False)
    due = database.due_drills(NOW + timedelta(days=1))
    assert [kept.n for kept in due] == [second.n, third.n, first.n]


def test_drills_of_one_kind_are_asked_for(path: Path) -> None:
    database = Database(path)
    database.add_drill("a", 1, mistake("card"))
    database.add_drill("a", 2, mistake("volley"))
    assert [kept.n for kept in database.due_drills(later(timedelta()), "volley")] == [2]
    assert len(database.due_drills(later(timedelta()))) == 2


def test_the_same_mistake_again_changes_nothing(path: Path) -> None:
    database = Database(path)
    database.add_drill("a", 3, mistake())
    (kept,) = database.due_drills(later(timedelta()))
    database.answer(kept, NOW, is_right=True)
    database.add_drill("a", 3, mistake())
    assert database.due_drills(NOW) == []


def test_a_drill_that_cannot_be_read_is_left_out(path: Path) -> None:
    database = Database(path)
    database.add_drill("a", 3, mistake())
    database.add_drill("a", 4, mistake())
    database._connection.execute("UPDATE drills SET drill = '{}' WHERE n = 3")
    assert [kept.n for kept in database.due_drills(later(timedelta()))] == [4]


def test_a_file_of_an_older_version_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(uno_duo.database, "_MIGRATIONS", uno_duo.database._MIGRATIONS[:1])
        old = Database(path)
        old.keep("a", 1, decided(3))
        old.close()
    database = Database(path)
    assert database.analysed("a", 1) == ([decided(3)], 4)
    database.add_drill("a", 3, mistake())
    assert len(database.due_drills(later(timedelta()))) == 1
