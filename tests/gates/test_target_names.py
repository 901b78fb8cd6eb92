"""The names "cuda" and "cpu" are compared in `targets/` only: what differs between targets is a method of theirs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "src" / "cutedsl"
NAMES = {"cpu", "cuda"}
PACKAGES = {"compat/cuda_results.py", "compat/host/cuda/package.py", "compat/startup/sitecustomize.py"}
"""Here "cuda" is NVIDIA's Python package."""


def compared(source: str) -> Iterator[int]:
    """The lines that compare something with one of the names."""
    if not any(f"{quote}{name}{quote}" in source for name in NAMES for quote in "'\""):  # faster than a parse
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, comparators=comparators) if any(map(_names, (left, *comparators))):
                yield node.lineno
            case ast.MatchValue(value=value) if _names(value):
                yield value.lineno
            case ast.Call(func=ast.Attribute(attr="startswith" | "endswith"), args=args) if any(map(_names, args)):
                yield node.lineno
            case _:
                pass


def _names(node: ast.expr) -> bool:
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return any(isinstance(part, ast.Constant) and part.value in NAMES for part in parts)


def test_no_comparison_outside_of_targets() -> None:
    found = [
        f"src/cutedsl/{file.relative_to(SOURCES).as_posix()}:{line}"
        for file in sorted(SOURCES.rglob("*.py"))
        if file.relative_to(SOURCES).parts[0] != "targets" and file.relative_to(SOURCES).as_posix() not in PACKAGES
        for line in compared(file.read_text(encoding="utf-8"))
    ]
    assert not found, f"make a method of `Target` of it, or ask `targets.devices.is_gpu`: {', '.join(found)}"


def test_each_exception_is_used() -> None:
    unused = [name for name in PACKAGES if not [*compared((SOURCES / name).read_text(encoding="utf-8"))]]
    assert not unused


@pytest.mark.parametrize(
    "line",
    [
        'kind == "cuda"',
        'kind in ("cpu", "gpu")',
        '"cuda" in kinds',
        'kind.startswith("cuda")',
        'match kind:\n    case "cpu" | "gpu":\n        pass',
    ],
)
def test_a_comparison_is_found(line: str) -> None:
    assert [*compared(f"a = 1\n{line}")]


@pytest.mark.parametrize("line", ['f("cuda")', 'kind = "cpu"', 'kind == "sm_90a"'])
def test_other_uses_are_none(line: str) -> None:
    assert not [*compared(line)]
