"""Typed tensors: `A: Tensor[float, (M, N)]` says what an argument must be, with names for extents that must agree."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout import Layout
from cutedsl.staging.numeric import Numeric, is_numeric_class
from cutedsl.staging.operators import CLASS_OF
from cutedsl.staging.scalars import Boolean, Float32, Int32

_PYTHON_TYPES: Mapping[object, type[Numeric]] = {float: Float32, int: Int32, bool: Boolean}


@frozen
class FreeName:
    """An extent named in annotations only: it binds at the first argument that has it."""

    name: str

    def __repr__(self) -> str:
        return self.name


@frozen
class TypedTensor:
    """What `Tensor[element, shape]` annotates: `shape` has ints and names; None: any. `layout`: that one exactly.

    Source: the typed interface of examples/gemm_python.py.
    """

    element: type[Numeric]
    shape: tuple[Any, ...] | None
    layout: Layout | None = None

    @staticmethod
    def of(parameters: object) -> TypedTensor:
        """`Tensor[element]`, `Tensor[element, shape]`, `Tensor[element, Layout(...)]`. Errors: typed-tensor.

        >>> TypedTensor.of((float, (FreeName("M"), 4)))
        Tensor[Float32, (M, 4)]
        """
        match parameters:
            case (first, second):
                element = _element(first)
            case tuple():
                raise _misfit("no element type and shape")
            case _:
                return TypedTensor(_element(parameters), None)
        if isinstance(second, Layout):
            return TypedTensor(element, _plain_shape(second), second)
        shape: tuple[Any, ...] = tuple(second) if isinstance(second, tuple | list) else (second,)
        for extent in shape:
            if isinstance(extent, bool) or (isinstance(extent, int) and extent < 0) or not _is_extent(extent):
                raise _misfit(f"the extent {extent!r}")
        return TypedTensor(element, shape)

    def __repr__(self) -> str:
        if self.layout is not None:
            return f"Tensor[{self.element.__name__}, {self.layout}]"
        return f"Tensor[{self.element.__name__}{'' if self.shape is None else f', {self.shape!r}'}]"

    def check(self, element: type[Numeric], shape: Sequence[object], where: object) -> None:
        """Refuses an argument of another element type, rank or known extent; `where` names it.

        Errors: argument-dtype, argument-rank, argument-shape.
        """
        if element is not self.element:
            raise fail(
                "argument-dtype",
                f"{where} is annotated {self!r}, got elements of type {element.__name__}",
                fix=f"Convert the array to {self.element.__name__}, or change the annotation.",
            )
        if self.shape is None:
            return
        if len(shape) != len(self.shape):
            raise fail("argument-rank", f"{where} is annotated {self!r}, got {len(shape)} modes")
        for mode, (wanted, extent) in enumerate(zip(self.shape, shape, strict=True)):
            if isinstance(wanted, int) and isinstance(extent, int) and wanted != extent:
                raise fail(
                    "argument-shape",
                    f"{where} is annotated {self!r}, got extent {extent} in mode {mode}",
                    fix="Pass an array of the annotated shape, or name the extent that may change.",
                )


def _misfit(what: str) -> Exception:
    return fail("typed-tensor", f"`Tensor[...]` got {what}")


def _plain_shape(layout: Layout) -> tuple[Any, ...]:
    shape = layout.shape if isinstance(layout.shape, tuple) else (layout.shape,)
    return tuple(shape)


def _is_extent(extent: object) -> bool:
    return isinstance(extent, int | FreeName) or type(extent).__name__ == "SymInt"


def _element(given: Any) -> type[Numeric]:
    """The numeric class behind `float`, `Float16`, `numpy.float32` or `torch.bfloat16`."""
    if given in _PYTHON_TYPES:
        return _PYTHON_TYPES[given]
    if is_numeric_class(given):
        return given
    name = given.__name__ if isinstance(given, type) else str(given).rpartition(".")[2]
    for spec, cls in CLASS_OF.items():
        if name in (spec.numpy_name, spec.name):
            return cls
    raise _misfit(f"{given!r} for the type of its elements")


class FreeNames(Mapping[str, object]):
    """The local names for evaluating an annotation: every name that the author has not defined is a `FreeName`."""

    def __init__(self, known: Mapping[str, object], inner: Mapping[str, object]) -> None:
        self._known = known
        self._inner = inner

    def __getitem__(self, name: str) -> object:
        if name in self._inner:
            return self._inner[name]
        if name in self._known or hasattr(builtins, name):
            raise KeyError(name)  # Python looks further: globals, builtins
        return FreeName(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._inner)

    def __len__(self) -> int:
        return len(self._inner)
