"""The one list of commands: their keys, names and explanations.

It feeds the bindings, the line of keys, the command palette and the page of keys.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from textual.binding import Binding, BindingType

from uno_duo.language import _


class Place(StrEnum):
    """Where a command is there."""

    ANYWHERE = "anywhere"
    MENU = "menu"
    DRAFT = "draft"
    PLAY = "play"
    SCORES = "scores"
    PAGE = "page"
    LIST = "list"
    FORM = "form"
    RULES = "rules"
    DIALOG = "dialog"
    HINT = "hint"
    REVIEW = "review"
    DRILL = "drill"


PLACE_NAMES: Final = {
    Place.ANYWHERE: _("Everywhere"),
    Place.MENU: _("In the menu"),
    Place.DRAFT: _("In the cut and the draft"),
    Place.PLAY: _("In play"),
    Place.SCORES: _("On the scoreboard"),
    Place.PAGE: _("On a page of text"),
    Place.LIST: _("In a list of matches"),
    Place.FORM: _("When a match is set up"),
    Place.RULES: _("When house rules are changed"),
    Place.DIALOG: _("In a dialog"),
    Place.HINT: _("In a hint"),
    Place.REVIEW: _("In a review"),
    Place.DRILL: _("In a drill"),
}
"""What the help calls each place."""


@dataclass(frozen=True)
class Command:
    """A command of the player's.

    Attributes:
        action: The action of the screen that does it; `{key}` in it stands for the key.
        keys: Its keys, in Textual's names.
        label: How the keys are written.
        name: Its name in the line of keys; empty if it is not shown there.
        explanation: What it does, for the page of keys and the palette.
        places: Where it is there.
        short_label: How the keys are written in the line of keys, if not as `label`.
    """

    action: str
    keys: str
    label: str
    name: str
    explanation: str
    places: tuple[Place, ...]
    short_label: str = ""

    @property
    def needs_key(self) -> bool:
        """Whether it depends on which of its keys is pressed."""
        return "{key}" in self.action

    @property
    def sign(self) -> str:
        """How the keys are written in the line of keys."""
        return self.short_label or self.label


_GAME: Final = (Place.DRAFT, Place.PLAY)
_SCREENS: Final = tuple(place for place in Place if place is not Place.ANYWHERE)
_LISTS: Final = (Place.MENU, Place.LIST)
_MOVES: Final = (Place.HINT, Place.DRILL)
_FORMS: Final = (Place.FORM, Place.RULES)
_TEXTS: Final = (Place.PAGE, Place.REVIEW, Place.DRILL)
_STEP_BACK: Final = tuple(place for place in _SCREENS if place not in (*_TEXTS, Place.RULES))

COMMANDS: Final = (
    Command("move(-1)", "left,h", "Left", "", _("Choose the card, place or answer to the left"), _GAME),
    Command(
        "move(1)", "right,l", "Right", _("Choose"), _("Choose the card, place or answer to the right"), _GAME, "←→"
    ),
    Command("line(-1)", "up", "Up", "", _("Choose in the row above, where there are rows"), _GAME),
    Command("line(1)", "down", "Down", "", _("Choose in the row below, where there are rows"), _GAME),
    Command("end(0)", "home", "Home", "", _("Choose the first card or place"), _GAME),
    Command("end(-1)", "end", "End", "", _("Choose the last card or place"), _GAME),
    Command(
        "choose",
        "enter,space",
        "Enter",
        _("Go on"),
        _("Cut at the place, give the chosen answer, or go on"),
        (Place.DRAFT,),
    ),
    Command("keep", "k", "k", _("Keep"), _("Keep the card that you look at"), (Place.DRAFT,)),
    Command("reject", "x", "x", _("Reject"), _("Reject it, and take the next card unseen"), (Place.DRAFT,)),
    Command(
        "choose", "enter,space", "Enter", _("Play"), _("Play the chosen card, or give the chosen answer"), (Place.PLAY,)
    ),
    Command(
        "pick('{key}')", "1,2,3,4,5,6,7,8,9,0", "1-9 0", "", _("Choose a card by its number in the hand"), (Place.PLAY,)
    ),
    Command("draw", "d", "d", _("Draw"), _("Draw a card, or take the cards that are due"), (Place.PLAY,)),
    Command("keep_drawn", "p", "p", _("Keep"), _("Keep the drawn card, which ends the turn"), (Place.PLAY,)),
    Command("complete", "f", "f", _("Complete"), _("Complete a Reverse: lay all cards of its colour"), (Place.PLAY,)),
    Command("accept", "a", "a", _("Accept"), _("Accept a Wild Draw 4, and draw for it"), (Place.PLAY,)),
    Command("challenge", "c", "c", _("Challenge"), _("Challenge a Wild Draw 4"), (Place.PLAY,)),
    Command("name('red')", "r", "r", "", _("Name red"), (Place.PLAY,)),
    Command("name('yellow')", "y", "y", "", _("Name yellow"), (Place.PLAY,)),
    Command("name('green')", "g", "g", "", _("Name green"), (Place.PLAY,)),
    Command("name('blue')", "b", "b", "", _("Name blue"), (Place.PLAY,)),
    Command("uno", "u", "u", "UNO", _("Say UNO with the next play, or late"), (Place.PLAY,)),
    Command("call_out", "o", "o", _("Call out"), _("Call out a forgotten UNO"), (Place.PLAY,)),
    Command("events", "pageup", "PgUp", "", _("All that has happened in the round"), _GAME),
    Command("choose", "enter,space", "Enter", _("Go on"), _("The next round, or another match"), (Place.SCORES,)),
    Command("scroll(-1)", "up,k", "Up", "", _("Scroll up"), (Place.SCORES, Place.PAGE)),
    Command("scroll(1)", "down,j", "Down", "", _("Scroll down"), (Place.SCORES, Place.PAGE)),
    Command("scroll(-10)", "pageup", "PgUp", "", _("Scroll up a page"), (Place.SCORES, Place.PAGE)),
    Command("scroll(10)", "pagedown", "PgDn", "", _("Scroll down a page"), (Place.SCORES, Place.PAGE)),
    Command("other_page", "tab", "Tab", _("Other page"), _("The next page of rules, or the keys"), (Place.PAGE,)),
    Command("move(-1)", "up,left,k", "Up", "", _("Choose the line above"), _LISTS),
    Command("move(1)", "down,right,j", "Down", "", _("Choose the line below"), _LISTS),
    Command("choose", "enter,space", "Enter", _("Choose"), _("Do what is chosen"), _LISTS),
    Command("line(-1)", "up,shift+tab,k", "Up", "", _("Choose the line above"), _FORMS),
    Command("line(1)", "down,tab,j", "Down", "", _("Choose the line below"), _FORMS),
    Command("end(0)", "home", "Home", "", _("Choose the first line"), _FORMS),
    Command("end(-1)", "end", "End", "", _("Choose the last line"), _FORMS),
    Command("change(-1)", "left,h", "Left", "", _("The value before"), _FORMS),
    Command("change(1)", "right,l", "Right", _("Set"), _("The next value"), _FORMS, "←→"),
    Command("choose", "enter", "Enter", _("Start"), _("Start the match, or open the house rules"), (Place.FORM,)),
    Command("choose", "enter", "Enter", _("Take"), _("Take the rules, or go to what makes no sense"), (Place.RULES,)),
    Command("move(-1)", "left,up,h", "Left", "", _("Choose the answer before"), (Place.DIALOG,)),
    Command("move(1)", "right,down,l,tab", "Right", "", _("Choose the next answer"), (Place.DIALOG,)),
    Command("choose", "enter,space", "Enter", _("Choose"), _("Give the chosen answer"), (Place.DIALOG,)),
    Command("move(-1)", "up,left,k", "Up", "", _("Choose the move above"), _MOVES),
    Command("move(1)", "down,right,j", "Down", "", _("Choose the move below"), _MOVES),
    Command("move(-1)", "up,k", "Up", "", _("Choose the move above"), (Place.REVIEW,)),
    Command("move(1)", "down,j", "Down", "", _("Choose the move below"), (Place.REVIEW,)),
    Command("choose", "enter,space", "Enter", _("Play"), _("Play the chosen move"), (Place.HINT,)),
    Command("choose", "enter,space", "Enter", _("Answer"), _("Take the chosen move for the best"), (Place.DRILL,)),
    Command("hint", "i", "i", _("Hint"), _("In practice: what each move is worth, and back"), (*_GAME, Place.HINT)),
    Command("memory", "m", "m", "", _("In practice, if set so: the cards not yet seen"), _GAME),
    Command("undo", "z", "z", _("Undo"), _("In practice: back to your last decision"), (*_GAME, Place.SCORES)),
    Command("redo", "Z,shift+z", "Z", "", _("In practice: do again what was undone"), (*_GAME, Place.SCORES)),
    Command("again", "a", "a", _("Again"), _("The same deal again: in practice, or after a match"), (Place.SCORES,)),
    Command("review", "r", "r", _("Review"), _("After a match: what each of your moves has cost"), (Place.SCORES,)),
    Command("step(-1)", "comma,left,h", ",", "", _("Your move before"), (Place.REVIEW,)),
    Command("step(1)", "full_stop,right,l", ".", _("Step"), _("Your next move"), (Place.REVIEW,), ", ."),
    Command("mistake(1)", "n", "n", _("Mistake"), _("Your next move that gave points away"), (Place.REVIEW,)),
    Command("mistake(-1)", "N,shift+n", "N", "", _("The one before that gave points away"), (Place.REVIEW,)),
    Command("end(0)", "home", "Home", "", _("Your first move"), (Place.REVIEW,)),
    Command("end(-1)", "end", "End", "", _("Your last move"), (Place.REVIEW,)),
    Command("choose", "enter,space", "Enter", _("Try"), _("Try the chosen move in place of yours"), (Place.REVIEW,)),
    Command("answer", "s", "s", _("Answer"), _("Show what each move is worth"), (Place.REVIEW,)),
    Command("summary", "tab", "Tab", _("Summary"), _("How the match was decided: luck, skill, kinds"), (Place.REVIEW,)),
    Command("expert", "e", "e", _("Expert"), _("What the expert would have done with your cards"), (Place.REVIEW,)),
    Command("scores", "s", "s", _("Scores"), _("The scoreboard, and back"), (*_GAME, Place.SCORES)),
    Command("help", "question_mark,f1", "?", _("Rules"), _("The rules and the keys, and back"), _SCREENS),
    Command("back", "escape,q", "Esc", _("Back"), _("One step back"), _TEXTS),
    Command("back", "escape", "Esc", _("Back"), _("One step back"), _STEP_BACK),
    Command("back", "escape", "Esc", _("Drop"), _("Back without the changes"), (Place.RULES,)),
    Command(
        "quit", "q,Q", "q", _("Quit"), _("Leave the program, or give up the match"), (Place.MENU, *_GAME, Place.SCORES)
    ),
    Command("leave", "ctrl+c", "Ctrl+C", "", _("Leave at once; the match is saved"), (Place.ANYWHERE,)),
)
"""Every command, in the order of the help."""


def commands(*places: Place) -> list[Command]:
    """The commands that are there in some places, in their order."""
    wanted = set(places)
    return [command for command in COMMANDS if wanted.intersection(command.places)]


def bindings(*places: Place) -> list[BindingType]:
    """The bindings of a screen that stands in some places."""
    return [
        Binding(
            key,
            command.action.format(key=key),
            command.explanation,
            show=bool(command.name),
            key_display=command.label,
            priority=command.action == "leave",
        )
        for command in commands(*places)
        for key in command.keys.split(",")
    ]
