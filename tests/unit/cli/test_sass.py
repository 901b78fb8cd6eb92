"""`cutedsl show --stage sass`: what a GPU executes, between the author's lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cutedsl.cli import main

pytestmark = pytest.mark.usefixtures("ptxas")


def test_loads_and_shuffles_stand_below_the_lines_they_come_from(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository)
    assert main(["show", "examples/row_sum.py", "--stage", "sass", "--arch", "sm_80"]) == 0
    below: dict[str, list[str]] = {}
    line = ""
    for text in capsys.readouterr().out.splitlines():
        place = re.match(r"    // row_sum\.py:(\d+)  (.*)", text)
        if place is not None:
            line = place[2]
            source = (repository / "examples" / "row_sum.py").read_text().splitlines()[int(place[1]) - 1]
            assert line == source.strip()
        elif (instruction := re.search(r"/\*[0-9a-f]{4}\*/\s+(?:@!?\w+ )?\s*([A-Z0-9]+)", text)) is not None:
            below.setdefault(line, []).append(instruction[1])
    loads = [line for line, instructions in below.items() if "LDG" in instructions]
    assert loads and all("gA[" in line for line in loads)
    assert any("SHFL" in instructions for line, instructions in below.items() if "reduction" in line)
