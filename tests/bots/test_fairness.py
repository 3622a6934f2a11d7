"""Every bot decides by what its seat may know: cards that it cannot see may lie in any way."""

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pytest

from uno_duo.arena.fairness import UNO, Fairness, UnlikeView, check_bot, check_fairness
from uno_duo.bots.greedy import GreedyBot
from uno_duo.bots.levels import LEVELS, UnknownBot
from uno_duo.bots.memory import forgetful
from uno_duo.core import GameState, Phase, PlayView, Rules, SeatMove, View
from uno_duo.evaluation.worlds import Worlds

DUO: Final = Rules.duo()
POSITIONS: Final = {"hard": 8, "expert": 3, "master": 1}
MANY: Final = {"hard": 200, "expert": 60, "master": 15}
RULES: Final = {"duo": DUO, "classic": Rules.classic(4)}


@pytest.mark.parametrize(
    ("level", "rules"),
    [
        pytest.param(level, rules, marks=[pytest.mark.slow] * (level == "master"))
        for level in LEVELS
        for rules in RULES
        if rules == "duo" or level not in ("expert", "master")
    ],
)
def test_no_level_knows_more_than_it_may(level: str, rules: str) -> None:
    wanted = POSITIONS.get(level, 25)
    found = check_fairness(level, wanted, seed=3, rules=RULES[rules])
    assert found.difference is None
    assert found.positions.total() == wanted
    assert found.worlds > 2 * wanted


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_no_level_knows_what_it_is_to_forget(level: str) -> None:
    assert check_fairness(level, POSITIONS.get(level, 25), 4, DUO, "human").difference is None


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_knows_more_in_many_positions(level: str, rules: str) -> None:
    assert check_fairness(level, MANY.get(level, 2000), 5, RULES[rules]).difference is None


# The check itself


def checked(bot: Any, positions: int = 100, **more: Any) -> Fairness:
    return check_bot(bot, positions, 1, DUO, **more)


class Peeking(GreedyBot):
    """A cheat, which looks up in its callers where the cards lie."""

    def __init__(self, place: str) -> None:
        self._place = place

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:  # noqa: ARG002
        return moves[sum(self._hidden(view.seat)) % len(moves)]

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:  # noqa: ARG002
        return sum(self._hidden(view.seat)) % 2 == 0

    def _hidden(self, seat: int) -> tuple[int, ...]:
        frame = sys._getframe(2)
        while frame.f_back is not None:
            for value in frame.f_locals.values():
                found = getattr(value, "state", value)
                if isinstance(found, GameState):
                    return found.hands[1 - seat] if self._place == "hand" else found.draw[:3]
            frame = frame.f_back
        raise AssertionError("there is nothing to see")


@pytest.mark.parametrize("place", ["hand", "pile"])
def test_a_cheat_is_found(place: str) -> None:
    found = checked(Peeking(place))
    assert found.difference is not None
    assert found.difference.made != found.difference.made_elsewhere
    assert found.positions.total() < 10
    assert found.difference.match.state.turn is not None


class Remembering(GreedyBot):
    """It decides by what was shown, which it is to forget."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        if isinstance(view, PlayView):
            return moves[(sum(view.draw) + sum(view.known[1 - view.seat])) % len(moves)]
        return super().choose(view, moves, generator)


def test_what_a_bot_is_to_forget_it_must_not_use() -> None:
    assert checked(Remembering()).difference is None, "with a full memory it may"
    assert checked(Remembering(), memory="human").difference is not None
    assert checked(forgetful(Remembering()), memory="human").difference is None


class Moody(GreedyBot):
    """It has chance of its own."""

    def __init__(self) -> None:
        self._chance = Random(1)

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:  # noqa: ARG002
        return self._chance.choice(moves)


def test_chance_of_its_own_is_found() -> None:
    assert checked(Moody()).difference is not None


def test_each_kind_of_position_is_among_them_and_the_same_seed_gives_the_same() -> None:
    seen: list[int] = []
    found = checked(GreedyBot(), 100, on_position=lambda: seen.append(1))
    played = {Phase.DRAFT, Phase.NAME_COLOUR, Phase.TURN, Phase.DRAWN, Phase.BILL, Phase.CHALLENGE, Phase.CUT}
    assert set(found.positions) == played | {UNO}
    assert len(seen) == 100
    assert found.matches > 3
    assert checked(GreedyBot(), 100) == found
    assert check_bot(GreedyBot(), 100, 2, DUO).positions != found.positions
    assert isinstance(found.positions, Counter)


def test_positions_where_every_card_is_known_are_no_check() -> None:
    found = checked(GreedyBot(), 60)
    assert found.worlds > 2.9 * 60


def test_a_deal_that_the_seat_could_notice_is_no_check(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = Worlds.sample

    def turned(worlds: Worlds, count: int, generator: Random) -> Any:
        for world in sample(worlds, count, generator):
            yield world.model_copy(update={"hands": world.hands[::-1]})

    monkeypatch.setattr(Worlds, "sample", turned)
    with pytest.raises(UnlikeView, match="seed"):
        checked(GreedyBot())


def test_an_unknown_level_is_not_checked() -> None:
    with pytest.raises(UnknownBot):
        check_fairness("genius", 1, 1, DUO)
