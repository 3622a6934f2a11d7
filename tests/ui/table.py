"""The program at a table that is set: a position made by hand, a bot that obeys, and what is to be seen."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar, cast
from unittest.mock import patch

from textual.app import App
from textual.events import Event, Key, MouseDown, MouseUp, Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer

from uno_duo.bots.levels import COMMAND
from uno_duo.coach.kinds import Kind
from uno_duo.core import (
    Accept,
    Draw,
    GameState,
    Keep,
    Pass,
    Rules,
    SeatMove,
    Take,
    View,
)
from uno_duo.match import Match
from uno_duo.record import Header, Memory, Options, Player, Replay, UnoCall
from uno_duo.settings import Pace, Settings
from uno_duo.store import Store
from uno_duo.ui.app import UnoDuo
from uno_duo.ui.resuming import names_of
from uno_duo.ui.screens.play import PlayScreen
from uno_duo.ui.session import PAUSES

FULL: Final = (80, 24)
SMALL: Final = (40, 12)
OTHERS: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo")
_A_PAUSE: Final = 86_399.0  # no timer of Textual's own is as long
_AN_HOUR: Final = 3600.0
_PATIENCE: Final = 30.0
_QUIET: Final = (Pass, Draw, Take, Accept, Keep)

_Screen = TypeVar("_Screen", bound=Screen[Any])


class Preferring:
    """A bot that makes the first of its preferred moves that it may make, else one that changes little.

    It says UNO late, or calls out, only where it prefers that. Like any bot it keeps nothing between two decisions.

    Attributes:
        views: What it was shown, one for each time that it was asked for a move.
    """

    def __init__(self, preferred: Sequence[SeatMove]) -> None:
        self.preferred = list(preferred)
        self.views: list[View] = []

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        del generator
        self.views.append(view)
        quiet = [move for kind in _QUIET for move in moves if isinstance(move, kind)]
        return next(move for move in [*self.preferred, *quiet, *moves] if move in moves)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        del view, generator
        return move in self.preferred


class _Waiting:
    """What a bot was about to do, which happens when the test says so."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act = act
        self.is_stopped = False

    def stop(self) -> None:
        self.is_stopped = True


class Game(UnoDuo):
    """The program, in which the pauses of a bot last until the test ends them."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.waiting: list[_Waiting] = []

    def set_timer(self, delay: float, callback: Any = None, **named: Any) -> Timer:
        if delay < _A_PAUSE - _AN_HOUR:  # what a bot has thought counts
            return super().set_timer(delay, callback, **named)
        self.waiting.append(_Waiting(callback))
        return cast(Timer, self.waiting[-1])


class Table:
    """The program while it runs.

    Attributes:
        app: The program.
        pilot: What presses its keys.
        bot: The bot of every match.
        matches: The matches begun or continued, the present one last.
    """

    def __init__(self, app: Game, pilot: Pilot[None], bot: Preferring, matches: list[Match]) -> None:
        self.app = app
        self.pilot = pilot
        self.bot = bot
        self.matches = matches

    async def set_anew(
        self,
        state: GameState,
        *,
        uno: UnoCall = "hand",
        bot: Sequence[SeatMove] = (),
        name: str = "You",
        others: Sequence[str] = OTHERS,
    ) -> None:
        """Sets another position, as if the match had begun in it; that is much quicker than another program."""
        head = header(uno=uno, name=name, rules=state.rules, others=others)

        def begin() -> None:
            if self.app.session is None:
                self.app._begin(head)
            session, match = self.app.session, self.match
            assert session is not None
            session.hold()
            self.bot.preferred = list(bot)
            match.header = head
            session._names = names_of(head)
            session._bots._bots = dict.fromkeys(range(1, state.rules.seats), self.bot)
            match._replay.moves.clear()
            match._replay.states[:] = [state]
            match._declined.clear()
            match.revision += 1
            session._seen = session._lines_revision = -1
            for screen in self.app.screen_stack:
                if isinstance(screen, PlayScreen):
                    screen.view = None  # as if nothing had been shown before
                    screen.selected, screen.is_armed, screen.held_by = 0, False, None
            session.go_on()

        while self.app.session is not None and not self.app.session.is_on_top:
            await self.press("escape")
        self.app.waiting.clear()
        self.app.call_later(begin)
        await self.settle()
        assert self.match._replay.states[0] is state
        assert len(self.screens) == 2

    @property
    def match(self) -> Match:
        return self.matches[-1]

    @property
    def state(self) -> GameState:
        return self.match.state

    @property
    def moves(self) -> list[Any]:
        """The moves made at this table."""
        return self.match._replay.moves

    @property
    def screens(self) -> list[str]:
        """The kinds of the screens, the one on top last."""
        return [type(screen).__name__ for screen in self.app.screen_stack[1:]]

    @property
    def top(self) -> str:
        return self.screens[-1]

    def screen(self, kind: type[_Screen]) -> _Screen:
        """The screen on top, which must be of a kind."""
        assert isinstance(self.app.screen, kind)
        return self.app.screen

    def screen_of(self, kind: type[_Screen]) -> _Screen:
        """The one screen of a kind, wherever it lies."""
        (found,) = [screen for screen in self.app.screen_stack if isinstance(screen, kind)]
        return found

    async def press(self, *keys: str) -> None:
        """Presses keys, one after another, and waits each time until all is done."""
        for key in keys:
            self._say(_key_event(key))
            await self.settle()

    async def press_at_once(self, *keys: str) -> None:
        """Presses keys before the first one can have done anything."""
        self._say(*(_key_event(key) for key in keys))
        await self.settle()

    async def click(self, x: int, y: int) -> None:
        """Clicks at a cell of the screen, as a terminal tells it."""
        self._say(*(kind(None, x, y, 0, 0, 1, False, False, False, x, y) for kind in (MouseDown, MouseUp)))
        await self.settle()

    async def click_on(self, text: str, within: str = "") -> None:
        """Clicks at the beginning of a text, in the first line that holds it and another one."""
        x, y = next((line.index(text), y) for y, line in enumerate(self.lines) if text in line and within in line)
        await self.click(x, y)

    def _say(self, *events: Event) -> None:
        """Sends events as the terminal's driver does."""
        driver = self.app._driver
        assert driver is not None
        for event in events:
            event.set_sender(self.app)
            driver.send_message(event)

    async def settle(self) -> None:
        """Waits until no message is under way any more, and has drawn what has changed.

        Pilot waits for an idle processor instead, which takes ten times as long.
        """
        quiet = 0
        while quiet < 3 and self.app.is_running:
            for _ in range(8):
                await asyncio.sleep(0)
            pumps = [self.app, *self.app.screen_stack, *self.app.screen.walk_children(with_self=False)]
            is_quiet = self.app._resize_event is None and all(pump._message_queue.empty() for pump in pumps)
            quiet = quiet + 1 if is_quiet else 0
        if self.app.is_running:
            self.app.screen._on_timer_update()
        await asyncio.sleep(0)

    async def until(self, is_so: Callable[[], object], what: str = "") -> None:
        """Waits for what a process does, and settles then."""
        loop = asyncio.get_running_loop()
        end = loop.time() + _PATIENCE
        while not is_so():
            assert loop.time() < end, f"never {what}\n" + "\n".join(self.lines)
            await asyncio.sleep(0.002)
            await self.settle()

    async def until_seen(self, text: str) -> None:
        """Waits until a text is to be seen."""
        await self.until(lambda: _squeezed([text]) in self.text, f"seen: {text}")

    async def resize(self, width: int, height: int) -> None:
        size = Size(width, height)
        cast(Any, self.app._driver)._size = size
        self.app.post_message(Resize(size, size))
        await self.settle()

    @property
    def is_waiting(self) -> bool:
        """Whether a bot is about to act."""
        return any(not waiting.is_stopped for waiting in self.app.waiting)

    async def end_pause(self) -> None:
        """Ends the pause of a bot, which acts then."""
        (waiting,) = [waiting for waiting in self.app.waiting if not waiting.is_stopped]
        self.app.waiting.clear()
        self.app.call_later(waiting.act)
        await self.settle()

    @property
    def lines(self) -> list[str]:
        """What is to be seen, line by line."""
        return visible(self.app)

    @property
    def text(self) -> str:
        """What is to be seen, with single spaces between the words and lines."""
        return _squeezed(self.lines)

    @property
    def dialog(self) -> str:
        """What is to be seen in the dialog, without its edge."""
        return self.part(".box")

    def part(self, selector: str) -> str:
        """What is to be seen inside a widget of the screen on top."""
        x, y, width, height = self.app.screen.query_one(selector).content_region
        return _squeezed([line[x : x + width] for line in self.lines[y : y + height]])

    def sees(self, *texts: str, within: str | None = None) -> None:
        """Checks that texts are to be seen, as they stand in a line or over lines, blanks aside."""
        seen = self.text if within is None else within
        missing = [text for text in texts if _squeezed([text]) not in seen]
        assert not missing, f"{missing} are not in\n" + "\n".join(self.lines)

    def sees_none(self, *texts: str) -> None:
        """Checks that none of some texts is to be seen."""
        found = [text for text in texts if _squeezed([text]) in self.text]
        assert not found, f"{found} are in\n" + "\n".join(self.lines)

    def line_with(self, text: str) -> str:
        """The one line that holds a text."""
        (line,) = [line for line in self.lines if text in line]
        return line

    @property
    def prompt(self) -> str:
        """What is asked, or chosen: the line with the mark."""
        lines = self.lines
        if isinstance(self.app.screen, PlayScreen):
            y = self.app.screen.query_one(".prompt").region.y  # the other seats have marks too
            return lines[y]
        return next(line for line in lines if "▶" in line or ">" in line)


def _key_event(key: str) -> Key:
    name = {"?": "question_mark", "[": "left_square_bracket", "]": "right_square_bracket", " ": "space"}.get(key, key)
    characters = {"enter": "\r", "space": " ", "tab": "\t", "question_mark": "?"}
    return Key(name, key if len(key) == 1 else characters.get(key))


def _squeezed(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def strips(app: App[None]) -> list[list[Strip]]:
    """What is to be seen as Textual draws it: the parts of each line, with what lies under a dialog."""
    update = cast(Any, app.screen._compositor.render_update(full=True, screen_stack=app._background_screens))
    return [list(line) for line in update.strips]


def visible(app: App[None]) -> list[str]:
    """What is to be seen, line by line, as plain text."""
    return ["".join(strip.text for strip in line) for line in strips(app)]


def header(
    *,
    uno: UnoCall = "hand",
    name: str = "You",
    target: int = 200,
    seed: int = 7,
    bot: str = "normal",
    command: str | None = None,
    memory: Memory = "full",
    rules: Rules | None = None,
    others: Sequence[str] = OTHERS,
    is_practice: bool = False,
) -> Header:
    """The header of a match as a person begins one; with more than two seats the bots have names of their own."""
    rules = rules or Rules(target=target)
    bots = rules.seats - 1
    bot = bot if command is None else COMMAND
    return Header(
        rules=rules,
        seats=(name, *((bot,) if bots == 1 else others[:bots])),
        players=(Player(), *[Player(bot=bot, memory=memory, command=command)] * bots),
        options=Options(uno=uno, practice=is_practice),
        seed=seed,
        created="2026-11-29T12:00:00Z",
    )


@contextmanager
def _set(state: GameState | None, bot: Preferring | None) -> Iterator[list[Match]]:
    """Has the first match begin in a position, and every match played by a bot; gives the matches as they are made."""
    matches: list[Match] = []
    positions = [] if state is None else [state]
    begin = Match.__init__

    def begun(match: Match, head: Header, replay: Replay | None = None, write: Any = None) -> None:
        begin(match, head, replay, write)
        if positions:
            match._replay.states[-1] = positions.pop()
        matches.append(match)

    with ExitStack() as changes:
        changes.enter_context(patch.object(Match, "__init__", begun))
        changes.enter_context(patch.dict(PAUSES, {"slow": _A_PAUSE}))
        if bot is not None:
            changes.enter_context(patch("uno_duo.ui.thinking.bot_for", lambda _player: bot))
        yield matches


@asynccontextmanager
async def opened(
    new_match: Header | None = None,
    *,
    state: GameState | None = None,
    bot: Sequence[SeatMove] | None = (),
    is_paced: bool = False,
    size: tuple[int, int] = FULL,
    is_ascii: bool = False,
    record: Path | None = None,
    bot_time: float | None = None,
    settings: Mapping[str, Any] | None = None,
    drill: tuple[Kind | None, int] | None = None,
) -> AsyncIterator[Table]:
    """Opens the program.

    Args:
        new_match: The match to begin with; without it the menu is shown.
        state: The position in which the first match begins.
        bot: The moves that the bot prefers; None for the bot that the match names.
        is_paced: Whether the bot pauses before it acts, until the test ends the pause.
        size: The size of the terminal.
        is_ascii: Whether the screens do with ASCII.
        record: A second file for the match.
        bot_time: How long a program is waited for.
        settings: What else the person has set.
        drill: What to drill, and how often, in place of the menu.
    """
    preferring = Preferring(bot or ())
    pace: Pace = "slow" if is_paced else "instant"
    chosen = Settings(pace=pace, ascii=is_ascii, bot_time=bot_time).model_copy(update=dict(settings or {}))
    with _set(state, None if bot is None else preferring) as matches:
        app = Game(chosen, new_match, record, drill=drill)
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            yield Table(app, pilot, preferring, matches)


def seated(
    state: GameState,
    *,
    bot: Sequence[SeatMove] = (),
    uno: UnoCall = "hand",
    name: str = "You",
    is_paced: bool = False,
    size: tuple[int, int] = FULL,
    is_ascii: bool = False,
    is_practice: bool = False,
) -> AbstractAsyncContextManager[Table]:
    """Opens the program with a match that begins in a position."""
    head = header(uno=uno, name=name, rules=state.rules, is_practice=is_practice)
    return opened(head, state=state, bot=bot, is_paced=is_paced, size=size, is_ascii=is_ascii)


def saved(path: Path | None = None) -> list[dict[str, Any]]:
    """The lines of the match that would be continued, or of another file."""
    path = path or Store().unfinished()
    assert path is not None
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def finished() -> list[Path]:
    """The records of the matches that are over."""
    return sorted((Path(os.environ["UNO_DUO_HOME"]) / "records").glob("*.jsonl"))
