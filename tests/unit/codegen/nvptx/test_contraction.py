"""A product and a sum are rounded once where nothing else reads the product, or only approximate functions do."""

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
        (_STORE.format("less"), ["contract ", "contract "]),
        ("%y = math.exp2 %less fastmath<afn> : f32\n" + _STORE.format("y"), ["contract ", "contract "]),
        (_STORE.format("less") + _STORE.format("scaled"), ["", ""]),
        ("%y = math.fma %x, %s, %scaled : f32\n" + _STORE.format("y") + _STORE.format("less"), ["", ""]),
        (
            "%y = math.exp2 %less fastmath<afn> : f32\n" + _STORE.format("y") + _STORE.format("scaled"),
            ["", "contract "],
        ),
    ],
    ids=["sum", "function", "product read", "error of a product", "approximate"],
)
def test_products_of_one_sum_contract(body: str, expected: list[str]) -> None:
    assert flags(body) == expected


_VECTORS = """
!c = !cute.ptr<f32, gmem, align<4>>
func.func @k(%c: !c, %x: vector<2xf32>, %s: f32) attributes
    {cute.kernel, cute.smem_bytes = 0 : i64, cute.block_dim = array<i32: 32, 1, 1>} {
  %products = arith.mulf %x, %x : vector<2xf32>
  %a = cute.vec.extract %products[0] : vector<2xf32> -> f32
  %b = cute.vec.extract %products[OTHER] : vector<2xf32> -> f32
  %sum = arith.addf %s, %a : f32
  %all = LAST %sum, %b : f32
  cute.ptr.store %all, %c : f32, !c
  func.return
}
"""


@pytest.mark.parametrize(
    ("other", "last", "expected"),
    [
        ("1", "arith.addf", (True, 2)),
        ("1", "arith.mulf", (False, 0)),
        ("0", "arith.addf", (False, 0)),
    ],
    ids=["a dot product", "one in a product", "one twice"],
)
def test_products_of_vectors_contract_with_the_sums_of_their_elements(
    other: str, last: str, expected: tuple[bool, int]
) -> None:
    text = emit_nvptx(parse_module(_VECTORS.replace("OTHER", other).replace("LAST", last)), target("sm_90a")).llvm_text
    assert ("fmul contract <2 x float>" in text, text.count("fadd contract float")) == expected
