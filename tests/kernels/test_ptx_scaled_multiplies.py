"""Inline PTX of a warp's narrow multiplies on the CPU, with factors in any byte of any lane's register.

Fragments and owners of factors are laid out by the PTX ISA's formulas, results compared with exact sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import Float32
from cutedsl.errors import DSLUserCodeError
from tests.kernels.inline_multiplies import OPTIONS, check_multiplies
from tests.kernels.tcgen05_model import finite, scale_value, value
from tests.kernels.test_scaled_mma import words_of

SUM = 1
"""What C is everywhere."""


@dataclass
class Form:
    """A multiply's text, its operands, and where factors stand: byte and lanes of those of A and of B."""

    text: str
    a: str
    b: str
    blocks: int
    scale: str = ""
    at_a: tuple[int, int] = (0, 0)
    at_b: tuple[int, int] = (0, 0)

    @property
    def k(self) -> int:
        return 64 if "k64" in self.text else 32

    @property
    def statement(self) -> str:
        (byte_a, lanes_a), (byte_b, lanes_b) = self.at_a, self.at_b
        more = f", {{$r6}}, {{{byte_a}, {lanes_a}}}, {{$r7}}, {{{byte_b}, {lanes_b}}}" if self.scale else ""
        result, a, b = ", ".join(f"{{$w{i}}}" for i in range(4)), "{$r0}, {$r1}, {$r2}, {$r3}", "{$r4}, {$r5}"
        return (
            f"{{ .reg .f32 c; mov.f32 c, 0f3F800000; mma.sync.aligned.{self.text} {{{result}}}, {{{a}}}, "
            f"{{{b}}}, {{c, c, c, c}}{more}; }}"
        )


FORMS = (
    Form(
        "kind::mxf8f6f4.block_scale.m16n8k32.row.col.f32.e4m3.e2m1.f32.ue8m0",
        "e4m3", "e2m1", 1, "ue8m0", (3, 1), (1, 2),
    ),
    Form("m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e2m1.f32", "e4m3", "e2m1", 1),
    Form("m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0", "e2m1", "e2m1", 2, "ue8m0", (2, 1), (0, 3)),
)  # fmt: skip


def given(form: Form, seed: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The registers of all lanes, and the exact result. Where no factor belongs, registers hold other bytes."""
    rng = np.random.default_rng(seed)
    a, b = rng.choice(finite(form.a), (16, form.k)), rng.choice(finite(form.b), (8, form.k))
    factors = [rng.integers(120, 126, (rows, form.blocks), dtype=np.uint8) for rows in (16, 8)]
    held = rng.integers(1, 100, (2, 32, 4), dtype=np.uint8)
    for row in range(16):
        lane = row % 8 * 4 + 2 * form.at_a[1] + row // 8
        held[0, lane, form.at_a[0] : form.at_a[0] + form.blocks] = factors[0][row]
    for column in range(8):
        held[1, column * 4 + form.at_b[1], form.at_b[0] : form.at_b[0] + form.blocks] = factors[1][column]
    words = [words_of(codes, kind, form.k == 32) for codes, kind in ((a, form.a), (b, form.b))]
    scaled = [decoded(a, form.a), decoded(b, form.b)]
    if form.scale:
        wide = [np.vectorize(lambda code: float(scale_value(int(code), form.scale)))(codes) for codes in factors]
        scaled = [x * np.repeat(part, form.k // form.blocks, 1) for x, part in zip(scaled, wide, strict=True)]
    return np.concatenate([*words, *(part.view(np.int32) for part in held)], 1), SUM + scaled[0] @ scaled[1].T


def decoded(codes: np.ndarray[Any, Any], kind: str) -> np.ndarray[Any, Any]:
    """Float64, in which the sums here are exact: products differ by less than 2**40."""
    return np.vectorize(lambda code: float(value(int(code), kind)))(codes)


def test_each_form_takes_the_factors_that_its_selectors_name(ptxas: Path) -> None:
    problems = [given(form, seed) for seed, form in enumerate(FORMS)]
    check_multiplies([form.statement for form in FORMS], problems, ptxas)


def test_a_form_that_there_is_not_is_named() -> None:
    @cute.kernel
    def kernel(x: cute.Tensor):
        half = FORMS[0].statement.replace("block_scale", "block_scale.scale_vec::4X")
        cute.arch.inline_ptx(half, write_only_types=[Float32] * 4, read_only_args=[x[0]] * 8)

    @cute.jit
    def run(x: cute.Tensor):
        kernel(x).launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError, match=r"inline-ptx-on-cpu.*scale_vec_4X"):
        cute.compile(run, np.zeros(8, np.int32), options=OPTIONS)
