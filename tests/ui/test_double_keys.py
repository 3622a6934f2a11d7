"""Two keys at once, as a bouncing key or a slow machine sends them: the second never meets half of the first."""

from typing import Final

import pytest
from textual.events import MouseDown, MouseUp

from tests.core.positions import A, B, after, cut_by, drafting, lay, position
from tests.ui.coach import FakeCoach, all_equal
from tests.ui.table import Table, finished, header, opened, saved, seated
from tests.ui.test_play import CHALLENGE, DRAWN, NAMED, PLAYED_REVERSE, TURN
from uno_duo.core import Draw, GameState
from uno_duo.ui.screens.page import HelpPage

WIN: Final = position("R1", "Y9 W", scores=(0, 190), round=2)
LAST: Final = position("R1", "Y9 W")


def check(table: Table, case: str = "") -> None:
    """Checks that no screen lies there twice, and that the moves made are legal ones in their order."""
    assert table.app.is_running, case
    assert len(set(table.screens)) == len(table.screens), f"{case}: {table.screens}"
    if table.matches:
        replay = table.match._replay
        assert after(replay.states[0], *replay.moves) == table.state


async def back_to_the_menu(table: Table, case: str = "") -> None:
    """Goes back step by step, each with one key."""
    for _ in range(len(table.screens) - 1):
        depth = len(table.screens)
        await table.press("escape")
        assert len(table.screens) == depth - 1, case
    assert table.screens == ["MenuScreen"], case


async def test_two_keys_at_once_in_the_menu() -> None:
    async with opened() as table:
        for line, key in ((1, "enter"), (2, "enter"), (0, "question_mark"), (0, "down"), (0, "escape")):
            await table.press(*["down"] * line)
            await table.press_at_once(key, key)
            check(table, key)
            await back_to_the_menu(table, key)
            await table.press(*["up"] * (2 if key == "down" else line))


async def test_a_new_match_asked_for_twice_at_once_shows_one_form() -> None:
    async with opened() as table:
        await table.press_at_once("enter", "enter")
        check(table)
        await back_to_the_menu(table)


async def test_continue_twice_at_once_goes_on_with_the_match_once() -> None:
    async with opened(header(), is_paced=True) as table:
        await table.press("enter", "escape")
        await table.press_at_once("enter", "enter")
        check(table)
        assert len(table.screens) == 2
        await table.end_pause()
        check(table)
        await back_to_the_menu(table)


async def test_the_form_started_twice_at_once_begins_one_match() -> None:
    async with opened() as table:
        await table.press("enter")
        await table.press_at_once("enter", "enter")
        check(table)
        assert len(table.matches) == 1
        await back_to_the_menu(table)


async def test_the_form_left_twice_at_once_leads_to_the_menu() -> None:
    async with opened() as table:
        await table.press("enter")
        await table.press_at_once("escape", "escape")
        assert table.screens == ["MenuScreen"]


async def test_the_form_of_house_rules_opened_and_left_twice_at_once() -> None:
    async with opened() as table:
        await table.press("enter", "left", "down")
        forms = ["MenuScreen", "NewMatchScreen"]
        for key in ("enter", "right"):
            await table.press_at_once(key, key)
            check(table, key)
            if table.top == "NewMatchScreen":  # the second one was met by the form, and took its rules
                await table.press(key)
            assert table.screens == [*forms, "HouseRulesScreen"]
            await table.press_at_once("escape", "escape")
            check(table, key)
            if table.screens != forms:  # the second one was met by the form below
                assert table.screens == forms[:1]
                await table.press("enter", "left", "down")


async def test_house_rules_taken_twice_at_once_begin_no_match() -> None:
    async with opened() as table:
        await table.press("enter", "left", "down", "enter")
        await table.press_at_once("enter", "enter")
        check(table)
        assert table.matches == []
        await back_to_the_menu(table)


# What is pressed first, then twice at once, in each position of a match.
IN_A_MATCH: Final[tuple[tuple[str, GameState, str, str], ...]] = (
    ("draw", TURN, "", "d"),
    ("play", TURN, "", "enter"),
    ("a wild card", TURN, "5", "enter"),
    ("its colour", TURN, "5 enter", "b"),
    ("its colour by Enter", TURN, "5 enter", "enter"),
    ("dropping it", TURN, "5 enter", "escape"),
    ("a Reverse", PLAYED_REVERSE, "3", "enter"),
    ("with all", PLAYED_REVERSE, "3 enter", "f"),
    ("the top card", PLAYED_REVERSE, "3 enter f", "1"),
    ("the drawn card", DRAWN, "", "enter"),
    ("keeping it", DRAWN, "", "p"),
    ("naming a colour", NAMED, "", "r"),
    ("accepting", CHALLENGE, "", "a"),
    ("challenging", CHALLENGE, "", "c"),
    ("the shown hand", CHALLENGE, "c", "enter"),
    ("the shown hand left", CHALLENGE, "c", "escape"),
    ("scores", TURN, "", "s"),
    ("scores closed", TURN, "s", "s"),
    ("scores left", TURN, "s", "escape"),
    ("events", TURN, "", "pageup"),
    ("events left", TURN, "pageup", "escape"),
    ("rules", TURN, "", "question_mark"),
    ("rules closed", TURN, "question_mark", "question_mark"),
    ("rules over a dialog", TURN, "5 enter", "question_mark"),
    ("staying", TURN, "q", "n"),
    ("staying by Escape", TURN, "q", "escape"),
    ("giving up", TURN, "q", "g"),
    ("the menu", TURN, "", "escape"),
    ("the palette", TURN, "", "ctrl+p"),
)


async def test_two_keys_at_once_in_a_match() -> None:
    async with seated(TURN) as table:
        for case, state, keys, key in IN_A_MATCH:
            await table.set_anew(state)
            await table.press(*keys.split())
            await table.press_at_once(key, key)
            check(table, case)


async def test_q_twice_at_once_asks_once() -> None:
    async with seated(TURN) as table:
        await table.press_at_once("q", "q")
        check(table)
        await back_to_the_menu(table)


async def test_two_different_keys_at_once_open_one_page() -> None:
    async with seated(TURN) as table:
        for keys in (("s", "question_mark"), ("question_mark", "s"), ("pageup", "s"), ("q", "s"), ("enter", "q")):
            await table.set_anew(TURN)
            await table.press("5")
            await table.press_at_once(*keys)
            check(table)
            while table.top != "PlayScreen":
                await table.press("escape")


async def test_a_wild_card_played_twice_at_once_is_played_once_at_most() -> None:
    async with seated(TURN, is_paced=True) as table:
        await table.press("5")
        await table.press_at_once("enter", "enter", "enter")
        assert len(table.moves) <= 1
        check(table)


async def test_a_turn_is_one_move_while_the_other_thinks() -> None:
    async with seated(position("R1 R9", "Y1 Y2 Y3", ahead="B8"), is_paced=True) as table:
        await table.press_at_once("enter", "enter", "d", "d", "space")
        assert table.moves == [lay(A, "R1")]
        await table.end_pause()
        assert table.moves == [lay(A, "R1"), Draw(seat=B)]


async def test_the_next_round_twice_at_once_is_one_round() -> None:
    async with seated(LAST) as table:
        await table.press("enter")
        await table.press_at_once("enter", "enter")
        assert table.state.round == 2
        check(table)


async def test_another_match_twice_at_once_is_one_match() -> None:
    async with seated(WIN) as table:
        await table.press("enter")
        await table.press_at_once("enter", "enter")
        assert len(table.matches) == 2
        check(table)


async def test_a_match_given_up_twice_at_once_ends_once() -> None:
    async with seated(TURN) as table:
        await table.press("q")
        await table.press_at_once("g", "g")
        assert table.screens == ["MenuScreen"]
        assert len(finished()) == 1


async def test_going_on_after_a_notice_twice_at_once_lets_the_bot_move_once() -> None:
    async with seated(position("R1 R2 R3", "RS Y2", ahead="B8 B9", turn=B), bot=[lay(B, "RS")], is_paced=True) as table:
        await table.end_pause()
        await table.press_at_once("enter", "enter")
        assert table.moves == [lay(B, "RS")]
        await table.end_pause()
        assert table.moves == [lay(B, "RS"), Draw(seat=B)]


async def test_the_shuffle_after_the_cut_twice_at_once_is_one_shuffle_and_no_pick() -> None:
    async with seated(cut_by(B), is_paced=True) as table:
        await table.press_at_once("enter", "enter")
        assert [move.type for move in table.moves] == ["shuffle"]
        check(table)


async def test_a_pick_is_one_move_while_the_other_picks() -> None:
    async with seated(drafting("R1 R2 R3 R4"), is_paced=True) as table:
        await table.press_at_once("k", "k", "x")
        assert [move.type for move in table.moves] == ["keep"]


async def test_leaving_twice_at_once() -> None:
    async with seated(TURN) as table:
        await table.press_at_once("ctrl+c", "ctrl+c")
        assert not table.app.is_running


async def test_two_undos_at_once_are_two_or_one_and_never_more() -> None:
    FakeCoach.say = staticmethod(all_equal)
    async with seated(TURN, bot=[Draw(seat=B)], is_practice=True) as table:
        await table.press("d", "d", "d")
        before = len(table.moves)
        await table.press_at_once("z", "z")
        undone = [line for line in saved() if line.get("type") == "undo"]
        assert len(undone) in (1, 2)
        assert len(table.moves) < before
        check(table)


async def test_the_hint_twice_at_once_and_a_move_of_it_twice() -> None:
    async with seated(TURN, is_practice=True, is_paced=True) as table:
        await table.press_at_once("i", "i")
        check(table)
        while table.top != "HintScreen":
            await table.press("i")
        await table.press_at_once("enter", "enter")
        assert table.moves == [lay(A, "R1")]
        check(table)


async def test_a_screen_that_is_closed_before_it_was_composed() -> None:
    async with opened() as table:

        def open_and_close() -> None:
            table.app.push_screen(HelpPage())
            table.app.pop_screen()

        table.app.call_later(open_and_close)
        await table.settle()
        await table.press("question_mark")
        assert table.top == "HelpPage"


@pytest.mark.parametrize("opens", ["action_command_palette", "search_themes"])
async def test_two_clicks_at_once_beside_the_palette_close_it_alone(opens: str) -> None:
    async with opened() as table:
        table.app.call_later(getattr(table.app, opens))
        await table.settle()
        assert table.top == "Palette"
        clicks = [kind(None, 0, 23, 0, 0, 1, False, False, False, 0, 23) for kind in (MouseDown, MouseUp) * 2]
        table._say(*clicks)
        await table.settle()
        assert table.screens == ["MenuScreen"]
        assert table.app.is_running


async def test_the_palette_is_gone_through_before_it_is_laid_out() -> None:
    async with opened() as table:
        await table.press_at_once("ctrl+p", "pagedown", "pageup", "down", "end")
        assert table.app.is_running
        await table.press("escape")
        assert table.screens == ["MenuScreen"]
