"""Rows in slices: blocks that have the same columns of many rows and exchange what each row needs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

from cutedsl import ops
from cutedsl.ops.arrays import view_of
from cutedsl.ops.norms import forward
from cutedsl.ops.norms.forward_in_slices import launch_norm_in_slices, norm_slices
from cutedsl.ops.norms.gradients_in_slices import gradient_slices, launch_in_slices
from cutedsl.ops.norms.parts import added_up
from cutedsl.ops.rowwise import slices as rowwise_slices
from cutedsl.ops.rowwise.slices import Slices, SliceTile, slices_of
from cutedsl.ops.rowwise.tile import ACCESS_BYTES
from cutedsl.ops.workspaces import workspace
from tests.products import long
from tests.unit.ops.tensors import TARGETS, close, normal, poisoned

TILE = SliceTile(vector=8, threads=64, rows=2, stages=3, lag=1, carriers=2, parts=1)
SINGLE = SliceTile(vector=4, threads=64, rows=1, stages=4, lag=2, carriers=3, parts=1)


def gradients(
    shape: tuple[int, int], dtype: torch.dtype, target: str, slices: Slices, centred: bool, shift: float = 0.0
) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Pairs of what the kernel and float64 give for x, the weight and, if `centred`, the bias."""
    x, grad, weight = (normal(size, dtype, target) for size in (shape, shape, shape[1:]))
    x, dx = x + shift, poisoned(x)
    grads, given, scales, made = (view_of("x", t) for t in (grad, x, weight, dx))
    parts = launch_in_slices(grads, given, scales, made, (True, centred), 1e-5, slices, centred)
    sums = [poisoned(weight) for _ in parts]
    added_up(parts, [view_of("sum", total) for total in sums])
    exact = [t.double().requires_grad_() for t in (x, weight, torch.zeros_like(weight))]
    norm = F.layer_norm if centred else F.rms_norm
    of_torch = norm(exact[0], shape[1:], *exact[1 : 2 + centred], eps=1e-5)
    return list(zip([dx, *sums], torch.autograd.grad(of_torch, exact[: 2 + centred], grad.double()), strict=True))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("centred", [True, long(False)])
def test_gradients_of_norms_by_blocks_that_exchange(target: str, centred: bool) -> None:
    """Two teams of two blocks; the last part of a row and the last group of rows are not whole."""
    for found, exact in gradients((7, 1000), torch.bfloat16, target, Slices(TILE, 2, 2), centred):
        close(found, exact)


@pytest.mark.parametrize("target", TARGETS)
def test_a_large_mean_costs_no_digits_of_the_variance(target: str) -> None:
    for found, exact in gradients((9, 1000), torch.float32, target, Slices(SINGLE, 4, 1), True, shift=1000.0):
        close(found, exact, limit=2e-4)  # a difference of squares would be off by 0.06


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("dtype", "slices", "centred", "shift"),
    [
        (torch.bfloat16, Slices(TILE, 2, 2), True, 0.0),
        (torch.float32, Slices(SINGLE, 4, 1), True, 1000.0),
        (torch.float16, Slices(TILE, 2, 2), False, 0.0),
    ],
)
def test_norms_by_blocks_that_exchange(
    target: str, dtype: torch.dtype, slices: Slices, centred: bool, shift: float
) -> None:
    """In place; the epilogue sees the weight and the bias."""
    x = normal((7, 1000), dtype, target) + shift
    weight, bias = (normal((1000,), dtype, target) for _ in range(2))
    exact = x.double()
    mean = exact.mean(1, keepdim=True) if centred else 0.0
    scale = ((exact - mean).square().mean(1, keepdim=True) + 1e-5).rsqrt()
    exact = 2 * ((exact - mean) * scale * weight.double() + bias.double())
    rows, scales, shifts = (view_of("x", t) for t in (x, weight, bias))
    views = (rows, None, scales, shifts, rows, None)
    launch_norm_in_slices(views, 1e-5, slices, centred, lambda y: 2 * y)
    close(x, exact, limit=2e-4 if shift else None)


@pytest.mark.parametrize("target", TARGETS)
def test_norms_of_a_sum_by_blocks_that_exchange(target: str) -> None:
    """The sum takes the residual's place."""
    x, residual, weight = (normal(shape, torch.bfloat16, target) for shape in ((7, 1000), (7, 1000), (1000,)))
    summed, y = x + residual, poisoned(x)
    views = [view_of("x", t) for t in (x, residual, weight, y)]
    launch_norm_in_slices((*views[:3], None, views[3], views[1]), 1e-5, Slices(TILE, 2, 2), False, lambda y: y)
    assert torch.equal(residual, summed)
    close(y, F.rms_norm(summed.double(), (1000,), weight.double(), eps=1e-5))


@pytest.mark.parametrize("target", TARGETS)
def test_flags_are_left_as_they_were(target: str) -> None:
    """The second launch uses the first one's workspace."""
    slices = Slices(TILE, 1, 3)
    for rows in (5, 23):
        for found, exact in gradients((rows, 512), torch.float16, target, slices, False):
            close(found, exact)
        _, flags = workspace(view_of("x", torch.empty(1, device=target)), slices.numbers, slices.flags)
        assert not flags.array.any()


def test_blocks_of_a_row_fill_the_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rowwise_slices, "multiprocessors", lambda: 132)
    shares = {columns: slices_of(columns, 1000, SliceTile(8, 1)) for columns in (65536, 100000, 128256, 262144, 300000)}
    assert {n: (s.blocks, s.teams) for n, s in shares.items() if s} == {
        65536: (16, 8),
        100000: (25, 5),
        128256: (32, 4),
        262144: (64, 2),
        300000: (131, 1),
    }
    assert slices_of(600000, 1000, SliceTile(8, 1)) is None


@pytest.mark.parametrize(
    ("run", "rows", "columns", "taken"),
    [
        (lambda x: ops.rms_norm.__wrapped__(x, x[0]), 256, 131072, True),
        (lambda x: ops.rms_norm.__wrapped__(x, x[0]), 255, 131072, False),
        (lambda x: ops.rms_norm.__wrapped__(x, x[0]), 512, 65536, False),
        (lambda x: ops.layer_norm.__wrapped__(x, x[0], x[0]), 512, 65536, True),
        (lambda x: ops.add_rms_norm.__wrapped__(x, x, x[0]), 512, 32768, True),
    ],
)
def test_many_long_rows_take_slices(
    run: Callable[[torch.Tensor], object], rows: int, columns: int, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    launched = list[str]()
    monkeypatch.setattr(forward, "launch", lambda *_, **__: launched.append("clusters"))
    monkeypatch.setattr(forward, "launch_norm_in_slices", lambda *_: launched.append("slices"))
    monkeypatch.setattr(rowwise_slices, "multiprocessors", lambda: 132)
    run(torch.empty(rows, columns, dtype=torch.bfloat16))
    assert launched == ["slices" if taken else "clusters"]


def test_rows_without_whole_accesses_have_no_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices are copied 16 bytes at a time."""
    monkeypatch.setattr(rowwise_slices, "multiprocessors", lambda: 132)
    x, weight, bias = (torch.randn(shape) for shape in ((2, 66_001), (66_001,), (66_001,)))
    close(ops.layer_norm(x, weight, bias), F.layer_norm(x.double(), (66_001,), weight.double(), bias.double()))


def test_slices_fit_in_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """With weights as float32, which the gradients keep there."""
    monkeypatch.setattr(rowwise_slices, "multiprocessors", lambda: 132)
    columns = (65536, 131072, 262144)
    found = [(tensors, norm_slices(n, 8, 1000, tensors)) for n in columns for tensors in (1, 2)]
    found += [(2, gradient_slices(n, 8, 1000, centred)) for n in columns for centred in (False, True)]
    for tensors, slices in found:
        assert slices is not None
        tile = slices.tile
        rings = tensors * tile.stages * tile.rows * tile.threads * ACCESS_BYTES
        kept = 4 * tile.vector * tile.threads
        assert rings + kept <= 224 << 10, "3 KB of 227 are for numbers"
        assert tile.lag < tile.stages >= tile.carriers


def test_slices_begin_at_fewer_rows_where_clusters_are_crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By four blocks and more, each of which would read a weight and a bias again for each row."""
    monkeypatch.setattr(rowwise_slices, "multiprocessors", lambda: 132)
    least = {
        crowded: next(rows for rows in range(1, 400) if norm_slices(131072, 8, rows, 1, crowded))
        for crowded in (False, True)
    }
    assert least == {False: 16 * 16, True: 8 * 16}, "four teams with four rows each"


@pytest.mark.gpu
@pytest.mark.parametrize("columns", [65536, 100000, 128256, 262144])
def test_slices_of_a_gpu(columns: int) -> None:
    for centred in (False, True):
        slices = gradient_slices(columns, 8, 64, centred)
        assert slices is not None
        for found, exact in gradients((37, columns), torch.bfloat16, "cuda", slices, centred):
            close(found, exact)
