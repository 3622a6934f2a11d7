"""The cards: colours, symbols, faces with their codes and points, and the deck (RULES.md, *The deck*)."""

from bisect import insort
from collections.abc import Iterable
from enum import IntEnum, StrEnum
from functools import cache
from typing import Any, Final, Self

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from uno_duo.core.ruleset import Rules


class Colour(StrEnum):
    """One of the four colours, in hand order."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"

    @property
    def letter(self) -> str:
        """The letter that begins the codes of this colour's cards."""
        return self.value[0].upper()


COLOURS: Final = tuple(Colour)
"""The colours, in hand order."""


class Symbol(IntEnum):
    """What a card shows beside its colour, in hand order; a number's value is its points."""

    ZERO = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    SKIP = 10
    REVERSE = 11
    DRAW_TWO = 12
    WILD = 13
    WILD_DRAW_FOUR = 14

    @property
    def is_number(self) -> bool:
        """Whether this is one of the numbers 0 to 9."""
        return self <= Symbol.NINE

    @property
    def code(self) -> str:
        """The part of a card's code that stands for the symbol (RECORD.md, *Cards*)."""
        return str(self.value) if self.is_number else _SYMBOL_CODES[self]


_SYMBOL_CODES: Final = {
    Symbol.SKIP: "S",
    Symbol.REVERSE: "R",
    Symbol.DRAW_TWO: "+2",
    Symbol.WILD: "W",
    Symbol.WILD_DRAW_FOUR: "W4",
}
_A_COLOUR: Final = Symbol.WILD.value  # how many faces each colour has


class Face(IntEnum):
    """One of the 54 different faces of the cards; their integers are in hand order (RULES.md, *Words*).

    Attributes:
        colour: The card's own colour, None on a wild card.
        symbol: The card's symbol.
        code: The card as files and people write it: ``R5``, ``B+2``, ``W4`` (RECORD.md, *Cards*).
        is_number: Whether it shows a number.
    """

    colour: Colour | None
    symbol: Symbol
    code: str
    is_number: bool

    R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, RED_SKIP, RED_REVERSE, RED_DRAW_TWO = range(13)
    Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, YELLOW_SKIP, YELLOW_REVERSE, YELLOW_DRAW_TWO = range(13, 26)
    G0, G1, G2, G3, G4, G5, G6, G7, G8, G9, GREEN_SKIP, GREEN_REVERSE, GREEN_DRAW_TWO = range(26, 39)
    B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, BLUE_SKIP, BLUE_REVERSE, BLUE_DRAW_TWO = range(39, 52)
    WILD, WILD_DRAW_FOUR = range(52, 54)

    def __new__(cls, number: int) -> Self:
        """Gives a face's number its colour, symbol and code."""
        face = int.__new__(cls, number)
        face._value_ = number
        block, place = divmod(number, _A_COLOUR)
        is_wild = block == len(COLOURS)
        face.colour = None if is_wild else COLOURS[block]
        face.symbol = Symbol(_A_COLOUR + place if is_wild else place)
        face.code = (face.colour.letter if face.colour else "") + face.symbol.code
        face.is_number = face.symbol.is_number
        return face

    def __str__(self) -> str:
        return self.code

    def __bool__(self) -> bool:
        """A card is something, though the number of the red 0 is nothing."""
        return True

    @property
    def is_wild(self) -> bool:
        """Whether this is a Wild or a Wild Draw 4."""
        return self.colour is None

    @classmethod
    def of(cls, code: str) -> "Face":
        """The face with this code.

        Raises:
            ValueError: There is no such card.
        """
        try:
            return _BY_CODE[code]
        except (KeyError, TypeError):
            raise ValueError(f"{code!r} is no card") from None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """A face is a code in JSON and may be given as a code or as a face."""
        return core_schema.no_info_plain_validator_function(
            lambda given: given if isinstance(given, cls) else cls.of(given),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda face: face.code, return_schema=core_schema.str_schema(), when_used="json"
            ),
            json_schema_input_schema=core_schema.str_schema(),
        )


_BY_CODE: Final = {face.code: face for face in Face}


def cards(codes: str) -> tuple[Face, ...]:
    """The faces whose codes stand in a text, divided by white space, in that order.

    Raises:
        ValueError: One of the codes is no card.
    """
    return tuple(Face.of(code) for code in codes.split())


@cache
def of_colour(colour: Colour) -> frozenset[Face]:
    """All faces of a colour; wild cards have none."""
    return frozenset(face for face in Face if face.colour is colour)


@cache
def of_symbol(symbol: Symbol) -> frozenset[Face]:
    """All faces that show a symbol."""
    return frozenset(face for face in Face if face.symbol is symbol)


WILDS: Final = of_symbol(Symbol.WILD) | of_symbol(Symbol.WILD_DRAW_FOUR)
"""The faces without a colour."""


@cache
def matching(colour: Colour | None, symbol: Symbol, symbols_match: bool) -> frozenset[Face]:
    """The coloured faces that match a colour in force or a symbol on top, which a wild card has not (section 4).

    Args:
        colour: The colour in force, None where there is none.
        symbol: The symbol on top.
        symbols_match: Whether an action card matches its like, as `Rules` says; a number always does.
    """
    same_colour = of_colour(colour) if colour else frozenset[Face]()
    same_symbol = of_symbol(symbol) if symbols_match or symbol.is_number else frozenset[Face]()
    return (same_colour | same_symbol) - WILDS


def without(hand: tuple[Face, ...], card: Face) -> tuple[Face, ...]:
    """A hand or pile without the first copy of a card, which is in it."""
    left = list(hand)
    left.remove(card)
    return tuple(left)


def with_cards(hand: tuple[Face, ...], cards: Iterable[Face]) -> tuple[Face, ...]:
    """A hand with some cards more, in hand order."""
    held = list(hand)
    for card in cards:
        insort(held, card)
    return tuple(held)


def points(face: Face, rules: Rules) -> int:
    """What a card that is left in a hand counts (RULES.md, *The deck*)."""
    if face.is_number:
        return int(face.symbol)
    if face.colour is not None:
        return rules.action_points
    return rules.wild_points if face is Face.WILD else rules.wild_draw_four_points


def hand_points(hand: Iterable[Face], rules: Rules) -> int:
    """What all cards of a hand count together."""
    return sum(points(face, rules) for face in hand)


def full_deck(rules: Rules) -> tuple[Face, ...]:
    """All cards of the game in hand order: 112 with the four extra Wilds (RULES.md, *The deck*)."""
    return _deck(rules.extra_wilds)


def copies(rules: Rules) -> tuple[int, ...]:
    """How many copies of each face, in hand order, the deck has."""
    return _copies(rules.extra_wilds)


def are_same(some: tuple[Face, ...], others: tuple[Face, ...]) -> bool:
    """Whether two piles hold exactly the same cards, in whatever order."""
    return sorted(bytes(some)) == sorted(bytes(others))  # plain integers are sorted five times as fast


@cache
def _copies(extra_wilds: int) -> tuple[int, ...]:
    return tuple(map(_deck(extra_wilds).count, Face))


@cache
def _deck(extra_wilds: int) -> tuple[Face, ...]:
    copies = {Symbol.ZERO: 1, Symbol.WILD: 4 + extra_wilds, Symbol.WILD_DRAW_FOUR: 4}
    return tuple(face for face in Face for _ in range(copies.get(face.symbol, 2)))
