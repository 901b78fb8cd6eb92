"""Functions and methods that name themselves or their class, and classes as values."""

from __future__ import annotations

from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.jit
def down(n: cutlass.Constexpr, levels: cutlass.Constexpr):
    if cutlass.const_expr(n > 1):
        down(n // 2, levels)
    levels.append(n)


@cute.jit
def total(n: cutlass.Constexpr[int], x: cutlass.Int32) -> Any:
    return x if cutlass.const_expr(n == 0) else total(n - 1, x + n)


def test_a_function_calls_itself_with_a_smaller_constant() -> None:
    levels: list[int] = []

    @cute.jit
    def start():
        down(8, levels)

    start()
    assert levels == [1, 2, 4, 8]


def test_a_local_function_calls_itself() -> None:
    @cute.jit
    def inner(n: cutlass.Constexpr[int]) -> int:
        return 1 if cutlass.const_expr(n == 0) else 2 * inner(n - 1)

    assert inner(5) == 32


class Twice:
    factor = 2

    @cute.jit
    def __call__(self, n: cutlass.Int32):
        cute.printf("{} {}", n * Twice.factor, Twice.more(n))

    @staticmethod
    def more(n: Any) -> Any:
        return total(3, n)


def test_a_method_names_its_class(capfd: pytest.CaptureFixture[str]) -> None:
    Twice()(cutlass.Int32(21))
    assert capfd.readouterr().out == "42 27\n"


class Params:
    """A class whose instances have run-time values; the class itself has none."""

    def __init__(self, n: Any) -> None:
        self.n = n

    def __extract_mlir_values__(self) -> list[Any]:
        return cutlass.extract_mlir_values(self.n)

    def __new_from_mlir_values__(self, values: list[Any]) -> Params:
        return Params(cutlass.new_from_mlir_values(self.n, values))


@cute.kernel
def _made(n: cutlass.Int32, kind: cutlass.Constexpr):
    if n > 3:
        made = kind(n)
        cute.printf("{}", made.n)


@cute.jit
def chosen(n: cutlass.Int32):
    kind = Params
    if n > 2:
        kind = Params
    for _ in cutlass.range(n):
        again = kind
        kind = again
    _made(n, kind).launch(grid=(1, 1, 1), block=(1, 1, 1))


def test_a_class_goes_through_branches_and_loops_to_a_kernel(capfd: pytest.CaptureFixture[str]) -> None:
    chosen(cutlass.Int32(5))
    assert capfd.readouterr().out == "5\n"
