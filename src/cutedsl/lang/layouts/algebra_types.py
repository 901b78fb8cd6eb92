"""The types of the algebra, for type checkers: a tensor gives a tensor, a layout a layout, and sizes are integers."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, overload

from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, Layout

TensorT = TypeVar("TensorT", bound=Tensor)


class LayoutFunction(Protocol):
    """A function of the algebra: of a tensor the same memory under the resulting layout."""

    @overload
    def __call__(self, target: TensorT, *args: Any, **kwargs: Any) -> TensorT: ...
    @overload
    def __call__(self, target: Layout, *args: Any, **kwargs: Any) -> Layout: ...
    @overload
    def __call__(self, target: ComposedLayout, *args: Any, **kwargs: Any) -> ComposedLayout: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...  # all by their names


class SizeFunction(Protocol):
    """How many elements: an `int` where all extents are known while compiling, else an `Int32`.

    Which of the two it is, no type tells; `Any` stands for the second, as programs pass sizes where an `int` belongs.
    """

    def __call__(self, a: Any, mode: Any = (), *, loc: object = None, ip: object = None) -> int | Any: ...


class CountFunction(Protocol):
    """How many modes or levels."""

    def __call__(self, a: Any, mode: Any = (), *, loc: object = None, ip: object = None) -> int: ...
