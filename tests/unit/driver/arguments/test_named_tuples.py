"""NamedTuples as arguments: compiled with one, called with another that has the same fields."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import Float32
from cutedsl.cute.runtime import make_fake_compact_tensor
from cutedsl.errors import DSLUserCodeError


class Compiled(NamedTuple):
    x: Any
    y: Any
    factor: Any = Float32(1)


class Called(NamedTuple):
    x: np.ndarray
    y: np.ndarray
    factor: float = 1


class Other(NamedTuple):
    y: np.ndarray
    x: np.ndarray
    factor: float = 1


@cute.jit
def scaled(value: Compiled) -> None:
    for i in range(value.x.shape[0]):
        value.y[i] = value.x[i] * value.factor


@pytest.mark.parametrize("options", ["", "--enable-tvm-ffi"])
def test_another_named_tuple_with_the_same_fields_is_taken(options: str) -> None:
    n = cute.sym_int()
    fakes = (make_fake_compact_tensor(Float32, (n,)) for _ in range(2))
    compiled = cute.compile(scaled, Compiled(*fakes), options=options)
    x, y = np.arange(5, dtype=np.float32), np.zeros(5, np.float32)
    for given in (Called(x, y, 2.0), Compiled(x, y, 3.0), (x, y, 4.0)):
        compiled(given)
        assert y.tolist() == (x * given[2]).tolist()


def test_one_with_other_fields_is_refused() -> None:
    x, y = np.arange(5, dtype=np.float32), np.zeros(5, np.float32)
    compiled = cute.compile(scaled, Compiled(x, y, Float32(1)))
    with pytest.raises(DSLUserCodeError, match="argument-type"):
        compiled(Other(y, x))
