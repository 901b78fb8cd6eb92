"""Products with what models do around them, in one kernel or one call: beside torch, eager and compiled, in one run.

    PYTHONPATH=src:. python3 -m benchmarks.gpu.fused_products [NAME ...] [record]

Each case is compared with its peers first, which compute the same. `of_peak` is the part of a product's speed: that of
`ops.matmul` of as many operations in the same run, where a case names one. With `record` the rows go to a file of the
results for each name (or into $OUT).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from benchmarks.gpu.timing import LONG_WAIT_CYCLES, timed
from benchmarks.record import write_result
from cutedsl import ops

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
SMALLER = 1 if torch.cuda.is_available() else 64
"""What extents are divided by where there is no GPU, to try the script."""
LIMIT = 2e-2
"""The largest relative distance of two results of bfloat16."""


@dataclass(frozen=True)
class Case:
    """A call, what does the same, and how many operations its products have."""

    name: str
    run: Callable[[], Any]
    peers: dict[str, Callable[[], Any]]
    operations: float
    product: Callable[[], Any] | None = None
    """The bare product of as many operations, which the call cannot be faster than."""
    repeats: int = field(default=20, kw_only=True)


def numbers(*shape: int, scale: float = 1.0) -> Tensor:
    """Random-normal values in bfloat16."""
    return (torch.randn(*shape, device=DEVICE) * scale).bfloat16()


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """By torch.compile, for these sizes alone."""
    return torch.compile(function, dynamic=False)


def gated() -> Iterator[Case]:
    """SwiGLU of a model's MLP: Llama 3 8B, Llama 2 7B and Qwen 2.5 3B, for training and for serving."""

    def plain(x: Tensor, weight: Tensor) -> Tensor:
        first, second = F.linear(x, weight).chunk(2, -1)
        return F.silu(first) * second

    for m, n, k in (
        *((8192, 14336, 4096), (4096, 11008, 4096), (1000, 11008, 2048)),
        *((256, 14336, 4096), (64, 14336, 4096), (16, 14336, 4096)),
    ):
        m, n, k = max(m // SMALLER, 1), n // SMALLER, k // SMALLER
        x, weight = numbers(m, k), numbers(2 * n, k, scale=k**-0.5)
        out, both = numbers(m, n), numbers(m, 2 * n)
        fast = compiled(plain)
        yield Case(
            f"gated {m} x {n} x {k}",
            lambda x=x, w=weight, out=out: ops.gated_matmul(x, w.T, out),
            {"torch": lambda x=x, w=weight: plain(x, w), "torch.compile": lambda x=x, w=weight, f=fast: f(x, w)},
            2.0 * m * 2 * n * k,
            lambda x=x, w=weight, both=both: ops.matmul(x, w.T, both),
        )


def experts() -> Iterator[Case]:
    """Layers of Mixtral 8x7B, Qwen3 30B and gpt-oss 20B, for training and for serving."""

    grouped: Any = vars(torch)["_grouped_mm"]

    def by_groups(x: Tensor, choices: Tensor, weights: Tensor, first: Tensor, second: Tensor) -> Tensor:
        """Sorted by torch, multiplied by its grouped products."""
        each, order = choices.shape[1], choices.flatten().argsort(stable=True)
        counts = torch.zeros(len(first), device=x.device, dtype=torch.int32)
        counts = counts.index_add_(0, choices.flatten(), torch.ones_like(choices.flatten(), dtype=torch.int32))
        ends, tokens = counts.cumsum(0, dtype=torch.int32), order // each
        gate, value = grouped(x[tokens], first, offs=ends).chunk(2, -1)
        made = grouped(F.silu(gate) * value, second, offs=ends)
        made = made.float() * weights.flatten()[order][:, None]
        return torch.zeros_like(x, dtype=torch.float32).index_add_(0, tokens, made).to(x.dtype)

    for tokens, width, inner, count, each in (
        (4096, 4096, 14336, 8, 2),
        (8192, 2048, 768, 128, 8),
        (4096, 2880, 2880, 32, 4),
        (64, 2880, 2880, 32, 4),
    ):
        tokens, width, inner = max(tokens // SMALLER, 2), width // SMALLER // 8 * 8, inner // SMALLER // 8 * 8
        x, scores = numbers(tokens, width), torch.randn(tokens, count, device=DEVICE)
        weights, choices = scores.softmax(-1).topk(each)
        first = numbers(count, 2 * inner, width, scale=width**-0.5).mT
        second = numbers(count, width, inner, scale=inner**-0.5).mT
        given, out, fast = (x, choices, weights, first, second), torch.empty_like(x), compiled(by_groups)
        yield Case(
            f"experts {tokens} x {width} x {inner}, {each} of {count}",
            lambda given=given, out=out: ops.mixture_of_experts(*given, out),
            {"torch": lambda given=given: by_groups(*given), "torch.compile": lambda given=given, f=fast: f(*given)},
            2.0 * tokens * each * 3 * inner * width,
        )


def entropy() -> Iterator[Case]:
    """The loss of a language model and its gradients: Llama 3 8B, Llama 2 7B, Qwen 2.5 3B."""

    def loss(x: Tensor, weight: Tensor, labels: Tensor) -> Tensor:
        return F.cross_entropy(F.linear(x, weight).float(), labels)

    def trained(function: Callable[..., Tensor], x: Tensor, weight: Tensor, labels: Tensor) -> Any:
        return torch.autograd.grad(function(x, weight, labels), (x, weight))

    for m, v, k in ((8192, 128256, 4096), (4096, 32000, 4096), (8192, 151936, 2048)):
        m, v, k = m // SMALLER, v // SMALLER // 8 * 8, k // SMALLER
        x, weight = numbers(m, k), numbers(v, k, scale=k**-0.5)
        labels, grad = torch.randint(0, v, (m,), device=DEVICE), torch.full((m,), 1 / m, device=DEVICE)
        given = (x.clone().requires_grad_(), weight.clone().requires_grad_(), labels)
        fast, plain = compiled(loss), (x, weight, labels)
        yield Case(
            f"loss {m} x {v} x {k}",
            lambda plain=plain: ops.linear_cross_entropy(*plain).mean(),
            {"torch": lambda plain=plain: loss(*plain), "torch.compile": lambda plain=plain, f=fast: f(*plain)},
            2.0 * m * v * k,
        )
        yield Case(
            f"loss and gradients {m} x {v} x {k}",
            lambda plain=plain, grad=grad: ops.linear_cross_entropy_gradients(grad, *plain)[1:],
            {
                "torch": lambda given=given: trained(loss, *given),
                "torch.compile": lambda given=given, f=fast: trained(f, *given),
            },
            3 * 2.0 * m * v * k,
            repeats=10,
        )


def residual() -> Iterator[Case]:
    """The product at the end of attention or of an MLP, its residual, and the RMS norm that follows it."""

    def normed(x: Tensor, weight: Tensor, before: Tensor, scale: Tensor) -> tuple[Tensor, Tensor]:
        total = F.linear(x, weight) + before
        return total, F.rms_norm(total, total.shape[-1:], scale, 1e-6)

    for m, n, k in ((8192, 4096, 4096), (8192, 4096, 14336), (1000, 4096, 4096), (64, 4096, 14336)):
        m, n, k = max(m // SMALLER, 1), n // SMALLER, k // SMALLER
        x, weight, before = numbers(m, k), numbers(n, k, scale=k**-0.5), numbers(m, n)
        scale, out, squares = numbers(n), numbers(m, n), torch.empty(m, device=DEVICE)
        given, fast = (x, weight, before, scale), compiled(normed)
        yield Case(
            f"residual and squares {m} x {n} x {k}",
            lambda x=x, w=weight, b=before, out=out, s=squares: ops.residual_matmul(x, w.T, b, out, squares=s)[0],
            {
                "torch": lambda given=given: normed(*given)[0],
                "torch.compile": lambda given=given, f=fast: f(*given)[0],
            },
            2.0 * m * n * k,
            lambda x=x, w=weight, out=out: ops.matmul(x, w.T, out),
        )


CASES = {"gated": gated, "experts": experts, "loss": entropy, "residual": residual}


def distance(found: Any, wanted: Any) -> float:
    """The relative distance of results, the largest of several."""
    if isinstance(found, tuple):
        return max(distance(a, b) for a, b in zip(found, wanted, strict=True))
    return float((found.double() - wanted.double()).norm() / wanted.double().norm().clamp_min(1e-30))


def peak_gb(run: Callable[[], Any]) -> float:
    """The most memory that a call takes besides what it is given."""
    torch.cuda.synchronize()
    before = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    run()
    torch.cuda.synchronize()
    return round((torch.cuda.max_memory_allocated() - before) / 1e9, 2)


def measured(case: Case) -> dict[str, object]:
    """One row: times of the call and its peers, in random order."""
    found = case.run()
    row: dict[str, object] = {"case": case.name}
    for name, peer in case.peers.items():
        far = distance(found, peer())
        assert far < LIMIT, (case.name, name, far)
        row[f"distance_{name}"] = float(f"{far:.2g}")
    if DEVICE == "cuda":
        row |= {f"{name}_peak_gb": peak_gb(run) for name, run in {"ours": case.run, **case.peers}.items()}
    runs = {"ours": case.run, **case.peers, **({} if case.product is None else {"product": case.product})}
    times = timed(runs, 1, repeats=case.repeats, wait_cycles=LONG_WAIT_CYCLES)
    own = times["ours"]["median_us"]
    row |= {f"{name}_us": round(some["median_us"], 1) for name, some in times.items()}
    row |= {"p10_us": round(times["ours"]["p10_us"], 1), "p90_us": round(times["ours"]["p90_us"], 1)}
    row |= {f"times_{name}": round(times[name]["median_us"] / own, 3) for name in case.peers}
    row["tflop_per_s"] = round(case.operations / own / 1e6, 1)
    if case.product is not None:
        row["of_peak"] = round(times["product"]["median_us"] / own, 3)
    return row


def main() -> None:
    """Times the cases whose names begin as the command line says, or all."""
    chosen = [name for name in sys.argv[1:] if name != "record"]
    for name, make in CASES.items():
        if chosen and name not in chosen:
            continue
        rows: list[dict[str, object]] = []
        for case in make():
            rows.append(measured(case))
            print(rows[-1], flush=True)
            if "record" in sys.argv:
                more = {"device": torch.cuda.get_device_name(), "torch": torch.__version__}
                write_result(f"gpu_fused_{name}", rows, **more)


if __name__ == "__main__":
    main()
