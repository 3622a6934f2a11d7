"""A bot that remembers no more than a person would."""

from collections.abc import Sequence
from random import Random

import pytest

from tests.core.positions import BLUE, A, B, after, drafting, lay, picks, position, table
from uno_duo.arena import play_out
from uno_duo.bots.base import ReasoningBot
from uno_duo.bots.memory import as_remembered, forgetful
from uno_duo.bots.normal import NormalBot
from uno_duo.core import Draw, GameState, PlayView, Rules, SayUno, SeatMove, View, legal_moves, view_for
from uno_duo.evaluation.evaluate import Evaluation
from uno_duo.match import Match
from uno_duo.record import Header


class Asked:
    """A bot that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[View] = []

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:  # noqa: ARG002
        self.told.append(view)
        return moves[0]

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:  # noqa: ARG002
        self.told.append(view)
        return True


class AskedWhy(Asked):
    """One that says why."""

    def reasoned_choice(
        self, view: View, moves: Sequence[SeatMove], generator: Random
    ) -> tuple[SeatMove, Evaluation | None]:
        return self.choose(view, moves, generator), None


def view_of(state: GameState, seat: int = A) -> PlayView:
    view = view_for(state, seat)
    assert isinstance(view, PlayView)
    return view


SHOWN = position("R1 R2", "B3 B4 B5", "R5", known=("R1", "B3 B4"), known_draw=14)


def test_it_forgets_the_pile_that_was_turned_over_and_hands_that_were_shown() -> None:
    full = view_of(SHOWN)
    assert (len(full.draw), full.known) == (14, SHOWN.known)
    left = as_remembered(full)
    assert left.draw == ()
    assert left.known == (full.known[A], ()), "what others know of its own hand it can see"
    assert as_remembered(view_of(SHOWN, B)).known == ((), full.known[B])
    same = {"draw": full.draw, "known": full.known}
    assert left.model_copy(update=same) == full, "all else stays"
    assert (left.draw_size, left.discard, left.legal) == (full.draw_size, full.discard, full.legal)


def test_it_forgets_the_hands_of_all_others() -> None:
    state = table("R1 R2", "B3 B4", "G1 G2", known=("R1", "B3", "G1"))
    assert as_remembered(view_of(state, B)).known == ((), state.known[B], ())


def test_it_forgets_what_was_known_of_a_hand_that_a_wild_draw_four_was_played_from() -> None:
    state = after(position("R1 R2", "W4 B3 B4", "R5", turn=B, known=("", "B3")), lay(B, "W4", BLUE))
    full = view_of(state)
    assert full.accused is not None
    assert full.accused.known == full.known[B] != ()
    left = as_remembered(full).accused
    assert left is not None
    assert left.known == ()
    assert left.model_copy(update={"known": full.accused.known}) == full.accused
    assert as_remembered(view_of(state, B)).accused == full.accused, "of its own hand it need not remember"


def test_the_discards_of_the_draft_lie_open_only_in_the_draft() -> None:
    state = after(drafting("R1 R2 R3"), *picks("krk"))
    view = view_for(state, A)
    assert as_remembered(view) is view
    done = after(drafting("R1 R2"), *picks("k" * 14))
    seat = done.turn
    assert seat is not None
    assert len(view_of(done, seat).draw) == 14
    assert as_remembered(view_of(done, seat)).draw == ()


def test_it_is_asked_with_what_is_remembered() -> None:
    bot, view = Asked(), view_of(SHOWN)
    bot_that_forgets = forgetful(bot)
    assert bot_that_forgets.choose(view, view.legal, Random(1)) == view.legal[0]
    assert bot_that_forgets.wants(view, SayUno(seat=A), Random(1))
    assert bot.told == [as_remembered(view)] * 2


def test_who_says_why_still_does() -> None:
    bot, view = AskedWhy(), view_of(SHOWN)
    bot_that_forgets = forgetful(bot)
    assert isinstance(bot_that_forgets, ReasoningBot)
    assert bot_that_forgets.reasoned_choice(view, view.legal, Random(1)) == (view.legal[0], None)
    assert bot.told == [as_remembered(view)]
    assert not isinstance(forgetful(Asked()), ReasoningBot)


def test_it_plays_worse_for_it_and_by_the_rules() -> None:
    """The next card is a Draw 2 that could be played at once, and gone on from with the last card."""
    rules = Rules.duo()
    state = position("W R0", "Y1", "R5", draw="R+2 B7", known=("", "Y1"), known_draw=2, rules=rules)
    view = view_of(state)
    moves = [move for move in legal_moves(state) if isinstance(move, SeatMove)]
    assert NormalBot().choose(view, moves, Random(1)) == Draw(seat=A)
    assert forgetful(NormalBot()).choose(view, moves, Random(1)) != Draw(seat=A)


@pytest.mark.parametrize(
    "rules", [Rules(target=60), Rules.classic(3).model_copy(update={"target": 200})], ids=("duo", "classic")
)
def test_its_matches_end_well(rules: Rules) -> None:
    for seed in range(2):
        match = Match(Header(rules=rules, seats=("x",) * rules.seats, seed=seed))
        assert play_out(match, [forgetful(NormalBot())] * rules.seats) is None
