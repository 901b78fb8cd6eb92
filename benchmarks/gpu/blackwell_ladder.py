"""The rungs of `examples/blackwell` at sizes of their own, checked and, on a GPU, timed beside torch.

    PYTHONPATH=src:. python -m benchmarks.gpu.blackwell_ladder --device cuda [--record]

The CPU runs the smallest size of each, untimed: whether the script works can be seen without the hardware.
"""

from __future__ import annotations

import argparse
import runpy
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.record import ROOT, write_result
from cutedsl import cute

RUNGS = ("2_pipeline", "3_persistent")
SIZES = ((256, 256, 320), (4096, 4096, 4096), (8192, 8192, 8192))
LIMIT = 1e-3


@dataclass(frozen=True, slots=True)
class Case:
    """One rung at one size (M, N, K)."""

    rung: str
    mnk: tuple[int, int, int]


def tried(case: Case, device: str) -> dict[str, Any]:
    """The error against float32 or float64, and the times in microseconds on a GPU."""
    import torch

    rng = torch.Generator().manual_seed(0)
    m, n, k = case.mnk
    a, b = (torch.randn(rows, k, generator=rng).to(torch.float16).to(device) for rows in (m, n))
    c = torch.full((m, n), torch.nan, dtype=torch.float16, device=device)
    gemm: Callable[..., None] = runpy.run_path(str(ROOT / f"examples/blackwell/{case.rung}.py"))["gemm"]
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, c)]
    gemm(*given)
    exact = a.double() @ b.double().T if m <= 1024 else a.float() @ b.float().T
    error = float((c - exact).norm() / exact.norm())
    row: dict[str, Any] = {"rung": case.rung, "mnk": list(case.mnk), "error": error, "right": error < LIMIT}
    if device == "cuda":
        from benchmarks.gpu.timing import timed

        times = timed({"rung": lambda: gemm(*given), "torch": lambda: torch.mm(a, b.T)}, 2 * (m * k + n * k + m * n))
        row |= {name: one["median_us"] for name, one in times.items()}
        row["tflop_per_s"] = 2 * np.prod(case.mnk, dtype=float) / row["rung"] / 1e6
    return row


def main(arguments: Sequence[str]) -> int:
    """Exit code 0 if every rung is right."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu.blackwell_ladder", description=__doc__)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args(arguments)
    sizes = SIZES if options.device == "cuda" else SIZES[:1]
    rows = [tried(Case(rung, size), options.device) for rung in RUNGS for size in sizes]
    for row in rows:
        print(row, flush=True)
    if options.record:
        print(write_result("blackwell_ladder", rows, device=options.device))
    return 0 if all(row["right"] for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
