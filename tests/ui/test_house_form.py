"""The forms for other games: classic UNO, and house rules, each of them reached, explained and changed by keys."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.core.positions import position
from tests.ui.table import FULL, SMALL, Table, opened, saved, seated
from uno_duo.core import Rules
from uno_duo.house_rules import HOUSE_RULES, rules_with, save_house_rules, saved_house_rules, value_name
from uno_duo.settings import Settings
from uno_duo.ui.screens.house_rules import HouseRulesScreen
from uno_duo.ui.screens.new_match import NewMatchScreen
from uno_duo.ui.widgets.form import FormLine, FormLines

RULES = [rule for rule in HOUSE_RULES if rule.field not in ("seats", "target")]
FORMS = ["MenuScreen", "NewMatchScreen"]
TO_HOUSE_RULES = ("enter", "left", "down", "enter")


def own_file() -> Path:
    return Path(os.environ["UNO_DUO_HOME"]) / "house-rules.toml"


def line(table: Table) -> FormLine:
    """The chosen line."""
    lines = table.app.screen.query_one(FormLines)
    return lines.lines[lines.row] if lines.row < len(lines.lines) else FormLine("Your name", "")


async def go_to(table: Table, label: str) -> None:
    """Goes to a line of a form."""
    for _ in range(30):
        if line(table).label.strip() == label:
            assert label in table.prompt
            return
        await table.press("down")
    raise AssertionError(f"{label} is not in the form")


async def set_to(table: Table, label: str, value: str) -> None:
    """Goes to a line, and to a value of it."""
    await go_to(table, label)
    for _ in range(30):
        if line(table).value == value:
            assert value in table.prompt
            return
        await table.press("right")
    raise AssertionError(f"{label} is never {value}: {table.prompt}")


def rules_in(table: Table) -> Any:
    return table.screen(NewMatchScreen).chosen.rules


# The game and who plays it


async def test_the_game_is_gone_through_and_each_has_its_lines() -> None:
    async with opened() as table:
        await table.press("enter")
        for game, seen, not_seen in (
            ("UNO Duo", ("Seats 2", "Target 200", "draft"), ("House rules",)),
            ("Classic UNO", ("Seats 2", "Target 500", "draws until"), ("House rules",)),
            ("House rules", ("House rules … as UNO Duo", "Seats 2", "Target 200"), ()),
            ("UNO Duo", (), ()),
        ):
            assert game in table.prompt
            table.sees(*seen)
            table.sees_none(*not_seen)
            await table.press("right")


async def test_classic_uno_is_set_up_with_a_line_for_each_bot() -> None:
    async with opened() as table:
        await table.press("enter", "right")
        await set_to(table, "Seats", "4")
        await set_to(table, "Bots", "mixed")
        table.sees("How the others play", "Ada", "Ben", "Cleo")
        table.sees_none("Dan")
        await set_to(table, "Ben", "random")
        await set_to(table, "Cleo", "easy")
        await set_to(table, "Target", "300")
        await go_to(table, "Your name")
        await table.press(*["backspace"] * 3, "A", "d", "a")
        table.sees("  Ben", "Cleo", "Dan")  # a bot gives way
        await table.press("enter")
        head = table.match.header
        assert head.seats == ("Ada", "Ben", "Cleo", "Dan")
        assert [player.bot for player in head.players] == [None, "normal", "random", "easy"]
        assert head.rules == rules_with(Rules.classic(4), target=300)
        assert saved()[0]["rules"]["seats"] == 4
        await table.press("escape", "down", "enter", "enter")
        table.sees("Classic UNO", "Seats 4", "Bots mixed", "Target 300")


async def test_two_to_ten_play_classic_uno_and_two_play_uno_duo() -> None:
    async with opened() as table:
        await table.press("enter", "down")
        assert "←" not in table.prompt
        await table.press("right", "left", "up", "right", "down")
        seen = []
        for _ in range(9):
            seen.append(rules_in(table).seats)
            await table.press("right")
        assert seen == list(range(2, 11))
        assert rules_in(table).seats == 2
        await table.press("left", "up", "left")
        assert rules_in(table) == Rules.duo()


async def test_the_other_is_called_the_others_where_there_are_several() -> None:
    async with opened() as table:
        await table.press("enter", "right", "end")
        table.sees("What the other calls you.", "Bot ")
        await table.press("up")
        table.sees("How fast the bot acts.")
        await table.press("home")
        await set_to(table, "Seats", "3")
        await table.press("end")
        table.sees("What the others call you.", "Bots")
        await table.press("up")
        table.sees("How fast the bots act.")
        await go_to(table, "Target")
        table.sees("The fewest points win.")


@pytest.mark.parametrize(
    ("settings", "seen"),
    [
        (
            Settings(rules="classic", seats=3, bots=("easy", "random"), target=300),
            "Classic UNO 3 mixed easy random 300",
        ),
        (Settings(rules="classic", seats=2), "Classic UNO 2 normal 500"),
        (Settings(rules="FILE"), "House rules 1 change 2 123"),
    ],
)
async def test_the_form_begins_with_what_is_set(settings: Settings, seen: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("hand_size = 5\ntarget = 123\n")
    if settings.rules == "FILE":
        settings = settings.model_copy(update={"rules": str(path)})
    async with opened() as table:
        table.app._settings = settings
        await table.press("enter")
        table.sees(*seen.replace("Classic UNO", "Classic").replace("House rules", "House").split())
        await table.press("enter")
        assert table.match.header.rules.target in (123, 300, 500)
    assert not own_file().exists()


async def test_settings_that_make_no_sense_are_told_and_the_form_is_there() -> None:
    async with opened() as table:
        table.app._settings = Settings(seats=4)
        await table.press("enter")
        table.sees("a draft is for two seats", "UNO Duo")
        await table.press("enter")
        assert table.match.header.rules == Rules.duo()


async def test_another_match_is_played_by_the_same_rules_and_seats() -> None:
    rules = Rules(opening="deal", hand_size=5, target=50)
    async with seated(position("R1", "Y9 W", scores=(0, 40), round=2, rules=rules)) as table:
        await table.press("enter")
        head = table.match.header
        await table.press("enter")
        assert len(table.matches) == 2
        again = table.match.header
        assert (again.rules, again.seats, again.players) == (rules, head.seats, head.players)
        assert again.seed != head.seed


# The form of the house rules


@pytest.mark.parametrize("size", [FULL, SMALL])
async def test_every_rule_is_reached_and_explained(size: tuple[int, int]) -> None:
    async with opened(size=size) as table:
        await table.press(*TO_HOUSE_RULES)
        assert table.screens == [*FORMS, "HouseRulesScreen"]
        table.sees("Begin from", "Sets all rules as in UNO Duo", "Esc Drop")
        for rule in RULES:
            await table.press("down")
            assert rule.label in table.prompt
            assert value_name(rule.field, getattr(Rules.duo(), rule.field)) in table.prompt
            table.sees(rule.explanation)
        await table.press("down")
        assert "Begin from" in table.prompt
        await table.press("up")
        assert RULES[-1].label in table.prompt
        await table.press("home")
        assert "Begin from" in table.prompt


async def test_every_value_is_reached() -> None:
    async with opened() as table:
        await table.press(*TO_HOUSE_RULES, "right", "down")  # from classic UNO
        for rule in RULES:
            seen = []
            for _ in rule.values:
                seen.append(line(table).value)
                await table.press("right")
            assert set(seen) == {value_name(rule.field, each) for each in rule.values}, rule.field
            assert line(table).value == seen[0]
            if len(seen) < 4:
                await table.press("left")
                assert line(table).value == seen[-1]
                await table.press("right")
            await table.press("down")
        await table.press("enter")
        assert rules_in(table) == rules_with(Rules.classic(), target=200)


async def test_all_rules_are_set_at_once_and_the_own_ones_come_back() -> None:
    async with opened() as table:
        await table.press(*TO_HOUSE_RULES, "left")
        assert "Classic UNO" in table.prompt
        table.sees("UNO Duo: draft", "must be played", "● unlike UNO Duo")
        await table.press("left")
        assert "UNO Duo" in table.prompt
        table.sees_none("UNO Duo: draft")
        await set_to(table, "Cards a hand", "9")
        await table.press("home")
        assert "your own" in table.prompt
        await table.press("right", "right")
        assert "Classic UNO" in table.prompt
        await table.press("right")
        assert "your own" in table.prompt
        table.sees("UNO Duo: 7")
        await table.press("enter")
        assert rules_in(table) == Rules(hand_size=9)
        table.sees("House rules … 1 change →")


async def test_what_differs_is_marked() -> None:
    async with opened() as table:
        await table.press(*TO_HOUSE_RULES)
        await set_to(table, "Drawn card", "must be played")
        assert "●" in table.prompt
        table.sees("Drawn card ● ← must be played → UNO Duo: may be kept")
        await table.press("right")
        assert "●" not in table.prompt


# Rules, what else is chosen first, the sentence, and where Enter leads to.
SENSELESS: list[tuple[Rules, int | None, tuple[str, str], str, tuple[str, ...]]] = [
    (
        rules_with(Rules(), keep_drawn=False),
        None,
        ("Drawing", "until playable"),
        "",
        (),
    ),
    (
        Rules(),
        None,
        ("Drawing", "until playable"),
        "Who draws until a card can be played must play it, and may not keep it.",
        ("Drawn card", "Drawing"),
    ),
    (
        Rules(),
        None,
        ("Draw 2 draws", "none"),
        "A Draw 2 that draws no cards cannot be answered with another.",
        ("Draw 2 volley", "Draw 2 draws"),
    ),
    (
        Rules(opening="deal", seats=10),
        10,
        ("Cards a hand", "12"),
        "The hands leave too few cards in the deck if 10 play.",
        ("Cards a hand",),
    ),
]


async def test_rules_without_sense_are_told_at_once_and_are_not_taken() -> None:
    async with opened(size=SMALL) as table:
        await table.press("enter", "left", "down")
        form = table.screen(NewMatchScreen)
        for rules, seats, (label, value), sentence, faults in SENSELESS:
            form.chosen = replace(form.chosen, house=rules, seats=seats)
            await table.press("enter")
            await set_to(table, label, value)
            table.sees(sentence, next(rule.explanation for rule in RULES if rule.label == label))
            if not sentence:
                table.sees_none("!")
                await table.press("escape")
                continue
            for fault in faults:
                await table.press("enter")
                assert table.top == "HouseRulesScreen"
                assert fault in table.prompt
                assert "!" in table.prompt
                table.sees(sentence)
            await table.press("escape")
            assert table.screens == FORMS
            assert form.chosen.house == rules
            await table.press("enter")
            table.sees_none("!")
            await table.press("escape")


async def test_rules_are_taken_once_they_make_sense() -> None:
    async with opened() as table:
        await table.press(*TO_HOUSE_RULES)
        await set_to(table, "Drawing", "until playable")
        await table.press("enter", "right")
        table.sees_none("may not keep it")
        await table.press("enter")
        assert table.screens == FORMS
        assert rules_in(table) == Rules(drawing="until_playable", keep_drawn=False)


async def test_a_draft_is_for_two_and_dealt_hands_for_as_many_as_were_chosen() -> None:
    async with opened() as table:
        await table.press(*TO_HOUSE_RULES)
        await set_to(table, "Opening", "deal")
        await table.press("enter")
        await set_to(table, "Seats", "5")
        await table.press("up", "enter")
        await set_to(table, "Opening", "draft")
        await table.press("enter", "down")
        table.sees("A draft is for two.", "Seats 2")
        assert "←" not in table.prompt
        await table.press("up", "enter")
        await set_to(table, "Opening", "deal")
        await table.press("enter")
        table.sees("Seats 5")


async def test_escape_drops_the_changes_and_enter_takes_them() -> None:
    async with opened() as table:
        await table.press(*TO_HOUSE_RULES)
        await set_to(table, "Reverse", "skip")
        await table.press("escape")
        assert table.screens == FORMS
        assert rules_in(table) == Rules.duo()
        await table.press("right")  # opens the form too
        await set_to(table, "Reverse", "skip")
        await table.press("enter")
        assert rules_in(table) == Rules(reverse="skip")
        await table.press("escape", "enter", "left")
        assert rules_in(table) == Rules.duo()  # nothing was begun by them
    assert not own_file().exists()


async def test_house_rules_are_what_the_header_says_and_are_there_tomorrow() -> None:
    rules = Rules(opening="deal", seats=3, target=250, knock_out=True, draw_four=8)
    async with opened() as table:
        await table.press(*TO_HOUSE_RULES)
        for label, value in (("Knock-out", "on"), ("Opening", "deal"), ("Draw 4 draws", "8")):
            await set_to(table, label, value)
        await table.press("enter")
        await set_to(table, "Seats", "3")
        await set_to(table, "Target", "250")
        table.sees("Whoever has so many points after a round is out")
        await table.press("enter")
        assert table.match.header.rules == rules
        assert saved_house_rules() == (rules, ())
        await table.press("q", "g", "enter")
        table.sees("Game ← House rules →", "Seats 3", "Target 250")
    async with opened() as table:
        await table.press("enter", "left")
        table.sees("House rules … 3 changes →", "Seats 3", "Target 250")
        await table.press("enter")
        assert table.match.header.rules == rules


async def test_a_value_of_a_file_that_is_not_offered_is_kept_and_shown() -> None:
    save_house_rules(Rules(target=123, action_points=7))
    before = own_file().read_bytes()
    async with opened() as table:
        await table.press("enter", "left")
        table.sees("Target 123")
        await table.press("down", "enter")
        await go_to(table, "Action points")
        table.sees("Action points ● ← 7 → UNO Duo: 10")
        await table.press("right")
        assert line(table).value == "10"
        await table.press("left")
        assert line(table).value == "7"
        await table.press("right", "right", "left", "left", "enter", "up", "enter")
        assert table.match.header.rules == Rules(target=123, action_points=7)
    assert own_file().read_bytes() == before


async def test_a_damaged_file_is_told_and_left_alone_until_rules_are_set() -> None:
    own_file().write_text('hand_size = "many"\n')
    async with opened() as table:
        await table.press("enter")
        table.sees_none("hand_size")
        await table.press("left")
        table.sees("hand_size must be a whole number")
        await table.press("enter")
        assert table.match.header.rules == Rules.duo()
        assert own_file().read_text() == 'hand_size = "many"\n'
        await table.press("q", "g", "enter", "down", "enter")
        await set_to(table, "Cards a hand", "6")
        await table.press("enter")
        table.sees_none("hand_size")
        await table.press("up", "enter")
        assert saved_house_rules()[0] == Rules(hand_size=6)


async def test_rules_that_cannot_be_saved_are_played_and_stay() -> None:
    async with opened() as table:
        await table.press(*TO_HOUSE_RULES)
        await set_to(table, "Cards a hand", "6")
        await table.press("enter", "up")
        own_file().with_name("house-rules.toml.new").mkdir()
        await table.press("enter")
        table.sees("Is a directory")
        assert table.match.header.rules == Rules(hand_size=6)
        await table.press("q", "g", "enter")
        table.sees("House rules … 1 change")


# Windows and terminals


async def test_the_chosen_line_is_always_seen_and_windows_come_and_go() -> None:
    async with opened() as table:
        await table.press(*TO_HOUSE_RULES, "right")
        for _ in range(2):
            row, chosen = table.screen(HouseRulesScreen).row, table.prompt[:44]
            label, explanation = (
                ("Begin from", "Sets all") if not row else (RULES[row - 1].label, RULES[row - 1].explanation)
            )
            for size in (SMALL, (30, 10), (80, 12), FULL):
                await table.resize(*size)
                if size == (30, 10):
                    table.sees("40x12 is needed, and this window is 30x10")
                    await table.press("right", "down", "enter", "escape")
                else:
                    assert label in table.prompt
                    table.sees(explanation)
            assert table.prompt[:44] == chosen
            await table.press(*["down"] * 16)


async def test_a_long_form_scrolls_with_its_line_and_keeps_the_name() -> None:
    async with opened(size=SMALL) as table:
        await table.press("enter", "right", "down", "left")
        await set_to(table, "Bots", "mixed")
        for name in ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Target", "UNO", "Pace", "Your"):
            await table.press("down")
            assert name in table.prompt
            table.sees("Your name", "Enter")
        await table.press("down")
        assert "Game" in table.prompt


async def test_the_forms_are_drawn_in_ascii() -> None:
    async with opened(is_ascii=True) as table:
        await table.press("enter", "left", "down")
        table.sees("House rules ...", "as UNO Duo >")
        assert table.text.isascii()
        await table.press("enter", "right")
        await set_to(table, "Drawn card", "may be kept")
        table.sees("Drawn card ! < may be kept >", "Opening * deal", "* unlike UNO Duo")
        assert table.text.isascii()


async def test_house_rules_are_changed_by_clicks() -> None:
    async with opened() as table:
        await table.press("enter", "left")
        await table.click_on("House rules …")
        assert table.top == "HouseRulesScreen"
        await table.click_on("Knock-out")
        assert "off" in table.prompt
        await table.click_on("off")
        await table.click_on("Enter Take")
        assert rules_in(table) == Rules(knock_out=True)
