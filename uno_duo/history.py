"""What a player has done in all matches: won, given away, and how that compares with the bots."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from math import exp, inf, log, sqrt
from pathlib import Path
from statistics import fmean
from typing import Final

from pydantic import BaseModel, ConfigDict

from uno_duo.arena.intervals import Z, mean_interval, ratio, share_interval
from uno_duo.coach.kinds import Kind
from uno_duo.core import Rules
from uno_duo.database import Database
from uno_duo.house_rules import game_name
from uno_duo.played import PlayedMatch, played_match
from uno_duo.record import RecordError, read_record
from uno_duo.store import Store

LATEST: Final = 30
"""How many matches count as the latest."""
RATINGS: Final = {"easy": -282, "greedy": 0, "normal": 100, "hard": 197, "expert": 258}
"""The Elo of bots in UNO Duo, from what they won against `greedy`, which is 0 (README, *The bots*)."""
_SCALE: Final = 400 / log(10)  # Elo in one unit of the log odds
_STEPS: Final = 100


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True)


class Share(_Told):
    """How many of some were won, with the 95 % interval of the share."""

    won: int
    of: int
    low: float
    high: float


class AgainstBot(_Told):
    """What was won against a bot.

    Attributes:
        bot: The bot, or the bots of a match of more.
        matches: The matches that were not stopped.
        rounds: The rounds.
        points_a_round: The other's points minus the player's own, on the average; None before the first round.
    """

    bot: str
    matches: Share
    rounds: Share
    points_a_round: float | None


class Mean(_Told):
    """A mean with its 95 % interval, which is not known of too few."""

    mean: float
    low: float | None
    high: float | None


class MatchSkill(_Told):
    """What was given away in a match that was reviewed."""

    created: str
    decisions: int
    loss: float


class KindSkill(_Told):
    """What was given away in decisions of a kind."""

    decisions: int
    loss: float


class Skill(_Told):
    """What was given away in the matches that were reviewed.

    Attributes:
        matches: Each of them, in their order.
        lifetime: The points given away in a decision, over all.
        latest: The same over the latest `LATEST`.
        by_kind: By the kind of decision, the dearest first.
        luck: The points a match that the cards gave, over those of which that is known.
    """

    matches: tuple[MatchSkill, ...]
    lifetime: Mean | None
    latest: Mean | None
    by_kind: dict[Kind, KindSkill]
    luck: Mean | None


class Part(_Told):
    """One half of a history: matches without help, or practice."""

    against: tuple[AgainstBot, ...]
    skill: Skill


class History(_Told):
    """What a player has done.

    Attributes:
        played: Matches without help.
        practice: Matches of practice.
        rating: The player's Elo where `greedy` has 0, by matches of UNO Duo without help; None where there are none.
    """

    played: Part
    practice: Part
    rating: Mean | None


def index_records(database: Database, records: Sequence[Path], tell: Callable[[str], object]) -> None:
    """Counts the records that are not counted yet, and drops those that are there no more.

    Args:
        database: Where they are counted.
        records: All records.
        tell: Takes a line for each record that cannot be read.

    Raises:
        DatabaseError: The file cannot be used.
    """
    known = database.counted()
    names = {path.name for path in records}
    database.drop_counted(known - names)
    for path in records:
        if path.name in known:
            continue
        try:
            with path.open("rb") as file:
                found = read_record(file)
        except (OSError, RecordError) as error:
            tell(f"{path.name}: {getattr(error, 'strerror', None) or error}")
            continue
        match = played_match(found, path.name)
        if match is not None:
            database.count(match)


def counted_history(
    store: Store,
    tell: Callable[[str], object],
    since: date | None = None,
    bot: str | None = None,
    *,
    is_to_rebuild: bool = False,
) -> History:
    """Counts the records, and tells what the player has done.

    Args:
        store: Where the records are, and the database.
        tell: Takes what the person should know, a line each.
        since: Only matches that began on this day or later; None for all.
        bot: Only those in which this bot sat at another seat; None for all.
        is_to_rebuild: Whether all records are counted anew.

    Raises:
        DatabaseError: The database cannot be used.
    """
    database = Database(store.database)
    try:
        if database.notice:
            tell(database.notice)
        if is_to_rebuild:
            database.drop_counted()
        index_records(database, store.records(), tell)
        return history_of(database, since, bot)
    finally:
        database.close()


def history_of(database: Database, since: date | None = None, bot: str | None = None) -> History:
    """What the player has done.

    Args:
        database: Where it is counted.
        since: Only matches that began on this day or later; None for all.
        bot: Only those in which this bot sat at another seat; None for all.

    Raises:
        DatabaseError: The file cannot be used.
    """
    matches = [
        match
        for match in database.matches()
        if (since is None or match.created[:10] >= since.isoformat()) and (bot is None or bot in match.bots)
    ]
    played = [match for match in matches if not match.is_practice]
    practice = [match for match in matches if match.is_practice]
    return History(played=_part(database, played), practice=_part(database, practice), rating=rating_of(_games(played)))


def _part(database: Database, matches: Sequence[PlayedMatch]) -> Part:
    by_bot = defaultdict[str, list[PlayedMatch]](list)
    for match in matches:
        by_bot[", ".join(match.bots)].append(match)
    against = tuple(_against(bot, some) for bot, some in sorted(by_bot.items(), key=lambda item: -len(item[1])))
    return Part(against=against, skill=_skill(database, matches))


def _against(bot: str, matches: Sequence[PlayedMatch]) -> AgainstBot:
    over = [(int(match.result == "won"), 1) for match in matches if match.result != "stopped"]
    rounds = [(sum(ended.is_won for ended in match.rounds), len(match.rounds)) for match in matches]
    points = [ended.points for match in matches for ended in match.rounds]
    return AgainstBot(
        bot=bot, matches=_share(over), rounds=_share(rounds), points_a_round=fmean(points) if points else None
    )


def _share(parts: Sequence[tuple[int, int]]) -> Share:
    interval = share_interval(parts)
    won, of = (sum(column) for column in zip(*parts, strict=True)) if parts else (0, 0)
    return Share(won=won, of=of, low=interval.low, high=interval.high)


def _skill(database: Database, matches: Sequence[PlayedMatch]) -> Skill:
    reviewed: list[MatchSkill] = []
    kinds = defaultdict[Kind, list[float]](list)
    lucks: list[float] = []
    for match in matches:
        decisions = database.losses(match.id, match.seat)
        if not decisions:
            continue
        reviewed.append(
            MatchSkill(created=match.created, decisions=len(decisions), loss=sum(loss for _kind, loss in decisions))
        )
        for kind, loss in decisions:
            kinds[kind].append(loss)
        if match.game == game_name(Rules.duo()):
            lucks.append(database.luck(match.id) * (1 if match.seat == 0 else -1))
    by_kind = {kind: KindSkill(decisions=len(losses), loss=sum(losses)) for kind, losses in kinds.items()}
    return Skill(
        matches=tuple(reviewed),
        lifetime=_loss(reviewed),
        latest=_loss(reviewed[-LATEST:]),
        by_kind=dict(sorted(by_kind.items(), key=lambda item: -item[1].loss)),
        luck=_mean([(luck, 1) for luck in lucks]),
    )


def _loss(matches: Sequence[MatchSkill]) -> Mean | None:
    """The points given away in a decision."""
    return _mean([(match.loss, match.decisions) for match in matches], least=0.0)


def _mean(parts: Sequence[tuple[float, int]], least: float = -inf) -> Mean | None:
    mean, interval = ratio(parts), mean_interval(parts, least)
    if mean is None:
        return None
    return Mean(mean=mean, low=interval and interval.low, high=interval and interval.high)


def _games(matches: Iterable[PlayedMatch]) -> list[tuple[str, bool]]:
    """The matches of UNO Duo against one bot of known strength: the bot, and whether they were won."""
    duo = game_name(Rules.duo())
    return [
        (match.bots[0], match.result == "won")
        for match in matches
        if match.game == duo and len(match.bots) == 1 and match.bots[0] in RATINGS and match.result != "stopped"
    ]


def rating_of(games: Sequence[tuple[str, bool]]) -> Mean | None:
    """The Elo of a player by matches against bots of known strength, with its 95 % interval.

    The likeliest rating by the model of Bradley and Terry. Where all matches were won or all lost, none would be the
    likeliest; so a drawn match against each bot is counted in.

    Args:
        games: The bot of each match, and whether the player has won.
    """
    if not games:
        return None
    bots = sorted({bot for bot, _is_won in games})
    scores = [(RATINGS[bot] / _SCALE, float(is_won)) for bot, is_won in games]
    if len({is_won for _bot, is_won in games}) == 1:
        scores += [(RATINGS[bot] / _SCALE, 0.5) for bot in bots]
    strength, information = 0.0, 0.0
    for _step in range(_STEPS):
        chances = [1 / (1 + exp(level - strength)) for level, _won in scores]
        information = sum(chance * (1 - chance) for chance in chances)
        surplus = sum(won for _level, won in scores) - sum(chances)
        strength += max(-1.0, min(1.0, surplus / information))
    half = Z * _SCALE / sqrt(information)
    elo = strength * _SCALE
    return Mean(mean=elo, low=elo - half, high=elo + half)
