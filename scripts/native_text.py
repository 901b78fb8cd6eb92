"""`python scripts/native_text.py`: lines of LLVM assembly or C inside Python strings, where the runtime and calls live.

The runtime is C (`src/cutedsl/native`); text of it in strings is what nobody can debug, lint or run a sanitizer on.
What writes generated kernels is not counted. A gate has the ceiling (`tests/gates/test_native_text.py`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODEGEN = ROOT / "src" / "cutedsl" / "codegen"
PLACES = ("llvm", "abi")
GENERATED = frozenset(
    {"elementwise.py", "half_conversions.py", "narrow_floats.py", "text.py", "types.py", "constants.py"}
)
"""Files of `llvm` that write generated kernels, or functions into each of their modules."""

_LLVM = re.compile(
    r"%[\w.{]+ = |\b(getelementptr|icmp (eq|ne|[us][lg][te])|atomicrmw |cmpxchg |alloca |extractvalue |insertvalue |"
    r"(load|store) (atomic |volatile )?(i\d+|ptr|<|\{)|(zext|trunc|sext|bitcast|inttoptr|ptrtoint) |phi |switch i|"
    r"(extractelement|insertelement|shufflevector) |select i1|select <|br (i1|label)|unreachable|define |declare |"
    r"call (void|i\d+|ptr|<|token|fastcc|\{)|ret (void|i\d+|ptr|<)|"
    r"(add|sub|mul|shl|lshr|ashr|and|or|xor|udiv|urem|sdiv) (i\d+|<|\{))"
)
_C = re.compile(
    r"^\s*(#(include|define|if|endif)|static |typedef |extern |(if|for|while) \(|return\b.*;|.*;|.*\{|\}.*)\s*$"
)
_C_LINES = 3
"""So many lines that look like C make a string C."""


def strings(tree: ast.AST) -> Iterator[ast.expr]:
    """The strings of a module that are not docstrings; an f-string is one."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            yield node
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from strings(node)


def text_lines(source: str) -> int:
    """How many lines of a Python source are, or have in a string, LLVM assembly or C.

    >>> text_lines('x = f.op("add i32 %a, 1")\\ny = "a word"')
    1
    """
    lines = source.splitlines()
    found: set[int] = set()
    for node in strings(ast.parse(source)):
        first, last = node.lineno, node.end_lineno or node.lineno
        numbers = range(first, last + 1)
        inside = [lines[n - 1] for n in numbers]
        if first == last:
            inside = [inside[0][node.col_offset : node.end_col_offset]]
        of_c = sum(bool(_C.match(line)) for line in inside) > _C_LINES
        if of_c or any(_LLVM.search(line) for line in inside):
            found.update(n for n in numbers if lines[n - 1].strip())
    return len(found)


def counts() -> dict[str, int]:
    """The lines of each file that has any, by its path below `codegen`."""
    files = sorted(path for place in PLACES for path in (CODEGEN / place).glob("*.py"))
    found = {
        path.relative_to(CODEGEN).as_posix(): text_lines(path.read_text(encoding="utf-8"))
        for path in files
        if path.name not in GENERATED
    }
    return {name: count for name, count in found.items() if count}


if __name__ == "__main__":
    for name, count in sorted(counts().items(), key=lambda item: -item[1]):
        print(f"{count:5} {name}")
    print(f"{sum(counts().values()):5} in all")
