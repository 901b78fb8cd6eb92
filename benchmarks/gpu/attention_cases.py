"""Attention against cuDNN's and torch's flash kernels, and the ladder of examples, on the same random-normal data."""

from __future__ import annotations

import math
import runpy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

from benchmarks.gpu.device_program import checked, relative_error
from benchmarks.gpu.timing import timed

Rows = list[dict[str, Any]]
Runs = dict[str, Callable[[], object]]
EXAMPLES = Path(__file__).parents[2] / "examples" / "attention"
SHAPES = ((1, 16384, 16, 128), (4, 4096, 16, 128), (4, 4096, 32, 64), (4, 4096, 8, 256))
"""Batch, sequence, heads, head size."""

LIMIT, SAMPLE = 6e-3, 48
SLOW, LADDER_LENGTH = 4, 4096


def reference(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, rows: torch.Tensor, causal: bool) -> torch.Tensor:
    """Some rows of attention in float32; (batch, sequence, heads, size)."""
    some, keys, values = (x.float().transpose(1, 2) for x in (q[:, rows], k, v))
    scores = some @ keys.transpose(2, 3) / math.sqrt(q.shape[-1])
    if causal:
        scores = scores.masked_fill(torch.arange(k.shape[1], device="cuda")[None] > rows[:, None], -math.inf)
    return (torch.softmax(scores, -1) @ values).transpose(1, 2)


def peer(backend: SDPBackend, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, causal: bool) -> Callable[[], object]:
    """Attention by one of torch's backends, on the same memory."""
    a, b, c = (x.transpose(1, 2) for x in (q, k, v))

    def run() -> object:
        with sdpa_kernel(backend):
            return scaled_dot_product_attention(a, b, c, is_causal=causal)

    return run


def attention() -> Rows:
    """`ops.attention`: results against float32, compile time, TFLOP/s beside cuDNN and flash."""
    from cutedsl import ops

    rows: Rows = []
    for batch, length, heads, size in SHAPES:
        for causal in (False, True):
            shape = batch, length, heads, size
            q, k, v = (torch.randn(shape, device="cuda", dtype=torch.bfloat16) for _ in range(3))
            out = torch.full_like(q, float("nan"))
            start = time.perf_counter()
            ops.attention(q, k, v, causal=causal, out=out)
            torch.cuda.synchronize()
            first_call_s = time.perf_counter() - start
            sample = torch.randint(0, length, (SAMPLE,), device="cuda")
            name = f"attention {batch}x{length}x{heads}x{size} {'causal' if causal else 'full'}"
            assert not bool(torch.isnan(out).any())
            row = checked(name, relative_error(out[:, sample], reference(q, k, v, sample, causal)), LIMIT)
            rows.append({**row, "first_call_s": first_call_s})
            runs: Runs = {"cutedsl": lambda q=q, k=k, v=v, o=out, c=causal: ops.attention(q, k, v, causal=c, out=o)}
            runs["cuDNN"] = peer(SDPBackend.CUDNN_ATTENTION, q, k, v, causal)
            runs["flash"] = peer(SDPBackend.FLASH_ATTENTION, q, k, v, causal)
            rows.append(times(name, runs, 4 * length**2 * size * heads * batch / (1 + causal), 4 * q.nbytes))
    return rows


def times(name: str, runs: Runs, operations: float, moved_bytes: int) -> dict[str, Any]:
    """Median times of variants with their TFLOP/s and how they compare with cuDNN."""
    results = timed(runs, moved_bytes)
    for numbers in results.values():
        numbers["tflop_per_s"] = operations / numbers["median_us"] / 1e6
    ratios = {variant: results["cuDNN"]["median_us"] / numbers["median_us"] for variant, numbers in results.items()}
    return {"time": name, "results": results, "ratio_to_cudnn": ratios, "ok": True}


def attention_ladder() -> Rows:
    """Each example of the ladder at 16 heads of 128: results, and TFLOP/s; the slow ones are timed a few times only."""
    import cutedsl.cute as cute

    rows: Rows = []
    shape = 16, LADDER_LENGTH, 128
    q, k, v = (torch.randn(shape, device="cuda", dtype=torch.bfloat16) for _ in range(3))
    a, b, c = (x.transpose(0, 1)[None] for x in (q, k, v))
    sample = torch.randint(0, LADDER_LENGTH, (SAMPLE,), device="cuda")
    exact = reference(a, b, c, sample, causal=False)[0].transpose(0, 1)
    operations = 4 * LADDER_LENGTH**2 * 128 * 16
    runs: Runs = {}
    for path in sorted(EXAMPLES.glob("*.py")):
        out = torch.full_like(q, float("nan"))
        given = [*(cute.runtime.from_dlpack(x, assumed_align=16) for x in (q, k, v, out)), 128**-0.5]
        compiled = cute.compile(runpy.run_path(str(path))["attention"], *given)
        compiled(*given)
        torch.cuda.synchronize()
        rows.append(checked(path.stem, relative_error(out[:, sample], exact), LIMIT))
        runs[path.stem] = lambda compiled=compiled, given=given: compiled(*given)
    for name in [name for name in runs if int(name[0]) < SLOW]:
        run, events = runs.pop(name), [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        events[0].record()
        run()
        events[1].record()
        torch.cuda.synchronize()
        once_us = 1e3 * events[0].elapsed_time(events[1])
        rows.append({"once": name, "us": once_us, "tflop_per_s": operations / once_us / 1e6, "ok": True})
    runs["cuDNN"] = peer(SDPBackend.CUDNN_ATTENTION, a, b, c, causal=False)
    rows.append(times("attention ladder", runs, operations, 4 * q.nbytes))
    return rows
