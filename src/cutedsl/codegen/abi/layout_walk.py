"""`@cute.layout` checks a viewed tensor's layout against a record; `@cute.checks`, numbers against each other.

Both are LLVM text that every call interface shares: arguments that Python gives, and those of TVM-FFI.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import DLTENSOR_FIELDS, WORD_BYTES
from cutedsl.codegen.abi.table import CHECK_WORDS, LEAF_WORDS, TENSOR_WORDS
from cutedsl.codegen.abi.view import MASK_OFFSET, SHIFT_OFFSET, load

LEAF_BYTES: Final = WORD_BYTES * LEAF_WORDS


def _leaf(p: str, skip: str, done: str) -> str:
    """Lines that check `%{p}.n` against the leaf record `%{p}.leaf`: to the block `done`, or to `no`.

    `skip` is an i1 that makes every number fit.
    """
    return f"""{load(f"{p}.low", "i64", f"%{p}.leaf", 0)}
{load(f"{p}.range", "i64", f"%{p}.leaf", WORD_BYTES)}
{load(f"{p}.divisor", "i64", f"%{p}.leaf", 2 * WORD_BYTES)}
  %{p}.above = sub i64 %{p}.n, %{p}.low
  %{p}.within = icmp ule i64 %{p}.above, %{p}.range
  %{p}.fits = or i1 %{p}.within, {skip}
  br i1 %{p}.fits, label %{p}.divide, label %no
{p}.divide:
  %{p}.any = icmp eq i64 %{p}.divisor, 1
  %{p}.free = or i1 %{p}.any, {skip}
  br i1 %{p}.free, label %{done}, label %{p}.rest
{p}.rest:
  %{p}.remainder = srem i64 %{p}.n, %{p}.divisor
  %{p}.whole = icmp eq i64 %{p}.remainder, 0
  br i1 %{p}.whole, label %{done}, label %no"""


def _advance(p: str) -> str:
    """Lines that write `%{p}.n` to the slot `%{p}.out` and keep it where the leaf fills one."""
    return f"""  store i64 %{p}.n, ptr %{p}.out
{load(f"{p}.dynamic", "i64", f"%{p}.leaf", 3 * WORD_BYTES)}
  %{p}.out.next = getelementptr i64, ptr %{p}.out, i64 %{p}.dynamic
  %{p}.leaf.next = getelementptr i8, ptr %{p}.leaf, i64 {LEAF_BYTES}
  %{p}.i.next = add i64 %{p}.i, 1"""


_LAYOUT: Final = f"""
define internal ptr @cute.layout(ptr %record, ptr %view, ptr %slots) noinline {{
entry:
  br label %start
start:
{load("ndim", "i64", "%record", 2 * WORD_BYTES)}
{load("data", "i64", "%view", DLTENSOR_FIELDS["data"])}
{load("shape", "ptr", "%view", DLTENSOR_FIELDS["shape"])}
{load("strides", "ptr", "%view", DLTENSOR_FIELDS["strides"])}
{load("shift", "i64", "%view", SHIFT_OFFSET)}
{load("mask", "i64", "%view", MASK_OFFSET)}
  store i64 %data, ptr %slots
  %leaves = getelementptr i8, ptr %record, i64 {WORD_BYTES * TENSOR_WORDS}
  %first = getelementptr i8, ptr %slots, i64 {WORD_BYTES}
  br label %shapes
shapes:
  %s.i = phi i64 [ 0, %start ], [ %s.i.next, %s.done ]
  %s.leaf = phi ptr [ %leaves, %start ], [ %s.leaf.next, %s.done ]
  %s.out = phi ptr [ %first, %start ], [ %s.out.next, %s.done ]
  %s.more = icmp ult i64 %s.i, %ndim
  br i1 %s.more, label %s.look, label %strided
s.look:
  %s.p = getelementptr i64, ptr %shape, i64 %s.i
  %s.n = load i64, ptr %s.p
{_leaf("s", "false", "s.done")}
s.done:
{_advance("s")}
  br label %shapes
strided:
  %d.i = phi i64 [ 0, %shapes ], [ %d.i.next, %d.done ]
  %d.leaf = phi ptr [ %s.leaf, %shapes ], [ %d.leaf.next, %d.done ]
  %d.out = phi ptr [ %s.out, %shapes ], [ %d.out.next, %d.done ]
  %total = phi i64 [ 1, %shapes ], [ %total.next, %d.done ]
  %empty = phi i1 [ false, %shapes ], [ %empty.next, %d.done ]
  %d.more = icmp ult i64 %d.i, %ndim
  br i1 %d.more, label %d.look, label %end
d.look:
  %d.p = getelementptr i64, ptr %strides, i64 %d.i
  %d.raw = load i64, ptr %d.p
  %d.bits = and i64 %d.raw, %mask
  %d.exact = icmp eq i64 %d.bits, 0
  br i1 %d.exact, label %d.whole.unit, label %no
d.whole.unit:
  %d.n = ashr i64 %d.raw, %shift
  %d.e = getelementptr i64, ptr %shape, i64 %d.i
  %d.extent = load i64, ptr %d.e
  %d.alone = icmp slt i64 %d.extent, 2
{_leaf("d", "%d.alone", "d.done")}
d.done:
{_advance("d")}
  %d.less = sub i64 %d.extent, 1
  %d.reach = mul i64 %d.less, %d.n
  %d.down = icmp slt i64 %d.n, 0
  %d.more.elements = select i1 %d.down, i64 0, i64 %d.reach
  %total.next = add i64 %total, %d.more.elements
  %d.none = icmp eq i64 %d.extent, 0
  %empty.next = or i1 %empty, %d.none
  br label %strided
end:
  %elements = select i1 %empty, i64 0, i64 %total
  store i64 %elements, ptr %d.out
  %after = getelementptr i8, ptr %d.out, i64 {WORD_BYTES}
  ret ptr %after
no:
  ret ptr null
}}
"""

_CHECKS: Final = f"""
define internal i1 @cute.checks(ptr %table, ptr %slots) noinline {{
entry:
{load("count", "i64", "%table", 2 * WORD_BYTES)}
{load("offset", "i64", "%table", 3 * WORD_BYTES)}
  %start = getelementptr i8, ptr %table, i64 %offset
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %check = phi ptr [ %start, %entry ], [ %check.next, %next ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %look, label %yes
look:
  %i.next = add i64 %i, 1
{load("slot", "i64", "%check", 0)}
{load("coefficient", "i64", "%check", WORD_BYTES)}
{load("void", "i64", "%check", 2 * WORD_BYTES)}
{load("factors", "i64", "%check", 3 * WORD_BYTES)}
  %first = getelementptr i8, ptr %check, i64 {WORD_BYTES * CHECK_WORDS}
  %check.next = getelementptr i64, ptr %first, i64 %factors
  %always = icmp slt i64 %void, 0
  br i1 %always, label %multiply, label %ask
ask:
  %void.slot = getelementptr i64, ptr %slots, i64 %void
  %extent = load i64, ptr %void.slot
  %single = icmp eq i64 %extent, 1
  br i1 %single, label %next, label %multiply
multiply:
  %k = phi i64 [ 0, %look ], [ 0, %ask ], [ %k.next, %factor ]
  %product = phi i64 [ %coefficient, %look ], [ %coefficient, %ask ], [ %product.next, %factor ]
  %another = icmp ult i64 %k, %factors
  br i1 %another, label %factor, label %compare
factor:
  %k.next = add i64 %k, 1
  %factor.p = getelementptr i64, ptr %first, i64 %k
  %factor.slot = load i64, ptr %factor.p
  %value.p = getelementptr i64, ptr %slots, i64 %factor.slot
  %value = load i64, ptr %value.p
  %product.next = mul i64 %product, %value
  br label %multiply
compare:
  %held.p = getelementptr i64, ptr %slots, i64 %slot
  %held = load i64, ptr %held.p
  %same = icmp eq i64 %held, %product
  br i1 %same, label %next, label %no
next:
  br label %head
yes:
  ret i1 true
no:
  ret i1 false
}}
"""

LAYOUT: Final = _LAYOUT + _CHECKS
