"""Where the host decides by the values of an input.

Memory of NumPy inputs is the host's own and stays open, so what reads it is looked for in the candidate's text. A value
that decides which kernel runs, or whether one does, may be one that the gate never draws.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

_VIEWS: Final = ("T", "mT", "flat", "real", "imag", "data", "A")
"""Attributes of an array that have its values."""
_VIEW_METHODS: Final = (
    "ravel", "reshape", "view", "flatten", "astype", "copy", "transpose", "squeeze", "swapaxes", "diagonal", "take",
    "numpy", "detach", "cpu", "clone", "contiguous", "to", "float", "double", "abs", "round", "__getitem__", "get",
)  # fmt: skip
_VALUE_METHODS: Final = (
    "item", "tolist", "tobytes", "any", "all", "max", "min", "sum", "mean", "argmax", "argmin", "nonzero", "std", "var",
    "ptp", "prod", "trace", "dot", "__float__", "__int__", "__bool__", "__eq__", "__ne__", "__lt__", "__gt__",
)  # fmt: skip
_NUMBERS: Final = (
    "float",
    "int",
    "bool",
    "complex",
    "str",
    "repr",
    "hash",
    "bytes",
    "memoryview",
    "list",
    "tuple",
    "set",
)
_TESTS: Final = (ast.If, ast.IfExp, ast.While, ast.Assert)


def decided_by_values(
    functions: Sequence[ast.FunctionDef], arrays: Mapping[str, set[str]], names: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """A check and a message for each place; `arrays` has the arguments of each function that are arrays, `names` what
    imported names are."""
    known = {function.name: function for function in functions}
    of = {name: set(found) for name, found in arrays.items()}
    for _ in functions:  # arrays are handed on from function to function
        for function in functions:
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                    _hand_on(node, known, of, of.get(function.name, set()))
    for function in functions:
        yield from _Values(of.get(function.name, set()), names).of(function)


def _hand_on(call: ast.Call, known: Mapping[str, ast.FunctionDef], of: dict[str, set[str]], arrays: set[str]) -> None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    called = known.get(name)
    if called is None:
        return
    parameters = [one.arg for one in called.args.args if one.arg not in ("self", "cls")]
    for parameter, given in zip(parameters, call.args, strict=False):
        if isinstance(given, ast.Name) and given.id in arrays:
            of.setdefault(name, set()).add(parameter)


class _Values:
    """The values of arrays in one function."""

    def __init__(self, arrays: set[str], names: Mapping[str, str]) -> None:
        self._arrays = set(arrays)
        self._names = names

    def of(self, function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
        self._add_aliases(function)
        node: Any
        for node in ast.walk(function):
            if isinstance(node, _TESTS):
                tests: list[ast.expr] = [node.test]
            elif isinstance(node, ast.comprehension):
                tests = node.ifs
            elif isinstance(node, ast.Match):
                tests = [node.subject]
            else:
                tests = [node] if self._is_number(node) else []
            for test in tests:
                if self._has_values(test):
                    yield "memory", f"the host reads values of an input at line {test.lineno}: `{ast.unparse(test)}`"

    def _add_aliases(self, function: ast.FunctionDef) -> None:
        """Names of parts of arrays, unless they are also names of something else."""
        assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
        others = {
            target.id
            for node in assigned
            for target in node.targets
            if isinstance(target, ast.Name) and not self._is_array(node.value)
        }
        self._arrays -= others
        for _ in assigned:
            for node in assigned:
                if self._is_array(node.value) or self._is_value(node.value):
                    self._arrays |= {one.id for one in node.targets if isinstance(one, ast.Name)} - others

    def _is_array(self, node: ast.AST) -> bool:
        """Whether an expression has values of an array, as an array or an element of one."""
        match node:
            case ast.Name():
                return node.id in self._arrays
            case ast.Subscript():
                return self._is_array(node.value)
            case ast.Attribute():
                return node.attr in _VIEWS and self._is_array(node.value)
            case ast.Call(func=ast.Attribute(value=owner, attr=method)):
                if isinstance(owner, ast.Name) and self._names.get(owner.id) == "numpy":
                    return any(map(self._is_array, node.args))
                return method in _VIEW_METHODS and self._is_array(owner)
            case _:
                return False

    def _is_value(self, node: ast.AST) -> bool:
        """Whether a call gives a number of an array's values."""
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in _VALUE_METHODS:
                return self._is_array(owner)
            case _:
                return False

    def _is_number(self, node: ast.AST) -> bool:
        """Whether an element of an array becomes a number or text of the host's."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=[given]) if name in _NUMBERS:
                return self._is_value(given) or (self._is_array(given) and not isinstance(given, ast.Name))
            case ast.Call(func=ast.Attribute(attr="item" | "tolist" | "tobytes")):
                return self._is_value(node)
            case _:
                return False

    def _has_values(self, test: ast.AST) -> bool:
        """Whether a condition has values of an array in it. Which object one is, and its kind, are not such."""
        if isinstance(test, ast.Compare) and all(isinstance(one, ast.Is | ast.IsNot) for one in test.ops):
            return False
        if self._is_array(test) or self._is_value(test) or self._is_number(test):
            return True
        if isinstance(test, ast.Attribute) or (isinstance(test, ast.Call) and not self._computes(test)):
            return False
        return any(map(self._has_values, ast.iter_child_nodes(test)))

    def _computes(self, call: ast.Call) -> bool:
        """Whether a call's result follows from the values that it is given: not `len`, `isinstance`, functions of the
        candidate's own, which are looked at themselves."""
        if isinstance(call.func, ast.Attribute):
            owner = call.func.value
            return isinstance(owner, ast.Name) and self._names.get(owner.id) in ("numpy", "math", "operator", "torch")
        return getattr(call.func, "id", "") in ("any", "all", "sum", "max", "min", "abs", "round", *_NUMBERS)
