"""`cute.gemm`: multiply-add of tiles, by one thread, a warp or a warp group."""

from __future__ import annotations

from typing import Any

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.errors import fail
from cutedsl.ir.ops.memref import ScaledGemmOp
from cutedsl.lang.atoms.mma_ops import ptx_type, scale_type
from cutedsl.lang.atoms.tiled_mma import NUMERIC_OF, MmaAtom, TiledMma
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.layouts.functions import filter_zeros
from cutedsl.lang.tensors.make import make_tensor, recast_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tiles.copying import autovec_copy
from cutedsl.layout import Layout, layout_text, rank, size
from cutedsl.staging.scalars import Int32, Uint8

_RANKS = {(1, 1, 1), (2, 2, 3), (3, 3, 3)}
"""Ranks of A, B and C with a mode of values: one atom, an outer product, sums over k."""
_PLAIN_RANKS = {(1, 1, 2): (1, 1, 2), (2, 2, 2): (2, 2, 2)}


_PADDED = frozenset(("e2m3", "e3m2", "e2m1"))
"""Types that stand in bytes, as integers of 8 bits, where a multiply takes bytes."""
_NAMES = ("atom", "d", "a", "b", "c")


def gemm(*operands: Any, **named: Any) -> None:
    """`gemm(atom, d, a, b, c)`: `d = a * b + c` by a tiled multiply or an atom; `gemm(a, b, c)` by one thread.

    **Shapes**: with a mode V of an atom's values, (V) x (V) => (V), (V,M) x (V,N) => (V,M,N) and
    (V,M,K) x (V,N,K) => (V,M,N); for atoms of one thread also (M) x (N) => (M,N) and (M,K) x (N,K) => (M,N).
    **Law**: `d[m,n] = c[m,n] + sum_k a[m,k] * b[n,k]`, k ascending; without `Field.ACCUMULATE`, c counts as 0.
    `d` and `c` may be one tensor. A sparse multiply takes `[a, e]` for A: its stored half, and 32-bit words of metadata
    (1,M,K). A block-scaled one takes `[a, sfa]` and `[b, sfb]`: each operand, and its scale factors in the same shape,
    with stride 0 within a block; or operands alone, where `Field.SFA` and `Field.SFB` of the atom are set to pointers
    to the factors of one multiply, one after another. Errors: gemm-shape, gemm-type, gemm-space, gemm-operands.
    Source: CuTe C++, `cute::gemm` (include/cute/algorithm/gemm.hpp).
    """
    if named:
        operands = _in_order(operands, named)
    match operands:
        case (TiledMma() | MmaAtom() as atom, Tensor() as d, a, b, Tensor() as c) if atom.record.family == "tcgen05":
            from cutedsl.lang.atoms.umma_gemm import umma_gemm

            umma_gemm(atom, d, a, b, c)
        case (TiledMma() | MmaAtom() as atom, Tensor() as d, Tensor() as a, Tensor() as b, Tensor() as c):
            _gemm_by_atom(atom, d, a, b, c, factors=_factors_that_are_set(atom, a, b))
        case (
            TiledMma() | MmaAtom() as atom,
            Tensor() as d,
            (Tensor() as a, Tensor() as e),
            Tensor() as b,
            Tensor() as c,
        ):
            _gemm_by_atom(atom, d, a, b, c, e)
        case (
            TiledMma() | MmaAtom() as atom,
            Tensor() as d,
            (Tensor() as a, Tensor() as sfa),
            (Tensor() as b, Tensor() as sfb),
            Tensor() as c,
        ):
            _gemm_by_atom(atom, d, a, b, c, factors=(sfa, sfb))
        case (Tensor() as a, Tensor() as b, Tensor() as c):
            _gemm_by_thread(a, b, c)
        case _:
            raise fail("gemm-operands", f"gemm takes an atom and four tensors, got {len(operands)} operands")


def _in_order(operands: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
    """Operands given by position and by name: with an atom all five, else `a`, `b` and `c`. Errors: gemm-operands."""
    by_atom = isinstance(operands[0], TiledMma | MmaAtom) if operands else "atom" in named or "d" in named
    names = _NAMES if by_atom else _NAMES[2:]
    given = dict(zip(names, operands, strict=False))
    unknown = [name for name in named if name not in names]
    twice = [name for name in named if name in given]
    missing = [name for name in names if name not in given and name not in named]
    for what, found in (("has no operand", unknown), ("gets twice", twice), ("lacks", missing)):
        if found:
            raise fail("gemm-operands", f"gemm({', '.join(names)}) {what} `{', '.join(found)}`")
    return tuple((given | named)[name] for name in names)


def mma_atom_call(atom: Any, d: Tensor, a: Tensor, b: Tensor, c: Tensor) -> None:
    """One atom: `gemm` of tensors that have a mode of values only."""
    gemm(atom, d, a, b, c)


def _gemm_by_atom(
    atom: TiledMma | MmaAtom,
    d: Tensor,
    a: Tensor,
    b: Tensor,
    c: Tensor,
    metadata: Tensor | None = None,
    factors: tuple[Tensor, ...] = (),
) -> None:
    record = atom.record
    _check_metadata(record, a, metadata)
    _check_factors(record, (a, b), factors)
    _check_atom_types(record, (("a", a, record.type_a), ("b", b, record.type_b), ("c", c, record.type_c)))
    if d.element_type is not c.element_type or size(d.type_layout) != size(c.type_layout):
        raise fail("gemm-type", f"`d` and `c` must have the same type and shape; `d` is {d}, `c` is {c}")
    a, b, c, d = _with_values(record.family, a, b, c, d)
    _check_atom_shapes(atom, a, b, c)
    _check_spaces(record.family, a, b, c)
    if d.handle is not c.handle:
        autovec_copy(c, d)
    name, handles = "cute.gemm", [a.handle, b.handle, d.handle]
    if metadata is not None:
        name, handles = "cute.sparse_gemm", [a.handle, metadata.handle, b.handle, d.handle]
    if factors:
        sfa, sfb = (recast_tensor(filter_zeros(one), Uint8) for one in factors)
        words = [recast_tensor(one, Int32) for one in (a, b)]
        name, handles = ScaledGemmOp.name, [one.handle for one in (words[0], sfa, words[1], sfb, d)]
    accumulate = atom.accumulate
    if accumulate is not True:
        from cutedsl.staging.scalars import Boolean

        handles.append(Boolean(accumulate).ir_value() if accumulate is False else accumulate.ir_value())
    cute_emitter().op(name, tuple(handles), (), {"atom": record.name})


def _check_metadata(record: MmaRecord, a: Tensor, metadata: Tensor | None) -> None:
    """A sparse A comes with a word for each atom, another one alone. Errors: gemm-operands, gemm-shape, gemm-type."""
    if (record.metadata is None) != (metadata is None):
        wanted = "A alone" if record.metadata is None else "`[a, e]`, A's stored elements and their metadata"
        raise fail("gemm-operands", f"{record.name} takes {wanted}")
    if metadata is None:
        return
    if metadata.element_type.spec.storage_bits != 32 or metadata.memspace != "rmem":
        raise fail("gemm-type", f"the metadata must be 32-bit words in registers, got {metadata}")
    wanted = [1, *(size(a.type_layout, [mode]) for mode in range(1, rank(a.type_layout)))]
    if [size(metadata.type_layout, [mode]) for mode in range(rank(metadata.type_layout))] != wanted:
        listed = ",".join(map(str, wanted))
        have = layout_text(metadata.type_layout)
        raise fail("gemm-shape", f"the metadata must be ({listed}), one word per atom, got {have}")


def _check_factors(record: MmaRecord, operands: tuple[Tensor, Tensor], factors: tuple[Tensor, ...]) -> None:
    """The operands of a block-scaled multiply come with factors, one for each of their elements, others alone.

    Errors: gemm-operands, gemm-shape, gemm-type.
    """
    scales = record.scales
    if (scales is None) == bool(factors):
        wanted = "`[a, sfa]` and `[b, sfb]`, each with its scale factors" if scales else "A and B alone"
        raise fail("gemm-operands", f"{record.name} takes {wanted}")
    if scales is None:
        return
    blocks = record.shape_mnk[2] // scales.block
    for name, operand, tensor in zip(("sfa", "sfb"), operands, factors, strict=True):
        if scale_type(tensor.element_type) != scales.type or tensor.memspace != "rmem":
            raise fail("gemm-type", f"`{name}` is {tensor}; {record.name} takes {scales.type} in registers")
        wanted = [record.shape_mnk[2], *_mode_sizes(operand)[1:]]
        if _mode_sizes(tensor) != wanted or size(filter_zeros(tensor).type_layout, [0]) != blocks:
            listed = ",".join(map(str, wanted))
            raise fail(
                "gemm-shape",
                f"`{name}` is {layout_text(tensor.type_layout)}; it is ({listed}), with {blocks} factors in mode 0",
                fix="Make it with `partition_fragment_SFA` or `partition_fragment_SFB`.",
            )


def _factors_that_are_set(atom: TiledMma | MmaAtom, a: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    """The factors of A and B that the atom's fields point to, each as one tensor of its operand's modes; else none."""
    scales, places = atom.record.scales, (atom.factors.sfa, atom.factors.sfb)
    if scales is None or any(place is None for place in places):
        return ()
    first = (scales.block, atom.record.shape_mnk[2] // scales.block)
    found: list[Tensor] = []
    for place, operand in zip(places, (a, b), strict=True):
        more = _mode_sizes(operand)[1:]
        layout = Layout((first, *more), ((0, 1), *[0] * len(more)))
        found.append(make_tensor(place, layout))
    return tuple(found)


def _with_values(family: str, *tensors: Tensor) -> tuple[Tensor, ...]:
    """Operands of a one-thread multiply without a mode of values get one."""
    ranks = tuple(rank(t.type_layout) for t in tensors[:3])
    if family != "fma" or ranks not in _PLAIN_RANKS:
        return tensors
    return tuple(_with_mode(t) for t in tensors)


def _with_mode(tensor: Tensor) -> Tensor:
    layout = tensor.tiled_layout
    return tensor.with_layout(Layout.unchecked((1, *layout.shape), (0, *layout.stride)))


def _check_atom_types(record: MmaRecord, operands: tuple[tuple[str, Tensor, str], ...]) -> None:
    name = record.name
    for which, tensor, kind in operands:
        have = ptx_type(tensor.element_type)
        if record.scales is not None and record.scales.bits == 8 and kind in _PADDED:
            if tensor.element_type.is_float or tensor.element_type.spec.storage_bits != 8:
                raise fail(
                    "gemm-type",
                    f"`{which}` holds {tensor.element_type.__name__}; {name} takes {kind} in bytes",
                    fix="Make the fragment of Uint8, and load it with `ldmatrix` and `unpack_bits`.",
                )
            continue
        if have != kind and (have, kind) != ("f32", "tf32"):
            raise fail(
                "gemm-type",
                f"`{which}` holds {tensor.element_type.__name__}; {name} takes {NUMERIC_OF[kind].__name__} there",
                fix="Make the fragment of that type and convert into it, or take the operation of the tensors' types.",
            )


def _check_atom_shapes(atom: TiledMma | MmaAtom, a: Tensor, b: Tensor, c: Tensor) -> None:
    ranks = tuple(rank(t.type_layout) for t in (a, b, c))
    extents = [[size(t.type_layout, [i]) for i in range(rank(t.type_layout))] for t in (a, b, c)]
    values = [size(layout, [1]) for layout in (atom.tv_layout_A, atom.tv_layout_B, atom.tv_layout_C)]
    fits = ranks in _RANKS and all(e[0] == v for e, v in zip(extents, values, strict=True))
    if fits and ranks != (1, 1, 1):
        (_, m, *ka), (_, n, *kb), (_, m2, n2) = extents
        fits = m == m2 and n == n2 and ka == kb
    if not fits:
        shapes = ", ".join(f"{n}: {layout_text(t.type_layout)}" for n, t in (("a", a), ("b", b), ("c", c)))
        raise fail(
            "gemm-shape",
            f"an atom with {values[0]}, {values[1]} and {values[2]} values of A, B and C takes (V,M,K) x (V,N,K) => "
            f"(V,M,N), got {shapes}",
        )


def _check_spaces(family: str, a: Tensor, b: Tensor, c: Tensor) -> None:
    """Fragments of warps are in registers; a warp group reads B, and perhaps A, from shared memory."""
    if family == "fma":
        return
    wanted = {"mma": ("rmem", "rmem"), "wgmma": ("", "smem")}[family]
    for name, tensor, space in (("a", a, wanted[0]), ("b", b, wanted[1]), ("c", c, "rmem")):
        if space and tensor.memspace != space:
            raise fail(
                "gemm-space",
                f"`{name}` is in {tensor.memspace}; this multiply takes it from {space}",
                fix="Make a fragment with `make_fragment_A/B/C` and copy into it.",
            )


def _gemm_by_thread(a: Tensor, b: Tensor, c: Tensor) -> None:
    for name, tensor in (("a", a), ("b", b), ("c", c)):
        if not tensor.element_type.is_float or tensor.element_type is not c.element_type:
            raise fail(
                "gemm-type",
                f"`{name}` is a tensor of {tensor.element_type.__name__}, `c` of {c.element_type.__name__}",
                fix="Use tensors of one float type; mixed types need a matrix-multiply atom.",
            )
    extents = tuple(tuple(_mode_sizes(t)) for t in (a, b, c))
    match extents:
        case ((m, k), (n, k2), (m2, n2)):
            fits = all(_may_equal(x, y) for x, y in ((m, m2), (n, n2), (k, k2)))
        case ((v,), (v2,), (v3,)):
            fits = _may_equal(v, v2) and _may_equal(v, v3)
        case _:
            fits = False
    if not fits:
        shapes = ", ".join(f"{n}: {t.type_layout}" for n, t in (("a", a), ("b", b), ("c", c)))
        raise fail("gemm-shape", f"gemm takes (M,K) x (N,K) => (M,N) or (V) x (V) => (V), got {shapes}")
    cute_emitter().op("cute.gemm", (a.handle, b.handle, c.handle), (), {})


def _mode_sizes(tensor: Tensor) -> list[object]:
    layout = tensor.type_layout
    return [size(layout, [mode]) for mode in range(rank(layout))]


def _may_equal(x: object, y: object) -> bool:
    return not (isinstance(x, int) and isinstance(y, int)) or x == y
