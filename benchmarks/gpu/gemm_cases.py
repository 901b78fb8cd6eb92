"""GEMMs of the examples against cuBLAS (through torch), on the same random-normal data in the same run."""

from __future__ import annotations

import runpy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from benchmarks.gpu.device_program import checked, relative_error
from benchmarks.gpu.timing import timed

Rows = list[dict[str, Any]]
EXAMPLES = Path(__file__).parents[2] / "examples" / "gemm"
SIZES = (4096, 8192, 16384)
LADDER = ("6_warp_specialised", "7_bulk_store")


def gemm_ladder() -> Rows:
    """Each example of the ladder: results against float32, compile time, TFLOP/s beside cuBLAS."""
    import cutedsl.cute as cute

    rows: Rows = []
    sms = torch.cuda.get_device_properties(0).multi_processor_count
    for dtype in (torch.bfloat16, torch.float16):
        for size in SIZES:
            a, b = (torch.randn(size, size, device="cuda", dtype=dtype) for _ in range(2))
            variants: dict[str, Callable[[], object]] = {}
            exact = a[:256].float() @ b.float().T
            for name in LADDER:
                program = runpy.run_path(str(EXAMPLES / f"{name}.py"))
                out = torch.full((size, size), float("nan"), device="cuda", dtype=dtype)
                given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, out)]
                start = time.perf_counter()
                compiled = cute.compile(program["gemm"], *given, sms)
                compile_s = time.perf_counter() - start
                compiled(*given, sms)
                torch.cuda.synchronize()
                limit = 2e-3 if dtype is torch.float16 else 6e-3
                assert not bool(torch.isnan(out).any())
                row = checked(f"{name} {size} {dtype}", relative_error(out[:256], exact), limit)
                rows.append({**row, "compile_s": compile_s})
                variants[name] = lambda compiled=compiled, given=given: compiled(*given, sms)
            target = torch.empty_like(a)
            variants["cuBLAS"] = lambda a=a, b=b, target=target: torch.mm(a, b.T, out=target)
            results = timed(variants, 3 * a.nbytes)
            for numbers in results.values():
                numbers["tflop_per_s"] = 2 * size**3 / numbers["median_us"] / 1e6
            ratios = {name: results["cuBLAS"]["median_us"] / numbers["median_us"] for name, numbers in results.items()}
            rows.append({"time": f"gemm {size} {dtype} TN", "results": results, "ratio_to_cublas": ratios, "ok": True})
    return rows
