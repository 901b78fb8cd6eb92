"""What the planted kernels of the tensor core share: D (128, 16) = A B^T of one (144, 16) array, A above B.

Operands lie in shared memory without a swizzle: 8 rows of 16 bytes one after another, then the next 8 rows (128 bytes
further), then the next 16 bytes of the rows. Source: PTX ISA, "Canonical Layouts", "Shared Memory Descriptor",
"Instruction Descriptor".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Int32, Int64, utils
from cutedsl.lang.blackwell import tcgen05
from tests.unit.checker.planted.case import Bug, helper, planted

M: Final = 128
N: Final = 16
K: Final = 16
COLUMNS: Final = 64
"""That are allocated: sums, from 16 on A where it is in tensor memory, from 32 on other sums."""
A_COLUMN: Final = 16
SECOND: Final = 32
WORDS_A: Final = 8
"""Columns of A in tensor memory."""
STRIDE: Final = 128
"""Bytes from 8 rows to the next 8."""
F16: Final = cutlass.Float16
LAYOUTS: Final = tuple(cute.make_layout(((8, rows // 8), (8, 2)), stride=((8, 64), (1, 8 * rows))) for rows in (M, N))


def instruction(m: int = M, n: int = N, more: int = 0) -> int:
    """The descriptor of a multiply of halves into floats."""
    return 1 << 4 | n >> 3 << 17 | m >> 4 << 24 | more


def descriptor(tensor: Any, leading: int, stride: int = STRIDE, code: int = 0, version: int = 1) -> Any:
    """The descriptor of a matrix: distances in bytes, the code of its swizzle."""
    fixed = leading >> 4 << 16 | stride >> 4 << 32 | version << 46 | code << 61
    return Int64(fixed - (1 << 64) if fixed >> 63 else fixed) + Int64((tensor.iterator.toint() & 0x3FFFF) >> 4)


@dataclass
class Tile:
    """What a kernel has when everything is ready for the first multiply."""

    sA: Any
    sB: Any
    bar: Any
    """Two mbarriers, of one arrival each."""
    d: Any
    """The address of what was allocated."""
    tidx: Any
    warp: Any

    @property
    def own(self) -> Any:
        """The address of the warp's own lanes."""
        return self.d + (self.warp % 4 << 21)

    @property
    def a(self) -> Any:
        return descriptor(self.sA, STRIDE * M // 8)

    @property
    def b(self) -> Any:
        return descriptor(self.sB, STRIDE * N // 8)


def rooms() -> tuple[Any, Any, Any, Any]:
    """A, B, the word for an address, and mbarriers, in shared memory."""
    smem = utils.SmemAllocator()
    sA, sB = (smem.allocate_tensor(F16, layout, 1024) for layout in LAYOUTS)
    return sA, sB, smem.allocate_array(Int32, 1), smem.allocate_array(Int64, 2)


@helper
@cute.jit
def fill(x: cute.Tensor, sA: cute.Tensor, sB: cute.Tensor) -> None:
    """128 threads write A and B; further ones none."""
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < M:
        for k in range(K):
            sA[tidx, k] = x[tidx, k]  # found
            if tidx < N:
                sB[tidx, k] = x[M + tidx, k]


@helper
@cute.jit
def take(word: Any, bar: Any, group: cutlass.Constexpr = 1) -> None:
    """Warp 0 allocates, thread 0 makes the mbarriers."""
    tidx, _, _ = cute.arch.thread_idx()
    if cute.arch.warp_idx() == 0:
        tcgen05.alloc(COLUMNS, word, group)  # found
        tcgen05.relinquish_alloc_permit(group)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init(bar + 1, 1)
    cute.arch.mbarrier_init_fence()


def begin(x: Any) -> Tile:
    """Everything before the first multiply: memory, mbarriers, operands, fences, a barrier."""
    sA, sB, word, bar = rooms()
    take(word, bar)
    fill(x, sA, sB)
    cute.arch.fence_proxy("async.shared", space="cta")
    return ready(sA, sB, word, bar)


def ready(sA: Any, sB: Any, word: Any, bar: Any) -> Tile:
    """All threads meet."""
    cute.arch.sync_threads()
    return Tile(sA, sB, bar, word.load(), cute.arch.thread_idx()[0], cute.arch.warp_idx())


@cute.jit
def keep(out: cute.Tensor, values: Any) -> None:
    """Each thread stores a row of the result."""
    tidx, _, _ = cute.arch.thread_idx()
    for j in cutlass.range_constexpr(N):
        out[tidx, j] = values[j].bitcast(cutlass.Float32)


@cute.jit
def give_back(d: Any, group: cutlass.Constexpr = 1) -> None:
    """All threads meet, and warp 0 deallocates."""
    tcgen05.fence_before_thread_sync()
    cute.arch.sync_threads()
    if cute.arch.warp_idx() == 0:
        tcgen05.dealloc(d, COLUMNS, group)


def halves(x: Any, row: Any) -> list[Any]:
    """A row of A as words of two halves, for tensor memory."""
    pairs = [(x[row, 2 * c].bitcast(cutlass.Uint16), x[row, 2 * c + 1].bitcast(cutlass.Uint16)) for c in range(WORDS_A)]
    return [low.to(cutlass.Uint32) | high.to(cutlass.Uint32) << 16 for low, high in pairs]


def product(x: np.ndarray) -> np.ndarray:
    """What a kernel leaves in `out`."""
    wide = x.astype(np.float64)
    return wide[:M] @ wide[M:].T


def small() -> np.ndarray:
    """Small integers, whose products are exact."""
    return np.random.default_rng(0).integers(-2, 3, (M + N, K)).astype(np.float16)


def tile(
    bug: Bug, story: str, times: float = 1, block: int = 128, *, want: Callable[[np.ndarray], Any] | None = None,
    also: tuple[Bug, ...] = (), cluster: int = 1,
) -> Any:  # fmt: skip
    """Registers a kernel (x, out, bug) whose result is so many times the product, unless `want` says more."""
    return planted(
        bug, story, x=small, out=(M, N), dtype=np.float32, block=block, cluster=cluster, grid=cluster, also=also,
        want=want or (lambda x: times * product(x)),
    )  # fmt: skip
