"""The arguments of a bundled program as plain data, and back: what a call is checked against by Python.

Calls that the machine code recognises need none of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cutedsl.driver.arguments.exported_arguments import Filling, described, flat_arguments, rebuilt
from cutedsl.driver.arguments.handle_spec import HandleSpec
from cutedsl.driver.arguments.object_specs import PointerSpec
from cutedsl.driver.arguments.slot_rules import SlotRule, check_slot_rules
from cutedsl.driver.arguments.specs import Argument, ScalarSpec, Spec, TensorSpec
from cutedsl.errors import fail
from cutedsl.layout import Layout, Unknown
from cutedsl.types import AddressSpace, dtype_named

_REST = ("align_bytes", "device", "written", "backwards")


def forms_of(names: Sequence[str], specs: Sequence[Spec]) -> dict[str, Any]:
    """The run-time arguments of a program as plain data: their parts, and each number, tensor, pointer and stream.

    Errors: not-yet, for objects that describe themselves or need an adapter.
    """
    return {
        "forms": [described(name, spec) for name, spec in zip(names, specs, strict=True)],
        "leaves": [_leaf(name, spec) for name, spec in flat_arguments(names, specs)],
    }


def slots_of(
    function: str, facts: Mapping[str, Any], rules: Sequence[Mapping[str, Any]], values: Sequence[object]
) -> list[int]:
    """The slots of a call, checked as a compiled function checks it. Errors: those of arguments."""
    leaves: Iterator[Filling] = map(_spec, facts["leaves"])
    fillings = [(form["name"], rebuilt(form, leaves.__next__)) for form in facts["forms"]]
    slots = [
        slot
        for k, ((name, filling), value) in enumerate(zip(fillings, values, strict=True))
        for slot in filling.slots(value, Argument(k, name, function))
    ]
    check_slot_rules([SlotRule(**{**rule, "factors": tuple(rule["factors"])}) for rule in rules], slots, function)
    return slots


def _leaf(name: str, spec: Spec) -> dict[str, Any]:
    match spec:
        case TensorSpec():
            layout = {"shape": _extents(spec.layout.shape), "strides": _extents(spec.layout.stride)}
            return {"tensor": spec.dtype.name, **layout, **{key: getattr(spec, key) for key in _REST}}
        case ScalarSpec():
            return {"scalar": spec.dtype.name}
        case HandleSpec():
            return {"handle": "event" if spec.is_event else "stream"}
        case PointerSpec():
            return {"pointer": spec.dtype.name, "memspace": spec.memspace.name, "align_bytes": spec.align_bytes}
        case _:
            raise fail(
                "not-yet",
                f"a bundle of a program whose argument `{name}` is an object with its own rules",
                fix="Take what it holds, arrays and numbers, as parameters of their own.",
            )


def _spec(leaf: Mapping[str, Any]) -> Spec:
    match leaf:
        case {"tensor": dtype, "shape": shape, "strides": strides}:
            return TensorSpec(dtype_named(dtype), Layout(_tree(shape), _tree(strides)), *(leaf[key] for key in _REST))
        case {"scalar": dtype}:
            return ScalarSpec(dtype_named(dtype))
        case {"handle": kind}:
            return HandleSpec(is_event=kind == "event")
        case _:
            return PointerSpec(dtype_named(leaf["pointer"]), AddressSpace[leaf["memspace"]], leaf["align_bytes"])


def _extents(tree: Any) -> Any:
    """A shape or stride as plain data: a number, the width and divisibility of one that calls bring, or a list."""
    if isinstance(tree, tuple):
        return [_extents(item) for item in tree]  # pyright: ignore[reportUnknownVariableType]
    return {"width": tree.width, "divisibility": tree.divisibility} if isinstance(tree, Unknown) else int(tree)


def _tree(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(_tree(item) for item in data)  # pyright: ignore[reportUnknownVariableType]
    return Unknown(**data) if isinstance(data, dict) else data
