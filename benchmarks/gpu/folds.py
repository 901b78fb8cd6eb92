"""Sums along rows and across them at 1 GB, beside torch: `PYTHONPATH=src:. python3 -m benchmarks.gpu.folds`."""

from __future__ import annotations

from functools import partial

import torch

from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.timing import timed
from cutedsl import ops


def main() -> None:
    """Checks and times sums over either axis and all of it."""
    for rows, columns in ((16384, 16384), (1 << 18, 1024), (1024, 1 << 18)):
        x = torch.randn(rows, columns, device="cuda")
        for axis in (0, 1, None):
            dims = (0, 1) if axis is None else axis
            error = relative_error(ops.sum(x, axis), x.double().sum(dims))
            results = timed({"ops": partial(ops.sum, x, axis), "torch": partial(torch.sum, x, dims)}, x.nbytes)
            said = ", ".join(f"{k} {v['median_us']:.1f} us {v['tb_per_s']:.3f} TB/s" for k, v in results.items())
            print(f"sum axis {axis} of {rows} x {columns} f32 (error {error:.1e}): {said}", flush=True)


if __name__ == "__main__":
    main()
