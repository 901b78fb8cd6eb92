"""What the page on the kernel library says of recorded runs is what the records have."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_calls_that_give_the_same_bits_are_those_of_the_record() -> None:
    rows = json.loads((ROOT / "benchmarks/results/gpu_same_results.json").read_text(encoding="utf-8"))["rows"]
    page = (ROOT / "docs/ops.md").read_text(encoding="utf-8")
    calls, runs = {row["check"] for row in rows}, sum(row["runs"] for row in rows)
    assert f"Of {len(calls)} calls, {runs:,} runs on an H200" in page
    assert all(row["changed"] == 0 for row in rows if not row["check"].startswith("attention_backward causal"))
