"""The structures of tensor memory on the CPU."""

from __future__ import annotations

from typing import Final

from cutedsl.native.fields import Field, Structure

LANES: Final = 128
COLUMNS: Final = 512
"""Of 32 bits each; a block has so many."""
_SLICES: Final = COLUMNS // 32
_MOST_K: Final = 128
_SCRATCH_BYTES: Final = _MOST_K * (LANES + 256) * (4 + 8)

TENSOR_MEMORY: Final = Structure(
    "TensorMemory",
    (
        Field("taken", "i32", "slices of 32 columns that are allocated, as bits"),
        Field("relinquished", "i32", "whether the block allocates no more"),
        Field("last", "i32", "columns of the last allocation"),
        Field("group", "i32", "how many blocks its instructions are for; 0: none was there yet"),
        Field("site", "i32", "where it was allocated last"),
        Field("sizes", "i8", "by its first slice, how many an allocation has", _SLICES),
        Field("unused", "i32", "up to a multiple of 64 bytes", 5),
        Field("raw", "ptr", "what `malloc` gave"),
        Field("words", "i32", "lanes of each column", LANES * COLUMNS, "uint32_t NAME"),
        Field("scratch", "i8", "operands of a multiply as numbers", _SCRATCH_BYTES, "uint8_t NAME"),
    ),
    align_bytes=64,
    doc="The tensor memory of a block.",
)

TENSOR_MULTIPLY: Final = Structure(
    "TensorMultiply",
    (
        Field("a", "i64", "a descriptor, or an address"),
        Field("b", "i64", "a descriptor"),
        Field("zero_columns", "i64", "which columns of B count as zero"),
        Field("d", "i32", "an address"),
        Field("instruction", "i32", "a descriptor", c="uint32_t NAME"),
        Field("factors_a", "i32", "the address of the factors of A"),
        Field("factors_b", "i32", "the address of the factors of B"),
        Field("metadata", "i32", "the address of that of a sparse A"),
        Field("accumulate", "i32", "whether D is added"),
        Field("kind", "i32", "a number of `KINDS`"),
        Field("group", "i32", "for how many blocks"),
        Field("block", "i32", "elements with one factor; 0: there are none"),
        Field("scale_d", "i32", "D is divided by two to the power of this"),
        Field("a_in_tensor_memory", "i32", "whether `a` is an address"),
        Field("sparse", "i32", "whether A is"),
        Field("stationary", "i32", "whether it is of that kind"),
        Field("shifted", "i32", "whether rows of A are one further"),
        Field("masked", "i32", "whether `lanes` counts"),
        Field("lanes", "i32", "lanes of D that keep what they have, as bits; then those of the odd block", 8),
    ),
    doc="A multiply as it was issued.",
)

TENSOR_STRUCTURES: Final = (TENSOR_MEMORY, TENSOR_MULTIPLY)
