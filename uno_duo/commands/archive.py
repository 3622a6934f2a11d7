"""The commands `export` and `import`: all that a player has, as one file."""

from pathlib import Path
from typing import Annotated

import typer

from uno_duo.archive import ArchiveError, export_all, import_all
from uno_duo.commands.common import shown, tell
from uno_duo.database import DatabaseError
from uno_duo.language import _, ngettext
from uno_duo.store import Store
from uno_duo.terminal import DATA, fail, leaving_at_once, quietly


def export_archive(file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The archive, a new file."))]) -> None:
    """Writes the records of all matches that are over, and what was worked out of them, to one file."""
    with quietly(), leaving_at_once():
        try:
            count = export_all(Store(), file)
        except ArchiveError as error:
            fail(f"{shown(file)}: {error}", DATA)
        except DatabaseError as error:
            fail(shown(error), DATA)
        typer.echo(ngettext("{count} match exported.", "{count} matches exported.", count).format(count=count))


def import_archive(file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The archive."))]) -> None:
    """Takes in what such a file holds and is not there yet."""
    with quietly(), leaving_at_once():
        left_out: list[str] = []
        try:
            imported = import_all(Store(), file, left_out.append)
        except ArchiveError as error:
            fail(f"{shown(file)}: {error}", DATA)
        except DatabaseError as error:
            fail(shown(error), DATA)
        added = ngettext("{count} match imported", "{count} matches imported", imported.added)
        known = ngettext("{count} was there already", "{count} were there already", imported.known)
        typer.echo(f"{added.format(count=imported.added)}, {known.format(count=imported.known)}.")
        for reason in left_out:
            tell(_("left out: {reason}").format(reason=shown(reason)))
        if left_out:
            raise typer.Exit(DATA)
