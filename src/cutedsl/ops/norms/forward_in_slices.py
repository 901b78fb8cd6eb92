"""RMS norm and layer norm of the longest rows, forward: a block keeps the weights and biases of its columns.

Floor: as in `forward`. How it gets there: `rowwise.slices`; clusters of eight blocks would read the weights and biases
again for each row, as many bytes as the rows have and more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

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

_ROUNDS: Final = 16, 8
"""Groups of rows of each team, at least; the second where clusters of four blocks and more would read a weight and a
bias again for each row. There 128 rows of 131072 columns take 28.2 us by slices and 29.3 by clusters."""


@cute.kernel
def norm_in_slices_kernel(
    x: cute.Tensor, residual: Any, weight: Any, bias: Any, y: cute.Tensor, summed: Any, memory: cute.Tensor,
    flags: cute.Tensor, eps: cutlass.Float32, blocks: cutlass.Int32, tile: cutlass.Constexpr[SliceTile],
    centred: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr,
):  # fmt: skip
    """As `forward.norm_kernel`."""
    place = place_of(x, blocks, tile)
    scales, shifts = (None if v is None else own_access(v, place, tile) for v in (weight, bias))

    def own(values: Any) -> Any:
        return values[0] if residual is None else (values[0] + values[1]).to(summed.element_type).to(cutlass.Float32)

    def found(values: Any, inside: Any, per_element: Any) -> list[Any]:
        return moments_in_part(own(values), inside, per_element) if centred else squares_in_part(own(values))

    def known(numbers: Any, per_element: Any) -> list[Any]:
        scale = cute.math.rsqrt(numbers[-1] * per_element + eps)
        return [scale, numbers[0]] if centred else [scale]

    def each(index: Any, row: Any, values: Any) -> None:
        scale, mean, _, _ = row
        given = own(values)
        if residual is not None:
            write_access(given, flat_rows(summed)[(index, None)], place, tile)
        found = (given - mean if centred else given) * scale
        if scales is not None:
            found = found * scales if shifts is None else cute.math.fma(found, scales, shifts)
        elif shifts is not None:
            found = found + shifts
        write_access(applied(epilogue, found), flat_rows(y)[(index, None)], place, tile)

    merged, numbers = (merged_moments, 2) if centred else (merged_squares, 1)
    tensors = (x,) if residual is None else (x, residual)
    each_row_in_slices(tensors, memory, flags, place, tile, RowWork(found, merged, known, each, lambda: None, numbers))


@cute.jit
def norm_in_slices(
    x: cute.Tensor, residual: Any, weight: Any, bias: Any, y: cute.Tensor, summed: Any, memory: cute.Tensor,
    flags: cute.Tensor, eps: cutlass.Float32, blocks: cutlass.Int32, teams: cutlass.Int32,
    tile: cutlass.Constexpr[SliceTile], centred: cutlass.Constexpr[bool], epilogue: cutlass.Constexpr,
):  # fmt: skip
    """As `forward.norm_rows`, by `teams` of `blocks`."""
    norm_in_slices_kernel(
        x, residual, weight, bias, y, summed, memory, flags, eps, blocks, tile, centred, epilogue
    ).launch(
        grid=(blocks * teams, 1, 1),
        block=(tile.block, 1, 1),
        min_blocks_per_mp=1,
        cooperative=True,
    )


def norm_slices(columns: int, vector: int, rows: int, tensors: int, crowded: bool = False) -> Slices | None:
    """The slices for norms of rows of one tensor or of the sum of two, 32 KB a group.

    None where the GPU does not hold the blocks of one row, and for few rows, of which clusters wait less. Sums of 128
    rows of 32768 columns take 13.7 us by clusters and 16.2 by slices; 512 rows take as long either way. `crowded` says
    that clusters would have four blocks and more, and a weight and a bias.
    """
    found = slices_of(columns, rows, SliceTile(vector, 1, rows=4 // tensors))
    return None if found is None or rows < _ROUNDS[crowded] * found.teams * found.tile.rows else found


def launch_norm_in_slices(
    views: Sequence[View | None], eps: float, slices: Slices, centred: bool, epilogue: Any
) -> None:
    """Launches a norm of rows in slices; `views` are the tensors of `forward.norm_rows`."""
    x = views[0]
    assert x is not None, "only a residual, a weight or a bias may be missing"
    launch(
        norm_in_slices,
        (*views, *workspace(x, slices.numbers, slices.flags)),
        slices.tile,
        centred,
        epilogue,
        numbers=[eps, slices.blocks, slices.teams],
    )
