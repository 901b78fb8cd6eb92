"""Softmax and log-softmax along any axis, on torch tensors and NumPy arrays, against float64."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import torch

from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.arrays import view_of
from cutedsl.ops.epilogues import unchanged
from cutedsl.ops.programs import program
from cutedsl.ops.rowwise.tile import tile_of_exchange
from cutedsl.ops.softmaxes import softmax_rows
from tests.lowered import lowered
from tests.unit.ops.tensors import DTYPES, TARGETS, OnlyMemory, close, normal, poisoned, same

INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("columns", [1, 7, 96, 1000])
def test_softmax_gives_what_torch_gives(target: str, dtype: torch.dtype, columns: int) -> None:
    x = normal((5, columns), dtype, target, 4)
    y = poisoned(x)
    assert ops.softmax(x, out=y) is y
    close(y, torch.softmax(x.double(), -1))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("columns", [12004, 4 * 8192, 140001])
def test_long_rows_give_what_torch_gives(target: str, columns: int) -> None:
    x = normal((3, columns), torch.float32, target, 3)
    close(ops.softmax(x), torch.softmax(x.double(), -1))


def test_pieces_of_a_long_row_are_looked_at_as_they_come() -> None:
    """Each waits for its own copies alone: softmax 4096x131072 takes 520 us, and 557 where the first waits for all."""
    given = view_of("x", torch.zeros(2, 16384, dtype=torch.float32))
    tile = tile_of_exchange(16384, 4, 32)
    assert tile.stages > 1 and tile.blocks == 1
    ptx = lowered(lambda: program(softmax_rows, (given, given), tile, False, unchanged)).ptx("sm_90a")
    assert re.findall(r"cp.async.wait_group\s+(\d+)", ptx) == [str(left) for left in reversed(range(tile.stages))]


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "shape", [(1000, 1024), (777, 4096), (301, 8192), (67, 32768), (33, 130 * 1024), (5, 1_000_003)]
)
def test_softmax_at_sizes_of_the_benchmark(dtype: torch.dtype, shape: tuple[int, int]) -> None:
    x = normal(shape, dtype, "cuda", 3)
    close(ops.softmax(x), torch.softmax(x.double(), -1))
    same(ops.log_softmax(x.float()), torch.log_softmax(x.double(), -1).float())


@pytest.mark.parametrize("target", TARGETS)
def test_log_softmax_gives_what_torch_gives(target: str) -> None:
    x = normal((7, 129), torch.float32, target, 30)
    y = ops.log_softmax(x)
    torch.testing.assert_close(y.double(), torch.log_softmax(x.double(), -1), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("axis", [0, 1, -2, -1])
def test_any_axis_of_strided_arrays(target: str, axis: int) -> None:
    x = normal((6, 10, 9, 4), torch.float32, target)[::2, :, 1:8].transpose(0, 2)
    close(ops.softmax(x, axis), torch.softmax(x.double(), axis))


@pytest.mark.parametrize("target", TARGETS)
def test_values_that_are_no_numbers_do_as_in_torch(target: str) -> None:
    x = torch.tensor([[-INF] * 4, [1, NAN, 2, 3], [INF, 0, 1, 2], [-INF, 0, -INF, 1], [INF, -INF, INF, 0]]).to(target)
    same(ops.softmax(x), torch.softmax(x, -1))
    same(ops.log_softmax(x), torch.log_softmax(x, -1))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("columns", [40, 140001])
@pytest.mark.parametrize("size", [1e3, 1e6, 2.0**29 - 32, 2.0**29, 1e10, 3e38])
def test_rows_far_from_0(target: str, columns: int, size: float) -> None:
    """What is subtracted is rounded, by more the larger it is; the results do not show it."""
    for level in (size, -size):
        x = torch.full((2, columns), level, device=target)
        x[:, ::2] = torch.nextafter(x[0, 0], torch.zeros((), device=target)) if size > 1e4 else level - 1.25
        x[1, 5:] = -INF
        close(ops.softmax(x), torch.softmax(x.double(), -1))
        levels = torch.empty(2, device=target)
        ops.cross_entropy(x, torch.zeros(2, device=target).long(), level=levels)
        close(levels, x.double().logsumexp(-1), 2e-7)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("axis", [0, 1])
def test_gradients_give_what_torch_gives(target: str, axis: int) -> None:
    x, grad = (normal((9, 120), torch.float32, target) for _ in range(2))
    for forward, backward, reference in (
        (ops.softmax, ops.softmax_backward, torch.softmax),
        (ops.log_softmax, ops.log_softmax_backward, torch.log_softmax),
    ):
        exact = x.double().requires_grad_()
        reference(exact, axis).backward(grad.double())
        assert exact.grad is not None
        close(backward(grad, forward(x, axis), axis), exact.grad, 1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(0, 4), (4, 0), (0,)])
def test_empty_arrays_are_taken(target: str, shape: tuple[int, ...]) -> None:
    assert ops.softmax(torch.empty(shape, device=target)).shape == shape


@pytest.mark.parametrize("target", TARGETS)
def test_torch_computes_nothing(target: str) -> None:
    x = normal((4, 50), torch.float32, target)
    with OnlyMemory():
        y = ops.softmax(x.T, 0)
    close(y, torch.softmax(x.T.double(), 0))


def test_arrays_of_numpy_are_taken() -> None:
    x = np.random.default_rng(0).standard_normal((4, 6, 50)).astype(np.float16)[:, ::-2, ::3]
    y = ops.softmax(x, 1)
    assert isinstance(y, np.ndarray) and y.dtype == np.float16
    np.testing.assert_allclose(y, torch.softmax(torch.tensor(x.astype(np.float64)), 1), rtol=2e-3)


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("ops-array", lambda x: ops.softmax([1.0])),
        ("ops-dtype", lambda x: ops.softmax(x.double())),
        ("ops-axis", lambda x: ops.softmax(x, 2)),
        ("ops-shape", lambda x: ops.softmax(x, out=x[:1])),
        ("ops-dtype", lambda x: ops.softmax(x, out=x.half())),
        ("ops-device", lambda x: ops.softmax(x, out=x.to("meta"))),
    ],
)
def test_misfitting_arguments_are_refused(error: str, call: Any) -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        call(torch.zeros(2, 3))
    assert caught.value.name == error
