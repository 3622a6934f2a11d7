"""The command `simulate`: bots against each other."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from uno_duo.arena import Summary, simulate
from uno_duo.bots.levels import UnknownBot
from uno_duo.commands.common import RulesName, Seats, Target, refuse, shown
from uno_duo.dealer import new_seed
from uno_duo.house_rules import RulesError, rules_named
from uno_duo.language import _
from uno_duo.match import Match
from uno_duo.terminal import DATA, USAGE, fail, leaving_at_interrupt, quietly, reason_of


def simulate_matches(
    matches: Annotated[int, typer.Option(min=1, metavar="N", help=_("How many matches."))],
    rules: RulesName = None,
    seats: Seats = None,
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
    target: Target = None,
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
            refuse(error)
        except OSError as error:
            code = USAGE if isinstance(error, FileExistsError | NotADirectoryError) else DATA
            file = shown(error.filename or records)
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
