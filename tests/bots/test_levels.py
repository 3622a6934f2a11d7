import subprocess
import sys

import pytest

from uno_duo.bots.levels import LEVELS, UnknownBot, bot_named


def test_bots_are_listed_from_the_first_to_try() -> None:
    assert LEVELS == ("easy", "normal", "random")


@pytest.mark.parametrize("name", LEVELS)
def test_each_listed_bot_exists(name: str) -> None:
    bot = bot_named(name)
    assert callable(bot.choose)
    assert callable(bot.wants)


@pytest.mark.parametrize("name", ["", "Easy", "hard", "uniform"])
def test_an_unknown_bot_is_named_together_with_those_that_exist(name: str) -> None:
    with pytest.raises(UnknownBot, match="easy, normal, random") as refused:
        bot_named(name)
    assert repr(name) in str(refused.value)
    assert refused.value.name == name
    assert isinstance(refused.value, ValueError)


def test_listing_the_bots_loads_none_of_them() -> None:
    check = (
        "import sys, uno_duo.bots.levels as levels\n"
        "loaded = [name for name in sys.modules if name.startswith('uno_duo.bots.')]\n"
        "assert levels.LEVELS and sorted(loaded) == ['uno_duo.bots.base', 'uno_duo.bots.levels'], loaded"
    )
    subprocess.run([sys.executable, "-c", check], check=True)
