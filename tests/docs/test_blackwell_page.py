"""What docs/blackwell.md says of NVIDIA's programs is what benchmarks/compatibility/blackwell.csv records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.compatibility.blackwell import Example, examples


def said(text: str, rows: list[Example]) -> list[str]:
    """Sentences that the page must have, and has not."""
    own = [row for row in rows if not row.program.startswith("experimental/primitives/")]
    primitives = [row for row in rows if row not in own]
    alone = [row for row in own if not row.several_gpus]
    right = [sum(row.cpu == "yes" for row in some) for some in (alone, primitives)]
    compiled = [sum(row.ptx == "yes" for row in some) for some in (own, primitives)]
    sentences = [
        f"has {len(own)} programs",
        f"Of these, {compiled[0]} compile to PTX",
        f"{right[0]} of the {len(alone)} for one GPU are right",
        f"Of the {len(primitives)} programs below `experimental/primitives`",
        f"{right[1]} are right on the CPU",
        f"All {compiled[1]} compile to PTX" if compiled[1] == len(primitives) else f"{compiled[1]} compile to PTX",
    ]
    sentences += [f"`{Path(row.program).stem}`" for row in rows if "no" in (row.ptx, row.cpu)]
    flat = " ".join(text.split())
    return [one for one in sentences if one not in flat]


@pytest.fixture
def page(repository: Path) -> str:
    return (repository / "docs/blackwell.md").read_text(encoding="utf-8")


def test_the_page_has_the_numbers_of_the_record(page: str) -> None:
    assert said(page, examples()) == []


def test_each_program_that_the_page_calls_wrong_is_so_in_the_record(page: str) -> None:
    table = page.partition("| not right | why |")[2].partition("\n\n")[0]
    wrong = {Path(row.program).stem for row in examples() if row.cpu == "no"}
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) <= wrong


def test_a_page_with_another_number_is_noticed(page: str) -> None:
    assert said(page.replace("64 compile", "65 compile"), examples()) == ["Of these, 64 compile to PTX"]
