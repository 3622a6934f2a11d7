"""A table of three to ten seats: what is told of each, whose turn it is, and who may speak when."""

import re
from collections.abc import Sequence
from typing import Any, Final

from tests.core.positions import BLUE, GREEN, A, B, after, lay
from tests.ui.phases import around
from tests.ui.table import FULL, OTHERS, SMALL, Table, finished, seated
from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    Draw,
    GameState,
    Phase,
    Rules,
    SayUno,
    SeatMove,
    Shuffle,
    cards,
)
from uno_duo.ui.screens.play import PlayScreen

C, D = 2, 3
LARGE: Final = (130, 40)
LONG: Final = tuple(f"{name}-Maria von und zu"[:20] for name in OTHERS)
NUMBERS: Final = " ".join(f"{colour}{number}" for colour in "YGB" for number in range(1, 10))


def hands_of(*counts: int) -> list[str]:
    """Hands of some cards each, none of them red, of which no two are the same up to 27."""
    codes = iter(2 * NUMBERS.split())
    return [" ".join(next(codes) for _ in range(count)) for count in counts]


def table_of(seats: int, counts: Sequence[int], **fields: Any) -> GameState:
    """A position in which the others hold so many cards."""
    return around(["R1 R9 GS BS W", *hands_of(*counts[: seats - 1])], **fields)


COUNTS: Final = (12, 3, 1, 7, 10, 2, 5, 8, 4)
TEN: Final = table_of(10, COUNTS)
FOUR: Final = table_of(4, COUNTS)
HOUSE: Final = Rules.model_validate({**Rules.classic(4).model_dump(), "wild_draw_four": "challenge", "stacking": True})


def cell(table: Table, name: str) -> tuple[str, str]:
    """The mark of a seat, and what is told of its cards: behind its name, or below it."""
    x, y, width, height = table.app.screen.query_one(".table").region
    lines = [line[x : x + width] for line in table.lines[y : y + height]]
    at, row = next((line.index(name), row) for row, line in enumerate(lines) if name in line)
    mark = lines[row][:at].rstrip()[-1:]
    told = re.compile(r"\D*?\s(\d+|out)(!|\?| UNO\??)?")
    found = told.match(lines[row][at + len(name) :])
    if found is None:
        found = told.match(" " + re.sub("[▐|]+ ?", "", lines[row + 1][at : at + 14]))
    assert found is not None, lines
    return mark, "".join(part or "" for part in found.groups())


def cells(table: Table, names: Sequence[str] = OTHERS) -> list[tuple[str, str]]:
    return [cell(table, name) for name in names]


# What is told


async def check_counts(table: Table, *sizes: tuple[int, int], seats: Sequence[int]) -> None:
    for size in sizes:
        await table.resize(*size)
        for number in seats:
            await table.set_anew(table_of(number, COUNTS))
            told = [cards.rstrip(" UNO!") for _, cards in cells(table, OTHERS[: number - 1])]
            assert told == [str(count) for count in COUNTS[: number - 1]], (size, number)


async def test_every_other_seat_is_there_in_every_size_with_its_cards() -> None:
    async with seated(FOUR) as table:
        await check_counts(table, FULL, SMALL, seats=(3, 4, 5, 6, 8, 10))
        await check_counts(table, LARGE, (70, 22), (69, 30), (80, 12), (300, 100), seats=(4, 10))


async def test_every_other_seat_is_there_in_ascii() -> None:
    async with seated(FOUR, is_ascii=True, is_paced=True) as table:
        for size in (FULL, SMALL):
            await check_counts(table, size, seats=(4, 10))
            assert all(line.isascii() for line in table.lines)
        await table.set_anew(table_of(4, COUNTS, turn=B, direction=-1))
        assert "".join(mark for mark, _ in cells(table, OTHERS[:3])) == "@<<"
        await table.set_anew(FOUR)
        assert "".join(mark for mark, _ in cells(table, OTHERS[:3])) == "+>>"


async def test_the_seats_stand_in_the_order_of_the_table() -> None:
    async with seated(TEN) as table:
        for size in (FULL, SMALL):
            await table.resize(*size)
            seen = table.part(".table")
            assert [name for name in re.findall(r"[A-Z][a-z]+", seen) if name in OTHERS] == list(OTHERS)


async def test_a_long_name_is_cut_and_its_number_of_cards_never() -> None:
    async with seated(TEN) as table:
        for size in (FULL, SMALL, LARGE):
            await table.resize(*size)
            await table.set_anew(TEN, others=LONG)
            told = [cards.rstrip(" UNO!") for _, cards in cells(table, [name[:3] for name in LONG])]
            assert told == [str(count) for count in COUNTS], size
            assert "…" in table.part(".table")
            assert LONG[0] in table.text or size == SMALL


async def test_marks_tell_whose_turn_it_is_who_is_next_and_which_way_play_runs() -> None:
    cases: tuple[tuple[int, int, str], ...] = (
        (A, 1, "▷→→"),
        (B, 1, "▶▷→"),
        (D, 1, "→→▶"),
        (A, -1, "←←◁"),
        (C, -1, "◁◀←"),
    )
    async with seated(FOUR, is_paced=True) as table:
        for size in (FULL, SMALL):
            await table.resize(*size)
            for turn, direction, marks in cases:
                await table.set_anew(table_of(4, COUNTS, turn=turn, direction=direction))
                assert "".join(mark for mark, _ in cells(table, OTHERS[:3])) == marks
                assert ("▶" in table.prompt) == (turn == A)


async def test_a_single_card_is_told_and_an_uno_that_was_forgotten() -> None:
    async with seated(FOUR, is_paced=True) as table:
        for size, word in ((FULL, " UNO"), (SMALL, "!")):
            await table.resize(*size)
            await table.set_anew(FOUR)
            assert cell(table, "Cleo")[1] == f"1{word}"
            table.sees_none("has not said UNO", "Call out")
            await table.set_anew(table_of(4, COUNTS, uno_open=D))
            assert cell(table, "Cleo")[1] == ("1 UNO?" if size == FULL else "1?")
            table.sees("Cleo has not said UNO: o", "o Call out")


async def test_a_seat_that_is_out_is_told_so_and_passed_over() -> None:
    hands = ["R1 R2", "", *hands_of(3, 4), ""]
    async with seated(around(hands, out=(B, 4), scores=(1, 600, 3, 4, 500)), is_paced=True) as table:
        for size in (FULL, SMALL):
            await table.resize(*size)
            assert [cards for _, cards in cells(table, OTHERS[:4])] == ["out", "3", "4", "out"]
            assert cell(table, "Ben")[0] == "▷"


async def test_all_that_a_turn_needs_is_to_be_seen_with_ten_seats() -> None:
    needed = ("RED (R)", "Your turn: play red, 5 or a Wild, or draw until you can", "5 cards", "500", "W", "Enter", "?")
    async with seated(TEN) as table:
        for size in (FULL, SMALL, LARGE):
            await table.resize(*size)
            table.sees(*needed, str(len(TEN.draw)), "Red 1. Ada plays on it.")
            assert "●" in table.part(".hand")
            await table.press("5", "enter")
            table.sees("Which colour?", "│    5    │" if size != SMALL else "top R5", "W")
            await table.press("escape", "home")
        table.sees("Classic UNO · round 1", "discard")


async def test_a_turn_is_played_at_40x12_with_ten_seats() -> None:
    async with seated(TEN, size=SMALL) as table:
        await table.press("5", "enter", "g")
        assert table.moves[0] == lay(A, "W", GREEN)
        assert {move.seat for move in table.moves} > set(range(8))
        table.sees("Your turn")


async def test_house_rules_and_what_is_due_are_told() -> None:
    state = around(["R+2 R1", *hands_of(3, 3, 3)], "B+2", phase=Phase.BILL, bill=6, rules=HOUSE)
    async with seated(state) as table:
        table.sees("House rules · round 1", "6 cards due", "Answer the Draw 2 or take 6 cards")
        await table.resize(*SMALL)
        table.sees("6 due", "Answer the Draw 2 or take 6 cards", "d Take")


# Turns


async def test_the_bots_play_one_after_another_as_play_runs() -> None:
    async with seated(around(["R1 R2 R3", *hands_of(3, 3, 3)]), is_paced=True) as table:
        await table.press("enter")
        for seat, told in (
            (B, "Ada is on turn, Ben is next"),
            (C, "Ben is on turn, Cleo is next"),
            (D, "you are next"),
        ):
            table.sees(told)
            assert table.is_waiting
            await table.end_pause()
            while table.state.turn == seat:  # it has drawn a card that it must play
                await table.end_pause()
        assert not table.is_waiting
        table.sees("Your turn")
        assert {move.seat for move in table.moves} == {A, B, C, D}


async def test_one_key_draws_until_a_card_can_be_played_which_must_be_played() -> None:
    async with seated(around(["B1 B2", *hands_of(3, 3, 3)], ahead="Y8 B9 R8")) as table:
        await table.press("d")
        assert table.moves == [Draw(seat=A)]
        table.sees("You draw R8 Y8 B9", "You drew R8 and must play it", "[ Enter Play it ]", "Red 8. Ada plays on it.")
        table.sees_none("Keep")
        screen = table.screen(PlayScreen)
        assert table.state.hands[A][screen.selected] is cards("R8")[0]
        await table.press("p", "d", "right", "1", "f")
        assert table.moves == [Draw(seat=A)]
        await table.press("enter")
        assert table.moves[1] == lay(A, "R8")


async def test_a_drawn_wild_card_asks_for_its_colour_and_escape_leaves_it_to_be_played() -> None:
    async with seated(around(["B1 B2", *hands_of(3, 3, 3)], ahead="W")) as table:
        await table.press("d", "enter", "escape")
        assert table.moves == [Draw(seat=A)]
        table.sees("You drew W and must play it")
        await table.press("enter", "b")
        assert table.moves[1] == lay(A, "W", BLUE)


# Shuffles in the middle of a round


async def test_the_discard_pile_is_shuffled_without_a_key_and_the_draw_goes_on() -> None:
    state = around(["B1 B2", *hands_of(3, 3)], "R1 R2 R3 R4 R5", draw="Y9")
    async with seated(state, is_paced=True) as table:
        await table.press("d")
        assert [type(move) for move in table.moves] == [Draw, Shuffle]
        assert table.state.phase is Phase.DRAWN
        table.sees("and must play it")
        table.sees("4 discarded cards are shuffled", within=table.part(".events"))


async def test_a_bots_draw_goes_on_after_the_shuffle_too() -> None:
    state = around(["R1 R2 R3", "B1 B2", *hands_of(3)], "R6 R7 R8 R9 R5", draw="", turn=B)
    async with seated(state, is_paced=True) as table:
        await table.end_pause()
        assert [type(move) for move in table.moves] == [Draw, Shuffle]
        assert table.is_waiting
        table.sees("4 discarded cards are shuffled", within=table.part(".events"))


async def test_the_notice_outlasts_a_shuffle() -> None:
    """Ada lays down to one card, and Ben draws for it from a pile that must be shuffled first."""
    state = around(["R1 R2 R3", "R+2 B2", *hands_of(3, 4)], "R6 R7 R8 R9 R5", draw="Y9", turn=B)
    async with seated(state, bot=[lay(B, "R+2")], is_paced=True) as table:
        await table.end_pause()
        assert [type(move).__name__ for move in table.moves] == ["Play", "Shuffle"]
        assert not table.is_waiting
        table.sees("Ada has 1 card", "Ada has not said UNO: o")
        await table.press("o")
        assert table.moves[2] == CallOut(seat=A)


# UNO: nobody's reflexes decide

ADA_LAYS: Final = around(["R1 R2 R3", "R4 Y2", *hands_of(3, 3)], ahead="B8 B9 G8 G9 Y8 Y9", turn=B)


async def test_the_match_waits_where_a_bot_has_one_card_and_another_is_next() -> None:
    async with seated(ADA_LAYS, is_paced=True) as table:
        for says_uno in (False, True):
            play = lay(B, "R4", uno=says_uno)
            await table.set_anew(ADA_LAYS, bot=[play])
            await table.end_pause()
            assert table.moves == [play]
            assert not table.is_waiting
            table.sees("Ada has 1 card", "Enter Go on", "Enter Go on u UNO")
            table.sees_none("plays again")
            await table.press("d", "1", "s", "escape", "question_mark", "escape")
            assert table.moves == [play]
            table.sees("Ada has 1 card")
            await table.press("enter")
            assert table.is_waiting
            table.sees("Ben is on turn, Cleo is next")
            await table.end_pause()
            assert table.moves[1] == Draw(seat=C)


async def test_o_calls_out_a_bot_while_another_bot_is_next() -> None:
    async with seated(ADA_LAYS, bot=[lay(B, "R4"), CallOut(seat=C), CallOut(seat=D)], is_paced=True) as table:
        await table.end_pause()
        assert table.moves == [lay(B, "R4"), CallOut(seat=C)]  # Ben is asked before the person, and answers at once
        assert len(table.state.hands[B]) == 5
        table.sees("Ben calls Ada out: UNO forgotten", within=table.part(".events"))
        assert table.is_waiting
        await table.set_anew(ADA_LAYS, bot=[lay(B, "R4")])
        await table.end_pause()
        await table.press("o")
        assert table.moves == [lay(B, "R4"), CallOut(seat=A)]
        table.sees("Ben is on turn")
        table.sees("You call Ada out: UNO forgotten", within=table.part(".events"))
        table.sees_none("Ada has 1 card")


async def test_o_does_nothing_at_the_notice_where_uno_was_said() -> None:
    async with seated(ADA_LAYS, bot=[lay(B, "R4", uno=True)], is_paced=True) as table:
        await table.end_pause()
        await table.press("o")
        assert table.moves == [lay(B, "R4", uno=True)]
        table.sees("Ada has 1 card")


async def test_a_bot_that_says_uno_late_does_so_before_anybody_is_asked() -> None:
    said: list[SeatMove] = [lay(B, "R4"), SayUno(seat=B), CallOut(seat=C)]
    async with seated(ADA_LAYS, bot=said, is_paced=True) as table:
        await table.end_pause()
        assert table.moves == said[:2]
        table.sees("Ada has 1 card")
        await table.press("o")
        assert table.moves == said[:2]


async def test_a_bot_that_is_asked_after_the_person_waits_for_the_answer() -> None:
    """Cleo has forgotten UNO, and the person is next, who is asked first; then Ada may call out."""
    state = around(["R1 R2 R3", *hands_of(3, 3), "R4 Y2"], turn=D)
    async with seated(state, bot=[lay(D, "R4"), CallOut(seat=B)], is_paced=True) as table:
        await table.end_pause()
        assert not table.is_waiting
        table.sees("Cleo has 1 card")
        await table.press("1", "d")
        assert table.moves == [lay(D, "R4")]
        await table.press("enter")
        assert table.is_waiting
        table.sees("Ada is about to say something")
        await table.end_pause()
        assert table.moves == [lay(D, "R4"), CallOut(seat=B)]
        table.sees("Your turn")


async def test_no_notice_where_the_person_is_the_next_to_act() -> None:
    state = around(["R1 R2 R3", *hands_of(3, 3), "R4 Y2"], turn=D)
    async with seated(state, bot=[lay(D, "R4", uno=True)], is_paced=True) as table:
        await table.end_pause()
        table.sees("Your turn")
        table.sees_none("Cleo has 1 card")


async def test_the_person_who_forgets_is_called_out_by_the_first_who_notices() -> None:
    state = around(["R1 B4", *hands_of(3, 3, 3)])
    async with seated(state, bot=[CallOut(seat=C), CallOut(seat=D)], is_paced=True) as table:
        await table.press("enter")
        assert table.moves == [lay(A, "R1")]
        table.sees("You have not said UNO: u")
        await table.end_pause()
        assert table.moves[1:] == [CallOut(seat=C)]
        table.sees("Your hand: 5 cards")
        table.sees("Ben calls you out: UNO forgotten", within=table.part(".events"))


# Challenges

LAID: Final = after(
    around(["Y1 G5 B3", "R9 B4 W4", "Y3 Y4", "G3 G4"], ahead="G8 G9 Y8 Y9 B8 B9", rules=HOUSE, turn=B),
    lay(B, "W4", BLUE),
)


async def test_a_hand_that_a_bot_challenges_is_shown_to_the_person_too() -> None:
    async with seated(LAID, bot=[Challenge(seat=C)], is_paced=True) as table:
        table.sees("Ben accepts or challenges")
        await table.end_pause()
        assert table.top == "ShownHand"
        told = "The hand of Ada R9 B4 Ben challenges. Guilty: Ada draws 4 cards, and Ben plays. Any key goes on."
        table.sees(told, within=table.dialog)
        assert not table.is_waiting
        await table.press("d")
        assert table.top == "PlayScreen"
        assert table.moves == [Challenge(seat=C)]
        assert table.is_waiting
        table.sees("Ben is on turn")
        table.sees("Ben challenges: Ada is guilty", within=table.part(".events"))
        table.sees_none("R9", "B4")


async def test_an_innocent_hand_is_shown_too_and_an_accepted_card_shows_nothing() -> None:
    state = after(around(["Y1", "B4 W4", "Y3 Y4", "G3"], rules=HOUSE, turn=B), lay(B, "W4", BLUE, uno=True))
    async with seated(state, bot=[Challenge(seat=C)]) as table:
        told = "The hand of Ada B4 Ben challenges. Innocent: Ben draws 6 cards."
        table.sees(told, within=table.dialog)
        await table.press("enter")
        await table.set_anew(LAID, bot=[Accept(seat=C)])
        assert table.top == "PlayScreen"
        table.sees("Ben draws 4 cards")


async def test_the_hand_of_the_one_who_laid_it_is_shown_where_the_person_challenges() -> None:
    state = after(around(["Y1 G5", "Y3", "G3 G4", "R9 W4"], rules=HOUSE, turn=D), lay(D, "W4", BLUE, uno=True))
    async with seated(state, is_paced=True) as table:
        table.sees("Cleo laid a Wild Draw 4", "1 card left")
        await table.press("c")
        told = "The hand of Cleo R9 Guilty: it draws 4 cards, and you play."
        table.sees(told, within=table.dialog)


# Out


WATCHED: Final = around(
    ["", "R1 R2", "Y1 Y2 Y3", "G1 G2 G3"],
    rules=Rules.classic(4).model_copy(update={"knock_out": True, "target": 30}),
    out=(A,),
    turn=B,
    scores=(99, 3, 29, 29),
    round=2,
)


async def test_who_is_knocked_out_watches_the_others_and_may_hurry_them() -> None:
    async with seated(WATCHED, bot=[lay(B, "R1", uno=True)], is_paced=True) as table:
        table.sees("You are out. Ada is on turn", "Enter Faster")
        table.sees_none("Your hand", "u UNO")
        await table.press("d", "u", "o", "1", "p", "right", "end")
        assert table.moves == []
        await table.end_pause()
        assert table.moves == [lay(B, "R1", uno=True)]
        assert table.is_waiting  # no notice holds the match
        await table.press("enter")
        assert table.moves[1].seat == C
        assert table.is_waiting
        await table.press("s", "escape")
        assert table.is_waiting
        for size in (SMALL, LARGE):
            await table.resize(*size)
            table.sees("You are out. Ben is on turn", "Enter")


async def test_the_match_is_played_to_its_end_without_the_person() -> None:
    async with seated(WATCHED, bot=[lay(B, card, uno=card == "R1") for card in ("R1", "R2")]) as table:
        assert table.top == "ScoreScreen"  # at once, for no bot pauses
        assert table.state.winner == B
        assert len(finished()) == 1
        table.sees("Ada has won the match")


async def test_the_person_who_watches_leaves_and_goes_on_and_gives_up() -> None:
    async with seated(WATCHED, is_paced=True) as table:
        await table.press("q", "n")
        assert table.top == "PlayScreen"
        assert table.is_waiting
        await table.press("escape")
        assert table.screens == ["MenuScreen"]
        await table.set_anew(WATCHED)
        await table.press("q", "g")
        assert table.screens == ["MenuScreen"]


async def test_a_challenge_among_others_does_not_stop_who_is_out() -> None:
    state = LAID.model_copy(update={"out": (A,), "hands": ((), *LAID.hands[1:])})
    async with seated(state, bot=[Challenge(seat=C)], is_paced=True) as table:
        await table.end_pause()
        assert table.top == "PlayScreen"
        table.sees("Ben challenges: Ada is guilty", within=table.part(".events"))
