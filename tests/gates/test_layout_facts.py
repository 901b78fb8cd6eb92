"""`scripts/layout_facts.py` reads facts of MLIR tests and finds those that differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.layout_facts import compare, facts, main

HEADER = "// SPDX-License-Identifier: BSD-3-Clause\n"
PROGRAM = """
// cute.coalesce(%x) in a comment is no fact
func.func @agrees(%x: !cute.layout<"(2,4):(1,2)">) -> !cute.layout<"8:1"> {
  %r = cute.coalesce(%x)
         : (!cute.layout<"(2,4):(1,2)">)
        -> !cute.layout<"8:1">
  return %r : !cute.layout<"8:1">
}
func.func @agrees_by_mode(%x: !cute.layout<"(2,(3,5)):(15,(1,3))">) {
  %r = cute.get<[1, 0]>(%x) : !cute.layout<"(2,(3,5)):(15,(1,3))"> -> !cute.layout<"3:1">
}
func.func @result_type_is_that_of_the_return(%x: !cute.shape<"(2,7)">, %c: !cute.coord<"(_,1)">) {
  %r = cute.slice(%x, %c) : !cute.shape<"(2,7)">, !cute.coord<"(_,1)">
  return %r : !cute.shape<"(2)">
}
func.func @wrong(%x: !cute.layout<"(2,4):(1,2)">, %c: !cute.shape<"24">) {
  %r = cute.complement(%x, %c) : (!cute.layout<"(2,4):(1,2)">, !cute.shape<"24">) -> !cute.layout<"3:9">
}
func.func @moves_nothing(%x: !cute.layout<"(1,4):(7,1)">) {
  %r = cute.select<[1, 0]>(%x) : !cute.layout<"(1,4):(7,1)"> -> !cute.layout<"(4,1):(1,0)">
}
func.func @refused(%x: !cute.layout<"?:1">) {
  %r = cute.left_inverse(%x) : (!cute.layout<"?:1">) -> !cute.layout<"?:1">
}
func.func @no_form(%x: !cute.coord<"3">, %y: !cute.coord<"4">) {
  %r = cute.equal(%x, %y) : (!cute.coord<"3">, !cute.coord<"4">) -> i1
}
"""
OUTCOMES = [
    "equal",
    "equal",
    "equal",
    "different",
    "equal but for strides of modes of size 1",
    "refused",
    "no form: equal",
]


def test_each_fact_has_its_outcome(tmp_path: Path):
    (tmp_path / "a.mlir").write_text(HEADER + PROGRAM)
    (tmp_path / "again.mlir").write_text(HEADER + PROGRAM)  # the same facts count once
    assert [compare(fact)[0] for fact in facts(tmp_path)] == OUTCOMES


def test_a_file_under_another_licence_is_not_read(tmp_path: Path):
    (tmp_path / "a.mlir").write_text(PROGRAM)
    assert list(facts(tmp_path)) == []


def test_the_report_shows_what_differs_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "a.mlir").write_text(HEADER + PROGRAM)
    assert main([str(tmp_path)]) == 1
    report = capsys.readouterr().out
    assert "different: complement((2,4):(1,2), 24) -> 3:9\n    here: 3:8\n" in report
    assert "    3 equal\n" in report
