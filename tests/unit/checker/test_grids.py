"""Launches whose blocks wait for each other, and clusters, under check."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.checker import Finding, check, checking
from cutedsl.errors import DSLUserCodeError
from tests.kernels.test_spins import grid_barrier
from tests.unit.checker.lines import line_of


@cute.kernel
def _exchange(x: cute.Tensor, out: cute.Tensor, count: cute.Tensor, waits: cutlass.Constexpr):
    """Each block writes its number, and reads that of the next."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    grid, _, _ = cute.arch.grid_dim()
    x[bidx, tidx] = bidx
    if waits:
        grid_barrier(count, grid)
    out[bidx, tidx] = x[(bidx + 1) % grid, tidx]


@cute.jit
def _run_exchange(
    x: cute.Tensor,
    out: cute.Tensor,
    count: cute.Tensor,
    waits: cutlass.Constexpr,
    cooperative: cutlass.Constexpr,
    cluster: cutlass.Constexpr,
):
    kernel = _exchange(x, out, count, waits)
    kernel.launch(grid=x.shape[0], block=64, cooperative=cooperative, cluster=(cluster, 1, 1))


def _exchanged(waits: bool, cooperative: bool, cluster: int = 1, blocks: int = 6) -> tuple[np.ndarray, list[Finding]]:
    x, out = np.zeros((blocks, 64), np.int32), np.zeros((blocks, 64), np.int32)
    report = check(_run_exchange, x, out, np.zeros(1, np.int32), waits, cooperative, cluster)
    return out, report.findings


@pytest.mark.parametrize(("cooperative", "cluster"), [(True, 1), (False, 1), (True, 2)])
def test_a_barrier_of_the_whole_grid_orders_its_blocks(cooperative: bool, cluster: int) -> None:
    out, findings = _exchanged(True, cooperative, cluster)
    assert findings == []
    np.testing.assert_array_equal(out[:, 0], np.roll(np.arange(6), -1))


@pytest.mark.parametrize(("cooperative", "cluster"), [(True, 1), (False, 1), (True, 2)])
def test_without_it_they_race(cooperative: bool, cluster: int) -> None:
    _, findings = _exchanged(False, cooperative, cluster)
    assert [one.kind for one in findings] == ["global-race"]
    (found,) = findings
    assert {span.line for span in found.spans} == {line_of(_exchange, "= bidx"), line_of(_exchange, "(bidx + 1)")}
    blocks = [place.block for place in found.places]
    assert blocks[0] != blocks[1]
    assert found.tensor == "x"


def test_a_grid_of_more_warps_than_are_told_apart_is_refused() -> None:
    with pytest.raises(DSLUserCodeError, match="1200 warps that run together") as caught:
        _exchanged(True, True, blocks=600)
    assert caught.value.name == "check-limit"


@cute.kernel
def _send(out: cute.Tensor, waits: cutlass.Constexpr):
    """Each block of a cluster reads what the next one has written to its own shared memory."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    rank, size = cute.arch.block_idx_in_cluster(), cute.arch.cluster_size()
    box = utils.SmemAllocator().allocate_array(cutlass.Int32, 32)
    (box + tidx).store(bidx)
    if waits:
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
    out[bidx, tidx] = (cute.arch.map_dsmem_ptr(box, (rank + 1) % size) + tidx).load()
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()


@cute.jit
def _run_send(out: cute.Tensor, waits: cutlass.Constexpr):
    _send(out, waits).launch(grid=[4, 1, 1], block=[32, 1, 1], cluster=[2, 1, 1])


def test_blocks_of_a_cluster_race_in_shared_memory() -> None:
    out = np.zeros((4, 32), np.int32)
    assert check(_run_send, out, True).clean
    assert out[:, 0].tolist() == [1, 0, 3, 2]
    findings = check(_run_send, out, False).findings
    (race,) = (one for one in findings if one.kind == "shared-race")
    assert {span.line for span in race.spans} == {line_of(_send, ".store(bidx)"), line_of(_send, "map_dsmem_ptr")}
    assert sorted(place.block or () for place in race.places) in ([(0, 0, 0), (1, 0, 0)], [(2, 0, 0), (3, 0, 0)])
    assert (race.tensor, race.coord) == ("box", "0")


@cute.kernel
def _endless(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    seen = x[tidx]
    while seen == 0:
        seen = seen * 2


@cute.kernel
def _nowhere(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    there = cute.make_tensor(cute.make_ptr(cutlass.Int32, 8, cute.AddressSpace.gmem), cute.make_layout(64))
    x[tidx] = there[tidx]


@cute.kernel
def _far_in_shared_memory(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    there = cute.make_ptr(cutlass.Int32, 1 << 20, cute.AddressSpace.smem)
    (there + tidx).store(x[tidx])


@cute.jit
def _run_alone(kernel: cutlass.Constexpr, x: cute.Tensor):
    kernel(x).launch(grid=[2, 1, 1], block=[64, 1, 1])


def _alone(kernel: Any) -> Finding:
    with checking() as report:
        _run_alone(kernel, np.zeros(64, np.int32))
    (found,) = report.findings
    return found


def test_a_loop_without_an_end_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_TIMEOUT_S", "1")
    found = _alone(_endless)
    assert found.kind == "launch-timeout"
    assert found.message == "block (0, 0, 0) has not ended after 1 s; warp 0 came here last"
    assert found.spans[0].line == line_of(_endless, "while")


@pytest.mark.parametrize(
    ("kernel", "line", "message"),
    [
        (_nowhere, "x[tidx] = there", "reads at the address 0x8, where there is no memory"),
        (_far_in_shared_memory, ".store(x", "writes element 262144 of `shared memory`, which has 0"),
    ],
)
def test_a_pointer_to_nowhere_is_a_finding(kernel: Any, line: str, message: str) -> None:
    found = _alone(kernel)
    assert (found.kind, found.spans[0].line) == ("out-of-bounds", line_of(kernel, line))
    assert found.message.endswith(message)
    assert found.count == 2
