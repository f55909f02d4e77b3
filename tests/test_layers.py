"""The direction of imports, read from the code itself. A folder that is not enrolled here fails."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Each part of the code and the parts it may import; a part may always import itself.
GROUND = {"store.envelope", "store.errors", "store.settings", "store.governance"}

# What may be used of the store from outside: the door, the wire, publishing and saved counts.
STORE_DOORS = {"store.door", "store.ground", "store.ingest", "store.saved"}

ALLOWED: dict[str, set[str]] = {
    "app": {"pages", "counting", *STORE_DOORS},
    "pages": {"counting", *STORE_DOORS},
    "doors": {"counting", *STORE_DOORS},
    "counting": set(),
    "store.ground": set(),
    "store.index": {"store.ground"},
    "store.migrations": {"store.index", "store.ground"},
    "store.saved": {"store.index", "store.ground"},
    "store.ingest": {"store.index", "store.ground"},
    "store.search": {"store.index", "store.ground"},
    "store.calibrate": {"store.search", "store.index", "store.ground"},
    "store.record": {"store.search", "store.index", "store.ground"},
    "store.door": {
        "store.record", "store.search", "store.ingest", "store.saved", "store.index", "store.ground",
    },
    "store.commands": {
        "store.door", "store.record", "store.calibrate", "store.ingest", "store.search", "store.saved",
        "store.index", "store.ground",
    },
    "store.__main__": {"store.commands", "store.door", "store.ground"},
}  # fmt: skip
OUTSIDE = {"tests", "bench"}


def part_of(module: str) -> str | None:
    """The enrolled part a dotted module belongs to, None for the outside world."""
    names = module.split(".")
    if names[0] in ("app", "pages", "doors", "counting"):
        return names[0]
    if names[0] != "store":
        return None
    if module == "store":
        return "store.door"
    two = ".".join(names[:2])
    return "store.ground" if two in GROUND else two


def module_of(path: Path) -> str:
    names = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the direction"
            base = node.module or ""
            found |= {_narrowest(base, alias.name) for alias in node.names}
    return found


def _narrowest(base: str, name: str) -> str:
    """`from store import governance` imports the module store.governance, not only the door."""
    inner = ROOT.joinpath(*base.split("."), name)
    return f"{base}.{name}" if inner.is_dir() or inner.with_suffix(".py").is_file() else base


def code_files() -> list[Path]:
    return sorted(
        path
        for top in ROOT.iterdir()
        if not top.name.startswith(".") and top.name not in OUTSIDE
        for path in ([top] if top.suffix == ".py" else top.rglob("*.py") if top.is_dir() else [])
    )


@pytest.mark.parametrize("path", code_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    part = part_of(module_of(path))
    assert part in ALLOWED, f"{path.relative_to(ROOT)} is in no enrolled part; add it to ALLOWED on purpose"
    wrong = {
        module
        for module in imports_of(path)
        if (other := part_of(module)) is not None and other != part and other not in ALLOWED[part]
    }
    assert not wrong, f"{part} must not import {sorted(wrong)}"


@pytest.mark.parametrize("foreign", ["streamlit", "chromadb", "sentence_transformers", "torch", "sqlalchemy"])
def test_counting_knows_no_record_no_screen_and_no_model(foreign: str) -> None:
    users = [
        str(path.relative_to(ROOT))
        for path in code_files()
        if module_of(path).split(".")[0] == "counting"
        and any(module.split(".")[0] == foreign for module in imports_of(path))
    ]
    assert users == []


def test_only_one_file_knows_chroma() -> None:
    users = [
        str(path.relative_to(ROOT))
        for path in code_files()
        if any(module.split(".")[0] == "chromadb" for module in imports_of(path))
    ]
    assert users in ([], ["store/index/vectors.py"])


def test_the_library_never_draws() -> None:
    users = [
        str(path.relative_to(ROOT))
        for path in code_files()
        if module_of(path).split(".")[0] in ("store", "counting", "doors")
        and any(module.split(".")[0] == "streamlit" for module in imports_of(path))
    ]
    assert [user for user in users if not user.startswith("doors/")] == []
