"""`cute.printf` in a host function: formats print what Python's own do, natively and eagerly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError

FORMATS: list[tuple[str, Any, Any]] = [
    ("{:>8}|", cutlass.Int32, 42),
    ("{:<8}|", cutlass.Int32, -42),
    ("{:8d}|{{}}", cutlass.Int64, 1 << 40),
    ("{:08d}|", cutlass.Int32, -7),
    ("{:+d}|{:x}|{:#X}", cutlass.Int32, 255),
    ("{:5}|{:o}", cutlass.Uint8, 200),
    ("{}|", cutlass.Uint64, (1 << 64) - 1),
    ("{:.3f}|{:>10.2f}|{:<10.1f}|{:+.1e}|{:g}", cutlass.Float32, 3.25),
    ("{:010.3f}|{:.3}", cutlass.Float64, -2.5),
    ("{:.1f}|", cutlass.Int32, 3),
    ("%5.2f|%-6.1e|%%", cutlass.Float16, 1.5),
    ("%5d|%x|%u", cutlass.Int16, 77),
    ("%.2f", cutlass.Int32, 4),
    ("%c|%3c|", cutlass.Int8, 65),
]


@cute.jit
def show(text: cutlass.Constexpr, count: cutlass.Constexpr, value):
    cute.printf(text, *[value] * count)


def expected(text: str, value: Any) -> str:
    places = text.replace("{{", "").replace("%%", "").count("{") + text.replace("%%", "").count("%")
    return (text.format(*[value] * places) if "%" not in text else text % ((value,) * places)) + "\n"


@pytest.mark.parametrize(("text", "kind", "value"), FORMATS, ids=[text for text, _, _ in FORMATS])
def test_each_format_prints_what_c_prints(text: str, kind: Any, value: Any, capfd: pytest.CaptureFixture[str]) -> None:
    places = text.replace("{{", "").replace("%%", "").count("{") + text.replace("%%", "").count("%")
    show(text, places, kind(value))
    eager.run(show, text, places, kind(value))
    assert capfd.readouterr().out == expected(text, value) * 2


@pytest.mark.parametrize("text", ["{:^8}", "{:*>8}", "{:,}", "{:d}", "{:b}", "%d"])
def test_a_format_without_a_counterpart_in_c_is_refused(text: str) -> None:
    with pytest.raises(DSLUserCodeError, match="printf-format"):
        show(text, 1, 1.5)


@cute.jit
def show_in_order(text: cutlass.Constexpr, one: cutlass.Int32, two: cutlass.Float32):
    cute.printf(text, one, two)


@pytest.mark.parametrize("text", ["{1} {0}", "{0:>4}|{0}|{1:.2f}", "{1:.3f}"])
def test_numbered_fields_take_their_argument(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    show_in_order(text, 7, 2.5)
    printed = text.replace("{1}", "{1:f}").format(7, 2.5)
    assert capfd.readouterr().out == (printed if "{0" in text else f"{printed} 7") + "\n"


def test_a_numbered_field_without_an_argument_is_refused() -> None:
    with pytest.raises(DSLUserCodeError, match="printf-format"):
        show_in_order("{2}", 7, 2.5)


def test_an_f_string_is_a_format(capfd: pytest.CaptureFixture[str]) -> None:
    @cute.jit
    def told(n: cutlass.Int32, x: cutlass.Float32):
        cute.printf(f"n={n:>4} x={x:.2f} {{{n + 1}}} known={3 * 4}")

    told(7, 1.25)
    assert capfd.readouterr().out == "n=   7 x=1.25 {8} known=12\n"


def test_everything_that_a_program_may_hold(capfd: pytest.CaptureFixture[str]) -> None:
    @cute.jit
    def every(x: cute.Tensor, n: cutlass.Int32):
        cute.printf("{} {}", cute.make_layout((n, 8)), cute.make_identity_layout((4, 8)))
        cute.printf(cute.make_composed_layout(cute.make_swizzle(2, 4, 3), 0, cute.make_layout((32, 32))))
        cute.printf("{} {} {}", cute.make_swizzle(2, 4, 3), cute.E(0, 1) * n, x.element_type)
        cute.printf("{}", x.iterator)
        cute.printf(f"{x}")
        cute.printf("{:.1f}", x.load())
        cute.printf("{}", cute.make_identity_tensor((4, n))[n, None])
        cute.printf("{}", cute.make_rmem_tensor(cute.make_layout(2), cutlass.Float16).iterator)
        cute.printf("{}", cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32))

    x = np.arange(3, dtype=np.float32)
    pointer = f"raw_ptr(0x{x.ctypes.data:016x}: f32, generic, align<4>)"
    for run in (every, lambda *given: eager.run(every, *given)):
        run(from_dlpack(x), cutlass.Int32(3))
        assert capfd.readouterr().out.splitlines()[:9] == [
            "(3,8):(1,3) (4,8):(1@0,1@1)",
            "S<2,4,3> o 0 o (32,32):(1,32)",
            "S<2,4,3> 3@1@0 Float32",
            pointer,
            pointer + " o (3):(1) = ( 0.000000, 1.000000, 2.000000 )",
            "( 0.0, 1.0, 2.0 )",
            "(3,0) o (3):(1@1)",
            "raw_ptr(f16, rmem, align<32>)",
            "Copy Atom",
        ]


def test_many_elements_are_cut_short(capfd: pytest.CaptureFixture[str]) -> None:
    @cute.jit
    def many(x: cute.Tensor):
        cute.printf("{}", x.load())

    many(from_dlpack(np.zeros(40, np.int32)))
    assert capfd.readouterr().out == "( " + "0, " * 24 + "... )\n"
