"""`cute.print_tensor`: a tensor with all its elements, printed when the program runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.lang.debugging.printing import pointer_text, printf
from cutedsl.lang.layouts.algebra import size
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.coord_tensor import CoordTensor
from cutedsl.lang.tensors.make import make_rmem_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.staging.explicit import for_generate, if_generate, yield_out
from cutedsl.staging.operators import is_numeric
from cutedsl.types import AddressSpace

_INDENT = " " * 7


def print_tensor(tensor: object, *, verbose: bool = False) -> None:
    """Prints where a tensor lies, its layout and its elements: rows are mode 0, columns mode 1, further modes blocks.

    A tensor of one mode has an element a line; of several, the last mode is the outermost bracket. The elements of a
    coordinate tensor are coordinates. `verbose` prints one line an element, with its coordinate. A host function prints
    memory of the CPU; a kernel prints once for each thread that comes here.

    Errors: printf-argument for other objects, not-yet for packed elements.
    Source: CUTLASS's notebook `print`.
    """
    shown = _in_memory(tensor)
    rank = len(shown.shape) if isinstance(shown.shape, tuple) else 1
    bits = shown.element_type.spec.width
    if bits < 8 and not shown.element_type.spec.is_bool:
        raise fail("not-yet", f"`print_tensor` of {shown.element_type.__name__}, which is packed")
    extents = [size(shown, mode=[k]) for k in range(rank)]
    _header(shown, " (" if verbose else "")
    if verbose:
        _listed(shown, extents)
        return
    printf(_INDENT, end="")
    if rank == 1:
        _loop_with_separator(extents[0], ",\n" + _INDENT, lambda i: _row(shown, [i], None))
    else:
        _bracket(shown, extents, [*range(rank - 1, 1, -1), 0], {}, len(_INDENT))
    printf(")")


def _in_memory(value: object) -> Tensor:
    if isinstance(value, Tensor):
        return value
    if isinstance(value, TensorSSA):
        kept: Any = make_rmem_tensor(value.shape, value.dtype)
        kept.store(value)
        return kept
    raise fail("printf-argument", f"`print_tensor` got {with_article(type(value).__name__)}")


def _header(tensor: Tensor, opening: str) -> None:
    """`tensor(raw_ptr(0x...: f32, generic, align<4>) o (4,3):(3,1), data=`; memory of arguments is `generic`."""
    if isinstance(tensor, CoordTensor):
        printf(f"tensor({{}} o {{}}, data={opening}", tensor.start, tensor.layout)
        return
    address = [] if tensor.memspace is AddressSpace.rmem else [tensor.iterator.toint()]
    printf(f"tensor({pointer_text(tensor)} o {{}}, data={opening}", *address, tensor.layout)


def _bracket(tensor: Tensor, extents: list[Any], modes: list[int], chosen: dict[int, Any], indent: int) -> None:
    """A bracket around the parts along the first of `modes`, outermost first; the others are at `chosen`."""
    mode, *inner = modes

    def part(i: Any) -> None:
        here = {**chosen, mode: i}
        if inner:
            _bracket(tensor, extents, inner, here, indent + 1)
        else:
            _row(tensor, [here[0], None, *(here[k] for k in range(2, len(extents)))], extents[1])

    printf("[", end="")
    _loop_with_separator(extents[mode], (",\n\n" if inner else ",\n") + " " * (indent + 1), part)
    printf("]", end="")


def _row(tensor: Tensor, coord: list[Any], columns: Any) -> None:
    """One line of elements, those along mode 1; the one element at `coord` for a tensor without columns."""
    printf("[ " if isinstance(tensor, CoordTensor) else "[", end="")
    if columns is None:
        _element(tensor[coord[0]])
    else:
        _loop_over(columns, lambda j: _element(tensor[(coord[0], j, *coord[2:])]))
    printf("]", end="")


def _listed(tensor: Tensor, extents: list[Any]) -> None:
    """One line an element, in row-major order."""
    names = "(" + ",".join(["{}"] * len(extents)) + ")"

    def inner(coordinate: tuple[Any, ...]) -> None:
        if len(coordinate) == len(extents):
            first, *more = coordinate
            value: Any = tensor[coordinate if more else first]
            printf(f"\t{names}= {_format(value, '')}", *coordinate, value)
        else:
            _loop_over(extents[len(coordinate)], lambda i: inner((*coordinate, i)))

    inner(())
    printf(")")


def _loop_over(extent: Any, body: Callable[[Any], None]) -> None:
    for i in for_generate(0, extent):
        body(i)
        yield_out()


def _loop_with_separator(extent: Any, between: str, body: Callable[[Any], None]) -> None:
    """A loop that prints `between` from one turn to the next."""

    def turn(i: Any) -> None:
        if_generate(i > 0, lambda: printf(between, end=""))
        body(i)

    _loop_over(extent, turn)


def _element(value: Any) -> None:
    printf(f"{_format(value, ' ')}, ", value, end="")


def _format(value: Any, sign: str) -> str:
    """The format of an element; a space may stand for the sign. A coordinate prints as it is."""
    if isinstance(value, Sequence) or not is_numeric(value):
        return "{}"
    return f"%{sign}f" if value.spec.is_float else f"%{sign}d"
