"""Errors of what programs compile with instead of arrays: symbols, fake tensors."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="symbol-invalid",
        base=ValueError,
        title="Invalid width or divisibility of a symbol",
        why="A symbol stands for a 32- or 64-bit number that a positive integer divides.",
        fix="Use 32 or 64 bits and a divisibility of at least 1.",
        wrong="m = cute.sym_int(divisibility=0)",
        right="m = cute.sym_int(divisibility=8)",
    ),
    Entry(
        name="fake-tensor-shape",
        base=ValueError,
        title="Invalid shape or stride of a fake tensor",
        why="A tensor has one stride for each extent; each is an integer, or a symbol that calls may change.",
        fix="Give as many strides as extents, as integers and symbols.",
        wrong="make_fake_tensor(Float32, (m, 64), stride=(64,))",
        right="make_fake_tensor(Float32, (m, 64), stride=(64, 1))",
    ),
)
