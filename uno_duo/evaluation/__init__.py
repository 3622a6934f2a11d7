"""What a move is worth, to a seat that knows no more than its view: for the bots and the coach alike."""
