"""Matrix products of very few rows, without matrix units: every warp multiplies rows of the large matrix by all of A.

Floor: the bytes of B, read once. How it gets there: 16-byte loads along K, `ahead` of them for each row of B under way
before the first is used; A stays in the first-level cache, where B is not put.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import CacheEvictionPriority
from cutedsl.ops.gemm.epilogue import batch_of, finished
from cutedsl.ops.refuse import refused

MOST_ROWS = 8
ACCESS_BYTES = 16


@dataclass(frozen=True, slots=True)
class GemvConfig:
    """A kernel configuration for up to 8 rows: a warp works on `columns` columns of the result, `share` warps along K.

    `ahead` loads for each of them are under way at a time; a block has `warps`. With `swap` B has the few columns.
    Errors: gemm-config.
    """

    columns: int = 2
    ahead: int = 4
    warps: int = 8
    share: int = 1
    swap: bool = False

    def __post_init__(self) -> None:
        counts = (self.columns, self.ahead, self.warps, self.share)
        if min(counts) < 1 or self.warps % self.share or self.warps > 32:
            raise refused("gemm-config", f"{self}: of up to 32 warps, each group of `share` works on the same columns")


@cute.kernel
def few_kernel(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    terms: Any,
    scales: Any,
    epilogue: cutlass.Constexpr,
    few: cutlass.Constexpr,
    config: cutlass.Constexpr,
):
    """One block: `warps / share * columns` columns of C (M,N,L) = A (M,K,L) B (N,K,L)^T; M is `few`."""
    block, batch, _ = cute.arch.block_idx()
    warp, lane = cute.arch.warp_idx(), cute.arch.lane_idx()
    share, columns = config.share, config.columns
    first = (block * (config.warps // share) + warp // share) * columns
    vector = ACCESS_BYTES * 8 // mA.element_type.width
    gA, gB = (cute.zipped_divide(t[None, None, batch_of(t, batch)], (1, vector)) for t in (mA, mB))
    chunks, last = mA.shape[1] // vector, mB.shape[0] - 1
    rows = [cutlass.min(first + j, last) for j in range(columns)]  # those beyond are not stored
    sums = cute.make_rmem_tensor((vector, few, columns), cutlass.Float32)
    sums.fill(0.0)
    step = 32 * share
    whole = chunks // (step * config.ahead)
    start = warp % share * 32 + lane
    cute.arch.griddepcontrol_wait()
    cute.arch.griddepcontrol_launch_dependents()
    for turn in range(whole):
        add_chunks(gA, gB, rows, start + turn * (step * config.ahead), step, sums, config.ahead)
    for at in range(start + whole * (step * config.ahead), chunks, step):
        add_chunks(gA, gB, rows, at, step, sums, 1)
    total = cute.make_rmem_tensor(cute.make_layout((few, columns)), cutlass.Float32)
    for i in cutlass.range_constexpr(few * columns):
        m, j = i % few, i // few
        mine = sums[None, m, j].load().reduce(cute.ReductionOp.ADD, 0.0, 0)
        total[m, j] = cute.arch.warp_reduction_sum(mine)
    if cutlass.const_expr(share > 1):
        add_of_warps(total, warp, lane, config)
    if (lane == 0) & (warp % share == 0):
        at = [(m, first + j, batch) for j in range(columns) for m in range(few)]
        factors, addends = ([values_at(t, at, mC.shape[1]) for t in some] for some in terms)
        flat = cute.make_tensor(total.iterator, cute.make_layout(few * columns))
        out = finished([(flat, (factors, addends))], scales, epilogue, mC.element_type)
        for i in cutlass.range_constexpr(few * columns):
            if at[i][1] < mC.shape[1]:
                mC[at[i]] = out[i]


@cute.jit
def add_chunks(gA: Any, gB: Any, rows: Any, start: Any, step: int, sums: Any, ahead: cutlass.Constexpr) -> None:
    """Adds the products of `ahead` chunks of K, `step` chunks from each other; all loads of B come first."""
    vector, few, columns = sums.shape
    held = cute.make_rmem_tensor((vector, columns, ahead), gB.element_type)
    for u in cutlass.range_constexpr(ahead):
        for j in cutlass.range_constexpr(columns):
            source = gB[(0, None), (rows[j], start + u * step)]
            cute.autovec_copy(source, held[None, j, u], l1c_evict_priority=CacheEvictionPriority.NO_ALLOCATE)
    for u in cutlass.range_constexpr(ahead):
        for m in cutlass.range_constexpr(few):
            a = gA[(0, None), (m, start + u * step)].load().to(cutlass.Float32)
            for j in cutlass.range_constexpr(columns):
                part = sums[None, m, j]
                part.store(cute.math.fma(held[None, j, u].load().to(cutlass.Float32), a, part.load()))


@cute.jit
def add_of_warps(total: Any, warp: Any, lane: Any, config: cutlass.Constexpr) -> None:
    """Adds up what the warps that share columns have; the first of them gets it."""
    few, columns = total.shape
    layout = cute.make_layout((few, columns, config.warps))
    slots = utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, ACCESS_BYTES)
    if lane == 0:
        cute.autovec_copy(total, slots[None, None, warp])
    cute.arch.sync_threads()
    if warp % config.share == 0:
        for other in cutlass.range_constexpr(1, config.share):
            total.store(total.load() + slots[None, None, warp + other].load())


@cute.jit
def values_at(tensor: Any, at: Any, columns: Any) -> Any:
    """Float32 values of a tensor (M,N,L) at some places; 0 beyond its columns."""
    values = cute.make_rmem_tensor(cute.make_layout(len(at)), cutlass.Float32)
    for i in cutlass.range_constexpr(len(at)):
        m, n, batch = at[i]
        place = (m, n, batch_of(tensor, batch))
        values[i] = tensor[place].to(cutlass.Float32) if n < columns else cutlass.Float32(0.0)
    return values


def few_gemm(
    mA: cute.Tensor,
    mB: cute.Tensor,
    mC: cute.Tensor,
    terms: Any,
    scales: Any,
    epilogue: Any,
    few: int,
    config: Any,
) -> None:
    """C = epilogue(scales[0] factors A B^T + addends) of `few` rows; K is contiguous in A and B, and whole accesses."""
    blocks = cute.ceil_div(mC.shape[1], config.warps // config.share * config.columns)
    few_kernel(mA, mB, mC, terms, scales, epilogue, few, config).launch(
        grid=(blocks, mC.shape[2], 1), block=(32 * config.warps, 1, 1), use_pdl=True
    )
