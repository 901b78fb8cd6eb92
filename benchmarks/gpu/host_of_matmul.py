"""Host time of `ops.matmul` with torch tensors on a GPU, its launch and tensor maps included, beside torch's.

Run `python -m benchmarks.gpu.host_of_matmul`: wall time of a call, the least and the median of means over 200.
Parts of a call by themselves: its compiled program, and launches of an empty kernel with three tensors, plain and with
the program's attributes; the rest of the program is tensor maps and numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch

import cutedsl.cute as cute
from benchmarks.record import write_result
from cutedsl import ops
from cutedsl.ops.arrays import view_of
from cutedsl.ops.gemm.matrix_product import prepared

CALLS, REPEATS = 200, 25


def mean_us(call: Callable[[], object]) -> tuple[float, float]:
    """The least and the median of means, in microseconds; the device is idle at the start of each."""
    means: list[float] = []
    for _ in range(REPEATS):
        call()
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(CALLS):
            call()
        means.append((time.perf_counter() - start) / CALLS * 1e6)
    torch.cuda.synchronize()
    return min(means), sorted(means)[REPEATS // 2]


@cute.kernel
def nothing(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor):
    """One block that ends at once."""


@cute.jit
def launch(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor):
    """A plain launch."""
    nothing(a, b, out).launch(grid=(1, 1, 1), block=(32, 1, 1))


@cute.jit
def launch_dependent(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor):
    """A launch that may begin before the kernel before has ended."""
    nothing(a, b, out).launch(grid=(1, 1, 1), block=(32, 1, 1), use_pdl=True)


def parts_of(a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> dict[str, Callable[[], object]]:
    """What a call consists of, each by itself."""
    va, vb, vo = (view_of("", t) for t in (a, b, out))
    run: Any = prepared(va, vb, vo)
    program, views, numbers = run.args
    given = [*(view.native() for view in views), *numbers]
    calls: dict[str, Callable[[], object]] = {"its program": lambda: program(*given)}
    for function in (launch, launch_dependent):
        compiled = cute.compile(function, a, b, out)
        calls[function.__name__] = lambda compiled=compiled: compiled(a, b, out)
    return calls


def main() -> None:
    """Prints a table and writes it; how quick the host is says torch's smallest call, a sum of two vectors."""
    x, y, z = (torch.zeros(64, device="cuda") for _ in range(3))
    least, median = mean_us(lambda: torch.add(x, y, out=z))
    print(f"torch.add(x, y, out=z) of 64 numbers: {least:.2f} us (median {median:.2f})", flush=True)
    host: dict[str, object] = {"torch_add_us": round(least, 2), "torch_add_median_us": round(median, 2)}
    rows: list[dict[str, object]] = []
    for size in (64, 512):
        a, b, out = (torch.randn(size, size, device="cuda", dtype=torch.bfloat16) for _ in range(3))
        turned = b.T
        calls: dict[str, Callable[[], object]] = {
            "ops.matmul(a, bt, out)": lambda a=a, bt=turned, out=out: ops.matmul(a, bt, out),
            "ops.matmul(a, b.T, out)": lambda a=a, b=b, out=out: ops.matmul(a, b.T, out),
            "torch.mm(a, bt, out=out)": lambda a=a, bt=turned, out=out: torch.mm(a, bt, out=out),
            "a @ bt": lambda a=a, bt=turned: a @ bt,
            "b.T": lambda b=b: b.T,
            **parts_of(a, turned, out),
        }
        for name, call in calls.items():
            least, median = mean_us(call)
            print(f"{size}: {name:26} {least:6.2f} us (median {median:.2f})", flush=True)
            rows.append({"size": size, "call": name, "least_us": round(least, 2), "median_us": round(median, 2)})
    write_result("gpu_matmul_host", rows, device=torch.cuda.get_device_name(), torch=torch.__version__, **host)


if __name__ == "__main__":
    main()
