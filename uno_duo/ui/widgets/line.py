"""The lines above and below a screen: its title, the keys that act now, what is asked, and rules between."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.reactive import var

from uno_duo.ui.keys import Command
from uno_duo.ui.widgets.canvas import Canvas, Drawn, fitted
from uno_duo.ui.widgets.text import wrapped


class About(Drawn):
    """A few lines of text about what is chosen; unlike a `Static` it never has the whole screen laid out anew."""

    text: var[str] = var("")

    def watch_text(self, before: str, after: str) -> None:
        """Shows the new text, of which only the lines that differ are sent."""
        old, new = self._lines(before), self._lines(after)
        rows = [y for y in range(max(len(old), len(new))) if old[y : y + 1] != new[y : y + 1]]
        if rows:
            self.redraw(*(Region(0, y, self.size.width, 1).intersection(self.size.region) for y in rows))

    def _lines(self, text: str) -> list[str]:
        """The lines that fit, of which the last tells that there would be more."""
        width, height = max(1, self.size.width - 2), self.size.height
        lines = wrapped(text, width)
        if len(lines) > height > 0:
            more = self.glyphs.more
            lines[height - 1] = fitted(lines[height - 1], width - cell_len(more), "") + more
        return lines[:height]

    def paint(self, canvas: Canvas) -> None:
        """Draws the lines."""
        for y, line in enumerate(self._lines(self.text)):
            canvas.put(1, y, line, self.style_of("part--dim"))


_PLAINEST: Final = frozenset(("move(1)", "choose", "scores", "help", "back", "quit"))
"""The commands whose keys tell enough by themselves."""
_PLAIN: Final = _PLAINEST | {"draw", "uno"}
"""Those, and the ones that are learned in the first round."""


class Title(Drawn):
    """A line with a text on the left, in a short form where there is no room, and one on the right."""

    left: var[str] = var("")
    short: var[str] = var("")
    right: var[str] = var("")

    def watch_left(self) -> None:
        """Shows the new text."""
        self.redraw()

    def watch_short(self) -> None:
        """Shows the new text."""
        self.redraw()

    def watch_right(self) -> None:
        """Shows the new text."""
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draws the line; the right part is cut last."""
        right = fitted(self.right, canvas.width - 2, self.glyphs.more)
        canvas.put_right(canvas.width - 1, 0, right, self.style_of("part--strong"))
        room = canvas.width - cell_len(right) - 3
        left = self.short if self.short and cell_len(self.left) > room else self.left
        canvas.put(1, 0, fitted(left, room, self.glyphs.more))


class Rule(Drawn):
    """A line across."""

    def paint(self, canvas: Canvas) -> None:
        """Draws it."""
        canvas.rule(0, self.glyphs.line, self.style_of("part--dim"))


class KeyLine(Drawn):
    """The last line: the commands that act now, with their keys; a click does them."""

    class Pressed(Message):
        """A command was clicked."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    commands: var[tuple[Command, ...]] = var(())

    def watch_commands(self) -> None:
        """Shows the new commands."""
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draws the commands that fit."""
        for start, command, name in self._places(canvas.width):
            sign = command.sign.replace("←→", self.glyphs.arrows)
            x = canvas.put(start, 0, sign, self.style_of("part--accent"))
            canvas.put(x + 1, 0, name, self.style_of("part--dim"))

    def _places(self, width: int) -> list[tuple[int, Command, str]]:
        """Where each command begins, and its name; the plainest, or all, go without where it would not fit."""
        everything = frozenset(command.action for command in self.commands)
        for unnamed, gap in ((frozenset[str](), 2), (_PLAINEST, 2), (_PLAIN, 1), (everything, 1)):
            places: list[tuple[int, Command, str]] = []
            x = 1
            for command in self.commands:
                name = "" if command.action in unnamed else command.name
                places.append((x, command, name))
                x += cell_len(command.sign) + (1 + cell_len(name) if name else 0) + gap
            if x - gap <= width:
                break
        return places

    def on_click(self, event: Click) -> None:
        """Does the command that was clicked."""
        for start, command, _name in reversed(self._places(self.size.width)):
            if event.x >= start:
                self.post_message(self.Pressed(command))
                return


@dataclass(frozen=True)
class Choice:
    """An answer that can be given.

    Attributes:
        key: The letter that gives it.
        text: What it is.
    """

    key: str
    text: str


class Prompt(Drawn):
    """What is asked, as a sentence; where the rules ask for an answer, with the answers behind it."""

    class Chosen(Message):
        """An answer was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    sentence: var[str] = var("")
    is_asking: var[bool] = var(False)
    choices: var[tuple[Choice, ...]] = var(())
    selected: var[int | None] = var[int | None](None)

    def watch_sentence(self) -> None:
        """Shows the new sentence."""
        self.redraw()

    def watch_is_asking(self) -> None:
        """Shows whether the player is asked."""
        self.redraw()

    def watch_choices(self) -> None:
        """Shows the new answers."""
        self.redraw()

    def watch_selected(self) -> None:
        """Shows the chosen answer."""
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draws the sentence, and the answers behind it or in the next line."""
        style = self.style_of("part--accent" if self.is_asking else "part--dim")
        x = canvas.put(1, 0, f"{self.glyphs.asked} " if self.is_asking else "  ", style)
        if self.choices or canvas.height == 1:
            canvas.put(x, 0, fitted(self.sentence, canvas.width - x, self.glyphs.more), style)
        else:
            for y, part in enumerate(wrapped(self.sentence, canvas.width - x)[: canvas.height]):
                canvas.put(x, y, part, style)
        for index, (left, line, text) in enumerate(self._places(canvas.width)):
            is_chosen = index == self.selected
            part = "part--strong" if is_chosen else "part--dim"
            canvas.put(left, line, f"[{text}]" if is_chosen else f" {text} ", self.style_of(part))

    def _places(self, width: int) -> list[tuple[int, int, str]]:
        """The cell, the line and the text of each answer: behind the sentence or below it, closer where it must be."""
        start, line = 3 + cell_len(self.sentence) + 2, 0
        for text in (" {key}  {text} ", "{key} {text}"):
            texts = [text.format(key=choice.key, text=choice.text) for choice in self.choices]
            length = sum(cell_len(answer) + 2 for answer in texts)
            if line == 0 and start + length > width:
                start, line = 1, 1
            if start + length <= width:
                break
        places: list[tuple[int, int, str]] = []
        for answer in texts:
            places.append((start, line, answer))
            start += cell_len(answer) + 2
        return places

    def on_click(self, event: Click) -> None:
        """Gives the answer that was clicked."""
        for index, (left, line, text) in enumerate(self._places(self.size.width)):
            if event.y == line and left <= event.x < left + cell_len(text) + 2:
                self.post_message(self.Chosen(index))
                return
