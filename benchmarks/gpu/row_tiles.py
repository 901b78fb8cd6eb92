"""Which tile of a row is fastest: softmax bf16 of one shape with many tiles, beside a copy, torch and torch.compile.

PYTHONPATH=src:. python3 -m benchmarks.gpu.row_tiles ROWS COLUMNS
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F

from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.timing import timed
from cutedsl import ops
from cutedsl.ops.arrays import view_of
from cutedsl.ops.norms import norm_rows
from cutedsl.ops.programs import launch
from cutedsl.ops.row_tile import RowTile, row_tile
from cutedsl.ops.softmaxes import softmax_rows

VECTOR = 8
MULTIPROCESSORS = 132
SHARED_BYTES = 227 << 10


def tiles(columns: int, shared_rows: int) -> list[RowTile]:
    """The tiles worth a try: rows in registers at once, then rows in turn; `shared_rows` are weights and biases."""
    found: list[RowTile] = []
    for loads in (2, 4, 8):
        threads = columns // (VECTOR * loads)
        if not 32 <= threads <= 1024 or threads * loads > 4096:
            continue
        found += [RowTile(VECTOR, threads, rows, loads, 1) for rows in {max(1, n // threads) for n in (64, 128)}]
        if loads == 8 or columns < 2048:
            continue
        row_bytes = 2 * columns
        for stages in (2, 3):
            for keep in ("shared", "memory") if shared_rows else ("registers",):
                block_bytes = row_bytes * (stages + (shared_rows if keep == "shared" else 0))
                fit = min(SHARED_BYTES // (block_bytes + 1024), 1024 // threads)
                for each in sorted({fit, max(1, fit // 2)}) if fit else ():
                    most = each * MULTIPROCESSORS
                    found.append(RowTile(VECTOR, threads, 1, loads, 1, stages=stages, most=most, keep=keep))
    return found


def case(op: str, x: torch.Tensor, out: torch.Tensor) -> tuple[Callable[..., Any], Callable[..., Any], Any]:
    """The operation on `out`, torch's function of x, and what launches it with a tile."""
    columns = x.shape[-1]
    weight, bias = (torch.randn(columns, device="cuda", dtype=x.dtype) for _ in range(2))
    views = tuple(view_of("x", t) for t in (x, weight, bias, out))
    match op:
        case "softmax":
            run = partial(launch, softmax_rows, (views[0], views[3]))
            return lambda: ops.softmax(x, out=out), lambda x: torch.softmax(x, -1), lambda tile: run(tile, False)
        case "rms_norm":
            run = partial(launch, norm_rows, (views[0], views[1], None, views[3]), numbers=[1e-6])
            return (
                lambda: ops.rms_norm(x, weight, out=out),
                lambda x: F.rms_norm(x, (columns,), weight.to(x.dtype), 1e-6),
                lambda tile: run(tile, False),
            )
        case _:
            run = partial(launch, norm_rows, views, numbers=[1e-5])
            return (
                lambda: ops.layer_norm(x, weight, bias, out=out),
                lambda x: F.layer_norm(x, (columns,), weight.to(x.dtype), bias.to(x.dtype)),
                lambda tile: run(tile, True),
            )


def study(op: str, rows: int, columns: int, with_inductor: bool) -> None:
    """Checks and times every tile."""
    x = torch.randn(rows, columns, device="cuda", dtype=torch.bfloat16)
    out = torch.full_like(x, float("nan"))
    chosen, of_torch, of_tile = case(op, x, out)
    exact = of_torch(x[:512].double())
    variants: dict[str, Callable[[], object]] = {
        "copy": lambda: out.copy_(x),
        "torch": lambda: of_torch(x),
        "ops": chosen,
    }
    if with_inductor:
        compiled = torch.compile(of_torch, dynamic=False)
        variants["torch.compile"] = lambda: compiled(x)
    for tile in tiles(columns, ("softmax", "rms_norm", "layer_norm").index(op)):
        out.fill_(float("nan"))
        of_tile(tile)
        torch.cuda.synchronize()
        error = relative_error(out[:512], exact)
        written = not bool(torch.isnan(out).any())
        label = f"{tile.threads}x{tile.loads} rows {tile.rows} stages {tile.stages} most {tile.most} {tile.keep}"
        if not (error < 6e-3 and written):
            print(f"WRONG {label}: error {error}, written {written}", flush=True)
            continue
        variants[label] = partial(of_tile, tile)
    print(f"{op} bf16 {rows} x {columns}, chosen {row_tile(columns, VECTOR, 16)}")
    results = timed(variants, 2 * x.nbytes)
    for label, numbers in sorted(results.items(), key=lambda item: item[1]["median_us"]):
        spread = f"{numbers['p10_us']:.1f}-{numbers['p90_us']:.1f}"
        print(f"  {label:44} {numbers['median_us']:8.1f} us ({spread}) {numbers['tb_per_s']:.3f} TB/s", flush=True)


def main() -> None:
    """The studies that the command line names."""
    for op in sys.argv[1].split(","):
        for size in sys.argv[2].split(","):
            rows, columns = map(int, size.split("x"))
            study(op, rows, columns, "torch.compile" in sys.argv)


if __name__ == "__main__":
    main()
