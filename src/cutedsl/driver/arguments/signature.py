"""Binds a call's arguments to a `@jit` function and gives each one its spec."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeGuard

from cutedsl.driver.arguments.annotations import annotations_of, field_annotations, stripped
from cutedsl.driver.arguments.handle_spec import HandleSpec
from cutedsl.driver.arguments.number_fixes import has_modes, number_fix
from cutedsl.driver.arguments.specs import (
    ANYWHERE,
    Argument,
    ScalarSpec,
    Spec,
    StaticSpec,
    TensorSpec,
    TreeSpec,
    own_class,
    read_array,
    scalar_spec,
)
from cutedsl.driver.arguments.tensor_arguments import refuse_tensor, tensor_spec
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen
from cutedsl.execution.arrays.array_interfaces import is_array
from cutedsl.execution.arrays.dlpack import SupportsDLPack
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor, dynamic_tensor
from cutedsl.execution.arrays.symbols import SymInt
from cutedsl.execution.streams import EVENT_CLASSES, STREAM_CLASSES
from cutedsl.lang.layouts.tuple_types import fixes_integers
from cutedsl.lang.tensors.typed_tensor import TypedTensor
from cutedsl.staging.constexpr import is_constexpr
from cutedsl.staging.numeric import Numeric, is_numeric_class
from cutedsl.staging.numpy_numbers import TYPE_NAMES, is_numpy_number
from cutedsl.staging.scalars import Float, Float64, Int32, Int64, Integer
from cutedsl.types import dtype_named

if TYPE_CHECKING:
    from cutedsl.driver.arguments.slot_rules import SlotRule
    from cutedsl.driver.arguments.typed_arguments import Patterns

_NUMBERS = (bool, int, float)


@frozen
class BoundArguments:
    """The arguments of one call in the order of the parameters, with what each compiles to."""

    names: tuple[str, ...]
    values: tuple[object, ...]
    specs: tuple[Spec, ...]
    keyword_only: tuple[str, ...]
    patterns: tuple[Patterns, ...]

    @property
    def slot_rules(self) -> tuple[SlotRule, ...]:
        """What symbols, of fake tensors and in annotations, promise about every call."""
        if not any(self.patterns):
            return ()
        from cutedsl.driver.arguments.slot_rules import slot_rules  # for programs with symbols

        return slot_rules(self.names, self.patterns, self.specs)

    def without_first(self, count: int) -> BoundArguments:
        """The arguments after the first `count`, which are compile-time objects."""
        rest = (self.names[count:], self.values[count:], self.specs[count:], self.keyword_only, self.patterns[count:])
        return BoundArguments(*rest)

    def placed(self, device: str, *, moved: bool = False) -> BoundArguments:
        """The arguments with fake tensors placed on the device that the program is compiled for; `moved`: real ones
        too."""
        return replace(self, specs=tuple(_on_device(spec, device, moved) for spec in self.specs))

    def marked(self, written: Iterable[bool]) -> BoundArguments:
        """The arguments with what a trace has shown: for each parameter of the host function, whether it is written."""
        flags = iter(written)
        return replace(self, specs=tuple(_marked(spec, flags) for spec in self.specs))

    @property
    def key(self) -> tuple[object, ...]:
        return tuple(spec.key for spec in self.specs)

    @property
    def backwards(self) -> bool:
        """Whether a tensor may run backwards."""
        return any(map(_backwards, self.specs))

    @property
    def devices(self) -> list[str]:
        """Where the real tensors lie."""
        return [d for spec in self.specs for d in _devices(spec)]


def _on_device(spec: Spec, device: str, moved: bool) -> Spec:
    """A spec whose fake tensors, also those inside of containers, are on a device; `moved`: real ones too."""
    match spec:
        case TensorSpec():
            return replace(spec, device=device) if moved or spec.device == ANYWHERE else spec
        case TreeSpec():
            return replace(spec, children=tuple(_on_device(child, device, moved) for child in spec.children))
        case StaticSpec() | ScalarSpec() | HandleSpec():
            return spec
        case _:
            from cutedsl.driver.arguments.object_arguments import with_parts

            return with_parts(spec, lambda child: _on_device(child, device, moved))


def _marked(spec: Spec, written: Iterator[bool]) -> Spec:
    match spec:
        case StaticSpec():
            return spec
        case ScalarSpec() | HandleSpec():
            next(written)
            return spec
        case TensorSpec():
            return replace(spec, written=next(written))
        case TreeSpec():
            return replace(spec, children=tuple(_marked(child, written) for child in spec.children))
        case _:
            from cutedsl.driver.arguments.object_arguments import parts_of_spec, with_parts
            from cutedsl.driver.arguments.object_specs import SelfDescribedSpec
            from cutedsl.driver.arguments.slot_rules import slot_count

            if isinstance(spec, SelfDescribedSpec):
                return replace(spec, dtypes=tuple(_marked_kind(kind, next(written)) for kind in spec.dtypes))
            if not parts_of_spec(spec):
                for _ in range(slot_count(spec)):  # numbers and pointers: a parameter for each slot
                    next(written)
            return with_parts(spec, lambda child: _marked(child, written))


def _marked_kind(kind: Any, written: bool) -> Any:
    """A C value of an object that describes itself, where the program writes it or not."""
    return replace(kind, written=written) if isinstance(kind, TensorSpec) else kind


def _backwards(spec: Spec) -> bool:
    """Whether a spec has tensors that may run backwards, also inside of containers."""
    match spec:
        case TensorSpec():
            return spec.backwards
        case TreeSpec():
            return any(map(_backwards, spec.children))
        case StaticSpec() | ScalarSpec() | HandleSpec():
            return False
        case _:
            from cutedsl.driver.arguments.object_arguments import parts_of_spec

            return any(map(_backwards, parts_of_spec(spec)))


def _symbolic(spec: Spec, annotation: object) -> bool:
    """Whether symbols may tie the argument's extents to others': typed and fake tensors, and what may hold them."""
    if isinstance(spec, StaticSpec | ScalarSpec | HandleSpec):
        return False
    return not isinstance(spec, TensorSpec) or spec.device == ANYWHERE or isinstance(annotation, TypedTensor)


def _devices(spec: Spec) -> list[str]:
    match spec:
        case TensorSpec():
            return [spec.device] if spec.device != ANYWHERE else []
        case TreeSpec():
            return [d for child in spec.children for d in _devices(child)]
        case StaticSpec() | ScalarSpec() | HandleSpec():
            return []
        case _:
            from cutedsl.driver.arguments.object_arguments import parts_of_spec

            return [d for child in parts_of_spec(spec) for d in _devices(child)]


@lru_cache(maxsize=1024)
def signature_of(function: Callable[..., object]) -> inspect.Signature:
    """The signature of the author's function."""
    return inspect.signature(function)


def bind_arguments(
    function: Callable[..., object], args: Sequence[object], kwargs: Mapping[str, object]
) -> BoundArguments:
    """Matches a call with the function's parameters.

    Errors: argument-count, argument-missing, argument-unexpected, argument-type, argument-unsupported.
    """
    parameters = signature_of(function).parameters
    bound = bind_names(function, args, kwargs)
    hints = annotations_of(function)
    names, values, specs, keyword_only, annotations = [], [], [], [], []
    for position, (name, value) in enumerate(bound.items()):
        parameter = parameters[name]
        where = Argument(position, name, function.__name__)
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            items = [(f"{name}{k}", v) for k, v in enumerate(typing.cast("tuple[object, ...]", value))]
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            items = list(typing.cast("dict[str, object]", value).items())
            keyword_only += [k for k, _ in items]
        else:
            items = [(name, value)]
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
                keyword_only.append(name)
        for item_name, item in items:
            names.append(item_name)
            values.append(item)
            hint = hints.get(name)
            if item is None and parameter.default is None and not is_constexpr(hint):
                hint = None  # `n: Int32 = None` is as good as `Int32 | None`
            specs.append(spec_of(item, hint, where))
            annotations.append(stripped(hints.get(name)))
    patterns: tuple[Patterns, ...] = (None,) * len(names)
    if any(map(_symbolic, specs, annotations)):
        from cutedsl.driver.arguments.typed_arguments import patterns_of  # for programs with symbols

        patterns = patterns_of(function.__name__, names, values, specs, annotations)
    return BoundArguments(tuple(names), tuple(values), tuple(specs), tuple(keyword_only), patterns)


def bind_names(
    function: Callable[..., object], args: Sequence[object], kwargs: Mapping[str, object]
) -> dict[str, object]:
    """Parameter name to argument, defaults filled in. Errors: argument-count, argument-missing, argument-unexpected."""
    signature = signature_of(function)
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as misfit:
        raise _binding_error(function.__name__, signature, args, kwargs, misfit) from None
    bound.apply_defaults()
    return dict(bound.arguments)


def _binding_error(
    name: str,
    signature: inspect.Signature,
    args: Sequence[object],
    kwargs: Mapping[str, object],
    misfit: TypeError,
) -> Exception:
    positional = [
        p.name
        for p in signature.parameters.values()
        if p.kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    ]
    call = f"`{name}({', '.join(signature.parameters)})`"
    unexpected = [k for k in kwargs if k not in signature.parameters]
    if unexpected:
        return unexpected_name(call, unexpected[0], signature.parameters)
    if len(args) > len(positional):
        fix = None
        if not positional and len(args) == 1:
            fix = (
                "A method gets its object first: `def f(self, ...)`; without one, `@staticmethod` stands above `@jit`."
            )
        return fail("argument-count", f"{call} takes {len(positional)} arguments, got {len(args)}", fix=fix)
    twice = [name for name in positional[: len(args)] if name in kwargs]
    if twice:
        fix = "Give each argument once, by position or by name."
        return fail("argument-count", f"{call} is given `{twice[0]}` by position and by name", fix=fix)
    missing = [
        p
        for p in positional[len(args) :]
        if p not in kwargs and signature.parameters[p].default is inspect.Parameter.empty
    ]
    if missing:
        return fail("argument-missing", f"{call} is called without `{missing[0]}`")
    return fail("argument-count", f"{call}: {misfit}")


def unexpected_name(call: str, name: str, known: Iterable[str]) -> Exception:
    """The error for a keyword that is not a parameter, with the one that was meant."""
    import difflib

    near = difflib.get_close_matches(name, [*known], n=1)
    return fail(
        "argument-unexpected", f"{call} has no parameter `{name}`", fix=f"Did you mean `{near[0]}`?" if near else None
    )


def spec_of(value: object, annotation: object, where: Argument) -> Spec:
    """What one argument compiles to, from its annotation and its value.

    Constexpr, None, classes, functions and strings are constants; numbers are run-time scalars of the annotated type;
    arrays are tensors, whose shape may change from call to call unless they come through `from_dlpack`.
    NumPy's numbers have their own type; `numpy.float64` is a Python float. Integers in an argument that is annotated
    as a shape, a coordinate or the like are constants.
    """
    if is_constexpr(annotation):
        return StaticSpec(value)
    optional = type(None) in typing.get_args(annotation)
    annotation = stripped(annotation)
    if isinstance(value, SymInt):  # a number of any value
        value = Int64(0) if value.width == 64 else Int32(0)
    if value is None and optional:
        return StaticSpec(None, may_be_given=True)
    if any(annotation is kind for kind in _KINDS):
        value, annotation = _of_kind(value, annotation, where), None
    static_ints = fixes_integers(annotation)
    if static_ints and _is_python_integer(value):
        return StaticSpec(int(value), may_be_given=True)
    if is_numpy_number(value) and not isinstance(value, float):
        return _numpy_scalar(value, annotation, where)
    if is_numeric_class(annotation):
        return _annotated_scalar(value, annotation, where)
    if isinstance(annotation, TypedTensor) and value is not None:
        from cutedsl.driver.arguments.typed_arguments import typed_tensor_spec

        return typed_tensor_spec(value, annotation, where)
    match value:
        case RuntimeTensor():
            return tensor_spec(value)
        case Numeric():
            refuse_tensor(annotation, value, where)
            return ScalarSpec(value.spec, own_class(type(value)))
        case bool() | int() | float():
            if (kind := _named_handle(annotation)) is not None:
                return HandleSpec(is_event=kind == "event")
            refuse_tensor(annotation, value, where)
            return scalar_spec(value)
        case tuple() | list():
            items = typing.cast("Sequence[object]", value)
            if _is_numbers(items):
                refuse_tensor(annotation, value, where)
            hints = [annotation] * len(items) if static_ints else field_annotations(type(value), annotation, len(items))
            parts = enumerate(zip(items, hints, strict=True))
            return TreeSpec(type(value), tuple(spec_of(item, hint, where.part(f"[{k}]")) for k, (item, hint) in parts))
        case str() | bytes() | None | type():
            refuse_tensor(annotation, value, where)
            return StaticSpec(value, may_be_given=value is None)
        case set() | frozenset() | dict():
            refuse_tensor(annotation, value, where)
            raise fail(
                "argument-unsupported",
                f"{where} is {with_article(type(value).__name__)}",
                fix="Annotate it as Constexpr, or pass a tuple.",
            )
        case SupportsDLPack():
            return tensor_spec(read_array(dynamic_tensor, value, where))
        case _:
            from cutedsl.driver.arguments.object_arguments import object_spec  # for programs with such arguments

            return object_spec(value, annotation, where, spec_of)


_KINDS: tuple[object, ...] = (Numeric, Integer, Float)
"""Annotations that leave the type of a number open."""


def _of_kind(value: object, kind: object, where: Argument) -> object:
    """A number for a parameter that takes any type of a kind; a Python integer is a float among floats."""
    whole = isinstance(value, bool | int) or (isinstance(value, Numeric) and value.spec.is_integer)
    if kind is Float and type(value) is int:
        return float(value)
    if (kind is Integer and isinstance(value, float)) or (kind is Float and whole):
        raise fail("argument-type", f"{where} is annotated as {kind.__name__}, got {value!r}")
    return value


def _is_python_integer(value: object) -> TypeGuard[SupportsIndex]:
    """Whether a value is an integer of Python's or NumPy's."""
    return type(value) is int or (is_numpy_number(value) and isinstance(value, SupportsIndex))


def _named_handle(annotation: object) -> Literal["stream", "event"] | None:
    """What an annotation with classes of cuda-bindings names, for which a handle may be passed as an int."""
    names = {getattr(one, "__name__", "") for one in typing.get_args(annotation) or (annotation,)}
    if not names.isdisjoint(STREAM_CLASSES):
        return "stream"
    return None if names.isdisjoint(EVENT_CLASSES) else "event"


def _annotated_scalar(value: object, annotation: type[Numeric], where: Argument) -> Spec:
    literal = value.item() if is_numpy_number(value) else value
    number = isinstance(literal, (_NUMBERS, Numeric))
    fractional = isinstance(literal, float) and annotation.spec.is_integer
    if not number or fractional:
        got, fix = f"{value!r} of type {type(value).__name__}", number_fix(value, annotation, where.name)
        if isinstance(value, RuntimeTensor):  # made by the caller or, of an operand, by `cutedsl.jax`
            got = f"a tensor of {value.element_type.__name__} with the shape {value.shape}"
            fix = f"Annotate `{where.name}` as cute.Tensor, and read its first element as `{where.name}[0]`."
        elif not isinstance(value, type) and is_array(value) and has_modes(value):
            got = with_article(type(value).__name__)
            fix = f"Annotate `{where.name}` as cute.Tensor, or pass one number of the array: `x[0].item()`."
        elif isinstance(value, type):
            got = f"the type {value.__name__}"
        raise fail("argument-type", f"{where} is annotated as {annotation.__name__}, got {got}", fix=fix)
    return ScalarSpec(annotation.spec, own_class(annotation))


def _numpy_scalar(value: Any, annotation: object, where: Argument) -> Spec:
    """A number of NumPy's: of the annotated type, else of its own."""
    if is_numeric_class(annotation):
        return _annotated_scalar(value, annotation, where)
    refuse_tensor(annotation, value, where)
    own = TYPE_NAMES.get(value.dtype.name)
    if own is None:
        message = f"{where} is a NumPy {value.dtype.name}, which is none of the numeric types"
        raise fail("argument-unsupported", message, fix=number_fix(value, Float64, where.name))
    return ScalarSpec(dtype_named(own))


def _is_numbers(value: object) -> bool:
    """Whether a value is a number of Python's, or lists and tuples of nothing else."""
    if isinstance(value, list | tuple):
        return bool(value) and all(map(_is_numbers, typing.cast("Sequence[object]", value)))
    return type(value) in _NUMBERS
