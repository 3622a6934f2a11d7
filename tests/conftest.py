"""What holds for every test: nothing of the person's own is read or written."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_DUO_HOME", str(tmp_path / "home"))
