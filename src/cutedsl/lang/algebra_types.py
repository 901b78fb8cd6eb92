"""What type checkers are told of the algebra: a tensor gives a tensor, a layout a layout, and sizes are integers."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, overload

from cutedsl.lang.tensor import Tensor
from cutedsl.layout import ComposedLayout, Layout
from cutedsl.staging.scalars import Int32

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
    def __call__(self, target: Any, *args: Any, **kwargs: Any) -> Any: ...


class SizeFunction(Protocol):
    """How many elements: an `int` where all extents are known while compiling, else an `Int32`."""

    def __call__(self, x: Any, mode: Any = (), *, loc: object = None, ip: object = None) -> int | Int32: ...


class CountFunction(Protocol):
    """How many modes or levels."""

    def __call__(self, x: Any, mode: Any = (), *, loc: object = None, ip: object = None) -> int: ...
