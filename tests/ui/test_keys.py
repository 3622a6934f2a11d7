"""All keys stand in one list, and each does something in the place where it is."""

from collections import Counter
from typing import Any, Final

import pytest
from textual.screen import Screen

from tests.core.positions import position
from tests.ui.phases import PHASES
from tests.ui.table import opened, seated
from uno_duo.ui.app import UnoDuo
from uno_duo.ui.keys import COMMANDS, PLACE_NAMES, Place, bindings, commands
from uno_duo.ui.screens.base import FittedScreen, GameScreen
from uno_duo.ui.screens.dialogs import Question, ShownHand, ShownUnseen
from uno_duo.ui.screens.draft import DraftScreen
from uno_duo.ui.screens.drill import DrillScreen
from uno_duo.ui.screens.hint import HintScreen
from uno_duo.ui.screens.house_rules import HouseRulesScreen
from uno_duo.ui.screens.matches import MatchesScreen
from uno_duo.ui.screens.menu import MenuScreen
from uno_duo.ui.screens.new_match import NewMatchScreen
from uno_duo.ui.screens.page import EventsPage, ExpertPage, HelpPage, LinesPage, Page, SummaryPage, keys_page
from uno_duo.ui.screens.play import PlayScreen
from uno_duo.ui.screens.review import ReviewScreen
from uno_duo.ui.screens.scoreboard import ScoreScreen
from uno_duo.ui.screens.statistics import StatisticsPage

SCREENS: Final[dict[type[Screen[Any]], Place]] = {
    MenuScreen: Place.MENU,
    MatchesScreen: Place.LIST,
    ReviewScreen: Place.REVIEW,
    DrillScreen: Place.DRILL,
    NewMatchScreen: Place.FORM,
    HouseRulesScreen: Place.RULES,
    DraftScreen: Place.DRAFT,
    PlayScreen: Place.PLAY,
    ScoreScreen: Place.SCORES,
    HelpPage: Place.PAGE,
    EventsPage: Place.PAGE,
    SummaryPage: Place.PAGE,
    ExpertPage: Place.PAGE,
    StatisticsPage: Place.PAGE,
    Question: Place.DIALOG,
    ShownHand: Place.DIALOG,
    ShownUnseen: Place.DIALOG,
    HintScreen: Place.HINT,
}
WITHOUT: Final = (
    (MenuScreen, "back"),
    (EventsPage, "other_page"),
    (SummaryPage, "other_page"),
    (StatisticsPage, "other_page"),
    (ExpertPage, "other_page"),
)
# The issue, section 4.
ASKED_FOR: Final = {
    Place.DRAFT: "left right h l enter space k x s question_mark escape q pageup",
    Place.PLAY: "left right h l enter space d p f a c r y g b u o 1 2 3 4 5 6 7 8 9 0 s question_mark escape q pageup",
    Place.SCORES: "enter s question_mark escape q",
    Place.HINT: "up down enter i question_mark escape",
    Place.MENU: "enter question_mark q",
    Place.FORM: "up down left right enter question_mark escape",
    Place.RULES: "up down left right enter question_mark escape",
    Place.ANYWHERE: "ctrl+c",
}


def keys_of(place: Place) -> list[str]:
    return [key for command in commands(place) for key in command.keys.split(",")]


def test_every_screen_takes_its_keys_from_the_list() -> None:
    modules = {kind.__module__ for kind in SCREENS}
    found = {kind for kind in _all_screens(FittedScreen) if kind.__module__ in modules and kind.__name__[0] != "_"}
    assert found - {Page, LinesPage} == SCREENS.keys()
    for screen, place in SCREENS.items():
        expected = bindings(place)
        assert expected == screen.BINDINGS, screen.__name__
        if issubclass(screen, GameScreen):
            assert screen.PLACE is place


def _all_screens(kind: type[Screen[Any]]) -> list[type[Screen[Any]]]:
    return [kind_ for below in kind.__subclasses__() for kind_ in (below, *_all_screens(below))]


def test_the_program_takes_its_keys_from_the_list_too() -> None:
    expected = bindings(Place.ANYWHERE)
    assert expected == UnoDuo.BINDINGS


@pytest.mark.parametrize("place", Place)
def test_no_key_stands_twice_in_a_place(place: Place) -> None:
    keys = keys_of(place) + (keys_of(Place.ANYWHERE) if place is not Place.ANYWHERE else [])
    assert [key for key, count in Counter(keys).items() if count > 1] == []


@pytest.mark.parametrize("place", ASKED_FOR)
def test_the_keys_that_were_asked_for_are_there(place: Place) -> None:
    assert set(ASKED_FOR[place].split()) <= set(keys_of(place))


@pytest.mark.parametrize("screen", [screen for screen in SCREENS if screen not in (ShownHand, ShownUnseen)])
def test_every_command_is_an_action_of_its_screen(screen: type[Screen[Any]]) -> None:
    """A menu has no step back, some pages no other page, and any key closes a shown hand."""
    for command in commands(SCREENS[screen]):
        action = command.action.partition("(")[0]
        if (screen, action) not in WITHOUT:
            assert hasattr(screen, f"action_{action}"), f"{screen.__name__}.action_{action}"


def test_every_command_says_what_it_does() -> None:
    assert PLACE_NAMES.keys() == set(Place)
    for command in COMMANDS:
        assert command.places, command
        assert command.label, command
        assert command.explanation, command
        assert len(command.name) <= 10, command


def test_the_page_of_keys_lists_all() -> None:
    page = keys_page()
    for place in Place:
        part = page.split(f"## {PLACE_NAMES[place]}")[1].split("## ")[0]
        for command in commands(place):
            assert f"| {command.label} | {command.explanation} |" in part


async def test_the_page_of_keys_is_shown_behind_the_rules() -> None:
    async with seated(position("R1 R2", "Y1 Y2")) as table:
        await table.press("question_mark")
        table.sees("Who begins", "Player 1")
        await table.press("tab")
        table.sees("In the menu", "Ctrl+C leaves at once")
        await table.press("tab")
        table.sees("Who begins")
        await table.press("pagedown")
        table.sees_none("Who begins")
        await table.press(*["pagedown"] * 12)
        table.sees("This program has no tie to Mattel.")
        await table.press(*["k"] * 3, "pageup", "pageup")
        table.sees_none("This program has no tie to Mattel.")


async def test_the_rules_on_the_screen_name_every_ruling() -> None:
    async with opened(size=(100, 40)) as table:
        await table.press("question_mark")
        text = ""
        for _ in range(8):
            text += table.text
            await table.press("pagedown")
        for said in (
            "Eight Wilds",
            "A place once cut",
            "Dumps",
            "A Reverse alone",
            "The piles run out",
            "A last card that",
        ):
            assert said in text


async def test_f1_shows_the_rules_too() -> None:
    async with seated(position("R1 R2", "Y1 Y2")) as table:
        await table.press("f1")
        assert table.top == "HelpPage"


async def test_the_line_of_keys_holds_the_keys_that_act_now() -> None:
    shown = {
        "turn": (
            ("d Draw", "Enter", "s Scores", "? Rules", "Esc", "q"),
            ("a Accept", "p Keep", "f Complete", "o Call out"),
        ),
        "drawn": (("p Keep", "Enter"), ("d Draw", "a Accept")),
        "bill": (("d Take", "Enter"), ("d Draw", "p Keep")),
        "challenge": (("a Accept", "c Challenge"), ("d Draw",)),
        "reverse": (("f Complete", "d Draw"), ("a Accept",)),
        "forgotten": (("o Call out",), ("a Accept",)),
        "other's turn": (("?", "Esc", "q"), ("d Draw", "Enter", "p Keep")),
        "draft": (("k Keep", "x Reject"), ("d Draw",)),
        "other picks": (("?",), ("k Keep", "x Reject", "Enter")),
    }
    async with seated(PHASES["turn"], is_paced=True) as table:
        for phase, (there, not_there) in shown.items():
            await table.set_anew(PHASES[phase])
            line = table.lines[-1]
            assert all(text in line for text in there), f"{phase}: {line}"
            assert not any(text in line for text in not_there), f"{phase}: {line}"


async def test_the_palette_offers_what_acts_now_and_does_it() -> None:
    async with seated(PHASES["turn"], is_paced=True) as table:
        offered = {command.title: command for command in table.app.get_system_commands(table.app.screen)}
        assert "Draw (d)" in offered
        assert not any(name.startswith(("Accept", "Challenge", "Complete")) for name in offered)
        table.app.call_later(offered["Draw (d)"].callback)
        await table.pilot.pause()
        await table.pilot.pause()
        assert [move.type for move in table.moves] == ["draw"]


async def test_the_palette_offers_nothing_that_does_nothing() -> None:
    async with seated(PHASES["turn"], is_paced=True) as table:
        problems = []
        for phase in PHASES:
            await table.set_anew(PHASES[phase])
            screen = table.screen(GameScreen)
            actions = [command.action.partition("(")[0] for command in screen.own_commands()]
            problems += [f"{phase}: {action}" for action in actions if not hasattr(screen, f"action_{action}")]
        assert not problems


async def test_the_palette_opens_on_no_window_that_is_too_small() -> None:
    async with seated(PHASES["turn"], size=(30, 8)) as table:
        await table.press("ctrl+p")
        assert table.top == "PlayScreen"


async def test_the_palette_survives_every_width() -> None:
    async with seated(PHASES["turn"]) as table:
        await table.press("ctrl+p")
        for width in (40, 20, 10, 6, 5, 4, 3, 2, 1):
            await table.resize(width, 11)
            assert table.app.is_running
