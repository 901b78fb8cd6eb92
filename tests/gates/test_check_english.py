"""The gate for plain English: what it counts, and that the pages pass it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.check_english import MOST_WORDS, main, sentences
from tests.docs.programs import ROOT


def test_the_pages_pass() -> None:
    assert main([str(ROOT)]) == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("word " * (MOST_WORDS - 1) + "word.", 0),
        ("word " * MOST_WORDS + "word.", 1),
        ("Without arrays at hand it ends.", 1),
        ("```text\n" + "word " * 50 + "\n```\n", 0),
        ("| " + "word " * 50 + "|\n", 0),
        ("`" + "word " * 50 + "` is one word.", 0),
        ("- " + "word " * 20 + "\n- " + "word " * 20, 0),
    ],
)
def test_long_sentences_and_phrases_fail(text: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(text, encoding="utf-8")
    assert main([str(tmp_path)]) == code


def test_a_phrase_in_the_source_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text(
        '"""Waits."""\n\nTEXT = "2 warps wait and none can go on"\n', encoding="utf-8"
    )
    assert main([str(tmp_path)]) == 1
    assert "src/a.py:3: `none can go on`" in capsys.readouterr().out


def test_sentences_end_at_punctuation() -> None:
    assert sentences("One two. Three: Four; five, v1.2 and 3.5.") == [
        "One two.",
        "Three:",
        "Four;",
        "five, v1.2 and 3.5.",
    ]


@pytest.mark.parametrize(
    ("docstring", "code"),
    [
        ("word " * MOST_WORDS + "word.", 1),
        ("word " * 20 + "\n\n    Args:\n        x: " + "word " * 20 + "\n        y: " + "word " * 20 + "\n    ", 0),
        ("Adds.\n\n    >>> f(" + "1 + " * 50 + "1)\n    51\n    ", 0),
    ],
)
def test_long_sentences_of_docstrings_fail(docstring: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text(f'def f(x):\n    """{docstring}"""\n', encoding="utf-8")
    assert main([str(tmp_path)]) == code
