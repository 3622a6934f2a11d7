"""A match at the table: what the person and the bots do in turn, and which screen shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from textual.app import App
from textual.timer import Timer

from uno_duo.core import (
    CallOut,
    Challenge,
    DraftView,
    Dump,
    IllegalMove,
    Pass,
    Play,
    PlayView,
    SayUno,
    ScoreView,
    SeatMove,
    score_view,
)
from uno_duo.core.events import Challenged, Event
from uno_duo.language import _, ngettext
from uno_duo.match import Decision, Match
from uno_duo.record import End
from uno_duo.settings import Pace, Settings
from uno_duo.store import Saving
from uno_duo.ui.messages import Way
from uno_duo.ui.practice import Practice
from uno_duo.ui.resuming import names_of
from uno_duo.ui.screens.dialogs import ShownHand
from uno_duo.ui.screens.draft import DraftScreen
from uno_duo.ui.screens.match import MatchScreen
from uno_duo.ui.screens.play import PlayScreen
from uno_duo.ui.screens.scoreboard import ScoreScreen
from uno_duo.ui.thinking import PERSON, Asking, BotFailure, Bots, Thought, is_unseen, is_watching, place_of
from uno_duo.wording import tell

_Screen = TypeVar("_Screen", DraftScreen, PlayScreen, ScoreScreen)

PAUSES: Final[dict[Pace, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.35, "instant": 0.0}
"""How many seconds a bot waits before it acts; what it thinks counts."""
THINKING_SHOWS_AFTER: Final = 1.0
"""After how many seconds it is told that a bot thinks."""


class Session:
    """A match between the person at seat 0 and bots, as far as the app shows it.

    It acts only while a screen of its own is on top: a page or a dialog over it holds the match.

    Attributes:
        match: The match.
        saving: Where it is saved.
    """

    def __init__(self, app: App[None], match: Match, saving: Saving, settings: Settings) -> None:
        """Takes a match.

        Args:
            app: What shows it.
            match: A match in which each seat but the first is a bot's.
            saving: Where its lines go.
            settings: How fast the bots act, and how long a program is waited for.

        Raises:
            UnknownBot: There is no such bot.
            CommandError: There is no such program.
        """
        self.match = match
        self.saving = saving
        self._app = app
        self._pause = PAUSES[settings.pace]
        self._bots = Bots(match.header, settings.bot_time)
        self._names = names_of(match.header)
        self._screen: MatchScreen[Any] | None = None
        self._timer: Timer | None = None
        self._due: partial[None] | None = None  # what the timer will do
        self._asking: Asking | None = None
        self._patience: Timer | None = None  # until it is told that a bot thinks
        self._is_long = False  # whether that is told
        self._decided: _Decided | None = None
        self._failure = ""  # why a bot has not decided, which the person has not read yet
        self._seen = -1  # the number of moves at the notice that the person has read
        self._lines: tuple[str, ...] = ()
        self._lines_revision = -1
        self._is_finished = False
        self.practice: Practice | None = None
        """What helps the person; None where it is no practice."""
        if match.header.options.practice:
            self.practice = Practice(app, match, self._names, settings, self._play, lambda: self.is_on_top)

    @property
    def is_on_top(self) -> bool:
        """Whether a screen of this match is what the person sees, of a program that is not about to leave."""
        return self._app.is_running and self._screen is not None and self._app.screen is self._screen

    def is_seen(self, revision: int) -> bool:
        """Whether the person sees the match as it is now, and had seen that when a revision was shown."""
        return self.is_on_top and revision == self.match.revision

    def enter(self) -> None:
        """Shows the match, and goes on with it."""
        self._show()
        self.go_on()

    def hold(self) -> None:
        """Stops what a bot was about to do or thinks about; `go_on` asks it again."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = self._due = None
        if self._asking is not None:
            self._asking.stop()
        self._end_asking()
        self._decided = None
        self._failure = ""

    def end(self) -> None:
        """Stops everything, and ends the programs of the bots."""
        self.hold()
        self._bots.end()
        if self.practice is not None:
            self.practice.end()

    def go_on(self) -> None:
        """Lets the bots act until the person must decide, a bot thinks, or a pause is due."""
        if not self.is_on_top or self._timer is not None or self._asking is not None:
            return
        while self.is_on_top and self._step():
            pass
        self._show()

    def _step(self) -> bool:
        """Does what can be done at once; whether there may be more."""
        match = self.match
        decision = match.decision
        if match.is_over:
            self._finish()
            return False
        if decision is None:
            return self._shuffle_by_itself()
        if self._notice or self._failure:
            return False
        if decision.seat == PERSON:
            if decision.is_uno_question:
                match.decline()  # UNO is said and called out by keys, not asked for
            return decision.is_uno_question
        decided = self._decided
        if decided is None or decided.revision != match.revision:
            decided = self._decided = self._ask()
        if decided is None:
            return False
        wait = self._wait(decision, decided)
        if wait > 0:
            self._due = partial(self._act, decided)
            self._timer = self._app.set_timer(wait, self._due)
            return False
        self._make(decided.thought)
        return True

    def _ask(self) -> "_Decided | None":
        """Asks the bot that is to decide; None where it has failed, or thinks about it in its process."""
        try:
            thought = self._bots.at_once(self.match)
        except BotFailure as failure:
            self._tell(failure)
            return None
        if thought is None:
            self._asking = Asking(self._bots, self.match, partial(self._app.call_later, self._hear))
            self._patience = self._app.set_timer(THINKING_SHOWS_AFTER, self._show_thinking)
            return None
        return _Decided(thought, self.match.revision)

    def _hear(self, asking: Asking, outcome: Thought | BotFailure) -> None:
        """Takes the answer of a bot that thought about it, unless that has been stopped."""
        if asking is not self._asking:
            return
        self._end_asking()
        if isinstance(outcome, BotFailure):
            self._tell(outcome)
        else:
            self._decided = _Decided(outcome, asking.revision, asking.seconds)
        self.go_on()

    def _end_asking(self) -> None:
        if self._patience is not None:
            self._patience.stop()
        self._asking = self._patience = None
        self._is_long = False

    def _show_thinking(self) -> None:
        self._is_long = True
        if self.is_on_top:
            self._show()

    def _tell(self, failure: BotFailure) -> None:
        """Has the match wait for the person, who reads that a bot has failed."""
        self._failure = _("{name} fails: {reason}").format(name=self._names[failure.seat], reason=failure)

    def _shuffle_by_itself(self) -> bool:
        """Shuffles for the cut, and in the middle of a round; between rounds the person is waited for."""
        state = self.match.state
        if state.first is not None and state.due is None:
            return False
        self.match.shuffle()
        return True

    def _wait(self, decision: Decision, decided: "_Decided") -> float:
        """How many seconds a bot must wait still, unless a pause would tell something or have reflexes decide."""
        first = decided.thought.answers[0]
        is_kept = is_unseen(self.match, decision) and (decision.is_uno_question or isinstance(first, Pass))
        if first is None or is_kept:
            return 0.0
        return max(self._pause, decided.thought.least) - decided.seconds

    def _act(self, decided: "_Decided") -> None:
        """Does what a bot has decided after its pause, unless something has happened or lies over the match."""
        self._timer = self._due = None
        if self.is_on_top:
            if decided.revision == self.match.revision:
                self._make(decided.thought)
                self._show()
            self.go_on()

    def _make(self, thought: Thought) -> None:
        """Does what bots have decided."""
        for answer in thought.answers:
            self._do(answer)
        then = thought.then
        self._decided = None if then is None else _Decided(Thought((then,)), self.match.revision)

    def _do(self, answer: SeatMove | None) -> None:
        """Gives an answer to what is asked, and shows the hand that it makes all see."""
        before = self.match.n
        self.match.answer(answer)
        self.match.shuffle_in_round()
        if isinstance(answer, Challenge) and not is_watching(self.match):
            self._show_hand(self.match.events(PERSON, before))

    @property
    def _notice(self) -> str:
        """What the person should have seen before anybody else goes on: a seat has just laid down to one card."""
        match, last = self.match, self.match.last_seat_move
        view, decision = match.view(PERSON), match.decision
        if match.n == self._seen or decision is None or not isinstance(view, PlayView) or is_watching(match):
            return ""
        if not isinstance(last, Play | Dump | SayUno) or last.seat == PERSON or view.hand_sizes[last.seat] != 1:
            return ""
        if decision.is_uno_question and decision.seat != PERSON:
            return ""  # whoever is asked before the person answers first
        is_next = view.turn == PERSON and not (decision.is_uno_question and self._are_asked_after_person)
        if is_next:
            return ""
        text = _("{other} has 1 card and plays again") if view.turn == last.seat else _("{other} has 1 card")
        return text.format(other=self._names[last.seat])

    @property
    def _are_asked_after_person(self) -> bool:
        """Whether a bot is asked about the forgotten UNO after the person."""
        match = self.match
        others = (seat for seat in range(match.header.rules.seats) if seat not in match.state.out)
        return any(place_of(match, seat) > place_of(match, PERSON) for seat in others)

    def choose(self, move: SeatMove, *, is_sure: bool = False) -> None:
        """Makes a move of the person's, if it is asked for one; the tutor may ask whether it is sure."""
        decision = self.match.decision
        is_about_uno = isinstance(move, SayUno | CallOut)
        is_asked = decision is not None and decision.seat == PERSON and not decision.is_uno_question
        if not (self.is_on_top and (is_asked or is_about_uno)):
            return
        if self.practice is None or is_sure:
            self._play(move)
        else:
            self.practice.choose(move)

    def _play(self, move: SeatMove) -> None:
        """Makes a move of the person's."""
        try:
            self._do(move)
        except IllegalMove:
            self._app.bell()
            return
        self.hold()
        self._show()
        self.go_on()

    def acknowledge(self) -> None:
        """Goes on after a notice, or with the shuffle, the bot or its move that the person has waited for."""
        if not self.is_on_top or self.match.is_over:
            return
        due = self._due
        if self._failure:
            self._failure = ""
        elif self.match.decision is None:
            self.match.shuffle()
        elif due is not None and is_watching(self.match):
            self.hold()
            due()
        else:
            self._seen = self.match.n
        self.go_on()

    def undo(self, how: Way) -> None:
        """Goes back to the person's last decision or the beginning of the round, or forth again; if it can."""
        match = self.match
        try:
            match.undo(PERSON) if how == "undo" else match.redo(PERSON) if how == "redo" else match.play_again()
        except ValueError:
            return
        self.hold()
        self._seen = -1
        self._show()
        self.go_on()

    def give_up(self) -> None:
        """Ends the match as the person's loss."""
        self.hold()
        self.match.finish(End(reason="given_up", seat=PERSON))
        self._finish()

    def _finish(self) -> None:
        """Puts the record among the others, once."""
        if not self._is_finished:
            self._bots.end()
            if self.practice is not None:
                self.practice.end()
            self.saving.finish()
            self._is_finished = True

    def scores(self) -> ScoreScreen:
        """The scoreboard to look at while the match waits."""
        screen = ScoreScreen()
        screen.is_peek = True
        screen.names = self._names
        screen.view = score_view(self.match.state, PERSON)
        return screen

    @property
    def lines(self) -> tuple[str, ...]:
        """What the person saw happen in this round, in plain words."""
        if self._lines_revision != self.match.revision:
            self._lines_revision = self.match.revision
            events = self.match.events(PERSON, self.match.round_start)
            self._lines = tuple(tell(event, self._names, PERSON, self.match.header.rules) for event in events)
        return self._lines

    def _show_hand(self, events: Sequence[Event]) -> None:
        """Shows the hand that was challenged, unless it is the person's own."""
        for event in events:
            if isinstance(event, Challenged) and event.accused != PERSON:
                title = _("The hand of {name}").format(name=self._names[event.accused])
                self._app.push_screen(ShownHand(title, event.hand, self._verdict(event)))

    def _verdict(self, event: Challenged) -> str:
        """What came of a challenge."""
        rules = self.match.header.rules
        count = rules.draw_four if event.is_guilty else rules.lost_challenge
        if event.seat == PERSON:
            guilty = ngettext(
                "Guilty: it draws {count} card, and you play.", "Guilty: it draws {count} cards, and you play.", count
            )
            innocent = ngettext("Innocent: you draw {count} card.", "Innocent: you draw {count} cards.", count)
        else:
            guilty = ngettext(
                "{name} challenges. Guilty: {accused} draws {count} card, and {name} plays.",
                "{name} challenges. Guilty: {accused} draws {count} cards, and {name} plays.",
                count,
            )
            innocent = ngettext(
                "{name} challenges. Innocent: {name} draws {count} card.",
                "{name} challenges. Innocent: {name} draws {count} cards.",
                count,
            )
        verdict = guilty if event.is_guilty else innocent
        return verdict.format(count=count, name=self._names[event.seat], accused=self._names[event.accused])

    def _show(self) -> None:
        """Gives the screen of the phase what it shows."""
        view, decision = self.match.view(PERSON), self.match.decision
        match view:
            case DraftView():
                draft = self._screen_of(DraftScreen)
                draft.lines, draft.view = self.lines, view
            case PlayView():
                play = self._screen_of(PlayScreen)
                play.uno = self.match.header.options.uno
                play.lines, play.view = self.lines, view
                is_held = self._timer is not None or self._asking is not None
                play.held_by = decision.seat if decision is not None and is_held else None
            case ScoreView():
                self._screen_of(ScoreScreen).view = view
        screen = self._screen
        assert screen is not None
        screen.revision = self.match.revision
        screen.thinks = decision.seat if decision is not None and self._is_long else None
        screen.failure, screen.notice = self._failure, self._notice
        if self.practice is not None:
            self.practice.advise()
        screen.helps = frozenset(self._helps())
        if self.saving.problem:
            screen.problem = _("Not saved: {problem}").format(problem=self.saving.problem)

    def _helps(self) -> Iterator[str]:
        """What helps the person now."""
        match, practice = self.match, self.practice
        if practice is not None:
            available = {
                "hint": practice.can_hint,
                "memory": practice.has_memory,
                "undo": match.can_undo(PERSON),
                "redo": match.can_redo,
                "again": match.can_play_again,
            }
            yield from (action for action, is_there in available.items() if is_there)
        if match.is_over:
            yield "again"
            if self.saving.path is not None:
                yield "review"

    def _screen_of(self, kind: type[_Screen]) -> _Screen:
        """The screen of a kind, on top; the other screens of the match give way to it."""
        if not isinstance(self._screen, kind):
            screen = kind()
            screen.is_practice = self.match.header.options.practice
            if self._screen is None:
                self._app.push_screen(screen)
            else:
                self._app.switch_screen(screen)
            self._screen = screen
        self._screen.names = self._names
        return self._screen


@dataclass(frozen=True)
class _Decided:
    """What bots have decided in the position of a revision of the match, and how many seconds that took."""

    thought: Thought
    revision: int
    seconds: float = 0.0
