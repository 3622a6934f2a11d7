"""The command `deal`: the expert as a program that plays the rounds of a recorded match; the screens start it."""

from pathlib import Path
from typing import Annotated

import typer

from uno_duo.commands.common import answer_each_line, record_in
from uno_duo.json_lines import LineError, json_of
from uno_duo.language import _
from uno_duo.record import reviewed_seat
from uno_duo.terminal import leaving_at_once, quietly


def deal_again(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The record of a match."))],
) -> None:
    """Answers each number of a round with what it comes to if the expert plays in the player's place."""
    with quietly(), leaving_at_once():
        from uno_duo.deals import by_expert  # noqa: PLC0415 - the other commands do without NumPy

        found = record_in(file)
        seat = reviewed_seat(found.header)

        def answer(line: bytes) -> str:
            wanted = json_of(line)
            if type(wanted) is not int or not 0 < wanted <= len(found.replay.state.rounds):
                raise LineError(_("it is no number of a round that has ended"))
            return by_expert(found, wanted, seat).model_dump_json()

        answer_each_line(_("the coach"), answer)
