"""`Tensor` as kernels see it: a pointer with a layout, indexed, sliced, loaded and stored.

The handle is one value of the emitter (`!cute.memref`). The tensor's type knows its layout with placeholders for the
leaves that only run time knows; asking for `shape` or `layout` gives those leaves as `Int32`/`Int64` values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast, overload

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, full
from cutedsl.lang.tensors.address import as_element, check_elements
from cutedsl.lang.tensors.coordinates import NESTED, at_least_32_bits, index_of, nesting, pattern_of
from cutedsl.lang.tensors.kinds import (
    align_moved,
    natural_align_bytes,
    pointer_type,
    sliced,
    tensor_type,
    type_size,
    type_text,
)
from cutedsl.lang.tensors.masked import load_masked, store_masked
from cutedsl.lang.tensors.memref_ops import leaf_handles, load_element, load_vector, placeholder, store_vector, viewed
from cutedsl.lang.tensors.methods import TensorAlgebra
from cutedsl.lang.tensors.packed import load_at, load_packed, store_at, store_packed
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.python import TensorHabits, list_as_index
from cutedsl.lang.tensors.typed_tensor import TypedTensor
from cutedsl.layout import (
    ComposedLayout,
    Coord,
    Layout,
    Swizzle,
    Unknown,
    divisibility,
    idx2crd,
    is_weakly_congruent,
    layout_text,
    leading_dim,
)
from cutedsl.layout.leaves import leaves, map_leaves
from cutedsl.layout.sliced import SlicedLayout, sliced_layout
from cutedsl.layout.value_type import ValueType, memory_type
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Int64
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace

if TYPE_CHECKING:
    from cutedsl.lang.layouts.coordinate_types import Place, Slice


@methods_take_places
class Tensor(TensorHabits, TensorAlgebra):
    """A tensor of a staged function.

    Law: element `t[c]` lies at `t.iterator + t.layout(c)`. Shapes: that of its layout, which may be nested.

    Attributes:
        element_type: The class of its elements (`Float32`, ...), also called `dtype`.
        memspace: The `AddressSpace` that it lies in.
        align_bytes: Alignment of its first element, in bytes.
        swizzle: the swizzle of the pointer, or None; it acts on byte addresses.

    Source: CuTe DSL documentation, "cute".
    """

    __slots__ = ("_layout", "_type_layout", "align_bytes", "element_type", "handle", "memspace", "swizzle")

    def __init__(
        self,
        handle: Handle,
        element_type: type[Numeric],
        memspace: AddressSpace | str,
        type_layout: Layout | ComposedLayout,
        align_bytes: int,
        swizzle: Swizzle | None = None,
    ) -> None:
        self.handle = handle
        self.element_type = element_type
        self.memspace = memspace if type(memspace) is AddressSpace else AddressSpace[str(memspace)]
        self.swizzle = swizzle
        self.align_bytes = align_bytes
        self._type_layout = type_layout
        self._layout: Layout | ComposedLayout | None = None

    @classmethod
    def __class_getitem__(cls, parameters: object) -> TypedTensor:
        """`Tensor[float, (M, N)]` in an annotation: what an argument must be. Errors: typed-tensor."""
        return TypedTensor.of(parameters)

    # -- what it is ----------------------------------------------------------------------------------------------
    @property
    def dtype(self) -> type[Numeric]:
        return self.element_type

    @property
    def _dtype(self) -> type[Numeric]:
        return self.element_type

    @_dtype.setter
    def _dtype(self, element_type: type[Numeric]) -> None:
        """Libraries with element types of their own name them again where a tensor lost them."""
        self.element_type = element_type

    @property
    def value(self) -> Tensor:
        """What functions of the dialects take for the tensor: the tensor itself."""
        return self

    @property
    def layout(self) -> Any:
        """The `Layout` or `ComposedLayout`; a leaf known only at run time is an `Int32` or `Int64`."""
        if self._layout is None:
            self._layout = sliced_layout(_with_runtime_leaves(self._type_layout, self.handle))
        return self._layout

    @property
    def shape(self) -> tuple[Any, ...]:
        """The extents, nested like the layout; ints, or `Int32` where only run time knows them."""
        return self.layout.shape  # pyright: ignore[reportReturnType]

    @property
    def stride(self) -> tuple[Any, ...]:
        """The strides in elements, nested like the shape; of a composed layout, those of its outer part."""
        layout = self.layout
        return layout.outer.stride if isinstance(layout, ComposedLayout) else layout.stride

    @property
    def tiled_layout(self) -> Any:
        """What `with_layout` replaces: `layout`, but in views of `cute.experimental`, which count coordinates."""
        return self.layout

    @property
    def type_layout(self) -> Any:
        """The layout with placeholders for run-time leaves."""
        return self._type_layout

    def __str__(self) -> str:
        short = self.element_type.spec.short
        aligned = "" if self.align_bytes == natural_align_bytes(self.element_type) else f", align<{self.align_bytes}>"
        swizzled = "" if self.swizzle is None else f", {self.swizzle}"
        return f"tensor<ptr<{short}, {self.memspace}{aligned}{swizzled}> o {layout_text(self._type_layout)}>"

    __repr__ = __str__

    @property
    def type(self) -> ValueType:
        """The type of this value, which prints as `!cute.memref<f32, gmem, "(4,4):(4,1)">`."""
        aligned = None if self.align_bytes == natural_align_bytes(self.element_type) else self.align_bytes
        short, space = self.element_type.spec.short, str(self.memspace)
        return memory_type(short, space, aligned, self.swizzle, self._type_layout)

    @property
    def iterator(self) -> Pointer:
        """The `Pointer` to the first element."""
        layout = self.layout if isinstance(self._type_layout, ComposedLayout) else None
        return self.whole_pointer + layout.step if isinstance(layout, SlicedLayout) else self.whole_pointer

    @property
    def whole_pointer(self) -> Pointer:
        """The pointer that the layout's indices count from: of a slice of a swizzled tensor, that of the tensor."""
        kind = pointer_type(self.element_type, self.memspace, self.align_bytes, self.swizzle)
        (handle,) = cute_emitter().op("cute.memref.iterator", (self.handle,), (kind,), {})
        return Pointer(handle, self.element_type, self.memspace, self.align_bytes, self.swizzle)

    def in_memory(self) -> Tensor:
        """The tensor by its addresses, which is what most are: see `cute.experimental` for others."""
        return self

    @property
    def leading_dim(self) -> Any:
        """The first mode whose stride is a static 1. See `cute.leading_dim`."""
        return leading_dim(self.shape, self.stride)

    # -- elements ------------------------------------------------------------------------------------------------
    @overload
    def __getitem__(self, coord: Place, *, loc: object = None, ip: object = None) -> Numeric: ...
    @overload
    def __getitem__(self, coord: Slice, *, loc: object = None, ip: object = None) -> Tensor: ...
    @overload
    def __getitem__(self, coord: Any, *, loc: object = None, ip: object = None) -> Any: ...
    def __getitem__(self, coord: Coord, *, loc: object = None, ip: object = None) -> Any:
        """An element as a `Numeric`, or, where the coordinate has None, the tensor of the modes kept.

        Libraries replace this method, and call what they replaced: coordinate tensors go through it too.
        """
        if self.handle is None:
            return self._coordinate_at(coord)
        pattern, operands = self._coordinate(coord)
        if "_" in pattern:
            return self._slice(pattern, operands, coord)
        cls = self.element_type
        if cls.spec.storage_bits < 8:
            return load_at(self.iterator, self.layout(coord))
        return load_element(self.handle, cls, pattern, operands)

    def __setitem__(self, coord: Coord, value: object, *, loc: object = None, ip: object = None) -> None:
        if self.handle is None:
            self._refuse_store()
        pattern, operands = self._coordinate(coord)
        if "_" in pattern:
            self._store_slice(coord, value)
            return
        stored = as_element(value, self.element_type)
        if self.element_type.spec.storage_bits < 8:
            store_at(self.iterator, self.layout(coord), stored)
            return
        cute_emitter().op("cute.memref.store", (stored.ir_value(), self.handle, *operands), (), {"coord": pattern})

    def _store_slice(self, coord: Coord, value: object) -> None:
        part = self[coord]
        assert isinstance(part, Tensor)
        if isinstance(value, Tensor):
            part.store(value.load())
        elif isinstance(value, TensorSSA):
            part.store(value)
        else:
            part.fill(value)

    def _coordinate_at(self, coord: Any) -> Any:
        raise NotImplementedError  # of coordinate tensors only

    def _refuse_store(self) -> NoReturn:
        raise NotImplementedError  # of coordinate tensors only

    def _coordinate(self, coord: Coord) -> tuple[str, list[Handle]]:
        operands: list[Handle] = []
        if not isinstance(coord, NESTED):
            if coord is not ...:
                return f"({index_of(coord, operands)})", operands
            coord = (coord,)
        if isinstance(coord, list):
            raise list_as_index(coord)
        for index in coord:  # `... in coord` would compare run-time numbers
            if index is ...:
                coord = self._without_ellipsis(coord)
                break
        pattern = pattern_of(coord, operands)
        shape = self._type_layout.shape
        flat = pattern.count("(") == 1 and isinstance(shape, tuple) and len(coord) == len(shape)
        if not flat and not is_weakly_congruent(nesting(coord), shape):
            raise fail(
                "coordinate-mismatch",
                f"coordinate {pattern} does not fit shape {layout_text(self._type_layout).split(':')[0]}",
                fix="Give one index for each mode, or one linear index for the whole tensor.",
            )
        return pattern, operands

    def _without_ellipsis(self, coord: Any) -> tuple[Any, ...]:
        """`(..., i)` with as many None as there are modes left."""
        coord = coord if isinstance(coord, NESTED) else (coord,)
        if not any(index is ... for index in coord):
            return tuple(coord)
        at = next(k for k, index in enumerate(coord) if index is ...)
        modes = len(self._type_layout.shape) if isinstance(self._type_layout.shape, tuple) else 1
        return (*coord[:at], *(None,) * (modes - len(coord) + 1), *coord[at + 1 :])

    def _modes_kept(self, coord: Any) -> Any:
        """A coordinate of a slice with None for every mode that is kept: for `:` and for those of `...`."""
        if not isinstance(coord, NESTED):
            return self._without_ellipsis(coord) if coord is ... else None
        for part in coord:
            if part is ... or type(part) is slice:
                return tuple(None if type(i) is slice else i for i in self._without_ellipsis(coord))
        return coord

    def _slice(self, pattern: str, operands: list[Handle], coord: Coord) -> Tensor:
        cls = self.element_type
        coord = self._modes_kept(coord)
        layout, align = sliced(self._type_layout, pattern, coord, cls, self.align_bytes)
        result_type = tensor_type(cls, self.memspace, layout, align, self.swizzle)
        (handle,) = cute_emitter().op("cute.slice", (self.handle, *operands), (result_type,), {"coord": pattern})
        return Tensor(handle, cls, self.memspace, layout, align, self.swizzle)

    def _align_after(self, offset: object) -> int:
        """The alignment that is certain `offset` elements further: the largest power of two that divides both."""
        return align_moved(self.align_bytes, divisibility(offset), self.element_type)  # pyright: ignore

    # -- register vectors ----------------------------------------------------------------------------------------
    def load(
        self,
        mask: TensorSSA | None = None,
        pass_thru: TensorSSA | None = None,
        *,
        loc: object = None,
        ip: object = None,
    ) -> TensorSSA:
        """All elements as a register vector; with a mask those where it holds, and elsewhere `pass_thru` or zeros.

        Shapes: the shape must be static, and the mask as large.
        Errors: dynamic-tensor-shape, tensor-size-mismatch.
        """
        count = self._static_size("load")
        shape = self._type_layout.shape
        if mask is not None:
            return load_masked(lambda k: self[idx2crd(k, shape)], self.element_type, shape, mask, pass_thru)
        if self.element_type.spec.storage_bits < 8:
            return load_packed(self.iterator, self._type_layout, count)
        return TensorSSA(load_vector(self.handle, self.element_type, count), shape, self.element_type)

    def store(self, value: TensorSSA, mask: TensorSSA | None = None, *, loc: object = None, ip: object = None) -> None:
        """Writes a register vector of the same size and element type; with a mask, the elements where it holds.

        Errors: dynamic-tensor-shape, tensor-size-mismatch, element-type-mismatch.
        """
        count = self._static_size("store")
        if not isinstance(value, TensorSSA):
            kind = with_article(type(value).__name__)  # pyright: ignore[reportUnreachable]
            fix = "Fill it with one number by `x.fill(value)`, or write one element: `x[i] = value`."
            raise fail("python-operation", f"`store` takes a register vector, got {kind}", fix=fix)
        check_elements(value, self.element_type)
        if value.count != count:
            raise fail("tensor-size-mismatch", f"cannot store {value.count} elements into a tensor of {count}")
        if mask is not None:
            shape = self._type_layout.shape
            store_masked(lambda k, element: self.__setitem__(idx2crd(k, shape), element), value, mask)
        elif self.element_type.spec.storage_bits < 8:
            store_packed(self.iterator, self._type_layout, value)
        else:
            store_vector(self.handle, value.handle)

    def fill(self, value: object) -> None:
        """Sets every element to one value; the shape must be static. Errors: dynamic-tensor-shape."""
        self._static_size("fill")
        self.store(full(self._type_layout.shape, as_element(value, self.element_type), self.element_type))

    def _static_size(self, what: str) -> int:
        count = type_size(self._type_layout)
        if type(count) is not int:
            raise fail(
                "dynamic-tensor-shape",
                f"`{what}` needs a static shape, got {layout_text(self._type_layout)}",
                fix="Slice a tile of static shape first, for example with local_tile.",
            )
        return count

    # -- other layouts on the same memory ------------------------------------------------------------------------
    def with_layout(self, layout: Any, offset: object = 0) -> Self:
        """The same memory, `offset` elements further, under another layout."""
        values = leaf_handles(layout)
        attrs: dict[str, object] = {}
        align = self.align_bytes
        if not (isinstance(offset, int) and offset == 0):
            values.insert(0, at_least_32_bits(as_numeric(offset)).ir_value())  # pyright: ignore[reportArgumentType]
            attrs["moved"] = True
            align = self._align_after(offset)
        placeholders = map_leaves(placeholder, layout)
        result_type = tensor_type(self.element_type, self.memspace, placeholders, align, self.swizzle)
        (handle,) = cute_emitter().op("cute.memref.view", (self.handle, *values), (result_type,), attrs)
        return cast(Self, Tensor(handle, self.element_type, self.memspace, placeholders, align, self.swizzle))


# -- made -------------------------------------------------------------------------------------------------------------
def tensor_at(
    pointer: Handle,
    element_type: type[Numeric],
    memspace: AddressSpace,
    layout: Any,
    align_bytes: int,
    swizzle: Swizzle | None,
) -> Tensor:
    """The tensor of a layout whose first element a pointer's handle points to."""
    handle, placeholders = viewed(pointer, element_type, memspace, layout, align_bytes, swizzle)
    return Tensor(handle, element_type, memspace, placeholders, align_bytes, swizzle)


def _with_runtime_leaves(type_layout: Any, handle: Handle) -> Any:
    emitter = cute_emitter()
    position = iter(range(len(leaves(type_layout))))

    def real(leaf: object) -> object:
        if not isinstance(leaf, Unknown):
            return leaf
        kind: type[Numeric] = Int64 if leaf.width == 64 else Int32
        value = emitter.leaf(handle, next(position), kind.spec)
        return kind.from_handle(value, divisibility=leaf.divisibility)

    return map_leaves(real, type_layout)


# -- carried through control flow --------------------------------------------------------------------------------------
def flatten_tensor(tensor: Tensor) -> tuple[list[Handle], object]:
    """What control flow carries of a tensor, and what stays as it is."""
    key = (
        tensor.element_type,
        tensor.memspace,
        type_text(tensor.type_layout),
        tensor.align_bytes,
        tensor.swizzle,
    )
    return [tensor.handle], (key, tensor.type_layout)


def unflatten_tensor(structure: Any, handles: Sequence[Handle]) -> Tensor:
    """The inverse of `flatten_tensor`."""
    (element_type, memspace, _, align, swizzle), layout = structure
    return Tensor(handles[0], element_type, memspace, layout, align, swizzle)


register_tree(Tensor, flatten_tensor, unflatten_tensor)
