"""`@cute.call`: a whole call from Python, in LLVM text.

It checks and fills, takes a context and calls the host entry. Arguments that `@cute.fill` does not know by heart send
the call to the Python path at `slow`, which raises the named error or handles the rarer kinds. Interface:
`arch/call_abi.py`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import ENVIRONMENT, STATE, TUPLE_FIELDS, WORD_BYTES
from cutedsl.arch.call_description import HostKind
from cutedsl.arch.host_abi import RT
from cutedsl.codegen.abi.table import KIND_CODES
from cutedsl.codegen.abi.view import GPU_OFFSET, VIEW_BYTES, environment, load

TIMEOUT_VARIABLE: Final = "CUTEDSL_TIMEOUT_S"


def _state(name: str, kind: str = "ptr") -> str:
    return load(name, kind, "%state", STATE[name])


def _clear(name: str, kind: str) -> str:
    return f"  %{name}.p = getelementptr i8, ptr %rt, i64 {RT[name].offset}\n  store {kind} 0, ptr %{name}.p"


# Puts the arguments of a call in their order: those by position, those by name, defaults for the others. A name that is
# not known, or an argument without a default that is not given, sends the call to Python.
_BY_NAME: Final = f"""named:
{_state("names")}
{_state("defaults")}
  br i1 %unnamed, label %order, label %named.count.read
named.count.read:
{load("named.size", "i64", "%kwnames", TUPLE_FIELDS["size"])}
  br label %order
order:
  %named.count = phi i64 [ 0, %named ], [ %named.size, %named.count.read ]
  %total = add i64 %count, %named.count
  %room = icmp ule i64 %total, %wanted
  %no.names = icmp ne ptr %names, null
  %by.name = and i1 %room, %no.names
  br i1 %by.name, label %ordering, label %by.slow
ordering:
  %ordered = alloca ptr, i64 %wanted, align 8
  %named.items = getelementptr i8, ptr %kwnames, i64 {TUPLE_FIELDS["items"]}
  br label %copy
copy:
  %c = phi i64 [ 0, %ordering ], [ %c.next, %copy.one ]
  %c.more = icmp ult i64 %c, %wanted
  br i1 %c.more, label %copy.one, label %name
copy.one:
  %c.given = icmp ult i64 %c, %count
  %c.source = select i1 %c.given, ptr %args, ptr %defaults
  %c.from = getelementptr ptr, ptr %c.source, i64 %c
  %c.value = load ptr, ptr %c.from
  %c.to = getelementptr ptr, ptr %ordered, i64 %c
  store ptr %c.value, ptr %c.to
  %c.next = add i64 %c, 1
  br label %copy
name:
  %k = phi i64 [ 0, %copy ], [ %k.next, %place ]
  %k.more = icmp ult i64 %k, %named.count
  br i1 %k.more, label %find, label %complete
find:
  %k.name.p = getelementptr ptr, ptr %named.items, i64 %k
  %k.name = load ptr, ptr %k.name.p
  br label %seek
seek:
  %i = phi i64 [ %count, %find ], [ %i.next, %seek.next ]
  %i.more = icmp ult i64 %i, %wanted
  br i1 %i.more, label %compare, label %spell
compare:
  %i.name.p = getelementptr ptr, ptr %names, i64 %i
  %i.name = load ptr, ptr %i.name.p
  %is.name = icmp eq ptr %i.name, %k.name
  br i1 %is.name, label %place, label %seek.next
seek.next:
  %i.next = add i64 %i, 1
  br label %seek
spell:
{load("unicode_compare", "ptr", "%environment", ENVIRONMENT["unicode_compare"])}
  br label %spell.seek
spell.seek:
  %j = phi i64 [ %count, %spell ], [ %j.next, %spell.next ]
  %j.more = icmp ult i64 %j, %wanted
  br i1 %j.more, label %spell.compare, label %by.slow
spell.compare:
  %j.name.p = getelementptr ptr, ptr %names, i64 %j
  %j.name = load ptr, ptr %j.name.p
  %difference = call i32 %unicode_compare(ptr %j.name, ptr %k.name)
  %spelled.so = icmp eq i32 %difference, 0
  br i1 %spelled.so, label %place, label %spell.next
spell.next:
  %j.next = add i64 %j, 1
  br label %spell.seek
place:
  %at = phi i64 [ %i, %compare ], [ %j, %spell.compare ]
  %k.from = add i64 %count, %k
  %k.from.p = getelementptr ptr, ptr %args, i64 %k.from
  %k.value = load ptr, ptr %k.from.p
  %k.to = getelementptr ptr, ptr %ordered, i64 %at
  store ptr %k.value, ptr %k.to
  %k.next = add i64 %k, 1
  br label %name
complete:
  %m = phi i64 [ %count, %name ], [ %m.next, %complete.one ]
  %m.more = icmp ult i64 %m, %wanted
  br i1 %m.more, label %complete.one, label %check
complete.one:
  %m.p = getelementptr ptr, ptr %ordered, i64 %m
  %m.value = load ptr, ptr %m.p
  %m.missing = icmp eq ptr %m.value, null
  %m.next = add i64 %m, 1
  br i1 %m.missing, label %by.slow, label %complete"""

INVOKE: Final = f"""
@cute.timeout = private constant [{len(TIMEOUT_VARIABLE) + 1} x i8] c"{TIMEOUT_VARIABLE}\\00"
define ptr @cute.call(ptr %self, ptr %state, ptr %table, ptr %slots, ptr %args, i64 %count, ptr %kwnames, ptr %host) {{
entry:
  %given = alloca ptr, align 8
  %view = alloca [{VIEW_BYTES} x i8], align 8
  %view.gpu = getelementptr i8, ptr %view, i64 {GPU_OFFSET}
  store i64 -1, ptr %view.gpu
{_state("environment")}
{_state("objects")}
  %wanted = load i64, ptr %table
  %unnamed = icmp eq ptr %kwnames, null
  br i1 %unnamed, label %positional, label %named
positional:
  %counted = icmp eq i64 %count, %wanted
  br i1 %counted, label %check, label %named
{_BY_NAME}
check:
  %values = phi ptr [ %args, %positional ], [ %ordered, %complete ]
  %fits = call i1 @cute.fill(ptr %environment, ptr %objects, ptr %table, ptr %values, ptr %slots, ptr %view)
  br i1 %fits, label %filled, label %by.slow
by.slow:
{load("vectorcall", "ptr", "%environment", ENVIRONMENT["vectorcall"])}
{load("slow", "ptr", "%self", TUPLE_FIELDS["items"])}
  %r.slow = call ptr %vectorcall(ptr %slow, ptr %args, i64 %count, ptr %kwnames)
  ret ptr %r.slow
filled:
  %gpu = load i64, ptr %view.gpu
{load("kind", "i64", "%table", WORD_BYTES)}
  switch i64 %kind, label %by.python [
    i64 {KIND_CODES[HostKind.DIRECT]}, label %take
    i64 {KIND_CODES[HostKind.LAUNCHES]}, label %limits
  ]
limits:
{load("getenv", "ptr", "%environment", ENVIRONMENT["getenv"])}
  %limit = call ptr %getenv(ptr @cute.timeout)
  %unlimited = icmp eq ptr %limit, null
  br i1 %unlimited, label %settings, label %by.python
settings:
{load("context_var_get", "ptr", "%environment", ENVIRONMENT["context_var_get"])}
{load("override_variable", "ptr", "%environment", ENVIRONMENT["override_variable"])}
{load("decref", "ptr", "%environment", ENVIRONMENT["decref"])}
{load("nothing", "ptr", "%environment", ENVIRONMENT["none"])}
  %got = call i32 %context_var_get(ptr %override_variable, ptr null, ptr %given)
  %setting = load ptr, ptr %given
  call void %decref(ptr %setting)
  %default = icmp eq ptr %setting, %nothing
  br i1 %default, label %take, label %by.python
by.python:
{_state("run")}
  %slots.number = ptrtoint ptr %slots to i64
  %r.run = call ptr @cute.python(ptr %environment, ptr %run, i64 %slots.number, i64 %gpu)
  ret ptr %r.run
take:
{_state("free_count", "i64")}
  %free = icmp sgt i64 %free_count, 0
  br i1 %free, label %taken, label %by.python
taken:
  %left = sub i64 %free_count, 1
  store i64 %left, ptr %free_count.p
  %contexts = getelementptr i8, ptr %state, i64 {STATE["contexts"]}
  %rt.p = getelementptr ptr, ptr %contexts, i64 %left
  %rt = load ptr, ptr %rt.p
{_clear("caller_poll", "i64")}
{_clear("worker_poll", "i64")}
{_clear("error_code", "i32")}
  %rt.gpu = getelementptr i8, ptr %rt, i64 {RT["gpu"].offset}
  store i64 %gpu, ptr %rt.gpu
  %code = call i32 %host(ptr %slots, ptr %rt)
  %failed.at.all = icmp ne i32 %code, 0
  br i1 %failed.at.all, label %report, label %fine
report:
{_state("failed")}
  %rt.number = ptrtoint ptr %rt to i64
  %code.number = sext i32 %code to i64
  %r.failed = call ptr @cute.python(ptr %environment, ptr %failed, i64 %rt.number, i64 %code.number)
  br label %give.back
fine:
{load("incref", "ptr", "%environment", ENVIRONMENT["incref"])}
{load("none", "ptr", "%environment", ENVIRONMENT["none"])}
  call void %incref(ptr %none)
  br label %give.back
give.back:
  %result = phi ptr [ %r.failed, %report ], [ %none, %fine ]
  %now = load i64, ptr %free_count.p
  %back.p = getelementptr ptr, ptr %contexts, i64 %now
  store ptr %rt, ptr %back.p
  %more = add i64 %now, 1
  store i64 %more, ptr %free_count.p
  ret ptr %result
}}

define internal ptr @cute.python(ptr %env, ptr %function, i64 %a, i64 %b) noinline {{
entry:
  %numbers = alloca [2 x ptr], align 8
{environment("long_from_long_long")}
{environment("vectorcall")}
{environment("decref")}
  %first = call ptr %long_from_long_long(i64 %a)
  %no.first = icmp eq ptr %first, null
  br i1 %no.first, label %short, label %one
one:
  %second = call ptr %long_from_long_long(i64 %b)
  %no.second = icmp eq ptr %second, null
  br i1 %no.second, label %drop, label %both
both:
  store ptr %first, ptr %numbers
  %second.p = getelementptr ptr, ptr %numbers, i64 1
  store ptr %second, ptr %second.p
  %result = call ptr %vectorcall(ptr %function, ptr %numbers, i64 2, ptr null)
  call void %decref(ptr %second)
  call void %decref(ptr %first)
  ret ptr %result
drop:
  call void %decref(ptr %first)
  br label %short
short:
  ret ptr null
}}
"""
