"""Operands of matrix products, brought into an order that the multipliers take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from cutedsl.ops.arrays import View, empty
from cutedsl.ops.gemm_tuning.choice import COPY_BYTES, Operand
from cutedsl.ops.transposes import transposed_into


def along_k(view: View, axis: int, before: list[Callable[[], None]]) -> View:
    """The operand with K (its `axis`) contiguous: itself, or a copy that a run of `before` makes.

    A copy is made only of what is contiguous in the other axis; anything else is left to the general kernel.
    """
    other = -3 - axis
    if view.strides[axis] == 1 or view.strides[other] != 1:
        return view
    turned = swapped(view) if axis == -1 else view  # (..., K, other), its rows contiguous
    *batch, k, rows = turned.shape
    unit = COPY_BYTES // view.item_bytes
    room = empty(view, (*batch, rows, -(-k // unit) * unit))
    copy = replace(room, shape=(*batch, rows, k))
    before.append(partial(transposed_into, turned, copy))
    return copy if axis == -1 else swapped(copy)


def swapped(view: View) -> View:
    """The same memory with the last two axes exchanged."""
    *axes, i, j = range(view.rank)
    order = (*axes, j, i)
    shape, strides = tuple(view.shape[k] for k in order), tuple(view.strides[k] for k in order)
    return replace(view, shape=shape, strides=strides)


def in_turn(before: list[Callable[[], None]], launch: Callable[[], None]) -> Callable[[], None]:
    """One run of all."""
    return partial(_run_all, (*before, launch)) if before else launch


def _run_all(runs: tuple[Callable[[], None], ...]) -> None:
    for run in runs:
        run()


def vector_operand(view: View | None) -> Operand | None:
    """The class of layouts of a vector, or of a stack of them: (groups, N)."""
    if view is None:
        return None
    lead = view.rank - 1 if view.strides[-1] == 1 else None
    unit = COPY_BYTES // view.item_bytes
    aligned = view.pointer % COPY_BYTES == 0 and all(d % unit == 0 for d in view.strides[:lead])
    return Operand(view.dtype_name, view.rank, lead, aligned)
