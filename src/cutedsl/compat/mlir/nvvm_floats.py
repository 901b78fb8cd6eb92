"""`cutlass._mlir.dialects.nvvm`, as far as programs use it: operations on pairs of Float32."""

from __future__ import annotations

from typing import Any

from cutedsl.compat.mlir.handles import numeric_class_of, value_of
from cutedsl.compat.mlir.ir import TypeAttr
from cutedsl.compat.mlir.vector import VectorType
from cutedsl.errors import fail
from cutedsl.lang.instructions import primitives_floats
from cutedsl.lang.instructions.primitives_floats import FPRoundingMode as FPRoundingMode
from cutedsl.lang.instructions.primitives_floats import SaturationModeKind
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Float4E2M1FN, Float8E4M3FN, Float8E5M2, Float32, Int8

RoundingModeKind = FPRoundingMode
"""The name of older programs."""
SaturationMode = SaturationModeKind
"""The name of newer programs."""


def add_packed_f32x2(
    src_a: Any, src_b: Any, *, rnd: Any = "rn", ftz: bool = False, loc: object = None, ip: object = None
) -> Any:
    """The sums of two pairs: of handles of vectors a handle, of tuples a tuple. Source: PTX ISA, `add.f32x2`."""
    return _handle(primitives_floats.add_packed_f32x2(src_a, src_b, rnd=rnd, ftz=ftz))


def sub_packed_f32x2(
    src_a: Any, src_b: Any, *, rnd: Any = "rn", ftz: bool = False, loc: object = None, ip: object = None
) -> Any:
    """The differences of two pairs, as `add_packed_f32x2` takes them."""
    return _handle(primitives_floats.sub_packed_f32x2(src_a, src_b, rnd=rnd, ftz=ftz))


def mul_packed_f32x2(
    src_a: Any, src_b: Any, *, rnd: Any = "rn", ftz: bool = False, loc: object = None, ip: object = None
) -> Any:
    """The products of two pairs, as `add_packed_f32x2` takes them. Source: PTX ISA, `mul.f32x2`."""
    return _handle(primitives_floats.mul_packed_f32x2(src_a, src_b, rnd=rnd, ftz=ftz))


def fma_packed_f32x2(
    src_a: Any, src_b: Any, src_c: Any, *, rnd: Any = "rn", ftz: bool = False, loc: object = None, ip: object = None
) -> Any:
    """`a * b + c` of pairs, as `add_packed_f32x2` takes them. Source: PTX ISA, `fma.f32x2`."""
    return _handle(primitives_floats.fma_packed_f32x2(src_a, src_b, src_c, rnd=rnd, ftz=ftz))


def _handle(found: Any) -> Any:
    return found.handle if isinstance(found, TensorSSA) else found


def convert_f32x2_to_f8x2(
    dst: VectorType,
    a: Any,
    b: Any,
    dst_ty: TypeAttr | Any,
    *,
    rnd: FPRoundingMode = FPRoundingMode.RN,
    sat: SaturationModeKind = SaturationModeKind.SATFINITE,
    relu: bool = False,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """Two Float32 as 8-bit floats, `b` in the low byte and `a` in the high one. Source: PTX ISA, `cvt.e4m3x2.f32`.

    Errors: not-yet for other types, other roundings, without SATFINITE, and with `relu`.
    """
    kind = numeric_class_of(dst_ty.value if isinstance(dst_ty, TypeAttr) else dst_ty)
    known = kind in (Float8E4M3FN, Float8E5M2) and rnd is FPRoundingMode.RN and not relu
    if not known or sat is not SaturationModeKind.SATFINITE:
        raise fail("not-yet", f"`nvvm.convert_f32x2_to_f8x2` to {kind.__name__} with {rnd}, {sat} and relu={relu}")
    pair = TensorSSA.from_elements([value_of(b).to(Float32), value_of(a).to(Float32)], Float32)
    return pair.to(kind).bitcast(dst.element_type).ir_value()


def convert_f32x2_to_f4x2(
    a: Any,
    b: Any,
    dst_ty: TypeAttr | Any,
    *,
    relu: bool | None = False,
    results: object = None,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """Two Float32 as the two Float4E2M1FN of an Int8, `b` in the low half; those too large become the largest.

    Errors: not-yet for other types and with `relu`. Source: PTX ISA, `cvt.rn.satfinite.e2m1x2.f32`.
    """
    kind = numeric_class_of(dst_ty.value if isinstance(dst_ty, TypeAttr) else dst_ty)
    if kind is not Float4E2M1FN or relu:
        raise fail("not-yet", f"`nvvm.convert_f32x2_to_f4x2` to {kind.__name__} with relu={relu}")
    pair = TensorSSA.from_elements([value_of(b).to(Float32), value_of(a).to(Float32)], Float32)
    return pair.to(kind).bitcast(Int8).element(0).ir_value()
