"""`TiledCopy`: a copy atom tiled over threads and values, and one thread's slice of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.copy_atom import CopyAtom, make_copy_atom
from cutedsl.lang.atoms.copy_ops import LdMatrix8x8x16bOp, StMatrix8x8x16bOp
from cutedsl.lang.atoms.partition_errors import cannot_partition
from cutedsl.lang.atoms.tiled_mma import TiledMma
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tiles.takes_threads import TakesThreads
from cutedsl.layout import (
    Layout,
    coalesce,
    composition,
    join,
    layout_text,
    left_inverse,
    make_layout_tv,
    product_each,
    size,
    tile_text,
)
from cutedsl.layout.partition import (
    copy_partition,
    copy_tv_of_side,
    restricted_tile,
    retile_layout,
)
from cutedsl.staging.tree import register_tree

if TYPE_CHECKING:
    from cutedsl.lang.layouts.algebra_types import TensorT


@methods_take_places
@frozen
class TiledCopy(CopyAtom, TakesThreads):
    """A copy atom over threads and values: `layout_tv_tiled` is (thread, value) -> index in the tile `tiler_mn`.

    `tiler_mn` has a layout for each mode, also where the tile was given by its extents: `tiler_mn[0].shape`.
    Source: BSD-3 `cute/atom/copy_atom.hpp`.
    """

    layout_tv_tiled: Layout
    tiler_mn: tuple[Any, ...]

    @property
    def layout_src_tv_tiled(self) -> Layout:
        """(thread, value) -> index in the tile, of what is read."""
        return copy_tv_of_side(self.tiler_mn, self.layout_tv_tiled, self.layout_ref_tv, self.layout_src_tv)

    @property
    def layout_dst_tv_tiled(self) -> Layout:
        """(thread, value) -> index in the tile, of what is written."""
        return copy_tv_of_side(self.tiler_mn, self.layout_tv_tiled, self.layout_ref_tv, self.layout_dst_tv)

    @property
    def size(self) -> int:
        """The number of threads."""
        return size(self.layout_tv_tiled, [0])

    def get_slice(self, thr_idx: Any) -> ThrCopy:
        """The part of one thread."""
        return ThrCopy(self.op, self.value_type, self.record, self.hints, self.layout_tv_tiled, self.tiler_mn, thr_idx)

    def retile(self, src: TensorT) -> TensorT:
        """A fragment of a tiled multiply regrouped for this copy's atoms: ((atom values, atoms), rest M, rest N, …)."""
        return src.with_layout(
            retile_layout(src.tiled_layout, self.tiler_mn, self.layout_tv_tiled, size(self.layout_ref_tv, [1]))
        )

    def __str__(self) -> str:
        head = (
            "Tiled Copy",
            f"  Tiler MN:        {tile_text(self.tiler_mn)}",
            f"  TV Layout tiled: {self.layout_tv_tiled}",
        )
        return "\n".join((*head, "Copy Atom", *self._lines()))


@methods_take_places
@frozen
class ThrCopy(TiledCopy):
    """One thread's part of a tiled copy.

    Shapes: `partition_S` and `partition_D` of a tensor (M,N) give (V, rest of M, rest of N).
    """

    thr_idx: Any

    def partition_S(self, src: TensorT) -> TensorT:
        """The thread's part of the source (M,N,…): ((atom values, atoms), rest M, rest N, …).

        Errors: partition-mode where the tile does not divide a mode's layout.
        """
        return self._partition(src, self.layout_src_tv)

    def partition_D(self, dst: TensorT) -> TensorT:
        """The thread's part of the destination (M,N,…)."""
        return self._partition(dst, self.layout_dst_tv)

    def _partition(self, tensor: TensorT, side: Layout) -> TensorT:
        _check_rank(tensor, len(self.tiler_mn))
        try:
            split = copy_partition(tensor.tiled_layout, self.tiler_mn, self.layout_tv_tiled, self.layout_ref_tv, side)
        except DSLUserCodeError as error:
            raise cannot_partition(tensor, self.tiler_mn, error) from error
        rest = len(split[2])
        return tensor.with_layout(split)[(self.thr_idx, None, (None,) * rest)]  # pyright: ignore[reportReturnType]


def _check_rank(tensor: Tensor, least: int) -> None:
    layout = tensor.type_layout
    if len(layout) < least:
        raise fail(
            "partition-mode",
            f"the tensor needs at least {least} modes, as the tile has; {layout_text(layout)} has {len(layout)}",
        )


def _tiled(atom: CopyAtom, layout_tv: Layout, tiler: tuple[Any, ...]) -> TiledCopy:
    threads, values = size(layout_tv, [0]), size(layout_tv, [1])
    need_threads, need_values = size(atom.layout_ref_tv, [0]), size(atom.layout_ref_tv, [1])
    if threads % need_threads or values % need_values:
        raise fail(
            "tiled-copy-size",
            f"the atom takes {need_threads} threads of {need_values} values; the layout {layout_tv} has {threads} "
            f"threads of {values}",
        )
    modes = tuple([mode if isinstance(mode, Layout) or mode is None else Layout(mode) for mode in tiler])
    return TiledCopy(atom.op, atom.value_type, atom.record, atom.hints, layout_tv, modes)


def make_tiled_copy(atom: CopyAtom, layout_tv: Layout, tiler_mn: Any) -> TiledCopy:
    """An atom over a tile: `layout_tv` is (thread, value) -> index in the tile. Errors: tiled-copy-size."""
    tiler = tiler_mn if isinstance(tiler_mn, tuple) else (tiler_mn,)
    return _tiled(atom, layout_tv, tiler)  # pyright: ignore[reportUnknownArgumentType]


def make_tiled_copy_tv(atom: CopyAtom, thr_layout: Layout, val_layout: Layout) -> TiledCopy:
    """An atom over the tile that threads and their values cover. Errors: tiled-copy-size, tv-not-compact."""
    tiler, layout_tv = make_layout_tv(thr_layout, val_layout)
    return _tiled(atom, layout_tv, product_each(tiler))


def make_tiled_copy_A(atom: CopyAtom, tiled_mma: TiledMma) -> TiledCopy:
    """A tiled copy that loads each thread's elements of A for a tiled multiply.

    `ldmatrix` of more matrices than the multiply's tile has for a thread loads as many as it has.
    """
    tv = tiled_mma.tv_layout_A_tiled
    return _tiled(_narrowed(atom, tv), tv, (tiled_mma.get_tile_size(0), tiled_mma.stored_tile_k))


def make_tiled_copy_B(atom: CopyAtom, tiled_mma: TiledMma) -> TiledCopy:
    """A tiled copy that loads each thread's elements of B for a tiled multiply, as `make_tiled_copy_A`."""
    tv = tiled_mma.tv_layout_B_tiled
    return _tiled(_narrowed(atom, tv), tv, (tiled_mma.get_tile_size(1), tiled_mma.get_tile_size(2)))


def _narrowed(atom: CopyAtom, layout_tv: Layout) -> CopyAtom:
    """The atom with the matrices that a thread has values for.

    Existing programs give B of an 8-wide multiply `ldmatrix` of 4 matrices, and its C `stmatrix` of 4. In CuTe's
    algebra such a copy reaches into the tiles behind its own and overwrites each with that tile's own copy: what stays
    is what the narrower one moves.
    """
    values, of_atom = size(layout_tv, [1]), size(atom.layout_ref_tv, [1])
    if not isinstance(atom.op, (LdMatrix8x8x16bOp, StMatrix8x8x16bOp)) or of_atom <= values or of_atom % values:
        return atom
    count = atom.op.num_matrices * values // of_atom
    return make_copy_atom(replace(atom.op, num_matrices=count), atom.value_type) if count else atom


def make_tiled_copy_C(atom: CopyAtom, tiled_mma: TiledMma) -> TiledCopy:
    """A tiled copy for each thread's elements of C of a tiled multiply.

    `stmatrix` or `ldmatrix` of more matrices than the multiply's tile has for a thread moves as many as it has.
    """
    tv = tiled_mma.tv_layout_C_tiled
    return _tiled(_narrowed(atom, tv), tv, (tiled_mma.get_tile_size(0), tiled_mma.get_tile_size(1)))


def make_tiled_copy_C_atom(atom: CopyAtom, mma: TiledMma) -> TiledCopy:
    """The smallest tiled copy of `atom` that fits the C of a tiled multiply: one atom a thread."""
    tv = mma.tv_layout_C_tiled
    values = size(atom.layout_src_tv, [1])
    if values > size(tv, [1]):
        raise fail(
            "tiled-copy-size", f"the atom takes {values} values of a thread; the multiply gives it {size(tv, [1])}"
        )
    first = composition(tv, Layout((size(tv, [0]), values)))
    # Composed by one tiler over (thread, value), the modes stay two.
    first = join([coalesce(first[0]), coalesce(first[1])])
    tiler, layout_tv = restricted_tile((mma.get_tile_size(0), mma.get_tile_size(1)), first)
    return _tiled(atom, layout_tv, tiler)


def make_tiled_copy_S(atom: CopyAtom, tiled_copy: TiledCopy) -> TiledCopy:
    """A tiled copy by `atom` with the thread-value layout of `tiled_copy`'s source."""
    return _tiled(atom, tiled_copy.layout_src_tv_tiled, tiled_copy.tiler_mn)


def make_tiled_copy_D(atom: CopyAtom, tiled_copy: TiledCopy) -> TiledCopy:
    """A tiled copy by `atom` with the thread-value layout of `tiled_copy`'s destination."""
    return _tiled(atom, tiled_copy.layout_dst_tv_tiled, tiled_copy.tiler_mn)


def make_cotiled_copy(atom: CopyAtom, atom_layout_tv: Layout, data_layout: Layout) -> TiledCopy:
    """A copy whose threads own given addresses: `atom_layout_tv` is (thread, value) -> address in `data_layout`.

    Errors: tiled-copy-size where an address is not in the data.
    """
    inverse = join([left_inverse(data_layout), Layout(1, 0)])
    to_data = composition(inverse, atom_layout_tv)
    back = composition(join([data_layout, Layout(1, 0)]), to_data[1])
    if coalesce(back) != coalesce(atom_layout_tv[1]):
        raise fail("tiled-copy-size", f"the layout {atom_layout_tv} names addresses that {data_layout} does not reach")
    tiler, layout_tv = restricted_tile(product_each(data_layout.shape), to_data)
    return _tiled(atom, layout_tv, tiler)


register_tree(TiledCopy, lambda tiled: ((), tiled), lambda tiled, _: tiled)
register_tree(
    ThrCopy,
    lambda part: (
        ([part.thr_idx.ir_value()], (part.get_slice(0), type(part.thr_idx)))
        if not isinstance(part.thr_idx, int)
        else ((), (part, int))
    ),
    lambda meta, handles: meta[0].get_slice(meta[1].from_handle(handles[0])) if handles else meta[0],
)
