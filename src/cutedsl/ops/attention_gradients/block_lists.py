"""Block masks from the side of the keys: the blocks of queries that see a block of keys, and in which turn."""

from __future__ import annotations

import functools
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, empty
from cutedsl.ops.attention_forward.block_mask import BlockLists, list_stand_ins
from cutedsl.ops.programs import call, compiled_for
from cutedsl.ops.reduction.fold_modes import reshaped
from cutedsl.testing.checked import is_checked

_LANES: Final = 32


def queries_of_keys(lists: BlockLists) -> list[View]:
    """The lists of a block mask turned round, by a kernel.

    There is one list for the blocks that the mask cuts, then one for those that it leaves whole. For each block of
    keys it has how many blocks of queries see it, and which. For each of these it has how many blocks of keys its
    queries see before this one.
    """
    first = lists.views[0]
    batch, heads, rows = first.shape
    columns = lists.views[1].shape[3]
    own = tuple(1 if stride == 0 else n for n, stride in zip((batch, heads), first.strides, strict=False))
    shapes = [(*own, columns), (*own, columns, rows), (*own, columns, rows)] * 2
    made = [empty(first, shape, "int32") for shape in shapes]
    given = [_first_of(view, own) for view in lists.views]
    call(_program(first.target, is_checked()), [*given, *made], ())
    return [_repeated(view, (batch, heads)) for view in made]


def _first_of(view: View, own: tuple[int, ...]) -> View:
    """A list without the repetition for batches and heads."""
    return reshaped(view, (*own, *view.shape[2:]), view.strides)


def _repeated(view: View, counts: tuple[int, int]) -> View:
    strides = [0 if n == 1 else d for n, d in zip(view.shape, view.strides, strict=True)][:2]
    return reshaped(view, (*counts, *view.shape[2:]), (*strides, *view.strides[2:]))


def turned_stand_ins() -> tuple[Any, ...]:
    """What programs are compiled for in place of these lists."""
    cut_counts, cut, whole_counts, whole = list_stand_ins()
    _, cut_turns, _, whole_turns = list_stand_ins()
    return cut_counts, cut, cut_turns, whole_counts, whole, whole_turns


@cute.kernel
def turn_lists_kernel(lists: tuple[cute.Tensor, ...], made: tuple[cute.Tensor, ...]):
    """One warp: a block of keys. Its lanes look for it in the lists of each block of queries."""
    lane = cute.arch.lane_idx()
    column, head, batch = cute.arch.block_idx()
    at = batch, head, column
    cut, whole = cutlass.Int32(0), cutlass.Int32(0)
    for row in range(cute.size(lists[0], [2])):
        cut_here, cut_before = look(lists[0], lists[1], (batch, head, row), column, lane)
        whole_here, whole_before = look(lists[2], lists[3], (batch, head, row), column, lane)
        if whole_here:
            if lane == 0:
                made[4][*at, whole] = row
                made[5][*at, whole] = cut_before + whole_before
            whole += 1
        elif cut_here:
            if lane == 0:
                made[1][*at, cut] = row
                made[2][*at, cut] = cut_before + whole_before
            cut += 1
    if lane == 0:
        made[0][at] = cut
        made[3][at] = whole


@cute.jit
def look(counts: Any, indices: Any, at: Any, column: Any, lane: Any):
    """Whether a list has a block of keys, and how many it has before it, in any order."""
    here, before = cutlass.Int32(0), cutlass.Int32(0)
    for i in range(lane, counts[at], _LANES):
        found = indices[*at, i]
        here += cutlass.Int32(found == column)
        before += cutlass.Int32(found < column)
    return cute.arch.warp_reduction_sum(here) > 0, cute.arch.warp_reduction_sum(before)


@cute.jit
def turn_lists(
    cut_counts: cute.Tensor,
    cut: cute.Tensor,
    whole_counts: cute.Tensor,
    whole: cute.Tensor,
    queries_cut_counts: cute.Tensor,
    queries_cut: cute.Tensor,
    cut_turns: cute.Tensor,
    queries_whole_counts: cute.Tensor,
    queries_whole: cute.Tensor,
    whole_turns: cute.Tensor,
):
    """Launches the kernel: a warp for each block of keys."""
    batches, heads, columns = queries_cut_counts.shape
    made = queries_cut_counts, queries_cut, cut_turns, queries_whole_counts, queries_whole, whole_turns
    turn_lists_kernel((cut_counts, cut, whole_counts, whole), made).launch(
        grid=(columns, heads, batches), block=(_LANES, 1, 1)
    )


@functools.cache
def _program(target: str, checked: bool) -> Any:
    """The program for lists of any extents; `checked` tells those of checked runs apart."""
    return compiled_for(target, turn_lists, *list_stand_ins(), *turned_stand_ins())
