"""Plots of committed GPU results: `python scripts/render_results.py [FOLDER]` writes docs/pictures/results/*.svg.

Each bar is a median of `benchmarks/results/gpu_*.json`, beside the baselines of the same run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cutedsl.cli.bench_plot import bars

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures" / "results"


def main(folder: Path = FOLDER) -> None:
    """Writes the plots into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in plots().items():
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")


def plots() -> dict[str, str]:
    """Each plot's SVG by its name."""
    return {
        "attention": bars(
            "Attention forward, bf16, one H200", "TFLOP/s; batch x length x heads x head size", _attention()
        ),
        "matmul": bars("Matrix product, one H200", "TFLOP/s", _matmul()),
        "row_sum": bars("Row sum, float32, one H200", "TB/s", _row_sum()),
    }


def _attention() -> dict[str, dict[str, float]]:
    """By batch x length x heads x head size."""
    groups: dict[str, dict[str, float]] = {}
    for name, results in _timed("gpu_attention", "attention"):
        label = name.removeprefix("attention ")
        groups[label] = {_named(who): found["tflop_per_s"] for who, found in results.items()}
    return groups


def _matmul() -> dict[str, dict[str, float]]:
    """Square products of the ladder's run, both operands row by row of K."""
    groups: dict[str, dict[str, float]] = {}
    for name, results in _timed("gpu_gemm", "gemm_ladder"):
        if "cuBLAS" in results:
            size, kind = name.split()[1:3]
            shown = {who: results[who]["tflop_per_s"] for who in ("ops.matmul", "cuBLAS")}
            groups[f"{size}³ {kind.removeprefix('torch.')}"] = shown
    return groups


def _row_sum() -> dict[str, dict[str, float]]:
    """The plain kernel of `examples/row_sum.py`, and the fastest of those with vector loads."""
    groups: dict[str, dict[str, float]] = {}
    for name, results in _timed("gpu_row_sum", "row_sum_forms"):
        rates = {who: found["tb_per_s"] for who, found in results.items()}
        vector = max(rate for who, rate in rates.items() if who.startswith("vector"))
        others = {who: rates[name] for who, name in (("torch", "torch.sum"), ("Triton", "triton"))}
        groups[name.split()[2]] = {"cutedsl, plain": rates["plain"], "cutedsl, vector loads": vector} | others
    return groups


def _named(who: str) -> str:
    return {"cutedsl": "ops.attention", "flash": "torch's flash attention"}.get(who, who)


def _timed(file: str, case: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What was timed in a case of a result file, with the results by variant."""
    found = json.loads((ROOT / "benchmarks" / "results" / f"{file}.json").read_text(encoding="utf-8"))
    for one in found["cases"]:
        if one["case"] == case:
            yield from ((row["time"], row["results"]) for row in one["rows"] if "results" in row)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
