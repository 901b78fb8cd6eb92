"""What a call of a `@jit` function from Python returns: what is known while tracing, and its own arguments."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from cutedsl.driver.compile.trace_state import check_returned
from cutedsl.errors.frozen import frozen
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.tree import run_time_handles

_PLAIN = (bool, int, float, str, bytes, type(None))
_CONTAINERS = (tuple, list, set, frozenset, dict)


@frozen
class OfArgument:
    """Stands in a result for an argument: the position among the arguments, then those inside of tuples and lists."""

    path: tuple[int, ...]


def static_result(name: str, result: object, arguments: Sequence[object] = ()) -> object:
    """The result of the function `name`, with numbers that are known while tracing as Python's numbers.

    Of the traced `arguments`, those that it returns become an `OfArgument`.

    Errors: return-dynamic.
    """
    if result is None:
        return None
    known = [(path, value, handles) for path, value in _leaves(arguments) if (handles := run_time_handles(value))]

    def leaf(value: Any) -> object:
        if is_numeric(value) and value.is_static:
            return value.value
        handles = run_time_handles(value) if known and value is not None else []
        for path, argument, theirs in known if handles else ():
            if value is argument or (_alike(value, argument) and handles == theirs):
                return OfArgument(path)
        return value

    found = _map_leaves(result, leaf)
    check_returned(name, found)
    return found


def fresh(result: object, arguments: Sequence[object] = ()) -> object:
    """A result for one more call: containers are new, so that a caller may change its own; arguments are the call's.

    >>> kept = {"tile": [1, 2]}
    >>> fresh(kept) == kept, fresh(kept) is kept
    (True, False)
    >>> fresh((1, OfArgument((0,))), ["x"])
    (1, 'x')
    """
    return _map_leaves(result, lambda leaf: _at(arguments, leaf.path) if isinstance(leaf, OfArgument) else leaf)


def _leaves(arguments: Sequence[object], above: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], object]]:
    """Arguments and what is in their tuples and lists, with their places."""
    for k, value in enumerate(arguments):
        if type(value) in (tuple, list):
            yield from _leaves(cast("Sequence[object]", value), (*above, k))
        else:
            yield (*above, k), value


def _at(arguments: Any, path: Sequence[int]) -> object:
    for k in path:
        arguments = arguments[k]
    return arguments


def _alike(one: Any, other: Any) -> bool:
    """Whether values of the same handles are the same: of one class, and, if they have layouts, of one layout."""
    if type(one) is not type(other):
        return False
    if hasattr(type(one), "layout"):
        return str(one) == str(other)
    return is_numeric(one)


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
