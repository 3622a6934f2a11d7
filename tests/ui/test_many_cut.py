"""The cut where more than two play, and where it is for the deal."""

from collections.abc import Sequence

from tests.core.positions import after, rest_of_deck
from tests.ui.alone import NAMES, Alone, alone
from tests.ui.table import FULL, SMALL
from uno_duo.core import Cut, GameState, Phase, Rules, Shuffle, cards, new_match, view_for
from uno_duo.ui.messages import GoOn, MoveChosen
from uno_duo.ui.screens.draft import DraftScreen

# Ben and Eva cut again at once; Cleo has the highest number.
TEN = "R1 R2 RS R3 G9 Y1 W YS Y2 B1 B2 B3 B4"
SHOWN = ("R1", "R2", "R3", "G9", "Y1", "Y2", "B1", "B2", "B3", "B4")


def cutting(deck: str, seats: int, *, places: int | None = None) -> GameState:
    """A cut of a deck, of which the first cards are cut one after another by whoever is on turn."""
    rules = Rules.classic(seats)
    top = cards(deck)
    state = after(new_match(rules), Shuffle(order=top + rest_of_deck(top, rules=rules)))
    for place in range(len(top) if places is None else places):
        assert state.turn is not None
        state = after(state, Cut(seat=state.turn, place=place))
    return state


async def show(screen: Alone, state: GameState, lines: Sequence[str] = ()) -> DraftScreen:
    cut = DraftScreen()
    cut.lines = tuple(lines)
    view = view_for(state, 0)
    await screen.show(cut, view)
    return cut


async def test_ten_seats_show_what_they_have_cut() -> None:
    state = cutting(TEN, 10)
    assert (state.phase, state.first) == (Phase.SHUFFLE, 3)
    async with alone(FULL) as screen:
        await show(screen, state, ("Ivo cuts B4", "Cleo deals"))
        for size in (FULL, (40, 15), SMALL):
            await screen.resize(*size)
            words = screen.text.split()
            for name, code in zip(NAMES, SHOWN, strict=True):
                assert [name, code] in [words[at : at + 2] for at in range(len(words))], name
            screen.sees("Ivo cuts B4. Cleo deals", "Cleo deals, Dan begins", "Enter Shuffle and deal")
            assert ("before: W YS" in screen.text) == (size == FULL)
            assert screen.lines[0].endswith(" 6 more / 500" if size == FULL else " 7 more / 500")
        await screen.press("k", "x", "right", "enter")
        assert [type(message) for message in screen.said] == [GoOn]


async def test_while_others_cut_the_one_on_turn_is_named() -> None:
    async with alone() as screen:
        await show(screen, cutting(TEN, 10, places=6), ("Dan cuts Y1",))
        screen.sees("Eva cuts", "Dan cuts Y1. The highest number deals. A card without a number is cut again.")
        screen.sees("Classic UNO · round 1 · the cut")
        screen.sees_none("Player 1", "draft")
        await screen.press("enter")
        assert screen.said == []


async def test_the_person_cuts_where_it_chooses_among_ten() -> None:
    async with alone(SMALL) as screen:
        cut = await show(screen, cutting(TEN, 10, places=0))
        screen.sees("Choose a place in the deck, and cut", "The highest number deals.")
        await screen.press("down", "right")
        assert cut.place == 39
        top = next(y for y, line in enumerate(screen.lines) if line.count("░") > 20)
        left = screen.lines[top + 1].index("▾") - 1
        await screen.pilot.click(offset=(left, top + 2))
        assert cut.place == 76
        await screen.press("enter")
        (message,) = screen.said
        assert isinstance(message, MoveChosen)
        assert message.move == Cut(seat=0, place=76)


async def test_four_seats_show_cards() -> None:
    async with alone() as screen:
        await show(screen, cutting("R1 RS R2 R9", 4, places=4))
        line = next(line for line in screen.lines if line.split() == list(NAMES[:4]))
        boxes = next(text for text in screen.lines if text.count("┌─────────┐") == 3)
        assert [line.index(name) for name in NAMES[:3]] == [at for at in range(80) if boxes[at : at + 1] == "┌"]
        screen.sees("before: RS", "│ 1 │ │ 2 │ │ 9 │", "Cleo cuts")


async def test_equal_numbers_leave_the_cut_to_those_who_share_them() -> None:
    state = cutting("R9 Y9 R1 R3 R4", 3)
    assert state.first == 1
    async with alone() as screen:
        await show(screen, state)
        screen.sees("before: R9", "before: Y9", "Ada deals, Ben begins")
        assert screen.text.count("before:") == 2


async def test_who_deals_and_who_begins_is_told_from_the_persons_side() -> None:
    async with alone() as screen:
        for deck, seats, told in (
            ("R9 R1 R2", 3, "You deal, Ada begins"),
            ("R1 R2 R9", 3, "Ben deals, you begin"),
            ("R9 R1", 2, "You deal, Ada begins"),
            ("R1 R9", 2, "Ada deals, you begin"),
        ):
            await show(screen, cutting(deck, seats))
            screen.sees(f"▶ {told} [ Enter Shuffle and deal ]")


async def test_ten_seats_are_cut_in_ascii() -> None:
    async with alone(SMALL, is_ascii=True) as screen:
        await show(screen, cutting(TEN, 10, places=9))
        assert screen.text.isascii()
