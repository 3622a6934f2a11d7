"""The commands beside the bare start, one module each."""

import os
from typing import Annotated

import typer

from uno_duo import __version__
from uno_duo.commands.advise import advise_player
from uno_duo.commands.analyse import analyse_match
from uno_duo.commands.archive import export_archive, import_archive
from uno_duo.commands.bot import answer_questions
from uno_duo.commands.common import Ascii
from uno_duo.commands.deal import deal_again
from uno_duo.commands.drill import drill_player
from uno_duo.commands.fairness import print_fairness
from uno_duo.commands.play import play_match
from uno_duo.commands.pose import pose_drills
from uno_duo.commands.replay import replay_match
from uno_duo.commands.review import review_match
from uno_duo.commands.rules import print_rules
from uno_duo.commands.simulate import simulate_matches
from uno_duo.commands.stats import print_statistics
from uno_duo.language import _

app = typer.Typer(help=_("UNO Duo in the terminal. Without a command the menu opens."), pretty_exceptions_enable=False)
"""All commands."""
app.command("play", help=_("Play a match against bots."))(play_match)
app.command("simulate", help=_("Let bots play matches against each other."))(simulate_matches)
app.command("bot", help=_("Answer the questions of a match as a program: a line each."))(answer_questions)
app.command("advise", hidden=True, help=_("Advise a player as a program: a line each."))(advise_player)
app.command("analyse", hidden=True, help=_("Analyse a match as a program: a line each."))(analyse_match)
app.command("deal", hidden=True, help=_("Play the rounds of a match as the expert, as a program."))(deal_again)
app.command("pose", hidden=True, help=_("Pose drills as a program: a line each."))(pose_drills)
app.command("fairness", help=_("Check that a bot plays by what it may know."))(print_fairness)
app.command("review", help=_("Judge the decisions of a recorded match."))(review_match)
app.command("drill", help=_("Find the best moves, first where you made mistakes."))(drill_player)
app.command("rules", help=_("Print rules as TOML, so that house rules can start from a copy."))(print_rules)
app.command("stats", help=_("Print what you have won, and given away."))(print_statistics)
app.command("export", help=_("Write all matches that are over to one file."))(export_archive)
app.command("import", help=_("Take in such a file."))(import_archive)
app.command("replay", help=_("Print a recorded match, a line a move."))(replay_match)


def _version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"uno-duo {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _is_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=_("Show the version and leave."))
    ] = False,
    is_ascii: Ascii = False,
) -> None:
    if is_ascii:
        os.environ["UNO_DUO_ASCII"] = "1"
