"""The scoreboard and the line of scores, where more than two play and where the hands are dealt."""

from collections.abc import Sequence
from typing import Any, Final

import pytest
from rich.cells import cell_len

from tests.core.positions import after, lay, position
from tests.ui.alone import NAMES, Alone, alone, setting
from tests.ui.table import FULL, SMALL, strips
from uno_duo.core import Draw, GameState, RoundResult, Rules, cards, score_view
from uno_duo.match import Match
from uno_duo.record import Header, Player
from uno_duo.store import Store
from uno_duo.ui.prompts import score_line
from uno_duo.ui.resuming import about
from uno_duo.ui.screens.scoreboard import ScoreScreen

LARGE: Final = (130, 40)
LEFT: Final = (
    "Y0 Y1 G7",
    "R6 RS",
    "RR Y3 G2 W4",
    "R1",
    "G3 G+2 B0 B7",
    "R1 R+2 YS G7 B7",
    "R8 R9 RR R+2",
    "R3 R7 Y7 YS GR B1 B2 B3 B4 B5 B6",
    "R0 R2 Y1 G6 B3",
)
"""What nine are left with when the tenth goes out, one of them with a long hand."""
POINTS: Final = (8, 26, 75, 1, 30, 55, 57, 78, 12, 0)
THREE: Final = ("R1 B2", "Y9 G+2", "B4")


def knock_out(seats: int, target: int = 100) -> Rules:
    return Rules.classic(seats).model_copy(update={"knock_out": True, "target": target})


def rounds_of(*points: Sequence[int], first: int = 0) -> dict[str, Any]:
    """Rounds that have ended, in each of which a seat without points went out with G9."""
    results = tuple(
        RoundResult(first=first, went_out=list(each).index(0), laid=cards("G9"), drawn=0, points=tuple(each))
        for each in points
    )
    totals = tuple(map(sum, zip(*points, strict=True)))
    return {"rounds": results, "round": len(results) + 1, "scores": totals, "first": first}


def ten(*points: Sequence[int], **fields: Any) -> GameState:
    """Ten seats of which the last has just gone out, after some rounds."""
    given = {**(rounds_of(*points) if points else {}), **fields}
    return after(setting([*LEFT, "R4"], turn=9, **given), lay(9, "R4", uno=False))


async def show(screen: Alone, state: GameState, *, seat: int = 0, is_peek: bool = False) -> None:
    scoreboard = ScoreScreen()
    scoreboard.is_peek = is_peek
    await screen.show(scoreboard, score_view(state, seat))


def ends_of(line: str, texts: Sequence[str]) -> list[int]:
    """Where texts end that are the last ones of a line."""
    ends: list[int] = []
    for text in reversed(texts):
        line = line.rstrip()
        assert line.endswith(text), (line, text)
        ends.append(len(line))
        line = line[: -len(text)]
    return ends


# Ten seats


async def test_ten_seats_have_a_column_each_at_80x24() -> None:
    state = ten(*[[1000 + seat for seat in range(9)] + [0]] * 4)
    async with alone(FULL) as screen:
        await show(screen, state)
        totals = [str(score) for score in state.scores]
        assert len(totals[0]) == 4
        (head,) = [line for line in screen.lines if line.split()[:3] == ["dealt", "out", "with"]]
        (total,) = [line for line in screen.lines if line.split()[:1] == ["total"]]
        assert ends_of(head, NAMES) == ends_of(total, totals)
        assert screen.row("5")[1:] == ["You", "Ivo", "R4", *map(str, POINTS[:9]), "·"]


async def test_ten_seats_fit_without_scrolling_after_five_rounds_at_80x24() -> None:
    async with alone(FULL) as screen:
        await show(screen, ten(*[[10] * 9 + [0]] * 4))
        screen.sees("Round 5: Ivo went out with R4.", "Next: round 6. Ada deals, Ben begins.", "Enter")
        for name, hand, points, score in zip(NAMES, LEFT, POINTS, range(9), strict=False):
            row = screen.row(name)
            assert row[1 : 1 + min(8, len(hand.split()))] == sorted_codes(hand)[:8]
            assert (row[-1], str(points) in row) == (str(40 + points), True), score
        assert screen.row("Ivo")[1:4] == ["went", "out", "·"]
        bars = {name: " ".join(screen.row(name)).count("█") for name in NAMES[:9]}
        assert bars["Cleo"] < bars["Ada"] < bars["Gus"]


def sorted_codes(hand: str) -> list[str]:
    return [card.code for card in sorted(cards(hand))]


async def test_a_hand_that_is_too_long_goes_on_in_the_next_line() -> None:
    async with alone(FULL) as screen:
        await show(screen, ten())
        long = sorted_codes(LEFT[7])
        assert screen.row("Gus")[1:9] == long[:8]
        assert screen.row(long[8]) == long[8:]
    async with alone(LARGE) as screen:
        await show(screen, ten())
        assert screen.row("Gus")[1:12] == long


async def test_at_40x12_each_of_ten_seats_has_a_line_and_its_hand() -> None:
    state = ten([10] * 9 + [0])
    async with alone(SMALL) as screen:
        await show(screen, state)
        seen = screen.lines[2:-1]
        assert screen.row("You")[1:3] == ["8", "18"]
        for _page in range(5):
            await screen.press("pagedown")
            seen += [line for line in screen.lines[2:-1] if line not in seen]
        rows = [line.split() for line in seen]
        for name, points, score in zip(NAMES, POINTS, state.scores, strict=True):
            assert any(row[:3] == [name, str(points or "·"), str(score)] for row in rows), name
        for name, hand in zip(NAMES, LEFT, strict=False):
            assert [name, *sorted_codes(hand)[:8]] in [row[:9] for row in rows], name
        assert ["2", "You", "Ivo", "R4", "8"] in rows
        assert " ".join(seen).count("Next: round 3. Ada deals, Ben begins.") == 1
        assert max(map(cell_len, seen)) < 40


async def test_every_line_of_ten_seats_is_ascii_where_it_must_be() -> None:
    async with alone(FULL, is_ascii=True) as screen:
        await show(screen, ten([10] * 9 + [0]))
        assert screen.text.isascii()
        screen.sees("Round 2: Ivo went out with R4.", " ===")


# A few seats


async def test_four_seats_at_80x24_are_told_in_order() -> None:
    state = setting(["R1", "Y9 G+2", "B4", "W W4"], **rounds_of((5, 0, 7, 9)))
    async with alone(FULL) as screen:
        await show(screen, after(state, lay(0, "R1")))
        assert screen.lines[0].split() == ["Classic", "UNO", "·", "scores", "500", "ends", "the", "match"]
        order = ["Round 2: you went out with R1.", "left in the hand", "round dealt went out with", "Next: round 3."]
        places = [screen.text.index(text) for text in order]
        assert places == sorted(places)
        assert screen.row("Ada")[1:4] == ["Y9", "G+2", "29"]
        assert screen.row("Cleo")[1:4] == ["W", "W4", "100"]
        assert screen.row("1") == ["1", "You", "Ada", "G9", "5", "·", "7", "9"]
        assert screen.row("2") == ["2", "You", "You", "R1", "·", "29", "4", "100"]
        assert screen.row("total") == ["total", "5", "29", "11", "109"]
        screen.sees("Next: round 3. Ada deals, Ben begins.")


async def test_the_deal_passes_to_the_left() -> None:
    told = ("Ada deals, Ben begins.", "Ben deals, you begin.", "You deal, Ada begins.")
    async with alone() as screen:
        for first, sentence in enumerate(told):
            await show(screen, after(setting(["R1", "Y9", "B4"], first=first), lay(0, "R1")))
            screen.sees(f"Next: round 2. {sentence}")


async def test_cards_drawn_for_the_last_card_are_told() -> None:
    async with alone() as screen:
        await show(screen, after(setting(["R+2", "Y9", "B4"]), lay(0, "R+2")))
        screen.sees("Round 1: you went out with R+2. Ada drew 2 cards for it.")


async def test_a_blocked_round_of_three_shows_every_hand() -> None:
    state = setting(THREE, draw=())
    async with alone() as screen:
        await show(screen, after(state, *(Draw(seat=seat) for seat in range(3))))
        screen.sees("Round 1 was blocked: nobody could draw.", "Next: round 2. Ada deals, Ben begins.")
        assert [screen.row(name)[1:-2] for name in NAMES[:2]] == [["R1", "B2", "3"], ["Y9", "G+2", "29"]]
        assert screen.row("1")[1:4] == ["You", "nobody", "blocked"]


async def test_the_winner_among_three_is_told_first() -> None:
    state = setting(["R1", "Y9", "B4"], scores=(10, 495, 20))
    async with alone() as screen:
        await show(screen, after(state, lay(0, "R1")))
        assert screen.text.index("You have won the match!") < screen.text.index("Round 1: you went out")
        screen.sees_none("Next:")


async def test_the_scores_in_a_running_round_show_no_hand() -> None:
    state = setting(THREE, **rounds_of((5, 0, 7), (1, 2, 0)))
    for size in (FULL, SMALL):
        async with alone(size) as screen:
            await show(screen, state, is_peek=True)
            assert [word for name in NAMES[:3] for word in screen.row(name) if word.isdecimal()] == ["6", "2", "7"]
            screen.sees_none("Y9", "Next", "left in the hand", "points", "went out 6")


async def test_where_the_hands_are_dealt_to_two_the_scoreboard_says_so() -> None:
    state = position("R1", "Y9 W4", rules=Rules.classic(), first=1)
    async with alone() as screen:
        await show(screen, after(state, lay(0, "R1")))
        screen.sees("Ada is left with", "9 + 50 = 59 points", "round dealt went out with", "You deal, Ada begins.")
        screen.sees_none("drafted")
        assert screen.row("1") == ["1", "Ada", "You", "R1", "·", "59"]
        assert "500 loses" in screen.lines[0]


# Knock-out


def knocked_out() -> GameState:
    """Four seats, of which one left in the first round; the second takes another along."""
    state = setting(["R1", "Y9 W4", "", "B4 B5"], rules=knock_out(4), out=(2,), **rounds_of((20, 60, 120, 0)), turn=0)
    return after(state, lay(0, "R1"))


async def test_who_is_knocked_out_is_told_and_since_when() -> None:
    for size in (FULL, SMALL):
        async with alone(size) as screen:
            await show(screen, knocked_out())
            screen.sees("Round 2: you went out with R1.", "Ada is out.", "out at 100")
            assert " ".join(screen.row("Ben")) in ("Ben out since round 1 120", "Ben 120 out since round 1")
            assert screen.text.count("out since round 2") == 1
            screen.sees_none("Ben is out", "Ada and")


async def test_one_that_is_out_is_dimmed_and_has_no_points_of_later_rounds() -> None:
    async with alone() as screen:
        await show(screen, knocked_out())
        assert screen.row("1")[4:] == ["20", "60", "120", "·"]
        assert screen.row("2")[4:] == ["·", "59", "9"]
        y = next(y for y, line in enumerate(screen.lines) if line.split()[:1] == ["Ben"])
        dim = screen.app.screen.query_one("Scores").get_component_rich_style("part--dim").color
        colours = {
            segment.style.color
            for strip in strips(screen.app)[y]
            for segment in strip
            if segment.text.strip() and segment.style
        }
        assert colours == {dim}


async def test_the_deal_passes_over_one_that_is_out() -> None:
    async with alone() as screen:
        await show(screen, knocked_out())
        screen.sees("Next: round 3. Cleo deals, you begin.")


async def test_several_that_leave_at_once_are_told_together() -> None:
    state = setting(["Y9 W4", "Y9 W4", "B4", "R1", "B5"], rules=knock_out(5), turn=3, scores=(90, 90, 99, 0, 0))
    async with alone() as screen:
        await show(screen, after(state, lay(3, "R1")))
        screen.sees("You, Ada and Ben are out.", "Next: round 2. Cleo deals, Dan begins.")
        await show(screen, after(state, lay(3, "R1")), seat=4)
        screen.sees("You, Ada and Ben are out.")


async def test_the_person_that_leaves_alone_is_told_so() -> None:
    state = setting(["Y9 W4", "R1", "B4"], rules=knock_out(3), turn=1, scores=(90, 0, 0))
    async with alone() as screen:
        await show(screen, after(state, lay(1, "R1")))
        screen.sees("You are out.", "Next: round 2. Ada deals, Ben begins.")


async def test_the_last_hand_is_shown_as_cards_and_the_last_one_left_wins() -> None:
    earlier = {**rounds_of((110, 0, 60), first=1), "turn": 1}
    state = setting(["", "R1", "Y9 W4"], rules=knock_out(3), out=(0,), **earlier)
    async with alone() as screen:
        await show(screen, after(state, lay(1, "R1")))
        screen.sees("Ada has won the match. Round 2: Ada went out with R1. Ben is left with", "│Y 9 │", "= 59 points")
        screen.sees("Ben is out.")
        screen.sees_none("Next:", "left in the hand")


# The scores in a line


def test_two_totals_stand_beside_each_other_at_any_width() -> None:
    assert score_line(("You", "Normal"), (42, 31), 200) == "You 42  Normal 31 / 200"
    assert score_line(("You", "Normal"), (42, 31), 200, 5) == "You 42  Normal 31 / 200"


def test_of_many_totals_ones_own_comes_first_and_the_others_as_far_as_they_fit() -> None:
    scores = tuple(range(40, 50))
    whole = score_line(NAMES, scores, 500)
    assert whole.startswith("You 40  Ada 41  Ben 42") and whole.endswith("Ivo 49 / 500")
    for width in range(200):
        line = score_line(NAMES, scores, 500, width)
        assert cell_len(line) <= max(width, len("You 40 / 500")), width
        assert line.startswith("You 40 ") and line.endswith(" / 500"), width
        shown = sum(name in line for name in NAMES)
        assert f"{10 - shown} more" in line or shown in (1, 10), width
    assert score_line(NAMES, scores, 500, 34) == "You 40  Ada 41  8 more / 500"


def test_the_scores_begin_with_a_seat_and_leave_out_those_knocked_out() -> None:
    line = score_line(NAMES[:4], (1, 2, 3, 4), 500, seat=2, out=(0, 2))
    assert line == "Ben 3  Cleo 4  Ada 2 / 500"


@pytest.mark.parametrize("name", ["You", "A name of 20 letters"])
def test_an_unfinished_match_of_ten_fits_a_line_of_the_list(name: str) -> None:
    players = (Player(), *(Player(bot="normal") for _ in NAMES[1:]))
    header = Header(
        rules=Rules.classic(10), seats=(name, *NAMES[1:]), players=players, seed=3, created="2026-11-29T12:00:00Z"
    )
    saving = Store().begin(header.created or "")
    Match(header, write=saving.write)
    path = Store().unfinished()
    assert path is not None
    line = about(Store(), path)
    assert line.startswith(f"2026-11-29 12:00  Classic UNO, round 1  {name} 0  ")
    assert line.endswith(" more / 500")
    assert cell_len(line) <= 76
