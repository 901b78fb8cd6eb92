"""Rewritten functions: compiled with the author's file and lines, with the same globals and closure cells."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from itertools import count
from types import CellType, CodeType, FunctionType
from typing import Any, ParamSpec, TypeVar, cast

from cutedsl.config import config
from cutedsl.errors import Span, fail
from cutedsl.errors.frozen import frozen
from cutedsl.staging.location import Position, record_targets
from cutedsl.staging.rewrite.names import own_nodes
from cutedsl.staging.rewrite.nodes import STAGE
from cutedsl.staging.rewrite.scope import compiled_in_scope
from cutedsl.staging.rewrite.source import function_node
from cutedsl.staging.rewrite.statements import Statements
from cutedsl.staging.rewrite.thread_exits import exits_replaced
from cutedsl.staging.rewrite.visitor import Replaced, preprocessed, replaced_visits
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.stage import Stage

P = ParamSpec("P")
R = TypeVar("R")


@frozen
class _Rewritten:
    """The new code of a function, and what it calls; `original` keeps the key of the cache alive."""

    original: CodeType
    code: CodeType
    stage: Stage


# Keyed by id: equal code objects of different files are different functions.
_CACHE: dict[tuple[int, Replaced], _Rewritten] = {}


def staged_function(function: Callable[P, R]) -> Callable[P, R]:
    """The function with its control flow staged; it behaves like the original where everything is known while tracing.

    The source is rewritten once. Globals and closure cells are shared with the original, defaults are its own.
    A lambda is given back as it is.

    Errors: no-source, source-changed, decorator-order, unsupported-construct.
    """
    plain = cast(FunctionType, function)
    if plain.__code__.co_name == "<lambda>":
        return function
    key = (id(plain.__code__), replaced_visits())
    known = _CACHE.get(key)
    if known is None:
        known = _CACHE.setdefault(key, _rewrite(plain))
    return cast("Callable[P, R]", _rebuilt(plain, known))


def _rebuilt(function: FunctionType, rewritten: _Rewritten) -> FunctionType:
    """A function of the new code, otherwise like the original."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells[STAGE] = CellType(rewritten.stage)
    closure = tuple(cells[name] for name in rewritten.code.co_freevars)
    result = FunctionType(rewritten.code, function.__globals__, function.__name__, function.__defaults__, closure)
    result.__kwdefaults__ = function.__kwdefaults__
    result.__qualname__ = function.__qualname__
    result.__module__ = function.__module__
    result.__doc__ = function.__doc__
    result.__dict__.update(function.__dict__)
    if sys.version_info < (3, 14):
        result.__annotations__ = function.__annotations__
    return result


def _rewrite(function: FunctionType) -> _Rewritten:
    """Finds the source, rewrites and compiles it."""
    file = function.__code__.co_filename
    node = function_node(function)
    if isinstance(node, ast.AsyncFunctionDef):
        raise fail(
            "unsupported-construct",
            "`async def` is not supported for a kernel or a `@jit` function",
            span=Span.of_node(node, file),
        )
    node = exits_replaced(preprocessed(node), function)
    record_targets(file, _targets(node))
    infos: list[RegionInfo] = []
    free = function.__code__.co_freevars
    node.body = Statements(node, file, frozenset(free), infos, count(1)).block(node.body)
    if config().print_rewritten:
        print(ast.unparse(ast.fix_missing_locations(node)), file=sys.stderr)
        node.decorator_list = []
    code = compiled_in_scope(function, node, (STAGE,)).replace(co_qualname=function.__code__.co_qualname)
    return _Rewritten(function.__code__, code, Stage(infos))


def _targets(node: ast.FunctionDef) -> dict[Position, str]:
    """The expressions that are the whole right side of an assignment to one name."""
    found: dict[Position, str] = {}
    for inner in own_nodes(node.body):
        match inner:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[_position(value)] = name
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found[_position(value)] = name
            case ast.AugAssign(target=ast.Name(id=name)):
                found[_position(inner)] = name
            case _:
                pass
    return found


def _position(node: Any) -> Position:
    return (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset)
