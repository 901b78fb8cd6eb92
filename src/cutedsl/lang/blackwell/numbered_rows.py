"""Bulk copies of rows by their numbers: four rows of a matrix a copy, each where a tensor of numbers says.

Source: PTX ISA, "cp.async.bulk.tensor" (`.tile::gather4`, `.tile::scatter4`); names and arguments from NVIDIA's public
documentation of `cute.nvgpu.cpasync`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.availability import Availability
from cutedsl.arch.tensor_map import ELEMENTS, MAX_BOX, SWIZZLE_BYTES, check_box
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms import tma
from cutedsl.lang.atoms.access_hints import AccessHints
from cutedsl.lang.atoms.cta_group import CtaGroup
from cutedsl.lang.atoms.tma import TmaAtom, TmaInfo, TmaOp
from cutedsl.lang.atoms.tma_tile import as_modes, swizzle_of
from cutedsl.lang.tensors.coord_tensor import CoordTensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, ScaledBasis, layout_text, size
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.scalars import Int32

_ROWS = 4
_WHERE = Availability((10, 0), (8, 6), ("sm_100a", "sm_103a", "sm_110a"))


class NumberedRowsOp(TmaOp):
    """A copy of four rows of a matrix, each with a number."""

    __slots__ = ()


@frozen
class CopyBulkTensor2DGather4G2SOp(NumberedRowsOp):
    """Four rows of global memory, by their numbers, to shared memory; their bytes count at an mbarrier."""

    cta_group: object = CtaGroup.ONE
    loads = True

    @property
    def kind(self) -> str:
        return "load"


@frozen
class CopyBulkTensor2DGather4G2SMulticastOp(NumberedRowsOp):
    """Four rows of global memory, by their numbers, to the shared memory of several blocks of the cluster.

    >>> CopyBulkTensor2DGather4G2SMulticastOp().kind
    'load'
    """

    cta_group: object = CtaGroup.ONE
    loads = True
    multicasts = True

    @property
    def kind(self) -> str:
        return "load"


@frozen
class CopyBulkTensor2DScatter4S2GOp(NumberedRowsOp):
    """Four rows of shared memory to rows of global memory, by their numbers."""

    @property
    def kind(self) -> str:
        return "store"


@frozen
class NumberedRowsAtom(TmaAtom):
    """A copy of four rows: its box has the columns of a row, then the rows. `along` is the mode that rows count."""

    along: int = 0

    def issue(self, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[..., None]) -> None:
        assert isinstance(self.op, NumberedRowsOp)
        pair, smem = (src, dst) if self.op.loads else (dst, src)
        if pred is not None or not isinstance(pair, list | tuple) or len(pair) != 2:
            raise fail(
                "copy-shape",
                f"{type(self.op).__name__} copies a pair of tensors in global memory, and takes no predicates",
                fix="Give `[tensor, numbers]`, the parts that `tma_partition` makes of both.",
            )
        given = dict(kwargs)
        descriptor = self._map_at(given.pop("tma_desc_ptr", None))
        extras, keywords = self._extras(given)
        corners, numbers = pair
        layout: Any = numbers.type_layout
        counts = [size(layout, [0, 1]), *(size(layout, [k]) for k in range(1, len(layout)))]
        places = tma.atom_places(corners, smem)
        for index, ((column, *_), place) in zip(product(*map(range, counts)), places, strict=True):
            rows = [numbers[((row * self.box[0], index[0]), *index[1:])] for row in range(_ROWS)]
            coord = [column, *(as_numeric(row).to(Int32).ir_value() for row in rows)]
            tma.emit_tile(self.op.kind, [descriptor, place.handle, *extras, *coord], {"rows": True, **keywords})


def make_tiled_tma_atom(
    op: TmaOp,
    gmem_tensor: Tensor,
    smem_layout_: Any,
    cta_tiler: Any,
    num_multicast: int = 1,
    *,
    internal_type: type[Numeric] | None = None,
    gmem_coord_tensor: Tensor | None = None,
) -> TmaInfo:
    """In host code: the atom that moves `cta_tiler` tiles of a tensor to and from `smem_layout_`, and the tensor of the
    coordinates to tile and partition; of an operation that takes rows by their numbers, with `gmem_coord_tensor`.

    Law: see `make_tiled_tma_atom` of `lang.atoms.tma`. Element (r, k) of a tile of rows by their numbers is element
    (n, k) of `gmem_tensor`, where n is element r of `gmem_coord_tensor`. Its layout (rows, columns) has stride 0 along
    the contiguous mode of the matrix. Rows that the matrix does not have are zero in a load, left out of a store.
    Shapes: tiles have a multiple of 4 rows, which lie one after the other in shared memory. Errors: tma-limits,
    tma-layout, operation-argument.
    """
    if not isinstance(op, NumberedRowsOp):
        if gmem_coord_tensor is not None:
            raise fail("operation-argument", f"{type(op).__name__} takes no numbers of rows")
        return tma.make_tiled_tma_atom(
            op, gmem_tensor, smem_layout_, cta_tiler, num_multicast, internal_type=internal_type
        )
    if gmem_coord_tensor is None:
        raise fail("operation-argument", f"{type(op).__name__} needs the numbers of rows: gmem_coord_tensor")
    along = _mode_of_rows(gmem_coord_tensor)
    name, together = tma.map_element(gmem_tensor.element_type, internal_type)
    size_bytes = ELEMENTS[name].size_bytes
    swizzle, plain = swizzle_of(smem_layout_, size_bytes)
    columns = _columns(plain, along, as_modes(cta_tiler), SWIZZLE_BYTES[swizzle] // size_bytes or MAX_BOX)
    check_box((columns, 1), size_bytes, swizzle)
    order = (1 - along, along)
    descriptor = tma.descriptor_of_tile(gmem_tensor, order, (columns, 1), name, swizzle, (), together)
    bits = Layout((1, columns * _ROWS * num_multicast * size_bytes * 8), (0, 1))
    record = CopyRecord(f"tma.rows.{op.kind}", Layout(1), bits, bits, bits, _WHERE)
    kind, hints = gmem_tensor.element_type, AccessHints()
    atom = NumberedRowsAtom(
        op, kind, record, hints, (columns, _ROWS), num_multicast, descriptor, order, 2, together, along=along
    )
    steps = tuple(ScaledBasis(1, (order.index(k),)) for k in range(2))
    return TmaInfo(atom, CoordTensor((0, 0), Layout(gmem_coord_tensor.layout.shape, steps)), smem_layout_)


def _mode_of_rows(numbers: Tensor) -> int:
    """The mode that has a number for each row. Errors: tma-layout."""
    strides: Any = numbers.type_layout.stride
    flat = isinstance(strides, tuple) and len(strides) == 2
    if not flat or [isinstance(step, int) and step == 0 for step in strides].count(True) != 1:
        raise fail(
            "tma-layout",
            f"the numbers of rows have the layout {layout_text(numbers.type_layout)}; one of two modes has stride 0, "
            "that along which rows are contiguous",
        )
    return 1 if strides[0] == 0 else 0


def _columns(plain: Layout, along: int, tile: tuple[Any, ...], most: int) -> int:
    """The columns of a row that lie together, four rows one after the other. Errors: tma-layout."""
    extents = [size(mode) if isinstance(mode, Layout) else mode for mode in tile[:2]]
    rows, wide = extents[along], extents[1 - along]

    def at(row: int, column: int) -> int:
        return plain((row, column) if along == 0 else (column, row))

    columns = next((k for k in range(1, min(wide, most, MAX_BOX)) if at(0, k) != k), min(wide, most, MAX_BOX))
    whole = rows % _ROWS == 0 and wide % columns == 0
    if not whole or any(
        at(first + row, start + k) != at(first, start) + row * columns + k
        for first in range(0, rows, _ROWS)
        for start in range(0, wide, columns)
        for row in range(_ROWS)
        for k in (0, columns - 1)
    ):
        raise fail(
            "tma-layout",
            f"four rows of the tile {tile} do not lie one after the other in {plain}",
            fix="Give shared memory rows of one swizzle span, as `make_smem_layout_atom` makes, in a multiple of 4.",
        )
    return columns
