"""Makes tensors in a kernel: from a pointer and a layout, of coordinates, in registers, and other views."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, overload

from cutedsl.errors import fail
from cutedsl.lang.blackwell.tmem import TmemPointer, TmemTensor
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.layouts.tree import static_leaves
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.coord_tensor import CoordTensor
from cutedsl.lang.tensors.kinds import natural_align_bytes, pointer_type
from cutedsl.lang.tensors.memref_ops import RMEM_ALIGN_BYTES, allocated
from cutedsl.lang.tensors.pointer import (
    SMALL_SPACES,
    Pointer,
    cast_pointer,
    is_pointer_handle,
    pointer_of,
    recast_ptr,
)
from cutedsl.lang.tensors.tensor import Tensor, tensor_at
from cutedsl.layout import (
    ComposedLayout,
    IntTuple,
    Layout,
    Swizzle,
    cosize,
    has_scaled_basis,
    make_fragment_layout,
    make_identity_layout,
    make_layout,
    make_layout_like,
    recast_layout,
    size,
    transform_leaf,
)
from cutedsl.layout import domain_offset as layout_domain_offset
from cutedsl.layout.sliced import SlicedLayout
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.scalars import Float, Int8, Int32, Int64, Integer
from cutedsl.types import AddressSpace

_LARGE_SPACES = (AddressSpace.gmem, AddressSpace.generic)
"""Where a layout of unknown extent may have offsets beyond 32 bits."""


def as_layout(layout: Any) -> Any:
    """A layout, plain or composed, as it is; a shape as its left-major layout; static Numerics as ints."""
    return static_leaves(_numeric_layout(layout))


def _numeric_layout(layout: Any) -> Any:
    """A layout as it is, a shape as its left-major layout: `Int32(64)` stays a number of run time."""
    return layout if isinstance(layout, Layout | ComposedLayout) else make_layout(_tuples(layout))


def _tuples(shape: Any) -> Any:
    return tuple(_tuples(s) for s in shape) if isinstance(shape, tuple | list) else shape  # pyright: ignore


def allocate(element_type: type[Numeric], layout: Any, memspace: AddressSpace, align_bytes: int) -> Tensor:
    """New memory of a block or a thread.

    Errors: dynamic-allocation.
    """
    if not isinstance(size(layout), int):
        raise fail(
            "dynamic-allocation",
            f"cannot allocate memory of layout {layout} in a kernel: its size must be known at compile time",
            fix="Make the shape a Constexpr, or allocate the largest tile and use a part.",
        )
    handle = allocated(element_type, memspace, layout, align_bytes)
    return Tensor(handle, element_type, memspace, layout, align_bytes)


# -- pointers --------------------------------------------------------------------------------------------------------
def make_ptr(
    dtype: type[Numeric] | None,
    value: object,
    mem_space: AddressSpace = AddressSpace.generic,
    *,
    assumed_align: int | None = None,
    swizzle_: Swizzle | None = None,
) -> Pointer:
    """A pointer from a byte address (as `Pointer.toint` gives them), or another pointer (or its `llvm_ptr`) recast.

    Units: `assumed_align` in bytes, by default the element's own. Errors: invalid-alignment, not-yet for address
    spaces without memory of their own here.
    """
    element = Int8 if dtype is None else dtype
    align = natural_align_bytes(element) if assumed_align is None else assumed_align
    if align < 1 or align & (align - 1):
        raise fail("invalid-alignment", f"assumed_align must be a power of two, got {align}")
    if is_pointer_handle(value):
        value = pointer_of(value)
    if isinstance(value, Pointer) and value.memspace is AddressSpace.tmem:
        return value.recast(element)  # pyright: ignore
    if isinstance(value, Pointer):
        return cast_pointer(value, element, align, swizzle_ or value.swizzle)
    if mem_space is AddressSpace.tmem:
        return TmemPointer.at(value, element)
    if mem_space not in (AddressSpace.generic, AddressSpace.gmem, AddressSpace.smem):
        raise fail("not-yet", f"a pointer from an address in {mem_space} memory")
    address = as_numeric(value).to(Int32 if mem_space in SMALL_SPACES else Int64)
    kind = pointer_type(element, mem_space, align, swizzle_)
    (handle,) = cute_emitter().op("cute.ptr.from_int", (address.ir_value(),), (kind,), {})
    return Pointer(handle, element, mem_space, align, swizzle_)


def inttoptr(value: object, mem_space: AddressSpace | int, dtype: type[Numeric] | None = None) -> Pointer:
    """A pointer from an address in a memory, also by its number: 6 is tensor memory. See `make_ptr`."""
    return make_ptr(dtype, value, AddressSpace(mem_space))


# -- from parts ------------------------------------------------------------------------------------------------------
class MakesTensors(ABC):
    """What stands for a pointer in `make_tensor` and is none, as descriptors are."""

    @abstractmethod
    def tensor(self, layout: Any) -> Tensor:
        """The tensor of that layout."""


CHANGED: ContextVar[Callable[[Tensor], Tensor] | None] = ContextVar("cutedsl_made_tensors", default=None)
"""What `make_tensor` does with a tensor over a pointer before it gives it, in kernels of `cute.experimental`."""


def make_tensor(iterator: Any, layout: Any) -> Tensor:
    """A tensor whose first element `iterator` points to: a `Pointer`, another tensor, or a coordinate.

    Law: element `c` lies at `iterator + layout(c)`; over a coordinate it is that sum.
    Shapes: `layout` is a layout, plain or composed, or a shape (left-major). In global memory an extent `Int32(64)` is
    one of run time: a map made for it can be given another tensor, with more tiles. Errors: swizzle-twice,
    tensor-iterator.
    """
    far = iterator.memspace in _LARGE_SPACES if isinstance(iterator, Pointer) else isinstance(iterator, CoordTensor)
    made = _numeric_layout(layout) if far else as_layout(layout)
    if isinstance(iterator, Tensor) and not isinstance(iterator, CoordTensor):
        iterator = iterator.iterator
    elif is_pointer_handle(iterator):
        iterator = pointer_of(iterator)
    if isinstance(iterator, Pointer) and iterator.memspace is AddressSpace.tmem:
        return _in_tmem(iterator, made)
    if isinstance(iterator, Pointer):
        if isinstance(layout, SlicedLayout):
            iterator = iterator - layout.step
        _check_swizzles(iterator.swizzle, made)
        where = (iterator.memspace, made, iterator.align_bytes, iterator.swizzle)
        tensor = tensor_at(iterator.handle, iterator.dtype, *where)
        change = CHANGED.get()
        return tensor if change is None else change(tensor)
    if isinstance(iterator, MakesTensors):
        return iterator.tensor(made)
    start = iterator.start if isinstance(iterator, CoordTensor) else iterator
    if not isinstance(start, int | tuple | Numeric) or isinstance(made, ComposedLayout):
        raise fail(
            "tensor-iterator",
            f"cannot make a tensor from {type(iterator).__name__} and {layout}",
            fix="Give a pointer (`tensor.iterator`, `make_ptr(...)`), or a coordinate and a plain layout.",
        )
    return CoordTensor(start, made)


def _in_tmem(pointer: Any, layout: Any) -> Tensor:
    """The tensor in tensor memory; a swizzle, as layouts of shared memory have, says nothing there."""
    return TmemTensor(pointer, layout.outer if isinstance(layout, ComposedLayout) else layout)


def _check_swizzles(swizzle: Swizzle | None, layout: object) -> None:
    if swizzle is not None and isinstance(layout, ComposedLayout) and isinstance(layout.inner, Swizzle):
        raise fail(
            "swizzle-twice",
            f"both the pointer (swizzle {swizzle}) and the layout {layout} are swizzled",
            fix="Keep one of them: `layout.outer` with a swizzled pointer.",
        )


def make_identity_tensor(shape: IntTuple) -> CoordTensor:
    """The tensor of a shape whose element at each coordinate is that coordinate."""
    layout = make_identity_layout(_tuples(shape))
    return CoordTensor(transform_leaf(lambda _: 0, layout.shape), layout)


# -- in registers ----------------------------------------------------------------------------------------------------
def make_rmem_tensor(layout_or_shape: Any, dtype: type[Numeric]) -> Tensor:
    """A tensor in registers, one per thread.

    Shapes: static. Errors: dynamic-allocation.
    """
    if isinstance(layout_or_shape, type):
        fix = f"Give the shape first: `make_rmem_tensor({dtype}, {layout_or_shape.__name__})`."
        raise fail("leaf-not-integer", f"the shape of a register tensor cannot be {layout_or_shape.__name__}", fix=fix)
    return allocate(dtype, as_layout(layout_or_shape), AddressSpace.rmem, RMEM_ALIGN_BYTES)


def make_rmem_tensor_like(src: Any, dtype: type[Numeric] | None = None) -> Tensor:
    """A compact tensor in registers with the shape and stride order of `src`; stride-0 modes stay 0.

    Coordinate tensors and register vectors give left-major strides. An abstract `dtype` (`Float`) that the type of
    `src` derives from keeps that type. Errors: fragment-type, dynamic-allocation, abstract-dtype.
    """
    element = _element_type(src) if dtype is None or _keeps_type(dtype, src) else dtype
    if isinstance(src, TensorSSA):
        return make_rmem_tensor(src.shape, element)
    layout = src.layout if isinstance(src, Tensor) else as_layout(src)
    coordinates = isinstance(layout, Layout) and has_scaled_basis(layout.stride)
    return make_rmem_tensor(layout.shape if coordinates else make_layout_like(layout), element)


@overload
def make_fragment_like(src: Tensor | TensorSSA, dtype: type[Numeric] | None = None) -> Tensor: ...
@overload
def make_fragment_like(src: Any, dtype: type[Numeric]) -> Tensor: ...
@overload
def make_fragment_like(src: Any, dtype: None = None) -> Any: ...
def make_fragment_like(src: Any, dtype: type[Numeric] | None = None) -> Any:
    """A register tensor for a thread's own copy of `src`; of a layout without a `dtype`, the layout of one.

    A tensor gives `make_rmem_tensor_like`; a layout has its mode 0 compact first, the others in stride order.
    Source: CUTLASS's notebook `tensor`; BSD-3 `cute/tensor_impl.hpp`.
    """
    if isinstance(src, Tensor | TensorSSA):
        return make_rmem_tensor_like(src, dtype)
    fragment = make_fragment_layout(as_layout(src))
    return fragment if dtype is None else make_rmem_tensor(fragment, dtype)


def _keeps_type(dtype: type[Numeric], src: Any) -> bool:
    """Whether a class stands for all types of a kind, and the elements of `src` have one of them."""
    if dtype not in (Numeric, Integer, Float) or not isinstance(src, TensorSSA | Tensor):
        return False
    return not isinstance(src, CoordTensor) and issubclass(src.element_type, dtype)


def _element_type(src: Any) -> type[Numeric]:
    if isinstance(src, TensorSSA | Tensor) and not isinstance(src, CoordTensor):
        return src.element_type
    raise fail(
        "fragment-type",
        f"cannot make registers like {src}: it has no element type",
        fix="Give the type: `make_rmem_tensor_like(src, Float32)`.",
    )


# -- other views -----------------------------------------------------------------------------------------------------
def recast_tensor(
    src: Tensor,
    dtype: type[Numeric],
    swizzle_: Swizzle | None = None,
) -> Tensor:
    """The same memory as elements of another type, with this swizzle on its pointer or none, as `recast_ptr`.

    Shapes: the extent of the mode with stride 1 is multiplied by the old width and divided by the new one.

    Law: the pointer is recast, the layout becomes `recast_layout(dtype.width, src.width, layout)`. One element, which
    has no stride (`1:0`), counts as `1:1`.
    Errors: recast-not-divisible, numeric-cast.
    """
    if isinstance(src, CoordTensor):
        raise fail("coordinate-tensor", "a coordinate tensor cannot be recast: its elements have no memory")
    own = src.tiled_layout
    own = Layout(1, 1) if isinstance(own, Layout) and own.shape == 1 and own.stride == 0 else own
    layout = recast_layout(dtype.spec.storage_bits, src.element_type.spec.storage_bits, own)
    return make_tensor(recast_ptr(src.iterator, swizzle_, dtype), layout)


def domain_offset(coord: Any, tensor: Tensor) -> Tensor:
    """Shifts the tensor so that its coordinate 0 is the old `coord`; shape and strides stay.

    Errors: coord-not-congruent.
    """
    if tensor.memspace in _LARGE_SPACES and not isinstance(cosize(tensor.type_layout), int):
        coord = transform_leaf(lambda leaf: leaf.widened() if isinstance(leaf, Numeric) else leaf, coord)
    layout, offset = layout_domain_offset(coord, tensor.tiled_layout)
    return tensor.with_layout(layout, offset)
