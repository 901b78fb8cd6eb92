"""bfloat16 values that live from one basic block to the next keep their bits, on every processor."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import checking
from cutedsl.codegen.llvm.compile import Machine, optimise
from cutedsl.driver.call.functions import JitFunction

MACHINES = {
    "x86-64": Machine("x86_64-unknown-linux-gnu", "x86-64", ""),
    "AVX512 without bfloat16": Machine("x86_64-unknown-linux-gnu", "skylake-avx512", ""),
    "AVX512 with bfloat16": Machine("x86_64-unknown-linux-gnu", "cooperlake", ""),
    "aarch64": Machine("aarch64-unknown-linux-gnu", "generic", ""),
}
SIZE = 64


@cute.kernel
def _by_threads(x: cute.Tensor, out: cute.Tensor, n: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    mine, other, one, two = x[thread], x[thread + SIZE], x[3], x[4]
    for i in range(n):
        if i > thread:
            mine, other = other, mine
        if i > n - 3:
            one, two = two, one
    out[0, thread], out[1, thread], out[2, thread], out[3, thread] = mine, other, one, two


@cute.jit
def by_threads(x: cute.Tensor, out: cute.Tensor, n: cutlass.Int32):
    _by_threads(x, out, n).launch(grid=1, block=SIZE)


@cute.jit
def by_the_host(x: cute.Tensor, out: cute.Tensor, n: cutlass.Int32):
    one, two = x[3], x[4]
    for i in range(n):
        if i > n - 3:
            one, two = two, one
    out[2, 0], out[3, 0] = one, two


@cute.kernel
def _arithmetic(x: cute.Tensor, out: cute.Tensor, total: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    value = x[thread]
    smaller = value < x[2]
    if smaller:
        value = -value
    out[0, thread] = value
    out[1, thread] = x[2] if x[1] < value else x[3]
    cute.arch.atomic_add(total.iterator, x[1])


@cute.jit
def arithmetic(x: cute.Tensor, out: cute.Tensor, total: cute.Tensor):
    _arithmetic(x, out, total).launch(grid=1, block=SIZE)


def numbers() -> torch.Tensor:
    """All subnormal numbers, from the smallest on."""
    return torch.arange(1, 2 * SIZE + 1, dtype=torch.int16).view(torch.bfloat16)


def outputs() -> torch.Tensor:
    return torch.zeros(4, SIZE, dtype=torch.bfloat16)


def bits(x: torch.Tensor) -> np.ndarray:
    return x.view(torch.int16).numpy()


@pytest.mark.parametrize("checked", [False, True])
def test_subnormal_numbers_are_as_they_were(checked: bool) -> None:
    out, host = outputs(), outputs()
    if checked:
        with checking() as report:
            by_threads(numbers(), out, 5)
        assert report.clean
    else:
        by_threads(numbers(), out, 5)
        by_the_host(numbers(), host, 5)
        assert bits(host)[2:, 0].tolist() == [4, 5]
    thread = np.arange(SIZE)
    swapped = (4 - np.minimum(thread, 4)) % 2 == 1
    assert (bits(out)[0] == np.where(swapped, thread + 1 + SIZE, thread + 1)).all()
    assert (bits(out)[1] == np.where(swapped, thread + 1, thread + 1 + SIZE)).all()
    assert (bits(out)[2] == 4).all() and (bits(out)[3] == 5).all()


def test_comparisons_signs_and_atomic_sums_of_subnormal_numbers() -> None:
    out, total = outputs(), torch.zeros(1, dtype=torch.bfloat16)
    arithmetic(numbers(), out, total)
    value = np.arange(1, SIZE + 1)
    assert (bits(out)[0].view(np.uint16) == np.where(value < 3, value | 0x8000, value)).all()
    assert (bits(out)[1] == np.where(value > 2, 3, 4)).all()
    assert bits(total).tolist() == [2 * SIZE]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("program", [by_threads, by_the_host, arithmetic], ids=lambda one: one.__name__)
def test_no_library_converts_them(program: JitFunction, machine: str) -> None:
    more = torch.zeros(1, dtype=torch.bfloat16) if program is arithmetic else 5
    made = cute.compile(program, numbers(), outputs(), more).artifacts.cpu_source(MACHINES[machine])
    code = optimise(made.llvm_text, MACHINES[machine]).object_bytes()
    assert b"__truncsfbf2" not in code and b"__extendbfsf2" not in code
