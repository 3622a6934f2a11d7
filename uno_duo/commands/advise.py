"""The command `advise`: the coach as a program, by the line protocol of the bots; the screens start it."""

from uno_duo.bots.lines import question_of
from uno_duo.commands.common import answer_each_line
from uno_duo.language import _
from uno_duo.terminal import leaving_at_once, quietly


def advise_player() -> None:
    """Answers each view with advice as it comes; the same view again with better advice."""
    with quietly(), leaving_at_once():
        from uno_duo.coach.advising import Advising  # noqa: PLC0415 - the other commands do without NumPy

        advising = Advising()
        answer_each_line(_("the coach"), lambda line: advising.answer(question_of(line)).model_dump_json())
