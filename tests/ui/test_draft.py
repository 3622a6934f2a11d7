"""The cut and the draft."""

from tests.core.positions import DUO, A, B, after, codes, drafting, picks, rest_of_deck
from tests.ui.table import SMALL, header, opened, seated
from uno_duo.core import Cut, GameState, Keep, Phase, Reject, Shuffle, cards, new_match
from uno_duo.ui.screens.draft import DraftScreen


def cutting(deck: str, *cuts: Cut) -> GameState:
    """A cut of a deck of which the first cards are given, after some cuts."""
    top = cards(deck)
    return after(new_match(DUO), Shuffle(order=top + rest_of_deck(top)), *cuts)


def place(seat: int, at: int) -> Cut:
    return Cut(seat=seat, place=at)


# The cut


async def test_a_match_begins_with_the_cut() -> None:
    async with opened(header()) as table:
        assert table.state.phase is Phase.CUT
        table.sees("the cut", "Choose a place in the deck", "The higher number is Player 1", "You 0", "Normal 0 / 200")


async def test_the_arrows_choose_the_place_and_enter_cuts_there() -> None:
    async with seated(cutting("R1 R2 R3 R4 R6 R7"), bot=[place(B, 5)]) as table:
        await table.press("right", "l", "right", "h")
        await table.press("enter")
        assert table.moves == [place(A, 2), place(B, 5)]
        assert "│    3    │" in "\n".join(table.lines)
        table.sees("Normal cuts R7")


async def test_both_cards_are_shown_and_who_is_player_1() -> None:
    async with seated(cutting("R1 R9"), bot=[place(B, 1)]) as table:
        await table.press("enter")
        assert (table.state.phase, table.state.first) == (Phase.SHUFFLE, B)
        table.sees("Normal is Player 1", "Normal drafts first, you play first", "Shuffle and draft")
        assert any("R" in line and "1" in line for line in table.lines)
        drawn = "\n".join(table.lines)
        assert "│    1    │" in drawn
        assert "│    9    │" in drawn
        await table.press("enter")
        assert table.state.phase is Phase.DRAFT


async def test_nothing_is_shuffled_before_the_person_goes_on() -> None:
    async with seated(cutting("R9 R1"), bot=[place(B, 1)]) as table:
        await table.press("enter")
        assert table.state.round == 0
        table.sees("You draft first, Normal plays first")
        await table.press("k", "x", "left", "right", "up", "down", "home", "end")
        assert table.state.round == 0


async def test_a_card_without_a_number_is_cut_again_and_explained() -> None:
    async with seated(cutting("RS R9 R1"), bot=[place(B, 2)]) as table:
        await table.press("enter")
        assert (table.state.turn, table.state.phase) == (A, Phase.CUT)
        table.sees("You cut RS: no number, again", "Choose a place in the deck")
        await table.press("enter")
        assert table.moves[1] == place(A, 1)


async def test_equal_numbers_are_cut_again_and_explained() -> None:
    async with seated(cutting("R4 Y4"), bot=[place(B, 1), place(B, 9)]) as table:
        await table.press("enter")
        assert (table.state.turn, table.state.phase) == (A, Phase.CUT)
        table.sees("Equal numbers: cut again", "Choose a place in the deck")


async def test_a_place_that_is_gone_is_skipped() -> None:
    state = cutting("RS RR R1 R2", place(A, 0), place(A, 1))
    async with seated(state) as table:
        screen = table.screen(DraftScreen)
        assert screen.place == 2
        await table.press("left")
        assert screen.place == 111
        await table.press("right")
        assert screen.place == 2
        await table.press("home")
        assert screen.place == 2
        await table.press("enter")
        assert table.moves[0] == place(A, 2)


async def test_rows_ends_and_clicks_reach_every_place() -> None:
    async with seated(cutting("R1")) as table:
        screen = table.screen(DraftScreen)
        await table.press("down")
        row = screen.place
        assert row > 1
        await table.press("up")
        assert screen.place == 0
        await table.press("up")
        assert screen.place == 0
        await table.press("end")
        assert screen.place == 111
        top = next(y for y, line in enumerate(table.lines) if line.count("░") > 20)
        left = table.lines[top].index("░")
        await table.click(left + 7, top)
        assert screen.place == 7
        assert table.moves == []
        await table.click(left + 7, top)
        assert table.moves[0] == place(A, 7)


# The draft


async def test_k_keeps_and_x_rejects() -> None:
    async with seated(drafting("R1 R2 R3 R4 Y1 Y2"), bot=[Keep(seat=B)]) as table:
        table.sees("Pick 1 of 7", "Keep or reject?", "Keep it, and the next card goes face up on the discards")
        await table.press("k")
        assert table.moves == [Keep(seat=A), Keep(seat=B)]
        table.sees("Pick 2 of 7", "Your hand: 1", "red 1", "1 point")
        await table.press("x")
        assert table.moves[2:] == [Reject(seat=A), Keep(seat=B)]
        assert codes(table.state.hands[A]) == "R1 Y2"


async def test_the_arrows_choose_between_keep_and_reject() -> None:
    async with seated(drafting("R1 R2 R3 R4 Y1 Y2")) as table:
        await table.press("enter", "right", "enter", "left", "space", "l", "h", "space")
        assert [type(move) for move in table.moves if move.seat == A] == [Keep, Reject, Reject, Keep]


async def test_the_pick_is_counted_and_the_card_looked_at_is_large() -> None:
    state = after(drafting("R1 R2 R3 R4 R5 R6 R7 R8 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 GR G2"), *picks("kkkkkkkk"))
    async with seated(state) as table:
        table.sees("Pick 5 of 7: you look at", "Reverse", "discards: 8", "Your hand: 4", "Normal", "4 cards")
        assert str(len(table.state.draw)) in table.text


async def test_the_others_pick_is_not_shown_and_the_discards_are() -> None:
    state = drafting("R1 R2 B7 B8", first=A)
    async with seated(state, bot=[Reject(seat=B)]) as table:
        await table.press("k")
        assert codes(table.state.hands[B]) == "B8"
        table.sees("discards: 2", "last: B7 R2", "1 card; it rejected 1")
        table.sees_none("B8")
        await table.press("pageup")
        table.sees("Normal rejects B7")
        table.sees_none("B8")


async def test_the_others_kept_card_is_not_shown() -> None:
    async with seated(drafting("R1 R2 B7 B8"), bot=[Keep(seat=B)]) as table:
        await table.press("k")
        assert codes(table.state.hands[B]) == "B7"
        table.sees("last: B8 R2", "it rejected 0")
        table.sees_none("B7")


async def test_the_other_picks_behind_a_pause_and_the_person_waits() -> None:
    async with seated(drafting("R1 R2 B7 B8", first=B), is_paced=True) as table:
        assert table.is_waiting
        table.sees("Normal picks")
        table.sees_none("R1")
        await table.press("k", "x", "enter")
        assert table.moves == []
        await table.end_pause()
        assert table.moves == [Keep(seat=B)]
        table.sees("Pick 1 of 7")


async def test_a_draft_leads_into_the_round_with_the_turned_up_card() -> None:
    async with opened(header(), state=drafting("", first=B)) as table:
        for _ in range(7):
            await table.press("k")
        assert table.top == "PlayScreen"
        assert sum(isinstance(move, Keep | Reject) for move in table.moves) >= 14
        await table.press("pageup")
        table.sees("is turned up")


async def test_a_choice_in_the_draft_is_done_by_a_click() -> None:
    async with seated(drafting("R1 R2 R3 R4 Y1 Y2")) as table:
        await table.click_on("Reject", within="Keep or reject")
        assert table.moves[0] == Reject(seat=A)


async def test_the_draft_is_sorted_and_counted_by_colour() -> None:
    state = after(drafting("W R2 B7 B8 R9 R5 Y1 Y2 R+2 R6 Y3 Y4"), *picks("kkkkkk"))
    async with seated(state) as table:
        table.sees("red 2", "wild 1", "34 points")
        line = next(line for line in table.lines if "R 9" in line)
        assert line.index("R 9") < line.index("R +2") < line.index("W")


async def test_the_draft_on_a_small_terminal_shows_what_is_needed() -> None:
    state = after(drafting("R1 R2 R3 R4 R5 R6 R7 R8 GR Y2"), *picks("kkkk"))
    async with seated(state, size=SMALL) as table:
        table.sees("Pick 3 of 7", "GR", "Keep", "Reject", "R1", "R5", "discards 4")
