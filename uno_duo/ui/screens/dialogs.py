"""The dialogs: composing a play, a question with a few answers, and a hand that is shown once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click, Key
from textual.reactive import var
from textual.screen import ModalScreen
from textual.widgets import Static

from uno_duo.core import Colour, DraftView, Face, Hand, PlayView, Symbol
from uno_duo.core.views import unseen
from uno_duo.language import _
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.screens.base import FULL_HEIGHT, FittedScreen
from uno_duo.ui.widgets.canvas import Canvas, DrawnWithCards
from uno_duo.ui.widgets.card import CODE_STEP, draw_code, style_name

_Value = TypeVar("_Value")


_MOST_LINES: Final = 4


@dataclass(frozen=True)
class Answer(Generic[_Value]):
    """An answer of a dialog.

    Attributes:
        key: The letter that gives it; empty if only arrows and Enter do.
        text: What it is.
        value: What the dialog results in.
        style: The part of the stylesheet that it is drawn in.
    """

    key: str
    text: str
    value: _Value
    style: str = "part--strong"


class AnswerList(DrawnWithCards):
    """The answers of a dialog: one a line, or beside one another where they are many or lines are few."""

    selected: var[int] = var(0)

    def __init__(self, answers: Sequence[Answer[Any]]) -> None:
        super().__init__()
        self.answers = answers
        self.cell = max(len(answer.text) + len(answer.key) for answer in answers) + 5

    def watch_selected(self) -> None:
        """Shows the chosen answer."""
        self.redraw()

    @property
    def per_row(self) -> int:
        """How many answers stand beside one another."""
        return self._per_row(self.size.width)

    def _per_row(self, width: int) -> int:
        are_few = len(self.answers) <= _MOST_LINES and self.app.size.height >= FULL_HEIGHT
        return 1 if are_few else max(1, width // self.cell)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:  # noqa: ARG002 - Textual's
        """As many lines as the answers take."""
        return -(-len(self.answers) // self._per_row(width))

    def paint(self, canvas: Canvas) -> None:
        """Draws the answers."""
        for index, answer in enumerate(self.answers):
            row, column = divmod(index, self.per_row)
            is_chosen = index == self.selected
            key = f"{answer.key} " if answer.key else ""
            x = canvas.put(column * self.cell, row, "[" if is_chosen else " ", self.style_of("part--accent"))
            x = canvas.put(x, row, key, self.style_of("part--accent"))
            x = canvas.put(x, row, f" {answer.text} ", self.style_of(answer.style))
            canvas.put(x, row, "]" if is_chosen else " ", self.style_of("part--accent"))

    def index_at(self, x: int, y: int) -> int | None:
        """The answer at a cell."""
        index = y * self.per_row + (x // self.cell if self.per_row > 1 else 0)
        return index if 0 <= index < len(self.answers) else None


class Question(FittedScreen[_Value | None], ModalScreen[_Value | None]):
    """A question with a few answers; Esc drops it, and it results in None."""

    BINDINGS = bindings(Place.DIALOG)

    def __init__(self, title: str, answers: Sequence[Answer[_Value]], *, selected: int = 0) -> None:
        """Asks.

        Args:
            title: What is asked.
            answers: The answers, at least one.
            selected: The one that Enter gives at first.
        """
        super().__init__(classes="dialog")
        self._title_text = title
        self._answers = answers
        self._selected = selected

    def compose(self) -> ComposeResult:
        """The question over its answers."""
        with Vertical(classes="box"):
            yield Static(self._title_text, markup=False, classes="dialog-title")
            answers = AnswerList(self._answers)
            answers.selected = self._selected
            yield answers

    def on_key(self, event: Key) -> None:
        """Gives the answer that has the letter."""
        for answer in self._answers:
            if answer.key and event.character == answer.key:
                event.stop()
                self.close(answer.value)
                return

    def on_click(self, event: Click) -> None:
        """Gives the answer that was clicked; a click beside the dialog drops it."""
        answers = self.query_one(AnswerList)
        if event.widget is answers:
            index = answers.index_at(event.x, event.y)
            if index is not None:
                self.close(self._answers[index].value)
        elif event.widget is self:
            self.close()

    def action_move(self, step: int) -> None:
        """Chooses another answer."""
        answers = self.query_one(AnswerList)
        answers.selected = (answers.selected + step) % len(self._answers)

    def action_choose(self) -> None:
        """Gives the chosen answer."""
        self.close(self._answers[self.query_one(AnswerList).selected].value)

    def action_back(self) -> None:
        """Drops the question."""
        self.close()


class _Shown(FittedScreen[None], ModalScreen[None]):
    """Something that is shown until the next key."""

    BINDINGS = bindings(Place.DIALOG)

    def __init__(self, title: str) -> None:
        super().__init__(classes="dialog")
        self._title_text = title

    def compose(self) -> ComposeResult:
        """What is shown, between its title and how to go on."""
        with Vertical(classes="box"):
            yield Static(self._title_text, markup=False, classes="dialog-title")
            yield from self.compose_body()
            yield Static(_("Any key goes on."), markup=False, classes="dialog-foot")

    def compose_body(self) -> ComposeResult:
        """What is shown."""
        yield from ()

    def on_key(self, event: Key) -> None:
        """Closes at any key but the one that leaves the program."""
        if event.key != "ctrl+c":
            event.stop()
            self.close()

    def on_click(self) -> None:
        """Closes at a click too."""
        self.close()


class ShownHand(_Shown):
    """A hand that a challenge shows."""

    def __init__(self, title: str, hand: Hand, verdict: str) -> None:
        """Shows a hand.

        Args:
            title: Whose hand it is.
            hand: Its cards.
            verdict: What came of the challenge.
        """
        super().__init__(title)
        self._hand = hand
        self._verdict = verdict

    def compose_body(self) -> ComposeResult:
        """The hand over the verdict."""
        yield CardCodes(self._hand)
        yield Static(self._verdict, markup=False)


class ShownUnseen(_Shown):
    """The cards that a player has not seen: the memory aid."""

    def __init__(self, view: DraftView | PlayView) -> None:
        """Shows what is unseen.

        Args:
            view: What the player knows.
        """
        super().__init__(_("Cards not yet seen"))
        self._view = view

    def compose_body(self) -> ComposeResult:
        """How many there are of each face, over what of the draw pile is known."""
        yield UnseenTable(unseen(self._view))
        known = self._view.draw if isinstance(self._view, PlayView) else ()
        if known:
            yield Static(_("Drawn last, in this order:"), markup=False)
            yield CardCodes(known)


class UnseenTable(DrawnWithCards):
    """How many copies of each face are unseen: a line for each colour, and one for the wild cards."""

    def __init__(self, counts: Sequence[int]) -> None:
        super().__init__()
        self._counts = counts

    def get_content_height(self, container: object, viewport: object, width: int) -> int:  # noqa: ARG002 - Textual's
        """A line for the symbols, one for each colour, and one for the wild cards."""
        return len(Colour) + 2

    def paint(self, canvas: Canvas) -> None:
        """Draws the table."""
        dim, strong = self.style_of("part--dim"), self.style_of("part--strong")
        symbols = [symbol for symbol in Symbol if symbol not in (Symbol.WILD, Symbol.WILD_DRAW_FOUR)]
        cell = max(2, min(3, (canvas.width - 2) // len(symbols)))
        for column, symbol in enumerate(symbols):
            canvas.put(2 + column * cell, 0, symbol.code[:cell], dim)
        for row, colour in enumerate(Colour, start=1):
            canvas.put(0, row, colour.letter, self.style_of(style_name(colour)))
            for column, symbol in enumerate(symbols):
                count = sum(self._counts[face] for face in Face if face.colour is colour and face.symbol is symbol)
                canvas.put(2 + column * cell, row, str(count or self.glyphs.none), strong if count else dim)
        x = 0
        for face in (face for face in Face if face.is_wild):
            x = canvas.put(x, len(Colour) + 1, face.code, self.style_of(style_name(None)))
            x = canvas.put(x + 1, len(Colour) + 1, str(self._counts[face] or self.glyphs.none), strong) + 2


class CardCodes(DrawnWithCards):
    """The cards of a hand as codes, in as many lines as it takes."""

    hand: var[Hand] = var[Hand](())

    def __init__(self, hand: Hand, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.hand = hand

    def watch_hand(self) -> None:
        """Shows the cards, in other lines than before."""
        self.redraw()
        self.refresh(layout=True)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:  # noqa: ARG002 - Textual's
        """As many lines as the cards take."""
        return max(1, -(-len(self.hand) // self._per_row(width)))

    @staticmethod
    def _per_row(width: int) -> int:
        return max(1, (width - 1) // CODE_STEP)

    def paint(self, canvas: Canvas) -> None:
        """Draws the cards."""
        for index, face in enumerate(self.hand):
            row, column = divmod(index, self._per_row(canvas.width))
            draw_code(canvas, self, column * CODE_STEP, row, face, is_raised=False)
