"""Colour is never the only sign; every sign is one cell wide; and a terminal of any kind can be played on."""

from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations

import pytest
from rich.cells import cell_len
from rich.color import Color, ColorSystem

from tests.core.positions import BLUE, GREEN, RED, A, B, lay, position
from tests.ui.phases import FORTY, PHASES
from tests.ui.table import FULL, SMALL, Table, opened, seated, strips
from uno_duo.core import Colour, Draw, Face, Phase
from uno_duo.ui.glyphs import ASCII, UNICODE, Glyphs
from uno_duo.ui.screens.menu import _TITLE
from uno_duo.ui.widgets.hand import Hand

NAMES = (
    "日本語の名前",
    "👍🏽👍🏽",
    "한국어",
    "\uff46\uff55\uff4c\uff4c",
    "e\u0301\u0301te\u0301",
    "ﷺ",
    "a\u0300" * 10,
    "名" * 20,
    "🇩🇪🇫🇷",
    "❤️❤️",
)


def signs(glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    for field in fields(glyphs):
        for sign in getattr(glyphs, field.name):
            yield field.name, sign


# Signs


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_sign_is_one_cell_wide(glyphs: Glyphs) -> None:
    for name, sign in signs(glyphs):
        assert cell_len(sign) == 1, f"{name}: {sign!r}"
        assert sign.isprintable()


def test_the_signs_of_ascii_are_ascii() -> None:
    assert all(sign.isascii() for _name, sign in signs(ASCII))


def test_the_two_sets_of_signs_are_alike_in_length() -> None:
    for field in fields(Glyphs):
        if field.name not in ("bar", "columns", "plus_minus"):
            assert len(getattr(UNICODE, field.name)) == len(getattr(ASCII, field.name)), field.name


def test_the_name_of_the_game_is_drawn_in_cells_of_one() -> None:
    assert {cell_len(line) for line in _TITLE} == {len(_TITLE[0])}
    assert all(cell_len(sign) == 1 for line in _TITLE for sign in line)


# Cards


async def test_a_wild_card_on_the_pile_shows_the_colour_named_for_it() -> None:
    """Once it was drawn blank as soon as its colour was named."""
    async with seated(PHASES["turn"]) as table:
        for card, named in (("W", RED), ("W4", BLUE), ("W", GREEN)):
            await table.set_anew(position("R1 Y2 G3 B4", "Y1 Y3 Y4", f"R5 {card}", colour=named))
            for size, top in ((FULL, None), (SMALL, f"top {card} ")):
                await table.resize(*size)
                table.sees(f"{named.value.upper()} ({named.letter})")
                if top:
                    table.sees(top)
                else:
                    drawn = "\n".join(table.lines)
                    assert f"│{named.letter}" in drawn
                    assert f"{named.letter}│" in drawn
                    assert ("Draw 4" if card == "W4" else "Wild") in drawn


async def test_a_wild_card_without_a_colour_says_so() -> None:
    async with seated(PHASES["name colour"]) as table:
        table.sees("no colour yet", "Wild", "◆")


async def test_every_card_carries_its_letter_and_its_symbol_in_every_form() -> None:
    faces = list(Face)
    async with seated(FORTY) as table:
        for size, count in ((FULL, 12), (FULL, 18), (FULL, 40), (SMALL, 8)):
            await table.resize(*size)
            for start in range(0, len(faces), count):
                part = faces[start : start + count]
                written = " ".join(face.code for face in part)
                await table.set_anew(position(written, "Y8" if Face.Y8 not in part else "B8", "W", colour=Colour.RED))
                seen = table.part(".hand")
                for face in part:
                    letter, symbol = (face.colour.letter if face.colour else ""), face.symbol.code
                    assert f"{letter}{symbol}" in seen or f"{letter} {symbol}" in seen, face.code


async def test_the_four_colours_stay_four_on_terminals_with_fewer_colours() -> None:
    """Once they looked the same without 24-bit colour; black and white text stays readable on each too."""
    async with seated(PHASES["turn"]) as table:
        hand = table.app.screen.query_one(Hand)
        styles = {name: hand.style_of(f"card--{name}") for name in ("red", "yellow", "green", "blue", "wild")}
    for system in (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD):
        backs = {}
        for name, style in styles.items():
            assert style.bgcolor is not None
            assert style.color is not None
            backs[name] = style.bgcolor.downgrade(system)
            assert backs[name] != style.color.downgrade(system), f"{name} in {system.name}: a letter in its own colour"
        for one, other in combinations(backs, 2):
            assert _number(backs[one]) != _number(backs[other]), f"{one} and {other} in {system.name}"


def _number(colour: Color) -> object:
    return colour.triplet if colour.number is None else colour.number


async def test_the_four_colours_stay_four_in_every_form_of_a_card() -> None:
    """The backgrounds of the cards on the screen itself, from the strips that are sent."""
    async with seated(position("R1 Y2 G3 B4", "Y1 Y3 Y4", "R5")) as table:
        found: dict[str, set[Color]] = {}
        for line in strips(table.app):
            for strip in line:
                for segment in strip:
                    for text in ("R 1", "Y 2", "G 3", "B 4"):
                        if text in segment.text and segment.style and segment.style.bgcolor:
                            found.setdefault(text, set()).add(segment.style.bgcolor)
        assert len(found) == 4
        assert len(set.union(*found.values())) == 4


# Lines


def straight(table: Table) -> None:
    """Checks that every line is as wide as the window, in cells."""
    width, height = table.app.size
    lines = strips(table.app)
    assert len(lines) == height
    for y, line in enumerate(lines):
        text = "".join(strip.text for strip in line)
        assert sum(strip.cell_length for strip in line) == width, f"line {y}: {text!r}"
        assert sum(cell_len(segment.text) for strip in line for segment in strip) == width, f"line {y}: {text!r}"


async def test_wide_and_joined_characters_in_a_name_keep_every_line_straight() -> None:
    async with seated(PHASES["turn"], is_paced=True) as table:
        for phase in ("turn", "draft", "cut", "score"):
            for size in (SMALL, FULL):
                await table.resize(*size)
                for name in NAMES if phase == "turn" else NAMES[:2]:
                    await table.set_anew(PHASES[phase], name=name)
                    straight(table)


@pytest.mark.parametrize("name", NAMES[:2])
async def test_a_wide_name_keeps_pages_and_dialogs_straight(name: str) -> None:
    async with seated(PHASES["turn"], name=name, is_paced=True) as table:
        for keys in ("s", "escape pageup", "escape question_mark", "escape 7 enter", "escape q"):
            await table.press(*keys.split())
            straight(table)


async def test_a_wide_name_can_be_typed() -> None:
    async with opened() as table:
        await table.press("enter", "up", *["backspace"] * 3, *"日本語")
        straight(table)
        table.sees("日本語")
        await table.press("enter")
        straight(table)
        table.sees("日本語 0")


# Terminals


async def test_ascii_screens_are_ascii_in_every_phase() -> None:
    problems = []
    async with seated(PHASES["turn"], is_paced=True, is_ascii=True) as table:
        for size in (FULL, SMALL):
            await table.resize(*size)
            for phase in PHASES:
                await table.set_anew(PHASES[phase])
                problems += _not_ascii(table, f"{phase} at {size}")
            await table.set_anew(PHASES["turn"])
            for keys in ("s", "pageup", "question_mark", "question_mark tab", "7 enter", "3 enter", "q", "5 u"):
                await table.press(*keys.split())
                problems += _not_ascii(table, f"{keys} at {size}")
                await table.press("escape")
    async with opened(is_ascii=True) as table:
        problems += _not_ascii(table, "menu")
        await table.press("up", "up", "up", "up")
        if "Continue" in table.prompt:
            await table.press("down")
        await table.press("enter")
        problems += _not_ascii(table, "form")
    assert not problems, "\n".join(problems)


async def test_the_palette_of_an_ascii_screen_is_ascii() -> None:
    async with seated(PHASES["turn"], is_ascii=True) as table:
        await table.press("ctrl+p")
        assert not _not_ascii(table, "palette")


def _not_ascii(table: Table, where: str) -> list[str]:
    found = {sign for line in table.lines for sign in line if not sign.isascii()}
    return [f"{where}: {''.join(sorted(found))}"] if found else []


async def test_ascii_screens_are_played_on() -> None:
    async with seated(PHASES["turn"], is_ascii=True) as table:
        table.sees("RED (R)", "|R 9 |", "*", ">", "v")
        await table.press("7", "enter", "g")
        assert table.moves[0] == lay(A, "W", GREEN)
        table.sees("GREEN (G)")


async def test_without_colour_the_marks_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR: nothing on the screen differs but its colours, and no line has any."""
    with_colour = []
    async with seated(PHASES["turn"]) as table:
        with_colour = table.lines
    monkeypatch.setenv("NO_COLOR", "1")
    async with seated(PHASES["turn"]) as table:
        assert table.app.no_color
        assert table.lines == with_colour
        table.sees("RED (R)", "●", "▾", "▶")
        sent = [segment.style for line in strips(table.app) for strip in line for segment in strip if segment.style]
        colours = {colour.triplet for style in sent for colour in (style.color, style.bgcolor) if colour}
        assert all(triplet is None or len(set(triplet)) == 1 for triplet in colours)
        await table.press("7", "enter", "b")
        table.sees("BLUE (B)")
        assert table.moves[0] == lay(A, "W", BLUE)


async def test_the_chosen_answer_is_marked_by_more_than_colour() -> None:
    async with seated(PHASES["challenge"]) as table:
        table.sees("[ a Accept, draw 4 ]")
        await table.press("right")
        table.sees("[ c Challenge ]")
        await table.set_anew(PHASES["turn"])
        await table.press("7", "enter", "down")
        assert "[y yellow ]" in table.dialog


async def test_whose_turn_it_is_is_marked_by_more_than_colour() -> None:
    async with seated(PHASES["turn"], is_paced=True) as table:
        assert "▶" in table.text
        await table.press("d")
        await table.set_anew(position("R1 R2 R3", "Y1 Y2 Y3", turn=B))
        assert "▶" not in table.text
        assert table.state.phase is Phase.TURN
        await table.end_pause()
        assert table.moves == [Draw(seat=B)]
