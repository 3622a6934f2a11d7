"""The record (RECORD.md): what it says, what is refused, and the positions printed from it."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.walks import examples
from tests.matches import as_bytes, header, play_on, recorded
from uno_duo.core import Cut, Draw, Face, Play, Rules, cards, full_deck, legal_moves
from uno_duo.dealer import due_shuffle
from uno_duo.json_lines import read_lines
from uno_duo.match import Match
from uno_duo.record import (
    End,
    Header,
    Options,
    Player,
    RecordError,
    Replay,
    Step,
    Undo,
    as_line,
    position,
    read_header,
    read_steps,
)

HEADER = {"format": "uno-duo-record", "version": 1, "seats": ["You", "Expert"]}
SHUFFLE = as_line(due_shuffle(Replay(Rules.duo()).state, 7, 0))


def read(lines: list[bytes]) -> tuple[Header, list[Step]]:
    return read_header(lines), list(read_steps(read_header(lines), lines[1:]))


def refusal(lines: list[bytes]) -> RecordError:
    """The error that a record ends in."""
    with pytest.raises(RecordError) as caught:
        read(lines)
    return caught.value


def header_with(**fields: Any) -> bytes:
    return json.dumps(HEADER | fields).encode()


def test_a_match_is_read_as_it_was_played() -> None:
    lines: list[str] = []
    match = Match(header(), write=lines.append)
    play_on(match, random.Random(1))
    found, steps = read(as_bytes(lines))
    assert found == match.header
    assert steps[-1].after == match.state
    assert [step.line for step in steps] == list(range(1, len(lines) + 1))
    assert [step.n for step in steps] == list(range(len(lines)))
    assert steps[0].entry is None
    for step in steps[1:]:
        assert step.entry is not None
        assert as_line(step.entry) == lines[step.line - 1]


def test_the_header_is_one_line_with_every_field() -> None:
    line = as_line(header())
    assert line.count("\n") == 1
    assert list(json.loads(line)) == ["format", "version", "rules", "seats", "players", "options", "seed", "created"]
    assert json.loads(line)["rules"] == Rules.duo().model_dump()
    assert json.loads(line)["players"] == [{"bot": None}, {"bot": "normal"}]
    assert read_header([line.encode()]) == header()


def test_a_field_that_is_absent_has_its_default() -> None:
    found = read_header([header_with()])
    assert found == Header(seats=("You", "Expert"))
    assert (found.rules, found.options, found.seed, found.created) == (Rules.duo(), Options(), None, None)
    assert read_header([header_with(rules={"target": 500})]).rules == Rules(target=500)


def test_a_field_that_is_not_known_is_ignored() -> None:
    found = read_header([header_with(mood="good", rules={"moons": 2}, options={"tutor": True}, players=[{"x": 1}, {}])])
    assert found == Header(seats=("You", "Expert"), players=(Player(), Player()))
    line = json.dumps(json.loads(SHUFFLE) | {"comment": [1, {"a": None}]}).encode()
    assert len(read([header_with(), line])[1]) == 2


@pytest.mark.parametrize("name", ["\u2028", "\u0085x\u000b", "\r", "Zoë", "[red]", "\n", '"'])
def test_lines_end_at_a_line_feed_alone(name: str, tmp_path: Any) -> None:
    file = tmp_path / "record"
    file.write_bytes(as_line(header(names=(name, "Expert"))).encode() + SHUFFLE.encode())
    with file.open("rb") as stream:
        lines = list(read_lines(stream))
    assert read(lines)[0].seats == (name, "Expert")
    assert len(lines) == 2


def test_an_entry_leaves_null_and_false_out_and_keeps_zero() -> None:
    assert as_line(Play(seat=0, card=Face.R0)) == '{"type": "play", "seat": 0, "card": "R0"}\n'
    assert as_line(Cut(seat=0, place=0)) == '{"type": "cut", "seat": 0, "place": 0}\n'
    assert as_line(Undo(to=0)) == '{"type": "undo", "to": 0}\n'
    assert as_line(End(reason="stopped")) == '{"type": "end", "reason": "stopped"}\n'
    spelt_out = b'{"type": "end", "reason": "stopped", "seat": null}'
    assert read([header_with(), spelt_out])[1][-1].entry == End(reason="stopped")


NOT_A_HEADER: list[tuple[bytes, str]] = [
    (b"", "the record is empty"),
    (b"\n", "there is nothing on it"),
    (b"\xff\xfe", "it is not UTF-8"),
    (b"{", "it is not JSON"),
    (b"\xef\xbb\xbf{}", "it is not JSON"),
    (b"[]", "this is no record of a match"),
    (b"7", "this is no record of a match"),
    (b"{}", "this is no record of a match"),
    (header_with(format="chess"), "this is no record of a match"),
    (header_with(version=2), "version 2 of the record is unknown here"),
    (header_with(version=0), "version 0 of the record is unknown here"),
    (header_with(version="1"), "the record's version must be a whole number"),
    (header_with(version=True), "the record's version must be a whole number"),
    (header_with(version=1.0), "the record's version must be a whole number"),
    (b'{"format": "uno-duo-record", "seats": ["a", "b"]}', "the record's version must be a whole number"),
    (b'{"format": "uno-duo-record", "version": 1}', "seats is missing"),
    (header_with(seats=["You"]), "there must be 2 seats, not 1"),
    (header_with(seats="You"), "seats must be a list"),
    (header_with(seats=["You", 7]), "seats.1 must be a text"),
    (header_with(seats=None), "seats must be a list"),
    (header_with(players=[{}]), "there must be 2 players, not 1"),
    (header_with(players=[{"bot": 1}, {}]), "players.0.bot must be a text"),
    (header_with(players=[1, 2]), "players.0 must be an object"),
    (header_with(options={"uno": "never"}), "options.uno must be 'hand', 'ask' or 'auto'"),
    (header_with(seed="7"), "seed must be a whole number"),
    (header_with(seed=True), "seed must be a whole number"),
    (header_with(seed=7.0), "seed must be a whole number"),
    (header_with(created=7), "created must be a text"),
    (header_with(rules=[]), "rules must be an object"),
    (header_with(rules={"target": "200"}), "rules.target must be a whole number"),
    (header_with(rules={"target": 0}), "rules.target must be at least 1"),
    (header_with(rules={"seats": 11}), "rules.seats must be at most 10"),
    (header_with(rules={"seats": 3}), "a draft is for two seats; for more the hands must be dealt"),
    (header_with(rules={"final_draw": 1}), "rules.final_draw must be true or false"),
    (b'{"format": "uno-duo-record", "version": 1, "version": 2}', "the field 'version' stands there twice"),
    (b'{"format": "uno-duo-record", "version": 1, "seed": NaN}', "it is not JSON"),
    (b'{"format": "uno-duo-record", "version": 1, "seed": ' + b"9" * 5000 + b"}", "it is not JSON"),
    (b"[" * 100_000, "it is not JSON"),
]


@pytest.mark.parametrize(("line", "reason"), NOT_A_HEADER)
def test_what_is_no_header_is_refused(line: bytes, reason: str) -> None:
    error = refusal([line])
    assert (error.line, error.reason) == (1, reason)
    assert str(error) == f"line 1: {reason}"


def test_no_line_at_all_is_refused() -> None:
    assert refusal([]).reason == "the record is empty"


NOT_A_MOVE: list[tuple[str, str]] = [
    ("", "there is nothing on it"),
    ("   ", "there is nothing on it"),
    ("x", "it is not JSON"),
    ('{"type": "cut", "seat": 0', "it is not JSON"),
    ('{"type": "cut", "seat": 0, "place": 0, "place": 1}', "the field 'place' stands there twice"),
    ('{"type": "cut", "seat": 0, "place": 0, "x": {"y": 1, "y": 1}}', "the field 'y' stands there twice"),
    ('{"type": "cut", "seat": 0, "place": 0} {}', "it is not JSON"),
    ('{"type": "cut", "seat": 0, "place": 0, "x": NaN}', "it is not JSON"),
    ('{"type": "cut", "seat": 0, "place": 0, "x": "\\ud800"}', "it is not JSON"),
    ("[]", "it is no move"),
    ('"cut"', "it is no move"),
    ("null", "it is no move"),
    ("{}", "it is no move"),
    ('{"seat": 0, "place": 0}', "it is no move"),
    ('{"type": 7}', "it is no move"),
    ('{"type": ["cut"]}', "it is no move"),
    ('{"type": "jump", "seat": 0}', "there is no move 'jump'"),
    ('{"type": "\\u001b[31m"}', "there is no move '\\x1b[31m'"),
    ('{"type": "cut", "seat": 0}', "place is missing"),
    ('{"type": "cut", "place": 0}', "seat is missing"),
    ('{"type": "cut", "seat": true, "place": 0}', "seat must be a whole number"),
    ('{"type": "cut", "seat": "0", "place": 0}', "seat must be a whole number"),
    ('{"type": "cut", "seat": 0.0, "place": 0}', "seat must be a whole number"),
    ('{"type": "cut", "seat": null, "place": 0}', "seat must be a whole number"),
    ('{"type": "cut", "seat": -1, "place": 0}', "seat must be at least 0"),
    ('{"type": "cut", "seat": 0, "place": 112}', "the deck has no such place"),
    ('{"type": "cut", "seat": 0, "place": ' + "9" * 1000 + "}", "the deck has no such place"),
    ('{"type": "cut", "seat": 1, "place": 0}', "seat 1 is not on turn"),
    ('{"type": "cut", "seat": 2, "place": 0}', "there is no seat 2"),
    ('{"type": "play", "seat": 0, "card": "R5"}', "'play' is not possible now"),
    ('{"type": "play", "seat": 0, "card": "Q5"}', "card: 'Q5' is no card"),
    ('{"type": "play", "seat": 0, "card": 5}', "card: 5 is no card"),
    ('{"type": "play", "seat": 0, "card": "W", "colour": "pink"}', "colour must be 'red', 'yellow', 'green' or 'blue'"),
    ('{"type": "play", "seat": 0, "card": "R5", "uno": 1}', "uno must be true or false"),
    ('{"type": "shuffle", "order": "R5"}', "order must be a list"),
    ('{"type": "shuffle", "order": ["R5", ""]}', "order.1: '' is no card"),
    (SHUFFLE, "no shuffle is due"),
    ('{"type": "undo", "to": 2}', "there is no move 2 to go back to"),
    ('{"type": "undo", "to": -1}', "to must be at least 0"),
    ('{"type": "undo"}', "to is missing"),
    ('{"type": "end"}', "reason is missing"),
    ('{"type": "end", "reason": "bored"}', "reason must be 'given_up', 'forfeit' or 'stopped'"),
    ('{"type": "end", "reason": "given_up", "seat": 2}', "there is no seat 2"),
    ('{"type": "end", "reason": "given_up", "seat": true}', "seat must be a whole number"),
]


@pytest.mark.parametrize(("line", "reason"), NOT_A_MOVE)
def test_what_is_no_legal_move_is_refused(line: str, reason: str) -> None:
    error = refusal([header_with(), SHUFFLE.encode(), line.encode()])
    assert (error.line, error.reason) == (3, reason)


@pytest.mark.parametrize(
    "order",
    [
        (),
        full_deck(Rules.duo())[:-1],
        (*full_deck(Rules.duo()), Face.R0),
        (*full_deck(Rules.duo())[1:], Face.R1),
        full_deck(Rules(extra_wilds=0)),
    ],
)
def test_a_wrong_deck_is_refused(order: tuple[Face, ...]) -> None:
    line = json.dumps({"type": "shuffle", "order": [card.code for card in order]}).encode()
    error = refusal([header_with(), line])
    assert (error.line, error.reason) == (2, "these are not exactly the cards that must be shuffled")


def test_a_line_that_is_not_utf_8_is_refused() -> None:
    assert refusal([header_with(), b'{"type": "cut\xff"}']).reason == "it is not UTF-8"


def test_uno_where_it_is_not_due_is_refused() -> None:
    lines = as_bytes(recorded())
    place = next(i for i, line in enumerate(lines) if b'"play"' in line and b"uno" not in line and b"dump" not in line)
    lines[place] = lines[place].replace(b"}", b', "uno": true}')
    error = refusal(lines)
    assert error.line == place + 1
    assert error.reason == "UNO is said only where one card is left"


def test_a_reason_is_one_line_of_bearable_length() -> None:
    error = refusal([header_with(), json.dumps({"type": "\n" * 10_000}).encode()])
    assert error.reason.isprintable()
    assert len(error.reason) <= 200


@pytest.mark.parametrize("line", ['{"type": "cut", "seat": 0, "place": 3}', '{"type": "undo", "to": 0}', SHUFFLE])
def test_nothing_follows_an_end(line: str) -> None:
    end = as_line(End(reason="given_up", seat=0))
    error = refusal(as_bytes([as_line(header()), SHUFFLE, end, line]))
    assert (error.line, error.reason) == (4, "the match was ended before")


def test_a_match_that_has_a_winner_is_over() -> None:
    lines = as_bytes(recorded())
    for line, reason in (
        (as_line(Draw(seat=0)), "the match is over"),
        (SHUFFLE, "the match is over"),
        (as_line(End(reason="stopped")), "the match has a winner"),
    ):
        error = refusal([*lines, line.encode()])
        assert (error.line, error.reason) == (len(lines) + 1, reason)


def test_what_stood_before_a_bad_line_is_kept() -> None:
    lines = [*as_bytes(recorded(most=50)), b"oops"]
    steps: list[Step] = []
    replay = Replay(Rules.duo())
    with pytest.raises(RecordError):
        steps.extend(read_steps(header(), lines[1:], replay))
    good = list(read_steps(header(), lines[1:-1]))
    assert replay.n == 50
    assert replay.state == good[-1].after


def test_an_undo_leads_back_and_the_match_goes_on_from_there() -> None:
    lines = list(recorded(most=60))
    at_40 = read(as_bytes(lines[:41]))[1][-1].after
    undone = [*lines[:56], as_line(Undo(to=40)), *lines[41:]]
    steps = read(as_bytes(undone))[1]
    assert (steps[56].n, steps[56].after) == (40, at_40)
    assert (steps[-1].n, steps[-1].after) == (60, read(as_bytes(lines))[1][-1].after)
    assert steps[57].n == 41


def test_an_undo_may_lead_to_the_beginning_or_nowhere() -> None:
    steps = read(as_bytes([as_line(header()), SHUFFLE, as_line(Undo(to=1)), as_line(Undo(to=0)), SHUFFLE]))[1]
    assert [step.n for step in steps] == [0, 1, 1, 0, 1]
    assert steps[1].after == steps[2].after == steps[4].after
    assert steps[3].after == steps[0].after


def test_the_shuffles_that_hold_are_counted() -> None:
    replay = Replay(Rules.duo())
    list(read_steps(header(), as_bytes(recorded())[1:], replay))
    assert replay.shuffles == 1 + replay.state.round
    replay.do(Undo(to=1))
    assert replay.shuffles == 1


FIELDS = (
    *("n", "phase", "round", "first", "turn", "direction", "hands", "draw", "discard", "known", "known_draw"),
    *("colour", "bill", "drawn", "may_dump", "uno_open", "scores", "winner", "out", "legal"),
)


def test_a_position_has_the_fields_of_the_book_in_their_order() -> None:
    for step in read(as_bytes(recorded()))[1]:
        printed = json.loads(json.dumps(position(step.after, step.n)))
        assert tuple(printed) == FIELDS
        assert printed["n"] == step.n
        assert printed["phase"] == step.after.phase
        assert printed["hands"] == [[card.code for card in hand] for hand in step.after.hands]
        assert printed["drawn"] == (None if step.after.drawn is None else step.after.drawn.code)
        assert len(printed["legal"]) == len(legal_moves(step.after))
        for move in printed["legal"]:
            assert move["seat"] in (0, 1)
            assert None not in move.values()
            assert False not in [value for value in move.values() if isinstance(value, bool)]


def test_the_first_positions() -> None:
    steps = read(as_bytes([as_line(header()), SHUFFLE]))[1]
    before, after = (position(step.after, step.n) for step in steps)
    assert before == {
        "n": 0,
        "phase": "shuffle",
        "round": 0,
        "first": None,
        "turn": None,
        "direction": 1,
        "hands": [[], []],
        "draw": [],
        "discard": [],
        "known": [[], []],
        "known_draw": 0,
        "colour": None,
        "bill": 0,
        "drawn": None,
        "may_dump": False,
        "uno_open": None,
        "scores": [0, 0],
        "winner": None,
        "out": [],
        "legal": [],
    }
    assert after["draw"] == json.loads(SHUFFLE)["order"]
    assert after["legal"] == [{"type": "cut", "seat": 0, "place": place} for place in range(112)]


@pytest.mark.parametrize("kind", ["cut", "keep", "draw", "take", "say_uno"])
def test_uno_is_refused_with_a_move_that_is_no_play(kind: str) -> None:
    line = json.dumps({"type": kind, "seat": 0, "place": 0, "uno": True}).encode()
    error = refusal([header_with(), SHUFFLE.encode(), line])
    assert (error.line, error.reason) == (3, "UNO is said with a play only")


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
_KEYS = ("type", "seat", "card", "place", "order", "colour", "dump", "uno", "last", "to", "reason", "rules", "seats")


@examples(40)
@given(st.binary(max_size=60) | st.dictionaries(st.sampled_from(_KEYS), _json).map(lambda x: json.dumps(x).encode()))
def test_no_line_does_worse_than_being_refused(line: bytes) -> None:
    for lines in ([line], [header_with(), line], [header_with(), SHUFFLE.encode(), line]):
        with pytest.raises(RecordError) as caught:
            read(lines)
        assert caught.value.reason.isprintable()


@examples(100)
@given(st.dictionaries(st.sampled_from(("rules", "seats", "players", "options", "seed", "created", "x")), _json))
def test_no_header_does_worse_than_being_refused(fields: dict[str, Any]) -> None:
    try:
        read_header([header_with(**fields)])
    except RecordError as error:
        assert error.line == 1


@examples(100)
@given(st.data())
def test_a_line_of_another_position_does_no_worse_than_being_refused(data: st.DataObject) -> None:
    lines = as_bytes(recorded(most=120))
    place = data.draw(st.integers(1, len(lines) - 1))
    lines[place] = lines[data.draw(st.integers(1, len(lines) - 1))]
    try:
        read(lines)
    except RecordError as error:
        assert error.line > place


def test_cards_are_written_by_their_codes() -> None:
    order = json.loads(SHUFFLE)["order"]
    assert sorted(cards(" ".join(order))) == list(full_deck(Rules.duo()))
