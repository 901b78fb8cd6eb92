"""`cute.gemm`: one fused multiply-add an element, in loops; or the multiplies of a warp, unrolled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, StringAttr
from xdsl.ir import SSAValue

from cutedsl.arch.atoms.mma import mma_record
from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.dtypes import dtype_of
from cutedsl.ir.fast import fast
from cutedsl.ir.ops import memref as memref_ops
from cutedsl.ir.ops import mma as mma_ops
from cutedsl.ir.ops.elementwise import SelectOp
from cutedsl.layout import crd2idx, size
from cutedsl.passes.expand.element_access import load, store, with_align
from cutedsl.passes.expand.expansion import Expansion
from cutedsl.passes.expand.loops import count_up
from cutedsl.passes.expand.tile_access import load_values, modes, place, store_values
from cutedsl.passes.expand.unrolling import MOST_OPS, is_fragment
from cutedsl.passes.expand.views import View, pointer_at
from cutedsl.passes.expand.wgmma import emit_wgmma
from cutedsl.passes.integers.index_math import IRInt

_UNROLLED_TURNS = 8
_UNROLLED_FMAS = 128
"""Multiply-adds of one thread that a CPU's code has one after the other."""


def expand_gemm(state: Expansion, op: memref_ops.GemmOp) -> None:
    """`c(m,n) += a(m,k) * b(n,k)`; rank 1 multiplies element by element."""
    a, b, c = (state.views[v] for v in (op.a, op.b, op.c))
    if op.atom is not None:
        _expand_by_atom(state, mma_record(op.atom.data), op, (a, b, c))
        return
    rank = len(c.layout.shape) if isinstance(c.layout.shape, tuple) else 1
    if rank == 1:
        count = size(c.layout)
        most = _most_turns(state, op, count)
        count_up(state, count, most, lambda i: _fma(state, (a, i), (b, i), (c, i)))
        return
    m, n, k = size(c.layout, [0]), size(c.layout, [1]), size(a.layout, [1])
    most = _most_turns(state, op, m * n * k)

    def inner(kk: int | IRInt, nn: int | IRInt) -> None:
        count_up(state, m, most, lambda mm: _fma(state, (a, (mm, kk)), (b, (nn, kk)), (c, (mm, nn))))

    count_up(state, k, most, lambda kk: count_up(state, n, most, lambda nn: inner(kk, nn)))


def _most_turns(state: Expansion, op: memref_ops.GemmOp, count: object) -> int:
    """The iterations up to which the loops of `count` multiply-adds are unrolled; registers have no addresses."""
    picks = state.in_registers and any(is_fragment(v.type) for v in (op.a, op.b, op.c))
    return MOST_OPS if picks and isinstance(count, int) and count <= MOST_OPS else _UNROLLED_TURNS


def _expand_by_atom(state: Expansion, record: MmaRecord, op: memref_ops.GemmOp, views: tuple[View, View, View]) -> None:
    """(V,M,K) x (V,N,K) => (V,M,N): every atom, k outermost; C is loaded and stored around each."""
    a, b, c = views
    m, n, k = _extents(c, 1), _extents(c, 2), _extents(a, 2)
    if op.accumulate is not None and record.family != "wgmma":
        _clear(state, state.values[op.accumulate], c, (m, n))
    if record.family == "fma" and not state.in_registers and m * n * k > _UNROLLED_FMAS:
        _loop_over_fmas(state, (a, b, c), (m, n, k))
        return
    for kk in range(k):
        for nn in range(n):
            for mm in range(m):
                at = [_coord(view, *ij) for view, ij in ((a, (mm, kk)), (b, (nn, kk)), (c, (mm, nn)))]
                MULTIPLY_FAMILIES[record.family](state, record, op, (a, b, c), at, kk == 0)


def _loop_over_fmas(state: Expansion, views: tuple[View, View, View], extents: tuple[int, int, int]) -> None:
    """Many multiply-adds of one thread, in loops: LLVM takes milliseconds for each that is written out."""
    a, b, c = views
    m, n, k = extents

    def multiply(mm: int | IRInt, nn: int | IRInt, kk: int | IRInt) -> None:
        at = ((a, (mm, kk)), (b, (nn, kk)), (c, (mm, nn)))
        _fma_at(state, [(view, crd2idx((0, *rest[: modes(view) - 1]), view.layout)) for view, rest in at])

    def column(nn: int | IRInt, kk: int | IRInt) -> None:
        count_up(state, m, _UNROLLED_TURNS, lambda mm: multiply(mm, nn, kk))

    count_up(state, k, 1, lambda kk: count_up(state, n, _UNROLLED_TURNS, lambda nn: column(nn, kk)))


def expand_sparse_gemm(state: Expansion, op: memref_ops.SparseGemmOp) -> None:
    """As `expand_gemm` by an atom, with a word of metadata for each atom of A."""
    a, e, b, c = (state.views[v] for v in (op.a, op.metadata, op.b, op.c))
    _expand_with_more(state, op, (a, b, c), ((e, True),))


def expand_scaled_gemm(state: Expansion, op: memref_ops.ScaledGemmOp) -> None:
    """As `expand_gemm` by an atom, with the factors of each atom of A and of B."""
    a, scales_a, b, scales_b, c = (state.views[v] for v in (op.a, op.scales_a, op.b, op.scales_b, op.c))
    _expand_with_more(state, op, (a, b, c), ((scales_a, True), (scales_b, False)))


def _expand_with_more(
    state: Expansion,
    op: memref_ops.SparseGemmOp | memref_ops.ScaledGemmOp,
    views: tuple[View, View, View],
    more: tuple[tuple[View, bool], ...],
) -> None:
    """Every atom, with what it takes besides A, B and C: views, and whether A's atoms (not B's) have them."""
    record = mma_record(op.atom.data)
    a, b, c = views
    if op.accumulate is not None:
        _clear(state, state.values[op.accumulate], c, (_extents(c, 1), _extents(c, 2)))
    for kk in range(_extents(a, 2)):
        for nn in range(_extents(c, 2)):
            for mm in range(_extents(c, 1)):
                at = [_coord(view, *ij) for view, ij in ((a, (mm, kk)), (b, (nn, kk)), (c, (mm, nn)))]
                words = [
                    load_values(state, view, 0, _extents(view, 0), _coord(view, mm if of_a else nn, kk))
                    for view, of_a in more
                ]
                _multiply(state, record, views, at, tuple(words))


def _extents(view: View, mode: int) -> int:
    count = size(view.layout, [mode]) if modes(view) > mode else 1
    assert isinstance(count, int)
    return count


def _coord(view: View, *rest: int) -> tuple[int, ...]:
    """The coordinate of the modes that a view has besides its values."""
    return rest[: modes(view) - 1]


def _emit_fma(
    state: Expansion,
    _record: MmaRecord,
    _op: memref_ops.GemmOp,
    views: tuple[View, View, View],
    at: list[tuple[int, ...]],
    _first: bool,
) -> None:
    parts = [(view, place(view, 0, rest)) for view, rest in zip(views, at, strict=True)]
    _fma_at(state, parts)


def _emit_mma(
    state: Expansion,
    record: MmaRecord,
    _op: memref_ops.GemmOp,
    views: tuple[View, View, View],
    at: list[tuple[int, ...]],
    _first: bool,
) -> None:
    _multiply(state, record, views, at)


def _multiply(
    state: Expansion,
    record: MmaRecord,
    views: tuple[View, View, View],
    at: list[tuple[int, ...]],
    more: tuple[SSAValue, ...] = (),
) -> None:
    """One warp instruction on the fragments at coordinates of A, B and C."""
    values = tuple(_extents(view, 0) for view in views)
    fragments = [load_values(state, view, 0, n, rest) for view, n, rest in zip(views, values, at, strict=True)]
    properties = {"atom": StringAttr(record.name)}
    kinds = (fragments[2].type,)
    block = state.builder.block
    result = fast(mma_ops.MmaOp, (*fragments, *more), kinds, properties, state.builder.location, block).results[0]
    store_values(state, result, views[2], 0, values[2], at[2])


MULTIPLY_FAMILIES: Mapping[str, Callable[..., None]] = {"fma": _emit_fma, "mma": _emit_mma, "wgmma": emit_wgmma}
"""How the multiplies of each family of atoms are made."""


def _clear(state: Expansion, accumulate: SSAValue, c: View, extents: tuple[int, int]) -> None:
    """C becomes 0 where it is not to be added."""
    element = c.type.element
    number = FloatAttr(0.0, element) if dtype_of(element).is_float else IntegerAttr(0, element)  # pyright: ignore
    builder = state.builder
    zero = fast(arith.ConstantOp, (), (element,), {"value": number}, builder.location, builder.block).results[0]
    for value in range(_extents(c, 0)):
        for nn in range(extents[1]):
            for mm in range(extents[0]):
                spot = pointer_at(builder, c, place(c, value, _coord(c, mm, nn)))
                pointer = with_align(state, spot, c, None)
                kept = builder.op(SelectOp, (accumulate, load(state, pointer, element, c), zero), element)
                store(state, kept, pointer, c)


def _fma(state: Expansion, a: tuple[View, object], b: tuple[View, object], c: tuple[View, object]) -> None:
    _fma_at(state, [(view, crd2idx(coord, view.layout)) for view, coord in (a, b, c)])


def _fma_at(state: Expansion, parts: Sequence[tuple[View, object]]) -> None:
    """One multiply-add of the elements at three offsets."""
    pointers = [
        with_align(state, pointer_at(state.builder, view, offset), view, None)  # pyright: ignore[reportArgumentType]
        for view, offset in parts
    ]
    x, y, z = (load(state, ptr, view.type.element, view) for ptr, (view, _) in zip(pointers, parts, strict=True))
    result = fast(
        math.FmaOp,
        (x, y, z),
        (z.type,),
        properties_of(math.FmaOp),
        state.builder.location,
        state.builder.block,
    ).results[0]
    store(state, result, pointers[2], parts[2][0])
