"""Masks of blocks: a copy, a commit or a request that names a block which the cluster does not have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import cpasync
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.blackwell import tcgen05

WORDS = 32


@cute.kernel
def sent(x: cute.Tensor, out: cute.Tensor, mask: cutlass.Int16, kind: cutlass.Constexpr, tma: Any, whole: cute.Tensor):
    """Block 0 sends a row to the blocks of the mask; each stores what came."""
    tidx, block = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    smem = utils.SmemAllocator()
    row, bar = smem.allocate_tensor(cutlass.Int32, cute.make_layout(WORDS), 128), smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        if cutlass.const_expr(kind != "commit"):
            cute.arch.mbarrier_arrive_and_expect_tx(bar, 4 * WORDS)
    row[tidx] = 7
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if block == 0:
        if cutlass.const_expr(kind == "tile"):
            source, target = cpasync.tma_partition(
                tma, 0, cute.make_layout(1), cute.group_modes(row, 0, 1), cute.group_modes(whole, 0, 1)
            )
            cute.copy(tma, target, source, tma_bar_ptr=bar, mcast_mask=mask)
        elif tidx == 0 and cutlass.const_expr(kind == "bulk"):
            copy = cute.make_copy_atom(cpasync.CopyBulkG2SMulticastOp(), cutlass.Int32)
            cute.copy(copy, x, row, mbar_ptr=bar, mcast_mask=mask)
        elif tidx == 0:
            tcgen05.commit(bar, mask)
    cute.arch.mbarrier_wait(bar, 0)
    out[block, tidx] = row[tidx]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def run(x: cute.Tensor, out: cute.Tensor, mask: cutlass.Int16, kind: cutlass.Constexpr):
    layout = cute.make_layout(WORDS)
    tma, whole = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SMulticastOp(), x, layout, (WORDS,))
    sent(x, out, mask, kind, tma, whole).launch(grid=2, block=WORDS, cluster=(2, 1, 1))


@pytest.mark.parametrize("kind", ["tile", "bulk", "commit"])
@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_mask_names_blocks_of_the_cluster(kind: str) -> None:
    x, out = np.arange(WORDS, dtype=np.int32), np.zeros((2, WORDS), np.int32)
    given = [cute.runtime.from_dlpack(one, assumed_align=16) for one in (x, out)]
    program = cute.compile(run, *given, 3, kind, options="--target cpu --gpu-arch sm_100a")
    program(*given, 3)
    assert (out == (7 if kind == "commit" else x)).all()
    with pytest.raises(DSLUserCodeError, match=r"cluster-rank.*which has 2 "):
        program(*given, 7)
