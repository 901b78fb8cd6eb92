"""Copies between tensor memory and registers: `tcgen05.ld` and `tcgen05.st` as operations of copy atoms.

Source: PTX ISA, "tcgen05.ld", "tcgen05.st"; BSD-3 `cute/atom/copy_traits_sm100.hpp`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from itertools import product
from typing import Any, ClassVar

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.tensor_memory import REGISTERS
from cutedsl.arch.tmem_layouts import tmem_copy_record, tmem_values
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.copy_atom import CopyAtom
from cutedsl.lang.atoms.copy_ops import CopyOp
from cutedsl.lang.atoms.tiled_copy import TiledCopy, make_cotiled_copy
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.blackwell.tmem import TmemTensor, lane_stride
from cutedsl.lang.tensors.make import recast_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import (
    Layout,
    coalesce,
    composition,
    cosize,
    layout_text,
    logical_divide,
    make_layout,
    rank,
    recast_layout,
    size,
)
from cutedsl.staging.scalars import Uint32
from cutedsl.types import AddressSpace


class Repetition(Enum):
    """How often the pattern of a copy's shape repeats along the columns."""

    x1 = 1
    x2 = 2
    x4 = 4
    x8 = 8
    x16 = 16
    x32 = 32
    x64 = 64
    x128 = 128


class Pack(Enum):
    """Whether a load puts the low halves of two columns into one register."""

    NONE = "none"
    PACK_16b_IN_32b = "pack"


class Unpack(Enum):
    """Whether a store puts the halves of a register into the low halves of two columns."""

    NONE = "none"
    UNPACK_32b_IN_16b = "unpack"


@frozen
class TmemCopyOp(CopyOp):
    """A copy of a warp's lanes of tensor memory."""

    repeat: Repetition = Repetition.x1
    shape: ClassVar[str] = ""
    loads: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not isinstance(self.repeat, Repetition):  # pyright: ignore[reportUnnecessaryIsInstance]
            object.__setattr__(self, "repeat", Repetition(self.repeat))

    @property
    def packed(self) -> bool:
        """Whether elements of 16 bits lie in words of their own."""
        return False

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        most = 128 // REGISTERS[self.shape]
        if self.repeat.value > most:
            raise fail("copy-bits", f"{type(self).__name__} takes at most {most} repetitions, got {self.repeat}")
        return tmem_copy_record(self.shape, self.repeat.value, load=self.loads, packed=self.packed)

    def values(self) -> Layout:
        """The bits that one copy moves, in the order of the copy."""
        return tmem_values(self.shape, self.repeat.value, packed=self.packed)

    def issue(
        self, atom: Any, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[..., None]
    ) -> None:
        if pred is not None or kwargs:
            given = "a predicate" if pred is not None else ", ".join(kwargs)
            raise fail("copy-keyword", f"a copy by {type(self).__name__} takes no {given}")
        tmem, rmem = (src, dst) if self.loads else (dst, src)
        check_sides(self, tmem, rmem)
        pairs = [(place, fragment) for place, fragment, _ in atoms_of(atom, tmem, rmem)]
        if not self.loads:
            for place, fragment in pairs:
                words = recast_tensor(fragment, Uint32).load()
                address = place.iterator.toint()
                tcgen05.store(self.shape, self.repeat.value, address, words, unpack=self.packed)
            return
        landed = [
            tcgen05.load(self.shape, self.repeat.value, place.iterator.toint(), pack=self.packed) for place, _ in pairs
        ]
        # No instruction may use the registers before they have landed, and the fragment hides the loads.
        tcgen05.land()
        for words, (_, fragment) in zip(landed, pairs, strict=True):
            target = recast_tensor(fragment, Uint32)
            target.store(words.reshape(target.type_layout.shape))


@frozen
class TmemLoadOp(TmemCopyOp):
    """A load."""

    pack: Pack = Pack.NONE

    @property
    def packed(self) -> bool:
        return self.pack is not Pack.NONE


@frozen
class _StoreOp(TmemCopyOp):
    unpack: Unpack = Unpack.NONE
    loads: ClassVar[bool] = False

    @property
    def packed(self) -> bool:
        return self.unpack is not Unpack.NONE


class Ld32x32bOp(TmemLoadOp):
    """A thread loads its lane: `repeat` columns."""

    __slots__ = ()
    shape = "32x32b"


class Ld16x64bOp(TmemLoadOp):
    """16 lanes of 64 bits a repetition."""

    __slots__ = ()
    shape = "16x64b"


class Ld16x128bOp(TmemLoadOp):
    """16 lanes of 128 bits a repetition."""

    __slots__ = ()
    shape = "16x128b"


class Ld16x256bOp(TmemLoadOp):
    """16 lanes of 256 bits a repetition: the accumulators of a warp's multiply."""

    __slots__ = ()
    shape = "16x256b"


class Ld16x32bx2Op(TmemLoadOp):
    """16 lanes; half a warp loads the first columns, the other half the next ones."""

    __slots__ = ()
    shape = "16x32bx2"


class St32x32bOp(_StoreOp):
    """A thread stores its lane: `repeat` columns."""

    __slots__ = ()
    shape = "32x32b"


class St16x64bOp(_StoreOp):
    """16 lanes of 64 bits a repetition."""

    __slots__ = ()
    shape = "16x64b"


class St16x128bOp(_StoreOp):
    """16 lanes of 128 bits a repetition."""

    __slots__ = ()
    shape = "16x128b"


class St16x256bOp(_StoreOp):
    """16 lanes of 256 bits a repetition: the accumulators of a warp's multiply."""

    __slots__ = ()
    shape = "16x256b"


class St16x32bx2Op(_StoreOp):
    """16 lanes; half a warp stores the first columns, the other half the next ones."""

    __slots__ = ()
    shape = "16x32bx2"


def check_sides(op: TmemCopyOp, tmem: Any, rmem: Any) -> None:
    """Refuses tensors in other memories. Errors: copy-space."""
    if not isinstance(tmem, TmemTensor) or rmem.memspace is not AddressSpace.rmem:
        verb, ends = ("loads", "from tmem to rmem") if op.loads else ("stores", "from rmem to tmem")
        spaces = (tmem.memspace, rmem.memspace) if op.loads else (rmem.memspace, tmem.memspace)
        raise fail("copy-space", f"{type(op).__name__} {verb} {ends}, the tensors are in {spaces[0]} and {spaces[1]}")


def atoms_of(atom: CopyAtom, tmem: TmemTensor, rmem: Tensor) -> Iterator[tuple[TmemTensor, Tensor, tuple[int, ...]]]:
    """For each instruction: its place in tensor memory, its registers, and which one it is. Errors: copy-shape."""
    own = atom.num_val_dst if atom.record.reads == "tmem" else atom.num_val_src
    whole = atom.num_val_src if atom.record.reads == "tmem" else atom.num_val_dst
    split = []
    for tensor, values in ((tmem, whole), (rmem, own)):
        layout: Any = tensor.layout
        if tensor is tmem and size(layout, [0]) == own:  # the thread's own part of the copy, which begins in its lane
            values = own
        elif tensor is rmem and _has_all_lanes(atom, tmem, rmem, whole):
            layout = make_layout([_own_values(layout[0], own, whole), *[layout[k] for k in range(1, rank(layout))]])
        if size(layout, [0]) % values:
            raise fail(
                "copy-shape",
                f"mode 0 of {layout_text(layout)} has {size(layout, [0])} elements; a copy moves {values}",
                fix="Partition both tensors with the tiled copy of `make_tmem_copy`.",
            )
        modes = [logical_divide(layout[0], Layout(values)), *[layout[k] for k in range(1, rank(layout))]]
        split.append(tensor.with_layout(make_layout(modes)))
    counts = [(size(t.type_layout, [0, 1]), *[size(t.type_layout, [k]) for k in range(1, rank(t.type_layout))])
              for t in split]  # fmt: skip
    if counts[0] != counts[1]:
        raise fail(
            "copy-shape",
            f"source and destination differ: {counts[0]} copies in tensor memory and {counts[1]} in registers",
        )
    for first, *rest in product(*map(range, counts[0])):
        at = ((None, first), *rest)
        yield split[0][at], split[1][at], (first, *rest)  # pyright: ignore[reportReturnType]


def _has_all_lanes(atom: CopyAtom, tmem: TmemTensor, rmem: Tensor, whole: int) -> bool:
    """Whether registers have the shape of the part of tensor memory, with a value for each of the warp's 32 lanes."""
    op: Any = atom.op
    parts = size(rmem.type_layout, [0])
    return op.shape == "32x32b" and parts == size(tmem.type_layout, [0]) and parts % whole == 0


def _own_values(layout: Layout, own: int, whole: int) -> Layout:
    """Of registers for 32 lanes, those of the first: a thread has its own lane alone."""
    return composition(layout, Layout((own, size(layout) // whole), (1, whole)))


# -- tiled copies ------------------------------------------------------------------------------------------------------
def make_tmem_copy(atom: CopyAtom, tmem_tensor: Tensor) -> TiledCopy:
    """The copy of a tensor in tensor memory by four warps, each with its 32 lanes.

    Errors: copy-space, tiled-copy-size. Source: BSD-3 `cute/atom/copy_traits_sm100.hpp` (make_tmem_copy).
    """
    op, dtype = atom.op, tmem_tensor.element_type
    if not isinstance(op, TmemCopyOp) or not isinstance(tmem_tensor, TmemTensor):
        raise fail(
            "copy-space", f"make_tmem_copy does not take {type(op).__name__} with a tensor in {tmem_tensor.memspace}"
        )
    bits = dtype.spec.storage_bits
    warps = Layout((32, 4), (0, 32 * lane_stride(dtype)))
    values = coalesce(recast_layout(bits, 1, op.values()))
    return make_cotiled_copy(atom, make_layout([warps, values]), tmem_tensor.type_layout)


def get_tmem_copy_properties(atom: CopyAtom) -> tuple[int, int, int, Any]:
    """(lanes, bits of a lane in one repetition, how many repetitions, packing) of a copy. Errors: copy-space."""
    op = atom.op
    if not isinstance(op, TmemCopyOp):
        raise fail("copy-space", f"{type(op).__name__} does not copy tensor memory")
    lanes, _, rest = op.shape.partition("x")
    bits = int(rest.removesuffix("x2").removesuffix("b"))
    packing: Any = op.pack if isinstance(op, TmemLoadOp) else op.unpack  # pyright: ignore[reportAttributeAccessIssue]
    return int(lanes), bits, op.repeat.value, packing


def is_tmem_load(atom: CopyAtom) -> bool:
    """Whether an atom copies from tensor memory to registers."""
    return isinstance(atom.op, TmemCopyOp) and atom.op.loads


def is_tmem_store(atom: CopyAtom) -> bool:
    """Whether an atom copies from registers to tensor memory."""
    return isinstance(atom.op, TmemCopyOp) and not atom.op.loads


def find_tmem_tensor_col_offset(tmem_tensor: Tensor) -> int:
    """How many columns a tensor in tensor memory takes, from its first one on.

    Source: BSD-3 `cute/arch/tmem_allocator_sm100.hpp` (find_tmem_tensor_col_offset).
    """
    words = recast_layout(32, tmem_tensor.element_type.spec.storage_bits, tmem_tensor.type_layout)
    return cosize(words) & 0xFFFF
