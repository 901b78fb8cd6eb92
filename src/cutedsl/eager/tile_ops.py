"""Copies and multiplies of whole tiles, element by element; what a warp does together has no eager form yet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Protocol

import numpy as np

from cutedsl.arch.atoms.copy import UNIVERSAL, copy_record
from cutedsl.eager.arithmetic import fused
from cutedsl.eager.indices import data_of
from cutedsl.eager.memory import Threads
from cutedsl.eager.tensors import EagerTensor, read, write
from cutedsl.eager.values import Array
from cutedsl.errors import fail
from cutedsl.layout import size


class Masked(Threads, Protocol):
    """Threads whose innermost mask can be narrowed."""

    masks: list[Array]


def copy(operands: Sequence[EagerTensor], atom: str, who: Masked) -> None:
    """Every element of a plain or asynchronous copy, where its atom's predicate holds.

    Elsewhere an asynchronous copy writes zeros and a plain one writes nothing. Errors: not-yet.
    """
    src, dst, *pred = operands
    record = copy_record(atom)
    if record.threads > 1:
        raise fail("not-yet", f"`{atom}` in an eager run")
    total = _extent(size(src.layout))
    each = 1
    if pred and atom != f"{UNIVERSAL}.0":
        each = total // _extent(size(pred[0].layout))
    for k in range(total):
        holds = read(pred[0], k // each, who) if pred else who.live
        who.masks.append(who.live & holds)
        value = read(src, k, who)
        write(dst, k, value, who)
        who.masks.pop()
        if pred and atom.startswith("cp."):
            who.masks.append(who.live & np.logical_not(holds))
            write(dst, k, np.zeros_like(value), who)
            who.masks.pop()


def gemm(operands: Sequence[Any], atom: str | None, who: Threads) -> None:
    """`c[m,n] += a[m,k] * b[n,k]`, or element by element for one mode; each multiply-add rounds once.

    Errors: not-yet for the multiplies of a warp.
    """
    a, b, c, *accumulate = operands
    if (atom is not None and not atom.startswith("fma.")) or accumulate:
        raise fail("not-yet", f"`{atom}` in an eager run")
    skip = 0 if atom is None else 1
    modes = [_modes(tensor) - skip for tensor in (a, b, c)]
    if modes[2] < 2:
        for i in range(_extent(size(c.layout))):
            _multiply_add((a, i), (b, i), (c, i), who)
        return
    value = (0,) * skip
    m, n = (_extent(size(c.layout, [skip + mode])) for mode in range(2))
    depth = _extent(size(a.layout, [skip + 1])) if modes[0] > 1 else 1
    for kk, nn, mm in product(range(depth), range(n), range(m)):
        along = (kk,) if modes[0] > 1 else ()
        _multiply_add((a, (*value, mm, *along)), (b, (*value, nn, *along)), (c, (*value, mm, nn)), who)


def _modes(tensor: EagerTensor) -> int:
    shape = tensor.layout.shape
    return len(shape) if isinstance(shape, tuple) else 1


def _multiply_add(
    a: tuple[EagerTensor, Any], b: tuple[EagerTensor, Any], c: tuple[EagerTensor, Any], who: Threads
) -> None:
    x, y, z = (read(tensor, coord, who) for tensor, coord in (a, b, c))
    write(*c, fused(c[0].type.dtype, x, y, z), who)


def _extent(extent: Any) -> int:
    """An extent as a number; it is the same in all lanes."""
    return extent if isinstance(extent, int) else int(data_of(extent).reshape(-1)[0])
