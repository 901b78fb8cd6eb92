"""`cute.compile`: compiles ahead of the call, with options as a string or in brackets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from cutedsl.config import override
from cutedsl.driver.arguments.signature import signature_of
from cutedsl.driver.call.boundary import boundary
from cutedsl.driver.call.call_keywords import split_keywords
from cutedsl.driver.call.checked import checked_options
from cutedsl.driver.call.functions import JitFunction
from cutedsl.driver.call.kernels import KernelFunction
from cutedsl.driver.call.option_handlers import for_options
from cutedsl.driver.call.watches import current_watch
from cutedsl.driver.compile.options import CompileOptions, default_options, is_option, parse_options, with_values
from cutedsl.driver.compile.trace_state import current_trace
from cutedsl.eager.session import current_session
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.forks.fork_gate import GATE

if TYPE_CHECKING:
    from cutedsl.driver.call.compiled import CompiledFunction


class Compiler:
    """`compile(function, *args, options="...")`, or with options in brackets: `compile[OptLevel(2)](function, *args)`.

    Returns a function to call with the run-time arguments, which the caller keeps. It is compiled anew only if nothing
    that its trace can read was compiled the same way before, in this process or another (`cutedsl cache`), or with
    `no_cache=True`.

    Errors: not-callable, missing-jit-decorator, kernel-compile-target, unknown-compile-option, the program's own.
    Source: CuTe DSL documentation, "JIT Compilation Options".
    """

    def __init__(self, options: CompileOptions | None = None) -> None:
        self._options = options

    def __getitem__(self, values: object) -> Compiler:
        given = values if isinstance(values, tuple) else (values,)
        return Compiler(with_values(given, self._options or default_options()))  # pyright: ignore[reportUnknownArgumentType]

    @boundary
    def __call__(self, function: object = None, *args: object, options: str = "", **kwargs: object) -> CompiledFunction:
        if current_trace() is not None:
            fix = "Compile in plain Python, before the call; a @jit function calls the other one, which is inlined."
            raise fail("kernel-compile-target", "`cute.compile` cannot be called while a program is compiled", fix=fix)
        if isinstance(function, partial):
            given: partial[object] = function
            compiled = self(given.func, *given.args, *args, options=options, **{**given.keywords, **kwargs})
            return compiled.given(given.args, given.keywords)
        if isinstance(function, CompilesAs):
            return self(function.__compiles_as__(args, kwargs), *args, options=options, **kwargs)
        jitted = _jitted(function)
        keywords, kwargs = split_keywords(jitted.function, kwargs)
        if keywords is not None:
            with override(no_cache=True) if keywords.no_cache else nullcontext():
                return self(jitted.renamed(keywords.export_name), *args, options=options, **kwargs)
        _check_keywords(jitted, kwargs)
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
            fix = (
                "Write it as a function with `def`, and @jit above." if name == "<lambda>" else "Decorate it with @jit."
            )
            raise fail("missing-jit-decorator", f"`{name}` is a plain Python function", fix=fix)
        case None:
            message = "cute.compile is given no function; one that is called returns None"
            raise fail("not-callable", message, fix="Pass the function without calling it: `cute.compile(run, x, y)`.")
        case _ if hasattr(type(function), "__dlpack__") or isinstance(function, str | tuple | list):
            message = f"the first argument of cute.compile is {with_article(type(function).__name__)}"
            raise fail("not-callable", message, fix="Pass the function, then the arguments: `cute.compile(run, x, y)`.")
        case _:
            raise fail("not-callable", f"cute.compile got {with_article(type(function).__name__)}")


def _check_keywords(function: JitFunction[..., object], kwargs: Mapping[str, object]) -> None:
    """Refuses an option of the compiler that is given as a keyword; error argument-unexpected."""
    for name in kwargs:
        option = f"--{name.replace('_', '-')}"
        if is_option(option) and name not in signature_of(function.function).parameters:
            fix = f'Options are one text: `options="{option}{"" if kwargs[name] is True else f" {kwargs[name]}"}"`.'
            raise fail("argument-unexpected", f"cute.compile has no keyword `{name}`", fix=fix)


compile = Compiler()
"""The public `cute.compile`."""


def _call_of(cls: type) -> object:
    """The `__call__` of a class, its own or inherited, as it stands in the class."""
    return next((vars(base)["__call__"] for base in cls.__mro__ if "__call__" in vars(base)), None)
