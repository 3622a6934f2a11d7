"""Nothing on the screen ever shows a card that the player may not know (RULES.md, section 11)."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from tests.core.positions import A, B, after, drafting, lay, position
from tests.core.test_views import hidden_anew
from tests.core.walks import Walk
from tests.ui.phases import around
from tests.ui.table import SMALL, Table, seated
from uno_duo.core import (
    GameState,
    IllegalMove,
    Keep,
    Move,
    Phase,
    Play,
    PlayView,
    Rules,
    Shuffle,
    cards_to_shuffle,
    full_deck,
    legal_moves,
    new_match,
    reduce,
    view_for,
)
from uno_duo.ui.screens.draft import DraftScreen
from uno_duo.ui.screens.play import PlayScreen
from uno_duo.ui.session import Session


async def shown(table: Table, before: GameState, move: Any, state: GameState) -> list[str]:
    """What is to be seen after a move, with the log of that move alone."""
    session, match = cast(Session, table.app.session), table.match

    def show() -> None:
        match._replay.moves[:] = [move]
        match._replay.states[:] = [before, state]
        match.revision += 1
        session._lines_revision = -1
        if isinstance(table.app.screen, PlayScreen | DraftScreen):
            table.app.screen.view = None  # so that it is drawn anew, with the choice where it lies at first
        if isinstance(table.app.screen, PlayScreen):
            table.app.screen.selected = 0
        session._show()

    table.app.call_later(show)
    await table.pilot.pause()
    await table.pilot.pause()
    return table.lines


async def test_the_screen_is_the_same_however_the_hidden_cards_lie() -> None:
    """Random rounds, each step of which is shown again as it would be if the hidden cards had lain otherwise."""
    chance = random.Random(5)
    compared = 0
    async with seated(position("R1 R2", "Y1 Y2"), is_paced=True) as table:
        for seed in (1, 2):
            for step in list(Walk(Rules(target=60), "any", seed, 300))[::6]:
                if isinstance(step.move, Shuffle):
                    continue
                before = hidden_anew(step.before, A, chance)
                try:
                    after_it = reduce(before, step.move)
                except IllegalMove:  # the other has laid a card that it does not hold here
                    continue
                if view_for(after_it, A) != view_for(step.after, A):  # it has drawn or shown another card
                    continue
                one = await shown(table, step.before, step.move, step.after)
                assert await shown(table, before, step.move, after_it) == one, step.move
                compared += (before.hands, before.draw) != (step.before.hands, step.before.draw)
    assert compared > 10


def steps_of_many(rules: Rules, chance: random.Random, most: int) -> Iterator[tuple[GameState, Move, GameState]]:
    """A match at random, in which a card is played where one can be."""
    state = new_match(rules)
    for _ in range(most):
        if state.phase is Phase.MATCH_OVER:
            return
        if state.phase is Phase.SHUFFLE:
            due = cards_to_shuffle(state)
            move: Move = Shuffle(order=tuple(chance.sample(due, len(due))))
        else:
            moves = legal_moves(state)
            move = chance.choice([each for each in moves if isinstance(each, Play)] or moves)
        before, state = state, reduce(state, move)
        yield before, move, state


def held_anew(state: GameState, chance: random.Random) -> GameState:
    """The same for the person, but the hidden cards of all the others and of the draw pile lie anew."""
    known = (state.hands[A], *state.known[A + 1 :])
    hidden = [list((Counter(hand) - Counter(shown)).elements()) for hand, shown in zip(state.hands, known, strict=True)]
    unknown = len(state.draw) - state.known_draw
    cards = [card for hand in hidden for card in hand] + list(state.draw[:unknown])
    chance.shuffle(cards)
    hands = [tuple(sorted((*shown, *(cards.pop() for _ in gone)))) for shown, gone in zip(known, hidden, strict=True)]
    return GameState.model_validate(
        {**dict(state), "hands": tuple(hands), "draw": (*cards, *state.draw[unknown:])},
    )


async def test_the_screen_of_four_seats_is_the_same_whatever_the_others_hold() -> None:
    chance = random.Random(3)
    rules = Rules.model_validate({**Rules.classic(4).model_dump(), "wild_draw_four": "challenge", "target": 60})
    compared = 0
    async with seated(around(["R1 R2", "Y1 Y2", "G1 G2", "B1 B2"], rules=rules), is_paced=True) as table:
        for before, move, now in list(steps_of_many(rules, chance, 300))[::4]:
            if before.phase not in (Phase.TURN, Phase.CHALLENGE) or now.round_has_ended or now.phase is Phase.DRAWN:
                continue
            otherwise = held_anew(before, chance)
            try:
                now_otherwise = reduce(otherwise, move)
            except IllegalMove:
                continue
            if view_for(now_otherwise, A) != view_for(now, A):
                continue
            one = await shown(table, before, move, now)
            assert await shown(table, otherwise, move, now_otherwise) == one, move
            compared += otherwise.hands != before.hands
    assert compared > 5


async def test_no_code_of_anothers_card_is_on_the_screens_of_ten_seats() -> None:
    """The others' cards are all blue, and what they draw and play is not."""
    others = [f"B{number} B{10 - number}" for number in range(1, 10)]
    state = around(["R1 R2 R3", *others], ahead=" ".join(2 * ["R6 R7 R8 R9 R4", "G6 G7 G8 G9", "R+2 RS RR"]))
    async with seated(state, size=SMALL) as table:
        for keys in ("", "enter", "pageup", "escape s", "s d"):
            await table.press(*keys.split())
            table.sees_none(*(f"B{gap}{number}" for gap in ("", " ") for number in range(1, 10)))
        assert len(table.moves) > 15


async def test_no_code_of_a_hidden_card_is_on_the_screens_of_a_match() -> None:
    """The other's cards are of a colour of their own, so that any letter of it would tell."""
    state = position("R1 R2 R3", "B1 B2 B3 B9", "R5", ahead="R6 R7", first=B)
    async with seated(state, bot=[]) as table:
        for keys in ("", "d", "p", "s", "s pageup", "escape question_mark", "escape escape", "enter"):
            await table.press(*keys.split())
            if table.top != "HelpPage":
                table.sees_none("B1", "B2", "B3", "B9", "B 1", "B 2", "B 3", "B 9")


async def test_a_card_that_the_bot_draws_and_keeps_looks_the_same_whether_it_could_be_played() -> None:
    """Not even the pause tells: keeping is no pause of its own."""
    seen = []
    for ahead in ("R7", "B7"):
        state = position("Y1 Y2 Y3", "G1 G2", "R5", ahead=ahead, turn=B)
        async with seated(state, is_paced=True) as table:
            await table.end_pause()
            assert not table.is_waiting
            seen.append(table.lines)
    assert seen[0] == seen[1]


async def test_what_the_bot_is_shown_holds_nothing_of_the_persons_hand() -> None:
    async with seated(position("R1 R2 R3", "Y1 Y2", turn=B)) as table:
        (view,) = table.bot.views
        assert isinstance(view, PlayView)
        assert view.seat == B
        assert "R1" not in view.model_dump_json(exclude={"discard", "legal"})


async def test_the_card_that_the_other_looks_at_in_the_draft_is_not_shown() -> None:
    state = drafting("B7 B8 R1 R2", first=B)
    async with seated(state, is_paced=True) as table:
        table.sees_none("B7", "B8", "│B", "B│")
        await table.press("s", "s", "pageup")
        table.sees_none("B7", "B8")


async def test_the_scoreboard_of_a_new_draft_shows_no_hand() -> None:
    over = after(position("R1", "Y9 B8"), lay(0, "R1"))
    drafted = after(over, Shuffle(order=full_deck(over.rules)), Keep(seat=0))
    async with seated(drafted, is_paced=True) as table:
        await table.press("s")
        table.sees_none("Y9", "B8", "is left with")


async def test_the_palette_shows_no_card() -> None:
    async with seated(position("R1 R2 R3", "B1 B2", "R5")) as table:
        await table.press("ctrl+p")
        table.sees_none("B1", "B2")
