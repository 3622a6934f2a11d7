"""The command `play`: straight into a match."""

import os
from pathlib import Path
from typing import Annotated

import typer

from uno_duo.bots.levels import COMMAND, LEVELS, UnknownBot
from uno_duo.bots.process import CommandError
from uno_duo.commands.common import Ascii, RulesName, Seats, Target, refuse, shown
from uno_duo.house_rules import RulesError, rules_for
from uno_duo.language import _
from uno_duo.match import header_for
from uno_duo.record import Memory, UnoCall
from uno_duo.settings import Pace, SettingsError, Tutor, saved_settings, settings_from
from uno_duo.terminal import USAGE, fail, quietly, start_screens
from uno_duo.ui.thinking import Bots


def play_match(
    rules: RulesName = None,
    seats: Seats = None,
    bot: Annotated[
        str | None, typer.Option(metavar="LEVEL", help=_("The bot: {levels}.").format(levels=", ".join(LEVELS)))
    ] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="A,B,…", help=_("A bot for each other seat, where they differ."))
    ] = None,
    bot_command: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help=_("A program that plays the other seats: it answers a line with a line.")),
    ] = None,
    bot_time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help=_("How long such a program is waited for, at most."))
    ] = None,
    memory: Annotated[
        Memory | None, typer.Option(help=_("What the bots remember: everything, or what a person would."))
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help=_("The same seed gives the same cards."))] = None,
    target: Target = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help=_("What you are called."))] = None,
    pace: Annotated[Pace | None, typer.Option(help=_("How fast the bots act."))] = None,
    uno: Annotated[UnoCall | None, typer.Option(help=_("How you say UNO: by hand, asked, or said for you."))] = None,
    is_practice: Annotated[
        bool, typer.Option("--practice", help=_("To learn: moves can be undone, and a coach helps."))
    ] = False,
    tutor: Annotated[
        Tutor | None, typer.Option(help=_("What the coach stops in practice, before it is played."))
    ] = None,
    has_memory_aid: Annotated[
        bool, typer.Option("--memory-aid", help=_("Let the cards not yet seen be looked at in practice."))
    ] = False,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write the record of the match there too; a new file."))
    ] = None,
    is_ascii: Ascii = False,
) -> None:
    """Starts a match at once."""
    if bot is not None and bots is not None:
        fail(_("--bot is for all other seats, and --bots for each: only one can be"), USAGE)
    if bot_command is not None and not (bot is None and bots is None):
        fail(_("--bot-command is for all other seats, in place of --bot and --bots"), USAGE)
    flags = {
        "rules": rules,
        "seats": seats,
        "bot": bot if bot_command is None else COMMAND,
        "bots": bots,
        "bot_time": bot_time,
        "memory": memory,
        "target": target,
        "name": name,
        "pace": pace,
        "uno": uno,
        "tutor": tutor,
        "memory_aid": has_memory_aid or None,
        "ascii": is_ascii or None,
    }
    with quietly():
        try:
            saved, problems = saved_settings()
            settings = settings_from(flags, saved=saved)
            new_match = header_for(settings, rules_for(settings), seed, bot_command, is_practice=is_practice)
            Bots(new_match)  # all are there
        except (SettingsError, UnknownBot, CommandError) as error:
            fail(str(error), USAGE)
        except RulesError as error:
            refuse(error)
        if record is not None:
            _check_new(record)
        start_screens(settings=settings, new_match=new_match, record=record, problems=problems)


def _check_new(record: Path) -> None:
    """Refuses a file that exists or cannot be made, before the screens hide the reason."""
    if os.path.lexists(record):
        fail(_("{file}: it exists already").format(file=shown(record)), USAGE)
    if not record.parent.is_dir() or not os.access(record.parent, os.W_OK):
        fail(_("{file}: it cannot be made there").format(file=shown(record)), USAGE)
