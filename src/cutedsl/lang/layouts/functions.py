"""Further layout functions as kernels call them: those that also take a tensor, and questions about values."""

from __future__ import annotations

from typing import Any, TypeAlias

from cutedsl import layout as algebra
from cutedsl.errors import fail
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout
from cutedsl.staging.numeric import Numeric, NumericMeta
from cutedsl.staging.scalars import Integer

Int: TypeAlias = int | Integer
"""An integer, known while tracing or only at run time."""


def shape(input: Any, *, mode: Any = None) -> Any:
    """The shape of a layout, a tensor, or a tuple of numbers; of one `mode` if given.

    >>> shape(Layout("(4,(2,3)):(1,(4,8))"), mode=[1, 0])
    2
    """
    whole = input.layout if isinstance(input, Tensor) else input
    return algebra.shape(whole) if mode is None else algebra.shape(algebra.get(whole, mode))


def get(input: Any, mode: Any) -> Any:
    """Mode `mode` (a path of indices) of a layout, a tensor's layout or a tuple."""
    return algebra.get(input.layout if isinstance(input, Tensor) else input, mode)


def select(input: Any, mode: Any) -> Any:
    """The listed modes of a layout, a tensor or a tuple, in their order there."""
    if isinstance(input, Tensor):
        return input.with_layout(algebra.select(input.tiled_layout, mode))
    return algebra.select(input, mode)


def filter_zeros(input: Any, *, target_profile: Any = None) -> Any:
    """A layout or tensor with extent 1 where the stride is 0; by `target_profile` where that is given."""
    if isinstance(input, Tensor):
        return input.with_layout(filter_zeros(input.tiled_layout, target_profile=target_profile))
    return algebra.filter_zeros(input, target_profile=target_profile)


def filter(input: Any) -> Any:
    """A layout or tensor without modes of extent 1 or stride 0."""
    return input.with_layout(algebra.filter(input.tiled_layout)) if isinstance(input, Tensor) else algebra.filter(input)


def dice(src: Any, dicer: Any) -> Any:
    """The modes of `src` where `dicer` is not None."""
    if isinstance(src, Tensor):
        return src.with_layout(algebra.dice(src.tiled_layout, dicer))
    return algebra.dice(src, dicer)


def max_common_layout(a: Any, b: Any) -> Layout:
    """The longest layout that both lay out alike from their first element on; layouts or tensors.

    Shapes: any two layouts; the result has rank 1 and indexes both.
    """
    return algebra.max_common_layout(_layout(a), _layout(b))


def max_common_vector(a: Any, b: Any) -> int:
    """How many elements both lay out alike from their first on; layouts or tensors.

    Shapes: any two layouts.
    """
    return algebra.max_common_vector(_layout(a), _layout(b))


def size_in_bytes(dtype: type[Numeric], layout: Any) -> Any:
    """Bytes that elements of `dtype` take under a layout, gaps included.

    Shapes: any layout.

    >>> from cutedsl import Float16
    >>> size_in_bytes(Float16, Layout("(8,64):(64,1)"))
    1024
    """
    if not isinstance(dtype, NumericMeta):
        raise fail("invalid-dtype", f"`size_in_bytes` got {dtype!r}, which is not a numeric type")
    return algebra.size_in_bytes(dtype.spec.width if not dtype.spec.is_bool else 8, _layout(layout))


def _layout(src: Any) -> Any:
    return src.layout if isinstance(src, Tensor) else src


def is_integer(value: object) -> bool:
    """Whether `value` is an integer, of Python or of the DSL.

    >>> is_integer(3), is_integer(True), is_integer(2.5)
    (True, False, False)
    """
    if isinstance(value, Numeric):
        return value.spec.is_integer and not value.spec.is_bool
    return isinstance(value, int) and not isinstance(value, bool)


def is_int_tuple(value: object) -> bool:
    """Whether `value` is an integer or a nested tuple of them.

    >>> is_int_tuple((1, (2, 3))), is_int_tuple((1, None))
    (True, False)
    """
    if isinstance(value, tuple):
        return all(is_int_tuple(item) for item in value)  # pyright: ignore[reportUnknownVariableType]
    return is_integer(value)


def pretty_str(arg: object) -> str:
    """The text of a tuple or number as CuTe writes it: no spaces, `_` for None. Of anything else, `str` of it.

    >>> pretty_str((4, (2, None))), pretty_str(algebra.make_swizzle(2, 4, 3))
    ('(4,(2,_))', 'S<2,4,3>')
    """
    match arg:
        case tuple() | int() | Numeric() | algebra.Unknown() | None:
            return algebra.tuple_text(arg)  # pyright: ignore[reportArgumentType]
        case _:
            return str(arg)
