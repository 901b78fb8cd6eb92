"""Atomics, warp operations and bits as kernels write them: on the CPU, as Python, and on the GPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from tests.kernels.arrays import TARGETS, Arrays

EVERYWHERE = [*TARGETS, pytest.param("eager")]
RNG = np.random.default_rng(23)


def run_on(target: str, function: Any, *arrays: np.ndarray) -> list[np.ndarray]:
    """Calls a function on copies of arrays; gives what it left in them."""
    if target == "eager":
        copies = [a.copy() for a in arrays]
        eager.run(function, *copies)
        return copies
    store = Arrays(target)
    placed = [store.put(a) for a in arrays]
    function(*placed)
    return [store.get(a) for a in placed]


# -- atomics -----------------------------------------------------------------------------------------------------------
@cute.kernel
def count_kernel(x: cute.Tensor, counts: cute.Tensor, extremes: cute.Tensor, places: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 64 + tidx
    cute.arch.atomic_add(counts.iterator + x[i], 1)
    cute.arch.red(counts.iterator + x[i] + 8, cutlass.Int32(2), op="add", sem="release", scope="gpu")
    cute.arch.atomic_max(extremes.iterator, x[i], scope="sys")
    cute.arch.atomic_min(extremes.iterator + 1, x[i])
    cute.arch.atomic_or(extremes.iterator + 2, 1 << x[i])
    cute.arch.atomic_and(extremes.iterator + 3, ~(1 << x[i]))
    cute.arch.atomic_xor(extremes.iterator + 4, i)
    place = cute.arch.atomic_add(ptr=extremes.iterator + 5, val=1)
    places[place] = i


@cute.jit
def count(x: cute.Tensor, counts: cute.Tensor, extremes: cute.Tensor, places: cute.Tensor):
    count_kernel(x, counts, extremes, places).launch(grid=[4, 1, 1], block=[64, 1, 1])


@pytest.mark.parametrize("target", EVERYWHERE)
def test_atomics_of_integers_give_what_python_gives(target: str) -> None:
    x = RNG.integers(1, 7, 256).astype(np.int32)
    extremes = np.array([0, 99, 0, -1, 0, 0], np.int32)
    got = run_on(target, count, x, np.zeros(16, np.int32), extremes, np.full(256, -7, np.int32))
    counts = np.bincount(x, minlength=8)
    np.testing.assert_array_equal(got[1], np.concatenate([counts, 2 * counts]))
    bits = int(np.bitwise_or.reduce(1 << x))
    np.testing.assert_array_equal(got[2], [x.max(), x.min(), bits, ~bits, 0, 256])
    np.testing.assert_array_equal(np.sort(got[3]), np.arange(256))


@cute.kernel
def float_kernel(x: cute.Tensor, sums: cute.Tensor, unsigned: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    total = smem.allocate_tensor(cutlass.Float32, cute.make_layout(2))
    if tidx < 2:
        total[tidx] = 0.0
    cute.arch.sync_threads()
    cute.arch.atomic_add(total.iterator + tidx % 2, x[tidx])
    cute.arch.sync_threads()
    if tidx < 2:
        sums[tidx] = total[tidx]
    cute.arch.atomic_fmax(sums.iterator + 2, x[tidx])
    cute.arch.atomic_fmin(sums.iterator + 3, x[tidx])
    positive = x[tidx] * x[tidx]
    cute.arch.atomic_fmax(sums.iterator + 4, positive, sign_bit=False)
    cute.arch.atomic_fmax(sums.iterator + 5, -positive, sign_bit=True)
    old = cute.arch.atomic_exch(sums.iterator + 6, cutlass.Float32(3.0))
    if old == 0.0:
        sums[7] = 1.0
    cute.arch.atomic_max(unsigned.iterator, cutlass.Uint32(0x80000000) + tidx.to(cutlass.Uint32))


@cute.jit
def floats(x: cute.Tensor, sums: cute.Tensor, unsigned: cute.Tensor):
    float_kernel(x, sums, unsigned).launch(grid=[1, 1, 1], block=[96, 1, 1])


@pytest.mark.parametrize("target", EVERYWHERE)
def test_atomics_of_floats_give_what_numpy_gives(target: str) -> None:
    x = RNG.integers(-50, 50, 96).astype(np.float32)
    sums = np.array([0, 0, -1e9, 1e9, 0, -1e9, 0, 0], np.float32)
    _, got, unsigned = run_on(target, floats, x, sums, np.zeros(1, np.uint32))
    squares = x * x
    want = [x[::2].sum(), x[1::2].sum(), x.max(), x.min(), squares.max(), -squares.min(), 3, 1]
    np.testing.assert_array_equal(got, want)
    assert unsigned[0] == 0x80000000 + 95


@cute.kernel
def swap_kernel(x: cute.Tensor, lists: cute.Tensor, heads: cute.Tensor):
    """A linked list for each remainder, built by compare and swap."""
    tidx, _, _ = cute.arch.thread_idx()
    head = heads.iterator + x[tidx] % 4
    seen = cute.arch.load(head, sem="relaxed", scope="gpu")
    done = False
    while not done:
        lists[tidx] = seen
        found = cute.arch.atomic_cas(head, cmp=seen, val=tidx, sem="acq_rel", scope="gpu")
        done = found == seen
        seen = found


@cute.jit
def swaps(x: cute.Tensor, lists: cute.Tensor, heads: cute.Tensor):
    swap_kernel(x, lists, heads).launch(grid=[1, 1, 1], block=[128, 1, 1])


@pytest.mark.parametrize("target", EVERYWHERE)
def test_linked_lists_by_compare_and_swap(target: str) -> None:
    x = RNG.integers(0, 100, 128).astype(np.int32)
    _, lists, heads = run_on(target, swaps, x, np.full(128, -7, np.int32), np.full(4, -1, np.int32))
    for remainder in range(4):
        members, at = [], int(heads[remainder])
        while at >= 0:
            members.append(at)
            at = int(lists[at])
        assert sorted(members) == np.nonzero(x % 4 == remainder)[0].tolist()


# -- ordered accesses --------------------------------------------------------------------------------------------------
@cute.kernel
def access_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    cute.arch.prefetch(x.iterator + tidx, cache_level="L2")
    one = cute.arch.load(x.iterator + tidx, cop="cg")
    two = cute.arch.load((x.iterator + tidx).llvm_ptr, cutlass.Float32, sem="acquire", scope="gpu")
    three = cute.arch.load(x.iterator, sem="volatile")
    cute.arch.nanosleep(20)
    cute.arch.store(y.iterator + tidx, one + two, sem="release", scope="sys")
    cute.arch.store(y.iterator + tidx + 32, three, cop="wt")


@cute.jit
def accesses(x: cute.Tensor, y: cute.Tensor):
    access_kernel(x, y).launch(grid=[1, 1, 1], block=[32, 1, 1])


@pytest.mark.parametrize("target", EVERYWHERE)
def test_loads_and_stores_with_an_order(target: str) -> None:
    x = RNG.standard_normal(32, dtype=np.float32)
    _, y = run_on(target, accesses, x, np.full(64, np.nan, np.float32))
    np.testing.assert_array_equal(y, np.concatenate([2 * x, np.full(32, x[0])]))


# -- warps -------------------------------------------------------------------------------------------------------------
@cute.kernel
def warp_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    v = x[tidx]
    y[0, tidx] = cute.arch.warp_redux_sync(v, "add")
    y[1, tidx] = cute.arch.warp_redux_sync(v, "max")
    y[2, tidx] = cute.arch.match_sync(0xFFFFFFFF, v, "any")
    lanes, same = cute.arch.match_sync(0xFFFFFFFF, v // 1000, "all")
    y[3, tidx] = lanes
    y[4, tidx] = same
    y[5, tidx] = cute.arch.vote_uni_sync(v > 2)
    y[6, tidx] = cute.arch.lanemask_lt().to(cutlass.Int32)
    below = cute.arch.vote_ballot_sync(v > 2) & cute.arch.lanemask_lt()
    y[7, tidx] = cute.arch.popc(below)
    mask = cutlass.Uint32(0x0000FFFF)
    if tidx % 32 >= 16:
        mask = cutlass.Uint32(0xFFFF0000)
    y[8, tidx] = cute.arch.warp_redux_sync(v, "min", mask)
    y[9, tidx] = cute.arch.shuffle_sync_up(v, 1, mask_and_clamp=0)


@cute.jit
def warps(x: cute.Tensor, y: cute.Tensor):
    warp_kernel(x, y).launch(grid=[1, 1, 1], block=[64, 1, 1])


@pytest.mark.parametrize("target", EVERYWHERE)
def test_operations_of_a_warp_give_what_numpy_gives(target: str) -> None:
    x = RNG.integers(0, 6, 64).astype(np.int32)
    _, y = run_on(target, warps, x, np.full((10, 64), -77, np.int32))
    for first in (0, 32):
        v = x[first : first + 32]
        high = v > 2
        same = [sum(1 << n for n in range(32) if v[n] == v[lane]) for lane in range(32)]
        halves = np.repeat([v[:16].min(), v[16:].min()], 16)
        want: list[Any] = [v.sum(), v.max(), same, 0xFFFFFFFF, 1, int(high.all() or not high.any())]
        want += [[(1 << lane) - 1 for lane in range(32)], np.cumsum(high) - high, halves]
        want.append(np.concatenate([v[:1], v[:-1]]))
        got = y[:, first : first + 32]
        for row, expected in zip(got, want, strict=True):
            np.testing.assert_array_equal(row.view(np.uint32), np.broadcast_to(expected, 32).astype(np.uint32))


# -- bits --------------------------------------------------------------------------------------------------------------
@cute.kernel
def bit_kernel(a: cute.Tensor, b: cute.Tensor, places: cute.Tensor, y: cute.Tensor, wide: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    x, z = a[tidx], b[tidx]
    start, length = places[tidx] & 63, places[tidx] >> 8
    ux = x.to(cutlass.Uint32)
    y[0, tidx] = cute.arch.popc(x)
    y[1, tidx] = cute.arch.clz(x)
    y[2, tidx] = cute.arch.bfind(x)
    y[3, tidx] = cute.arch.bfind(ux)
    y[4, tidx] = cute.arch.brev(x)
    y[5, tidx] = cute.arch.bfe(x, start, length)
    y[6, tidx] = cute.arch.bfe(ux, start, length).to(cutlass.Int32)
    y[7, tidx] = cute.arch.bfi(x, z, start, length)
    y[8, tidx] = cute.arch.prmt(x, z, places[tidx])
    y[9, tidx] = cute.arch.lop3(x, z, x ^ 77, 0xCA)
    y[10, tidx] = cute.arch.mul_hi(x, z)
    y[11, tidx] = cute.arch.mul24(x, z)
    y[12, tidx] = cute.arch.add_sat_int(x, z)
    y[13, tidx] = cute.arch.sub_sat_int(x, z)
    wide[0, tidx] = cute.arch.mul_wide(x, z)
    wide[1, tidx] = cute.arch.brev(x.to(cutlass.Int64) * z)
    wide[2, tidx] = cute.arch.popc(x.to(cutlass.Int64) * z).to(cutlass.Int64)


@cute.jit
def bits(a: cute.Tensor, b: cute.Tensor, places: cute.Tensor, y: cute.Tensor, wide: cute.Tensor):
    bit_kernel(a, b, places, y, wide).launch(grid=[1, 1, 1], block=[128, 1, 1])


def field(value: int, start: int, length: int, signed: bool) -> int:
    """PTX ISA, `bfe`, as its pseudocode says; the value is a word of 32 bits."""
    last = min(start + length - 1, 31)
    sign = 0 if not signed or length == 0 else value >> last & 1
    out = 0
    for i in range(32):
        out |= (value >> (start + i) & 1 if i < length and start + i <= 31 else sign) << i
    return out


def inserted(a: int, b: int, start: int, length: int) -> int:
    """PTX ISA, `bfi`."""
    for i in range(length):
        if start + i <= 31:
            b = b & ~(1 << (start + i)) | (a >> i & 1 if i < 32 else 0) << (start + i)
    return b


def permuted(a: int, b: int, selector: int) -> int:
    """PTX ISA, `prmt`."""
    eight, out = (b << 32 | a).to_bytes(8, "little"), 0
    for index in range(4):
        byte = eight[selector >> 4 * index & 7]
        out |= ((0xFF if byte >> 7 else 0) if selector >> 4 * index & 8 else byte) << 8 * index
    return out


@pytest.mark.parametrize("target", EVERYWHERE)
def test_functions_of_bits_give_what_python_gives(target: str) -> None:
    a, b = (RNG.integers(-(2**31), 2**31, 128).astype(np.int32) for _ in range(2))
    a[:4], b[:2] = [0, -1, 1, -(2**31)], [0, 2**31 - 1]
    places = RNG.integers(0, 40 << 8, 128).astype(np.int32)
    _, _, _, y, wide = run_on(
        target, bits, a, b, places, np.full((14, 128), -77, np.int32), np.full((3, 128), -77, np.int64)
    )
    word = 0xFFFFFFFF
    for n in range(128):
        x, z, p = int(a[n]), int(b[n]), int(places[n])
        u, v, start, length = x & word, z & word, p & 63, p >> 8
        magnitude = u if x >= 0 else ~u & word
        short = [(q & 0xFFFFFF) - ((q & 0x800000) << 1) for q in (u, v)]
        want = [u.bit_count(), 32 - u.bit_length(), magnitude.bit_length() - 1, u.bit_length() - 1]
        want += [int(f"{u:032b}"[::-1], 2), field(u, start, length, True), field(u, start, length, False)]
        want += [inserted(u, v, start, length), permuted(u, v, p)]
        want += [(x & z) | (~x & (x ^ 77)), x * z >> 32, short[0] * short[1]]
        want += [max(min(x + z, 2**31 - 1), -(2**31)), max(min(x - z, 2**31 - 1), -(2**31))]
        assert [int(q) & word for q in y[:, n]] == [q & word for q in want]
        product = x * z & (1 << 64) - 1
        exact = [product, int(f"{product:064b}"[::-1], 2), product.bit_count()]
        assert [int(q) & (1 << 64) - 1 for q in wide[:, n]] == exact


# -- floats ------------------------------------------------------------------------------------------------------------
@cute.kernel
def pair_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    a, b = x[tidx], x[31 - tidx]
    y[0, tidx] = cute.arch.fmax(a, b)
    y[1, tidx] = cute.arch.fmin(a, b)
    y[2, tidx] = cute.arch.fmax(a, b, nan=True)
    y[3, tidx] = cute.arch.fmax(a, b, abs=True)
    y[4, tidx], y[5, tidx] = cute.arch.fma_packed_f32x2((a, b), (b, a), (1.0, 2.0))
    y[6, tidx], y[7, tidx] = cute.arch.mul_packed_f32x2((a, b), (b, b))
    y[8, tidx], y[9, tidx] = cute.arch.add_packed_f32x2((a, b), (b, b))
    y[10, tidx], y[11, tidx] = cute.arch.sub_packed_f32x2((a, b), (b, b))
    y[12, tidx] = cute.arch.rcp_approx(a)
    y[13, tidx] = cute.arch.exp2(a)
    y[14, tidx] = cute.arch.fmin(a, b, abs=True)
    y[15, tidx] = cute.arch.fmax(a, b, abs=True, nan=True)


@cute.jit
def pairs(x: cute.Tensor, y: cute.Tensor):
    pair_kernel(x, y).launch(grid=[1, 1, 1], block=[32, 1, 1])


@pytest.mark.parametrize("target", EVERYWHERE)
def test_floats_of_the_hardware(target: str) -> None:
    x = RNG.standard_normal(32, dtype=np.float32)
    x[3] = np.nan
    _, y = run_on(target, pairs, x, np.full((16, 32), 7e7, np.float32))
    a, b = x, x[::-1]
    sign = np.where(np.signbit(a) == np.signbit(b), 1, -1).astype(np.float32)
    exact = [np.fmax(a, b), np.fmin(a, b), np.maximum(a, b), sign * np.fmax(abs(a), abs(b))]
    np.testing.assert_array_equal(y[:4], exact)
    np.testing.assert_array_equal(y[14:], [sign * np.fmin(abs(a), abs(b)), sign * np.maximum(abs(a), abs(b))])
    wide = (a.astype(np.float64) * b + 1).astype(np.float32), (a.astype(np.float64) * b + 2).astype(np.float32)
    np.testing.assert_allclose(y[4:6], wide, rtol=1e-6)
    np.testing.assert_array_equal(y[6:12], [a * b, b * b, a + b, b + b, a - b, b - b])
    np.testing.assert_allclose(y[12:14], [1 / a, np.exp2(a)], rtol=1e-6)


# -- the GPU's code ----------------------------------------------------------------------------------------------------
I32, F32 = (np.zeros((16, 128), dtype) for dtype in (np.int32, np.float32))
PTX_CASES: dict[str, tuple[Any, tuple[Any, ...], tuple[str, ...]]] = {
    "count": (
        count,
        (I32[0], I32[1], I32[2], I32[3]),
        ("atom.global.add.u32", "atom.release.gpu.global.add.u32", "atom.relaxed.sys.global.max.s32"),
    ),
    "floats": (floats, (F32[0], F32[1], np.zeros(1, np.uint32)), ("shared.add.f32", "max.s32", "max.u32")),
    "swaps": (swaps, (I32[0], I32[1], I32[2]), ("acq_rel.gpu.global.cas", "ld.relaxed.gpu.global")),
    "accesses": (accesses, (F32[0], F32[1]), ("ld.weak.global.cg", "st.release.sys.global", "nanosleep", "prefetch")),
    "warps": (warps, (I32[0], I32), ("redux.sync.add", "match.any.sync", "match.all.sync", "vote.sync.uni")),
    "bits": (bits, (I32[0], I32[1], I32[2], I32, I32.astype(np.int64)), ("popc", "brev", "prmt", "mul.wide.s32")),
    "pairs": (pairs, (F32[0], F32), ("fma.rn.f32", "max.NaN.f32")),
}


@pytest.mark.parametrize("case", PTX_CASES)
def test_ptxas_assembles_it(case: str, ptxas: Path) -> None:
    """Each becomes the instruction that a GPU has for it."""
    function, args, wanted = PTX_CASES[case]
    artifacts = cute.compile(function, *args, options="--target cpu").artifacts
    for arch in ("sm_80", "sm_90a"):
        ptx = artifacts.ptx(arch)
        assert assemble(ptx, gpu_target(arch), ptxas=str(ptxas)).spills == 0
        for instruction in wanted:
            assert instruction in ptx


@cute.kernel
def boolean_kernel(x: cute.Tensor, y: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    odd = x[lane] % 2 == 1
    y[0, lane] = cute.arch.make_warp_uniform(odd)
    y[1, lane] = cute.arch.shuffle_sync_bfly(odd, 1)


@cute.jit
def booleans(x: cute.Tensor, y: cute.Tensor):
    boolean_kernel(x, y).launch(grid=1, block=32)


@pytest.mark.parametrize("target", EVERYWHERE)
def test_a_boolean_of_another_lane(target: str) -> None:
    x = np.arange(1, 33, dtype=np.int32)
    _, y = run_on(target, booleans, x, np.full((2, 32), -1, np.int32))
    assert y.tolist() == [[1] * 32, [0, 1] * 16]


def test_a_boolean_travels_as_a_word_on_a_gpu() -> None:
    arrays = (cute.runtime.from_dlpack(np.zeros(shape, np.int32)) for shape in (32, (2, 32)))
    compiled: Any = cute.compile(booleans, *arrays, options="--target cpu")
    assert compiled.artifacts.ptx("sm_90a").count("shfl.sync") == 2
