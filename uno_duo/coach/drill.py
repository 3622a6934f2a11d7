"""A drill: a position in which the right move is to be found."""

from pydantic import BaseModel, ConfigDict

from uno_duo.coach.advice import Advice
from uno_duo.coach.kinds import Kind
from uno_duo.coach.marks import mark_of
from uno_duo.coach.review import AnalysedMove
from uno_duo.core import DraftView, PlayView, view_for
from uno_duo.record import Replay
from uno_duo.settings import Settings


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


def mistake_in(replay: Replay, move: AnalysedMove, seat: int, settings: Settings) -> Drill | None:
    """The drill that a move makes which was a mistake or worse of a seat; None of any other.

    Args:
        replay: The match.
        move: What the analysis says of the move.
        seat: The seat.
        settings: From how many points on it is a mistake.
    """
    decision = move.decision
    if decision is None or decision.seat != seat or mark_of(decision.played, settings) not in ("mistake", "blunder"):
        return None
    view = view_for(replay.states[move.n], seat)
    assert isinstance(view, DraftView | PlayView)
    return Drill(kind=decision.kind, view=view, advice=decision.advice)
