"""Rounds played out by a bot: what judges worlds where no network was trained."""

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

import numpy as np

from uno_duo.core import (
    CallOut,
    GameState,
    SeatMove,
    Shuffle,
    View,
    cards_to_shuffle,
    legal_moves,
    reduce,
    seat_after,
    view_for,
)
from uno_duo.dealer import mixed
from uno_duo.evaluation.evaluate import Judgement
from uno_duo.evaluation.outcomes import worth_of_end, worth_of_hands

_LIMIT: Final = 1_000  # a round in which every seat must play what it draws may never end


class Chooser(Protocol):
    """Who plays rounds out: a bot."""

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn."""


class PlayoutJudge:
    """Judges worlds by how a bot plays their rounds out, for any rules and any number of seats."""

    batch: Final = 20

    def __init__(self, bot: Chooser, generator: Random) -> None:
        """Takes the bot that plays all seats, and chance."""
        self._bot = bot
        self._generator = generator

    def judge(self, view: View, worlds: Sequence[GameState]) -> Judgement:
        """What each of some worlds, which a move has led to, came to for the seat of the view before the move."""
        worths = np.array([self._worth(world, view.seat) for world in worlds])
        return Judgement(in_full=worths, as_seen=worths)

    def _worth(self, state: GameState, seat: int) -> tuple[float, float, float]:
        """What a round came to for a seat; one without an end counts as if it were blocked."""
        for _ in range(_LIMIT):
            if state.round_has_ended:
                return worth_of_end(state, seat)
            state = reduce(state, self._next_move(state))
        return worth_of_hands(state, seat)

    def _next_move(self, state: GameState) -> Shuffle | SeatMove:
        """The shuffle that is due, the call-out of a seat that has forgotten UNO, or what the bot does."""
        if state.turn is None:
            return Shuffle(order=mixed(cards_to_shuffle(state), self._generator))
        if state.uno_open is not None:
            return CallOut(seat=seat_after(state.uno_open, state.rules.seats, state.direction, state.out))
        moves = [move for move in legal_moves(state) if isinstance(move, SeatMove)]
        return self._bot.choose(view_for(state, state.turn), moves, self._generator)
