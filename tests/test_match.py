"""A match that is being played: who must decide, what is written, and going on with it."""

import json
import random
from collections.abc import Callable
from typing import Any, cast

import pytest

from tests.core.positions import position as state_of
from tests.matches import as_bytes, header, play_on, recorded
from uno_duo.core import (
    CallOut,
    Challenge,
    Colour,
    DraftView,
    Draw,
    Face,
    GameState,
    IllegalMove,
    Phase,
    Play,
    PlayView,
    Rules,
    SayUno,
    ScoreView,
    SeatMove,
    Shuffle,
    events_for,
    reduce,
)
from uno_duo.match import Match, header_for
from uno_duo.record import End, Header, Options, Player, Replay, Undo, as_line, read_header, read_steps
from uno_duo.settings import Settings, SettingsError


def replayed(lines: tuple[str, ...]) -> Replay:
    found = read_header(as_bytes(lines))
    replay = Replay(found.rules)
    list(read_steps(found, as_bytes(lines)[1:], replay))
    return replay


def until_uno_is_forgotten(seed: int = 7) -> Match:
    """A match in which a seat has just forgotten to say UNO."""
    match, chance = Match(header(seed)), random.Random(seed)
    while match.state.uno_open is None:
        play_on(match, chance, match.n + 1)
    return match


def test_a_whole_match_is_played_and_recorded() -> None:
    lines: list[str] = []
    match = Match(header(), write=lines.append)
    play_on(match, random.Random(3))
    assert match.is_over
    assert match.decision is None
    assert match.state.phase is Phase.MATCH_OVER
    assert len(lines) == match.n + 1
    assert lines[0] == as_line(header())
    assert replayed(tuple(lines)).state == match.state


def test_the_same_seed_is_the_same_match() -> None:
    assert recorded(seed=11) == recorded.__wrapped__(seed=11)
    assert recorded(seed=11)[1] != recorded(seed=12)[1]


@pytest.mark.parametrize("at", [0, 1, 5, 20, 21, 60, 150])
def test_a_match_gone_on_with_meets_the_same_cards(at: int) -> None:
    whole = recorded(seed=5)
    lines: list[str] = []
    match = Match(header(5), replayed(whole[: at + 1]), lines.append)
    assert match.n == at
    for step in replayed(whole).moves[at:]:
        if match.state.phase is Phase.SHUFFLE:
            match.shuffle()
        else:
            assert match.decision is not None
            match.play(step)  # type: ignore[arg-type]
    assert tuple(lines) == whole[at + 1 :]
    assert match.is_over


def test_the_seat_on_turn_decides() -> None:
    match = Match(header())
    assert match.decision is None
    match.shuffle()
    assert match.decision is not None
    assert match.decision.seat == 0
    assert {move.type for move in match.decision.moves} == {"cut"}
    assert not match.decision.is_uno_question


def test_an_illegal_move_changes_nothing() -> None:
    lines: list[str] = []
    match = Match(header(), write=lines.append)
    match.shuffle()
    before = (match.state, match.n, match.revision, match.decision, list(lines))
    with pytest.raises(IllegalMove):
        match.play(Draw(seat=0))
    with pytest.raises(IllegalMove):
        match.shuffle()
    with pytest.raises(ValueError, match="no UNO question"):
        match.decline()
    assert (match.state, match.n, match.revision, match.decision, lines) == before


def test_uno_is_asked_in_the_order_of_the_rules() -> None:
    match = until_uno_is_forgotten()
    forgetful = match.state.uno_open
    assert forgetful is not None
    assert match.decision is not None
    assert (match.decision.seat, match.decision.moves) == (forgetful, (SayUno(seat=forgetful),))
    assert match.decision.is_uno_question
    match.decline()
    other = 1 - forgetful
    assert (match.decision.seat, match.decision.moves) == (other, (CallOut(seat=other),))
    assert match.decision.is_uno_question
    match.decline()
    assert match.decision.seat == match.state.turn
    assert not match.decision.is_uno_question
    assert not any(isinstance(move, SayUno | CallOut) for move in match.decision.moves)
    assert match.state.uno_open == forgetful


def test_what_is_declined_is_not_on_record_and_may_still_be_done() -> None:
    match = until_uno_is_forgotten()
    n, revision, forgetful = match.n, match.revision, match.state.uno_open
    assert forgetful is not None
    match.decline()
    assert (match.n, match.revision) == (n, revision + 1)
    match.play(SayUno(seat=forgetful))
    assert match.state.uno_open is None
    assert match.decision is not None
    assert not match.decision.is_uno_question


def test_a_call_out_answers_the_question() -> None:
    match = until_uno_is_forgotten()
    match.decline()
    assert match.decision is not None
    match.play(match.decision.moves[0])
    assert match.decision is None or not match.decision.is_uno_question


def test_uno_is_asked_anew_after_another_play() -> None:
    for seed in range(30):
        match, chance = until_uno_is_forgotten(seed), random.Random(seed)
        match.decline()
        match.decline()
        play_on(match, chance, match.n + 1)
        if match.state.uno_open is not None:
            assert match.decision is not None
            assert match.decision.is_uno_question
            return
    pytest.fail("no seed leads to UNO forgotten twice in a row")


def test_the_forgetful_seat_on_turn_itself_is_asked_first() -> None:
    """RULES.md, example 17: A plays a Skip silently and is on turn again."""
    before = state_of("BS R1", "G1 G2", "B5")
    match = Match(header(), replay := Replay(header().rules))
    replay.states[-1] = reduce(before, Play(seat=0, card=Face.BLUE_SKIP))
    assert match.state.uno_open == match.state.turn == 0
    assert match.decision is not None
    assert (match.decision.seat, match.decision.moves) == (0, (SayUno(seat=0),))
    match.decline()
    assert (match.decision.seat, match.decision.moves) == (1, (CallOut(seat=1),))
    match.decline()
    assert match.decision.seat == 0
    assert not match.decision.is_uno_question


def of_many(seats: int = 4, write: Callable[[str], None] | None = None, **rules: Any) -> Match:
    """A new match of classic UNO, all of bots."""
    names = tuple(f"bot {seat}" for seat in range(seats))
    by = Rules.model_validate({**Rules.classic(seats).model_dump(), **rules})
    return Match(Header(rules=by, seats=names, players=(Player(bot="easy"),) * seats, seed=7), write=write)


def test_every_other_seat_still_in_may_call_out_left_first() -> None:
    match, replay = of_many(seats=5), Replay(Rules.classic(5))
    hands = ((Face.G1,) * 2, (), (Face.R1, Face.B1), (Face.G2,) * 2, (Face.G3,) * 2)
    before = {"hands": hands, "known": ((),) * 5, "discard": (Face.R5,), "colour": Colour.RED, "out": (1,)}
    playing = {"phase": Phase.TURN, "turn": 2, "round": 3, "first": 0}
    state = GameState.model_validate({**dict(match.state), **before, **playing})
    replay.states[-1] = reduce(state, Play(seat=2, card=Face.R1))
    match = Match(match.header, replay)
    asked = []
    while match.decision is not None and match.decision.is_uno_question:
        asked.append(match.decision.seat)
        match.decline()
    assert asked == [2, 3, 4, 0]
    assert match.decision is not None
    assert match.decision.seat == 3


def test_a_shuffle_in_the_middle_of_a_round_is_due_to_whoever_runs_the_match() -> None:
    lines: list[str] = []
    match, chance = of_many(write=lines.append), random.Random(3)
    while match.state.due is None:
        play_on(match, chance, match.n + 1)
    start, last = match.round_start, match.last_seat_move
    assert last is not None
    assert match.decision is None
    assert not match.is_over
    assert isinstance(match.view(0), PlayView)
    resumed = Match(match.header, replayed(tuple(lines)))
    for each in (match, resumed):
        each.shuffle()
        assert each.state.phase is not Phase.SHUFFLE
        assert each.round_start == start, "the round goes on"
        assert each.last_seat_move == last
    assert match.state == resumed.state


def test_the_revision_only_grows() -> None:
    match, chance = Match(header()), random.Random(2)
    seen = [match.revision]
    while not match.is_over and match.n < 300:
        play_on(match, chance, match.n + 1)
        seen.append(match.revision)
    assert seen == sorted(set(seen))


def test_the_views_and_events_are_those_of_the_core() -> None:
    replay = replayed(recorded())
    match = Match(header(), replay)
    steps = zip(replay.states, replay.moves, replay.states[1:], strict=False)
    expected = [event for step in steps for event in events_for(*step, 1)]
    assert list(match.events(1)) == expected
    assert list(match.events(1, since=match.n)) == []
    assert match.events(1, since=match.n - 1)[-1] == expected[-1]
    assert isinstance(match.view(0), ScoreView)
    assert isinstance(Match(header()).view(0), DraftView)
    assert isinstance(until_uno_is_forgotten().view(1), PlayView)


def test_a_match_can_be_given_up() -> None:
    lines: list[str] = []
    match = Match(header(), write=lines.append)
    match.shuffle()
    match.finish(End(reason="given_up", seat=0))
    assert match.is_over
    assert match.decision is None
    assert lines[-1] == '{"type": "end", "reason": "given_up", "seat": 0}\n'
    with pytest.raises(ValueError, match="ended before"):
        match.finish(End(reason="given_up", seat=0))
    with pytest.raises(ValueError, match="ended before"):
        match.play(Challenge(seat=0))


def test_a_match_without_a_seed_cannot_be_shuffled() -> None:
    match = Match(header(seed=None))
    with pytest.raises(ValueError, match="no seed"):
        match.shuffle()


def test_a_match_gone_back_in_meets_the_same_cards() -> None:
    replay = replayed(recorded(seed=5))
    second = next(n for n, state in enumerate(replay.states) if state.round == 2)
    moves = replay.moves[second - 1 :]
    replay.do(Undo(to=second - 1))
    match = Match(header(5), replay)
    match.shuffle()
    assert replay.moves[-1] == moves[0]


def practised(seed: int = 5, most: int = 100) -> tuple[Match, list[str]]:
    """A practice match played at random for some moves, and its lines."""
    lines: list[str] = []
    head = header(seed).model_copy(update={"options": Options(practice=True)})
    match = Match(head, write=lines.append)
    play_on(match, random.Random(seed), most)
    return match, lines


def test_undo_leads_to_the_last_decision_of_the_seat_again_and_again() -> None:
    match, lines = practised()
    moves, states = match._replay.moves[:], match._replay.states[:]
    decided = [n for n, move in enumerate(moves) if isinstance(move, SeatMove) and move.seat == 0]
    assert len(decided) > 10
    for count, n in enumerate(reversed(decided), start=1):
        assert match.can_undo(0)
        match.undo(0)
        assert (match.n, match.state) == (n, states[n])
        assert match._replay.moves == moves[:n]
        assert len(lines) == 1 + len(moves) + count
        assert lines[-1] == as_line(Undo(to=n))
    assert not match.can_undo(0)
    with pytest.raises(ValueError, match="nothing to undo"):
        match.undo(0)
    assert replayed(tuple(lines)).state == match.state


def test_redo_leads_through_the_same_decisions_to_where_undo_began() -> None:
    match, lines = practised()
    end, count = match.state, match.n
    places = [count]
    while match.can_undo(0):
        match.undo(0)
        places.append(match.n)
    for n in reversed(places[:-1]):
        match.redo(0)
        assert match.n == n
    assert match.state == end
    assert not match.can_redo
    with pytest.raises(ValueError, match="nothing to do again"):
        match.redo(0)
    assert replayed(tuple(lines)).state == end


def test_the_same_move_made_again_can_be_gone_on_from_and_another_one_ends_that() -> None:
    match, _lines = practised()
    match.undo(0)
    match.undo(0)
    while match.decision is None or len(match.decision.moves) < 2:
        match.undo(0)
    same = match._replay.undone[-1]
    other = next(move for move in match.decision.moves if move != same)
    match.play(cast(SeatMove, same))
    assert match.can_redo
    match.undo(0)
    match.play(other)
    assert not match.can_redo


def test_what_was_undone_can_be_done_again_in_a_match_gone_on_with() -> None:
    match, lines = practised()
    end = match.state
    match.undo(0)
    match.undo(0)
    again = Match(match.header, replayed(tuple(lines)))
    again.redo(0)
    again.redo(0)
    assert again.state == end


def test_the_same_moves_lead_to_the_same_cards_again() -> None:
    match, _lines = practised(most=400)
    moves, end = match._replay.moves[:], match.state
    assert end.round > 1
    while match.state.round > 1:
        match.undo(0)
    for move in moves[match.n :]:
        if isinstance(move, Shuffle):
            match.shuffle()
        else:
            match.play(move)
    assert match.state == end


def test_a_round_is_played_again_with_the_same_cards() -> None:
    match, lines = practised()
    chance = random.Random(5)
    while not match.state.round_has_ended:
        play_on(match, chance, match.n + 1)
    number, scores = match.state.round, match.state.rounds
    deal = next(state for state in match._replay.states if state.round == number and state.phase is Phase.DRAFT)
    assert match.can_play_again
    match.play_again()
    assert match.state == deal
    assert match.state.rounds == scores[:-1]
    assert json.loads(lines[-2])["type"] == "undo"
    assert replayed(tuple(lines)).state == match.state
    assert not match.can_play_again
    with pytest.raises(ValueError, match="no round"):
        match.play_again()


def test_only_in_practice_and_before_the_end_can_be_undone() -> None:
    match = Match(header(5))
    play_on(match, random.Random(5), 100)
    assert not match.can_undo(0)
    with pytest.raises(ValueError, match="nothing to undo"):
        match.undo(0)
    practice, _lines = practised()
    practice.undo(0)
    practice.finish(End(reason="given_up", seat=0))
    assert not practice.can_undo(0)
    assert not practice.can_redo


def test_the_header_of_a_new_match_follows_the_settings() -> None:
    found = header_for(Settings(name="Anna", bot="easy", uno="ask"), Rules(target=90), seed=7)
    assert found.seats == ("Anna", "easy")
    assert found.players == (Player(), Player(bot="easy"))
    assert found.rules == Rules(target=90)
    assert found.options == Options(uno="ask")
    assert found.seed == 7
    assert found.created is not None
    assert found.created[10] + found.created[-1] == "TZ"
    assert header_for(Settings(), Rules.duo()).seed is not None


def test_each_other_seat_has_a_bot_and_a_name() -> None:
    found = header_for(Settings(bot="random", bots=("easy", "normal", "easy")), Rules.classic(4))
    assert found.seats == ("You", "Ada", "Ben", "Cleo")
    assert [player.bot for player in found.players] == [None, "easy", "normal", "easy"]
    assert [player.bot for player in header_for(Settings(bot="random"), Rules.classic(3)).players[1:]] == ["random"] * 2
    assert header_for(Settings(bots=("easy",)), Rules.classic()).seats == ("You", "easy")


def test_what_the_bots_remember_and_which_program_plays_is_kept() -> None:
    settings = Settings(bot="command", memory="human")
    found = header_for(settings, Rules.classic(3), command="python mybot.py")
    assert found.players == (Player(), *[Player(bot="command", memory="human", command="python mybot.py")] * 2)
    assert header_for(Settings(bot="easy"), Rules.duo(), command="python mybot.py").players[1] == Player(bot="easy")


def test_looking_ahead_changes_nothing_and_is_written_nowhere() -> None:
    lines: list[str] = []
    match = Match(header(), write=lines.append)
    play_on(match, random.Random(3), 60)
    before = (match.n, match.state, match.revision, match.decision, len(lines))
    ahead = match.ahead()
    assert (ahead.n, ahead.state, ahead.revision, ahead.decision) == before[:4]
    play_on(ahead, random.Random(4), 90)
    assert ahead.n == 90
    assert (match.n, match.state, match.revision, match.decision, len(lines)) == before
    play_on(match, random.Random(4), 90)
    assert match.state == ahead.state


def test_an_uno_question_declined_ahead_is_still_asked() -> None:
    match = until_uno_is_forgotten()
    before = match.decision
    ahead = match.ahead()
    ahead.answer(None)
    assert ahead.decision != before
    assert match.decision == before


def test_an_answer_is_a_move_or_declines() -> None:
    match = until_uno_is_forgotten()
    match.answer(None)
    decision = match.decision
    assert decision is not None
    with pytest.raises(ValueError, match="no UNO question"):
        while True:
            match.answer(None)
    match.answer(decision.moves[0] if decision.is_uno_question else Draw(seat=decision.seat))
    assert match.last_seat_move is not None


def test_a_draw_goes_on_after_a_shuffle_in_the_round() -> None:
    rules = Rules(recycling="shuffled")
    match = Match(header().model_copy(update={"rules": rules}))
    match._replay.states[-1] = state_of("R1 R2", "Y1 Y2 G6", "R3 R4 R7 R5", draw="", rules=rules)
    match.shuffle_in_round()
    assert match.n == 0
    match.answer(Draw(seat=0))
    assert match.state.due is not None
    match.shuffle_in_round()
    assert match.state.due is None
    assert len(match.state.hands[0]) == 3


@pytest.mark.parametrize("name", ["You", "Ada", "ivo", "JO"])
def test_no_bot_has_the_persons_name(name: str) -> None:
    found = header_for(Settings(name=name), Rules.classic(10))
    assert len({seat.casefold() for seat in found.seats}) == 10
    assert found.seats[0] == name


@pytest.mark.parametrize(
    ("seats", "bots", "reason"),
    [
        (2, ("easy", "easy"), "bots must name one for the other seat, not 2"),
        (4, ("easy",), "bots must name one for each of the 3 other seats, not 1"),
    ],
)
def test_there_must_be_a_bot_for_each_other_seat(seats: int, bots: tuple[str, ...], reason: str) -> None:
    with pytest.raises(SettingsError) as refused:
        header_for(Settings(bots=bots), Rules.classic(seats))
    assert str(refused.value) == reason
