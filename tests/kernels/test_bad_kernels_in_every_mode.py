"""Illegal accesses, divisions by zero, failed assertions and endless loops, wherever a warp may wait for others."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.config import override
from cutedsl.errors import DSLUserCodeError

THREADS = 64
MODES: dict[str, dict[str, Any]] = {
    "plain": {},
    "waits": {},
    "lanes apart": {},
    "partial": {"block": 48},
    "clusters": {"cluster": 2},
    "cooperative": {"cooperative": True},
}
ENDS: dict[str, tuple[str, str]] = {
    "outside": ("out-of-bounds", r"thread \(\d+, 0, 0\) of block \(\d, 0, 0\) writes element \d+ of `x`, which has 64"),
    "divides": ("division-by-zero", r"thread \(\d+, 0, 0\) of block \(\d, 0, 0\) divides by zero"),
    "endless": ("launch-timeout", r"\(0\.3 s\); block \(\d, 0, 0\) was here\n.*\n.*\n.*while i > 0:"),
    "wild": ("illegal-access", r"block \(\d, 0, 0\) writes address 0x1"),
}


@cute.kernel
def fails(x: cute.Tensor, lock: cute.Tensor, n: cutlass.Int64, mode: cutlass.Constexpr, how: cutlass.Constexpr):
    """Does what `how` says after a wait of the `mode`, and before another one."""
    tidx, _, _ = cute.arch.thread_idx()
    if cutlass.const_expr(mode == "clusters"):
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
    elif cutlass.const_expr(mode == "lanes apart"):
        held = cutlass.Int32(1)
        while held != 0:
            held = cute.arch.atomic_cas(lock.iterator, cmp=0, val=1, sem="acquire", scope="gpu")
            if held == 0:
                cute.arch.atomic_exch(lock.iterator, 0, sem="release", scope="gpu")
    if cutlass.const_expr(mode not in ("plain", "partial")):
        cute.arch.sync_threads()
    if cutlass.const_expr(how == "outside"):
        x[tidx + 1000 * n] = 1.0
    elif cutlass.const_expr(how == "divides"):
        x[tidx] = (tidx // (n - 1)).to(cutlass.Float32)
    elif cutlass.const_expr(how == "endless"):
        i = n
        while i > 0:
            i = i ^ 2
        x[tidx] = i.to(cutlass.Float32)
    elif cutlass.const_expr(how == "wild"):
        cute.make_ptr(cutlass.Float32, (n << 44) + 4 * tidx, cute.AddressSpace.gmem).store(cutlass.Float32(1))
    if cutlass.const_expr(mode not in ("plain", "partial")):
        cute.arch.sync_threads()


@cute.jit
def run(x: cute.Tensor, lock: cute.Tensor, n: cutlass.Int64, mode: cutlass.Constexpr, how: cutlass.Constexpr):
    fails(x, lock, n, mode, how).launch(**{"grid": 4, "block": THREADS, **MODES[mode]})


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("mode", MODES)
def test_an_error_ends_the_launch_and_python_goes_on(mode: str, how: str) -> None:
    x, lock = np.zeros(THREADS, np.float32), np.zeros(1, np.int32)
    with override(timeout_s=0.3), pytest.raises(DSLUserCodeError) as caught:
        run(x, lock, 1, mode, how)
    name, message = ENDS[how]
    assert caught.value.name == name
    assert re.search(message, str(caught.value))
    run(x, lock, 1, mode, "nothing")


@cute.kernel
def waits_apart(n: cutlass.Int32):
    """Of four warps each waits where the others do not."""
    warp = cute.arch.warp_idx()
    if warp == 0 * n:
        cute.arch.barrier(barrier_id=5, number_of_threads=96)
    elif warp == n:
        cute.arch.barrier(barrier_id=5 + n, number_of_threads=64 * n)
    elif warp == 2 * n:
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()
    else:
        cute.arch.barrier_arrive(barrier_id=5, number_of_threads=96)
        cute.arch.sync_threads()


@cute.jit
def wait_apart(n: cutlass.Int32):
    waits_apart(n).launch(grid=2, block=128, cluster=2)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_deadlock_says_who_waits_at_which_barrier() -> None:
    with pytest.raises(DSLUserCodeError) as caught:
        wait_apart(1)
    said = str(caught.value)
    assert "in block (0, 0, 0) 4 warps are waiting and none can make progress" in said
    assert "warp 0 waits here at barrier 5, to which 64 of 96 threads have come" in said
    assert "warp 1 waits here\n" in said
    assert "warp 2 waits here at the barrier of the cluster, to which 2 of 8 warps have come" in said
    assert "warp 3 waits here at the barrier of the block" in said


@cute.kernel
def counts_threads(n: cutlass.Int32):
    cute.arch.barrier(barrier_id=1, number_of_threads=n)


@cute.jit
def count_threads(n: cutlass.Int32):
    counts_threads(n).launch(grid=1, block=64)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_a_barrier_of_a_part_of_a_warp_ends_as_an_error() -> None:
    count_threads(64)
    with pytest.raises(
        DSLUserCodeError, match="a named barrier waits for whole warps, a multiple of 32 threads"
    ) as said:
        count_threads(33)
    assert said.value.name == "kernel-trap"


@cute.kernel
def takes_memory(x: cute.Tensor, floats: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(floats))
    s[tidx] = x[tidx]


@cute.jit
def asks(x: cute.Tensor, floats: cutlass.Constexpr, cluster: cutlass.Constexpr, smem: cutlass.Int32):
    takes_memory(x, floats).launch(grid=4, block=32, cluster=cluster, smem=smem)


@pytest.mark.parametrize(
    ("arch", "floats", "cluster", "smem", "error"),
    [
        ("sm_80", 41_728, 1, 0, ""),
        ("sm_80", 41_729, 1, 0, "too-much-shared-memory"),
        ("sm_86", 64, 1, 101_377, "too-much-shared-memory"),
        ("sm_90a", 64, 1, 101_377, ""),
        ("sm_90a", 64, 1, -4, "too-much-shared-memory"),
        ("sm_86", 64, 2, 0, "launch-invalid-cluster"),
        ("sm_90a", 64, 2, 0, ""),
    ],
)
def test_the_named_arch_has_its_limits(arch: str, floats: int, cluster: int, smem: int, error: str) -> None:
    x = np.zeros(32, np.float32)

    def ask() -> None:
        cute.compile(asks, x, floats, cluster, smem, options=f"--target cpu --gpu-arch {arch}")(x, smem)

    if not error:
        ask()
        return
    with pytest.raises(DSLUserCodeError) as caught:
        ask()
    assert caught.value.name == error
