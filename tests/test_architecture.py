"""The plan of DESIGN.md, held against the imports of the code."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

PACKAGE: Final = Path(__file__).parent.parent / "uno_duo"

# The floor of each file or folder of the package; imports point down, or stay within a floor without a circle.
FLOORS: Final = {
    "language": 1,
    "cores": 1,
    "core": 1,
    "evaluation": 2,
    "json_lines": 2,
    "record": 2,
    "dealer": 2,
    "wording": 2,
    "settings": 2,
    "house_rules": 2,
    "bots": 3,
    "coach": 3,
    "match": 4,
    "store": 4,
    "database": 4,
    "account": 4,
    "archive": 4,
    "deals": 4,
    "history": 4,
    "kept": 4,
    "played": 4,
    "posing": 4,
    "arena": 4,
    "training": 4,
    "ui": 5,
    "terminal": 6,
    "commands": 6,
    "cli": 6,
    "__main__": 6,
}
# terminal.py starts the screens, and knows the models by name alone.
ROOT: Final = "uno_duo"
IMPURE: Final = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "pathlib",
    "io",
    "sys",
    "asyncio",
    "threading",
    "socket",
}


def module_of(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES: Final = {module_of(file): file for file in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports_of(module: str) -> frozenset[str]:
    """Everything that a module imports, anywhere in it: modules, and modules that names are imported from."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are absolute"
            assert node.module is not None
            submodules = {f"{node.module}.{alias.name}" for alias in node.names} & FILES.keys()
            found |= submodules or {node.module}
    return frozenset(found)


def ours(module: str) -> set[str]:
    return {name for name in imports_of(module) if name == ROOT or name.startswith(f"{ROOT}.")}


def part_of(module: str) -> str:
    """The file or folder of the plan that a module belongs to."""
    return module.split(".")[1] if "." in module else ""


def modules_in(*parts: str) -> list[str]:
    return [module for module in FILES if part_of(module) in parts]


def test_every_file_has_a_floor() -> None:
    assert {part_of(module) for module in FILES} - {""} <= FLOORS.keys()


@pytest.mark.parametrize("module", [module for module in FILES if module != ROOT])
def test_imports_point_down(module: str) -> None:
    for name in ours(module) - {ROOT}:
        assert FLOORS[part_of(name)] <= FLOORS[part_of(module)], f"{module} imports {name}"


def test_imports_make_no_circle() -> None:
    graph = {module: ours(module) - {ROOT, module} for module in FILES}
    tuple(TopologicalSorter(graph).static_order())
    parts = {part: {part_of(name) for m in modules_in(part) for name in ours(m)} - {part, ""} for part in FLOORS}
    tuple(TopologicalSorter(parts).static_order())


def test_textual_is_imported_by_the_screens_alone() -> None:
    for module in FILES:
        if part_of(module) != "ui":
            assert not {name for name in imports_of(module) if name.split(".")[0] in ("textual", "rich")}, module


@pytest.mark.parametrize("module", modules_in("core"))
def test_the_core_is_pure(module: str) -> None:
    imports = imports_of(module)
    assert all(name == f"{ROOT}.core" or name.startswith(f"{ROOT}.core.") for name in ours(module))
    assert not {name.split(".")[0] for name in imports} & IMPURE
    called = {
        node.func.id
        for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "print", "input", "exec", "eval", "__import__"}


def test_the_language_imports_nothing_of_ours() -> None:
    assert not ours(f"{ROOT}.language")


def test_the_store_knows_no_model() -> None:
    assert ours(f"{ROOT}.store") == {f"{ROOT}.language"}
    assert "pydantic" not in imports_of(f"{ROOT}.store")


def test_screens_and_widgets_know_neither_the_app_nor_the_match() -> None:
    for module in modules_in("ui"):
        if module.startswith((f"{ROOT}.ui.screens", f"{ROOT}.ui.widgets")):
            assert not ours(module) & {f"{ROOT}.ui.app", f"{ROOT}.match", f"{ROOT}.ui.session"}, module


# The bots of a record are made, its views are reviewed, and luck, told after the round, looks at the full position.
MADE_FOR: Final = {
    f"{ROOT}.bots.levels": {"uno_duo.record"},
    f"{ROOT}.coach.analysis": {"uno_duo.record", "GameState", "view_for"},
    f"{ROOT}.coach.drill": {"uno_duo.record", "view_for"},
    f"{ROOT}.coach.review": {"uno_duo.record"},
    f"{ROOT}.coach.luck": {"GameState", "reduce"},
}


def test_bots_see_no_state() -> None:
    hidden = {"GameState", "reduce", "view_for", "new_match", "uno_duo.match", "uno_duo.record"}
    for module in modules_in("bots", "coach"):
        tree = ast.parse(FILES[module].read_text(encoding="utf-8"))
        named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
        assert not (named | ours(module)) & (hidden - MADE_FOR.get(module, set())), module
