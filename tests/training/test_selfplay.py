"""Rounds of self-play: legal, by what each seat may know, and the same again by the same seed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.core.positions import A, B, position
from uno_duo.bots.normal import NormalBot
from uno_duo.core import GameState, Keep, Phase, Play, Reject, SeatMove, legal_moves, view_for
from uno_duo.core.moves import saying_uno
from uno_duo.dealer import pick
from uno_duo.evaluation.encoding import FEATURES, SEEN_FEATURES, encode, encode_seen, sight_of
from uno_duo.evaluation.network import Network, Networks, shipped_networks
from uno_duo.evaluation.outcomes import CLASSES, class_of
from uno_duo.training import selfplay
from uno_duo.training.selfplay import BotPlayers, NetworkPlayers, Samples, play_rounds, points_ahead


class AtRandom:
    """Plays anything, and keeps what it was asked."""

    def __init__(self, seed: int = 1) -> None:
        self._chance = Random(seed)
        self.asked: list[tuple[GameState, Sequence[SeatMove]]] = []

    def choose(self, states: Sequence[GameState], moves: Sequence[Sequence[SeatMove]]) -> list[SeatMove]:
        self.asked += zip(states, moves, strict=True)
        return [pick(legal, self._chance) for legal in moves]


class Hoarders(AtRandom):
    """They play as little as they may."""

    def choose(self, states: Sequence[GameState], moves: Sequence[Sequence[SeatMove]]) -> list[SeatMove]:
        super().choose(states, moves)
        return [next((move for move in legal if not isinstance(move, Play)), legal[0]) for legal in moves]


def normal(seed: int = 1) -> BotPlayers:
    return BotPlayers(NormalBot(), Random(seed))


def rounds_of(players: Any, count: int, seed: int = 1, random_moves: float = 0.1) -> list[Any]:
    deals = (selfplay._Round(Random(f"{seed}/{number}"), (players, players), number) for number in range(count))
    return list(selfplay._played(deals, Random(seed), random_moves))


def test_rounds_are_played_by_the_rules_to_their_end() -> None:
    players = AtRandom()
    for round_ in rounds_of(players, 5):
        assert round_.state.round_has_ended
        assert len(round_.state.rounds) == 1
        for state in round_.seen:
            assert state.turn in (A, B)
            assert state.phase not in (Phase.CUT, Phase.SHUFFLE)
            assert GameState.model_validate(state.model_dump()) == state
    for state, moves in players.asked:
        assert len(moves) > 1, "where there is no choice nobody is asked"
        assert set(moves) <= set(legal_moves(state))
        assert {move.seat for move in moves} == {state.turn}
        assert saying_uno(moves) == list(moves), "nobody forgets UNO"


def test_every_position_in_which_a_seat_was_on_turn_is_a_sample() -> None:
    players = normal()
    samples = play_rounds(players, (players,), 3, 1, random_moves=0)
    assert samples.inputs.shape == (len(samples.classes), 2, -(-FEATURES // 8))
    assert len(samples.costs) == 3
    seen = list[Any]()
    for number in range(3):
        deal = selfplay._Round(Random(f"1/round/{number}"), (players, players), number)
        seen += selfplay._played(iter([deal]), Random(1), 0)
    seen.sort(key=lambda round_: len(round_.seen))  # the shortest round ends first
    inputs = np.unpackbits(samples.inputs, axis=2, count=FEATURES)
    views = np.unpackbits(samples.views, axis=2, count=SEEN_FEATURES)
    states = [state for round_ in seen for state in round_.seen]
    for side in range(2):
        seats = [(state.turn + side) % 2 for state in states]
        assert (inputs[:, side] == encode(states, seats)).all()
        assert (views[:, side] == encode_seen(list(map(sight_of, states, seats)))).all()
    classes = [class_of(round_.state, state.turn) for round_ in seen for state in round_.seen]
    assert samples.classes.tolist() == classes
    assert max(classes) < CLASSES
    costs = [abs(np.subtract(*round_.state.rounds[-1].points)) for round_ in seen]
    assert samples.costs.tolist() == costs
    assert samples.lengths.tolist() == [len(round_.seen) for round_ in seen]
    assert samples.seats.tolist() == [state.turn for round_ in seen for state in round_.seen]
    assert not samples.at_random.any()
    assert samples.learning.all()


def test_those_that_learn_play_the_others_too_from_either_seat() -> None:
    players, one, other = AtRandom(1), AtRandom(2), Hoarders()
    samples = play_rounds(players, (players, one, other), 12, 1, random_moves=0)
    assert sorted(samples.learning.tolist()) == [[False, True]] * 4 + [[True, False]] * 4 + [[True, True]] * 4
    for others in (one, other):
        begun = Counter(state.turn for state, _ in others.asked if len(state.picks) < 2)
        assert begun == {A: 2, B: 2}, "each of them is met from both"


def test_a_round_begins_with_the_draft() -> None:
    for round_ in rounds_of(AtRandom(), 3):
        assert [state.phase for state in round_.seen[:15]][:14] == [Phase.DRAFT] * 14
        assert round_.seen[0].picks == ()


def test_the_same_seed_gives_the_same_samples() -> None:
    one, again, other = (play_rounds(normal(), (normal(),), 2, seed) for seed in (4, 4, 5))
    assert (one.inputs == again.inputs).all()
    assert (one.views == again.views).all()
    assert (one.classes == again.classes).all()
    assert one.inputs.shape != other.inputs.shape or (one.inputs != other.inputs).any()


@pytest.mark.parametrize("count", [1, 3, 8])
def test_many_rounds_take_turns(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "LOCKSTEP", 3)
    most: list[int] = []

    class Watched(AtRandom):
        def choose(self, states: Sequence[GameState], moves: Sequence[Sequence[SeatMove]]) -> list[SeatMove]:
            most.append(len(states))
            return super().choose(states, moves)

    players = Watched()
    assert len(play_rounds(players, (players,), count, 1).costs) == count
    assert max(most) <= 3
    assert sorted(round_.number for round_ in rounds_of(AtRandom(), count)) == list(range(count))


def test_moves_at_random_are_made_without_asking() -> None:
    players = AtRandom()
    play_rounds(players, (players,), 2, 1, random_moves=1)
    assert players.asked == []
    play_rounds(players, (players,), 2, 1, random_moves=0)
    always = len(players.asked)
    players.asked.clear()
    play_rounds(players, (players,), 20, 1, random_moves=0.5)
    assert len(players.asked) < 20 * always


def test_samples_tell_which_moves_were_made_at_random() -> None:
    players = AtRandom()
    samples = play_rounds(players, (players,), 4, 1, random_moves=0.3)
    assert 0.1 < samples.at_random.mean() < 0.3, "where there is no choice nothing is made at random"
    for round_ in rounds_of(players, 4, random_moves=1):
        chosen = [len(view_for(state, state.turn or 0).legal) > 1 for state in round_.seen]
        assert round_.at_random == chosen, "where there is a choice all of them are"


# A file of samples


def test_samples_are_saved_and_loaded_and_a_file_is_there_when_it_is_whole(tmp_path: Path) -> None:
    samples = play_rounds(AtRandom(), (AtRandom(),), 2, 1)
    samples.save(tmp_path / "samples-000.npz")
    assert [file.name for file in tmp_path.iterdir()] == ["samples-000.npz"]
    loaded = Samples.load(tmp_path / "samples-000.npz")
    for name in (field.name for field in fields(Samples)):
        assert (getattr(loaded, name) == getattr(samples, name)).all()
        assert getattr(loaded, name).dtype == getattr(samples, name).dtype


# Who plays


EVALUATIONS: Final = 12
COSTS: Final = np.ones(100)


class Counted(Network):
    """A network that counts what it is asked."""

    def __init__(self, network: Network) -> None:
        super().__init__(network.layers)
        self.calls: list[int] = []

    def outcomes_of(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        self.calls.append(len(inputs))
        return super().outcomes_of(inputs)


def decisions(count: int) -> tuple[list[GameState], list[list[SeatMove]]]:
    states = [state for round_ in rounds_of(AtRandom(), 2) for state in round_.seen]
    chosen = [state for state in states if len(view_for(state, state.turn).legal) > 1][-count:]
    return chosen, [list(view_for(state, state.turn or 0).legal) for state in chosen]


def test_players_with_a_network_decide_many_rounds_together() -> None:
    states, moves = decisions(20)
    networks = Networks(Counted(shipped_networks().worlds), shipped_networks().views)
    players = NetworkPlayers(networks, EVALUATIONS, COSTS, Random(1))
    chosen = players.choose(states, moves)
    assert all(move in legal for move, legal in zip(chosen, moves, strict=True))
    most = sum(max(EVALUATIONS, len(legal)) for legal in moves)
    assert isinstance(networks.worlds, Counted)
    assert sum(networks.worlds.calls) <= most
    assert len(networks.worlds.calls) < 8, "once for each halving and not for each decision"
    assert players.choose([], []) == []


def test_players_with_a_network_see_no_hidden_card() -> None:
    state = position("R9 B1", "B9 B2 B3 W")
    other = position("R9 B1", "G9 G2 G3 W4")
    for seed in range(5):
        players = [NetworkPlayers(shipped_networks(), EVALUATIONS, COSTS, Random(seed)) for _ in range(2)]
        moves = [list(view_for(state, A).legal)]
        assert players[0].choose([state], moves) == players[1].choose([other], moves)


def test_the_first_players_are_normal() -> None:
    state = position("RR R1 R3 R9 B4 B6", "B1 B2 B3 B4 B5")
    (move,) = normal().choose([state], [list(view_for(state, A).legal)])
    assert isinstance(move, Play)
    assert move.dump is not None


# Measuring


def test_equal_players_are_not_ahead_of_each_other() -> None:
    ahead = points_ahead(normal(), normal(2), 5, 1)
    assert ahead == [(0, 2)] * 5, "in each pair of deals what one seat wins the other loses"


def test_better_players_are_ahead_from_whichever_side() -> None:
    good, bad = normal(), Hoarders()
    ahead, behind = points_ahead(good, bad, 10, 1), points_ahead(bad, good, 10, 1)
    assert sum(points for points, _ in ahead) > 20 * sum(rounds for _, rounds in ahead)
    assert behind == [(-points, rounds) for points, rounds in ahead]


def test_both_rounds_of_a_pair_are_of_the_same_deal() -> None:
    one, other = AtRandom(1), AtRandom(2)
    points_ahead(one, other, 4, 7)
    for players in (one, other):
        begun = [(state.draw, state.turn) for state, _ in players.asked if not state.picks]
        assert all(isinstance(move, Keep | Reject) for _, moves in players.asked[:1] for move in moves)
        assert len(begun) == 4, "each deal is begun by either of them, once"
    decks = [sorted(state.draw for state, _ in players.asked if not state.picks) for players in (one, other)]
    assert decks[0] == decks[1]
    assert len({deck for there in decks for deck in there}) == 4
