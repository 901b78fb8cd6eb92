"""Which tile of a row is fastest: softmax bf16 of one shape with many tiles, beside a copy, torch and torch.compile.

PYTHONPATH=src:. python3 -m benchmarks.gpu.row_tiles ROWS COLUMNS
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import torch

from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.timing import timed
from cutedsl import ops
from cutedsl.ops.arrays import view_of
from cutedsl.ops.programs import program
from cutedsl.ops.row_tile import MOST_BLOCKS, RowTile, row_tile
from cutedsl.ops.softmax import softmax_rows

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


def main(rows: int, columns: int) -> None:
    """Checks and times every tile."""
    x = torch.randn(rows, columns, device="cuda", dtype=torch.bfloat16)
    out = torch.full_like(x, float("nan"))
    exact = torch.softmax(x[:512].double(), -1)
    compiled = torch.compile(lambda x: torch.softmax(x, -1), dynamic=False)
    variants: dict[str, Callable[[], object]] = {
        "copy": lambda: out.copy_(x),
        "torch": lambda: torch.softmax(x, -1),
        "torch.compile": lambda: compiled(x),
        "ops": lambda: ops.softmax(x, out=out),
    }
    views = (view_of("x", x), view_of("out", out))
    for tile in tiles(columns):
        run = program(softmax_rows, views, tile, False)
        out.fill_(float("nan"))
        run(x, out)
        torch.cuda.synchronize()
        error = relative_error(out[:512], exact)
        written = not bool(torch.isnan(out).any())
        label = f"{tile.threads}x{tile.loads} rows {tile.rows} blocks {tile.blocks}"
        if not (error < 6e-3 and written):
            print(f"WRONG {label}: error {error}, written {written}", flush=True)
            continue
        variants[label] = lambda run=run: run(x, out)
    chosen = row_tile(columns, VECTOR, 16)
    print(f"softmax bf16 {rows} x {columns}, chosen {chosen}")
    results = timed(variants, 2 * x.nbytes)
    for label, numbers in sorted(results.items(), key=lambda item: item[1]["median_us"]):
        spread = f"{numbers['p10_us']:.1f}-{numbers['p90_us']:.1f}"
        print(f"  {label:28} {numbers['median_us']:8.1f} us ({spread}) {numbers['tb_per_s']:.3f} TB/s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
