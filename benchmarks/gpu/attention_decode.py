"""Attention of one or few queries against long caches, beside cuDNN's and torch's flash kernels and a plain read.

`python -m benchmarks.gpu.attention_decode OUT.json [NAMES...]`: each case is checked against float32 and timed with a
cold cache; TB/s count the keys and values that are read. The plain read copies the same bytes into shared memory.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

from benchmarks.gpu.device_program import checked, relative_error
from benchmarks.gpu.read_floor import CHUNK_BYTES, readers
from benchmarks.gpu.timing import timed
from benchmarks.record import commit, source_hash

LIMIT: Final = 6e-3
SAMPLE: Final = 3
"""Sequences that are checked."""

Runs = dict[str, Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Case:
    """Sequences, queries, keys, heads of queries and of keys, head size; `page` 0 for a cache without pages.

    With `ragged` lengths are drawn between half of `keys` and all.
    """

    batch: int
    queries: int
    keys: int
    heads: int = 32
    heads_k: int = 8
    size: int = 128
    page: int = 0
    small: bool = False
    ragged: bool = False

    @property
    def name(self) -> str:
        shape = f"{self.batch}x{self.queries}x{self.keys} {self.heads}/{self.heads_k}x{self.size}"
        return shape + f" page {self.page}" * bool(self.page) + " fp8" * self.small + " ragged" * self.ragged


CASES: Final = (
    Case(64, 1, 8192),
    Case(8, 1, 32768),
    Case(1, 1, 131072),
    Case(64, 1, 8192, page=16),
    Case(64, 1, 8192, page=1),
    Case(64, 1, 8192, page=256, ragged=True),
    Case(64, 1, 8192, small=True),
    Case(64, 1, 8192, page=64, small=True),
    Case(1, 1, 131072, small=True),
    Case(64, 4, 8192),
    Case(64, 8, 8192),
    Case(64, 1, 8192, size=64),
    Case(64, 1, 4096, heads=16, heads_k=4, size=256),
    Case(64, 1, 1024, ragged=True),
    Case(16, 1, 1024),
    Case(8, 1, 1024),
    Case(1, 1, 8192),
    Case(4, 1, 512),
)


@dataclass(slots=True)
class Data:
    """Random caches of a case: `both` holds keys and values, in pages dealt out at random."""

    both: torch.Tensor
    q: torch.Tensor
    lengths: torch.Tensor
    table: torch.Tensor | None

    @property
    def k(self) -> torch.Tensor:
        return self.both[0]

    @property
    def v(self) -> torch.Tensor:
        return self.both[1]


def data_of(case: Case) -> Data:
    """Random-normal queries and caches, pages in random order."""
    kind = torch.float8_e4m3fn if case.small else torch.bfloat16
    page = case.page or case.keys
    lines = case.batch * case.keys // page
    both = torch.empty(2, lines, page, case.heads_k, case.size, device="cuda", dtype=kind)
    for part in both.view(-1, page * case.heads_k * case.size).split(
        max(1, (1 << 27) // (page * case.heads_k * case.size))
    ):
        part.copy_(torch.randn(part.shape, device="cuda", dtype=torch.bfloat16))
    q = torch.randn(case.batch, case.queries, case.heads, case.size, device="cuda", dtype=torch.bfloat16)
    lengths = torch.full((case.batch,), case.keys, device="cuda", dtype=torch.int32)
    if case.ragged:
        lengths = torch.randint(case.keys // 2, case.keys + 1, (case.batch,), device="cuda", dtype=torch.int32)
    table = None
    if case.page:
        table = torch.randperm(lines, device="cuda").to(torch.int32).view(case.batch, -1)
    return Data(both, q, lengths, table)


def exact(data: Data, at: int) -> torch.Tensor:
    """One sequence's result in float32."""
    count = int(data.lengths[at])
    if data.table is None:
        k, v = (x[at, :count].float() for x in (data.k, data.v))
    else:
        pages = data.table[at].long()
        k, v = (x[pages].flatten(0, 1)[:count].float() for x in (data.k, data.v))
    q = data.q[at].float()
    queries, heads, size = q.shape
    grouped = q.view(queries, k.shape[1], -1, size)
    scores = torch.einsum("mhgd,nhd->hgmn", grouped, k) / math.sqrt(size)
    place = torch.arange(queries, device="cuda")[:, None] + count - queries
    scores = scores.masked_fill(torch.arange(count, device="cuda")[None] > place, -math.inf)
    return torch.einsum("hgmn,nhd->mhgd", torch.softmax(scores, -1), v).reshape(queries, heads, size)


def peer(backend: SDPBackend, data: Data) -> Callable[[], object]:
    """Attention by one of torch's backends, on the same memory."""
    q, k, v = (x.transpose(1, 2) for x in (data.q, data.k, data.v))

    def run() -> object:
        with sdpa_kernel(backend):
            return scaled_dot_product_attention(q, k, v, enable_gqa=True)

    return run


def row_of(case: Case) -> dict[str, Any]:
    """One case: error, first call, and median times."""
    from cutedsl import ops

    data = data_of(case)
    out = torch.full_like(data.q, math.nan)
    start = time.perf_counter()
    ours = partial(ops.attention_decode, data.q, data.k, data.v, data.lengths, page_table=data.table, out=out)
    ours()
    torch.cuda.synchronize()
    first_call_s = time.perf_counter() - start
    assert not bool(torch.isnan(out).any())
    some = [0, case.batch - 1, *torch.randint(0, case.batch, (SAMPLE - 2,)).tolist()]
    wanted = torch.stack([exact(data, at) for at in some])
    row = checked(case.name, relative_error(out[some], wanted), LIMIT)
    moved = int(data.lengths.sum()) * case.heads_k * case.size * 2 * data.both.itemsize
    flat = data.both.view(torch.int16).flatten()
    runs: Runs = {"cutedsl": ours, "read": readers([flat[: moved // CHUNK_BYTES * CHUNK_BYTES // 2]])[0]}
    if not case.page and not case.small and case.queries == 1 and not case.ragged:
        for name, backend in (("cuDNN", SDPBackend.CUDNN_ATTENTION), ("flash", SDPBackend.FLASH_ATTENTION)):
            run = peer(backend, data)
            try:
                run()
                runs[name] = run
            except RuntimeError as error:
                row[f"{name} refused"] = str(error)[:200]
    times = timed(runs, moved, clean=True, repeats=20)
    ratios = {name: times["read"]["median_us"] / numbers["median_us"] for name, numbers in times.items()}
    return {**row, "first_call_s": first_call_s, "bytes": moved, "results": times, "ratio_to_read": ratios}


@dataclass(frozen=True, slots=True)
class Latents:
    """Sequences, queries, keys and heads of a case with one latent a key; `page` as in `Case`."""

    batch: int
    queries: int
    keys: int
    heads: int
    page: int = 0

    @property
    def name(self) -> str:
        return f"latent {self.batch}x{self.queries}x{self.keys} {self.heads}" + f" page {self.page}" * bool(self.page)


LATENTS: Final = (
    Latents(64, 1, 8192, 16),
    Latents(64, 1, 8192, 16, page=64),
    Latents(64, 1, 8192, 32),
    Latents(64, 1, 8192, 64),
    Latents(64, 1, 8192, 128),
    Latents(1, 1, 131072, 16),
    Latents(64, 2, 8192, 16),
)
SCALE: Final = 192**-0.5


def row_of_latents(case: Latents) -> dict[str, Any]:
    """One case of latents: error, first call, and median times."""
    from cutedsl import ops

    page = case.page or case.keys
    cache = torch.randn(case.batch * case.keys // page, page, 576, device="cuda", dtype=torch.bfloat16)
    q = torch.randn(case.batch, case.queries, case.heads, 576, device="cuda", dtype=torch.bfloat16)
    lengths = torch.full((case.batch,), case.keys, device="cuda", dtype=torch.int32)
    table = torch.randperm(len(cache), device="cuda").to(torch.int32).view(case.batch, -1) if case.page else None
    out = torch.full((*q.shape[:3], 512), math.nan, device="cuda", dtype=torch.bfloat16)
    ours = partial(ops.latent_attention_decode, q, cache, lengths, scale=SCALE, page_table=table, out=out)
    start = time.perf_counter()
    ours()
    torch.cuda.synchronize()
    first_call_s = time.perf_counter() - start
    assert not bool(torch.isnan(out).any())
    errors: list[float] = []
    for at in (0, case.batch - 1):
        keys = (cache[at] if table is None else cache[table[at].long()].flatten(0, 1)).float()
        scores = torch.einsum("mhd,nd->hmn", q[at].float(), keys) * SCALE
        place = torch.arange(case.queries, device="cuda")[:, None] + case.keys - case.queries
        scores = scores.masked_fill(torch.arange(case.keys, device="cuda")[None] > place, -math.inf)
        exact = torch.einsum("hmn,nd->mhd", torch.softmax(scores, -1), keys[:, :512])
        errors.append(relative_error(out[at], exact))
    row = checked(case.name, max(errors), LIMIT)
    moved = cache.nbytes
    flat = cache.flatten()
    runs: Runs = {"cutedsl": ours, "read": readers([flat[: moved // CHUNK_BYTES * CHUNK_BYTES // 2]])[0]}
    times = timed(runs, moved, clean=True, repeats=20)
    operations = 2 * (576 + 512) * case.heads * case.queries * case.batch * case.keys
    times["cutedsl"]["tflop_per_s"] = operations / times["cutedsl"]["median_us"] / 1e6
    ratios = {name: times["read"]["median_us"] / numbers["median_us"] for name, numbers in times.items()}
    return {**row, "first_call_s": first_call_s, "bytes": moved, "results": times, "ratio_to_read": ratios}


def main(path: str, *names: str) -> None:
    """The cases whose name has one of `names` in it, or all."""
    rows: list[dict[str, Any]] = []
    for case in (*CASES, *LATENTS):
        if names and not any(name in case.name for name in names):
            continue
        try:
            row = row_of(case) if isinstance(case, Case) else row_of_latents(case)
        except Exception as error:  # one case's failure is its own row
            row = {"case": case.name, "failed": f"{type(error).__name__}: {error}"[:2000], "ok": False}
        rows.append(row)
        record = {"device": torch.cuda.get_device_name(), "commit": commit(), "source": source_hash(), "rows": rows}
        Path(path).write_text(json.dumps(record, indent=1) + "\n")
        if "results" not in row:
            print(row, flush=True)
            continue
        shown = {name: round(numbers["tb_per_s"], 2) for name, numbers in row["results"].items()}
        ours_us = round(row["results"]["cutedsl"]["median_us"], 1)
        print(
            case.name,
            f"first {row['first_call_s']:.2f} s",
            ours_us,
            "us",
            shown,
            {k: round(v, 3) for k, v in row["ratio_to_read"].items()},
            row,
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
