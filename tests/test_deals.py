"""A round again, by the expert in the player's place."""

import io
import sys
from pathlib import Path

import pytest

from tests.test_cli import run
from tests.test_history import lines_of
from uno_duo import deals
from uno_duo.arena import ask
from uno_duo.bots.levels import bot_named
from uno_duo.core import Rules
from uno_duo.deals import by_expert
from uno_duo.match import Match
from uno_duo.played import PlayedRound, played_match
from uno_duo.record import Header, Player, Recorded, read_record


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """`greedy` in the expert's place."""
    monkeypatch.setattr(deals, "EXPERT", "greedy")


def found(lines: list[str]) -> Recorded:
    return read_record([line.encode() for line in lines])


def test_each_round_is_played_with_the_same_cards_and_ends() -> None:
    match = found(lines_of(3))
    rounds = len(match.replay.state.rounds)
    assert rounds > 1
    again = [by_expert(match, number, 0) for number in range(1, rounds + 1)]
    assert again == [by_expert(match, number, 0) for number in range(1, rounds + 1)], "the same each time"
    played = played_match(match, "x")
    assert played is not None
    assert again != list(played.rounds), "it does not play as the player did"


def test_whoever_plays_as_the_expert_does_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of `normal` in the player's place, played again by `normal`."""
    monkeypatch.setattr(deals, "EXPERT", "normal")
    lines: list[str] = []
    players = (Player(), Player(bot="normal"))
    match = Match(Header(rules=Rules(target=60), seats=("A", "B"), players=players, seed=4), write=lines.append)
    bot = bot_named("normal")
    while not match.is_over:
        decision = match.decision
        if decision is None:
            match.shuffle()
        else:
            match.answer(ask(bot, match, decision))
    played = played_match(found(lines), "x")
    assert played is not None
    assert tuple(by_expert(found(lines), number + 1, 0) for number in range(len(played.rounds))) == played.rounds


def test_other_rules_and_seats_and_what_was_undone() -> None:
    classic = found(lines_of(1, "easy", rules=Rules.classic(3).model_copy(update={"target": 60})))
    assert isinstance(by_expert(classic, 1, 0), PlayedRound)
    lines = lines_of(3, is_practice=True)
    undone = [*lines[:30], '{"type": "undo", "to": 12}\n', *lines[13:]]
    assert by_expert(found(undone), 1, 0) == by_expert(found(lines), 1, 0)


def test_there_are_only_rounds_that_have_ended() -> None:
    match = found(lines_of(3)[:30])
    for number in (0, 1, -1):
        with pytest.raises(ValueError, match="no round"):
            by_expert(match, number, 0)


def test_the_program_answers_a_line_with_a_round(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record = tmp_path / "one.jsonl"
    record.write_text("".join(lines_of(3)), encoding="utf-8")

    def answered(line: bytes) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
        done = run("deal", record)
        return done.stdout if done.returncode == 0 else done.stderr

    assert PlayedRound.model_validate_json(answered(b"1\n")) == by_expert(found(lines_of(3)), 1, 0)
    for line in (b"0\n", b"99\n", b"x\n", b"true\n"):
        assert answered(line).startswith("uno-duo: line 1: ")
