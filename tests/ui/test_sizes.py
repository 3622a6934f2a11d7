"""Windows of every size: what is needed is to be seen, and no size at any moment breaks anything."""

from typing import Final

import pytest

from tests.core.positions import A, lay, position, rest_of_deck
from tests.ui.coach import FakeCoach, losing
from tests.ui.phases import FORTY, PHASES
from tests.ui.table import FULL, SMALL, Table, header, opened, seated
from uno_duo.core import Draw, PlayView, view_for
from uno_duo.ui.screens.play import PlayScreen

# What is asked, the cards it is about, and the keys that answer; in each phase, in every size that can be played in.
NEEDED: Final[dict[str, tuple[str, ...]]] = {
    "cut": ("Choose a place in the deck, and cut", "R", "4", "Y", "before: RS", "Enter", "▾"),
    "decided": ("Normal drafts first, you play first", "Shuffle and draft", "Enter"),
    "draft": ("Pick 3 of 7: you look at", "Keep or reject?", "k Keep", "x Reject", "2 cards; it rejected 2", "104"),
    "other picks": ("Normal picks", "R6 R3 R2", "1 card; it rejected 1"),
    "turn": ("play red, 5 or a wild card, or draw", "RED (R)", "3 cards", "100", "42", "131", "200", "W4", "d Draw"),
    "other's turn": ("Normal is on turn", "RED (R)", "3 cards"),
    "wild on top": ("GREEN (G)", "play green or a wild card", "W"),
    "drawn": ("You drew R8", "Play it", "p Keep it", "Enter"),
    "bill": ("Answer the Draw 2 or take 6 cards", "6 cards due", "d Take", "+2"),
    "challenge": (
        "Normal laid a Wild Draw 4",
        "a Accept, draw 4",
        "c Challenge",
        "On R5, red in force; 3 cards left (R1). A lost challenge: you draw 6.",
    ),
    "name colour": ("Name the colour of the turned-up card", "r red", "y yellow", "g green", "b blue", "no colour yet"),
    "reverse": ("Complete the Reverse, play or draw", "f Complete it", "RED (R)"),
    "forgotten": ("Normal has not said UNO: o", "1 card", "o Call out"),
    "forty": ("play red, 5 or a wild card, or draw", "Your hand: 40 cards"),
    "score": ("Round 1: you went out with R1. Normal is left with", "W4", "83 points", "total", "Enter"),
    "over": ("Round 7: you went out with R1", "24 points", "42", "214", "Enter"),
}
ONLY_IN_FULL: Final = {
    "draft": ("Your hand: 2", "discards: 4", "last: R7 R6 R3", "must take the next one unseen", "? Rules", "Esc", "q"),
    "turn": ("round 3", "nothing due", "discard", "in force", "u UNO", "?", "Esc", "q"),
    "challenge": ("?", "Esc", "q"),
    "score": ("drafted first", "Next: round 2. You draft first"),
    "over": ("You have won the match!",),
}


async def _check_phases(table: Table, *phases: str, more: dict[str, tuple[str, ...]] | None = None) -> None:
    problems = []
    for phase in phases:
        await table.set_anew(PHASES[phase])
        missing = [text for text in (*NEEDED[phase], *(more or {}).get(phase, ())) if text not in table.text]
        if missing:
            problems.append(f"{phase}: {missing} not in\n" + "\n".join(table.lines))
    assert not problems, "\n".join(problems)


async def test_all_that_is_needed_is_to_be_seen_at_80x24() -> None:
    async with seated(PHASES["turn"], is_paced=True, size=FULL) as table:
        await _check_phases(table, *PHASES, more=ONLY_IN_FULL)


async def test_all_that_is_needed_is_to_be_seen_at_40x12() -> None:
    async with seated(PHASES["turn"], is_paced=True, size=SMALL) as table:
        await _check_phases(table, *(phase for phase in PHASES if phase != "name colour"))


async def test_all_four_colours_are_offered_at_40x12() -> None:
    async with seated(PHASES["name colour"], is_paced=True, size=SMALL) as table:
        table.sees(*NEEDED["name colour"])


async def test_the_way_to_the_rules_and_back_is_among_the_keys_at_40x12() -> None:
    problems = []
    async with seated(PHASES["turn"], is_paced=True, size=SMALL) as table:
        for phase in PHASES:
            await table.set_anew(PHASES[phase])
            if not all(key in table.lines[-1] for key in ("?", "Esc")):
                problems.append(f"{phase}: {table.lines[-1]!r}")
    assert not problems, "\n".join(problems)


async def test_a_turn_is_played_at_40x12() -> None:
    async with seated(PHASES["turn"], size=SMALL) as table:
        await table.press("right")
        table.sees("[R9 ]", "Red 9.")
        await table.press("end", "enter")
        table.sees("Which colour?", "r red", "b blue", "RED (R)", "[W4 ]", within=table.text)
        await table.press("y")
        assert table.moves[0] == lay(A, "W4", list(PHASES["turn"].hands[A])[3].colour)


async def test_the_dialogs_leave_hand_and_top_card_to_be_seen() -> None:
    async with seated(PHASES["turn"]) as table:
        for size, top in ((FULL, "│ 5 │"), (SMALL, "top R5")):
            await table.resize(*size)
            for keys in ("7 enter", "3 enter", "3 enter f"):
                await table.press(*keys.split())
                assert table.top == "Question"
                table.sees(top, "R 9" if size == FULL else "R9", "W4")
                await table.press("escape")


async def test_the_screens_fill_a_window_of_300x100() -> None:
    async with seated(PHASES["turn"], size=(300, 100)) as table:
        table.sees(*NEEDED["turn"], *ONLY_IN_FULL["turn"])
        await table.press("7", "enter", "g")
        assert table.moves[0].card.code == "W"
        for keys in ("s", "s question_mark", "escape pageup"):
            await table.press(*keys.split())
            assert {len(line) for line in table.lines} == {300}
        await _check_phases(table, "cut", "draft", "over")


# Too small


async def test_below_40x12_one_line_says_the_size_that_is_needed() -> None:
    async with seated(PHASES["turn"]) as table:
        for width, height in ((39, 24), (80, 11), (30, 8), (20, 5), (10, 3), (1, 1)):
            await table.resize(width, height)
            if width >= 30:
                table.sees(f"40x12 is needed, and this window is {width}x{height}. q quits.")
            table.sees_none("RED (R)", "Your turn")
            await table.press("d", "enter", "s", "question_mark", "pageup", "1", "u", "escape")
            assert table.screens == ["MenuScreen", "PlayScreen"]
            assert table.moves == []


async def test_the_game_is_back_as_it_was_when_the_window_grows() -> None:
    async with seated(PHASES["turn"]) as table:
        await table.press("right", "u")
        before = table.lines
        for size in ((30, 8), (1, 1), (80, 11)):
            await table.resize(*size)
            table.sees_none("Your turn")
            await table.resize(*FULL)
            assert table.lines == before
        await table.press("d")
        assert table.moves[0] == Draw(seat=A)


async def test_every_screen_of_a_match_tells_the_size_that_it_needs_and_nothing_else() -> None:
    problems = []
    async with seated(PHASES["turn"]) as table:
        for phase, keys in (
            ("turn", ""),
            ("turn", "s"),
            ("turn", "question_mark"),
            ("turn", "pageup"),
            ("score", ""),
            ("draft", ""),
        ):
            await table.resize(*FULL)
            await table.set_anew(PHASES[phase])
            await table.press(*keys.split())
            await table.resize(60, 10)
            if table.text != "40x12 is needed, and this window is 60x10. q quits.":
                problems.append("\n".join([f"{phase} {keys}:", *table.lines]))
    assert not problems, "\n".join(problems)


async def test_the_menu_tells_the_size_that_it_needs() -> None:
    async with opened(size=(60, 10)) as table:
        assert table.text == "40x12 is needed, and this window is 60x10. q quits."
        await table.press("enter", "down", "question_mark")
        assert table.screens == ["MenuScreen"]
        await table.press("q")
        assert not table.app.is_running


async def _leaves(table: Table) -> None:
    """Leaves with q, by what a person can see that it asks."""
    await table.press("q")
    if table.app.is_running:
        table.sees("y", "Leave")
        await table.press("y")
    assert not table.app.is_running


@pytest.mark.parametrize("size", [(39, 11), (30, 8), (24, 6)])
async def test_q_leaves_a_window_that_is_too_small(size: tuple[int, int]) -> None:
    async with seated(PHASES["turn"], size=size) as table:
        await _leaves(table)


async def test_q_leaves_a_page_in_a_window_that_is_too_small() -> None:
    """The line on it says that q quits."""
    async with seated(PHASES["turn"]) as table:
        await table.press("question_mark")
        await table.resize(38, 10)
        table.sees("q quits")
        await _leaves(table)


async def test_q_leaves_the_form_in_a_window_that_is_too_small() -> None:
    async with opened() as table:
        await table.press("enter", "up")  # the name has the focus
        await table.resize(38, 10)
        table.sees("q quits")
        await _leaves(table)


async def test_ctrl_c_leaves_a_window_that_is_too_small() -> None:
    async with seated(PHASES["turn"], size=(5, 2)) as table:
        await table.press("ctrl+c")
        assert not table.app.is_running


async def test_a_dialog_in_a_window_that_became_too_small_does_nothing_unseen() -> None:
    keys = ("r", "enter", "down", "p", "s", "t", "i", "escape")
    FakeCoach.say = losing(30)
    for opening, top in (("7 enter", "Question"), ("i", "HintScreen"), ("d", "Question"), ("m", "ShownUnseen")):
        async with opened(
            header(is_practice=True), state=PHASES["turn"], is_paced=True, settings={"memory_aid": True}
        ) as table:
            await table.press(*opening.split())
            assert table.top == top
            before = table.lines
            await table.resize(39, 11)
            assert table.text == "40x12 is needed, and this window is 39x11. q quits."
            await table.press(*keys)
            for y in range(11):
                await table.click(20, y)
            assert table.top == top
            assert table.moves == []
            await table.resize(*FULL)
            assert table.lines == before
            await table.press("escape")
            assert table.top == "PlayScreen"


async def test_a_click_on_a_window_that_is_too_small_plays_nothing() -> None:
    async with seated(PHASES["turn"], size=(39, 11)) as table:
        for y in range(11):
            await table.click(3, y)
        assert table.moves == []
        assert table.top == "PlayScreen"


# Many cards


@pytest.mark.parametrize("size", [FULL, SMALL, (300, 100)])
async def test_each_of_40_cards_is_reached_and_to_be_seen_when_chosen(size: tuple[int, int]) -> None:
    async with seated(FORTY, size=size) as table:
        screen = table.screen(PlayScreen)
        for index, face in enumerate(FORTY.hands[A]):
            assert screen.selected == index
            seen = table.part(".hand")
            assert any(sign in seen for sign in (f"[{face.code}", f"[ {face.code}", "┏")), face.code
            assert face.code in seen or f"{face.code[0]} {face.code[1:]}" in seen
            await table.press("right")
        assert screen.selected == 0
        await table.press("end")
        assert screen.selected == 39
        await table.press("up")
        assert screen.selected < 39 or size[0] == 300
        assert table.moves == []


async def test_all_of_40_cards_are_to_be_seen_at_80x24() -> None:
    async with seated(FORTY) as table:
        seen = table.part(".hand").replace("[", " ").replace("]", " ").split()
        assert [card for card in seen if card != "●"] == [face.code for face in FORTY.hands[A]]


async def test_a_hand_is_whole_and_marked_whatever_its_number() -> None:
    async with seated(FORTY) as table:
        for count in (1, 7, 12, 13, 14, 18, 19, 20, 30):
            hand = [face.code for face in FORTY.hands[A]][:count]
            await table.set_anew(position(" ".join(hand), "Y8 Y9", "R5"))
            seen = table.part(".hand")
            for code in hand:
                assert code in seen or f"{code[0]} {code[1:]}" in seen, f"{code} of {count}"
            playable = sum(code.startswith("R") or code.endswith("5") for code in hand)
            assert seen.count("●") == playable


async def test_the_number_of_the_others_cards_is_never_cut() -> None:
    """Once the count of the other hand stopped at some number of drawn backs."""
    turn = PHASES["turn"]
    others = rest_of_deck(turn.hands[A], turn.discard)
    views = [
        turn.model_copy(update={"hands": (turn.hands[A], tuple(sorted(others[:count])))}) for count in range(1, 41)
    ]
    async with seated(turn) as table:
        for size in (FULL, SMALL):
            await table.resize(*size)
            screen = table.screen(PlayScreen)
            for count, state in enumerate(views, start=1):
                view = view_for(state, A)
                assert isinstance(view, PlayView)
                screen.view = view
                await table.pilot.pause()
                said = table.part(".table").replace("▐▒▌", "").split()
                assert said[:3] == ["Normal", str(count), "card" if count == 1 else "cards"]


async def test_the_form_and_the_menu_at_40x12() -> None:
    async with opened(header(), size=SMALL) as table:
        await table.press("escape")
        table.sees("Continue", "New match", "Rules", "Keys", "Quit")
        await table.press("down", "enter")
        if table.top == "Question":
            await table.press("enter")
        table.sees("Bot", "Target", "UNO", "Pace", "Your name", "You", "Enter")
