"""`@cute.replay`: a call of an operation that was made before, in LLVM text.

It reads each tensor among the arguments once, looks for the record of a class that all arguments belong to, makes the
arrays that the record says, and calls its programs. Interface: `arch/replay_abi.py`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import (
    BYTES_CONTENT,
    DLTENSOR_BYTES,
    DLTENSOR_FIELDS,
    ENVIRONMENT,
    TUPLE_FIELDS,
    TYPE_OFFSET,
    WORD_BYTES,
)
from cutedsl.arch.replay_abi import ALIGN_MASK, HEAD, RECORD, REPLAY_SYMBOL, SOURCE_WORDS, TENSOR
from cutedsl.codegen.abi.view import ORDINARY_KEYS, TORCH_EXPORT, environment, load

_NO_TENSOR: Final = -1
_KIND: Final = DLTENSOR_FIELDS["ndim"]
"""Where a `DLTensor` has rank and element type, one word."""


def _record(name: str, kind: str = "i64") -> str:
    return load(name, kind, "%record", RECORD[name])


def _wanted(name: str, kind: str = "i64") -> str:
    return load(f"wanted.{name}", kind, "%at", TENSOR[name])


def _seen(name: str, kind: str, offset: int) -> str:
    return load(f"seen.{name}", kind, "%seen", offset)


# Every tensor among the arguments is read into `%views`; what is no tensor gets no rank. Programs themselves refuse
# those that need a gradient.
_LOOK: Final = f"""look:
  %l = phi i64 [ 0, %unchecked ], [ %l.next, %looked ]
  %l.more = icmp ult i64 %l, %total
  br i1 %l.more, label %class, label %match
class:
  %arg.p = getelementptr ptr, ptr %args, i64 %l
  %arg = load ptr, ptr %arg.p
  %view = getelementptr [{DLTENSOR_BYTES} x i8], ptr %views, i64 %l
  %l.next = add i64 %l, 1
{load("class.of", "ptr", "%arg", TYPE_OFFSET)}
  %is.tensor = icmp eq ptr %class.of, %torch_tensor
  %is.parameter = icmp eq ptr %class.of, %torch_parameter
  %of.torch = or i1 %is.tensor, %is.parameter
  %view.kind.p = getelementptr i8, ptr %view, i64 {_KIND}
  store i64 {_NO_TENSOR}, ptr %view.kind.p
  br i1 %of.torch, label %torch, label %looked
torch:
{environment("torch_impl_offset", "i64")}
  %impl.p = getelementptr i8, ptr %arg, i64 %torch_impl_offset
  %impl = load ptr, ptr %impl.p
{ORDINARY_KEYS}
  br i1 %plain, label %export, label %no
{TORCH_EXPORT}
exported:
{load("strides", "ptr", "%view", DLTENSOR_FIELDS["strides"])}
{load("data", "i64", "%view", DLTENSOR_FIELDS["data"])}
{load("byte_offset", "i64", "%view", DLTENSOR_FIELDS["byte_offset"])}
  %start = add i64 %data, %byte_offset
  %low = and i64 %start, {ALIGN_MASK}
  store i64 %low, ptr %data.p
  %has.strides = icmp ne ptr %strides, null
  br i1 %has.strides, label %looked, label %no
looked:
  br label %look"""

_MATCH: Final = f"""match:
  %record = phi ptr [ %first, %look ], [ %next, %other ]
  %none.left = icmp eq ptr %record, null
  br i1 %none.left, label %no, label %counts
other:
{_record("next", "ptr")}
  br label %match
counts:
{_record("positional")}
{_record("named")}
  %same.positional = icmp eq i64 %count, %positional
  %same.named = icmp eq i64 %named.count, %named
  %same.counts = and i1 %same.positional, %same.named
  %names = getelementptr i8, ptr %record, i64 {RECORD["end"]}
  br i1 %same.counts, label %name, label %other
name:
  %n = phi i64 [ 0, %counts ], [ %n.next, %name.same ]
  %name.p = getelementptr ptr, ptr %names, i64 %n
  %n.more = icmp ult i64 %n, %named
  br i1 %n.more, label %name.look, label %argument
name.look:
  %name.wanted = load ptr, ptr %name.p
  %name.given.p = getelementptr ptr, ptr %named.items, i64 %n
  %name.given = load ptr, ptr %name.given.p
  %same.name = icmp eq ptr %name.given, %name.wanted
  br i1 %same.name, label %name.same, label %other
name.same:
  %n.next = add i64 %n, 1
  br label %name
argument:
  %a = phi i64 [ 0, %name ], [ %a.next, %argument.fits ]
  %at = phi ptr [ %name.p, %name ], [ %at.next, %argument.fits ]
  %a.more = icmp ult i64 %a, %total
  br i1 %a.more, label %argument.look, label %found
argument.look:
  %given.p = getelementptr ptr, ptr %args, i64 %a
  %given = load ptr, ptr %given.p
  %a.next = add i64 %a, 1
{_wanted("bytes")}
{_wanted("object", "ptr")}
  %at.next = getelementptr i8, ptr %at, i64 %wanted.bytes
  %any.object = icmp eq ptr %wanted.object, null
  br i1 %any.object, label %tensor, label %constant
constant:
  %same.object = icmp eq ptr %given, %wanted.object
  br i1 %same.object, label %argument.fits, label %other
tensor:
{_wanted("class", "ptr")}
{_wanted("low")}
{_wanted("device")}
{_wanted("kind")}
{load("given.class", "ptr", "%given", TYPE_OFFSET)}
  %seen = getelementptr [{DLTENSOR_BYTES} x i8], ptr %views, i64 %a
{_seen("low", "i64", DLTENSOR_FIELDS["data"])}
{_seen("device", "i64", DLTENSOR_FIELDS["device_type"])}
{_seen("kind", "i64", _KIND)}
  %same.class = icmp eq ptr %given.class, %wanted.class
  %same.low = icmp eq i64 %seen.low, %wanted.low
  %same.device = icmp eq i64 %seen.device, %wanted.device
  %same.kind = icmp eq i64 %seen.kind, %wanted.kind
  %same.place = and i1 %same.low, %same.device
  %same.type = and i1 %same.class, %same.kind
  %alike = and i1 %same.place, %same.type
  br i1 %alike, label %layout, label %other
layout:
{_seen("shape", "ptr", DLTENSOR_FIELDS["shape"])}
{_seen("strides", "ptr", DLTENSOR_FIELDS["strides"])}
  %rank.low = and i64 %seen.kind, {2**32 - 1}
  %leaves = getelementptr i8, ptr %at, i64 {TENSOR["leaves"]}
  br label %leaf
leaf:
  %d = phi i64 [ 0, %layout ], [ %d.next, %leaf.look ]
  %d.equal = phi i1 [ true, %layout ], [ %d.same, %leaf.look ]
  %d.more = icmp ult i64 %d, %rank.low
  %d.go = and i1 %d.more, %d.equal
  br i1 %d.go, label %leaf.look, label %leaf.end
leaf.look:
  %extent.p = getelementptr i64, ptr %seen.shape, i64 %d
  %extent = load i64, ptr %extent.p
  %stride.p = getelementptr i64, ptr %seen.strides, i64 %d
  %stride = load i64, ptr %stride.p
  %extent.wanted.p = getelementptr i64, ptr %leaves, i64 %d
  %extent.wanted = load i64, ptr %extent.wanted.p
  %d.stride = add i64 %d, %rank.low
  %stride.wanted.p = getelementptr i64, ptr %leaves, i64 %d.stride
  %stride.wanted = load i64, ptr %stride.wanted.p
  %same.extent = icmp eq i64 %extent, %extent.wanted
  %same.stride = icmp eq i64 %stride, %stride.wanted
  %d.same = and i1 %same.extent, %same.stride
  %d.next = add i64 %d, 1
  br label %leaf
leaf.end:
  br i1 %d.equal, label %argument.fits, label %other
argument.fits:
  br label %argument"""

_RUN: Final = f"""found:
{_record("keeper", "ptr")}
{_record("makes")}
{_record("steps")}
{_record("most")}
{_record("result")}
{environment("incref")}
{environment("decref")}
  call void %incref(ptr %keeper)
  %all = add i64 %total, %makes
  %arrays = alloca ptr, i64 %all, align 8
  %passed = alloca ptr, i64 %most, align 8
  br label %hold
hold:
  %h = phi i64 [ 0, %found ], [ %h.next, %hold.one ]
  %h.more = icmp ult i64 %h, %total
  br i1 %h.more, label %hold.one, label %make
hold.one:
  %h.from = getelementptr ptr, ptr %args, i64 %h
  %h.value = load ptr, ptr %h.from
  %h.to = getelementptr ptr, ptr %arrays, i64 %h
  store ptr %h.value, ptr %h.to
  %h.next = add i64 %h, 1
  br label %hold
make:
  %m = phi i64 [ %total, %hold ], [ %m.next, %make.kept ]
  %maker.at = phi ptr [ %at, %hold ], [ %maker.next, %make.kept ]
  %m.more = icmp ult i64 %m, %all
  br i1 %m.more, label %make.one, label %step
make.one:
  %maker = load ptr, ptr %maker.at
  %maker.next = getelementptr ptr, ptr %maker.at, i64 1
  %made = call ptr %vectorcall(ptr %maker, ptr null, i64 0, ptr null)
  %not.made = icmp eq ptr %made, null
  br i1 %not.made, label %drop, label %make.kept
make.kept:
  %made.p = getelementptr ptr, ptr %arrays, i64 %m
  store ptr %made, ptr %made.p
  %m.next = add i64 %m, 1
  br label %make
step:
  %s = phi i64 [ 0, %make ], [ %s.next, %step.done ]
  %step.at = phi ptr [ %maker.at, %make ], [ %source.at, %step.done ]
  %s.more = icmp ult i64 %s, %steps
  br i1 %s.more, label %step.one, label %done
step.one:
  %program = load ptr, ptr %step.at
{load("sources", "i64", "%step.at", WORD_BYTES)}
  %first.source = getelementptr i8, ptr %step.at, i64 {2 * WORD_BYTES}
  br label %source
source:
  %p = phi i64 [ 0, %step.one ], [ %p.next, %source.one ]
  %source.at = phi ptr [ %first.source, %step.one ], [ %source.next, %source.one ]
  %p.more = icmp ult i64 %p, %sources
  br i1 %p.more, label %source.one, label %enter
source.one:
{load("place", "i64", "%source.at", 0)}
  %number.p = getelementptr i8, ptr %source.at, i64 {WORD_BYTES}
  %is.number = icmp slt i64 %place, 0
  %array.p = getelementptr ptr, ptr %arrays, i64 %place
  %value.p = select i1 %is.number, ptr %number.p, ptr %array.p
  %value = load ptr, ptr %value.p
  %to = getelementptr ptr, ptr %passed, i64 %p
  store ptr %value, ptr %to
  %p.next = add i64 %p, 1
  %source.next = getelementptr i8, ptr %source.at, i64 {SOURCE_WORDS * WORD_BYTES}
  br label %source
enter:
  %answer = call ptr %vectorcall(ptr %program, ptr %passed, i64 %sources, ptr null)
  %failed = icmp eq ptr %answer, null
  br i1 %failed, label %drop, label %step.done
step.done:
  call void %decref(ptr %answer)
  %s.next = add i64 %s, 1
  br label %step
done:
  %result.p2 = getelementptr ptr, ptr %arrays, i64 %result
  %result.object = load ptr, ptr %result.p2
  call void %incref(ptr %result.object)
  br label %drop
drop:
  %answered = phi ptr [ null, %make.one ], [ null, %enter ], [ %result.object, %done ]
  %dropped.end = phi i64 [ %m, %make.one ], [ %all, %enter ], [ %all, %done ]
  br label %drop.head
drop.head:
  %x = phi i64 [ %total, %drop ], [ %x.next, %drop.one ]
  %x.more = icmp ult i64 %x, %dropped.end
  br i1 %x.more, label %drop.one, label %end
drop.one:
  %x.p = getelementptr ptr, ptr %arrays, i64 %x
  %x.object = load ptr, ptr %x.p
  call void %decref(ptr %x.object)
  %x.next = add i64 %x, 1
  br label %drop.head
end:
  call void %decref(ptr %keeper)
  ret ptr %answered"""

REPLAY: Final = f"""
define ptr @{REPLAY_SYMBOL}(ptr %self, ptr %args, i64 %count, ptr %kwnames) {{
entry:
  %variable.value = alloca ptr, align 8
{load("slow", "ptr", "%self", TUPLE_FIELDS["items"])}
{load("bytes", "ptr", "%self", TUPLE_FIELDS["items"] + WORD_BYTES)}
  %head = getelementptr i8, ptr %bytes, i64 {BYTES_CONTENT}
{load("env", "ptr", "%head", HEAD["environment"])}
{load("chain", "ptr", "%head", HEAD["chain"])}
{load("variable", "ptr", "%head", HEAD["variable"])}
  %first = load ptr, ptr %chain
{environment("vectorcall")}
{environment("torch_tensor")}
{environment("torch_parameter")}
  %unnamed = icmp eq ptr %kwnames, null
  br i1 %unnamed, label %counted, label %by.name
by.name:
{load("names.given", "i64", "%kwnames", TUPLE_FIELDS["size"])}
  br label %counted
counted:
  %named.count = phi i64 [ 0, %entry ], [ %names.given, %by.name ]
  %named.items = getelementptr i8, ptr %kwnames, i64 {TUPLE_FIELDS["items"]}
  %total = add i64 %count, %named.count
  %views = alloca [{DLTENSOR_BYTES} x i8], i64 %total, align 8
  %empty = icmp eq ptr %first, null
  br i1 %empty, label %no, label %ask
ask:
{environment("context_var_get")}
{environment("none")}
{load("variable.drop", "ptr", "%env", ENVIRONMENT["decref"])}
  %asked = call i32 %context_var_get(ptr %variable, ptr null, ptr %variable.value)
  %set = load ptr, ptr %variable.value
  call void %variable.drop(ptr %set)
  %unset = icmp eq ptr %set, %none
  br i1 %unset, label %unchecked, label %no
unchecked:
  br label %look
{_LOOK}
{_MATCH}
{_RUN}
no:
  %by.slow = call ptr %vectorcall(ptr %slow, ptr %args, i64 %count, ptr %kwnames)
  ret ptr %by.slow
}}
"""
"""The LLVM text, a module by itself."""
