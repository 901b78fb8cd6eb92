"""Specs of arguments that are objects: dataclasses field by field, and objects that describe themselves."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, TypeAlias

from cutedsl.driver.arguments.adapters import JitArgAdapterRegistry, JitArgument
from cutedsl.driver.arguments.specs import Argument, Spec, TensorSpec, part_slots
from cutedsl.driver.arguments.tensor_arguments import tensor_spec
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen
from cutedsl.execution.arrays.runtime_pointer import RuntimePointer, name_staged_pointers
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor, TensorPointer, name_staged_tensors
from cutedsl.lang.emission.emitter import CuteEmitter
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.numeric import numeric_class
from cutedsl.staging.protocol import Handle
from cutedsl.types import AddressSpace, DType

_SLOT_BYTES = 8


@frozen
class FieldsSpec:
    """A dataclass: each field has its own spec; `Constexpr` fields are compile-time constants."""

    kind: type
    names: tuple[str, ...]
    children: tuple[Spec, ...]

    @property
    def key(self) -> tuple[object, ...]:
        return ("fields", self.kind, *(child.key for child in self.children))

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        pairs = zip(self.names, self.children, strict=True)
        return [p for field, child in pairs for p in child.params(f"{name}_{field}", emitter)]

    def value(self, handles: Iterator[Handle]) -> object:
        # As `copy.copy` would: `__init__` and `__post_init__` belong to the author's own object.
        made = object.__new__(self.kind)
        for field, child in zip(self.names, self.children, strict=True):
            object.__setattr__(made, field, child.value(handles))
        return made

    def slots(self, argument: object, where: Argument) -> list[int]:
        if type(argument) is not self.kind:
            raise where.mismatch(self.kind, argument)
        return [
            slot
            for field, child in zip(self.names, self.children, strict=True)
            for slot in part_slots(child, getattr(argument, field), where.part(f".{field}"))
        ]


@frozen
class SelfDescribedSpec:
    """An object with the `JitArgument` methods: one slot for each C value that it points to."""

    kind: type
    dtypes: tuple[CKind, ...]
    example: Any

    @property
    def key(self) -> tuple[object, ...]:
        # What the object says of itself while it is traced may be any of its attributes.
        kinds = [kind.name if isinstance(kind, DType) else kind.key for kind in self.dtypes]
        return ("object", self.kind, self.example, *kinds)

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        made: list[tuple[str, object]] = []
        for k, kind in enumerate(self.dtypes):
            one = f"{name}_{k}"
            made += [(one, emitter.dtype_type(kind))] if isinstance(kind, DType) else kind.params(one, emitter)
        return made

    def value(self, handles: Iterator[Handle]) -> object:
        return self.example.__new_from_mlir_values__([next(handles) for _ in self.dtypes])

    def slots(self, argument: object, where: Argument) -> list[int]:
        if type(argument) is not self.kind or not isinstance(argument, JitArgument):
            raise where.mismatch(self.kind, argument)
        pointers = list(argument.__c_pointers__())
        if len(pointers) != len(self.dtypes):
            raise fail(
                "argument-type",
                f"{where}: `__c_pointers__` of {self.kind.__name__} gives {len(pointers)} addresses, "
                f"`__get_mlir_types__` {len(self.dtypes)} types",
                fix="Give one address for each type.",
            )
        return [slot for p, kind in zip(pointers, self.dtypes, strict=True) for slot in _c_slots(p, kind, where)]


CKind: TypeAlias = "DType | PointerSpec | TensorSpec"


def kind_of(described: Any) -> CKind:
    """What an item of `__get_mlir_types__` is in a call."""
    if isinstance(described, RuntimePointer):
        return PointerSpec(described.dtype, described.memspace, described.align_bytes)
    if hasattr(described, "value_type"):  # `_mlir.dialects.cute.PtrType`, which nothing here may import
        return PointerSpec(described.value_type.spec, described.memspace, described.align_bytes)
    return tensor_spec(described) if type(described) is RuntimeTensor else described.spec


def _c_slots(pointer: Any, kind: CKind, where: Argument) -> list[int]:
    """What one of an object's addresses gives to a call."""
    if not isinstance(kind, TensorSpec):
        return [_read_c_value(pointer, kind)]
    if isinstance(pointer, TensorPointer):
        return kind.slots(pointer.tensor, where)
    raise fail(
        "argument-type",
        f"{where}: `__c_pointers__` gives an address for a tensor that is not the tensor's own",
        fix="Give what `__c_pointers__` of the tensor itself returns.",
    )


def _read_c_value(pointer: Any, kind: DType | PointerSpec) -> int:
    """The C value at an address, as a slot."""
    width = _SLOT_BYTES if isinstance(kind, PointerSpec) else min(kind.storage_bytes, _SLOT_BYTES)
    address = pointer if isinstance(pointer, int) else ctypes.cast(pointer, ctypes.c_void_p).value
    if not address:
        raise fail("argument-type", "`__c_pointers__` gives a null address")
    return int.from_bytes(ctypes.string_at(address, width), "little")


@frozen
class AdaptedSpec:
    """An object that a registered adapter turns into an argument, at the compilation and at each call."""

    kind: type
    inner: Spec

    @property
    def key(self) -> tuple[object, ...]:
        return ("adapted", self.kind, self.inner.key)

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        return self.inner.params(name, emitter)

    def value(self, handles: Iterator[Handle]) -> object:
        return self.inner.value(handles)

    def slots(self, argument: object, where: Argument) -> list[int]:
        if type(argument) is not self.kind:
            raise where.mismatch(self.kind, argument)
        return self.inner.slots(JitArgAdapterRegistry.adapted(argument), where)


@frozen
class PointerSpec:
    """An address: its element type, memory and alignment are compiled in."""

    dtype: DType
    memspace: AddressSpace
    align_bytes: int

    @property
    def key(self) -> tuple[object, ...]:
        return ("pointer", self.dtype.name, self.memspace.name, self.align_bytes)

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        return [(name, emitter.pointer_type(self.dtype, str(self.memspace), self.align_bytes, ""))]

    def value(self, handles: Iterator[Handle]) -> object:
        return Pointer(next(handles), numeric_class(self.dtype), self.memspace, self.align_bytes)

    def slots(self, argument: object, where: Argument) -> list[int]:
        if where.tvm_ffi and type(argument) is int:  # TVM-FFI has addresses, whose elements nobody knows
            argument = RuntimePointer(self.dtype, argument, self.memspace, 1)
        if not isinstance(argument, RuntimePointer):
            raise fail(
                "argument-type",
                f"{where} is compiled for a pointer, got {with_article(type(argument).__name__)}",
                fix="Pass `cute.runtime.make_ptr(dtype, address, mem_space)`.",
            )
        if argument.dtype is not self.dtype or not _same_memory(argument.memspace, self.memspace):
            raise fail(
                "argument-dtype",
                f"{where} is compiled for a pointer to {self.dtype.name} in {self.memspace} memory, "
                f"got one to {argument.dtype.name} in {argument.memspace} memory",
            )
        if argument.address % self.align_bytes:
            raise fail("argument-alignment", f"{where} is compiled for {self.align_bytes} bytes, got {argument}")
        return [argument.address]


def _same_memory(given: AddressSpace, compiled: AddressSpace) -> bool:
    """Whether an address of one kind serves as the other: a generic one of the caller's is in global memory."""
    callers = (AddressSpace.generic, AddressSpace.gmem)
    return given is compiled or (given in callers and compiled in callers)


name_staged_pointers(
    lambda pointer, handle: Pointer(handle, numeric_class(pointer.dtype), pointer.memspace, pointer.align_bytes)
)
name_staged_tensors(lambda tensor, handle: tensor_spec(tensor).value(iter([handle])))
