"""The command `fairness`: what it tells a player who doubts, and how it ends."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from tests.test_cli import assert_fails, run
from uno_duo.arena import fairness
from uno_duo.bots.greedy import GreedyBot
from uno_duo.bots.levels import LEVELS
from uno_duo.core import SeatMove, View


def test_it_tells_what_was_done_and_that_nothing_was_found() -> None:
    done = run("fairness", "greedy", "--positions", "40", "--seed", "7")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    found = re.fullmatch(r"Does greedy know more than it may\? 40 positions, (\d+) match(es)?, seed 7:", lines[0])
    assert found
    kinds = [line.split(maxsplit=1) for line in lines[1 : lines.index("")]]
    assert sum(int(count) for count, _ in kinds) == 40
    assert {"picking a card in the draft", "on turn", "on a bill"} <= {kind for _, kind in kinds}
    assert "dealt anew" in done.stdout
    last = re.fullmatch(r"In (\d+) other deals it made the same move each time: it does not know more\.", lines[-1])
    assert last
    assert 80 < int(last[1]) <= 120
    assert all(len(line) <= 80 for line in lines)
    assert run("fairness", "greedy", "--positions", "40", "--seed", "7").stdout == done.stdout
    assert run("fairness", "greedy", "--positions", "40", "--seed", "8").stdout != done.stdout


def test_it_checks_two_hundred_positions_of_uno_duo_where_nothing_else_is_said() -> None:
    told = run("fairness", "random").stdout
    assert "200 positions" in told
    assert "draft" in told


def test_it_checks_by_other_rules_and_with_a_persons_memory() -> None:
    classic = run("fairness", "normal", "--positions", "30", "--rules", "classic", "--seats", "4", "--seed", "7")
    assert classic.returncode == 0
    assert "draft" not in classic.stdout
    forgetful = run("fairness", "normal", "--positions", "1", "--memory", "human", "--seed", "7")
    assert forgetful.returncode == 0
    assert forgetful.stdout.startswith("Does normal know more than it may? 1 position, 1 match, seed 7:\n")


class Moody(GreedyBot):
    """It has chance of its own, as if it had seen more."""

    def __init__(self) -> None:
        self._chance = Random(1)

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:  # noqa: ARG002
        return self._chance.choice(moves)


def test_it_shows_the_position_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "bot_named", lambda _level, _memory: Moody())
    done = run("fairness", "easy", "--seed", "7")
    assert (done.returncode, done.stderr) == (1, "")
    *_, found, where, made, elsewhere = done.stdout.splitlines()
    assert found == "It made different moves: it knows more than it may. The last position differs:"
    assert re.match(r"  match of \w+, \w+ with seed \d+, after \d+ moves, seat [01] ", where)
    assert made.startswith('  as the cards lie: {"type": ')
    assert elsewhere.startswith('  dealt anew:       {"type": ')
    assert made[20:] != elsewhere[20:]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("genius",), f"there is no bot 'genius'; there are {', '.join(LEVELS)}"),
        (("easy", "--rules", "klassic"), "there are no rules 'klassic'; there are duo, classic, house, or a file"),
        (("easy", "--seats", "3"), "a draft is for two seats; for more the hands must be dealt"),
    ],
)
def test_a_check_that_cannot_be_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert_fails(run("fairness", *arguments), 2, reason)


@pytest.mark.parametrize("arguments", [(), ("easy", "--positions", "0"), ("easy", "--memory", "none")])
def test_what_is_not_understood_is_refused(arguments: tuple[str, ...]) -> None:
    done = run("fairness", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
