"""Every numeric type, as data, and the ways to find one."""

from __future__ import annotations

from cutedsl.errors import fail
from cutedsl.types.record import DType, Kind


def _int(width: int, signed: bool, numpy_name: str | None) -> DType:
    """An integer of `width` bits."""
    name = f"{'Int' if signed else 'Uint'}{width}"
    short = f"{'i' if signed else 'u'}{width}"
    return DType(name, short, f"i{width}", Kind.INT, width, signed, width, numpy_name=numpy_name)


def _float(
    name: str,
    short: str,
    fields: tuple[int, int, int],
    max_finite: float,
    *,
    width: int | None = None,
    storage_bits: int | None = None,
    has_inf: bool = False,
    signed: bool = True,
    numpy_name: str | None = None,
    lanes: int = 1,
) -> DType:
    """A float whose `fields` are (exponent bits, mantissa bits, bias)."""
    exponent, mantissa, bias = fields
    bits = (exponent + mantissa + int(signed)) if width is None else width
    return DType(
        name, short, short, Kind.FLOAT, bits, signed, storage_bits or bits, exponent, mantissa, bias, has_inf,
        max_finite, numpy_name, lanes,
    )  # fmt: skip


BOOLEAN = DType("Boolean", "i1", "i1", Kind.BOOL, 1, False, 8, numpy_name="bool")
INT4 = _int(4, True, None)
INT8, INT16, INT32, INT64 = (_int(w, True, f"int{w}") for w in (8, 16, 32, 64))
INT128 = _int(128, True, None)
UINT8, UINT16, UINT32, UINT64 = (_int(w, False, f"uint{w}") for w in (8, 16, 32, 64))
UINT128 = _int(128, False, None)

FLOAT64 = _float("Float64", "f64", (11, 52, 1023), 1.7976931348623157e308, has_inf=True, numpy_name="float64")
FLOAT32 = _float("Float32", "f32", (8, 23, 127), (2.0 - 2.0**-23) * 2.0**127, has_inf=True, numpy_name="float32")
TFLOAT32 = _float("TFloat32", "tf32", (8, 10, 127), (2.0 - 2.0**-10) * 2.0**127, width=32, has_inf=True)
FLOAT16 = _float("Float16", "f16", (5, 10, 15), 65504.0, has_inf=True, numpy_name="float16")
BFLOAT16 = _float("BFloat16", "bf16", (8, 7, 127), (2.0 - 2.0**-7) * 2.0**127, has_inf=True, numpy_name="bfloat16")
FLOAT8E5M2 = _float("Float8E5M2", "f8E5M2", (5, 2, 15), 57344.0, has_inf=True, numpy_name="float8_e5m2")
FLOAT8E4M3 = _float("Float8E4M3", "f8E4M3", (4, 3, 7), 240.0, has_inf=True, numpy_name="float8_e4m3")
FLOAT8E4M3FN = _float("Float8E4M3FN", "f8E4M3FN", (4, 3, 7), 448.0, numpy_name="float8_e4m3fn")
FLOAT8E4M3B11FNUZ = _float("Float8E4M3B11FNUZ", "f8E4M3B11FNUZ", (4, 3, 11), 30.0, numpy_name="float8_e4m3b11fnuz")
FLOAT8E8M0FNU = _float("Float8E8M0FNU", "f8E8M0FNU", (8, 0, 127), 2.0**127, signed=False, numpy_name="float8_e8m0fnu")
FLOATNV8E5M3FNU = _float("FloatNV8E5M3FNU", "fNV8E5M3FNU", (5, 3, 15), 122880.0, signed=False)
FLOAT6E3M2FN = _float("Float6E3M2FN", "f6E3M2FN", (3, 2, 3), 28.0, storage_bits=6, numpy_name="float6_e3m2fn")
FLOAT6E2M3FN = _float("Float6E2M3FN", "f6E2M3FN", (2, 3, 1), 7.5, storage_bits=6, numpy_name="float6_e2m3fn")
FLOAT4E2M1FN = _float("Float4E2M1FN", "f4E2M1FN", (2, 1, 1), 6.0, storage_bits=4, numpy_name="float4_e2m1fn")
FLOAT4E2M1FNX2 = _float("Float4E2M1FNx2", "f4E2M1FNx2", (2, 1, 1), 6.0, width=8, lanes=2)
FLOAT6E3M2FNX4 = _float("Float6E3M2FNx4", "f6E3M2FNx4", (3, 2, 3), 28.0, width=24, lanes=4)
FLOAT6E2M3FNX4 = _float("Float6E2M3FNx4", "f6E2M3FNx4", (2, 3, 1), 7.5, width=24, lanes=4)

ALL_DTYPES: tuple[DType, ...] = (
    BOOLEAN, INT4, INT8, INT16, INT32, INT64, INT128, UINT8, UINT16, UINT32, UINT64, UINT128,
    FLOAT64, FLOAT32, TFLOAT32, FLOAT16, BFLOAT16, FLOAT8E5M2, FLOAT8E4M3, FLOAT8E4M3FN, FLOAT8E4M3B11FNUZ,
    FLOAT8E8M0FNU, FLOATNV8E5M3FNU, FLOAT6E3M2FN, FLOAT6E2M3FN, FLOAT4E2M1FN, FLOAT4E2M1FNX2, FLOAT6E3M2FNX4,
    FLOAT6E2M3FNX4,
)  # fmt: skip

_BY_NAME = {dtype.name: dtype for dtype in ALL_DTYPES}
_BY_SHORT = {dtype.short: dtype for dtype in ALL_DTYPES}
_BY_NUMPY = {dtype.numpy_name: dtype for dtype in ALL_DTYPES if dtype.numpy_name is not None}


def dtype_named(name: str) -> DType:
    """The type called `name` ("Float32"); error unknown-dtype."""
    return _find(_BY_NAME, name)


def dtype_of_short(short: str) -> DType:
    """The type whose short name is `short` ("f32", "u8"); error unknown-dtype."""
    return _find(_BY_SHORT, short)


def dtype_of_numpy(name: str) -> DType:
    """The type that NumPy (or ml_dtypes) calls `name` ("float32", "bfloat16"); error unknown-dtype."""
    return _find(_BY_NUMPY, name)


def integer_of(width: int, signed: bool) -> DType:
    """The integer type of `width` bits; error unknown-dtype."""
    return _find(_BY_NAME, f"{'Int' if signed else 'Uint'}{width}")


def _find(table: dict[str, DType], name: str) -> DType:
    """`table[name]`, or the error that lists what there is."""
    found = table.get(name)
    if found is None:
        raise fail("unknown-dtype", f"there is no numeric type `{name}`; there are: {', '.join(table)}")
    return found
