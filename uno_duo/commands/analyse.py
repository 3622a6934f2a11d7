"""The command `analyse`: the coach as a program that analyses a recorded match, a move a line; the screens start it."""

from pathlib import Path
from typing import Annotated

import typer

from uno_duo.commands.common import answer_each_line, record_in
from uno_duo.json_lines import LineError, json_of
from uno_duo.language import _
from uno_duo.record import persons_in
from uno_duo.terminal import leaving_at_once, quietly


def analyse_match(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The record of a match."))],
) -> None:
    """Answers each number of moves with the analysis of the move that follows so many."""
    with quietly(), leaving_at_once():
        from uno_duo.coach.analysis import analysed_move  # noqa: PLC0415 - the other commands do without NumPy

        found = record_in(file)
        replay, persons = found.replay, persons_in(found.header)

        def answer(line: bytes) -> str:
            n = json_of(line)
            if type(n) is not int or not 0 <= n < replay.n:
                raise LineError(_("it is no number of moves before another one"))
            return analysed_move(replay, n, persons).model_dump_json()

        answer_each_line(_("the coach"), answer)
