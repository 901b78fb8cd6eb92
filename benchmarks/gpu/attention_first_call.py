"""The first call of each form of `ops.attention` and of its backward pass, in fresh processes that ran another kernel.

Run `PYTHONPATH=src:. python3 -m benchmarks.gpu.attention_first_call`: neither our cache nor the driver's is used.
Units: milliseconds. A row is the quickest of the processes' calls; `load` is mostly the driver's compiler, whose time
for the same PTX differs by two between hosts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import torch

from benchmarks.record import write_result

SIZES = (64, 128, 256)
PROCESSES = 2


def one(size: int) -> None:
    """Prints a line of JSON for each pass and mask."""
    from cutedsl import ops

    ops.sum(torch.ones(64, 64, device="cuda"), 0)
    compiled: list[Any] = []
    for name in ("forward", "gradients"):
        module = import_module(f"cutedsl.ops.attention_{name}.operation")
        setattr(module, "_program", partial(noted, vars(module)["_program"], compiled))  # noqa: B010  (typed as private)
    for causal in (False, True):
        q, k, v, grad = (torch.randn(4, 4096, 8, size, device="cuda", dtype=torch.bfloat16) for _ in range(4))
        form = {"head_dim": size, "causal": causal}
        call = partial(ops.attention, q, k, v, causal=causal, return_lse=True)
        out, lse = timed(compiled, {"pass": "forward", **form}, call)
        call = partial(ops.attention_backward, grad, q, k, v, out, lse, causal=causal)
        timed(compiled, {"pass": "backward", **form}, call)


def noted(program: Any, compiled: list[Any], *given: Any) -> Any:
    """What `program` gives, which `compiled` gets too."""
    compiled.append(program(*given))
    return compiled[-1]


def timed(compiled: list[Any], row: dict[str, Any], call: Callable[[], Any]) -> Any:
    """A call's results; prints its times."""
    torch.cuda.synchronize()
    start, used = time.perf_counter(), time.process_time()
    results = call()
    torch.cuda.synchronize()
    total, cpu = time.perf_counter() - start, time.process_time() - used
    stages = {name: round(1e3 * s, 1) for name, s in compiled[-1].artifacts.times.seconds.items()}
    spent = {"first_call_ms": round(1e3 * total, 1), "cpu_ms": round(1e3 * cpu, 1)}
    print(json.dumps({**row, **spent, "stages_ms": stages}), flush=True)
    return results


def main() -> None:
    """All sizes in turn, each in processes of its own."""
    least: dict[tuple[Any, ...], dict[str, Any]] = {}
    environment = {**os.environ, "CUTEDSL_CACHE": "0", "CUDA_CACHE_DISABLE": "1"}
    for size in SIZES * PROCESSES:
        command = [sys.executable, "-m", "benchmarks.gpu.attention_first_call", str(size)]
        done = subprocess.run(command, check=True, env=environment, timeout=60, stdout=subprocess.PIPE, text=True)
        print(done.stdout, end="", flush=True)
        for row in map(json.loads, done.stdout.splitlines()):
            form = row["head_dim"], row["pass"], row["causal"]
            least[form] = min(row, least.get(form, row), key=lambda one: one["first_call_ms"])
    rows = [row for _, row in sorted(least.items())]
    write_result("gpu_attention_first_call", rows, device=torch.cuda.get_device_name(), torch=torch.__version__)


if __name__ == "__main__":
    one(int(sys.argv[1])) if len(sys.argv) > 1 else main()
