"""Inline PTX of Blackwell's tensor core on the CPU: a kernel by text alone, as attention kernels write multiplies."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Operation

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float32, Int32, Int64, utils
from cutedsl.arch.targets import target
from cutedsl.checker import checking
from cutedsl.codegen.nvptx import assemble
from cutedsl.driver.arguments.signature import bind_arguments
from cutedsl.driver.compile.trace import trace_program
from cutedsl.errors import DSLUserCodeError
from cutedsl.ir.ops.copy import LdMatrixOp, StMatrixOp
from cutedsl.passes.ptx.interpret import interpret_ptx

M, N, K = 128, 16, 32
INSTRUCTION = 1 << 4 | N >> 3 << 17 | M >> 4 << 24
HIGH = 128 >> 4 | 1 << 14
"""The upper half of a descriptor: 128 bytes from 8 rows to the next, and the mark of Blackwell."""
OPTIONS = "--target cpu --gpu-arch sm_100a"
FENCE = "fence.proxy.async.shared::cta;"
REGISTERS = ".reg .b32 a, b, r; mov.b32 r, 0; mov.b32 a, 0; mov.b32 b, 0;"

MULTIPLY = f"""{{
    .reg .pred leader; .reg .pred p; .reg .b32 low_a, low_b, idesc; .reg .b64 a, b;
    elect.sync _|leader, -1;
    mov.b32 idesc, {INSTRUCTION:#x};
    mov.b32 low_a, {{$r1}};
    mov.b32 low_b, {{$r2}};
    mov.b64 a, {{low_a, {{$r3}}}};
    mov.b64 b, {{low_b, {{$r3}}}};
    setp.ne.b32 p, {{$r4}}, 0;
    @leader tcgen05.mma.cta_group::1.kind::f16 [{{$r0}}], a, b, idesc, p;
    add.u32 low_a, low_a, {2 * 16 * M >> 4:#x};
    add.u32 low_b, low_b, {2 * 16 * N >> 4:#x};
    mov.b64 a, {{low_a, {{$r3}}}};
    mov.b64 b, {{low_b, {{$r3}}}};
    @leader tcgen05.mma.cta_group::1.kind::f16 [{{$r0}}], a, b, idesc, 1;
    @leader tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [{{$r5}}];
}}"""


@cute.kernel
def multiply_kernel(x: cute.Tensor, out: cute.Tensor, late: cutlass.Constexpr, fence: cutlass.Constexpr = FENCE):
    """Rows of A, then of B; `late`: sums are loaded before the multiply has ended."""
    smem, ptx = utils.SmemAllocator(), cute.arch.inline_ptx
    places = [smem.allocate_array(cutlass.Float16, rows * K, byte_alignment=128) for rows in (M, N)]
    word, bar = smem.allocate_array(Int32, 1), smem.allocate_array(Int64, 1)
    tid, warp = cute.arch.thread_idx()[0], cute.arch.warp_idx()
    if warp == 0:
        ptx("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [{$r0}], 32;", read_only_args=[word.toint()])
        ptx("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;")
    if tid == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    for place, rows, first in ((places[0], M, 0), (places[1], N, M)):
        if tid < rows:
            for k in range(K):
                place[tid // 8 * 64 + tid % 8 * 8 + k // 8 * 8 * rows + k % 8] = x[first + tid, k]
    ptx(fence)
    cute.arch.sync_threads()
    d = word.load()
    if warp == 1:
        lows = [place.toint() >> 4 | 16 * rows >> 4 << 16 for place, rows in zip(places, (M, N), strict=True)]
        ptx(MULTIPLY, read_only_args=[d, *lows, Int32(HIGH), Int32(0), bar.toint()])
    if cutlass.const_expr(not late):
        cute.arch.mbarrier_wait(bar, 0)
    ptx("tcgen05.fence::after_thread_sync;")
    registers = ", ".join(f"{{$w{k}}}" for k in range(N))
    load = f"tcgen05.ld.sync.aligned.32x32b.x{N}.b32 {{{registers}}}, [{{$r0}} + 0];"
    sums: Any = ptx(load, write_only_types=[Int32] * N, read_only_args=[d + (warp << 21)])
    ptx("tcgen05.wait::ld.sync.aligned;")
    for j in cutlass.range_constexpr(N):
        out[tid, j] = sums[j].bitcast(Float32)
    cute.arch.mbarrier_wait(bar, 0)
    ptx("tcgen05.fence::before_thread_sync;")
    cute.arch.sync_threads()
    if warp == 0:
        ptx("tcgen05.dealloc.cta_group::1.sync.aligned.b32 {$r0}, 32;", read_only_args=[d])


@cute.jit
def multiply(x: cute.Tensor, out: cute.Tensor, late: cutlass.Constexpr, fence: cutlass.Constexpr = FENCE):
    multiply_kernel(x, out, late, fence).launch(grid=1, block=128)


def arrays() -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(0).integers(-3, 4, (M + N, K)).astype(np.float16)
    return x, np.zeros((M, N), np.float32)


def test_a_product_by_inline_ptx_alone(ptxas: Path) -> None:
    x, out = arrays()
    program = cute.compile(multiply, x, out, False, options=OPTIONS)
    program(x, out)
    assert np.array_equal(out, x[:M].astype(np.float32) @ x[M:].T.astype(np.float32))
    assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))


SEEN = (
    (False, FENCE, set[str]()),
    (True, FENCE, {"tcgen05-not-waited"}),
    (False, "fence.proxy.async.global;", {"proxy-fence-missing"}),
    (False, "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;", set[str]()),
)


@pytest.mark.parametrize(("late", "fence", "kinds"), SEEN)
def test_the_checker_sees_what_inline_ptx_does(late: bool, fence: str, kinds: set[str]) -> None:
    x, out = arrays()
    with checking() as report:
        cute.compile(multiply, x, out, late, fence, options=OPTIONS)(x, out)
    assert {finding.kind for finding in report.findings} == kinds


FENCES = {
    "fence.proxy.async;": 'cute.fence "proxy.async"',
    "fence.proxy.alias;": 'cute.fence "proxy.alias"',
    "fence.mbarrier_init.release.cluster;": 'cute.fence "mbarrier_init"',
    "fence.sc.gpu;": 'cute.fence "sc.gpu"',
    "membar.gl;": 'cute.fence "sc.gpu"',
    "fence.cluster;": 'cute.fence "acq_rel.cluster"',
    "fence.acquire.sys;": 'cute.fence "acq_rel.sys"',
    "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;": 'cute.fence "acq_rel.cluster"',
    "fence.proxy.tensormap::generic.release.gpu;": 'cute.tma.descriptor_fence "release"',
}


def ops_of(texts: Iterable[str]) -> list[Operation]:
    """The ops that statements become; their registers are those of `REGISTERS`."""

    @cute.kernel
    def kernel(x: cute.Tensor):
        for text in texts:
            cute.arch.inline_ptx(f"{{ {REGISTERS} {text} }}")

    @cute.jit
    def run(x: cute.Tensor):
        kernel(x).launch(grid=1, block=32)

    bound = bind_arguments(run.function, (np.zeros(1, np.float32),), {})
    module = trace_program(run.staged, "run", list(zip(bound.names, bound.specs, strict=True))).module
    return list(interpret_ptx(module).walk())


def test_each_fence_is_its_op() -> None:
    assert [str(op) for op in ops_of(FENCES) if "fence" in op.name] == list(FENCES.values())


MATRICES = {
    "ldmatrix.sync.aligned.m8n16.x2.shared::cta.b8x16.b6x16_p32 {a, b}, [r];": ("ldmatrix.m8n16.x2.b6", 8),
    "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {a}, [r];": ("ldmatrix.m8n16.x1.b4", 4),
    "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {a, b}, [r];": ("ldmatrix.m16n16.x1.trans", 8),
    "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {a, b}, [r];": ("ldmatrix.x2.trans", 4),
    "stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [r], {a, b};": ("stmatrix.m16n8.x2.trans", 8),
}
"""The atom of each, and a thread's elements."""


def test_matrices_of_bytes_and_narrower_are_their_atoms() -> None:
    found = [op for op in ops_of(MATRICES) if isinstance(op, LdMatrixOp | StMatrixOp)]
    kinds = [(op.results or op.operands)[0].type for op in found]
    counts = [kind.get_shape()[0] for kind in kinds if isinstance(kind, VectorType)]
    assert list(zip([op.atom.data for op in found], counts, strict=True)) == list(MATRICES.values())


WRONG = (
    "fence.proxy.tcgen05.cta;",
    "tcgen05.st.sync.aligned.32x32b.x2.b32 [0], {1, 2, 3};",
    "tcgen05.mma.cta_group::1.kind::f16.fast [0], 0, 0, 0, 0;",
    "tcgen05.cp.cta_group::1.16x128b [0], 0;",
    "tcgen05.dealloc.sync.aligned.b32 0, 32;",
)


@pytest.mark.parametrize("text", WRONG)
def test_what_the_instructions_do_not_have_is_named(text: str) -> None:
    @cute.kernel
    def kernel(x: cute.Tensor):
        cute.arch.inline_ptx(text)

    @cute.jit
    def run(x: cute.Tensor):
        kernel(x).launch(grid=1, block=128)

    with pytest.raises(DSLUserCodeError, match=r"inline-ptx-on-cpu.*tcgen05"):
        cute.compile(run, np.zeros(1, np.float32), options=OPTIONS)


def test_a_scaled_multiply_that_says_no_size_assembles(ptxas: Path) -> None:
    """It needs a later PTX version than one with `scale_vec::1X`, as if it said `block32`."""
    text = "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [{$r0}], {$r1}, {$r1}, {$r0}, [{$r0}], [{$r0}], 1;"

    @cute.kernel
    def kernel(x: cute.Tensor):
        cute.arch.inline_ptx(text, read_only_args=[x[0], Int64(x[0])])

    @cute.jit
    def run(x: cute.Tensor):
        kernel(x).launch(grid=1, block=128)

    program = cute.compile(run, np.zeros(1, np.int32), options=OPTIONS)
    assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))
