"""What annotations say: evaluated, without the wrappers that mean nothing to a compilation."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tensors.typed_tensor import FreeNames, TypedTensor


def annotations_of(owner: Callable[..., object] | type) -> Mapping[str, object]:
    """Annotations of a function or a class as objects; one that does not evaluate counts as absent.

    In `Tensor[...]`, a name that nothing defines is the name of an extent.
    """
    classes = None if isinstance(owner, type) else _classes(owner)
    if classes is not None:
        return classes
    try:
        return typing.get_type_hints(owner, include_extras=True)
    except (NameError, AttributeError, TypeError, SyntaxError):
        return _one_by_one(owner)


def _classes(owner: Any) -> dict[str, object] | None:
    """The annotations of a function whose annotations are all classes, which is usual; else None.

    `typing.get_type_hints` gives the same, but compiles the texts each time: a quarter of the trace of a small kernel.
    """
    found: dict[str, object] = {}
    for name, text in getattr(owner, "__annotations__", {}).items():
        try:
            value = eval(_code(text), owner.__globals__) if isinstance(text, str) else text
        except (NameError, AttributeError, TypeError, SyntaxError):
            return None
        value = types.NoneType if value is None else value
        if not isinstance(value, type) or typing.get_args(value):
            return None
        found[name] = value
    return found


@lru_cache(maxsize=1024)
def _code(annotation: str) -> types.CodeType:
    return compile(annotation, "<annotation>", "eval")


def _one_by_one(owner: Any) -> dict[str, object]:
    if isinstance(owner, type):
        known, inner = vars(inspect.getmodule(owner) or types), {}
    else:
        known, inner = owner.__globals__, inspect.getclosurevars(owner).nonlocals
    found: dict[str, object] = {}
    for name, text in owner.__annotations__.items():
        if not isinstance(text, str):
            found[name] = text
            continue
        value = _evaluated(text, known, inner)
        if value is not None:
            found[name] = value
    return found


def _evaluated(text: str, known: Mapping[str, object], inner: Mapping[str, object]) -> object:
    """An annotation as an object; None where it has names that nothing defines and says nothing of typed tensors."""
    names = dict(known)
    try:
        return eval(text, names, dict(inner))
    except (NameError, AttributeError, TypeError, SyntaxError):
        pass
    try:
        value = eval(text, names, cast("Any", FreeNames(known, inner)))
    except (NameError, AttributeError, TypeError, SyntaxError):
        return None
    return value if _has_typed_tensor(value) else None


def _has_typed_tensor(annotation: object) -> bool:
    """Whether an annotation is a typed tensor, or a tuple or list of some."""
    annotation = stripped(annotation)
    return isinstance(annotation, TypedTensor) or any(map(_has_typed_tensor, typing.get_args(annotation)))


def stripped(annotation: object) -> object:
    """`X` of `X | None`, `Optional[X]`, `Annotated[X, ...]` and `GridConstant[X]`; else the annotation itself.

    >>> stripped(typing.Optional[int]), stripped(int | str)
    (<class 'int'>, int | str)
    """
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return stripped(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        members = [a for a in typing.get_args(annotation) if a is not type(None)]
        return stripped(members[0]) if len(members) == 1 else annotation
    return annotation


def is_tensor(annotation: object) -> bool:
    """Whether an annotation says that an argument is a tensor, typed or not."""
    return annotation is Tensor or isinstance(annotation, TypedTensor)


@lru_cache(maxsize=256)
def _named_fields(kind: type) -> tuple[object, ...]:
    hints = annotations_of(kind)
    return tuple(hints.get(name) for name in kind.__dict__["_fields"])


def field_annotations(kind: type, annotation: object, count: int) -> Sequence[object]:
    """The annotation of each of `count` items: a NamedTuple's fields, `tuple[A, B]`, `tuple[A, ...]`, `list[A]`."""
    if "_fields" in vars(kind):
        return _named_fields(kind)
    given = typing.get_args(annotation)
    if typing.get_origin(annotation) is list and given:
        return given * count
    if typing.get_origin(annotation) is tuple and given:
        if len(given) == 2 and given[1] is Ellipsis:
            return given[:1] * count
        if len(given) == count:
            return given
    return (None,) * count
