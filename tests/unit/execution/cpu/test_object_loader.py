"""Objects placed without LLVM: every kind of reference that our modules hold, and what is left to LLVM."""

from __future__ import annotations

import ctypes
import math
import platform
import sys
from pathlib import Path
from typing import Any

import pytest

from cutedsl.arch.abi.host import pack_images
from cutedsl.codegen.llvm.compile import Machine, host_machine, optimise
from cutedsl.execution.cpu import module as cpu_module
from cutedsl.execution.cpu import object_loader
from cutedsl.execution.cpu.module import link_objects
from cutedsl.execution.cpu.object_loader import PlacedCode, place

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64" or sys.platform != "linux", reason="objects of another kind"
)

MAIN = """
@constants = private constant [4 x i64] [i64 3, i64 5, i64 7, i64 11]
@counter = global i64 0, align 8
@functions = internal constant [2 x ptr] [ptr @twice, ptr @elsewhere], align 8
@environ = external global ptr
declare i64 @elsewhere(i64)
declare double @cos(double)
define internal i64 @twice(i64 %x) noinline {
  %y = add i64 %x, %x
  ret i64 %y
}
define i64 @constant(i64 %i) {
  %p = getelementptr [4 x i64], ptr @constants, i64 0, i64 %i
  %v = load i64, ptr %p
  ret i64 %v
}
define i64 @count() {
  %v = load i64, ptr @counter
  %next = add i64 %v, 1
  store i64 %next, ptr @counter
  ret i64 %next
}
define i64 @through(i64 %which, i64 %x) {
  %p = getelementptr [2 x ptr], ptr @functions, i64 0, i64 %which
  %f = load ptr, ptr %p
  %y = call i64 %f(i64 %x)
  ret i64 %y
}
define i64 @direct(i64 %x) {
  %y = call i64 @elsewhere(i64 %x)
  ret i64 %y
}
define double @cosine(double %x) {
  %y = call double @cos(double %x)
  ret double %y
}
define ptr @environment() {
  %y = load ptr, ptr @environ
  ret ptr %y
}
define ptr @where() {
  ret ptr @counter
}
"""
SWITCH = "\n".join(f"case{k}:\n  %v{k} = mul i64 %x, {k * k + 3}\n  ret i64 %v{k}" for k in range(12))
OTHER = f"""
@constants = private constant [2 x i64] [i64 100, i64 200]
define i64 @elsewhere(i64 %x) {{
  %p = getelementptr [2 x i64], ptr @constants, i64 0, i64 1
  %c = load i64, ptr %p
  %y = add i64 %x, %c
  ret i64 %y
}}
define i64 @switched(i64 %which, i64 %x) {{
entry:
  switch i64 %which, label %other [{" ".join(f"i64 {k}, label %case{k}" for k in range(12))}]
{SWITCH}
other:
  ret i64 -1
}}
"""
SYMBOLS = ("constant", "count", "through", "direct", "cosine", "environment", "where", "switched")


def image(text: str, codegen_level: int = 1, machine: Machine | None = None) -> bytes:
    return optimise(text, machine or host_machine(), codegen_level=codegen_level).object_bytes()


@pytest.fixture(params=[0, 1, 2])
def code(request: pytest.FixtureRequest) -> PlacedCode:
    placed = place([image(MAIN, request.param), image(OTHER, request.param)], SYMBOLS)
    assert placed is not None
    return placed


def call(code: PlacedCode, name: str, *args: Any, kind: Any = ctypes.c_int64) -> Any:
    return ctypes.CFUNCTYPE(kind, *[kind] * len(args))(code[name])(*args)


def test_constants_data_and_calls_between_objects(code: PlacedCode) -> None:
    assert [call(code, "constant", k) for k in range(4)] == [3, 5, 7, 11]
    assert [call(code, "count") for _ in range(3)] == [1, 2, 3]
    assert (call(code, "through", 0, 21), call(code, "through", 1, 21)) == (42, 221)
    assert call(code, "direct", -1) == 199
    assert [call(code, "switched", k, 2) for k in range(-1, 13)] == [-1, *(2 * (k * k + 3) for k in range(12)), -1]


def test_functions_and_data_of_the_process(code: PlacedCode) -> None:
    assert call(code, "cosine", 1.25, kind=ctypes.c_double) == math.cos(1.25)
    assert call(code, "environment") == ctypes.c_int64.in_dll(ctypes.CDLL(None), "environ").value


def permissions(address: int) -> str | None:
    """How the memory at an address may be used."""
    for line in Path("/proc/self/maps").read_text("utf-8").splitlines():
        span, allowed, *_ = line.split()
        first, last = (int(end, 16) for end in span.split("-"))
        if first <= address < last:
            return allowed
    return None


def test_no_memory_is_both_code_and_data_and_it_goes_with_the_code(code: PlacedCode) -> None:
    function, data = code["count"], call(code, "where")
    assert (permissions(function), permissions(data)) == ("r-xp", "rw-p")


def test_the_memory_goes_with_the_code() -> None:
    placed = [place([image(MAIN), image(OTHER)], SYMBOLS) for _ in range(20)]
    addresses = [one["count"] for one in placed if one is not None]
    assert len(addresses) == 20
    assert {permissions(address) for address in addresses} == {"r-xp"}
    placed.clear()
    assert "r-xp" not in {permissions(address) for address in addresses[1:-1]}


TLS = "@mine = thread_local global i64 0\ndefine ptr @f() {\n  ret ptr @mine\n}"
MISSING = "declare void @nobody_has_this()\ndefine void @f() {\n  call void @nobody_has_this()\n  ret void\n}"
UNWOUND = "define void @f() uwtable {\n  ret void\n}"


@pytest.mark.parametrize("text", [TLS, MISSING, UNWOUND])
def test_symbols_that_only_llvm_knows_are_left_to_it(text: str) -> None:
    assert place([image(text)], ["f"]) is None


def test_a_symbol_that_is_not_there_is_left_to_llvm() -> None:
    assert place([image(OTHER)], ["absent"]) is None


def test_other_machines_objects_are_left_to_llvm() -> None:
    arm = Machine("aarch64-unknown-linux-gnu", "generic", "", reloc="pic")
    assert place([image(OTHER, machine=arm)], ["switched"]) is None


@pytest.mark.parametrize("size", [0, 3, 63, 64, 300])
def test_an_object_that_is_cut_off_is_no_crash(size: int) -> None:
    assert place([image(OTHER)[:size]], ["switched"]) is None


def test_llvm_links_what_is_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_module, "place", lambda images, symbols: None)
    code = link_objects(pack_images([image(MAIN), image(OTHER)]), SYMBOLS)
    assert call(code, "direct", 1) == 201


def test_memory_that_may_not_become_code_is_left_to_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise object_loader.Unknown("no")

    monkeypatch.setattr(object_loader._Linker, "_protect", refuse)
    assert place([image(OTHER)], ["switched"]) is None
