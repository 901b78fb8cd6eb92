"""Kernels that JAX or TVM-FFI call are checked too; launches of what was compiled before a checked run are told."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.checker import Report, check, checking
from cutedsl.checker.formats.text import report_text
from tests.unit.checker.lines import line_of

THREADS = 32


@cute.kernel
def shift_kernel(x: cute.Tensor, y: cute.Tensor, by: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = x[tidx + by]  # shifted


@cute.jit
def shift(x: cute.Tensor, y: cute.Tensor, by: cutlass.Int32):
    shift_kernel(x, y, by).launch(grid=1, block=THREADS)


@cute.kernel
def shift_constant_kernel(x: cute.Tensor, y: cute.Tensor, by: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    y[tidx] = x[tidx + by]  # shifted


@cute.jit
def shift_constant(x: cute.Tensor, y: cute.Tensor, by: cutlass.Constexpr):
    shift_constant_kernel(x, y, by).launch(grid=1, block=THREADS)


def numbers() -> np.ndarray:
    return np.arange(THREADS, dtype=np.float32)


def assert_found(report: Report, kernel: object) -> None:
    (finding,) = report.findings
    assert finding.kind == "out-of-bounds"
    assert [span.line for span in finding.spans] == [line_of(kernel, "# shifted")]


def test_a_jax_call_is_checked_in_a_checked_run_and_only_there() -> None:
    jax = pytest.importorskip("jax")
    from cutedsl.jax import call

    good = jax.jit(call(shift_constant, out=lambda x: x, by=0))
    bad = jax.jit(call(shift_constant, out=lambda x: x, by=1))
    np.testing.assert_array_equal(good(numbers()), numbers())  # compiled plain
    with checking() as report:
        np.testing.assert_array_equal(good(numbers()), numbers())
    assert (report.clean, report.launches, report.plain) == (True, 1, {})
    with checking() as report:
        bad(numbers()).block_until_ready()
        good(numbers()).block_until_ready()  # goes on after the finding
    assert_found(report, shift_constant_kernel)
    assert report.launches == 2
    with pytest.raises(Exception, match="out-of-bounds"):
        bad(numbers()).block_until_ready()
    np.testing.assert_array_equal(good(numbers()), numbers())
    assert report.launches == 2, "what comes behind is plain again"


def test_tvm_ffi_calls_are_checked() -> None:
    tvm_ffi = pytest.importorskip("tvm_ffi")

    def run(by: int) -> None:
        x, y = numbers(), np.empty_like(numbers())
        compiled = cute.compile(shift, x, y, 0, options="--enable-tvm-ffi")
        tvm_ffi.convert(compiled)(tvm_ffi.from_dlpack(x), tvm_ffi.from_dlpack(y), by)

    assert check(run, 0).clean
    assert_found(check(run, 1), shift_kernel)


def test_launches_of_what_was_compiled_before_are_told() -> None:
    x, y = numbers(), np.empty_like(numbers())
    compiled = cute.compile(shift, x, y, 0)
    report = check(lambda: [compiled(x, y, 0), compiled(x, y, 0), shift(x, y, 0)])
    (name,) = report.plain
    assert (report.clean, report.launches, report.plain[name]) == (True, 1, 2)
    assert report_text(report).splitlines() == [
        "no findings in 1 checked launch",
        f"not checked: 2 launches of `{name}`, compiled before the checked run began",
    ]
    compiled(x, y, 0)
    assert report.plain[name] == 2
