"""Operators in checked runs: machine code that plain calls left behind is not what they run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.testing import check

torch: Any = pytest.importorskip("torch")
from cutedsl.torch import operator  # noqa: E402  (needs torch)

N = 64


@cute.kernel
def reverse_kernel(x: cute.Tensor, y: cute.Tensor, waits: cutlass.Constexpr) -> None:
    tidx, _, _ = cute.arch.thread_idx()
    s = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(N))
    s[tidx] = x[tidx]
    if cutlass.const_expr(waits):
        cute.arch.sync_threads()
    y[tidx] = s[N - 1 - tidx]


@operator("cutedsl_checked::hasty", out="x", backward=lambda grad_y: hasty(grad_y))
@cute.jit
def hasty(x: cute.Tensor, y: cute.Tensor) -> None:
    reverse_kernel(x, y, False).launch(grid=1, block=N)


@operator("cutedsl_checked::patient", out="x")
@cute.jit
def patient(x: cute.Tensor, y: cute.Tensor) -> None:
    reverse_kernel(x, y, True).launch(grid=1, block=N)


def _gradient() -> None:
    x = torch.arange(float(N), requires_grad=True)
    hasty(x).sum().backward()


CALLS: dict[str, tuple[Callable[[], object], int]] = {
    "call": (lambda: hasty(torch.ones(N)), 1),
    "torch.ops": (lambda: torch.ops.cutedsl_checked.hasty(torch.ones(N)), 1),
    "gradient": (_gradient, 2),
    "vmap": (lambda: torch.vmap(hasty)(torch.ones(2, N)), 2),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_of_an_operator_that_was_called_before(name: str) -> None:
    call, launches = CALLS[name]
    for _ in range(2):
        call()
    for _ in range(2):
        report = check(call)
        assert report.launches == launches
        assert {one.kind for one in report.findings} == {"shared-race"}
    call()
    assert report.launches == launches


def test_results_are_what_they_are_in_plain_calls() -> None:
    x, found = torch.rand(N), []
    patient(x)
    report = check(lambda: found.append(patient(x)))
    assert report.clean
    torch.testing.assert_close(found[0], x.flip(0), rtol=0, atol=0)
