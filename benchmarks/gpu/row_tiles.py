"""Which tile of a row is fastest: an operation in bf16 with many tiles, beside a copy, torch and torch.compile.

    PYTHONPATH=src:. python3 -m benchmarks.gpu.row_tiles OP[,...] ROWSxCOLUMNS[,...] [chosen] [turn] [compile]
        [torch.compile] [record]

With `compile` nothing is timed: one such process for each pair, at the same time, fills the cache of a later run.
With `chosen` only the tile that `cutedsl.ops` takes is tried, with `turn` only those of many rows in turn. With
`record` the times go to benchmarks/results/gpu_long_rows.json (or into $OUT).

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
from benchmarks.gpu.timing import LONG_WAIT_CYCLES, timed
from benchmarks.record import write_result
from cutedsl import ops
from cutedsl.ops.arrays import view_of
from cutedsl.ops.entropy import cross_entropy_rows
from cutedsl.ops.norms.forward import norm_rows
from cutedsl.ops.norms.gradients import norm_backward_rows
from cutedsl.ops.norms.parts import added_up, parts_of
from cutedsl.ops.programs import launch
from cutedsl.ops.rowwise.tile import RowTile, clusters_at_once, tile_in_turn, tile_of_exchange, tile_of_norm
from cutedsl.ops.softmaxes import softmax_rows

VECTOR = 8
SHARED_BYTES = 227 << 10
LONG = 65536
"""Columns from which on a row takes several blocks."""
MOST_HELD = 8
MOST_THREADS_OF_PIECES = 512


MEASURED: list[dict[str, object]] = []
"""The rows of the record."""


def tiles(columns: int, op: str) -> list[RowTile]:
    """The tiles worth a try: rows that come alone, rows in turn with rings of several depths, clusters, pieces."""
    shared_rows = {"rms_norm": 1, "layer_norm": 2, "rms_norm_backward": 1, "layer_norm_backward": 1}.get(op, 0)
    backward = op.endswith("_backward")
    tensors, accesses = 2 if backward else 1, columns // VECTOR
    keep = "shared" if shared_rows else "registers"
    found = [chosen_tile(op, columns)]
    for threads, loads, blocks in itertools.product((32, 64, 128, 256, 512, 1024), (1, 2, 4, 8), (1, 2, 4, 8)):
        if threads * loads * blocks != accesses or (blocks > 1 and (not backward or columns < 32768 or threads < 128)):
            continue
        if (loads == 1 and not backward) or (loads == 8 and backward):
            continue
        rows = max(1, 128 // threads)
        alone = RowTile(VECTOR, threads, rows, loads, blocks, keep="memory" if shared_rows else keep)
        found += [] if backward else [alone]
        if not shared_rows and columns < 8192:
            continue  # rings gain nothing there
        for resident, stages in itertools.product((512, 1024), (1, 2)):
            each = resident // alone.block
            ring = 16 * tensors * stages * alone.block * loads
            held = 16 * shared_rows * alone.block * loads
            if each and each * (ring + held) <= SHARED_BYTES - 1024 * each:
                most = each * clusters_at_once(blocks) * blocks
                found.append(replace(alone, stages=stages, most=most, keep=keep))
    if not backward:
        found += tiles_in_pieces(columns, op) if columns < LONG else tiles_of_clusters(columns, op)
        found += tiles_of_clusters_in_turn(columns, op) if columns >= LONG and op != "cross_entropy" else []
    return list(dict.fromkeys(found))


def tiles_in_pieces(columns: int, op: str) -> list[RowTile]:
    """Rows read more than once, from memory or from shared memory."""
    found: list[RowTile] = []
    if op == "cross_entropy" and columns > 2048:
        found = [RowTile(VECTOR, t, 1, n, 1, held=False) for t, n in ((128, 4), (256, 4), (128, 8), (256, 2))]
    for threads, loads in ((512, 2), (512, 1), (256, 4), (256, 2), (1024, 1), (128, 4)) if columns > 4096 else ():
        stages = -(-columns // (threads * loads * VECTOR))
        found.append(RowTile(VECTOR, threads, 1, loads, 1, held=False, stages=stages))
    return found


def tiles_of_clusters(columns: int, op: str) -> list[RowTile]:
    """Rows that take several blocks: held in their registers, or in pieces in their shared memory."""
    accesses, leaves = columns // VECTOR, "first" if op == "cross_entropy" else "last"
    found: list[RowTile] = []
    for blocks, threads in itertools.product((2, 4, 8), (128, 256, 512, 1024)):
        each = -(-accesses // (blocks * threads))
        if each <= MOST_HELD:
            found.append(RowTile(VECTOR, threads, 1, each, blocks, leaves=leaves))
        for loads in (1, 2, 4):
            stages = -(-each // loads)
            if threads <= MOST_THREADS_OF_PIECES and stages >= 2 and stages * loads * threads * 16 <= SHARED_BYTES // 2:
                found.append(RowTile(VECTOR, threads, 1, loads, blocks, held=False, stages=stages, leaves=leaves))
    return found


def tiles_of_clusters_in_turn(columns: int, op: str) -> list[RowTile]:
    """Clusters that work on many rows in turn, and read what all rows share once."""
    accesses, shared = columns // VECTOR, {"rms_norm": 1, "layer_norm": 2}.get(op, 0)
    found: list[RowTile] = []
    for blocks, threads, stages in itertools.product((2, 4, 8), (256, 512, 1024), (1, 2)):
        loads = -(-accesses // (blocks * threads))
        each = min(1024 // threads, SHARED_BYTES // (16 * threads * loads * (stages + shared) + 1024))
        if each and loads * VECTOR * threads * each * 2 <= 65536:
            most = each * clusters_at_once(blocks) * blocks
            keep = "shared" if shared else "registers"
            found += [
                RowTile(VECTOR, threads, 1, loads, blocks, stages=stages, most=most, keep=keep, leaves=leaves)
                for leaves in ("", "last")
            ]
    return found


def chosen_tile(op: str, columns: int) -> RowTile:
    """What the library takes; rows that it takes by slices or by parts have no tile, and it is the one before those."""
    if op.endswith("_backward"):
        return tile_in_turn(columns, VECTOR, 16, 2, 1 + op.startswith("layer"))
    shared_bits = {"rms_norm": 16, "layer_norm": 32}.get(op, 0)
    if shared_bits:
        return tile_of_norm(columns, VECTOR, 16, shared_bits)
    return tile_of_exchange(columns, VECTOR, 16, reads_only=op == "cross_entropy")


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
        given = (*views[:2], None, *views[2:], parts[0], parts[1] if centred else None)
        launch(norm_backward_rows, given, tile, centred, numbers=[1e-5 if centred else 1e-6])
        added_up(parts, totals)

    def chosen() -> object:
        if centred:
            return ops.layer_norm_backward(grad, x, weight, bias=True, out=out)
        return ops.rms_norm_backward(grad, x, weight, out=out)

    return chosen, of_torch, of_tile


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
            run = partial(launch, norm_rows, (views[0], None, views[1], None, views[3], None), numbers=[1e-6])
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
            run = partial(launch, norm_rows, (views[0], None, *views[1:], None), numbers=[1e-5])
            return (
                lambda: ops.layer_norm(x, weight, bias, out=out),
                lambda x: F.layer_norm(x, (columns,), weight.to(x.dtype), bias.to(x.dtype)),
                lambda tile: run(tile, True),
            )


def label_of(tile: RowTile) -> str:
    """A tile in few words."""
    held = "" if tile.held else " in pieces"
    shape = f"{tile.blocks}x{tile.threads}x{tile.loads} rows {tile.rows}{held}"
    return f"{shape} stages {tile.stages} most {tile.most} {tile.keep} {tile.leaves}"


def study(op: str, rows: int, columns: int, words: set[str]) -> None:
    """Checks and times every tile."""
    only_compile = "compile" in words
    tried = [chosen_tile(op, columns)] if "chosen" in words else tiles(columns, op)
    tried = [tile for tile in tried if tile.most] if "turn" in words else tried
    x = torch.randn(64 if only_compile else rows, columns, device="cuda", dtype=torch.bfloat16)
    out = torch.empty(x.shape[:1], device="cuda") if op == "cross_entropy" else torch.empty_like(x)
    chosen, of_torch, of_tile = case(op, x, out)
    if only_compile:
        for tile in tried:
            of_tile(tile)
        return
    exact = of_torch(x[:512].double())
    copied = torch.empty_like(x)
    variants: dict[str, Callable[[], object]] = {
        "copy": lambda: copied.copy_(x),
        "torch": lambda: of_torch(x),
        "ops": chosen,
    }
    if op == "cross_entropy":
        variants["read"] = lambda: ops.sum(x.view(torch.float32), -1)
    if "torch.compile" in words:
        compiled = torch.compile(of_torch, dynamic=False)
        variants["torch.compile"] = lambda: compiled(x)
    for tile in tried:
        out.fill_(float("nan"))
        of_tile(tile)
        error, label = relative_error(out[:512], exact), label_of(tile)
        written = not bool(torch.isnan(out).any())
        if error < 6e-3 and written:
            variants[label] = partial(of_tile, tile)
        else:
            print(f"WRONG {label}: error {error}, written {written}", flush=True)
    print(f"{op} bf16 {rows} x {columns}, chosen {label_of(chosen_tile(op, columns))}")
    read_again = x.nbytes if op.endswith("_backward") else 0
    results = timed(variants, x.nbytes + out.nbytes + read_again, repeats=20, wait_cycles=LONG_WAIT_CYCLES)
    chosen_label = label_of(chosen_tile(op, columns))
    MEASURED.extend(
        {"op": op, "rows": rows, "columns": columns, "tile": label, "chosen": label == chosen_label, **numbers}
        for label, numbers in results.items()
    )
    for label, numbers in sorted(results.items(), key=lambda item: item[1]["median_us"]):
        spread = f"{numbers['p10_us']:.1f}-{numbers['p90_us']:.1f}"
        print(f"  {label:50} {numbers['median_us']:8.1f} us ({spread}) {numbers['tb_per_s']:.3f} TB/s", flush=True)


def main() -> None:
    """The studies that the command line names."""
    for op in sys.argv[1].split(","):
        for size in sys.argv[2].split(","):
            rows, columns = map(int, size.split("x"))
            study(op, rows, columns, set(sys.argv[3:]))
    if "record" in sys.argv:
        print(write_result("gpu_long_rows", MEASURED, device=torch.cuda.get_device_name()))


if __name__ == "__main__":
    main()
