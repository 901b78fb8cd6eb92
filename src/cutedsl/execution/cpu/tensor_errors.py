"""What the CPU says of a wrong use of tensor memory, or of a descriptor that no hardware takes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cutedsl.arch.tensor_memory import COLLECTOR_BUFFERS, COLLECTORS, COLUMN_COUNTS, DescriptorField, TensorFault

_COUNTS: Final = ", ".join(map(str, COLUMN_COUNTS))

_MEMORY: Final[Mapping[TensorFault, tuple[str, str]]] = MappingProxyType(
    {
        TensorFault.COUNT: ("asks for {0} columns of tensor memory", f"Ask for one of {_COUNTS}."),
        TensorFault.FULL: (
            "allocates {0} columns of tensor memory, and no {0} columns that lie together are free",
            "Deallocate first, or allocate fewer: a block has 512.",
        ),
        TensorFault.NO_PERMIT: (
            "allocates {0} columns after the block gave up its permit to allocate",
            "Call `relinquish_alloc_permit` after the last allocation.",
        ),
        TensorFault.GREW: (
            "allocates {1} columns of tensor memory after {0}: allocations of a block may not grow",
            "Allocate the largest part first.",
        ),
        TensorFault.NOT_ALLOCATED: (
            "deallocates {1} columns at address {0:#x}, where no allocation of {1} columns begins",
            "Pass the address that the allocation stored, and its number of columns.",
        ),
        TensorFault.OUTSIDE: (
            "accesses columns {0} to {last} of tensor memory, which are not all allocated",
            "Allocate as many columns as the accumulators and operands take.",
        ),
        TensorFault.OTHER_LANES: (
            "accesses tensor memory at lane {0}, in a warp that reaches lanes {first} to {end} alone",
            "Add `(warp % 4) << 21` to the address; a shape of 16 lanes may begin 16 lanes further.",
        ),
        TensorFault.LANE: (
            "starts at lane {0} of tensor memory, where the instruction cannot start",
            "Pass an address of lane 0; accumulators of 64 rows may begin at lane 16.",
        ),
        TensorFault.NO_PAIR: (
            "starts an instruction for a pair of blocks in a cluster of {0}",
            "Launch with a cluster of an even number of blocks along x.",
        ),
        TensorFault.PAIR_DIFFERS: (
            "allocates {0} columns of tensor memory for a pair, whose other block has allocated {1}",
            "Ask for the same number of columns in both blocks, in the same order.",
        ),
        TensorFault.MIXED_GROUPS: (
            "starts a tcgen05 instruction with cta_group {1} after one with {0}",
            "Use one cta_group in all tcgen05 instructions of a kernel.",
        ),
        TensorFault.LEAKED: (
            "ends with columns of tensor memory that it has allocated and not deallocated",
            "Deallocate them in the warp that allocated, before the kernel ends.",
        ),
        TensorFault.SHIFTED_COLUMNS: (
            "shifts the columns of B by {0} in a zero-column mask; its instruction descriptor allows {1}",
            "Say the largest shift in bits 30 and 31 of the instruction descriptor: 8, 16 (with M of 32 too) or 32.",
        ),
        TensorFault.METADATA: (
            "multiplies a sparse A whose metadata has {1:#06b} in row {0}, which names no two places",
            "Write 0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b0110 or 0b1110; of kind tf32 0b0100 or 0b1110.",
        ),
        TensorFault.METADATA_COLUMN: (
            "names metadata of a sparse A at column {0} by the selector {1}, which leads out of its four columns",
            "Begin at an even column, and name the others of the four by the sparsity selector of the descriptor.",
        ),
        TensorFault.COPIES: (
            "reads scale factors or metadata whose copies differ: lane {1} of tensor memory has not what lane {0} has",
            "Copy them to each quarter of the lanes, as `tcgen05.cp` with `.warpx4` does.",
        ),
        TensorFault.COLLECTOR_EMPTY: (
            "multiplies with `.collector::{buffer}::{use}`, and that buffer holds no matrix",
            "Let a multiply of the same matrix fill the buffer first; every multiply that names no use of it, and "
            "`lastuse` and `discard`, empty it.",
        ),
        TensorFault.COLLECTOR_OTHER: (
            "multiplies with `.collector::{buffer}::{use}`, and that buffer holds another matrix than the "
            "multiply names",
            "Use a buffer for the very matrix that filled it, unchanged; fill it with this one instead.",
        ),
        TensorFault.OWN_OPERAND: (
            "multiplies into columns {0} to {last} of tensor memory, which hold A, its metadata or factors of the same "
            "multiply",
            "Give sums columns of their own: the order in which a multiply reads operands and writes sums is open.",
        ),
        TensorFault.LANES_DIFFER: (
            "gives an operand of an instruction on tensor memory that differs from lane to lane of its warp",
            "Pass one value in all lanes: the instruction adds the lanes by itself.",
        ),
    }
)

_COLLECTING: Final = frozenset({TensorFault.COLLECTOR_EMPTY, TensorFault.COLLECTOR_OTHER})

_FIELDS: Final[Mapping[DescriptorField, str]] = MappingProxyType(
    {
        DescriptorField.RESERVED: "{1:#x} has bits set that must be 0",
        DescriptorField.SUMS: "the type of D has code {1}, which this kind does not have",
        DescriptorField.SATURATE: "sums saturate, which only those of kind i8 do",
        DescriptorField.NEGATED: "an operand is negated, which those of kind i8 cannot be",
        DescriptorField.LONG_K: "K is 96, which only dense kinds of 4 bits have",
        DescriptorField.SCALE_TYPE: "the factors are ue4m3, which only kind mxf4nvf4 takes",
        DescriptorField.SCALE_ID: "the factors begin at byte {1}, where those of this kind cannot begin",
        DescriptorField.M: "M is {1}, which this kind and cta_group do not have",
        DescriptorField.N: "N is {1}, which this kind and cta_group do not have",
        DescriptorField.ORDER: "an operand is MN-major, which its type and memory do not allow",
        DescriptorField.SPARSE: "its sparsity bit is {1}, and the instruction's form says otherwise",
        DescriptorField.SPARSE_M: (
            "A is sparse and M is {1}; kinds with scale factors take a sparse A of 128 rows, or 256 of a pair"
        ),
        DescriptorField.A: "the type of A has code {1}, which this kind does not have",
        DescriptorField.B: "the type of B has code {1}, which this kind does not have",
    }
)

_SHARED: Final[Mapping[TensorFault, str]] = MappingProxyType(
    {
        TensorFault.DESCRIPTOR_VERSION: "{0:#x} has not 0b001 in bits 46 to 48, as Blackwell's have (Hopper's have 0)",
        TensorFault.DESCRIPTOR_BITS: "{0:#x} has bits set that must be 0",
        TensorFault.DESCRIPTOR_LAYOUT: "the code of its swizzle is {0}; codes are 0, 1, 2, 4 and 6",
        TensorFault.DESCRIPTOR_ABSOLUTE: "its leading offset is an address, which only K = 96 of sm_103a takes",
        TensorFault.DESCRIPTOR_OUTSIDE: "it leads to byte {0} of shared memory, which has {1}",
        TensorFault.DESCRIPTOR_ORDER: (
            "the swizzle does not fit the order: MN-major operands of 32 bits take the swizzle of 128 bytes with atoms "
            "of 32, others do not"
        ),
    }
)


def tensor_fault_text(fault: int, a: int, b: int) -> tuple[str, str, str]:
    """The error's name, what a thread does, and the fix."""
    kind = TensorFault(fault)
    if kind in _MEMORY:
        text, fix = _MEMORY[kind]
        collector = {"buffer": COLLECTOR_BUFFERS[a], "use": COLLECTORS[b]} if kind in _COLLECTING else {}
        said = text.format(a, b, last=a + b - 1, first=32 * b, end=32 * b + 31, **collector)
        return "tensor-memory", said, fix
    if kind is TensorFault.INSTRUCTION:
        said = f"multiplies by an instruction descriptor that is wrong: {_FIELDS[DescriptorField(a)].format(a, b)}"
        return "matrix-descriptor", said, "Compare it with the instruction's kind, shape and operands."
    said = (
        f"names a matrix in shared memory by a descriptor that is wrong: {_SHARED[kind].format(a & (1 << 64) - 1, b)}"
    )
    return "matrix-descriptor", said, "Make it of the matrix's place, offsets and swizzle, as PTX lays out descriptors."
