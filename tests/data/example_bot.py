"""A bot for uno-duo: it lays its most expensive card, drafts what is worth something, and never forgets UNO."""

import json
import sys
from collections import Counter


def worth(card):
    """What a card is worth: its number, 10 for Draw 2, Skip and Reverse, more for wild cards."""
    return {"W": 15, "W4": 20}.get(card) or (int(card[1:]) if card[1:].isdigit() else 10)


def value(move, view):
    """How much the bot likes a move."""
    kind = move["type"]
    if kind == "play":
        colours = Counter(card[0] for card in view["hand"])  # a wild card names the colour that it holds most of
        named = colours[move["colour"][0].upper()] if "colour" in move else 0
        return worth(move["card"]) + 50 * ("dump" in move) + named + ("uno" in move)
    if kind == "keep":
        return worth(view["drawn"]) - 5
    return {"dump": 50, "accept": 1, "reject": 0, "draw": -1, "take": -1, "pass": -2}.get(kind, 0)


for line in sys.stdin:
    view = json.loads(line)
    answer = max(view["legal"], key=lambda move: value(move, view))
    print(json.dumps(answer), flush=True)
