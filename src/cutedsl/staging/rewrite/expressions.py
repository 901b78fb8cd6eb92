"""Expressions: conditional ones become calls whose operands run only when they are selected."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from types import MappingProxyType
from typing import Any

from cutedsl.errors import Span, fail
from cutedsl.staging.drawn import DRAWN
from cutedsl.staging.rewrite.names import named_expressions, parameters, parts_of, writes
from cutedsl.staging.rewrite.nodes import at, call, constant, load, stage, tuple_of

_STAGED_BUILTINS = frozenset(
    {"min", "max", "any", "all", "sorted", "int", "float", "bool", "range", "len"}
    | {"hasattr", "getattr", "vars", "isinstance"}
)
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_TEXT_METHODS = frozenset({"format", "join"})
_TOTAL = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
_GENERATORS = (
    "Define the generator outside of the function, where Python runs it while the program is compiled, or make a list."
)
_CONST_CALLS = frozenset({"const_expr", "target_version"})


def called_name(node: ast.expr) -> str:
    """The last name of what a call calls: `range` of `cutlass.range(...)`; empty for other expressions."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""


def is_const_test(node: ast.expr) -> bool:
    """Whether a condition is decided by its text: `const_expr(...)`, and `not`, `and`, `or` of such."""
    match node:
        case ast.UnaryOp(op=ast.Not()):
            return is_const_test(node.operand)
        case ast.BoolOp():
            return all(map(is_const_test, node.values))
        case _:
            return called_name(node) in _CONST_CALLS


def _is_truth(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def is_simple(node: ast.expr) -> bool:
    """Whether an operand only reads names and computes with numbers, so that it may run without being selected."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.UnaryOp():
            return is_simple(node.operand)
        case ast.BinOp():
            return isinstance(node.op, _TOTAL) and is_simple(node.left) and is_simple(node.right)
        case ast.Compare():
            return all(isinstance(op, _ORDERED) for op in node.ops) and all(
                map(is_simple, [node.left, *node.comparators])
            )
        case ast.BoolOp():
            return all(map(is_simple, node.values))
        case ast.IfExp():
            return is_simple(node.test) and is_simple(node.body) and is_simple(node.orelse)
        case _:
            return False


def _evaluated_at_once(comparators: Sequence[ast.expr]) -> list[bool]:
    """Which operands of a chain may be evaluated with the first comparison: those that read nothing that a call in an
    operand before them, evaluated later, may assign."""
    simple = [is_simple(operand) for operand in comparators]
    waits = next((number for number, pure in enumerate(simple) if number and not pure), len(simple))
    return [
        pure and (number < waits or isinstance(operand, ast.Constant))
        for number, (operand, pure) in enumerate(zip(comparators, simple, strict=True))
    ]


@cache
def _visitor(kind: type[ast.AST]) -> Callable[[Expressions, Any], Any] | None:
    """What rewrites nodes of a kind; None for those that have no parts to look at."""
    return getattr(Expressions, f"visit_{kind.__name__}", Expressions.generic_visit if parts_of(kind) else None)


Regions = Callable[[Sequence[ast.expr], frozenset[str]], list[ast.expr]]
"""What makes a region of operands, some of whose names are local."""


class Expressions:
    """Rewrites the expressions of one statement in place.

    `never` are names that nothing before can have set, `unsure` those that only some paths set; `shadowed` are local
    names, which are not builtins; `sure` are reads that are only reached where the name is set. `carried` are the
    names of such reads that also have a value where they are not set, with the line of the function.
    """

    def __init__(
        self,
        file: str,
        never: frozenset[str],
        unsure: frozenset[str],
        shadowed: frozenset[str],
        sure: Set[ast.AST] = frozenset(),
        carried: Mapping[str, int] = MappingProxyType({}),
        regions: Regions | None = None,
    ) -> None:
        self._file = file
        self._never = never
        self._unsure = unsure
        self._shadowed = shadowed
        self._sure = sure
        self._carried = carried
        self._regions = regions
        self._decided = False
        """Whether the expression stands in `const_expr(...)`, whose operands are known while tracing."""

    def visit(self, node: Any) -> Any:
        """The node that replaces one; by `visit_Kind` where there is one, as Python's `ast.NodeTransformer` does."""
        visitor = _visitor(type(node))
        return node if visitor is None else visitor(self, node)

    def generic_visit(self, node: Any) -> Any:
        """Rewrites the parts of a node in place; each stays one node."""
        for field in parts_of(type(node)):
            value = getattr(node, field, None)
            if isinstance(value, list):
                setattr(node, field, [self.visit(item) if isinstance(item, ast.AST) else item for item in value])
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        return node

    def test(self, node: ast.expr) -> ast.expr:
        """A condition: only its truth matters."""
        return self._bool_op(node, as_test=True) if isinstance(node, ast.BoolOp) else self.visit(node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self._never:
            return at(stage("never_set", constant(node.id)), node)
        if isinstance(node.ctx, ast.Load) and node.id in self._unsure and node not in self._sure:
            owner = [constant(self._carried[node.id])] if node.id in self._carried else []
            return at(stage("checked", stage("locals"), constant(node.id), *owner), node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        if is_const_test(node.test):
            self.generic_visit(node)
            return node
        self._no_walrus(node.body, node.orelse)
        simple, changing = is_simple(node.body) and is_simple(node.orelse), self._changing(node.body, node.orelse)
        start = self._begin("if", self.test(node.test), simple, False, changing)
        return at(stage("end", start, self._arm(self.visit(node.body)), self._arm(self.visit(node.orelse))), node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        return self._bool_op(node, as_test=False)

    def _bool_op(self, node: ast.BoolOp, as_test: bool) -> ast.expr:
        if is_const_test(node):
            self.generic_visit(node)
            return node
        kind = "and" if isinstance(node.op, ast.And) else "or"
        self._no_walrus(*node.values[1:])
        simple = [is_simple(value) for value in node.values]
        changing = [self._changing(value) for value in node.values]
        convert = self.test if as_test else self.visit
        result: ast.expr = convert(node.values[0])
        for value, pure, changes in zip(node.values[1:], simple[1:], changing[1:], strict=True):
            start = self._begin(kind, result, pure, as_test, changes)
            result = at(stage("end", start, self._arm(convert(value)), constant(None)), node)
        return result

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if not isinstance(node.op, ast.Not) or is_const_test(node.operand):
            self.generic_visit(node)
            return node
        return at(stage("not_", self.test(node.operand)), node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        simple = _evaluated_at_once(node.comparators)
        changing = self._changing(*node.comparators[1:])
        self.generic_visit(node)
        if len(node.ops) == 1:
            if isinstance(node.ops[0], ast.In | ast.NotIn):
                negated = constant(isinstance(node.ops[0], ast.NotIn))
                return at(stage("contains", node.left, node.comparators[0], negated), node)
            if isinstance(node.ops[0], ast.Is | ast.IsNot):
                if self._decided and _is_truth(node.comparators[0]):
                    return node  # whether a condition is known while tracing: a run-time one is not
                negated = constant(isinstance(node.ops[0], ast.IsNot))
                return at(stage("identical", node.left, node.comparators[0], negated), node)
            return self._comparison(node)
        if not all(isinstance(op, _ORDERED) for op in node.ops):
            return node
        names = tuple_of([constant(type(op).__name__) for op in node.ops])
        self._no_walrus(*node.comparators[1:])
        later = [
            operand if pure else _thunk(operand) for operand, pure in zip(node.comparators[1:], simple[1:], strict=True)
        ]
        late = sum((not pure) << number for number, pure in enumerate(simple, 1) if number > 1)
        places = changing or [constant(-1), tuple_of([])]
        return at(stage("chain", names, constant(late), *places, node.left, node.comparators[0], *later), node)

    def _begin(self, kind: str, left: ast.expr, simple: bool, as_test: bool, changing: list[ast.expr]) -> ast.Call:
        """The start of an expression; `changing` says what calls in its operands may change."""
        if changing:
            return stage("begin_changing", constant(kind), left, constant(as_test), *changing)
        return stage("begin", constant(kind), left, constant(simple), constant(as_test))

    def _changing(self, *operands: ast.expr) -> list[ast.expr]:
        """What calls in operands may change: the region's number and the objects; nothing if there is no such call."""
        if self._regions is None or all(map(is_simple, operands)):
            return []
        return self._regions(operands, self._shadowed)

    def _comparison(self, node: ast.Compare) -> ast.expr:
        """`a < b`, where both sides may be containers, or one is a function; other numbers compare without a detour."""
        sides, op = [node.left, node.comparators[0]], node.ops[0]
        uncalled = isinstance(op, ast.Eq | ast.NotEq) and any(
            isinstance(side, ast.Name | ast.Attribute) for side in sides
        )
        if not isinstance(op, _ORDERED) or (any(map(_is_no_container, sides)) and not uncalled):
            return node
        return at(stage("compare", constant(type(op).__name__), *sides), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if called_name(node) == "printf" and len(node.args) == 1 and isinstance(node.args[0], ast.JoinedStr):
            node.args = _print_arguments(node.args[0])
        outer, self._decided = self._decided, self._decided or called_name(node) in _CONST_CALLS
        self.generic_visit(node)
        self._decided = outer
        if isinstance(node.func, ast.Attribute) and node.func.attr in _TEXT_METHODS:
            node.func = at(stage("text_method", node.func.value, constant(node.func.attr)), node.func)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _STAGED_BUILTINS - self._shadowed:
            node.func = at(stage("builtin", load(name)), node.func)
        elif called_name(node) in DRAWN:
            node.func = at(stage("drawn", node.func), node.func)
        elif name in self._shadowed:  # a variable may hold a builtin: `reduce(value, max)`
            node.func = at(stage("builtin", load(name)), node.func)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """An f-string part by part, so that it knows the values in it."""
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                part.value = self.visit(part.value)
                if isinstance(part.format_spec, ast.JoinedStr):  # has to stay one
                    self.generic_visit(part.format_spec)
        if len(node.values) == 1:
            return node
        parts = [part if isinstance(part, ast.Constant) else at(ast.JoinedStr([part]), part) for part in node.values]
        return at(stage("joined", *parts), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            return at(stage("percent", node.left, node.right), node)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        inner = self._inside(frozenset(), parameters(node))
        node.body = inner.visit(node.body)
        self.generic_visit(node.args)  # defaults are evaluated here
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self._comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        return self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        return self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self._comprehension(node)

    def visit_Yield(self, node: ast.Yield) -> ast.expr:
        raise self._unsupported("`yield`", node, _GENERATORS)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.expr:
        raise self._unsupported("`yield from`", node, _GENERATORS)

    def visit_Await(self, node: ast.Await) -> ast.expr:
        raise self._unsupported("`await`", node)

    def _comprehension(self, node: Any) -> ast.expr:
        """A comprehension has its own names; Python runs it while tracing."""
        own = set[str]().union(*(writes(generator.target) for generator in node.generators))
        inner = self._inside(self._never - own, own)
        inner.generic_visit(node)
        for generator in node.generators:
            generator.ifs = [at(stage("filters", test), test) for test in generator.ifs]
        return node

    def _inside(self, never: frozenset[str], own: set[str]) -> Expressions:
        """The rewriter of expressions that have some names of their own."""
        return Expressions(self._file, never, frozenset(), self._shadowed | own, regions=self._regions)

    def _arm(self, operand: ast.expr) -> ast.expr:
        """`operand if __stage__.arm() else None`."""
        return at(ast.IfExp(stage("arm"), operand, constant(None)), operand)

    def _no_walrus(self, *operands: ast.expr) -> None:
        """Refuses assignments in operands of which only the run knows whether they are evaluated."""
        for operand in () if self._decided else operands:
            for inner in named_expressions(operand):
                name = inner.target.id
                what = f"`{name} := ...` in an operand that may not be evaluated"
                raise self._unsupported(what, inner, f"Assign `{name}` in a statement before this one.")

    def _unsupported(self, what: str, node: ast.expr, fix: str | None = None) -> Exception:
        span = Span.of_node(node, self._file)
        return fail(
            "unsupported-construct", f"{what} is not supported in a kernel or a `@jit` function", span=span, fix=fix
        )


def _print_arguments(text: ast.JoinedStr) -> list[ast.expr]:
    """`"{:.2f}", x` of `f"{x:.2f}"`: the values of a text that is made at run time.

    Text with signs that formats give a meaning to, and what Python alone can format (`!r`, nested widths), become
    arguments too.
    """
    pieces: list[str] = []
    arguments: list[ast.expr] = []
    for part in text.values:
        spec = part.format_spec if isinstance(part, ast.FormattedValue) else None
        match part, spec:
            case ast.Constant(value=str(plain)), _ if not set(plain) & set("{}%"):
                pieces.append(plain)
            case ast.FormattedValue(conversion=-1), None | ast.JoinedStr(values=[ast.Constant()]):
                format_spec = str(spec.values[0].value) if spec else ""  # type: ignore[union-attr]
                pieces.append(f"{{:{format_spec}}}" if format_spec else "{}")
                arguments.append(at(stage("printed", part.value, constant(format_spec)), part))
            case _:
                pieces.append("{}")
                arguments.append(part if isinstance(part, ast.Constant) else at(ast.JoinedStr([part]), part))
    return [at(constant("".join(pieces)), text), *arguments]


def _is_no_container(node: ast.expr) -> bool:
    """Whether an expression is written so that it is not a tuple, list, dict or dataclass."""
    match node:
        case ast.BinOp():
            return not isinstance(node.op, ast.Add | ast.Mult | ast.BitOr)
        case _:
            return isinstance(node, ast.Constant | ast.UnaryOp | ast.JoinedStr | ast.Compare)


def _thunk(operand: ast.expr) -> ast.expr:
    """`lambda: operand`."""
    empty = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return at(ast.Lambda(empty, operand), operand)


def method(scope: str, name: str, *arguments: ast.expr) -> ast.Call:
    """`scope.name(*arguments)`."""
    return call(ast.Attribute(load(scope), name, ast.Load()), *arguments)
