"""What training and serving need besides products: each operation beside its floor and a peer, in one run.

    PYTHONPATH=src:. python3 -m benchmarks.gpu.row_operations [NAME ...] [record]

A copy moves as many bytes as the operation must; of those that it writes and reads nothing for, zeros are written
instead, as memory takes longer to write than to read. `of_floor` is the copy's time over the operation's, `of_peer` the
peer's. With `record` the rows go to a file of the results (or into $OUT).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F

from benchmarks.gpu.timing import LONG_WAIT_CYCLES, timed
from benchmarks.record import write_result
from cutedsl import ops

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
ROWS = 16384 if torch.cuda.is_available() else 128
BF16 = torch.bfloat16


@dataclass(frozen=True)
class Case:
    """An operation, the bytes that it must move, and a peer that does the same."""

    name: str
    run: Callable[[], Any]
    peer: Callable[[], Any]
    moved_bytes: int
    filled_bytes: int = 0
    """Of these, what is written beyond as many bytes as are read."""
    alike: bool = True
    """Whether both give the same result, but for rounding."""


def numbers(*shape: int, dtype: torch.dtype = BF16) -> torch.Tensor:
    """Random-normal values."""
    return torch.randn(*shape, device=DEVICE, dtype=torch.float32).to(dtype)


def norms() -> Iterator[Case]:
    """Norms of a sum, and gradients of norms."""
    for columns in (1024, 4096, 8192, 32768):
        x, residual, weight = numbers(ROWS, columns), numbers(ROWS, columns), numbers(columns)
        y, s, grad = torch.empty_like(x), torch.empty_like(x), numbers(ROWS, columns)

        def plain(x: Any = x, residual: Any = residual, weight: Any = weight) -> Any:
            total = x + residual
            return F.rms_norm(total, total.shape[-1:], weight, 1e-6), total

        yield Case(
            f"add_rms_norm {ROWS} x {columns}",
            lambda x=x, residual=residual, weight=weight, y=y, s=s: ops.add_rms_norm(
                x, residual, weight, out=y, summed=s
            ),
            plain,
            4 * x.nbytes,
        )
        wanted = (x.clone().requires_grad_(), weight.clone().requires_grad_())
        made = F.rms_norm(wanted[0], (columns,), wanted[1], 1e-6)
        yield Case(
            f"rms_norm_backward {ROWS} x {columns}",
            lambda grad=grad, x=x, weight=weight, y=y: ops.rms_norm_backward(grad, x, weight, out=y),
            lambda made=made, wanted=wanted, grad=grad: torch.autograd.grad(made, wanted, grad, retain_graph=True),
            3 * x.nbytes,
        )
        biased = (*wanted, torch.zeros_like(weight).requires_grad_())
        shifted = F.layer_norm(biased[0], (columns,), biased[1], biased[2])
        yield Case(
            f"layer_norm_backward {ROWS} x {columns}",
            lambda grad=grad, x=x, weight=weight, y=y: ops.layer_norm_backward(grad, x, weight, bias=True, out=y),
            lambda made=shifted, wanted=biased, grad=grad: torch.autograd.grad(made, wanted, grad, retain_graph=True),
            3 * x.nbytes,
        )


def quantized(x: torch.Tensor, block: tuple[int, int]) -> Any:
    """By torch, which has no operation for it."""
    m, n = x.shape
    tiles = x.view(m // block[0], block[0], n // block[1], block[1]).float()
    scales = tiles.abs().amax((1, 3), keepdim=True) / 448
    return (tiles / scales).to(torch.float8_e4m3fn).view(m, n), scales[:, 0, :, 0]


def of_elements() -> Iterator[Case]:
    """Quantisation, dropout, rotary embedding, AdamW."""
    x = numbers(ROWS, 8192)
    fp8 = torch.empty_like(x, dtype=torch.float8_e4m3fn)
    for block in ((1, 128), (1, 8192), (128, 128), (ROWS, 1)):
        given: Any = (None, 1) if block[0] == ROWS else block
        yield Case(
            f"quantize {given} {ROWS} x 8192",
            lambda given=given: ops.quantize(x, block=given, out=fp8),
            torch.compile(lambda block=block: quantized(x, block)),
            3 * x.numel(),
            alike=False,
        )
    y = torch.empty_like(x)
    yield Case(
        f"dropout {ROWS} x 8192",
        lambda: ops.dropout(x, 0.1, 7, out=y),
        lambda: F.dropout(x, 0.1),
        2 * x.nbytes,
        alike=False,
    )
    heads = numbers(8, ROWS // 8, 32, 128)
    angles = torch.rand(ROWS // 8, 64, device=DEVICE)
    cos, sin = angles.cos(), angles.sin()

    def turned() -> torch.Tensor:
        first, second = heads.chunk(2, -1)
        c, s = cos[None, :, None], sin[None, :, None]
        return torch.cat((first * c - second * s, second * c + first * s), -1).to(BF16)

    yield Case(
        "rotary in place",
        lambda: ops.rotary(heads, cos, sin, out=heads),
        torch.compile(turned),
        2 * heads.nbytes,
        alike=False,
    )
    sizes = [(4096, 4096), (14336, 4096), (4096,), (1024, 4096)] * (8 if DEVICE == "cuda" else 1)
    lists = [[numbers(*size, dtype=torch.float32).abs() for size in sizes] for _ in range(4)]
    steps = [torch.ones((), device=DEVICE) for _ in sizes]
    of_torch: Any = torch.ops.aten._fused_adamw_.default
    rates: Any = {"amsgrad": False, "beta1": 0.9, "beta2": 0.999, "lr": 1e-3, "weight_decay": 0.1, "eps": 1e-8}
    yield Case(
        f"adamw {len(sizes)} tensors",
        lambda: ops.adamw(*lists, step=5, lr=1e-3),
        lambda: of_torch(*lists, [], steps, maximize=False, **rates),
        7 * sum(t.nbytes for t in lists[0]),
        alike=False,
    )


def indexed() -> Iterator[Case]:
    """Rows by number, counts, sampling."""
    weight, count = numbers(128256 if DEVICE == "cuda" else 500, 4096), 2 * ROWS
    numbers_of_rows = torch.randint(0, len(weight), (count,), device=DEVICE)
    grad = numbers(count, 4096)
    out = torch.empty_like(grad)
    yield Case(
        f"embedding {count} x 4096",
        lambda: ops.embedding(numbers_of_rows, weight, out=out),
        lambda: F.embedding(numbers_of_rows, weight),
        2 * grad.nbytes,
    )
    yield Case(
        f"embedding_backward {count} x 4096",
        lambda: ops.embedding_backward(grad, numbers_of_rows, len(weight)),
        lambda: torch.ops.aten.embedding_dense_backward(grad, numbers_of_rows, len(weight), -1, False),
        grad.nbytes + weight.nbytes,
        weight.nbytes - grad.nbytes,
    )
    total, source = torch.zeros(ROWS, 4096, device=DEVICE), numbers(count, 4096, dtype=torch.float32)
    places = torch.randint(0, ROWS, (count,), device=DEVICE)
    yield Case(
        f"scatter_add {count} x 4096",
        lambda: ops.scatter_add(total, places, source),
        lambda: total.index_add_(0, places, source),
        source.nbytes + 2 * total.nbytes,
        alike=False,
    )
    ends = torch.randint(0, count, (ROWS // 16,), device=DEVICE).sort().values.int()
    offsets = torch.cat((ends.new_zeros(1), ends)).long()
    yield Case(
        f"segment_sum {count} x 4096",
        lambda: ops.segment_sum(source, ends),
        lambda: torch.segment_reduce(source, "sum", offsets=offsets),
        source.nbytes,
    )
    for bins in (256, 65536):
        x = torch.randint(0, bins, (ROWS * 4096,), device=DEVICE, dtype=torch.int32)
        yield Case(
            f"histogram {bins} bins",
            lambda x=x, bins=bins: ops.histogram(x, bins),
            lambda x=x, bins=bins: torch.bincount(x, minlength=bins),
            x.nbytes,
        )
    for columns in (1024, 16384):
        x = numbers(ROWS // 16, columns, dtype=torch.float32)
        yield Case(
            f"sort {ROWS // 16} x {columns}",
            lambda x=x: ops.sort(x),
            lambda x=x: torch.sort(x, stable=True),
            16 * x.numel(),
        )
    logits = numbers(64, 128256 if DEVICE == "cuda" else 500)

    def drawn() -> torch.Tensor:
        best, places = logits.float().topk(50)
        chances = torch.softmax(best, -1)
        chances = chances.masked_fill(chances.cumsum(-1) - chances > 0.9, 0)
        return places.gather(-1, torch.multinomial(chances, 1))

    yield Case(
        f"sample top_k=50 top_p=0.9 {tuple(logits.shape)}",
        lambda: ops.sample(logits, 7, top_k=50, top_p=0.9),
        drawn,
        logits.nbytes,
        alike=False,
    )

    def drawn_by_sorting() -> torch.Tensor:
        ordered, places = logits.float().sort(descending=True)
        chances = torch.softmax(ordered, -1)
        chances = chances.masked_fill(chances.cumsum(-1) - chances > 0.9, 0)
        return places.gather(-1, torch.multinomial(chances, 1))

    yield Case(
        f"sample top_p=0.9 {tuple(logits.shape)}",
        lambda: ops.sample(logits, 7, top_p=0.9),
        drawn_by_sorting,
        logits.nbytes,
        alike=False,
    )


def difference(case: Case) -> float:
    """The relative distance of the two results, the largest of them."""
    found, wanted = case.run(), case.peer()
    pairs = zip(found, wanted, strict=True) if isinstance(found, tuple) else [(found, wanted)]
    return max(float((a.double() - b.double()).norm() / b.double().norm().clamp_min(1e-30)) for a, b in pairs)


def main() -> None:
    """Times the cases whose names begin as the command line says, or all."""
    chosen = [name for name in sys.argv[1:] if name != "record"]
    rows: list[dict[str, object]] = []
    for make in (norms, of_elements, indexed):
        for case in make():
            if chosen and not case.name.startswith(tuple(chosen)):
                continue
            error = difference(case) if case.alike else None
            half = torch.empty(max((case.moved_bytes - case.filled_bytes) // 2, 16), dtype=torch.int8, device=DEVICE)
            other, filled = torch.empty_like(half), half.new_empty(case.filled_bytes)

            def floor(a: Any = half, b: Any = other, c: Any = filled) -> None:
                b.copy_(a)
                if c.numel():
                    c.zero_()

            case.run()
            case.peer()
            if DEVICE == "cpu":
                print(case.name, error, flush=True)
                continue
            variants = {"ours": case.run, "peer": case.peer, "copy": floor}
            found = timed(variants, case.moved_bytes, repeats=20, wait_cycles=LONG_WAIT_CYCLES)
            times = {name: n["median_us"] for name, n in found.items()}
            ratios = {f"of_{key}": times[name] / times["ours"] for key, name in (("floor", "copy"), ("peer", "peer"))}
            rows.append({"case": case.name, "error": error, **ratios, "results": found})
            compared = f"x copy {ratios['of_floor']:.3f}  x peer {ratios['of_peer']:.2f}  error {error}"
            print(f"{case.name:45} {times['ours']:9.1f} us  {compared}", flush=True)
    if "record" in sys.argv:
        print(write_result("gpu_row_operations", rows, device=torch.cuda.get_device_name()))


if __name__ == "__main__":
    main()
