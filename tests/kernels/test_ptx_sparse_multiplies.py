"""Inline PTX of a warp's sparse multiplies on the CPU: `mma.sp.sync` with metadata in the lanes that a selector names.

Fragments, metadata and owners of factors are laid out by the PTX ISA's formulas, results compared with exact sums.
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

SUM = 1
"""What C is everywhere."""


@dataclass
class Form:
    """A sparse multiply: its text, K, operands, the sparsity selector, factors a row and where they stand."""

    text: str
    k: int
    a: str
    b: str
    selector: int = 0
    blocks: int = 0
    scale: str = ""
    at_a: tuple[int, int] = (0, 0)
    at_b: tuple[int, int] = (0, 0)

    @property
    def bits(self) -> int:
        """What an element takes in a register."""
        return 16 if self.a == "f16" else 4 if self.k == 128 else 8

    @property
    def unit(self) -> int:
        """Neighbours that are stored together."""
        return 2 if self.bits == 4 else 1

    @property
    def statement(self) -> str:
        words = self.k // 2 * 16 * self.bits // 1024
        a, b = (", ".join(f"{{$r{start + i}}}" for i in range(words)) for start in (0, 4))
        (byte_a, lanes_a), (byte_b, lanes_b) = self.at_a, self.at_b
        more = f", {{$r9}}, {{{byte_a}, {lanes_a}}}, {{$r10}}, {{{byte_b}, {lanes_b}}}" if self.scale else ""
        result = ", ".join(f"{{$w{i}}}" for i in range(4))
        return (
            f"{{ .reg .f32 c; mov.f32 c, 0f3F800000; {self.text} {{{result}}}, {{{a}}}, {{{b}}}, {{c, c, c, c}}, "
            f"{{$r8}}, {self.selector}{more}; }}"
        )


MARK = "mma.sync.aligned.kind"
SPARSE = "sp::ordered_metadata"
FORMS = (
    Form(f"mma.{SPARSE}.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 16, "f16", "f16", 3),
    Form("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", 32, "f16", "f16", 1),
    Form(f"mma.sync.aligned.m16n8k64.row.col.kind::f8f6f4.{SPARSE}.f32.e3m2.e4m3.f32", 64, "e3m2", "e4m3"),
    Form(
        f"{MARK}::mxf8f6f4.{SPARSE}.block_scale.m16n8k64.row.col.f32.e2m1.e5m2.f32.ue8m0",
        64, "e2m1", "e5m2", 0, 1, "ue8m0", (3, 1), (1, 2),
    ),
    Form(
        f"{MARK}::mxf4.{SPARSE}.block_scale.m16n8k128.row.col.f32.e2m1.e2m1.f32.ue8m0",
        128, "e2m1", "e2m1", 0, 2, "ue8m0", (2, 0), (0, 3),
    ),
    Form(
        f"{MARK}::mxf4nvf4.{SPARSE}.block_scale.scale_vec::4X.m16n8k128.row.col.f32.e2m1.e2m1.f32.ue4m3",
        128, "e2m1", "e2m1", 0, 4, "ue4m3", (0, 1), (0, 1),
    ),
)  # fmt: skip


def words_of(codes: np.ndarray[Any, Any], kind: str, bits: int) -> np.ndarray[Any, Any]:
    """A (16, stored K) or B (8, K) of codes as each lane's four words.

    A word holds neighbours along K; a lane has those of every fourth word of a row, and of A rows g and g + 8 in turn.
    """
    rows, each = codes.shape[0] // 8, 32 // bits
    shift = 2 if bits == 8 and kind == "e2m1" else 0
    words = np.zeros((32, 4), np.uint32)
    for lane in range(32):
        for i in range(codes.size // 32):
            word, within = divmod(i, each)
            code = int(codes[lane // 4 + 8 * (word % rows), each * (lane % 4 + 4 * (word // rows)) + within]) << shift
            words[lane, word] |= np.uint32(code << within * bits)
    return words.view(np.int32)


def metadata(form: Form, rng: np.random.Generator) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The column of each stored element of A; and each lane's word, with other bits where the selector does not look.

    Of four units two are stored, in ascending order; their places are two times two bits.
    """
    group, unit = 4 * form.unit, form.unit
    columns = np.zeros((16, form.k // 2), np.int64)
    words = rng.integers(0, 2**32, 32, dtype=np.uint64)
    lanes = form.k * form.bits // 256 if form.bits == 16 else 4
    said = np.zeros(32, np.uint64)
    for row in range(16):
        for at in range(form.k // group):
            kept = np.sort(rng.choice(4, 2, replace=False))
            places = [at * group + place * unit + step for place in kept for step in range(unit)]
            columns[row, at * group // 2 : (at + 1) * group // 2] = places
            code = int(kept[0] + 4 * kept[1])
            lane, bit = row % 8 * 4, 4 * at
            if lanes == 1:
                lane, bit = lane + form.selector, bit + row // 8 * 16
            elif form.k == 32:
                half = at * group // 16
                lane, bit = lane + 2 * form.selector + half, bit % 16 + row // 8 * 16
            else:
                half = at * group // (form.k // 2)
                lane, bit = lane + row // 8 + 2 * half, bit % 32
            said[lane] |= np.uint64(code << bit)
            words[lane] = 0
    return columns, (words | said).astype(np.uint32)


def given(form: Form, seed: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The registers of all lanes, and the exact result. Where no factor belongs, registers hold other bytes."""
    rng = np.random.default_rng(seed)
    a, b = (rng.choice(codes_of(kind), shape) for kind, shape in ((form.a, (16, form.k // 2)), (form.b, (8, form.k))))
    columns, said = metadata(form, rng)
    left = np.zeros((16, form.k))
    np.put_along_axis(left, columns, decoded(a, form.a), axis=1)
    scaled, held = [left, decoded(b, form.b)], rng.integers(1, 100, (2, 32, 4), dtype=np.uint8)
    if form.scale:
        codes = [
            rng.integers(*((120, 126) if form.scale == "ue8m0" else (40, 70)), (rows, form.blocks)) for rows in (16, 8)
        ]
        for row in range(16):
            lane = row % 8 * 4 + 2 * form.at_a[1] + row // 8
            held[0, lane, form.at_a[0] : form.at_a[0] + form.blocks] = codes[0][row]
        for column in range(8):
            held[1, column * 4 + form.at_b[1], form.at_b[0] : form.at_b[0] + form.blocks] = codes[1][column]
        wide = [np.vectorize(lambda code: float(scale_value(int(code), form.scale)))(one) for one in codes]
        scaled = [x * np.repeat(part, form.k // form.blocks, 1) for x, part in zip(scaled, wide, strict=True)]
    words = [words_of(codes, kind, form.bits) for codes, kind in ((a, form.a), (b, form.b))]
    all_words = [*words, said.view(np.int32)[:, None], *(part.view(np.int32) for part in held)]
    return np.concatenate(all_words, 1), SUM + scaled[0] @ scaled[1].T


def codes_of(kind: str) -> Any:
    """Codes to draw from; small integers of float16, whose sums float32 holds."""
    return np.arange(-8, 9).astype(np.float16).view(np.uint16) if kind == "f16" else finite(kind)


def decoded(codes: np.ndarray[Any, Any], kind: str) -> np.ndarray[Any, Any]:
    """Float64, in which the sums here are exact."""
    if kind == "f16":
        return codes.astype(np.uint16).view(np.float16).astype(np.float64)
    return np.vectorize(lambda code: float(value(int(code), kind)))(codes)


def test_each_form_takes_the_metadata_and_factors_that_its_selectors_name(ptxas: Path) -> None:
    problems = [given(form, seed) for seed, form in enumerate(FORMS)]
    check_multiplies([form.statement for form in FORMS], problems, ptxas)


@pytest.mark.parametrize(("form", "selector"), [(FORMS[1], 2), (FORMS[4], 1)])
def test_a_selector_beyond_the_lanes_of_a_row_is_named(form: Form, selector: int) -> None:
    text = form.statement.replace(f"{{$r8}}, {form.selector}", f"{{$r8}}, {selector}")

    @cute.kernel
    def kernel(x: cute.Tensor):
        cute.arch.inline_ptx(text, write_only_types=[Float32] * 4, read_only_args=[x[0]] * 11)

    @cute.jit
    def run(x: cute.Tensor):
        kernel(x).launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError, match=f"inline-ptx-on-cpu.*sparsity selector {selector}"):
        cute.compile(run, np.zeros(8, np.int32), options=OPTIONS)
