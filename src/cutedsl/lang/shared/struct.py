"""`@cute.struct` and `@cute.union`: structs and unions in memory."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.emission.op_places import name_unnamed
from cutedsl.lang.tensors.kinds import natural_align_bytes
from cutedsl.lang.tensors.make import as_layout, make_tensor
from cutedsl.lang.tensors.pointer import Pointer, recast_ptr
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, Layout, Swizzle, cosize
from cutedsl.staging.numeric import Numeric, is_numeric_class
from cutedsl.staging.protocol import Handle
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace


@frozen
class MemRangeType:
    """An array of `count` elements: the type `MemRange[T, n]`."""

    dtype: type[Numeric]
    count: int

    @property
    def size_bytes(self) -> int:
        return self.dtype.n_bytes(self.count)

    @property
    def align_bytes(self) -> int:
        return natural_align_bytes(self.dtype)


@frozen
class AlignedType:
    """A field aligned to `align_bytes`: the type `Align[field, n]`."""

    inner: FieldType
    own_bytes: int

    @property
    def size_bytes(self) -> int:
        return size_of(self.inner)

    @property
    def align_bytes(self) -> int:
        return max(self.own_bytes, align_of(self.inner))


class MemRange:
    """`MemRange[T, n]`: n elements of a numeric type, n >= 0; a field of a struct."""

    def __class_getitem__(cls, given: tuple[type[Numeric], int]) -> MemRangeType:
        dtype, count = given
        if isinstance(count, Numeric) and count.is_static:
            count = int(count)
        if not is_numeric_class(dtype) or not isinstance(count, int) or count < 0:
            raise fail("struct-field", f"`MemRange[{dtype}, {count}]` needs a numeric type and a number from 0 on")
        return MemRangeType(dtype, count)


class Align:
    """`Align[field, n]`: a field at a multiple of n bytes, n a power of two."""

    def __class_getitem__(cls, given: tuple[FieldType, int]) -> AlignedType:
        field, align = given
        if not isinstance(align, int) or align < 1 or align & (align - 1):
            raise fail("invalid-alignment", f"the alignment in `Align[..., {align}]` must be a power of two")
        _check_field("Align", field)
        return AlignedType(field, align)


@frozen(eq=False)
class StructType:
    """A struct or a union: what a decorated class becomes. Called with a pointer to bytes, it gives the fields there.

    Law: each field lies at the next multiple of its alignment (at 0 in a union); the size is a multiple of the
    largest alignment. Source: CUTLASS's example `smem_allocator`.
    """

    name: str
    fields: Mapping[str, FieldType]
    offsets: Mapping[str, int]
    size_bytes: int
    align_bytes: int
    view: type[StructView]

    def __call__(self, base: Pointer) -> StructView:
        """The fields at a place; errors struct-base."""
        if not isinstance(base, Pointer) or base.dtype.spec.storage_bits != 8:  # pyright: ignore
            raise fail(
                "struct-base",
                f"`{self.name}` needs a pointer to bytes, got {base}",
                fix="Recast the pointer: `cute.recast_ptr(ptr, dtype=Uint8)`.",
            )
        return self.view(base, self)

    @property
    def _offsets(self) -> Mapping[str, int]:
        """`offsets`, under the name that libraries read to check their own."""
        return self.offsets

    def size_in_bytes(self) -> int:
        return self.size_bytes

    def __sizeof__(self) -> int:
        return self.size_bytes

    def __alignof__(self) -> int:
        return self.align_bytes

    @property
    def __name__(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.name

    def __str__(self) -> str:
        return f"struct<{self.name}, {self.size_bytes} bytes, align<{self.align_bytes}>>"


FieldType = type[Numeric] | MemRangeType | AlignedType | StructType


def size_of(field: FieldType) -> int:
    """Bytes of a field."""
    return field.bytes if isinstance(field, type) else field.size_bytes


def align_of(field: FieldType) -> int:
    """The alignment of a field in bytes."""
    return natural_align_bytes(field) if isinstance(field, type) else field.align_bytes


class ScalarField(Pointer):
    """A scalar field of a struct: a pointer to it. Assigning to the field stores."""

    __slots__ = ()

    @property
    def ptr(self) -> Pointer:
        return Pointer(self.handle, self.dtype, self.memspace, self.align_bytes, self.swizzle)

    @property
    def value(self) -> Any:
        """The number; the retired name of `load()`."""
        return self.load()


@methods_take_places
class RangeField:
    """An array field of a struct."""

    __slots__ = ("_count", "_name", "_pointer")

    def __init__(self, pointer: Pointer, count: int, name: str = "") -> None:
        self._pointer = pointer
        self._count = count
        self._name = name

    @property
    def dtype(self) -> type[Numeric]:
        return self._pointer.dtype

    def __len__(self) -> int:
        return self._count

    def data_ptr(self) -> Pointer:
        """A pointer to the first element, or to where it would be: a range may have none."""
        if not self._count:
            return self._pointer
        array = make_tensor(self._pointer, Layout(self._count))
        name_unnamed(array.handle, self._name)
        return array.iterator

    def get_tensor(
        self,
        layout: Any,
        swizzle: Swizzle | None = None,
        dtype: type[Numeric] | None = None,
    ) -> Tensor:
        """The range under a layout; `swizzle` goes to the pointer, `dtype` recasts it. Errors: struct-range."""
        made = as_layout(layout)
        element = dtype or self.dtype
        needed, there = element.n_bytes(int(cosize(made))), self.dtype.n_bytes(self._count)
        if needed > there:
            raise fail(
                "struct-range",
                f"a tensor of {element.__name__} over {made} needs {needed} bytes, the range has {there}",
                fix=f"Declare the field as `MemRange[{element.__name__}, {int(cosize(made))}]`.",
            )
        if swizzle is not None and isinstance(made, ComposedLayout) and isinstance(made.inner, Swizzle):
            raise fail(
                "swizzle-twice",
                f"`get_tensor` got two swizzles: {swizzle}, and that of the layout {made}",
                fix="Keep one of them: `get_tensor(layout.outer, swizzle=layout.inner)`.",
            )
        tensor = make_tensor(recast_ptr(self._pointer, swizzle, element), made)
        name_unnamed(tensor.handle, self._name)
        return tensor

    def _checked(self, index: Any) -> Any:
        if isinstance(index, int) and not 0 <= index < self._count:
            raise fail("struct-range", f"element {index} is out of bounds for a range of {self._count}")
        return index

    def __getitem__(self, index: Any) -> Any:
        return self._pointer[self._checked(index)]

    def __setitem__(self, index: Any, value: object) -> None:
        self._pointer[self._checked(index)] = value


class StructView:
    """The fields of a struct at a place in memory; each decorated class has its own subclass with the fields' names."""

    __slots__ = ("_base", "_struct")

    def __init__(self, base: Pointer, struct_type: StructType) -> None:
        object.__setattr__(self, "_base", base)
        object.__setattr__(self, "_struct", struct_type)

    @property
    def base(self) -> Pointer:
        """The pointer to the struct's first byte."""
        return self._base

    def size_in_bytes(self) -> int:
        return self._struct.size_bytes

    def __sizeof__(self) -> int:
        return self._struct.size_bytes

    def __setattr__(self, name: str, value: object) -> None:
        struct_type: StructType = self._struct
        kind = struct_type.fields.get(name)
        if kind is None:
            names = ", ".join(struct_type.fields)
            raise fail("struct-field", f"`{struct_type.name}` has no field `{name}`; it has {names}")
        if not is_numeric_class(_bare_type(kind)):
            raise fail(
                "struct-field", f"cannot assign to the field `{name}` of `{struct_type.name}`: it is not a number"
            )
        _field(self._base, kind, struct_type.offsets[name], "").store(value)
        return None


def _bare_type(kind: FieldType) -> type[Numeric] | MemRangeType | StructType:
    return _bare_type(kind.inner) if isinstance(kind, AlignedType) else kind


def _field(base: Pointer, kind: FieldType, offset: int, name: str) -> Any:
    """What reading a field gives; `name` is what reports call the memory of a range."""
    inner = _bare_type(kind)
    at = base + offset
    align = max(at.align_bytes, 1)
    if isinstance(inner, StructType):
        return inner(at)
    dtype = inner.dtype if isinstance(inner, MemRangeType) else inner
    pointer = recast_ptr(at, dtype=dtype)
    if isinstance(inner, MemRangeType):
        return RangeField(pointer, inner.count, name)
    return ScalarField(pointer.handle, dtype, pointer.memspace, align, pointer.swizzle)


def _refusal(struct_name: str, name: str) -> Any:
    """What reading a name gives that the class assigns like a field, but does not declare."""

    def refuse(_self: object) -> NoReturn:
        raise fail(
            "struct-field",
            f"`{struct_name}` assigns `{name} = ...`, which declares no field",
            fix=f"Declare it with a colon: `{name}: ...`.",
        )

    return refuse


def _check_field(name: str, kind: object) -> None:
    if not (is_numeric_class(kind) or isinstance(kind, MemRangeType | AlignedType | StructType)):
        raise fail(
            "struct-field",
            f"a field cannot be {kind!r}, as `{name}` is declared",
            fix="Declare it as a numeric type, `MemRange[T, n]`, `Align[..., n]` or another struct.",
        )


def _annotations(cls: type) -> dict[str, Any]:
    """A class's annotations; those that are text are read where the class stands."""
    found = inspect.get_annotations(cls)
    frame = sys._getframe(3)  # pyright: ignore[reportPrivateUsage]  # the author's, above `struct` and `_make_struct`
    names = {**frame.f_globals, **frame.f_locals}
    return {name: eval(kind, names) if isinstance(kind, str) else kind for name, kind in found.items()}


def _make_struct(cls: type, *, overlaid: bool) -> StructType:
    fields = _annotations(cls)
    offsets: dict[str, int] = {}
    end = largest = 0
    align = 1
    for name, kind in fields.items():
        _check_field(name, kind)
        own = align_of(kind)
        start = 0 if overlaid else -(-end // own) * own
        offsets[name], end, align = start, start + size_of(kind), max(align, own)
        largest = max(largest, end)
    reads = {name: property(_reader(kind, offsets[name], f"{cls.__name__}.{name}")) for name, kind in fields.items()}
    refused = {
        name: property(_refusal(cls.__name__, name))
        for name, kind in vars(cls).items()
        if name not in fields and isinstance(kind, MemRangeType | AlignedType)
    }
    view = type(cls.__name__, (StructView,), {"__slots__": (), **reads, **refused})
    size = -(-largest // align) * align
    made = StructType(cls.__name__, MappingProxyType(fields), MappingProxyType(offsets), size, align, view)
    register_tree(view, _flatten, _unflatten)
    return made


def _reader(kind: FieldType, offset: int, name: str) -> Any:
    return lambda self: _field(self.base, kind, offset, name)


class struct:  # CuTe's name
    """Makes a class of annotated fields a struct: `@cute.struct class S: a: MemRange[Float32, 64]; n: Int32`.

    Errors: struct-field. Shapes: a `MemRange` is flat; its `get_tensor(layout)` has the layout's shape.
    Source: CUTLASS's example `smem_allocator`.
    """

    MemRange = MemRange
    Align = Align

    def __new__(mcls, cls: type) -> Any:  # pyright: ignore[reportSelfClsParameterName]  # `cls` is CuTe's name
        return _make_struct(cls, overlaid=False)


class union:  # CuTe's name
    """As `struct`, with all fields at the same place: the size is that of the largest."""

    def __new__(mcls, cls: type) -> Any:  # pyright: ignore[reportSelfClsParameterName]  # `cls` is CuTe's name
        return _make_struct(cls, overlaid=True)


def _flatten(view: StructView) -> tuple[list[Handle], object]:
    base = view.base
    return [base.handle], (view._struct, base.dtype, base.memspace, base.align_bytes)  # pyright: ignore


def _unflatten(structure: Any, handles: Sequence[Handle]) -> StructView:
    struct_type, dtype, memspace, align = structure
    return struct_type(Pointer(handles[0], dtype, AddressSpace(memspace), align))


def _flatten_range(field: RangeField) -> tuple[list[Handle], object]:
    pointer = field.data_ptr()
    return [pointer.handle], (len(field), field._name, pointer.dtype, pointer.memspace, pointer.align_bytes)  # pyright: ignore


def _unflatten_range(structure: Any, handles: Sequence[Handle]) -> RangeField:
    count, name, dtype, memspace, align = structure
    return RangeField(Pointer(handles[0], dtype, memspace, align), count, name)


register_tree(RangeField, _flatten_range, _unflatten_range)
