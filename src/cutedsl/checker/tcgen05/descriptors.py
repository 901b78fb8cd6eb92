"""Checks matrix descriptors against the shared-memory tensors that they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from typing import Any, Final

from cutedsl.arch.abi.check import SEVERAL_LANES
from cutedsl.checker.findings import Place
from cutedsl.checker.names import Names
from cutedsl.checker.shadow import Shadow, Told
from cutedsl.checker.tensors import Placed, Spot, Tensors
from cutedsl.errors.frozen import frozen
from cutedsl.layout import ComposedLayout, crd2idx, product

_Parts = tuple[str, str, Spot, tuple[Place, ...], str]
"""Class, message, tensor, places and the fix."""
_WARP: Final = SEVERAL_LANES + 1
_OPERANDS: Final = ("what a copy", "A of a multiply", "B of a multiply")


def matrix(names: Names, tensors: Tensors, memory: Shadow, told: Told) -> _Parts | None:
    """A matrix that leaves the tensor in which its descriptor begins; None for others."""
    start, low, high = told.a, told.b & 0xFFFFFFFF, told.b >> 32
    words = memory.lane_words()[:6]
    walk = Walk.of(words[:5], memory.smem_start + start)
    found = tensors.extent(memory.smem_start + start)
    if found is None:
        return None
    spot, first, last = found
    first, last = first - memory.smem_start, last - memory.smem_start
    who = names.who(told.row, _WARP)
    if first <= low and high <= last:
        if not told.access >> 8:  # what is copied are bytes
            return None
        other = _misread(tensors, walk)
        if other is not None:
            return _told(names, told, who, other)
        return _mistaken(names, tensors, told, who, walk.address(0, 0), Format(int(words[5])))
    name = f"`{spot.tensor}`" if spot.tensor else "the tensor"
    message = (
        f"{who} reads {_OPERANDS[told.access >> 8]} from bytes {low} to {high - 1} of shared memory, and {name}, where "
        f"its descriptor begins, has bytes {first} to {last - 1}"
    )
    where = names.place(told.site, told.row, _WARP, "reads it")
    fix = (
        "Compare the descriptor's distances and swizzle, and M, N and the order in the instruction's, with the tensor."
    )
    return "matrix-descriptor", message, spot, (where,), fix


_FIX: Final = "Make the descriptor of the tensor's own layout, and set the order of the operand in the instruction's."


def _told(names: Names, told: Told, who: str, found: tuple[Placed, int, int]) -> _Parts:
    tensor, row, k = found
    spot = tensor.spot(tensor.address_of(tensor.coordinate_of(names.smem_start + told.a)))
    name = f"`{tensor.note.name}`" if tensor.note.name else "the tensor"
    message = (
        f"{who} reads {_OPERANDS[told.access >> 8]} by a descriptor that walks {name} in another order than its "
        f"layout: row {row}, element {k} of K lies elsewhere"
    )
    where = names.place(told.site, told.row, _WARP, "reads it")
    return "matrix-descriptor", message, spot, (where,), _FIX


class Format(IntEnum):
    """What a multiply takes elements for, as `native/tensor/multiply.h` numbers it."""

    F16 = 0
    BF16 = 1
    TF32 = 2
    E4M3 = 3
    E5M2 = 4
    E2M3 = 5
    E3M2 = 6
    E2M1 = 7
    U8 = 8
    S8 = 9
    PACKED = 10


_ELEMENTS: Final = {
    Format.F16: ("f16",),
    Format.BF16: ("bf16",),
    Format.TF32: ("f32", "tf32"),
    Format.E4M3: ("f8E4M3FN", "f8E4M3"),
    Format.E5M2: ("f8E5M2",),
    Format.E2M3: ("f6E2M3FN",),
    Format.E3M2: ("f6E3M2FN",),
    Format.E2M1: ("f4E2M1FN",),
    Format.PACKED: ("f4E2M1FN",),
}
"""The IR's types of such elements; integers do not say whether they have a sign."""


def _mistaken(names: Names, tensors: Tensors, told: Told, who: str, address: int, taken_for: Format) -> _Parts | None:
    """A tensor of floats of other types than what the instruction takes them for. Integers may be anything's bytes."""
    around = [one for one in tensors.placed(address) if one.note.element and not one.note.element.startswith("i")]
    fitting = _ELEMENTS.get(taken_for, ())
    if not around or any(one.note.element in fitting for one in around):
        return None
    spot = around[0].spot(address)
    name = f"`{spot.tensor}`" if spot.tensor else "the tensor"
    message = (
        f"{who} reads {_OPERANDS[told.access >> 8]} as elements of {taken_for.name.lower()}, and {name} has those of "
        f"{around[0].note.element}"
    )
    where = names.place(told.site, told.row, _WARP, "reads it")
    fix = (
        "Set the type of the operand in the instruction's descriptor, and its kind, to those of the tensor's elements."
    )
    return "matrix-descriptor", message, spot, (where,), fix


@frozen
class Walk:
    """How a descriptor leads through a matrix. Source: PTX ISA, "Canonical Layouts"."""

    start: int
    """An address; 18 bits of it are the descriptor's."""
    leading: int
    stride: int
    code: int
    base: int
    along_rows: bool
    rows: int
    depth: int
    bits: int

    @classmethod
    def of(cls, words: Sequence[int], start: int) -> Walk:
        """From what the check hands over: descriptor, order, rows, bytes of K, bits of an element."""
        descriptor, along, rows, count, bits = (int(word) & (1 << 64) - 1 for word in words)

        def field(at: int, width: int) -> int:
            return descriptor >> at & (1 << width) - 1

        distances = field(16, 14) << 4, field(32, 14) << 4
        return cls(start, *distances, field(61, 3), field(49, 3), bool(along), rows, count * 8 // bits, bits)

    def address(self, row: int, k: int, *, swizzled: bool = True) -> int:
        """Where an element lies; or would, if the descriptor had no swizzle."""
        wide = {0: 16, 6: 32, 4: 64}.get(self.code, 128)
        outer, inner = (k, row) if self.along_rows else (row, k)
        byte, period = inner * self.bits // 8, 4 if self.code == 1 else 8
        line, group, apart = outer % period * wide, outer // period, self.stride
        if self.code == 0:
            beside = (self.stride if self.along_rows else self.leading) * (byte // 16) + byte % 16
            apart = self.leading if self.along_rows else self.stride
        elif self.along_rows:
            beside = byte // wide * self.leading + byte % wide
        else:
            beside = byte
        plain = self.start + beside + line + group * apart
        if not swizzled:
            return plain
        mask, shift = {0: (0, 3), 6: (0x10, 3), 4: (0x30, 3), 1: (0x60, 2)}.get(self.code, (0x70, 3))
        return plain ^ (plain - (self.base << 7) >> shift & mask)

    def corners(self) -> Iterator[tuple[int, int]]:
        """Some rows and places along K, which tell layouts apart."""
        rows = [row for row in (0, 1, 2, 4, 7, 8, 9, 16, 24, 63, 64, 127) if row < self.rows]
        return ((row, k) for row in rows for k in (0, 1, self.depth // 2, self.depth - 1))


def _misread(tensors: Tensors, walk: Walk) -> tuple[Placed, int, int] | None:
    """A tensor around the matrix's first element, and one that lies elsewhere; None where one of them fits."""
    if walk.bits < 8:
        return None
    found: tuple[Placed, int, int] | None = None
    for tensor in tensors.placed(walk.address(0, 0)):
        elements = [_elements(tensor, walk, turned) for turned in (False, True)]
        if tensor.note.elem_bits != walk.bits or all(one is None for one in elements):
            continue
        wrong = [_first_wrong(tensor, walk, one) for one in elements if one is not None]
        if any(one is None for one in wrong):
            return None
        row, k = wrong[0] or (0, 0)
        found = found or (tensor, row, k)
    return found


def _first_wrong(tensor: Placed, walk: Walk, element: Callable[[int, int], Any]) -> tuple[int, int] | None:
    # An array that has no swizzle of its own may be filled by an engine that has: the swizzles are compared by writes.
    swizzled = bool(tensor.note.swizzle) or isinstance(tensor.layout, ComposedLayout)
    for row, k in walk.corners():
        if tensor.address_of(element(row, k)) != walk.address(row, k, swizzled=swizzled):
            return row, k
    return None


def _elements(tensor: Placed, walk: Walk, turned: bool) -> Callable[[int, int], Any] | None:
    """The coordinate of a row and a place along K; None where the tensor has no such matrix there.

    Such are (rows, K, ...) and ((rows, K), ...), or with both modes turned.
    """
    shape = tensor.layout.shape
    coord = tensor.coordinate_of(walk.address(0, 0))
    if not isinstance(shape, tuple) or len(shape) < 2:
        return None
    nested = isinstance(shape[0], tuple) and len(shape) > 2
    pair, first = (shape[0], coord[0]) if nested else (shape[:2], coord[:2])
    if len(pair) != 2:
        return None
    sizes = [product(one) for one in pair]
    begin = [crd2idx(at, one) for at, one in zip(first, pair, strict=True)]
    extents = (walk.depth, walk.rows) if turned else (walk.rows, walk.depth)
    if any(at + extent > size for at, extent, size in zip(begin, extents, sizes, strict=True)):
        return None

    def element(row: int, k: int) -> Any:
        moved = (k, row) if turned else (row, k)
        both = tuple(at + by for at, by in zip(begin, moved, strict=True))
        return (both, *coord[1:]) if nested else (*both, *coord[2:])

    return element
