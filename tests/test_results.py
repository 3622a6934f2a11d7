"""What came of many matches, as it is printed."""

import pytest

from uno_duo.arena.elo import Rating
from uno_duo.arena.intervals import Interval
from uno_duo.arena.jobs import Outcome
from uno_duo.arena.plans import Plan
from uno_duo.arena.results import Standings
from uno_duo.arena.summaries import summary_of
from uno_duo.commands.results import told
from uno_duo.core import Rules
from uno_duo.record import Player

CREATED = "2026-11-29T12:00:00Z"


def lines_on(*players: Player, wins: str, is_round_robin: bool = False) -> list[str]:
    """What is told of matches that seat 0 or 1 has won, or nobody (-)."""
    plan = Plan(Rules.duo(), players, 1000, 7, CREATED, is_round_robin=is_round_robin)
    outcomes = [
        Outcome(index, None if winner == "-" else int(winner), None, None, (1234, 5678), (9, 9), 9, 1000)
        for index, winner in enumerate(wins)
    ]
    return told(summary_of(plan, outcomes, 1.0)).splitlines()


def bots(*names: str) -> list[Player]:
    return [Player(bot=name) for name in names]


@pytest.mark.parametrize("wins", ["", "0", "--"])
def test_where_nothing_is_known_no_rating_is_told(wins: str) -> None:
    lines = lines_on(*bots("easy", "normal"), wins=wins, is_round_robin=True)
    assert [line.split()[1:] for line in lines[3:5]] == [["-"] * 4] * 2


def test_a_bot_of_which_nothing_is_known_stands_last() -> None:
    lines = lines_on(*bots("random", "normal", "easy"), wins="00", is_round_robin=True)
    assert [line.split()[0] for line in lines[3:6]] == ["random", "normal", "easy"]
    assert [line.split()[1] for line in lines[3:6]] == ["+0", "+0", "-"]


@pytest.mark.parametrize("elo", [0.3, 0.0, -0.0, -0.3])
def test_nothing_has_no_sign_of_its_own(elo: float) -> None:
    plan = Plan(Rules.duo(), tuple(bots("easy", "normal")), 2, 7, CREATED, is_round_robin=True)
    standings = summary_of(plan, [], 1.0)
    assert isinstance(standings, Standings)
    rating = Rating(elo, Interval(-0.4, 0.4))
    lines = told(standings.model_copy(update={"ratings": (rating, rating)})).splitlines()
    assert lines[3].split()[:5] == ["easy", "+0", "+0", "to", "+0"]


def programs(count: int) -> list[Player]:
    return [
        Player(bot="command", command=f"/usr/bin/python3 somewhere/quite/far/away/my_bot_{number}.py --level 7")
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("players", "is_round_robin"),
    [
        ([*programs(1), *bots("normal")], False),
        (programs(2), False),
        (programs(1) * 2, False),
        ([*programs(1), *bots("normal")], True),
        ([*programs(1), *bots("easy", "normal")], True),
        (programs(2), True),
        (programs(3), True),
    ],
)
@pytest.mark.parametrize("wins", ["", "01" * 18, "0" * 36])
def test_the_table_fits_the_screen_and_tells_the_programs_apart(
    players: list[Player], is_round_robin: bool, wins: str
) -> None:
    table = lines_on(*players, wins=wins, is_round_robin=is_round_robin)[2 : 3 + len(players)]
    (width,) = {len(line) for line in table}
    assert width <= 80
    assert len({line.split("  ")[0] for line in table}) == len(table)


def test_a_command_line_is_as_long_as_there_is_room_for() -> None:
    def table(command: str) -> list[str]:
        return lines_on(Player(bot="command", command=command), *bots("easy"), wins="01" * 20)[2:5]

    assert table("python mybot.py")[1].startswith("python mybot.py ")
    assert {len(line) for line in table("/usr/bin/python3 somewhere/far/away/mybot.py")} == {80}
    assert "mybot.py  " in table("/usr/bin/python3 somewhere/far/away/mybot.py")[1]


def test_command_lines_are_not_cut_to_nothing_where_the_table_is_too_wide_anyway() -> None:
    table = lines_on(*programs(6), wins="", is_round_robin=True)[2:9]
    assert [line.split("  ")[0] for line in table] == ["bot", *(f"/us…-level 7 ({place})" for place in range(6))]
