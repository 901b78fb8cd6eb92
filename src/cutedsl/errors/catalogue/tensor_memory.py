"""Errors of tensor memory and its multiplies."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="tensor-memory-address",
        base=TypeError,
        title="Invalid use of a tensor memory address",
        why="Only tcgen05 instructions reach tensor memory, and they take its 32-bit addresses: a lane and a column.",
        fix="Pass the address that `tcgen05.alloc` stored, or a pointer made of it; copy elements through registers.",
        wrong="value = accumulator[0]",
        right="cute.copy(tiled_tmem_load, tTR_tAcc, tTR_rAcc)",
    ),
    Entry(
        name="experimental-place",
        base=RuntimeError,
        title="Tensor memory allocated where nothing frees it",
        why="Tensor memory from `cute.experimental.allocate` goes back at the end of a `cute.experimental.kernel`.",
        fix="Decorate the kernel with `cute.experimental.kernel`, or allocate with `utils.TmemAllocator`.",
        wrong="@cute.kernel\ndef k(): acc = cute_ext.allocate(Float32, AddressSpace.tmem, layout)",
        right="@cute_ext.kernel\ndef k(): acc = cute_ext.allocate(Float32, AddressSpace.tmem, layout)",
    ),
    Entry(
        name="tensor-memory",
        base=RuntimeError,
        title="Invalid use of tensor memory",
        why="A block allocates columns of tensor memory, and each warp reaches the 32 lanes of its quarter alone.",
        fix="Allocate before use, pass addresses of the warp's own lanes, and deallocate before the kernel ends.",
        wrong='tcgen05.load("32x32b", 8, address)              # in all four warps',
        right='tcgen05.load("32x32b", 8, address + (warp << 21))',
    ),
    Entry(
        name="matrix-descriptor",
        base=ValueError,
        title="Invalid matrix or instruction descriptor",
        why="Descriptors are numbers that the hardware decodes bit by bit, and what they say must fit the instruction.",
        fix="Change the field that the message names.",
        wrong="descriptor = (address >> 4) | (stride >> 4) << 32          # Hopper's",
        right="descriptor = (address >> 4) | (stride >> 4) << 32 | 1 << 46",
    ),
    Entry(
        name="tensor-core-operand",
        base=ValueError,
        title="Invalid operand of a tcgen05 instruction",
        why="Each instruction has a fixed set of shapes, kinds and sizes, which PTX lists.",
        fix="Give one of the values that the message lists.",
        wrong='tcgen05.load("32x32b", 3, address)',
        right='tcgen05.load("32x32b", 4, address)',
    ),
)
