"""Arguments of exported functions: tuples and dataclasses taken apart for C, and put together for who loads them back.

In C each part is a parameter of its own, named by its path: `p.scale` and `t[0]` are `p_scale` and `t_0`. Loaded back
into Python the function takes a tuple for a tuple, and for a dataclass any object with its fields or a tuple of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from cutedsl.driver.arguments.absent_arguments import is_absent
from cutedsl.driver.arguments.object_specs import FieldsSpec
from cutedsl.driver.arguments.specs import Argument, Spec, StaticSpec, TreeSpec
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen

_CONSTANTS: Final = (bool, int, float, str)


def flat_arguments(names: Sequence[str], specs: Sequence[Spec]) -> Iterator[tuple[str, Spec]]:
    """Every number and tensor that a call has, in the order of the slots, under a name of C."""
    for name, spec in zip(names, specs, strict=True):
        match spec:
            case StaticSpec():
                pass
            case TreeSpec(children=children):
                yield from flat_arguments([f"{name}_{k}" for k in range(len(children))], children)
            case FieldsSpec(names=fields, children=children):
                yield from flat_arguments([f"{name}_{field}" for field in fields], children)
            case _:
                yield name, spec


def described(name: str, spec: Spec) -> dict[str, Any]:
    """An argument's form as plain data: which parts it has; a number or tensor is a leaf."""
    match spec:
        case StaticSpec(constant=constant):
            if is_absent(spec):
                return {"name": name, "constant": constant, "any": False, "absent": True}
            known = constant is None or isinstance(constant, _CONSTANTS)
            return {"name": name, "constant": constant if known else None, "any": not known}
        case TreeSpec(kind=kind, children=children):
            parts = [described(str(k), child) for k, child in enumerate(children)]
            return {"name": name, "items": parts, "list": issubclass(kind, list)}
        case FieldsSpec(names=fields, children=children):
            parts = [described(field, child) for field, child in zip(fields, children, strict=True)]
            return {"name": name, "fields": parts, "kind": spec.kind.__name__}
        case _:
            return {"name": name}


class Filling(Protocol):
    """An argument of a loaded function: what fills its slots."""

    def slots(self, argument: object, where: Argument) -> list[int]:
        """The 8-byte slots of an actual argument; a misfit is a named error."""
        ...


def rebuilt(form: Mapping[str, Any], leaf: Callable[[], Filling]) -> Filling:
    """What `described` gave, to be called with; `leaf` gives the next number's or tensor's."""
    match form:
        case {"constant": constant, "any": anything}:
            return _Constant(constant, anything, "absent" not in form)
        case {"items": items, "list": is_list}:
            return _Items(list if is_list else tuple, tuple(rebuilt(item, leaf) for item in items))
        case {"fields": fields, "kind": kind}:
            return _Fields(kind, tuple(f["name"] for f in fields), tuple(rebuilt(f, leaf) for f in fields))
        case _:
            return leaf()


@frozen
class _Constant:
    """A part that was compiled in; `anything` goes where it could not be written down, and None where `may_be_none`."""

    value: object
    anything: bool
    may_be_none: bool

    def slots(self, argument: object, where: Argument) -> list[int]:
        left_out = argument is None and self.may_be_none
        if not (self.anything or left_out) and argument != self.value:
            raise fail("argument-type", f"{where} is compiled for {self.value!r}, got {argument!r}")
        return []


@frozen
class _Items:
    """A tuple or list of as many elements."""

    kind: type
    children: tuple[Filling, ...]

    def slots(self, argument: object, where: Argument) -> list[int]:
        if not isinstance(argument, self.kind) or len(argument) != len(self.children):  # pyright: ignore
            message = f"{where} is compiled for {with_article(self.kind.__name__)} of {len(self.children)} elements"
            raise fail("argument-type", f"{message}, got {argument!r}")
        items: Sequence[object] = argument  # pyright: ignore[reportAssignmentType]
        parts = enumerate(zip(self.children, items, strict=True))
        return [slot for k, (child, item) in parts for slot in child.slots(item, where.part(f"[{k}]"))]


@frozen
class _Fields:
    """Any object that has the fields of the dataclass `kind`, or a tuple of them in their order.

    TVM-FFI has no dataclasses: its callers write tuples, without the fields that are compile-time constants.
    """

    kind: str
    names: tuple[str, ...]
    children: tuple[Filling, ...]

    def slots(self, argument: object, where: Argument) -> list[int]:
        if type(argument) is tuple:
            known = [isinstance(child, _Constant) and child.value is not None for child in self.children]
            left_out = len(argument) == known.count(False)
            children = [c for c, fixed in zip(self.children, known, strict=True) if not (left_out and fixed)]
            return _Items(tuple, tuple(children)).slots(argument, where)
        found: list[int] = []
        for name, child in zip(self.names, self.children, strict=True):
            try:
                value = getattr(argument, name)
            except AttributeError:
                kind, got = with_article(self.kind), with_article(type(argument).__name__)
                message = f"{where} is compiled for {kind}, got {got} without `{name}`"
                raise fail("argument-type", message) from None
            found += child.slots(value, where.part(f".{name}"))
        return found
