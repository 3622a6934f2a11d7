"""The command `rules`: a rule set as TOML."""

import sys

from uno_duo.commands.common import RulesName, Seats, refuse
from uno_duo.house_rules import RulesError, rules_as_toml, rules_named
from uno_duo.terminal import quietly


def print_rules(rules: RulesName = None, seats: Seats = None) -> None:
    """Prints the values of a rule set."""
    with quietly():
        try:
            found = rules_named(rules or "duo", seats=seats)
        except RulesError as error:
            refuse(error)
        sys.stdout.write(rules_as_toml(found))
