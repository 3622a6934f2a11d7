"""Saying UNO in its three ways, forgetting it, and calling it out."""

from tests.core.positions import RED, A, B, complete, lay, position
from tests.ui.table import seated
from uno_duo.core import CallOut, Draw, SayUno, Take
from uno_duo.ui.screens.play import PlayScreen

TWO = position("R1 B4", "Y1 Y2 Y3")
SKIP = position("RS B4", "Y1 Y2 Y3")
OTHER_TWO = position("R1 R2 R3", "R4 Y2", turn=B)
OTHER_SKIP = position("R1 R2 R3", "RS Y2", ahead="B8 B9", turn=B)
UNO = SayUno(seat=A)
CALLS_OUT = CallOut(seat=B)


# By hand


async def test_u_arms_uno_for_the_next_play() -> None:
    async with seated(TWO) as table:
        table.sees("UNO not armed", "u UNO")
        await table.press("u")
        table.sees("UNO! with the next play")
        await table.press("enter")
        assert table.moves[0] == lay(A, "R1", uno=True)
        assert not table.screen(PlayScreen).is_armed
        assert CALLS_OUT not in table.moves


async def test_u_again_takes_the_arming_back() -> None:
    async with seated(TWO) as table:
        await table.press("u", "u", "enter")
        assert table.moves[0] == lay(A, "R1")


async def test_an_armed_uno_is_kept_where_the_play_was_dropped() -> None:
    async with seated(position("W B4", "Y1 Y2 Y3")) as table:
        await table.press("u", "end", "enter", "escape", "enter", "r")
        assert table.moves[0] == lay(A, "W", RED, uno=True)


async def test_an_armed_uno_says_nothing_where_more_cards_are_left() -> None:
    async with seated(position("R1 R2 B4", "Y1 Y2 Y3")) as table:
        await table.press("u", "enter")
        assert table.moves[0] == lay(A, "R1")


async def test_a_forgotten_uno_is_said_late_before_the_bot_acts() -> None:
    async with seated(TWO, bot=[CALLS_OUT], is_paced=True) as table:
        await table.press("enter")
        assert table.moves == [lay(A, "R1")]
        assert table.is_waiting
        table.sees("You have not said UNO: u")
        await table.press("u")
        assert table.moves == [lay(A, "R1"), UNO]
        table.sees("You say UNO")
        await table.end_pause()
        assert table.moves == [lay(A, "R1"), UNO, Draw(seat=B)]


async def test_a_forgotten_uno_is_called_out() -> None:
    async with seated(TWO, bot=[CALLS_OUT], is_paced=True) as table:
        await table.press("enter")
        await table.end_pause()
        assert table.moves == [lay(A, "R1"), CALLS_OUT]
        assert len(table.state.hands[A]) == 3
        table.sees("Normal calls you out: UNO forgotten", within=table.part(".events"))
        table.sees("Your hand: 3 cards")
        await table.press("u")  # too late: that arms the next play
        assert UNO not in table.moves


async def test_a_forgotten_uno_is_said_late_until_a_bot_that_overlooks_it_has_moved() -> None:
    async with seated(TWO, is_paced=True) as table:
        await table.press("enter")
        assert table.is_waiting
        await table.press("u")
        assert table.moves[1] == UNO
    async with seated(TWO, is_paced=True) as table:
        await table.press("enter")
        await table.end_pause()
        assert table.moves == [lay(A, "R1"), Draw(seat=B)]
        table.sees_none("You have not said UNO")
        await table.press("u")
        assert UNO not in table.moves


async def test_a_page_over_the_match_keeps_the_chance_to_say_uno() -> None:
    async with seated(TWO, bot=[CALLS_OUT], is_paced=True) as table:
        await table.press("enter", "question_mark")
        await table.end_pause()
        assert CALLS_OUT not in table.moves
        await table.press("escape")
        assert table.is_waiting
        await table.press("u")
        assert table.moves == [lay(A, "R1"), UNO]


async def test_after_a_skip_a_forgotten_uno_can_be_called_out_before_the_person_plays_on() -> None:
    async with seated(SKIP, bot=[CALLS_OUT], is_paced=True) as table:
        await table.press("enter")
        assert table.moves == [lay(A, "RS")]
        assert table.is_waiting
        await table.press("enter", "d")  # the bot is asked first
        assert table.moves == [lay(A, "RS")]
        await table.end_pause()
        assert table.moves == [lay(A, "RS"), CALLS_OUT]
        await table.press("d")
        assert table.moves[2] == Draw(seat=A)


async def test_after_a_skip_the_person_plays_on_where_the_bot_overlooks_it() -> None:
    async with seated(SKIP, is_paced=True) as table:
        await table.press("enter")
        assert not table.is_waiting
        await table.press("d")
        assert table.moves == [lay(A, "RS"), Draw(seat=A)]


async def test_a_last_card_needs_no_uno_and_a_dump_to_one_card_does() -> None:
    async with seated(position("RR R1 B4", "Y1 Y2 Y3")) as table:
        await table.press("u", "2", "enter", "f")
        assert table.moves[0] == lay(A, "RR", dump="R1", uno=True)
        await table.set_anew(position("R1 R2 B4", "Y1 Y2 Y3", "RR", may_dump=True))
        await table.press("u", "f", "2")
        assert table.moves[0] == complete(A, "R2", uno=True)


# Asked, and said for one


async def test_the_game_asks_at_each_play_that_leaves_one_card() -> None:
    cases = (("u", True), ("n", False), ("enter", True))
    async with seated(TWO, uno="ask") as table:
        for key, says_uno in cases:
            await table.set_anew(TWO, uno="ask")
            await table.press("enter")
            assert (table.top, table.moves) == ("Question", [])
            table.sees("One card will be left.", "UNO!", "Say nothing")
            await table.press(key)
            assert table.moves[0] == lay(A, "R1", uno=says_uno), key


async def test_the_game_asks_after_the_colour_and_escape_drops_it_all() -> None:
    state = position("W B4", "Y1 Y2 Y3")
    async with seated(state, uno="ask") as table:
        await table.press("end", "enter", "r")
        table.sees("One card will be left.")
        await table.press("escape")
        assert (table.moves, table.top) == ([], "PlayScreen")
        await table.press("enter", "r", "u")
        assert table.moves[0] == lay(A, "W", RED, uno=True)


async def test_the_game_asks_nothing_where_more_or_no_cards_are_left() -> None:
    async with seated(position("R1 R2 B4", "Y1 Y2 Y3"), uno="ask") as table:
        await table.press("enter")
        assert table.moves[0] == lay(A, "R1")
        await table.set_anew(position("R1", "Y1 Y2 Y3"), uno="ask")
        await table.press("enter")
        assert table.moves[0] == lay(A, "R1")


async def test_uno_is_said_for_one() -> None:
    async with seated(TWO, uno="auto") as table:
        table.sees_none("UNO not armed", "u UNO")
        await table.press("u", "enter")
        assert table.moves[0] == lay(A, "R1", uno=True)


# The bot's UNO


async def test_o_calls_out_the_bot_until_ones_next_move() -> None:
    async with seated(OTHER_TWO, bot=[lay(B, "R4")]) as table:
        assert table.moves == [lay(B, "R4")]
        table.sees("Normal has not said UNO: o", "o Call out", "1 card")
        await table.press("right", "o")
        assert table.moves == [lay(B, "R4"), CallOut(seat=A)]
        table.sees("You call Normal out: UNO forgotten", within=table.part(".events"))
        table.sees("Normal 3 cards", within=table.part(".table").replace("▐▒▌", "").replace("  ", " "))
        await table.press("o")
        assert table.moves[2:] == []
        await table.press("enter")
        assert table.moves[2].seat == A


async def test_o_does_nothing_after_ones_next_move() -> None:
    async with seated(OTHER_TWO, bot=[lay(B, "R4")], is_paced=True) as table:
        await table.end_pause()
        await table.press("enter")
        assert table.moves[1] == lay(A, "R1")
        table.sees_none("Normal has not said UNO", "Call out")
        await table.press("o")
        assert len(table.moves) == 2


async def test_o_does_nothing_where_the_bot_has_said_uno() -> None:
    async with seated(OTHER_TWO, bot=[lay(B, "R4", uno=True)]) as table:
        table.sees("Normal plays R4, UNO!")
        await table.press("o")
        assert table.moves == [lay(B, "R4", uno=True)]


async def test_a_bot_that_says_uno_late_does_so_before_the_person_can_call_it_out() -> None:
    """RULES.md, section 9: the forgetful seat is asked first. So no reflex decides."""
    async with seated(OTHER_TWO, bot=[lay(B, "R4"), SayUno(seat=B)], is_paced=True) as table:
        await table.end_pause()
        assert table.moves == [lay(B, "R4"), SayUno(seat=B)]
        table.sees("Normal says UNO")
        await table.press("o", "enter")
        assert table.moves[2:] == [lay(A, "R1")]


async def test_the_game_waits_where_the_bot_with_one_card_plays_again_at_once() -> None:
    for says_uno in (False, True):
        play = lay(B, "RS", uno=says_uno)
        async with seated(OTHER_SKIP, bot=[play], is_paced=True) as table:
            await table.end_pause()
            assert table.moves == [play]
            assert not table.is_waiting
            table.sees("Normal has 1 card and plays again", "Enter Go on")
            await table.press("d", "1", "s", "escape", "question_mark", "escape")
            assert table.moves == [play]
            assert not table.is_waiting
            table.sees("Normal has 1 card and plays again")
            await table.press("enter")
            assert table.is_waiting
            table.sees_none("Normal has 1 card and plays again")
            await table.end_pause()
            assert table.moves == [play, Draw(seat=B)]


async def test_o_answers_the_notice_where_uno_was_forgotten() -> None:
    async with seated(OTHER_SKIP, bot=[lay(B, "RS")]) as table:
        table.sees("Normal has 1 card and plays again", "Normal has not said UNO: o")
        await table.press("o")
        assert table.moves[1:3] == [CallOut(seat=A), Draw(seat=B)]
        table.sees_none("Normal has 1 card and plays again")


async def test_o_does_nothing_at_the_notice_where_uno_was_said() -> None:
    async with seated(OTHER_SKIP, bot=[lay(B, "RS", uno=True)]) as table:
        await table.press("o")
        assert table.moves == [lay(B, "RS", uno=True)]
        table.sees("Normal has 1 card and plays again")
        await table.press("space")
        assert table.moves[1] == Draw(seat=B)


async def test_the_bot_is_asked_for_its_forgotten_uno_before_the_person_may_call_it_out() -> None:
    """RULES.md, section 9: the forgetful seat is asked first, then the other, then the seat on turn."""
    async with seated(OTHER_SKIP, bot=[lay(B, "RS"), SayUno(seat=B)]) as table:
        assert table.moves == [lay(B, "RS"), SayUno(seat=B)]
        table.sees("Normal has 1 card and plays again")
        await table.press("enter")
        assert table.moves[2] == Draw(seat=B)
        table.sees_none("Normal has 1 card and plays again")


async def test_no_notice_where_the_person_was_on_turn_in_between() -> None:
    state = position("Y1 Y2 Y3", "R+2 R4", turn=B)
    async with seated(state, bot=[lay(B, "R+2", uno=True)], is_paced=True) as table:
        await table.end_pause()
        await table.press("d")
        assert table.moves == [lay(B, "R+2", uno=True), Take(seat=A)]
        assert table.is_waiting
        table.sees_none("plays again")
