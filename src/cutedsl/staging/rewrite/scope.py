"""Compiling a definition as it stands in its file, with the free names and the class that its function has."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import CodeType, FunctionType

from cutedsl.errors import internal_error
from cutedsl.staging.rewrite.exec_source import FUTURE_ANNOTATIONS
from cutedsl.staging.rewrite.nodes import at

_FACTORY = "__factory__"


def strip_definition(node: ast.FunctionDef) -> None:
    """Empties what Python evaluates outside of the function: decorators, defaults, annotations, type parameters."""
    node.decorator_list = [ast.copy_location(ast.Constant(None), d) for d in node.decorator_list]  # where it begins
    node.returns = None
    node.args.defaults = [ast.copy_location(ast.Constant(None), node) for _ in node.args.defaults]
    node.args.kw_defaults = [d and ast.copy_location(ast.Constant(None), node) for d in node.args.kw_defaults]
    if hasattr(node, "type_params"):
        node.type_params = []  # type: ignore[attr-defined]
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None


def compiled_in_scope(
    function: FunctionType, node: ast.FunctionDef, extra: Sequence[str] = (), imported: Sequence[str] = ()
) -> CodeType:
    """The code of `node`, in which the free names of `function`, and `extra` ones, come from a closure.

    Names that are global in `function` stay global, also its own name and that of its class. `imported` are names that
    the module imports: CPython calls their attributes in another way.
    """
    given = [*extra, *function.__code__.co_freevars]
    inner: ast.stmt = node
    owner = _class_of(function)
    if owner is not None:
        inner = ast.ClassDef(name=owner, bases=[], keywords=[], body=[node], decorator_list=[])
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(n) for n in given], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    shared = {node.name if owner is None else owner}.difference(given)
    body: list[ast.stmt] = [ast.Global(sorted(shared)), inner] if shared else [inner]
    factory = ast.FunctionDef(name=_FACTORY, args=arguments, body=body, decorator_list=[])
    for generated in (inner, factory):
        if "type_params" in generated._fields and not hasattr(generated, "type_params"):
            generated.type_params = []  # type: ignore[attr-defined]
    imports: list[ast.stmt] = [ast.Import([ast.alias(name) for name in imported])] if imported else []
    module = ast.Module([at(statement, node) for statement in (*imports, factory)], [])
    flags = function.__code__.co_flags & FUTURE_ANNOTATIONS
    code = compile(module, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
    for name in (_FACTORY, *([owner] if owner else []), node.name):
        code = _inner_code(code, name)
    return code


def _inner_code(code: CodeType, name: str) -> CodeType:
    """The code of the function or class `name` that `code` defines."""
    for value in code.co_consts:
        if isinstance(value, CodeType) and value.co_name == name:
            return value
    raise internal_error(f"the rewritten code defines no {name!r}")


def _class_of(function: FunctionType) -> str | None:
    """The class that private names in a function belong to."""
    parts = function.__qualname__.split(".")[:-1]
    for position in range(len(parts) - 1, -1, -1):
        part = parts[position]
        is_function = position + 1 < len(parts) and parts[position + 1] == "<locals>"
        if part != "<locals>" and not is_function:
            return part
    return None
