"""How fast this machine's cores can read memory and do nothing else: the floor of kernels that read an array once.

Each core reads its own contiguous part with full-width vectors into eight accumulators. Source: ours.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cutedsl.codegen.llvm.compile import compile_native
from cutedsl.execution.cpu.module import link_objects
from cutedsl.execution.cpu.pool import usable_cores

_SUMS = 8
_LANES = 16


def _text() -> str:
    """`@read(data, count)` sums `count` floats, a multiple of 128."""
    vector, names = f"<{_LANES} x float>", range(_SUMS)
    phis = [f"  %s{k} = phi {vector} [ zeroinitializer, %entry ], [ %t{k}, %loop ]" for k in names]
    reads = [
        f"  %p{k} = getelementptr {vector}, ptr %at, i64 {k}\n  %v{k} = load {vector}, ptr %p{k}, align 4\n"
        f"  %t{k} = fadd {vector} %s{k}, %v{k}"
        for k in names
    ]
    folds = [f"  %u{k} = fadd {vector} %{f'u{k - 1}' if k > 1 else 't0'}, %t{k}" for k in names if k]
    return "\n".join(
        (
            "define float @read(ptr %data, i64 %count) {\nentry:\n  br label %loop\nloop:",
            "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]",
            *phis,
            "  %at = getelementptr float, ptr %data, i64 %i",
            *reads,
            f"  %next = add i64 %i, {_SUMS * _LANES}\n  %more = icmp ult i64 %next, %count",
            "  br i1 %more, label %loop, label %done\ndone:",
            *folds,
            f"  %one = extractelement {vector} %u{_SUMS - 1}, i32 0\n  ret float %one\n}}\n",
        )
    )


def reader(array: np.ndarray) -> Callable[[], None]:
    """Reads a contiguous array of float32 once, on all cores."""
    code = link_objects(compile_native(_text()).data, ["read"])
    read = ctypes.CFUNCTYPE(ctypes.c_float, ctypes.c_void_p, ctypes.c_int64)(code["read"])
    cores = usable_cores()
    part = array.size // cores // (_SUMS * _LANES) * (_SUMS * _LANES)
    starts = [array.ctypes.data + array.itemsize * part * core for core in range(cores)]
    pool = ThreadPoolExecutor(cores)

    def run() -> None:
        assert code["read"]  # the code lives as long as this
        list(pool.map(read, starts, [part] * cores))

    return run
