"""A match at the table: what the person and the bots do in turn, and which screen shows it."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, TypeVar

from textual.app import App
from textual.timer import Timer

from uno_duo.arena import ask
from uno_duo.bots.base import Bot
from uno_duo.bots.levels import bot_named
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
from uno_duo.record import End, Header
from uno_duo.settings import Pace
from uno_duo.store import Saving
from uno_duo.ui.messages import MenuWanted
from uno_duo.ui.resuming import names_of
from uno_duo.ui.screens.base import MatchScreen
from uno_duo.ui.screens.dialogs import ShownHand
from uno_duo.ui.screens.draft import DraftScreen
from uno_duo.ui.screens.play import PlayScreen
from uno_duo.ui.screens.scoreboard import ScoreScreen
from uno_duo.wording import tell

_Screen = TypeVar("_Screen", DraftScreen, PlayScreen, ScoreScreen)

PERSON: Final = 0
"""The seat of the person; a bot sits at each other one."""
PAUSES: Final[dict[Pace, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.35, "instant": 0.0}
"""How many seconds a bot waits before it acts."""


class Session:
    """A match between the person at seat 0 and bots, as far as the app shows it.

    It acts only while a screen of its own is on top: a page or a dialog over it holds the match.

    Attributes:
        match: The match.
        saving: Where it is saved.
    """

    def __init__(self, app: App[None], match: Match, saving: Saving, pace: Pace) -> None:
        """Takes a match.

        Args:
            app: What shows it.
            match: A match in which each seat but the first is a bot's.
            saving: Where its lines go.
            pace: How fast the bots act.

        Raises:
            UnknownBot: There is no such bot.
        """
        self.match = match
        self.saving = saving
        self._app = app
        self._pause = PAUSES[pace]
        self._bots = _bots_of(match.header)
        self._names = names_of(match.header)
        self._screen: MatchScreen[Any] | None = None
        self._timer: Timer | None = None
        self._due: partial[None] | None = None  # what the timer will do
        self._seen = -1  # the number of moves at the notice that the person has read
        self._lines: tuple[str, ...] = ()
        self._lines_n = 0
        self._is_finished = False

    @property
    def is_on_top(self) -> bool:
        """Whether a screen of this match is what the person sees."""
        return self._screen is not None and self._app.screen is self._screen

    def is_seen(self, revision: int) -> bool:
        """Whether the person sees the match as it is now, and had seen that when a revision was shown."""
        return self.is_on_top and revision == self.match.revision

    def enter(self) -> None:
        """Shows the match, and goes on with it."""
        self._show()
        self.go_on()

    def hold(self) -> None:
        """Stops what a bot was about to do; `go_on` asks it again."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = self._due = None

    def go_on(self) -> None:
        """Lets the bots act until the person must decide, or a pause is due."""
        if not self.is_on_top or self._timer is not None:
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
        if self._notice:
            return False
        if decision.seat == PERSON:
            if decision.is_uno_question:
                match.decline()  # UNO is said and called out by keys, not asked for
            return decision.is_uno_question
        try:
            move = ask(self._bots[decision.seat], match, decision)
        except Exception:  # as in the arena: whatever a bot does wrong is its forfeit
            self._forfeit(decision.seat)
            return False
        if move is None:
            match.decline()
            return True
        if self._pause and not self._is_made_at_once(decision, move):
            self._due = partial(self._act, match.revision, move)
            self._timer = self._app.set_timer(self._pause, self._due)
            return False
        self._do(move)
        return True

    def _forfeit(self, seat: int) -> None:
        """Ends the match by the fault of a bot, and leaves it."""
        told = _("{name} has failed, and forfeits the match").format(name=self._names[seat])
        self._app.notify(told, severity="error", markup=False)
        self.match.finish(End(reason="forfeit", seat=seat))
        self._finish()
        self._app.post_message(MenuWanted())

    def _shuffle_by_itself(self) -> bool:
        """Shuffles for the cut, and in the middle of a round; between rounds the person is waited for."""
        state = self.match.state
        if state.first is not None and state.due is None:
            return False
        self.match.shuffle()
        return True

    def _is_made_at_once(self, decision: Decision, move: SeatMove) -> bool:
        """Whether a pause before a bot's move would tell something, or have reflexes decide.

        A card kept must look like one that could not be played, and whoever is asked about UNO before the person
        has answered before the person can.
        """
        forgetful = self.match.state.uno_open
        if isinstance(move, CallOut) and forgetful is not None:
            return not self._is_watching and self._place(decision.seat) < self._place(PERSON)
        return isinstance(move, Pass | SayUno)

    def _place(self, seat: int) -> int:
        """Where a seat stands in the order in which all are asked about a forgotten UNO (RULES.md, section 9)."""
        state = self.match.state
        return (seat - (state.uno_open or 0)) % state.rules.seats

    @property
    def _is_watching(self) -> bool:
        """Whether the person is out, and the bots play on."""
        return PERSON in self.match.state.out

    def _act(self, revision: int, move: SeatMove) -> None:
        """Makes a bot's move after its pause, unless something has happened or lies over the match."""
        self._timer = self._due = None
        if self.is_on_top:
            if revision == self.match.revision:
                self._do(move)
                self._show()
            self.go_on()

    def _do(self, move: SeatMove) -> None:
        """Makes a move, and shows the hand that it makes all see."""
        before = self.match.n
        self.match.play(move)
        if isinstance(move, Challenge) and not self._is_watching:
            self._show_hand(self.match.events(PERSON, before))

    @property
    def _notice(self) -> str:
        """What the person should have seen before anybody else goes on: a seat has just laid down to one card."""
        match, last = self.match, self.match.last_seat_move
        view, decision = match.view(PERSON), match.decision
        if match.n == self._seen or decision is None or not isinstance(view, PlayView) or self._is_watching:
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
        state = self.match.state
        others = (seat for seat in range(state.rules.seats) if seat not in state.out)
        return any(self._place(seat) > self._place(PERSON) for seat in others)

    def choose(self, move: SeatMove) -> None:
        """Makes a move of the person's, if it is asked for one."""
        decision = self.match.decision
        is_about_uno = isinstance(move, SayUno | CallOut)
        is_asked = decision is not None and decision.seat == PERSON and not decision.is_uno_question
        if not (self.is_on_top and (is_asked or is_about_uno)):
            return
        try:
            self._do(move)
        except IllegalMove:
            self._app.bell()
            return
        self.hold()
        self._show()
        self.go_on()

    def acknowledge(self) -> None:
        """Goes on after a notice, with the shuffle or the bot's move that the person has waited for, or not at all."""
        if not self.is_on_top or self.match.is_over:
            return
        due = self._due
        if self.match.decision is None:
            self.match.shuffle()
        elif due is not None and self._is_watching:
            self.hold()
            due()
        else:
            self._seen = self.match.n
        self.go_on()

    def give_up(self) -> None:
        """Ends the match as the person's loss."""
        self.hold()
        self.match.finish(End(reason="given_up", seat=PERSON))
        self._finish()

    def _finish(self) -> None:
        """Puts the record among the others, once."""
        if not self._is_finished:
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
        if self._lines_n != self.match.n:
            self._lines_n = self.match.n
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
        view = self.match.view(PERSON)
        match view:
            case DraftView():
                draft = self._screen_of(DraftScreen)
                draft.names, draft.lines, draft.view = self._names, self.lines, view
            case PlayView():
                play = self._screen_of(PlayScreen)
                play.names, play.uno = self._names, self.match.header.options.uno
                play.lines, play.view = self.lines, view
                play.notice = self._notice
                decision = self.match.decision
                play.held_by = decision.seat if decision is not None and self._timer is not None else None
            case ScoreView():
                scores = self._screen_of(ScoreScreen)
                scores.names, scores.view = self._names, view
        if self._screen is not None:
            self._screen.revision = self.match.revision
        if self._screen is not None and self.saving.problem:
            self._screen.problem = _("Not saved: {problem}").format(problem=self.saving.problem)

    def _screen_of(self, kind: type[_Screen]) -> _Screen:
        if not isinstance(self._screen, kind):
            screen = kind()
            if self._screen is None:
                self._app.push_screen(screen)
            else:
                self._app.switch_screen(screen)
            self._screen = screen
        return self._screen


def _bots_of(header: Header) -> dict[int, Bot]:
    """The bot of each seat that is not the person's."""
    return {seat: bot_named(player.bot or "") for seat, player in enumerate(header.players) if seat != PERSON}
