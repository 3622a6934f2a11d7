"""What holds in every position that legal play can reach."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given

from tests.core.positions import DUO, refusal
from tests.core.referee import allows
from tests.core.walks import RULES, STYLES, Walk, examples, seeds, walks
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
    SayUno,
    Shuffle,
    Take,
    full_deck,
    legal_moves,
    reduce,
)


def card_counts(state: GameState) -> Counter[Face]:
    """How many of each card there are, wherever they lie."""
    return Counter(itertools.chain(state.draw, state.discard, *state.hands))


@given(walks())
@examples(60)
def test_the_cards_are_those_of_the_deck_from_the_first_shuffle_on(walk: Walk) -> None:
    deck = Counter(full_deck(walk.rules))
    for step in walk:
        assert card_counts(step.after) == deck


def test_an_ordinary_match_has_112_cards_at_every_step() -> None:
    for step in Walk(DUO, "eager", 7, 20_000):
        assert len(step.after.draw) + len(step.after.discard) + sum(map(len, step.after.hands)) == 112


@given(walks())
@examples(60)
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
@examples(40)
def test_the_parts_of_a_position_agree(walk: Walk) -> None:
    """RECORD.md, *The position after each line*."""
    for state in walk.states():
        assert (state.phase is Phase.BILL) == (state.bill > 0)
        assert (state.phase in (Phase.DRAWN, Phase.DRAFT)) == (state.drawn is not None)
        assert (state.phase is Phase.CHALLENGE) == (state.colour_before is not None)
        assert state.direction == 1
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
        assert list(state.scores) == (sums or [0, 0])


@given(walks())
@examples(25)
def test_every_position_is_equal_to_its_validated_copy(walk: Walk) -> None:
    for state in walk.states()[::-7]:
        for copy in (
            GameState.model_validate(state.model_dump()),
            GameState.model_validate_json(state.model_dump_json()),
        ):
            assert copy == state
            assert repr(copy) == repr(state), "the types are the same too"


@given(walks(60))
@examples(20)
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
    for seat in range(4):
        yield from single_moves(seat)
        yield from colourless_plays(seat)
        for place in (*range(len(state.draw) + 2 if state.phase is Phase.CUT else 1), 10_000):
            yield Cut(seat=seat, place=place)
    on_turn = state.turn if state.turn is not None else 0
    for card in {*state.hands[on_turn], *rng.sample(list(Face), 2)}:
        for last in Face:
            for uno in (False, True):
                yield Play(seat=on_turn, card=card, dump=last, uno=uno)
    for _ in range(100):
        seat, card, last = rng.randrange(3), rng.choice(list(Face)), rng.choice(list(Face))
        yield Play(seat=seat, card=card, dump=last, colour=rng.choice((None, *Colour)), uno=rng.random() < 0.5)
    deck = full_deck(state.rules)
    yield Shuffle(order=deck)
    yield Shuffle(order=deck[1:])


@given(walks(), seeds)
@examples(60)
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


@given(walks())
@examples(40)
def test_a_shuffle_of_wrong_cards_is_refused_whenever_it_comes(walk: Walk) -> None:
    state = walk.states()[-1]
    deck = full_deck(state.rules)
    due = state.phase is Phase.SHUFFLE
    wrong = Reason.WRONG_CARDS if due else refusal(state, Shuffle(order=deck))
    assert due == (refusal(state, Shuffle(order=deck)) is None)
    for order in (deck[1:], (*deck, Face.R0), (*deck[:-1], Face.R0), ()):
        assert refusal(state, Shuffle(order=order)) is wrong


@given(walks())
@examples(40)
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


@pytest.mark.parametrize("style", ["any", "eager", "hoarder"])
def test_random_matches_end(style: str) -> None:
    for seed in range(2):
        count, last = 0, None
        for count, last in enumerate(Walk(DUO, style, seed, 20_000), 1):  # noqa: B007
            pass
        assert count < 20_000
        assert last is not None
        assert last.after.phase is Phase.MATCH_OVER
        winner = last.after.winner
        assert winner is not None
        assert last.after.scores[winner] == min(last.after.scores)
        assert max(last.after.scores) >= 200


def test_the_walks_reach_every_phase_and_the_ends_of_the_piles() -> None:
    """Otherwise the properties above would say little."""
    phases, seen = set[Phase](), Counter[str]()
    for rules, style, seed in itertools.product(RULES, STYLES, range(3)):
        for before, move, state in Walk(rules, style, seed, 400):
            phases.add(state.phase)
            seen[move.type] += 1
            seen["dumping play"] += isinstance(move, Play) and move.dump is not None
            seen["turned"] += before.phase is not Phase.DRAFT and len(state.discard) < len(before.discard)
            seen["empty"] += bool(state.discard) and not state.draw
            seen["blocked"] += bool(state.rounds) and state.rounds[-1].went_out is None
    assert phases == set(Phase)
    for what in ("dump", "call_out", "say_uno", "challenge", "accept", "dumping play", "turned", "empty", "blocked"):
        assert seen[what] > 3, what


def test_the_rules_know_every_field_of_a_position() -> None:
    from uno_duo.core.state import Fields

    assert Fields.__annotations__.keys() == GameState.model_fields.keys()
