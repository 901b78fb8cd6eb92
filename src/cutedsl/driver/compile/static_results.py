"""Results of `@jit` functions that are known while tracing: what a call from Python returns."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, cast

from cutedsl.driver.compile.trace_state import check_returned
from cutedsl.staging.operators import is_numeric

_PLAIN = (bool, int, float, str, bytes, type(None))
_CONTAINERS = (tuple, list, set, frozenset, dict)


def static_result(name: str, result: object) -> object:
    """The result of the function `name`, with numbers that are known while tracing as Python's numbers.

    Errors: return-dynamic.
    """
    found = _map_leaves(result, lambda leaf: leaf.value if is_numeric(leaf) and leaf.is_static else leaf)
    check_returned(name, found)
    return found


def fresh(result: object) -> object:
    """A result for one more call: containers are new, so that a caller may change its own.

    >>> kept = {"tile": [1, 2]}
    >>> fresh(kept) == kept, fresh(kept) is kept
    (True, False)
    """
    return _map_leaves(result, lambda leaf: leaf)


def text_of_result(result: object) -> str | None:
    """A result as text that other processes can read; None where it has parts that only this process knows.

    >>> text_of_result((1, [True, None])), text_of_result(float("inf")), text_of_result(int)
    ('(1, [True, None])', None, None)
    """
    if not _is_plain(result):
        return None
    text = repr(result)
    try:
        return text if ast.literal_eval(text) == result else None
    except ValueError:
        return None


def result_of_text(text: str) -> object:
    """The inverse of `text_of_result`. Raises `ValueError` for other text."""
    try:
        return ast.literal_eval(text)
    except SyntaxError as wrong:
        raise ValueError(f"not the text of a result: {text!r}") from wrong


def _map_leaves(value: Any, leaf: Callable[[Any], object]) -> object:
    """A value with `leaf` applied to what is not a container of Python's; its containers are made anew."""
    if type(value) not in _CONTAINERS:
        return leaf(value)
    if type(value) is dict:
        pairs = cast("dict[object, object]", value).items()
        return {_map_leaves(key, leaf): _map_leaves(item, leaf) for key, item in pairs}
    return type(value)(_map_leaves(item, leaf) for item in value)


def _is_plain(value: Any) -> bool:
    if type(value) is dict:
        pairs = cast("dict[object, object]", value).items()
        return all(_is_plain(key) and _is_plain(item) for key, item in pairs)
    if type(value) in (tuple, list):
        return all(map(_is_plain, value))
    return type(value) in _PLAIN
