"""The tests that docs/cpu.md names are there."""

from __future__ import annotations

import re
from pathlib import Path


def test_every_test_of_the_page_exists(repository: Path) -> None:
    page = (repository / "docs/cpu.md").read_text()
    named = re.findall(r"\[(test_\w+)\]\(\.\./(tests/[\w/]+\.py)\)", page)
    assert len(named) > 30
    assert not [f"{file}::{name}" for name, file in named if f"def {name}(" not in (repository / file).read_text()]


def test_every_file_of_the_page_exists(repository: Path) -> None:
    page = (repository / "docs/cpu.md").read_text()
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", page) if "://" not in link]
    assert links
    assert not [link for link in links if not (repository / "docs" / link).exists()]
