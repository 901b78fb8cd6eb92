"""Compilations on several threads do not wait for each other."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import pytest

from cutedsl.arch.targets import target
from cutedsl.codegen.llvm import side_by_side
from cutedsl.codegen.llvm.compile import host_machine, optimise
from cutedsl.codegen.llvm.pass_pipelines import run_passes
from cutedsl.codegen.nvptx.module import machine_of

TEXT = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  %z = add i32 %y, 1\n  ret i32 %z\n}\n"


def locks(work: Callable[[], object]) -> int:
    """How often llvmlite's lock is taken by some work."""
    taken: list[None] = []

    def acquired() -> None:
        taken.append(None)

    def released() -> None:
        pass

    llvm.ffi.register_lock_callback(acquired, released)
    try:
        work()
    finally:
        llvm.ffi.unregister_lock_callback(acquired, released)
    return len(taken)


def by_hand(module: Any, target: Any, builder: Any, *, ours: bool) -> list[int]:
    """The locks that verifying, two pass managers and code generation take."""
    passes, of_function = builder.getModulePassManager(), builder.getFunctionPassManager()
    function = module.get_function("f")
    if ours:
        return [
            locks(lambda: side_by_side.verify(module)),
            locks(lambda: side_by_side.run_passes_on_function(of_function, function, builder)),
            locks(lambda: side_by_side.run_passes_on_module(passes, module, builder)),
            locks(lambda: side_by_side.emit(target, module, is_object=True)),
        ]
    return [
        locks(module.verify),
        locks(lambda: of_function.run(function, builder)),
        locks(lambda: passes.run(module, builder)),
        locks(lambda: target.emit_object(module)),
    ]


def test_the_long_calls_are_outside_of_llvmlites_lock() -> None:
    taken: dict[bool, list[int]] = {}
    for ours in (True, False):
        target, context, modules = host_machine().create(1), llvm.create_context(), list[Any]()
        parse = side_by_side.parse if ours else llvm.parse_assembly
        parsing = locks(lambda parse=parse, context=context, kept=modules: kept.append(parse(TEXT, context)))
        builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(1))
        taken[ours] = [parsing, *by_hand(modules[0], target, builder, ours=ours)]
    assert taken[True] == [count - 1 for count in taken[False]]


@pytest.mark.parametrize("threads", [4])
def test_threads_get_what_one_gets(threads: int) -> None:
    alone = optimise(TEXT, host_machine()).object_bytes()
    made: list[bytes] = []
    workers = [
        threading.Thread(target=lambda: made.extend(optimise(TEXT, host_machine()).object_bytes() for _ in range(20)))
        for _ in range(threads)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert made == [alone] * (20 * threads)


def test_text_that_is_not_valid_is_an_error_with_llvms_words() -> None:
    with pytest.raises(RuntimeError, match="expected"):
        side_by_side.parse("define i32 @f(", llvm.create_context())


def test_passes_run_beside_each_other() -> None:
    module = side_by_side.parse(TEXT, llvm.create_context())
    run_passes(module, host_machine().create(1), 1)
    assert "add i32 %x, 2" in str(module)


def test_one_compilation_lets_go_of_python_only_for_long_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call of `ctypes.CDLL` lets go of Python, one of `ctypes.PyDLL` keeps it."""
    library: Any = type(llvm.ffi.lib)
    look_up, letting_go = library.__getattr__, set[str]()

    def called(lib: Any, name: str) -> Any:
        found = look_up(lib, name)
        if not type(found._cfn)._flags_ & ctypes.PyDLL._func_flags_ & ~ctypes.CDLL._func_flags_:
            letting_go.add(name.removeprefix("LLVMPY_"))
        return found

    machine = machine_of(target("sm_90a"))
    optimise(TEXT, machine).assembly()
    monkeypatch.setattr(library, "__getattr__", called)
    optimise(TEXT, machine).assembly()
    disposed = {"DisposeTargetMachine", "DisposeModule", "ContextDispose"}
    assert letting_go - disposed == {"CreateTargetMachine"}  # the others of ours are not looked up there


def test_who_resumes_coroutines_of_another_module_is_compiled() -> None:
    """LLVM ends the process on a coroutine's instruction that no pass has taken out."""
    text = """declare i1 @llvm.coro.done(ptr)
declare void @llvm.coro.resume(ptr)
define void @finish(ptr %handle) {
  br label %look
look:
  %over = call i1 @llvm.coro.done(ptr %handle)
  br i1 %over, label %out, label %go
go:
  call void @llvm.coro.resume(ptr %handle)
  br label %look
out:
  ret void
}
"""
    assert "finish:" in optimise(text, host_machine()).assembly()
