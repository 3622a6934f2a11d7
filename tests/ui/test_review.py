"""The review on the screen: what it shows, that nothing is given away before it is tried, and that it is kept."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

import pytest

from tests.core.positions import GREEN, RED, A, position
from tests.matches import play_on
from tests.ui.coach import advice_for
from tests.ui.table import FULL, SMALL, Table, opened
from uno_duo.bots.process import Program, ProgramError
from uno_duo.coach.advice import Advice
from uno_duo.coach.review import AnalysedDecision, AnalysedMove
from uno_duo.core import Cut, Play, PlayView, Rules, SeatMove, view_for
from uno_duo.database import Database
from uno_duo.match import Match
from uno_duo.played import PlayedRound
from uno_duo.record import Header, Player, read_record
from uno_duo.store import Store
from uno_duo.ui.screens.review import ReviewScreen, Turn
from uno_duo.ui.widgets.chart import PointsChart
from uno_duo.wording import move_name


def is_mistake(move: SeatMove) -> bool:
    return isinstance(move, Play) and move.card.colour in (RED, GREEN)


class FakeAnalyst:
    """What stands in the place of the program that analyses: to play red or green is a mistake, all else is equal.

    Attributes:
        asked: The numbers of moves that it was asked for.
        steps: How many it answers, None for all; then it waits.
        fails: Whether it fails.
    """

    asked: ClassVar[list[int]]
    steps: ClassVar[int | None]
    fails: ClassVar[bool]

    @classmethod
    def reset(cls) -> None:
        cls.asked, cls.steps, cls.fails = [], None, False

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self.replay = read_record(file).replay

    @classmethod
    def of_ours(cls, *command: str) -> "FakeAnalyst | FakeExpert":
        name, path = command
        assert name in ("analyse", "deal")
        return cls(Path(path)) if name == "analyse" else FakeExpert()

    async def answer_to(self, line: bytes, read: Callable[[bytes], Any]) -> Any:
        cls = type(self)
        while cls.steps is not None and len(cls.asked) >= cls.steps:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        n = int(line)
        cls.asked.append(n)
        if cls.fails:
            raise ProgramError("it has left with code 1")
        return read(self._analysed(n).model_dump_json().encode())

    def _analysed(self, n: int) -> AnalysedMove:
        """The move made is behind the first of the others by what it is said to be, and all others are equal."""
        before, move, decision = self.replay.states[n], self.replay.moves[n], None
        view = view_for(before, move.seat) if isinstance(move, SeatMove) else None
        if isinstance(view, PlayView) and isinstance(move, SeatMove) and len(view.legal) > 1:
            behind = 5.0 if is_mistake(move) else 0.0
            advice = advice_for(view)
            played = next(each for each in advice.moves if each.move == move)
            played = played.model_copy(update={"behind": behind, "error": 0.3 * bool(behind), "points": 9.0 - behind})
            others = [
                each.model_copy(update={"behind": 0.0, "error": 0.3, "points": 9.0})
                for each in advice.moves
                if each.move != move
            ]
            ranked = (*others, played) if behind else (played, *others)
            advice = advice.model_copy(update={"moves": ranked})
            decision = AnalysedDecision(
                n=n,
                round=before.round,
                seat=move.seat,
                move=move,
                kind="card",
                loss=behind,
                error=played.error,
                advice=advice,
            )
        return AnalysedMove(n=n, count=1, round=before.round, luck=0.0, decision=decision)

    def end(self) -> None:
        pass


class FakeExpert:
    """What stands in the place of the program that plays the expert's rounds: it wins each by ten points."""

    fails: ClassVar[bool] = False

    async def answer_to(self, line: bytes, read: Callable[[bytes], Any]) -> Any:
        await asyncio.sleep(0)
        if self.fails:
            raise ProgramError("it has left with code 1")
        return read(PlayedRound(points=10.0 * int(line), is_won=True).model_dump_json().encode())

    def end(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _analyst_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeAnalyst.reset()
    monkeypatch.setattr("uno_duo.ui.reviewing.Program", FakeAnalyst)


@cache
def lines_of_a_match(seed: int = 0) -> tuple[str, ...]:
    """A match of one round that the player ends with a coloured card, its last."""
    while True:
        lines: list[str] = []
        seats = ("You", "normal")
        head = Header(rules=Rules(target=1), seats=seats, players=(Player(), Player(bot="normal")), seed=seed)
        match = Match(head, write=lines.append)
        play_on(match, Random(seed))
        last = match.last_seat_move
        if isinstance(last, Play) and last.seat == A and last.card.colour is not None and last.dump is None:
            return tuple(lines)
        seed += 1


def keep(lines: Sequence[str], folder: str = "records", name: str = "one") -> Path:
    path = Path(os.environ["UNO_DUO_HOME"]) / folder / f"{name}.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def own_moves(lines: Sequence[str]) -> list[tuple[int, SeatMove]]:
    """The player's moves but for the cut, with how many were made before each."""
    replay = read_record([line.encode() for line in lines]).replay
    return [
        (n, move)
        for n, move in enumerate(replay.moves)
        if isinstance(move, SeatMove) and not isinstance(move, Cut) and move.seat == A
    ]


MOVES: Final = own_moves(lines_of_a_match())


@asynccontextmanager
async def reviewed(lines: Sequence[str] = lines_of_a_match(), **options: Any) -> AsyncIterator[Table]:
    """The review of a match, from the menu."""
    keep(lines)
    async with opened(**options) as table:
        await table.press("down", "down", "down", "enter")
        assert table.top == "MatchesScreen"
        await table.press("enter")
        yield table


async def analysed(table: Table) -> None:
    """Waits until all is analysed."""
    await table.until_seen(f"/{len(MOVES)}")
    for _ in range(2_000):
        if table.screen(ReviewScreen).share == 1:
            await table.settle()
            return
        await table.settle()
    raise AssertionError("it is never done")


def mistakes() -> list[int]:
    """The places of the turns that are called mistakes here."""
    replay = read_record([line.encode() for line in lines_of_a_match()]).replay
    views = [view_for(replay.states[n], A) for n, _move in MOVES]
    turns = enumerate(zip(MOVES, views, strict=True))
    return [place for place, ((_n, move), view) in turns if is_mistake(move) and len(view.legal) > 1]


async def test_it_is_opened_from_the_scoreboard_of_a_match_that_is_over() -> None:
    keep(lines_of_a_match()[:-1], "unfinished")
    async with opened() as table:
        await table.press("enter", "s")
        assert table.top == "ScoreScreen"
        table.sees_none("Review")
        await table.press("r")
        assert table.top == "ScoreScreen", "it is not over yet"
        await table.press("s", "enter")
        assert table.match.is_over
        table.sees("r Review")
        await table.press("r", "r")
        assert table.screens[-2:] == ["ScoreScreen", "ReviewScreen"]
        await analysed(table)
        table.sees(f"1/{len(MOVES)}")
        await table.press("escape")
        assert table.top == "ScoreScreen"


async def test_the_menu_leads_to_it_where_a_match_is_over() -> None:
    async with opened() as table:
        table.sees_none("Review")
    async with reviewed() as table:
        assert table.top == "ReviewScreen"
        await table.press("escape", "escape")
        assert table.top == "MenuScreen"


async def test_the_turns_are_stepped_through_from_the_players_own_view() -> None:
    async with reviewed() as table:
        await analysed(table)
        for place, (n, move) in enumerate(MOVES):
            table.sees(f"{place + 1}/{len(MOVES)}")
            view = table.screen(ReviewScreen)._turns[place].view
            assert (view.seat, move in view.legal) == (A, True)
            assert table.screen(ReviewScreen)._turns[place].n == n
            table.sees(f"Your hand: {len(view.hand)}", f"You: {move_name(move)}")
            await table.press("full_stop")
        await table.press("full_stop")
        table.sees(f"{len(MOVES)}/{len(MOVES)}")
        await table.press("comma")
        table.sees(f"{len(MOVES) - 1}/{len(MOVES)}")
        await table.press("home")
        table.sees(f"1/{len(MOVES)}")
        await table.press("left", "end", "enter")
        table.sees(f"{len(MOVES)}/{len(MOVES)}")


async def test_a_mistake_is_shown_without_its_answer_first() -> None:
    first, second, *_rest = mistakes()
    played = move_name(MOVES[first][1])
    async with reviewed() as table:
        await analysed(table)
        await table.press("n")
        table.sees(f"{first + 1}/{len(MOVES)}", f"You: {played}, mistake. What is better?", f"{played} ●")
        chart = table.screen(ReviewScreen).query_one(PointsChart)
        assert set(chart.values[first:]) == {None}, "what came of it would tell something"
        table.sees_none("behind", "best", "%")
        await table.press("s")
        table.sees(f"You: {played}, mistake: 5.0 ±0.3 points behind.", "+9.0 best", f"{played} ● +4.0 -5.0 ±0.3")
        await table.press("n", "N")
        table.sees(f"{first + 1}/{len(MOVES)}", "5.0 ±0.3 points behind.")
        await table.press("shift+n")
        table.sees("Nothing more there that gave points away.")
        await table.press("n")
        table.sees(f"{second + 1}/{len(MOVES)}", "What is better?")


async def test_another_move_is_tried_and_any_that_is_as_good_as_the_best_is_right() -> None:
    async with reviewed() as table:
        await analysed(table)
        await table.press("n")
        turn = table.screen(ReviewScreen)._turn
        await table.press(*["down"] * turn.view.legal.index(turn.move), "enter")
        table.sees(f"{move_name(turn.move)} is what you did. What is better?")
        table.sees_none("best")
        await table.press("down", "enter")
        table.sees("right. Yours was 5.0 ±0.3 points behind.", "best")
        place = table.screen(ReviewScreen).place
        await table.press("enter")
        assert table.screen(ReviewScreen).place == place + 1


async def test_a_move_that_gives_points_away_too_is_not_right() -> None:
    async with reviewed() as table:
        await analysed(table)
        screen = table.screen(ReviewScreen)
        while len(screen._turn.view.legal) < 3 or not screen._is_hidden(screen._turn):
            await table.press("full_stop")
        decision = screen._decision
        assert decision is not None
        best, *others = decision.advice.moves
        worse = [each.model_copy(update={"behind": 3.0, "error": 0.1}) for each in others]
        changed = decision.model_copy(update={"advice": Advice(moves=(best, *worse))})
        screen.decisions = {**screen.decisions, decision.n: changed}
        moves = list(screen._turn.view.legal)
        wrong = next(move for move in moves if move not in (best.move, screen._turn.move))
        await table.press(*["down"] * moves.index(wrong), "enter")
        table.sees(f"{move_name(wrong)} gives points away too. What is better?")
        table.sees_none("best")


async def test_it_tells_how_far_it_is_and_can_be_looked_at_meanwhile() -> None:
    FakeAnalyst.steps = 0
    async with reviewed() as table:
        table.sees("0%", "Not analysed yet.")
        await table.press("n")
        table.sees("Nothing known there yet.")
        await table.press("full_stop")
        table.sees(f"2/{len(MOVES)}")
        await table.press("n")
        table.sees("Nothing known there yet.")
        FakeAnalyst.steps = len(lines_of_a_match()) // 2
        await table.until_seen("50%")
        table.sees_none("Nothing known there yet.")
        table.sees("█")
        await table.press("tab")
        table.sees("50% are analysed so far.")
        table.sees_none("luck", "hidden cards", "points of")
        await table.press("escape")
        FakeAnalyst.steps = None
        await analysed(table)
        table.sees_none("100%")


async def test_what_was_analysed_is_kept_and_gone_on_with() -> None:
    FakeAnalyst.steps = 20
    async with reviewed() as table:
        while len(FakeAnalyst.asked) < 20:
            await table.settle()
        await table.press("escape")
    FakeAnalyst.steps = None
    async with reviewed() as table:
        await analysed(table)
    assert sorted(FakeAnalyst.asked) == list(range(len(lines_of_a_match()) - 1))
    async with reviewed() as table:
        await analysed(table)
        await table.press("n")
        table.sees("What is better?")
    assert len(FakeAnalyst.asked) == len(lines_of_a_match()) - 1, "nothing was asked again"


async def test_mistakes_become_drills_that_are_due_at_once() -> None:
    async with reviewed() as table:
        await analysed(table)
    replay = read_record([line.encode() for line in lines_of_a_match()]).replay
    due = Database(Store().database).due_drills(datetime.now(UTC))
    assert [kept.n for kept in due] == [MOVES[place][0] for place in mistakes()]
    for kept in due:
        assert kept.drill.view == view_for(replay.states[kept.n], A)
        assert not next(each for each in kept.drill.advice.moves if each.move == replay.moves[kept.n]).is_right


async def test_what_was_analysed_elsewhere_yields_drills_too() -> None:
    async with reviewed() as table:
        await analysed(table)
    database = Database(Store().database)
    database._connection.execute("DELETE FROM drills")
    database.close()
    async with reviewed() as table:
        await analysed(table)
    assert len(Database(Store().database).due_drills(datetime.now(UTC))) == len(mistakes())


async def test_a_long_name_can_be_read_where_it_is_all_that_is_shown() -> None:
    state = position("RR R+2 R3", "B1 B2 B3")
    view = view_for(state, A)
    assert isinstance(view, PlayView)
    names = [move_name(move) for move in view.legal]
    assert "RR dump, R+2" in names
    for size in (FULL, SMALL):
        async with opened(size=size) as table:
            screen = ReviewScreen((Turn(0, view, view.legal[0], ()),), ("You", "Ada"))
            table.app.push_screen(screen)
            await table.settle()
            for name in names:
                assert f"▶ {name}" in table.text
                await table.press("down")


async def test_where_nothing_can_be_kept_it_is_told_and_reviewed_all_the_same() -> None:
    (Path(os.environ["UNO_DUO_HOME"]) / "history.sqlite").mkdir()
    async with reviewed() as table:
        table.sees("history.sqlite")
        await analysed(table)


async def test_an_analysis_that_fails_is_told() -> None:
    FakeAnalyst.fails = True
    async with reviewed() as table:
        await table.until_seen("The analysis fails: it has left with code 1")
        await table.press("full_stop", "n", "tab", "escape", "escape")
        assert table.top == "MatchesScreen"
    assert len(FakeAnalyst.asked) == 2, "it is asked once more"


async def test_the_summary_tells_how_the_match_was_decided() -> None:
    for size in (FULL, SMALL):
        async with reviewed(size=size) as table:
            await analysed(table)
            await table.press("tab")
            assert table.top == "SummaryPage"
            table.sees("You Normal", "decisions", "blunders")
            await table.press("escape")
            assert table.top == "ReviewScreen"


async def test_what_the_expert_would_have_done_stands_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (FULL, SMALL):
        async with reviewed(size=size) as table:
            await table.press("e")
            assert table.top == "ExpertPage"
            await table.until_seen("+10")
            replay = read_record([line.encode() for line in lines_of_a_match()]).replay
            points = replay.state.rounds[0].points
            table.sees("round You expert", f"1 {points[1] - points[0]:+} +10", f"all {points[1] - points[0]:+} +10")
            await table.press("escape", "e", "escape")
            assert table.top == "ReviewScreen"
    monkeypatch.setattr(FakeExpert, "fails", True)
    async with reviewed() as table:
        await table.press("e")
        await table.until_seen("The expert fails: it has left with code 1")
        table.sees("1", "?")


async def test_a_record_that_cannot_be_reviewed_is_told() -> None:
    for name, lines in (("damaged", ["oops\n"]), ("begun", lines_of_a_match()[:2])):
        keep(lines, name=name)
    async with opened() as table:
        await table.press("down", "down", "down", "enter", "enter")
        assert table.top == "MatchesScreen"
        table.sees("begun.jsonl: there is no")
        await table.press("down", "enter")
        assert table.top == "MatchesScreen"
        table.sees("damaged.jsonl: line 1:")


async def test_what_stands_before_a_damaged_line_is_reviewed() -> None:
    lines = [*lines_of_a_match()[:40], "oops\n"]
    async with reviewed(lines) as table:
        assert table.top == "ReviewScreen"
        table.sees("one.jsonl: line 41:", f"1/{len(own_moves(lines[:-1]))}")


@pytest.mark.parametrize("size", [FULL, SMALL, (60, 24), (80, 12), (200, 60)])
async def test_it_fits_every_window(size: tuple[int, int]) -> None:
    async with reviewed(size=size) as table:
        await analysed(table)
        for place, (_n, move) in enumerate(MOVES):
            table.sees(f"{place + 1}/{len(MOVES)}", f"You: {move_name(move)}"[:30], "▶", "Esc")
            view = table.screen(ReviewScreen)._turns[place].view
            shown = table.part(".codes" if size[0] < 70 or size[1] < 22 else ".hand")
            assert all(card.colour is None or card.colour.letter in shown for card in view.hand)
            await table.press("full_stop")


async def test_in_ascii_it_is_ascii() -> None:
    async with reviewed(is_ascii=True) as table:
        await analysed(table)
        await table.press("n", "s")
        assert table.text.isascii()
        table.sees("5.0 +-0.3 points behind", "#")


async def test_the_programs_own_process_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_duo.ui.reviewing.Program", Program)
    lines = lines_of_a_match()[:12]
    async with reviewed(lines) as table:
        for _ in range(20_000):
            if table.screen(ReviewScreen).share == 1:
                break
            await asyncio.sleep(0.01)
        table.sees(f"1/{len(own_moves(lines))}")
        assert table.screen(ReviewScreen)._decision is not None
