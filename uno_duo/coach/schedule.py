"""When a drill comes again: by FSRS, which shows what is known the later, the better it is known (Ye 2022)."""

from datetime import datetime
from typing import Final

from fsrs import Card, Rating, Scheduler

_SCHEDULER: Final = Scheduler(enable_fuzzing=False)


def new_card() -> str:
    """What is known of how well a new drill is known, as JSON; it is due at once."""
    return Card().to_json()


def after_answer(card: str, *, is_right: bool, now: datetime) -> tuple[str, datetime]:
    """What is known after an answer, as JSON, and when the drill is due again.

    Args:
        card: What was known before; if it makes no sense the drill counts as a new one.
        is_right: Whether the answer was right.
        now: When it was given, with its time zone.
    """
    rating = Rating.Good if is_right else Rating.Again
    try:
        known = Card.from_json(card)
    except (ValueError, KeyError, TypeError):  # it may come out of anybody's archive
        known = Card()
    then, _log = _SCHEDULER.review_card(known, rating, now)
    return then.to_json(), then.due
