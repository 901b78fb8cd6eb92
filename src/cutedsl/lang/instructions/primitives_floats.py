"""`cutlass.experimental.primitives` of floats: arithmetic on pairs, and floats packed into registers of 32 bits.

Source: names and arguments from CuTe DSL programs; PTX ISA, "Floating Point Instructions" and `cvt`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang import arch
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.emission.raw_values import value_of
from cutedsl.lang.intrinsics.inline_ptx import inline_ptx
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, vector_of
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import BFloat16, Float8E4M3FN, Float8E5M2, Float16, Float32, Int32, Uint16


class FPRoundingMode(Enum):
    """How a result is rounded."""

    NONE = "none"
    RN = "rn"
    RM = "rm"
    RP = "rp"
    RZ = "rz"
    RNA = "rna"
    RS = "rs"


class SaturationModeKind(Enum):
    """Whether what is too large becomes the largest number."""

    NONE = "none"
    SATFINITE = "satfinite"


class CVTPackFloat(Enum):
    """What `cvt_packfloat_f32` packs its floats as."""

    F16X2 = "f16x2"
    BF16X2 = "bf16x2"
    E4M3X2 = "e4m3x2"
    E5M2X2 = "e5m2x2"


_HALVES = {CVTPackFloat.F16X2: Float16, CVTPackFloat.BF16X2: BFloat16}
_BYTES = {CVTPackFloat.E4M3X2: Float8E4M3FN, CVTPackFloat.E5M2X2: Float8E5M2}


def add_packed_f32x2(a: Any, b: Any, *, rnd: Any = FPRoundingMode.RN, ftz: bool = False) -> Any:
    """The sums of two pairs; a pair is a tuple or a vector, and so is the result. Source: PTX ISA, `add.f32x2`.

    Longer vectors are added pair by pair. `rnd` is a direction of PTX: rn, rz, rm or rp.
    Errors: operation-argument for vectors that have different or odd numbers of elements.
    """
    return _pairs(arch.add_packed_f32x2, (a, b), rnd, ftz)


def sub_packed_f32x2(a: Any, b: Any, *, rnd: Any = FPRoundingMode.RN, ftz: bool = False) -> Any:
    """The differences of two pairs, as `add_packed_f32x2` takes them. Source: PTX ISA, `sub.f32x2`."""
    return _pairs(arch.sub_packed_f32x2, (a, b), rnd, ftz)


def mul_packed_f32x2(a: Any, b: Any, *, rnd: Any = FPRoundingMode.RN, ftz: bool = False) -> Any:
    """The products of two pairs, as `add_packed_f32x2` takes them. Source: PTX ISA, `mul.f32x2`."""
    return _pairs(arch.mul_packed_f32x2, (a, b), rnd, ftz)


def fma_packed_f32x2(a: Any, b: Any, c: Any, *, rnd: Any = FPRoundingMode.RN, ftz: bool = False) -> Any:
    """`a * b + c` of pairs, each rounded once, as `add_packed_f32x2` takes them. Source: PTX ISA, `fma.f32x2`."""
    return _pairs(arch.fma_packed_f32x2, (a, b, c), rnd, ftz)


def _pairs(op: Callable[..., tuple[Any, Any]], operands: tuple[Any, ...], rnd: Any, ftz: bool) -> Any:
    vectors = [vector_of(operand) for operand in operands]
    if all(vector is None for vector in vectors):
        return op(*operands, rnd=rnd, ftz=ftz)
    numbers: list[Any] = [
        operand if vector is None else [vector.element(k) for k in range(vector.count)]
        for operand, vector in zip(operands, vectors, strict=True)
    ]
    counts = [len(given) for given in numbers]
    if len(set(counts)) > 1 or counts[0] % 2:
        raise fail("operation-argument", f"packed arithmetic takes pairs, got vectors of {counts} elements")
    made: list[Any] = []
    for k in range(0, counts[0], 2):
        made += op(*(tuple(given[k : k + 2]) for given in numbers), rnd=rnd, ftz=ftz)
    return TensorSSA.from_elements(made, Float32)


def cvt_packfloat_f32(
    high: Any,
    low: Any,
    other: Any,
    kind: CVTPackFloat,
    *,
    rnd: Any = FPRoundingMode.RN,
    sat: SaturationModeKind = SaturationModeKind.NONE,
    relu: bool = False,
    extract_hi: bool = False,
) -> Any:
    """Two Float32 in one register, `low` in the low part. Source: PTX ISA, `cvt.rn.bf16x2.f32`.

    Two of 8 bits go into the low half, or with `extract_hi` the high one; the other half is that of `other`. Two of
    16 bits fill the register, and `other` is 0. Errors: not-yet for other roundings, and for 8 bits without SATFINITE.
    """
    narrow, saturates = _BYTES.get(kind), sat is SaturationModeKind.SATFINITE
    known = saturates if narrow else not saturates and not extract_hi and _is_zero(other)
    if not known or rnd is not FPRoundingMode.RN or relu:
        raise fail("not-yet", f"`cvt_packfloat_f32` as {kind} with {other!r}, {rnd}, {sat} and relu={relu}")
    pair = TensorSSA.from_elements([value_of(low).to(Float32), value_of(high).to(Float32)], Float32)
    if narrow is None:
        return pair.to(_HALVES[kind]).bitcast(Int32).element(0)
    both = pair.to(narrow).bitcast(Uint16).element(0).to(Int32)
    kept = value_of(other).to(Int32)
    return (both << 16) | (kept & 0xFFFF) if extract_hi else both | (kept & -0x10000)


def _is_zero(number: Any) -> bool:
    found = value_of(number)
    return bool(found.is_static) and found.literal == 0


def mul_bf16x2(a: Any, b: Any) -> Any:
    """The products of two pairs of BFloat16, each pair in a register of 32 bits. Source: PTX ISA, `mul.bf16x2`."""
    return _register_op("mul.rn.bf16x2", a, b)


def _register_op(name: str, a: Any, b: Any) -> Any:
    left, right = value_of(a), value_of(b)
    kind: type[Numeric] = type(left)
    return inline_ptx(f"{name} {{$w0}}, {{$r0}}, {{$r1}};", write_only_types=[kind], read_only_args=[left, right])


def inline_ptx_hl(
    code: str,
    *,
    write_only_types: Any = (),
    read_only_args: Any = (),
    read_write_args: Any = (),
    pred: Any = None,
) -> Any:
    """`cute.arch.inline_ptx` by its other name; where `pred` does not hold, nothing is done.

    Errors: inline-ptx-place, inline-ptx-on-cpu.
    """
    return inline_ptx(
        code,
        write_only_types=write_only_types,
        read_only_args=read_only_args,
        read_write_args=read_write_args,
        predicate=pred,
    )


functions_take_places(globals())
