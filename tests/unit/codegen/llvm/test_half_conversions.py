"""float16 on a processor without F16C: each conversion gives NumPy's number, and the bits of this machine's NaNs."""

from __future__ import annotations

import ctypes
import platform
from typing import Any

import numpy as np
import pytest

from cutedsl.arch.abi.host import pack_images
from cutedsl.codegen.llvm.compile import Machine, host_machine, optimise
from cutedsl.execution.cpu.module import link_objects

OLD = Machine("x86_64-unknown-linux-gnu", "x86-64", "")
LOOP = """
define void @convert(ptr %x, ptr %y, i64 %count) {{
start:
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %loop ]
  %from = getelementptr {source}, ptr %x, i64 %i
  %to = getelementptr {result}, ptr %y, i64 %i
  %value = load {source}, ptr %from
  %new = {op} {source} %value to {result}
  store {result} %new, ptr %to
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret void
}}
"""
LLVM = {np.float16: "half", np.float32: "float", np.float64: "double"}
pytestmark = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="runs code for x86-64")


def converted(x: np.ndarray, kind: Any, machine: Machine) -> np.ndarray:
    source, result = LLVM[x.dtype.type], LLVM[kind]
    op = "fptrunc" if np.dtype(kind).itemsize < x.dtype.itemsize else "fpext"
    machine = Machine(host_machine().triple, machine.cpu, machine.features, "pic")
    image = optimise(LOOP.format(source=source, result=result, op=op), machine).object_bytes()
    code, y = link_objects(pack_images([image]), ["convert"]), np.empty(x.shape, kind)
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(code["convert"])
    call(x.ctypes.data, y.ctypes.data, x.size)
    return y


def halves() -> np.ndarray:
    return np.arange(1 << 16, dtype=np.uint16).view(np.float16)


def floats() -> np.ndarray:
    """Every half, the middle to its neighbour, one bit beside both, and others, subnormal numbers among them."""
    exact = halves().astype(np.float32).view(np.uint32)
    drawn = np.random.default_rng(1).integers(0, 1 << 32, 1 << 16, dtype=np.uint32)
    beside = [exact + np.uint32(step) for step in (0, 1, 0xFFF, 0x1000, 0x1001, 0x1FFF)]
    return np.concatenate([*beside, exact - np.uint32(1), drawn, drawn & 0x87FFFFFF | 0x30000000]).view(np.float32)


def doubles() -> np.ndarray:
    """The floats, and the doubles beside them, which a rounding by way of float32 would take for ties."""
    finite = floats()
    wide = finite[np.isfinite(finite)].astype(np.float64).view(np.uint64)
    return np.concatenate([wide, wide + np.uint64(1), wide - np.uint64(wide > 0)]).view(np.float64)


CONVERSIONS = [(halves, np.float32), (halves, np.float64), (floats, np.float16), (doubles, np.float16)]


@pytest.mark.parametrize(("inputs", "kind"), CONVERSIONS)
def test_numbers_are_numpys(inputs: Any, kind: Any) -> None:
    with np.errstate(all="ignore"):
        x = inputs()
        wanted = x.astype(kind)
    found = converted(x, kind, OLD)
    np.testing.assert_array_equal(found, wanted)  # NaNs are equal to each other
    numbers = ~np.isnan(wanted)
    assert (np.signbit(found) == np.signbit(wanted))[numbers].all()


@pytest.mark.skipif("+f16c" not in host_machine().features.split(","), reason="this machine has no F16C")
@pytest.mark.parametrize(("inputs", "kind"), [(halves, np.float32), (floats, np.float16)])
def test_bits_are_those_of_the_instructions(inputs: Any, kind: Any) -> None:
    assert converted(inputs(), kind, OLD).tobytes() == converted(inputs(), kind, host_machine()).tobytes()


def test_nothing_is_added_where_it_is_not_needed() -> None:
    text = LOOP.format(source="half", result="float", op="fpext")
    assert b"__extendhfsf2" not in optimise(text, Machine(OLD.triple, "haswell", "+f16c")).object_bytes()
    assert b"__extendhfsf2" not in optimise(text, Machine("aarch64-unknown-linux-gnu", "generic", "")).object_bytes()
    plain = LOOP.format(source="double", result="float", op="fptrunc")
    assert b"__truncsfhf2" not in optimise(plain, OLD).object_bytes()
