"""`@cute.fill`: checks the arguments of a call against its table and fills the host entry's slots, in LLVM text.

One loop over records serves every function: it is compiled once a process, and costs a function nothing to compile.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import DLTENSOR_FIELDS, ENVIRONMENT, TYPE_OFFSET, WORD_BYTES
from cutedsl.codegen.abi.table import (
    BOOLEAN,
    CHECK_WORDS,
    FLOAT32,
    FLOAT64,
    HEADER_WORDS,
    INTEGER,
    LEAF_WORDS,
    SCALAR_WORDS,
    TENSOR,
    TENSOR_WORDS,
)
from cutedsl.codegen.abi.view import MASK_OFFSET, SHIFT_OFFSET, VIEW_BYTES, load

_LEAF_BYTES: Final = WORD_BYTES * LEAF_WORDS
_ABS32, _INF32 = 2**31 - 1, 0xFF << 23
_ABS64, _INF64 = 2**63 - 1, 0x7FF << 52


def _environment(name: str) -> str:
    return load(name, "ptr", "%env", ENVIRONMENT[name])


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
  %{p}.leaf.next = getelementptr i8, ptr %{p}.leaf, i64 {_LEAF_BYTES}
  %{p}.i.next = add i64 %{p}.i, 1"""


_TENSOR: Final = f"""
define internal ptr @cute.tensor(ptr %env, ptr %arg, ptr %record, ptr %view, ptr %slots) noinline {{
entry:
  %seen = call i1 @cute.view(ptr %env, ptr %arg, ptr %view, ptr %record)
  br i1 %seen, label %start, label %no
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
  %total.next = add i64 %total, %d.reach
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

_FILL: Final = f"""
define internal i1 @cute.fill(ptr %env, ptr %table, ptr %args, ptr %slots) noinline {{
entry:
  %view = alloca [{VIEW_BYTES} x i8], align 8
  %overflow = alloca i32, align 4
{load("count", "i64", "%table", 0)}
  %records = getelementptr i8, ptr %table, i64 {WORD_BYTES * HEADER_WORDS}
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %record = phi ptr [ %records, %entry ], [ %record.next, %next ]
  %out = phi ptr [ %slots, %entry ], [ %out.next, %next ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %look, label %yes
look:
  %arg.p = getelementptr ptr, ptr %args, i64 %i
  %arg = load ptr, ptr %arg.p
  %i.next = add i64 %i, 1
  %out.scalar = getelementptr i8, ptr %out, i64 {WORD_BYTES}
  %record.scalar = getelementptr i8, ptr %record, i64 {WORD_BYTES * SCALAR_WORDS}
{load("what", "i64", "%record", 0)}
  %is.tensor = icmp eq i64 %what, {TENSOR}
  br i1 %is.tensor, label %tensor, label %scalar
tensor:
  %filled = call ptr @cute.tensor(ptr %env, ptr %arg, ptr %record, ptr %view, ptr %out)
{load("ndim", "i64", "%record", 2 * WORD_BYTES)}
  %leaf.bytes = mul i64 %ndim, {2 * _LEAF_BYTES}
  %record.bytes = add i64 %leaf.bytes, {WORD_BYTES * TENSOR_WORDS}
  %record.tensor = getelementptr i8, ptr %record, i64 %record.bytes
  %missed = icmp eq ptr %filled, null
  br i1 %missed, label %no, label %next
scalar:
{load("class", "ptr", "%arg", TYPE_OFFSET)}
{_environment("int_type")}
  %is.int = icmp eq ptr %class, %int_type
  switch i64 %what, label %no [
    i64 {INTEGER}, label %integer
    i64 {FLOAT64}, label %float
    i64 {FLOAT32}, label %float
    i64 {BOOLEAN}, label %boolean
  ]
integer:
  br i1 %is.int, label %integer.read, label %no
integer.read:
{_environment("long_as_long_long")}
  %whole = call i64 %long_as_long_long(ptr %arg, ptr %overflow)
  %over = load i32, ptr %overflow
{load("low", "i64", "%record", WORD_BYTES)}
{load("range", "i64", "%record", 2 * WORD_BYTES)}
  %above = sub i64 %whole, %low
  %within = icmp ule i64 %above, %range
  %held = icmp eq i32 %over, 0
  %whole.ok = and i1 %within, %held
  store i64 %whole, ptr %out
  br i1 %whole.ok, label %next, label %no
float:
{_environment("float_type")}
  %is.float = icmp eq ptr %class, %float_type
  %is.number = or i1 %is.float, %is.int
  br i1 %is.number, label %float.read, label %no
float.read:
{_environment("float_as_double")}
  %real = call double %float_as_double(ptr %arg)
  %suspicious = fcmp oeq double %real, -1.0
  br i1 %suspicious, label %float.ask, label %float.write
float.ask:
{_environment("error_occurred")}
  %error = call ptr %error_occurred()
  %raised = icmp ne ptr %error, null
  br i1 %raised, label %clear, label %float.write
clear:
{_environment("error_clear")}
  call void %error_clear()
  br label %no
float.write:
  store double %real, ptr %out
  %is.narrow = icmp eq i64 %what, {FLOAT32}
  br i1 %is.narrow, label %float.narrow, label %next
float.narrow:
  %narrow = fptrunc double %real to float
  %bits32 = bitcast float %narrow to i32
  %bits64 = bitcast double %real to i64
  %abs32 = and i32 %bits32, {_ABS32}
  %abs64 = and i64 %bits64, {_ABS64}
  %infinite = icmp eq i32 %abs32, {_INF32}
  %finite = icmp ult i64 %abs64, {_INF64}
  %overflowed = and i1 %infinite, %finite
  store i32 %bits32, ptr %out
  br i1 %overflowed, label %no, label %next
boolean:
{_environment("true")}
{_environment("false")}
  %is.true = icmp eq ptr %arg, %true
  %is.false = icmp eq ptr %arg, %false
  %truth = zext i1 %is.true to i64
  store i64 %truth, ptr %out
  %is.bool = or i1 %is.true, %is.false
  br i1 %is.bool, label %next, label %no
next:
  %record.next = phi ptr [ %record.tensor, %tensor ], [ %record.scalar, %integer.read ], [ %record.scalar, %float.write ], [ %record.scalar, %float.narrow ], [ %record.scalar, %boolean ]
  %out.next = phi ptr [ %filled, %tensor ], [ %out.scalar, %integer.read ], [ %out.scalar, %float.write ], [ %out.scalar, %float.narrow ], [ %out.scalar, %boolean ]
  br label %head
yes:
  %sound = call i1 @cute.checks(ptr %table, ptr %slots)
  ret i1 %sound
no:
  ret i1 false
}}
"""  # noqa: E501

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

FILL: Final = _TENSOR + _FILL + _CHECKS
