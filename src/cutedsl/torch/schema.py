"""The PyTorch schema of a `@jit` function: which parameters are arguments, and which are results."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import cutedsl as cutlass
from cutedsl.driver.arguments.annotations import annotations_of, is_tensor, stripped
from cutedsl.driver.call.functions import JitFunction
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.torch.streams import current_stream

Maker = Callable[..., Any]
_NAME: Final = re.compile(r"\w+::\w+")
_PLAIN: Final = {int: "int", float: "float", bool: "bool", str: "str"}
STREAM: Final = "stream"


@frozen
class Parameter:
    """An argument of the operator: its type in torch's schema; `default` is a plain value, None without one."""

    name: str
    kind: str
    default: float | bool | str | None

    def __str__(self) -> str:
        value = f'"{self.default}"' if isinstance(self.default, str) else self.default
        return f"{self.kind} {self.name}" + ("" if self.default is None else f"={value}")


@frozen
class OperatorSignature:
    """A function as an operator: `order` names the function's parameters in their order.

    `results` says how each result is made from the operator's arguments, `likes` which argument it is like, if any.
    """

    name: str
    function: JitFunction[..., Any]
    parameters: tuple[Parameter, ...]
    results: Mapping[str, Maker]
    likes: Mapping[str, str | None]
    order: tuple[str, ...]

    @property
    def schema(self) -> str:
        """torch's schema without the name.

        >>> import cutedsl.cute as cute
        >>> @cute.jit
        ... def scale(x: cute.Tensor, o: cute.Tensor, a: cutlass.Float32):
        ...     pass
        >>> read_signature("mine::scale", scale, "x").schema
        '(Tensor x, float a) -> Tensor'
        """
        results = ", ".join(["Tensor"] * len(self.results))
        returns = results if len(self.results) == 1 else f"({results})"
        return f"({', '.join(map(str, self.parameters))}) -> {returns}"

    @property
    def tensors(self) -> tuple[int, ...]:
        """The positions of the tensors among the arguments."""
        return tuple(k for k, parameter in enumerate(self.parameters) if parameter.kind == "Tensor")

    def complete(self, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """All arguments: torch leaves out those at the end that are at their defaults."""
        return (*arguments, *[parameter.default for parameter in self.parameters[len(arguments) :]])

    def in_order(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """All arguments by position; None if the names do not match."""
        rest = self.parameters[len(arguments) :]
        if len(arguments) > len(self.parameters) or named.keys() - {parameter.name for parameter in rest}:
            return None
        return (*arguments, *(named.get(parameter.name, parameter.default) for parameter in rest))

    def make(self, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """The results for all the arguments, not filled."""
        return tuple(maker(*arguments) for maker in self.results.values())

    def run(self, *arguments: Any) -> Any:
        """Makes the results and fills them; the arguments are real, ordinary tensors."""
        arguments = self.complete(arguments)
        results = self.make(arguments)
        named = dict(zip(self.results, results, strict=True))
        for parameter, value in zip(self.parameters, arguments, strict=True):
            learns = parameter.kind == "Tensor" and value.requires_grad
            named[parameter.name] = value.detach() if learns else value
        if STREAM in self.order:
            named[STREAM] = current_stream()
        self.function(*[named[name] for name in self.order])
        return results[0] if len(results) == 1 else results

    def fake(self, *arguments: Any) -> Any:
        """The results' shapes, types and strides: what `torch.compile` and `torch.export` see."""
        results = self.make(self.complete(arguments))
        return results[0] if len(results) == 1 else results


def read_signature(name: str, function: object, out: str | Maker | Mapping[str, str | Maker]) -> OperatorSignature:
    """Derives the schema from the function's annotations and `out`.

    Errors: torch-operator, missing-jit-decorator.
    """
    if not isinstance(function, JitFunction):
        said = function.__name__ if callable(function) else repr(function)
        raise fail("missing-jit-decorator", f"`{said}` is not a @jit function", fix="Decorate it with @cute.jit.")
    if not _NAME.fullmatch(name):
        raise fail(
            "torch-operator",
            f"{name!r} is not a valid operator name",
            fix='Give a namespace and a name: "mine::scale".',
        )
    parameters = inspect.signature(function.function).parameters
    hints = annotations_of(function.function)
    read = [_parameter(function.__name__, p, hints.get(p.name)) for p in parameters.values() if p.name != STREAM]
    tensors = [p.name for p in read if p.kind == "Tensor"]
    results = _results(function.__name__, out, tensors)
    arguments = tuple(p for p in read if p.name not in results)
    makers = {result: _maker(function.__name__, given, arguments) for result, given in results.items()}
    likes = {result: given if isinstance(given, str) else None for result, given in results.items()}
    return OperatorSignature(name, function, arguments, makers, likes, tuple(parameters))


def _results(function: str, out: str | Maker | Mapping[str, str | Maker], tensors: list[str]) -> dict[str, str | Maker]:
    """The result parameters, in the order of the function's parameters, each with what it is like."""
    if not tensors:
        raise fail("torch-operator", f"`{function}` has no parameter for its result", fix="Annotate it cute.Tensor.")
    given = dict(out) if isinstance(out, Mapping) else {tensors[-1]: out}
    for name in given:
        if name not in tensors:
            raise fail("torch-operator", f"`out` names a result `{name}`, but `{function}` has no such tensor")
    if not given:
        raise fail("torch-operator", f"`{function}` has no result")
    return {name: given[name] for name in tensors if name in given}


def _maker(function: str, like: str | Maker, arguments: Sequence[Parameter]) -> Maker:
    import torch

    if callable(like):
        return like
    place = next((k for k, p in enumerate(arguments) if p.name == like and p.kind == "Tensor"), None)
    if place is None:
        raise fail(
            "torch-operator", f"a result cannot be like `{like}`, which is not a tensor argument of `{function}`"
        )
    return lambda *arguments: torch.empty_like(arguments[place])


def _parameter(function: str, parameter: inspect.Parameter, hint: object) -> Parameter:
    if parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD, parameter.KEYWORD_ONLY):
        raise fail(
            "torch-operator",
            f"`{parameter}` of `{function}` cannot be keyword-only: an operator's arguments are positional",
        )
    constant = typing.get_origin(hint) is cutlass.Constexpr
    kind = _kind(typing.get_args(hint)[0] if constant else stripped(hint))
    if kind is None:
        raise fail(
            "torch-operator",
            f"torch has no type for `{parameter}` of `{function}`",
            fix="Annotate it cute.Tensor, a number of cutlass, or Constexpr[int], [float], [bool] or [str].",
        )
    default = None if parameter.default is parameter.empty else _plain(parameter.default)
    return Parameter(parameter.name, kind, default)


def _kind(annotation: object) -> str | None:
    if is_tensor(annotation):
        return "Tensor"
    if not isinstance(annotation, type):
        return None
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if not issubclass(annotation, cutlass.Numeric):
        return None
    if annotation is cutlass.Boolean:
        return "bool"
    return "int" if annotation.spec.is_integer else "float"


def _plain(value: Any) -> Any:
    return value.literal if isinstance(value, cutlass.Numeric) else value
