"""What the screens of a match have in common: what a seat may see, what is told beside it, and the way back."""

from typing import Final, Generic, TypeVar

from textual.reactive import var

from uno_duo.core import Rules
from uno_duo.house_rules import game_name
from uno_duo.language import _
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.messages import EventsWanted, HintWanted, MemoryWanted, MenuWanted, ScoresWanted, UndoWanted
from uno_duo.ui.screens.base import GameScreen

_View = TypeVar("_View")

_HELPS: Final = frozenset(("hint", "memory", "undo", "redo", "again", "review"))


class MatchScreen(GameScreen, Generic[_View]):
    """A screen that shows a match as one seat may see it.

    Attributes:
        view: What the seat may know.
        lines: What it saw happen, in plain words.
        names: The seats' names.
        revision: The match's revision as it is shown, so that a key pressed before it was is known as such.
        notice: What is to be seen before the match goes on, if anything; Enter goes on.
        failure: Why a bot has not done anything, if so; Enter asks it again.
        thinks: The seat that thinks about what it does, for longer than a moment.
        is_practice: Whether the player may undo and be helped.
        helps: The commands that do something now of those that help to learn, by the names of their actions.
    """

    revision: int = 0
    view: var[_View | None] = var[_View | None](None)
    lines: var[tuple[str, ...]] = var(())
    names: var[tuple[str, ...]] = var(("", ""))
    notice: var[str] = var("")
    failure: var[str] = var("")
    thinks: var[int | None] = var[int | None](None)
    is_practice: var[bool] = var(False)
    helps: var[frozenset[str]] = var(frozenset[str]())

    def begin(self) -> None:
        """Shows the view, which may have come before."""
        super().begin()
        self.show_view(None)

    def watch_view(self, before: _View | None) -> None:
        """Shows what differs."""
        if self.is_ready:
            self.show_view(before)

    def watch_lines(self) -> None:
        """Shows the events."""
        if self.is_ready:
            self.show_lines()

    def watch_problem(self) -> None:
        """Shows the problem in the title."""
        if self.is_ready:
            self.show_titles()

    def watch_notice(self) -> None:
        """Shows the notice in place of what is asked."""
        self.show_question()

    def watch_failure(self) -> None:
        """Shows the failure in place of what is asked."""
        self.show_question()

    def watch_thinks(self) -> None:
        """Shows that somebody thinks."""
        self.show_question()

    def watch_helps(self) -> None:
        """Shows the keys of what helps now."""
        self.show_keys()

    @property
    def told(self) -> str:
        """What is told in place of what is asked, and waits for Enter; empty if there is nothing."""
        return self.failure or self.notice

    @property
    def about_told(self) -> str:
        """What Enter does where something is told."""
        return _("Ask again") if self.failure else _("Go on")

    def game_of(self, rules: Rules) -> str:
        """What is played, and whether it is practice, for the title."""
        game, dot = game_name(rules), glyphs_of(self.app).dot
        return _("{game} {dot} practice").format(game=game, dot=dot) if self.is_practice else game

    def is_enabled(self, action: str) -> bool:
        """Whether a command does something now."""
        return action in self.helps if action in _HELPS else super().is_enabled(action)

    def show_question(self) -> None:
        """Brings what is asked up to date, and the keys that answer it."""
        if self.is_ready:
            self.show_prompt()
            self.show_keys()

    def show_prompt(self) -> None:
        """Brings the line up to date that asks the player."""

    def show_view(self, before: _View | None) -> None:
        """Brings the widgets up to date with the view, which was another before."""
        raise NotImplementedError

    def show_lines(self) -> None:
        """Brings the widgets up to date with the events."""

    def show_titles(self) -> None:
        """Brings the titles up to date."""
        raise NotImplementedError

    def action_events(self) -> None:
        """Asks for all that has happened."""
        self.post_message(EventsWanted())

    def action_hint(self) -> None:
        """Asks for what each move is worth."""
        self.post_message(HintWanted(self.revision))

    def action_memory(self) -> None:
        """Asks for the cards not yet seen."""
        self.post_message(MemoryWanted())

    def action_undo(self) -> None:
        """Asks for the player's last decision again."""
        self.post_message(UndoWanted(self.revision, "undo"))

    def action_redo(self) -> None:
        """Asks for what came of an undone decision."""
        self.post_message(UndoWanted(self.revision, "redo"))

    def action_again(self) -> None:
        """Asks for the round that has just ended again."""
        self.post_message(UndoWanted(self.revision, "again"))

    def action_scores(self) -> None:
        """Asks for the scoreboard."""
        self.post_message(ScoresWanted())

    def action_back(self) -> None:
        """Asks for the menu."""
        self.post_message(MenuWanted())
