"""Copies of rows from shared to tensor memory: the shapes of `tcgen05.cp` that operands and unscattered factors take.

Source: PTX ISA, "tcgen05.cp"; BSD-3 `cute/atom/copy_traits_sm100.hpp` (make_utccp_copy).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.atoms.umma import smem_descriptor
from cutedsl.arch.tensor_memory import TCGEN05
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.copy_atom import CopyAtom
from cutedsl.lang.atoms.copy_ops import CopyOp
from cutedsl.lang.atoms.cta_group import CtaGroup
from cutedsl.lang.atoms.tiled_copy import ThrCopy, TiledCopy, make_cotiled_copy
from cutedsl.lang.atoms.umma_operands import descriptor_of, with_swizzled_pointer
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.blackwell.tmem import TmemTensor
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics.election import elect_one
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    Swizzle,
    coalesce,
    composition,
    join,
    layout_text,
    logical_divide,
    make_layout,
    rank,
    recast_layout,
    size,
)
from cutedsl.staging.rewrite import staged_function
from cutedsl.types import AddressSpace

_LANE: Final = 1 << 21
"""The next lane, in bits of a column."""


def check_sides(op: CopyOp, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any]) -> None:
    """Errors: copy-keyword, copy-space unless `op` copies shared to tensor memory, without keywords."""
    name = type(op).__name__
    if pred is not None or kwargs:
        given = "a predicate" if pred is not None else ", ".join(kwargs)
        raise fail("copy-keyword", f"a copy by {name} takes no {given}")
    if src.memspace is not AddressSpace.smem or not isinstance(dst, TmemTensor):
        raise fail("copy-space", f"{name} copies smem to tmem, the tensors are {src} and {dst}")


@frozen
class RowsCopyOp(CopyOp):
    """A copy of rows of shared memory to lanes of tensor memory, which one thread starts.

    `shape` is PTX's. `rows` and `bits` are what it reads. `values` says where its bits go in tensor memory. The rows
    come first, then the bits of a row, then the halves of the rows if they are apart, then each row's second copy.
    """

    cta_group: CtaGroup = CtaGroup.ONE
    shape: ClassVar[str] = ""
    rows: ClassVar[Any] = 128
    bits: ClassVar[int] = 128
    values: ClassVar[Layout] = Layout(1)

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        blocks, whole = self.cta_group.value, size(self.values)
        own = size(Layout(self.rows)) * self.bits
        src = Layout((blocks, (own, whole // own)), (0, (1, 0)))
        dst = Layout((blocks, whole), (0, 1))
        name = f"tcgen05.cp.cta_group::{blocks}.{self.shape}"
        return CopyRecord(name, Layout(blocks), src, dst, dst, TCGEN05, name, "smem", "tmem", tested=False)

    def issue(
        self, atom: Any, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[..., None]
    ) -> None:
        check_sides(self, src, dst, pred, kwargs)
        staged_function(_issue)(self, atom, src, dst)

    def in_lanes(self, layout: Any) -> Any:
        """The layout of the rows, (rows, K...) or ((rows, K), rest...), with one for each lane that a row goes to."""
        first = layout[0]
        pair = rank(first) == 2 and size(first, [0]) == 64
        rows = first[0] if pair else first
        if self.rows == 128 or size(rows) != 64:
            return layout
        twice, halves = Layout(2, 0), logical_divide(rows, Layout(32))
        lanes = make_layout([rows, twice] if self.rows == 64 else [halves[0], twice, halves[1]])
        return make_layout(
            [make_layout([lanes, first[1]]) if pair else lanes, *[layout[k] for k in range(1, rank(layout))]]
        )

    def rows_and_elements(self, elem_bits: int) -> Layout:
        """(row, element of the row) -> value of the copy."""
        wide, rows = self.bits // elem_bits, self.rows
        if isinstance(rows, int):
            return Layout((rows, wide), (1, rows))
        return Layout((rows, wide), ((1, rows[0] * wide), rows[0]))


class Cp128x256bOp(RowsCopyOp):
    """128 rows of 256 bits to the 128 lanes: an operand A of one multiply."""

    __slots__ = ()
    shape = "128x256b"
    bits = 256
    values = Layout((128, 256), (_LANE, 1))


class Cp128x128bOp(RowsCopyOp):
    """128 rows of 128 bits to the 128 lanes."""

    __slots__ = ()
    shape = "128x128b"
    values = Layout((128, 128), (_LANE, 1))


class Cp4x256bOp(RowsCopyOp):
    """4 rows of 256 bits, one to each quarter of the lanes: row r to the lane of the tensor, plus 32 r.

    With a tensor from lane 31 on it fills the rows that `tcgen05.shift` leaves.
    """

    __slots__ = ()
    shape = "4x256b"
    rows = 4
    bits = 256
    values = Layout((4, 256), (32 * _LANE, 1))


class Cp2x64x128b0213Op(RowsCopyOp):
    """64 rows of 128 bits, each to two lanes: row r to lanes r and r + 64."""

    __slots__ = ()
    shape = "64x128b.warpx2::02_13"
    rows = 64
    values = Layout((64, 128, 2), (_LANE, 1, 64 * _LANE))


class Cp2x64x128b0123Op(RowsCopyOp):
    """64 rows of 128 bits, each to two lanes: row r to lanes r and r + 32, from row 32 on to r + 32 and r + 64."""

    __slots__ = ()
    shape = "64x128b.warpx2::01_23"
    rows = (32, 2)
    values = Layout((32, 128, 2, 2), (_LANE, 1, 64 * _LANE, 32 * _LANE))


def _issue(op: RowsCopyOp, atom: CopyAtom, src: Tensor, dst: TmemTensor) -> None:
    with elect_one():
        _each_copy(op, atom, src, dst)


def _each_copy(op: RowsCopyOp, atom: CopyAtom, src: Tensor, dst: TmemTensor) -> None:
    given = with_swizzled_pointer(src)
    parts = [_by_copy(t, n) for t, n in ((given, atom.num_val_src), (dst, atom.num_val_dst))]
    counts = [size(part.type_layout, [1]) for part in parts]
    if counts[0] != counts[1]:
        raise fail(
            "copy-shape",
            f"source and destination differ: {counts[0]} copies of {op.shape} from shared memory and {counts[1]} to "
            "tensor memory",
        )
    bits = _descriptor(op, parts[0])
    for k in range(counts[0]):
        place: Any = parts[1][(None, k)]
        tcgen05.copy(op.shape, place.iterator.toint(), descriptor_of(parts[0][(None, k)], bits), op.cta_group.value)


def _by_copy(tensor: Tensor, values: int) -> Tensor:
    """A partition ((values, copies), rest...) as (values, copies). Errors: copy-shape."""
    layout: Any = tensor.type_layout
    if size(layout, [0]) % values:
        raise fail(
            "copy-shape",
            f"mode 0 of {layout_text(layout)} has {size(layout, [0])} elements; a copy moves {values}",
            fix="Partition both tensors with the tiled copy of `make_s2t_copy`.",
        )
    first = logical_divide(layout[0], Layout(values))
    return tensor.with_layout(join([first[0], make_layout([first[1], *[layout[k] for k in range(1, rank(layout))]])]))


def _descriptor(op: RowsCopyOp, source: Tensor) -> int:
    """The descriptor of the first copy's rows, but for its address. Errors: copy-not-contiguous."""
    elem_bits = source.element_type.spec.storage_bits
    layout: Any = source.type_layout
    rows = composition(coalesce(layout[0]), op.rows_and_elements(elem_bits))
    swizzle = source.swizzle or Swizzle(0, 4, 3)
    bits = smem_descriptor(make_layout([rows[0], rows[1]]), swizzle, elem_bits, mn_major=False)
    if bits is None:
        raise fail(
            "copy-not-contiguous",
            f"the rows of a copy have the layout {layout_text(rows)} under {swizzle}, which no K-major descriptor says",
            fix="Lay shared memory out with `make_smem_layout_a`, or 8 rows of 16 bytes together.",
        )
    return bits


@methods_take_places
@frozen
class RowsTiledCopy(TiledCopy):
    """A copy of whole operands, as many `tcgen05.cp` as they need."""

    def get_slice(self, thr_idx: Any) -> RowsCopySlice:
        """The part of a block of a pair; each copies what lies in its own memory."""
        return RowsCopySlice(self.op, self.value_type, self.record, self.hints, self.layout_tv_tiled, self.tiler_mn, 0)


@methods_take_places
@frozen
class RowsCopySlice(ThrCopy):
    """A block's part of a copy of rows."""

    def partition_S(self, src: Any) -> Any:
        """((values, copies), rest...) of what lies in shared memory.

        Of a copy that writes each row to two lanes, the source is its 64 rows, or 128 with a step of 0 for the lanes.
        """
        op: Any = self.op
        layout: Any = src.tiled_layout
        if not isinstance(layout, ComposedLayout):
            return ThrCopy.partition_S(self, src.with_layout(op.in_lanes(layout)))
        return ThrCopy.partition_S(self, src.with_layout(layout.with_outer(op.in_lanes(layout.outer))))


def make_rows_copy(atom: CopyAtom, tmem_tensor: TmemTensor) -> RowsTiledCopy:
    """The copy of rows to a tensor in tensor memory. Errors: tiled-copy-size."""
    op: Any = atom.op
    bits = tmem_tensor.element_type.spec.storage_bits
    values = coalesce(recast_layout(bits, 1, op.values))
    blocks = Layout(op.cta_group.value, 0)
    tiled = make_cotiled_copy(atom, make_layout([blocks, values]), tmem_tensor.type_layout)
    return RowsTiledCopy(tiled.op, tiled.value_type, tiled.record, tiled.hints, tiled.layout_tv_tiled, tiled.tiler_mn)
