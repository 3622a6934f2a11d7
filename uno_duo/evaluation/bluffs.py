"""How often players are taken to bluff with a Wild Draw 4."""

from typing import Final

BLUFFS: Final = 150
"""How often a seat with a match is taken to play a Wild Draw 4, against one without, in thousandths.

About as often as `hard`, which bluffs where that looks better; `greedy` never does.
"""
