"""The command `drill`: straight into positions of which the best move is to be found."""

from typing import Annotated, Final

import typer

from uno_duo.coach.kinds import KIND_WORDS, Kind
from uno_duo.commands.common import Ascii
from uno_duo.language import _
from uno_duo.settings import SettingsError, saved_settings, settings_from
from uno_duo.terminal import USAGE, fail, quietly, start_screens
from uno_duo.ui.drilling import COUNT

_KINDS: Final = ", ".join(KIND_WORDS.values())


def drill_player(
    kind: Annotated[
        str | None,
        typer.Option(metavar="KIND", help=_("What to drill: {kinds}.").format(kinds=_KINDS)),
    ] = None,
    count: Annotated[int, typer.Option(metavar="N", min=1, help=_("How many positions."))] = COUNT,
    is_ascii: Ascii = False,
) -> None:
    """Shows one's own mistakes that are due, and then fresh positions."""
    wanted: Kind | None = None
    if kind is not None:
        word = kind.strip().lower().replace(" ", "-")
        wanted = next((known for known, written in KIND_WORDS.items() if written == word), None)
        if wanted is None:
            told = _("there is no kind {kind!r}; there are {kinds}")
            fail(told.format(kind=kind, kinds=_KINDS), USAGE)
    with quietly():
        saved, problems = saved_settings()
        try:
            settings = settings_from({"ascii": is_ascii or None}, saved=saved)
        except SettingsError as error:
            fail(str(error), USAGE)
        start_screens(settings=settings, drill=(wanted, count), problems=problems)
