"""The types of calls of kernels and `@jit` functions: how many arguments they take, what comes back.

Arguments convert: a number to a `Float32`, an array of any framework to a `Tensor`. So a type checker accepts any
call with the right number of arguments; an editor shows the author's own types first. A call by position with another
number gives a `WrongCount`, which has no `launch`: for functions of up to 10 parameters. Functions with parameters by
keyword only are asked for their own types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")

if TYPE_CHECKING:
    X: TypeAlias = Any


class WrongCount:
    """What a call with another number of arguments gives, to type checkers: nothing that can be launched."""


class Call(Generic[P, R]):
    """Something called like the function it is made of, whose arguments convert; `JitFunction` and `KernelFunction` do
    the work."""

    if TYPE_CHECKING:

        @overload
        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...
        @overload
        def __call__(self: Call[[], R], /) -> R: ...
        @overload
        def __call__(self: Call[[X], R], a: X, /) -> R: ...
        @overload
        def __call__(self: Call[[X, X], R], a: X, b: X, /) -> R: ...
        @overload
        def __call__(self: Call[[X, X, X], R], a: X, b: X, c: X, /) -> R: ...
        @overload
        def __call__(self: Call[[X, X, X, X], R], a: X, b: X, c: X, d: X, /) -> R: ...
        @overload
        def __call__(self: Call[[X, X, X, X, X], R], a: X, b: X, c: X, d: X, e: X, /) -> R: ...
        @overload
        def __call__(self: Call[[X, X, X, X, X, X], R], a: X, b: X, c: X, d: X, e: X, f: X, /) -> R: ...
        @overload
        def __call__(self: Call[[X, X, X, X, X, X, X], R], a: X, b: X, c: X, d: X, e: X, f: X, g: X, /) -> R: ...
        @overload
        def __call__(
            self: Call[[X, X, X, X, X, X, X, X], R], a: X, b: X, c: X, d: X, e: X, f: X, g: X, h: X, /
        ) -> R: ...
        @overload
        def __call__(
            self: Call[[X, X, X, X, X, X, X, X, X], R], a: X, b: X, c: X, d: X, e: X, f: X, g: X, h: X, i: X, /
        ) -> R: ...
        @overload
        def __call__(
            self: Call[[X, X, X, X, X, X, X, X, X, X], R], a: X, b: X, c: X, d: X, e: X, f: X, g: X, h: X, i: X, j: X, /
        ) -> R: ...
        @overload
        def __call__(self: Call[Concatenate[X, X, X, X, X, X, X, X, X, X, X, ...], R], *args: X, **kwargs: X) -> R: ...
        @overload
        def __call__(
            self,
            a: X = ...,
            b: X = ...,
            c: X = ...,
            d: X = ...,
            e: X = ...,
            f: X = ...,
            g: X = ...,
            h: X = ...,
            i: X = ...,
            j: X = ...,
            k: X = ...,
            /,
        ) -> WrongCount: ...
        @overload
        def __call__(self, *args: X, **kwargs: X) -> R: ...
        def __call__(self, *args: X, **kwargs: X) -> X: ...
