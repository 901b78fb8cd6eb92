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
from benchmarks.gpu.timing import WAIT_CYCLES, timed

Rows = list[dict[str, Any]]
Runs = dict[str, Callable[[], object]]
EXAMPLES = Path(__file__).parents[2] / "examples" / "attention"
SHAPES = ((1, 16384, 16, 128), (4, 4096, 16, 128), (4, 4096, 32, 64), (4, 4096, 8, 256))
"""Batch, sequence, heads, head size."""

LIMIT, SAMPLE = 6e-3, 48
SLOW, LADDER_LENGTH = 3, 4096


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


def times(name: str, runs: Runs, operations: float, moved_bytes: int, wait_cycles: int = WAIT_CYCLES) -> dict[str, Any]:
    """Median times of variants with their TFLOP/s and how they compare with cuDNN."""
    results = timed(runs, moved_bytes, wait_cycles=wait_cycles)
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


FORMS = (
    (64, 1000, 1000, 4, 4, None, None),
    (64, 129, 2049, 8, 2, None, 0),
    (128, 2500, 700, 6, 1, None, 0),
    (128, 300, 1111, 4, 2, 100, 7),
    (256, 513, 777, 2, 2, None, None),
    (256, 640, 640, 4, 1, 64, 0),
)
"""Head size, queries, keys, heads, heads of keys, and how many keys a query sees before and after its place."""


def exact_form(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, left: int | None, right: int | None
) -> tuple[torch.Tensor, torch.Tensor]:
    """Attention in float64 with a window, and the logarithms; rows that see no key are 0 and -inf."""
    a, b, c = (x.double().transpose(-3, -2) for x in (q, k, v))
    b, c = (x.repeat_interleave(a.shape[-3] // x.shape[-3], -3) for x in (b, c))
    scores = a @ b.transpose(-2, -1) / math.sqrt(q.shape[-1])
    m, n = scores.shape[-2:]
    place, key = torch.arange(m, device="cuda")[:, None] + n - m, torch.arange(n, device="cuda")[None]
    hidden = (key > place + (n + m if right is None else right)) | (key < place - (n + m if left is None else left))
    scores = scores.masked_fill(hidden, -math.inf)
    powers = torch.softmax(scores, -1).masked_fill(hidden.all(-1)[:, None], 0)
    return (powers @ c).transpose(-3, -2), torch.logsumexp(scores, -1)


def attention_forms() -> Rows:
    """Windows, grouped heads, lengths that fill no tile, rows that see nothing, packed sequences beside NaN."""
    from cutedsl import ops

    rows: Rows = []
    for size, m, n, heads, heads_k, left, right in FORMS:
        kind = torch.float16 if size == 128 else torch.bfloat16
        counts = (m, heads), (n, heads_k), (n, heads_k)
        q, k, v = (torch.randn(2, a, b, size, device="cuda").to(kind) for a, b in counts)
        out, lse = ops.attention(q, k, v, window=(left, right), return_lse=True)
        exact, logarithms = exact_form(q, k, v, left, right)
        name = f"attention {size} {m}x{n} {heads}/{heads_k} window {left} {right}"
        rows.append(checked(name, relative_error(out, exact), LIMIT))
        seen = logarithms != -math.inf
        assert bool((seen == (lse != -math.inf)).all())
        rows.append(checked(f"{name} lse", float((lse - logarithms)[seen].abs().max()), 1e-4))
    lengths = (700, 0, 33, 129)
    starts = torch.tensor([0, *torch.tensor(lengths).cumsum(0).tolist()], dtype=torch.int32, device="cuda")
    q, k, v = (torch.randn(sum(lengths), heads, 128, device="cuda").half() for heads in (4, 2, 2))
    k[-1], v[-1] = math.nan, math.inf
    out = ops.attention(q, k, v, starts_q=starts, starts_k=starts, causal=True)
    for i, length in enumerate(lengths[:-1]):
        at = slice(int(starts[i]), int(starts[i + 1]))
        if length:
            exact, _ = exact_form(q[at], k[at], v[at], None, 0)
            rows.append(checked(f"attention packed {length}", relative_error(out[at], exact), LIMIT))
    return rows
