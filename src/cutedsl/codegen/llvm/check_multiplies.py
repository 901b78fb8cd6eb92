"""The checker's runtime for registers, in LLVM text: operands and accumulators of multiplies, unwritten elements."""

from __future__ import annotations

from typing import Final

from cutedsl.arch.check_abi import FENCES_AT, Engine, Event
from cutedsl.codegen.llvm.check_clocks import engine_words, function, row_of
from cutedsl.codegen.llvm.check_shared import field_of
from cutedsl.codegen.llvm.text import FunctionText


def _pieces() -> str:
    """The engine reads `count` pieces of 16 bytes at the places of a table from `base` on, swizzled."""
    f = FunctionText()
    start = f.op(f"ptrtoint ptr {field_of(f, 'smem', 'ptr')} to i64")
    first = f.op("ptrtoint ptr %base to i64")
    f.branch("piece")
    f.begin("piece")
    f.lines.append("  %i = phi i32 [ 0, %entry ], [ %i1, %piece ]")
    offset = f.op(f"load i32, ptr {f.op('getelementptr i32, ptr %table, i32 %i')}, align 4")
    plain = f.op(f"add i64 {first}, {f.op(f'zext i32 {offset} to i64')}")
    picked = f.op(f"and i64 {f.op(f'lshr i64 {plain}, 3')}, %swizzle")
    byte = f.op(f"sub i64 {f.op(f'xor i64 {plain}, {picked}')}, {start}")
    word = f.op(f"lshr i64 {byte}, 2")
    passed = "ptr %ck, i32 %row, i64 %column, i64 %clock, i32 %site, i32 %kind"
    f.do(f"call void @cute.check.engine.row({passed}, i64 {word}, i64 4, i64 -1, i64 0, i64 62)")
    f.lines.append("  %i1 = add i32 %i, 1")
    f.branch_if(f.op("icmp ult i32 %i1, %count"), "piece", "out")
    f.begin("out")
    who = "ptr %ck, i32 %row, i64 %column, i64 %clock, i32 %site, i32 %kind"
    return function(f"void @cute.check.pieces({who}, ptr %base, ptr %table, i32 %count, i64 %swizzle)", f)


def _slot(f: FunctionText, index: int) -> tuple[str, str]:
    place = f.op(f"getelementptr i32, ptr %held, i32 {index}")
    return place, f.op(f"load i32, ptr {place}, align 4")


def _fences(f: FunctionText) -> tuple[str, str]:
    place = f.op(f"getelementptr i32, ptr {engine_words(f)}, i32 {FENCES_AT}")
    return place, f.op(f"load i32, ptr {place}, align 4")


def _registers() -> str:
    """The warp reads or writes accumulators itself."""
    f = FunctionText()
    (_, clock), (_, other), (dirty_at, _) = (_slot(f, k) for k in range(3))
    rows, known_row = field_of(f, "rows", "i32"), row_of(f, "known")
    column = f.op(f"add i32 {f.op(f'mul i32 {rows}, {int(Engine.MULTIPLY)}')}, %row")
    known = f.op(f"load i32, ptr {f.op(f'getelementptr i32, ptr {known_row}, i32 {column}')}, align 4")
    _, fences = _fences(f)
    f.branch_if(f.op(f"icmp ugt i32 {clock}, {known}"), "tell", "fine")
    f.begin("tell")
    report = field_of(f, "report", "ptr")
    site = f.op(f"zext i32 {other} to i64")
    f.op(f"call i32 {report}(ptr %ck, i32 {int(Event.HELD)}, i32 %row, i32 %site, i32 %writes, i64 {site}, i64 0)")
    f.branch("fine")
    f.begin("fine")
    f.branch_if(f.op("icmp eq i32 %writes, 0"), "out", "dirty")
    f.begin("dirty")
    f.do(f"store i32 {f.op(f'add i32 {fences}, 1')}, ptr {dirty_at}, align 4")
    f.branch("out")
    f.begin("out")
    return function("void @cute.check.registers(ptr %ck, i32 %row, ptr %held, i32 %site, i32 %writes)", f)


def _accumulate() -> str:
    """A multiply adds to accumulators: a fence came after the last ordinary write to them, and before the first one."""
    f = FunctionText()
    _, dirty = _slot(f, 2)
    _, fences = _fences(f)
    never = f.op(f"icmp eq i32 {fences}, 0")
    late = f.op(f"icmp ugt i32 {dirty}, {fences}")
    f.branch_if(f.op(f"or i1 {never}, {late}"), "tell", "out")
    f.begin("tell")
    report = field_of(f, "report", "ptr")
    first = f.op(f"zext i1 {never} to i64")
    f.op(f"call i32 {report}(ptr %ck, i32 {int(Event.HELD)}, i32 %row, i32 %site, i32 2, i64 {first}, i64 0)")
    f.branch("out")
    f.begin("out")
    return function("void @cute.check.accumulate(ptr %ck, i32 %row, ptr %held, i32 %site)", f)


def _fence() -> str:
    """What the warp wrote to registers is there for its multiplies."""
    f = FunctionText()
    place, had = _fences(f)
    f.do(f"store i32 {f.op(f'add i32 {had}, 1')}, ptr {place}, align 4")
    return function("void @cute.check.multiply_fence(ptr %ck, i32 %row)", f)


def _elements(f: FunctionText, name: str, first: str, after: str) -> str:
    """Begins a loop over the elements of an access that an allocation has; gives the place of each one's lanes."""
    f.branch(f"{name}.head")
    f.begin(f"{name}.head")
    f.lines.append(f"  %i = phi i32 [ 0, %entry ], [ %i1, %{name}.again ]")
    f.lines.append(f"  %at = add i32 {first}, %i")
    inside = f.op("icmp ult i32 %at, %elems")
    left = f.op("icmp ult i32 %i, %count")
    f.branch_if(f.op(f"and i1 {inside}, {left}"), f"{name}.one", after)
    f.begin(f"{name}.one")
    return f.op("getelementptr i32, ptr %words, i32 %at")


def _wrote() -> str:
    """Lanes have written elements of private memory."""
    f = FunctionText()
    place = _elements(f, "w", "%first", "out")
    had = f.op(f"load i32, ptr {place}, align 4")
    f.do(f"store i32 {f.op(f'or i32 {had}, %bits')}, ptr {place}, align 4")
    f.branch("w.again")
    f.begin("w.again")
    f.lines.append("  %i1 = add i32 %i, 1")
    f.branch("w.head")
    f.begin("out")
    return function("void @cute.check.wrote(ptr %words, i32 %first, i32 %count, i32 %bits, i32 %elems)", f)


def _unwritten() -> str:
    """Lanes read elements of private memory: reports the first that some of them have not written."""
    f = FunctionText()
    place = _elements(f, "r", "%first", "out")
    had = f.op(f"load i32, ptr {place}, align 4")
    missing = f.op(f"and i32 %bits, {f.op(f'xor i32 {had}, -1')}")
    f.branch_if(f.op(f"icmp eq i32 {missing}, 0"), "r.again", "tell")
    f.begin("r.again")
    f.lines.append("  %i1 = add i32 %i, 1")
    f.branch("r.head")
    f.begin("tell")
    report = field_of(f, "report", "ptr")
    lanes, element = f.op(f"zext i32 {missing} to i64"), f.op("zext i32 %at to i64")
    told = f"ptr %ck, i32 {int(Event.UNWRITTEN)}, i32 %row, i32 %site, i32 0, i64 {lanes}, i64 {element}"
    f.op(f"call i32 {report}({told})")
    f.branch("out")
    f.begin("out")
    who = "ptr %ck, i32 %row, i32 %site"
    header = f"void @cute.check.unwritten({who}, ptr %words, i32 %first, i32 %count, i32 %bits, i32 %elems)"
    return function(header, f)


MULTIPLIES: Final = _pieces() + _registers() + _accumulate() + _fence() + _wrote() + _unwritten()
"""The text of these functions."""
