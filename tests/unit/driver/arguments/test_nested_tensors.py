"""Fake and typed tensors inside of tuples, lists and dataclasses: they get a device, and their symbols are tied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Tensor, jit
from cutedsl.cute.runtime import make_fake_tensor
from cutedsl.errors import DSLUserCodeError

# pyright: reportInvalidTypeForm=false, reportUndefinedVariable=false, reportInvalidTypeArguments=false
# ruff: noqa: F821


@dataclass
class Fields:
    source: cute.Tensor
    target: cute.Tensor


class Named(NamedTuple):
    source: cute.Tensor
    target: cute.Tensor


@cute.jit
def copy_pair(pair: Any, start: cutlass.Int32):
    source, target = pair
    for i in range(start, cute.size(source.shape)):
        target[i] = source[i]


@cute.jit
def copy_fields(fields: Fields, start: cutlass.Int32):
    for i in range(start, cute.size(fields.source.shape)):
        fields.target[i] = fields.source[i]


@pytest.mark.parametrize(
    ("function", "make", "parts"),
    [
        (copy_pair, lambda *pair: pair, ("pair[0]", "pair[1]")),
        (copy_pair, lambda *pair: list(pair), ("pair[0]", "pair[1]")),
        (copy_pair, Named, ("pair[0]", "pair[1]")),
        (copy_fields, Fields, ("fields.source", "fields.target")),
    ],
)
def test_fake_tensors_in_containers_compile_and_their_symbols_hold(function: Any, make: Any, parts: Any) -> None:
    n = cute.sym_int()
    source, target = (make_fake_tensor(cutlass.Int32, (n,), stride=(1,)) for _ in range(2))
    compiled = cute.compile(function, make(source, target), cutlass.Int32(0))
    for count in (1, 5):
        x, y = np.arange(1, count + 1, dtype=np.int32), np.zeros(count, np.int32)
        compiled(make(x, y), 0)
        np.testing.assert_array_equal(y, x)
    with pytest.raises(DSLUserCodeError, match=f"mode 0 of `{parts[1]}`".replace("[", r"\[")) as refused:
        compiled(make(np.zeros(5, np.int32), np.zeros(6, np.int32)), 0)
    assert refused.value.name == "argument-shape"


def test_symbols_tie_a_tensor_in_a_tuple_to_one_outside() -> None:
    @cute.jit
    def first_of(pair: Any, other: cute.Tensor):
        other[0] = pair[0][0]

    n = cute.sym_int()
    fakes = [make_fake_tensor(cutlass.Int32, (n,), stride=(1,)) for _ in range(2)]
    compiled = cute.compile(first_of, (fakes[0], 3), fakes[1])
    x, y = np.full(4, 7, np.int32), np.zeros(4, np.int32)
    compiled((x, 3), y)
    assert y.tolist() == [7, 0, 0, 0]
    with pytest.raises(DSLUserCodeError, match="mode 0 of `other` equal to mode 0 of `pair"):
        compiled((x, 3), np.zeros(5, np.int32))


@jit
def copy_typed(pair: tuple[Tensor[int, (M,)], Tensor[int, (M,)]]):
    pair[1][0] = pair[0][0]


def test_named_extents_bind_inside_of_tuples() -> None:
    x, y = np.full(4, 7, np.int32), np.zeros(4, np.int32)
    copy_typed((x, y))
    assert y.tolist() == [7, 0, 0, 0]
    with pytest.raises(DSLUserCodeError, match=r"`M` of `copy_typed` is 4 in mode 0 of `pair\[0\]`, and 5"):
        copy_typed((x, np.zeros(5, np.int32)))
