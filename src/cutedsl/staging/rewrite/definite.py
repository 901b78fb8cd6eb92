"""Definite assignment: the reads of variables that are set on every path to them, as the author wrote the function.

Source: the rules of Java (JLS, chapter 16), for Python's statements. Conditions count as unknown, so that a read that
is left out may still be of a variable that is set: which `if`s Python decides is only known while tracing.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from cutedsl.staging.rewrite.names import FUNCTIONS, children, walrus_targets, writes

Names = frozenset[str]
_Path = Names | None
"""The names that are set at a point; None where no path leads to it."""


def definite_reads(body: Sequence[ast.stmt], parameters: set[str]) -> set[ast.Name]:
    """The names in `body` that are read where every path has set them; those in nested `def`s are not looked at."""
    found = _Definite()
    found.block(body, frozenset(parameters))
    return found.reads


def _meet(one: _Path, other: _Path) -> _Path:
    if one is None or other is None:
        return other if one is None else one
    return one & other


class _Definite:
    """The walk; `_breaks` are the paths out of the loops around a statement."""

    def __init__(self) -> None:
        self.reads: set[ast.Name] = set()
        self._breaks: list[_Path] = []

    def block(self, body: Sequence[ast.stmt], path: _Path) -> _Path:
        """What is set after a block."""
        for statement in body:
            path = self._statement(statement, path)
        return path

    def _statement(self, node: ast.stmt, path: _Path) -> _Path:
        match node:
            case ast.If():
                held, failed = self._condition(node.test, path)
                return _meet(self.block(node.body, held), self.block(node.orelse, failed))
            case ast.For() | ast.AsyncFor():
                path = self._expression(node.iter, path)
                return self._loop(node, path, _plus(path, writes(node.target)), _surely_turns(node.iter))
            case ast.While():
                path = self._expression(node.test, path)
                forever = isinstance(node.test, ast.Constant) and bool(node.test.value)
                return self._loop(node, path, path, None if forever else False)
            case ast.Try():
                return self._try(node, path)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    path = _plus(self._expression(item.context_expr, path), writes(item.optional_vars))
                return self.block(node.body, path)
            case ast.Break():
                self._breaks[-1] = _meet(self._breaks[-1], path)
                return None
            case ast.Continue():
                return None
            case ast.Return() | ast.Raise():
                self._note_reads(node, path)
                return None
            case ast.Delete():
                return None if path is None else path - writes(node)
            case ast.AnnAssign(value=None):
                return path
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._note_reads(node.args if isinstance(node, FUNCTIONS) else ast.Tuple(node.bases), path)
                return _plus(path, {node.name})
            case _:
                assigned = writes(node) - walrus_targets(node)
                return _plus(self._in_order(node, path), assigned | _targets(node))

    def _loop(
        self, node: ast.For | ast.AsyncFor | ast.While, before: _Path, inside: _Path, turns: bool | None
    ) -> _Path:
        """What is set after a loop that surely `turns`, or not; None: it only ends by `break`."""
        self._breaks.append(None)
        end = self.block(node.body, inside)
        left = self._breaks.pop()
        done = None if turns is None else end if turns and not _continues(node.body) else before
        return _meet(self.block(node.orelse, done), left)

    def _try(self, node: ast.Try, path: _Path) -> _Path:
        done = self.block(node.orelse, self.block(node.body, path))
        for handler in node.handlers:
            done = _meet(done, self.block(handler.body, _plus(path, {handler.name or ""})))
        final = self.block(node.finalbody, path)
        return None if done is None or final is None else done | final

    def _expression(self, node: ast.expr, path: _Path) -> _Path:
        """Notes the reads of an expression; what is set after it."""
        return _meet(*self._condition(node, path))

    def _condition(self, node: ast.expr, path: _Path) -> tuple[_Path, _Path]:
        """Notes the reads of a condition; what is set where it holds, and where it does not (JLS, 16.1)."""
        match node:
            case ast.BoolOp():
                left: _Path = None
                decides = isinstance(node.op, ast.Or)
                for value in node.values:
                    found = self._condition(value, path)
                    left, path = _meet(left, found[not decides]), found[decides]
                return (left, path) if decides else (path, left)
            case ast.UnaryOp(op=ast.Not()):
                held, failed = self._condition(node.operand, path)
                return failed, held
            case ast.IfExp():
                held, failed = self._condition(node.test, path)
                first, second = self._condition(node.body, held), self._condition(node.orelse, failed)
                return _meet(first[0], second[0]), _meet(first[1], second[1])
            case ast.Compare(comparators=[first, *later]) if later:
                path = failed = self._expression(first, self._expression(node.left, path))
                for operand in later:
                    path = self._expression(operand, path)
                return path, failed
            case ast.NamedExpr(target=ast.Name() as target):
                path = _plus(self._expression(node.value, path), {target.id})
                return path, path
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._note_reads(node, path)
                return path, path
            case _:
                after = self._in_order(node, path)
                return after, after

    def _in_order(self, node: ast.AST, path: _Path) -> _Path:
        """Notes the reads below a node, whose parts are evaluated one after the other; what is set after it."""
        if isinstance(node, ast.Name):
            self._note_read(node, path)
        for part in children(node):
            path = self._expression(part, path) if isinstance(part, ast.expr) else self._in_order(part, path)
        return path

    def _note_reads(self, node: ast.AST, path: _Path) -> None:
        """Notes the reads below a node; `:=` in it counts as done, as its order is Python's."""
        known = _plus(path, walrus_targets(node))
        pending = [node]
        while pending:
            inner = pending.pop()
            if isinstance(inner, ast.Name):
                self._note_read(inner, known)
            pending += children(inner)

    def _note_read(self, node: ast.Name, path: _Path) -> None:
        if isinstance(node.ctx, ast.Load) and (path is None or node.id in path):
            self.reads.add(node)


def _targets(node: ast.stmt) -> set[str]:
    """What an assignment assigns by itself, without `:=` in its parts."""
    match node:
        case ast.Assign(targets=targets):
            return set().union(*map(writes, targets))
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return writes(target)
        case _:
            return set()


def _plus(path: _Path, names: set[str]) -> _Path:
    return None if path is None else path | names


def _surely_turns(iterable: ast.expr) -> bool:
    """Whether a `for` over this surely runs: `range(4)` and the like."""
    match iterable:
        case ast.Call(func=ast.Name(id="range") | ast.Attribute(attr="range"), args=args) if args:
            bounds = [arg.value for arg in args if isinstance(arg, ast.Constant) and type(arg.value) is int]
            return len(bounds) == len(args) <= 2 and bounds[-1] > (bounds[0] if len(bounds) == 2 else 0)
        case _:
            return False


def _continues(body: Sequence[ast.stmt]) -> bool:
    """Whether a `continue` may leave out a part of the body."""
    return any(isinstance(inner, ast.Continue) for statement in body for inner in ast.walk(statement))
