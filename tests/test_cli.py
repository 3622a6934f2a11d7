"""The commands, as a shell runs them: what they print, how they end, and never a traceback."""

import io
import json
import os
import random
import re
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.matches import play_on, recorded
from uno_duo import __version__
from uno_duo.bots.levels import LEVELS
from uno_duo.cli import main
from uno_duo.core import Rules
from uno_duo.house_rules import read_rules, save_house_rules
from uno_duo.match import Match
from uno_duo.record import End, Header, Undo, as_line, read_header, read_steps
from uno_duo.settings import Settings

ROOT: Final = Path(__file__).parent.parent
PROGRAM: Final = (sys.executable, "-m", "uno_duo")
NEEDS_INTERRUPT: Final = pytest.mark.skipif(
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN, reason="Ctrl+C is ignored here"
)


class Done(NamedTuple):
    """How a run of the program ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def is_setting(variable: str) -> bool:
    """Whether a variable sets something; the home of the tests stays."""
    return variable.startswith("UNO_DUO_") and variable != "UNO_DUO_HOME"


def environment(**more: str) -> dict[str, str]:
    """The environment without settings, for a program that prints wide lines without colour."""
    kept = {name: value for name, value in os.environ.items() if not is_setting(name)}
    return kept | {"COLUMNS": "200", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)} | more


def run(*arguments: str | Path, **env: str) -> Done:
    """Runs the program in this process, which takes a hundredth of the time, away from any terminal."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name in os.environ:
            if is_setting(name):
                patch.delenv(name)
        for name, value in environment(UNO_DUO_ASCII="", **env).items():  # --ascii sets that one
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["uno-duo", *map(str, arguments)])
        code: Any = 0
        try:
            main()
        except SystemExit as left:
            code = left.code or 0
    return Done(code, out.getvalue(), err.getvalue())


def run_alone(*arguments: str | Path, env: dict[str, str] | None = None, **options: Any) -> Done:
    """Runs the program as a process of its own, for what only a process has."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=environment(**(env or {})),
        **options,
    )
    for trouble in ("Traceback", "Exception ignored"):
        assert trouble not in (done.stderr or "")
    return Done(done.returncode, done.stdout or "", done.stderr or "")


def assert_fails(done: Done, code: int, reason: str, out: str = "") -> None:
    assert (done.returncode, done.stderr, done.stdout) == (code, f"uno-duo: {reason}\n", out)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a whole match."""
    return written(tmp_path / "match.jsonl", recorded())


def written(file: Path, lines: tuple[str, ...] | list[str]) -> Path:
    file.write_text("".join(lines), encoding="utf-8", newline="\n")
    return file


def test_version_and_help() -> None:
    assert run("--version").stdout == f"uno-duo {__version__}\n"
    shown = run("--help")
    assert shown.returncode == 0
    for word in ("play", "simulate", "replay", "rules", "--version", "--ascii", "--install-completion"):
        assert word in shown.stdout
    assert "\x1b" not in shown.stdout


@pytest.mark.parametrize("command", ["play", "simulate", "replay", "rules"])
def test_each_command_has_help(command: str) -> None:
    assert run(command, "--help").returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--ascii",),
        ("play",),
        ("--ascii", "play", "--bot", "easy"),
        ("play", "--rules", "classic", "--bots", "easy,normal,random"),
        ("play", "--rules", "classic", "--seats", "10"),
        ("play", "--rules", "classic", "--seats", "4", "--bot-command", "python mybot.py", "--bot-time", "2.5"),
        ("play", "--bot", "hard", "--memory", "human"),
    ],
)
def test_the_screens_need_a_terminal(arguments: tuple[str, ...]) -> None:
    reason = "the game needs a terminal; see uno-duo --help for what runs without one"
    assert_fails(run(*arguments), 2, reason)


LEVELS_THERE_ARE = "there are " + ", ".join(LEVELS)
NOT_BESIDE = "is for all other seats, in place of --bot and --bots"
BOTS_FOR_FOUR = "bots must name one for each of the 3 other seats, not"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--bot", "genius"), f"there is no bot 'genius'; {LEVELS_THERE_ARE}"),
        (("--target", "0"), "--target: target must be at least 1"),
        (("--name", "x" * 21), "--name: name: 1 to 20 printable characters are needed"),
        (("--rules", "classic", "--bots", "easy,genius"), f"there is no bot 'genius'; {LEVELS_THERE_ARE}"),
        (("--bot", "command"), f"there is no bot 'command'; {LEVELS_THERE_ARE}"),
        (("--bot-command", "no-such-bot --fast"), "there is no program no-such-bot"),
        (("--bot-command", ""), "the command of the bot is empty"),
        (("--bot-command", "python 'x"), "python 'x: No closing quotation"),
        (("--bot-command", "python", "--bot", "easy"), f"--bot-command {NOT_BESIDE}"),
        (("--bot-command", "python", "--bots", "easy"), f"--bot-command {NOT_BESIDE}"),
        (("--bot-time", "0"), "--bot-time: bot_time must be more than 0"),
        (("--bots", ""), f"there is no bot ''; {LEVELS_THERE_ARE}"),
        (("--bots", "easy,easy"), "bots must name one for the other seat, not 2"),
        (("--bot", "easy", "--bots", "easy"), "--bot is for all other seats, and --bots for each: only one can be"),
        (("--rules", "classic", "--seats", "4", "--bots", "easy"), f"{BOTS_FOR_FOUR} 1"),
        (("--rules", "classic", "--seats", "4", "--bots", "easy,easy,easy,easy"), f"{BOTS_FOR_FOUR} 4"),
        (("--rules", "classic", "--bots", "easy," * 9 + "easy"), "seats must be at most 10"),
        (("--rules", "klassic"), "there are no rules 'klassic'; there are duo, classic, house, or a file"),
        (("--seats", "3"), "a draft is for two seats; for more the hands must be dealt"),
        (("--seats", "11"), "--seats: seats must be at most 10"),
        (("--record", "."), ".: it exists already"),
        (("--record", "/nowhere/x"), "/nowhere/x: it cannot be made there"),
    ],
)
def test_a_match_that_cannot_be_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert_fails(run("play", *arguments), 2, reason)


def test_a_variable_that_cannot_be_is_refused() -> None:
    done = run("play", UNO_DUO_TARGET="many")
    assert_fails(done, 2, "UNO_DUO_TARGET: target must be a whole number")
    assert_fails(run("play", UNO_DUO_BOT="x"), 2, f"there is no bot 'x'; {LEVELS_THERE_ARE}")
    assert_fails(run("play", UNO_DUO_BOTS="x"), 2, f"there is no bot 'x'; {LEVELS_THERE_ARE}")
    assert_fails(run("play", UNO_DUO_SEATS="many"), 2, "UNO_DUO_SEATS: seats must be a whole number")


@pytest.mark.parametrize(
    "arguments",
    [
        ("jump",),
        ("--",),
        ("play", "--pace", "quick"),
        ("play", "--uno", "never"),
        ("play", "--memory", "none"),
        ("play", "--bot-time", "long"),
        ("play", "--seed", "x"),
        ("replay",),
        ("simulate",),
        ("simulate", "--matches", "0"),
        ("simulate", "--matches", "x"),
    ],
)
def test_usage_errors_keep_their_form(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "Usage: uno-duo" in done.stderr
    assert done.stdout == ""


def test_the_record_of_a_new_match_is_not_overwritten(record: Path) -> None:
    before = record.read_bytes()
    assert_fails(run("play", "--record", record), 2, f"{record}: it exists already")
    assert record.read_bytes() == before


# replay


def test_replay_prints_the_positions(record: Path) -> None:
    done = run("replay", record, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    positions = [json.loads(line) for line in done.stdout.splitlines()]
    assert [position["n"] for position in positions] == list(range(len(recorded())))
    assert positions[0]["phase"] == "shuffle"
    assert positions[-1]["phase"] == "match_over"


def test_replay_prints_one_position_a_line_but_for_an_end(tmp_path: Path) -> None:
    lines = [*recorded(most=30), as_line(Undo(to=10)), recorded()[11], as_line(End(reason="given_up", seat=0))]
    done = run("replay", written(tmp_path / "x", lines), "--json")
    assert [json.loads(line)["n"] for line in done.stdout.splitlines()] == [*range(31), 10, 11]


def test_replay_tells_the_match(record: Path) -> None:
    done = run("replay", record)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:4] == ["Match of You, Expert, to 200 points", "Begun 2026-11-29T12:00:00Z", "Seed 7", ""]
    assert lines[4] == "    1  The deck is shuffled"
    numbers = [int(line[:5]) for line in lines if line[:5].strip().isdigit()]
    assert numbers == list(range(1, len(recorded())))
    header, *rest = recorded()
    steps = list(read_steps(read_header([header.encode()]), [line.encode() for line in rest]))
    assert sum(line.startswith("Round ") for line in lines) == steps[-1].after.round
    scores = [line for line in lines if line.startswith("Scores: ")]
    you, expert = steps[-1].after.scores
    assert len(scores) == len(steps[-1].after.rounds)
    assert scores[-1] == f"Scores: You {you}, Expert {expert}"
    assert lines[-1] in ("You win the match", "Expert wins the match")
    assert not any("You plays" in line or "You draws" in line for line in lines)


def test_replay_tells_of_an_undo_and_an_end(tmp_path: Path) -> None:
    lines = [*recorded(most=30), as_line(Undo(to=10)), as_line(End(reason="given_up", seat=0))]
    told = run("replay", written(tmp_path / "x", lines)).stdout.splitlines()
    assert told[-3:] == ["   10  Back to the position after move 10", "", "You give up the match."]


def test_replay_tells_what_is_drawn_across_a_shuffle(tmp_path: Path) -> None:
    lines: list[str] = []
    names = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jo")
    match = Match(Header(rules=Rules.classic(10), seats=names, seed=7), write=lines.append)
    chance = random.Random(7)
    while not match.state.due:
        play_on(match, chance, match.n + 1)
    seat, held = match.state.due.seat, len(match.state.hands[match.state.due.seat])
    match.shuffle()
    assert seat
    drawn = len(match.state.hands[seat]) - held
    *before, waiting, told = run("replay", written(tmp_path / "x", lines)).stdout.splitlines()[:-2]
    assert waiting.endswith("The draw pile is empty")
    assert sum(line.endswith("The deck is shuffled") for line in before) == 1, "that is the one for the cut"
    shown = re.fullmatch(rf" *\d+  \d+ discarded cards are shuffled; {names[seat]} draws (.*)", told)
    assert shown
    assert len(shown[1].split()) == drawn > 0


def test_replay_tells_who_is_out_after_the_round_and_its_scores(tmp_path: Path) -> None:
    lines: list[str] = []
    rules = Rules.model_validate({**Rules.classic(3).model_dump(), "target": 1, "knock_out": True})
    play_on(Match(Header(rules=rules, seats=("Ada", "Ben", "Cleo"), seed=7), write=lines.append), random.Random(7))
    ending = run("replay", written(tmp_path / "x", lines)).stdout.rpartition("\n\n")[2].splitlines()
    winner = ending[0].partition(" goes out")[0]
    assert ending[1].startswith("Scores: ")
    out = [f"{name} is out" for name in ("Ada", "Ben", "Cleo") if name != winner]
    assert ending[2:] == [*out, f"{winner} wins the match"]


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (End(reason="stopped"), "The match was stopped."),
        (End(reason="forfeit", seat=1), "Expert forfeits the match."),
        (End(reason="given_up", seat=1), "Expert gives up the match."),
        (None, "The match goes on."),
    ],
)
def test_replay_tells_how_it_ended(tmp_path: Path, end: End | None, told: str) -> None:
    lines = [*recorded(most=5), *([as_line(end)] if end else [])]
    assert run("replay", written(tmp_path / "x", lines)).stdout.splitlines()[-1] == told


def test_replay_shows_names_as_they_can_be_shown(tmp_path: Path) -> None:
    lines = list(recorded(most=3))
    lines[0] = lines[0].replace('"You"', '"\\u001b[31m[bold]{0}"').replace('"Expert"', '"Zoë"')
    file = written(tmp_path / "x", lines)
    assert run("replay", file).stdout.startswith("Match of \ufffd[31m[bold]{0}, Zoë, to")
    ascii_only = run_alone("replay", file, env={"PYTHONIOENCODING": "ascii"})
    assert ascii_only.stdout.startswith("Match of \\ufffd[31m[bold]{0}, Zo\\xeb, to")


def test_replay_tells_seats_of_one_name_apart(tmp_path: Path) -> None:
    lines = [line.replace('"You", "Expert"', '"easy", "easy"') for line in recorded(most=3)]
    assert run("replay", written(tmp_path / "x", lines)).stdout.startswith("Match of easy (0), easy (1), to")


def test_replay_prints_what_stood_before_a_bad_line(tmp_path: Path, record: Path) -> None:
    file = written(tmp_path / "x", [*recorded(most=20), "oops\n", *recorded()[21:]])
    reason = f"{file}: line 22: it is not JSON"
    whole = run("replay", record, "--json").stdout.splitlines(keepends=True)
    assert_fails(run("replay", file, "--json"), 1, reason, "".join(whole[:21]))
    told = run("replay", file)
    assert (told.returncode, told.stderr) == (1, f"uno-duo: {reason}\n")
    assert told.stdout.splitlines()[-1].startswith("   20  ")


def test_the_fault_comes_after_what_stood_before(tmp_path: Path) -> None:
    file = written(tmp_path / "x", [*recorded(most=2), "oops\n"])
    both = run_alone("replay", file, stderr=subprocess.STDOUT)
    assert both.stdout.splitlines()[-1].startswith("uno-duo: ")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "line 1: the record is empty"),
        (b"\n", "line 1: there is nothing on it"),
        (b"\xff\xfe\x00", "line 1: it is not UTF-8"),
        (b"PK\x03\x04", "line 1: it is not JSON"),
        (b'{"format": "uno-duo-record", "version": 9}', "line 1: version 9 of the record is unknown here"),
        (recorded()[0].encode() + b"\n", "line 2: there is nothing on it"),
        (recorded()[0].encode() + b'{"type": "jump"}', "line 2: there is no move 'jump'"),
        (recorded()[0].encode() + b'{"type": "draw", "seat": 0}', "line 2: a shuffle is due first"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "x"
    file.write_bytes(content)
    done = run("replay", file, "--json")
    assert (done.returncode, done.stderr) == (1, f"uno-duo: {file}: {reason}\n")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert_fails(run("replay", tmp_path / "nowhere"), 1, f"{tmp_path / 'nowhere'}: No such file or directory")
    assert_fails(run("replay", tmp_path), 1, f"{tmp_path}: Is a directory")
    if os.geteuid():
        (tmp_path / "secret").touch(0)
        assert_fails(run("replay", tmp_path / "secret"), 1, f"{tmp_path / 'secret'}: Permission denied")


def test_a_file_without_end_is_refused() -> None:
    assert_fails(run("replay", "/dev/zero"), 1, "/dev/zero: line 1: it is not JSON")


def test_a_name_of_a_file_cannot_act_on_the_terminal() -> None:
    assert_fails(run("replay", "\x1b[31m\nx"), 1, "\ufffd[31m\ufffdx: No such file or directory")


# Where the output cannot go


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [("--help",), ("replay",)])
def test_a_full_disk_is_told(arguments: tuple[str, ...], record: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = run_alone(*arguments, *([record] if arguments == ("replay",) else []), stdout=full)
    assert done.returncode == 1
    assert done.stderr == "uno-duo: the output cannot be written: No space left on device\n"


def test_a_reader_that_leaves_is_no_fault(record: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        done = run_alone("replay", record, "--json", stdout=pipe)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize(
    ("arguments", "closing", "code"),
    [("--help", ">&-", 0), ("replay /nowhere", "2>&-", 1), ("simulate", ">&- 2>&-", 2)],
)
def test_a_closed_stream_is_no_fault(arguments: str, closing: str, code: int) -> None:
    command = f"'{sys.executable}' -m uno_duo {arguments} {closing}"
    done = subprocess.run(command, shell=True, capture_output=True, check=False, env=environment())
    assert (done.returncode, done.stdout.count(b"Traceback"), done.stderr) == (code, 0, b"")


# rules


@pytest.mark.parametrize("options", [(), ("--practice",)])
def test_practice_is_an_option_of_the_match(options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Header] = []
    monkeypatch.setattr("uno_duo.commands.play.start_screens", lambda *, new_match, **_: begun.append(new_match))
    assert run("play", *options).returncode == 0
    assert [header.options.practice for header in begun] == [bool(options)]


def test_the_help_of_practice_is_set_by_options(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Settings] = []
    monkeypatch.setattr("uno_duo.commands.play.start_screens", lambda *, settings, **_: begun.append(settings))
    assert run("play", "--tutor", "all", "--memory-aid").returncode == 0
    assert run("play").returncode == 0
    assert [(settings.tutor, settings.memory_aid) for settings in begun] == [("all", True), ("blunders", False)]


@pytest.mark.parametrize("command", [("simulate", "--matches", "1"), ("play",), ("rules",)])
def test_a_file_of_rules_that_cannot_be_is_wrong_data(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("hand_sise = 7")
    assert_fails(run(*command, "--rules", file), 1, f"{file}: there is no rule hand_sise")
    assert_fails(run(*command, "--rules", tmp_path), 1, f"{tmp_path}: Is a directory")


@pytest.mark.parametrize(
    ("arguments", "rules"),
    [
        ((), Rules.duo()),
        (("--rules", "duo"), Rules.duo()),
        (("--rules", "classic"), Rules.classic()),
        (("--rules", "classic", "--seats", "5"), Rules.classic(5)),
    ],
)
def test_rules_are_printed_so_that_they_can_be_played_by(
    tmp_path: Path, arguments: tuple[str, ...], rules: Rules
) -> None:
    done = run("rules", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    file = written(tmp_path / "mine.toml", [done.stdout])
    assert read_rules(file) == rules
    assert run("rules", "--rules", file).stdout == done.stdout


def test_the_own_house_rules_are_printed(tmp_path: Path) -> None:
    save_house_rules(Rules(hand_size=5))
    assert "hand_size = 5\n" in run("rules", "--rules", "house").stdout
    home = str(tmp_path / "nobody")
    reason = f"there are no house rules yet: {Path(home) / 'house-rules.toml'} is missing"
    assert_fails(run("rules", "--rules", "house", UNO_DUO_HOME=home), 2, reason)


def test_rules_that_make_no_sense_are_not_printed() -> None:
    assert_fails(run("rules", "--seats", "3"), 2, "a draft is for two seats; for more the hands must be dealt")


# The bare start


def test_the_shell_completes() -> None:
    """Completion calls the program without arguments, which must not open the menu."""
    words = {"_UNO_DUO_COMPLETE": "complete_bash", "COMP_WORDS": "uno-duo play --pace ", "COMP_CWORD": "3"}
    assert run_alone(env=words).stdout.split() == ["slow", "normal", "fast", "instant"]


def test_a_bare_start_loads_no_command_and_no_model() -> None:
    script = """
import sys
import uno_duo.cli
import uno_duo.ui.app
heavy = ("typer", "click", "pydantic", "pydantic_core", "numpy", "tomlkit", "uno_duo.core", "uno_duo.bots")
sys.exit(" ".join(name for name in heavy if name in sys.modules) or 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=environment()
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_commands_start_without_numpy() -> None:
    """It takes longer to load than all the rest, and most commands do without it."""
    script = "import sys, uno_duo.commands; sys.exit('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=environment()
    )
    assert (done.returncode, done.stderr) == (0, "")
