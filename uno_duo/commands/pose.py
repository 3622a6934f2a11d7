"""The command `pose`: positions to drill as a program, one for each line; the screens start it."""

from random import Random
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from uno_duo.coach.kinds import Kind
from uno_duo.commands.common import answer_each_line
from uno_duo.json_lines import LineError
from uno_duo.language import _
from uno_duo.terminal import leaving_at_once, quietly
from uno_duo.wording import why_invalid


class _Wanted(BaseModel):
    """What is asked for on a line."""

    model_config = ConfigDict(strict=True)

    kind: Kind | None
    chance: Annotated[int, Field(ge=0)]


def pose_drills() -> None:
    """Answers each kind of decision with a position of it."""
    with quietly(), leaving_at_once():
        from uno_duo.posing import posed  # noqa: PLC0415 - the other commands do without NumPy

        def answer(line: bytes) -> str:
            try:
                wanted = _Wanted.model_validate_json(line)
            except ValidationError as error:
                raise LineError(why_invalid(error)) from None
            return posed(wanted.kind, Random(wanted.chance)).model_dump_json()

        answer_each_line(_("the coach"), answer)
