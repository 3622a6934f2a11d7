"""Self-play: many rounds of UNO Duo in lockstep, so that one batch of the networks serves them all.

Whoever learns plays against itself, or against bots: who has met nobody but itself expects everybody to play like it,
and wins less from those who do not.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from uno_duo.arena.intervals import Part
from uno_duo.bots.base import Bot
from uno_duo.core import (
    Cut,
    GameState,
    Phase,
    Rules,
    SeatMove,
    Shuffle,
    cards_to_shuffle,
    legal_moves,
    new_match,
    reduce,
    view_for,
)
from uno_duo.core.moves import saying_uno
from uno_duo.core.views import DraftView, PlayView
from uno_duo.dealer import pick
from uno_duo.evaluation.chances import MatchChances
from uno_duo.evaluation.encoding import encode, encode_seen, sight_of
from uno_duo.evaluation.evaluate import Comparison
from uno_duo.evaluation.network import NetworkJudge, Networks, judged
from uno_duo.evaluation.outcomes import class_of, worths_from

LOCKSTEP: Final = 256
"""How many rounds are played side by side."""
RANDOM_MOVES: Final = 0.05
"""How often a move is made at random, so that the networks see what comes of others too."""


@dataclass(frozen=True)
class Samples:
    """Positions of whole rounds, and what they came to.

    Attributes:
        inputs: The encoded positions, eight questions a byte, round after round: two rows for each, as the seat on
            turn asks and as the other one does.
        views: What the seat on turn and the other one see of each, encoded alike: two rows for each.
        seats: The seat on turn, for each position.
        classes: The class of the round for that seat, for each position.
        at_random: Whether its move was made at random, for each position.
        lengths: How many positions each round has.
        learning: Which of the two seats whoever learns has played, for each round: a row of two.
        costs: What each round cost its loser, in points.
    """

    inputs: NDArray[np.uint8]
    views: NDArray[np.uint8]
    seats: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    at_random: NDArray[np.bool_]
    lengths: NDArray[np.uint16]
    learning: NDArray[np.bool_]
    costs: NDArray[np.uint16]

    @classmethod
    def load(cls, file: Path) -> "Samples":
        """The samples of a file."""
        with np.load(file, allow_pickle=False) as data:
            return cls(**{field.name: data[field.name] for field in fields(cls)})

    def save(self, file: Path) -> None:
        """Writes them, so that a file is there only when it is whole."""
        part = file.with_suffix(".part")
        with part.open("wb") as stream:
            np.savez(stream, **{field.name: getattr(self, field.name) for field in fields(self)})
        part.replace(file)


class Players(Protocol):
    """Who plays a seat of many rounds, or both."""

    def choose(self, states: Sequence[GameState], moves: Sequence[Sequence[SeatMove]]) -> list[SeatMove]:
        """Decides for the seat on turn in each of some positions, by its view alone, among some moves."""


class BotPlayers:
    """Players that are all the same bot."""

    def __init__(self, bot: Bot, generator: Random) -> None:
        """Takes a bot and chance."""
        self._bot = bot
        self._generator = generator

    def choose(self, states: Sequence[GameState], moves: Sequence[Sequence[SeatMove]]) -> list[SeatMove]:
        """Decides in each position by itself."""
        return [
            self._bot.choose(view_for(state, _on_turn(state)), legal, self._generator)
            for state, legal in zip(states, moves, strict=True)
        ]


class NetworkPlayers:
    """The players of a generation: a search with the networks of the one before."""

    def __init__(self, networks: Networks, evaluations: int, costs: NDArray[np.float64], generator: Random) -> None:
        """Takes who plays.

        Args:
            networks: What judges the worlds.
            evaluations: How many evaluations a decision has.
            costs: How often a round was seen to cost its loser 0, 1, 2 … points.
            generator: Chance.
        """
        self._networks = networks
        self._evaluations = evaluations
        self._generator = generator
        self._worths = worths_from(costs, MatchChances.worked_out(costs, Rules.duo().target), 0, 0)

    def choose(self, states: Sequence[GameState], moves: Sequence[Sequence[SeatMove]]) -> list[SeatMove]:
        """Decides in all positions together."""
        comparisons = []
        for state, legal in zip(states, moves, strict=True):
            view = view_for(state, _on_turn(state))
            assert isinstance(view, DraftView | PlayView)
            comparisons.append(Comparison(view, self._generator, self._evaluations, legal, NetworkJudge.batch))
        while asking := [(comparison, worlds) for comparison in comparisons if (worlds := comparison.ask())]:
            worlds = [world for _, asked in asking for world in asked]
            seats = [comparison.seat for comparison, asked in asking for _ in asked]
            judgement = judged(self._networks, worlds, seats, self._worths)
            ends = np.cumsum([len(asked) for _, asked in asking])[:-1]
            for (comparison, _), part in zip(asking, judgement.split(ends), strict=True):
                comparison.tell(part)
        return [comparison.best for comparison in comparisons]


def play_rounds(
    players: Players, against: Sequence[Players], count: int, seed: int, random_moves: float = RANDOM_MOVES
) -> Samples:
    """Plays rounds of UNO Duo and collects their positions.

    Args:
        players: Who learns.
        against: Whom they play against, one after another; they themselves may be among these.
        count: How many rounds.
        seed: What the shuffles and the moves at random come from.
        random_moves: How often a move is made at random.
    """
    chance = Random(f"{seed}/moves")
    collected = _Collected(players)
    deals = (
        _Round(Random(f"{seed}/round/{number}"), _seated(players, against, number), number) for number in range(count)
    )
    for round_ in _played(deals, chance, random_moves):
        collected.add(round_)
    return collected.samples()


def _seated(players: Players, against: Sequence[Players], number: int) -> tuple[Players, Players]:
    """Who sits where in a round: against each of the others they play on either seat."""
    turns, place = divmod(number, len(against))
    return (players, against[place]) if turns % 2 == 0 else (against[place], players)


def points_ahead(players: Players, others: Players, pairs: int, seed: int) -> list[Part]:
    """How many points a round some players are ahead of others, in deals each played from both seats.

    Args:
        players: Those that are ahead.
        others: Those that are behind.
        pairs: How many deals.
        seed: What the shuffles come from.

    Returns:
        The points and the rounds of each pair.
    """
    ahead = [0] * pairs
    for seat, sides in enumerate(((players, others), (others, players))):
        deals = (_Round(Random(f"{seed}/round/{number}"), sides, number) for number in range(pairs))
        for round_ in _played(deals, Random(seed), random_moves=0):
            points = round_.state.rounds[-1].points
            ahead[round_.number] += points[1 - seat] - points[seat]
    return [(points, 2) for points in ahead]


def _played(deals: Iterator["_Round"], chance: Random, random_moves: float) -> Iterator["_Round"]:
    """Rounds played to their end, many side by side; each is given as it ends."""
    running = list(islice(deals, LOCKSTEP))
    while running:
        _make_moves(running, chance, random_moves)
        yield from (round_ for round_ in running if round_.is_over)
        running = [round_ for round_ in running if not round_.is_over]
        running += islice(deals, LOCKSTEP - len(running))


class _Round:
    """A round that is being played, with the positions in which a seat was on turn, and how its move was made."""

    def __init__(self, generator: Random, players: tuple[Players, Players], number: int) -> None:
        self.players = players
        self.number = number
        self.state = _round_begun(generator)
        self.seen: list[GameState] = []
        self.at_random: list[bool] = []

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state.round_has_ended

    def legal(self) -> list[SeatMove]:
        """What the seat on turn may do but forget UNO, which nobody does here."""
        return saying_uno([move for move in legal_moves(self.state) if not isinstance(move, Shuffle)])

    def make(self, move: SeatMove, *, at_random: bool = False) -> None:
        """Makes a move of the seat on turn."""
        self.seen.append(self.state)
        self.at_random.append(at_random)
        self.state = reduce(self.state, move)


def _round_begun(generator: Random) -> GameState:
    """The position after the cut and the shuffle with which a first round begins."""
    state = new_match(Rules.duo())
    while state.phase in (Phase.SHUFFLE, Phase.CUT):
        if state.phase is Phase.SHUFFLE:
            cards = cards_to_shuffle(state)
            state = reduce(state, Shuffle(order=tuple(generator.sample(cards, len(cards)))))
        else:
            state = reduce(state, Cut(seat=_on_turn(state), place=len(state.cuts)))
    return state


def _make_moves(rounds: Sequence[_Round], chance: Random, random_moves: float) -> None:
    """Makes one move in each of some rounds."""
    asked = defaultdict[Players, list[tuple[_Round, list[SeatMove]]]](list)
    for round_ in rounds:
        legal = round_.legal()
        if len(legal) == 1:
            round_.make(legal[0])
        elif chance.random() < random_moves:
            round_.make(pick(legal, chance), at_random=True)
        else:
            asked[round_.players[_on_turn(round_.state)]].append((round_, legal))
    for players, questions in asked.items():
        chosen = players.choose([round_.state for round_, _ in questions], [legal for _, legal in questions])
        for (round_, _), move in zip(questions, chosen, strict=True):
            round_.make(move)


class _Collected:
    """The samples of the rounds that are over."""

    def __init__(self, learning: Players) -> None:
        self._who_learns = learning
        self._inputs: list[NDArray[np.uint8]] = []
        self._views: list[NDArray[np.uint8]] = []
        self._seats: list[int] = []
        self._classes: list[int] = []
        self._at_random: list[bool] = []
        self._lengths: list[int] = []
        self._learning: list[list[bool]] = []
        self._costs: list[int] = []

    def add(self, round_: _Round) -> None:
        """Takes a round."""
        seats = [_on_turn(state) for state in round_.seen]
        states = [state for state in round_.seen for _ in range(2)]
        asking = [seat for turn in seats for seat in (turn, 1 - turn)]
        self._inputs.append(_packed(encode(states, asking)).reshape(len(seats), 2, -1))
        self._views.append(_packed(encode_seen(list(map(sight_of, states, asking)))).reshape(len(seats), 2, -1))
        classes = [class_of(round_.state, seat) for seat in range(2)]
        self._seats += seats
        self._classes += (classes[seat] for seat in seats)
        self._at_random += round_.at_random
        self._lengths.append(len(seats))
        self._learning.append([players is self._who_learns for players in round_.players])
        first, second = round_.state.rounds[-1].points
        self._costs.append(abs(first - second))

    def samples(self) -> Samples:
        """All of them."""
        return Samples(
            inputs=np.concatenate(self._inputs),
            views=np.concatenate(self._views),
            seats=np.array(self._seats, np.uint8),
            classes=np.array(self._classes, np.uint8),
            at_random=np.array(self._at_random, np.bool_),
            lengths=np.array(self._lengths, np.uint16),
            learning=np.array(self._learning, np.bool_),
            costs=np.array(self._costs, np.uint16),
        )


def _packed(rows: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Rows of zeros and ones, eight a byte."""
    return np.packbits(rows.astype(np.bool_), axis=-1)


def _on_turn(state: GameState) -> int:
    assert state.turn is not None
    return state.turn
