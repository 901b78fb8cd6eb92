"""`@cute.fill`: checks the arguments of a call against its table and fills the host entry's slots, in LLVM text.

One loop over records serves every function: it is compiled once a process, and costs a function nothing to compile.
It calls itself for the parts of tuples, lists and objects; it copies lists, which another thread may change.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import ENVIRONMENT, TUPLE_FIELDS, TYPE_OFFSET, WORD_BYTES
from cutedsl.codegen.abi.layout_walk import LAYOUT, LEAF_BYTES
from cutedsl.codegen.abi.table import (
    BOOLEAN,
    CONSTANT,
    EVENT,
    FIELDS,
    FLOAT32,
    FLOAT64,
    HEADER_WORDS,
    INTEGER,
    LIST,
    SCALAR_WORDS,
    STREAM,
    TENSOR,
    TENSOR_WORDS,
    TUPLE,
)
from cutedsl.codegen.abi.view import environment, load

_ABS32, _INF32 = 2**31 - 1, 0xFF << 23
_ABS64, _INF64 = 2**63 - 1, 0x7FF << 52


def _object(name: str) -> str:
    """Lines that load the object whose place is in the record: `%name`, from `%name.p`."""
    place = load(f"{name}.place", "i64", "%record", 2 * WORD_BYTES)
    address = f"  %{name}.p = getelementptr ptr, ptr %objects, i64 %{name}.place"
    return f"{place}\n{address}\n  %{name} = load ptr, ptr %{name}.p"


READ_TENSOR: Final = """
define internal ptr @cute.tensor(ptr %env, ptr %arg, ptr %record, ptr %view, ptr %slots) noinline {
entry:
  %seen = call i1 @cute.view(ptr %env, ptr %arg, ptr %view, ptr %record)
  br i1 %seen, label %start, label %no
start:
  %after = tail call ptr @cute.layout(ptr %record, ptr %view, ptr %slots)
  ret ptr %after
no:
  ret ptr null
}
"""

_PARTS: Final = f"""
define internal {{ ptr, ptr }} @cute.parts(ptr %env, ptr %objects, ptr %records, ptr %args, i64 %count, ptr %slots, ptr %view) noinline {{
entry:
  %overflow = alloca i32, align 4
  %part.p = alloca ptr, align 8
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
  %leaf.bytes = mul i64 %ndim, {2 * LEAF_BYTES}
  %record.bytes = add i64 %leaf.bytes, {WORD_BYTES * TENSOR_WORDS}
  %record.tensor = getelementptr i8, ptr %record, i64 %record.bytes
  %missed = icmp eq ptr %filled, null
  br i1 %missed, label %no, label %next
scalar:
{load("class", "ptr", "%arg", TYPE_OFFSET)}
{environment("int_type")}
  %is.int = icmp eq ptr %class, %int_type
  switch i64 %what, label %no [
    i64 {INTEGER}, label %integer
    i64 {FLOAT64}, label %float
    i64 {FLOAT32}, label %float
    i64 {BOOLEAN}, label %boolean
    i64 {STREAM}, label %stream
    i64 {EVENT}, label %event
    i64 {TUPLE}, label %tree
    i64 {LIST}, label %tree
    i64 {FIELDS}, label %tree
    i64 {CONSTANT}, label %constant
  ]
stream:
{environment("handle_of")}
  br i1 %is.int, label %integer.read, label %convert
event:
{environment("event_of")}
  br i1 %is.int, label %integer.read, label %convert
integer:
  br i1 %is.int, label %integer.read, label %number
number:
{environment("number_of")}
  br label %convert
convert:
  %reader = phi ptr [ %handle_of, %stream ], [ %event_of, %event ], [ %number_of, %number ]
{environment("vectorcall")}
{environment("none")}
  store ptr %arg, ptr %part.p
  %plain = call ptr %vectorcall(ptr %reader, ptr %part.p, i64 1, ptr null)
  %plain.raised = icmp eq ptr %plain, null
  br i1 %plain.raised, label %clear, label %converted
converted:
{load("plain.decref", "ptr", "%env", ENVIRONMENT["decref"])}
  store ptr %plain, ptr %part.p
  %unknown = icmp eq ptr %plain, %none
  br i1 %unknown, label %unknown.end, label %plain.read
unknown.end:
  call void %plain.decref(ptr %plain)
  br label %no
plain.read:
  %r.plain = call {{ ptr, ptr }} @cute.parts(ptr %env, ptr %objects, ptr %record, ptr %part.p, i64 1, ptr %out, ptr %view)
  call void %plain.decref(ptr %plain)
  %plain.end = extractvalue {{ ptr, ptr }} %r.plain, 0
  %plain.no = icmp eq ptr %plain.end, null
  br i1 %plain.no, label %no, label %plain.fits
plain.fits:
  br label %next
integer.read:
{environment("long_as_long_long")}
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
{environment("float_type")}
  %is.float = icmp eq ptr %class, %float_type
  %is.number = or i1 %is.float, %is.int
  br i1 %is.number, label %float.read, label %number
float.read:
{environment("float_as_double")}
  %real = call double %float_as_double(ptr %arg)
  %suspicious = fcmp oeq double %real, -1.0
  br i1 %suspicious, label %float.ask, label %float.write
float.ask:
{environment("error_occurred")}
  %error = call ptr %error_occurred()
  %raised = icmp ne ptr %error, null
  br i1 %raised, label %clear, label %float.write
clear:
{environment("error_clear")}
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
{environment("true")}
{environment("false")}
  %is.true = icmp eq ptr %arg, %true
  %is.false = icmp eq ptr %arg, %false
  %truth = zext i1 %is.true to i64
  store i64 %truth, ptr %out
  %is.bool = or i1 %is.true, %is.false
  br i1 %is.bool, label %next, label %number
constant:
{_object("same")}
{load("nothing", "ptr", "%env", ENVIRONMENT["none"])}
{load("may.be.none", "i64", "%record", WORD_BYTES)}
  %is.same = icmp eq ptr %arg, %same
  %is.nothing = icmp eq ptr %arg, %nothing
  %left.out = icmp ne i64 %may.be.none, 0
  %is.left.out = and i1 %is.nothing, %left.out
  %is.constant = or i1 %is.same, %is.left.out
  br i1 %is.constant, label %next, label %no
tree:
{_object("kind")}
{load("parts", "i64", "%record", WORD_BYTES)}
  %is.kind = icmp eq ptr %class, %kind
  br i1 %is.kind, label %tree.kind, label %no
tree.kind:
  switch i64 %what, label %no [
    i64 {TUPLE}, label %sequence
    i64 {LIST}, label %list
    i64 {FIELDS}, label %field
  ]
sequence:
{load("size", "i64", "%arg", TUPLE_FIELDS["size"])}
  %is.size = icmp eq i64 %size, %parts
  br i1 %is.size, label %items, label %no
items:
  %items.p = getelementptr i8, ptr %arg, i64 {TUPLE_FIELDS["items"]}
  %r.items = call {{ ptr, ptr }} @cute.parts(ptr %env, ptr %objects, ptr %record.scalar, ptr %items.p, i64 %parts, ptr %out, ptr %view)
  br label %tree.end
list:
{environment("list_as_tuple")}
  %copy = call ptr %list_as_tuple(ptr %arg)
  %no.copy = icmp eq ptr %copy, null
  br i1 %no.copy, label %clear, label %list.size
list.size:
{load("list.length", "i64", "%copy", TUPLE_FIELDS["size"])}
  %is.length = icmp eq i64 %list.length, %parts
  %length = select i1 %is.length, i64 %parts, i64 0
  %copy.p = getelementptr i8, ptr %copy, i64 {TUPLE_FIELDS["items"]}
  %r.list = call {{ ptr, ptr }} @cute.parts(ptr %env, ptr %objects, ptr %record.scalar, ptr %copy.p, i64 %length, ptr %out, ptr %view)
{load("list.decref", "ptr", "%env", ENVIRONMENT["decref"])}
  call void %list.decref(ptr %copy)
  br i1 %is.length, label %tree.end, label %no
field:
  %f = phi i64 [ 0, %tree.kind ], [ %f.next, %field.fits ]
  %f.record = phi ptr [ %record.scalar, %tree.kind ], [ %f.record.next, %field.fits ]
  %f.out = phi ptr [ %out, %tree.kind ], [ %f.out.next, %field.fits ]
  %f.more = icmp ult i64 %f, %parts
  br i1 %f.more, label %field.ask, label %next
field.ask:
{environment("get_attribute")}
  %f.next = add i64 %f, 1
  %f.name.p = getelementptr ptr, ptr %kind.p, i64 %f.next
  %f.name = load ptr, ptr %f.name.p
  %part = call ptr %get_attribute(ptr %arg, ptr %f.name)
  %missing = icmp eq ptr %part, null
  br i1 %missing, label %clear, label %field.part
field.part:
  store ptr %part, ptr %part.p
  %r.field = call {{ ptr, ptr }} @cute.parts(ptr %env, ptr %objects, ptr %f.record, ptr %part.p, i64 1, ptr %f.out, ptr %view)
{load("field.decref", "ptr", "%env", ENVIRONMENT["decref"])}
  call void %field.decref(ptr %part)
  %f.record.next = extractvalue {{ ptr, ptr }} %r.field, 0
  %f.out.next = extractvalue {{ ptr, ptr }} %r.field, 1
  %f.no = icmp eq ptr %f.record.next, null
  br i1 %f.no, label %no, label %field.fits
field.fits:
  br label %field
tree.end:
  %r.tree = phi {{ ptr, ptr }} [ %r.items, %items ], [ %r.list, %list.size ]
  %record.tree = extractvalue {{ ptr, ptr }} %r.tree, 0
  %out.tree = extractvalue {{ ptr, ptr }} %r.tree, 1
  %tree.no = icmp eq ptr %record.tree, null
  br i1 %tree.no, label %no, label %next
next:
  %record.next = phi ptr [ %record.scalar, %constant ], [ %record.scalar, %plain.fits ], [ %f.record, %field ], [ %record.tree, %tree.end ], [ %record.tensor, %tensor ], [ %record.scalar, %integer.read ], [ %record.scalar, %float.write ], [ %record.scalar, %float.narrow ], [ %record.scalar, %boolean ]
  %out.next = phi ptr [ %out, %constant ], [ %out.scalar, %plain.fits ], [ %f.out, %field ], [ %out.tree, %tree.end ], [ %filled, %tensor ], [ %out.scalar, %integer.read ], [ %out.scalar, %float.write ], [ %out.scalar, %float.narrow ], [ %out.scalar, %boolean ]
  br label %head
yes:
  %record.end = insertvalue {{ ptr, ptr }} poison, ptr %record, 0
  %ends = insertvalue {{ ptr, ptr }} %record.end, ptr %out, 1
  ret {{ ptr, ptr }} %ends
no:
  ret {{ ptr, ptr }} zeroinitializer
}}
"""  # noqa: E501

_FILL: Final = f"""
define internal i1 @cute.fill(ptr %env, ptr %objects, ptr %table, ptr %args, ptr %slots, ptr %view) noinline {{
entry:
{load("count", "i64", "%table", 0)}
  %records = getelementptr i8, ptr %table, i64 {WORD_BYTES * HEADER_WORDS}
  %ends = call {{ ptr, ptr }} @cute.parts(ptr %env, ptr %objects, ptr %records, ptr %args, i64 %count, ptr %slots, ptr %view)
  %end = extractvalue {{ ptr, ptr }} %ends, 0
  %misfit = icmp eq ptr %end, null
  br i1 %misfit, label %no, label %yes
yes:
  %sound = call i1 @cute.checks(ptr %table, ptr %slots)
  ret i1 %sound
no:
  ret i1 false
}}
"""  # noqa: E501

FILL: Final = LAYOUT + READ_TENSOR + _PARTS + _FILL
