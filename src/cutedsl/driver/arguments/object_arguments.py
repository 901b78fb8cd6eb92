"""Arguments that are neither arrays nor numbers nor constants: pointers, streams, fakes, and objects of any class.

Apart from `signature`, because most calls have none, and loading this takes longer than binding them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence

from cutedsl.driver.arguments.adapters import JitArgAdapterRegistry, JitArgument
from cutedsl.driver.arguments.annotations import annotations_of
from cutedsl.driver.arguments.handle_spec import HandleSpec
from cutedsl.driver.arguments.number_fixes import is_decimal
from cutedsl.driver.arguments.object_specs import AdaptedSpec, FieldsSpec, PointerSpec, SelfDescribedSpec, kind_of
from cutedsl.driver.arguments.specs import (
    ANYWHERE,
    Argument,
    Spec,
    StaticSpec,
    TensorSpec,
    TreeSpec,
    own_class,
    read_array,
)
from cutedsl.driver.arguments.tensor_arguments import refuse_tensor, tensor_spec
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.execution.arrays.array_interfaces import SupportsArrayInterface, SupportsCudaArrayInterface
from cutedsl.execution.arrays.fake import FakeStream, FakeTensor
from cutedsl.execution.arrays.runtime_pointer import RuntimePointer
from cutedsl.execution.arrays.runtime_tensor import dynamic_tensor
from cutedsl.execution.streams import is_event, is_stream
from cutedsl.lang.layouts.tuple_types import IntTuple, fixes_integers

SpecOf = Callable[[object, object, Argument], Spec]


def object_spec(value: object, annotation: object, where: Argument, spec_of: SpecOf) -> Spec:
    """What such an argument compiles to; `spec_of` tells it of a part. Errors: argument-type, argument-unsupported."""
    match value:
        case FakeTensor():
            cls = value.element_type
            return TensorSpec(cls.spec, value.type_layout, value.align_bytes, ANYWHERE, own=own_class(cls))
        case RuntimePointer():
            return PointerSpec(value.dtype, value.memspace, value.align_bytes)
        case SupportsCudaArrayInterface() | SupportsArrayInterface() if not _has_adapter(value):
            return tensor_spec(read_array(dynamic_tensor, value, where))
        case FakeStream():
            return StaticSpec(None) if value.from_environment else HandleSpec()
        case _:
            refuse_tensor(annotation, value, where)
            return _other_spec(value, where, spec_of)


def parts_of_spec(spec: Spec) -> Sequence[Spec]:
    """The specs that the spec of an object consists of."""
    match spec:
        case FieldsSpec():
            return spec.children
        case AdaptedSpec():
            return (spec.inner,)
        case SelfDescribedSpec():
            return tuple(kind for kind in spec.dtypes if isinstance(kind, TensorSpec))
        case _:
            return ()


def classes_of(specs: Iterable[Spec]) -> list[type]:
    """The classes of the author's objects, tuples and lists that arguments are, with those of their parts.

    A class of the same content, from a notebook's cell that ran again, is another one.
    """
    found: list[type] = []
    for spec in specs:
        match spec:
            case TreeSpec(kind=kind, children=parts):
                found += [kind, *classes_of(parts)]
            case FieldsSpec(kind=kind) | AdaptedSpec(kind=kind) | SelfDescribedSpec(kind=kind):
                found += [kind, *classes_of(parts_of_spec(spec))]
            case _:
                pass
    return found


def with_parts(spec: Spec, changed: Callable[[Spec], Spec]) -> Spec:
    """The spec of an object with its parts changed."""
    match spec:
        case FieldsSpec():
            return dataclasses.replace(spec, children=tuple(map(changed, spec.children)))
        case AdaptedSpec():
            return dataclasses.replace(spec, inner=changed(spec.inner))
        case _:
            return spec


def _has_adapter(value: object) -> bool:
    return JitArgAdapterRegistry.get_registered_adapter(type(value)) is not None


def _other_spec(value: object, where: Argument, spec_of: SpecOf) -> Spec:
    adapter = JitArgAdapterRegistry.get_registered_adapter(type(value))
    if adapter is not None:
        return AdaptedSpec(type(value), spec_of(adapter(value), None, where))
    if isinstance(value, JitArgument):
        return SelfDescribedSpec(type(value), tuple(map(kind_of, value.__get_mlir_types__())), value)
    if is_stream(value) or is_event(value):
        return HandleSpec(is_event=is_event(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _fields_spec(value, where, spec_of)
    if callable(value):
        return StaticSpec(value)
    raise fail(
        "argument-unsupported",
        f"{where} is {with_article(type(value).__name__)}, which has no meaning in a compiled program",
        fix=f"Convert it: `float({where.name})`."
        if is_decimal(value)
        else "Annotate the parameter as Constexpr if it is known at compile time.",
    )


def _fields_spec(value: object, where: Argument, spec_of: SpecOf) -> FieldsSpec:
    """A dataclass, field by field; integers of layouts are constants."""
    kind: type = type(value)
    names = tuple(item.name for item in dataclasses.fields(kind))
    hints = dict.fromkeys(names, IntTuple) if fixes_integers(kind) else annotations_of(kind)
    parts = [(getattr(value, name), hints.get(name), where.part(f".{name}")) for name in names]
    return FieldsSpec(kind, names, tuple(spec_of(item, hint, part) for item, hint, part in parts))
