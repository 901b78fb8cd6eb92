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
from benchmarks.gpu.read_floor import readers
from benchmarks.gpu.timing import timed, timed_in_turn

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
STEADY = 600
"""So many rounds of a stack of products, half a second, and the card's power limit has set the clock."""


def gemm_ladder() -> Rows:
    """Each example of the ladder: results against float32, compile time, TFLOP/s beside cuBLAS and `ops.matmul`."""
    from cutedsl import ops
    from cutedsl.ops.arrays import view_of
    from cutedsl.ops.gemm.matrix_product import prepared

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
    from cutedsl.ops.gemm.matrix_product import prepared

    rows: Rows = [row for m in (1, 16, 40, 64, 80, 96, 100, 128) for row in _few_rows(m)]
    batches, size = 16, 2048
    a, b = (torch.randn(batches, size, size, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    checks, variants = _beside_cublas("2048x2048x2048x16", a, b)
    rows.append(checks)
    for text, warm_up in (("", None), (", on a card at work for half a second", STEADY)):
        results = timed(variants, 3 * a.nbytes, clean=True, warm_up=warm_up)
        ratio = results["cuBLAS"]["median_us"] / results["ops.matmul"]["median_us"]
        row = {
            "time": f"gemm 2048x2048x2048x16 bf16 TN{text}",
            "results": results,
            "ratio_to_cublas": ratio,
            "ok": True,
        }
        rows.append(row)
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


def _beside_cublas(
    text: str, a: torch.Tensor, b: torch.Tensor
) -> tuple[dict[str, Any], dict[str, Callable[[], object]]]:
    """The check of `ops.matmul(a, b^T)`, and that product ready to run, ours and cuBLAS's."""
    from cutedsl import ops
    from cutedsl.ops.arrays import view_of
    from cutedsl.ops.gemm.matrix_product import prepared

    made = torch.full((*a.shape[:-1], b.shape[-2]), float("nan"), device="cuda", dtype=a.dtype)
    ops.matmul(a, b.mT, made)
    row = checked(f"ops.matmul {text}", relative_error(made, a.float() @ b.float().mT), 6e-3)
    va, vb, vo = (view_of("", t) for t in (a, b.mT, made))
    target = torch.empty_like(made)
    return row, {
        "ops.matmul": prepared(va, vb, vo),
        "cuBLAS": lambda: torch.matmul(a, b.mT, out=target),
    }


def _few_rows(m: int, size: int = 8192, sets: int = 4) -> Rows:
    """A few rows times a large matrix, beside cuBLAS and beside a kernel that only reads the matrix: the floor.

    Each after a flush, and one after the other in a graph, over more matrices than the cache holds.
    """
    rows: Rows = []
    runs: dict[str, list[Callable[[], object]]] = {"ops.matmul": [], "cuBLAS": []}
    matrices: list[torch.Tensor] = []
    for _ in range(sets):
        a, b = (torch.randn(r, size, device="cuda", dtype=torch.bfloat16) for r in (m, size))
        check, variants = _beside_cublas(f"{m}x{size}x{size}", a, b)
        matrices.append(b)
        rows.append(check)
        for name, run in variants.items():
            runs[name].append(run)
    runs["read"] = readers(matrices)
    moved_bytes = matrices[0].nbytes
    apart = timed({name: some[0] for name, some in runs.items()}, moved_bytes, clean=True)
    in_turn = timed_in_turn({name: 3 * some for name, some in runs.items()})
    for numbers in in_turn.values():
        numbers["tb_per_s"] = moved_bytes / numbers["median_us"] / 1e6
    for text, results in (("", apart), (", one after the other", in_turn)):
        base = results["cuBLAS"]["median_us"]
        rows.append(
            {
                "time": f"gemm {m}x{size}x{size} bf16 TN{text}",
                "results": results,
                "ratio_to_cublas": base / results["ops.matmul"]["median_us"],
                "highest_ratio": base / results["read"]["median_us"],
                "ok": True,
            }
        )
    return rows


def _other_types() -> Rows:
    """Tf32, int8 and groups of rows beside torch's, each on the same arrays; groups beside Triton's too."""
    from benchmarks.gpu import triton_grouped
    from cutedsl import ops

    size, groups = 8192, 16
    x, y = (torch.randn(size, size, device="cuda") for _ in range(2))
    a, b = (torch.randint(-128, 128, (size, size), dtype=torch.int8, device="cuda") for _ in range(2))
    tokens = torch.randn(size, 4096, device="cuda", dtype=torch.bfloat16)
    stored = torch.randn(groups, 4096, 4096, device="cuda", dtype=torch.bfloat16)
    experts = stored.mT
    ends = torch.sort(torch.randint(0, size, (groups,), device="cuda")).values.int()
    ends[-1] = size
    torch.backends.cuda.matmul.allow_tf32 = True
    product, sums = torch.empty_like(x), torch.empty(size, size, dtype=torch.int32, device="cuda")
    into, theirs = torch.empty_like(tokens), torch.empty_like(tokens)
    cases: dict[str, tuple[int, dict[str, Callable[[], torch.Tensor]]]] = {
        "tf32 8192": (
            3 * x.nbytes,
            {"ops.matmul": lambda: ops.matmul(x, y.T, product, allow_tf32=True), "torch": lambda: x @ y.T},
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
                **{
                    f"Triton {'x'.join(map(str, tile))}": triton_grouped.grouped(tokens, stored, ends, theirs, tile)
                    for tile in triton_grouped.TILES
                },
            },
        ),
    }
    rows: Rows = []
    for name, (moved_bytes, variants) in cases.items():
        found, exact, *others = [run()[-256:].float() for run in variants.values()]
        rows += [checked(name, relative_error(made, exact), 6e-3) for made in (found, *others)]
        results = timed(variants, moved_bytes, clean=True)
        own, *medians = [numbers["median_us"] for numbers in results.values()]
        row = {"time": name, "results": results, "ratio_to_torch": medians[0] / own, "ok": True}
        rows.append({**row, "ratio_to_best": min(medians) / own})
    return rows
