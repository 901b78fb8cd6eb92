"""How fast a matrix of few-row products can be read at all: kernels that only copy it into shared memory, in the DSL.

One thread of a block keeps a ring of bulk copies full; nobody looks at what arrives. What such a reader takes is the
floor of a product of few rows, whatever it does with the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync

CHUNK_BYTES: Final = 16384
STAGES: Final = 12
"""Chunks under way on a multiprocessor; 4 to 12, in chunks of 8 or 16 KB, take as long."""


@cute.kernel
def read_kernel(x: cute.Tensor):
    """One warp: its part of the chunks of x (elements, chunks), each into the stage that was free first."""
    bidx, _, _ = cute.arch.block_idx()
    blocks, _, _ = cute.arch.grid_dim()
    tidx, _, _ = cute.arch.thread_idx()
    elems = x.shape[0]
    smem = utils.SmemAllocator()
    ring = smem.allocate_tensor(x.element_type, cute.make_layout((elems, STAGES), stride=(1, elems)), 128)
    barriers = smem.allocate_array(cutlass.Int64, STAGES)
    if tidx == 0:
        for s in cutlass.range_constexpr(STAGES):
            cute.arch.mbarrier_init(barriers + s, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    load = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), x.element_type)
    chunks = x.shape[1]
    first = chunks * bidx // blocks
    count = chunks * (bidx + 1) // blocks - first
    cute.arch.griddepcontrol_wait()
    if tidx == 0:
        state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
        for i in range(count + STAGES):
            full = barriers + state.index
            if (i >= STAGES) & (i - STAGES < count):
                cute.arch.mbarrier_wait(full, state.phase ^ 1)
            if i < count:
                cute.arch.mbarrier_arrive_and_expect_tx(full, CHUNK_BYTES)
                cute.copy(load, x[None, first + i], ring[None, state.index], mbar_ptr=full)
            state.advance()
    cute.arch.griddepcontrol_launch_dependents()


@cute.jit
def read(x: cute.Tensor, sms: cutlass.Int32):
    """Reads all of x (elements of a chunk, chunks) on `sms` blocks."""
    read_kernel(x).launch(grid=(sms, 1, 1), block=(32, 1, 1), use_pdl=True)


def readers(matrices: Sequence[torch.Tensor]) -> list[Callable[[], object]]:
    """A read of each matrix, ready to run."""
    sms = torch.cuda.get_device_properties(0).multi_processor_count
    chunks = [matrix.view(-1, CHUNK_BYTES // matrix.itemsize).T for matrix in matrices]
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in chunks]
    compiled: Any = cute.compile(read, given[0], sms)
    return [partial(compiled, x, sms) for x in given]
