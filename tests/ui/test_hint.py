"""The hint of practice: what it shows, that it sharpens, and what its keys do."""

from collections.abc import Callable

import pytest

from tests.core.positions import A, B, cutting, drafting, lay, position
from tests.ui.coach import FakeCoach, advice_for, failing
from tests.ui.table import SMALL, seated
from uno_duo.bots.process import Program
from uno_duo.coach.advice import ENOUGH, Advice
from uno_duo.core import Draw, Reject, View
from uno_duo.ui.screens.draft import DraftScreen
from uno_duo.ui.screens.hint import HintScreen
from uno_duo.ui.screens.play import PlayScreen
from uno_duo.ui.widgets.advice import chance_told

TURN = position("R1 R9 Y7 G3", "Y1 Y2 Y3", ahead="B8 B9 G8")
MANY = position("R1 R2 R9 W W4 B7", "Y1 Y2 Y3")


async def test_the_hint_tells_every_move_the_best_one_first() -> None:
    async with seated(TURN, is_practice=True) as table:
        table.sees("i Hint")
        await table.press("i")
        assert table.top == "HintScreen"
        dialog = table.dialog
        for text in ("Hint settled", "▶ R1 +12.0 best 75%", "R9 +9.0 -3.0 ±0.3 70%", "draw +6.0 -6.0 ±0.3 65%"):
            table.sees(text, within=dialog)
        assert dialog.index("R1") < dialog.index("R9") < dialog.index("draw")
        assert "█" in dialog
        table.sees("Your hand: 4", "│R        │")


async def test_escape_and_i_close_the_hint_and_nothing_is_played() -> None:
    async with seated(TURN, is_practice=True) as table:
        for key in ("escape", "i"):
            await table.press("i", "down", key)
            assert table.top == "PlayScreen"
        await table.press("i")
        await table.click(1, 1)
        assert table.top == "PlayScreen"
        assert table.moves == []


async def test_enter_plays_the_chosen_move() -> None:
    async with seated(TURN, is_practice=True, is_paced=True) as table:
        await table.press("i", "down", "enter")
        assert table.moves == [lay(A, "R9")]
        assert table.top == "PlayScreen"
        table.sees("You play R9")


async def test_the_choice_goes_around_and_tells_why() -> None:
    async with seated(TURN, is_practice=True) as table:
        await table.press("i", "up")
        table.sees("▶ draw", "It keeps all 2 cards that could be played.", within=table.dialog)
        await table.press("down")
        table.sees("▶ R1", within=table.dialog)


async def test_a_click_chooses_a_move_and_then_plays_it() -> None:
    async with seated(TURN, is_practice=True, is_paced=True) as table:
        await table.press("i")
        await table.click_on("draw", within="±")
        table.sees("▶ draw", within=table.dialog)
        await table.click_on("draw", within="±")
        assert table.moves[0] == Draw(seat=A)


async def test_it_is_open_before_the_first_advice_and_sharpens() -> None:
    FakeCoach.steps = 0
    FakeCoach.say = staticmethod(lambda view: rough(view, len(FakeCoach.asked)))
    async with seated(TURN, is_practice=True, is_paced=True) as table:
        await table.press("i", "down", "enter")
        assert table.top == "HintScreen"
        table.sees("Hint thinks", within=table.dialog)
        FakeCoach.steps = 1
        await table.until_seen("±9.0")
        table.sees("Hint thinks", "R9 +9.0 equal ±9.0", within=table.dialog)
        await table.press("down")
        FakeCoach.steps = 2
        await table.until_seen("settled")
        table.sees("▶ R9 +9.0 -3.0 ±0.3", within=table.dialog)


def rough(view: View, asked: int) -> Advice:
    """At first the errors are large."""
    advice = advice_for(view, is_last=asked > 1)
    if asked > 1:
        return advice
    moves = [each.model_copy(update={"error": 9.0 * bool(each.behind)}) for each in advice.moves]
    return advice.model_copy(update={"moves": tuple(moves)})


async def test_it_thinks_while_the_player_does() -> None:
    async with seated(TURN, is_practice=True, is_paced=True) as table:
        assert [view.seat for view in FakeCoach.asked] == [A]
        await table.press("enter")
        assert len(FakeCoach.asked) == 1, "the other is on turn"
        await table.press("z")
        assert len(FakeCoach.asked) == 2


async def test_a_coach_that_fails_is_told_and_asked_again_in_the_next_decision() -> None:
    FakeCoach.say = staticmethod(failing)
    async with seated(TURN, is_practice=True, bot=[Draw(seat=B)]) as table:
        await table.press("i")
        table.sees("The coach fails: it has left with code 1", within=table.dialog)
        await table.press("enter", "down")
        assert table.top == "HintScreen"
        FakeCoach.say = staticmethod(advice_for)
        await table.press("escape", "d", "i")
        table.sees("best", within=table.dialog)


async def test_a_coach_that_dies_is_asked_again_once() -> None:
    def dying(view: View) -> Advice:
        FakeCoach.say = staticmethod(advice_for)
        return failing(view)

    FakeCoach.say = staticmethod(dying)
    async with seated(TURN, is_practice=True) as table:
        await table.press("i")
        table.sees("▶ R1", within=table.dialog)
        assert len(FakeCoach.asked) == 2


async def test_there_is_no_hint_in_other_matches_nor_where_nothing_is_asked() -> None:
    async with seated(TURN) as table:
        table.sees_none("Hint")
        await table.press("i")
        assert table.top == "PlayScreen"
    async with seated(TURN, is_practice=True, is_paced=True) as table:
        await table.press("enter", "i")
        assert table.top == "PlayScreen"
        table.sees_none("Hint")
    async with seated(cutting("R1 R2 R3"), is_practice=True) as table:
        await table.press("i")
        assert table.top == "DraftScreen"
    assert all(view.phase != "cut" for view in FakeCoach.asked)


async def test_a_pick_has_a_hint_too() -> None:
    async with seated(drafting("R1 R2 R3"), is_practice=True, is_paced=True) as table:
        await table.press("i")
        table.sees("▶ keep", "reject", within=table.dialog)
        await table.press("down", "enter")
        assert table.moves[0] == Reject(seat=A)
        assert table.screen_of(DraftScreen)


async def test_the_hint_fits_every_window() -> None:
    async with seated(MANY, is_practice=True) as table:
        await table.press("i")
        count = len(table.match.view(A).legal)
        for size in ((80, 24), SMALL, (40, 24), (80, 12), (69, 21), (200, 60)):
            await table.resize(*size)
            table.sees("Hint settled", "▶ R1", "Enter plays it", within=table.dialog)
            for _ in range(count if size in ((80, 24), SMALL) else 0):
                assert "▶" in table.dialog
                await table.press("down")
        await table.resize(30, 10)
        await table.resize(*SMALL)
        table.sees("▶ R1", within=table.dialog)


async def test_in_ascii_it_is_ascii() -> None:
    async with seated(TURN, is_practice=True, is_ascii=True) as table:
        await table.press("i")
        assert table.dialog.isascii()
        table.sees("R9 +9.0 -3.0 +-0.3", within=table.dialog)


async def test_leaving_the_match_ends_the_coach() -> None:
    async with seated(TURN, is_practice=True) as table:
        await table.press("i", "escape", "escape")
        assert table.top == "MenuScreen"
        assert FakeCoach.ended == 1
        assert not any(isinstance(screen, HintScreen | PlayScreen) for screen in table.app.screen_stack)


async def test_the_coachs_own_process_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_duo.ui.coaching.Program", Program)
    async with seated(TURN, is_practice=True) as table:
        await table.press("i")
        await table.until_seen("settled")
        table.sees("best", "draw", within=table.dialog)
        await table.press("escape", "z", "i")
        await table.until_seen("settled")


async def test_a_difference_that_is_certain_and_one_for_the_match_are_told_as_such() -> None:
    def say(view: View) -> Advice:
        first, second, third = advice_for(view).moves[:3]
        certain = second.model_copy(update={"behind": 5.0, "error": 0.0})
        richer = third.model_copy(update={"behind": -2.0, "error": 0.1, "match_behind": 0.03, "match_error": 0.01})
        return Advice(moves=(first, certain, richer), is_last=True)

    FakeCoach.say = staticmethod(say)
    async with seated(TURN, is_practice=True) as table:
        await table.press("i", "up")
        told = table.dialog
        table.sees("R1 +12.0 best", "R9 +9.0 -5.0 ±0.0", "▶ draw +6.0 +2.0 ±0.1", within=told)
        table.sees("No fewer points than the best move, but a smaller chance to win the match.", within=told)


def knowing_little_of(*places: int) -> Callable[[View], Advice]:
    """Advice in which some moves were judged in few worlds."""

    def say(view: View) -> Advice:
        moves = advice_for(view).moves
        return Advice(
            moves=tuple(
                each.model_copy(update={"worlds": ENOUGH - 1}) if place in places else each
                for place, each in enumerate(moves)
            ),
            is_last=True,
        )

    return say


async def test_nothing_is_told_of_a_move_that_was_judged_in_few_worlds() -> None:
    FakeCoach.say = staticmethod(knowing_little_of(1))
    async with seated(TURN, is_practice=True) as table:
        await table.press("i")
        table.sees("R9 ? ? ?", "draw +6.0 -6.0 ±0.3", within=table.dialog)
        assert "70%" not in table.dialog


async def test_a_best_move_of_which_little_is_known_is_not_called_so_nor_played_unseen() -> None:
    FakeCoach.say = staticmethod(knowing_little_of(0, 1, 2))
    async with seated(TURN, is_practice=True, is_paced=True) as table:
        await table.press("i", "enter")
        table.sees("▶ R1 ? ? ?", within=table.dialog)
        table.sees_none("best", "█")
        assert table.moves == []
        await table.press("down", "enter")
        assert table.moves == [lay(A, "R9")], "whoever chooses one may play it"


def test_only_what_is_certain_is_called_0_or_100_percent() -> None:
    """KNOWN_FAULTS, 23."""
    assert [chance_told(chance) for chance in (0.0, 0.004, 0.5, 0.996, 1.0)] == ["0%", "<1%", "50%", ">99%", "100%"]
