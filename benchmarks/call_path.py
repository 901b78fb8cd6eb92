"""The host time of one call: an empty compiled host function with three arrays and a number, every argument checked.

Rows: torch tensors and NumPy arrays, through the compiled function and through its builtin; an empty Python function
for scale; the same arguments in a tuple and a dataclass, read by machine code and by Python; arguments by name, and
direct calls of the `@jit` function (both through a lambda); the Python path that calls take when the machine code does
not know an argument; the same function as one of TVM-FFI. The loop around the call is subtracted. Writes
`results/call_path.json`.

Usage: PYTHONPATH=src:. python -m benchmarks.call_path
"""

from __future__ import annotations

import gc
import timeit
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

import cutedsl.cute as cute
from benchmarks.record import write_result

_CALLS = 20_000
_ROUNDS = 15
_SLOW_CALLS = 200


@cute.jit
def _empty(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor, scale: cute.Float32):
    pass


@dataclass
class _Output:
    out: Any
    scale: Any


@cute.jit
def _empty_parts(inputs, output: _Output):
    pass


def _python(x: object, y: object, out: object, scale: float) -> None:
    pass


def _nanoseconds(function: Callable[..., object], args: tuple[object, ...], calls: int) -> float:
    names = {"f": function, **{f"a{k}": value for k, value in enumerate(args)}}
    call = timeit.Timer(f"f({', '.join(list(names)[1:])})", globals=names)
    return min(call.repeat(3, calls)) / calls * 1e9


def _loop(calls: int) -> float:
    return min(timeit.Timer("pass").repeat(3, calls)) / calls * 1e9


def _cases() -> dict[str, tuple[Callable[..., object], tuple[object, ...], int]]:
    arrays = tuple(np.zeros((4, 4), np.float32) for _ in range(3))
    numpy_args = (*arrays, 2.0)
    compiled = cute.compile(_empty, *numpy_args, options="--target cpu")
    marked = tuple(cute.runtime.from_dlpack(a) for a in arrays)
    _empty(*numpy_args)
    parts = ((arrays[0], arrays[1]), _Output(arrays[2], 2.0))
    of_parts = cute.compile(_empty_parts, *parts, options="--target cpu")
    named: dict[str, Callable[..., object]] = {
        "NumPy, by name": lambda x, y, out, scale: compiled(x, y, out=out, scale=scale),
        "NumPy, a direct call": lambda x, y, out, scale: _empty(x, y, out, scale),
        "NumPy, a direct call by name": lambda x, y, out, scale: _empty(x, y, out=out, scale=scale),
    }
    cases: dict[str, tuple[Callable[..., object], tuple[object, ...], int]] = {
        "empty Python function": (_python, numpy_args, _CALLS),
        "NumPy": (compiled, numpy_args, _CALLS),
        "NumPy, the builtin": (compiled.__call__, numpy_args, _CALLS),
        **{name: (call, numpy_args, _CALLS // 10) for name, call in named.items()},
        "NumPy, a tuple and a dataclass": (of_parts, parts, _CALLS),
        "NumPy, a tuple and a dataclass, by Python": (of_parts.call_by_python, parts, _SLOW_CALLS),
        "Python path (from_dlpack tensors)": (compiled, (*marked, 2.0), _SLOW_CALLS),
    }
    try:
        import torch
    except ImportError:
        return cases
    tensors = (*(torch.zeros(4, 4) for _ in range(3)), 2.0)
    compiled(*tensors)  # the first call of a framework's tensors teaches the process where they keep what
    cases["torch"] = (compiled, tensors, _CALLS)
    cases["torch, the builtin"] = (compiled.__call__, tensors, _CALLS)
    return {**cases, **_tvm_ffi_cases(tensors)}


def _tvm_ffi_cases(tensors: tuple[Any, ...]) -> dict[str, tuple[Callable[..., object], tuple[object, ...], int]]:
    """The same function compiled for TVM-FFI: called from Python, and through TVM-FFI's own calling convention."""
    try:
        import tvm_ffi
    except ImportError:
        return {}
    function = cute.compile(_empty, *tensors, options="--target cpu --enable-tvm-ffi")
    function(*tensors)
    plain = tvm_ffi.convert([function])[0]  # a handle without our class: what other languages call
    converted = (*map(tvm_ffi.from_dlpack, tensors[:-1]), tensors[-1])
    return {
        "torch, --enable-tvm-ffi": (function, tensors, _CALLS),
        "torch, through TVM-FFI": (plain, tensors, _CALLS),
        "tvm_ffi.Tensor, through TVM-FFI": (plain, converted, _CALLS),
    }


def main() -> None:
    """Measures the cases in turn and writes the result."""
    cases = _cases()
    times: dict[str, list[float]] = {name: [] for name in cases}
    gc.disable()
    for _ in range(_ROUNDS):
        loop = _loop(_CALLS)
        for name, (function, args, calls) in cases.items():
            times[name].append(_nanoseconds(function, args, calls) - loop)
    gc.enable()
    rows: list[dict[str, object]] = []
    for name, values in times.items():
        row = {"case": name, "min_ns": round(min(values), 1), "median_ns": round(median(values), 1)}
        rows.append(row)
        print(f"{name:40s} {row['min_ns']:>10} ns (median {row['median_ns']})")
    print(write_result("call_path", rows, arguments="3 arrays of 4x4 float32, 1 float"))


if __name__ == "__main__":
    main()
