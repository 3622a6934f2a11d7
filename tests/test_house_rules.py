"""House rules: each has its words, and a rule set survives its file or is refused in one line that says why."""

import os
import re
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from uno_duo.core import Rules
from uno_duo.core.ruleset import RuleConflict
from uno_duo.house_rules import (
    HOUSE_RULES,
    HouseRule,
    RulesError,
    RulesFileError,
    Value,
    game_name,
    read_rules,
    rules_as_toml,
    rules_for,
    rules_named,
    rules_with,
    save_house_rules,
    saved_house_rules,
    value_name,
)
from uno_duo.match import header_for
from uno_duo.settings import Settings, config_folder, saved_settings, settings_from

SCHEMA: dict[str, Any] = Rules.model_json_schema()["properties"]
MIXED = rules_with(Rules.classic(4), hand_size=9, keep_drawn=True, drawing="one", target=120, knock_out=True)

# Values that are each possible, and make no rules together.
CONFLICTS: dict[RuleConflict, dict[str, Value]] = {
    RuleConflict.DRAFT_OF_MANY: {"seats": 3},
    RuleConflict.DRAWING_PAST_KEPT: {"drawing": "until_playable"},
    RuleConflict.NOTHING_TO_STACK: {"draw_two": 0},
    RuleConflict.TOO_FEW_CARDS: {"opening": "deal", "seats": 10, "hand_size": 12},
}


# The words


def test_every_rule_has_its_words() -> None:
    assert sorted(rule.field for rule in HOUSE_RULES) == sorted(Rules.model_fields)
    for words in ("label", "explanation"):
        assert len({getattr(rule, words) for rule in HOUSE_RULES}) == len(HOUSE_RULES)


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.field)
def test_the_words_of_a_rule_fit_a_form(rule: HouseRule) -> None:
    assert 0 < len(rule.label) <= 16
    assert 0 < len(rule.explanation) <= 110
    assert rule.explanation.endswith(".")
    names = [value_name(rule.field, value) for value in rule.values]
    assert len(set(names)) == len(names)
    assert all(0 < len(name) <= 16 for name in names)


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.field)
def test_a_rule_offers_what_can_be(rule: HouseRule) -> None:
    schema = SCHEMA[rule.field]
    for value in rule.values:
        try:
            Rules.model_validate({rule.field: value})
        except ValidationError as error:
            assert error.errors()[0]["type"] in set(RuleConflict)
    if "enum" in schema:
        assert list(rule.values) == schema["enum"]
    elif schema["type"] == "boolean":
        assert rule.values == (False, True)
    else:
        assert list(rule.values) == sorted(set(rule.values))
    for rules in (Rules.duo(), Rules.classic()):
        assert getattr(rules, rule.field) in rule.values


@pytest.mark.parametrize(
    ("field", "value", "name"),
    [
        ("drawing", "until_playable", "until playable"),
        ("stacking", True, "on"),
        ("stacking", False, "off"),
        ("keep_drawn", True, "may be kept"),
        ("seats", 2, "2"),
        ("draw_two", 0, "none"),
        ("draw_two", 1, "1"),
    ],
)
def test_a_value_has_a_name(field: str, value: Value, name: str) -> None:
    assert value_name(field, value) == name


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (Rules.duo(), "UNO Duo"),
        (Rules(target=50), "UNO Duo"),
        (Rules(knock_out=True), "House rules"),
        (Rules(final_draw=False), "House rules"),
        (Rules.classic(), "Classic UNO"),
        (rules_with(Rules.classic(10), target=50, knock_out=True), "Classic UNO"),
        (rules_with(Rules.classic(3), hand_size=8), "House rules"),
        (MIXED, "House rules"),
    ],
)
def test_a_game_has_a_name(rules: Rules, name: str) -> None:
    assert game_name(rules) == name


# Other values


def test_rules_take_other_values() -> None:
    assert rules_with(Rules.duo(), target=70, seats=None) == Rules(target=70)


@pytest.mark.parametrize("conflict", RuleConflict)
def test_every_conflict_has_a_sentence_and_its_rules(conflict: RuleConflict) -> None:
    changes = CONFLICTS[conflict]
    with pytest.raises(RulesError) as refused:
        rules_with(Rules.duo(), **changes)
    assert "not as it must be" not in str(refused.value)
    assert set(refused.value.fields) & changes.keys()
    assert set(refused.value.fields) <= Rules.model_fields.keys()
    with pytest.raises(ValidationError) as found:
        Rules.model_validate(changes)
    assert found.value.errors()[0]["type"] == conflict


def test_the_sentences_differ() -> None:
    sentences = set()
    for changes in CONFLICTS.values():
        with pytest.raises(RulesError) as refused:
            rules_with(Rules.duo(), **changes)
        sentences.add(str(refused.value))
    assert len(sentences) == len(CONFLICTS)


# By name


def test_rules_have_names() -> None:
    assert rules_named("duo") == Rules.duo()
    assert rules_named("duo", target=50) == Rules(target=50)
    assert rules_named("classic") == Rules.classic(2)
    assert rules_named("classic", seats=6, target=300) == rules_with(Rules.classic(6), target=300)


def test_rules_are_named_by_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").write_text(rules_as_toml(MIXED))
    assert rules_named(str(tmp_path / "mine")) == MIXED
    assert rules_named(str(tmp_path / "mine"), seats=3) == rules_with(MIXED, seats=3)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert rules_named("~/mine") == MIXED
    monkeypatch.chdir(tmp_path)
    assert rules_named("mine") == MIXED


@pytest.mark.parametrize(
    ("name", "changes", "reason"),
    [
        ("duo", {"seats": 3}, "a draft is for two seats; for more the hands must be dealt"),
        ("classic", {"seats": 11}, "seats must be at most 10"),
        ("classic", {"seats": 1}, "seats must be at least 2"),
        ("classic", {"target": 0}, "target must be at least 1"),
        ("klassic", {}, "there are no rules 'klassic'; there are duo, classic, house, or a file"),
        ("", {}, "there are no rules ''; there are duo, classic, house, or a file"),
        ("\x1b[31m", {}, r"there are no rules '\x1b[31m'; there are duo, classic, house, or a file"),
        ("\0", {}, r"there are no rules '\x00'; there are duo, classic, house, or a file"),
    ],
)
def test_rules_that_are_not_there_are_refused(name: str, changes: dict[str, int], reason: str) -> None:
    with pytest.raises(RulesError) as refused:
        rules_named(name, **changes)
    assert str(refused.value) == reason
    assert not isinstance(refused.value, RulesFileError)


@pytest.mark.parametrize("name", ["nowhere.toml", "nowhere/mine", "~nobody-of-that-name/mine"])
def test_a_name_that_must_be_a_file_is_refused_as_one(name: str) -> None:
    with pytest.raises(RulesFileError) as refused:
        rules_named(name)
    assert str(refused.value) == f"{name}: No such file or directory"


@pytest.mark.parametrize(
    ("settings", "rules"),
    [
        (Settings(), Rules.duo()),
        (Settings(target=90), Rules(target=90)),
        (Settings(rules="classic"), Rules.classic(2)),
        (Settings(rules="classic", seats=5), Rules.classic(5)),
        (Settings(rules="classic", bots=("easy", "normal", "easy")), Rules.classic(4)),
        (Settings(rules="classic", seats=2, bots=("easy", "normal", "easy")), Rules.classic(2)),
        (Settings(bots=("easy", "normal")), Rules.duo()),
    ],
)
def test_the_settings_name_the_rules(settings: Settings, rules: Rules) -> None:
    assert rules_for(settings) == rules


# The file


@pytest.mark.parametrize("rules", [Rules.duo(), Rules.classic(), Rules.classic(10), MIXED], ids=game_name)
def test_rules_survive_their_file(tmp_path: Path, rules: Rules) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(rules_as_toml(rules), encoding="utf-8")
    assert read_rules(file) == rules


@given(
    st.fixed_dictionaries(
        {}, optional={rule.field: st.sampled_from(rule.values) for rule in HOUSE_RULES if rule.field != "target"}
    )
)
def test_any_rules_survive_as_toml(values: dict[str, Value]) -> None:
    try:
        rules = Rules.model_validate(values)
    except ValidationError:
        return
    assert tomllib.loads(rules_as_toml(rules)) == rules.model_dump()


def test_the_file_explains_every_rule_over_its_value() -> None:
    paragraphs = rules_as_toml(Rules.duo()).strip().split("\n\n")[1:]
    for rule, paragraph in zip(HOUSE_RULES, paragraphs, strict=True):
        explanation, possible, value = paragraph.splitlines()
        assert explanation == f"# {rule.explanation}"
        assert possible.startswith("# Possible: ")
        assert value.startswith(f"{rule.field} = ")
    assert '# Possible: "one", "until_playable"\ndrawing = "one"\n' in rules_as_toml(Rules.duo())
    assert "# Possible: false (off), true (on)\nknock_out = false\n" in rules_as_toml(Rules.duo())
    assert "# Possible: 2 to 10\nseats = 2\n" in rules_as_toml(Rules.duo())


def test_what_is_left_out_is_as_in_uno_duo(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("# nothing\n")
    assert read_rules(tmp_path / "x") == Rules.duo()
    (tmp_path / "x").write_text("hand_size = 5")
    assert read_rules(tmp_path / "x") == Rules(hand_size=5)


def refusal(file: Path) -> str:
    """Why a file is refused, without its name."""
    with pytest.raises(RulesFileError) as refused:
        read_rules(file)
    reason = str(refused.value)
    assert "\n" not in reason
    assert reason.startswith(f"{file}: ")
    return reason.removeprefix(f"{file}: ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hand_sise = 7", "there is no rule hand_sise"),
        ("[rules]\nseats = 2", "there is no rule rules"),
        ('"\\u001b[31m" = 7', "there is no rule \ufffd[31m"),
        ('seats = "2"', "seats must be a whole number"),
        ("seats = true", "seats must be a whole number"),
        ("seats = 2.0", "seats must be a whole number"),
        ("seats = [2]", "seats must be a whole number"),
        ("seats = 2026-11-29", "seats must be a whole number"),
        ("seats = 1", "seats must be at least 2"),
        ("hand_size = 21", "hand_size must be at most 20"),
        ("knock_out = 1", "knock_out must be true or false"),
        ('knock_out = "yes"', "knock_out must be true or false"),
        ('reverse = "jump"', "reverse must be 'dump', 'turn' or 'skip'"),
        ("reverse = 1", "reverse must be 'dump', 'turn' or 'skip'"),
        ("reverse = []", "reverse must be 'dump', 'turn' or 'skip'"),
        ("seats = 3", "opening, seats: a draft is for two seats; for more the hands must be dealt"),
        (
            'drawing = "until_playable"',
            "drawing, keep_drawn: who draws until a card can be played must play it, and may not keep it",
        ),
        ("draw_two = 0", "stacking, draw_two: a Draw 2 that draws no cards cannot be answered with another"),
        (
            'opening = "deal"\nseats = 10\nhand_size = 20',
            "seats, hand_size: the hands leave too few cards in the deck",
        ),
    ],
)
def test_rules_that_cannot_be_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(text, encoding="utf-8")
    assert refusal(file) == reason


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"seats", "it is not TOML: "),
        (b"seats = 2\nseats = 2", "it is not TOML: "),
        (b"seats = " + b"9" * 5000, "it is not TOML: "),
        (b"a = " + b"[" * 100_000, "it is not TOML"),
        (b"\xff\xfe", "it is not UTF-8"),
        (b"\0", "it is not TOML: "),
        (b"#" * (1 << 20 | 1), "it is too long"),
    ],
    ids=range(7),
)
def test_what_is_no_toml_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(content)
    assert refusal(file).startswith(reason)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "Is a directory"
    assert refusal(tmp_path / "nowhere") == "No such file or directory"
    if os.geteuid():
        (tmp_path / "secret").touch(0)
        assert refusal(tmp_path / "secret") == "Permission denied"


def test_a_file_without_end_is_refused() -> None:
    assert refusal(Path("/dev/zero")) == "it is too long"


def test_a_name_of_a_file_cannot_act_on_the_terminal() -> None:
    with pytest.raises(RulesFileError) as refused:
        read_rules(Path("\x1b[31m\nx"))
    assert str(refused.value).startswith("\ufffd[31m\ufffdx: ")


def test_the_examples_of_the_readme_can_be_used(tmp_path: Path) -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    config, *games = re.findall(r"^\n((?:    \w+ = .*\n)+)$", readme, re.MULTILINE)
    (tmp_path / "config.toml").write_text(textwrap.dedent(config))
    saved, problems = saved_settings(tmp_path / "config.toml")
    settings = settings_from({}, {}, saved)
    assert problems == ()
    assert len(header_for(settings, rules_for(settings)).seats) == 4
    assert len(games) == 2
    for game in games:
        (tmp_path / "x.toml").write_text(textwrap.dedent(game))
        assert game_name(read_rules(tmp_path / "x.toml")) == "House rules"


# The player's own


def test_the_own_house_rules_are_kept() -> None:
    assert saved_house_rules() == (None, ())
    assert save_house_rules(MIXED) == ()
    assert saved_house_rules() == (MIXED, ())
    assert rules_named("house", seats=3) == rules_with(MIXED, seats=3)
    assert save_house_rules(Rules.duo()) == ()
    assert saved_house_rules() == (Rules.duo(), ())
    assert [file.name for file in config_folder().iterdir()] == ["house-rules.toml"]


def test_no_house_rules_are_no_rules() -> None:
    with pytest.raises(RulesError) as refused:
        rules_named("house")
    assert str(refused.value) == f"there are no house rules yet: {config_folder() / 'house-rules.toml'} is missing"


def test_own_house_rules_that_cannot_be_cost_a_line() -> None:
    config_folder().mkdir()
    file = config_folder() / "house-rules.toml"
    file.write_text("seats = 0")
    problem = f"{file}: seats must be at least 2"
    assert saved_house_rules() == (None, (problem,))
    with pytest.raises(RulesFileError) as refused:
        rules_named("house")
    assert str(refused.value) == problem
    assert save_house_rules(MIXED) == ()
    assert saved_house_rules() == (MIXED, ())


def test_a_home_that_cannot_be_written_costs_a_line() -> None:
    config_folder().write_text("a file in the folder's place")
    (problem,) = save_house_rules(MIXED)
    assert problem.startswith(f"{config_folder() / 'house-rules.toml'}: ")
    assert saved_house_rules()[0] is None
