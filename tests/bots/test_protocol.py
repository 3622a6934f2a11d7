"""What every bot must keep to."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from uno_duo.arena import play_out
from uno_duo.bots.base import Bot
from uno_duo.bots.levels import LEVELS, SEARCHING, bot_named
from uno_duo.bots.searching import SearchingBot
from uno_duo.core import DraftView, PlayView, Rules, SeatMove, View
from uno_duo.match import Match
from uno_duo.record import Header

QUICK: Final = tuple(level for level in LEVELS if level not in SEARCHING)
HASTY: Final = SearchingBot(20)
"""It searches as little as it can: hard, expert and master differ from it in this number alone."""
VALUES: Final[dict[str, Sequence[Any]]] = {
    "seats": (2, 2, 2, 3, 4, 10),
    "target": (1, 50, 200),
    "knock_out": (False, True),
    "opening": ("draft", "deal"),
    "hand_size": (2, 3, 7, 20),
    "extra_wilds": (0, 4, 20),
    "bury_wilds": (False, True),
    "symbols_match": (False, True),
    "drawing": ("one", "until_playable"),
    "keep_drawn": (False, True),
    "reverse": ("dump", "turn", "skip"),
    "draw_two": (0, 1, 2, 20),
    "stacking": (False, True),
    "draw_four": (1, 4, 20),
    "wild_draw_four": ("challenge", "restricted", "free"),
    "lost_challenge": (1, 6, 20),
    "forgotten_uno": (0, 1, 4, 20),
    "final_draw": (False, True),
    "recycling": ("turned", "shuffled"),
    "action_points": (0, 10, 1000),
    "wild_points": (0, 15, 1000),
    "wild_draw_four_points": (0, 20, 1000),
}


def accepted(values: dict[str, Any]) -> Rules | None:
    """The rules of some values, None where these make no sense together."""
    try:
        return Rules.model_validate(values)
    except ValidationError:
        return None


HOUSE_RULES = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in VALUES.items()}).map(accepted)
SEEDS = st.integers(0, 2**32 - 1)


def examples(count: int, **others: Any) -> settings:
    """How many rule sets a property is tried on; many are refused."""
    slow = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    return settings(max_examples=count, deadline=None, suppress_health_check=slow, **others)


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


def ends_well(rules: Rules, seed: int, bots: Sequence[Bot], limit: int) -> bool:
    """Whether a match is ended by the rules, or only for its length."""
    match = Match(Header(rules=rules, seats=tuple(str(seat) for seat in range(rules.seats)), seed=seed))
    ended = play_out(match, bots, limit)
    return ended is None or ended.end.reason == "stopped"


def test_every_rule_is_varied() -> None:
    assert VALUES.keys() == Rules.model_fields.keys()


@pytest.mark.parametrize("name", QUICK)
@examples(15, derandomize=True)
@given(rules=HOUSE_RULES.filter(bool), seed=SEEDS, other=st.sampled_from(QUICK), data=st.data())
def test_a_bot_plays_legal_moves_by_any_house_rules(
    name: str, rules: Rules, seed: int, other: str, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, rules.seats - 1))
    bots = [bot_named(other)] * rules.seats
    bots[seat] = Watched(bot_named(name), seat)
    assert ends_well(rules, seed, bots, limit=100 + rules.seats * 15)


@examples(3, derandomize=True)
@given(rules=HOUSE_RULES.filter(bool), seed=SEEDS, other=st.sampled_from(QUICK), data=st.data())
def test_a_searching_bot_plays_legal_moves_by_any_house_rules(
    rules: Rules, seed: int, other: str, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, rules.seats - 1))
    bots = [bot_named(other)] * rules.seats
    bots[seat] = Watched(HASTY, seat)
    assert ends_well(rules, seed, bots, limit=60 + rules.seats)


@pytest.mark.parametrize("rules", [Rules.duo(), Rules.classic(2), Rules.classic(10)], ids=("duo", "two", "ten"))
@pytest.mark.parametrize("name", QUICK)
def test_bots_of_one_level_end_their_matches(name: str, rules: Rules) -> None:
    short = rules.model_copy(update={"target": 10})
    for seed in range(2):
        match = Match(Header(rules=short, seats=(name,) * rules.seats, seed=seed))
        assert play_out(match, [bot_named(name)] * rules.seats) is None
        assert match.state.winner is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
@examples(100)
@given(rules=HOUSE_RULES.filter(bool), seed=SEEDS)
def test_a_bot_is_never_stuck(name: str, rules: Rules, seed: int) -> None:
    bots = [Watched(bot_named(name), seat) for seat in range(rules.seats)]
    assert ends_well(rules, seed, bots, limit=1500)


@pytest.mark.slow
@examples(20)
@given(rules=HOUSE_RULES.filter(bool), seed=SEEDS)
def test_a_searching_bot_is_never_stuck(rules: Rules, seed: int) -> None:
    bots = [Watched(HASTY, seat) for seat in range(rules.seats)]
    assert ends_well(rules, seed, bots, limit=300)


def test_searching_bots_end_their_matches() -> None:
    match = Match(Header(rules=Rules(target=10), seats=("hasty",) * 2, seed=1))
    assert play_out(match, (HASTY, HASTY)) is None
    assert match.state.winner is not None
