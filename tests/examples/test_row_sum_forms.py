"""The examples' output is what their texts and the seed show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def output_of(example: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(ROOT / "examples" / f"{example}.py")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_cached_example_shows_the_error_in_place_of_the_illegal_access() -> None:
    said = output_of("row_sum_cached")
    assert said.startswith("Success!\n\nAnother shape under the same key:\nerror[argument-shape]: argument #1 (`x`)")
    assert "compiled for (1024,1024):(1024,1), got (1024,32):(32,1)" in said


def test_the_layout_example_prints_the_seeds_text_and_draws() -> None:
    said = output_of("row_sum_layout")
    assert said.splitlines() == [
        "layout: (32,1):(1,0)",
        "tiler: (32,)",
        "gx: tensor<ptr<f32, gmem> o ((1,32),(?,?)):((0,1),(?,32))>",
        "Success!",
    ]
