"""Going on with a match that was left."""

from pathlib import Path
from typing import Final

from rich.cells import cell_len

from uno_duo.house_rules import game_name
from uno_duo.language import _
from uno_duo.match import Match
from uno_duo.record import Header, Player, RecordError, read_record
from uno_duo.store import Saving, Store
from uno_duo.ui.prompts import score_line
from uno_duo.wording import plain

_LINE: Final = 76  # what a list of 80 columns has for each


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
        found = read_record(lines)
        header = found.header
        if header.seed is None or not header.players:
            raise ResumeError(_("{path}: it is no match against a bot").format(path=path))
        if found.error is None:
            saving = store.resume(path)
        else:
            store.resume(path).finish()
            saving = store.begin(header.created or "")
            for line in lines[: found.lines]:
                saving.write(line.decode() + "\n")
    except (OSError, RecordError) as error:
        raise ResumeError(f"{path}: {error}") from None
    return Match(header, found.replay, saving.write), saving


def about(store: Store, path: Path) -> str:
    """A match in progress in a line of 76 cells: when it began, how far it has come, and the scores."""
    try:
        found = read_record(store.lines(path))
    except (OSError, RecordError):
        return _("{file}: it cannot be read").format(file=path.name)
    header, state = found.header, found.replay.state
    parts = {
        "began": plain((header.created or "")[:16].replace("T", " ")),
        "game": game_name(header.rules),
        "round": max(1, state.round),
    }
    text = _("{began}  {game}, round {round}  {scores}")
    if header.options.practice:
        text = _("{began}  {game}, practice, round {round}  {scores}")
    width = _LINE - cell_len(text.format(**parts, scores=""))
    scores = score_line(names_of(header), state.scores, header.rules.target, width, out=state.out)
    return text.format(**parts, scores=scores)


def names_of(header: Header) -> tuple[str, ...]:
    """What the seats are called on the screens: bots begin with a capital letter."""
    players = header.players or (Player(),) * len(header.seats)
    return tuple(
        plain(name[:1].upper() + name[1:] if player.bot == name else name)
        for name, player in zip(header.seats, players, strict=True)
    )
