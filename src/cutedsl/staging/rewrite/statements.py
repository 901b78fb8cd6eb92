"""Statements: `if`, `for` and `while` become scopes; the bodies stay where they are, in the author's frame."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence, Set
from itertools import count

from cutedsl.errors import Span, fail
from cutedsl.errors.frozen import frozen
from cutedsl.staging.rewrite.binding import Binding, Bound, binding
from cutedsl.staging.rewrite.conditional_names import with_conditional_names
from cutedsl.staging.rewrite.definite import definite_reads
from cutedsl.staging.rewrite.exits import Exits, Stop, without_exits
from cutedsl.staging.rewrite.expressions import Expressions, called_name, is_const_test, is_simple, method
from cutedsl.staging.rewrite.liveness import liveness
from cutedsl.staging.rewrite.matches import without_matches
from cutedsl.staging.rewrite.named_tests import with_named_tests
from cutedsl.staging.rewrite.names import (
    all_nodes,
    called_by_name,
    captures,
    children,
    own_nodes,
    parameters,
    parts_of,
    reads,
    walrus_targets,
    writes,
    writes_of,
)
from cutedsl.staging.rewrite.no_effect import check_effect
from cutedsl.staging.rewrite.nodes import (
    assign,
    at,
    attribute,
    constant,
    forget_unset,
    load,
    read_or_unset,
    stage,
    tuple_of,
    unpack,
)
from cutedsl.staging.rewrite.regions import (
    FunctionFacts,
    Region,
    assigned_by_captured,
    describe,
    describe_operands,
    stores_of,
    stores_of_captured,
)
from cutedsl.staging.rewrite.whens import with_ifs
from cutedsl.staging.scopes.region import RegionInfo

_NESTED = (ast.stmt, ast.excepthandler)


@frozen
class _Around:
    """A scope around a statement: the variable that holds it, and its info."""

    variable: str
    info: RegionInfo


class Statements:
    """Rewrites the body of one function; `infos` collects the regions of it and of the functions in it."""

    def __init__(
        self, node: ast.FunctionDef, file: str, outer: frozenset[str], infos: list[RegionInfo], numbers: count[int]
    ) -> None:
        self._numbers = numbers
        self._infos = infos
        self._around: list[_Around] = []
        body, kinds = node.body, set(map(type, all_nodes(node)))
        if ast.With in kinds:
            body = with_ifs(body)
        if ast.Match in kinds:
            body = without_matches(body, numbers)
        sure = set[ast.Name]()
        if ast.NamedExpr in kinds:
            sure = definite_reads(body, parameters(node))  # as the author wrote it: operands become `if`s below
            body = with_conditional_names(with_named_tests(body, writes_of(body) | parameters(node)), numbers)
        elif ast.While in kinds and ast.Call in kinds:
            body = with_named_tests(body, writes_of(body) | parameters(node))
        self._sure = sure | definite_reads(body, parameters(node))
        node.body, exits = without_exits(body, numbers)
        self._facts = _facts(node, file, outer, exits, self._sure)

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The statements that replace a block."""
        return [new for statement in body for new in self._statement(statement)]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.If():
                return self._if(node)
            case ast.For():
                return self._for(node)
            case ast.While():
                return self._while(node)
            case ast.Raise():
                return self._raise(node)
            case ast.Return():
                self._visit_all(node, *children(node))
            case ast.Try():
                return self._try(node)
            case ast.With():
                self._visit_all(node, *node.items)
                node.body = self.block(node.body)
            case ast.FunctionDef():
                return self._function(node)
            case ast.ClassDef() | ast.Nonlocal() | ast.Import() | ast.ImportFrom() | ast.Pass():
                pass
            case ast.Assert():
                node.test = at(stage("known", self._expressions(node).test(node.test)), node.test)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                return self._assignment(node)
            case ast.Delete():
                return self._delete(node)
            case ast.Expr(value=ast.Compare() | ast.UnaryOp()):
                check_effect(node, self._facts.file)
                self._visit_all(node, *children(node))
            case ast.Expr(value=ast.BoolOp() as chain):
                return self._conditional_call(node, chain)
            case ast.Expr():
                node.value = self._expressions(node).visit(node.value)
            case _:
                raise self._unsupported(node)
        return [node]

    # -- regions -----------------------------------------------------------------------------------------------------
    def _if(self, node: ast.If) -> list[ast.stmt]:
        if is_const_test(node.test):
            node.test = self._expressions(node).visit(node.test)
            node.body, node.orelse = self.block(node.body), self.block(node.orelse)
            return [node]
        info, roots, scope = self._open_region(node)
        bound = self._facts.bound.before[node]
        ends = [self._end_of(body, bound) for body in (node.body, node.orelse)]
        joined = info.names[: len(info.joined)]
        test = self._expressions(node).test(node.test)
        start = assign(
            scope,
            stage("if_", test, self._index(info), self._values(info.names, bound), self._values(roots, bound)),
        )
        self._around.append(_Around(scope, info))
        then = [*self.block(node.body), *self._leave(scope, joined, ends[0])]
        result: list[ast.stmt] = [start, ast.If(method(scope, "then"), then, [])]
        if node.orelse:
            back = self._take(info.names, attribute(scope, "entry"), bound) if info.names else []
            arm = [*back, *self.block(node.orelse), *self._leave(scope, joined, ends[1])]
            result.append(ast.If(method(scope, "otherwise"), arm, []))
        self._around.pop()
        result.append(self._exit_scope(scope, joined, bound))
        return [at(statement, node.test) for statement in result]

    def _for(self, node: ast.For) -> list[ast.stmt]:
        if called_name(node.iter) == "range_constexpr":
            node.iter = self._expressions(node).visit(node.iter)
            return self._python_loop(node)
        info, roots, scope = self._open_region(node)
        bound = self._facts.bound.before[node]
        end = self._end_of(node.body, bound)
        looped = info.names[: len(info.looped)]
        start = assign(
            scope,
            stage(
                "for_",
                self._iterable(node),
                self._index(info),
                self._values(info.names, bound),
                self._values(roots, bound),
            ),
        )
        self._around.append(_Around(scope, info))
        taken = self._take(looped, method(scope, "enter"), bound)
        taken += _no_exits(info)
        enter = ast.If(attribute(scope, "dynamic"), taken, [])
        body: list[ast.stmt] = [enter, *self.block(node.body)]
        body.append(ast.If(attribute(scope, "dynamic"), self._leave(scope, info.names, end), []))
        self._around.pop()
        loop = ast.For(node.target, load(scope), [*body, *self._stop(node)], [])
        exits = [self._exit_scope(scope, info.names, bound), *self._delete_unset(node)]
        return [at(statement, node.iter) for statement in (start, loop, *exits)]

    def _while(self, node: ast.While) -> list[ast.stmt]:
        forever = isinstance(node.test, ast.Constant)
        stop = self._facts.exits.stops.get(node, Stop("")).flag
        if is_const_test(node.test) or (forever and not stop):
            node.test = self._expressions(node).visit(node.test)
            return self._python_loop(node)
        info, roots, scope = self._open_region(node)
        entry = self._facts.bound.before[node]
        bound = entry.maybe(writes_of(node.body))
        end = self._end_of(node.body, bound)
        looped = info.names[: len(info.looped)]
        visitor = self._expressions(node)
        visitor._no_walrus(node.test)
        start = assign(scope, stage("while_", self._index(info), constant(forever), constant(is_simple(node.test))))
        enter = self._take(
            looped, method(scope, "enter", self._values(info.names, entry), self._values(roots, entry)), entry
        )
        self._around.append(_Around(scope, info))
        again = self._take(looped, method(scope, "body", self._values(looped, entry)), entry)
        if _no_exits(info):
            again.append(ast.If(attribute(scope, "dynamic"), _no_exits(info), []))
        turn = [*again, *self.block(node.body), *self._leave(scope, info.names, end)]
        body = [*enter, ast.If(method(scope, "test", visitor.test(node.test), self._values(looped, entry)), turn, [])]
        self._around.pop()
        loop = ast.While(method(scope, "more"), body, [])
        exits = [self._exit_scope(scope, info.names, entry), *self._delete_unset(node)]
        return [at(statement, node.test) for statement in (start, loop, *exits)]

    def _python_loop(self, node: ast.For | ast.While) -> list[ast.stmt]:
        """A loop that Python runs while tracing."""
        left = [at(statement, node) for statement in self._delete_unset(node)]
        node.body = [*self.block(node.body), *(at(new, node) for new in self._stop(node))]
        return [node, *left]

    def _stop(self, node: ast.For | ast.While) -> list[ast.stmt]:
        """`if __stage__.surely(stop): break`, at the end of an iteration that Python runs."""
        stop = self._facts.exits.stops.get(node)
        return [ast.If(stage("surely", load(stop.flag)), [ast.Break()], [])] if stop else []

    def _delete_unset(self, node: ast.For | ast.While) -> list[ast.stmt]:
        """`if __stage__.left(...): del x`, after a loop whose exits may leave out what sets `x`."""
        facts, flags = self._facts, self._facts.exits.of_loops.get(node)
        if flags is None:
            return []
        names = (writes_of(node.body) & facts.live.after[node]) - facts.bound.before[node].surely - facts.exits.flags
        found: list[ast.stmt] = []
        for name in sorted(names - facts.nonlocals):
            asked = [constant(flags), constant(name), constant(facts.line), constant(name in facts.carried)]
            gone = ast.Delete([ast.Name(name, ast.Del())])
            found.append(ast.If(stage("left", stage("locals"), *asked), [gone], []))
        return found

    def _open_region(self, node: Region) -> tuple[RegionInfo, list[str], str]:
        """The info of a region, the objects that it may change, and the variable for its scope."""
        parent = self._around[-1].info if self._around else None
        info, roots = describe(node, self._facts, parent)
        self._infos.append(info)
        return info, roots, f"__s{next(self._numbers)}__"

    def _index(self, info: RegionInfo) -> ast.expr:
        return constant(next(i for i, known in enumerate(self._infos) if known is info))

    def _iterable(self, node: ast.For) -> ast.expr:
        """What a loop runs over; `range` means the DSL's."""
        if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range":
            node.iter.func = at(stage("range", load("range")), node.iter.func)
        return self._expressions(node).visit(node.iter)

    def _leave(self, scope: str, names: Sequence[str], end: Bound) -> list[ast.stmt]:
        """`scope.leave((x, y))`; a nonlocal name cannot be carried."""
        calls = [method(scope, "leave", self._values(names, end))]
        for name in sorted(set(names) & self._facts.nonlocals):
            calls.insert(0, stage("forbid", constant(f"assigning the nonlocal `{name}`"), load(scope)))
        return [ast.Expr(call) for call in calls]

    def _exit_scope(self, scope: str, names: Sequence[str], bound: Bound) -> ast.stmt:
        """`if scope.dynamic: x, y = scope.exit()`."""
        return ast.If(attribute(scope, "dynamic"), self._take(names, method(scope, "exit"), bound), [])

    def _take(self, names: Sequence[str], value: ast.expr, bound: Bound) -> list[ast.stmt]:
        """`x, y = value`, and what is unset stays unset."""
        return [unpack(names, value), *(forget_unset(name) for name in names if name not in bound.surely)]

    def _values(self, names: Iterable[str], bound: Bound) -> ast.expr:
        """A tuple of variables, some of which may not be set."""
        known = bound.surely | (self._facts.outer_names - self._facts.local_names)
        return tuple_of([load(name) if name in known else read_or_unset(name) for name in names])

    def _end_of(self, body: Sequence[ast.stmt], bound: Bound) -> Bound:
        """What is set at the end of a block."""
        return self._facts.bound.end[body[0]] if body else bound

    # -- other statements --------------------------------------------------------------------------------------------
    def _raise(self, node: ast.Raise) -> list[ast.stmt]:
        """Exceptions leave only what Python runs while tracing."""
        self._visit_all(node, *children(node))
        if not self._around:
            return [node]
        scopes = [load(around.variable) for around in reversed(self._around)]
        return [at(ast.Expr(stage("raises", *scopes)), node), node]

    def _try(self, node: ast.Try) -> list[ast.stmt]:
        """Exceptions are Python's; regions that one leaves are abandoned where it is handled."""
        mark = f"__s{next(self._numbers)}__"
        first = at(assign(mark, stage("mark")), node.body[0])
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        for handler in node.handlers:
            handler.body = [at(ast.Expr(stage("unwind", load(mark))), handler), *self.block(handler.body)]
        if node.finalbody:
            unwind = at(ast.Expr(stage("unwind_finally", load(mark))), node.finalbody[0])
            node.finalbody = [unwind, *self.block(node.finalbody)]
        return [first, node]

    def _function(self, node: ast.FunctionDef) -> list[ast.stmt]:
        """A function in the function: staged too, unless a decorator decides what becomes of it."""
        self._visit_all(node, node.args)
        if not node.decorator_list:
            outer = self._facts.local_names | self._facts.outer_names
            inner = Statements(node, self._facts.file, outer, self._infos, self._numbers)
            node.body = inner.block(node.body)
        return [node]

    def _assignment(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[ast.stmt]:
        first: list[ast.stmt] = []
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            read = self._expressions(node).visit(ast.copy_location(load(node.target.id), node.target))
            first = [] if isinstance(read, ast.Name) else [at(ast.Expr(read), node.target)]
        self._visit_all(node, *children(node))
        fixed = sorted(writes(node) & self._facts.constexpr)
        if fixed and node.value is not None and not isinstance(node, ast.AugAssign):
            node.value = at(stage("constexpr", node.value, constant(fixed[0])), node.value)
        return [*first, node]

    def _conditional_call(self, node: ast.Expr, chain: ast.BoolOp) -> list[ast.stmt]:
        """`debug and print(x)` as a statement is an `if`: its value is not used and needs no type."""
        *tests, last = chain.values
        test = tests[0] if len(tests) == 1 else at(ast.BoolOp(chain.op, tests), chain)
        if isinstance(chain.op, ast.Or):
            test = at(ast.UnaryOp(ast.Not(), test), chain)
        call = at(ast.Expr(last), last)
        branch = at(ast.If(test, [call], []), node)
        live, bound = self._facts.live, self._facts.bound
        for new in (branch, call):
            live.after[new], bound.before[new] = live.after[node], bound.before[node]
        live.otherwise[branch], bound.end[call] = live.after[node], bound.before[node]
        return self._statement(branch)

    def _delete(self, node: ast.Delete) -> list[ast.stmt]:
        """A variable that a region carries cannot be deleted in it."""
        gone = writes(node)
        around = [a.variable for a in self._around if gone & set(a.info.names)]
        if not around:
            return [node]
        text = constant(f"`del {', '.join(sorted(gone))}`")
        return [at(ast.Expr(stage("forbid", text, *map(load, around))), node), node]

    def _visit_all(self, node: ast.stmt, *children: ast.AST) -> None:
        """Rewrites the expressions of a statement in place."""
        visitor = self._expressions(node)
        chosen = set(map(id, children))
        for field in parts_of(type(node)):
            value = getattr(node, field, None)
            if isinstance(value, ast.AST) and id(value) in chosen:
                setattr(node, field, visitor.visit(value))
            elif isinstance(value, list):
                setattr(node, field, [visitor.visit(v) if id(v) in chosen else v for v in value])

    def _expressions(self, node: ast.stmt) -> Expressions:
        """The rewriter of the expressions that a statement itself has, without the statements in it."""
        bound = self._facts.bound.before[node]
        if isinstance(node, ast.While):
            bound = bound.maybe(writes_of(node.body))
        own = [child for child in children(node) if not isinstance(child, _NESTED)]
        set_here = set[str]().union(*map(walrus_targets, own))
        asked = set[str]().union(*map(reads, own))
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            asked.add(node.target.id)
        asked &= self._facts.local_names - self._facts.nonlocals - set_here
        unsure = frozenset(asked - bound.surely)
        never, unsure = unsure - bound.perhaps, unsure & bound.perhaps
        carried = dict.fromkeys(unsure & self._facts.carried, self._facts.line)
        local = self._facts.local_names
        return Expressions(self._facts.file, never, unsure, local, self._sure, carried, self._operands)

    def _operands(self, operands: Sequence[ast.expr], names: frozenset[str]) -> list[ast.expr]:
        """The number of a new region of operands, and the objects that it may change; nothing if it changes none."""
        found = describe_operands(operands, self._facts, names)
        if found is None:
            return []
        info, roots = found
        self._infos.append(info)
        return [self._index(info), tuple_of([read_or_unset(name) for name in roots])]

    def _unsupported(self, node: ast.stmt) -> Exception:
        span = Span.of_node(node, self._facts.file)
        word = {"Global": "`global`", "AsyncFor": "`async for`", "AsyncWith": "`async with`"}
        word["AsyncFunctionDef"] = "`async def`"
        what = word.get(type(node).__name__, f"`{type(node).__name__}`")
        return fail("unsupported-construct", f"{what} is not supported in a kernel or a `@jit` function", span=span)


def _facts(node: ast.FunctionDef, file: str, outer: frozenset[str], exits: Exits, sure: Set[ast.Name]) -> FunctionFacts:
    """Runs the analyses."""
    own = list(own_nodes(node.body))
    nonlocals = frozenset(name for n in own if isinstance(n, ast.Nonlocal) for name in n.names)
    arguments = parameters(node)
    constexpr = frozenset(
        n.target.id
        for n in own
        if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name) and _says_constexpr(n.annotation)
    )
    bound, local = binding(node.body, arguments), frozenset(arguments | writes_of(node.body))
    captured = captures(own)
    return FunctionFacts(
        file,
        liveness(node.body, nonlocals),
        bound,
        local,
        outer,
        constexpr,
        captured,
        nonlocals,
        exits,
        stores_of(own, file, local),
        _carried_names(bound, sure),
        node.lineno,
        stores_of_captured(captured, file),
        assigned_by_captured(captured),
        called_by_name(node.body, own),
    )


def _carried_names(bound: Binding, sure: Set[ast.Name]) -> frozenset[str]:
    """Names that are set wherever they are read, which only the author's exits show, not the flags made of them."""
    found: set[str] = set()
    for statement, before in bound.before.items():
        own = [child for child in children(statement) if not isinstance(child, _NESTED)]
        inner = (node for child in own for node in all_nodes(child))
        found |= {node.id for node in inner if isinstance(node, ast.Name) and node in sure} - before.surely
    return frozenset(found)


def _no_exits(info: RegionInfo) -> list[ast.stmt]:
    """Says that no exit was taken: where an iteration starts, also when it is traced a second time."""
    return [assign(name, constant(False)) for name in info.names if name in info.flags]


def _says_constexpr(annotation: ast.expr) -> bool:
    """Whether an annotation in the source says `Constexpr` or `Constexpr[...]`."""
    match annotation:
        case ast.Subscript():
            return _says_constexpr(annotation.value)
        case ast.Name(id="Constexpr") | ast.Attribute(attr="Constexpr"):
            return True
        case ast.Constant(value=str(text)):
            return text.partition("[")[0].rpartition(".")[2] == "Constexpr"
        case _:
            return False
