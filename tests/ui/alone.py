"""A screen alone, without a match behind it: what it shows of a view, and what it says."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from textual.app import App
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.pilot import Pilot

from tests.core.positions import RED, rest_of_deck, sorted_hand
from tests.ui.table import FULL, visible
from uno_duo.core import GameState, Rules, cards, new_match
from uno_duo.ui.messages import GoOn, MoveChosen
from uno_duo.ui.screens.match import MatchScreen
from uno_duo.ui.styles import stylesheet

NAMES: Final = ("You", "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo")


def setting(hands: Sequence[str], *, rules: Rules | None = None, **fields: Any) -> GameState:
    """A position with as many hands as there are seats: seat 0 has dealt and is on turn, with R5 on top."""
    rules = rules or Rules.classic(len(hands))
    held, pile = tuple(sorted_hand(hand) for hand in hands), cards("R5")
    given = {"phase": "turn", "round": 1, "first": 0, "turn": 0, "colour": RED, "discard": pile, **fields}
    draw = rest_of_deck(*held, pile, rules=rules)
    return GameState.model_validate({**dict(new_match(rules)), "hands": held, "draw": draw, **given}, strict=False)


class _Show(App[None]):
    CSS_PATH = str(stylesheet())

    def __init__(self, *, is_ascii: bool) -> None:
        super().__init__()
        self.is_ascii = is_ascii
        self.said: list[Message] = []

    def on_move_chosen(self, message: MoveChosen) -> None:
        self.said.append(message)

    def on_go_on(self, message: GoOn) -> None:
        self.said.append(message)


class Alone:
    """A screen that is looked at.

    Attributes:
        app: What shows it.
        pilot: What presses its keys.
    """

    def __init__(self, app: _Show, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def show(self, screen: MatchScreen[Any], view: Any, names: Sequence[str] = NAMES) -> None:
        """Shows a view on a screen."""
        screen.names, screen.view = tuple(names[: view.rules.seats]), view
        await self.app.push_screen(screen)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        self.app.post_message(Resize(Size(width, height), Size(width, height)))
        while self.app.screen.size != Size(width, height):
            await self.pilot.pause()
        await self.pilot.pause()

    @property
    def said(self) -> list[Message]:
        """What the screens have said."""
        return self.app.said

    @property
    def lines(self) -> list[str]:
        """What is to be seen, line by line, without the scroll bar."""
        return [line[: self.app.size.width - 1].rstrip() for line in visible(self.app)]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.lines).split())

    def sees(self, *texts: str) -> None:
        missing = [text for text in texts if text not in self.text]
        assert not missing, f"{missing} are not in\n" + "\n".join(self.lines)

    def sees_none(self, *texts: str) -> None:
        found = [text for text in texts if text in self.text]
        assert not found, f"{found} are in\n" + "\n".join(self.lines)

    def row(self, *words: str) -> list[str]:
        """The words of the one line that begins with some of them."""
        rows = [line.split() for line in self.lines]
        found = [row for row in rows if row[: len(words)] == list(words)]
        assert len(found) == 1, f"{words}: {found}\n" + "\n".join(self.lines)
        return found[0]


@asynccontextmanager
async def alone(size: tuple[int, int] = FULL, *, is_ascii: bool = False) -> AsyncIterator[Alone]:
    """Opens a program that shows a screen alone."""
    app = _Show(is_ascii=is_ascii)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Alone(app, pilot)
