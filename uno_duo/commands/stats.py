"""The command `stats`: what a player has done in all matches."""

import sys
from datetime import date
from typing import Annotated

import typer

from uno_duo.account import account_of
from uno_duo.bots.levels import COMMAND, LEVELS
from uno_duo.commands.common import shown, tell
from uno_duo.database import DatabaseError
from uno_duo.history import counted_history
from uno_duo.language import _
from uno_duo.store import Store
from uno_duo.terminal import DATA, USAGE, fail, leaving_at_once, quietly


def print_statistics(
    as_json: Annotated[bool, typer.Option("--json", help=_("Print them as JSON, on a line."))] = False,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help=_("Only matches begun on this day or later, as 2026-12-31."))
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL", help=_("Only matches against this bot: {levels}.").format(levels=", ".join(LEVELS))
        ),
    ] = None,
    is_to_rebuild: Annotated[
        bool, typer.Option("--rebuild", help=_("Count all records anew; drills are kept."))
    ] = False,
) -> None:
    """Prints what was won and given away, from the records of matches that are over."""
    with quietly(), leaving_at_once():
        try:
            day = date.fromisoformat(since) if since is not None else None
        except ValueError:
            fail(_("--since: {since} is no date such as 2026-12-31").format(since=shown(since)), USAGE)
        if bot is not None and bot not in (*LEVELS, COMMAND):
            fail(_("--bot: there is no bot {bot!r}").format(bot=bot), USAGE)
        try:
            history = counted_history(Store(), lambda line: tell(shown(line)), day, bot, is_to_rebuild=is_to_rebuild)
        except DatabaseError as error:
            fail(shown(error), DATA)
        lines = [history.model_dump_json()] if as_json else account_of(history)
        sys.stdout.writelines(line + "\n" for line in lines)
