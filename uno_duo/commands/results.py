"""What came of many matches, as tables and lines for a person."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from uno_duo.arena.elo import Rating
from uno_duo.arena.intervals import Interval
from uno_duo.arena.names import shortened
from uno_duo.arena.results import Standings, Summary, WinShare
from uno_duo.language import _
from uno_duo.record import Player

_WIDTH: Final = 80
_ROOM_FOR_COMMANDS: Final = (*range(40, 1, -1), 12)
"""How long command lines may be: what is tried, one after another; the last is for tables that are too wide anyway."""
_NOTHING: Final = "-"


def told(summary: Summary | Standings) -> str:
    """What came of many matches."""
    matches = str(summary.matches)
    if summary.matches < summary.planned:
        matches = _("{played} of {planned}").format(played=summary.matches, planned=summary.planned)
    labels, table = _fitting(summary)
    lines = [
        _("Matches: {matches}, seed {seed}").format(matches=matches, seed=summary.seed),
        "",
        *table,
        "",
        *(_of_all(labels, summary) if isinstance(summary, Standings) else _of_these(labels, summary)),
        _("Time: {seconds:.1f} s, {speed:,.0f} moves a second").format(
            seconds=summary.timing.seconds, speed=summary.timing.moves_a_second
        ),
    ]
    return "\n".join(lines) + "\n"


def _fitting(summary: Summary | Standings) -> tuple[Sequence[str], Sequence[str]]:
    """What the bots are called, and the table, where command lines are shortened until there is room for it."""
    for longest in _ROOM_FOR_COMMANDS:
        labels = _labels(summary.players, longest)
        rows = _rows_on_all(labels, summary) if isinstance(summary, Standings) else _rows_on_these(labels, summary)
        table = list(_table(*rows))
        if len(table[0]) <= _WIDTH:
            break
    return labels, table


def _rows_on_these(labels: Sequence[str], summary: Summary) -> Iterator[Sequence[str]]:
    """The table of matches of the same bots."""
    yield _("bot"), _("won"), _("share"), _("95 % interval"), _("points a round"), _("95 % interval")
    for bot, label in enumerate(labels):
        yield (
            label,
            str(summary.wins[bot]),
            _share(summary.win_shares[bot]),
            _interval(summary.win_shares[bot], ".1%"),
            _NOTHING if summary.points_a_round is None else f"{summary.points_a_round[bot]:.1f}",
            _NOTHING if summary.points_intervals is None else _interval(summary.points_intervals[bot], ".1f"),
        )


def _of_these(labels: Sequence[str], summary: Summary) -> Iterator[str]:
    """The lines below the table of matches of the same bots."""
    more = summary.points_difference
    if more is not None and more.interval is not None:
        yield _("{bot} less {other}: {points} points a round, 95 % interval {interval}").format(
            bot=labels[0], other=labels[1], points=f"{more.mean:+z.1f}", interval=_interval(more.interval, "+z.1f")
        )
    if summary.rounds_a_match is not None:
        yield _("A match: {rounds:.1f} rounds, {moves:.1f} moves").format(
            rounds=summary.rounds_a_match, moves=summary.moves_a_match
        )
    yield from _of_faults(labels, summary.unfinished, summary.forfeits)


def _rows_on_all(labels: Sequence[str], standings: Standings) -> Iterator[Sequence[str]]:
    """The table of a round robin: the bots from strong to weak, and who wins how often against whom."""
    elos = [-inf if rating is None else rating.elo for rating in standings.ratings]
    ranking = sorted(range(len(labels)), key=lambda bot: -elos[bot])
    shares: dict[tuple[int, int], WinShare] = {}
    for pairing in standings.pairings:
        first, second = pairing.places
        shares[first, second], shares[second, first] = pairing.win_shares
    yield _("bot"), _("Elo"), _("95 % interval"), *(_("against {bot}").format(bot=labels[bot]) for bot in ranking)
    for bot in ranking:
        yield (
            labels[bot],
            *_rating(standings.ratings[bot]),
            *(_share(shares[bot, other]) if bot != other else _NOTHING for other in ranking),
        )


def _of_all(labels: Sequence[str], standings: Standings) -> Iterator[str]:
    """The lines below the table of a round robin."""
    unfinished = sum(pairing.unfinished for pairing in standings.pairings)
    forfeits = [0] * len(labels)
    for pairing in standings.pairings:
        for place, lost in zip(pairing.places, pairing.forfeits, strict=True):
            forfeits[place] += lost
    yield from _of_faults(labels, unfinished, forfeits)


def _of_faults(labels: Sequence[str], unfinished: int, forfeits: Sequence[int]) -> Iterator[str]:
    """The lines on matches that the rules did not end."""
    if unfinished:
        yield _("Stopped after too many moves: {matches}").format(matches=unfinished)
    for label, lost in zip(labels, forfeits, strict=True):
        if lost:
            yield _("Lost by a fault of {bot}: {matches}").format(bot=label, matches=lost)


def _labels(players: Sequence[Player], longest: int) -> list[str]:
    """What the bots are called, each by another name; a command line has room for so many characters."""
    labels = [_label(player, longest) for player in players]
    if len(set(labels)) == len(labels):
        return labels
    return [_("{label} ({place})").format(label=label, place=place) for place, label in enumerate(labels)]


def _label(player: Player, longest: int) -> str:
    label = str(player.bot) if player.command is None else shortened(player.command, longest)
    return label if player.memory == "full" else _("{label}, memory {memory}").format(label=label, memory=player.memory)


def _rating(rating: Rating | None) -> tuple[str, str]:
    """An Elo and its interval."""
    return (_NOTHING, _NOTHING) if rating is None else (f"{rating.elo:+z.0f}", _interval(rating.interval, "+z.0f"))


def _share(share: WinShare) -> str:
    return _NOTHING if share.share is None else f"{share.share:.1%}"


def _interval(interval: Interval | WinShare, form: str) -> str:
    return _("{low} to {high}").format(low=format(interval.low, form), high=format(interval.high, form))


def _table(*rows: Sequence[str]) -> Iterator[str]:
    """Lines of equal length; all columns but the first stand to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join((row[0].ljust(widths[0]), *cells[1:]))
