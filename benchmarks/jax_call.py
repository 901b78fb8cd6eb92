"""The cost of one more custom call inside a jitted JAX function, on the CPU.

A host function multiplies 8x16 float32 arrays; 64 such calls in one `jax.jit` are timed against one, so that JAX's own
dispatch cancels out. Beside it, in the same run: XLA's own multiply in the same chain. Writes `results/jax_call.json`.

Usage: PYTHONPATH=src:. python -m benchmarks.jax_call
"""

from __future__ import annotations

import os
import timeit
from collections.abc import Callable
from statistics import median
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np

import cutedsl.cute as cute
from benchmarks.record import write_result
from cutedsl.jax import call

_CHAIN = 64
_CALLS = 2000
_ROUNDS = 15


@cute.jit
def _multiply(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor):
    for i in range(cute.size(o)):
        o[i] = x[i] * y[i]


@cute.jit
def _nothing(x: cute.Tensor, y: cute.Tensor, o: cute.Tensor):
    pass


def _chain(op: Callable[[Any, Any], Any], count: int) -> Callable[[Any, Any], Any]:
    def repeated(x: Any, y: Any) -> Any:
        for _ in range(count):
            x = op(x, y)
        return x

    return jax.jit(repeated)


def _ns(function: Callable[..., Any], *args: Any) -> float:
    function(*args).block_until_ready()
    return min(timeit.Timer(lambda: function(*args).block_until_ready()).repeat(3, _CALLS)) / _CALLS * 1e9


def main() -> None:
    """Measures the chains in turn and writes the result."""
    x, y = (jnp.asarray(np.random.default_rng(k).random((8, 16), dtype=np.float32)) for k in range(2))
    ops: dict[str, Callable[[Any, Any], Any]] = {
        "empty host function": call(_nothing, out=lambda x, y: x),
        "8x16 multiply": call(_multiply, out=lambda x, y: x),
        "XLA's own multiply": lambda x, y: x * y,
    }
    chains = {name: (_chain(op, 1), _chain(op, _CHAIN)) for name, op in ops.items()}
    times: dict[str, list[float]] = {name: [] for name in ops}
    for _ in range(_ROUNDS):
        for name, (one, many) in chains.items():
            times[name].append((_ns(many, x, y) - _ns(one, x, y)) / (_CHAIN - 1))
    rows: list[dict[str, object]] = []
    for name, values in times.items():
        row = {"call": name, "min_ns": round(min(values), 1), "median_ns": round(median(values), 1)}
        rows.append(row)
        print(f"{name:24} {row['min_ns']:>8} ns least {row['median_ns']:>8} ns median, one more call in the chain")
    print(write_result("jax_call", rows, jax=jax.__version__))


if __name__ == "__main__":
    main()
