"""What the screens say to the app."""

from typing import TYPE_CHECKING, Literal

from textual.message import Message

if TYPE_CHECKING:  # the menu stands before the models are loaded
    from pathlib import Path

    from uno_duo.core import Rules, SeatMove
    from uno_duo.settings import Settings


Way = Literal["undo", "redo", "again"]
"""How to go back in practice: to one's last decision, forth again from there, or to the beginning of the round."""


class MoveChosen(Message):
    """The player has chosen a move, in the position of a revision of the match; `is_sure` after second thoughts."""

    def __init__(self, move: "SeatMove", revision: int, *, is_sure: bool = False) -> None:
        super().__init__()
        self.move = move
        self.revision = revision
        self.is_sure = is_sure


class GoOn(Message):
    """The player has seen enough of a revision of the match, and it goes on: a shuffle, a round, a bot's turn."""

    def __init__(self, revision: int) -> None:
        super().__init__()
        self.revision = revision


class HintWanted(Message):
    """What each move is worth is asked for, in the position of a revision of the match."""

    def __init__(self, revision: int) -> None:
        super().__init__()
        self.revision = revision


class MemoryWanted(Message):
    """The cards not yet seen are asked for."""


class UndoWanted(Message):
    """A way back from a revision of the match, or forth again.

    Attributes:
        revision: The revision.
        how: How.
    """

    def __init__(self, revision: int, how: Way) -> None:
        super().__init__()
        self.revision = revision
        self.how = how


class ScoresWanted(Message):
    """The scoreboard is asked for."""


class EventsWanted(Message):
    """All that has happened in the round is asked for."""


class MenuWanted(Message):
    """The way back to the menu."""


class HelpWanted(Message):
    """The rules and the keys are asked for; `rules` are those of a match that is being set up."""

    def __init__(self, rules: "Rules | None" = None, *, begins_with_keys: bool = False) -> None:
        super().__init__()
        self.rules = rules
        self.begins_with_keys = begins_with_keys


class QuitWanted(Message):
    """The way out of the program, or out of the match for good, is asked for."""


class ContinueWanted(Message):
    """The unfinished match is to be gone on with."""


class NewMatchWanted(Message):
    """A new match is to be set up, to play or to practise."""

    def __init__(self, *, is_practice: bool = False) -> None:
        super().__init__()
        self.is_practice = is_practice


class MatchSetUp(Message):
    """A new match was set up.

    Attributes:
        settings: What the person has set.
        rules: What it is to be played by.
        keeps_rules: Whether the rules are to be kept as the person's own house rules.
        is_practice: Whether the person wants to practise.
    """

    def __init__(
        self, settings: "Settings", rules: "Rules", *, keeps_rules: bool = False, is_practice: bool = False
    ) -> None:
        super().__init__()
        self.settings = settings
        self.rules = rules
        self.keeps_rules = keeps_rules
        self.is_practice = is_practice


class MatchPicked(Message):
    """One of several unfinished matches is to be gone on with."""

    def __init__(self, path: "Path") -> None:
        super().__init__()
        self.path = path


class ReviewWanted(Message):
    """A match that is over is to be reviewed.

    Attributes:
        path: Its record; None for the match that was just played.
    """

    def __init__(self, path: "Path | None" = None) -> None:
        super().__init__()
        self.path = path


class RecordsWanted(Message):
    """The list of the matches that are over is asked for, so that one can be reviewed."""


class DrillsWanted(Message):
    """Positions to find the best move in are asked for."""


class NextDrillWanted(Message):
    """The position after the one of a number is asked for."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class DrillAnswered(Message):
    """The position of a number was answered."""

    def __init__(self, number: int, *, is_right: bool) -> None:
        super().__init__()
        self.number = number
        self.is_right = is_right


class StatisticsWanted(Message):
    """What the player has won and given away is asked for."""


class SummaryWanted(Message):
    """The summary of the review is asked for."""


class ExpertWanted(Message):
    """What the expert would have done with the player's cards is asked for."""


class Loaded(Message):
    """All that stands behind the menu is loaded."""


class ScreenResumed(Message):
    """A screen is on top again, and what waits for it can go on."""
