"""Ordered accesses, inline assembly and constants without a comment that says why. A gate counts them.

`python scripts/why_comments.py` lists them. A comment or docstring counts within five lines. Looked at are the runtime
in C, the LLVM and PTX text in generators, and constants of modules that are numbers, or arithmetic on numbers, other
than small powers of two.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src" / "cutedsl"
NEAR = 5
NAMES = ("compat/", "errors/")
"""Folders with lists of names that programs import, such as `atomicrmw`: no text for LLVM or ptxas."""
_IN_C = re.compile(
    r"\b(__atomic_\w+|__sync_\w+|__c11_atomic\w+|_Atomic|volatile)\b"
    r'|\b(asm|__asm__)\s*(volatile\s*)?\((?!"cute\.)'  # with a name of ours it gives a function its symbol
)
_CONSTANT_IN_C = re.compile(r"\s*(enum\s*\{|#define\s+[A-Z_]+\s).*\b(\d{2,}|[3-9])\b")
_IN_LLVM = re.compile(
    r"\b(cmpxchg|atomicrmw|fence (syncscope|acquire|release|acq_rel|seq_cst))\b"
    r'|\b(load|store) (atomic|volatile)\b|\basm (sideeffect )?"'
)
_IN_PTX = re.compile(
    r"(?<!cute\.)\b(fence|membar)\.\w|(?<!cute\.)\bmbarrier\.(init|arrive|try_wait|test_wait|expect_tx|complete_tx)\b|\bnanosleep\."
    r"|\b(ld|st|atom|red|multimem)\.[\w.:{}]*\b(acquire|release|acq_rel|relaxed|volatile)\b"
    r"|\bgriddepcontrol\.|\bbarrier\.cluster\."
)
_PLAIN = frozenset((-1, *(1 << n for n in range(7)), 0))


def in_c(source: str) -> Iterator[int]:
    """The lines of C that have an ordered access, inline assembly or a constant, and no comment near them.

    >>> [*in_c("int x;\\n" * 9 + "__atomic_load_n(p, 2);"), *in_c("/* as X may write it */\\n__atomic_load_n(p, 2);")]
    [10]
    """
    lines = source.splitlines()
    commented = {k for k, line in enumerate(lines) if re.search(r"/\*|\*/|//", line)}
    for k, line in enumerate(lines):
        if (_IN_C.search(line) or _CONSTANT_IN_C.match(line)) and not _near(k, commented):
            yield k + 1


def in_python(source: str, *, generates: bool = True) -> Iterator[int]:
    """The lines of Python that write such LLVM text, or that define such a constant, and have no comment near them.

    `generates`: the file may write LLVM text.

    >>> [*in_python("TIMEOUT = 300"), *in_python("TIMEOUT = 300  # ptxas needs 100 s for the longest kernel")]
    [1]
    """
    tree = ast.parse(source)
    found = {node.lineno for node in tree.body if _is_constant(node)}
    if not found and not generates:
        return iter(())
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and _is_text(node.value)]
    documented = {line for node in texts for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    tokens = [*tokenize.generate_tokens(io.StringIO(source).readline)]
    near = documented | {token.start[0] for token in tokens if token.type == tokenize.COMMENT}
    for node in ast.walk(tree) if generates else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.lineno not in documented:
            found.update(
                node.lineno + k
                for k, line in enumerate(node.value.split("\n"))
                if _IN_LLVM.search(line) or _IN_PTX.search(line)
            )
    return (line for line in sorted(found) if not _near(line, near))


def _near(line: int, commented: set[int]) -> bool:
    return any(k in commented for k in range(line - NEAR, line + NEAR + 1))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_constant(node: ast.stmt) -> bool:
    value = _number(node.value) if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None else None
    return value is not None and value not in _PLAIN


def _number(node: ast.expr) -> float | None:
    """The value of a number that is written out, or of arithmetic on such; None for everything else."""
    if any(
        not isinstance(one, ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop)
        for one in ast.walk(node)
    ):
        return None
    if any(isinstance(one, ast.Constant) and type(one.value) not in (int, float) for one in ast.walk(node)):
        return None
    return eval(compile(ast.Expression(node), "", "eval"))


def places(sources: Path = SOURCES) -> list[str]:
    """All such places."""
    found: list[str] = []
    for file in sorted(file for ending in ("c", "h", "py") for file in sources.rglob(f"*.{ending}")):
        name, source = file.relative_to(sources).as_posix(), file.read_text(encoding="utf-8")
        if file.name != "constants.h":  # generated
            lines = in_python(source, generates=not name.startswith(NAMES)) if file.suffix == ".py" else in_c(source)
            found += [f"{name}:{line}" for line in lines]
    return found


def main() -> int:
    """Exit code 1 if there is one."""
    found = places()
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
