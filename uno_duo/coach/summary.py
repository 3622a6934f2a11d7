"""The summary of a review in plain words: how the seats have decided, and how the result came about."""

from collections.abc import Iterator, Sequence
from typing import Final

from uno_duo.coach.kinds import KIND_NAMES, KIND_WORDS
from uno_duo.coach.review import Review, SeatReview
from uno_duo.language import _, ngettext

_LABEL, _COLUMN = 15, 11  # cells
_KIND: Final = "{:<13.13}{:>10}{:>7}{:>7}"
_SHARE: Final = "{:<29.29}{:>+8.1f}"


def summary_of(
    names: Sequence[str], reviewed: Review, seats: Sequence[int], width: int, *, is_whole: bool = True
) -> Iterator[str]:
    """The lines of a summary, none longer than 37 characters or the width.

    Args:
        names: What the seats are called.
        reviewed: The review.
        seats: Whose decisions are told by kind; the result is told from the side of the first of them.
        width: How many characters a line has room for.
        is_whole: Whether the whole match is analysed, so that it can be told how the result came about.
    """
    per_block = max(1, (width - _LABEL) // _COLUMN)
    for begin in range(0, len(names), per_block):
        some = slice(begin, begin + per_block)
        if begin:
            yield ""
        yield from _seats(names[some], reviewed.seats[some])
    for seat in seats:
        yield ""
        yield from _kinds(names[seat], reviewed.seats[seat])
    if is_whole and len(names) == 2 and reviewed.rounds:
        yield ""
        yield from _result(names, reviewed, seats[0])


def _seats(names: Sequence[str], seats: Sequence[SeatReview]) -> Iterator[str]:
    """How some seats have decided, a column each."""
    rows = {
        "": [name[: _COLUMN - 1] for name in names],
        _("decisions"): [str(seat.decisions) for seat in seats],
        _("inaccuracies"): [str(seat.marks.get("inaccuracy", 0)) for seat in seats],
        _("mistakes"): [str(seat.marks.get("mistake", 0)) for seat in seats],
        _("blunders"): [str(seat.marks.get("blunder", 0)) for seat in seats],
        _("lost each"): [f"{seat.loss_a_decision:.2f}" for seat in seats],
    }
    for label, values in rows.items():
        yield f"{label:<{_LABEL}}" + "".join(f"{value:>{_COLUMN}}" for value in values)


def _kinds(name: str, seat: SeatReview) -> Iterator[str]:
    """What a seat has lost by each kind of decision, the dearest kind first."""
    yield _KIND.format(name, _("decisions"), _("marked"), _("lost"))
    kinds = sorted(seat.by_kind.items(), key=lambda item: -item[1][2])
    for kind, (count, marked, loss) in kinds:
        yield _KIND.format(KIND_NAMES[kind], count, marked, f"{loss:.1f}")
    if kinds and kinds[0][1][1]:
        dearest = kinds[0][0]
        yield _("Dearest: {kind}. To drill it:").format(kind=KIND_NAMES[dearest])
        yield f"  uno-duo drill --kind {KIND_WORDS[dearest]}"


def _result(names: Sequence[str], reviewed: Review, seat: int) -> Iterator[str]:
    """How the result of one of two seats came about: luck, what was given away, and hidden cards."""
    sign = 1 if seat == 0 else -1
    points, hidden = sign * reviewed.points, reviewed.hidden_cards(seat)
    yield _SHARE.format(_("points of {name}").format(name=names[seat]), points)
    if reviewed.luck is None or hidden is None:
        return
    luck = sign * reviewed.luck
    given_away = _("given away by {name}")
    yield _SHARE.format("  " + _("luck"), luck)
    yield _SHARE.format("  " + given_away.format(name=names[seat]), 0.0 - reviewed.loss_in_rounds(seat))
    yield _SHARE.format("  " + given_away.format(name=names[1 - seat]), reviewed.loss_in_rounds(1 - seat))
    yield _SHARE.format("  " + _("hidden cards"), hidden)
    count = abs(round(points - luck))
    told = ngettext("Without luck: {name} {count} point ahead.", "Without luck: {name} {count} points ahead.", count)
    yield told.format(name=names[seat if points > luck else 1 - seat], count=count)
