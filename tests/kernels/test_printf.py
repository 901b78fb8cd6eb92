"""`cute.printf` in a host function: formats print what Python's own do, natively and eagerly."""

from __future__ import annotations

from typing import Any

import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import eager
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
]


@cute.jit
def show(text: cutlass.Constexpr, count: cutlass.Constexpr, value):
    cute.printf(text, *[value] * count)


def expected(text: str, value: Any) -> str:
    places = text.replace("{{", "").replace("%%", "").count("{") + text.replace("%%", "").count("%")
    return (text.format(*[value] * places) if "%" not in text else text % ((value,) * places)) + "\n"


@pytest.mark.parametrize(("text", "kind", "value"), FORMATS, ids=[text for text, _, _ in FORMATS])
def test_formats(text: str, kind: Any, value: Any, capfd: pytest.CaptureFixture[str]) -> None:
    places = text.replace("{{", "").replace("%%", "").count("{") + text.replace("%%", "").count("%")
    show(text, places, kind(value))
    eager.run(show, text, places, kind(value))
    assert capfd.readouterr().out == expected(text, value) * 2


@pytest.mark.parametrize("text", ["{:^8}", "{:*>8}", "{:,}", "{:d}", "{:b}", "%d"])
def test_what_c_cannot_print(text: str) -> None:
    with pytest.raises(DSLUserCodeError, match="printf-format"):
        show(text, 1, 1.5)


def test_an_f_string_is_a_format(capfd: pytest.CaptureFixture[str]) -> None:
    @cute.jit
    def told(n: cutlass.Int32, x: cutlass.Float32):
        cute.printf(f"n={n:>4} x={x:.2f} {{{n + 1}}} known={3 * 4}")

    told(7, 1.25)
    assert capfd.readouterr().out == "n=   7 x=1.25 {8} known=12\n"
