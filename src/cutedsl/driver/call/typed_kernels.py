"""Typed tensors in the parameters of a kernel: what is known is checked while tracing, named extents at the launch."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cutedsl.driver.arguments.annotations import annotations_of, stripped
from cutedsl.driver.arguments.specs import Argument
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tensors.typed_tensor import FreeName, TypedTensor
from cutedsl.staging.numeric import Numeric


def typed_parameters(function: Callable[..., object]) -> dict[str, TypedTensor]:
    """The parameters of a kernel that are annotated with typed tensors."""
    if not any(
        isinstance(given, TypedTensor) or "Tensor[" in str(given) for given in function.__annotations__.values()
    ):
        return {}  # the common case, without evaluating annotations at each launch
    stripped_hints = ((name, stripped(hint)) for name, hint in annotations_of(function).items())
    return {name: hint for name, hint in stripped_hints if isinstance(hint, TypedTensor)}


def check_kernel_arguments(
    function: Callable[..., object],
    typed: Mapping[str, TypedTensor],
    args: Sequence[object],
    kwargs: Mapping[str, object],
) -> None:
    """Checks a kernel's arguments against its typed parameters; extents known at run time only are compared there.

    Errors: argument-type, argument-dtype, argument-rank, argument-shape.
    """
    signature = inspect.signature(function)
    given = signature.bind(*args, **kwargs).arguments
    positions = {name: k for k, name in enumerate(signature.parameters)}
    named: dict[FreeName, tuple[str, int, Any]] = {}
    for name, annotation in typed.items():
        where = Argument(positions[name], name, function.__name__)
        tensor = given.get(name)
        if not isinstance(tensor, Tensor):
            if tensor is None:
                continue
            raise fail(
                "argument-type", f"{where} is annotated {annotation!r}, got {with_article(type(tensor).__name__)}"
            )
        shape = tensor.shape if isinstance(tensor.shape, tuple) else (tensor.shape,)
        annotation.check(tensor.element_type, shape, where)
        for mode, symbol in enumerate(annotation.shape or ()):
            if isinstance(symbol, FreeName):
                first = named.setdefault(symbol, (name, mode, shape[mode]))
                if first != (name, mode, shape[mode]):
                    _hold_equal(function.__name__, symbol, first, (name, mode, shape[mode]))


def _hold_equal(kernel: str, symbol: FreeName, first: tuple[str, int, Any], other: tuple[str, int, Any]) -> None:
    """Refuses two different extents of one name: now if they are known, else in the host function."""
    places = f"mode {first[1]} of `{first[0]}` and mode {other[1]} of `{other[0]}`"
    one, two = first[2], other[2]
    if one is two:
        return
    differ = one != two
    message = f"`{symbol}` of `{kernel}` has two values, in {places}"
    if not isinstance(differ, Numeric):
        if differ:
            raise fail("argument-shape", f"{message}: {one} and {two}")
        return
    emitter = cute_emitter()
    stop = emitter.open_region(())
    emitter.op("cute.trap", (), (), {"message": f"argument-shape: {message}"})
    emitter.leave_region(stop)
    emitter.close_region(stop, ())
    go_on = emitter.open_region(())
    emitter.leave_region(go_on)
    emitter.close_region(go_on, ())
    emitter.if_(differ.ir_value(), stop, go_on, ())
