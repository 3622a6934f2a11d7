from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from uno_duo.arena import ask, play_out, simulate, simulation
from uno_duo.arena.simulation import Summary, win_share
from uno_duo.bots.base import Bot, IllegalAnswer
from uno_duo.bots.levels import LEVELS, UnknownBot, bot_named
from uno_duo.bots.uniform import UniformBot
from uno_duo.core import CallOut, Draw, Keep, Rules, SayUno, SeatMove, View, view_for
from uno_duo.dealer import generator_for, seed_of_match
from uno_duo.house_rules import rules_with
from uno_duo.match import Match
from uno_duo.record import End, Header, Replay, read_header, read_steps

SHORT = Rules(target=60)


def match_of(seed: int | None = 7, rules: Rules = SHORT, lines: list[str] | None = None) -> Match:
    return Match(Header(rules=rules, seats=("a", "b"), seed=seed), write=None if lines is None else lines.append)


class Asked(UniformBot):
    """A bot that notes what it is given."""

    def __init__(self) -> None:
        self.given: list[tuple[View, tuple[SeatMove, ...], object]] = []

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        self.given.append((view, tuple(moves), generator.getstate()))
        return super().choose(view, moves, generator)

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        self.given.append((view, (move,), generator.getstate()))
        return super().wants(view, move, generator)


class Saying(UniformBot):
    """A bot that gives one answer, whatever it is asked, once the cut is over."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        if view.round == 0:
            return super().choose(view, moves, generator)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]  # that is the point


class Idle(UniformBot):
    """A bot that never plays a card."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        idle = [move for move in moves if move.type not in ("play", "dump")]
        return super().choose(view, idle, generator)


class Eager(UniformBot):
    """A bot that plays a card wherever it can."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        return super().choose(view, [move for move in moves if move.type == "play"] or moves, generator)


# Asking


def test_a_bot_gets_its_view_its_moves_and_its_generator() -> None:
    match, bots = match_of(), (Asked(), Asked())
    asked = [0, 0]
    while not match.is_over:
        decision = match.decision
        if decision is None:
            match.shuffle()
            continue
        seat = decision.seat
        asked[seat] += 1
        answer = ask(bots[seat], match, decision)
        view, moves, generator = bots[seat].given[-1]
        expected = generator_for(7, seat, match.n, is_uno_question=decision.is_uno_question)
        assert view == view_for(match.state, seat)
        assert moves == decision.moves
        assert generator == expected.getstate()
        assert not any(isinstance(move, SayUno | CallOut) for move in moves) or decision.is_uno_question
        if answer is None:
            match.decline()
        else:
            match.play(answer)
    assert [len(bot.given) for bot in bots] == asked


@pytest.mark.parametrize("answer", [Draw(seat=0), Keep(seat=1), SayUno(seat=0), CallOut(seat=0), None, "keep"])
def test_an_answer_that_was_not_asked_for_is_refused(answer: object) -> None:
    match = match_of()
    while match.state.round == 0:
        decision = match.decision
        if decision is None:
            match.shuffle()
        else:
            match.play(decision.moves[0])
    decision = match.decision
    assert decision is not None
    answer = Keep(seat=1 - decision.seat) if isinstance(answer, Keep) else answer
    n = match.n
    with pytest.raises(IllegalAnswer) as refused:
        ask(Saying(answer), match, decision)
    assert (refused.value.seat, refused.value.answer) == (decision.seat, answer)
    assert match.n == n


def test_bots_need_a_seed() -> None:
    replay = Replay(SHORT)
    match = Match(Header(rules=SHORT, seats=("a", "b"), seed=None), replay)
    with pytest.raises(ValueError, match="no seed"):
        play_out(match, (UniformBot(), UniformBot()))
    assert not match.is_over


# One match


def test_a_match_of_bots_ends_with_a_winner() -> None:
    match = match_of()
    assert play_out(match, (UniformBot(), UniformBot())) is None
    assert match.state.winner is not None


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    records: list[list[str]] = [[], []]
    for lines in records:
        play_out(match_of(lines=lines), (bot_named(name), bot_named("normal")))
    other: list[str] = []
    play_out(match_of(seed=8, lines=other), (bot_named(name), bot_named("normal")))
    assert records[0] == records[1] != other


def test_a_match_gone_on_with_is_the_same_match() -> None:
    bots, lines = (bot_named("easy"), bot_named("normal")), list[str]()
    play_out(match_of(lines=lines), bots)
    for stop in range(1, len(lines), 25):
        begun = [line.encode() for line in lines[:stop]]
        replay, again = Replay(SHORT), list[str]()
        header = read_header(begun)
        list(read_steps(header, begun[1:], replay))
        play_out(Match(header, replay, again.append), bots)
        assert lines[:stop] + again == lines


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (None, "seat 1 answers with None"),
        ("draw", "seat 1 answers with 'draw'"),
        (ValueError("lost\nin \x1b[31mred"), "lost\N{REPLACEMENT CHARACTER}in \N{REPLACEMENT CHARACTER}[31mred"),
        (ValueError("x" * 1000), "x" * 199 + "…"),
        (ZeroDivisionError(), "ZeroDivisionError"),
    ],
)
def test_a_bot_that_cheats_or_fails_forfeits(answer: object, fault: str) -> None:
    lines: list[str] = []
    match = match_of(lines=lines)
    ended = play_out(match, (UniformBot(), Saying(answer)))
    assert ended is not None
    assert (ended.end.reason, ended.end.seat, ended.fault) == ("forfeit", 1, fault)
    assert match.is_over
    assert match.state.winner is None
    assert '"forfeit"' in lines[-1]


def test_a_match_without_end_is_stopped() -> None:
    lines: list[str] = []
    match = match_of(rules=Rules(target=100_000), lines=lines)
    ended = play_out(match, (UniformBot(), UniformBot()), limit=100)
    assert ended == (End(reason="stopped"), None)
    assert (match.n, match.is_over) == (100, True)
    assert len(lines) == 1 + 100 + 1


def test_bots_that_never_play_a_card_come_to_an_end() -> None:
    match = match_of()
    assert play_out(match, (Idle(), Idle())) is None
    assert all(result.went_out is None for result in match.state.rounds)


def test_a_match_that_ends_with_the_last_move_allowed_is_not_stopped() -> None:
    whole = match_of()
    play_out(whole, (UniformBot(), UniformBot()))
    match = match_of()
    assert play_out(match, (UniformBot(), UniformBot()), limit=whole.n) is None
    match = match_of()
    ended = play_out(match, (UniformBot(), UniformBot()), limit=whole.n - 1)
    assert ended == (End(reason="stopped"), None)


# Many matches


def deterministic(summary: Summary) -> dict[str, object]:
    return summary.model_dump(exclude={"timing"})


def test_the_same_seed_gives_the_same_summary() -> None:
    first, second, other = (simulate(("easy", "normal"), 3, seed, SHORT) for seed in (5, 5, 6))
    assert deterministic(first) == deterministic(second) != deterministic(other)


def test_a_summary_counts_what_happened() -> None:
    matches: list[Match] = []
    summary = simulate(("easy", "random"), 4, 5, SHORT, on_match=matches.append)
    winners = [match.state.winner for match in matches]
    rounds = [result for match in matches for result in match.state.rounds]
    assert summary.bots == ("easy", "random")
    assert (summary.seed, summary.matches, summary.unfinished, summary.forfeits) == (5, 4, 0, (0, 0))
    assert summary.wins == (winners.count(0), winners.count(1))
    assert summary.win_shares == tuple(win_share(wins, 4) for wins in summary.wins)
    assert summary.points_a_round is not None
    for seat in range(2):
        assert summary.points_a_round[seat] == sum(result.points[seat] for result in rounds) / len(rounds)
    assert summary.rounds_a_match == len(rounds) / 4
    assert summary.moves_a_match == sum(match.n for match in matches) / 4
    assert summary.timing.seconds > 0
    assert summary.timing.moves_a_second > 0
    assert Summary.model_validate_json(summary.model_dump_json()) == summary


def test_each_match_has_a_seed_of_its_own() -> None:
    matches: list[Match] = []
    simulate(("easy", "easy"), 3, 5, SHORT, on_match=matches.append)
    assert [match.header.seed for match in matches] == [seed_of_match(5, index) for index in range(3)]


def test_stopped_matches_and_forfeits_are_no_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = simulate(("random", "random"), 2, 5, SHORT, limit=20)
    assert (stopped.unfinished, stopped.wins, stopped.points_a_round) == (2, (0, 0), None)
    assert stopped.win_shares[0].share is None
    bots: dict[str, Bot] = {"good": UniformBot(), "bad": Saying(None)}
    monkeypatch.setattr(simulation, "bot_named", bots.__getitem__)
    forfeited = simulate(("good", "bad"), 2, 5, SHORT)
    assert (forfeited.forfeits, forfeited.unfinished, forfeited.wins) == ((0, 2), 0, (0, 0))


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_as_many_bots_play_as_the_rules_say(monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    monkeypatch.setattr(simulation, "bot_named", lambda _name: Eager())
    rules, matches = rules_with(Rules.classic(seats), target=60), list[Match]()
    names = tuple(f"bot {seat}" for seat in range(seats))
    summary = simulate(names, 2, 5, rules, on_match=matches.append)
    winners = [match.state.winner for match in matches]
    rounds = [result for match in matches for result in match.state.rounds]
    assert summary.bots == names
    assert (summary.unfinished, summary.forfeits) == (0, (0,) * seats)
    assert summary.wins == tuple(winners.count(seat) for seat in range(seats))
    assert sum(summary.wins) == 2
    assert summary.win_shares == tuple(win_share(wins, 2) for wins in summary.wins)
    assert summary.points_a_round == tuple(
        sum(result.points[seat] for result in rounds) / len(rounds) for seat in range(seats)
    )
    assert [(match.header.seats, match.header.rules) for match in matches] == [(names, rules)] * 2


def test_a_seat_that_is_knocked_out_scores_in_no_further_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "bot_named", lambda _name: Eager())
    rules, matches = rules_with(Rules.classic(4), target=100, knock_out=True), list[Match]()
    summary = simulate(("bot",) * 4, 2, 5, rules, on_match=matches.append)
    scores, rounds = [0] * 4, [0] * 4
    for match in matches:
        scored = [0] * 4
        for result in match.state.rounds:
            for seat in range(4):
                rounds[seat] += scored[seat] < rules.target
                scored[seat] += result.points[seat]
        scores = [before + new for before, new in zip(scores, scored, strict=True)]
    assert len(set(rounds)) > 1
    assert summary.points_a_round == tuple(score / count for score, count in zip(scores, rounds, strict=True))
    assert sum(summary.wins) == 2


def test_the_records_can_be_replayed(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    created = "2026-11-29T12:00:00Z"
    matches: list[Match] = []
    simulate(("easy", "normal"), 2, 5, SHORT, on_match=matches.append, records=folder, created=created)
    assert sorted(path.name for path in folder.iterdir()) == ["0001.jsonl", "0002.jsonl"]
    for path, match in zip(sorted(folder.iterdir()), matches, strict=True):
        lines = path.read_bytes().splitlines(keepends=True)
        assert all(line.endswith(b"}\n") for line in lines)
        header = read_header(lines)
        assert (header.seats, header.created) == (("easy", "normal"), created)
        assert [player.bot for player in header.players] == ["easy", "normal"]
        *_, last = read_steps(header, lines[1:])
        assert last.after == match.state
        assert last.n == match.n


def test_the_records_of_equal_runs_are_equal(tmp_path: Path) -> None:
    for run in ("one", "two"):
        simulate(("normal", "easy"), 2, 5, SHORT, records=tmp_path / run, created="2026-11-29T12:00:00Z")
    for name in ("0001.jsonl", "0002.jsonl"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_record_says_when_it_was_made(tmp_path: Path) -> None:
    simulate(("easy", "easy"), 1, 5, Rules(target=1), records=tmp_path)
    created = read_header((tmp_path / "0001.jsonl").read_bytes().splitlines()).created
    assert created is not None
    assert len(created) == len("2026-11-29T12:00:00Z")
    assert created.endswith("Z")


@pytest.mark.parametrize(("matches", "name"), [(3, "0003.jsonl"), (10_000, "00001.jsonl")])
def test_a_record_that_exists_is_kept(tmp_path: Path, matches: int, name: str) -> None:
    (tmp_path / name).write_text("kept")
    with pytest.raises(FileExistsError) as refused:
        simulate(("easy", "easy"), matches, 5, SHORT, records=tmp_path)
    assert refused.value.filename == str(tmp_path / name)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("names", [("easy", "nobody"), ("nobody", "easy")])
def test_a_bot_that_does_not_exist_is_named_before_anything_is_done(tmp_path: Path, names: tuple[str, str]) -> None:
    with pytest.raises(UnknownBot, match="nobody"):
        simulate(names, 1, 5, records=tmp_path / "records")
    assert not (tmp_path / "records").exists()


@pytest.mark.parametrize(("names", "matches"), [(("easy",), 1), (("easy",) * 3, 1), (("easy", "easy"), 0)])
def test_what_cannot_be_played_is_refused(tmp_path: Path, names: tuple[str, ...], matches: int) -> None:
    with pytest.raises(ValueError, match=r"seats|match"):
        simulate(names, matches, 5, records=tmp_path / "records")
    assert not (tmp_path / "records").exists()


# The interval


@pytest.mark.parametrize(
    ("wins", "finished", "low", "high"),
    [  # as R's binom::binom.wilson and statsmodels' proportion_confint(method="wilson") give them
        (8, 10, 0.4901625, 0.9433178),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (50, 100, 0.4038315, 0.5961685),
        (1, 2, 0.0945312, 0.9054688),
    ],
)
def test_the_interval_is_wilsons(wins: int, finished: int, low: float, high: float) -> None:
    found = win_share(wins, finished)
    assert found.share == wins / finished
    assert (found.low, found.high) == pytest.approx((low, high), abs=2e-6)


def test_of_no_matches_nothing_is_known() -> None:
    assert win_share(0, 0).model_dump() == {"share": None, "low": 0.0, "high": 1.0}
