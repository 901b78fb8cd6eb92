"""Allocations and instructions that no block may make: each is an error that says what is wrong."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Int32, utils
from cutedsl.checker import check, checking
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.blackwell import tcgen05
from tests.kernels.tcgen05_model import Bench, Form, Operand
from tests.unit.checker.planted.tcgen05.tile import (
    SECOND,
    WORDS_A,
    M,
    N,
    begin,
    give_back,
    halves,
    instruction,
    keep,
    small,
)

OPTIONS = "--target cpu --gpu-arch sm_100a"


@cute.kernel
def allocate(count: Int32, what: cutlass.Constexpr):
    word = utils.SmemAllocator().allocate_array(Int32, 1)
    if cutlass.const_expr(what == "full"):
        tcgen05.alloc(512, word)
        tcgen05.alloc(count, word)
    elif cutlass.const_expr(what == "pair"):
        tcgen05.alloc(count, word, 2)
    elif cutlass.const_expr(what == "groups"):
        tcgen05.alloc(count, word, 1)
        tcgen05.relinquish_alloc_permit(2)
    elif cutlass.const_expr(what == "commit"):
        tcgen05.alloc(count, word, 1)
        barrier = utils.SmemAllocator().allocate_array(cutlass.Int64, 1)
        cute.arch.mbarrier_init(barrier, 32)
        tcgen05.commit(barrier, 3, 2)
    else:
        tcgen05.alloc(count, word)
    tcgen05.dealloc(word.load(), count)


@cute.jit
def run(count: Int32, what: cutlass.Constexpr, cluster: cutlass.Constexpr):
    allocate(count, what).launch(grid=cluster, block=32, cluster=[cluster, 1, 1])


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize(
    ("what", "count", "cluster", "said"),
    [
        ("count", 48, 1, "asks for 48 columns"),
        ("count", 16, 1, "asks for 16 columns"),
        ("full", 32, 1, "no 32 columns that lie together are free"),
        ("pair", 32, 1, "for a pair of blocks in a cluster of 1"),
        ("groups", 32, 2, "cta_group 2 after one with 1"),
        ("commit", 32, 2, "cta_group 2 after one with 1"),
    ],
)
def test_misuse_of_tensor_memory_is_an_error(what: str, count: int, cluster: int, said: str) -> None:
    program = cute.compile(run, count, what, cluster, options=OPTIONS)
    with pytest.raises(DSLUserCodeError, match=said) as caught:
        program(count)
    assert caught.value.name == "tensor-memory"


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_zero_column_mask_that_shifts_is_named() -> None:
    how, word = Operand(0, leading=2048, stride=128), 1 << 4 | 64 >> 3 << 17 | 128 >> 4 << 24
    form = Form("f16", stationary=True, zero_columns=1 << 39 | 1 << 56)
    with pytest.raises(DSLUserCodeError, match="shifts the columns of B by 1") as caught:
        Bench(columns=64).run(form, how.descriptor(0), how.descriptor(1 << 15), word)
    assert caught.value.name == "tensor-memory"


SUMS = 64
"""Columns of D, from the first on."""
PLACES: list[tuple[Form, int, tuple[int, int], str]] = [
    (Form("f16", a_in_tmem=True), SUMS | 1 << 16, (0, 0), "starts at lane 1 "),
    (Form("f16", a_in_tmem=True), SUMS - 1, (0, 0), "into columns 0 to 63 of tensor memory, which hold A"),
    (Form("f16", metadata=SUMS - 2), 0, (0, 0), "into columns 0 to 63"),
    (Form("mxf4", scaled=True, scale_vector="2X"), 0, (SUMS - 1, 96), "into columns 0 to 63"),
    (Form("mxf4", scaled=True, scale_vector="2X"), 0, (96, SUMS - 1), "into columns 0 to 63"),
]
HOW = Operand(0, leading=2048, stride=128)


def multiplied(form: Form, a: int, factors: tuple[int, int]) -> None:
    plain, scaled = 1 << 4 | 128 >> 4 << 24, 1 << 7 | 1 << 10 | 1 << 23 | 128 >> 7 << 27
    word = (scaled if form.scaled else plain) | SUMS >> 3 << 17 | (form.metadata is not None) << 2
    left = a if form.a_in_tmem else HOW.descriptor(0)
    bench = Bench(columns=128)
    bench.tmem[:] = 0x44444444  # metadata that names two places
    bench.run(form, left, HOW.descriptor(1 << 15), word, factors=factors)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize(("form", "a", "factors", "said"), PLACES)
def test_operands_in_lanes_or_columns_of_no_operand_are_named(
    form: Form, a: int, factors: tuple[int, int], said: str
) -> None:
    with pytest.raises(DSLUserCodeError, match=said) as caught:
        multiplied(form, a, factors)
    assert caught.value.name == "tensor-memory"


def test_operands_right_after_the_sums_are_no_fault() -> None:
    multiplied(Form("f16", a_in_tmem=True), SUMS, (0, 0))
    multiplied(Form("f16", metadata=SUMS), 0, (0, 0))
    multiplied(Form("mxf4", scaled=True, scale_vector="2X"), 0, (SUMS, SUMS + 4))


LONG_K = 1 << 7 | 1 << 10 | 1 << 23 | 1 << 27 | SUMS >> 3 << 17 | 1 << 31 | 3 << 29 | 3 << 4
"""A multiply with K of 96, whose factors begin at byte 3 of a word and go on in one four columns further."""
WRITTEN = 128


def long_multiply(a: int, factors: tuple[int, int]) -> None:
    """A from tensor memory, whose first columns are written, and no others."""
    bench = Bench(columns=WRITTEN)
    bench.tmem[:] = 0x7F7F7F7F
    form, how = Form("mxf4", a_in_tmem=True, scaled=True, scale_vector="block32"), Operand(2, stride=1024)
    b = how.descriptor(1 << 15) & ~(0x3FFF << 16) | 1 << 52 | (1 << 15) + (1 << 14) >> 4 << 16
    bench.run(form, a, b, LONG_K, factors=factors)


@pytest.mark.cutedsl_unchecked  # it is checked here
@pytest.mark.parametrize(
    ("a", "factors"), [(WRITTEN - 8, (64, 80)), (96, (WRITTEN - 4, 80)), (96, (64, WRITTEN - 4)), (96, (64, 80))]
)
def test_a_checked_run_sees_all_that_a_k_of_96_reads(a: int, factors: tuple[int, int]) -> None:
    inside = a + 12 <= WRITTEN and max(factors) + 6 <= WRITTEN
    with checking() as report:
        long_multiply(a, factors)
    assert {one.kind for one in report.findings} == (set() if inside else {"uninitialised-read"})


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_sums_over_factors_in_a_further_word_are_named() -> None:
    with pytest.raises(DSLUserCodeError, match="into columns 64 to 127"):
        bench, how = Bench(columns=256), Operand(2, stride=1024)
        form = Form("mxf4", scaled=True, scale_vector="block32")
        places = [how.descriptor(at) & ~(0x3FFF << 16) | 1 << 52 | at + (1 << 14) >> 4 << 16 for at in (0, 1 << 15)]
        bench.run(form, places[0], places[1], LONG_K, d=64, factors=(60, 200))


@cute.kernel
def two_copies_of_a(x: cute.Tensor, out: cute.Tensor, warps: cutlass.Constexpr):
    t = begin(x)
    if t.warp < warps:
        tcgen05.store("32x32b", WORDS_A, t.own + SECOND, halves(x, t.tidx % 64))
        tcgen05.wait_store()
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    tcgen05.fence_after_thread_sync()
    if t.tidx == 0:
        word = instruction(64, 64)
        tcgen05.mma("f16", 1, t.d, t.d + SECOND, t.a, word, False, a_in_tmem=True, weight_stationary=True)
        tcgen05.commit(t.bar)
    cute.arch.mbarrier_wait(t.bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", N, t.own)
    tcgen05.wait_load()
    keep(out, values)
    give_back(t.d)


@cute.jit
def launch_two_copies(x: cute.Tensor, out: cute.Tensor, warps: cutlass.Constexpr):
    two_copies_of_a(x, out, warps).launch(grid=1, block=128)


@pytest.mark.cutedsl_unchecked  # it is checked here
def test_a_checked_run_finds_the_copy_of_a_that_nobody_stored() -> None:
    x, out = small(), np.zeros((M, N), np.float32)
    assert check(launch_two_copies, x, out, 4).findings == []
    wide = x[:64].astype(np.float32)
    assert np.array_equal(out, np.concatenate([wide @ wide[:N].T, wide @ wide[32 : 32 + N].T]))
    assert "uninitialised-read" in {one.kind for one in check(launch_two_copies, x, out, 2).findings}


@cute.kernel
def allocate_as_pair(out: cute.Tensor, more: cutlass.Constexpr):
    """Each block's warp 0 allocates, and block 0 multiplies at once: nothing says that block 1 has asked too."""
    smem, tidx, warp = utils.SmemAllocator(), cute.arch.thread_idx()[0], cute.arch.warp_idx()
    rank = cute.arch.block_idx()[0]
    data = smem.allocate_array(Int32, 2048, byte_alignment=1024)
    word, bar = smem.allocate_array(Int32, 1), smem.allocate_array(cutlass.Int64, 1)
    for k in range(tidx, 2048, 128):
        data[k] = 0x3C003C00  # ones
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if warp == 0:
        tcgen05.alloc(32 + rank * more, word, 2)
        tcgen05.relinquish_alloc_permit(2)
        if (tidx == 0) & (rank == 0):
            matrix = cutlass.Int64(data.toint() >> 4) | 1024 >> 4 << 16 | 128 >> 4 << 32 | 1 << 46
            tcgen05.mma("f16", 2, word.load(), matrix, matrix, instruction(128, 32), False)
            tcgen05.commit(bar, 3, 2)
    cute.arch.sync_threads()
    cute.arch.mbarrier_wait(bar, 0)
    tcgen05.fence_after_thread_sync()
    values = tcgen05.load("32x32b", 16, word.load() + (warp << 21))
    tcgen05.wait_load()
    for j in cutlass.range_constexpr(16):
        out[rank, tidx, j] = values[j].bitcast(cutlass.Float32)
    tcgen05.fence_before_thread_sync()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if warp == 0:
        tcgen05.dealloc(word.load(), 32, 2)


@cute.jit
def launch_pair(out: cute.Tensor, more: cutlass.Constexpr):
    allocate_as_pair(out, more).launch(grid=2, block=128, cluster=[2, 1, 1])


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_pair_allocates_as_one() -> None:
    out = np.zeros((2, 128, 16), np.float32)
    launch_pair(out, 0)
    assert (out == 16).all()
    with pytest.raises(DSLUserCodeError, match=r"allocates 64 columns .* whose other block has allocated 32"):
        launch_pair(out, 32)


@pytest.mark.cutedsl_unchecked  # it is checked here
def test_a_pair_that_allocates_as_one_has_no_findings() -> None:
    out = np.zeros((2, 128, 16), np.float32)
    assert check(launch_pair, out, 0).findings == []
