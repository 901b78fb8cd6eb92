"""The first call of each form of `ops.attention`, by stages, in fresh processes that ran another kernel; milliseconds.

Run `PYTHONPATH=src:. python3 -m benchmarks.gpu.attention_first_call`: neither our cache nor the driver's is used.
`load` is mostly the driver's compiler, whose time for the same PTX differs by two between hosts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any

import torch

from benchmarks.record import write_result

SIZES = (64, 128, 256)
PROCESSES = 3


def one(size: int) -> None:
    """Prints a line of JSON for each mask."""
    from cutedsl import ops
    from cutedsl.ops.attention_forward import operation as attentions

    ops.sum(torch.ones(64, 64, device="cuda"), 0)
    compiled: list[Any] = []
    program = vars(attentions)["_program"]

    def noted(*given: Any) -> Any:
        compiled.append(program(*given))
        return compiled[-1]

    setattr(attentions, "_program", noted)  # noqa: B010  (typed as private)
    for causal in (False, True):
        q, k, v = (torch.randn(4, 4096, 8, size, device="cuda", dtype=torch.bfloat16) for _ in range(3))
        torch.cuda.synchronize()
        start, used = time.perf_counter(), time.process_time()
        ops.attention(q, k, v, causal=causal)
        torch.cuda.synchronize()
        total, cpu = time.perf_counter() - start, time.process_time() - used
        stages = {name: round(1e3 * s, 1) for name, s in compiled[-1].artifacts.times.seconds.items()}
        row = {
            "head_dim": size,
            "causal": causal,
            "first_call_ms": round(1e3 * total, 1),
            "cpu_ms": round(1e3 * cpu, 1),
        }
        print(json.dumps(row | {"stages_ms": stages}), flush=True)


def main() -> None:
    """All sizes in turn, each in processes of its own."""
    rows: list[Any] = []
    environment = {**os.environ, "CUTEDSL_CACHE": "0", "CUDA_CACHE_DISABLE": "1"}
    for size in SIZES * PROCESSES:
        command = [sys.executable, "-m", "benchmarks.gpu.attention_first_call", str(size)]
        done = subprocess.run(command, check=True, env=environment, timeout=60, stdout=subprocess.PIPE, text=True)
        print(done.stdout, end="", flush=True)
        rows += [json.loads(line) for line in done.stdout.splitlines()]
    write_result("gpu_attention_first_call", rows, device=torch.cuda.get_device_name(), torch=torch.__version__)


if __name__ == "__main__":
    one(int(sys.argv[1])) if len(sys.argv) > 1 else main()
