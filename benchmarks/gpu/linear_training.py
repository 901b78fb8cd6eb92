"""A training step of one layer: `cutedsl.torch.functional.linear` beside torch's own, eager and compiled.

A step is forward, backward and a step of SGD, on bfloat16. Gradients are compared with those of float64 first.
Writes `results/gpu_linear.json` after every case.

Usage, on a GPU host: PYTHONPATH=src:. python -m benchmarks.gpu.linear_training [--seconds 60]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import torch
import torch.nn.functional as F
from torch import Tensor

from benchmarks.gpu.timing import timed
from benchmarks.record import write_result
from cutedsl.torch import functional

Layer = Callable[..., Tensor]
CASES: Final = [
    (rows, outputs, inputs, activation)
    for rows, outputs, inputs in ((4096, 4096, 4096), (8192, 8192, 2048), (16384, 4096, 1024))
    for activation in ("none", "gelu")
]
RATE: Final = 1e-3


def torchs(x: Tensor, weight: Tensor, bias: Tensor, activation: str) -> Tensor:
    """The layer in torch's operations."""
    out = F.linear(x, weight, bias)
    return F.gelu(out) if activation == "gelu" else out


def gradients(layer: Layer, given: Sequence[Tensor], slope: Tensor, activation: str) -> tuple[Tensor, ...]:
    """The gradients of input, weight and bias."""
    leaves = [tensor.detach().clone().requires_grad_() for tensor in given]
    return torch.autograd.grad(layer(*leaves, activation), leaves, slope)


def step(layer: Layer, given: Sequence[Tensor], slope: Tensor, activation: str) -> Callable[[], None]:
    """A step of training on tensors of its own."""
    leaves = [tensor.detach().clone().requires_grad_() for tensor in given]
    optimizer = torch.optim.SGD(leaves[1:], RATE)

    def run() -> None:
        optimizer.zero_grad()
        leaves[0].grad = None
        layer(*leaves, activation).backward(slope)
        optimizer.step()

    return run


def measure(rows: int, outputs: int, inputs: int, activation: str) -> dict[str, Any]:
    """A row of the result."""
    shapes = (rows, inputs), (outputs, inputs), (outputs,)
    given = [torch.randn(shape, device="cuda", dtype=torch.bfloat16) * inputs**-0.25 for shape in shapes]
    slope = torch.randn(rows, outputs, device="cuda", dtype=torch.bfloat16)
    compiled: Layer = torch.compile(torchs, dynamic=False)
    layers: dict[str, Layer] = {"cutedsl": functional.linear, "torch": torchs, "torch.compile": compiled}
    exact = gradients(torchs, [tensor.double() for tensor in given], slope.double(), activation)
    row: dict[str, Any] = {"case": f"{rows} x {outputs} x {inputs} {activation}"}
    for name, layer in layers.items():
        found = gradients(layer, given, slope, activation)
        errors = [((a.double() - b).norm() / b.norm()).item() for a, b in zip(found, exact, strict=True)]
        assert max(errors) < 2e-2, (name, errors)
        row[name] = {"error": float(f"{max(errors):.2g}")}
    runs = {name: step(layer, given, slope, activation) for name, layer in layers.items()}
    times = timed(runs, 1, repeats=20, wait_cycles=2_000_000)
    operations = 3 * 2 * rows * outputs * inputs
    for name, found in times.items():
        row[name] |= {key: round(found[key], 1) for key in ("median_us", "p10_us", "p90_us")}
        row[name]["tflop_per_s"] = round(operations / found["median_us"] / 1e6, 1)
        row[name]["times_torch"] = round(times["torch"]["median_us"] / found["median_us"], 3)
    return row


def main() -> None:
    """Measures the cases until the time is over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60, help="no case begins after this time")
    seconds = parser.parse_args().seconds
    start = time.perf_counter()
    found: list[dict[str, object]] = []
    for case in CASES:
        if time.perf_counter() - start < seconds:
            found.append(measure(*case))
            print(found[-1], flush=True)
            more = {"device": torch.cuda.get_device_name(), "torch": torch.__version__}
            write_result("gpu_linear", found, **more)


if __name__ == "__main__":
    main()
