"""One system of immutable classes: `errors/frozen.py` makes all of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ELSEWHERE = ("errors/frozen.py", "config/", "ops/")
"""The system itself, the settings, which import nothing of the package, and what is written as users write."""


def frozen_dataclasses(source: str) -> Iterator[int]:
    """The lines of calls such as `dataclass(frozen=True)`."""
    if "frozen=" not in source:  # most files, and a search is faster than a parse
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("dataclass", "dataclasses.dataclass"):
            if any(given.arg == "frozen" for given in node.keywords):
                yield node.lineno


def test_immutable_classes_are_made_in_one_way(repository: Path) -> None:
    root = repository / "src" / "cutedsl"
    files = {file.relative_to(root).as_posix(): file for file in root.rglob("*.py")}
    found = [
        f"{name}:{line}"
        for name, file in files.items()
        if not name.startswith(ELSEWHERE)
        for line in frozen_dataclasses(file.read_text(encoding="utf-8"))
    ]
    assert not found, found


def test_a_frozen_dataclass_is_seen() -> None:
    assert [*frozen_dataclasses("@dataclass(frozen=True, slots=True)\nclass A: ...\n")] == [1]
    assert [*frozen_dataclasses("import dataclasses\nx = dataclasses.dataclass(frozen=True)(A)\n")] == [2]
    assert not [*frozen_dataclasses("@dataclass(slots=True)\nclass A: ...\n@frozen\nclass B: ...\n")]
