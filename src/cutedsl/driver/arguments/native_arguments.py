"""What native call code may assume about the arguments of a compiled function."""

from __future__ import annotations

from collections.abc import Sequence

from cutedsl.arch.abi.call_description import (
    CallDescription,
    ConstantArgument,
    Extent,
    PointerArgument,
    PythonArgument,
    PythonCall,
    ScalarArgument,
    SlotCheck,
    TensorArgument,
    TreeArgument,
)
from cutedsl.driver.arguments.handle_spec import HandleSpec
from cutedsl.driver.arguments.object_specs import FieldsSpec, PointerSpec
from cutedsl.driver.arguments.slot_rules import SlotRule
from cutedsl.driver.arguments.specs import ScalarSpec, Spec, StaticSpec, TensorSpec, TreeSpec
from cutedsl.execution.arrays.dlpack import dlpack_type
from cutedsl.execution.arrays.runtime_pointer import RuntimePointer, pointer_kind
from cutedsl.execution.arrays.runtime_tensor import checked_align_bytes
from cutedsl.layout import Unknown
from cutedsl.types import BOOLEAN, DType

_FLOATS = ("Float32", "Float64")
_PLAIN_ITERATION = (tuple.__iter__, list.__iter__)
"""Of classes whose items are where a tuple or a list has them."""


def describe_call(specs: Sequence[Spec], rules: Sequence[SlotRule] = ()) -> PythonCall | None:
    """The call's description; None where an argument or a part needs Python (small floats, adapted objects)."""
    arguments = _arguments([spec for spec in specs if not isinstance(spec, StaticSpec)])
    if arguments is None:
        return None
    return PythonCall(arguments, _checks(rules))


def _checks(rules: Sequence[SlotRule]) -> tuple[SlotCheck, ...]:
    return tuple(SlotCheck(rule.slot, rule.coefficient, rule.factors, rule.unless_one) for rule in rules)


def describe_flat_call(specs: Sequence[Spec], rules: Sequence[SlotRule] = ()) -> CallDescription | None:
    """The same for callers that have no objects: tensors, numbers and addresses, one by one; None for other parts."""
    found = [_address(spec) if isinstance(spec, PointerSpec) else _argument(spec) for spec in specs]
    flat = [one for one in found if isinstance(one, TensorArgument | ScalarArgument | PointerArgument)]
    return CallDescription(tuple(flat), _checks(rules)) if len(flat) == len(found) else None


def _address(spec: PointerSpec) -> PointerArgument:
    return PointerArgument(spec.dtype.name, spec.memspace.name, spec.align_bytes)


def call_objects(specs: Sequence[Spec]) -> tuple[object, ...]:
    """What the call code of a program for arguments of these specs must find in this process."""
    described = describe_call(specs)
    return () if described is None else described.objects


def _arguments(specs: Sequence[Spec]) -> tuple[PythonArgument, ...] | None:
    found: list[PythonArgument] = []
    for spec in specs:
        argument = _argument(spec)
        if argument is None:
            return None
        found.append(argument)
    return tuple(found)


def _argument(spec: Spec) -> PythonArgument | None:
    match spec:
        case TensorSpec():
            return _tensor(spec)
        case ScalarSpec(dtype=dtype):
            return _scalar(dtype)
        case HandleSpec(is_event=is_event):
            return ScalarArgument("int", 64, handle="event" if is_event else "stream")
        case StaticSpec(constant=constant, may_be_given=repeated):
            return ConstantArgument(constant, may_be_none=not repeated)
        case TreeSpec(kind=kind, children=children) if kind.__iter__ in _PLAIN_ITERATION:  # pyright: ignore
            return _tree(kind, (), children)
        case PointerSpec(dtype=dtype, memspace=memspace, align_bytes=align):
            kind = ConstantArgument(pointer_kind(dtype, memspace, align))
            return TreeArgument(RuntimePointer, ("kind", "address"), (kind, ScalarArgument("uint", 64)))
        case FieldsSpec():
            return _tree(spec.kind, spec.names, spec.children)
        case _:
            return None


def _tree(kind: type, fields: tuple[str, ...], children: Sequence[Spec]) -> TreeArgument | None:
    parts = _arguments(children)
    return None if parts is None else TreeArgument(kind, fields, parts)


def _tensor(spec: TensorSpec) -> TensorArgument | None:
    known = dlpack_type(spec.dtype)
    shape, strides = _extents(spec.layout.shape), _extents(spec.layout.stride)
    if known is None or shape is None or strides is None:
        return None
    place = (checked_align_bytes(spec.align_bytes, spec.device), spec.device, spec.written, spec.backwards)
    return TensorArgument(spec.dtype.name, *known, shape, strides, *place)


def _extents(tree: object) -> tuple[Extent, ...] | None:
    """The leaves of a shape or stride; None where one is neither a number nor a plain placeholder."""
    match tree:
        case tuple():
            parts = [_extents(item) for item in tree]  # pyright: ignore[reportUnknownVariableType]
            known = [part for part in parts if part is not None]
            return tuple(leaf for part in known for leaf in part) if len(known) == len(parts) else None
        case int():
            return (Extent(tree),)
        case Unknown():
            return (Extent(None, tree.divisibility, tree.width),)
        case _:
            return None


def _scalar(dtype: DType) -> ScalarArgument | None:
    if dtype is BOOLEAN:
        return ScalarArgument("bool", 1)
    if dtype.is_integer and dtype.width in (8, 16, 32, 64):
        return ScalarArgument("int" if dtype.signed else "uint", dtype.width)
    if dtype.name in _FLOATS:
        return ScalarArgument("float", dtype.width)
    return None
