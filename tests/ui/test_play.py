"""The play screen: each key does exactly its move, and a choice that was begun can be dropped."""

from dataclasses import dataclass

from tests.core.positions import BLUE, GREEN, RED, YELLOW, A, B, after, codes, complete, lay, position, turned_up
from tests.ui.table import Table, seated
from uno_duo.core import (
    Accept,
    Challenge,
    Colour,
    Draw,
    GameState,
    NameColour,
    Pass,
    Phase,
    SeatMove,
    Take,
)
from uno_duo.ui.screens.play import PlayScreen

TURN = position("R1 R9 Y7 G3 W W4", "Y1 Y2 Y3")
DRAWN = after(position("B1 B2 B3", "Y1 Y2 Y3", ahead="R8"), Draw(seat=A))
BILL = position("R+2 G+2 R1 W", "Y1 Y2", "B+2", phase=Phase.BILL, bill=2)
CHALLENGE = after(position("Y1 G5 B3", "W4 R1 B1 B4", turn=B), lay(B, "W4", GREEN))
NAMED = position("R1 Y2 G3", "Y1 Y3 Y4", "W", phase=Phase.NAME_COLOUR, first=A, colour=None)
REVERSE = position("R2 R7 R+2 G3 B4", "Y1 Y2 Y3", "RR", may_dump=True)
PLAYED_REVERSE = position("RR R1 R9 G3 B4", "Y1 Y2 Y3")


@dataclass(frozen=True)
class Case:
    """Keys in a position, and the one move that they must make there."""

    state: GameState
    keys: str
    move: SeatMove


def case_id(case: Case) -> str:
    return f"{case.state.phase}: {case.keys}"


KEYS = (
    Case(TURN, "enter", lay(A, "R1")),
    Case(TURN, "space", lay(A, "R1")),
    Case(TURN, "right enter", lay(A, "R9")),
    Case(TURN, "l enter", lay(A, "R9")),
    Case(TURN, "right left enter", lay(A, "R1")),
    Case(TURN, "l h enter", lay(A, "R1")),
    Case(TURN, "2 enter", lay(A, "R9")),
    Case(TURN, "5 enter b", lay(A, "W", BLUE)),
    Case(TURN, "end enter g", lay(A, "W4", GREEN)),
    Case(TURN, "left enter y", lay(A, "W4", YELLOW)),
    Case(TURN, "end home enter", lay(A, "R1")),
    Case(TURN, "d", Draw(seat=A)),
    Case(DRAWN, "enter", lay(A, "R8")),
    Case(DRAWN, "p", Pass(seat=A)),
    Case(DRAWN, "right enter", Pass(seat=A)),
    Case(DRAWN, "right left space", lay(A, "R8")),
    Case(BILL, "enter", lay(A, "R+2")),
    Case(BILL, "right enter", lay(A, "G+2")),
    Case(BILL, "3 enter", lay(A, "G+2")),
    Case(BILL, "d", Take(seat=A)),
    Case(CHALLENGE, "a", Accept(seat=A)),
    Case(CHALLENGE, "enter", Accept(seat=A)),
    Case(CHALLENGE, "c", Challenge(seat=A)),
    Case(CHALLENGE, "right enter", Challenge(seat=A)),
    Case(NAMED, "r", NameColour(seat=A, colour=RED)),
    Case(NAMED, "y", NameColour(seat=A, colour=YELLOW)),
    Case(NAMED, "g", NameColour(seat=A, colour=GREEN)),
    Case(NAMED, "b", NameColour(seat=A, colour=BLUE)),
    Case(NAMED, "left enter", NameColour(seat=A, colour=BLUE)),
    Case(NAMED, "right right enter", NameColour(seat=A, colour=GREEN)),
    Case(REVERSE, "f 1", complete(A, "R2")),
    Case(REVERSE, "f 3", complete(A, "R+2")),
    Case(REVERSE, "f right enter", complete(A, "R7")),
    Case(REVERSE, "enter", lay(A, "R2")),
    Case(REVERSE, "d", Draw(seat=A)),
)


async def check(table: Table, case: Case) -> None:
    await table.set_anew(case.state)
    await table.press(*case.keys.split())
    made = [move for move in table.moves if move.seat == A]
    assert made == [case.move], case_id(case)
    if table.top == "ShownHand":
        await table.press("enter")


async def test_each_key_of_a_turn_does_exactly_its_move() -> None:
    async with seated(TURN) as table:
        for case in KEYS:
            if case.state is TURN:
                await check(table, case)


async def test_each_answer_that_the_rules_ask_for_is_given_by_its_key() -> None:
    async with seated(DRAWN) as table:
        for case in KEYS:
            if case.state in (DRAWN, CHALLENGE, NAMED):
                await check(table, case)


async def test_a_bill_is_answered_or_taken_and_a_reverse_completed_by_its_key() -> None:
    async with seated(BILL) as table:
        for case in KEYS:
            if case.state in (BILL, REVERSE):
                await check(table, case)


async def test_the_keys_of_other_phases_do_nothing() -> None:
    cases = (
        (TURN, "p f a c r y g b o"),
        (DRAWN, "d f a c r y g b o"),
        (BILL, "p f a c r y g b o 4 enter"),
        (CHALLENGE, "d p f r y g b o 1 2 3"),
        (NAMED, "d p f a c o 1 2"),
    )
    async with seated(TURN) as table:
        for state, keys in cases:
            await table.set_anew(state)
            await table.press(*keys.split())
            assert table.moves == [], state.phase
            assert table.state is state
            assert table.screens == ["MenuScreen", "PlayScreen"]


async def test_nothing_is_played_while_the_other_is_on_turn() -> None:
    state = position("R1 R2 R3", "Y1 Y2 Y3", turn=B)
    async with seated(state, is_paced=True) as table:
        table.sees("Normal is on turn")
        await table.press(*"123", "enter", "space", "d", "p", "f", "a", "c", "r", "o")
        assert table.moves == []
        assert table.is_waiting
        await table.end_pause()
        assert table.moves == [Draw(seat=B)]


async def test_a_card_that_cannot_be_played_is_refused_and_changes_nothing() -> None:
    async with seated(TURN) as table:
        await table.press("3")
        table.sees("Yellow 7. It does not match.")
        await table.press("enter", "space")
        assert (table.moves, table.state) == ([], TURN)
        assert table.screen(PlayScreen).selected == 2
        assert len(table.match._replay.states) == 1


async def test_what_can_be_played_is_marked_by_more_than_colour() -> None:
    async with seated(TURN) as table:
        cards = next(line for line in table.lines if "R 1" in line)
        marks = next(line for line in table.lines if line.count("●") > 1)
        for card, can_be_played in (("R 1", 1), ("R 9", 1), ("Y 7", 0), ("G 3", 0), ("W ", 1), ("W4", 1)):
            x = cards.index(card)
            assert ("●" in marks[x - 1 : x + 4]) == bool(can_be_played), card


async def test_digits_choose_a_card_and_0_the_tenth() -> None:
    hand = "R0 R1 R2 R3 R4 R6 R7 R8 R9 Y0 Y1"
    async with seated(position(hand, "G1 G2")) as table:
        screen = table.screen(PlayScreen)
        for key, index in (("1", 0), ("7", 6), ("9", 8), ("0", 9)):
            await table.press(key)
            assert screen.selected == index
        assert table.moves == []
    async with seated(TURN) as table:
        await table.press("2", "9", "0")
        assert table.screen(PlayScreen).selected == 1


# Composing a play


async def test_a_wild_card_asks_for_its_colour_over_hand_and_top_card() -> None:
    async with seated(TURN) as table:
        await table.press("5", "enter")
        assert table.screens == ["MenuScreen", "PlayScreen", "Question"]
        table.sees("Which colour?", "r red", "y yellow", "g green", "b blue", "│R 1 │", "│    5    │")


async def test_the_colour_of_a_wild_card_is_named_by_letter_and_by_arrows() -> None:
    async with seated(TURN) as table:
        for number, colour in enumerate(Colour):
            await table.set_anew(TURN)
            await table.press("5", "enter", colour.letter.lower())
            assert table.moves[0] == lay(A, "W", colour)
            assert table.screens == ["MenuScreen", "PlayScreen"]
            await table.set_anew(TURN)
            await table.press("5", "enter", *["down"] * number, "enter")  # red, the best colour here, stands first
            assert table.moves[0] == lay(A, "W", colour)


async def test_escape_drops_a_play_at_every_step_with_nothing_changed() -> None:
    states = ((TURN, "5 enter"), (PLAYED_REVERSE, "3 enter"), (PLAYED_REVERSE, "3 enter f"), (REVERSE, "f"))
    async with seated(TURN) as table:
        for state, keys in states:
            await table.set_anew(state)
            await table.press(*keys.split())
            assert table.top == "Question", keys
            await table.press("escape")
            assert table.screens == ["MenuScreen", "PlayScreen"]
            assert (table.moves, table.state) == ([], state)
            await table.press("d")
            assert table.moves[0] == Draw(seat=A)


async def test_a_reverse_is_laid_alone_or_with_all_of_its_colour_and_a_top_card() -> None:
    cases = (
        ("3 enter a", lay(A, "RR")),
        ("3 enter enter", lay(A, "RR")),
        ("3 enter f 1", lay(A, "RR", dump="R1")),
        ("3 enter f 2", lay(A, "RR", dump="R9")),
        ("3 enter down enter down enter", lay(A, "RR", dump="R9")),
    )
    async with seated(PLAYED_REVERSE) as table:
        await table.press("3")
        table.sees("Red Reverse. Lay it alone, or with all 2 other red cards (a dump).")
        for keys, move in cases:
            await table.set_anew(PLAYED_REVERSE)
            await table.press(*keys.split())
            assert table.moves[:1] == [move], keys


async def test_a_dump_may_end_on_a_red_0_and_the_reverse_may_leave_it() -> None:
    state = position("R0 RR G1 B4", "Y1 Y2 Y3")
    async with seated(state) as table:
        for key, move in (("f", lay(A, "RR", dump="R0")), ("a", lay(A, "RR"))):
            await table.set_anew(state)
            await table.press("2", "enter")
            assert table.top == "Question"
            await table.press(key)
            assert table.moves[:1] == [move]
        await table.set_anew(position("R0 R7 RR G1", "Y1 Y2 Y3"))
        await table.press("3", "enter", "f")
        assert table.top == "Question", "either may end on top"


async def test_nothing_is_asked_where_there_is_no_choice() -> None:
    async with seated(position("RR G3 B4", "Y1 Y2 Y3")) as table:
        await table.press("3", "enter")
        assert table.moves == []
        await table.press("1", "enter")
        assert table.moves[0] == lay(A, "RR")
        await table.set_anew(position("RR R4 G3 B4", "Y1 Y2 Y3"))
        await table.press("2", "enter", "f")
        assert table.moves[0] == lay(A, "RR", dump="R4")
        await table.set_anew(position("R2 R2 G3 B4", "Y1 Y2 Y3", "RR", may_dump=True))
        await table.press("f")
        assert table.moves[0] == complete(A, "R2")


async def test_a_drawn_reverse_may_dump_and_a_drawn_wild_card_asks_for_its_colour() -> None:
    async with seated(after(position("B1 R2 B3", "Y1 Y2 Y3", ahead="RR"), Draw(seat=A))) as table:
        await table.press("enter", "f")
        assert table.moves == [lay(A, "RR", dump="R2"), Draw(seat=B)]
        await table.set_anew(after(position("B1 B2 B3", "Y1 Y2 Y3", ahead="W"), Draw(seat=A)))
        await table.press("enter", "y")
        assert table.moves[0] == lay(A, "W", YELLOW)


async def test_the_letters_of_a_dialog_reach_nothing_under_it() -> None:
    async with seated(TURN) as table:
        await table.press("5", "enter", "d", "u", "p", "s", "1", "pageup")
        assert table.top == "Question"
        assert table.moves == []
        assert not table.screen_of(PlayScreen).is_armed


# What is asked


async def test_a_drawn_card_is_shown_with_its_two_answers() -> None:
    async with seated(position("B1 B2 B3", "Y1 Y2 Y3", ahead="R8")) as table:
        await table.press("d")
        assert table.moves == [Draw(seat=A)]
        table.sees("You drew R8", "[ Enter Play it ]", "p Keep it")


async def test_a_bill_is_asked_in_one_plain_sentence() -> None:
    async with seated(BILL) as table:
        table.sees("Answer the Draw 2 or take 2 cards", "2 cards due", "d Take")


async def test_what_is_known_is_told_where_a_wild_draw_four_may_be_challenged() -> None:
    async with seated(CHALLENGE) as table:
        table.sees("Normal laid a Wild Draw 4", "Accept, draw 4", "c Challenge", "R5", "red in force")
        table.sees("3 cards left", "you draw 6")
        table.sees_none("R1", "B1", "B4")


async def test_a_reverse_that_can_be_completed_says_so() -> None:
    async with seated(REVERSE) as table:
        table.sees("Complete the Reverse, play or draw", "f Complete it", "f Complete")


async def test_the_colour_of_a_turned_up_wild_card_is_asked_for_in_place_of_the_prompt() -> None:
    state = turned_up("W", one="R1 R2", two="Y1")
    async with seated(state) as table:
        table.sees("Name the colour of the turned-up card", "r red", "y yellow", "g green", "b blue", "no colour yet")


async def test_the_other_names_its_colour_unseen_and_it_is_told() -> None:
    state = position("R1 Y2 G3", "Y1 Y3 Y4", "W", phase=Phase.NAME_COLOUR, turn=B, colour=None)
    async with seated(state, bot=[NameColour(seat=B, colour=YELLOW)], is_paced=True) as table:
        table.sees("Normal names a colour")
        await table.end_pause()
        table.sees("YELLOW (Y)", "Normal names yellow")


# The challenge


async def test_a_challenge_shows_the_hand_until_the_next_key_and_never_again() -> None:
    async with seated(CHALLENGE) as table:
        await table.press("c")
        assert table.top == "ShownHand"
        told = "The hand of Normal R1 B1 B4 Guilty: it draws 4 cards, and you play. Any key goes on."
        table.sees(told, within=table.dialog)
        await table.press("j")
        assert table.screens == ["MenuScreen", "PlayScreen"]
        table.sees_none("R1", "B1", "B4")
        await table.press("pageup")
        table.sees("You challenge: Normal is guilty")
        table.sees_none("R1", "B1", "B4")
        await table.press("escape", "escape", "enter")
        table.sees_none("R1", "B1", "B4")


async def test_a_lost_challenge_shows_the_hand_and_the_six_cards() -> None:
    state = after(position("Y1 G5 B3", "W4 B1 B4 Y9", turn=B), lay(B, "W4", GREEN))
    async with seated(state, is_paced=True) as table:
        await table.press("c")
        table.sees("B1 B4", "Innocent: you draw 6 cards.")
        assert len(table.state.hands[A]) == 9
        assert not table.is_waiting
        await table.press("enter")
        assert table.top == "PlayScreen"
        assert table.is_waiting
        table.sees("Your hand: 9 cards")


async def test_any_key_closes_the_shown_hand_and_does_nothing_else() -> None:
    async with seated(CHALLENGE) as table:
        for key in ("enter", "escape", "space", "q", "question_mark", "s", "a", "left", "pageup", "tab"):
            await table.set_anew(CHALLENGE)
            await table.press("c", key)
            assert table.screens == ["MenuScreen", "PlayScreen"], key
            assert table.moves == [Challenge(seat=A)]


async def test_the_person_who_is_challenged_is_told_of_it() -> None:
    state = position("W4 R1 B2 B3", "Y1 Y2 Y3")
    async with seated(state, bot=[Challenge(seat=B)]) as table:
        await table.press("4", "enter", "b")
        assert table.moves[:2] == [lay(A, "W4", BLUE), Challenge(seat=B)]
        await table.press("pageup")
        table.sees("Normal challenges: you are guilty", "You draw 4 cards")


# What is shown beside


async def test_the_log_shows_the_last_events_and_page_up_all_of_them() -> None:
    state = position("R1 R2 R3 R4 R6 R7 R8 R9 Y1 Y2 Y3", "G1 G2 G3")
    async with seated(state) as table:
        for _ in range(8):
            await table.press("1", "enter")
        table.sees("Normal draws a card")
        table.sees_none("You play R1")
        await table.press("pageup")
        assert table.top == "EventsPage"
        lines = [line.strip() for line in table.lines[2:-1]]
        assert lines[:3] == ["You play R1", "Normal draws a card", "You play R2"]
        assert lines[14:16] == ["You play R9", "Normal draws a card"]
        await table.press("escape")
        assert table.top == "PlayScreen"


async def test_scores_and_rules_lie_over_the_match_and_the_same_key_closes_them() -> None:
    async with seated(TURN) as table:
        for key, screen in (("s", "ScoreScreen"), ("question_mark", "HelpPage")):
            await table.press(key)
            assert table.top == screen
            await table.press(key)
            assert table.top == "PlayScreen"
            await table.press(key, "escape")
            assert table.top == "PlayScreen"
        assert table.moves == []


async def test_the_answer_that_waits_is_still_asked_after_a_page() -> None:
    async with seated(DRAWN) as table:
        await table.press("s", "escape", "question_mark", "escape", "pageup", "escape")
        table.sees("You drew R8")
        await table.press("p")
        assert table.moves[0] == Pass(seat=A)


async def test_the_table_tells_all_that_everybody_knows() -> None:
    state = position("R1 R2 R3", "Y1 Y2 Y3 Y4 Y5", "G3 R7", scores=(42, 31), round=3)
    async with seated(state) as table:
        table.sees("round 3", "You 42 Normal 31 / 200", "5 cards", "│R │", "RED (R)", "in force", "nothing due")
        table.sees(str(len(state.draw)), "Your hand: 3 cards", "Your turn: play red, 7 or a wild card, or draw")


async def test_the_choice_stays_on_its_card_when_others_go_and_come() -> None:
    async with seated(position("R1 R2 B7 W", "Y1 Y2 Y3", ahead="G1 G2")) as table:
        await table.press("2", "enter")
        assert codes(table.state.hands[A]) == "R1 B7 W"
        assert table.screen(PlayScreen).selected in (0, 2)
        await table.press("home")
        assert table.screen(PlayScreen).selected == 0


async def test_a_card_is_played_by_two_clicks_and_an_answer_by_one() -> None:
    async with seated(TURN) as table:
        await table.click_on("R 9")
        assert table.screen(PlayScreen).selected == 1
        assert table.moves == []
        await table.click_on("R 9")
        assert table.moves[0] == lay(A, "R9")
        await table.set_anew(DRAWN)
        await table.click_on("Keep it")
        assert table.moves[0] == Pass(seat=A)


async def test_a_colour_is_named_by_a_click_and_a_click_beside_drops_the_dialog() -> None:
    async with seated(TURN) as table:
        await table.press("5", "enter")
        await table.click_on("g  green")
        assert table.moves[0] == lay(A, "W", GREEN)
        await table.set_anew(TURN)
        await table.press("5", "enter")
        await table.click(2, 22)
        assert table.top == "PlayScreen"
        assert table.moves == []


async def test_a_command_in_the_line_of_keys_is_done_by_a_click() -> None:
    async with seated(TURN) as table:
        await table.click_on("d Draw")
        assert table.moves[0] == Draw(seat=A)
