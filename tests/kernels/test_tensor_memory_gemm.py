"""One tile multiplied in tensor memory: operands from shared memory by descriptors, sums read back, on the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.arch.targets import target
from cutedsl.cute.nvgpu import tcgen05
from cutedsl.errors import DSLUserCodeError
from cutedsl.utils import sm100

M, N, K, THREADS = 128, 64, 64, 128
MAJOR = tcgen05.OperandMajorMode


@cute.kernel
def multiply(
    tiled_mma: cute.TiledMma, a: cute.Tensor, b: cute.Tensor, d: cute.Tensor, layouts: cutlass.Constexpr, atom: Any
):
    tidx, _, _ = cute.arch.thread_idx()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    word = smem.allocate_array(cutlass.Int32, 1)
    barriers = smem.allocate_array(cutlass.Int64, 2)
    parts = [smem.allocate_tensor(a.element_type, x.outer, 1024, x.inner) for x in layouts]
    sA, sB = parts
    tmem = utils.TmemAllocator(word, pipeline.NamedBarrier(1, THREADS))
    tmem.allocate(64)
    group = pipeline.CooperativeGroup
    producer, consumer = pipeline.PipelineUmmaAsync.create(
        num_stages=1,
        producer_group=group(pipeline.Agent.Thread),
        consumer_group=group(pipeline.Agent.Thread, THREADS),
        barrier_storage=barriers,
    ).make_participants()
    for k in range(K):
        sA[(tidx, k % 16), 0, k // 16, 0] = a[tidx, k]
        if tidx < N:
            sB[(tidx, k % 16), 0, k // 16, 0] = b[tidx, k]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    tmem.wait_for_alloc()
    pointer = tmem.retrieve_ptr(cutlass.Float32)
    acc = tiled_mma.make_fragment_C(tiled_mma.partition_shape_C((M, N)))
    acc = cute.make_tensor(pointer, acc.layout)
    rA, rB = tiled_mma.make_fragment_A(sA), tiled_mma.make_fragment_B(sB)
    if warp_idx == 0:
        handle = producer.acquire_and_advance()
        for k in cutlass.range_constexpr(K // 16):
            cute.gemm(tiled_mma, acc, rA[None, None, k, 0], rB[None, None, k, 0], acc)
            tiled_mma.set(tcgen05.Field.ACCUMULATE, True)
        handle.commit()
    done = consumer.wait_and_advance()
    copy = tcgen05.make_tmem_copy(cute.make_copy_atom(atom, cutlass.Float32), acc).get_slice(tidx)
    source, result = (
        copy.partition_S(acc),
        copy.partition_D(tiled_mma.get_slice(0).partition_C(cute.local_tile(d, (M, N), (0, 0)))),
    )
    values = cute.make_rmem_tensor(result.shape, cutlass.Float32)
    cute.copy(copy, source, values)
    cute.autovec_copy(values, result)
    done.release()
    cute.arch.sync_threads()
    tmem.relinquish_alloc_permit()
    tmem.free(pointer)


@cute.jit
def run(a: cute.Tensor, b: cute.Tensor, d: cute.Tensor, majors: cutlass.Constexpr, atom: cutlass.Constexpr):
    kind = a.element_type
    mma = sm100.make_trivial_tiled_mma(kind, *majors, cutlass.Float32, tcgen05.CtaGroup.ONE, (M, N))
    layouts = (sm100.make_smem_layout_a(mma, (M, N, K), kind, 1), sm100.make_smem_layout_b(mma, (M, N, K), kind, 1))
    multiply(mma, a, b, d, layouts, atom).launch(grid=1, block=THREADS)


@pytest.mark.parametrize(
    ("majors", "atom"),
    [
        ((MAJOR.K, MAJOR.K), tcgen05.Ld32x32bOp(tcgen05.Repetition.x32)),
        ((MAJOR.MN, MAJOR.K), tcgen05.Ld16x256bOp(tcgen05.Repetition.x8)),
        ((MAJOR.K, MAJOR.MN), tcgen05.Ld16x64bOp(tcgen05.Repetition.x4)),
    ],
    ids=["K K 32x32b", "MN K 16x256b", "K MN 16x64b"],
)
def test_a_tile_is_the_product_and_assembles(majors: Any, atom: Any, ptxas: Any) -> None:
    random = np.random.default_rng(7)
    a, b = (random.integers(-3, 4, (rows, K)).astype(np.float16) for rows in (M, N))
    d = np.full((M, N), np.nan, np.float32)
    program = cute.compile(run, a, b, d, majors, atom, options="--target cpu --gpu-arch sm_100a")
    program(a, b, d)
    assert (d == a.astype(np.float32) @ b.astype(np.float32).T).all()
    from cutedsl.codegen.nvptx import assemble

    (kernel,) = assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas)).kernels
    assert kernel.spill_store_bytes == 0


def test_an_element_of_tensor_memory_is_out_of_a_threads_reach() -> None:
    @cute.kernel
    def look(out: cute.Tensor):
        place = cute.make_ptr(cutlass.Float32, 0, cutlass.AddressSpace.tmem)
        out[0] = cute.make_tensor(place, cute.make_layout(4))[1]

    @cute.jit
    def call(out: cute.Tensor):
        look(out).launch(grid=1, block=1)

    with pytest.raises(DSLUserCodeError) as caught:
        call(np.zeros(1, np.float32))
    assert caught.value.name == "tensor-memory-address"
