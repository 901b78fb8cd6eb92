"""`python library_program.py OPERATION`: an operation of the library at a real size, three times, as a program to time.

`benchmarks.ledger` copies it among the programs of others, and runs it as one of them. It needs torch and a GPU.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final

OPERATIONS: Final = (
    *("matmul", "matmul_f32", "grouped", "attention", "attention_causal", "attention_backward", "decode"),
    *("softmax", "layer_norm", "rms_norm_backward", "cross_entropy", "cumsum", "sort", "topk", "transpose", "adamw"),
)
"""What `call` knows."""


def call(operation: str, device: str = "cuda", shrink: int = 1) -> Callable[[], object]:
    """An operation on fresh random-normal data; `shrink` divides rows, sequences and batches."""
    import torch

    from cutedsl import ops

    def normal(*shape: int, dtype: Any = torch.bfloat16) -> Any:
        return torch.randn(*shape, device=device, dtype=dtype)

    rows, batch, keys = 32768 // shrink, max(1, 4 // shrink), 4096 // shrink
    if operation in ("matmul", "matmul_f32"):
        kind = torch.bfloat16 if operation == "matmul" else torch.float32
        a, b = normal(keys, 4096, dtype=kind), normal(4096, keys, dtype=kind)
        return lambda: ops.matmul(a, b)
    if operation == "grouped":
        tokens, weights = normal(rows // 4, 2048), normal(8, 2048, 2048 // shrink)
        ends = torch.arange(1, 9, device=device, dtype=torch.int32) * (rows // 32)
        return lambda: ops.grouped_matmul(tokens, weights, ends)
    if operation.startswith("attention"):
        q, k, v = (normal(batch, keys, 16, 128) for _ in range(3))
        if operation == "attention_backward":
            out, lse = ops.attention(q, k, v, return_lse=True)
            return lambda: ops.attention_backward(out, q, k, v, out, lse)
        return lambda: ops.attention(q, k, v, causal=operation == "attention_causal")
    if operation == "decode":
        q, k, v = normal(4 * batch, 32, 128), normal(4 * batch, 2 * keys, 8, 128), normal(4 * batch, 2 * keys, 8, 128)
        return lambda: ops.attention_decode(q, k, v)
    if operation == "adamw":
        p, g, average, square = ([normal(rows * 2048, dtype=torch.float32).abs()] for _ in range(4))
        return lambda: ops.adamw(p, g, average, square, step=1, lr=0.001)
    x, weight, bias = normal(rows, 4096), normal(4096), normal(4096)
    labels = torch.randint(0, 4096, (rows,), device=device)
    runs: dict[str, Callable[[], object]] = {
        "softmax": lambda: ops.softmax(x),
        "layer_norm": lambda: ops.layer_norm(x, weight, bias),
        "rms_norm_backward": lambda: ops.rms_norm_backward(x, x, weight),
        "cross_entropy": lambda: ops.cross_entropy(x, labels),
        "cumsum": lambda: ops.cumsum(x, 1),
        "sort": lambda: ops.sort(x),
        "topk": lambda: ops.topk(x, 8),
        "transpose": lambda: ops.transpose(x),
    }
    return runs[operation]


def main() -> None:
    """Three calls: the first one compiles."""
    import torch

    run = call(sys.argv[1])
    for _ in range(3):
        run()
    torch.cuda.synchronize()


if __name__ == "__main__":
    main()
