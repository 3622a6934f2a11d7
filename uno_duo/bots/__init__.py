"""The bots: programs that play a seat by its view alone."""
