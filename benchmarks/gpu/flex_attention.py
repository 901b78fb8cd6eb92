"""Forms of attention beyond plain masks on one GPU, against float32, then timed beside torch's compiled FlexAttention.

Run `PYTHONPATH=src:. python3 -m benchmarks.gpu.flex_attention`. The peer is `torch.compile(flex_attention)` with the
same functions and blocks of 128; it needs Triton.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Final

import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

from benchmarks.gpu.device_program import checked, relative_error
from benchmarks.gpu.timing import timed
from benchmarks.record import write_result
from cutedsl import ops

Rows = list[dict[str, Any]]
SHAPES: Final = ((4, 4096, 16, 16, 128), (1, 16384, 32, 8, 128), (4, 4096, 32, 32, 64), (4, 4096, 8, 8, 256))
"""Batch, sequence, heads, heads of keys, head size."""
DOCUMENT, WINDOW, LIMIT, SAMPLE, WAIT_CYCLES = 1000, 1024, 6e-3, 48, 400_000


def functions(length: int, heads: int) -> dict[str, tuple[Any, Any]]:
    """A score function and a mask function, or None, by the name of the form."""
    documents = torch.arange(length, device="cuda", dtype=torch.int32) // DOCUMENT
    slopes = 2.0 ** -torch.arange(1, heads + 1, device="cuda", dtype=torch.float32)
    return {
        "alibi": (lambda score, b, h, i, j: score + (j - i) * slopes[h], None),
        "tanh": (lambda score, b, h, i, j: 20 * torch.tanh(score / 20), None),
        "causal blocks": (None, lambda b, h, i, j: i >= j),
        "window blocks": (None, lambda b, h, i, j: (i >= j) & (i - j <= WINDOW)),
        "document blocks": (None, lambda b, h, i, j: (documents[i] == documents[j]) & (i >= j)),
        "alibi causal blocks": (lambda score, b, h, i, j: score + (j - i) * slopes[h], lambda b, h, i, j: i >= j),
    }


def exact(given: list[torch.Tensor], rows: torch.Tensor, score_mod: Any, mask_mod: Any) -> torch.Tensor:
    """Some rows of the first batch in float32."""
    q, k, v = (x[:1].float().transpose(1, 2) for x in given)
    k, v = (x.repeat_interleave(q.shape[1] // k.shape[1], 1) for x in (k, v))
    scores = q[:, :, rows] @ k.mT * q.shape[-1] ** -0.5
    heads, keys = torch.arange(q.shape[1], device="cuda")[:, None, None], torch.arange(k.shape[2], device="cuda")
    where = torch.zeros_like(heads), heads, rows[:, None], keys
    if score_mod is not None:
        scores = score_mod(scores, *where)
    if mask_mod is not None:
        scores = scores.masked_fill(~mask_mod(*where), -torch.inf)
    return (torch.softmax(scores, -1) @ v).transpose(1, 2)


def form(name: str, shape: tuple[int, ...], score_mod: Any, mask_mod: Any) -> Rows:
    """Result, first call, and times of one form; rates count the blocks that are not skipped."""
    batch, length, heads, heads_k, size = shape
    counts = heads, heads_k, heads_k
    q, k, v = (torch.randn(batch, length, h, size, device="cuda", dtype=torch.bfloat16) for h in counts)
    named: dict[str, Any] = {"score_mod": score_mod}
    theirs = None
    if mask_mod is not None:
        named["block_mask"] = ops.create_block_mask(mask_mod, None, None, length, length, "cuda")
        theirs = create_block_mask(mask_mod, None, None, length, length, device="cuda")
    torch.cuda.synchronize()
    start = time.perf_counter()
    out = ops.attention(q, k, v, **named)
    torch.cuda.synchronize()
    first_call_s = time.perf_counter() - start
    sample = torch.randint(0, length, (SAMPLE,), device="cuda")
    error = relative_error(out[:1, sample], exact([q, k, v], sample, score_mod, mask_mod))
    rows: Rows = [{**checked(name, error, LIMIT), "first_call_s": first_call_s}]
    compiled = torch.compile(flex_attention, dynamic=False)
    a, b, c = (x.transpose(1, 2) for x in (q, k, v))
    runs: dict[str, Callable[[], object]] = {
        "cutedsl": lambda: ops.attention(q, k, v, **named),
        "flex_attention": lambda: compiled(
            a, b, c, score_mod=score_mod, block_mask=theirs, enable_gqa=heads != heads_k
        ),
    }
    if mask_mod is not None:
        runs["our mask"] = lambda: ops.create_block_mask(mask_mod, None, None, length, length, "cuda")
    results = timed(runs, 0, wait_cycles=WAIT_CYCLES)
    share = 1.0 if mask_mod is None else 1.0 - named["block_mask"].sparsity() / 100
    for which in ("cutedsl", "flex_attention"):
        operations = 4 * length**2 * size * heads * batch * share
        results[which]["tflop_per_s"] = operations / results[which]["median_us"] / 1e6
    ratio = results["flex_attention"]["median_us"] / results["cutedsl"]["median_us"]
    rows.append(
        {"time": name, "results": results, "ratio_to_flex_attention": ratio, "share_of_blocks": share, "ok": True}
    )
    print(name, {w: round(x["median_us"], 1) for w, x in results.items()}, f"of flex {ratio:.3f}", flush=True)
    return rows


def main() -> None:
    """Runs every form at every shape and writes the result if all is right."""
    rows: Rows = []
    for shape in SHAPES:
        for name, (score_mod, mask_mod) in functions(shape[1], shape[2]).items():
            torch.compiler.reset()
            rows += form(f"{'x'.join(map(str, shape))} {name}", shape, score_mod, mask_mod)
    wrong = [row for row in rows if not row["ok"]]
    for row in wrong:
        print("WRONG", row)
    print(f"{len(rows)} rows, {len(wrong)} wrong")
    write_result("gpu_flex_attention", rows, device=torch.cuda.get_device_name(), torch=torch.__version__)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
