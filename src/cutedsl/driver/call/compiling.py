"""`cute.compile`: compiles ahead of the call, with options as a string or in brackets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from cutedsl.driver.call.boundary import boundary
from cutedsl.driver.call.checked import checked_options
from cutedsl.driver.call.functions import JitFunction
from cutedsl.driver.call.kernels import KernelFunction
from cutedsl.driver.call.option_handlers import for_options
from cutedsl.driver.call.watches import current_watch
from cutedsl.driver.compile.options import CompileOptions, default_options, parse_options, with_values
from cutedsl.eager.session import current_session
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.forks.fork_gate import GATE

if TYPE_CHECKING:
    from cutedsl.driver.call.compiled import CompiledFunction


class Compiler:
    """`compile(function, *args, options="...")`, or with options in brackets: `compile[OptLevel(2)](function, *args)`.

    Gives a function to call with the run-time arguments, which the caller keeps. It is compiled anew only if nothing
    that its trace can read was compiled the same way before, in this process or another (`cutedsl cache`).

    Errors: not-callable, missing-jit-decorator, kernel-compile-target, unknown-compile-option, the program's own.
    Source: CuTe DSL documentation, "JIT Compilation Options".
    """

    def __init__(self, options: CompileOptions | None = None) -> None:
        self._options = options

    def __getitem__(self, values: object) -> Compiler:
        given = values if isinstance(values, tuple) else (values,)
        return Compiler(with_values(given, self._options or default_options()))  # pyright: ignore[reportUnknownArgumentType]

    @boundary
    def __call__(self, function: object, *args: object, options: str = "", **kwargs: object) -> CompiledFunction:
        if isinstance(function, partial):
            given: partial[object] = function
            compiled = self(given.func, *given.args, *args, options=options, **{**given.keywords, **kwargs})
            return compiled.given(given.args, given.keywords)
        if isinstance(function, CompilesAs):
            return self(function.__compiles_as__(args, kwargs), *args, options=options, **kwargs)
        jitted = _jitted(function)
        if current_session() is not None:
            from cutedsl.driver.call.eagerly import eager_function

            return eager_function(jitted, args, kwargs)
        asked = parse_options(options, self._options or default_options())
        if asked.check or current_watch() is not None:
            asked = checked_options(asked)
        with GATE.compiling():
            from cutedsl.driver.call.build import build  # the compiler loads at the first compilation, not at import

            compiled = build(jitted, args, kwargs, asked)
        return for_options(compiled, asked)


@runtime_checkable
class CompilesAs(Protocol):
    """What stands for a function that depends on the arguments, as an autotuned one does."""

    def __compiles_as__(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Callable[..., Any]: ...


def _jitted(function: object) -> JitFunction[..., object]:
    """The `@jit` function behind what was given: itself, or an object whose `__call__` is one."""
    match function:
        case JitFunction():
            return function  # pyright: ignore[reportUnknownVariableType]
        case KernelFunction():
            raise fail(
                "kernel-compile-target",
                f"`{function.__name__}` is a kernel",  # pyright: ignore
                fix="Compile the @jit function that launches it.",
            )
        case _ if isinstance(method := _call_of(type(function)), JitFunction):
            return method.__get__(function)
        case Callable():
            name = getattr(function, "__name__", type(function).__name__)
            raise fail("missing-jit-decorator", f"`{name}` is a plain Python function", fix="Decorate it with @jit.")
        case _:
            raise fail("not-callable", f"cute.compile got {with_article(type(function).__name__)}")


compile = Compiler()
"""The public `cute.compile`."""


def _call_of(cls: type) -> object:
    """The `__call__` of a class, its own or inherited, as it stands in the class."""
    return next((vars(base)["__call__"] for base in cls.__mro__ if "__call__" in vars(base)), None)
