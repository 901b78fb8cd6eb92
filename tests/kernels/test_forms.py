"""Every form of the row sum of "CuTe DSL Intro", a blog post: what it prints, that it is right, what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import from_dlpack, make_fake_compact_tensor, make_fake_stream, make_fake_tensor
from cutedsl.errors import DSLUserCodeError
from examples.row_sum import _reduce_sum_kernel, reduce_sum
from examples.row_sum_layout import print_layout
from examples.row_sum_layout import reduce_sum as layout_sum
from examples.row_sum_vector import compiled as vector_sum
from tests.kernels.arrays import TARGETS, Arrays, relative_error


def matrix_of(rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(7).standard_normal((rows, columns), dtype=np.float32)


@cute.jit
def streamed_sum(x, output, stream=None):
    M, _N = x.shape
    _reduce_sum_kernel(x, output).launch(grid=(M, 1, 1), block=(128, 1, 1), stream=stream)


def symbolic(shape: tuple[Any, Any], rows: Any, stream: Any, options: str, **kwargs: Any) -> Any:
    x = make_fake_compact_tensor(cutlass.Float32, shape, stride_order=(1, 0), **kwargs)
    return cute.compile(streamed_sum, x, make_fake_compact_tensor(cutlass.Float32, (rows,)), stream, options=options)


def right(arrays: Arrays, program: Any, rows: int, columns: int, *more: Any) -> None:
    matrix = matrix_of(rows, columns)
    output = arrays.poisoned((rows,))
    program(arrays.put(matrix), output, *more)
    assert relative_error(arrays.get(output), matrix.sum(axis=1, dtype=np.float64)) < 1e-5


def test_printing_inside_jit_shows_the_seeds_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_layout(np.zeros((64, 128), np.float32))
    assert capsys.readouterr().out == (
        "layout: (32,1):(1,0)\ntiler: (32,)\ngx: tensor<ptr<f32, gmem> o ((1,32),(?,?)):((0,1),(?,32))>\n"
    )


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(3, 512), (64, 2048)])
def test_the_layout_form_gives_what_numpy_gives(target: str, shape: tuple[int, int]) -> None:
    arrays = Arrays(target)
    matrix, output = matrix_of(*shape), arrays.poisoned((shape[0],))
    program = cute.compile(layout_sum, arrays.put(matrix), output, options=arrays.options)
    right(arrays, program, *shape)
    right(arrays, program, 5, 1024)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("columns", "threads"), [(4096, 128), (16384, 512), (4, 128), (1028, 128), (9000, 256)])
def test_the_vector_form_gives_what_numpy_gives(target: str, columns: int, threads: int) -> None:
    arrays = Arrays(target)
    program = vector_sum(columns, threads, options=arrays.options)
    right(arrays, program, 37, columns)
    right(arrays, program, 1, columns)


@pytest.mark.parametrize(("columns", "loads"), [(4096, 8), (16384, 8)])
def test_the_vector_form_loads_16_bytes_at_a_time_and_all_before_the_first_use(columns: int, loads: int) -> None:
    ptx = vector_sum(columns, options="--target cpu").artifacts.ptx("sm_90a")
    lines = [line for line in ptx.splitlines() if "ld.global" in line or "add.rn.f32" in line]
    assert all("ld.global" in line and ".v4." in line for line in lines[:loads])
    assert "ld.global.b32" not in ptx


def test_a_tensor_that_is_less_aligned_than_promised_is_refused() -> None:
    program = vector_sum(64, options="--target cpu")
    storage = np.zeros(2 * 64 + 4, np.float32)
    start = next(k for k in range(4) if (storage.ctypes.data + 4 * k) % 16 == 4)
    with pytest.raises(ValueError, match="argument-alignment"):
        program(storage[start : start + 128].reshape(2, 64), np.zeros(2, np.float32))


def test_the_seeds_illegal_access_is_a_named_error_before_the_launch() -> None:
    square, output = from_dlpack(matrix_of(64, 64)), np.full(64, np.nan, np.float32)
    program = cute.compile(reduce_sum, square, from_dlpack(output), options="--target cpu")
    with pytest.raises(ValueError, match="argument-shape") as caught:
        program(from_dlpack(matrix_of(64, 32)), output)
    message = str(caught.value)
    assert "argument #1 (`x`)" in message
    assert "compiled for (64,64):(64,1), got (64,32):(32,1)" in message
    assert np.isnan(output).all()


@pytest.mark.parametrize("target", TARGETS)
def test_the_symbolic_form_takes_any_number_of_rows(target: str) -> None:
    arrays, rows = Arrays(target), cute.sym_int()
    environment = make_fake_stream(use_tvm_ffi_env_stream=True)
    program = symbolic((rows, 96), rows, environment, f"--enable-tvm-ffi {arrays.options}")
    right(arrays, program, 1000, 96)
    right(arrays, program, 1, 96)


@pytest.mark.parametrize("target", TARGETS)
def test_a_stream_that_is_an_argument(target: str) -> None:
    arrays, rows, columns = Arrays(target), cute.sym_int(), cute.sym_int()
    program = symbolic((rows, columns), rows, make_fake_stream(), arrays.options)
    right(arrays, program, 10, 33, 0)
    right(arrays, program, 7, 300, None)


def refusal(call: Any) -> str:
    with pytest.raises(DSLUserCodeError) as caught:
        call()
    return f"{caught.value.name}: {caught.value.message}"


def test_one_symbol_in_two_tensors_is_one_number() -> None:
    rows = cute.sym_int()
    program = symbolic((rows, 8), rows, make_fake_stream(use_tvm_ffi_env_stream=True), "--target cpu")
    said = refusal(lambda: program(matrix_of(5, 8), np.zeros(6, np.float32)))
    assert said.startswith("argument-shape") and "mode 0 of `output` equal to mode 0 of `x`" in said
    assert "must be 5, got 6" in said
    apart = symbolic((rows, 8), cute.sym_int(), make_fake_stream(use_tvm_ffi_env_stream=True), "--target cpu")
    apart(matrix_of(5, 8), np.zeros(6, np.float32))


def test_a_compact_stride_of_symbols_is_checked() -> None:
    rows, columns = cute.sym_int(), cute.sym_int()
    program = symbolic((rows, columns), rows, make_fake_stream(use_tvm_ffi_env_stream=True), "--target cpu")
    said = refusal(lambda: program(matrix_of(5, 20)[:, :10], np.zeros(5, np.float32)))
    assert said.startswith("argument-stride") and "must be 10, got 20" in said
    program(matrix_of(5, 20)[:1, :10], np.zeros(1, np.float32))  # one row has no stride


def test_a_symbols_divisibility_is_checked() -> None:
    rows = cute.sym_int()
    environment = make_fake_stream(use_tvm_ffi_env_stream=True)
    program = symbolic((rows, cute.sym_int(divisibility=4)), rows, environment, "--target cpu")
    assert refusal(lambda: program(matrix_of(5, 10), np.zeros(5, np.float32))).startswith("argument-shape")
    program(matrix_of(5, 12), np.zeros(5, np.float32))


def test_a_fake_tensor_fixes_its_static_leaves() -> None:
    x = make_fake_tensor(cutlass.Float32, (cute.sym_int(), 8), (16, 1))
    output = make_fake_tensor(cutlass.Float32, (cute.sym_int(),), (1,))
    program = cute.compile(reduce_sum, x, output, options="--target cpu")
    wide, sums = matrix_of(4, 16), np.full(4, np.nan, np.float32)
    program(wide[:, :8], sums)
    assert relative_error(sums, wide[:, :8].sum(axis=1, dtype=np.float64)) < 1e-5
    assert refusal(lambda: program(matrix_of(4, 8), sums)).startswith("argument-stride")
    assert refusal(lambda: program(wide[:, :7], sums)).startswith("argument-shape")
