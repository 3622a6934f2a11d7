"""The command `advise`: the coach as a program, by the line protocol of the bots; the screens start it."""

import sys

from uno_duo.bots.lines import question_of
from uno_duo.commands.common import failing_at
from uno_duo.json_lines import read_lines
from uno_duo.language import _
from uno_duo.terminal import leaving_at_once, quietly


def advise_player() -> None:
    """Answers each view with advice as it comes; the same view again with better advice."""
    with quietly(), leaving_at_once():
        from uno_duo.coach.advising import Advising  # noqa: PLC0415 - the other commands do without NumPy

        advising = Advising()
        for number, line in enumerate(read_lines(sys.stdin.buffer) if sys.stdin else (), start=1):
            with failing_at(number, _("the coach")):
                advice = advising.answer(question_of(line))
            sys.stdout.write(advice.model_dump_json() + "\n")
            sys.stdout.flush()
