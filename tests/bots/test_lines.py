"""The line protocol: what stands on a line, that it is read back as it was, and what is refused."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.test_protocol import SEEDS
from tests.core.positions import A, B, after, drafting, lay, position
from tests.core.walks import RULES, examples, walks
from uno_duo.bots.base import Bot, is_about_uno, reply_of
from uno_duo.bots.levels import LEVELS, SEARCHING, bot_named
from uno_duo.bots.lines import Question, answer_line, answer_of, question_line, question_of
from uno_duo.core import CallOut, Draw, GameState, PlayView, Rules, SayUno, SeatMove, View, legal_moves, view_for
from uno_duo.json_lines import LineError
from uno_duo.match import Match
from uno_duo.record import Header, as_line

TURN: Final = position("R1 R9 Y7 W", "Y1 Y2 Y3", known=("", "Y1"))
VIEW: Final = view_for(TURN, A)
LINE: Final = question_line(VIEW, VIEW.legal, 7)


def questions(state: GameState) -> Iterator[tuple[View, tuple[SeatMove, ...]]]:
    """Every question that a match could ask in a position."""
    moves = [move for move in legal_moves(state) if isinstance(move, SeatMove)]
    for move in moves:
        if isinstance(move, SayUno | CallOut):
            yield view_for(state, move.seat), (move,)
    others = tuple(move for move in moves if not isinstance(move, SayUno | CallOut))
    if others:
        yield view_for(state, others[0].seat), others


@examples(60)
@given(walk=walks(most=200), chance=st.none() | st.integers(0, 2**64 - 1))
def test_every_question_and_every_answer_is_read_as_it_was_written(walk: Any, chance: int | None) -> None:
    for state in walk.states()[::7]:
        for view, moves in questions(state):
            asked = Question(view.model_copy(update={"legal": moves}), chance)
            assert question_of(question_line(view, moves, chance)) == asked
            assert [answer_of(answer_line(move), moves) for move in moves] == list(moves)
            if is_about_uno(moves):
                assert answer_of(answer_line(None), moves) is None


def test_a_line_has_the_fields_of_the_view_and_its_moves_as_a_record_has_them() -> None:
    assert LINE.endswith(b"\n")
    assert LINE.count(b"\n") == 1
    fields = json.loads(LINE)
    assert fields.keys() == PlayView.model_fields.keys() | {"random"}
    assert fields["legal"] == [json.loads(as_line(move)) for move in VIEW.legal]
    expected = {
        "seat": A,
        "phase": "turn",
        "turn": A,
        "hand": ["R1", "R9", "Y7", "W"],
        "hand_sizes": [4, 3],
        "known": [[], ["Y1"]],
        "draw": [],
        "draw_size": len(TURN.draw),
        "discard": [card.code for card in TURN.discard],
        "random": 7,
    }
    assert {name: fields[name] for name in expected} == expected
    assert fields["rules"] == Rules.duo().model_dump()
    assert "n" not in fields


def test_a_program_of_somebody_else_is_given_no_chance() -> None:
    assert "random" not in json.loads(question_line(VIEW, VIEW.legal))


def test_an_uno_question_offers_one_move() -> None:
    state = after(position("R1 R2 R3", "R4 R5", turn=B), lay(B, "R4"))
    ((view, moves), *_) = [asked for asked in questions(state) if asked[0].seat == A]
    assert json.loads(question_line(view, moves))["legal"] == [{"type": "call_out", "seat": A}]


def test_the_card_looked_at_stands_on_the_line_of_its_seat_alone() -> None:
    state = drafting("R1 R2")
    assert json.loads(question_line(view_for(state, A), view_for(state, A).legal))["drawn"] == "R1"


@pytest.mark.parametrize("name", sorted({*LEVELS} - SEARCHING))
@examples(8)
@given(rules=st.sampled_from(RULES), seed=SEEDS)
def test_a_bot_answers_a_line_as_it_answers_a_view(name: str, rules: Rules, seed: int) -> None:
    match = Match(Header(rules=rules, seats=("",) * rules.seats, seed=seed))
    bot: Bot = bot_named(name)
    while not match.is_over and match.n < 80:
        decision = match.decision
        if decision is None:
            match.shuffle()
            continue
        view, moves = match.view(decision.seat), decision.moves
        asked = question_of(question_line(view, moves, match.n))
        assert asked.chance is not None
        answer = reply_of(bot, asked.view, asked.view.legal, Random(asked.chance))
        assert answer == reply_of(bot, view, moves, Random(match.n))
        if answer is None:
            match.decline()
        else:
            match.play(answer)


ACCUSED: Final = {"seat": 1, "colour": "red", "under": "R5", "hand_size": 2, "known": []}


def changed(**fields: Any) -> bytes:
    """The line with some other fields; `...` leaves a field out."""
    given = {**json.loads(LINE), **fields}
    return json.dumps({name: value for name, value in given.items() if value is not ...}).encode()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\n", "there is nothing on it"),
        (b"\xff\n", "it is not UTF-8"),
        (LINE[:-30], "it is not JSON"),
        (b"null\n", "it is no view"),
        (b"[1]\n", "it is no view"),
        (b'{"seat": 0, "seat": 1}\n', "the field 'seat' stands there twice"),
        (b"{}\n", "seat is missing"),
        (changed(hand=...), "hand is missing"),
        (changed(phase="bluff"), "phase must be "),
        (changed(hand=["R1", "X9"]), "hand.1: 'X9' is no card"),
        (changed(random=-1), "random must be at least 0"),
        (changed(random="7"), "random must be a whole number"),
        (changed(seat="0"), "seat must be a whole number"),
        (changed(seat=2), "seat: there is no seat 2"),
        (changed(turn=-1), "turn: there is no seat -1"),
        (changed(uno_open=7), "uno_open: there is no seat 7"),
        (changed(accused={**ACCUSED, "seat": 2}), "accused: there is no seat 2"),
        (changed(accused={**ACCUSED, "under": "X"}), "accused.under: 'X' is no card"),
        (changed(phase="challenge"), "accused must tell of the Wild Draw 4 that is answered"),
        (changed(scores=[1]), "scores must have one for each of 2 seats"),
        (changed(known=[[], [], []]), "known must have one for each of 2 seats"),
        (changed(draw_size=3_000_000_000), "hand_sizes, draw_size and discard must make the whole deck"),
        (changed(discard=[]), "hand_sizes, draw_size and discard must make the whole deck"),
        (changed(hand_sizes=[-1, 5]), "there are no fewer than 0 cards anywhere"),
        (changed(hand=["R1"]), "hand_sizes must tell the size of the hand"),
        (changed(legal=[]), "legal must hold a move"),
        (changed(legal=[{"type": "draw", "seat": 1}]), "legal must hold moves of seat 0 alone"),
        (changed(legal=[{"type": "fly", "seat": 0}]), "there is no move 'fly'"),
        (changed(rules={"seats": 3}), "a draft is for two seats"),
        (changed(phase="draft"), "picks is missing"),
    ],
)
def test_a_line_that_is_no_view_is_refused(line: bytes, reason: str) -> None:
    with pytest.raises(LineError) as refused:
        question_of(line)
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\n", "'' is no answer: there is nothing on it"),
        (b"hello\n", "'hello' is no answer: it is not JSON"),
        (b"\xff\n", "'\ufffd' is no answer: it is not UTF-8"),
        (b"null\n", "'null' is no answer: only an UNO question can be declined"),
        (b"7\n", "'7' is no answer: it is no move"),
        (b'{"type": "shuffle"}\n', "'{\"type\": \"shuffle\"}' is no answer: there is no move 'shuffle'"),
        (b'{"type": "draw"}\n', '\'{"type": "draw"}\' is no answer: seat is missing'),
        (answer_line(Draw(seat=B)), '\'{"type": "draw", "seat": 1}\' is no answer: it is none of the legal moves'),
        (b"x" * 1000, f"'{'x' * 39}…' is no answer: it is not JSON"),
        (b"\x1b[2J\n", "'\ufffd[2J' is no answer: it is not JSON"),
    ],
)
def test_what_is_no_answer_is_quoted_with_the_reason(line: bytes, reason: str) -> None:
    with pytest.raises(LineError) as refused:
        answer_of(line, VIEW.legal)
    assert str(refused.value) == reason


def test_an_answer_may_say_more_than_it_needs() -> None:
    assert answer_of(b' {"seat": 0, "type": "draw", "uno": false, "why": "no card"}', VIEW.legal) == Draw(seat=A)
