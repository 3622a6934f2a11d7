"""The signs that the screens are drawn with: with box drawing, and for terminals without it."""

from dataclasses import dataclass
from typing import Final

from rich.style import Style
from textual.app import App

BAR_STEPS: Final = 8
"""How many steps a cell of a bar has."""


@dataclass(frozen=True)
class Glyphs:
    """Signs of one cell each; a box is its corners from the top left on, its top or bottom, its side.

    Attributes:
        box: An ordinary card.
        raised: The card that is selected.
        line: A line across.
        side: A line down.
        back: The inside of a card that lies face down.
        small_back: A small card that lies face down.
        thin_back: The edge of a card in another hand, where many hands are shown.
        playable: The mark of a card that can be played.
        selected: The mark over the selected card.
        asked: The mark of what is asked.
        on_turn: The mark of the seat on turn, where play runs to the left and to the right; so the next two.
        following: The mark of the seat that plays after it.
        running: What stands before every other seat.
        wild: The sign of a wild card.
        bar: A full part of a bar, and its eighths.
        columns: The eighths of a cell from below, the full one last; or the full one alone.
        more: The end of a text that was cut.
        dot: What stands between parts of a line.
        none: A score of nothing.
        arrows: The keys to the left and the right.
        plus_minus: What stands before an error.
    """

    box: str
    raised: str
    line: str
    side: str
    back: str
    small_back: str
    thin_back: str
    playable: str
    selected: str
    asked: str
    on_turn: str
    following: str
    running: str
    wild: str
    bar: str
    columns: str
    more: str
    dot: str
    none: str
    arrows: str
    plus_minus: str

    def bar_of(self, steps: int) -> str:
        """A bar whose length is so many `BAR_STEPS` of a cell."""
        full, part = divmod(steps, BAR_STEPS)
        sign, *parts = tuple(self.bar)
        return sign * full + (parts[part - 1] if part and parts else "")

    def column_of(self, steps: int, style: Style, *, is_hanging: bool = False) -> tuple[str, Style]:
        """A cell of which so many `BAR_STEPS` are full, from below or from above, as a sign and its style."""
        if len(self.columns) < BAR_STEPS:
            return (self.columns if 2 * steps >= BAR_STEPS else " "), style
        if is_hanging and steps < BAR_STEPS:  # what a column of the rest leaves free
            return self.columns[BAR_STEPS - steps - 1], style + Style(reverse=True)
        return self.columns[steps - 1], style


UNICODE: Final = Glyphs(
    box="┌┐└┘─│",
    raised="┏┓┗┛━┃",
    line="─",
    side="│",
    back="░",
    small_back="▐▒▌",
    thin_back="▐",
    playable="●",
    selected="▾",
    asked="▶",
    on_turn="▶◀",
    following="▷◁",
    running="→←",
    wild="◆",
    bar="█▏▎▍▌▋▊▉",
    columns="▁▂▃▄▅▆▇█",
    more="…",
    dot="·",
    none="·",
    arrows="←→",
    plus_minus="±",
)
"""The signs of a terminal that shows them all."""
ASCII: Final = Glyphs(
    box="++++-|",
    raised="####=#",
    line="-",
    side="|",
    back="#",
    small_back="[#]",
    thin_back="|",
    playable="*",
    selected="v",
    asked=">",
    on_turn="@@",
    following="++",
    running="><",
    wild="*",
    bar="=",
    columns="#",
    more="~",
    dot="-",
    none=".",
    arrows="<>",
    plus_minus="+-",
)
"""The signs that every terminal shows."""


def glyphs_of(app: App[object]) -> Glyphs:
    """The signs that an app is drawn with."""
    return ASCII if is_ascii(app) else UNICODE


def is_ascii(app: App[object]) -> bool:
    """Whether an app is drawn without signs beyond ASCII."""
    return bool(getattr(app, "is_ascii", False))
