"""How the networks' weights are learned: rounds of self-play through the same reducer, and what came of them."""
