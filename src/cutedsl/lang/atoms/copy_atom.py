"""`CopyAtom`: one copy instruction for elements of one type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.access_hints import AccessHints
from cutedsl.lang.atoms.copy_ops import CopyOp
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.layout import Layout, recast_layout, size
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Float, Float32
from cutedsl.staging.tree import register_tree


class _MadeElsewhere(type):
    """`CopyAtom(op, trait)`: the atom that a function of a dialect made, which is the whole trait here."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if len(args) == 2 and cls is CopyAtom and isinstance(args[1], CopyAtom):
            return args[1]
        return super().__call__(*args, **kwargs)


@methods_take_places
@frozen
class CopyAtom(metaclass=_MadeElsewhere):
    """One copy instruction: its threads, and the layouts (thread, value) -> element of source and destination.

    Shapes: `layout_src_tv` and `layout_dst_tv` have the shape (thread, value).

    Source: BSD-3 `cute/atom/copy_atom.hpp`.
    """

    op: CopyOp
    value_type: type[Numeric]
    record: CopyRecord
    hints: AccessHints

    @property
    def _op(self) -> CopyOp:
        """The op, under the name that programs print it by."""
        return self.op

    @property
    def thr_id(self) -> Layout:
        return self.record.thr_id

    @property
    def layout_src_tv(self) -> Layout:
        """(thread, value) -> element that it reads."""
        return self._elements(self.record.src)

    @property
    def layout_dst_tv(self) -> Layout:
        """(thread, value) -> element that it writes."""
        return self._elements(self.record.dst)

    @property
    def layout_ref_tv(self) -> Layout:
        """The reference layout of fragments."""
        return self._elements(self.record.ref)

    @property
    def num_val_src(self) -> int:
        """Elements that one thread reads."""
        return size(self.layout_src_tv, [1])

    @property
    def num_val_dst(self) -> int:
        """Elements that one thread writes."""
        return size(self.layout_dst_tv, [1])

    def issue(
        self, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[[Any, Any, Any, Any, Any], None]
    ) -> None:
        """Records a copy by this atom."""
        self.op.issue(self, src, dst, pred, kwargs, emit)

    def prefetch(self, src: Any) -> None:
        """Prefetches the source of a later copy; only TMA atoms support it."""
        raise fail("copy-keyword", f"{type(self.op).__name__} does not support prefetch")

    def _elements(self, bits: Layout) -> Layout:
        width = self.value_type.spec.storage_bits
        threads, values = size(bits, [0]), size(bits, [1])
        if values < width or (values == width and threads == 1):
            return Layout((threads, 1), (0, 0))
        return recast_layout(width, 1, bits)

    def __str__(self) -> str:
        return "\n".join(("Copy Atom", *self._lines()))

    def _lines(self) -> tuple[str, ...]:
        return (
            f"  ThrID:         {self.thr_id}",
            f"  TV Layout Src: {self.layout_src_tv}",
            f"  TV Layout Dst: {self.layout_dst_tv}",
            f"  Value type:    {self.value_type.spec.short}",
        )


def make_copy_atom(
    op: CopyOp, copy_internal_type: type[Numeric], *, num_bits_per_copy: int = 0, **kwargs: Any
) -> CopyAtom:
    """The atom of a copy operation for elements of `copy_internal_type`.

    Shapes: an atom has layouts (thread, value); tensors get shapes when it is tiled.

    Plain copies take hints for the caches too: `l1c_evict_priority`, `load_cache_mode`, `store_cache_mode`,
    `l2_prefetch_size`, `invariant`; see `AccessHints`.
    `Float` without a width stands for Float32, as for Python's numbers.
    Units: `num_bits_per_copy` in bits a thread. Errors: copy-bits, copy-type, copy-keyword, abstract-dtype.

    >>> from cutedsl import Float16
    >>> from cutedsl.cute.nvgpu import CopyUniversalOp
    >>> print(make_copy_atom(CopyUniversalOp(), Float16, num_bits_per_copy=128).layout_src_tv)
    (1,8):(0,1)
    """
    if not isinstance(op, CopyOp):  # pyright: ignore[reportUnnecessaryIsInstance]
        shown: Any = getattr(op, "__name__", repr(op))
        called = isinstance(op, type) and issubclass(op, CopyOp)
        fix = f"Call it: `{shown}()`." if called else "Give an operation first, such as `cute.nvgpu.CopyUniversalOp()`."
        raise fail("copy-type", f"make_copy_atom takes a copy operation, got {shown}", fix=fix)
    if copy_internal_type is Float:
        copy_internal_type = Float32
    width = copy_internal_type.spec.storage_bits
    record = op.record(num_bits_per_copy, width)
    return CopyAtom(op, copy_internal_type, record, AccessHints.of(kwargs, op.hint_keywords))


register_tree(CopyAtom, lambda atom: ((), atom), lambda atom, _: atom)
