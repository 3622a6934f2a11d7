"""The scoreboard: after a round, at the end of the match, and in between."""

from tests.core.positions import A, B, after, lay, position
from tests.ui.table import finished, saved, seated
from uno_duo.core import Draw, GameState, Phase, RoundResult, Take
from uno_duo.ui.screens.scoreboard import ScoreScreen

LAST = position("R1", "Y9 G+2 BS YR W W4 R9")
RESULTS = (
    RoundResult(first=A, went_out=A, laid=(), drawn=0, points=(0, 31)),
    RoundResult(first=B, went_out=B, laid=(), drawn=0, points=(42, 0)),
)


def winning(scores: tuple[int, int] = (0, 190)) -> GameState:
    return position("R1", "Y9 W", scores=scores, round=2)


async def test_after_a_round_the_scoreboard_tells_what_happened() -> None:
    async with seated(LAST, is_paced=True) as table:
        await table.press("enter")
        assert table.screens == ["MenuScreen", "ScoreScreen"]
        table.sees("Round 1: you went out with R1. Normal is left with", "= 83 points", "9 + 9 + 10")
        table.sees("drafted first", "went out", "total", "Next: round 2. You draft first, Normal plays first.")
        for line, total in (("You", "0"), ("Normal", "83")):
            assert any(line in shown and shown.rstrip().endswith(total) for shown in table.lines)
        assert table.state.phase is Phase.SHUFFLE
        assert not table.is_waiting


async def test_enter_goes_on_to_the_next_round_and_escape_to_the_menu() -> None:
    async with seated(LAST) as table:
        await table.press("enter", "escape")
        assert table.screens == ["MenuScreen"]
        table.sees("Continue")
    async with seated(LAST) as table:
        await table.press("enter", "enter")
        assert table.screens == ["MenuScreen", "DraftScreen"]
        assert (table.state.round, table.state.first) == (2, A)
        table.sees("round 2", "Normal 83 / 200")


async def test_the_bots_round_is_told_from_the_persons_side() -> None:
    state = position("R2 Y4", "G+2", "G5", turn=B)
    async with seated(state, bot=[lay(B, "G+2")]) as table:
        assert table.top == "ScoreScreen"
        table.sees("Round 1: Normal went out with G+2. You drew 2 and are left with")
        assert len(table.state.hands[A]) == 4


async def test_the_table_of_rounds_shows_every_round_and_both_totals_as_bars() -> None:
    results = (
        RoundResult(first=A, went_out=A, laid=after(LAST, lay(A, "R1")).rounds[0].laid, drawn=0, points=(0, 31)),
        RoundResult(first=B, went_out=None, laid=(), drawn=0, points=(42, 10)),
    )
    async with seated(position("R1", "Y9", scores=(42, 41), round=3, rounds=results)) as table:
        await table.press("enter")
        rows = [line.split() for line in table.lines]
        assert ["1", "You", "You", "R1", "·", "31"] in rows
        assert ["2", "Normal", "nobody", "blocked", "42", "10"] in rows
        assert ["3", "Normal", "You", "R1", "·", "9"] in rows
        assert ["total", "42", "50"] in rows
        bars = [line for line in table.lines if "█" in line]
        assert [bar.split()[-1] for bar in bars] == ["42", "50"]
        assert bars[0].count("█") < bars[1].count("█")


async def test_s_shows_the_scores_during_a_round_without_a_hidden_card() -> None:
    async with seated(position("R1 R2", "Y9 G8", scores=(42, 31), round=3, rounds=RESULTS)) as table:
        await table.press("s")
        screen = table.screen(ScoreScreen)
        assert screen.is_peek
        table.sees("total", "42", "31", "200 loses")
        table.sees_none("Y9", "G8", "Next: round")
        await table.press("enter", "space")
        assert table.top == "ScoreScreen"
        await table.press("s")
        assert table.top == "PlayScreen"


async def test_s_before_any_round_has_ended() -> None:
    async with seated(position("R1 R2", "Y9 G8")) as table:
        await table.press("s")
        table.sees("No round has ended yet.")


async def test_s_does_nothing_on_the_scoreboard_after_a_round() -> None:
    async with seated(LAST) as table:
        await table.press("enter", "s")
        assert table.screens == ["MenuScreen", "ScoreScreen"]


async def test_a_blocked_round_shows_both_hands() -> None:
    state = position("R1 Y2", "Y1 B9", "G5", draw="")
    async with seated(state) as table:
        await table.press("d")
        assert table.moves == [Draw(seat=A), Draw(seat=B)]
        assert table.top == "ScoreScreen"
        table.sees(
            "Round 1 was blocked: nobody could draw.", "1 + 2 = 3 points", "1 + 9 = 10 points", "nobody", "blocked"
        )


async def test_a_pass_with_both_piles_empty_is_told() -> None:
    state = position("R1 Y2", "Y1 B9", "G+2", draw="", phase=Phase.BILL, bill=2)
    async with seated(state, is_paced=True) as table:
        await table.press("d")
        assert table.moves == [Take(seat=A)]
        table.sees("You find no card to draw")
        assert table.is_waiting


async def test_the_end_names_the_winner_and_keeps_the_record() -> None:
    async with seated(winning()) as table:
        await table.press("enter")
        assert table.top == "ScoreScreen"
        table.sees("You have won the match!", "214")
        (record,) = finished()
        assert saved(record)[-1] == {"type": "play", "seat": 0, "card": "R1"}
        await table.press("escape")
        table.sees_none("Continue")


async def test_the_bots_victory_is_told() -> None:
    async with seated(position("R2 W4", "R1", scores=(190, 0), turn=B), bot=[lay(B, "R1")]) as table:
        table.sees("Normal has won the match.")


async def test_enter_at_the_end_begins_another_match_of_the_same_players() -> None:
    async with seated(winning(), name="Ann") as table:
        await table.press("enter", "enter")
        assert table.screens == ["MenuScreen", "DraftScreen"]
        first, second = table.matches
        assert second.header.seats == first.header.seats == ("Ann", "normal")
        assert second.header.seed != first.header.seed
        table.sees("the cut", "Ann 0 Normal 0 / 200")
        assert len(finished()) == 1


async def test_at_the_end_quitting_asks_nothing() -> None:
    async with seated(winning()) as table:
        await table.press("enter", "q")
        assert not table.app.is_running


async def test_a_page_over_the_last_scoreboard_leaves_the_record_where_it_is() -> None:
    async with seated(winning()) as table:
        await table.press("enter")
        before = finished()
        await table.press("question_mark", "escape")
        assert finished() == before


async def test_equal_scores_over_the_target_play_on() -> None:
    state = position("R1 Y2", "Y1 R2", "G5", draw="", scores=(200, 200), passes=1)
    async with seated(state) as table:
        await table.press("d")
        assert table.top == "ScoreScreen"
        table.sees("Next: round 2")
        assert table.state.winner is None


async def test_a_long_match_scrolls_on_the_scoreboard() -> None:
    many = tuple(RoundResult(first=n % 2, went_out=0, laid=(), drawn=0, points=(0, 1)) for n in range(40))
    state = position("R1", "Y9", scores=(0, 40), round=41, rounds=many)
    async with seated(state) as table:
        await table.press("enter")
        table.sees("Round 41: you went out")
        await table.press(*["pagedown"] * 6)
        table.sees("Next: round 42", "total")
        await table.press(*["k"] * 80)
        table.sees("Round 41: you went out")
