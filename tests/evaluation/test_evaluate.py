"""What the moves of a decision are worth: worlds, moves and a judge put together."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from math import inf, sqrt
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.positions import (
    BLUE,
    RED,
    A,
    B,
    C,
    after,
    codes,
    cutting,
    drafting,
    lay,
    position,
    rest_of_deck,
    table,
)
from tests.core.walks import Walk, examples, walks
from tests.evaluation.judges import FakeJudge, Worth
from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    DraftView,
    Draw,
    Dump,
    Face,
    GameState,
    Keep,
    NameColour,
    Pass,
    Phase,
    Play,
    PlayView,
    Reject,
    Rules,
    SayUno,
    SeatMove,
    Symbol,
    Take,
    View,
    cards,
    hand_points,
    reduce,
    view_for,
)
from uno_duo.evaluation.bluffs import BLUFFS
from uno_duo.evaluation.evaluate import PRIOR, Comparison, Evaluation, Judgement, MoveWorth, evaluate
from uno_duo.evaluation.network import NetworkJudge, shipped_networks
from uno_duo.evaluation.worlds import Worlds


def view_of(state: GameState, seat: int = A) -> DraftView | PlayView:
    view = view_for(state, seat)
    assert isinstance(view, DraftView | PlayView)
    return view


def evaluations(
    state: GameState,
    judge: FakeJudge,
    budget: int,
    seat: int = A,
    seed: int = 1,
    moves: Sequence[SeatMove] | None = None,
) -> list[Evaluation]:
    return list(evaluate(view_of(state, seat), Random(seed), budget, judge, moves))


def by_move(evaluation: Evaluation) -> dict[SeatMove, MoveWorth]:
    return {worth.move: worth for worth in evaluation.moves}


MANY: Final = position("R1 R2 R3 R4 R6 R7 R8", "B1 B2 B3")
"""A decision with eight moves: to draw, and seven cards to play."""


FEW: Final = position("R1 R9 B7", "B1 B2 B3")
"""One with three."""


def card_on_top(state: GameState) -> float:
    """The later the card on top is in hand order, the better: to draw leaves the red 5 there."""
    return float(state.discard[-1])


def load_of_b(state: GameState) -> float:
    return float(hand_points(state.hands[B], state.rules))


def no_worth(state: GameState) -> float:  # noqa: ARG001
    return 0.0


# Means and errors


def test_means_errors_and_differences_are_those_of_the_worlds() -> None:
    """Three moves share 15 evaluations; the two that are left then have 15 more, of which they use 14."""

    def worth_of(state: GameState) -> Worth:
        points = load_of_b(state) * (state.discard[-1] + 1.0)
        return points, 0.25, points / 1_000

    judge = FakeJudge(worth_of)
    last = evaluations(FEW, judge, 30)[-1]
    first, later = (np.array([load_of_b(world) for world in part]) for part in judge.asked)
    assert (len(first), len(later)) == (15, 14)
    some, loads = first[:5], np.concatenate((first[:5], later[:7]))
    best, second, worst = last.moves
    assert [worth.worlds for worth in last.moves] == [12, 12, 5]
    assert [worth.move for worth in last.moves] == [lay(A, "R9"), Draw(seat=A), lay(A, "R1")]
    for worth, factor, there in ((best, 10, loads), (second, 6, loads), (worst, 2, some)):
        values = there * factor
        assert worth.points == pytest.approx(values.mean())
        behind = there * (10 - factor)
        assert worth.behind == pytest.approx(behind.mean())
        assert worth.error_behind == pytest.approx(worth.error * (10 - factor) / factor)
        assert worth.round_chance == 0.25
        assert worth.match_chance == pytest.approx(values.mean() / 1_000)
        assert worth.chance_behind == pytest.approx(worth.behind / 1_000)
        assert worth.error_chance_behind == pytest.approx(worth.error_behind / 1_000)


def test_the_error_told_is_how_far_a_mean_is_off() -> None:
    """Also where the worlds of a shuffle tell more together, as their hands do not share the wild cards."""

    def wilds_of_b(state: GameState) -> float:
        return float(any(card.colour is None for card in state.hands[B]))

    for worth in (wilds_of_b, lambda state: float(state.draw[0])):
        found: list[MoveWorth] = []
        for seed in range(60):
            judge = FakeJudge(worth)
            found += evaluations(position("R1 R9", "B1 B2 B3"), judge, 600, seed=seed, moves=[Draw(seat=A)])[-1].moves
        told = sqrt(np.mean([move.error**2 for move in found]))
        assert 0.75 < told / np.std([move.points for move in found], ddof=1) < 1.6


def test_a_single_world_tells_nothing_of_the_error() -> None:
    for worth in (no_worth, card_on_top):
        best, *others = evaluations(FEW, FakeJudge(worth), 3)[0].moves
        assert (best.worlds, best.error, best.error_behind, best.error_chance_behind) == (1, inf, 0, 0)
        errors = {(other.worlds, other.error, other.error_behind, other.error_chance_behind) for other in others}
        assert errors == {(1, inf, inf, inf)}


def test_what_is_the_same_in_every_world_has_no_error_behind() -> None:
    judge = FakeJudge(lambda state: load_of_b(state) + card_on_top(state))
    best, *others = evaluations(FEW, judge, 200)[-1].moves
    assert best.error > 0
    for other in others:
        assert other.error_behind == pytest.approx(0, abs=1e-9)
        assert other.behind == pytest.approx(9 - card_of(other.move))


def card_of(move: SeatMove) -> int:
    return int(move.card) if isinstance(move, Play) else int(Face.R5)


def test_errors_shrink_with_the_worlds() -> None:
    judge = FakeJudge(lambda state: load_of_b(state) + card_on_top(state), batch=100)
    found = evaluations(MANY, judge, 4_000)
    errors = [evaluation.moves[0].error for evaluation in found]
    assert errors[-1] < errors[0] / 3
    exact = np.mean([load_of_b(world) for world in Worlds(view_of(MANY)).sample(20_000, Random(5))])
    for evaluation in (found[0], found[-1]):
        best = evaluation.moves[0]
        assert best.points == pytest.approx(exact + card_of(best.move), abs=5 * best.error)


# Bluffs

ACCUSED: Final = position("R1 B7", "B1 B2 B3", "R5 W4", phase=Phase.CHALLENGE, colour=BLUE, colour_before=RED)
"""A Wild Draw 4 waits for its answer, and may have been played beside a match or not."""


def is_guilty(state: GameState) -> float:
    """After an accepted Wild Draw 4 its player holds the hand that it was played from."""
    return float(any(card.colour is RED or card.symbol is Symbol.FIVE for card in state.hands[B]))


def test_a_bluff_counts_the_less_the_more_seldom_players_bluff() -> None:
    """If half of the hands match, and who has one bluffs 150 times in 1,000, then 150 of 1,150 are bluffs."""
    share = float(np.mean([is_guilty(world) for world in Worlds(view_of(ACCUSED)).sample(4_000, Random(2))]))
    assert 0.4 < share < 0.9
    expected = share * BLUFFS / (share * BLUFFS + (1 - share) * 1_000)
    last = evaluations(ACCUSED, FakeJudge(is_guilty), 4_000, moves=[Accept(seat=A)])[-1].moves[0]
    assert last.points == pytest.approx(expected, abs=0.03)


def test_the_error_told_is_how_far_a_mean_is_off_among_bluffs_too() -> None:
    found: list[MoveWorth] = []
    for seed in range(60):
        found += evaluations(ACCUSED, FakeJudge(is_guilty), 300, seed=seed, moves=[Accept(seat=A)])[-1].moves
    told = sqrt(np.mean([move.error**2 for move in found]))
    assert 0.7 < told / np.std([move.points for move in found], ddof=1) < 1.6


def test_where_it_is_known_to_be_a_bluff_all_worlds_count_alike() -> None:
    told: dict[str, Any] = {"phase": Phase.CHALLENGE, "colour": BLUE, "colour_before": RED, "is_bluff": True}
    seen = position("R1 B7", "R2 B2 B3", "R5 W4", known=("", "R2"), **told)
    judge = FakeJudge(load_of_b)
    (worth,) = evaluations(seen, judge, 200, moves=[Accept(seat=A)])[-1].moves
    assert worth.points == pytest.approx(np.mean([load_of_b(world) for part in judge.asked for world in part]))


# What the seat will see


class Seeing(FakeJudge):
    """What the seat sees tells another worth than the world does."""

    def __init__(self, worth: Callable[[GameState], float], seen: Callable[[GameState], float]) -> None:
        super().__init__(worth)
        self._seen = FakeJudge(seen)

    def judge(self, view: View, worlds: Sequence[GameState]) -> Judgement:
        return Judgement(super().judge(view, worlds).in_full, self._seen.judge(view, worlds).as_seen)


@pytest.mark.parametrize("worlds", [1, 6, 600])
def test_what_is_seen_weighs_as_much_as_the_worlds_and_some_more(worlds: int) -> None:
    judge = Seeing(lambda _: 10.0, lambda _: 30.0)
    (worth,) = evaluations(FEW, judge, worlds, moves=[Draw(seat=A)])[-1].moves
    assert worth.worlds == worlds
    assert worth.points == pytest.approx((worlds * 10 + (worlds + PRIOR) * 30) / (2 * worlds + PRIOR))


@pytest.mark.parametrize(("known", "hidden"), [("", 1), ("B1", 2 / 3), ("B1 B2 B3", 0)])
def test_what_is_seen_weighs_the_less_the_more_of_the_other_hand_is_known(known: str, hidden: float) -> None:
    state = FEW.model_copy(update={"known": ((), cards(known))})
    (worth,) = evaluations(state, Seeing(lambda _: 10.0, lambda _: 30.0), 20, moves=[Draw(seat=A)])[-1].moves
    weight = hidden * (20 + PRIOR)
    assert worth.points == pytest.approx((20 * 10 + weight * 30) / (20 + weight))


def test_the_luck_of_few_worlds_does_not_outweigh_it() -> None:
    judge = Seeing(load_of_b, card_on_top)
    seen = {evaluations(FEW, judge, 3, seed=seed)[0].best for seed in range(20)}
    assert seen == {lay(A, "R9")}, "in one world each, where the move makes no difference but to what is seen"


def test_moves_are_compared_by_as_many_worlds_as_both_were_judged_in() -> None:
    """The best move had more worlds than the last one; all moves are worth the same in full."""
    last = evaluations(FEW, Seeing(lambda _: 0.0, card_on_top), 60)[-1]
    best, *_, worst = last.moves
    assert best.worlds > worst.worlds
    share = (worst.worlds + PRIOR) / (2 * worst.worlds + PRIOR)
    assert worst.behind == pytest.approx((9 - card_of(worst.move)) * share)


# Which move is best


def test_the_best_move_comes_first() -> None:
    last = evaluations(MANY, FakeJudge(card_on_top), 400)[-1]
    assert last.best == last.moves[0].move == lay(A, "R8")
    assert [card_of(worth.move) for worth in last.moves][:4] == [8, 7, 6, 5]


def test_the_match_counts_before_the_points() -> None:
    def worth(state: GameState) -> Worth:
        top = card_on_top(state)
        return top, 0.5, 0.9 if top == 2 else 0.1

    last = evaluations(MANY, FakeJudge(worth), 400)[-1]
    assert last.best == lay(A, "R2")
    assert card_of(last.moves[1].move) == 8, "and where the match is alike, the points"
    assert last.moves[1].behind == -6


def test_of_equal_moves_the_first_one_stays() -> None:
    last = evaluations(MANY, FakeJudge(no_worth), 400)[-1]
    assert last.best == view_of(MANY).legal[0]


# The worlds


def test_every_move_is_judged_in_the_same_worlds() -> None:
    judge = FakeJudge(card_on_top)
    evaluations(MANY, judge, 300)
    view = view_of(MANY)
    for part, moves in zip(judge.asked, (8, 4, 2), strict=True):
        groups = [part[begin : begin + len(part) // moves] for begin in range(0, len(part), len(part) // moves)]
        assert len(groups) == moves
        hidden = [[world.hands[B] for world in group] for group in groups]
        assert all(there == hidden[0] for there in hidden)
        assert len(set(hidden[0])) > 1
        for group in groups:
            assert len({world.discard for world in group}) == 1, "one move in each"
    assert set(map(type, judge.views)) == {PlayView}
    assert all(seen == view for seen in judge.views)


def test_the_moves_are_made_by_the_rules() -> None:
    judge, legal = FakeJudge(card_on_top), view_of(FEW).legal
    evaluations(FEW, judge, 3)
    (world,) = Worlds(view_of(FEW)).sample(1, Random(1))
    assert judge.asked == [[reduce(world, move) for move in legal]]


def test_the_same_generator_gives_the_same_evaluation() -> None:
    one, two = (evaluations(MANY, FakeJudge(load_of_b), 100, seed=3) for _ in range(2))
    assert one == two
    assert one != evaluations(MANY, FakeJudge(load_of_b), 100, seed=4)


def test_it_depends_on_the_view_alone() -> None:
    other = next(Worlds(view_of(MANY)).sample(1, Random(8)))
    assert other != MANY
    assert evaluations(MANY, FakeJudge(load_of_b), 100) == evaluations(other, FakeJudge(load_of_b), 100)


# The budget


def test_moves_that_can_no_longer_be_best_get_no_more_worlds() -> None:
    last = evaluations(MANY, FakeJudge(card_on_top), 480)[-1]
    assert sorted((worth.worlds for worth in last.moves), reverse=True) == [140, 140, 60, 60, 20, 20, 20, 20]
    assert last.moves[0].worlds == last.moves[1].worlds == 140
    assert last.done == 480


@given(st.integers(-5, 200), st.integers(1, 8), st.integers(1, 60))
@examples(40)
def test_the_budget_is_kept_and_every_move_is_judged(budget: int, moves: int, batch: int) -> None:
    judge, legal = FakeJudge(load_of_b, batch), view_of(MANY).legal[:moves]
    found = list(evaluate(view_of(MANY), Random(1), budget, judge, legal))
    assert found[-1].budget == max(budget, moves)
    assert found[-1].done == sum(map(len, judge.asked)) == sum(worth.worlds for worth in found[-1].moves)
    assert found[-1].budget - moves < found[-1].done <= found[-1].budget
    for evaluation in found:
        assert Counter(worth.move for worth in evaluation.moves) == Counter(legal)
        assert min(worth.worlds for worth in evaluation.moves) >= 1
    assert all(len(part) <= max(batch, moves) for part in judge.asked)


def test_it_tells_its_progress_and_can_be_left() -> None:
    judge = FakeJudge(card_on_top, batch=16)
    going_on = evaluate(view_of(MANY), Random(1), 320, judge)
    assert judge.asked == []
    first, second = islice(going_on, 2)
    assert (first.done, second.done, first.budget) == (16, 32, 320)
    assert len(judge.asked) == 2, "nothing is judged that is not asked for"
    assert len(first.moves) == 8
    rest = list(going_on)
    assert [evaluation.done for evaluation in rest] == sorted(evaluation.done for evaluation in rest)
    assert rest[-1].done > 300


def test_a_single_move_has_all_worlds() -> None:
    found = list(evaluate(view_of(MANY), Random(1), 50, FakeJudge(load_of_b), [Draw(seat=A)]))
    (worth,) = found[-1].moves
    assert (worth.move, worth.worlds, worth.behind) == (Draw(seat=A), 50, 0)


def test_where_there_is_nothing_to_decide_nothing_is() -> None:
    for view, moves in ((view_of(MANY, B), None), (view_of(MANY), []), (view_of(cutting("R3 R4")), None)):
        with pytest.raises(ValueError, match="nothing to decide"):
            next(evaluate(view, Random(1), 10, FakeJudge(no_worth), moves))


def test_while_a_shuffle_is_due_nothing_is_judged() -> None:
    state = after(table("R1 R2", "B1 B2", discard="G1 G2 R5", draw="B9"), Draw(seat=A))
    with pytest.raises(ValueError, match=r"shuffle|nothing"):
        next(evaluate(view_of(state), Random(1), 10, FakeJudge(no_worth), [Draw(seat=A)]))


def test_many_decisions_can_be_compared_side_by_side() -> None:
    """Whoever judges the worlds of several decisions together comes to what `evaluate` comes to."""
    states, judge = [MANY, FEW], FakeJudge(load_of_b)
    comparisons = [Comparison(view_of(state), Random(1), 60, view_of(state).legal, batch=1_000) for state in states]
    while asking := [(comparison, worlds) for comparison in comparisons if (worlds := comparison.ask())]:
        for comparison, worlds in asking:
            comparison.tell(judge.judge(view_of(MANY), worlds))
    for comparison, state in zip(comparisons, states, strict=True):
        assert comparison.seat == A
        assert comparison.evaluation() == evaluations(state, FakeJudge(load_of_b), 60)[-1]
        assert comparison.best == comparison.evaluation().best


# Every kind of decision


REST: Final = codes(rest_of_deck(cards("B1 B2 G1 G2 R5")))
DECISIONS: Final = {
    "a pick": (drafting("R1 R2 R3 R4"), A, {Keep, Reject}),
    "the last pick": (after(drafting("R1 R2 R3 R4"), *(Keep(seat=pick % 2) for pick in range(13))), B, {Keep, Reject}),
    "a colour": (
        position("R1 R2", "B1 B2", "W", phase=Phase.NAME_COLOUR, first=A, colour=None),
        A,
        {NameColour},
    ),
    "a turn": (position("R1 RR R3 W W4 B4", "B1 B2 B3"), A, {Play, Draw}),
    "a Reverse to complete": (position("R1 R2 B7", "B1 B2", "RR", may_dump=True), A, {Play, Dump, Draw}),
    "a drawn card": (position("R1 R2 B7", "B1 B2", "R5", phase=Phase.DRAWN, drawn=Face.R2), A, {Play, Pass}),
    "a bill": (position("R1 R+2", "B1 B2", "B+2", phase=Phase.BILL, bill=4), A, {Play, Take}),
    "a challenge": (
        position("R1 R2", "B1 B2", "R5 W4", phase=Phase.CHALLENGE, colour=BLUE, colour_before=RED),
        A,
        {Accept, Challenge},
    ),
    "UNO said late": (position("R1 R2", "B1", uno_open=B), B, {SayUno}),
    "a call-out off turn": (position("R1", "B1 B2", turn=A, uno_open=A), B, {CallOut}),
    "a call-out on turn": (position("R1 R2", "B1", uno_open=B), A, {CallOut, Play, Draw}),
    "a call-out on a bill": (
        position("R1 R+2", "B1", "B+2", phase=Phase.BILL, bill=2, uno_open=B),
        A,
        {CallOut, Play, Take},
    ),
    "a blocked turn": (
        position("B1 B2", "G1 G2", f"{REST} R5", draw=""),
        A,
        {Draw},
    ),
}


@pytest.mark.parametrize("name", DECISIONS)
def test_every_kind_of_decision_is_judged_by_the_network(name: str) -> None:
    state, seat, kinds = DECISIONS[name]
    view = view_of(state, seat)
    *_, last = evaluate(view, Random(1), 200, NetworkJudge(shipped_networks()))
    assert {type(worth.move) for worth in last.moves} == kinds
    assert {worth.move for worth in last.moves} == set(view.legal)
    for worth in last.moves:
        assert 0 <= worth.round_chance <= 1
        assert 0 <= worth.match_chance <= 1
        assert abs(worth.points) < 300


@given(walks())
@examples(15)
def test_whatever_a_seat_may_do_is_judged_and_never_illegal(walk: Walk) -> None:
    judged = 0
    for state in reversed(walk.states()):
        if state.phase in (Phase.SHUFFLE, Phase.CUT, Phase.MATCH_OVER):
            continue
        for seat in range(walk.rules.seats):
            view = view_of(state, seat)
            if view.legal:
                *_, last = evaluate(view, Random(walk.seed), 12, FakeJudge(no_worth))
                assert {worth.move for worth in last.moves} == set(view.legal)
                judged += 1
        if judged > 20:
            return


# What the shipped network makes of it, with wide margins


def judged_by_network(state: GameState, budget: int = 1_000, seat: int = A) -> Evaluation:
    *_, last = evaluate(view_of(state, seat), Random(1), budget, NetworkJudge(shipped_networks()))
    return last


@pytest.mark.parametrize("last", ["R9", "B5", "R+2", "RS", "RR"])
def test_going_out_beats_everything(last: str) -> None:
    found = judged_by_network(position(last, "B1 B2 B3 W"))
    assert found.best == lay(A, last)
    assert found.moves[0].round_chance == 1
    assert found.moves[1].behind > 5


def test_going_out_with_a_dump_beats_everything() -> None:
    best = judged_by_network(position("RR R1 R+2", "B1 B2 B3")).best
    assert isinstance(best, Play)
    assert best.dump is not None


def challenged(own: str, held: str) -> GameState:
    given_now: dict[str, Any] = {"phase": Phase.CHALLENGE, "colour": BLUE, "colour_before": RED}
    return position(own, held, "R5 W4", known=("", held), **given_now)


def test_a_challenge_that_is_sure_to_fail_is_worse_than_to_accept() -> None:
    """The other goes out at once: two cards more are only lost."""
    found = by_move(judged_by_network(challenged("Y1 Y2 R3 G4", "B1")))
    assert found[Accept(seat=A)].points > found[Challenge(seat=A)].points + 4


def test_a_challenge_that_is_sure_to_succeed_is_better() -> None:
    found = by_move(judged_by_network(challenged("B9 Y1", "R1 B2 G3 Y4 G6 Y7 G8")))
    assert found[Challenge(seat=A)].points > found[Accept(seat=A)].points + 2


def test_forgetting_uno_is_never_better() -> None:
    found = by_move(judged_by_network(position("R1 R2", "B1 B2 B3")))
    assert found[lay(A, "R1", uno=True)].points > found[lay(A, "R1")].points


def test_calling_out_makes_the_round_likelier_to_be_won() -> None:
    found = by_move(judged_by_network(position("R1 Y2 G3 B4 B7", "B1", uno_open=B)))
    assert found[CallOut(seat=A)].round_chance > found[Draw(seat=A)].round_chance + 0.03


def test_what_the_other_is_known_to_hold_counts() -> None:
    """It goes out on a red card, and not on a green one."""
    state = position("R3 G5 B1 B2", "R9", known=("", "R9"))
    assert judged_by_network(state).best == lay(A, "G5")


def test_points_are_read_off_the_hands_at_the_end() -> None:
    worth = judged_by_network(position("R9", "W W W4", known=("", "W W W4"))).moves[0]
    assert worth.move == lay(A, "R9")
    assert (worth.points, worth.error, worth.round_chance) == (50, 0, 1)


def test_more_seats_need_another_judge_and_no_other_worlds() -> None:
    judge = FakeJudge(lambda state: float(hand_points(state.hands[C], state.rules)))
    state = table("R1 R2 R3", "B1 B2", "G1 G2 G3", rules=Rules.classic(3))
    last = evaluations(state, judge, 200)[-1]
    assert {worth.move for worth in last.moves} == set(view_of(state).legal)
    assert {len(world.hands[C]) for part in judge.asked for world in part} == {3}
