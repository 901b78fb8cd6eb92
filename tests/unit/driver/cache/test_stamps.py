"""What tells builds of our own sources apart: Python, and the runtime's LLVM text that is checked in."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutedsl.driver.cache import toolchain


@pytest.mark.parametrize("stamp", [toolchain.sources_stamp, toolchain.build_stamp])
@pytest.mark.parametrize("name", ["a.py", "native/built/cpu.ll", "native/export/cuda.h"])
def test_a_changed_source_is_another_build(tmp_path: Path, monkeypatch, name: str, stamp) -> None:
    monkeypatch.setattr(toolchain, "_PACKAGE", tmp_path)
    place = tmp_path / name
    place.parent.mkdir(parents=True, exist_ok=True)
    seen: list[str] = []
    for text in ("one", "two and more"):
        place.write_text(text, encoding="utf-8")
        stamp.cache_clear()
        seen.append(stamp())
    stamp.cache_clear()
    assert seen[0] != seen[1]
