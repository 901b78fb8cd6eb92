"""What the call code of a compiled function may know of its arguments by heart."""

from __future__ import annotations

from collections.abc import Sequence

from cutedsl.arch.call_description import (
    CallArgument,
    CallDescription,
    Extent,
    ScalarArgument,
    SlotCheck,
    TensorArgument,
)
from cutedsl.driver.slot_rules import SlotRule
from cutedsl.driver.specs import ScalarSpec, Spec, StaticSpec, TensorSpec
from cutedsl.driver.stream_spec import StreamSpec
from cutedsl.execution.dlpack import dlpack_type
from cutedsl.layout import Unknown
from cutedsl.types import BOOLEAN, DType

_FLOATS = ("Float32", "Float64")


def describe_call(specs: Sequence[Spec], rules: Sequence[SlotRule] = ()) -> CallDescription | None:
    """The call's description; None where an argument needs Python (tuples, small floats)."""
    arguments: list[CallArgument] = []
    for spec in specs:
        if isinstance(spec, StaticSpec):
            continue
        argument = _argument(spec)
        if argument is None:
            return None
        arguments.append(argument)
    checks = (SlotCheck(rule.slot, rule.coefficient, rule.factors, rule.unless_one) for rule in rules)
    return CallDescription(tuple(arguments), tuple(checks))


def _argument(spec: Spec) -> CallArgument | None:
    match spec:
        case TensorSpec():
            return _tensor(spec)
        case ScalarSpec(dtype=dtype):
            return _scalar(dtype)
        case StreamSpec():
            return ScalarArgument("int", 64)
        case _:
            return None


def _tensor(spec: TensorSpec) -> TensorArgument | None:
    known = dlpack_type(spec.dtype)
    shape, strides = _extents(spec.layout.shape), _extents(spec.layout.stride)
    if known is None or shape is None or strides is None:
        return None
    return TensorArgument(spec.dtype.name, *known, shape, strides, spec.align_bytes, spec.device)


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
