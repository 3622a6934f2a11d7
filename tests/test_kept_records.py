"""Records of UNO Duo that were made before classic UNO came: they lead to the same positions for ever."""

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pytest

from uno_duo.record import End, position, read_header, read_steps

KEPT: Final = Path(__file__).parent / "data" / "duo"
RECORDS: Final = sorted(KEPT.glob("*.jsonl"))


def in_any_order(found: dict[str, Any]) -> dict[str, Any]:
    """A position with its legal moves in one order, since RECORD.md leaves that open."""
    return {**found, "legal": sorted(found["legal"], key=lambda move: json.dumps(move, sort_keys=True))}


def test_there_are_twenty_records() -> None:
    assert len(RECORDS) == 20


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_kept_record_leads_to_the_positions_that_it_always_led_to(record: Path) -> None:
    lines = iter(record.read_bytes().splitlines(keepends=True))
    header = read_header(lines)
    kept = gzip.decompress(record.with_suffix(".positions.jsonl.gz").read_bytes()).splitlines()
    steps = [step for step in read_steps(header, lines) if not isinstance(step.entry, End)]

    assert len(steps) == len(kept)
    for step, expected in zip(steps, kept, strict=True):
        found = json.loads(json.dumps(position(step.after, step.n)))
        assert in_any_order(found) == in_any_order(json.loads(expected)), f"after line {step.line}"
