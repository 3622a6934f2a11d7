"""A drill: position after position, of which the best move is to be found."""

from collections.abc import Iterable
from dataclasses import replace

from textual.reactive import var

from uno_duo.coach.drill import Drill
from uno_duo.coach.kinds import KIND_NAMES
from uno_duo.language import _, ngettext
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.keys import Command, Place, bindings
from uno_duo.ui.messages import DrillAnswered, NextDrillWanted
from uno_duo.ui.screens.position import PositionScreen
from uno_duo.ui.widgets.line import Prompt, Title
from uno_duo.wording import OTHER_NAMES, move_name


class DrillScreen(PositionScreen):
    """One position at a time; a move is chosen, and then what each of them is worth is shown.

    Attributes:
        number: Which one is shown, from 1.
        is_over: Whether all were.
        failure: Why there is no other position, as a clause; empty if there is.
    """

    PLACE = Place.DRILL
    BINDINGS = bindings(Place.DRILL)

    failure: var[str] = var("")

    def __init__(self, count: int, *, is_of_kind: bool) -> None:
        """Makes the screen.

        Args:
            count: How many positions there will be.
            is_of_kind: Whether they are of a kind that was asked for.
        """
        super().__init__("drill")
        self.number = 0
        self.is_over = False
        self._count = count
        self._is_of_kind = is_of_kind
        self._drill: Drill | None = None
        self._is_own = False
        self._right = 0
        self._told = ""  # what came of the answer; empty before it

    def begin(self) -> None:
        """Shows the position, if it is there already."""
        super().begin()
        self._show()

    def watch_failure(self) -> None:
        """Shows that there is no other position."""
        self._show()

    def ask(self, number: int, drill: Drill | None, *, is_own: bool) -> None:
        """Shows a position.

        Args:
            number: Which one it is.
            drill: The position; None while one is looked for.
            is_own: Whether it comes of a mistake of the player's own.
        """
        self.number, self._drill, self._is_own = number, drill, is_own
        self._chosen, self._told = 0, ""
        self._show()

    def finish(self) -> None:
        """Shows how it went, after the last position."""
        self.is_over = True
        self._drill, self._told = None, ""
        self._show()

    @property
    def is_hidden(self) -> bool:
        """Whether the best move is still to be found."""
        return self._drill is not None and not self._told

    def _show(self) -> None:
        if not self.is_ready:
            return
        title, dot, drill = self.query_one(".title", Title), glyphs_of(self.app).dot, self._drill
        title.left = _("UNO Duo {dot} drill").format(dot=dot)
        title.short = _("Drill")
        # What kind it is may tell the answer; so only where that was asked for, or the answer is there.
        kind = KIND_NAMES[drill.kind] if drill is not None and (self._is_of_kind or self._told) else ""
        own = _("a mistake of yours") if self._is_own and drill is not None else ""
        about = ", ".join(part for part in (kind, own) if part)
        if about:
            title.left = _("UNO Duo {dot} drill {dot} {about}").format(dot=dot, about=about)
        if kind:
            title.short = _("Drill {dot} {kind}").format(dot=dot, kind=kind)
        self._show_count()
        for part in (".board", ".hand", ".hand-title", ".codes", ".answers", ".why"):
            self.query(part).set(visible=drill is not None)
        if drill is None:
            self.query_one(Prompt).sentence = self._about_none
            self.query_one(Prompt).is_asking = self.is_over
            self.show_keys()
        else:
            self.show_position(drill.view, names_in(drill))
            self.show_worths()

    def _show_count(self) -> None:
        right = ngettext("{count} right", "{count} right", self._right).format(count=self._right)
        number = min(self.number, self._count)
        self.query_one(".title", Title).right = f"{right}  {number}/{self._count}"

    @property
    def _about_none(self) -> str:
        """What is said where there is no position."""
        if self.failure:
            return _("The coach fails: {reason}").format(reason=self.failure)
        if self.is_over:
            return _("Done: {right} of {count} right.").format(right=self._right, count=self._count)
        return _("A position is being looked for.")

    def show_worths(self) -> None:
        """Shows the moves, and once one was tried what they are worth."""
        drill = self._drill
        if drill is not None and self.is_ready:
            advice = drill.advice if self._told else None
            self.show_moves(drill.view, advice, names_in(drill), self._told or _("What is best?"))

    def own_commands(self) -> Iterable[Command]:
        """The commands that act now, by the names that fit."""
        for command in super().own_commands():
            is_last = command.action == "choose" and self.is_over
            yield replace(command, name=_("Close")) if is_last else command

    def is_enabled(self, action: str) -> bool:
        """Whether a command does something now."""
        if action == "choose":
            return self._drill is not None or self.is_over
        return super().is_enabled(action)

    def action_choose(self) -> None:
        """Answers with the chosen move, or goes on to the next position; after the last one it closes."""
        if self.is_over:
            self.close()
        elif self._told:
            self.post_message(NextDrillWanted(self.number))
        elif self._drill is not None:
            self._answer(self._drill)

    def _answer(self, drill: Drill) -> None:
        best = drill.advice.moves[0]
        tried = drill.advice.of(self._moves[self._chosen].move)
        name = move_name(tried.move)
        if tried.is_right:
            self._right += 1
            self._told = _("Right: {move}.").format(move=name)
        elif tried.costs_match_alone:
            told = _("Not {move}: {best} wins the match more often.")
            self._told = told.format(move=name, best=move_name(best.move))
        else:
            told = _("Not {move}: {points} {error} points behind {best}.")
            behind = {"points": f"{tried.behind:.1f}", "error": self.error_of(tried), "best": move_name(best.move)}
            self._told = told.format(move=name, **behind)
        self._chosen = 0
        self._show()
        self.post_message(DrillAnswered(self.number, is_right=tried.is_right))


def names_in(drill: Drill) -> tuple[str, ...]:
    """What the seats of a drill are called."""
    seats = range(drill.view.rules.seats)
    others = iter(OTHER_NAMES)
    return tuple(_("You") if seat == drill.view.seat else next(others) for seat in seats)
