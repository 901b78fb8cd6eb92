"""Addresses as arguments: `cute.runtime.make_ptr`, `nullptr`."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import make_ptr, nullptr
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays


@cute.kernel
def _scale(source: cute.Tensor, target: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    target[i] = source[i] * 2


@cute.jit
def scale(source: cute.Pointer, target: cute.Pointer, n: cutlass.Constexpr[int]):
    layout = cute.make_layout((n,))
    _scale(cute.make_tensor(source, layout), cute.make_tensor(target, layout)).launch(grid=1, block=n)


def _address(array: Any) -> int:
    return array.ctypes.data if isinstance(array, np.ndarray) else array.data_ptr()


@pytest.mark.parametrize("target", TARGETS)
def test_a_program_over_addresses(target: str) -> None:
    arrays = Arrays(target)
    x = np.random.default_rng(0).standard_normal(32).astype(np.float32)
    source, result = arrays.put(x), arrays.poisoned((32,))
    gmem = cutlass.AddressSpace.gmem
    empty = nullptr(cutlass.Float32, gmem, assumed_align=16)
    compiled = cute.compile(scale, empty, empty, 32, options=arrays.options)
    pointers = [make_ptr(cutlass.Float32, _address(a), gmem, assumed_align=16) for a in (source, result)]
    compiled(*pointers)
    np.testing.assert_array_equal(arrays.get(result), 2 * x)


def test_direct_calls_and_pointers_of_ctypes() -> None:
    data, result = (ctypes.c_float * 4)(1, 2, 3, 4), (ctypes.c_float * 4)()
    scale(make_ptr(cutlass.Float32, data), make_ptr(cutlass.Float32, ctypes.pointer(result)), 4)
    assert list(result) == [2, 4, 6, 8]


def test_misfitting_pointers_are_refused() -> None:
    gmem = cutlass.AddressSpace.gmem
    good = make_ptr(cutlass.Float32, 4096, gmem)
    compiled = cute.compile(scale, nullptr(cutlass.Float32, gmem, 16), good, 4, options="--target cpu")
    for wrong, name in (
        (make_ptr(cutlass.Float16, 4096, gmem), "argument-dtype"),
        (make_ptr(cutlass.Float32, 4096, cutlass.AddressSpace.smem), "argument-dtype"),
        (make_ptr(cutlass.Float32, 4100, gmem), "argument-alignment"),
        (4096, "argument-type"),
    ):
        with pytest.raises(DSLUserCodeError) as error:
            compiled(wrong, good)
        assert error.value.name == name
    for value, align, name in (
        (4098, None, "argument-alignment"),
        (0, 3, "invalid-alignment"),
        ("x", None, "argument-type"),
        (True, None, "argument-type"),
    ):
        with pytest.raises(DSLUserCodeError) as error:
            make_ptr(cutlass.Float32, value, gmem, align)
        assert error.value.name == name


def test_a_pointer_prints_its_address_and_memory() -> None:
    assert str(make_ptr(cutlass.Int8, 255, cutlass.AddressSpace.gmem)) == "Ptr<0x00000000000000ff@gmem>"


def test_a_pointer_of_the_caller_is_generic_or_in_global_memory() -> None:
    source, target = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    empty = nullptr(cutlass.Float32, cutlass.AddressSpace.gmem)
    compiled = cute.compile(scale, empty, empty, 4, options="--target cpu")
    compiled(make_ptr(cutlass.Float32, _address(source)), make_ptr(cutlass.Float32, _address(target)))
    assert target.tolist() == [0, 2, 4, 6]


class Buffer:
    """An object that describes itself by the pointer that it holds."""

    def __init__(self, ptr: Any, count: int) -> None:
        self.ptr = ptr
        self.count = count

    def __c_pointers__(self) -> Any:
        return self.ptr.__c_pointers__()

    def __get_mlir_types__(self) -> Any:
        return self.ptr.__get_mlir_types__()

    def __extract_mlir_values__(self) -> Any:
        return self.ptr.__extract_mlir_values__()

    def __new_from_mlir_values__(self, values: Any) -> Buffer:
        return Buffer(self.ptr.__new_from_mlir_values__(values), self.count)


@cute.jit
def scale_buffer(source: Buffer, target: Buffer, rounds: cutlass.Int32) -> None:
    for _ in range(rounds):  # where the loop carries the pointer of each buffer
        scale(source.ptr, target.ptr, source.count)
        source, target = target, source


@pytest.mark.parametrize("target", TARGETS)
def test_objects_describe_themselves_by_the_pointers_they_hold(target: str) -> None:
    arrays = Arrays(target)
    gmem = cutlass.AddressSpace.gmem
    compiled = None
    for start in (1, 5):
        x, y = arrays.put(np.arange(start, start + 4, dtype=np.float32)), arrays.poisoned((4,))
        buffers = [Buffer(make_ptr(cutlass.Float32, _address(a), gmem), 4) for a in (x, y)]
        compiled = compiled or cute.compile(scale_buffer, *buffers, 2, options=arrays.options)
        compiled(*buffers, 2)
        np.testing.assert_array_equal(arrays.get(x), 4 * np.arange(start, start + 4))
