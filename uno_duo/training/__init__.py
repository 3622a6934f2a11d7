"""How the networks' weights are learned: rounds played through the same reducer, and what came of them."""
