"""Going on with a match that was left."""

from pathlib import Path

from uno_duo.language import _
from uno_duo.match import Match
from uno_duo.record import Header, RecordError, Replay, read_header, read_steps
from uno_duo.store import Saving, Store


class ResumeError(ValueError):
    """A match that cannot be gone on with; its text is a line for the person."""


def resumed(store: Store, path: Path) -> tuple[Match, Saving]:
    """A match in progress as it stands in its file, and what saves it on.

    Where a line of the file is damaged, what stood before it is gone on with in a new file, and the damaged
    one is put among the records.

    Raises:
        ResumeError: Nothing in the file can be gone on with.
    """
    try:
        lines = store.lines(path)
        header = read_header(lines[:1])
        if header.seed is None:
            raise ResumeError(_("{path}: the match has no seed").format(path=path))
        replay = Replay(header.rules)
        good = _replayed(header, lines, replay)
        if good == len(lines):
            saving = store.resume(path)
        else:
            store.resume(path).finish()
            saving = store.begin(header.created or "")
            for line in lines[:good]:
                saving.write(line.decode() + "\n")
    except (OSError, RecordError) as error:
        raise ResumeError(f"{path}: {error}") from None
    return Match(header, replay, saving.write), saving


def _replayed(header: Header, lines: list[bytes], replay: Replay) -> int:
    """How many lines could be done, the header among them."""
    good = 0
    try:
        for step in read_steps(header, lines[1:], replay):
            good = step.line
    except RecordError:
        pass
    return good
