"""RMS norm and layer norm of the longest rows, forward: a block keeps the weights and biases of its columns.

Floor: as in `forward`. How it gets there: `rowwise.slices`; clusters of eight blocks would read the weights and biases
again for each row, as many bytes as the rows have and more.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View
from cutedsl.ops.epilogues import applied
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


@cute.kernel
def norm_in_slices_kernel(
    x: cute.Tensor, weight: Any, bias: Any, y: cute.Tensor, memory: cute.Tensor, flags: cute.Tensor,
    eps: cutlass.Float32, blocks: cutlass.Int32, tile: cutlass.Constexpr[SliceTile],
    centred: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr,
):  # fmt: skip
    """As `forward.norm_kernel`, without a residual."""
    place = place_of(x, blocks, tile)
    scales, shifts = (None if v is None else own_access(v, place, tile) for v in (weight, bias))

    def found(values: Any, inside: Any, per_element: Any) -> list[Any]:
        return moments_in_part(values[0], inside, per_element) if centred else squares_in_part(values[0])

    def known(numbers: Any, per_element: Any) -> list[Any]:
        scale = cute.math.rsqrt(numbers[-1] * per_element + eps)
        return [scale, numbers[0]] if centred else [scale]

    def each(index: Any, row: Any, values: Any) -> None:
        scale, mean, _, _ = row
        found = (values[0] - mean if centred else values[0]) * scale
        if scales is not None:
            found = found * scales if shifts is None else cute.math.fma(found, scales, shifts)
        elif shifts is not None:
            found = found + shifts
        write_access(applied(epilogue, found), flat_rows(y)[(index, None)], place, tile)

    merged, numbers = (merged_moments, 2) if centred else (merged_squares, 1)
    each_row_in_slices((x,), memory, flags, place, tile, RowWork(found, merged, known, each, lambda: None, numbers))


@cute.jit
def norm_in_slices(
    x: cute.Tensor, weight: Any, bias: Any, y: cute.Tensor, memory: cute.Tensor, flags: cute.Tensor,
    eps: cutlass.Float32, blocks: cutlass.Int32, teams: cutlass.Int32, tile: cutlass.Constexpr[SliceTile],
    centred: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr,
):  # fmt: skip
    """As `forward.norm_rows`, by `teams` of `blocks`."""
    norm_in_slices_kernel(x, weight, bias, y, memory, flags, eps, blocks, tile, centred, epilogue).launch(
        grid=(blocks * teams, 1, 1),
        block=(tile.block, 1, 1),
        min_blocks_per_mp=1,
        cooperative=True,
    )


def norm_slices(columns: int, vector: int, rows: int) -> Slices | None:
    """The slices for norms of rows; None where the GPU does not hold the blocks of one row. A group has 32 KB."""
    return slices_of(columns, rows, SliceTile(vector, 1, rows=4))


def launch_norm_in_slices(
    x: View, weight: View | None, bias: View | None, y: View, eps: float, slices: Slices, centred: bool, epilogue: Any
) -> None:
    """Launches a norm of rows in slices."""
    memory, flags = workspace(x, slices.numbers, slices.flags)
    launch(
        norm_in_slices,
        (x, weight, bias, y, memory, flags),
        slices.tile,
        centred,
        epilogue,
        numbers=[eps, slices.blocks, slices.teams],
    )
