"""`python -m tests.math_accuracy`: measures the functions of `cute.math` and writes `docs/math.md`.

They are LLVM text of our own; what is measured is that text, compiled for this machine's CPU. Its operations are those
that IEEE 754 defines, so that GPUs and kernels on the CPU give the same bits (`tests/kernels/test_math_bits.py`).
References are numpy's 80-bit functions, and mpmath for the error functions.
"""

from __future__ import annotations

import ctypes
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.abi.host import pack_images
from cutedsl.codegen.functions.library import BINARY, UNARY, math_definitions, math_symbol
from cutedsl.codegen.llvm.compile import host_machine, optimise
from cutedsl.execution.cpu.module import link_objects

PAGE = Path(__file__).resolve().parent.parent / "docs" / "math.md"
LLVM = {"f32": "float", "f64": "double"}
NUMPY: dict[str, type[np.generic]] = {"f32": np.float32, "f64": np.float64}
NUMPY |= {f"i{width}": np.dtype(f"int{width}").type for width in (8, 16, 32, 64)}
_ULP_STEP = 0.25

mpmath.mp.prec = 120


def _by_mpmath(function: Any) -> Callable[[np.ndarray], np.ndarray]:
    def apply(x: np.ndarray) -> np.ndarray:
        return np.array(
            [_longdouble(function(mpmath.mpf(min(max(float(v), -200.0), 200.0)))) for v in x], np.longdouble
        )

    return apply


def _longdouble(value: Any) -> np.longdouble:
    """A number of mpmath as two floats added: 106 bits, more than a longdouble has."""
    high = float(value)
    return np.longdouble(high) + np.longdouble(float(value - high) if math.isfinite(high) else 0.0)


_PLAIN = (
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh", "cbrt"),
)
REFERENCE: dict[str, Callable[..., np.ndarray]] = {
    **{name: getattr(np, name) for name in _PLAIN},
    **{f"a{name}": getattr(np, f"arc{name}") for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "erf": lambda x: np.copysign(_by_mpmath(mpmath.erf)(x), x),
    "erfc": _by_mpmath(mpmath.erfc),
    "powf": np.power,
    "atan2": np.arctan2,
}
SLOW = {"erf", "erfc"}
NAMES = tuple(sorted(REFERENCE))
IN_CUTE = {name: {"powf": "pow"}.get(name, name) for name in NAMES}
"""Names in MLIR to names in `cute.math`."""


# -- the functions, one number after the other ------------------------------------------------------------------------
def _loop(name: str, kind: str, arity: int) -> str:
    t = LLVM.get(kind, kind)
    passed = ", ".join(f"{t} %{v}" for v in "ab"[:arity])
    return f"""
define void @"array.{name}.{kind}"(ptr %pa, ptr %pb, ptr %po, i64 %n) {{
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %qa = getelementptr {t}, ptr %pa, i64 %i
  %qb = getelementptr {t}, ptr %pb, i64 %i
  %qo = getelementptr {t}, ptr %po, i64 %i
  %a = load {t}, ptr %qa
  %b = load {t}, ptr %qb
  %r = call {t} @{math_symbol(name, kind)}({passed})
  store {t} %r, ptr %qo
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}"""


@cache
def _code() -> Any:
    """All functions over arrays, in this process: a symbol to its address."""
    everything = {*UNARY, *BINARY}
    definitions, intrinsics = math_definitions(everything)
    loops = [_loop(name, kind, 2 if (name, kind) in BINARY else 1) for name, kind in sorted(everything)]
    text = "\n".join([*(f"declare {one}" for one in sorted(intrinsics)), *definitions, *loops])
    image = optimise(text, host_machine()).object_bytes()
    return link_objects(pack_images([image]), [f"array.{name}.{kind}" for name, kind in everything])


def exact_bits(name: str, kind: str, a: np.ndarray, b: np.ndarray | None = None) -> np.ndarray:
    """A function as every target computes it, by its name in MLIR."""
    first = np.ascontiguousarray(a, NUMPY[kind])
    second = first if b is None else np.ascontiguousarray(b, NUMPY[kind])
    out = np.full_like(first, 77)
    address = _code()[f"array.{name}.{kind}"]
    ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_int64)(address)(
        first.ctypes.data, second.ctypes.data, out.ctypes.data, first.size
    )
    return out


# -- the functions in kernels -----------------------------------------------------------------------------------------
@cute.kernel
def _each(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, name: cutlass.Constexpr):
    i = cute.arch.block_idx()[0] * cute.arch.block_dim()[0] + cute.arch.thread_idx()[0]
    if i < x.shape[0]:
        function = getattr(cute.math, IN_CUTE[name])
        out[i] = function(x[i], y[i]) if cutlass.const_expr(name in ("powf", "atan2")) else function(x[i])


@cute.jit
def apply(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, name: cutlass.Constexpr):
    """A function of `cute.math` on arrays of one mode."""
    _each(x, y, out, name).launch(grid=cute.ceil_div(x.shape[0], 128), block=128)


def of_cpu(name: str, kind: str, a: np.ndarray, b: np.ndarray | None = None) -> np.ndarray:
    """A function as kernels on the CPU compute it, by its name in MLIR."""
    out = np.full_like(a, 77)
    apply(a, a if b is None else b, out, name)
    return out


# -- measured --------------------------------------------------------------------------------------------------------
def every_float(rng: np.random.Generator, count: int, kind: str = "f32") -> np.ndarray:
    """Finite floats of every size, uniform over their bits."""
    width = int(kind[1:])
    bits = rng.integers(0, 2**width, count, dtype=np.uint64).astype(f"uint{width}").view(NUMPY[kind])
    return bits[np.isfinite(bits)]


def samples(rng: np.random.Generator, name: str, kind: str, count: int) -> Iterator[tuple[np.ndarray, ...]]:
    """Arguments: all floats, and where functions bend, are small, or leave the range of results."""
    if name in ("powf", "atan2"):
        for base, top in ((every_float(rng, count, kind), 40), (rng.uniform(0, 10, count), 300)):
            x = base.astype(NUMPY[kind])
            other = every_float(rng, count + count // 8, kind)[: x.size] if name == "atan2" else None
            yield (
                np.abs(x) if name == "powf" else x,
                (rng.uniform(-top, top, x.size).astype(NUMPY[kind]) if other is None else other),
            )
        near_one = 1 + rng.uniform(-1e-3, 1e-3, count)
        yield near_one.astype(NUMPY[kind]), rng.uniform(-7e5, 7e5, count).astype(NUMPY[kind])
        return
    yield (every_float(rng, count, kind),)
    for low, high in ((-4, 4), (-1, 1), (0.5, 1.5), (-30, 30), (-105, 105), (-745, 720), (-1e6, 1e6)):
        yield (rng.uniform(low, high, count).astype(NUMPY[kind]),)


def worst_ulps(out: np.ndarray, exact: np.ndarray) -> float:
    """The largest error in units of the last place; values that are not finite must agree.

    An overflow counts as agreeing where the exact result is within an ulp of it.
    """
    kind = out.dtype.type
    with np.errstate(over="ignore"):
        rounded = exact.astype(kind)
    finite = np.isfinite(rounded) & np.isfinite(out)
    edge = np.abs(exact) >= np.finfo(kind).max
    agree = finite | (out == rounded) | (np.isnan(out) & np.isnan(rounded)) | (edge & (np.sign(out) == np.sign(exact)))
    assert np.all(agree), (out[~agree][:3], exact[~agree][:3])
    unit = np.spacing(np.maximum(np.abs(rounded[finite]), np.finfo(kind).tiny)).astype(np.longdouble)
    error = np.abs(out[finite].astype(np.longdouble) - exact[finite].astype(np.longdouble)) / unit
    return float(np.max(error, initial=0.0))


def measured(name: str, kind: str, count: int, rng: np.random.Generator) -> float:
    """The worst error over `count` samples of each range."""
    worst = 0.0
    for args in samples(rng, name, kind, count if name not in SLOW else max(count // 50, 200)):
        with np.errstate(all="ignore"):
            exact = REFERENCE[name](*(x.astype(np.longdouble) for x in args))
        worst = max(worst, worst_ulps(exact_bits(name, kind, *args), exact))
    return worst


def bounds() -> dict[tuple[str, str], float]:
    """(function, type) to the bound that the page states."""
    found: dict[tuple[str, str], float] = {}
    for line in PAGE.read_text(encoding="utf-8").split("\n"):
        row = re.match(r"\| `(\w+)` \|(.+)\|$", line)
        if row:
            for kind, text in zip(("f32", "f64"), row[2].split("|"), strict=True):
                found[row[1], kind] = float(text)
    return found


def page(before: Mapping[tuple[str, str], float], count: int = 400_000) -> str:
    """docs/math.md, measured. What it says already counts too: those are errors that other samples showed."""
    rng = np.random.default_rng(0)
    rows: list[str] = []
    for name in NAMES:
        cells: list[str] = []
        for kind in ("f32", "f64"):
            steps = math.ceil(measured(name, kind, count, rng) / _ULP_STEP + 0.2)
            cells.append(f"{max(steps * _ULP_STEP, before.get((name, kind), 0.0)):.2f}")
        rows.append(f"| `{name}` | {' | '.join(cells)} |")
    return _HEAD + "\n".join(rows) + "\n"


_HEAD = """# Accuracy of the functions of `cute.math`

Errors in units of the last place of the result: 0.5 is a correctly rounded function. Each number is the largest error
measured over about three million random arguments (all floats, and the ranges where the function is small, bends or
overflows) against 80-bit and 120-bit references, rounded up to the next quarter that leaves a twentieth to spare.
`python -m tests.math_accuracy` writes this page, and keeps a larger number that an earlier run found (`--afresh`, after
a function has changed, does not); `tests/unit/codegen/nvptx/test_math_accuracy.py` measures again, on
fresh samples, in every run of the tests.

* **Exact or correctly rounded, on both targets**: `+ - * /`, `sqrt`, `fma`, `floor`, `ceil`, `round`, `roundeven`,
  `trunc`, `absf`, `copysign`, conversions, and `%` of floats (`fmod`).
* **Float16 and BFloat16** compute in Float32 and round once: below 0.51 for every function here.
* **`rsqrt`** is `1 / sqrt(x)`, each rounded: 1.0 at most.
* **`fpowi(x, n)`** has the bound of `pow` in Float64.
* **Both targets run the same functions**, our own: the same bits on every GPU and every CPU.
* **`fastmath=True`** asks a GPU for its approximations of Float32 (`ex2.approx`, `lg2.approx`, `sin.approx` and
  their like; their errors are in the PTX ISA); elsewhere it changes nothing.

| function | Float32 | Float64 |
|---|---|---|
"""

if __name__ == "__main__":
    PAGE.write_text(page(before={} if "--afresh" in sys.argv else bounds()), encoding="utf-8")
