"""A position of every phase that a person meets, for what must hold on each screen."""

from collections.abc import Sequence
from typing import Any, Final

from tests.core.positions import (
    DUO,
    GREEN,
    A,
    B,
    after,
    cut_by,
    drafting,
    lay,
    picks,
    position,
    rest_of_deck,
    table,
)
from uno_duo.core import Cut, Draw, GameState, Phase, Shuffle, cards, new_match


def around(hands: Sequence[str], discard: str = "R5", **fields: Any) -> GameState:
    """A position of any number of seats, for tests in which `table` is the program."""
    return table(*hands, discard=discard, **fields)


_CUT_DECK: Final = cards("RS R4 Y4 W")
_LONG: Final = (
    "R0 R1 R2 R3 R4 R6 R7 R8 R9 RS RR R+2 Y0 Y1 Y2 Y3 Y4 Y5 Y6 Y7 G0 G1 G2 G3 G4 G5 G6 G7 G8 G9 B0 B1 B2 B3 B4 B5"
)

FORTY: Final = position(f"{_LONG} W W W4 W4", "Y8 Y9", "R5")
"""A hand of 40 cards."""

PHASES: Final[dict[str, GameState]] = {
    "cut": after(
        new_match(DUO),
        Shuffle(order=_CUT_DECK + rest_of_deck(_CUT_DECK)),
        *(Cut(seat=seat, place=place) for seat, place in ((A, 0), (A, 1), (B, 2))),
    ),
    "decided": cut_by(B),
    "draft": after(drafting("R1 R2 R3 R4 R5 R6 R7 R8 GR Y2"), *picks("krkr")),
    "other picks": after(drafting("R1 R2 R3 R4 R5 R6 R7 R8 GR Y2"), *picks("krk")),
    "turn": position("R1 R9 Y7 G3 RR B+2 W W4", "Y1 Y2 Y3", scores=(42, 131), round=3),
    "other's turn": position("R1 R9 Y7", "Y1 Y2 Y3", turn=B),
    "wild on top": position("R1 R9 Y7", "Y1 Y2 Y3", "W", colour=GREEN),
    "drawn": after(position("B1 B2 B3", "Y1 Y2 Y3", ahead="R8"), Draw(seat=A)),
    "bill": position("R+2 G+2 R1 W", "Y1 Y2", "B+2", phase=Phase.BILL, bill=6),
    "challenge": after(position("Y1 G5 B3", "W4 R1 B1 B4", known=("", "R1"), turn=B), lay(B, "W4", GREEN)),
    "name colour": position("R1 Y2 G3", "Y1 Y3 Y4", "W", phase=Phase.NAME_COLOUR, first=A, colour=None),
    "reverse": position("R2 R7 R+2 G3 B4", "Y1 Y2 Y3", "RR", may_dump=True),
    "forgotten": position("R1 R9 Y7", "Y1", "R5", uno_open=B),
    "forty": FORTY,
    "score": after(position("R1", "Y9 G+2 BS YR W W4 R9"), lay(A, "R1")),
    "over": after(position("R1", "Y9 W", scores=(42, 190), round=7), lay(A, "R1")),
}
