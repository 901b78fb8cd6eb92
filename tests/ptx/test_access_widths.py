"""Vector accesses use the widest instructions that the pointer's alignment allows, and never more than 16 bytes."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import compile_ptx, emit_nvptx
from cutedsl.ir.text import parse_module

WIDTHS = {"v4.b32": 16, "v2.b64": 16, "v2.b32": 8, "b64": 8, "v4.b16": 8, "b32": 4, "v2.b16": 4, "b16": 2, "b8": 1}
ELEMENT_BYTES = {"f32": 4, "f16": 2, "i8": 1, "f64": 8}


def copy_ptx(element: str, lanes: int, align: int, use: str = "") -> str:
    pointer, vector = f"!cute.ptr<{element}, gmem, align<{align}>>", f"vector<{lanes}x{element}>"
    return compile_ptx(
        emit_nvptx(
            parse_module(
                f"""builtin.module {{
  func.func @copy(%a : {pointer}, %b : {pointer}) attributes {{cute.kernel}} {{
    %v = cute.ptr.load %a : {pointer} -> {vector}
    {use}
    cute.ptr.store %v, %b : {vector}, {pointer}
    func.return
  }}
}}"""
            ),
            target("sm_90a"),
        )
    )


def widths(ptx: str, access: str) -> Counter[int]:
    return Counter(WIDTHS[kind] for kind in re.findall(rf"{access}\.global\.(\S+)", ptx))


@pytest.mark.parametrize(
    ("element", "lanes", "align", "expected"),
    [
        ("f32", 4, 16, {16: 1}),
        ("f32", 8, 16, {16: 2}),
        ("f32", 128, 16, {16: 32}),
        ("f32", 4, 8, {8: 2}),
        ("f32", 4, 4, {4: 4}),
        ("f32", 7, 16, {16: 1, 8: 1, 4: 1}),
        ("f16", 8, 16, {16: 1}),
        ("f16", 3, 4, {4: 1, 2: 1}),
        ("i8", 64, 16, {16: 4}),
        ("i8", 5, 16, {4: 1, 1: 1}),
        ("f64", 2, 16, {16: 1}),
        ("f64", 6, 32, {16: 3}),
    ],
)
def test_each_copy_has_its_widths(element: str, lanes: int, align: int, expected: dict[int, int]) -> None:
    ptx = copy_ptx(element, lanes, align)
    assert widths(ptx, "ld") == expected
    at_run_time = (element, lanes, align) == ("f32", 4, 4)  # a store that asks where it is
    assert widths(ptx, "st") == (expected | {16: 1} if at_run_time else expected)
    assert sum(width * count for width, count in expected.items()) == lanes * ELEMENT_BYTES[element]


def test_a_store_of_sixteen_bytes_asks_at_run_time_for_its_alignment() -> None:
    found = re.search(r"and.b64 low, (%rd\d+), 15; setp.eq.u64 whole, low, 0; (.*)}", copy_ptx("f32", 4, 4))
    assert found is not None
    address, stored = found[1], [one.strip() for one in found[2].split(";")[:-1]]
    assert re.fullmatch(rf"@whole st.global.v4.b32 \[{address}\], {{.*}}", stored[0])
    assert [one.partition("]")[0] for one in stored[1:]] == [
        f"@!whole st.global.b32 [{address}+{4 * n}" for n in range(4)
    ]
    assert re.findall(r"%r\d+", stored[0]) == [one.split()[-1] for one in stored[1:]]


def test_a_load_stays_wide_when_only_single_elements_are_used() -> None:
    module = """builtin.module {
  func.func @first(%a : !cute.ptr<f32, gmem, align<16>>, %b : !cute.ptr<f32, gmem>) attributes {cute.kernel} {
    %v = cute.ptr.load %a : !cute.ptr<f32, gmem, align<16>> -> vector<4xf32>
    %x = "cute.vec.extract"(%v) <{index = 0 : i32}> : (vector<4xf32>) -> f32
    %y = "cute.vec.extract"(%v) <{index = 3 : i32}> : (vector<4xf32>) -> f32
    %s = arith.addf %x, %y : f32
    cute.ptr.store %s, %b : f32, !cute.ptr<f32, gmem>
    func.return
  }
}"""
    assert widths(compile_ptx(emit_nvptx(parse_module(module), target("sm_90a"))), "ld") == {16: 1}
