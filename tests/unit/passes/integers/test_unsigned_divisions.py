"""Divisions are unsigned where both numbers are certainly not negative, and only there."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.config import override
from cutedsl.cute.runtime import make_fake_compact_tensor
from cutedsl.ir.text import parse_module
from cutedsl.passes.integers.unsigned_divisions import divide_unsigned
from tests.unit.codegen.nvptx.test_meaning import I32, run, run_module

INDICES = """%t = "cute.thread_idx"() <{axis = 0 : i32}> : () -> i32
%b = "cute.block_idx"() <{axis = 0 : i32}> : () -> i32
%mask = arith.constant -1 : i32
%three = arith.constant 3 : i32
"""
DIVIDENDS = {
    "a thread": ("", "%t", True),
    "a block": ("", "%b", True),
    "a size": ("", "%size", True),
    "a number of the program": ("", "%n", False),
    "a thread and a small number": ("%x = arith.addi %t, %three : i32", "%x", True),
    "a block and a small number, which may wrap": ("%x = arith.addi %b, %three : i32", "%x", False),
    "a block times three, which may wrap": ("%x = arith.muli %b, %three : i32", "%x", False),
    "a difference": ("%x = arith.subi %t, %three : i32", "%x", False),
    "a hash": (
        "%h = arith.constant 1664525 : i32\n%y = arith.muli %t, %h : i32\n%x = arith.muli %y, %h : i32",
        "%x",
        False,
    ),
    "the smaller of two": ("%x = arith.minsi %b, %size : i32", "%x", True),
    "a part": ("%x = arith.shrsi %b, %three : i32", "%x", True),
    "another lane's": (
        '%x = "cute.shuffle"(%t, %three, %mask, %three) <{mode = "idx"}> : (i32, i32, i32, i32) -> i32',
        "%x",
        True,
    ),
}


def kernel(body: str) -> FuncOp:
    """A kernel of a size and a number, with its indices."""
    text = f"func.func @k(%size: i32, %n: i32) attributes {{cute.kernel}} {{\n{INDICES}{body}\nfunc.return }}"
    (found,) = (op for op in parse_module(text).walk() if isinstance(op, FuncOp))
    return found


def divided(body: str, name: str) -> bool:
    """Whether the pass makes the division unsigned that `body` ends with."""
    function = kernel(f"{body}\n%end = arith.{name}")
    size = function.body.block.args[0]
    divide_unsigned(function, {size: 2**31 - 1})
    names = [op.name for op in function.walk() if "div" in op.name or "rem" in op.name]
    return names[-1] in ("arith.divui", "arith.remui", "arith.ceildivui")


@pytest.mark.parametrize("case", DIVIDENDS)
def test_a_dividend_counts_as_not_negative_only_if_its_arithmetic_cannot_wrap(case: str) -> None:
    body, value, unsigned = DIVIDENDS[case]
    assert divided(body, f"remsi {value}, %size : i32") is unsigned


@pytest.mark.parametrize("name", ["divsi", "floordivsi", "ceildivsi", "remsi"])
@pytest.mark.parametrize(("divisor", "unsigned"), [("%size", True), ("%three", True), ("%n", False), ("%mask", False)])
def test_each_division_is_unsigned_where_its_divisor_is_not_negative(name: str, divisor: str, unsigned: bool) -> None:
    assert divided("", f"{name} %t, {divisor} : i32") is unsigned


def test_a_counter_is_not_negative_between_bounds_that_are_not() -> None:
    body = "scf.for %i = {} to %size step %three : i32 {{\n%r = arith.remsi %i, %three : i32\nscf.yield }}"
    found = {}
    for begin in ("%t", "%n"):
        function = kernel(body.format(begin))
        divide_unsigned(function, {function.body.block.args[0]: 2**31 - 1})
        found[begin] = any(op.name == "arith.remui" for op in function.walk())
    assert found == {"%t": True, "%n": False}


def test_a_long_chain_of_sums_is_given_up_not_followed() -> None:
    chain = "\n".join(f"%x{k + 1} = arith.addi %x{k}, %t : i32" for k in range(600))
    assert not divided("%x0 = arith.addi %t, %t : i32\n" + chain, "remsi %x600, %size : i32")


def test_results_are_those_of_signed_divisions() -> None:
    out = np.zeros(4 * 64, np.int32)
    text = f"""builtin.module {{ func.func @k(%out: {I32}, %size: i32) attributes {{cute.kernel}} {{
%t = "cute.thread_idx"() <{{axis = 0 : i32}}> : () -> i32
%four = arith.constant 4 : i32
%at = arith.muli %t, %four : i32
%p0 = cute.ptr.add %out, %at : {I32}, i32 -> {I32}
"""
    for k, name in enumerate(("divsi", "floordivsi", "ceildivsi", "remsi")):
        text += f"""%c{k} = arith.constant {k} : i32
%q{k} = cute.ptr.add %p0, %c{k} : {I32}, i32 -> {I32}
%r{k} = arith.{name} %t, %size : i32
cute.ptr.store %r{k}, %q{k} : i32, {I32}
"""
    module = parse_module(text + "func.return } }")
    (function,) = (op for op in module.walk() if isinstance(op, FuncOp))
    divide_unsigned(function, {function.body.block.args[1]: 2**31 - 1})
    assert "arith.ceildivui" in {op.name for op in module.walk()}
    run_module(module, [out, 7], threads=64)
    t = np.arange(64)
    assert (out.reshape(64, 4) == np.stack([t // 7, t // 7, -(-t // 7), t % 7], axis=1)).all()


@pytest.mark.parametrize("divisor", [1, 2, 64, 2**30, -64, 3])
def test_rounding_down_by_a_constant_is_right_for_numbers_of_either_sign(divisor: int) -> None:
    numbers = np.array([-(2**31), -(2**31) + 1, -65, -64, -63, -1, 0, 1, 63, 64, 65, 2**31 - 1], np.int32)
    values = numbers.copy()
    body = f"""%p = cute.ptr.add %x, %t : {I32}, i32 -> {I32}
%v = cute.ptr.load %p : {I32} -> i32
%d = arith.constant {divisor} : i32
%r = arith.floordivsi %v, %d : i32
cute.ptr.store %r, %p : i32, {I32}"""
    run(body, f"%x: {I32}", [values], threads=numbers.size)
    assert (values == numbers.astype(np.int64) // divisor).all()


@cute.kernel
def _tiles(x: cute.Tensor):
    block, _, _ = cute.arch.block_idx()
    tile = cute.zipped_divide(x, (8, 8))[(None, None), block]
    tile[0, 0] = 1.0


@cute.jit
def _launch(x: cute.Tensor):
    _tiles(x).launch(grid=(4, 1, 1), block=(1, 1, 1))


@pytest.mark.parametrize("without", [frozenset[str](), frozenset(["unsigned-divisions"])])
def test_a_tile_is_found_by_unsigned_divisions(without: frozenset[str]) -> None:
    tensor = make_fake_compact_tensor(
        cutlass.Float32, (cute.sym_int(divisibility=8), cute.sym_int(divisibility=8)), stride_order=(1, 0)
    )
    with override(without=without, cache=False):
        text = cute.compile(_launch, tensor, options="--target cpu").artifacts.ptx("sm_90a")
        divisions = {line.split()[0] for line in text.splitlines() if line.strip().startswith(("div.", "rem."))}
    assert divisions == {"div.s32"} if without else {"div.u32"}


def test_rounding_down_by_a_power_of_two_is_one_shift() -> None:
    tensor = make_fake_compact_tensor(cutlass.Float32, (cute.sym_int(), cute.sym_int()), stride_order=(1, 0))
    text = cute.compile(_launch, tensor, options="--target cpu").artifacts.ptx("sm_90a")
    assert "shr.u32" not in text
