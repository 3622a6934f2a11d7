"""One match of bots: asking them, and playing it to its end."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from uno_duo.bots.base import Bot, reply_of
from uno_duo.core import SeatMove
from uno_duo.dealer import generator_for
from uno_duo.match import Decision, Match
from uno_duo.record import End
from uno_duo.wording import brief

LIMIT: Final = 20_000
"""How many moves a match of bots may have."""
_LONGEST_FAULT: Final = 200


def ask(bot: Bot, match: Match, decision: Decision) -> SeatMove | None:
    """Asks a bot what a match asks of its seat.

    Returns:
        One of the decision's moves, or None where the bot declines an UNO question.

    Raises:
        ValueError: The match has no seed.
        IllegalAnswer: The bot's answer is none of the decision's moves.
    """
    seat = decision.seat
    generator = generator_for(_seed(match), seat, match.n, is_uno_question=decision.is_uno_question)
    return reply_of(bot, match.view(seat), decision.moves, generator)


def _seed(match: Match) -> int:
    if match.header.seed is None:
        raise ValueError("the record has no seed")
    return match.header.seed


class Ended(NamedTuple):
    """How a match of bots ended that the rules did not end.

    Attributes:
        end: The last line of its record.
        fault: What the bot that forfeits did wrong, as a clause; None where the match was stopped.
    """

    end: End
    fault: str | None


def play_out(match: Match, bots: Sequence[Bot], limit: int = LIMIT) -> Ended | None:
    """Plays a match of bots, one for each seat, to its end.

    A bot that fails, or answers with what it was not asked, forfeits the match. A match that would have more
    than `limit` moves is stopped.

    Returns:
        How the match was ended; None where the rules ended it.

    Raises:
        ValueError: The match has no seed.
    """
    _seed(match)  # else its lack would be taken for a fault of a bot
    while not match.is_over:
        decision = match.decision
        ended: Ended | None = None
        if match.n >= limit:
            ended = Ended(End(reason="stopped"), None)
        elif decision is None:
            match.shuffle()
        else:
            ended = _answer(match, bots[decision.seat], decision)
        if ended is not None:
            match.finish(ended.end)
            return ended
    return None


def _answer(match: Match, bot: Bot, decision: Decision) -> Ended | None:
    """Does what a bot answers; a fault of the bot is its forfeit."""
    try:
        move = ask(bot, match, decision)
    except Exception as error:
        return Ended(End(reason="forfeit", seat=decision.seat), fault_of(error))
    if move is None:
        match.decline()
    else:
        match.play(move)
    return None


def fault_of(error: Exception) -> str:
    """What went wrong, as a clause that a terminal can show."""
    return brief(str(error), _LONGEST_FAULT) or type(error).__name__
