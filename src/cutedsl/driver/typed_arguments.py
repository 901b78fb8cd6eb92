"""Arguments of parameters annotated `Tensor[element, shape]`: checked, and their named extents held equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cutedsl.driver.specs import ANYWHERE, Argument, Spec, TensorSpec
from cutedsl.errors import fail
from cutedsl.execution.dlpack import SupportsDLPack
from cutedsl.execution.fake import FakeTensor
from cutedsl.execution.runtime_tensor import RuntimeTensor, dynamic_tensor, from_dlpack
from cutedsl.execution.symbols import Extent, SymInt
from cutedsl.lang.typed_tensor import FreeName, TypedTensor
from cutedsl.layout import Layout, Unknown
from cutedsl.staging.numeric import numeric_class


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a compilation knows of a tensor's extents and strides: numbers, and symbols that stand for equal ones."""

    type_layout: Layout
    shape: tuple[Extent, ...]
    stride: tuple[Extent, ...]


def typed_tensor_spec(value: object, typed: TypedTensor, where: Argument) -> TensorSpec:
    """The spec of an argument of a typed parameter: extents annotated as numbers are compile-time ones.

    Errors: argument-type, argument-dtype, argument-rank, argument-shape, argument-stride.
    """
    if isinstance(value, FakeTensor):
        typed.check(numeric_class(value.dtype), value.shape, where)
        return TensorSpec(value.dtype, value.type_layout, value.align_bytes, ANYWHERE)
    if not isinstance(value, RuntimeTensor | SupportsDLPack):
        raise fail(
            "argument-type",
            f"{where} is annotated {typed!r}, got a {type(value).__name__}",
            fix="Pass a NumPy array, a torch tensor, or any array with `__dlpack__`.",
        )
    tensor = value if isinstance(value, RuntimeTensor) else dynamic_tensor(value)
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
    return replace(tensor, type_shape=shape).type_layout


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
    typed: Sequence[TypedTensor | None],
) -> tuple[Pattern | None, ...]:
    """The patterns of a call's tensors that symbols or named extents tie together; None for every other argument.

    Errors: argument-shape where a named extent has two values.
    """
    named: dict[object, _Bound] = {}
    for name, value, spec, annotation in zip(names, values, specs, typed, strict=True):
        if annotation is not None and annotation.shape is not None and isinstance(spec, TensorSpec):
            for mode, symbol in enumerate(annotation.shape):
                if isinstance(symbol, FreeName | SymInt):
                    _bind(named, symbol, _met(name, mode, value, spec), function)
    return tuple(
        _pattern(value, spec, annotation, named) for value, spec, annotation in zip(values, specs, typed, strict=True)
    )


def _met(name: str, mode: int, value: object, spec: TensorSpec) -> _Bound:
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
    shape = fake.shape if fake else tuple(map(_own, _flat(spec.layout.shape)))
    stride = fake.stride if fake else tuple(map(_own, _flat(spec.layout.stride)))
    if typed is not None and typed.shape is not None:
        pairs = zip(shape, typed.shape, strict=True)
        shape = tuple(named[symbol].known if symbol in named else extent for extent, symbol in pairs)
    return Pattern(spec.layout, shape, stride)


def _own(leaf: Any) -> Extent:
    """A leaf as a number or a symbol of its own."""
    return SymInt() if isinstance(leaf, Unknown) else leaf


def _flat(tree: Any) -> tuple[Any, ...]:
    """The leaves of a tensor's shape or stride, which are flat."""
    return tree if isinstance(tree, tuple) else (tree,)
