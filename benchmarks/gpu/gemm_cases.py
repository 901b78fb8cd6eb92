"""GEMMs of the examples and of `ops.matmul` against cuBLAS (through torch), on the same random data in the same run."""

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
SLOW = ("1_naive", "2_shared_tiles", "3_register_tiles")
STEPS = ("4_tensor_cores", "5_warpgroups", "6_warp_specialised", "7_bulk_store")
BEST = STEPS[-1:]
CASES = [
    (torch.bfloat16, 4096, SLOW, 3),
    (torch.bfloat16, 4096, STEPS, 40),
    (torch.bfloat16, 8192, BEST, 40),
    (torch.bfloat16, 16384, BEST, 20),
    (torch.float16, 4096, BEST, 40),
    (torch.float16, 8192, BEST, 40),
    (torch.float16, 16384, BEST, 20),
]


def gemm_ladder() -> Rows:
    """Each example of the ladder: results against float32, compile time, TFLOP/s beside cuBLAS and `ops.matmul`."""
    from cutedsl import ops
    from cutedsl.ops.arrays import view_of
    from cutedsl.ops.matrix_product import prepared, unchanged

    rows: Rows = []
    for dtype, size, names, repeats in CASES:
        a, b = (torch.randn(size, size, device="cuda", dtype=dtype) for _ in range(2))
        exact = a[:256].float() @ b.float().T
        limit = 2e-3 if dtype is torch.float16 else 6e-3
        variants: dict[str, Callable[[], object]] = {}
        for name in names:
            out = torch.full((size, size), float("nan"), device="cuda", dtype=dtype)
            variants[name], compile_s = _compiled(name, a, b, out)
            variants[name]()
            assert not bool(torch.isnan(out).any())
            row = checked(f"{name} {size} {dtype}", relative_error(out[:256], exact), limit)
            rows.append({**row, "compile_s": compile_s})
        if repeats > 3:
            made, target = torch.empty_like(a), torch.empty_like(a)
            ops.matmul(a, b.T, made)
            va, vb, vo = (view_of("", t) for t in (a, b.T, made))
            variants["ops.matmul"] = prepared(va, vb, vo, None, None, (1.0, 0.0), unchanged, None)
            variants["cuBLAS"] = lambda a=a, b=b, target=target: torch.mm(a, b.T, out=target)
            rows.append(checked(f"ops.matmul {size} {dtype}", relative_error(made[:256], exact), limit))
        results = timed(variants, 3 * a.nbytes, clean=True, repeats=repeats)
        for numbers in results.values():
            numbers["tflop_per_s"] = 2 * size**3 / numbers["median_us"] / 1e6
        row = {"time": f"gemm {size} {dtype} TN", "results": results, "ok": True}
        if "cuBLAS" in results:
            base = results["cuBLAS"]["median_us"]
            row["ratio_to_cublas"] = {name: base / numbers["median_us"] for name, numbers in results.items()}
        rows.append(row)
    return rows


def _compiled(name: str, a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> tuple[Callable[[], object], float]:
    """An example's GEMM, ready to run, and how long compiling it took."""
    import cutedsl.cute as cute

    sms = torch.cuda.get_device_properties(0).multi_processor_count
    gemm = runpy.run_path(str(EXAMPLES / f"{name}.py"))["gemm"]
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, out)]
    start = time.perf_counter()
    compiled = cute.compile(gemm, *given, sms)
    return lambda: compiled(*given, sms), time.perf_counter() - start
