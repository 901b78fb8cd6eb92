"""Tensor memory by the names of `cutlass.experimental.primitives`: multiplies, factors, copies; matrices of bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble
from cutedsl.lang.instructions import primitives as prims
from cutedsl.lang.instructions import primitives_copies as copies
from cutedsl.lang.instructions import primitives_tcgen05 as t5
from cutedsl.layout import Swizzle
from tests.kernels.tcgen05_model import scale_value, value

SMEM, ONE = cutlass.AddressSpace.smem, copies.CTAGroup.CTA_1
OPTIONS = "--target cpu --gpu-arch sm_100a"
M, N, PARTS = 128, 32, 3
FACTORS_A, FACTORS_B, ALLOCATED = 96, 100, 128
"""Columns: those of D come first."""
MX, OMMA = t5.Tcgen05MxInstrDesc, t5.Tcgen05MxOmmaInstrDesc
EVERY_OTHER = 1 << 39
"""A mask of B's columns: one used, one left out, and so on."""
E4M3, E2M1 = cutlass.Float8E4M3FN, cutlass.Float4E2M1FN


@dataclass(frozen=True)
class Form:
    """A product of rows of so many bytes: its kind, the swizzle, what the buffer for A does at each part of B."""

    kind: t5.Tcgen05MMAKind | t5.MMABlockScaleKind
    swizzle: t5.Tcgen05SmemSwizzle
    row: int
    instruction: Any
    uses: tuple[t5.Tcgen05MMACollectorOp | None, ...] = (None,) * PARTS
    block: t5.Tcgen05MMABlockScale | t5.Tcgen05MMAScaleVecSize | None = None
    stationary: bool = False
    """B stays: the first 64 columns are one instruction's."""
    scaled: bool = field(init=False)
    named: bool = field(init=False)
    """Whether the names are those of newer programs: members for the shapes of copies, and a hint for B."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scaled", self.kind.value.startswith("mx"))
        object.__setattr__(self, "named", isinstance(self.kind, t5.Tcgen05MMAKind))


def matrix(place: Any, swizzle: t5.Tcgen05SmemSwizzle, row: int) -> t5.Tcgen05SmemDesc:
    return t5.Tcgen05SmemDesc.build(place, leading_byte_offset=16, stride_byte_offset=8 * row, layout=swizzle)


@cute.kernel
def product_kernel(image: cute.Tensor, y: cute.Tensor, WORDS: cutlass.Constexpr, FORM: cutlass.Constexpr):
    """A, parts of B, and factors as they lie in shared memory; each part of B has columns of D of its own."""
    data = cutlass.Array(cutlass.Int32, WORDS, space=SMEM, alignment=1024)
    word, bar = cutlass.Array(cutlass.Int32, 1, space=SMEM), cutlass.Array(cutlass.Int64, 1, space=SMEM)
    warp, tid = cute.arch.warp_idx(), cute.arch.thread_idx()[0]
    t5.setmaxregister(128, t5.SetMaxRegisterAction.DECREASE)
    if warp == 0:
        t5.tcgen05_alloc(word, ALLOCATED, is_exclusive=False)
        t5.tcgen05_relinquish_alloc_permit()
    if tid == 0:
        prims.mbarrier_init(bar, 1)
    for k in range(tid, WORDS, 128):
        data[k] = image[k]
    prims.fence_mbarrier_init()
    copies.fence_proxy(copies.Proxy.ASYNC_SHARED, space=copies.SharedSpace.shared_cta)
    prims.barrier_cta_sync()
    start = word.load()
    d = t5.make_tmem_ptr(start, cutlass.Int8)
    if tid == 0:
        ends = (M + N * PARTS) * FORM.row // 4
        if cutlass.const_expr(FORM.scaled):
            shape, lanes = t5.S2TCopyMode.S2T_32x128b_WARPX4
            if cutlass.const_expr(FORM.named):
                shape, lanes = t5.Tcgen05CpShape.SHAPE_32X128B, t5.Tcgen05CpMulticast.WARPX4
            for k in cutlass.range_constexpr(1 + PARTS):
                place = t5.TmemAddr.from_row_col(0, start + FACTORS_A + 4 * k)
                factors = matrix(data.subview(ends + 128 * k), t5.Tcgen05SmemSwizzle.NONE, 16)
                t5.tcgen05_cp(shape, place, factors, multicast=lanes)
        a = matrix(data, FORM.swizzle, FORM.row)
        for k in cutlass.range_constexpr(FORM.row // 32):
            for n in cutlass.range_constexpr(PARTS):
                b = matrix(data.subview((M + N * n) * FORM.row // 4), FORM.swizzle, FORM.row)
                given = FORM.kind, ONE, d + N * n, a.advance_start_address(32 * k), b + 2 * k, FORM.instruction, k > 0
                if cutlass.const_expr(FORM.scaled):
                    t5.tcgen05_mma_block_scale(
                        *given, t5.TmemAddr(start + FACTORS_A), t5.TmemAddr(start + FACTORS_B + 4 * n),
                        scale_vec_size=FORM.block, collector_op=FORM.uses[n],
                        b_collector_op=t5.Tcgen05MMACollectorOp.FILL if FORM.named else None,
                    )  # fmt: skip
                elif cutlass.const_expr(not FORM.stationary):
                    t5.tcgen05_mma(*given, collector_op=FORM.uses[n])
                elif cutlass.const_expr(n == 0):
                    t5.tcgen05_mma_ws(
                        FORM.kind, *given[2:], col_b_zero_mask=EVERY_OTHER, collector_b_buffer=2,
                        collector_op=FORM.uses[n],
                    )  # fmt: skip
        t5.tcgen05_commit(bar)
    while not prims.mbarrier_try_wait_parity(bar, 0):
        pass
    t5.tcgen05_fence(t5.Tcgen05Fence.AFTER_THREAD_SYNC)
    for n in cutlass.range_constexpr(PARTS):
        own = t5.make_tmem_ptr_from_warp_row_col(start, warp, t5.TmemAddr(start).col_id + N * n, cutlass.Float32)
        sums = t5.tcgen05_ld(t5.Tcgen05LdStShape.SHAPE_32X32B, own, num=N)
        t5.tcgen05_wait(t5.Tcgen05Wait.LOAD)
        for k in cutlass.range_constexpr(N):
            y[tid, N * n + k] = sums[k]
    t5.tcgen05_fence(t5.Tcgen05Fence.BEFORE_THREAD_SYNC)
    prims.barrier_cta_sync()
    if warp == 0:
        t5.tcgen05_dealloc(d, ALLOCATED)


@cute.jit
def product(image: cute.Tensor, y: cute.Tensor, WORDS: cutlass.Constexpr, FORM: cutlass.Constexpr):
    product_kernel(image, y, WORDS, FORM).launch(grid=1, block=128)


def multiplied(image: np.ndarray[Any, Any], form: Form, ptxas: Path) -> np.ndarray[Any, Any]:
    y = np.full((M, N * PARTS), np.nan, np.float32)
    words = np.ascontiguousarray(image).view(np.int32)
    program = cute.compile(product, words, y, words.size, form, options=OPTIONS)
    program(words, y)
    ptx = program.artifacts.ptx("sm_100a")
    assert (".collector::b2::fill" in ptx) == form.stationary
    assemble(ptx, target("sm_100a"), ["-O1"], ptxas=str(ptxas))
    return y


def swizzled(rows: np.ndarray[Any, Any], bits: int) -> np.ndarray[Any, Any]:
    """Rows of bytes as they lie in shared memory."""
    image, swizzle = np.zeros(rows.size, np.uint8), Swizzle(bits, 4, 3)
    for piece in range(rows.size // 16):
        at = swizzle(16 * piece)
        image[at : at + 16] = rows.reshape(-1)[16 * piece : 16 * piece + 16]
    return image


def numbers(codes: np.ndarray[Any, Any], kind: str) -> np.ndarray[Any, Any]:
    return np.vectorize(lambda code: float(value(int(code), kind)))(codes)


@pytest.mark.cutedsl_unchecked  # the third part of D is not written
def test_a_stationary_product_leaves_columns_out(ptxas: Path) -> None:
    codes = np.random.default_rng(5).integers(0x30, 0x41, (M + N * PARTS, 32)).astype(np.uint8)
    instruction = t5.Tcgen05InstrDesc.build(cutlass.Float32, E4M3, n_dim=64, m_dim=M)
    swizzle = t5.Tcgen05SmemSwizzle.SWIZZLE_32B
    uses = (t5.Tcgen05MMACollectorOp.FILL,) * PARTS
    form = Form(t5.Tcgen05MMAKind.F8F6F4, swizzle, 32, instruction, uses, stationary=True)
    found, x = multiplied(swizzled(codes, 1), form, ptxas), numbers(codes, "e4m3")
    np.testing.assert_array_equal(found[:, :64], x[:M] @ x[M : M + 64].T * (np.arange(64) % 2 == 0))


FILLED = (t5.Tcgen05MMACollectorOp.FILL, t5.Tcgen05MMACollectorOp.USE, t5.Tcgen05MMACollectorOp.LASTUSE)
DENSE = t5.Tcgen05InstrDesc.build(cutlass.Float32, E4M3, n_dim=N, m_dim=M)


@pytest.mark.parametrize(
    ("swizzle", "row", "bits", "uses"),
    [
        (t5.Tcgen05SmemSwizzle.SWIZZLE_32B, 32, 1, (None,) * PARTS),
        (t5.Tcgen05SmemSwizzle.SWIZZLE_128B, 128, 3, FILLED),
    ],
)
def test_products_of_bytes_are_exact(
    swizzle: t5.Tcgen05SmemSwizzle, row: int, bits: int, uses: Any, ptxas: Path
) -> None:
    codes = np.random.default_rng(3).integers(0x30, 0x41, (M + N * PARTS, row)).astype(np.uint8)
    codes |= np.random.default_rng(4).choice([0, 0x80], codes.shape).astype(np.uint8)
    found = multiplied(swizzled(codes, bits), Form(t5.Tcgen05MMAKind.F8F6F4, swizzle, row, DENSE, uses), ptxas)
    x = numbers(codes, "e4m3")
    np.testing.assert_array_equal(found, x[:M] @ x[M:].T)


SCALED = {
    "four bits": (
        Form(
            t5.MMABlockScaleKind.MXF4NVF4, t5.Tcgen05SmemSwizzle.SWIZZLE_32B, 32,
            OMMA.build(E2M1, E2M1, n_dim=N, m_dim=M, scale_format=0), FILLED, t5.Tcgen05MMABlockScale.BLOCK16,
        ),
        "e2m1", "ue4m3", 4, (0x30, 0x41),
    ),
    "eight bits": (
        Form(
            t5.MMABlockScaleKind.MXF8F6F4, t5.Tcgen05SmemSwizzle.SWIZZLE_32B, 32,
            MX.build(E4M3, E4M3, n_dim=N, m_dim=M, a_sf_id=1, b_sf_id=2),
        ),
        "e4m3", "ue8m0", 1, (124, 130),
    ),
    "newer names": (
        Form(
            t5.Tcgen05MMAKind.MXF8F6F4, t5.Tcgen05SmemSwizzle.SWIZZLE_32B, 32,
            MX.build(E4M3, E4M3, n_dim=N, m_dim=M, scale_format=t5.MxScaleFormat.E8M0, a_sf_id=1, b_sf_id=2),
            block=t5.Tcgen05MMAScaleVecSize.X1,
        ),
        "e4m3", "ue8m0", 1, (124, 130),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SCALED)
def test_products_of_blocks_with_factors(case: str, ptxas: Path) -> None:
    form, kind, scale, blocks, (low, high) = SCALED[case]
    random, rows = np.random.default_rng(5), M + N * PARTS
    packed = kind == "e2m1"
    codes = random.integers(*((0, 16) if packed else (0x30, 0x41)), (rows, 64 if packed else 32)).astype(np.uint8)
    held = codes[:, ::2] | codes[:, 1::2] << 4 if packed else codes
    factors = random.integers(low, high, (rows, blocks))
    words = np.zeros((1 + PARTS, 32, 4, 4), np.uint8)  # part, lane, column, byte
    for row in range(rows):
        part, at = (0, row) if row < M else (1 + (row - M) // N, (row - M) % N)
        first = 0 if packed else 1 if part == 0 else 2
        words[part, at % 32, at // 32, first : first + blocks] = factors[row]
    found = multiplied(np.concatenate([swizzled(held, 1), words.reshape(-1)]), form, ptxas)
    by = np.vectorize(lambda code: float(scale_value(int(code), scale)))(factors)
    x = numbers(codes, kind) * np.repeat(by, codes.shape[1] // blocks, axis=1)
    np.testing.assert_array_equal(found, x[:M] @ x[M:].T)


# -- copies, stores and loads ------------------------------------------------------------------------------------------
COLUMNS = 12


@cute.kernel
def copy_kernel(image: cute.Tensor, y: cute.Tensor, MODE: cutlass.Constexpr, FORMAT: cutlass.Constexpr):
    """Stores y to tensor memory, copies the image over its columns from 2 on, and loads all that is there."""
    data = cutlass.Array(cutlass.Int32, 1024, space=SMEM, alignment=128)
    word, bar = cutlass.Array(cutlass.Int32, 1, space=SMEM), cutlass.Array(cutlass.Int64, 1, space=SMEM)
    warp, tid = cute.arch.warp_idx(), cute.arch.thread_idx()[0]
    if warp == 0:
        t5.tcgen05_alloc(word, 32)
    if tid == 0:
        prims.mbarrier_init(bar, 1)
    for k in range(tid, 1024, 128):
        data[k] = image[k]
    copies.fence_proxy(copies.Proxy.ASYNC_SHARED, space=copies.SharedSpace.shared_cta)
    prims.barrier_cta_sync()
    start = word.load()
    own = t5.make_tmem_ptr_from_warp_row_col(start, warp, start, cutlass.Int32)
    y[tid, COLUMNS] = t5.TmemAddr(own.toint()).row_id
    for c in cutlass.range_constexpr(0, COLUMNS, 4):
        some = cutlass.Vector.from_elements([y[tid, c + k] for k in range(4)])
        t5.tcgen05_st(t5.Tcgen05LdStShape.SHAPE_32X32B, t5.TmemAddr(own.toint() + c), some)
    t5.tcgen05_wait(t5.Tcgen05Wait.STORE)
    t5.tcgen05_fence(t5.Tcgen05Fence.BEFORE_THREAD_SYNC)
    prims.barrier_cta_sync()
    t5.tcgen05_fence(t5.Tcgen05Fence.AFTER_THREAD_SYNC)
    if tid == 0:
        source = t5.Tcgen05SmemDesc.build(data, 2048, 128)
        t5.tcgen05_cp(MODE[0], t5.make_tmem_ptr(start + 2, cutlass.Int32), source, multicast=MODE[1], src_format=FORMAT)
        t5.tcgen05_commit(bar)
    while not prims.mbarrier_try_wait_parity(bar, 0):
        pass
    t5.tcgen05_fence(t5.Tcgen05Fence.AFTER_THREAD_SYNC)
    for c in cutlass.range_constexpr(0, COLUMNS, 4):
        place = t5.TmemAddr(own.toint() + c).as_ptr(cutlass.Int32)
        some = t5.tcgen05_ld(t5.Tcgen05LdStShape.SHAPE_32X32B, place, num=4)
        t5.tcgen05_wait(t5.Tcgen05Wait.LOAD)
        for k in cutlass.range_constexpr(4):
            y[tid, c + k] = some[k]
    t5.tcgen05_fence(t5.Tcgen05Fence.BEFORE_THREAD_SYNC)
    prims.barrier_cta_sync()
    t5.tcgen05_fence(t5.Tcgen05Fence.AFTER_THREAD_SYNC)
    if warp == 0:
        t5.tcgen05_dealloc(start, 32)


@cute.jit
def copied(image: cute.Tensor, y: cute.Tensor, MODE: cutlass.Constexpr, FORMAT: cutlass.Constexpr):
    copy_kernel(image, y, MODE, FORMAT).launch(grid=1, block=128)


LANE = np.arange(128)
MODES: dict[str, tuple[tuple[str, str], np.ndarray[Any, Any], int]] = {
    "128x128b": (t5.S2TCopyMode.S2T_128x128b, LANE, 4),
    "128x256b": (t5.S2TCopyMode.S2T_128x256b, LANE, 8),
    "32x128b": (t5.S2TCopyMode.S2T_32x128b_WARPX4, LANE % 32, 4),
    "64x128b": (t5.S2TCopyMode.S2T_64x128b_WARPX2_01_23, LANE // 64 * 32 + LANE % 32, 4),
}
"""The mode, the row that each lane gets, and how many columns."""


def around(image: np.ndarray[Any, Any], mode: Any, form: Any = None) -> tuple[np.ndarray[Any, Any], ...]:
    before = np.random.default_rng(6).integers(-(1 << 31), 1 << 31, (128, COLUMNS + 1)).astype(np.int32)
    after = before.copy()
    before[:, COLUMNS] = LANE // 32 * 32
    copied(image.reshape(-1).view(np.int32), after, mode, form)
    return before, after


@pytest.mark.parametrize("name", MODES)
def test_copies_write_their_columns_and_stores_come_back(name: str) -> None:
    mode, rows, count = MODES[name]
    image = np.random.default_rng(7).integers(-(1 << 31), 1 << 31, (2, 128, 4)).astype(np.int32)
    before, after = around(image, mode)
    before[:, 2 : 2 + count] = np.concatenate(list(image), axis=1)[rows, :count]
    np.testing.assert_array_equal(after, before)


def test_a_copy_makes_bytes_of_four_and_six_bits() -> None:
    for form, width, shift in ((t5.Tcgen05CpSrcFormat.B4X16_P64, 4, 2), (t5.Tcgen05CpSrcFormat.B6X16_P32, 6, 0)):
        codes = np.random.default_rng(8).integers(0, 1 << width, (128, 16))
        image = np.zeros((256, 16), np.uint8)
        for row in range(128):
            number = sum(int(code) << width * k for k, code in enumerate(codes[row]))
            image[row] = np.frombuffer(number.to_bytes(16, "little"), np.uint8)
        before, after = around(image, t5.S2TCopyMode.S2T_128x128b, form)
        before[:, 2:6] = (codes << shift).astype(np.uint8).view(np.int32)
        np.testing.assert_array_equal(after, before)


# -- matrices of bytes -------------------------------------------------------------------------------------------------
@cute.kernel
def bytes_kernel(x: cute.Tensor, words: cute.Tensor, sent: cute.Tensor, y: cute.Tensor):
    """Loads 16 x 16 bytes, each lane's registers to `words`; stores 16 x 8 bytes of `sent`, a word a lane."""
    tile = cutlass.Array(cutlass.Uint8, 256, space=SMEM, alignment=128)
    turned = cutlass.Array(cutlass.Uint8, 128, space=SMEM, alignment=128)
    lane = cute.arch.thread_idx()[0]
    for k in range(lane, 256, 32):
        tile[k] = x[k]
    prims.bar_warp_sync(0xFFFFFFFF)
    found = copies.ldmatrix(
        tile.data_ptr(16 * (lane % 16)), 2, copies.MMALayout.COL,
        shape=copies.LoadShape.M16N16, src_format=copies.LoadSrcFormat.B8,
    )  # fmt: skip
    words[lane, 0], words[lane, 1] = found[0].to(cutlass.Int32), found[1].to(cutlass.Int32)
    copies.stmatrix(turned.data_ptr(16 * (lane % 8)), [sent[lane]], copies.MMALayout.COL, shape=copies.StoreShape.M16N8)
    prims.bar_warp_sync(0xFFFFFFFF)
    for k in range(lane, 128, 32):
        y[k] = turned[k]


@cute.jit
def through_bytes(x: cute.Tensor, words: cute.Tensor, sent: cute.Tensor, y: cute.Tensor):
    bytes_kernel(x, words, sent, y).launch(grid=1, block=32)


def test_matrices_of_bytes_are_transposed(ptxas: Path) -> None:
    x = np.random.default_rng(9).permutation(256).astype(np.uint8).reshape(16, 16)
    words, y = np.zeros((32, 2), np.int32), np.zeros(128, np.uint8)
    sent = np.random.default_rng(10).permutation(128).astype(np.uint8).view(np.int32)
    program = cute.compile(through_bytes, x.reshape(-1), words, sent, y, options=OPTIONS)
    program(x.reshape(-1), words, sent, y)
    lane = np.arange(32)
    for k in lane:  # which of its bytes is which is left open: public sources disagree
        block = x[k % 4 * 4 : k % 4 * 4 + 4, k // 4 :: 8]
        np.testing.assert_array_equal(np.sort(words[k].view(np.uint8)), np.sort(block.reshape(-1)))
    stored = np.zeros((8, 16), np.uint8)
    for byte in range(4):
        stored[lane % 4 * 2 + byte % 2, lane // 4 + byte // 2 * 8] = sent.view(np.uint8).reshape(32, 4)[:, byte]
    np.testing.assert_array_equal(y.reshape(8, 16), stored)
    assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))


@cute.kernel
def name_columns(out: cute.Tensor):
    start = cutlass.Int32(3 << 16 | 32)
    for k, dtype in enumerate((cutlass.Int8, cutlass.Float16, cutlass.Float32)):
        columns = t5.make_tmem_ptr(start, dtype)
        out[2 * k] = columns.subview(8).toint()
        out[2 * k + 1] = cutlass.Array(columns.data_ptr() + 8 * out[6], dtype=cutlass.Int32, addrspace=6).toint()


def test_offsets_of_tensor_memory_are_columns_for_every_type() -> None:
    @cute.jit
    def run(out: cute.Tensor):
        name_columns(out).launch(grid=1, block=1)

    out = np.array([0] * 6 + [2], np.int32)
    run(out)
    assert list(out[:6]) == [3 << 16 | 40, 3 << 16 | 48] * 3


@cute.kernel
def double_all(pointer: cute.Pointer, count: cutlass.Int32):
    numbers = cutlass.Array(pointer)
    for k in range(count):
        numbers[k] = numbers[k] * 2


def test_an_array_over_memory_needs_no_shape() -> None:
    @cute.jit
    def run(x: cute.Tensor):
        double_all(x.iterator, x.shape[0]).launch(grid=1, block=1)

    x = np.arange(5, dtype=np.int32)
    run(x)
    assert list(x) == [0, 2, 4, 6, 8]


def test_bits_of_an_instruction_descriptor_are_those_of_its_word() -> None:
    long_k = OMMA.build(cutlass.Float4E2M1FN, cutlass.Float4E2M1FN, n_dim=N, m_dim=M, k_dim=1)
    for word in (DENSE, long_k):
        for found, wanted in (
            (word ^ 1 << 13, word.value ^ 1 << 13),
            (1 << 14 | word, word.value | 1 << 14),
            (word & -1, word.value),
        ):
            assert type(found) is cutlass.Int32 and found.literal == int(np.uint32(wanted).astype(np.int32))
