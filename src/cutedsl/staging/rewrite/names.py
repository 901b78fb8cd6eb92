"""Which names a piece of source reads and assigns in the scope that it stands in."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_CLOSED = (*FUNCTIONS, ast.ClassDef, ast.Name, ast.Constant)
_NO_PARTS = frozenset(
    (
        *("id", "ctx", "attr", "arg", "op", "ops", "kind", "name", "asname", "module", "level", "type_comment"),
        *("is_async", "conversion", "simple", "rest", "kwd_attrs", "tag", "lineno", "type_ignores"),
    )
)
"""Fields that hold names, numbers, contexts and operators, which have no place and no parts, wherever they occur."""
_PARTS: Mapping[type[ast.AST], Callable[[Any], list[ast.AST]]] = {
    ast.Assign: lambda node: [*node.targets, node.value],
    ast.Attribute: lambda node: [node.value],
    ast.AugAssign: lambda node: [node.target, node.value],
    ast.BinOp: lambda node: [node.left, node.right],
    ast.BoolOp: lambda node: [*node.values],
    ast.Call: lambda node: [node.func, *node.args, *node.keywords],
    ast.Compare: lambda node: [node.left, *node.comparators],
    ast.Constant: lambda _node: [],
    ast.Expr: lambda node: [node.value],
    ast.For: lambda node: [node.target, node.iter, *node.body, *node.orelse],
    ast.If: lambda node: [node.test, *node.body, *node.orelse],
    ast.IfExp: lambda node: [node.test, node.body, node.orelse],
    ast.List: lambda node: [*node.elts],
    ast.Name: lambda _node: [],
    ast.Starred: lambda node: [node.value],
    ast.Subscript: lambda node: [node.value, node.slice],
    ast.Tuple: lambda node: [*node.elts],
    ast.UnaryOp: lambda node: [node.operand],
    ast.While: lambda node: [node.test, *node.body, *node.orelse],
    ast.keyword: lambda node: [node.value],
}
"""The nodes below one of the kinds that kernels consist of, in order."""


@cache
def parts_of(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes with a place, in order."""
    if kind is ast.Constant:
        return ()
    return tuple(field for field in kind._fields if field not in _NO_PARTS or kind.__name__ == "TypeAlias")


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly below one, in order, without contexts and operators, which have no place and no parts.

    Half of the time that `ast.iter_child_nodes` takes, of which a rewrite would make thousands.
    """
    parts = _PARTS.get(type(node))
    if parts is not None:
        return parts(node)
    found: list[ast.AST] = []
    for field in parts_of(type(node)):
        value: Any = getattr(node, field, None)
        found += value if value.__class__ is list else [value]
    return [item for item in found if isinstance(item, ast.AST)]


def all_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, functions in it with theirs."""
    pending = [node]
    while pending:
        inner = pending.pop()
        yield inner
        pending += children(inner)


_Rules = Mapping[type[ast.AST], Callable[[Any, set[str]], None]]


def _gather(node: ast.AST, rules: _Rules, found: set[str]) -> None:
    """Adds the names that a node has by the rules for kinds of nodes; kinds without one have those of their parts."""
    pending = [node]
    while pending:
        inner = pending.pop()
        rule = rules.get(type(inner))
        if rule is None:
            pending += children(inner)
        else:
            rule(inner, found)


def reads(node: ast.AST | None) -> set[str]:
    """Names that evaluating `node` may read, including those that functions defined in it read later."""
    found: set[str] = set()
    if node is not None:
        _add_reads(node, found)
    return found


def _add_reads(node: ast.AST, found: set[str]) -> None:
    """Adds the names that a node reads to `found`."""
    _gather(node, _READS, found)


def _read_name(node: ast.Name, found: set[str]) -> None:
    if isinstance(node.ctx, ast.Load):
        found.add(node.id)


def _read_lambda(node: ast.Lambda, found: set[str]) -> None:
    _add_reads(node.args, found)
    found |= reads(node.body) - _parameters(node.args)


def _read_function(node: ast.FunctionDef | ast.AsyncFunctionDef, found: set[str]) -> None:
    found |= _all_reads([*node.decorator_list, node.args]) | free_names(node)


def _read_comprehension(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, found: set[str]) -> None:
    found |= _all_reads(children(node)) - _all_writes([gen.target for gen in node.generators])


def _read_augmented(node: ast.AugAssign, found: set[str]) -> None:
    if isinstance(node.target, ast.Name):
        found.add(node.target.id)
    else:
        _add_reads(node.target, found)
    _add_reads(node.value, found)


_READS: _Rules = {
    ast.Name: _read_name,
    ast.Constant: lambda _node, _found: None,
    ast.Lambda: _read_lambda,
    ast.FunctionDef: _read_function,
    ast.AsyncFunctionDef: _read_function,
    ast.AugAssign: _read_augmented,
    **dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), _read_comprehension),
}


def writes(node: ast.AST | None) -> set[str]:
    """Names that `node` may assign in its own scope: not those of functions, classes and comprehensions in it."""
    found: set[str] = set()
    if node is not None:
        _write(node, found)
    return found


def _write(node: ast.AST, found: set[str]) -> None:
    """Adds the names that a node assigns to `found`."""
    _gather(node, _WRITES, found)


def _write_name(node: ast.Name, found: set[str]) -> None:
    if not isinstance(node.ctx, ast.Load):
        found.add(node.id)


def _write_function(node: ast.FunctionDef | ast.AsyncFunctionDef, found: set[str]) -> None:
    found.add(node.name)
    found |= _all_writes([*node.decorator_list, *node.args.defaults])


def _write_comprehension(node: ast.AST, found: set[str]) -> None:
    found |= walrus_targets(node)


def _write_import(node: ast.Import | ast.ImportFrom, found: set[str]) -> None:
    found |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}


def _write_named(node: ast.ExceptHandler | ast.MatchAs | ast.MatchStar, found: set[str]) -> None:
    if node.name:
        found.add(node.name)
    found |= _all_writes(children(node))


def _write_mapping(node: ast.MatchMapping, found: set[str]) -> None:
    if node.rest:
        found.add(node.rest)
    found |= _all_writes(children(node))


_WRITES: _Rules = {
    ast.Name: _write_name,
    ast.Constant: lambda _node, _found: None,
    ast.FunctionDef: _write_function,
    ast.AsyncFunctionDef: _write_function,
    ast.ClassDef: lambda node, found: found.add(node.name),
    ast.Lambda: lambda _node, _found: None,
    **dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), _write_comprehension),
    **dict.fromkeys((ast.Import, ast.ImportFrom), _write_import),
    **dict.fromkeys((ast.ExceptHandler, ast.MatchAs, ast.MatchStar), _write_named),
    ast.MatchMapping: _write_mapping,
}


def walrus_targets(node: ast.AST) -> set[str]:
    """Names that `:=` assigns anywhere below a node."""
    return {inner.target.id for inner in named_expressions(node)}


def named_expressions(node: ast.AST) -> list[ast.NamedExpr]:
    """The `:=` at and below a node."""
    return [inner for inner in all_nodes(node) if isinstance(inner, ast.NamedExpr)]


def writes_of(statements: Iterable[ast.AST]) -> set[str]:
    """Names that any of the statements may assign."""
    return _all_writes(statements)


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """The names of a function's parameters."""
    return _parameters(function.args)


def free_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Names that the body of a function reads and does not assign: those of the scopes around it."""
    declared = {name for inner in own_nodes(function.body) if isinstance(inner, ast.Nonlocal) for name in inner.names}
    own = (writes_of(function.body) | _parameters(function.args)) - declared
    return (_all_reads(function.body) | declared) - own


def own_nodes(statements: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes below the statements that belong to their scope; of functions in it the defaults, not the body."""
    pending = list(statements)
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, FUNCTIONS):
            pending.append(node.args)
        elif not isinstance(node, _CLOSED):
            pending += children(node)


def captures(own: Iterable[ast.AST]) -> list[tuple[ast.AST, set[str]]]:
    """The functions and lambdas among `own_nodes`, each with the outer names that it reads when called."""
    found: list[tuple[ast.AST, set[str]]] = []
    for node in own:
        if isinstance(node, ast.Lambda):
            found.append((node, reads(node.body) - _parameters(node.args)))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append((node, free_names(node)))
        elif isinstance(node, ast.ClassDef):
            found.append((node, _all_reads(node.body)))
    return found


def called_by_name(body: Sequence[ast.stmt], own: Iterable[ast.AST]) -> dict[ast.AST, str]:
    """The functions and lambdas that nothing but calls by one name can run, each with that name."""
    made: dict[str, list[ast.AST]] = {}
    calls: list[ast.Name] = []
    for node in own:
        match node:
            case ast.FunctionDef(name=name, decorator_list=[]):
                made.setdefault(name, []).append(node)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as function):
                made.setdefault(name, []).append(function)
            case ast.Call(func=ast.Name() as name):
                calls.append(name)
            case _:
                pass
    names = (node for part in body for node in all_nodes(part) if isinstance(node, ast.Name))
    uses = Counter(name.id for name in names if isinstance(name.ctx, ast.Load))
    direct = Counter(node.id for node in calls)
    return {found[0]: name for name, found in made.items() if len(found) == 1 and uses[name] == direct[name]}


def _parameters(arguments: ast.arguments) -> set[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {argument.arg for argument in every if argument is not None}


def _all_reads(nodes: Iterable[ast.AST]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        _add_reads(node, found)
    return found


def _all_writes(nodes: Iterable[ast.AST]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        _write(node, found)
    return found
