"""Many matches: what came of them, and their records."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.arena.bots import Eager, Saying
from uno_duo.arena import jobs, simulate
from uno_duo.arena.crews import CrewError, crew_of
from uno_duo.arena.intervals import Interval, mean_interval, share_interval
from uno_duo.arena.jobs import Outcome
from uno_duo.arena.plans import Plan, PlanError
from uno_duo.arena.results import Mean, Result, Standings, Summary, WinShare
from uno_duo.arena.simulation import Simulation
from uno_duo.arena.summaries import summary_of
from uno_duo.bots.base import Bot
from uno_duo.bots.uniform import UniformBot
from uno_duo.core import GameState, Rules
from uno_duo.dealer import seed_of_match
from uno_duo.house_rules import rules_with
from uno_duo.record import Header, Player, read_header, read_steps

SHORT = Rules(target=60)
CREATED = "2026-11-29T12:00:00Z"


def plan_of(
    *names: str, matches: int = 4, rules: Rules = SHORT, is_paired: bool = False, is_round_robin: bool = False
) -> Plan:
    players = tuple(Player(bot=name) for name in names)
    return Plan(rules, players, matches, 5, CREATED, is_paired=is_paired, is_round_robin=is_round_robin)


def play(plan: Plan, records: Path | None = None, workers: int = 1) -> tuple[Summary | Standings, list[Outcome]]:
    """What came of a plan, in all and of each match in their order."""
    outcomes: list[Outcome] = []
    simulation = Simulation(plan, records)
    simulation.run(crew_of(workers), outcomes.append)
    return simulation.summary(), sorted(outcomes, key=lambda outcome: outcome.index)


def summarized(plan: Plan) -> Summary:
    summary, _outcomes = play(plan)
    assert isinstance(summary, Summary)
    return summary


def let_play(monkeypatch: pytest.MonkeyPatch, **bots: Bot) -> None:
    """Lets bots play that are not among the levels."""
    monkeypatch.setattr(jobs, "bot_for", lambda player, _seconds: bots[player.bot])


def elos(standings: Standings) -> list[float]:
    """The ratings of bots that have all been rated."""
    return [rating.elo for rating in standings.ratings if rating is not None]


def deterministic(summary: Summary | Standings) -> dict[str, object]:
    return summary.model_dump(exclude={"timing"})


class Kept(NamedTuple):
    """What a record says of its match."""

    header: Header
    state: GameState
    moves: int


def kept_in(lines: Sequence[bytes]) -> Kept:
    header = read_header(lines)
    *_, last = read_steps(header, lines[1:])
    return Kept(header, last.after, last.n)


def kept(folder: Path) -> list[Kept]:
    return [kept_in(path.read_bytes().splitlines(keepends=True)) for path in sorted(folder.iterdir())]


# What came of a match


def test_an_outcome_is_what_its_record_says(tmp_path: Path) -> None:
    _summary, outcomes = play(plan_of("easy", "random"), tmp_path / "records")
    assert [outcome.index for outcome in outcomes] == [0, 1, 2, 3]
    for outcome, (header, state, moves) in zip(outcomes, kept(tmp_path / "records"), strict=True):
        assert header.seed == seed_of_match(5, outcome.index)
        assert outcome.winner == state.winner is not None
        assert (outcome.forfeit, outcome.fault, outcome.moves) == (None, None, moves)
        assert outcome.points == tuple(sum(result.points[seat] for result in state.rounds) for seat in range(2))
        assert outcome.rounds == (len(state.rounds),) * 2 == (outcome.all_rounds,) * 2


def test_a_seat_that_is_knocked_out_scores_in_no_further_round(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    let_play(monkeypatch, bot=Eager())
    rules = rules_with(Rules.classic(4), target=100, knock_out=True)
    _summary, outcomes = play(plan_of(*["bot"] * 4, rules=rules), tmp_path / "records")
    assert any(min(outcome.rounds) < outcome.all_rounds for outcome in outcomes)
    for outcome, match in zip(outcomes, kept(tmp_path / "records"), strict=True):
        scores, rounds = [0] * 4, [0] * 4
        for result in match.state.rounds:
            rounds = [count + (score < rules.target) for count, score in zip(rounds, scores, strict=True)]
            scores = [score + points for score, points in zip(scores, result.points, strict=True)]
        assert outcome.rounds == tuple(rounds)
        assert outcome.points == tuple(scores)
        assert outcome.all_rounds == max(rounds)


def test_bots_that_can_be_closed_are_closed_at_the_end_of_each_match(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(UniformBot):
        closed = 0

        def close(self) -> None:
            Closed.closed += 1

    let_play(monkeypatch, tidy=Closed(), other=UniformBot())
    play(plan_of("tidy", "other", matches=3))
    assert Closed.closed == 3


def test_a_fault_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    let_play(monkeypatch, good=UniformBot(), bad=Saying(ValueError("lost")))
    _summary, outcomes = play(plan_of("good", "bad", is_paired=True))
    assert [outcome.forfeit for outcome in outcomes] == [1, 0, 1, 0]
    assert [outcome.fault for outcome in outcomes] == ["lost"] * 4


# What came of many


def test_the_same_seed_gives_the_same_summary() -> None:
    first, second, other = (simulate(("easy", "normal"), 3, seed, SHORT) for seed in (5, 5, 6))
    assert deterministic(first) == deterministic(second) != deterministic(other)


def test_a_summary_counts_what_happened() -> None:
    summary, outcomes = play(plan_of("easy", "random"))
    assert isinstance(summary, Summary)
    winners = [outcome.winner for outcome in outcomes]
    rounds = sum(outcome.all_rounds for outcome in outcomes)
    assert summary.bots == ("easy", "random")
    assert (summary.seed, summary.matches, summary.planned, summary.is_paired) == (5, 4, 4, False)
    assert (summary.unfinished, summary.forfeits) == (0, (0, 0))
    assert summary.wins == (winners.count(0), winners.count(1))
    for bot, share in enumerate(summary.win_shares):
        interval = share_interval([(int(winner == bot), 1) for winner in winners])
        assert share == WinShare(share=winners.count(bot) / 4, low=interval.low, high=interval.high)
    assert summary.points_a_round == tuple(sum(o.points[bot] for o in outcomes) / rounds for bot in range(2))
    assert summary.points_intervals is not None
    for bot, found in enumerate(summary.points_intervals):
        assert found == mean_interval([(o.points[bot], o.all_rounds) for o in outcomes], least=0)
    more = [(o.points[0] - o.points[1], o.all_rounds) for o in outcomes]
    assert summary.points_difference == Mean(mean=sum(x for x, _y in more) / rounds, interval=mean_interval(more))
    assert summary.rounds_a_match == rounds / 4
    assert summary.moves_a_match == sum(outcome.moves for outcome in outcomes) / 4
    assert summary.timing.seconds > 0
    assert summary.timing.moves_a_second > 0
    assert Summary.model_validate_json(summary.model_dump_json()) == summary


@pytest.mark.parametrize("seats", [3, 10])
def test_as_many_bots_play_as_the_rules_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seats: int) -> None:
    names = [f"bot {seat}" for seat in range(seats)]
    let_play(monkeypatch, **dict.fromkeys(names, Eager()))
    rules = rules_with(Rules.classic(seats), target=60)
    summary, outcomes = play(plan_of(*names, matches=2, rules=rules), tmp_path / "records")
    assert isinstance(summary, Summary)
    winners = [outcome.winner for outcome in outcomes]
    assert summary.bots == tuple(names)
    assert (summary.unfinished, summary.forfeits) == (0, (0,) * seats)
    assert summary.wins == tuple(winners.count(seat) for seat in range(seats))
    assert sum(summary.wins) == 2
    assert summary.points_difference is None
    for match in kept(tmp_path / "records"):
        assert (match.header.seats, match.header.rules) == (tuple(names), rules)


def test_stopped_matches_count_for_nobody() -> None:
    stopped = simulate(("random", "random"), 2, 5, SHORT, limit=20)
    assert (stopped.matches, stopped.unfinished, stopped.wins) == (2, 2, (0, 0))
    assert (stopped.points_a_round, stopped.points_intervals, stopped.points_difference) == (None, None, None)
    assert stopped.win_shares == (WinShare(share=None, low=0.0, high=1.0),) * 2
    assert (stopped.rounds_a_match, stopped.moves_a_match) == (0, 20)


def test_where_two_play_one_wins_by_the_fault_of_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    let_play(monkeypatch, good=UniformBot(), bad=Saying(None))
    summary = summarized(plan_of("good", "bad", is_paired=True))
    assert (summary.forfeits, summary.unfinished, summary.wins) == ((0, 4), 0, (4, 0))
    assert [share.share for share in summary.win_shares] == [1, 0]


def test_where_many_play_a_fault_is_nobodys_win(monkeypatch: pytest.MonkeyPatch) -> None:
    let_play(monkeypatch, good=UniformBot(), bad=Saying(None))
    summary = summarized(plan_of("good", "bad", "good", rules=Rules.classic(3)))
    assert (summary.forfeits, summary.unfinished, summary.wins) == ((0, 4, 0), 0, (0, 0, 0))
    assert [share.share for share in summary.win_shares] == [None, 0, None]


@pytest.mark.parametrize(("names", "matches"), [(("easy",), 1), (("easy",) * 3, 1), (("easy", "easy"), 0)])
def test_what_cannot_be_played_is_refused(names: tuple[str, ...], matches: int) -> None:
    with pytest.raises(PlanError, match=r"seats|match"):
        simulate(names, matches, 5)


def test_a_bot_that_does_not_exist_is_named() -> None:
    with pytest.raises(CrewError, match="there is no bot 'nobody'"):
        simulate(("easy", "nobody"), 1, 5)


# Pairs


def test_in_pairs_what_a_bot_did_counts_whichever_seat_it_had(tmp_path: Path) -> None:
    summary, _outcomes = play(plan_of("easy", "random", is_paired=True), tmp_path / "records")
    assert isinstance(summary, Summary)
    wins, points, rounds = Counter[str](), Counter[str](), 0
    orders = []
    for header, state, _moves in kept(tmp_path / "records"):
        orders.append(header.seats)
        assert state.winner is not None
        wins[header.seats[state.winner]] += 1
        rounds += len(state.rounds)
        for result in state.rounds:
            points.update(dict(zip(header.seats, result.points, strict=True)))
    assert orders == [("easy", "random"), ("random", "easy")] * 2
    assert summary.bots == ("easy", "random")
    assert summary.wins == (wins["easy"], wins["random"])
    assert summary.points_a_round == (points["easy"] / rounds, points["random"] / rounds)


def test_many_in_pairs_are_told_apart_as_well(tmp_path: Path) -> None:
    rules = rules_with(Rules.classic(3), target=60)
    plan = plan_of("easy", "random", "normal", matches=6, rules=rules, is_paired=True)
    summary, _outcomes = play(plan, tmp_path / "records")
    assert isinstance(summary, Summary)
    wins = Counter(header.seats[state.winner or 0] for header, state, _moves in kept(tmp_path / "records"))
    assert summary.wins == tuple(wins[name] for name in summary.bots)


def test_the_deals_of_a_pair_are_the_same(tmp_path: Path) -> None:
    play(plan_of("easy", "random", matches=2, is_paired=True), tmp_path / "records")
    one, other = (path.read_text().splitlines() for path in sorted((tmp_path / "records").iterdir()))
    assert one[1] == other[1]  # the first shuffle
    assert one[2:] != other[2:]


def test_the_same_bot_on_both_sides_wins_half() -> None:
    """It plays each deal twice in the same way, and wins it once as the one and once as the other."""
    summary = summarized(plan_of("normal", "normal", is_paired=True))
    assert summary.wins == (2, 2)
    assert summary.points_difference is not None
    assert summary.points_difference == Mean(mean=0.0, interval=Interval(0.0, 0.0))


def test_a_deal_that_was_not_played_from_all_seats_does_not_count() -> None:
    plan = plan_of("easy", "random", is_paired=True)
    _summary, outcomes = play(plan)
    half, whole = (summary_of(plan, outcomes[:count], 1.0) for count in (3, 2))
    assert deterministic(half) == deterministic(whole)
    assert (half.matches, half.planned) == (2, 4)
    nothing = summary_of(plan, outcomes[:1], 1.0)
    assert isinstance(nothing, Summary)
    assert (nothing.matches, nothing.rounds_a_match, nothing.points_a_round) == (0, None, None)


# Round robins


def test_a_round_robin_is_the_pairs_of_each_two() -> None:
    standings, _outcomes = play(plan_of("normal", "easy", "random", is_round_robin=True))
    assert isinstance(standings, Standings)
    assert [pairing.places for pairing in standings.pairings] == [(0, 1), (0, 2), (1, 2)]
    assert (standings.matches, standings.planned) == (12, 12)
    for pairing in standings.pairings:
        alone = summarized(plan_of(*pairing.bots, is_paired=True))
        assert pairing.model_dump(exclude={"places"}) == alone.model_dump(include=set(Result.model_fields))
    assert sum(elos(standings)) == pytest.approx(0)
    assert Standings.model_validate_json(standings.model_dump_json()) == standings


def test_the_better_bots_are_rated_higher() -> None:
    standings, _outcomes = play(plan_of("random", "normal", "easy", matches=10, is_round_robin=True))
    assert isinstance(standings, Standings)
    by_name = dict(zip(standings.bots, elos(standings), strict=True))
    assert by_name["normal"] > by_name["easy"] > by_name["random"]


def test_bots_of_which_no_match_counts_are_not_rated() -> None:
    plan = plan_of("normal", "easy", "random", matches=2, is_round_robin=True)
    _standings, outcomes = play(plan)
    nothing, first, all_of_them = (summary_of(plan, outcomes[:count], 1.0) for count in (1, 2, 6))
    assert isinstance(nothing, Standings)
    assert isinstance(first, Standings)
    assert isinstance(all_of_them, Standings)
    assert nothing.ratings == (None, None, None)
    assert [rating is None for rating in first.ratings] == [False, False, True]
    assert sum(rating.elo for rating in first.ratings if rating is not None) == pytest.approx(0)
    assert None not in all_of_them.ratings
    stopped = [replace(outcome, winner=None) for outcome in outcomes]
    nobody = summary_of(plan, stopped, 1.0)
    assert isinstance(nobody, Standings)
    assert nobody.ratings == (None, None, None)
    assert Standings.model_validate_json(nobody.model_dump_json()) == nobody


# Who plays


@pytest.mark.parametrize("kind", ["single", "paired", "round robin"])
def test_any_number_of_workers_gives_the_same(tmp_path: Path, kind: str) -> None:
    plan = plan_of("easy", "random", is_paired=kind == "paired", is_round_robin=kind == "round robin")
    alone, alone_outcomes = play(plan, tmp_path / "alone")
    together, outcomes = play(plan, tmp_path / "together", workers=2)
    assert deterministic(alone) == deterministic(together)
    assert alone_outcomes == outcomes
    for path in (tmp_path / "alone").iterdir():
        assert path.read_bytes() == (tmp_path / "together" / path.name).read_bytes()


def test_what_is_known_so_far_can_be_told_at_any_time() -> None:
    simulation = Simulation(plan_of("easy", "random", matches=50))
    done: list[Outcome] = []
    simulation.run(crew_of(1), done.append, is_stopped=lambda: len(done) >= 3)
    summary = simulation.summary()
    assert isinstance(summary, Summary)
    assert (summary.matches, summary.planned, sum(summary.wins)) == (len(done), 50, len(done))
    assert 3 <= len(done) <= 5


# Records


def test_the_records_of_equal_runs_are_equal(tmp_path: Path) -> None:
    plan = plan_of("normal", "easy", matches=2)
    for run in ("one", "two"):
        play(plan, tmp_path / run)
    for name in ("0001.jsonl", "0002.jsonl"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_record_tells_who_plays(tmp_path: Path) -> None:
    players = (Player(bot="easy", memory="human"), Player(bot="random"))
    play(replace(plan_of("easy", "random", matches=2, is_paired=True), players=players), tmp_path / "new" / "records")
    one, other = kept(tmp_path / "new" / "records")
    assert (one.header.players, other.header.players) == (players, players[::-1])
    assert one.header.created == CREATED


@pytest.mark.parametrize(("matches", "name"), [(3, "0003.jsonl"), (10_000, "00001.jsonl")])
def test_a_record_that_exists_is_kept(tmp_path: Path, matches: int, name: str) -> None:
    (tmp_path / name).write_text("kept")
    with pytest.raises(FileExistsError) as refused:
        Simulation(plan_of("easy", "easy", matches=matches), tmp_path)
    assert refused.value.filename == str(tmp_path / name)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["kept"]


def test_a_link_that_points_at_nothing_is_kept_too(tmp_path: Path) -> None:
    (tmp_path / "0002.jsonl").symlink_to("nowhere")
    with pytest.raises(FileExistsError) as refused:
        Simulation(plan_of("easy", "easy"), tmp_path)
    assert refused.value.filename == str(tmp_path / "0002.jsonl")


def test_a_record_that_comes_to_exist_meanwhile_is_kept(tmp_path: Path) -> None:
    simulation = Simulation(plan_of("random", "random", matches=2), tmp_path)
    (tmp_path / "0002.jsonl").write_text("kept")
    with pytest.raises(FileExistsError):
        simulation.run(crew_of(1))
    assert (tmp_path / "0002.jsonl").read_text() == "kept"
