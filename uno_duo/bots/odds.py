"""What a seat can work out from its view: which cards it has not seen, and how likely another hand holds some."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import comb
from typing import Final, NamedTuple, Self

from uno_duo.core import Colour, Face, Hand, Symbol, seat_after
from uno_duo.core.views import DraftView, PlayView, unseen

CERTAIN: Final = 1000
"""Chances are whole numbers from 0 to this one, so that they are the same on every platform."""


class Top(NamedTuple):
    """What is to be matched: the colour in force, None where it is unknown, and the top card's symbol."""

    colour: Colour | None
    symbol: Symbol


@dataclass(frozen=True)
class Odds:
    """What a seat can work out about the hand of another one.

    Attributes:
        unseen: How many copies of each face the seat has not seen; each may be in any place that it cannot see.
        known: What it knows of the other hand.
        hidden: How many cards of that hand it does not know.
    """

    unseen: tuple[int, ...]
    known: Hand
    hidden: int

    @classmethod
    def of(cls, view: DraftView | PlayView) -> Self:
        """What a seat can work out, from its view of the draft or of a round, about the seat that plays next."""
        return cls.of_others(view)[0]

    @classmethod
    def of_others(cls, view: DraftView | PlayView) -> tuple[Self, ...]:
        """What it can work out about each other seat still in, in the order in which they play."""
        hidden, seats = unseen(view), view.rules.seats
        direction, known = (view.direction, view.known) if isinstance(view, PlayView) else (1, ((),) * seats)
        others, seat = [], view.seat
        for _ in set(range(seats)) - {view.seat, *view.out}:
            seat = seat_after(seat, seats, direction, view.out)
            others.append(cls(hidden, known[seat], view.hand_sizes[seat] - len(known[seat])))
        return tuple(others)

    def with_hand(self, known: Hand, size: int) -> Self:
        """The same about a hand of another size, of which it knows other cards."""
        return replace(self, known=known, hidden=size - len(known))

    @property
    def size(self) -> int:
        """How many cards the other hand has."""
        return len(self.known) + self.hidden

    def held(self, faces: AbstractSet[Face], more: int = 0) -> int:
        """How likely the other hand, with some more unseen cards, holds one of some faces; at most `CERTAIN`."""
        if any(card in faces for card in self.known):
            return CERTAIN
        unseen = sum(self.unseen)
        others = unseen - sum(self.unseen[face] for face in faces)
        places = max(0, min(self.hidden + more, unseen))
        return CERTAIN - CERTAIN * comb(others, places) // comb(unseen, places)

    def expected(self, faces: AbstractSet[Face]) -> int:
        """How many of some faces the other hand holds on the average, times `CERTAIN`."""
        known = sum(card in faces for card in self.known)
        unseen = sum(self.unseen)
        matches = sum(self.unseen[face] for face in faces)
        return CERTAIN * known + (CERTAIN * matches * self.hidden // unseen if unseen else 0)
