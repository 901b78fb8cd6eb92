"""A product and a sum are rounded once in the argument of an approximate function, and nowhere else."""

from __future__ import annotations

import re

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import emit_nvptx
from cutedsl.ir.text import parse_module

_KERNEL = """
!c = !cute.ptr<f32, gmem, align<4>>
func.func @k(%c: !c, %x: f32, %s: f32, %m: f32) attributes
    {cute.kernel, cute.smem_bytes = 0 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  %scaled = arith.mulf %x, %s : f32
  %less = arith.subf %scaled, %m : f32
  BODY
  func.return
}
"""
_STORE = "cute.ptr.store %{0}, %c : f32, !c\n"


def flags(body: str) -> list[str]:
    """Of the product and of the difference."""
    text = emit_nvptx(parse_module(_KERNEL.replace("BODY", body)), target("sm_90a")).llvm_text
    return [re.search(rf"f{op} (contract )?float", text)[1] or "" for op in ("mul", "sub")]  # type: ignore[index]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("%y = math.exp2 %less fastmath<afn> : f32\n" + _STORE.format("y"), ["contract ", "contract "]),
        ("%y = math.exp2 %less : f32\n" + _STORE.format("y"), ["", ""]),
        (_STORE.format("less"), ["", ""]),
        ("%y = math.exp2 %less fastmath<afn> : f32\n" + _STORE.format("y") + _STORE.format("less"), ["", ""]),
        (
            "%y = math.exp2 %less fastmath<afn> : f32\n" + _STORE.format("y") + _STORE.format("scaled"),
            ["", "contract "],
        ),
    ],
    ids=["approximate", "exact", "no function", "difference read", "product read"],
)
def test_only_arguments_of_approximate_functions_contract(body: str, expected: list[str]) -> None:
    assert flags(body) == expected
