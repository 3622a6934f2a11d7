"""The menu and the form for a new match."""

from textual.widgets import Input

from tests.core.positions import position
from tests.ui.table import finished, header, opened, saved, seated
from uno_duo.bots.levels import LEVELS
from uno_duo.core import Rules
from uno_duo.store import Store
from uno_duo.ui.screens.new_match import NewMatchScreen

# The menu


async def test_the_menu_has_no_continue_where_nothing_is_unfinished() -> None:
    async with opened() as table:
        assert table.screens == ["MenuScreen"]
        table.sees("New match", "Rules", "Keys", "Quit")
        table.sees_none("Continue")


async def test_continue_stands_first_where_a_match_is_unfinished() -> None:
    async with opened(header()) as table:
        await table.press("ctrl+c")
    async with opened() as table:
        assert table.text.index("Continue") < table.text.index("New match")
        await table.press("enter")
        assert table.top == "DraftScreen"
        table.sees("the cut")


async def test_continue_comes_and_goes_with_the_match() -> None:
    async with opened() as table:
        await table.press("enter", "enter", "escape")
        table.sees("Continue", "New match")
        await table.press("enter", "q", "g")
        assert table.screens == ["MenuScreen"]
        table.sees_none("Continue")


async def test_each_line_of_the_menu_is_reached_by_arrows_and_enter() -> None:
    async with opened() as table:
        for screen, seen in (
            ("NewMatchScreen", "new match"),
            ("NewMatchScreen", "practice"),
            ("Question", "Drill what?"),
            ("HelpPage", "Who begins"),
            ("HelpPage", "In the menu"),
        ):
            await table.press("enter")
            assert table.screens == ["MenuScreen", screen]
            table.sees(seen)
            await table.press("escape")
            assert table.screens == ["MenuScreen"]
            await table.press("down")


async def test_the_last_line_of_the_menu_quits_and_is_above_the_first() -> None:
    async with opened() as table:
        await table.press("up", "enter")
        assert not table.app.is_running


async def test_q_quits_from_the_menu_and_escape_does_not() -> None:
    async with opened() as table:
        await table.press("escape", "escape")
        assert table.app.is_running
        assert table.screens == ["MenuScreen"]
        await table.press("q")
        assert not table.app.is_running


async def test_the_chosen_line_of_the_menu_is_marked() -> None:
    async with opened() as table:
        assert "New match" in table.prompt
        await table.press("j")
        assert "Practice" in table.prompt
        await table.press("k", "k")
        assert "Quit" in table.prompt


async def test_a_line_of_the_menu_is_done_by_a_click() -> None:
    async with opened() as table:
        await table.click_on("Rules")
        assert table.top == "HelpPage"


# The form


async def test_the_form_sets_up_the_match_that_it_shows() -> None:
    async with opened() as table:
        await table.press("enter")
        table.sees("Game", "UNO Duo", "Seats", "Bot", "normal", "Target", "200", "Your name", "You", "UNO", "Pace")
        await table.press("down", "down", "left", "left")  # easy
        await table.press("down", "right", "right")  # 300
        await table.press("down", "down", "down")  # the name, which is the last line
        await table.press("end", *["backspace"] * 3, "A", "n", "n")
        await table.press("up", "up", "right")  # UNO: the game asks
        table.sees("easy", "300", "Ann", "the game asks")
        await table.press("enter")
        assert table.screens == ["MenuScreen", "DraftScreen"]
        head = table.match.header
        assert (head.seats, head.players[1].bot) == (("Ann", "easy"), "easy")
        assert (head.rules, head.options.uno) == (Rules(target=300), "ask")
        table.sees("Ann 0", "Easy 0 / 300")
        assert saved()[0]["seats"] == ["Ann", "easy"]


async def test_enter_in_the_name_starts_the_match() -> None:
    async with opened() as table:
        await table.press("enter", "up", "X", "enter")
        assert table.top == "DraftScreen"
        assert table.match.header.seats[0] == "YouX"


async def test_a_name_that_looks_like_markup_is_shown_as_it_is() -> None:
    name = "[red]x"
    async with opened() as table:
        await table.press("enter", "up", *["backspace"] * 3, *name)
        table.sees(name)
        await table.press("enter")
        assert table.match.header.seats[0] == name
        table.sees(f"{name} 0 Normal 0 / 200")
    async with seated(position("R1 R2", "Y1 Y2"), name=name) as table:
        table.sees(f"{name} 0")
        await table.press("s")
        table.sees(name)
        await table.press("s", "enter", "d")
        assert table.app.is_running


async def test_a_bots_name_that_looks_like_markup_is_shown_as_it_is() -> None:
    state = position("R1 R2 R3", "Y1 Y2", "R5")
    head = header(bot="[b]bot[/b]")
    async with opened(head, state=state) as table:
        table.sees("[b]bot[/b] 0 / 200")
        await table.press("d", "p")
        table.sees("[b]bot[/b] draws a card")
        await table.press("pageup")
        table.sees("[b]bot[/b] draws a card")


async def test_a_name_that_cannot_be_is_refused_with_a_line() -> None:
    async with opened() as table:
        await table.press("enter", "up", *["backspace"] * 3)
        for more in ("left", "space"):
            await table.press(more, "enter")
            assert table.screens == ["MenuScreen", "NewMatchScreen"]
            table.sees("1 to 20 printable characters are needed")
        await table.press("Z", "enter")
        assert table.match.header.seats[0] == "Z"


async def test_the_line_of_a_refused_name_goes_when_another_line_is_chosen() -> None:
    async with opened() as table:
        await table.press("enter", "up", *["backspace"] * 3, "enter")
        table.sees("are needed")
        await table.press("up")
        table.sees_none("are needed")


async def test_letters_of_commands_can_be_typed_into_the_name() -> None:
    async with opened() as table:
        await table.press("enter", "up", *["backspace"] * 3, *"qhlkjs")
        assert table.screen(NewMatchScreen).query_one(Input).value == "qhlkjs"


async def test_the_arrows_move_in_the_name_and_change_no_value() -> None:
    async with opened() as table:
        await table.press("enter", "up", "left", "left", "-")
        assert table.screen(NewMatchScreen).query_one(Input).value == "Y-ou"
        await table.press("down")
        table.sees("normal", "200")


async def test_the_form_says_where_a_level_plays_another_game_than_it_knows() -> None:
    async with opened() as table:
        await table.press("enter", "down", "down", "l")  # hard, in UNO Duo
        table.sees("hard", "From weak to strong")
        await table.press("up", "up", "l", "down", "down")  # in classic UNO
        table.sees("Hard, expert, master know UNO Duo; by other rules they play much as normal.")
        await table.press("h")
        table.sees_none("much as normal")


async def test_the_form_goes_through_every_value_and_around() -> None:
    async with opened() as table:
        await table.press("enter", "down", "down")
        assert f"From weak to strong: {', '.join(LEVELS)}." in [line.strip() for line in table.lines]
        seen = []
        for _ in LEVELS:
            seen.append(table.prompt.split()[-2])
            await table.press("l")
        start = LEVELS.index("normal")
        assert seen == [*LEVELS[start:], *LEVELS[:start]]
        assert table.prompt.split()[-2] == seen[0]


async def test_the_lines_of_the_form_are_gone_through_by_all_keys() -> None:
    async with opened() as table:
        await table.press("enter")
        for key, label in (
            ("down", "Seats"),
            ("tab", "Bot"),
            ("j", "Target"),
            ("k", "Bot"),
            ("shift+tab", "Seats"),
            ("end", "Your name"),
            ("down", "Game"),
        ):
            await table.press(key)
            assert label in table.prompt


async def test_a_click_chooses_a_line_of_the_form_and_then_changes_its_value() -> None:
    async with opened() as table:
        await table.press("enter")
        await table.click_on("Target")
        assert "200" in table.prompt
        await table.click_on("200")
        assert "250" in table.prompt
        await table.click_on("←", within="Target")
        assert "200" in table.prompt


async def test_a_new_match_while_one_is_unfinished_asks_first() -> None:
    """The issue, section 2: it asks first, and keeps the old one in the list under Continue."""
    async with opened(header()) as table:
        await table.press("escape")
        await table.press("down", "enter")
        assert table.top == "Question"
        await table.press("escape")
        assert table.screens == ["MenuScreen"]


async def test_an_unfinished_match_is_kept_when_another_one_is_begun() -> None:
    async with opened(header()) as table:
        await table.press("escape")
        (old,) = Store().all_unfinished()
        await table.press("down", "enter")
        if table.top == "Question":
            await table.press("enter")
        await table.press("enter")
        assert table.top == "DraftScreen"
        assert old in Store().all_unfinished()
        assert len(Store().all_unfinished()) == 2
        assert finished() == []


async def test_several_unfinished_matches_are_a_list_under_continue() -> None:
    async with opened(header(name="Ann")) as table:
        await table.press("escape", "down", "enter", "y", "enter", "escape")
        assert table.screens == ["MenuScreen"]
        await table.press("enter")
        assert table.top == "MatchesScreen"
        table.sees("Ann 0 Normal 0 / 200", "You 0 Normal 0 / 200", "round 1")
        assert "You" in table.prompt  # the one played last stands first
        await table.press("escape")
        assert table.screens == ["MenuScreen"]
        await table.press("enter", "down", "enter")
        assert table.screens == ["MenuScreen", "DraftScreen"]
        assert table.match.header.seats[0] == "Ann"
        await table.press("escape")
        await table.press_at_once("enter", "enter")
        assert table.screens[:1] == ["MenuScreen"]
        assert len(table.screens) == 2


async def test_a_damaged_match_in_the_list_is_told() -> None:
    async with opened(header(name="Ann")) as table:
        await table.press("escape", "down", "enter", "y", "enter", "escape")
        Store().all_unfinished()[1].write_text("no record\n")
        await table.press("enter")
        table.sees("it cannot be read")
        await table.press("down", "enter")
        assert table.app.is_running


async def test_the_last_settings_of_the_form_are_the_next_ones() -> None:
    async with opened() as table:
        await table.press("enter", "down", "down", "left", "left", "enter", "q", "g")
        await table.press("enter")
        table.sees("easy")
