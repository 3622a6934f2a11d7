"""The console script `uno-duo`: the menu at once, or one of the commands."""

import logging
import os
import sys

from uno_duo.terminal import make_writable, quietly, start_screens


def main() -> None:
    """Does what the command line says.

    Without a command the menu opens, and for that nothing is loaded but the screens.
    """
    make_writable()
    logging.getLogger("uno_duo").addHandler(logging.NullHandler())  # a traceback belongs on no screen
    with quietly():
        arguments = set(sys.argv[1:])
        if arguments <= {"--ascii"} and "_UNO_DUO_COMPLETE" not in os.environ:
            if arguments:
                os.environ["UNO_DUO_ASCII"] = "1"
            start_screens()
        else:
            from uno_duo.commands import app  # noqa: PLC0415 - the menu does without it

            app(prog_name="uno-duo")
