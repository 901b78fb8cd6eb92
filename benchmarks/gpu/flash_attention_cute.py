"""FlashAttention's CuTe DSL kernels, built by this compiler, beside `ops.attention` and cuDNN.

    PYTHONPATH=src:.:COPIES/fa:COPIES/quack python -m cutedsl run -m benchmarks.gpu.flash_attention_cute NAME

COPIES is the folder that `python -m benchmarks.compatibility prepare` fills. Writes benchmarks/results/NAME.json, or
$OUT/NAME.json. Their kernels built by NVIDIA's compiler cannot run beside these: cuDNN is the common measure.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import torch
from torch.nn.attention import SDPBackend

from benchmarks.gpu.attention_cases import LIMIT, SAMPLE, Runs, peer, reference, times
from benchmarks.gpu.device_program import checked, relative_error
from benchmarks.record import write_result

CASES = (
    *((1, 16384, 16, 16, 128, causal) for causal in (False, True)),
    *((4, 4096, 16, 16, 128, causal) for causal in (False, True)),
    (2, 8192, 32, 8, 128, True),
    (16, 1024, 16, 16, 128, True),
    (32, 512, 16, 16, 128, False),
    *((4, 4096, 32, 32, 64, causal) for causal in (False, True)),
    (4, 4096, 8, 8, 256, True),
)
"""Batch, length, heads, heads of keys, head size, causal: the rows of the project's table of marks."""

_HOST_CYCLES = 600_000
"""The device waits so long before each run: the library's own host code takes longer than the flush."""


def rows_of(case: tuple[int, int, int, int, int, bool], flash_attn_func: Any) -> list[dict[str, Any]]:
    """A check of their result against float32, and the times."""
    from cutedsl import ops

    batch, length, heads, heads_k, size, causal = case
    name = f"{batch}x{length}x{heads}/{heads_k}x{size} {'causal' if causal else 'full'}"
    shapes = (batch, length, heads, size), *[(batch, length, heads_k, size)] * 2
    q, k, v = (torch.randn(shape, device="cuda", dtype=torch.bfloat16) for shape in shapes)
    out = torch.empty_like(q)
    start = time.perf_counter()
    found = flash_attn_func(q, k, v, causal=causal)
    found = found[0] if isinstance(found, tuple) else found
    torch.cuda.synchronize()
    first_call_s = time.perf_counter() - start
    sample = torch.randint(0, length, (SAMPLE,), device="cuda")
    keys, values = (x.repeat_interleave(heads // heads_k, 2) for x in (k, v))
    row = checked(name, relative_error(found[:, sample], reference(q, keys, values, sample, causal)), LIMIT)
    runs: Runs = {
        "flash_attn.cute": lambda: flash_attn_func(q, k, v, causal=causal),
        "ops.attention": lambda: ops.attention(q, k, v, causal=causal, out=out),
        "cuDNN": peer(SDPBackend.CUDNN_ATTENTION, q, keys, values, causal),
    }
    operations = 4 * length**2 * size * heads * batch / (1 + causal)
    return [{**row, "first_call_s": first_call_s}, times(name, runs, operations, 4 * q.nbytes, _HOST_CYCLES)]


def main(name: str) -> int:
    """Exit code 0 if every result was right."""
    from flash_attn.cute import flash_attn_func  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    rows: list[dict[str, Any]] = []
    with torch.no_grad():
        for case in CASES:
            rows += rows_of(case, flash_attn_func)
            print(rows[-2], {k: round(v["tflop_per_s"]) for k, v in rows[-1]["results"].items()}, flush=True)
    print(write_result(name, rows, gpu=torch.cuda.get_device_name()))
    return 0 if all(row["ok"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
