"""The kernel that `cutedsl doctor` runs: a block sums 1000 numbers through shuffles."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.runtime import RuntimeTensor, from_dlpack
from cutedsl.driver.call.slow_calls import slow_calls
from cutedsl.execution.arrays.dlpack import ArrayView
from cutedsl.execution.cuda.driver import driver
from cutedsl.targets.devices import is_gpu

_COUNT = 1000
"""No multiple of 32, so that the last step has threads without an element."""


@cute.kernel
def _sum_kernel(x: cute.Tensor, total: cute.Tensor):
    lane = cute.arch.thread_idx()[0]
    acc = cutlass.Float32(0)
    for i in range(lane, cute.size(x), 32):
        acc += x[i]
    acc = cute.arch.warp_reduction_sum(acc)
    if lane == 0:
        total[0] = acc


@cute.jit
def _sum(x: cute.Tensor, total: cute.Tensor):
    _sum_kernel(x, total).launch(grid=(1, 1, 1), block=(32, 1, 1))


def run_once(target: str) -> bool:
    """Whether the kernel, compiled for "cpu" or "cuda", gives the right sum. Errors: those of compiling and running."""
    x = np.arange(_COUNT, dtype=np.float32)
    total = np.full(1, np.nan, np.float32)
    if not is_gpu(target):
        cute.compile(_sum, x, total, options="--target cpu")(x, total)
    else:
        with _on_gpu(x) as gpu_x, _on_gpu(total) as gpu_total:
            cute.compile(_sum, gpu_x, gpu_total, options="--target cuda")(gpu_x, gpu_total)
            driver().synchronize()
            driver().copy_to_host(total.ctypes.data, gpu_total.view.pointer, total.nbytes)
    return bool(total[0] == x.sum())


def python_calls() -> tuple[int, list[str]]:
    """How many forms of calls were tried, and the reasons of those that Python made."""
    x, total = np.arange(_COUNT, dtype=np.float32), np.zeros(1, np.float32)
    compiled = cute.compile(_sum, x, total, options="--target cpu")
    marked = [from_dlpack(array).mark_layout_dynamic() for array in (x, total)]
    forms = ((x, total), tuple(map(from_dlpack, (x, total))), tuple(marked))
    before = slow_calls()
    for form in forms:
        compiled(*form)
    after = slow_calls()
    return len(forms), [reason for reason in after if after[reason] != before.get(reason)]


@contextmanager
def _on_gpu(array: np.ndarray) -> Generator[RuntimeTensor]:
    """A copy of the array on GPU 0."""
    api = driver()
    with api.on_device(0):
        address = api.allocate(array.nbytes)
        try:
            api.copy_to_device(address, array.ctypes.data, array.nbytes)
            host = from_dlpack(array)
            view = ArrayView(address, array.shape, host.stride, host.dtype, "cuda", 0, array)
            yield RuntimeTensor(view, host.align_bytes, array.shape, host.stride)
        finally:
            api.free(address)
