"""A match at the table: what the person and the bot do in turn, and which screen shows it."""

from collections.abc import Sequence
from functools import partial
from typing import Final, TypeVar

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
from uno_duo.match import Match
from uno_duo.record import End, Header
from uno_duo.settings import Pace
from uno_duo.store import Saving
from uno_duo.ui.resuming import names_of
from uno_duo.ui.screens.base import GameScreen
from uno_duo.ui.screens.dialogs import ShownHand
from uno_duo.ui.screens.draft import DraftScreen
from uno_duo.ui.screens.play import PlayScreen
from uno_duo.ui.screens.scoreboard import ScoreScreen
from uno_duo.wording import tell

_Screen = TypeVar("_Screen", DraftScreen, PlayScreen, ScoreScreen)

PERSON: Final = 0
BOT: Final = 1
PAUSES: Final[dict[Pace, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.35, "instant": 0.0}
"""How many seconds a bot waits before it acts."""


class Session:
    """A match between the person at seat 0 and a bot, as far as the app shows it.

    It acts only while a screen of its own is on top: a page or a dialog over it holds the match.

    Attributes:
        match: The match.
        saving: Where it is saved.
    """

    def __init__(self, app: App[None], match: Match, saving: Saving, pace: Pace) -> None:
        """Takes a match.

        Args:
            app: What shows it.
            match: A match of two seats, of which the second is a bot's.
            saving: Where its lines go.
            pace: How fast the bot acts.

        Raises:
            UnknownBot: There is no such bot.
        """
        self.match = match
        self.saving = saving
        self._app = app
        self._pause = PAUSES[pace]
        self._bot = _bot_of(match.header)
        self._names = names_of(match.header)
        self._screen: GameScreen | None = None
        self._timer: Timer | None = None
        self._seen = -1  # the number of moves at the notice that the person has read
        self._lines: tuple[str, ...] = ()
        self._lines_n = 0
        self._is_finished = False

    @property
    def is_on_top(self) -> bool:
        """Whether a screen of this match is what the person sees."""
        return self._screen is not None and self._app.screen is self._screen

    def enter(self) -> None:
        """Shows the match, and goes on with it."""
        self._show()
        self.go_on()

    def hold(self) -> None:
        """Stops what the bot was about to do; `go_on` asks it again."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def go_on(self) -> None:
        """Lets the bot act until the person must decide, or a pause is due."""
        if not self.is_on_top or self._timer is not None:
            return
        while self._step():
            self._show()
        self._show()

    def _step(self) -> bool:
        """Does what can be done at once; whether there may be more."""
        match = self.match
        decision = match.decision
        if match.is_over:
            self._finish()
            return False
        if decision is None:
            return self._shuffle_for_cut()
        if decision.seat == PERSON:
            if not decision.is_uno_question or self._notice:
                return False
            match.decline()  # UNO is said and called out by keys, not asked for
            return True
        if self._notice:
            return False
        move = ask(self._bot, match, decision)
        if move is None:
            match.decline()
            return True
        # A card kept must look like one that could not be played, and no reflex comes before a late UNO.
        if self._pause and not isinstance(move, Pass | SayUno):
            self._timer = self._app.set_timer(self._pause, partial(self._act, match.revision, move))
            return False
        match.play(move)
        return True

    def _shuffle_for_cut(self) -> bool:
        if self.match.state.first is not None:
            return False
        self.match.shuffle()
        return True

    def _act(self, revision: int, move: SeatMove) -> None:
        """Makes the bot's move after its pause, unless something has happened or lies over the match."""
        self._timer = None
        if self.is_on_top:
            if revision == self.match.revision:
                self.match.play(move)
                self._show()
            self.go_on()

    @property
    def _notice(self) -> str:
        """What the person should have seen before the bot goes on: it has one card, and plays again at once."""
        match = self.match
        view = match.view(PERSON)
        if match.n == self._seen or not isinstance(view, PlayView) or view.turn != BOT:
            return ""
        last = match.last_move
        has_just_played = isinstance(last, Play | Dump | SayUno) and last.seat == BOT
        decision = match.decision
        may_say_uno = decision is not None and decision.seat == BOT and decision.is_uno_question
        if view.hand_sizes[BOT] != 1 or not has_just_played or may_say_uno:
            return ""
        return _("{other} has 1 card and plays again").format(other=self._names[BOT])

    def choose(self, move: SeatMove) -> None:
        """Makes a move of the person's, if it is asked for one."""
        decision = self.match.decision
        is_about_uno = isinstance(move, SayUno | CallOut)
        is_asked = decision is not None and decision.seat == PERSON and not decision.is_uno_question
        if not (self.is_on_top and (is_asked or is_about_uno)):
            return
        before = self.match.n
        try:
            self.match.play(move)
        except IllegalMove:
            self._app.bell()
            return
        self.hold()
        if isinstance(move, Challenge):
            self._show_hand(self.match.events(PERSON, before))
        self._show()
        self.go_on()

    def acknowledge(self) -> None:
        """Goes on after a notice, with the shuffle that the person has waited for, or not at all."""
        if not self.is_on_top or self.match.is_over:
            return
        if self.match.decision is None:
            self.match.shuffle()
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
        for event in events:
            if isinstance(event, Challenged):
                rules = self.match.header.rules
                count = rules.draw_four if event.is_guilty else rules.lost_challenge
                verdict = (
                    ngettext(
                        "Guilty: it draws {count} card, and you play.",
                        "Guilty: it draws {count} cards, and you play.",
                        count,
                    )
                    if event.is_guilty
                    else ngettext("Innocent: you draw {count} card.", "Innocent: you draw {count} cards.", count)
                ).format(count=count)
                title = _("The hand of {name}").format(name=self._names[event.accused])
                self._app.push_screen(ShownHand(title, event.hand, verdict))

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
                play.is_held = self._timer is not None
            case ScoreView():
                scores = self._screen_of(ScoreScreen)
                scores.names, scores.view = self._names, view
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


def _bot_of(header: Header) -> Bot:
    return bot_named(header.players[BOT].bot or "")
