"""Makes the pictures of the README: `python docs/screenshots.py` writes them beside this file."""

import asyncio
import os
import tempfile
from pathlib import Path
from random import Random

os.environ["UNO_DUO_HOME"] = tempfile.mkdtemp()  # a picture needs none of the person's matches

from uno_duo.arena import ask
from uno_duo.bots.levels import bot_named
from uno_duo.core import Phase, PlayView, Rules
from uno_duo.match import Match, header_for
from uno_duo.settings import Settings
from uno_duo.store import Store
from uno_duo.ui.app import UnoDuo
from uno_duo.ui.messages import ReviewWanted
from uno_duo.ui.screens.play import PlayScreen
from uno_duo.ui.screens.review import ReviewScreen
from uno_duo.ui.thinking import PERSON
from uno_duo.ui.widgets.line import Prompt

_HERE = Path(__file__).parent
_SEED = 7
_SIZE = (80, 24)


def _is_worth_a_picture(view: object) -> bool:
    """Whether a position shows what the game is about: a full hand, some of it playable, some events behind it."""
    return (
        isinstance(view, PlayView)
        and view.turn == PERSON
        and view.phase is Phase.TURN
        and len(view.hand) > 7
        and len(view.discard) > 6
        and sum(move.type == "play" for move in view.legal) > 3
    )


async def _review_screen(name: str) -> None:
    """A mistake in a match that `easy` has played in the person's place."""
    settings, lines = Settings(bot="normal"), list[str]()
    match = Match(header_for(settings, Rules.duo(), _SEED), write=lines.append)
    bots = [bot_named("easy"), bot_named("normal")]
    while not match.is_over:
        decision = match.decision
        if decision is None:
            match.shuffle()
        else:
            match.answer(ask(bots[decision.seat], match, decision))
    app = UnoDuo(settings)
    async with app.run_test(size=_SIZE) as pilot:
        await pilot.pause()
        app.post_message(ReviewWanted(Store().add_record("match", "".join(lines).encode())))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        while screen.share < 1:
            await asyncio.sleep(0.1)
        await pilot.press("n")
        while "W" not in str(screen.query_one(Prompt).sentence):  # a wild card is worth a picture
            await pilot.press("n")
        await pilot.press("s")
        (_HERE / name).write_text(app.export_screenshot(title="uno-duo"), encoding="utf-8")


async def _play_screen(name: str, rules: Rules) -> None:
    settings = Settings(pace="instant", bot="normal")
    app = UnoDuo(settings, header_for(settings, rules, _SEED))
    person, chance = bot_named("normal"), Random(_SEED)
    async with app.run_test(size=_SIZE) as pilot:
        await pilot.pause()
        session = app.session
        assert session is not None
        while not _is_worth_a_picture(session.match.view(PERSON)):
            decision = session.match.decision
            if decision is None or decision.seat != PERSON or decision.is_uno_question:
                session.acknowledge()
            else:
                session.choose(person.choose(session.match.view(PERSON), decision.moves, chance))
            await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        (_HERE / name).write_text(app.export_screenshot(title="uno-duo"), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_play_screen("play.svg", Rules.duo()))
    asyncio.run(_review_screen("review.svg"))
    asyncio.run(_play_screen("classic.svg", Rules.classic(seats=4)))
