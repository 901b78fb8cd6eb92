"""Calls of an operator's program with Python's objects, in LLVM text: a CPython function beside the program.

torch's dispatcher costs a microsecond where it has nothing to do. This function looks whether that is so: no mode, no
transform, no profiler, ordinary tensors, no gradient. All else goes to the first item of the tuple `self`, a Python
function, with the arguments as they came; the second raises the error that a program has kept. A tensor's object holds
what a handle of torch's C interface points to, so the program reads it in place.
Interface: `arch/torch_abi.py`, `arch/call_abi.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutedsl.arch.call_abi import TUPLE_FIELDS, TYPE_OFFSET, WORD_BYTES
from cutedsl.arch.torch_abi import DONE, ENTRY, ENTRY_SUFFIX, FAILED, MODE_KEYS, PROGRAM, STATE_SUFFIX
from cutedsl.codegen.abi.view import NEEDS_NO_GRADIENT, ORDINARY_TENSOR, environment, load

_READERS: Final = {"Tensor": "torch.handle", "float": "torch.float", "int": "torch.int", "bool": "torch.bool"}


def _word(name: str, kind: str = "ptr") -> str:
    return load(name, kind, "%words", ENTRY[name])


def _mode_key(k: int) -> str:
    return f"""key{k}:
{load(f"key{k}.number", "i64", "%words", ENTRY["keys"] + WORD_BYTES * k)}
  %key{k}.short = trunc i64 %key{k}.number to i16
  %key{k}.on = call zeroext i1 %key_included(i16 zeroext %key{k}.short)
  br i1 %key{k}.on, label %no, label %key{k + 1}
"""


_QUIET: Final = f"""
define internal i1 @torch.quiet(ptr %words, ptr %env) noinline {{
entry:
{_word("key_included")}
  br label %key0
{"".join(map(_mode_key, range(len(MODE_KEYS))))}key{len(MODE_KEYS)}:
{_word("callbacks")}
  %heard = call zeroext i1 %callbacks()
  br i1 %heard, label %no, label %functions
functions:
{_word("function_mode")}
{_word("function_mode_self")}
{environment("false")}
{environment("decref")}
  %answer = call ptr %function_mode(ptr %function_mode_self, ptr null)
  call void %decref(ptr %answer)
  %quiet = icmp eq ptr %answer, %false
  ret i1 %quiet
no:
  ret i1 false
}}
"""

_HANDLE: Final = f"""
define internal i1 @torch.handle(ptr %words, ptr %env, ptr %arg, ptr %to) noinline {{
entry:
{load("class", "ptr", "%arg", TYPE_OFFSET)}
{environment("torch_tensor")}
{environment("torch_parameter")}
  %is.tensor = icmp eq ptr %class, %torch_tensor
  %is.parameter = icmp eq ptr %class, %torch_parameter
  %known = or i1 %is.tensor, %is.parameter
  br i1 %known, label %look, label %no
look:
{environment("torch_impl_offset", "i64")}
  %handle = getelementptr i8, ptr %arg, i64 %torch_impl_offset
  store ptr %handle, ptr %to
  %impl = load ptr, ptr %handle
{ORDINARY_TENSOR}
  br i1 %no.record, label %yes, label %forward
forward:
{environment("dict_get_item")}
{_word("forward_names")}
{_word("forward_name")}
{_word("forward_none")}
  %level = call ptr %dict_get_item(ptr %forward_names, ptr %forward_name)
  %backward.only = icmp eq ptr %level, %forward_none
  br i1 %backward.only, label %mode, label %no
mode:
{_word("grad_mode")}
  %learning = call zeroext i1 %grad_mode()
  br i1 %learning, label %ask, label %yes
ask:
{NEEDS_NO_GRADIENT}
  ret i1 %free
clear:
{environment("error_clear")}
  call void %error_clear()
  br label %no
yes:
  ret i1 true
no:
  ret i1 false
}}
"""

_FLOAT: Final = f"""
define internal i1 @torch.float(ptr %words, ptr %env, ptr %arg, ptr %to) noinline {{
entry:
{load("class", "ptr", "%arg", TYPE_OFFSET)}
{environment("float_type")}
  %is.float = icmp eq ptr %class, %float_type
  br i1 %is.float, label %read, label %other
read:
{environment("float_as_double")}
  %value = call double %float_as_double(ptr %arg)
  store double %value, ptr %to
  ret i1 true
other:
  %whole = call i1 @torch.int(ptr %words, ptr %env, ptr %arg, ptr %to)
  br i1 %whole, label %convert, label %no
convert:
  %number = load i64, ptr %to
  %wide = sitofp i64 %number to double
  store double %wide, ptr %to
  ret i1 true
no:
  ret i1 false
}}
"""

_INT: Final = f"""
define internal i1 @torch.int(ptr %words, ptr %env, ptr %arg, ptr %to) noinline {{
entry:
  %overflow = alloca i32, align 4
{load("class", "ptr", "%arg", TYPE_OFFSET)}
{environment("int_type")}
  %is.int = icmp eq ptr %class, %int_type
  br i1 %is.int, label %read, label %no
read:
{environment("long_as_long_long")}
  %value = call i64 %long_as_long_long(ptr %arg, ptr %overflow)
  store i64 %value, ptr %to
  %over = load i32, ptr %overflow
  %fits = icmp eq i32 %over, 0
  ret i1 %fits
no:
  ret i1 false
}}
"""

_BOOL: Final = f"""
define internal i1 @torch.bool(ptr %words, ptr %env, ptr %arg, ptr %to) noinline {{
entry:
{environment("true")}
{environment("false")}
  %is.true = icmp eq ptr %arg, %true
  %is.false = icmp eq ptr %arg, %false
  %bit = zext i1 %is.true to i64
  store i64 %bit, ptr %to
  %known = or i1 %is.true, %is.false
  ret i1 %known
}}
"""

_WRAPPED: Final = f"""
define internal ptr @torch.wrapped(ptr %state, ptr %words, ptr %handle) noinline {{
entry:
{_word("wrap")}
  %object = call ptr %wrap(ptr %handle)
  call void @torch.delete(ptr %state, ptr %handle, i1 true)
  ret ptr %object
}}
"""


def entry_text(name: str, kinds: Sequence[str], results: int) -> str:
    """LLVM text that defines the CPython function of the program `name`, whose arguments are of `kinds`."""
    state = f'@"{name}{STATE_SUFFIX}"'
    read: list[str] = []
    for k, kind in enumerate(kinds):
        read += [
            f"  %arg{k}.p = getelementptr ptr, ptr %args, i64 {k}",
            f"  %arg{k} = load ptr, ptr %arg{k}.p",
            f"  %to{k} = getelementptr i64, ptr %stack, i64 {k}",
            f"  %ok{k} = call i1 @{_READERS[kind]}(ptr %words, ptr %env, ptr %arg{k}, ptr %to{k})",
            f"  br i1 %ok{k}, label %read{k + 1}, label %slow",
            f"read{k + 1}:",
        ]
    shared = (_QUIET, _HANDLE, _FLOAT, _INT, _BOOL, _WRAPPED)
    return f"""{"".join(shared)}
define ptr @"{name}{ENTRY_SUFFIX}"(ptr %self, ptr %args, i64 %count, ptr %kwnames) {{
entry:
  %stack = alloca [{max(1, len(kinds), results)} x i64], align 8
  %state = getelementptr i8, ptr {state}, i64 0
{load("words", "ptr", "%state", PROGRAM["entry"])}
{_word("environment")}
  %env = getelementptr i8, ptr %environment, i64 0
{environment("vectorcall")}
  %quiet = call i1 @torch.quiet(ptr %words, ptr %env)
  br i1 %quiet, label %read0, label %slow
read0:
{chr(10).join(read)}
{_word("save_thread")}
{_word("restore_thread")}
  %thread = call ptr %save_thread()
  %said = call i32 @"{name}"(ptr %stack, i1 false)
  call void %restore_thread(ptr %thread)
  switch i32 %said, label %slow [
    i32 {DONE}, label %done
    i32 {FAILED}, label %bad
  ]
done:
{_results(results)}
bad:
{load("raise", "ptr", "%self", TUPLE_FIELDS["items"] + WORD_BYTES)}
  %raised = call ptr %vectorcall(ptr %raise, ptr null, i64 0, ptr null)
  ret ptr %raised
slow:
{load("rules", "ptr", "%self", TUPLE_FIELDS["items"])}
  %by.rules = call ptr %vectorcall(ptr %rules, ptr %args, i64 %count, ptr %kwnames)
  ret ptr %by.rules
}}
"""


def _results(count: int) -> str:
    """Lines that return the tensors whose handles lie in the stack: one as it is, several in a tuple."""
    lines: list[str] = []
    for k in range(count):
        lines += [
            f"  %made{k}.p = getelementptr ptr, ptr %stack, i64 {k}",
            f"  %made{k} = load ptr, ptr %made{k}.p",
            f"  %object{k} = call ptr @torch.wrapped(ptr %state, ptr %words, ptr %made{k})",
        ]
    if count == 1:
        return "\n".join([*lines, "  ret ptr %object0"])
    lines += [_word("tuple_new"), _word("tuple_set_item"), f"  %tuple = call ptr %tuple_new(i64 {count})"]
    parts = ["%tuple", *(f"%object{k}" for k in range(count))]
    for k, part in enumerate(parts):
        lines += [
            f"  %lacks{k} = icmp eq ptr {part}, null",
            f"  br i1 %lacks{k}, label %drop, label %has{k}",
            f"has{k}:",
        ]
    lines += [f"  %set{k} = call i32 %tuple_set_item(ptr %tuple, i64 {k}, ptr %object{k})" for k in range(count)]
    lines += ["  ret ptr %tuple", "drop:", environment("decref")]
    lines += [f"  call void %decref(ptr {part})" for part in parts]
    return "\n".join([*lines, "  ret ptr null"])
