"""The tutor of practice: what it stops, what it lets pass, and that it gives nothing away unasked."""

from typing import Any

import pytest

from tests.core.positions import A, B, drafting, lay, position
from tests.ui.coach import FakeCoach, advice_for, failing, losing
from tests.ui.table import Table, header, opened
from uno_duo.coach.marks import mark_of, stops
from uno_duo.core import CallOut, Draw, Keep, Reject, View
from uno_duo.settings import Settings

TURN = position("R1 R9 Y7 G3", "Y1 Y2 Y3", ahead="B8 B9 G8")


def practice(state: Any = TURN, **settings: Any) -> Any:
    head = header(is_practice=True, rules=state.rules)
    return opened(head, state=state, is_paced=True, settings=settings)


async def choose_second(table: Table) -> None:
    await table.press("2", "enter")


@pytest.mark.parametrize(
    ("tutor", "points", "mark"),
    [
        ("off", 30, None),
        ("blunders", 30, "Blunder"),
        ("blunders", 10.2, "Blunder"),
        ("blunders", 10.1, None),
        ("mistakes", 10.1, "Mistake"),
        ("mistakes", 4.2, "Mistake"),
        ("mistakes", 4.1, None),
        ("all", 4.1, "Inaccuracy"),
        ("all", 2.2, "Inaccuracy"),
        ("all", 2.1, None),
    ],
)
async def test_it_stops_what_it_is_set_to(tutor: str, points: float, mark: str | None) -> None:
    """The issue: inaccuracy 2, mistake 4, blunder 10 points, and beyond doubt: the loss minus two errors."""
    FakeCoach.say = losing(points)
    async with practice(tutor=tutor) as table:
        await choose_second(table)
        if mark is None:
            assert table.moves == [lay(A, "R9")]
        else:
            assert table.moves == []
            table.sees(f"{mark}: this gives away about {round(points)} points.", within=table.dialog)


async def test_the_thresholds_can_be_set() -> None:
    FakeCoach.say = losing(3)
    async with practice(blunder=2.5) as table:
        await choose_second(table)
        table.sees("Blunder: this gives away about 3 points.", within=table.dialog)


async def test_a_doubtful_loss_passes() -> None:
    FakeCoach.say = losing(30, error=10.5)
    async with practice() as table:
        await choose_second(table)
        assert table.moves == [lay(A, "R9")]


async def test_the_best_move_passes_and_so_do_picks_that_are_good() -> None:
    FakeCoach.say = losing(30)
    async with practice() as table:
        await table.press("1", "enter")
        assert table.moves == [lay(A, "R1")]
    async with practice(drafting("R1 R2 R3")) as table:
        await table.press("x")
        table.sees("Blunder", within=table.dialog)
        await table.press("t", "k")
        assert table.moves == [Keep(seat=A)]


async def test_think_again_leaves_all_as_it_was_and_gives_nothing_away() -> None:
    FakeCoach.say = losing(12)
    for key in ("t", "enter", "escape"):
        async with practice() as table:
            await choose_second(table)
            assert "R1" not in table.dialog
            assert "[t Think again ]" in table.dialog
            table.sees("p Play it", "s Show the better move", within=table.dialog)
            await table.press(key)
            assert table.top == "PlayScreen"
            assert table.moves == []
            await table.press("1", "enter")
            assert table.moves == [lay(A, "R1")]


async def test_play_it_plays_it() -> None:
    FakeCoach.say = losing(12)
    async with practice() as table:
        await choose_second(table)
        await table.press("p")
        assert table.moves == [lay(A, "R9")]
        assert table.top == "PlayScreen"


async def test_show_the_better_move_opens_the_hint_and_what_is_chosen_there_is_played() -> None:
    FakeCoach.say = losing(12)
    async with practice() as table:
        await choose_second(table)
        await table.press("s")
        table.sees("▶ R1", within=table.dialog)
        await table.press("down", "enter")
        assert table.moves == [lay(A, "R9")], "whoever has seen the numbers is not stopped"


async def test_a_call_out_while_the_other_is_on_turn_is_not_stopped() -> None:
    FakeCoach.say = losing(30)
    state = position("R1 R2 R3", "RS R9", turn=B)
    async with opened(header(is_practice=True), state=state, bot=[lay(B, "RS")], is_paced=True) as table:
        await table.end_pause()
        await table.press("o")
        assert table.moves == [lay(B, "RS"), CallOut(seat=A)]


async def test_a_coach_that_fails_or_is_late_stops_nothing() -> None:
    FakeCoach.say = staticmethod(failing)
    async with practice() as table:
        await choose_second(table)
        assert table.moves == [lay(A, "R9")]
    FakeCoach.reset()
    FakeCoach.steps = 0
    async with practice() as table:
        await choose_second(table)
        assert table.moves == []
        await table.until(lambda: table.moves, "played after the coach was waited for")
        assert table.moves == [lay(A, "R9")]


async def test_what_comes_in_time_is_waited_for() -> None:
    FakeCoach.steps = 0
    FakeCoach.say = losing(12)
    async with practice() as table:
        await choose_second(table)
        FakeCoach.steps = None
        await table.until_seen("Blunder")
        assert table.moves == []


async def test_the_last_choice_while_the_coach_is_waited_for_is_the_one_that_holds() -> None:
    FakeCoach.steps = 0
    async with practice() as table:
        await choose_second(table)
        await table.press("1", "enter")
        await table.until(lambda: table.moves, "played")
        assert table.moves == [lay(A, "R1")]


async def test_a_page_that_is_opened_in_between_drops_the_move() -> None:
    for points in (0, 30):
        FakeCoach.reset()
        FakeCoach.steps = 0
        FakeCoach.say = losing(points)
        async with practice() as table:
            await choose_second(table)
            await table.press("question_mark")
            FakeCoach.steps = None
            await table.until(lambda: FakeCoach.asked, "asked")
            await table.settle()
            assert table.top == "HelpPage"
            assert table.moves == []
            await table.press("escape", "1", "enter")
            assert table.moves == [lay(A, "R1")]


async def test_going_back_to_the_menu_drops_a_move_that_waits() -> None:
    FakeCoach.steps = 0
    async with practice() as table:
        match = table.match
        await choose_second(table)
        await table.press("escape")
        assert table.top == "MenuScreen"
        FakeCoach.steps = None
        await table.settle()
        assert match.n == 0


def test_what_is_not_beyond_doubt_has_no_name() -> None:
    first, second = advice_for(drafted()).moves
    assert mark_of(first, Settings()) is None
    lost = second.model_copy(update={"behind": 9.0, "error": 3.6})
    assert mark_of(lost, Settings()) is None
    assert mark_of(lost.model_copy(update={"error": 3.4}), Settings()) == "inaccuracy"
    assert mark_of(lost.model_copy(update={"behind": float("-5")}), Settings()) is None
    assert not any(stops(tutor, None) for tutor in ("off", "blunders", "mistakes", "all"))


def drafted() -> View:
    from uno_duo.core import view_for

    view = view_for(drafting("R1 R2"), A)
    assert set(view.legal) == {Keep(seat=A), Reject(seat=A)}
    assert Draw(seat=A) not in view.legal
    return view
