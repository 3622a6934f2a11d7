"""RULES.md, *The deck* and *Words*; RECORD.md, *Cards*."""

from collections import Counter

import pytest
from pydantic import ValidationError

from tests.core.positions import DUO, codes
from uno_duo.core import COLOURS, Colour, Face, Play, Rules, Symbol, cards, full_deck, hand_points, points


def test_deck_has_112_cards() -> None:
    assert len(full_deck(DUO)) == 112


def test_deck_without_the_extra_wilds_has_108_cards() -> None:
    deck = Counter(full_deck(Rules(extra_wilds=0)))
    assert deck.total() == 108
    assert deck[Face.WILD] == 4


def test_deck_holds_each_card_as_often_as_the_table_says() -> None:
    deck = Counter(face.code for face in full_deck(DUO))
    assert deck.pop("W") == 4 + 4
    assert deck.pop("W4") == 4
    for letter in "RYGB":
        assert deck.pop(f"{letter}0") == 1
        for symbol in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "+2", "S", "R"):
            assert deck.pop(letter + symbol) == 2
    assert not deck


def test_deck_has_76_numbers_and_24_actions() -> None:
    deck = full_deck(DUO)
    assert sum(face.is_number for face in deck) == 76
    assert sum(face.symbol in (Symbol.SKIP, Symbol.REVERSE, Symbol.DRAW_TWO) for face in deck) == 24


@pytest.mark.parametrize(
    ("code", "count"),
    [("R0", 0), ("Y1", 1), ("G9", 9), ("B+2", 10), ("RS", 10), ("YR", 10), ("W", 15), ("W4", 20)],
)
def test_points_are_those_of_the_table(code: str, count: int) -> None:
    assert points(Face.of(code), DUO) == count


def test_points_are_fields_of_the_rules() -> None:
    classic = Rules(action_points=20, wild_points=50, wild_draw_four_points=50)
    assert [points(face, classic) for face in cards("R7 G+2 BS YR W W4")] == [7, 20, 20, 20, 50, 50]


def test_an_empty_hand_has_no_points() -> None:
    assert hand_points((), DUO) == 0


def test_hand_order_is_that_of_the_page() -> None:
    """Red, yellow, green, blue; within a colour 0-9, Skip, Reverse, Draw 2; then Wild, Wild Draw 4."""
    in_order = [
        letter + symbol
        for letter in "RYGB"
        for symbol in ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2")
    ]
    assert [face.code for face in sorted(Face)] == [*in_order, "W", "W4"]


def test_full_deck_is_in_hand_order() -> None:
    assert full_deck(DUO) == tuple(sorted(full_deck(DUO)))


def test_a_code_names_a_card_and_a_card_its_code() -> None:
    for face in Face:
        assert Face.of(face.code) is face
        assert str(face) == face.code


@pytest.mark.parametrize(
    ("code", "colour", "symbol"),
    [
        ("R5", Colour.RED, Symbol.FIVE),
        ("YS", Colour.YELLOW, Symbol.SKIP),
        ("GR", Colour.GREEN, Symbol.REVERSE),
        ("B+2", Colour.BLUE, Symbol.DRAW_TWO),
        ("W", None, Symbol.WILD),
        ("W4", None, Symbol.WILD_DRAW_FOUR),
    ],
)
def test_codes_mean_what_record_md_says(code: str, colour: Colour | None, symbol: Symbol) -> None:
    face = Face.of(code)
    assert (face.colour, face.symbol) == (colour, symbol)
    assert face.is_wild == (colour is None)


def test_colours_are_written_in_full() -> None:
    assert [str(colour) for colour in COLOURS] == ["red", "yellow", "green", "blue"]
    assert [colour.letter for colour in COLOURS] == ["R", "Y", "G", "B"]


@pytest.mark.parametrize("code", ["", "R", "5", "R10", "r5", "X5", "W5", "WW", "R+4", "5R", "R5 ", "+2"])
def test_what_is_no_card_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        Face.of(code)


def test_cards_reads_a_list_of_codes() -> None:
    assert cards(" R5  W4 B+2 ") == (Face.R5, Face.WILD_DRAW_FOUR, Face.BLUE_DRAW_TWO)
    assert codes(cards("R5 W4 B+2")) == "R5 W4 B+2"
    with pytest.raises(ValueError, match="'Q5' is no card"):
        cards("R5 Q5")


def test_a_card_is_its_code_in_json() -> None:
    move = Play(seat=0, card=Face.WILD, colour=Colour.GREEN)
    assert '"card":"W","colour":"green"' in move.model_dump_json()
    assert Play.model_validate_json(move.model_dump_json()) == move
    assert Play.model_validate({"seat": 0, "card": "R5"}).card is Face.R5


@pytest.mark.parametrize("card", [5, "R10", None, ["R5"], 5.0])
def test_a_move_takes_nothing_else_for_a_card(card: object) -> None:
    with pytest.raises(ValidationError):
        Play.model_validate({"seat": 0, "card": card})


def test_a_negative_seat_is_no_seat() -> None:
    with pytest.raises(ValidationError):
        Play.model_validate({"seat": -1, "card": "R5"})


def test_no_card_is_false() -> None:
    """The red 0 is the integer 0; whoever asks `if card` means whether there is one."""
    assert all(Face)


def test_moves_and_rules_cannot_be_changed() -> None:
    move = Play(seat=0, card=Face.R5)
    with pytest.raises(ValidationError):
        move.seat = 1  # type: ignore[misc]
    with pytest.raises(ValidationError):
        DUO.target = 500  # type: ignore[misc]


def test_the_defaults_of_the_rules_are_those_of_uno_duo() -> None:
    assert Rules.duo() == Rules() == Rules.model_validate({})
    assert DUO.model_dump() == {
        "seats": 2,
        "target": 200,
        "knock_out": False,
        "opening": "draft",
        "hand_size": 7,
        "extra_wilds": 4,
        "bury_wilds": False,
        "symbols_match": True,
        "drawing": "one",
        "keep_drawn": True,
        "reverse": "dump",
        "draw_two": 2,
        "stacking": True,
        "draw_four": 4,
        "wild_draw_four": "challenge",
        "lost_challenge": 6,
        "forgotten_uno": 2,
        "final_draw": True,
        "recycling": "turned",
        "action_points": 10,
        "wild_points": 15,
        "wild_draw_four_points": 20,
    }


def test_moves_of_different_kinds_or_fields_differ() -> None:
    from uno_duo.core import Draw, Pass, Take

    moves = [Draw(seat=0), Draw(seat=1), Pass(seat=0), Take(seat=0), Play(seat=0, card=Face.R5)]
    moves += [Play(seat=0, card=Face.R5, uno=True), Play(seat=0, card=Face.WILD, colour=Colour.RED)]
    assert len(set(moves)) == len(moves)
    assert Draw(seat=0) == Draw(seat=0)
    assert hash(Draw(seat=0)) == hash(Draw(seat=0))
    assert Draw(seat=0) != "draw"
