"""Divisions in the branch that alone reads them: a pass gives a module and leaves the one that it was given."""

from __future__ import annotations

from cutedsl.ir.text import parse_module
from cutedsl.passes.integers.sink_divisions import sink_divisions

MODULE = """builtin.module {
  func.func @f(%n : i32, %z : i32, %c : i1) -> i32 {
    %two = arith.constant 2 : i32
    %left = arith.remsi %n, DIVISOR : i32
    %result = scf.if %c -> (i32) {
      scf.yield %left : i32
    } else {
      scf.yield %n : i32
    }
    func.return %result : i32
  }
}
"""


def test_a_division_moves_in_a_copy() -> None:
    module = parse_module(MODULE.replace("DIVISOR", "%z"))
    before = str(module)
    after = str(sink_divisions(module))
    assert str(module) == before
    assert after.index("scf.if") < after.index("arith.remsi") < after.index("else")


def test_a_module_without_such_divisions_is_given_back() -> None:
    module = parse_module(MODULE.replace("DIVISOR", "%two"))
    assert sink_divisions(module) is module


def test_a_module_whose_divisions_stay_is_given_back() -> None:
    """Another result of the arithmetic would move: nothing is gained by a copy for it."""
    text = MODULE.replace("DIVISOR", "%z").replace("func.return %result", "func.return %sum")
    text = text.replace("    func.return", "    %sum = arith.addi %left, %result : i32\n    func.return")
    text = text.replace("    %result", "    %less = arith.subi %left, %n : i32\n    %result")
    module = parse_module(text.replace("scf.yield %left", "scf.yield %less"))
    assert sink_divisions(module) is module
