"""Tensors as a program passes them: an array's memory with marks for what a compilation may not fix."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, cast

from cutedsl.errors import fail
from cutedsl.execution.array_interfaces import ArrayLike, view_of
from cutedsl.execution.dlpack import ArrayView, dlpack_type
from cutedsl.layout import Layout, Unknown
from cutedsl.types import FLOAT32, TFLOAT32, AddressSpace, DType

_STRIDE_BITS = 64


_NUMERIC_CLASSES: dict[DType, type] = {}


def name_numeric_classes(classes: Mapping[DType, type]) -> None:
    """Says which class authors know each element type by (`Float32`); they are made in a layer above this one."""
    _NUMERIC_CLASSES.update(classes)


def is_numeric_class(kind: type) -> bool:
    """Whether authors know numbers of an element type by this class."""
    return kind in _NUMERIC_CLASSES.values()


@dataclass(slots=True, eq=False)
class Kind:
    """What a compilation is made for, of a tensor: tensors of one kind are one object's."""

    of: tuple[object, ...]


_KINDS: dict[tuple[object, ...], Kind] = {}
_MOST_KINDS = 4096
_DEVICES = {"cpu": 1, "cuda": 2}


@dataclass(slots=True, eq=False)
class RuntimeTensor:
    """An array to call a compiled function with; its layout is static until marked.

    `type_shape` and `type_stride` say what a compilation may rely on: an int, or `Unknown` for a leaf that each call
    may change. Both `mark_*` methods change the tensor and return it; `element_type` can be assigned.

    Source: reference/cute-dsl.md 3.2.
    """

    view: ArrayView
    align_bytes: int
    type_shape: tuple[int | Unknown, ...]
    type_stride: tuple[int | Unknown, ...]
    stride_bits: int = _STRIDE_BITS
    compact_order: tuple[int, ...] | None = None
    words: bytes | None = field(default=None, init=False, repr=False)
    """A `DLTensor`, its shape and its strides, which call code reads; None for memory that only Python checks."""
    kind: Kind | None = field(default=None, init=False, repr=False)
    """What a compilation for it is made for, as direct calls compare it."""

    def __post_init__(self) -> None:
        self.words = _words(self.view)
        self.kind = self._kind()

    def _kind(self) -> Kind:
        view = self.view
        backwards = bool(view.strides) and min(view.strides) < 0
        device = view.device_kind, view.absent
        of = (view.dtype, *device, backwards, self.align_bytes, self.type_shape, self.type_stride)
        found = _KINDS.get(of)
        if found is None:
            if len(_KINDS) >= _MOST_KINDS:
                _KINDS.clear()
            found = _KINDS[of] = Kind(of)
        return found

    @property
    def shape(self) -> tuple[int, ...]:
        return self.view.shape

    @property
    def stride(self) -> tuple[int, ...]:
        return self.view.strides

    @property
    def dtype(self) -> DType:
        return self.view.dtype

    @property
    def element_type(self) -> type:
        """The numeric class of the elements; assigning one of the same or half the width reads the memory as that.

        Errors: element-type-mismatch.
        """
        return _NUMERIC_CLASSES[self.view.dtype]

    @element_type.setter
    def element_type(self, numeric: Any) -> None:
        new: DType = numeric.spec
        old = self.view.dtype
        if new.storage_bits == old.storage_bits:
            self.view = replace(self.view, dtype=new)
            self.__post_init__()
            return
        lead = self.leading_dim
        packed = new.storage_bits * 2 == old.storage_bits and lead is not None
        if not packed or self.type_shape != self.view.shape:
            raise fail(
                "element-type-mismatch",
                f"memory of {old.name} ({old.storage_bits} bits) as {new.name} ({new.storage_bits} bits)",
                fix="Assign a type of the same width, or one of half the width before anything is marked dynamic.",
            )
        shape = tuple(n * 2 if mode == lead else n for mode, n in enumerate(self.shape))
        strides = tuple(d if mode == lead else d * 2 for mode, d in enumerate(self.stride))
        self.view = replace(self.view, dtype=new, shape=shape, strides=strides)
        self.type_shape, self.type_stride = shape, strides
        self.__post_init__()

    @property
    def memspace(self) -> AddressSpace:
        """Where the memory is: `gmem` on a GPU, `generic` on the CPU."""
        return AddressSpace.gmem if self.view.device_kind == "cuda" else AddressSpace.generic

    @property
    def leading_dim(self) -> int | None:
        """The first mode whose stride is 1; None without one."""
        return next((mode for mode, d in enumerate(self.stride) if d == 1), None)

    @property
    def data_ptr(self) -> int:
        """The address of the first element."""
        return self.view.pointer

    @property
    def dynamic_shapes_mask(self) -> tuple[int, ...]:
        """For each extent, 1 if calls may change it."""
        return tuple(int(isinstance(leaf, Unknown)) for leaf in self.type_shape)

    @property
    def dynamic_strides_mask(self) -> tuple[int, ...]:
        """For each stride, 1 if calls may change it."""
        return tuple(int(isinstance(leaf, Unknown)) for leaf in self.type_stride)

    @property
    def type_layout(self) -> Layout:
        """The layout that a compilation is made for."""
        return Layout(self.type_shape, self.type_stride)

    def __str__(self) -> str:
        space = "gmem" if self.view.device_kind == "cuda" else "generic"
        return f"Tensor<0x{self.view.pointer:016x}@{space} o {self.shape}:{self.stride}>"

    __repr__ = __str__

    def mark_layout_dynamic(self, leading_dim: int | None = None) -> RuntimeTensor:
        """Marks every extent and stride of this tensor as changing, except the leading stride 1 and strides 0.

        Errors: leading-dim-unclear, leading-dim-stride.
        """
        lead = self._leading_dim(leading_dim)
        still = tuple([mode for mode, d in enumerate(self.view.strides) if d == 0]) if 0 in self.view.strides else ()
        self.type_shape, self.type_stride = _changing(len(self.view.shape), lead, still, self.stride_bits)
        self.kind = self._kind()
        return self

    def _leading_dim(self, given: int | None) -> int | None:
        if given is not None:
            mode = given + len(self.shape) if given < 0 else given
            if not 0 <= mode < len(self.shape) or self.stride[mode] != 1:
                got = self.stride[mode] if 0 <= mode < len(self.shape) else "no such mode"
                raise fail("leading-dim-stride", f"the stride of leading_dim={given} must be 1, got {got} in {self}")
            return mode
        ones = [mode for mode, d in enumerate(self.stride) if d == 1]
        if len(ones) <= 1:
            return ones[0] if ones else None
        longer = [mode for mode in ones if self.shape[mode] > 1]
        if len(longer) != 1:
            raise fail(
                "leading-dim-unclear",
                f"several modes of {self} have stride 1",
                fix="Say which one leads: mark_layout_dynamic(leading_dim=...).",
            )
        return longer[0]

    def mark_compact_shape_dynamic(
        self, mode: int, stride_order: Sequence[int] | None = None, divisibility: int = 1
    ) -> RuntimeTensor:
        """Marks one extent of this tensor as changing (a multiple of `divisibility`); strides stay compact.

        `stride_order` lists the modes from the outermost to the innermost.
        Errors: mode-out-of-range, stride-order-unclear, stride-order-invalid, not-compact, extent-not-divisible.
        """
        if not 0 <= mode < len(self.shape):
            raise fail("mode-out-of-range", f"mode {mode} of a tensor with {len(self.shape)} modes")
        if self.shape[mode] % divisibility:
            raise fail("extent-not-divisible", f"extent {self.shape[mode]} of mode {mode} by {divisibility}")
        order = self._order(None if stride_order is None else tuple(stride_order))
        shape = tuple(
            Unknown(width=32, divisibility=divisibility) if m == mode else extent
            for m, extent in enumerate(self.type_shape)
        )
        self.type_shape, self.type_stride, self.compact_order = shape, self._compact(shape, order), order
        self.kind = self._kind()
        return self

    def _order(self, given: tuple[int, ...] | None) -> tuple[int, ...]:
        if given is None:
            return self.compact_order or self._deduced_order()
        if sorted(given) != list(range(len(self.shape))):
            raise fail("stride-order-invalid", f"stride_order {given} is no permutation of {len(self.shape)} modes")
        if self.compact_order is not None and given != self.compact_order:
            raise fail("stride-order-invalid", f"stride_order {given} differs from the earlier {self.compact_order}")
        self._check_compact(given)
        return given

    def _deduced_order(self) -> tuple[int, ...]:
        if sum(1 for d in self.stride if d == 1) > 1:
            raise fail("stride-order-unclear", f"several modes of {self} have stride 1", fix="Give stride_order.")
        order = tuple(sorted(range(len(self.shape)), key=lambda m: -self.stride[m]))
        self._check_compact(order)
        return order

    def _check_compact(self, order: tuple[int, ...]) -> None:
        expected = 1
        for m in reversed(order):
            if self.shape[m] != 1 and self.stride[m] != expected:
                raise fail(
                    "not-compact",
                    f"mode {m} of {self} has stride {self.stride[m]}; compact in order {order} it is {expected}",
                )
            expected *= self.shape[m]

    def _compact(self, shape: tuple[int | Unknown, ...], order: tuple[int, ...]) -> tuple[int | Unknown, ...]:
        stride: list[int | Unknown] = [0] * len(shape)
        total: int | Unknown = 1
        for m in reversed(order):
            extent = shape[m]
            if extent == 1 and self.shape[m] == 1:
                continue
            stride[m] = total if isinstance(total, int) else Unknown(self.stride_bits, total.divisibility)
            total = cast("int | Unknown", total * extent)
        return tuple(stride)


@lru_cache(maxsize=256)
def _changing(
    modes: int, lead: int | None, still: tuple[int, ...], stride_bits: int
) -> tuple[tuple[int | Unknown, ...], tuple[int | Unknown, ...]]:
    """Extents and strides that change, but for the leading stride 1 and those of `still`, which are 0."""
    strides = [Unknown(width=stride_bits, divisibility=1)] * modes
    fixed = dict.fromkeys(still, 0) | ({} if lead is None else {lead: 1})
    return (Unknown(width=32, divisibility=1),) * modes, tuple(fixed.get(m, d) for m, d in enumerate(strides))


def from_dlpack(
    tensor: ArrayLike,
    assumed_align: int | None = None,
    use_32bit_stride: bool = False,
    *,
    enable_tvm_ffi: bool = False,
    force_tf32: bool = False,
) -> RuntimeTensor:
    """An array of any framework as a tensor with a fully static layout.

    Units: `assumed_align` in bytes (default: the element's size).
    Errors: argument-unsupported, argument-alignment.

    >>> import numpy as np
    >>> print(from_dlpack(np.zeros((30, 20), np.float32)).type_layout)
    (30,20):(20,1)
    """
    view = view_of(tensor)
    if force_tf32 and view.dtype is FLOAT32:
        view = replace(view, dtype=TFLOAT32)
    if use_32bit_stride and any(n > 1 and abs(d) >= 2**31 for n, d in zip(view.shape, view.strides, strict=True)):
        raise fail(
            "argument-stride",
            f"a stride of {view.strides} does not fit 32 bits",
            fix="Leave out use_32bit_stride.",
        )
    align = _natural_align(view) if assumed_align is None else assumed_align
    if view.pointer % align:
        off = view.pointer % align
        raise fail("argument-alignment", f"the data starts {off} bytes after an address that is aligned to {align}")
    bits = 32 if use_32bit_stride else _STRIDE_BITS
    return RuntimeTensor(view, align, view.shape, view.strides, bits)


def dynamic_tensor(array: ArrayLike) -> RuntimeTensor:
    """A plain array as an argument: every extent and stride may change, but for one leading stride 1."""
    tensor = from_dlpack(array)
    ones = [mode for mode, d in enumerate(tensor.stride) if d == 1]
    longer = [mode for mode in ones if tensor.shape[mode] > 1]
    lead = (longer or ones or [None])[-1]
    return tensor.mark_layout_dynamic(lead) if lead is not None else tensor.mark_layout_dynamic()


def tensor_of(view: ArrayView) -> RuntimeTensor:
    """Memory that is known already as a tensor with a fully static layout."""
    return RuntimeTensor(view, _natural_align(view), view.shape, view.strides)


def _words(view: ArrayView) -> bytes | None:
    """The memory of a view as call code reads it."""
    code = dlpack_type(view.dtype)
    if code is None or view.read_only or view.absent:
        return None
    count, (kind, bits) = len(view.shape), code
    device, word = _DEVICES[view.device_kind], kind | bits << 8 | 1 << 16
    head = (view.pointer, device, view.device_id, count, word, 0, 0, 0)
    return struct.pack(f"=QiiiiqqQ{2 * count}q", *head, *view.shape, *view.strides)


def _natural_align(view: ArrayView) -> int:
    return max(1, view.dtype.storage_bits // 8)
