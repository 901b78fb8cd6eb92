"""Inline PTX that came with Blackwell, on the CPU: pairs, extremes of three, narrow floats, launch control."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float32, Int32, Int64, Uint8, utils
from cutedsl.arch.targets import target
from cutedsl.checker import checking
from cutedsl.codegen.nvptx import assemble
from cutedsl.errors import DSLUserCodeError
from tests.kernels.tcgen05_model import FORMATS, finite, value

OPTIONS = "--target cpu --gpu-arch sm_100a"
LANES = 32
F32 = np.float32

PAIRS = ("fma.rn.f32x2 {d}, {a}, {b}, {a};", "add.rn.f32x2 {d}, {a}, {b};", "mul.rn.f32x2 {d}, {b}, {b};")
"""Of a = (x, y) and b = (z, w)."""
WORDS = {
    "max.f32 f, {$r0}, {$r1}, {$r2}; mov.b32 {$w0}, f;": lambda x, y, z, w: F32(np.nanmax([x, y, z])),
    "max.NaN.abs.f32 f, {$r0}, {$r1}, {$r3}; mov.b32 {$w0}, f;": lambda x, y, z, w: F32(np.max(np.abs([x, y, w]))),
    "min.xorsign.abs.f32 f, {$r0}, {$r1}; mov.b32 {$w0}, f;": lambda x, y, z, w: signed(np.fmin, x, y),
    "max.xorsign.abs.f32 f, {$r2}, {$r3}; mov.b32 {$w0}, f;": lambda x, y, z, w: signed(np.fmax, z, w),
    "cvt.rn.satfinite.e2m1x2.f32 c, {$r0}, {$r1}; mov.b16 h, {c, o}; cvt.u32.u16 {$w0}, h;": lambda x, y, z, w: pair(
        "e2m1", x, y
    ),
    "cvt.rn.satfinite.e2m3x2.f32 h, {$r0}, {$r2}; cvt.u32.u16 {$w0}, h;": lambda x, y, z, w: pair("e2m3", x, z),
    "cvt.rn.satfinite.relu.e3m2x2.f32 h, {$r1}, {$r0}; cvt.u32.u16 {$w0}, h;": lambda x, y, z, w: pair(
        "e3m2", *(0 if v <= 0 else v for v in (y, x))
    ),
    "cvt.rn.f16x2.f32 r, {$r0}, {$r1}; cvt.rn.satfinite.e4m3x2.f16x2 h, r; cvt.u32.u16 {$w0}, h;": (
        lambda x, y, z, w: pair("e4m3", *np.clip([x, y], -1e4, 1e4).astype(np.float16))
    ),
    "cvt.rz.satfinite.ue8m0x2.f32 h, {$r0}, {$r1}; cvt.u32.u16 {$w0}, h;": lambda x, y, z, w: factors(x, y, np.floor),
    "cvt.rp.satfinite.ue8m0x2.f32 h, {$r2}, {$r1}; cvt.u32.u16 {$w0}, h;": lambda x, y, z, w: factors(z, y, np.ceil),
}
"""Statements with four floats, and the word that each writes; `f`, `h`, `c` and `r` are registers, `o` is zero."""
WIDE = {
    "e2m1": "mov.b16 {c, o}, h; cvt.rn.f16x2.e2m1x2 {$w0}, c;",
    "e2m3": "cvt.rn.f16x2.e2m3x2 {$w0}, h;",
    "e3m2": "cvt.rn.f16x2.e3m2x2 {$w0}, h;",
    "ue8m0": "cvt.rn.bf16x2.ue8m0x2 {$w0}, h;",
}
LARGEST = {"f16": 65504.0, "bf16": float.fromhex("0x1.fep127")}
REGISTERS = "{ .reg .f32 f; .reg .b16 h; .reg .b8 c, o; .reg .b32 r; mov.b16 {o, c}, 0; "


def nearest(kind: str, x: float) -> int:
    """The code nearest to a number, the even one of two; the largest for what is larger, and for NaN."""
    numbers = {int(code): float(value(int(code), kind)) for code in finite(kind)}
    sign = 1 << sum(FORMATS[kind][:2])
    largest = max(numbers.values())
    if np.isnan(x):
        return 0x7F if kind == "e4m3" else max(numbers, key=numbers.__getitem__)
    x = float(np.clip(x, -largest, largest))
    codes = [code for code in numbers if bool(code & sign) == bool(np.signbit(x))]
    return min(codes, key=lambda code: (abs(numbers[code] - x), code & 1))


def pair(kind: str, high: Any, low: Any) -> np.uint32:
    bits = 4 if kind == "e2m1" else 8
    return np.uint32(nearest(kind, high) << bits | nearest(kind, low))


def signed(extreme: Any, one: Any, other: Any) -> np.float32:
    """The extreme of two absolute values, negative where one of the two was."""
    return F32(np.copysign(extreme(np.abs(one), np.abs(other)), -1 if np.signbit(one) != np.signbit(other) else 1))


def factors(high: Any, low: Any, way: Any) -> np.uint32:
    def code(x: Any) -> int:
        if np.isnan(x):
            return 0xFF
        return 0 if x == 0 else int(np.clip(way(np.log2(np.abs(np.float64(x)))) + 127, 0, 254))

    return np.uint32(code(high) << 8 | code(low))


@cute.kernel
def words_kernel(x: cute.Tensor, codes: cute.Tensor, out: cute.Tensor, reduced: cute.Tensor):
    """Each lane's own numbers."""
    lane, ptx = cute.arch.lane_idx(), cute.arch.inline_ptx
    four = [x[lane, j] for j in range(4)]
    for i, text in enumerate(WORDS):
        out[i, lane] = ptx(f"{REGISTERS}{text} }}", write_only_types=[Int32], read_only_args=four)
    for i, text in enumerate(WIDE.values()):
        statement = f"{REGISTERS}cvt.u16.u32 h, {{$r0}}; {text} }}"
        out[len(WORDS) + i, lane] = ptx(statement, write_only_types=[Int32], read_only_args=[codes[lane]])
    for i, text in enumerate(PAIRS):
        made = text.format(a="a", b="b", d="d")
        packed = "mov.b64 a, {{$r0}, {$r1}}; mov.b64 b, {{$r2}, {$r3}};"
        statement = f"{{ .reg .b64 a, b, d; {packed} {made} mov.b64 {{{{$w0}}, {{$w1}}}}, d; }}"
        low, high = ptx(statement, write_only_types=[Float32] * 2, read_only_args=four)
        reduced[i, 0, lane], reduced[i, 1, lane] = low, high
    for i, how in enumerate(("max", "min.abs", "min.NaN")):
        statement = f"redux.sync.{how}.f32 {{$w0}}, {{$r0}}, -1;"
        for j in cutlass.range_constexpr(2):
            reduced[len(PAIRS) + i, j, lane] = ptx(statement, write_only_types=[Float32], read_only_args=[four[3 * j]])


@cute.jit
def words(x: cute.Tensor, codes: cute.Tensor, out: cute.Tensor, reduced: cute.Tensor):
    words_kernel(x, codes, out, reduced).launch(grid=1, block=LANES)


def numbers() -> np.ndarray[Any, Any]:
    """Numbers of many sizes, halves between codes of narrow floats, and what is special; NaN in the last columns."""
    rng = np.random.default_rng(3)
    x = np.exp2(rng.uniform(-10, 10, (LANES, 4))).astype(F32) * rng.choice([-1, 1], (LANES, 4)).astype(F32)
    x[:16] = rng.integers(-240, 240, (16, 4)) / 32
    x[16, :] = 0, -0.0, 2.0**-127, -np.inf
    x[17, :] = np.inf, -1e-30, 1.5 * 2.0**-127, 1e30
    x[18, :3] = 2.0**-130, 0.25, -0.25
    x[19, 2:] = np.nan
    return x


def test_each_instruction_gives_what_ptx_says(ptxas: Path) -> None:
    x = numbers()
    codes = np.random.default_rng(4).integers(0, 1 << 16, LANES).astype(np.int32)
    codes[:2] = 0, 0xFFFF
    out = np.zeros((len(WORDS) + len(WIDE), LANES), np.int32)
    reduced = np.zeros((len(PAIRS) + 3, 2, LANES), F32)
    program = cute.compile(words, x, codes, out, reduced, options=OPTIONS)
    program(x, codes, out, reduced)
    for found, (text, reference) in zip(out.view(np.uint32), WORDS.items(), strict=False):
        for row, word in zip(x, found, strict=True):
            wanted = reference(*row)
            assert word == wanted.view(np.uint32) or np.isnan(wanted), (text, row)
    for found, kind in zip(out[len(WORDS) :].view(np.uint32), WIDE, strict=True):
        for code, word in zip(codes, found, strict=True):
            check_wide(kind, int(code), int(word))
    a, b = x[:, :2].T, x[:, 2:].T
    with np.errstate(all="ignore"):
        exact = [(a.astype(np.float64) * b + a).astype(F32), a + b, b * b]
    np.testing.assert_array_equal(reduced[: len(PAIRS)], exact)
    for j, column in enumerate((x[:, 0], x[:, 3])):
        extremes = [np.nanmax(column), np.nanmin(np.abs(column)), np.min(column)]
        np.testing.assert_array_equal(reduced[len(PAIRS) :, j, 0], extremes)
    assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))


def check_wide(kind: str, code: int, word: int) -> None:
    """The two codes of 16 bits as two halves."""
    bits = 4 if kind == "e2m1" else 8
    parts = [code >> place & (1 << bits) - 1 for place in (0, bits)]
    halves = [word & 0xFFFF, word >> 16]
    if kind == "ue8m0":
        floats = np.array([half << 16 for half in halves], np.uint32).view(F32)
        assert [float(x) for x in floats if not np.isnan(x)] == [2.0 ** (part - 127) for part in parts if part != 0xFF]
        return
    width = 1 + sum(FORMATS[kind][:2])
    wanted = [float(value(part & (1 << width) - 1, kind)) for part in parts]
    assert np.array(halves, np.uint16).view(np.float16).tolist() == wanted


@cute.kernel
def work_kernel(done: cute.Tensor, awaited: cutlass.Constexpr):
    """Blocks add one to their own element and to those of the blocks whose work they take over."""
    ptx, smem, lane = cute.arch.inline_ptx, utils.SmemAllocator(), cute.arch.thread_idx()[0]
    answer, bar = smem.allocate_array(Uint8, 16, byte_alignment=16), smem.allocate_array(Int64, 1)
    if lane == 0:
        cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    block, phase, more = cute.arch.block_idx()[0], Int32(0), Int32(1)
    while more != 0:
        if lane == 0:
            done[block] += 1
            cute.arch.mbarrier_arrive_and_expect_tx(bar, 16)
            ptx(
                "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [{$r0}], [{$r1}];",
                read_only_args=[answer.toint(), bar.toint()],
            )
        if cutlass.const_expr(awaited):
            cute.arch.mbarrier_wait(bar, phase)
        more, block = ptx(
            "{ .reg .b128 z; .reg .pred p; ld.shared.b128 z, [{$r0}]; "
            "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, z; selp.u32 {$w0}, 1, 0, p; "
            "clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 {$w1}, z; }",
            write_only_types=[Int32, Int32],
            read_only_args=[answer.toint()],
        )
        ptx("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;")
        cute.arch.sync_threads()
        if cutlass.const_expr(not awaited):
            cute.arch.mbarrier_wait(bar, phase)
        phase ^= 1


@cute.jit
def work(done: cute.Tensor, awaited: cutlass.Constexpr):
    work_kernel(done, awaited).launch(grid=(done.shape[0], 1, 1), block=LANES)


def test_blocks_take_over_the_work_of_others(ptxas: Path) -> None:
    done = np.zeros(9, np.int32)
    program = cute.compile(work, done, True, options=OPTIONS)
    program(done)
    assert (done == 1).all()
    assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))


@pytest.mark.parametrize("awaited", [True, False])
def test_the_checker_sees_an_answer_that_is_read_too_early(awaited: bool) -> None:
    done = np.zeros(4, np.int32)
    with checking() as report:
        cute.compile(work, done, awaited, options=OPTIONS)(done)
    assert bool(report.findings) is not awaited


STOCHASTIC = {
    "f16x2": (10, -14, 13, 16), "bf16x2": (7, -126, 16, 16), "e4m3x4": (3, -6, 8, 8), "e5m2x4": (2, -14, 8, 8),
    "e2m3x4": (3, 0, 8, 8), "e3m2x4": (2, -2, 8, 8), "e2m1x4": (1, 0, 8, 4),
}  # fmt: skip
"""Bits of the mantissa, the least exponent, random bits, bits of a result."""


@cute.kernel
def stochastic_kernel(x: cute.Tensor, random: cute.Tensor, out: cute.Tensor, texts: cutlass.Constexpr):
    lane = cute.arch.lane_idx()
    for i, text in enumerate(texts):
        given = [*(x[lane, j] for j in range(4)), random[lane]]
        out[i, lane] = cute.arch.inline_ptx(text, write_only_types=[Int32], read_only_args=given)


@cute.jit
def run_stochastic(x: cute.Tensor, random: cute.Tensor, out: cute.Tensor, texts: cutlass.Constexpr):
    stochastic_kernel(x, random, out, texts).launch(grid=1, block=LANES)


def carried(kind: str, x: float, random: int) -> Fraction:
    """The number in whole units of its last place, the random bits added below it."""
    mantissa, least, count, _ = STOCHASTIC[kind]
    exponent = max(math.frexp(x)[1] - 1, least) if x else least
    unit = Fraction(2) ** (exponent - mantissa)
    return int(math.copysign(1, x)) * math.floor(abs(Fraction(x)) / unit + Fraction(random, 1 << count)) * unit


def test_random_bits_carry_into_what_is_kept(ptxas: Path) -> None:
    """As exact rationals; what is special stays so. The upper results take the upper random bits."""
    rng, texts = np.random.default_rng(12), []
    for kind, (_, _, _, bits) in STOCHASTIC.items():
        given = "{$r1}, {$r0}" if kind.endswith("x2") else "{{$r3}, {$r2}, {$r1}, {$r0}}"
        text = f"cvt.rs.satfinite.{kind}.f32 {{$w0}}, {given}, {{$r4}};"
        texts.append(text if bits > 4 else f"{{ .reg .b16 h; {text.replace('{$w0}', 'h')} cvt.u32.u16 {{$w0}}, h; }}")
    x = (np.exp2(rng.uniform(-20, 3, (LANES, 4))) * rng.choice([-1, 1], (LANES, 4))).astype(F32)
    x[0], x[1] = (0.0, -0.0, 1e30, -1e30), (np.nan, -np.inf, 1.0, -6.0)
    random, out = rng.integers(0, 2**32, LANES, np.uint32), np.zeros((len(texts), LANES), np.uint32)
    given = x, random.view(np.int32), out.view(np.int32)
    program = cute.compile(run_stochastic, *given, tuple(texts), options=OPTIONS)
    program(*given)
    for i, (kind, (_, _, count, bits)) in enumerate(STOCHASTIC.items()):
        name = kind[:-2]
        largest = max(abs(value(code, name)) for code in finite(name)) if bits < 16 else LARGEST[name]
        for lane in range(LANES):
            for k in range(32 // bits if bits > 4 else 4):
                code, number = int(out[i, lane]) >> bits * k & (1 << bits) - 1, float(x[lane, k])
                own = int(random[lane]) >> (16 if kind.endswith("x2") else 8) * k & (1 << count) - 1
                if np.isnan(number):
                    wanted = {"f16": 0x7FFF, "bf16": 0x7FFF, "e4m3": 0x7F, "e5m2": 0x7F, "e2m1": 7}.get(name, 31)
                    assert code == wanted, (kind, hex(code))
                    continue
                want = math.copysign(largest, number) if abs(number) > 1e20 else carried(kind, number, own)
                want = max(min(want, largest), -largest)
                assert value(code, name) == want, (kind, number, own, code)
    assert program.artifacts is not None
    assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))


WRONG = (
    "{ .reg .b32 h; cvt.rs.e4m3x4.f32 h, {0f00000000, 0f00000000, 0f00000000, 0f00000000}, 0; }",
    "clusterlaunchcontrol.try_cancel.async.b128 [{$r0}], [{$r0}];",
    "{ .reg .b128 z; .reg .pred p; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, z; }",
    "{ .reg .b128 z; ld.global.b128 z, [{$r0}]; }",
    "{ .reg .f32 f; max.abs.f32 f, 0f00000000, f; }",
    "{ .reg .b16 h; cvt.rn.e2m3x2.f32 h, 0f00000000, 0f00000000; }",
    "{ .reg .b16 h; cvt.rn.satfinite.ue8m0x2.f32 h, 0f00000000, 0f00000000; }",
)


@pytest.mark.parametrize("text", WRONG)
def test_what_the_instructions_do_not_have_is_named(text: str) -> None:
    @cute.kernel
    def kernel(x: cute.Tensor):
        cute.arch.inline_ptx(text, read_only_args=[x[0]])

    @cute.jit
    def run(x: cute.Tensor):
        kernel(x).launch(grid=1, block=LANES)

    with pytest.raises(DSLUserCodeError, match="inline-ptx-on-cpu"):
        cute.compile(run, np.zeros(1, np.int32), options=OPTIONS)
