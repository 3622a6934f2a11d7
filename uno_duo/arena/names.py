"""What programs are called, for which their command lines stand."""

from collections.abc import Iterable

from uno_duo.wording import plain


def shortened(command: str, longest: int) -> str:
    """A command line as a terminal can show it, without its middle where it would be too long.

    What programs differ in mostly stands at the end.
    """
    command = plain(command)
    if len(command) <= longest:
        return command
    head = (longest - 1) // 3
    tail = longest - 1 - head
    return command[:head] + "…" + command[len(command) - tail :]


def names_of(commands: Iterable[str], longest: int) -> dict[str, str]:
    """What each command line is called: it is shortened, if they can still be told apart then."""
    names = {command: shortened(command, longest) for command in commands}
    return names if len(set(names.values())) == len(names) else {command: plain(command) for command in names}
