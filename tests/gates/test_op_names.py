"""Ops are told apart by their classes and facts: names of ops in strings only become fewer."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from cutedsl.ir.dialect import ALL_OPS

NAMES = {op.name for op in ALL_OPS}

RULE_TABLES = (
    *(
        "codegen/cpu/rules.py",
        "codegen/cpu/warp/clc.py",
        "codegen/cpu/tiles/tensor_memory.py",
        "codegen/cpu/lanes/analysis.py",
    ),
    *(f"codegen/nvptx/{one}.py" for one in ("sync", "simt", "memory", "accesses")),
    *(f"codegen/nvptx/tiles/{one}.py" for one in ("tcgen05", "tensor_core", "tma")),
    *(f"codegen/nvptx/{one}.py" for one in ("vectors", "atomics", "clc", "printing", "inline_ptx", "math_ops")),
    *("codegen/llvm/elementwise.py", "eager/emitter.py", "eager/atomics.py"),
)
"""The rules of a target, by name: each op once."""

CEILING = 178
"""Strings today that name an op outside of `ir/` and the rule tables; most are of `lang/`, which makes ops by name."""


def op_names(text: str) -> Counter[str]:
    """The strings in a module that are names of ops, with how often each stands there."""
    constants = (one.value for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Constant))
    return Counter(value for value in constants if isinstance(value, str) and value in NAMES)


def test_no_names_of_ops_are_added(repository: Path) -> None:
    root = repository / "src" / "cutedsl"
    found = {str(path.relative_to(root)): op_names(path.read_text(encoding="utf-8")) for path in root.rglob("*.py")}
    outside = {at: names.total() for at, names in found.items() if not at.startswith("ir/") and at not in RULE_TABLES}
    assert sum(outside.values()) <= CEILING, {at: count for at, count in outside.items() if count}


def test_a_rule_table_names_each_op_once(repository: Path) -> None:
    for table in RULE_TABLES:
        names = op_names((repository / "src" / "cutedsl" / table).read_text(encoding="utf-8"))
        assert not {name for name, count in names.items() if count > 2}, table


def test_names_are_counted() -> None:
    assert op_names('a = op.name == "cute.ptr.load"\nb = ("cute.ptr.load", "cute.kernel")') == {"cute.ptr.load": 2}
