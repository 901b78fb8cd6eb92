"""Tensors as a program passes them: an array's memory with marks for what a compilation may not fix."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import gcd, prod
from typing import TYPE_CHECKING, Any, Never, NoReturn, cast

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.translation.members import names_missing
from cutedsl.execution.arrays.array_interfaces import ArrayLike, view_of
from cutedsl.execution.arrays.dlpack import ArrayView, dlpack_type
from cutedsl.execution.arrays.tensor_kind import Kind, kind_of
from cutedsl.layout import Layout, Unknown
from cutedsl.targets.devices import is_gpu
from cutedsl.types import FLOAT32, TFLOAT32, AddressSpace, DType

_HOST_ALIGN_BYTES = 64
_STRIDE_BITS = 64
_MOST_MARKS = 64

if TYPE_CHECKING:
    from cutedsl.execution.arrays.runtime_pointer import RuntimePointer


_NUMERIC_CLASSES: dict[DType, type] = {}
_CLASSES: set[type] = set()


def name_numeric_classes(classes: Mapping[DType, type]) -> None:
    """Says which class authors know each element type by (`Float32`); they are made in a layer above this one."""
    _NUMERIC_CLASSES.update(classes)
    _CLASSES.update(classes.values())


def is_numeric_class(kind: type) -> bool:
    """Whether authors know numbers of an element type by this class."""
    return kind in _CLASSES


_tensor_class: list[type] = []


def name_tensor_class(cls: type) -> None:
    """Says which class authors know tensors by (`cute.Tensor`): tensors made outside of kernels are instances of it."""
    _tensor_class[:] = [cls]


_DEVICES = {"cpu": 1, "cuda": 2}
_ADDRESS = struct.Struct("=Qii")
"""What the words of a tensor begin with: the address, the kind of device, its number."""


class _OpenWords(bytes):
    """The words of one tensor, whose address a program has: what calls read it may have changed."""

    __slots__ = ()


class TensorPointer(ctypes.c_void_p):
    """The address of a tensor's words, and the tensor."""

    tensor: RuntimeTensor


_STAGED: list[Callable[[RuntimeTensor, Any], Any]] = []


def name_staged_tensors(make: Callable[[RuntimeTensor, Any], Any]) -> None:
    """Says what a tensor is while a function is traced: something of a layer above this one."""
    _STAGED[:] = [make]


@names_missing("Compute with the array that it was made from, or with the elements of the parameter in @jit code.")
class RuntimeTensor:
    """An array to call a compiled function with; its layout is static until marked.

    `type_shape` and `type_stride` say what a compilation may rely on: an int, or `Unknown` for a leaf that each call
    may change. Both `mark_*` methods change the tensor and return it; `element_type` can be assigned.

    Source: CuTe DSL documentation, "Integration with Frameworks".
    """

    __slots__ = ("_view", "array", "kind", "static", "words")

    array: object
    """Keeps the memory alive."""
    static: Kind
    """What the tensor is without marks: its shape and strides are those of the array."""
    kind: Kind
    """What a compilation for it is made for, as direct calls compare it."""
    words: bytes | None
    """A `DLTensor`, its shape and its strides, which call code reads; None for memory that only Python checks."""
    _view: ArrayView | None

    @property
    def __class__(self) -> type:  # what `isinstance` asks besides the type
        return _tensor_class[0] if _tensor_class else RuntimeTensor

    def __init__(
        self,
        view: ArrayView,
        align_bytes: int,
        type_shape: tuple[int | Unknown, ...],
        type_stride: tuple[int | Unknown, ...],
        stride_bits: int = _STRIDE_BITS,
    ) -> None:
        self.array = view.keep
        self._read(view, align_bytes, stride_bits)
        if (type_shape, type_stride) != (view.shape, view.strides):
            self._mark(type_shape, type_stride, None)

    def _read(self, view: ArrayView, align_bytes: int, stride_bits: int) -> None:
        """Takes the memory and static layout of a view."""
        backwards = bool(view.strides) and min(view.strides) < 0
        memory = (view.dtype, view.device_kind, view.absent, backwards)
        self.static = self.kind = kind_of(memory, align_bytes, view.shape, view.strides, stride_bits)
        self._view, self.words = view, _words(view)

    def _mark(
        self, shape: tuple[int | Unknown, ...], stride: tuple[int | Unknown, ...], order: tuple[int, ...] | None
    ) -> None:
        """Takes the kind of this memory with another layout."""
        of = self.static
        memory = (of.dtype, of.device_kind, of.absent, of.backwards)
        self.kind = kind_of(memory, of.align_bytes, shape, stride, of.stride_bits, order)

    @property
    def view(self) -> ArrayView:
        """The memory."""
        view = self._view
        # None: made by machine code, of an array that it can read; open: a program may have written an address
        if view is None or type(self.words) is _OpenWords:
            of, words = self.static, cast("bytes", self.words)
            address, _, number = _ADDRESS.unpack_from(words)
            shape, stride = cast("tuple[int, ...]", of.shape), cast("tuple[int, ...]", of.stride)
            view = self._view = ArrayView(address, shape, stride, of.dtype, of.device_kind, number, self.array)
        return view

    @property
    def align_bytes(self) -> int:
        return self.static.align_bytes

    @property
    def type_shape(self) -> tuple[int | Unknown, ...]:
        return self.kind.shape

    @property
    def type_stride(self) -> tuple[int | Unknown, ...]:
        return self.kind.stride

    @property
    def shape(self) -> tuple[int, ...]:
        return cast("tuple[int, ...]", self.static.shape)

    @property
    def stride(self) -> tuple[int, ...]:
        return cast("tuple[int, ...]", self.static.stride)

    def __len__(self) -> int:
        """The first extent, as of an array."""
        return self.shape[0]

    def __bool__(self) -> bool:
        return True

    @property
    def dtype(self) -> DType:
        return self.static.dtype

    @property
    def element_type(self) -> type:
        """The numeric class of the elements; assigning one of the same or half the width reads the memory as that.

        Bytes can also be read as elements of 6 bits, four in three bytes.

        Errors: element-type-mismatch.
        """
        return _NUMERIC_CLASSES[self.dtype]

    @element_type.setter
    def element_type(self, numeric: Any) -> None:
        new: DType = numeric.spec
        old = self.view.dtype
        if new.storage_bits == old.storage_bits:
            marked = self.kind
            self._read(replace(self.view, dtype=new), self.align_bytes, self.static.stride_bits)
            self._mark(marked.shape, marked.stride, marked.compact_order)
            return
        lead = self.leading_dim
        counts = [n if mode == lead else d for mode, (n, d) in enumerate(zip(self.shape, self.stride, strict=True))]
        bits = new.storage_bits, old.storage_bits
        narrower = bits == (6, 8) or 2 * bits[0] == bits[1]
        packed = narrower and lead is not None and not any(count * bits[1] % bits[0] for count in counts)
        if not packed or self.type_shape != self.view.shape:
            raise fail(
                "element-type-mismatch",
                f"cannot reinterpret {old.name} ({old.storage_bits} bits) as {new.name} ({new.storage_bits} bits)",
                fix="Assign a type of the same width, or one of half the width before anything is marked dynamic.",
            )
        shape = tuple(n * bits[1] // bits[0] if mode == lead else n for mode, n in enumerate(self.shape))
        strides = tuple(d if mode == lead else d * bits[1] // bits[0] for mode, d in enumerate(self.stride))
        packed_view = replace(self.view, dtype=new, shape=shape, strides=strides)
        self._read(packed_view, self.align_bytes, self.static.stride_bits)

    @property
    def memspace(self) -> AddressSpace:
        """Where the memory is: `gmem` on a GPU, `generic` on the CPU."""
        return AddressSpace.gmem if is_gpu(self.view.device_kind) else AddressSpace.generic

    @property
    def leading_dim(self) -> int | None:
        """The first mode whose stride is 1; None without one."""
        return next((mode for mode, d in enumerate(self.stride) if d == 1), None)

    @property
    def iterator(self) -> RuntimePointer:
        """The pointer to the first element, to call a compiled function with."""
        from cutedsl.execution.arrays.runtime_pointer import RuntimePointer

        address = self.view.pointer
        return RuntimePointer(self.view.dtype, address, AddressSpace.gmem, gcd(self.align_bytes, address))

    @property
    def data_ptr(self) -> int:
        """The address of the first element."""
        return self.view.pointer

    @property
    def size_in_bytes(self) -> int:
        """What the elements take together, gaps between them not counted."""
        return prod(self.shape) * self.view.dtype.storage_bits // 8

    @property
    def dynamic_shapes_mask(self) -> tuple[int, ...]:
        """For each extent, 1 if calls may change it."""
        return tuple(int(isinstance(leaf, Unknown)) for leaf in self.type_shape)

    @property
    def dynamic_strides_mask(self) -> tuple[int, ...]:
        """For each stride, 1 if calls may change it."""
        return tuple(int(isinstance(leaf, Unknown)) for leaf in self.type_stride)

    @property
    def __cache_key__(self) -> Hashable:
        """Equal for tensors that one compiled program takes: what programs key their own tables of them by."""
        of = self.kind
        return of.dtype, of.device_kind, of.absent, of.backwards, of.align_bytes, of.shape, of.stride

    @property
    def type_layout(self) -> Layout:
        """The layout that a compilation is made for."""
        return Layout(self.type_shape, self.type_stride)

    def __str__(self) -> str:
        space = "gmem" if is_gpu(self.view.device_kind) else "generic"
        return f"Tensor<0x{self.view.pointer:016x}@{space} o {self.shape}:{self.stride}>"

    __repr__ = __str__

    def __getitem__(self, index: object) -> NoReturn:
        """Elements are read by compiled programs. Errors: python-operation."""
        message = "an argument for a compiled program is indexed in plain Python"
        raise fail(
            "python-operation", message, fix="Index the array that it was made from, or the parameter in @jit code."
        )

    def __setitem__(self, index: object, value: object) -> NoReturn:
        """Elements are written by compiled programs. Errors: python-operation."""
        self.__getitem__(index)

    # -- the `JitArgument` methods, for objects that hold a tensor and describe themselves ---------------------------
    def __c_pointers__(self) -> list[TensorPointer]:
        """Where calls read the tensor: a `DLTensor`, which begins with the address of the first element.

        A program may write another address there, of memory of the same layout that it keeps alive.
        Errors: no-attribute for memory that is only read, or whose elements DLPack has no code for.
        """
        if self.words is None:
            raise fail(
                "no-attribute",
                "this tensor of `from_dlpack` has no `__c_pointers__`: its memory is read-only, or DLPack has no code "
                f"for {self.dtype.name}",
                fix="Pass the array itself, or make a tensor with `from_dlpack` for each array.",
            )
        if type(self.words) is not _OpenWords:
            self.words = _OpenWords(self.words)
        pointer = TensorPointer(id(self.words) + bytes.__basicsize__ - 1)
        pointer.tensor = self
        return [pointer]

    def __get_mlir_types__(self) -> list[RuntimeTensor]:
        """A tensor of this kind."""
        return [self]

    def __new_from_mlir_values__(self, values: Sequence[Any]) -> Any:
        """The tensor of a trace."""
        return _STAGED[0](self, values[0])

    @property
    def _dlpack_data(self) -> object:
        """The array, which programs let go of once they have taken `__c_pointers__`, by assigning None."""
        return self.array

    @_dlpack_data.setter
    def _dlpack_data(self, value: object) -> None:
        self.array, self._view = value, None

    _dltensor_wrapper = _dlpack_data

    def mark_layout_dynamic(self, leading_dim: int | None = None) -> RuntimeTensor:
        """Marks every extent and stride of this tensor as changing, except the leading stride 1 and strides 0.

        A mode of extent 1 may lead whatever its stride is: nothing is addressed with it.
        Errors: leading-dim-unclear, leading-dim-stride.
        """
        known = self.static.marks.get((self.kind, leading_dim))
        if known is not None:
            self.kind = known
            return self
        before, of = self.kind, self.static
        lead = self._leading_dim(leading_dim)
        still = tuple([mode for mode, d in enumerate(of.stride) if d == 0])
        self._mark(*_changing(len(of.shape), lead, still, of.stride_bits), before.compact_order)
        self._remember((before, leading_dim))
        return self

    def _remember(self, marks: Hashable) -> None:
        """Remembers the kind that marks have given to a tensor with this static layout."""
        known = self.static.marks
        if len(known) >= _MOST_MARKS:
            known.clear()
        known[marks] = self.kind

    def _leading_dim(self, given: int | None) -> int | None:
        if given is not None:
            mode = given + len(self.shape) if given < 0 else given
            if not 0 <= mode < len(self.shape) or (self.stride[mode] != 1 and self.shape[mode] != 1):
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
                f"cannot deduce the leading dimension: several modes of {self} have stride 1",
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
        marks = (self.kind, mode, None if stride_order is None else tuple(stride_order), divisibility)
        known = self.static.marks.get(marks)
        if known is not None:
            self.kind = known
            return self
        if not 0 <= mode < len(self.shape):
            raise fail("mode-out-of-range", f"a tensor of {len(self.shape)} modes has no mode {mode}")
        if self.shape[mode] % divisibility:
            message = f"extent {self.shape[mode]} of mode {mode} is not a multiple of {divisibility}"
            raise fail("extent-not-divisible", message)
        order = self._order(marks[2])
        shape = tuple(
            Unknown(width=32, divisibility=divisibility) if m == mode else extent
            for m, extent in enumerate(self.type_shape)
        )
        self._mark(shape, self._compact(shape, order), order)
        self._remember(marks)
        return self

    def _order(self, given: tuple[int, ...] | None) -> tuple[int, ...]:
        if given is None:
            return self.kind.compact_order or self._deduced_order()
        if sorted(given) != list(range(len(self.shape))):
            raise fail("stride-order-invalid", f"stride_order {given} is not a permutation of {len(self.shape)} modes")
        earlier = self.kind.compact_order
        if earlier is not None and given != earlier:
            raise fail("stride-order-invalid", f"stride_order {given} differs from the earlier {earlier}")
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
            stride[m] = total if isinstance(total, int) else Unknown(self.static.stride_bits, total.divisibility)
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


_NOT_GIVEN: Any = object()
"""So that a call without an array is a named error without a function around `from_dlpack`, which calls pay for."""


def from_dlpack(
    tensor_dlpack: ArrayLike = _NOT_GIVEN,
    assumed_align: int | None = None,
    use_32bit_stride: bool = False,
    *,
    enable_tvm_ffi: bool = False,
    force_tf32: bool = False,
    **others: Never,
) -> RuntimeTensor:
    """An array of any framework as a tensor with a fully static layout.

    Units: `assumed_align` in bytes (default: the element's size). There are no `others`.
    Errors: argument-unsupported, argument-alignment, argument-unexpected, argument-missing.

    >>> import numpy as np
    >>> print(from_dlpack(np.zeros((30, 20), np.float32)).type_layout)
    (30,20):(20,1)
    """
    if others:
        raise _unexpected(*others)
    if tensor_dlpack is _NOT_GIVEN:
        raise fail("argument-missing", "`from_dlpack` got no array", fix="Pass it first: `from_dlpack(x)`.")
    if use_32bit_stride or force_tf32:
        return _special(view_of(tensor_dlpack), assumed_align, use_32bit_stride, force_tf32)
    return _READER[0](tensor_dlpack, assumed_align)


def _unexpected(name: str, *_: str) -> Exception:
    """The error for a keyword that `from_dlpack` does not have, which frameworks or other readers may."""
    fix = "It takes (tensor_dlpack, assumed_align, use_32bit_stride, enable_tvm_ffi, force_tf32)."
    if name in ("array", "tensor", "x", "t"):
        fix = "Pass the array by position: `from_dlpack(x)`."
    elif "align" in name:
        fix = "Write `assumed_align=`, in bytes."
    elif "dynamic" in name:
        fix = "Make its sizes dynamic after it: `from_dlpack(x).mark_layout_dynamic()`."
    return fail("argument-unexpected", f"`from_dlpack` has no keyword `{name}`", fix=fix)


def _special(view: ArrayView, assumed_align: int | None, use_32bit_stride: bool, force_tf32: bool) -> RuntimeTensor:
    """A tensor whose type is not what the array alone says."""
    if force_tf32 and view.dtype is FLOAT32:
        view = replace(view, dtype=TFLOAT32)
    if use_32bit_stride and any(n > 1 and abs(d) >= 2**31 for n, d in zip(view.shape, view.strides, strict=True)):
        raise fail(
            "argument-stride",
            f"a stride of {view.strides} does not fit 32 bits",
            fix="Leave out use_32bit_stride.",
        )
    return _aligned(view, assumed_align, 32 if use_32bit_stride else _STRIDE_BITS)


def _aligned(view: ArrayView, assumed_align: int | None, stride_bits: int = _STRIDE_BITS) -> RuntimeTensor:
    align = _natural_align(view) if assumed_align is None else assumed_align
    if not isinstance(align, int):
        message = f"assumed_align is {with_article(type(align).__name__)}"  # pyright: ignore[reportUnreachable]
        raise fail("argument-alignment", message, fix="It is the second argument, in bytes: `from_dlpack(x, 16)`.")
    if align < 1 or align & (align - 1):
        message = f"assumed_align is {align}; an alignment is a power of two of bytes"
        near = 1 << max(align, 1).bit_length() - 1
        raise fail("argument-alignment", message, fix=f"Give a power of two, such as {near}.")
    if off := view.pointer % checked_align_bytes(align, view.device_kind):
        raise fail("argument-alignment", f"the data starts {off} bytes after an address that is aligned to {align}")
    return RuntimeTensor(view, align, view.shape, view.strides, stride_bits)


def read_by_python(array: ArrayLike, assumed_align: int | None) -> RuntimeTensor:
    """An array as a tensor; its kind is remembered for the machine code that reads arrays like it."""
    tensor = _aligned(view_of(array), assumed_align)
    if tensor.words is not None:
        if len(STATIC_KINDS) >= _MOST_STATIC_KINDS:
            STATIC_KINDS.clear()
        STATIC_KINDS[_static_key(tensor, assumed_align)] = tensor.static
    return tensor


_READER: list[Callable[[ArrayLike, int | None], RuntimeTensor]] = [read_by_python]


def read_by(reader: Callable[[ArrayLike, int | None], RuntimeTensor]) -> None:
    """Says what reads arrays from now on: a builtin that gives what it does not know to `read_by_python`."""
    _READER[:] = [reader]


STATIC_KINDS: dict[bytes, Kind] = {}
"""Kinds without marks by what an array says of itself: `_static_key`."""
_MOST_STATIC_KINDS = 4096


def _static_key(tensor: RuntimeTensor, assumed_align: int | None) -> bytes:
    """What decides the kind of an array, as `native/python/from_dlpack.c` writes it."""
    kind, bits = cast("tuple[int, int]", dlpack_type(tensor.dtype))
    head = (assumed_align or 0, kind | bits << 8 | 1 << 16 | _DEVICES[tensor.static.device_kind] << 32)
    return struct.pack(f"={2 + 2 * len(tensor.shape)}q", *head, *tensor.shape, *tensor.stride)


def checked_align_bytes(align_bytes: int, device: str) -> int:
    """What an address is held to that is said to have an alignment: on the CPU no more than its allocators give.

    torch aligns memory of a GPU to 512 bytes, that of the CPU to 64; the CPU's code relies on elements only.
    """
    return align_bytes if is_gpu(device) else min(align_bytes, _HOST_ALIGN_BYTES)


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
