"""What is chosen for a new match goes together, and the settings that come of it lead to the same match."""

from pathlib import Path

import pytest

from uno_duo.bots.levels import LEVELS
from uno_duo.core import Rules
from uno_duo.house_rules import HOUSE_RULES, rules_for, rules_with, save_house_rules
from uno_duo.settings import Settings
from uno_duo.ui.set_up import MIXED, SetUp, differences, stepped, values_of

DUO = Rules.duo()
DEALT = Rules(opening="deal", seats=4, hand_size=5)


def of(settings: Settings | None = None, own: Rules | None = None, fault: str = "") -> SetUp:
    settings = settings or Settings()
    rules = own if settings.rules == "house" else rules_for(settings)
    return SetUp.of(settings, rules, own, fault)


def test_it_begins_with_what_is_set() -> None:
    chosen = of()
    assert (chosen.game, chosen.rules, chosen.level) == ("duo", DUO, "normal")
    chosen = of(Settings(rules="classic", seats=3, bots=("easy", "random"), target=300))
    assert (chosen.game, chosen.rules) == ("classic", rules_with(Rules.classic(3), target=300))
    assert (chosen.level, chosen.bots[:2]) == (MIXED, ("easy", "random"))
    chosen = of(Settings(rules="classic", seats=3, bots=("easy", "easy")))
    assert (chosen.level, chosen.rules.target) == ("easy", 500)
    assert of(Settings(bot="gone")).level == "normal"


def test_a_file_and_the_own_rules_are_house_rules(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("hand_size = 5\ntarget = 123\n")
    chosen = of(Settings(rules=str(path)))
    assert (chosen.game, chosen.rules) == ("house", Rules(hand_size=5, target=123))
    save_house_rules(DEALT)
    chosen = of(Settings(rules="house"), DEALT)
    assert (chosen.game, chosen.rules, chosen.keeps_rules) == ("house", DEALT, True)


def test_settings_that_lead_nowhere_begin_with_a_game_that_is() -> None:
    for settings, game in (
        (Settings(seats=4), "duo"),
        (Settings(rules="/no/where.toml"), "duo"),
        (Settings(rules="house"), "house"),
        (Settings(rules="classic", seats=10), "duo"),
    ):
        chosen = SetUp.of(settings, None)
        assert (chosen.game, chosen.rules) == (game, DUO)


def test_the_target_is_the_games_own_until_another_one_is_chosen() -> None:
    chosen = of()
    assert [chosen.rules.target, chosen.with_game(1).rules.target, chosen.with_game(2).rules.target] == [200, 500, 200]
    chosen = chosen.with_target(1)
    assert [chosen.rules.target, chosen.with_game(1).rules.target] == [250, 250]
    chosen = chosen.with_target(-1)
    assert [chosen.rules.target, chosen.with_game(1).rules.target] == [200, 500]


def test_as_many_play_as_the_game_allows() -> None:
    chosen = of(own=DEALT)
    assert chosen.seats_allowed == (2,)
    assert chosen.with_seats(1).rules.seats == 2
    chosen = chosen.with_game(1)
    assert chosen.seats_allowed == tuple(range(2, 11))
    assert chosen.with_seats(-1).rules.seats == 10
    assert chosen.with_game(1).rules.seats == DEALT.seats  # as the house rules say, where nothing was chosen
    chosen = chosen.with_seats(-1).with_game(1)
    assert chosen.rules.seats == 10
    chosen = chosen.with_house(Rules(opening="deal", hand_size=20))
    assert chosen.seats_allowed == tuple(range(2, 6))
    assert chosen.rules.seats == 5
    assert chosen.with_house(DUO).rules.seats == 2
    assert chosen.with_house(DUO).with_house(DEALT).rules.seats == 10


def test_as_many_play_by_changed_house_rules_as_by_the_ones_before() -> None:
    chosen = of(Settings(rules="house"), DEALT)
    assert chosen.with_house(DUO).with_house(rules_with(DEALT, seats=2)).rules.seats == 4


def test_bots_are_mixed_where_there_are_several() -> None:
    chosen = of(Settings(rules="classic", seats=3))
    levels = [chosen := chosen.with_level(-1) for _ in range(len(LEVELS) + 1)]
    assert [each.level for each in levels[:5]] == ["greedy", "easy", "random", MIXED, LEVELS[-1]]
    assert levels[-1].level == "normal"
    mixed = levels[3].with_bot(0, -1).with_bot(1, -2)
    assert mixed.chosen.bots == ("greedy", "easy")
    assert mixed.with_seats(1).chosen.bots == ("greedy", "easy", "normal")
    two = mixed.with_seats(-1)
    assert (two.level, two.chosen.bots, two.chosen.bot) == ("greedy", (), "greedy")
    assert two.with_seats(1).chosen.bots == ("greedy", "easy")


@pytest.mark.parametrize(
    "chosen",
    [
        of(),
        of().with_target(1),
        of().with_game(1),
        of().with_game(1).with_seats(3).with_target(-1),
        of().with_game(1).with_seats(2).with_level(2).with_bot(1, 1),
        of().with_game(2),
        of().with_game(2).with_house(DEALT).with_target(2),
        of().with_game(2).with_house(DEALT).with_seats(3),
        of().with_game(2).with_house(Rules.classic()).with_seats(3).with_game(-1),
    ],
)
def test_what_is_chosen_is_there_again(chosen: SetUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_DUO_HOME", str(tmp_path))
    if chosen.keeps_rules:
        save_house_rules(chosen.rules)
    settings = chosen.chosen
    assert rules_for(settings) == chosen.rules
    again = of(settings, chosen.rules if chosen.keeps_rules else None)
    assert (again.game, again.rules, again.level) == (chosen.game, chosen.rules, chosen.level)
    assert again.chosen == settings


def test_a_file_that_is_only_played_by_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('opening = "deal"\ntarget = 123\n')
    chosen = of(Settings(rules=str(path))).with_seats(1).with_target(1)
    assert not chosen.keeps_rules
    assert chosen.rules == rules_for(chosen.chosen) == Rules(opening="deal", seats=3, target=150)
    changed = chosen.with_house(DEALT)
    assert changed.keeps_rules
    assert changed.chosen.rules == "house"


def test_a_damaged_file_stays_as_it_is_until_other_rules_are_set() -> None:
    chosen = of(Settings(rules="house"), fault="line 1")
    assert not chosen.keeps_rules
    assert not chosen.with_house(chosen.house).keeps_rules
    assert chosen.with_house(DEALT).keeps_rules
    assert chosen.with_house(DEALT).fault == ""


def test_numbers_that_are_not_offered_stand_in_their_order() -> None:
    assert values_of("target", 123)[:4] == (50, 100, 123, 150)
    assert values_of("target", 200, 200) == values_of("target")
    assert values_of("stacking", True) == (False, True)
    assert values_of("reverse", "skip") == ("dump", "turn", "skip")


def test_values_are_gone_through_and_around() -> None:
    assert [stepped((1, 2, 3), value, 1) for value in (1, 2, 3, 9)] == [2, 3, 1, 1]
    assert [stepped((1, 2, 3), value, -1) for value in (1, 2, 3, 9)] == [3, 1, 2, 3]


def test_rules_differ_in_what_a_house_changes() -> None:
    assert differences(DUO, Rules(target=300)) == ()
    assert differences(DUO, DEALT) == ("opening", "hand_size")
    assert all(field in {rule.field for rule in HOUSE_RULES} for field in differences(DUO, Rules.classic(5)))
