"""One multiply into tensor memory, with everything around it as data, and what it must give: codes as rationals.

Operands are laid out by layouts (PTX ISA, "Canonical Layouts"), numbers are decoded from their definitions; neither
knows how the CPU does it.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Boolean, Int32, Int64, utils
from cutedsl.lang.blackwell import tcgen05
from cutedsl.layout import Layout, Swizzle
from tests.kernels.arrays import Arrays

IMAGE_BYTES = 1 << 16
COLUMNS = 512
FORMATS = {"e2m1": (2, 1, 1), "e2m3": (2, 3, 1), "e3m2": (3, 2, 3), "e4m3": (4, 3, 7), "e5m2": (5, 2, 15)}
FORMATS |= {"f16": (5, 10, 15), "bf16": (8, 7, 127), "tf32": (8, 10, 127)}
WIDTHS = {"e2m1": 4, "e2m3": 6, "e3m2": 6, "e4m3": 8, "e5m2": 8, "f16": 16, "bf16": 16, "tf32": 32, "s8": 8, "u8": 8}
SWIZZLES = {0: Swizzle(0, 4, 3), 6: Swizzle(1, 4, 3), 4: Swizzle(2, 4, 3), 2: Swizzle(3, 4, 3), 1: Swizzle(2, 5, 2)}
"""By the code in a descriptor, of byte addresses."""


@dataclass(frozen=True)
class Form:
    """What is known of a multiply when it is compiled."""

    kind: str
    group: int = 1
    a_in_tmem: bool = False
    scale_vector: str | None = None
    scaled: bool = False
    lanes: tuple[int, ...] | None = None
    scale_d: int | None = None
    stationary: bool = False
    zero_columns: int | None = None
    steps: int = 1
    metadata: int | None = None
    """The column of that of a sparse A."""
    collectors: tuple[str | None, ...] = (None,)
    """What each step does with a collector buffer; the last one stands for those after it."""


@cute.kernel
def multiply_kernel(
    image: cute.Tensor,
    before: cute.Tensor,
    after: cute.Tensor,
    a: Int64,
    b: Int64,
    d: Int32,
    instruction: Int32,
    adds: Boolean,
    factors: tuple[Int32, Int32],
    step: tuple[Int32, Int32],
    FORM: cutlass.Constexpr,
):
    smem = utils.SmemAllocator()
    data = smem.allocate_array(Int32, IMAGE_BYTES // 4, byte_alignment=1024)
    word, bar = smem.allocate_array(Int32, 1), smem.allocate_array(Int64, 1)
    warp, (tid, _, _) = cute.arch.warp_idx(), cute.arch.thread_idx()
    rank, _, _ = cute.arch.block_idx()
    if warp == 0:
        tcgen05.alloc(COLUMNS, word, FORM.group)
    if tid == 0:
        cute.arch.mbarrier_init(bar, 1)
    for k in range(IMAGE_BYTES // 512):
        data[k * 128 + tid] = image[rank, k * 128 + tid]
    cute.arch.sync_threads()
    own = word.load() + (warp << 21)
    for c in range(0, before.shape[2], 8):
        tcgen05.store("32x32b", 8, own + c, [before[rank, tid, c + j] for j in range(8)])
    tcgen05.wait_store()
    cute.arch.fence_view_async_shared()
    tcgen05.fence_before_thread_sync()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    tcgen05.fence_after_thread_sync()
    if (tid == 0) & (rank == 0):
        start = Int64(data.toint() >> 4)
        for k in cutlass.range_constexpr(FORM.steps):
            left = a + k * step[0]
            scales: Any = {"scale_a": factors[0], "scale_b": factors[1]} if FORM.scaled else {}
            tcgen05.mma(
                FORM.kind, FORM.group, d, left.to(Int32) if FORM.a_in_tmem else left + start, b + k * step[1] + start,
                instruction, adds if k == 0 else True, a_in_tmem=FORM.a_in_tmem, scale_vector=FORM.scale_vector,
                disable_output_lanes=FORM.lanes, scale_input_d=FORM.scale_d,
                weight_stationary=FORM.stationary, zero_column_mask=FORM.zero_columns,
                sparse_metadata=FORM.metadata, collector=FORM.collectors[min(k, len(FORM.collectors) - 1)], **scales,
            )  # fmt: skip
        tcgen05.commit(bar, (1 << FORM.group) - 1, FORM.group)
    cute.arch.mbarrier_wait(bar, 0)
    tcgen05.fence_after_thread_sync()
    for c in range(0, after.shape[2], 8):
        words = tcgen05.load("32x32b", 8, own + c)
        tcgen05.wait_load()
        for j in cutlass.range_constexpr(8):
            after[rank, tid, c + j] = words[j].to(Int32)
    tcgen05.fence_before_thread_sync()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    tcgen05.fence_after_thread_sync()
    if warp == 0:
        tcgen05.dealloc(own, COLUMNS, FORM.group)


@cute.jit
def multiply(
    image: cute.Tensor,
    before: cute.Tensor,
    after: cute.Tensor,
    a: Int64,
    b: Int64,
    d: Int32,
    instruction: Int32,
    adds: Boolean,
    factors: tuple[Int32, Int32],
    step: tuple[Int32, Int32],
    FORM: cutlass.Constexpr,
):
    multiply_kernel(image, before, after, a, b, d, instruction, adds, factors, step, FORM).launch(
        grid=FORM.group, block=128, cluster=(FORM.group, 1, 1)
    )


TARGET = ContextVar("TARGET", default="cpu")
"""Where a `Bench` runs: "cpu" or "cuda"."""


@dataclass
class Bench:
    """The memory around a multiply: shared memory of each block, and columns of tensor memory."""

    group: int = 1
    columns: int = COLUMNS
    image: np.ndarray[Any, Any] = field(init=False)
    tmem: np.ndarray[Any, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.image = np.zeros((self.group, IMAGE_BYTES), np.uint8)
        self.tmem = np.zeros((self.group, 128, self.columns), np.uint32)

    def run(
        self,
        form: Form,
        a: int,
        b: int,
        instruction: int,
        *,
        d: int = 0,
        adds: bool = False,
        factors: tuple[int, int] = (0, 0),
        step: tuple[int, int] = (0, 0),
    ) -> np.ndarray[Any, Any]:
        """What tensor memory holds afterwards, [block, lane, column]."""
        after = np.zeros_like(self.tmem).view(np.int32)
        words = np.ascontiguousarray(self.image).view(np.int32)
        signed = np.uint32(instruction).astype(np.int32)
        a, b = (int(np.uint64(word).astype(np.int64)) for word in (a, b))
        arrays = Arrays(TARGET.get())
        image, before, found = (arrays.put(x) for x in (words, self.tmem.view(np.int32), after))
        multiply(image, before, found, a, b, d, int(signed), adds, factors, step, form)
        return arrays.get(found).view(np.uint32)


# -- operands in shared memory ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Operand:
    """How rows and K of an operand lie: a swizzle's code, the contiguous mode, and the offsets in bytes."""

    swizzle: int
    rows_contiguous: bool = False
    leading: int = 16
    stride: int = 1024

    def descriptor(self, start: int) -> int:
        offsets = self.leading >> 4 << 16 | self.stride >> 4 << 32
        return start >> 4 | offsets | 1 << 46 | self.swizzle << 61

    def place(self, row: int, k_piece: int, k: int, unit: int) -> int:
        """The byte at which 16 bytes lie: those of a row and a piece of K, or of a piece of rows and a value of K."""
        wide = {0: 1, 6: 2, 4: 4, 2: 8, 1: 8}[self.swizzle]
        if not self.rows_contiguous:
            if not self.swizzle:
                return Layout(((8, 64), 64), ((16, self.stride), self.leading))((row, k_piece))
            return Layout(((8, 64), wide), ((16 * wide, self.stride), 16))((row, k_piece))
        piece = row // unit
        if not self.swizzle:
            return Layout((64, (8, 64)), (self.stride, (16, self.leading)))((piece, k))
        period = 4 if self.swizzle == 1 else 8
        shape = ((wide, 64), (period, 64))
        return Layout(shape, ((16, self.leading), (16 * wide, self.stride)))((piece, k))


def put(image: np.ndarray[Any, Any], start: int, codes: np.ndarray[Any, Any], kind: str, how: Operand) -> None:
    """Writes codes [row, k] to shared memory; those of 4 and 6 bits in groups of 16, or, as `packed`, 32."""
    packed = kind == "packed"
    width = 4 if packed else WIDTHS[kind]
    unit = {4: 32 if packed else 16, 6: 16, 8: 16, 16: 8, 32: 4}[width]
    rows, depth = codes.shape
    swizzle = SWIZZLES[how.swizzle]
    for row in range(0, rows, unit if how.rows_contiguous else 1):
        for k in range(0, depth, 1 if how.rows_contiguous else unit):
            some = codes[row : row + unit, k] if how.rows_contiguous else codes[row, k : k + unit]
            at = swizzle(start + how.place(row, k // unit, k, unit))
            number = sum(int(code) << width * j for j, code in enumerate(some))
            image[at : at + 16] = np.frombuffer(number.to_bytes(16, "little"), np.uint8)


# -- numbers ---------------------------------------------------------------------------------------------------------
def value(code: int, kind: str) -> Fraction:
    """The number that a code stands for; of finite ones alone."""
    if kind in ("s8", "u8"):
        return Fraction(code - 256 if kind == "s8" and code > 127 else code)
    exponent_bits, mantissa_bits, bias = FORMATS[kind]
    if kind == "tf32":
        code >>= 13
    sign, rest = divmod(code, 1 << exponent_bits + mantissa_bits)
    exponent, mantissa = divmod(rest, 1 << mantissa_bits)
    part = Fraction(mantissa, 1 << mantissa_bits)
    scale = Fraction(2) ** (max(exponent, 1) - bias)
    return (-1) ** sign * scale * (part + (exponent > 0))


def scale_value(code: int, kind: str) -> Fraction:
    """The number of a scale factor."""
    return Fraction(2) ** (code - 127) if kind == "ue8m0" else value(code & 0x7F, "e4m3")


def finite(kind: str) -> list[int]:
    """The codes that are numbers."""
    if kind == "e4m3":
        return [c for c in range(256) if c & 0x7F != 0x7F]
    if kind == "e5m2":
        return [c for c in range(256) if c & 0x7F < 0x7C]
    return list(range(1 << WIDTHS[kind]))
