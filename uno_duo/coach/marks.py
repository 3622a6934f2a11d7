"""What a decision is called that gives points away, and which of them the tutor stops."""

from typing import Final, Literal

from uno_duo.coach.advice import DOUBT, Advised
from uno_duo.language import _
from uno_duo.settings import Settings, Tutor

Mark = Literal["inaccuracy", "mistake", "blunder"]
"""What a decision is called that gives points away."""
MARK_NAMES: Final[dict[Mark, str]] = {
    "inaccuracy": _("inaccuracy"),
    "mistake": _("mistake"),
    "blunder": _("blunder"),
}
"""How each is written."""
_STOPPED: Final[dict[Tutor, tuple[Mark, ...]]] = {
    "off": (),
    "blunders": ("blunder",),
    "mistakes": ("mistake", "blunder"),
    "all": ("inaccuracy", "mistake", "blunder"),
}


def mark_of(advised: Advised, settings: Settings) -> Mark | None:
    """What a move is called by what it gives away beyond doubt; None where that is less than any threshold."""
    if not advised.is_known:
        return None
    surely_lost = advised.behind - DOUBT * advised.error
    marks: tuple[Mark, ...] = ("blunder", "mistake", "inaccuracy")
    return next((mark for mark in marks if surely_lost >= getattr(settings, mark)), None)


def stops(tutor: Tutor, mark: Mark | None) -> bool:
    """Whether the tutor stops a decision that is called so."""
    return mark in _STOPPED[tutor]
