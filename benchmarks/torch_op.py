"""The cost of a call of a PyTorch operator, on the CPU: 16 float32 numbers, functional.

Ours (`cutedsl.torch.operator`) beside torch's own in the same run: `torch.add`, the operator `aten::add`, and
`torch.library.custom_op` with a Python kernel that adds. Writes `results/torch_op.json`.

Usage: PYTHONPATH=src:. python -m benchmarks.torch_op
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from statistics import median
from typing import Any

import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.record import write_result
from cutedsl.torch import operator

_CALLS = 3000
_ROUNDS = 40


@operator("cutedsl_benchmark::scale_add", out="x", backward=lambda grad_o, a: (a * grad_o, grad_o))
@cute.jit
def _scale_add(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor, a: cutlass.Float32):
    for i in range(cute.size(x)):
        o[i] = a * x[i] + y[i]


@torch.library.custom_op("cutedsl_benchmark::custom", mutates_args=())
def _custom(x: torch.Tensor, y: torch.Tensor, a: float) -> torch.Tensor:
    return torch.add(y, x, alpha=a)


def main() -> None:
    """Measures the calls in turn and writes the result."""
    x, y = torch.randn(16), torch.randn(16)
    torch.testing.assert_close(_scale_add(x, y, 2.0), 2 * x + y)
    plain: Any = torch.ops.cutedsl_benchmark._scale_add.default
    whole, add, custom = _scale_add.op, torch.ops.aten.add.Tensor, _custom
    calls: dict[str, Callable[[], Any]] = {
        "our operator": lambda: _scale_add(x, y, 2.0),
        "our operator, kernel alone": lambda: plain(x, y, 2.0),
        "our operator by torch.ops, with torch's autograd": lambda: whole(x, y, 2.0),
        "torch.add": lambda: torch.add(x, y),
        "torch.ops.aten.add.Tensor": lambda: add(x, y),
        "torch.library.custom_op": lambda: custom(x, y, 2.0),
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(_ROUNDS):
        for name, call in calls.items():
            times[name].append(timeit.timeit(call, number=_CALLS) / _CALLS * 1e6)
    rows: list[dict[str, object]] = []
    for name, values in times.items():
        row = {"call": name, "min_us": round(min(values), 2), "median_us": round(median(values), 2)}
        rows.append(row)
        print(f"{name:50} {row['min_us']:>8} us least {row['median_us']:>8} us median")
    print(write_result("torch_op", rows, torch=torch.__version__))


if __name__ == "__main__":
    main()
