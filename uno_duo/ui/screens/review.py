"""The review: a match move by move from the player's own view, with what each move was worth."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import var

from uno_duo.coach.advice import Advice, Advised
from uno_duo.coach.marks import MARK_NAMES
from uno_duo.coach.reasons import reason
from uno_duo.coach.review import ReviewedDecision
from uno_duo.core import DraftView, PlayView, SeatMove
from uno_duo.language import _
from uno_duo.ui.glyphs import BAR_STEPS, glyphs_of
from uno_duo.ui.keys import Command, Place, bindings
from uno_duo.ui.messages import SummaryWanted
from uno_duo.ui.screens.base import GameScreen
from uno_duo.ui.screens.dialogs import CardCodes
from uno_duo.ui.widgets.advice import AdviceTable
from uno_duo.ui.widgets.chart import PointsChart
from uno_duo.ui.widgets.draft import DraftTable
from uno_duo.ui.widgets.hand import Hand
from uno_duo.ui.widgets.line import About, Prompt, Rule, Title
from uno_duo.ui.widgets.table import Table
from uno_duo.wording import move_name

_BAR: Final = 8  # cells
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


class ReviewScreen(GameScreen):
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
        self._chosen = 0
        self._answered: set[int] = set()  # the turns whose answer was shown
        self._told = ""  # what came of the last key, in place of what is said of the turn

    def compose_body(self) -> ComposeResult:
        """The table over the hand, over what the moves were worth, beside the chart of the round."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        yield Table(classes="board")
        yield DraftTable(classes="board")
        yield About(classes="about happened")
        yield Title(classes="hand-title")
        yield Hand(classes="hand")
        yield CardCodes((), classes="codes")
        yield Prompt(classes="prompt")
        with Horizontal(classes="answers"):
            yield AdviceTable()
            yield PointsChart()
        yield About(classes="about why")

    def begin(self) -> None:
        """Shows the first turn."""
        super().begin()
        self._show()

    def watch_decisions(self) -> None:
        """Shows what has come to be known."""
        self._show_worths()

    def watch_share(self) -> None:
        """Shows how far the analysis is."""
        self._show_title()

    def watch_failure(self) -> None:
        """Shows that the analysis does not go on."""
        self._show_worths()

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
    def _moves(self) -> tuple[Advised, ...]:
        """The moves of the turn: the best one first, or in the order of the rules where that is to be found."""
        turn, decision = self._turn, self._decision
        if decision is not None and not self._is_hidden(turn):
            return decision.advice.moves
        unknown = {"worlds": 0, "points": 0.0, "behind": 0.0, "error": 0.0, "round_chance": 0.0}
        return tuple(Advised(move=move, **unknown) for move in turn.view.legal)

    def _show(self) -> None:
        if not self.is_ready:
            return
        view = self._turn.view
        table, draft, hand = self.query_one(Table), self.query_one(DraftTable), self.query_one(Hand)
        table.display, draft.display = isinstance(view, PlayView), isinstance(view, DraftView)
        if isinstance(view, PlayView):
            table.names, table.view = tuple(self._names), view
        else:
            draft.names, draft.view = tuple(self._names), view
        self.query_one(".happened", About).text = ". ".join(self._turn.lines[-_LATEST:])
        self.query_one(".hand-title", Title).left = _("Your hand: {count}").format(count=len(view.hand))
        hand.cards = self.query_one(CardCodes).hand = view.hand
        self._show_title()
        self._show_worths()

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

    def _show_worths(self) -> None:
        """Shows what is known of the turn's moves."""
        if not self.is_ready:
            return
        turn, moves = self._turn, self._moves
        self._chosen = min(self._chosen, len(moves) - 1)
        table, chart, prompt = self.query_one(AdviceTable), self.query_one(PointsChart), self.query_one(Prompt)
        is_known = self._decision is not None and not self._is_hidden(turn)
        table.advice, table.selected, table.played = Advice(moves=moves), self._chosen, turn.move
        table.is_hidden = not is_known
        prompt.is_asking = self._is_hidden(turn)
        prompt.sentence = self._told or self._verdict
        self.query_one(".why", About).text = (
            reason(turn.view, moves[self._chosen].move, self._names) if is_known else ""
        )
        in_round = [index for index, other in enumerate(self._turns) if other.view.round == turn.view.round]
        chart.values = tuple(self._points_at(index) for index in in_round)
        chart.place = in_round.index(self.place)
        self.show_keys()

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
        lost = {"move": move, "points": f"{played.behind:.1f}", "error": self._error_of(played)}
        if mark is not None:
            told = _("You: {move}, {mark}. What is better?")
            if turn.n in self._answered:
                told = _("You: {move}, {mark}: {points} {error} points behind.")
            return told.format(**lost, mark=MARK_NAMES[mark])
        if played.move == decision.advice.moves[0].move:
            return _("You: {move}, the best move.").format(move=move)
        if played.is_equal:
            return _("You: {move}, as good as the best.").format(move=move)
        if played.behind < 0:
            return _("You: {move}, for more points, but a smaller chance to win the match.").format(move=move)
        return _("You: {move}, {points} {error} points behind the best.").format(**lost)

    def _error_of(self, advised: Advised) -> str:
        return f"{glyphs_of(self.app).plus_minus}{advised.error:.1f}"

    # What the player does

    def is_enabled(self, action: str) -> bool:
        """Whether a command does something now."""
        if action == "answer":
            return self._is_hidden(self._turn)
        if action == "choose":
            return self._is_hidden(self._turn) or self.place < len(self._turns) - 1
        return super().is_enabled(action)

    def own_commands(self) -> Iterable[Command]:
        """The commands that act now, by the names that fit."""
        for command in super().own_commands():
            is_next = command.action == "choose" and not self._is_hidden(self._turn)
            yield replace(command, name=_("Next")) if is_next else command

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
        self._tell(_("Nothing more there that gave points away.") if self.share == 1 else _("Nothing known there yet."))

    def action_move(self, step: int) -> None:
        """Chooses the move above or below."""
        self._chosen = (self._chosen + step) % len(self._moves)
        self._show_worths()

    def on_advice_table_clicked(self, message: AdviceTable.Clicked) -> None:
        """Chooses a move, or tries it where it was chosen before."""
        if message.index == self._chosen and self._is_hidden(self._turn):
            self.action_choose()
        else:
            self._chosen = message.index
            self._show_worths()

    def action_choose(self) -> None:
        """Tries the chosen move, and where it cannot be told apart from the best shows the answer; else steps on."""
        decision = self._decision
        if decision is None or not self._is_hidden(self._turn):
            self.action_step(1)
            return
        move = self._moves[self._chosen].move
        tried = next(advised for advised in decision.advice.moves if advised.move == move)
        name = move_name(move)
        if tried.is_equal or tried.behind < 0:
            told = _("{move}: right. Yours was {points} {error} points behind.")
            played = decision.played
            self._answer(told.format(move=name, points=f"{played.behind:.1f}", error=self._error_of(played)))
        elif move == self._turn.move:
            self._tell(_("{move} is what you did. What is better?").format(move=name))
        else:
            self._tell(_("{move} gives points away too. What is better?").format(move=name))

    def action_answer(self) -> None:
        """Shows the answer."""
        if self._is_hidden(self._turn):
            self._answer("")

    def _answer(self, told: str) -> None:
        self._answered.add(self._turn.n)
        self._chosen = 0
        self._tell(told)

    def _tell(self, text: str) -> None:
        self._told = text
        self._show_worths()

    def action_summary(self) -> None:
        """Asks for the summary."""
        self.post_message(SummaryWanted())

    def action_back(self) -> None:
        """Closes the review."""
        self.close()
