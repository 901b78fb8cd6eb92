"""A folder of the source is one thing to a reader: it has few Python files."""

from __future__ import annotations

from pathlib import Path

MOST = 25

WIDER = {"layout": 36, "staging": 36}
"""Folders that may have more: an algebra and a rewriter, whose files are best read side by side. No folder is added."""


def widths(root: Path) -> dict[str, int]:
    """The folders under a root that have Python files, each with how many."""
    folders = [root, *(path for path in root.rglob("*") if path.is_dir())]
    return {str(path.relative_to(root)): count for path in folders if (count := len([*path.glob("*.py")]))}


def test_folders_have_few_files(repository: Path) -> None:
    found = widths(repository / "src" / "cutedsl")
    assert not {folder: count for folder, count in found.items() if count > WIDER.get(folder, MOST)}


def test_files_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    for name in ("a/one.py", "a/two.py", "a/b/three.py", "a/b/text.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert widths(tmp_path) == {"a": 2, "a/b": 1}
