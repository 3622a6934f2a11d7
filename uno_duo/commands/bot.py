"""The command `bot`: one of the bots as a program, by the line protocol (README, *A program as a bot*)."""

import sys
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated, Final

import typer

from uno_duo.bots.base import ReasoningBot, reply_of
from uno_duo.bots.levels import LEVELS, UnknownBot, bot_named
from uno_duo.bots.lines import answer_line, question_of
from uno_duo.commands.common import answer_each_line
from uno_duo.core import SeatMove, View
from uno_duo.language import _
from uno_duo.record import Memory
from uno_duo.terminal import USAGE, fail, leaving_at_once, quietly

if TYPE_CHECKING:  # bots that do not search do without NumPy
    from uno_duo.evaluation.evaluate import MoveWorth


def answer_questions(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help=_("One of {levels}.").format(levels=", ".join(LEVELS)))],
    memory: Annotated[Memory, typer.Option(help=_("What it remembers: everything, or what a person would."))] = "full",
    is_asked_why: Annotated[
        bool, typer.Option("--why", help=_("Say on the standard error what the best moves are worth to it."))
    ] = False,
) -> None:
    """Answers each line as it comes, until there are no more."""
    with quietly(), leaving_at_once():
        try:
            bot = bot_named(level, memory)
        except UnknownBot as error:
            fail(str(error), USAGE)
        if is_asked_why:
            if not isinstance(bot, ReasoningBot):
                fail(_("{level} does not weigh its moves, so that it cannot say why").format(level=level), USAGE)
            bot = _ThinkingAloud(bot)

        def answer(line: bytes) -> str:
            question = question_of(line)
            view = question.view
            return answer_line(reply_of(bot, view, view.legal, Random(question.chance))).decode().rstrip("\n")

        answer_each_line(_("the bot"), answer)


class _ThinkingAloud:
    """A bot that tells on the standard error what its best moves are worth to it."""

    def __init__(self, bot: ReasoningBot) -> None:
        self._bot = bot

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn, and tells why."""
        move, evaluation = self._bot.reasoned_choice(view, moves, generator)
        for worth in evaluation.moves[:_TOLD] if evaluation else ():
            sys.stderr.write(_told(worth) + "\n")
        return move

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        """Answers an UNO question."""
        return self._bot.wants(view, move, generator)


_TOLD: Final = 5  # so many moves


def _told(worth: "MoveWorth") -> str:
    """A move and what it is worth, on a line."""
    text = _("{points:+6.1f} points, ± {error:.1f}; round {round:.1%}, match {match:.1%}; {worlds} worlds: {move}")
    return text.format(
        points=worth.points,
        error=worth.error,
        round=worth.round_chance,
        match=worth.match_chance,
        worlds=worth.worlds,
        move=answer_line(worth.move).decode().strip(),
    )
