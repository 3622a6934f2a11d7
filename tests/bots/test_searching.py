from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from tests.core.positions import BLUE, GREEN, RED, YELLOW, A, B, complete, cutting, drafting, lay, position, table
from tests.core.walks import classic_with
from tests.evaluation.judges import FakeJudge, Worth
from uno_duo.bots import searching
from uno_duo.bots.base import ReasoningBot, reply_of
from uno_duo.bots.levels import SEARCHING, bot_named
from uno_duo.bots.memory import forgetful
from uno_duo.bots.normal import NormalBot
from uno_duo.bots.searching import FEWEST, PLAYOUT, SURE, SearchingBot
from uno_duo.core import (
    CallOut,
    Cut,
    DraftView,
    Draw,
    Face,
    GameState,
    NameColour,
    Phase,
    Play,
    PlayView,
    Rules,
    SayUno,
    SeatMove,
    View,
    view_for,
)
from uno_duo.core.moves import saying_uno
from uno_duo.dealer import generator_for
from uno_duo.evaluation import chances, network
from uno_duo.evaluation.chances import match_chances
from uno_duo.evaluation.evaluate import Evaluation, Judgement, evaluate
from uno_duo.evaluation.network import Networks
from uno_duo.evaluation.outcomes import CLASSES
from uno_duo.match import Match
from uno_duo.record import Header, Player

MANY: Final = position("R1 R2 R3 R4 R6 RR B7 W", "B1 B2 B3")
CLASSIC: Final = table("R1 R2 R9 B5 W", "B1 B2 B3", "G1 G2", "Y1 Y2 Y3 Y4")


def asked(state: GameState) -> tuple[DraftView | PlayView, Sequence[SeatMove]]:
    """What the seat on turn knows and may do in its turn."""
    assert state.turn is not None
    view = view_for(state, state.turn)
    assert isinstance(view, DraftView | PlayView)
    return view, [move for move in view.legal if not isinstance(move, SayUno | CallOut)]


def choice(state: GameState, evaluations: int = 60, seed: int = 1) -> SeatMove:
    return SearchingBot(evaluations).choose(*asked(state), Random(seed))


def reasons(state: GameState, evaluations: int = 60, seed: int = 1) -> Evaluation:
    _, evaluation = SearchingBot(evaluations).reasoned_choice(*asked(state), Random(seed))
    assert evaluation is not None
    return evaluation


# A fixed number of evaluations


class Counting(FakeJudge):
    """It counts in the place of another judge."""

    def __init__(self, *_: Any) -> None:
        super().__init__(lambda state: float(state.discard[-1]) if state.discard else 0.0)


@pytest.mark.parametrize("level", sorted(SEARCHING))
def test_a_level_makes_as_many_evaluations_in_every_decision(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Counting()
    monkeypatch.setattr(searching, "NetworkJudge", lambda *_, **__: judge)
    bot = bot_named(level)
    assert isinstance(bot, SearchingBot)
    for state in (MANY, drafting("R1 R2 R3"), position("R1 R+2 R3", "B1", "B+2", phase=Phase.BILL, bill=2)):
        view, moves = asked(state)
        judge.asked.clear()
        bot.choose(view, moves, Random(1))
        budget = {"hard": 60, "expert": 600, "master": 8_000}[level]
        assert budget - len(moves) < sum(map(len, judge.asked)) <= budget


@pytest.mark.parametrize("level", sorted(SEARCHING))
def test_hard_alone_does_not_judge_by_what_it_will_see(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_of: list[bool] = []

    def no_networks(_networks: Networks, *, by_sight: bool) -> FakeJudge:
        asked_of.append(by_sight)
        return Counting()

    monkeypatch.setattr(searching, "NetworkJudge", no_networks)
    bot_named(level).choose(*asked(MANY), Random(1))
    assert asked_of == [level != "hard"]


def test_by_other_rules_it_makes_fewer_that_cost_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Counting()
    monkeypatch.setattr(searching, "PlayoutJudge", lambda _bot, _generator: judge)
    choice(CLASSIC, 100 * PLAYOUT)
    assert judge.views, "rounds are played out"
    assert sum(map(len, judge.asked)) <= 100


def test_where_so_few_rounds_would_tell_nothing_it_plays_as_normal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "PlayoutJudge", fails)
    bot = SearchingBot(FEWEST * PLAYOUT - 1)
    assert bot.reasoned_choice(*asked(CLASSIC), Random(1)) == (sound_choice(), None)


def test_each_move_is_looked_at_however_few_there_are() -> None:
    assert reasons(MANY, 1).done == len(saying_uno(asked(MANY)[1]))


# The same choice


@pytest.mark.parametrize("state", [MANY, drafting("R1 R2 R3")], ids=["turn", "draft"])
def test_the_same_generator_makes_the_same_choice(state: GameState) -> None:
    assert reasons(state, 200, seed=5) == reasons(state, 200, seed=5)
    assert reasons(state, 200, seed=5) != reasons(state, 200, seed=6)


def test_it_keeps_nothing_between_decisions() -> None:
    bot, fresh = SearchingBot(100), SearchingBot(100)
    for _ in range(3):
        bot.choose(*asked(CLASSIC), Random(1))
        bot.choose(*asked(MANY), Random(2))
    assert bot.reasoned_choice(*asked(MANY), Random(3)) == fresh.reasoned_choice(*asked(MANY), Random(3))


def fails(*_: Any) -> Any:
    raise AssertionError("it was used")


@pytest.mark.parametrize(
    "state",
    [CLASSIC, *(position("R1 R2 B7", "B1 B2", rules=rules) for rules in (Rules(knock_out=True), Rules(hand_size=5)))],
    ids=["classic", "knock-out", "hands"],
)
def test_by_other_rules_it_needs_no_network(state: GameState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "shipped_networks", fails)
    assert choice(state, FEWEST * PLAYOUT) in asked(state)[1]


@pytest.mark.parametrize("target", [50, 200, 1000])
def test_by_the_rules_of_uno_duo_it_plays_out_nothing(target: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "PlayoutJudge", fails)
    state = MANY.model_copy(update={"rules": Rules(target=target)})
    assert choice(state) in asked(state)[1]


@pytest.fixture
def _kept_costs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What rounds cost as it was when the numbers below were worked out."""
    match_chances.cache_clear()
    monkeypatch.setattr(chances, "measured_costs", lambda: np.ones(100))
    yield
    match_chances.cache_clear()


@pytest.mark.usefixtures("_kept_costs")
def test_where_rounds_are_played_out_the_numbers_are_the_same_everywhere() -> None:
    """Worked out once and kept: they change with the rules and with `normal`, but not from machine to machine."""
    told = {of_play(worth.move): (worth.worlds, worth.points) for worth in reasons(CLASSIC, 48 * PLAYOUT).moves}
    assert told == KEPT
    assert list(told) == list(KEPT), "the best first"
    assert choice(CLASSIC, 48 * PLAYOUT) == lay(A, "W", RED), "what `normal` plays: R1 was found to be better by luck"


def of_play(move: SeatMove) -> str:
    return f"{move.card} {move.colour or ''}".strip() if isinstance(move, Play) else move.type


KEPT: Final = {
    "W red": (12, 30.66666666666667),
    "R1": (12, 10.527777777777775),
}


# What it never does


def test_it_says_uno() -> None:
    move = choice(position("R1 B7", "B1 B2 B3"), 200)
    assert not isinstance(move, Play) or move.uno
    judged = [worth.move for worth in reasons(position("R1 R2", "B1 B2 B3")).moves]
    assert set(judged) == {lay(A, "R1", uno=True), lay(A, "R2", uno=True), Draw(seat=A)}
    view = view_for(position("R1", "B1 B2", uno_open=A), A)
    assert SearchingBot(1).wants(view, SayUno(seat=A), Random(1))
    assert SearchingBot(1).wants(view, CallOut(seat=B), Random(1))


def test_where_there_is_no_choice_it_does_not_think(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "evaluate_fully", fails)
    bot, state = SearchingBot(100), position("R1 B7", "B1 B2 B3", phase=Phase.DRAWN, drawn=Face.R1)
    only = [lay(A, "R1"), lay(A, "R1", uno=True)]
    assert bot.reasoned_choice(asked(state)[0], only, Random(1)) == (only[1], None)
    assert bot.choose(asked(state)[0], [Draw(seat=A)], Random(1)) == Draw(seat=A)


def test_it_cuts_at_random() -> None:
    view, moves = asked(cutting("R1 R2"))
    cuts = {SearchingBot(100).choose(view, moves, Random(seed)) for seed in range(30)}
    assert len(cuts) > 15
    assert all(isinstance(cut, Cut) for cut in cuts)
    assert SearchingBot(100).reasoned_choice(view, moves, Random(1))[1] is None


# What it plays for


def by_top(ends: dict[Face, dict[int, float]]) -> Callable[..., Judgement]:
    """What judges worlds by how a round ends for a seat, which depends on the card on top alone."""

    def judged(_networks: Any, worlds: Sequence[GameState], _seats: Any, worths: Any, **_: Any) -> Judgement:
        likely = np.zeros((len(worlds), CLASSES))
        for row, state in zip(likely, worlds, strict=True):
            for place, chance in ends.get(state.discard[-1], {0: 1.0}).items():
                row[place] = chance
        return Judgement(likely @ worths, likely @ worths)

    return judged


CHEAP_WIN, DEAR_WIN, CHEAP_LOSS = CLASSES // 2, CLASSES - 1, CLASSES // 2 - 4


def test_early_it_plays_for_points_and_late_for_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """To play R1 surely wins a few points, to play R9 half of the time very many."""
    ends = {Face.R1: {CHEAP_WIN: 1.0}, Face.R9: {DEAR_WIN: 0.5, CHEAP_LOSS: 0.5}}
    monkeypatch.setattr(network, "judged", by_top(ends))
    state = position("R1 R9 B7", "B1 B2 B3")
    early = reasons(state)
    assert early.best == lay(A, "R9")
    late = reasons(state.model_copy(update={"scores": (197, 199)}))
    assert late.best == choice(state.model_copy(update={"scores": (197, 199)})) == lay(A, "R1")
    for evaluation in (early, late):
        worths = {worth.move: worth for worth in evaluation.moves}
        assert worths[lay(A, "R9")].points > worths[lay(A, "R1")].points + 40


def test_it_is_the_chance_to_win_the_match_that_it_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    def worth(state: GameState) -> Worth:
        return (50.0, 0.9, 0.4) if state.discard[-1] is Face.R9 else (-50.0, 0.1, 0.6)

    monkeypatch.setattr(searching, "NetworkJudge", lambda *_, **__: FakeJudge(worth))
    assert choice(position("R1 R9 B7", "B1 B2 B3")) != lay(A, "R9")


# Why


def test_it_says_why_with_numbers() -> None:
    bot: ReasoningBot = SearchingBot(600)
    move, evaluation = bot.reasoned_choice(*asked(MANY), Random(1))
    assert evaluation is not None
    assert move == evaluation.best == bot.choose(*asked(MANY), Random(1))
    assert {worth.move for worth in evaluation.moves} == set(asked(MANY)[1])
    best, *others = evaluation.moves
    assert best.behind == 0
    assert 0 < best.error < 30
    assert all(worth.error_behind > 0 for worth in others[:3])
    assert isinstance(SearchingBot(1), ReasoningBot)
    assert not isinstance(NormalBot(), ReasoningBot)


def test_what_it_weighs_is_what_is_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Counting()
    monkeypatch.setattr(searching, "NetworkJudge", lambda *_, **__: judge)
    view, moves = asked(MANY)
    *_, expected = evaluate(view, Random(4), 60, Counting(), saying_uno(moves))
    assert SearchingBot(60).reasoned_choice(view, moves, Random(4)) == (expected.best, expected)


# Where rounds are played out


def sound_choice() -> SeatMove:
    return NormalBot().choose(*asked(CLASSIC), Random(1))


def weighed(monkeypatch: pytest.MonkeyPatch, better_by: float, spread: float) -> SeatMove:
    """What it plays where another move seems to win the match more often than what `normal` plays, by some percent."""
    chance = Random(1)
    other = another_choice()

    def worth(state: GameState) -> Worth:
        percent = chance.gauss(0, spread) + (better_by if state.discard[-1] is other.card else 0.0)
        return -percent, 0.5, percent / 100

    monkeypatch.setattr(searching, "PlayoutJudge", lambda _bot, _generator: FakeJudge(worth))
    return SearchingBot(160 * PLAYOUT).choose(asked(CLASSIC)[0], [sound_choice(), other], Random(1))


def another_choice() -> Play:
    return next(move for move in asked(CLASSIC)[1] if isinstance(move, Play) and move != sound_choice())


def test_it_leaves_what_normal_plays_only_where_it_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert SURE > 0
    assert weighed(monkeypatch, better_by=20, spread=10) == another_choice()
    assert weighed(monkeypatch, better_by=2, spread=40) == sound_choice()
    assert weighed(monkeypatch, better_by=-20, spread=10) == sound_choice()


def test_a_move_that_only_luck_made_look_best_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first half another move has all the luck; the second half tells the two apart."""
    other, judges = another_choice(), list[FakeJudge]()

    def worth(state: GameState) -> Worth:
        is_first = len(judges[0].asked) <= 1
        return 0.0, 0.5, 0.9 if is_first and state.discard[-1] is other.card else 0.1

    def judge(_bot: Any, _generator: Any) -> FakeJudge:
        judges.append(FakeJudge(worth))
        return judges[-1]

    monkeypatch.setattr(searching, "PlayoutJudge", judge)
    view = asked(CLASSIC)[0]
    move, evaluation = SearchingBot(80 * PLAYOUT).reasoned_choice(view, [sound_choice(), other], Random(1))
    assert move == sound_choice()
    assert evaluation is not None
    assert len(judges[0].asked) == 2


def test_what_normal_plays_is_compared_however_soon_it_fell_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = FakeJudge(lambda state: (0.0, 0.5, 0.1 if state.discard[-1] is Face.R1 else 0.9))
    monkeypatch.setattr(searching, "PlayoutJudge", lambda _bot, _generator: judge)
    monkeypatch.setattr(NormalBot, "choose", lambda *_: lay(A, "R1"))
    _, evaluation = SearchingBot(160 * PLAYOUT).reasoned_choice(*asked(CLASSIC), Random(1))
    assert evaluation is not None
    assert evaluation.moves[-1].move == lay(A, "R1")
    assert [worth.worlds for worth in evaluation.moves] == [40, 40]


# Sound play, with wide margins


@pytest.mark.parametrize("evaluations", [60, 600])
@pytest.mark.parametrize("last", ["R9", "B5", "R+2", "RS", "RR"])
def test_it_goes_out_when_it_can(last: str, evaluations: int) -> None:
    assert choice(position(last, "B1 B2 B3 B4"), evaluations) == lay(A, last)


def test_it_goes_out_when_it_can_at_four_seats() -> None:
    assert choice(table("R9", "B1 B2 B3", "G1 G2", "Y1 Y2"), 40 * PLAYOUT) == lay(A, "R9")


def test_it_goes_out_with_a_dump() -> None:
    move = choice(position("RR R1 R2 R+2", "B1 B2 B3 B4"))
    assert isinstance(move, Play)
    assert move.dump is not None
    state = position("R1 R2 R3", "B1 B2 B3 B4", "RR", may_dump=True)
    assert choice(state) in {complete(A, last) for last in ("R1", "R2", "R3")}


def test_it_leaves_no_card_to_match_for_a_hand_that_it_knows() -> None:
    assert choice(position("R3 B5 G1 G2", "R9", known=("", "R9")), 600) == lay(A, "B5")
    assert choice(position("R3 B5 G1 G2", "B9", known=("", "B9")), 600) == lay(A, "R3")


def test_it_names_a_colour_that_it_holds() -> None:
    state = position("G1 G2 G3 G4 G5 G6 Y1", "B1 B2 B3 B4", "W", phase=Phase.NAME_COLOUR, first=B, colour=None)
    assert choice(state, 600) == NameColour(seat=A, colour=GREEN)
    named = {worth.move.colour for worth in reasons(state).moves if isinstance(worth.move, NameColour)}
    assert named == {RED, YELLOW, GREEN, BLUE}


# Whole matches


def played(rules: Rules, bots: dict[int, Any], seed: int = 3, most: int = 5_000) -> Match:
    """A match of some bots, the rest `normal`."""
    players = tuple(Player(bot="normal") for _ in range(rules.seats))
    names = tuple(f"P{seat}" for seat in range(rules.seats))
    match, normal = Match(Header(rules=rules, seats=names, players=players, seed=seed)), NormalBot()
    while not match.is_over and match.n < most:
        decision = match.decision
        if decision is None:
            match.shuffle()
            continue
        seat = decision.seat
        generator = generator_for(seed, seat, match.n, is_uno_question=decision.is_uno_question)
        match.answer(reply_of(bots.get(seat, normal), match.view(seat), decision.moves, generator))
    return match


@pytest.mark.parametrize("seed", [1, 2])
def test_it_plays_matches_to_their_end(seed: int) -> None:
    match = played(Rules.duo(), {A: SearchingBot(12), B: forgetful(SearchingBot(12))}, seed)
    assert match.is_over
    assert match.state.winner in (A, B)


def test_it_plays_a_match_to_a_short_target_and_with_a_house_rule() -> None:
    for rules in (Rules(target=30), Rules(target=1, final_draw=False)):
        assert played(rules, {A: SearchingBot(12)}).is_over


@pytest.mark.slow
def test_it_plays_whole_matches_of_four_seats_and_a_knock_out() -> None:
    for rules in (Rules.classic(4), classic_with(3, knock_out=True, target=150)):
        assert played(rules, {A: SearchingBot(FEWEST * PLAYOUT)}).is_over


class Nosy(SearchingBot):
    """It keeps what it was shown."""

    def __init__(self) -> None:
        super().__init__(4)
        self.seen: list[View] = []

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        self.seen.append(view)
        return super().choose(view, moves, generator)


def test_every_kind_of_decision_comes_up_in_a_match() -> None:
    bots = {A: Nosy(), B: Nosy()}
    for seed in range(3):
        played(Rules.duo(), bots, seed)
    phases = {view.phase for bot in bots.values() for view in bot.seen}
    assert phases >= {Phase.CUT, Phase.DRAFT, Phase.TURN, Phase.DRAWN, Phase.BILL, Phase.CHALLENGE}
