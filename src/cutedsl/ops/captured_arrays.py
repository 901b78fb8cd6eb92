"""Functions of an author that read arrays from outside: a kernel takes these arrays as arguments."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import DTYPES, View, same_device, view_of
from cutedsl.ops.function_meaning import function_meaning, names_read

_KINDS: Final[dict[str, Any]] = {**DTYPES, "bool": cutlass.Boolean, "uint8": cutlass.Uint8}


def captured_arrays(functions: Sequence[Any], first: View) -> list[View]:
    """The arrays that functions read by closures, globals and defaults, each once for each reading.

    One without axes is seen as one element. Errors: ops-device, ops-dtype.
    """
    found: list[View] = []

    def take(name: str, value: Any) -> Any:
        if _is_array(value):
            view = view_of(name, value if len(value.shape) else value[None], tuple(_KINDS))
            same_device(first, **{name: view})
            found.append(view)
        return value

    for function in functions:
        rebuilt(function, take)
    return found


def captured_names(is_wanted: Callable[[Any], bool], *functions: Any) -> list[str]:
    """The names of the values from outside that functions read and that `is_wanted` holds for."""
    found: list[str] = []

    def look(name: str, value: Any) -> Any:
        if is_wanted(value):
            found.append(name)
        return value

    for function in functions:
        rebuilt(function, look)
    return found


def meaning_with_arrays(function: Any) -> object:
    """`function_meaning`, in which an array counts with its type and rank only; the arrays may change."""

    def described(_: str, value: Any) -> Any:
        return f"array of {value.dtype}, {len(value.shape)} axes" if _is_array(value) else value

    return function_meaning(rebuilt(function, described))


def stand_in(view: View) -> Any:
    """What a program is compiled for in place of a captured array: any extents and strides."""
    kind = _KINDS[view.dtype_name]
    extents, strides = (tuple(make() for _ in view.shape) for make in (cute.sym_int, cute.sym_int64))
    return cute.runtime.make_fake_tensor(kind, extents, strides, assumed_align=max(1, kind.width // 8))


def with_tensors(functions: Sequence[Any], tensors: Sequence[Any]) -> list[Any]:
    """The functions with a kernel's tensors in place of the arrays of `captured_arrays`, in its order.

    The functions of torch that `_TORCH` names compute on the kernel's numbers.
    """
    left = list(tensors)

    def put(_: str, value: Any) -> Any:
        if _is_array(value):
            tensor = left.pop(0)
            return tensor if len(value.shape) else tensor[0]
        return _TORCH if isinstance(value, types.ModuleType) and value.__name__ == "torch" else value

    return [rebuilt(function, put) for function in functions]


def rebuilt(function: Any, replace: Callable[[str, Any], Any]) -> Any:
    """A plain Python function in which `replace(name, value)` stands for each value that it reads from outside.

    Functions that it reads, also in tuples and lists, are rebuilt too. Anything else than a plain function is itself.
    """
    return _Rebuilder(replace).function(function)


class _Rebuilder:
    """Rebuilds functions; `seen` are those under way, which may read themselves."""

    def __init__(self, replace: Callable[[str, Any], Any]) -> None:
        self.replace = replace
        self.seen: set[int] = set()

    def function(self, function: Any) -> Any:
        if not isinstance(function, types.FunctionType) or id(function) in self.seen:
            return function
        self.seen.add(id(function))
        code = function.__code__
        cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
        closure = tuple(types.CellType(self.value(name, cell.cell_contents)) for name, cell in cells)
        read = {name: self.value(name, function.__globals__[name]) for name in names_read(function)}
        defaults = tuple(self.value("default", value) for value in function.__defaults__ or ())
        made = types.FunctionType(code, {**function.__globals__, **read}, function.__name__, defaults or None, closure)
        made.__kwdefaults__ = function.__kwdefaults__
        self.seen.discard(id(function))
        return made

    def value(self, name: str, value: Any) -> Any:
        if isinstance(value, types.FunctionType):
            return self.function(value)
        if isinstance(value, tuple | list):
            return type(value)([self.value(name, item) for item in value])
        return self.replace(name, value)


def _is_array(value: Any) -> bool:
    return hasattr(value, "__dlpack__") and not isinstance(value, type)


_TORCH: Final = types.SimpleNamespace(
    inf=float("inf"),
    where=cutlass.select_,
    abs=abs,
    maximum=cutlass.max,
    minimum=cutlass.min,
    logical_and=lambda a, b: a & b,
    logical_or=lambda a, b: a | b,
    logical_not=lambda a: a == False,  # noqa: E712
    exp=lambda x: cute.math.exp(x),
    exp2=lambda x: cute.math.exp2(x),
    log=lambda x: cute.math.log(x),
    log2=lambda x: cute.math.log2(x),
    sqrt=lambda x: cute.math.sqrt(x),
    rsqrt=lambda x: cute.math.rsqrt(x),
    sin=lambda x: cute.math.sin(x),
    cos=lambda x: cute.math.cos(x),
    tanh=lambda x: cute.math.tanh(x),
    floor=lambda x: cute.math.floor(x),
)
"""Functions of torch that score and mask functions use, on numbers of a kernel."""
