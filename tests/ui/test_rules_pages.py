"""The help tells the rules that are played by."""

from pathlib import Path

import pytest

from tests.core.positions import position
from tests.ui.table import SMALL, opened, seated
from uno_duo import ui
from uno_duo.core import Rules
from uno_duo.house_rules import rules_with
from uno_duo.ui.screens.page import help_of

HANDS = ("R1 R2", "Y1 Y2")


LARGE = (100, 200)  # a whole page, or all but its end


async def test_from_the_menu_tab_goes_round_both_games_and_the_keys() -> None:
    async with opened() as table:
        await table.press("question_mark")
        for name, seen in (
            ("UNO Duo  1/3", "Each round is a draft"),
            ("Classic UNO  2/3", "Two to ten play"),
            ("Keys  3/3", "Ctrl+C leaves"),
            ("UNO Duo  1/3", "Each round is a draft"),
        ):
            assert table.lines[0].rstrip().endswith(name)
            table.sees(seen)
            await table.press("tab")
        await table.press("escape", "up", "up", "enter")
        assert table.lines[0].rstrip().endswith("Keys  3/3")


async def test_a_match_shows_its_own_rules() -> None:
    async with seated(position(*HANDS, rules=Rules.classic())) as table:
        await table.press("question_mark")
        assert table.lines[0].rstrip().endswith("Classic UNO  1/2")
        table.sees("Two to ten play")
        await table.press("tab")
        assert table.lines[0].rstrip().endswith("Keys  2/2")


async def test_the_forms_show_the_rules_that_are_chosen_in_them() -> None:
    async with opened() as table:
        await table.press("enter", "right", "question_mark")
        assert table.lines[0].rstrip().endswith("Classic UNO  1/2")
        await table.press("escape", "right", "down", "enter", "down", "right", "question_mark")
        assert table.lines[0].rstrip().endswith("House rules  1/4")
        table.sees("Knock-out on off")
        await table.press("question_mark")
        assert table.screens == ["MenuScreen", "NewMatchScreen", "HouseRulesScreen"]


@pytest.mark.parametrize(
    ("rules", "names", "told"),
    [
        (Rules.duo(), "UNO Duo, Keys", ()),
        (Rules(target=300), "UNO Duo, Keys", ("In this match:", "| Target | 300 | 200 |")),
        (Rules.classic(7), "Classic UNO, Keys", ()),
        (
            rules_with(Rules.classic(3), knock_out=True, target=300),
            "Classic UNO, Keys",
            ("In this match:", "| Target | 300 | 500 |", "| Knock-out | on | off |"),
        ),
        (
            Rules(opening="deal", draw_four=8),
            "House rules, UNO Duo, Classic UNO, Keys",
            ("like **UNO Duo**", "| Opening | deal | draft |", "| Draw 4 draws | 8 | 4 |", "- **Opening**: Draft: two"),
        ),
        (
            rules_with(Rules.classic(4), stacking=True, target=300),
            "House rules, Classic UNO, UNO Duo, Keys",
            (
                "like **Classic UNO**",
                "| Target | 300 | 500 |",
                "| Draw 2 volley | on | off |",
                "- **Draw 2 volley**: On",
            ),
        ),
    ],
)
def test_what_differs_from_the_game_is_told_first(rules: Rules, names: str, told: tuple[str, ...]) -> None:
    pages = help_of(rules)
    assert ", ".join(page.name for page in pages) == names
    first = pages[0].text()
    assert first.startswith(f"# {pages[0].name}\n\n")
    assert [text for text in told if text not in first] == []
    rows = [line for line in first.splitlines() if line.startswith("| ")]
    assert len(rows) == (2 + sum(text.startswith("| ") for text in told) if told else 0)


async def test_house_rules_are_told_in_a_small_window_too() -> None:
    async with seated(position(*HANDS, rules=Rules(opening="deal")), size=SMALL) as table:
        await table.press("question_mark")
        table.sees("like UNO Duo, but for", "House rules 1/4", "Tab", "Esc")
        await table.press("pagedown")
        table.sees("Opening", "deal", "draft")


async def test_all_pages_are_drawn_in_ascii() -> None:
    rules = Rules(opening="deal", draw_four=8)
    async with seated(position(*HANDS, rules=rules), is_ascii=True, size=LARGE) as table:
        await table.press("question_mark")
        table.sees("Opening deal draft", "Draw 4 draws 8 4")
        for _ in range(4):
            assert table.text.isascii()
            table.sees_none("|", "**")
            await table.press("tab")


async def test_classic_uno_is_told_with_its_rulings() -> None:
    async with opened(size=LARGE) as table:
        await table.press("question_mark", "tab")
        table.sees(
            "cut again among themselves",
            "right of the dealer begins",
            "middle of the draw pile",
            "by colour only",
            "that card must be played",
            "If two play, it is a Skip",
            "there is no challenge",
            "you draw four",
            "shuffled",
            "knock-out",
            "Eight Wilds",
            "A Skip or Draw 2 turned up",
            "UNO said late",
            "no tie to Mattel",
        )


def test_the_texts_say_what_the_rules_are() -> None:
    """The numbers in the two texts are those of the two rule sets."""
    folder = Path(ui.__path__[0])
    duo, classic = ((folder / name).read_text(encoding="utf-8") for name in ("rules.md", "classic.md"))
    for text, rules in ((duo, Rules.duo()), (classic, Rules.classic())):
        flat = " ".join(text.split())
        assert f"**{rules.target} points or more**" in flat
        assert str(rules.action_points) in flat
        assert str(rules.wild_draw_four_points) in flat
