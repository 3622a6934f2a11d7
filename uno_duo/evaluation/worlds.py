"""Worlds: whole positions that agree with all that a view knows, and are uniform over the rest."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from uno_duo.core import Cut, Face, GameState, Hand, Phase, Pile
from uno_duo.core.views import DraftView, PlayView, unseen

_FACES: Final = np.array(tuple(Face), dtype=object)


class Worlds:
    """The positions that a seat may be in, as far as its view tells (RULES.md, section 11).

    Where the view does not tell how many draws have yielded no card, it is taken that none has; and where it does not
    tell whether another seat may complete a Reverse, that it may not. What a seat itself held when it played a Wild
    Draw 4 is taken to be what it holds now.
    """

    def __init__(self, view: DraftView | PlayView) -> None:
        """Takes a view.

        Raises:
            ValueError: A shuffle is due: no seat has anything to decide.
        """
        if view.phase is Phase.SHUFFLE:
            raise ValueError("a shuffle is due")
        known = view.known if isinstance(view, PlayView) else ((),) * view.rules.seats
        self._known = tuple(view.hand if seat == view.seat else cards for seat, cards in enumerate(known))
        self._sizes = view.hand_sizes
        self._hidden = sum(self._sizes) - sum(map(len, self._known))
        self._others_hold = sum(self._sizes) - len(view.hand)
        fixed = _fixed_cards(view)
        self._places = np.zeros(view.draw_size, dtype=bool)
        self._places[list(fixed)] = True
        self._cards = np.array([fixed[place] for place in sorted(fixed)], dtype=np.uint8)
        self._unseen = np.repeat(np.arange(len(Face), dtype=np.uint8), unseen(view))
        self._is_draft = view.phase is Phase.DRAFT
        self._bluff = _Bluff(view, self._known)
        self._base = self._without_hidden(view)

    @property
    def hidden_share(self) -> float:
        """What share of the cards in the others' hands the seat does not know, from 0 to 1."""
        return self._hidden / max(1, self._others_hold)

    @property
    def of_a_shuffle(self) -> int:
        """How many worlds in a row come of the same shuffle, so that they are not independent of each other.

        In each of them the others hold the cards that come next in it: these hands have no card in common, and
        together they tell more than as many hands of shuffles of their own.
        """
        # Where the others hold no unknown card, it is the next one drawn that is another in each.
        return max(1, len(self._unseen) // max(1, self._hidden))

    def sample(self, count: int, generator: Random) -> Iterator[GameState]:
        """Worlds, each of which is as likely as any other.

        Args:
            count: How many.
            generator: Chance.
        """
        orders = self._orders(count, generator)
        for (hands, draw), is_bluff in zip(self._arranged(orders), self._bluff.is_in(orders), strict=True):
            drawn = draw[0] if self._is_draft else self._base.drawn
            yield self._base.with_hidden(hands, draw, drawn, is_bluff)

    def _orders(self, count: int, generator: Random) -> NDArray[np.uint8]:
        """Orders of the unseen cards, all equally likely: a row for each world."""
        size, step, each = len(self._unseen), max(1, self._hidden), self.of_a_shuffle
        if not size:
            return np.empty((count, 0), dtype=np.uint8)
        shuffles = -(-count // each)
        keys = np.frombuffer(generator.randbytes(8 * shuffles * size), dtype="<u8").reshape(shuffles, size)
        # In the order of random keys all orders are equally likely.
        orders = self._unseen[keys.argsort(axis=1)]
        turns = np.arange(each)[:, np.newaxis] * step + np.arange(size)
        return orders[:, turns % size].reshape(-1, size)[:count]

    def _arranged(self, orders: NDArray[np.uint8]) -> Iterator[tuple[tuple[Hand, ...], Pile]]:
        """The hands and the draw pile for each order of the unseen cards, of which those in the hands come first."""
        begin, hands = 0, list[list[Hand]]()
        for known, size in zip(self._known, self._sizes, strict=True):
            end = begin + size - len(known)
            if end == begin:
                hands.append([known] * len(orders))
            else:
                held = np.hstack((_repeated(known, len(orders)), orders[:, begin:end]))
                held.sort(axis=1)
                hands.append(_piles(held))
            begin = end
        pile = np.empty((len(orders), len(self._places)), dtype=np.uint8)
        pile[:, ~self._places] = orders[:, begin:]
        pile[:, self._places] = self._cards
        return zip(zip(*hands, strict=True), _piles(pile), strict=True)

    def _without_hidden(self, view: DraftView | PlayView) -> GameState:
        """The position but for its hands and its draw pile, which each world has of its own."""
        shown: dict[str, Any] = {name: getattr(view, name) for name in _TOLD}
        if isinstance(view, PlayView):
            shown |= {name: getattr(view, name) for name in _OF_PLAY}
            shown["known_draw"], shown["cuts"], shown["picks"] = len(view.draw), (), ()
        else:
            shown |= _BEFORE_PLAY
            shown["known"] = ((),) * view.rules.seats
            shown["picks"] = view.picks
            shown["cuts"] = tuple(Cut(seat=cut.seat, place=cut.place) for cut in view.cuts)
        return GameState(**shown, hands=(), draw=(), is_bluff=False, winner=None, passes=0, due=None, rounds=())


_TOLD: Final = ("rules", "phase", "round", "first", "turn", "discard", "scores", "out")
_OF_PLAY: Final = ("direction", "known", "colour", "bill", "drawn", "may_dump", "uno_open", "accused")
_BEFORE_PLAY: Final = {
    "direction": 1,
    "known_draw": 0,
    "colour": None,
    "bill": 0,
    "may_dump": False,
    "uno_open": None,
    "accused": None,
    "drawn": None,
}


class _Bluff:
    """Whether a Wild Draw 4 that waits for its answer was played beside a match (RULES.md, section 8).

    What its seat has drawn since does not count; any of its cards that are not known may be that.
    """

    def __init__(self, view: DraftView | PlayView, known: Sequence[Hand]) -> None:
        self._matches = np.zeros(len(Face), dtype=bool)
        self._is_known, self._hidden = False, slice(0)
        if isinstance(view, PlayView) and (accused := view.accused) is not None:
            matches = view.matches_before
            held = view.hand if accused.seat == view.seat else accused.known
            self._matches[list(matches)] = True
            self._is_known = not matches.isdisjoint(held)
            begin = sum(view.hand_sizes[seat] - len(known[seat]) for seat in range(accused.seat))
            self._hidden = slice(begin, begin + max(0, accused.hand_size - len(held)))

    def is_in(self, orders: NDArray[np.uint8]) -> list[bool]:
        """Whether it was, for each order of the unseen cards, of which those in the hands come first."""
        if self._is_known:
            return [True] * len(orders)
        found: list[bool] = np.any(self._matches[orders[:, self._hidden]], axis=1).tolist()
        return found


def _fixed_cards(view: DraftView | PlayView) -> dict[int, Face]:
    """The cards of the draw pile whose places the seat knows, by place."""
    if isinstance(view, PlayView):
        return dict(enumerate(view.draw, view.draw_size - len(view.draw)))
    shown = {cut.place: cut.card for cut in view.cuts}
    return shown if view.drawn is None else {0: view.drawn}


def _repeated(cards: Pile, count: int) -> NDArray[np.uint8]:
    """Some cards, a row of them for each of many worlds."""
    return np.tile(np.array(cards, dtype=np.uint8), (count, 1))


def _piles(rows: NDArray[np.uint8]) -> list[Pile]:
    """The cards of each row."""
    piles: list[list[Face]] = _FACES[rows].tolist()
    return list(map(tuple, piles))
