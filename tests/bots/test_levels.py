import subprocess
import sys
from types import ModuleType

import pytest

from uno_duo.bots import levels
from uno_duo.bots.easy import EasyBot
from uno_duo.bots.greedy import GreedyBot
from uno_duo.bots.levels import COMMAND, LEVELS, SEARCHING, UnknownBot, bot_for, bot_named
from uno_duo.bots.memory import ForgetfulBot
from uno_duo.bots.normal import NormalBot
from uno_duo.record import Player

FROM_WEAK_TO_STRONG = ("random", "easy", "greedy", "normal", "hard", "expert", "master")


def test_levels_are_listed_from_weak_to_strong() -> None:
    assert tuple(level for level in FROM_WEAK_TO_STRONG if level in LEVELS) == LEVELS
    assert set(FROM_WEAK_TO_STRONG) >= SEARCHING
    assert not SEARCHING & {"random", "easy", "greedy", "normal"}


@pytest.mark.parametrize("name", LEVELS)
def test_each_level_exists(name: str) -> None:
    bot = bot_named(name)
    assert callable(bot.choose)
    assert callable(bot.wants)
    forgetful = bot_named(name, "human")
    assert isinstance(forgetful, ForgetfulBot)
    assert type(forgetful._bot) is type(bot)


@pytest.mark.parametrize("name", ["", "Easy", "harder", "uniform", COMMAND])
def test_an_unknown_bot_is_named_together_with_those_that_exist(name: str) -> None:
    with pytest.raises(UnknownBot, match="random, easy, greedy, normal") as refused:
        bot_named(name)
    assert repr(name) in str(refused.value)
    assert refused.value.name == name
    assert isinstance(refused.value, ValueError)


def test_a_level_may_take_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    class Thinking(EasyBot):
        def __init__(self, evaluations: int) -> None:
            super().__init__()
            self.evaluations = evaluations

    module = ModuleType("thinking")
    module.__dict__["Thinking"] = Thinking
    monkeypatch.setitem(sys.modules, "thinking", module)
    monkeypatch.setitem(levels._BOTS, "hard", ("thinking", "Thinking", {"evaluations": 60}))
    bot = bot_named("hard")
    assert isinstance(bot, Thinking)
    assert bot.evaluations == 60


def test_a_player_of_a_record_has_its_bot() -> None:
    assert isinstance(bot_for(Player(bot="greedy")), GreedyBot)
    forgetful = bot_for(Player(bot="normal", memory="human"), seconds=1.0)
    assert isinstance(forgetful, ForgetfulBot)
    assert isinstance(forgetful._bot, NormalBot)


@pytest.mark.parametrize("player", [Player(), Player(bot="genius"), Player(bot=COMMAND)], ids=str)
def test_a_player_without_a_bot_has_none(player: Player) -> None:
    with pytest.raises(UnknownBot):
        bot_for(player)


def test_a_program_is_started_by_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, float | None]] = []

    class Program(EasyBot):
        def __init__(self, command: str, seconds: float | None) -> None:
            super().__init__()
            started.append((command, seconds))

    module = ModuleType("process")
    module.__dict__["ProgramBot"] = Program
    monkeypatch.setitem(sys.modules, "uno_duo.bots.process", module)
    bot = bot_for(Player(bot=COMMAND, command="./mine -x"), 2.5)
    assert isinstance(bot, Program)
    forgetful = bot_for(Player(bot=COMMAND, command="./mine", memory="human"))
    assert isinstance(forgetful, ForgetfulBot)
    assert started == [("./mine -x", 2.5), ("./mine", None)]


def test_listing_the_bots_loads_none_of_them() -> None:
    check = (
        "import sys, uno_duo.bots.levels as levels\n"
        "loaded = [name for name in sys.modules if name.startswith('uno_duo.bots.')]\n"
        "assert levels.LEVELS and sorted(loaded) == ['uno_duo.bots.base', 'uno_duo.bots.levels'], loaded"
    )
    subprocess.run([sys.executable, "-c", check], check=True)
