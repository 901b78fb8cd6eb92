"""The epilogue that stores by the copy engine: accumulators of tensor memory, converted, to global memory."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.utils import sm100
from cutedsl.utils.gemm.sm100 import epilogue_tma_store

M, N, THREADS = 128, 64, 128
TILE = (128, 32)
STAGES = 2
SHAPES = SimpleNamespace(
    cta_tile_shape_mnk=(M, N, 64),
    c_layout=utils.LayoutEnum.ROW_MAJOR,
    c_dtype=cutlass.Float16,
    acc_dtype=cutlass.Float32,
    use_2cta_instrs=False,
    num_c_stage=STAGES,
    epilog_sync_bar_id=1,
    epilogue_warp_id=(0, 1, 2, 3),
)


@cute.kernel
def store(atom: cute.CopyAtom, c: cute.Tensor, given: cute.Tensor, layout: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    word = smem.allocate_array(cutlass.Int32, 1)
    barriers = smem.allocate_array(cutlass.Int64, 2)
    shared = smem.allocate_tensor(SHAPES.c_dtype, layout.outer, 1024, layout.inner)
    group = pipeline.CooperativeGroup
    sums = pipeline.PipelineUmmaAsync.create(
        num_stages=1,
        producer_group=group(pipeline.Agent.Thread),
        consumer_group=group(pipeline.Agent.Thread, 4),
        barrier_storage=barriers,
    )
    stores = pipeline.PipelineTmaStore.create(num_stages=STAGES, producer_group=group(pipeline.Agent.Thread, THREADS))
    if warp == 0:
        cute.arch.alloc_tmem(N, word)
    cute.arch.sync_threads()
    pointer = cute.arch.retrieve_tmem_ptr(cutlass.Float32, 16, word)
    place = cute.make_tensor(pointer, cute.make_layout((M, N), stride=(1 << 16, 1)))
    to = tcgen05.make_tmem_copy(
        cute.make_copy_atom(tcgen05.St32x32bOp(tcgen05.Repetition.x32), cutlass.Float32), place
    ).get_slice(tidx)
    source = to.partition_S(cute.local_tile(given, (M, N), (block, 0)))
    values = cute.make_rmem_tensor(source.shape, cutlass.Float32)
    cute.autovec_copy(source, values)
    cute.copy(to, values, to.partition_D(place))
    cute.arch.fence_view_async_tmem_store()
    cute.arch.sync_threads()
    if warp == 0:
        sums.producer_commit(pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 1))
    acc = cute.make_tensor(pointer, cute.make_layout(((M, N), 1, 1, 1), stride=((1 << 16, 1), 0, 0, 0)))
    # ((M, N), 1, 1, tiles of M, tiles of N, batches)
    divided = cute.local_tile(c, (M, N), (None, None, None))
    parts = cute.group_modes(divided, 0, 2)
    parts = cute.make_tensor(
        parts.iterator,
        cute.make_layout((parts.shape[0], 1, 1, *parts.shape[1:]), stride=(parts.stride[0], 0, 0, *parts.stride[1:])),
    )
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 1)
    epilogue_tma_store(
        SHAPES, tidx, warp, atom, acc, shared, parts, TILE, 0, lambda x: x * 2, (block, 0, 0), state, sums, stores
    )
    stores.producer_tail()
    cute.arch.sync_threads()
    if warp == 0:
        cute.arch.relinquish_tmem_alloc_permit()
        cute.arch.dealloc_tmem(pointer, N)


@cute.jit
def run(given: cute.Tensor, c: cute.Tensor):
    layout = sm100.make_smem_layout_epi(SHAPES.c_dtype, SHAPES.c_layout, TILE, STAGES)
    atom, view = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), c, cute.select(layout, [0, 1]), TILE)
    store(atom, view, given, layout).launch(grid=2, block=THREADS)


def test_accumulators_go_out_by_bulk_stores() -> None:
    given = np.random.default_rng(5).integers(-99, 99, (2 * M, N)).astype(np.float32)
    c = np.full((2 * M, N, 1), np.nan, np.float16)
    program = cute.compile(run, given, c, options="--target cpu --gpu-arch sm_100a")
    program(given, c)
    assert (c[..., 0] == 2 * given).all()
    assert "cp.async.bulk.tensor.3d.global" in program.artifacts.ptx("sm_100a")
