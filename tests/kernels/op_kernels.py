"""Small kernels for one operation each, whose results `recorded_ops` keeps: copies, atomics, warps.

Each has a reference in NumPy beside it, for where no GPU has recorded it yet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import cpasync
from tests.kernels.arrays import Arrays

ROWS = 32
"""Rows of a bulk copy's tile."""


def aligned(array: Any) -> Any:
    """A tensor of static shape whose address divides by 16."""
    return cute.runtime.from_dlpack(array, assumed_align=16)


# -- atomics -----------------------------------------------------------------------------------------------------------
ATOMIC_TYPES = {np.dtype(x): getattr(cutlass, n) for x, n in (
    *((np.int32, "Int32"), (np.uint32, "Uint32"), (np.int64, "Int64"), (np.uint64, "Uint64")),
    *((np.float32, "Float32"), (np.float64, "Float64"), (np.float16, "Float16")),
)}  # fmt: skip
ATOMIC_KINDS = ("add", "max", "min", "and", "or", "xor", "inc", "dec")
PLACES, THREADS = 8, 128


@cute.kernel
def atomic_kernel(x: cute.Tensor, y: cute.Tensor, op: cutlass.Constexpr):
    """Updates of 8 places by 128 threads: at the three scopes in global memory, and in shared memory."""
    tidx, _, _ = cute.arch.thread_idx()
    place = tidx % PLACES
    s = cutlass.utils.SmemAllocator().allocate_tensor(y.element_type, cute.make_layout(PLACES))
    if tidx < PLACES:
        s[tidx] = y[3 * PLACES + tidx]
    cute.arch.sync_threads()
    cute.arch.red(y.iterator + place, x[tidx], op=op, scope="cta")
    cute.arch.red(y.iterator + PLACES + place, x[tidx], op=op, sem="relaxed", scope="gpu")
    cute.arch.red(y.iterator + 2 * PLACES + place, x[tidx], op=op, sem="release", scope="sys")
    cute.arch.red(s.iterator + place, x[tidx], op=op, scope="cta")
    cute.arch.sync_threads()
    if tidx < PLACES:
        y[3 * PLACES + tidx] = s[tidx]


@cute.jit
def run_atomic(x: cute.Tensor, y: cute.Tensor, op: cutlass.Constexpr):
    atomic_kernel(x, y, op).launch(grid=1, block=THREADS)


@dataclass(frozen=True, slots=True)
class Atomic:
    """An atomic of a kind and type."""

    op: str
    dtype: np.dtype[Any]

    def given(self) -> tuple[np.ndarray, np.ndarray]:
        """Operands (one number for what wraps there: the order must not matter) and what memory holds."""
        rng = np.random.default_rng(11)
        low = -9 if self.dtype.kind != "u" else 0
        x = rng.integers(low, 9, THREADS).astype(self.dtype)
        if self.op in ("inc", "dec"):
            x = np.full_like(x, 5)
        return x, rng.integers(0, 4, 4 * PLACES).astype(self.dtype)

    def run(self, target: str) -> np.ndarray:
        x, y = self.given()
        arrays = Arrays(target)
        placed = arrays.put(y)
        run_atomic(arrays.put(x), placed, self.op)
        return arrays.get(placed)

    def want(self) -> np.ndarray:
        x, y = self.given()
        top = (1 << 8 * self.dtype.itemsize) - 1
        step: dict[str, Callable[[Any, Any], Any]] = {
            "add": lambda a, b: a + b,
            "max": max,
            "min": min,
            "and": lambda a, b: a & b,
            "or": lambda a, b: a | b,
            "xor": lambda a, b: a ^ b,
            "inc": lambda a, b: 0 if int(a) & top >= int(b) else a + 1,
            "dec": lambda a, b: b if a == 0 or int(a) & top > int(b) else a - 1,
        }
        with np.errstate(over="ignore"):
            for thread in range(THREADS):
                for first in range(0, 4 * PLACES, PLACES):
                    place = first + thread % PLACES
                    y[place] = step[self.op](y[place], x[thread])
        return y


def atomics() -> list[Atomic]:
    """Every kind of every type that has it."""
    return [Atomic(op, t) for t in ATOMIC_TYPES for op in (ATOMIC_KINDS if t.kind != "f" else ("add",))]


# -- warps -------------------------------------------------------------------------------------------------------------
@cute.kernel
def shuffle_kernel(x: cute.Tensor, by: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    y[0, lane] = cute.arch.shuffle_sync(x[lane], by[lane])
    y[1, lane] = cute.arch.shuffle_sync_up(x[lane], by[0])
    y[2, lane] = cute.arch.shuffle_sync_down(x[lane], by[1])
    y[3, lane] = cute.arch.shuffle_sync_bfly(x[lane], by[2])


@cute.jit
def run_shuffle(x: cute.Tensor, by: cute.Tensor, y: cute.Tensor):
    shuffle_kernel(x, by, y).launch(grid=1, block=32)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The four shuffles of a type."""

    dtype: np.dtype[Any]

    def given(self) -> tuple[np.ndarray, np.ndarray]:
        rng = np.random.default_rng(12)
        return rng.integers(0, 99, 32).astype(self.dtype), rng.integers(1, 31, 32).astype(np.int32)

    def run(self, target: str) -> np.ndarray:
        arrays = Arrays(target)
        x, by = self.given()
        y = arrays.put(np.zeros((4, 32), self.dtype))
        run_shuffle(arrays.put(x), arrays.put(by), y)
        return arrays.get(y)

    def want(self) -> np.ndarray:
        x, by = self.given()
        lanes = np.arange(32)
        up, down = lanes - by[0], lanes + by[1]
        sources = [by, np.where(up >= 0, up, lanes), np.where(down < 32, down, lanes), lanes ^ by[2]]
        return np.stack([x[source] for source in sources])


@cute.kernel
def vote_kernel(x: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    for row in cutlass.range_constexpr(4):
        yes = x[row, lane] != 0
        y[row, 0, lane] = cutlass.Int32(cute.arch.vote_any_sync(yes))
        y[row, 1, lane] = cutlass.Int32(cute.arch.vote_all_sync(yes))
        y[row, 2, lane] = cutlass.Int32(cute.arch.vote_uni_sync(yes))
        y[row, 3, lane] = cutlass.Int32(cute.arch.vote_ballot_sync(yes))


@cute.jit
def run_vote(x: cute.Tensor, y: cute.Tensor):
    vote_kernel(x, y).launch(grid=1, block=32)


def _votes() -> np.ndarray:
    x = np.random.default_rng(13).integers(0, 2, (4, 32)).astype(np.int32)
    x[0], x[1] = 0, 1
    return x


def vote(target: str) -> np.ndarray:
    """Votes of all kinds: by nobody, by all, by some."""
    arrays = Arrays(target)
    y = arrays.poisoned((4, 4, 32), np.int32)
    run_vote(arrays.put(_votes()), y)
    return arrays.get(y)


def voted() -> np.ndarray:
    """What `vote` gives."""
    rows: list[np.ndarray] = []
    for yes in _votes() != 0:
        bits = int(sum(1 << lane for lane in range(32) if yes[lane]))
        rows.append(np.array([yes.any(), yes.all(), yes.all() or not yes.any(), bits]).astype(np.uint32).view(np.int32))
    return np.repeat(np.stack(rows)[:, :, None], 32, axis=2)


@cute.kernel
def redux_kernel(x: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    for row, kind in enumerate(("add", "min", "max", "and", "or", "xor")):
        y[row, lane] = cute.arch.warp_redux_sync(x[lane], kind)


@cute.jit
def run_redux(x: cute.Tensor, y: cute.Tensor):
    redux_kernel(x, y).launch(grid=1, block=32)


@dataclass(frozen=True, slots=True)
class Redux:
    """The reductions of a warp of a type."""

    dtype: np.dtype[Any]

    def given(self) -> np.ndarray:
        return np.random.default_rng(14).integers(0, 1 << 32, 32, dtype=np.uint64).astype(np.uint32).view(self.dtype)

    def run(self, target: str) -> np.ndarray:
        arrays = Arrays(target)
        y = arrays.put(np.zeros((6, 32), self.dtype))
        run_redux(arrays.put(self.given()), y)
        return arrays.get(y)

    def want(self) -> np.ndarray:
        x = self.given()
        found = [x.sum(dtype=x.dtype), x.min(), x.max()]
        found += [f.reduce(x) for f in (np.bitwise_and, np.bitwise_or, np.bitwise_xor)]
        return np.repeat(np.array(found, x.dtype)[:, None], 32, axis=1)


# -- cp.async ----------------------------------------------------------------------------------------------------------
@cute.kernel
def cp_async_kernel(x: cute.Tensor, y: cute.Tensor, words: cutlass.Constexpr, everywhere: cutlass.Constexpr):
    """Each thread brings its words, two groups of them; lane 7 brings none."""
    tidx, _, _ = cute.arch.thread_idx()
    mode = cpasync.LoadCacheMode.ALWAYS if cutlass.const_expr(everywhere) else cpasync.LoadCacheMode.GLOBAL
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(mode), cutlass.Int32, num_bits_per_copy=32 * words)
    layout = cute.make_layout((words, 32, 2), stride=(1, words, 32 * words))
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Int32, layout, 16)
    source, target = cute.make_tensor(x.iterator, layout), cute.make_tensor(y.iterator, layout)
    for group in cutlass.range_constexpr(2):
        for k in cutlass.range_constexpr(words):
            s[k, tidx, group] = -1
    cute.arch.sync_threads()
    for group in cutlass.range_constexpr(2):
        if tidx != 7:
            cute.copy(atom, source[None, tidx, group], s[None, tidx, group])
        cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(1)
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(words):
        target[k, tidx, 0] = s[k, tidx ^ 1, 0]
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    for k in cutlass.range_constexpr(words):
        target[k, tidx, 1] = s[k, tidx ^ 1, 1]


@cute.jit
def run_cp_async(x: cute.Tensor, y: cute.Tensor, words: cutlass.Constexpr, everywhere: cutlass.Constexpr):
    cp_async_kernel(x, y, words, everywhere).launch(grid=1, block=32)


@dataclass(frozen=True, slots=True)
class CpAsync:
    """`cp.async` of so many words a thread, through both caches or the second alone."""

    words: int
    everywhere: bool

    def given(self) -> np.ndarray:
        return np.random.default_rng(15).integers(0, 1 << 30, (2, 32, self.words)).astype(np.int32)

    def run(self, target: str) -> np.ndarray:
        arrays = Arrays(target)
        x = self.given()
        y = arrays.poisoned(x.shape, np.int32)
        run_cp_async(aligned(arrays.put(x)), aligned(y), self.words, self.everywhere)
        return arrays.get(y)

    def want(self) -> np.ndarray:
        x = self.given()
        x[:, 7] = -1
        return x[:, np.arange(32) ^ 1]


# -- tiles by tensor maps ----------------------------------------------------------------------------------------------
def tile_layout(swizzle: int, columns: int) -> Any:
    """Rows of a tile in shared memory, swizzled as the copy engine does."""
    rows = cute.make_layout((ROWS, columns), stride=(columns, 1))
    return cute.make_composed_layout(cute.make_swizzle(swizzle, 4, 3), 0, rows) if swizzle else rows


@cute.kernel
def tile_kernel(
    load: Any, source: cute.Tensor, store: Any, target: cute.Tensor, raw: cute.Tensor, how: cutlass.Constexpr
):
    """Brings a tile, gives its bytes as they lie in shared memory, and sends it on."""
    swizzle, columns = how
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    dtype = raw.element_type
    place = smem.allocate_array(dtype, ROWS * columns, byte_alignment=1024)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    layout = cute.make_layout((ROWS, columns), stride=(columns, 1))
    bytes_of, pointer = cute.make_tensor(place, layout), place
    if cutlass.const_expr(swizzle):
        pointer = cute.recast_ptr(place, cute.make_swizzle(swizzle, 4, 3), dtype=dtype)
    stage = cute.make_tensor(pointer, layout)
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    grouped = cute.group_modes(stage, 0, 2)
    tiles = [cute.group_modes(cute.local_tile(t, (ROWS, columns), (1, 1)), 0, 2) for t in (source, target)]
    one = cute.make_layout(1)
    s_in, g_in = cpasync.tma_partition(load, 0, one, grouped, tiles[0])
    s_out, g_out = cpasync.tma_partition(store, 0, one, grouped, tiles[1])
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, ROWS * columns * dtype.width // 8)
    cute.arch.sync_warp()
    cute.copy(load, g_in, s_in, tma_bar_ptr=barrier)
    cute.arch.mbarrier_wait(barrier, 0)
    for column in range(columns):
        raw[tidx, column] = bytes_of[tidx, column]
    cute.arch.sync_warp()
    cute.copy(store, s_out, g_out)
    cute.arch.cp_async_bulk_commit_group()
    cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def run_tile(x: cute.Tensor, y: cute.Tensor, raw: cute.Tensor, how: cutlass.Constexpr, reduce: cutlass.Constexpr):
    layout = tile_layout(*how)
    out = cpasync.CopyBulkTensorTileS2GOp()
    if cutlass.const_expr(reduce is not None):
        out = cpasync.CopyReduceBulkTensorTileS2GOp(cute.ReductionKind(reduce))
    load, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (ROWS, how[1]))
    store, target = cpasync.make_tiled_tma_atom(out, y, layout, (ROWS, how[1]))
    tile_kernel(load, source, store, target, raw, how).launch(grid=1, block=32)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile there and on, with a swizzle; combined with what is there where `reduce` says how."""

    dtype: np.dtype[Any]
    swizzle: int
    reduce: str | None = None

    @property
    def columns(self) -> int:
        """One span of the swizzle."""
        return (16 << self.swizzle if self.swizzle else 64) // self.dtype.itemsize

    def given(self) -> tuple[np.ndarray, np.ndarray]:
        rng = np.random.default_rng(16)
        shape = (2 * ROWS - 5, 2 * self.columns - 16 // self.dtype.itemsize)
        return rng.integers(0, 50, shape).astype(self.dtype), rng.integers(0, 50, shape).astype(self.dtype)

    def run(self, target: str) -> np.ndarray:
        arrays = Arrays(target)
        x, y = self.given()
        back, raw = arrays.put(y), arrays.put(np.zeros((ROWS, self.columns), self.dtype))
        run_tile(aligned(arrays.put(x)), aligned(back), aligned(raw), (self.swizzle, self.columns), self.reduce)
        return np.concatenate([arrays.get(back).reshape(-1), arrays.get(raw).reshape(-1)])

    def want(self) -> np.ndarray:
        x, y = self.given()
        tile = np.zeros((ROWS, self.columns), self.dtype)
        inside = x[ROWS:, self.columns :]
        tile[: inside.shape[0], : inside.shape[1]] = inside
        there = y[ROWS:, self.columns :]
        there[:] = self._combined(there, inside)
        offsets = np.arange(tile.size) * self.dtype.itemsize
        swizzled = offsets ^ (offsets >> 3 & ((1 << self.swizzle) - 1) << 4)
        raw = np.zeros(tile.size, self.dtype)
        raw[swizzled // self.dtype.itemsize] = tile.reshape(-1)
        return np.concatenate([y.reshape(-1), raw])

    def _combined(self, there: np.ndarray, tile: np.ndarray) -> np.ndarray:
        match self.reduce:
            case None:
                return tile
            case "inc":
                return np.where(there >= tile, 0, there + 1).astype(self.dtype)
            case "dec":
                return np.where((there == 0) | (there > tile), tile, there - 1).astype(self.dtype)
            case "add":
                return there + tile
            case "min" | "max":
                return (np.minimum if self.reduce == "min" else np.maximum)(there, tile)
            case kind:
                return {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}[kind](there, tile)


def tiles() -> list[Tile]:
    """Every swizzle with elements of 1, 2, 4 and 8 bytes, and every way to combine."""
    kinds = [np.dtype(t) for t in (np.uint8, np.float16, np.float32, np.float64)]
    found = [Tile(kind, swizzle) for swizzle in range(4) for kind in kinds]
    word = np.dtype(np.uint32)
    found += [Tile(word, 3, how) for how in ("add", "min", "max", "inc", "dec", "and", "or", "xor")]
    return [
        *found,
        *(Tile(np.dtype(np.float16), 3, how) for how in ("add", "min", "max")),
        Tile(np.dtype(np.float32), 0, "add"),
    ]
