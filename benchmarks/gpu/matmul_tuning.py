"""Configurations of `ops.matmul`'s Hopper kernel side by side with cuBLAS, to choose from; each is checked first.

Run `python -m benchmarks.gpu.matmul_tuning`: a wrong kernel may hang, so each configuration is first tried in a process
of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import torch

from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.timing import timed
from cutedsl.ops.matmul_config import GemmConfig
from cutedsl.ops.matrix_product import matmul

CONFIGS: dict[str, dict[str, int]] = {
    "c1 s3 g16": {"stages": 3, "cluster_m": 1, "slab_m": 16},
    "c1 s4 g16": {"stages": 4, "cluster_m": 1, "slab_m": 16},
    "c2 s4 g8": {"stages": 4, "cluster_m": 2, "slab_m": 8},
    "c2 s4 g16": {"stages": 4, "cluster_m": 2, "slab_m": 16},
    "c2 s4 g32": {"stages": 4, "cluster_m": 2, "slab_m": 32},
    "c2 s3 g16": {"stages": 3, "cluster_m": 2, "slab_m": 16},
    "c4 s4 g16": {"stages": 4, "cluster_m": 4, "slab_m": 16},
    "256x128 c2 s4 g16": {"tile_m": 256, "tile_n": 128, "stages": 4, "cluster_m": 2, "slab_m": 16},
}
SHAPES = [("bfloat16", 4096), ("bfloat16", 8192), ("bfloat16", 16384), ("float16", 4096), ("float16", 8192)]


DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def product(name: str, a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> Callable[[], object]:
    """A run of `out = a b^T` by a configuration."""
    config = GemmConfig(**CONFIGS[name])
    return lambda: matmul(a, b.T, out, config=config)


def operands(m: int, n: int, k: int, dtype: torch.dtype) -> tuple[torch.Tensor, ...]:
    """Random operands (M,K) and (N,K), and a result of NaN."""
    a, b = (torch.randn(rows, k, device=DEVICE, dtype=dtype) for rows in (m, n))
    return a, b, torch.full((m, n), float("nan"), device=DEVICE, dtype=dtype)


def check(name: str) -> None:
    """One product at odd sizes against float32."""
    a, b, c = operands(1000, 1160, 520, torch.bfloat16)
    product(name, a, b, c)()
    error = relative_error(c, a.float() @ b.float().T)
    print(f"{name}: error {error:.2e}")
    assert error < 6e-3


def checked_names() -> list[str]:
    """The configurations that give the right result."""

    def try_one(name: str) -> str | None:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.gpu.matmul_tuning", name], timeout=40, capture_output=True, text=True
            )
        except subprocess.TimeoutExpired:
            print(f"{name}: hangs")
            return None
        print((done.stdout + done.stderr).strip()[-600:])
        return name if done.returncode == 0 else None

    with ThreadPoolExecutor(4) as pool:
        return [name for name in pool.map(try_one, CONFIGS) if name]


def main() -> None:
    """Prints TFLOP/s and the ratio to cuBLAS of each configuration that is right."""
    start = time.time()
    names, rows = checked_names(), []
    print(f"checked after {time.time() - start:.0f} s")
    for dtype_name, size in SHAPES:
        tensors = operands(size, size, size, getattr(torch, dtype_name))
        a, b, out = tensors
        target = torch.empty_like(out)
        variants: dict[str, Callable[[], Any]] = {name: product(name, a, b, out) for name in names}
        variants["cuBLAS"] = lambda a=a, b=b, target=target: torch.mm(a, b.T, out=target)
        results = timed(variants, 3 * a.nbytes)
        base = results["cuBLAS"]["median_us"]
        print(f"{dtype_name} {size}: cuBLAS {2 * size**3 / base / 1e6:.0f} TFLOP/s; {time.time() - start:.0f} s")
        for name, numbers in results.items():
            rows.append({"shape": f"{dtype_name} {size}", "config": name, **numbers})
            spread = f"{numbers['p10_us']:.0f}..{numbers['p90_us']:.0f}"
            print(f"  {name:20} {numbers['median_us']:8.1f} us  {base / numbers['median_us']:.3f}  ({spread})")
    Path(os.environ.get("OUT", "."), "matmul_tuning.json").write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    check(sys.argv[1]) if len(sys.argv) > 1 else main()
