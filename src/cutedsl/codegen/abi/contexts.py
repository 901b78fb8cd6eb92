"""Calling a host function from threads that no Python watches, in LLVM text: what XLA and TVM-FFI handlers share."""

from __future__ import annotations

from collections.abc import Mapping

from cutedsl.arch.host_abi import RT
from cutedsl.arch.xla_abi import HANDLER_CONTEXTS
from cutedsl.codegen.abi.view import load


def call_text(state: str, places: Mapping[str, int], count: int, missed: str, gpu: str | None = None) -> str:
    """Lines that take one of `count` contexts and call the host function in it; the block `missed` finds none free.

    `gpu` is the value that says which GPU the tensors are on, where that is known.

    They read `%slots` and the words `contexts` and `host` of the state, at the byte offsets `places`. They end at the
    block `explain` with an error in `%code`, or at `give.back`; the context, `%found`, goes back to `%place`.
    """

    def clear(field: str, kind: str) -> str:
        return f"  %{field}.p = getelementptr i8, ptr %rt, i64 {RT[field].offset}\n  store {kind} 0, ptr %{field}.p"

    on = (
        ""
        if gpu is None
        else f"  %on.p = getelementptr i8, ptr %rt, i64 {RT['gpu'].offset}\n  store i64 {gpu}, ptr %on.p\n"
    )
    return f"""  br label %ready
ready:
  %contexts = getelementptr i8, ptr {state}, i64 {places["contexts"]}
  br label %look
look:
  %k = phi i64 [ 0, %ready ], [ %next, %taken.already ]
  %more = icmp ult i64 %k, {count}
  br i1 %more, label %try, label %{missed}
try:
  %place = getelementptr ptr, ptr %contexts, i64 %k
  %found = atomicrmw xchg ptr %place, i64 0 acquire
  %free = icmp ne i64 %found, 0
  br i1 %free, label %call, label %taken.already
taken.already:
  %next = add i64 %k, 1
  br label %look
call:
  %rt = inttoptr i64 %found to ptr
{clear("caller_poll", "i64")}
{clear("worker_poll", "i64")}
{clear("error_code", "i32")}
{on}{load("host", "ptr", state, places["host"])}
  %code = call i32 %host(ptr %slots, ptr %rt)
  %failed.at.all = icmp ne i32 %code, 0
  br i1 %failed.at.all, label %explain, label %give.back"""


def run_text(state: str, places: Mapping[str, int]) -> str:
    """`call_text` for handlers, which ask Python to make the call where no context is free.

    The lines read the words `failed` and `run` of the state too, and end at the block `done`, or at `bad` with what
    Python gave for the error in `%said`.
    """
    return f"""{call_text(state, places, HANDLER_CONTEXTS, "by.python")}
by.python:
{load("run", "ptr", state, places["run"])}
  %said.run = call ptr %run(ptr %slots)
  %fine.run = icmp eq ptr %said.run, null
  br i1 %fine.run, label %done, label %bad
explain:
{load("failed", "ptr", state, places["failed"])}
  %text = call ptr %failed(ptr %rt, i32 %code)
  br label %give.back
give.back:
  %said.call = phi ptr [ null, %call ], [ %text, %explain ]
  store atomic i64 %found, ptr %place release, align 8
  %fine.call = icmp eq ptr %said.call, null
  br i1 %fine.call, label %done, label %bad
bad:
  %said = phi ptr [ %said.run, %by.python ], [ %said.call, %give.back ]"""
