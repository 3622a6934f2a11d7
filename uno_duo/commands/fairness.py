"""The command `fairness`: whether a bot plays by what it may know, for players who doubt it."""

import json
import sys
from collections.abc import Iterator
from functools import partial
from textwrap import wrap
from typing import Annotated, Final

import typer

from uno_duo.arena.fairness import UNO, Difference, Fairness, check_fairness
from uno_duo.bots.levels import LEVELS, UnknownBot
from uno_duo.commands.common import RulesName, Seats, progress, refuse
from uno_duo.core import Phase, SeatMove
from uno_duo.dealer import new_seed
from uno_duo.house_rules import RulesError, rules_named
from uno_duo.json_lines import fields_of
from uno_duo.language import _, ngettext
from uno_duo.record import Memory
from uno_duo.terminal import DATA, USAGE, fail, leaving_at_once, quietly

_KINDS: Final = {
    Phase.CUT.value: _("cutting the deck"),
    Phase.DRAFT.value: _("picking a card in the draft"),
    Phase.NAME_COLOUR.value: _("naming a colour"),
    Phase.TURN.value: _("on turn"),
    Phase.DRAWN.value: _("with a drawn card"),
    Phase.BILL.value: _("on a bill"),
    Phase.CHALLENGE.value: _("challenging a Wild Draw 4 or not"),
    UNO: _("saying UNO or calling out"),
}
_WAY: Final = _(
    "In each of them the cards that the bot cannot see, those of the other hands and of the draw pile, were dealt anew "
    "at random, so that all that it may know stayed the same. It was asked what it does there, with the same chance as "
    "where the cards lie as they do."
)
_WIDTH: Final = 80


def print_fairness(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help=_("One of {levels}.").format(levels=", ".join(LEVELS)))],
    positions: Annotated[int, typer.Option(min=1, metavar="N", help=_("How many positions."))] = 200,
    rules: RulesName = None,
    seats: Seats = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help=_("The same seed gives the same positions; by default a new one."))
    ] = None,
    memory: Annotated[Memory, typer.Option(help=_("What it remembers: everything, or what a person would."))] = "full",
) -> None:
    """Changes what the bot cannot see, and tells whether it still makes the same moves."""
    seed = new_seed() if seed is None else seed
    with quietly(), leaving_at_once():
        try:
            played_by = rules_named(rules or "duo", seats=seats)
            with progress(positions, _("Positions")) as step:
                found = check_fairness(level, positions, seed, played_by, memory, on_position=partial(step, 1))
        except UnknownBot as error:
            fail(str(error), USAGE)
        except RulesError as error:
            refuse(error)
        sys.stdout.write(_told(level, seed, found))
        if found.difference:
            sys.stdout.flush()
            raise SystemExit(DATA)


def _told(level: str, seed: int, found: Fairness) -> str:
    """What was done, and what came of it."""
    count = found.positions.total()
    width = len(str(max(found.positions.values())))
    lines = [
        _("Does {level} know more than it may? {positions}, {matches}, seed {seed}:").format(
            level=level,
            positions=ngettext("{count} position", "{count} positions", count).format(count=count),
            matches=ngettext("{count} match", "{count} matches", found.matches).format(count=found.matches),
            seed=seed,
        ),
        *(f"  {found.positions[kind]:>{width}}  {name}" for kind, name in _KINDS.items() if found.positions[kind]),
        "",
        *wrap(_WAY, _WIDTH),
        "",
    ]
    if found.difference:
        lines += _different(found.difference)
    else:
        worlds = ngettext("{count} other deal", "{count} other deals", found.worlds).format(count=found.worlds)
        lines.append(_("In {worlds} it made the same move each time: it does not know more.").format(worlds=worlds))
    return "\n".join(lines) + "\n"


def _different(difference: Difference) -> Iterator[str]:
    """Where a bot has made different moves, and which."""
    match = difference.match
    yield _("It made different moves: it knows more than it may. The last position differs:")
    where = _("  match of {bots} with seed {seed}, after {n} moves, seat {seat} {kind}")
    yield where.format(
        bots=", ".join(match.header.seats),
        seed=match.header.seed,
        n=match.n,
        seat=difference.seat,
        kind=_KINDS[difference.kind],
    )
    yield _("  as the cards lie: {move}").format(move=_move(difference.made))
    yield _("  dealt anew:       {move}").format(move=_move(difference.made_elsewhere))


def _move(move: SeatMove | None) -> str:
    return _("nothing") if move is None else json.dumps(fields_of(move))
