"""What is not the number or the array that a parameter wants: the report names one expression, and it works."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

import cutedsl.cute as cute
from cutedsl import Boolean, Constexpr, Float32, Int32
from cutedsl.errors import DSLUserCodeError


class Plain(enum.Enum):
    TWO = 2
    WORD = "word"


class Real(float, enum.Enum):
    TWO = 2.5


class Interface:
    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.full(1, 2, np.float32)


@cute.jit
def real(x: Float32, y: cute.Tensor):
    y[0] = x


@cute.jit
def whole(x: Int32, y: cute.Tensor):
    y[0] = Float32(x)


@cute.jit
def truth(x: Boolean, y: cute.Tensor):
    y[0] = 2.0 if x else 0.0


@cute.jit
def constant(x: Constexpr, y: cute.Tensor):
    y[0] = Float32(x)


@cute.jit
def untyped(x, y: cute.Tensor):
    y[0] = Float32(x)


@cute.jit
def array(x: cute.Tensor, y: cute.Tensor):
    y[0] = Float32(x[0])


WORDS = re.compile(r"= fix: .*?`(\w[^`]*|\.value)`")
CASES: list[tuple[Callable[..., object], object, str]] = [
    (real, Decimal("2.5"), "float(x)"),
    (real, Fraction(5, 2), "float(x)"),
    (real, np.longdouble(2.5), "float(x)"),
    (real, torch.tensor(2.5), "float(x)"),
    (real, np.array(2.5), "float(x)"),
    (real, "2.5", "float(x)"),
    (real, Plain.TWO, "x.value"),
    (whole, Decimal(2), "int(x)"),
    (whole, 2.5, "int(x)"),
    (whole, np.float64(2.5), "int(x)"),
    (whole, np.float16(2.5), "int(x)"),
    (whole, torch.tensor(2.5), "int(x)"),
    (whole, Real.TWO, "int(x)"),
    (whole, Plain.TWO, "x.value"),
    (truth, 2.5, "bool(x)"),
    (truth, torch.tensor(True), "bool(x)"),
    (untyped, Decimal(2), "float(x)"),
    (array, np.full(1, 2, np.float32).data, "np.asarray(x)"),
    (array, Interface(), "np.asarray(x)"),
    (array, bytes([2]), "np.frombuffer(x, np.uint8)"),
    (array, bytearray([2]), "np.frombuffer(x, np.uint8)"),
    (array, {2.0}, "np.array(list(x), np.float32)"),
    (array, {2: 0}.keys(), "np.array(list(x), np.float32)"),
]


@pytest.mark.parametrize(("function", "value", "fix"), CASES)
def test_the_fix_is_an_expression_that_works(function: Callable[..., object], value: object, fix: str) -> None:
    y = np.zeros(1, np.float32)
    with pytest.raises(DSLUserCodeError) as caught:
        function(value, y)
    found = WORDS.search(str(caught.value))
    assert found and found[1] == fix, str(caught.value)
    function(eval(fix, {"np": np, "x": value}), y)
    assert y[0] in (2, 2.5)


@pytest.mark.parametrize("value", [Decimal("2.5"), np.bool_(True), Real.TWO, np.float64(2.5), Fraction(5, 2), -np.inf])
def test_a_number_for_a_tensor_is_annotated_or_put_into_an_array(value: object) -> None:
    y = np.zeros(1, np.float32)
    with pytest.raises(DSLUserCodeError) as caught:
        array(value, y)
    shown = re.search(r"`x: (\w+)`; a tensor is an array, such as `(.*)`\.$", str(caught.value), re.MULTILINE)
    assert shown, str(caught.value)
    made = eval(shown[2], {"np": np})
    array(made, y)
    assert y[0] == made[0]


@pytest.mark.parametrize("value", ["word", Plain.WORD, 1j, np.complex64(1), np.datetime64("2020-01-01"), [1], int])
def test_nothing_is_promised_that_does_not_work(value: object) -> None:
    for function in (real, whole, constant):
        with pytest.raises(DSLUserCodeError) as caught:
            function(value, np.zeros(1, np.float32))
        assert not re.search(r"`(float|int)\(|\.value", str(caught.value)), str(caught.value)


def test_infinities_are_no_integers() -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        whole(float("inf"), np.zeros(1, np.float32))
    assert "int(x)" not in str(caught.value)


def test_booleans_of_numpy_are_numbers_where_they_are_constants() -> None:
    y = np.zeros(1, np.float32)
    constant(np.True_, y)
    assert y[0] == 1


def test_a_nested_tensor_is_no_number() -> None:
    nested = torch.nested.nested_tensor([torch.ones(2)])
    for function in (real, constant):
        with pytest.raises(DSLUserCodeError, match=r"Tensor|tensor"):
            function(nested, np.zeros(1, np.float32))
