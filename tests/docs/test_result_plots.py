"""The plots that the README and the pages show are what `cutedsl bench` draws of the committed results."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cutedsl.cli import main

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures" / "ops"
RESULTS = ROOT / "benchmarks" / "results" / "ops_h200.json"
COMMAND = f"cutedsl bench --read {RESULTS.relative_to(ROOT)} --svg {FOLDER.relative_to(ROOT)}"


def test_plots_are_up_to_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--read", str(RESULTS), "--svg", str(tmp_path)]) == 0
    assert "attention" in capsys.readouterr().out
    drawn, kept = ({path.name: path.read_text(encoding="utf-8") for path in f.iterdir()} for f in (tmp_path, FOLDER))
    assert kept == drawn, f"run `{COMMAND}`"


def test_the_readme_shows_them() -> None:
    shown = re.findall(r"\(docs/pictures/ops/(\w+\.svg)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert shown and all((FOLDER / name).exists() for name in shown)
