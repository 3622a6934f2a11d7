"""Settings: flags over the environment over defaults, and one line for what cannot be."""

from pathlib import Path
from typing import Final

import pytest
from pydantic import ValidationError

from uno_duo.core import Rules
from uno_duo.settings import Settings, SettingsError, saved_settings, settings_from


def test_the_defaults() -> None:
    assert settings_from({}, {}) == Settings(
        name="You",
        rules="duo",
        seats=None,
        bot="normal",
        bots=(),
        target=None,
        memory="full",
        bot_time=None,
        pace="normal",
        uno="hand",
        ascii=False,
    )


def test_the_environment_beats_the_defaults() -> None:
    environ = {
        "UNO_DUO_NAME": " Anna ",
        "UNO_DUO_RULES": "classic",
        "UNO_DUO_SEATS": "3",
        "UNO_DUO_BOT": "easy",
        "UNO_DUO_BOTS": "easy, normal",
        "UNO_DUO_TARGET": "500",
        "UNO_DUO_MEMORY": "human",
        "UNO_DUO_BOT_TIME": "2.5",
        "UNO_DUO_PACE": "instant",
        "UNO_DUO_UNO": "auto",
        "UNO_DUO_TUTOR": "all",
        "UNO_DUO_INACCURACY": "1",
        "UNO_DUO_MISTAKE": "3.5",
        "UNO_DUO_BLUNDER": "8",
        "UNO_DUO_MEMORY_AID": "on",
        "UNO_DUO_ASCII": "1",
        "UNO_DUO_HOME": "/tmp",
    }
    assert settings_from({}, environ) == Settings(
        name="Anna",
        rules="classic",
        seats=3,
        bot="easy",
        bots=("easy", "normal"),
        target=500,
        memory="human",
        bot_time=2.5,
        pace="instant",
        uno="auto",
        tutor="all",
        inaccuracy=1,
        mistake=3.5,
        blunder=8,
        memory_aid=True,
        ascii=True,
    )


def test_flags_beat_the_environment() -> None:
    found = settings_from({"target": 90, "bot": None}, {"UNO_DUO_TARGET": "oops", "UNO_DUO_BOT": "easy"})
    assert (found.target, found.bot) == (90, "easy")


def test_an_empty_variable_says_nothing() -> None:
    assert settings_from({}, {"UNO_DUO_TARGET": "", "UNO_DUO_NAME": ""}) == Settings()


def test_the_environment_of_the_process_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_DUO_TARGET", "77")
    assert settings_from({}).target == 77


@pytest.mark.parametrize("name", ["A", "Zoë", "x" * 20, "[red]", "{0}", "两"])
def test_a_name_may_be_anything_printable(name: str) -> None:
    assert settings_from({"name": f"  {name} "}, {}).name == name


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\nb", "\x1b[31m", "a\u2028b", "\u202eabc", "\udc80"])
def test_a_name_that_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_from({"name": name}, {})
    assert str(caught.value) == "--name: name: 1 to 20 printable characters are needed"


def test_a_flag_is_named_as_it_is_written() -> None:
    with pytest.raises(SettingsError) as caught:
        settings_from({"bot_time": -1}, {})
    assert str(caught.value) == "--bot-time: bot_time must be more than 0"


ORDER: Final = "an inaccuracy may not be more than a mistake, nor a mistake more than a blunder"


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("TARGET", "x", "target must be a whole number"),
        ("TARGET", "1.5", "target must be a whole number"),
        ("TARGET", "9" * 5000, "target must be a whole number"),
        ("TARGET", "0", "target must be at least 1"),
        ("TARGET", "100001", "target must be at most 100000"),
        ("SEATS", "x", "seats must be a whole number"),
        ("SEATS", "1", "seats must be at least 2"),
        ("SEATS", "11", "seats must be at most 10"),
        ("MEMORY", "none", "memory must be 'full' or 'human'"),
        ("BOT_TIME", "x", "bot_time must be a number"),
        ("BOT_TIME", "0", "bot_time must be more than 0"),
        ("BOT_TIME", "nan", "bot_time must be a number"),
        ("BOT_TIME", "inf", "bot_time must be a number"),
        ("PACE", "quick", "pace must be 'slow', 'normal', 'fast' or 'instant'"),
        ("UNO", "never", "uno must be 'hand', 'ask' or 'auto'"),
        ("TUTOR", "some", "tutor must be 'off', 'blunders', 'mistakes' or 'all'"),
        ("BLUNDER", "0", "blunder must be more than 0"),
        ("MISTAKE", "inf", "mistake must be a number"),
        ("INACCURACY", "nan", "inaccuracy must be a number"),
        ("INACCURACY", "4.5", ORDER),
        ("MISTAKE", "12", ORDER),
        ("BLUNDER", "1", ORDER),
        ("MEMORY_AID", "maybe", "memory_aid must be true or false"),
        ("ASCII", "maybe", "ascii must be true or false"),
        ("NAME", " ", "name: 1 to 20 printable characters are needed"),
    ],
)
def test_a_bad_value_is_named_in_one_line(variable: str, value: str, reason: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_from({}, {f"UNO_DUO_{variable}": value})
    assert str(caught.value) == f"UNO_DUO_{variable}: {reason}"


@pytest.mark.parametrize("field", ["target", "seats"])
def test_numbers_have_the_limits_of_the_rules(field: str) -> None:
    schema = Rules.model_json_schema()["properties"][field]
    for value in (schema["minimum"], schema["maximum"]):
        Settings.model_validate({field: value})
    for value in (schema["minimum"] - 1, schema["maximum"] + 1):
        with pytest.raises(ValidationError):
            Settings.model_validate({field: value})


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("easy", ("easy",)),
        (" easy ,normal", ("easy", "normal")),
        ("easy,", ("easy", "")),
        ("easy,,easy", ("easy", "", "easy")),
    ],
)
def test_bots_are_told_with_commas_between_them(text: str, bots: tuple[str, ...]) -> None:
    assert settings_from({"bots": text}, {}).bots == bots


_NEAR_AND_FAR: list[tuple[dict[str, object], dict[str, object], Settings]] = [
    ({"rules": "duo"}, {"rules": "classic", "seats": 4, "bots": ["easy"] * 3}, Settings()),
    ({"rules": "duo"}, {"target": 90, "bot": "easy"}, Settings(target=90, bot="easy")),
    ({"seats": 3}, {"rules": "classic", "seats": 4, "bots": ["easy"] * 3}, Settings(rules="classic", seats=3)),
    ({"bot": "easy"}, {"seats": 3, "bots": ["normal"] * 2}, Settings(seats=3, bot="easy")),
    ({"bots": "easy,easy"}, {"seats": 3, "bot": "random"}, Settings(seats=3, bots=("easy", "easy"), bot="random")),
    ({"target": 90}, {"rules": "classic", "seats": 3}, Settings(rules="classic", seats=3, target=90)),
]


@pytest.mark.parametrize(("near", "far", "expected"), _NEAR_AND_FAR)
def test_what_was_meant_for_other_rules_or_bots_does_not_outlast_them(
    near: dict[str, object], far: dict[str, object], expected: Settings
) -> None:
    assert settings_from(near, {}, far) == expected
    variables = {f"UNO_DUO_{field.upper()}": str(value) for field, value in near.items()}
    assert settings_from({}, variables, far) == expected


def test_settings_are_frozen() -> None:
    with pytest.raises(ValidationError):
        Settings().target = 5  # type: ignore[misc]


def _saved(path: Path, text: str) -> tuple[dict[str, object], list[str]]:
    file = path / "config.toml"
    file.write_text(text, encoding="utf-8")
    values, problems = saved_settings(file)
    return values, [problem.removeprefix(f"{file}: ") for problem in problems]


def test_a_file_that_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert saved_settings(tmp_path / "config.toml") == ({}, ())


def test_variables_beat_the_file_and_the_file_beats_the_defaults(tmp_path: Path) -> None:
    saved, problems = _saved(tmp_path, 'bot = "easy"\ntarget = 90\npace = "fast"\n')
    found = settings_from({"pace": "slow"}, {"UNO_DUO_TARGET": "70"}, saved)
    assert problems == []
    assert found == Settings(bot="easy", target=70, pace="slow")


def test_the_file_is_looked_for_in_the_home_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_DUO_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text("target = 77")
    assert saved_settings() == ({"target": 77}, ())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('target = "90"', "target must be a whole number"),
        ("target = 0", "target must be at least 1"),
        ('seats = "2"', "seats must be a whole number"),
        ("rules = 1", "rules must be a text"),
        ("bots = 1", "bots must be a list"),
        ('bots = ["easy", 1]', "bots.1 must be a text"),
        ("ascii = 1", "ascii must be true or false"),
        ('pace = "hasty"', "pace must be 'slow', 'normal', 'fast' or 'instant'"),
        ('nmae = "Anna"', "there is no setting nmae"),
    ],
)
def test_a_key_that_cannot_be_costs_a_line_that_names_it(tmp_path: Path, text: str, problem: str) -> None:
    saved, problems = _saved(tmp_path, f'{text}\nbot = "easy"\n')
    assert (saved, problems) == ({"bot": "easy"}, [problem])


def test_thresholds_make_sense_together_or_not_at_all(tmp_path: Path) -> None:
    together = "blunder = 30\nmistake = 20\ninaccuracy = 12\n"
    assert _saved(tmp_path, together) == ({"blunder": 30, "mistake": 20, "inaccuracy": 12}, [])
    assert _saved(tmp_path, "mistake = 1\ntarget = 90\n") == ({"target": 90}, [ORDER])
    assert _saved(tmp_path, "inaccuracy = 50\nmistake = 4\nblunder = 3\n") == ({}, [ORDER])
    with pytest.raises(SettingsError, match="UNO_DUO_MISTAKE: an inaccuracy"):
        settings_from({}, {"UNO_DUO_MISTAKE": "5"}, {"blunder": 30, "mistake": 20, "inaccuracy": 12})


def test_the_bots_in_the_file_are_a_list_or_a_text(tmp_path: Path) -> None:
    for text in ('bots = ["easy", "normal"]', 'bots = "easy, normal"'):
        saved, problems = _saved(tmp_path, text)
        assert problems == []
        assert settings_from({}, {}, saved).bots == ("easy", "normal")


@pytest.mark.parametrize("content", [b"target = ", b"\xff\xfe", b"[[", b"a" * 10])
def test_a_file_that_is_no_toml_costs_a_line(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(content)
    saved, problems = saved_settings(file)
    assert saved == {}
    (problem,) = problems
    assert problem.startswith(f"{file}: ")
    assert "\n" not in problem


def test_a_file_that_cannot_be_read_costs_a_line(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()
    saved, (problem,) = saved_settings(tmp_path / "config.toml")
    assert saved == {}
    assert "config.toml: " in problem
