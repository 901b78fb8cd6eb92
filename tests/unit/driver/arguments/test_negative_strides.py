"""Views that run backwards (`array[::-1]`): read and written, and held to the memory that they cover."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import Float32, Int32
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import EVERYWHERE, Arrays

ROWS, COLUMNS = 37, 9


class View:
    """An array of a GPU as CuPy describes it, of any strides; `memory` keeps it there."""

    def __init__(self, memory: Any, view: np.ndarray, base: np.ndarray) -> None:
        address = memory.data_ptr() + view.__array_interface__["data"][0] - base.__array_interface__["data"][0]
        self.memory = memory
        self.__cuda_array_interface__ = {
            "shape": view.shape,
            "strides": view.strides,
            "typestr": view.dtype.str,
            "data": (address, False),
            "version": 3,
        }


@cute.kernel
def halve_kernel(x: cute.Tensor, out: cute.Tensor, shift: Int32):
    row, column = cute.arch.thread_idx()[0], cute.arch.block_idx()[0]
    if row < cute.size(x, mode=[0]):
        out[row, column] = x[row + shift, column] * Float32(0.5)


@cute.jit
def halve(x: cute.Tensor, out: cute.Tensor, shift: Int32):
    halve_kernel(x, out, shift).launch(grid=cute.size(x, mode=[1]), block=64)


@cute.jit
def halve_on_the_host(x: cute.Tensor, out: cute.Tensor, shift: Int32):
    for row in range(cute.size(x, mode=[0])):
        for column in range(cute.size(x, mode=[1])):
            out[row, column] = x[row + shift, column] * Float32(0.5)


def views(array: np.ndarray) -> list[Any]:
    turned = np.ascontiguousarray(array.T).T
    return [array[::-1], array[:, ::-1], array[::-1, ::-1], turned[::-1], turned[::-2, ::-1], array[30:2:-3, 1:4]]


@pytest.mark.parametrize("target", EVERYWHERE)
@pytest.mark.parametrize("k", range(6))
def test_read_and_written_in_place(target: str, k: int) -> None:
    values = np.random.default_rng(0).random((ROWS, COLUMNS)).astype(np.float32)
    given, memory = views(values)[k], np.full((ROWS, COLUMNS), np.nan, np.float32)
    taken = views(memory)[k]
    if target != "cuda":
        halve(given, taken, 0)
        np.testing.assert_array_equal(taken, given / 2)
        return
    bases = [view.base if view.base.base is None else view.base.base for view in (given, taken)]
    held = [Arrays("cuda").put(np.ascontiguousarray(base).reshape(-1)) for base in bases]
    halve(*(View(h, v, b) for h, v, b in zip(held, (given, taken), bases, strict=True)), 0)
    taken.base[...] = held[1].cpu().numpy().reshape(taken.base.shape)
    np.testing.assert_array_equal(taken, given / 2)


@pytest.mark.parametrize("function", [halve, halve_on_the_host])
@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("static", [False, True])
def test_accesses_out_of_bounds_are_refused(function: Any, checked: bool, static: bool) -> None:
    values = np.random.default_rng(0).random((ROWS, COLUMNS)).astype(np.float32)
    inner = values[4:20][::-1]
    out = np.full((16, COLUMNS), np.nan, np.float32)[:, ::-1]
    arrays = [from_dlpack(one) for one in (inner, out)] if static else [inner, out]
    program = cute.compile(function, *arrays, 0, options="--target cpu" + " --check" * checked)
    program(*arrays, 0)
    np.testing.assert_array_equal(out, inner / 2)
    for shift in (1, -1, 40, -40):
        with pytest.raises(DSLUserCodeError) as caught:
            program(*arrays, shift)
        assert caught.value.name == "out-of-bounds"


def test_a_function_compiled_for_other_arrays_refuses_them() -> None:
    values = np.random.default_rng(0).random((16, COLUMNS)).astype(np.float32)
    out = np.full((16, COLUMNS), np.nan, np.float32)
    forwards = cute.compile(halve, values, out, 0, options="--target cpu")
    with pytest.raises(DSLUserCodeError, match="without strides below 0") as caught:
        forwards(values[::-1], out, 0)
    assert caught.value.name == "argument-stride"
    backwards = cute.compile(halve, values[::-1], out, 0, options="--target cpu")
    for given in (values, values[::-1], values[:1][::-1]):  # direct calls find the program of their kind
        for call in (backwards, halve, halve):
            out[...] = np.nan
            call(given, out, 0)
            np.testing.assert_array_equal(out[: len(given)], given / 2)


@cute.kernel
def read_vectors(x: cute.Tensor, out: cute.Tensor):
    lane = cute.arch.lane_idx()
    out[lane, None].store(x[lane, None].load())


@cute.jit
def read_rows(x: cute.Tensor, out: cute.Tensor):
    read_vectors(x, out).launch(grid=1, block=32)


def test_rows_are_read_as_vectors() -> None:
    values = np.random.default_rng(0).random((32, 4)).astype(np.float32)
    out = np.full((32, 4), np.nan, np.float32)
    read_rows(from_dlpack(values[::-1]), from_dlpack(out))
    np.testing.assert_array_equal(out, values[::-1])
