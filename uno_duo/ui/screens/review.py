"""The review: a match move by move from the player's own view, with what each move was worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from textual.app import ComposeResult
from textual.reactive import var

from uno_duo.coach.marks import MARK_NAMES
from uno_duo.coach.review import ReviewedDecision
from uno_duo.core import DraftView, PlayView, SeatMove
from uno_duo.language import _
from uno_duo.ui.glyphs import BAR_STEPS, glyphs_of
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.messages import ExpertWanted, SummaryWanted
from uno_duo.ui.screens.position import PositionScreen
from uno_duo.ui.widgets.chart import PointsChart
from uno_duo.ui.widgets.line import Title
from uno_duo.wording import move_name

_BAR: Final = 8  # cells
_NOTHING_YET: Final = _("Nothing known there yet.")
_LATEST: Final = 3  # so many of the things that have happened


@dataclass(frozen=True)
class Turn:
    """A move of the player's, and what it knew then.

    Attributes:
        n: How many moves had been made before it.
        view: What the player knew.
        move: What it did.
        lines: What it had seen happen since its move before, in plain words.
    """

    n: int
    view: DraftView | PlayView
    move: SeatMove
    lines: tuple[str, ...]


class ReviewScreen(PositionScreen):
    """The turns of one match, one at a time; what was worth how much comes while they are looked at.

    A turn that gave points away is shown without an answer first, so that the player may try another move.

    Attributes:
        decisions: What is known of the player's decisions, by how many moves had been made before.
        share: How much of the match is analysed, from 0 to 1.
        failure: Why the analysis does not go on, as a clause; empty if it does.
        place: Which turn is shown.
    """

    PLACE = Place.REVIEW
    BINDINGS = bindings(Place.REVIEW)

    decisions: var[Mapping[int, ReviewedDecision]] = var[Mapping[int, ReviewedDecision]]({})
    share: var[float] = var(0.0)
    failure: var[str] = var("")
    place: var[int] = var(0)

    def __init__(self, turns: Sequence[Turn], names: Sequence[str]) -> None:
        """Makes the review.

        Args:
            turns: The player's moves, at least one.
            names: The seats' names.
        """
        super().__init__("review")
        self._turns = turns
        self._names = names
        self._answered: set[int] = set()  # the turns whose answer was shown
        self._told = ""  # what came of the last key, in place of what is said of the turn

    def compose_beside(self) -> ComposeResult:
        """The chart of the round."""
        yield PointsChart()

    def begin(self) -> None:
        """Shows the first turn."""
        super().begin()
        self._show()

    def watch_decisions(self) -> None:
        """Shows what has come to be known."""
        if self._told == _NOTHING_YET:
            self._told = ""
        self.show_worths()

    def watch_share(self) -> None:
        """Shows how far the analysis is."""
        self._show_title()

    def watch_failure(self) -> None:
        """Shows that the analysis does not go on."""
        self.show_worths()

    def watch_place(self) -> None:
        """Shows another turn."""
        self._chosen, self._told = 0, ""
        self._show()

    # What is shown

    @property
    def _turn(self) -> Turn:
        return self._turns[self.place]

    @property
    def _decision(self) -> ReviewedDecision | None:
        return self.decisions.get(self._turn.n)

    def _is_hidden(self, turn: Turn) -> bool:
        """Whether the player may still try to find a better move than it did."""
        decision = self.decisions.get(turn.n)
        return decision is not None and decision.mark is not None and turn.n not in self._answered

    @property
    def is_hidden(self) -> bool:
        """Whether a better move is still to be found."""
        return self._is_hidden(self._turn)

    def _show(self) -> None:
        if self.is_ready:
            self.show_position(self._turn.view, self._names, self._turn.lines[-_LATEST:])
            self._show_title()
            self.show_worths()

    def _show_title(self) -> None:
        if not self.is_ready:
            return
        title, glyphs = self.query_one(".title", Title), glyphs_of(self.app)
        parts = {"dot": glyphs.dot, "round": self._turn.view.round}
        title.left = self.problem or _("UNO Duo {dot} review {dot} round {round}").format(**parts)
        title.short = self.problem or _("Review {dot} R{round}").format(**parts)
        right = f"{self.place + 1}/{len(self._turns)}"
        if self.share < 1:
            bar = glyphs.bar_of(round(self.share * _BAR * BAR_STEPS))
            right = f"{bar:{_BAR}} {self.share:.0%}  {right}"
        title.right = right

    def show_worths(self) -> None:
        """Shows what is known of the turn's moves."""
        if not self.is_ready:
            return
        turn, decision = self._turn, self._decision
        advice = None if decision is None or self.is_hidden else decision.advice
        self.show_moves(turn.view, advice, self._names, self._told or self._verdict, turn.move)
        in_round = [index for index, other in enumerate(self._turns) if other.view.round == turn.view.round]
        chart = self.query_one(PointsChart)
        # What came of a move would tell something of the answer that is still to be found.
        last = self.place if self.is_hidden else in_round[-1]
        chart.values = tuple(self._points_at(index) if index <= last else None for index in in_round)
        chart.place = in_round.index(self.place)

    def _points_at(self, index: int) -> float | None:
        """What was expected after a turn's move, where that is known and gives no answer away."""
        turn = self._turns[index]
        decision = self.decisions.get(turn.n)
        if decision is None or self._is_hidden(turn) or not decision.played.is_known:
            return None
        return decision.played.points

    @property
    def _verdict(self) -> str:
        """What is said of the turn's move."""
        turn, decision = self._turn, self._decision
        move = move_name(turn.move)
        if len(turn.view.legal) == 1:
            return _("You: {move}. There was no choice.").format(move=move)
        if decision is None:
            told = _("You: {move}. Not analysed yet.")
            if self.failure:
                told = _("You: {move}. The analysis fails: {reason}")
            return told.format(move=move, reason=self.failure)
        played, mark = decision.played, decision.mark
        lost = {"move": move, "points": f"{played.behind:.1f}", "error": self.error_of(played)}
        if mark is not None:
            told = _("You: {move}, {mark}. What is better?")
            if turn.n in self._answered:
                told = _("You: {move}, {mark}: {points} {error} points behind.")
            return told.format(**lost, mark=MARK_NAMES[mark])
        if played.move == decision.advice.moves[0].move:
            return _("You: {move}, the best move.").format(move=move)
        if played.is_equal:
            return _("You: {move}, not to be told from the best.").format(move=move)
        if played.costs_match_alone:
            return _("You: {move}, with a smaller chance to win the match.").format(move=move)
        return _("You: {move}, {points} {error} points behind the best.").format(**lost)

    # What the player does

    def is_enabled(self, action: str) -> bool:
        """Whether a command does something now."""
        if action == "answer":
            return self.is_hidden
        if action == "choose":
            return self.is_hidden or self.place < len(self._turns) - 1
        return super().is_enabled(action)

    def action_step(self, step: int) -> None:
        """Goes to the turn before, or the next one."""
        self.place = max(0, min(self.place + step, len(self._turns) - 1))

    def action_end(self, place: int) -> None:
        """Goes to the first or the last turn."""
        self.place = place % len(self._turns)

    def action_mistake(self, step: int) -> None:
        """Goes to the next turn in a direction that gave points away."""
        places = range(self.place + step, len(self._turns) if step > 0 else -1, step)
        for place in places:
            decision = self.decisions.get(self._turns[place].n)
            if decision is not None and decision.mark is not None:
                self.place = place
                return
        self._tell(_("Nothing more there that gave points away.") if self.share == 1 else _NOTHING_YET)

    def action_choose(self) -> None:
        """Tries the chosen move, and where it cannot be told apart from the best shows the answer; else steps on."""
        decision = self._decision
        if decision is None or not self.is_hidden:
            self.action_step(1)
            return
        move = self._moves[self._chosen].move
        tried = decision.advice.of(move)
        name = move_name(move)
        if tried.is_right:
            told = _("{move}: right. Yours was {points} {error} points behind.")
            played = decision.played
            self._answer(told.format(move=name, points=f"{played.behind:.1f}", error=self.error_of(played)))
        elif move == self._turn.move:
            self._tell(_("{move} is what you did. What is better?").format(move=name))
        elif tried.costs_match_alone:
            self._tell(_("{move} wins the match less often. What is better?").format(move=name))
        else:
            self._tell(_("{move} gives points away too. What is better?").format(move=name))

    def action_answer(self) -> None:
        """Shows the answer."""
        if self.is_hidden:
            self._answer("")

    def _answer(self, told: str) -> None:
        self._answered.add(self._turn.n)
        self._chosen = 0
        self._tell(told)

    def _tell(self, text: str) -> None:
        self._told = text
        self.show_worths()

    def action_summary(self) -> None:
        """Asks for the summary."""
        self.post_message(SummaryWanted())

    def action_expert(self) -> None:
        """Asks what the expert would have done."""
        self.post_message(ExpertWanted())
