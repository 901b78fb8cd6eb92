"""Tables of the pages from recorded runs: each row of attention and of the row operations beside its goal.

    python -m benchmarks.gpu.tables [--check]

writes them between their marks in `docs/attention.md` and `docs/ops.md`, or only says whether a page is stale.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from statistics import geometric_mean
from typing import Any

from benchmarks.record import RESULTS, ROOT

Row = dict[str, Any]


def rows_of(name: str) -> list[Row]:
    """The rows of a recorded run."""
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))["rows"]


def attention() -> Iterator[str]:
    """Each shape and form: times, what they are compared with, and the goal."""
    yield "| row | µs | TFLOP/s | compared | goal |"
    yield "|---|---|---|---|---|"
    for row in rows_of("gpu_attention_rows"):
        if "results" not in row:
            yield f"| {row['row']} | – | – | {row.get('failed') or row.get('left_out')} | |"
            continue
        for name, found in row["results"].items():
            if name in ("cutedsl", "deterministic", "forward", "backward"):
                yield _line(row, name, found)


def _line(row: Row, name: str, found: Row) -> str:
    label = row["row"] if name == "cutedsl" else f"{row['row']}, {name}"
    rate = f"{found['tflop_per_s']:.0f}" if "tflop_per_s" in found else f"{found['tb_per_s']:.2f} TB/s"
    against = [f"{row[key][name]:.2f} of {what}" for key, what in COMPARED.items() if name in row.get(key, {})]
    goal = row.get("aim", "") if name == "cutedsl" else row.get("aim_tflop_per_s", "")
    return f"| {label} | {found['median_us']:.0f} | {rate} | {', '.join(against)} | {goal} |"


COMPARED = {"ratio_to_cudnn": "cuDNN's speed", "ratio_to_read": "a read's"}


def operations() -> Iterator[str]:
    """Each operation beside a copy of the bytes that it must move, and a peer."""
    yield "| operation | µs | of a copy's speed | of torch's |"
    yield "|---|---|---|---|"
    for row in rows_of("gpu_row_operations"):
        time = row["results"]["ours"]["median_us"]
        yield f"| {row['case']} | {time:.0f} | {row['of_floor']:.2f} | {row['of_peer']:.2f} |"


def long_rows() -> Iterator[str]:
    """Rows of up to 262,144 columns, beside a copy of the bytes that must move, or a sum where nothing is written."""
    times: dict[str, dict[str, dict[str, float]]] = {}
    for row in rows_of("gpu_long_rows"):
        size = f"{row['rows']} x {row['columns']}"
        times.setdefault(row["op"], {}).setdefault(size, {})[row["tile"]] = row["median_us"]
    sizes = next(iter(times.values()))
    yield f"| operation | {' | '.join(sizes)} |"
    yield f"|---|{'---|' * len(sizes)}"
    for op, found in times.items():
        moved = 1.5 if op.endswith("_backward") else 1  # three tensors, where a copy has two
        ratios = [one.get("read", moved * one["copy"]) / one["ops"] for one in found.values()]
        yield f"| {op} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |"


PRODUCT_KINDS = {
    "bf16, f16, K contiguous in both": lambda row: row["dtype"] in HALVES and row["order"] == "TN",
    "bf16, f16, other orders": lambda row: row["dtype"] in HALVES and row["order"] != "TN",
    "e4m3": lambda row: row["dtype"] == "float8_e4m3fn",
    "tf32": lambda row: row["dtype"] == "float32",
    "int8": lambda row: row["dtype"] == "int8",
    "all": lambda row: True,
}
HALVES = ("bfloat16", "float16")
ROWS_OF_PRODUCTS = ((1, 16), (17, 128), (129, 512), (513, 2048), (2049, 16384))


def products() -> Iterator[str]:
    """The sweep and fresh shapes, by types and rows: speed beside cuBLAS, and how many are below 0.98 of it."""
    sweeps = {"sweep": rows_of("gpu_products_sweep"), "fresh": rows_of("gpu_products_fresh")}
    yield "| products | " + " | ".join(f"{name}: mean | least | below 0.98" for name in sweeps) + " |"
    yield f"|---|{'---|' * 3 * len(sweeps)}"
    groups: dict[str, Callable[[Row], bool]] = dict(PRODUCT_KINDS)
    for low, high in ROWS_OF_PRODUCTS:
        groups[f"M from {low} to {high}"] = lambda row, low=low, high=high: low <= row["m"] <= high
    for name, belongs in groups.items():
        cells: list[str] = []
        for rows in sweeps.values():
            ratios = [row["ratio_to_cublas"] for row in rows if belongs(row)]
            below = sum(ratio < 0.98 for ratio in ratios)
            cells += (
                [f"{geometric_mean(ratios):.3f}", f"{min(ratios):.2f}", f"{below} of {len(ratios)}"]
                if ratios
                else ["–"] * 3
            )
        yield f"| {name} | {' | '.join(cells)} |"


FUSED = ("gated", "experts", "loss", "residual")


def fused() -> Iterator[str]:
    """Products with what models do around them, beside torch and a bare product of as many operations."""
    yield "| call | µs | TFLOP/s | of torch's speed | of torch.compile's | of a bare product's |"
    yield "|---|---|---|---|---|---|"
    for row in (row for name in FUSED for row in rows_of(f"gpu_fused_{name}")):
        against = [row.get(name) for name in ("times_torch", "times_torch.compile", "of_peak")]
        cells = " | ".join("–" if ratio is None else f"{ratio:.2f}" for ratio in against)
        yield f"| {row['case']} | {row['ours_us']:.0f} | {row['tflop_per_s']:.0f} | {cells} |"


TABLES = {
    "attention": {"gpu_attention_rows": attention},
    "gemm": {"gpu_fused": fused, "gpu_products_sweep": products},
    "ops": {"gpu_row_operations": operations, "gpu_long_rows": long_rows},
}


def written(page: str) -> tuple[str, str]:
    """The page as it is, and with its tables of today."""
    text = before = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    for mark, make in TABLES[page].items():
        table = "\n".join(make())
        shape = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)", re.DOTALL)
        if shape.search(text) is None:
            raise ValueError(f"docs/{page}.md has no place for the table of {mark}")
        text = shape.sub(lambda found, table=table: f"{found[1]}\n{table}\n\n{found[2]}", text)
    return before, text


def main(only_check: bool) -> int:
    """1 if a page was stale."""
    stale = 0
    for page in TABLES:
        before, after = written(page)
        stale |= before != after
        if before != after and not only_check:
            (ROOT / "docs" / f"{page}.md").write_text(after, encoding="utf-8")
    return stale if only_check else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
