"""What is asked and what a card would do, in sentences that are true by every rule set."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from tests.core.positions import BLUE, A, B, after, lay
from tests.ui.phases import around
from uno_duo.core import Draw, Face, Phase, PlayView, Rules, view_for
from uno_duo.ui.prompts import about_card, about_challenge, asked

NAMES: Final = ("You", "Ada", "Ben", "Cleo")
C, D = 2, 3
HAND: Final = "R1 R+2 RS RR W W4 B9 GS"
OTHERS: Final = ("Y1 Y2", "G1 G2", "B1 B2")
CLASSIC: Final = Rules.classic(4)


def by(**changes: Any) -> Rules:
    """Classic UNO for four seats, changed."""
    return Rules.model_validate({**CLASSIC.model_dump(), **changes})


def seen(*hands: str, seat: int = A, rules: Rules | None = None, **fields: Any) -> PlayView:
    """A position as a seat sees it."""
    view = view_for(around(hands, rules=rules, **fields), seat)
    assert isinstance(view, PlayView)
    return view


def four(hand: str = HAND, **given: Any) -> PlayView:
    return seen(hand, *OTHERS, **given)


def effect(view: PlayView, card: str, names: Sequence[str] = NAMES) -> str:
    return about_card(view, Face.of(card), names).partition(". ")[2]


# What a card does


def test_of_four_seats_the_next_one_is_named_and_the_one_after_it() -> None:
    view = four()
    assert effect(view, "R1") == "Ada plays on it."
    assert effect(view, "R+2") == "Ada draws 2 and is skipped, Ben is next."
    assert effect(view, "RS") == "Ada is skipped, Ben is next."
    assert effect(view, "RR") == "Play turns to the right, Cleo is next."
    assert effect(view, "W") == "You name the colour."


def test_the_other_direction_names_the_other_neighbours() -> None:
    view = four(direction=-1)
    assert effect(view, "R1") == "Cleo plays on it."
    assert effect(view, "R+2") == "Cleo draws 2 and is skipped, Ben is next."
    assert effect(view, "RS") == "Cleo is skipped, Ben is next."
    assert effect(view, "RR") == "Play turns to the left, Ada is next."


def test_a_seat_that_is_out_is_passed_over() -> None:
    view = four(out=(B,))
    assert effect(view, "R+2") == "Ben draws 2 and is skipped, Cleo is next."
    assert effect(view, "RR") == "Play turns to the right, Cleo is next."


@pytest.mark.parametrize(
    ("view", "names", "other"),
    [(seen(HAND, "Y1 Y2"), ("You", "Normal"), "The other"), (four(out=(B, D)), NAMES, "Ben")],
)
def test_of_two_seats_a_skip_gives_another_turn(view: PlayView, names: tuple[str, ...], other: str) -> None:
    """So does a Reverse, and whatever makes the other draw."""
    assert effect(view, "R1", names) == f"{other} plays on it."
    assert effect(view, "R+2", names) == f"{other} draws 2 cards, and you play again."
    assert effect(view, "RS", names) == effect(view, "RR", names) == "You play again at once."


def test_a_wild_draw_four_is_told_as_it_is_held_in_check() -> None:
    free = "You name the colour; Ada draws 4 and is skipped."
    assert effect(four("B1 W4", discard="R5"), "W4") == free
    assert effect(four(rules=by(wild_draw_four="free")), "W4") == free
    assert effect(four(), "W4") == "Not while you hold a card that matches."
    assert effect(four(rules=by(wild_draw_four="challenge")), "W4") == "You name the colour; Ada draws 4 or challenges."
    two = seen("B1 W4", "Y1 Y2")
    assert effect(two, "W4", ("You", "Normal")) == "You name the colour; the other draws 4, and you play again."


def test_house_rules_for_action_cards() -> None:
    assert effect(four(rules=by(reverse="skip")), "RR") == "Ada is skipped, Ben is next."
    assert effect(four(rules=by(reverse="dump")), "RR") == "Lay it alone, or with all 3 other red cards (a dump)."
    assert effect(four(rules=by(draw_two=0)), "R+2") == "Ada is skipped, Ben is next."
    assert effect(four(rules=by(draw_two=3)), "R+2") == "Ada draws 3 and is skipped, Ben is next."
    assert effect(four(rules=by(stacking=True)), "R+2") == "Ada owes 2 cards."
    billed = four(rules=by(stacking=True), phase=Phase.BILL, bill=4, discard="B+2")
    assert effect(billed, "R+2") == "Ada owes 6 cards."


def test_the_last_card_ends_the_round() -> None:
    assert effect(four("R1"), "R1") == effect(four("RS"), "RS") == "You go out."
    assert effect(four("R+2"), "R+2") == "You go out, and Ada draws 2 cards."
    assert effect(four("W4"), "W4") == "You go out, and Ada draws 4 cards."
    assert effect(four("R+2", rules=by(final_draw=False)), "R+2") == "You go out."
    assert effect(seen("W4", "Y1"), "W4", ("You", "Normal")) == "You go out, and the other draws 4 cards."


def test_why_a_card_cannot_be_played() -> None:
    on_a_skip = four(discard="RS")
    assert effect(on_a_skip, "GS") == "It matches by its colour only."
    assert effect(on_a_skip, "B9") == "It does not match."
    assert not effect(four(discard="RS", rules=by(symbols_match=True)), "GS").startswith("It matches")
    assert effect(four(turn=B), "R1") == ""


# What is asked


def test_only_what_matches_is_offered() -> None:
    tail = ", or draw until you can"
    assert asked(four(), NAMES) == f"Your turn: play red, 5 or a Wild{tail}"
    assert asked(four(discard="RS"), NAMES) == f"Your turn: play red or a Wild{tail}"
    assert asked(four("B1 W4"), NAMES) == f"Your turn: play red, 5 or a wild card{tail}"
    house = by(symbols_match=True, wild_draw_four="free", drawing="one", keep_drawn=True)
    assert asked(four(discard="RS", rules=house), NAMES) == "Your turn: play red, a Skip or a wild card, or draw"


def test_a_drawn_card_is_played_or_may_be_kept() -> None:
    drew = view_for(after(around(["B1 B2", *OTHERS], ahead="Y8 R8"), Draw(seat=A)), A)
    assert isinstance(drew, PlayView)
    assert asked(drew, NAMES) == "You drew R8 and must play it"
    house = by(drawing="one", keep_drawn=True)
    drew = view_for(after(around(["B1 B2", *OTHERS], ahead="R8", rules=house), Draw(seat=A)), A)
    assert isinstance(drew, PlayView)
    assert asked(drew, NAMES) == "You drew R8"


def test_who_is_waited_for_is_named_and_who_is_next() -> None:
    assert asked(four(turn=B), NAMES) == "Ada is on turn, Ben is next"
    assert asked(four(turn=D), NAMES) == "Cleo is on turn, you are next"
    assert asked(four(turn=B, direction=-1), NAMES) == "Ada is on turn, you are next"
    assert asked(four(turn=B, out=(A,)), NAMES) == "Ada is on turn"
    assert asked(seen(HAND, "Y1 Y2", turn=B), ("You", "Normal")) == "Normal is on turn"
    assert asked(four(turn=C, phase=Phase.BILL, bill=4, rules=by(stacking=True)), NAMES) == (
        "Ben answers or takes 4 cards"
    )


def test_the_one_who_laid_the_wild_draw_four_is_accused() -> None:
    house = by(wild_draw_four="challenge")
    for seat, direction, name in ((D, 1, "Cleo"), (B, -1, "Ada")):
        hands = ["Y1 G5", *("W4 R1 B7" if other == seat else "Y3 Y4" for other in (B, C, D))]
        state = around(hands, turn=seat, direction=direction, rules=house)
        view = view_for(after(state, lay(seat, "W4", BLUE)), A)
        assert isinstance(view, PlayView)
        assert asked(view, NAMES) == f"{name} laid a Wild Draw 4"
        assert about_challenge(view) == "On R5, red in force; 2 cards left. A lost challenge: you draw 6."
