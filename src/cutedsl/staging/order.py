"""Comparison and order as Python means them, of tuples, lists, dicts and dataclasses that hold run-time values.

Python compares containers element by element and asks each result for its truth, which a run-time value does not have
yet; here the results are joined by Boolean operations. What holds no run-time value is compared by Python itself.
"""

from __future__ import annotations

import builtins
import dataclasses
import operator
from collections.abc import Callable, Iterable
from functools import cache
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, TypeAlias

from cutedsl.errors import fail
from cutedsl.staging.choose import all_, any_, any_numeric, not_
from cutedsl.staging.choose import max as larger
from cutedsl.staging.choose import min as smaller
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.scopes import expression_scope
from cutedsl.staging.scopes.condition import truth
from cutedsl.staging.tree import flatten, is_dynamic, is_registered

Truth: TypeAlias = Any
"""bool | Boolean"""

_PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "Eq": operator.eq,
    "NotEq": operator.ne,
}
_FUNCTIONS = (FunctionType, MethodType, BuiltinFunctionType)
_STRICT = {"Lt": "Lt", "LtE": "Lt", "Gt": "Gt", "GtE": "Gt"}


def compare(name: str, a: Any, b: Any) -> Any:
    """`a < b` and the like; `name` is that of Python's AST, such as `LtE`.

    Errors: python-operation for a function that is compared with a number, which never equals it.
    """
    if name in ("Eq", "NotEq"):
        _refuse_function(a, b)
        _refuse_function(b, a)
    if is_numeric(a) or is_numeric(b) or not (holds_dynamic(a) or holds_dynamic(b)):
        return _PLAIN[name](a, b)
    if name == "Eq":
        return equal(a, b)
    if name == "NotEq":
        return not_(equal(a, b))
    first, second = _items(a), _items(b)
    if first is None or second is None or not _compared_by_content(a, b):
        return _PLAIN[name](a, b)
    return _ordered(name, first, second)


def _refuse_function(a: Any, b: Any) -> None:
    if isinstance(a, _FUNCTIONS) and (is_numeric(b) or type(b) in (bool, int, float)):
        name = a.__name__
        raise fail("python-operation", f"the function `{name}` is compared with a number", fix=f"Call it: `{name}()`.")


def equal(a: Any, b: Any) -> Truth:
    """`a == b`; what is one object counts as equal inside of containers, as for Python."""
    if is_numeric(a) or is_numeric(b) or not (holds_dynamic(a) or holds_dynamic(b)):
        return a == b
    if not _compared_by_content(a, b):
        return a == b
    if isinstance(a, dict):
        return a.keys() == b.keys() and all_(_same_truth(value, b[key]) for key, value in a.items())
    first, second = _items(a), _items(b)
    if first is None or second is None:
        return a == b
    return len(first) == len(second) and all_(map(_same_truth, first, second))


def contains(items: Iterable[Any], item: Any) -> Truth:
    """`item in items`, one by one."""
    return any_(_same_truth(item, other) for other in items)


def holds_dynamic(value: Any) -> bool:
    """Whether a container, or a dataclass that Python compares by its fields, holds a run-time value."""
    if isinstance(value, tuple | list | dict) or _compares_fields(type(value)):
        return any(map(is_dynamic, flatten(value)[0]))
    parts = getattr(type(value), "__staged_parts__", None)
    return parts is not None and holds_dynamic(parts(value))


def sorted(values: Iterable[Any], /, *, key: Callable[[Any], Any] | None = None, reverse: bool = False) -> list[Any]:
    """Python's `sorted`; with run-time values a network of comparisons, n (n - 1) / 2 of them, which is stable too."""
    items = list(values)
    keys = [item if key is None else key(item) for item in items]
    if not dynamic(keys):
        return builtins.sorted(items, key=key, reverse=reverse)
    if key is None and all(is_numeric(item) or not isinstance(item, tuple | list) for item in items):
        return _sorted_numbers(items, reverse)
    swaps = "Gt" if reverse else "Lt"
    for end in range(len(items) - 1, 0, -1):
        for k in range(end):
            swap = truth(compare(swaps, keys[k + 1], keys[k]))
            keys[k : k + 2] = pick(swap, keys[k + 1], keys[k]), pick(swap, keys[k], keys[k + 1])
            items[k : k + 2] = pick(swap, items[k + 1], items[k]), pick(swap, items[k], items[k + 1])
    return items


def min(*values: Any, **options: Any) -> Any:
    """Python's `min`, also of tuples and by a `key` that are known at run time."""
    return _extreme(smaller, "Lt", values, options)


def max(*values: Any, **options: Any) -> Any:
    """Python's `max`, also of tuples and by a `key` that are known at run time."""
    return _extreme(larger, "Gt", values, options)


def _extreme(of_numbers: Callable[..., Any], better: str, values: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """The first of the arguments, or of one iterable, that no other one is `better` than."""
    items = list(values[0]) if len(values) == 1 and not is_numeric(values[0]) else list(values)
    key = options.get("key")
    keys = [item if key is None else key(item) for item in items]
    if not dynamic(keys) or (key is None and any_numeric(items)):
        return of_numbers(items, **options)
    best, best_key = items[0], keys[0]
    for item, its_key in zip(items[1:], keys[1:], strict=True):
        found = truth(compare(better, its_key, best_key))
        best, best_key = pick(found, item, best), pick(found, its_key, best_key)
    return best


def _sorted_numbers(items: list[Any], reverse: bool) -> list[Any]:
    """Numbers in order: what is exchanged is the smaller and the larger of two, in their common type."""
    first, second = (larger, smaller) if reverse else (smaller, larger)
    for end in range(len(items) - 1, 0, -1):
        for k in range(end):
            items[k], items[k + 1] = first(items[k], items[k + 1]), second(items[k], items[k + 1])
    return items


def pick(condition: Truth, a: Any, b: Any) -> Any:
    """`a if condition else b` of values that are there already; error branch-type-mismatch."""
    scope = expression_scope.begin("if", condition, simple=True, as_test=False)
    return (
        expression_scope.end(scope, scope.arm() and a, scope.arm() and b) if scope.dynamic else (a if condition else b)
    )


def _same_truth(a: Any, b: Any) -> Truth:
    return a is b or truth(equal(a, b))


def _ordered(name: str, a: list[Any], b: list[Any]) -> Truth:
    """The first elements that differ decide; without such, the lengths."""
    result: Truth = _PLAIN[name](len(a), len(b))
    for x, y in reversed(list(zip(a, b, strict=False))):
        same = _same_truth(x, y)
        if same is not True:
            result = any_([truth(compare(_STRICT[name], x, y)), all_([same, result])])
    return result


def dynamic(values: Iterable[Any]) -> bool:
    """Whether one of the values is known at run time only, or holds something that is."""
    return any((is_numeric(value) and not value.is_static) or holds_dynamic(value) for value in values)


def _compared_by_content(a: Any, b: Any) -> bool:
    """Whether Python compares two containers by what they hold: kinds of tuples with each other, dataclasses of one
    class."""
    kinds = (tuple, list, dict)
    return any(isinstance(a, kind) and isinstance(b, kind) for kind in kinds) or type(a) is type(b)


def _items(value: Any) -> list[Any] | None:
    """What Python compares of a container, in order."""
    if isinstance(value, tuple | list):
        return list(value)
    if _compares_fields(type(value)):
        return [getattr(value, field.name) for field in dataclasses.fields(value) if field.compare]
    parts = getattr(type(value), "__staged_parts__", None)
    return None if parts is None else list(parts(value))


@cache
def _compares_fields(cls: type) -> bool:
    """Whether a class is a dataclass whose `==` is the one that `dataclass` writes."""
    if not dataclasses.is_dataclass(cls) or is_registered(cls):
        return False
    code = getattr(cls.__eq__, "__code__", None)
    return code is not None and code.co_filename == "<string>"
