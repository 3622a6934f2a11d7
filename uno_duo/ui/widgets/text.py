"""Texts in cells."""

from rich.cells import cell_len, chop_cells


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """A text in lines of a width in cells, the later ones indented; words longer than that are cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        room = width - (indent if lines else 0)
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= room:
            line = joined
            continue
        if line:
            lines.append(line)
        *parts, line = chop_cells(word, max(1, width - indent))
        lines += parts
    lines.append(line)
    return [lines[0], *(" " * indent + later for later in lines[1:])]
