"""From a call that was just compiled to one that is recognised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cutedsl.config import config
from cutedsl.driver.arguments.handle_spec import HandleSpec
from cutedsl.driver.arguments.signature import BoundArguments
from cutedsl.driver.arguments.specs import ScalarSpec, Spec, StaticSpec, TensorSpec, TreeSpec
from cutedsl.driver.cache.recent import INT32_LIMIT, Fixed, Marked, Part, Parts, RecentCall
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.execution.arrays.runtime_pointer import RuntimePointer
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor
from cutedsl.staging.reads import Watches


def recent_call(
    compiled: CompiledFunction,
    bound: BoundArguments,
    bound_to: tuple[object, ...],
    args: Sequence[object],
    watches: Watches,
    result: object = None,
) -> RecentCall | None:
    """A call as one to recognise, with its static `result`.

    None where only binding the arguments anew tells what it compiles to.
    """
    specs = bound.specs[: len(args)]
    known = [kind for kind in map(_recognition_of, args, specs) if kind is not None]
    if len(specs) != len(args) or len(known) != len(args):
        return None
    passed = tuple(k for k, spec in enumerate(specs) if not isinstance(spec, StaticSpec))
    return RecentCall(compiled, watches, config(), bound_to, tuple(known), passed, result)


def _recognition_of(argument: Any, spec: Spec) -> Part | None:
    """What tells an argument's spec, with the program's own checks; None where nothing short of binding it does."""
    match spec:
        case StaticSpec():
            return Fixed(argument)
        case ScalarSpec() | TensorSpec() | HandleSpec():
            if isinstance(argument, RuntimeTensor):
                return Marked(type(argument), argument.kind)
            wide = type(argument) is int and not -INT32_LIMIT <= argument < INT32_LIMIT
            return None if wide else type(argument)
        case TreeSpec(children=children):
            return _recognition_of_parts(argument, (), argument, children)
        case _:
            from cutedsl.driver.arguments.object_specs import FieldsSpec, PointerSpec  # for programs with objects

            if isinstance(spec, PointerSpec) and isinstance(argument, RuntimePointer):
                return Marked(type(argument), argument.kind)
            if not isinstance(spec, FieldsSpec) or not spec.names:
                return None
            return _recognition_of_parts(
                argument, spec.names, [getattr(argument, name) for name in spec.names], spec.children
            )


def _recognition_of_parts(
    argument: object, fields: tuple[str, ...], items: Iterable[object], specs: Sequence[Spec]
) -> Parts | None:
    kinds = tuple(
        kind for item, spec in zip(items, specs, strict=True) if (kind := _recognition_of(item, spec)) is not None
    )
    return Parts(type(argument), fields, kinds) if len(kinds) == len(specs) else None
