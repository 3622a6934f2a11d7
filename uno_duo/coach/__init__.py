"""The coach: it tells a player what moves are worth, and only by what the player may know."""
