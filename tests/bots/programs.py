"""Programs that play a seat, for tests: the one of the README, and some that do it badly."""

import shlex
import sys
from pathlib import Path
from typing import Final

EXAMPLE: Final = Path(__file__).parent.parent / "data" / "example_bot.py"
FIRST: Final = "print(json.dumps(json.loads(line)['legal'][0]), flush=True)"
"""What answers with the first move that is legal."""


def command_of(*arguments: str | Path) -> str:
    """The command line that runs Python."""
    return shlex.join(map(str, (sys.executable, *arguments)))


def program(answer: str = FIRST, before: str = "") -> str:
    """The command line of a program that answers each line by running a piece of Python.

    Args:
        answer: What it runs for each `line`, the `count` of which begins at 0.
        before: What it runs first.
    """
    lines = ["import json, os, sys, time", before, "for count, line in enumerate(sys.stdin):", f"    {answer}"]
    return command_of("-c", "\n".join(lines))


def program_that_fails_once(flag: Path, answer: str = FIRST) -> str:
    """The command line of a program of which the first process leaves at its first question."""
    before = f"import pathlib; flag = pathlib.Path({str(flag)!r})"
    return program(f"flag.exists() or (flag.touch(), sys.exit(3)); {answer}", before)
