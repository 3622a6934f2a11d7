"""The deals of a match played again, by the expert in the player's place."""

from typing import Final

from uno_duo.arena import ask
from uno_duo.bots.base import Bot
from uno_duo.bots.levels import COMMAND, bot_named
from uno_duo.core import Shuffle
from uno_duo.match import Match
from uno_duo.played import PlayedRound, played_round
from uno_duo.record import Recorded, Replay

EXPERT: Final = "expert"
"""Who plays in the player's place."""
_STAND_IN: Final = "normal"  # for a program, or another person


def by_expert(found: Recorded, number: int, seat: int) -> PlayedRound:
    """What a round comes to if the expert plays a seat, with the same cards and against the same bots.

    Args:
        found: The match.
        number: The round, from 1, which has ended.
        seat: The seat.

    Raises:
        ValueError: There is no such round.
    """
    replay, start = found.replay, _start_of(found.replay, number)
    again = Replay(found.header.rules)
    again.moves[:], again.states[:] = replay.moves[: start + 1], replay.states[: start + 2]
    match = Match(found.header.model_copy(update={"seed": found.header.seed or 0}), again)
    bots = [_bot_at(found, other, seat) for other in range(found.header.rules.seats)]
    while len(match.state.rounds) < number:
        decision = match.decision
        if decision is None:
            match.shuffle()
        else:
            match.answer(ask(bots[decision.seat], match, decision))
    return played_round(match.state.rounds[number - 1], seat)


def _start_of(replay: Replay, number: int) -> int:
    """How many moves stand before the shuffle with which a round began that has ended."""
    if not 0 < number <= len(replay.state.rounds):
        raise ValueError(f"there is no round {number} that has ended")
    begins = (n for n, state in enumerate(replay.states[1:]) if state.round == number)
    start = next(begins)
    assert isinstance(replay.moves[start], Shuffle)
    return start


def _bot_at(found: Recorded, seat: int, expert: int) -> Bot:
    player = found.header.players[seat] if found.header.players else None
    if seat == expert:
        return bot_named(EXPERT)
    if player is None or player.bot in (None, COMMAND):
        return bot_named(_STAND_IN)
    return bot_named(player.bot, player.memory)
