"""`reset()` between the tiles of a block: the count begins anew, stage and phase go on."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils

TILES, STEPS, STAGES = 4, 2, 3
"""Steps of a tile are no multiple of the stages."""


@cute.kernel
def two_roles(x: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    ring = smem.allocate_tensor(cutlass.Int32, cute.make_layout(STAGES))
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread, 32)
    producer, consumer = pipeline.PipelineAsync.create(
        barrier_storage=smem.allocate_array(cutlass.Int64, 2 * STAGES),
        num_stages=STAGES,
        producer_group=group,
        consumer_group=group,
    ).make_participants()
    if cute.arch.warp_idx() == 0:
        for tile in range(TILES):
            producer.reset()
            for _ in range(STEPS):
                space = producer.acquire_and_advance()
                if tidx == 0:
                    ring[space.index] = x[tile * STEPS + space.count]
                space.commit()
        producer.tail()
    if cute.arch.warp_idx() == 1:
        for tile in range(TILES):
            consumer.reset()
            for _ in range(STEPS):
                full = consumer.wait_and_advance()
                if tidx == 32:
                    out[tile * STEPS + full.count] = ring[full.index]
                full.release()


@cute.jit
def run(x: cute.Tensor, out: cute.Tensor):
    two_roles(x, out).launch(grid=1, block=64)


def test_a_ring_goes_on_where_it_was() -> None:
    x, out = np.arange(1, TILES * STEPS + 1, dtype=np.int32), np.zeros(TILES * STEPS, np.int32)
    run(x, out)
    np.testing.assert_array_equal(out, x)
