"""Why a move may be good or bad: each sentence where it is true, and nowhere else."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given

from tests.core.positions import BLUE, GREEN, RED, A, B, complete, drafting, lay, position
from tests.core.walks import Walk, examples, walks
from uno_duo.coach.reasons import reason
from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    DraftView,
    Draw,
    GameState,
    Keep,
    NameColour,
    Phase,
    PlayView,
    Reject,
    SeatMove,
    Shuffle,
    Take,
    cards_to_shuffle,
    reduce,
    view_for,
)

NAMES = ("You", "Ada")


def told(state: GameState, move: SeatMove, names: Sequence[str] = NAMES) -> str:
    view = view_for(state, move.seat)
    assert isinstance(view, DraftView | PlayView)
    assert move in view.legal
    return reason(view, move, names)


CASES: list[tuple[str, GameState, Any, str]] = [
    ("out", position("R1", "B1 B2"), lay(A, "R1"), "It goes out."),
    ("silent", position("R1 B7", "B1"), lay(A, "R1"), "Without UNO: called out, you draw 2 cards."),
    ("said", position("R1 B7", "B1 B2 B3"), lay(A, "R1", uno=True), ""),
    ("call out", position("R1 B7 B8", "B1", uno_open=B), CallOut(seat=A), "Ada draws 2 cards."),
    ("call out of little", position("R1 B7 B8", "B1", "R6 R5", uno_open=B, draw=""), CallOut(seat=A), ""),
    (
        "call out of enough",
        position("R1", "B1", "R7 R6 R5", uno_open=B, draw=""),
        CallOut(seat=A),
        "Ada draws 2 cards.",
    ),
    ("silent over little", position("R1 B7", "B1", draw="R2 R3 R4 R6 R7"), lay(A, "R1"), ""),
    ("dump", position("RR R2 R3 B7 B8", "B1"), lay(A, "RR", dump="R3"), "It lays 3 cards at once."),
    (
        "completed",
        position("R2 R3 B7 B8", "B1", "RR", may_dump=True),
        complete(A, "R3"),
        "It lays 2 cards at once.",
    ),
    ("honest", position("W4 B7 B8", "B1"), lay(A, "W4", RED), "It is honest: nothing else of yours matches."),
    (
        "bluff",
        position("W4 R7 R5 B8", "B1"),
        lay(A, "W4", BLUE),
        "A bluff: 2 cards of yours match, and Ada may challenge.",
    ),
    (
        "bluff by a number",
        position("W4 B5 B8", "B1"),
        lay(A, "W4", BLUE),
        "A bluff: 1 card of yours matches, and Ada may challenge.",
    ),
    ("keeps a dump", position("GR G2 R3 R4", "B1 B2 B3"), lay(A, "R3"), "It keeps a dump of 2 green cards."),
    ("breaks a dump", position("RR R2 R3 B4", "B1 B2 B3"), lay(A, "R3"), "It takes a card from a dump of 3."),
    ("spends the Reverse", position("RR B2 R3 B4", "B1 B2 B3"), lay(A, "RR"), "It takes a card from a dump of 2."),
    ("no dump", position("RR B2 G3 B4", "B1 B2 B3"), lay(A, "RR"), ""),
    ("saves", position("R+2 R3 B4 B6", "B1 B2 B3"), lay(A, "R3"), "It saves the Draw 2."),
    ("saves both", position("R+2 B+2 R3 B4 B6", "B1 B2 B3"), lay(A, "R3"), "It saves 2 Draw 2s."),
    (
        "sheds",
        position("RS R3 B4 B6", "B1 B2"),
        lay(A, "RS"),
        "It rids you of 10 points while Ada has 2 cards.",
    ),
    ("sheds no number", position("R9 R3 B4 B6", "B1 B2"), lay(A, "R9"), ""),
    ("sheds early", position("RS R3 B4 B6", "B1 B2 B3"), lay(A, "RS"), ""),
    ("names", position("W R3 G4 G6", "B1 B2 B3"), lay(A, "W", GREEN), "You hold 2 green cards."),
    ("names nothing", position("W R3 G4 G6", "B1 B2 B3"), lay(A, "W", BLUE), "You hold 0 blue cards."),
    (
        "turned up",
        position("G1 G4 B6", "B1 B2 B3", "W", phase=Phase.NAME_COLOUR, colour=None),
        NameColour(seat=A, colour=GREEN),
        "You hold 2 green cards.",
    ),
    ("draws on purpose", position("R1 R2 B7", "B1"), Draw(seat=A), "It keeps all 2 cards that could be played."),
    ("draws one", position("R1 B2 B7", "B1"), Draw(seat=A), "It keeps the card that could be played."),
    ("draws a pair", position("R1 R1 B7", "B1"), Draw(seat=A), "It keeps all 2 cards that could be played."),
    ("draws of need", position("B2 B7", "B1"), Draw(seat=A), ""),
    (
        "known",
        position("R1 B7 B8", "B1 B2", known=("", "B2")),
        lay(A, "R1"),
        "Ada was seen to hold B2: none matches it.",
    ),
    (
        "all known",
        position("R1 B7 B8", "B2 B3", known=("", "B2 B3")),
        lay(A, "R1"),
        "Ada holds nothing that matches it.",
    ),
    ("known to match", position("R1 B7 B8", "R2 B3", known=("", "R2 B3")), lay(A, "R1"), ""),
    ("known wild", position("R1 B7 B8", "W B3", known=("", "W B3")), lay(A, "R1"), ""),
    (
        "known number",
        position("R1 B7 B8", "B1 B3", known=("", "B1 B3")),
        lay(A, "R1"),
        "",
    ),
    (
        "answers",
        position("R+2 R3", "B1 B2 B3", "B+2", phase=Phase.BILL, bill=2),
        lay(A, "R+2", uno=True),
        "Ada owes 4 cards then.",
    ),
    (
        "takes",
        position("R+2 R3 B4", "B1 B2 B3", "B+2", phase=Phase.BILL, bill=2),
        Take(seat=A),
        "It saves the Draw 2.",
    ),
    (
        "takes with two",
        position("R+2 G+2 B4", "B1 B2 B3", "B+2", phase=Phase.BILL, bill=2),
        Take(seat=A),
        "It saves 2 Draw 2s.",
    ),
    ("takes of need", position("R3 B4", "B1 B2 B3", "B+2", phase=Phase.BILL, bill=2), Take(seat=A), ""),
]


@pytest.mark.parametrize(("state", "move", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_sentence_stands_where_it_is_true(state: GameState, move: SeatMove, expected: str) -> None:
    assert told(state, move) == expected


def challenged(hand: str, known: str = "", draw: str | None = None) -> GameState:
    return position(
        *("R1 B7", hand, "R5 W4"),
        draw=draw,
        known=("", known),
        phase=Phase.CHALLENGE,
        colour=BLUE,
        colour_before=RED,
    )


def test_a_challenge_tells_what_is_known_and_what_it_may_cost() -> None:
    assert told(challenged("R2 B3"), Challenge(seat=A)) == "If it was honest, you draw 6 cards."
    assert told(challenged("R2 B3", "R2"), Challenge(seat=A)) == "Ada was seen to hold red 2."
    all_known = "All of the hand of Ada is known, and none of it matched."
    assert told(challenged("B2 B3", "B2 B3"), Challenge(seat=A)) == all_known
    assert told(challenged("R2 B3"), Accept(seat=A)) == ""
    assert told(challenged("R2 B3", draw="G1 G2 G3 G4"), Challenge(seat=A)) == ""  # and R5: no six cards to draw


def test_a_pick_tells_what_is_held_of_its_colour() -> None:
    first = drafting("R1 R2 R3 R4 R5 R6")
    assert told(first, Keep(seat=A)) == "You hold 0 red cards."
    assert told(first, Reject(seat=A)) == ""
    wild = drafting("W R2 R3")
    assert told(wild, Keep(seat=A)) == ""


@given(walks())
@examples(15)
def test_there_is_a_sentence_or_none_for_every_legal_move(walk: Walk) -> None:
    names = [f"Seat{seat}" for seat in range(10)]
    for state in walk.states():
        if state.turn is None or state.phase is Phase.CUT:
            continue
        for seat in range(state.rules.seats):
            view = view_for(state, seat)
            if isinstance(view, DraftView | PlayView):
                for move in view.legal:
                    sentence = reason(view, move, names)
                    assert sentence == "" or sentence.endswith(".")
                    assert "{" not in sentence
                    if count := DRAWN.fullmatch(sentence):
                        assert is_drawn(state, move, int(count[1])), sentence


DRAWN = re.compile(r"(?:Seat\d draws|If it was honest, you draw) (\d+) cards?\.")


def is_drawn(state: GameState, move: SeatMove, count: int) -> bool:
    """Whether a call-out, or a challenge of an honest Wild Draw 4, makes a seat draw so many cards."""
    after = reduce(state, move)
    while after.due is not None:
        after = reduce(after, Shuffle(order=cards_to_shuffle(after)))
    grown = [len(hand) - len(before) for hand, before in zip(after.hands, state.hands, strict=True)]
    is_guilty = isinstance(move, Challenge) and grown[move.seat] == 0
    return is_guilty or max(grown) == count
