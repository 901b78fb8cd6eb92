"""When two functions of an author mean the same."""

from __future__ import annotations

import types
from functools import partial
from typing import Any, Final

import cutedsl.cute as cute


@cute.jit
def _any_jit_function() -> None:
    """An example of its class."""


FUNCTIONS: Final = (type(_any_jit_function), types.FunctionType, types.BuiltinFunctionType, types.MethodType, partial)
"""What an author may pass as a function."""


def function_meaning(function: Any) -> object:
    """Something that is equal for functions that mean the same: its code, and the numbers and modules it reads.

    None where it reads anything else: that may change between calls.
    """
    if isinstance(function, type(_any_jit_function)):
        function = function.function  # of `@cute.jit`
    if not isinstance(function, types.FunctionType):
        return None
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    names = [name for name in function.__code__.co_names if name in function.__globals__]
    read = (*cells, *(function.__globals__[name] for name in names), *(function.__defaults__ or ()))
    if not all(isinstance(value, types.ModuleType | int | float | str) for value in read):
        return None
    return function.__code__, tuple((type(value), value) for value in read)
