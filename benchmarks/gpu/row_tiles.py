"""Which tile of a row is fastest: softmax bf16 of one shape with many tiles, beside a copy, torch and torch.compile.

PYTHONPATH=src:. python3 -m benchmarks.gpu.row_tiles OP[,OP...] ROWSxCOLUMNS[,...] [torch.compile]

OP is softmax, rms_norm, layer_norm, cross_entropy, rms_norm_backward or layer_norm_backward.
"""

from __future__ import annotations

import itertools
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
from cutedsl.ops.entropy import cross_entropy_rows
from cutedsl.ops.norm_gradients import added_up, norm_backward_rows, parts_of
from cutedsl.ops.norms import norm_rows
from cutedsl.ops.programs import launch
from cutedsl.ops.row_tile import RowTile, row_tile, tile_in_shared_memory, tile_in_turn
from cutedsl.ops.softmaxes import softmax_rows

VECTOR = 8
MULTIPROCESSORS = 132
SHARED_BYTES = 227 << 10


def tiles(rows: int, columns: int, op: str) -> list[RowTile]:
    """The tiles worth a try."""
    if op.endswith("_backward"):
        return tiles_of_gradients(columns)
    shared_rows = {"rms_norm": 1, "layer_norm": 2}.get(op, 0)
    found: list[RowTile] = []
    for loads in (2, 4, 8):
        threads = columns // (VECTOR * loads)
        if not 32 <= threads <= 1024 or threads * loads > 4096:
            continue
        count = max(1, 128 // threads)
        found.append(RowTile(VECTOR, threads, count, loads, 1, keep="memory" if shared_rows else "registers"))
        if not shared_rows or loads == 8:
            continue
        for each in (8, 16):
            most = max(MULTIPROCESSORS, rows // count // each)
            found.append(RowTile(VECTOR, threads, count, loads, 1, most=most, keep="shared"))
        if columns >= 8192:
            most = MULTIPROCESSORS * max(1, 1024 // threads)
            found.append(RowTile(VECTOR, threads, count, loads, 1, stages=2, most=most, keep="shared"))
    in_shared = tile_in_shared_memory(columns, VECTOR, 16)
    if op == "cross_entropy" and columns > 2048:
        found += [RowTile(VECTOR, t, 1, n, 1, held=False) for t, n in ((128, 4), (256, 4), (128, 8), (256, 2))]
    if in_shared is not None and op == "softmax":
        for threads, loads in ((512, 2), (512, 1), (256, 4), (256, 2), (1024, 1)):
            stages = -(-columns // (threads * loads * VECTOR))
            found.append(replace(in_shared, threads=threads, loads=loads, stages=stages))
    return [tile for tile in found if _shared_bytes(tile, columns, shared_rows) <= SHARED_BYTES]


def tiles_of_gradients(columns: int) -> list[RowTile]:
    """Rows in turn: fewer and more blocks, deeper rings, other divisions of a row among threads and blocks."""
    chosen = tile_in_turn(columns, VECTOR, 16, 2)
    found = [replace(chosen, most=max(chosen.blocks, chosen.most * k // 2)) for k in (1, 2, 3, 4, 8)]
    accesses = columns // VECTOR
    for threads, loads, blocks in itertools.product((32, 64, 128, 256, 512), (1, 2, 4), (1, 2, 4, 8)):
        if threads * loads * blocks != accesses or (blocks > 1 and threads < 256):
            continue
        for rows, each in itertools.product((1, 4) if threads < 256 else (1,), (1, 2)):
            most = max(1, 1024 * each // 2 // (threads * rows)) * MULTIPROCESSORS // blocks * blocks
            stages = (0, 2, 4) if blocks == 1 else (0,)
            found += [RowTile(VECTOR, threads, rows, loads, blocks, stages=n, most=most) for n in stages]
    fits = [tile for tile in found if 4 * tile.stages * tile.block * tile.loads * VECTOR <= SHARED_BYTES - 4096]
    return list(dict.fromkeys(fits))


def gradients(x: torch.Tensor, out: torch.Tensor, weight: torch.Tensor, centred: bool) -> Any:
    """As `case`, for the gradients of a norm: of x into `out`, and of what all rows share."""
    columns = x.shape[-1]
    grad = torch.randn_like(x)
    totals = [view_of("total", torch.empty_like(weight)) for _ in range(1 + centred)]
    views = [view_of("x", t) for t in (grad, x, weight, out)]

    def of_torch(some: torch.Tensor) -> torch.Tensor:
        given = some.detach().requires_grad_()
        own = weight.to(some.dtype)
        made = F.layer_norm(given, (columns,), own) if centred else F.rms_norm(given, (columns,), own, 1e-6)
        return torch.autograd.grad(made, given, grad[: len(some)].to(some.dtype))[0]

    def of_tile(tile: RowTile) -> None:
        parts = [parts_of(views[1], views[1], tile) for _ in totals]
        given = (*views, parts[0], parts[1] if centred else None)
        launch(norm_backward_rows, given, tile, centred, numbers=[1e-5 if centred else 1e-6])
        for part, total in zip(parts, totals, strict=True):
            added_up(part, total)

    def chosen() -> object:
        if centred:
            return ops.layer_norm_backward(grad, x, weight, bias=True, out=out)
        return ops.rms_norm_backward(grad, x, weight, out=out)

    return chosen, of_torch, of_tile


def _shared_bytes(tile: RowTile, columns: int, shared_rows: int) -> int:
    staged = tile.stages if tile.most else min(tile.stages, 1)
    return 2 * columns * tile.rows * (staged + (shared_rows if tile.keep == "shared" else 0)) + 1024


def case(op: str, x: torch.Tensor, out: torch.Tensor) -> tuple[Callable[..., Any], Callable[..., Any], Any]:
    """The operation on `out`, torch's function of x, and what launches it with a tile."""
    columns = x.shape[-1]
    weight, bias = (torch.randn(columns, device=x.device, dtype=x.dtype) for _ in range(2))
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
        case "rms_norm_backward" | "layer_norm_backward":
            return gradients(x, out, weight, op.startswith("layer"))
        case "cross_entropy":
            labels = torch.randint(0, columns, x.shape[:1], device=x.device)
            run = partial(launch, cross_entropy_rows, (views[0], view_of("l", labels, ("int64",)), views[3], None))
            return (
                lambda: ops.cross_entropy(x, labels, out=out),
                lambda x: F.cross_entropy(x, labels[: len(x)], reduction="none"),
                lambda tile: run(tile, numbers=[-100]),
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
    if op == "cross_entropy":
        out = torch.empty(rows, device="cuda")
    chosen, of_torch, of_tile = case(op, x, out)
    exact = of_torch(x[:512].double())
    copied = torch.empty_like(x)
    variants: dict[str, Callable[[], object]] = {
        "copy": lambda: copied.copy_(x),
        "torch": lambda: of_torch(x),
        "ops": chosen,
    }
    if with_inductor:
        compiled = torch.compile(of_torch, dynamic=False)
        variants["torch.compile"] = lambda: compiled(x)
    for tile in tiles(rows, columns, op):
        out.fill_(float("nan"))
        of_tile(tile)
        torch.cuda.synchronize()
        error = relative_error(out[:512], exact)
        written = not bool(torch.isnan(out).any())
        threads = f"{tile.blocks}x{tile.threads}x{tile.loads}"
        label = f"{threads} rows {tile.rows} stages {tile.stages} most {tile.most} {tile.keep}"
        if not (error < 6e-3 and written):
            print(f"WRONG {label}: error {error}, written {written}", flush=True)
            continue
        variants[label] = partial(of_tile, tile)
    print(f"{op} bf16 {rows} x {columns}, chosen {row_tile(columns, VECTOR, 16)}")
    read_again = x.nbytes if op.endswith("_backward") else 0
    results = timed(variants, x.nbytes + out.nbytes + read_again)
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
