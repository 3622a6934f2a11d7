"""Working advice out: the coach's own thinking, which has a process of its own."""

from collections.abc import Iterator
from random import Random
from typing import Final

from uno_duo.bots.lines import Question
from uno_duo.bots.normal import NormalBot
from uno_duo.coach.advice import Advice, Advised
from uno_duo.coach.calibration import calibration_of
from uno_duo.core import DraftView, PlayView, Rules
from uno_duo.evaluation.evaluate import Evaluation, Judge, MoveWorth, evaluate
from uno_duo.evaluation.network import NetworkJudge, shipped_networks
from uno_duo.evaluation.playouts import PlayoutJudge
from uno_duo.evaluation.trained import is_trained_on

EVALUATIONS: Final = 16_000
"""How many evaluations advice takes by the networks."""
PLAYOUTS: Final = 1_000
"""How many rounds are played out for it where no network was trained."""


def advise(view: DraftView | PlayView, generator: Random) -> Iterator[Advice]:
    """Tells what the legal moves of a seat are worth, each time better than before.

    Args:
        view: What the seat knows.
        generator: Chance, for the worlds.

    Raises:
        ValueError: There is nothing to decide, or only where to cut, which is chance.
    """
    judge, budget = judging(view.rules, generator, EVALUATIONS, PLAYOUTS)
    evaluations = evaluate(view, generator, budget, judge)
    evaluation = next(evaluations)
    for better in evaluations:
        yield advised_by(evaluation, view)
        evaluation = better
    yield advised_by(evaluation, view, is_last=True)


def judging(rules: Rules, generator: Random, evaluations: int, playouts: int) -> tuple[Judge, int]:
    """What judges moves by some rules, and how often it does.

    Args:
        rules: The rules.
        generator: Chance, where rounds are played out.
        evaluations: How many evaluations to make by the networks.
        playouts: How many where no network was trained, and rounds are played out.
    """
    if is_trained_on(rules):
        return NetworkJudge(shipped_networks()), evaluations
    return PlayoutJudge(NormalBot(), generator), playouts


def advised_by(evaluation: Evaluation, view: DraftView | PlayView, *, is_last: bool = False) -> Advice:
    """The evaluation of a view's moves as advice; what networks tell of is brought in line with what comes of it.

    All moves are moved by as many points as the best one, so that the differences stay what they were.
    """
    is_by_networks = is_trained_on(view.rules)
    calibration, cards = calibration_of(view), len(view.hand)
    excess = calibration.excess(evaluation.moves[0].round_chance, cards) if is_by_networks else 0.0
    moves = tuple(
        Advised(
            move=worth.move,
            worlds=worth.worlds,
            points=worth.points - excess,
            behind=worth.behind,
            error=worth.error_behind,
            match_behind=worth.chance_behind,
            match_error=worth.error_chance_behind,
            round_chance=calibration.chance(worth.round_chance, cards) if is_by_networks else _likely(worth),
        )
        for worth in evaluation.moves
    )
    return Advice(moves=moves, is_last=is_last)


def _likely(worth: MoveWorth) -> float:
    """The chance to win a round of which so many were played out: never certain (Laplace's rule of succession)."""
    return (worth.round_chance * worth.worlds + 1) / (worth.worlds + 2)


class Advising:
    """Advice for one question after another; the same one asked again gets better advice, until there is none."""

    def __init__(self) -> None:
        self._asked: Question | None = None
        self._coming: Iterator[Advice] = iter(())
        self._advice: Advice | None = None

    def answer(self, question: Question) -> Advice:
        """The next advice to a question, or the last one again.

        Raises:
            ValueError: There is nothing to decide, or only where to cut, which is chance.
        """
        if question != self._asked or self._advice is None:
            view = question.view
            if not isinstance(view, DraftView | PlayView):
                raise ValueError("there is nothing to decide")
            self._asked, self._advice = question, None
            self._coming = advise(view, Random(question.chance))
        self._advice = next(self._coming, self._advice)
        assert self._advice is not None
        return self._advice
