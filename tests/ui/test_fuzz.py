"""Keys, clicks and windows of any size at any moment: nothing breaks, and every position was reached by legal moves."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from rich.cells import cell_len
from textual.events import Key, MouseDown, MouseUp, Resize
from textual.geometry import Size

from tests.ui.table import Table, finished, header, opened
from uno_duo.core import Rules
from uno_duo.record import read_header, read_steps
from uno_duo.store import Store
from uno_duo.ui.keys import COMMANDS

# Every key of the list but Ctrl+C, the letters of the dialogs, and some that mean nothing.
KEYS: Final = sorted({key for command in COMMANDS for key in command.keys.split(",")} - {"ctrl+c"})
OTHERS: Final = ["y", "n", "ü", "ctrl+p", "delete", "backspace", "f5", "[", "shift+tab"]
LIKED: Final = ["enter", "d", "k", "x", "p", "right", "left", "r", "a", "c", "f", "u", "o", "z", "escape"]
PLAYABLE: Final = ((80, 24), (80, 24), (40, 12), (69, 30), (100, 21))
SIZES: Final = (*PLAYABLE, *PLAYABLE, (300, 100), (39, 12), (40, 11), (1, 1), (2, 3), (20, 5))
RULES: Final = (
    *(Rules(target=target) for target in (1, 30, 200)),
    *(Rules.classic(seats).model_copy(update={"target": 60, "knock_out": seats == 4}) for seats in (2, 3, 4, 10)),
    Rules.model_validate(
        {**Rules.duo().model_dump(), "seats": 5, "opening": "deal", "reverse": "turn", "recycling": "shuffled"}
    ),
)
_CHARACTERS: Final = {"enter": "\r", "space": " ", "tab": "\t", "question_mark": "?"}


class Hand:
    """What presses keys, clicks and pulls at the window, by chance."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table = table
        self.chance = chance
        driver = table.app._driver
        assert driver is not None
        self.driver = driver

    def key(self) -> None:
        chance = self.chance
        key = chance.choice(LIKED if chance.random() < 0.8 else [*KEYS, *OTHERS])
        for _ in range(2 if chance.random() < 0.2 else 1):
            event = Key(key, key if len(key) == 1 else _CHARACTERS.get(key))
            event.set_sender(self.table.app)
            self.driver.send_message(event)

    def click(self) -> None:
        width, height = self.table.app.size
        x, y = self.chance.randrange(width), self.chance.randrange(height)
        for kind in (MouseDown, MouseUp):
            event = kind(None, x, y, 0, 0, 1, False, False, False, x, y)
            event.set_sender(self.table.app)
            self.driver.send_message(event)

    def resize(self) -> None:
        chance = self.chance
        size = Size(
            *(chance.choice(SIZES) if chance.random() < 0.8 else (chance.randint(1, 300), chance.randint(1, 100)))
        )
        self.driver._size = size
        self.table.app.post_message(Resize(size, size))

    def act(self) -> None:
        doing = self.chance.random()
        if doing < 0.85:
            self.key()
        elif doing < 0.95:
            self.click()
        else:
            self.resize()


def check_record(path: Path) -> int:
    """Replays a record, which must hold, and tells how many lines follow its header."""
    lines = path.read_bytes().splitlines(keepends=True)
    head = read_header(lines[:1])
    *_, last = read_steps(head, lines[1:])
    assert last.line == len(lines)
    return last.line - 1


async def fuzz(seed: int, steps: int, rules: Sequence[Rules] = RULES) -> int:
    """Does steps by chance, opening the program again where it was left, and tells how many lines were recorded."""
    chance = random.Random(seed)
    done = 0
    while done < steps:
        begins = header(
            seed=chance.getrandbits(32),
            rules=chance.choice(rules),
            uno=chance.choice(("hand", "ask")),
            bot="easy",
            is_practice=chance.random() < 0.5,
        )
        is_new = chance.random() < 0.5 or not Store().all_unfinished()
        async with opened(begins if is_new else None, bot=None, size=chance.choice(PLAYABLE)) as table:
            hand = Hand(table, chance)
            while done < steps and table.app.is_running:
                done += 1
                hand.act()
                for _ in range(chance.randrange(40)):
                    await asyncio.sleep(0)
                if done % 20 == 0:
                    await table.pilot.pause()
                    await table.pilot.pause()
                    if table.app.is_running:
                        width, height = table.app.size
                        assert len(table.lines) == height
                        assert {cell_len(line) for line in table.lines} <= {width}, table.lines
    return sum(check_record(path) for path in (*Store().all_unfinished(), *finished()))


async def test_nothing_breaks_whatever_is_pressed_clicked_and_resized() -> None:
    assert await fuzz(seed=27, steps=150) > 10


async def test_nothing_breaks_with_more_seats() -> None:
    assert await fuzz(seed=16, steps=100, rules=RULES[3:]) > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
async def test_nothing_breaks_for_long(seed: int) -> None:
    assert await fuzz(seed, steps=2_000) > 20
