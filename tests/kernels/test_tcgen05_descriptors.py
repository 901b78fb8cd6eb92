"""Descriptors of multiplies with one thing wrong: each is an error that says what, and no field is without a case."""

from __future__ import annotations

import pytest

from cutedsl.arch.tensor_memory import DescriptorField, TensorFault
from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cpu.tensor_errors import tensor_fault_text
from tests.kernels.tcgen05_model import Bench, Form, Operand

HALVES = 1 << 4 | 64 >> 3 << 17 | 128 >> 4 << 24
"""f32 sums of f16, 128 by 64."""
NARROW = HALVES
"""The same of e4m3."""
INTEGERS = 2 << 4 | 64 >> 3 << 17 | 128 >> 4 << 24
PACKED = 1 << 7 | 1 << 10 | 64 >> 3 << 17 | 1 << 23 | 128 >> 7 << 27
"""With factors ue8m0, of e2m1."""
SCALED_BYTES = 64 >> 3 << 17 | 1 << 23 | 128 >> 7 << 27
FORMS = {
    "f16": Form("f16"),
    "f16 of tensor memory": Form("f16", a_in_tmem=True),
    "sparse f16": Form("f16", metadata=96),
    "f8f6f4": Form("f8f6f4"),
    "sparse f8f6f4": Form("f8f6f4", metadata=96),
    "a pair's sparse mxf4": Form("mxf4", 2, scaled=True, scale_vector="2X", metadata=96),
    "i8": Form("i8"),
    "mxf8f6f4": Form("mxf8f6f4", scaled=True, scale_vector="1X"),
    "mxf4": Form("mxf4", scaled=True, scale_vector="2X"),
    "mxf4nvf4": Form("mxf4nvf4", scaled=True, scale_vector="4X"),
}
FIELDS: list[tuple[DescriptorField, str, int]] = [
    (DescriptorField.RESERVED, "f16", HALVES | 1 << 6),
    (DescriptorField.RESERVED, "f16", HALVES | 1 << 23),
    (DescriptorField.RESERVED, "f16", HALVES | 1 << 29),
    (DescriptorField.RESERVED, "f16", HALVES | 1 << 30),
    (DescriptorField.RESERVED, "mxf4", PACKED | 1 << 3),
    (DescriptorField.RESERVED, "mxf4", PACKED | 1 << 24),
    (DescriptorField.SUMS, "f16", HALVES ^ 3 << 4),
    (DescriptorField.SUMS, "i8", INTEGERS ^ 3 << 4),
    *((DescriptorField.SUMS, "f16", HALVES ^ 1 << 4 | 1 << bit) for bit in (7, 10)),  # halves are sums of halves alone
    (DescriptorField.SATURATE, "f16", HALVES | 1 << 3),
    (DescriptorField.NEGATED, "i8", INTEGERS | 1 << 13),
    (DescriptorField.NEGATED, "i8", INTEGERS | 1 << 14),
    (DescriptorField.LONG_K, "mxf8f6f4", SCALED_BYTES | 1 << 31),
    (DescriptorField.SCALE_TYPE, "mxf8f6f4", SCALED_BYTES ^ 1 << 23),
    (DescriptorField.SCALE_TYPE, "mxf4", PACKED ^ 1 << 23),
    (DescriptorField.SCALE_ID, "mxf4", PACKED | 1 << 4),
    (DescriptorField.SCALE_ID, "mxf4nvf4", PACKED | 2 << 29),
    (DescriptorField.M, "f16", HALVES ^ (128 ^ 256) >> 4 << 24),
    (DescriptorField.N, "f16", HALVES & ~(0x3F << 17)),
    (DescriptorField.ORDER, "f16 of tensor memory", HALVES | 1 << 15),
    (DescriptorField.ORDER, "f8f6f4", NARROW | 5 << 7 | 1 << 15),
    (DescriptorField.ORDER, "f8f6f4", NARROW | 3 << 10 | 1 << 16),
    (DescriptorField.SPARSE, "f16", HALVES | 1 << 2),
    (DescriptorField.SPARSE_M, "a pair's sparse mxf4", PACKED | 1 << 2),
    (DescriptorField.RESERVED, "sparse f8f6f4", NARROW | 1 << 2 | 1),
    (DescriptorField.A, "f16", HALVES | 2 << 7),
    (DescriptorField.A, "f8f6f4", NARROW | 2 << 7),
    (DescriptorField.A, "mxf4", PACKED ^ 3 << 7),
    (DescriptorField.B, "f16", HALVES | 3 << 10),
    (DescriptorField.B, "mxf4", PACKED ^ 3 << 10),
]
PLAIN = Operand(0, leading=2048, stride=128)
GOOD = PLAIN.descriptor(0), PLAIN.descriptor(1 << 15)
MATRICES: list[tuple[TensorFault, int]] = [
    *((TensorFault.DESCRIPTOR_VERSION, GOOD[1] ^ bit << 46) for bit in (1, 3, 5)),
    *((TensorFault.DESCRIPTOR_BITS, GOOD[1] | 1 << bit) for bit in (14, 15, 30, 31, 53, 60)),
    *((TensorFault.DESCRIPTOR_LAYOUT, GOOD[1] | code << 61) for code in (3, 5, 7)),
    *((TensorFault.DESCRIPTOR_ABSOLUTE, GOOD[1] | 1 << 52 | code << 61) for code in (0, 4, 6)),
    (TensorFault.DESCRIPTOR_OUTSIDE, PLAIN.descriptor(227 * 1024 - 128)),
]


def text_of(fault: TensorFault, a: int = 0, b: int = 0) -> str:
    """What the CPU says of a fault, up to its first number."""
    _, said, _ = tensor_fault_text(fault, a, b)
    return said


def refused(form: Form, a: int, b: int, word: int) -> DSLUserCodeError:
    with pytest.raises(DSLUserCodeError) as caught:
        Bench(form.group, columns=128).run(form, a, b, word, factors=(64, 96))
    assert caught.value.name == "matrix-descriptor"
    return caught.value


def test_each_field_has_a_case() -> None:
    assert {field for field, _, _ in FIELDS} == set(DescriptorField)
    wrong = {fault for fault in TensorFault if fault.name.startswith("DESCRIPTOR_")}
    assert {fault for fault, _ in MATRICES} | {TensorFault.DESCRIPTOR_ORDER} == wrong


@pytest.mark.cutedsl_unchecked  # there it is a finding
@pytest.mark.parametrize("form", FORMS)
def test_wrong_fields_of_an_instruction_are_named(form: str) -> None:
    """Each word of the kind, in a program that is compiled once."""
    for field, _, word in (one for one in FIELDS if one[1] == form):
        left = 32 if FORMS[form].a_in_tmem else GOOD[0]
        message = refused(FORMS[form], left, GOOD[1], word).report.message
        start = text_of(TensorFault.INSTRUCTION, int(field), 0).split(": ", 1)[1]
        assert max(start.split("0"), key=len).strip() in message, (field, message)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_wrong_descriptors_of_matrices_are_named() -> None:
    for fault, descriptor in MATRICES:
        for pair in ((GOOD[0], descriptor), (descriptor, GOOD[1])):
            message = str(refused(FORMS["f16"], *pair, HALVES))
            words = max(text_of(fault).split(": ", 1)[1].split("0"), key=len).strip()
            assert words in message, (fault, message)


@pytest.mark.cutedsl_unchecked  # there it is a finding
def test_rows_that_are_contiguous_take_the_swizzle_of_their_width() -> None:
    """Of 32 bits that with atoms of 32 bytes, and of others not that one. Source: PTX ISA, "Canonical Layouts"."""
    for kind, word, code in (("f16", HALVES, 1), ("tf32", HALVES | 2 << 7 | 2 << 10, 2)):
        how = Operand(code, True, leading=2048, stride=1024)
        message = str(refused(Form(kind), how.descriptor(0), how.descriptor(1 << 15), word | 3 << 15))
        assert "the swizzle does not fit the order" in message
