"""All rows of attention's goals on one GPU in one run under 8 minutes: beside cuDNN, a plain read, and their bars.

`PYTHONPATH=src:. python3 -m benchmarks.gpu.attention_rows OUT.json [NAMES...]` runs the rows whose name has one of
NAMES in it, or all. The file is written after each row, and no row begins after `DEADLINE_S`: a run that is cut off
keeps what it has. `--small` runs the new forms on the CPU with short sequences, without times.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import torch

from benchmarks.record import commit, source_hash
from cutedsl import ops

DEADLINE_S: Final = 430.0
ROUNDS: Final = 20
WAIT_CYCLES: Final = 800_000
"""The host needs so long for a call through autograd."""

FORWARD: Final = (
    (1, 16384, 16, 16, 128, False, 1.14),
    (1, 16384, 16, 16, 128, True, 1.17),
    (4, 4096, 16, 16, 128, False, 1.08),
    (4, 4096, 16, 16, 128, True, 1.09),
    (2, 8192, 32, 8, 128, True, 1.12),
    (16, 1024, 16, 16, 128, True, 1.03),
    (32, 512, 16, 16, 128, False, 1.03),
    (4, 4096, 32, 32, 64, False, 1.17),
    (4, 4096, 32, 32, 64, True, 1.03),
    (4, 4096, 8, 8, 256, True, 1.19),
)
"""Batch, sequence, heads, heads of keys, head size, causal, and the ratio to cuDNN that is aimed at."""

BACKWARD: Final = (
    (1, 16384, 16, 16, 128, False, 1.18),
    (1, 16384, 16, 16, 128, True, 1.20),
    (4, 4096, 16, 16, 128, False, 1.15),
    (4, 4096, 16, 16, 128, True, 1.16),
    (2, 8192, 32, 8, 128, True, 1.17),
    (16, 1024, 16, 16, 128, True, 1.16),
    (4, 4096, 32, 32, 64, True, 1.29),
)

DECODE: Final = ("64x1x8192 32/8x128", "8x1x32768 32/8x128", "1x1x131072 32/8x128")
"""Names of cases of `attention_decode`: at least 0.95 of a plain read, 0.85 below 64 MB."""

DECODE_AIM, DECODE_SMALL_AIM, SMALL_BYTES = 0.95, 0.85, 64 << 20
LATENT_AIMS: Final = {16: ("tb_per_s", 3.6), 32: ("tb_per_s", 3.6), 64: ("tb_per_s", 3.6), 128: ("tflop_per_s", 600.0)}
NARROW_AIM: Final = 1050.0
"""TFLOP/s of 8 bits at 16384, heads of 128."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Form:
    """A form that cuDNN does not have, or has under another name.

    Attributes:
        sizes: of a head of queries and keys, and of values.
        rule: arguments of the call, from the length, the heads and the device.
        narrow: whether elements have 8 bits; then there is no backward pass.
    """

    name: str
    sizes: tuple[int, int] = (128, 128)
    rule: Callable[[int, int, str], dict[str, Any]] = lambda length, heads, device: {}
    narrow: bool = False
    causal: bool = False


def alibi(length: int, heads: int, device: str) -> dict[str, Any]:
    """A bias by distance, from an array of slopes."""
    slopes = 2.0 ** -torch.arange(1, heads + 1, device=device, dtype=torch.float32)
    return {"score_mod": lambda score, b, h, i, j: score + (j - i) * slopes[h]}


def window(length: int, heads: int, device: str) -> dict[str, Any]:
    """A causal window by a block mask."""

    def near(b: Any, h: Any, i: Any, j: Any) -> Any:
        return (i >= j) & (i - j <= 1024)

    mask = ops.create_block_mask(near, None, None, length, length, device, 128)
    return {"block_mask": mask}


FORMS: Final = (
    Form("plain"),
    Form("softcap", rule=lambda length, heads, device: {"softcap": 30.0}),
    Form("sinks", rule=lambda length, heads, device: {"sinks": torch.zeros(heads, device=device)}, causal=True),
    Form("score function", rule=alibi),
    Form("block mask", rule=window),
    Form("size 96", sizes=(96, 96), causal=True),
    Form("size 192/128", sizes=(192, 128), causal=True),
    Form("size 256", sizes=(256, 256), causal=True),
    Form("size 80", sizes=(80, 80), causal=True),
    Form("8 bits", narrow=True),
    Form("8 bits causal", narrow=True, causal=True),
)


def exact(q: Any, k: Any, v: Any, rows: Any, causal: bool, rule: dict[str, Any]) -> Any:
    """Some rows of the first batch in float64, (rows, heads, size)."""
    a, b, c = (x[0].double().transpose(0, 1) for x in (q, k, v))
    scores = a[:, rows] @ b.mT * q.shape[-1] ** -0.5
    heads = torch.arange(a.shape[0], device=q.device)[:, None, None]
    where = torch.zeros_like(heads), heads, rows[:, None], torch.arange(b.shape[1], device=q.device)
    cap = rule.get("softcap")
    scores = scores if cap is None else cap * torch.tanh(scores / cap)
    scores = rule["score_mod"](scores, *where) if "score_mod" in rule else scores
    if causal:
        scores = scores.masked_fill(where[3] > where[2], -math.inf)
    if "block_mask" in rule:
        scores = scores.masked_fill(~rule["block_mask"].mask_mod(*where), -math.inf)
    if "sinks" in rule:
        logits = rule["sinks"].double()[:, None, None].expand(*scores.shape[:2], 1)
        return (torch.softmax(torch.cat([scores, logits], -1), -1)[..., :-1] @ c).transpose(0, 1)
    return (torch.softmax(scores, -1) @ c).transpose(0, 1)


def relative(found: Any, wanted: Any) -> float:
    """The error's norm over that of the exact result."""
    return float((found.double() - wanted).norm() / wanted.norm())


def form_row(form: Form, batch: int, length: int, heads: int, device: str, timed: Any) -> Row:
    """Error, first calls, and times forward, backward and backward in a fixed order."""
    d, e = form.sizes
    kind = torch.bfloat16
    q, k, v, grad = (torch.randn(batch, length, heads, n, device=device).to(kind) for n in (d, d, e, e))
    rule = form.rule(length, heads, device)
    if form.narrow:
        q, k, v = (x.to(torch.float8_e4m3fn) for x in (q, k, v))
        rule |= {name: torch.ones(heads, device=device) for name in ("q_scale", "k_scale", "v_scale")}
    forward = partial(ops.attention, q, k, v, causal=form.causal, return_lse=True, **rule)
    start = time.perf_counter()
    out, lse = forward()
    settle(device)
    row: Row = {"row": f"{form.name} {batch}x{length}x{heads}", "first_call_s": time.perf_counter() - start}
    rows = torch.randint(0, length, (32,), device=device)
    row["error"] = relative(out[0, rows], exact(q, k, v, rows, form.causal, rule))
    row["ok"] = row["error"] < (0.035 if form.narrow else 6e-3)
    runs: dict[str, Callable[[], object]] = {"forward": forward}
    if not form.narrow:
        back = partial(ops.attention_backward, grad, q, k, v, out, lse, causal=form.causal, **rule)
        start = time.perf_counter()
        found = back()
        settle(device)
        row["first_backward_s"] = time.perf_counter() - start
        row["ok"] = row["ok"] and all(bool(torch.isfinite(x).all()) for x in found)
        runs |= {"backward": back, "deterministic": partial(back, deterministic=True)}
    if timed is not None:
        results = timed(runs, 0, repeats=ROUNDS, wait_cycles=WAIT_CYCLES)
        operations = 2 * length**2 * heads * batch * (d + e) / (1 + form.causal)
        for name, numbers in results.items():
            numbers["tflop_per_s"] = operations * (1 if name == "forward" else 2.5) / numbers["median_us"] / 1e6
        row["results"] = results
        if form.narrow and not form.causal:
            row["aim_tflop_per_s"] = NARROW_AIM
    return row


def settle(device: str) -> None:
    """Waits for the device."""
    if device == "cuda":
        torch.cuda.synchronize()


def plain_row(direction: str, shape: tuple[Any, ...]) -> Row:
    """One shape of the table, forward or backward, beside cuDNN."""
    from torch.nn.attention import SDPBackend

    from benchmarks.gpu.attention_backward import peer as backward_peer
    from benchmarks.gpu.timing import timed

    batch, length, heads, heads_k, size, causal, aim = shape
    counts = heads, heads_k, heads_k, heads
    q, k, v, grad = (torch.randn(batch, length, h, size, device="cuda", dtype=torch.bfloat16) for h in counts)
    name = f"{direction} {batch}x{length}x{heads}/{heads_k}x{size} {'causal' if causal else 'full'}"
    out, lse = ops.attention(q, k, v, causal=causal, return_lse=True)
    start = time.perf_counter()
    if direction == "forward":
        runs: dict[str, Callable[[], object]] = {"cutedsl": partial(ops.attention, q, k, v, causal=causal)}
        runs["cuDNN"] = forward_peer(q, k, v, causal)
        row: Row = {"row": name, "aim": aim, "error": 0.0}
        rows = torch.randint(0, length, (32,), device="cuda")
        some_q, some_k, some_v = (x[:, :, :1] for x in (q, k, v))
        row["error"] = relative(out[0, rows, :1], exact(some_q, some_k, some_v, rows, causal, {}))
    else:
        back = partial(ops.attention_backward, grad, q, k, v, out, lse, causal=causal)
        runs = {"cutedsl": back, "deterministic": partial(back, deterministic=True)}
        runs["cuDNN"] = backward_peer(SDPBackend.CUDNN_ATTENTION, [q, k, v], grad, causal)
        theirs: Any = runs["cuDNN"]()
        if heads == heads_k:  # those of the transposed views that cuDNN is given
            theirs = [x.transpose(1, 2) for x in theirs]
        row = {"row": name, "aim": aim, "error": max(map(relative, back(), theirs))}
    runs["cutedsl"]()
    settle("cuda")
    row |= {"first_call_s": time.perf_counter() - start, "ok": row["error"] < 2e-2}
    results = timed(runs, 0, repeats=ROUNDS, wait_cycles=WAIT_CYCLES)
    operations = (4 if direction == "forward" else 10) * length**2 * size * heads * batch / (1 + causal)
    for numbers in results.values():
        numbers["tflop_per_s"] = operations / numbers["median_us"] / 1e6
    ratios = {which: results["cuDNN"]["median_us"] / numbers["median_us"] for which, numbers in results.items()}
    return {**row, "results": results, "ratio_to_cudnn": ratios, "meets_aim": ratios["cutedsl"] >= aim}


def forward_peer(q: Any, k: Any, v: Any, causal: bool) -> Callable[[], object]:
    """cuDNN's forward pass on the same memory."""
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.nn.functional import scaled_dot_product_attention

    a, b, c = (x.transpose(1, 2) for x in (q, k, v))

    def run() -> object:
        with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
            return scaled_dot_product_attention(a, b, c, is_causal=causal, enable_gqa=a.shape[1] != b.shape[1])

    return run


def decode_rows() -> Iterator[tuple[str, Callable[[], Row]]]:
    """Decoding and latents with the bars."""
    from benchmarks.gpu import attention_decode as decode

    def with_aim(case: Any) -> Row:
        row = decode.row_of(case)
        aim = DECODE_AIM if row["bytes"] >= SMALL_BYTES else DECODE_SMALL_AIM
        return {"row": f"decode {case.name}", **row, "aim": aim, "meets_aim": row["ratio_to_read"]["cutedsl"] >= aim}

    def latent(case: Any) -> Row:
        row = decode.row_of_latents(case)
        unit, aim = LATENT_AIMS[case.heads * case.queries]
        return {"row": case.name, **row, "aim": aim, "meets_aim": row["results"]["cutedsl"][unit] >= aim}

    first = [case for case in decode.CASES if case.name in DECODE]
    for case in (*first, *(case for case in decode.CASES if case not in first)):
        yield f"decode {case.name}", partial(with_aim, case)
    for case in decode.LATENTS:
        yield case.name, partial(latent, case)


def all_rows() -> Iterator[tuple[str, Callable[[], Row]]]:
    """Every row by its name; what the goals name comes before what is new."""
    from benchmarks.gpu.timing import timed

    for direction, shapes in (("forward", FORWARD), ("backward", BACKWARD)):
        for shape in shapes:
            yield f"{direction} {shape}", partial(plain_row, direction, shape)
    decode = list(decode_rows())
    yield from decode[: len(DECODE)]
    for form in FORMS:
        yield f"form {form.name}", partial(form_row, form, 4, 4096, 16, "cuda", timed)
    for form in FORMS:
        if form.narrow:
            yield f"form {form.name} long", partial(form_row, form, 1, 16384, 16, "cuda", timed)
    yield from decode[len(DECODE) :]


def main(arguments: Sequence[str]) -> int:
    """Runs the rows and writes the file after each; the number of rows that are wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, nargs="?", metavar="OUT.json")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--small", action="store_true")
    given = parser.parse_args(arguments)
    if given.small:
        rows = [form_row(form, 1, 160, 2, "cpu", None) for form in FORMS]
        print(*rows, sep="\n")
        return sum(not row["ok"] for row in rows)
    if given.path is None:
        parser.error("OUT.json is missing")
    began, rows = time.monotonic(), []
    for name, make in all_rows():
        if given.names and not any(one in name for one in given.names):
            continue
        if time.monotonic() - began > DEADLINE_S:
            rows.append({"row": name, "left_out": "the deadline has passed", "ok": True})
            continue
        start = time.monotonic()
        try:
            row = make()
        except Exception as error:  # one row's failure is its own
            row = {"row": name, "failed": f"{type(error).__name__}: {error}"[:2000], "ok": False}
        row["took_s"] = round(time.monotonic() - start, 2)
        rows.append(row)
        sources = {"commit": commit(), "source_hash": source_hash(), "torch": torch.__version__}
        record = {"device": torch.cuda.get_device_name(), **sources, "rows": rows}
        given.path.write_text(json.dumps(record, indent=1) + "\n")
        shown = {k: round(x["median_us"], 1) for k, x in row.get("results", {}).items()}
        print(row["row"], shown, {k: v for k, v in row.items() if k not in ("row", "results")}, flush=True)
        torch.cuda.empty_cache()
    return sum(not row["ok"] for row in rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
