"""Summing up what came of many matches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import inf

from uno_duo.arena.elo import Rating, Score, ratings
from uno_duo.arena.intervals import Part, mean_interval, ratio, share_interval, worth
from uno_duo.arena.jobs import Outcome
from uno_duo.arena.plans import Plan
from uno_duo.arena.results import Mean, Pairing, Result, Standings, Summary, Timing, WinShare
from uno_duo.record import Player

_Deal = list[Outcome]
"""The matches of a deal, in which a bot's number stands wherever an outcome names its seat."""


def summary_of(plan: Plan, outcomes: Iterable[Outcome], seconds: float) -> Summary | Standings:
    """What came of the matches of a plan, of which some may not have been played.

    A deal counts where it was played from all seats. The order of the outcomes makes no difference.

    Args:
        plan: What was to be played.
        outcomes: What came of the matches that were played.
        seconds: How long they took.
    """
    tables: list[dict[int, _Deal]] = [defaultdict(list) for _table in plan.tables]
    for outcome in outcomes:
        deal, table, turn = plan.place_of(outcome.index)
        tables[table][deal].append(_told_of_bots(outcome, turn))
    whole = [[deal for deal in deals.values() if len(deal) == plan.turns] for deals in tables]
    moves = sum(outcome.moves for deals in whole for outcome in chain(*deals))
    timing = Timing(seconds=seconds, moves_a_second=moves / seconds)
    results = [
        _result([plan.players[place] for place in places], deals)
        for places, deals in zip(plan.tables, whole, strict=True)
    ]
    if not plan.is_round_robin:
        return Summary(**dict(results[0]), seed=plan.seed, planned=plan.total, is_paired=plan.is_paired, timing=timing)
    pairings = tuple(
        Pairing(**dict(result), places=(first, second))
        for (first, second), result in zip(plan.tables, results, strict=True)
    )
    scores = {
        pairing.places: Score(pairing.wins[0], pairing.wins[1], worth(_won(0, deals)))
        for pairing, deals in zip(pairings, whole, strict=True)
    }
    return Standings(
        bots=_names(plan.players),
        players=plan.players,
        ratings=_ratings(len(plan.players), scores),
        seed=plan.seed,
        matches=sum(pairing.matches for pairing in pairings),
        planned=plan.total,
        pairings=pairings,
        timing=timing,
    )


def _ratings(bots: int, scores: Mapping[tuple[int, int], Score]) -> tuple[Rating | None, ...]:
    """The ratings of those bots of which any match counts; of the others nothing is known."""
    known = sorted({bot for pair, score in scores.items() if score.first + score.second for bot in pair})
    among = {
        (known.index(first), known.index(second)): score
        for (first, second), score in scores.items()
        if first in known and second in known
    }
    rated = dict(zip(known, ratings(len(known), among), strict=True)) if known else {}
    return tuple(rated.get(bot) for bot in range(bots))


def _told_of_bots(outcome: Outcome, turn: int) -> Outcome:
    """An outcome in which a bot's number stands for its seat; at first they are the same."""
    seats = len(outcome.points)

    def bot_at(seat: int | None) -> int | None:
        return None if seat is None else (seat + turn) % seats

    return replace(
        outcome,
        winner=bot_at(outcome.winner),
        forfeit=bot_at(outcome.forfeit),
        points=outcome.points[-turn:] + outcome.points[:-turn],
        rounds=outcome.rounds[-turn:] + outcome.rounds[:-turn],
    )


def _names(players: Sequence[Player]) -> tuple[str, ...]:
    return tuple(str(player.bot) for player in players)


def _result(players: Sequence[Player], deals: Sequence[_Deal]) -> Result:
    """What came of the matches of some bots."""
    outcomes = [outcome for deal in deals for outcome in deal]
    matches, bots = len(outcomes), range(len(players))
    points = [_mean([_sums((o.points[bot], o.rounds[bot]) for o in deal) for deal in deals], least=0.0) for bot in bots]
    means = [mean for mean in points if mean is not None]  # all or none: everybody was in the first round
    intervals = [mean.interval for mean in means if mean.interval is not None]
    more = [_sums((o.points[0] - o.points[1], o.all_rounds) for o in deal) for deal in deals]
    return Result(
        bots=_names(players),
        players=tuple(players),
        matches=matches,
        wins=tuple(sum(_has_won(bot, outcome) for outcome in outcomes) for bot in bots),
        win_shares=tuple(_win_share(_won(bot, deals)) for bot in bots),
        unfinished=sum(outcome.winner is None and outcome.forfeit is None for outcome in outcomes),
        forfeits=tuple(sum(outcome.forfeit == bot for outcome in outcomes) for bot in bots),
        points_a_round=tuple(mean.mean for mean in means) or None,
        points_intervals=tuple(intervals) or None,
        points_difference=_mean(more) if len(players) == 2 else None,
        rounds_a_match=sum(outcome.all_rounds for outcome in outcomes) / matches if matches else None,
        moves_a_match=sum(outcome.moves for outcome in outcomes) / matches if matches else None,
    )


def _won(bot: int, deals: Iterable[_Deal]) -> list[Part]:
    """How many matches of each deal a bot has won, and how many count for it."""
    return [_sums((_has_won(bot, outcome), _counts(bot, outcome)) for outcome in deal) for deal in deals]


def _has_won(bot: int, outcome: Outcome) -> bool:
    """Whether a bot has won, by the rules or because the only other one has failed."""
    has_failed = outcome.forfeit is not None
    return bot == outcome.winner or (has_failed and len(outcome.points) == 2 and bot != outcome.forfeit)


def _counts(bot: int, outcome: Outcome) -> bool:
    """Whether a match is won or lost for a bot."""
    return outcome.winner is not None or bot == outcome.forfeit or _has_won(bot, outcome)


def _sums(parts: Iterable[Part]) -> Part:
    x, y = zip(*parts, strict=True)
    return sum(x), sum(y)


def _win_share(parts: Sequence[Part]) -> WinShare:
    interval = share_interval(parts)
    return WinShare(share=ratio(parts), low=interval.low, high=interval.high)


def _mean(parts: Sequence[Part], least: float = -inf) -> Mean | None:
    mean = ratio(parts)
    return None if mean is None else Mean(mean=mean, interval=mean_interval(parts, least))
