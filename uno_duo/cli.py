"""The console script `uno-duo`: the menu at once, or one of the commands."""

import logging
import os
import sys
from typing import Final

from uno_duo.cores import ONE_CORE
from uno_duo.terminal import leaving_at_once, make_writable, quietly, start_screens

_TRUE: Final = ("1", "on", "t", "true", "y", "yes")  # what the settings take for true; they are not loaded here


def main() -> None:
    """Does what the command line says.

    Without a command the menu opens, and for that nothing is loaded but the screens.
    """
    make_writable()
    os.environ.update({**ONE_CORE, **os.environ})
    logging.getLogger("uno_duo").addHandler(logging.NullHandler())  # a traceback belongs on no screen
    with quietly():
        arguments = set(sys.argv[1:])
        if arguments <= {"--ascii"} and "_UNO_DUO_COMPLETE" not in os.environ:
            start_screens(is_ascii=bool(arguments) or os.environ.get("UNO_DUO_ASCII", "").lower() in _TRUE)
        else:
            with leaving_at_once():  # an exception might end as a warning of a module that is being loaded
                from uno_duo.commands import app  # noqa: PLC0415 - the menu does without it
            app(prog_name="uno-duo")
