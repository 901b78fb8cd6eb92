"""The last-level cache: the largest that Linux names, and a usual size where it names none."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutedsl.arch import caches


@pytest.fixture(autouse=True)
def _read_anew():
    caches.last_level_bytes.cache_clear()
    yield
    caches.last_level_bytes.cache_clear()


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [(["48K", "32K", "2048K", "105M"], 105 << 20), (["32768K"], 32 << 20), ([], caches.USUAL_BYTES), (["?"], 32 << 20)],
)
def test_the_largest_size_counts(sizes: list[str], expected: int, tmp_path: Path, monkeypatch) -> None:
    for number, size in enumerate(sizes):
        folder = tmp_path / f"index{number}"
        folder.mkdir()
        (folder / "size").write_text(f"{size}\n", encoding="utf-8")
    monkeypatch.setattr(caches, "_CACHES", tmp_path)
    assert caches.last_level_bytes() == expected
