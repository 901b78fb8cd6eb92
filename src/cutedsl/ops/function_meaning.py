"""When two functions of an author mean the same."""

from __future__ import annotations

import types
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, cast

import cutedsl.cute as cute


@cute.jit
def _any_jit_function() -> None:
    """An example of its class."""


FUNCTIONS: Final = (type(_any_jit_function), types.FunctionType, types.BuiltinFunctionType, types.MethodType, partial)
"""What an author may pass as a function."""


def function_meaning(function: Any) -> object:
    """Something that is equal for functions that mean the same: its code, and what it reads from outside.

    That may be numbers, texts, modules, functions that read these, and tuples of them. None where it reads anything
    else, which may change between calls, or itself.
    """
    return _meaning(function, ())


def _meaning(function: Any, readers: tuple[object, ...]) -> object:
    if isinstance(function, type(_any_jit_function)):
        function = function.function  # of `@cute.jit`
    if not isinstance(function, types.FunctionType) or function in readers:
        return None
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    defaults = *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()
    read = (*cells, *(function.__globals__[name] for name in names_read(function)), *defaults)
    found = [_meaning_of_value(value, (*readers, function)) for value in read]
    return None if None in found else (function.__code__, tuple(found))


def _meaning_of_value(value: Any, readers: tuple[object, ...]) -> object:
    if isinstance(value, types.FunctionType):
        return _meaning(value, readers)
    if isinstance(value, tuple):
        several = [_meaning_of_value(item, readers) for item in cast("Sequence[Any]", value)]
        return None if None in several else tuple(several)
    plain = value is None or isinstance(value, types.ModuleType | int | float | str)
    return (type(value), value) if plain else None


def names_read(function: types.FunctionType) -> list[str]:
    """The globals that a function and the functions inside it may read."""
    names: list[str] = []
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        names += [name for name in code.co_names if name in function.__globals__ and name not in names]
        codes += [inner for inner in code.co_consts if isinstance(inner, types.CodeType)]
    return names
