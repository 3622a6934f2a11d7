"""The statistics: every match is counted once, practice apart, and the numbers are those of the records."""

import json
from datetime import date
from pathlib import Path
from random import Random

import pytest

from tests.core.positions import A
from tests.matches import play_on
from tests.test_cli import Done, assert_fails, run
from tests.test_database import decided, drawn
from uno_duo.account import account_of
from uno_duo.core import Rules
from uno_duo.database import Database
from uno_duo.history import History, counted_history, rating_of
from uno_duo.match import Match
from uno_duo.played import PlayedMatch, played_match
from uno_duo.record import End, Header, Options, Player, read_record
from uno_duo.store import Store


def lines_of(
    seed: int = 1,
    bot: str = "normal",
    *,
    day: int = 1,
    is_practice: bool = False,
    end: End | None = None,
    person: int = 0,
    rules: Rules | None = None,
) -> list[str]:
    """The record of a match between a person and a bot, at random."""
    lines: list[str] = []
    players = [Player(bot=bot)] * (rules.seats if rules else 2)
    players[person] = Player()
    head = Header(
        rules=rules or Rules(target=60),
        seats=tuple(f"S{seat}" for seat in range(len(players))),
        players=tuple(players),
        options=Options(practice=is_practice),
        seed=seed,
        created=f"2026-12-{day:02d}T10:00:00Z",
    )
    match = Match(head, write=lines.append)
    play_on(match, Random(seed), 100_000 if end is None else 40)
    if end is not None:
        match.finish(end)
    return lines


def keep(name: str, lines: list[str]) -> Path:
    path = Store().database.parent / "records" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def counted(lines: list[str]) -> PlayedMatch | None:
    return played_match(read_record([line.encode() for line in lines]), "one.jsonl")


def history(**options: object) -> History:
    told: list[str] = []
    found = counted_history(Store(), told.append, **options)  # type: ignore[arg-type]
    assert told == []
    return found


# A match


@pytest.mark.parametrize("person", [0, 1])
def test_a_match_is_counted_from_the_players_side(person: int) -> None:
    lines = lines_of(person=person)
    state = read_record([line.encode() for line in lines]).replay.state
    match = counted(lines)
    assert match is not None
    assert (match.seat, match.bots, match.created[:10], match.game) == (person, ("normal",), "2026-12-01", "UNO Duo")
    assert match.result == ("won" if state.winner == person else "lost")
    for ended, result in zip(match.rounds, state.rounds, strict=True):
        assert ended.points == result.points[1 - person] - result.points[person]
        assert ended.is_won is (result.went_out == person)


@pytest.mark.parametrize(
    ("end", "result"),
    [
        (End(reason="given_up", seat=0), "lost"),
        (End(reason="given_up", seat=1), "won"),
        (End(reason="forfeit", seat=1), "won"),
        (End(reason="stopped"), "stopped"),
        (End(reason="stopped", seat=0), "stopped"),
    ],
)
def test_a_match_that_was_ended_is_counted_by_how(end: End, result: str) -> None:
    match = counted(lines_of(end=end))
    assert match is not None
    assert match.result == result


def test_a_match_that_goes_on_or_has_no_person_is_not_counted() -> None:
    lines = lines_of()
    assert counted(lines[:-1]) is None
    head = json.loads(lines[0])
    head["players"] = [{"bot": "easy"}, {"bot": "easy"}]
    assert counted([json.dumps(head) + "\n", *lines[1:]]) is None


def test_the_points_of_many_are_those_of_the_others_on_the_average() -> None:
    lines = lines_of(rules=Rules.classic(3).model_copy(update={"target": 100}))
    state = read_record([line.encode() for line in lines]).replay.state
    match = counted(lines)
    assert match is not None
    first = state.rounds[0].points
    assert match.rounds[0].points == (first[1] + first[2]) / 2 - first[0]
    assert match.bots == ("normal", "normal")


# All of them


def test_matches_and_rounds_are_counted_by_bot_and_practice_apart() -> None:
    keep("one", lines_of(1, "normal"))
    keep("two", lines_of(2, "normal"))
    keep("three", lines_of(3, "hard"))
    keep("four", lines_of(4, "hard", is_practice=True))
    found = history()
    assert [(against.bot, against.matches.of) for against in found.played.against] == [("normal", 2), ("hard", 1)]
    assert [(against.bot, against.matches.of) for against in found.practice.against] == [("hard", 1)]
    won = [counted(lines_of(seed, "normal")) for seed in (1, 2)]
    normal = found.played.against[0]
    assert normal.matches.won == sum(match is not None and match.result == "won" for match in won)
    assert normal.rounds.of == sum(len(match.rounds) for match in won if match)
    assert 0 <= normal.matches.low <= normal.matches.won / 2 <= normal.matches.high <= 1


def test_a_stopped_match_is_neither_won_nor_lost_but_its_rounds_count() -> None:
    keep("one", lines_of(end=End(reason="stopped")))
    (against,) = history().played.against
    assert against.matches.of == 0
    assert history().rating is None


def test_the_same_record_is_counted_once_and_one_that_is_gone_no_more() -> None:
    path = keep("one", lines_of(1))
    keep("copy", lines_of(1))
    keep("two", lines_of(2))
    for _ in range(2):
        assert history().played.against[0].matches.of == 2
    path.unlink()
    path.with_name("copy.jsonl").unlink()
    assert history().played.against[0].matches.of == 1


def test_a_day_and_a_bot_choose_among_them() -> None:
    keep("one", lines_of(1, "normal", day=1))
    keep("two", lines_of(2, "hard", day=5))
    assert [against.bot for against in history(since=date(2026, 12, 5)).played.against] == ["hard"]
    assert [against.bot for against in history(bot="normal").played.against] == ["normal"]
    assert history(since=date(2027, 1, 1)).played.against == ()


def test_what_was_given_away_comes_of_the_analysis_of_the_players_own_decisions() -> None:
    for seed in (1, 2, 3):
        keep(str(seed), lines_of(seed, day=seed))
    assert history().played.skill.lifetime is None
    database = Database(Store().database)
    for seed in (1, 2):
        match = counted(lines_of(seed, day=seed))
        assert match is not None
        database.keep(match.id, 1, decided(3))
        database.keep(match.id, 1, drawn(5, 4.0 * seed))
        other = decided(7).decision
        assert other is not None
        theirs = other.model_copy(update={"seat": 1 - A, "loss": 50.0})
        database.keep(match.id, 1, decided(7).model_copy(update={"decision": theirs}))
    database.close()
    skill = history().played.skill
    assert [(match.decisions, match.loss) for match in skill.matches] == [(1, 2.0), (1, 2.0)]
    assert skill.lifetime is not None
    assert skill.lifetime.mean == 2.0
    assert list(skill.by_kind) == ["card"]
    assert skill.luck is not None
    assert skill.luck.mean == 6.0


def test_counting_anew_keeps_the_drills_and_the_analysis() -> None:
    keep("one", lines_of(1))
    before = history()
    database = Database(Store().database)
    database._connection.execute("UPDATE played SET result = 'stopped'")
    database._connection.execute("DELETE FROM rounds")
    database.keep("a", 1, decided(3))
    database.close()
    assert history() != before
    assert run("stats", "--rebuild").returncode == 0
    assert history() == before
    assert Database(Store().database).analysed("a", 1) == ([decided(3)], 4)


# The rating


def test_the_rating_is_the_one_by_which_what_happened_is_likeliest() -> None:
    even = rating_of([("normal", True), ("normal", False)] * 50)
    assert even is not None
    assert even.mean == pytest.approx(100, abs=0.01)
    better = rating_of([("greedy", True)] * 3 + [("greedy", False)])
    assert better is not None
    assert better.mean == pytest.approx(400 * 0.47712, abs=0.1), "three of four are 191 Elo"
    assert better.low is not None
    assert better.high is not None
    assert better.low < better.mean < better.high


def test_the_rating_of_one_that_wins_or_loses_all_is_finite() -> None:
    best, worst = rating_of([("hard", True)] * 5), rating_of([("hard", False)] * 5)
    assert best is not None
    assert worst is not None
    assert worst.mean < 197 < best.mean < 2_000
    assert rating_of([]) is None


def test_more_matches_make_it_surer() -> None:
    few, many = (rating_of([("normal", True), ("normal", False)] * count) for count in (2, 200))
    assert few is not None and many is not None
    assert few.high is not None and many.high is not None
    assert many.high - many.mean < (few.high - few.mean) / 5


# What is told


def stats(*arguments: str) -> Done:
    return run("stats", *arguments)


def test_the_command_tells_it() -> None:
    assert stats().stdout == "No match of yours is over yet.\n"
    keep("one", lines_of(1))
    keep("two", lines_of(2, is_practice=True))
    done = stats()
    assert (done.returncode, done.stderr) == (0, "")
    for text in ("Rating ", "Matches won", "Practice won", "normal", "None of them is reviewed yet."):
        assert text in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 40
    told = json.loads(stats("--json").stdout)
    assert told["played"]["against"][0]["matches"]["of"] == 1
    assert History.model_validate(told) == history()
    assert stats("--bot", "hard").stdout == "No match of yours is over yet.\n"
    assert stats("--since", "2026-12-01").stdout == done.stdout


def test_a_bad_option_and_a_bad_record_get_one_line() -> None:
    assert_fails(stats("--since", "yesterday"), 2, "--since: yesterday is no date such as 2026-12-31")
    assert_fails(stats("--bot", "Karl"), 2, "--bot: there is no bot 'Karl'")
    keep("bad", ["oops\n"])
    done = stats()
    assert (done.returncode, done.stderr) == (0, "bad.jsonl: line 1: it is not JSON\n")


def test_a_database_that_cannot_be_used_is_told() -> None:
    Store().database.mkdir(parents=True)
    done = stats()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"uno-duo: {Store().database}: ")


def test_the_latest_are_told_where_there_are_more() -> None:
    for seed in range(31):
        lines = lines_of(seed, day=1 + seed % 28)
        keep(str(seed), lines)
        match = counted(lines)
        assert match is not None
        Database(Store().database).keep(match.id, 1, decided(3))
    lines = list(account_of(history()))
    assert any("last 30   2.00" in line for line in lines)
