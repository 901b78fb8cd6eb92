"""Ops are told apart by their classes and facts: names of ops in strings only become fewer."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cutedsl.ir.dialect import ALL_OPS
from cutedsl.ir.foreign import CALLS, LOOPS, PURE, REGIONS, TERMINATORS

NAMES = {op.name for op in ALL_OPS}
FOREIGN = (*PURE, *LOOPS, *TERMINATORS, *CALLS, *REGIONS)
"""Ops of MLIR's dialects."""
TOLD_BY = {text for op in (*ALL_OPS, *FOREIGN) for text in (op.name, op.__name__)}
"""How a table names an op: by its name or its class."""

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
    *("codegen/llvm/elementwise.py", "eager/emitter.py", "eager/atomics.py", "lang/emission/derivatives.py"),
)
"""The rules of a target, or of derivatives, by name: each op once."""

FUNCTIONS = (
    *(f"codegen/cpu/scalar/{one}.py" for one in ("functions", "narrow")),
    *("codegen/nvptx/contraction.py", "codegen/nvptx/control.py", "codegen/nvptx/module.py", "codegen/nvptx/narrow.py"),
    *("passes/expand/tensors.py", "passes/integers/fold_integers.py"),
)
"""Tables of what is done for an op of MLIR's dialects: a function for each, in a target or in the pass that expands."""

CEILING = 164
"""Strings today that name an op outside of `ir/` and the rule tables; most are of `lang/`, which makes ops by name."""


def op_names(text: str) -> Counter[str]:
    """The strings in a module that are names of ops, with how often each stands there."""
    if '"cute.' not in text and "'cute." not in text:  # most modules, and a search is faster than a parse
        return Counter()
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


def tables(text: str) -> Iterator[int]:
    """The lines of a module's tables that tell ops apart: two or more as keys or members, outside of functions."""
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            kept = {op for one in ast.walk(statement.value) for op in _members(one)}
            if len(kept & TOLD_BY) > 1:
                yield statement.lineno


def _members(node: ast.AST) -> list[str]:
    match node:
        case ast.Dict():
            members = [one for one in node.keys if one is not None]
        case ast.Tuple() | ast.List() | ast.Set():
            members = node.elts
        case _:
            return []
    return [
        ast.literal_eval(one) if isinstance(one, ast.Constant) else ast.unparse(one).split(".")[-1] for one in members
    ]


def test_each_fact_about_ops_is_in_one_place(repository: Path) -> None:
    root = repository / "src" / "cutedsl"
    rules = {*RULE_TABLES, *FUNCTIONS}
    found = {
        at: lines
        for path in root.rglob("*.py")
        if not (at := str(path.relative_to(root))).startswith("ir/") and at not in rules
        if (lines := [*tables(path.read_text(encoding="utf-8"))])
    }
    assert not found, "say it in `ir/`, as a trait of the op or a row of `ir/foreign.py`, and ask `facts(op)`"


def test_tables_are_found_by_keys_and_members() -> None:
    assert [*tables('X = frozenset({"arith.addi", "arith.subi"})')] == [1]
    assert [*tables("Y = {arith.AddiOp: 1, arith.SubiOp: 2}\nZ = (ThreadIdxOp, SelectOp)")] == [1, 2]
    assert not [*tables('W = {"add": arith.AddiOp, "sub": arith.SubiOp}\nV = "arith.addi"')]
    assert not [*tables('def f(op):\n    return op.name in ("arith.addi", "arith.subi")')]
