from __future__ import annotations

import math

import numpy as np
import pytest

from cutedsl.arch.abi.host import ErrorCode
from cutedsl.codegen.cpu.module import emit_cpu
from cutedsl.errors import DSLUserCodeError
from tests.unit.codegen.cpu.cpu_programs import Run, elementwise, load_at, module_text, parse, ptr, store_at

RNG = np.random.default_rng(7)
N = 64
BLOCK = Run(block=(N, 1, 1))


def run(op: str, inputs: list[np.ndarray], kinds: list[str], out: np.ndarray, result: str) -> np.ndarray:
    arrays = dict(zip("abcd", inputs, strict=False)) | {"out": out}
    BLOCK(elementwise(op, kinds, result), arrays)
    return out


def run_each(ops: dict[str, str], inputs: list[np.ndarray], kind: str) -> dict[str, np.ndarray]:
    """What each op gives of the same inputs, all in one kernel."""
    arrays = dict(zip("abcd", inputs, strict=False))
    lines = ["%tid = cute.thread_idx 0", *(load_at(f"v{name}", name, "%tid", kind) for name in arrays)]
    operands = [f"%v{name}" for name in arrays]
    for name, op in ops.items():
        lines.append(f"%r_{name} = {op.format(*operands)}\n{store_at(f'%r_{name}', f'out_{name}', '%tid', kind)}")
    made = {name: np.zeros(N, inputs[0].dtype) for name in ops}
    BLOCK("\n".join(lines), arrays | {f"out_{name}": out for name, out in made.items()})
    return made


def ints(low: int, high: int, dtype: type = np.int32) -> np.ndarray:
    return RNG.integers(low, high, N, dtype=dtype)


INT_OPS = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "xori": np.bitwise_xor,
    "minsi": np.minimum,
    "maxsi": np.maximum,
    "divsi": lambda a, b: np.trunc(a / b).astype(a.dtype),
    "remsi": np.fmod,
    "floordivsi": np.floor_divide,
    "ceildivsi": lambda a, b: -(-a // b),
}


@pytest.mark.parametrize("kind", ["i32", "i16", "i8"])
def test_signed_integer_ops_give_what_numpy_gives(kind: str) -> None:
    dtype = {"i32": np.int32, "i16": np.int16, "i8": np.int8}[kind]
    a = ints(-100, 100, dtype)
    b = np.where((b := ints(-9, 9, dtype)) == 0, dtype(5), b).astype(dtype)
    for name, got in run_each({name: f"arith.{name} {{0}}, {{1}} : {kind}" for name in INT_OPS}, [a, b], kind).items():
        with np.errstate(over="ignore"):
            np.testing.assert_array_equal(got, INT_OPS[name](a, b).astype(dtype), name)


@pytest.mark.parametrize("name", ["divui", "remui", "minui", "maxui", "shrui"])
def test_unsigned_integer_ops_give_what_numpy_gives(name: str) -> None:
    a = RNG.integers(0, 2**32, N, dtype=np.uint32)
    b = RNG.integers(1, 20, N, dtype=np.uint32)
    want = {
        "divui": a // b,
        "remui": a % b,
        "minui": np.minimum(a, b),
        "maxui": np.maximum(a, b),
        "shrui": a >> b,
    }[name]
    got = run(f"arith.{name} {{0}}, {{1}} : i32", [a, b], ["i32", "i32"], np.zeros(N, np.uint32), "i32")
    np.testing.assert_array_equal(got, want)


EDGES = np.array([-(2**31), 1 - 2**31, -(2**30) - 1, -7, -1, 1, 2, 3, 2**30 + 1, 2**31 - 2, 2**31 - 1], np.int64)


@pytest.mark.parametrize("signed", [True, False])
def test_divisions_at_the_edges_of_32_bits(signed: bool) -> None:
    """Vectors are divided in f64: quotients next to an integer must not round to it."""
    kind = np.int32 if signed else np.uint32
    a, b = (x.astype(kind) for x in (RNG.choice(EDGES, N), RNG.choice(EDGES, N)))
    a[:16] = (b[:16].astype(np.int64) * (EDGES[-1] // np.abs(b[:16].astype(np.int64))) - 1).astype(kind)
    sign = "si" if signed else "ui"
    pair = zip(a.tolist(), b.tolist(), strict=True)
    want = [(abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)) for x, y in pair]
    left = [x - y * q for x, y, q in zip(a.tolist(), b.tolist(), want, strict=True)]
    for name, numbers in ((f"div{sign}", want), (f"rem{sign}", left)):
        got = run(f"arith.{name} {{0}}, {{1}} : i32", [a, b], ["i32", "i32"], np.zeros(N, kind), "i32")
        np.testing.assert_array_equal(got, np.array(numbers).astype(kind))


def test_wrapping_and_the_least_integer() -> None:
    a = np.full(N, -(2**31), np.int32)
    b = np.full(N, -1, np.int32)
    quotient = run("arith.divsi {0}, {1} : i32", [a, b], ["i32"] * 2, np.zeros(N, np.int32), "i32")
    remainder = run("arith.remsi {0}, {1} : i32", [a, b], ["i32"] * 2, np.ones(N, np.int32), "i32")
    assert set(quotient) == {-(2**31)}
    assert set(remainder) == {0}


@pytest.mark.parametrize(("amount", "shl", "shrsi", "shrui"), [(3, -80, -2, 2**29 - 2), (32, 0, -1, 0), (40, 0, -1, 0)])
def test_shifts_by_the_width_or_more(amount: int, shl: int, shrsi: int, shrui: int) -> None:
    a = np.full(N, -10, np.int32)
    b = np.full(N, amount, np.int32)
    for name, want in (("shli", shl), ("shrsi", shrsi), ("shrui", shrui)):
        got = run(f"arith.{name} {{0}}, {{1}} : i32", [a, b], ["i32"] * 2, np.zeros(N, np.int32), "i32")
        assert set(got) == {want}, name


FLOAT_OPS = {
    "addf": np.add,
    "subf": np.subtract,
    "mulf": np.multiply,
    "divf": np.divide,
    "maxnumf": np.fmax,
    "minnumf": np.fmin,
    "maximumf": np.maximum,
    "minimumf": np.minimum,
}


@pytest.mark.parametrize("kind", ["f32", "f64", "f16"])
def test_float_ops_give_what_numpy_gives(kind: str) -> None:
    dtype = {"f32": np.float32, "f64": np.float64, "f16": np.float16}[kind]
    a, b = (RNG.standard_normal(N).astype(dtype) for _ in range(2))
    a[:3] = [np.nan, np.inf, 0.0]
    b[1:5] = [np.nan, 1.0, -0.0, 0.5]
    ops = {name: f"arith.{name} {{0}}, {{1}} : {kind}" for name in FLOAT_OPS}
    for name, got in run_each(ops, [a, b], kind).items():
        with np.errstate(all="ignore"):
            np.testing.assert_array_equal(got, FLOAT_OPS[name](a, b), name)


MATH = {
    "exp": np.exp,
    "exp2": np.exp2,
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "tanh": np.tanh,
    "erf": lambda x: np.array([math.erf(v) for v in x]),
    "floor": np.floor,
    "ceil": np.ceil,
    "trunc": np.trunc,
    "round": lambda x: np.sign(x) * np.floor(np.abs(x) + 0.5),
    "roundeven": np.rint,
    "absf": np.abs,
}


SIGNED = ("floor", "ceil", "trunc", "round", "roundeven", "absf", "sin", "tanh")
"""Functions that are asked of negative numbers too."""


@pytest.mark.parametrize("names", [SIGNED, tuple(name for name in MATH if name not in SIGNED)], ids=["any", "positive"])
@pytest.mark.parametrize(("kind", "tolerance"), [("f32", 3e-7), ("f64", 1e-15)])
def test_unary_functions_give_what_numpy_gives(names: tuple[str, ...], kind: str, tolerance: float) -> None:
    dtype = np.float32 if kind == "f32" else np.float64
    x = RNG.uniform(0.1, 3.0, N).astype(dtype)
    if names is SIGNED:
        x = (x - 1.5).astype(dtype)
        x[:4] = [0.5, 1.5, -0.5, -2.5]
    for name, got in run_each({name: f"math.{name} {{0}} : {kind}" for name in names}, [x], kind).items():
        np.testing.assert_allclose(
            got, MATH[name](x.astype(np.float64)), rtol=tolerance, atol=tolerance, err_msg=f"{name} of {kind}"
        )


def test_two_and_three_operand_math() -> None:
    a, b, c = (RNG.uniform(0.2, 2.0, N).astype(np.float32) for _ in range(3))
    wide = [x.astype(np.float64) for x in (a, b, c)]
    got = run("math.fma {0}, {1}, {2} : f32", [a, b, c], ["f32"] * 3, np.zeros(N, np.float32), "f32")
    np.testing.assert_array_equal(got, (wide[0] * wide[1] + wide[2]).astype(np.float32))
    got = run("math.powf {0}, {1} : f32", [a, b], ["f32"] * 2, np.zeros(N, np.float32), "f32")
    np.testing.assert_allclose(got, wide[0] ** wide[1], rtol=3e-7)
    got = run("math.atan2 {0}, {1} : f32", [a, b], ["f32"] * 2, np.zeros(N, np.float32), "f32")
    np.testing.assert_allclose(got, np.arctan2(wide[0], wide[1]), rtol=3e-7)
    got = run("math.copysign {0}, {1} : f32", [a, -b], ["f32"] * 2, np.zeros(N, np.float32), "f32")
    np.testing.assert_array_equal(got, -a)
    got = run("cute.fmod {0}, {1} : f32, f32 -> f32", [a, b], ["f32"] * 2, np.zeros(N, np.float32), "f32")
    np.testing.assert_array_equal(got, np.fmod(a, b))


def test_bits_are_counted() -> None:
    a = ints(-(2**31), 2**31 - 1)
    got = run("math.ctpop {0} : i32", [a], ["i32"], np.zeros(N, np.int32), "i32")
    assert list(got) == [bin(v & 0xFFFFFFFF).count("1") for v in a.tolist()]
    got = run("math.ctlz {0} : i32", [a], ["i32"], np.zeros(N, np.int32), "i32")
    assert list(got) == [32 - (v & 0xFFFFFFFF).bit_length() for v in a.tolist()]
    got = run("math.absi {0} : i32", [a], ["i32"], np.zeros(N, np.int32), "i32")
    np.testing.assert_array_equal(got, np.abs(a))


@pytest.mark.parametrize("predicate", ["eq", "ne", "slt", "sle", "sgt", "sge"])
def test_integer_comparisons_give_what_numpy_gives(predicate: str) -> None:
    a, b = ints(-3, 4), ints(-3, 4)
    want = {"eq": a == b, "ne": a != b, "slt": a < b, "sle": a <= b, "sgt": a > b, "sge": a >= b}[predicate]
    got = run(f"arith.cmpi {predicate}, {{0}}, {{1}} : i32", [a, b], ["i32"] * 2, np.zeros(N, bool), "i1")
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("predicate", ["oeq", "olt", "oge", "one", "une", "ult", "uno", "ord"])
def test_float_comparisons_give_what_numpy_gives(predicate: str) -> None:
    a, b = RNG.integers(-2, 3, N).astype(np.float32), RNG.integers(-2, 3, N).astype(np.float32)
    a[::7] = np.nan
    unordered = np.isnan(a) | np.isnan(b)
    want = {
        "oeq": a == b,
        "olt": a < b,
        "oge": a >= b,
        "one": (a != b) & ~unordered,
        "une": a != b,
        "ult": (a < b) | unordered,
        "uno": unordered,
        "ord": ~unordered,
    }[predicate]
    got = run(f"arith.cmpf {predicate}, {{0}}, {{1}} : f32", [a, b], ["f32"] * 2, np.zeros(N, bool), "i1")
    np.testing.assert_array_equal(got, want)


def test_conversions_give_what_numpy_gives() -> None:
    x = RNG.uniform(-200, 200, N).astype(np.float32)
    got = run("arith.fptosi {0} : f32 to i32", [x], ["f32"], np.zeros(N, np.int32), "i32")
    np.testing.assert_array_equal(got, np.trunc(x).astype(np.int32))
    a = ints(-(2**31), 2**31 - 1)
    got = run("arith.sitofp {0} : i32 to f32", [a], ["i32"], np.zeros(N, np.float32), "f32")
    np.testing.assert_array_equal(got, a.astype(np.float32))
    got = run("arith.uitofp {0} : i32 to f32", [a], ["i32"], np.zeros(N, np.float32), "f32")
    np.testing.assert_array_equal(got, a.view(np.uint32).astype(np.float32))
    got = run("arith.extsi {0} : i32 to i64", [a], ["i32"], np.zeros(N, np.int64), "i64")
    np.testing.assert_array_equal(got, a)
    got = run("arith.extui {0} : i32 to i64", [a], ["i32"], np.zeros(N, np.int64), "i64")
    np.testing.assert_array_equal(got, a.view(np.uint32))
    got = run("arith.trunci {0} : i32 to i8", [a], ["i32"], np.zeros(N, np.int8), "i8")
    np.testing.assert_array_equal(got, a.astype(np.int8))
    got = run("arith.truncf {0} : f32 to f16", [x], ["f32"], np.zeros(N, np.float16), "f16")
    np.testing.assert_array_equal(got, x.astype(np.float16))
    half = x.astype(np.float16)
    got = run("arith.extf {0} : f16 to f32", [half], ["f16"], np.zeros(N, np.float32), "f32")
    np.testing.assert_array_equal(got, half)
    got = run("arith.bitcast {0} : f32 to i32", [x], ["f32"], np.zeros(N, np.int32), "i32")
    np.testing.assert_array_equal(got, x.view(np.int32))


def test_double_to_half_rounds_once() -> None:
    # 1 + 2**-11 + 2**-40 is above the midpoint of two halves, but rounds to it in float32.
    x = np.full(N, 1 + 2.0**-11 + 2.0**-40)
    got = run("arith.truncf {0} : f64 to f16", [x], ["f64"], np.zeros(N, np.float16), "f16")
    np.testing.assert_array_equal(got, x.astype(np.float16))
    assert got[0] > 1


def test_float_to_integer_saturates() -> None:
    x = np.zeros(N, np.float32)
    x[:4] = [3e9, -3e9, np.nan, np.inf]
    got = run("arith.fptosi {0} : f32 to i32", [x], ["f32"], np.ones(N, np.int32), "i32")
    assert list(got[:5]) == [2**31 - 1, -(2**31), 0, 2**31 - 1, 0]


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("kind", ["f16", "f32", "f64"])
def test_floats_around_the_limits_of_integers(kind: str, width: int, signed: bool) -> None:
    real = np.dtype(f"float{kind[1:]}").type
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
    with np.errstate(over="ignore"):
        near = [real(limit) for limit in (low, high, low - 1, high + 1, 0, 3.5, -0.5)]
        x = [v for at in near for v in (at, np.nextafter(at, real(-np.inf)), np.nextafter(at, real(np.inf)))]
    x = np.resize(np.array([*x, np.inf, -np.inf, np.nan], real), N)
    exact = [0 if np.isnan(v) else high if v >= high else low if v <= low else int(v) for v in x.tolist()]
    op = f"arith.fpto{'s' if signed else 'u'}i {{0}} : {kind} to i{width}"
    got = run(op, [x], [kind], np.ones(N, f"int{width}"), f"i{width}")
    assert (got if signed else got.view(f"uint{width}")).tolist() == exact


def test_subnormals_are_kept() -> None:
    x = np.full(N, 1e-41, np.float32)
    got = run("arith.addf {0}, {1} : f32", [x, x], ["f32"] * 2, np.zeros(N, np.float32), "f32")
    np.testing.assert_array_equal(got, x + x)
    assert got[0] > 0


def test_products_are_not_contracted() -> None:
    a = np.full(N, 1 + 2.0**-12, np.float32)
    c = np.full(N, -(1 + 2.0**-11), np.float32)
    body = elementwise("arith.mulf {0}, {1} : f32", ["f32", "f32", "f32"], "f32")
    body = body.replace("%r = arith", "%m = arith").replace("%po =", "%r = arith.addf %m, %vc : f32\n%po =")
    out = np.ones(N, np.float32)
    BLOCK(body, {"a": a, "b": a, "c": c, "out": out})
    np.testing.assert_array_equal(out, (a * a).astype(np.float32) + c)
    assert out[0] == 0


def test_bfloat16_rounds_to_the_nearest() -> None:
    x = RNG.standard_normal(N).astype(np.float32)
    body = (
        elementwise("arith.truncf {0} : f32 to bf16", ["f32"], "f32")
        .replace("%po =", "%w = arith.addf %r, %r : bf16\n%f = arith.extf %w : bf16 to f32\n%po =")
        .replace("store %r", "store %f")
    )
    out = np.zeros(N, np.float32)
    BLOCK(body, {"a": x, "out": out})
    bits = x.view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16 << 16).astype(np.uint32).view(np.float32)
    np.testing.assert_array_equal(out, 2 * rounded)


def test_a_uniform_bfloat16_keeps_its_subnormals() -> None:
    """LLVM compares a scalar that it has just widened after rounding it back, which flushes subnormal numbers."""
    a, out = np.array([0x0060], np.int16), np.zeros(32, np.int8)
    pointer = "!cute.ptr<bf16, gmem>"
    body = f"""
    %tid = cute.thread_idx 0
    %p = cute.ptr.cast %a : {ptr("i16")} -> {pointer}
    %v = cute.ptr.load %p : {pointer} -> bf16
    %e = arith.truncf %v : bf16 to f8E8M0FNU
    %r = arith.bitcast %e : f8E8M0FNU to i8
    {store_at("%r", "out", "%tid", "i8")}"""
    Run()(body, {"a": a, "out": out})
    assert out.tolist() == [1] * 32


@pytest.mark.parametrize(("kind", "name"), [("f8E4M3FN", "float8_e4m3fn"), ("f8E5M2", "float8_e5m2")])
def test_eight_bit_floats_round_to_the_nearest(kind: str, name: str) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    eight = getattr(ml_dtypes, name)
    codes = np.arange(256, dtype=np.uint8)
    run256 = Run(block=(256, 1, 1))
    wide = np.zeros(256, np.float32)
    read = elementwise(f"arith.extf {{0}} : {kind} to f32", [kind], "f32")
    cast = f"""%a8 = cute.ptr.cast %a : !cute.ptr<i8, gmem> -> !cute.ptr<{kind}, gmem>
"""
    run256(cast + read.replace("ptr.add %a,", "ptr.add %a8,"), {"a": codes.view(np.int8), "out": wide})
    np.testing.assert_array_equal(wide, codes.view(eight).astype(np.float32))

    largest = float(ml_dtypes.finfo(eight).max)
    x = np.concatenate([RNG.standard_normal(200) * 2.0 ** RNG.integers(-18, 8, 200), np.linspace(-1, 1, 56)])
    x[:4] = [np.nan, 1e9, -1e9, 0.0]
    x = x.astype(np.float32)
    out = np.zeros(256, np.int8)
    write = elementwise(f"arith.truncf {{0}} : f32 to {kind}", ["f32"], kind)
    cast = f"%out8 = cute.ptr.cast %out : !cute.ptr<i8, gmem> -> !cute.ptr<{kind}, gmem>\n"
    run256(cast + write.replace("ptr.add %out,", "ptr.add %out8,"), {"a": x, "out": out})
    want = np.clip(x, -largest, largest).astype(eight)
    np.testing.assert_array_equal(out.view(eight)[1:].view(np.uint8), want[1:].view(np.uint8))
    assert np.isnan(out.view(eight)[:1].astype(np.float32)).all()


def test_a_divisor_is_looked_at_once() -> None:
    """The second division by the same number, and the one in a branch, need no check; the one before the first has."""
    body = f"""
    %tid = cute.thread_idx 0
    %lane0 = arith.cmpi eq, %tid, %n : i32
    {load_at("v", "x", "%tid", "i32")}
    %w = scf.if %lane0 -> (i32) {{
      %i = arith.divsi %v, %n : i32
      scf.yield %i : i32
    }} else {{
      scf.yield %v : i32
    }}
    %q = arith.divsi %w, %n : i32
    %r = arith.remsi %q, %n : i32
    %s = arith.divsi %r, %m : i32
    {store_at("%s", "x", "%tid", "i32")}"""
    x = np.arange(32, dtype=np.int32) * 7
    text = emit_cpu(parse(module_text(body, {"x": x}, {"n": "i32", "m": "i32"}, (32, 1, 1), (1, 1, 1), 0, True)))
    assert text.llvm_text.count(f"call i1 @cute.fail(ptr %rt, i32 {int(ErrorCode.DIVISION_BY_ZERO)},") == 3
    want = np.where(np.arange(32) == 5, x // 5, x) // 5 % 5 // 2
    Run()(body, {"x": x}, {"n": ("i32", 5), "m": ("i32", 2)})
    assert np.array_equal(x, want)
    for n, m in ((0, 2), (5, 0)):
        with pytest.raises(DSLUserCodeError, match="division-by-zero"):
            Run()(body, {"x": x}, {"n": ("i32", n), "m": ("i32", m)})
