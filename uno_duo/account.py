"""A player's history in plain words."""

from collections.abc import Iterator
from typing import Final

from uno_duo.coach.kinds import KIND_NAMES
from uno_duo.history import LATEST, History, Mean, Part, Share
from uno_duo.language import _, ngettext

_KIND: Final = "{:<13.13}{:>10}{:>12}"


def account_of(history: History) -> Iterator[str]:
    """The lines of an account, none longer than 37 characters."""
    if not (history.played.against or history.practice.against):
        yield _("No match of yours is over yet.")
        return
    if history.rating is not None:
        yield _("Rating {rating} (greedy has 0)").format(rating=_told(history.rating, "+.0f"))
        yield ""
    yield from _part(history.played, _("Matches"))
    if history.practice.against:
        if history.played.against:
            yield ""
        yield from _part(history.practice, _("Practice"))


def _part(part: Part, name: str) -> Iterator[str]:
    if not part.against:
        return
    yield _("{name} won").format(name=name)
    for against in part.against:
        yield _row(against.bot, against.matches)
    yield _("Rounds won, points a round")
    for against in part.against:
        points = "" if against.points_a_round is None else f"{against.points_a_round:>+7.1f}"
        yield _row(against.bot, against.rounds) + points
    skill = part.skill
    if skill.lifetime is None:
        yield _("None of them is reviewed yet.")
        return
    count = len(skill.matches)
    told = ngettext("Given away a decision, {count} match:", "Given away a decision, {count} matches:", count)
    yield told.format(count=count)
    yield _("  lifetime  {mean}").format(mean=_told(skill.lifetime, ".2f"))
    if skill.latest is not None and count > LATEST:
        yield _("  last {count}   {mean}").format(count=LATEST, mean=_told(skill.latest, ".2f"))
    yield _KIND.format("", _("decisions"), _("lost each"))
    for kind, lost in skill.by_kind.items():
        yield _KIND.format(KIND_NAMES[kind], lost.decisions, f"{lost.loss / lost.decisions:.2f}")
    if skill.luck is not None:
        yield _("Luck a match  {mean}").format(mean=_told(skill.luck, "+.1f"))


def _row(name: str, share: Share) -> str:
    if not share.of:
        return f"  {name:<8.8}"
    return f"  {name:<8.8}{share.won:>4}/{share.of:<4}{share.won / share.of:>4.0%} {share.low:>4.0%}-{share.high:.0%}"


def _told(mean: Mean, form: str) -> str:
    """A mean, and its interval where that is known."""
    told = format(mean.mean, form)
    if mean.low is None or mean.high is None:
        return told
    return _("{mean} ({low} to {high})").format(mean=told, low=format(mean.low, form), high=format(mean.high, form))
