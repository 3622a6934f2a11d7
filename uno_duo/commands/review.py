"""The command `review`: every decision of a recorded match, judged by what its seat knew."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from uno_duo.coach.marks import MARK_NAMES, Mark
from uno_duo.coach.review import AnalysedMove, Review, ReviewedDecision, review_of
from uno_duo.coach.summary import summary_of
from uno_duo.commands.common import names_in, progress, record_in, shown, tell, title_of
from uno_duo.evaluation.trained import is_trained_on
from uno_duo.kept import Kept
from uno_duo.language import _
from uno_duo.record import Header, Recorded, persons_in
from uno_duo.settings import SettingsError, saved_settings, settings_from
from uno_duo.store import Store
from uno_duo.terminal import DATA, USAGE, fail, leaving_at_once, quietly
from uno_duo.wording import move_name

_WIDTH: Final = 80


def review_match(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The record of a match."))],
    as_json: Annotated[bool, typer.Option("--json", help=_("Print it as JSON."))] = False,
) -> None:
    """Judges the decisions of a match from its record."""
    with quietly(), leaving_at_once():
        try:
            saved, problems = saved_settings()
            for problem in problems:
                tell(problem)
            settings = settings_from({}, saved=saved)
        except SettingsError as error:
            fail(str(error), USAGE)
        found = record_in(file)
        kept = Kept(Store().database, found.digest, lambda problem: tell(shown(problem)))
        moves = _analysed(found, kept)
        if Store().is_own(file):
            kept.add_mistakes(found, moves, settings)
        kept.close()
        reviewed = review_of(found.replay, moves, settings)
        if as_json:
            sys.stdout.write(json.dumps(_fields(found.header, reviewed)) + "\n")
        else:
            sys.stdout.writelines(line.rstrip() + "\n" for line in _told(found.header, reviewed))
        if found.error is not None:
            fail(_("{file}: {reason}").format(file=shown(file), reason=found.error), DATA)


def _analysed(found: Recorded, kept: Kept) -> list[AnalysedMove]:
    """Analyses a match from where that was left before, with a bar where somebody waits, and keeps what comes of it."""
    from uno_duo.coach.analysis import analysed_moves  # noqa: PLC0415 - the other commands do without NumPy

    moves, begin = kept.moves()
    if begin < found.replay.n and not is_trained_on(found.header.rules):
        tell(_("By these rules rounds are played out for each decision, which takes a while."))
    with progress(found.replay.n - begin, _("Review")) as step:
        for move in analysed_moves(found.replay, persons_in(found.header), begin):
            moves.append(move)
            kept.keep(move)
            step(move.count)
    return moves


def _fields(header: Header, reviewed: Review) -> dict[str, Any]:
    """What is printed as JSON."""
    fields = reviewed.model_dump(mode="json")
    for seat, fields_of_seat in enumerate(fields["seats"]):
        fields_of_seat["name"] = header.seats[seat]
        fields_of_seat["loss_a_decision"] = reviewed.seats[seat].loss_a_decision
        fields_of_seat["hidden_cards"] = reviewed.hidden_cards(seat) if len(header.seats) == 2 else None
    return fields


def _told(header: Header, reviewed: Review) -> Iterator[str]:
    """The review as lines for a person."""
    names, _reader = names_in(header)
    yield title_of(header, names)
    yield ""
    persons = persons_in(header)
    yield from summary_of(names, reviewed, [*persons, *(set(range(len(names))) - {*persons})], _WIDTH)
    seats = persons or range(len(names))
    marked = [
        _decision(names, seats, decision, decision.mark)
        for decision in reviewed.decisions
        if decision.mark is not None and decision.seat in seats
    ]
    if marked:
        yield ""
        yield _("What gave points away, after so many moves:")
        yield from marked


def _decision(names: Sequence[str], seats: Sequence[int], decision: ReviewedDecision, mark: Mark) -> str:
    """A decision of one of some seats that gave points away, and the move that would have been best."""
    text = _("{n:>5}  {mark:<11}{move:<18} -{loss:.1f} +-{error:.1f}, best: {best}")
    move = move_name(decision.move)
    if len(seats) > 1:
        move = _("{name}: {move}").format(name=names[decision.seat], move=move)
    return text.format(
        n=decision.n,
        mark=MARK_NAMES[mark],
        move=move,
        loss=decision.loss,
        error=decision.advice.of(decision.move).shown_error,
        best=move_name(decision.advice.moves[0].move),
    )
