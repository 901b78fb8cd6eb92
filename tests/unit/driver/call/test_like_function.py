"""`@jit` and `@kernel` functions show what libraries make keys of functions from."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import cutedsl.cute as cute

FACTOR = 3


def source_of(factor: int) -> Callable[..., Any]:
    def scaled(x: Any, by: int = 2, *, more: int = FACTOR) -> Any:
        return x * by * more * factor

    return scaled


@pytest.mark.parametrize("decorate", [cute.jit, cute.kernel])
def test_they_have_the_attributes_of_the_function(decorate: Any) -> None:
    plain = source_of(5)
    made = decorate(plain)
    for name in ("__code__", "__defaults__", "__kwdefaults__", "__globals__", "__closure__", "__name__", "__wrapped__"):
        assert getattr(made, name) == (plain if name == "__wrapped__" else getattr(plain, name)), name
    assert made.__defaults__ == (2,) and made.__kwdefaults__ == {"more": 3}
    assert made.__closure__[0].cell_contents == 5
    assert inspect.getsource(made) == inspect.getsource(plain)
    assert inspect.signature(made) == inspect.signature(plain)


def test_they_follow_a_function_that_is_replaced() -> None:
    made: Any = cute.jit(source_of(5))
    made.replace_function(source_of(7))
    assert made.__closure__[0].cell_contents == 7
