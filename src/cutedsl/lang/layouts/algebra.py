"""The layout algebra as kernels call it: each function takes a layout, a tuple or a tensor."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, overload

from cutedsl import layout as algebra
from cutedsl.lang.layouts.tree import register_layouts
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tiles.takes_threads import TakesThreads
from cutedsl.layout import ComposedLayout, Layout

if TYPE_CHECKING:
    from cutedsl.lang.layouts.algebra_types import CountFunction, LayoutFunction, SizeFunction, TensorT

register_layouts()

P = ParamSpec("P")
R = TypeVar("R")


def _by_name(function: Callable[..., Any], args: tuple[object, ...], kwargs: dict[str, object]) -> tuple[object, ...]:
    """The arguments with the first in its place, where it was given by its name."""
    name = function.__code__.co_varnames[0]
    return (kwargs.pop(name),) if not args and name in kwargs else args


def _on_tensors(function: Callable[P, R]) -> LayoutFunction:
    """`function` of a layout, applied to a tensor's layout: the same memory under the resulting layout."""

    @wraps(function)
    def apply(*args: object, **kwargs: object) -> object:
        args = _by_name(function, args, kwargs)
        if args and isinstance(args[0], Tensor):
            result = function(args[0].tiled_layout, *args[1:], **kwargs)  # pyright: ignore[reportCallIssue]
            assert isinstance(result, Layout | ComposedLayout)
            return args[0].with_layout(result)
        return function(*args, **kwargs)  # pyright: ignore[reportCallIssue]

    return cast("LayoutFunction", apply)


def _of_layout(function: Callable[P, R]) -> Callable[..., Any]:
    """`function` of a layout's facts, applied to a tensor's layout."""

    @wraps(function)
    def apply(*args: object, **kwargs: object) -> object:
        args = _by_name(function, args, kwargs)
        if args and isinstance(args[0], Tensor):
            args = (args[0].layout, *args[1:])
        elif args and isinstance(args[0], TensorSSA):
            args = (args[0].shape, *args[1:])
        return function(*args, **kwargs)  # pyright: ignore[reportCallIssue]

    return apply


coalesce = _on_tensors(algebra.coalesce)
composition = _on_tensors(algebra.composition)
logical_divide = _on_tensors(algebra.logical_divide)
zipped_divide = _on_tensors(algebra.zipped_divide)
tiled_divide = _on_tensors(algebra.tiled_divide)
flat_divide = _on_tensors(algebra.flat_divide)
group_modes = _on_tensors(algebra.group_modes)
append = _on_tensors(algebra.append)
prepend = _on_tensors(algebra.prepend)
append_ones = _on_tensors(algebra.append_ones)
prepend_ones = _on_tensors(algebra.prepend_ones)
rank: CountFunction = _of_layout(algebra.rank)
depth: CountFunction = _of_layout(algebra.depth)
cosize: SizeFunction = _of_layout(algebra.cosize)


def size(a: Any, mode: Any = (), *, loc: object = None, ip: object = None) -> int | Any:
    """Number of elements of a layout, a tensor, a vector or a tuple; of threads, of a tiled copy or multiply.

    >>> size(Layout("(4,(2,3)):(1,(4,8))"), mode=[1])
    6
    """
    if isinstance(a, TakesThreads):
        return a.size
    facts = a.layout if isinstance(a, Tensor) else a.shape if isinstance(a, TensorSSA) else a
    return algebra.size(facts, mode)


@overload
def slice_(src: Tensor, coord: Any) -> Tensor: ...
@overload
def slice_(src: Layout, coord: Any) -> Layout: ...
@overload
def slice_(src: Any, coord: Any) -> Any: ...
def slice_(src: object, coord: object) -> object:
    """The modes of `src` where `coord` is None; a tensor's pointer moves by the others."""
    if isinstance(src, Tensor):
        return src[coord]  # pyright: ignore[reportArgumentType]
    return algebra.slice_(src, coord)  # pyright: ignore[reportArgumentType]


def local_tile(input: TensorT, tiler: object, coord: object, proj: object = None) -> TensorT:
    """The tile at `coord` of a tensor cut into tiles; None in `coord` keeps that rest mode.

    Law: `zipped_divide(input, tiler)` sliced at the rest coordinate. Entries of `coord` after those that `proj` is for
    are of the modes that the tiler does not have.
    """
    return input.local_tile(tiler, coord, proj)  # pyright: ignore[reportReturnType]


def local_partition(target: TensorT, tiler: object, index: object, proj: object = 1) -> TensorT:
    """What thread `index` of the thread layout `tiler` owns of a tensor.

    Shapes: a tensor (M,N) and a thread layout (m,n) give (M/m,N/n): one tile `tiler` has one element of each thread.
    """
    return target.local_partition(tiler, index, proj)  # pyright: ignore[reportReturnType]
