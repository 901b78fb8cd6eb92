"""Matrix products as tutorials write them, with plain `range` loops, beside the same loops unrolled by hand and torch.

    PYTHONPATH=src:. python3 -m benchmarks.gpu.plain_products [--out FILE]

`naive`: an element a thread; `tiled`: tiles in shared memory; `registers`: 8 x 8 elements a thread, in fragments that
loops index. All in float32. A program costs what its `by_hand` form does if the compiler unrolls what it must.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import torch

import cutedsl as cutlass
import cutedsl.cute as cute
from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.timing import timed
from benchmarks.record import commit, source_hash
from cutedsl.cute.runtime import from_dlpack

SIZE = 2048
TILE = 32
BLOCK, STEP, EACH = 128, 8, 8


@cute.kernel
def naive_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """An element a thread, read from global memory."""
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    row, col = by * TILE + ty, bx * TILE + tx
    total = cutlass.Float32(0.0)
    for k in range(a.shape[1]):
        total += a[row, k] * b[k, col]
    c[row, col] = total


@cute.kernel
def tiled_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """An element a thread, from tiles in shared memory."""
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    row, col = by * TILE + ty, bx * TILE + tx
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, TILE), stride=(TILE, 1)))
    sb = smem.allocate_tensor(cutlass.Float32, cute.make_layout((TILE, TILE), stride=(TILE, 1)))
    total = cutlass.Float32(0.0)
    for tile in range(a.shape[1] // TILE):
        sa[ty, tx] = a[row, tile * TILE + tx]
        sb[ty, tx] = b[tile * TILE + ty, col]
        cute.arch.sync_threads()
        for k in range(TILE):
            total += sa[ty, k] * sb[k, tx]
        cute.arch.sync_threads()
    c[row, col] = total


@cute.kernel
def register_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, by_hand: cutlass.Constexpr):
    """8 x 8 elements a thread, in fragments."""
    tid, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    turns = cutlass.range_constexpr if cutlass.const_expr(by_hand) else cutlass.range
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(cutlass.Float32, cute.make_layout((BLOCK, STEP), stride=(1, BLOCK)))
    sb = smem.allocate_tensor(cutlass.Float32, cute.make_layout((STEP, BLOCK), stride=(BLOCK, 1)))
    ra = cute.make_rmem_tensor(EACH, cutlass.Float32)
    rb = cute.make_rmem_tensor(EACH, cutlass.Float32)
    rc = cute.make_rmem_tensor((EACH, EACH), cutlass.Float32)
    rc.fill(0.0)
    ty, tx = tid // (BLOCK // EACH), tid % (BLOCK // EACH)
    for tile in range(a.shape[1] // STEP):
        for n in turns(4):
            at = tid + 256 * n
            sa[at // STEP, at % STEP] = a[by * BLOCK + at // STEP, tile * STEP + at % STEP]
            sb[at // BLOCK, at % BLOCK] = b[tile * STEP + at // BLOCK, bx * BLOCK + at % BLOCK]
        cute.arch.sync_threads()
        for k in turns(STEP):
            for i in turns(EACH):
                ra[i] = sa[ty * EACH + i, k]
                rb[i] = sb[k, tx * EACH + i]
            for i in turns(EACH):
                for j in turns(EACH):
                    rc[i, j] += ra[i] * rb[j]
        cute.arch.sync_threads()
    for i in turns(EACH):
        for j in turns(EACH):
            c[by * BLOCK + ty * EACH + i, bx * BLOCK + tx * EACH + j] = rc[i, j]


@cute.jit
def naive(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches `naive_kernel`."""
    naive_kernel(a, b, c).launch(grid=(SIZE // TILE, SIZE // TILE, 1), block=(TILE, TILE, 1))


@cute.jit
def tiled(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    """Launches `tiled_kernel`."""
    tiled_kernel(a, b, c).launch(grid=(SIZE // TILE, SIZE // TILE, 1), block=(TILE, TILE, 1))


@cute.jit
def registers(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, by_hand: cutlass.Constexpr):
    """Launches `register_kernel`."""
    register_kernel(a, b, c, by_hand).launch(grid=(SIZE // BLOCK, SIZE // BLOCK, 1), block=256)


def main() -> None:
    """Checks and times each product; prints a table and writes JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = False
    a, b = (torch.randn(SIZE, SIZE, device="cuda") for _ in range(2))
    c = torch.empty(SIZE, SIZE, device="cuda")
    views = [from_dlpack(x, assumed_align=16) for x in (a, b, c)]
    programs = {
        "naive": cute.compile(naive, *views),
        "tiled": cute.compile(tiled, *views),
        "registers": cute.compile(registers, *views, False),
        "registers by_hand": cute.compile(registers, *views, True),
    }
    local = {name: len(re.findall(r"(?:ld|st)\.local", one.__ptx__)) for name, one in programs.items()}
    wanted, errors = a.double() @ b.double(), dict[str, float]()
    for name, program in programs.items():
        c.fill_(torch.nan)
        program(*views)
        errors[name] = relative_error(c, wanted)
    variants: dict[str, Callable[[], object]] = {name: partial(one, *views) for name, one in programs.items()}
    found: dict[str, Any] = timed({**variants, "torch": partial(torch.matmul, a, b, out=c)}, 12 * SIZE * SIZE)
    for name, numbers in found.items():
        numbers |= {"tflops": 2 * SIZE**3 / numbers["median_us"] / 1e6, "local_accesses": local.get(name, 0)}
        numbers["error"] = errors.get(name, 0.0)
        print(f"{name:20} {numbers['median_us']:9.1f} us {numbers['tflops']:6.2f} TFLOP/s {numbers}", flush=True)
    if options.out:
        device = torch.cuda.get_device_name()
        record = {"size": SIZE, "device": device, "commit": commit(), "source": source_hash(), "results": found}
        options.out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
