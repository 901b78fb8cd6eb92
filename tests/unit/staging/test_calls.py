"""The calling convention of the talk: who may call whom, what comes back, what is an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError


@cute.jit
def add_three(x: Any) -> Any:
    y = x
    if x > 100:
        y = x + 1
    return y + 3


def double(x: Any) -> Any:
    return x + x


@cute.kernel
def store(out: cute.Tensor, value: cutlass.Int32, scale: cutlass.Constexpr = 1, *, offset: int = 0):
    out[0] = add_three(double(value)) * scale + offset


def _result(run: Any, *args: object, **kwargs: object) -> int:
    out = np.full(1, -1, np.int32)
    run(out, *args, **kwargs)
    return int(out[0])


def _error(run: Any, *args: object) -> str:
    with pytest.raises(DSLUserCodeError) as raised:
        run(*args)
    return raised.value.name


def test_python_calls_jit_calls_jit_calls_python() -> None:
    @cute.jit
    def run(out: cute.Tensor, n: cutlass.Int32):
        out[0] = add_three(double(n))

    assert _result(run, 5) == 13
    assert _result(run, 60) == 124


def test_jit_launches_a_kernel_which_calls_jit_and_python() -> None:
    @cute.jit
    def run(out: cute.Tensor, n: cutlass.Int32):
        store(out, n, 2, offset=1000).launch(grid=1, block=1)

    assert _result(run, 5) == 1026


def test_defaults_of_kernels_are_used() -> None:
    @cute.jit
    def run(out: cute.Tensor, n: cutlass.Int32):
        store(out, n).launch(grid=1, block=1)

    assert _result(run, 5) == 13


def test_several_launches_in_order() -> None:
    @cute.jit
    def run(out: cute.Tensor, n: cutlass.Int32):
        store(out, n).launch(grid=1, block=1)
        store(out, out[0]).launch(grid=1, block=1)  # pyright: ignore[reportAttributeAccessIssue]

    assert _result(run, 5) == 29


def test_methods_and_objects_with_a_jitted_call() -> None:
    class Adder:
        def __init__(self, amount: int) -> None:
            self.amount = amount

        @cute.kernel
        def kernel(self, out: cute.Tensor, n: cutlass.Int32):
            out[0] = n + self.amount

        @cute.jit
        def __call__(self, out: cute.Tensor, n: cutlass.Int32):
            self.kernel(out, n).launch(grid=1, block=1)

    adder = Adder(7)
    assert _result(adder, 5) == 12
    out = np.zeros(1, np.int32)
    compiled = cute.compile(adder, out, 1, options="--target cpu")
    compiled(out, 30)
    assert out[0] == 37


def test_constexpr_arguments_leave_the_call_of_a_compiled_function() -> None:
    @cute.jit
    def run(out: cute.Tensor, kind: cutlass.Constexpr, n: cutlass.Int32):
        out[0] = n * 2 if kind == "double" else n

    out = np.zeros(1, np.int32)
    compiled = cute.compile(run, out, "double", 1, options="--target cpu")
    compiled(out, 21)
    assert out[0] == 42
    compiled(out=out, n=4)
    assert out[0] == 8


@pytest.mark.parametrize(("operate", "wanted"), [(max, 9), (min, 4), (lambda a, b: a - b, 5)])
def test_a_builtin_that_is_passed_as_an_argument_takes_run_time_values(operate: Any, wanted: int) -> None:
    @cute.jit
    def combined(op: Any, a: Any, b: Any) -> Any:
        return op(a, b)

    @cute.kernel
    def kernel(out: cute.Tensor, value: cutlass.Int32):
        out[0] = combined(operate, value, value - 5)

    @cute.jit
    def run(out: cute.Tensor, value: cutlass.Int32):
        kernel(out, value).launch(grid=1, block=1)

    assert _result(run, 9) == wanted


def test_python_calls_a_kernel() -> None:
    assert _error(store, np.zeros(1, np.int32), 1) == "kernel-outside-jit"


def test_a_kernel_calls_a_kernel() -> None:
    @cute.kernel
    def outer(out: cute.Tensor):
        store(out, 1)

    @cute.jit
    def run(out: cute.Tensor):
        outer(out).launch(grid=1, block=1)

    assert _error(run, np.zeros(1, np.int32)) == "kernel-from-kernel"


def test_a_kernel_is_never_launched() -> None:
    @cute.jit
    def run(out: cute.Tensor):
        store(out, 1)

    assert _error(run, np.zeros(1, np.int32)) == "kernel-not-launched"


def test_a_run_time_value_is_returned_to_python() -> None:
    @cute.jit
    def run(n: cutlass.Int32):
        return n + 1

    assert _error(run, 3) == "return-dynamic"


def test_plain_python_is_not_rewritten() -> None:
    def sign(x: Any) -> int:
        return 1 if x > 0 else -1

    @cute.jit
    def run(out: cute.Tensor, n: cutlass.Int32):
        out[0] = sign(n)

    assert _error(run, np.zeros(1, np.int32), 3) == "dynamic-bool"


def test_the_decorator_must_be_the_innermost() -> None:
    assert _error(cute.jit, staticmethod(double)) == "decorator-order"
    assert _error(cute.jit, store) == "decorator-order"
