"""`cute.print_tensor`: a tensor with all its elements, printed when the program runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.algebra import size
from cutedsl.lang.make import make_rmem_tensor
from cutedsl.lang.printing import printf
from cutedsl.lang.tensor import Tensor
from cutedsl.lang.tensor_ssa import TensorSSA
from cutedsl.staging.explicit import for_generate, if_generate, yield_out
from cutedsl.types import AddressSpace

_MOST_MODES = 3


def print_tensor(tensor: object, *, verbose: bool = False) -> None:
    """Prints where a tensor lies, its layout and its elements: rows are mode 0, columns mode 1, blocks mode 2.

    `verbose` prints one line an element, with its coordinate. A host function prints memory of the CPU; a kernel prints
    once for each thread that comes here.

    Errors: printf-argument for other objects, not-yet for more than three modes and for packed elements.
    Source: reference/cute-dsl.md 3.8.
    """
    shown = _in_memory(tensor)
    rank = len(shown.shape) if isinstance(shown.shape, tuple) else 1
    if rank > _MOST_MODES:
        raise fail("not-yet", f"`print_tensor` of {rank} modes")
    bits = shown.element_type.spec.width
    if bits < 8 and not shown.element_type.spec.is_bool:
        raise fail("not-yet", f"`print_tensor` of {shown.element_type.__name__}, which is packed")
    extents = [size(shown, mode=[k]) for k in range(rank)]
    _header(shown, " (" if verbose else "")
    if verbose:
        _listed(shown, extents)
        return
    printf("       [", end="")
    if rank == _MOST_MODES:
        blocks = extents[2]
        _each(blocks, lambda k: _block(shown, extents, k, k < blocks - 1))
    else:
        _block(shown, extents, None, False)
    printf("])")


def _in_memory(value: object) -> Tensor:
    if isinstance(value, Tensor):
        return value
    if isinstance(value, TensorSSA):
        kept: Any = make_rmem_tensor(value.shape, value.dtype)
        kept.store(value)
        return kept
    raise fail("printf-argument", f"`print_tensor` is given a {type(value).__name__}")


def _header(tensor: Tensor, opening: str) -> None:
    """`tensor(raw_ptr(0x...: f32, generic, align<4>) o (4,3):(3,1), data=`; memory of arguments is `generic`."""
    spec, align = tensor.element_type.spec, tensor.align_bytes
    space = "generic" if tensor.memspace is AddressSpace.gmem else tensor.memspace.name
    kind = f"{spec.short}, {space}, align<{align}>"
    if tensor.memspace is AddressSpace.rmem:
        printf(f"tensor(raw_ptr({kind}) o {{}}, data={opening}", tensor.layout)
        return
    printf(f"tensor(raw_ptr(0x%016x: {kind}) o {{}}, data={opening}", tensor.iterator.toint(), tensor.layout)


def _block(tensor: Tensor, extents: list[Any], last: Any, more: Any) -> None:
    """The rows of mode 0, with the elements of mode 1; `more` blocks follow."""
    rows = extents[0]

    def row(i: Any) -> None:
        if_generate(i > 0, lambda: printf("        ", end=""))
        printf("[", end="")
        if len(extents) == 1:
            _element(tensor[i])
        else:
            _each(extents[1], lambda j: _element(tensor[(i, j) if last is None else (i, j, last)]))
        if_generate(i < rows - 1, lambda: printf("],"), lambda: printf("]", end=""))

    if last is not None:
        if_generate(last > 0, lambda: printf("        ", end=""))
    _each(rows, row)
    if more is not False:
        if_generate(more, lambda: printf(",\n"))


def _listed(tensor: Tensor, extents: list[Any]) -> None:
    """One line an element, in row-major order."""
    names = "(" + ",".join(["{}"] * len(extents)) + ")"

    def inner(coordinate: tuple[Any, ...]) -> None:
        if len(coordinate) == len(extents):
            first, *more = coordinate
            value = tensor[coordinate if more else first]
            printf(f"\t{names}= {'%f' if _is_float(value) else '%d'}", *coordinate, value)
        else:
            _each(extents[len(coordinate)], lambda i: inner((*coordinate, i)))

    inner(())
    printf(")")


def _each(extent: Any, body: Callable[[Any], None]) -> None:
    for i in for_generate(0, extent):
        body(i)
        yield_out()


def _element(value: Any) -> None:
    printf("% f, " if _is_float(value) else "% d, ", value, end="")


def _is_float(value: Any) -> bool:
    return value.spec.is_float
