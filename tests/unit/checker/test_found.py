"""The programs of docs/found show what they say, and are clean with the fix that they name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.forked import run_forked

FOUND = Path(__file__).parents[3] / "docs" / "found"
FIXES = {
    "rows_of_lse": ("out-of-bounds", "range_constexpr(COLUMNS):  # the bug", "range_constexpr(ROWS):  # the bug"),
    "bulk_store_not_waited": ("group-leaked", "        # cute.arch.cp_async_bulk", "        cute.arch.cp_async_bulk"),
    "slot_used_again": ("shared-race", "    # cute.arch.sync_threads", "    cute.arch.sync_threads"),
    "partials_over_operands": ("shared-race", "    # cute.arch.sync_threads", "    cute.arch.sync_threads"),
    "barrier_not_fenced": ("proxy-fence-missing", "    # cute.arch.mbarrier_init", "    cute.arch.mbarrier_init"),
    "peer_has_ended": ("peer-not-running", "    # cute.arch.cluster", "    cute.arch.cluster"),
}


@pytest.mark.parametrize("name", sorted(FIXES))
@pytest.mark.parametrize("fixed", [False, True])
def test_each_found_bug_is_reported(name: str, fixed: bool, tmp_path: Path) -> None:
    kind, wrong, right = FIXES[name]
    text = (FOUND / f"{name}.py").read_text(encoding="utf-8")
    assert wrong in text
    program = tmp_path / f"{name}.py"
    program.write_text(text.replace(wrong, right) if fixed else text, encoding="utf-8")
    done = run_forked(["-m", "cutedsl", "check", str(program)], Path.cwd(), os.environ, 100)
    assert done.returncode == (0 if fixed else 1), done.stderr
    assert ("no findings" if fixed else f"error[{kind}]") in done.stdout


def test_each_program_is_tested() -> None:
    assert {file.stem for file in FOUND.glob("*.py")} == set(FIXES)
