"""A review on the screen: its analysis goes on in a process of its own while the player steps through the match."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from textual.app import App

from uno_duo.bots.process import Program, ProgramError, asked_twice
from uno_duo.coach.review import AnalysedMove, review_of, reviewed_decision
from uno_duo.coach.summary import summary_of
from uno_duo.core import DraftView, Phase, PlayView, Rules, SeatMove, events_for, view_for
from uno_duo.json_lines import model_of
from uno_duo.kept import Kept
from uno_duo.language import _
from uno_duo.played import PlayedRound, played_round
from uno_duo.record import Replay, read_record, reviewed_seat
from uno_duo.settings import Settings
from uno_duo.ui.resuming import names_of
from uno_duo.ui.screens.page import ExpertPage, SummaryPage
from uno_duo.ui.screens.review import ReviewScreen, Turn
from uno_duo.wording import tell


class NothingToReview(ValueError):
    """A record of which nothing can be reviewed; its text is a line for the person."""


class Reviewing:
    """The review of a recorded match."""

    def __init__(
        self, app: App[None], path: Path, database: Path, settings: Settings, tell_person: Callable[[str], object]
    ) -> None:
        """Reads a record.

        Args:
            app: What shows it.
            path: The record.
            database: Where the analysis is kept.
            settings: From how many points on a decision is called what.
            tell_person: Takes what the person should know, a line each.

        Raises:
            OSError: The record cannot be read.
            RecordError: It is no record.
            NothingToReview: The person has made no move in it.
        """
        self._app = app
        self._settings = settings
        with path.open("rb") as file:
            self._recorded: Final = read_record(file)
        header = self._recorded.header
        self._seat: Final = reviewed_seat(header)
        self._names: Final = names_of(header)
        turns = tuple(turns_of(self._recorded.replay, self._seat, self._names, header.rules))
        if not turns:
            raise NothingToReview(_("{file}: there is no move of yours in it").format(file=path.name))
        if self._recorded.error is not None:
            tell_person(f"{path.name}: {self._recorded.error}")
        self._kept: Final = Kept(database, self._recorded.digest, tell_person)
        self._moves, self._done = self._kept.moves()
        self._kept.add_mistakes(self._recorded, self._moves, settings)
        self._screen: Final = ReviewScreen(turns, self._names)
        self._program: Final = Program.of_ours("analyse", str(path))
        self._expert: Final = Program.of_ours("deal", str(path))
        self._analysing: asyncio.Task[None] | None = None
        self._dealing: asyncio.Task[None] | None = None
        self._by_expert: list[PlayedRound] = []  # of the first rounds, as far as it has come

    def show(self) -> None:
        """Shows it, and has what is missing of the analysis made."""
        self._show(self._moves)
        self._app.push_screen(self._screen, lambda _result: self.end())
        self._analysing = asyncio.create_task(self._analyse())

    @property
    def is_open(self) -> bool:
        """Whether it is on the screen, or under a page."""
        return self._screen in self._app.screen_stack

    def end(self) -> None:
        """Ends the processes at once; what the analysis has found is kept."""
        for task in (self._analysing, self._dealing):
            if task is not None:
                task.cancel()
        self._program.end()
        self._expert.end()
        self._kept.close()

    def show_summary(self) -> None:
        """Shows how the match was decided, as far as that is known."""
        width, is_whole = self._app.size.width - SummaryPage.BESIDE, self._share == 1
        review = review_of(self._recorded.replay, self._moves, self._settings)
        lines = list(summary_of(self._names, review, [self._seat], width, is_whole=is_whole))
        if not is_whole:
            lines = [_("{share:.0%} are analysed so far.").format(share=self._share), "", *lines]
        self._app.push_screen(SummaryPage(lines))

    def show_expert(self) -> None:
        """Shows what each round comes to if the expert plays it with the player's cards, beside what it has come to."""
        page = ExpertPage(self._compared())
        self._app.push_screen(page)
        if self._dealing is not None:
            self._dealing.cancel()
        self._dealing = asyncio.create_task(self._deal(page))

    async def _deal(self, page: ExpertPage) -> None:
        rounds = len(self._recorded.replay.state.rounds)
        while (done := len(self._by_expert)) < rounds:
            question = partial(self._expert.answer_to, f"{done + 1}\n".encode(), partial(model_of, kind=PlayedRound))
            try:
                self._by_expert.append(await asked_twice(question))
            except ProgramError as error:
                page.tell([*self._compared(), "", _("The expert fails: {reason}").format(reason=error)])
                return
            page.tell(self._compared())

    def _compared(self) -> list[str]:
        """The points of each round, the player's and the expert's, and of all."""
        own = [played_round(ended, self._seat) for ended in self._recorded.replay.state.rounds]
        if not own:
            return [_("No round has ended.")]
        row = "{:<8}{:>10.10}{:>10}"
        expert: list[str] = [f"{ended.points:+.0f}" for ended in self._by_expert]
        lines = [row.format(_("round"), self._names[self._seat], _("expert"))]
        for number, ended in enumerate(own, start=1):
            told = expert[number - 1] if number <= len(expert) else "?"
            lines.append(row.format(number, f"{ended.points:+.0f}", told))
        total = f"{sum(ended.points for ended in self._by_expert):+.0f}" if len(expert) == len(own) else "?"
        return [*lines, row.format(_("all"), f"{sum(ended.points for ended in own):+.0f}", total)]

    async def _analyse(self) -> None:
        while self._done < self._recorded.replay.n:
            question = partial(
                self._program.answer_to, f"{self._done}\n".encode(), partial(model_of, kind=AnalysedMove)
            )
            try:
                move = await asked_twice(question)
            except ProgramError as error:
                self._screen.failure = str(error)
                return
            self._kept.keep(move)
            self._kept.add_mistakes(self._recorded, [move], self._settings)
            self._moves.append(move)
            self._done = move.n + move.count
            self._show([move])

    def _show(self, moves: Iterable[AnalysedMove]) -> None:
        """Tells the screen what has come to be known."""
        decisions = [move.decision for move in moves if move.decision is not None]
        own = {each.n: reviewed_decision(each, self._settings) for each in decisions if each.seat == self._seat}
        self._screen.decisions = {**self._screen.decisions, **own}
        self._screen.share = self._share

    @property
    def _share(self) -> float:
        return self._done / max(1, self._recorded.replay.n)


def turns_of(replay: Replay, seat: int, names: Sequence[str], rules: Rules) -> Iterator[Turn]:
    """The moves of a seat, but for the cut, which is chance.

    Args:
        replay: The match.
        seat: The seat.
        names: What the seats are called.
        rules: What is played by.
    """
    lines: list[str] = []
    for n, (before, move) in enumerate(zip(replay.states, replay.moves, strict=False)):
        after = replay.states[n + 1]
        if isinstance(move, SeatMove) and move.seat == seat and before.phase is not Phase.CUT:
            view = view_for(before, seat)
            assert isinstance(view, DraftView | PlayView)
            yield Turn(n, view, move, tuple(lines))
            lines.clear()
        else:
            events = events_for(before, move, after, seat)
            lines += (tell(event, names, seat, rules) for event in events)
