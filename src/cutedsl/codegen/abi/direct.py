"""`@cute.direct`: a direct call of a `@jit` function, in LLVM text.

It looks whether a remembered program serves: arguments of the same types, the same compile-time arguments, nothing
changed that the trace has read, no setting overridden. Then it goes on to the program's call code; else to Python.
Interface: `arch/call_abi.py`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import (
    ATTRIBUTE_WORDS,
    BYTES_CONTENT,
    DIRECT,
    DIRECT_SYMBOL,
    ENVIRONMENT,
    MAPPING_WORDS,
    NAME_WORDS,
    TUPLE_FIELDS,
    WORD_BYTES,
)
from cutedsl.codegen.abi.view import environment, load


def _record(name: str, kind: str = "ptr") -> str:
    return load(name, kind, "%record", DIRECT[name])


DIRECT_CALL: Final = f"""
define ptr @{DIRECT_SYMBOL}(ptr %self, ptr %args, i64 %count, ptr %kwnames) {{
entry:
  %given = alloca ptr, align 8
  %key.of = alloca ptr, align 8
  %value.of = alloca ptr, align 8
  %position = alloca i64, align 8
{load("slow", "ptr", "%self", TUPLE_FIELDS["items"])}
{load("bytes", "ptr", "%self", TUPLE_FIELDS["items"] + WORD_BYTES)}
  %record = getelementptr i8, ptr %bytes, i64 {BYTES_CONTENT}
  %env = load ptr, ptr %record
{_record("arguments", "i64")}
  %passed = alloca ptr, i64 %arguments, align 8
  %counted = icmp eq i64 %count, %arguments
  %unnamed = icmp eq ptr %kwnames, null
  %plain = and i1 %counted, %unnamed
  %first = getelementptr i8, ptr %record, i64 {DIRECT["end"]}
  br i1 %plain, label %argument, label %by.slow
argument:
  %i = phi i64 [ 0, %entry ], [ %i.next, %argument.next ]
  %at = phi ptr [ %first, %entry ], [ %at.next, %argument.next ]
  %taken = phi i64 [ 0, %entry ], [ %taken.next, %argument.next ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %look, label %variables.first
look:
  %arg.p = getelementptr ptr, ptr %args, i64 %i
  %arg = load ptr, ptr %arg.p
{load("passes", "i64", "%at", 0)}
  %node = getelementptr i8, ptr %at, i64 {WORD_BYTES}
  %at.next = call ptr @cute.argument_fits(ptr %env, ptr %arg, ptr %node)
  %misfit = icmp eq ptr %at.next, null
  br i1 %misfit, label %by.slow, label %argument.next
argument.next:
  %place = getelementptr ptr, ptr %passed, i64 %taken
  store ptr %arg, ptr %place
  %taken.next = add i64 %taken, %passes
  %i.next = add i64 %i, 1
  br label %argument
variables.first:
{_record("variables", "i64")}
{environment("context_var_get")}
{environment("decref")}
{environment("none")}
  br label %variable
variable:
  %v = phi i64 [ 0, %variables.first ], [ %v.next, %variable.next ]
  %more.variables = icmp ult i64 %v, %variables
  %variable.p = getelementptr ptr, ptr %at, i64 %v
  br i1 %more.variables, label %variable.ask, label %names.first
variable.ask:
  %variable.object = load ptr, ptr %variable.p
  %asked = call i32 %context_var_get(ptr %variable.object, ptr null, ptr %given)
  %value = load ptr, ptr %given
  call void %decref(ptr %value)
  %unset = icmp eq ptr %value, %none
  br i1 %unset, label %variable.next, label %by.slow
variable.next:
  %v.next = add i64 %v, 1
  br label %variable
names.first:
{_record("names", "i64")}
{environment("dict_get_item")}
  br label %name
name:
  %n = phi i64 [ 0, %names.first ], [ %n.next, %name.next ]
  %name.at = phi ptr [ %variable.p, %names.first ], [ %name.at.next, %name.next ]
  %more.names = icmp ult i64 %n, %names
  br i1 %more.names, label %name.ask, label %attributes.first
name.ask:
{load("dict", "ptr", "%name.at", 0)}
{load("key", "ptr", "%name.at", WORD_BYTES)}
{load("expected", "ptr", "%name.at", 2 * WORD_BYTES)}
  %found = call ptr %dict_get_item(ptr %dict, ptr %key)
  %unchanged = icmp eq ptr %found, %expected
  br i1 %unchanged, label %name.next, label %by.slow
name.next:
  %n.next = add i64 %n, 1
  %name.at.next = getelementptr i8, ptr %name.at, i64 {NAME_WORDS * WORD_BYTES}
  br label %name
attributes.first:
{_record("attributes", "i64")}
{environment("get_attribute")}
  br label %attribute
attribute:
  %a = phi i64 [ 0, %attributes.first ], [ %a.next, %attribute.next ]
  %attribute.at = phi ptr [ %name.at, %attributes.first ], [ %attribute.at.next, %attribute.next ]
  %more.attributes = icmp ult i64 %a, %attributes
  br i1 %more.attributes, label %attribute.ask, label %mappings.first
attribute.ask:
{load("owner", "ptr", "%attribute.at", 0)}
{load("attribute.name", "ptr", "%attribute.at", WORD_BYTES)}
{load("wanted", "ptr", "%attribute.at", 2 * WORD_BYTES)}
  %held = call ptr %get_attribute(ptr %owner, ptr %attribute.name)
  %missing = icmp eq ptr %held, null
  br i1 %missing, label %clear, label %attribute.compare
attribute.compare:
  call void %decref(ptr %held)
  %same.held = icmp eq ptr %held, %wanted
  br i1 %same.held, label %attribute.next, label %by.slow
attribute.next:
  %a.next = add i64 %a, 1
  %attribute.at.next = getelementptr i8, ptr %attribute.at, i64 {ATTRIBUTE_WORDS * WORD_BYTES}
  br label %attribute
mappings.first:
{_record("mappings", "i64")}
{environment("dict_next")}
  br label %mapping
mapping:
  %m = phi i64 [ 0, %mappings.first ], [ %m.next, %mapping.end ]
  %mapping.at = phi ptr [ %attribute.at, %mappings.first ], [ %pair.at, %mapping.end ]
  %more.mappings = icmp ult i64 %m, %mappings
  br i1 %more.mappings, label %mapping.first, label %rest.first
mapping.first:
  %m.next = add i64 %m, 1
  store i64 0, ptr %position
{load("whole", "ptr", "%mapping.at", 0)}
{load("size", "i64", "%mapping.at", WORD_BYTES)}
  %pair.first = getelementptr i8, ptr %mapping.at, i64 {MAPPING_WORDS * WORD_BYTES}
  br label %pair
pair:
  %p = phi i64 [ 0, %mapping.first ], [ %p.next, %pair.compare ]
  %pair.at = phi ptr [ %pair.first, %mapping.first ], [ %pair.at.next, %pair.compare ]
  %stepped = call i32 %dict_next(ptr %whole, ptr %position, ptr %key.of, ptr %value.of)
  %has.pair = icmp ne i32 %stepped, 0
  %wants.pair = icmp ult i64 %p, %size
  %both = and i1 %has.pair, %wants.pair
  %either = or i1 %has.pair, %wants.pair
  br i1 %both, label %pair.compare, label %mapping.end
pair.compare:
  %key.now = load ptr, ptr %key.of
  %value.now = load ptr, ptr %value.of
{load("key.then", "ptr", "%pair.at", 0)}
{load("value.then", "ptr", "%pair.at", WORD_BYTES)}
  %same.key = icmp eq ptr %key.now, %key.then
  %same.value = icmp eq ptr %value.now, %value.then
  %same.pair = and i1 %same.key, %same.value
  %p.next = add i64 %p, 1
  %pair.at.next = getelementptr i8, ptr %pair.at, i64 {2 * WORD_BYTES}
  br i1 %same.pair, label %pair, label %by.slow
mapping.end:
  br i1 %either, label %by.slow, label %mapping
rest.first:
{_record("rest")}
  %no.rest = icmp eq ptr %rest, null
  br i1 %no.rest, label %enter, label %rest.ask
rest.ask:
{environment("vectorcall")}
  %answer = call ptr %vectorcall(ptr %rest, ptr null, i64 0, ptr null)
  %raised = icmp eq ptr %answer, null
  br i1 %raised, label %clear, label %answered
clear:
{environment("error_clear")}
  call void %error_clear()
  br label %by.slow
answered:
  call void %decref(ptr %answer)
{environment("true")}
  %holds = icmp eq ptr %answer, %true
  br i1 %holds, label %enter, label %by.slow
enter:
{_record("call")}
{_record("call_self")}
  %result = call ptr %call(ptr %call_self, ptr %passed, i64 %taken, ptr null)
  ret ptr %result
by.slow:
{load("again", "ptr", "%env", ENVIRONMENT["vectorcall"])}
  %r.slow = call ptr %again(ptr %slow, ptr %args, i64 %count, ptr %kwnames)
  ret ptr %r.slow
}}
"""
