"""Inline PTX whose bytes an mbarrier counts: bulk copies there and back, to the cluster, and what registers send."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays
from tests.lowered import lowered

INT, WIDE = cutlass.Int32, cutlass.Int64
BULK, ENDS = "cp.async.bulk", "mbarrier::complete_tx::bytes"


@cute.kernel
def rows_kernel(x: cute.Tensor, y: cute.Tensor):
    """A block brings 512 bytes, adds, and stores them; the second half came from the block beside it."""
    i, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    s, bar = smem.allocate_tensor(INT, cute.make_layout(192), 128), smem.allocate_array(WIDE, 1)
    other = cutlass.Int32(1) - block
    if i == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if i == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 768)
        cute.arch.inline_ptx(
            f"{BULK}.shared::cluster.global.{ENDS} [{{$r0}}], [{{$r1}}], 512, [{{$r2}}];",
            read_only_args=[s.iterator.toint(), (x.iterator + 128 * block).toint(), bar.toint()],
        )
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if i == 0:  # words of this block's own, which nobody else writes, go to the other block
        for k in range(64):
            s[128 + k] = 0
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.inline_ptx(
            "{ .reg .b32 a, b; mapa.shared::cluster.u32 a, {$r0}, {$r3}; mapa.shared::cluster.u32 b, {$r2}, {$r3};"
            f" {BULK}.shared::cluster.shared::cta.{ENDS} [a], [{{$r1}}], 256, [b]; }}",
            read_only_args=[
                (s.iterator + 128).toint(),
                (s.iterator + 128).toint(),
                bar.toint(),
                other,
            ],
        )
    cute.arch.mbarrier_wait(bar, 0)
    for k in cutlass.range_constexpr(4):
        s[32 * k + i] = s[32 * k + i] + s[128 + i] + 1
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_warp()
    if i == 0:
        cute.arch.inline_ptx(
            f"{BULK}.global.shared::cta.bulk_group [{{$r0}}], [{{$r1}}], {{$r2}};"
            f" {BULK}.commit_group; {BULK}.wait_group 0;",
            read_only_args=[(y.iterator + 128 * block).toint(), s.iterator.toint(), INT(512)],
        )
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def rows(x: cute.Tensor, y: cute.Tensor):
    rows_kernel(x, y).launch(grid=2, block=32, cluster=2)


@pytest.mark.cutedsl_unchecked  # both blocks put zeros where the other's copy of zeros lands
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_bulk_copies_in_ptx_move_their_bytes(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(7).integers(0, 1000, 256).astype(np.int32)
    y = arrays.poisoned((256,), np.int32)
    rows(arrays.put(x), y)
    np.testing.assert_array_equal(arrays.get(y), x + 1)


@cute.kernel
def sent_kernel(y: cute.Tensor):
    """Each lane sends words to the other block, adds to what is there, and waits until all of that has come."""
    i, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    s, bar = smem.allocate_tensor(INT, cute.make_layout(256), 128), smem.allocate_array(WIDE, 1)
    for k in cutlass.range_constexpr(8):
        s[32 * k + i] = 3 if k >= 6 else -1
    if i == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 32 * (16 + 8 + 4 + 4))
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    head = "{ .reg .b32 a, b; mapa.shared::cluster.u32 a, {$r0}, {$r2}; mapa.shared::cluster.u32 b, {$r1}, {$r2}; "
    other = INT(1) - block
    cute.arch.inline_ptx(
        head + ".reg .v4 .b32 v; mov.b32 v.x, {$r3}; mov.b32 v.y, {$r4}; mov.b32 v.z, v.x; mov.b32 v.w, 7;"
        f" st.async.weak.shared::cluster.{ENDS}.v4.b32 [a], v, [b]; }}",
        read_only_args=[(s.iterator + 4 * i).toint(), bar.toint(), other, 100 * block + i, i],
    )
    cute.arch.inline_ptx(
        head + f".reg .b64 d; mov.b64 d, {{{{$r3}}, 5}}; st.async.shared::cluster.{ENDS}.b64 [a], d, [b]; }}",
        read_only_args=[(s.iterator + 128 + 2 * i).toint(), bar.toint(), other, i],
    )
    cute.arch.inline_ptx(
        head + f"red.async.relaxed.cluster.shared::cluster.{ENDS}.add.u32 [a], {{$r3}}, [b]; }}",
        read_only_args=[(s.iterator + 192 + i % 16).toint(), bar.toint(), other, i],
    )
    cute.arch.inline_ptx(
        head + f"red.async.relaxed.cluster.shared::cluster.{ENDS}.min.s32 [a], {{$r3}}, [b]; }}",
        read_only_args=[(s.iterator + 208 + i % 16).toint(), bar.toint(), other, 5 - i],
    )
    cute.arch.mbarrier_wait(bar, 0)
    for k in cutlass.range_constexpr(8):
        y[block, 32 * k + i] = s[32 * k + i]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.kernel
def to_all_kernel(y: cute.Tensor):
    """Lane k sends to block k of the cluster, whose places it names as numbers."""
    i, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    smem = cutlass.utils.SmemAllocator()
    s, bar = smem.allocate_tensor(INT, cute.make_layout(2), 16), smem.allocate_array(WIDE, 1)
    if i == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 2 * 4)
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if i < 2:
        there, ends = (cute.arch.map_dsmem_ptr(one, i).toint() for one in (s.iterator + rank, bar))
        assert isinstance(there, INT)
        cute.arch.inline_ptx(
            f"st.async.shared::cluster.{ENDS}.s32 [{{$r0}}], {{$r1}}, [{{$r2}}];",
            read_only_args=[INT(there), 10 * rank + i, INT(ends)],
        )
    cute.arch.mbarrier_wait(bar, 0)
    if i < 2:
        y[rank, i] = s[i]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def to_all(y: cute.Tensor):
    to_all_kernel(y).launch(grid=2, block=32, cluster=2)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_each_lane_sends_to_a_block_of_its_own(target: str, ptxas: Any) -> None:
    arrays = Arrays(target)
    y = arrays.poisoned((2, 2), np.int32)
    to_all(y)
    assert arrays.get(y).tolist() == [[0, 10], [1, 11]]
    assemble(cute.compile(to_all, y).artifacts.ptx("sm_90a"), gpu_target("sm_90a"), ptxas=str(ptxas))


@cute.jit
def sent(y: cute.Tensor):
    sent_kernel(y).launch(grid=2, block=32, cluster=2)


@pytest.mark.cutedsl_unchecked  # the checker does not know that an mbarrier orders `red.async`
@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_registers_are_sent_to_the_other_block(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.poisoned((2, 256), np.int32)
    sent(y)
    found, i = arrays.get(y), np.arange(32)
    for block in range(2):
        words = np.stack([100 * (1 - block) + i, i, 100 * (1 - block) + i, np.full(32, 7)], 1)
        np.testing.assert_array_equal(found[block, :128], words.reshape(-1))
        np.testing.assert_array_equal(found[block, 128:192], np.stack([i, np.full(32, 5)], 1).reshape(-1))
        np.testing.assert_array_equal(found[block, 192:208], 3 + 2 * i[:16] + 16)
        np.testing.assert_array_equal(found[block, 208:224], np.minimum(3, 5 - i[:16] - 16))
        np.testing.assert_array_equal(found[block, 224:], [3] * 32)


def test_bytes_that_a_thread_takes_from_a_barrier() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        bar = cutlass.utils.SmemAllocator().allocate_array(WIDE, 1)
        if i == 0:
            cute.arch.mbarrier_init(bar, 1)
            cute.arch.mbarrier_arrive_and_expect_tx(bar, 64)
            code = "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [{$r0}], 64;"
            cute.arch.inline_ptx(code, read_only_args=[bar.toint()])
        cute.arch.sync_warp()
        cute.arch.mbarrier_wait(bar, 0)
        y[i] = 1

    @cute.jit
    def run(y: cute.Tensor):
        kernel(y).launch(grid=1, block=32)

    y = np.zeros(32, np.int32)
    run(y)
    assert y.tolist() == [1] * 32


@pytest.mark.parametrize(("program", "arguments"), [(rows, ["x", "x"]), (sent, ["y"])])
def test_ptxas_assembles_it(program: Any, arguments: list[str], ptxas: Any) -> None:
    given = [{"x": np.zeros(256, np.int32), "y": np.zeros((2, 256), np.int32)}[name] for name in arguments]
    ptx = lowered(lambda: cute.compile(program, *given)).ptx()
    assert assemble(ptx, gpu_target("sm_90a"), ["-O1"], ptxas=str(ptxas)).spills == 0


@pytest.mark.parametrize(
    "code",
    [
        "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [{$r0}], [{$r0}], 16, 3;",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f32 [{$r0}], [{$r0}], 16;",
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.b16 [{$r0}], 1, [{$r0}];",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.exch.b32 [{$r0}], 1, [{$r0}];",
    ],
)
def test_unsupported_bulk_instructions_are_refused(code: str) -> None:
    @cute.kernel
    def kernel():
        s = cutlass.utils.SmemAllocator().allocate_tensor(INT, cute.make_layout(32), 128)
        cute.arch.inline_ptx(code, read_only_args=[s.iterator.toint()])

    @cute.jit
    def run():
        kernel().launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError) as caught:
        cute.compile(run, options="--target cpu")
    assert caught.value.name == "inline-ptx-on-cpu"
