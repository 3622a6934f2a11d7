"""The statistics on the screen."""

import pytest
from textual_plotext import PlotextPlot

from tests.test_database import decided
from tests.test_history import counted, keep, lines_of
from tests.ui.table import FULL, SMALL, Table, opened
from uno_duo.database import Database
from uno_duo.store import Store
from uno_duo.ui.screens.statistics import StatisticsPage


def played(reviewed: int = 0) -> None:
    """Three matches, of which some were reviewed."""
    for seed in (1, 2, 3):
        lines = lines_of(seed, day=seed)
        keep(str(seed), lines)
        match = counted(lines)
        assert match is not None
        if seed <= reviewed:
            Database(Store().database).keep(match.id, 1, decided(3))


async def shown(table: Table) -> None:
    await table.press("up", "up", "up", "up", "enter")
    assert table.top == "StatisticsPage"
    await table.until_seen("Matches won")


def has_chart(table: Table) -> bool:
    return table.screen(StatisticsPage).query_one(PlotextPlot).display


@pytest.mark.parametrize("size", [FULL, SMALL])
async def test_the_menu_leads_there_where_a_match_is_over(size: tuple[int, int]) -> None:
    async with opened(size=size) as table:
        table.sees_none("Statistics")
    played()
    async with opened(size=size) as table:
        await shown(table)
        table.sees("Rating")
        assert not has_chart(table)
        await table.press("escape")
        assert table.screens == ["MenuScreen"]


async def test_what_was_given_away_is_drawn_over_time_where_two_were_reviewed() -> None:
    played(reviewed=1)
    async with opened() as table:
        await shown(table)
        assert not has_chart(table)
    played(reviewed=2)
    async with opened() as table:
        await shown(table)
        assert has_chart(table)
        table.sees("points given away in a decision")
    async with opened(is_ascii=True) as table:
        await shown(table)
        assert not has_chart(table)
        assert table.text.isascii()


async def test_what_is_wrong_is_told() -> None:
    played()
    keep("bad", ["oops\n"])
    async with opened() as table:
        await shown(table)
        await table.until_seen("bad.jsonl")


async def test_a_database_that_cannot_be_used_is_told() -> None:
    played()
    Store().database.mkdir()
    async with opened() as table:
        await table.press("up", "up", "up", "up", "enter")
        await table.until_seen("unable to open database file")
        await table.press("escape")
        assert table.screens == ["MenuScreen"]


async def test_a_page_that_is_closed_at_once_takes_nothing_any_more() -> None:
    played()
    async with opened() as table:
        for _ in range(5):
            await table.press("up", "up", "up", "up", "enter", "escape")
        assert table.screens == ["MenuScreen"]
