#!/usr/bin/env python3
"""The size gate: `python scripts/check_sizes.py [ROOT]` fails on a module or function that outgrew its limit.

Limits (lines): a module 800, with tables in `arch/` excepted; a function 100, or 150 where kernels live
(`examples/`, `ops/`). Above 400 and 40 they are listed for review and pass. A function's lines include its
decorators and docstring.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDERS = ("src", "examples", "benchmarks", "scripts", "tests")
MODULE_REVIEW_LINES, MODULE_LIMIT_LINES = 400, 800
FUNCTION_REVIEW_LINES, FUNCTION_LIMIT_LINES, KERNEL_LIMIT_LINES = 40, 100, 150


@dataclass(frozen=True, slots=True)
class Finding:
    """One module or function above its review size."""

    where: str
    length_lines: int
    limit_lines: int

    @property
    def fails(self) -> bool:
        """Whether it is above the limit, not only above the review size."""
        return self.length_lines > self.limit_lines

    def __str__(self) -> str:
        verdict = f"limit {self.limit_lines}" if self.fails else "review"
        return f"{self.where}: {self.length_lines} lines ({verdict})"


def measure(path: Path, root: Path) -> Iterator[Finding]:
    """Yield what is too long in one file."""
    name = path.relative_to(root).as_posix()
    text = path.read_text(encoding="utf-8")
    length = len(text.splitlines())
    if length > MODULE_REVIEW_LINES and not name.startswith("src/cutedsl/arch/"):
        yield Finding(name, length, MODULE_LIMIT_LINES)
    kernels = name.startswith(("examples/", "src/cutedsl/ops/"))
    limit = KERNEL_LIMIT_LINES if kernels else FUNCTION_LIMIT_LINES
    for node in ast.walk(ast.parse(text, filename=name)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            length = (node.end_lineno or first) - first + 1
            if length > FUNCTION_REVIEW_LINES:
                yield Finding(f"{name}:{node.lineno} {node.name}", length, limit)


def find_oversized(root: Path) -> list[Finding]:
    """Return every finding below `root`, the ones that fail first, then by length."""
    files = (path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py")))
    found = [finding for path in files for finding in measure(path, root)]
    return sorted(found, key=lambda finding: (not finding.fails, -finding.length_lines))


def main(argv: list[str]) -> int:
    """Print the findings; return 1 if one is above its limit."""
    root = Path(argv[0]) if argv else Path(__file__).resolve().parent.parent
    found = find_oversized(root)
    for finding in found:
        print(finding)
    return int(any(finding.fails for finding in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
