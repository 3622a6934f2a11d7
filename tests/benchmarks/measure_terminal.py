"""What the screens cost on a real pseudo-terminal, beside small Textual applications in the same run.

    python tests/benchmarks/measure_terminal.py

Measured are the first paint of `uno-duo` beside that of a hello-world application; a key that moves the choice among
20 cards beside one that moves a class among 20 `Static` widgets; what is sent and computed while nobody does
anything; and a key while `master` searches beside one while the bot waits. Each pair takes turns, and the medians are
printed. It needs the project, and a system with pseudo-terminals.
"""

import contextlib
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
COLUMNS, LINES = 80, 24
STARTS: Final = 9
KEYS: Final = 60
REST: Final = 5.0
CARDS: Final = 20
RIGHT: Final = b"\x1b[C"
LEAVING: Final = 10.0
BLOCKS: Final = 5
KEYS_A_BLOCK: Final = 60

HELLO: Final = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    def compose(self):
        yield Static("Hello, World!")

Hello().run()
"""

STATICS: Final = """
from textual.app import App
from textual.containers import Horizontal
from textual.widgets import Static

class Statics(App):
    CSS = "Static { width: 4; height: 4; border: solid gray; } Static.chosen { border: heavy yellow; }"
    BINDINGS = [("right", "move", "Move")]
    chosen = 0

    def compose(self):
        with Horizontal():
            for number in range(20):
                yield Static(f"{number}", classes="chosen" if number == 0 else "")

    def action_move(self):
        cards = list(self.query(Static))
        cards[self.chosen].remove_class("chosen")
        self.chosen = (self.chosen + 1) % len(cards)
        cards[self.chosen].add_class("chosen")

Statics().run()
"""


# Programs that play a seat and never answer: one waits, the other makes the search of master again and again.
WAITING: Final = "import sys; list(sys.stdin)"
SEARCHING: Final = """
import sys
from random import Random
from uno_duo.bots.levels import bot_named
from uno_duo.bots.lines import question_of

master, view = bot_named("master"), question_of(sys.stdin.buffer.readline()).view
while True:
    master.choose(view, view.legal, Random(7))
"""


@dataclass(frozen=True)
class Heard:
    """What came from a program: how many bytes, and when the last of them came, in seconds; None if there were none."""

    size: int
    last: float | None


class Program:
    """A program on a pseudo-terminal of 80 by 24, which answers what Textual asks of a terminal."""

    def __init__(self, arguments: list[str], home: Path) -> None:
        self.began = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
            os.execve(sys.executable, [sys.executable, *arguments], environment(home))
        self.screen = b""

    def hear(self, quiet: float, *, until: bytes = b"", least: int = 0, most: float = 30.0) -> Heard:
        """Listens until the program has been quiet for a while, and a text or some bytes have come if waited for."""
        size, last, start = 0, None, time.perf_counter()
        seen = b""
        while time.perf_counter() - start < most:
            ready, _, _ = select.select([self.terminal], [], [], quiet)
            if not ready:
                if until in seen and size >= least:
                    break
                continue
            try:
                part = os.read(self.terminal, 1 << 16)
            except OSError:  # it has left
                break
            last = time.perf_counter()
            size += len(part)
            seen += part
            self._answer(part)
        self.screen = seen
        return Heard(size, last)

    def _answer(self, part: bytes) -> None:
        """Says that the terminal can show a frame at once, and none of the other things."""
        for mode in re.findall(rb"\x1b\[\?(\d+)\$p", part):
            os.write(self.terminal, b"\x1b[?%s;%d$y" % (mode, 2 if mode == b"2026" else 0))

    def first_paint(self, text: bytes) -> float:
        """Seconds from the start to the last byte of what is painted at first."""
        heard = self.hear(0.3, until=text)
        assert heard.last is not None
        assert text in self.screen, f"{text!r} was not painted"
        return heard.last - self.began

    def press(self, key: bytes, quiet: float = 0.08) -> tuple[float, int]:
        """Seconds to the last byte that a key brings before it is quiet for a while, and how many bytes come."""
        start = time.perf_counter()
        os.write(self.terminal, key)
        heard = self.hear(quiet, least=1, most=2.0)
        return (heard.last or start) - start, heard.size

    def rest(self, seconds: float) -> tuple[int, float]:
        """Bytes that come and seconds that are computed while nobody does anything."""
        before = cpu_seconds(self.pid)
        heard = self.hear(seconds, most=seconds)
        return heard.size, cpu_seconds(self.pid) - before

    def end(self) -> None:
        """Leaves the program, by force if need be."""
        with contextlib.suppress(OSError):
            os.write(self.terminal, b"\x11")
        patience = time.perf_counter() + LEAVING
        while time.perf_counter() < patience:
            self.hear(0.02, most=0.1)
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
        else:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.terminal)


def environment(home: Path) -> dict[str, str]:
    """A terminal of 24-bit colour, and a home of its own."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("UNO_DUO", "TEXTUAL", "NO_COLOR"))
    }
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {
        **kept,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "UNO_DUO_HOME": str(home),
        "PYTHONPATH": path,
    }


def cpu_seconds(pid: int) -> float:
    """What a process has computed so far; not a number where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def running(arguments: list[str], home: Path) -> Iterator[Program]:
    """A program that is ended in any case."""
    program = Program(arguments, home)
    try:
        yield program
    finally:
        program.end()


def prepare_match(home: Path, turn: int = 0, command: str | None = None) -> None:
    """Saves a match in which a seat is on turn, each with a hand of 20 cards.

    Args:
        home: Where it is saved.
        turn: The seat; 0 is the person.
        command: The program that plays the other seat; None for a bot of ours.
    """
    from uno_duo.core import Cut, Keep, Phase, Rules
    from uno_duo.match import Match
    from uno_duo.record import Header, Player

    for seed in count():
        head = Header(
            rules=Rules(hand_size=CARDS),
            seats=("You", "normal"),
            players=(Player(), Player(bot="normal" if command is None else "command", command=command)),
            seed=seed,
            created="2026-11-29T12:00:00Z",
        )
        lines: list[str] = []
        match = Match(head, write=lines.append)
        while (decision := match.decision) is None or isinstance(decision.moves[0], Cut | Keep):
            if decision is None:
                match.shuffle()
            else:
                match.play(decision.moves[0])
        if match.state.phase is Phase.TURN and match.state.turn == turn and len(match.state.hands[0]) == CARDS:
            folder = home / "unfinished"
            folder.mkdir(parents=True)
            (folder / "match.jsonl").write_text("".join(lines), encoding="utf-8")
            return


def measure_starts(home: Path) -> tuple[float, float]:
    """Median seconds to the first paint of the menu, and of the hello-world application."""
    taken: dict[str, list[float]] = {"ours": [], "theirs": []}
    for turn in range(STARTS + 1):
        for name, arguments, text in (("ours", ["-m", "uno_duo"], b"Quit"), ("theirs", ["-c", HELLO], b"Hello")):
            with running(arguments, home) as program:
                paint = program.first_paint(text)
                if turn:  # the first of each compiles its modules, and fills the system's caches
                    taken[name].append(paint)
    return statistics.median(taken["ours"]), statistics.median(taken["theirs"])


@dataclass(frozen=True)
class Costs:
    """What a screen costs: a key in seconds and bytes, and rest in bytes and seconds computed."""

    key_time: float
    key_size: float
    rest_size: int
    rest_time: float


def measure_keys(home: Path) -> tuple[Costs, Costs]:
    """The costs of a choice among 20 cards, and among 20 widgets."""
    with running(["-m", "uno_duo"], home) as ours, running(["-c", STATICS], home) as theirs:
        ours.first_paint(b"Continue")
        ours.press(b"\r")
        ours.hear(1.0)
        theirs.first_paint(b"19")
        theirs.hear(1.0)
        pressed: dict[Program, list[tuple[float, int]]] = {ours: [], theirs: []}
        for turn in range(KEYS + 5):
            for program, costs in pressed.items():
                cost = program.press(RIGHT)
                if turn >= 5:
                    costs.append(cost)
        rests = {program: program.rest(REST) for program in pressed}
        results = [
            Costs(
                statistics.median(seconds for seconds, _size in costs),
                statistics.median(size for _seconds, size in costs),
                *rests[program],
            )
            for program, costs in pressed.items()
        ]
    return results[0], results[1]


def measure_answers(homes: Path) -> tuple[list[float], list[float]]:
    """Seconds to the answer of each key while master searches, and while the bot waits."""
    taken: dict[str, list[float]] = {SEARCHING: [], WAITING: []}
    for code in taken:
        prepare_match(homes / str(len(code)), 1, shlex.join([sys.executable, "-c", code]))
    for _block in range(BLOCKS):
        for code, seconds in taken.items():
            with running(["-m", "uno_duo"], homes / str(len(code))) as program:
                program.first_paint(b"Continue")
                program.press(b"\r")
                program.hear(1.0, until=b"thinks")
                program.hear(2.0, most=3.0)  # it has read the network
                seconds += [program.press(RIGHT, quiet=0.03)[0] for _key in range(KEYS_A_BLOCK)]
    return taken[SEARCHING], taken[WAITING]


def percentile_95(values: list[float]) -> float:
    """What 95 % of some values do not exceed."""
    return statistics.quantiles(values, n=20)[-1]


def row(name: str, ours: float, theirs: float, goal: str, show: Callable[[float], str]) -> str:
    """A line of the table."""
    ratio = f"{ours / theirs:5.2f}" if theirs else "    -"
    return f"{name:<34}{show(ours):>12}{show(theirs):>12}{ratio:>8}   {goal}\n"


def main() -> None:
    """Measures, and prints the table."""
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as folder:
        empty, prepared = Path(folder, "empty"), Path(folder, "prepared")
        empty.mkdir()
        prepare_match(prepared)
        start = measure_starts(empty)
        ours, theirs = measure_keys(prepared)
        searching, waiting = measure_answers(Path(folder))

    def milliseconds(seconds: float) -> str:
        return f"{seconds * 1000:.1f} ms"

    def size(number: float) -> str:
        return f"{number:.0f} B"

    sys.stdout.write(f"{'':<34}{'uno-duo':>12}{'beside it':>12}{'ratio':>8}   goal\n")
    sys.stdout.write(row("first paint, beside hello world", *start, "at most 1.6 times", milliseconds))
    sys.stdout.write(row("a key: last byte, 20 cards", ours.key_time, theirs.key_time, "no later", milliseconds))
    sys.stdout.write(row("a key: bytes", ours.key_size, theirs.key_size, "", size))
    sys.stdout.write(row(f"{REST:.0f} s at rest: bytes", ours.rest_size, theirs.rest_size, "0 B", size))
    sys.stdout.write(row(f"{REST:.0f} s at rest: computed", ours.rest_time, theirs.rest_time, "", milliseconds))
    sys.stdout.write(f"\n{'':<34}{'searching':>12}{'waiting':>12}{'ratio':>8}   goal\n")
    for name, of, goal in (("median", statistics.median, ""), ("95 %", percentile_95, "at most 1.5 times")):
        sys.stdout.write(row(f"a key beside master: {name}", of(searching), of(waiting), goal, milliseconds))


if __name__ == "__main__":
    main()
