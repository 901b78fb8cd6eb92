"""First calls of attention, its backward pass and decoding, in fresh processes that ran another kernel.

Run `PYTHONPATH=src:. python3 -m benchmarks.gpu.attention_first_call` with nothing beside it: neither our cache nor the
driver's is used. `... attention_first_call main NAME...` runs some of the names only: `64`, `128`, `256`, `decode`.
Units: milliseconds. A row is the quickest of three processes' calls; `load` is mostly the driver's compiler, whose time
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

NAMES = ("64", "128", "256", "decode")
"""Heads of a size, forward and backward; decoding."""
PROCESSES = 3
MODULES = (
    "attention_forward.operation",
    "attention_gradients.operation",
    "decode.attention_decode",
    "decode.latent_decode",
)
"""Those that keep programs."""
PAGES = (0, 16, 1)


def one(name: str) -> None:
    """Prints a line of JSON for each form of a name."""
    from cutedsl import ops

    ops.sum(torch.ones(64, 64, device="cuda"), 0)
    compiled: list[Any] = []
    for module in [import_module(f"cutedsl.ops.{module}") for module in MODULES]:
        setattr(module, "_program", partial(noted, vars(module)["_program"], compiled))  # noqa: B010  (typed as private)
    if name == "decode":
        of_decoding(compiled)
    else:
        of_heads(int(name), compiled)


def of_decoding(compiled: list[Any]) -> None:
    """One query a sequence against caches without pages, with pages of 16 and of 1; then against latents."""
    from cutedsl import ops

    lengths = torch.full((64,), 4096, device="cuda", dtype=torch.int32)
    for page in PAGES:
        lines, keys = (64 * 4096 // page, page) if page else (64, 4096)
        table = torch.arange(lines, device="cuda", dtype=torch.int32).view(64, -1) if page else None
        q = torch.randn(64, 32, 128, device="cuda", dtype=torch.bfloat16)
        k, v = (torch.randn(lines, keys, 8, 128, device="cuda", dtype=torch.bfloat16) for _ in range(2))
        form = {"pass": "decode", "head_dim": 128, "causal": False, "page": page}
        timed(compiled, form, partial(ops.attention_decode, q, k, v, lengths, page_table=table))
        q = torch.randn(64, 16, 576, device="cuda", dtype=torch.bfloat16)
        cache = torch.randn(lines, keys, 576, device="cuda", dtype=torch.bfloat16)
        call = partial(ops.latent_attention_decode, q, cache, lengths, scale=192**-0.5, page_table=table)
        timed(compiled, {**form, "pass": "latents", "head_dim": 576}, call)


def of_heads(size: int, compiled: list[Any]) -> None:
    """Forward and backward, full and causal."""
    from cutedsl import ops

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


def main(*names: str) -> None:
    """All names in turn, or some, each in processes of its own; records all."""
    least: dict[tuple[Any, ...], dict[str, Any]] = {}
    environment = {**os.environ, "CUTEDSL_CACHE": "0", "CUDA_CACHE_DISABLE": "1"}
    for name in (names or NAMES) * PROCESSES:
        command = [sys.executable, "-m", "benchmarks.gpu.attention_first_call", name]
        done = subprocess.run(command, check=True, env=environment, timeout=60, stdout=subprocess.PIPE, text=True)
        print(done.stdout, end="", flush=True)
        for row in map(json.loads, done.stdout.splitlines()):
            form = row["head_dim"], row["pass"], row["causal"], row.get("page", 0)
            least[form] = min(row, least.get(form, row), key=lambda one: one["first_call_ms"])
    rows = [row for _, row in sorted(least.items())]
    for row in rows:
        print(row["pass"], row["head_dim"], row["causal"], row.get("page", ""), row["first_call_ms"], flush=True)
    if names:
        return
    write_result("gpu_attention_first_call", rows, device=torch.cuda.get_device_name(), torch=torch.__version__)


if __name__ == "__main__":
    one(sys.argv[1]) if len(sys.argv) == 2 else main(*sys.argv[2:])
