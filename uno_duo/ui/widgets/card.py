"""How a card is drawn: in every size with its letter and its symbol, in colour beside them."""

from uno_duo.core import Colour, Face, Symbol
from uno_duo.language import _
from uno_duo.ui.widgets.canvas import Canvas, DrawnWithCards
from uno_duo.wording import symbol_name

HAND_WIDTH = 6
"""How many columns a card in the hand has."""
HAND_HEIGHT = 4
"""How many lines it has."""
TABLE_WIDTH = 11
"""How many columns a card on the table has."""
BACK_WIDTH = 7
"""How many columns a card that lies face down has."""
SLICE_STEP = 4
"""How many columns of a card are seen where the next one lies over it."""
CODE_STEP = 4
"""How many columns the code of a card takes where there is no room for cards."""


def style_name(colour: Colour | None) -> str:
    """The part of the stylesheet for cards of a colour, or for wild cards."""
    return f"card--{colour.value if colour else 'wild'}"


def draw_frame(
    canvas: Canvas, widget: DrawnWithCards, x: int, y: int, width: int, height: int, box: str, style: str
) -> None:
    """Draws the edge of a card and fills it."""
    top_left, top_right, bottom_left, bottom_right, line, side = tuple(box)
    paint = widget.style_of(style)
    canvas.put(x, y, top_left + line * (width - 2) + top_right, paint)
    for row in range(1, height - 1):
        canvas.put(x, y + row, side + " " * (width - 2) + side, paint)
    canvas.put(x, y + height - 1, bottom_left + line * (width - 2) + bottom_right, paint)


def draw_hand_card(canvas: Canvas, widget: DrawnWithCards, x: int, y: int, face: Face, *, is_raised: bool) -> None:
    """Draws a card of the hand, 6 by 4 cells: its letter and symbol, and the letter again."""
    glyphs = widget.glyphs
    style = style_name(face.colour)
    draw_frame(canvas, widget, x, y, HAND_WIDTH, HAND_HEIGHT, glyphs.raised if is_raised else glyphs.box, style)
    paint = widget.style_of(style)
    if face.colour is None:
        canvas.put(x + 2, y + 1, face.code, paint)
        canvas.put(x + 2, y + 2, glyphs.wild * len(face.code), paint)
    else:
        canvas.put(x + 1, y + 1, f"{face.colour.letter} {face.symbol.code}", paint)
        canvas.put(x + 4, y + 2, face.colour.letter, paint)


def draw_slice(canvas: Canvas, widget: DrawnWithCards, x: int, y: int, face: Face, *, is_raised: bool) -> None:
    """Draws the left 4 cells of a card that lies half under the next one."""
    glyphs = widget.glyphs
    top_left, _top, bottom_left, _bottom, line, side = tuple(glyphs.raised if is_raised else glyphs.box)
    paint = widget.style_of(style_name(face.colour))
    canvas.put(x, y, top_left + line * 3, paint)
    canvas.put(x, y + 1, f"{side}{face.code:<3}", paint)
    canvas.put(x, y + 2, f"{side}   ", paint)
    canvas.put(x, y + 3, bottom_left + line * 3, paint)


def draw_code(canvas: Canvas, widget: DrawnWithCards, x: int, y: int, face: Face, *, is_raised: bool) -> None:
    """Draws a card in a line: 3 cells behind one for the gap, where the brackets of the chosen one stand."""
    canvas.put(x + 1, y, f"{face.code:^3}", widget.style_of(style_name(face.colour)))
    if is_raised:
        canvas.put(x, y, "[", widget.style_of("part--accent"))
        canvas.put(x + 4, y, "]", widget.style_of("part--accent"))


def draw_table_card(
    canvas: Canvas, widget: DrawnWithCards, x: int, y: int, face: Face, named: Colour | None, height: int = 5
) -> None:
    """Draws a card that lies open, 11 cells wide; a wild card shows the colour named for it."""
    colour = face.colour or named
    style = style_name(colour)
    draw_frame(canvas, widget, x, y, TABLE_WIDTH, height, widget.glyphs.box, style)
    paint = widget.style_of(style)
    corner = colour.letter if colour else widget.glyphs.wild
    canvas.put(x + 1, y + 1, corner, paint)
    canvas.put_middle(x + 1, x + TABLE_WIDTH - 1, y + height // 2, word(face), paint)
    canvas.put(x + TABLE_WIDTH - 2, y + height - 2, corner, paint)
    if face.is_wild:
        canvas.put(x + TABLE_WIDTH - 1 - len(face.code) - 1, y + 1, face.code, paint)


def draw_back(canvas: Canvas, widget: DrawnWithCards, x: int, y: int, height: int = 5) -> None:
    """Draws a pile that lies face down, 7 cells wide."""
    draw_frame(canvas, widget, x, y, BACK_WIDTH, height, widget.glyphs.box, "card--back")
    for row in range(1, height - 1):
        canvas.put(x + 1, y + row, widget.glyphs.back * (BACK_WIDTH - 2), widget.style_of("card--back"))


def draw_backs(canvas: Canvas, widget: DrawnWithCards, x: int, y: int, count: int, right: int) -> int:
    """Draws small backs, as many of a number of cards as fit before a cell, and returns the cell behind them."""
    back: str = widget.glyphs.small_back
    fits = max(0, (right - x) // len(back))
    return canvas.put(x, y, back * min(count, fits), widget.style_of("card--back"))


def word(face: Face) -> str:
    """A card's symbol as a number or a word that fits on a card."""
    return _("Draw 4") if face.symbol is Symbol.WILD_DRAW_FOUR else symbol_name(face.symbol)
