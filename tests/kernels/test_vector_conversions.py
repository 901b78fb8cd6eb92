"""`cute.arch.cvt_*`: a few 4-bit or 8-bit integers or floats at a time, from handles to handles."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import BFloat16, Float4E2M1FN, Float32, Int8
from cutedsl.compat.mlir import nvvm_floats
from cutedsl.compat.mlir.ir import TypeAttr
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays

BYTES = np.array([-128, -77, 0, 127], np.int8)
FLOATS = np.array([1.00390625, -3.0e38, 1e-40, 257.0], np.float32)  # the first lies between two of BFloat16


@cute.kernel
def conversions(x: cute.Tensor, f: cute.Tensor, y: cute.Tensor) -> None:
    vector = cutlass.Vector
    four = vector.from_elements([x[k] for k in range(4)], Int8)
    two = vector.from_elements([x[0], x[1]], Int8)
    results = [
        vector(cute.arch.cvt_i8x4_to_f32x4(four.ir_value())),
        vector(cute.arch.cvt_i8x4_to_bf16x4(four.ir_value())),
        vector(cute.arch.cvt_i8_bf16_intrinsic(four, 4)),
        vector(cute.arch.cvt_i8x2_to_f32x2(two.ir_value())),
        vector(cute.arch.cvt_i8x2_to_bf16x2(two)),
        vector(cute.arch.cvt_f32x2_bf16x2(vector.from_elements([f[0], f[1]], Float32).ir_value())),
        vector(cute.arch.cvt_f32x2_bf16x2(vector.from_elements([f[2], f[3]], Float32).ir_value())),
        vector(cute.arch.sext_unpacked_i4_i8_intrinsic(four.ir_value(), 4)),
    ]
    assert [v.dtype for v in results] == [Float32, BFloat16, BFloat16, Float32, BFloat16, BFloat16, BFloat16, Int8]
    for row, found in enumerate(results):
        for k in range(len(found)):
            y[row, k] = found[k].to(Float32)
    y[8, 0] = BFloat16(cute.arch.cvt_i8_bf16(x[1])).to(Float32)


@cute.jit
def run_conversions(x: cute.Tensor, f: cute.Tensor, y: cute.Tensor) -> None:
    conversions(x, f, y).launch(grid=1, block=1)


@pytest.mark.parametrize("target", TARGETS)
def test_small_vectors_are_converted(target: str) -> None:
    arrays = Arrays(target)
    out = arrays.put(np.zeros((9, 4), np.float32))
    shaped = [cute.runtime.from_dlpack(array) for array in (arrays.put(BYTES), arrays.put(FLOATS))]
    run_conversions(*shaped, out)
    got = arrays.get(out)
    np.testing.assert_array_equal(got[:3], np.tile(BYTES.astype(np.float32), (3, 1)))
    np.testing.assert_array_equal(got[3:5, :2], np.tile(BYTES[:2].astype(np.float32), (2, 1)))
    half = FLOATS.view(np.uint32)
    rounded = (half + 0x7FFF + (half >> 16 & 1) & np.uint32(0xFFFF0000)).view(np.float32)
    np.testing.assert_array_equal(got[5:7, :2].ravel(), rounded)
    assert got[7].tolist() == [0, 3, 0, -1]
    assert got[8, 0] == -77


FOUR_BITS = [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6]
"""Float4E2M1FN by their codes. Source: OCP Microscaling Formats, "FP4"."""


@cute.kernel
def nibbles(codes: cute.Tensor, y: cute.Tensor, packed: cute.Tensor) -> None:
    vector, word = cutlass.Vector, codes[0]
    half, byte = word.to(cutlass.Uint16), word.to(cutlass.Uint8)
    for row, (found, count) in enumerate(
        (
            (cute.arch.cvt_f4e2m1x8_to_f16x8(word.ir_value()), 8),
            (cute.arch.cvt_f4e2m1x4_to_f16x4(half), 4),
            (cute.arch.cvt_f4e2m1x2_to_f16x2(byte.ir_value()), 2),
            (
                cute.arch.cvt_f4e2m1_f16_intrinsic(
                    vector.from_elements([word], cutlass.Uint32).bitcast(Float4E2M1FN), 8
                ),
                8,
            ),
            (cute.arch.cvt_i4_bf16_intrinsic(vector.from_elements([word], cutlass.Uint32).bitcast(cutlass.Int4), 8), 8),
        )
    ):
        for k in range(count):
            y[row, k] = vector(found)[k].to(Float32)
    kind = TypeAttr.get(Float4E2M1FN.mlir_type)
    packed[0] = cutlass.Int8(nvvm_floats.convert_f32x2_to_f4x2(y[0, 1], y[0, 0], kind))
    packed[1] = cutlass.Int8(nvvm_floats.convert_f32x2_to_f4x2(Float32(100.0), Float32(-2.4), kind))


@cute.jit
def run_nibbles(codes: cute.Tensor, y: cute.Tensor, packed: cute.Tensor) -> None:
    nibbles(codes, y, packed).launch(grid=1, block=1)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("word", [0x76543210, 0xFEDCBA98])
def test_four_bits_are_converted_from_vectors_and_from_words(word: int, target: str) -> None:
    arrays = Arrays(target)
    y, packed = arrays.put(np.zeros((8, 8), np.float32)), arrays.put(np.zeros(2, np.int8))
    run_nibbles(arrays.put(np.array([word], np.uint32)), y, packed)
    codes = [word >> 4 * k & 15 for k in range(8)]
    floats = [FOUR_BITS[code] for code in codes]
    integers = [code - 16 * (code > 7) for code in codes]
    got = arrays.get(y)
    for row, count in zip(got, (8, 4, 2, 8), strict=False):
        assert row[:count].tolist() == floats[:count]
    assert got[4].tolist() == integers
    assert arrays.get(packed).view(np.uint8).tolist() == [word & 0xFF, 0x7C]


@cute.jit
def run_wrong(f: cute.Tensor) -> None:
    cute.arch.cvt_i8x4_to_f32x4(cutlass.Vector.from_elements([f[0], f[1]], Float32).ir_value())


def test_another_vector_is_refused_by_name() -> None:
    with pytest.raises(DSLUserCodeError, match="takes a vector of 4 Int8, got 2 of Float32") as caught:
        run_wrong(FLOATS)
    assert caught.value.name == "operand-type"
