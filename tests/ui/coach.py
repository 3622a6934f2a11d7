"""A coach that says what a test has it say, at once, in no process."""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from uno_duo.bots.lines import question_of
from uno_duo.bots.process import ProgramError
from uno_duo.coach.advice import Advice, Advised
from uno_duo.core import View


def advice_for(view: View, *, is_last: bool = True) -> Advice:
    """Advice by which the legal moves are worth the less, the later they are listed."""
    return Advice(
        moves=tuple(
            Advised(
                move=move,
                worlds=100,
                points=12.0 - 3 * place,
                behind=3.0 * place,
                error=0.25 * bool(place),
                round_chance=0.75 - 0.05 * min(place, 10),
            )
            for place, move in enumerate(view.legal)
        ),
        is_last=is_last,
    )


def all_equal(view: View) -> Advice:
    """Advice by which all legal moves are worth the same."""
    moves = (each.model_copy(update={"behind": 0.0, "points": 1.0}) for each in advice_for(view).moves)
    return Advice(moves=tuple(moves), is_last=True)


def losing(points: float, error: float = 0.1, *, is_last: bool = True) -> Callable[[View], Advice]:
    """A coach by which every move but the first gives so much away."""

    def say(view: View) -> Advice:
        moves = advice_for(view).moves
        worse = [each.model_copy(update={"behind": points, "error": error}) for each in moves[1:]]
        return Advice(moves=(moves[0], *worse), is_last=is_last)

    return staticmethod(say)


class FakeCoach:
    """What stands in the place of the coach's program.

    Attributes:
        asked: What it was asked, by all of them.
        say: What it says to a question; it may raise `ProgramError`.
        steps: How many questions it answers, None for all; then it waits.
    """

    asked: ClassVar[list[View]]
    say: ClassVar[Callable[[View], Advice]]
    steps: ClassVar[int | None]
    ended: ClassVar[int]

    @classmethod
    def reset(cls) -> None:
        cls.asked = []
        cls.say = staticmethod(advice_for)
        cls.steps = None
        cls.ended = 0

    @classmethod
    def of_ours(cls, *command: str) -> "FakeCoach":
        assert command == ("advise",)
        return cls()

    async def answer_to(self, line: bytes, read: Callable[[bytes], Any]) -> Any:
        cls = type(self)
        while cls.steps is not None and len(cls.asked) >= cls.steps:
            await asyncio.sleep(0)
        view = question_of(line).view
        cls.asked.append(view)
        await asyncio.sleep(0)
        return read(cls.say(view).model_dump_json().encode())

    def end(self) -> None:
        type(self).ended += 1


def failing(view: View) -> Advice:
    del view
    raise ProgramError("it has left with code 1")
