"""`cute.copy` and related copies of tiles, by an atom or by plain accesses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.drawings import drawing
from cutedsl.lang.atoms.access_hints import AccessHints
from cutedsl.lang.atoms.copy_atom import CopyAtom
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.tensors.make import recast_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, Layout, coalesce, get_nonswizzle_portion, layout_text, size
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.scalars import Boolean, Int64, Uint8

_ANY_WIDTH = "universal.0"


def copy(
    atom: CopyAtom,
    src: Tensor | list[Tensor] | tuple[Tensor, ...],
    dst: Tensor | list[Tensor] | tuple[Tensor, ...],
    *,
    pred: Tensor | None = None,
    unroll_factor: int | None = None,
    **kwargs: Any,
) -> None:
    """Copies a tile by an atom: mode 0 holds the values of whole atoms, the other modes count atoms.

    **Shapes**: `src` and `dst` are (V, rest…) with equal rest modes. `pred` has Booleans: (atoms in V, rest…), or
    (1, rest…) for all atoms in V together. Where it is false, an atom is skipped; `cp.async` writes zeros instead.
    An atom of one thread moves its bits for elements of any width: one of 128 bits moves eight of 16.
    `unroll_factor` is a hint; so is `cache_policy`, an Int64 of PTX's `createpolicy`, which copies between global
    memory and registers or shared memory take. Atoms that write two tensors take a pair as `dst`. Those that copy rows
    by their numbers take a pair of tensor and numbers.
    Source: CuTe DSL documentation, "cute_nvgpu".
    Errors: copy-shape, copy-type, copy-space, copy-pred, copy-alignment, copy-keyword, dynamic-tensor-shape.
    """
    atom.issue(_in_memory(src), _in_memory(dst), pred, kwargs, emit_copy)


def _in_memory(given: Any) -> Any:
    """A tensor, or each of a pair."""
    return tuple(one.in_memory() for one in given) if isinstance(given, tuple | list) else given.in_memory()


def copy_atom_call(atom: CopyAtom, src: Tensor, dst: Tensor, *, pred: Any = None, **kwargs: Any) -> None:
    """One atom: both tensors have the values of one atom only. Errors: as `copy`.

    Shapes: each tensor has the shape (V): the values that one thread moves with one atom.
    """
    atom.issue(src.in_memory(), dst.in_memory(), pred, kwargs, emit_copy)


def emit_copy(atom: CopyAtom, src: Tensor, dst: Tensor, pred: Tensor | None, kwargs: dict[str, Any]) -> None:
    """Checks a copy by an instruction of the table and records it."""
    if unknown := kwargs.keys() - atom.op.copy_keywords:
        raise fail("copy-keyword", f"a copy by {type(atom.op).__name__} takes no {', '.join(sorted(unknown))}")
    atom = _of_width(atom, src, dst)
    _check_types(atom, src, dst)
    _check_shapes(atom, src, dst)
    if pred is not None:
        pred = _for_each_atom(pred, atom, src)
    _check_neighbours(atom, src, dst)
    _check_alignment(atom, src, dst)
    if src.element_type.spec.storage_bits < 8 and _moves_bytes(atom, pred):
        src, dst = _as_bytes(src), _as_bytes(dst)
    operands = (src.handle, dst.handle) if pred is None else (src.handle, dst.handle, pred.handle)
    attrs: dict[str, object] = {"atom": atom.record.name, **_hints(atom.hints)}
    if (policy := kwargs.get("cache_policy")) is not None:
        operands = (*operands, as_numeric(policy).to(Int64).ir_value())
        attrs["cached"] = True
    cute_emitter().op("cute.copy", operands, (), attrs)


def _of_width(atom: CopyAtom, src: Tensor, dst: Tensor) -> CopyAtom:
    """The atom for elements of another width than it was made for: one thread's bits are those of more or fewer."""
    width, own = src.element_type.spec.storage_bits, atom.value_type.spec.storage_bits
    if width in (own, 0) or dst.element_type.spec.storage_bits != width or atom.record.threads > 1:
        return atom
    return atom if atom.record.bits % width else replace(atom, value_type=src.element_type)


def _moves_bytes(atom: CopyAtom, pred: Tensor | None) -> bool:
    """Whether an atom moves elements that share bytes with all their neighbours in them.

    An atom of any width does where no element has a predicate of its own.
    """
    return pred is None if atom.record.name == _ANY_WIDTH else atom.record.bits >= 8


def _as_bytes(tensor: Tensor) -> Tensor:
    """The bytes of a tensor, where its swizzle puts them."""
    return recast_tensor(tensor, Uint8, tensor.iterator.swizzle)


def _hints(hints: AccessHints) -> dict[str, object]:
    said = {"load_hints": hints.load, "store_hints": hints.store}
    return {name: text for name, text in said.items() if text}


def autovec_copy(src: Tensor, dst: Tensor, *, l1c_evict_priority: Any = None) -> None:
    """Copies all elements with the widest accesses that both sides allow.

    **Shapes**: static, of equal size. `l1c_evict_priority`, a `CacheEvictionPriority`, is a hint for global memory.
    Errors: copy-type, copy-shape, copy-keyword, dynamic-tensor-shape.
    """
    src, dst = src.in_memory(), dst.in_memory()
    if src.element_type.spec.storage_bits != dst.element_type.spec.storage_bits:
        raise fail("copy-type", f"cannot copy {src.element_type.__name__} elements to {dst.element_type.__name__}")
    _check_static(src, dst)
    if size(src.type_layout) != size(dst.type_layout):
        raise fail("copy-shape", f"cannot copy {size(src.type_layout)} elements into {size(dst.type_layout)}")
    if src.element_type.spec.storage_bits < 8:  # elements that share bytes move with their neighbours
        src, dst = _as_bytes(src), _as_bytes(dst)
    given = {} if l1c_evict_priority is None else {"l1c_evict_priority": l1c_evict_priority}
    hints = AccessHints.of(given, frozenset(given))
    cute_emitter().op("cute.copy", (src.handle, dst.handle), (), {"atom": _ANY_WIDTH, **_hints(hints)})


def basic_copy(src: Tensor, dst: Tensor) -> None:
    """Copies all elements one by one. Errors: as `autovec_copy`.

    Shapes: both tensors have the same number of elements; they correspond by linear index.
    """
    _check_static(src, dst)
    for i in range(_count(src)):
        dst[i] = src[i]


def basic_copy_if(pred: Tensor, src: Tensor, dst: Tensor) -> None:
    """Copies the elements whose predicate is true, one by one. Errors: as `autovec_copy`, copy-pred.

    Shapes: all three tensors have the same number of elements; they correspond by linear index.
    """
    _check_static(src, dst)
    if size(pred.type_layout) != size(src.type_layout):
        raise fail("copy-pred", f"{size(pred.type_layout)} predicates do not fit {size(src.type_layout)} elements")
    emitter = cute_emitter()
    width = src.element_type.spec.storage_bits
    if src.element_type is dst.element_type:
        operands = (_flat(src).handle, _flat(dst).handle, _flat(pred).handle)
        emitter.op("cute.copy", operands, (), {"atom": f"universal.{width}"})
        return
    raise fail("copy-type", f"cannot copy {src.element_type.__name__} elements to {dst.element_type.__name__}")


def prefetch(atom: CopyAtom, src: Tensor) -> None:
    """Prefetches a tile for a later TMA copy. Errors: copy-keyword for other atoms.

    Shapes: `src` has the shape (V, rest...), as for `copy`.
    """
    atom.prefetch(src)


def _flat(tensor: Tensor) -> Tensor:
    """The tensor as (1, elements): each element is an atom."""
    layout: Any = tensor.tiled_layout
    if isinstance(layout, ComposedLayout):
        return tensor.with_layout(layout.with_outer(Layout.unchecked((layout.outer.shape,), (layout.outer.stride,))))  # pyright: ignore
    return tensor.with_layout(Layout.unchecked((layout.shape,), (layout.stride,)))


def _count(tensor: Tensor) -> int:
    count = size(tensor.type_layout)
    assert isinstance(count, int)
    return count


def _check_static(*tensors: Tensor) -> None:
    for tensor in tensors:
        if not isinstance(size(tensor.type_layout), int):
            raise fail(
                "dynamic-tensor-shape",
                f"a copy needs static shapes, got {layout_text(tensor.type_layout)}",
                fix="Tile and partition it first.",
            )


def _check_types(atom: CopyAtom, src: Tensor, dst: Tensor) -> None:
    width = atom.value_type.spec.storage_bits
    if atom.record.name == _ANY_WIDTH:  # one element a value, whatever its width
        width = src.element_type.spec.storage_bits
    for tensor in (src, dst):
        if tensor.element_type.spec.storage_bits != width:
            raise fail(
                "copy-type",
                f"the atom copies {atom.value_type.__name__}, but the tensor holds {tensor.element_type.__name__}",
                fix="Make the atom for the tensors' type, or recast the tensors.",
            )
    for wanted, tensor, verb in ((atom.record.reads, src, "reads"), (atom.record.writes, dst, "writes")):
        if wanted and tensor.memspace not in (wanted, "generic" if wanted == "gmem" else wanted):
            raise fail("copy-space", f"{type(atom.op).__name__} {verb} {wanted}, the tensor is in {tensor.memspace}")


def _check_shapes(atom: CopyAtom, src: Tensor, dst: Tensor) -> None:
    _check_static(src, dst)
    a, b = src.type_layout, dst.type_layout
    values = (atom.num_val_src, atom.num_val_dst)
    counts = [size(layout, [0]) // n for layout, n in zip((a, b), values, strict=True)]
    rests = [[size(layout, [i]) for i in range(1, _modes(layout))] for layout in (a, b)]
    uneven = [size(layout, [0]) % n for layout, n in zip((a, b), values, strict=True)]
    if rests[0] != rests[1] or counts[0] != counts[1] or any(uneven):
        raise fail(
            "copy-shape",
            f"source {layout_text(a)} and destination {layout_text(b)} do not match: an atom reads {values[0]} and "
            f"writes {values[1]} elements of mode 0, and the other modes are equal",
        )


def _for_each_atom(pred: Tensor, atom: CopyAtom, src: Tensor) -> Tensor:
    """The predicates with a mode 0 that counts the atoms there: one for all of them is repeated. Errors: copy-pred."""
    if pred.element_type is not Boolean:
        raise fail("copy-pred", f"a predicate tensor must hold Boolean, got {pred.element_type.__name__}")
    p, a = pred.type_layout, src.type_layout
    atoms, rest = size(a, [0]) // atom.num_val_src, [size(a, [i]) for i in range(1, _modes(a))]
    have = [size(p, [i]) for i in range(_modes(p))]
    if have == [atoms, *rest]:
        return pred
    if have != [1, *rest]:
        raise fail(
            "copy-pred", f"the predicate tensor must be ({_listed([atoms, *rest])}), one per atom, got {layout_text(p)}"
        )
    given: Any = pred.tiled_layout
    shape, stride = (given.shape[1:], given.stride[1:]) if rest else ((), ())
    return pred.with_layout(Layout.unchecked((atoms, *shape), (0, *stride)))


def _modes(layout: Any) -> int:
    return len(layout)


def _listed(extents: list[Any]) -> str:
    return ",".join(map(str, extents))


def _check_neighbours(atom: CopyAtom, src: Tensor, dst: Tensor) -> None:
    """`cp.async` and the matrix copies take one address and move what follows it in memory."""
    record = atom.record
    if not record.ptx:
        return
    for space, tensor, values in ((record.reads, src, atom.num_val_src), (record.writes, dst, atom.num_val_dst)):
        if space == "rmem" or values == 1:
            continue
        layout: Any = get_nonswizzle_portion(tensor.type_layout)
        first: Any = coalesce(layout[0])
        extent, step = (
            (first.shape, first.stride) if isinstance(first.shape, int) else (first.shape[0], first.stride[0])
        )
        if step != 1 or extent % values:
            run = extent if step == 1 else 1
            raise fail(
                "copy-not-contiguous",
                f"{type(atom.op).__name__} moves {values} neighbours of {space} at a time; mode 0 of the tensor is "
                f"{layout_text(layout[0])}, with {run} element{'s' if run != 1 else ''} next to each other",
                notes=drawing("elements", layout, 0, values),
            )


def _check_alignment(atom: CopyAtom, src: Tensor, dst: Tensor) -> None:
    """`cp.async` and the matrix copies fault on an address that is not aligned to what they move."""
    record = atom.record
    if not record.ptx:
        return
    for space, tensor, bits in ((record.reads, src, record.src), (record.writes, dst, record.dst)):
        if space == "rmem":
            continue
        wanted = size(bits, [1]) // 8
        if tensor.align_bytes % wanted:
            elems = max(1, 8 * wanted // tensor.element_type.spec.storage_bits)
            raise fail(
                "copy-alignment",
                f"{type(atom.op).__name__} moves {wanted} bytes at once; the tensor {tensor} is aligned to "
                f"{tensor.align_bytes}",
                fix=f"Give the array an alignment of {wanted} bytes (`assumed_align={wanted}`) and strides that are "
                f"multiples of it: `mark_compact_shape_dynamic(..., divisibility={elems})` for an array, "
                f"`sym_int(divisibility={elems})` for an extent of a fake tensor.",
            )
