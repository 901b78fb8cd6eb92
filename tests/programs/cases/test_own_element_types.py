"""Numeric classes that programs define: `FloatMeta` and `IntegerMeta`, as elements of tensors and as arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.compat.mlir import arith, ir
from cutedsl.compat.mlir import types as T
from cutedsl.compat.private_names import FloatMeta, IntegerMeta
from cutedsl.cute.runtime import from_dlpack, make_fake_tensor
from cutedsl.errors import DSLUserCodeError


class Pair(cutlass.Float32, metaclass=FloatMeta, width=64, mlir_type=T.f64):
    """Two Float32 in the bits of a Float64, the first in the low ones; of one number, that number and 0."""

    def __init__(self, x: Any, y: Any = None, *, loc: object = None, ip: object = None) -> None:
        if y is not None:
            low, high = (arith.extui(T.i64(), arith.bitcast(T.i32(), cutlass.Float32(part))) for part in (x, y))
            packed = arith.ori(low, arith.shli(high, arith.constant(T.i64(), 32)))
            cutlass.Numeric.__init__(self, arith.bitcast(T.f64(), packed))
        elif isinstance(x, Pair):
            cutlass.Numeric.__init__(self, x.value)
        elif isinstance(x, float):
            bits = np.array([x, 0], np.float32).view(np.float64)
            cutlass.Numeric.__init__(self, float(bits[0]))
        elif isinstance(x, ir.Value) and x.type == T.f64():
            cutlass.Numeric.__init__(self, x)
        else:
            Pair.__init__(self, x, 0.0)

    def parts(self) -> tuple[cutlass.Float32, cutlass.Float32]:
        whole = arith.bitcast(T.i64(), self.ir_value())
        high = arith.shrui(whole, arith.constant(T.i64(), 32))
        low, high = (arith.bitcast(T.f32(), arith.trunci(T.i32(), part)) for part in (whole, high))
        return cutlass.Float32(low), cutlass.Float32(high)

    def __add__(self, other: Any) -> Pair:  # pyright: ignore
        (a, b), (c, d) = self.parts(), Pair(other).parts()
        return Pair(a + c, b + d)

    def __radd__(self, other: Any) -> Pair:  # pyright: ignore
        return self + other


@cute.kernel
def _sums(x: cute.Tensor, y: cute.Tensor, more: Pair):
    assert x.element_type is Pair
    held = cute.make_rmem_tensor(2, Pair)
    held[0] = x[0] + more
    held[1] = cutlass.Float32(5.0) + x[1]
    total = held[1]
    for _ in range(cute.size(x) - 2):
        total = total + 1.0
        if total.parts()[0] > 100.0:
            total = held[0]
    y[0], y[1] = held[0], total
    y[2] = cutlass.Float32(7.0)


@cute.jit
def sums(x: cute.Tensor, y: cute.Tensor, more: Pair):
    _sums(x, y, more).launch(grid=1, block=1)


def test_elements_and_arguments_keep_a_class_of_the_program() -> None:
    x, y = np.array([1, 2, 3, 4], np.float32), np.zeros(6, np.float32)
    fakes = [make_fake_tensor(Pair, (cute.sym_int(),), stride=(1,)) for _ in range(2)]
    compiled = cute.compile(sums, *fakes, Pair(0.0))
    compiled(from_dlpack(x.view(np.float64)), from_dlpack(y.view(np.float64)), Pair(0.5))
    assert y.tolist() == [1.5, 2, 8, 4, 7, 0]


def test_a_class_of_the_program_has_the_facts_of_what_it_is_stored_as() -> None:
    assert Pair.width == 64 and Pair.is_float and Pair.is_same_kind(cutlass.Float32)
    assert isinstance(Pair, FloatMeta) and isinstance(cutlass.Float16, FloatMeta)
    assert not isinstance(cutlass.Int32, FloatMeta) and isinstance(cutlass.Uint8, IntegerMeta)
    assert cutlass.Float64(2).to(cutlass.Float32).value == 2, "the language's own classes convert as before"

    @cute.jit
    def compared():
        assert Pair.mlir_type == T.f64() and Pair.mlir_type != T.f32()

    compared()


def test_a_width_that_the_stored_type_has_not_is_refused() -> None:
    with pytest.raises(DSLUserCodeError, match="of 8 bits, stored as Float64"):

        class _(cutlass.Float32, metaclass=FloatMeta, width=8, mlir_type=T.f64): ...
