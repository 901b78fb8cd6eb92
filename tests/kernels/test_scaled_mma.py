"""A warp's block-scaled multiplies against rationals, fragments laid out by the PTX ISA's formulas; each assembles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.architectures import Arch
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import warp
from cutedsl.errors import DSLUserCodeError
from cutedsl.utils import blockscaled_layout, sm100
from tests.kernels.arrays import GEFORCE, Arrays
from tests.kernels.tcgen05_model import TARGET, finite, scale_value, value
from tests.products import long

F32, E8M0, E4M3 = cutlass.Float32, cutlass.Float8E8M0FNU, cutlass.Float8E4M3FN
KINDS = {
    "e4m3": E4M3, "e5m2": cutlass.Float8E5M2, "e2m3": cutlass.Float6E2M3FN, "e3m2": cutlass.Float6E3M2FN,
    "e2m1": cutlass.Float4E2M1FN,
}  # fmt: skip
CASES = [
    *((warp.MmaMXF8F6F4Op(KINDS[a], KINDS[b], F32, E8M0), a, b, "ue8m0") for a in KINDS for b in KINDS),
    (warp.MmaMXF4Op(KINDS["e2m1"], F32, E8M0), "e2m1", "e2m1", "ue8m0"),
    (warp.MmaMXF4NVF4Op(KINDS["e2m1"], F32, E4M3), "e2m1", "e2m1", "ue4m3"),
]
PAIRS = len(KINDS) ** 2
SOME = [case if number % 3 == 0 or number >= PAIRS else long(*case) for number, case in enumerate(CASES)]
"""Each operation, and each kind as A and as B."""
ASSEMBLED = [
    (case, arch) if number % 3 == place or (number >= PAIRS and place) else long(case, arch)
    for number, case in enumerate(CASES)
    for place, arch in enumerate(("sm_120a", "sm_121a"))
]


def test_supported_pairs_have_an_instruction() -> None:
    for a, b in warp.MXF8F6F4_SUPPORTED_PAIRS:
        assert warp.MmaMXF8F6F4Op(a, b, F32, E8M0).record().shape_mnk == (16, 8, 32)


@pytest.fixture(autouse=True, params=GEFORCE)
def machine(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test on the CPU, and on a GPU that has these multiplies."""
    token = TARGET.set(request.param)
    yield
    TARGET.reset(token)


@cute.kernel
def one_tile(
    mA: cute.Tensor,
    mSFA: cute.Tensor,
    mB: cute.Tensor,
    mSFB: cute.Tensor,
    mC: cute.Tensor,
    mma: cute.TiledMma,
    types: cutlass.Constexpr,
    adds: cutlass.Constexpr,
):
    lane, _, _ = cute.arch.thread_idx()
    kind_a, kind_b, scale, block = types
    k = mma.shape_mnk[2]
    rA = cute.make_rmem_tensor((mma.tv_layout_A.shape[1], 1, 1), kind_a)
    rB = cute.make_rmem_tensor((mma.tv_layout_B.shape[1], 1, 1), kind_b)
    factors = cute.make_layout(((block, k // block), 1, 1), stride=((0, 1), 0, 0))
    rSFA, rSFB = cute.make_rmem_tensor(factors, scale), cute.make_rmem_tensor(factors, scale)
    gC = mma.get_slice(lane).partition_C(mC)
    rC = mma.make_fragment_C(gC)
    cute.autovec_copy(mA[lane, None], cute.coalesce(cute.recast_tensor(rA, cutlass.Int32)))
    cute.autovec_copy(mB[lane, None], cute.coalesce(cute.recast_tensor(rB, cutlass.Int32)))
    bytes_a, bytes_b = (cute.recast_tensor(cute.filter_zeros(r), cutlass.Uint8) for r in (rSFA, rSFB))
    for i in cutlass.range_constexpr(k // block):
        bytes_a[i], bytes_b[i] = mSFA[lane, i], mSFB[lane, i]
    cute.autovec_copy(gC, rC)
    if cutlass.const_expr(not adds):
        mma.set(warp.Field.ACCUMULATE, False)
    cute.gemm(mma, rC, [rA, rSFA], [rB, rSFB], rC)
    cute.autovec_copy(rC, gC)


@cute.jit
def multiply(
    mA: cute.Tensor,
    mSFA: cute.Tensor,
    mB: cute.Tensor,
    mSFB: cute.Tensor,
    mC: cute.Tensor,
    op: cutlass.Constexpr,
    types: cutlass.Constexpr,
    adds: cutlass.Constexpr = True,
):
    one_tile(mA, mSFA, mB, mSFB, mC, cute.make_tiled_mma(op), types, adds).launch(grid=1, block=32)


def words_of(codes: np.ndarray[Any, Any], kind: str, in_bytes: bool) -> np.ndarray[Any, Any]:
    """A (rows, K) of codes as each lane's words, by the formulas of the PTX ISA's fragments; 16 rows are A's, 8 B's."""
    rows = codes.shape[0]
    each = 4 if in_bytes else 8
    shift = 2 if in_bytes and kind == "e2m1" else 0
    words = np.zeros((32, rows // 4), np.uint32)
    for lane in range(32):
        for i in range(each * rows // 4):
            half, part, within = i // (each * rows // 8), i // each % (rows // 8), i % each
            code = int(codes[lane // 4 + 8 * part, each * (lane % 4) + within + 4 * each * half]) << shift
            words[lane, i // each] |= np.uint32(code << (i % each * 32 // each))
    return words.view(np.int32)


def factors_of(codes: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Each lane's bytes: lanes 0 and 1 of four hold rows g and g + 8 of A, lane 0 column g of B; others hold NaN."""
    rows, blocks = codes.shape
    held = np.full((32, blocks), 0xFF, np.uint8)
    for row in range(rows):
        held[row % 8 * 4 + row // 8] = codes[row]
    return held


def problem(op: Any, a: str, b: str, scale: str, seed: int = 3) -> dict[str, np.ndarray[Any, Any]]:
    k, block = op.record().shape_mnk[2], op.sf_vec_size
    rng = np.random.default_rng(seed)
    low, high = (100, 150) if scale == "ue8m0" else (0, 0x7F)
    return {
        "a": rng.choice(finite(a), (16, k)),
        "b": rng.choice(finite(b), (8, k)),
        "sfa": rng.integers(low, high, (16, k // block), dtype=np.uint8),
        "sfb": rng.integers(low, high, (8, k // block), dtype=np.uint8),
        "c": rng.standard_normal((16, 8), dtype=np.float32),
    }


def run(op: Any, types: tuple[str, str, str], given: dict[str, np.ndarray[Any, Any]], adds: bool = True) -> Any:
    a, b, scale = types
    in_bytes = op.record().shape_mnk[2] == 32
    held = (E8M0 if scale == "ue8m0" else E4M3, op.sf_vec_size)
    words = [words_of(given[name], kind, in_bytes) for name, kind in (("a", a), ("b", b))]
    arrays = (words[0], factors_of(given["sfa"]), words[1], factors_of(given["sfb"]), given["c"].copy())
    kinds = [cutlass.Uint8 if in_bytes and kind not in ("e4m3", "e5m2") else KINDS[kind] for kind in (a, b)]
    target = Arrays(TARGET.get())
    given_there = [target.put(x) for x in arrays]
    multiply(*(cute.runtime.from_dlpack(x) for x in given_there), op, (*kinds, *held), adds)
    return target.get(given_there[-1])


def products(
    given: dict[str, np.ndarray[Any, Any]], types: tuple[str, str, str], row: int, column: int
) -> list[Fraction]:
    a, b, scale = types
    block = given["a"].shape[1] // given["sfa"].shape[1]
    return [
        value(int(given["a"][row, k]), a)
        * scale_value(int(given["sfa"][row, k // block]), scale)
        * value(int(given["b"][column, k]), b)
        * scale_value(int(given["sfb"][column, k // block]), scale)
        for k in range(given["a"].shape[1])
    ]


@pytest.mark.parametrize(("op", "a", "b", "scale"), SOME)
def test_sums_are_rounded_once(op: Any, a: str, b: str, scale: str) -> None:
    """C plus the exact sum of products, but for what float64 loses, in float32."""
    types, given = (a, b, scale), problem(op, a, b, scale)
    found = run(op, types, given)
    for row in range(16):
        for column in range(8):
            terms = [*products(given, types, row, column), Fraction(float(given["c"][row, column]))]
            exact, size = sum(terms), sum(map(abs, terms))
            bound = abs(exact) * Fraction(1, 2**24) + size * len(terms) * Fraction(1, 2**52)
            assert abs(Fraction(float(found[row, column])) - exact) <= bound


@pytest.mark.parametrize(("op", "a", "b", "scale"), [case if case[1] == case[2] else long(*case) for case in CASES])
def test_single_products_are_exact(op: Any, a: str, b: str, scale: str) -> None:
    """One element of each row of A is not zero, so a result is one product of two numbers and two factors."""
    types, given = (a, b, scale), problem(op, a, b, scale, 5)
    kept = np.zeros_like(given["a"])
    for row in range(16):
        kept[row, (row * 5) % kept.shape[1]] = finite(a)[(row * 7 + 3) % len(finite(a))]
    given["a"] = kept
    found = run(op, types, given, False)
    for row in range(16):
        for column in range(8):
            assert Fraction(float(found[row, column])) == sum(products(given, types, row, column))


@pytest.mark.parametrize("code", [0x7F, 0xFF])
def test_a_factor_that_is_not_a_number_spoils_its_row(code: int) -> None:
    op, a, b, scale = CASES[-1]
    given = problem(op, a, b, scale)
    given["sfa"][3, 2] = code
    found = run(op, (a, b, scale), given)
    assert np.isnan(found[3]).all() and np.isfinite(np.delete(found, 3, 0)).all()


def test_the_sign_of_a_factor_does_not_count() -> None:
    op, a, b, scale = CASES[-1]
    given = problem(op, a, b, scale)
    right = run(op, (a, b, scale), given)
    given["sfb"] |= 0x80
    np.testing.assert_array_equal(run(op, (a, b, scale), given), right)


@pytest.mark.parametrize(("case", "arch"), ASSEMBLED)
def test_ptxas_assembles_it(case: tuple[Any, str, str, str], arch: str, ptxas: Path) -> None:
    op, a, b, scale = case
    given = problem(op, a, b, scale)
    held = (E8M0 if scale == "ue8m0" else E4M3, op.sf_vec_size)
    in_bytes = op.record().shape_mnk[2] == 32
    kinds = [cutlass.Uint8 if in_bytes and kind not in ("e4m3", "e5m2") else KINDS[kind] for kind in (a, b)]
    words = [words_of(given[name], kind, in_bytes) for name, kind in (("a", a), ("b", b))]
    arrays = (words[0], factors_of(given["sfa"]), words[1], factors_of(given["sfb"]), given["c"])
    tensors = [cute.runtime.from_dlpack(x) for x in arrays]
    program = cute.compile(multiply, *tensors, op, (*kinds, *held), options="--target cpu")
    ptx = program.artifacts.ptx(arch)
    assert op.record().ptx in ptx
    assemble(ptx, gpu_target(arch), ptxas=str(ptxas))
    with pytest.raises(ValueError, match=r"unsupported-arch.*exists on sm_120a"):
        program.artifacts.ptx("sm_100a")


def test_operands_without_factors_are_refused() -> None:
    @cute.kernel
    def alone(mC: cute.Tensor, mma: cute.TiledMma):
        rA, rB = (cute.make_rmem_tensor((values, 1, 1), KINDS["e2m1"]) for values in (32, 16))
        rC = cute.make_rmem_tensor((4, 1, 1), F32)
        cute.gemm(mma, rC, rA, rB, rC)

    @cute.jit
    def launch(mC: cute.Tensor):
        alone(mC, cute.make_tiled_mma(CASES[-1][0])).launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError) as found:
        launch(np.zeros(4, np.float32))
    assert found.value.name == "gemm-operands"
    assert "`[a, sfa]` and `[b, sfb]`" in str(found.value)


def test_packed_numbers_where_bytes_are_taken_are_refused() -> None:
    op = warp.MmaMXF8F6F4Op(KINDS["e4m3"], KINDS["e2m1"], F32, E8M0)
    given = problem(op, "e4m3", "e2m1", "ue8m0")
    words = [np.zeros((32, count), np.int32) for count in (4, 1)]
    arrays = (words[0], factors_of(given["sfa"]), words[1], factors_of(given["sfb"]), given["c"])
    with pytest.raises(DSLUserCodeError) as found:
        multiply(*(cute.runtime.from_dlpack(x) for x in arrays), op, (E4M3, KINDS["e2m1"], E8M0, 32))
    assert found.value.name == "gemm-type"
    assert "in bytes" in str(found.value)


@cute.kernel
def tiles(
    mA: cute.Tensor, mSFA: cute.Tensor, mB: cute.Tensor, mSFB: cute.Tensor, mC: cute.Tensor, mma: cute.TiledMma,
    tile: cutlass.Constexpr, block: cutlass.Constexpr,
):  # fmt: skip
    thread, _, _ = cute.arch.thread_idx()
    m, n, k = tile
    smem = cutlass.utils.SmemAllocator()
    a8 = smem.allocate_tensor(cutlass.Uint8, cute.make_layout((m, k // 2), stride=(k // 2, 1)), 128)
    b8 = smem.allocate_tensor(cutlass.Uint8, cute.make_layout((n, k // 2), stride=(k // 2, 1)), 128)
    la = blockscaled_layout.sm120_make_smem_layout_sfa(mma, tile, block, 1)
    lb = blockscaled_layout.sm120_make_smem_layout_sfb(mma, tile, block, 1)
    sSFA, sSFB = smem.allocate_tensor(E4M3, la, 128), smem.allocate_tensor(E4M3, lb, 128)
    for i in range(thread, m * k // 2, 128):
        a8[i // (k // 2), i % (k // 2)] = mA[i // (k // 2), i % (k // 2)]
    for i in range(thread, n * k // 2, 128):
        b8[i // (k // 2), i % (k // 2)] = mB[i // (k // 2), i % (k // 2)]
    for row in range(m):
        if thread < k // block:
            cute.recast_tensor(sSFA, cutlass.Uint8)[row, thread * block, 0] = mSFA[row, thread]
    for row in range(n):
        if thread < k // block:
            cute.recast_tensor(sSFB, cutlass.Uint8)[row, thread * block, 0] = mSFB[row, thread]
    cute.arch.sync_threads()
    sA, sB = cute.recast_tensor(a8, KINDS["e2m1"]), cute.recast_tensor(b8, KINDS["e2m1"])
    thr = mma.get_slice(thread)
    rA, rB = mma.make_fragment_A(thr.partition_A(sA)), mma.make_fragment_B(thr.partition_B(sB))
    rSFA = sm100.partition_fragment_SFA(sSFA[None, None, 0], thr, thread)
    rSFB = sm100.partition_fragment_SFB(sSFB[None, None, 0], thr, thread)
    gC = thr.partition_C(cute.local_tile(mC, (m, n), (0, 0)))
    rC = mma.make_fragment_C(gC)
    rC.fill(0.0)
    load = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), KINDS["e2m1"])
    for copy, s, r in (
        (cute.make_tiled_copy_A(load, mma), sA, rA),
        (cute.make_tiled_copy_B(load, mma), sB, rB),
    ):
        part = copy.get_slice(thread)
        cute.copy(copy, part.partition_S(s), part.retile(r))
    plain = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), E4M3)
    for tv, mode, s, r in (
        (sm100.get_layoutSFA_TV(mma), 0, sSFA, rSFA),
        (sm100.get_layoutSFB_TV(mma), 1, sSFB, rSFB),
    ):
        sizes = (cute.size(mma.permutation_mnk[mode]), cute.size(mma.permutation_mnk[2]))
        copy = cute.make_tiled_copy(plain, tv, sizes)
        part = copy.get_slice(thread)
        source = cute.filter_zeros(part.partition_S(s[None, None, 0]))
        cute.copy(copy, source, cute.filter_zeros(part.retile(r)))
    cute.gemm(mma, rC, [rA, rSFA], [rB, rSFB], rC)
    cute.autovec_copy(rC, gC)


@cute.jit
def multiply_tiles(
    mA: cute.Tensor, mSFA: cute.Tensor, mB: cute.Tensor, mSFB: cute.Tensor, mC: cute.Tensor,
    op: cutlass.Constexpr, tile: cutlass.Constexpr,
):  # fmt: skip
    mma = cute.make_tiled_mma(op, (2, 2, 1), permutation_mnk=sm100.get_permutation_mnk(tile, op.sf_vec_size, False))
    tiles(mA, mSFA, mB, mSFB, mC, mma, tile, op.sf_vec_size).launch(grid=1, block=128)


@pytest.mark.parametrize("tile", [(128, 128, 128), long((128, 128, 64))])
def test_tiles_of_four_warps(tile: tuple[int, int, int]) -> None:
    """Packed operands by `ldmatrix`, factors by plain copies, atoms laid over four warps and reordered columns."""
    op, (m, n, k) = CASES[-1][0], tile
    rng = np.random.default_rng(11)
    a, b = (rng.integers(0, 16, (rows, k), dtype=np.uint8) for rows in (m, n))
    sfa, sfb = (rng.integers(0x20, 0x48, (rows, k // 16), dtype=np.uint8) for rows in (m, n))
    target, c = Arrays(TARGET.get()), np.zeros((m, n), np.float32)
    packed = [x[:, ::2] | x[:, 1::2] << 4 for x in (a, b)]
    arrays = [target.put(x) for x in (packed[0], sfa, packed[1], sfb, c)]
    multiply_tiles(*arrays, op, tile)
    c = target.get(arrays[-1])
    numbers = np.array([float(value(code, "e2m1")) for code in range(16)])
    factors = np.array([float(scale_value(code, "ue4m3")) for code in range(127)])
    left, right = (numbers[x] * np.repeat(factors[f], 16, axis=1) for x, f in ((a, sfa), (b, sfb)))
    np.testing.assert_allclose(c, left @ right.T, rtol=1e-5, atol=1e-4)


def test_programs_ask_the_ops_where_they_run_and_which_types_mix() -> None:
    op = warp.MmaMXF8Op(E4M3, F32)
    assert warp.MmaMXF8Op.admissible_archs == tuple(map(Arch.from_string, ("sm_120a", "sm_120f", "sm_121a", "sm_121f")))
    assert (op.a_dtype, op.b_dtype, op.sf_dtype, op.sf_vec_size) == (E4M3, E4M3, E8M0, 32)
    mixed = {(one.a_dtype, one.b_dtype) for one, *_ in CASES if isinstance(one, warp.MmaMXF8F6F4Op)}
    assert mixed >= warp.MXF8F6F4_SUPPORTED_PAIRS
