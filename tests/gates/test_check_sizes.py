"""The size gate reports what outgrew its limit, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.check_sizes import find_oversized, main


def function(length_lines: int) -> str:
    return "def f():\n" + "    x = 1\n" * (length_lines - 1)


@pytest.mark.parametrize(
    ("name", "text", "verdicts"),
    [
        ("src/cutedsl/a.py", "x = 1\n" * 400, []),
        ("src/cutedsl/a.py", "x = 1\n" * 401, [False]),
        ("src/cutedsl/a.py", "x = 1\n" * 800, [False]),
        ("src/cutedsl/a.py", "x = 1\n" * 801, [True]),
        ("src/cutedsl/arch/atoms.py", "x = 1\n" * 2000, []),
        ("src/cutedsl/a.py", function(40), []),
        ("src/cutedsl/a.py", function(41), [False]),
        ("src/cutedsl/a.py", function(100), [False]),
        ("src/cutedsl/a.py", function(101), [True]),
        ("src/cutedsl/a.py", "@f\n" + function(100), [True]),
        ("examples/a.py", function(150), [False]),
        ("src/cutedsl/ops/gemm.py", function(151), [True]),
        ("src/cutedsl/arch/atoms.py", function(101), [True]),
        ("tests/unit/test_a.py", function(101), [True]),
        ("elsewhere/a.py", function(101), []),
    ],
)
def test_files_over_a_limit_fail(tmp_path: Path, name: str, text: str, verdicts: list[bool]) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    assert [finding.fails for finding in find_oversized(tmp_path)] == verdicts
    assert main([str(tmp_path)]) == int(any(verdicts))


def test_findings_say_where_and_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "src" / "a.py"
    path.parent.mkdir()
    text = "\n\n" + function(101) + "\n" + function(50).replace("def f", "def g")
    path.write_text(text, encoding="utf-8")
    main([str(tmp_path)])
    assert capsys.readouterr().out.splitlines() == [
        "src/a.py:3 f: 101 lines (limit 100)",
        "src/a.py:105 g: 50 lines (review)",
    ]
