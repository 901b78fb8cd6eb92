"""What a region does to variables and objects, as the `RegionInfo` that its scope works from."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from itertools import takewhile
from typing import cast

from cutedsl.errors import Span
from cutedsl.errors.frozen import frozen
from cutedsl.staging.rewrite.binding import Binding
from cutedsl.staging.rewrite.exits import Exits, Stop
from cutedsl.staging.rewrite.liveness import Liveness
from cutedsl.staging.rewrite.names import FUNCTIONS, all_nodes, own_nodes, reads, writes, writes_of
from cutedsl.staging.rewrite.nodes import load
from cutedsl.staging.scopes.region import RegionInfo, Tracked

Region = ast.If | ast.For | ast.While
_READING = frozenset({"copy", "count", "get", "index", "items", "keys", "values"})
"""Methods of lists and dicts that change nothing."""


@frozen
class FunctionFacts:
    """What the analyses found out about one function."""

    file: str
    live: Liveness
    bound: Binding
    local_names: frozenset[str]
    outer_names: frozenset[str]
    constexpr: frozenset[str]
    captures: Sequence[tuple[ast.AST, set[str]]]
    nonlocals: frozenset[str] = field(default=frozenset())
    exits: Exits = field(default_factory=Exits)
    stores: Sequence[tuple[str, Span]] = ()
    carried: frozenset[str] = frozenset()
    line: int = 0
    stores_of_captured: Mapping[str, Span] = field(default_factory=dict)
    assigned_by_captured: frozenset[str] = frozenset()
    called_by_name: Mapping[ast.AST, str] = field(default_factory=dict)


def describe(node: Region, facts: FunctionFacts, parent: RegionInfo | None) -> tuple[RegionInfo, list[str]]:
    """The info of a region, and the names of the objects that it may change in place, as `Tracked.root` counts them."""
    parts: list[ast.AST] = [*node.body] if isinstance(node, ast.For) else [*node.body, node.test]
    if isinstance(node, ast.If):
        parts += node.orelse
    if isinstance(node, ast.For):
        parts.append(node.target)
    inside = list(own_nodes(parts))
    called = any(isinstance(inner, ast.Call) for inner in inside)
    assigned = (writes_of(parts) | (facts.assigned_by_captured if called else set())) & facts.local_names
    always = _captured_outside(node, facts)
    after = facts.live.after[node] | always
    joined = assigned & after
    stop = facts.exits.stops.get(node, Stop(""))
    alive = after
    if isinstance(node, ast.If):
        looped = frozenset[str]()
        names = sorted(joined) + sorted((writes_of(node.body) & facts.live.otherwise[node]) - joined)
    else:
        targets = writes(node.target) if isinstance(node, ast.For) else set[str]()
        alive |= facts.live.start[node]
        looped = frozenset((assigned & (facts.live.start[node] | always)) - targets - facts.exits.flags)
        joined |= {stop.flag} - {""}
        names = sorted(looped) + sorted(joined - looped)
    roots: list[str] = []
    known = facts.local_names | facts.outer_names
    # An object that a turn assigns anew before it changes it is not the one that the variable has before the loop.
    kept = assigned if isinstance(node, ast.If) else _augmented(inside) & (facts.live.start[node] | always)
    tracked = _tracked(inside, (known - assigned) | kept, assigned, roots)
    head = node.iter if isinstance(node, ast.For) else node.test
    target = node.target.id if isinstance(node, ast.For) and isinstance(node.target, ast.Name) else ""
    target = stop.target or target
    info = RegionInfo(
        tuple(names),
        frozenset(joined),
        looped,
        facts.constexpr & frozenset(names),
        _assignments(inside, facts.file),
        Span.of_node(head, facts.file),
        tuple(tracked),
        target,
        parent,
        stop.flag,
        facts.exits.value,
        frozenset(_guards(node.body, stop.flag)) & looped if stop.flag else frozenset(),
        alive & facts.local_names,
        facts.carried,
        frozenset(facts.exits.flags) & assigned,
        facts.line,
        facts.exits.done,
        facts.exits.turns.get(node, ""),
        _changed_names(node, facts, parent),
        alive | facts.live.otherwise[node] if isinstance(node, ast.If) else alive,
    )
    return info, roots


def describe_operands(
    operands: Sequence[ast.expr], facts: FunctionFacts, names: frozenset[str]
) -> tuple[RegionInfo, list[str]] | None:
    """The info of operands that may not be evaluated, and the names of the objects and functions that calls in them
    may change; None without such calls. `names` are local where the operands stand.
    """
    inside = list(own_nodes(operands))
    if not any(isinstance(node, ast.Call) for node in _running(inside)):
        return None
    roots: list[str] = []
    tracked = _tracked(inside, names | facts.outer_names, frozenset(), roots)
    if not tracked:
        return None
    span = Span.of_node(operands[0], facts.file)
    return RegionInfo((), span=span, tracked=tuple(tracked), again=names | facts.outer_names), roots


def stores_of(own: Iterable[ast.AST], file: str, local: Set[str]) -> list[tuple[str, Span]]:
    """The variables whose objects `own_nodes` may change in place; where. `local` are the function's variables.

    An attribute or element of them is assigned, a method is called, or they are passed to a function. What a module has
    (`cute.copy`) is taken to change none of its arguments, like most of Python's own.
    """
    found: list[tuple[str, Span]] = []
    for node in own:
        changed: list[ast.expr] = []
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            changed = [node.value]
        elif isinstance(node, ast.Call):
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            if isinstance(node.func, ast.Attribute) and node.func.attr not in _READING:
                changed.append(node.func.value)
            called = _access(node.func)
            if called is not None and (called.root in local or _is_function(node.func)):
                changed += [value for value in given if isinstance(value, ast.Name | ast.Attribute)]
        accesses = (access for one in changed if (access := _access(one)) is not None)
        found += [(access.root, Span.of_node(cast(ast.expr, node), file)) for access in accesses]
    return found


def _is_function(called: ast.expr) -> bool:
    """Whether a function is called by a name of its own that is none of Python's."""
    return isinstance(called, ast.Name) and not hasattr(builtins, called.id)


def _changed_names(node: Region, facts: FunctionFacts, parent: RegionInfo | None) -> dict[str, Span]:
    """The names whose objects are changed in place where the region, or what it made of them, may still matter.

    What functions defined in this one change counts wherever it stands: they may be called anywhere.
    """
    first = (node.end_lineno or 0) + 1 if isinstance(node, ast.If) else node.lineno
    direct = {name: span for name, span in facts.stores if parent is not None or span.line >= first}
    return {**facts.stores_of_captured, **direct}


def stores_of_captured(captures: Sequence[tuple[ast.AST, set[str]]], file: str) -> dict[str, Span]:
    """What functions defined in one change in place of its variables."""
    found = ((names, stores_of(ast.walk(function), file, names)) for function, names in captures)
    return {name: span for names, stores in found for name, span in stores if name in names}


def _guards(body: Iterable[ast.stmt], flag: str) -> set[str]:
    """The names that the conditions read under which a flag is set."""
    found: set[str] = set()
    for node in own_nodes(body):
        if isinstance(node, ast.If) and flag in writes_of([*node.body, *node.orelse]):
            found |= reads(node.test)
    return found


def _captured_outside(node: Region, facts: FunctionFacts) -> frozenset[str]:
    """Names that functions defined outside the region read whenever they are called, if they still can be."""
    if not facts.captures:
        return frozenset()
    inside = set(own_nodes([node]))
    used = facts.live.after[node] | {inner.id for inner in inside if isinstance(inner, ast.Name)}
    callable_ = (
        names
        for function, names in facts.captures
        if function not in inside and facts.called_by_name.get(function, "") in {"", *used}
    )
    return frozenset[str]().union(*callable_)


def _assignments(inside: Iterable[ast.AST], file: str) -> dict[str, Span]:
    """Where each name, or attribute path, is assigned last in a region of these nodes."""
    found: dict[str, Span] = {}
    assignments = [node for node in inside if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign)]
    for node in sorted(assignments, key=lambda n: (n.lineno, n.col_offset)):
        span = Span.of_node(node, file)
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            found.update(dict.fromkeys(writes(target), span))
            label = _label(target)
            if label:
                found[label] = span
    return found


def assigned_by_captured(captures: Sequence[tuple[ast.AST, set[str]]]) -> frozenset[str]:
    """Names that functions defined in one declare nonlocal: any call in it may assign them."""
    declared = (inner for function, _ in captures for inner in all_nodes(function) if isinstance(inner, ast.Nonlocal))
    return frozenset(name for inner in declared for name in inner.names)


def _label(target: ast.expr) -> str:
    """The object that an assignment to an attribute or element changes, as text."""
    access = _access(target.value) if isinstance(target, ast.Attribute | ast.Subscript) else None
    return ".".join((access.root, *access.path)) if access else ""


def _tracked(
    inside: Iterable[ast.AST], candidates: frozenset[str], assigned: Set[str], roots: list[str]
) -> list[Tracked]:
    """Objects that may change in place: a part of them is assigned, a method is called, they are passed on."""
    found: dict[tuple[str, tuple[str, ...], str | None, bool, int], Tracked] = {}

    def note(base: ast.expr, key: str | None = None, whole: bool = False) -> None:
        for part in _alternatives(base):  # `f((a, b))` passes on `a` and `b`
            note(part)
        access = _access(base)
        if access is None or access.root not in candidates:
            return
        root, path, depth = access.root, access.path, access.depth if key is not None or whole else 0
        if root not in roots:
            roots.append(root)
        label = ".".join((root, *path))
        known = (root, path, key, whole, depth)
        found.setdefault(known, Tracked(roots.index(root), path, label, key, whole, depth, root in assigned))

    for node in _running(inside):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()):
                note(node.value, node.attr)
            case ast.Subscript(ctx=ast.Store() | ast.Del()):
                note(node.value, None, True)
            case ast.Call():
                note(node.func.value if isinstance(node.func, ast.Attribute) else node.func)
                if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
                    note(node.func)  # a function of a module
                for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                    note(argument)
            case ast.AugAssign(target=ast.Name(id=name)):
                note(load(name))  # an object may do it in place
            case ast.Assign(value=other) | ast.NamedExpr(value=other) | ast.For(iter=other):
                note(other)  # another name for an object
            case ast.comprehension(iter=other) | ast.withitem(context_expr=other):
                note(other)
            case ast.AnnAssign(value=ast.expr() as other):
                note(other)
            case _:
                pass
    return list(found.values())


def _alternatives(node: ast.expr) -> Sequence[ast.expr]:
    """The expressions whose objects a display holds, or one of which an expression gives; none for others."""
    match node:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.BoolOp(values=parts):
            return parts
        case ast.Dict(values=parts):
            return parts
        case ast.IfExp(body=first, orelse=second):
            return (first, second)
        case ast.Starred(value=part) | ast.NamedExpr(value=part):
            return (part,)
        case _:
            return ()


def _augmented(inside: Iterable[ast.AST]) -> set[str]:
    """The variables of `x += ...` and the like, which keep an object that does it in place."""
    return {node.target.id for node in inside if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)}


def _running(inside: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes of a region, with those of the functions that are defined in it."""
    for node in inside:
        yield node
        if isinstance(node, FUNCTIONS):
            yield from _running(own_nodes([node.body] if isinstance(node, ast.Lambda) else node.body))


@frozen
class _Access:
    """`a.b[i].c` as the variable `a`, the attributes `("b",)` before the first element, and what comes after: 2."""

    root: str
    path: tuple[str, ...]
    depth: int


def _access(node: ast.expr) -> _Access | None:
    """How an expression reaches an object from a variable; None if it does not start with one."""
    steps: list[str | None] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        steps.append(node.attr if isinstance(node, ast.Attribute) else None)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    path = tuple(takewhile(lambda step: step is not None, reversed(steps)))
    return _Access(node.id, cast("tuple[str, ...]", path), len(steps) - len(path))
