"""What the detection of deadlocks costs: each kernel against itself without it, interleaved.

Detection is a store of the place before each wait, a counter of what was done, and its comparison after each round of
the scheduler. The other build leaves those out of the kernel's text and of the runtime's; nothing but this benchmark
makes it, and its kernels wait for ever where they should be reported. Ratios are of minima: the time with detection
over the time without. Run: `python -m benchmarks.cpu_deadlock`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.cpu_kernels import SETTLE_S, product
from benchmarks.record import interleaved_ms, write_result
from cutedsl.codegen.llvm import runtime
from cutedsl.codegen.llvm.block_state import STATE
from cutedsl.codegen.llvm.compile import compile_native
from cutedsl.execution.cpu.pool import usable_cores
from cutedsl.targets import cpu_compiler

_SITE = re.compile(r"\n  store i32 \d+, ptr %wait_site, align 4(?=\n)")
_COUNTER = re.compile(rf"(%[\w.]+) = getelementptr i8, ptr %state, i64 {STATE['progress']}(?=\n)")
_COUNTED = "call i64 @cute.progress(ptr %states, i32 %count)"


@cute.kernel
def barriers_kernel(y: cute.Tensor, turns: cutlass.Int32):
    """Nothing but barriers, of eight warps."""
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    for _ in range(turns):
        cute.arch.sync_threads()
    y[bidx * 256 + tidx] = tidx


@cute.jit
def barriers(y: cute.Tensor, turns: cutlass.Int32):
    """Launches it."""
    barriers_kernel(y, turns).launch(grid=[y.shape[0] // 256, 1, 1], block=[256, 1, 1])


@cute.kernel
def hand_over_kernel(y: cute.Tensor, turns: cutlass.Int32):
    """Two warps take turns by two mbarriers."""
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(tidx // 32)
    bars = cutlass.utils.SmemAllocator().allocate_array(cutlass.Int64, 2)
    if tidx == 0:
        cute.arch.mbarrier_init(bars, 1)
        cute.arch.mbarrier_init(bars + 1, 1)
    cute.arch.sync_threads()
    for turn in range(turns):
        if warp == 0:
            if tidx == 0:
                cute.arch.mbarrier_arrive(bars)
            cute.arch.mbarrier_wait(bars + 1, turn % 2)
        else:
            cute.arch.mbarrier_wait(bars, turn % 2)
            if tidx == 32:
                cute.arch.mbarrier_arrive(bars + 1)
    y[tidx] = tidx


@cute.jit
def hand_over(y: cute.Tensor, turns: cutlass.Int32):
    """Launches it."""
    hand_over_kernel(y, turns).launch(grid=1, block=[64, 1, 1])


def without_detection(text: str) -> str:
    """LLVM text without what detection needs."""
    return "define".join(_function_without(part) for part in _SITE.sub("", text).split("define"))


def _function_without(text: str) -> str:
    for place in set(_COUNTER.findall(text)):
        text = re.sub(rf"\n  store i64 [%\w.]+, ptr {re.escape(place)}(, align 8)?(?=\n)", "", text)
    return text.replace(_COUNTED, "add i64 0, 0").replace("%stuck = icmp eq i64", "%stuck = icmp ugt i64")


def _undetected(function: Any, arguments: tuple[Any, ...]) -> Callable[[], object]:
    """The program compiled without detection."""

    def compiled(text: str, **options: Any) -> Any:
        less = without_detection(text)
        assert len(less) < len(text)
        return compile_native(less, **options)

    bare = without_detection(runtime.TEXT)
    assert bare.count("add i64 0, 0") == runtime.TEXT.count(_COUNTED) > 0
    with patch.object(runtime, "TEXT", bare), patch.object(cpu_compiler, "compile_native", compiled):
        program = cute.compile(function, *arguments, options="--target cpu")
    return lambda: program(*arguments)


def measure(name: str, function: Any, arguments: tuple[Any, ...]) -> dict[str, object]:
    """One kernel, both ways."""
    program = cute.compile(function, *arguments, options="--target cpu")
    works = {"with": lambda: program(*arguments), "without": _undetected(function, arguments)}
    times = interleaved_ms(works, turns=60, settle_s=SETTLE_S / 5)
    ratio = round(times["with"]["min_ms"] / times["without"]["min_ms"], 3)
    print(f"{name}: {times['with']['min_ms']:.3f} ms, {ratio} of the time without detection")
    return {"kernel": name, "times": times, "ratio": ratio}


def main() -> None:
    """All kernels."""
    a, b, c = (np.random.default_rng(7).standard_normal((512, 512), dtype=np.float32) for _ in range(3))
    y = np.zeros(4096, np.int32)
    rows = [
        measure("SGEMM 512, two barriers a tile", product, (a, b, c)),
        measure("2000 barriers of eight warps", barriers, (y, 2000)),
        measure("20000 turns of two warps by mbarriers", hand_over, (y, 20000)),
    ]
    print(write_result("cpu_deadlock", rows, cutedsl_threads=usable_cores()))


if __name__ == "__main__":
    main()
