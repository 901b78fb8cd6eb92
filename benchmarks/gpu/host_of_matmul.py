"""Host time of `ops.matmul` with torch tensors on a GPU, its launch and tensor maps included, beside torch's.

Run `python -m benchmarks.gpu.host_of_matmul`: wall time of a call, the least and the median of means over 200.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import torch

from cutedsl import ops

CALLS, REPEATS = 200, 25


def mean_us(call: Callable[[], object]) -> tuple[float, float]:
    """The least and the median of means, in microseconds; the device is idle at the start of each."""
    means: list[float] = []
    for _ in range(REPEATS):
        call()
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(CALLS):
            call()
        means.append((time.perf_counter() - start) / CALLS * 1e6)
    torch.cuda.synchronize()
    return min(means), sorted(means)[REPEATS // 2]


def main() -> None:
    """Prints a table."""
    for size in (64, 512):
        a, b, out = (torch.randn(size, size, device="cuda", dtype=torch.bfloat16) for _ in range(3))
        turned = b.T
        calls: dict[str, Callable[[], object]] = {
            "ops.matmul(a, bt, out)": lambda a=a, bt=turned, out=out: ops.matmul(a, bt, out),
            "ops.matmul(a, b.T, out)": lambda a=a, b=b, out=out: ops.matmul(a, b.T, out),
            "torch.mm(a, bt, out=out)": lambda a=a, bt=turned, out=out: torch.mm(a, bt, out=out),
            "a @ bt": lambda a=a, bt=turned: a @ bt,
        }
        for name, call in calls.items():
            least, median = mean_us(call)
            print(f"{size}: {name:26} {least:6.2f} us (median {median:.2f})", flush=True)


if __name__ == "__main__":
    main()
