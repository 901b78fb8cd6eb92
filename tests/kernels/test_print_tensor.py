"""`cute.print_tensor`: the text of CuTe DSL's notebooks, from host functions, kernels and eager runs."""

from __future__ import annotations

import re

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.errors import DSLUserCodeError


@cute.jit
def show(x: cute.Tensor, verbose: cutlass.Constexpr = False):
    cute.print_tensor(x, verbose=verbose)


def address(x: np.ndarray) -> str:
    return f"0x{x.ctypes.data:016x}"


MATRIX = np.arange(6, dtype=np.float32).reshape(2, 3) - 1.5


def test_a_matrix_natively_and_eagerly(capfd: pytest.CaptureFixture[str]) -> None:
    text = (
        f"tensor(raw_ptr({address(MATRIX)}: f32, generic, align<4>) o (2,3):(3,1), data=\n"
        "       [[-1.500000, -0.500000,  0.500000, ],\n"
        "        [ 1.500000,  2.500000,  3.500000, ]])\n"
    )
    show(MATRIX)
    eager.run(show, MATRIX)
    assert capfd.readouterr().out == text * 2


def test_one_and_three_modes(capfd: pytest.CaptureFixture[str]) -> None:
    show(np.arange(2, dtype=np.int32))
    show(np.arange(8, dtype=np.float64).reshape(2, 2, 2))
    lines = [line for line in capfd.readouterr().out.splitlines() if not line.startswith("tensor")]
    assert lines == [
        "       [ 0, ],",
        "       [ 1, ])",
        "       [[[ 0.000000,  2.000000, ],",
        "         [ 4.000000,  6.000000, ]],",
        "",
        "        [[ 1.000000,  3.000000, ],",
        "         [ 5.000000,  7.000000, ]]])",
    ]


def test_tensors_of_four_modes_are_printed(capfd: pytest.CaptureFixture[str]) -> None:
    four = np.arange(16, dtype=np.float32).reshape(2, 2, 2, 2)
    show(four)
    eager.run(show, four)
    text = (
        f"tensor(raw_ptr({address(four)}: f32, generic, align<4>) o (2,2,2,2):(8,4,2,1), data=\n"
        "       [[[[ 0.000000,  4.000000, ],\n          [ 8.000000,  12.000000, ]],\n\n"
        "         [[ 2.000000,  6.000000, ],\n          [ 10.000000,  14.000000, ]]],\n\n"
        "        [[[ 1.000000,  5.000000, ],\n          [ 9.000000,  13.000000, ]],\n\n"
        "         [[ 3.000000,  7.000000, ],\n          [ 11.000000,  15.000000, ]]]])\n"
    )
    assert capfd.readouterr().out == text * 2


def test_a_row_and_coordinates(capfd: pytest.CaptureFixture[str]) -> None:
    @cute.jit
    def parts(x: cute.Tensor):
        cute.print_tensor(x[1, None])
        cute.print_tensor(cute.make_identity_tensor((2, 2)))
        cute.print_tensor(cute.make_identity_tensor((2, 2))[None, 1], verbose=True)

    parts(MATRIX)
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].endswith(": f32, generic, align<4>) o (3):(1), data=")
    assert lines[1:] == [
        "       [ 1.500000, ],",
        "       [ 2.500000, ],",
        "       [ 3.500000, ])",
        "tensor((0,0) o (2,2):(1@0,1@1), data=",
        "       [[ (0,0), (0,1), ],",
        "        [ (1,0), (1,1), ]])",
        "tensor((0,1) o (2):(1@0), data= (",
        "\t(0)= (0,1)",
        "\t(1)= (1,1)",
        ")",
    ]


def test_verbose_prints_coordinates(capfd: pytest.CaptureFixture[str]) -> None:
    show(np.arange(4, dtype=np.int64).reshape(2, 2), True)
    head, *lines = capfd.readouterr().out.splitlines()
    assert head.endswith("i64, generic, align<8>) o (2,2):(2,1), data= (")
    assert lines == ["\t(0,0)= 0", "\t(0,1)= 1", "\t(1,0)= 2", "\t(1,1)= 3", ")"]


def test_registers_of_a_kernel(capfd: pytest.CaptureFixture[str]) -> None:
    @cute.kernel
    def fragments(x: cute.Tensor):
        kept = cute.make_rmem_tensor((2,), cutlass.Float32)
        kept[0], kept[1] = x[0, 0], x[1, 2]
        if cute.arch.thread_idx()[0] == 1:
            cute.print_tensor(kept)
            cute.print_tensor(kept.load() * 2)

    @cute.jit
    def run(x: cute.Tensor):
        fragments(x).launch(grid=1, block=2)

    run(MATRIX)
    shown = re.findall(r"\[ ?(-?\d+\.\d+), \]", capfd.readouterr().out)
    assert shown == ["-1.500000", "3.500000", "-3.000000", "7.000000"]


def test_values_that_cannot_be_printed_are_refused() -> None:
    @cute.jit
    def number(n: cutlass.Int32):
        cute.print_tensor(n)

    with pytest.raises(DSLUserCodeError, match="printf-argument"):
        number(3)
