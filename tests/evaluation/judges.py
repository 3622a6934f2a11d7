"""Judges and bots of known worth to test with."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from uno_duo.core import GameState, View
from uno_duo.evaluation.evaluate import Judgement

Worth = tuple[float, float, float]


class FakeJudge:
    """What a world is worth is what a function says, seen or not; it keeps what it was asked.

    Attributes:
        asked: The worlds of each call.
        views: The view of each call.
    """

    def __init__(self, worth: Callable[[GameState], Worth | float], batch: int = 1_000) -> None:
        self._worth = worth
        self.batch: Final = batch
        self.asked: list[list[GameState]] = []
        self.views: list[View] = []

    def judge(self, view: View, worlds: Sequence[GameState]) -> Judgement:
        self.asked.append(list(worlds))
        self.views.append(view)
        found = [self._worth(world) for world in worlds]
        worths = np.array([worth if isinstance(worth, tuple) else (worth, 0.5, 0.5) for worth in found])
        return Judgement(in_full=worths, as_seen=worths)
