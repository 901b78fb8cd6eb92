"""Arguments of parameters annotated `Tensor[element, shape]`: checked, and their named extents held equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from cutedsl.driver.arguments.annotations import annotations_of, field_annotations, stripped
from cutedsl.driver.arguments.object_specs import FieldsSpec
from cutedsl.driver.arguments.specs import ANYWHERE, Argument, Spec, TensorSpec, TreeSpec, read_array
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen
from cutedsl.execution.arrays.array_interfaces import is_array
from cutedsl.execution.arrays.fake import FakeTensor
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor, dynamic_tensor, from_dlpack
from cutedsl.execution.arrays.symbols import Extent, SymInt
from cutedsl.lang.tensors.typed_tensor import FreeName, TypedTensor
from cutedsl.layout import Layout, Unknown
from cutedsl.staging.numeric import numeric_class


@frozen
class Pattern:
    """What a compilation knows of a tensor's extents and strides: numbers, and symbols that stand for equal ones."""

    type_layout: Layout
    shape: tuple[Extent, ...]
    stride: tuple[Extent, ...]


Patterns: TypeAlias = "Pattern | tuple[Patterns, ...] | None"
"""The pattern of an argument, or those of its parts."""


def typed_tensor_spec(value: object, typed: TypedTensor, where: Argument) -> TensorSpec:
    """The spec of an argument of a typed parameter: extents annotated as numbers are compile-time ones.

    Errors: argument-type, argument-dtype, argument-rank, argument-shape, argument-stride.
    """
    if isinstance(value, FakeTensor):
        typed.check(numeric_class(value.element_type.spec), value.shape, where)
        return TensorSpec(value.element_type.spec, value.type_layout, value.align_bytes, ANYWHERE)
    if not isinstance(value, RuntimeTensor) and not is_array(value):
        raise fail(
            "argument-type",
            f"{where} is annotated {typed!r}, got {with_article(type(value).__name__)}",
            fix="Pass a NumPy array, a torch tensor, or any array with `__dlpack__`.",
        )
    tensor = value if isinstance(value, RuntimeTensor) else read_array(dynamic_tensor, value, where)
    typed.check(numeric_class(tensor.dtype), tensor.shape, where)
    return TensorSpec(tensor.dtype, _layout(tensor, typed, where), tensor.align_bytes, tensor.view.device_kind)


def _layout(tensor: RuntimeTensor, typed: TypedTensor, where: Argument) -> Layout:
    if typed.layout is not None:
        strides = typed.layout.stride if isinstance(typed.layout.stride, tuple) else (typed.layout.stride,)
        if tuple(strides) != tensor.stride:
            raise fail("argument-stride", f"{where} is annotated {typed!r}, got strides {tensor.stride}")
        return Layout(tensor.shape, tensor.stride)
    if typed.shape is None:
        return tensor.type_layout
    shape = tuple(n if isinstance(n, int) else old for n, old in zip(typed.shape, tensor.type_shape, strict=True))
    return Layout(shape, tensor.type_stride)


@dataclass(slots=True)
class _Bound:
    """Where a named extent was first met, its value in this call, and what the compilation knows of it."""

    argument: str
    mode: int
    extent: int | None
    known: Extent


def patterns_of(
    function: str,
    names: Sequence[str],
    values: Sequence[object],
    specs: Sequence[Spec],
    annotations: Sequence[object],
) -> tuple[Patterns, ...]:
    """The patterns of a call's tensors that symbols or named extents tie together; None for every other argument.

    Those of the tensors in a tuple, list or dataclass form a tuple, nested as the argument is.
    Errors: argument-shape where a named extent has two values.
    """
    arguments = [_Part(*part) for part in zip(names, values, specs, annotations, strict=True)]
    named: dict[object, _Bound] = {}
    for argument in arguments:
        _meet(argument, named, function)
    return tuple(_patterns(argument, named) for argument in arguments)


@frozen
class _Part:
    """An argument, or an element or field of one."""

    name: str
    value: Any
    spec: Spec
    annotation: object

    def children(self) -> list[_Part]:
        """What a container holds; empty for anything else."""
        match self.spec:
            case TreeSpec(children=specs):
                hints = field_annotations(type(self.value), self.annotation, len(specs))
                names = [f"{self.name}[{k}]" for k in range(len(specs))]
                values = list(self.value)
            case FieldsSpec(kind=kind, names=fields, children=specs):
                known = annotations_of(kind)
                hints = [known.get(field) for field in fields]
                names = [f"{self.name}.{field}" for field in fields]
                values = [getattr(self.value, field) for field in fields]
            case _:
                return []
        return [_Part(*part) for part in zip(names, values, specs, map(stripped, hints), strict=True)]

    @property
    def typed(self) -> TypedTensor | None:
        """The annotation of a typed tensor."""
        return self.annotation if isinstance(self.annotation, TypedTensor) else None


def _meet(part: _Part, named: dict[object, _Bound], function: str) -> None:
    """Notes the named extents of an argument's annotations."""
    if part.typed is not None and part.typed.shape is not None and isinstance(part.spec, TensorSpec):
        for mode, symbol in enumerate(part.typed.shape):
            if isinstance(symbol, FreeName | SymInt):
                _bind(named, symbol, _bind_extent(part.name, mode, part.value, part.spec), function)
    for child in part.children():
        _meet(child, named, function)


def _patterns(part: _Part, named: dict[object, _Bound]) -> Patterns:
    children = tuple(_patterns(child, named) for child in part.children())
    return (children if any(children) else None) or _pattern(part.value, part.spec, part.typed, named)


def _bind_extent(name: str, mode: int, value: object, spec: TensorSpec) -> _Bound:
    leaf = _flat(spec.layout.shape)[mode]
    if isinstance(value, FakeTensor):
        known = value.shape[mode]
        return _Bound(name, mode, known if isinstance(known, int) else None, known)
    tensor = value if isinstance(value, RuntimeTensor) else from_dlpack(value)  # pyright: ignore[reportArgumentType]
    return _Bound(name, mode, tensor.shape[mode], SymInt() if isinstance(leaf, Unknown) else leaf)


def _bind(named: dict[object, _Bound], symbol: object, met: _Bound, function: str) -> None:
    first = named.setdefault(symbol, met)
    if first.extent is not None and met.extent is not None and first.extent != met.extent:
        raise fail(
            "argument-shape",
            f"`{symbol}` of `{function}` is {first.extent} in mode {first.mode} of `{first.argument}`, "
            f"and {met.extent} in mode {met.mode} of `{met.argument}`",
            fix="Pass tensors whose extents agree, or name the extents differently.",
        )
    if isinstance(met.known, int):
        first.known = met.known


def _pattern(value: object, spec: Spec, typed: TypedTensor | None, named: dict[object, _Bound]) -> Pattern | None:
    if not isinstance(spec, TensorSpec):
        return None
    fake = value if isinstance(value, FakeTensor) else None
    if fake is None and (typed is None or typed.shape is None):
        return None
    shape = fake.shape if fake else tuple(map(_own_extent, _flat(spec.layout.shape)))
    stride = fake.stride if fake else tuple(map(_own_extent, _flat(spec.layout.stride)))
    if typed is not None and typed.shape is not None:
        pairs = zip(shape, typed.shape, strict=True)
        shape = tuple(named[symbol].known if symbol in named else extent for extent, symbol in pairs)
    return Pattern(spec.layout, shape, stride)


def _own_extent(leaf: Any) -> Extent:
    """A leaf as a number or a symbol of its own."""
    return SymInt() if isinstance(leaf, Unknown) else leaf


def _flat(tree: Any) -> tuple[Any, ...]:
    """The leaves of a tensor's shape or stride, which are flat."""
    return tree if isinstance(tree, tuple) else (tree,)
