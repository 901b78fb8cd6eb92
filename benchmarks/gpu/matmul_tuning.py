"""Configurations of `ops.matmul`'s Hopper kernel side by side with cuBLAS, to choose from; each is checked first.

Run `python -m benchmarks.gpu.matmul_tuning [only SHAPE [CONFIG ...]]`: a wrong kernel may hang, so configurations are
first tried in processes of their own, unless they are named.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.timing import timed, timed_in_turn
from cutedsl.ops.arrays import view_of
from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm.few import GemvConfig
from cutedsl.ops.gemm.matrix_product import matmul, prepared

LARGE = {
    "c1 s3": GemmConfig(),
    "c1 s4 e2": GemmConfig(stages=4, epilogue_stages=2),
    "c1 s3 k": GemmConfig(stream_k=True),
    "c2 s3 g8": GemmConfig(cluster_m=2, slab_m=8),
    "c2 s3 g8 k": GemmConfig(cluster_m=2, slab_m=8, stream_k=True),
    "c2 s4 e2 g8 k": GemmConfig(cluster_m=2, stages=4, epilogue_stages=2, slab_m=8, stream_k=True),
    "c2 s4 e2 g16 k": GemmConfig(cluster_m=2, stages=4, epilogue_stages=2, slab_m=16, stream_k=True),
    "256x128 c2 s4 e2": GemmConfig(tile_m=256, tile_n=128, stages=4, epilogue_stages=2, cluster_m=2),
    "256x192 s3 e3": GemmConfig(tile_m=256, tile_n=192, stages=3, epilogue_stages=3, slab_m=8),
    "256x192 s3 e3 c2 k": GemmConfig(256, 192, stages=3, epilogue_stages=3, cluster_m=2, slab_m=8, stream_k=True),
    "pp 128x192 s4 e4": GemmConfig(tile_n=192, stages=4, pingpong=True),
    "pp 128x192 s4 e4 c2 g8": GemmConfig(tile_n=192, stages=4, cluster_m=2, slab_m=8, pingpong=True),
    "pp 128x128 s5": GemmConfig(tile_n=128, stages=5, pingpong=True),
    "pp 128x128 s6 e2 c2": GemmConfig(tile_n=128, stages=6, epilogue_stages=2, cluster_m=2, pingpong=True),
    "pp 128x128 s6 e2 c2 g8 k": GemmConfig(
        tile_n=128, stages=6, epilogue_stages=2, cluster_m=2, slab_m=8, stream_k=True, pingpong=True
    ),
    "pp 128x128 s6 e2 g16 k": GemmConfig(tile_n=128, stages=6, epilogue_stages=2, stream_k=True, pingpong=True),
    "pp 64x256 s4": GemmConfig(tile_m=64, stages=4, pingpong=True),
}


def few(tile_m: int, tile_n: int, tile_k: int, stages: int, cluster_m: int = 1, stream_k: bool = False) -> GemmConfig:
    """A configuration for few rows."""
    return GemmConfig(tile_m, tile_n, tile_k, stages, tile_m // 64, cluster_m, slab_m=64, swap=True, stream_k=stream_k)


def split(tile_m: int, tile_n: int, tile_k: int, stages: int, cluster_k: int) -> GemmConfig:
    """A configuration for few rows, each tile by a cluster."""
    return GemmConfig(tile_m, tile_n, tile_k, stages, 2, slab_m=64, epilogue_stages=1, swap=True, cluster_k=cluster_k)


SKINNY = {
    "16 64x16x128 s10": few(64, 16, 128, 10),
    "16 64x16x256 s5": few(64, 16, 256, 5),
    "16 64x16x512 s2": replace(few(64, 16, 512, 2), epilogue_stages=1),
    "16 64x16x128 s5 (2 a SM)": replace(few(64, 16, 128, 5), epilogue_stages=1),
    "16 64x16x128 s10 k": few(64, 16, 128, 10, stream_k=True),
    "64 64x64x128 s6": few(64, 64, 128, 6),
    "64 64x64x256 s3": few(64, 64, 256, 3),
    "64 64x64x128 s6 k": few(64, 64, 128, 6, stream_k=True),
    "64 64x64x128 s6 c2": few(64, 64, 128, 6, 2),
    "128 64x128x64 s8 c2": few(64, 128, 64, 8, 2),
    "128 64x128x128 s4 c2": few(64, 128, 128, 4, 2),
    "128 128x128x64 s6 k": replace(few(128, 128, 64, 6, 1, stream_k=True), epilogue_stages=2),
    "128 128x128x64 s5 k2": split(128, 128, 64, 5, 2),
    "128 128x128x128 s2 k2": split(128, 128, 128, 2, 2),
    "128 256x128x64 s2 k4": split(256, 128, 64, 2, 4),
    "64 128x64x128 s3 k2": split(128, 64, 128, 3, 2),
    "16 128x16x128 s5 k2": split(128, 16, 128, 5, 2),
    "128 64x128x64 s8 c4": few(64, 128, 64, 8, 4),
}
ROWS = {
    f"row {columns}x{ahead} w{warps} k{share}": GemvConfig(columns, ahead, warps, share)
    for columns, ahead, warps, share in (
        *(
            (1, 8, 8, 1),
            (2, 4, 8, 1),
            (2, 8, 8, 1),
            (4, 4, 8, 1),
            (1, 8, 8, 4),
            (2, 4, 4, 4),
            (2, 4, 16, 8),
            (4, 2, 8, 2),
        ),
    )
}
CONFIGS: dict[str, GemmConfig | GemvConfig] = {**LARGE, **SKINNY, **ROWS}
NARROW, MIDDLE, WIDE = (tuple(name for name in SKINNY if name.startswith(n)) for n in ("16 ", "64 ", "128 "))
CASES: list[tuple[str, tuple[int, ...], tuple[str, ...]]] = [
    ("bfloat16", (4096, 4096, 4096), tuple(LARGE)),
    ("bfloat16", (2048, 2048, 2048, 16), tuple(LARGE)),
    ("float8_e4m3fn", (8192, 8192, 8192), tuple(LARGE)),
    ("bfloat16", (1, 8192, 8192), (NARROW[0], *ROWS)),
    *(("bfloat16", (m, 8192, 8192), names) for m, names in ((16, NARROW), (64, MIDDLE), (128, WIDE))),
    ("bfloat16", (8192, 8192, 8192), tuple(LARGE)),
    ("bfloat16", (16384, 16384, 16384), tuple(LARGE)),
]


BYTES = torch.float8_e4m3fn
CHECKERS = 12
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def product(name: str, a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> Callable[[], object]:
    """A run of `out = a b^T` by a configuration."""
    config = CONFIGS[name]
    if a.dtype is BYTES:
        assert isinstance(config, GemmConfig)
        config = replace(config, tile_k=2 * config.tile_k)
    va, vb, vo = (view_of("", t, (str(t.dtype)[6:],)) for t in (a, b.mT, out))
    return prepared(va, vb, vo, config=config)


def cublas(a: torch.Tensor, b: torch.Tensor, out: torch.Tensor) -> Callable[[], object]:
    """The same run by cuBLAS; of bytes with its fast accumulation."""
    if a.dtype is not BYTES:
        return lambda: torch.matmul(a, b.mT, out=out)
    one = torch.ones((), device=DEVICE)
    return lambda: torch.ops.aten._scaled_mm.default(a, b.T, one, one, out_dtype=out.dtype, use_fast_accum=True)


def operands(m: int, n: int, k: int, *stack: int, dtype: torch.dtype = torch.bfloat16) -> tuple[torch.Tensor, ...]:
    """Random operands (M,K) and (N,K), and a result of NaN; a stack of them if so asked."""
    a, b = (torch.randn(*stack, rows, k, device=DEVICE, dtype=torch.bfloat16).to(dtype) for rows in (m, n))
    made = torch.bfloat16 if dtype is BYTES else dtype
    return a, b, torch.full((*stack, m, n), float("nan"), device=DEVICE, dtype=made)


def check(name: str) -> None:
    """Products of one configuration, or of those that `matmul` chooses, against float32."""
    if name == "chosen":
        check_chosen()
        return
    shape = (3, 4360, 1096) if name in ROWS else (13, 4360, 520) if name in SKINNY else (1000, 1160, 520)
    a, b, out = operands(*shape)
    run = product(name, a, b, out)
    for _ in range(3):
        out.fill_(float("nan"))
        run()
        close(name, out, a.float() @ b.float().T)


def profile() -> None:
    """One run of each, for a profiler."""
    for shape, names in (((4096, 4096, 4096), ("c1 s3", "pp 128x192 s4 e4")), ((16, 8192, 8192), NARROW[:1])):
        a, b, out = operands(*shape)
        for name in names:
            product(name, a, b, out)()
        torch.mm(a, b.T, out=out)
    torch.cuda.synchronize()


def close(name: str, found: torch.Tensor, exact: torch.Tensor) -> None:
    """Ends the process if a result is wrong."""
    error = relative_error(found, exact)
    print(f"{name}: error {error:.2e}")
    assert error < 6e-3


def check_chosen() -> None:
    """Every major order at sizes that are no whole tiles, stacks, an epilogue, and what no tensor map holds."""
    for m, n, k in ((1000, 1160, 520), (5, 4096, 1096), (777, 901, 333)):
        for turn_a, turn_b, turn_out in itertools.product((False, True), repeat=3):
            a, b, out = operands(m, n, k)
            x, y, into = (
                t.mT.contiguous().mT if turn else t for t, turn in ((a, turn_a), (b.T, turn_b), (out, turn_out))
            )
            matmul(x, y, into)
            close(f"chosen {m}x{n}x{k} {turn_a} {turn_b} {turn_out}", into, a.float() @ b.float().T)
    a, b = (torch.randn(3, 200, 136, device=DEVICE, dtype=torch.float16) for _ in range(2))
    close("stack", matmul(a, b.mT), a.float() @ b.float().mT)
    close("one for all", matmul(a, b[0].T), a.float() @ b[0].float().T)
    bias, c = torch.randn(200, device=DEVICE), torch.randn(3, 200, 200, device=DEVICE, dtype=torch.float16)
    full = matmul(a, b.mT, alpha=0.5, beta=2.0, c=c, bias=bias, out_dtype=torch.float32)
    close("terms", full, 0.5 * (a.float() @ b.float().mT) + 2.0 * c.float() + bias)
    x, y = (torch.randn(n, 301, device=DEVICE) for n in (130, 257))
    close("float32", matmul(x, y.T), x.double() @ y.double().T)


def checked_names() -> set[str]:
    """The configurations that give the right result, tried in processes that may hang or fault."""
    names, right = list(CONFIGS), set[str]()
    slices = [names[first::CHECKERS] for first in range(CHECKERS)]
    command = [sys.executable, "-m", "benchmarks.gpu.matmul_tuning", "check"]
    children = [
        subprocess.Popen([*command, *part], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for part in slices
    ]
    timer = threading.Timer(60, lambda: [child.kill() for child in children])
    timer.start()
    for child in children:
        said = child.communicate()[0].splitlines()
        right |= {line.removeprefix("right: ") for line in said if line.startswith("right: ")}
        if child.returncode:
            print("\n".join(said[-5:]), flush=True)
    timer.cancel()
    print(f"{len(right)} of {len(names)} right; not: {set(names) - right}", flush=True)
    return right


def kernels_of(run: Callable[[], object]) -> list[str]:
    """The names of the kernels that a call launches."""
    from torch.profiler import ProfilerActivity
    from torch.profiler import profile as profiler

    with profiler(activities=[ProfilerActivity.CUDA]) as found:
        run()
        torch.cuda.synchronize()
    return [event.key for event in found.key_averages()]


def report(text: str, flops: float, results: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Prints a shape's times, best first; gives them as rows."""
    base = results["cuBLAS"]["median_us"]
    print(f"{text}: cuBLAS {1e-6 * flops / base:.0f} TFLOP/s; {time.process_time():.0f} s", flush=True)
    for name, numbers in sorted(results.items(), key=lambda item: item[1]["median_us"]):
        spread = f"{numbers['p10_us']:.1f}..{numbers['p90_us']:.1f}"
        print(f"  {name:26} {numbers['median_us']:8.1f} us  {base / numbers['median_us']:.3f}  ({spread})", flush=True)
    return [{"shape": text, "config": name, **numbers} for name, numbers in results.items()]


def main(only: str = "", names: set[str] | None = None) -> None:
    """Prints TFLOP/s and the ratio to cuBLAS of each configuration that is right; of shapes with `only` in their text.

    `names` are configurations known to be right.
    """
    start = time.time()
    names, rows = names or checked_names(), []
    print(f"checked after {time.time() - start:.0f} s", flush=True)
    for dtype_name, shape, wanted in CASES:
        text, flops = f"{dtype_name} {'x'.join(map(str, shape))}", 2.0 * math.prod(shape)
        if only not in text:
            continue
        small = shape[0] <= 128
        sets = [operands(*shape, dtype=getattr(torch, dtype_name)) for _ in range(4 if small else 1)]
        variants = {name: [product(name, *some) for some in sets] for name in wanted if name in names}
        variants["cuBLAS"] = [cublas(*some) for some in sets]
        variants["cuBLAS"][0]()
        print(kernels_of(variants["cuBLAS"][0]))
        if small:
            variants["read B"] = [lambda b=b: torch.sum(b.view(torch.float32)) for _, b, _ in sets]
            variants["empty"] = [lambda: None for _ in sets]
        once = {name: runs[0] for name, runs in variants.items()}
        rows += report(text, flops, timed(once, 1, clean=True, repeats=12 if shape[0] == 16384 else 40))
        if small:
            del variants["empty"]
            rows += report(text + " one after the other", flops, timed_in_turn({n: 3 * r for n, r in variants.items()}))
    Path(os.environ.get("OUT", "."), "matmul_tuning.json").write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["check", *names]:
            for name in names or CONFIGS:
                check(name)
                print(f"right: {name}", flush=True)
        case ["profile"]:
            profile()
        case ["only", text, *names]:
            main(text, set(names))
        case _:
            main()
