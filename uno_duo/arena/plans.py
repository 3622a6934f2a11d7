"""Which matches are to be played: by whom, on which deals, from which seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from uno_duo.arena.jobs import Job
from uno_duo.arena.playing import LIMIT
from uno_duo.core import Rules
from uno_duo.dealer import seed_of_match
from uno_duo.language import _
from uno_duo.record import Player


class PlanError(ValueError):
    """Matches that cannot be played; the text says why, as a clause."""


class Place(NamedTuple):
    """Where a match stands in a plan.

    Attributes:
        deal: The number of its deal.
        table: At which table it is played.
        turn: By how many seats the bots have moved on from the first: the bot of that number sits at seat 0.
    """

    deal: int
    table: int
    turn: int


@dataclass(frozen=True)
class Plan:
    """Many matches of some bots.

    A deal is a seed, and all that is played with it: one match; with changed seats, a match for each turn of the
    bots around the table; in a round robin, those of each two bots. The deals come one after another, so that
    whenever it is stopped, all that was played has the same weight.

    Attributes:
        rules: What is played by.
        players: The bots: one for each seat, or any number for a round robin.
        matches: How many matches to play; in a round robin, of each two.
        seed: What the seeds of the matches come from.
        created: The date for the records' headers.
        is_paired: Whether each deal is played from all seats.
        is_round_robin: Whether each two bots play each other, which is always paired.
        seconds: How long a bot that is a program may take for an answer; None for as long as it likes.
        limit: How many moves a match may have.
        keeps_records: Whether the records are asked for.

    Raises:
        PlanError: These matches cannot be played.
    """

    rules: Rules
    players: tuple[Player, ...]
    matches: int
    seed: int
    created: str
    is_paired: bool = False
    is_round_robin: bool = False
    seconds: float | None = None
    limit: int = LIMIT
    keeps_records: bool = False

    def __post_init__(self) -> None:
        seats, count = self.rules.seats, len(self.players)
        if self.is_round_robin and seats != 2:
            raise PlanError(_("a round robin is for two seats, not {seats}").format(seats=seats))
        if self.is_round_robin and count < 2:
            raise PlanError(_("a round robin needs two bots or more"))
        if not self.is_round_robin and count != seats:
            raise PlanError(_("{count} bots for {seats} seats").format(count=count, seats=seats))
        if self.matches < 1:
            raise PlanError(_("there is no match to play"))
        if self.matches % self.turns:
            reason = _("each deal is played from {turns} seats: {matches} matches are no multiple of that")
            raise PlanError(reason.format(turns=self.turns, matches=self.matches))

    @property
    def turns(self) -> int:
        """How often the same bots play a deal, each time from other seats."""
        return self.rules.seats if self.is_paired or self.is_round_robin else 1

    @property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """Who plays whom: the places among the players of those who sit at a table."""
        everybody = range(len(self.players))
        return tuple(combinations(everybody, 2)) if self.is_round_robin else (tuple(everybody),)

    @property
    def total(self) -> int:
        """How many matches there are in all."""
        return self.matches * len(self.tables)

    def jobs(self) -> Iterator[Job]:
        """The matches, one after another."""
        for index in range(self.total):
            yield Job(
                index=index,
                rules=self.rules,
                players=self.players_of(index),
                seed=seed_of_match(self.seed, self.place_of(index).deal),
                created=self.created,
                seconds=self.seconds,
                limit=self.limit,
                keeps_record=self.keeps_records,
            )

    def place_of(self, index: int) -> Place:
        """Where a match stands."""
        rest, turn = divmod(index, self.turns)
        return Place(*divmod(rest, len(self.tables)), turn)

    def players_of(self, index: int) -> tuple[Player, ...]:
        """The bot of each seat in a match."""
        _deal, table, turn = self.place_of(index)
        players = tuple(self.players[place] for place in self.tables[table])
        return players[turn:] + players[:turn]
