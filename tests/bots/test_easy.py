from collections.abc import Sequence
from random import Random

from tests.core.positions import BLUE, GREEN, RED, lay, position, table
from uno_duo.arena import play_out
from uno_duo.bots.easy import EasyBot
from uno_duo.core import (
    Accept,
    CallOut,
    Challenge,
    Dump,
    Face,
    GameState,
    Keep,
    Pass,
    Phase,
    Play,
    Reject,
    SayUno,
    SeatMove,
    Take,
    View,
    cards,
    legal_moves,
    view_for,
)
from uno_duo.match import Match
from uno_duo.record import Header


def choices(state: GameState, times: int = 400) -> list[SeatMove]:
    """What the bot chooses in a position, many times."""
    seat, generator = state.turn, Random(1)
    assert seat is not None
    moves = [m for m in legal_moves(state) if isinstance(m, SeatMove) and not isinstance(m, SayUno | CallOut)]
    view = view_for(state, seat)
    return [EasyBot().choose(view, moves, generator) for _ in range(times)]


def share(found: Sequence[object], wanted: object) -> float:
    return found.count(wanted) / len(found)


class Listening(EasyBot):
    """The bot, with its answers noted."""

    def __init__(self) -> None:
        self.plays: list[tuple[bool, bool]] = []
        self.says_late: list[bool] = []
        self.calls_out: list[bool] = []

    def choose(self, view: View, moves: Sequence[SeatMove], generator: Random) -> SeatMove:
        move = super().choose(view, moves, generator)
        if isinstance(move, Play | Dump):
            leaves_one = move.uno or move.model_copy(update={"uno": True}) in moves
            self.plays.append((leaves_one, move.uno))
        return move

    def wants(self, view: View, move: SeatMove, generator: Random) -> bool:
        wanted = super().wants(view, move, generator)
        (self.says_late if isinstance(move, SayUno) else self.calls_out).append(wanted)
        return wanted


def test_it_forgets_uno_in_about_three_of_ten_plays_that_leave_one_card() -> None:
    bot = Listening()
    for seed in range(20):
        assert play_out(Match(Header(seats=("easy", "easy"), seed=seed)), (bot, bot)) is None
    said = [says for leaves_one, says in bot.plays if leaves_one]
    assert len(said) > 300
    assert 0.25 < said.count(False) / len(said) < 0.35
    assert len(bot.says_late) == said.count(False), "it is asked whenever it has forgotten"
    assert not any(bot.says_late)
    assert 0.5 < bot.calls_out.count(True) / len(bot.calls_out) < 0.7


def test_it_keeps_wild_cards_while_it_can_play_another() -> None:
    assert set(choices(position("R1 R2 G5 W W4", "B1 B2"))) == {lay(0, "R1"), lay(0, "R2"), lay(0, "G5")}


def test_it_names_a_colour_that_it_holds() -> None:
    assert {move.colour for move in choices(position("W B1 G2 G3", "B1 B2")) if isinstance(move, Play)} == {BLUE, GREEN}
    assert len({move.colour for move in choices(position("W W", "B1 B2")) if isinstance(move, Play)}) == 4
    named = position("B1 G2", "R1", "W", phase=Phase.NAME_COLOUR)
    assert {move.model_dump()["colour"] for move in choices(named)} == {BLUE, GREEN}


def test_it_dumps_about_every_second_time() -> None:
    found = choices(position("RR R1 R3 B4 B6", "B1 B2"))
    dumps = [move for move in found if isinstance(move, Play) and move.dump]
    assert 0.4 < len(dumps) / len(found) < 0.6


def test_it_seldom_challenges() -> None:
    state = position("B1 B2", "R3 R4", "R5 W4", phase=Phase.CHALLENGE, colour=BLUE, colour_before=RED, is_bluff=True)
    found = choices(state)
    assert 0.05 < share(found, Challenge(seat=0)) < 0.15
    assert share(found, Challenge(seat=0)) + share(found, Accept(seat=0)) == 1


def test_it_answers_most_bills_and_plays_most_drawn_cards() -> None:
    bill = position("R+2 G+2 B3", "R3 R4", "B+2", phase=Phase.BILL, bill=2)
    assert 0.1 < share(choices(bill), Take(seat=0)) < 0.3
    drawn = position("R1 R2 B3", "R3 R4", phase=Phase.DRAWN, drawn=cards("R1")[0])
    assert 0.05 < share(choices(drawn), Pass(seat=0)) < 0.15


def test_it_plays_a_drawn_card_that_it_may_not_keep() -> None:
    drawn = table("R1 B2 B3", "R3 R4", phase=Phase.DRAWN, drawn=Face.R1)
    assert set(choices(drawn)) == {lay(0, "R1")}
    last = table("R1 B2", "R3 R4", phase=Phase.DRAWN, drawn=Face.R1)
    assert set(choices(last)) == {lay(0, "R1"), lay(0, "R1", uno=True)}


def test_it_plays_a_wild_draw_four_that_needs_a_hand_without_a_match() -> None:
    assert {move.colour for move in choices(table("W4 B1 B2", "R3 R4")) if isinstance(move, Play)} == {BLUE}
    assert set(choices(table("W4 R1 B2", "R3 R4"))) == {lay(0, "R1")}


def picks(hand: str, looked_at: str) -> set[SeatMove]:
    drawn = cards(looked_at)[0]
    state = position(hand, "", "", ahead=looked_at, phase=Phase.DRAFT, drawn=drawn, colour=None, first=0)
    return set(choices(state, times=3))


def test_it_drafts_by_colour_and_likes_whatever_is_no_number() -> None:
    assert picks("R1", "R2") == picks("R1", "BS") == picks("", "W") == {Keep(seat=0)}
    assert picks("R1", "B2") == picks("", "B9") == {Reject(seat=0)}
