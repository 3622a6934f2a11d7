"""A position as the networks see it: some hundred yes or no questions about it.

One network is asked about positions that are known in full, from the side of the seat on turn; the other about what
one seat sees of a position. Both are told whether the seat that asks is the one on turn: it plays as well as they can
advise it, while of the other seat nobody knows how it plays.

The four colours are alike, so they are named anew: the colour in force comes first, and then the one of which the
seat holds most. So whatever is learned of one colour is known of all.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uno_duo.core import COLOURS, Face, GameState, Phase, Rules, Symbol, points
from uno_duo.core.cards import copies
from uno_duo.core.state import Fields

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
_DECK: Final = np.array(copies(Rules.duo()), np.int32)

# Up to which count there is a question "at least so many?".
_OF_FACE, _OF_COLOUR, _OF_MATCH = 2, 8, 4
_OF_WILD, _OF_WILD_DRAW_FOUR, _OF_SAME = 8, 4, 3
# What there is a question "at least so much?" of.
_SIZES: Final = np.array((*range(1, 21), 24, 30, 40), dtype=np.int32)
_BILLS: Final = np.array((2, 4, 6, 8, 10), dtype=np.uint8)
_LOADS: Final = np.array((5, 10, 15, 20, 26, 32, 40, 50, 60, 75, 90, 120, 160, 220, 300), dtype=np.float32)
_UNSEEN: Final = np.array((3, 6, 9, 12, 14, 16, 18, 20, 23), dtype=np.int32)
_SHARES: Final = np.array((0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6), dtype=np.float32)

FEATURES: Final = (
    2 * (_COLOURED * _OF_FACE + _OF_WILD + _OF_WILD_DRAW_FOUR + 2 * len(COLOURS) * _OF_COLOUR)
    + 2 * (_OF_SAME + _OF_MATCH + len(_SIZES) + len(_LOADS))
    + 2 * _SYMBOLS
    + len(COLOURS)
    + len(_PHASES)
    + len(_BILLS)
    + 3
)
"""How many questions there are about a position that is known in full."""
SEEN_FEATURES: Final = (
    FEATURES + _COLOURED * _OF_FACE + _OF_WILD + _OF_WILD_DRAW_FOUR + len(COLOURS) * len(_UNSEEN) + len(_SHARES)
)
"""How many there are about what a seat sees."""


def encode(states: Sequence[GameState], seats: Sequence[int]) -> NDArray[np.float32]:
    """Positions as rows of `FEATURES` zeros and ones, each from the side of the seat on turn.

    Args:
        states: Positions of two seats, in each of which a seat is on turn.
        seats: Which seat asks, for each position.
    """
    hands, spots = list[bytes](), list[bytes]()
    for state, asking in zip(states, seats, strict=True):
        now: Fields = state.__dict__  # type: ignore[assignment]  # a read from a model takes four times as long
        seat = now["turn"]
        assert seat is not None
        hands += bytes(now["hands"][seat]), bytes(now["hands"][1 - seat])
        spots.append(_spots(now, now["phase"], now["drawn"], is_bluff=now["is_bluff"], is_on_turn=seat == asking))
    held = _counted(hands).reshape(-1, 2, _NO_CARD)
    return _rows(_asked(held, held.sum(axis=2, dtype=np.int32), _table(spots)).answers)


class Sight(NamedTuple):
    """What a seat sees of a position of two seats; equal sights are encoded alike.

    Beyond that it tells whether the seat on turn may complete a Reverse, which that one alone sees. So what is judged
    by it is as good as what the position is known by: worlds that agree with a view.

    Attributes:
        hand: Its own hand.
        known: The cards of the other hand that it knows.
        size: How many cards the other hand has.
        discard: The discard pile.
        known_draw: The cards of the draw pile that it knows.
        spots: What is not a hand.
    """

    hand: bytes
    known: bytes
    size: int
    discard: bytes
    known_draw: bytes
    spots: bytes


def sight_of(state: GameState, seat: int) -> Sight:
    """What a seat sees of a position of two seats, in which a seat is on turn."""
    now: Fields = state.__dict__  # type: ignore[assignment]
    draw, phase, is_on_turn = now["draw"], now["phase"], now["turn"] == seat
    # Of a draft's deck it knows the card that it looks at.
    known_draw = draw[:is_on_turn] if phase is Phase.DRAFT else draw[len(draw) - now["known_draw"] :]
    spots = _spots(
        now,
        Phase.TURN if phase is Phase.DRAWN and not is_on_turn else phase,
        now["drawn"] if is_on_turn else None,
        is_bluff=now["is_bluff"] and not is_on_turn,
        is_on_turn=is_on_turn,
    )
    hands, known = now["hands"], now["known"][1 - seat]
    return Sight(
        bytes(hands[seat]),
        bytes(known),
        len(hands[1 - seat]),
        bytes(now["discard"]),
        bytes(known_draw),
        spots,
    )


def encode_seen(sights: Sequence[Sight]) -> NDArray[np.float32]:
    """What seats see of positions of UNO Duo, as rows of `SEEN_FEATURES` zeros and ones.

    Of the other hand it asks which cards of it are known, and of the cards that the seat cannot see how many there
    are of each face, wherever they lie.
    """
    held = _counted([hand for sight in sights for hand in (sight.hand, sight.known)]).reshape(-1, 2, _NO_CARD)
    seen = _counted([sight.hand + sight.known + sight.discard + sight.known_draw for sight in sights])
    sizes = np.array([(len(sight.hand), sight.size) for sight in sights], np.int32)
    asked = _asked(held, sizes, _table([sight.spots for sight in sights]))
    return _rows((*asked.answers, *_asked_of_unseen(_DECK - seen, asked)))


def _spots(now: Fields, phase: Phase, drawn: Face | None, *, is_bluff: bool, is_on_turn: bool) -> bytes:
    """What is not a hand, as a row of eight.

    These are the colour in force, top card, card just drawn, phase, bill, whether a Reverse may be completed,
    whether a Wild Draw 4 was a bluff, and whether the seat that asks is on turn.
    """
    return bytes(
        (
            _COLOURS[now["colour"]],
            _NO_CARD if phase is Phase.DRAFT else now["discard"][-1],
            _NO_CARD if drawn is None else drawn,
            _PHASES[phase],
            now["bill"],
            now["may_dump"],
            is_bluff,
            is_on_turn,
        )
    )


def _table(spots: list[bytes]) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(spots), np.uint8).reshape(len(spots), -1)


def _counted(piles: list[bytes]) -> NDArray[np.uint8]:
    """How many of each face every pile has: a row for each."""
    owners = np.repeat(np.arange(len(piles)), [len(pile) for pile in piles])
    cells = owners * _NO_CARD + np.frombuffer(b"".join(piles), np.uint8)
    return np.bincount(cells, minlength=len(piles) * _NO_CARD).astype(np.uint8).reshape(-1, _NO_CARD)


class _Asked(NamedTuple):
    """The answers about some positions, and what more questions need.

    Attributes:
        answers: The answers, group by group.
        order: For each position the colours as they are named anew.
        symbol: The symbol on top.
        has_colour: Whether a colour is in force.
    """

    answers: tuple[NDArray[np.bool_], ...]
    order: NDArray[np.intp]
    symbol: NDArray[np.intp]
    has_colour: NDArray[np.bool_]


def _asked(hands: NDArray[np.uint8], sizes: NDArray[np.int32], spots: NDArray[np.uint8]) -> _Asked:
    """Asks about two hands and what is not a hand.

    Args:
        hands: How many of each face each hand has, as far as it is known: an array of positions, hands and faces.
        sizes: How many cards each hand has: an array of positions and hands.
        spots: What is not a hand: a row for each position.
    """
    colour, top, drawn = spots[:, 0], spots[:, 1], spots[:, 2]
    coloured = hands[:, :, :_COLOURED].reshape(-1, 2, len(COLOURS), _FACES)
    in_colours = coloured.sum(axis=3, dtype=np.int32)
    order = _order_of_colours(in_colours, colour)
    coloured = np.take_along_axis(coloured, order[:, np.newaxis, :, np.newaxis], axis=2)
    in_colours = np.take_along_axis(in_colours, order[:, np.newaxis, :], axis=2)
    wilds, draw_fours = hands[:, :, _COLOURED], hands[:, :, _COLOURED + 1]
    dumps = np.where(coloured[..., _REVERSE] > 0, in_colours - 1, 0)
    symbol = _SYMBOL_OF[top]
    has_colour = colour != _NO_COLOUR
    in_force = has_colour[:, np.newaxis]
    same_elsewhere = np.where(in_force, _of_symbol(coloured, symbol)[..., 1:].sum(axis=2, dtype=np.int32), 0)
    matches = np.where(in_force, in_colours[..., 0], 0) + same_elsewhere + wilds + draw_fours
    answers = (
        _at_least(coloured, _OF_FACE),
        _at_least(wilds, _OF_WILD),
        _at_least(draw_fours, _OF_WILD_DRAW_FOUR),
        _at_least(in_colours, _OF_COLOUR),
        _at_least(dumps, _OF_COLOUR),
        _at_least(same_elsewhere, _OF_SAME),
        _at_least(matches, _OF_MATCH),
        sizes[..., np.newaxis] >= _SIZES,
        (hands @ _POINTS)[..., np.newaxis] >= _LOADS,
        _one_of(symbol, _SYMBOLS),
        _one_of(_SYMBOL_OF[drawn], _SYMBOLS),
        order == _COLOUR_OF[drawn][:, np.newaxis],
        _one_of(spots[:, 3], len(_PHASES)),
        spots[:, 4, np.newaxis] >= _BILLS,
        spots[:, 5:] > 0,
    )
    return _Asked(answers, order, symbol, has_colour)


def _asked_of_unseen(unseen: NDArray[np.int32], asked: _Asked) -> tuple[NDArray[np.bool_], ...]:
    """Asks about the cards that a seat cannot see: how many of each face there are, and what share would match."""
    coloured = unseen[:, :_COLOURED].reshape(-1, len(COLOURS), _FACES)
    coloured = np.take_along_axis(coloured, asked.order[:, :, np.newaxis], axis=1)
    in_colours = coloured.sum(axis=2)
    same_elsewhere = _of_symbol(coloured, asked.symbol)[:, 1:].sum(axis=1)
    matches = np.where(asked.has_colour, in_colours[:, 0] + same_elsewhere, 0) + unseen[:, _COLOURED:].sum(axis=1)
    return (
        _at_least(coloured, _OF_FACE),
        _at_least(unseen[:, _COLOURED], _OF_WILD),
        _at_least(unseen[:, _COLOURED + 1], _OF_WILD_DRAW_FOUR),
        in_colours[..., np.newaxis] >= _UNSEEN,
        (matches / np.maximum(unseen.sum(axis=1), 1))[:, np.newaxis] >= _SHARES,
    )


def _of_symbol(coloured: NDArray[np.integer], symbol: NDArray[np.intp]) -> NDArray[np.integer]:
    """How many cards of each colour have the symbol on top; of a wild card and of no card none has it."""
    padded = np.concatenate(
        (coloured, np.zeros((*coloured.shape[:-1], _SYMBOLS + 1 - _FACES), coloured.dtype)), axis=-1
    )
    return np.moveaxis(padded, -1, 1)[np.arange(len(symbol)), symbol]


def _rows(answers: Sequence[NDArray[np.bool_]]) -> NDArray[np.float32]:
    """The answers side by side: a row for each position."""
    count = len(answers[0])
    return np.concatenate([part.reshape(count, -1) for part in answers], axis=1, dtype=np.float32)


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
