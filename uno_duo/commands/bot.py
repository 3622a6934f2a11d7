"""The command `bot`: one of the bots as a program, by the line protocol (README, *A program as a bot*)."""

import sys
from random import Random
from typing import Annotated

import typer

from uno_duo.bots.base import answer_of
from uno_duo.bots.levels import LEVELS, UnknownBot, bot_named
from uno_duo.bots.lines import answer_line, question_of
from uno_duo.json_lines import LineError, read_lines
from uno_duo.language import _
from uno_duo.record import Memory
from uno_duo.terminal import DATA, USAGE, fail, leaving_at_interrupt, quietly


def answer_questions(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help=_("One of {levels}.").format(levels=", ".join(LEVELS)))],
    memory: Annotated[Memory, typer.Option(help=_("What it remembers: everything, or what a person would."))] = "full",
) -> None:
    """Answers each line as it comes, until there are no more."""
    with quietly(), leaving_at_interrupt():
        try:
            bot = bot_named(level, memory)
        except UnknownBot as error:
            fail(str(error), USAGE)
        for number, line in enumerate(read_lines(sys.stdin.buffer), start=1):
            try:
                question = question_of(line)
                view, generator = question.view, Random(question.chance)
                answer = answer_of(bot, view, view.legal, generator)
            except LineError as error:
                fail(_("line {line}: {reason}").format(line=number, reason=error), DATA)
            except Exception as error:  # a view that cannot be, in a way that nothing above has noticed
                fail(_("line {line}: the bot fails: {error!r}").format(line=number, error=error), DATA)
            sys.stdout.write(answer_line(answer).decode())
            sys.stdout.flush()
