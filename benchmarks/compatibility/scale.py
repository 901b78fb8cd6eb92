"""`python -m benchmarks.compatibility.scale FILE`: what this GPU does at the moment, to compare times of two cards by.

Least kernel times in µs of cuBLAS products and of a copy, as `reference_times.csv` has them of the other card.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

REPEATS = 20


def main(arguments: Sequence[str]) -> int:
    """Measures and writes."""
    import torch

    def product(kind: Any, size: int) -> Callable[[], Any]:
        a, b = (torch.randn(size, size, device="cuda", dtype=torch.float32).to(kind) for _ in range(2))
        return lambda: a @ b.t()

    source = torch.randn(16384, 16384, device="cuda")
    target = torch.empty_like(source)
    cases = {
        "cuBLAS bf16 8192^3": product(torch.bfloat16, 8192),
        "cuBLAS f16 8192^3": product(torch.float16, 8192),
        "cuBLAS f16 4096^3": product(torch.float16, 4096),
        "cuBLAS f32 4096^3": product(torch.float32, 4096),
        "torch copy of 16384x16384 float32": lambda: target.copy_(source),
    }
    Path(arguments[0]).write_text(json.dumps({name: least_us(run) for name, run in cases.items()}), encoding="utf-8")
    return 0


def least_us(run: Callable[[], Any]) -> float:
    """The least time of a call's longest kernel."""
    import torch
    from torch.autograd import DeviceType  # pyright: ignore[reportPrivateImportUsage]
    from torch.profiler import ProfilerActivity, profile

    run()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        for _ in range(REPEATS):
            run()
        torch.cuda.synchronize()
    recorded: Any = profiler.profiler
    times: dict[str, list[int]] = {}
    for event in recorded.kineto_results.events():
        if event.device_type() == DeviceType.CUDA and event.duration_ns() and " Sync" not in event.name():
            times.setdefault(event.name(), []).append(event.duration_ns())
    return round(max(min(found) for found in times.values()) / 1000, 2)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
