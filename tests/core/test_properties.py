"""What holds in every position that legal play can reach."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given

from tests.core.positions import DUO, refusal
from tests.core.referee import allows, next_turn, seats_in
from tests.core.walks import RULES, STYLES, Step, Walk, chosen, examples, seeds, walks
from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    Colour,
    Cut,
    Draw,
    Dump,
    Face,
    GameState,
    IllegalMove,
    Keep,
    Move,
    NameColour,
    Pass,
    Phase,
    Play,
    Reason,
    Reject,
    Rules,
    SayUno,
    Shuffle,
    Symbol,
    Take,
    cards_to_shuffle,
    full_deck,
    legal_moves,
    reduce,
)


def card_counts(state: GameState) -> Counter[Face]:
    """How many of each card there are, wherever they lie."""
    return Counter(itertools.chain(state.draw, state.discard, *state.hands))


@given(walks())
@examples(15)
def test_the_cards_are_those_of_the_deck_from_the_first_shuffle_on(walk: Walk) -> None:
    deck = Counter(full_deck(walk.rules))
    for step in walk:
        assert card_counts(step.after) == deck


@pytest.mark.parametrize("rules", [DUO, Rules.classic(2), Rules.classic(10)], ids=["duo", "classic 2", "classic 10"])
def test_an_ordinary_match_has_112_cards_at_every_step(rules: Rules) -> None:
    for step in Walk(rules, "eager", 7, 1_000):
        assert len(step.after.draw) + len(step.after.discard) + sum(map(len, step.after.hands)) == 112


@given(walks())
@examples(15)
def test_somebody_may_move_or_a_shuffle_is_due_until_the_match_is_over(walk: Walk) -> None:
    for state in walk.states():
        if state.phase in (Phase.SHUFFLE, Phase.MATCH_OVER):
            assert legal_moves(state) == ()
            assert state.turn is None
            assert (state.winner is not None) == (state.phase is Phase.MATCH_OVER)
        else:
            seats = {move.seat for move in legal_moves(state) if not isinstance(move, Shuffle)}
            assert state.turn in seats
            assert state.winner is None


@given(walks())
@examples(15)
def test_the_parts_of_a_position_agree(walk: Walk) -> None:
    """RECORD.md, *The position after each line*."""
    for state in walk.states():
        asked = state.phase if state.due is None else state.due.phase
        assert (state.phase is Phase.BILL) == (state.bill > 0)
        assert (state.phase in (Phase.DRAWN, Phase.DRAFT)) == (state.drawn is not None)
        assert (asked is Phase.CHALLENGE) == (state.accused is not None)
        assert 0 <= state.known_draw <= len(state.draw)
        for hand, known in zip(state.hands, state.known, strict=True):
            assert tuple(sorted(hand)) == hand
            assert tuple(sorted(known)) == known
            assert Counter(known) <= Counter(hand)
        if state.phase is Phase.DRAFT:
            assert state.drawn is state.draw[0]
        if state.phase is Phase.DRAWN:
            assert state.turn is not None
            assert state.drawn in state.hands[state.turn]
        if state.may_dump:
            assert state.phase is Phase.TURN
            assert any(isinstance(move, Dump) for move in legal_moves(state))
        if state.uno_open is not None:
            assert len(state.hands[state.uno_open]) == 1
        sums = [sum(points) for points in zip(*(done.points for done in state.rounds), strict=True)]
        assert list(state.scores) == (sums or [0] * walk.rules.seats)


@given(walks())
@examples(15)
def test_the_seats_and_the_direction_of_a_position_agree(walk: Walk) -> None:
    for state in walk.states():
        circle = seats_in(state)
        assert len(circle) + len(set(state.out)) == len(circle) + len(state.out) == walk.rules.seats
        assert len(state.hands) == len(state.known) == len(state.scores) == walk.rules.seats
        assert len(circle) >= 2 or state.phase is Phase.MATCH_OVER
        assert not set(state.out) or walk.rules.knock_out
        assert state.direction in (1, -1)
        assert {state.turn, state.uno_open} <= {*circle, None}
        if state.round_has_ended:
            continue  # its hands still lie there, also of those that it has knocked out
        assert 0 <= state.passes < len(circle)
        assert state.direction == 1 or (walk.rules.reverse == "turn" and len(circle) > 2)
        assert all(state.hands[seat] == state.known[seat] == () for seat in state.out)
        assert state.first is None or state.first in circle or state.phase is Phase.SHUFFLE
        assert state.winner is None
        if state.round and state.phase not in (Phase.DRAFT, Phase.SHUFFLE):
            assert all(state.hands[seat] for seat in circle)


@given(walks())
@examples(15)
def test_an_interrupted_draw_holds_what_goes_on_after_the_shuffle(walk: Walk) -> None:
    """RULES.md, Classic UNO, *piles run out*; RECORD.md: `phase` is `shuffle` and `turn` null."""
    for before, move, state in walk:
        due = state.due
        if due is None:
            continue
        assert not isinstance(move, Shuffle), "after a shuffle the piles give what they can"
        assert (state.phase, state.turn, state.drawn) == (Phase.SHUFFLE, None, None)
        assert (state.bill, state.may_dump) == (0, False)
        assert walk.rules.recycling == "shuffled"
        assert (state.draw, state.known_draw, state.round, state.winner) == ((), 0, before.round, None)
        assert len(state.discard) > 1
        assert cards_to_shuffle(state) == state.discard[:-1]
        assert state.rounds == before.rounds
        assert due.seat in seats_in(state)
        assert due.turn in seats_in(state)
        assert due.drawn == len(before.draw) == len(state.hands[due.seat]) - len(before.hands[due.seat])
        assert (due.left is None) == isinstance(move, Draw)
        assert (due.phase is Phase.BILL) == (due.bill > 0)
        if due.went_out is not None:
            assert state.hands[due.went_out] == ()
            assert state.discard[-len(due.laid) :] == due.laid
        end = reduce(state, chosen(random.Random(1), state, "any"))
        assert end.due is None
        if due.left is not None:
            assert 0 < len(end.hands[due.seat]) - len(state.hands[due.seat]) <= due.left
            assert end.round_has_ended == (due.went_out is not None)
            if not end.round_has_ended:
                assert (end.phase, end.turn, end.bill, end.may_dump) == (due.phase, due.turn, due.bill, due.may_dump)


@given(walks())
@examples(15)
def test_the_turn_passes_as_the_rules_say(walk: Walk) -> None:
    for before, move, state in walk:
        if not isinstance(move, Play | Dump | Draw | Pass | Take | Accept | Challenge) or state.round_has_ended:
            continue
        if state.phase is Phase.DRAWN or (isinstance(move, Draw) and state.due is not None):
            continue  # the seat has not ended its turn
        if state.due is not None and state.due.went_out is not None:
            continue
        turn = state.turn if state.due is None else state.due.turn
        assert (turn, state.direction) == next_turn(before, move)


@given(walks())
@examples(15)
def test_every_position_is_equal_to_its_validated_copy(walk: Walk) -> None:
    for state in walk.states()[::-7]:
        for copy in (
            GameState.model_validate(state.model_dump()),
            GameState.model_validate_json(state.model_dump_json()),
        ):
            assert copy == state
            assert repr(copy) == repr(state), "the types are the same too"


@given(walks(60))
@examples(15)
def test_a_move_leaves_the_position_before_it_as_it_was(walk: Walk) -> None:
    steps = list(walk)
    before = [repr(step.before) for step in steps]
    for step in walk:
        assert reduce(step.before, step.move) == step.after
    assert [repr(step.before) for step in steps] == before


@cache
def colourless_plays(seat: int) -> tuple[Play, ...]:
    return tuple(
        Play(seat=seat, card=card, colour=colour, uno=uno)
        for card in Face
        for colour in (None, *Colour)
        for uno in (False, True)
    )


@cache
def single_moves(seat: int) -> tuple[Move, ...]:
    """Every move without a card of a seat."""
    kinds = (Keep, Reject, Draw, Pass, Take, Accept, Challenge, SayUno, CallOut)
    colours = (NameColour(seat=seat, colour=colour) for colour in Colour)
    dumps = (Dump(seat=seat, last=last, uno=uno) for last in Face for uno in (False, True))
    return (*(kind(seat=seat) for kind in kinds), *colours, *dumps)


def universe(state: GameState, rng: random.Random) -> Iterator[Move]:
    """Every move that somebody could try, but for most of the many plays that name a dump."""
    everybody = range(state.rules.seats + 2)
    on_turn = state.turn if state.turn is not None else 0
    for seat in {on_turn, *rng.sample(everybody, min(4, len(everybody)))}:
        yield from colourless_plays(seat)
    for seat in everybody:
        yield from single_moves(seat)
        for place in (*range(len(state.draw) + 2 if state.phase is Phase.CUT else 1), 10_000):
            yield Cut(seat=seat, place=place)
    for card in {*state.hands[on_turn], *rng.sample(list(Face), 2)}:
        for last in Face:
            for uno in (False, True):
                yield Play(seat=on_turn, card=card, dump=last, uno=uno)
    for _ in range(100):
        seat, card, last = rng.choice(everybody), rng.choice(list(Face)), rng.choice(list(Face))
        yield Play(seat=seat, card=card, dump=last, colour=rng.choice((None, *Colour)), uno=rng.random() < 0.5)
    for order in (full_deck(state.rules), state.discard, state.discard[:-1]):
        yield Shuffle(order=order)
        yield Shuffle(order=order[1:])


@given(walks(), seeds)
@examples(15)
def test_what_is_listed_is_accepted_and_all_else_is_refused(walk: Walk, seed: int) -> None:
    state = walk.states()[-1]
    listed = legal_moves(state)
    before = state.model_copy(deep=True)
    assert len(set(listed)) == len(listed)
    for move in listed:
        assert allows(state, move), move
        reduce(state, move)
    legal = set(listed)
    for move in universe(state, random.Random(seed)):
        if allows(state, move):
            assert move in legal or isinstance(move, Shuffle), move
            reduce(state, move)
        else:
            assert move not in legal
            assert isinstance(reason_against(state, move), Reason), move
    assert state == before


def reason_against(state: GameState, move: Move) -> Reason | None:
    """Why a move is refused, None if it is not: what `refusal` does, without its many checks."""
    try:
        reduce(state, move)
    except IllegalMove as refused:
        return refused.reason
    return None


@given(walks(), seeds)
@examples(15)
def test_a_shuffle_of_wrong_cards_is_refused_whenever_it_comes(walk: Walk, seed: int) -> None:
    states = walk.states()
    rng = random.Random(seed)
    for state in (rng.choice(states), *[state for state in states if state.due is not None][:1]):
        order = rng.sample(cards_to_shuffle(state), len(cards_to_shuffle(state)))
        due = state.phase is Phase.SHUFFLE
        right = Shuffle(order=tuple(order))
        wrong = Reason.WRONG_CARDS if due else refusal(state, right)
        assert due == (refusal(state, right) is None)
        for other in (order[1:], [*order, Face.R0], [*order[:-1], Face.B0 if order[-1:] == [Face.R0] else Face.R0]):
            assert refusal(state, Shuffle(order=tuple(other))) is wrong
        if order:
            assert refusal(state, Shuffle(order=())) is wrong
        if state.due is not None:
            for whole in (full_deck(state.rules), state.discard):
                assert refusal(state, Shuffle(order=whole)) is wrong


@given(walks())
@examples(15)
def test_the_order_of_the_moves_depends_on_the_position_alone(walk: Walk) -> None:
    state = walk.states()[-1]
    copy = GameState.model_validate_json(state.model_dump_json())
    moves = legal_moves(state)
    assert legal_moves(state) == moves
    assert legal_moves(copy) == moves


def test_the_order_of_the_moves_is_the_hands_then_the_rest() -> None:
    from tests.core.positions import A, B, after, lay, position

    state = after(position("R1 B1", "R2 RR R3 YR G1 W Y1", "R5"), lay(A, "R1"))
    assert [describe(move) for move in legal_moves(state)] == [
        "play R2",
        "play R3",
        "play RR",
        "play RR dump R2",
        "play RR dump R3",
        "play Y1",
        "play G1",
        "play W red",
        "play W yellow",
        "play W green",
        "play W blue",
        "draw",
        "say_uno",
        "call_out",
    ]
    assert state.turn == B


def describe(move: Move) -> str:
    """A move as one short line, without its seat."""
    if not isinstance(move, Play):
        return move.type
    said = [f"play {move.card}", *([move.colour] if move.colour else []), *([f"dump {move.dump}"] if move.dump else [])]
    return " ".join(said)


@pytest.mark.parametrize(
    ("rules", "style"),
    [
        *((DUO, style) for style in ("any", "eager", "hoarder")),
        *((Rules.classic(seats), "eager") for seats in (2, 3, 4)),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value.opening}-{value.seats}",
)
def test_random_matches_end(rules: Rules, style: str) -> None:
    for seed in range(2):
        count, last = 0, None
        for count, last in enumerate(Walk(rules, style, seed, 20_000), 1):  # noqa: B007
            pass
        assert count < 20_000
        assert last is not None
        assert last.after.phase is Phase.MATCH_OVER
        winner = last.after.winner
        assert winner is not None
        assert last.after.scores[winner] == min(last.after.scores)
        assert max(last.after.scores) >= rules.target


def test_the_walks_reach_every_phase_and_the_ends_of_the_piles() -> None:
    """Otherwise the properties above would say little."""
    phases, seen = set[Phase](), Counter[str]()
    for rules, style in itertools.product(RULES, STYLES):
        for walk in (Walk(rules, style, 1, 200), *(Walk(rules, style, seed, 30, is_late=True) for seed in range(12))):
            for step in walk:
                phases.add(step.after.phase)
                seen.update(what_happens(step))
    assert phases == set(Phase)
    moves = "dump", "call_out", "say_uno", "challenge", "accept", "dumping play"
    piles = "turned", "empty", "blocked", "shuffle after some cards", "shuffle while UNO is open"
    draws = "a turn", "a Draw 2", "a Wild Draw 4", "a last card", "call_out", "take", "accept", "challenge"
    seats = "to the right", "turned back", "out", "knocked out", "called out by another", "UNO open on turn"
    for what in (*moves, *piles, *(f"shuffle in {what}" for what in draws), *seats):
        assert seen[what] > 3, f"{what}: {seen}"


def what_happens(step: Step) -> Iterator[str]:
    """What a step is an example of."""
    before, move, state = step
    yield move.type
    if isinstance(move, Play) and move.dump is not None:
        yield "dumping play"
    is_running = before.phase not in (Phase.DRAFT, Phase.SHUFFLE)
    happens = {
        "turned": is_running and state.rules.recycling == "turned" and len(state.discard) < len(before.discard),
        "empty": bool(state.discard) and not state.draw,
        "blocked": len(state.rounds) > len(before.rounds) and state.rounds[-1].went_out is None,
        "to the right": state.direction == -1,
        "turned back": state.direction > before.direction and state.round == before.round,
        "out": bool(state.out) and not state.round_has_ended,
        "knocked out": len(state.out) > len(before.out),
        "called out by another": isinstance(move, CallOut) and before.turn not in (move.seat, before.uno_open),
        "UNO open on turn": state.turn is not None and state.turn == state.uno_open,
    }
    yield from (what for what, is_so in happens.items() if is_so)
    if state.due is not None:
        yield f"shuffle in {what_draws(state, move)}"
        if state.due.drawn:
            yield "shuffle after some cards"
        if state.uno_open is not None:
            yield "shuffle while UNO is open"


def what_draws(state: GameState, move: Move) -> str:
    """What the draw is for that waits for a shuffle."""
    assert state.due is not None
    if state.due.went_out is not None:
        return "a last card"
    if isinstance(move, Play | Dump):
        return "a Draw 2" if state.discard[-1].symbol is Symbol.DRAW_TWO else "a Wild Draw 4"
    return "a turn" if isinstance(move, Draw) else move.type


def test_the_rules_know_every_field_of_a_position() -> None:
    from uno_duo.core.state import Fields

    assert Fields.__annotations__.keys() == GameState.model_fields.keys()
