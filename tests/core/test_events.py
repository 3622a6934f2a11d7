"""The events: each seat is told what it saw happen, and no more (RULES.md, section 11)."""

import random

import pytest
from hypothesis import given

from tests.core.positions import (
    BLUE,
    DUO,
    A,
    B,
    after,
    codes,
    complete,
    cut_by,
    drafting,
    lay,
    picks,
    position,
    rest_of_deck,
    turned_up,
)
from tests.core.test_views import hidden_anew
from tests.core.walks import Walk, examples, seeds, walks
from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    Cut,
    Draw,
    Event,
    Face,
    GameState,
    IllegalMove,
    Keep,
    Move,
    NameColour,
    Pass,
    Phase,
    Reject,
    SayUno,
    Shuffle,
    Take,
    cards,
    events_for,
    full_deck,
    new_match,
    reduce,
)
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
    MatchEnded,
    Picked,
    PileTurned,
    Played,
    RoundBegan,
    RoundEnded,
    SaidUno,
    TurnedUp,
)


def seen(state: GameState, move: Move, seat: int) -> tuple[Event, ...]:
    """What a seat sees of a move."""
    return events_for(state, move, reduce(state, move), seat)


def test_the_cut() -> None:
    deck = Shuffle(order=full_deck(DUO))  # R0 R1 R1 R2 ... W W4
    state = after(new_match(DUO), deck)
    assert seen(new_match(DUO), deck, A) == ()
    assert seen(state, Cut(seat=A, place=111), B) == (CutShown(seat=A, card=Face.WILD_DRAW_FOUR),)
    assert seen(state, Cut(seat=A, place=1), B) == (CutShown(seat=A, card=Face.R1),)
    one = after(state, Cut(seat=A, place=1))
    assert seen(one, Cut(seat=B, place=2), A) == (CutShown(seat=B, card=Face.R1), CutTied())
    assert seen(one, Cut(seat=B, place=3), A) == (CutShown(seat=B, card=Face.R2), FirstDecided(seat=B))


def test_a_round_begins() -> None:
    deck = Shuffle(order=full_deck(DUO))
    assert seen(cut_by(B), deck, A) == (RoundBegan(round=1, first=B),)


@pytest.mark.parametrize(
    ("move", "taken", "discarded"), [(Keep(seat=A), Face.R1, Face.R2), (Reject(seat=A), Face.R2, Face.R1)]
)
def test_a_pick_shows_its_card_to_the_picking_seat_alone(move: Keep | Reject, taken: Face, discarded: Face) -> None:
    state = drafting("R1 R2")
    is_kept = isinstance(move, Keep)
    assert seen(state, move, A) == (Picked(seat=A, is_kept=is_kept, taken=taken, discarded=discarded),)
    assert seen(state, move, B) == (Picked(seat=A, is_kept=is_kept, taken=None, discarded=discarded),)


def test_the_last_pick_turns_a_card_up_which_may_be_drawn_for() -> None:
    start = cards("R1 R2 " * 2 + "Y1 Y2 " * 2 + "G1 G2 " * 2 + "B1 B2 " * 2 + "R3 R4 " * 2 + "Y3 Y4 " * 2)
    end = cards("G3 G4 G5 G6 W4 B3 B4 B5 B6")
    order = (*start, *end, *rest_of_deck(start, end))
    state = after(cut_by(A), Shuffle(order=order), *picks("k" * 13))
    last = Keep(seat=B)
    picked = Picked(seat=B, is_kept=True, taken=Face.G5, discarded=Face.G6)
    drew = Drew(seat=B, count=4, cards=cards("B3 B4 B5 B6"), reason=DrawnFor.TURNED_UP)
    shown = TurnedUp(card=Face.WILD_DRAW_FOUR)
    assert seen(state, last, B) == (picked, shown, drew)
    hidden = picked.model_copy(update={"taken": None}), shown, drew.model_copy(update={"cards": ()})
    assert seen(state, last, A) == hidden


def test_a_colour_is_named() -> None:
    assert seen(turned_up("W"), NameColour(seat=A, colour=BLUE), B) == (ColourNamed(seat=A, colour=BLUE),)


def test_a_play_a_volley_and_a_dump() -> None:
    start = position("R+2 W R1 R2", "Y+2 Y1 Y2")
    first = Played(seat=A, laid=cards("R+2"), colour=None, bill=2, says_uno=False, is_dump=False)
    assert seen(start, lay(A, "R+2"), B) == (first,)
    second = first.model_copy(update={"seat": B, "laid": cards("Y+2"), "bill": 4})
    assert seen(after(start, lay(A, "R+2")), lay(B, "Y+2"), A) == (second,)
    wild = first.model_copy(update={"laid": cards("W"), "colour": BLUE, "bill": 0})
    assert seen(start, lay(A, "W", BLUE), B) == (wild,)
    dump = position("RR R1 R2 B1", "Y1 Y2")
    dumped = Played(seat=A, laid=cards("RR R1 R2"), colour=None, bill=0, says_uno=True, is_dump=True)
    assert seen(dump, lay(A, "RR", dump="R2", uno=True), B) == (dumped,)
    completed = position("R1 R2 R3 B1 B2", "Y1 Y2", "RR", may_dump=True)
    laid = dumped.model_copy(update={"laid": cards("R1 R3 R2"), "says_uno": False})
    assert seen(completed, complete(A, "R2"), B) == (laid,)


def test_only_the_drawing_seat_sees_what_it_draws() -> None:
    state = position("R1 R2", "Y1 Y2", ahead="R3")
    assert seen(state, Draw(seat=A), A) == (Drew(seat=A, count=1, cards=cards("R3"), reason=DrawnFor.TURN),)
    assert seen(state, Draw(seat=A), B) == (Drew(seat=A, count=1, cards=(), reason=DrawnFor.TURN),)


def test_a_draw_without_a_card_is_told() -> None:
    state = position("R1 R2", "Y1 Y2", draw="")
    assert seen(state, Draw(seat=A), B) == (Drew(seat=A, count=0, cards=(), reason=DrawnFor.TURN),)


def test_keeping_a_drawn_card_is_seen_by_its_seat_alone() -> None:
    state = after(position("R1 R2", "Y1 Y2", ahead="R3"), Draw(seat=A))
    assert seen(state, Pass(seat=A), A) == (KeptDrawnCard(seat=A),)
    assert seen(state, Pass(seat=A), B) == ()


def test_a_turned_pile_is_told_before_the_draw() -> None:
    state = position("R1 R2", "Y1 Y2", "G1 G2 R5", draw="")
    assert seen(state, Draw(seat=A), B) == (
        PileTurned(count=2),
        Drew(seat=A, count=1, cards=(), reason=DrawnFor.TURN),
    )


def test_taking_and_accepting() -> None:
    bill = position("R1 R2", "Y1 Y2", "R+2", phase=Phase.BILL, bill=2, draw="G1 G2")
    assert seen(bill, Take(seat=A), A) == (Drew(seat=A, count=2, cards=cards("G1 G2"), reason=DrawnFor.BILL),)
    asked = after(position("W4 R1 R2", "Y1 Y2"), lay(A, "W4", BLUE))
    assert seen(asked, Accept(seat=B), A) == (Drew(seat=B, count=4, cards=(), reason=DrawnFor.WILD_DRAW_FOUR),)


@pytest.mark.parametrize(("hand", "is_guilty"), [("R1 B2", True), ("G1 B2", False)])
def test_a_challenge_shows_the_hand_and_tells_who_draws(hand: str, is_guilty: bool) -> None:
    asked = after(position(f"W4 {hand}", "Y1 Y2"), lay(A, "W4", BLUE))
    shown = Challenged(seat=B, accused=A, hand=cards(hand), is_guilty=is_guilty)
    drawer, count = (A, 4) if is_guilty else (B, 6)
    for seat in (A, B):
        first, drew = seen(asked, Challenge(seat=B), seat)
        assert first == shown
        assert isinstance(drew, Drew)
        assert (drew.seat, drew.count, drew.reason) == (drawer, count, DrawnFor.CHALLENGE)
        assert len(drew.cards) == (count if seat == drawer else 0)


def test_uno_said_late_and_called_out() -> None:
    state = after(position("R1 B1", "Y1 Y2", ahead="G1 G2"), lay(A, "R1"))
    assert seen(state, SayUno(seat=A), B) == (SaidUno(seat=A),)
    drew = Drew(seat=A, count=2, cards=cards("G1 G2"), reason=DrawnFor.CALLED_OUT)
    assert seen(state, CallOut(seat=B), A) == (CalledOut(seat=A, by=B), drew)


def test_the_end_of_a_round_comes_after_the_last_draw_and_the_match_after_that() -> None:
    state = position("R+2", "Y1 Y2", ahead="G1 G2", scores=(0, 194))
    over = after(state, lay(A, "R+2"))
    assert seen(state, lay(A, "R+2"), B) == (
        Played(seat=A, laid=cards("R+2"), colour=None, bill=0, says_uno=False, is_dump=False),
        Drew(seat=B, count=2, cards=cards("G1 G2"), reason=DrawnFor.LAST_CARD),
        RoundEnded(round=1, result=over.rounds[-1]),
        MatchEnded(winner=A),
    )


def test_a_last_dump_of_which_cards_are_drawn_again_is_told_whole() -> None:
    state = position("RR R1 R+2", "Y1 Y2", "R5", draw="G1")
    over = after(state, lay(A, "RR", dump="R+2"))
    assert (codes(over.discard), codes(over.hands[B])) == ("R+2", "R5 Y1 Y2 G1")
    events = seen(state, lay(A, "RR", dump="R+2"), B)
    assert events[:3] == (
        Played(seat=A, laid=cards("RR R1 R+2"), colour=None, bill=0, says_uno=False, is_dump=True),
        PileTurned(count=3),
        Drew(seat=B, count=2, cards=cards("R5 G1"), reason=DrawnFor.LAST_CARD),
    )


# Whatever happens


@given(walks())
@examples(50)
def test_no_event_shows_a_card_that_its_seat_did_not_see(walk: Walk) -> None:
    for before, move, state in walk:
        for seat in (A, B):
            for event in events_for(before, move, state, seat):
                match event:
                    case Picked(seat=other) if other != seat:
                        assert event.taken is None
                    case Drew(seat=other) if other != seat:
                        assert event.cards == ()
                    case Drew():
                        assert len(event.cards) == event.count
                    case KeptDrawnCard(seat=other):
                        assert other == seat


@given(walks())
@examples(50)
def test_the_events_account_for_every_card_that_a_hand_wins_or_loses(walk: Walk) -> None:
    for before, move, state in walk:
        if isinstance(move, Shuffle):
            continue
        change = [0, 0]
        piled = 0
        for event in events_for(before, move, state, A):
            match event:
                case Picked():
                    change[event.seat] += 1
                case Played():
                    change[event.seat] -= len(event.laid)
                    piled += len(event.laid)
                case Drew():
                    change[event.seat] += event.count
                case PileTurned():
                    piled -= event.count
        assert change == [len(new) - len(old) for new, old in zip(state.hands, before.hands, strict=True)]
        if before.phase is not Phase.DRAFT and before.round:
            assert piled == len(state.discard) - len(before.discard)


@given(walks(), seeds)
@examples(60)
def test_the_other_seats_events_are_the_same_however_the_hidden_cards_lie(walk: Walk, seed: int) -> None:
    """Of moves that turn no card face up: what is drawn, kept, or could have been played stays hidden."""
    rng = random.Random(seed)
    for before, move, state in walk:
        if not isinstance(move, Draw | Pass | Take | Accept | SayUno | CallOut):
            continue
        drawer = before.uno_open if isinstance(move, CallOut) else move.seat
        assert drawer is not None
        seat = 1 - drawer
        anew = hidden_anew(before, seat, rng)
        try:
            end = reduce(anew, move)
        except IllegalMove:  # a drawn card that is no longer to be played
            assert isinstance(move, Pass)
            continue
        if len(state.rounds) == len(before.rounds):  # the end of a round shows every hand
            assert events_for(anew, move, end, seat) == events_for(before, move, state, seat)


def test_a_turn_in_all_its_events() -> None:
    """What A reads of B's turn is alike whether the card that B drew could be played or not."""
    texts = []
    for ahead in ("R3", "B9", "W"):
        start = position("R1 R2", "Y1 Y2", turn=B, ahead=ahead)
        drawn = after(start, Draw(seat=B))
        events = events_for(start, Draw(seat=B), drawn, A)
        if drawn.phase is Phase.DRAWN:
            events += events_for(drawn, Pass(seat=B), after(drawn, Pass(seat=B)), A)
        texts.append(events)
    assert texts[0] == texts[1] == texts[2]
