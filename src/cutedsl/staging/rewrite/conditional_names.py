"""`if a and (x := b):` becomes statements: what an operand assigns that may not be evaluated is assigned in an `if`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import count

from cutedsl.staging.rewrite.expressions import called_name, is_const_test
from cutedsl.staging.rewrite.names import children, walrus_targets
from cutedsl.staging.rewrite.nodes import assign, at, load, stage
from cutedsl.staging.rewrite.statement_rewriter import StatementRewriter

_OWN_NAMES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def with_conditional_names(body: list[ast.stmt], numbers: count[int]) -> list[ast.stmt]:
    """The statements of a function, such expressions in them as `if`s; functions in it are left alone.

    Law: run by Python, the new statements do what the old ones do, in the same order. Expressions in other places
    (defaults, keywords with `**`, comprehensions) stay as they are.
    """
    return _ConditionalNames(numbers).block(body)


def _assigns_in_part(node: ast.AST) -> bool:
    """Whether `:=` stands below an expression in an operand that may not be evaluated."""
    match node:
        case ast.BoolOp(values=[first, *later]) if not is_const_test(node):
            return any(map(walrus_targets, later)) or _assigns_in_part(first)
        case ast.IfExp() if not is_const_test(node.test):
            return bool(walrus_targets(node.body) or walrus_targets(node.orelse)) or _assigns_in_part(node.test)
        case ast.Compare(comparators=[first, *later]):
            return any(map(walrus_targets, later)) or _assigns_in_part(node.left) or _assigns_in_part(first)
        case ast.expr() if not isinstance(node, _OWN_NAMES):
            return any(map(_assigns_in_part, children(node)))
        case ast.keyword():
            return _assigns_in_part(node.value)
        case _:
            return False


class _ConditionalNames(StatementRewriter):
    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        self.generic_visit(node)
        before, node.test = self._split_expression(node.test, as_test=True)
        return [*before, node]

    def _value(self, node: ast.Assign | ast.Return | ast.Expr) -> list[ast.stmt]:
        if node.value is None:
            return [node]
        before, node.value = self._split_expression(node.value)
        return [*before, node]

    visit_Assign = visit_Return = visit_Expr = _value

    def _split_expression(self, node: ast.expr, *, as_test: bool = False) -> tuple[list[ast.stmt], ast.expr]:
        """Statements, and the expression whose value after them is that of `node`."""
        if not _assigns_in_part(node):
            return [], node
        match node:
            case ast.BoolOp():
                before, result = self._operands(node, as_test)
            case ast.IfExp():
                before, result = self._choice(node)
            case ast.Compare(comparators=[_, _, *_]):
                before, result = self._chain(node)
            case ast.NamedExpr():
                before, node.value = self._split_expression(node.value)
                return before, node
            case ast.UnaryOp():
                before, node.operand = self._split_expression(node.operand, as_test=isinstance(node.op, ast.Not))
                return before, node
            case ast.BinOp():
                before, (node.left, node.right) = self._in_order([node.left, node.right])
                return before, node
            case ast.Compare(comparators=[right]):
                before, (node.left, *node.comparators) = self._in_order([node.left, right])
                return before, node
            case ast.Subscript(slice=ast.expr() as index) if not isinstance(index, ast.Slice | ast.Tuple):
                before, (node.value, node.slice) = self._in_order([node.value, index])
                return before, node
            case ast.Tuple() | ast.List() if not any(isinstance(item, ast.Starred) for item in node.elts):
                before, node.elts = self._in_order(node.elts)
                return before, node
            case ast.Call() if _is_plain(node):
                before, values = self._in_order([*node.args, *(keyword.value for keyword in node.keywords)])
                node.args = values[: len(node.args)]
                for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True):
                    keyword.value = value
                return before, node
            case _:
                return [], node
        return [at(statement, node) for statement in before], at(result, node)

    def _in_order(self, operands: Sequence[ast.expr]) -> tuple[list[ast.stmt], list[ast.expr]]:
        """Operands that are all evaluated: those before one that is split keep their values in variables."""
        last = max(k for k, operand in enumerate(operands) if _assigns_in_part(operand))
        before: list[ast.stmt] = []
        values: list[ast.expr] = []
        for k, operand in enumerate(operands):
            statements, value = self._split_expression(operand) if k <= last else ([], operand)
            before += statements
            if k < last and not isinstance(value, ast.Constant):
                before.append(at(assign(name := self.variable("operand"), value), operand))
                value = at(load(name), operand)
            values.append(value)
        return before, values

    def _operands(self, node: ast.BoolOp, as_test: bool) -> tuple[list[ast.stmt], ast.expr]:
        """`t = a`, then `if t: t = b` for `and`, `if not t: t = b` for `or`."""
        name = self.variable("and" if isinstance(node.op, ast.And) else "or")
        plain = next(k for k, v in enumerate(node.values) if _assigns_in_part(v) or (k and walrus_targets(v)))
        kept: Callable[[ast.expr], ast.expr] = (
            (lambda value: stage("truth", value)) if as_test else (lambda value: value)
        )
        together = ast.BoolOp(node.op, node.values[:plain]) if plain > 1 else node.values[max(plain - 1, 0)]
        before, first = self._split_expression(at(together, node), as_test=as_test)
        before.append(assign(name, kept(first)))
        for value in node.values[max(plain, 1) :]:
            inner, result = self._split_expression(value, as_test=as_test)
            held: ast.expr = load(name)
            test = held if isinstance(node.op, ast.And) else ast.UnaryOp(ast.Not(), held)
            before.append(at(ast.If(test, [*inner, at(assign(name, kept(result)), value)], []), value))
        return before, load(name)

    def _choice(self, node: ast.IfExp) -> tuple[list[ast.stmt], ast.expr]:
        """`if c: t = a`, `else: t = b`."""
        name = self.variable("chosen")
        before, test = self._split_expression(node.test, as_test=True)
        arms: list[list[ast.stmt]] = []
        for arm in (node.body, node.orelse):
            inner, value = self._split_expression(arm)
            arms.append([*inner, at(assign(name, value), arm)])
        return [*before, ast.If(test, *arms)], load(name)

    def _chain(self, node: ast.Compare) -> tuple[list[ast.stmt], ast.expr]:
        """`t = a < m` with `m = b`, then `if t: t = m < c`."""
        name, middle = self.variable("chain"), self.variable("operand")
        before, (left, right) = self._in_order_kept([node.left, node.comparators[0]])
        before += [assign(middle, right), assign(name, ast.Compare(left, [node.ops[0]], [load(middle)]))]
        for op, value in zip(node.ops[1:], node.comparators[1:], strict=True):
            inner, result = self._split_expression(value)
            following = self.variable("operand")
            arm = [*inner, assign(following, result)]
            arm.append(assign(name, ast.Compare(load(middle), [op], [load(following)])))
            before.append(ast.If(load(name), [at(one, value) for one in arm], []))
            middle = following
        return before, load(name)

    def _in_order_kept(self, operands: list[ast.expr]) -> tuple[list[ast.stmt], list[ast.expr]]:
        return self._in_order(operands) if any(map(_assigns_in_part, operands)) else ([], operands)


def _is_plain(node: ast.Call) -> bool:
    """Whether a call's operands are evaluated in the order in which they stand, and no text decides about them."""
    starred = any(isinstance(arg, ast.Starred) for arg in node.args) or any(k.arg is None for k in node.keywords)
    function = node.func
    while isinstance(function, ast.Attribute):
        function = function.value
    return isinstance(function, ast.Name) and not starred and called_name(node) not in ("const_expr", "target_version")
