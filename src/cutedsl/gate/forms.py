"""The files that the gate reads: KernelBench's (`Model`, `get_inputs`, `get_init_inputs`) and plain functions.

A KernelBench file says its sizes as integers of the module; the gate runs it again with others in their places.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cutedsl.errors.frozen import frozen
from cutedsl.gate.cases import SMALLEST

_MAKERS: Final = ("get_inputs", "get_init_inputs")
_RANDOM: Final = ("rng", "generator", "seed")


class FormError(Exception):
    """A file that has neither form."""


@frozen
class Problem:
    """What a reference file says at some sizes: the reference, how inputs are made, and what its model takes."""

    make_inputs: Callable[[int], Sequence[Any]]
    make_reference: Callable[[Sequence[Any]], Any]
    make_init: Callable[[], Sequence[Any]]
    settings: Mapping[str, Any]


@frozen
class ProblemFile:
    """A reference file; `sizes` are those that it has, `at` gives the problem with others in their places."""

    path: Path
    tree: ast.Module
    sizes: tuple[int, ...]
    names: Mapping[str, int]

    @staticmethod
    def read(path: Path) -> ProblemFile:
        """Errors: FormError; whatever running the file raises."""
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        space = _run(path, tree)
        if "make_inputs" in space:
            given = inspect.signature(space["make_inputs"]).parameters.values()
            names = {p.name: p.default for p in given if type(p.default) is int and p.name not in _RANDOM}
            return ProblemFile(path, tree, tuple(names.values()), names)
        if "get_inputs" not in space:
            raise FormError(
                f"{path} has neither `get_inputs` (with `Model`, as KernelBench has them) nor `make_inputs` "
                "(with `reference`)"
            )
        found = {n for value in _constants(tree, space).values() for n in _integers(value)}
        found |= {n.value for maker in _makers(tree) for n in ast.walk(maker) if _is_size(n)}  # pyright: ignore
        return ProblemFile(path, tree, tuple(sorted(n for n in found if n >= SMALLEST)), {})

    def at(self, sizes: Mapping[int, int]) -> Problem:
        """The problem with each size replaced. Errors: FormError; whatever running the file raises."""
        space = _run(self.path, self.tree if self.names else _resized(self.tree, _run(self.path, self.tree), sizes))
        settings = space.get("GATE", {})
        if "make_inputs" in space:
            function: Any = space.get("reference")
            if not callable(function):
                raise FormError(f"{self.path} has `make_inputs` and no function `reference`")
            chosen = {name: sizes.get(value, value) for name, value in self.names.items()}
            make = space["make_inputs"]
            reference: Callable[..., Any] = function
            return Problem(lambda seed: _made(make, seed, chosen), lambda _: reference, lambda: (), settings)
        model: Any = space.get("Model")
        if not callable(model):
            raise FormError(f"{self.path} has `get_inputs` and no class `Model`")
        init = space.get("get_init_inputs", list)
        return Problem(lambda _: space["get_inputs"](), lambda args: model(*args), init, settings)


def _run(path: Path, tree: ast.Module) -> dict[str, Any]:
    space: dict[str, Any] = {"__name__": "reference", "__file__": str(path)}
    exec(compile(tree, str(path), "exec"), space)
    return space


def _made(make: Callable[..., Any], seed: int, sizes: Mapping[str, int]) -> Sequence[Any]:
    import numpy as np

    given: dict[str, Any] = dict(sizes)
    for name in inspect.signature(make).parameters:
        if name in _RANDOM:
            given[name] = seed if name == "seed" else np.random.default_rng(seed)
    made = make(**given)
    return made if isinstance(made, list | tuple) else (made,)


def _constants(tree: ast.Module, space: Mapping[str, Any]) -> dict[str, Any]:
    """The integers, and tuples and lists of them, that the module assigns to names."""
    return {name: space[name] for node in tree.body for name in _assigned(node) if _integers(space.get(name))}


def _assigned(node: ast.stmt) -> list[str]:
    """The names that a statement of the module assigns: `M = 4`, `M: int = 4`, `M, N = 4, 8`.

    >>> _assigned(ast.parse("M, (N, *REST) = SIZES").body[0])
    ['M', 'N', 'REST']
    """
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name) and _is_stored(one)]


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _integers(value: object) -> list[int]:
    """The integers of a value: of a number, or of lists and dictionaries of nothing else.

    >>> _integers({"rows": 4, "tile": (2, 8)}), _integers([4, 0.5])
    ([4, 2, 8], [])
    """
    if isinstance(value, bool):
        return []
    if isinstance(value, int):
        return [value]
    parts = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(parts, tuple | list):
        return []
    found = [_integers(one) for one in parts]
    return [number for some in found for number in some] if all(found) else []


def _replaced(value: Any, sizes: Mapping[int, int]) -> Any:
    """A value of `_integers` with other sizes."""
    if isinstance(value, int):
        return sizes.get(value, value)
    if isinstance(value, dict):
        return {key: _replaced(one, sizes) for key, one in value.items()}
    return type(value)(_replaced(one, sizes) for one in value)


def _makers(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in _MAKERS]


def _is_size(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


class _Resize(ast.NodeTransformer):
    def __init__(self, sizes: Mapping[int, int]) -> None:
        self._sizes = sizes

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if _is_size(node) and node.value in self._sizes:
            return ast.copy_location(ast.Constant(self._sizes[node.value]), node)  # pyright: ignore
        return node


def _resized(tree: ast.Module, space: Mapping[str, Any], sizes: Mapping[int, int]) -> ast.Module:
    known = _constants(tree, space)
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in _MAKERS:
            again = ast.parse(ast.unparse(node)).body[0]
            body.append(ast.fix_missing_locations(_Resize(sizes).visit(again)))
            continue
        body.append(node)
        for name in _assigned(node):
            if name in known:
                body.extend(ast.parse(f"{name} = {_replaced(known[name], sizes)!r}").body)
    return ast.fix_missing_locations(ast.Module(body, tree.type_ignores))
