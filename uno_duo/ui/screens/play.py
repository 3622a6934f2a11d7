"""The play screen: a round as one seat may see it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import UnionType
from typing import Any, Final, TypeVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import var

from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    Colour,
    Draw,
    Dump,
    Face,
    NameColour,
    Pass,
    Phase,
    Play,
    PlayView,
    SayUno,
    SeatMove,
    Take,
)
from uno_duo.language import _, ngettext
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.keys import Command, Place, bindings
from uno_duo.ui.messages import GoOn, MoveChosen
from uno_duo.ui.prompts import about_card, about_challenge, asked, score_line, thinking
from uno_duo.ui.screens.base import LEAST_HEIGHT
from uno_duo.ui.screens.dialogs import Answer, Question
from uno_duo.ui.screens.match import MatchScreen
from uno_duo.ui.widgets.card import style_name
from uno_duo.ui.widgets.hand import Hand
from uno_duo.ui.widgets.line import About, Choice, Prompt, Rule, Title
from uno_duo.ui.widgets.log import EventLog
from uno_duo.ui.widgets.table import LEAST_CELL, Table
from uno_duo.wording import colour_name

_Kind = TypeVar("_Kind")
_Laying = TypeVar("_Laying", Play, Dump)

_ANSWERED: Final = (Phase.NAME_COLOUR, Phase.DRAWN, Phase.CHALLENGE)
"""The phases in which the player gives an answer and plays no other card."""


_MOVES_OF: Final[dict[str, Any]] = {
    "draw": Draw | Take,
    "keep_drawn": Pass,
    "complete": Dump,
    "accept": Accept,
    "challenge": Challenge,
    "name": NameColour,
    "call_out": CallOut,
}
"""The commands that are there exactly where a move of their kind is legal."""


class PlayScreen(MatchScreen[PlayView]):
    """A round; it shows a view, and says which move the player has chosen.

    Attributes:
        uno: How the player says UNO: by hand, asked each time, or said for them.
        held_by: The seat that is about to act, if any; the player waits for it, even on turn.
    """

    PLACE = Place.PLAY
    BINDINGS = bindings(Place.PLAY)

    uno: var[str] = var("hand")
    held_by: var[int | None] = var[int | None](None)
    selected: var[int] = var(0)
    chosen: var[int] = var(0)
    is_armed: var[bool] = var(False)

    def __init__(self) -> None:
        """Makes the screen; its view comes later."""
        super().__init__("play")

    def compose_body(self) -> ComposeResult:
        """The title, the table beside the events, what is asked, and the hand."""
        yield Title(classes="title")
        yield Rule(classes="rule")
        with Horizontal(classes="middle"):
            yield Table(classes="table")
            yield EventLog(classes="events")
        yield Rule(classes="rule")
        yield Prompt(classes="prompt")
        yield Rule(classes="rule above-hand")
        yield Title(classes="hand-title")
        yield Hand(classes="hand")
        yield About(classes="about")

    def fit(self) -> None:
        """Gives the other seats as many lines as they need, and shows the scores that have room."""
        super().fit()
        self._fit_seats()
        self.show_titles()

    def _fit_seats(self) -> None:
        width, height = self.app.size
        others = self.view.rules.seats - 1 if self.view is not None else 1
        self.set_class(others > 1, "-many")
        self.set_class(others > 3, "-several")
        self.set_class(others * LEAST_CELL > width, "-crowded")
        self.set_class(height == LEAST_HEIGHT, "-lowest")
        self.set_class(self.is_watching, "-watching")

    @property
    def is_held(self) -> bool:
        """Whether somebody is about to act."""
        return self.held_by is not None

    @property
    def is_watching(self) -> bool:
        """Whether the player is out, and the others play on."""
        return self.view is not None and self.view.seat in self.view.out

    def watch_held_by(self) -> None:
        """Shows that the player must wait, or need not any more."""
        self.show_question()

    def watch_selected(self) -> None:
        """Shows the chosen card and what it would do."""
        if self.is_ready:
            self.query_one(Hand).selected = self.selected
            self._show_about()

    def watch_chosen(self) -> None:
        """Shows the chosen answer."""
        self.show_prompt()

    def watch_is_armed(self) -> None:
        """Shows whether UNO will be said."""
        self.show_titles()

    def show_lines(self) -> None:
        """Shows the events."""
        self.query_one(EventLog).lines = self.lines

    def show_view(self, before: PlayView | None) -> None:
        """Shows the position, and moves the choice to where it lies best."""
        view = self.view
        if view is None:
            return
        self._fit_seats()
        self.chosen = 0
        hand = self.query_one(Hand)
        face = before.hand[self.selected] if before and self.selected < len(before.hand) else None
        hand.cards = view.hand
        hand.playable = self._playable
        table = self.query_one(Table)
        table.names, table.view = self.names, view
        self.show_lines()
        self.selected = self._place_to_choose(view, face)
        hand.selected = self.selected
        self.show_titles()
        self.show_prompt()
        self._show_about()
        self.show_keys()

    def _place_to_choose(self, view: PlayView, face: Face | None) -> int:
        """Where the choice lies best: on the drawn card, else where it was, else on a card that can be played."""
        if view.drawn is not None:
            return view.hand.index(view.drawn)
        playable = self._playable
        if face in view.hand and (face in playable or not playable):
            return self.selected if view.hand[self.selected : self.selected + 1] == (face,) else view.hand.index(face)
        near = [index for index, card in enumerate(view.hand) if card in playable]
        here = min(self.selected, max(0, len(view.hand) - 1))
        return min(near, key=lambda index: abs(index - here), default=here)

    @property
    def _playable(self) -> frozenset[Face]:
        return frozenset(move.card for move in self._legal(Play))

    def _legal(self, kind: type[_Kind]) -> list[_Kind]:
        return [move for move in self.view.legal if isinstance(move, kind)] if self.view else []

    # What is shown

    def show_titles(self) -> None:
        """Shows the round, the scores, the hand's size and how it stands with UNO."""
        view = self.view
        if view is None or not self.is_ready:
            return
        title = self.query_one(".title", Title)
        dot = glyphs_of(self.app).dot
        left = _("{game} {dot} round {round}").format(game=self.game_of(view.rules), dot=dot, round=view.round)
        title.left = self.problem or left
        title.short = self.problem or _("R{round}").format(round=view.round)
        beside = cell_len(title.short if self.has_class("-narrow") else title.left) + 4
        title.right = score_line(
            self.names, view.scores, view.rules.target, self.app.size.width - beside, seat=view.seat, out=view.out
        )
        hand = self.query_one(".hand-title", Title)
        count = len(view.hand)
        hand.left = ngettext("Your hand: {count} card", "Your hand: {count} cards", count).format(count=count)
        hand.short = _("Hand: {count}").format(count=count)
        hand.right = self._about_uno(view)

    def _about_uno(self, view: PlayView) -> str:
        if view.uno_open == view.seat:
            return _("You have not said UNO: u")
        if view.uno_open is not None:
            told = _("{other} has not said UNO") if self.is_watching else _("{other} has not said UNO: o")
            return told.format(other=self.names[view.uno_open])
        if self.is_armed:
            return _("UNO! with the next play")
        return _("UNO not armed") if self.uno == "hand" and len(view.hand) == 2 else ""

    def show_prompt(self) -> None:
        """Shows what is asked, or who is waited for."""
        view = self.view
        if view is None or not self.is_ready:
            return
        prompt = self.query_one(Prompt)
        is_own_turn = view.turn == view.seat
        prompt.is_asking = bool(self.told) or (is_own_turn and not self.is_held)
        sentence = asked(view, self.names)
        if is_own_turn and self.held_by is not None:
            sentence = _("{other} is about to say something").format(other=self.names[self.held_by])
        elif self.thinks is not None:
            sentence = thinking(self.thinks, self.names)
        if self.is_watching:
            sentence = _("You are out. {sentence}").format(sentence=sentence)
        prompt.sentence = self.told or sentence
        prompt.choices = self.choices
        prompt.selected = self.chosen if self._is_answering else None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The answers that the rules ask for in this position, in their order."""
        view = self.view
        if self.told:
            return (Choice("Enter", self.about_told),)
        if self.is_watching:
            return (Choice("Enter", _("Faster")),)
        if view is None or view.turn != view.seat or self.is_held:
            return ()
        match view.phase:
            case Phase.NAME_COLOUR:
                return tuple(Choice(colour.letter.lower(), colour_name(colour)) for colour in Colour)
            case Phase.DRAWN:
                keep = (Choice("p", _("Keep it")),) if self._legal(Pass) else ()
                return Choice("Enter", _("Play it")), *keep
            case Phase.CHALLENGE:
                return Choice("a", _("Accept, draw {count}").format(count=view.rules.draw_four)), Choice(
                    "c", _("Challenge")
                )
        return (Choice("f", _("Complete it")),) if view.may_dump else ()

    @property
    def _is_answering(self) -> bool:
        view = self.view
        return (
            view is not None and view.turn == view.seat and view.phase in _ANSWERED and not (self.told or self.is_held)
        )

    def _show_about(self) -> None:
        view = self.view
        if view is None or not self.is_ready:
            return
        about = self.query_one(About)
        if view.phase is Phase.CHALLENGE and view.turn == view.seat:
            about.text = about_challenge(view)
        elif self.selected < len(view.hand):
            about.text = about_card(view, view.hand[self.selected], self.names)
        else:
            about.text = ""

    def own_commands(self) -> Iterable[Command]:
        """The commands that act now, by the names that fit what is asked."""
        chooses = _("Answer") if self._is_answering else _("Play")
        if self.told or self.is_watching:
            chooses = self.about_told if self.told else _("Faster")
        names = {
            "choose": chooses,
            "draw": _("Take") if self.view is not None and self.view.bill else _("Draw"),
        }
        for command in super().own_commands():
            yield replace(command, name=names.get(command.action, command.name))

    def is_enabled(self, action: str) -> bool:
        """Whether a command does something in this position."""
        view = self.view
        if view is None:
            return action in ("leave", "quit", "help", "back")
        kind = _MOVES_OF.get(action.partition("(")[0])
        if kind is not None:
            return bool(self._legal(kind)) and (kind is CallOut or not (self.is_held or self.told))
        if action == "choose":
            can_play = bool(self._legal(Play)) and not self.is_held
            return bool(self.told) or self.is_watching or self._is_answering or can_play
        if action == "move(1)":
            return bool(view.hand)
        if action == "uno":
            return bool(self._legal(SayUno)) or (self.uno == "hand" and not self.is_watching)
        return super().is_enabled(action)

    # What the player does

    def action_move(self, step: int) -> None:
        """Chooses the next card or answer on one side."""
        if self._is_answering:
            self.chosen = (self.chosen + step) % len(self.choices)
        elif self.view is not None and self.view.hand:
            self.selected = (self.selected + step) % len(self.view.hand)

    def action_line(self, step: int) -> None:
        """Chooses the card a row above or below, in a hand of rows."""
        hand = self.query_one(Hand)
        target = self.selected + step * hand.arrangement.per_row
        if not self._is_answering and 0 <= target < len(hand.cards):
            self.selected = target

    def action_end(self, place: int) -> None:
        """Chooses the first or the last card."""
        if not self._is_answering and self.view is not None and self.view.hand:
            self.selected = place % len(self.view.hand)

    def action_pick(self, digit: str) -> None:
        """Chooses the card with the number of a digit, of which 0 is the tenth."""
        index = (int(digit) - 1) % 10
        if self.view is not None and index < len(self.view.hand):
            self.selected = index

    def on_hand_card_clicked(self, message: Hand.CardClicked) -> None:
        """Chooses a card, or plays it where it was chosen before."""
        if self._is_answering and self.view is not None and self.view.phase is not Phase.DRAWN:
            return
        if self.selected == message.index:
            self.action_choose()
        else:
            self.selected = message.index

    def on_prompt_chosen(self, message: Prompt.Chosen) -> None:
        """Gives an answer that was clicked."""
        if self._is_answering or self.told or self.is_watching:
            self.chosen = message.index
            self.action_choose()
        else:
            self.action_complete()

    def action_choose(self) -> None:
        """Gives the chosen answer, or plays the chosen card."""
        view = self.view
        if view is None:
            return
        if self.told or self.is_watching:
            self.post_message(GoOn(self.revision))
        elif view.turn != view.seat or self.is_held:
            return
        elif view.phase is Phase.NAME_COLOUR:
            self._send(self._legal(NameColour)[self.chosen])
        elif view.phase is Phase.CHALLENGE:
            self.action_accept() if self.chosen == 0 else self.action_challenge()
        elif view.phase is Phase.DRAWN and self.chosen == 1:
            self.action_keep_drawn()
        elif self.selected < len(view.hand):
            face = view.drawn or view.hand[self.selected]
            self._compose_play([move for move in self._legal(Play) if move.card is face])

    def action_draw(self) -> None:
        """Draws a card, or takes the cards that are due."""
        self._send_first(Draw | Take)

    def action_keep_drawn(self) -> None:
        """Keeps the drawn card."""
        self._send_first(Pass)

    def action_accept(self) -> None:
        """Accepts a Wild Draw 4."""
        self._send_first(Accept)

    def action_challenge(self) -> None:
        """Challenges a Wild Draw 4."""
        self._send_first(Challenge)

    def action_name(self, colour: str) -> None:
        """Names a colour for the turned-up card."""
        for move in self._legal(NameColour):
            if move.colour == colour:
                self._send(move)

    def action_complete(self) -> None:
        """Completes a Reverse."""
        self._ask_top(self._legal(Dump), _("Lay all cards of the colour. Which ends on top?"), lambda move: move.last)

    def action_uno(self) -> None:
        """Says UNO late, or with the next play."""
        late = self._legal(SayUno)
        if late:
            self._send(late[0])
        elif self.uno == "hand":
            self.is_armed = not self.is_armed

    def action_call_out(self) -> None:
        """Calls out the other's forgotten UNO."""
        self._send_first(CallOut)

    # Composing a play: each step narrows the ways to play the card, until one is left

    def _compose_play(self, ways: list[Play]) -> None:
        if not ways:
            return
        if ways[0].card.is_wild:
            self._ask_colour(ways)
        elif any(way.dump for way in ways):
            self._ask_dump(ways)
        else:
            self._ask_uno(ways)

    def _ask_colour(self, ways: list[Play]) -> None:
        answers = [Answer(colour.letter.lower(), colour_name(colour), colour, style_name(colour)) for colour in Colour]
        best = max(Colour, key=lambda colour: sum(card.colour is colour for card in self.query_one(Hand).cards))

        def chosen(colour: Colour | None) -> None:
            if colour is not None:
                self._ask_uno([way for way in ways if way.colour is colour])

        title = _("Which colour?")
        self.app.push_screen(Question(title, answers, selected=list(Colour).index(best)), chosen)

    def _ask_dump(self, ways: list[Play]) -> None:
        count = sum(card.colour is ways[0].card.colour for card in self.query_one(Hand).cards)
        answers = [
            Answer("a", _("Alone"), "alone"),
            Answer("f", _("All {count} {colour} cards").format(count=count, colour=_colour_of(ways[0])), "all"),
        ]

        def chosen(answer: str | None) -> None:
            if answer == "alone":
                self._ask_uno([way for way in ways if way.dump is None])
            elif answer == "all":
                self._ask_top([way for way in ways if way.dump], _("Which ends on top?"), lambda way: way.dump)

        self.app.push_screen(Question(_("Lay the Reverse"), answers), chosen)

    def _ask_top(self, ways: list[_Laying], title: str, top_of: Callable[[_Laying], Face | None]) -> None:
        tops = sorted({top for way in ways if (top := top_of(way)) is not None})

        def chosen(top: Face | None) -> None:
            if top is not None:
                self._ask_uno([way for way in ways if top_of(way) is top])

        if len(tops) == 1:
            chosen(tops[0])
        elif tops:
            answers = [
                Answer(str((number + 1) % 10) if number < 10 else "", top.code, top, style_name(top.colour))
                for number, top in enumerate(tops)
            ]
            self.app.push_screen(Question(title, answers), chosen)

    def _ask_uno(self, ways: list[_Laying]) -> None:
        """Chooses with UNO or without, where the play leaves one card."""
        by_saying = {way.uno: way for way in ways}

        def chosen(says_uno: bool | None) -> None:
            if says_uno is not None:
                self._send(by_saying[says_uno])

        if len(by_saying) == 1:
            self._send(ways[0])
        elif self.uno == "ask":
            answers = [Answer("u", _("UNO!"), True), Answer("n", _("Say nothing"), False)]
            self.app.push_screen(Question(_("One card will be left."), answers), chosen)
        else:
            chosen(self.uno == "auto" or self.is_armed)

    def _send_first(self, kind: type[SeatMove] | UnionType) -> None:
        for move in self.view.legal if self.view else ():
            if isinstance(move, kind):
                self._send(move)
                return

    def _send(self, move: SeatMove) -> None:
        if isinstance(move, Play | Dump):
            self.is_armed = False
        self.post_message(MoveChosen(move, self.revision))


def _colour_of(way: Play) -> str:
    return colour_name(way.card.colour) if way.card.colour else ""
