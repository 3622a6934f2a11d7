"""Fresh positions to drill: out of matches of bots, where the choice matters."""

from collections.abc import Iterator
from random import Random
from typing import Final

from uno_duo.arena import ask
from uno_duo.bots.levels import bot_named
from uno_duo.coach.advising import advised_by
from uno_duo.coach.drill import Drill
from uno_duo.coach.kinds import KIND_NAMES, Kind, kind_of
from uno_duo.core import DraftView, Phase, PlayView, Rules
from uno_duo.evaluation.evaluate import Evaluation, evaluate_fully
from uno_duo.evaluation.network import NetworkJudge, shipped_networks
from uno_duo.match import Match
from uno_duo.record import Header, Player

GAP: Final = 5.0
"""By how many points the second move must be behind the best one."""
_GLANCE, _LOOK = 200, 4_000  # evaluations: to find a position, and to tell what its moves are worth
_SKIPPED: Final = 0.8  # what share of the positions that would do is passed over, so that rounds give few alike
_BOT: Final = "normal"


def posed(kind: Kind | None, generator: Random) -> Drill:
    """A position of UNO Duo in which the best move is far better than the second.

    Args:
        kind: What kind of decision it is; None for any.
        generator: Chance.
    """
    kind = kind or generator.choice(list(KIND_NAMES))
    judge = NetworkJudge(shipped_networks())
    for view in _positions(generator):
        glance = evaluate_fully(view, generator, _GLANCE, judge)
        if not _matters(glance) or _kind_in(view, glance) != kind:
            continue
        look = evaluate_fully(view, generator, _LOOK, judge)
        if _matters(look) and _kind_in(view, look) == kind:
            return Drill(kind=kind, view=view, advice=advised_by(look, view, is_last=True))
    raise AssertionError


def _positions(generator: Random) -> Iterator[DraftView | PlayView]:
    """Some of the positions with a choice in matches of a bot against itself, without end."""
    bot, players = bot_named(_BOT), (Player(bot=_BOT),) * 2
    while True:
        match = Match(Header(rules=Rules.duo(), seats=(_BOT, _BOT), players=players, seed=generator.getrandbits(32)))
        while not match.is_over:
            decision = match.decision
            if decision is None:
                match.shuffle()
                continue
            view = match.view(decision.seat)
            is_choice = len(decision.moves) > 1 and not decision.is_uno_question and view.phase is not Phase.CUT
            if is_choice and isinstance(view, DraftView | PlayView) and generator.random() > _SKIPPED:
                yield view
            match.answer(ask(bot, match, decision))


def _matters(evaluation: Evaluation) -> bool:
    """Whether the best move is far better than the second, in points and for the match."""
    return min(worth.behind for worth in evaluation.moves[1:]) > GAP


def _kind_in(view: DraftView | PlayView, evaluation: Evaluation) -> Kind:
    best, second, *_others = evaluation.moves
    return kind_of(view, second.move, best.move)
