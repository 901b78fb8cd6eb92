"""A tensor-parallel MLP on 1, 2, ... GPUs of one host: time of a forward and backward pass, ours and torch's own.

Each process holds its part of the hidden layer (`examples/tensor_parallel.py`) in bfloat16; NCCL adds up. Strong
scaling: the whole problem stays the same. Every count of GPUs is a run of its own of `torch.distributed.run`; the first
run's losses must agree with the others'. Writes `results/gpu_tensor_parallel.json`.

Usage: PYTHONPATH=src:. python -m benchmarks.gpu.tensor_parallel [--tokens 8192 --width 8192 --hidden 32768]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn

from benchmarks.record import ROOT, write_result

_ROUNDS = 20


def _example() -> Any:
    spec = importlib.util.spec_from_file_location("tensor_parallel", ROOT / "examples" / "tensor_parallel.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _ms(step: Callable[[], Tensor]) -> float:
    """Median time of a step, of the slowest process."""
    times: list[float] = []
    for _ in range(_ROUNDS + 3):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        dist.barrier()
        begin.record()
        step()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    slowest = torch.tensor(median(times[3:]), device="cuda")
    dist.all_reduce(slowest, dist.ReduceOp.MAX)
    return slowest.item()


def measure(tokens: int, width: int, hidden: int) -> None:
    """One process's part; the first one prints a row of the result."""
    rank, count = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl")
    example = _example()
    ours = example.ParallelMLP(*example.weights(width, hidden, "cuda", torch.bfloat16), rank, count)
    x = torch.randn(tokens, width, device="cuda", dtype=torch.bfloat16)
    dist.broadcast(x, 0)

    def torchs(x: Tensor) -> Tensor:
        inner = nn.functional.gelu(nn.functional.linear(example.CopyToAll.apply(x), ours.w1, ours.b1))
        return example.AddUp.apply(inner @ ours.w2.t()) + ours.b2

    def step(forward: Callable[[Tensor], Tensor]) -> Tensor:
        ours.zero_grad()
        loss = forward(x).float().square().mean()
        loss.backward()
        return loss.detach()

    row: dict[str, Any] = {"gpus": count, "loss": round(step(ours).item(), 5)}
    for name, forward in (("ours", ours), ("torch", torchs)):
        row[f"{name}_ms"] = round(_ms(lambda forward=forward: step(forward)), 3)
        operations = 2 * 2 * 3 * tokens * width * hidden  # two products, each with two more backward
        row[f"{name}_tflops_per_gpu"] = round(operations / count / row[f"{name}_ms"] * 1e-9, 1)
    if rank == 0:
        print(json.dumps(row), flush=True)
    dist.destroy_process_group()


def main() -> None:
    """Runs every count of GPUs, compares the losses and writes the result."""
    parser = argparse.ArgumentParser()
    for name, value in (("tokens", 8192), ("width", 8192), ("hidden", 32768)):
        parser.add_argument(f"--{name}", type=int, default=value)
    given = parser.parse_args()
    if "RANK" in os.environ:
        measure(given.tokens, given.width, given.hidden)
        return
    rows: list[dict[str, Any]] = []
    for count in (1, 2, 4, 8):
        if count > torch.cuda.device_count():
            break
        words = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(count)]
        command = [sys.executable, *words, "-m", "benchmarks.gpu.tensor_parallel", *sys.argv[1:]]
        done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
        if done.returncode:
            raise SystemExit(done.stderr[-4000:])
        rows.append(json.loads(done.stdout.strip().split("\n")[-1]))
        rows[-1]["ours_speedup"] = round(rows[0]["ours_ms"] / rows[-1]["ours_ms"], 2)
        print(rows[-1])
    losses = [row["loss"] for row in rows]
    assert max(losses) - min(losses) <= 0.02 * max(losses), losses
    print(write_result("gpu_tensor_parallel", rows, device=torch.cuda.get_device_name(0), torch=torch.__version__))


if __name__ == "__main__":
    main()
