"""Which tile of a row is fastest: softmax bf16 of one shape with many tiles, beside a copy, torch and torch.compile.

PYTHONPATH=src:. python3 -m benchmarks.gpu.row_tiles ROWS COLUMNS
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
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
from cutedsl.ops.row_tile import MOST_BLOCKS, RowTile, row_tile
from cutedsl.ops.softmaxes import softmax_rows

VECTOR = 8
LOADS = (1, 2, 4, 8)
BLOCK_THREADS = (64, 128, 256)


def tiles(columns: int) -> list[RowTile]:
    """The tiles worth a try: each with its loads a thread, threads a row, rows and blocks."""
    found: list[RowTile] = []
    for loads in LOADS:
        lanes = columns // (VECTOR * loads)
        for blocks in (1, 2, 4, MOST_BLOCKS):
            threads = lanes // blocks
            if not (16 if blocks == 1 else 128) <= threads <= 1024 or threads * loads > 4096:
                continue
            counts = {max(1, block // threads) for block in BLOCK_THREADS} if blocks == 1 else {1}
            found += [RowTile(VECTOR, threads, rows, loads, blocks) for rows in sorted(counts)]
    return sorted(found, key=lambda tile: tile.blocks)


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
    for tile in tiles(columns):
        for exactly in (True, False) if tile.loads == 4 else (True,):
            tile = replace(tile, exact=exactly)
            out.fill_(float("nan"))
            of_tile(tile)
            torch.cuda.synchronize()
            error = relative_error(out[:512], exact)
            written = not bool(torch.isnan(out).any())
            label = f"{tile.threads}x{tile.loads} rows {tile.rows} blocks {tile.blocks}{' exact' if exactly else ''}"
            if not (error < 6e-3 and written):
                print(f"WRONG {label}: error {error}, written {written}", flush=True)
                continue
            variants[label] = partial(of_tile, tile)
    print(f"{op} bf16 {rows} x {columns}, chosen {row_tile(columns, VECTOR, 16)}")
    results = timed(variants, 2 * x.nbytes)
    for label, numbers in sorted(results.items(), key=lambda item: item[1]["median_us"]):
        spread = f"{numbers['p10_us']:.1f}-{numbers['p90_us']:.1f}"
        print(f"  {label:34} {numbers['median_us']:8.1f} us ({spread}) {numbers['tb_per_s']:.3f} TB/s", flush=True)


def main() -> None:
    """The studies that the command line names."""
    for op in sys.argv[1].split(","):
        for size in sys.argv[2].split(","):
            rows, columns = map(int, size.split("x"))
            study(op, rows, columns, "torch.compile" in sys.argv)


if __name__ == "__main__":
    main()
