"""The host time of a call with CUDA tensors of torch, its launch included: compiled, direct, by name, with tensor maps.

Batches are small enough for the device's launch queue; rounds of all calls are interleaved. torch's own calls are the
baselines. Writes `results/gpu_calls.json`. Run on a GPU host: `python -m benchmarks.gpu.calls`.
"""

from __future__ import annotations

import runpy
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.record import ROOT, write_result
from cutedsl.torch import operator
from examples.row_sum import reduce_sum

_BATCH = 100
_ROUNDS = 21


@cute.kernel
def _one(y: cute.Tensor):
    y[cute.arch.block_idx()[0]] = 1.0


@cute.jit
def _clustered(y: cute.Tensor):
    _one(y).launch(grid=(4, 1, 1), block=(1, 1, 1), cluster=(2, 1, 1))


@cute.jit
def _early(y: cute.Tensor):
    _one(y).launch(grid=(4, 1, 1), block=(1, 1, 1), use_pdl=True)


@cute.kernel
def _scale_kernel(x: cute.Tensor, o: cute.Tensor, a: cutlass.Float32):
    i = cute.arch.thread_idx()[0]
    o[i] = a * x[i]


@operator("cutedsl_benchmark::scale", out="x")
@cute.jit
def _scale(x: cute.Tensor, o: cute.Tensor, a: cutlass.Float32):
    _scale_kernel(x, o, a).launch(grid=(1, 1, 1), block=(64, 1, 1))


def _gemm() -> tuple[Any, tuple[Any, ...]]:
    """The warp-specialised GEMM of the examples, compiled, and its arguments."""
    gemm = runpy.run_path(str(ROOT / "examples/gemm/6_warp_specialised.py"))["gemm"]
    a, b = (torch.randn(rows, 192, device="cuda", dtype=torch.float16) for rows in (256, 512))
    c = torch.empty(256, 512, device="cuda", dtype=torch.float16)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, c)]
    arguments = *(x.mark_layout_dynamic() for x in given), cutlass.Int32(2)
    return cute.compile(gemm, *arguments), (a, b, c, 2)


def _cases() -> dict[str, Callable[[], object]]:
    x, y = torch.randn(64, 64, device="cuda"), torch.empty(64, device="cuda")
    compiled: Any = cute.compile(reduce_sum, x, y)
    direct: Any = reduce_sum
    clustered, early = (cute.compile(function, y) for function in (_clustered, _early))
    program, arguments = _gemm()
    a, b, c = arguments[:3]
    program(*arguments)
    torch.testing.assert_close(c, a @ b.T, rtol=1e-2, atol=1e-2)
    transposed, out = b.T, torch.empty_like(c)
    return {
        "empty call of Python": lambda: None,
        "row sum, compiled": lambda: compiled(x, y),
        "row sum, compiled, by name": lambda: compiled(x, output=y),
        "row sum, a direct call": lambda: direct(x, y),
        "a launch with a cluster": lambda: clustered(y),
        "a launch with use_pdl": lambda: early(y),
        "GEMM with two tensor maps": lambda: program(*arguments),
        "an operator of torch": lambda: _scale(y, 2.0),
        "torch.mul": lambda: torch.mul(y, 2.0),
        "torch.add(out=)": lambda: torch.add(x, x, out=x),
        "torch.sum(out=)": lambda: torch.sum(x, 1, out=y),
        "torch.mm(out=)": lambda: torch.mm(a, transposed, out=out),
        "torch @": lambda: a @ transposed,
    }


def _us(call: Callable[[], object]) -> float:
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(_BATCH):
        call()
    return 1e6 * (time.perf_counter() - start) / _BATCH


def main() -> None:
    """Measures the calls in turn and writes the result."""
    cases = _cases()
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(_ROUNDS):
        for name, call in cases.items():
            times[name].append(_us(call))
    rows: list[dict[str, object]] = []
    for name, values in times.items():
        ordered = sorted(values)
        row = {"call": name, "median_us": round(median(values), 2), "min_us": round(ordered[0], 2)}
        rows.append({**row, "p90_us": round(ordered[-3], 2)})
        print(f"{name:32s} {row['median_us']:8.2f} us (min {row['min_us']})", flush=True)
    print(write_result("gpu_calls", rows, device=torch.cuda.get_device_name(), torch=torch.__version__))


if __name__ == "__main__":
    main()
