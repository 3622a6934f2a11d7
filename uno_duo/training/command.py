"""The command that learns the networks: generation after generation, resumable.

A generation is learned from rounds that the one before has played, and the first from rounds of `normal`. All is
kept in a folder, and what lies there already is not made again; so the generations that follow may be learned in
another way.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from random import Random
from shutil import copyfile
from typing import Annotated, Any, Final, NamedTuple, NoReturn, TypeVar
from zipfile import BadZipFile

import numpy as np
import typer

from uno_duo.arena.crews import MOST_WORKERS, processes
from uno_duo.arena.intervals import mean_interval, ratio
from uno_duo.bots.levels import LEVELS, UnknownBot, bot_named
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
)

PART: Final = 1_000
"""How many rounds a file of samples holds."""
OLDER: Final = 2
"""How many generations before lend their samples too, where they met the same players: more are better."""
ITSELF: Final = "itself"
"""What whoever learns is called among those that it plays against."""
PROVENANCE: Final = "network.json"
"""The file beside the weights that tells where they come from."""
COURSE: Final = "course.json"
"""The file that tells how a generation is being learned, from its beginning."""

_Read = TypeVar("_Read")


class Job(NamedTuple):
    """A file of samples that is to be made.

    Attributes:
        file: Where it goes.
        players: The folder of the generation that plays; None for `normal`.
        against: Whom it plays against in turn: bots, or `ITSELF`.
        evaluations: How many evaluations a decision has.
        rounds: How many rounds.
        seed: What all chance comes from.
    """

    file: Path
    players: Path | None
    against: tuple[str, ...]
    evaluations: int
    rounds: int
    seed: int


def make(job: Job) -> None:
    """Plays the rounds of a file of samples."""
    players = _players(job.players, job.evaluations, job.seed)
    against = [players if name == ITSELF else _bots(name, job.seed) for name in job.against]
    play_rounds(players, against, job.rounds, job.seed).save(job.file)


def _players(generation: Path | None, evaluations: int, seed: int) -> Players:
    """The players of a generation, who reckon with what rounds cost when it was learned."""
    if generation is None:
        return _bots("normal", seed)
    chance = Random(f"{seed}/players")
    networks, costs = _read(generation / WEIGHTS, Networks.load), _read(generation / DATA, costs_in)
    return NetworkPlayers(networks, evaluations, costs, chance)


def _bots(name: str, seed: int) -> Players:
    return BotPlayers(bot_named(name), Random(f"{seed}/{name}"))


class Course(NamedTuple):
    """How generations are learned.

    Attributes:
        against: Whom each plays against in turn: bots, or `ITSELF`.
        rounds: How many rounds each is learned from.
        evaluations: How many evaluations a decision of theirs has.
        pairs: How many deals, each played from both seats, measure a generation.
        seed: What all chance comes from.
    """

    against: tuple[str, ...]
    rounds: int
    evaluations: int
    pairs: int
    seed: int


class TrainingError(Exception):
    """What lies in the folder cannot be gone on with; the text says why."""


def run(folder: Path, generations: int, course: Course, workers: int) -> list[dict[str, Any]]:
    """Learns generation after generation.

    Args:
        folder: Where all is kept.
        generations: How many.
        course: How they are learned.
        workers: How many processes play.

    Returns:
        What is known of each generation.

    Raises:
        TrainingError: A file cannot be read, or a generation that is not finished was begun in another way.
    """
    return [_generation(folder, number, course, workers) for number in range(1, generations + 1)]


def _generation(folder: Path, number: int, course: Course, workers: int) -> dict[str, Any]:
    """Learns a generation, or finds what is known of it."""
    here = _folder(folder, number)
    if (found := _known(here)) is not None:
        return found
    here.mkdir(parents=True, exist_ok=True)
    _begin(here, course)
    began = time.monotonic()
    playing = _folder(folder, number - 1) if number > 1 else None
    files = [here / f"samples-{part:03}.npz" for part in range(-(-course.rounds // PART))]
    jobs = [
        Job(
            file,
            playing,
            course.against,
            course.evaluations,
            min(PART, course.rounds - place * PART),
            _seed(course.seed, number, place),
        )
        for place, file in enumerate(files)
        if not file.exists()
    ]
    _work(jobs, workers)
    _say(f"generation {number}: {course.rounds} rounds played in {time.monotonic() - began:.0f} s")
    samples = [_read(file, Samples.load) for file in files]
    learned_from, held_back = samples[:-1] or samples, samples[-1]
    older = [_read(file, Samples.load) for file in _older_samples(folder, number, course.against)]
    begun_with = None if playing is None else _read(playing / WEIGHTS, Networks.load)
    learned = learn([*older, *learned_from], course.seed, begun_with)
    learned.save(here / WEIGHTS)
    save_chances(here / DATA, np.bincount(np.concatenate([part.costs for part in samples])))
    known = {
        "generation": number,
        **_told(course),
        "positions": sum(len(part.classes) for part in samples),
        "log_loss": round(log_loss(learned.worlds, held_back), 4),
        "points_a_round_ahead": _points_ahead(here, playing, _seed(course.seed, number, -1), course),
        "seconds": round(time.monotonic() - began),
    }
    (here / PROVENANCE).write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    _say(json.dumps(known))
    return known


def _begin(generation: Path, course: Course) -> None:
    """Notes how a generation is learned; its samples are all of one kind, whenever they are made."""
    file = generation / COURSE
    if not file.exists():
        file.write_text(json.dumps(_told(course)) + "\n", encoding="utf-8")
    elif (begun := _read(file, _report_in)) != _told(course):
        options = " ".join(
            f"--{name} {','.join(value) if name == 'against' else value}" for name, value in begun.items()
        )
        raise TrainingError(f"{generation} was begun with {options}; go on with these, or remove it")


def _told(course: Course) -> dict[str, Any]:
    """A course as JSON has it."""
    return {**course._asdict(), "against": list(course.against)}


def _folder(folder: Path, number: int) -> Path:
    return folder / f"generation-{number}"


def _known(generation: Path) -> dict[str, Any] | None:
    """What is known of a generation; None where it is not yet learned."""
    report = generation / PROVENANCE
    return _read(report, _report_in) if report.exists() else None


def _report_in(file: Path) -> dict[str, Any]:
    found = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(found, dict) or "against" not in found:
        raise ValueError("it is no report")
    return found


def _read(file: Path, load: Callable[[Path], _Read]) -> _Read:
    """What a file holds.

    Raises:
        TrainingError: It cannot be read.
    """
    try:
        return load(file)
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise TrainingError(f"{file} cannot be read: {error}") from None


def _older_samples(folder: Path, number: int, against: tuple[str, ...]) -> Iterator[Path]:
    """The samples of the generations before that have met the same players."""
    for earlier in range(max(1, number - OLDER), number):
        generation = _folder(folder, earlier)
        known = _known(generation)
        if known is not None and tuple(known["against"]) == against:
            yield from sorted(generation.glob("samples-*.npz"))


def _points_ahead(here: Path, before: Path | None, seed: int, course: Course) -> dict[str, dict[str, float]]:
    """How many points a round a generation is ahead of the one before and of the bots that it has met."""
    others = {"normal" if before is None else "the one before": _players(before, course.evaluations, seed)}
    others |= {name: _bots(name, seed) for name in course.against if name != ITSELF}
    found = {}
    for name, players in others.items():
        ahead = points_ahead(_players(here, course.evaluations, course.seed), players, course.pairs, course.seed)
        mean, interval = ratio(ahead), mean_interval(ahead)
        assert mean is not None
        assert interval is not None
        found[name] = {"mean": round(mean, 2), "interval_95": round((interval.high - interval.low) / 2, 2)}
    return found


def _work(jobs: Iterable[Job], workers: int) -> None:
    """Makes some files of samples."""
    if workers == 1:
        for job in jobs:
            make(job)
        return
    with processes(workers) as executor:
        for _ in executor.map(make, jobs):
            pass


def _seed(seed: int, generation: int, part: int) -> int:
    return Random(f"{seed}/{generation}/{part}").getrandbits(32)


def _fail(reason: str) -> NoReturn:
    _say(reason)
    raise typer.Exit(1)


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def ship(folder: Path, package: Path, known: list[dict[str, Any]]) -> None:
    """Puts the last generation's networks into the package, with what its rounds cost.

    Args:
        folder: Where the generations are.
        package: Where the networks go.
        known: What is known of each generation.
    """
    last = _folder(folder, len(known))
    for name in (WEIGHTS, DATA):
        copyfile(last / name, package / name)
    told = {
        "command": "python -m uno_duo.training",
        "versions": {"python": python_version(), **{name: version(name) for name in ("numpy", "scikit-learn")}},
        "generations": known,
    }
    (package / PROVENANCE).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Runs the command."""
    typer.run(_train)


def _checked(against: str) -> str:
    """The names of those to play against, each of which there is."""
    for name in against.split(","):
        if name not in (*LEVELS, ITSELF):
            raise typer.BadParameter(f"{UnknownBot(name)}, {ITSELF}")
    return against


def _train(
    folder: Annotated[Path, typer.Argument(file_okay=False, help="Where all is kept, to go on with.")],
    generations: Annotated[int, typer.Option(min=1, help="How many generations, with those that are there.")] = 3,
    against: Annotated[
        str, typer.Option(callback=_checked, metavar="NAMES", help=f"Whom each plays in turn: bots, or {ITSELF}.")
    ] = "greedy",
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds each is learned from.")] = 24_000,
    evaluations: Annotated[int, typer.Option(min=1, max=20, help="How many evaluations a decision has.")] = 20,
    pairs: Annotated[int, typer.Option(min=2, help="Deals that measure a generation.")] = 1_000,
    seed: Annotated[int, typer.Option(min=0, max=0xFFFFFFFF, help="What all chance comes from.")] = 1,
    workers: Annotated[int, typer.Option(min=1, max=MOST_WORKERS, help="How many processes play.")] = 1,
    into: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            file_okay=False,
            writable=True,
            help="The folder of the package for the last networks.",
        ),
    ] = None,
) -> None:
    """Learns the networks from rounds that they play themselves."""
    course = Course(tuple(against.split(",")), rounds, evaluations, pairs, seed)
    try:
        known = run(folder, generations, course, workers)
        if into is not None:
            ship(folder, into, known)
    except TrainingError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}")
