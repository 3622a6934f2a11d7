"""The command that learns the networks: generation after generation, resumable.

A generation is learned from rounds that the one before has played, and the first from rounds of `normal`. All is
kept in a folder, and what lies there already is not made again.
"""

import json
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from platform import python_version
from random import Random
from shutil import copyfile
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
import typer

from uno_duo.bots.normal import NormalBot
from uno_duo.evaluation.chances import DATA, costs_in, save_chances
from uno_duo.evaluation.network import WEIGHTS, Networks
from uno_duo.training.learn import learn, log_loss
from uno_duo.training.selfplay import (
    BotPlayers,
    NetworkPlayers,
    Players,
    Samples,
    play_rounds,
    points_ahead,
    the_others,
)

PART: Final = 1_000
"""How many rounds a file of samples holds."""
OLDER: Final = 2
"""How many generations before lend their samples too: these are not much worse, and more are better."""
ROUNDS_FOR_COSTS: Final = 2_000
"""How many rounds of the last generation tell what a round costs."""
PROVENANCE: Final = "network.json"
"""The file beside the weights that tells where they come from."""


class Job(NamedTuple):
    """A file of samples that is to be made.

    Attributes:
        file: Where it goes.
        players: The folder of the generation that plays; None for `normal`.
        evaluations: How many evaluations a decision has.
        rounds: How many rounds.
        seed: What all chance comes from.
    """

    file: Path
    players: Path | None
    evaluations: int
    rounds: int
    seed: int


def make(job: Job) -> None:
    """Plays the rounds of a file of samples."""
    players = _players(job.players, job.evaluations, job.seed)
    play_rounds(players, job.rounds, job.seed, the_others(job.seed)).save(job.file)


def _players(generation: Path | None, evaluations: int, seed: int) -> Players:
    """The players of a generation, who reckon with what rounds cost when it was learned."""
    chance = Random(f"{seed}/players")
    if generation is None:
        return BotPlayers(NormalBot(), chance)
    return NetworkPlayers(Networks.load(generation / WEIGHTS), evaluations, costs_in(generation / DATA), chance)


class Course(NamedTuple):
    """How the generations are learned.

    Attributes:
        rounds: How many rounds each is learned from.
        evaluations: How many evaluations a decision of theirs has.
        pairs: How many deals, each played from both seats, measure a generation against the one before.
        seed: What all chance comes from.
    """

    rounds: int
    evaluations: int
    pairs: int
    seed: int


def run(folder: Path, generations: int, course: Course, workers: int) -> list[dict[str, Any]]:
    """Learns generation after generation.

    Args:
        folder: Where all is kept.
        generations: How many.
        course: How they are learned.
        workers: How many processes play.

    Returns:
        What is known of each generation.
    """
    return [_generation(folder, number, course, workers) for number in range(1, generations + 1)]


def _generation(folder: Path, number: int, course: Course, workers: int) -> dict[str, Any]:
    """Learns a generation, or finds what is known of it."""
    here, before = folder / f"generation-{number}", folder / f"generation-{number - 1}"
    report = here / PROVENANCE
    if report.exists():
        found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
        return found
    rounds, evaluations, pairs, seed = course
    here.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    playing = before if number > 1 else None
    files = [here / f"samples-{part:03}.npz" for part in range(-(-rounds // PART))]
    jobs = [
        Job(file, playing, evaluations, min(PART, rounds - place * PART), _seed(seed, number, place))
        for place, file in enumerate(files)
        if not file.exists()
    ]
    _work(jobs, workers)
    _say(f"generation {number}: {rounds} rounds played in {time.monotonic() - began:.0f} s")
    older = (
        file
        for earlier in range(max(1, number - OLDER), number)
        for file in sorted((folder / f"generation-{earlier}").glob("samples-*.npz"))
    )
    samples = [Samples.load(file) for file in files]
    learned_from, held_back = samples[:-1] or samples, samples[-1]
    begun_with = None if playing is None else Networks.load(playing / WEIGHTS)
    learned = learn([*map(Samples.load, older), *learned_from], seed, begun_with)
    learned.save(here / WEIGHTS)
    save_chances(here / DATA, np.bincount(np.concatenate([part.costs for part in samples])))
    ahead = points_ahead(
        _players(here, evaluations, seed), _players(playing, evaluations, _seed(seed, number, -1)), pairs, seed
    )
    known = {
        "generation": number,
        "rounds": rounds,
        "positions": sum(len(part.classes) for part in samples),
        "log_loss": round(log_loss(learned.worlds, held_back), 4),
        "points_a_round_ahead_of_the_one_before": round(float(ahead.mean()), 2),
        "interval_95": round(1.96 * float(ahead.std(ddof=1)) / sqrt(pairs), 2),
        "seconds": round(time.monotonic() - began),
    }
    report.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    _say(json.dumps(known))
    return known


def _work(jobs: Iterable[Job], workers: int) -> None:
    """Makes some files of samples."""
    if workers == 1:
        for job in jobs:
            make(job)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for _ in pool.map(make, jobs):
            pass


def _seed(seed: int, generation: int, part: int) -> int:
    return Random(f"{seed}/{generation}/{part}").getrandbits(32)


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def ship(folder: Path, package: Path, known: list[dict[str, Any]], course: Course) -> None:
    """Puts the last generation's networks into the package, with what rounds cost between two of its players.

    Args:
        folder: Where the generations are.
        package: Where the networks go.
        known: What is known of each generation.
        course: How they were learned.
    """
    last, rounds = folder / f"generation-{len(known)}", min(course.rounds, ROUNDS_FOR_COSTS)
    players = _players(last, course.evaluations, course.seed)
    costs = play_rounds(players, rounds, _seed(course.seed, 0, 0), random_moves=0).costs
    copyfile(last / WEIGHTS, package / WEIGHTS)
    save_chances(package / DATA, np.bincount(costs))
    told = {
        "command": "python -m uno_duo.training",
        **course._asdict(),
        "rounds_for_costs": rounds,
        "versions": {"python": python_version(), **{name: version(name) for name in ("numpy", "scikit-learn")}},
        "generations": known,
    }
    (package / PROVENANCE).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Runs the command."""
    typer.run(_train)


def _train(
    folder: Annotated[Path, typer.Argument(help="Where all is kept, to go on with.")],
    generations: Annotated[int, typer.Option(min=1, help="How many generations.")] = 3,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds each is learned from.")] = 24_000,
    evaluations: Annotated[int, typer.Option(min=1, max=20, help="How many evaluations a decision has.")] = 20,
    pairs: Annotated[int, typer.Option(min=2, help="Deals that measure a generation against the last.")] = 1_000,
    seed: Annotated[int, typer.Option(help="What all chance comes from.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 1,
    into: Annotated[Path | None, typer.Option(help="The folder of the package that the last networks go into.")] = None,
) -> None:
    """Learns the networks by self-play."""
    course = Course(rounds, evaluations, pairs, seed)
    known = run(folder, generations, course, workers)
    if into is not None:
        ship(folder, into, known, course)
