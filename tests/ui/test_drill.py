"""Drills on the screen: mistakes of one's own first, then fresh positions, and what comes of an answer."""

import asyncio
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.core.positions import A, B, drafting, position
from tests.test_cli import assert_fails, run
from tests.ui.coach import advice_for
from tests.ui.table import FULL, SMALL, Table, opened
from uno_duo.bots.process import Program, ProgramError
from uno_duo.coach.drill import Drill
from uno_duo.coach.kinds import KIND_NAMES, Kind
from uno_duo.core import DraftView, GameState, PlayView, view_for
from uno_duo.database import Database
from uno_duo.store import Store
from uno_duo.ui.screens.drill import DrillScreen

TURN = position("R1 R9 Y7 G3", "Y1 Y2 Y3")


def drill_in(state: GameState, kind: Kind = "card", seat: int = A) -> Drill:
    """A drill of which the first of the legal moves is the best."""
    view = view_for(state, seat)
    assert isinstance(view, DraftView | PlayView)
    return Drill(kind=kind, view=view, advice=advice_for(view))


class FakePoser:
    """What stands in the place of the program that poses fresh positions.

    Attributes:
        asked: What kinds it was asked for.
        waits: Whether it takes its time.
        fails: Whether it fails.
    """

    asked: ClassVar[list[Kind | None]]
    waits: ClassVar[bool]
    fails: ClassVar[bool]

    @classmethod
    def reset(cls) -> None:
        cls.asked, cls.waits, cls.fails = [], False, False

    @classmethod
    def of_ours(cls, *command: str) -> "FakePoser":
        assert command == ("pose",)
        return cls()

    async def answer_to(self, line: bytes, read: Callable[[bytes], Any]) -> Any:
        cls = type(self)
        kind = json.loads(line)["kind"]
        cls.asked.append(kind)
        while cls.waits:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        if cls.fails:
            raise ProgramError("it has left with code 1")
        return read(drill_in(TURN, kind or "volley").model_dump_json().encode())

    def end(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _poser_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    FakePoser.reset()
    monkeypatch.setattr("uno_duo.ui.drilling.Program", FakePoser)


def made_mistakes(*states: GameState) -> None:
    """Has some positions due, in their order."""
    database = Database(Store().database)
    for n, state in enumerate(states):
        database.add_drill("a match", n, drill_in(state))
        database.due_drills(datetime.now(UTC))
    database._connection.execute("UPDATE drills SET due = '2026-01-0' || (n + 1)")
    database.close()


def due_in(time: timedelta) -> list[int]:
    database = Database(Store().database)
    found = [kept.n for kept in database.due_drills(datetime.now(UTC) + time)]
    database.close()
    return found


def drilled(count: int = 3, kind: Kind | None = None, **options: Any) -> Any:
    return opened(drill=(kind, count), **options)


async def asked(table: Table) -> None:
    await table.until_seen("What is best?")


@pytest.mark.parametrize("size", [FULL, SMALL])
async def test_the_menu_leads_there_and_asks_what_to_drill(size: tuple[int, int]) -> None:
    async with opened(size=size) as table:
        await table.press("down", "down", "enter")
        table.sees("Drill what? Mistakes come first.", "all kinds", *KIND_NAMES.values())
        await table.press("right", "enter")
        await asked(table)
        assert set(FakePoser.asked) == {"draft"}
        table.sees("rill · draft", "0 right 1/10")
        await table.press("escape")
        assert table.screens == ["MenuScreen"]


async def test_a_position_is_shown_without_what_its_moves_are_worth() -> None:
    async with drilled(kind="card") as table:
        await asked(table)
        table.sees("Your hand: 4", "▶ R1", "R9", "draw", "Enter Answer")
        table.sees_none("points", "%", "behind", "equal")


async def test_a_right_answer_is_told_with_the_numbers() -> None:
    async with drilled() as table:
        await asked(table)
        await table.press("enter")
        table.sees("Right: R1.", "▶ R1 +12.0 best 75%", "R9 +9.0 -3.0 ±0.3 70%", "1 right 1/3", "Enter Next")


async def test_a_wrong_answer_is_told_with_the_better_move() -> None:
    async with drilled() as table:
        await asked(table)
        await table.press("down", "enter")
        table.sees("Not R9: 3.0 ±0.3 points behind R1.", "▶ R1 +12.0 best", "0 right 1/3")
        await table.press("down", "enter")
        await asked(table)
        table.sees("0 right 2/3")


async def test_it_ends_after_so_many_and_tells_how_it_went() -> None:
    async with drilled(count=2) as table:
        for keys in ("enter", "down enter"):
            await asked(table)
            await table.press(*keys.split(), "enter")
        table.sees("Done: 1 of 2 right.", "2/2", "Enter Close")
        table.sees_none("Your hand", "Enter Next")
        assert len(FakePoser.asked) == 2, "no more are looked for than there will be"
        await table.press("enter")
        assert table.screens == ["MenuScreen"]


async def test_ones_own_mistakes_come_first() -> None:
    made_mistakes(position("B1 B2 B3 B4 B5 B6", "Y1", "B9"), drafting("R1 R2 R3"))
    async with drilled() as table:
        await asked(table)
        table.sees("drill · a mistake of yours", "Your hand: 6")
        table.sees_none("card,")
        await table.press("enter")
        table.sees("drill · card, a mistake of yours")
        await table.press("enter")
        table.sees("a mistake of yours", "Pick 1 of 7", "▶ keep")
        await table.press("enter", "enter")
        await asked(table)
        table.sees("2 right 3/3")
        table.sees_none("a mistake of yours", "volley")
        await table.press("enter")
        table.sees("drill · volley", "3 right 3/3")


async def test_what_was_right_is_due_later_and_what_was_wrong_soon_and_again_in_this_drill() -> None:
    made_mistakes(TURN, position("R5 B2 B3", "Y1"))
    async with drilled(count=4) as table:
        await asked(table)
        await table.press("enter", "enter", "down", "enter")
        table.sees("1 right 2/4")
        await table.press("enter")
        await asked(table)
        table.sees_none("a mistake of yours")
        await table.press("enter", "enter")
        await asked(table)
        table.sees("a mistake of yours", "Your hand: 3", "2 right 4/4")
        await table.press("enter")
        assert due_in(timedelta()) == []
        assert set(due_in(timedelta(minutes=15))) == {0, 1}
    raw = Database(Store().database)._connection
    assert raw.execute("SELECT n, is_right FROM answers ORDER BY rowid").fetchall() == [(0, 1), (1, 0), (1, 1)]


async def test_a_single_mistake_that_was_wrong_may_come_again_at_once() -> None:
    made_mistakes(TURN)
    async with drilled(count=2) as table:
        await asked(table)
        await table.press("down", "enter", "enter")
        await asked(table)
        table.sees("a mistake of yours", "0 right 2/2")
        assert FakePoser.asked == [None], "it was looked for before the answer"


async def test_only_mistakes_of_the_kind_come_where_one_is_chosen() -> None:
    made_mistakes(TURN)
    async with drilled(kind="volley") as table:
        await asked(table)
        table.sees_none("a mistake of yours")
    async with drilled(kind="card") as table:
        await asked(table)
        table.sees("a mistake of yours")


async def test_while_a_position_is_looked_for_that_is_told() -> None:
    FakePoser.waits = True
    async with drilled() as table:
        await table.press("enter", "down", "question_mark", "escape")
        table.sees("A position is being looked for.", "0 right 1/3")
        FakePoser.waits = False
        await asked(table)
        table.sees("1/3")


async def test_where_none_can_be_found_that_is_told() -> None:
    FakePoser.fails = True
    async with drilled() as table:
        await table.until_seen("The coach fails: it has left with code 1")
        await table.press("enter", "down", "escape")
        assert table.screens == ["MenuScreen"]


async def test_where_nothing_can_be_kept_it_is_told_and_drilled_all_the_same() -> None:
    (Path(os.environ["UNO_DUO_HOME"]) / "history.sqlite").mkdir()
    async with drilled() as table:
        await asked(table)
        table.sees("history.sqlite")
        await table.press("enter", "enter")
        await asked(table)


@pytest.mark.parametrize("size", [FULL, SMALL, (60, 24), (80, 12), (200, 60)])
async def test_it_fits_every_window(size: tuple[int, int]) -> None:
    made_mistakes(TURN, drafting("R1 R2 R3"), position("R+2 G+2 R1", "Y1", "B+2"))
    async with drilled(size=size) as table:
        for number in (1, 2, 3):
            table.sees(f"{number}/3", "What is best?", "▶", "Enter", "Esc")
            await table.press("down", "enter")
            table.sees("best" if size != SMALL else "Not", "▶")
            await table.press("enter")
        table.sees("Done: 0 of 3 right.")
        assert not table.screen(DrillScreen).query_one(".board").visible


async def test_the_seat_may_be_any() -> None:
    made_mistakes(position("Y1 Y2", "R1 R9", turn=B))
    database = Database(Store().database)
    database.add_drill("b", 0, drill_in(position("Y1 Y2", "R1 R9", turn=B), seat=B))
    database._connection.execute("DELETE FROM drills WHERE match = 'a match'")
    async with drilled() as table:
        await asked(table)
        table.sees("Ada 2 cards", "▶ R1")


async def test_the_programs_own_process_poses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_duo.ui.drilling.Program", Program)
    async with drilled(kind="draft") as table:
        await table.until_seen("What is best?")
        table.sees("Pick", "keep", "reject")


# The command


def test_the_command_names_the_kinds_and_needs_a_terminal() -> None:
    kinds = "draft, card, colour, dump, volley, draw-or-play, challenge, bluff, uno"
    assert_fails(run("drill", "--kind", "chess"), 2, f"there is no kind 'chess'; there are {kinds}")
    assert run("drill", "--count", "0").returncode == 2
    for kind in ("draw-or-play", "Draw or play", "UNO"):
        done = run("drill", "--kind", kind)
        assert (done.returncode, done.stdout) == (2, "")
        assert "needs a terminal" in done.stderr
