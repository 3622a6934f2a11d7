"""A position as the network sees it: some hundred yes or no questions about it, from the side of the seat on turn.

The four colours are alike, so they are named anew: the colour in force comes first, and then the one of which the
seat on turn holds most. So whatever is learned of one colour is known of all.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from uno_duo.core import COLOURS, Face, GameState, Phase, Rules, Symbol, points

_PHASES: Final = {
    phase: number
    for number, phase in enumerate(
        (Phase.DRAFT, Phase.NAME_COLOUR, Phase.TURN, Phase.DRAWN, Phase.BILL, Phase.CHALLENGE)
    )
}
_COLOURS: Final = {colour: number for number, colour in enumerate((*COLOURS, None))}
_NO_COLOUR: Final = len(COLOURS)
_NO_CARD: Final = len(Face)
_FACES, _SYMBOLS = len(Face) // len(COLOURS), len(Symbol)  # of a colour; of all
_COLOURED: Final = _FACES * len(COLOURS)
_SYMBOL_OF: Final = np.array([*(face.symbol for face in Face), _SYMBOLS], dtype=np.intp)
_COLOUR_OF: Final = np.array([*(_COLOURS[face.colour] for face in Face), _NO_COLOUR], dtype=np.intp)
_POINTS: Final = np.array([points(face, Rules.duo()) for face in Face], dtype=np.float32)
_REVERSE: Final = Symbol.REVERSE.value

# Up to which count there is a question "at least so many?".
_OF_FACE, _OF_COLOUR, _OF_MATCH, _OF_SIZE = 2, 8, 4, 20
_OF_WILD, _OF_WILD_DRAW_FOUR, _OF_SAME = 8, 4, 3
_BILLS: Final = np.array((2, 4, 6, 8, 10), dtype=np.uint8)
_LOADS: Final = np.array((5, 10, 15, 20, 26, 32, 40, 50, 60, 75, 90, 120), dtype=np.float32)

FEATURES: Final = (
    2 * (_COLOURED * _OF_FACE + _OF_WILD + _OF_WILD_DRAW_FOUR + 2 * len(COLOURS) * _OF_COLOUR)
    + 2 * (_OF_SAME + _OF_MATCH + _OF_SIZE + len(_LOADS))
    + 2 * _SYMBOLS
    + len(COLOURS)
    + len(_PHASES)
    + len(_BILLS)
    + 2
)
"""How many questions there are."""


def encode(states: Sequence[GameState]) -> NDArray[np.float32]:
    """Positions of two seats, in each of which a seat is on turn, as rows of `FEATURES` zeros and ones."""
    count = len(states)
    faces, spots = _read(states)
    hands = _counted(faces, count)
    rows = np.arange(count)
    colour, top, drawn = spots[:, 0], spots[:, 1], spots[:, 2]
    coloured = hands[:, :, :_COLOURED].reshape(count, 2, len(COLOURS), _FACES)
    in_colours = coloured.sum(axis=3, dtype=np.int32)
    order = _order_of_colours(in_colours, colour)
    coloured = np.take_along_axis(coloured, order[:, np.newaxis, :, np.newaxis], axis=2)
    in_colours = np.take_along_axis(in_colours, order[:, np.newaxis, :], axis=2)
    sizes = hands.sum(axis=2, dtype=np.int32)
    wilds, draw_fours = hands[:, :, _COLOURED], hands[:, :, _COLOURED + 1]

    has_reverse = coloured[..., _REVERSE] > 0
    dumps = np.where(has_reverse, in_colours - 1, 0)
    symbol = _SYMBOL_OF[top]
    has_symbol = np.concatenate((coloured, np.zeros((count, 2, len(COLOURS), _SYMBOLS + 1 - _FACES), np.uint8)), axis=3)
    same = has_symbol[rows, :, :, symbol]
    has_colour = (colour != _NO_COLOUR)[:, np.newaxis]
    same_elsewhere = np.where(has_colour, same[..., 1:].sum(axis=2, dtype=np.int32), 0)
    matches = np.where(has_colour, in_colours[..., 0], 0) + same_elsewhere + wilds + draw_fours
    loads = hands @ _POINTS
    parts = (
        _at_least(coloured, _OF_FACE),
        _at_least(wilds, _OF_WILD),
        _at_least(draw_fours, _OF_WILD_DRAW_FOUR),
        _at_least(in_colours, _OF_COLOUR),
        _at_least(dumps, _OF_COLOUR),
        _at_least(same_elsewhere, _OF_SAME),
        _at_least(matches, _OF_MATCH),
        _at_least(sizes, _OF_SIZE),
        loads[..., np.newaxis] >= _LOADS,
        _one_of(symbol, _SYMBOLS),
        _one_of(_SYMBOL_OF[drawn], _SYMBOLS),
        (order == _COLOUR_OF[drawn][:, np.newaxis]),
        _one_of(spots[:, 3], len(_PHASES)),
        spots[:, 4, np.newaxis] >= _BILLS,
        spots[:, 5:] > 0,
    )
    return np.concatenate([part.reshape(count, -1) for part in parts], axis=1, dtype=np.float32)


def _read(states: Sequence[GameState]) -> tuple[list[bytes], NDArray[np.uint8]]:
    """What of the positions is looked at.

    Returns:
        For each position the hand of the seat on turn and the other one; and a row of its colour in force, top
        card, card just drawn, phase, bill, whether a Reverse may be completed, and whether a Wild Draw 4 was a bluff.
    """
    hands, spots = list[bytes](), list[bytes]()
    for state in states:
        now = state.__dict__  # a read from a model takes four times as long
        seat, phase = now["turn"], now["phase"]
        hands.append(bytes(now["hands"][seat]))
        hands.append(bytes(now["hands"][1 - seat]))
        drawn = now["drawn"]
        spots.append(
            bytes(
                (
                    _COLOURS[now["colour"]],
                    _NO_CARD if phase is Phase.DRAFT else now["discard"][-1],
                    _NO_CARD if drawn is None else drawn,
                    _PHASES[phase],
                    now["bill"],
                    now["may_dump"],
                    now["is_bluff"],
                )
            )
        )
    return hands, np.frombuffer(b"".join(spots), np.uint8).reshape(len(states), -1)


def _counted(hands: list[bytes], count: int) -> NDArray[np.uint8]:
    """How many of each face every hand has: an array of positions, seats and faces."""
    owners = np.repeat(np.arange(len(hands)), [len(hand) for hand in hands])
    cells = owners * _NO_CARD + np.frombuffer(b"".join(hands), np.uint8)
    return np.bincount(cells, minlength=len(hands) * _NO_CARD).astype(np.uint8).reshape(count, 2, _NO_CARD)


def _order_of_colours(in_colours: NDArray[np.int32], in_force: NDArray[np.uint8]) -> NDArray[np.intp]:
    """For each position the colours as they are named anew."""
    weights = in_colours[:, 0] * 128 + in_colours[:, 1]
    weights[np.arange(len(COLOURS)) == in_force[:, np.newaxis]] = 1 << 16
    return np.argsort(-weights, axis=1, kind="stable")


def _at_least(counts: NDArray[np.integer], most: int) -> NDArray[np.bool_]:
    """For each count whether it is at least 1, 2 … `most`."""
    reached: NDArray[np.bool_] = counts[..., np.newaxis] >= np.arange(1, most + 1, dtype=counts.dtype)
    return reached


def _one_of(values: NDArray[np.integer], count: int) -> NDArray[np.bool_]:
    """For each value whether it is 0, 1 … up to below a count."""
    is_it: NDArray[np.bool_] = values[:, np.newaxis] == np.arange(count)
    return is_it
