"""A program whose calls are interrupted by calls of the same function, at any place in Python, as by a signal handler.

Prints whether many came in between, and whether all gave what they should. With `compiling` as its word each call in
between is compiled, of a kernel that needs little time for it; else it is remembered once one was.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from types import CodeType, FrameType

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute

_PLACES = ("driver/cache", "execution", "driver/compile/collection", "driver/compile/beside")
_PLACES += ("codegen/llvm/images", "driver/call/build")
"""Folders and modules of the library that are interrupted. (A trace is not: what is called there is part of it.)"""
_TIMES = 1
"""How often one function is interrupted."""


@cute.kernel
def twice_kernel(x: cute.Tensor, y: cute.Tensor, by_shared_memory: cutlass.Constexpr[bool]):
    tidx, _, _ = cute.arch.thread_idx()
    if cutlass.const_expr(by_shared_memory):
        s = cutlass.utils.SmemAllocator().allocate_tensor(x.element_type, cute.make_layout(64))
        s[tidx] = x[tidx]
        cute.arch.sync_threads()
        y[tidx] = s[63 - tidx] + s[63 - tidx]
    else:
        y[tidx] = x[63 - tidx] + x[63 - tidx]


@cute.jit
def twice(x: cute.Tensor, y: cute.Tensor, by_shared_memory: cutlass.Constexpr[bool]):
    twice_kernel(x, y, by_shared_memory).launch(grid=1, block=64)


class Interruptions:
    """Calls `twice` whenever a function of the library is entered, but not within such a call."""

    def __init__(self, compiling: bool) -> None:
        self.compiling = compiling
        self.seen: Counter[CodeType] = Counter()
        self.inside = False
        self.right: list[bool] = []

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        if self.inside or event not in ("call", "c_call", "c_return") or self.seen[code] >= _TIMES:
            return
        if any(f"cutedsl/{place}" in code.co_filename for place in _PLACES):
            self.seen[code] += 1
            self.inside = True
            self.right.append(right(np.float32, by_shared_memory=not self.compiling))
            self.inside = False


def right(dtype: type, by_shared_memory: bool = True) -> bool:
    """One call, and whether its result is."""
    x = np.arange(64).astype(dtype)
    y = np.zeros_like(x)
    twice(x, y, by_shared_memory)
    return np.array_equal(y, 2 * x[::-1])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    interruptions = Interruptions(sys.argv[1:] == ["compiling"])
    sys.setprofile(interruptions)
    own = [right(dtype) for dtype in (np.float32, np.float64, np.int32, np.float32, np.float32)]
    sys.setprofile(None)
    print(len(interruptions.right) > 30, all(interruptions.right), all(own))
