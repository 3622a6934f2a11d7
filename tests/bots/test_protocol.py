"""What every bot must keep to."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uno_duo.arena import play_out
from uno_duo.bots.base import Bot
from uno_duo.bots.levels import LEVELS, bot_named
from uno_duo.core import DraftView, PlayView, Rules, SeatMove, View
from uno_duo.match import Match
from uno_duo.record import Header

HOUSE_RULES = st.builds(
    Rules,
    target=st.sampled_from((1, 50, 200)),
    hand_size=st.sampled_from((2, 3, 7, 20)),
    extra_wilds=st.sampled_from((0, 4, 20)),
    draw_two=st.sampled_from((1, 2, 20)),
    draw_four=st.sampled_from((1, 4, 20)),
    lost_challenge=st.sampled_from((1, 6, 20)),
    forgotten_uno=st.sampled_from((1, 2, 20)),
    final_draw=st.booleans(),
    action_points=st.sampled_from((0, 10, 1000)),
    wild_points=st.sampled_from((0, 15, 1000)),
    wild_draw_four_points=st.sampled_from((0, 20, 1000)),
)


class Watched:
    """A bot whose questions and answers are checked."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self.bot = bot
        self.seat = seat

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        assert isinstance(view, DraftView | PlayView)
        assert view.seat == self.seat
        assert set(moves) <= set(view.legal)
        before = generator.getstate()
        chosen = self.bot.choose(view, moves, generator)
        assert chosen in moves
        generator.setstate(before)
        assert self.bot.choose(type(view).model_validate(view.model_dump()), tuple(moves), generator) == chosen
        return chosen

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        assert view.seat == self.seat
        wanted = self.bot.wants(view, move, generator)
        assert isinstance(wanted, bool)
        return wanted


@pytest.mark.parametrize("name", LEVELS)
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(rules=HOUSE_RULES, seed=st.integers(0, 2**32 - 1), other=st.sampled_from(LEVELS))
def test_a_bot_plays_legal_moves_by_any_house_rules(name: str, rules: Rules, seed: int, other: str) -> None:
    match = Match(Header(rules=rules, seats=(name, other), seed=seed))
    end = play_out(match, (Watched(bot_named(name), 0), bot_named(other)), limit=150)
    assert end is None or end.reason == "stopped"


@pytest.mark.parametrize("name", LEVELS)
def test_bots_of_one_level_end_their_matches(name: str) -> None:
    for seed in range(3):
        match = Match(Header(rules=Rules(target=100), seats=(name, name), seed=seed))
        assert play_out(match, (bot_named(name), bot_named(name))) is None
        assert match.state.winner is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", LEVELS)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rules=HOUSE_RULES, seed=st.integers(0, 2**32 - 1))
def test_a_bot_is_never_stuck(name: str, rules: Rules, seed: int) -> None:
    match = Match(Header(rules=rules, seats=(name, name), seed=seed))
    end = play_out(match, (Watched(bot_named(name), 0), Watched(bot_named(name), 1)), limit=1500)
    assert end is None or end.reason == "stopped"
