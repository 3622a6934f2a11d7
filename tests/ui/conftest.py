"""What holds for every test of the screens: nothing of the user's own, and a pilot that does not dawdle."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet

from tests.ui.coach import FakeCoach


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "NO_COLOR",
        "UNO_DUO_ASCII",
        "UNO_DUO_NAME",
        "UNO_DUO_RULES",
        "UNO_DUO_SEATS",
        "UNO_DUO_BOT",
        "UNO_DUO_BOTS",
        "UNO_DUO_TARGET",
        "UNO_DUO_MEMORY",
        "UNO_DUO_BOT_TIME",
        "UNO_DUO_PACE",
        "UNO_DUO_UNO",
        "UNO_DUO_TUTOR",
        "UNO_DUO_MEMORY_AID",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("UNO_DUO_HOME", str(tmp_path))


@pytest.fixture(autouse=True)
def _quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot looks for an idle process every 20 ms, twice a key; it can look more often."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 1 / 200)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 1 / 500)


@pytest.fixture(autouse=True)
def _drawn_when_looked_at(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here no terminal waits for each frame, and the tests draw the screen where they look at it.

    The tests by chance and those of the sizes have every frame drawn.
    """
    if request.module.__name__.rpartition(".")[2] not in ("test_fuzz", "test_sizes"):
        monkeypatch.setattr("textual.screen.Screen._compositor_refresh", lambda screen: screen._dirty_widgets.clear())


@pytest.fixture(autouse=True)
def _coach_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach's process would take longer than most tests."""
    FakeCoach.reset()
    monkeypatch.setattr("uno_duo.ui.coaching.Program", FakeCoach)


@pytest.fixture(scope="session", autouse=True)
def _styles_parsed_once() -> Iterator[None]:
    """Each program parses the same style sheets anew, which is a sixth of the time of a test."""
    parse, parsed = Stylesheet._parse_rules, dict[Any, Any]()

    def parse_once(sheet: Stylesheet, *given: Any, **named: Any) -> Any:
        key = given, *(tuple(sorted(of.items())) for of in (named, sheet._variables))
        if key not in parsed:
            parsed[key] = parse(sheet, *given, **named)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _little_garbage_collection() -> Iterator[None]:
    """A program makes 100,000 objects in circles; looking through all of them again and again doubles the time."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 100)
    yield
    gc.set_threshold(*before)
