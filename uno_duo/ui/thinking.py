"""What the bots of a match decide; nobody waits for those that think in a process of their own."""

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Final

from uno_duo.arena import ask
from uno_duo.arena.playing import fault_of
from uno_duo.bots.levels import COMMAND, SEARCHING, bot_for
from uno_duo.bots.memory import as_remembered
from uno_duo.bots.process import Program, ProgramError, arguments_of, asked_twice
from uno_duo.core import Draw, Pass, Phase, SayUno, SeatMove
from uno_duo.dealer import chance_for
from uno_duo.match import Decision, Match
from uno_duo.record import Header, Player

PERSON: Final = 0
"""The seat of the person; a bot sits at each other one."""
_TIMES: Final = 20  # so many of a program's answers tell how long it thinks
_UNKNOWN: Final = 1.0  # seconds, before the first of them


@dataclass(frozen=True)
class Thought:
    """What bots have decided.

    Attributes:
        answers: The moves, in their order, which are to be seen at once; None declines an UNO question.
        then: The move after them that is decided too, but is to be seen later.
        least: How many seconds the thinking must seem to have taken.
    """

    answers: tuple[SeatMove | None, ...]
    then: SeatMove | None = None
    least: float = 0.0


class BotFailure(Exception):
    """A bot has failed, and if it is a program, twice; the text says why, as a clause.

    Attributes:
        seat: The bot's seat.
    """

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class Bots:
    """The bots of a match: those that decide in an instant, and those in processes."""

    def __init__(self, header: Header, seconds: float | None = None) -> None:
        """Takes the players of a match; no program is started yet.

        Args:
            header: The record's header.
            seconds: How long a program may take for an answer; None for as long as it likes.

        Raises:
            UnknownBot: There is no such bot.
            CommandError: There is no such program.
        """
        self._players = header.players
        self._programs = {
            seat: program
            for seat, player in enumerate(header.players)
            if seat != PERSON and (program := _program_of(player, seconds)) is not None
        }
        self._bots = {
            seat: bot_for(player)
            for seat, player in enumerate(header.players)
            if seat != PERSON and seat not in self._programs
        }
        self._times = {seat: deque[float](maxlen=_TIMES) for seat in self._programs}

    def at_once(self, match: Match) -> Thought | None:
        """What the bot that is asked decides, and what belongs to it; None where a program must think about it.

        Raises:
            BotFailure: A bot has failed.
        """
        plan = _plan(match)
        try:
            ahead, decision = next(plan)
            while decision.seat not in self._programs:
                ahead, decision = plan.send(self._answer_at_once(ahead, decision))
        except StopIteration as done:
            thought: Thought = done.value
            return thought
        return None

    async def think(self, match: Match) -> Thought:
        """What the bot that is asked decides, and what belongs to it.

        Where it draws, it takes as long whether the drawn card could be played or not, as far as that can be known
        before: the time tells nothing of the card.

        Raises:
            BotFailure: A bot has failed.
        """
        plan = _plan(match)
        began, least = monotonic(), 0.0
        try:
            ahead, decision = next(plan)
            while True:
                answer = await self._answer(ahead, decision)
                if isinstance(answer, Draw) and ahead.header.rules.keep_drawn:
                    least = monotonic() - began + self._longest(decision.seat)
                ahead, decision = plan.send(answer)
        except StopIteration as done:
            thought: Thought = done.value
        return Thought(thought.answers, thought.then, least)

    def _longest(self, seat: int) -> float:
        """How many seconds a bot thinks at most, as far as is known."""
        return max(self._times[seat], default=_UNKNOWN) if seat in self._programs else 0.0

    def end(self) -> None:
        """Ends the processes at once; they are started anew when they are asked again."""
        for program in self._programs.values():
            program.end()

    def _answer_at_once(self, match: Match, decision: Decision) -> SeatMove | None:
        bot = self._bots[decision.seat]
        try:
            return ask(bot, match, decision)
        except Exception as error:  # whatever it does wrong
            raise BotFailure(decision.seat, fault_of(error)) from error

    async def _answer(self, match: Match, decision: Decision) -> SeatMove | None:
        seat = decision.seat
        if seat not in self._programs:
            return self._answer_at_once(match, decision)
        began = monotonic()
        answer = await self._answer_of_program(match, decision)
        if len(decision.moves) > 1:  # else there is nothing to think about
            self._times[seat].append(monotonic() - began)
        return answer

    async def _answer_of_program(self, match: Match, decision: Decision) -> SeatMove | None:
        """Asks a program; one that fails is asked once more, in a new process."""
        seat, seed = decision.seat, match.header.seed
        program, player = self._programs[seat], self._players[seat]
        view, chance = match.view(seat), None
        if player.memory == "human":
            view = as_remembered(view)
        if seed is not None and player.bot != COMMAND:
            chance = chance_for(seed, seat, match.n, is_uno_question=decision.is_uno_question)
        try:
            return await asked_twice(partial(program.ask, view, decision.moves, chance))
        except ProgramError as error:
            raise BotFailure(seat, str(error)) from None


class Asking:
    """A question to bots of which one thinks about it.

    Attributes:
        revision: That of the match in which they were asked.
        seconds: How long they thought, once they have answered.
    """

    def __init__(self, bots: Bots, match: Match, tell: Callable[["Asking", Thought | BotFailure], object]) -> None:
        """Asks the bots what they do next.

        Args:
            bots: The bots.
            match: Their match.
            tell: Called with what they have decided, or with the failure of one, unless they were stopped before.
        """
        self.revision = match.revision
        self.seconds = 0.0
        self._tell = tell
        self._task = asyncio.create_task(self._run(bots, match))

    async def _run(self, bots: Bots, match: Match) -> None:
        began = monotonic()
        try:
            outcome: Thought | BotFailure = await bots.think(match)
        except BotFailure as failure:
            outcome = failure
        self.seconds = monotonic() - began
        self._tell(self, outcome)

    def stop(self) -> None:
        """Stops the thinking at once, with the process that does it."""
        self._task.cancel()


def is_watching(match: Match) -> bool:
    """Whether the person is out, and the bots play on."""
    return PERSON in match.state.out


def place_of(match: Match, seat: int) -> int:
    """Where a seat stands in the order in which all are asked about a forgotten UNO (RULES.md, section 9)."""
    state = match.state
    return (seat - (state.uno_open or 0)) % state.rules.seats


def is_unseen(match: Match, decision: Decision) -> bool:
    """Whether a bot answers what is asked before the person sees what has led to it.

    A card kept must look like one that could not be played, and whoever is asked about UNO before the person has
    answered before the person can.
    """
    if decision.is_uno_question:
        comes_first = not is_watching(match) and place_of(match, decision.seat) < place_of(match, PERSON)
        return isinstance(decision.moves[0], SayUno) or comes_first
    return match.state.phase is Phase.DRAWN and any(isinstance(move, Pass) for move in decision.moves)


def _plan(match: Match) -> Generator[tuple[Match, Decision], SeatMove | None, Thought]:
    """Asks one bot after another, in a match that looks ahead, until the person may see what comes of it."""
    ahead, answers = match.ahead(), list[SeatMove | None]()
    decision = ahead.decision
    while decision is not None:
        answer = yield ahead, decision
        if answers and not decision.is_uno_question and not isinstance(answer, Pass):
            return Thought(tuple(answers), then=answer)
        answers.append(answer)
        ahead.answer(answer)
        ahead.shuffle_in_round()
        decision = ahead.decision
        if decision is not None and (decision.seat == PERSON or not is_unseen(ahead, decision)):
            break
    return Thought(tuple(answers))


def _program_of(player: Player, seconds: float | None) -> Program | None:
    """The program that plays a seat, if one does."""
    if player.bot == COMMAND and player.command is not None:
        return Program(arguments_of(player.command), seconds)
    return Program.of_ours("bot", player.bot) if player.bot in SEARCHING else None
