"""What a bot is, two questions that a seat is asked, and how it is asked them."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from uno_duo.core import CallOut, SayUno, SeatMove, View
from uno_duo.language import _

if TYPE_CHECKING:  # bots that do not search do without NumPy
    from uno_duo.evaluation.evaluate import Evaluation


class Bot(Protocol):
    """A player of a seat, which gets its view, its legal moves and a generator, and nothing else.

    A bot keeps nothing between its decisions, and its only chance is its generator's `random` or `randbytes`: so the
    same match gone on with meets the same bot (RECORD.md, *The header*).
    """

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        """Decides for the seat on turn.

        Args:
            view: What the seat may know.
            moves: What it may do, of which it chooses one; there is at least one.
            generator: Chance, for this decision alone.
        """

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        """Answers an UNO question: whether to say UNO late, or to call out a seat that has not said it.

        Args:
            view: What the seat may know.
            move: The `SayUno` or `CallOut` that it may make or decline.
            generator: Chance, for this decision alone.
        """


@runtime_checkable
class ReasoningBot(Bot, Protocol):
    """A bot that can say why it makes a move."""

    def reasoned_choice(
        self, view: View, moves: Sequence[SeatMove], generator: Random
    ) -> "tuple[SeatMove, Evaluation | None]":
        """Decides as `choose` does, and tells what the moves are worth; None where there was nothing to weigh."""


class IllegalAnswer(ValueError):
    """A bot has answered with something that was not asked.

    Attributes:
        seat: The bot's seat.
        answer: What it said.
    """

    def __init__(self, seat: int, answer: object) -> None:
        super().__init__(_("{answer!r} was not asked for").format(answer=answer))
        self.seat = seat
        self.answer = answer


def is_about_uno(moves: Sequence[SeatMove]) -> bool:
    """Whether moves that a seat is offered are those of an UNO question, which it may decline."""
    return isinstance(moves[0], SayUno | CallOut)


def reply_of(bot: Bot, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove | None:
    """Asks a bot the question that some moves make.

    Args:
        bot: The bot.
        view: What its seat may know.
        moves: What the seat is offered: the one move of an UNO question, or the moves of a turn.
        generator: Chance, for this decision alone.

    Returns:
        One of the moves, or None where the bot declines an UNO question.

    Raises:
        IllegalAnswer: The bot's answer is none of the moves.
    """
    if is_about_uno(moves):
        return moves[0] if bot.wants(view, moves[0], generator) else None
    answer = bot.choose(view, moves, generator)
    if answer not in moves:
        raise IllegalAnswer(view.seat, answer)
    return answer
