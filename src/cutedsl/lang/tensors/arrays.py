"""`Array`: contiguous elements of one type, read and written by index or as vectors."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.lang.debugging.print_tensor import print_tensor
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics.atomics import load as load_ordered
from cutedsl.lang.intrinsics.atomics import store as store_ordered
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.address import as_element
from cutedsl.lang.tensors.kinds import natural_align_bytes
from cutedsl.lang.tensors.make import allocate, make_tensor
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor, flatten_tensor, unflatten_tensor
from cutedsl.layout import make_layout
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.tree import extract_mlir_values, new_from_mlir_values, register_tree
from cutedsl.types import AddressSpace

_UNSAID: Final = 1 << 24
"""The extent of an array over memory for which nobody says one."""


@methods_take_places
class Array:
    """A contiguous array, the last index fastest.

    >>> tile = Array(Float32, (16, 16), space=AddressSpace.smem)    # doctest: +SKIP
    >>> tile[1, 2] = Float32(3)                                     # doctest: +SKIP

    `Array(pointer, shape=(4,), dtype=Float16)`, or with `base=pointer`, is an array over memory that is there: of any
    type, by default the pointer's; without a shape, of as many elements as there are. Over columns of tensor memory it
    is those columns. A tensor that is passed to a parameter annotated with `Array` becomes one over its memory.

    Attributes:
        shape: the extents, as a tuple.
        dtype: the class of the elements.

    Units: `alignment` in bytes, raised to the element's own; `addrspace` is LLVM's number of a memory, in the place of
    `space`, and has to be the pointer's where there is one. Errors: dynamic-allocation, argument-missing without a
    type or a shape, operation-argument for another memory than the pointer's.
    Source: names and behaviour from CuTe DSL programs.
    """

    __slots__ = ("_tensor",)

    def __new__(cls, of: Any = None, *sizes: Any, dtype: type[Numeric] | None = None, **_named: Any) -> Any:
        """An array; of columns of tensor memory, which no thread reads by index, the columns."""
        return of.as_array(dtype) if hasattr(of, "as_array") else super().__new__(cls)

    def __init__(
        self,
        of: type[Numeric] | Pointer | None = None,
        shape: int | Sequence[int] | None = None,
        *,
        dtype: type[Numeric] | None = None,
        space: AddressSpace | None = None,
        alignment: int | None = None,
        addrspace: int | None = None,
        base: Pointer | None = None,
    ) -> None:
        of = of if base is None else base
        where = space if addrspace is None else AddressSpace(addrspace)
        if shape is None and isinstance(of, Pointer):
            shape = _UNSAID
        if shape is None:
            raise fail("argument-missing", "`Array` is called without `shape`")
        layout = _row_major((shape,) if isinstance(shape, int) else tuple(shape))
        if isinstance(of, Pointer):
            self._tensor = make_tensor(_aligned(of if dtype is None else Pointer(of, dtype), where, alignment), layout)
            return
        element = of or dtype
        if element is None:
            raise fail("argument-missing", "`Array` is called without `dtype`")
        align = max(natural_align_bytes(element), alignment or 1)
        self._tensor = allocate(element, layout, where or AddressSpace.rmem, align)

    @staticmethod
    def of(tensor: Tensor) -> Array:
        """The memory of a tensor. Errors: not-yet where its elements do not lie one after the other."""
        made = Array.__new__(Array)
        made._tensor = tensor
        return made

    @property
    def shape(self) -> tuple[Any, ...]:
        found: Any = self._tensor.shape
        return found if isinstance(found, tuple) else (found,)

    @property
    def dtype(self) -> type[Numeric]:
        return self._tensor.element_type

    element_type = dtype

    @property
    def alignment(self) -> int:
        """Bytes that divide the address of the first element."""
        return self._tensor.align_bytes

    def __len__(self) -> int:
        return self.shape[0]

    def __str__(self) -> str:
        return f"Array<{self.dtype.spec.short}, {self._tensor.memspace}, {self.shape}>"

    __repr__ = __str__

    def data_ptr(self, offset: Any = 0) -> Pointer:
        """The pointer to the first element, or `offset` elements further; of a tuple, to the element at that index."""
        return self._tensor.iterator + (self._tensor.layout(offset) if isinstance(offset, tuple) else offset)

    def ir_value(self) -> Handle:
        """The handle of that pointer."""
        return self.data_ptr().handle

    def subview(self, offset: Any = 0) -> Array:
        """The elements from number `offset` on, as an array of one index; its extent stays that of all elements."""
        room = math.prod(extent for extent in self.shape if isinstance(extent, int)) or 1
        return Array.of(make_tensor(self.data_ptr() + offset, make_layout(room)))

    # -- read and written ----------------------------------------------------------------------------------------
    def __getitem__(self, index: Any) -> Any:
        """An element; of `a[start:count]`, a vector of `count` elements; of `a[i, :]`, a part of the array."""
        if isinstance(index, tuple) and any(isinstance(at, slice) for at in index):
            part: Any = self._tensor[index]
            return Array.of(part)
        return self.load(index.start, index.stop) if isinstance(index, slice) else self._tensor[index]

    def __iter__(self) -> Iterator[Any]:
        """The slices along mode 0, as of a tensor."""
        return iter(self._tensor)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            self.store(value, index.start, index.stop)
        else:
            self._tensor[index] = value

    def load(
        self,
        index: Any = 0,
        vector_size: int = 1,
        *,
        alignment: int | None = None,
        is_volatile: bool = False,
        is_invariant: bool = False,
    ) -> Any:
        """The element at an index, or a vector of the elements from there on.

        Of a volatile access each time is one of memory; `is_invariant` is a hint that nothing writes there.
        Units: `alignment` in bytes, a promise. Errors: not-yet for volatile vectors.
        """
        if is_volatile:
            return load_ordered(self._volatile(vector_size) + index, self.dtype, sem="volatile")
        return self[index] if vector_size == 1 else self._part_tensor(index, vector_size, alignment).load()

    def store(
        self,
        value: Any,
        index: Any = 0,
        vector_size: int | None = None,
        *,
        alignment: int | None = None,
        is_volatile: bool = False,
    ) -> None:
        """Writes an element, or a vector or a tuple of numbers over the elements from an index on. See `load`.

        A vector of integers is written into integers of its width by its bits, whether they have a sign or not.
        """
        if isinstance(value, tuple | list):
            value = TensorSSA.from_elements(value, self.dtype)
        if is_volatile:
            count = value.count if isinstance(value, TensorSSA) else vector_size
            store_ordered(self._volatile(count or 1) + index, as_element(value, self.dtype), sem="volatile")
        elif isinstance(value, TensorSSA):
            self._part_tensor(index, value.count, alignment).store(_of_sign(value, self.dtype))
        else:
            for k in range(vector_size or 1):
                self[index + k if k else index] = value

    def masked_load(
        self, index: Any, vector_size: int, mask: Any, *, default: Any = None, alignment: int | None = None
    ) -> Any:
        """The elements from `index` on where `mask`, a vector or an array, holds. See `Pointer.masked_load`."""
        holds = mask.load(0, vector_size) if isinstance(mask, Array) else mask
        return self.data_ptr(index).masked_load(holds, default=default, alignment=alignment)

    def masked_store(self, index: Any, value: Any, mask: Any, *, alignment: int | None = None) -> None:
        """Writes a vector over the elements from `index` on where `mask`, a vector or an array, holds."""
        holds = mask.load(0, value.count) if isinstance(mask, Array) else mask
        self.data_ptr(index).masked_store(value, holds, alignment=alignment)

    def print_runtime(self, *, max_elements: int | None = None) -> None:
        """Prints all elements at run time. See `cute.print_tensor`."""
        print_tensor(self._tensor)

    def _volatile(self, count: int) -> Pointer:
        if count != 1:
            raise fail(
                "not-yet", f"a volatile access to {count} elements of an `Array` at once", fix="Access one at a time."
            )
        return self.data_ptr()

    def _part_tensor(self, index: Any, count: int, alignment: int | None) -> Tensor:
        start = self.data_ptr() + (0 if index is None else index)
        return make_tensor(start if alignment is None else start.align(alignment), make_layout((count,)))

    # -- carried ---------------------------------------------------------------------------------------------------
    def __extract_mlir_values__(self) -> list[Handle]:
        return extract_mlir_values(self._tensor)

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Array:
        return Array.of(new_from_mlir_values(self._tensor, list(values)))

    @property
    def tensor(self) -> Tensor:
        """The elements as a tensor."""
        return self._tensor


register_tree(
    Array,
    lambda array: flatten_tensor(array.tensor),
    lambda structure, handles: Array.of(unflatten_tensor(structure, handles)),
)


def make_array_view(tensor: Tensor | Array) -> Array:
    """The memory of a tensor as an array; an array as it is.

    Shapes: the array has the shape of the tensor.
    """
    return tensor if isinstance(tensor, Array) else Array.of(tensor)


def _of_sign(vector: TensorSSA, dtype: type[Numeric]) -> TensorSSA:
    """Integers as those of the same width with or without a sign; any other vector as it is."""
    have, want = vector.dtype.spec, dtype.spec
    alike = have.is_integer and want.is_integer and have.width == want.width and vector.dtype is not dtype
    return vector.bitcast(dtype) if alike else vector


def _aligned(pointer: Pointer, space: AddressSpace | None, alignment: int | None) -> Pointer:
    """A pointer with the promise of an alignment; `space` is the memory that it is said to point to."""
    if space not in (None, pointer.memspace):
        raise fail("operation-argument", f"cannot make an `Array` in {space} of a pointer to {pointer.memspace}")
    return pointer if alignment is None else pointer.align(alignment)


def _row_major(extents: tuple[int, ...]) -> Any:
    strides = [math.prod(extents[k + 1 :]) for k in range(len(extents))]
    return make_layout(extents[0]) if len(extents) == 1 else make_layout(extents, stride=tuple(strides))
