"""The plots that the README shows are those of the committed results."""

from __future__ import annotations

from scripts.render_results import FOLDER, plots


def test_plots_are_up_to_date() -> None:
    kept = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert kept == plots(), "run `python scripts/render_results.py`"
