"""Primitives of pairs of floats, packed floats, loads and stores of handles, partial asynchronous copies."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.runtime import make_fake_compact_tensor
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.instructions import primitives as prims
from cutedsl.lang.instructions import primitives_floats as floats
from cutedsl.lang.instructions import primitives_memory as memory
from tests.kernels.arrays import TARGETS, Arrays


@cute.kernel
def pairs_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    a, b, c = (memory.load_ext(x.iterator + 2 * k, count=2) for k in range(3))
    total = floats.add_packed_f32x2(a, b, rnd=floats.FPRoundingMode.RN)
    memory.store_ext(total, y.iterator)
    product, other = floats.mul_packed_f32x2((a[0], a[1]), (b[0], b[1]), ftz=False)
    y[2], y[3] = product, other
    memory.store_ext(floats.fma_packed_f32x2(a, b, c, rnd="rn"), y.iterator + 4)


@cute.jit
def run_pairs(x: cute.Tensor, y: cute.Tensor) -> None:
    pairs_kernel(x, y).launch(grid=(1, 1, 1), block=(1, 1, 1))


@pytest.mark.parametrize("target", TARGETS)
def test_pairs_are_tuples_or_vectors(target: str) -> None:
    arrays = Arrays(target)
    data = np.array([1.5, -2.0, 3.0, 0.25, 7.0, 1e-3], np.float32)
    x, y = arrays.put(data), arrays.put(np.zeros(6, np.float32))
    run_pairs(x, y)
    a, b, c = data.reshape(3, 2)
    fused = (a.astype(np.float64) * b + c).astype(np.float32)
    np.testing.assert_array_equal(arrays.get(y), np.concatenate([a + b, a * b, fused]))


@cute.kernel
def long_vectors_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    a, b, c = (memory.load_ext(x.iterator + 8 * k, count=8) for k in range(3))
    memory.store_ext(floats.add_packed_f32x2(a, b), y.iterator)
    memory.store_ext(floats.sub_packed_f32x2(a, b), y.iterator + 8)
    memory.store_ext(floats.mul_packed_f32x2(a, b), y.iterator + 16)
    memory.store_ext(floats.fma_packed_f32x2(a, b, c), y.iterator + 24)


@cute.jit
def run_long_vectors(x: cute.Tensor, y: cute.Tensor) -> None:
    long_vectors_kernel(x, y).launch(grid=(1, 1, 1), block=(1, 1, 1))


@pytest.mark.parametrize("target", TARGETS)
def test_longer_vectors_are_computed_pair_by_pair(target: str) -> None:
    arrays = Arrays(target)
    data = np.arange(24, dtype=np.float32) - 5
    x, y = arrays.put(data), arrays.put(np.zeros(32, np.float32))
    run_long_vectors(x, y)
    a, b, c = data.reshape(3, 8)
    np.testing.assert_array_equal(arrays.get(y), np.concatenate([a + b, a - b, a * b, a * b + c]))


@cute.kernel
def odd_vectors_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    a = cutlass.Array(cutlass.Float32, 3).load(0, 3)
    y[0] = floats.add_packed_f32x2(a, a)[0]


@cute.jit
def run_odd_vectors(x: cute.Tensor, y: cute.Tensor) -> None:
    odd_vectors_kernel(x, y).launch(grid=(1, 1, 1), block=(1, 1, 1))


def test_a_vector_of_no_pairs_is_refused() -> None:
    with pytest.raises(DSLUserCodeError, match=r"takes pairs, got vectors of \[3, 3\] elements") as caught:
        run_odd_vectors(np.zeros(4, np.float32), np.zeros(4, np.float32))
    assert caught.value.name == "operation-argument"


@cute.kernel
def packed_kernel(x: cute.Tensor, bits: cute.Tensor) -> None:
    bits[0] = floats.cvt_packfloat_f32(x[1], x[0], 0, floats.CVTPackFloat.BF16X2, rnd=floats.FPRoundingMode.RN)
    bits[1] = floats.cvt_packfloat_f32(x[1], x[0], 0, floats.CVTPackFloat.F16X2)
    bits[2] = floats.mul_bf16x2(bits[0], bits[0])
    bits[3] = floats.inline_ptx_hl(
        "add.u32 {$w0}, {$r0}, {$r1};", write_only_types=[cutlass.Int32], read_only_args=[bits[0], cutlass.Int32(1)]
    )
    memory.store_ext(cutlass.Uint32(9).ir_value(), bits.iterator + 4)
    memory.store_ext(cutlass.Int32(8), bits.iterator + 5, order=prims.MemOrder.RELEASE, scope=prims.MemScope.GPU)
    bits[6] = memory.load_ext(bits.iterator + 5, order=prims.MemOrder.ACQUIRE, scope=prims.MemScope.GPU)[0]


@cute.jit
def run_packed(x: cute.Tensor, bits: cute.Tensor) -> None:
    packed_kernel(x, bits).launch(grid=(1, 1, 1), block=(1, 1, 1))


@cute.kernel
def quarters_kernel(x: cute.Tensor, bits: cute.Tensor) -> None:
    for k, kind in enumerate((floats.CVTPackFloat.E4M3X2, floats.CVTPackFloat.E5M2X2)):
        how: Any = {"rnd": floats.FPRoundingMode.RN, "sat": floats.SaturationModeKind.SATFINITE}
        low = floats.cvt_packfloat_f32(x[1], x[0], cutlass.Int32(0), kind, **how)
        bits[k] = floats.cvt_packfloat_f32(x[3], x[2], low, kind, extract_hi=True, **how)
        bits[2 + k] = floats.cvt_packfloat_f32(x[1], x[0], bits[k], kind, **how)


@cute.jit
def run_quarters(x: cute.Tensor, bits: cute.Tensor) -> None:
    quarters_kernel(x, bits).launch(grid=(1, 1, 1), block=(1, 1, 1))


@pytest.mark.parametrize("target", TARGETS)
def test_four_floats_are_bytes_of_a_register(target: str) -> None:
    """Half of a register at a time, the other half from the register before."""
    arrays = Arrays(target)
    bits = arrays.put(np.zeros(4, np.int32))
    run_quarters(arrays.put(np.array([1.0, -2.0, 1e9, 0.5], np.float32)), bits)
    e4m3, e5m2 = 0x30 << 24 | 0x7E << 16 | 0xC0 << 8 | 0x38, 0x38 << 24 | 0x7B << 16 | 0xC0 << 8 | 0x3C
    assert arrays.get(bits).view(np.uint32).tolist() == [e4m3, e5m2] * 2


def bf16(values: np.ndarray) -> np.ndarray:
    """Bits of BFloat16, rounded to the nearest even."""
    wide = values.astype(np.float32).view(np.uint32)
    return ((wide + 0x7FFF + (wide >> 16 & 1)) >> 16).astype(np.uint32)


@pytest.mark.parametrize("target", TARGETS)
def test_two_floats_are_halves_of_a_register(target: str) -> None:
    arrays = Arrays(target)
    data = np.array([1.2345678, -3.9], np.float32)
    x, bits = arrays.put(data), arrays.put(np.zeros(7, np.int32))
    run_packed(x, bits)
    found = arrays.get(bits).view(np.uint32)
    low, high = bf16(data)
    assert found[0] == low | high << 16
    halves = data.astype(np.float16).view(np.uint16).astype(np.uint32)
    assert found[1] == halves[0] | halves[1] << 16
    rounded = (bf16(data) << 16).view(np.float32)
    low, high = bf16(rounded * rounded)
    assert found[2] == low | high << 16
    assert found[3] == found[0] + 1 and found[4:].tolist() == [9, 8, 8]


@cute.kernel
def partial_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    thread = cute.arch.thread_idx()[0]
    kept = cutlass.Array(cutlass.Int32, 128, space=cutlass.AddressSpace.smem, alignment=16)
    for k in cutlass.range_constexpr(4):
        kept[4 * thread + k] = -1
    cute.arch.sync_threads()
    place = kept.data_ptr() + 4 * thread
    prims.cp_async_shared_global(place, x.iterator + 4 * thread, 16, prims.LoadCacheModifier.CG, cp_size=thread % 17)
    prims.cp_async_commit_group()
    prims.cp_async_wait_group(0)
    for k in cutlass.range_constexpr(4):
        y[4 * thread + k] = kept[4 * thread + k]


@cute.jit
def run_partial(x: cute.Tensor, y: cute.Tensor) -> None:
    partial_kernel(x, y).launch(grid=(1, 1, 1), block=(32, 1, 1))


@pytest.mark.parametrize("target", TARGETS)
def test_a_copy_of_fewer_bytes_fills_the_others_with_zeros(target: str) -> None:
    arrays = Arrays(target)
    data = np.random.default_rng(3).integers(-(1 << 31), 1 << 31, 128).astype(np.int32)
    x, y = arrays.put(data), arrays.put(np.zeros(128, np.int32))
    run_partial(x, y)
    wanted = data.copy().view(np.uint8).reshape(32, 16)
    for thread in range(32):
        wanted[thread, thread % 17 :] = 0
    np.testing.assert_array_equal(arrays.get(y).view(np.uint8).reshape(32, 16), wanted)


@cute.kernel
def counted_kernel(y: cute.Tensor) -> None:
    bar = cutlass.Array(cutlass.Int64, 1, space=cutlass.AddressSpace.smem)
    prims.mbarrier_init(bar, 1)
    prims.mbarrier_arrive_expect_tx(bar, 48)
    y[0] = cutlass.Int32(prims.mbarrier_try_wait_parity(bar, 0, scope=prims.MemScope.CTA))
    cute.arch.sync_threads()  # on an H200 the try still waits when the next instruction completes the phase
    prims.mbarrier_complete_tx(bar, 48)
    y[1] = cutlass.Int32(prims.mbarrier_try_wait_parity(bar, 0, scope=memory.MBarrierScope.CLUSTER))


@cute.jit
def run_counted(y: cute.Tensor) -> None:
    counted_kernel(y).launch(grid=(1, 1, 1), block=(1, 1, 1))


@pytest.mark.cutedsl_unchecked  # there tests and tries of an mbarrier fail the first times
@pytest.mark.parametrize("target", TARGETS)
def test_bytes_may_be_counted_by_hand(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.put(np.full(2, 7, np.int32))
    run_counted(y)
    assert arrays.get(y).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("run", "shapes", "said"),
    [
        (run_packed, (cutlass.Float32, cutlass.Int32), ("cvt.rn.bf16x2.f32", "mul.rn.bf16x2", "st.release.gpu")),
        (run_partial, (cutlass.Int32, cutlass.Int32), ("cp.async.cg.shared.global",)),
        (run_counted, (cutlass.Int32,), ("mbarrier.complete_tx.relaxed.cta.shared::cta.b64",)),
    ],
    ids=["packed", "partial", "counted"],
)
def test_the_instructions_are_those_named(run: Any, shapes: Any, said: tuple[str, ...], ptxas: Path) -> None:
    arrays = [make_fake_compact_tensor(dtype, (128,)) for dtype in shapes]
    ptx = cute.compile(run, *arrays, options="--target cpu --gpu-arch sm_90a").artifacts.ptx("sm_90a")
    assert all(text in ptx for text in said), ptx
    assemble(ptx, target("sm_90a"), ["-O1"], ptxas=str(ptxas))


@cute.kernel
def directed_kernel(x: cute.Tensor, y: cute.Tensor) -> None:
    i = cute.arch.thread_idx()[0]
    a, b, c = ((x[k, i], -x[k, i]) for k in range(3))
    for k, rnd in enumerate(("rz", "rm", "rp")):
        y[4 * k, i], y[4 * k + 12, i] = cute.arch.add_packed_f32x2(a, b, rnd=rnd)
        y[4 * k + 1, i], y[4 * k + 13, i] = cute.arch.sub_packed_f32x2(a, b, rnd=rnd)
        y[4 * k + 2, i], y[4 * k + 14, i] = cute.arch.mul_packed_f32x2(a, b, rnd=rnd)
        y[4 * k + 3, i], y[4 * k + 15, i] = cute.arch.fma_packed_f32x2(a, b, c, rnd=rnd)


@cute.jit
def directed(x: cute.Tensor, y: cute.Tensor) -> None:
    directed_kernel(x, y).launch(grid=(1, 1, 1), block=(64, 1, 1))


def _in_direction(exact: list[Fraction], rnd: str) -> list[float]:
    """Each number as the Float32 on one side of it."""
    found: list[float] = []
    for number in exact:
        near = np.float32(float(number))
        toward = {"rm": -np.inf, "rp": np.inf, "rz": np.float32(0)}[rnd]
        over = {"rm": Fraction(float(near)) > number, "rp": Fraction(float(near)) < number}
        passed = over.get(rnd, abs(Fraction(float(near))) > abs(number))
        found.append(float(np.nextafter(near, np.float32(toward)) if passed else near))
    return found


@pytest.mark.parametrize("target", TARGETS)
def test_pairs_are_rounded_in_a_direction(target: str) -> None:
    arrays = Arrays(target)
    given = np.random.default_rng(5).normal(size=(3, 64)).astype(np.float32)
    y = arrays.put(np.zeros((24, 64), np.float32))
    directed(arrays.put(given), y)
    got = arrays.get(y)
    for half, sign in enumerate((1, -1)):
        a, b, c = ([sign * Fraction(float(n)) for n in row] for row in given)
        triples = list(zip(a, b, c, strict=True))
        for k, rnd in enumerate(("rz", "rm", "rp")):
            exact = (
                [x + z for x, z, _ in triples], [x - z for x, z, _ in triples],
                [x * z for x, z, _ in triples], [x * z + w for x, z, w in triples],
            )  # fmt: skip
            for row, numbers in enumerate(exact):
                assert got[12 * half + 4 * k + row].tolist() == _in_direction(numbers, rnd)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: floats.add_packed_f32x2((1.0, 2.0), (1.0, 2.0), rnd="rna"),
        lambda: floats.cvt_packfloat_f32(1.0, 2.0, 5, floats.CVTPackFloat.BF16X2),
        lambda: floats.cvt_packfloat_f32(1.0, 2.0, 0, floats.CVTPackFloat.E4M3X2),
        lambda: floats.cvt_packfloat_f32(1.0, 2.0, 0, floats.CVTPackFloat.BF16X2, rnd=floats.FPRoundingMode.RZ),
    ],
)
def test_unsupported_float_primitives_are_refused(wrong: object) -> None:
    @cute.kernel
    def kernel() -> None:
        wrong()  # pyright: ignore[reportCallIssue]

    @cute.jit
    def host() -> None:
        kernel().launch(grid=(1, 1, 1), block=(1, 1, 1))

    with pytest.raises(DSLUserCodeError, match="not-yet"):
        host()
