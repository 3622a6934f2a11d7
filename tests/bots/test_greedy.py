"""The yardstick, sentence by sentence."""

from random import Random

import pytest

from tests.core.positions import BLUE, GREEN, RED, YELLOW, complete, cutting, lay, position, table
from uno_duo.bots.greedy import GreedyBot
from uno_duo.core import (
    Accept,
    CallOut,
    Colour,
    Cut,
    Draw,
    Face,
    GameState,
    Keep,
    NameColour,
    Phase,
    Reject,
    Rules,
    SayUno,
    SeatMove,
    Take,
    cards,
    legal_moves,
    view_for,
)


def choice(state: GameState, seed: int = 1) -> SeatMove:
    """What the bot does in a position, whatever the order of its moves."""
    seat = state.turn
    assert seat is not None
    moves = [m for m in legal_moves(state) if isinstance(m, SeatMove) and not isinstance(m, SayUno | CallOut)]
    view = view_for(state, seat)
    chosen = GreedyBot().choose(view, moves, Random(seed))
    if state.phase is not Phase.CUT:
        assert GreedyBot().choose(view, moves[::-1], Random(seed)) == chosen
    return chosen


# The draft and the cut


def picked(hand: str, looked_at: str) -> type[SeatMove]:
    state = position(hand, "", "", ahead=looked_at, phase=Phase.DRAFT, drawn=cards(looked_at)[0], colour=None, first=0)
    return type(choice(state))


@pytest.mark.parametrize("looked_at", ["W", "W4", "BS", "BR", "B+2"])
@pytest.mark.parametrize("hand", ["", "R1 R2 G3"])
def test_it_keeps_a_wild_card_and_an_action_card(hand: str, looked_at: str) -> None:
    assert picked(hand, looked_at) is Keep


def test_it_keeps_a_number_of_a_colour_of_which_it_holds_two() -> None:
    assert picked("B1 B2 W", "B9") is Keep
    assert picked("B1 BS BR", "B0") is Keep
    for hand in ("", "B1", "B1 R2 R3", "R1 R2 W W4"):
        assert picked(hand, "B9") is Reject


def test_it_cuts_anywhere() -> None:
    places = [move.place for seed in range(200) if isinstance(move := choice(cutting("R5"), seed), Cut)]
    assert len(places) == 200
    assert len(set(places)) > 80
    assert min(places) < 10
    assert max(places) > 100


# Colours


@pytest.mark.parametrize(
    ("hand", "colour"),
    [
        ("G1 G2 B3 R4", GREEN),
        ("B3 B4 R4 W", BLUE),
        ("B3 B4 Y4 Y5 G1", YELLOW),  # ties in hand order
        ("B3 R4", RED),
        ("BS B1 B9 R9 R9", BLUE),  # cards count and not points
        ("W W4", RED),
    ],
)
def test_it_names_the_colour_that_it_holds_most_of(hand: str, colour: Colour) -> None:
    turned_up = position(hand, "R1 R2", "W", phase=Phase.NAME_COLOUR)
    assert choice(turned_up) == NameColour(seat=0, colour=colour)
    assert choice(position(f"{hand} W4", "R1 R2", "W4", phase=Phase.NAME_COLOUR)).model_dump()["colour"] == colour


@pytest.mark.parametrize("card", ["W", "W4"])
def test_it_names_the_colour_of_the_hand_that_is_left(card: str) -> None:
    def played(others: str) -> SeatMove:
        return choice(position(f"{card} {others}", "R1 R2", "R5 W", colour=RED))

    assert played("G1 G2 B3") == lay(0, card, GREEN)
    assert played("B3 Y4 G1") == lay(0, card, YELLOW)
    assert choice(position(card, "R1 R2", "R5 W", colour=BLUE)) == lay(0, card, RED), "none is left"


# A turn


def test_it_completes_a_reverse_if_it_may() -> None:
    completing = position("R1 R9 RS B1 B2 W", "B1 B2", "RR", may_dump=True)
    assert choice(completing) == complete(0, "RS")
    assert choice(position("R1 R9 RS R+2 RR B1 B2", "B1 B2", "RR", may_dump=True)) == complete(0, "R+2")
    assert choice(position("R1 B1", "B1 B2", "RR", may_dump=True)) == complete(0, "R1", uno=True)


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("R1 R9 R4 B1", "R9"),
        ("R1 B5 G6", "B5"),  # what matches counts
        ("R9 RS B1", "RS"),
        ("R9 RS R+2 RR B1", "R+2"),  # equal points: Draw 2, Reverse, the rest
        ("R9 RS RR B1", "RR"),
        ("B5 Y5 G1", "Y5"),  # the rest in hand order
        ("R0 W W4 B1", "R0"),  # a coloured card, whatever a wild one counts
        ("W W4 B1", "W"),
        ("W4 B1", "W4"),
    ],
)
def test_it_plays_the_matching_coloured_card_of_most_points(hand: str, card: str) -> None:
    assert choice(position(f"{hand} G8", "B1 B2 B3", "R5")).model_dump()["card"].code == card


def test_points_are_those_of_the_rules() -> None:
    few, many = (Rules.duo().model_copy(update={"action_points": points}) for points in (5, 9))
    assert choice(position("R6 RS R+2 B1", "B1 B2", "R5", rules=few)) == lay(0, "R6")
    assert choice(position("R6 R9 RS R+2 B1", "B1 B2", "R5", rules=many)) == lay(0, "R+2")
    assert choice(position("R9 RS B1", "B1 B2", "R5", rules=many)) == lay(0, "R9"), "in hand order"
    worthless = Rules.duo().model_copy(update={"wild_points": 0, "wild_draw_four_points": 0, "action_points": 0})
    assert choice(position("W W4 RS R1 B1", "B1 B2", "R5", rules=worthless)) == lay(0, "R1")


def test_it_draws_where_nothing_can_be_played() -> None:
    assert choice(position("B1 G2 YS", "B1 B2", "R5")) == Draw(seat=0)


@pytest.mark.parametrize(
    ("others", "last"),
    [
        ("R+2 RS RR R9", "R+2"),
        ("RS RR R9", "RS"),
        ("RR R9 R1", "RR"),
        ("R9 R1 R0", "R9"),
        ("R0", "R0"),
    ],
)
def test_it_ends_a_dump_on_draw_two_else_skip_else_reverse_else_the_highest_number(others: str, last: str) -> None:
    # On a yellow Reverse the red Reverse alone matches, so that the dump is not passed over for a Draw 2.
    state = position(f"RR {others} B1 B2", "B1 B2", "YR", rules=Rules.duo())
    assert choice(state) == lay(0, "RR", dump=last)
    completing = position(f"{others} B1 B2", "B1 B2", "RR", may_dump=True)
    assert choice(completing) == complete(0, last)


def test_it_dumps_wherever_there_is_a_card_to_lay() -> None:
    assert choice(position("RR R1 R2 B4 B6", "B1 B2")) == lay(0, "RR", dump="R2")
    assert choice(position("RR R1 B4", "B1 B2")) == lay(0, "RR", dump="R1", uno=True)
    assert choice(position("RR B4 B6", "B1 B2")) == lay(0, "RR")
    drawn = position("RR R1 R2 B4 B6", "B1 B2", phase=Phase.DRAWN, drawn=Face.RED_REVERSE)
    assert choice(drawn) == lay(0, "RR", dump="R2")


def test_it_plays_a_drawn_card_if_it_can() -> None:
    assert choice(position("R1 R9 B3", "R3 R4", phase=Phase.DRAWN, drawn=Face.R1)) == lay(0, "R1")
    wild = position("R9 W B3 B4", "R3 R4", phase=Phase.DRAWN, drawn=Face.WILD)
    assert choice(wild) == lay(0, "W", BLUE)
    due = table("R1 B2 B3", "R3 R4", phase=Phase.DRAWN, drawn=Face.R1)
    assert choice(due) == lay(0, "R1")


def test_it_answers_a_bill_if_it_can() -> None:
    assert choice(position("B+2 G+2 B3", "R3 R4", "R+2", phase=Phase.BILL, bill=8)) == lay(0, "G+2")
    assert choice(position("R9 W4 B3", "R3 R4", "R+2", phase=Phase.BILL, bill=2)) == Take(seat=0)


def test_it_never_challenges() -> None:
    known = position(
        *("B1 B2", "R3 R4", "R5 W4"),
        phase=Phase.CHALLENGE,
        colour=BLUE,
        colour_before=RED,
        is_bluff=True,
        known=("", "R3 R4"),
    )
    assert choice(known) == Accept(seat=0)


def test_it_plays_a_restricted_wild_draw_four_only_where_it_may() -> None:
    assert choice(table("W4 B1 B2", "R3 R4")) == lay(0, "W4", BLUE)
    assert choice(table("W4 R1 B2", "R3 R4")) == lay(0, "R1")


# UNO


def test_it_always_says_uno() -> None:
    assert choice(position("R1 B7", "B1 B2 B3")) == lay(0, "R1", uno=True)
    assert choice(position("W B7", "B1 B2 B3")) == lay(0, "W", BLUE, uno=True)
    view = view_for(position("R1", "B1 B2", uno_open=0), 0)
    assert GreedyBot().wants(view, SayUno(seat=0), Random(1))


def test_it_calls_out_whoever_has_forgotten_it() -> None:
    view = view_for(table("R1 R2", "B1 B2", "G1", uno_open=2), 0)
    assert GreedyBot().wants(view, CallOut(seat=0), Random(1))
