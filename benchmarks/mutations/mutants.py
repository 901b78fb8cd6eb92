"""The mutants of a file: its text with one barrier, wait, fence or predicate of a kernel deleted.

A predicate is a condition on accesses or calls: what is computed from values alone is the author's arithmetic, which no
checker can tell right from wrong. A condition that holds `const_expr`, that compares with None, or that is a
`Constexpr` parameter's value is decided while the kernel is traced.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

KINDS: Final = {
    "barrier": (
        *("sync_threads", "barrier", "sync_warp", "arrive_and_wait", "sync"),
        *("cluster_arrive", "cluster_arrive_relaxed", "cluster_wait"),
    ),
    "wait": (
        *("cp_async_wait_group", "cp_async_bulk_wait_group", "mbarrier_wait", "wait_group", "wait"),
        *("producer_acquire", "producer_tail", "tail", "consumer_wait", "wait_and_advance", "acquire_and_advance"),
    ),
    "arrival": (
        *("mbarrier_arrive", "mbarrier_arrive_and_expect_tx", "cp_async_mbarrier_arrive_noinc", "barrier_arrive"),
        *("consumer_release", "producer_commit", "arrive", "release", "commit"),
    ),
    "commit": ("cp_async_commit_group", "cp_async_bulk_commit_group", "commit_group"),
    "fence": ("fence_proxy", "fence_view_async_shared", "mbarrier_init_fence", "fence", "fence_acq_rel_gpu"),
}
"""Calls whose statement is deleted, by what they are."""
_KIND_OF: Final = {name: kind for kind, names in KINDS.items() for name in names}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file's text with one change; `function` is the one that was changed, at `line`."""

    kind: str
    function: str
    line: int
    deleted: str
    text: str


def mutants(text: str) -> Iterator[Mutant]:
    """Every mutant of a program, in the order of its lines; lines keep their numbers.

    >>> program = '''@cute.kernel
    ... def k(x, n):
    ...     if x < n:
    ...         cute.arch.sync_threads()
    ... '''
    >>> [(m.kind, m.line, m.deleted) for m in mutants(program)]
    [('predicate', 3, 'x < n'), ('barrier', 4, 'cute.arch.sync_threads()')]
    """
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef) and _is_staged(function):
            fixed = _fixed(function)
            found = [change for node in ast.walk(function) if (change := _change(node, fixed)) is not None]
            for kind, node, instead in sorted(found, key=lambda change: (change[1].lineno, change[1].col_offset)):
                deleted, changed = _replaced(text, node, instead)
                yield Mutant(kind, function.name, node.lineno, deleted, changed)


def _is_staged(function: ast.FunctionDef) -> bool:
    """Whether it is a kernel, or a `@jit` function that a kernel may call: it has no launch of its own."""
    names = {ast.unparse(one).partition("(")[0].rpartition(".")[2] for one in function.decorator_list}
    launches = any(isinstance(node, ast.Attribute) and node.attr == "launch" for node in ast.walk(function))
    return "kernel" in names or ("jit" in names and not launches)


def _fixed(function: ast.FunctionDef) -> frozenset[str]:
    """The parameters that have their values while the function is traced."""
    given = [*function.args.args, *function.args.kwonlyargs]
    return frozenset(one.arg for one in given if one.annotation and "Constexpr" in ast.unparse(one.annotation))


def _change(node: ast.AST, fixed: frozenset[str]) -> tuple[str, ast.stmt | ast.expr, str] | None:
    """What is deleted here: its kind, the node, and the text in its place."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))) if name in _KIND_OF:
            return _KIND_OF[name], node, "pass"
        case ast.If(test=test) | ast.IfExp(test=test) if _is_condition(test, fixed) and _guards(node):
            return "predicate", test, "True"
        case ast.keyword(arg="pred", value=ast.Name() as value):
            return "predicate", value, "None"
        case _:
            return None


def _is_condition(test: ast.expr, fixed: frozenset[str]) -> bool:
    """Whether a test may be one of the run: a comparison, several, or a name for one."""
    match test:
        case ast.Name(id=name):
            return name not in fixed
        case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
            return False
        case ast.Compare() | ast.BoolOp():
            return "const_expr" not in ast.unparse(test)
        case _:
            return False


def _guards(node: ast.If | ast.IfExp) -> bool:
    """Whether an access or a call is made only where the condition holds, or only where it does not."""
    parts = [*node.body, *node.orelse] if isinstance(node, ast.If) else [node.body, node.orelse]
    return any(isinstance(inner, ast.Subscript | ast.Call) for part in parts for inner in ast.walk(part))


def _replaced(text: str, node: ast.stmt | ast.expr, instead: str) -> tuple[str, str]:
    """The text of a node, and the whole text with something else in its place and as many lines."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
    data = text.encode()
    deleted = data[start:end].decode()
    return deleted, (data[:start] + (instead + "\n" * deleted.count("\n")).encode() + data[end:]).decode()
