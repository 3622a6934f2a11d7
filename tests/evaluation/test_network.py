"""The networks: their file, what they tell, and how they judge."""

import io
import pickle
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from tests.core.positions import A, B, after, codes, lay, position, rest_of_deck
from tests.core.walks import Walk, classic_with, examples, walks
from uno_duo.core import CallOut, GameState, Phase, Rules, cards, view_for
from uno_duo.evaluation.encoding import FEATURES, SEEN_FEATURES, encode, encode_seen, sight_of
from uno_duo.evaluation.network import WEIGHTS, Network, NetworkJudge, Networks, judged, shipped_networks
from uno_duo.evaluation.outcomes import CLASSES, MATCH, POINTS, ROUND, worth_of_end, worths_of_classes
from uno_duo.evaluation.trained import is_trained_on


def random_network(seed: int = 1, hidden: Iterable[int] = (16, 8), features: int = FEATURES) -> Network:
    generator = np.random.default_rng(seed)
    sizes = (features, *hidden, CLASSES)
    return Network(
        (generator.normal(0, 0.2, (inner, outer)), generator.normal(0, 0.5, outer)) for inner, outer in pairwise(sizes)
    )


def random_networks(hidden: Iterable[int] = (16, 8)) -> Networks:
    hidden = tuple(hidden)
    return Networks(random_network(1, hidden), random_network(2, hidden, SEEN_FEATURES))


def told(networks: Networks) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What both networks tell of some positions."""
    inputs = encode(STATES, [A] * len(STATES)), encode_seen([sight_of(state, A) for state in STATES])
    return networks.worlds.outcomes_of(inputs[0]), networks.views.outcomes_of(inputs[1])


STATES = [position("R1 R2", "B1 B2 B3"), position("R9 W", "B1"), position("R+2 B7", "W4 W4", turn=B)]


# What it tells


@pytest.mark.parametrize("networks", [random_networks(), shipped_networks()], ids=["random", "shipped"])
def test_they_tell_chances(networks: Networks) -> None:
    for likely in told(networks):
        assert likely.shape == (len(STATES), CLASSES)
        assert (likely >= 0).all()
        assert likely.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_a_position_is_told_alike_beside_others() -> None:
    network, inputs = random_network(), encode(STATES, [A] * len(STATES))
    for place, row in enumerate(network.outcomes_of(inputs)):
        assert network.outcomes_of(inputs[place : place + 1])[0] == pytest.approx(row, abs=1e-6)


def test_its_layers_are_rectified_and_end_in_a_softmax() -> None:
    first = np.array([[1.0, -1.0], [2.0, -2.0]]), np.array([-1.0, 1.0])
    second = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), np.array([0.0, 0.0, 1.0])
    found = Network([first, second]).outcomes_of(np.array([[1, 1], [0, 0]], dtype=np.float32))
    expected = np.exp([[2.0, 0.0, 1.0], [0.0, 1.0, 1.0]])  # hidden: 2 and -2, cut to 0; -1, cut to 0, and 1
    assert found == pytest.approx(expected / expected.sum(axis=1, keepdims=True))


def test_large_sums_do_not_overflow() -> None:
    network = Network([(np.full((2, 3), 500.0), np.array([0.0, 0.0, 100.0]))])
    assert network.outcomes_of(np.ones((1, 2), dtype=np.float32))[0] == pytest.approx([0, 0, 1])


# Their file


def test_they_are_saved_at_half_precision_and_loaded_again(tmp_path: Path) -> None:
    networks, file = random_networks(), tmp_path / "network.npz"
    networks.save(file)
    with np.load(file, allow_pickle=False) as data:
        names = [
            f"{of}_{kind}_{layer}"
            for of in ("worlds", "views")
            for kind in ("weights", "offsets")
            for layer in range(3)
        ]
        assert sorted(data.files) == sorted(names)
        assert {data[name].dtype for name in data.files if "weights" in name} == {np.dtype(np.float16)}
    loaded = Networks.load(file)
    for before, after_it in zip(told(networks), told(loaded), strict=True):
        assert after_it == pytest.approx(before, abs=0.01)
    loaded.save(tmp_path / "again.npz")
    for before, after_it in zip(told(loaded), told(Networks.load(tmp_path / "again.npz")), strict=True):
        assert (after_it == before).all()


def test_they_are_saved_to_an_open_file_too() -> None:
    stream = io.BytesIO()
    random_networks().save(stream)
    stream.seek(0)
    assert [likely.shape for likely in told(Networks.load(stream))] == [(3, CLASSES)] * 2


class Wicked:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (print, ("it was run",))


def damaged_files() -> dict[str, bytes]:
    stream, single, pickled = io.BytesIO(), io.BytesIO(), io.BytesIO()
    np.savez(stream, something=np.ones(3), other=np.ones(3))
    np.save(single, np.ones(3))
    objects = np.array([Wicked()], dtype=object)
    np.savez(pickled, worlds_weights_0=objects, worlds_offsets_0=np.ones(1), views_weights_0=objects)
    whole, half = io.BytesIO(), io.BytesIO()
    random_networks().save(whole)
    one: dict[str, Any] = random_network().arrays("worlds")
    np.savez(half, **one)
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    return {
        "nothing": b"",
        "text": b"this is no network",
        "a pickle": pickle.dumps(Wicked()),
        "other arrays": stream.getvalue(),
        "a single array": single.getvalue(),
        "arrays of objects": pickled.getvalue(),
        "half a file": whole.getvalue()[:2_000],
        "one network": half.getvalue(),
        "an empty archive": empty.getvalue(),
    }


@pytest.mark.parametrize("name", damaged_files())
def test_what_is_no_network_is_refused_and_never_run(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "network.npz"
    file.write_bytes(damaged_files()[name])
    with file.open("rb") as stream, pytest.raises(ValueError, match=r"."):
        Networks.load(stream)
    assert capsys.readouterr().out == ""


def test_a_missing_file_is_told_as_one(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"network\.npz"):
        Networks.load(tmp_path / "network.npz")


def test_the_shipped_networks_are_small() -> None:
    data = (files("uno_duo.evaluation") / WEIGHTS).read_bytes()
    assert len(data) < 400_000
    assert shipped_networks() is shipped_networks()


# How they judge


def biased(classes: dict[int, float], seen: dict[int, float] | None = None) -> Networks:
    """Networks that say the same of every position, and of whatever is seen of one."""
    layers = []
    for features, weights in ((FEATURES, classes), (SEEN_FEATURES, seen or classes)):
        offsets = np.full(CLASSES, -50.0)
        for place, weight in weights.items():
            offsets[place] = weight
        layers.append(Network([(np.zeros((features, CLASSES)), offsets)]))
    return Networks(*layers)


WORTHS = worths_of_classes(Rules.duo(), (0, 0), A)


def worths_of(networks: Networks, states: list[GameState], seat: int) -> NDArray[np.float64]:
    return judged(networks, states, [seat] * len(states), WORTHS).in_full


def test_it_judges_from_the_seat_and_not_from_the_one_on_turn() -> None:
    network = biased({CLASSES - 1: 0.0})  # whoever is on turn wins dearly
    state = position("R1 R2", "B1 B2")
    points, won, match = worths_of(network, [state], A)[0]
    assert (points, won, match) == pytest.approx(WORTHS[-1])
    other = worths_of(network, [state], B)[0]
    assert other[POINTS] == pytest.approx(-points)
    assert (other[ROUND], other[MATCH]) == pytest.approx((0, 1 - match), abs=1e-6)


def test_its_chances_are_weighed_with_what_the_classes_are_worth() -> None:
    network = biased({CLASSES - 1: 0.0, 0: np.log(3)})
    found = worths_of(network, [position("R1 R2", "B1 B2")], A)[0]
    assert found == pytest.approx(0.25 * WORTHS[-1] + 0.75 * WORTHS[0], rel=1e-5)


def test_a_round_that_has_ended_is_counted_and_not_judged() -> None:
    state = after(position("R9", "B9 W"), lay(A, "R9"))
    mixed = [position("R1 R2", "B1 B2"), state, position("R1 R2", "B1 B2", turn=B)]
    found, seen = judged(biased({0: 0.0}), mixed, [A, A, A], WORTHS)
    assert found[1] == pytest.approx(worth_of_end(state, A))
    assert found[0] == pytest.approx(WORTHS[0])
    assert found[2] == pytest.approx(WORTHS[-1])
    for worth in seen[::2]:
        assert worth == pytest.approx(WORTHS[0]), "what a seat sees is judged for that seat"
    assert seen[1] == pytest.approx(worth_of_end(state, A))
    for worths in judged(biased({0: 0.0}), [state], [B], WORTHS):
        assert worths[0] == pytest.approx(worth_of_end(state, B))


def test_what_a_seat_sees_is_judged_by_a_network_of_its_own() -> None:
    mine, other = [position("R1 R2", "B1 B2")], [position("R1 R2", "G1 W4")]
    found = judged(biased({0: 0.0}, seen={CLASSES - 1: 0.0}), mine, [A], WORTHS)
    assert found.in_full[0] == pytest.approx(WORTHS[0])
    assert found.as_seen[0] == pytest.approx(WORTHS[-1])
    one, two = (judged(random_networks(), states, [A], WORTHS) for states in (mine, other))
    assert (one.in_full != two.in_full).all()
    assert (one.as_seen == two.as_seen).all(), "the other hand is hidden"


def test_what_a_seat_sees_can_be_left_out() -> None:
    networks, view = biased({0: 0.0}, seen={CLASSES - 1: 0.0}), view_for(position("R1 R2", "B1 B2"), A)
    states = [position("R1 R2", "B1 B2"), after(position("R9", "B9 W"), lay(A, "R9"))]
    both, alone = (NetworkJudge(networks, by_sight=by_sight).judge(view, states) for by_sight in (True, False))
    assert (both.in_full[0] != both.as_seen[0]).any()
    assert (alone.in_full == both.in_full).all()
    assert (alone.as_seen == alone.in_full).all()


def test_who_forgets_uno_is_called_out() -> None:
    start = position("R9 R8", "B9 W")
    silent, said = after(start, lay(A, "R9")), after(start, lay(A, "R9", uno=True))
    called = after(silent, CallOut(seat=B))
    network = random_networks(hidden=())
    assert (worths_of(network, [silent], A) == worths_of(network, [called], A)).all()
    assert (worths_of(network, [silent], A) != worths_of(network, [said], A)).any()
    forgotten_by_other = position("R9 R8", "B9", uno_open=B)
    called = after(forgotten_by_other, CallOut(seat=A))
    assert (worths_of(network, [forgotten_by_other], A) == worths_of(network, [called], A)).all()


@given(walks())
@examples(10)
def test_whatever_can_be_judged_is_judged_alike_from_both_sides(walk: Walk) -> None:
    """But for what the seat that asks plays better than the other."""
    networks = random_networks()
    networks.worlds.layers[0][0][-1] = 0  # whether the seat that asks is on turn
    steps = Walk(Rules.duo(), walk.style, walk.seed, 200, walk.is_late).states()
    states = [state for state in steps if state.turn is not None and state.round][-20:]
    mine, other = (worths_of(networks, states, seat) for seat in (A, B))
    assert mine[:, POINTS] == pytest.approx(-other[:, POINTS], abs=1e-3)
    assert mine[:, ROUND] == pytest.approx(1 - other[:, ROUND], abs=1e-5)
    assert mine[:, MATCH] == pytest.approx(1 - other[:, MATCH], abs=1e-5)


def test_the_judge_reads_the_scores_off_the_view() -> None:
    level = {CLASSES // 2: 0.0, CLASSES // 2 - 1: 0.0}  # as likely won as lost, and for few points
    judge, state = NetworkJudge(biased(level)), position("R1 R2", "B1 B2")
    for scores in ((0, 0), (150, 20), (20, 150)):
        view = view_for(state.model_copy(update={"scores": scores}), A)
        expected = worths_of_classes(Rules.duo(), scores, A)[list(level), MATCH].mean()
        for (worth,) in judge.judge(view, [state]):
            assert worth[MATCH] == pytest.approx(expected)


@pytest.mark.parametrize("target", [1, 100, 200, 100_000])
def test_it_knows_uno_duo_whatever_the_target(target: int) -> None:
    assert is_trained_on(Rules(target=target))


@pytest.mark.parametrize(
    "rules",
    [
        Rules.classic(2),
        Rules.classic(4),
        classic_with(3, knock_out=True),
        Rules(knock_out=True),
        Rules(hand_size=8),
        Rules(wild_points=20),
        Rules(final_draw=False),
    ],
    ids=str,
)
def test_it_knows_no_other_rules(rules: Rules) -> None:
    assert not is_trained_on(rules)


# What the shipped ones have learned, with wide margins


def chance_of(state: GameState, seat: int = A) -> float:
    return float(worths_of(shipped_networks(), [state], seat)[0, ROUND])


def points_of(state: GameState, seat: int = A) -> float:
    return float(worths_of(shipped_networks(), [state], seat)[0, POINTS])


def chance_seen(state: GameState, seat: int = A) -> float:
    """The chance to win the round by what a seat sees."""
    return float(judged(shipped_networks(), [state], [seat], WORTHS).as_seen[0, ROUND])


def midway(own: str, other: str, **fields: Any) -> GameState:
    """A position in which a third of the cards have been played, as they have when hands are small."""
    gone = codes(rest_of_deck(cards(own), cards(other), cards("R5"))[::3])
    return position(own, other, f"{gone} R5", **fields)


def test_a_last_card_that_matches_is_as_good_as_won() -> None:
    assert chance_of(position("R9", "B1 B2 B3 B4 B6")) > 0.9
    assert chance_of(position("B1 B2 B3 B4 B6", "R9", turn=B)) < 0.1
    assert chance_of(position("G9", "B1 B2 B3 B4 B6")) < chance_of(position("R9", "B1 B2 B3 B4 B6")) - 0.1
    assert chance_seen(midway("R9", "B1 B2 B3 B4 B6")) > 0.9


def test_few_cards_are_better_than_many() -> None:
    few, many = "R1 B7", "R1 B7 G2 G3 G4 Y6 Y7 Y8 B2"
    assert chance_of(position(few, many)) > 0.65
    assert chance_of(position(many, few)) < 0.4
    assert chance_seen(midway(few, many)) > chance_seen(midway(many, few)) + 0.2


def test_what_is_known_of_the_other_hand_counts() -> None:
    """The other goes out with R9, and the seat may know it."""
    known, unknown = (midway("R1 B7 G3", "R9", turn=B, known=("", held)) for held in ("R9", ""))
    assert chance_seen(known) < 0.1
    assert chance_seen(unknown) > chance_seen(known) + 0.1


def test_dear_cards_in_the_other_hand_promise_points() -> None:
    cheap, dear = position("R1", "B0 G1 G2 Y1"), position("R1", "W4 W4 W4 W")
    assert points_of(dear) > points_of(cheap) + 20


def test_a_large_bill_is_bad() -> None:
    none = position("R1 R2 B3 G4", "B1 B2 B6", "R+2")
    large = position("R1 R2 B3 G4", "B1 B2 B6", "R+2", phase=Phase.BILL, bill=8)
    assert points_of(large) < points_of(none) - 3


# When it is loaded


def test_the_title_is_reached_without_it() -> None:
    script = """
import sys
import uno_duo.cli
import uno_duo.ui.app
heavy = ("numpy", "sklearn", "scipy", "uno_duo.evaluation.network", "uno_duo.training", "uno_duo.bots.searching")
sys.exit(" ".join(name for name in heavy if name in sys.modules) or 0)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_game_never_needs_what_it_was_learned_with() -> None:
    script = """
import sys
import uno_duo.bots.searching, uno_duo.evaluation.playouts
sys.exit(" ".join(name for name in ("sklearn", "scipy", "uno_duo.training") if name in sys.modules) or 0)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
