"""Plain bulk copies: the copy engine moves contiguous bytes, without a tensor map.

One thread issues a copy (wrap it in `elect_one()`).
Source: CuTe DSL documentation, "cpasync submodule"; PTX ISA, "cp.async.bulk".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, ClassVar

from cutedsl.arch.atoms.records import CopyRecord
from cutedsl.arch.availability import Availability
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.copy_ops import CopyOp
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, coalesce, layout_text, size
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Int64

_WHERE = Availability((9, 0), (8, 0))
_UNIT_BYTES = 16
"""Addresses and sizes are multiples of it."""


@frozen
class CopyBulkOp(CopyOp):
    """A bulk copy of mode 0, `num_bits_per_copy` at a time, or all of it at once."""

    kind: ClassVar[str]
    spaces: ClassVar[tuple[str, str]]
    """The memories that it reads and writes."""
    keywords: ClassVar[tuple[str, ...]]
    """What `cute.copy` must be given beside the tensors."""
    optional: ClassVar[tuple[str, ...]] = ("cache_policy",)
    """What it may be given."""

    def record(self, bits: int, elem_bits: int) -> CopyRecord:
        unit_bits = 8 * _UNIT_BYTES
        if bits % unit_bits:
            raise fail(
                "copy-bits",
                f"num_bits_per_copy must be a multiple of {unit_bits} for a bulk copy, got {bits}",
                fix="Leave it out: a copy then moves all of mode 0.",
            )
        one = Layout((1, bits or elem_bits), (0, 1))
        reads, writes = self.spaces
        return CopyRecord(f"bulk.{self.kind}.{bits}", Layout(1), one, one, one, _WHERE, reads=reads, writes=writes)

    def issue(
        self, atom: Any, src: Any, dst: Any, pred: Any, kwargs: dict[str, Any], emit: Callable[..., None]
    ) -> None:
        if pred is not None:
            raise fail("copy-keyword", "a bulk copy takes no predicates", fix="Put it under `if`.")
        extras, attrs = self._extras(kwargs)
        for tensor, space, verb in zip((src, dst), self.spaces, ("reads", "writes"), strict=True):
            _check_side(self, tensor, space, verb)
        if size(src.type_layout) != size(dst.type_layout) or src.element_type is not dst.element_type:
            raise fail(
                "copy-shape",
                f"a bulk copy cannot copy {src} to {dst}",
                fix="Both must have the same element type and size.",
            )
        whole = atom.record.name.endswith(".0")
        count = size(src.type_layout, [0]) if whole else atom.num_val_src
        amount = _whole_bytes(self, src, count)
        sides = (list(_runs(self, tensor, count)) for tensor in (dst, src))
        for target, source in zip(*sides, strict=True):
            operands = [target, source, Int32(amount).ir_value(), *extras]
            cute_emitter().op("cute.bulk.copy", operands, (), {"kind": self.kind, **attrs})

    def _extras(self, kwargs: Mapping[str, Any]) -> tuple[list[Handle], dict[str, object]]:
        """The operands after the byte count, and the marks that say which there are."""
        given = {name: value for name, value in kwargs.items() if value is not None}
        if set(given) - set(self.optional) != set(self.keywords):
            wanted = " and ".join(self.keywords) or "no keywords"
            raise fail(
                "copy-keyword",
                f"{type(self).__name__} takes {wanted}, got {', '.join(sorted(given)) or 'none'}",
                fix=f"Call `cute.copy(atom, src, dst{''.join(f', {name}=…' for name in self.keywords)})`.",
            )
        extras: list[Handle] = []
        if "mbar_ptr" in given:
            barrier = given["mbar_ptr"]
            if not isinstance(barrier, Pointer):
                raise fail(
                    "mbarrier-pointer", f"mbar_ptr must point to the mbarrier that counts the bytes, got {barrier!r}"
                )
            extras.append(barrier.handle)
        if "mcast_mask" in given:
            extras.append(as_numeric(given["mcast_mask"]).to(Int32).ir_value())
        if "cache_policy" in given:
            extras.append(as_numeric(given["cache_policy"]).to(Int64).ir_value())
        marks = {"mcast_mask": "multicast", "cache_policy": "cached"}
        return extras, {mark: True for name, mark in marks.items() if name in given}


@frozen
class CopyBulkG2SOp(CopyBulkOp):
    """Copies bytes from global to shared memory; they count at the mbarrier `mbar_ptr`."""

    kind: ClassVar[str] = "g2s"
    spaces: ClassVar[tuple[str, str]] = ("gmem", "smem")
    keywords: ClassVar[tuple[str, ...]] = ("mbar_ptr",)


@frozen
class CopyBulkG2SMulticastOp(CopyBulkG2SOp):
    """Copies bytes from global memory to the same offset in the shared memory of all blocks of `mcast_mask`."""

    keywords: ClassVar[tuple[str, ...]] = ("mbar_ptr", "mcast_mask")


@frozen
class CopyBulkS2GOp(CopyBulkOp):
    """Copies bytes from shared to global memory, in the thread's bulk group."""

    kind: ClassVar[str] = "s2g"
    spaces: ClassVar[tuple[str, str]] = ("smem", "gmem")
    keywords: ClassVar[tuple[str, ...]] = ()


@frozen
class CopyBulkS2SOp(CopyBulkOp):
    """Copies bytes to the shared memory of another block of the cluster; they count at its mbarrier `mbar_ptr`."""

    kind: ClassVar[str] = "s2s"
    spaces: ClassVar[tuple[str, str]] = ("smem", "dsmem")
    keywords: ClassVar[tuple[str, ...]] = ("mbar_ptr",)
    optional: ClassVar[tuple[str, ...]] = ()


def group_bulk_copy_modes(src: Tensor, dst: Tensor) -> tuple[Tensor, Tensor]:
    """Groups all modes of both tensors into one, for a single copy."""
    return src.group_modes(0, len(src.type_layout)), dst.group_modes(0, len(dst.type_layout))  # pyright: ignore[reportArgumentType]


def _check_side(op: CopyBulkOp, tensor: Any, space: str, verb: str) -> None:
    name = type(op).__name__
    if not isinstance(tensor, Tensor):
        raise fail("copy-type", f"{name} {verb} a tensor, got {tensor!r}")
    if tensor.memspace != space:
        raise fail("copy-space", f"{name} {verb} {space}, the tensor is in {tensor.memspace}")
    if not isinstance(size(tensor.type_layout), int):
        raise fail(
            "dynamic-tensor-shape", f"a copy needs static shapes, this tensor is {layout_text(tensor.type_layout)}"
        )
    if tensor.align_bytes % _UNIT_BYTES:
        raise fail(
            "copy-alignment",
            f"{name} needs {_UNIT_BYTES}-byte alignment; the tensor {tensor} is aligned to {tensor.align_bytes}",
            fix=f"Give the array an alignment of {_UNIT_BYTES} bytes (`from_dlpack(x, assumed_align={_UNIT_BYTES})`).",
        )


def _whole_bytes(op: CopyBulkOp, tensor: Tensor, count: int) -> int:
    bits = count * tensor.element_type.spec.storage_bits
    if bits % (8 * _UNIT_BYTES):
        raise fail(
            "copy-shape",
            f"{type(op).__name__} must move a multiple of 16 bytes, got {count} elements, {bits // 8} bytes",
        )
    return bits // 8


def _runs(op: CopyBulkOp, tensor: Tensor, count: int) -> Iterator[Handle]:
    """Pointers to the runs of `count` neighbours that make up the tensor."""
    layout: Any = tensor.type_layout
    first = coalesce(layout[0]) if isinstance(layout, Layout) else layout
    shape, stride = first.shape, first.stride
    run = (shape[0], stride[0]) if isinstance(shape, tuple) else (shape, stride)
    if not isinstance(layout, Layout) or run[1] != 1 or run[0] % count:
        raise fail(
            "copy-shape",
            f"{type(op).__name__} moves {count} contiguous elements; mode 0 of {layout_text(layout)} is not contiguous",
            fix="Copy contiguous rows, or use a tensor map (`make_tiled_tma_atom`).",
        )
    rests = [range(size(layout, [k])) for k in range(1, len(layout))]
    for rest in product(*reversed(rests)):
        for start in range(0, size(layout, [0]), count):
            coord = (start, *reversed(rest)) if isinstance(layout.shape, tuple) else start
            yield (tensor.iterator + tensor.layout(coord)).handle
