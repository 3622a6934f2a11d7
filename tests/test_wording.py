"""The words: each refusal, card and event has them, from each side."""

import string
from typing import get_args

import pytest
from hypothesis import given

from tests.core.walks import Step, examples, walks
from uno_duo.core import Colour, Draw, Event, Face, IllegalMove, Pass, Reason, RoundResult, Rules, Symbol, events_for
from uno_duo.core.events import (
    CalledOut,
    Challenged,
    ColourNamed,
    CutShown,
    CutTied,
    DrawnFor,
    Drew,
    FirstDecided,
    KeptDrawnCard,
    KnockedOut,
    MatchEnded,
    Picked,
    PileRanOut,
    PileShuffled,
    PileTurned,
    Played,
    RoundBegan,
    RoundEnded,
    SaidUno,
    TurnedUp,
)
from uno_duo.wording import brief, colour_name, face_name, plain, symbol_name, tell, why_illegal

NAMES = ("Anna", "Expert")
TEN_NAMES = (*NAMES, *"CDEFGHIJ")


def played(
    laid: tuple[Face, ...],
    colour: Colour | None = None,
    bill: int = 0,
    says_uno: bool = False,
    is_dump: bool = False,
    seat: int = 0,
    is_turning: bool = False,
) -> Played:
    return Played(
        seat=seat, laid=laid, colour=colour, bill=bill, says_uno=says_uno, is_dump=is_dump, is_turning=is_turning
    )


def drew(reason: DrawnFor, count: int, cards: tuple[Face, ...] = (), seat: int = 0) -> Drew:
    return Drew(seat=seat, count=count, cards=cards, reason=reason)


def ended(went_out: int | None) -> RoundEnded:
    return RoundEnded(round=3, result=RoundResult(first=0, went_out=went_out, laid=(), drawn=0, points=(0, 9)))


REDS = (Face.RED_REVERSE, Face.R1, Face.R2, Face.R9)
TWO = (Face.G7, Face.WILD)

# The event, how seat 0 reads of itself or of the other, and how it is told to nobody in particular.
TOLD: list[tuple[Event, str, str]] = [
    (CutShown(seat=0, card=Face.R7), "You cut R7", "Anna cuts R7"),
    (CutShown(seat=1, card=Face.WILD), "Expert cuts W: no number, again", "Expert cuts W: no number, again"),
    (CutShown(seat=0, card=Face.WILD), "You cut W: no number, again", "Anna cuts W: no number, again"),
    (CutTied(), "Equal numbers: cut again", "Equal numbers: cut again"),
    (FirstDecided(seat=0), "You are Player 1", "Anna is Player 1"),
    (FirstDecided(seat=1), "Expert is Player 1", "Expert is Player 1"),
    (RoundBegan(round=2, first=0), "Round 2: you draft first", "Round 2: Anna drafts first"),
    (
        Picked(seat=0, is_kept=True, taken=Face.R0, discarded=Face.G2),
        "You keep R0, G2 is discarded",
        "Anna keeps R0, G2 is discarded",
    ),
    (
        Picked(seat=1, is_kept=True, taken=None, discarded=Face.G2),
        "Expert keeps a card, G2 is discarded",
        "Expert keeps a card, G2 is discarded",
    ),
    (
        Picked(seat=0, is_kept=False, taken=Face.R0, discarded=Face.G2),
        "You reject G2 and take R0",
        "Anna rejects G2 and takes R0",
    ),
    (Picked(seat=1, is_kept=False, taken=None, discarded=Face.G2), "Expert rejects G2", "Expert rejects G2"),
    (TurnedUp(card=Face.G7), "G7 is turned up", "G7 is turned up"),
    (TurnedUp(card=Face.G7, buried=TWO[1:]), "W is buried, G7 is turned up", "W is buried, G7 is turned up"),
    (ColourNamed(seat=0, colour=Colour.BLUE), "You name blue", "Anna names blue"),
    (played((Face.G7,)), "You play G7", "Anna plays G7"),
    (played((Face.R0,), seat=1, says_uno=True), "Expert plays R0, UNO!", "Expert plays R0, UNO!"),
    (played((Face.RED_DRAW_TWO,), bill=2), "You play R+2", "Anna plays R+2"),
    (played((Face.GREEN_DRAW_TWO,), bill=4), "You answer G+2: 4 due", "Anna answers G+2: 4 due"),
    (
        played((Face.GREEN_DRAW_TWO,), bill=6, says_uno=True),
        "You answer G+2: 6 due, UNO!",
        "Anna answers G+2: 6 due, UNO!",
    ),
    (
        played((Face.WILD_DRAW_FOUR,), Colour.BLUE, seat=1, says_uno=True),
        "Expert plays W4, names blue, UNO!",
        "Expert plays W4, names blue, UNO!",
    ),
    (played((Face.WILD,), Colour.RED), "You play W, name red", "Anna plays W, names red"),
    (played(REDS, is_dump=True, seat=1), "Expert dumps 4 red cards, R9 on top", "Expert dumps 4 red cards, R9 on top"),
    (played((Face.R9,), is_dump=True, says_uno=True), "You dump one card, R9, UNO!", "Anna dumps one card, R9, UNO!"),
    (
        played((Face.RED_REVERSE,), says_uno=True, is_turning=True),
        "You play RR: play turns, UNO!",
        "Anna plays RR: play turns, UNO!",
    ),
    (drew(DrawnFor.TURN, 5, seat=1), "Expert draws 5 cards", "Expert draws 5 cards"),
    (drew(DrawnFor.PLAYED, 2, TWO), "You draw 2 cards: G7 W", "Anna draws 2 cards: G7 W"),
    (drew(DrawnFor.GOING_ON, 1, seat=1), "Expert draws 1 card", "Expert draws 1 card"),
    (drew(DrawnFor.TURN, 1), "You draw a card", "Anna draws a card"),
    (drew(DrawnFor.TURN, 1, (Face.R0,)), "You draw R0", "Anna draws R0"),
    (drew(DrawnFor.TURN, 1, seat=1), "Expert draws a card", "Expert draws a card"),
    (drew(DrawnFor.TURN, 0), "You find no card to draw", "Anna finds no card to draw"),
    (drew(DrawnFor.BILL, 0, seat=1), "Expert finds no card to draw", "Expert finds no card to draw"),
    (drew(DrawnFor.BILL, 4, seat=1), "Expert takes 4 cards", "Expert takes 4 cards"),
    (drew(DrawnFor.BILL, 2, TWO), "You take 2 cards: G7 W", "Anna takes 2 cards: G7 W"),
    (drew(DrawnFor.BILL, 1, seat=1), "Expert takes 1 card", "Expert takes 1 card"),
    (drew(DrawnFor.WILD_DRAW_FOUR, 4, seat=1), "Expert draws 4 cards", "Expert draws 4 cards"),
    (drew(DrawnFor.CHALLENGE, 2, TWO), "You draw 2 cards: G7 W", "Anna draws 2 cards: G7 W"),
    (drew(DrawnFor.CALLED_OUT, 1, seat=1), "Expert draws 1 card", "Expert draws 1 card"),
    (drew(DrawnFor.TURNED_UP, 2, TWO), "You draw 2 cards: G7 W", "Anna draws 2 cards: G7 W"),
    (drew(DrawnFor.LAST_CARD, 2, seat=1), "Expert draws 2 cards", "Expert draws 2 cards"),
    (KeptDrawnCard(seat=0), "You keep the drawn card", "Anna keeps the drawn card"),
    (
        Challenged(seat=0, accused=1, hand=TWO, is_guilty=True),
        "You challenge: Expert is guilty",
        "Anna challenges: Expert is guilty",
    ),
    (
        Challenged(seat=0, accused=1, hand=TWO, is_guilty=False),
        "You challenge: Expert is innocent",
        "Anna challenges: Expert is innocent",
    ),
    (
        Challenged(seat=1, accused=0, hand=TWO, is_guilty=True),
        "Expert challenges: you are guilty",
        "Expert challenges: Anna is guilty",
    ),
    (SaidUno(seat=0), "You say UNO", "Anna says UNO"),
    (CalledOut(seat=1, by=0), "You call Expert out: UNO forgotten", "Anna calls Expert out: UNO forgotten"),
    (CalledOut(seat=0, by=1), "Expert calls you out: UNO forgotten", "Expert calls Anna out: UNO forgotten"),
    (PileTurned(count=1), "1 discarded card is turned over", "1 discarded card is turned over"),
    (PileTurned(count=40), "40 discarded cards are turned over", "40 discarded cards are turned over"),
    (PileRanOut(), "The draw pile is empty", "The draw pile is empty"),
    (drew(DrawnFor.WILD_DRAW_FOUR, 0), "You find no card to draw", "Anna finds no card to draw"),
    (PileShuffled(count=40), "40 discarded cards are shuffled", "40 discarded cards are shuffled"),
    (PileShuffled(count=1), "1 discarded card is shuffled", "1 discarded card is shuffled"),
    (KnockedOut(seat=0), "You are out", "Anna is out"),
    (ended(0), "You go out: round 3 is over", "Anna goes out: round 3 is over"),
    (ended(None), "Round 3 is blocked: nobody can draw", "Round 3 is blocked: nobody can draw"),
    (MatchEnded(winner=1), "Expert wins the match", "Expert wins the match"),
    (MatchEnded(winner=0), "You win the match", "Anna wins the match"),
]


@pytest.mark.parametrize(("event", "to_seat_0", "to_nobody"), TOLD)
def test_an_event_is_told_in_one_short_line(event: Event, to_seat_0: str, to_nobody: str) -> None:
    assert tell(event, NAMES, 0) == to_seat_0
    assert tell(event, NAMES) == to_nobody
    assert len(to_nobody) <= 40


def test_every_kind_of_event_is_told() -> None:
    assert {type(event) for event, _you, _other in TOLD} == set(get_args(Event))
    assert {event.reason for event, _you, _other in TOLD if isinstance(event, Drew)} == set(DrawnFor)


@pytest.mark.parametrize("name", ["{name}", "{0}", "%s", "[red]x[/red]", "[/]", "{", "Zoë"])
def test_a_name_is_no_format_and_no_markup(name: str) -> None:
    for event, _you, to_nobody in TOLD:
        assert tell(event, (name, "Expert")) == to_nobody.replace("Anna", name)


def test_a_bill_is_an_answer_by_the_rules_of_the_match() -> None:
    event = played((Face.RED_DRAW_TWO,), bill=3)
    assert tell(event, NAMES, 0, Rules(draw_two=3)) == "You play R+2"
    assert tell(event, NAMES, 0, Rules(draw_two=1)) == "You answer R+2: 3 due"


def test_who_is_first_deals_where_the_hands_are_dealt() -> None:
    rules = Rules.classic(2)
    assert tell(FirstDecided(seat=0), NAMES, 0, rules) == "You deal"
    assert tell(FirstDecided(seat=0), NAMES, 1, rules) == "Anna deals"
    assert tell(RoundBegan(round=2, first=0), NAMES, 0, rules) == "Round 2: you deal"
    assert tell(RoundBegan(round=2, first=1), NAMES, 0, rules) == "Round 2: Expert deals"


@examples(20)
@given(walks())
def test_whatever_happens_is_told_in_one_line(steps: list[Step]) -> None:
    for step in steps:
        for reader in (0, 1, None):
            for event in events_for(step.before, step.move, step.after, reader or 0):
                told = tell(event, TEN_NAMES, reader, step.after.rules)
                assert told.isprintable()
                assert "{" not in told


@pytest.mark.parametrize("reason", Reason)
def test_each_reason_has_a_clause(reason: Reason) -> None:
    clause = why_illegal(IllegalMove(Draw(seat=1), reason))
    assert clause
    assert clause[-1] not in string.punctuation
    assert clause[0].islower() or clause.startswith(("UNO", "'"))


def test_the_clauses_differ() -> None:
    assert len({why_illegal(IllegalMove(Pass(seat=1), reason)) for reason in Reason}) == len(Reason)


@pytest.mark.parametrize(
    ("face", "name"),
    [
        (Face.R0, "red 0"),
        (Face.R7, "red 7"),
        (Face.GREEN_REVERSE, "green Reverse"),
        (Face.YELLOW_SKIP, "yellow Skip"),
        (Face.BLUE_DRAW_TWO, "blue Draw 2"),
        (Face.WILD, "Wild"),
        (Face.WILD_DRAW_FOUR, "Wild Draw 4"),
    ],
)
def test_a_face_has_a_name(face: Face, name: str) -> None:
    assert face_name(face) == name


def test_names_tell_everything_apart() -> None:
    assert len({face_name(face) for face in Face}) == len(Face)
    assert len({symbol_name(symbol) for symbol in Symbol}) == len(Symbol)
    assert [colour_name(colour) for colour in Colour] == ["red", "yellow", "green", "blue"]


def test_no_terminal_acts_on_a_plain_text() -> None:
    assert plain("Zoë\x1b[31m\n\u202e\x9b") == "Zoë\ufffd[31m\ufffd\ufffd\ufffd"


def test_a_long_text_is_made_brief() -> None:
    assert [brief(text, 5) for text in ("abcde", "abcdef", "ab\nc")] == ["abcde", "abcd…", "ab\ufffdc"]
