"""Attention's backward pass on one GPU: against float64 at small sizes, then timed beside cuDNN's and torch's flash.

Run `PYTHONPATH=src:. python3 -m benchmarks.gpu.attention_backward`; `forms` or `times` as an argument runs one part.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

from benchmarks.gpu.device_program import checked, relative_error
from benchmarks.gpu.timing import timed
from benchmarks.record import write_result
from cutedsl import ops

Rows = list[dict[str, Any]]
SHAPES: Final = (
    (1, 16384, 16, 16, 128, False, 1.18),
    (1, 16384, 16, 16, 128, True, 1.20),
    (4, 4096, 16, 16, 128, False, 1.15),
    (4, 4096, 16, 16, 128, True, 1.16),
    (2, 8192, 32, 8, 128, True, 1.17),
    (16, 1024, 16, 16, 128, True, 1.16),
    (4, 4096, 32, 32, 64, True, 1.29),
)
"""Batch, sequence, heads, heads of keys, head size, causal, and the ratio to cuDNN that is aimed at."""

FORMS: Final = (
    (64, 1000, 1000, 4, 4, None, None),
    (64, 129, 2049, 8, 2, None, 0),
    (64, 700, 300, 2, 1, 100, 7),
    (128, 1000, 1111, 4, 4, None, None),
    (128, 2500, 700, 6, 1, None, 0),
    (128, 640, 2000, 4, 2, 300, None),
    (128, 1500, 1500, 4, 2, None, 0),
    (128, 600, 5000, 4, 1, None, 0),
    (256, 500, 700, 4, 2, None, 0),
    (256, 700, 500, 2, 1, None, None),
)
"""Head size, queries, keys, heads, heads of keys, and how many keys a query sees before and after its place."""

LIMIT: Final = 1e-2
ROUNDS: Final = 20
WAIT_CYCLES: Final = 800_000
"""The host needs so long for a call through autograd."""


def exact_gradients(
    given: list[torch.Tensor], grad: torch.Tensor, left: int | None, right: int | None, kind: torch.dtype
) -> list[torch.Tensor]:
    """The gradients that autograd gives, computed in another type; rows that see no key give none."""
    q, k, v = (x.detach().to(kind).requires_grad_() for x in given)
    a, b, c = (x.transpose(1, 2) for x in (q, k, v))
    b, c = (x.repeat_interleave(a.shape[1] // x.shape[1], 1) for x in (b, c))
    m, n = a.shape[2], b.shape[2]
    place, key = torch.arange(m, device="cuda")[:, None] + n - m, torch.arange(n, device="cuda")[None]
    hidden = (key > place + (n + m if right is None else right)) | (key < place - (n + m if left is None else left))
    unseen = hidden.all(-1)[:, None]
    scores = (a @ b.mT / math.sqrt(q.shape[-1])).masked_fill(hidden, -math.inf).masked_fill(unseen, 0)
    found = (torch.softmax(scores, -1).masked_fill(unseen, 0) @ c).transpose(1, 2)
    return list(torch.autograd.grad(found, (q, k, v), grad.to(kind)))


def compared(name: str, found: Any, exact: list[torch.Tensor]) -> Rows:
    """A row for each gradient."""
    return [
        checked(f"{name} d{which}", relative_error(a, b), LIMIT)
        for which, a, b in zip("qkv", found, exact, strict=True)
    ]


def forms() -> Rows:
    """Windows, grouped heads, lengths that fill no tile, rows that see nothing, packed sequences beside NaN."""
    rows: Rows = []
    for number, (size, m, n, heads, heads_k, left, right) in enumerate(FORMS):
        kind = (torch.float16, torch.bfloat16)[number % 2]
        counts = (m, heads), (n, heads_k), (n, heads_k), (m, heads)
        q, k, v, grad = (torch.randn(2, a, b, size, device="cuda").to(kind) for a, b in counts)
        out, lse = ops.attention(q, k, v, window=(left, right), return_lse=True)
        exact = exact_gradients([q, k, v], grad, left, right, torch.float64)
        for ordered in (False, True):
            name = f"backward {size} {m}x{n} {heads}/{heads_k} window {left} {right} {kind} ordered {ordered}"
            given = grad, q, k, v, out, lse
            found = ops.attention_backward(*given, window=(left, right), deterministic=ordered)
            rows += compared(name, found, exact)
        again = ops.attention_backward(*given, window=(left, right), deterministic=True)
        same = all(torch.equal(a, b) for a, b in zip(found, again, strict=True))
        rows.append({"check": f"{name} gives the same bits again", "ok": same})
    return rows + packed_forms()


def packed_forms() -> Rows:
    """Sequences of several lengths; the last has NaN, which must stay its own."""
    rows: Rows = []
    lengths = (700, 0, 33, 129)
    starts = torch.tensor([0, *torch.tensor(lengths).cumsum(0).tolist()], dtype=torch.int32, device="cuda")
    q, k, v, grad = (torch.randn(sum(lengths), heads, 128, device="cuda").half() for heads in (4, 2, 2, 4))
    for x in (q, k, v, grad):
        x[-1] = math.nan
    named: dict[str, Any] = {"starts_q": starts, "starts_k": starts, "causal": True}
    out, lse = ops.attention(q, k, v, return_lse=True, **named)
    found = ops.attention_backward(grad, q, k, v, out, lse, **named)
    for i, length in enumerate(lengths[:-1]):
        at = slice(int(starts[i]), int(starts[i + 1]))
        if length:
            exact = exact_gradients([x[None, at] for x in (q, k, v)], grad[None, at], None, 0, torch.float64)
            rows += compared(f"backward packed {length}", [x[None, at] for x in found], exact)
    return rows


def peer(backend: SDPBackend, given: list[torch.Tensor], grad: torch.Tensor, causal: bool) -> Callable[[], object]:
    """The backward pass of one of torch's backends, on the same memory."""
    leaves = [x.detach().requires_grad_() for x in given]
    a, b, c = (x.transpose(1, 2) for x in leaves)
    shared = a.shape[1] != b.shape[1]
    if shared and backend is SDPBackend.FLASH_ATTENTION:
        b, c = (x.repeat_interleave(a.shape[1] // x.shape[1], 1) for x in (b, c))
        shared = False
    with sdpa_kernel(backend):
        out = scaled_dot_product_attention(a, b, c, is_causal=causal, enable_gqa=shared)
    wide = [a, b, c] if not shared else leaves

    def run() -> object:
        return torch.autograd.grad(out, wide, grad.transpose(1, 2), retain_graph=True)

    return run


def times() -> Rows:
    """Each shape: some heads against float32, the first call, and times in the same run as cuDNN's and flash's."""
    rows: Rows = []
    for batch, length, heads, heads_k, size, causal, aim in SHAPES:
        name = f"backward {batch}x{length}x{heads}/{heads_k}x{size} {'causal' if causal else 'full'}"
        counts = heads, heads_k, heads_k, heads
        q, k, v, grad = (torch.randn(batch, length, h, size, device="cuda", dtype=torch.bfloat16) for h in counts)
        out, lse = ops.attention(q, k, v, causal=causal, return_lse=True)
        torch.cuda.synchronize()
        start = time.perf_counter()
        found = ops.attention_backward(grad, q, k, v, out, lse, causal=causal)
        torch.cuda.synchronize()
        first_call_s = time.perf_counter() - start
        group = heads // heads_k
        some = [x[:1, :, : group * h] for x, h in ((q, 1), (grad, 1))]
        shared = [x[:1, :, :1] for x in (k, v)]
        if length <= 8192:
            exact = exact_gradients([some[0], *shared], some[1], None, 0 if causal else None, torch.float32)
            part = [found[0][:1, :, :group], found[1][:1, :, :1], found[2][:1, :, :1]]
            rows += compared(name, part, exact)
            del exact
        rows.append({"first_call": name, "s": first_call_s, "ok": True})
        runs: dict[str, Callable[[], object]] = {}
        for variant, ordered in (("cutedsl", False), ("deterministic", True)):
            runs[variant] = lambda o=ordered, x=(grad, q, k, v, out, lse), c=causal: ops.attention_backward(
                *x, causal=c, deterministic=o
            )
        runs["cuDNN"] = peer(SDPBackend.CUDNN_ATTENTION, [q, k, v], grad, causal)
        runs["flash"] = peer(SDPBackend.FLASH_ATTENTION, [q, k, v], grad, causal)
        results = timed(runs, 0, repeats=ROUNDS, wait_cycles=WAIT_CYCLES)
        operations = 10 * length**2 * size * heads * batch / (1 + causal)
        for numbers in results.values():
            numbers["tflop_per_s"] = operations / numbers["median_us"] / 1e6
        ratio = {variant: results["cuDNN"]["median_us"] / x["median_us"] for variant, x in results.items()}
        rows.append({"time": name, "results": results, "ratio_to_cudnn": ratio, "aim": aim, "ok": True})
        shown = {variant: round(x["tflop_per_s"], 1) for variant, x in results.items()}
        print(
            name, shown, f"of cuDNN {ratio['cutedsl']:.3f}, aim {aim}", f"first call {first_call_s:.2f} s", flush=True
        )
    return rows


def main() -> None:
    """Runs the parts that are named, all without names, and writes the result if all is right."""
    parts = {"forms": forms, "times": times}
    rows: Rows = []
    for name in sys.argv[1:] or parts:
        rows += parts[name]()
    wrong = [row for row in rows if not row["ok"]]
    for row in wrong:
        print("WRONG", row)
    print(f"{len(rows)} rows, {len(wrong)} wrong; worst", max((r["error"] for r in rows if "error" in r), default=0.0))
    name = "_".join(["gpu_attention_backward", *sys.argv[1:]])
    write_result(name, rows, device=torch.cuda.get_device_name(), torch=torch.__version__)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
