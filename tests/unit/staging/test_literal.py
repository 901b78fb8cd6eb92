from __future__ import annotations

import math
import operator
import warnings

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLWarning
from cutedsl.staging.fold import fold_binary, fold_unary
from cutedsl.staging.literal import to_literal
from cutedsl.staging.operators import as_bits
from cutedsl.types import ALL_DTYPES, Kind, dtype_named

_INTS = [d for d in ALL_DTYPES if d.kind is Kind.INT and d.numpy_name]
_IEEE = [d for d in ALL_DTYPES if d.is_float and d.numpy_name and d.has_inf]
_FINITE = [dtype_named(n) for n in ("Float8E4M3FN", "Float6E3M2FN", "Float6E2M3FN", "Float4E2M1FN")]


def numpy_type(dtype):
    return getattr(ml_dtypes, dtype.numpy_name, None) or np.dtype(dtype.numpy_name).type


def same(a, b):
    return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))


@settings(max_examples=200, deadline=None)
@given(st.floats(), st.sampled_from(_IEEE))
def test_floats_round_as_numpy_and_ml_dtypes_do(value, dtype):
    with np.errstate(over="ignore"):
        # one rounding from double, where ml_dtypes would first round to single
        wanted = float(numpy_type(dtype)(value)) if dtype.width >= 32 or dtype.name == "Float16" else None
    rounded = to_literal(value, dtype, warned=False)
    if wanted is None:
        exact = float(numpy_type(dtype)(np.float32(rounded)))
        assert same(rounded, exact), "the result is a value of the type"
    else:
        assert same(rounded, wanted)


@settings(max_examples=200, deadline=None)
@given(st.floats(width=32), st.sampled_from([d for d in _IEEE if d.width <= 16]))
def test_singles_round_to_narrow_floats_as_ml_dtypes_does(value, dtype):
    with np.errstate(over="ignore"):
        wanted = float(numpy_type(dtype)(np.float32(value)))
    if dtype.width < 16 and abs(value) > dtype.max_finite:
        wanted = math.copysign(dtype.max_finite, value)  # as the hardware's conversions saturate
    assert same(to_literal(value, dtype, warned=False), wanted)


@settings(max_examples=200, deadline=None)
@given(st.floats(-1000, 1000, width=32), st.sampled_from(_FINITE))
def test_floats_without_infinity_saturate(value, dtype):
    wanted = float(numpy_type(dtype)(np.float32(value)))
    if not math.isfinite(wanted) or abs(value) > dtype.max_finite:
        wanted = math.copysign(dtype.max_finite, value)
    assert same(to_literal(value, dtype, warned=False), wanted)


@settings(max_examples=200, deadline=None)
@given(st.integers(-(2**70), 2**70), st.sampled_from(_INTS))
def test_integers_wrap(value, dtype):
    mask = (1 << dtype.width) - 1
    wanted = int(np.array(value & mask, dtype=f"uint{dtype.width}").view(dtype.numpy_name))
    assert to_literal(value, dtype, warned=False) == wanted


def test_literals_that_change_their_value_warn():
    with pytest.warns(DSLWarning, match="300 does not fit in Int8 and becomes 44"):
        to_literal(300, dtype_named("Int8"))
    with pytest.warns(DSLWarning, match="becomes inf"):
        to_literal(1e39, dtype_named("Float32"))
    with pytest.warns(DSLWarning, match=r"becomes 0\.0"):
        to_literal(1e-50, dtype_named("Float32"))


def test_nan_and_infinity_are_no_integers():
    with pytest.raises(ValueError):
        to_literal(math.nan, dtype_named("Int32"))
    with pytest.raises(OverflowError):
        to_literal(math.inf, dtype_named("Int32"))


_OPS = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "floordiv": np.floor_divide,
    "rem": np.fmod,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "min": np.minimum,
    "max": np.maximum,
}


@settings(max_examples=300, deadline=None)
@given(st.data(), st.sampled_from(sorted(_OPS)), st.sampled_from(_INTS))
def test_integer_operators_are_the_machines(data, op, dtype):
    a, b = (data.draw(st.integers(dtype.min, dtype.max)) for _ in "ab")
    if op in ("floordiv", "rem") and b == 0:
        with pytest.raises(ZeroDivisionError, match="division-by-zero"):
            fold_binary(op, dtype, a, b)
        return
    with np.errstate(all="ignore"):
        t = np.dtype(dtype.numpy_name).type
        assert fold_binary(op, dtype, a, b) == int(_OPS[op](t(a), t(b)))


@settings(max_examples=300, deadline=None)
@given(st.floats(width=32), st.floats(width=32), st.sampled_from(["add", "sub", "mul", "div", "rem", "min", "max"]))
def test_single_precision_operators_are_the_machines(a, b, op):
    single = dtype_named("Float32")
    wanted = {**_OPS, "div": np.divide}[op]
    with np.errstate(all="ignore"):
        result, exact = fold_binary(op, single, a, b), float(wanted(np.float32(a), np.float32(b)))
    assert (math.isnan(result) and math.isnan(exact)) or result == exact


def test_powers_shifts_and_unary():
    i32, b1 = dtype_named("Int32"), dtype_named("Boolean")
    assert (
        fold_binary("pow", i32, 3, 4) == 81
        and fold_binary("pow", i32, -1, -3) == -1
        and fold_binary("pow", i32, 2, -1) == 0
    )
    assert fold_binary("shr", i32, -8, 1) == -4 and fold_binary("shl", i32, 1, 31) == -(2**31)
    assert fold_unary("invert", b1, True) is False and fold_unary("neg", i32, -(2**31)) == -(2**31)
    assert fold_binary("pow", dtype_named("Float32"), 10.0, 300.0) == math.inf


@pytest.mark.parametrize("use", [operator.and_, operator.or_, operator.xor])
@pytest.mark.parametrize("vector", [False, True])
def test_an_inverted_mask_beside_an_unsigned_value_is_its_bits(use, vector):
    @cute.jit
    def f(x: cute.Tensor, y: cute.Tensor):
        value = cute.local_tile(x, (1,), (0,)).load() if cutlass.const_expr(vector) else x[0]
        chosen, flipped = use(value, ~1023), use(~1023, value)
        y[0] = chosen[0] if cutlass.const_expr(vector) else chosen
        y[1] = flipped[0] if cutlass.const_expr(vector) else flipped

    x, y = np.array([0x12345678], np.uint32), np.zeros(2, np.uint32)
    with warnings.catch_warnings():
        warnings.simplefilter("error", DSLWarning)
        f(x, y)
    assert y.tolist() == [use(0x12345678, 0xFFFFFC00)] * 2


def test_what_has_more_bits_than_an_unsigned_value_warns():
    assert as_bits("and", -(1 << 31) - 1, dtype_named("Uint32")) == -(1 << 31) - 1
    assert as_bits("add", -1, dtype_named("Uint32")) == -1
