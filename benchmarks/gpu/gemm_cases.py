"""GEMMs of the examples and of `ops.matmul` against cuBLAS (through torch), on the same random data in the same run."""

from __future__ import annotations

import functools
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
STEPS = ("4_tensor_cores", "5_warpgroups", "6_warp_specialised", "7_bulk_store", "8_ping_pong")
BEST = STEPS[-2:]
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
    from cutedsl.ops.matrix_product import prepared

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
            variants["ops.matmul"] = prepared(va, vb, vo)
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


def example_gemm(name: str) -> Any:
    """The function of an example."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))["gemm"]


def _compiled(name: str, a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> tuple[Callable[[], object], float]:
    """An example's GEMM, ready to run, and how long compiling it took."""
    import cutedsl.cute as cute

    sms = torch.cuda.get_device_properties(0).multi_processor_count
    gemm = example_gemm(name)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, out)]
    start = time.perf_counter()
    compiled = cute.compile(gemm, *given, sms)
    return lambda: compiled(*given, sms), time.perf_counter() - start


def gemm_shapes() -> Rows:
    """`ops.matmul` as it chooses beside cuBLAS: few rows, a stack, float32 results with an epilogue, odd sizes."""
    from cutedsl import ops
    from cutedsl.ops.arrays import view_of
    from cutedsl.ops.matrix_product import prepared

    rows: Rows = []
    for shape in ((1, 8192, 8192), (16, 8192, 8192), (64, 8192, 8192), (128, 8192, 8192), (2048, 2048, 2048, 16)):
        m, n, k, *stack = shape
        a, b = (torch.randn(*stack, r, k, device="cuda", dtype=torch.bfloat16) for r in (m, n))
        made = torch.full((*stack, m, n), float("nan"), device="cuda", dtype=torch.bfloat16)
        ops.matmul(a, b.mT, made)
        text = "x".join(map(str, shape))
        rows.append(checked(f"ops.matmul {text}", relative_error(made, a.float() @ b.float().mT), 6e-3))
        va, vb, vo = (view_of("", t) for t in (a, b.mT, made))
        target = torch.empty_like(made)
        variants: dict[str, Callable[[], object]] = {
            "ops.matmul": prepared(va, vb, vo),
            "cuBLAS": lambda a=a, b=b, target=target: torch.matmul(a, b.mT, out=target),
        }
        results = timed(variants, a.nbytes + b.nbytes + made.nbytes, clean=True)
        ratio = results["cuBLAS"]["median_us"] / results["ops.matmul"]["median_us"]
        rows.append({"time": f"gemm {text} bf16 TN", "results": results, "ratio_to_cublas": ratio, "ok": True})
    a, b = (torch.randn(8192, 8192, device="cuda").to(torch.float8_e4m3fn) for _ in range(2))
    made, one = ops.matmul(a, b.T), torch.ones((), device="cuda")
    rows.append(checked("ops.matmul e4m3", relative_error(made[:256], a[:256].float() @ b.float().T), 1e-2))
    va, vb, vo = (view_of("", t, (str(t.dtype)[6:],)) for t in (a, b.T, made))
    scaled = functools.partial(torch.ops.aten._scaled_mm.default, a, b.T, one, one, out_dtype=torch.bfloat16)
    variants = {
        "ops.matmul": prepared(va, vb, vo),
        "cuBLAS fast": functools.partial(scaled, use_fast_accum=True),
        "cuBLAS": functools.partial(scaled, use_fast_accum=False),
    }
    results = timed(variants, 4 * a.nbytes, clean=True)
    ratio = results["cuBLAS fast"]["median_us"] / results["ops.matmul"]["median_us"]
    rows.append({"time": "gemm 8192 e4m3 TN", "results": results, "ratio_to_cublas": ratio, "ok": True})
    rows += _other_types()
    for m, n, k in ((1000, 1160, 520), (777, 901, 333)):
        a, b = torch.randn(m, k, device="cuda", dtype=torch.float16), torch.randn(k, n, device="cuda").half()
        bias = torch.randn(n, device="cuda")
        full = ops.matmul(a, b, bias=bias, alpha=0.5, out_dtype=torch.float32)
        exact = 0.5 * (a.double() @ b.double()) + bias
        rows.append(checked(f"ops.matmul {m}x{n}x{k} float32 result", relative_error(full, exact), 1e-5))
    return rows


def _other_types() -> Rows:
    """Tf32, int8 and groups of rows beside torch's, each on the same arrays."""
    from cutedsl import ops

    size, groups = 8192, 16
    x, y = (torch.randn(size, size, device="cuda") for _ in range(2))
    a, b = (torch.randint(-128, 128, (size, size), dtype=torch.int8, device="cuda") for _ in range(2))
    tokens = torch.randn(size, 4096, device="cuda", dtype=torch.bfloat16)
    experts = torch.randn(groups, 4096, 4096, device="cuda", dtype=torch.bfloat16).mT
    ends = torch.sort(torch.randint(0, size, (groups,), device="cuda")).values.int()
    ends[-1] = size
    torch.backends.cuda.matmul.allow_tf32 = True
    found, sums = torch.empty_like(x), torch.empty(size, size, dtype=torch.int32, device="cuda")
    into = torch.empty_like(tokens)
    cases: dict[str, tuple[int, dict[str, Callable[[], torch.Tensor]]]] = {
        "tf32 8192": (
            3 * x.nbytes,
            {"ops.matmul": lambda: ops.matmul(x, y.T, found, allow_tf32=True), "torch": lambda: x @ y.T},
        ),
        "int8 8192": (
            6 * a.nbytes,
            {"ops.matmul": lambda: ops.matmul(a, b.T, sums), "torch": lambda: torch.ops.aten._int_mm.default(a, b.T)},
        ),
        "grouped 8192 rows, 16 of 4096x4096": (
            2 * tokens.nbytes + experts.nbytes,
            {
                "ops.grouped_matmul": lambda: ops.grouped_matmul(tokens, experts, ends, into),
                "torch": lambda: torch.ops.aten._grouped_mm.default(tokens, experts, ends),
            },
        ),
    }
    rows: Rows = []
    for name, (moved_bytes, variants) in cases.items():
        ours, theirs = (run() for run in variants.values())
        rows.append(checked(name, relative_error(ours[-256:], theirs[-256:].float()), 6e-3))
        results = timed(variants, moved_bytes, clean=True)
        medians = [numbers["median_us"] for numbers in results.values()]
        rows.append({"time": name, "results": results, "ratio_to_torch": medians[1] / medians[0], "ok": True})
    return rows
