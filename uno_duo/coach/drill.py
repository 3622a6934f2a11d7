"""A drill: a position in which the right move is to be found."""

from pydantic import BaseModel, ConfigDict

from uno_duo.coach.advice import Advice
from uno_duo.coach.kinds import Kind
from uno_duo.core import DraftView, PlayView


class Drill(BaseModel):
    """A position in which it matters what is done.

    Attributes:
        kind: What kind of decision it is.
        view: What the player knows.
        advice: What each move is worth.
    """

    model_config = ConfigDict(frozen=True, ser_json_inf_nan="constants")

    kind: Kind
    view: DraftView | PlayView
    advice: Advice
