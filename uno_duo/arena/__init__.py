"""The arena: bots against bots, one match or many."""

from uno_duo.arena.playing import ask, play_out
from uno_duo.arena.simulation import simulate

__all__ = ["ask", "play_out", "simulate"]
