"""When a drill comes again: the better it is known, the later."""

from datetime import UTC, datetime, timedelta

from uno_duo.coach.schedule import after_answer, new_card

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def waits(*answers: bool) -> list[timedelta]:
    """How long a drill waits after each answer, where each is given when it is due."""
    card, now, found = new_card(), NOW, []
    for is_right in answers:
        card, due = after_answer(card, is_right=is_right, now=now)
        found.append(due - now)
        now = due
    return found


def test_what_is_right_again_and_again_comes_ever_later() -> None:
    found = waits(*[True] * 6)
    assert found == sorted(found)
    assert found[0] < timedelta(hours=1)
    assert found[1] >= timedelta(days=1)
    assert found[-1] > timedelta(days=30)


def test_what_was_wrong_comes_soon_again() -> None:
    known = waits(True, True, True, False)
    assert known[-1] < timedelta(hours=1) < known[-2]


def test_what_was_forgotten_once_comes_more_often_than_what_never_was() -> None:
    assert waits(True, True, True, False, True)[-1] < waits(True, True, True, True, True)[-1]


def test_what_makes_no_sense_counts_as_new() -> None:
    expected = after_answer(new_card(), is_right=True, now=NOW)[1]
    for card in ("", "x", "{}", "[]", "null", '{"card_id": 1}'):
        assert after_answer(card, is_right=True, now=NOW)[1] == expected
