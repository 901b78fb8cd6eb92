"""`mainloop_mma`, `epilogue_tma_store`: the two loops of a product that run in one role of its warps each.

Source: names and arguments from public programs; the loops are ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.lang import arch
from cutedsl.lang.atoms.copy_atom import make_copy_atom
from cutedsl.lang.atoms.copy_ops import CopyUniversalOp
from cutedsl.lang.atoms.mma_ops import Field
from cutedsl.lang.atoms.tiled_copy import make_tiled_copy_D
from cutedsl.lang.atoms.tiled_mma import TiledMma, make_mma_atom
from cutedsl.lang.atoms.tmem_copy import make_tmem_copy
from cutedsl.lang.blackwell.umma_choices import compute_epilogue_tile_shape, get_tmem_load_op
from cutedsl.lang.blackwell.umma_smem import make_smem_layout_epi
from cutedsl.lang.experimental.buffers import allocate
from cutedsl.lang.experimental.bulk import get_cta_v_map_c, tma_store
from cutedsl.lang.experimental.pipelines import TMAStorePipeline, TMAToUMMAPipeline
from cutedsl.lang.experimental.tiles import dot, make_t2r_rmem_layout, partition_and_copy
from cutedsl.lang.experimental.views import GlobalView, needs_view
from cutedsl.lang.layouts.algebra import append_ones, flat_divide
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tiles.hopper import LayoutEnum
from cutedsl.layout import size
from cutedsl.staging.ranges import Range
from cutedsl.staging.rewrite import staged_function
from cutedsl.types import AddressSpace


def mainloop_mma(
    tiled_mma: TiledMma,
    a: Tensor,
    b: Tensor,
    acc: Tensor,
    first: Any,
    steps: Any,
    blocks: int,
    a_pipeline: TMAToUMMAPipeline,
    b_pipeline: TMAToUMMAPipeline,
) -> tuple[TMAToUMMAPipeline, TMAToUMMAPipeline]:
    """`acc = a b` over the K tiles `first` to `steps`, each of `blocks` multiplies, as the pipelines fill the stages.

    Returns the pipelines behind the last tile. One pipeline may be given twice, for both operands.
    Shapes: `a` and `b` (MMA, M or N, K, stages), as `make_smem_layout_a` and `make_smem_layout_b` make them.
    """
    together = a_pipeline is b_pipeline
    return staged_function(_multiply)(tiled_mma, (a, b), acc, (first, steps), blocks, a_pipeline, b_pipeline, together)


def _multiply(
    tiled_mma: TiledMma,
    operands: tuple[Any, Any],
    acc: Tensor,
    tiles: tuple[Any, Any],
    blocks: int,
    a_pipeline: Any,
    b_pipeline: Any,
    together: bool,
) -> tuple[Any, Any]:
    a, b = operands
    atom = make_mma_atom(tiled_mma.op)
    atom.set(Field.ACCUMULATE, False)
    for _ in Range(tiles[0], tiles[1], 1):
        _, a_stage = a_pipeline.consumer_wait_and_get_stage()
        b_stage = a_stage
        if not together:
            _, b_stage = b_pipeline.consumer_wait_and_get_stage()
        for block in range(blocks):
            a_block = append_ones(a[None, None, block, a_stage], up_to_rank=3)
            b_block = append_ones(b[None, None, block, b_stage], up_to_rank=3)
            dot(atom, a_block, b_block, acc)
            atom.set(Field.ACCUMULATE, True)
        a_pipeline.consumer_release_and_advance()
        if not together:
            b_pipeline.consumer_release_and_advance()
    return a_pipeline, a_pipeline if together else b_pipeline


def epilogue_tma_store(
    cta_tile_shape_mnk: Any,
    use_2cta_instrs: bool,
    acc: Tensor,
    d: Tensor,
    cta_coord: Any,
    pipeline: TMAStorePipeline,
    warp: int,
    op: Callable[[Any], Any] = lambda x: x,
) -> TMAStorePipeline:
    """`d = op(acc)` for one tile of a block, by four warps: through registers and shared memory, stored by warp `warp`.

    Returns the pipeline behind the last part of the tile. Shapes: `acc` (M, N) in tensor memory; `cta_coord` is the
    tile's coordinate in `d` of (M, N, further modes). Errors: copy-space.
    """
    view = needs_view(d, "epilogue_tma_store")
    return staged_function(_store)(cta_tile_shape_mnk, use_2cta_instrs, acc, view, cta_coord, pipeline, warp, op)


def _store(
    cta_tile: Any,
    pair: bool,
    acc: Any,
    d: GlobalView,
    coord: Any,
    pipeline: Any,
    warp: int,
    op: Callable[[Any], Any],
) -> Any:
    layout, kind = LayoutEnum.from_tensor(d), d.element_type
    part = compute_epilogue_tile_shape(cta_tile, pair, layout, kind)
    thread = arch.thread_idx()[0]
    parts = flat_divide(acc, part)
    load = get_tmem_load_op(cta_tile, layout, kind, acc.element_type, part, pair)
    to_registers = make_tmem_copy(load, parts[None, None, 0, 0])
    to_shared = make_tiled_copy_D(make_copy_atom(CopyUniversalOp(), kind), to_registers)
    tiles = flat_divide(d, (cta_tile[0], cta_tile[1]))[(None, None, *coord)]
    targets = flat_divide(tiles, part)
    stages = pipeline.ring.num_stages
    shared = allocate(kind, AddressSpace.smem, make_smem_layout_epi(kind, layout, part, stages), alignment=1024)
    registers = make_t2r_rmem_layout(to_registers, targets, thread)
    wide = allocate(acc.element_type, AddressSpace.rmem, registers)
    narrow = allocate(kind, AddressSpace.rmem, registers)
    for column in range(size(parts.type_layout, [3])):
        partition_and_copy(to_registers.get_slice(thread), parts[None, None, 0, column], wide)
        narrow.store(op(wide.load()).to(kind))
        pipeline.acquire_sync()
        stage = pipeline.get_index()
        partition_and_copy(to_shared.get_slice(thread), narrow, shared[None, None, stage])
        pipeline.commit_sync()
        if arch.warp_idx() == warp:
            target = targets[None, None, 0, column]
            tma_store(shared[None, None, stage], target, cta_v_map=get_cta_v_map_c(d, part))
        pipeline.release_advance()
    pipeline.tail()
    return pipeline
