"""Which matches are played."""

from dataclasses import replace

import pytest

from uno_duo.arena.plans import Plan, PlanError
from uno_duo.core import Rules
from uno_duo.dealer import seed_of_match
from uno_duo.record import Player

A, B, C, D = (Player(bot=name) for name in "abcd")
CREATED = "2026-11-29T12:00:00Z"


def plan_of(*players: Player, matches: int = 4, is_paired: bool = False, is_round_robin: bool = False) -> Plan:
    rules = Rules.duo() if is_round_robin or len(players) == 2 else Rules.classic(len(players))
    return Plan(rules, players, matches, 7, CREATED, is_paired=is_paired, is_round_robin=is_round_robin)


def test_without_pairs_each_match_has_a_deal_of_its_own() -> None:
    jobs = list(plan_of(A, B).jobs())
    assert [job.index for job in jobs] == [0, 1, 2, 3]
    assert [job.players for job in jobs] == [(A, B)] * 4
    assert [job.seed for job in jobs] == [seed_of_match(7, index) for index in range(4)]


def test_in_pairs_each_deal_is_played_with_the_seats_changed() -> None:
    jobs = list(plan_of(A, B, is_paired=True).jobs())
    assert [job.players for job in jobs] == [(A, B), (B, A)] * 2
    assert [job.seed for job in jobs] == [seed_of_match(7, deal) for deal in (0, 0, 1, 1)]


def test_many_move_on_by_one_seat_each_time() -> None:
    jobs = list(plan_of(A, B, C, matches=3, is_paired=True).jobs())
    assert [job.players for job in jobs] == [(A, B, C), (B, C, A), (C, A, B)]
    assert len({job.seed for job in jobs}) == 1


def test_in_a_round_robin_each_two_play_each_deal_from_both_seats() -> None:
    plan = plan_of(A, B, C, is_round_robin=True)
    jobs = list(plan.jobs())
    first_deal = [(A, B), (B, A), (A, C), (C, A), (B, C), (C, B)]
    assert plan.total == 12
    assert [job.players for job in jobs] == first_deal * 2
    assert [job.seed for job in jobs] == [seed_of_match(7, deal) for deal in (0, 1) for _match in first_deal]


def test_each_match_knows_its_place() -> None:
    plan = plan_of(A, B, C, is_round_robin=True)
    for job in plan.jobs():
        deal, table, turn = plan.place_of(job.index)
        assert job.seed == seed_of_match(7, deal)
        assert job.players[0] == plan.players[plan.tables[table][turn]]
        assert job.players == plan.players_of(job.index)


def test_a_job_has_all_that_was_said() -> None:
    plan = replace(plan_of(A, B), seconds=3.0, limit=50, keeps_records=True)
    job = next(plan.jobs())
    assert (job.rules, job.created, job.seconds, job.limit, job.keeps_record) == (Rules.duo(), CREATED, 3.0, 50, True)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ({"players": (A,)}, "1 bots for 2 seats"),
        ({"players": (A, B, C)}, "3 bots for 2 seats"),
        ({"matches": 0}, "there is no match to play"),
        ({"matches": 3, "is_paired": True}, "each deal is played from 2 seats: 3 matches are no multiple of that"),
        ({"matches": 3, "is_round_robin": True}, "each deal is played from 2 seats"),
        ({"players": (A,), "is_round_robin": True}, "a round robin needs two bots or more"),
        ({"rules": Rules.classic(3), "is_round_robin": True}, "a round robin is for two seats, not 3"),
    ],
)
def test_what_cannot_be_played_is_refused(fault: dict[str, object], reason: str) -> None:
    with pytest.raises(PlanError, match=reason):
        replace(plan_of(A, B), **fault)  # type: ignore[arg-type]
