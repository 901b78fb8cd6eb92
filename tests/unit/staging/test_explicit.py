"""Control flow by calls: `if_generate`, `for_generate`, `while_generate`, in functions that are not rewritten."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.errors import DSLUserCodeError


@cute.jit(preprocess=False)
def explicit(n: cutlass.Int32, y: cute.Tensor):
    def both(a: Any) -> Any:
        y[0] = a
        return a * 2

    y[1] = cutlass.if_generate(n > 3, both, lambda a: a + 1, [n])
    cutlass.if_generate(n > 5, lambda: y.__setitem__(2, n))
    cutlass.if_generate(True, lambda: y.__setitem__(3, 7))
    for i in cutlass.for_generate(0, n, unroll=cutlass.LoopUnroll(count=2)):
        y[4] = y[4] + i
        cutlass.yield_out()
    results: Any = []
    for i, total, largest, results in cutlass.for_generate(0, n, 2, [cutlass.Int32(0), n]):
        cutlass.yield_out([total + i, largest * 2])
    y[5], y[6] = results
    for k, results in cutlass.while_generate([n], lambda k: k < 100):
        cutlass.yield_out(k * 3)
    y[7] = results[0]


def reference(n: int) -> list[int]:
    k = n
    while k < 100:
        k *= 3
    turns = len(range(0, n, 2))
    return [n if n > 3 else 0, n * 2 if n > 3 else n + 1, n if n > 5 else 0, 7, sum(range(n)), sum(range(0, n, 2)),
            n * 2**turns, k]  # fmt: skip


@pytest.mark.parametrize("n", [1, 4, 9])
def test_each_form_compiled_and_eager(n: int) -> None:
    y = np.zeros(8, np.int32)
    explicit(n, y)
    assert y.tolist() == reference(n)
    y[:] = 0
    eager.run(explicit, n, y)
    assert y.tolist() == reference(n)


def test_an_iteration_must_yield_its_values() -> None:
    @cute.jit(preprocess=False)
    def forgets(n: cutlass.Int32):
        for _i, _a, _results in cutlass.for_generate(0, n, iter_args=[n]):
            pass

    with pytest.raises(DSLUserCodeError, match="yield-out") as caught:
        forgets(3)
    assert "carries 1 values, but an iteration yields nothing" in str(caught.value)

    @cute.jit(preprocess=False)
    def outside():
        cutlass.yield_out()

    with pytest.raises(DSLUserCodeError, match="is used outside"):
        outside()


@cute.jit(preprocess=False)
def entered(n: cutlass.Int32, y: cute.Tensor):
    raw = cutlass.Int32(n).ir_value()
    loop: Any = cutlass.while_generate([raw, cutlass.Int32(0)], lambda bits, _: bits != 0x80000000)
    with loop as (bits, count):
        cutlass.yield_out([bits << 1, count + 1])
    y[0] = loop.results[1]


def test_a_loop_entered_by_with_whose_body_stands_once() -> None:
    y = np.zeros(1, np.int32)
    entered(1 << 20, y)
    assert y[0] == 11


def test_a_loop_entered_by_with_that_never_runs() -> None:
    @cute.jit(preprocess=False)
    def never():
        with cutlass.while_generate([1], lambda value: False):
            cutlass.yield_out([2])

    with pytest.raises(DSLUserCodeError, match="yield-out"):
        never()
