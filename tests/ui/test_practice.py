"""Practice: undo and redo, in practice matches and nowhere else."""

from random import Random

import pytest

from tests.core.positions import A, B, drafting, lay, position
from tests.matches import play_on
from tests.ui.coach import FakeCoach, all_equal
from tests.ui.table import header, opened, saved, seated
from uno_duo.core import Draw, Keep, Phase, SayUno, Shuffle

TURN = position("R1 R9 Y7 G3 W W4", "Y1 Y2 Y3", ahead="B8 B9 G8 G9 Y8")
LAST = position("R9", "B9 W", scores=(30, 20))


@pytest.fixture(autouse=True)
def _coach_that_lets_all_pass() -> None:
    FakeCoach.say = staticmethod(all_equal)


def undos() -> list[int]:
    return [line["to"] for line in saved() if line.get("type") == "undo"]


async def test_undo_goes_back_to_ones_last_decision_and_redo_forth_again() -> None:
    async with seated(TURN, is_practice=True, bot=[Draw(seat=B)]) as table:
        table.sees_none("Undo")
        await table.press("enter")
        once, moves = table.state, table.moves[:]
        table.sees("z Undo")
        await table.press("d")
        twice = table.state
        await table.press("z")
        assert table.state == once
        await table.press("z")
        assert table.state == TURN
        table.sees("Your hand: 6 cards")
        await table.press("z", "z")
        assert table.state == TURN
        await table.press("Z")
        assert table.state == once
        assert table.moves == moves
        await table.press("shift+z")
        assert table.state == twice
        await table.press("Z")
        assert table.state == twice
    assert undos() == [len(moves), 0]


async def test_another_move_after_an_undo_is_the_one_that_holds() -> None:
    async with seated(TURN, is_practice=True, bot=[Draw(seat=B)]) as table:
        await table.press("1", "enter", "z", "2", "enter", "Z")
        assert table.moves[0] == lay(A, "R9")
        table.sees("You play R9")
        table.sees_none("You play R1")


async def test_in_other_matches_nothing_is_undone() -> None:
    async with seated(TURN, bot=[Draw(seat=B)]) as table:
        await table.press("enter")
        state = table.state
        table.sees_none("Undo", "practice")
        await table.press("z", "Z")
        assert table.state == state
    assert undos() == []


async def test_a_bot_that_was_about_to_act_does_not_any_more() -> None:
    async with seated(TURN, is_practice=True, bot=[Draw(seat=B)], is_paced=True) as table:
        await table.press("enter")
        assert table.is_waiting
        await table.press("z")
        assert table.state == TURN
        assert not table.is_waiting
        table.sees("Your turn")


async def test_a_pick_of_the_draft_is_undone() -> None:
    start = drafting("R1 R2")
    async with seated(start, is_practice=True, bot=[Keep(seat=B)]) as table:
        table.sees("practice")
        await table.press("x")
        assert table.state != start
        await table.press("z")
        assert table.state == start


async def test_on_the_scoreboard_undo_leads_back_into_the_round() -> None:
    async with seated(LAST, is_practice=True) as table:
        await table.press("enter")
        assert table.top == "ScoreScreen"
        table.sees("practice", "z Undo")
        await table.press("z")
        assert table.top == "PlayScreen"
        assert table.state == LAST
        await table.press("s", "z")
        assert table.top == "ScoreScreen", "a peek has no undo"
        table.sees_none("Undo")


async def test_on_the_scoreboard_the_same_deal_comes_again() -> None:
    async with opened(header(is_practice=True), bot=None) as table:
        session, chance = table.app.session, Random(1)
        assert session is not None

        def play_the_round() -> None:
            while not table.state.round_has_ended:
                play_on(table.match, chance, table.match.n + 1)
            session.hold()
            session.enter()

        table.app.call_later(play_the_round)
        await table.settle()
        *_, deal = [move for move in table.moves if isinstance(move, Shuffle)]
        table.sees("a Again")
        await table.press("a")
        assert table.top == "DraftScreen"
        assert [move for move in table.moves if isinstance(move, Shuffle)][-1] == deal
        assert (table.state.round, table.state.rounds) == (1, ())
    async with seated(LAST) as table:
        await table.press("enter")
        table.sees_none("Again")
        await table.press("a")
        assert table.top == "ScoreScreen"


async def test_the_end_of_a_match_stands() -> None:
    async with seated(LAST.model_copy(update={"scores": (30, 199)}), is_practice=True) as table:
        await table.press("enter")
        assert table.match.is_over
        await table.press("z")
        assert table.match.is_over
        table.sees_none("Undo")


@pytest.mark.parametrize("is_practice", [True, False])
async def test_a_match_that_is_over_is_played_again_with_the_same_cards_as_practice(is_practice: bool) -> None:
    async with seated(LAST.model_copy(update={"scores": (30, 199)}), is_practice=is_practice) as table:
        first = table.match.header
        await table.press("enter")
        table.sees("a Again")
        await table.press("a")
        again = table.match
        assert len(table.matches) == 2
        assert again.header.seed == first.seed
        assert again.header.players == first.players
        assert again.header.options.practice, "the cards are known by now"
        table.sees("practice")


async def test_the_menu_leads_to_practice_and_the_record_keeps_it() -> None:
    async with opened() as table:
        await table.press("down", "enter")
        table.sees("practice")
        await table.press("enter")
        assert table.match.header.options.practice
        table.sees("practice")
        await table.press("enter", "z")
        assert table.state.phase is Phase.CUT
        assert undos() == [1]
        await table.press("escape", "enter")
        assert table.match.header.options.practice
        assert table.match.can_redo
        await table.press("Z")
        table.sees("practice")
        await table.press("escape", "down", "enter", "y", "enter")
        assert not table.match.header.options.practice
        await table.press("escape", "enter")
        table.sees("UNO Duo, practice, round 1")
    assert saved()[0]["options"] == {"uno": "hand", "practice": False}


async def test_the_next_match_after_practice_is_practice_too() -> None:
    async with seated(LAST.model_copy(update={"scores": (30, 199)}), is_practice=True) as table:
        await table.press("enter", "enter")
        assert not table.match.is_over
        assert table.match.header.options.practice


async def test_an_uno_said_late_can_be_taken_back_and_said_again() -> None:
    async with seated(position("R1 B7", "B1 B2 B3"), is_practice=True, is_paced=True) as table:
        await table.press("enter", "u")
        said = [lay(A, "R1"), SayUno(seat=A)]
        assert table.moves == said
        await table.press("z")
        assert table.moves == said[:1]
        table.sees("You have not said UNO: u")
        await table.press("u")
        assert table.moves == said
