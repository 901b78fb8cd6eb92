"""What operations do to the memory, by Nsight Compute's counters; run it on the GPU machine from the repository's root.

    ncu --clock-control none -k regex:kernel_cutlass --csv --metrics \\
        gpu__time_duration.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed,dram__bytes_read.sum,\\
        dram__bytes_write.sum,smsp__issue_active.avg.pct_of_peak_sustained_active,\\
        sm__warps_active.avg.pct_of_peak_sustained_active,sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active \\
        python3 -m benchmarks.gpu.op_counters cross_entropy:32768x1024 layer_norm:32768x1024 sum_rows:16384x16384

`benchmarks/results/gpu_op_counters.json` has a run's second launches.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import torch

from cutedsl import ops

FLUSH_BYTES = 256 << 20


def call(op: str, rows: int, columns: int) -> Callable[[], object]:
    """An operation on fresh random-normal data."""
    x = torch.randn(rows, columns, device="cuda")
    if op.startswith("sum"):
        return lambda: ops.sum(x, int(op == "sum_rows"))
    x = x.bfloat16()
    weight, bias = (torch.randn(columns, device="cuda").bfloat16() for _ in range(2))
    labels = torch.randint(0, columns, (rows,), device="cuda")
    runs: dict[str, Callable[[], object]] = {
        "cross_entropy": lambda: ops.cross_entropy(x, labels),
        "layer_norm": lambda: ops.layer_norm(x, weight, bias),
        "rms_norm": lambda: ops.rms_norm(x, weight),
    }
    return runs[op]


def main() -> None:
    """Each operation twice, with the caches full of what was written before."""
    flush = torch.empty(FLUSH_BYTES, dtype=torch.int8, device="cuda")
    for named in sys.argv[1:]:
        op, _, size = named.partition(":")
        rows, columns = map(int, size.split("x"))
        run = call(op, rows, columns)
        for _ in range(2):
            flush.zero_()
            run()
        torch.cuda.synchronize()


if __name__ == "__main__":
    main()
