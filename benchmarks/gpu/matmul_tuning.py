"""Configurations of `ops.matmul`'s Hopper kernel side by side with cuBLAS, to choose from; each is checked first.

Run `python -m benchmarks.gpu.matmul_tuning`: a wrong kernel may hang, so each configuration is first tried in a process
of its own.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch

from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.timing import timed
from cutedsl.ops.matmul_config import GemmConfig
from cutedsl.ops.matrix_product import matmul

LARGE = {
    "c1 s3 e4": GemmConfig(stages=3, cluster_m=1, epilogue_stages=4),
    "c1 s3 e4 k": GemmConfig(stages=3, cluster_m=1, epilogue_stages=4, stream_k=True),
    "c1 s4 e2": GemmConfig(stages=4, cluster_m=1),
    "c2 s3 e4": GemmConfig(stages=3, epilogue_stages=4),
    "c2 s3 e4 k": GemmConfig(stages=3, epilogue_stages=4, stream_k=True),
    "c2 s4 e2 k": GemmConfig(stages=4, stream_k=True),
    "c2 s3 e4 g8 k": GemmConfig(stages=3, epilogue_stages=4, stream_k=True, slab_m=8),
}
SKINNY = {
    "16 s10": GemmConfig(tile_n=16, stages=10, cluster_m=1, stream_k=True, swap=True),
    "16 k128 s5": GemmConfig(tile_n=16, tile_k=128, stages=5, cluster_m=1, stream_k=True, swap=True),
    "64 s8": GemmConfig(tile_n=64, stages=8, cluster_m=1, stream_k=True, swap=True),
    "64 k128 s4": GemmConfig(tile_n=64, tile_k=128, stages=4, cluster_m=1, stream_k=True, swap=True),
    "64 c2 s8": GemmConfig(tile_n=64, stages=8, cluster_m=2, stream_k=True, swap=True),
    "128 s6": GemmConfig(tile_n=128, stages=6, cluster_m=1, stream_k=True, swap=True),
    "128 c2 s6": GemmConfig(tile_n=128, stages=6, cluster_m=2, stream_k=True, swap=True),
}
CONFIGS = {**LARGE, **SKINNY}
NARROW, MIDDLE, WIDE = (tuple(name for name in SKINNY if name.startswith(n)) for n in ("16", "64", "128"))
CASES: list[tuple[str, tuple[int, int, int], tuple[str, ...]]] = [
    *(("bfloat16", (size, size, size), tuple(LARGE)) for size in (4096, 8192, 16384)),
    *(("float16", (size, size, size), tuple(LARGE)) for size in (4096, 8192)),
    *(("bfloat16", (m, 8192, 8192), names) for m, names in ((1, NARROW), (16, NARROW), (64, MIDDLE), (128, WIDE))),
]


DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def product(name: str, a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> Callable[[], object]:
    """A run of `out = a b^T` by a configuration."""
    return lambda: matmul(a, b.T, out, config=CONFIGS[name])


def operands(m: int, n: int, k: int, dtype: torch.dtype) -> tuple[torch.Tensor, ...]:
    """Random operands (M,K) and (N,K), and a result of NaN."""
    a, b = (torch.randn(rows, k, device=DEVICE, dtype=dtype) for rows in (m, n))
    return a, b, torch.full((m, n), float("nan"), device=DEVICE, dtype=dtype)


def check(name: str) -> None:
    """Products of one configuration, or of those that `matmul` chooses, against float32."""
    if name == "chosen":
        check_chosen()
        return
    a, b, out = operands(*((13, 4360, 520) if name in SKINNY else (1000, 1160, 520)), torch.bfloat16)
    run = product(name, a, b, out)
    for _ in range(3):
        out.fill_(float("nan"))
        run()
        close(name, out, a.float() @ b.float().T)


def close(name: str, found: torch.Tensor, exact: torch.Tensor) -> None:
    """Ends the process if a result is wrong."""
    error = relative_error(found, exact)
    print(f"{name}: error {error:.2e}")
    assert error < 6e-3


def check_chosen() -> None:
    """Every major order at sizes that are no whole tiles, stacks, an epilogue, and what no tensor map holds."""
    for m, n, k in ((1000, 1160, 520), (5, 4096, 1096), (777, 901, 333)):
        for turn_a, turn_b, turn_out in itertools.product((False, True), repeat=3):
            a, b, out = operands(m, n, k, torch.bfloat16)
            x, y, into = (
                t.mT.contiguous().mT if turn else t for t, turn in ((a, turn_a), (b.T, turn_b), (out, turn_out))
            )
            matmul(x, y, into)
            close(f"chosen {m}x{n}x{k} {turn_a} {turn_b} {turn_out}", into, a.float() @ b.float().T)
    a, b = (torch.randn(3, 200, 136, device=DEVICE, dtype=torch.float16) for _ in range(2))
    close("stack", matmul(a, b.mT), a.float() @ b.float().mT)
    close("one for all", matmul(a, b[0].T), a.float() @ b[0].float().T)
    bias, c = torch.randn(200, device=DEVICE), torch.randn(3, 200, 200, device=DEVICE, dtype=torch.float16)
    full = matmul(a, b.mT, alpha=0.5, beta=2.0, c=c, bias=bias, out_dtype=torch.float32)
    close("terms", full, 0.5 * (a.float() @ b.float().mT) + 2.0 * c.float() + bias)
    x, y = (torch.randn(n, 301, device=DEVICE) for n in (130, 257))
    close("float32", matmul(x, y.T), x.double() @ y.double().T)


def checked_names() -> list[str]:
    """The configurations that give the right result."""

    def try_one(name: str) -> str | None:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.gpu.matmul_tuning", name], timeout=60, capture_output=True, text=True
            )
        except subprocess.TimeoutExpired:
            print(f"{name}: hangs")
            return None
        print((done.stdout + done.stderr).strip()[-2400:])
        return name if done.returncode == 0 else None

    with ThreadPoolExecutor(8) as pool:
        return [name for name in pool.map(try_one, (*CONFIGS, "chosen")) if name]


def main() -> None:
    """Prints TFLOP/s and the ratio to cuBLAS of each configuration that is right."""
    start = time.time()
    names, rows = checked_names(), []
    print(f"checked after {time.time() - start:.0f} s")
    for dtype_name, (m, n, k), wanted in CASES:
        a, b, out = operands(m, n, k, getattr(torch, dtype_name))
        target = torch.empty_like(out)
        variants = {name: product(name, a, b, out) for name in wanted if name in names}
        variants["cuBLAS"] = lambda a=a, b=b, target=target: torch.mm(a, b.T, out=target)
        results = timed(variants, a.nbytes + b.nbytes + out.nbytes)
        base = results["cuBLAS"]["median_us"]
        print(f"{dtype_name} {m}x{n}x{k}: cuBLAS {2e-6 * m * n * k / base:.0f} TFLOP/s; {time.time() - start:.0f} s")
        for name, numbers in results.items():
            rows.append({"shape": f"{dtype_name} {m}x{n}x{k}", "config": name, **numbers})
            spread = f"{numbers['p10_us']:.1f}..{numbers['p90_us']:.1f}"
            print(f"  {name:20} {numbers['median_us']:8.1f} us  {base / numbers['median_us']:.3f}  ({spread})")
    Path(os.environ.get("OUT", "."), "matmul_tuning.json").write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    check(sys.argv[1]) if len(sys.argv) > 1 else main()
