"""Inline PTX on both targets: the CPU runs the common instructions by table, the rest are named errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays
from tests.kernels.test_warps_and_atomics import field, inserted, permuted

RNG = np.random.default_rng(7)
WORD = 0xFFFFFFFF
INT, UINT, FLOAT, WIDE, HALF = cutlass.Int32, cutlass.Uint32, cutlass.Float32, cutlass.Int64, cutlass.Float16
N = 64


@cute.kernel
def apply_kernel(
    a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, y: cute.Tensor, code: cutlass.Constexpr, kind: cutlass.Constexpr
):
    """One statement a thread, with three numbers and one result."""
    i, _, _ = cute.arch.thread_idx()
    y[i] = cute.arch.inline_ptx(code, write_only_types=[kind], read_only_args=[a[i], b[i], c[i]])


@cute.jit
def apply(
    a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, y: cute.Tensor, code: cutlass.Constexpr, kind: cutlass.Constexpr
):
    apply_kernel(a, b, c, y, code, kind).launch(grid=1, block=N)


def signed(x: int) -> int:
    x &= WORD
    return x - (1 << 32) if x >> 31 else x


def funnel(a: int, b: int, count: int, *, left: bool) -> int:
    both = (b & WORD) << 32 | (a & WORD)
    return (both << count >> 32 if left else both >> count) & WORD


def majority(a: int, b: int, c: int) -> int:
    return a & b | a & c | b & c


def less_halves(a: int, b: int) -> int:
    x, y = (np.array([word & WORD], np.uint32).view(np.float16) for word in (a, b))
    return int(x[0] < y[0]) + 2 * int(x[1] < y[1])


Reference = Callable[[int, int, int], int]
INTEGERS: list[tuple[str, Reference]] = [
    ("mov.b32 {$w0}, {$r1};", lambda a, b, c: b),
    ("add.s32 {$w0}, {$r0}, {$r1};", lambda a, b, c: a + b),
    ("sub.u32 {$w0}, {$r0}, 0x10;", lambda a, b, c: a - 16),
    ("mul.lo.s32 {$w0}, {$r0}, {$r1};", lambda a, b, c: a * b),
    ("mul.hi.s32 {$w0}, {$r0}, {$r1};", lambda a, b, c: a * b >> 32),
    ("mul.hi.u32 {$w0}, {$r0}, {$r1};", lambda a, b, c: (a & WORD) * (b & WORD) >> 32),
    ("mad.lo.s32 {$w0}, {$r0}, {$r1}, {$r2};", lambda a, b, c: a * b + c),
    ("min.s32 {$w0}, {$r0}, {$r1};", lambda a, b, c: min(a, b)),
    ("max.u32 {$w0}, {$r0}, {$r1};", lambda a, b, c: max(a & WORD, b & WORD)),
    ("and.b32 {$w0}, {$r0}, {$r1};", lambda a, b, c: a & b),
    ("xor.b32 {$w0}, {$r0}, -1;", lambda a, b, c: ~a),
    ("not.b32 {$w0}, {$r0};", lambda a, b, c: ~a),
    ("neg.s32 {$w0}, {$r0};", lambda a, b, c: -a),
    ("shl.b32 {$w0}, {$r0}, {$r2};", lambda a, b, c: a << c if c < 32 else 0),
    ("shr.s32 {$w0}, {$r0}, {$r2};", lambda a, b, c: a >> min(c, 31)),
    ("shr.u32 {$w0}, {$r0}, {$r2};", lambda a, b, c: (a & WORD) >> c),
    ("shf.l.wrap.b32 {$w0}, {$r0}, {$r1}, {$r2};", lambda a, b, c: funnel(a, b, c & 31, left=True)),
    ("shf.r.clamp.b32 {$w0}, {$r0}, {$r1}, {$r2};", lambda a, b, c: funnel(a, b, min(c, 32), left=False)),
    ("lop3.b32 {$w0}, {$r0}, {$r1}, {$r2}, 0xE8;", majority),
    ("lop3.b32 {$w0}, {$r0}, {$r1}, {$r2}, 0x2C;", lambda a, b, c: (~a & b) | (a & ~b & c)),
    ("prmt.b32 {$w0}, {$r0}, {$r1}, {$r2};", lambda a, b, c: permuted(a & WORD, b & WORD, c)),
    ("popc.b32 {$w0}, {$r0};", lambda a, b, c: (a & WORD).bit_count()),
    ("clz.b32 {$w0}, {$r0};", lambda a, b, c: 32 - (a & WORD).bit_length()),
    ("brev.b32 {$w0}, {$r0};", lambda a, b, c: int(f"{a & WORD:032b}"[::-1], 2)),
    ("bfe.s32 {$w0}, {$r0}, {$r2}, 7;", lambda a, b, c: field(a & WORD, c, 7, signed=True)),
    ("bfe.u32 {$w0}, {$r0}, 5, {$r2};", lambda a, b, c: field(a & WORD, 5, c, signed=False)),
    ("bfi.b32 {$w0}, {$r0}, {$r1}, {$r2}, 9;", lambda a, b, c: inserted(a & WORD, b & WORD, c, 9)),
    ("{ .reg .pred p; setp.lt.s32 p, {$r0}, {$r1}; selp.s32 {$w0}, {$r1}, {$r0}, p; }", lambda a, b, c: max(a, b)),
    (
        "{ .reg .pred p, q; setp.gt.u32 p|q, {$r0}, {$r1}; mov.b32 {$w0}, 1; @q add.s32 {$w0}, {$r2}, 5; }",
        lambda a, b, c: 1 if a & WORD > b & WORD else c + 5,
    ),
    (
        "{ .reg .pred p, q; .reg .u32 t; setp.lt.f16x2 p|q, {$r0}, {$r1}; selp.u32 t, 1, 0, p;"
        " selp.u32 {$w0}, 2, 0, q; add.u32 {$w0}, {$w0}, t; }",
        lambda a, b, c: less_halves(a, b),
    ),
    (
        "{ .reg .b32 low, t; mov.b64 {low, t}, 0x1234500006789; add.u32 {$w0}, low, t; }",
        lambda a, b, c: 0x6789 + 0x12345,
    ),
    ("{ add.cc.u32 {$w0}, {$r0}, {$r1}; addc.u32 {$w0}, 0, 0; }", lambda a, b, c: (a & WORD) + (b & WORD) >> 32),
    (
        "{ .reg .b64 t; mul.wide.s32 t, {$r0}, {$r1}; shr.s64 t, t, 20; cvt.u32.u64 {$w0}, t; }",
        lambda a, b, c: a * b >> 20,
    ),
    ("mov.u32 {$w0}, %laneid;", lambda a, b, c: -1),
    ("{ .reg .u32 t; mov.u32 t, %tid.x; // a comment\n mad.lo.u32 {$w0}, t, 2, 1; }", lambda a, b, c: -2),
    ("shfl.sync.bfly.b32 {$w0}, {$r2}, 1, 31, 0xffffffff;", lambda a, b, c: -3),
    ("redux.sync.max.s32 {$w0}, {$r2}, 0xffffffff;", lambda a, b, c: -4),
]


def inputs() -> list[np.ndarray]:
    a, b = (RNG.integers(-(2**31), 2**31, N).astype(np.int32) for _ in range(2))
    a[:3], b[:3] = [0, -1, -(2**31)], [1, 2**31 - 1, -1]
    return [a, b, RNG.integers(0, 40, N).astype(np.int32)]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("code", "reference"), INTEGERS, ids=lambda x: x if isinstance(x, str) else "")
def test_integer_instructions_give_what_ptx_says(target: str, code: str, reference: Reference) -> None:
    arrays, (a, b, c) = Arrays(target), inputs()
    y = arrays.put(np.full(N, -77, np.int32))
    apply(arrays.put(a), arrays.put(b), arrays.put(c), y, code, INT)
    lanes = np.arange(N)
    of_warp = {-1: lanes % 32, -2: 2 * lanes + 1, -3: c[lanes ^ 1], -4: c.reshape(2, 32).max(1).repeat(32)}
    numbers = [reference(*(int(x) for x in row)) for row in zip(a, b, c, strict=True)]
    want = of_warp.get(numbers[0]) if len(set(numbers)) == 1 else None
    want = [signed(x) for x in numbers] if want is None else want
    np.testing.assert_array_equal(arrays.get(y), want)


def rounded(x: np.ndarray) -> np.ndarray:
    return np.rint(x).astype(np.int32)


FLOATS: list[tuple[str, Any, Callable[..., np.ndarray], float]] = [
    ("fma.rn.f32 {$w0}, {$r0}, {$r1}, {$r2};", FLOAT, lambda a, b, c: a.astype(np.float64) * b + c, 2**-23),
    ("add.f32 {$w0}, {$r0}, 0f3FC00000;", FLOAT, lambda a, b, c: a + np.float32(1.5), 0),
    ("max.f32 {$w0}, {$r0}, {$r1};", FLOAT, lambda a, b, c: np.fmax(a, b), 0),
    ("neg.f32 {$w0}, {$r0};", FLOAT, lambda a, b, c: -a, 0),
    ("ex2.approx.ftz.f32 {$w0}, {$r0};", FLOAT, lambda a, b, c: np.exp2(a), 2**-21),
    ("lg2.approx.f32 {$w0}, {$r2};", FLOAT, lambda a, b, c: np.log2(c), 2**-20),
    ("rcp.approx.ftz.f32 {$w0}, {$r2};", FLOAT, lambda a, b, c: 1 / c, 2**-22),
    ("rsqrt.approx.f32 {$w0}, {$r2};", FLOAT, lambda a, b, c: 1 / np.sqrt(c), 2**-21),
    ("cvt.rni.s32.f32 {$w0}, {$r0};", INT, lambda a, b, c: rounded(a), 0),
    ("cvt.rzi.s32.f32 {$w0}, {$r0};", INT, lambda a, b, c: a.astype(np.int32), 0),
    ("cvt.rn.f16.f32 {$w0}, {$r0};", HALF, lambda a, b, c: a.astype(np.float16), 0),
    (
        "cvt.rn.f16x2.f32 {$w0}, {$r0}, {$r1};",
        INT,
        lambda a, b, c: np.stack([b, a], 1).astype(np.float16).view(np.int32)[:, 0],
        0,
    ),
    (
        "{ .reg .pred p; setp.geu.f32 p, {$r0}, {$r1}; selp.f32 {$w0}, {$r0}, {$r1}, p; }",
        FLOAT,
        lambda a, b, c: np.maximum(a, b),
        0,
    ),
]  # fmt: skip


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("code", "kind", "reference", "bound"), FLOATS, ids=lambda x: x if isinstance(x, str) else "")
def test_float_instructions_give_what_ptx_says(
    target: str, code: str, kind: Any, reference: Callable[..., np.ndarray], bound: float
) -> None:
    arrays = Arrays(target)
    a, b = (RNG.uniform(-9, 9, N).astype(np.float32) for _ in range(2))
    c = RNG.uniform(0.1, 9, N).astype(np.float32)
    y = arrays.put(np.full(N, -77, {INT: np.int32, HALF: np.float16}.get(kind, np.float32)))
    apply(arrays.put(a), arrays.put(b), arrays.put(c), y, code, kind)
    want = reference(a, b, c)
    scale = np.maximum(np.abs(want.astype(np.float64)), 0.5)
    assert np.all(np.abs(arrays.get(y).astype(np.float64) - want) <= bound * scale)


@cute.kernel
def memory_kernel(x: cute.Tensor, y: cute.Tensor, total: cute.Tensor):
    """Loads, stores, atomics, copies, barriers and predicates, in PTX."""
    i, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(INT, cute.make_layout(N), 16)
    place = (x.iterator + i).toint()
    first = cute.arch.inline_ptx("ld.global.nc.s32 {$w0}, [{$r0}];", write_only_types=[INT], read_only_args=[place])
    mine = (s.iterator + i).toint()
    cute.arch.inline_ptx("st.shared.b32 [{$r0}], {$r1};", read_only_args=[mine, first * 2])
    cute.arch.inline_ptx("bar.sync 0;")
    base = s.iterator.toint()
    low, high = cute.arch.inline_ptx(
        "ld.shared.v2.s32 {{$w0}, {$w1}}, [{$r0}+16];", write_only_types=[INT, INT], read_only_args=[base]
    )
    cute.arch.inline_ptx("barrier.sync.aligned 1, 64;")
    cute.arch.inline_ptx("red.global.add.s32 [{$r0}], 3;", read_only_args=[total.iterator.toint()], predicate=i < 10)
    cute.arch.inline_ptx(
        "cp.async.ca.shared.global [{$r0}], [{$r1}], 16; cp.async.commit_group; cp.async.wait_group 0;",
        read_only_args=[mine, place],
        predicate=i % 4 == 0,
    )
    cute.arch.inline_ptx("membar.cta; bar.sync 0;")
    back = cute.arch.inline_ptx("ld.shared.b32 {$w0}, [{$r0}];", write_only_types=[INT], read_only_args=[mine])
    y[i] = low + high * 1000 + back


@cute.jit
def memory(x: cute.Tensor, y: cute.Tensor, total: cute.Tensor):
    memory_kernel(x, y, total).launch(grid=1, block=N)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_memory_instructions_give_what_ptx_says(target: str) -> None:
    arrays = Arrays(target)
    x = RNG.integers(0, 100, N).astype(np.int32)
    y, total = arrays.put(np.full(N, -77, np.int32)), arrays.put(np.zeros(1, np.int32))
    memory(arrays.put(x), y, total)
    np.testing.assert_array_equal(arrays.get(y), 2 * x[4] + 2 * x[5] * 1000 + x)
    assert arrays.get(total)[0] == 30


@cute.kernel
def pipeline_kernel(y: cute.Tensor):
    """One warp writes, announces it on an mbarrier, and the other waits in the usual loop."""
    i, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(INT, cute.make_layout(32))
    bar = smem.allocate_array(WIDE, 1)
    if i == 0:
        cute.arch.inline_ptx("mbarrier.init.shared::cta.b64 [{$r0}], 32;", read_only_args=[bar.toint()])
    cute.arch.sync_threads()
    if i < 32:
        s[i] = i * i
        cute.arch.inline_ptx("mbarrier.arrive.shared::cta.b64 _, [{$r0}];", read_only_args=[bar.toint()])
    else:
        cute.arch.inline_ptx(
            "{ .reg .pred P1; LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, [{$r0}], {$r1};"
            " @P1 bra DONE; bra LAB_WAIT; DONE: }",
            read_only_args=[bar.toint(), INT(0)],
        )
        y[i - 32] = s[i - 32]


@cute.jit
def pipeline(y: cute.Tensor):
    pipeline_kernel(y).launch(grid=1, block=N)


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_a_wait_for_an_mbarrier(target: str) -> None:
    arrays = Arrays(target)
    y = arrays.poisoned((32,), np.int32)
    pipeline(y)
    np.testing.assert_array_equal(arrays.get(y), np.arange(32) ** 2)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("wgmma.fence.sync.aligned;", "wgmma.fence.sync.aligned"),
        ("bra {$r0}; add.s32 {$w0}, {$r0}, 1;", "bra"),
        ("add.s32 {$w0}, {$r0}, unknown;", "unknown"),
        ("add.s16x2 {$w0}, {$r0}, {$r1};", "add.s16x2"),
        ("mov.b32 {$w0};", "mov.b32"),
    ],
)
def test_ptx_that_the_cpu_cannot_run_is_an_error(code: str, said: str) -> None:
    with pytest.raises(DSLUserCodeError, match=said) as error:
        apply(*inputs(), np.zeros(N, np.int32), code, INT)
    assert error.value.name == "inline-ptx-on-cpu"


@pytest.mark.parametrize("program", [memory, pipeline])
def test_ptxas_assembles_it(program: Any, ptxas: Path) -> None:
    arguments = [np.zeros(N, np.int32) for _ in range(3 if program is memory else 1)]
    ptx = cute.compile(program, *arguments, options="--target cpu").artifacts.ptx("sm_90a")
    assert assemble(ptx, gpu_target("sm_90a"), ["-O1"], ptxas=str(ptxas)).spills == 0


@cute.kernel
def lasting_kernel(x: cute.Tensor, y: cute.Tensor):
    t = cute.arch.thread_idx()[0]
    cute.arch.inline_ptx(
        ".reg .b32 kept_low; .reg .b64 kept_<2>; .reg .pred kept_even; .reg .b32 kept_rest;"
        "mov.b32 kept_low, {$r0}; mov.b64 kept_0, {kept_low, 5}; mov.b64 kept_1, {{$r0}, 7};"
        "and.b32 kept_rest, {$r0}, 1; setp.eq.s32 kept_even, kept_rest, 0;",
        read_only_args=[x[t]],
    )
    for i in cutlass.range(3, unroll=1):
        if t % 4 < 3:
            cute.arch.inline_ptx(
                "{.reg .b32 low, high; mov.b64 {low, high}, kept_0; @kept_even add.s32 low, low, {$r0};"
                "mov.b64 kept_0, {low, high};}",
                read_only_args=[INT(i) + 100],
            )
        y[i, t] = cute.arch.inline_ptx("{.reg .b32 high; mov.b64 {{$w0}, high}, kept_0;}", write_only_types=[INT])


@cute.jit
def lasting(x: cute.Tensor, y: cute.Tensor):
    lasting_kernel(x, y).launch(grid=1, block=N)


@pytest.mark.parametrize("target", TARGETS)
def test_registers_declared_outside_of_braces_last_for_later_statements(target: str) -> None:
    arrays = Arrays(target)
    x, y = RNG.integers(-1000, 1000, N, np.int32), np.zeros((3, N), np.int32)
    there = arrays.put(y)
    lasting(arrays.put(x), there)
    added = (x % 2 == 0) & (np.arange(N) % 4 < 3)
    assert np.array_equal(arrays.get(there), x + added * np.cumsum([[100], [101], [102]], axis=0))


@pytest.mark.parametrize("target", TARGETS)
def test_a_matrix_in_registers_is_transposed(target: str) -> None:
    arrays = Arrays(target)
    words = RNG.integers(-(1 << 31), 1 << 31, N, np.int32)
    there = arrays.put(np.zeros(N, np.int32))
    given = [arrays.put(words) for _ in range(3)]
    apply(*given, there, "movmatrix.sync.aligned.m8n8.trans.b16 {$w0}, {$r0};", INT)
    matrices = words.view(np.uint16).reshape(-1, 8, 8)  # a warp's: lane t has two elements of row t / 4
    np.testing.assert_array_equal(arrays.get(there).view(np.uint16).reshape(-1, 8, 8), matrices.transpose(0, 2, 1))
