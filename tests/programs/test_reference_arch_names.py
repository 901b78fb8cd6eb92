"""Names of `cute.arch` and `cute.nvgpu` (docs/design/sources.md 2.6, 2.7): the instruction that each is on a GPU.

Those that other tests run are found there; here is what nothing else uses, and what the reference names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Boolean, Float32, Int32, Int64
from cutedsl.cute import nvgpu
from cutedsl.errors.names.surface import SURFACE
from tests.kernels.arrays import TARGETS, Arrays
from tests.programs.test_reference_machine_rules import NOT_YET

arch = cute.arch
ROOT = Path(__file__).resolve().parents[2]


def barrier() -> Any:
    held = arch.alloc_smem(Int64, 1)
    arch.mbarrier_init(held, 1)
    return held


INSTRUCTIONS: list[tuple[str, Callable[[], Any], str]] = [
    ("activemask", arch.activemask, "activemask.b32"),
    ("clock", arch.clock, "%clock;"),
    ("clock64", arch.clock64, "%clock64;"),
    ("globaltimer", arch.globaltimer, "%globaltimer;"),
    ("globaltimer_lo", arch.globaltimer_lo, "%globaltimer_lo;"),
    ("gridid", arch.gridid, "%gridid;"),
    ("smid", arch.smid, "%smid;"),
    ("nsmid", arch.nsmid, "%nsmid;"),
    ("nwarpid", arch.nwarpid, "%nwarpid;"),
    ("physical_warp_id", arch.physical_warp_id, "%warpid;"),
    ("block_in_cluster_dim", lambda: arch.block_in_cluster_dim()[0], "%cluster_nctaid.x;"),
    ("barrier", arch.barrier, r"(bar.sync|barrier.sync|barrier.cta.sync)\s+0;"),
    ("block_in_cluster_idx", lambda: arch.block_in_cluster_idx()[0], "%cluster_ctaid.x;"),
    ("cluster_idx", lambda: arch.cluster_idx()[0], "%clusterid.x;"),
    ("fence_acq_rel_cta", arch.fence_acq_rel_cta, "fence.acq_rel.cta;"),
    ("fence_acq_rel_sys", arch.fence_acq_rel_sys, "fence.acq_rel.sys;"),
    ("fence_view_async_shared", arch.fence_view_async_shared, "fence.proxy.async.shared::cta;"),
    ("ProxyKind", lambda: arch.fence_proxy(arch.ProxyKind.alias), "fence.proxy.alias;"),
    ("mbarrier_expect_tx", lambda: arch.mbarrier_expect_tx(barrier(), 16), "mbarrier.expect_tx"),
    ("warpgroup_reg_alloc", lambda: arch.warpgroup_reg_alloc(64), "setmaxnreg.inc.sync.aligned.u32"),
    ("warpgroup_reg_dealloc", lambda: arch.warpgroup_reg_dealloc(40), "setmaxnreg.dec.sync.aligned.u32"),
    ("fence_acq_rel_cluster", arch.fence_acq_rel_cluster, "fence.acq_rel.cluster;"),
    ("mbarrier_try_wait", lambda: arch.mbarrier_try_wait(barrier(), 0), "mbarrier.try_wait.parity"),
    ("mbarrier_test_wait", lambda: arch.mbarrier_test_wait(barrier(), 0), "mbarrier.test_wait.parity"),
    (
        "mbarrier_conditional_try_wait",
        lambda: arch.mbarrier_conditional_try_wait(Boolean(arch.lane_idx() < 4), barrier(), 0),
        "mbarrier.try_wait.parity",
    ),
    ("mbarrier_wait", lambda: arch.mbarrier_wait(barrier(), 0), "mbarrier.try_wait.parity"),
    ("fence_tma_desc_release", nvgpu.cpasync.fence_tma_desc_release, "fence.proxy.tensormap::generic.release"),
]


def ptx_of(function: Callable[[], Any]) -> str:
    @cute.kernel
    def look(out: cute.Tensor):
        value = function()
        if value is not None:
            out[0] = cutlass.Int64(value)

    @cute.jit
    def host(out: cute.Tensor):
        look(out).launch(grid=1, block=128)

    return cute.compile(host, np.zeros(1, np.int64), options="--target cpu --gpu-arch sm_90a").__ptx__


@pytest.mark.parametrize(("name", "function", "instruction"), INSTRUCTIONS, ids=[name for name, _, _ in INSTRUCTIONS])
def test_the_instruction_of_a_name(name: str, function: Callable[[], Any], instruction: str) -> None:
    pattern = instruction if "|" in instruction else re.escape(instruction)
    assert re.search(pattern, ptx_of(function)), name


@pytest.mark.parametrize("target", TARGETS)
def test_numbers_and_retired_names(target: str) -> None:
    arrays = Arrays(target)

    @cute.kernel
    def look(out: cute.Tensor, y: cute.Tensor, most: cute.Tensor):
        i = arch.lane_idx()
        out[0, i] = arch.mad24(i + 3, i - 7, i)
        out[1, i] = arch.log2_of_pow2_int(Int32(1) << i % 31)
        y[i] = arch.exp(i.to(Float32) / 8.0)
        arch.atomic_max_float32(most.iterator, i.to(Float32))

    @cute.jit
    def host(out: cute.Tensor, y: cute.Tensor, most: cute.Tensor):
        look(out, y, most).launch(grid=1, block=128)

    out, y, most = arrays.poisoned((2, 32), np.int32), arrays.poisoned((32,)), arrays.put(np.zeros(1, np.float32))
    host(out, y, most)
    lane = np.arange(32)
    assert (arrays.get(out) == [(lane + 3) * (lane - 7) + lane, lane % 31]).all()
    np.testing.assert_allclose(arrays.get(y), np.exp(lane / 8), rtol=1e-6)
    assert arrays.get(most)[0] == 31.0


MODULES = ["cute.arch", "cute.nvgpu", "cute.nvgpu.cpasync", "cute.nvgpu.warp", "cute.nvgpu.warpgroup"]


@pytest.mark.parametrize("module", MODULES)
def test_every_name_that_is_here_is_used_by_a_test(module: str) -> None:
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("tests", "examples")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in (".py", ".md", ".mlir") and "api_names" not in path.name
    )
    words = set(re.findall(r"\w+", text))
    assert {name for name in SURFACE[module] if name not in words} <= {
        *NOT_YET.get(module, "").split(),
        "copy_tensormap",  # `TensorMapManager` runs it
        "StMatrix16x8x8bOp",  # of Blackwell: tests/ptx/test_matrix_copies.py
    }
