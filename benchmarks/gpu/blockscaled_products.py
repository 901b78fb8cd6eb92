"""`ops.blockscaled_matmul` beside torch (cuBLAS) and Triton, on DeepSeek-V3's shapes: dense, grouped, masked.

    PYTHONPATH=src:. python3 -m benchmarks.gpu.blockscaled_products [--out FILE] [--tiles]

`--tiles` also times every tile that the kernel has, each tried in a child first.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import torch

from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.timing import timed
from benchmarks.record import commit, source_hash
from cutedsl import ops
from cutedsl.ops import GemmConfig

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
E4M3 = torch.float8_e4m3fn
WEIGHTS = ((2112, 7168), (24576, 1536), (32768, 512), (7168, 16384), (4096, 7168), (7168, 2048))
DENSE = (*((m, *weight) for m in (1, 64, 128, 200, 1000, 4096) for weight in WEIGHTS), (8192, 8192, 8192))
CONTIGUOUS = tuple((g, rows, *weight) for g, rows in ((4, 8192), (8, 4096)) for weight in WEIGHTS[-2:])
MASKED = tuple((g, rows, *weight) for g, rows in ((1, 1024), (2, 512), (4, 256), (32, 64)) for weight in WEIGHTS[-2:])
LIMIT = 6e-3
TILES: dict[str, GemmConfig] = {
    "64x128 stream": GemmConfig(64, 128, 128, 8, groups=1, epilogue_stages=2, stream_k=True),
    "128x128 stream": GemmConfig(128, 128, 128, 6, epilogue_stages=2, stream_k=True),
    "128x192 stream": GemmConfig(128, 192, 128, 5, epilogue_stages=1, stream_k=True),
    "192x128 stream": GemmConfig(192, 128, 128, 5, groups=3, epilogue_stages=1, stream_k=True),
    "192x128 c2": GemmConfig(192, 128, 128, 5, groups=3, epilogue_stages=1, cluster_m=2, slab_m=8),
    "64x128": GemmConfig(64, 128, 128, 8, groups=1, epilogue_stages=2),
    "64x192": GemmConfig(64, 192, 128, 6, groups=1, epilogue_stages=2),
    "128x128": GemmConfig(128, 128, 128, 6, epilogue_stages=2),
    "128x160": GemmConfig(128, 160, 128, 5, epilogue_stages=2),
    "128x192": GemmConfig(128, 192, 128, 5, epilogue_stages=1),
    "192x128": GemmConfig(192, 128, 128, 5, groups=3, epilogue_stages=1),
    "192x96": GemmConfig(192, 96, 128, 5, groups=3, epilogue_stages=1),
}


def scales(*shape: int) -> torch.Tensor:
    """Random scales around 1, the last axis but one contiguous, as cuBLAS wants those of rows."""
    *stack, rows, columns = shape
    return (torch.rand(*stack, columns, rows, device=DEVICE) + 0.5).mT


def bytes_of(*shape: int) -> torch.Tensor:
    """Random 8-bit floats."""
    return torch.randn(*shape, device=DEVICE, dtype=torch.bfloat16).to(E4M3)


def exact(a: torch.Tensor, b: torch.Tensor, scale_a: torch.Tensor, scale_b: torch.Tensor) -> torch.Tensor:
    """The product in float32; `b` is (N,K) and `scale_b` (N/128, K/128)."""
    k, n = a.shape[1], b.shape[0]
    wide_a = a.float() * scale_a.repeat_interleave(128, 1)[:, :k]
    wide_b = b.float() * scale_b.repeat_interleave(128, 0)[:n].repeat_interleave(128, 1)[:, :k]
    return wide_a @ wide_b.T


def torch_runs(a: torch.Tensor, b: torch.Tensor, sa: torch.Tensor, sb: torch.Tensor) -> dict[str, Callable[[], Any]]:
    """What torch has: block scales by cuBLAS in the forms that versions take, and scales of rows, which do less."""
    runs: dict[str, Callable[[], Any]] = {}
    scaled: Any = torch.ops.aten._scaled_mm.default
    given = a, b.T
    forms = {"torch blocks": (sa, sb.T), "torch blocks, rows": (sa, sb.contiguous().T)}
    for name, (one, other) in forms.items():
        run = partial(scaled, *given, one, other, out_dtype=torch.bfloat16)
        try:
            run()
            runs[name] = run
        except Exception as error:
            print(f"{name}: {str(error)[:200]}", flush=True)
    try:
        from torch.nn.functional import ScalingType, scaled_mm

        run = partial(
            scaled_mm,
            *given,
            sa,
            ScalingType.BlockWise1x128,
            sb.contiguous().T,
            ScalingType.BlockWise128x128,
            output_dtype=torch.bfloat16,
        )
        run()
        runs["torch scaled_mm"] = run
    except Exception as error:
        print(f"scaled_mm: {str(error)[:200]}", flush=True)
    rows, columns = torch.ones(a.shape[0], 1, device=DEVICE), torch.ones(1, b.shape[0], device=DEVICE)
    runs["torch rows (less work)"] = partial(
        scaled, *given, rows, columns, out_dtype=torch.bfloat16, use_fast_accum=True
    )
    return runs


def triton_runs(a: Any, b: Any, sa: Any, sb: Any, ends: Any, out: Any) -> dict[str, Callable[[], Any]]:
    """Every tile of Triton's kernel that it can compile."""
    from benchmarks.gpu import triton_blockscaled

    runs: dict[str, Callable[[], Any]] = {}
    for tile in triton_blockscaled.TILES:
        run = triton_blockscaled.blockscaled(a, b, sa.T.contiguous(), sb.contiguous(), ends, out, tile)
        try:
            run()
            runs[f"Triton {'x'.join(map(str, tile))}"] = run
        except Exception as error:
            print(f"Triton {tile}: {str(error)[:200]}", flush=True)
    return runs


def row_of(name: str, flops: float, moved_bytes: int, variants: dict[str, Any], wanted: torch.Tensor) -> dict[str, Any]:
    """Each variant checked and timed."""
    errors: dict[str, float] = {}
    for variant, run in list(variants.items()):
        made = run()
        errors[variant] = relative_error(made[: wanted.shape[0]].float(), wanted) if wanted.numel() else 0.0
        if not errors[variant] < LIMIT and "less work" not in variant:
            print(f"WRONG {name} {variant}: {errors[variant]:.2e}", flush=True)
    found = timed(variants, moved_bytes, clean=True, repeats=21, warm_up=3)
    own = min(n["median_us"] for v, n in found.items() if v.startswith("ours"))
    chosen = found["ours"]["median_us"]
    peers = {v: n["median_us"] for v, n in found.items() if not v.startswith("ours") and errors[v] < LIMIT}
    best = min(peers, key=lambda v: peers[v]) if peers else ""
    ratio = peers[best] / chosen if best else 0.0
    rate = flops / chosen / 1e6
    ordered = sorted((n["median_us"], v) for v, n in found.items())
    print(
        f"{name:32} {chosen:8.1f} us {rate:6.0f} TFLOP/s {ratio:.3f} x {best} (best own {own:.1f}); {ordered[:3]}",
        flush=True,
    )
    return {"case": name, "tflop_per_s": rate, "ratio_to_best": ratio, "best": best, "errors": errors, "results": found}


def right_tiles() -> dict[str, GemmConfig]:
    """The tiles that give the right result in a child, which may hang or fault."""
    right: dict[str, GemmConfig] = {}
    command = [sys.executable, "-m", "benchmarks.gpu.blockscaled_products", "--try"]
    children = {n: subprocess.Popen([*command, n], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for n in TILES}
    end = time.time() + 40
    for name, child in children.items():
        try:
            said = child.communicate(timeout=max(end - time.time(), 1))[0].decode()
        except subprocess.TimeoutExpired:
            child.kill()
            said = "no result in time"
        if child.returncode == 0:
            right[name] = TILES[name]
        else:
            print(f"{name}: {said[-500:]}", flush=True)
    return right


def try_tile(name: str) -> None:
    """One product of a tile against float32."""
    for m, n, k in ((333, 520, 1104), (5, 2112, 7168)):
        a, b, sa, sb = bytes_of(m, k), bytes_of(n, k), scales(m, -(-k // 128)), scales(-(-n // 128), -(-k // 128))
        for _ in range(3):
            made = ops.blockscaled_matmul(a, b.T, sa, sb.T, config=TILES[name])
            error = relative_error(made.float(), exact(a, b, sa, sb))
            assert error < LIMIT, error


def dense(tiles: dict[str, GemmConfig]) -> list[dict[str, Any]]:
    """One product each."""
    rows: list[dict[str, Any]] = []
    for m, n, k in DENSE:
        a, b, sa, sb = bytes_of(m, k), bytes_of(n, k), scales(m, -(-k // 128)), scales(-(-n // 128), -(-k // 128))
        out, theirs = (torch.empty(m, n, device=DEVICE, dtype=torch.bfloat16) for _ in range(2))
        variants: dict[str, Any] = {"ours": partial(ops.blockscaled_matmul, a, b.T, sa, sb.T, out)}
        for name, config in tiles.items():
            variants[f"ours {name}"] = partial(ops.blockscaled_matmul, a, b.T, sa, sb.T, out, config=config)
        variants |= torch_runs(a, b, sa, sb)
        if m > 1:
            ends = torch.tensor([m], dtype=torch.int32, device=DEVICE)
            variants |= triton_runs(a, b[None], sa, sb[None], ends, theirs)
        wanted = exact(a, b, sa, sb)
        rows.append(row_of(f"dense {m}x{n}x{k}", 2.0 * m * n * k, a.nbytes + b.nbytes + out.nbytes, variants, wanted))
    return rows


def grouped(tiles: dict[str, GemmConfig]) -> list[dict[str, Any]]:
    """Rows of groups one after another, and the first rows of each group's own."""
    rows: list[dict[str, Any]] = []
    for g, each, n, k in CONTIGUOUS:
        ends = (torch.arange(1, g + 1, device=DEVICE) * each).int()
        m = g * each
        a, b, sa, sb = bytes_of(m, k), bytes_of(g, n, k), scales(m, k // 128), scales(g, n // 128, k // 128)
        out, theirs = (torch.empty(m, n, device=DEVICE, dtype=torch.bfloat16) for _ in range(2))
        ours = partial(ops.blockscaled_matmul, a, b.mT, sa, sb.mT, out, ends=ends)
        variants: dict[str, Any] = {"ours": ours}
        variants |= {f"ours {name}": partial(ours, config=config) for name, config in tiles.items()}
        variants |= triton_runs(a, b, sa, sb, ends, theirs)
        wanted = exact(a[:each], b[0], sa[:each], sb[0])
        moved_bytes = a.nbytes + b.nbytes + out.nbytes
        rows.append(row_of(f"grouped {g}x{each}x{n}x{k}", 2.0 * m * n * k, moved_bytes, variants, wanted))
    for g, each, n, k in MASKED:
        most = 2 * each
        counts = torch.randint(int(0.7 * each), int(1.3 * each), (g,), device=DEVICE).int()
        a, b, sa, sb = bytes_of(g, most, k), bytes_of(g, n, k), scales(g, most, k // 128), scales(g, n // 128, k // 128)
        out = torch.empty(g, most, n, device=DEVICE, dtype=torch.bfloat16)
        kept = torch.cat([a[i, :c] for i, c in enumerate(counts.tolist())])
        kept_scales = torch.cat([sa[i, :c] for i, c in enumerate(counts.tolist())])
        theirs = torch.empty(kept.shape[0], n, device=DEVICE, dtype=torch.bfloat16)
        ends = torch.cumsum(counts, 0).int()
        run = partial(ops.blockscaled_matmul, a, b.mT, sa, sb.mT, out, counts=counts)
        variants = {"ours": lambda run=run: run()[0]}
        for name, config in tiles.items():
            variants[f"ours {name}"] = lambda run=run, config=config: run(config=config)[0]
        variants |= triton_runs(kept, b, kept_scales, sb, ends, theirs)
        count = int(counts[0])
        wanted = exact(a[0, :count], b[0], sa[0, :count], sb[0])
        flops = 2.0 * int(counts.sum()) * n * k
        moved_bytes = kept.nbytes + b.nbytes + theirs.nbytes
        rows.append(row_of(f"masked {g}x{each}x{n}x{k}", flops, moved_bytes, variants, wanted))
    return rows


def main() -> None:
    """Checks, times, prints a table and writes JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--tiles", action="store_true")
    parser.add_argument("--try", dest="tried")
    given = parser.parse_args()
    if given.tried:
        try_tile(given.tried)
        return
    tiles = right_tiles() if given.tiles else {}
    alone = {name: config for name, config in tiles.items() if not config.stream_k and config.cluster == 1}
    rows = grouped(alone) + dense(tiles)
    if given.out:
        record = {"device": torch.cuda.get_device_name(), "commit": commit(), "source": source_hash(), "rows": rows}
        given.out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
