"""Whether operations give the same bits in every run, alone and while another stream keeps the memory busy.

    PYTHONPATH=src:. python3 -m benchmarks.gpu.same_results [--seconds S] [record]

A race that checks on the CPU cannot see, as between a thread's reads and the copy engine, shows as bits that change
now and then. Operations that add up by atomics in any order differ by rounding only; their largest difference is given.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from benchmarks.record import write_result
from cutedsl import ops

BUSY_BYTES = 64 << 20
SHAPES = (
    *((4096, 4096, 4096), (200, 3072, 3072), (128, 3584, 14336), (512, 576, 7168), (1000, 1024, 4096)),
    *((64, 14336, 4096), (16, 4096, 4096), (3, 9216, 3072), (2500, 3000, 1000), (333, 1280, 8192)),
)


def normal(*shape: int, dtype: torch.dtype = torch.bfloat16) -> torch.Tensor:
    """Random elements."""
    return torch.randn(*shape, device="cuda").to(dtype)


def operations() -> dict[str, Callable[[], Any]]:
    """Calls by name; each gives an array, or several."""
    calls: dict[str, Callable[[], Any]] = {}
    for m, n, k in SHAPES:
        for dtype in (torch.bfloat16, torch.float8_e4m3fn):
            a, b = normal(m, k, dtype=dtype), normal(n, k, dtype=dtype).mT
            calls[f"matmul {m}x{n}x{k} {str(dtype)[6:]}"] = partial(ops.matmul, a, b)
    q, k, v = (normal(2, 2048, heads, 128) for heads in (16, 4, 4))
    for causal in (False, True):
        calls[f"attention causal={causal}"] = partial(ops.attention, q, k, v, causal=causal)
        out, lse = ops.attention(q, k, v, causal=causal, return_lse=True)
        back = partial(ops.attention_backward, normal(2, 2048, 16, 128), q, k, v, out, lse, causal=causal)
        calls[f"attention_backward causal={causal}"] = back
        calls[f"attention_backward deterministic causal={causal}"] = partial(back, deterministic=True)
    calls["attention 64"] = partial(ops.attention, *(normal(2, 1024, 8, 64) for _ in range(3)))
    for batch, length in ((8, 1024), (64, 512), (1, 32768)):
        caches = [normal(batch, length, 8, 128) for _ in range(2)]
        calls[f"attention_decode {batch}x{length}"] = partial(ops.attention_decode, normal(batch, 1, 32, 128), *caches)
    latent = normal(8, 2048, 576)
    calls["latent_attention_decode"] = partial(ops.latent_attention_decode, normal(8, 1, 16, 576), latent, scale=0.1)
    for rows, columns in ((4096, 1024), (1024, 8192), (256, 131072)):
        x, grad, weight = normal(rows, columns), normal(rows, columns), normal(columns)
        labels = torch.randint(0, columns, (rows,), device="cuda")
        calls |= {
            f"softmax {rows}x{columns}": partial(ops.softmax, x),
            f"rms_norm {rows}x{columns}": partial(ops.rms_norm, x, weight),
            f"add_layer_norm {rows}x{columns}": partial(ops.add_layer_norm, x, grad, weight),
            f"rms_norm_backward {rows}x{columns}": partial(ops.rms_norm_backward, grad, x, weight),
            f"layer_norm_backward {rows}x{columns}": partial(ops.layer_norm_backward, grad, x, weight, bias=True),
            f"cross_entropy {rows}x{columns}": partial(ops.cross_entropy, x, labels),
            f"sum of columns {rows}x{columns}": partial(ops.sum, x, 0),
            f"argmax {rows}x{columns}": partial(ops.argmax, x, 1),
            f"cumsum {rows}x{columns}": partial(ops.cumsum, x.float()),
            f"quantize {rows}x{columns}": partial(ops.quantize, x),
            f"quantize columns {rows}x{columns}": partial(ops.quantize, x, block=(None, 1)),
            f"topk {rows}x{columns}": partial(ops.topk, x, 8),
        }
    x = normal(4096, 4096)
    calls["sort"] = partial(ops.sort, x)
    calls["transpose"] = partial(ops.transpose, x)
    calls["histogram"] = partial(ops.histogram, torch.randint(0, 256, (1 << 20,), device="cuda"), 256)
    calls["sample"] = partial(ops.sample, normal(64, 128256, dtype=torch.float32), 7, top_p=0.9)
    calls["embedding_backward"] = partial(
        ops.embedding_backward, normal(8192, 1024), torch.randint(0, 1000, (8192,), device="cuda"), 1000
    )
    return calls


def bits(found: Any) -> list[torch.Tensor]:
    """The results of a call as bytes."""
    found = found if isinstance(found, tuple) else (found,)
    return [t.contiguous().view(torch.uint8) for t in found if t is not None]


def changes(call: Callable[[], Any], seconds: float, busy: bool) -> tuple[int, int, float]:
    """Runs in some seconds, those with other bits than the first, and the largest relative difference."""
    source, copy, beside = torch.empty(BUSY_BYTES, dtype=torch.int8, device="cuda"), None, torch.cuda.Stream()
    copy = torch.empty_like(source)
    first = call()
    expected = [t.clone() for t in bits(first)]
    values = [t.clone().double() for t in (first if isinstance(first, tuple) else (first,)) if t is not None]
    runs, changed, largest, end = 0, 0, 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        if busy:
            with torch.cuda.stream(beside):
                copy.copy_(source)
        found = call()
        runs += 1
        if not all(torch.equal(a, b) for a, b in zip(bits(found), expected, strict=True)):
            changed += 1
            for now, then in zip(found if isinstance(found, tuple) else (found,), values, strict=False):
                largest = max(largest, float((now.double() - then).abs().max() / then.abs().max()))
    return runs, changed, largest


def main() -> None:
    """Prints what changes."""
    seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 0.3
    rows: list[dict[str, object]] = []
    for name, call in operations().items():
        for busy in (False, True):
            runs, changed, largest = changes(call, seconds, busy)
            rows.append({"check": name, "busy": busy, "runs": runs, "changed": changed, "largest": largest})
            if changed:
                print(f"{name}, busy={busy}: {changed} of {runs} runs differ, by {largest:.1e} at most", flush=True)
    same = sum(row["changed"] == 0 for row in rows)
    print(f"{same} of {len(rows)} always the same bits")
    if "record" in sys.argv:
        print(write_result("gpu_same_results", rows, device=torch.cuda.get_device_name()))


if __name__ == "__main__":
    main()
