"""The documentation pages: written from the catalogue, and the committed ones are current."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutedsl.errors.catalogue import CATALOGUE
from cutedsl.errors.pages import main, page, pages

COMMITTED = Path(__file__).parents[3] / "docs" / "errors"


def test_committed_pages_are_current() -> None:
    committed = {path.name: path.read_text(encoding="utf-8") for path in COMMITTED.glob("*.md")}
    assert committed == pages(), "run: python -m cutedsl.errors.pages docs/errors"


def test_page_holds_all_of_an_entry() -> None:
    entry = CATALOGUE["loop-type-changed"]
    text = page(entry)
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# loop-type-changed",
        "## Why",
        "## Fix",
        "## Wrong",
        "## Right",
    ]
    for part in (entry.title, entry.why, entry.fix, entry.wrong, entry.right, "`except TypeError`"):
        assert part in text


def test_index_links_every_page() -> None:
    made = pages()
    assert set(made) == {f"{name}.md" for name in CATALOGUE} | {"index.md"}
    assert all(f"[{name}]({name}.md)" in made["index.md"] for name in CATALOGUE)


def test_stale_pages_are_removed(tmp_path: Path) -> None:
    (tmp_path / "gone-error.md").write_text("old", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {*pages(), "notes.txt"}


def test_wrong_call_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage: python -m cutedsl.errors.pages DIR" in capsys.readouterr().err
