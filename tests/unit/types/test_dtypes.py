from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.types import (
    ALL_DTYPES,
    AddressSpace,
    DType,
    Kind,
    dtype_named,
    dtype_of_numpy,
    dtype_of_short,
    integer_of,
    promote,
)

N = dtype_named
_NUMPY = [d for d in ALL_DTYPES if d.numpy_name]


def numpy_type(dtype: DType) -> np.dtype:
    return np.dtype(getattr(ml_dtypes, str(dtype.numpy_name), None) or dtype.numpy_name)


def test_all_types_of_the_reference_are_there():
    integers = [f"{sign}{width}" for sign in ("Int", "Uint") for width in (8, 16, 32, 64, 128)]
    floats = [
        "64",
        "32",
        "16",
        "8E5M2",
        "8E4M3",
        "8E4M3FN",
        "8E4M3B11FNUZ",
        "8E8M0FNU",
        "6E3M2FN",
        "6E2M3FN",
        "4E2M1FN",
    ]
    packed = ["4E2M1FNx2", "6E3M2FNx4", "6E2M3FNx4"]
    others = ["Boolean", "Int4", "TFloat32", "BFloat16", "FloatNV8E5M3FNU"]
    names = [*integers, *others, *(f"Float{name}" for name in (*floats, *packed))]
    assert {d.name for d in ALL_DTYPES} == set(names)


@pytest.mark.parametrize("dtype", [d for d in _NUMPY if d.is_float], ids=lambda d: d.name)
def test_float_fields_are_those_of_numpy_or_ml_dtypes(dtype):
    info = ml_dtypes.finfo(numpy_type(dtype))
    assert (info.nexp, info.nmant) == (dtype.exponent_width, dtype.mantissa_width)
    assert float(info.max) == dtype.max_finite
    assert float(info.smallest_normal) == 2.0 ** (1 - dtype.bias) or not dtype.signed
    assert info.bits == dtype.width
    has_inf = bool(np.isinf(numpy_type(dtype).type(float("inf"))))
    assert has_inf == dtype.has_inf


@pytest.mark.parametrize("dtype", [d for d in _NUMPY if d.kind is Kind.INT], ids=lambda d: d.name)
def test_integer_limits_are_numpys(dtype):
    info = np.iinfo(dtype.numpy_name)
    assert (info.min, info.max, info.bits) == (dtype.min, dtype.max, dtype.width)


def test_names_find_their_types():
    assert dtype_of_short("u8") is N("Uint8") and dtype_of_numpy("bfloat16") is N("BFloat16")
    assert integer_of(64, False) is N("Uint64") and N("Uint32").mlir == "i32"
    with pytest.raises(DSLUserCodeError, match="unknown-dtype"):
        dtype_named("Float31")


def test_boolean_is_stored_in_a_byte():
    assert (N("Boolean").width, N("Boolean").storage_bits, N("Int4").storage_bytes) == (1, 8, 1)


PROMOTIONS = [
    ("Int32", "Int32", "Int32"),
    ("Boolean", "Int8", "Int8"),
    ("Boolean", "Uint8", "Uint8"),
    ("Float16", "Int32", "Float32"),
    ("Float32", "Int64", "Float64"),
    ("Float32", "Int32", "Float32"),
    ("Float16", "Int8", "Float16"),
    ("BFloat16", "Int64", "Float64"),
    ("Float32", "Boolean", "Float32"),
    ("Float16", "Float32", "Float32"),
    ("Float8E4M3FN", "Float16", "Float16"),
    ("Float64", "BFloat16", "Float64"),
    ("Float32", "TFloat32", "Float32"),
    ("Float16", "BFloat16", "Float16"),
    ("Int8", "Int64", "Int64"),
    ("Uint8", "Uint16", "Uint16"),
    ("Int32", "Uint32", "Uint32"),
    ("Int32", "Uint64", "Uint64"),
    ("Int64", "Uint32", "Int64"),
    ("Int8", "Uint8", "Uint8"),
]


@pytest.mark.parametrize("a, b, common", PROMOTIONS)
def test_two_types_have_one_common_type(a, b, common):
    assert promote(N(a), N(b)) is N(common) and promote(N(b), N(a)) is N(common)


@pytest.mark.parametrize(
    "a, b",
    [("Float8E5M2", "Float8E4M3FN"), ("Float8E5M2", "Int32"), ("Float32", "Int128"), ("Float4E2M1FN", "Float8E5M2")],
)
def test_pairs_without_a_common_type(a, b):
    with pytest.raises(TypeError, match="numeric-promotion"):
        promote(N(a), N(b))


def test_contradictory_records_are_refused():
    with pytest.raises(ValueError, match="invalid-dtype"):
        DType("X", "x", "x", Kind.FLOAT, 8, True, 8, 5, 5, 1)
    with pytest.raises(ValueError, match="invalid-dtype"):
        _ = N("Float32").max


def test_address_spaces_print_their_names():
    assert str(AddressSpace.gmem) == "gmem" and [s.value for s in AddressSpace] == [0, 1, 3, 4, 5, 6, 7]
