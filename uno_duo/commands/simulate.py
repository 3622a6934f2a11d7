"""The command `simulate`: bots against each other."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Final, NoReturn, get_args

import typer

from uno_duo.arena.crews import MOST_WORKERS, AddressError, Crew, CrewError, crew_at, crew_of
from uno_duo.arena.jobs import Outcome, bots_of
from uno_duo.arena.names import names_of
from uno_duo.arena.plans import Plan, PlanError
from uno_duo.arena.simulation import Simulation
from uno_duo.bots.levels import COMMAND, LEVELS, UnknownBot, about_searching
from uno_duo.bots.process import CommandError, end_all
from uno_duo.commands.common import RulesName, Seats, Target, progress, refuse, shown, tell
from uno_duo.commands.results import told
from uno_duo.dealer import new_seed
from uno_duo.house_rules import RulesError, rules_named
from uno_duo.language import _
from uno_duo.match import now_in_utc
from uno_duo.record import Memory, Player
from uno_duo.terminal import (
    DATA,
    USAGE,
    fail,
    leave_interrupted,
    leaving_at_once,
    noting_interrupt,
    quietly,
    reason_of,
)

_MEMORIES: Final = get_args(Memory)
_LONGEST_COMMAND: Final = 40


def simulate_matches(
    matches: Annotated[
        int, typer.Option(min=1, metavar="N", help=_("How many matches; in a round robin, of each two bots."))
    ],
    rules: RulesName = None,
    seats: Seats = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help=_("A bot for each seat, seat 0 first, or one for all: {levels}, or {command}, a program.").format(
                levels=", ".join(LEVELS), command=COMMAND
            ),
            show_default="normal,easy,easy,…",
        ),
    ] = None,
    bot_command: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COMMAND",
            help=_("The command line of a program that plays as {command}; one for each in --bots.").format(
                command=COMMAND
            ),
        ),
    ] = None,
    bot_time: Annotated[
        float, typer.Option(min=0.001, metavar="SECONDS", help=_("How long a program may take for an answer."))
    ] = 10,
    memory: Annotated[
        str,
        typer.Option(
            metavar="full|human,…", help=_("What the bots remember: everything, or what a person would; one for each.")
        ),
    ] = "full",
    is_paired: Annotated[
        bool, typer.Option("--paired", help=_("Play each deal again with the seats changed, until all had all."))
    ] = False,
    is_round_robin: Annotated[
        bool, typer.Option("--round-robin", help=_("Let each two of the bots play each other, and rate them."))
    ] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help=_("The same seed gives the same matches; by default a new one."))
    ] = None,
    target: Target = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_WORKERS, metavar="N", help=_("How many processes play."), show_default="1"),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=_("Let the Dask cluster of this scheduler play."))
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help=_("Write a record of each match there: 0001.jsonl, …"))
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result as JSON."))] = False,
) -> None:
    """Plays many matches and prints what came of them."""
    if workers is not None and scheduler is not None:
        fail(_("--workers is for this machine, and --scheduler for a cluster: only one can be"), USAGE)
    named = [] if bots is None else [name.strip() for name in bots.split(",")]
    if seats is None and rules == "classic" and len(named) > 1 and not is_round_robin:
        seats = len(named)
    with quietly(), leaving_at_once(end_all):
        try:
            played_by = rules_named(rules or "duo", seats=seats, target=target)
            players = _players(named or ["normal", *["easy"] * (played_by.seats - 1)], bot_command or [])
            if not is_round_robin:
                players = _for_each_seat(players, played_by.seats)
            players = _with_memories(players, memory)
            plan = Plan(
                rules=played_by,
                players=players,
                matches=matches,
                seed=new_seed() if seed is None else seed,
                created=now_in_utc(),
                is_paired=is_paired,
                is_round_robin=is_round_robin,
                seconds=bot_time,
            )
            with bots_of(players):
                pass  # all are there
            crew = crew_of(workers or 1) if scheduler is None else crew_at(scheduler)
            simulation = Simulation(plan, records)
        except RulesError as error:
            refuse(error)
        except (PlanError, UnknownBot, CommandError, AddressError) as error:
            fail(str(error), USAGE)
        except OSError as error:
            fail(_of_file(error, records), USAGE if isinstance(error, FileExistsError | NotADirectoryError) else DATA)
        if about := about_searching([player.bot for player in players], played_by):
            tell(about)
        with noting_interrupt() as is_interrupted:
            trouble = _played(plan, simulation, crew, records, is_interrupted)
            summary = simulation.summary()
        if summary.matches or trouble is None:
            sys.stdout.write(summary.model_dump_json() + "\n" if as_json else told(summary))
        if trouble is not None or is_interrupted():
            end_all()  # the programs that a match still asks in this process
            if trouble is not None:
                _fail_at_once(trouble)
            leave_interrupted()


def _players(named: Sequence[str], commands: Sequence[str]) -> tuple[Player, ...]:
    """The bots that are named, with the command lines of those that are programs."""
    if named.count(COMMAND) != len(commands):
        reason = _("--bots names {command} {names} times, and --bot-command is given {commands} times")
        fail(reason.format(command=COMMAND, names=named.count(COMMAND), commands=len(commands)), USAGE)
    command = iter(commands)
    return tuple(Player(bot=name, command=next(command) if name == COMMAND else None) for name in named)


def _for_each_seat(players: tuple[Player, ...], seats: int) -> tuple[Player, ...]:
    """The bot of each seat, from one for all or one for each."""
    if len(players) == 1:
        return players * seats
    if len(players) != seats:
        reason = _("--bots: one bot for all or one for each of {seats} seats is needed, not {count}")
        fail(reason.format(seats=seats, count=len(players)), USAGE)
    return players


def _with_memories(players: Sequence[Player], memory: str) -> tuple[Player, ...]:
    """The bots with what each remembers, from one memory for all or one for each."""
    memories = [name.strip() for name in memory.split(",")]
    if len(memories) == 1:
        memories *= len(players)
    if len(memories) != len(players):
        reason = _("--memory: one for all or one for each of {count} bots is needed, not {memories}")
        fail(reason.format(count=len(players), memories=len(memories)), USAGE)
    for name in memories:
        if name not in _MEMORIES:
            names = ", ".join(_MEMORIES)
            fail(_("--memory: there is no {name!r}; there are {names}").format(name=name, names=names), USAGE)
    return tuple(p.model_copy(update={"memory": name}) for p, name in zip(players, memories, strict=True))


def _played(
    plan: Plan, simulation: Simulation, crew: Crew, records: Path | None, is_interrupted: Callable[[], bool]
) -> str | None:
    """Plays the matches, and tells on a terminal how far it has come; what went wrong, if it was ended by that."""
    with progress(plan.total, _("Matches")) as step:

        def note(outcome: Outcome) -> None:
            if outcome.fault is not None:
                tell(_forfeit(plan, outcome))
            step(1)

        try:
            simulation.run(crew, note, is_interrupted)
        except CrewError as error:
            return str(error)
        except OSError as error:
            if error.filename is None:  # it is none of the records that cannot be written
                raise
            return _of_file(error, records)
    return None


def _fail_at_once(reason: str) -> NoReturn:
    """Leaves with a line that says why, whatever a match is still doing in this process."""
    try:
        fail(reason, DATA)
    finally:
        os._exit(DATA)


def _of_file(error: OSError, records: Path | None) -> str:
    """What the system has refused."""
    return _("{file}: {reason}").format(file=shown(error.filename or records), reason=reason_of(error))


def _forfeit(plan: Plan, outcome: Outcome) -> str:
    """The line on a match that a bot has lost by its fault."""
    assert outcome.forfeit is not None
    player = plan.players_of(outcome.index)[outcome.forfeit]
    bot = player.bot
    programs = names_of((other.command for other in plan.players if other.command is not None), _LONGEST_COMMAND)
    if player.command is not None and len(programs) > 1:
        bot = programs[player.command]
    return _("Match {number}: seat {seat} ({bot}) forfeits: {fault}").format(
        number=outcome.index + 1, seat=outcome.forfeit, bot=bot, fault=outcome.fault
    )
