"""One step back, the way out, and going on with a match that was left."""

import json
import signal

from tests.core.positions import A, B, after, drafting, lay, position
from tests.ui.phases import PHASES
from tests.ui.table import Table, finished, header, opened, saved, seated
from uno_duo.core import Draw, Phase, Play
from uno_duo.record import as_line, read_header, read_steps
from uno_duo.store import Store

TURN = position("R1 R9 Y7 G3 W W4", "Y1 Y2 Y3", ahead="B8 B9")
OTHERS_TURN = position("R1 R2 R3", "R4 Y2 G9", turn=B)

# Escape


async def test_escape_goes_one_step_back_everywhere_and_never_out_of_the_program() -> None:
    async with seated(TURN) as table:
        for keys in ("5 enter", "s", "question_mark", "pageup", "q", "s question_mark", "5 enter question_mark"):
            for count, key in enumerate(keys.split()):
                await table.press(key)
                assert len(table.screens) >= 2 + (count if key != "5" else 0)
            depth = len(table.screens)
            while depth > 2:
                await table.press("escape")
                depth -= 1
                assert len(table.screens) == depth, keys
        await table.press("escape")
        assert table.screens == ["MenuScreen"]
        await table.press("escape", "escape")
        assert table.screens == ["MenuScreen"]
        assert table.app.is_running
        assert table.moves == []


async def test_escape_in_the_cut_and_the_draft_leads_to_the_menu() -> None:
    async with seated(drafting("R1 R2")) as table:
        await table.press("escape")
        assert table.screens == ["MenuScreen"]
        table.sees("Continue")


# The question of q


async def test_q_asks_and_each_answer_does_what_it_says() -> None:
    async with seated(TURN) as table:
        await table.press("q")
        table.sees("Leave UNO Duo?", "Leave; the match is saved", "Stay", "Give up the match")
        await table.press("n")
        assert table.screens == ["MenuScreen", "PlayScreen"]
        await table.press("q", "down", "enter")
        assert table.screens == ["MenuScreen", "PlayScreen"]
        await table.press("Q", "y")
        assert not table.app.is_running
    assert [line.get("type") for line in saved()] == [None]
    assert finished() == []


async def test_giving_up_ends_the_record_and_takes_continue_away() -> None:
    async with seated(TURN) as table:
        await table.press("enter", "q", "up", "enter")
        assert table.screens == ["MenuScreen"]
        table.sees_none("Continue")
        (record,) = finished()
        assert saved(record)[-1] == {"type": "end", "reason": "given_up", "seat": 0}
        assert Store().unfinished() is None


async def test_a_question_holds_the_bot() -> None:
    async with seated(OTHERS_TURN, is_paced=True) as table:
        await table.press("q")
        await table.end_pause()
        assert table.moves == []
        await table.press("n")
        assert table.is_waiting
        await table.end_pause()
        assert table.moves == [Draw(seat=B)]


async def test_a_page_a_dialog_and_the_palette_hold_the_bot() -> None:
    async with seated(OTHERS_TURN, is_paced=True) as table:
        for key in ("s", "question_mark", "pageup", "ctrl+p"):
            await table.set_anew(OTHERS_TURN)
            await table.press(key)
            if table.is_waiting:
                await table.end_pause()
            assert table.moves == [], key
            await table.press("escape")
            assert table.top == "PlayScreen", key
            assert table.is_waiting, key


async def test_the_notice_survives_a_question() -> None:
    state = position("R1 R2 R3", "RS Y2", turn=B)
    async with seated(state, bot=[lay(B, "RS")]) as table:
        await table.press("q", "n")
        table.sees("Normal has 1 card and plays again")
        assert table.moves == [lay(B, "RS")]


# Leaving at once


async def test_ctrl_c_leaves_at_once_from_everywhere() -> None:
    for keys in ("", "5 enter question_mark", "s", "q", "escape down enter y up"):
        async with seated(TURN) as table:
            await table.press(*keys.split(), "ctrl+c")
            assert not table.app.is_running, keys
            assert table.app.return_code == 0


async def test_ctrl_c_leaves_at_once_from_a_shown_hand() -> None:
    async with seated(PHASES["challenge"]) as table:
        await table.press("c", "ctrl+c")
        assert not table.app.is_running


async def test_ctrl_c_leaves_at_once_from_the_palette() -> None:
    async with seated(TURN) as table:
        await table.press("ctrl+p")
        assert table.top == "Palette"
        await table.press("ctrl+c")
        assert not table.app.is_running


async def test_every_move_is_saved_when_it_is_made() -> None:
    async with opened(header()) as table:
        for keys in ("enter", "enter", "k", "x", "k"):
            await table.press(keys)
            lines = saved()
            assert len(lines) == table.match.n + 1
        await table.press("ctrl+c")
    lines = saved()
    assert lines[0]["seed"] == 7
    assert [json.loads(as_line(move)) for move in table.moves] == lines[1:]


async def test_a_signal_leaves_in_order() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        async with seated(TURN) as table:
            await table.press("d")
            signal.raise_signal(number)
            await table.pilot.pause()
            assert not table.app.is_running
            assert table.app.return_code == 0


# The bot, after its person has left


async def test_a_bot_does_nothing_after_its_person_has_gone_to_the_menu() -> None:
    async with seated(OTHERS_TURN, is_paced=True) as table:
        (waiting,) = table.app.waiting
        await table.press("escape")
        assert waiting.is_stopped
        table.app.call_later(waiting.act)  # even if the pause had ended in that moment
        await table.pilot.pause()
        assert table.moves == []
        assert [line.get("type") for line in saved()] == [None]


async def test_a_bot_does_nothing_after_its_person_has_given_up() -> None:
    async with seated(OTHERS_TURN, is_paced=True) as table:
        (waiting,) = table.app.waiting
        await table.press("q", "g")
        table.app.call_later(waiting.act)
        await table.pilot.pause()
        assert table.moves == []
        assert saved(finished()[0])[-1]["type"] == "end"


async def test_a_bot_of_a_match_that_was_left_plays_in_no_other() -> None:
    async with opened(header(), is_paced=True) as table:
        await table.press("enter")  # the person has cut, and the bot is about to
        assert table.is_waiting
        (waiting,) = table.app.waiting
        await table.press("escape")
        await table.press("enter")
        again = table.match
        moves = list(again._replay.moves)
        table.app.call_later(waiting.act)
        await table.pilot.pause()
        assert again._replay.moves == moves


# Going on


async def play(table: Table, keys: list[str]) -> None:
    for key in keys:
        if table.top in ("Question", "ShownHand"):
            await table.press("enter")
        await table.press(key)


# The person's part of a match: it cuts, keeps and rejects, then plays what it can, and draws where it cannot.
PART = ["enter", "right", "enter", "enter", *"kxkkxkk", *["enter", "d", "p"] * 5]


async def test_a_match_gone_on_with_is_the_match_that_would_have_been() -> None:
    """The same seed and keys give the same record, however often the match was left and continued."""
    async with opened(header(), bot=None) as table:
        await play(table, PART)
        whole = table.moves
    assert sum(isinstance(move, Play) for move in whole) > 3
    await _leave_nothing()
    for start in range(0, len(PART), 9):
        async with opened(header() if start == 0 else None, bot=None) as table:
            if start:
                await table.press("enter")
            await play(table, PART[start : start + 9])
            await table.press("ctrl+c")
    lines = [json.loads(as_line(move)) for move in whole]
    assert saved()[1:] == lines


async def _leave_nothing() -> None:
    for path in Store().all_unfinished():
        path.unlink()


async def test_continue_shows_the_same_position() -> None:
    async with opened(header(), bot=None) as table:
        await play(table, PART[:17])
        assert table.state.phase in (Phase.TURN, Phase.DRAWN, Phase.BILL, Phase.CHALLENGE)
        state, seen = table.state, table.lines
        await table.press("escape", "enter")
        assert table.state == state
        assert table.lines[:14] == seen[:14]


async def test_the_record_replays_to_the_position_on_the_screen() -> None:
    async with opened(header(), bot=None) as table:
        await play(table, PART)
        path = Store().unfinished()
        assert path is not None
        lines = path.read_bytes().splitlines(keepends=True)
        head = read_header(lines[:1])
        *_, last = read_steps(head, lines[1:])
        assert last.after == table.state


async def test_a_match_that_cannot_be_read_is_told_and_the_menu_stays() -> None:
    async with opened(header()) as table:
        await table.press("escape")
        path = Store().unfinished()
        assert path is not None
        path.write_text("[red]no record\n")
        await table.press("enter")
        assert table.screens == ["MenuScreen"]
        table.sees("line 1")
        assert table.app.is_running


async def test_what_stood_before_a_damaged_line_is_gone_on_with() -> None:
    async with opened(header()) as table:
        await table.press("enter", "enter", "k", "escape")
        path = Store().unfinished()
        assert path is not None
        good = path.read_bytes()
        path.write_bytes(good + b'{"type": "pl\n')
        await table.press("enter")
        assert table.top == "DraftScreen"
        assert len(saved()) == good.count(b"\n")


async def test_a_disk_that_refuses_is_told_and_stops_nothing() -> None:
    async with seated(TURN) as table:
        saving = table.app.session.saving if table.app.session else None
        assert saving is not None
        assert saving.path is not None
        saving.path.unlink()
        await table.press("enter")
        assert table.moves[0] == lay(A, "R1")
        table.sees("Not saved: ")
        assert after(TURN, *table.moves) == table.state


async def test_a_record_that_was_asked_for_holds_the_same_lines() -> None:
    path = Store()._records.parent / "mine.jsonl"
    async with opened(header(), record=path) as table:
        await table.press("enter", "enter", "k")
        assert saved(path) == saved()
