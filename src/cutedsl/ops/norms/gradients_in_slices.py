"""RMS norm and layer norm of long rows, backward: a block keeps the weights of its columns, for all rows.

Floor: as in `gradients`. How it gets there: `rowwise.slices`; a row takes one exchange, of the means
and sums of its parts, and the weights' gradients are complete but for one number from each team of blocks.
"""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.ops.arrays import View, empty
from cutedsl.ops.norms.slice_moments import merged_moments, merged_squares, moments_in_part, squares_in_part
from cutedsl.ops.programs import launch
from cutedsl.ops.rowwise.rows import flat_rows
from cutedsl.ops.rowwise.slices import (
    RowWork,
    Slices,
    SliceTile,
    each_row_in_slices,
    own_access,
    place_of,
    slices_of,
    write_access,
)
from cutedsl.ops.workspaces import workspace

_FEW_TEAMS: Final = 2
_MANY_BLOCKS: Final = 32
"""Of a row."""


@cute.kernel
def norm_backward_in_slices_kernel(
    grad: cute.Tensor, x: cute.Tensor, weight: Any, dx: cute.Tensor, dweight: Any, dbias: Any, memory: cute.Tensor,
    flags: cute.Tensor, eps: cutlass.Float32, blocks: cutlass.Int32, tile: cutlass.Constexpr[SliceTile],
    centred: cutlass.Constexpr[bool],
):  # fmt: skip
    """As `gradients.norm_backward_kernel`; `dweight` and `dbias` get a row from each team of blocks."""
    cute.arch.griddepcontrol_launch_dependents()  # those that add up the parts start now, and wait for this grid
    place = place_of(x, blocks, tile)
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    thread, _, _ = cute.arch.thread_idx()
    loads = tile.accesses // 32
    shared = None
    if cutlass.const_expr(weight is not None):
        layout = cute.make_layout(((4, tile.vector // 4), tile.threads), stride=((1, 4 * tile.threads), 4))
        shared = utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, 16)
        if thread < tile.threads:
            shared[None, thread].store(own_access(weight, place, tile))
    totals = [cute.make_rmem_tensor(tile.vector, cutlass.Float32) for _ in range(2)]
    for total in totals:
        total.fill(0.0)
    first = warp // tile.rows * tile.accesses + lane

    def found(values: Any, inside: Any, per_element: Any) -> list[Any]:
        pull, own = values
        if shared is not None:
            held = cute.make_rmem_tensor((tile.vector, loads), cutlass.Float32)
            for k in cutlass.range_constexpr(loads):
                held[None, k].store(shared[None, first + 32 * k].load())
            pull = pull * held.load()
        return moments_in_part(own, inside, per_element, pull) if centred else squares_in_part(own, pull)

    def known(numbers: Any, per_element: Any) -> list[Any]:
        mean, squares, pull, products = numbers if centred else (0.0, numbers[0], 0.0, numbers[1])
        scale = cute.math.rsqrt(squares * per_element + eps)
        slope = products * per_element * scale * scale * scale
        return [scale, slope, mean, pull * per_element * scale] if centred else [scale, slope]

    def each(index: Any, row: Any, values: Any) -> None:
        scale, slope, mean, shift = row
        given, own = values
        scaled, away = given * scale, own - mean if centred else own
        weighted = scaled if shared is None else scaled * shared[None, thread].load().reshape(tile.vector)
        found = cute.math.fma(away, -slope, weighted - shift if centred else weighted)
        write_access(found, flat_rows(dx)[(index, None)], place, tile)
        if dweight is not None:
            totals[0].store(cute.math.fma(scaled, away, totals[0].load()))
        if dbias is not None:
            totals[1].store(totals[1].load() + given)

    def end() -> None:
        for total, target in zip(totals, (dweight, dbias), strict=True):
            if target is not None:
                write_access(total.load(), target[(place.team, None)], place, tile)

    merged, numbers = (merged_moments, 4) if centred else (merged_squares, 2)
    each_row_in_slices((grad, x), memory, flags, place, tile, RowWork(found, merged, known, each, end, numbers))


@cute.jit
def norm_backward_in_slices(
    grad: cute.Tensor, x: cute.Tensor, weight: Any, dx: cute.Tensor, dweight: Any, dbias: Any, memory: cute.Tensor,
    flags: cute.Tensor, eps: cutlass.Float32, blocks: cutlass.Int32, teams: cutlass.Int32,
    tile: cutlass.Constexpr[SliceTile], centred: cutlass.Constexpr[bool],
):  # fmt: skip
    """As `gradients.norm_backward_rows`, by `teams` of `blocks`."""
    norm_backward_in_slices_kernel(
        grad, x, weight, dx, dweight, dbias, memory, flags, eps, blocks, tile, centred
    ).launch(
        grid=(blocks * teams, 1, 1),
        block=(tile.block, 1, 1),
        min_blocks_per_mp=1,
        cooperative=True,
    )


def gradient_slices(columns: int, vector: int, rows: int, centred: bool) -> Slices | None:
    """The slices for gradients of rows; None where the GPU does not hold the blocks of one row.

    What many blocks find about a row comes later: 262144 columns take 808 us with a lag of 3 groups and 797 with 4
    (layer norm 924 and 845). Rows of few blocks are faster with 3, which leaves more loads under way.

    Half as many blocks exchange half as much. Of layer norm, whose threads then hold more, only the longest rows gain
    by it: 845 us for 899 at 2048x262144, but 835 for 826 at 4096x131072.
    """
    wide = slices_of(columns, rows, SliceTile(vector, 1))
    if wide is None or (not centred and wide.blocks < _MANY_BLOCKS):
        return wide
    if centred and wide.teams > _FEW_TEAMS:
        return slices_of(columns, rows, SliceTile(vector, 1, threads=256, rows=4, stages=6, lag=4, carriers=5))
    return slices_of(columns, rows, SliceTile(vector, 1, stages=6, lag=4, carriers=5))


def launch_in_slices(
    grad: View, x: View, weight: View | None, dx: View, kinds: tuple[bool, bool], eps: float, slices: Slices,
    centred: bool,
) -> list[View]:  # fmt: skip
    """Launches the gradients; returns the parts of the sums over rows, of those of (weight, bias) that are wanted."""
    parts = [empty(x, (slices.teams, x.shape[-1]), "float32") if wanted else None for wanted in kinds]
    memory, flags = workspace(x, slices.numbers, slices.flags)
    launch(
        norm_backward_in_slices,
        (grad, x, weight, dx, *parts, memory, flags),
        slices.tile,
        centred,
        numbers=[eps, slices.blocks, slices.teams],
    )
    return [part for part in parts if part is not None]
