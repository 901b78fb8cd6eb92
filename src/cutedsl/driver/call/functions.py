"""`@jit`: functions that are compiled when called from Python and inlined when called from a staged function."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, overload

from cutedsl.driver.arguments.traced_numbers import check_numbers
from cutedsl.driver.cache.recent import NOT_RUN
from cutedsl.driver.cache.recent_calls import RecentCalls
from cutedsl.driver.call.boundary import boundary
from cutedsl.driver.call.checked import run_checked
from cutedsl.driver.call.decorated import no_others, plain_function
from cutedsl.driver.call.kernels import KernelFunction, brackets
from cutedsl.driver.call.like_function import LikeFunction
from cutedsl.driver.call.reloading import follow_reload
from cutedsl.driver.call.slow_calls import count_bound_call
from cutedsl.driver.call.watches import current_watch
from cutedsl.driver.compile.trace_state import current_trace
from cutedsl.eager.session import current_session
from cutedsl.errors import fail
from cutedsl.forks.fork_gate import GATE
from cutedsl.staging.call_types import Call
from cutedsl.staging.rewrite import remember_source, staged_function

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")


class JitFunction(LikeFunction, Call[P, R]):
    """A staged function. From Python: traced, compiled and run. From a staged function: inlined.

    A call whose arguments are of a known kind runs the remembered program. That holds as long as nothing has changed
    that the trace can read: globals, closures, attributes of `self`, code of helpers. Methods work: `self` is a
    compile-time object. A result that is known while tracing (a number, a layout, a tuple of them) is returned.
    """

    def __init__(self, function: Callable[P, R], bound: tuple[object, ...] = (), *, preprocess: bool = True) -> None:
        functools.update_wrapper(self, function)
        remember_source(function)
        self.function = function
        self.bound = bound
        self.preprocess = preprocess
        self._recent = RecentCalls()
        if not bound:
            follow_reload(self, function)

    def replace_function(self, function: Callable[P, R]) -> None:
        """Makes this the staged form of another function: its own after an edit."""
        functools.update_wrapper(self, function)
        self.function = function
        self._recent = RecentCalls()

    if TYPE_CHECKING:

        @overload
        def __get__(self, instance: None, owner: type | None = None) -> JitFunction[P, R]: ...
        @overload
        def __get__(
            self: Call[Concatenate[Any, Q], R], instance: object, owner: type | None = None
        ) -> JitFunction[Q, R]: ...

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        if instance is None:
            return self
        method = JitFunction.__new__(JitFunction)  # a method is made for each call: `__init__` would take longer
        method.__dict__.update(self.__dict__)
        method.bound = (instance,)
        return method

    @property
    def staged(self) -> Callable[..., R]:
        """The function after the AST rewrite (as it is, with preprocess=False), with `self` bound."""
        function = staged_function(self.function) if self.preprocess else self.function
        return functools.partial(function, *self.bound) if self.bound else function  # pyright: ignore

    def __getitem__(self, launch: object) -> Any:
        """Launches are not written in brackets; error launch-brackets."""
        raise brackets(self.__name__, launch, is_kernel=False)

    if not TYPE_CHECKING:  # `Call` has its types

        @boundary
        def __call__(self, *args, **kwargs):  # until a function has an entry; then machine code takes its place
            entry = self._recent.entry
            if entry is None:
                return self._by_python(*args, **kwargs)
            with GATE.compiling():
                from cutedsl.execution.native_calls.direct import install_jit_call  # the entry's maker has loaded it

                install_jit_call(JitFunction)
            return entry(*self.bound, *args, **kwargs)

    @boundary
    def _by_python(self, *args: Any, **kwargs: Any) -> R:
        if current_trace() is not None:
            check_numbers(self.function, (*self.bound, *args), kwargs)
            return self.staged(*args, **kwargs)
        return self._run(args, kwargs)  # pyright: ignore[reportReturnType]

    @boundary
    def _method_by_python(self, owner: object, *args: Any, **kwargs: Any) -> R:
        """A call of the method of any object by Python; `self` is that of some object."""
        call: Any = self
        return call.__get__(owner)._by_python(*args, **kwargs)

    def _run(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> object:
        if kwargs:
            from cutedsl.driver.call.call_keywords import run_as_asked, split_keywords

            asked, kwargs = split_keywords(self.function, kwargs)
            if asked is not None:
                return run_as_asked(self.renamed(asked.export_name), args, kwargs, asked)
        if current_session() is not None:
            from cutedsl.driver.call.eagerly import run_eagerly

            return run_eagerly(self, args, kwargs)
        if current_watch() is not None:
            return run_checked(self, args, kwargs)
        args, kwargs = self._in_order(args, kwargs)
        by_python = self._method_by_python if self.bound else self._by_python
        defaults = getattr(self.function, "__defaults__", None) or ()
        result = NOT_RUN if kwargs else self._recent.run(self.bound, args, by_python, defaults)
        if result is not NOT_RUN:
            return result
        with GATE.compiling():
            from cutedsl.driver.call.build import (
                build_call,  # loads what runs programs: at the first call, not at import
            )

            compiled, bound, call, result = build_call(self, args, kwargs)
        if call is None or self._recent.has(compiled):
            count_bound_call(self.__name__)
        if call is not None:
            self._recent.add(call)
        compiled.run_bound(bound)
        return result

    def _in_order(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Sequence[Any], Mapping[str, Any]]:
        """A call with all arguments by position, defaults too, where that says it all; else as it is."""
        if not isinstance(self.function, FunctionType):
            return args, kwargs
        code, names = self._recent.parameters
        if code is not self.function.__code__:
            code = self.function.__code__
            names = _positional(code)
            self._recent.parameters = (code, names)
        given = len(self.bound) + len(args)
        if given >= len(names):
            return args, kwargs
        defaults = self.function.__defaults__ or ()
        known = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True)) | dict(kwargs)
        if len(kwargs) > len(names) - given or not kwargs.keys() <= set(names[given:]):
            return args, kwargs
        try:
            return (*args, *[known[name] for name in names[given:]]), {}
        except KeyError:
            return args, kwargs

    def renamed(self, name: str | None) -> JitFunction[..., R]:
        """The same function under another name in compiled code."""
        if name is None:
            return self
        function = JitFunction[..., Any](self.function, self.bound, preprocess=self.preprocess)
        function.__name__ = name
        return function

    def set_name_prefix(
        self, name: str, *, remove_cutlass_symbol: bool = False, keep_mangled_name: bool = True
    ) -> None:
        """Names the compiled host function; what makes it unique always follows. No name here has `cutlass` in it."""
        self.__name__ = name


@overload
def jit(function: Callable[P, R], /) -> JitFunction[P, R]: ...
@overload
def jit(*, preprocess: bool = True, is_experimental: bool = False) -> Callable[[Callable[P, R]], JitFunction[P, R]]: ...
def jit(
    function: Callable[P, R] | None = None,
    /,
    *others: object,
    preprocess: bool = True,
    is_experimental: bool = False,
    **options: object,
) -> object:
    """Makes a function a staged one: its control flow on run-time values becomes part of the compiled program.

    `preprocess=False` traces the function as it is, without the AST rewrite; `is_experimental` has no effect.
    Errors: decorator-order, no-source (at the first call).
    """
    del is_experimental
    no_others("jit", others, options)
    if function is None:
        return lambda f: JitFunction(plain_function(f), preprocess=preprocess)
    return JitFunction(plain_function(function), preprocess=preprocess)


@overload
def kernel(function: Callable[P, object], /) -> KernelFunction[P]: ...
@overload
def kernel(
    *, preprocess: bool = True, attributes: object = None, is_experimental: bool = False
) -> Callable[[Callable[P, object]], KernelFunction[P]]: ...
def kernel(
    function: Callable[P, object] | None = None,
    /,
    *others: object,
    preprocess: bool = True,
    attributes: object = None,
    is_experimental: bool = False,
    **options: object,
) -> object:
    """Makes a function a kernel: it runs once for each thread of a launch.

    `preprocess=False` traces the function as it is, without the AST rewrite; `is_experimental` has no effect.
    Errors: decorator-order, no-source (at the first launch); not-yet for `attributes`.
    """
    del is_experimental
    no_others("kernel", others, options)
    if attributes:
        raise fail(
            "not-yet",
            "attributes of a kernel (`attributes=`)",
            fix="Registers are bounded by `launch(max_number_threads=..., min_blocks_per_mp=...)`.",
        )
    if function is None:
        return lambda f: KernelFunction(plain_function(f), preprocess=preprocess)
    return KernelFunction(plain_function(function), preprocess=preprocess)


def _positional(code: CodeType) -> tuple[str, ...]:
    """The parameters of a function that has no others than those by position or name; none for other functions."""
    others = code.co_flags & (CO_VARARGS | CO_VARKEYWORDS) or code.co_kwonlyargcount
    return () if others else code.co_varnames[: code.co_argcount]
