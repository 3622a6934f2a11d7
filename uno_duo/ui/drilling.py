"""Drills on the screen: one's own mistakes that are due, and then fresh positions."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from textual.app import App

from uno_duo.bots.process import Program, ProgramError, asked_twice
from uno_duo.coach.drill import Drill
from uno_duo.coach.kinds import Kind
from uno_duo.database import Database, DatabaseError, KeptDrill
from uno_duo.dealer import new_seed
from uno_duo.json_lines import model_of
from uno_duo.ui.screens.drill import DrillScreen

COUNT: Final = 10
"""How many positions there are, unless it is said otherwise."""


class Drilling:
    """Some positions, one after another."""

    def __init__(
        self, app: App[None], database: Path, kind: Kind | None, count: int, tell_person: Callable[[str], object]
    ) -> None:
        """Looks for what is due.

        Args:
            app: What shows it.
            database: Where one's own mistakes are kept.
            kind: What kind of decisions to drill; None for all.
            count: How many positions.
            tell_person: Takes what the person should know, a line each.
        """
        self._app = app
        self._kind = kind
        self._count = count
        self._tell_person = tell_person
        self._database: Database | None = None
        self._due: list[KeptDrill] = []
        try:
            self._database = Database(database)
            self._due = self._database.due_drills(datetime.now(UTC), kind)
        except DatabaseError as error:
            self._tell_person(str(error))
        else:
            if self._database.notice:
                self._tell_person(self._database.notice)
        self._again: list[KeptDrill] = []  # answered wrongly: they come once more, at the end
        self._current: KeptDrill | None = None
        self._chance: Final = Random(new_seed())
        self._program: Final = Program.of_ours("pose")
        self._fresh: asyncio.Task[Drill] | None = None  # looked for while the person thinks
        self._showing: asyncio.Task[None] | None = None
        self._screen: Final = DrillScreen(count, is_of_kind=kind is not None)

    @property
    def is_open(self) -> bool:
        """Whether it is on the screen, or under a page."""
        return self._screen in self._app.screen_stack

    def show(self) -> None:
        """Shows the first position."""
        self._app.push_screen(self._screen, lambda _result: self.end())
        self.go_on(0)

    def end(self) -> None:
        """Ends the program at once."""
        for task in (self._fresh, self._showing):
            if task is not None:
                task.cancel()
        self._program.end()
        if self._database is not None:
            self._database.close()
            self._database = None

    def go_on(self, number: int) -> None:
        """Goes on after the position of a number, if that is the one that is shown."""
        screen = self._screen
        if number != screen.number or screen.is_over:
            return
        if number == self._count:
            screen.finish()
            return
        self._current = self._next_own(self._count - number)
        if self._current is None:
            screen.ask(number + 1, None, is_own=False)
            self._fresh = self._fresh or asyncio.create_task(self._pose())
            self._showing = asyncio.create_task(self._show_fresh(number + 1, self._fresh))
        else:
            screen.ask(number + 1, self._current.drill, is_own=True)
            self._look_ahead()

    def _next_own(self, left: int) -> KeptDrill | None:
        """The mistake of one's own that comes next, where so many positions are left; None for a fresh position."""
        if self._again and left <= len(self._again):
            return self._again.pop(0)
        return self._due.pop(0) if self._due else None

    def _look_ahead(self) -> None:
        """Looks for a fresh position where one will be needed after the one that is shown."""
        left = self._count - self._screen.number
        if self._fresh is None and left > len(self._due) + len(self._again):
            self._fresh = asyncio.create_task(self._pose())

    async def _pose(self) -> Drill:
        wanted = json.dumps({"kind": self._kind, "chance": self._chance.getrandbits(32)}).encode() + b"\n"
        return await asked_twice(partial(self._program.answer_to, wanted, partial(model_of, kind=Drill)))

    async def _show_fresh(self, number: int, fresh: asyncio.Task[Drill]) -> None:
        try:
            drill = await fresh
        except ProgramError as error:
            self._screen.failure = str(error)
            return
        self._fresh = None
        self._screen.ask(number, drill, is_own=False)
        self._look_ahead()

    def answer(self, number: int, *, is_right: bool) -> None:
        """Keeps an answer to a mistake of one's own; one that was wrong comes again before the end."""
        current = self._current
        if current is None or number != self._screen.number or self._database is None:
            return
        try:
            current = self._database.answer(current, datetime.now(UTC), is_right=is_right)
        except DatabaseError as error:
            self._tell_person(str(error))
        if not is_right:
            self._again.append(current)
