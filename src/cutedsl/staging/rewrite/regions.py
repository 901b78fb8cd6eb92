"""What a region does to variables and objects, as the `RegionInfo` that its scope works from."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cutedsl.errors import Span
from cutedsl.staging.region import RegionInfo, Tracked
from cutedsl.staging.rewrite.binding import Binding
from cutedsl.staging.rewrite.exits import Exits, Stop
from cutedsl.staging.rewrite.liveness import Liveness
from cutedsl.staging.rewrite.names import own_nodes, writes, writes_of

Region = ast.If | ast.For | ast.While


@dataclass(frozen=True, slots=True)
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


def describe(node: Region, facts: FunctionFacts, parent: RegionInfo | None) -> tuple[RegionInfo, list[str]]:
    """The info of a region, and the names of the objects that it may change in place, as `Tracked.root` counts them."""
    parts: list[ast.AST] = [*node.body] if isinstance(node, ast.For) else [*node.body, node.test]
    if isinstance(node, ast.If):
        parts += node.orelse
    if isinstance(node, ast.For):
        parts.append(node.target)
    assigned = writes_of(parts) & facts.local_names
    always = _captured_outside(node, facts.captures)
    after = facts.live.after[node] | always
    joined = assigned & after
    stop = facts.exits.stops.get(node, Stop(""))
    if isinstance(node, ast.If):
        looped = frozenset[str]()
        names = sorted(joined) + sorted((writes_of(node.body) & facts.live.otherwise[node]) - joined)
    else:
        targets = writes(node.target) if isinstance(node, ast.For) else set[str]()
        looped = frozenset((assigned & (facts.live.start[node] | always)) - targets - facts.exits.flags)
        joined |= {stop.flag} - {""}
        names = sorted(looped) + sorted(joined - looped)
    roots: list[str] = []
    tracked = _tracked(parts, (facts.local_names | facts.outer_names) - assigned, roots)
    head = node.iter if isinstance(node, ast.For) else node.test
    target = node.target.id if isinstance(node, ast.For) and isinstance(node.target, ast.Name) else ""
    target = stop.target or target
    info = RegionInfo(
        tuple(names),
        frozenset(joined),
        looped,
        facts.constexpr & frozenset(names),
        _assignments(parts, facts.file),
        Span.of_node(head, facts.file),
        tuple(tracked),
        target,
        parent,
        stop.flag,
        facts.exits.value,
    )
    return info, roots


def _captured_outside(node: Region, captures: Sequence[tuple[ast.AST, set[str]]]) -> frozenset[str]:
    """Names that functions defined outside the region read whenever they are called."""
    if not captures:
        return frozenset()
    inside = set(own_nodes([node]))
    return frozenset[str]().union(*(names for function, names in captures if function not in inside))


def _assignments(parts: Iterable[ast.AST], file: str) -> dict[str, Span]:
    """Where each name, or attribute path, is assigned last."""
    found: dict[str, Span] = {}
    for node in sorted(own_nodes(parts), key=lambda n: (getattr(n, "lineno", 0), getattr(n, "col_offset", 0))):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            span = Span.of_node(node, file)
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                found.update(dict.fromkeys(writes(target), span))
                label = _label(target)
                if label:
                    found[label] = span
    return found


def _label(target: ast.expr) -> str:
    """The object that an assignment to an attribute or element changes, as text."""
    if isinstance(target, ast.Attribute | ast.Subscript):
        chain = _chain(_without_subscripts(target.value))
        return ".".join((chain[0], *chain[1])) if chain else ""
    return ""


def _tracked(parts: Iterable[ast.AST], candidates: frozenset[str], roots: list[str]) -> list[Tracked]:
    """Objects that may change in place: a part of them is assigned, a method is called, they are passed on."""
    found: dict[tuple[str, tuple[str, ...], str | None, bool], Tracked] = {}

    def note(base: ast.expr, key: str | None = None, whole: bool = False) -> None:
        inner = _without_subscripts(base)
        chain = _chain(inner)
        if chain is None or chain[0] not in candidates:
            return
        root, path = chain
        if inner is not base:
            key, whole = None, key is not None or whole
        if root not in roots:
            roots.append(root)
        label = ".".join((root, *path))
        found.setdefault((root, path, key, whole), Tracked(roots.index(root), path, label, key, whole))

    for node in own_nodes(parts):
        match node:
            case ast.Attribute(ctx=ast.Store()):
                note(node.value, node.attr)
            case ast.Subscript(ctx=ast.Store()):
                note(node.value, None, True)
            case ast.Call():
                if isinstance(node.func, ast.Attribute):
                    note(node.func.value)
                for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                    note(argument.value if isinstance(argument, ast.Starred) else argument)
            case _:
                pass
    return list(found.values())


def _without_subscripts(node: ast.expr) -> ast.expr:
    """`a.b` of `a.b[i][j]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def _chain(node: ast.expr) -> tuple[str, tuple[str, ...]] | None:
    """`("a", ("b", "c"))` of `a.b.c`; None for what is no chain of names."""
    path: list[str] = []
    while isinstance(node, ast.Attribute):
        path.append(node.attr)
        node = node.value
    return (node.id, tuple(reversed(path))) if isinstance(node, ast.Name) else None
