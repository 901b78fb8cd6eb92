"""The programs of `python_maker` on integers of one type: constants and ranges have it, and values may fill it."""

from __future__ import annotations

import ast
import linecache
import random
from collections.abc import Callable
from typing import Any

from cutedsl.staging.constexpr import range_constexpr
from tests.fuzz.oracle import INTEGERS, Kind, Number
from tests.fuzz.python_maker import StateMaker


def typed(text: str, wide: bool) -> str:
    """A program whose constants are made by `T`; with `wide` its values fill the type, and wrap."""
    if wide:
        text = text.replace("& 31", "& FULL").replace("& 15", "& FULL")
    return ast.unparse(ast.fix_missing_locations(_Typed().visit(ast.parse(text))))


class _Typed(ast.NodeTransformer):
    """Makes constants typed, but for indices, patterns and bounds, and what only counts turns while compiling."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return _made(node) if type(node.value) is int else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.value = self.visit(node.value)
        place = node.slice.operand if isinstance(node.slice, ast.UnaryOp) else node.slice
        if not isinstance(place, ast.Constant | ast.Slice):
            node.slice = self.visit(node.slice)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        node.guard = node.guard and self.visit(node.guard)
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name.startswith("range") and all(map(_is_constant, node.args)):
            return node
        counts = node.args[:1] if name == "depth" and isinstance(node.args[0], ast.Constant) else []
        self.generic_visit(node)
        node.args[: len(counts)] = counts
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        """A counter has the type too, whatever that of the bounds."""
        self.generic_visit(node)
        if isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func).startswith("range"):
            counter = ast.unparse(node.target)
            node.body.insert(0, ast.parse(f"{counter} = T({counter})").body[0])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left = node.left
        self.generic_visit(node)
        counted = isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "int"
        return _made(node) if counted else node


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _made(node: ast.expr) -> ast.Call:
    return ast.Call(ast.Name("T", ast.Load()), [node], [])


def defined(text: str, file: str, make: Any, kind: Kind) -> Callable[..., Any]:
    """The function that a text defines where `T` is `make`."""
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    full = make(-1 if kind.signed else (1 << kind.width) - 1)
    space: dict[str, Any] = {"T": make, "FULL": full, "range_constexpr": range_constexpr}
    exec(compile(text, file, "exec"), space)
    return space["program"]


def plain(results: Any) -> Any:
    """The oracle's numbers as Python's."""
    return tuple(value.value if isinstance(value, Number) else value for value in results)


def kind_of(seed: int) -> Kind:
    """The type of a seed's program."""
    return random.Random(seed).choice(list(INTEGERS.values()))


def inputs(kind: Kind, seed: int) -> list[tuple[int, int]]:
    """Pairs of arguments: small ones, the limits, and some of the whole range."""
    r = random.Random(seed)
    least = -(1 << (kind.width - 1)) if kind.signed else 0
    most = least + (1 << kind.width) - 1
    pairs = [(0, 0), (1, 2), (5, -3), (12, 1), (most, 2), (least, most)]
    pairs += [(r.randint(least, most), r.randint(least, most)) for _ in range(3)]
    return [(kind.hold(n), kind.hold(m)) for n, m in pairs]


def program(seed: int) -> tuple[str, Kind]:
    """The text of a seed, and its type."""
    kind = kind_of(seed)
    return typed(StateMaker(seed).program(), wide=seed // 2 % 2 == 1), kind
