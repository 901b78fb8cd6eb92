"""Long kernels whose threads run in groups of fewer lanes than a warp: the same bits, and the same errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.codegen.cpu import module
from cutedsl.codegen.cpu.plan import planner
from cutedsl.codegen.cpu.plan.lane_groups import group_lanes
from cutedsl.codegen.llvm.compile import host_machine

BLOCK = (24, 4, 1)
THREADS = 96
LANES = (4, 8, 16)


@pytest.fixture(autouse=True)
def _long_from_few_ops_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CUTEDSL_CACHE", "0")
    monkeypatch.setattr(module, "LONG_OPS", 20)
    yield


@cute.kernel
def many_forms(x: cute.Tensor, y: cute.Tensor, k: cute.Tensor, n: cutlass.Int32):
    """Addresses of every form, branches in which threads differ, a thread's own memory, integers of all sizes."""
    tx, ty, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    tidx = ty * BLOCK[0] + tx
    own = cute.make_rmem_tensor(cute.make_layout(4), cutlass.Float32)
    for i in cutlass.range_constexpr(4):
        own[i] = x[tidx + 7 * i]
    own[tidx % 4] = x[(tidx * 5 + bidx) % n]
    t = x[n] + x[3 * tx] * x[THREADS - 1 - tidx] + own[(tidx + 1) % 4] + x[tidx // 4 * 4] + x[tidx ^ 5]
    if tidx % 3 == 1:
        t = t * 0.5 + x[tidx + 1]
    elif tidx > n:
        t = t - own[2]
    wide = (cutlass.Int64(tidx) << 33) * n + bidx
    small = (tidx * 37).to(cutlass.Int8)
    half = (t * 3.0).to(cutlass.Float16)
    y[bidx * THREADS + tidx] = t + half.to(cutlass.Float32) + cute.math.sqrt(cute.math.abs(t))
    k[bidx * THREADS + tidx] = (wide // 7 + small.to(cutlass.Int64) * (tidx & 12)) % 1000003


@cute.jit
def launch_many_forms(x: cute.Tensor, y: cute.Tensor, k: cute.Tensor, n: cutlass.Int32):
    many_forms(x, y, k, n).launch(grid=3, block=BLOCK)


def _run(lanes: int, monkeypatch: pytest.MonkeyPatch, n: int = 61) -> tuple[np.ndarray, np.ndarray, str]:
    monkeypatch.setattr(planner, "group_lanes", lambda *_: lanes)
    x = np.random.default_rng(3).random(512, dtype=np.float32)
    y, k = np.full(3 * THREADS, np.nan, np.float32), np.zeros(3 * THREADS, np.int64)
    compiled = cute.compile(launch_many_forms, x, y, k, n, options="--target cpu")
    compiled(x, y, k, n)
    return y, k, compiled.artifacts.source.llvm_text


@pytest.mark.cutedsl_unchecked  # checked programs keep their warps
@pytest.mark.parametrize("lanes", LANES)
def test_the_same_bits_as_of_warps(lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    warps, groups = _run(32, monkeypatch), _run(lanes, monkeypatch)
    assert f"<{lanes} x float>" in groups[2]
    assert "<32 x float>" not in groups[2]
    assert np.array_equal(warps[0].view(np.uint32), groups[0].view(np.uint32))
    assert np.array_equal(warps[1], groups[1])
    assert not np.isnan(groups[0]).any()


@cute.kernel
def gathers(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    """From thread 53 on, the place is outside `x`."""
    tidx, _, _ = cute.arch.thread_idx()
    for r in cutlass.range_constexpr(8):
        y[tidx] = x[tidx * tidx // n] * 2.0 + x[r]


@cute.jit
def launch_gathers(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    gathers(x, y, n).launch(grid=1, block=64)


@cute.kernel
def goes_on(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    """The last thread is outside `x` in the last turn."""
    tidx, _, _ = cute.arch.thread_idx()
    for r in cutlass.range_constexpr(8):
        y[tidx] = x[tidx + r * n] * 2.0


@cute.jit
def launch_goes_on(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    goes_on(x, y, n).launch(grid=1, block=64)


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize(("host", "n", "thread", "size"), [(launch_gathers, 28, 53, 100), (launch_goes_on, 8, 63, 119)])
@pytest.mark.parametrize("lanes", LANES)
def test_an_access_outside_names_its_thread(
    host: Any, n: int, thread: int, size: int, lanes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planner, "group_lanes", lambda *_: lanes)
    x, y = np.zeros(size, np.float32), np.zeros(64, np.float32)
    said = rf"thread \({thread}, 0, 0\) of block \(0, 0, 0\) reads element {size} of `x`"
    with pytest.raises(IndexError, match=said):
        cute.compile(host, x, y, n, options="--target cpu")(x, y, n)


@pytest.mark.cutedsl_unchecked
@pytest.mark.parametrize("lanes", LANES)
def test_a_division_by_zero_names_its_thread(lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    @cute.kernel
    def divides(x: cute.Tensor, n: cutlass.Int32):
        tidx, _, _ = cute.arch.thread_idx()
        for r in cutlass.range_constexpr(8):
            x[tidx] = x[tidx] + r // (tidx - n)

    @cute.jit
    def host(x: cute.Tensor, n: cutlass.Int32):
        divides(x, n).launch(grid=1, block=64)

    monkeypatch.setattr(planner, "group_lanes", lambda *_: lanes)
    x = np.zeros(64, np.int32)
    with pytest.raises(ZeroDivisionError, match=r"thread \(45, 0, 0\)"):
        cute.compile(host, x, 45, options="--target cpu")(x, 45)


def _lanes_of(kernel: Any, block: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lanes the kernels of a launch get."""
    found: list[int] = []

    def noted(*args: Any) -> int:
        found.append(group_lanes(*args))
        return found[-1]

    @cute.jit
    def host(x: cute.Tensor):
        kernel(x).launch(grid=1, block=block)

    monkeypatch.setattr(planner, "group_lanes", noted)
    cute.compile(host, np.zeros(256, np.float32), options="--target cpu")
    return found


@pytest.mark.cutedsl_unchecked
def test_who_asks_for_the_warp_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    @cute.kernel
    def alone(x: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        for r in cutlass.range_constexpr(8):
            x[tidx] = x[tidx] * 2.0 + r

    @cute.kernel
    def by_lane(x: cute.Tensor):
        lane = cute.arch.lane_idx()
        for r in cutlass.range_constexpr(8):
            x[lane] = x[lane] * 2.0 + r

    @cute.kernel
    def together(x: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        for r in cutlass.range_constexpr(8):
            x[tidx] = cute.arch.shuffle_sync_down(x[tidx], 1) + r

    @cute.kernel
    def in_a_loop(x: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        for r in range(8):
            for i in cutlass.range_constexpr(8):
                x[tidx] = x[tidx] * 2.0 + cutlass.Float32(r + i)

    fewer = min(32, host_machine().registers.size_bytes // 4)
    assert _lanes_of(alone, 64, monkeypatch) == [fewer]
    assert _lanes_of(alone, 33, monkeypatch) == [32]
    assert _lanes_of(by_lane, 32, monkeypatch) == [32]
    assert _lanes_of(together, 64, monkeypatch) == [32]
    assert _lanes_of(in_a_loop, 64, monkeypatch) == []
