"""Texts in cells."""

from rich.cells import cell_len, chop_cells


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of a width in cells, the later ones indented by one; words longer than that are cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        room = width - (1 if lines else 0)
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= room:
            line = joined
            continue
        if line:
            lines.append(line)
        *parts, line = chop_cells(word, max(1, width - 1))
        lines += parts
    lines.append(line)
    return [lines[0], *(f" {later}" for later in lines[1:])]
