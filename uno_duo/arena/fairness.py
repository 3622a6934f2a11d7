"""Fairness: whether a bot decides by what its seat may know, and by nothing else (RULES.md, section 11).

In random positions all that the seat cannot see is dealt anew, so that its view stays the same. With the same
chance the bot must then make the same move.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Final

from uno_duo.arena.playing import LIMIT, ask
from uno_duo.bots.base import Bot, reply_of
from uno_duo.bots.levels import LEVELS, SEARCHING, bot_for, bot_named
from uno_duo.bots.memory import as_remembered
from uno_duo.core import CallOut, GameState, Phase, Rules, SayUno, SeatMove, View, view_for
from uno_duo.core.views import DraftView, PlayView
from uno_duo.dealer import generator_for, pick, seed_of_match
from uno_duo.match import Decision, Match
from uno_duo.record import Header, Memory, Player

WORLDS: Final = 3
"""How often the hidden cards of a position are dealt anew."""
UNO: Final = "uno"
"""The kind of an UNO question; the others are named as their phases."""
_QUICK: Final = tuple(level for level in LEVELS if level not in SEARCHING)
# How likely a position of a kind is taken: there are many turns, and few bills.
_SHARES: Final = {
    Phase.CUT.value: 0.1,
    Phase.DRAFT.value: 0.03,
    Phase.NAME_COLOUR.value: 0.5,
    Phase.TURN.value: 0.02,
    Phase.DRAWN.value: 0.05,
}
_OTHER_SHARE: Final = 0.15


@dataclass(frozen=True)
class Difference:
    """Where a bot has made different moves though all that it may know was the same.

    Attributes:
        match: The match, of which the position is the last one.
        seat: The bot's seat.
        kind: What was asked.
        made: Its move where the cards lie as they do; None where it declined.
        made_elsewhere: Its move where the hidden cards lie otherwise.
    """

    match: Match
    seat: int
    kind: str
    made: SeatMove | None
    made_elsewhere: SeatMove | None


@dataclass
class Fairness:
    """What came of many positions.

    Attributes:
        positions: How many of each kind, each with something that the seat does not see.
        matches: How many matches they come from.
        worlds: How often the hidden cards were dealt anew and came to lie otherwise.
        difference: The first difference, after which nothing more was tried; None where there is none.
    """

    positions: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    worlds: int = 0
    difference: Difference | None = None


class UnlikeView(AssertionError):
    """Cards were dealt anew in a way that the seat could have noticed: the check itself is at fault."""


def check_fairness(
    level: str,
    positions: int,
    seed: int,
    rules: Rules,
    memory: Memory = "full",
    *,
    on_position: Callable[[], None] = lambda: None,
) -> Fairness:
    """Checks a level.

    Args:
        level: The level.
        positions: In how many positions.
        seed: What the matches that these come from are made from, and the other worlds too.
        rules: What is played by.
        memory: What the bot remembers; nothing that it forgets may change its moves.
        on_position: Called after each position.

    Raises:
        UnknownBot: There is no such level.
        UnlikeView: The check itself is at fault.
    """
    return check_bot(bot_named(level, memory), positions, seed, rules, memory, on_position=on_position)


def check_bot(
    bot: Bot,
    positions: int,
    seed: int,
    rules: Rules,
    memory: Memory = "full",
    *,
    on_position: Callable[[], None] = lambda: None,
) -> Fairness:
    """Checks a bot, as `check_fairness` does a level."""
    found, chance = Fairness(), Random(f"{seed}/fairness")
    for matches, match, decision in _asked(rules, seed, chance):
        view = _known(match.view(decision.seat), memory)
        worlds = _other_worlds(match.state, view, chance)
        if not worlds:
            continue  # the seat knows where every card lies
        kind = _kind(match, decision)
        found.positions[kind] += 1
        found.matches = matches
        made = ask(bot, match, decision)
        for world in worlds:
            found.worlds += 1
            if _known(view_for(world, view.seat), memory) != view:
                raise UnlikeView(f"seed {match.header.seed}, n {match.n}, seat {view.seat}")
            elsewhere = _answer(bot, world, match, decision)
            if elsewhere != made:
                found.difference = Difference(match, view.seat, kind, made, elsewhere)
                return found
        on_position()
        if found.positions.total() == positions:
            break
    return found


def _asked(rules: Rules, seed: int, chance: Random) -> Iterator[tuple[int, Match, Decision]]:
    """Random decisions of matches of bots, with how many matches were begun."""
    for index in count():
        players = tuple(Player(bot=pick(_QUICK, chance)) for _ in range(rules.seats))
        names = tuple(str(player.bot) for player in players)
        match = Match(Header(rules=rules, seats=names, players=players, seed=seed_of_match(seed, index)))
        bots = [bot_for(player) for player in players]
        while not match.is_over and match.n < LIMIT:
            decision = match.decision
            if decision is None:
                match.shuffle()
                continue
            if chance.random() < _SHARES.get(_kind(match, decision), _OTHER_SHARE):
                yield index + 1, match, decision
            answer = ask(bots[decision.seat], match, decision)
            if answer is None:
                match.decline()
            else:
                match.play(answer)


def _kind(match: Match, decision: Decision) -> str:
    return UNO if decision.is_uno_question else match.state.phase.value


def _known(view: View, memory: Memory) -> DraftView | PlayView:
    """What the bot knows of a view."""
    assert isinstance(view, DraftView | PlayView)
    return as_remembered(view) if memory == "human" else view


def _other_worlds(state: GameState, view: DraftView | PlayView, chance: Random) -> list[GameState]:
    """Positions that agree with a view, but for those that are the true one."""
    from uno_duo.evaluation.worlds import Worlds  # noqa: PLC0415 - NumPy takes a while to load

    worlds = Worlds(view).sample(WORLDS, chance)
    return [world for world in worlds if (world.hands, world.draw) != (state.hands, state.draw)]


def _answer(bot: Bot, world: GameState, match: Match, decision: Decision) -> SeatMove | None:
    """What a bot answers in another world, by the chance that it has in the true one."""
    assert match.header.seed is not None
    is_about_uno = decision.is_uno_question
    view = view_for(world, decision.seat)
    offered = [move for move in view.legal if isinstance(move, SayUno | CallOut) is is_about_uno]
    generator = generator_for(match.header.seed, decision.seat, match.n, is_uno_question=is_about_uno)
    return reply_of(bot, view, offered, generator)
