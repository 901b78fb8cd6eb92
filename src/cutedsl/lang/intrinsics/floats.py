"""Float operations of `cute.arch`: extremes as the hardware has them, approximations, pairs of float32."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from operator import add, mul, sub
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang import math
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.intrinsics.inline_ptx import asm_statement
from cutedsl.staging.choose import select_
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.scalars import Float32, Uint32

_SIGN_BIT = 1 << 31  # as the bits of a Float32 lie


def fmax(
    a: object,
    b: object,
    *,
    abs: bool = False,
    nan: bool = False,
    ftz: bool = False,
) -> Any:
    """The larger of two Float32: the other one where one is NaN, or NaN with `nan`.

    With `abs`, the larger absolute value; it is negative where one of `a` and `b` is.
    `ftz` asks for what PTX allows and nothing needs. Source: PTX ISA, `max`, `max.xorsign.abs`.
    """
    return _extreme("max", a, b, abs, nan)


def fmin(
    a: object,
    b: object,
    *,
    abs: bool = False,
    nan: bool = False,
    ftz: bool = False,
) -> Any:
    """The smaller of two Float32; see `fmax`. Source: PTX ISA, `min`."""
    return _extreme("min", a, b, abs, nan)


def _extreme(op: str, a: object, b: object, magnitudes: bool, nan: bool) -> Any:
    x, y = (as_numeric(n).to(Float32) for n in (a, b))
    if not magnitudes:
        return _larger_or_smaller(op, x, y, nan)
    sign = (x.bitcast(Uint32) ^ y.bitcast(Uint32)) & _SIGN_BIT
    found = _larger_or_smaller(op, _unary("abs", x), _unary("abs", y), nan)
    return select_(found == found, (found.bitcast(Uint32) | sign).bitcast(Float32), found)  # a NaN keeps its sign


def _larger_or_smaller(op: str, x: Any, y: Any, nan: bool) -> Any:
    name = op if nan else f"{op}num"
    return Float32.from_handle(cute_emitter().binary(name, Float32.spec, x.ir_value(), y.ir_value()))


def _unary(op: str, x: Any) -> Any:
    return Float32.from_handle(cute_emitter().unary(op, Float32.spec, x.ir_value()))


def rcp_approx(a: object) -> Any:
    """`1 / a`; the GPU may give a neighbour of the rounded quotient. Source: PTX ISA, `rcp.approx.ftz`."""
    return math.rcp(as_numeric(a).to(Float32), fastmath=True)


def exp2(a: object) -> Any:
    """2 to the power `a`, as the hardware approximates it. Source: PTX ISA, `ex2.approx`."""
    return math.exp2(as_numeric(a).to(Float32), fastmath=True)


def exp(a: object) -> Any:
    """E to the power `a`, approximated (a retired name: use `cute.math.exp`)."""
    return math.exp(as_numeric(a).to(Float32), fastmath=True)


# -- pairs -------------------------------------------------------------------------------------------------------------
def exp_packed_f32x2(x: Any) -> tuple[Any, Any]:
    """E to the power of both numbers of a pair; the retired name for two calls of `exp`."""
    first, second = x
    return exp(first), exp(second)


def _plain(rnd: object) -> object:
    """A rounding given as text or as a member of an enumeration."""
    return rnd.value if isinstance(rnd, Enum) else rnd


def _of_pairs(name: str, near: Callable[..., Any], pairs: tuple[Any, ...], rnd: object, ftz: bool) -> tuple[Any, Any]:
    """An operation on both numbers of pairs: `near` to the nearest, one of PTX in another direction."""
    mode = str(_plain(rnd)).lower()
    if mode not in ("rn", "rz", "rm", "rp"):
        raise fail("not-yet", f"{name}_packed_f32x2 with rounding {rnd}")
    rows = zip(*((as_numeric(x).to(Float32) for x in pair) for pair in pairs), strict=True)
    one, two = (near(*row) if mode == "rn" else _directed(f"{name}.{mode}{'.ftz' * ftz}.f32", row) for row in rows)
    return one, two


def _directed(instruction: str, operands: tuple[Any, ...]) -> Any:
    places = ", ".join(f"${k}" for k in range(len(operands) + 1))
    letters = ",".join(["=f", *("f" for _ in operands)])
    args = [x.ir_value() for x in operands]
    return Float32.from_handle(asm_statement(f"{instruction} {places};", letters, args, (Float32,), pure=True)[0])


def fma_packed_f32x2(
    src_a: Any,
    src_b: Any,
    src_c: Any,
    *,
    rnd: object = "rn",
    ftz: bool = False,
) -> tuple[Any, Any]:
    """`a * b + c` of two pairs, each rounded once: to the nearest (`rn`), to zero (`rz`), down (`rm`) or up (`rp`).

    `ftz` holds for the last three. Errors: not-yet for another rounding.
    """
    return _of_pairs("fma", _fma, (src_a, src_b, src_c), rnd, ftz)


def _fma(a: Any, b: Any, c: Any) -> Any:
    emitter = cute_emitter()
    types = (emitter.dtype_type(Float32.spec),)
    (sum_,) = emitter.op("math.fma", (a.ir_value(), b.ir_value(), c.ir_value()), types, {})
    return Float32.from_handle(sum_)


def mul_packed_f32x2(src_a: Any, src_b: Any, *, rnd: object = "rn", ftz: bool = False) -> tuple[Any, Any]:
    """The products of two pairs, rounded as `fma_packed_f32x2` says."""
    return _of_pairs("mul", mul, (src_a, src_b), rnd, ftz)


def add_packed_f32x2(src_a: Any, src_b: Any, *, rnd: object = "rn", ftz: bool = False) -> tuple[Any, Any]:
    """The sums of two pairs, rounded as `fma_packed_f32x2` says."""
    return _of_pairs("add", add, (src_a, src_b), rnd, ftz)


def sub_packed_f32x2(src_a: Any, src_b: Any, *, rnd: object = "rn", ftz: bool = False) -> tuple[Any, Any]:
    """The differences of two pairs, rounded as `fma_packed_f32x2` says."""
    return _of_pairs("sub", sub, (src_a, src_b), rnd, ftz)


def calc_packed_f32x2_op(
    src_a: Any,
    src_b: Any,
    src_c: Any = None,
    calc_func: Callable[..., Any] | None = None,
    *,
    rnd: object = "rn",
    ftz: bool = False,
) -> Any:
    """What `calc_func`, one of `nvvm`'s functions of pairs, gives for pairs. Errors: not-yet without it."""
    if calc_func is None:
        raise fail("not-yet", "`calc_packed_f32x2_op` without `calc_func`", fix="Name the function: `calc_func=...`.")
    sources = (src_a, src_b) if src_c is None else (src_a, src_b, src_c)
    return calc_func(*sources, rnd=rnd, ftz=ftz)
