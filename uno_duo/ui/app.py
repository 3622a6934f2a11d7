"""The shell: it owns the match, switches screens, and does what the screens say.

The models, the bots and the screens of a match are loaded behind the menu.
"""

import asyncio
import signal
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

from textual.app import App, SystemCommand
from textual.events import Resize
from textual.screen import Screen
from textual.theme import ThemeProvider

from uno_duo.language import _
from uno_duo.store import Store
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.messages import (
    DrillAnswered,
    GoOn,
    HelpWanted,
    HintWanted,
    Loaded,
    MatchPicked,
    MatchSetUp,
    MoveChosen,
    NewMatchWanted,
    NextDrillWanted,
    ReviewWanted,
    UndoWanted,
)
from uno_duo.ui.screens.base import GameScreen, is_too_small
from uno_duo.ui.screens.menu import MenuScreen
from uno_duo.ui.screens.palette import Palette
from uno_duo.ui.styles import stylesheet

if TYPE_CHECKING:
    from uno_duo.coach.kinds import Kind
    from uno_duo.core import Rules
    from uno_duo.record import Header
    from uno_duo.settings import Settings
    from uno_duo.ui.learning import Learning
    from uno_duo.ui.session import Session

_BEHIND_THE_MENU: Final = ("uno_duo.ui.session", "uno_duo.ui.screens.new_match", "uno_duo.ui.resuming")


class UnoDuo(App[None]):
    """The program on the screen."""

    CSS_PATH = stylesheet()
    TITLE = "UNO Duo"
    BINDINGS = bindings(Place.ANYWHERE)

    def __init__(
        self,
        settings: "Settings | None" = None,
        new_match: "Header | None" = None,
        record: Path | None = None,
        *,
        drill: "tuple[Kind | None, int] | None" = None,
        problems: Sequence[str] = (),
        is_ascii: bool = False,
    ) -> None:
        """Makes the program.

        Args:
            settings: What the person has set; the defaults if None.
            new_match: The header of a match to begin with, in place of the menu.
            record: A second file for that match, which must not exist.
            drill: What kind of decisions to drill, None for all, and how many, in place of the menu.
            problems: What was wrong with the person's settings, a line each.
            is_ascii: Whether the screens do without line drawing, where no settings say so.
        """
        super().__init__()
        self.is_ascii = settings.ascii if settings else is_ascii
        self._settings = settings
        self._new_match = new_match
        self._record = record
        self._problems = problems
        self._store = Store()
        self._rules: Rules | None = None  # of the last match that was set up, in case they cannot be saved
        self._drill_at_first = drill
        self._learning: Learning | None = None
        self.session: Session | None = None
        """The match that is shown; None in the menu."""

    def on_mount(self) -> None:
        """Shows the menu, or the match that the program was started for."""
        self._leave_at_signals()
        menu = MenuScreen()
        self._show_entries(menu)
        self.push_screen(menu)
        for problem in self._problems:
            self._tell(problem)
        if self._new_match is not None:
            self._begin(self._new_match)
            self._tell_about(self._new_match)
        elif self._drill_at_first is not None:
            self.learning.drill(self._drill_at_first)
        else:
            Thread(target=self._load_behind_the_menu, daemon=True).start()

    async def on_unmount(self) -> None:
        """Leaves no program of a bot behind."""
        open_ones = [each for each in (self.session, self._learning) if each is not None]
        for each in open_ones:
            each.end()
        if open_ones:
            from uno_duo.bots.process import all_gone  # noqa: PLC0415 - behind the menu

            await all_gone()

    def _load_behind_the_menu(self) -> None:
        for name in _BEHIND_THE_MENU:
            import_module(name)
        self.post_message(Loaded())

    def on_loaded(self) -> None:
        """Reads the settings, so that what is wrong with them is told at once."""
        self.settings  # noqa: B018 - read for what it tells

    def _leave_at_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                with suppress(NotImplementedError, RuntimeError, ValueError):  # not in this system, or this thread
                    loop.add_signal_handler(getattr(signal, name), partial(self.exit, return_code=0))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the command palette offers: the commands of the screen, and the theme."""
        if isinstance(screen, GameScreen):
            for command in (command for command in screen.own_commands() if not command.needs_key):
                name = f"{command.name or command.explanation} ({command.label})"
                yield SystemCommand(name, command.explanation, partial(self._run_command, screen, command.action))
        yield SystemCommand(_("Theme"), _("Choose the colours of the screens"), self.action_change_theme)

    def action_command_palette(self) -> None:
        """Opens the command palette over a screen that it fits; it cannot be drawn in ASCII."""
        if isinstance(self.screen, GameScreen) and not (self.screen.is_too_small or self.is_ascii):
            self.push_screen(Palette(id="--command-palette"))  # the name that Textual knows it by

    def search_themes(self) -> None:
        """Opens the palette of the themes."""
        self.push_screen(Palette([ThemeProvider], placeholder=_("Search for themes")))

    def on_resize(self, event: Resize) -> None:
        """Closes the command palette before the window is too small for it, which it does not survive."""
        if isinstance(self.screen, Palette) and is_too_small(event.size):
            self.pop_screen()

    def _run_command(self, screen: GameScreen, action: str) -> None:
        screen.call_later(screen.run_action, action)

    # Matches

    @property
    def settings(self) -> "Settings":
        """What the person has set."""
        if self._settings is None:
            from uno_duo.settings import SettingsError, saved_settings, settings_from  # noqa: PLC0415 - behind the menu

            saved, problems = saved_settings()
            for problem in problems:
                self._tell(problem)
            flags = {"ascii": self.is_ascii or None}
            try:
                self._settings = settings_from(flags, saved=saved)
            except SettingsError as error:
                self._tell(str(error))
                self._settings = settings_from(flags, {}, saved)
            self.is_ascii = self._settings.ascii
        return self._settings

    def _tell_about(self, header: "Header") -> None:
        """Says what the form would have said of the players of a match."""
        from uno_duo.bots.levels import about_searching  # noqa: PLC0415 - behind the menu

        if about := about_searching([player.bot for player in header.players], header.rules):
            self.notify(about, markup=False)

    def _tell(self, problem: str) -> None:
        self.notify(problem, severity="error", markup=False)

    def _begin(self, header: "Header") -> None:
        from uno_duo.match import Match  # noqa: PLC0415 - behind the menu
        from uno_duo.ui.session import Session  # noqa: PLC0415 - behind the menu

        created = header.created or ""
        try:
            saving = self._store.begin(created, self._record)
        except OSError as error:
            self._tell(f"{self._record}: {error.strerror}")
            saving = self._store.begin(created)
        self._record = None
        match = Match(header, write=saving.write)
        self._enter(Session(self, match, saving, self.settings))

    def on_match_set_up(self, message: MatchSetUp) -> None:
        """Begins the match that was set up."""
        from uno_duo.match import header_for  # noqa: PLC0415 - behind the menu

        if self.session is None:
            self._settings, self._rules = message.settings, message.rules
            self._show_menu()
            if message.keeps_rules:
                self._keep(message.rules)
            self._begin(header_for(message.settings, message.rules, is_practice=message.is_practice))

    def _keep(self, rules: "Rules") -> None:
        """Keeps rules as the person's own house rules, unless they are that already."""
        from uno_duo.house_rules import save_house_rules, saved_house_rules  # noqa: PLC0415 - behind the menu

        if saved_house_rules()[0] != rules:
            for problem in save_house_rules(rules):
                self._tell(problem)

    def on_continue_wanted(self) -> None:
        """Goes on with the match that was left, or asks with which one."""
        from uno_duo.ui.resuming import about  # noqa: PLC0415 - behind the menu
        from uno_duo.ui.screens.matches import MatchesScreen  # noqa: PLC0415 - behind the menu

        paths = self._store.all_unfinished()
        if not isinstance(self.screen, MenuScreen):
            return
        if len(paths) > 1:
            name = _("unfinished matches")
            self.push_screen(MatchesScreen(name, paths, partial(about, self._store), MatchPicked))
        elif paths:
            self._go_on_with(paths[0])
        else:
            self._show_menu()

    def on_match_picked(self, message: MatchPicked) -> None:
        """Goes on with the match that was picked."""
        if self.session is None:
            self._go_on_with(message.path)

    def _go_on_with(self, path: Path) -> None:
        from uno_duo.ui.resuming import resumed  # noqa: PLC0415 - behind the menu
        from uno_duo.ui.session import Session  # noqa: PLC0415 - behind the menu

        try:
            match, saving = resumed(self._store, path)
            session = Session(self, match, saving, self.settings)
        except ValueError as error:
            self._tell(str(error))
            self._show_menu()
            return
        self._show_menu()
        self._enter(session)

    def _enter(self, session: "Session") -> None:
        self.session = session
        session.enter()

    def on_new_match_wanted(self, message: NewMatchWanted) -> None:
        """Shows the form for a new match; where one is unfinished it asks first."""
        from uno_duo.ui.screens.dialogs import Answer, Question  # noqa: PLC0415 - behind the menu

        if not isinstance(self.screen, MenuScreen):
            return
        set_up = partial(self._set_up, message.is_practice)
        if self._store.unfinished() is None:
            set_up(True)
            return
        answers = [Answer("y", _("Yes"), True), Answer("n", _("No"), False)]
        self.push_screen(
            Question(_("A match is unfinished, and stays under Continue. Begin another?"), answers), set_up
        )

    def _set_up(self, is_practice: bool, is_wanted: bool | None) -> None:
        from uno_duo.house_rules import RulesError, rules_for, saved_house_rules  # noqa: PLC0415 - behind the menu
        from uno_duo.ui.screens.new_match import NewMatchScreen  # noqa: PLC0415 - behind the menu
        from uno_duo.ui.set_up import SetUp  # noqa: PLC0415 - behind the menu

        if not is_wanted:
            return
        own, problems = saved_house_rules()
        rules = self._rules
        if rules is None:
            try:
                rules = rules_for(self.settings)
            except RulesError as error:
                if self.settings.rules != "house":  # what is wrong with these is told in the form
                    self._tell(str(error))
        chosen = SetUp.of(self.settings, rules, own, " ".join(problems))
        self.push_screen(NewMatchScreen(chosen, _names_of, is_practice=is_practice))

    def _show_menu(self) -> None:
        """Goes back to the menu from wherever the person is."""
        if self.session is not None:
            self.session.end()
            self.session = None
        while not isinstance(self.screen, MenuScreen):
            self.pop_screen()
        self._show_entries(self.screen)

    def _show_entries(self, menu: MenuScreen) -> None:
        menu.show_entries(can_continue=self._store.unfinished() is not None, can_review=self._store.has_records)

    # Reviews, drills and statistics

    @property
    def learning(self) -> "Learning":
        """What shows them."""
        if self._learning is None:
            from uno_duo.ui.learning import Learning  # noqa: PLC0415 - behind the menu

            self._learning = Learning(self, self._store, self.settings, self._tell)
        return self._learning

    def on_records_wanted(self) -> None:
        """Shows the matches that can be reviewed."""
        if isinstance(self.screen, MenuScreen):
            self.learning.list_records()

    def on_review_wanted(self, message: ReviewWanted) -> None:
        """Shows the review of a match that is over."""
        path = message.path or (self.session.saving.path if self.session is not None else None)
        if path is not None:
            self.learning.review(path)

    def on_summary_wanted(self) -> None:
        """Shows how the match that is reviewed was decided."""
        if review := self.learning.open_review:
            review.show_summary()

    def on_expert_wanted(self) -> None:
        """Shows what the expert would have done in the match that is reviewed."""
        if review := self.learning.open_review:
            review.show_expert()

    def on_drills_wanted(self) -> None:
        """Asks what to drill."""
        if isinstance(self.screen, MenuScreen):
            self.learning.ask_what_to_drill()

    def on_next_drill_wanted(self, message: NextDrillWanted) -> None:
        """Shows the next position."""
        if drill := self.learning.open_drill:
            drill.go_on(message.number)

    def on_drill_answered(self, message: DrillAnswered) -> None:
        """Keeps the answer."""
        if drill := self.learning.open_drill:
            drill.answer(message.number, is_right=message.is_right)

    def on_statistics_wanted(self) -> None:
        """Shows what the player has won and given away."""
        if isinstance(self.screen, MenuScreen):
            self.learning.show_statistics()

    # What the screens say

    def on_screen_resumed(self) -> None:
        """Goes on with the match once nothing lies over it."""
        if self.session is not None:
            self.session.go_on()

    def on_move_chosen(self, message: MoveChosen) -> None:
        """Makes the person's move."""
        if self.session is not None and self.session.is_seen(message.revision):
            self.session.choose(message.move, is_sure=message.is_sure)

    def on_go_on(self, message: GoOn) -> None:
        """Goes on after something that was to be seen; after a match with another one like it."""
        session = self.session
        if session is None or not session.is_seen(message.revision):
            return
        if session.match.is_over:
            self._play_again(session)
        else:
            session.acknowledge()

    def _play_again(self, session: "Session") -> None:
        from uno_duo.match import header_like  # noqa: PLC0415 - behind the menu

        self._show_menu()
        self._begin(header_like(session.match.header))

    def on_hint_wanted(self, message: HintWanted) -> None:
        """Shows what each move is worth."""
        session = self.session
        if session is not None and session.practice is not None and session.is_seen(message.revision):
            session.practice.show_hint()

    def on_memory_wanted(self) -> None:
        """Shows the cards not yet seen."""
        if self.session is not None and self.session.practice is not None and self.session.is_on_top:
            self.session.practice.show_unseen()

    def on_undo_wanted(self, message: UndoWanted) -> None:
        """Goes back in practice, or forth again; after any match it can be played again, as practice."""
        from uno_duo.match import header_again  # noqa: PLC0415 - behind the menu

        session = self.session
        if session is None or not session.is_seen(message.revision):
            return
        if session.match.is_over and message.how == "again":
            self._show_menu()
            self._begin(header_again(session.match.header))
        else:
            session.undo(message.how)

    def on_scores_wanted(self) -> None:
        """Shows the scoreboard over the match, or closes it."""
        if self.session is not None and self.session.is_on_top:
            self.push_screen(self.session.scores())

    def on_events_wanted(self) -> None:
        """Shows all that has happened in the round."""
        from uno_duo.ui.screens.page import EventsPage  # noqa: PLC0415 - behind the menu

        if self.session is not None and self.session.is_on_top:
            self.push_screen(EventsPage(self.session.lines))

    def on_help_wanted(self, message: HelpWanted) -> None:
        """Shows the rules, of the match that is played or set up if one is, or the keys."""
        from uno_duo.ui.screens.page import HelpPage  # noqa: PLC0415 - behind the menu

        if not isinstance(self.screen, HelpPage):
            rules = self.session.match.header.rules if self.session else message.rules
            self.push_screen(HelpPage(rules, begins_with_keys=message.begins_with_keys))

    def on_menu_wanted(self) -> None:
        """Goes back to the menu; the match can be continued."""
        self._show_menu()

    def on_quit_wanted(self) -> None:
        """Asks whether to leave the program or to give up the match; in the menu there is nothing to ask."""
        if self.session is None or self.session.match.is_over:
            self.exit()
            return
        if not self.session.is_on_top:
            return
        from uno_duo.ui.screens.dialogs import Answer, Question  # noqa: PLC0415 - behind the menu

        answers = [
            Answer("y", _("Leave; the match is saved"), "leave"),
            Answer("n", _("Stay"), "stay"),
            Answer("g", _("Give up the match"), "give up"),
        ]
        self.push_screen(Question(_("Leave UNO Duo?"), answers), self._quit)

    def _quit(self, answer: str | None) -> None:
        if answer == "leave":
            self.exit()
        elif answer == "give up" and self.session is not None:
            self.session.give_up()
            self._show_menu()

    def action_leave(self) -> None:
        """Leaves at once; each move was saved when it was made."""
        self.exit()


def _names_of(settings: "Settings", rules: "Rules") -> Sequence[str]:
    """What the seats of a match will be called."""
    from uno_duo.match import header_for  # noqa: PLC0415 - behind the menu
    from uno_duo.ui.resuming import names_of  # noqa: PLC0415 - behind the menu

    return names_of(header_for(settings, rules, 0))


def run(
    *,
    settings: "Settings | None" = None,
    new_match: "Header | None" = None,
    record: Path | None = None,
    drill: "tuple[Kind | None, int] | None" = None,
    problems: Sequence[str] = (),
    is_ascii: bool = False,
) -> int:
    """Runs the program on the terminal until it is left.

    Args:
        settings: What the person has set; the defaults if None.
        new_match: The header of a match to begin with, in place of the menu.
        record: A second file for that match, which must not exist.
        drill: What kind of decisions to drill, None for all, and how many, in place of the menu.
        problems: What was wrong with the person's settings, a line each.
        is_ascii: Whether the screens do without line drawing, where no settings say so.

    Returns:
        The exit code.
    """
    app = UnoDuo(settings, new_match, record, drill=drill, problems=problems, is_ascii=is_ascii)
    app.run()
    return app.return_code or 0
