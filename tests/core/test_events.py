"""The events: each seat is told what it saw happen, and no more (RULES.md, section 11)."""

import random
from collections import Counter

import pytest
from hypothesis import given

from tests.core.positions import (
    BLUE,
    DUO,
    A,
    B,
    C,
    D,
    after,
    codes,
    complete,
    cut_by,
    cutting,
    dealing,
    drafting,
    lay,
    picks,
    position,
    rest_of_deck,
    table,
    turned_up,
)
from tests.core.test_views import hidden_anew, some_seats
from tests.core.walks import Walk, classic_with, examples, seeds, walks
from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    Colour,
    Cut,
    Draw,
    Dump,
    Event,
    Face,
    GameState,
    IllegalMove,
    Keep,
    Move,
    NameColour,
    Pass,
    Phase,
    Play,
    Reject,
    Rules,
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


# Classic UNO, and more than two seats


def test_the_cut_of_three_seats() -> None:
    state = cutting("R5 RS Y5 G2 B1 B9", Rules.classic(3))
    told = []
    for place, seat in enumerate((A, B, B, C, A, B)):
        told.append(seen(state, Cut(seat=seat, place=place), C))
        state = after(state, Cut(seat=seat, place=place))
    assert told == [
        (CutShown(seat=A, card=Face.R5),),
        (CutShown(seat=B, card=Face.RED_SKIP),),
        (CutShown(seat=B, card=Face.Y5),),
        (CutShown(seat=C, card=Face.G2), CutTied()),
        (CutShown(seat=A, card=Face.B1),),
        (CutShown(seat=B, card=Face.B9), FirstDecided(seat=B)),
    ]


@pytest.mark.parametrize("seat", [A, B, C])
def test_a_deal_shows_no_seat_a_card_of_a_hand(seat: int) -> None:
    """Each sees its own hand in its view; told is what was turned up, and who draws for it."""
    rules = Rules.classic(3)
    for pile, turned, buried in (("R5", "R5", ""), ("RS", "RS", ""), ("W W4 RR", "RR", "W W4"), ("W4 Y1", "Y1", "W4")):
        told = seen(cut_by(C, rules), dealing(pile, rules=rules), seat)
        assert told == (RoundBegan(round=1, first=C), TurnedUp(card=Face.of(turned), buried=cards(buried)))
    told = seen(cut_by(C, rules), dealing("W R+2 Y1 B2", rules=rules), seat)
    drew = Drew(seat=A, count=2, cards=cards("Y1 B2") if seat == A else (), reason=DrawnFor.TURNED_UP)
    assert told == (RoundBegan(round=1, first=C), TurnedUp(card=Face.RED_DRAW_TWO, buried=cards("W")), drew)


@pytest.mark.parametrize(("bury_wilds", "turned", "buried"), [(True, "R5", "W W4"), (False, "W", "")])
def test_wilds_that_are_buried_after_a_draft_are_told(bury_wilds: bool, turned: str, buried: str) -> None:
    picked = cards("R1 R2 Y1 Y2 G1 G2 B1 B2 R3 R4 Y3 Y4 G3 G4 B3 B4 R6 R7 Y6 Y7 G6 G7 B6 B7 R8 R9 Y8 Y9")
    order = (*picked, *cards("W W4 R5"), *rest_of_deck(picked, cards("W W4 R5")))
    rules = Rules(bury_wilds=bury_wilds)
    state = after(cut_by(A, rules), Shuffle(order=order), *picks("k" * 13))
    told = seen(state, Keep(seat=B), A)
    assert told[1:] == (TurnedUp(card=Face.of(turned), buried=cards(buried)),)


def test_a_wild_that_is_not_buried_is_turned_up_as_any_card() -> None:
    rules = Rules(seats=3, opening="deal")
    told = seen(cut_by(C, rules), dealing("W4 B1 B2 B3 B4", rules=rules), A)
    drew = Drew(seat=A, count=4, cards=cards("B1 B2 B3 B4"), reason=DrawnFor.TURNED_UP)
    assert told == (RoundBegan(round=1, first=C), TurnedUp(card=Face.WILD_DRAW_FOUR), drew)


def test_a_later_deal_tells_nothing_of_the_hands_before_it() -> None:
    rules = Rules.classic(3)
    over = after(table("R1", "G1 G2", "Y1"), lay(A, "R1"))
    for seat in (A, B, C):
        told = seen(over, dealing("R5", dealer=A, rules=rules), seat)
        assert told == (RoundBegan(round=2, first=A), TurnedUp(card=Face.R5))


def test_a_reverse_that_turns_the_direction_says_so() -> None:
    reverse = Played(seat=A, laid=cards("RR"), colour=None, bill=0, says_uno=False, is_dump=False)
    turning = reverse.model_copy(update={"is_turning": True})
    assert seen(table("RR R1 R2", "Y1", "B1"), lay(A, "RR"), B) == (turning,)
    assert seen(table("RR R1 R2", "Y1", "B1", direction=-1), lay(A, "RR"), B) == (turning,)
    assert seen(table("RR R1 R2", "Y1"), lay(A, "RR"), B) == (reverse,)
    assert seen(position("RR R1 R2", "Y1"), lay(A, "RR"), B) == (reverse,)
    skip = reverse.model_copy(update={"laid": cards("RS")})
    assert seen(table("RS R1 R2", "Y1", "B1", direction=-1), lay(A, "RS"), B) == (skip,)


@pytest.mark.parametrize(("card", "colour", "drawn"), [("R+2", None, "G8 G9"), ("W4", BLUE, "B8 B9 G8 G9")])
def test_what_is_drawn_as_part_of_a_play_is_told_after_it(card: str, colour: Colour | None, drawn: str) -> None:
    state = table(f"{card} Y1 Y2", "Y3", "B1", ahead=drawn)
    own = tuple(sorted(cards(drawn)))
    for seat in (A, B, C):
        assert seen(state, lay(A, card, colour), seat) == (
            Played(seat=A, laid=cards(card), colour=colour, bill=0, says_uno=False, is_dump=False),
            Drew(seat=B, count=len(own), cards=own if seat == B else (), reason=DrawnFor.PLAYED),
        )


def test_a_draw_until_a_card_can_be_played_is_one_event() -> None:
    state = table("G1 G2", "Y1", "B1", ahead="Y2 B3 R7")
    drew = Drew(seat=A, count=3, cards=cards("R7 Y2 B3"), reason=DrawnFor.TURN)
    assert seen(state, Draw(seat=A), A) == (drew,)
    assert seen(state, Draw(seat=A), C) == (drew.model_copy(update={"cards": ()}),)


def test_a_shuffle_in_a_draw_is_told_between_its_two_parts() -> None:
    state = table("R+2 Y1 Y2", "Y3", "B1", discard="G1 G2 R5", draw="B9")
    play = lay(A, "R+2")
    played = Played(seat=A, laid=cards("R+2"), colour=None, bill=0, says_uno=False, is_dump=False)
    due, order = after(state, play), Shuffle(order=cards("G2 R5 G1"))
    for seat in (A, B, C):
        first = Drew(seat=B, count=1, cards=cards("B9") if seat == B else (), reason=DrawnFor.PLAYED)
        assert seen(state, play, seat) == (played, first, PileRanOut())
        second = Drew(seat=B, count=1, cards=cards("G2") if seat == B else (), reason=DrawnFor.GOING_ON)
        assert seen(due, order, seat) == (PileShuffled(count=3), second)


def test_a_turn_s_draw_that_needs_a_shuffle_at_once_is_told_after_it() -> None:
    state = table("G1 G2", "Y3", "B1", discard="B9 R9 R5", draw="")
    due = after(state, Draw(seat=A))
    assert seen(state, Draw(seat=A), A) == (PileRanOut(),)
    for seat in (A, B):
        drew = Drew(seat=A, count=2, cards=cards("R9 B9") if seat == A else (), reason=DrawnFor.TURN)
        assert seen(due, Shuffle(order=cards("B9 R9")), seat) == (PileShuffled(count=2), drew)


def test_a_call_out_among_three_and_its_shuffle() -> None:
    state = table("B1", "Y3 Y4", "B2", discard="G1 G2 G3 R5", draw="B9", uno_open=A, turn=B)
    due = after(state, CallOut(seat=C))
    drew = Drew(seat=A, count=1, cards=(), reason=DrawnFor.CALLED_OUT)
    assert seen(state, CallOut(seat=C), B) == (CalledOut(seat=A, by=C), drew, PileRanOut())
    rest = Drew(seat=A, count=3, cards=(), reason=DrawnFor.GOING_ON)
    assert seen(due, Shuffle(order=cards("G1 G2 G3")), B) == (PileShuffled(count=3), rest)


def test_a_challenge_among_four_names_the_seat_before() -> None:
    state = table("Y1", "W4 R1", "B1 B2", "B3", rules=Rules(seats=4, opening="deal"), turn=B, direction=-1)
    asked = after(state, lay(B, "W4", BLUE, uno=True))
    for seat in range(4):
        shown, drew = seen(asked, Challenge(seat=A), seat)
        assert shown == Challenged(seat=A, accused=B, hand=cards("R1"), is_guilty=True)
        assert isinstance(drew, Drew)
        assert (drew.seat, drew.count, len(drew.cards)) == (B, 4, 4 if seat == B else 0)


def test_who_is_knocked_out_is_told_after_the_round_and_before_the_match_ends() -> None:
    rules = classic_with(4, knock_out=True)
    state = table("R1", "G9", "G8", "G1", scores=(0, 495, 495, 0), rules=rules)
    over = after(state, lay(A, "R1"))
    told = seen(state, lay(A, "R1"), B)
    assert told[1:] == (RoundEnded(round=1, result=over.rounds[-1]), KnockedOut(seat=B), KnockedOut(seat=C))
    last = table("R1", "", "", "G1", scores=(0, 500, 500, 499), rules=rules, out=(B, C))
    over = after(last, lay(A, "R1"))
    told = seen(last, lay(A, "R1"), B)
    assert told[1:] == (RoundEnded(round=1, result=over.rounds[-1]), KnockedOut(seat=D), MatchEnded(winner=A))


def test_a_last_card_among_three() -> None:
    state = table("R+2", "Y3", "B1", ahead="B9 G9", direction=-1)
    over = after(state, lay(A, "R+2"))
    for seat in (A, B, C):
        drew = Drew(seat=C, count=2, cards=cards("G9 B9") if seat == C else (), reason=DrawnFor.LAST_CARD)
        assert seen(state, lay(A, "R+2"), seat)[1:] == (drew, RoundEnded(round=1, result=over.rounds[-1]))


def test_the_shuffle_and_the_draw_that_end_a_round_are_told_before_its_end() -> None:
    state = after(table("R+2", "Y3", "B1", discard="G1 G2 R5", draw=""), lay(A, "R+2"))
    order = Shuffle(order=cards("G2 R5 G1"))
    over = after(state, order)
    for seat in (A, B, C):
        drew = Drew(seat=B, count=2, cards=cards("R5 G2") if seat == B else (), reason=DrawnFor.GOING_ON)
        end = RoundEnded(round=1, result=over.rounds[-1])
        assert seen(state, order, seat) == (PileShuffled(count=3), drew, end)


# Whatever happens


@given(walks(200), seeds)
@examples(20)
def test_no_event_shows_a_card_that_its_seat_did_not_see(walk: Walk, seed: int) -> None:
    rng = random.Random(seed)
    for before, move, state in walk:
        for seat in some_seats(state, rng):
            for event in events_for(before, move, state, seat):
                match event:
                    case Picked(seat=other) if other != seat:
                        assert event.taken is None
                    case Drew(seat=other) if other != seat:
                        assert event.cards == ()
                    case Drew():
                        assert len(event.cards) == event.count
                        assert not Counter(event.cards) - Counter(state.hands[seat])
                    case KeptDrawnCard(seat=other):
                        assert other == seat


@given(walks())
@examples(20)
def test_the_events_account_for_every_card_that_a_hand_wins_or_loses(walk: Walk) -> None:
    """From a deal on, which itself gives each seat still in its cards and draws for the turned-up one."""
    for before, move, state in walk:
        is_deal = isinstance(move, Shuffle) and before.due is None
        sizes, piled = [len(hand) for hand in before.hands], len(before.discard)
        if is_deal:
            dealt_to = walk.rules.hand_size if state.phase not in (Phase.CUT, Phase.DRAFT) else 0
            sizes = [0 if seat in state.out else dealt_to for seat in range(walk.rules.seats)]
            piled = 0
        for event in events_for(before, move, state, A):
            match event:
                case Picked():
                    sizes[event.seat] += 1
                    piled += 1
                case TurnedUp() if before.phase is Phase.DRAFT:
                    piled = 1
                case TurnedUp():
                    piled += 1
                case Played():
                    sizes[event.seat] -= len(event.laid)
                    piled += len(event.laid)
                case Drew():
                    sizes[event.seat] += event.count
                case PileTurned() | PileShuffled():
                    piled -= event.count
        assert sizes == [len(hand) for hand in state.hands]
        assert piled == len(state.discard)


@given(walks())
@examples(20)
def test_the_events_tell_of_each_round_its_turns_and_its_end(walk: Walk) -> None:
    for before, move, state in walk:
        told = events_for(before, move, state, B)
        kinds = Counter(type(event) for event in told)
        assert kinds[RoundBegan] == (state.round - before.round)
        assert kinds[RoundEnded] == len(state.rounds) - len(before.rounds)
        assert kinds[MatchEnded] == (state.winner is not None)
        assert [event.seat for event in told if isinstance(event, KnockedOut)] == list(state.out[len(before.out) :])
        assert kinds[PileShuffled] == (isinstance(move, Shuffle) and before.due is not None)
        assert kinds[PileRanOut] == (state.due is not None)
        assert kinds[PileTurned] == 0 or walk.rules.recycling == "turned"
        if isinstance(move, Play | Dump):
            played = told[0]
            assert isinstance(played, Played)
            assert played.is_turning == (state.direction != before.direction)
            assert played.bill == state.bill
        for event in told:
            if isinstance(event, TurnedUp):
                assert event.card is state.discard[-1]
                assert all(card.is_wild for card in event.buried)
                assert walk.rules.bury_wilds or not event.buried
                assert not (walk.rules.bury_wilds and event.card.is_wild)


@given(walks(), seeds)
@examples(20)
def test_the_other_seats_events_are_the_same_however_the_hidden_cards_lie(walk: Walk, seed: int) -> None:
    """Of moves that turn no card face up: what is drawn, kept, or could have been played stays hidden."""
    rng = random.Random(seed)
    for before, move, state in walk:
        if not isinstance(move, Draw | Pass | Take | Accept | SayUno | CallOut):
            continue
        drawer = before.uno_open if isinstance(move, CallOut) else move.seat
        assert drawer is not None
        seat = rng.choice([seat for seat in range(walk.rules.seats) if seat != drawer])
        anew = hidden_anew(before, seat, rng)
        try:
            end = reduce(anew, move)
        except IllegalMove:  # a drawn card that is no longer to be played
            assert isinstance(move, Pass)
            continue
        if len(state.rounds) > len(before.rounds) or len(end.rounds) > len(before.rounds):
            continue  # the end of a round shows every hand
        if [*map(len, end.hands), end.phase is Phase.SHUFFLE] == [*map(len, state.hands), state.phase is Phase.SHUFFLE]:
            assert events_for(anew, move, end, seat) == events_for(before, move, state, seat)
        else:  # it drew until a card could be played, which is another number of cards here
            assert isinstance(move, Draw)
            assert walk.rules.drawing == "until_playable"


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
