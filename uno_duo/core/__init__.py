"""The game itself: pure, without chance, clock or files.

A match is `new_match`, then `reduce` with one of its `legal_moves` or the `Shuffle` that is due, until its
phase is `Phase.MATCH_OVER`. What a seat may know of a position is `view_for`.
"""

from uno_duo.core.cards import COLOURS, Colour, Face, Symbol, cards, full_deck, hand_points, points
from uno_duo.core.events import Event, events_for
from uno_duo.core.legality import IllegalMove, Reason, cards_to_shuffle, legal_moves
from uno_duo.core.moves import (
    Accept,
    CallOut,
    Challenge,
    Cut,
    Draw,
    Dump,
    Keep,
    Move,
    NameColour,
    Pass,
    Play,
    Reject,
    SayUno,
    SeatMove,
    Shuffle,
    Take,
)
from uno_duo.core.rules import new_match, reduce
from uno_duo.core.ruleset import RuleConflict, Rules
from uno_duo.core.state import Accused, GameState, Hand, Phase, Pile, RoundResult, seat_after
from uno_duo.core.views import DraftView, PlayView, ScoreView, View, score_view, view_for

__all__ = [
    "COLOURS",
    "Accept",
    "Accused",
    "CallOut",
    "Challenge",
    "Colour",
    "Cut",
    "DraftView",
    "Draw",
    "Dump",
    "Event",
    "Face",
    "GameState",
    "Hand",
    "IllegalMove",
    "Keep",
    "Move",
    "NameColour",
    "Pass",
    "Phase",
    "Pile",
    "Play",
    "PlayView",
    "Reason",
    "Reject",
    "RoundResult",
    "RuleConflict",
    "Rules",
    "SayUno",
    "ScoreView",
    "SeatMove",
    "Shuffle",
    "Symbol",
    "Take",
    "View",
    "cards",
    "cards_to_shuffle",
    "events_for",
    "full_deck",
    "hand_points",
    "legal_moves",
    "new_match",
    "points",
    "reduce",
    "score_view",
    "seat_after",
    "view_for",
]
