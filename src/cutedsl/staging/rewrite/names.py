"""Which names a piece of source reads and assigns in the scope that it stands in."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_CLOSED = (*FUNCTIONS, ast.ClassDef, ast.Name, ast.Constant)
_LEAVES = (ast.Constant, ast.expr_context, ast.operator, ast.cmpop)


def reads(node: ast.AST | None) -> set[str]:
    """Names that evaluating `node` may read, including those that functions defined in it read later."""
    if node is None or isinstance(node, _LEAVES):
        return set()
    match node:
        case ast.Name():
            return {node.id} if isinstance(node.ctx, ast.Load) else set()
        case ast.Lambda():
            return _all_reads([node.args]) | (reads(node.body) - _parameters(node.args))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return _all_reads([*node.decorator_list, node.args]) | free_names(node)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            inner = _all_reads(ast.iter_child_nodes(node))
            return inner - _all_writes([gen.target for gen in node.generators])
        case ast.AugAssign(target=ast.Name(id=name)):
            return {name} | reads(node.value)
        case _:
            return _all_reads(ast.iter_child_nodes(node))


def writes(node: ast.AST | None) -> set[str]:
    """Names that `node` may assign in its own scope: not those of functions, classes and comprehensions in it."""
    if node is None or isinstance(node, _LEAVES):
        return set()
    match node:
        case ast.Name():
            return {node.id} if isinstance(node.ctx, ast.Store | ast.Del) else set()
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return {node.name} | _all_writes([*node.decorator_list, *node.args.defaults])
        case ast.ClassDef():
            return {node.name}
        case ast.Lambda():
            return set()
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return {inner.target.id for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr)}
        case ast.Import() | ast.ImportFrom():
            return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
        case ast.ExceptHandler():
            return ({node.name} if node.name else set()) | _all_writes(ast.iter_child_nodes(node))
        case ast.MatchAs() | ast.MatchStar():
            return ({node.name} if node.name else set()) | _all_writes(ast.iter_child_nodes(node))
        case ast.MatchMapping():
            return ({node.rest} if node.rest else set()) | _all_writes(ast.iter_child_nodes(node))
        case _:
            return _all_writes(ast.iter_child_nodes(node))


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
    """All nodes below the statements that belong to their scope; functions in it are given, not entered."""
    pending = list(statements)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _CLOSED):
            pending.extend(ast.iter_child_nodes(node))


def captures(statements: Iterable[ast.AST]) -> list[tuple[ast.AST, set[str]]]:
    """The functions and lambdas defined in the statements, each with the outer names that it reads when called."""
    found: list[tuple[ast.AST, set[str]]] = []
    for node in own_nodes(statements):
        if isinstance(node, ast.Lambda):
            found.append((node, reads(node.body) - _parameters(node.args)))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append((node, free_names(node)))
        elif isinstance(node, ast.ClassDef):
            found.append((node, _all_reads(node.body)))
    return found


def _parameters(arguments: ast.arguments) -> set[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {argument.arg for argument in every if argument is not None}


def _all_reads(nodes: Iterable[ast.AST]) -> set[str]:
    return set().union(*(reads(node) for node in nodes))


def _all_writes(nodes: Iterable[ast.AST]) -> set[str]:
    return set().union(*(writes(node) for node in nodes))
