"""The network: its file, what it tells, and how it judges."""

import io
import pickle
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from tests.core.positions import A, B, after, lay, position
from tests.core.walks import Walk, classic_with, examples, walks
from uno_duo.core import CallOut, GameState, Phase, Rules, view_for
from uno_duo.evaluation.encoding import FEATURES, encode
from uno_duo.evaluation.network import WEIGHTS, Network, NetworkJudge, judged, shipped_network
from uno_duo.evaluation.outcomes import CLASSES, MATCH, POINTS, ROUND, worth_of_end, worths_of_classes
from uno_duo.evaluation.trained import is_trained_on


def random_network(seed: int = 1, hidden: Iterable[int] = (16, 8)) -> Network:
    generator = np.random.default_rng(seed)
    sizes = (FEATURES, *hidden, CLASSES)
    return Network(
        (generator.normal(0, 0.2, (inner, outer)), generator.normal(0, 0.5, outer)) for inner, outer in pairwise(sizes)
    )


STATES = [position("R1 R2", "B1 B2 B3"), position("R9 W", "B1"), position("R+2 B7", "W4 W4", turn=B)]


# What it tells


@pytest.mark.parametrize("network", [random_network(), shipped_network()], ids=["random", "shipped"])
def test_it_tells_chances(network: Network) -> None:
    likely = network.outcomes(STATES)
    assert likely.shape == (len(STATES), CLASSES)
    assert (likely >= 0).all()
    assert likely.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_positions_and_their_inputs_are_told_alike() -> None:
    network = random_network()
    assert (network.outcomes(STATES) == network.outcomes_of(encode(STATES))).all()
    for state, row in zip(STATES, network.outcomes(STATES), strict=True):
        assert network.outcomes([state])[0] == pytest.approx(row, abs=1e-6)


def test_its_layers_are_rectified_and_end_in_a_softmax() -> None:
    first = np.array([[1.0, -1.0], [2.0, -2.0]]), np.array([-1.0, 1.0])
    second = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), np.array([0.0, 0.0, 1.0])
    found = Network([first, second]).outcomes_of(np.array([[1, 1], [0, 0]], dtype=np.float32))
    expected = np.exp([[2.0, 0.0, 1.0], [0.0, 1.0, 1.0]])  # hidden: 2 and -2, cut to 0; -1, cut to 0, and 1
    assert found == pytest.approx(expected / expected.sum(axis=1, keepdims=True))


def test_large_sums_do_not_overflow() -> None:
    network = Network([(np.full((2, 3), 500.0), np.array([0.0, 0.0, 100.0]))])
    assert network.outcomes_of(np.ones((1, 2), dtype=np.float32))[0] == pytest.approx([0, 0, 1])


# Its file


def test_it_is_saved_at_half_precision_and_loaded_again(tmp_path: Path) -> None:
    network, file = random_network(), tmp_path / "network.npz"
    network.save(file)
    with np.load(file, allow_pickle=False) as data:
        assert sorted(data.files) == sorted(f"{kind}_{layer}" for kind in ("weights", "offsets") for layer in range(3))
        assert {data[name].dtype for name in data.files if name.startswith("weights")} == {np.dtype(np.float16)}
    loaded = Network.load(file)
    assert loaded.outcomes(STATES) == pytest.approx(network.outcomes(STATES), abs=0.01)
    loaded.save(tmp_path / "again.npz")
    assert (Network.load(tmp_path / "again.npz").outcomes(STATES) == loaded.outcomes(STATES)).all()


def test_it_is_saved_to_an_open_file_too() -> None:
    stream = io.BytesIO()
    random_network().save(stream)
    stream.seek(0)
    assert Network.load(stream).outcomes(STATES).shape == (3, CLASSES)


class Wicked:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (print, ("it was run",))


def damaged_files() -> dict[str, bytes]:
    stream, single, pickled = io.BytesIO(), io.BytesIO(), io.BytesIO()
    np.savez(stream, something=np.ones(3), other=np.ones(3))
    np.save(single, np.ones(3))
    np.savez(pickled, weights_0=np.array([Wicked()], dtype=object), offsets_0=np.ones(1))
    whole = io.BytesIO()
    random_network().save(whole)
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
        "an empty archive": empty.getvalue(),
    }


@pytest.mark.parametrize("name", damaged_files())
def test_what_is_no_network_is_refused_and_never_run(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "network.npz"
    file.write_bytes(damaged_files()[name])
    with file.open("rb") as stream, pytest.raises(ValueError, match=r"."):
        Network.load(stream)
    assert capsys.readouterr().out == ""


def test_a_missing_file_is_told_as_one(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"network\.npz"):
        Network.load(tmp_path / "network.npz")


def test_the_shipped_network_is_small() -> None:
    data = (files("uno_duo.evaluation") / WEIGHTS).read_bytes()
    assert len(data) < 400_000
    assert shipped_network() is shipped_network()
    assert shipped_network().outcomes(STATES).shape == (3, CLASSES)


# How it judges


def biased(classes: dict[int, float]) -> Network:
    """A network that says the same of every position."""
    offsets = np.full(CLASSES, -50.0)
    for place, weight in classes.items():
        offsets[place] = weight
    return Network([(np.zeros((FEATURES, CLASSES)), offsets)])


WORTHS = worths_of_classes(Rules.duo(), (0, 0), A)


def worths_of(network: Network, states: list[GameState], seat: int) -> NDArray[np.float64]:
    return judged(network, states, [seat] * len(states), WORTHS)


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
    found = judged(biased({0: 0.0}), mixed, [A, A, A], WORTHS)
    assert found[1] == pytest.approx(worth_of_end(state, A))
    assert found[0] == pytest.approx(WORTHS[0])
    assert found[2] == pytest.approx(WORTHS[-1])
    assert judged(biased({0: 0.0}), [state], [B], WORTHS)[0] == pytest.approx(worth_of_end(state, B))


def test_who_forgets_uno_is_called_out() -> None:
    start = position("R9 R8", "B9 W")
    silent, said = after(start, lay(A, "R9")), after(start, lay(A, "R9", uno=True))
    called = after(silent, CallOut(seat=B))
    network = random_network(hidden=())
    assert (worths_of(network, [silent], A) == worths_of(network, [called], A)).all()
    assert (worths_of(network, [silent], A) != worths_of(network, [said], A)).any()
    forgotten_by_other = position("R9 R8", "B9", uno_open=B)
    called = after(forgotten_by_other, CallOut(seat=A))
    assert (worths_of(network, [forgotten_by_other], A) == worths_of(network, [called], A)).all()


@given(walks())
@examples(10)
def test_whatever_can_be_judged_is_judged_alike_from_both_sides(walk: Walk) -> None:
    network = random_network()
    steps = Walk(Rules.duo(), walk.style, walk.seed, 200, walk.is_late).states()
    states = [state for state in steps if state.turn is not None and state.round][-20:]
    mine, other = (worths_of(network, states, seat) for seat in (A, B))
    assert mine[:, POINTS] == pytest.approx(-other[:, POINTS], abs=1e-3)
    assert mine[:, ROUND] == pytest.approx(1 - other[:, ROUND], abs=1e-5)
    assert mine[:, MATCH] == pytest.approx(1 - other[:, MATCH], abs=1e-5)


def test_the_judge_reads_the_scores_off_the_view() -> None:
    level = {CLASSES // 2: 0.0, CLASSES // 2 - 1: 0.0}  # as likely won as lost, and for few points
    judge, state = NetworkJudge(biased(level)), position("R1 R2", "B1 B2")
    for scores in ((0, 0), (150, 20), (20, 150)):
        view = view_for(state.model_copy(update={"scores": scores}), A)
        (worth,) = judge.judge(view, [state])
        expected = worths_of_classes(Rules.duo(), scores, A)[list(level), MATCH].mean()
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


# What the shipped one has learned, with wide margins


def chance_of(state: GameState, seat: int = A) -> float:
    return float(worths_of(shipped_network(), [state], seat)[0, ROUND])


def points_of(state: GameState, seat: int = A) -> float:
    return float(worths_of(shipped_network(), [state], seat)[0, POINTS])


def test_a_last_card_that_matches_is_as_good_as_won() -> None:
    assert chance_of(position("R9", "B1 B2 B3 B4 B6")) > 0.9
    assert chance_of(position("B1 B2 B3 B4 B6", "R9", turn=B)) < 0.1
    assert chance_of(position("G9", "B1 B2 B3 B4 B6")) < chance_of(position("R9", "B1 B2 B3 B4 B6")) - 0.1


def test_few_cards_are_better_than_many() -> None:
    few, many = "R1 B7", "R1 B7 G2 G3 G4 Y6 Y7 Y8 B2"
    assert chance_of(position(few, many)) > 0.65
    assert chance_of(position(many, few)) < 0.4
    assert points_of(position(few, many)) > 5
    assert points_of(position(many, few)) < -5


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
