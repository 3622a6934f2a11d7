"""The coach of a practice match: it thinks in a process of its own while the person does."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from uno_duo.bots.lines import question_line
from uno_duo.bots.process import Program, ProgramError, asked_twice
from uno_duo.coach.advice import Advice, Advised
from uno_duo.core import DraftView, PlayView, SeatMove
from uno_duo.json_lines import model_of


class Coach:
    """What advises the person in one decision after another.

    Attributes:
        advice: What the moves of the present decision are worth, as far as it is known; None before the first of it.
        failure: Why there is no more advice, as a clause; empty if there is.
    """

    def __init__(self, tell: Callable[[], object]) -> None:
        """Describes the coach; its process is started with the first decision.

        Args:
            tell: Called when there is better advice, or none any more.
        """
        self.advice: Advice | None = None
        self.failure = ""
        self._tell = tell
        self._program: Final = Program.of_ours("advise")
        self._revision = -1
        self._thinking: asyncio.Task[None] | None = None

    def consider(self, view: DraftView | PlayView, chance: int, revision: int) -> None:
        """Thinks about a decision, unless it does so already.

        Args:
            view: What the person may know.
            chance: What the generator comes from.
            revision: The match's, which tells one decision from another.
        """
        if revision != self._revision:
            self._revision = revision
            self.advice, self.failure = None, ""
            question = question_line(view, view.legal, chance)
            self._thinking = asyncio.create_task(self._think(question, revision, self._thinking))

    def advised(self, move: SeatMove, revision: int) -> Advised | None:
        """What a move of the present decision is worth, as far as it is known; None where it is not."""
        moves = self.advice.moves if self.advice and revision == self._revision else ()
        return next((advised for advised in moves if advised.move == move), None)

    def is_done(self, revision: int) -> bool:
        """Whether there will be no better advice for a decision."""
        return revision != self._revision or bool(self.failure) or (self.advice is not None and self.advice.is_last)

    def rest(self) -> None:
        """Thinks about nothing any more."""
        self._revision = -1
        self.advice, self.failure = None, ""

    def end(self) -> None:
        """Ends the process at once."""
        self.rest()
        if self._thinking is not None:
            self._thinking.cancel()
        self._program.end()

    async def _think(self, question: bytes, revision: int, before: asyncio.Task[None] | None) -> None:
        """Asks for better and better advice; one question at a time, so that one process serves them all."""
        if before is not None:
            await asyncio.wait((before,))
        while not self.is_done(revision):
            advice, failure = self.advice, ""
            try:
                advice = await asked_twice(partial(self._program.answer_to, question, partial(model_of, kind=Advice)))
            except ProgramError as error:
                failure = str(error)
            if revision == self._revision:
                self.advice, self.failure = advice, failure
                self._tell()
