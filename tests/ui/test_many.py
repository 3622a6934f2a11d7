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
    Face,
    GameState,
    Phase,
    Rules,
    SayUno,
    SeatMove,
    Shuffle,
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
            seen = re.findall(r"[A-Z][a-z]+", table.part(".table"))
            assert [name for name in seen if name in OTHERS] == list(OTHERS[: number - 1])


async def test_every_other_seat_is_there_in_every_size_in_its_place_with_its_cards() -> None:
    async with seated(FOUR) as table:
        await check_counts(table, FULL, SMALL, seats=(3, 4, 5, 7, 10))
        await check_counts(table, LARGE, (70, 22), (69, 30), (80, 12), seats=(10,))


async def test_every_other_seat_is_there_in_ascii() -> None:
    async with seated(FOUR, is_ascii=True, is_paced=True) as table:
        for size in (FULL, SMALL):
            await check_counts(table, size, seats=(4, 10))
            assert all(line.isascii() for line in table.lines)
        await table.set_anew(table_of(4, COUNTS, turn=B, direction=-1))
        assert "".join(mark for mark, _ in cells(table, OTHERS[:3])) == "@<<"
        await table.set_anew(FOUR)
        assert "".join(mark for mark, _ in cells(table, OTHERS[:3])) == "+>>"


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


async def test_a_single_card_is_told_and_a_forgotten_uno_and_who_is_out() -> None:
    some_out = around(["R1 R2", "", *hands_of(3, 4), ""], out=(B, 4), scores=(1, 600, 3, 4, 500))
    async with seated(FOUR, is_paced=True) as table:
        for size, word in ((FULL, " UNO"), (SMALL, "!")):
            await table.resize(*size)
            await table.set_anew(FOUR)
            assert cell(table, "Cleo")[1] == f"1{word}"
            table.sees_none("has not said UNO", "Call out")
            await table.set_anew(table_of(4, COUNTS, uno_open=D))
            assert cell(table, "Cleo")[1] == ("1 UNO?" if size == FULL else "1?")
            table.sees("Cleo has not said UNO: o", "o Call out")
            await table.set_anew(some_out)
            assert [cards for _, cards in cells(table, OTHERS[:4])] == ["out", "3", "4", "out"]
            assert cell(table, "Ben")[0] == "▷"


async def test_ten_seats_leave_room_for_all_that_a_turn_needs() -> None:
    needed = ("RED (R)", "Your turn: play red, 5 or a Wild, or draw until you can", "5 cards", "500", "W", "Enter", "?")
    async with seated(TEN) as table:
        table.sees("Classic UNO · round 1")
        for size in (LARGE, FULL, SMALL):
            await table.resize(*size)
            await table.set_anew(TEN, others=LONG)
            told = [cards.rstrip(" UNO!") for _, cards in cells(table, [name[:3] for name in LONG])]
            assert told == [str(count) for count in COUNTS], size
            assert "…" in table.part(".table")
            table.sees(*needed, str(len(TEN.draw)), "Red 1. Ada-Maria von und zu")
            assert "●" in table.part(".hand")
            await table.press("5", "enter")
            table.sees("Which colour?", "│    5    │" if size != SMALL else "top R5", "W")
            await table.press("escape")
        await table.press("enter", "g")
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
            (D, "Cleo is on turn, you are next"),
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
    state = around(["B1 B2", *hands_of(3, 3, 3)], ahead="Y8 B9 R8")
    async with seated(state) as table:
        await table.press("d")
        assert table.moves == [Draw(seat=A)]
        table.sees("You draw R8 Y8 B9", "You drew R8 and must play it", "[ Enter Play it ]", "Red 8. Ada plays on it.")
        table.sees_none("Keep")
        assert table.state.hands[A][table.screen(PlayScreen).selected] is Face.R8
        await table.press("p", "d", "right", "1", "f")
        assert table.moves == [Draw(seat=A)]
        await table.press("enter")
        assert table.moves[1] == lay(A, "R8")
        await table.set_anew(around(["B1 B2", *hands_of(3, 3, 3)], ahead="W"))
        await table.press("d", "enter", "escape")
        assert table.moves == [Draw(seat=A)]
        table.sees("You drew W and must play it")
        await table.press("enter", "b")
        assert table.moves[1] == lay(A, "W", BLUE)


async def test_the_discard_pile_is_shuffled_without_a_key_and_the_draw_goes_on() -> None:
    own = around(["B1 B2", *hands_of(3, 3)], "R1 R2 R3 R4 R5", draw="Y9")
    anothers = around(["R1 R2 R3", "B1 B2", *hands_of(3)], "R6 R7 R8 R9 R5", draw="", turn=B)
    async with seated(own, is_paced=True) as table:
        await table.press("d")
        assert [type(move) for move in table.moves] == [Draw, Shuffle]
        assert table.state.phase is Phase.DRAWN
        table.sees("and must play it")
        table.sees("4 discarded cards are shuffled", within=table.part(".events"))
        await table.set_anew(anothers)
        await table.end_pause()
        assert [type(move) for move in table.moves] == [Draw, Shuffle]
        assert table.is_waiting
        table.sees("4 discarded cards are shuffled", within=table.part(".events"))


# UNO: nobody's reflexes decide

ADA_LAYS: Final = around(["R1 R2 R3", "R4 Y2", *hands_of(3, 3)], ahead="B8 B9 G8 G9 Y8 Y9", turn=B)
CLEO_LAYS: Final = around(["R1 R2 R3", *hands_of(3, 3), "R4 Y2"], turn=D)


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
            await table.press("d", "1", *("o" if says_uno else "2"), "s", "escape", "question_mark", "escape")
            assert table.moves == [play]
            table.sees("Ada has 1 card")
            await table.press("enter")
            assert table.is_waiting
            table.sees("Ben is on turn, Cleo is next")
            await table.end_pause()
            assert table.moves[1] == Draw(seat=C)


async def test_a_key_for_one_notice_answers_no_other() -> None:
    state = around(["R1 R2 R3", "R4 Y2", "R6 Y3", "B1 B2 B3"], turn=B)
    async with seated(state, bot=[lay(B, "R4", uno=True), lay(C, "R6", uno=True)]) as table:
        table.sees("Ada has 1 card")
        await table.press_at_once("enter", "enter")
        table.sees("Ben has 1 card")
        assert table.moves == [lay(B, "R4", uno=True), lay(C, "R6", uno=True)]


async def test_whoever_is_asked_about_uno_before_the_person_answers_first() -> None:
    cases: tuple[list[SeatMove], ...] = (
        [lay(B, "R4"), CallOut(seat=C)],
        [lay(B, "R4"), SayUno(seat=B)],
        [lay(B, "R4")],
    )
    async with seated(ADA_LAYS, is_paced=True) as table:
        for moves in cases:
            await table.set_anew(ADA_LAYS, bot=[*moves, CallOut(seat=D)])
            await table.end_pause()
            if len(moves) == 1:
                moves.append(CallOut(seat=D))
            assert table.moves == moves
            assert ("Ada has 1 card" in table.text) == isinstance(moves[1], SayUno)
            await table.press("o")
            assert table.moves == moves


async def test_o_calls_out_a_bot_while_another_bot_is_next() -> None:
    """Also where a Draw 2 was drawn for, and the discard pile had to be shuffled for that."""
    shuffling = around(["R1 R2 R3", "R+2 B2", *hands_of(3, 4)], "R6 R7 R8 R9 R5", draw="Y9", turn=B)
    async with seated(ADA_LAYS, is_paced=True) as table:
        for state, card, following in ((ADA_LAYS, "R4", "Ben"), (shuffling, "R+2", "Cleo")):
            await table.set_anew(state, bot=[lay(B, card)])
            await table.end_pause()
            table.sees("Ada has 1 card", "Ada has not said UNO: o")
            assert not table.is_waiting
            await table.press("o")
            assert table.moves[-1] == CallOut(seat=A)
            table.sees(f"{following} is on turn")
            table.sees("You call Ada out: UNO forgotten", within=table.part(".events"))
            table.sees_none("Ada has 1 card")


async def test_a_bot_that_is_asked_after_the_person_waits_for_the_answer() -> None:
    """Cleo has forgotten UNO, and the person is next, who is asked first; then Ada may call out."""
    async with seated(CLEO_LAYS, bot=[lay(D, "R4"), CallOut(seat=B)], is_paced=True) as table:
        await table.end_pause()
        assert not table.is_waiting
        table.sees("Cleo has 1 card", "Enter Go on u UNO o Call out")
        table.sees_none("d Draw")
        await table.press("1", "d")
        assert table.moves == [lay(D, "R4")]
        await table.press("enter")
        assert table.is_waiting
        table.sees("Ada is about to say something")
        await table.end_pause()
        assert table.moves == [lay(D, "R4"), CallOut(seat=B)]
        table.sees("Your turn")
        await table.set_anew(CLEO_LAYS, bot=[lay(D, "R4", uno=True)])  # now nobody is asked before the person plays
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

GUILTY: Final = after(
    around(["Y1 G5 B3", "R9 B4 W4", "Y3 Y4", "G3 G4"], ahead="G8 G9 Y8 Y9 B8 B9", rules=HOUSE, turn=B),
    lay(B, "W4", BLUE),
)
INNOCENT: Final = after(around(["Y1", "B4 W4", "Y3 Y4", "G3"], rules=HOUSE, turn=B), lay(B, "W4", BLUE, uno=True))
BEFORE_ONE: Final = after(around(["Y1 G5", "Y3", "G3 G4", "R9 W4"], rules=HOUSE, turn=D), lay(D, "W4", BLUE, uno=True))


async def test_a_hand_that_is_challenged_is_shown_to_the_person_whoever_challenges() -> None:
    async with seated(GUILTY, bot=[Challenge(seat=C)], is_paced=True) as table:
        table.sees("Ben accepts or challenges")
        await table.end_pause()
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
        await table.set_anew(INNOCENT, bot=[Challenge(seat=C)])
        await table.end_pause()
        table.sees("The hand of Ada B4 Ben challenges. Innocent: Ben draws 6 cards.", within=table.dialog)
        await table.press("enter")
        await table.set_anew(GUILTY, bot=[Accept(seat=C)])
        await table.end_pause()
        assert table.top == "PlayScreen"
        table.sees("Ben draws 4 cards")
        await table.set_anew(BEFORE_ONE)
        table.sees("Cleo laid a Wild Draw 4", "1 card left")
        await table.press("c")
        table.sees("The hand of Cleo R9 Guilty: it draws 4 cards, and you play.", within=table.dialog)


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
    without_person = GUILTY.model_copy(update={"out": (A,), "hands": ((), *GUILTY.hands[1:])})
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
        await table.resize(*SMALL)
        table.sees("You are out. Ben is on turn", "Enter")
        await table.set_anew(without_person, bot=[Challenge(seat=C)])
        await table.end_pause()
        assert table.top == "PlayScreen"
        table.sees("Ben challenges: Ada is guilty", within=table.part(".events"))
        await table.press("q", "n")
        assert table.is_waiting
        await table.press("escape")
        assert table.screens == ["MenuScreen"]
        await table.set_anew(WATCHED)
        await table.press("q", "g")
        assert table.screens == ["MenuScreen"]


async def test_the_match_is_played_to_its_end_without_the_person() -> None:
    async with seated(WATCHED, bot=[lay(B, card, uno=card == "R1") for card in ("R1", "R2")]) as table:
        assert table.top == "ScoreScreen"  # at once, for no bot pauses
        assert table.state.winner == B
        assert len(finished()) == 1
        table.sees("Ada has won the match")
