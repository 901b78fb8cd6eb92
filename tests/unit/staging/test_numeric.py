from __future__ import annotations

import numpy as np
import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.choose import and_, not_, or_, select_
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.scalars import (
    BFloat16,
    Boolean,
    Float8E4M3,
    Float16,
    Float32,
    Float64,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint32,
)
from tests.unit.staging.recorder import trace


def test_classes_tell_their_facts():
    assert (Int32.width, Int32.bytes, Int32.is_integer, Int32.signed, Int32.min, Int32.max) == (
        32,
        4,
        True,
        True,
        -(2**31),
        2**31 - 1,
    )
    assert (Float16.is_float, Float16.exponent_width, Float16.mantissa_width, Float16.numpy_dtype) == (
        True,
        5,
        10,
        "float16",
    )
    assert Float32.inf.value == float("inf") and Float32.nan.value != Float32.nan.value and Boolean.bytes == 1
    assert repr(Int32) == "Int32" and Int32.dtype is Int32 and Int32(1).dtype is Int32
    assert Int32.recast_width(64) is Int64 and Float32.recast_width(16) is Float16 and Int8.n_bytes(5) == 5
    assert Int32.is_same_kind(Uint8) and not Int32.is_same_kind(Float32) and Int32.isinstance(Int32(1))


def test_static_values_fold():
    assert (Float32(2.0) + Float32(5.0)).value == 7.0
    assert (Float32(0.1) + 0.2).value == float(np.float32(0.1) + np.float32(0.2))
    assert (Int8(100) + Int8(100)).value == -56
    assert (7 // Int32(-2)).value == -4 and (Int32(-7) % 3).value == -1
    assert (Int32(1) / 3).value == float(np.float32(1) / np.float32(3)) and type(Int32(1) / 2) is Float32
    assert (Boolean(True) + Boolean(True)).value == 2 and type(Boolean(True) + Boolean(True)) is Int32
    assert (Uint32(3) - 5).value == 2**32 - 2 and (~Boolean(True)).value is False


@pytest.mark.parametrize(
    "a, b, kind",
    [
        (Int8(1), 2, Int8),
        (Int8(1), 1000, Int32),
        (Int64(1), 2, Int64),
        (Float16(1), 2, Float16),
        (BFloat16(1), 0.5, BFloat16),
        (Int32(1), 0.5, Float32),
        (Int64(1), 0.5, Float64),
        (Boolean(True), 3, Int32),
        (Int32(1), True, Int32),
        (Uint8(1), -1, Int32),
        (Uint32(1), -1, Uint32),
        (Float16(1), Int32(1), Float32),
        (Int32(1), 1 << 40, Int64),
    ],
)
def test_python_numbers_take_the_other_operands_type(a, b, kind):
    assert type(a + b) is kind and type(b + a) is kind


def test_numbers_become_numerics():
    assert [type(as_numeric(v)) for v in (True, 1, 1 << 31, 1.5, np.int64(3), np.float32(2))] == [
        Boolean,
        Int32,
        Int64,
        Float32,
        Int32,
        Float32,
    ]
    with pytest.raises(DSLUserCodeError, match="numeric-cast"):
        as_numeric("1")


def test_values_print_without_their_value():
    assert str(Float32(2.0)) == "?" and f"{Int32(1):>5}" == "?" and repr(Int32(3)) == "?"
    assert str(Int32.from_handle(object(), 4)) == "?{div=4}"


def test_static_values_serve_as_python_numbers():
    assert (
        [10, 20, 30][Int32(1)] == 20 and int(Int32(5)) == 5 and float(Float32(0.5)) == 0.5 and bool(Int32(0)) is False
    )
    assert Int32(3).to(float) == 3.0 and Float32(2.7).to(Int32).value == 2 and hash(Int32(3)) == hash(3)
    assert len({Int32(3): 1}) == 1


def test_dynamic_values_do_not():
    x = Int32.from_handle(object())
    for use, name in [
        (bool, "dynamic-bool"),
        (range, "dynamic-index"),
        (int, "requires-constexpr"),
        (hash, "requires-constexpr"),
    ]:
        with pytest.raises(TypeError, match=name):
            use(x)


def test_a_dynamic_value_outside_a_trace():
    with pytest.raises(RuntimeError, match="outside-trace"):
        Int32.from_handle(object()) + 1


def test_comparisons_with_what_is_no_number():
    assert (Int32(1) == None) is False and (Int32(1) != "a") is True  # noqa: E711
    with pytest.raises(TypeError):
        _ = Int32(1) < "a"  # pyright: ignore[reportOperatorIssue]


def test_operators_that_a_type_lacks():
    for wrong in (lambda: Float32(1) & 1, lambda: -Boolean(True), lambda: ~Float32(1), lambda: Float32(1) << 1):
        with pytest.raises(TypeError, match="operand-type"):
            wrong()


def test_operators_on_run_time_values_record_in_the_common_type():
    def program(a, b, c):
        return a + b, a / 2, c * a, 3 - b, abs(c), -b, a == 1, b >> 1, ~a, c**2

    traced = trace(program, Int32, Int64, Float16)
    kinds = [type(v) for v in traced.result]
    assert kinds == [Int64, Float32, Float32, Int64, Float16, Int64, Boolean, Int64, Int32, Float16]
    assert traced.run(3, 5, -1.5) == (8, 1.5, -4.5, -2, 1.5, -5, False, 2, -4, 2.25)


def test_booleans_are_added_as_int32():
    def program(a, b):
        return a + b, a - b

    traced = trace(program, Boolean, Boolean)
    assert type(traced.result[0]) is Int32 and traced.ops[:3] == ["cast", "cast", "add"]
    assert traced.run(True, True) == (2, 0) and traced.run(False, True) == (1, -1)


def test_conversions_record_casts():
    def program(a):
        return a.to(Int32) is a, a.to(Float32), a.to(Boolean), a.bitcast(Uint32), Int64(a)

    traced = trace(program, Int32)
    assert traced.result[0] is True and traced.ops == ["cast", "cast", "bitcast", "cast"]
    with pytest.raises(TypeError, match="numeric-cast"):
        trace(lambda_free_bitcast, Int32)
    with pytest.raises(TypeError, match="numeric-cast"):
        trace(narrow, Float32)


def lambda_free_bitcast(a):
    return a.bitcast(Int16)


def narrow(a):
    return a.to(Float8E4M3)


@pytest.mark.parametrize(
    "make, divisor",
    [
        (lambda x: x + 8, 4),
        (lambda x: x - 2, 2),
        (lambda x: x * 3, 12),
        (lambda x: x << 2, 16),
        (lambda x: x // 2, 2),
        (lambda x: x // 3, 1),
        (lambda x: x % 6, 2),
        (lambda x: x & -16, 16),
        (lambda x: -x, 4),
        (lambda x: x.to(Int64), 4),
        (lambda x: x * x, 16),
        (lambda x: x + 0, 4),
        (lambda x: x.with_divisibility(32), 32),
    ],
)
def test_divisibility_follows_arithmetic(make, divisor):
    def program(n):
        return make(n.with_divisibility(4))

    assert trace(program, Int32).result.divisibility == divisor
    for value in (0, 4, -12, 36):
        assert trace(program, Int32).run(value) % divisor == 0 or divisor == 32


def test_functions_for_conditions_give_booleans():
    def program(a, b):
        return select_(a > b, a, 0), and_(a, b), or_(a, b), not_(a), select_(True, "x", "y")

    traced = trace(program, Int32, Int32)
    for a, b in ((2, 1), (0, 3), (3, 0)):
        assert traced.run(a, b) == (a if a > b else 0, a and b, a or b, not a, "x")


def test_numeric_is_the_base_of_all():
    assert isinstance(Int32(1), Numeric) and issubclass(Float16, Numeric)
