"""Conversions of a few numbers at a time in `cute.arch`: register vectors in, register vectors out, as handles.

Every 4-bit and 8-bit integer is exact in BFloat16 and Float32, and every Float4E2M1FN in Float16.
Source: NVIDIA's documentation of `cutlass.cute.arch`.
"""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.emission.raw_values import value_of
from cutedsl.lang.intrinsics.inline_ptx import asm_statement
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, vector_of
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle, is_handle
from cutedsl.staging.scalars import BFloat16, Float4E2M1FN, Float16, Float32, Int4, Int8, Int32


def cvt_i8x4_to_f32x4(src_vec4: Any) -> Handle:
    """Four Int8 as Float32. Errors: operand-type."""
    return _converted("cvt_i8x4_to_f32x4", src_vec4, 4, Int8, Float32)


def cvt_i8x2_to_f32x2(src_vec2: Any) -> Handle:
    """Two Int8 as Float32. Errors: operand-type."""
    return _converted("cvt_i8x2_to_f32x2", src_vec2, 2, Int8, Float32)


def cvt_i8x4_to_bf16x4(src_vec4: Any) -> Handle:
    """Four Int8 as BFloat16. Errors: operand-type."""
    return _converted("cvt_i8x4_to_bf16x4", src_vec4, 4, Int8, BFloat16)


def cvt_i8x2_to_bf16x2(src_vec2: Any) -> Handle:
    """Two Int8 as BFloat16. Errors: operand-type."""
    return _converted("cvt_i8x2_to_bf16x2", src_vec2, 2, Int8, BFloat16)


def cvt_i8_bf16(src_i8: Any) -> Handle:
    """An Int8 as BFloat16, a number of the program or its handle. Errors: operand-type."""
    number = as_numeric(src_i8)
    if not number.spec.is_integer or number.width != 8:
        raise fail("operand-type", f"`cvt_i8_bf16` takes an Int8, got {type(number).__name__}")
    return number.to(BFloat16).ir_value()


def cvt_f32_tf32(src: Any) -> Int32:
    """The bits of a Float32 rounded to TFloat32, of two as near the one further from zero: what a multiply takes.

    A NaN stays one. Source: PTX ISA, `cvt.rna.tf32.f32`.
    """
    (bits,) = asm_statement(
        "cvt.rna.tf32.f32 $0, $1;", "=r,f", [as_numeric(src).to(Float32).ir_value()], [Int32], pure=True
    )
    return Int32.from_handle(bits)


def cvt_f32x2_bf16x2(src_vec2: Any) -> Handle:
    """Two Float32 as BFloat16, rounded to nearest even. Errors: operand-type."""
    return _converted("cvt_f32x2_bf16x2", src_vec2, 2, Float32, BFloat16)


def cvt_i8_bf16_intrinsic(vec_i8: Any, length: int) -> Handle:
    """`length` Int8 as BFloat16. Errors: operand-type."""
    return _converted("cvt_i8_bf16_intrinsic", vec_i8, length, Int8, BFloat16)


def cvt_f4e2m1x8_to_f16x8(src_vec8: Any) -> Handle:
    """Eight Float4E2M1FN as Float16: a vector, or the 32 bits that hold them, the first in the lowest. Exact.

    Errors: operand-type.
    """
    return _converted("cvt_f4e2m1x8_to_f16x8", src_vec8, 8, Float4E2M1FN, Float16)


def cvt_f4e2m1x4_to_f16x4(src_vec4: Any) -> Handle:
    """Four Float4E2M1FN as Float16, as `cvt_f4e2m1x8_to_f16x8` takes eight; 16 bits. Errors: operand-type."""
    return _converted("cvt_f4e2m1x4_to_f16x4", src_vec4, 4, Float4E2M1FN, Float16)


def cvt_f4e2m1x2_to_f16x2(src_vec2: Any) -> Handle:
    """Two Float4E2M1FN as Float16, as `cvt_f4e2m1x8_to_f16x8` takes eight; 8 bits. Errors: operand-type."""
    return _converted("cvt_f4e2m1x2_to_f16x2", src_vec2, 2, Float4E2M1FN, Float16)


def cvt_f4e2m1_f16_intrinsic(vec_f4e2m1: Any, length: int) -> Handle:
    """`length` Float4E2M1FN as Float16. Errors: operand-type."""
    return _converted("cvt_f4e2m1_f16_intrinsic", vec_f4e2m1, length, Float4E2M1FN, Float16)


def cvt_i4_bf16_intrinsic(vec_i4: Any, length: int) -> Handle:
    """`length` Int4 as BFloat16. Errors: operand-type."""
    return _converted("cvt_i4_bf16_intrinsic", vec_i4, length, Int4, BFloat16)


def sext_unpacked_i4_i8_intrinsic(vec_i8: Any, length: int) -> Handle:
    """`length` 4-bit integers, each in the low half of an Int8, as Int8: bit 3 is the sign. Errors: operand-type."""
    words: Any = _check_vector("sext_unpacked_i4_i8_intrinsic", vec_i8, length, Int8)
    return ((words << Int8(4)) >> Int8(4)).handle


def _converted(name: str, source: Any, count: int, given: type[Numeric], wanted: type[Numeric]) -> Handle:
    return _check_vector(name, source, count, given).to(wanted).handle


def _check_vector(name: str, source: Any, count: int, given: type[Numeric]) -> TensorSSA:
    vector = vector_of(source)
    if vector is None and given.width == 4 and (is_handle(source) or isinstance(source, Numeric)):
        word = value_of(source)
        if word.width == 4 * count:
            vector = TensorSSA.from_elements([word], type(word)).bitcast(given)
    if vector is None or vector.count != count or vector.dtype is not given:
        got = f"{vector.count} of {vector.dtype.__name__}" if isinstance(vector, TensorSSA) else type(source).__name__
        raise fail("operand-type", f"`{name}` takes a vector of {count} {given.__name__}, got {got}")
    return vector
