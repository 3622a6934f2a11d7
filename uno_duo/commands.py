"""The commands beside the bare start: play, simulate, replay and rules."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

from uno_duo import __version__
from uno_duo.arena import Summary, simulate
from uno_duo.bots.levels import LEVELS, UnknownBot, bot_named
from uno_duo.core import Event, SeatMove, events_for
from uno_duo.core.events import Drew, KnockedOut, MatchEnded, RoundBegan, RoundEnded
from uno_duo.dealer import new_seed
from uno_duo.house_rules import RulesError, RulesFileError, rules_as_toml, rules_for, rules_named
from uno_duo.language import _
from uno_duo.match import Match, header_for
from uno_duo.record import End, Header, RecordError, Step, Undo, UnoCall, position, read_header, read_lines, read_steps
from uno_duo.settings import Pace, SettingsError, saved_settings, settings_from
from uno_duo.terminal import DATA, USAGE, fail, leaving_at_interrupt, quietly, reason_of, start_screens
from uno_duo.wording import plain, tell

app = typer.Typer(help=_("UNO Duo in the terminal. Without a command the menu opens."), pretty_exceptions_enable=False)


def _version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"uno-duo {__version__}")
        raise typer.Exit


_Ascii = Annotated[bool, typer.Option("--ascii", help=_("Draw the screens with ASCII alone."))]
_RulesName = Annotated[
    str | None,
    typer.Option(
        metavar="duo|classic|house|FILE",
        help=_("What is played by: a game, your own house rules, or a TOML file."),
        show_default="duo",
    ),
]
_OF_RULES: Final = _("of the rules")
_Seats = Annotated[int | None, typer.Option(metavar="N", help=_("How many play, 2 to 10."), show_default=_OF_RULES)]
_Target = Annotated[
    int | None,
    typer.Option(metavar="N", help=_("The points at which a match ends."), show_default=_OF_RULES),
]


@app.callback()
def _options(
    _is_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=_("Show the version and leave."))
    ] = False,
    is_ascii: _Ascii = False,
) -> None:
    if is_ascii:
        os.environ["UNO_DUO_ASCII"] = "1"


@app.command(help=_("Play a match against bots."))
def play(
    rules: _RulesName = None,
    seats: _Seats = None,
    bot: Annotated[
        str | None, typer.Option(metavar="LEVEL", help=_("The bot: {levels}.").format(levels=", ".join(LEVELS)))
    ] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="A,B,…", help=_("A bot for each other seat, where they differ."))
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help=_("The same seed gives the same cards."))] = None,
    target: _Target = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help=_("What you are called."))] = None,
    pace: Annotated[Pace | None, typer.Option(help=_("How fast the bots act."))] = None,
    uno: Annotated[UnoCall | None, typer.Option(help=_("How you say UNO: by hand, asked, or said for you."))] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write the record of the match there too; a new file."))
    ] = None,
    is_ascii: _Ascii = False,
) -> None:
    """Starts a match at once."""
    if bot is not None and bots is not None:
        fail(_("--bot is for all other seats, and --bots for each: only one can be"), USAGE)
    flags = {
        "rules": rules,
        "seats": seats,
        "bot": bot,
        "bots": bots,
        "target": target,
        "name": name,
        "pace": pace,
        "uno": uno,
        "ascii": is_ascii or None,
    }
    with quietly():
        try:
            saved, problems = saved_settings()
            settings = settings_from(flags, saved=saved)
            for level in settings.bots or (settings.bot,):
                bot_named(level)
            new_match = header_for(settings, rules_for(settings), seed)
        except (SettingsError, UnknownBot) as error:
            fail(str(error), USAGE)
        except RulesError as error:
            _refuse(error)
        if record is not None:
            _check_new(record)
        start_screens(settings=settings, new_match=new_match, record=record, problems=problems)


def _refuse(error: RulesError) -> NoReturn:
    """Leaves because of rules; a file is data, all else was said by the person."""
    fail(str(error), DATA if isinstance(error, RulesFileError) else USAGE)


def _check_new(record: Path) -> None:
    """Refuses a file that exists or cannot be made, before the screens hide the reason."""
    if os.path.lexists(record):
        fail(_("{file}: it exists already").format(file=_shown(record)), USAGE)
    if not record.parent.is_dir() or not os.access(record.parent, os.W_OK):
        fail(_("{file}: it cannot be made there").format(file=_shown(record)), USAGE)


def _shown(path: object) -> str:
    return plain(str(path))


@app.command("simulate", help=_("Let bots play matches against each other."))
def simulate_matches(
    matches: Annotated[int, typer.Option(min=1, metavar="N", help=_("How many matches."))],
    rules: _RulesName = None,
    seats: _Seats = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help=_("A bot for each seat, seat 0 first, or one for all."),
            show_default="normal,easy,easy,…",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help=_("The same seed gives the same matches; by default a new one."))
    ] = None,
    target: _Target = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help=_("Write a record of each match there: 0001.jsonl, …"))
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result as JSON."))] = False,
) -> None:
    """Plays many matches and prints what came of them."""
    named = [] if bots is None else [name.strip() for name in bots.split(",")]
    if seats is None and rules == "classic" and len(named) > 1:
        seats = len(named)
    with quietly(), leaving_at_interrupt():
        try:
            played_by = rules_named(rules or "duo", seats=seats, target=target)
            names = _bot_of_each(named, played_by.seats)
            with _progress(matches) as on_match:
                summary = simulate(
                    names, matches, new_seed() if seed is None else seed, played_by, on_match=on_match, records=records
                )
        except UnknownBot as error:
            fail(str(error), USAGE)
        except RulesError as error:
            _refuse(error)
        except OSError as error:
            code = USAGE if isinstance(error, FileExistsError | NotADirectoryError) else DATA
            file = _shown(error.filename or records)
            fail(_("{file}: {reason}").format(file=file, reason=reason_of(error)), code)
        sys.stdout.write(summary.model_dump_json() + "\n" if as_json else _summary(summary))


def _bot_of_each(named: Sequence[str], seats: int) -> Sequence[str]:
    """The bot of each seat, from none, one, or one for each."""
    if not named:
        return ["normal", *["easy"] * (seats - 1)]
    if len(named) == 1:
        return [*named] * seats
    if len(named) != seats:
        reason = _("--bots: one bot for all or one for each of {seats} seats is needed, not {count}")
        fail(reason.format(seats=seats, count=len(named)), USAGE)
    return named


@contextmanager
def _progress(matches: int) -> Iterator[Callable[[Match], None]]:
    """A progress bar on a terminal, as what is called with each match that is over."""
    if not sys.stderr.isatty():
        yield lambda _match: None
        return
    with typer.progressbar(length=matches, label=_("Matches"), file=sys.stderr) as bar:
        yield lambda _match: bar.update(1)


def _summary(summary: Summary) -> str:
    """What came of many matches, as a table and some lines."""
    heads = (_("bot"), _("won"), _("share"), _("95 % interval"), _("points a round"))
    rows = [heads]
    for seat, name in enumerate(summary.bots):
        share = summary.win_shares[seat]
        rows.append(
            (
                name,
                str(summary.wins[seat]),
                "-" if share.share is None else f"{share.share:.1%}",
                _("{low} to {high}").format(low=f"{share.low:.1%}", high=f"{share.high:.1%}"),
                "-" if summary.points_a_round is None else f"{summary.points_a_round[seat]:.1f}",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    table = ["  ".join(map(_aligned, row, widths, range(len(row)))) for row in rows]
    if len(set(summary.bots)) < len(summary.bots):
        seats = [_("seat"), *map(str, range(len(summary.bots)))]
        table = [f"{seat:>{len(seats[0])}}  {row}" for seat, row in zip(seats, table, strict=True)]
    lines = [
        _("Matches: {matches}, seed {seed}").format(matches=summary.matches, seed=summary.seed),
        "",
        *table,
        "",
        _("A match: {rounds:.1f} rounds, {moves:.1f} moves").format(
            rounds=summary.rounds_a_match, moves=summary.moves_a_match
        ),
    ]
    if summary.unfinished:
        lines.append(_("Stopped after too many moves: {matches}").format(matches=summary.unfinished))
    lines += (
        _("Lost by a fault of the bot at seat {seat}: {matches}").format(seat=seat, matches=forfeits)
        for seat, forfeits in enumerate(summary.forfeits)
        if forfeits
    )
    timing = summary.timing
    lines.append(
        _("Time: {seconds:.1f} s, {speed:,.0f} moves a second").format(
            seconds=timing.seconds, speed=timing.moves_a_second
        )
    )
    return "\n".join(lines) + "\n"


def _aligned(cell: str, width: int, column: int) -> str:
    return cell.rjust(width) if column else cell.ljust(width)


@app.command("rules", help=_("Print rules as TOML, so that house rules can start from a copy."))
def print_rules(rules: _RulesName = None, seats: _Seats = None) -> None:
    """Prints the values of a rule set."""
    with quietly():
        try:
            found = rules_named(rules or "duo", seats=seats)
        except RulesError as error:
            _refuse(error)
        sys.stdout.write(rules_as_toml(found))


@app.command(help=_("Print a recorded match, a line a move."))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The record of a match."))],
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the position after each line as JSON."))] = False,
) -> None:
    """Prints a match from its record."""
    with quietly(), leaving_at_interrupt():
        try:
            lines = _lines_of(file)
            header = read_header(lines)
            steps = read_steps(header, lines)
            for line in _positions(steps) if as_json else _retold(header, steps):
                sys.stdout.write(line + "\n")
        except (RecordError, _UnreadableError) as error:
            fail(_("{file}: {reason}").format(file=_shown(file), reason=error), DATA)


class _UnreadableError(Exception):
    """A file that the system does not let us read; apart from output that it does not let us write."""


def _lines_of(file: Path) -> Iterator[bytes]:
    try:
        with file.open("rb") as stream:
            yield from read_lines(stream)
    except OSError as error:
        raise _UnreadableError(reason_of(error)) from None


def _positions(steps: Iterator[Step]) -> Iterator[str]:
    for step in steps:
        if not isinstance(step.entry, End):
            yield json.dumps(position(step.after, step.n))


def _retold(header: Header, steps: Iterator[Step]) -> Iterator[str]:
    """A match as lines of text: its header, and a numbered line for each move, under the rounds' headings."""
    names, reader = _called(header)
    yield _("Match of {names}, to {target} points").format(names=", ".join(names), target=header.rules.target)
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


def _called(header: Header) -> tuple[tuple[str, ...], int | None]:
    """What the seats are called, each by another name, and which one is "you"."""
    names = tuple(plain(name) for name in header.seats)
    if len(set(names)) < len(names):
        return tuple(_("{name} ({seat})").format(name=name, seat=seat) for seat, name in enumerate(names)), None
    return names, names.index(_("You")) if _("You") in names else None


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
