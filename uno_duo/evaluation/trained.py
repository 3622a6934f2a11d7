"""What the network was trained on; apart from it, so that a menu can tell without loading NumPy."""

from uno_duo.core import Rules


def is_trained_on(rules: Rules) -> bool:
    """Whether the network knows a rule set: UNO Duo's, whatever the target."""
    return rules == Rules(target=rules.target)
