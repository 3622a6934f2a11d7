"""The views: what a seat may know of a position, and nothing beyond (RULES.md, section 11).

A view is all that a screen, a bot or the coach ever sees. Its fields have the names of RECORD.md; its JSON
is what a bot that is a program reads.
"""

from itertools import chain
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from uno_duo.core.cards import Colour, Face, copies, matching
from uno_duo.core.legality import legal_moves
from uno_duo.core.moves import Keep, Reject, SeatMove, Shuffle
from uno_duo.core.ruleset import Rules
from uno_duo.core.state import Accused, GameState, Hand, Phase, Pile, RoundResult


class _View(BaseModel):
    """What every view tells.

    Attributes:
        seat: The seat whose view it is.
        rules: What is played by.
        phase: What is asked; a drawn card that another seat thinks about looks like its turn.
        round: The number of the round, 0 before the first.
        first: The seat that is Player 1, None while undecided.
        turn: The seat to act, None where there is none.
        scores: The totals before this round while it runs, after it once it has ended.
        out: The seats knocked out so far.
        legal: The legal moves of the view's own seat.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    seat: int
    rules: Rules
    phase: Phase
    round: int
    first: int | None
    turn: int | None
    scores: tuple[int, ...]
    out: tuple[int, ...]
    legal: tuple[Annotated[SeatMove, Field(discriminator="type")], ...]


class ShownCut(BaseModel):
    """A card that a seat has cut."""

    model_config = ConfigDict(frozen=True, strict=True)

    seat: int
    place: int
    card: Face


class DraftView(_View):
    """The cut and the draft (RULES.md, sections 1 and 2).

    Attributes:
        hand: The seat's own hand.
        hand_sizes: How many cards each seat has.
        draw_size: How many cards the deck has.
        discard: The draft's discards, the last one on top; discard k came of pick k.
        picks: The picks so far, of both seats.
        drawn: The card that the seat looks at, None where another seat picks.
        cuts: The cards cut since the deck was last shuffled for it.
    """

    hand: Hand
    hand_sizes: tuple[int, ...]
    draw_size: int
    discard: Pile
    picks: tuple[Annotated[Keep | Reject, Field(discriminator="type")], ...]
    drawn: Face | None
    cuts: tuple[ShownCut, ...]


class PlayView(_View):
    """A round that is played (RULES.md, sections 3 to 9), also while a shuffle interrupts it.

    Attributes:
        direction: 1 where play runs to the left, -1 to the right.
        hand: The seat's own hand.
        hand_sizes: How many cards each seat has.
        known: For each seat the cards of its hand that the others know.
        draw: The end of the draw pile whose order is known, its next card first.
        draw_size: How many cards the draw pile has.
        discard: The discard pile, its top card last.
        colour: The colour in force, None where there is none yet.
        bill: The cards owed by the seat on turn.
        drawn: The card just drawn that the seat itself may play or keep.
        may_dump: Whether the seat itself may complete a Reverse.
        uno_open: The seat that has forgotten UNO.
        accused: While a Wild Draw 4 waits for its answer: who has played it, and how things stood then.
    """

    direction: int
    hand: Hand
    hand_sizes: tuple[int, ...]
    known: tuple[Hand, ...]
    draw: Pile
    draw_size: int
    discard: Pile
    colour: Colour | None
    bill: int
    drawn: Face | None
    may_dump: bool
    uno_open: int | None
    accused: Accused | None

    @property
    def matches(self) -> frozenset[Face]:
        """The coloured cards that match now (RULES.md, section 4)."""
        return matching(self.colour, self.discard[-1].symbol, self.rules.symbols_match)

    @property
    def matches_before(self) -> frozenset[Face]:
        """The cards that matched when the Wild Draw 4 that waits for its answer was played (RULES.md, section 8)."""
        if self.accused is None:
            return frozenset()
        return matching(self.accused.colour, self.accused.under.symbol, self.rules.symbols_match)


class ScoreView(_View):
    """The scoreboard (RULES.md, section 10).

    Attributes:
        rounds: How each round ended.
        hands: What is left in each hand, once the round has ended; empty while it runs.
        winner: The seat that has won the match.
    """

    rounds: tuple[RoundResult, ...]
    hands: tuple[Hand, ...]
    winner: int | None


View = DraftView | PlayView | ScoreView
"""What a seat may know, of whatever phase."""


def view_for(state: GameState, seat: int) -> View:
    """What a seat may know of a position, as the view that its phase is shown by.

    Raises:
        IndexError: There is no such seat.
    """
    _check(state, seat)
    if state.round_has_ended:
        return score_view(state, seat)
    is_on_turn = seat == state.turn
    sizes = tuple(len(hand) for hand in state.hands)
    if state.phase in (Phase.SHUFFLE, Phase.CUT, Phase.DRAFT) and state.due is None:
        return DraftView(
            **_common(state, seat),
            hand=state.hands[seat],
            hand_sizes=sizes,
            draw_size=len(state.draw),
            discard=state.discard,
            picks=state.picks,
            drawn=state.drawn if is_on_turn else None,
            cuts=tuple(ShownCut(seat=cut.seat, place=cut.place, card=state.draw[cut.place]) for cut in state.cuts),
        )
    return PlayView(
        **_common(state, seat),
        direction=state.direction,
        hand=state.hands[seat],
        hand_sizes=sizes,
        known=state.known,
        draw=state.draw[len(state.draw) - state.known_draw :],
        draw_size=len(state.draw),
        discard=state.discard,
        colour=state.colour,
        bill=state.bill,
        drawn=state.drawn if is_on_turn else None,
        may_dump=state.may_dump and is_on_turn,
        uno_open=state.uno_open,
        accused=state.accused,
    )


def score_view(state: GameState, seat: int) -> ScoreView:
    """The scoreboard as a seat may see it, at any time.

    Raises:
        IndexError: There is no such seat.
    """
    _check(state, seat)
    return ScoreView(
        **_common(state, seat),
        rounds=state.rounds,
        hands=state.hands if state.round_has_ended else (),
        winner=state.winner,
    )


def unseen(view: DraftView | PlayView) -> tuple[int, ...]:
    """How many copies of each face lie where the view's seat cannot see them (RULES.md, section 11).

    Cards that were shuffled back are unseen again.
    """
    left = list(copies(view.rules))
    if isinstance(view, PlayView):
        others = (hand for seat, hand in enumerate(view.known) if seat != view.seat)
        seen = chain(view.hand, view.discard, view.draw, *others)
    else:
        shown = [cut.card for cut in view.cuts] if view.drawn is None else [view.drawn]
        seen = chain(view.hand, view.discard, shown)
    for card in seen:
        left[card] -= 1
    return tuple(left)


def _common(state: GameState, seat: int) -> dict[str, Any]:
    """The fields that every view has."""
    return {
        "seat": seat,
        "rules": state.rules,
        "phase": _phase_for(state, seat),
        "round": state.round,
        "first": state.first,
        "turn": state.turn,
        "scores": state.scores,
        "out": state.out,
        "legal": _legal_of(state, seat),
    }


def _check(state: GameState, seat: int) -> None:
    """A negative seat would be shown the hand of another one."""
    if not 0 <= seat < state.rules.seats:
        raise IndexError(f"there is no seat {seat}")


def _phase_for(state: GameState, seat: int) -> Phase:
    """What is asked; that another seat thinks about a drawn card would tell that it can be played (section 11)."""
    return Phase.TURN if state.phase is Phase.DRAWN and seat != state.turn else state.phase


def _legal_of(state: GameState, seat: int) -> tuple[SeatMove, ...]:
    return tuple(move for move in legal_moves(state) if not isinstance(move, Shuffle) and move.seat == seat)
