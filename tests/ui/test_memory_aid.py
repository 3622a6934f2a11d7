"""The memory aid of practice: the cards not yet seen, as a person with a perfect memory would know them."""

from typing import Any

from tests.core.positions import A, B, cutting, drafting, position
from tests.ui.table import SMALL, header, opened
from uno_duo.core import Keep

TURN = position("R1 R1 R9 W", "Y1 Y2 B3", "R5 G2", known=("", "B3"), known_draw=3)


def practice(state: Any = TURN, *, has_aid: bool = True, **named: Any) -> Any:
    head = header(is_practice=True, rules=state.rules)
    return opened(head, state=state, is_paced=True, settings={"memory_aid": has_aid}, **named)


def row(dialog_lines: list[str], letter: str) -> list[str]:
    """The counts in the line of a colour."""
    (found,) = [line for line in dialog_lines if line.strip(" │").startswith(f"{letter} ")]
    return found.strip(" │").split()[1:]


async def test_it_counts_what_is_unseen_of_each_face() -> None:
    async with practice() as table:
        await table.press("m")
        table.sees("Cards not yet seen", within=table.dialog)
        x, y, width, height = table.app.screen.query_one(".box").content_region
        lines = [line[x : x + width] for line in table.lines[y : y + height]]
        known_end = TURN.draw[-3:]
        seen = [*TURN.hands[A], *TURN.discard, *known_end]
        codes = [card.code for card in seen] + ["B3"]
        for letter in "RYGB":
            for place, symbol in enumerate(["0", *"123456789"]):
                copies = 1 if symbol == "0" else 2
                left = copies - codes.count(f"{letter}{symbol}")
                assert row(lines, letter)[place] == (str(left) if left else "·"), letter + symbol
        table.sees(f"W {8 - codes.count('W')}", f"W4 {4 - codes.count('W4')}", within=table.dialog)
        table.sees("Drawn last, in this order: " + " ".join(card.code for card in known_end), within=table.dialog)
        await table.press("x")
        assert table.top == "PlayScreen"


async def test_it_is_off_unless_it_is_set_and_never_in_other_matches() -> None:
    async with practice(has_aid=False) as table:
        await table.press("m")
        assert table.top == "PlayScreen"
    async with opened(header(), state=TURN, settings={"memory_aid": True}) as table:
        await table.press("m")
        assert table.top == "PlayScreen"


async def test_in_the_draft_it_counts_too_and_in_the_cut_there_is_none() -> None:
    async with practice(drafting("R1 R2 R3")) as table:
        await table.press("m")
        table.sees("Cards not yet seen", "W 8", within=table.dialog)
    async with practice(cutting("R1 R2 R3")) as table:
        await table.press("m")
        assert table.top == "DraftScreen"


async def test_it_can_be_looked_at_while_the_other_is_on_turn_and_holds_the_match() -> None:
    async with practice(drafting("R1 R2 R3")) as table:
        await table.press("k")
        assert table.is_waiting
        await table.press("m")
        await table.end_pause()
        assert table.moves == [Keep(seat=A)]
        await table.press("x")
        await table.end_pause()
        assert [move.seat for move in table.moves] == [A, B]


async def test_it_fits_a_small_window_and_ascii() -> None:
    for is_ascii in (False, True):
        async with practice(size=SMALL, is_ascii=is_ascii) as table:
            await table.press("m")
            table.sees("0 1 2 3 4 5 6 7 8 9 S R +", "W 7 W4 4", "Drawn last", within=table.dialog)
            assert table.dialog.isascii() or not is_ascii


async def test_the_form_of_practice_sets_the_tutor_and_the_memory_aid() -> None:
    async with opened() as table:
        await table.press("down", "enter")
        table.sees("Tutor", "stops blunders", "Memory aid", "off")
        while "Memory aid" not in table.prompt:
            await table.press("down")
        await table.press("right", "up", "right")
        table.sees("stops mistakes", "on (m)")
        await table.press("escape", "up", "enter")
        table.sees("new match")
        table.sees_none("Tutor", "Memory aid")
