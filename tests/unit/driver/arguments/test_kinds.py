"""What may be an argument: numbers, tuples, NamedTuples, dataclasses, streams, objects of registered classes."""

# pyright: reportArgumentType=false
from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.driver.arguments.adapters import JitArgAdapterRegistry
from cutedsl.errors import DSLUserCodeError
from cutedsl.staging.tree import extract_mlir_values, new_from_mlir_values
from tests.kernels.arrays import TARGETS, Arrays


class Problem(NamedTuple):
    x: Any
    scale: cutlass.Float32
    shift: cutlass.Constexpr[int]


@dataclass
class Params:
    x: cute.Tensor
    y: cute.Tensor
    scale: cutlass.Float32
    nested: tuple[cutlass.Int32, cutlass.Int64]
    label: cutlass.Constexpr[str] = "twice"

    def shift(self):
        return self.nested[0] + self.nested[1].to(cutlass.Int32)


@dataclass(frozen=True)
class Frozen:
    y: cute.Tensor
    n: cutlass.Int32


@cute.kernel
def write(x: cute.Tensor, y: cute.Tensor, scale: cutlass.Float32, shift: cutlass.Int32):
    i, _, _ = cute.arch.thread_idx()
    y[i] = x[i] * scale + shift


@cute.kernel
def write_params(params: Params):
    i, _, _ = cute.arch.thread_idx()
    params.y[i] = params.x[i] * params.scale + params.shift()


@cute.jit
def from_named(problem: Problem, y: cute.Tensor):
    assert isinstance(problem, Problem) and type(problem.shift) is int
    write(problem.x, y, problem.scale, problem.shift).launch(grid=1, block=32)


@cute.jit
def from_dataclass(params: Params):
    assert params.label in ("twice", "once")
    factor = 2 if cutlass.const_expr(params.label == "twice") else 1
    params.scale = params.scale * factor
    write_params(params).launch(grid=1, block=32)


@cute.jit
def from_frozen(frozen: Frozen):
    write(frozen.y, frozen.y, 1.0, frozen.n).launch(grid=1, block=32)


@pytest.fixture(params=TARGETS)
def arrays(request: pytest.FixtureRequest) -> Arrays:
    return Arrays(request.param)


def numbers() -> np.ndarray:
    return np.random.default_rng(0).standard_normal(32).astype(np.float32)


def test_a_named_tuple_is_taken(arrays: Arrays) -> None:
    x, y = numbers(), arrays.poisoned((32,))
    from_named(Problem(arrays.put(x), 2.5, 3), y)
    np.testing.assert_allclose(arrays.get(y), x * np.float32(2.5) + 3, rtol=1e-6)


def test_a_compiled_function_takes_the_fields_of_a_named_tuple_as_a_tuple() -> None:
    x, y = numbers(), np.full(32, np.nan, np.float32)
    compiled = cute.compile(from_named, Problem(x, 1.0, 3), y)
    compiled((x, 2.5, 3), y)
    np.testing.assert_allclose(y, x * np.float32(2.5) + 3, rtol=1e-6)
    for wrong, said in (((x, 2.5), "a Problem of 3 elements, got 2"), ([x, 2.5, 3], "a Problem, got a list")):
        with pytest.raises(DSLUserCodeError, match=f"argument-type.*compiled for {said}"):
            compiled(wrong, y)


def test_dataclass_with_nested_and_constexpr_fields(arrays: Arrays) -> None:
    x, y = numbers(), arrays.poisoned((32,))
    params = Params(arrays.put(x), y, 1.5, (3, 4))
    compiled = cute.compile(from_dataclass, params, options=arrays.options)
    compiled(params)
    np.testing.assert_allclose(arrays.get(y), x * np.float32(3) + 7, rtol=1e-6)
    z = arrays.poisoned((32,))
    compiled(Params(arrays.put(x), z, 0.5, (0, -1)))
    np.testing.assert_allclose(arrays.get(z), x - 1, rtol=1e-6)
    with pytest.raises(DSLUserCodeError, match=r"`params.label`.*compiled for 'twice', got 'once'") as error:
        compiled(Params(arrays.put(x), z, 0.5, (0, -1), "once"))
    assert error.value.name == "argument-type"


def test_a_direct_call_compiles_anew_for_another_constexpr_field() -> None:
    x, y = numbers(), np.full(32, np.nan, np.float32)
    for label, factor in (("twice", 2), ("once", 1), ("twice", 2)):
        from_dataclass(Params(x, y, 1.0, (0, 0), label))
        np.testing.assert_allclose(y, x * factor)


def test_frozen_dataclass_has_run_time_numbers() -> None:
    y = numbers()
    expected = y.copy()
    for n in (3, -5):
        from_frozen(Frozen(y, n))
        expected += n
    np.testing.assert_allclose(y, expected, rtol=1e-5, atol=1e-5)


def test_tuple_annotations_reach_the_elements() -> None:
    seen: list[object] = []

    @cute.jit
    def look(pair: tuple[cutlass.Int64, cutlass.Float32], many: tuple[cutlass.Int8, ...], flag: bool | None):
        seen.append((type(pair[0]), type(pair[1]), type(many[1]), flag))

    look((1, 2), (3, 4), None)
    assert seen == [(cutlass.Int64, cutlass.Float32, cutlass.Int8, None)]


class Interval:
    """A class that describes itself, as `JitArgument` asks; `steps` is known at compile time."""

    def __init__(self, low: Any, high: Any, steps: int) -> None:
        self.low, self.high, self.steps = low, high, steps

    def __c_pointers__(self) -> list[Any]:
        self.storage = ctypes.c_float(self.low), ctypes.c_int32(self.high)
        return [ctypes.addressof(self.storage[0]), ctypes.pointer(self.storage[1])]

    def __get_mlir_types__(self) -> list[Any]:
        return [cutlass.Float32, cutlass.Int32]

    def __extract_mlir_values__(self) -> list[Any]:
        return [*extract_mlir_values(self.low), self.high.ir_value()]

    def __new_from_mlir_values__(self, values: list[Any]) -> Interval:
        low = cutlass.Float32(values[0]) if isinstance(self.low, float) else new_from_mlir_values(self.low, values[:1])
        return Interval(low, cutlass.Int32(values[1]), self.steps)


@cute.kernel
def write_interval(interval: Interval, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    y[i] = interval.low + (interval.high.to(cutlass.Float32) - interval.low) * i / interval.steps


@cute.jit
def from_interval(interval: Interval, y: cute.Tensor):
    write_interval(interval, y).launch(grid=1, block=32)


def test_a_class_that_describes_itself(arrays: Arrays) -> None:
    for low, high, steps in ((0.5, 4, 32), (-1.0, 9, 32), (0.5, 4, 16)):
        y = arrays.poisoned((32,))
        from_interval(Interval(low, high, steps), y)
        np.testing.assert_allclose(arrays.get(y), low + (high - low) * np.arange(32) / steps, rtol=1e-6)


def test_a_handle_of_another_type_is_refused() -> None:
    class Wrong(Interval):
        def __new_from_mlir_values__(self, values: list[Any]) -> Interval:
            return Interval(cutlass.Int32(values[0]), 0, 1)

    with pytest.raises(DSLUserCodeError, match=r"Int32.*f32") as error:
        from_interval(Wrong(0.5, 4, 2), np.zeros(32, np.float32))
    assert error.value.name == "numeric-cast"


def test_addresses_and_types_must_agree() -> None:
    class Short(Interval):
        def __c_pointers__(self) -> list[Any]:
            return super().__c_pointers__()[:1]

    with pytest.raises(DSLUserCodeError, match=r"1 addresses.*2 types"):
        from_interval(Short(0.5, 4, 2), np.zeros(32, np.float32))


class Matrix:
    """Somebody's own matrix class."""

    def __init__(self, data: Any) -> None:
        self.data = data


@pytest.fixture
def registered() -> Iterator[None]:
    @JitArgAdapterRegistry.register_jit_arg_adapter(Matrix)
    def _tensor_of(matrix: Matrix) -> Any:
        return matrix.data

    yield
    JitArgAdapterRegistry.unregister(Matrix)


@cute.jit
def double(x: Any):
    write(x, x, 2.0, 0).launch(grid=1, block=32)


def test_a_registered_adapter_is_used(registered: None, arrays: Arrays) -> None:
    x = numbers()
    matrix = Matrix(arrays.put(x))
    double(matrix)
    np.testing.assert_allclose(arrays.get(matrix.data), 2 * x)
    other = Matrix(arrays.put(x))
    compiled = cute.compile(double, matrix, options=arrays.options)
    compiled(other)
    np.testing.assert_allclose(arrays.get(other.data), 2 * x)


def test_without_an_adapter_the_class_is_refused() -> None:
    with pytest.raises(DSLUserCodeError, match="Matrix") as error:
        double(Matrix(numbers()))
    assert error.value.name == "argument-unsupported"


def test_a_stream_annotation_takes_a_handle() -> None:
    class CUstream:
        pass

    CUstream.__module__ = "cuda.bindings.driver"

    @cute.jit
    def on_stream(x: cute.Tensor, stream: CUstream):
        write(x, x, 2.0, 0).launch(grid=1, block=32, stream=stream)

    x = numbers()
    expected = 2 * x
    on_stream(x, 0)
    np.testing.assert_allclose(x, expected)
