"""Forms of decoding against latents beside each other: checked first, each in a process of its own, then timed.

`python -m benchmarks.gpu.latent_forms OUT.json`. The checks fill the cache of programs, so that timing begins at once.
A form that fails its check, or takes too long for it, is not timed.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import torch

from benchmarks.gpu.device_program import relative_error
from benchmarks.gpu.read_floor import CHUNK_BYTES, readers
from benchmarks.gpu.timing import timed

FORMS: Final[dict[str, Any]] = {
    "old": None,
    "ring": {"cluster": 1},
    "early": {"cluster": 1, "early": True},
    "whole": {"cluster": 1, "whole": True},
    "pair": {"cluster": 2},
    "pair early": {"cluster": 2, "early": True},
}
"""What is different of the tiles; None for the form of before."""

PAIRED: Final = ("pair", "pair early")
CASES: Final = (
    (64, 1, 8192, 16, 0, ("old", "ring", "early", "whole")),
    (64, 1, 8192, 16, 64, ("old", "ring", "early")),
    (64, 1, 8192, 32, 0, ("old", "ring", "early", "whole")),
    (64, 1, 8192, 64, 0, ("ring", "early")),
    (64, 1, 8192, 128, 0, tuple(FORMS)),
    (1, 1, 131072, 16, 0, ("old", "ring", "early", "whole")),
    (64, 2, 8192, 16, 0, ("ring", "early")),
)
"""Sequences, queries, keys, heads, keys of a page (0: none), forms."""

SCALE: Final = 192**-0.5
CHECK_S, ALL_S = 50, 85
LIMIT: Final = 6e-3


def call_of(form: str) -> Callable[..., Any]:
    """The operation in a form, without its plans, which do not tell forms apart."""
    from cutedsl.ops.decode import latent_decode
    from cutedsl.ops.decode.latent_tiles import ring_tiles

    plain: Any = vars(latent_decode.latent_attention_decode)["__wrapped__"]
    change = FORMS[form]

    def run(*args: Any, **kwargs: Any) -> Any:
        vars_of: Any = latent_decode
        vars_of._RING = change is not None
        if change is not None:
            vars_of.ring_tiles = lambda page, groups: replace(ring_tiles(page, groups), **change)
        return plain(*args, **kwargs)

    return run


def data(batch: int, queries: int, keys: int, heads: int, page: int) -> tuple[Any, ...]:
    """Queries, cache, lengths and table."""
    lines = page or keys
    cache = torch.randn(batch * keys // lines, lines, 576, device="cuda", dtype=torch.bfloat16)
    q = torch.randn(batch, queries, heads, 576, device="cuda", dtype=torch.bfloat16)
    lengths = torch.full((batch,), keys, device="cuda", dtype=torch.int32)
    table = torch.randperm(len(cache), device="cuda").to(torch.int32).view(batch, -1) if page else None
    return q, cache, lengths, table


def error_of(out: torch.Tensor, q: torch.Tensor, cache: torch.Tensor, lengths: Any, table: Any, some: Any) -> float:
    """The largest relative error of some sequences."""
    errors = [0.0]
    for at in some:
        n, m = int(lengths[at]), q.shape[1]
        keys = (cache[at] if table is None else cache[table[at].long()].flatten(0, 1))[:n].float()
        scores = torch.einsum("mhd,nd->hmn", q[at].float(), keys) * SCALE
        place = torch.arange(m, device="cuda")[:, None] + n - m
        scores = scores.masked_fill(torch.arange(n, device="cuda")[None] > place, -torch.inf)
        exact = torch.einsum("hmn,nd->mhd", torch.nan_to_num(torch.softmax(scores, -1)), keys[:, :512])
        errors.append(relative_error(out[at], exact))
    return max(errors) if all(error == error for error in errors) else float("nan")


def check(form: str) -> dict[str, Any]:
    """Errors on small cases whose unused memory is NaN, and whether ten runs of a large one give the same bits."""
    torch.manual_seed(1)
    run = call_of(form)
    found: dict[str, Any] = {}
    keys, heads = 64 * 34, 128 if form in PAIRED else 16
    shapes = [(1, heads, 0), (3, heads, 64)]
    shapes += [(1, 48, 16), (2, 48, 17)] if form == "ring" else []
    for queries, many, page in shapes:
        q, cache, lengths, table = data(5, queries, keys, many, page)
        for at, n in enumerate((keys, 0, 65, 64, 1500)):
            lengths[at] = n
            rest = torch.arange(n, keys, device="cuda")
            if table is None:
                cache[at, rest] = torch.nan
            else:
                cache[table[at, rest // cache.shape[1]].long(), rest % cache.shape[1]] = torch.nan
        out = run(q, cache, lengths, scale=SCALE, page_table=table)
        torch.cuda.synchronize()
        found[f"{queries}x{many} page {page}"] = error_of(out, q, cache, lengths, table, (0, 2, 3, 4))
        found[f"{queries}x{many} page {page} nothing"] = float(out[1].abs().max())
    q, cache, lengths, table = data(64, 1, 8192, 128 if form in PAIRED else 64, 0)
    first = run(q, cache, lengths, scale=SCALE)
    found["large"] = error_of(first, q, cache, lengths, table, (0, 31, 63))
    found["other bits"] = sum(float((run(q, cache, lengths, scale=SCALE) != first).sum()) for _ in range(10))
    return found


def checks(forms: dict[str, Any]) -> dict[str, Any]:
    """The checks of all forms at once; what they found, or how they failed."""
    made = {
        form: subprocess.Popen(
            [sys.executable, "-m", __spec__.name, "--check", form],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for form in forms
    }
    end, found = time.monotonic() + CHECK_S, {}
    for form, process in made.items():
        try:
            text, _ = process.communicate(timeout=max(1.0, end - time.monotonic()))
            found[form] = json.loads(text.splitlines()[-1])
        except (subprocess.TimeoutExpired, ValueError, IndexError) as error:
            process.kill()
            found[form] = {"failed": f"{type(error).__name__}", "output": process.communicate()[0][-3000:]}
        numbers = found[form]
        found[form]["ok"] = "failed" not in numbers and all(value <= LIMIT for value in numbers.values())
        print(form, numbers, flush=True)
    return found


def small_rows(rows: list[dict[str, Any]]) -> None:
    """Small caches of plain keys and values, with all blocks and with one for each sequence and head."""
    from benchmarks.gpu.attention_decode import Case, data_of
    from cutedsl import ops
    from cutedsl.ops.decode import attention_decode as module

    plain: Any = vars(ops.attention_decode)["__wrapped__"]
    usual = module.blocks_of

    def run(given: Any, blocks: int) -> None:
        vars_of: Any = module
        vars_of.blocks_of = usual if blocks == 0 else lambda _: blocks
        plain(given.q, given.k, given.v, given.lengths)

    for case in (Case(8, 1, 1024), Case(16, 1, 1024), Case(1, 1, 8192)):
        given = data_of(case)
        flat = given.both.view(torch.int16).flatten()
        moved = flat.nbytes
        runs: dict[str, Callable[[], object]] = {"read": readers([flat[: moved // CHUNK_BYTES * CHUNK_BYTES // 2]])[0]}
        for blocks in (0, 64, 128):
            runs[f"blocks {blocks}"] = functools.partial(run, given, blocks)
        for each in runs.values():
            each()
        torch.cuda.synchronize()
        times = timed(runs, moved, clean=True, repeats=30, wait_cycles=2_000_000)
        ratios = {name: times["read"]["median_us"] / numbers["median_us"] for name, numbers in times.items()}
        rows.append({"case": case.name, "results": times, "ratio_to_read": ratios})
        print(case.name, {k: (round(v["median_us"], 2), round(ratios[k], 3)) for k, v in times.items()}, flush=True)


def main(path: str) -> None:
    """Checks, then times; what is known so far is always in the file."""
    start = time.monotonic()
    os.environ.setdefault("CUTEDSL_CACHE_DIR", tempfile.mkdtemp())
    found, rows = checks(FORMS), list[dict[str, Any]]()

    def keep() -> None:
        told = {"device": torch.cuda.get_device_name(), "checks": found, "rows": rows}
        Path(path).write_text(json.dumps(told, indent=1) + "\n")

    keep()
    for batch, queries, keys, heads, page, forms in CASES:
        if time.monotonic() - start > ALL_S - 10:
            break
        q, cache, lengths, table = data(batch, queries, keys, heads, page)
        out = torch.empty(*q.shape[:3], 512, device="cuda", dtype=torch.bfloat16)
        flat, moved = cache.flatten(), cache.nbytes
        runs: dict[str, Callable[[], object]] = {"read": readers([flat[: moved // CHUNK_BYTES * CHUNK_BYTES // 2]])[0]}
        for form in forms:
            if found[form]["ok"]:
                given = (q, cache, lengths)
                runs[form] = functools.partial(call_of(form), *given, scale=SCALE, page_table=table, out=out)
        for run in runs.values():
            run()
        torch.cuda.synchronize()
        times = timed(runs, moved, clean=True, repeats=15, wait_cycles=2_000_000)
        operations = 2 * (576 + 512) * heads * queries * batch * keys
        for numbers in times.values():
            numbers["tflop_per_s"] = operations / numbers["median_us"] / 1e6
        name = f"latent {batch}x{queries}x{keys} {heads}" + f" page {page}" * bool(page)
        rows.append({"case": name, "results": times})
        keep()
        shown = {k: (round(v["tb_per_s"], 2), round(v["tflop_per_s"])) for k, v in times.items()}
        print(name, "TB/s, TFLOP/s:", shown, flush=True)
    small_rows(rows)
    keep()
    print("seconds", round(time.monotonic() - start, 1))


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        print(json.dumps(check(sys.argv[2])))
    else:
        main(sys.argv[1])
