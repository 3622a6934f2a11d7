"""The help of a practice match: the hint, and the tutor, who stops a move that gives much away before it is made."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from textual.app import App
from textual.timer import Timer

from uno_duo.coach.marks import MARK_NAMES, Mark, mark_of, stops
from uno_duo.core import DraftView, Phase, PlayView, SeatMove
from uno_duo.dealer import chance_for
from uno_duo.language import _, ngettext
from uno_duo.match import Match
from uno_duo.settings import Settings
from uno_duo.ui.coaching import Coach
from uno_duo.ui.messages import HintWanted, MoveChosen
from uno_duo.ui.screens.dialogs import Answer, Question, ShownUnseen
from uno_duo.ui.screens.hint import HintScreen
from uno_duo.ui.thinking import PERSON

PATIENCE: Final = 0.3
"""How many seconds a move waits at most for what the coach thinks of it."""


class Practice:
    """What helps the person in a match."""

    def __init__(
        self,
        app: App[None],
        match: Match,
        names: Sequence[str],
        settings: Settings,
        play: Callable[[SeatMove], None],
        is_on_top: Callable[[], bool],
    ) -> None:
        """Takes a match.

        Args:
            app: What shows it.
            match: The match.
            names: The seats' names.
            settings: What the tutor stops.
            play: Makes a move of the person's.
            is_on_top: Tells whether nothing lies over the match.
        """
        self._app = app
        self._match = match
        self._names = names
        self._settings = settings
        self._play = play
        self._is_on_top = is_on_top
        self._coach = Coach(self._hear)
        self._hint: HintScreen | None = None
        self._waiting: _Waiting | None = None

    def end(self) -> None:
        """Ends the coach at once."""
        self._drop_waiting()
        self._coach.end()

    @property
    def _view(self) -> DraftView | PlayView | None:
        """What the person may know where it decides, and not by chance as in the cut; else None."""
        decision = self._match.decision
        if decision is None or decision.seat != PERSON or decision.is_uno_question:
            return None
        view = self._match.view(PERSON)
        return view if isinstance(view, DraftView | PlayView) and view.phase is not Phase.CUT else None

    @property
    def can_hint(self) -> bool:
        """Whether the person decides something that the coach knows about."""
        return self._view is not None

    def advise(self) -> None:
        """Has the coach think about what the person is asked."""
        view, match = self._view, self._match
        if self._waiting is not None and self._waiting.revision != match.revision:
            self._drop_waiting()
        if view is None:
            self._coach.rest()
            return
        assert match.header.seed is not None
        chance = chance_for(match.header.seed, PERSON, match.n, is_uno_question=False)
        self._coach.consider(view, chance, match.revision)

    def _hear(self) -> None:
        """Takes what the coach tells."""
        if self._hint is not None:
            self._hint.advice, self._hint.failure = self._coach.advice, self._coach.failure
        if self._waiting is not None:
            self._judge(self._waiting)

    # The hint

    def show_hint(self) -> None:
        """Shows what each move is worth, as far as the coach knows."""
        view = self._view
        if view is not None:
            self._drop_waiting()
            self._hint = HintScreen(view, self._names)
            self._hear()
            self._app.push_screen(self._hint, partial(self._take_hint, self._match.revision))

    def _take_hint(self, revision: int, move: SeatMove | None) -> None:
        """Has a move of the hint made once that is closed; whoever has seen the numbers is not stopped."""
        self._hint = None
        if move is not None:
            self._app.post_message(MoveChosen(move, revision, is_sure=True))

    # The memory aid

    @property
    def has_memory(self) -> bool:
        """Whether the cards not yet seen can be looked at: where the person has set it so, and there are such cards."""
        is_dealt = self._match.state.phase not in (Phase.SHUFFLE, Phase.CUT)
        return self._settings.memory_aid and is_dealt and not self._match.state.round_has_ended

    def show_unseen(self) -> None:
        """Shows the cards not yet seen."""
        view = self._match.view(PERSON)
        if self.has_memory and isinstance(view, DraftView | PlayView):
            self._app.push_screen(ShownUnseen(view))

    # The tutor

    def choose(self, move: SeatMove) -> None:
        """Makes a move of the person's, or asks about it where it gives much away."""
        self._drop_waiting()
        if self._settings.tutor == "off" or self._view is None:
            self._play(move)
            return
        self._waiting = _Waiting(move, self._match.revision)
        self._judge(self._waiting)
        if self._waiting is not None:
            self._waiting.timer = self._app.set_timer(PATIENCE, partial(self._let, self._waiting))

    def _judge(self, waiting: "_Waiting") -> None:
        """Stops a move that is known to give much away, and makes one of which there is no more to be known."""
        if not self._is_on_top():
            self._drop_waiting()
            return
        advised = self._coach.advised(waiting.move, waiting.revision)
        mark = mark_of(advised, self._settings) if advised is not None else None
        if advised is not None and mark is not None and stops(self._settings.tutor, mark):
            self._drop_waiting()
            self._stop(waiting, mark, advised.behind)
        elif self._coach.is_done(waiting.revision):
            self._let(waiting)

    def _let(self, waiting: "_Waiting") -> None:
        """Makes a move that has waited, unless something has happened or lies over the match."""
        self._drop_waiting()
        if waiting.revision == self._match.revision and self._is_on_top():
            self._play(waiting.move)

    def _stop(self, waiting: "_Waiting", mark: Mark, points: float) -> None:
        """Asks whether to make a move that gives points away, without telling the better one."""
        count = round(points)
        told = ngettext(
            "{mark}: this gives away about {count} point.", "{mark}: this gives away about {count} points.", count
        )
        answers = [
            Answer("t", _("Think again"), "think"),
            Answer("p", _("Play it"), "play"),
            Answer("s", _("Show the better move"), "show"),
        ]
        title = told.format(mark=MARK_NAMES[mark].capitalize(), count=count)
        self._app.push_screen(Question(title, answers), partial(self._go_on, waiting))

    def _go_on(self, waiting: "_Waiting", answer: str | None) -> None:
        """Does what the person has answered, once the question is closed."""
        if answer == "play":
            self._app.post_message(MoveChosen(waiting.move, waiting.revision, is_sure=True))
        elif answer == "show":
            self._app.post_message(HintWanted(waiting.revision))

    def _drop_waiting(self) -> None:
        if self._waiting is not None and self._waiting.timer is not None:
            self._waiting.timer.stop()
        self._waiting = None


class _Waiting:
    """A move that waits for what the coach thinks of it."""

    def __init__(self, move: SeatMove, revision: int) -> None:
        self.move = move
        self.revision = revision
        self.timer: Timer | None = None
