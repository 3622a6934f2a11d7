"""What the menu leads to beside matches: reviews, drills and statistics."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual.app import App

from uno_duo.account import account_of
from uno_duo.coach.kinds import KIND_NAMES, Kind
from uno_duo.database import DatabaseError
from uno_duo.history import counted_history
from uno_duo.language import _
from uno_duo.record import RecordError
from uno_duo.settings import Settings
from uno_duo.store import Store
from uno_duo.ui.drilling import COUNT, Drilling
from uno_duo.ui.messages import ReviewWanted
from uno_duo.ui.resuming import about
from uno_duo.ui.reviewing import NothingToReview, Reviewing
from uno_duo.ui.screens.dialogs import Answer, Question
from uno_duo.ui.screens.matches import MatchesScreen
from uno_duo.ui.screens.statistics import StatisticsPage


class Learning:
    """The review and the drills that are open, and the counting for the statistics."""

    def __init__(self, app: App[None], store: Store, settings: Settings, tell: Callable[[str], object]) -> None:
        """Begins with nothing open.

        Args:
            app: What shows it.
            store: Where the records are, and the database.
            settings: From how many points on a decision is called what.
            tell: Takes what the person should know, a line each.
        """
        self._app = app
        self._store = store
        self._settings = settings
        self._tell = tell
        self._reviewing: Reviewing | None = None
        self._drilling: Drilling | None = None
        self._counting: asyncio.Task[None] | None = None

    def end(self) -> None:
        """Ends the processes at once."""
        for each in (self._reviewing, self._drilling):
            if each is not None:
                each.end()

    # Reviews

    def list_records(self) -> None:
        """Shows the matches that can be reviewed."""
        name, paths = _("matches that are over"), self._store.records()
        self._app.push_screen(MatchesScreen(name, paths, partial(about, self._store), ReviewWanted))

    def review(self, path: Path) -> None:
        """Shows the review of a match that is over."""
        if self.open_review is not None:
            return
        try:
            self._reviewing = Reviewing(self._app, path, self._store.database, self._settings, self._tell)
        except NothingToReview as error:
            self._tell(str(error))
        except RecordError as error:
            self._tell(f"{path.name}: {error}")
        except OSError as error:
            self._tell(f"{path.name}: {error.strerror}")
        else:
            self._reviewing.show()

    @property
    def open_review(self) -> Reviewing | None:
        """The review that is on the screen, or under a page; None where none is."""
        return self._reviewing if self._reviewing is not None and self._reviewing.is_open else None

    # Drills

    def ask_what_to_drill(self) -> None:
        """Asks what to drill."""
        kinds: list[tuple[Kind | None, str]] = [(None, _("all kinds")), *KIND_NAMES.items()]
        answers = [Answer("", name, (kind, COUNT)) for kind, name in kinds]
        self._app.push_screen(Question(_("Drill what? Mistakes come first."), answers), self.drill)

    def drill(self, wanted: tuple[Kind | None, int] | None) -> None:
        """Shows drills of a kind, or of all for None, and so many of them; nothing where none are wanted."""
        if wanted is not None and self.open_drill is None:
            self._drilling = Drilling(self._app, self._store.database, *wanted, self._tell)
            self._drilling.show()

    @property
    def open_drill(self) -> Drilling | None:
        """The drills that are on the screen, or under a page; None where none are."""
        return self._drilling if self._drilling is not None and self._drilling.is_open else None

    # Statistics

    def show_statistics(self) -> None:
        """Counts the matches that are over beside the screens, and shows what comes of it."""
        page = StatisticsPage()
        self._app.push_screen(page)
        self._counting = asyncio.create_task(self._count(page))

    async def _count(self, page: StatisticsPage) -> None:
        problems: list[str] = []
        try:
            history = await asyncio.to_thread(counted_history, self._store, problems.append)
        except DatabaseError as error:
            page.tell([str(error)])
        else:
            matches = (*history.played.skill.matches, *history.practice.skill.matches)
            in_order = sorted(matches, key=lambda match: match.created)
            page.tell_of(list(account_of(history)), [match.loss / match.decisions for match in in_order])
        for problem in problems:
            self._tell(problem)
