"""The command `replay`: a recorded match in words, or as positions."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from uno_duo.commands.common import UnreadableError, lines_of, names_in, shown, title_of
from uno_duo.core import Event, SeatMove, events_for
from uno_duo.core.events import Drew, KnockedOut, MatchEnded, RoundBegan, RoundEnded
from uno_duo.language import _
from uno_duo.record import End, Header, RecordError, Step, Undo, position, read_header, read_steps
from uno_duo.terminal import DATA, fail, leaving_at_once, quietly
from uno_duo.wording import plain, tell


def replay_match(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The record of a match."))],
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the position after each line as JSON."))] = False,
) -> None:
    """Prints a match from its record."""
    with quietly(), leaving_at_once():
        try:
            lines = lines_of(file)
            header = read_header(lines)
            steps = read_steps(header, lines)
            for line in _positions(steps) if as_json else _retold(header, steps):
                sys.stdout.write(line + "\n")
        except (RecordError, UnreadableError) as error:
            fail(_("{file}: {reason}").format(file=shown(file), reason=error), DATA)


def _positions(steps: Iterator[Step]) -> Iterator[str]:
    for step in steps:
        if not isinstance(step.entry, End):
            yield json.dumps(position(step.after, step.n))


def _retold(header: Header, steps: Iterator[Step]) -> Iterator[str]:
    """A match as lines of text: its header, and a numbered line for each move, under the rounds' headings."""
    names, reader = names_in(header)
    yield title_of(header, names)
    if header.created is not None:
        yield _("Begun {created}").format(created=plain(header.created))
    if header.seed is not None:
        yield _("Seed {seed}").format(seed=header.seed)
    yield ""
    is_over = False
    for step in steps:
        is_over = isinstance(step.entry, End) or step.after.winner is not None
        match step.entry:
            case None:
                pass
            case Undo(to=to):
                yield _row(step.n, _("Back to the position after move {n}").format(n=to))
            case End():
                yield ""
                yield _ended(step.entry, names, reader)
            case _:
                yield from _move_retold(step, names, reader)
    if not is_over:
        yield ""
        yield _("The match goes on.")


def _row(n: int, text: str) -> str:
    return f"{n:>5}  {text}"


_ENDINGS: Final = (RoundEnded, KnockedOut, MatchEnded)


def _move_retold(step: Step, names: Sequence[str], reader: int | None) -> Iterator[str]:
    headings: list[str] = []
    told: list[str] = []
    endings: list[str] = []
    for event in _events(step):
        group = headings if isinstance(event, RoundBegan) else endings if isinstance(event, _ENDINGS) else told
        group.append(tell(event, names, reader, step.after.rules))
    for heading in headings:
        yield ""
        yield heading
    yield _row(step.n, "; ".join(told) or _("The deck is shuffled"))
    if endings:
        points = zip(names, step.after.scores, strict=True)
        scores = ", ".join(_("{name} {score}").format(name=name, score=score) for name, score in points)
        endings.insert(1, _("Scores: {scores}").format(scores=scores))
        yield ""
        yield from endings


def _events(step: Step) -> tuple[Event, ...]:
    """What happened in a move, with every card that was drawn."""
    move = step.entry
    assert move is not None
    assert not isinstance(move, Undo | End)

    def seen_by(seat: int) -> tuple[Event, ...]:
        return events_for(step.before, move, step.after, seat)

    def shown(event: Event) -> Event:
        if not isinstance(event, Drew):
            return event
        return next(own for own in seen_by(event.seat) if isinstance(own, Drew) and own.seat == event.seat)

    return tuple(shown(event) for event in seen_by(move.seat if isinstance(move, SeatMove) else 0))


def _ended(end: End, names: Sequence[str], reader: int | None) -> str:
    """How a match ended without a winner by the rules."""
    if end.seat is None or end.reason == "stopped":
        return _("The match was stopped.")
    if end.reason == "forfeit":
        you, other = _("You forfeit the match."), _("{name} forfeits the match.")
    else:
        you, other = _("You give up the match."), _("{name} gives up the match.")
    return (you if end.seat == reader else other).format(name=names[end.seat])
